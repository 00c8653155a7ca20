/* SPDX-License-Identifier: MIT */
/* Boxes against runs of boxes: plain, 8 and 16 at a time, with the same answers. */
#include "broadphase/index_search.h"

#include <math.h>
#include <stddef.h>

#if CPU_WIDE
#include <immintrin.h>
#endif

search_probe search_probe_of(const index_box *sides, bool closed)
{
    search_probe probe = {*sides, search_begin(sides->lower[INDEX_TIME]),
                          search_end(sides->upper[INDEX_TIME])};
    if (!closed) {
        probe.box.lower[INDEX_TIME] = probe.begin;
        probe.box.upper[INDEX_TIME] = probe.end;
    }
    return probe;
}

/* The columns of a shelf, copied: the compiler knows then that no answer is written there. */
typedef struct search_columns {
    const float *first;
    size_t stride; /* [floats] */
} search_columns;

static inline search_columns columns_of(const index_shelf *shelf)
{
    return (search_columns){shelf->lower[0], shelf_stride(shelf->capacity)};
}

static inline const float *lower_at(const search_columns *in, int k, uint32_t place)
{
    return in->first + place + in->stride * shelf_column(k, false);
}

static inline const float *upper_at(const search_columns *in, int k, uint32_t place)
{
    return in->first + place + in->stride * shelf_column(k, true);
}

/* ---- plain -------------------------------------------------------------------------- */

static inline bool shares_axis(const search_columns *in, int k, uint32_t place,
                               const index_box *sides)
{
    return *lower_at(in, k, place) <= sides->upper[k] && *upper_at(in, k, place) >= sides->lower[k];
}

static inline uint32_t run_plain(const search_columns *in, shelf_kind kind, shelf_run run,
                                 const index_box *sides, uint32_t *places, uint32_t found)
{
    for (uint32_t place = run.first; place < run.last; place++) {
        bool share = shares_axis(in, 0, place, sides);
        share &= shares_axis(in, 1, place, sides);
        if (kind == SHELF_SPACE)
            share &= shares_axis(in, 2, place, sides);
        if (kind != SHELF_FLAT)
            share &= shares_axis(in, INDEX_TIME, place, sides);
        places[found] = place;
        found += share;
    }
    return found;
}

#define SEARCH_FUNCTION
#define SEARCH_NAME(name) name##_plain
#include "broadphase/index_search.inc"
#undef SEARCH_FUNCTION
#undef SEARCH_NAME

#if CPU_WIDE

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* ---- 8 at a time -------------------------------------------------------------------- */

/* The bits that are set in a number of eight, in order: one in each byte. */
#define COUNT(m)                                                                                   \
    (((m) & 1) + ((m) >> 1 & 1) + ((m) >> 2 & 1) + ((m) >> 3 & 1) + ((m) >> 4 & 1) +               \
     ((m) >> 5 & 1) + ((m) >> 6 & 1))
#define BIT(m, i) ((uint64_t)((m) >> (i)&1) * (i) << 8 * COUNT((m) & ((1 << (i)) - 1)))
#define BITS(m)                                                                                    \
    (BIT(m, 1) | BIT(m, 2) | BIT(m, 3) | BIT(m, 4) | BIT(m, 5) | BIT(m, 6) | BIT(m, 7))
#define BITS_4(m) BITS(m), BITS(m + 1), BITS(m + 2), BITS(m + 3)
#define BITS_16(m) BITS_4(m), BITS_4(m + 4), BITS_4(m + 8), BITS_4(m + 12)
#define BITS_64(m) BITS_16(m), BITS_16(m + 16), BITS_16(m + 32), BITS_16(m + 48)

static const uint64_t bits_of[256] = {BITS_64(0), BITS_64(64), BITS_64(128), BITS_64(192)};

CPU_AVX2_FUNCTION ALWAYS_INLINE __m256 axis_avx2(const search_columns *in, int k, uint32_t place,
                                                 const index_box *sides)
{
    const __m256 low = _mm256_loadu_ps(lower_at(in, k, place));
    const __m256 high = _mm256_loadu_ps(upper_at(in, k, place));
    const __m256 to = _mm256_set1_ps(sides->upper[k]), from = _mm256_set1_ps(sides->lower[k]);
    return _mm256_and_ps(_mm256_cmp_ps(low, to, _CMP_LE_OQ), _mm256_cmp_ps(high, from, _CMP_GE_OQ));
}

