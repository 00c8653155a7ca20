/* SPDX-License-Identifier: MIT */
/* Where one condition of several decides alone in the stages of unsafe starts: searches without
 * room or end, stages left out, motions that never end, exact steps. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <string.h>

#include "contact/uniform_disc_residual.h"
#include "kernel/stages.h"
#include "starts/curved_starts.h"
#include "starts/start_guess.h"
#include "starts/start_search.h"
#include "starts/straight_guess.h"
#include "starts/uniform_disc_starts.h"
#include "starts/unsafe_starts.h"
#include "support/motion.h"
#include "support/run.h"

static const graze_vector none = {0, 0, 0};
static const graze_body disc = {.radius = 0.5};

static pair ask(const graze_motion *a, const graze_motion *b)
{
    pair question;
    CU_ASSERT_EQUAL_FATAL(pair_of(&disc, a, &disc, b, 0, &question), GRAZE_OK);
    return question;
}

/* ---- searches ---------------------------------------------------------------------------- */

/* Two that cross in space, and touch as a starts at 1.25: doubles decide where they are, but for
 * the ends, which they leave to exact numbers, there is no room. */
static void a_search_without_room_for_decisions_tells_nothing(void)
{
    static uint64_t memory[1];
    const graze_workspace narrow = {.memory = memory, .size = sizeof memory};
    const graze_motion a =
        support_driven((graze_vector){-12, 0, 0}, (graze_vector){3, 0, 0}, none, 0, 8);
    const graze_motion b =
        support_driven((graze_vector){0, -16, 4}, (graze_vector){0, 4, 0}, none, 0, 8);
    const graze_body wide = {.radius = 2.5};
    const graze_interval near = {-1.25, 1.25};
    for (int room = 0; room < 2; room++) {
        graze_interval starts = {7, 7}, found = {7, 7};
        pair question;
        CU_ASSERT_EQUAL_FATAL(pair_of(&wide, &a, &wide, &b, 0, &question), GRAZE_OK);
        question.without = QUICK_DOUBLE_WORD | QUICK_DD;
        question.workspace = room == 0 ? &narrow : NULL;
        CU_ASSERT_EQUAL(start_search_near(&question, near, &starts), room == 1);
        CU_ASSERT_EQUAL(start_search_space(&question, &found), room == 1);
        CU_ASSERT_TRUE(starts.lower == (room == 0 ? 7 : -1.25) && starts.lower == found.lower);
        CU_ASSERT_TRUE(starts.upper == (room == 0 ? 7 : 1.25) && starts.upper == found.upper);
    }
}

/* An end that is infinite is no guess, even where a start in the midst of the interval is unsafe.
 */
static void a_search_wants_two_ends(void)
{
    const graze_motion a = support_driven((graze_vector){-4, 0, 0}, (graze_vector){1, 0, 0},
                                          (graze_vector){0.25, 0, 0}, 0, 8);
    const graze_motion b = support_driven(none, none, none, 0, 8);
    const pair question = ask(&a, &b);
    graze_interval starts = {7, 7}, guess;
    CU_ASSERT_TRUE_FATAL(straight_guess(&question, &guess));
    const graze_interval near[] = {{-INFINITY, guess.upper}, {guess.lower, INFINITY}};
    for (int i = 0; i < 2; i++)
        CU_ASSERT_FALSE(start_search_straight(&question, near[i], &starts));
    CU_ASSERT_TRUE(starts.lower == 7 && starts.upper == 7);
    CU_ASSERT_TRUE(start_search_straight(&question, guess, &starts));
}

/* In space: what moves for ever has no way whose points could be tried. */
static void a_search_in_space_wants_ways_that_end(void)
{
    const graze_motion a =
        support_driven((graze_vector){-4, 0, 0}, (graze_vector){1, 0, 0}, none, 0, 8);
    const graze_motion stands = support_driven((graze_vector){0, 0, 0.25}, none, none, 0, INFINITY);
    const graze_motion goes = support_driven((graze_vector){0, 0, 0.25},
                                             (graze_vector){0, 0x1p-10, 0}, none, 0, INFINITY);
    graze_interval starts;
    pair question = ask(&a, &stands);
    CU_ASSERT_TRUE(start_search_space(&question, &starts));
    question = ask(&a, &goes);
    CU_ASSERT_FALSE(start_search_space(&question, &starts));
}

