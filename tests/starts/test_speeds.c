/* SPDX-License-Identifier: MIT */
/* Unsafe speeds of accelerated motions.
 *
 * By hand: speeds at which two touch all the way, twice, or at the start, whatever the speed.
 * Then the oracle, which decides single factors exactly by driving the motion so fast: every
 * reported end and its neighbours, factors at which lives begin or cease to meet, those of
 * valleys, and factors of all sizes. A double is unsafe iff a reported interval holds it. */
#include <CUnit/CUnit.h>
#include <graze.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel/seed.h"
#include "oracle/body_pairs.h"
#include "oracle/body_starts.h"
#include "oracle/generate.h"
#include "oracle/starts.h"
#include "starts/body_starts.h"
#include "starts/samples.h"
#include "support/run.h"

enum { SHOWN = 3 };

/* ---- by hand ------------------------------------------------------------------------- */

static const double THIRD_DOWN = 0x1.5555555555555p-2, THIRD_UP = 0x1.5555555555556p-2;

static graze_motion bend(double x, double y, double vx, double vy, double ax, double ay,
                         double duration)
{
    return (graze_motion){.form = GRAZE_KINEMATIC,
                          .position = {x, y, 0},
                          .velocity = {vx, vy, 0},
                          .acceleration = {ax, ay, 0},
                          .duration = duration};
}

static void expect(const oracle_pair *p, const graze_interval *wanted, size_t count)
{
    unsafe_answer found;
    CU_ASSERT(kernel_unsafe_speeds(p, &found));
    CU_ASSERT_EQUAL(found.count, count);
    bool alike = found.count == count;
    for (size_t i = 0; i < count && alike; i++)
        alike = found.intervals[i].lower == wanted[i].lower &&
                found.intervals[i].upper == wanted[i].upper;
    if (!alike)
        print_unsafe(stdout, "\nkernel", &found);
    CU_ASSERT(alike);
}

static oracle_pair discs(double reach, graze_motion a, graze_motion b)
{
    return (oracle_pair){
        .body_a = {.radius = reach / 2}, .body_b = {.radius = reach / 2}, .a = a, .b = b};
}

/* The two of test_pinch.c, the first one three times as fast as there: only at a third of that
 * is the first one's place safe, at two contacts that react oppositely. */
static void a_single_speed_that_no_double_holds_is_safe(void)
{
    const oracle_pair p = discs(1, bend(0, 16, 0, -24, 0, 18, 2.5), bend(-4, 1.25, 1, 0, 0, 0, 8));
    unsafe_answer found;
    CU_ASSERT(kernel_unsafe_speeds(&p, &found));
    CU_ASSERT_EQUAL_FATAL(found.count, 2);
    CU_ASSERT_EQUAL(found.intervals[0].upper, THIRD_UP);
    CU_ASSERT_EQUAL(found.intervals[1].lower, THIRD_DOWN);
}

/* The second jumps 1 above the first, which jumps alike when it is a third as fast: slower it is
 * run into on the way down, faster it runs into the other on the way up. */
static void sliding_along_each_other_is_safe_at_one_speed(void)
{
    static const graze_interval wanted[] = {{0, THIRD_UP}, {THIRD_DOWN, INFINITY}};
    static const struct {
        double half, radius, tolerance;
    } kinds[] = {{0, 1, 0}, {0.5, 0, 0}, {0.375, 0.25, 0}, {0.625, 0, 0.25}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const double half = kinds[i].half;
        const graze_point square[] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
        const oracle_pair p = {.body_a = {kinds[i].radius, square, half > 0 ? 4 : 0},
                               .body_b = {0, square, half > 0 ? 4 : 0},
                               .a = bend(0, 0, 0, -12, 0, 27, 1.5),
                               .b = bend(0, 1, 0, -4, 0, 3, 4),
                               .tolerance = kinds[i].tolerance};
        expect(&p, wanted, 2);
    }
}

/* The distance along the way is (k^2 - 1) t^2 - 3: for ever too large at k = 1. */
static void an_overlap_may_leave_for_ever(void)
{
    static const graze_interval wanted = {1, INFINITY};
    const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    oracle_pair p = discs(1, bend(0, 0, 0, 0, 2, 0, INFINITY), bend(3, 0, 0, 0, 2, 0, INFINITY));
    expect(&p, &wanted, 1);
    p.body_a = p.body_b = (graze_body){0, square, 4};
    expect(&p, &wanted, 1);
    p.body_a.radius = 0.25;
    expect(&p, &wanted, 1);
}

