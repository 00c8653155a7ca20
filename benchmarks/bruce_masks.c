/* SPDX-License-Identifier: MIT */
/* Extent masks. See bruce_masks.h. */
#include "benchmarks/bruce_masks.h"

#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    const float *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The first stretch that reaches to `value` or beyond: how many ends are before it. */
static int stretch_of(const extent_masks *masks, int axis, float value)
{
    int low = 0, high = masks->ends[axis];
    while (low < high) {
        int middle = (low + high) / 2;
        if (masks->end[axis][middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void set_bits(extent_masks *masks, int axis, int box, int first, int last)
{
    const uint64_t bit = UINT64_C(1) << box % 64;
    for (int i = first; i <= masks->ends[axis]; i++)
        masks->begun[axis][i][box / 64] |= bit;
    for (int i = 0; i <= last; i++)
        masks->ended[axis][i][box / 64] |= bit;
}

void masks_build(extent_masks *built, const flat_box *boxes, int count)
{
    memset(built, 0, sizeof *built);
    built->boxes = count;
    built->words = (count + 63) / 64;
    for (int axis = 0; axis < 2; axis++) {
        for (int i = 0; i < count; i++) {
            built->end[axis][built->ends[axis]++] = boxes[i].lower[axis];
            built->end[axis][built->ends[axis]++] = boxes[i].upper[axis];
        }
        qsort(built->end[axis], (size_t)built->ends[axis], sizeof(float), by_value);
        for (int i = 0; i < count; i++)
            set_bits(built, axis, i, stretch_of(built, axis, boxes[i].lower[axis]),
                     stretch_of(built, axis, boxes[i].upper[axis]));
    }
}

void masks_query(const extent_masks *masks, const flat_box *asked, uint64_t *words)
{
    const uint64_t *begun[2], *ended[2];
    for (int axis = 0; axis < 2; axis++) {
        begun[axis] = masks->begun[axis][stretch_of(masks, axis, asked->upper[axis])];
        ended[axis] = masks->ended[axis][stretch_of(masks, axis, asked->lower[axis])];
    }
    for (int i = 0; i < masks->words; i++)
        words[i] = begun[0][i] & ended[0][i] & begun[1][i] & ended[1][i];
}
