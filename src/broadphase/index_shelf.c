/* SPDX-License-Identifier: MIT */
/* Shelves, and the search through runs of them: written once for each level of
 * instructions, the same places for all. */
#include "broadphase/index_shelf.h"

#include <math.h>
#include <string.h>

#if CPU_WIDE
#include <immintrin.h>
#endif

/* ---- keeping ------------------------------------------------------------------------ */

bool shelf_make(const graze_allocator *allocator, uint32_t capacity, index_shelf *made)
{
    const size_t stride = (size_t)capacity + SHELF_LANES;
    *made = (index_shelf){.capacity = capacity};
    float *sides = memory_resize(allocator, NULL, stride * 2 * INDEX_AXES, sizeof *sides);
    made->item = memory_resize(allocator, NULL, stride, sizeof *made->item);
    if (sides == NULL || made->item == NULL) {
        memory_free(allocator, sides);
        memory_free(allocator, made->item);
        *made = (index_shelf){0};
        return false;
    }
    for (int k = 0; k < INDEX_AXES; k++) {
        made->lower[k] = sides + stride * (size_t)k;
        made->upper[k] = sides + stride * (size_t)(INDEX_AXES + k);
        for (int lane = 0; lane < SHELF_LANES; lane++)
            made->lower[k][capacity + (uint32_t)lane] = made->upper[k][capacity + (uint32_t)lane] =
                (float)NAN;
    }
    return true;
}

void shelf_free(const graze_allocator *allocator, index_shelf *emptied)
{
    memory_free(allocator, emptied->lower[0]);
    memory_free(allocator, emptied->item);
    *emptied = (index_shelf){0};
}

static void unite(index_box *bounds, const index_box *box)
{
    for (int k = 0; k < INDEX_AXES; k++) {
        bounds->lower[k] = box->lower[k] < bounds->lower[k] ? box->lower[k] : bounds->lower[k];
        bounds->upper[k] = box->upper[k] > bounds->upper[k] ? box->upper[k] : bounds->upper[k];
    }
}

static void put(index_shelf *shelf, uint32_t place, uint32_t item, const index_box *box)
{
    for (int k = 0; k < INDEX_AXES; k++) {
        shelf->lower[k][place] = box->lower[k];
        shelf->upper[k][place] = box->upper[k];
    }
    shelf->item[place] = item;
}

/* Time always counts, so that shelf_clear has a side that is looked at. */
static bool counts(const index_shelf *shelf, int k, const index_box *box)
{
    return k == INDEX_TIME || box->lower[k] != shelf->bounds.lower[k] ||
           box->upper[k] != shelf->bounds.upper[k];
}

static void choose_axes(index_shelf *shelf, const bool *varies)
{
    shelf->axes = 0;
    for (int k = 0; k < INDEX_AXES; k++)
        if (varies[k])
            shelf->axis[shelf->axes++] = k;
}

void shelf_append(index_shelf *shelf, uint32_t item, const index_box *box)
{
    bool varies[INDEX_AXES] = {false};
    for (int i = 0; i < shelf->axes; i++)
        varies[shelf->axis[i]] = true;
    if (shelf->count == 0)
        shelf->bounds = *box;
    for (int k = 0; k < INDEX_AXES; k++)
        varies[k] |= counts(shelf, k, box);
    choose_axes(shelf, varies);
    unite(&shelf->bounds, box);
    put(shelf, shelf->count++, item, box);
}

void shelf_fill(index_shelf *shelf, const index_box *boxes, const uint32_t *items, uint32_t count)
{
    bool varies[INDEX_AXES] = {false};
    if (count > 0)
        shelf->bounds = boxes[items[0]];
    for (uint32_t place = 0; place < count; place++) {
        const index_box *box = &boxes[items[place]];
        put(shelf, place, items[place], box);
        for (int k = 0; k < INDEX_AXES; k++)
            varies[k] |= counts(shelf, k, box);
        unite(&shelf->bounds, box);
    }
    shelf->count = count;
    choose_axes(shelf, varies);
}

