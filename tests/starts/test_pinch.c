/* SPDX-License-Identifier: MIT */
/* A single safe start between two unsafe ones.
 *
 * A comes down a parabola, y = c (u - 4)^2, and goes up again; B passes below its
 * apex. With reach 1 the relative path
 *
 *      \           /        touches the circle from outside at two instants:
 *       \   ___   /         a later A leaves one contact and enters the other,
 *        \ /   \ /          an earlier A the other way round. Only the very start
 *         (  o  )           at which B is below the apex in time is safe.
 *          \___/
 *
 * Source of the construction: d(tau) = (w tau, y0 + k tau^2), z = w^2/k, |z| < 2,
 * y0 = -(z^2 + 4)/(4 z), here with z = 1: tangent twice to the unit circle. */
#include <CUnit/CUnit.h>
#include <graze.h>
#include <math.h>

#include "starts/body_starts.h"
#include "support/run.h"

typedef struct scene {
    graze_motion a, b;
    graze_body body_a, body_b;
    graze_interval starts[GRAZE_UNSAFE_STARTS_MAX];
    size_t count;
} scene;

static _Alignas(16) unsigned char memory[4 << 20];

static scene ask(double steepness, double speed, double radius_b)
{
    scene s = {.body_a = {.radius = 0.5}, .body_b = {.radius = radius_b}};
    const graze_vector none = {0, 0, 0};
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){0, 16 * steepness, 0},
                                           (graze_vector){0, -8 * steepness, 0},
                                           (graze_vector){0, 2 * steepness, 0}, 0, 8, &s.a),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){-4, 1.25, 0},
                                           (graze_vector){speed, 0, 0}, none, 0, 8, &s.b),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_unsafe_starts(&s.body_a, &s.a, &s.body_b, &s.b, 0, &workspace, s.starts,
                                        GRAZE_UNSAFE_STARTS_MAX, &s.count),
                    GRAZE_OK);
    return s;
}

static bool conflicts_from(scene *s, double start)
{
    bool exists = true;
    graze_motion moved;
    CU_ASSERT_EQUAL(graze_motion_restart(&s->a, start, &moved), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_conflict_exists(&s->body_a, &moved, &s->body_b, &s->b, 0, &exists),
                    GRAZE_OK);
    return exists;
}

static void a_single_double_start_is_safe(void)
{
    scene s = ask(1, 1, 0.5);
    CU_ASSERT_EQUAL_FATAL(s.count, 2);
    CU_ASSERT_EQUAL(s.starts[0].upper, 0);
    CU_ASSERT_EQUAL(s.starts[1].lower, 0);
    CU_ASSERT_FALSE(conflicts_from(&s, 0));
    CU_ASSERT(conflicts_from(&s, 0x1p-60));
    CU_ASSERT(conflicts_from(&s, -0x1p-60));
}

/* Three times as fast, B is below the apex at 4/3 s: the safe start is -8/3, which
 * no double holds. It is there all the same, as two intervals that share an end. */
static void a_single_start_that_no_double_holds_is_safe(void)
{
    scene s = ask(9, 3, 0.5);
    const double below = -0x1.5555555555556p+1, above = -0x1.5555555555555p+1;
    CU_ASSERT_EQUAL_FATAL(s.count, 2);
    CU_ASSERT_EQUAL(s.starts[0].upper, above);
    CU_ASSERT_EQUAL(s.starts[1].lower, below);
    CU_ASSERT(conflicts_from(&s, below));
    CU_ASSERT(conflicts_from(&s, above));
}

static void an_ulp_of_radius_more_closes_the_gap(void)
{
    scene s = ask(9, 3, 0x1.0000000000001p-1);
    CU_ASSERT_EQUAL(s.count, 1);
}

static void an_ulp_of_radius_less_keeps_it_open(void)
{
    scene s = ask(9, 3, 0x1.fffffffffffffp-2);
    CU_ASSERT_EQUAL(s.count, 2);
}

