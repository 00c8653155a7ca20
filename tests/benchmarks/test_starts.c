/* SPDX-License-Identifier: MIT */
/* The opponents for unsafe starts and for acceleration are right where they can be,
 * and wrong where the method is. */
#include <math.h>

#include "benchmarks/methods.h"
#include "benchmarks/opponents.h"
#include "benchmarks/plain_quartic.h"
#include "benchmarks/textbook.h"
#include "support/run.h"

enum { PAIRS = 8192 };

static specimen pairs[PAIRS];

static specimen crossing(double life_a, double life_b)
{
    const graze_vector still = {0, 0, 0};
    specimen made = {.body_a = {0.5}, .body_b = {0.5}};
    graze_motion_kinematic(still, (graze_vector){1, 0, 0}, still, 0, life_a, &made.a);
    graze_motion_kinematic((graze_vector){2, -2, 0}, (graze_vector){0, 1, 0}, still, 0, life_b,
                           &made.b);
    return made;
}

/* ---- Algorithm 1 ------------------------------------------------------------------------ */

static void the_textbook_is_right_when_no_life_cuts_the_ellipse(void)
{
    specimen question = crossing(10, 10);
    graze_interval starts;
    CU_ASSERT_TRUE_FATAL(textbook_unsafe_starts(&question, &starts));
    CU_ASSERT_DOUBLE_EQUAL(starts.lower, -sqrt(2), 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(starts.upper, sqrt(2), 1e-12);
}

/* Two known faults of its principle: the window does not move with the delay. */
static void the_textbook_keeps_its_window_while_the_delay_moves(void)
{
    specimen early = crossing(2.2, 10), late = crossing(2.5, 2);
    graze_interval starts;
    CU_ASSERT_TRUE_FATAL(textbook_unsafe_starts(&early, &starts));
    CU_ASSERT_DOUBLE_EQUAL(starts.upper, 1.1798, 1e-4); /* truly sqrt(2) */
    CU_ASSERT_TRUE_FATAL(textbook_unsafe_starts(&late, &starts));
    CU_ASSERT_DOUBLE_EQUAL(starts.lower, -1.41421, 1e-4); /* truly -1.36603 */
    CU_ASSERT_DOUBLE_EQUAL(starts.upper, 1, 1e-9);
}

static void right_geometry_knows_what_the_textbook_does_not(void)
{
    specimen early = crossing(2.2, 10), late = crossing(2.5, 2);
    graze_interval starts;
    CU_ASSERT_TRUE_FATAL(rectangle_unsafe_starts(&early, &starts));
    CU_ASSERT_DOUBLE_EQUAL(starts.lower, -1.17980, 1e-5);
    CU_ASSERT_DOUBLE_EQUAL(starts.upper, sqrt(2), 1e-12);
    CU_ASSERT_TRUE_FATAL(rectangle_unsafe_starts(&late, &starts));
    CU_ASSERT_DOUBLE_EQUAL(starts.lower, -1.36603, 1e-5);
    CU_ASSERT_DOUBLE_EQUAL(starts.upper, 1, 1e-12);
}

static void the_textbook_counts_delays_from_the_agents_own_start(void)
{
    specimen question = crossing(10, 10);
    question.a.start = 1;
    graze_interval starts;
    CU_ASSERT_TRUE_FATAL(textbook_unsafe_starts(&question, &starts));
    CU_ASSERT_DOUBLE_EQUAL(starts.lower, -sqrt(2), 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(starts.upper, sqrt(2), 1e-12);
}

static void a_waiting_agent_has_no_delay_in_the_textbook(void)
{
    specimen question = crossing(10, 10);
    CU_ASSERT_TRUE(textbook_answers(&question));
    question.a.velocity = (graze_vector){0, 0, 0};
    CU_ASSERT_FALSE(textbook_answers(&question));
}

/* ---- easy pairs ---------------------------------------------------------------------------- */

static void right_geometry_and_bisection_come_close_to_the_true_starts(void)
{
    size_t found = 0, bisected = 0, far = 0;
    CU_ASSERT_EQUAL_FATAL(family_fill(family_named("random"), PAIRS, pairs), FAMILY_FILLED);
    for (size_t i = 0; i < PAIRS; i++) {
        graze_interval truth[METHOD_INTERVALS], said;
        size_t count = graze_says_starts(&pairs[i], truth);
        bool claimed = rectangle_unsafe_starts(&pairs[i], &said);
        if (count == 0 || truth[0].upper - truth[0].lower < 1e-3) {
            far += count == 0 && claimed;
            continue;
        }
        found++;
        far += !claimed || fabs(said.lower - truth[0].lower) > 1e-9 ||
               fabs(said.upper - truth[0].upper) > 1e-9;
        planner_move a = planner_move_of(&pairs[i].body_a, &pairs[i].a);
        planner_move b = planner_move_of(&pairs[i].body_b, &pairs[i].b);
        if (!planner_unsafe_end(&a, &b, &said.upper))
            continue;
        bisected++;
        far += fabs(said.upper - truth[0].upper) > 1e-5;
    }
    CU_ASSERT(found > PAIRS / 20);
    CU_ASSERT(bisected > PAIRS / 200);
    CU_ASSERT_EQUAL(far, 0);
}

static void a_bisection_against_an_endless_life_does_not_end_in_it(void)
{
    specimen question = crossing(10, 10);
    planner_move a = planner_move_of(&question.body_a, &question.a);
    planner_move b = planner_move_of(&question.body_b, &question.b);
    double end = 0;
    b.to_x = b.from_x = 2;
    b.to_y = b.from_y = 0;
    b.end = INFINITY;
    planner_unsafe_end(&a, &b, &end);
    CU_ASSERT(end == 0 || end == INFINITY);
}

/* ---- quartics -------------------------------------------------------------------------------- */

static void every_root_finder_finds_four_two_and_no_roots(void)
{
    static const struct {
        double coefficient[5];
        int count;
    } cases[] = {
        {{24, -50, 35, -10, 1}, 4}, {{36, 0, -13, 0, 1}, 4}, {{-48, 4, 8, -1, 1}, 2},
        {{5, 0, 0, 0, 1}, 0},       {{-2, 1, 1, 0, 0}, 2},
    };
    static const root_finder finders[] = {ferrari_roots, durand_kerner_roots};
    for (size_t f = 0; f < sizeof finders / sizeof *finders; f++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            double roots[4] = {0};
            plain_quartic of = {.begin = 0, .length = 1};
            for (int k = 0; k < 5; k++)
                of.coefficient[k] = cases[i].coefficient[k];
            int count = finders[f](of.coefficient, roots);
            CU_ASSERT_EQUAL(count, cases[i].count);
            for (int k = 0; k < count; k++)
                CU_ASSERT(fabs(plain_quartic_at(&of, roots[k])) < 1e-9);
        }
}

static void both_quartics_agree_with_graze_on_accelerated_pairs_without_structure(void)
{
    static const char *const names[] = {"accelerated", "twice"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t hits = 0, wrong = 0, far = 0;
        CU_ASSERT_EQUAL_FATAL(family_fill(family_named(names[k]), PAIRS / 4, pairs),
                              FAMILY_FILLED);
        for (size_t i = 0; i < PAIRS / 4; i++) {
            graze_interval truth[METHOD_INTERVALS], said[METHOD_INTERVALS];
            size_t count = graze_says_conflicts(&pairs[i], truth);
            hits += count > 0;
            wrong += plain_quartic_conflict(&pairs[i], ferrari_roots) != (count > 0);
            wrong += plain_quartic_conflict(&pairs[i], durand_kerner_roots) != (count > 0);
            if (count == 0 || (size_t)textbook_intervals(&pairs[i], said) != count)
                continue;
            for (size_t n = 0; n < count; n++)
                far += fabs(said[n].lower - truth[n].lower) > 1e-6 ||
                       fabs(said[n].upper - truth[n].upper) > 1e-6;
        }
        CU_ASSERT(hits > PAIRS / 400);
        CU_ASSERT_EQUAL(wrong, 0);
        CU_ASSERT_EQUAL(far, 0);
    }
}

static void pairs_made_to_enter_twice_mostly_do(void)
{
    size_t twice = 0;
    CU_ASSERT_EQUAL_FATAL(family_fill(family_named("twice"), PAIRS / 8, pairs), FAMILY_FILLED);
    for (size_t i = 0; i < PAIRS / 8; i++) {
        graze_interval when[METHOD_INTERVALS];
        twice += graze_says_conflicts(&pairs[i], when) == 2;
    }
    CU_ASSERT(twice > PAIRS / 8 * 9 / 10);
}

CU_TestInfo starts_tests[] = {
    SUPPORT_TEST(the_textbook_is_right_when_no_life_cuts_the_ellipse),
    SUPPORT_TEST(the_textbook_keeps_its_window_while_the_delay_moves),
    SUPPORT_TEST(right_geometry_knows_what_the_textbook_does_not),
    SUPPORT_TEST(the_textbook_counts_delays_from_the_agents_own_start),
    SUPPORT_TEST(a_waiting_agent_has_no_delay_in_the_textbook),
    SUPPORT_TEST(right_geometry_and_bisection_come_close_to_the_true_starts),
    SUPPORT_TEST(a_bisection_against_an_endless_life_does_not_end_in_it),
    SUPPORT_TEST(every_root_finder_finds_four_two_and_no_roots),
    SUPPORT_TEST(both_quartics_agree_with_graze_on_accelerated_pairs_without_structure),
    SUPPORT_TEST(pairs_made_to_enter_twice_mostly_do),
    CU_TEST_INFO_NULL,
};
