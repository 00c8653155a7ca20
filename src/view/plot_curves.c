/* SPDX-License-Identifier: MIT */
/* Curves of numbers over numbers, with a legend of their names. */
#include <math.h>

#include "view/plot.h"
#include "view/plot_axis.h"
#include "view/plot_sample.h"

enum { WIDTH = 960, HEIGHT = 540, LEGEND = 200, ROW = 20, NAMES_MAX = 22 };

static void tell_title(FILE *out, const void *context)
{
    const plot_curves *plot = context;
    fputs(plot->title, out);
}

static void tell(FILE *out, const void *context)
{
    const plot_curves *plot = context;
    fprintf(out, "%s over %s, %zu curves.", plot->y_name, plot->x_name, plot->curve_count);
}

static plot_frame frame_of(const plot_curves *plot)
{
    plot_frame frame = {{80, 48, WIDTH - 110 - LEGEND, HEIGHT - 110},
                        plot_range_none(), plot_range_none(), false};
    for (size_t i = 0; i < plot->point_count; i++) {
        plot_range_add(&frame.x, plot->points[i].x);
        plot_range_add(&frame.y, plot->points[i].y);
    }
    plot_range_add(&frame.y, plot->y_from);
    frame.x = plot_range_padded(frame.x, 0.02);
    frame.y = plot_range_padded(frame.y, 0.05);
    return frame;
}

static void draw_point(plot_canvas *canvas, const plot_curves *plot, plot_ink ink, double x,
                       double y, const graze_point *point)
{
    const plot_datum data[] = {{plot->x_datum, NULL, point->x}, {plot->y_datum, NULL, point->y}};
    canvas->to->open_group(canvas, &(plot_group){"point", data, 2});
    canvas->to->circle(canvas, ink, x, y, 3);
    canvas->to->close_group(canvas);
}

static void draw_curve(plot_canvas *canvas, const plot_frame *frame, const plot_curves *plot,
                       size_t index)
{
    const plot_curve *curve = &plot->curves[index];
    const plot_datum name[] = {{"curve", curve->name, 0}};
    const graze_point *points = plot->points + curve->first;
    canvas->to->open_group(canvas, &(plot_group){"curve", name, 1});
    canvas->to->begin_path(canvas, plot_agent_line(index), 2);
    for (size_t i = 0; i < curve->count; i++) {
        double x = plot_x(frame, points[i].x), y = plot_y(frame, points[i].y);
        if (i == 0)
            canvas->to->move(canvas, x, y);
        else
            canvas->to->line(canvas, x, y);
    }
    canvas->to->end_path(canvas);
    for (size_t i = 0; i < curve->count; i++)
        draw_point(canvas, plot, plot_agent_area(index), plot_x(frame, points[i].x),
                   plot_y(frame, points[i].y), &points[i]);
    canvas->to->close_group(canvas);
}

static void draw_name(plot_canvas *canvas, const plot_curves *plot, size_t index)
{
    char short_form[PLOT_SHORT_SIZE];
    double y = 60 + ROW * (double)index;
    plot_segment(canvas, plot_agent_line(index), WIDTH - LEGEND, y, WIDTH - LEGEND + 24, y);
    canvas->to->text(canvas, PLOT_TEXT, WIDTH - LEGEND + 30, y + 4, PLOT_START,
                     plot_shorten(plot->curves[index].name, PLOT_LABEL, short_form));
}

graze_status plot_curves_draw(plot_canvas *canvas, const plot_curves *plot)
{
    plot_frame frame = frame_of(plot);
    if (!plot_begin(canvas, WIDTH, HEIGHT, tell_title, tell, plot))
        return GRAZE_OK;
    plot_axes(canvas, &frame, plot->x_name, plot->y_name);
    for (size_t i = 0; i < plot->curve_count; i++)
        draw_curve(canvas, &frame, plot, i);
    for (size_t i = 0; i < plot->curve_count && i < NAMES_MAX; i++)
        draw_name(canvas, plot, i);
    canvas->to->end(canvas);
    return GRAZE_OK;
}
