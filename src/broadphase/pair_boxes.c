/* SPDX-License-Identifier: MIT */
/* Sequences of boxes: their memory, their steps, and what a filter adds to them. */
#include "broadphase/pair_boxes.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

#include "base/memory.h"
#include "motion/box.h"
#include "numeric/float_mode.h"
#include "numeric/rounding.h"

/* ---- steps ---------------------------------------------------------------------------- */

/* The quotient is off by less than a step where a step is 2^-50 of every time that goes
 * into it or more; hence a few corrections at most. */
bool pair_step_at(const graze_time_grid *grid, double time, int64_t *step)
{
    double size = fmax(fabs(grid->origin), fabs(time));
    double quotient = (time - grid->origin) / grid->step;
    if (!(size * 0x1p-50 <= grid->step && fabs(quotient) <= 0x1p50))
        return false;
    int64_t found = (int64_t)floor(quotient);
    while (pair_time(grid, found) > time)
        found--;
    while (pair_time(grid, found + 1) <= time)
        found++;
    *step = found;
    return true;
}

/* ---- levels --------------------------------------------------------------------------- */

static void clear_group(float *group)
{
    for (int axis = 0; axis < 3; axis++)
        for (int lane = 0; lane < PAIR_LANES; lane++) {
            group[pair_lower(axis) + lane] = HUGE_VALF;
            group[pair_upper(axis) + lane] = -HUGE_VALF;
        }
}

bool pair_level_make(const graze_allocator *allocator, int64_t first, int64_t last,
                     pair_level *level)
{
    enum { ALIGNMENT = 64 };
    level->first = first - (first & (PAIR_LANES - 1));
    level->count = (size_t)(last - level->first) / PAIR_LANES + 1;
    level->memory = memory_resize(allocator, NULL, level->count + 1, PAIR_GROUP * sizeof(float));
    if (level->memory == NULL)
        return false;
    uintptr_t address = (uintptr_t)level->memory;
    size_t skipped = (ALIGNMENT - address % ALIGNMENT) % ALIGNMENT;
    level->groups = (float *)(void *)((char *)level->memory + skipped);
    for (size_t i = 0; i < level->count; i++)
        clear_group(level->groups + i * PAIR_GROUP);
    return true;
}

/* The z sides of flat boxes are all the same, and those of empty boxes do not matter:
 * filling leaves them alone. */
static void make_flat(const graze_boxes *boxes, pair_level *level)
{
    for (size_t i = 0; i < level->count * PAIR_LANES; i++) {
        float *entry = level->groups + i / PAIR_LANES * PAIR_GROUP + i % PAIR_LANES;
        entry[PAIR_LOWER_Z] = boxes->whole.lower[2];
        entry[PAIR_UPPER_Z] = boxes->whole.upper[2];
    }
}

/* Up to two groups at the top: steps on both sides of 0 never share one. */
bool pair_prepare_pyramid(graze_boxes *boxes)
{
    while (boxes->first < boxes->end && boxes->levels[boxes->level_count - 1].count > 2) {
        assert(boxes->level_count < PAIR_LEVELS);
        const pair_level *below = &boxes->levels[boxes->level_count - 1];
        int64_t first = pair_above(below->first);
        if (!pair_level_make(&boxes->allocator, first, first + (int64_t)below->count - 1,
                             &boxes->levels[boxes->level_count]))
            return false;
        if (boxes->flat)
            make_flat(boxes, &boxes->levels[boxes->level_count]);
        boxes->level_count++;
    }
    pair_fill_pyramid(boxes, cpu_level());
    return true;
}

/* ---- trees ---------------------------------------------------------------------------- */

static void unite_nodes(const pair_box *left, const pair_box *right, pair_box *node)
{
    for (int k = 0; k < 3; k++) {
        node->lower[k] = left->lower[k] < right->lower[k] ? left->lower[k] : right->lower[k];
        node->upper[k] = left->upper[k] > right->upper[k] ? left->upper[k] : right->upper[k];
    }
}

void pair_tree_make(const graze_boxes *boxes, int64_t from, int64_t until, pair_box *nodes)
{
    if (until - from == 1) {
        *nodes = pair_box_at(pair_sides(boxes, from));
        return;
    }
    int64_t half = (until - from) / 2;
    pair_box *left = nodes + 1, *right = nodes + 2 * half;
    pair_tree_make(boxes, from, from + half, left);
    pair_tree_make(boxes, from + half, until, right);
    unite_nodes(left, right, nodes);
}

bool pair_prepare_tree(graze_boxes *boxes)
{
    if (boxes->first == boxes->end)
        return true;
    size_t count = (size_t)(boxes->end - boxes->first);
    boxes->nodes = memory_resize(&boxes->allocator, NULL, 2 * count - 1, sizeof(pair_box));
    if (boxes->nodes == NULL)
        return false;
    pair_tree_make(boxes, boxes->first, boxes->end, boxes->nodes);
    return true;
}

/* ---- the pace ------------------------------------------------------------------------- */

/* How far a side moves at most; infinite beside infinite sides and empty boxes, whose moves
 * may be NaN. */
static double greatest_move(const float *from, const float *to)
{
    double greatest = 0;
    for (int side = 0; side < PAIR_GROUP; side += PAIR_LANES) {
        double move = fabs((double)to[side] - (double)from[side]);
        if (!(move < HUGE_VAL))
            return HUGE_VAL;
        greatest = fmax(greatest, move);
    }
    return greatest;
}

void pair_prepare_pace(graze_boxes *boxes)
{
    double pace = 0;
    for (int64_t step = boxes->first; step + 1 < boxes->end; step++) {
        pace = fmax(pace, greatest_move(pair_sides(boxes, step), pair_sides(boxes, step + 1)));
        if (pace == HUGE_VAL)
            break;
    }
    boxes->pace = pace < HUGE_VAL ? double_next_up(pace) : HUGE_VAL;
}

/* ---- the public door ------------------------------------------------------------------ */

static void free_level(const graze_allocator *allocator, pair_level *level)
{
    memory_free(allocator, level->memory);
}

void graze_boxes_free(graze_boxes *boxes)
{
    if (boxes == NULL)
        return;
    graze_allocator allocator = boxes->allocator;
    for (int i = 0; i < PAIR_LEVELS; i++)
        free_level(&allocator, &boxes->levels[i]);
    free_level(&allocator, &boxes->standing);
    memory_free(&allocator, boxes->nodes);
    memory_free(&allocator, boxes->motions);
    memory_free(&allocator, boxes);
}

void graze_boxes_steps(const graze_boxes *boxes, int64_t *first, size_t *count)
{
    *first = boxes->first;
    *count = (size_t)(boxes->end - boxes->first);
}

bool graze_boxes_at(const graze_boxes *boxes, int64_t step, graze_box *found)
{
    FLOAT_MODE_DEFAULT;
    bool staying = step >= boxes->end;
    if (step < boxes->first || (staying && !boxes->stays))
        return false;
    pair_box sides = staying ? boxes->stay : pair_box_at(pair_sides(boxes, step));
    if (sides.lower[0] > sides.upper[0]) /* a gap between two motions */
        return false;
    const graze_vector *centre = &boxes->grid.centre;
    const double origin[] = {centre->x, centre->y, centre->z};
    for (int k = 0; k < 3; k++) {
        found->lower[k] = box_sum_below((double)sides.lower[k], origin[k]);
        found->upper[k] = box_sum_above((double)sides.upper[k], origin[k]);
    }
    found->begin = pair_time(&boxes->grid, step);
    found->end = pair_time(&boxes->grid, step + 1);
    return true;
}
