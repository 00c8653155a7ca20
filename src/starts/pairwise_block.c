/* SPDX-License-Identifier: MIT */
/* The wide filter (pairwise.inc) and the wide ends (pairwise_ends.inc) in three widths. */
#include "starts/pairwise_block.h"

#include <math.h>

#include "base/bits.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

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

static pairwise_sifted sift(cpu_instructions level, const pairwise_block *block, size_t count,
                            const pairwise_sieve *by)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        return avx512_sift(block, count, by);
    if (level == CPU_AVX2)
        return avx2_sift(block, count, by);
#endif
    (void)level;
    return one_sift(block, count, by);
}

pairwise_sifted pairwise_sift(cpu_instructions level, const pairwise_block *block, size_t count,
                              const pairwise_sieve *by)
{
    const uint64_t pairs = count < GRAZE_BATCH_LANES ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
    const pairwise_sifted sifted = sift(level, block, count, by);
    return (pairwise_sifted){sifted.open & pairs, sifted.certain & pairs, sifted.strange & pairs};
}

void pairwise_copy(const pairwise_block *from, size_t lane, pairwise_block *to, size_t to_lane)
{
    for (int side = 0; side < 2; side++) {
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
    for (size_t i = count; i % PAIRWISE_LANES != 0; i++)
        pairwise_copy(block, count - 1, block, i);
    ends->known = 0;
#if CPU_WIDE
    if (level == CPU_AVX512)
        avx512_find_ends(block, count, tolerance, ends);
    else if (level == CPU_AVX2)
        avx2_find_ends(block, count, tolerance, ends);
#else
    (void)level, (void)tolerance;
#endif
}

uint64_t pairwise_find_ends(cpu_instructions level, const pairwise_block *block, uint64_t certain,
                            double tolerance, pairwise_ends *ends)
{
    pairwise_block dense;
    size_t count = 0;
    if (certain == 0 || level == CPU_PLAIN)
        return 0;
    for (uint64_t left = certain; left != 0; left &= left - 1)
        pairwise_copy(block, bits_lowest(left), &dense, count++);
    pairwise_find_all_ends(level, &dense, count, tolerance, ends);
    uint64_t known = 0, bit = 1;
    for (uint64_t left = certain; left != 0; left &= left - 1, bit <<= 1)
        known |= (ends->known & bit) != 0 ? left & -left : 0;
    return known;
}
