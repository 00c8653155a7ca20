/* SPDX-License-Identifier: MIT */
/* Boxes against runs of boxes: plain, 8 and 16 at a time, with the same answers. */
#include "broadphase/index_search.h"

#include <math.h>
#include <stddef.h>

#if CPU_WIDE
#include <immintrin.h>
#endif

static inline search_probe probe_of(const index_box *sides, bool closed)
{
    search_probe probe = {*sides, search_begin(sides->lower[INDEX_TIME]),
                          search_end(sides->upper[INDEX_TIME])};
    if (!closed) {
        probe.box.lower[INDEX_TIME] = probe.begin;
        probe.box.upper[INDEX_TIME] = probe.end;
    }
    return probe;
}

search_probe search_probe_of(const index_box *sides, bool closed)
{
    return probe_of(sides, closed);
}

/* ---- plain -------------------------------------------------------------------------- */

static inline bool shares_axis(const index_shelf *shelf, int k, uint32_t place,
                               const index_box *sides)
{
    return shelf->lower[k][place] <= sides->upper[k] && shelf->upper[k][place] >= sides->lower[k];
}

static inline uint32_t run_plain(const index_shelf *shelf, shelf_kind kind, shelf_run run,
                                 const search_probe *probe, uint32_t *places, uint32_t found)
{
    for (uint32_t place = run.first; place < run.last; place++) {
        bool share = shares_axis(shelf, 0, place, &probe->box);
        share &= shares_axis(shelf, 1, place, &probe->box);
        if (kind == SHELF_SPACE)
            share &= shares_axis(shelf, 2, place, &probe->box);
        if (kind != SHELF_FLAT)
            share &= shares_axis(shelf, INDEX_TIME, place, &probe->box);
        places[found] = place;
        found += share;
    }
    return found;
}

static inline void repeat_plain(uint32_t self, uint32_t *own, uint32_t from, uint32_t to)
{
    for (; from < to; from++)
        own[from] = self;
}

#define SEARCH_FUNCTION
#define SEARCH_INLINE static inline
#define SEARCH_NAME(name) name##_plain
#include "broadphase/index_search.inc"
#undef SEARCH_FUNCTION
#undef SEARCH_INLINE
#undef SEARCH_NAME

#if CPU_WIDE

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* ---- 8 at a time -------------------------------------------------------------------- */

CPU_AVX2_FUNCTION ALWAYS_INLINE uint32_t compare_avx2(const float *sides, float to, int how)
{
    const __m256 a = _mm256_loadu_ps(sides), b = _mm256_set1_ps(to);
    const __m256 holds = how == _CMP_LE_OQ ? _mm256_cmp_ps(a, b, _CMP_LE_OQ)
                                           : _mm256_cmp_ps(a, b, _CMP_GE_OQ);
    return (uint32_t)_mm256_movemask_ps(holds);
}

CPU_AVX2_FUNCTION ALWAYS_INLINE uint32_t axis_avx2(const index_shelf *shelf, int k,
                                                   uint32_t place, const index_box *sides)
{
    return compare_avx2(shelf->lower[k] + place, sides->upper[k], _CMP_LE_OQ) &
           compare_avx2(shelf->upper[k] + place, sides->lower[k], _CMP_GE_OQ);
}

CPU_AVX2_FUNCTION ALWAYS_INLINE uint32_t run_avx2(const index_shelf *shelf, shelf_kind kind,
                                                  shelf_run run, const search_probe *probe,
                                                  uint32_t *places, uint32_t found)
{
    for (uint32_t place = run.first; place < run.last; place += 8) {
        const uint32_t left = run.last - place;
        uint32_t share = left < 8 ? (1u << left) - 1 : 0xff;
        share &= axis_avx2(shelf, 0, place, &probe->box);
        share &= axis_avx2(shelf, 1, place, &probe->box);
        if (kind == SHELF_SPACE)
            share &= axis_avx2(shelf, 2, place, &probe->box);
        if (kind != SHELF_FLAT)
            share &= axis_avx2(shelf, INDEX_TIME, place, &probe->box);
        for (; share != 0; share &= share - 1)
            places[found++] = place + (uint32_t)__builtin_ctz(share);
    }
    return found;
}

