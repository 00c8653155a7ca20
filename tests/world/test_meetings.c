/* SPDX-License-Identifier: MIT */
/* Meetings with obstacles, nearest obstacles, and the bodies and motions that are asked
 * of the kernel: everything that a filter chooses equals what the kernel says when it is
 * asked about every obstacle. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "oracle.h"
#include "support/run.h"
#include "world/link.h"
#include "world/sweep.h"
#include "world/world.h"

enum { COLUMNS = 9, ROWS = 7, MEETINGS_MAX = 4000, ROWS_OF_PATH = 6 };

static graze_world *draw_world(uint64_t *state, unsigned one_in)
{
    static const graze_point corners[] = {{0, 0}, {1.5, 0.25}, {0.5, 1}};
    const graze_obstacle others[] = {
        {.body = {.radius = 0.5}, .place = {2.25, 3.5}},
        {.body = {.radius = 0.125, .vertices = corners, .vertex_count = 3}, .place = {5.5, 1.25}}};
    unsigned char blocked[COLUMNS * ROWS];
    graze_grid grid = {COLUMNS, ROWS, blocked, 1};
    graze_world *world = NULL;
    for (int i = 0; i < COLUMNS * ROWS; i++)
        blocked[i] = random_below(state, one_in) == 0;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, others, 2, NULL, &world), GRAZE_OK);
    return world;
}

/* ---- collecting ------------------------------------------------------------------------- */

typedef struct meeting_list {
    struct {
        size_t obstacle;
        graze_meeting meeting;
    } items[MEETINGS_MAX];
    size_t count, stop_at;
    size_t obstacle; /* of those that the kernel tells */
} meeting_list;

static meeting_list expected, told;

static bool collect(void *context, size_t obstacle, const graze_meeting *meeting)
{
    meeting_list *list = context;
    CU_ASSERT_FATAL(list->count < MEETINGS_MAX);
    list->items[list->count].obstacle = obstacle;
    list->items[list->count++].meeting = *meeting;
    return list->count != list->stop_at;
}

static bool collect_expected(void *context, const graze_meeting *meeting)
{
    meeting_list *list = context;
    return collect(list, list->obstacle, meeting);
}

static bool is_there(const graze_world *world, size_t obstacle)
{
    return obstacle >= world_cell_count(world) || world->blocked[obstacle] != 0;
}

static void ask_kernel(const graze_world *world, const graze_body *body,
                       const graze_trajectory *path, double tolerance, bool merged)
{
    expected.count = expected.stop_at = 0;
    for (size_t i = 0; i < world_cell_count(world) + world->obstacle_count; i++) {
        graze_point corners[4];
        graze_obstacle obstacle;
        if (!is_there(world, i))
            continue;
        CU_ASSERT_EQUAL_FATAL(graze_world_obstacle(world, i, corners, &obstacle), GRAZE_OK);
        const graze_motion standing = {.position = {obstacle.place.x, obstacle.place.y, 0},
                                       .start = path->motions[0].start,
                                       .start_tail = path->motions[0].start_tail,
                                       .duration = INFINITY};
        graze_trajectory still = {.motions = &standing, .count = 1};
        expected.obstacle = i;
        CU_ASSERT_EQUAL_FATAL(graze_trajectory_meetings(body, path, &obstacle.body, &still,
                                                        tolerance,
                                                        merged ? NULL : collect_expected,
                                                        merged ? collect_expected : NULL,
                                                        &expected),
                              GRAZE_OK);
    }
}

static bool same(const graze_meeting *a, const graze_meeting *b)
{
    return a->verdict == b->verdict && a->motion_a == b->motion_a && a->motion_b == b->motion_b &&
           a->when.lower == b->when.lower && a->when.upper == b->when.upper &&
           a->depth == b->depth && a->distance == b->distance && a->time == b->time;
}

