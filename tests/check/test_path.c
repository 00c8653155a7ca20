/* SPDX-License-Identifier: MIT */
/* The questions about one path, each by examples and by what is hardly a path. */
#include <math.h>

#include <graze/path.h>

#include "support/run.h"

static graze_motion go(double x, double y, double to_x, double to_y, double start, double end)
{
    graze_motion m;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){x, y, 0},
                                                (graze_vector){to_x, to_y, 0}, start, end, &m),
                          GRAZE_OK);
    return m;
}

static graze_motion drive(graze_vector at, graze_vector velocity, graze_vector acceleration,
                          double start, double duration)
{
    graze_motion m;
    CU_ASSERT_EQUAL_FATAL(
        graze_motion_kinematic(at, velocity, acceleration, start, duration, &m), GRAZE_OK);
    return m;
}

static const graze_vector rest = {0, 0, 0};

#define PATH(m) (&(graze_trajectory){.motions = m, .count = sizeof m / sizeof m[0]})
#define NO_PATH (&(graze_trajectory){.motions = NULL, .count = 0})

/* ---- costs --------------------------------------------------------------------------------- */

static void costs_are(const graze_trajectory *path, double begin, double arrival, double length)
{
    graze_path_cost cost = {-1, -1, -1};
    CU_ASSERT_EQUAL(graze_path_costs(path, &cost), GRAZE_OK);
    CU_ASSERT_EQUAL(cost.begin, begin);
    CU_ASSERT_EQUAL(cost.arrival, arrival);
    CU_ASSERT(cost.length == length || fabs(cost.length - length) <= 1e-12 * length);
}

static void a_path_costs_until_it_has_come_to_where_it_stays(void)
{
    const graze_motion back[] = {go(0, 0, 3, 4, 1, 6), go(3, 4, 3, 4, 6, 8), go(3, 4, 0, 4, 8, 9),
                                 go(0, 4, 0, 4, 9, INFINITY)};
    costs_are(PATH(back), 1, 9, 8);
    costs_are(&(graze_trajectory){.motions = back, .count = 2}, 1, 6, 5);
    costs_are(&(graze_trajectory){.motions = back + 3, .count = 1}, 9, 9, 0);
    costs_are(NO_PATH, 0, 0, 0);
    /* 0.1 + 0.2 as real numbers, rounded once */
    const graze_motion odd[] = {drive(rest, (graze_vector){1, 0, 0}, rest, 0.1, 0.2)};
    costs_are(PATH(odd), 0.1, 0.1 + 0.2, 0.2);
}

static void curves_have_the_length_of_their_integral_and_endless_ways_none(void)
{
    /* y = x^2/2 from 0 to 1: (sqrt(2) + asinh(1)) / 2 */
    const graze_motion throw[] = {
        drive(rest, (graze_vector){1, 0, 0}, (graze_vector){0, 1, 0}, 0, 1)};
    costs_are(PATH(throw), 0, 1, (sqrt(2) + asinh(1)) / 2);
    /* there and back again: 1/2 each way */
    const graze_motion turn[] = {
        drive(rest, (graze_vector){1, 0, 0}, (graze_vector){-1, 0, 0}, 0, 2)};
    costs_are(PATH(turn), 0, 2, 1);
    const graze_motion away[] = {drive(rest, (graze_vector){1, 0, 0}, rest, 5, INFINITY)};
    costs_are(PATH(away), 5, INFINITY, INFINITY);
    const graze_motion parked[] = {throw[0], throw[0]};
    graze_motion both[2] = {parked[0], parked[1]};
    both[1].form = GRAZE_PARKED;
    costs_are(PATH(both), 0, 1, (sqrt(2) + asinh(1)) / 2);
    costs_are(&(graze_trajectory){.motions = both + 1, .count = 1}, 1, 1,
              0); /* it begins where its numbers end */
}

/* ---- limits -------------------------------------------------------------------------------- */

enum { HEARD = 8 };

typedef struct heard {
    graze_path_excess items[HEARD];
    size_t count, enough;
} heard;

