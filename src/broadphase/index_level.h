/* SPDX-License-Identifier: MIT */
/* Levels: the boxes of an index in groups of like sizes, each looked up by a method of
 * its own.
 *
 * One endless wait among short motions would spoil a grid or a sweep for all. So
 * boxes that are much longer than most are set apart, those that only last long from
 * those that are wide, and again among themselves, until each group is of one kind.
 */
#ifndef GRAZE_BROADPHASE_INDEX_LEVEL_H
#define GRAZE_BROADPHASE_INDEX_LEVEL_H

#include <graze/index.h>

#include "broadphase/index_methods.h"

enum { INDEX_LEVELS = 8 };

typedef struct index_level {
    graze_index_method method; /* never AUTO */
    index_shelf shelf;
    union {
        index_grid grid;
        index_sweep sweep;
        index_tree tree;
        index_masks masks;
    };
} index_level;

/* Sorts `items` (their order is changed) into at most INDEX_LEVELS levels. `longest`: how long they
 * are at most on each axis; null if nobody knows. False when there is no memory; nothing is left to
 * free then. */
bool levels_make(const graze_allocator *allocator, graze_index_method method,
                 const index_items *all, uint32_t *items, uint32_t count, const float *longest,
                 index_level *levels, int *level_count);

void level_free(const graze_allocator *allocator, index_level *emptied);

/* Takes the box at a place away: nothing meets it any more. */
void level_clear(index_level *level, uint32_t place);

/* [bytes] of memory. */
size_t level_bytes(const index_level *level);

/* Tells the sieve's visitor what meets the probe at places >= after. */
void level_ask(const index_level *level, const index_probe *probe, uint32_t after,
               index_sieve *sieve);

#endif
