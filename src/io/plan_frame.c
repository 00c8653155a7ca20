/* SPDX-License-Identifier: MIT */
#include "io/plan_frame.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "io/map.h"
#include "io/number.h"

/* ---- the largest disc on a grid ------------------------------------------------------- */

/* cell = m * 2^k with a whole m of 53 bits, and radius = n * 2^(k-2) is at most
 * cell * sqrt(2)/4 exactly when n * n <= 2 * m * m. The difference of the two is below 2^60
 * for n next to the root, so it can be taken modulo 2^64. */
double plan_frame_grid_radius(double cell)
{
    static const uint64_t most = UINT64_C(1) << 53;
    int exponent;
    uint64_t m = (uint64_t)ldexp(frexp(cell, &exponent), 53);
    uint64_t n = (uint64_t)(sqrt(2) * (double)m);
    while ((int64_t)(n * n - 2 * m * m) > 0)
        n--;
    assert((int64_t)((n + 1) * (n + 1) - 2 * m * m) > 0); /* the double sqrt(2) is above the root */
    n -= n > most ? n % 2 : 0; /* a double has 53 bits */
    return ldexp((double)n, exponent - 53 - 2);
}

/* ---- changing the frame --------------------------------------------------------------- */

typedef struct frame {
    double cell; /* what one unit of the plan is [m] */
    bool swap;
    bool flip;
    double last_row; /* [m] the y that becomes 0 where y is flipped */
    double corner;   /* [m] from a corner of the map to the centre of its first cell, where
                        places are counted from there and y is flipped */
} frame;

static graze_vector turn_direction(const frame *f, graze_vector v)
{
    graze_vector turned = f->swap ? (graze_vector){v.y, v.x, v.z} : v;
    turned.y = f->flip && turned.y != 0 ? -turned.y : turned.y;
    return turned;
}

static graze_vector turn_place(const frame *f, graze_vector v)
{
    graze_vector turned = f->swap ? (graze_vector){v.y, v.x, v.z} : v;
    turned.x *= f->cell;
    turned.y *= f->cell;
    if (!f->flip)
        return turned;
    turned.x -= f->corner;
    turned.y = f->last_row - (turned.y - f->corner);
    return turned;
}

static void turn_motion(const frame *f, graze_motion *motion)
{
    motion->position = turn_place(f, motion->position);
    if (motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP) {
        motion->to = turn_place(f, motion->to);
        return;
    }
    motion->velocity = turn_direction(f, motion->velocity);
    motion->acceleration = turn_direction(f, motion->acceleration);
}

static void turn_plan(const frame *f, plan *all)
{
    if (f->cell == 1 && !f->swap && !f->flip)
        return;
    for (size_t i = 0; i < all->agent_count; i++) {
        graze_trajectory *path = &all->agents[i].trajectory;
        graze_motion *motions; /* the plan's own; only its users see them as const */
        memcpy(&motions, &path->motions, sizeof motions);
        for (size_t k = 0; k < path->count; k++)
            turn_motion(f, &motions[k]);
    }
}

/* ---- noticing a wrong one --------------------------------------------------------------- */

static bool is_free(const map *on, double x, double y)
{
    double column = floor(x / on->cell + 0.5), row = floor(y / on->cell + 0.5);
    return column >= 0 && row >= 0 && column < on->columns && row < on->rows &&
           on->blocked[(size_t)row * on->columns + (size_t)column] == 0;
}

/* Does the agent begin all its motions in free cells, under this frame? */
static bool stands_free(const frame *f, const map *on, const plan_agent *agent)
{
    for (size_t k = 0; k < agent->trajectory.count; k++) {
        graze_vector place = turn_place(f, agent->trajectory.motions[k].position);
        if (!is_free(on, place.x, place.y))
            return false;
    }
    return true;
}

static size_t count_astray(const frame *f, const map *on, const plan *all)
{
    size_t count = 0;
    for (size_t i = 0; i < all->agent_count; i++)
        count += !stands_free(f, on, &all->agents[i]);
    return count;
}

static void say_astray(const plan *all, const char *file, diagnostics *sink, size_t now,
                       size_t then, const char *how, const char *option)
{
    char hint[120];
    const diagnostic_place place = {.file = file};
    static const char format[] =
        "%zu of %zu agents stand in walls or off the map, and %zu would if %s: wrong axes?";
    snprintf(hint, sizeof hint, "%s; what the plan's own frame is, --axes %s says", option,
             all->rows_first ? "row-column" : "column-row");
    if (all->in_cells)
        diagnostic_error(sink, &place, hint, format, now, all->agent_count, then, how);
    else
        diagnostic_warning(sink, &place, hint, format, now, all->agent_count, then, how);
}

