/* SPDX-License-Identifier: MIT */
/* A shelf: boxes of an index side by side, in the order that its method likes.
 *
 * The workload that shaped this file: millions of boxes, questions that look at a
 * few runs of a few boxes each. Sides are floats rounded outward: half the memory
 * and twice the lanes.
 *
 * Why floats lose nothing. Rounding down and up is monotone, so a <= b for doubles
 * gives down(a) <= up(b), and a < b gives down(a) < up(b). Space is compared closed
 * (<=), lives are open and are compared with <: those of a shelf's own boxes as they are;
 * a probe's begin and end, which may be of a closed life, are moved inward by one float
 * each, so that one comparison (<=) serves every axis. A tie of two lives that are not
 * floats is seen as an overlap; index_sieve.c asks the doubles.
 */
#ifndef GRAZE_BROADPHASE_INDEX_SHELF_H
#define GRAZE_BROADPHASE_INDEX_SHELF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"

enum { INDEX_AXES = 4, INDEX_TIME = 3, SHELF_LANES = 16 };

/* A closed box of floats. */
typedef struct index_box {
    float lower[INDEX_AXES], upper[INDEX_AXES];
} index_box;

/* The motion that a box belongs to. */
typedef struct index_entry {
    uint32_t agent, motion;
} index_entry;

/* Boxes and their entries, side by side: what levels are made of. A box is all NaN for an empty
 * life. */
typedef struct index_items {
    index_box *box;
    index_entry *entry;
} index_items;

/* Which axes tell the boxes apart? The others, where all boxes have the same sides,
 * are answered by the bounds. */
typedef enum shelf_kind {
    SHELF_FLAT,  /* x, y */
    SHELF_PLANE, /* x, y, time */
    SHELF_SPACE  /* x, y, z, time */
} shelf_kind;

typedef struct index_shelf {
    uint32_t count, capacity;
    /* Columns of one block at equal distances: lower x, y, time, upper ones, lower and upper z,
     * which are null where all boxes have the same. */
    float *lower[INDEX_AXES], *upper[INDEX_AXES];
    index_entry *entry;
    index_box bounds; /* round all boxes */
    shelf_kind kind;
} index_shelf;

/* [floats] From one column to the next. */
static inline size_t shelf_stride(uint32_t capacity)
{
    return (size_t)capacity + SHELF_LANES;
}

/* The number of a column. */
static inline size_t shelf_column(int axis, bool upper)
{
    static const size_t lower_ones[INDEX_AXES] = {0, 1, 6, 2};
    return lower_ones[axis] + (upper ? axis == 2 ? 1 : 3 : 0);
}

/* Places first <= place < last. */
typedef struct shelf_run {
    uint32_t first, last;
} shelf_run;

/* An empty shelf with room for `capacity` boxes, and for their z; false when there is no memory. */
bool shelf_make(const graze_allocator *allocator, uint32_t capacity, bool has_z,
                index_shelf *made);

/* Have items different z? Some of them tell, and shelf_fill sees who was wrong. */
bool shelf_wants_z(const index_items *of, const uint32_t *numbers, uint32_t count);

/* The columns of a shelf that is still empty, to count in: numbers for every place each. */
typedef struct shelf_scratch {
    uint32_t *first, *second;
} shelf_scratch;

shelf_scratch shelf_lend(const index_shelf *shelf);

void shelf_free(const graze_allocator *allocator, index_shelf *emptied);

/* [bytes] of memory. */
size_t shelf_bytes(const index_shelf *shelf);

/* Puts a box at the next place. There is room, and for z. */
void shelf_append(index_shelf *shelf, const index_box *sides, index_entry entry);

/* Fills an empty shelf: place p gets item numbers[p]. There is room, but for z perhaps: false when
 * there is no memory for it. */
bool shelf_fill(const graze_allocator *allocator, index_shelf *shelf, const index_items *of,
                const uint32_t *numbers, uint32_t count);

/* Takes the box at a place away: nothing meets it any more. */
void shelf_clear(index_shelf *shelf, uint32_t place);

static inline bool shelf_is_clear(const index_shelf *shelf, uint32_t place)
{
    return !(shelf->lower[0][place] <= shelf->upper[0][place]);
}

/* The box at a place. */
static inline index_box shelf_box(const index_shelf *shelf, uint32_t place)
{
    enum { Z = 2 };
    float *const *low = shelf->lower, *const *high = shelf->upper;
    const bool has_z = low[Z] != NULL;
    return (index_box){{low[0][place], low[1][place],
                        has_z ? low[Z][place] : shelf->bounds.lower[Z], low[3][place]},
                       {high[0][place], high[1][place],
                        has_z ? high[Z][place] : shelf->bounds.upper[Z], high[3][place]}};
}

static inline bool boxes_share(const index_box *a, const index_box *b)
{
    bool share = true;
    for (int k = 0; k < INDEX_AXES; k++)
        share &= a->lower[k] <= b->upper[k] && b->lower[k] <= a->upper[k];
    return share;
}

#endif
