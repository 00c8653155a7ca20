/* SPDX-License-Identifier: MIT */
#include "motion/walk.h"

#include <math.h>

#include "motion/exact.h"
#include "support/run.h"

enum { MOST = 12 };

typedef struct agent {
    graze_motion motions[MOST + 1];
    graze_trajectory trajectory;
} agent;

static void appear(agent *someone, size_t rows, const double *times, graze_at_end at_end)
{
    graze_vector places[MOST] = {{0, 0, 0}};
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_waypoints(rows, times, places, at_end,
                                                          someone->motions,
                                                          &someone->trajectory.count, NULL),
                          GRAZE_OK);
    someone->trajectory.motions = someone->motions;
}

static void assert_next(motion_walk *walk, size_t i, size_t j)
{
    size_t found_i = 99, found_j = 99;
    CU_ASSERT_TRUE(motion_walk_next(walk, &found_i, &found_j));
    CU_ASSERT_EQUAL(found_i, i);
    CU_ASSERT_EQUAL(found_j, j);
}

static void assert_over(motion_walk *walk)
{
    size_t i, j;
    CU_ASSERT_FALSE(motion_walk_next(walk, &i, &j));
    CU_ASSERT_FALSE(motion_walk_next(walk, &i, &j));
}

/*   a  0----1----2        0: 0-1, 1: 1-2, 2: 2-
 *   b    .5---------2     0: .5-2, 1: 2-      */
static void motions_meet_in_order_of_time(void)
{
    agent a, b;
    appear(&a, 3, (double[]){0, 1, 2}, GRAZE_STAY);
    appear(&b, 2, (double[]){0.5, 2}, GRAZE_STAY);
    motion_walk walk;
    motion_walk_begin(&walk, &a.trajectory, &b.trajectory);
    assert_next(&walk, 0, 0);
    assert_next(&walk, 1, 0);
    assert_next(&walk, 2, 1);
    assert_over(&walk);
}

static void lives_that_share_an_instant_do_not_meet(void)
{
    agent a, b;
    appear(&a, 2, (double[]){0, 0.3}, GRAZE_VANISH);
    appear(&b, 2, (double[]){0.3, 1}, GRAZE_VANISH);
    motion_walk walk;
    motion_walk_begin(&walk, &a.trajectory, &b.trajectory);
    assert_over(&walk);
}

static void an_agent_that_never_appears_meets_nobody(void)
{
    agent a, b;
    appear(&a, 1, (double[]){0}, GRAZE_VANISH);
    appear(&b, 1, (double[]){0}, GRAZE_STAY);
    CU_ASSERT_EQUAL(a.trajectory.count, 0);
    motion_walk walk;
    motion_walk_begin(&walk, &a.trajectory, &b.trajectory);
    assert_over(&walk);
    motion_walk_begin(&walk, &b.trajectory, &a.trajectory);
    assert_over(&walk);
}

static void agents_that_stay_meet_for_ever(void)
{
    agent a, b;
    appear(&a, 2, (double[]){0, 5}, GRAZE_STAY);
    appear(&b, 1, (double[]){7}, GRAZE_STAY);
    motion_walk walk;
    motion_walk_begin(&walk, &a.trajectory, &b.trajectory);
    assert_next(&walk, 1, 0);
    assert_over(&walk);
}

/* ---- against brute force ------------------------------------------------------------------ */

/* Instants that agents share now and then, one of them out of the way of the
 * others by an ulp. */
static double random_instant(uint64_t *state)
{
    double instant = random_below(state, 24) * 0.1;
    return random_below(state, 8) ? instant : nextafter(instant, 9);
}

static void sort(size_t count, double *times)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && times[j] < times[j - 1]; j--) {
            double other = times[j];
            times[j] = times[j - 1];
            times[j - 1] = other;
        }
}