/* Discs whose centres lie beside the points that move. */
static void a_disc_off_its_centre_has_the_same_safe_start(void)
{
    const graze_point beside = {0.25, -2};
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    scene s = ask(1, 1, 0.5);
    s.body_a.vertices = &beside;
    s.body_a.vertex_count = 1;
    s.a.position.x -= beside.x;
    s.a.position.y -= beside.y;
    CU_ASSERT_EQUAL(graze_unsafe_starts(&s.body_a, &s.a, &s.body_b, &s.b, 0, &workspace, s.starts,
                                        GRAZE_UNSAFE_STARTS_MAX, &s.count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(s.count, 2);
    CU_ASSERT_EQUAL(s.starts[0].upper, 0);
    CU_ASSERT_EQUAL(s.starts[1].lower, 0);
}

/* B moves by the smallest double: the two instants of a start at which both are as near as the
 * reach lie a thousand halvings apart from being told from one. */
static void instants_that_a_thousand_halvings_part_are_told_apart(void)
{
    const graze_body body_a = {.radius = 0x1.fp-3}, body_b = {.radius = 0x1.74p-1};
    const graze_motion a = {.form = GRAZE_KINEMATIC, .position = {0, 12.5, 0},
                            .velocity = {-0.5, -5, 0}, .acceleration = {0, 1, 0},
                            .start = -15, .duration = 10};
    const graze_motion b = {.form = GRAZE_KINEMATIC, .position = {-2.5, 0x1.004p+1, 0},
                            .velocity = {-0x1p-1074, 0, 0}, .start = -11.5, .duration = 10};
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    graze_interval starts[GRAZE_UNSAFE_STARTS_MAX];
    size_t count = 0;
    CU_ASSERT_EQUAL(graze_unsafe_starts(&body_a, &a, &body_b, &b, 0, &workspace, starts,
                                        GRAZE_UNSAFE_STARTS_MAX, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, 1);
}

/* ---- an algebraic start ------------------------------------------------------------------ */

/* Whether a and b overlap when a starts sqrt(2) s after b; with how many limbs of memory, false:
 * they are not enough. */
static bool ask_root_of_two(const pair *question, size_t limb_count, bool *overlaps)
{
    static mp_limb_t limbs[1 << 18];
    dyadic_arena arena = dyadic_arena_on(limbs, limb_count);
    const dyadic coefficient[3] = {dyadic_from(&arena, -2), dyadic_zero(), dyadic_from(&arena, 1)};
    const polynomial square = polynomial_from(coefficient, 3);
    body_problem problem;
    root roots[2];
    if (root_isolate(&arena, &square, root_range_all(), roots) != 2)
        return false;
    body_problem_of(&arena, question, PENCIL_SHIFTS, &problem);
    if (arena.exhausted)
        return false;
    *overlaps = body_pinch_is_unsafe(&arena, &problem, &roots[1]);
    return !arena.exhausted;
}

static bool overlaps_from_root_of_two(const graze_motion *a, const graze_motion *b, double reach)
{
    const graze_body body_a = {.radius = reach / 2}, body_b = {.radius = reach / 2};
    bool overlaps = false;
    pair question;
    CU_ASSERT_EQUAL_FATAL(pair_of(&body_a, a, &body_b, b, 0, &question), GRAZE_OK);
    CU_ASSERT_TRUE(ask_root_of_two(&question, 1 << 18, &overlaps));
    return overlaps;
}

/* However little memory there is, it is told, or the answer is the right one. */
static void memory_for_an_algebraic_start_is_enough_or_told(void)
{
    static const graze_point wedge[] = {{0, 0}, {1, 0}, {0.5, 0.75}};
    const graze_body body_a = {0.125, wedge, 3}, body_b = {0.25, wedge, 3};
    graze_motion a, b;
    pair question;
    bool right = false, overlaps = false;
    size_t told = 0, enough = 0;
    const graze_vector none = {0, 0, 0};
    CU_ASSERT_EQUAL(graze_motion_kinematic(none, none, none, 0, 8, &a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){15.5, -3, 0}, (graze_vector){-8, 1, 0},
                                           (graze_vector){2, 0, 0}, 0, 8, &b),
                    GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(pair_of(&body_a, &a, &body_b, &b, 0, &question), GRAZE_OK);
    CU_ASSERT_TRUE_FATAL(ask_root_of_two(&question, 1 << 18, &right));
    for (size_t limbs = 64; limbs < 1 << 14; limbs += limbs / 64 + 16) {
        bool is_enough = ask_root_of_two(&question, limbs, &overlaps);
        CU_ASSERT_TRUE(!is_enough || overlaps == right);
        *(is_enough ? &enough : &told) += 1;
    }
    CU_ASSERT_TRUE(told > 10 && enough > 10);
}

/* B passes A at rest, from (t^2 - 1/2, 1 + t) as t goes from -4 to 4, or mirrored, or back again:
 * the square of its distance, t^4 +- 2 t + 5/4, has neither t^3 nor t^2. Sturm's sequence loses two
 * degrees at once, and before that it has a leading number of either sign. The least distance is
 * nearly 0.244; it does not depend on the start. */
static void a_sequence_that_loses_two_degrees_counts_all_roots(void)
{
    const double reaches[] = {0.125, 0.234375, 0.25, 0.5, 1, 4};
    const graze_vector none = {0, 0, 0};
    for (int side = -1; side <= 1; side += 2)
        for (int back = 0; back < 2; back++)
            for (size_t i = 0; i < sizeof reaches / sizeof *reaches; i++) {
                graze_motion a, b;
                const double from = back ? 5 : -3;
                CU_ASSERT_EQUAL(graze_motion_kinematic(none, none, none, 0, 8, &a), GRAZE_OK);
                CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){15.5, side * from, 0},
                                                       (graze_vector){-8, back ? -side : side, 0},
                                                       (graze_vector){2, 0, 0}, 0, 8, &b),
                                GRAZE_OK);
                CU_ASSERT_EQUAL(overlaps_from_root_of_two(&a, &b, reaches[i]), reaches[i] > 0.244);
            }
}

CU_TestInfo pinch_tests[] = {
    SUPPORT_TEST(a_single_double_start_is_safe),
    SUPPORT_TEST(a_single_start_that_no_double_holds_is_safe),
    SUPPORT_TEST(a_disc_off_its_centre_has_the_same_safe_start),
    SUPPORT_TEST(an_ulp_of_radius_more_closes_the_gap),
    SUPPORT_TEST(an_ulp_of_radius_less_keeps_it_open),
    SUPPORT_TEST(instants_that_a_thousand_halvings_part_are_told_apart),
    SUPPORT_TEST(memory_for_an_algebraic_start_is_enough_or_told),
    SUPPORT_TEST(a_sequence_that_loses_two_degrees_counts_all_roots),
    CU_TEST_INFO_NULL,
};
