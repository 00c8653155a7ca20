/* SPDX-License-Identifier: MIT */
/* Paths of motions as they may be, and seldom are: still ones of every form, endless ones, ones
 * that begin where the one before does not end, and ones in space. */
#include <math.h>

#include <graze/path.h>

#include "support/run.h"

static const graze_vector rest = {0, 0, 0};

static graze_motion go(graze_vector from, graze_vector to, double start, double end)
{
    graze_motion m;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(from, to, start, end, &m), GRAZE_OK);
    return m;
}

static graze_motion drive(graze_vector at, graze_vector velocity, graze_vector acceleration,
                          double start, double duration)
{
    graze_motion m;
    CU_ASSERT_EQUAL_FATAL(graze_motion_kinematic(at, velocity, acceleration, start, duration, &m),
                          GRAZE_OK);
    return m;
}

static graze_motion ramp(graze_vector from, graze_vector to, double share)
{
    graze_motion m;
    CU_ASSERT_EQUAL_FATAL(graze_motion_ramp(from, to, 0, 2, share, &m), GRAZE_OK);
    return m;
}

static graze_motion parked_after(graze_motion motion)
{
    motion.form = GRAZE_PARKED;
    return motion;
}

#define PATH(m) (&(graze_trajectory){.motions = m, .count = sizeof m / sizeof m[0]})

/* ---- limits ------------------------------------------------------------------------------ */

static const graze_path_limits free_of_all = {
    INFINITY, INFINITY, INFINITY, {-INFINITY, -INFINITY}, {INFINITY, INFINITY}};

typedef struct heard {
    size_t count;
    graze_path_excess last;
} heard;

static bool take(void *context, const graze_path_excess *excess)
{
    heard *all = context;
    all->count++;
    all->last = *excess;
    return true;
}

static heard excesses_of(graze_motion motion, graze_path_limits limits)
{
    heard all = {.count = 0};
    const graze_trajectory path = {.motions = &motion, .count = 1};
    CU_ASSERT_EQUAL(graze_path_excesses(&path, &limits, take, &all), GRAZE_OK);
    return all;
}

static void who_goes_on_for_ever_at_the_limit_keeps_to_it(void)
{
    const graze_motion away = drive(rest, (graze_vector){3, 4, 0}, rest, 0, INFINITY);
    graze_path_limits limits = free_of_all;
    limits.speed = 5;
    CU_ASSERT_EQUAL(excesses_of(away, limits).count, 0);
    limits.speed = nextafter(5, 0);
    CU_ASSERT_EQUAL(excesses_of(away, limits).count, 1);
}

static void a_ramp_that_is_even_or_goes_nowhere_does_not_accelerate(void)
{
    graze_path_limits limits = free_of_all;
    limits.acceleration = 0;
    const graze_vector to = {4, 0, 0};
    CU_ASSERT_EQUAL(excesses_of(ramp(rest, to, 1), limits).count, 0);
    CU_ASSERT_EQUAL(excesses_of(ramp(rest, rest, 0.5), limits).count, 0);
    CU_ASSERT_EQUAL(excesses_of(ramp(rest, to, nextafter(1, 0)), limits).count, 1);
}

static void who_goes_on_for_ever_leaves_the_box_one_day(void)
{
    graze_path_limits limits = free_of_all;
    limits.high.y = 1;
    /* up to 1 m, and down for ever */
    const graze_motion arc =
        drive(rest, (graze_vector){0, 2, 0}, (graze_vector){0, -2, 0}, 0, INFINITY);
    CU_ASSERT_EQUAL(excesses_of(arc, limits).count, 0);
    limits.high.y = nextafter(1, 0);
    CU_ASSERT_EQUAL(excesses_of(arc, limits).count, 1);
    limits = free_of_all;
    limits.high.x = 100;
    const graze_vector slow = {0x1p-1074, 0, 0};
    CU_ASSERT_EQUAL(excesses_of(drive(rest, rest, slow, 0, INFINITY), limits).count, 1);
    CU_ASSERT_EQUAL(excesses_of(drive(rest, slow, rest, 0, INFINITY), limits).count, 1);
    CU_ASSERT_EQUAL(
        excesses_of(drive(rest, (graze_vector){0, 1, 0}, rest, 0, INFINITY), limits).count, 0);
    const graze_vector beyond = {101, 0, 0};
    const heard all =
        excesses_of(drive(beyond, (graze_vector){0, 1, 0}, rest, 7, INFINITY), limits);
    CU_ASSERT_EQUAL(all.count, 1);
    CU_ASSERT(all.last.begin == 7 && all.last.end == INFINITY && all.last.value == 1);
    /* It begins beyond, and comes back for good. */
    CU_ASSERT_EQUAL(
        excesses_of(drive(beyond, (graze_vector){-1, 0, 0}, rest, 0, INFINITY), limits).count, 1);
    CU_ASSERT_EQUAL(excesses_of(parked_after(drive(rest, beyond, rest, 0, 1)), limits).count, 1);
    CU_ASSERT_EQUAL(excesses_of(parked_after(drive(rest, beyond, rest, 0, 0.5)), limits).count, 0);
}

