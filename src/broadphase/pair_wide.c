/* SPDX-License-Identifier: MIT */
/* Sixteen boxes against sixteen at once: SI over all steps, and the pyramid.
 *
 * The search is written once, in pair_wide.inc, over one function that returns which lanes
 * of two groups meet. There are three such functions, with the same subtractions and
 * comparisons, hence with the same bits. */
#include "broadphase/pair_boxes.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

/* A group of a level that holds the entry in one of its lanes. */
static inline const float *group_of(const pair_track *track, int level, int64_t entry)
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
    const pair_box *a = &run->a.boxes->whole, *b = &run->b.boxes->whole;
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

static inline uint32_t meets_plain(const float *a, const float *b, int axis, float margin)
{
    return (uint32_t)(a[pair_lower(axis)] - b[pair_upper(axis)] <= margin) &
           (uint32_t)(b[pair_lower(axis)] - a[pair_upper(axis)] <= margin);
}

static inline uint32_t meeting_lanes_plain(const float *a, const float *b, float margin, int axes)
{
    uint32_t lanes = 0;
    for (int i = 0; i < PAIR_LANES; i++) {
        uint32_t meets =
            meets_plain(a + i, b + i, 0, margin) & meets_plain(a + i, b + i, 1, margin);
        if (axes == 3)
            meets &= meets_plain(a + i, b + i, 2, margin);
        lanes |= meets << i;
    }
    return lanes;
}

static float least_plain(const float *lanes)
{
    float least = lanes[0];
    for (int i = 1; i < PAIR_LANES; i++)
        least = lanes[i] < least ? lanes[i] : least;
    return least;
}

static float greatest_plain(const float *lanes)
{
    float greatest = lanes[0];
    for (int i = 1; i < PAIR_LANES; i++)
        greatest = lanes[i] > greatest ? lanes[i] : greatest;
    return greatest;
}

/* One entry: the union of the boxes of a group. */
static void unite_plain(const float *group, float *entry, int axes)
{
    for (int axis = 0; axis < axes; axis++) {
        entry[pair_lower(axis)] = least_plain(group + pair_lower(axis));
        entry[pair_upper(axis)] = greatest_plain(group + pair_upper(axis));
    }
}

#define AT_LEVEL(name) name##_plain
#define WIDE_FUNCTION
#include "broadphase/pair_wide.inc"
#undef AT_LEVEL
#undef WIDE_FUNCTION

#if CPU_WIDE

/* ---- AVX2 ------------------------------------------------------------------------------- */

CPU_AVX2_FUNCTION
static inline __m256 meets_avx2(const float *a, const float *b, int axis, __m256 margin)
{
    __m256 ab =
        _mm256_sub_ps(_mm256_load_ps(a + pair_lower(axis)), _mm256_load_ps(b + pair_upper(axis)));
    __m256 ba =
        _mm256_sub_ps(_mm256_load_ps(b + pair_lower(axis)), _mm256_load_ps(a + pair_upper(axis)));
    return _mm256_and_ps(_mm256_cmp_ps(ab, margin, _CMP_LE_OQ),
                         _mm256_cmp_ps(ba, margin, _CMP_LE_OQ));
}

CPU_AVX2_FUNCTION
static inline uint32_t eight_lanes(const float *a, const float *b, __m256 margin, int axes)
{
    __m256 meets = _mm256_and_ps(meets_avx2(a, b, 0, margin), meets_avx2(a, b, 1, margin));
    if (axes == 3)
        meets = _mm256_and_ps(meets, meets_avx2(a, b, 2, margin));
    return (uint32_t)_mm256_movemask_ps(meets);
}

CPU_AVX2_FUNCTION
static inline uint32_t meeting_lanes_avx2(const float *a, const float *b, float margin, int axes)
{
    __m256 wide = _mm256_set1_ps(margin);
    return eight_lanes(a, b, wide, axes) | eight_lanes(a + 8, b + 8, wide, axes) << 8;
}

/* The least (greatest) of the 16 lanes of one side in each of four groups that follow
 * each other: halves are compared, then what two shuffles bring side by side, twice, and
 * in the end the halves of the vector. */
