/* SPDX-License-Identifier: MIT */
/* Boxes of one cell with those of the rows that it shares pairs with, by their bytes
 * (index_narrow.h): plain and 32 at a time, with the same answers in the same order. */
#ifndef GRAZE_BROADPHASE_INDEX_LANES_H
#define GRAZE_BROADPHASE_INDEX_LANES_H

#include "base/cpu.h"
#include "broadphase/index_narrow.h"
#include "broadphase/index_shelf.h"

enum {
    LANES_PAIRS = 1024,
    LANES_BEYOND = 2 /* that are written behind the last one */
};

/* Pairs that meet, and pairs of which bytes cannot tell. */
typedef struct lane_pairs {
    uint32_t sure, unsure; /* [count] */
    place_pair sure_of[LANES_PAIRS + LANES_BEYOND], unsure_of[LANES_PAIRS + LANES_BEYOND];
} lane_pairs;

/* Adds the pairs of each place first <= own < last with those behind it in the first run, and
 * with those in all others, of which there is at least one. There is room for all of them. */
typedef void (*lanes_between)(const index_narrow *of, const shelf_run *runs, int count,
                              uint32_t first, uint32_t last, lane_pairs *to);

/* The one for a level of instructions, which the processor has. */
lanes_between lanes_with(cpu_instructions level);

#endif