/* ---- ends and visits --------------------------------------------------------------------- */

static bool ends_at(graze_motion motion, graze_vector place)
{
    bool ends = false;
    const graze_trajectory path = {.motions = &motion, .count = 1};
    CU_ASSERT_EQUAL(graze_path_ends_at(&path, place, &ends), GRAZE_OK);
    return ends;
}

static void each_coordinate_of_an_end_counts(void)
{
    const graze_motion drives = drive(rest, (graze_vector){1, 2, 3}, rest, 0, 2);
    CU_ASSERT_TRUE(ends_at(drives, (graze_vector){2, 4, 6}));
    CU_ASSERT_FALSE(ends_at(drives, (graze_vector){2, 5, 6}));
    CU_ASSERT_FALSE(ends_at(drives, (graze_vector){2, 4, 5}));
    const graze_vector here = {1, 2, 3};
    CU_ASSERT_TRUE(ends_at(drive(here, rest, rest, 0, 2), here));
    CU_ASSERT_FALSE(ends_at(drive(here, rest, rest, 0, 2), rest));
    CU_ASSERT_TRUE(ends_at(drive(here, rest, rest, 0, INFINITY), here));
    CU_ASSERT_TRUE(ends_at(drive(here, (graze_vector){5, 0, 0}, rest, 0, 0), here));
}

static bool visits(const graze_trajectory *path, double x, double y, graze_path_visit *visit)
{
    bool found = false;
    CU_ASSERT_EQUAL(graze_path_visits(path, (graze_point){x, y}, visit, &found), GRAZE_OK);
    return found;
}

static bool visits_alone(const graze_trajectory *path, double x, double y)
{
    graze_path_visit visit = {.any = false};
    return visits(path, x, y, &visit);
}

static void who_stands_visits_his_place_alone(void)
{
    const graze_vector here = {1, 2, 0};
    const graze_motion waits[] = {go(here, here, 0, 1), go(here, rest, 1, 2)};
    CU_ASSERT_TRUE(visits_alone(PATH(waits), 1, 2));
    CU_ASSERT_FALSE(visits_alone(&(graze_trajectory){.motions = waits, .count = 1}, 1, 3));
    CU_ASSERT_FALSE(visits_alone(&(graze_trajectory){.motions = waits, .count = 1}, 2, 2));
}

static void who_is_above_a_place_does_not_visit_it(void)
{
    const graze_vector above = {1, 2, 5}, here = {1, 2, 0};
    const graze_motion lands[] = {drive(above, (graze_vector){0, 0, -1}, rest, 0, 5),
                                  go(here, rest, 5, 6)};
    graze_path_visit visit = {.any = false};
    CU_ASSERT_TRUE(visits(PATH(lands), 1, 2, &visit));
    CU_ASSERT_EQUAL(visit.motion, 1);
    const graze_motion flies[] = {go(rest, above, 0, 1), go(above, rest, 1, 2),
                                  parked_after(go(rest, above, 2, 3)), go(above, above, 3, 4)};
    CU_ASSERT_FALSE(visits_alone(PATH(flies), 0.5, 1));
    CU_ASSERT_FALSE(visits_alone(PATH(flies), 1, 2));
    const graze_motion off[] = {
        drive((graze_vector){1, 3, 0}, (graze_vector){0, -1, 0}, rest, 0, 9),
        go(rest, rest, 9, 10)};
    CU_ASSERT_FALSE(visits_alone(PATH(off), 1, 2));
    CU_ASSERT_TRUE(visits_alone(PATH(off), 1, 3));
}

/* At the place where it was seen it still is; where it ends it has not been. */
static void the_begin_of_an_accelerated_motion_is_visited_until_its_end_is(void)
{
    const graze_motion way[] = {
        drive(rest, (graze_vector){2, 0, 0}, (graze_vector){1, 0, 0}, 0, 2)};
    graze_path_visit visit = {.any = false};
    CU_ASSERT_TRUE(visits(PATH(way), 0, 0, &visit));
    CU_ASSERT_TRUE(visits(PATH(way), 0, 0, &visit));
    CU_ASSERT_TRUE(visits(PATH(way), 6, 0, &visit));
    CU_ASSERT_FALSE(visits(PATH(way), 0, 0, &visit));
    CU_ASSERT_TRUE(visit.any && visit.last.x == 6);
}

static void an_empty_life_costs_nothing(void)
{
    const graze_motion hop[] = {drive(rest, (graze_vector){9, 0, 0}, rest, 0, 0),
                                go(rest, (graze_vector){3, 4, 0}, 0, 5)};
    graze_path_cost cost;
    CU_ASSERT_EQUAL(graze_path_costs(PATH(hop), &cost), GRAZE_OK);
    CU_ASSERT(cost.arrival == 5 && cost.length == 5);
    CU_ASSERT_EQUAL(graze_path_costs(&(graze_trajectory){.motions = hop, .count = 1}, &cost),
                    GRAZE_OK);
    CU_ASSERT(cost.arrival == 0 && cost.length == 0);
}

