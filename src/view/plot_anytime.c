/* SPDX-License-Identifier: MIT */
/* What the plan of a search cost over time, and the bound that was proven: two staircases. */
#include <math.h>

#include "view/plot.h"
#include "view/plot_axis.h"

enum { WIDTH = 960, HEIGHT = 480 };

static void tell_title(FILE *out, const void *context)
{
    const plot_anytime *plot = context;
    fputs(plot->title != NULL ? plot->title : "Cost over time", out);
}

static void tell(FILE *out, const void *context)
{
    const plot_anytime *plot = context;
    fputs("The cost of the plan that a search held, and the lower bound, over its time.", out);
    if (plot->count == 0) {
        fputs(" Nothing was kept of it.", out);
        return;
    }
    const plot_anytime_point *last = &plot->points[plot->count - 1];
    fputs(" After ", out);
    plot_number(out, last->seconds, false);
    fputs(" s: cost ", out);
    plot_number(out, last->cost, false);
    fputs(" s, bound ", out);
    plot_number(out, last->bound, false);
    fputs(" s.", out);
}

static plot_frame frame_of(const plot_anytime *plot)
{
    plot_frame frame = {
        {100, 56, WIDTH - 130, HEIGHT - 120}, {0, 0}, plot_range_none(), false};
    plot_range times = plot_range_none();
    plot_range_add(&times, 0);
    for (size_t i = 0; i < plot->count; i++) {
        plot_range_add(&times, plot->points[i].seconds);
        plot_range_add(&frame.y, plot->points[i].bound);
        if (plot->points[i].cost > 0)
            plot_range_add(&frame.y, plot->points[i].cost);
    }
    frame.x = plot_range_padded(times, 0.02);
    frame.y = plot_range_padded(frame.y, 0.05);
    return frame;
}

/* A staircase of the costs, or of the bounds; it begins with the first that there is. */
static void draw_steps(plot_canvas *canvas, const plot_frame *frame, const plot_anytime *plot,
                       bool costs)
{
    bool begun = false;
    double y = 0;
    canvas->to->begin_path(canvas, costs ? PLOT_CURVE : PLOT_START_LINE, 0);
    for (size_t i = 0; i < plot->count; i++) {
        double value = costs ? plot->points[i].cost : plot->points[i].bound;
        double x = plot_x(frame, plot->points[i].seconds);
        if (costs && !(value > 0))
            continue;
        if (begun)
            canvas->to->line(canvas, x, y);
        y = plot_y(frame, value);
        if (begun)
            canvas->to->line(canvas, x, y);
        else
            canvas->to->move(canvas, x, y);
        begun = true;
    }
    canvas->to->end_path(canvas);
}

static void draw_point(plot_canvas *canvas, const plot_frame *frame,
                       const plot_anytime_point *point)
{
    const plot_datum data[] = {{"seconds", NULL, point->seconds},
                               {"bound-s", NULL, point->bound},
                               {"cost-s", NULL, point->cost}};
    double x = plot_x(frame, point->seconds);
    double y = plot_y(frame, point->cost > 0 ? point->cost : point->bound);
    canvas->to->open_group(canvas,
                           &(plot_group){"state", data, point->cost > 0 ? 3 : 2});
    plot_box(canvas, point->cost > 0 ? PLOT_CONFLICT_AREA : PLOT_START_AREA, x - 2, y - 2, 4, 4);
    canvas->to->close_group(canvas);
}

static void draw_legend(plot_canvas *canvas, const plot_anytime *plot)
{
    const plot_anytime_point *last = plot->count > 0 ? &plot->points[plot->count - 1] : NULL;
    plot_segment(canvas, PLOT_CURVE, WIDTH - 420, 18, WIDTH - 396, 18);
    canvas->to->text(canvas, PLOT_TEXT, WIDTH - 390, 22, PLOT_START, "cost");
    plot_segment(canvas, PLOT_START_LINE, WIDTH - 340, 18, WIDTH - 316, 18);
    canvas->to->text(canvas, PLOT_TEXT, WIDTH - 310, 22, PLOT_START, "lower bound");
    if (last != NULL && last->cost > 0 && last->bound > 0)
        plot_text_number(canvas, PLOT_TEXT, WIDTH - 30, 22, PLOT_END, "gap ",
                         rint(1e4 * (last->cost / last->bound - 1)) / 100, " %");
}

graze_status plot_anytime_draw(plot_canvas *canvas, const plot_anytime *plot)
{
    plot_frame frame = frame_of(plot);
    if (!plot_begin(canvas, WIDTH, HEIGHT, tell_title, tell, plot))
        return GRAZE_OK;
    plot_axes(canvas, &frame, "time of the search [s]", "sum of costs [s]");
    draw_steps(canvas, &frame, plot, false);
    draw_steps(canvas, &frame, plot, true);
    for (size_t i = 0; i < plot->count; i++)
        draw_point(canvas, &frame, &plot->points[i]);
    draw_legend(canvas, plot);
    canvas->to->end(canvas);
    return GRAZE_OK;
}
