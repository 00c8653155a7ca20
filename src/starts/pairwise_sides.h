/* SPDX-License-Identifier: MIT */
/* One side of a block of pairs from a list (pairwise_block.h): the filter reads discs that go from
 * place to place, so bodies with corners become discs that hold them, and motions at constant
 * velocity ways of which discs that are a little larger hold them.
 *
 * Bound, with u = 2^-53. A motion's end is rounded up, so that its way lasts as long as it does,
 * and longer. Both begin at one place, and end after the same time v s and `moved` ahead: s, its
 * product and the sum are off by u each, together less than 3.1u |moved| + 1.1u |place| a
 * coordinate, and nowhere more on the way. Discs are larger by 8u (|place| + |moved| + radius) in
 * 1-norms, which has room for its own rounding and that of the radius; products that underflow lose
 * 2^-1074 each, which 2^-1000 pays for. So what the filter finds apart is apart.
 */
#ifndef GRAZE_STARTS_PAIRWISE_SIDES_H
#define GRAZE_STARTS_PAIRWISE_SIDES_H

#include <graze/pairwise.h>

#include "starts/pairwise_block.h"

/* Bodies of lists that were validated in this call, by where their vertices are. All zero is a list
 * of points. */
enum { PAIRWISE_BODIES = 64 };

typedef struct pairwise_bodies {
    struct {
        graze_body body;
        double reach;
    } known[PAIRWISE_BODIES];
} pairwise_bodies;

/* Whether the filter can be asked of motions of a list: in the plane, without accelerations. */
bool pairwise_is_level(const graze_moves *moves);

/* Shows `count` pairs from `first` on, in the list itself, or in lanes of the block from 0 on where
 * they are fewer than GRAZE_BATCH_LANES or other numbers than the list's. Lanes of an invalid body
 * have no number as their radius; that of a motion that is not valid is strange to the filter.
 * Returns the lanes that are motions of discs as they are, bit by bit. */
uint64_t pairwise_fill_side(cpu_instructions level, const graze_moves *moves, size_t first,
                            size_t count, int side, pairwise_bodies *bodies,
                            pairwise_block *block, pairwise_view *shown);

#endif
