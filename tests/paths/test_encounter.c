/* SPDX-License-Identifier: MIT */
/* First contact and clearance of trajectories: pictures, and random agents against
 * the kernel asked for all pairs of motions. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <graze/encounter.h>
#include <math.h>

#include "kernel/agent.h"
#include "support/run.h"

static bool first_contact(const agent *a, const agent *b, double tolerance, graze_verdict at_least,
                          graze_meeting *first)
{
    bool found = false;
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_first_contact(&a->body, &a->trajectory, &b->body,
                                                         &b->trajectory, tolerance, at_least,
                                                         first, &found),
                          GRAZE_OK);
    return found;
}

static graze_approach approach_of(const agent *a, const agent *b)
{
    graze_approach approach = {.motion_a = 999};
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_clearance(&a->body, &a->trajectory, &b->body,
                                                     &b->trajectory, &approach),
                          GRAZE_OK);
    return approach;
}

/* ---- pictures ----------------------------------------------------------------------- */

/*  a stands on 0 for ever; b comes to 1 (a touch, at 2), goes away, comes to 0.875 (an
 *  eighth deep, from 6 on), goes away, passes through (from 13 on). */
static void draw_three_visits(agent *a, agent *b)
{
    AGENT(a, GRAZE_STAY, {0, 0, 0});
    AGENT(b, GRAZE_VANISH, {0, 3, 0}, {2, 1, 0}, {4, 3, 0}, {6.125, 0.875, 0}, {10, 4, 0},
          {18, -4, 0});
}

static void the_threshold_says_what_counts_as_a_contact(void)
{
    agent a, b;
    graze_meeting first;
    draw_three_visits(&a, &b);
    CU_ASSERT_TRUE(first_contact(&a, &b, 0.25, GRAZE_TOUCH, &first));
    CU_ASSERT_TRUE(first.verdict == GRAZE_TOUCH && first.when.lower == 2 && first.motion_b == 0);
    CU_ASSERT_TRUE(first_contact(&a, &b, 0.25, GRAZE_GRAZE, &first));
    CU_ASSERT_TRUE(first.verdict == GRAZE_GRAZE && first.when.lower == 6 && first.motion_b == 2);
    CU_ASSERT_EQUAL(first.depth, 0.125);
    CU_ASSERT_TRUE(first_contact(&a, &b, 0.25, GRAZE_CONFLICT, &first));
    CU_ASSERT_TRUE(first.verdict == GRAZE_CONFLICT && first.motion_b == 4);
    CU_ASSERT_EQUAL(first.when.lower, 13.25); /* 0.25 deep */
    CU_ASSERT_TRUE(first_contact(&a, &b, 0, GRAZE_CONFLICT, &first));
    CU_ASSERT_TRUE(first.verdict == GRAZE_CONFLICT && first.when.lower == 6);
}

/* Up to 1 in 2 s and back under constant acceleration: -3 + 4 t - t t, through the other disc
 * twice. */
static void of_two_conflicts_of_one_pair_the_first_is_told(void)
{
    const graze_body small = {.radius = 0.25};
    graze_motion motions[2];
    graze_motion_kinematic((graze_vector){-3, 0, 0}, (graze_vector){4, 0, 0},
                           (graze_vector){-2, 0, 0}, 0, 4, &motions[0]);
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){0, 0, 0}, 0, 9, &motions[1]);
    const graze_trajectory a = {.motions = &motions[0], .count = 1};
    const graze_trajectory b = {.motions = &motions[1], .count = 1};
    graze_meeting first;
    bool found = false;
    CU_ASSERT_EQUAL(graze_trajectory_first_contact(&small, &a, &small, &b, 0, GRAZE_CONFLICT,
                                                   &first, &found),
                    GRAZE_OK);
    CU_ASSERT_TRUE(found);
    CU_ASSERT(first.when.lower > 0.775 && first.when.upper < 1.293); /* 2 - sqrt(3/2), sqrt(1/2) */
}

static void who_never_meets_has_no_first_contact(void)
{
    agent a, b, late;
    graze_meeting first = {.motion_a = 999};
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0});
    AGENT(&b, GRAZE_VANISH, {0, 1.5, 0}, {1, 1.5, 0});
    AGENT(&late, GRAZE_VANISH, {1, 0, 0}, {2, 0, 0});
    CU_ASSERT_FALSE(first_contact(&a, &b, 0, GRAZE_TOUCH, &first));
    CU_ASSERT_FALSE(first_contact(&a, &late, 0, GRAZE_TOUCH, &first));
    CU_ASSERT_EQUAL(first.motion_a, 999);
}