/* They touch when the first one starts, and neither has a speed then: the way from contact is
 * (k^2 - 4, k^2) t^2, which leads inwards below 2. */
static void two_that_start_in_contact_from_rest_are_told_by_their_accelerations(void)
{
    static const graze_interval wanted = {0, 2};
    const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    oracle_pair p = discs(1, bend(1, 0, 0, 0, 2, 2, INFINITY), bend(0, 0, 0, 0, 8, 0, INFINITY));
    expect(&p, &wanted, 1);
    p.a.duration = 4;
    expect(&p, &wanted, 1);
    p.b.duration = 3;
    expect(&p, &wanted, 1);
    p.body_a = p.body_b = (graze_body){0, square, 4};
    expect(&p, &wanted, 1);
}

/* Two squares begin corner to corner. The way from there is (-u + u^2, t - 2 u^2), u = k t: it
 * returns to the corner at k = 1/2 and passes inside of it above. */
static void two_that_start_corner_to_corner_may_return_to_it(void)
{
    static const graze_interval wanted = {0.5, INFINITY};
    const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    const oracle_pair p = {.body_a = {0, square, 4},
                           .body_b = {0, square, 4},
                           .a = bend(1, 1, -1, 0, 2, -4, 1.5),
                           .b = bend(0, 0, 0, -1, 0, 0, INFINITY)};
    expect(&p, &wanted, 1);
}

/* A ramp from rest over 8 m in 4 s passes a disc that stands at 4 m from 1 s to 2 s: it comes
 * near when u = k t has u^2 / 2 in (3, 5), so k in (sqrt(6) / 2, sqrt(10)), rounded outward. */
static void a_ramp_passes_before_or_after(void)
{
    oracle_pair p = discs(1, bend(0, 0, 0, 0, 0, 0, 1), bend(4, 0, 0, 0, 0, 0, 1));
    p.b.start = 1;
    CU_ASSERT_EQUAL(graze_motion_ramp((graze_vector){0, 0, 0}, (graze_vector){8, 0, 0}, 0, 4, 0,
                                      &p.a),
                    GRAZE_OK);
    unsafe_answer found;
    CU_ASSERT(kernel_unsafe_speeds(&p, &found));
    CU_ASSERT_EQUAL_FATAL(found.count, 1);
    const double lower = found.intervals[0].lower, upper = found.intervals[0].upper;
    CU_ASSERT(4 * lower * lower <= 6 && fabs(lower - sqrt(6) / 2) < 1e-15);
    CU_ASSERT(upper * upper >= 10 && fabs(upper - sqrt(10)) < 1e-15);
}

/* ---- against the oracle -------------------------------------------------------------- */

typedef bool (*decision)(const oracle_pair *p, double factor);

static bool is_in_order(const unsafe_answer *answer)
{
    for (size_t i = 0; i < answer->count; i++) {
        const graze_interval *at = &answer->intervals[i];
        if (!(at->lower >= 0 && at->lower < at->upper) ||
            (i > 0 && !(nextafter(at->lower, INFINITY) >= at[-1].upper)))
            return false;
    }
    return true;
}

static bool every_speed_agrees(const oracle_pair *p, decision is_unsafe, oracle_random *random,
                               size_t many, const unsafe_answer *kernel)
{
    static sample_list list;
    list.count = 0;
    sample_speeds(&list, p, kernel, random, many);
    for (size_t i = 0; i < list.count; i++) {
        double factor = list.start[i];
        if (!(factor > 0) || is_unsafe(p, factor) == unsafe_holds(kernel, factor))
            continue;
        printf("\n/* the speed %a is %s */\n", factor,
               unsafe_holds(kernel, factor) ? "safe" : "unsafe");
        return false;
    }
    return true;
}

