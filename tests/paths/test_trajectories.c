/* SPDX-License-Identifier: MIT */
/* Whole trajectories, by hand: merging at the cuts between motions. The oracle, which never merges
 * anything, is asked beside each. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "paths/hearing.h"
#include "support/run.h"

/* ---- by hand ------------------------------------------------------------------------------------
 */

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Asserts that oracle and kernel agree, and hands out what was heard. */
static void hear_rows(heard *merged, double radius, double tolerance, const row *a, size_t count_a,
                      graze_at_end end_a, const row *b, size_t count_b, graze_at_end end_b)
{
    static scene s;
    static heard each;
    merged->count = 0;
    s.plan.body_a.radius = s.plan.body_b.radius = radius;
    s.plan.tolerance = tolerance;
    CU_ASSERT_FATAL(set_waypoints(s.motions[0], &s.plan.a, a, count_a, end_a));
    CU_ASSERT_FATAL(set_waypoints(s.motions[1], &s.plan.b, b, count_b, end_b));
    CU_ASSERT(agrees(&s.plan));
    CU_ASSERT(hear(&s.plan, &each, merged));
}

/*   b stands at x = 2; a comes within the reach 1 at x = 1.5, turns at x = 1
 *   exactly at the reach, and comes again:
 *
 *   x 1.5  \        /
 *   x 1.0   \______/     <- never closer than... it dips to 1.0 for an instant
 *   t   0   1      2
 */