static bool take(void *context, const graze_path_excess *excess)
{
    heard *all = context;
    if (all->count < HEARD)
        all->items[all->count] = *excess;
    return ++all->count != all->enough;
}

static const graze_path_limits free_of_all = {
    INFINITY, INFINITY, INFINITY, {-INFINITY, -INFINITY}, {INFINITY, INFINITY}};

static heard excesses_of(const graze_trajectory *path, graze_path_limits limits)
{
    heard all = {.count = 0};
    CU_ASSERT_EQUAL(graze_path_excesses(path, &limits, take, &all), GRAZE_OK);
    return all;
}

static void what_is_at_a_limit_keeps_to_it(void)
{
    const graze_motion m[] = {go(0, 0, 3, 4, 0, 5), go(3, 4, 6, 8, 5, 7.5)};
    graze_path_limits limits = free_of_all;
    CU_ASSERT_EQUAL(excesses_of(PATH(m), limits).count, 0);
    limits.speed = 2;
    limits.jump = 1;
    CU_ASSERT_EQUAL(excesses_of(PATH(m), limits).count, 0);
    limits.speed = nextafter(2, 0);
    heard all = excesses_of(PATH(m), limits);
    CU_ASSERT_EQUAL_FATAL(all.count, 1);
    CU_ASSERT_EQUAL(all.items[0].limit, GRAZE_PATH_SPEED);
    CU_ASSERT_EQUAL(all.items[0].motion, 1);
    CU_ASSERT_EQUAL(all.items[0].begin, 5);
    CU_ASSERT_EQUAL(all.items[0].end, 7.5);
    CU_ASSERT_EQUAL(all.items[0].value, 2);
    limits.speed = INFINITY;
    limits.jump = nextafter(1, 0);
    all = excesses_of(PATH(m), limits);
    CU_ASSERT_EQUAL_FATAL(all.count, 1);
    CU_ASSERT_EQUAL(all.items[0].limit, GRAZE_PATH_JUMP);
    CU_ASSERT(all.items[0].motion == 0 && all.items[0].begin == 5 && all.items[0].end == 5);
}

static void empty_lives_and_endless_ones_are_weighed_as_what_they_are(void)
{
    graze_path_limits limits = free_of_all;
    const graze_motion hop[] = {go(0, 0, 1, 0, 0, 1), drive((graze_vector){1, 0, 0},
                                (graze_vector){9, 0, 0}, rest, 1, 0), go(1, 0, 2, 0, 1, 2)};
    limits.speed = 1;
    limits.jump = 0;
    CU_ASSERT_EQUAL(excesses_of(PATH(hop), limits).count, 0); /* nobody lives that fast */
    const graze_motion away[] = {
        drive(rest, rest, (graze_vector){0x1p-1074, 0, 0}, 0, INFINITY)};
    limits.speed = 0x1p1023;
    heard all = excesses_of(PATH(away), limits);
    CU_ASSERT_EQUAL_FATAL(all.count, 1); /* some day it is faster */
    CU_ASSERT_EQUAL(all.items[0].value, INFINITY);
    limits.speed = 0;
    const graze_motion wait[] = {go(1, 1, 1, 1, 0, INFINITY)};
    CU_ASSERT_EQUAL(excesses_of(PATH(wait), limits).count, 0);
    CU_ASSERT_EQUAL(excesses_of(NO_PATH, limits).count, 0);
}

static void a_ramp_is_weighed_at_both_ends(void)
{
    graze_motion m[1];
    CU_ASSERT_EQUAL(graze_motion_ramp(rest, (graze_vector){4, 0, 0}, 0, 2, 0.5, m), GRAZE_OK);
    graze_path_limits limits = free_of_all;
    limits.speed = 3; /* from 1 to 3 m/s, 1 m/s^2 */
    limits.acceleration = 1;
    CU_ASSERT_EQUAL(excesses_of(PATH(m), limits).count, 0);
    limits.speed = nextafter(3, 0);
    limits.acceleration = nextafter(1, 0);
    heard all = excesses_of(PATH(m), limits);
    CU_ASSERT_EQUAL_FATAL(all.count, 2);
    CU_ASSERT(all.items[0].limit == GRAZE_PATH_SPEED && all.items[0].value == 3);
    CU_ASSERT(all.items[1].limit == GRAZE_PATH_ACCELERATION && all.items[1].value == 1);
}

