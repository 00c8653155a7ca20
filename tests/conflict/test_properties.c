/* SPDX-License-Identifier: MIT */
/* What must hold between answers, whatever the answers are. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include "conflict/ask.h"
#include "oracle/generate.h"
#include "oracle/random.h"
#include "oracle/rounding.h"
#include "support/run.h"

/* A property of one pair; false when it is broken. `random` is its own source. */
typedef bool (*property)(const oracle_pair *pair, const oracle_answer *answer,
                         oracle_random *random);

/* Tries a property on every family in turn. */
static void try_property(property is_kept)
{
    size_t rounds = support_rounds(24000, 96000, 10000000), wrong = 0;
    for (size_t index = 0; index < rounds && wrong < 3; index++) {
        oracle_family family = (oracle_family)(index % FAMILY_COUNT);
        oracle_pair pair;
        oracle_answer answer;
        oracle_random random;
        random_begin(&random, 11, (uint64_t)family, index);
        oracle_generate(family, 12, index / FAMILY_COUNT, &pair);
        if (kernel_ask(&pair, &answer) && is_kept(&pair, &answer, &random))
            continue;
        printf("\n/* %s, seed 12, index %zu */\n", oracle_family_name(family),
               index / FAMILY_COUNT);
        oracle_print(stdout, &pair);
        print_answer(stdout, "kernel", &answer);
        wrong++;
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static bool same(const oracle_answer *one, const oracle_answer *other)
{
    const char *difference = answers_differ(one, other);
    if (difference == NULL)
        return true;
    printf("\n/* differs: %s */\n", difference);
    print_answer(stdout, "changed", other);
    return false;
}

static bool swapping_keeps(const oracle_pair *pair, const oracle_answer *answer,
                           oracle_random *random)
{
    const oracle_pair swapped = {pair->body_b, pair->body_a, pair->b, pair->a, pair->tolerance};
    oracle_answer other;
    (void)random;
    return kernel_ask(&swapped, &other) && same(answer, &other);
}

/* Is a rounded length multiplied by 2^k the rounded multiple? Not near the ends
 * of the range, and not where a length that is not 0 was rounded to 0. */
static bool scales_plainly(const oracle_answer *answer, double length, int k)
{
    double scaled = ldexp(length, k);
    if (length == 0)
        return answer->verdict == GRAZE_TOUCH || !answer->clearance.common_life;
    return fabs(length) > 0x1p-1021 && isfinite(length) && fabs(scaled) > 0x1p-1021 &&
           isfinite(scaled);
}

static bool lengths_scale(const oracle_pair *pair, const oracle_answer *answer,
                          oracle_random *random)
{
    int k = random_whole(random, -60, 60);
    oracle_pair scaled = *pair;
    oracle_answer other, expected = *answer;
    if (!oracle_scale_lengths(&scaled, k) || !scales_plainly(answer, answer->clearance.depth, k) ||
        !scales_plainly(answer, answer->clearance.distance, k))
        return true;
    expected.clearance.depth = ldexp(answer->clearance.depth, k);
    expected.clearance.distance = ldexp(answer->clearance.distance, k);
    return kernel_ask(&scaled, &other) && same(&expected, &other);
}

/* Starts and exact sums keep decisions, verdicts and depths; the ends are
 * rounded anew. */
static bool shifted_starts_keep(const oracle_pair *pair, const oracle_answer *answer,
                                oracle_random *random)
{
    oracle_pair shifted = *pair;
    oracle_answer other;
    double shift = random_real(random, -1, 1) * pow(10, random_whole(random, -6, 6));
    if (!oracle_shift_starts(&shifted, shift))
        return true;
    return kernel_ask(&shifted, &other) && other.exists == answer->exists &&
           other.count == answer->count && other.verdict == answer->verdict &&
           other.clearance.common_life == answer->clearance.common_life &&
           (!answer->clearance.common_life ||
            (other.clearance.depth == answer->clearance.depth &&
             other.clearance.distance == answer->clearance.distance));
}

/* Is there an interval that holds this one? */
static bool holds(const oracle_answer *answer, const graze_interval *inner)
{
    for (size_t i = 0; i < answer->count; i++)
        if (answer->intervals[i].lower <= inner->lower &&
            answer->intervals[i].upper >= inner->upper)
            return true;
    return false;
}

/* A larger tolerance asks for more depth: its intervals lie inside. */
static bool tolerance_shrinks(const oracle_pair *pair, const oracle_answer *answer,
                              oracle_random *random)
{
    oracle_pair tolerant = *pair;
    oracle_answer other;
    double reach = pair->body_a.radius + pair->body_b.radius;
    tolerant.tolerance += random_once_in(random, 2) ? reach * random_real(random, 0, 0.5)
                                                    : 1e-12 * random_real(random, 0, 1);
    if (!isfinite(tolerant.tolerance))
        return true;
    if (!kernel_ask(&tolerant, &other) || other.verdict > answer->verdict)
        return false;
    for (size_t i = 0; i < other.count; i++)
        if (!holds(answer, &other.intervals[i]))
            return false;
    return true;
}

/* The deepest time lies in an interval; rounding may put it on an end. */
static bool deepest_time_is_inside(const oracle_pair *pair, const oracle_answer *answer,
                                   oracle_random *random)
{
    const graze_interval instant = {answer->clearance.time, answer->clearance.time};
    (void)pair;
    (void)random;
    for (size_t i = 0; i < answer->count; i++)
        if (answer->intervals[i].lower >= answer->intervals[i].upper)
            return false;
    return !answer->exists || holds(answer, &instant);
}

/* distance is rounded down and depth, its negative, to nearest. */
static bool depth_is_negative_distance(const oracle_pair *pair, const oracle_answer *answer,
                                       oracle_random *random)
{
    const graze_clearance *c = &answer->clearance;
    (void)pair;
    (void)random;
    if (!c->common_life)
        return true;
    return c->distance == -c->depth ||
           oracle_double_rank(-c->depth) == oracle_double_rank(c->distance) + 1;
}

static bool verdict_fits(const oracle_pair *pair, const oracle_answer *answer,
                         oracle_random *random)
{
    const graze_clearance *c = &answer->clearance;
    bool strict;
    (void)random;
    if (graze_conflict_exists(&pair->body_a, &pair->a, &pair->body_b, &pair->b, 0, &strict) !=
        GRAZE_OK)
        return false;
    if ((answer->verdict == GRAZE_CONFLICT) != answer->exists ||
        (answer->verdict >= GRAZE_GRAZE) != strict || answer->exists != (answer->count > 0))
        return false;
    if (!c->common_life)
        return answer->verdict == GRAZE_CLEAR;
    switch (answer->verdict) {
    case GRAZE_CLEAR:
        return c->depth <= 0 && c->distance >= 0;
    case GRAZE_TOUCH:
        return c->depth == 0 && c->distance == 0;
    case GRAZE_GRAZE:
        return c->depth >= 0 && c->depth <= pair->tolerance && c->distance < 0;
    default:
        return c->depth >= pair->tolerance && c->distance < 0;
    }
}

static void swapping_the_agents_changes_only_labels(void)
{
    try_property(swapping_keeps);
}

static void scaling_lengths_scales_lengths_and_keeps_times(void)
{
    try_property(lengths_scale);
}

static void shifting_all_starts_keeps_decisions_verdicts_and_depths(void)
{
    try_property(shifted_starts_keep);
}

static void a_larger_tolerance_never_widens_an_interval(void)
{
    try_property(tolerance_shrinks);
}

static void the_deepest_time_lies_in_the_interval(void)
{
    try_property(deepest_time_is_inside);
}

static void depth_is_the_distance_negated_and_rounded_to_nearest(void)
{
    try_property(depth_is_negative_distance);
}

static void the_verdict_fits_decision_intervals_and_depth(void)
{
    try_property(verdict_fits);
}

CU_TestInfo property_tests[] = {
    SUPPORT_TEST(swapping_the_agents_changes_only_labels),
    SUPPORT_TEST(scaling_lengths_scales_lengths_and_keeps_times),
    SUPPORT_TEST(shifting_all_starts_keeps_decisions_verdicts_and_depths),
    SUPPORT_TEST(a_larger_tolerance_never_widens_an_interval),
    SUPPORT_TEST(the_deepest_time_lies_in_the_interval),
    SUPPORT_TEST(depth_is_the_distance_negated_and_rounded_to_nearest),
    SUPPORT_TEST(the_verdict_fits_decision_intervals_and_depth),
    CU_TEST_INFO_NULL,
};
