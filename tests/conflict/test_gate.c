/* SPDX-License-Identifier: MIT */
/* The gate: each door of the library refuses what no question can be about, before
 * anything is computed, and leaves the caller's memory as it was. */
#include <graze/among.h>
#include <graze/conflict.h>
#include <math.h>
#include <string.h>

#include "support/run.h"

static const graze_point corners[3] = {{0, 0}, {1, 0}, {0, 1}};
static const graze_body triangle = {0.1, corners, 3}, disc = {.radius = 0.5};

static graze_motion drive(void)
{
    graze_motion motion;
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){4, 0, 0}, 0, 4, &motion);
    return motion;
}

static graze_motion hover(void)
{
    graze_motion motion;
    const graze_vector above = {2, 0, 0.25};
    graze_motion_waypoint(above, above, 0, 10, &motion);
    return motion;
}

static graze_index *index_of_triangle(const graze_trajectory *path)
{
    const graze_index_options options = {.margin = 1};
    graze_index *index = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&triangle, path, 1, &options, NULL, &index), GRAZE_OK);
    return index;
}

static void corners_off_the_plane_are_refused_among_listed_pairs(void)
{
    const graze_motion moving = drive(), above = hover();
    const graze_trajectory a = {&above, 1}, b = {&moving, 1};
    const graze_motion_pair both = {0, 0};
    CU_ASSERT_EQUAL(graze_trajectory_meetings_among(&disc, &a, &triangle, &b, &both, 1, 0, NULL,
                                                    NULL, NULL, NULL),
                    GRAZE_ERROR_SPATIAL_CORNERS);
}

static void corners_off_the_plane_are_refused_at_a_place_of_an_index(void)
{
    const graze_motion moving = drive();
    const graze_trajectory path = {&moving, 1};
    const graze_vector above = {2, 0, 0.25};
    const graze_closed_interval window = {0, 10};
    graze_index *index = index_of_triangle(&path);
    graze_interval room[8];
    graze_closed_interval safe[8];
    size_t count = 7;
    CU_ASSERT_EQUAL(graze_index_unsafe_times(index, &disc, above, GRAZE_INDEX_NOBODY, window, 0,
                                             room, 8, &count),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    CU_ASSERT_EQUAL(graze_index_safe_intervals(index, &disc, above, GRAZE_INDEX_NOBODY, window, 0,
                                               room, 8, safe, 8, &count),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    CU_ASSERT_EQUAL(count, 7);
    graze_index_free(index);
}

/* Vertices that were moved into a concave shape since: it is not looked at again, or the
 * answer would be a fault. */
static void prepared_bodies_are_not_validated_again(void)
{
    graze_point square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const graze_body body = {0, square, 4};
    const graze_motion moving = drive();
    graze_prepared prepared;
    bool exists = false;
    CU_ASSERT_EQUAL_FATAL(graze_motion_prepare(&body, &moving, &prepared), GRAZE_OK);
    square[2] = (graze_point){0.25, 0.25};
    CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&prepared, &body, &moving, &prepared, &body,
                                                   &moving, 0, &exists),
                    GRAZE_OK);
    CU_ASSERT_TRUE(exists);
}

CU_TestInfo gate_tests[] = {
    SUPPORT_TEST(corners_off_the_plane_are_refused_among_listed_pairs),
    SUPPORT_TEST(corners_off_the_plane_are_refused_at_a_place_of_an_index),
    SUPPORT_TEST(prepared_bodies_are_not_validated_again),
    CU_TEST_INFO_NULL,
};