/* A parabola of 2101 corners, in whole numbers, has more than a guess has room for. */
static void a_guess_has_room_for_so_many_corners(void)
{
    enum { SIDE = 1050, CORNERS = 2 * SIDE + 1 };
    static graze_point corners[CORNERS];
    for (int i = 0; i < CORNERS; i++)
        corners[i] = (graze_point){i - SIDE, (double)(i - SIDE) * (i - SIDE)};
    const graze_motion a =
        support_driven((graze_vector){-4000, 0, 0}, (graze_vector){1000, 0, 0}, none, 0, 8);
    const graze_motion b =
        support_driven((graze_vector){0, -4000, 0}, (graze_vector){0, 1000, 0}, none, 0, 8);
    for (int fewer = 0; fewer < 2; fewer++) {
        const graze_body bowl = {.vertices = fewer ? corners + SIDE - 50 : corners,
                                 .vertex_count = fewer ? 101 : CORNERS};
        pair question;
        graze_interval guess;
        CU_ASSERT_EQUAL(pair_of(&bowl, &a, &disc, &b, 0, &question), GRAZE_OK);
        CU_ASSERT_EQUAL(start_guess(&question, &guess), fewer == 1);
    }
}

/* ---- stages left out --------------------------------------------------------------------- */

static bool same_starts(const oracle_pair *p, unsigned without)
{
    static uint64_t memory[2][1 << 17];
    unsafe_starts found[2];
    graze_status told[2];
    for (int i = 0; i < 2; i++) {
        const graze_workspace workspace = {.memory = memory[i], .size = sizeof memory[i]};
        told[i] = unsafe_starts_without(i == 0 ? 0 : without, &p->body_a, &p->a, &p->body_b, &p->b,
                                        p->tolerance, &workspace, &found[i]);
    }
    return told[0] == told[1] &&
           (told[0] != GRAZE_OK ||
            (found[0].count == found[1].count &&
             memcmp(found[0].at, found[1].at, found[0].count * sizeof *found[0].at) == 0));
}

static void leaving_out_what_is_for_curved_ways_changes_no_bit(void)
{
    static const oracle_family families[] = {FAMILY_accelerated, FAMILY_accelerated_grid,
                                             FAMILY_ramp, FAMILY_ramp_grid};
    const size_t rounds = support_rounds(4, 10, 500);
    for (size_t k = 0; k < sizeof families / sizeof *families; k++)
        for (size_t i = 0; i < rounds; i++) {
            oracle_pair p;
            oracle_generate(families[k], STAGES_SEED, i, &p);
            CU_ASSERT_TRUE(same_starts(&p, QUICK_CURVED));
        }
}

/* ---- accelerated ways --------------------------------------------------------------------- */

static bool same_intervals(const unsafe_starts *truth, const graze_interval *found, size_t count)
{
    return truth->count == count && memcmp(truth->at, found, count * sizeof *found) == 0;
}

typedef enum accelerated_stage { NO_STAGE = 0, STRAIGHT = 1, CURVED = 2 } accelerated_stage;

/* What is for accelerated ways tells of any pair what exact numbers do, or nothing; which do? */
static unsigned check_ways(const oracle_pair *p)
{
    static uint64_t memory[1 << 17];
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    graze_interval near, found[CURVED_STARTS_MAX];
    unsafe_starts truth;
    size_t count;
    pair question;
    unsigned told = NO_STAGE;
    CU_ASSERT_EQUAL_FATAL(pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question),
                          GRAZE_OK);
    CU_ASSERT_EQUAL(unsafe_starts_without(~0U, &p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                          &workspace, &truth),
                    GRAZE_OK);
    if (straight_guess(&question, &near) && start_search_straight(&question, near, found)) {
        CU_ASSERT_TRUE(same_intervals(&truth, found, 1));
        told |= STRAIGHT;
    }
    if (curved_starts(&question, found, &count)) {
        CU_ASSERT_TRUE(same_intervals(&truth, found, count));
        told |= CURVED;
    }
    CU_ASSERT_TRUE(same_starts(p, ~0U));
    return told;
}

