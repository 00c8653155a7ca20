/* SPDX-License-Identifier: MIT */
/* Pairs whose numbers are ordinary but whose speeds, squares or halves are not: a filter that
 * rounds one of them to 0, or to infinity, must know it. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "kernel/ask.h"
#include "kernel/expect.h"
#include "support/run.h"

static graze_motion accelerate(double x, double ax, double start, double duration)
{
    graze_motion motion = {.start = 0};
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){x, 0, 0}, (graze_vector){0, 0, 0},
                                           (graze_vector){ax, 0, 0}, start, duration, &motion),
                    GRAZE_OK);
    return motion;
}

/* From rest at -x for ever, over the origin, where b stands. */
static oracle_pair endless_from(double x, double ax)
{
    return discs(x / 100, accelerate(-x, ax, 0, INFINITY), x / 100, rest(0, 0, 0, INFINITY));
}

static void endless_pairs_meet_however_small_their_squares_are(void)
{
    expect_verdict(endless_from(1e-140, 1e-190), GRAZE_CONFLICT);
    expect_verdict(endless_from(1e-20, 1e-310), GRAZE_CONFLICT);
    expect_verdict(endless_from(0x1p-1000, 0x1p900), GRAZE_CONFLICT);
    expect_verdict(endless_from(0x1p900, 0x1p-1000), GRAZE_CONFLICT);
}

/* There and on, so slowly that no double holds the velocity: from -x to x in a life, past b. */
static oracle_pair crossing_slowly(double x, double life)
{
    return discs(x / 10, pass(-x, 0, x, 0, 0, life), x / 10, pass(0, 0, 0, 0, 0, life));
}

static void velocities_below_the_smallest_double_are_not_at_rest(void)
{
    expect_verdict(crossing_slowly(1e-20, 1e306), GRAZE_CONFLICT);
    expect_verdict(crossing_slowly(1e-100, 1e226), GRAZE_CONFLICT);
    expect_verdict(crossing_slowly(1e-10, 1e308), GRAZE_CONFLICT);
    const double reach = 1e-21;
    expect_verdict(discs(reach, pass(0, 0, 1e-20, 0, 0, 1e306), reach,
                         pass(0, 0, 1e-20, 0, 1e305, 1.1e306)),
                   GRAZE_CONFLICT);
    expect_verdict(discs(reach, pass(-1e-20, 0, 1e-20, 0, 0, 1e306), reach,
                         pass(1e-20, 0, 3e-20, 0, 0.5e306, 1.5e306)),
                   GRAZE_CLEAR);
}

static void half_of_the_smallest_acceleration_is_not_none(void)
{
    expect_verdict(discs(0.1, accelerate(-1, 0x1p-1074, 0, 1e162), 0.1, rest(0, 0, 0, 1e162)),
                   GRAZE_CONFLICT);
    expect_verdict(discs(0.1, accelerate(-1, 3 * 0x1p-1074, 0, 7e161), 0.1, rest(0, 0, 0, 7e161)),
                   GRAZE_CONFLICT);
}

/* Both velocities round to the same double, and b falls back by an ulp of its place: what
 * counts is how far the rounding leads in the whole life. */
static void rounded_velocities_that_are_equal_do_not_stand_still(void)
{
    const double far = 1e10, ulp = 0x1p-19;
    for (double life = 3; life < 40; life += 1) {
        expect_verdict(discs(0.5 - ulp / 4, pass(0, 0, far, 0, 0, life), 0.5 - ulp / 4,
                             pass(1, 0, far + 1 - ulp, 0, 0, life)),
                       GRAZE_CONFLICT);
        expect_verdict(discs(0.5 + ulp / 4, pass(0, 0, far, 0, 0, life), 0.5 + ulp / 4,
                             pass(1 + ulp, 0, far + 1 + ulp, 0, 0, life)),
                       GRAZE_CLEAR);
    }
}

/* a ends 2^-33 after b starts, half a unit in the last place: enough for b, which gets 16 far. */
static void a_life_that_rounds_to_an_instant_may_lead_far(void)
{
    graze_motion still = rest(0, 0, 0x1p20, 0x1p19 + 0x1p-33);
    expect_verdict(discs(1, still, 1, accelerate(8, -0x1p71, 0x1.8p20, 1)), GRAZE_CONFLICT);
    expect_verdict(discs(1, still, 1, accelerate(19, -0x1p71, 0x1.8p20, 1)), GRAZE_CLEAR);
}