static void the_clearance_is_that_of_the_nearest_motions(void)
{
    agent a, b;
    draw_three_visits(&a, &b);
    graze_approach approach = approach_of(&a, &b);
    CU_ASSERT_TRUE(approach.nearest.common_life);
    CU_ASSERT_TRUE(approach.motion_a == 0 && approach.motion_b == 4);
    CU_ASSERT_TRUE(approach.nearest.depth == 1 && approach.nearest.distance == -1);
    CU_ASSERT_EQUAL(approach.nearest.time, 14);
}

static void of_two_equal_approaches_the_earlier_one_is_told(void)
{
    agent a, b;
    AGENT(&a, GRAZE_STAY, {0, 0, 0});
    AGENT(&b, GRAZE_STAY, {0, 9, 0}, {1, 3, 0}, {2, 9, 0}, {3, 3, 0}, {4, 3, 0});
    graze_approach approach = approach_of(&a, &b);
    CU_ASSERT_TRUE(approach.nearest.distance == 2 && approach.nearest.time == 1);
    CU_ASSERT_EQUAL(approach.motion_b, 0);
}

/* Of radius 2^53: the depths 2^53 + 0.5 - 3 and a 2^-51 more are one double. */
static void approaches_that_are_equal_as_doubles_are_compared_exactly(void)
{
    agent a, b;
    double nearer = nextafter(3, 0);
    AGENT(&a, GRAZE_STAY, {0, 0, 0});
    a.body.radius = 0x1p53;
    AGENT(&b, GRAZE_VANISH, {0, 9, 0}, {1, 3, 0}, {2, 9, 0}, {3, nearer, 0}, {4, 9, 0});
    graze_approach approach = approach_of(&a, &b);
    CU_ASSERT_TRUE(approach.motion_b == 2 && approach.nearest.time == 3);
    AGENT(&b, GRAZE_VANISH, {0, 9, 0}, {1, nearer, 0}, {2, 9, 0}, {3, 3, 0}, {4, 9, 0});
    approach = approach_of(&a, &b);
    CU_ASSERT_TRUE(approach.motion_b == 0 && approach.nearest.time == 1);
}

/* Through the centre of the other at radii of 1 in all, 1 deep; and half and 2^-54 beside it at 1.5
 * in all, 2^-54 deeper, which is one double: the second one first, and the first one. */
static void an_approach_through_a_centre_is_compared_exactly(void)
{
    for (int first = 0; first < 2; first++) {
        agent a, b;
        const double beside = nextafter(0.5, 0), y[2] = {first == 0 ? 0 : beside,
                                                         first == 0 ? beside : 0};
        AGENT(&a, GRAZE_STAY, {0, 0, 0});
        AGENT(&b, GRAZE_VANISH, {0, -4, y[0]}, {1, 4, y[0]}, {2, 4, y[1]}, {3, -4, y[1]});
        for (int i = 0; i < 3; i++)
            b.bodies[i] = (graze_body){.radius = y[i / 2] == 0 ? 0.5 : 1};
        b.trajectory.bodies = b.bodies;
        graze_approach approach = approach_of(&a, &b);
        CU_ASSERT_EQUAL(approach.nearest.depth, 1);
        CU_ASSERT_EQUAL(approach.motion_b, first == 0 ? 2 : 0);
    }
}

/* Twice through the centre: 2^-60 and 2^-61 beside a radius of 1 are one double, so that the radii
 * alone tell which way is deeper. */
static void of_two_ways_through_a_centre_the_larger_body_is_deeper(void)
{
    for (int larger = 0; larger < 2; larger++) {
        agent a, b;
        AGENT(&a, GRAZE_STAY, {0, 0, 0});
        a.body.radius = 1;
        AGENT(&b, GRAZE_VANISH, {0, -4, 0}, {1, 4, 0}, {2, 4, 0}, {3, -4, 0});
        for (int i = 0; i < 3; i++)
            b.bodies[i] = (graze_body){.radius = i / 2 == larger ? 0x1p-60 : 0x1p-61};
        b.trajectory.bodies = b.bodies;
        graze_approach approach = approach_of(&a, &b);
        CU_ASSERT_EQUAL(approach.nearest.depth, 1);
        CU_ASSERT_EQUAL(approach.motion_b, larger == 0 ? 0 : 2);
    }
}