/* So late that there is no double between two events. */
static void between_events_there_may_be_no_double(void)
{
    oracle_pair p = {
        .body_a = disc,
        .body_b = disc,
        .a = support_driven((graze_vector){-4, 0, 0}, (graze_vector){1, 0, 0},
                            (graze_vector){0, 0.25, 0}, 0, 8),
        .b = support_driven((graze_vector){0, -4, 0}, (graze_vector){0, 1, 0}, none, 0, 8)};
    pair question;
    graze_interval found[CURVED_STARTS_MAX];
    size_t count;
    CU_ASSERT_EQUAL(pair_of(&disc, &p.a, &disc, &p.b, 0, &question), GRAZE_OK);
    CU_ASSERT_TRUE(curved_starts(&question, found, &count));
    p.b.start = 0x1p60;
    CU_ASSERT_FALSE(curved_starts(&question, found, &count));
    CU_ASSERT_EQUAL(check_ways(&p), NO_STAGE);
}

/* An end that is a double is where the decision at it says: -4, where one leaves the other as that
 * begins. Doubles decide between the events, but at this end only exact numbers may. */
static void an_end_that_is_a_double_wants_room_for_a_decision(void)
{
    static uint64_t memory[1];
    const graze_workspace narrow = {.memory = memory, .size = sizeof memory};
    const graze_motion a =
        support_driven((graze_vector){-3, 0, 0}, none, (graze_vector){0.5, 0, 0}, 0, 8);
    const graze_motion b = support_driven(none, none, none, 0, 8);
    pair question = ask(&a, &b);
    graze_interval found[CURVED_STARTS_MAX];
    size_t count;
    CU_ASSERT_TRUE(curved_starts(&question, found, &count));
    CU_ASSERT_TRUE(count == 1 && found[0].lower == -4);
    question.without = QUICK_DOUBLE_WORD | QUICK_DD;
    CU_ASSERT_TRUE(curved_starts(&question, found, &count));
    question.workspace = &narrow;
    CU_ASSERT_FALSE(curved_starts(&question, found, &count));
}

/* A life of 2^-763 s beside one of 5.5 s, far from it: bounds of doubles do not hold for it, though
 * there is nothing to find. */
static void a_life_may_be_too_short_for_events(void)
{
    oracle_pair p = {.body_a = {.radius = 3},
                     .a = support_driven((graze_vector){-0.5, 99, 0}, (graze_vector){1, 3, 0},
                                         (graze_vector){-0.25, -1, 0}, 0, 0x1.cp-763),
                     .b = support_driven((graze_vector){0.25, 0.5, 0}, none,
                                         (graze_vector){-0.125, 0.5, 0}, 0, 5.5)};
    CU_ASSERT_EQUAL(check_ways(&p), NO_STAGE);
    p.a.duration = 1;
    CU_ASSERT_EQUAL(check_ways(&p), CURVED);
}

/* A body of half a million kilometres, all of whose way is within its reach; and one that touches
 * the other's way where both end: events lie beyond the ends of both lives, and are left alone. */
static void events_may_lie_beyond_both_lives(void)
{
    oracle_pair p = {.body_a = {.radius = 0x1.ffffff84p+29}, .body_b = {.radius = 0x1p-28}};
    p.b = support_driven((graze_vector){16, 48, 21},
                         (graze_vector){-0x1.6a09e667f3bccp-1, 0, -0x1.6a09e667f3bccp-1}, none, 0,
                         0x1.6a09e667f3bcdp+0);
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){16, 48, 21},
                                          (graze_vector){0x1p+30, 49, 9}, 0, 0x1.6a09e667f3bdp+0,
                                          &p.a),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(check_ways(&p), STRAIGHT);
    p = (oracle_pair){.body_a = {.radius = 0x1.7b792b72cfe0ap+3}};
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){-9.5, 9.75, 0},
                                          (graze_vector){0x1.887586bb80e5ap+1, 3, 0}, 0, 1.75,
                                          &p.a),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){1.75, 6, 0},
                                          (graze_vector){0x1.c000000000001p+0, 6, 0}, 0,
                                          0x1.e000000000001p+0, &p.b),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(check_ways(&p), STRAIGHT);
}

/* One turns back at its end, as far from the other's end as it reaches but for some 2^-20: whether
 * the overlaps are connected is not for doubles to tell. */
static void a_way_may_turn_back_beside_the_end_of_the_other(void)
{
    const oracle_pair p = {
        .body_a = {.radius = 0x1.93f63033ae3cap+0},
        .a = support_driven((graze_vector){0x1.387a9994f9948p+1, -0x1.787a9994f9948p+1, 0},
                            (graze_vector){0.875, -0.875, 0},
                            (graze_vector){-0x1.45f3642e630bdp-1, 0x1.45f3642e630bdp-1, 0}, 0,
                            0x1.5fdb59df1d962p+0),
        .b = support_driven((graze_vector){4.875, -4.25, 0},
                            (graze_vector){-0x1.7ffffffffffffp-1, 1.125, 0}, none, 0, 2)};
    CU_ASSERT_EQUAL(check_ways(&p), NO_STAGE);
}

