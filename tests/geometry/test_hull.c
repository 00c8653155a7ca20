/* SPDX-License-Identifier: MIT */
#include "geometry/hull.h"

#include <graze/gjk.h>
#include <math.h>
#include <stddef.h>

#include "shapes.h"
#include "support/run.h"

enum { MANY = 1500 };

/* No vertex lies beyond the one that was found. */
static void expect_the_farthest(const graze_hull *hull, graze_point direction)
{
    const graze_body *body = &hull->body;
    for (int way = 0; way < 2; way++) {
        size_t near = hull_near(hull, direction, way == 0 ? HULL_CLIMB : HULL_SCAN);
        size_t found = hull_farthest(hull, direction, near);
        CU_ASSERT_FATAL(found < body_size(body));
        size_t beyond = 0;
        for (size_t i = 0; i < body->vertex_count; i++)
            beyond += hull_rise_exact(direction, body->vertices[found], body->vertices[i]) > 0;
        CU_ASSERT_EQUAL(beyond, 0);
    }
}

static void the_vertex_found_is_the_farthest_in_every_direction(void)
{
    size_t rounds = support_rounds(500, 5000, 100000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 4, 30, round);
        convex_shape made;
        size_t count = (size_t)random_whole(&random, 3, SHAPE_VERTICES);
        if (random_once_in(&random, 2))
            shape_lattice(&made, &random, count, 20);
        else
            shape_round(&made, &random, count, (graze_point){1e9, 0}, 1e-3);
        if (random_once_in(&random, 4))
            made.body.vertex_count = (size_t)random_whole(&random, 0, 2);
        graze_body body = shape_body(&made);
        graze_hull hull;
        if (graze_hull_prepare(&body, &hull) != GRAZE_OK)
            continue; /* so small a circle so far out need not be convex */
        expect_the_farthest(
            &hull, (graze_point){random_whole(&random, -3, 3), random_whole(&random, 1, 3)});
        expect_the_farthest(
            &hull, (graze_point){random_real(&random, -1, 1), random_real(&random, -1, 1)});
    }
}

/* A parabola so flat that rounded heights of whole rows of vertices are the same: where
 * a climb by rounded heights stops too early. */
static void long_rows_of_nearly_level_edges_do_not_stop_the_climb(void)
{
    graze_point vertices[MANY];
    for (int i = 0; i < MANY; i++)
        vertices[i] = (graze_point){i, (double)i * i * 0x1p-40};
    graze_body body = {.vertices = vertices, .vertex_count = MANY};
    graze_hull hull;
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&body, &hull), GRAZE_OK);
    for (int i = 1; i < MANY; i += 7) {
        /* Across the edges at vertex i, there or back. */
        graze_point across = {i * 0x1p-39, -1};
        expect_the_farthest(&hull, across);
        CU_ASSERT_EQUAL(hull_climb(&body, across, 0), (size_t)i);
        CU_ASSERT_EQUAL(hull_climb(&body, across, MANY - 1), (size_t)i);
    }
}

static void the_inner_disc_lies_within_the_reaches(void)
{
    graze_point square[] = {{1, 1}, {3, 1}, {3, 3}, {1, 3}};
    graze_body body = {.radius = 0.5, .vertices = square, .vertex_count = 4};
    graze_hull hull;
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&body, &hull), GRAZE_OK);
    const double unit = (double)hull.reach_unit;
    CU_ASSERT(unit > sqrt(2) / 255 && unit < sqrt(2) / 254);
    for (int k = 0; k < 32; k++) {
        const double angle = k * 3.141592653589793 / 16,
                     over = unit * hull.seen.reach[k] - (fabs(cos(angle)) + fabs(sin(angle)));
        CU_ASSERT(over > -1e-6 && over < unit + 1e-6);
    }
    CU_ASSERT(hull.inner_radius <= 1 && hull.inner_radius > 0.999999F);
    CU_ASSERT(hull.middle.x == 2 && hull.middle.y == 2);
}

