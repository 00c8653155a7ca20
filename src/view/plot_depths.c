/* SPDX-License-Identifier: MIT */
/* How many meetings are how deep, a bar for each power of ten. */
#include <math.h>

#include "view/plot.h"
#include "view/plot_axis.h"
#include "view/plot_sample.h"

enum { WIDTH = 960, HEIGHT = 480 };

static void tell_title(FILE *out, const void *context)
{
    const plot_depths *plot = context;
    fputs(plot->title != NULL ? plot->title : "How deep the meetings are", out);
}

static void tell(FILE *out, const void *context)
{
    const plot_depths *plot = context;
    fputs("The number of meetings by the power of ten of their depth in metres.", out);
    for (size_t i = 0; i < plot->row_count; i++)
        fprintf(out, " 1e%d m: %lld of verdict %s.", plot->rows[i].decade,
                (long long)plot->rows[i].meetings, graze_verdict_name(plot->rows[i].verdict));
    if (plot->row_count == 0)
        fputs(" There are none.", out);
}

static plot_frame frame_of(const plot_depths *plot)
{
    plot_frame frame = {{80, 56, WIDTH - 110, HEIGHT - 110}, plot_range_none(), {0, 4.4}, false};
    for (size_t i = 0; i < plot->row_count; i++) {
        plot_range_add(&frame.x, plot->rows[i].decade);
        plot_range_add(&frame.x, plot->rows[i].decade + 1);
        frame.y.high = fmax(frame.y.high, 1.1 * (double)plot->rows[i].meetings);
    }
    frame.x = plot_range_padded(frame.x, 0.02);
    return frame;
}

/* Grazes and conflicts stand side by side. */
static void draw_bar(plot_canvas *canvas, const plot_frame *frame, const plot_decade *row)
{
    const plot_datum data[] = {
        {"verdict", graze_verdict_name(row->verdict), 0},
        {"decade", NULL, row->decade},
        {"meetings", NULL, (double)row->meetings},
        {"shallowest-m", NULL, row->shallowest},
        {"deepest-m", NULL, row->deepest},
    };
    double side = row->verdict == GRAZE_CONFLICT ? 0.52 : 0.06;
    double left = plot_x(frame, row->decade + side);
    double right = plot_x(frame, row->decade + side + 0.42);
    double top = plot_y(frame, (double)row->meetings), bottom = plot_y(frame, 0);
    canvas->to->open_group(canvas, &(plot_group){"decade", data, sizeof data / sizeof data[0]});
    plot_box(canvas, plot_verdict_area(row->verdict), left, fmin(top, bottom - 1), right - left,
             fmax(bottom - top, 1));
    plot_segment(canvas, plot_verdict_line(row->verdict), left, top, right, top);
    plot_text_number(canvas, PLOT_TEXT, left / 2 + right / 2, top - 5, PLOT_MIDDLE, "",
                     (double)row->meetings, "");
    canvas->to->close_group(canvas);
}

/* The lower end of each decade; every n-th when there are many. */
static void draw_decades(plot_canvas *canvas, const plot_frame *frame)
{
    int low = (int)ceil(frame->x.low), high = (int)floor(frame->x.high);
    int step = 1 + (high - low) / 18;
    double bottom = frame->area.top + frame->area.height;
    for (int decade = low; decade <= high; decade += step) {
        char text[24];
        snprintf(text, sizeof text, "1e%d", decade);
        double x = plot_x(frame, decade);
        plot_segment(canvas, PLOT_FRAME, x, bottom, x, bottom + 5);
        canvas->to->text(canvas, PLOT_FAINT, x, bottom + 18, PLOT_MIDDLE, text);
    }
    canvas->to->text(canvas, PLOT_TEXT, frame->area.left + frame->area.width / 2, bottom + 38,
                     PLOT_MIDDLE, "depth [m]");
}

static void draw_legend(plot_canvas *canvas, const plot_depths *plot)
{
    const plot_datum data[] = {{"tolerance-m", NULL, plot->tolerance}};
    plot_box(canvas, PLOT_GRAZE_AREA, WIDTH - 330, 12, 12, 12);
    plot_box(canvas, PLOT_CONFLICT_AREA, WIDTH - 260, 12, 12, 12);
    canvas->to->text(canvas, PLOT_TEXT, WIDTH - 312, 22, PLOT_START, "graze");
    canvas->to->open_group(canvas, &(plot_group){"tolerance", data, 1});
    plot_text_number(canvas, PLOT_TEXT, WIDTH - 242, 22, PLOT_START, "conflict: deeper than ",
                     plot->tolerance, " m");
    canvas->to->close_group(canvas);
}

graze_status plot_depths_draw(plot_canvas *canvas, const plot_depths *plot)
{
    plot_frame frame = frame_of(plot);
    if (!plot_begin(canvas, WIDTH, HEIGHT, tell_title, tell, plot))
        return GRAZE_OK;
    plot_axes(canvas, &frame, NULL, "meetings");
    if (plot->row_count > 0)
        draw_decades(canvas, &frame);
    for (size_t i = 0; i < plot->row_count; i++)
        draw_bar(canvas, &frame, &plot->rows[i]);
    draw_legend(canvas, plot);
    canvas->to->end(canvas);
    return GRAZE_OK;
}