/* Kinematic motions with their starts at these times, some without a life. */
static void appear_kinematic(agent *someone, size_t rows, const double *times, graze_at_end at_end)
{
    graze_motion declared[MOST];
    for (size_t i = 0; i < rows; i++)
        declared[i] = (graze_motion){.form = GRAZE_KINEMATIC,
                                     .velocity = {(double)(i + 1), 0, 0},
                                     .start = times[i],
                                     .duration = i + 1 < rows ? times[i + 1] - times[i] : 0.3};
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_motions(rows, declared, at_end, 1e9,
                                                        someone->motions,
                                                        &someone->trajectory.count, NULL),
                          GRAZE_OK);
    someone->trajectory.motions = someone->motions;
}

/* Leaves out a motion in the middle: gaps do no harm. */
static void cut_a_gap(agent *someone)
{
    if (someone->trajectory.count < 3)
        return;
    for (size_t i = 1; i + 1 < someone->trajectory.count; i++)
        someone->motions[i] = someone->motions[i + 1];
    someone->trajectory.count--;
}

/* Moves a trajectory in time by what is not a double. */
static void delay(agent *someone, double by)
{
    for (size_t i = 0; i < someone->trajectory.count; i++)
        CU_ASSERT_EQUAL_FATAL(graze_motion_delay(&someone->motions[i], by, &someone->motions[i]),
                              GRAZE_OK);
}

static void appear_at_random(uint64_t *state, agent *someone)
{
    double times[MOST];
    size_t rows = 1 + random_below(state, MOST);
    for (size_t i = 0; i < rows; i++)
        times[i] = random_instant(state);
    sort(rows, times);
    graze_at_end at_end = random_below(state, 2) ? GRAZE_STAY : GRAZE_VANISH;
    if (random_below(state, 2))
        appear(someone, rows, times, at_end);
    else
        appear_kinematic(someone, rows, times, at_end);
    if (random_below(state, 4) == 0)
        cut_a_gap(someone);
    if (random_below(state, 4) == 0)
        delay(someone, random_below(state, 2) ? 1e9 : 0x1p-60);
}

/* start_of_one < end_of_other, as rationals. */
static bool starts_before_end(const graze_motion *one, const graze_motion *other)
{
    if (other->form == GRAZE_PARKED || isinf(other->duration))
        return true;
    mpq_t start, end;
    mpq_inits(start, end, NULL);
    exact_start(start, one);
    exact_end(end, other);
    bool before = mpq_cmp(start, end) < 0;
    mpq_clears(start, end, NULL);
    return before;
}

static bool share_life(const graze_motion *a, const graze_motion *b)
{
    return starts_before_end(a, b) && starts_before_end(b, a) && starts_before_end(a, a) &&
           starts_before_end(b, b);
}

/* Pairs in ascending order of time are ascending in both indices. */
static size_t assert_walk_is_complete(const agent *a, const agent *b)
{
    motion_walk walk;
    size_t met = 0;
    motion_walk_begin(&walk, &a->trajectory, &b->trajectory);
    for (size_t i = 0; i < a->trajectory.count; i++)
        for (size_t j = 0; j < b->trajectory.count; j++)
            if (share_life(&a->motions[i], &b->motions[j])) {
                assert_next(&walk, i, j);
                met++;
            }
    assert_over(&walk);
    return met;
}

static void random_walks_meet_every_pair_and_no_other(void)
{
    uint64_t state = 5;
    size_t met = 0, rounds = support_rounds(2000, 20000, 500000);
    for (size_t i = 0; i < rounds; i++) {
        agent a, b;
        appear_at_random(&state, &a);
        appear_at_random(&state, &b);
        met += assert_walk_is_complete(&a, &b);
    }
    CU_ASSERT_TRUE(met > 2 * rounds);
}

CU_TestInfo walk_tests[] = {
    SUPPORT_TEST(motions_meet_in_order_of_time),
    SUPPORT_TEST(lives_that_share_an_instant_do_not_meet),
    SUPPORT_TEST(an_agent_that_never_appears_meets_nobody),
    SUPPORT_TEST(agents_that_stay_meet_for_ever),
    SUPPORT_TEST(random_walks_meet_every_pair_and_no_other),
    CU_TEST_INFO_NULL,
};
