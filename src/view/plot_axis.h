/* SPDX-License-Identifier: MIT */
/* From numbers to pixels: a frame with its two axes. */
#ifndef GRAZE_VIEW_PLOT_AXIS_H
#define GRAZE_VIEW_PLOT_AXIS_H

#include "view/plot_canvas.h"

typedef struct plot_range {
    double low, high; /* low < high, both finite */
} plot_range;

typedef struct plot_frame {
    plot_rectangle area;
    plot_range x, y;
    bool down; /* y grows downwards: grids have their first row on top */
} plot_frame;

/* An empty range that plot_range_add fills; infinities are not added. */
plot_range plot_range_none(void);
void plot_range_add(plot_range *range, double value);

/* Widened by `share` of its length on both sides; one without length (or without
 * anything in it) gets one. */
plot_range plot_range_padded(plot_range range, double share);

double plot_x(const plot_frame *frame, double x);
double plot_y(const plot_frame *frame, double y);

/* Makes one of the ranges
 * longer about its middle, so that a metre is as long in x as in y. */
void plot_frame_equalise(plot_frame *frame);

/* Grid lines, border, numbers and names of both axes; an axis whose name is null has none
 * of these. */
void plot_axes(plot_canvas *canvas, const plot_frame *frame, const char *x_name,
               const char *y_name);

/* The ticks of a range: at offset + ticks[i], where a round decimal ticks[i] is written. The
 * offset is 0, unless the range is so short and so far from 0 that its numbers would differ in
 * their last digits alone: Unix times, coordinates of a country. Then it is a round number below
 * the range, and named with the axis. */
enum { PLOT_TICKS_MAX = 16, PLOT_AXIS_NAME_SIZE = 120 };
typedef struct plot_ticks {
    double offset, ticks[PLOT_TICKS_MAX];
    size_t count;
} plot_ticks;
plot_ticks plot_ticks_of(plot_range range, int wanted);

/* Writes "time [s] after 1700000000 (2023-11-14 22:13:20 UTC)" into text and returns it: a time
 * from 1973 to 2286 is taken for Unix time, and its day is told. The name alone without an
 * offset. */
const char *plot_axis_name(const char *name, double offset, char text[PLOT_AXIS_NAME_SIZE]);

/* A line of text with a number in it: its shortest decimal, or as many digits as the canvas
 * says. */
void plot_text_number(plot_canvas *canvas, plot_ink ink, double x, double y, plot_anchor anchor,
                      const char *before, double value, const char *after);

#endif
