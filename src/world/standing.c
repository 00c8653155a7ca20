/* SPDX-License-Identifier: MIT */
/* Obstacles side by side. See standing.h. */
#include "world/standing.h"

#include <math.h>

#include "base/bits.h"
#include "base/memory.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

#include "base/lanes_plain.inc"
#include "world/standing.inc"

#if CPU_WIDE
#include "base/lanes_avx2.inc"
#include "world/standing.inc"

#include "base/lanes_avx512.inc"
#include "world/standing.inc"
#endif

enum { ARRAYS = 4, ALIGNMENT = 64, ROUND_UP = 7 /* the most lanes less 1 */ };

static const double MARGIN = 0x1p-46, FLOOR = 0x1p-500;

/* ---- making ------------------------------------------------------------------------------ */

/* No point of a body is farther than this from its place. */
static double circle_of(const graze_body *body)
{
    double farthest = 0;
    for (size_t i = 0; i < body->vertex_count; i++)
        farthest = fmax(farthest, hypot(body->vertices[i].x, body->vertices[i].y));
    return body->radius + farthest * (1 + 0x1p-50);
}

static void put(standing_set *into, size_t i, const graze_obstacle *obstacle)
{
    const double radius = circle_of(&obstacle->body);
    into->x[i] = obstacle->place.x;
    into->y[i] = obstacle->place.y;
    into->outer[i] = radius + MARGIN * radius + FLOOR;
    into->inner[i] =
        obstacle->body.vertex_count == 0 ? radius - MARGIN * radius - FLOOR : -INFINITY;
}

static void note_all(standing_set *of)
{
    of->widest = 0;
    bool filled = true;
    double most = 0;
    for (size_t i = 0; i < of->count; i++) {
        of->widest = fmax(of->widest, of->outer[i]);
        filled &= of->inner[i] > -INFINITY;
        most = fmax(most, fmax(fabs(of->x[i]), fabs(of->y[i])));
    }
    of->for_glance = filled && most <= STANDING_MODEST && of->widest <= STANDING_MODEST;
}

bool standing_make(const graze_obstacle *obstacles, size_t count,
                   const graze_allocator *allocator, standing_set *made)
{
    *made = (standing_set){.count = 0};
    if (count == 0 || count > STANDING_MOST)
        return true;
    const size_t length = (count + ROUND_UP) / (ROUND_UP + 1) * (ROUND_UP + 1);
    made->memory = memory_new(allocator, length * ARRAYS * sizeof(double) + ALIGNMENT, 1);
    if (made->memory == NULL)
        return false;
    const size_t skip = (ALIGNMENT - (uintptr_t)made->memory % ALIGNMENT) % ALIGNMENT;
    made->x = (double *)(void *)((char *)made->memory + skip);
    made->y = made->x + length;
    made->outer = made->y + length;
    made->inner = made->outer + length;
    made->count = count;
    made->level = cpu_level();
    for (size_t i = 0; i < count; i++)
        put(made, i, &obstacles[i]);
    for (size_t i = count; i < length; i++)
        put(made, i, &obstacles[count - 1]);
    note_all(made);
    return true;
}

void standing_free(standing_set *freed, const graze_allocator *allocator)
{
    memory_free(allocator, freed->memory);
    *freed = (standing_set){.count = 0};
}

/* ---- asking ------------------------------------------------------------------------------ */

standing_disc standing_disc_at(graze_point place, double radius, double tolerance)
{
    const double reach = radius - tolerance, margin = MARGIN * (radius + tolerance) + FLOOR;
    return (standing_disc){place.x, place.y, reach + margin, reach - margin};
}

static bool is_certain(const standing_set *among, size_t i, const standing_disc *disc)
{
    const double x = among->x[i] - disc->x, y = among->y[i] - disc->y;
    const double reach = among->inner[i] + disc->inner;
    return reach > 0 && x * x + y * y < reach * reach;
}

static uint64_t open_word(const standing_set *among, size_t first, size_t count,
                          const standing_disc *disc)
{
#if CPU_WIDE
    if (among->level == CPU_AVX512)
        return avx512_open_word(among, first, count, disc);
    if (among->level == CPU_AVX2)
        return avx2_open_word(among, first, count, disc);
#endif
    return one_open_word(among, first, count, disc);
}

bool standing_conflicts(const standing_set *among, const standing_disc *disc,
                        uint64_t open[STANDING_WORDS])
{
    for (size_t first = 0; first < among->count; first += STANDING_WORD) {
        const size_t left = among->count - first;
        const size_t count = left < STANDING_WORD ? left : STANDING_WORD;
        uint64_t word = open_word(among, first, count, disc);
        if (count < STANDING_WORD)
            word &= (UINT64_C(1) << count) - 1;
        open[first / STANDING_WORD] = word;
        for (uint64_t bits = word; bits != 0; bits &= bits - 1)
            if (is_certain(among, first + bits_lowest(bits), disc))
                return true;
    }
    return false;
}

standing_sight standing_glance(const standing_set *among, graze_point place, double radius,
                               double tolerance)
{
    const double size = radius + tolerance, greatest = among->widest + size + 0x1p-440;
    const double enough = 0x1p-43 * greatest * greatest;
    const double outer = (radius - tolerance) + (MARGIN * size + FLOOR);
#if CPU_WIDE
    if (among->level == CPU_AVX512)
        return avx512_glance(among, place.x, place.y, outer, enough);
    if (among->level == CPU_AVX2)
        return avx2_glance(among, place.x, place.y, outer, enough);
#endif
    return one_glance(among, place.x, place.y, outer, enough);
}
