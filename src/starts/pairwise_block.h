/* SPDX-License-Identifier: MIT */
/* Up to 64 pairs of discs between two places of the plane at a time, in vectors at a given level
 * of instructions: which are apart, which are in conflict, and when those conflict that certainly
 * do. What is not told here goes through the questions about two motions. */
#ifndef GRAZE_STARTS_PAIRWISE_BLOCK_H
#define GRAZE_STARTS_PAIRWISE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <graze/batch.h>

#include "base/cpu.h"

/* The numbers of pairs, [0] of a and [1] of b. A life is (start, end). */
typedef struct pairwise_block {
    _Alignas(64) double place[2][2][GRAZE_BATCH_LANES];
    _Alignas(64) double to[2][2][GRAZE_BATCH_LANES];
    _Alignas(64) double start[2][GRAZE_BATCH_LANES], end[2][GRAZE_BATCH_LANES];
    _Alignas(64) double radius[2][GRAZE_BATCH_LANES];
} pairwise_block;

/* Where the numbers of up to 64 pairs are read: in a block, or in lists. */
typedef struct pairwise_view {
    const double *place[2][2], *to[2][2], *start[2], *end[2], *radius[2];
} pairwise_view;

/* What a block is asked: whether motions meet in their common lives, or ever might. */
typedef struct pairwise_sieve {
    double tolerance;
    bool lives;
} pairwise_sieve;

/* The pairs that are not certainly apart, those of them that are certainly in conflict, and those
 * that are perhaps not valid. */
typedef struct pairwise_sifted {
    uint64_t open, certain, strange;
} pairwise_sifted;

/* When the pairs of a block are in conflict, rounded outward. Those that `enters` tells begin at a
 * root, the others at the first common instant. Of pairs that are not `known` nothing is told. */
typedef struct pairwise_ends {
    _Alignas(64) double lower[GRAZE_BATCH_LANES], upper[GRAZE_BATCH_LANES];
    uint64_t enters, known;
} pairwise_ends;

/* A vector has no more lanes. */
enum { PAIRWISE_LANES = 8 };

pairwise_view pairwise_view_of(const pairwise_block *block);

/* Sifts the first `count` pairs; lanes are set up to the next multiple of PAIRWISE_LANES. The
 * memory is asked for what is GRAZE_BATCH_LANES behind them. */
pairwise_sifted pairwise_sift(cpu_instructions level, const pairwise_view *pairs, size_t count,
                              const pairwise_sieve *by);

void pairwise_copy(const pairwise_view *from, size_t lane, pairwise_block *to, size_t to_lane);

/* Finds the ends of the first `count` pairs, at least one, all of them certainly in conflict, and
 * fills the rest of the last vector. Plain C knows none. */
void pairwise_find_all_ends(cpu_instructions level, pairwise_block *block, size_t count,
                            double tolerance, pairwise_ends *ends);

/* Finds the ends of the pairs that are certainly in conflict, one after the other in `ends`, and
 * returns which of them are known, as bits of the block. */
uint64_t pairwise_find_ends(cpu_instructions level, const pairwise_block *block, uint64_t certain,
                            double tolerance, pairwise_ends *ends);

/* Of the k-th pair, which is known. */
static inline graze_interval pairwise_interval(const pairwise_ends *ends, size_t k)
{
    return (graze_interval){ends->lower[k], ends->upper[k]};
}

#endif