static void turning_back_exactly_at_the_reach_makes_two_parts(void)
{
    static const row a[] = {{0, 1.5, 0}, {1, 1, 0}, {2, 1.5, 0}};
    static const row b[] = {{0, 2, 0}, {9, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_VANISH);
    CU_ASSERT_EQUAL(h.count, 2);
    expect_meeting(&h, 0, GRAZE_CONFLICT, 0, 1, 0.5, 0);
    expect_meeting(&h, 1, GRAZE_CONFLICT, 1, 2, 0.5, 2);
}

/* The same, but it turns back at x = 1.25, still a quarter deep. */
static void turning_back_inside_the_reach_is_one_part(void)
{
    static const row a[] = {{0, 1.5, 0}, {1, 1.25, 0}, {2, 1.5, 0}};
    static const row b[] = {{0, 2, 0}, {9, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_VANISH);
    CU_ASSERT_EQUAL(h.count, 1);
    expect_meeting(&h, 0, GRAZE_CONFLICT, 0, 2, 0.5, 0);
}

/* Coming up to x = 1 from the left and going back: it only touches, once. */
static void a_touch_at_a_turn_is_one_touch(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1, 0}, {2, 0, 0}};
    static const row b[] = {{0, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    expect_meeting(&h, 0, GRAZE_TOUCH, 1, 1, 0, 1);
}

/* It touches up to the end of its first row, goes away, and comes back into touch. */
static void touches_with_a_way_between_them_are_two(void)
{
    static const row a[] = {{0, 1, 0}, {1, 1, 0}, {2, 0, 0}, {3, 1, 0}, {4, 1, 0}};
    static const row b[] = {{0, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 2);
    expect_meeting(&h, 0, GRAZE_TOUCH, 0, 1, 0, 0);
    expect_meeting(&h, 1, GRAZE_TOUCH, 3, 4, 0, 3);
    hear_rows(&h, 0.5, 0, b, COUNT(b), GRAZE_STAY, a, COUNT(a), GRAZE_VANISH);
    CU_ASSERT_EQUAL(h.count, 2);
    expect_meeting(&h, 1, GRAZE_TOUCH, 3, 4, 0, 3);
}

static graze_motion resting_at(double y, double start)
{
    graze_motion made;
    graze_motion_waypoint((graze_vector){0, y, 0}, (graze_vector){0, y, 0}, start, start + 1,
                          &made);
    return made;
}

/* Whoever is not there for a second conflicts, or touches, before and after it: not all that the
 * library answers about was made by its own functions. */
static void meetings_with_a_gap_between_them_are_two(void)
{
    static heard h;
    const graze_body disc = {.radius = 0.5};
    for (int k = 0; k < 3; k++) { /* a conflict, within a tolerance, a touch */
        const double y = k == 2 ? 1 : 0.5, tolerance = k == 1 ? 0.75 : 0;
        const graze_motion motions[2] = {resting_at(y, 0), resting_at(y, 2)};
        graze_motion other = resting_at(0, 0);
        other.duration = 9;
        const graze_trajectory a = {.motions = motions, .count = 2};
        const graze_trajectory b = {.motions = &other, .count = 1};
        h.count = 0;
        CU_ASSERT_EQUAL(
            graze_trajectory_meetings(&disc, &a, &disc, &b, tolerance, NULL, listen, &h), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(h.count, 2);
        CU_ASSERT_EQUAL(h.meetings[0].verdict, k == 0   ? GRAZE_CONFLICT
                                               : k == 1 ? GRAZE_GRAZE
                                                        : GRAZE_TOUCH);
        CU_ASSERT(h.meetings[0].when.lower == 0 && h.meetings[0].when.upper == 1);
        CU_ASSERT(h.meetings[1].when.lower == 2 && h.meetings[1].when.upper == 3);
    }
}

/* Which stage tells that a disc passes another one: far away; on a grid, in touch, which takes
 * numbers of 106 bits; in touch by numbers of 53 bits each; when
 * its life ends, where they would overlap. */
static void the_stages_that_decide_are_counted(void)
{
    static const struct {
        double x, y, to, start, radius;
    } ways[] = {{-4, 3, 4, 0, 1}, {-4, 1, 4, 0, 1}, {-0.1, 0.1, 0.7, 0, 0.1}, {0, 0.5, 4, 9, 1}};
    for (int i = 0; i < 4; i++) {
        const graze_body disc = {.radius = ways[i].radius}, point = {.radius = 0};
        graze_motion passing, resting;
        graze_motion_waypoint((graze_vector){ways[i].x, ways[i].y, 0},
                              (graze_vector){ways[i].to, ways[i].y, 0}, ways[i].start,
                              ways[i].start + 0.9, &passing);
        graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){0, 0, 0}, 0, 9, &resting);
        const graze_trajectory a = {.motions = &passing, .count = 1};
        const graze_trajectory b = {.motions = &resting, .count = 1};
        graze_work work = {10, 20, 30, 40};
        CU_ASSERT_EQUAL(graze_trajectory_meetings_among(&disc, &a, &point, &b,
                                                        &(graze_motion_pair){0, 0}, 1, 0, NULL,
                                                        NULL, NULL, &work),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(work.by_doubles, (size_t)20 + (i == 0));
        CU_ASSERT_EQUAL(work.by_double_doubles, (size_t)30 + (i == 1));
        CU_ASSERT_EQUAL(work.by_exact, (size_t)40 + (i == 2));
        CU_ASSERT_EQUAL(work.by_lives, (size_t)10 + (i == 3));
    }
}

static void resting_in_touch_is_one_touch_for_ever(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1, 0}};
    static const row b[] = {{0, 2, 0}, {3, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_STAY, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    expect_meeting(&h, 0, GRAZE_TOUCH, 1, INFINITY, 0, 1);
}

/* It touches while it rests (1..2) and then pushes on: the touch adjoins the
 * overlap and is no meeting of its own. */
static void a_touch_that_adjoins_an_overlap_is_silent(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1, 0}, {2, 1, 0}, {3, 1.5, 0}};
    static const row b[] = {{0, 2, 0}, {9, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_VANISH);
    CU_ASSERT_EQUAL(h.count, 1);
    expect_meeting(&h, 0, GRAZE_CONFLICT, 2, 3, 0.5, 3);
}

/* Two rows on the x axis with a jump of 2^-40 at instant 1, beside a parked disc. */
static void hear_jump(heard *h, const double place[2], const double velocity[2])
{
    static graze_motion declared[2], motions[3], parked;
    oracle_plan plan = {.body_a = {.radius = 0.5}, .body_b = {.radius = 0.5}};
    for (int i = 0; i < 2; i++)
        graze_motion_kinematic((graze_vector){place[i], 0, 0}, (graze_vector){velocity[i], 0, 0},
                               (graze_vector){0, 0, 0}, i, 1, &declared[i]);
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){0, 0, 0}, 0, INFINITY, &parked);
    plan.a.motions = motions;
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_motions(2, declared, GRAZE_VANISH, 0x1p-30, motions,
                                                        &plan.a.count, NULL),
                          GRAZE_OK);
    plan.b = (graze_trajectory){.motions = &parked, .count = 1};
    h->count = 0;
    CU_ASSERT_EQUAL(
        graze_trajectory_meetings(&plan.body_a, &plan.a, &plan.body_b, &plan.b, 0, NULL, listen, h),
        GRAZE_OK);
}

