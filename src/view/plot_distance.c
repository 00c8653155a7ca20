/* SPDX-License-Identifier: MIT */
/* The distance of two agents' surfaces over time, with the stretches in which they meet. */
#include <math.h>
#include <stdlib.h>

#include "view/plot_sample.h"

enum {
    WIDTH = 960,
    HEIGHT = 540,
    EVEN_SAMPLES = 480,
    SAMPLES_MAX = 4096,
    LABEL_ROWS = 4,
    LABEL_WIDTH = 150
};

typedef struct curve {
    plot_range times;
    double time[SAMPLES_MAX], distance[SAMPLES_MAX];
    size_t count;
} curve;

/* ---- samples ------------------------------------------------------------------------ */

/* From when to when both are there; its end is +inf when both stay. */
static plot_range common_life(const plan_agent *a, const plan_agent *b)
{
    const graze_trajectory *of_a = &a->trajectory, *of_b = &b->trajectory;
    if (of_a->count == 0 || of_b->count == 0)
        return plot_range_none();
    return (plot_range){fmax(plot_begin_of(&of_a->motions[0]), plot_begin_of(&of_b->motions[0])),
                        fmin(plot_end_of(&of_a->motions[of_a->count - 1]),
                             plot_end_of(&of_b->motions[of_b->count - 1]))};
}

/* All that happens in the common life, and a little of an endless one. */
static plot_range times_to_show(const plot_distance *plot)
{
    plot_range life = common_life(plot->a, plot->b), times = plot_range_none();
    if (!plot->approach.nearest.common_life)
        return times;
    plot_range_add_life(&times, &plot->a->trajectory);
    plot_range_add_life(&times, &plot->b->trajectory);
    for (size_t i = 0; i < plot->meeting_count; i++) {
        plot_range_add(&times, plot->meetings[i].when.lower);
        plot_range_add(&times, plot->meetings[i].when.upper);
    }
    plot_range_add(&times, plot->approach.nearest.time);
    if (isinf(life.high))
        times.high = plot_range_padded(times, 0.1).high;
    return (plot_range){fmax(times.low, life.low), fmin(times.high, life.high)};
}

static void add_time(curve *drawn, double time)
{
    if (drawn->count < SAMPLES_MAX && time >= drawn->times.low && time <= drawn->times.high)
        drawn->time[drawn->count++] = time;
}