/* The same where the radius is 0.5 at one place and 1 at the other: at 3.5 as deep as at 3, half
 * an ulp of 7 nearer or farther deeper or less deep. */
static void approaches_with_other_bodies_are_compared_exactly(void)
{
    agent a, b;
    AGENT(&a, GRAZE_STAY, {0, 0, 0});
    a.body.radius = 0x1p53;
    for (int k = -1; k <= 1; k++) {
        const double there = 3.5 + k * 0x1p-51;
        AGENT(&b, GRAZE_VANISH, {0, 9, 0}, {1, 3, 0}, {2, 9, 0}, {3, there, 0}, {4, 9, 0});
        for (int i = 0; i < 4; i++)
            b.bodies[i] = (graze_body){.radius = i < 2 ? 0.5 : 1};
        b.trajectory.bodies = b.bodies;
        CU_ASSERT_EQUAL(approach_of(&a, &b).motion_b, k < 0 ? 2 : 0);
        AGENT(&b, GRAZE_VANISH, {0, 9, 0}, {1, there, 0}, {2, 9, 0}, {3, 3, 0}, {4, 9, 0});
        for (int i = 0; i < 4; i++)
            b.bodies[i] = (graze_body){.radius = i < 2 ? 1 : 0.5};
        b.trajectory.bodies = b.bodies;
        CU_ASSERT_EQUAL(approach_of(&a, &b).motion_b, k > 0 ? 2 : 0);
    }
}

static graze_motion drift(double start, double duration, double y, double speed)
{
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(graze_motion_kinematic((graze_vector){0, y, 0},
                                                 (graze_vector){0, speed, 0},
                                                 (graze_vector){0, 0, 0}, start, duration, &motion),
                          GRAZE_OK);
    return motion;
}

/* A disc goes away from a segment, and comes 2^-1071 m nearer later: both depths are -1 m, rounded,
 * and only distances, rounded down, tell them apart. */
static void of_equal_depths_the_least_distance_counts(void)
{
    const double least = 0x1p-1074;
    const graze_point ends[] = {{-0.0625, 0}, {0.0625, 0}};
    const graze_body disc = {.radius = 0}, bar = {.vertices = ends, .vertex_count = 2};
    const graze_motion motions[] = {drift(0, 1, -1, -least), drift(1, 4, -1, 2 * least)};
    const graze_motion stands = drift(0, 9, 0, 0);
    const graze_trajectory path = {.motions = motions, .count = 2};
    const graze_trajectory stay = {.motions = &stands, .count = 1};
    graze_approach approach;
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_clearance(&disc, &path, &bar, &stay, &approach),
                          GRAZE_OK);
    CU_ASSERT_EQUAL(approach.nearest.depth, -1);
    CU_ASSERT_TRUE(approach.nearest.distance < 1);
    CU_ASSERT_EQUAL(approach.motion_a, 1);
    CU_ASSERT_EQUAL(approach.nearest.time, 5);
}

static void without_common_life_there_is_no_clearance(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0});
    AGENT(&b, GRAZE_VANISH, {1, 0, 0}, {2, 0, 0});
    CU_ASSERT_FALSE(approach_of(&a, &b).nearest.common_life);
    b.trajectory.count = 0;
    CU_ASSERT_FALSE(approach_of(&a, &b).nearest.common_life);
}

/* ---- all pairs of motions ----------------------------------------------------------- */

static graze_verdict verdict_of(const agent *a, size_t i, const agent *b, size_t j,
                                double tolerance)
{
    graze_verdict verdict = GRAZE_CLEAR;
    CU_ASSERT_EQUAL_FATAL(graze_conflict_verdict(agent_body(a, i), &a->motions[i], agent_body(b, j),
                                                 &b->motions[j], tolerance, &verdict),
                          GRAZE_OK);
    return verdict;
}

/* Is it the first of the pairs in contact, and when does it begin? Pairs that come
 * before it in time have no greater indices. */
