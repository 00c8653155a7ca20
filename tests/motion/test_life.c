/* SPDX-License-Identifier: MIT */
#include "motion/life.h"

#include <float.h>
#include <math.h>

#include "motion/exact.h"
#include "support/run.h"

static graze_motion living(double start, double duration)
{
    return (graze_motion){.form = GRAZE_KINEMATIC, .start = start, .duration = duration};
}

static graze_motion wait_between(double start, double end)
{
    graze_motion motion;
    const graze_vector origin = {0, 0, 0};
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(origin, origin, start, end, &motion), GRAZE_OK);
    return motion;
}

static graze_motion parked(double start, double duration)
{
    graze_motion motion = living(start, duration);
    motion.form = GRAZE_PARKED;
    return motion;
}

static void an_end_is_a_real_sum_that_the_rounded_one_may_miss(void)
{
    /* 0.1 + 0.2 as doubles is less than the double it rounds to. */
    graze_motion sum = living(0.1, 0.2), rounded = wait_between(0, 0.1 + 0.2);
    CU_ASSERT_EQUAL(motion_compare_end(&sum, &rounded), -1);
    CU_ASSERT_EQUAL(motion_compare_end(&rounded, &sum), 1);
    graze_motion next = living(0.1 + 0.2, 1);
    CU_ASSERT_EQUAL(motion_compare_end_start(&sum, &next), -1);
    CU_ASSERT_EQUAL(motion_compare_end_start(&rounded, &next), 0);
}

static void waypoint_motions_to_one_end_end_together_wherever_they_start(void)
{
    graze_motion early = wait_between(0.1, 77.7), late = wait_between(1e-300, 77.7);
    CU_ASSERT_EQUAL(motion_compare_end(&early, &late), 0);
    CU_ASSERT_EQUAL(motion_compare_start(&early, &late), 1);
}

static void endless_lives_end_together_after_all_others(void)
{
    graze_motion endless = living(5, HUGE_VAL), still = parked(7, 2), last = living(5, DBL_MAX);
    CU_ASSERT_EQUAL(motion_compare_end(&endless, &still), 0);
    CU_ASSERT_EQUAL(motion_compare_end(&still, &last), 1);
    CU_ASSERT_EQUAL(motion_compare_end(&last, &endless), -1);
    CU_ASSERT_EQUAL(motion_compare_end_start(&endless, &still), 1);
    CU_ASSERT_TRUE(motion_is_endless(&endless) && motion_is_endless(&still));
    CU_ASSERT_FALSE(motion_is_endless(&last));
}

static void a_parked_life_starts_where_its_numbers_end(void)
{
    graze_motion still = parked(7, 2), after = living(9, 1), moving = living(7, 2);
    CU_ASSERT_EQUAL(motion_compare_start(&still, &after), 0);
    CU_ASSERT_EQUAL(motion_compare_start(&moving, &still), -1);
    CU_ASSERT_EQUAL(motion_compare_end_start(&moving, &still), 0);
}

static void only_a_duration_of_exactly_nothing_is_an_empty_life(void)
{
    graze_motion motion = living(1, 0);
    CU_ASSERT_TRUE(motion_is_empty(&motion));
    motion.duration = 1;
    motion.duration_tail = -1;
    CU_ASSERT_TRUE(motion_is_empty(&motion));
    motion.duration_tail = -1 + DBL_EPSILON / 2;
    CU_ASSERT_FALSE(motion_is_empty(&motion));
    motion = parked(1, 0);
    CU_ASSERT_FALSE(motion_is_empty(&motion));
}

static void ends_beyond_the_largest_double_are_compared(void)
{
    graze_motion far = living(DBL_MAX, DBL_MAX), farther = far, near = living(0, DBL_MAX);
    farther.duration_tail = 0x1p-1074;
    CU_ASSERT_EQUAL(motion_compare_end(&far, &farther), -1);
    CU_ASSERT_EQUAL(motion_compare_end(&far, &far), 0);
    CU_ASSERT_EQUAL(motion_compare_end(&far, &near), 1);
    CU_ASSERT_EQUAL(motion_compare_end_start(&near, &far), 0);
}

/* Four doubles that meet in one binade or are scattered over the whole range;
 * with tails of any size. */
static graze_motion random_life(uint64_t *state)
{
    const int highest[] = {-40, 971, -1060, 971}, lowest[] = {-60, 968, -1074, -1074};
    unsigned range = random_below(state, 4);
    graze_motion motion = living(random_double(state, lowest[range], highest[range]),
                                 random_double(state, lowest[range], highest[range]));
    if (random_below(state, 2))
        motion.start_tail = ldexp(random_double(state, lowest[range], highest[range]), -53);
    if (random_below(state, 2))
        motion.duration_tail = ldexp(random_double(state, lowest[range], highest[range]), -53);
    if (random_below(state, 4) == 0)
        motion.form = GRAZE_PARKED;
    return motion;
}

/* Another motion whose ends are the same or differ in the last place only. */
static graze_motion similar(uint64_t *state, const graze_motion *motion)
{
    graze_motion other = *motion;
    if (random_below(state, 2)) { /* the same real end from other terms */
        other.start = motion->duration;
        other.duration = motion->start;
    }
    double *const parts[] = {&other.start, &other.start_tail, &other.duration,
                             &other.duration_tail};
    double *part = parts[random_below(state, 4)];
    if (random_below(state, 2))
        *part = fmax(-DBL_MAX, fmin(DBL_MAX, nextafter(*part, random_double(state, 0, 9))));
    return other;
}

static int sign_of(int value)
{
    return (value > 0) - (value < 0);
}

static void assert_order(const graze_motion *a, const graze_motion *b)
{
    mpq_t start_a, start_b, end_a, end_b;
    mpq_inits(start_a, start_b, end_a, end_b, NULL);
    exact_start(start_a, a);
    exact_start(start_b, b);
    exact_end(end_a, a);
    exact_end(end_b, b);
    CU_ASSERT_EQUAL(motion_compare_start(a, b), sign_of(mpq_cmp(start_a, start_b)));
    if (!motion_is_endless(a))
        CU_ASSERT_EQUAL(motion_compare_end_start(a, b), sign_of(mpq_cmp(end_a, start_b)));
    if (!motion_is_endless(a) && !motion_is_endless(b))
        CU_ASSERT_EQUAL(motion_compare_end(a, b), sign_of(mpq_cmp(end_a, end_b)));
    mpq_clears(start_a, start_b, end_a, end_b, NULL);
}

static void random_ends_are_ordered_as_their_rational_sums(void)
{
    uint64_t state = 4;
    for (size_t i = 0; i < support_rounds(30000, 300000, 10000000); i++) {
        graze_motion a = random_life(&state);
        graze_motion b = random_below(&state, 4) ? similar(&state, &a) : random_life(&state);
        assert_order(&a, &b);
    }
}

CU_TestInfo life_tests[] = {
    SUPPORT_TEST(an_end_is_a_real_sum_that_the_rounded_one_may_miss),
    SUPPORT_TEST(waypoint_motions_to_one_end_end_together_wherever_they_start),
    SUPPORT_TEST(endless_lives_end_together_after_all_others),
    SUPPORT_TEST(a_parked_life_starts_where_its_numbers_end),
    SUPPORT_TEST(only_a_duration_of_exactly_nothing_is_an_empty_life),
    SUPPORT_TEST(ends_beyond_the_largest_double_are_compared),
    SUPPORT_TEST(random_ends_are_ordered_as_their_rational_sums),
    CU_TEST_INFO_NULL,
};