static void decide_speeds(oracle_family family)
{
    const size_t pairs = support_rounds(100, 200, 1200);
    size_t wrong = 0, several = 0;
    for (size_t index = 0; index < pairs && wrong < SHOWN; index++) {
        oracle_pair p;
        oracle_random random;
        unsafe_answer kernel;
        random_begin(&random, test_seed() + 7, (uint64_t)family, index);
        oracle_generate(family, test_seed() + 7, index, &p);
        if (p.a.form == GRAZE_PARKED)
            continue;
        bool answered = kernel_unsafe_speeds(&p, &kernel) && is_in_order(&kernel);
        several += kernel.count > 1;
        if (answered && every_speed_agrees(&p, oracle_speed_is_unsafe, &random,
                                           index % 64 == 0 ? 500 : 8, &kernel))
            continue;
        oracle_print(stdout, &p);
        print_unsafe(stdout, answered ? "kernel" : "refused, or out of order", &kernel);
        printf("/* %s, seed %" PRIu64 ", index %zu */\n", oracle_family_name(family),
               test_seed() + 7, index);
        wrong++;
    }
    printf(" (%zu pairs, %zu with several intervals) ", pairs, several);
    CU_ASSERT_EQUAL(wrong, 0);
}

#define DECIDE_SPEEDS(family)                                                                      \
    static void every_speed_of_##family##_pairs_is_decided_right(void)                             \
    {                                                                                              \
        decide_speeds(FAMILY_##family);                                                            \
    }

DECIDE_SPEEDS(accelerated)
DECIDE_SPEEDS(accelerated_grid)
DECIDE_SPEEDS(accelerated_touch)
DECIDE_SPEEDS(accelerated_pinch)
DECIDE_SPEEDS(accelerated_straight)
DECIDE_SPEEDS(accelerated_changed)
DECIDE_SPEEDS(ramp)
DECIDE_SPEEDS(ramp_grid)
DECIDE_SPEEDS(ramp_touch)
DECIDE_SPEEDS(ramp_changed)

/* Of bodies with corners, every family in turn. */
static void every_speed_of_accelerated_bodies_is_decided_right(void)
{
    const size_t pairs = support_rounds(10, 20, 60);
    static oracle_bodies bodies;
    size_t wrong = 0, several = 0;
    for (oracle_body_family family = BODY_FAMILY_accelerated; family < BODY_FAMILY_COUNT; family++)
        for (size_t index = 0; index < pairs && wrong < SHOWN; index++) {
            oracle_random random;
            unsafe_answer kernel;
            random_begin(&random, test_seed() + 8, (uint64_t)family, index);
            oracle_generate_bodies(family, test_seed() + 8, index, &bodies);
            if (bodies.pair.a.form == GRAZE_PARKED)
                continue;
            bool answered = kernel_unsafe_speeds(&bodies.pair, &kernel) && is_in_order(&kernel);
            several += kernel.count > 1;
            if (answered && every_speed_agrees(&bodies.pair, oracle_body_speed_is_unsafe, &random,
                                               8, &kernel))
                continue;
            oracle_print_bodies(stdout, &bodies);
            print_unsafe(stdout, answered ? "kernel" : "refused, or out of order", &kernel);
            printf("/* %s, seed %" PRIu64 ", index %zu */\n", oracle_body_family_name(family),
                   test_seed() + 8, index);
            wrong++;
        }
    printf(" (%zu with several intervals) ", several);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* ---- algebraic factors --------------------------------------------------------------- */

/* Whether both certainly live at once when a is driven so fast. */
static bool lives_meet(const oracle_pair *p, double factor)
{
    double lead = p->a.start + p->a.start_tail - p->b.start - p->b.start_tail;
    double for_a = p->a.duration + p->a.duration_tail, for_b = p->b.duration + p->b.duration_tail;
    double begin = fmax(0, -lead), end = fmin(for_a / factor, for_b - lead);
    return p->b.form != GRAZE_PARKED && begin < end - 1e-6 * (fabs(end) + fabs(lead));
}

/* Puts a square root, between two neighbouring doubles, to the kernel's exact decision. */
static bool decide_at_root(const oracle_pair *p, double square, double *low, double *high,
                           bool *is_unsafe)
{
    static mp_limb_t limbs[1 << 20];
    dyadic_arena arena = dyadic_arena_on(limbs, sizeof limbs / sizeof *limbs);
    const dyadic coefficient[3] = {dyadic_from(&arena, -square), dyadic_zero(),
                                   dyadic_from(&arena, 1)};
    const polynomial p2 = polynomial_from(coefficient, 3);
    body_problem problem;
    pair question;
    root roots[2];
    if (pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question) != GRAZE_OK ||
        root_isolate(&arena, &p2, root_range_all(), roots) != 2)
        return false;
    *low = root_to_double(&arena, &roots[1], DYADIC_DOWN);
    *high = root_to_double(&arena, &roots[1], DYADIC_UP);
    body_problem_of(&arena, &question, PENCIL_SPEEDS, &problem);
    if (*low == *high || !lives_meet(p, *high) ||
        (problem.reaching <= 0 && problem.kind != POLYGON_AREA))
        return false;
    *is_unsafe = body_pinch_is_unsafe(&arena, &problem, &roots[1]);
    CU_ASSERT_FALSE(arena.exhausted);
    return true;
}

/* True unless both neighbouring doubles say otherwise, as nearly always they would. */
static bool root_agrees(const oracle_pair *p, decision is_unsafe_at, size_t index, size_t *asked)
{
    double low, high;
    bool is_unsafe;
    if (p->a.form == GRAZE_PARKED ||
        !decide_at_root(p, ldexp((double)(2 + index % 7), (int)(index % 5) - 3), &low, &high,
                        &is_unsafe))
        return true;
    bool below = is_unsafe_at(p, low);
    bool told = below == is_unsafe_at(p, high);
    asked[is_unsafe] += told;
    return !told || is_unsafe == below;
}

static void a_square_root_of_a_factor_is_decided_as_its_neighbours_are(void)
{
    const size_t pairs = support_rounds(60, 120, 1200);
    static oracle_bodies bodies;
    size_t wrong = 0, asked[2] = {0, 0};
    for (size_t index = 0; index < pairs && wrong < SHOWN; index++) {
        oracle_pair disc;
        for (oracle_family family = FAMILY_accelerated; family < FAMILY_COUNT; family++) {
            oracle_generate(family, test_seed() + 9, index, &disc);
            if (!root_agrees(&disc, oracle_speed_is_unsafe, index, asked)) {
                printf("\n/* %s %zu */\n", oracle_family_name(family), index);
                oracle_print(stdout, &disc);
                wrong++;
            }
        }
        oracle_body_family family = (oracle_body_family)(
            BODY_FAMILY_accelerated + index % (BODY_FAMILY_COUNT - BODY_FAMILY_accelerated));
        oracle_generate_bodies(family, test_seed() + 9, index, &bodies);
        if (!root_agrees(&bodies.pair, oracle_body_speed_is_unsafe, index, asked)) {
            printf("\n/* %s %zu */\n", oracle_body_family_name(family), index);
            oracle_print_bodies(stdout, &bodies);
            wrong++;
        }
    }
    printf(" (%zu safe, %zu unsafe) ", asked[0], asked[1]);
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(asked[0] > 0 && asked[1] > 0);
}

CU_TestInfo speed_tests[] = {
    SUPPORT_TEST(a_single_speed_that_no_double_holds_is_safe),
    SUPPORT_TEST(sliding_along_each_other_is_safe_at_one_speed),
    SUPPORT_TEST(an_overlap_may_leave_for_ever),
    SUPPORT_TEST(two_that_start_in_contact_from_rest_are_told_by_their_accelerations),
    SUPPORT_TEST(two_that_start_corner_to_corner_may_return_to_it),
    SUPPORT_TEST(a_ramp_passes_before_or_after),
    SUPPORT_TEST(every_speed_of_accelerated_pairs_is_decided_right),
    SUPPORT_TEST(every_speed_of_accelerated_grid_pairs_is_decided_right),
    SUPPORT_TEST(every_speed_of_accelerated_touch_pairs_is_decided_right),
    SUPPORT_TEST(every_speed_of_accelerated_pinch_pairs_is_decided_right),
    SUPPORT_TEST(every_speed_of_accelerated_straight_pairs_is_decided_right),
    SUPPORT_TEST(every_speed_of_accelerated_changed_pairs_is_decided_right),
    SUPPORT_TEST(every_speed_of_ramp_pairs_is_decided_right),
    SUPPORT_TEST(every_speed_of_ramp_grid_pairs_is_decided_right),
    SUPPORT_TEST(every_speed_of_ramp_touch_pairs_is_decided_right),
    SUPPORT_TEST(every_speed_of_ramp_changed_pairs_is_decided_right),
    SUPPORT_TEST(every_speed_of_accelerated_bodies_is_decided_right),
    SUPPORT_TEST(a_square_root_of_a_factor_is_decided_as_its_neighbours_are),
    CU_TEST_INFO_NULL,
};
