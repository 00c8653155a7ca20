/* SPDX-License-Identifier: MIT */
/* Every filter against every step of both sequences. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cpu.h"
#include "broadphase/pair_boxes.h"
#include "broadphase/pair_cases.h"
#include "support/run.h"

static const graze_pair_filter filters[] = {GRAZE_FILTER_NONE, GRAZE_FILTER_BVH,
                                            GRAZE_FILTER_BVI,  GRAZE_FILTER_SI,
                                            GRAZE_FILTER_STA,  GRAZE_FILTER_PYRAMID};
enum { FILTERS = sizeof filters / sizeof *filters };

/* ---- brute force: boxes by their public face ------------------------------------------------ */

/* The sides are floats here, as the centre is at 0. */
static bool far_sides(double lower, double upper, float margin)
{
    return (float)lower - (float)upper > margin;
}

static bool near_boxes(const graze_box *a, const graze_box *b, float margin)
{
    for (int k = 0; k < 3; k++)
        if (far_sides(a->lower[k], b->upper[k], margin) ||
            far_sides(b->lower[k], a->upper[k], margin))
            return false;
    return true;
}

static bool is_candidate(const graze_boxes *a, const graze_boxes *b, float margin, int64_t step)
{
    graze_box box_a, box_b;
    return graze_boxes_at(a, step, &box_a) && graze_boxes_at(b, step, &box_b) &&
           near_boxes(&box_a, &box_b, margin);
}

static int64_t last_step(const graze_boxes *a, const graze_boxes *b)
{
    int64_t first;
    size_t count_a, count_b;
    graze_boxes_steps(a, &first, &count_a);
    int64_t end_a = first + (int64_t)count_a;
    graze_boxes_steps(b, &first, &count_b);
    int64_t end_b = first + (int64_t)count_b;
    return (end_a > end_b ? end_a : end_b) + 3;
}

static int64_t first_step(const graze_boxes *a, const graze_boxes *b)
{
    int64_t first_a, first_b;
    size_t count;
    graze_boxes_steps(a, &first_a, &count);
    graze_boxes_steps(b, &first_b, &count);
    return (first_a < first_b ? first_a : first_b) - 3;
}

/* Goes from candidate to candidate and compares with every step. */
static int agrees(const graze_boxes *a, const graze_boxes *b, graze_pair_filter filter,
                  cpu_instructions level, float margin)
{
    int64_t from = first_step(a, b), end = last_step(a, b);
    for (int64_t step = from; step < end; step++) {
        if (!is_candidate(a, b, margin, step))
            continue;
        int64_t found = -1;
        if (!pair_first_candidate(a, b, filter, level, margin, from, &found) || found != step)
            return 0;
        from = step + 1;
    }
    int64_t found;
    return !pair_first_candidate(a, b, filter, level, margin, from, &found) || found >= end;
}

static void assert_agreement(uint64_t seed_a, uint64_t seed_b, float margin)
{
    for (int i = 0; i < FILTERS; i++) {
        graze_boxes *a = pair_random_boxes(seed_a, filters[i]);
        graze_boxes *b = pair_random_boxes(seed_b, filters[i]);
        for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
            int agree = agrees(a, b, filters[i], (cpu_instructions)level, margin);
            CU_ASSERT_TRUE(agree);
            if (!agree)
                printf(" [%s at level %d, seeds %#llx %#llx, margin %g] ",
                       graze_pair_filter_name(filters[i]), level, (unsigned long long)seed_a,
                       (unsigned long long)seed_b, (double)margin);
        }
        graze_boxes_free(a);
        graze_boxes_free(b);
    }
}

static void every_filter_finds_the_candidates_of_every_step(void)
{
    static const float margins[] = {0, 0, 0, 0.25f, 1, 1e-40f, FLT_MAX};
    uint64_t state = 11;
    for (size_t i = 0; i < support_rounds(4000, 12500, 120000); i++) {
        uint64_t seed_a = pair_random(&state), seed_b = pair_random(&state);
        assert_agreement(seed_a, seed_b, margins[pair_random_below(&state, 7)]);
    }
}

/* ---- the sides of questions ------------------------------------------------------------------ */

static graze_boxes *boxes_of(int64_t first, int count, const pair_box *each,
                             graze_pair_filter filter)
{
    const graze_time_grid grid = {0, 1, {0, 0, 0}};
    graze_boxes *boxes = pair_boxes_new(NULL, &grid, filter);
    CU_ASSERT_PTR_NOT_NULL_FATAL(boxes);
    boxes->first = first;
    boxes->end = first + count;
    CU_ASSERT_EQUAL_FATAL(pair_boxes_make_room(boxes, false), GRAZE_OK);
    for (int i = 0; i < count; i++)
        pair_unite_into(pair_sides(boxes, first + i), &each[i]);
    CU_ASSERT_EQUAL_FATAL(pair_boxes_finish(boxes), GRAZE_OK);
    return boxes;
}