static void compare_meetings(const graze_world *world, const graze_body *body,
                             const graze_trajectory *path, double tolerance, bool merged)
{
    ask_kernel(world, body, path, tolerance, merged);
    told.count = told.stop_at = 0;
    CU_ASSERT_EQUAL(graze_world_meetings(world, body, path, tolerance, merged ? NULL : collect,
                                         merged ? collect : NULL, &told),
                    GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(told.count, expected.count);
    for (size_t i = 0; i < told.count; i++) {
        CU_ASSERT_EQUAL(told.items[i].obstacle, expected.items[i].obstacle);
        CU_ASSERT_TRUE(same(&told.items[i].meeting, &expected.items[i].meeting));
    }
}

/* ---- random paths ----------------------------------------------------------------------- */

static const graze_point square_corners[] = {
    {-0.25, -0.25}, {0.25, -0.25}, {0.25, 0.25}, {-0.25, 0.25}};

static graze_body draw_body(uint64_t *state)
{
    if (random_below(state, 3) == 0)
        return (graze_body){.radius = random_below(state, 2) / 8.0,
                            .vertices = square_corners,
                            .vertex_count = 4};
    return (graze_body){.radius = (1 + random_below(state, 6)) / 8.0};
}

/* Waypoints on quarters: walls are touched, corners are turned, some rows wait. */
static size_t draw_path(uint64_t *state, graze_motion *motions)
{
    double times[ROWS_OF_PATH];
    graze_vector places[ROWS_OF_PATH];
    size_t count = 0;
    for (int i = 0; i < ROWS_OF_PATH; i++) {
        times[i] = i * 1.5;
        places[i] = (graze_vector){random_below(state, 4 * COLUMNS) / 4.0,
                                   random_below(state, 4 * ROWS) / 4.0, 0};
        if (i > 0 && random_below(state, 3) == 0)
            places[i] = places[i - 1];
    }
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_waypoints(
                              ROWS_OF_PATH, times, places,
                              random_below(state, 2) ? GRAZE_STAY : GRAZE_VANISH, motions, &count,
                              NULL),
                          GRAZE_OK);
    return count;
}

static void every_meeting_is_found_and_no_other(void)
{
    uint64_t state = 41;
    size_t rounds = support_rounds(60, 400, 16000), found = 0;
    for (size_t i = 0; i < rounds; i++) {
        graze_motion motions[ROWS_OF_PATH];
        graze_world *world = draw_world(&state, 5);
        graze_body body = draw_body(&state);
        size_t count = draw_path(&state, motions);
        if (count > 0) {
            graze_body bodies[ROWS_OF_PATH];
            graze_trajectory path = {.motions = motions, .count = count};
            for (size_t k = 0; i % 3 == 1 && k < count; k++)
                bodies[k] = draw_body(&state);
            if (i % 3 == 1)
                path.bodies = bodies;
            compare_meetings(world, &body, &path, i % 3 == 0 ? 0.125 : 1e-9, i % 2 == 0);
            found += told.count;
        }
        graze_world_free(world);
    }
    CU_ASSERT_TRUE(found > rounds);
}

static graze_motion accelerating(uint64_t *state)
{
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(
        graze_motion_kinematic((graze_vector){random_below(state, 32) / 4.0,
                                              random_below(state, 24) / 4.0, 0},
                               (graze_vector){random_short(state, 2), random_short(state, 2), 0},
                               (graze_vector){random_short(state, 1), random_short(state, 1), 0},
                               0.5, 2, &motion),
        GRAZE_OK);
    return motion;
}

static void accelerated_motions_meet_what_the_kernel_says(void)
{
    uint64_t state = 42;
    size_t rounds = support_rounds(12, 100, 4000), found = 0;
    for (size_t i = 0; i < rounds; i++) {
        graze_motion motion = accelerating(&state);
        if (i % 4 == 0)
            motion.start_tail = i % 8 == 0 ? -97 : 0x1p-60;
        graze_world *world = draw_world(&state, 6);
        graze_body body = draw_body(&state);
        graze_trajectory path = {.motions = &motion, .count = 1};
        bool is_free = false, any = false;
        compare_meetings(world, &body, &path, 0, true);
        for (size_t k = 0; k < told.count; k++)
            any |= told.items[k].meeting.verdict == GRAZE_CONFLICT;
        CU_ASSERT_EQUAL(graze_world_link(world, &body, &motion, 0, &is_free), GRAZE_OK);
        CU_ASSERT_EQUAL(is_free, !any);
        found += told.count;
        graze_world_free(world);
    }
    CU_ASSERT_TRUE(found > rounds);
}