static void a_stretch_outside_the_box_is_one_from_leaving_to_coming_back(void)
{
    const graze_motion m[] = {go(0, 0, 4, 0, 0, 4), go(4, 0, 4, 0, 4, 5), go(4, 0, 1, 0, 5, 8),
                              go(1, 0, 1, 3, 8, 11)};
    graze_path_limits limits = free_of_all;
    limits.low = (graze_point){0, 0};
    limits.high = (graze_point){4, 3};
    CU_ASSERT_EQUAL(excesses_of(PATH(m), limits).count, 0); /* the border is inside */
    limits.high = (graze_point){2, 2};
    heard all = excesses_of(PATH(m), limits);
    CU_ASSERT_EQUAL_FATAL(all.count, 2);
    CU_ASSERT(all.items[0].motion == 0 && all.items[0].begin == 2 && all.items[0].end == 8);
    CU_ASSERT(all.items[0].place.x == 2 && all.items[0].value == 2);
    CU_ASSERT(all.items[1].motion == 3 && all.items[1].begin == 10 && all.items[1].end == 11);
    heard one = {.enough = 1};
    CU_ASSERT_EQUAL(graze_path_excesses(PATH(m), &limits, take, &one), GRAZE_OK);
    CU_ASSERT_EQUAL(one.count, 1);
}

static void an_arc_that_is_inside_at_both_ends_may_leave_the_box(void)
{
    const graze_motion arc[] = {
        drive(rest, (graze_vector){0, 2, 0}, (graze_vector){0, -2, 0}, 0, 2)};
    graze_path_limits limits = free_of_all;
    limits.high.y = 1; /* it just comes there */
    CU_ASSERT_EQUAL(excesses_of(PATH(arc), limits).count, 0);
    limits.high.y = nextafter(1, 0);
    CU_ASSERT_EQUAL(excesses_of(PATH(arc), limits).count, 1);
    limits.high.y = INFINITY;
    limits.low.y = 0;
    CU_ASSERT_EQUAL(excesses_of(PATH(arc), limits).count, 0);
    const graze_motion away[] = {
        drive(rest, (graze_vector){0, -0x1p-1074, 0}, rest, 0, INFINITY)};
    CU_ASSERT_EQUAL(excesses_of(PATH(away), limits).count, 1);
}

/* ---- ends and visits ----------------------------------------------------------------------- */

static bool ends_at(const graze_trajectory *path, double x, double y)
{
    bool ends = false;
    CU_ASSERT_EQUAL(graze_path_ends_at(path, (graze_vector){x, y, 0}, &ends), GRAZE_OK);
    return ends;
}

static void a_path_ends_where_its_last_motion_does_as_real_numbers(void)
{
    const graze_motion way[] = {go(0, 0, 1, 0, 0, 1), go(1, 0, 0.1, 7, 1, 2)};
    CU_ASSERT_TRUE(ends_at(PATH(way), 0.1, 7));
    CU_ASSERT_FALSE(ends_at(PATH(way), nextafter(0.1, 1), 7));
    CU_ASSERT_FALSE(ends_at(PATH(way), 1, 0));
    /* 3 times the double 0.1 is no double, and certainly not 0.3 */
    const graze_motion drives[] = {drive(rest, (graze_vector){0.1, 0, 0}, rest, 0, 3)};
    CU_ASSERT_FALSE(ends_at(PATH(drives), 0.3, 0));
    CU_ASSERT_FALSE(ends_at(PATH(drives), 3 * 0.1, 0));
    graze_motion parked[] = {drive(rest, (graze_vector){0.125, 0, 0},
                                   (graze_vector){0, 0x1p-1073, 0}, 0, 2)};
    CU_ASSERT_TRUE(ends_at(PATH(parked), 0.25, 0x1p-1072));
    parked[0].form = GRAZE_PARKED;
    CU_ASSERT_TRUE(ends_at(PATH(parked), 0.25, 0x1p-1072));
    const graze_motion away[] = {drive(rest, (graze_vector){1, 0, 0}, rest, 0, INFINITY)};
    const graze_motion wait[] = {go(1, 1, 1, 1, 0, INFINITY)};
    CU_ASSERT_FALSE(ends_at(PATH(away), 0, 0));
    CU_ASSERT_TRUE(ends_at(PATH(wait), 1, 1));
    CU_ASSERT_FALSE(ends_at(NO_PATH, 0, 0));
}