static void touching_boxes_pass_and_boxes_an_ulp_apart_do_not(void)
{
    const pair_box near_by[] = {{{0, 0, 0}, {1, 1, 1}}};
    const pair_box touching[] = {{{1, 1, 1}, {2, 2, 2}}};
    const pair_box apart[] = {{{1, 1 + FLT_EPSILON, 1}, {2, 2, 2}}};
    for (int i = 0; i < FILTERS; i++) {
        graze_boxes *a = boxes_of(7, 1, near_by, filters[i]);
        graze_boxes *b = boxes_of(7, 1, touching, filters[i]);
        graze_boxes *c = boxes_of(7, 1, apart, filters[i]);
        int64_t step = 0;
        bool found;
        CU_ASSERT_EQUAL(graze_boxes_first_candidate(a, b, filters[i], 0, 0, &found, &step),
                        GRAZE_OK);
        CU_ASSERT_TRUE(found && step == 7);
        CU_ASSERT_EQUAL(graze_boxes_first_candidate(a, c, filters[i], 0, 0, &found, &step),
                        GRAZE_OK);
        CU_ASSERT_FALSE(found);
        CU_ASSERT_EQUAL(
            graze_boxes_first_candidate(a, c, filters[i], FLT_EPSILON, 0, &found, &step), GRAZE_OK);
        CU_ASSERT_TRUE(found);
        graze_boxes_free(a);
        graze_boxes_free(b);
        graze_boxes_free(c);
    }
}

/* b rushes in by exactly its pace in every step, and meets only where a leap might end. */
static void a_leap_does_not_jump_over_the_box_that_it_just_reaches(void)
{
    enum { STEPS = 200 };
    pair_box still[STEPS], rushing[STEPS];
    for (int distance = 1; distance < STEPS; distance++) {
        for (int i = 0; i < STEPS; i++) {
            float at = (float)(i < distance ? distance - i : i - distance);
            still[i] = (pair_box){{-1, 0, 0}, {0, 1, 1}};
            rushing[i] = (pair_box){{at, 0, 0}, {at + 0.1f, 1, 1}};
        }
        graze_boxes *a = boxes_of(0, STEPS, still, GRAZE_FILTER_STA);
        graze_boxes *b = boxes_of(0, STEPS, rushing, GRAZE_FILTER_STA);
        int64_t step = -1;
        CU_ASSERT_TRUE(pair_first_candidate(a, b, GRAZE_FILTER_STA, CPU_PLAIN, 0, 0, &step));
        CU_ASSERT_EQUAL(step, distance);
        graze_boxes_free(a);
        graze_boxes_free(b);
    }
}

/* b keeps close for a while, where a leap passes nothing; then it goes away and comes back at
 * its pace, to meet only where the leap from its farthest place ends. */
static void leaps_that_begin_after_a_convoy_jump_over_nothing(void)
{
    enum { STEPS = 400, AWAY = 60 };
    pair_box still[STEPS], moving[STEPS];
    for (int together = 0; together < STEPS - 2 * AWAY; together += 3) {
        for (int i = 0; i < STEPS; i++) {
            int left = abs(together + AWAY - i);
            float at = i < together ? 0.5f : (float)(left < AWAY ? AWAY - left : left - AWAY);
            at = i < together + AWAY && at < 0.5f ? 0.5f : at;
            still[i] = (pair_box){{-1, 0, 0}, {0, 1, 1}};
            moving[i] = (pair_box){{at, 0, 0}, {at + 0.1f, 1, 1}};
        }
        graze_boxes *a = boxes_of(0, STEPS, still, GRAZE_FILTER_STA);
        graze_boxes *b = boxes_of(0, STEPS, moving, GRAZE_FILTER_STA);
        for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
            int64_t step = -1;
            CU_ASSERT_TRUE(pair_first_candidate(a, b, GRAZE_FILTER_STA, (cpu_instructions)level, 0,
                                                0, &step));
            CU_ASSERT_EQUAL(step, together + 2 * AWAY);
        }
        graze_boxes_free(a);
        graze_boxes_free(b);
    }
}

/* Both y sides stay infinite, whose difference is no number, while x begins to be: with its
 * move forgotten, STA leapt over the only step in which they meet. */
static void no_leap_forgets_that_a_side_becomes_infinite(void)
{
    const pair_box leaving[] = {{{0, FLT_MAX, 0}, {0, INFINITY, 0}},
                                {{0, FLT_MAX, 0}, {0, INFINITY, 0}},
                                {{0, FLT_MAX, 0}, {INFINITY, INFINITY, 0}}};
    const pair_box standing[] = {{{9, FLT_MAX, 0}, {9, FLT_MAX, 0}},
                                 {{9, FLT_MAX, 0}, {9, FLT_MAX, 0}},
                                 {{9, FLT_MAX, 0}, {9, FLT_MAX, 0}}};
    for (int i = 0; i < FILTERS; i++) {
        graze_boxes *a = boxes_of(0, 3, leaving, filters[i]);
        graze_boxes *b = boxes_of(0, 3, standing, filters[i]);
        for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++)
            CU_ASSERT_TRUE(agrees(a, b, filters[i], (cpu_instructions)level, 0));
        graze_boxes_free(a);
        graze_boxes_free(b);
    }
}

