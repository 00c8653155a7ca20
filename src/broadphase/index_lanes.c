/* SPDX-License-Identifier: MIT */
#include "broadphase/index_lanes.h"

#include <string.h>

#if CPU_WIDE
#include <immintrin.h>
#endif

/* The columns, copied, and what has been found, in registers: the compiler knows then that no pair
 * is written over them. */
typedef struct lane_columns {
    const uint8_t *first;
    size_t stride;
} lane_columns;

typedef struct pair_lists {
    uint32_t sure, unsure;
    lane_pairs *of;
} pair_lists;

static inline const uint8_t *byte_at(const lane_columns *in, int column, uint32_t place)
{
    return in->first + in->stride * (size_t)column + place;
}

/* ---- plain -------------------------------------------------------------------------- */

typedef struct bytes_plain {
    uint8_t at[2 * NARROW_AXES]; /* lower, then upper ones */
} bytes_plain;

static inline bytes_plain own_plain(const lane_columns *in, int axes, uint32_t own)
{
    bytes_plain sides;
    for (int k = 0; k < 2 * axes; k++)
        sides.at[k] = *byte_at(in, k, own);
    return sides;
}

/* Of 32 boxes, the sign where one is certain to meet, and where it may: all differences, or all of
 * those less one, have it then. */
static inline void compare_plain(const lane_columns *in, int axes, const bytes_plain *sides,
                                 uint32_t place, uint8_t *sure, uint8_t *near)
{
    for (int i = 0; i < NARROW_LANES; i++)
        sure[i] = near[i] = 0x80;
    for (int k = 0; k < axes; k++) {
        const uint8_t *low = byte_at(in, k, place), *high = byte_at(in, axes + k, place);
        const uint8_t from = sides->at[k], to = sides->at[axes + k];
        for (int i = 0; i < NARROW_LANES; i++) {
            const uint8_t begin = (uint8_t)(low[i] - to), end = (uint8_t)(from - high[i]);
            sure[i] = (uint8_t)(sure[i] & begin & end);
            near[i] = (uint8_t)(near[i] & (uint8_t)(begin - 1) & (uint8_t)(end - 1));
        }
    }
}

/* Are eight of them all without the sign? */
static inline bool none_near(const uint8_t *near)
{
    uint64_t eight;
    memcpy(&eight, near, sizeof eight);
    return (eight & UINT64_C(0x8080808080808080)) == 0;
}

static inline void meet_plain(const lane_columns *in, int axes, const bytes_plain *sides,
                              uint32_t place, uint32_t left, uint32_t own, pair_lists *to)
{
    enum { EIGHT = 8 };
    uint8_t sure[NARROW_LANES], near[NARROW_LANES];
    compare_plain(in, axes, sides, place, sure, near);
    for (uint32_t first = 0; first < NARROW_LANES && first < left; first += EIGHT) {
        if (none_near(near + first))
            continue;
        for (uint32_t i = first; i < first + EIGHT && i < left; i++) {
            to->of->sure_of[to->sure] = to->of->unsure_of[to->unsure] = pair_of(own, place + i);
            to->sure += sure[i] >> 7;
            to->unsure += (uint8_t)(near[i] & ~sure[i]) >> 7;
        }
    }
}

#define LANES_FUNCTION
#define LANES_INLINE static inline
#define LANES_NAME(name) name##_plain
#include "broadphase/index_lanes.inc"
#undef LANES_FUNCTION
#undef LANES_INLINE
#undef LANES_NAME

#if CPU_WIDE

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* ---- 32 at a time ------------------------------------------------------------------- */

/* One by one: a compiler would pack two of them first, which takes longer. */
CPU_AVX2_FUNCTION ALWAYS_INLINE void put_pair(place_pair pair, volatile place_pair *to)
{
    *to = pair;
}

