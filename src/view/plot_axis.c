/* SPDX-License-Identifier: MIT */
#include "view/plot_axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "io/number.h"

/* ---- ranges ------------------------------------------------------------------------- */

plot_range plot_range_none(void)
{
    return (plot_range){INFINITY, -INFINITY};
}

void plot_range_add(plot_range *range, double value)
{
    if (!isfinite(value))
        return;
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
}

/* Halves keep the length of a range of huge numbers finite. */
static double half_length(plot_range range)
{
    return range.high / 2 - range.low / 2;
}

static double bounded(double value)
{
    return fmin(fmax(value, -8e307), 8e307);
}

plot_range plot_range_padded(plot_range range, double share)
{
    if (!(range.low <= range.high))
        range = (plot_range){0, 1};
    double more = 2 * share * half_length(range);
    range.low = bounded(range.low - more);
    range.high = bounded(range.high + more);
    double middle = range.low / 2 + range.high / 2, least = fabs(middle) * 0x1p-40;
    if (half_length(range) > least)
        return range;
    least = least > 0 ? 2 * least : 0.5;
    return (plot_range){middle - least, middle + least};
}

static double share_of(plot_range range, double value)
{
    return (value / 2 - range.low / 2) / half_length(range);
}

double plot_x(const plot_frame *frame, double x)
{
    return frame->area.left + frame->area.width * share_of(frame->x, x);
}

double plot_y(const plot_frame *frame, double y)
{
    double share = share_of(frame->y, y);
    return frame->area.top + frame->area.height * (frame->down ? share : 1 - share);
}

static plot_range with_half(plot_range range, double half)
{
    double middle = range.low / 2 + range.high / 2;
    return (plot_range){bounded(middle - half), bounded(middle + half)};
}

void plot_frame_equalise(plot_frame *frame)
{
    double x = half_length(frame->x) / frame->area.width;
    double y = half_length(frame->y) / frame->area.height;
    if (x < y)
        frame->x = with_half(frame->x, y * frame->area.width);
    else
        frame->y = with_half(frame->y, x * frame->area.height);
}

/* ---- ticks -------------------------------------------------------------------------- */

/* value * 10^exponent as the double nearest to that decimal. */
static double decimal(double value, int exponent)
{
    char text[64];
    double result = 0;
    int length = snprintf(text, sizeof text, "%.0fe%d", value, exponent);
    number_parse(text, (size_t)length, false, &result);
    return result;
}

/* The least of 1, 2, 5, 10 times a power of ten that is not below `least`. */
static double round_step(double least, int *exponent)
{
    static const double steps[] = {1, 2, 5, 10};
    char text[32];
    snprintf(text, sizeof text, "%.3e", least);
    *exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
    for (int i = 0; i < 3; i++)
        if (decimal(steps[i], *exponent) >= least)
            return steps[i];
    return steps[3];
}

/* A multiple of a power of ten that is not below the length, at or below the range; 0 where
 * numbers can be written in full. */
static double offset_of(plot_range range)
{
    static const double far = 1e4;
    int exponent;
    double length = half_length(range) * 2, middle = range.low / 2 + range.high / 2;
    if (!(fabs(middle) > far * length))
        return 0;
    double step = round_step(length, &exponent);
    exponent += step > 1;
    return decimal(floor(range.low / decimal(1, exponent)), exponent) + 0.0;
}

plot_ticks plot_ticks_of(plot_range range, int wanted)
{
    plot_ticks made = {.offset = offset_of(range)};
    int exponent;
    double step = round_step(half_length(range) * 2 / wanted, &exponent);
    double unit = decimal(step, exponent);
    double first = ceil((range.low - made.offset) / unit);
    double last = floor((range.high - made.offset) / unit);
    if (!(fabs(first) < 0x1p50 && fabs(last) < 0x1p50))
        return made; /* so far from 0 that no decimal is near */
    for (double k = first; k <= last && made.count < PLOT_TICKS_MAX; k += 1)
        made.ticks[made.count++] = decimal(k * step, exponent) + 0.0;
    return made;
}

