/* SPDX-License-Identifier: MIT */
#include <graze/conflict.h>
#include <math.h>

#include "benchmarks/categories.h"
#include "benchmarks/opponents.h"
#include "benchmarks/workload.h"
#include "support/run.h"

enum { PAIRS = 8192 };

static bool plain_finds(const specimen *each, graze_interval *when)
{
    return plain_interval(&each->body_a, &each->a, &each->body_b, &each->b, when);
}

static bool truth_of(const specimen *each)
{
    bool exists = false;
    CU_ASSERT_EQUAL_FATAL(
        graze_conflict_exists(&each->body_a, &each->a, &each->body_b, &each->b, 0, &exists),
        GRAZE_OK);
    return exists;
}

/* Far from a tie: the answer stays when both radii change by a thousandth. */
static bool is_easy(const specimen *each)
{
    specimen wider = *each, narrower = *each;
    wider.body_a.radius += 1e-3, wider.body_b.radius += 1e-3;
    narrower.body_a.radius -= 1e-3, narrower.body_b.radius -= 1e-3;
    return truth_of(&wider) == truth_of(&narrower);
}

static void every_opponent_agrees_with_graze_on_easy_pairs(void)
{
    workload load;
    size_t easy = 0, hits = 0, wrong = 0;
    CU_ASSERT_EQUAL_FATAL(workload_make(family_named("random"), PAIRS, &load), FAMILY_FILLED);
    for (size_t i = 0; i < load.count; i++) {
        const specimen *each = &load.specimens[i];
        const graze_prepared *prepared = &load.prepared[2 * i];
        const planner_move *move = &load.moves[2 * i];
        graze_interval when;
        bool truth = truth_of(each);
        if (!is_easy(each))
            continue;
        easy++;
        hits += truth;
        wrong += plain_on_prepared(prepared, prepared + 1) != truth;
        wrong += plain_at_nearest(prepared, prepared + 1) != truth;
        wrong += plain_on_motions(each) != truth;
        wrong += plain_finds(each, &when) != truth;
        wrong += planner_check(move, move + 1) != truth;
        wrong += velocity_obstacle_conflict(each) != truth;
    }
    workload_free(&load);
    CU_ASSERT(easy > PAIRS * 9 / 10);
    CU_ASSERT(hits > PAIRS / 200);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void boxes_of_whole_moves_miss_nothing_and_samples_invent_nothing(void)
{
    workload load;
    size_t invented = 0, missed = 0;
    CU_ASSERT_EQUAL_FATAL(workload_make(family_named("grid-1"), PAIRS, &load), FAMILY_FILLED);
    for (size_t i = 0; i < load.count; i++) {
        const specimen *each = &load.specimens[i];
        bool truth = truth_of(each), boxes = reserved_boxes_conflict(each);
        bool samples = is_easy(each) ? samples_conflict(each, 64) : truth;
        CU_ASSERT_TRUE(boxes || !truth);
        CU_ASSERT_TRUE(truth || !samples);
        invented += boxes && !truth;
        missed += truth && is_easy(each) && !samples_conflict(each, 2);
    }
    workload_free(&load);
    CU_ASSERT_TRUE(invented > PAIRS / 100);
    CU_ASSERT_TRUE(missed > PAIRS / 100);
}

static void plain_intervals_are_close_to_the_true_ones(void)
{
    workload load;
    size_t compared = 0, far = 0;
    CU_ASSERT_EQUAL_FATAL(workload_make(family_named("grid-1-waypoint"), PAIRS, &load),
                          FAMILY_FILLED);
    for (size_t i = 0; i < load.count; i++) {
        const specimen *each = &load.specimens[i];
        graze_interval truth, when;
        size_t count = 0;
        CU_ASSERT_EQUAL_FATAL(graze_conflict_intervals(&each->body_a, &each->a, &each->body_b,
                                                       &each->b, 0, &truth, 1, &count),
                              GRAZE_OK);
        if (count == 0 || !is_easy(each) || !plain_finds(each, &when))
            continue;
        compared++;
        far += fabs(truth.lower - when.lower) > 1e-9 || fabs(truth.upper - when.upper) > 1e-9;
    }
    workload_free(&load);
    CU_ASSERT(compared > PAIRS / 10);
    CU_ASSERT_EQUAL(far, 0);
}

/* ---- one of each kind of answer, by hand ---------------------------------------------- */

/* B passes A, which waits at the origin, along y = height from x = -4 at speed 1. */
static specimen passing(double height, double duration)
{
    specimen made = {.body_a = {0.5}, .body_b = {0.5}};
    const graze_vector still = {0, 0, 0};
    graze_motion_kinematic(still, still, still, 0, 8, &made.a);
    graze_motion_kinematic((graze_vector){-4, height, 0}, (graze_vector){1, 0, 0}, still, 0,
                           duration, &made.b);
    return made;
}

static unsigned votes(const specimen *each)
{
    graze_prepared a, b;
    graze_interval when;
    CU_ASSERT_EQUAL_FATAL(graze_motion_prepare(&each->body_a, &each->a, &a), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_motion_prepare(&each->body_b, &each->b, &b), GRAZE_OK);
    planner_move one = planner_move_of(&each->body_a, &each->a);
    planner_move other = planner_move_of(&each->body_b, &each->b);
    return (unsigned)plain_on_prepared(&a, &b) + plain_at_nearest(&a, &b) + plain_on_motions(each) +
           plain_finds(each, &when) + planner_check(&one, &other);
}

static void opponents_see_a_pass_a_miss_and_a_life_that_ends_too_early(void)
{
    specimen hit = passing(0.5, 8), miss = passing(1.5, 8), early = passing(0.5, 2);
    specimen inside = passing(0.5, 4);
    CU_ASSERT_EQUAL(votes(&hit), 5);
    CU_ASSERT_EQUAL(votes(&miss), 0);
    CU_ASSERT_EQUAL(votes(&early), 0);
    CU_ASSERT_EQUAL(votes(&inside), 5);
}

static void opponents_see_discs_that_stand_on_each_other(void)
{
    specimen standing = passing(0.5, 8);
    standing.b.position = (graze_vector){0.25, 0, 0};
    standing.b.velocity = (graze_vector){0, 0, 0};
    CU_ASSERT_EQUAL(votes(&standing), 5);
    standing.b.position.x = 1.25;
    CU_ASSERT_EQUAL(votes(&standing), 0);
}

static void lives_that_do_not_meet_are_no_conflict_to_anyone(void)
{
    specimen later = passing(0, 8);
    later.b.start = 8;
    later.b.position.x = 0;
    CU_ASSERT_EQUAL(votes(&later), 0);
    later.b.start = 9;
    CU_ASSERT_EQUAL(votes(&later), 0);
}

static void the_planner_lets_pass_what_overlaps_by_less_than_its_epsilon(void)
{
    specimen grazing = passing(1 - 1e-10, 8);
    planner_move one = planner_move_of(&grazing.body_a, &grazing.a);
    planner_move other = planner_move_of(&grazing.body_b, &grazing.b);
    CU_ASSERT_TRUE(truth_of(&grazing));
    CU_ASSERT_FALSE(planner_check(&one, &other));
    CU_ASSERT_TRUE(plain_on_motions(&grazing));

    grazing.b.velocity.x = 0;
    grazing.b.position = (graze_vector){1 - 1e-10, 0, 0};
    other = planner_move_of(&grazing.body_b, &grazing.b);
    CU_ASSERT_TRUE(truth_of(&grazing));
    CU_ASSERT_FALSE(planner_check(&one, &other));
}

CU_TestInfo opponents_tests[] = {
    SUPPORT_TEST(every_opponent_agrees_with_graze_on_easy_pairs),
    SUPPORT_TEST(boxes_of_whole_moves_miss_nothing_and_samples_invent_nothing),
    SUPPORT_TEST(plain_intervals_are_close_to_the_true_ones),
    SUPPORT_TEST(opponents_see_a_pass_a_miss_and_a_life_that_ends_too_early),
    SUPPORT_TEST(opponents_see_discs_that_stand_on_each_other),
    SUPPORT_TEST(lives_that_do_not_meet_are_no_conflict_to_anyone),
    SUPPORT_TEST(the_planner_lets_pass_what_overlaps_by_less_than_its_epsilon),
    CU_TEST_INFO_NULL,
};