static void add_seams(curve *drawn, const graze_trajectory *trajectory)
{
    for (size_t i = 0; i < trajectory->count; i++)
        add_time(drawn, plot_begin_of(&trajectory->motions[i]));
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Evenly, and where the curve bends or crosses something. */
static void choose_times(const plot_distance *plot, curve *drawn)
{
    const plot_range times = drawn->times;
    for (int i = 0; i <= EVEN_SAMPLES; i++) {
        double share = (double)i / EVEN_SAMPLES;
        add_time(drawn, times.low * (1 - share) + times.high * share);
    }
    add_time(drawn, times.high);
    for (size_t i = 0; i < plot->meeting_count; i++) {
        add_time(drawn, plot->meetings[i].when.lower);
        add_time(drawn, plot->meetings[i].when.upper);
        add_time(drawn, plot->meetings[i].time);
    }
    add_time(drawn, plot->approach.nearest.time);
    add_seams(drawn, &plot->a->trajectory);
    add_seams(drawn, &plot->b->trajectory);
    qsort(drawn->time, drawn->count, sizeof drawn->time[0], ascending);
}

static graze_status sample(const plot_distance *plot, curve *drawn)
{
    graze_status status = GRAZE_OK;
    choose_times(plot, drawn);
    for (size_t i = 0; i < drawn->count && status == GRAZE_OK; i++)
        status = plot_distance_at(plot->a, plot->b, drawn->time[i], &drawn->distance[i]);
    return status;
}

/* ---- the document ------------------------------------------------------------------- */

static void describe_meeting(FILE *out, const graze_meeting *met)
{
    fprintf(out, " A %s from ", graze_verdict_name(met->verdict));
    plot_number(out, met->when.lower, false);
    fputs(" s to ", out);
    plot_number(out, met->when.upper, false);
    fputs(" s, ", out);
    plot_number(out, met->depth, false);
    fputs(" m deep.", out);
}

static void tell_title(FILE *out, const void *context)
{
    const plot_distance *plot = context;
    if (plot->title != NULL)
        fputs(plot->title, out);
    else
        fprintf(out, "Distance of %s and %s", plot->a->label, plot->b->label);
}

static void describe(FILE *out, const void *context)
{
    enum { TOLD = 20 };
    const plot_distance *plot = context;
    fprintf(out, "The distance of the surfaces of %s and %s over time.", plot->a->label,
            plot->b->label);
    if (!plot->approach.nearest.common_life) {
        fputs(" They are never there together.", out);
        return;
    }
    fputs(" It is least at ", out);
    plot_number(out, plot->approach.nearest.time, false);
    fputs(" s: ", out);
    plot_number(out, plot->approach.nearest.distance, false);
    fputs(" m.", out);
    for (size_t i = 0; i < plot->meeting_count && i < TOLD; i++)
        describe_meeting(out, &plot->meetings[i]);
    if (plot->meeting_count > TOLD)
        fprintf(out, " And %zu more.", plot->meeting_count - TOLD);
    if (plot->meeting_count == 0)
        fputs(" They never meet.", out);
}

static void draw_meeting(plot_canvas *canvas, const plot_frame *frame, const plot_distance *plot,
                         size_t index)
{
    const graze_meeting *met = &plot->meetings[index];
    const plot_datum data[] = {
        {"agent-a", plot->a->label, 0},      {"agent-b", plot->b->label, 0},
        {"begin-s", NULL, met->when.lower},  {"end-s", NULL, met->when.upper},
        {"depth-m", NULL, met->depth},       {"depth-at-s", NULL, met->time},
        {"distance-m", NULL, met->distance},
    };
    double left = plot_x(frame, fmax(met->when.lower, frame->x.low));
    double right = plot_x(frame, fmin(met->when.upper, frame->x.high));
    double top = frame->area.top, bottom = top + frame->area.height;
    double row = top + 14 + 30 * (double)(index % LABEL_ROWS);
    canvas->to->open_group(canvas, &(plot_group){graze_verdict_name(met->verdict), data,
                                                 sizeof data / sizeof data[0]});
    plot_box(canvas, plot_verdict_area(met->verdict), left, top, fmax(right - left, 1),
             frame->area.height);
    plot_segment(canvas, plot_verdict_line(met->verdict), left, top, left, bottom);
    plot_segment(canvas, plot_verdict_line(met->verdict), right, top, right, bottom);
    double offset = plot_ticks_of(frame->x, 8).offset;
    const char *sign = offset != 0 ? "+" : ""; /* after what the axis says */
    /* outside of the stretch, or inside and one below the other where that leaves the frame */
    bool begin_fits = left - LABEL_WIDTH > frame->area.left;
    bool end_fits = right + LABEL_WIDTH < frame->area.left + frame->area.width;
    plot_text_number(canvas, PLOT_TEXT, begin_fits ? left - 4 : left + 4, row,
                     begin_fits ? PLOT_END : PLOT_START, sign, met->when.lower - offset, " s");
    plot_text_number(canvas, PLOT_TEXT, end_fits ? right + 4 : right - 4, end_fits ? row : row + 15,
                     end_fits ? PLOT_START : PLOT_END, sign, met->when.upper - offset, " s");
    canvas->to->close_group(canvas);
}

static void draw_curve(plot_canvas *canvas, const plot_frame *frame, const curve *drawn)
{
    canvas->to->begin_path(canvas, PLOT_CURVE, 0);
    for (size_t i = 0; i < drawn->count; i++) {
        double x = plot_x(frame, drawn->time[i]), y = plot_y(frame, drawn->distance[i]);
        if (i == 0)
            canvas->to->move(canvas, x, y);
        else
            canvas->to->line(canvas, x, y);
    }
    canvas->to->end_path(canvas);
}

static void draw_nearest(plot_canvas *canvas, const plot_frame *frame, const plot_distance *plot)
{
    const graze_clearance *nearest = &plot->approach.nearest;
    const plot_datum data[] = {
        {"distance-m", NULL, nearest->distance},
        {"depth-m", NULL, nearest->depth},
        {"at-s", NULL, nearest->time},
    };
    double x = plot_x(frame, nearest->time), y = plot_y(frame, nearest->distance);
    canvas->to->open_group(canvas, &(plot_group){"nearest", data, 3});
    canvas->to->circle(canvas, PLOT_TEXT, x, y, 3.5);
    bool fits = x + 8 + LABEL_WIDTH < frame->area.left + frame->area.width;
    plot_text_number(canvas, PLOT_TEXT, fits ? x + 8 : x - 8, y + 16, fits ? PLOT_START : PLOT_END,
                     "", nearest->distance, " m");
    canvas->to->close_group(canvas);
}

static void draw(plot_canvas *canvas, const plot_distance *plot, const curve *drawn)
{
    plot_frame frame = {{80, 56, WIDTH - 110, HEIGHT - 108}, drawn->times, plot_range_none(),
                        false};
    for (size_t i = 0; i < drawn->count; i++)
        plot_range_add(&frame.y, drawn->distance[i]);
    plot_range_add(&frame.y, 0);
    frame.x = plot_range_padded(frame.x, 0.02);
    frame.y = plot_range_padded(frame.y, 0.08);
    plot_axes(canvas, &frame, "time [s]", "distance of the surfaces [m]");
    double zero = plot_y(&frame, 0);
    plot_segment(canvas, PLOT_FRAME, frame.area.left, zero, frame.area.left + frame.area.width,
                 zero);
    for (size_t i = 0; i < plot->meeting_count; i++)
        draw_meeting(canvas, &frame, plot, i);
    canvas->to->open_clip(canvas, &frame.area);
    draw_curve(canvas, &frame, drawn);
    canvas->to->close_clip(canvas);
    draw_nearest(canvas, &frame, plot);
}

graze_status plot_distance_draw(plot_canvas *canvas, const plot_distance *plot)
{
    curve *drawn = calloc(1, sizeof *drawn);
    canvas->failed = canvas->failed || drawn == NULL;
    if (canvas->failed) {
        free(drawn);
        return GRAZE_OK;
    }
    drawn->times = times_to_show(plot);
    graze_status status = GRAZE_OK;
    if (plot->approach.nearest.common_life)
        status = sample(plot, drawn);
    if (status == GRAZE_OK && plot_begin(canvas, WIDTH, HEIGHT, tell_title, describe, plot)) {
        if (drawn->count > 0)
            draw(canvas, plot, drawn);
        else
            canvas->to->text(canvas, PLOT_TEXT, 80, 80, PLOT_START, "never there together");
        canvas->to->end(canvas);
    }
    free(drawn);
    return status;
}