static void check_first(const agent *a, const agent *b, double tolerance, graze_verdict at_least)
{
    graze_meeting first;
    bool found = first_contact(a, b, tolerance, at_least, &first);
    size_t last_a = found ? first.motion_a : a->trajectory.count;
    size_t last_b = found ? first.motion_b : b->trajectory.count;
    for (size_t i = 0; i <= last_a && i < a->trajectory.count; i++)
        for (size_t j = 0; j <= last_b && j < b->trajectory.count; j++) {
            bool is_first = found && i == last_a && j == last_b;
            CU_ASSERT_EQUAL_FATAL(verdict_of(a, i, b, j, tolerance) >= at_least, is_first);
        }
    if (!found)
        return;
    CU_ASSERT_EQUAL_FATAL(first.verdict, verdict_of(a, last_a, b, last_b, tolerance));
    graze_interval when[2];
    size_t count = 0;
    CU_ASSERT_EQUAL_FATAL(graze_conflict_intervals(agent_body(a, last_a), &a->motions[last_a],
                                                   agent_body(b, last_b), &b->motions[last_b],
                                                   at_least == GRAZE_CONFLICT ? tolerance : 0, when,
                                                   2, &count),
                          GRAZE_OK);
    if (first.verdict == GRAZE_TOUCH) {
        CU_ASSERT_TRUE_FATAL(count == 0 && first.when.lower <= first.time &&
                             first.time <= first.when.upper);
    } else {
        CU_ASSERT_TRUE_FATAL(count > 0 && first.when.lower == when[0].lower);
    }
}

static void check_clearance(const agent *a, const agent *b)
{
    graze_approach approach = approach_of(a, b);
    bool common_life = false;
    for (size_t i = 0; i < a->trajectory.count; i++)
        for (size_t j = 0; j < b->trajectory.count; j++) {
            graze_clearance here;
            CU_ASSERT_EQUAL_FATAL(graze_conflict_clearance(agent_body(a, i), &a->motions[i],
                                                           agent_body(b, j), &b->motions[j], &here),
                                  GRAZE_OK);
            if (!here.common_life)
                continue;
            common_life = true;
            CU_ASSERT_TRUE_FATAL(here.depth <= approach.nearest.depth &&
                                 here.distance >= approach.nearest.distance);
            CU_ASSERT_TRUE_FATAL(i != approach.motion_a || j != approach.motion_b ||
                                 (here.depth == approach.nearest.depth &&
                                  here.distance == approach.nearest.distance &&
                                  here.time == approach.nearest.time));
        }
    CU_ASSERT_EQUAL_FATAL(approach.nearest.common_life, common_life);
}

static void random_agents_are_answered_as_all_their_motions_are(void)
{
    size_t rounds = support_rounds(2000, 8000, 500000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        agent a, b;
        random_begin(&random, 22, 1, round);
        agent_random(&a, round % 3 == 0 ? AGENT_AT_DECIMALS : AGENT_ON_GRID, &random);
        agent_random(&b, round % 3 == 0 ? AGENT_AT_DECIMALS : AGENT_ON_GRID, &random);
        if (round % 8 == 1)
            agent_random(&b, AGENT_ON_RAMPS, &random);
        double tolerance = random_once_in(&random, 2) ? 0 : 0.125;
        check_first(&a, &b, tolerance, GRAZE_TOUCH);
        check_first(&a, &b, tolerance, GRAZE_GRAZE);
        check_first(&a, &b, tolerance, GRAZE_CONFLICT);
        check_clearance(&a, &b);
    }
}

/* ---- prepared trajectories ---------------------------------------------------------- */

static bool keep_each(void *context, const graze_meeting *meeting)
{
    graze_meeting *kept = context;
    if (meeting->verdict == GRAZE_CONFLICT && kept->verdict != GRAZE_CONFLICT)
        *kept = *meeting;
    return true;
}

