/* SPDX-License-Identifier: MIT */
/* Sequences of boxes: their memory, their steps, and what a filter adds to them. */
#include "broadphase/pair_boxes.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

#include "base/memory.h"
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

static void clear_group(double *group)
{
    for (int i = 0; i < PAIR_GROUP; i++)
        group[i] = i < PAIR_GROUP / 2 ? HUGE_VAL : -HUGE_VAL;
}

bool pair_level_make(const graze_allocator *allocator, int64_t first, int64_t last,
                     pair_level *level)
{
    enum { ALIGNMENT = 64 };
    level->first = first - (first & (PAIR_LANES - 1));
    level->count = (size_t)(last - level->first) / PAIR_LANES + 1;
    level->memory = memory_resize(allocator, NULL, level->count + 1, PAIR_GROUP * sizeof(double));
    if (level->memory == NULL)
        return false;
    uintptr_t address = (uintptr_t)level->memory;
    size_t skipped = (ALIGNMENT - address % ALIGNMENT) % ALIGNMENT;
    level->groups = (double *)(void *)((char *)level->memory + skipped);
    for (size_t i = 0; i < level->count; i++)
        clear_group(level->groups + i * PAIR_GROUP);
    return true;
}

/* The union of the 16 boxes of a group, side by side in an entry of another. */
static void unite_group(const double *group, double *entry)
{
    for (int side = 0; side < PAIR_SIDES; side++) {
        const double *lane = group + side * PAIR_LANES;
        double united = lane[0];
        for (int i = 1; i < PAIR_LANES; i++)
            if (side < 3 ? lane[i] < united : lane[i] > united)
                united = lane[i];
        entry[side * PAIR_LANES] = united;
    }
}

static bool add_level(graze_boxes *boxes)
{
    const pair_level *below = &boxes->levels[boxes->level_count - 1];
    pair_level *level = &boxes->levels[boxes->level_count];
    int64_t first = pair_above(below->first);
    if (!pair_level_make(&boxes->allocator, first, first + (int64_t)below->count - 1, level))
        return false;
    boxes->level_count++;
    size_t slot = (size_t)(first - level->first);
    for (size_t i = 0; i < below->count; i++, slot++)
        unite_group(below->groups + i * PAIR_GROUP,
                    level->groups + slot / PAIR_LANES * PAIR_GROUP + slot % PAIR_LANES);
    return true;
}

/* Up to two groups at the top: steps on both sides of 0 never share one. */
bool pair_prepare_pyramid(graze_boxes *boxes)
{
    while (boxes->first < boxes->end && boxes->levels[boxes->level_count - 1].count > 2) {
        assert(boxes->level_count < PAIR_LEVELS);
        if (!add_level(boxes))
            return false;
    }
    return true;
}

/* ---- trees ---------------------------------------------------------------------------- */

static void leaf_node(const graze_boxes *boxes, int64_t step, pair_node *node)
{
    const double *sides = pair_sides(boxes, step);
    for (int k = 0; k < 3; k++) {
        node->lower[k] = sides[k * PAIR_LANES];
        node->upper[k] = sides[(3 + k) * PAIR_LANES];
    }
}

static void unite_nodes(const pair_node *left, const pair_node *right, pair_node *node)
{
    for (int k = 0; k < 3; k++) {
        node->lower[k] = left->lower[k] < right->lower[k] ? left->lower[k] : right->lower[k];
        node->upper[k] = left->upper[k] > right->upper[k] ? left->upper[k] : right->upper[k];
    }
}

void pair_tree_make(const graze_boxes *boxes, int64_t from, int64_t until, pair_node *nodes)
{
    if (until - from == 1) {
        leaf_node(boxes, from, nodes);
        return;
    }
    int64_t half = (until - from) / 2;
    pair_node *left = nodes + 1, *right = nodes + 2 * half;
    pair_tree_make(boxes, from, from + half, left);
    pair_tree_make(boxes, from + half, until, right);
    unite_nodes(left, right, nodes);
}

bool pair_prepare_tree(graze_boxes *boxes)
{
    if (boxes->first == boxes->end)
        return true;
    size_t count = (size_t)(boxes->end - boxes->first);
    boxes->nodes = memory_resize(&boxes->allocator, NULL, 2 * count - 1, sizeof(pair_node));
    if (boxes->nodes == NULL)
        return false;
    pair_tree_make(boxes, boxes->first, boxes->end, boxes->nodes);
    return true;
}

/* ---- the pace ------------------------------------------------------------------------- */

/* How far a side moves at most, rounded up; infinite or NaN beside infinite sides and
 * empty boxes. */
static double greatest_move(const double *from, const double *to)
{
    double greatest = 0;
    for (int side = 0; side < PAIR_SIDES; side++) {
        double move = fabs(to[side * PAIR_LANES] - from[side * PAIR_LANES]);
        if (!(move <= greatest))
            greatest = move;
    }
    return greatest;
}

void pair_prepare_pace(graze_boxes *boxes)
{
    double pace = 0;
    for (int64_t step = boxes->first; step + 1 < boxes->end; step++) {
        double move = greatest_move(pair_sides(boxes, step), pair_sides(boxes, step + 1));
        if (!(move <= pace))
            pace = move;
        if (!(pace < HUGE_VAL))
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
    bool staying = step >= boxes->end;
    if (step < boxes->first || (staying && !boxes->stays))
        return false;
    graze_box box = boxes->stay;
    const double *sides = staying ? boxes->standing.groups : pair_sides(boxes, step);
    for (int k = 0; k < 3; k++) {
        box.lower[k] = sides[k * PAIR_LANES];
        box.upper[k] = sides[(3 + k) * PAIR_LANES];
    }
    box.begin = pair_time(&boxes->grid, step);
    box.end = pair_time(&boxes->grid, step + 1);
    if (box.lower[0] > box.upper[0]) /* a gap between two motions */
        return false;
    *found = box;
    return true;
}