/* Adds one pair for each bit, so many at a time as mostly are foreseen. */
CPU_AVX2_FUNCTION ALWAYS_INLINE uint32_t put_bits(place_pair base, uint64_t bits, int at_once,
                                                  place_pair *list, uint32_t found)
{
    place_pair *to = list + found;
    found += (uint32_t)__builtin_popcountll(bits);
    do {
        put_pair(base + _tzcnt_u64(bits), to);
        bits = _blsr_u64(bits);
        if (at_once > 1) {
            put_pair(base + _tzcnt_u64(bits), to + 1);
            bits = _blsr_u64(bits);
        }
        to += at_once;
    } while (bits != 0);
    return found;
}

/* In all lanes. */
typedef struct bytes_avx2 {
    __m256i low_x, low_y, low_time, low_z, high_x, high_y, high_time, high_z;
} bytes_avx2;

CPU_AVX2_FUNCTION ALWAYS_INLINE __m256i spread(const lane_columns *in, int column, uint32_t own)
{
    return _mm256_set1_epi8((char)*byte_at(in, column, own));
}

CPU_AVX2_FUNCTION ALWAYS_INLINE bytes_avx2 own_avx2(const lane_columns *in, int axes, uint32_t own)
{
    return (bytes_avx2){spread(in, 0, own),        spread(in, 1, own),
                        spread(in, 2, own),        spread(in, axes - 1, own),
                        spread(in, axes, own),     spread(in, axes + 1, own),
                        spread(in, axes + 2, own), spread(in, 2 * axes - 1, own)};
}

/* The greater of two differences of a lower and an upper side. */
CPU_AVX2_FUNCTION ALWAYS_INLINE __m256i axis_avx2(const lane_columns *in, int axes, int k,
                                                  uint32_t place, __m256i low, __m256i high)
{
    const __m256i begin = _mm256_loadu_si256((const __m256i *)(const void *)byte_at(in, k, place));
    const __m256i end =
        _mm256_loadu_si256((const __m256i *)(const void *)byte_at(in, axes + k, place));
    return _mm256_max_epi8(_mm256_sub_epi8(begin, high), _mm256_sub_epi8(low, end));
}

CPU_AVX2_FUNCTION ALWAYS_INLINE void meet_avx2(const lane_columns *in, int axes,
                                               const bytes_avx2 *sides, uint32_t place,
                                               uint32_t left, uint32_t own, pair_lists *to)
{
    const __m256i x = axis_avx2(in, axes, 0, place, sides->low_x, sides->high_x);
    const __m256i y = axis_avx2(in, axes, 1, place, sides->low_y, sides->high_y);
    const __m256i time = axis_avx2(in, axes, 2, place, sides->low_time, sides->high_time);
    __m256i most = _mm256_max_epi8(_mm256_max_epi8(x, y), time);
    if (axes == 4)
        most = _mm256_max_epi8(most, axis_avx2(in, axes, 3, place, sides->low_z, sides->high_z));
    const __m256i equal = _mm256_cmpeq_epi8(most, _mm256_setzero_si256());
    const place_pair base = pair_of(own, place);
    const uint32_t lanes = left < NARROW_LANES ? left : NARROW_LANES;
    const uint32_t sure = _bzhi_u32((uint32_t)_mm256_movemask_epi8(most), lanes);
    const uint32_t unsure = _bzhi_u32((uint32_t)_mm256_movemask_epi8(equal), lanes);
    to->sure = put_bits(base, sure, 2, to->of->sure_of, to->sure);
    to->unsure = put_bits(base, unsure, 1, to->of->unsure_of, to->unsure);
}

#define LANES_FUNCTION CPU_AVX2_FUNCTION
#define LANES_INLINE CPU_AVX2_FUNCTION ALWAYS_INLINE
#define LANES_NAME(name) name##_avx2
#include "broadphase/index_lanes.inc"

#endif

/* ---- choosing ----------------------------------------------------------------------- */

lanes_between lanes_with(cpu_instructions level)
{
#if CPU_WIDE
    if (level >= CPU_AVX2)
        return between_avx2;
#else
    (void)level;
#endif
    return between_plain;
}