/* Is the prepared answer that of the first contact, and of the first meeting? */
static void check_prepared(const agent *a, const agent *b, double tolerance)
{
    graze_prepared of_a[AGENT_ROWS + 1], of_b[AGENT_ROWS + 1];
    graze_prepared_trajectory first, second;
    graze_motion_pair pair = {99, 99};
    graze_meeting contact, meeting = {.verdict = GRAZE_CLEAR};
    bool wanted = first_contact(a, b, tolerance, GRAZE_CONFLICT, &contact), found = !wanted;
    CU_ASSERT_EQUAL_FATAL(
        graze_trajectory_prepare(&a->body, &a->trajectory, of_a, &first), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        graze_trajectory_prepare(&b->body, &b->trajectory, of_b, &second), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        graze_trajectory_first_conflict(&first, &second, tolerance, &pair, &found), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_meetings(&a->body, &a->trajectory, &b->body,
                                                    &b->trajectory, tolerance, keep_each, NULL,
                                                    &meeting), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(found, wanted);
    CU_ASSERT_EQUAL_FATAL(meeting.verdict == GRAZE_CONFLICT, wanted);
    CU_ASSERT_FATAL(pair.motion_a == (found ? contact.motion_a : 99));
    CU_ASSERT_FATAL(pair.motion_b == (found ? contact.motion_b : 99));
    if (found)
        CU_ASSERT_FATAL(meeting.motion_a == pair.motion_a && meeting.motion_b == pair.motion_b);
}

static void prepared_trajectories_are_answered_as_all_their_motions_are(void)
{
    static const double delays[] = {0, 1, 0.5, 0x1p-60, 0.1, 1e9};
    size_t rounds = support_rounds(6000, 30000, 120000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        agent a, b;
        random_begin(&random, 27, 1, round);
        agent_random(&a, (agent_kind)(round % AGENT_KINDS), &random);
        agent_random(&b, (agent_kind)(round / AGENT_KINDS % AGENT_KINDS), &random);
        double tolerance = random_once_in(&random, 2) ? 0 : 0.125;
        check_prepared(&a, &b, tolerance);
        if (agent_delay(&a, delays[round % 6], &a)) /* tails, and times that tie no more */
            check_prepared(&a, &b, tolerance);
    }
}

/* It speeds up towards a triangle and touches it 2^-60 s before that goes. The depth is 2^-61 m,
 * and doubles guess 0; the first way to look for it never ended. */
static void who_overlaps_for_a_moment_has_its_depth_soon(void)
{
    static const graze_point corners[] = {{-0.5, -0.25}, {0.75, -0.25}, {0, 0.5}};
    const graze_body disc = {.radius = 0.5}, triangle = {.vertices = corners, .vertex_count = 3};
    graze_motion goes, stands;
    graze_meeting meeting = {.verdict = GRAZE_CLEAR};
    graze_motion_ramp((graze_vector){3, 1, 0}, (graze_vector){4, 2, 0}, 3, 5, 0, &goes);
    graze_motion_waypoint((graze_vector){3, 2, 0}, (graze_vector){3, 2, 0}, 1, 4, &stands);
    stands.start_tail = 0x1p-60;
    const graze_trajectory a = {.motions = &goes, .count = 1}, b = {.motions = &stands, .count = 1};
    CU_ASSERT_EQUAL(
        graze_trajectory_meetings(&disc, &a, &triangle, &b, 0, keep_each, NULL, &meeting),
        GRAZE_OK);
    CU_ASSERT_EQUAL(meeting.verdict, GRAZE_CONFLICT);
    CU_ASSERT_EQUAL(meeting.when.lower, 4);
    CU_ASSERT_EQUAL(meeting.when.upper, nextafter(4, 5));
    CU_ASSERT_EQUAL(meeting.depth, 0x1p-61);
    CU_ASSERT_EQUAL(meeting.time, 4);
}

/* Two lives that end within a rounding of each other, the motion after it alone in conflict. */
static void lives_that_end_together_but_for_a_tail_are_told_apart(void)
{
    for (int k = -1; k <= 1; k++) {
        agent a, b;
        AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0}, {2, 0, 0});
        AGENT(&b, GRAZE_VANISH, {0, 9, 0}, {1, 9, 0}, {2, 0, 0});
        for (size_t i = 0; i < 2; i++)
            b.motions[i].start_tail = k * 0x1p-70;
        check_prepared(&a, &b, 0);
        check_prepared(&b, &a, 0);
        b.motions[0].start_tail = b.motions[1].start_tail = 0;
        b.motions[0].duration_tail = k * 0x1p-70;
        b.motions[1].start_tail = k * 0x1p-70;
        check_prepared(&a, &b, 0);
        check_prepared(&b, &a, 0);
    }
}

