/* SPDX-License-Identifier: MIT */
#include "view/plot_density.h"

#include <math.h>
#include <stdlib.h>

enum { ACROSS = 96, ACROSS_MAX = 400, SAMPLES_MAX = 4096 };

/* ---- the squares ---------------------------------------------------------------------- */

/* A few of the map's cells, or a part of the picture's width. */
static double choose_cell(const plot_plan *plot, double width)
{
    if (plot->map == NULL || plot->map->kind != MAP_GRID)
        return width / ACROSS;
    return plot->map->cell * fmax(ceil(width / plot->map->cell / ACROSS_MAX), 1);
}

/* Cells have their centres at multiples of their side, as those of maps. */
static double begin_of(double low, double cell)
{
    return (floor(low / cell + 0.5) - 0.5) * cell;
}

static bool make_squares(plot_density *made, const plot_projection *how, const plot_plan *plot)
{
    const plot_range *x = &how->frame.x, *y = &how->frame.y;
    double cell = choose_cell(plot, x->high - x->low);
    *made = (plot_density){
        .cell = cell, .left = begin_of(x->low, cell), .low = begin_of(y->low, cell)};
    made->columns = (size_t)fmin(ceil((x->high - made->left) / cell), 2 * ACROSS_MAX) + 1;
    made->rows = (size_t)fmin(ceil((y->high - made->low) / cell), 2 * ACROSS_MAX) + 1;
    made->counts = calloc(made->columns * made->rows, sizeof *made->counts);
    return made->counts != NULL;
}

void plot_density_free(plot_density *made)
{
    free(made->counts);
    made->counts = NULL;
}

/* ---- counting ------------------------------------------------------------------------- */

/* last: for each square the agent that was counted there last, from 1. */
static void count_place(plot_density *made, uint32_t *last, size_t agent, graze_vector place)
{
    double column = floor((place.x - made->left) / made->cell);
    double row = floor((place.y - made->low) / made->cell);
    if (!(column >= 0 && column < (double)made->columns && row >= 0 && row < (double)made->rows))
        return;
    size_t square = (size_t)row * made->columns + (size_t)column;
    if (last[square] == agent + 1)
        return;
    last[square] = (uint32_t)(agent + 1);
    made->counts[square]++;
    if (made->counts[square] > made->most)
        made->most = made->counts[square];
}

/* Places a quarter of a square apart, or nearer. */
static void count_motion(plot_density *made, uint32_t *last, size_t agent,
                         const graze_motion *motion, plot_range when)
{
    graze_vector from, middle, to, place;
    if (graze_motion_place(motion, when.low, &from) != GRAZE_OK ||
        graze_motion_place(motion, when.low / 2 + when.high / 2, &middle) != GRAZE_OK ||
        graze_motion_place(motion, when.high, &to) != GRAZE_OK)
        return;
    double length = hypot(middle.x - from.x, middle.y - from.y) +
                    hypot(to.x - middle.x, to.y - middle.y);
    int count = (int)fmin(ceil(4 * length / made->cell), SAMPLES_MAX);
    for (int i = 0; i <= count; i++) {
        double share = count > 0 ? (double)i / count : 0;
        if (graze_motion_place(motion, when.low + (when.high - when.low) * share, &place) ==
            GRAZE_OK)
            count_place(made, last, agent, place);
    }
}

static void count_agent(plot_density *made, uint32_t *last, size_t index, const plan_agent *agent,
                        plot_range times)
{
    for (size_t i = 0; i < agent->trajectory.count; i++) {
        const graze_motion *motion = &agent->trajectory.motions[i];
        plot_range when = {fmax(plot_begin_of(motion), times.low),
                           fmin(plot_end_of(motion), times.high)};
        if (when.low <= when.high)
            count_motion(made, last, index, motion, when);
    }
}

bool plot_density_count(plot_density *made, const plot_projection *how, const plot_plan *plot)
{
    if (!make_squares(made, how, plot))
        return false;
    uint32_t *last = calloc(made->columns * made->rows, sizeof *last);
    for (size_t i = 0; last != NULL && i < plot->plan->agent_count; i++)
        if (plot_is_shown(plot, i))
            count_agent(made, last, i, &plot->plan->agents[i], how->times);
    bool counted = last != NULL;
    free(last);
    if (!counted)
        plot_density_free(made);
    return counted;
}

/* ---- drawing -------------------------------------------------------------------------- */

static int level_of(const plot_density *made, uint32_t count)
{
    return (int)((uint64_t)(count - 1) * PLOT_DENSITY_LEVELS / made->most);
}

bool plot_density_level(const plot_density *made, int level, uint32_t *fewest, uint32_t *most)
{
    *fewest = *most = 0;
    for (uint32_t count = 1; count <= made->most; count++) {
        if (level_of(made, count) != level)
            continue;
        *fewest = *fewest == 0 ? count : *fewest;
        *most = count;
    }
    return *fewest > 0;
}

/* Squares from..to-1 of a row as one box. */
static void draw_run(plot_canvas *canvas, const plot_projection *how, const plot_density *made,
                     size_t row, size_t from, size_t to)
{
    double left = plot_x(&how->frame, made->left + made->cell * (double)from);
    double right = plot_x(&how->frame, made->left + made->cell * (double)to);
    double low = plot_y(&how->frame, made->low + made->cell * (double)row);
    double high = plot_y(&how->frame, made->low + made->cell * (double)(row + 1));
    canvas->to->move(canvas, left, low);
    canvas->to->line(canvas, right, low);
    canvas->to->line(canvas, right, high);
    canvas->to->line(canvas, left, high);
    canvas->to->close(canvas);
}

static void draw_row(plot_canvas *canvas, const plot_projection *how, const plot_density *made,
                     size_t row, int level)
{
    const uint32_t *counts = &made->counts[row * made->columns];
    for (size_t from = 0, to; from < made->columns; from = to) {
        to = from + 1;
        if (counts[from] == 0 || level_of(made, counts[from]) != level)
            continue;
        while (to < made->columns && counts[to] > 0 && level_of(made, counts[to]) == level)
            to++;
        draw_run(canvas, how, made, row, from, to);
    }
}

void plot_density_draw(plot_canvas *canvas, const plot_projection *how, const plot_density *made)
{
    uint32_t fewest, most;
    for (int level = 0; level < PLOT_DENSITY_LEVELS; level++) {
        if (!plot_density_level(made, level, &fewest, &most))
            continue;
        const plot_datum data[] = {{"fewest-agents", NULL, fewest}, {"most-agents", NULL, most}};
        canvas->to->open_group(canvas, &(plot_group){"density", data, 2});
        canvas->to->begin_path(canvas, (plot_ink)(PLOT_DENSITY + level), 0);
        for (size_t row = 0; row < made->rows; row++)
            draw_row(canvas, how, made, row, level);
        canvas->to->end_path(canvas);
        canvas->to->close_group(canvas);
    }
}