void shelf_clear(index_shelf *shelf, uint32_t place)
{
    shelf->lower[INDEX_TIME][place] = shelf->upper[INDEX_TIME][place] = (float)NAN;
}

index_box shelf_box(const index_shelf *shelf, uint32_t place)
{
    index_box box;
    for (int k = 0; k < INDEX_AXES; k++) {
        box.lower[k] = shelf->lower[k][place];
        box.upper[k] = shelf->upper[k][place];
    }
    return box;
}

/* ---- searching ---------------------------------------------------------------------- */

static uint32_t search_plain(const index_shelf *shelf, const shelf_run *runs, int count,
                             const index_box *probe, uint32_t *places)
{
    uint32_t found = 0;
    for (const shelf_run *run = runs; run < runs + count; run++)
        for (uint32_t place = run->first; place < run->last; place++) {
            bool share = true;
            for (int i = 0; i < shelf->axes; i++) {
                int k = shelf->axis[i];
                share &= shelf->lower[k][place] <= probe->upper[k];
                share &= shelf->upper[k][place] >= probe->lower[k];
            }
            places[found] = place;
            found += share;
        }
    return found;
}

#if CPU_WIDE

CPU_AVX2_FUNCTION static uint32_t search_avx2(const index_shelf *shelf, const shelf_run *runs,
                                              int count, const index_box *probe, uint32_t *places)
{
    uint32_t found = 0;
    for (const shelf_run *run = runs; run < runs + count; run++)
        for (uint32_t place = run->first; place < run->last; place += 8) {
            uint32_t left = run->last - place;
            uint32_t share = left < 8 ? (1u << left) - 1 : 0xff;
            for (int i = 0; i < shelf->axes && share != 0; i++) {
                int k = shelf->axis[i];
                __m256 low = _mm256_cmp_ps(_mm256_loadu_ps(shelf->lower[k] + place),
                                           _mm256_set1_ps(probe->upper[k]), _CMP_LE_OQ);
                __m256 high = _mm256_cmp_ps(_mm256_loadu_ps(shelf->upper[k] + place),
                                            _mm256_set1_ps(probe->lower[k]), _CMP_GE_OQ);
                share &= (uint32_t)_mm256_movemask_ps(_mm256_and_ps(low, high));
            }
            for (; share != 0; share &= share - 1)
                places[found++] = place + (uint32_t)__builtin_ctz(share);
        }
    return found;
}

CPU_AVX512_FUNCTION static uint32_t search_avx512(const index_shelf *shelf, const shelf_run *runs,
                                                  int count, const index_box *probe,
                                                  uint32_t *places)
{
    uint32_t found = 0;
    for (const shelf_run *run = runs; run < runs + count; run++)
        for (uint32_t place = run->first; place < run->last; place += 16) {
            uint32_t left = run->last - place;
            __mmask16 share = (__mmask16)(left < 16 ? (1u << left) - 1 : 0xffff);
            for (int i = 0; i < shelf->axes; i++) {
                int k = shelf->axis[i];
                share = _mm512_mask_cmp_ps_mask(share, _mm512_loadu_ps(shelf->lower[k] + place),
                                                _mm512_set1_ps(probe->upper[k]), _CMP_LE_OQ);
                share = _mm512_mask_cmp_ps_mask(share, _mm512_loadu_ps(shelf->upper[k] + place),
                                                _mm512_set1_ps(probe->lower[k]), _CMP_GE_OQ);
            }
            for (uint32_t bits = share; bits != 0; bits &= bits - 1)
                places[found++] = place + (uint32_t)__builtin_ctz(bits);
        }
    return found;
}

#endif

shelf_search shelf_search_with(cpu_instructions level)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        return search_avx512;
    if (level == CPU_AVX2)
        return search_avx2;
#else
    (void)level;
#endif
    return search_plain;
}
