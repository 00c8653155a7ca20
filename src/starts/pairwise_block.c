/* SPDX-License-Identifier: MIT */
/* The wide filter (pairwise.inc) and the wide ends (pairwise_ends.inc) in three widths. */
#include "starts/pairwise_block.h"

#include <math.h>

#include "base/bits.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

/* Asks the memory for the line of each list that begins at a lane, which may be behind its end. */
static inline void pairwise_fetch(const pairwise_view *of, size_t lane)
{
    const uintptr_t on = lane * sizeof(double);
    CPU_UNROLLED(2)
    for (int side = 0; side < 2; side++) {
        CPU_UNROLLED(2)
        for (int axis = 0; axis < 2; axis++) {
            CPU_PREFETCH((const void *)((uintptr_t)of->place[side][axis] + on));
            CPU_PREFETCH((const void *)((uintptr_t)of->to[side][axis] + on));
        }
        CPU_PREFETCH((const void *)((uintptr_t)of->start[side] + on));
        CPU_PREFETCH((const void *)((uintptr_t)of->end[side] + on));
        CPU_PREFETCH((const void *)((uintptr_t)of->radius[side] + on));
    }
}

#include "base/lanes_plain.inc"
#include "starts/pairwise.inc"

#if CPU_WIDE
#include "base/lanes_avx2.inc"
#include "starts/pairwise.inc"
#include "starts/pairwise_ends.inc"

#include "base/lanes_avx512.inc"
#include "starts/pairwise.inc"
#include "starts/pairwise_ends.inc"
#endif

static pairwise_sifted sift(cpu_instructions level, const pairwise_view *pairs, size_t count,
                            const pairwise_sieve *by)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        return avx512_sift(pairs, count, by);
    if (level == CPU_AVX2)
        return avx2_sift(pairs, count, by);
#endif
    (void)level;
    return one_sift(pairs, count, by);
}

pairwise_sifted pairwise_sift(cpu_instructions level, const pairwise_view *pairs, size_t count,
                              const pairwise_sieve *by)
{
    const uint64_t lanes = count < GRAZE_BATCH_LANES ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
    const pairwise_sifted sifted = sift(level, pairs, count, by);
    return (pairwise_sifted){sifted.open & lanes, sifted.certain & lanes, sifted.strange & lanes};
}

pairwise_view pairwise_view_of(const pairwise_block *block)
{
    pairwise_view pairs;
    for (int side = 0; side < 2; side++) {
        for (int axis = 0; axis < 2; axis++) {
            pairs.place[side][axis] = block->place[side][axis];
            pairs.to[side][axis] = block->to[side][axis];
        }
        pairs.start[side] = block->start[side];
        pairs.end[side] = block->end[side];
        pairs.radius[side] = block->radius[side];
    }
    return pairs;
}

void pairwise_copy(const pairwise_view *from, size_t lane, pairwise_block *to, size_t to_lane)
{
    CPU_UNROLLED(2)
    for (int side = 0; side < 2; side++) {
        CPU_UNROLLED(2)
        for (int axis = 0; axis < 2; axis++) {
            to->place[side][axis][to_lane] = from->place[side][axis][lane];
            to->to[side][axis][to_lane] = from->to[side][axis][lane];
        }
        to->start[side][to_lane] = from->start[side][lane];
        to->end[side][to_lane] = from->end[side][lane];
        to->radius[side][to_lane] = from->radius[side][lane];
    }
}

void pairwise_find_all_ends(cpu_instructions level, pairwise_block *block, size_t count,
                            double tolerance, pairwise_ends *ends)
{
    const pairwise_view pairs = pairwise_view_of(block);
    for (size_t i = count; i % PAIRWISE_LANES != 0; i++)
        pairwise_copy(&pairs, count - 1, block, i);
    ends->known = 0;
#if CPU_WIDE
    if (level == CPU_AVX512)
        avx512_find_ends(&pairs, count, tolerance, ends);
    else if (level == CPU_AVX2)
        avx2_find_ends(&pairs, count, tolerance, ends);
#else
    (void)level, (void)tolerance;
#endif
}

uint64_t pairwise_find_ends(cpu_instructions level, const pairwise_block *block, uint64_t certain,
                            double tolerance, pairwise_ends *ends)
{
    const pairwise_view pairs = pairwise_view_of(block);
    pairwise_block dense;
    size_t count = 0;
    if (certain == 0 || level == CPU_PLAIN)
        return 0;
    for (uint64_t left = certain; left != 0; left &= left - 1)
        pairwise_copy(&pairs, bits_lowest(left), &dense, count++);
    pairwise_find_all_ends(level, &dense, count, tolerance, ends);
    uint64_t known = 0, bit = 1;
    for (uint64_t left = certain; left != 0; left &= left - 1, bit <<= 1)
        known |= (ends->known & bit) != 0 ? left & -left : 0;
    return known;
}
