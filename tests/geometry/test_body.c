/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <graze/body.h>
#include <math.h>
#include <stddef.h>

#include "geometry/body.h"
#include "shapes.h"
#include "support/run.h"

static graze_status validate(double radius)
{
    graze_body body = {.radius = radius};
    return graze_body_validate(&body);
}

static void every_finite_radius_from_zero_up_is_a_body(void)
{
    const double radii[] = {0.0, -0.0, 0x1p-1074, DBL_MIN, 0.25, 1.0, DBL_MAX};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++)
        CU_ASSERT_EQUAL(validate(radii[i]), GRAZE_OK);
}

static void a_negative_radius_is_refused_however_small(void)
{
    CU_ASSERT_EQUAL(validate(-1.0), GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(validate(-0x1p-1074), GRAZE_ERROR_NEGATIVE_RADIUS);
}

static void a_radius_that_is_no_finite_number_is_refused_as_such(void)
{
    CU_ASSERT_EQUAL(validate((double)NAN), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(validate((double)INFINITY), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(validate(-(double)INFINITY), GRAZE_ERROR_NOT_FINITE);
}

static void a_missing_body_is_refused(void)
{
    CU_ASSERT_EQUAL(graze_body_validate(NULL), GRAZE_ERROR_NULL);
}

static void missing_vertices_are_refused_when_some_are_counted(void)
{
    graze_body body = {.radius = 1, .vertices = NULL, .vertex_count = 1};
    CU_ASSERT_EQUAL(graze_body_validate(&body), GRAZE_ERROR_NULL);
}

enum { UNTOUCHED = 77 };

/* The status of these vertices, in every width of vectors; *at is the index at fault or
 * UNTOUCHED. */
static graze_status fault(const graze_point *vertices, size_t count, size_t *at)
{
    graze_body body = {.vertices = vertices, .vertex_count = count};
    *at = UNTOUCHED;
    graze_status status = graze_body_find_fault(&body, at);
    CU_ASSERT_EQUAL(status, graze_body_validate(&body));
    CU_ASSERT_EQUAL(graze_body_find_fault(&body, NULL), status);
    for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
        size_t here = UNTOUCHED;
        CU_ASSERT_EQUAL(body_find_fault_at((cpu_instructions)level, &body, &here), status);
        CU_ASSERT_EQUAL(here, *at);
    }
    return status;
}

#define EXPECT_FAULT(status, index, ...)                                                           \
    do {                                                                                           \
        const graze_point vertices[] = {__VA_ARGS__};                                              \
        size_t at;                                                                                 \
        CU_ASSERT_EQUAL(fault(vertices, sizeof vertices / sizeof *vertices, &at), status);         \
        CU_ASSERT_EQUAL(at, index);                                                                \
    } while (0)

static void one_and_two_vertices_make_a_body_wherever_they_are(void)
{
    EXPECT_FAULT(GRAZE_OK, UNTOUCHED, {3, -4});
    EXPECT_FAULT(GRAZE_OK, UNTOUCHED, {3, -4}, {0, 0});
    EXPECT_FAULT(GRAZE_OK, UNTOUCHED, {0, 0}, {0x1p-1074, 0});
    EXPECT_FAULT(GRAZE_OK, UNTOUCHED, {-DBL_MAX, 0}, {DBL_MAX, 0});
}

static void counter_clockwise_polygons_are_bodies_from_every_first_vertex(void)
{
    EXPECT_FAULT(GRAZE_OK, UNTOUCHED, {0, 0}, {4, 0}, {0, 3});
    EXPECT_FAULT(GRAZE_OK, UNTOUCHED, {4, 0}, {0, 3}, {0, 0});
    EXPECT_FAULT(GRAZE_OK, UNTOUCHED, {0, 0}, {1, 0}, {1, 1}, {0, 1});
    EXPECT_FAULT(GRAZE_OK, UNTOUCHED, {0, 1}, {0, 0}, {1, 0}, {1, 1});
}

static void a_coordinate_that_is_no_finite_number_is_found(void)
{
    EXPECT_FAULT(GRAZE_ERROR_NOT_FINITE, 1, {0, 0}, {1, (double)NAN}, {0, (double)INFINITY});
    EXPECT_FAULT(GRAZE_ERROR_NOT_FINITE, 0, {-(double)INFINITY, 0});
}

static void a_repeated_vertex_is_found(void)
{
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_REPEATED, 1, {1, 2}, {1, 2});
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_REPEATED, 2, {0, 0}, {4, 0}, {4, 0}, {0, 3});
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_REPEATED, 3, {0, 0}, {4, 0}, {0, 3}, {-0.0, 0.0});
    /* Not neighbours: a figure of eight about its middle turns both ways. */
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_CONCAVE, 0, {0, 0}, {3, -1}, {3, 2}, {0, 0}, {-1, -2},
                 {-4, 1});
}

