/* SPDX-License-Identifier: MIT */
/* Boxes into levels, and a method for each.
 *
 * The rule of GRAZE_INDEX_AUTO: up to FEW boxes a scan, which then costs less than
 * finding the right cells; else a grid, unless a box shares its cell with more than
 * CROWD others on average, because most boxes crowd in a small part of the range: then
 * a tree. The figures are in benchmarks/README.md. */
#include "broadphase/index_level.h"

#include <math.h>

enum { FEW = 128, CROWD = 48 };

/* ---- one level ---------------------------------------------------------------------- */

static bool method_make(const graze_allocator *allocator, const index_box *boxes,
                        uint32_t *items, uint32_t count, index_level *level)
{
    index_survey survey;
    survey_take(boxes, items, count, &survey);
    switch (level->method) {
    case GRAZE_INDEX_GRID:
        return grid_make(allocator, boxes, &survey, items, count, &level->grid);
    case GRAZE_INDEX_SWEEP:
        return sweep_make(allocator, boxes, &survey, items, count, &level->sweep);
    case GRAZE_INDEX_TREE:
        return tree_make(allocator, boxes, items, count, &level->tree);
    case GRAZE_INDEX_MASKS:
        return masks_make(allocator, boxes, items, count, &level->masks);
    case GRAZE_INDEX_AUTO:
    case GRAZE_INDEX_SCAN:
        break;
    }
    return true;
}

static void method_free(const graze_allocator *allocator, index_level *level)
{
    if (level->method == GRAZE_INDEX_GRID)
        grid_free(allocator, &level->grid);
    else if (level->method == GRAZE_INDEX_SWEEP)
        sweep_free(allocator, &level->sweep);
    else if (level->method == GRAZE_INDEX_TREE)
        tree_free(allocator, &level->tree);
    else if (level->method == GRAZE_INDEX_MASKS)
        masks_free(allocator, &level->masks);
}

/* A grid, and a tree in its place if the grid turns out to be crowded. */
static bool method_choose(const graze_allocator *allocator, const index_box *boxes,
                          uint32_t *items, uint32_t count, index_level *level)
{
    level->method = count <= FEW ? GRAZE_INDEX_SCAN : GRAZE_INDEX_GRID;
    if (!method_make(allocator, boxes, items, count, level))
        return false;
    if (level->method == GRAZE_INDEX_SCAN || level->grid.crowd <= CROWD)
        return true;
    method_free(allocator, level);
    level->method = GRAZE_INDEX_TREE;
    return method_make(allocator, boxes, items, count, level);
}

static bool level_make(const graze_allocator *allocator, graze_index_method method,
                       const index_box *boxes, uint32_t *items, uint32_t count,
                       index_level *level)
{
    *level = (index_level){.method = method};
    bool made = method == GRAZE_INDEX_AUTO
                    ? method_choose(allocator, boxes, items, count, level)
                    : method_make(allocator, boxes, items, count, level);
    if (!made)
        return false;
    if (!shelf_make(allocator, count, &level->shelf)) {
        method_free(allocator, level);
        return false;
    }
    shelf_fill(&level->shelf, boxes, items, count);
    return true;
}

void level_free(const graze_allocator *allocator, index_level *emptied)
{
    method_free(allocator, emptied);
    shelf_free(allocator, &emptied->shelf);
    *emptied = (index_level){0};
}

size_t level_bytes(const index_level *level)
{
    size_t each = 2 * INDEX_AXES * sizeof(float) + sizeof(uint32_t);
    size_t bytes = ((size_t)level->shelf.capacity + SHELF_LANES) * each;
    if (level->method == GRAZE_INDEX_GRID)
        bytes += grid_bytes(&level->grid);
    if (level->method == GRAZE_INDEX_SWEEP)
        bytes += level->shelf.count * sizeof *level->sweep.sorted;
    if (level->method == GRAZE_INDEX_TREE)
        bytes += level->tree.count * sizeof *level->tree.nodes;
    if (level->method == GRAZE_INDEX_MASKS)
        bytes += masks_bytes(&level->masks);
    return bytes;
}