/* An overlap that ends before the jump does not silence the touch behind it, nor
 * one that begins after it the touch before it. */
static void a_touch_at_a_jump_adjoins_only_what_reaches_the_jump(void)
{
    static heard h;
    hear_jump(&h, (double[]){0.5, 1}, (double[]){0.5 + 0x1p-40, 1});
    CU_ASSERT_EQUAL_FATAL(h.count, 2);
    CU_ASSERT_EQUAL(h.meetings[0].verdict, GRAZE_CONFLICT);
    CU_ASSERT_TRUE(h.meetings[0].when.upper < 1);
    expect_meeting(&h, 1, GRAZE_TOUCH, 1, 1, 0, 1);
    hear_jump(&h, (double[]){2, 1 + 0x1p-40}, (double[]){-1, -0.5});
    CU_ASSERT_EQUAL_FATAL(h.count, 2);
    expect_meeting(&h, 0, GRAZE_TOUCH, 1, 1, 0, 1);
    CU_ASSERT_TRUE(h.meetings[1].when.lower > 1);
    hear_jump(&h, (double[]){0.5, 1}, (double[]){0.5, 1}); /* and without a jump */
    CU_ASSERT_EQUAL(h.count, 1);
    hear_jump(&h, (double[]){0.5, 1 + 0x1p-40}, (double[]){0.5, 1}); /* touched from inside */
    CU_ASSERT_EQUAL(h.count, 1);
}

static void who_stays_is_run_into_and_who_vanishes_is_not(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1, 0}};
    static const row b[] = {{2, 5, 0}, {6, 1, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_STAY, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    expect_meeting(&h, 0, GRAZE_CONFLICT, 5, INFINITY, 1, 6);
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 0);
}

