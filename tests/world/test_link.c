/* SPDX-License-Identifier: MIT */
/* Motions and places among obstacles: the walk over near cells passes over none. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "oracle.h"
#include "support/run.h"
#include "world/world.h"

enum { COLUMNS = 24, ROWS = 17 };

static graze_world *draw_world(uint64_t *state, unsigned one_in, double cell)
{
    unsigned char blocked[COLUMNS * ROWS];
    graze_grid grid = {COLUMNS, ROWS, blocked, cell};
    graze_world *world = NULL;
    for (int i = 0; i < COLUMNS * ROWS; i++)
        blocked[i] = random_below(state, one_in) == 0;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, NULL, 0, NULL, &world), GRAZE_OK);
    return world;
}

static bool twin_is_free(const graze_world *world, const graze_motion *motion, double radius,
                         double tolerance)
{
    for (uint32_t row = 0; row < world->rows; row++)
        for (uint32_t column = 0; column < world->columns; column++) {
            world_box box = world_cell_box(world, column, row);
            if (world->blocked[row * world->columns + column] != 0 &&
                oracle_meets(motion, radius, tolerance, &box))
                return false;
        }
    return true;
}

static graze_motion draw_motion(uint64_t *state, double cell)
{
    graze_motion motion;
    bool is_short = random_below(state, 2) != 0, is_level = random_below(state, 6) == 0;
    double n[4];
    for (int k = 0; k < 4; k++)
        n[k] = cell * (12 + (is_short ? random_short(state, 16) : random_real(state, 16)));
    if (is_level)
        n[3] = random_below(state, 2) ? n[1] : nextafter(n[1], 99);
    graze_vector from = {n[0], n[1], 0}, to = {n[2], n[3], 0}, none = {0, 0, 0};
    graze_vector velocity = {(n[2] - n[0]) / 2, (n[3] - n[1]) / 2, 0};
    graze_status status = random_below(state, 2) == 0
                              ? graze_motion_waypoint(from, to, 1, 3, &motion)
                              : graze_motion_kinematic(from, velocity, none, 1, 2, &motion);
    CU_ASSERT_EQUAL_FATAL(status, GRAZE_OK);
    return motion;
}

static void random_motions_are_free_exactly_when_the_twin_says_so(void)
{
    static const double sizes[] = {1, 0.5, 0.1, 1e6};
    uint64_t state = 31;
    size_t worlds = support_rounds(12, 60, 2000), free_ones = 0, asked = 0;
    for (size_t w = 0; w < worlds; w++) {
        double cell = sizes[w % 4];
        graze_world *world = draw_world(&state, 10 + random_below(&state, 100), cell);
        for (int i = 0; i < 60; i++) {
            graze_motion motion = draw_motion(&state, cell);
            graze_body body = {.radius = cell * fabs(random_short(&state, 1))};
            double tolerance = random_below(&state, 2) ? 1e-9 : 0;
            bool is_free = false;
            CU_ASSERT_EQUAL(graze_world_link(world, &body, &motion, tolerance, &is_free),
                            GRAZE_OK);
            bool truth = twin_is_free(world, &motion, body.radius, tolerance);
            CU_ASSERT_EQUAL(is_free, truth);
            free_ones += truth;
            asked++;
        }
        graze_world_free(world);
    }
    CU_ASSERT_TRUE(free_ones > asked / 20 && free_ones < asked - asked / 20);
}

static void random_places_are_clear_exactly_when_the_twin_says_so(void)
{
    uint64_t state = 32;
    size_t rounds = support_rounds(1500, 12000, 100000), clear_ones = 0;
    graze_world *world = draw_world(&state, 4, 1);
    for (size_t i = 0; i < rounds; i++) {
        graze_point place = {12 + random_short(&state, 14), 9 + random_short(&state, 11)};
        graze_body body = {.radius = fabs(random_short(&state, 1))};
        graze_motion waiting;
        bool clear = false;
        CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){place.x, place.y, 0},
                                                    (graze_vector){place.x, place.y, 0}, 0,
                                                    INFINITY, &waiting),
                              GRAZE_OK);
        CU_ASSERT_EQUAL(graze_world_clear(world, &body, place, 0, &clear), GRAZE_OK);
        CU_ASSERT_EQUAL(clear, twin_is_free(world, &waiting, body.radius, 0));
        clear_ones += clear;
    }
    CU_ASSERT_TRUE(clear_ones > rounds / 20 && clear_ones < rounds - rounds / 20);
    graze_world_free(world);
}

static void a_body_far_from_the_grid_is_clear(void)
{
    uint64_t state = 33;
    graze_world *world = draw_world(&state, 2, 1);
    static const graze_point far[] = {{1e300, 0}, {-1e300, 5}, {5, 1e18}, {5, -1e18}, {-2, 3}};
    graze_body body = {.radius = 1};
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
        bool clear = false;
        CU_ASSERT_EQUAL(graze_world_clear(world, &body, far[i], 0, &clear), GRAZE_OK);
        CU_ASSERT_TRUE(clear);
    }
    body.radius = 1e300;
    bool clear = true;
    CU_ASSERT_EQUAL(graze_world_clear(world, &body, (graze_point){1e299, 7}, 0, &clear), GRAZE_OK);
    CU_ASSERT_FALSE(clear);
    graze_world_free(world);
}

static void an_empty_life_meets_nothing(void)
{
    uint64_t state = 34;
    graze_world *world = draw_world(&state, 1, 1);
    graze_body body = {.radius = 1};
    graze_motion motion;
    bool is_free = false;
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){3, 3, 0}, (graze_vector){1, 0, 0},
                                           (graze_vector){0, 0, 0}, 0, 0, &motion),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_link(world, &body, &motion, 0, &is_free), GRAZE_OK);
    CU_ASSERT_TRUE(is_free);
    graze_world_free(world);
}

/* An obstacle is there from the start on, however far a tail puts that off: a cell, a post. */
static void obstacles_stand_since_a_start_with_a_tail(void)
{
    static const double tails[] = {-97, 97, -0x1p-60, -DBL_MAX, DBL_MAX};
    unsigned char blocked = 1;
    const graze_grid grid = {1, 1, &blocked, 1};
    const graze_obstacle post = {.body = {.radius = 0.5}};
    const graze_body disc = {.radius = 0.25};
    for (int k = 0; k < 2; k++) {
        graze_world *world = NULL;
        CU_ASSERT_EQUAL_FATAL(
            graze_world_create(k == 0 ? &grid : NULL, &post, (size_t)k, NULL, &world), GRAZE_OK);
        for (int i = 0; i < 5; i++) {
            const graze_motion braking = {.form = GRAZE_KINEMATIC, .position = {-2, 0, 0},
                                          .velocity = {2, 0, 0}, .acceleration = {-0.5, 0, 0},
                                          .start = i == 3 ? -1.9999999999999996 : 0,
                                          .start_tail = tails[i], .duration = 4};
            bool is_free = true;
            CU_ASSERT_EQUAL(graze_world_link(world, &disc, &braking, 0, &is_free), GRAZE_OK);
            CU_ASSERT_FALSE(is_free);
        }
        graze_world_free(world);
    }
}