static void a_vertex_on_the_line_of_its_neighbours_is_found(void)
{
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_COLLINEAR, 1, {0, 0}, {2, 0}, {4, 0}, {0, 3});
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_COLLINEAR, 0, {0, 0}, {1, 1}, {3, 3});
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_COLLINEAR, 1, {0, 0}, {4, 0}, {2, 0}, {0, 3}); /* and back */
}

static void one_ulp_decides_between_convex_collinear_and_concave(void)
{
    const double third = 1e8 + 0.5;
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_COLLINEAR, 1, {1e8, 1e8}, {third, third}, {1e8 + 1, 1e8 + 1},
                 {1e8, 1e8 + 1});
    EXPECT_FAULT(GRAZE_OK, UNTOUCHED, {1e8, 1e8}, {nextafter(third, 2e8), third},
                 {1e8 + 1, 1e8 + 1}, {1e8, 1e8 + 1});
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_CONCAVE, 1, {1e8, 1e8}, {nextafter(third, 0), third},
                 {1e8 + 1, 1e8 + 1}, {1e8, 1e8 + 1});
}

static void clockwise_polygons_are_told_as_such(void)
{
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_CLOCKWISE, 0, {0, 0}, {0, 3}, {4, 0});
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_CLOCKWISE, 0, {0, 1}, {1, 1}, {1, 0}, {0, 0});
}

static void a_dent_is_found_in_either_sense(void)
{
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_CONCAVE, 3, {0, 0}, {4, 0}, {4, 4}, {2, 1});
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_CONCAVE, 0, {2, 1}, {4, 4}, {4, 0}, {0, 0});
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_CONCAVE, 1, {0, 0}, {1, 1}, {1, 0}, {0, 1}); /* a bow tie */
}

/* A five-pointed star turns left everywhere, and goes round twice. */
static void going_round_twice_is_no_convex_polygon(void)
{
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_CONCAVE, 4, {10, 0}, {-8, 6}, {3, -10}, {3, 10}, {-8, -6});
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_CONCAVE, 2, {-8, -6}, {3, 10}, {3, -10}, {-8, 6}, {10, 0});
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_CONCAVE, 3, {0, 0}, {4, 0}, {0, 3}, {-1, -1}, {5, 0}, {0, 4});
}

static void faults_are_named_in_their_order(void)
{
    graze_point vertices[] = {{0, 0}, {0, 0}, {(double)NAN, 0}};
    graze_body body = {.radius = -1, .vertices = vertices, .vertex_count = 3};
    CU_ASSERT_EQUAL(graze_body_validate(&body), GRAZE_ERROR_NOT_FINITE);
    vertices[2].x = 5;
    CU_ASSERT_EQUAL(graze_body_validate(&body), GRAZE_ERROR_NEGATIVE_RADIUS);
    body.radius = 0;
    CU_ASSERT_EQUAL(graze_body_validate(&body), GRAZE_ERROR_VERTEX_REPEATED);
}

/* Valid by construction; after a vertex has been mirrored across its neighbours, or the order
 * turned, no longer. */
