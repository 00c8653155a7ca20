/* SPDX-License-Identifier: MIT */
/* Small shapes, all of them: every triangle and every convex quadrangle with corners on a grid of
 * 3 x 3 places, in pairs that pass each other in a few ways, against the exact twin. The night
 * tier asks every pair, the others each n-th. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <graze/unsafe.h>

#include "oracle/bodies.h"
#include "oracle/body_pairs.h"
#include "oracle/body_starts.h"
#include "support/run.h"

/* ---- shapes -------------------------------------------------------------------------------- */

enum { PLACES = 9, CORNERS = 4, SHAPES = 200 };

typedef struct shape {
    graze_point vertices[CORNERS];
    size_t count;
} shape;

/* Whether the places in the set are corners of a convex polygon that touches x = 0 and y = 0:
 * shapes that differ by a shift count once. */
static bool make_shape(unsigned set, shape *made)
{
    graze_point points[PLACES], wrapped[PLACES];
    size_t count = 0;
    bool left = false, low = false;
    for (int i = 0; i < PLACES; i++)
        if (set >> i & 1) {
            points[count++] = (graze_point){i % 3, i / 3};
            left = left || i % 3 == 0;
            low = low || i / 3 == 0;
        }
    if (count < 3 || count > CORNERS || !left || !low)
        return false;
    made->count = oracle_wrap_points(points, count, wrapped);
    memcpy(made->vertices, wrapped, count * sizeof *wrapped);
    return made->count == count;
}

static size_t make_shapes(shape *shapes)
{
    size_t count = 0;
    for (unsigned set = 0; set < 1u << PLACES; set++)
        count += make_shape(set, &shapes[count]);
    return count;
}

/* ---- ways ----------------------------------------------------------------------------------- */

/* From and to, beside a body of 2 m at the origin: past a side, along it, over a corner, from
 * inside, at rest. */
static const graze_point ways[][2] = {
    {{-3, 0}, {3, 0}},  {{-3, 2}, {3, 2}},   {{-3, 1}, {3, 1}},   {{-3, -3}, {3, 3}},
    {{0, -3}, {0, 3}},  {{2, -3}, {2, 3}},   {{-3, 3}, {1, -1}},  {{0, 0}, {3, 1}},
    {{1, 2}, {1, 2}},   {{-3, -2}, {3, -2}}, {{-2, -3}, {1, 3}},  {{2, 2}, {-1, 0}},
};
enum { WAYS = sizeof ways / sizeof *ways, RADII = 2, PULLS = 2 };

static graze_motion way_of(size_t number, bool pulled)
{
    graze_motion motion;
    const graze_point from = ways[number][0], to = ways[number][1];
    const graze_vector place = {from.x, from.y, 0};
    if (!pulled) { /* in 4 s */
        CU_ASSERT_EQUAL_FATAL(
            graze_motion_waypoint(place, (graze_vector){to.x, to.y, 0}, 0, 4, &motion), GRAZE_OK);
        return motion;
    }
    const graze_vector pull = {(to.x - from.x) / 8, (to.y - from.y) / 8, 0}; /* from rest */
    CU_ASSERT_EQUAL_FATAL(
        graze_motion_kinematic(place, (graze_vector){0, 0, 0}, pull, 0, 4, &motion), GRAZE_OK);
    return motion;
}

static void make_pair(const shape *shapes, size_t count, size_t number, oracle_pair *pair)
{
    static const double radii[RADII] = {0, 0.25};
    const double radius = radii[number % RADII];
    number /= RADII;
    const bool pulled = number % PULLS != 0;
    number /= PULLS;
    const size_t way = number % WAYS, shape_a = number / WAYS % count,
                 shape_b = number / WAYS / count;
    *pair = (oracle_pair){
        .body_a = {radius, shapes[shape_a].vertices, shapes[shape_a].count},
        .body_b = {0, shapes[shape_b].vertices, shapes[shape_b].count},
    };
    pair->a = way_of(way, pulled);
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){0, 0.5, 0},
                                                0, 4, &pair->b),
                          GRAZE_OK);
}

/* ---- one pair -------------------------------------------------------------------------------- */

enum { INTERVALS = 32 };

static bool intervals_are_right(const oracle_pair *p, bool *meet)
{
    graze_interval found[INTERVALS];
    oracle_body_answer twin;
    size_t count = 0;
    bool exists = false;
    oracle_body_intervals(p, &twin);
    *meet = twin.count > 0;
    bool right = graze_conflict_exists(&p->body_a, &p->a, &p->body_b, &p->b, 0, &exists) ==
                     GRAZE_OK &&
                 graze_conflict_intervals(&p->body_a, &p->a, &p->body_b, &p->b, 0, found,
                                          INTERVALS, &count) == GRAZE_OK &&
                 exists == *meet && count == twin.count;
    for (size_t i = 0; i < count && right; i++)
        right = found[i].lower == twin.intervals[i].lower &&
                found[i].upper == twin.intervals[i].upper;
    return right;
}

/* Safe at both ends, unsafe an ulp inside. */
static bool ends_are_right(oracle_body_starts *twin, const graze_interval *i)
{
    return !oracle_body_start_is_unsafe(twin, i->lower) &&
           !oracle_body_start_is_unsafe(twin, i->upper) &&
           oracle_body_start_is_unsafe(twin, nextafter(i->lower, INFINITY)) &&
           oracle_body_start_is_unsafe(twin, nextafter(i->upper, -INFINITY));
}

/* At constant velocity there is one interval at most. */
static bool starts_are_right(const oracle_pair *p)
{
    graze_interval found[INTERVALS];
    oracle_body_starts twin;
    size_t count = 0;
    if (graze_unsafe_starts(&p->body_a, &p->a, &p->body_b, &p->b, 0, NULL, found, INTERVALS,
                            &count) != GRAZE_OK)
        return false;
    oracle_body_starts_init(&twin, p);
    bool right = count == 0 || ends_are_right(&twin, &found[0]);
    for (int second = -3; second <= 3 && right; second += 2)
        right = oracle_body_start_is_unsafe(&twin, second) ==
                (count > 0 && found[0].lower < second && second < found[0].upper);
    oracle_body_starts_clear(&twin);
    return right;
}

/* ---- all of them ---------------------------------------------------------------------------- */

static void every_pair_of_small_shapes_is_right(void)
{
    static shape shapes[SHAPES];
    const size_t count = make_shapes(shapes);
    const size_t total = count * count * WAYS * RADII * PULLS;
    const size_t asked = support_rounds(600, 3000, total);
    size_t wrong = 0, hits = 0;
    oracle_bodies bodies = {.pair = {.tolerance = 0}};
    CU_ASSERT_FATAL(count <= SHAPES);
    for (size_t i = 0; i < asked && wrong < 3; i++) {
        bool meet = false;
        make_pair(shapes, count, (size_t)((double)total * (double)i / (double)asked), &bodies.pair);
        const bool starts = bodies.pair.a.form == GRAZE_WAYPOINT && i % 4 < 2;
        const bool right = intervals_are_right(&bodies.pair, &meet) &&
                           (!starts || starts_are_right(&bodies.pair));
        hits += meet;
        if (right)
            continue;
        wrong++;
        printf("\n/* pair %zu of %zu */\n", i, asked);
        oracle_print_bodies(stdout, &bodies);
    }
    printf(" (%zu shapes, %zu of %zu pairs, %zu meet) ", count, asked, total, hits);
    CU_ASSERT(hits > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

CU_TestInfo small_shape_tests[] = {
    SUPPORT_TEST(every_pair_of_small_shapes_is_right),
    CU_TEST_INFO_NULL,
};
