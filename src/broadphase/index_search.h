/* SPDX-License-Identifier: MIT */
/* The wide tests of an index: through runs of a shelf's places for the boxes that meet
 * a probe.
 */
#ifndef GRAZE_BROADPHASE_INDEX_SEARCH_H
#define GRAZE_BROADPHASE_INDEX_SEARCH_H

#include "base/cpu.h"
#include "broadphase/index_float.h"
#include "broadphase/index_lanes.h"
#include "broadphase/index_shelf.h"

/* What is asked of every box, all sides closed. For an open life the time was moved
 * inward by one float at either end. */
typedef struct search_probe {
    index_box box;
    float begin, end; /* see search_is_tie */
} search_probe;

typedef struct index_search {
    /* Writes the places in the runs whose boxes share a point with the probe, in
     * order, into places[]; there is room for every place of the runs and SHELF_LANES
     * more. */
    uint32_t (*through)(const index_shelf *shelf, const shelf_run *runs, int count,
                        const search_probe *probe, uint32_t *places);

    lanes_between between;
} index_search;

/* The searches for a level of instructions, which the processor has. */
index_search search_with(cpu_instructions level);

/* The probe for a box with an open life, or with a closed one. */
search_probe search_probe_of(const index_box *box, bool closed);

/* The floats of a probe that its life's doubles are certainly beyond. */
static inline float search_begin(float lower) { return float_up(lower); }
static inline float search_end(float upper) { return float_down(upper); }

/* Is it for the doubles to say whether two lives that overlap as floats do so?
 *
 * A double that was rounded down to b is less than up(b), one that was rounded up to e
 * greater than down(e) or equal to e = up(down(e)). So b < down(e) says that the doubles
 * are in that order too; b = down(e) does not. */
static inline bool search_is_tie(const index_shelf *shelf, uint32_t place, float begin, float end)
{
    return shelf->lower[INDEX_TIME][place] >= end || shelf->upper[INDEX_TIME][place] <= begin;
}

#endif