static bool visits(const graze_trajectory *path, double x, double y, graze_path_visit *visit)
{
    bool found = false;
    CU_ASSERT_EQUAL(graze_path_visits(path, (graze_point){x, y}, visit, &found), GRAZE_OK);
    return found;
}

static void places_are_visited_in_order_and_a_visit_is_not_taken_back(void)
{
    const graze_motion way[] = {go(0, 0, 4, 0, 0, 4), go(4, 0, 0, 0, 4, 8), go(0, 0, 0, 2, 8, 9)};
    graze_path_visit visit = {.any = false};
    CU_ASSERT_TRUE(visits(PATH(way), 3, 0, &visit));
    CU_ASSERT(visit.any && visit.motion == 0 && visit.last.x == 3);
    CU_ASSERT_TRUE(visits(PATH(way), 3, 0, &visit)); /* it is there still */
    CU_ASSERT_EQUAL(visit.motion, 0);
    CU_ASSERT_TRUE(visits(PATH(way), 1, 0, &visit)); /* on the way back */
    CU_ASSERT_EQUAL(visit.motion, 1);
    CU_ASSERT_FALSE(visits(PATH(way), 3, 0, &visit));
    CU_ASSERT(visit.motion == 1 && visit.last.x == 1);
    CU_ASSERT_TRUE(visits(PATH(way), 0, 2, &visit));
    CU_ASSERT_EQUAL(visit.motion, 2);
    visit.any = false;
    CU_ASSERT_FALSE(visits(PATH(way), 1, 0x1p-1074, &visit));
    CU_ASSERT_FALSE(visits(NO_PATH, 0, 0, &visit));
    CU_ASSERT_FALSE(visit.any);
}

static void an_accelerated_motion_visits_its_ends_alone(void)
{
    const graze_motion way[] = {
        drive(rest, (graze_vector){2, 0, 0}, (graze_vector){0.5, 0, 0}, 0, 2)};
    graze_path_visit visit = {.any = false};
    CU_ASSERT_FALSE(visits(PATH(way), 2, 0, &visit));
    CU_ASSERT_TRUE(visits(PATH(way), 0, 0, &visit));
    CU_ASSERT_TRUE(visits(PATH(way), 5, 0, &visit));
    CU_ASSERT_FALSE(visits(PATH(way), 0, 0, &visit));
}

/* ---- roadmaps ------------------------------------------------------------------------------ */

/* 0 - 1 - 2 on a line, both ways; 2 -> 3 one way; 4 is where nobody comes. */
static const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {9, 9}};
static const size_t first[] = {0, 1, 3, 5, 5, 5};
static const uint32_t targets[] = {1, 0, 2, 1, 3};
static const graze_roadmap roads = {5, places, first, targets};

typedef struct stray_list {
    size_t motions[HEARD];
    size_t count;
} stray_list;

static bool take_stray(void *context, size_t path, size_t motion)
{
    stray_list *all = context;
    CU_ASSERT_EQUAL(path, 0);
    if (all->count < HEARD)
        all->motions[all->count] = motion;
    all->count++;
    return true;
}

static stray_list strays_of(const graze_trajectory *path)
{
    stray_list all = {.count = 0};
    CU_ASSERT_EQUAL(graze_path_strays(path, 1, &roads, NULL, take_stray, &all), GRAZE_OK);
    return all;
}

