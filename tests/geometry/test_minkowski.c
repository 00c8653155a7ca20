/* SPDX-License-Identifier: MIT */
#include "geometry/minkowski.h"

#include <stddef.h>

#include "exact.h"
#include "geometry/body.h"
#include "shapes.h"
#include "support/run.h"

enum { CORNERS = 2 * SHAPE_VERTICES };

static size_t walked(const graze_body *a, const graze_body *b, minkowski_corner *corners)
{
    minkowski_walk walk = minkowski_begin(a, b);
    size_t count = 0;
    while (count < CORNERS && minkowski_next(&walk, &corners[count]))
        count++;
    return count;
}

/* The same corners as places, in the same order, as a walk round all differences. */
static void expect_the_hull(const graze_body *a, const graze_body *b)
{
    minkowski_corner corners[CORNERS];
    size_t count = walked(a, b, corners), rows = body_size(a), all = rows * body_size(b);
    exact_point *points = exact_differences(a, b);
    size_t hull[SHAPE_VERTICES * SHAPE_VERTICES];
    size_t expected = exact_hull(points, all, hull);
    CU_ASSERT_EQUAL(count, expected);
    for (size_t i = 0; i < count && i < expected; i++)
        CU_ASSERT(exact_points_equal(&points[corners[i].b * rows + corners[i].a],
                                     &points[hull[i]]));
    exact_points_free(points, all);
}

static void random_shape(convex_shape *shape, oracle_random *random)
{
    size_t count = (size_t)random_whole(random, 3, 12);
    if (random_once_in(random, 3))
        shape_round(shape, random, count, (graze_point){1e6, -3}, 2);
    else
        shape_lattice(shape, random, count, random_once_in(random, 2) ? 4 : 1000);
    if (random_once_in(random, 6))
        shape->body.vertex_count = (size_t)random_whole(random, 0, 2);
    if (random_once_in(random, 8))
        shape_scale(shape, 0, -60); /* a needle */
}

static void corners_are_those_of_the_hull_of_all_differences(void)
{
    size_t rounds = support_rounds(1000, 5000, 30000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 4, 4, round);
        convex_shape a, b;
        random_shape(&a, &random);
        random_shape(&b, &random);
        graze_body body_a = shape_body(&a), body_b = shape_body(&b);
        expect_the_hull(&body_a, &body_b);
        expect_the_hull(&body_a, &body_a);
    }
}

static void two_points_differ_by_one_corner(void)
{
    graze_point place = {3, 4};
    graze_body disc = {.radius = 1}, off = {.vertices = &place, .vertex_count = 1};
    minkowski_corner corners[CORNERS];
    CU_ASSERT_EQUAL(walked(&disc, &disc, corners), 1);
    CU_ASSERT_EQUAL(walked(&disc, &off, corners), 1);
    CU_ASSERT(corners[0].a == 0 && corners[0].b == 0);
}

static void parallel_segments_differ_by_one_segment(void)
{
    graze_point one[] = {{0, 0}, {2, 1}}, other[] = {{7, 5}, {3, 3}};
    graze_body a = {.vertices = one, .vertex_count = 2};
    graze_body b = {.vertices = other, .vertex_count = 2};
    minkowski_corner corners[CORNERS];
    CU_ASSERT_EQUAL(walked(&a, &b, corners), 2);
    expect_the_hull(&a, &b);
    other[0].y = 0x1.4000000000001p2; /* one ulp off */
    CU_ASSERT_EQUAL(walked(&a, &b, corners), 4);
    expect_the_hull(&a, &b);
}

static void parallel_edges_become_one_edge(void)
{
    graze_point square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    graze_point oblong[] = {{0, 0}, {0, -1}, {3, -1}, {3, 0}};
    graze_body a = {.vertices = square, .vertex_count = 4};
    graze_body b = {.vertices = oblong, .vertex_count = 4};
    minkowski_corner corners[CORNERS];
    CU_ASSERT_EQUAL(walked(&a, &b, corners), 4);
    CU_ASSERT(corners[0].a == 2 && corners[0].b == 1); /* (0 - 1, -1 - 1) */
    expect_the_hull(&a, &b);
}