/* Many agents in walls, and hardly any of them after one of the other readings. */
static io_result notice(const plan *all, const map *on, const char *file, diagnostics *sink)
{
    static const struct {
        bool swap, flip;
        const char *how;
    } readings[] = {
        {true, false, "rows and columns were exchanged"},
        {false, true, "rows were counted from the other end"},
        {true, true, "rows and columns were exchanged and rows counted from the other end"},
    };
    const char *axes = all->rows_first ? "--axes column-row" : "--axes row-column";
    frame f = {.cell = 1,
               .last_row = (on->rows - 1) * on->cell,
               .corner = all->from_corner ? 0.5 * on->cell : 0};
    size_t now = count_astray(&f, on, all);
    if (now == 0 || 4 * now < all->agent_count)
        return IO_OK;
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        f.swap = readings[i].swap;
        f.flip = readings[i].flip;
        size_t then = count_astray(&f, on, all);
        if (10 * then > now)
            continue;
        char option[60];
        snprintf(option, sizeof option, "%s%s%s", f.swap ? axes : "", f.swap && f.flip ? " " : "",
                 f.flip ? "--flip-y" : "");
        say_astray(all, file, sink, now, then, readings[i].how, option);
        return all->in_cells ? IO_BAD_INPUT : IO_OK;
    }
    return IO_OK;
}

io_result plan_frame_apply(plan *all, const plan_options *options, const char *file,
                           diagnostics *sink)
{
    const plan_import *import = &options->import;
    const map *on = options->map != NULL && options->map->kind == MAP_GRID ? options->map : NULL;
    bool rows_first = import->has_axes ? import->axes == PLAN_ROW_COLUMN : all->rows_first;
    frame f = {.cell = all->in_cells && options->has_cell ? options->cell : 1,
               .swap = rows_first != all->rows_first,
               .flip = import->flip_y};
    if (f.flip && on == NULL) {
        diagnostic_error(sink, &(diagnostic_place){.file = "--flip-y"}, "--map FILE, a grid",
                         "the height of the map is needed to count rows from its other end");
        return IO_BAD_INPUT;
    }
    f.last_row = on != NULL ? (on->rows - 1) * on->cell : 0;
    f.corner = on != NULL && all->from_corner ? 0.5 * on->cell : 0;
    turn_plan(&f, all);
    if (on == NULL || all->dimension == 3 || import->has_axes || import->flip_y)
        return IO_OK;
    return notice(all, on, file, sink);
}

/* ---- is it a plan on a grid? ------------------------------------------------------------ */

static io_result refuse_grid(const plan_agent *agent, size_t at, const char *file,
                             diagnostics *sink, const char *fault, const char *hint)
{
    char start[NUMBER_TEXT_SIZE];
    diagnostic_error(sink, &(diagnostic_place){.file = file}, hint,
                     "--radius grid: agent '%.40s', motion %zu at %s s: %s", agent->label, at,
                     number_format(agent->trajectory.motions[at].start, false, start), fault);
    return IO_BAD_INPUT;
}

static bool is_centre(graze_vector place, double cell)
{
    double column = place.x / cell, row = place.y / cell;
    return floor(column) == column && floor(row) == row && place.z == 0;
}

/* Why a motion is none of a plan on a grid; null when it is. *step is that of the first move,
 * 0 before there was one. */
static const char *grid_fault(const graze_motion *motion, double cell, double *step,
                              const char **hint)
{
    static const char diagonal[] =
        "with diagonals of the same step no radius above 0.2236 (sqrt(5)/10) of a cell is clear, "
        "and none at all where two of them cross: give --radius METRES";
    *hint = "give --radius METRES: it is for moves to one of four neighbours in equal steps";
    if (motion->form != GRAZE_WAYPOINT)
        return "it is no waypoint motion";
    if (!is_centre(motion->position, cell) || !is_centre(motion->to, cell))
        return "it does not go from the centre of a cell to that of another";
    double across = fabs(motion->to.x - motion->position.x) / cell;
    double down = fabs(motion->to.y - motion->position.y) / cell;
    if (across + down == 0 && isinf(motion->duration))
        return NULL;
    if (across == 1 && down == 1)
        *hint = diagonal;
    if (across > 0 && down > 0)
        return "it is a diagonal";
    if (across + down > 1)
        return "it is longer than a cell";
    if (across + down == 0)
        return NULL;
    if (*step == 0)
        *step = motion->duration;
    if (motion->duration != *step)
        return "its step is not that of the first move";
    return fmod(motion->start, *step) != 0 ? "it does not start with a step" : NULL;
}

io_result plan_frame_check_grid(const plan *all, double cell, const char *file, diagnostics *sink)
{
    double step = 0;
    const char *hint;
    for (size_t i = 0; i < all->agent_count; i++) {
        const graze_trajectory *path = &all->agents[i].trajectory;
        for (size_t k = 0; k < path->count; k++) {
            const char *fault = grid_fault(&path->motions[k], cell, &step, &hint);
            if (fault != NULL)
                return refuse_grid(&all->agents[i], k, file, sink, fault, hint);
        }
    }
    return IO_OK;
}
