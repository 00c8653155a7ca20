/* SPDX-License-Identifier: MIT */
/* Extent masks: for every stretch of every axis one bit for each box. A box meets a
 * probe only if on every axis it has begun before the probe ends and ends after the
 * probe has begun, so the words of two masks for each axis are joined by `and`; boxes
 * with a bit left are compared.
 *
 * With up to 64 different sides on an axis the stretches lie between the sides and the
 * masks are exact on that axis. With more they are chosen evenly among the sorted
 * sides, and a probe that ends inside a stretch takes the mask of all of it. */
#include "broadphase/index_methods.h"

#include <assert.h>

enum { WORD = 64, SIDES_MOST = 1024 };

/* ---- making ------------------------------------------------------------------------- */

static void sort(float *values, uint32_t count)
{
    for (uint32_t gap = count / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < count; i++) {
            float moved = values[i];
            uint32_t j = i;
            for (; j >= gap && values[j - gap] > moved; j -= gap)
                values[j] = values[j - gap];
            values[j] = moved;
        }
}

static uint32_t drop_equals(float *values, uint32_t count)
{
    uint32_t kept = 1;
    for (uint32_t i = 1; i < count; i++)
        if (values[i] != values[kept - 1])
            values[kept++] = values[i];
    return kept;
}

/* Ascending bounds among the sides of a sample; where there are fewer, the last one
 * is repeated. */
static void choose_bounds(const index_box *all, const uint32_t *items, uint32_t count, int axis,
                          bool ends, float *bounds)
{
    float sides[SIDES_MOST];
    uint32_t size = count < SIDES_MOST ? count : SIDES_MOST;
    assert(count > 0);
    for (uint32_t i = 0; i < size; i++) {
        const index_box *box = &all[items[(uint64_t)i * count / size]];
        sides[i] = ends ? box->upper[axis] : box->lower[axis];
    }
    sort(sides, size);
    size = drop_equals(sides, size);
    uint32_t wanted = size < MASKS_STRETCHES ? size : MASKS_STRETCHES;
    for (uint32_t i = 0; i < MASKS_STRETCHES; i++) {
        uint32_t nearest = i < wanted ? i : wanted - 1;
        bounds[i] = wanted > 1 ? sides[nearest * (size - 1) / (wanted - 1)] : sides[0];
    }
}

static uint64_t *row_of(uint64_t *masks, const index_masks *of, int axis, int stretch)
{
    return masks + ((size_t)axis * MASKS_STRETCHES + (size_t)stretch) * of->words;
}

static void set_bits(index_masks *masks, const index_box *box, uint32_t place)
{
    const uint64_t bit = UINT64_C(1) << place % WORD;
    for (int axis = 0; axis < INDEX_AXES; axis++) {
        for (int i = MASKS_STRETCHES; i-- > 0 && box->lower[axis] <= masks->begin[axis][i];)
            row_of(masks->begun, masks, axis, i)[place / WORD] |= bit;
        for (int i = 0; i < MASKS_STRETCHES && box->upper[axis] >= masks->end[axis][i]; i++)
            row_of(masks->ended, masks, axis, i)[place / WORD] |= bit;
    }
}

size_t masks_bytes(const index_masks *masks)
{
    return (size_t)2 * INDEX_AXES * MASKS_STRETCHES * masks->words * sizeof *masks->begun;
}

bool masks_make(const graze_allocator *allocator, const index_box *all, const uint32_t *items,
                uint32_t count, index_masks *made)
{
    *made = (index_masks){.words = (uint32_t)(((uint64_t)count + WORD - 1) / WORD)};
    const size_t half = masks_bytes(made) / 2 / sizeof *made->begun;
    made->begun = memory_new(allocator, 2 * half, sizeof *made->begun);
    if (made->begun == NULL)
        return false;
    made->ended = made->begun + half;
    for (int axis = 0; axis < INDEX_AXES; axis++) {
        choose_bounds(all, items, count, axis, false, made->begin[axis]);
        choose_bounds(all, items, count, axis, true, made->end[axis]);
    }
    for (uint32_t place = 0; place < count; place++)
        set_bits(made, &all[items[place]], place);
    return true;
}

void masks_free(const graze_allocator *allocator, index_masks *emptied)
{
    memory_free(allocator, emptied->begun);
    *emptied = (index_masks){0};
}

/* ---- walking ------------------------------------------------------------------------ */

/* The mask of the first bound that is not before the probe's end: null when there is
 * none, and so nothing to leave out. */
static const uint64_t *begun_by(const index_masks *masks, int axis, float upper)
{
    for (int i = 0; i < MASKS_STRETCHES; i++)
        if (masks->begin[axis][i] >= upper)
            return row_of(masks->begun, masks, axis, i);
    return NULL;
}

static const uint64_t *ended_after(const index_masks *masks, int axis, float lower)
{
    for (int i = MASKS_STRETCHES; i-- > 0;)
        if (masks->end[axis][i] <= lower)
            return row_of(masks->ended, masks, axis, i);
    return NULL;
}

/* The run from the first to the last bit of a word. */
static void add_word(uint32_t word, uint64_t bits, uint32_t after, index_sieve *sieve)
{
    uint32_t first = word * WORD, last = first + WORD;
    while ((bits & 1) == 0) {
        bits >>= 1;
        first++;
    }
    bits <<= first % WORD;
    while (bits >> (WORD - 1) == 0) {
        bits <<= 1;
        last--;
    }
    last = last < sieve->shelf->count ? last : sieve->shelf->count;
    sieve_add(sieve, first > after ? first : after, last);
}

void masks_walk(const index_masks *masks, uint32_t after, index_sieve *sieve)
{
    const index_box *box = &sieve->probe->search.box;
    const uint64_t *row[2 * INDEX_AXES];
    int rows = 0;
    for (int axis = 0; axis < INDEX_AXES; axis++) {
        row[rows] = begun_by(masks, axis, box->upper[axis]);
        rows += row[rows] != NULL;
        row[rows] = ended_after(masks, axis, box->lower[axis]);
        rows += row[rows] != NULL;
    }
    for (uint32_t word = after / WORD; word < masks->words; word++) {
        uint64_t bits = ~UINT64_C(0);
        for (int i = 0; i < rows; i++)
            bits &= row[i][word];
        if (bits != 0)
            add_word(word, bits, after, sieve);
    }
}