/* It walks through a post, and names one place twice at one time, or thrice. */
static void a_motion_without_a_life_does_not_cut_a_meeting(void)
{
    static const double times[] = {0, 1, 1, 1, 2};
    const graze_vector places[] = {{-2, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {2, 0, 0}};
    const graze_obstacle post = {.body = {.radius = 1}};
    const graze_body body = {.radius = 0.5};
    graze_motion motions[4];
    const graze_trajectory path = {.motions = motions, .count = 4};
    graze_world *world = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, &post, 1, NULL, &world), GRAZE_OK);
    for (int i = 0; i < 4; i++)
        motions[i] = (graze_motion){.form = GRAZE_WAYPOINT, .position = places[i],
                                    .to = places[i + 1], .start = times[i],
                                    .duration = times[i + 1] - times[i]};
    compare_meetings(world, &body, &path, 0, true);
    CU_ASSERT_EQUAL(told.count, 1);
    CU_ASSERT_TRUE(told.items[0].meeting.when.lower == 0.25 &&
                   told.items[0].meeting.when.upper == 1.75);
    compare_meetings(world, &body, &path, 0, false);
    graze_world_free(world);
}

static void a_sink_may_stop_early(void)
{
    uint64_t state = 43;
    graze_world *world = draw_world(&state, 2);
    graze_body body = {.radius = 0.5};
    graze_motion motions[ROWS_OF_PATH];
    graze_trajectory path = {.motions = motions, .count = draw_path(&state, motions)};
    told.count = 0;
    told.stop_at = 2;
    CU_ASSERT_EQUAL(graze_world_meetings(world, &body, &path, 0, NULL, collect, &told), GRAZE_OK);
    CU_ASSERT_EQUAL(told.count, 2);
    graze_world_free(world);
}

/* ---- the fast way against the kernel's --------------------------------------------------- */

static void a_swept_disc_and_the_kernel_agree(void)
{
    uint64_t state = 44;
    size_t rounds = support_rounds(4000, 40000, 1600000), met = 0;
    for (size_t i = 0; i < rounds; i++) {
        world_box cell = {random_short(&state, 2), 0, random_short(&state, 2), 0};
        cell.x1 = cell.x0 + 1;
        cell.y1 = cell.y0 + 1;
        graze_motion motion = {.form = GRAZE_WAYPOINT,
                               .position = {random_short(&state, 2), random_short(&state, 2), 0},
                               .to = {random_short(&state, 2), random_short(&state, 2), 0},
                               .duration = 1.5};
        graze_body body = {.radius = random_below(&state, 33) / 32.0};
        double tolerance = random_below(&state, 3) / 16.0;
        sweep path;
        bool swept = false, asked = true;
        CU_ASSERT_TRUE_FATAL(sweep_of_motion(&motion, body.radius, tolerance, &path));
        CU_ASSERT_EQUAL(sweep_meets_box(&path, &cell, &swept), GRAZE_OK);
        CU_ASSERT_EQUAL(world_body_meets_box(&body, &motion, tolerance, &cell, &asked), GRAZE_OK);
        CU_ASSERT_EQUAL(swept, asked);
        met += swept;
    }
    CU_ASSERT_TRUE(met > rounds / 10 && met < rounds - rounds / 10);
}

/* A square of side 1/2 is blocked where a disc of radius 1/4 is, and at more corners. */
static void bodies_with_corners_have_roadmaps(void)
{
    static const unsigned char blocked[] = {0, 0, 0, 0, 0, 1, 0, 0, 0};
    graze_grid grid = {3, 3, blocked, 1};
    graze_body square = {.vertices = square_corners, .vertex_count = 4}, disc = {.radius = 0.25};
    graze_world *world = NULL;
    graze_roadmap of_square, of_disc;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_roadmap_from_grid(world, &square, 5, 0, NULL, &of_square), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_roadmap_from_grid(world, &disc, 5, 0, NULL, &of_disc), GRAZE_OK);
    CU_ASSERT_TRUE(of_square.first[9] <= of_disc.first[9] && of_square.first[9] > 0);
    for (uint32_t v = 0; v < 9; v++)
        for (size_t i = of_square.first[v]; i < of_square.first[v + 1]; i++) {
            graze_point from = of_square.places[v], to = of_square.places[of_square.targets[i]];
            graze_motion motion = {.form = GRAZE_WAYPOINT,
                                   .position = {from.x, from.y, 0},
                                   .to = {to.x, to.y, 0},
                                   .duration = 1};
            bool is_free = false;
            CU_ASSERT_EQUAL(graze_world_link(world, &square, &motion, 0, &is_free), GRAZE_OK);
            CU_ASSERT_TRUE(is_free);
        }
    graze_roadmap_free(&of_square, NULL);
    graze_roadmap_free(&of_disc, NULL);
    graze_world_free(world);
}