/* The square of the speed is above the largest double, and the way is an ordinary one. */
static void prepared_motions_may_be_fast(void)
{
    const double life = 0x1p-500, speed = 0x1p601;
    expect_part(discs(0x1p98, drive(-0x1p100, 0, speed, 0, 0, life), 0x1p98, rest(0, 0, 0, life)),
                0x1p-502, 0x1.8p-501);
    expect_verdict(discs(0x1p98, drive(-0x1p100, 0x1.8p99, speed, 0, 0, life), 0x1p98,
                         rest(0, 0, 0, life)),
                   GRAZE_CLEAR);
}

/* Products with a factor beyond 2^996 cannot be taken apart by splitting, although they are
 * ordinary: a slows down beside b's way, and comes nearer than the reach for a moment. */
static void what_cannot_be_taken_apart_is_not_apart(void)
{
    const graze_motion b = fly((graze_vector){-0x1.21p359, -0x1.4p363, 0},
                               (graze_vector){0, 0x1.cp690, 0}, -0x1.cp-326, 0x1.4p-326);
    graze_motion a = {.start = 0};
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){-0x1.9p367, 0, 0},
                                           (graze_vector){0x1.4p695, 0x1.8p689, 0},
                                           (graze_vector){-0x1p1022, 0, 0},
                                           -0x1.b676f733bb97cp-326, 0x1.4p-326, &a),
                    GRAZE_OK);
    expect_verdict(discs(0x1.ep355, a, 0x1.a4p358, b), GRAZE_CONFLICT);
    CU_ASSERT_EQUAL(graze_motion_restart(&a, -0x1.b676f733bb97bp-326, &a), GRAZE_OK);
    expect_verdict(discs(0x1.ep355, a, 0x1.a4p358, b), GRAZE_CLEAR);
}

/* Bodies with corners and a tolerance that leaves of the radii what their sum cannot hold. */
static void what_a_tolerance_leaves_of_radii_is_rounded(void)
{
    const double side = 0x1p-52, reach = 1.4 * 0x1p-52;
    const graze_point square[] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    const graze_body a = {.vertices = square, .vertex_count = 4, .radius = 1};
    const graze_body b = {.radius = reach};
    bool exists = false;
    for (int k = 0; k < 8; k++) { /* past the corner at (side, side), at 1.2 of 1.4 */
        double away = (2 + 1.2 * sqrt(2)) * side / 2;
        graze_motion still = rest(0, 0, 0, 1);
        graze_motion past = drive(away + (4 + k) * side, away - (4 + k) * side, -16 * side,
                                  16 * side, 0, 1);
        CU_ASSERT_EQUAL(graze_conflict_exists(&a, &still, &b, &past, 1, &exists), GRAZE_OK);
        CU_ASSERT_TRUE(exists);
        CU_ASSERT_EQUAL(graze_conflict_exists(&b, &past, &a, &still, 1, &exists), GRAZE_OK);
        CU_ASSERT_TRUE(exists);
    }
}

/* How often the exact stage asks whether to stop is how long a question takes. */
static bool count_steps(void *steps)
{
    ++*(long *)steps;
    return false;
}

/* A point creeps for 1e300 s; below it a pentagon flies past at 6e293 m/s. */
static void a_clearance_of_far_magnitudes_takes_less_than_180_decisions(void)
{
    static const graze_point corners[] = {{-16, -8}, {0, -16}, {24, 0}, {8, 16}, {-8, 16}};
    const graze_body point = {.radius = 0}, pentagon = {.vertices = corners, .vertex_count = 5};
    const graze_motion creeps = {.form = GRAZE_WAYPOINT,
                                 .position = {56.5, 116, 0},
                                 .to = {-65, 1e-100, 0},
                                 .start = 91,
                                 .duration = 1e300,
                                 .duration_tail = -91};
    const graze_motion flies = {.position = {0x1p-1073, 0x1p-1074, 0},
                                .velocity = {0x1.ed0bed9050751p+975, -92, 0},
                                .acceleration = {0, 0x1p-1074, 0},
                                .start = 0x1p-1072,
                                .start_tail = 0x1p53,
                                .duration = 0x1.ed0bed9050751p+975,
                                .duration_tail = 6};
    long decision = 0, clearance = 0;
    graze_workspace workspace = {.should_stop = count_steps, .context = &decision};
    bool exists = true;
    graze_clearance found;
    CU_ASSERT_EQUAL(graze_conflict_exists_within(&point, &creeps, &pentagon, &flies, 0, &workspace,
                                                 &exists),
                    GRAZE_OK);
    workspace.context = &clearance;
    CU_ASSERT_EQUAL(graze_conflict_clearance_within(&point, &creeps, &pentagon, &flies, &workspace,
                                                    &found),
                    GRAZE_OK);
    CU_ASSERT_FALSE(exists);
    CU_ASSERT_EQUAL(found.depth, -100);
    CU_ASSERT(decision > 0);
    CU_ASSERT(clearance < 180 * decision);
}

