/* SPDX-License-Identifier: MIT */
/* Boxes into levels, and a method for each.
 *
 * The rule of GRAZE_INDEX_AUTO: up to FEW boxes a scan, which then costs less than
 * finding the right cells; else a grid, unless a box shares its cell with more than
 * CROWD others on average, because most boxes crowd in a small part of the range: then
 * a tree. The figures are in benchmarks/README.md. */
#include "broadphase/index_level.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "broadphase/index_quad.h"

enum { FEW = 128, CROWD = 48 };

/* ---- one level ---------------------------------------------------------------------- */

static bool method_make(const graze_allocator *allocator, const index_items *all,
                        const index_survey *survey, uint32_t *items, uint32_t count,
                        index_level *level)
{
    const shelf_scratch scratch = shelf_lend(&level->shelf);
    switch (level->method) {
    case GRAZE_INDEX_GRID:
        return grid_make(allocator, all->box, survey, items, count, &scratch, &level->grid);
    case GRAZE_INDEX_SWEEP:
        return sweep_make(allocator, all->box, survey, items, count, &level->sweep);
    case GRAZE_INDEX_TREE:
        return tree_make(allocator, all->box, items, count, &level->tree);
    case GRAZE_INDEX_MASKS:
        return masks_make(allocator, all->box, items, count, &level->masks);
    case GRAZE_INDEX_AUTO: /* UNREACHED: a level has a method */
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
static bool method_choose(const graze_allocator *allocator, const index_items *all,
                          const index_survey *survey, uint32_t *items, uint32_t count,
                          index_level *level)
{
    level->method = count <= FEW ? GRAZE_INDEX_SCAN : GRAZE_INDEX_GRID;
    if (!method_make(allocator, all, survey, items, count, level))
        return false;
    if (level->method == GRAZE_INDEX_SCAN || level->grid.crowd <= CROWD)
        return true;
    method_free(allocator, level);
    level->method = GRAZE_INDEX_TREE;
    return method_make(allocator, all, survey, items, count, level);
}

static bool level_fill(const graze_allocator *allocator, const index_items *all,
                       const uint32_t *items, uint32_t count, index_level *level)
{
    return shelf_fill(allocator, &level->shelf, all, items, count) &&
           (level->method != GRAZE_INDEX_GRID || !grid_can_look_ahead(&level->grid) ||
            grid_narrow(allocator, &level->shelf, &level->grid));
}

static bool level_make(const graze_allocator *allocator, graze_index_method method,
                       const index_items *all, const index_survey *survey, uint32_t *items,
                       uint32_t count, index_level *level)
{
    *level = (index_level){.method = method};
    if (!shelf_make(allocator, count, shelf_wants_z(all, items, count), &level->shelf))
        return false;
    bool made = method == GRAZE_INDEX_AUTO
                    ? method_choose(allocator, all, survey, items, count, level)
                    : method_make(allocator, all, survey, items, count, level);
    if (made && level_fill(allocator, all, items, count, level))
        return true;
    if (made)
        method_free(allocator, level);
    shelf_free(allocator, &level->shelf);
    return false;
}

void level_free(const graze_allocator *allocator, index_level *emptied)
{
    method_free(allocator, emptied);
    shelf_free(allocator, &emptied->shelf);
    *emptied = (index_level){0};
}

void level_clear(index_level *level, uint32_t place)
{
    shelf_clear(&level->shelf, place);
    if (level->method == GRAZE_INDEX_GRID)
        level->grid.has_holes = true;
}

size_t level_bytes(const index_level *level)
{
    size_t bytes = shelf_bytes(&level->shelf);
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
    case GRAZE_INDEX_AUTO: /* UNREACHED: a level has a method */
    case GRAZE_INDEX_SCAN:
        sieve_add(sieve, after, level->shelf.count);
        break;
    }
    sieve_flush(sieve);
}

/* ---- many levels -------------------------------------------------------------------- */

/* The boxes that stay together: no longer on any axis than twice what nine of ten are. */
typedef enum fit { FITS, LASTS, IS_WIDE } fit;

static inline fit fit_of(quad lengths, quad limit)
{
    const int longer = quad_above(lengths, limit);
    return longer == 0 ? FITS : longer == 1 << INDEX_TIME ? LASTS : IS_WIDE;
}

/* Moves the items of one kind to the front. How many, and how long is the longest on each axis? */
static uint32_t gather(const index_items *all, uint32_t *items, uint32_t count, quad limit,
                       fit wanted, float *longest)
{
    quad most = quad_load((const float[4]){0, 0, 0, 0});
    uint32_t front = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t item = items[i];
        const index_box *sides = &all->box[item];
        const quad lengths = quad_lengths(sides->lower, sides->upper);
        if (fit_of(lengths, limit) != wanted)
            continue;
        most = quad_max(lengths, most);
        items[i] = items[front];
        items[front++] = item;
    }
    quad_store(longest, most);
    return front;
}

/* A stretch of the items that is still to be sorted. */
typedef shelf_run stretch;

/* Splits a stretch, unless all of it is to stay: the first part is a level, whose longest boxes are
 * noted, the other two wait. The longest of the whole stretch may be known. */
static uint32_t set_apart(const index_items *all, bool split, const float *longest,
                          index_survey *survey, uint32_t *items, stretch whole, stretch *waiting,
                          int *left)
{
    float limit[INDEX_AXES], unused[INDEX_AXES];
    uint32_t count = whole.last - whole.first;
    for (int k = 0; k < INDEX_AXES; k++)
        limit[k] = split ? 2 * survey->extent[k] : (float)INFINITY;
    const quad limits = quad_load(limit);
    if (longest != NULL && fit_of(quad_load(longest), limits) == FITS) {
        memcpy(survey->longest, longest, sizeof survey->longest);
        return whole.last;
    }
    uint32_t fits =
        whole.first + gather(all, items + whole.first, count, limits, FITS, survey->longest);
    uint32_t lasts = fits + gather(all, items + fits, whole.last - fits, limits, LASTS, unused);
    if (lasts < whole.last)
        waiting[(*left)++] = (stretch){lasts, whole.last};
    if (fits < lasts)
        waiting[(*left)++] = (stretch){fits, lasts};
    return fits;
}

bool levels_make(const graze_allocator *allocator, graze_index_method method,
                 const index_items *all, uint32_t *items, uint32_t count, const float *longest,
                 index_level *levels, int *level_count)
{
    stretch waiting[INDEX_LEVELS + 2];
    int left = 0, made = 0;
    if (count > 0)
        waiting[left++] = (stretch){0, count};
    while (left > 0) {
        stretch whole = waiting[--left];
        /* Each stretch that waits needs a level, and a split leaves up to two more. */
        bool split = whole.last - whole.first > FEW && made + left + 3 <= INDEX_LEVELS;
        index_survey survey;
        survey_take(all->box, items + whole.first, whole.last - whole.first, &survey);
        uint32_t end = set_apart(all, split, longest, &survey, items, whole, waiting, &left);
        longest = NULL;            /* the rest are others */
        assert(end > whole.first); /* of the sample six in ten are long on no axis */
        if (end < whole.last)
            survey_take(all->box, items + whole.first, end - whole.first, &survey);
        if (!level_make(allocator, method, all, &survey, items + whole.first, end - whole.first,
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