static graze_motion resting(double start, double duration, double duration_tail)
{
    return (graze_motion){.form = GRAZE_KINEMATIC, .start = start, .duration = duration,
                          .duration_tail = duration_tail};
}

static graze_prepared_trajectory prepared(const graze_motion *motions, size_t count,
                                          graze_prepared *room)
{
    static const graze_body disc = {.radius = 1};
    const graze_trajectory path = {.motions = motions, .count = count};
    graze_prepared_trajectory result = {.body = NULL};
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_prepare(&disc, &path, room, &result), GRAZE_OK);
    return result;
}

/* The first life ends at 1 - 2^-53, which a sum of three doubles misses, and where the next one
 * begins; the last one is parked from 2 + 2^-40 on. */
static void prepared_motions_have_the_times_of_their_lives(void)
{
    graze_motion motions[3] = {resting(1.25 * 0x1p-53, 1, -2.25 * 0x1p-53),
                               resting(1 - 0x1p-53, 0x1p-53, 0), resting(1, 1, 0x1p-40)};
    graze_prepared room[3];
    motions[2].form = GRAZE_PARKED;
    graze_prepared_trajectory all = prepared(motions, 3, room);
    CU_ASSERT_TRUE(all.timed && all.plain && all.plane);
    CU_ASSERT(room[0].start == 1.25 * 0x1p-53 && room[0].end == 1 - 0x1p-53);
    CU_ASSERT(room[1].start == 1 - 0x1p-53 && room[1].end == 1);
    CU_ASSERT(room[2].start == 2 + 0x1p-40 && room[2].end == INFINITY);
    all = prepared(motions, 1, room); /* now nobody tells where it ends */
    CU_ASSERT_FALSE(all.timed || all.plain);
}

static void a_prepared_motion_ends_before_a_gap(void)
{
    const graze_motion motions[2] = {resting(0, 1, 0), resting(2, 1, 0)};
    graze_prepared room[2];
    graze_prepared_trajectory all = prepared(motions, 2, room);
    CU_ASSERT_TRUE(all.timed);
    CU_ASSERT(room[0].end == 1 && room[1].start == 2 && room[1].end == 3);
}

static void lives_whose_begin_is_no_double_have_no_times(void)
{
    graze_motion motion = resting(1, 1, 0);
    graze_prepared room;
    motion.start_tail = 0x1p-80;
    CU_ASSERT_FALSE(prepared(&motion, 1, &room).timed);
    motion.duration_tail = -0x1p-80; /* its end is one */
    CU_ASSERT_FALSE(prepared(&motion, 1, &room).timed);
    motion = resting(DBL_MAX, DBL_MAX, 0);
    CU_ASSERT_FALSE(prepared(&motion, 1, &room).timed);
    motion.form = GRAZE_PARKED;
    CU_ASSERT_FALSE(prepared(&motion, 1, &room).timed);
}

