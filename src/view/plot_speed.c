/* SPDX-License-Identifier: MIT */
/* How fast each agent is over time: a curve for each, upright where a plan jumps. */
#include <math.h>

#include "view/plot_scene.h"

enum { WIDTH = 960, HEIGHT = 480, LEGEND = 160, ROW = 18, NAMES_MAX = 22, STEPS = 16 };

static void tell_title(FILE *out, const void *context)
{
    const plot_plan *plot = context;
    fputs(plot->title != NULL ? plot->title : "Speeds over time", out);
}

static void tell(FILE *out, const void *context)
{
    fputs("The speed of each agent over time: upright where it jumps. ", out);
    plot_tell_scene(out, context);
}

static double component(const graze_motion *motion, double from, double second, double pull,
                        double share)
{
    if (motion->form == GRAZE_PARKED)
        return 0;
    if (motion->form == GRAZE_KINEMATIC)
        return second + pull * share * motion->duration;
    return motion->duration > 0 && from != second
               ? (second / 2 - from / 2) / (motion->duration + motion->duration_tail) * 2
               : 0;
}

/* [m/s] After a share of the motion's life; of an endless one at its begin. */
static double speed_after(const graze_motion *motion, double share)
{
    const graze_vector *p = &motion->position, *q = &motion->to;
    const graze_vector a = motion->form == GRAZE_KINEMATIC ? motion->acceleration
                                                           : (graze_vector){0, 0, 0};
    double at = isfinite(motion->duration) ? share : 0;
    double x = component(motion, p->x, q->x, a.x, at), y = component(motion, p->y, q->y, a.y, at);
    double speed = hypot(hypot(x, y), component(motion, p->z, q->z, a.z, at));
    if (motion->form == GRAZE_RAMP)
        speed *= motion->share + 2 * (1 - motion->share) * at;
    return speed;
}

/* Over a ramp the speed is a straight line; with an acceleration across the way it is a curve. */
static int steps_of(const graze_motion *motion)
{
    return motion->form == GRAZE_KINEMATIC ? STEPS : 1;
}

/* The greatest speed of an agent, and when it first has it. */
static double greatest_of(const graze_trajectory *path, double *when)
{
    double greatest = 0;
    *when = path->count > 0 ? plot_begin_of(&path->motions[0]) : 0;
    for (size_t m = 0; m < path->count; m++)
        for (int i = 0; i <= steps_of(&path->motions[m]); i++) {
            double share = (double)i / steps_of(&path->motions[m]);
            double speed = speed_after(&path->motions[m], share);
            double begin = plot_begin_of(&path->motions[m]);
            if (!(isfinite(speed) && speed > greatest))
                continue;
            greatest = speed;
            *when = share > 0 ? begin + share * (plot_end_of(&path->motions[m]) - begin) : begin;
        }
    return greatest;
}

static plot_frame frame_of(const plot_plan *plot)
{
    plot_frame frame = {{80, 48, WIDTH - 110 - LEGEND, HEIGHT - 110},
                        plot_scene_of(plot).times, plot_range_none(), false};
    double ignored;
    plot_range_add(&frame.y, 0);
    for (size_t i = 0; i < plot->plan->agent_count; i++)
        if (plot_is_shown(plot, i))
            plot_range_add(&frame.y, greatest_of(&plot->plan->agents[i].trajectory, &ignored));
    frame.y = plot_range_padded(frame.y, 0.05);
    return frame;
}

static void draw_curve(plot_canvas *canvas, const plot_frame *frame, const graze_trajectory *path,
                       size_t agent)
{
    bool begun = false;
    canvas->to->begin_path(canvas, plot_agent_line(agent), 1.5);
    for (size_t m = 0; m < path->count; m++) {
        const graze_motion *motion = &path->motions[m];
        double begin = plot_begin_of(motion), end = fmin(plot_end_of(motion), frame->x.high);
        for (int i = 0; i <= steps_of(motion); i++) {
            double share = (double)i / steps_of(motion), speed = speed_after(motion, share);
            double x = plot_x(frame, begin + share * (end - begin));
            if (!isfinite(speed) || !isfinite(x) || end < begin)
                continue;
            if (begun)
                canvas->to->line(canvas, x, plot_y(frame, speed));
            else
                canvas->to->move(canvas, x, plot_y(frame, speed));
            begun = true;
        }
    }
    canvas->to->end_path(canvas);
}

static void draw_agent(plot_canvas *canvas, const plot_frame *frame, const plot_plan *plot,
                       size_t index, size_t row)
{
    const plan_agent *agent = &plot->plan->agents[index];
    char short_form[PLOT_SHORT_SIZE];
    double when, greatest = greatest_of(&agent->trajectory, &when), y = 60 + ROW * (double)row;
    const plot_datum data[] = {{"mps", NULL, greatest}, {"at-s", NULL, when}};
    plot_open_agent(canvas, agent);
    draw_curve(canvas, frame, &agent->trajectory, index);
    if (greatest > 0 && isfinite(when)) {
        canvas->to->open_group(canvas, &(plot_group){"greatest", data, 2});
        canvas->to->circle(canvas, plot_agent_area(index), plot_x(frame, when),
                           plot_y(frame, greatest), 3);
        canvas->to->close_group(canvas);
    }
    if (row < NAMES_MAX) {
        plot_segment(canvas, plot_agent_line(index), WIDTH - LEGEND, y, WIDTH - LEGEND + 24, y);
        canvas->to->text(canvas, PLOT_TEXT, WIDTH - LEGEND + 30, y + 4, PLOT_START,
                         plot_shorten(agent->label, PLOT_LABEL - 6, short_form));
    }
    canvas->to->close_group(canvas);
}

graze_status plot_speed_draw(plot_canvas *canvas, const plot_plan *plot)
{
    plot_frame frame = frame_of(plot);
    size_t row = 0;
    if (!plot_begin(canvas, WIDTH, HEIGHT, tell_title, tell, plot))
        return GRAZE_OK;
    plot_axes(canvas, &frame, "time [s]", "speed [m/s]");
    for (size_t i = 0; i < plot->plan->agent_count; i++)
        if (plot_is_shown(plot, i))
            draw_agent(canvas, &frame, plot, i, row++);
    canvas->to->end(canvas);
    return GRAZE_OK;
}