static void edges_may_be_taken_in_parts_and_together(void)
{
    const graze_motion way[] = {go(0, 0, 0.25, 0, 0, 1), go(0.25, 0, 0.25, 0, 1, 2),
                                go(0.25, 0, 2, 0, 2, 3), go(2, 0, 2, 0.5, 3, 4),
                                go(2, 0.5, 2, 1, 4, 5),  go(2, 1, 2, 1, 5, INFINITY)};
    CU_ASSERT_EQUAL(strays_of(PATH(way)).count, 0);
    CU_ASSERT_EQUAL(strays_of(NO_PATH).count, 0);
}

static void what_no_edge_leads_along_is_a_stray_until_a_vertex(void)
{
    const graze_motion one_way[] = {go(2, 1, 2, 0, 0, 1), go(2, 0, 1, 0, 1, 2)};
    stray_list all = strays_of(PATH(one_way));
    CU_ASSERT(all.count == 1 && all.motions[0] == 0);
    const graze_motion off[] = {go(0, 0, 0.5, 0x1p-1074, 0, 1), go(0.5, 0x1p-1074, 1, 0, 1, 2),
                                go(1, 0, 2, 0, 2, 3)};
    all = strays_of(PATH(off));
    CU_ASSERT(all.count == 1 && all.motions[0] == 0);
    const graze_motion turn[] = {go(2, 0, 2, 0.5, 0, 1), go(2, 0.5, 2, 0, 1, 2)};
    all = strays_of(PATH(turn));
    CU_ASSERT(all.count == 1 && all.motions[0] == 1);
    const graze_motion between[] = {go(0.5, 0, 1, 0, 0, 1)};
    CU_ASSERT_EQUAL(strays_of(PATH(between)).count, 1); /* a path begins at a vertex */
    const graze_motion alone[] = {go(9, 9, 9, 9, 0, INFINITY)};
    CU_ASSERT_EQUAL(strays_of(PATH(alone)).count, 0);
}

static void a_bent_way_and_one_without_end_are_strays(void)
{
    const graze_motion bent[] = {
        drive(rest, (graze_vector){1, 0, 0}, (graze_vector){0, 1, 0}, 0, 1)};
    CU_ASSERT_EQUAL(strays_of(PATH(bent)).count, 1);
    const graze_motion straight[] = {
        drive(rest, (graze_vector){0, 0, 0}, (graze_vector){2, 0, 0}, 0, 1)};
    CU_ASSERT_EQUAL(strays_of(PATH(straight)).count, 0);
    const graze_motion away[] = {drive(rest, (graze_vector){1, 0, 0}, rest, 0, INFINITY)};
    CU_ASSERT_EQUAL(strays_of(PATH(away)).count, 1);
}

CU_TestInfo path_tests[] = {
    SUPPORT_TEST(a_path_costs_until_it_has_come_to_where_it_stays),
    SUPPORT_TEST(curves_have_the_length_of_their_integral_and_endless_ways_none),
    SUPPORT_TEST(what_is_at_a_limit_keeps_to_it),
    SUPPORT_TEST(empty_lives_and_endless_ones_are_weighed_as_what_they_are),
    SUPPORT_TEST(a_ramp_is_weighed_at_both_ends),
    SUPPORT_TEST(a_stretch_outside_the_box_is_one_from_leaving_to_coming_back),
    SUPPORT_TEST(an_arc_that_is_inside_at_both_ends_may_leave_the_box),
    SUPPORT_TEST(a_path_ends_where_its_last_motion_does_as_real_numbers),
    SUPPORT_TEST(places_are_visited_in_order_and_a_visit_is_not_taken_back),
    SUPPORT_TEST(an_accelerated_motion_visits_its_ends_alone),
    SUPPORT_TEST(edges_may_be_taken_in_parts_and_together),
    SUPPORT_TEST(what_no_edge_leads_along_is_a_stray_until_a_vertex),
    SUPPORT_TEST(a_bent_way_and_one_without_end_are_strays),
    CU_TEST_INFO_NULL,
};