static void prepared_corners_stay_in_the_plane_only_if_they_meet_corners(void)
{
    const graze_point corners[] = {{0, 0}, {1, 0}, {0, 1}};
    const graze_body triangle = {0, corners, 3};
    graze_motion above, flat;
    graze_prepared one, other;
    graze_prepared_trajectory up, down;
    bool found = false;
    graze_motion_waypoint((graze_vector){0, 0, 1}, (graze_vector){1, 0, 1}, 0, 1, &above);
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0}, 0, 1, &flat);
    const graze_body disc = {.radius = 2};
    const graze_trajectory a = {.motions = &above, .count = 1}, b = {.motions = &flat, .count = 1};
    CU_ASSERT_EQUAL(graze_trajectory_prepare(&triangle, &a, &one, &up),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_prepare(&disc, &a, &one, &up), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_prepare(&triangle, &b, &other, &down), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_trajectory_first_conflict(&up, &down, 0, NULL, &found),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    CU_ASSERT_EQUAL(graze_trajectory_first_conflict(&up, &up, 0, NULL, &found), GRAZE_OK);
    CU_ASSERT_TRUE(found);
    flat.start = 5; /* who never live together are refused, too, in either order */
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_prepare(&triangle, &b, &other, &down), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_trajectory_first_conflict(&up, &down, 0, NULL, &found),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    CU_ASSERT_EQUAL(graze_trajectory_first_conflict(&down, &up, 0, NULL, &found),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    flat.start = 0;
    const graze_trajectory bent = {.motions = &flat, .count = 1, .bodies = &triangle};
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_prepare(&disc, &bent, &other, &down), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_trajectory_first_conflict(&up, &down, 0, NULL, &found),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    const graze_trajectory high = {.motions = &above, .count = 1, .bodies = &triangle};
    CU_ASSERT_EQUAL(graze_trajectory_prepare(&disc, &high, &one, &up),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    CU_ASSERT_EQUAL(graze_trajectory_first_conflict(&down, &down, -1, NULL, &found),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
}

/* ---- refusals ----------------------------------------------------------------------- */

/* Both questions refuse alike what they share. */
static graze_status asked(const graze_body *body_a, const graze_trajectory *a,
                          const graze_body *body_b, const graze_trajectory *b)
{
    graze_approach approach;
    graze_meeting first;
    bool found;
    graze_status status = graze_trajectory_clearance(body_a, a, body_b, b, &approach);
    CU_ASSERT_EQUAL(graze_trajectory_first_contact(body_a, a, body_b, b, 0, GRAZE_TOUCH, &first,
                                                   &found),
                    status);
    return status;
}

static graze_status first_status(const agent *a, double tolerance, graze_verdict at_least,
                                 graze_meeting *first, bool *found)
{
    return graze_trajectory_first_contact(&a->body, &a->trajectory, &a->body, &a->trajectory,
                                          tolerance, at_least, first, found);
}

static void what_is_invalid_or_null_is_refused_by_name(void)
{
    agent a, bad;
    graze_meeting first;
    bool found;
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0});
    agent_delay(&a, 0, &bad);
    bad.motions[0].start = NAN;
    const graze_body *body = &a.body, negative = {.radius = -1};
    const graze_trajectory *t = &a.trajectory, missing = {.count = 1};
    CU_ASSERT_EQUAL(asked(body, t, body, t), GRAZE_OK);
    CU_ASSERT_EQUAL(asked(NULL, t, body, t), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(asked(body, NULL, body, t), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(asked(body, t, NULL, t), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(asked(body, t, body, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(asked(body, &missing, body, t), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(asked(body, t, &negative, t), GRAZE_ERROR_NEGATIVE_RADIUS);
    const graze_trajectory own = {.motions = t->motions, .count = 1, .bodies = &negative};
    CU_ASSERT_EQUAL(asked(body, &own, body, t), GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(asked(body, t, body, &own), GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(asked(body, &bad.trajectory, body, t), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(asked(body, t, body, &bad.trajectory), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_trajectory_clearance(body, t, body, t, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(first_status(&a, 0, GRAZE_TOUCH, NULL, &found), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(first_status(&a, 0, GRAZE_TOUCH, &first, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(first_status(&a, 0, GRAZE_CLEAR, &first, &found), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(first_status(&a, 0, (graze_verdict)9, &first, &found), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(first_status(&a, -1, GRAZE_TOUCH, &first, &found),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT_EQUAL(first_status(&a, INFINITY, GRAZE_GRAZE, &first, &found),
                    GRAZE_ERROR_NOT_FINITE);
}

/* Of a trajectory every motion counts, and none behind its end. */
static void validation_begins_at_the_first_motion_and_ends_with_the_last(void)
{
    agent a, other;
    graze_body bodies[3] = {{.radius = 0.5}, {.radius = 0.5}, {.radius = -1}};
    graze_prepared room[2];
    graze_prepared_trajectory result;
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0}, {2, 0, 0});
    other = a;
    other.trajectory.motions = other.motions;
    other.motions[2].start = NAN;
    const graze_trajectory path = {.motions = other.motions, .count = 2, .bodies = bodies};
    CU_ASSERT_EQUAL(asked(&a.body, &a.trajectory, &a.body, &path), GRAZE_OK);
    for (int i = 0; i < 2; i++) {
        other.motions[i].start = NAN;
        CU_ASSERT_EQUAL(asked(&a.body, &a.trajectory, &a.body, &path), GRAZE_ERROR_NOT_FINITE);
        other.motions[i].start = i;
        bodies[i].radius = -1;
        CU_ASSERT_EQUAL(asked(&a.body, &a.trajectory, &a.body, &path),
                        GRAZE_ERROR_NEGATIVE_RADIUS);
        bodies[i].radius = 0.5;
    }
    CU_ASSERT_EQUAL(graze_trajectory_prepare(&a.body, NULL, room, &result), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_trajectory_prepare(NULL, &path, room, &result), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_trajectory_prepare(&a.body, &path, NULL, &result), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_trajectory_prepare(&a.body, &path, room, NULL), GRAZE_ERROR_NULL);
}

/* One motion in space, and one body with corners: the first one, the last one. */
static void one_body_with_corners_keeps_all_motions_in_the_plane(void)
{
    const graze_point corners[] = {{0, 0}, {1, 0}, {0, 1}};
    const graze_body disc = {.radius = 1}, triangle = {0, corners, 3};
    graze_motion motions[3];
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 2; i++) {
            const graze_vector place = {0, 0, i == k % 2};
            graze_motion_waypoint(place, place, i, i + 1, &motions[i]);
        }
        graze_body bodies[2] = {disc, disc};
        bodies[k / 2] = triangle;
        const graze_trajectory path = {.motions = motions, .count = 2, .bodies = bodies};
        CU_ASSERT_EQUAL(asked(&disc, &path, &disc, &path), GRAZE_ERROR_SPATIAL_CORNERS);
    }
    graze_prepared room[2];
    graze_prepared_trajectory result;
    for (int i = 0; i < 2; i++) { /* neither of both motions alone is at fault */
        const graze_vector place = {0, 0, i};
        graze_motion_waypoint(place, place, i, i + 1, &motions[i]);
    }
    const graze_trajectory mixed = {
        .motions = motions, .count = 2, .bodies = (const graze_body[]){triangle, disc}};
    CU_ASSERT_EQUAL(graze_trajectory_prepare(&disc, &mixed, room, &result),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    const graze_body bodies[3] = {disc, disc, triangle}; /* behind the last motion, no body */
    graze_trajectory path = {.motions = motions, .count = 2, .bodies = bodies};
    CU_ASSERT_EQUAL(asked(&disc, &path, &disc, &path), GRAZE_OK);
    motions[2] = motions[1]; /* and no motion */
    motions[1] = motions[0];
    path = (graze_trajectory){.motions = motions, .count = 2};
    CU_ASSERT_EQUAL(asked(&triangle, &path, &triangle, &path), GRAZE_OK);
}

CU_TestInfo encounter_tests[] = {
    SUPPORT_TEST(the_threshold_says_what_counts_as_a_contact),
    SUPPORT_TEST(who_never_meets_has_no_first_contact),
    SUPPORT_TEST(the_clearance_is_that_of_the_nearest_motions),
    SUPPORT_TEST(of_two_equal_approaches_the_earlier_one_is_told),
    SUPPORT_TEST(approaches_that_are_equal_as_doubles_are_compared_exactly),
    SUPPORT_TEST(an_approach_through_a_centre_is_compared_exactly),
    SUPPORT_TEST(of_two_ways_through_a_centre_the_larger_body_is_deeper),
    SUPPORT_TEST(approaches_with_other_bodies_are_compared_exactly),
    SUPPORT_TEST(of_equal_depths_the_least_distance_counts),
    SUPPORT_TEST(without_common_life_there_is_no_clearance),
    SUPPORT_TEST(random_agents_are_answered_as_all_their_motions_are),
    SUPPORT_TEST(prepared_trajectories_are_answered_as_all_their_motions_are),
    SUPPORT_TEST(who_overlaps_for_a_moment_has_its_depth_soon),
    SUPPORT_TEST(lives_that_end_together_but_for_a_tail_are_told_apart),
    SUPPORT_TEST(prepared_corners_stay_in_the_plane_only_if_they_meet_corners),
    SUPPORT_TEST(of_two_conflicts_of_one_pair_the_first_is_told),
    SUPPORT_TEST(prepared_motions_have_the_times_of_their_lives),
    SUPPORT_TEST(a_prepared_motion_ends_before_a_gap),
    SUPPORT_TEST(lives_whose_begin_is_no_double_have_no_times),
    SUPPORT_TEST(validation_begins_at_the_first_motion_and_ends_with_the_last),
    SUPPORT_TEST(one_body_with_corners_keeps_all_motions_in_the_plane),
    SUPPORT_TEST(what_is_invalid_or_null_is_refused_by_name),
    CU_TEST_INFO_NULL,
};