static void questions_that_make_no_sense_are_refused(void)
{
    const pair_box one[] = {{{0, 0, 0}, {1, 1, 1}}};
    graze_boxes *a = boxes_of(0, 1, one, GRAZE_FILTER_SI);
    graze_boxes *b = boxes_of(0, 1, one, GRAZE_FILTER_SI);
    bool found;
    int64_t step;
    graze_pair_filter si = GRAZE_FILTER_SI;
    CU_ASSERT_EQUAL(graze_boxes_first_candidate(NULL, b, si, 0, 0, &found, &step),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_boxes_first_candidate(a, b, si, 0, 0, NULL, &step), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_boxes_first_candidate(a, b, si, -1, 0, &found, &step),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT_EQUAL(graze_boxes_first_candidate(a, b, si, HUGE_VAL, 0, &found, &step),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_boxes_first_candidate(a, b, GRAZE_FILTER_PYRAMID, 0, 0, &found, &step),
                    GRAZE_ERROR_CHOICE);
    const graze_time_grid grid = b->grid;
    for (int number = 0; number < 5; number++) {
        double *const numbers[] = {&b->grid.origin, &b->grid.step, &b->grid.centre.x,
                                   &b->grid.centre.y, &b->grid.centre.z};
        *numbers[number] += 0.5;
        CU_ASSERT_EQUAL(graze_boxes_first_candidate(a, b, si, 0, 0, &found, &step),
                        GRAZE_ERROR_TIME_GRID);
        b->grid = grid;
    }
    graze_boxes *tree = boxes_of(0, 1, one, GRAZE_FILTER_BVH);
    CU_ASSERT_EQUAL(graze_boxes_first_candidate(tree, tree, GRAZE_FILTER_BVI, 0, 0, &found, &step),
                    GRAZE_OK);
    CU_ASSERT_TRUE(found);
    CU_ASSERT_EQUAL(graze_boxes_first_candidate(tree, tree, GRAZE_FILTER_STA, 0, 0, &found, &step),
                    GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(
        graze_boxes_first_candidate(a, a, (graze_pair_filter)6, 0, 0, &found, &step),
        GRAZE_ERROR_CHOICE);
    graze_boxes_free(tree);
    graze_boxes_free(a);
    graze_boxes_free(b);
    CU_ASSERT_STRING_EQUAL(graze_pair_filter_name(GRAZE_FILTER_PYRAMID), "pyramid");
    CU_ASSERT_STRING_EQUAL(graze_pair_filter_name((graze_pair_filter)6), "unknown");
}

static void a_body_that_stays_is_there_for_all_later_steps(void)
{
    const pair_box one[] = {{{0, 0, 0}, {1, 1, 1}}};
    graze_boxes *a = boxes_of(0, 1, one, GRAZE_FILTER_NONE);
    graze_boxes *b = boxes_of(1000, 1, one, GRAZE_FILTER_NONE);
    int64_t step = 0;
    CU_ASSERT_FALSE(pair_first_candidate(a, b, GRAZE_FILTER_NONE, CPU_PLAIN, 0, 0, &step));
    a->stays = true;
    a->stay = one[0];
    CU_ASSERT_EQUAL_FATAL(pair_boxes_finish(a), GRAZE_OK);
    CU_ASSERT_TRUE(pair_first_candidate(a, b, GRAZE_FILTER_NONE, CPU_PLAIN, 0, 0, &step));
    CU_ASSERT_EQUAL(step, 1000);
    CU_ASSERT_FALSE(pair_first_candidate(a, b, GRAZE_FILTER_NONE, CPU_PLAIN, 0, 1001, &step));
    b->stays = true;
    b->stay = one[0];
    CU_ASSERT_EQUAL_FATAL(pair_boxes_finish(b), GRAZE_OK);
    CU_ASSERT_TRUE(pair_first_candidate(a, b, GRAZE_FILTER_NONE, CPU_PLAIN, 0, 5000, &step));
    CU_ASSERT_EQUAL(step, 5000);
    graze_boxes_free(a);
    graze_boxes_free(b);
}

CU_TestInfo pair_filter_tests[] = {
    SUPPORT_TEST(every_filter_finds_the_candidates_of_every_step),
    SUPPORT_TEST(touching_boxes_pass_and_boxes_an_ulp_apart_do_not),
    SUPPORT_TEST(a_leap_does_not_jump_over_the_box_that_it_just_reaches),
    SUPPORT_TEST(leaps_that_begin_after_a_convoy_jump_over_nothing),
    SUPPORT_TEST(no_leap_forgets_that_a_side_becomes_infinite),
    SUPPORT_TEST(questions_that_make_no_sense_are_refused),
    SUPPORT_TEST(a_body_that_stays_is_there_for_all_later_steps),
    CU_TEST_INFO_NULL,
};
