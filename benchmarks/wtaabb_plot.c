/* SPDX-License-Identifier: MIT */
#include "benchmarks/wtaabb_plot.h"

#include <math.h>

enum { WIDTH = 960, LEFT = 240, RIGHT = 20, TOP = 56, ROW = 11, GAP = 16, DECADES = 5 };

static const char *const colours[] = {"#8c2d04", "#cc4c02", "#fe9929", "#41ab5d",
                                      "#78c679", "#005a32", "#2171b5", "#08306b"};
enum { COLOURS = sizeof colours / sizeof *colours };

/* From 1 ns to 100 us. */
static double across(double nanoseconds)
{
    double decades = log10(fmax(1, nanoseconds));
    return LEFT + decades / DECADES * (WIDTH - LEFT - RIGHT);
}

static void draw_scale(FILE *file, int height)
{
    static const char *const labels[] = {"1 ns", "10 ns", "100 ns", "1 us", "10 us", "100 us"};
    for (int i = 0; i <= DECADES; i++) {
        double x = LEFT + (double)i / DECADES * (WIDTH - LEFT - RIGHT);
        fprintf(file, "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke='#ddd'/>\n", x, TOP - 6, x,
                height - 6);
        fprintf(file, "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>\n", x, TOP - 10,
                labels[i]);
    }
}

static void draw_legend(FILE *file, const size_t *shown, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t x = 10 + i % 4 * 236, y = 16 + i / 4 * 14;
        fprintf(file, "<circle cx='%zu' cy='%zu' r='4' fill='%s'/>\n", x, y - 4,
                colours[i % COLOURS]);
        fprintf(file, "<text x='%zu' y='%zu'>%s</text>\n", x + 8, y, wtaabb_methods[shown[i]].name);
    }
}

static void draw_range(FILE *file, const wtaabb_range *range, int y, const char *colour)
{
    if (range->runs == 0)
        return;
    fprintf(file, "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke='%s' stroke-width='2'/>\n",
            across(range->least), y, across(range->greatest), y, colour);
    fprintf(file, "<circle cx='%.1f' cy='%d' r='3.5' fill='%s'/>\n",
            across(range->sum / (double)range->runs), y, colour);
}

void wtaabb_plot(FILE *file, const wtaabb_range ranges[][WTAABB_METHODS], const size_t *shown,
                 size_t count)
{
    int block = (int)count * ROW + GAP, height = TOP + WTAABB_CASES * block;
    fprintf(file,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' "
            "font-size='11'>\n<title>Time to the first candidate of two paths of %d boxes: least, "
            "mean and greatest run</title>\n<rect width='%d' height='%d' fill='white'/>\n",
            WIDTH, height, WTAABB_STEPS, WIDTH, height);
    draw_legend(file, shown, count);
    draw_scale(file, height);
    for (int which = 0; which < WTAABB_CASES; which++) {
        int y = TOP + which * block;
        fprintf(file, "<text x='%d' y='%d' text-anchor='end'>%s</text>\n", LEFT - 10,
                y + block / 2 - 6, wtaabb_cases[which].name);
        for (size_t i = 0; i < count; i++)
            draw_range(file, &ranges[which][shown[i]], y + 6 + (int)i * ROW, colours[i % COLOURS]);
    }
    fputs("</svg>\n", file);
}