#define FOUR_EXTREMES(name, extreme)                                                               \
    CPU_AVX2_FUNCTION                                                                              \
    static inline __m256 halves_##name(const float *side)                                          \
    {                                                                                              \
        return extreme(_mm256_load_ps(side), _mm256_load_ps(side + 8));                            \
    }                                                                                              \
                                                                                                   \
    CPU_AVX2_FUNCTION                                                                              \
    static inline __m256 two_##name(__m256 x, __m256 y)                                            \
    {                                                                                              \
        return extreme(_mm256_unpacklo_ps(x, y), _mm256_unpackhi_ps(x, y));                        \
    }                                                                                              \
                                                                                                   \
    CPU_AVX2_FUNCTION                                                                              \
    static inline void four_##name(const float *side, float *entries)                              \
    {                                                                                              \
        __m256d x =                                                                                \
            _mm256_castps_pd(two_##name(halves_##name(side), halves_##name(side + PAIR_GROUP)));   \
        __m256d y = _mm256_castps_pd(two_##name(halves_##name(side + 2 * PAIR_GROUP),              \
                                                halves_##name(side + 3 * PAIR_GROUP)));            \
        __m256 z = extreme(_mm256_castpd_ps(_mm256_unpacklo_pd(x, y)),                             \
                           _mm256_castpd_ps(_mm256_unpackhi_pd(x, y)));                            \
        __m256 turned = _mm256_permute2f128_ps(z, z, 1);                                           \
        _mm_store_ps(entries, _mm256_castps256_ps128(extreme(z, turned)));                         \
    }

FOUR_EXTREMES(least, _mm256_min_ps)
FOUR_EXTREMES(greatest, _mm256_max_ps)

CPU_AVX2_FUNCTION
static void unite_four(const float *groups, float *entries, int axes)
{
    for (int axis = 0; axis < axes; axis++) {
        four_least(groups + pair_lower(axis), entries + pair_lower(axis));
        four_greatest(groups + pair_upper(axis), entries + pair_upper(axis));
    }
}

#define AT_LEVEL(name) name##_avx2
#define WIDE_FUNCTION CPU_AVX2_FUNCTION
#include "broadphase/pair_wide.inc"
#undef AT_LEVEL
#undef WIDE_FUNCTION

/* ---- AVX-512 ---------------------------------------------------------------------------- */

CPU_AVX512_FUNCTION
static inline __mmask16 meets_avx512(__mmask16 among, const float *a, const float *b, int axis,
                                     __m512 margin)
{
    __m512 ab =
        _mm512_sub_ps(_mm512_load_ps(a + pair_lower(axis)), _mm512_load_ps(b + pair_upper(axis)));
    __m512 ba =
        _mm512_sub_ps(_mm512_load_ps(b + pair_lower(axis)), _mm512_load_ps(a + pair_upper(axis)));
    return _mm512_mask_cmp_ps_mask(_mm512_mask_cmp_ps_mask(among, ab, margin, _CMP_LE_OQ), ba,
                                   margin, _CMP_LE_OQ);
}

CPU_AVX512_FUNCTION
static inline uint32_t meeting_lanes_avx512(const float *a, const float *b, float margin, int axes)
{
    __m512 wide = _mm512_set1_ps(margin);
    __mmask16 meets = meets_avx512(meets_avx512(0xffff, a, b, 0, wide), a, b, 1, wide);
    return axes == 3 ? meets_avx512(meets, a, b, 2, wide) : meets;
}

#define AT_LEVEL(name) name##_avx512
#define WIDE_FUNCTION CPU_AVX512_FUNCTION
#include "broadphase/pair_wide.inc"
#undef AT_LEVEL
#undef WIDE_FUNCTION

#endif

/* ---- the choice ------------------------------------------------------------------------- */

static int64_t search_from(const pair_run *run, int from, cpu_instructions level)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        return search_from_avx512(run, from);
    if (level == CPU_AVX2)
        return search_from_avx2(run, from);
#endif
    (void)level;
    return search_from_plain(run, from);
}

/* Without vectors it is faster to leave a box at the first axis that tells. */
int64_t pair_scan_wide(const pair_run *run, cpu_instructions level)
{
    return level == CPU_PLAIN ? pair_scan(run) : search_from(run, 0, level);
}

int64_t pair_pyramid(const pair_run *run, cpu_instructions level)
{
    if (pair_boxes_apart(&run->a.boxes->whole, &run->b.boxes->whole, run->margin))
        return run->end;
    return search_from(run, top_level(run), level);
}

/* ---- the levels of a pyramid ------------------------------------------------------------ */

/* Unites some of the groups and says how many: four where their entries stand in one
 * row of 16 bytes. */
static size_t unite_some(const float *groups, size_t count, size_t slot, float *entry, int axes,
                         cpu_instructions level)
{
#if CPU_WIDE
    if (level >= CPU_AVX2 && slot % 4 == 0 && count >= 4) {
        unite_four(groups, entry, axes);
        return 4;
    }
#endif
    (void)level;
    (void)count;
    (void)slot;
    unite_plain(groups, entry, axes);
    return 1;
}

/* Entry e of a level: the union of group e of the level below. */
static void fill_level(const pair_level *below, pair_level *above, int axes, cpu_instructions level)
{
    size_t offset = (size_t)(pair_above(below->first) - above->first);
    for (size_t i = 0; i < below->count;) {
        size_t slot = offset + i;
        float *entry = above->groups + slot / PAIR_LANES * PAIR_GROUP + slot % PAIR_LANES;
        i += unite_some(below->groups + i * PAIR_GROUP, below->count - i, slot, entry, axes, level);
    }
}

void pair_fill_pyramid(graze_boxes *boxes, cpu_instructions level)
{
    for (int i = 1; i < boxes->level_count; i++)
        fill_level(&boxes->levels[i - 1], &boxes->levels[i], boxes->flat ? 2 : 3, level);
}
