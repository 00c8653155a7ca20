/* SPDX-License-Identifier: MIT */
/* Unsafe starts and speeds against the oracle.
 *
 * At constant velocity the oracle knows the interval and every bit is compared.
 * With acceleration it decides single starts, exactly: every reported end and
 * its neighbours, the places where an end could be missed or invented, and
 * starts all over the range. A double is unsafe iff a reported interval holds it. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "kernel/ask.h"
#include "kernel/seed.h"
#include "oracle/generate.h"
#include "oracle/starts.h"
#include "starts/samples.h"
#include "support/run.h"

enum { SHOWN = 3 }; /* failures printed of each family */

typedef bool (*kernel_question)(const oracle_pair *pair, unsafe_answer *answer);
typedef bool (*oracle_question)(const oracle_pair *pair, graze_interval *interval);

static bool is_at_constant_velocity(oracle_family family)
{
    return family < FAMILY_accelerated;
}

/* ---- constant velocity ---------------------------------------------------------------------- */

static bool one_interval_agrees(const oracle_pair *pair, kernel_question ask_kernel,
                                oracle_question ask_oracle)
{
    unsafe_answer kernel, oracle = {.count = 0};
    bool answered = ask_kernel(pair, &kernel);
    if (kernel.count > 0)
        oracle.intervals[0] = kernel.intervals[0];
    oracle.count = ask_oracle(pair, &oracle.intervals[0]);
    if (answered && kernel.count == oracle.count &&
        (oracle.count == 0 || (kernel.intervals[0].lower == oracle.intervals[0].lower &&
                               kernel.intervals[0].upper == oracle.intervals[0].upper)))
        return true;
    printf("\n/* %s */\n", answered ? "differs" : "refused");
    oracle_print(stdout, pair);
    print_unsafe(stdout, "kernel", &kernel);
    print_unsafe(stdout, "oracle", &oracle);
    return false;
}

/* Wild numbers make whole numbers of thousands of digits. */
static size_t affordable(oracle_family family, size_t pairs)
{
    pairs /= oracle_family_cost(family);
    if (family == FAMILY_extreme)
        return pairs / 40;
    return family == FAMILY_mixed_magnitude ? pairs / 4 : pairs;
}

/* The library refuses speeds of parked motions. */
static bool is_refused(const oracle_pair *pair, kernel_question ask_kernel)
{
    return ask_kernel == kernel_unsafe_speeds &&
           (pair->a.form == GRAZE_PARKED || pair->b.form == GRAZE_PARKED);
}