static void random_convex_polygons_are_bodies_and_spoilt_ones_are_not(void)
{
    size_t rounds = support_rounds(5000, 25000, 500000), at;
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 4, 5, round);
        convex_shape made;
        size_t wanted = (size_t)random_whole(&random, 3, SHAPE_VERTICES);
        if (random_once_in(&random, 2))
            shape_lattice(&made, &random, wanted, 1 << random_whole(&random, 2, 20));
        else
            shape_round(&made, &random, wanted, (graze_point){1e4, 1e4}, 3);
        size_t count = made.body.vertex_count;
        CU_ASSERT_EQUAL(fault(made.vertices, count, &at), GRAZE_OK);

        size_t moved = (size_t)random_whole(&random, 0, (int)count - 1);
        graze_point before = made.vertices[(moved + count - 1) % count];
        graze_point after = made.vertices[(moved + 1) % count], saved = made.vertices[moved];
        made.vertices[moved] = (graze_point){before.x + after.x - saved.x,
                                             before.y + after.y - saved.y};
        CU_ASSERT_NOT_EQUAL(fault(made.vertices, count, &at), GRAZE_OK);
        made.vertices[moved] = before;
        CU_ASSERT_EQUAL(fault(made.vertices, count, &at), GRAZE_ERROR_VERTEX_REPEATED);
        made.vertices[moved] = saved;
        for (size_t i = 0; i < count / 2; i++) {
            graze_point swap = made.vertices[i];
            made.vertices[i] = made.vertices[count - 1 - i];
            made.vertices[count - 1 - i] = swap;
        }
        CU_ASSERT_EQUAL(fault(made.vertices, count, &at), GRAZE_ERROR_VERTEX_CLOCKWISE);
    }
}

/* A turn to the right by less than half of the smallest double: both products are rounded to
 * multiples of it, the lesser one upward since a difference was. */
static void a_dent_of_less_than_the_smallest_double_is_found(void)
{
    const double smallest = 0x1p-1074;
    EXPECT_FAULT(GRAZE_ERROR_VERTEX_CONCAVE, 1, {0, -0.5}, {5 * smallest, 6.2e-18},
                 {6 * smallest, 0.1}, {-1000 * smallest, 0.05});
}

/* Strictly to the left at each vertex, by exact signs, and once round. */
static bool goes_round_once(const graze_point *at, size_t count)
{
    size_t rounds = 0;
    for (size_t i = 0; i < count; i++) {
        const graze_point from = at[(i + count - 1) % count], to = at[(i + 1) % count];
        const bool comes_up = at[i].y > from.y || (at[i].y == from.y && at[i].x > from.x);
        const bool goes_up = to.y > at[i].y || (to.y == at[i].y && to.x > at[i].x);
        if (graze_orientation(from, at[i], to) <= 0)
            return false;
        rounds += goes_up && !comes_up;
    }
    return rounds == 1;
}

static double by_ulps(double value, int ulps)
{
    for (; ulps != 0; ulps += ulps > 0 ? -1 : 1)
        value = nextafter(value, ulps > 0 ? INFINITY : -INFINITY);
    return value;
}

/* Few places of a lattice, thin shapes and arcs whose turns are an ulp, at every magnitude: what
 * doubles take for convex, and what exact signs do. */
