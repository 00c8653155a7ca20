/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "broadphase/index_float.h"
#include "broadphase/index_methods.h"
#include "broadphase/index_quad.h"

typedef struct numbering {
    quad origin, scale, last;
} numbering;

static quad four_of(float value)
{
    const float four[4] = {value, value, value, value};
    return quad_load(four);
}

/* Powers of two keep a rounded product what it is. The last number is a float below the end. */
static numbering numbering_of(const index_grid *grid, int k)
{
    float cell = NARROW_NUMBERS;
    while ((float)(2 * grid->reach[k] + 1) * cell > NARROW_NUMBERS)
        cell /= 2;
    return (numbering){four_of(grid->origin[k]), four_of(grid->scale[k] * cell),
                       four_of(float_down((grid->last[k] + 1) * cell))};
}

/* NaN, which is behind the last box, counts as 0. */
static inline quad numbers_of(const numbering *by, quad sides)
{
    const quad number = quad_mul(quad_sub(sides, by->origin), by->scale);
    return quad_min(quad_max(number, four_of(0)), by->last);
}

/* Lanes behind the last box are looked at, and not told. */
static void fill_column(const numbering *by, const float *sides, uint32_t count, uint8_t *to)
{
    memset(to + count, 0, NARROW_LANES);
    for (uint32_t place = 0; place < count; place += 16) {
        const float *at = sides + place;
        const quad number[] = {numbers_of(by, quad_load(at)), numbers_of(by, quad_load(at + 4)),
                               numbers_of(by, quad_load(at + 8)),
                               numbers_of(by, quad_load(at + 12))};
        quad_bytes(number, to + place);
    }
}

/* The same of ends of lives. */
static void fill_ends(const numbering *by, const float *sides, uint32_t count, uint8_t *to)
{
    memset(to + count, 0, NARROW_LANES);
    for (uint32_t place = 0; place < count; place += 16) {
        const float *at = sides + place;
        const quad number[] = {numbers_of(by, quad_before(quad_load(at))),
                               numbers_of(by, quad_before(quad_load(at + 4))),
                               numbers_of(by, quad_before(quad_load(at + 8))),
                               numbers_of(by, quad_before(quad_load(at + 12)))};
        quad_bytes(number, to + place);
    }
}

bool grid_narrow(const graze_allocator *allocator, const index_shelf *shelf, index_grid *grid)
{
    static const int axis_of[NARROW_AXES] = {0, 1, INDEX_TIME, 2};
    index_narrow *made = &grid->narrow;
    made->axes = shelf->kind == SHELF_SPACE ? 4 : 3;
    made->stride = (size_t)shelf->count + NARROW_LANES;
    made->first = memory_resize(allocator, NULL, made->stride, 2 * (size_t)made->axes);
    if (made->first == NULL)
        return false;
    for (int i = 0; i < made->axes; i++) {
        const int k = axis_of[i];
        const numbering by = numbering_of(grid, k);
        fill_column(&by, shelf->lower[k], shelf->count, narrow_column(made, i, false));
        (k == INDEX_TIME ? fill_ends : fill_column)(&by, shelf->upper[k], shelf->count,
                                                    narrow_column(made, i, true));
    }
    return true;
}