/* Depth 2^-20 with tolerance 2^-20 is passed over, with 2^-21 it is not. */
static void the_tolerance_grades_a_meeting(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1 + 0x1p-20, 0}, {2, 0, 0}};
    static const row b[] = {{0, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0x1p-20, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    CU_ASSERT_EQUAL(h.meetings[0].verdict, GRAZE_GRAZE);
    CU_ASSERT_EQUAL(h.meetings[0].depth, 0x1p-20);
    hear_rows(&h, 0.5, 0x1p-21, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    CU_ASSERT_EQUAL(h.meetings[0].verdict, GRAZE_CONFLICT);
    CU_ASSERT_EQUAL(h.meetings[0].time, 1);
}

/* Two thirds of a metre deep, twice, with a shallow stretch between: one
 * stretch above depth 0, two above the tolerance. */
static void a_tolerance_may_split_a_meeting(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1.5, 0}, {2, 1.125, 0}, {3, 1.5, 0}, {4, 0, 0}};
    static const row b[] = {{0, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    hear_rows(&h, 0.5, 0.25, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 2);
}

/* a drives 1/3 m/s (no double) for 3 s and stays at x = 1 exactly; b waits at
 * x = 2 with the reach 1: it touches at t = 3 and for ever after. */
static void rational_velocities_leave_no_seam(void)
{
    static const row a[] = {{0, 0, 0}, {3, 1, 0}};
    static const row b[] = {{0, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_STAY, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    expect_meeting(&h, 0, GRAZE_TOUCH, 3, INFINITY, 0, 3);
}

/* A kinematic agent drives 0.1 m/s for 10 s and parks where that really is: at
 * 1 + 2^-54 m, because the double 0.1 is a little more than a tenth. Against a wait
 * at x = 2 with the reach 1 that is an overlap of 2^-54 m. */
static void a_parked_agent_stands_at_its_rational_place(void)
{
    const graze_vector origin = {0, 0, 0}, slow = {0.1, 0, 0}, there = {2, 0, 0};
    static scene s;
    static heard each, merged;
    graze_motion driven;
    CU_ASSERT_EQUAL(graze_motion_kinematic(origin, slow, origin, 0, 10, &driven), GRAZE_OK);
    s.plan = (oracle_plan){.body_a = {0.5}, .body_b = {0.5}, .a.motions = s.motions[0]};
    CU_ASSERT_EQUAL(graze_trajectory_from_motions(1, &driven, GRAZE_STAY, 0, s.motions[0],
                                                  &s.plan.a.count, NULL),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint(there, there, 0, INFINITY, s.motions[1]), GRAZE_OK);
    s.plan.b = (graze_trajectory){.motions = s.motions[1], .count = 1};
    CU_ASSERT(agrees(&s.plan));
    CU_ASSERT(hear(&s.plan, &each, &merged));
    CU_ASSERT_EQUAL_FATAL(merged.count, 1);
    CU_ASSERT_EQUAL(merged.meetings[0].verdict, GRAZE_CONFLICT);
    CU_ASSERT_EQUAL(merged.meetings[0].depth, 0x1p-54);
    CU_ASSERT_EQUAL(merged.meetings[0].when.upper, INFINITY);
    CU_ASSERT_EQUAL(merged.meetings[0].time, 10);
}

static bool stop_at_once(void *context, const graze_meeting *meeting)
{
    (void)meeting;
    ++*(size_t *)context;
    return false;
}

static void a_listener_may_stop_early(void)
{
    static const row a[] = {{0, 1.5, 0}, {1, 1, 0}, {2, 1.5, 0}};
    static const row b[] = {{0, 2, 0}, {9, 2, 0}};
    static scene s;
    const graze_body disc = {.radius = 0.5};
    size_t calls = 0;
    CU_ASSERT(set_waypoints(s.motions[0], &s.plan.a, a, COUNT(a), GRAZE_VANISH));
    CU_ASSERT(set_waypoints(s.motions[1], &s.plan.b, b, COUNT(b), GRAZE_VANISH));
    CU_ASSERT_EQUAL(graze_trajectory_meetings(&disc, &s.plan.a, &disc, &s.plan.b, 0, NULL,
                                              stop_at_once, &calls),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(calls, 1);
    calls = 0;
    CU_ASSERT_EQUAL(graze_trajectory_meetings(&disc, &s.plan.a, &disc, &s.plan.b, 0, stop_at_once,
                                              NULL, &calls),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(calls, 1);
}

typedef struct two_counts {
    size_t each, merged;
} two_counts;

static bool count_each(void *context, const graze_meeting *meeting)
{
    (void)meeting;
    ((two_counts *)context)->each++;
    return true;
}

static bool count_one_merged(void *context, const graze_meeting *meeting)
{
    (void)meeting;
    ((two_counts *)context)->merged++;
    return false;
}

/* The first of two meetings is told when the second one begins: nobody hears of that any more. */
static void who_stops_hears_of_no_contact_either(void)
{
    static const row a[] = {{0, -2, 0}, {4, 2, 0}, {8, -2, 0}, {12, 2, 0}};
    static const row b[] = {{0, 0, 0}, {20, 0, 0}};
    static scene s;
    const graze_body disc = {.radius = 0.5};
    two_counts calls = {0, 0};
    CU_ASSERT(set_waypoints(s.motions[0], &s.plan.a, a, COUNT(a), GRAZE_VANISH));
    CU_ASSERT(set_waypoints(s.motions[1], &s.plan.b, b, COUNT(b), GRAZE_VANISH));
    CU_ASSERT_EQUAL(graze_trajectory_meetings(&disc, &s.plan.a, &disc, &s.plan.b, 0, count_each,
                                              count_one_merged, &calls),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(calls.each, 1);
    CU_ASSERT_EQUAL(calls.merged, 1);
}

/* a passes b, touches it on the way, and is a large square when it stands: its side is then at b.
 * That is a touch of its own, since the first one did not last until the cut. */
static void a_touch_at_a_cut_does_not_go_on_from_one_before(void)
{
    static const graze_point corners[] = {{-0.5, 0}, {0.5, 0}, {0.5, 2}, {-0.5, 2}};
    const graze_body bodies[] = {{.radius = 0.5}, {0, corners, 4}};
    static const row a[] = {{0, 0, 0}, {2, 2, 0}, {3, 2, 0}}, b[] = {{0, 1, 1}, {3, 1, 1}};
    static scene s;
    static heard each, merged;
    s.plan = (oracle_plan){.body_a = {.radius = 7}, .body_b = {.radius = 0.5}};
    CU_ASSERT(set_waypoints(s.motions[0], &s.plan.a, a, COUNT(a), GRAZE_VANISH));
    CU_ASSERT(set_waypoints(s.motions[1], &s.plan.b, b, COUNT(b), GRAZE_VANISH));
    s.plan.a.bodies = bodies;
    CU_ASSERT(hear(&s.plan, &each, &merged));
    CU_ASSERT_EQUAL_FATAL(merged.count, 2);
    expect_meeting(&merged, 0, GRAZE_TOUCH, 1, 1, 0, 1);
    expect_meeting(&merged, 1, GRAZE_TOUCH, 2, 3, 0, 2);
}

static void an_agent_that_never_appears_meets_nobody(void)
{
    static const row a[] = {{0, 0, 0}};
    const graze_body disc = {.radius = 0.5};
    static scene s;
    const graze_trajectory nothing = {.motions = NULL, .count = 0};
    graze_verdict verdict = GRAZE_CONFLICT;
    CU_ASSERT(set_waypoints(s.motions[0], &s.plan.a, a, COUNT(a), GRAZE_STAY));
    CU_ASSERT_EQUAL(graze_trajectory_verdict(&disc, &s.plan.a, &disc, &nothing, 0, &verdict),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(verdict, GRAZE_CLEAR);
}

/* a stands beside b, which has a large disc, a small one, and a large one again: each of them
 * speaks for its own motion, and where two large ones follow each other there is no cut. */
static void at_a_cut_each_motion_speaks_with_its_own_body(void)
{
    static const row a[] = {{0, 0, 0}}, b[] = {{0, 2, 0}, {1, 2, 0}, {2, 2, 0}, {3, 2, 0}};
    static scene s;
    static heard each, merged;
    s.plan = (oracle_plan){.body_a = {.radius = 1}, .body_b = {.radius = 7}};
    CU_ASSERT(set_waypoints(s.motions[0], &s.plan.a, a, COUNT(a), GRAZE_STAY));
    CU_ASSERT(set_waypoints(s.motions[1], &s.plan.b, b, COUNT(b), GRAZE_STAY));
    const graze_body bodies[] = {{.radius = 1.5}, {.radius = 0.5}, {.radius = 1.25}, {.radius = 2}};
    s.plan.b.bodies = bodies;
    CU_ASSERT(agrees(&s.plan));
    CU_ASSERT(hear(&s.plan, &each, &merged));
    CU_ASSERT_EQUAL_FATAL(merged.count, 2);
    expect_meeting(&merged, 0, GRAZE_CONFLICT, 0, 1, 0.5, 0);
    CU_ASSERT_EQUAL(merged.meetings[1].when.lower, 2);
    CU_ASSERT_EQUAL(merged.meetings[1].when.upper, INFINITY);
    CU_ASSERT_TRUE(merged.meetings[1].depth == 1 && merged.meetings[1].motion_b == 3);
}

/* ---- ramps -------------------------------------------------------------------------------------
 */

static void a_meeting_across_the_seam_of_ramps_is_one(void)
{
    const double times[] = {0, 2, 4, 6}, shares[] = {0, 1, 2, 1};
    const graze_vector places[] = {{0, 0, 0}, {2, 0, 0}, {6, 0, 0}, {8, 0, 0}};
    graze_motion motions[4], stands;
    oracle_plan p = {.body_a = {.radius = 0.625}, .body_b = {.radius = 0.625}};
    heard each, merged;
    p.a.motions = motions;
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_ramps(4, times, places, shares, GRAZE_STAY, motions,
                                                      &p.a.count, NULL),
                          GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){1.5, 0.75, 0},
                                                (graze_vector){1.5, 0.75, 0}, 0, INFINITY, &stands),
                          GRAZE_OK);
    p.b = (graze_trajectory){.motions = &stands, .count = 1};
    CU_ASSERT_TRUE(hear(&p, &each, &merged)); /* from x = 0.5 at t = 1 to x = 2.5 at t = 2.25 */
    CU_ASSERT_TRUE(merged.count == 1 && merged.meetings[0].verdict == GRAZE_CONFLICT);
    CU_ASSERT_TRUE(merged.meetings[0].when.lower == 1 && merged.meetings[0].when.upper == 2.25);
    CU_ASSERT_EQUAL(merged.meetings[0].depth, 0.5);
}

CU_TestInfo trajectory_tests[] = {
    SUPPORT_TEST(a_meeting_across_the_seam_of_ramps_is_one),
    SUPPORT_TEST(turning_back_exactly_at_the_reach_makes_two_parts),
    SUPPORT_TEST(turning_back_inside_the_reach_is_one_part),
    SUPPORT_TEST(a_touch_at_a_turn_is_one_touch),
    SUPPORT_TEST(touches_with_a_way_between_them_are_two),
    SUPPORT_TEST(meetings_with_a_gap_between_them_are_two),
    SUPPORT_TEST(the_stages_that_decide_are_counted),
    SUPPORT_TEST(resting_in_touch_is_one_touch_for_ever),
    SUPPORT_TEST(a_touch_that_adjoins_an_overlap_is_silent),
    SUPPORT_TEST(a_touch_at_a_jump_adjoins_only_what_reaches_the_jump),
    SUPPORT_TEST(who_stays_is_run_into_and_who_vanishes_is_not),
    SUPPORT_TEST(the_tolerance_grades_a_meeting),
    SUPPORT_TEST(a_tolerance_may_split_a_meeting),
    SUPPORT_TEST(rational_velocities_leave_no_seam),
    SUPPORT_TEST(a_parked_agent_stands_at_its_rational_place),
    SUPPORT_TEST(a_listener_may_stop_early),
    SUPPORT_TEST(who_stops_hears_of_no_contact_either),
    SUPPORT_TEST(a_touch_at_a_cut_does_not_go_on_from_one_before),
    SUPPORT_TEST(an_agent_that_never_appears_meets_nobody),
    SUPPORT_TEST(at_a_cut_each_motion_speaks_with_its_own_body),
    CU_TEST_INFO_NULL,
};