static void polygons_are_bodies_where_every_turn_is_exactly_to_the_left(void)
{
    size_t rounds = support_rounds(40000, 200000, 5000000), bodies = 0, at;
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        graze_point vertices[6];
        random_begin(&random, 4, 9, round);
        const size_t count = (size_t)random_whole(&random, 3, 6);
        const bool lattice = random_once_in(&random, 2);
        const int exponent = random_whole(&random, -1078, 1021);
        const double thin = ldexp(1, -random_whole(&random, 0, 60));
        for (size_t i = 0; i < count; i++) {
            const double turn = 6.28318 * (double)i / (double)count;
            double x = lattice ? random_whole(&random, 0, 3) : cos(turn);
            double y = (lattice ? random_whole(&random, 0, 3) : sin(turn)) * thin;
            if (random_once_in(&random, 3)) { /* onto the line of two others, nearly */
                x = i < 2 ? x : 2 * vertices[i - 1].x - vertices[i - 2].x;
                y = i < 2 ? y : 2 * vertices[i - 1].y - vertices[i - 2].y;
            }
            vertices[i] = (graze_point){by_ulps(x, random_whole(&random, -1, 1)),
                                        by_ulps(y, random_whole(&random, -1, 1))};
        }
        for (size_t i = 0; i < count; i++)
            vertices[i] = (graze_point){ldexp(vertices[i].x, exponent),
                                        ldexp(vertices[i].y, exponent)};
        const bool is_body = fault(vertices, count, &at) == GRAZE_OK;
        CU_ASSERT_EQUAL(is_body, goes_round_once(vertices, count));
        bodies += is_body;
    }
    CU_ASSERT(bodies > rounds / 10 && bodies < rounds - rounds / 10);
}

static void a_disc_round_the_moving_point_has_no_corners(void)
{
    graze_point places[] = {{0, 0}, {1, 0}};
    graze_body body = {.radius = 1};
    CU_ASSERT_FALSE(body_has_corners(&body));
    CU_ASSERT_EQUAL(body_size(&body), 1);
    CU_ASSERT_EQUAL(body_vertex(&body, 0).x, 0);
    body.vertices = places;
    body.vertex_count = 1;
    CU_ASSERT_FALSE(body_has_corners(&body));
    body.vertex_count = 2;
    CU_ASSERT(body_has_corners(&body));
    body.vertices = places + 1;
    body.vertex_count = 1;
    CU_ASSERT(body_has_corners(&body));
    CU_ASSERT_EQUAL(body_before(&body, 0), 0);
    CU_ASSERT_EQUAL(body_after(&body, 0), 0);
}

/* ---- turning ---------------------------------------------------------------------- */

static void turning_while_moving_has_a_status_of_its_own(void)
{
    CU_ASSERT_EQUAL(graze_body_check_rotation(0), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_body_check_rotation(-0.0), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_body_check_rotation(0x1p-1074), GRAZE_ERROR_ROTATION);
    CU_ASSERT_EQUAL(graze_body_check_rotation((double)NAN), GRAZE_ERROR_NOT_FINITE);
}

/* ---- corners ------------------------------------------------------------------------ */

static void corners_are_the_same_body_with_fewer_vertices(void)
{
    graze_point given[] = {{1, 0}, {2, 0}, {2, 2}, {1, 2}, {0, 2}, {0, 1}, {0, 0}}, kept[7];
    const graze_body body = {0.5, given, 7};
    graze_body corners;
    CU_ASSERT_EQUAL_FATAL(graze_body_corners(&body, kept, 7, &corners), GRAZE_OK);
    CU_ASSERT_EQUAL(corners.radius, 0.5);
    CU_ASSERT_EQUAL_FATAL(corners.vertex_count, 4);
    CU_ASSERT_EQUAL(corners.vertices[0].x, 2);
    CU_ASSERT_EQUAL(corners.vertices[0].y, 0);
    CU_ASSERT_EQUAL(corners.vertices[3].x, 0);
    CU_ASSERT_EQUAL(corners.vertices[3].y, 0);
    CU_ASSERT_EQUAL_FATAL(graze_body_corners(&body, given, 7, &corners), GRAZE_OK); /* in place */
    CU_ASSERT_EQUAL(corners.vertex_count, 4);
    CU_ASSERT_EQUAL(corners.vertices[2].y, 2);
    CU_ASSERT_EQUAL(graze_body_validate(&corners), GRAZE_OK);
}