static bool same_place(const graze_body *a, const graze_body *b, minkowski_corner p,
                       minkowski_corner q)
{
    const graze_point pa = body_vertex(a, p.a), pb = body_vertex(b, p.b);
    const graze_point qa = body_vertex(a, q.a), qb = body_vertex(b, q.b);
    return pb.x - pa.x == qb.x - qa.x && pb.y - pa.y == qb.y - qa.y;
}

/* From corner to corner, there and back; of a segment the edges are opposite to those of the
 * other body, of a point there are none. */
static void step_round(const graze_body *a, const graze_body *b)
{
    minkowski_corner corners[CORNERS];
    const size_t count = walked(a, b, corners);
    for (size_t i = 0; i < count; i++) {
        const minkowski_corner next = corners[(i + 1) % count];
        CU_ASSERT_TRUE(same_place(a, b, minkowski_after(a, b, corners[i]), next));
        CU_ASSERT_TRUE(same_place(a, b, minkowski_before(a, b, next), corners[i]));
    }
}

static double along(graze_point p, graze_point way)
{
    return p.x * way.x + p.y * way.y;
}

/* Is a vertex of a body as far in a direction as any? */
static bool is_farthest(const graze_body *body, size_t vertex, graze_point way)
{
    for (size_t i = 0; i < body->vertex_count; i++)
        if (along(body->vertices[i], way) > along(body->vertices[vertex], way))
            return false;
    return true;
}

static graze_point place_of(const graze_body *a, const graze_body *b, minkowski_corner at)
{
    const graze_point p = body_vertex(a, at.a), q = body_vertex(b, at.b);
    return (graze_point){q.x - p.x, q.y - p.y};
}

/* From a point on the boundary, also within an edge, a step goes to a corner, with all corners on
 * its left; a step back with all of them on its right. Coordinates are small integers. */
static void step_from(const graze_body *a, const graze_body *b, minkowski_corner at, bool back)
{
    minkowski_corner corners[CORNERS];
    const size_t count = walked(a, b, corners);
    const minkowski_corner next = back ? minkowski_before(a, b, at) : minkowski_after(a, b, at);
    const graze_point from = place_of(a, b, at), to = place_of(a, b, next);
    bool is_corner = false;
    for (size_t i = 0; i < count; i++) {
        const graze_point p = place_of(a, b, corners[i]);
        const double left = (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
        CU_ASSERT_TRUE(back ? left <= 0 : left >= 0);
        is_corner |= same_place(a, b, next, corners[i]);
    }
    CU_ASSERT_TRUE(is_corner);
}

static void step_from_everywhere(const graze_body *a, const graze_body *b)
{
    static const graze_point ways[] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {2, -1}, {-2, 1}};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (size_t i = 0; i < a->vertex_count; i++)
            for (size_t j = 0; j < b->vertex_count; j++) {
                const graze_point opposite = {-ways[w].x, -ways[w].y};
                if (!is_farthest(a, i, opposite) || !is_farthest(b, j, ways[w]))
                    continue;
                step_from(a, b, (minkowski_corner){i, j}, false);
                step_from(a, b, (minkowski_corner){i, j}, true);
            }
}

static void steps_from_corner_to_corner_are_those_of_the_walk(void)
{
    static const graze_point square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const graze_point ways[][2] = {{{0, 0}, {2, 0}}, {{2, 0}, {0, 0}}, {{0, 0}, {0, 3}},
                                          {{0, 3}, {0, 0}}, {{0, 0}, {1, 2}}};
    const graze_body b = {.vertices = square, .vertex_count = 4};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const graze_body a = {.vertices = ways[i], .vertex_count = 2};
        step_round(&a, &b);
        step_round(&b, &a);
        step_round(&b, &b);
        step_from_everywhere(&a, &b);
        step_from_everywhere(&b, &a);
    }
}

CU_TestInfo minkowski_tests[] = {
    SUPPORT_TEST(steps_from_corner_to_corner_are_those_of_the_walk),
    SUPPORT_TEST(corners_are_those_of_the_hull_of_all_differences),
    SUPPORT_TEST(two_points_differ_by_one_corner),
    SUPPORT_TEST(parallel_segments_differ_by_one_segment),
    SUPPORT_TEST(parallel_edges_become_one_edge),
    CU_TEST_INFO_NULL,
};
