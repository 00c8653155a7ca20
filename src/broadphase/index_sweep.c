/* SPDX-License-Identifier: MIT */
/* Sweep and prune: boxes sorted by their lower sides on one axis. What meets a probe
 * begins before the probe ends, which is one search in the sorted sides; and among
 * what begins before, blocks whose greatest upper side so far is before the probe are
 * passed over. */
#include <math.h>
#include <string.h>

#include "broadphase/index_methods.h"

enum { BLOCK = 64, DIGIT_BITS = 11, DIGITS = 3 };

/* ---- making ------------------------------------------------------------------------- */

/* The axis on which boxes overlap least: the longest span in typical extents. */
static int choose_axis(const index_survey *survey)
{
    int best = 0;
    double most = -1;
    for (int k = 0; k < INDEX_AXES; k++) {
        double span = (double)survey->high[k] - survey->low[k];
        double ratio = span > 0 ? span / survey->extent[k] : 0;
        if (ratio > most) {
            most = ratio;
            best = k;
        }
    }
    return best;
}

/* Floats as numbers of the same order. */
static uint32_t key_of(float side)
{
    uint32_t bits;
    side += 0.0f; /* one zero */
    memcpy(&bits, &side, sizeof bits);
    return bits >> 31 ? ~bits : bits | UINT32_C(1) << 31;
}

typedef struct sortable {
    uint32_t key, item;
} sortable;

static void sort_by_digit(const sortable *from, sortable *to, uint32_t count, int digit)
{
    uint32_t start[1 << DIGIT_BITS] = {0};
    const int shift = digit * DIGIT_BITS;
    const uint32_t mask = (1 << DIGIT_BITS) - 1;
    for (uint32_t i = 0; i < count; i++)
        start[from[i].key >> shift & mask]++;
    for (uint32_t i = 0, place = 0; i <= mask; i++) {
        uint32_t inside = start[i];
        start[i] = place;
        place += inside;
    }
    for (uint32_t i = 0; i < count; i++)
        to[start[from[i].key >> shift & mask]++] = from[i];
}

static bool sort_items(const graze_allocator *allocator, const index_box *all, int axis,
                       uint32_t *items, uint32_t count)
{
    sortable *list = memory_resize(allocator, NULL, count, 2 * sizeof *list);
    if (list == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        list[i] = (sortable){key_of(all[items[i]].lower[axis]), items[i]};
    sortable *from = list, *to = list + count;
    for (int digit = 0; digit < DIGITS; digit++) {
        sort_by_digit(from, to, count, digit);
        sortable *sorted = to;
        to = from;
        from = sorted;
    }
    for (uint32_t i = 0; i < count; i++)
        items[i] = from[i].item;
    memory_free(allocator, list);
    return true;
}

bool sweep_make(const graze_allocator *allocator, const index_box *all,
                const index_survey *survey, uint32_t *items, uint32_t count, index_sweep *made)
{
    const size_t blocks = (size_t)count / BLOCK + 1;
    *made = (index_sweep){.axis = choose_axis(survey)};
    made->sorted = memory_resize(allocator, NULL, count + blocks, sizeof *made->sorted);
    if (made->sorted == NULL || !sort_items(allocator, all, made->axis, items, count)) {
        sweep_free(allocator, made);
        return false;
    }
    made->reach = made->sorted + count;
    float reach = -INFINITY;
    for (uint32_t place = 0; place < count; place++) {
        const index_box *box = &all[items[place]];
        made->sorted[place] = box->lower[made->axis];
        reach = box->upper[made->axis] > reach ? box->upper[made->axis] : reach;
        made->reach[place / BLOCK] = reach;
    }
    return true;
}

void sweep_free(const graze_allocator *allocator, index_sweep *emptied)
{
    memory_free(allocator, emptied->sorted);
    *emptied = (index_sweep){0};
}

/* ---- walking ------------------------------------------------------------------------ */

/* How many of the ascending values are below the limit (or at it, when asked)? */
static uint32_t count_below(const float *values, uint32_t count, float limit, bool or_at)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (values[middle] < limit || (or_at && values[middle] == limit))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void sweep_walk(const index_sweep *sweep, uint32_t after, index_sieve *sieve)
{
    const index_shelf *shelf = sieve->shelf;
    const index_box *box = &sieve->probe->search.box;
    uint32_t blocks = (shelf->count + BLOCK - 1) / BLOCK;
    uint32_t first = after;
    if (after == 0)
        first = BLOCK * count_below(sweep->reach, blocks, box->lower[sweep->axis], false);
    if (first < shelf->count)
        sieve_add(sieve, first, first + count_below(sweep->sorted + first, shelf->count - first,
                                                    box->upper[sweep->axis], true));
}
