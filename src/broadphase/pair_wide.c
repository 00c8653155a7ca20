/* SPDX-License-Identifier: MIT */
/* Sixteen boxes against sixteen at once: SI over all steps, and the pyramid.
 *
 * The two searches are written once, in pair_wide.inc, over one question: which lanes
 * of two groups meet? It is answered three times, with the same subtractions and
 * comparisons, hence with the same bits. */
#include "broadphase/pair_boxes.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

enum { UPPER_SIDES = 3 * PAIR_LANES };

/* A group of a level that holds the entry in one of its lanes. */
static inline const double *group_of(const pair_track *track, int level, int64_t entry)
{
    if (track->staying)
        return track->boxes->standing.groups;
    const pair_level *at = &track->boxes->levels[level];
    return at->groups + (size_t)(entry - at->first) / PAIR_LANES * PAIR_GROUP;
}

/* The lanes of a group, which begins at entry `base`, that hold first .. last. */
static inline uint32_t lanes_between(int64_t base, int64_t first, int64_t last)
{
    uint32_t lanes = 0xffff;
    if (first > base)
        lanes &= lanes << (first - base);
    if (last < base + PAIR_LANES - 1)
        lanes &= 0xffffu >> (base + PAIR_LANES - 1 - last);
    return lanes & 0xffff;
}

static inline int lowest_lane(uint32_t lanes)
{
#if defined __GNUC__
    return __builtin_ctz(lanes);
#else
    int lane = 0;
    while (!(lanes >> lane & 1))
        lane++;
    return lane;
#endif
}

/* Plane bodies have one pair of z sides for all steps; comparing it once is enough. */
static int axes_to_compare(const pair_run *run)
{
    const graze_box *a = &run->a.boxes->whole, *b = &run->b.boxes->whole;
    bool flat = run->a.boxes->flat && run->b.boxes->flat &&
                !pair_apart(a->lower[2], a->upper[2], b->lower[2], b->upper[2], run->margin);
    return flat ? 2 : 3;
}

static int levels_of(const pair_track *track)
{
    return track->staying ? PAIR_LEVELS : track->boxes->level_count;
}

/* The highest level that both have and that the run fills with more than one entry. */
static int top_level(const pair_run *run)
{
    int levels_a = levels_of(&run->a), levels_b = levels_of(&run->b);
    int levels = levels_a < levels_b ? levels_a : levels_b, level = 0;
    int64_t first = pair_above(run->begin), last = pair_above(run->end - 1);
    while (level + 1 < levels && first < last) {
        first = pair_above(first);
        last = pair_above(last);
        level++;
    }
    return level;
}

/* ---- plain ------------------------------------------------------------------------------ */

static inline uint32_t meeting_lanes_plain(const double *a, const double *b, double margin,
                                           int axes)
{
    uint32_t lanes = 0;
    for (int i = 0; i < PAIR_LANES; i++) {
        uint32_t meets = 1;
        for (int k = i; k < axes * PAIR_LANES; k += PAIR_LANES)
            meets &= (uint32_t)(a[k] - b[UPPER_SIDES + k] <= margin) &
                     (uint32_t)(b[k] - a[UPPER_SIDES + k] <= margin);
        lanes |= meets << i;
    }
    return lanes;
}

#define AT_LEVEL(name) name##_plain
#define WIDE_FUNCTION
#include "broadphase/pair_wide.inc"
#undef AT_LEVEL
#undef WIDE_FUNCTION

#if CPU_WIDE

/* ---- AVX2 ------------------------------------------------------------------------------- */

CPU_AVX2_FUNCTION
static inline uint32_t four_lanes(const double *a, const double *b, __m256d margin, int axes)
{
    __m256d meets = _mm256_castsi256_pd(_mm256_set1_epi64x(-1));
    for (int k = 0; k < axes * PAIR_LANES; k += PAIR_LANES) {
        __m256d ab = _mm256_sub_pd(_mm256_load_pd(a + k), _mm256_load_pd(b + UPPER_SIDES + k));
        __m256d ba = _mm256_sub_pd(_mm256_load_pd(b + k), _mm256_load_pd(a + UPPER_SIDES + k));
        meets = _mm256_and_pd(meets, _mm256_cmp_pd(ab, margin, _CMP_LE_OQ));
        meets = _mm256_and_pd(meets, _mm256_cmp_pd(ba, margin, _CMP_LE_OQ));
    }
    return (uint32_t)_mm256_movemask_pd(meets);
}

CPU_AVX2_FUNCTION
static inline uint32_t meeting_lanes_avx2(const double *a, const double *b, double margin, int axes)
{
    __m256d wide = _mm256_set1_pd(margin);
    uint32_t lanes = 0;
    for (int i = 0; i < PAIR_LANES; i += 4)
        lanes |= four_lanes(a + i, b + i, wide, axes) << i;
    return lanes;
}

#define AT_LEVEL(name) name##_avx2
#define WIDE_FUNCTION CPU_AVX2_FUNCTION
#include "broadphase/pair_wide.inc"
#undef AT_LEVEL
#undef WIDE_FUNCTION

/* ---- AVX-512 ---------------------------------------------------------------------------- */

CPU_AVX512_FUNCTION
static inline __mmask8 eight_lanes(const double *a, const double *b, __m512d margin, int axes)
{
    __mmask8 meets = 0xff;
    for (int k = 0; k < axes * PAIR_LANES; k += PAIR_LANES) {
        __m512d ab = _mm512_sub_pd(_mm512_load_pd(a + k), _mm512_load_pd(b + UPPER_SIDES + k));
        __m512d ba = _mm512_sub_pd(_mm512_load_pd(b + k), _mm512_load_pd(a + UPPER_SIDES + k));
        meets = _mm512_mask_cmp_pd_mask(meets, ab, margin, _CMP_LE_OQ);
        meets = _mm512_mask_cmp_pd_mask(meets, ba, margin, _CMP_LE_OQ);
    }
    return meets;
}

CPU_AVX512_FUNCTION
static inline uint32_t meeting_lanes_avx512(const double *a, const double *b, double margin,
                                            int axes)
{
    __m512d wide = _mm512_set1_pd(margin);
    return (uint32_t)eight_lanes(a, b, wide, axes) | (uint32_t)eight_lanes(a + 8, b + 8, wide, axes)
                                                         << 8;
}

#define AT_LEVEL(name) name##_avx512
#define WIDE_FUNCTION CPU_AVX512_FUNCTION
#include "broadphase/pair_wide.inc"
#undef AT_LEVEL
#undef WIDE_FUNCTION

#endif

/* ---- the choice ------------------------------------------------------------------------- */

int64_t pair_scan_wide(const pair_run *run, cpu_instructions level)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        return scan_groups_avx512(run);
    if (level == CPU_AVX2)
        return scan_groups_avx2(run);
#endif
    (void)level;
    return scan_groups_plain(run);
}

int64_t pair_pyramid(const pair_run *run, cpu_instructions level)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        return search_pyramid_avx512(run);
    if (level == CPU_AVX2)
        return search_pyramid_avx2(run);
#endif
    (void)level;
    return search_pyramid_plain(run);
}