void level_ask(const index_level *level, const index_probe *probe, uint32_t after,
               index_sieve *sieve)
{
    if (!sieve_begin(sieve, &level->shelf, probe))
        return;
    switch (level->method) {
    case GRAZE_INDEX_GRID:
        grid_walk(&level->grid, after, sieve);
        break;
    case GRAZE_INDEX_SWEEP:
        sweep_walk(&level->sweep, after, sieve);
        break;
    case GRAZE_INDEX_TREE:
        tree_walk(&level->tree, after, sieve);
        break;
    case GRAZE_INDEX_MASKS:
        masks_walk(&level->masks, after, sieve);
        break;
    case GRAZE_INDEX_AUTO:
    case GRAZE_INDEX_SCAN:
        sieve_add(sieve, after, level->shelf.count);
        break;
    }
    sieve_flush(sieve);
}

/* ---- many levels -------------------------------------------------------------------- */

/* The boxes that stay together: no longer on any axis than twice what nine of ten are. */
typedef enum fit { FITS, LASTS, IS_WIDE } fit;

static fit fit_of(const index_box *box, const float *limit)
{
    for (int k = 0; k < INDEX_TIME; k++)
        if (box->upper[k] - box->lower[k] > limit[k])
            return IS_WIDE;
    return box->upper[INDEX_TIME] - box->lower[INDEX_TIME] > limit[INDEX_TIME] ? LASTS : FITS;
}

/* Moves the items of one kind to the front, the others keep no order. How many? */
static uint32_t gather(const index_box *boxes, uint32_t *items, uint32_t count,
                       const float *limit, fit wanted)
{
    uint32_t front = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t item = items[i];
        if (fit_of(&boxes[item], limit) != wanted)
            continue;
        items[i] = items[front];
        items[front++] = item;
    }
    return front;
}

/* A stretch of the items that is still to be sorted. */
typedef shelf_run stretch;

/* Splits a stretch: the first part is a level, the other two wait. */
static uint32_t set_apart(const index_box *boxes, uint32_t *items, stretch all, stretch *waiting,
                          int *left)
{
    index_survey survey;
    float limit[INDEX_AXES];
    uint32_t count = all.last - all.first;
    survey_take(boxes, items + all.first, count, &survey);
    for (int k = 0; k < INDEX_AXES; k++)
        limit[k] = 2 * survey.extent[k];
    uint32_t fits = all.first + gather(boxes, items + all.first, count, limit, FITS);
    uint32_t lasts = fits + gather(boxes, items + fits, all.last - fits, limit, LASTS);
    if (lasts < all.last)
        waiting[(*left)++] = (stretch){lasts, all.last};
    if (fits < lasts)
        waiting[(*left)++] = (stretch){fits, lasts};
    return fits;
}

bool levels_make(const graze_allocator *allocator, graze_index_method method,
                 const index_box *boxes, uint32_t *items, uint32_t count, index_level *levels,
                 int *level_count)
{
    stretch waiting[INDEX_LEVELS + 2];
    int left = 0, made = 0;
    if (count > 0)
        waiting[left++] = (stretch){0, count};
    while (left > 0) {
        stretch all = waiting[--left];
        /* Each stretch that waits needs a level, and a split leaves up to two more. */
        bool split = all.last - all.first > FEW && made + left + 3 <= INDEX_LEVELS;
        uint32_t end = split ? set_apart(boxes, items, all, waiting, &left) : all.last;
        if (end == all.first)
            continue;
        if (!level_make(allocator, method, boxes, items + all.first, end - all.first,
                        &levels[made])) {
            while (made > 0)
                level_free(allocator, &levels[--made]);
            return false;
        }
        made++;
    }
    *level_count = made;
    return true;
}