CPU_AVX2_FUNCTION ALWAYS_INLINE void repeat_avx2(uint32_t self, uint32_t *own, uint32_t from,
                                                 uint32_t to)
{
    for (; from < to; from += 8)
        _mm256_storeu_si256((__m256i *)(own + from), _mm256_set1_epi32((int32_t)self));
}

#define SEARCH_FUNCTION CPU_AVX2_FUNCTION
#define SEARCH_INLINE CPU_AVX2_FUNCTION ALWAYS_INLINE
#define SEARCH_NAME(name) name##_avx2
#include "broadphase/index_search.inc"
#undef SEARCH_FUNCTION
#undef SEARCH_INLINE
#undef SEARCH_NAME

/* ---- 16 at a time ------------------------------------------------------------------- */

CPU_AVX512_FUNCTION ALWAYS_INLINE __mmask16 axis_avx512(__mmask16 share, const index_shelf *shelf,
                                                        int k, uint32_t place,
                                                        const index_box *sides)
{
    share = _mm512_mask_cmp_ps_mask(share, _mm512_loadu_ps(shelf->lower[k] + place),
                                    _mm512_set1_ps(sides->upper[k]), _CMP_LE_OQ);
    return _mm512_mask_cmp_ps_mask(share, _mm512_loadu_ps(shelf->upper[k] + place),
                                   _mm512_set1_ps(sides->lower[k]), _CMP_GE_OQ);
}

/* Answers are packed and stored 16 at a time, without a branch. */
CPU_AVX512_FUNCTION ALWAYS_INLINE uint32_t run_avx512(const index_shelf *shelf, shelf_kind kind,
                                                      shelf_run run, const search_probe *probe,
                                                      uint32_t *places, uint32_t found)
{
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (uint32_t place = run.first; place < run.last; place += 16) {
        const uint32_t left = run.last - place;
        __mmask16 share = (__mmask16)(left < 16 ? (1u << left) - 1 : 0xffff);
        share = axis_avx512(share, shelf, 0, place, &probe->box);
        share = axis_avx512(share, shelf, 1, place, &probe->box);
        if (kind == SHELF_SPACE)
            share = axis_avx512(share, shelf, 2, place, &probe->box);
        if (kind != SHELF_FLAT)
            share = axis_avx512(share, shelf, INDEX_TIME, place, &probe->box);
        const __m512i numbers = _mm512_add_epi32(lanes, _mm512_set1_epi32((int32_t)place));
        _mm512_storeu_si512(places + found, _mm512_maskz_compress_epi32(share, numbers));
        found += (uint32_t)__builtin_popcount(share);
    }
    return found;
}

CPU_AVX512_FUNCTION ALWAYS_INLINE void repeat_avx512(uint32_t self, uint32_t *own, uint32_t from,
                                                     uint32_t to)
{
    for (; from < to; from += 16)
        _mm512_storeu_si512(own + from, _mm512_set1_epi32((int32_t)self));
}

#define SEARCH_FUNCTION CPU_AVX512_FUNCTION
#define SEARCH_INLINE CPU_AVX512_FUNCTION ALWAYS_INLINE
#define SEARCH_NAME(name) name##_avx512
#include "broadphase/index_search.inc"

#endif

/* ---- choosing ----------------------------------------------------------------------- */

index_search search_with(cpu_instructions level)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        return (index_search){through_avx512, between_avx512};
    if (level == CPU_AVX2)
        return (index_search){through_avx2, between_avx2};
#else
    (void)level;
#endif
    return (index_search){through_plain, between_plain};
}
