/* SPDX-License-Identifier: MIT */
/* A shelf: boxes of an index side by side, in the order that its method likes, and
 * the wide test that looks through a run of them.
 *
 * The workload that shaped this file: millions of boxes, questions that look at a
 * few runs of a few boxes each. Sides are floats rounded outward: half the memory
 * and twice the lanes. Axes 0..2 are space, axis 3 is time.
 *
 * Why floats lose nothing. Rounding down and up is monotone, so a <= b for doubles
 * gives down(a) <= up(b), and a < b gives down(a) < up(b). Space is compared closed
 * (<=), lives are open and are compared with <: a probe's begin and end are moved
 * inward by one float each, so that one comparison (<=) serves every axis. A tie of
 * two lives that are not floats is seen as an overlap; index_times.h asks the doubles.
 */
#ifndef GRAZE_BROADPHASE_INDEX_SHELF_H
#define GRAZE_BROADPHASE_INDEX_SHELF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpu.h"
#include "base/memory.h"

enum { INDEX_AXES = 4, INDEX_TIME = 3, SHELF_LANES = 16 };

/* A closed box of floats. */
typedef struct index_box {
    float lower[INDEX_AXES], upper[INDEX_AXES];
} index_box;

typedef struct index_shelf {
    uint32_t count, capacity;
    float *lower[INDEX_AXES], *upper[INDEX_AXES]; /* SHELF_LANES more than capacity */
    uint32_t *item;   /* which box of the index is at a place */
    index_box bounds; /* round all boxes */
    int axes;         /* how many tell the boxes apart: the others, where all */
    int axis[INDEX_AXES]; /* boxes have the same sides, are answered by bounds */
} index_shelf;

/* Places first <= place < last. */
typedef struct shelf_run {
    uint32_t first, last;
} shelf_run;

/* An empty shelf with room for `capacity` boxes; false when there is no memory. */
bool shelf_make(const graze_allocator *allocator, uint32_t capacity, index_shelf *made);

void shelf_free(const graze_allocator *allocator, index_shelf *emptied);

/* Puts a box at the next place. There is room. */
void shelf_append(index_shelf *shelf, uint32_t item, const index_box *box);

/* Fills an empty shelf: place p gets the box boxes[items[p]]. There is room. */
void shelf_fill(index_shelf *shelf, const index_box *boxes, const uint32_t *items, uint32_t count);

/* Takes the box at a place away: nothing meets it any more. */
void shelf_clear(index_shelf *shelf, uint32_t place);

/* The box at a place. */
index_box shelf_box(const index_shelf *shelf, uint32_t place);

static inline bool boxes_share(const index_box *a, const index_box *b)
{
    bool share = true;
    for (int k = 0; k < INDEX_AXES; k++)
        share &= a->lower[k] <= b->upper[k] && b->lower[k] <= a->upper[k];
    return share;
}

/* Writes the places in the runs whose boxes share a point with the probe into
 * places[], in order; there is room for every place of the runs. Only the shelf's
 * `axes` are compared. */
typedef uint32_t (*shelf_search)(const index_shelf *shelf, const shelf_run *runs, int count,
                                 const index_box *probe, uint32_t *places);

/* The search for a level of instructions, which the processor has. */
shelf_search shelf_search_with(cpu_instructions level);

#endif