/* ---- exact steps ------------------------------------------------------------------------- */

/* Two that cross at right angles: a start on a tangent diagonal is 2 reach before or after the
 * middle one. */
static void a_step_from_a_tangent_start_stays_on_its_side(void)
{
    const graze_motion a =
        support_driven((graze_vector){-4, 0, 0}, (graze_vector){1, 0, 0}, none, 0, 8);
    const graze_motion b =
        support_driven((graze_vector){0, -4, 0}, (graze_vector){0, 1, 0}, none, 0, 8);
    const double end = sqrt(2);
    uniform_discs q;
    double_word step = {7, 0};
    double error = 7;
    CU_ASSERT_TRUE_FATAL(uniform_discs_of(&a, &b, 0.5, 0.5, 0, &q));
    for (int above = 0; above < 2; above++) {
        for (int first = 0; first < 2; first++) {
            double_word near = dw_from(above ? end : -end), far = dw_from(near.high / 8);
            CU_ASSERT_TRUE(uniform_residual_of_tangent(&q, &near, first, above, &step, &error));
            CU_ASSERT_TRUE(fabs(step.high) < 0x1p-52 && error < 0x1p-90);
            CU_ASSERT_FALSE(uniform_residual_of_tangent(&q, &near, first, !above, &step, &error));
            CU_ASSERT_FALSE(uniform_residual_of_tangent(&q, &far, first, above, &step, &error));
        }
    }
}

/* The same, whose start is sqrt(2): wherever a step begins, the root is as near its end as it
 * says. */
static void a_step_is_as_near_the_root_as_it_says(void)
{
    const graze_motion a =
        support_driven((graze_vector){-4, 0, 0}, (graze_vector){1, 0, 0}, none, 0, 8);
    const graze_motion b =
        support_driven((graze_vector){0, -4, 0}, (graze_vector){0, 1, 0}, none, 0, 8);
    const double_word root = {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54}; /* sqrt(2) */
    uniform_discs q;
    CU_ASSERT_TRUE_FATAL(uniform_discs_of(&a, &b, 0.5, 0.5, 0, &q));
    for (int k = 5; k < 60; k++) {
        for (int first = 0; first < 4; first++) {
            double_word near = dw_sum(root.high, first < 2 ? ldexp(1, -k) : -ldexp(1, -k)), step;
            double error;
            CU_ASSERT_TRUE_FATAL(
                uniform_residual_of_tangent(&q, &near, first % 2 == 1, true, &step, &error));
            const double_word left = dw_sub(dw_sub(root, near), step);
            CU_ASSERT(fabs(left.high) <= error + 0x1p-98);
            CU_ASSERT(error <= (0x1p-49 + step.high * step.high) * fabs(step.high));
        }
    }
}

static void a_step_of_two_doubles_is_taken_with_both(void)
{
    double end = 7;
    double_word near = {0, 0};
    CU_ASSERT_TRUE(uniform_step(&near, (double_word){1, 0x1p-60}, 0x1p-70, true, &end));
    CU_ASSERT_EQUAL(end, 1 + 0x1p-52);
    near = dw_from(1); /* two doubles may lose what is below 2^-100 of them */
    CU_ASSERT_FALSE(uniform_step(&near, (double_word){0x1p-102, 0x1p-160}, 0x1p-300, true,
                                 &end));
    near = dw_from(1);
    CU_ASSERT_TRUE(uniform_step(&near, dw_from(0x1p-102), 0, true, &end) && end == 1);
    CU_ASSERT_TRUE(uniform_step(&near, dw_from(0x1p-102), 0x1p-300, true, &end));
    CU_ASSERT_EQUAL(end, 1 + 0x1p-52);
}

/* On diagonals, which take sqrt(2) s up to the last bits of the plan's times: the last unsafe start
 * is 4e-33 s. From 0 a step is as good as the start, so one double is not enough. */
