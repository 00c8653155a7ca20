/* SPDX-License-Identifier: MIT */
/* Tangents: nothing of the obstacle is beyond them, exactly where it has no radius. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include "geometry/body.h"
#include "oracle.h"
#include "support/run.h"
#include "world/world.h"

static const graze_point square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

static graze_tangents tangents_of(graze_body body, graze_point at, graze_point place)
{
    const graze_obstacle obstacle = {body, at};
    graze_world *world = NULL;
    graze_tangents answer = {.found = false};
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, &obstacle, 1, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_tangents(world, place, 0, &answer), GRAZE_OK);
    graze_world_free(world);
    return answer;
}

/* The library's own exact turn of three points: 1 left. */
static int turn_of(graze_point a, graze_point b, graze_point c)
{
    graze_point corners[] = {a, b, c};
    graze_body triangle = {.vertices = corners, .vertex_count = 3};
    graze_status status = graze_body_validate(&triangle);
    return status == GRAZE_OK ? 1 : status == GRAZE_ERROR_VERTEX_CLOCKWISE ? -1 : 0;
}

static void a_square_is_seen_between_two_corners(void)
{
    const graze_body sharp = {.vertices = square, .vertex_count = 4};
    graze_tangents below = tangents_of(sharp, (graze_point){10, 10}, (graze_point){10.5, 5});
    CU_ASSERT_TRUE(below.found && below.left_corner == 0 && below.right_corner == 1);
    CU_ASSERT_TRUE(below.left.x == 10 && below.left.y == 10 && below.right.x == 11);
    graze_tangents beside = tangents_of(sharp, (graze_point){0, 0}, (graze_point){-1, -1});
    CU_ASSERT_TRUE(beside.found && beside.left_corner == 3 && beside.right_corner == 1);
}

static void from_inside_and_from_the_surface_there_are_none(void)
{
    const graze_point none = {0, 0};
    const graze_body sharp = {.vertices = square, .vertex_count = 4};
    const graze_body round = {.radius = 5, .vertices = square, .vertex_count = 4};
    const graze_body disc = {.radius = 5};
    CU_ASSERT_FALSE(tangents_of(sharp, none, (graze_point){0.5, 0.5}).found);
    CU_ASSERT_FALSE(tangents_of(sharp, none, (graze_point){0.5, 0}).found);
    CU_ASSERT_FALSE(tangents_of(sharp, none, (graze_point){1, 1}).found);
    CU_ASSERT_FALSE(tangents_of(round, none, (graze_point){4, 5}).found);
    CU_ASSERT_FALSE(tangents_of(disc, none, (graze_point){3, 4}).found);
    CU_ASSERT_TRUE(tangents_of(disc, none, (graze_point){3, nextafter(4, 5)}).found);
    CU_ASSERT_TRUE(tangents_of(round, none, (graze_point){4, nextafter(5, 6)}).found);
}

/* On the line of an edge both of its corners touch, and the nearer one is the answer; an ulp
 * beyond it the edge is seen. */
static void an_ulp_chooses_the_corner(void)
{
    const graze_point none = {0, 0};
    graze_body body = {.vertices = square, .vertex_count = 4};
    for (int i = 0; i < 2; i++) {
        body.radius = i * 0.5;
        double line = -body.radius;
        CU_ASSERT_EQUAL(tangents_of(body, none, (graze_point){-3, line}).right_corner, 0);
        graze_point below = {-3, line == 0 ? -0x1p-1074 : nextafter(line, -1)};
        CU_ASSERT_EQUAL(tangents_of(body, none, below).right_corner, 1);
        graze_point above = {-3, line == 0 ? 0x1p-1074 : nextafter(line, 1)};
        CU_ASSERT_EQUAL(tangents_of(body, none, above).right_corner, 0);
    }
}