static void corners_of_discs_and_capsules_are_their_vertices(void)
{
    graze_point given[] = {{3, 0}, {1, 0}}, kept[2];
    graze_body corners;
    for (size_t count = 0; count <= 2; count++) {
        const graze_body body = {1, count == 0 ? NULL : given, count};
        CU_ASSERT_EQUAL_FATAL(graze_body_corners(&body, kept, 2, &corners), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(corners.vertex_count, count);
        CU_ASSERT_TRUE(count == 0 || corners.vertices[0].x == 3);
    }
}

static void corners_do_not_mend_what_is_no_body(void)
{
    static const struct {
        graze_status status;
        size_t count;
        graze_point vertices[4];
    } cases[] = {
        {GRAZE_ERROR_VERTEX_COLLINEAR, 3, {{0, 0}, {1, 0}, {2, 0}}},
        {GRAZE_ERROR_VERTEX_COLLINEAR, 4, {{0, 0}, {2, 0}, {1, 0}, {0, 3}}}, /* there and back */
        {GRAZE_ERROR_VERTEX_CLOCKWISE, 4, {{0, 0}, {0, 2}, {2, 0}, {1, 0}}},
        {GRAZE_ERROR_VERTEX_CONCAVE, 4, {{0, 0}, {4, 0}, {1, 1}, {0, 4}}},
        {GRAZE_ERROR_VERTEX_REPEATED, 4, {{0, 0}, {0, 0}, {2, 0}, {0, 2}}},
        {GRAZE_ERROR_NOT_FINITE, 3, {{0, 0}, {INFINITY, 0}, {0, 2}}},
    };
    graze_point kept[4];
    graze_body corners = {.radius = 77};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const graze_body body = {0, cases[i].vertices, cases[i].count};
        CU_ASSERT_EQUAL(graze_body_corners(&body, kept, 4, &corners), cases[i].status);
    }
    const graze_body body = {0, cases[0].vertices, 3};
    CU_ASSERT_EQUAL(graze_body_corners(&body, kept, 2, &corners), GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(graze_body_corners(NULL, kept, 4, &corners), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_body_corners(&body, NULL, 4, &corners), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(corners.radius, 77);
}

CU_TestInfo body_tests[] = {
    SUPPORT_TEST(every_finite_radius_from_zero_up_is_a_body),
    SUPPORT_TEST(a_negative_radius_is_refused_however_small),
    SUPPORT_TEST(a_radius_that_is_no_finite_number_is_refused_as_such),
    SUPPORT_TEST(a_missing_body_is_refused),
    SUPPORT_TEST(missing_vertices_are_refused_when_some_are_counted),
    SUPPORT_TEST(one_and_two_vertices_make_a_body_wherever_they_are),
    SUPPORT_TEST(counter_clockwise_polygons_are_bodies_from_every_first_vertex),
    SUPPORT_TEST(a_coordinate_that_is_no_finite_number_is_found),
    SUPPORT_TEST(a_repeated_vertex_is_found),
    SUPPORT_TEST(a_vertex_on_the_line_of_its_neighbours_is_found),
    SUPPORT_TEST(one_ulp_decides_between_convex_collinear_and_concave),
    SUPPORT_TEST(clockwise_polygons_are_told_as_such),
    SUPPORT_TEST(a_dent_is_found_in_either_sense),
    SUPPORT_TEST(going_round_twice_is_no_convex_polygon),
    SUPPORT_TEST(faults_are_named_in_their_order),
    SUPPORT_TEST(random_convex_polygons_are_bodies_and_spoilt_ones_are_not),
    SUPPORT_TEST(a_dent_of_less_than_the_smallest_double_is_found),
    SUPPORT_TEST(polygons_are_bodies_where_every_turn_is_exactly_to_the_left),
    SUPPORT_TEST(a_disc_round_the_moving_point_has_no_corners),
    SUPPORT_TEST(turning_while_moving_has_a_status_of_its_own),
    SUPPORT_TEST(corners_are_the_same_body_with_fewer_vertices),
    SUPPORT_TEST(corners_of_discs_and_capsules_are_their_vertices),
    SUPPORT_TEST(corners_do_not_mend_what_is_no_body),
    CU_TEST_INFO_NULL,
};