static void a_start_that_cancels_is_one_exact_step_away(void)
{
    const graze_motion a = {.form = GRAZE_WAYPOINT,
                            .position = {31, 50, 0},
                            .to = {30, 51, 0},
                            .start = 1,
                            .duration = 0x1.6a09e667f3bccp+0};
    const graze_motion b = {.form = GRAZE_WAYPOINT,
                            .position = {30, 50, 0},
                            .to = {29, 49, 0},
                            .duration = 0x1.6a09e667f3bcdp+0};
    uniform_discs q;
    double_word step = {7, 0};
    double error = 7;
    CU_ASSERT_TRUE_FATAL(uniform_discs_of(&a, &b, 0.5, 0.5, 0, &q));
    double_word near = {0, 0};
    CU_ASSERT_TRUE(uniform_residual_of_tangent(&q, &near, false, true, &step, &error));
    CU_ASSERT_TRUE(step.high > 4e-33 && step.high < 5e-33 && error < 0x1p-89 * step.high);
    CU_ASSERT_TRUE(step.low != 0);
    near = dw_from(0x1.6a09e667f3bcdp-108);
    CU_ASSERT_TRUE(uniform_residual_of_tangent(&q, &near, true, true, &step, &error));
    CU_ASSERT_TRUE(near.high == 0 && step.high > 4e-33 && error < 0x1p-89 * step.high);
    near = dw_from(0x1.6a09e667f3bcdp-108);
    CU_ASSERT_TRUE(uniform_residual_of_tangent(&q, &near, false, true, &step, &error));
    CU_ASSERT_TRUE(near.high != 0 && step.low == 0 && error > 0x1p-60 * fabs(step.high));
    graze_interval unsafe;
    size_t count = 0;
    CU_ASSERT_EQUAL(graze_unsafe_starts(&disc, &a, &disc, &b, 0, NULL, &unsafe, 1, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT_EQUAL(unsafe.lower, -0x1.6a09e667f3bccp+0);
    CU_ASSERT_EQUAL(unsafe.upper, 0x1.6a09e667f3bcdp-108);
}

/* a follows b, which crosses its line by 2^-50 of its way. So the last unsafe start is the one at
 * which they touch in the midst of both lives, 0 s, and those that touch as one of them begins or
 * ends are earlier by 2^-103 s; double words do not tell where that is. */
static void a_touch_in_the_midst_is_later_than_those_at_the_ends(void)
{
    const graze_motion a = {.form = GRAZE_WAYPOINT, .to = {1, 0, 0}, .duration = 1};
    const graze_motion b = {.form = GRAZE_WAYPOINT,
                            .position = {0.75, -0x1p-51, 0},
                            .to = {1.75, 0x1p-51, 0},
                            .start = 0.25,
                            .duration = 1};
    const graze_body small = {.radius = 0.25};
    graze_interval unsafe;
    size_t count = 0;
    CU_ASSERT_EQUAL(graze_unsafe_starts(&small, &a, &small, &b, 0, NULL, &unsafe, 1, &count),
                    GRAZE_OK);
    CU_ASSERT(count == 1 && unsafe.lower == -0.75 && unsafe.upper == 0);
}

/* The same with tails of 2^-1074 s and m, for which there is no room. (Nearly always the numbers
 * that are 0 then forbid the step, too.) */
static void a_step_with_the_longest_tails_is_not_taken(void)
{
    graze_motion a = {.form = GRAZE_WAYPOINT,
                      .position = {-4, 0x1p-1074, 0},
                      .to = {4, 0, 0},
                      .duration = 8,
                      .duration_tail = 0x1p-1074};
    graze_motion b = {.form = GRAZE_WAYPOINT,
                      .position = {0x1p-1074, -4, 0},
                      .to = {0, 4, 0},
                      .start_tail = 0x1p-1074,
                      .duration = 8,
                      .duration_tail = 0x1p-1074};
    const double_word begin = {0, 0};
    const uniform_clock rests = {{4, 0}, begin, 0}, runs = {begin, begin, 1};
    uniform_discs q;
    double_word step;
    double error;
    CU_ASSERT_TRUE_FATAL(uniform_discs_of(&a, &b, 0.5, 0.5, 0, &q));
    double_word root_two = dw_from(sqrt(2)), three = dw_from(3);
    CU_ASSERT_FALSE(uniform_residual_of_tangent(&q, &root_two, true, true, &step, &error));
    CU_ASSERT_FALSE(
        uniform_residual_of_root(&q, &three, true, &rests, &runs, false, &step, &error));
    a.position.y = a.duration_tail = b.position.x = b.start_tail = b.duration_tail = 0;
    CU_ASSERT_TRUE_FATAL(uniform_discs_of(&a, &b, 0.5, 0.5, 0, &q));
    CU_ASSERT_TRUE(uniform_residual_of_tangent(&q, &root_two, true, true, &step, &error));
    for (int first = 0; first < 2; first++) {
        CU_ASSERT_TRUE(
            uniform_residual_of_root(&q, &three, first, &rests, &runs, false, &step, &error));
        CU_ASSERT_EQUAL(error, 0);
        CU_ASSERT_FALSE(
            uniform_residual_of_root(&q, &three, first, &rests, &runs, true, &step, &error));
    }
}

/* Ends near 0 take exact steps, for which tails of 2^-900 s and less leave no room. */
static void ends_that_cancel_beside_the_longest_tails_are_left_to_others(void)
{
    const oracle_pair pairs[] = {{.body_a = {.radius = 0x1.38p-3},
                                  .body_b = {.radius = 0x1.52p-1},
                                  .tolerance = 0x1p-55,
                                  .a = {.form = GRAZE_WAYPOINT,
                                        .position = {0x1.66p+4, -0x1.0980000000001p+5, 0},
                                        .to = {0x1.74p+3, -0x1.d7p+4, 0},
                                        .start = 1,
                                        .duration = 9,
                                        .duration_tail = 0x1.4p-1062},
                                  .b = {.form = GRAZE_WAYPOINT,
                                        .position = {0x1.72p+4, -0x1.07p+5, 0},
                                        .to = {0x1.8cp+3, -0x1.d2p+4, 0},
                                        .start_tail = 0x1p-927,
                                        .duration = 9,
                                        .duration_tail = 0x1p-1024}},
                                 {.body_a = {.radius = 0x1.6cp-3},
                                  .body_b = {.radius = 0x1.d4p-3},
                                  .a = {.form = GRAZE_WAYPOINT,
                                        .position = {-0x1.98p+0, -0x1.13p+2, 0},
                                        .to = {0x1.18p+0, -9, 0},
                                        .start = 1.375,
                                        .duration = 5.375,
                                        .duration_tail = 0x1p-992},
                                  .b = {.form = GRAZE_WAYPOINT,
                                        .position = {3.875, -1.375, 0},
                                        .to = {0, -0x1.ccp+2, 0},
                                        .start = -0x1.8p-3,
                                        .start_tail = 0x1.8p-1041,
                                        .duration = 3.875,
                                        .duration_tail = 0x1.8p-915}}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
            graze_interval starts = {7, 7};
            bool found = false;
            CU_ASSERT_FALSE(uniform_disc_starts(level, true, &pairs[i].body_a, &pairs[i].a,
                                                &pairs[i].body_b, &pairs[i].b,
                                                pairs[i].tolerance, &starts, &found));
        }
        CU_ASSERT_TRUE(same_starts(&pairs[i], ~0U));
    }
}

CU_TestInfo start_condition_tests[] = {
    SUPPORT_TEST(a_search_without_room_for_decisions_tells_nothing),
    SUPPORT_TEST(a_search_wants_two_ends),
    SUPPORT_TEST(a_search_in_space_wants_ways_that_end),
    SUPPORT_TEST(a_guess_has_room_for_so_many_corners),
    SUPPORT_TEST(leaving_out_what_is_for_curved_ways_changes_no_bit),
    SUPPORT_TEST(between_events_there_may_be_no_double),
    SUPPORT_TEST(an_end_that_is_a_double_wants_room_for_a_decision),
    SUPPORT_TEST(a_life_may_be_too_short_for_events),
    SUPPORT_TEST(events_may_lie_beyond_both_lives),
    SUPPORT_TEST(a_way_may_turn_back_beside_the_end_of_the_other),
    SUPPORT_TEST(a_step_from_a_tangent_start_stays_on_its_side),
    SUPPORT_TEST(a_step_is_as_near_the_root_as_it_says),
    SUPPORT_TEST(a_step_of_two_doubles_is_taken_with_both),
    SUPPORT_TEST(a_touch_in_the_midst_is_later_than_those_at_the_ends),
    SUPPORT_TEST(a_start_that_cancels_is_one_exact_step_away),
    SUPPORT_TEST(a_step_with_the_longest_tails_is_not_taken),
    SUPPORT_TEST(ends_that_cancel_beside_the_longest_tails_are_left_to_others),
    CU_TEST_INFO_NULL,
};