static void discs_in_the_way_are_met(void)
{
    graze_obstacle posts[] = {{.body = {.radius = 0.5}, .place = {0, 0}},
                              {.body = {.radius = 1}, .place = {5, 0}}};
    graze_body body = {.radius = 0.5};
    graze_world *world = NULL;
    graze_motion motion;
    bool is_free = false;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, posts, 2, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){-9, 1.5, 0}, (graze_vector){9, 1.5, 0}, 0,
                                          1, &motion),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_link(world, &body, &motion, 0, &is_free), GRAZE_OK);
    CU_ASSERT_TRUE(is_free);
    body.radius = nextafter(0.5, 1);
    CU_ASSERT_EQUAL(graze_world_link(world, &body, &motion, 0, &is_free), GRAZE_OK);
    CU_ASSERT_FALSE(is_free);
    graze_world_free(world);
}

/* The path runs level with its margin, above a row or below it, and comes no nearer. */
static void a_wide_disc_meets_cells_that_its_path_stays_away_from(void)
{
    unsigned char blocked[COLUMNS * ROWS] = {0};
    const graze_grid grid = {COLUMNS, ROWS, blocked, 1};
    const graze_body body = {.radius = 3.5};
    blocked[8 * COLUMNS + 12] = 1; /* from 7.5 to 8.5 m */
    graze_world *world = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, NULL, 0, NULL, &world), GRAZE_OK);
    for (int side = -1; side <= 1; side += 2)
        for (int near = 0; near <= 1; near++) {
            const double y = 8 + side * (near ? 3.5 : 4.5);
            graze_motion motion;
            bool is_free = near;
            CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){2, y, 0},
                                                  (graze_vector){22, y + side * 0.125, 0}, 0, 1,
                                                  &motion),
                            GRAZE_OK);
            CU_ASSERT_EQUAL(graze_world_link(world, &body, &motion, 0, &is_free), GRAZE_OK);
            CU_ASSERT_EQUAL(is_free, !near);
            CU_ASSERT_EQUAL(is_free, twin_is_free(world, &motion, body.radius, 0));
        }
    graze_world_free(world);
}

static void bad_questions_are_refused_and_write_nothing(void)
{
    graze_body body = {.radius = 1}, negative = {.radius = -1};
    graze_motion motion = {.form = GRAZE_KINEMATIC, .duration = 1}, late = motion, high = motion;
    graze_world *world = NULL;
    bool is_free = true;
    late.duration = -1;
    high.position.z = 1;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_link(NULL, &body, &motion, 0, &is_free), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_world_link(world, NULL, &motion, 0, &is_free), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_world_link(world, &body, NULL, 0, &is_free), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_world_link(world, &body, &motion, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_world_link(world, &negative, &motion, 0, &is_free),
                    GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(graze_world_link(world, &body, &late, 0, &is_free),
                    GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_EQUAL(graze_world_link(world, &body, &high, 0, &is_free),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    CU_ASSERT_EQUAL(graze_world_link(world, &body, &motion, -1, &is_free),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT_EQUAL(graze_world_link(world, &body, &motion, NAN, &is_free),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_TRUE(is_free);
    graze_world_free(world);
}

CU_TestInfo link_tests[] = {
    SUPPORT_TEST(random_motions_are_free_exactly_when_the_twin_says_so),
    SUPPORT_TEST(random_places_are_clear_exactly_when_the_twin_says_so),
    SUPPORT_TEST(a_body_far_from_the_grid_is_clear),
    SUPPORT_TEST(an_empty_life_meets_nothing),
    SUPPORT_TEST(obstacles_stand_since_a_start_with_a_tail),
    SUPPORT_TEST(discs_in_the_way_are_met),
    SUPPORT_TEST(a_wide_disc_meets_cells_that_its_path_stays_away_from),
    SUPPORT_TEST(bad_questions_are_refused_and_write_nothing),
    CU_TEST_INFO_NULL,
};