/* ---- roadmaps ---------------------------------------------------------------------------- */

/* 0 -> 1 -> 2 on a line; 3 lies where 1 does, with an edge between them. */
static const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}, {1, 0}};
static const size_t first[] = {0, 1, 3, 3, 4};
static const uint32_t targets[] = {1, 2, 3, 1};
static const graze_roadmap roads = {4, places, first, targets};

static bool take_stray(void *context, size_t path, size_t motion)
{
    size_t *strays = context;
    CU_ASSERT_EQUAL(path, 0);
    *strays |= (size_t)1 << motion;
    return true;
}

/* Which motions stray, as bits. */
static size_t strays_of(const graze_trajectory *path)
{
    size_t strays = 0;
    CU_ASSERT_EQUAL(graze_path_strays(path, 1, &roads, NULL, take_stray, &strays), GRAZE_OK);
    return strays;
}

static void who_waits_beside_the_roads_strays(void)
{
    const graze_vector beside = {0.5, 0.5, 0}, on = {0.5, 0, 0}, end = {1, 0, 0};
    const graze_motion waits[] = {go(beside, beside, 0, 1), go(beside, rest, 1, 2),
                                  go(rest, on, 2, 3), go(on, on, 3, 4), go(on, end, 4, 5)};
    CU_ASSERT_EQUAL(strays_of(PATH(waits)), 1);
}

/* Each way ends where the next motion begins, whatever their forms are. */
static void a_way_leads_to_where_the_next_motion_begins(void)
{
    const graze_vector half = {0.5, 0, 0}, one = {1, 0, 0}, two = {2, 0, 0};
    const graze_motion drives[] = {drive(rest, half, rest, 0, 2), go(one, two, 2, 3)};
    CU_ASSERT_EQUAL(strays_of(PATH(drives)), 0);
    const graze_motion turned[] = {drive(rest, half, rest, 0, 2), go(half, one, 2, 3),
                                   drive(one, rest, rest, 3, 1)};
    CU_ASSERT_EQUAL(strays_of(PATH(turned)), 0);
    const graze_motion parks[] = {drive(rest, half, rest, 0, 2),
                                  parked_after(drive(rest, half, rest, 0, 2))};
    CU_ASSERT_EQUAL(strays_of(PATH(parks)), 0);
    const graze_motion stands[] = {go(rest, one, 0, 1), drive(one, rest, rest, 1, INFINITY),
                                   parked_after(drive(one, rest, rest, 1, 2))};
    CU_ASSERT_EQUAL(strays_of(PATH(stands)), 0);
}

static void who_leaves_the_plane_strays(void)
{
    const graze_vector one = {1, 0, 0}, above = {1, 0, 1};
    const graze_motion climbs[] = {go(rest, above, 0, 1), go(one, (graze_vector){2, 0, 0}, 1, 2)};
    CU_ASSERT_EQUAL(strays_of(PATH(climbs)), 1);
    const graze_motion empty[] = {drive((graze_vector){7, 7, 7}, one, rest, 0, 0),
                                  go(rest, one, 0, 1)};
    CU_ASSERT_EQUAL(strays_of(PATH(empty)), 0);
}

static void a_bad_path_is_named_before_any_is_walked(void)
{
    const graze_motion good[] = {go(rest, (graze_vector){1, 0, 0}, 0, 1)};
    graze_motion bad[] = {good[0]};
    size_t strays = 0;
    bad[0].duration = -1;
    const graze_trajectory paths[] = {{.motions = good, .count = 1}, {.motions = bad, .count = 1}};
    CU_ASSERT_EQUAL(graze_path_strays(paths, 2, &roads, NULL, take_stray, &strays),
                    GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_EQUAL(graze_path_excesses(&paths[1], &free_of_all, take, &strays),
                    GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_EQUAL(strays, 0);
}

CU_TestInfo odd_path_tests[] = {
    SUPPORT_TEST(who_goes_on_for_ever_at_the_limit_keeps_to_it),
    SUPPORT_TEST(a_ramp_that_is_even_or_goes_nowhere_does_not_accelerate),
    SUPPORT_TEST(who_goes_on_for_ever_leaves_the_box_one_day),
    SUPPORT_TEST(each_coordinate_of_an_end_counts),
    SUPPORT_TEST(who_stands_visits_his_place_alone),
    SUPPORT_TEST(who_is_above_a_place_does_not_visit_it),
    SUPPORT_TEST(the_begin_of_an_accelerated_motion_is_visited_until_its_end_is),
    SUPPORT_TEST(an_empty_life_costs_nothing),
    SUPPORT_TEST(who_waits_beside_the_roads_strays),
    SUPPORT_TEST(a_way_leads_to_where_the_next_motion_begins),
    SUPPORT_TEST(who_leaves_the_plane_strays),
    SUPPORT_TEST(a_bad_path_is_named_before_any_is_walked),
    CU_TEST_INFO_NULL,
};