static bool is_unix_time(const char *name, double offset)
{
    static const double from_1973 = 1e8, to_2286 = 1e10;
    return strncmp(name, "time", 4) == 0 && offset >= from_1973 && offset < to_2286 &&
           offset == floor(offset);
}

const char *plot_axis_name(const char *name, double offset, char text[PLOT_AXIS_NAME_SIZE])
{
    char number[NUMBER_TEXT_SIZE], day[40];
    struct tm calendar;
    time_t seconds = (time_t)(is_unix_time(name, offset) ? offset : 0);
    if (offset == 0)
        return name;
    int length = snprintf(text, PLOT_AXIS_NAME_SIZE, "%s after %s", name,
                          number_format(offset, false, number));
    if (seconds != 0 && gmtime_r(&seconds, &calendar) != NULL &&
        strftime(day, sizeof day, " (%Y-%m-%d %H:%M:%S UTC)", &calendar) > 0)
        snprintf(text + length, (size_t)(PLOT_AXIS_NAME_SIZE - length), "%s", day);
    return text;
}

/* ---- drawing ------------------------------------------------------------------------ */

void plot_text_number(plot_canvas *canvas, plot_ink ink, double x, double y, plot_anchor anchor,
                      const char *before, double value, const char *after)
{
    char number[NUMBER_TEXT_SIZE], text[160];
    plot_number_format(canvas, value, number);
    snprintf(text, sizeof text, "%s%s%s", before, number, after);
    canvas->to->text(canvas, ink, x, y, anchor, text);
}

static void draw_x(plot_canvas *canvas, const plot_frame *frame, const char *name)
{
    char text[PLOT_AXIS_NAME_SIZE];
    double bottom = frame->area.top + frame->area.height;
    const plot_ticks at = plot_ticks_of(frame->x, 8);
    for (size_t i = 0; i < at.count; i++) {
        double x = plot_x(frame, at.offset + at.ticks[i]);
        plot_segment(canvas, PLOT_GRID, x, frame->area.top, x, bottom);
        plot_text_number(canvas, PLOT_FAINT, x, bottom + 16, PLOT_MIDDLE, "", at.ticks[i], "");
    }
    canvas->to->text(canvas, PLOT_TEXT, frame->area.left + frame->area.width / 2, bottom + 34,
                     PLOT_MIDDLE, plot_axis_name(name, at.offset, text));
}

static void draw_y(plot_canvas *canvas, const plot_frame *frame, const char *name)
{
    char text[PLOT_AXIS_NAME_SIZE];
    double left = frame->area.left;
    const plot_ticks at = plot_ticks_of(frame->y, 6);
    for (size_t i = 0; i < at.count; i++) {
        double y = plot_y(frame, at.offset + at.ticks[i]);
        plot_segment(canvas, PLOT_GRID, left, y, left + frame->area.width, y);
        plot_text_number(canvas, PLOT_FAINT, left - 6, y + 4, PLOT_END, "", at.ticks[i], "");
    }
    canvas->to->text(canvas, PLOT_TEXT, left, frame->area.top - 8, PLOT_START,
                     plot_axis_name(name, at.offset, text));
}

void plot_axes(plot_canvas *canvas, const plot_frame *frame, const char *x_name, const char *y_name)
{
    canvas->to->open_group(canvas, &(plot_group){"axes", NULL, 0});
    if (x_name != NULL)
        draw_x(canvas, frame, x_name);
    if (y_name != NULL)
        draw_y(canvas, frame, y_name);
    const plot_rectangle *area = &frame->area;
    canvas->to->begin_path(canvas, PLOT_FRAME, 0);
    canvas->to->move(canvas, area->left, area->top);
    canvas->to->line(canvas, area->left + area->width, area->top);
    canvas->to->line(canvas, area->left + area->width, area->top + area->height);
    canvas->to->line(canvas, area->left, area->top + area->height);
    canvas->to->close(canvas);
    canvas->to->end_path(canvas);
    canvas->to->close_group(canvas);
}