static void a_disc_is_touched_at_right_angles(void)
{
    graze_tangents answer =
        tangents_of((graze_body){.radius = 3}, (graze_point){5, 0}, (graze_point){0, 0});
    CU_ASSERT_TRUE(answer.found && answer.left_corner == 0 && answer.right_corner == 0);
    CU_ASSERT_DOUBLE_EQUAL(answer.left.x, 3.2, 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(answer.left.y, 2.4, 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(answer.right.y, -2.4, 1e-15);
}

/* Along a segment and a capsule only the end is seen. */
static void a_segment_from_its_end_is_one_corner(void)
{
    const graze_point ends[] = {{0, 0}, {2, 0}};
    graze_body body = {.vertices = ends, .vertex_count = 2};
    graze_tangents answer = tangents_of(body, (graze_point){0, 0}, (graze_point){5, 0});
    CU_ASSERT_TRUE(answer.found && answer.left_corner == 1 && answer.right_corner == 1);
    answer = tangents_of(body, (graze_point){0, 0}, (graze_point){1, -1});
    CU_ASSERT_TRUE(answer.found && answer.left_corner == 0 && answer.right_corner == 1);
    CU_ASSERT_FALSE(tangents_of(body, (graze_point){0, 0}, (graze_point){1, 0}).found);
    body.radius = 1;
    answer = tangents_of(body, (graze_point){0, 0}, (graze_point){5, 0.5});
    CU_ASSERT_TRUE(answer.left_corner == 1 && answer.right_corner == 1);
}

static void nothing_of_a_random_polygon_is_beyond_its_tangents(void)
{
    static const graze_point shape[] = {{-2, -1}, {1, -2}, {3, 0.5}, {1, 2}, {-1.5, 1.5}};
    static const graze_point none = {0, 0};
    static const double units[] = {1, 0x1p-700, 0x1p500};
    uint64_t state = 81;
    size_t rounds = support_rounds(3000, 12000, 400000), outside = 0;
    for (size_t i = 0; i < rounds; i++) {
        double unit = units[random_below(&state, 3)];
        graze_point own[5];
        graze_point place = {unit * random_short(&state, 5), unit * random_short(&state, 5)};
        for (int k = 0; k < 5; k++)
            own[k] = (graze_point){shape[k].x * unit, shape[k].y * unit};
        graze_tangents answer =
            tangents_of((graze_body){.vertices = own, .vertex_count = 5}, none, place);
        bool inside = true;
        for (int k = 0; k < 5; k++)
            inside = inside && turn_of(own[k], own[(k + 1) % 5], place) >= 0;
        CU_ASSERT_EQUAL(answer.found, !inside);
        outside += answer.found;
        for (int k = 0; k < 5 && answer.found; k++) {
            CU_ASSERT_TRUE(turn_of(place, own[answer.left_corner], own[k]) <= 0);
            CU_ASSERT_TRUE(turn_of(place, own[answer.right_corner], own[k]) >= 0);
        }
    }
    CU_ASSERT_TRUE(outside > rounds / 20 && outside < rounds);
}

static void nothing_of_a_rounded_polygon_is_beyond_its_tangents(void)
{
    static const graze_point shape[] = {{-2, -1}, {1, -2}, {3, 0.5}, {1, 2}, {-1.5, 1.5}};
    uint64_t state = 82;
    size_t rounds = support_rounds(3000, 12000, 400000);
    for (size_t i = 0; i < rounds; i++) {
        graze_point place = {random_real(&state, 9), random_real(&state, 9)};
        graze_body body = {.radius = 1, .vertices = shape, .vertex_count = 5};
        graze_tangents answer = tangents_of(body, (graze_point){0, 0}, place);
        if (!answer.found)
            continue;
        double lx = answer.left.x - place.x, ly = answer.left.y - place.y, l = hypot(lx, ly);
        double rx = answer.right.x - place.x, ry = answer.right.y - place.y, r = hypot(rx, ry);
        for (int k = 0; k < 5 && l > 1e-6 && r > 1e-6; k++) {
            double x = shape[k].x - place.x, y = shape[k].y - place.y;
            CU_ASSERT_TRUE((lx * y - ly * x) / l <= -1 + 1e-7);
            CU_ASSERT_TRUE((rx * y - ry * x) / r >= 1 - 1e-7);
        }
    }
}

static void questions_without_sense_have_a_name(void)
{
    const graze_obstacle post = {.body = {.radius = 1}};
    graze_world *world = NULL;
    graze_tangents answer;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, &post, 1, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_tangents(world, (graze_point){3, 3}, 1, &answer),
                    GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_world_tangents(world, (graze_point){NAN, 3}, 0, &answer),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_world_tangents(world, (graze_point){3, 3}, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_world_tangents(NULL, (graze_point){3, 3}, 0, &answer), GRAZE_ERROR_NULL);
    graze_world_free(world);
}

CU_TestInfo tangents_tests[] = {
    SUPPORT_TEST(a_square_is_seen_between_two_corners),
    SUPPORT_TEST(from_inside_and_from_the_surface_there_are_none),
    SUPPORT_TEST(an_ulp_chooses_the_corner),
    SUPPORT_TEST(a_disc_is_touched_at_right_angles),
    SUPPORT_TEST(a_segment_from_its_end_is_one_corner),
    SUPPORT_TEST(nothing_of_a_random_polygon_is_beyond_its_tangents),
    SUPPORT_TEST(nothing_of_a_rounded_polygon_is_beyond_its_tangents),
    SUPPORT_TEST(questions_without_sense_have_a_name),
    CU_TEST_INFO_NULL,
};