static void compare_family(oracle_family family, size_t pairs, kernel_question ask_kernel,
                           oracle_question ask_oracle)
{
    size_t wrong = 0;
    oracle_pair pair;
    for (size_t index = 0; index < pairs && wrong < SHOWN; index++) {
        oracle_generate(family, test_seed() + 1, index, &pair);
        if (is_refused(&pair, ask_kernel) || one_interval_agrees(&pair, ask_kernel, ask_oracle))
            continue;
        printf("/* %s, seed %" PRIu64 ", index %zu */\n", oracle_family_name(family),
               test_seed() + 1, index);
        wrong++;
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void every_unsafe_start_at_constant_velocity_is_the_oracle_s(void)
{
    const size_t pairs = support_rounds(800, 1600, 8000);
    for (oracle_family family = 0; is_at_constant_velocity(family); family++)
        compare_family(family, affordable(family, pairs), kernel_unsafe_starts,
                       oracle_unsafe_starts);
}

static void every_unsafe_speed_is_the_oracle_s(void)
{
    const size_t pairs = support_rounds(250, 500, 3000);
    for (oracle_family family = 0; is_at_constant_velocity(family); family++)
        compare_family(family, affordable(family, pairs), kernel_unsafe_speeds,
                       oracle_unsafe_speeds);
}

/* ---- acceleration -----------------------------------------------------------------------------
 */

/* Ascending, and no two overlap by more than the rounding of one shared end. */
static bool is_in_order(const unsafe_answer *answer)
{
    for (size_t i = 0; i < answer->count; i++) {
        if (!(answer->intervals[i].lower < answer->intervals[i].upper))
            return false;
        if (i > 0 &&
            !(nextafter(answer->intervals[i].lower, INFINITY) >= answer->intervals[i - 1].upper))
            return false;
    }
    return true;
}

static bool every_start_agrees(const oracle_pair *pair, oracle_random *random, size_t many)
{
    static sample_list list;
    unsafe_answer kernel;
    if (!kernel_unsafe_starts(pair, &kernel) || !is_in_order(&kernel)) {
        printf("\n/* refused, or out of order */\n");
        oracle_print(stdout, pair);
        print_unsafe(stdout, "kernel", &kernel);
        return false;
    }
    list.count = 0;
    sample_ends(&list, &kernel, random);
    sample_corners(&list, pair);
    sample_valleys(&list, pair, random);
    sample_range(&list, pair, random, many);
    for (size_t i = 0; i < list.count; i++) {
        bool is_unsafe = oracle_start_is_unsafe(pair, list.start[i]);
        if (is_unsafe == unsafe_holds(&kernel, list.start[i]))
            continue;
        printf("\n/* the start %a is %s */\n", list.start[i], is_unsafe ? "unsafe" : "safe");
        oracle_print(stdout, pair);
        print_unsafe(stdout, "kernel", &kernel);
        return false;
    }
    return true;
}

static void decide_starts(oracle_family family)
{
    const size_t pairs = family >= FAMILY_ramp ? support_rounds(200, 400, 12000)
                                               : support_rounds(400, 800, 8000);
    size_t wrong = 0, several = 0;
    for (size_t index = 0; index < pairs && wrong < SHOWN; index++) {
        oracle_pair pair;
        oracle_random random;
        unsafe_answer kernel;
        random_begin(&random, test_seed() + 2, (uint64_t)family, index);
        oracle_generate(family, test_seed() + 2, index, &pair);
        kernel_unsafe_starts(&pair, &kernel);
        several += kernel.count > 1;
        if (every_start_agrees(&pair, &random, index % 64 == 0 ? 2000 : 8))
            continue;
        printf("/* %s, seed %" PRIu64 ", index %zu */\n", oracle_family_name(family),
               test_seed() + 2, index);
        wrong++;
    }
    printf(" (%zu pairs, %zu with several intervals) ", pairs, several);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void every_start_of_accelerated_pairs_is_decided_right(void)
{
    decide_starts(FAMILY_accelerated);
}

static void every_start_of_accelerated_grid_pairs_is_decided_right(void)
{
    decide_starts(FAMILY_accelerated_grid);
}

static void every_start_of_accelerated_touches_is_decided_right(void)
{
    decide_starts(FAMILY_accelerated_touch);
}

static void every_start_of_pinched_pairs_is_decided_right(void)
{
    decide_starts(FAMILY_accelerated_pinch);
}

static void every_start_of_straight_drives_is_decided_right(void)
{
    decide_starts(FAMILY_accelerated_straight);
}

static void every_start_of_changed_pairs_is_decided_right(void)
{
    decide_starts(FAMILY_accelerated_changed);
}

static void every_start_of_ramps_is_decided_right(void) { decide_starts(FAMILY_ramp); }

static void every_start_of_ramps_on_a_grid_is_decided_right(void)
{
    decide_starts(FAMILY_ramp_grid);
}

static void every_start_of_touching_ramps_is_decided_right(void)
{
    decide_starts(FAMILY_ramp_touch);
}

static void every_start_of_changed_ramps_is_decided_right(void)
{
    decide_starts(FAMILY_ramp_changed);
}

/* Where both descriptions apply, they give one answer. */
static void every_start_at_constant_velocity_is_decided_right(void)
{
    const size_t pairs = support_rounds(2000, 4000, 8000);
    size_t wrong = 0;
    for (size_t index = 0; index < pairs && wrong < SHOWN; index++) {
        oracle_pair pair;
        oracle_random random;
        oracle_family family = (oracle_family)(index % FAMILY_accelerated);
        if (oracle_family_cost(family) > 2)
            continue;
        random_begin(&random, test_seed() + 3, (uint64_t)family, index);
        oracle_generate(family, test_seed() + 3, index, &pair);
        wrong += !every_start_agrees(&pair, &random, 8);
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

/* In space, where B speeds up along one axis for ever, or rests; A stays beside it, or passes at
 * the distance at which they touch. */
static void spheres_that_only_touch_have_no_unsafe_start(void)
{
    const graze_body ball = {.radius = 0.5};
    const graze_vector none = {0, 0, 0};
    static const graze_vector gains[] = {{0, 0, 0}, {0, 1, 0}, {0, 0, -1}, {-1, 0, 0}};
    static max_align_t memory[1 << 16];
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
        graze_motion a, b;
        graze_interval starts[GRAZE_UNSAFE_STARTS_MAX];
        size_t count = 77;
        graze_motion_kinematic((graze_vector){-2, 0, 1}, (graze_vector){i == 0, 0, 0}, none, 0, 4,
                               &a);
        graze_motion_kinematic(none, none, gains[i], 0, INFINITY, &b);
        CU_ASSERT_EQUAL(graze_unsafe_starts(&ball, &a, &ball, &b, 0, &workspace, starts,
                                            GRAZE_UNSAFE_STARTS_MAX, &count),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(count, 0);
        a.position.z = 1 - 0x1p-20;
        CU_ASSERT_EQUAL(graze_unsafe_starts(&ball, &a, &ball, &b, 0, &workspace, starts,
                                            GRAZE_UNSAFE_STARTS_MAX, &count),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(count, i == 0 || i == 3);
    }
}

CU_TestInfo start_tests[] = {
    SUPPORT_TEST(spheres_that_only_touch_have_no_unsafe_start),
    SUPPORT_TEST(every_unsafe_start_at_constant_velocity_is_the_oracle_s),
    SUPPORT_TEST(every_unsafe_speed_is_the_oracle_s),
    SUPPORT_TEST(every_start_at_constant_velocity_is_decided_right),
    SUPPORT_TEST(every_start_of_accelerated_pairs_is_decided_right),
    SUPPORT_TEST(every_start_of_accelerated_grid_pairs_is_decided_right),
    SUPPORT_TEST(every_start_of_accelerated_touches_is_decided_right),
    SUPPORT_TEST(every_start_of_pinched_pairs_is_decided_right),
    SUPPORT_TEST(every_start_of_straight_drives_is_decided_right),
    SUPPORT_TEST(every_start_of_changed_pairs_is_decided_right),
    SUPPORT_TEST(every_start_of_ramps_is_decided_right),
    SUPPORT_TEST(every_start_of_ramps_on_a_grid_is_decided_right),
    SUPPORT_TEST(every_start_of_touching_ramps_is_decided_right),
    SUPPORT_TEST(every_start_of_changed_ramps_is_decided_right),
    CU_TEST_INFO_NULL,
};