/* ---- nearest ------------------------------------------------------------------------------ */

static graze_nearest nearest_of_all(const graze_world *world, graze_point place)
{
    graze_nearest best = {.found = false};
    graze_body point = {.radius = 0};
    graze_motion waiting = {
        .form = GRAZE_KINEMATIC, .position = {place.x, place.y, 0}, .duration = 1};
    for (size_t i = 0; i < world_cell_count(world) + world->obstacle_count; i++) {
        graze_point corners[4];
        graze_obstacle obstacle;
        graze_clearance clearance;
        if (!is_there(world, i))
            continue;
        CU_ASSERT_EQUAL_FATAL(graze_world_obstacle(world, i, corners, &obstacle), GRAZE_OK);
        graze_motion standing = world_standing(obstacle.place, &waiting);
        CU_ASSERT_EQUAL_FATAL(graze_conflict_clearance(&point, &waiting, &obstacle.body, &standing,
                                                       &clearance),
                              GRAZE_OK);
        if (!best.found || clearance.distance < best.distance)
            best = (graze_nearest){.found = true, .obstacle = i, .distance = clearance.distance};
    }
    return best;
}

static void the_nearest_obstacle_is_that_of_all(void)
{
    uint64_t state = 45;
    size_t rounds = support_rounds(400, 4000, 160000), inside = 0;
    for (size_t i = 0; i < rounds; i++) {
        graze_world *world = draw_world(&state, i % 2 == 0 ? 3 : 20);
        graze_point place =
            i % 4 == 0 ? (graze_point){4 + random_real(&state, 9), 3 + random_real(&state, 9)}
                       : (graze_point){4 + random_short(&state, 6), 3 + random_short(&state, 5)};
        graze_nearest expected_one = nearest_of_all(world, place), answer;
        CU_ASSERT_EQUAL(graze_world_nearest(world, place, &answer), GRAZE_OK);
        CU_ASSERT_TRUE(answer.found);
        CU_ASSERT_EQUAL(answer.obstacle, expected_one.obstacle);
        CU_ASSERT_EQUAL(answer.distance, expected_one.distance);
        double gap = hypot(answer.point.x - place.x, answer.point.y - place.y);
        CU_ASSERT_DOUBLE_EQUAL(gap, fabs(answer.distance), 1e-12);
        inside += answer.distance < 0;
        graze_world_free(world);
    }
    CU_ASSERT_TRUE(inside > rounds / 20);
}

/* The nearest point of one obstacle, as far from the place as the distance says. */
static void expect_surface(graze_body body, graze_point at, graze_point place)
{
    const graze_obstacle obstacle = {.body = body, .place = at};
    graze_world *world = NULL;
    graze_nearest answer;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, &obstacle, 1, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_world_nearest(world, place, &answer), GRAZE_OK);
    double gap = hypot(answer.point.x - place.x, answer.point.y - place.y);
    CU_ASSERT_TRUE(isfinite(gap));
    CU_ASSERT_DOUBLE_EQUAL(gap, fabs(answer.distance), 1e-12 * gap + 0x1p-1072);
    graze_world_free(world);
}

static void the_nearest_point_is_on_the_surface_at_any_scale(void)
{
    static const double units[] = {0x1p-1060, 0x1p-700, 1, 0x1p700, 0x1p1020};
    const graze_point none = {0, 0};
    expect_surface((graze_body){.radius = 65}, none, (graze_point){0x1p-1074, 0});
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        double u = units[i];
        const graze_point square[] = {{0, 0}, {2 * u, 0}, {2 * u, 2 * u}, {0, 2 * u}};
        const graze_body sharp = {.vertices = square, .vertex_count = 4};
        const graze_body round = {.radius = u, .vertices = square, .vertex_count = 4};
        expect_surface(sharp, none, (graze_point){-u, -u});
        expect_surface(sharp, none, (graze_point){u, u / 2});
        expect_surface(round, none, (graze_point){4 * u, 4 * u});
        expect_surface(round, none, (graze_point){0, u}); /* on an edge of the vertices */
        expect_surface(round, (graze_point){2 * u, 0}, (graze_point){-4 * u, 0});
    }
}