/* ---- the time of the greatest depth -------------------------------------------------------- */

static void is_nearest_at(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                          const graze_motion *b, double time)
{
    graze_clearance found = {.time = NAN};
    CU_ASSERT_EQUAL(graze_conflict_clearance(body_a, a, body_b, b, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(found.time, time);
}

/* A disc round the vertex (1, -1) swings out and back; it is as far away at its end as at its
 * beginning, but for 2^-51 m of height, which a double of the distance does not show. */
static void what_is_nearer_by_less_than_a_double_shows_is_nearest(void)
{
    static const graze_point vertex[] = {{1, -1}};
    const graze_body disc = {.radius = 0.875}, swinging = {0.875, vertex, 1};
    const graze_body other = {.radius = 2.625};
    graze_motion swing = {.position = {0.5, 0, 0},
                          .velocity = {-0.5, 1, 0},
                          .acceleration = {0.25, 0, 0},
                          .start = -1.75,
                          .duration = 4};
    const graze_motion rise = {.position = {6.625, 1, 0},
                               .velocity = {0, 0x1.0000000000001p-1, 0},
                               .start = -1.75,
                               .duration = 4};
    is_nearest_at(&disc, &swing, &other, &rise, 2.25);
    swing.position = (graze_vector){-0.5, 1, 0};
    is_nearest_at(&swinging, &swing, &other, &rise, 2.25);
}

/* Two parallel edges are deepest at one instant, and one of them is the nearest. */
static void of_lines_that_are_deepest_together_the_nearest_counts(void)
{
    static const graze_point beam[] = {{-0.75, -1.75}, {1, 0.25}};
    static const graze_point block[] = {{-1.75, -1.25}, {1, -0.75}, {2, -0.25}, {1.75, 0.5},
                                         {0, 0.75}};
    const graze_body rod = {.vertices = beam, .vertex_count = 2}, round = {2.5, block, 5};
    const graze_motion a = {.position = {-7.25, 8.5, 0},
                            .velocity = {4.5, -5, 0},
                            .acceleration = {-2, 1.5, 0},
                            .start = -2,
                            .duration = 7};
    const graze_motion b = {.position = {3.5, 0.25, 0},
                            .velocity = {-4.5, 3, 0},
                            .acceleration = {2, -2, 0},
                            .start = -2.5,
                            .duration = 3.5};
    is_nearest_at(&rod, &a, &round, &b, 0);
    is_nearest_at(&round, &b, &rod, &a, 0);
}

CU_TestInfo extreme_tests[] = {
    SUPPORT_TEST(endless_pairs_meet_however_small_their_squares_are),
    SUPPORT_TEST(velocities_below_the_smallest_double_are_not_at_rest),
    SUPPORT_TEST(half_of_the_smallest_acceleration_is_not_none),
    SUPPORT_TEST(rounded_velocities_that_are_equal_do_not_stand_still),
    SUPPORT_TEST(a_life_that_rounds_to_an_instant_may_lead_far),
    SUPPORT_TEST(prepared_motions_may_be_fast),
    SUPPORT_TEST(what_cannot_be_taken_apart_is_not_apart),
    SUPPORT_TEST(what_a_tolerance_leaves_of_radii_is_rounded),
    SUPPORT_TEST(a_clearance_of_far_magnitudes_takes_less_than_180_decisions),
    SUPPORT_TEST(what_is_nearer_by_less_than_a_double_shows_is_nearest),
    SUPPORT_TEST(of_lines_that_are_deepest_together_the_nearest_counts),
    CU_TEST_INFO_NULL,
};
