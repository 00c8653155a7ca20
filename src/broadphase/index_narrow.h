/* SPDX-License-Identifier: MIT */
/* Sides of boxes as bytes, side by side: what all pairs of a grid are found by.
 *
 * The number of a side is what its cell is, only finer: f(side) = (side - origin) * scale, cut off
 * at both ends of the grid and then to a whole number, where 2^shift numbers are one cell. f is
 * monotone. A side where a life ends is one float before it, since lives are open. So of two boxes
 *
 *     a.lower <= b.upper   gives   number(a.lower) <= number(b.upper),
 *     number(a.lower) < number(b.upper)   gives   a.lower < b.upper,
 *
 * where upper is the side, in time the float before it. Boxes that share a point and more than an
 * instant are told apart by no axis; and where all lower numbers are less than the upper ones of
 * the other box, they do, and no tie of lives is among them (index_search.h): no float need be
 * looked at. Equal numbers say nothing.
 *
 * Of a number the last byte is kept. If a lies in a cell at most `reach` cells beside that of b,
 * the numbers of both boxes lie in 2 reach + 1 cells, and with (2 reach + 1) 2^shift <= 128 no two
 * of them differ by more than 127: the difference of bytes is that of numbers. */
#ifndef GRAZE_BROADPHASE_INDEX_NARROW_H
#define GRAZE_BROADPHASE_INDEX_NARROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

enum {
    NARROW_AXES = 4,
    NARROW_NUMBERS = 128, /* at most, of the cells that two boxes lie in */
    NARROW_LANES = 32     /* that may be read behind the last box */
};

typedef struct index_narrow {
    int axes;       /* x, y, time and, where boxes differ there, z */
    size_t stride;  /* from one column to the next */
    uint8_t *first; /* columns: the lower sides of all axes, then the upper ones */
} index_narrow;

static inline uint8_t *narrow_column(const index_narrow *of, int axis, bool upper)
{
    return of->first + of->stride * (size_t)(upper ? of->axes + axis : axis);
}

/* Two places: that of a box in the upper half, and of one behind it. */
typedef uint64_t place_pair;

static inline place_pair pair_of(uint32_t own, uint32_t other)
{
    return (place_pair)own << 32 | other;
}

static inline uint32_t pair_own(place_pair pair)
{
    return (uint32_t)(pair >> 32);
}

static inline uint32_t pair_other(place_pair pair)
{
    return (uint32_t)pair;
}

#endif