static void a_perpendicular_ends_at_the_nearest_point(void)
{
    static const graze_point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const graze_point places[] = {{0.5, -3}, {3, 0.5}, {-0.5, 3}, {-3, -0.5}};
    static const graze_point feet[] = {{0.5, -1}, {1, 0.5}, {-0.5, 1}, {-1, -0.5}};
    const graze_obstacle obstacle = {{.vertices = square, .vertex_count = 4}, {10, 20}};
    graze_world *world = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, &obstacle, 1, NULL, &world), GRAZE_OK);
    for (int side = 0; side < 4; side++) {
        graze_nearest answer;
        const graze_point place = {places[side].x + 10, places[side].y + 20};
        CU_ASSERT_EQUAL(graze_world_nearest(world, place, &answer), GRAZE_OK);
        CU_ASSERT_EQUAL(answer.distance, 2);
        CU_ASSERT_EQUAL(answer.point.x, feet[side].x + 10);
        CU_ASSERT_EQUAL(answer.point.y, feet[side].y + 20);
    }
    graze_world_free(world);
}

static void an_open_plane_has_no_nearest_obstacle(void)
{
    graze_world *world = NULL;
    graze_nearest answer = {.found = true};
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_nearest(world, (graze_point){1, 2}, &answer), GRAZE_OK);
    CU_ASSERT_FALSE(answer.found);
    CU_ASSERT_EQUAL(graze_world_nearest(world, (graze_point){NAN, 2}, &answer),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_world_nearest(world, (graze_point){1, 2}, NULL), GRAZE_ERROR_NULL);
    graze_world_free(world);
}

static void bad_trajectories_are_refused(void)
{
    uint64_t state = 46;
    graze_world *world = draw_world(&state, 2);
    graze_body body = {.radius = 0.5};
    graze_motion motion = {.form = GRAZE_KINEMATIC, .velocity = {0, 0, 1}, .duration = 1};
    graze_trajectory path = {.motions = &motion, .count = 1}, none = {.motions = NULL, .count = 1},
                     nothing = {.motions = NULL, .count = 0};
    CU_ASSERT_EQUAL(graze_world_meetings(world, &body, &path, 0, collect, NULL, &told),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    CU_ASSERT_EQUAL(graze_world_meetings(world, &body, &none, 0, collect, NULL, &told),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_world_meetings(world, &body, NULL, 0, collect, NULL, &told),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_world_meetings(world, &body, &nothing, 0, collect, NULL, &told),
                    GRAZE_OK);
    motion.duration = -1;
    motion.velocity.z = 0;
    CU_ASSERT_EQUAL(graze_world_meetings(world, &body, &path, 0, collect, NULL, &told),
                    GRAZE_ERROR_NEGATIVE_DURATION);
    graze_world_free(world);
}

CU_TestInfo meetings_tests[] = {
    SUPPORT_TEST(every_meeting_is_found_and_no_other),
    SUPPORT_TEST(accelerated_motions_meet_what_the_kernel_says),
    SUPPORT_TEST(a_motion_without_a_life_does_not_cut_a_meeting),
    SUPPORT_TEST(a_sink_may_stop_early),
    SUPPORT_TEST(bad_trajectories_are_refused),
    SUPPORT_TEST(a_swept_disc_and_the_kernel_agree),
    SUPPORT_TEST(bodies_with_corners_have_roadmaps),
    SUPPORT_TEST(the_nearest_obstacle_is_that_of_all),
    SUPPORT_TEST(the_nearest_point_is_on_the_surface_at_any_scale),
    SUPPORT_TEST(a_perpendicular_ends_at_the_nearest_point),
    SUPPORT_TEST(an_open_plane_has_no_nearest_obstacle),
    CU_TEST_INFO_NULL,
};