/* Three or four corners without a radius, and the first of a triangle again. */
static void few_corners_are_kept_from_the_middle(void)
{
    graze_point corners[] = {{10, 1}, {14, 1}, {12, 4}, {10, 4}};
    for (size_t count = 3; count <= 4; count++) {
        graze_body body = {.vertices = corners, .vertex_count = count};
        graze_hull hull;
        CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&body, &hull), GRAZE_OK);
        CU_ASSERT_FATAL(hull_keeps_corners(&hull));
        for (size_t i = 0; i < HULL_CORNERS; i++) {
            const graze_point corner = corners[i % count];
            CU_ASSERT_EQUAL(hull.seen.corner[0][i], (float)(corner.x - hull.middle.x));
            CU_ASSERT_EQUAL(hull.seen.corner[1][i], (float)(corner.y - hull.middle.y));
        }
        body.radius = 1;
        CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&body, &hull), GRAZE_OK);
        CU_ASSERT_FALSE(hull_keeps_corners(&hull));
    }
}

/* What floats cannot hold is left out; the walks do without. */
static void huge_and_tiny_bodies_have_no_reaches(void)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        const double size = ldexp(1, 300 * sign);
        graze_point square[] = {{0, 0}, {size, 0}, {size, size}, {0, size}};
        graze_body body = {.vertices = square, .vertex_count = 4};
        graze_hull hull;
        CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&body, &hull), GRAZE_OK);
        CU_ASSERT(isnan(hull.reach_unit) && hull.seen.reach[0] == 0 && hull.inner_radius < 0);
        expect_the_farthest(&hull, (graze_point){1, 2});
    }
}

static void climbs_begin_near_the_farthest_vertex(void)
{
    graze_point vertices[1000];
    for (int i = 0; i < 1000; i++)
        vertices[i] =
            (graze_point){cos(i * 6.283185307179586 / 1000), sin(i * 6.283185307179586 / 1000)};
    graze_body body = {.vertices = vertices, .vertex_count = 1000};
    graze_hull hull;
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&body, &hull), GRAZE_OK);
    const graze_point flat = {12, 5}, steep = {-5, -12};
    CU_ASSERT_DOUBLE_EQUAL((double)hull_start(&hull, flat), atan2(5, 12) * 1000 / 6.2831853, 5);
    CU_ASSERT_DOUBLE_EQUAL((double)hull_start(&hull, steep),
                           (atan2(-12, -5) + 6.2831853) * 1000 / 6.2831853, 5);
}

static void a_segment_holds_no_disc_and_a_point_is_one(void)
{
    graze_point ends[] = {{0, 0}, {1, 3}};
    graze_body segment = {.vertices = ends, .vertex_count = 2}, point = {.radius = 1};
    graze_hull hull;
    CU_ASSERT_EQUAL(graze_hull_prepare(&segment, &hull), GRAZE_OK);
    CU_ASSERT(hull.inner_radius < 0);
    CU_ASSERT_EQUAL(graze_hull_prepare(&point, &hull), GRAZE_OK);
    CU_ASSERT(hull.inner_radius == 0 && hull.middle.x == 0 && hull.middle.y == 0);
}

static void bad_bodies_are_not_prepared(void)
{
    graze_point dent[] = {{0, 0}, {4, 0}, {1, 1}, {0, 4}, {-1, -1}};
    graze_body body = {.vertices = dent, .vertex_count = 5};
    graze_hull hull = {.size = 77};
    CU_ASSERT_EQUAL(graze_hull_prepare(&body, &hull), GRAZE_ERROR_VERTEX_CONCAVE);
    CU_ASSERT_EQUAL(graze_hull_prepare(NULL, &hull), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_hull_prepare(&body, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(hull.size, 77);
}

CU_TestInfo hull_tests[] = {
    SUPPORT_TEST(the_vertex_found_is_the_farthest_in_every_direction),
    SUPPORT_TEST(long_rows_of_nearly_level_edges_do_not_stop_the_climb),
    SUPPORT_TEST(the_inner_disc_lies_within_the_reaches),
    SUPPORT_TEST(few_corners_are_kept_from_the_middle),
    SUPPORT_TEST(huge_and_tiny_bodies_have_no_reaches),
    SUPPORT_TEST(climbs_begin_near_the_farthest_vertex),
    SUPPORT_TEST(a_segment_holds_no_disc_and_a_point_is_one),
    SUPPORT_TEST(bad_bodies_are_not_prepared),
    CU_TEST_INFO_NULL,
};