CPU_AVX2_FUNCTION ALWAYS_INLINE uint32_t share_avx2(const search_columns *in, shelf_kind kind,
                                                    uint32_t place, const index_box *sides)
{
    __m256 share = _mm256_and_ps(axis_avx2(in, 0, place, sides), axis_avx2(in, 1, place, sides));
    if (kind == SHELF_SPACE)
        share = _mm256_and_ps(share, axis_avx2(in, 2, place, sides));
    if (kind != SHELF_FLAT)
        share = _mm256_and_ps(share, axis_avx2(in, INDEX_TIME, place, sides));
    return (uint32_t)_mm256_movemask_ps(share);
}

CPU_AVX2_FUNCTION ALWAYS_INLINE void put_avx2(uint32_t *to, __m256i numbers)
{
    _mm256_storeu_si256((__m256i *)(void *)to, numbers);
}

/* Answers are packed by a table and stored 8 at a time, without a branch. */
CPU_AVX2_FUNCTION ALWAYS_INLINE uint32_t run_avx2(const search_columns *in, shelf_kind kind,
                                                  shelf_run run, const index_box *sides,
                                                  uint32_t *places, uint32_t found)
{
    uint32_t place = run.first;
    do {
        const uint32_t left = run.last - place, all = left < 8 ? (1u << left) - 1 : 0xff;
        const uint32_t bits = share_avx2(in, kind, place, sides) & all;
        const __m256i lanes =
            _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)&bits_of[bits]));
        put_avx2(places + found, _mm256_add_epi32(lanes, _mm256_set1_epi32((int32_t)place)));
        found += (uint32_t)__builtin_popcount(bits);
        place += 8;
    } while (place < run.last);
    return found;
}

#define SEARCH_FUNCTION CPU_AVX2_FUNCTION
#define SEARCH_NAME(name) name##_avx2
#include "broadphase/index_search.inc"
#undef SEARCH_FUNCTION
#undef SEARCH_NAME

/* ---- 16 at a time ------------------------------------------------------------------- */

CPU_AVX512_FUNCTION ALWAYS_INLINE __mmask16 axis_avx512(__mmask16 share, const search_columns *in,
                                                        int k, uint32_t place,
                                                        const index_box *sides)
{
    const __m512 low = _mm512_loadu_ps(lower_at(in, k, place));
    const __m512 high = _mm512_loadu_ps(upper_at(in, k, place));
    const __m512 to = _mm512_set1_ps(sides->upper[k]), from = _mm512_set1_ps(sides->lower[k]);
    share = _mm512_mask_cmp_ps_mask(share, low, to, _CMP_LE_OQ);
    return _mm512_mask_cmp_ps_mask(share, high, from, _CMP_GE_OQ);
}

/* Answers are packed and stored 16 at a time, without a branch. */
CPU_AVX512_FUNCTION ALWAYS_INLINE uint32_t run_avx512(const search_columns *in, shelf_kind kind,
                                                      shelf_run run, const index_box *sides,
                                                      uint32_t *places, uint32_t found)
{
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    uint32_t place = run.first;
    do {
        const uint32_t left = run.last - place;
        __mmask16 share = (__mmask16)(left < 16 ? (1u << left) - 1 : 0xffff);
        share = axis_avx512(share, in, 0, place, sides);
        share = axis_avx512(share, in, 1, place, sides);
        if (kind == SHELF_SPACE)
            share = axis_avx512(share, in, 2, place, sides);
        if (kind != SHELF_FLAT)
            share = axis_avx512(share, in, INDEX_TIME, place, sides);
        const __m512i numbers = _mm512_add_epi32(lanes, _mm512_set1_epi32((int32_t)place));
        _mm512_storeu_si512(places + found, _mm512_maskz_compress_epi32(share, numbers));
        found += (uint32_t)__builtin_popcount(share);
        place += 16;
    } while (place < run.last);
    return found;
}

#define SEARCH_FUNCTION CPU_AVX512_FUNCTION
#define SEARCH_NAME(name) name##_avx512
#include "broadphase/index_search.inc"

#endif

/* ---- choosing ----------------------------------------------------------------------- */

index_search search_with(cpu_instructions level)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        return (index_search){through_avx512, lanes_with(level)};
    if (level == CPU_AVX2)
        return (index_search){through_avx2, lanes_with(level)};
#else
    (void)level;
#endif
    return (index_search){through_plain, lanes_with(CPU_PLAIN)};
}
