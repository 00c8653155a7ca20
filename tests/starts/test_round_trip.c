/* SPDX-License-Identifier: MIT */
/* Unsafe starts put back to the question that they answer: starting at a reported
 * end is no conflict, starting just inside is one. And what must hold between
 * answers about starts and speeds, whatever the answers are. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "kernel/ask.h"
#include "kernel/seed.h"
#include "oracle/generate.h"
#include "oracle/random.h"
#include "support/run.h"

/* False when it is broken. `answer` holds the unsafe starts. */
typedef bool (*property)(const oracle_pair *pair, const unsafe_answer *answer,
                         oracle_random *random);

/* How many pairs of a family for the time of `pairs` everyday ones. */
static size_t affordable(oracle_family family, size_t pairs)
{
    switch (family) {
    case FAMILY_extreme:
        return pairs / 160;
    case FAMILY_denormal:
        return pairs / 16;
    default:
        return pairs / oracle_family_cost(family);
    }
}

static size_t try_family(oracle_family family, uint64_t seed, size_t pairs, property is_kept)
{
    size_t wrong = 0;
    for (size_t index = 0; index < pairs && wrong < 3; index++) {
        oracle_pair pair;
        unsafe_answer answer;
        oracle_random random;
        random_begin(&random, seed + 1, (uint64_t)family, index);
        oracle_generate(family, seed, index, &pair);
        if (kernel_unsafe_starts(&pair, &answer) && is_kept(&pair, &answer, &random))
            continue;
        printf("\n/* %s, seed %" PRIu64 ", index %zu */\n", oracle_family_name(family), seed,
               index);
        oracle_print(stdout, &pair);
        print_unsafe(stdout, "kernel", &answer);
        wrong++;
    }
    return wrong;
}

static void try_property(size_t each, uint64_t seed, property is_kept)
{
    size_t asked = 0, wrong = 0;
    for (oracle_family family = 0; family < FAMILY_COUNT; family++) {
        size_t pairs = affordable(family, each);
        wrong += try_family(family, test_seed() + seed, pairs, is_kept);
        asked += pairs;
    }
    printf(" (%zu pairs) ", asked);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* ---- there and back -----------------------------------------------------------------------------
 */

static bool conflicts_at(const oracle_pair *pair, double start)
{
    graze_motion a;
    bool exists = false;
    CU_ASSERT_EQUAL(graze_motion_restart(&pair->a, start, &a), GRAZE_OK);
    CU_ASSERT_EQUAL(
        graze_conflict_exists(&pair->body_a, &a, &pair->body_b, &pair->b, pair->tolerance, &exists),
        GRAZE_OK);
    return exists;
}

static bool end_is_kept(const oracle_pair *pair, const unsafe_answer *answer, double end)
{
    const double starts[] = {nextafter(end, -INFINITY), end, nextafter(end, INFINITY)};
    for (int i = 0; i < 3; i++) {
        if (!isfinite(starts[i]))
            continue;
        if (conflicts_at(pair, starts[i]) == unsafe_holds(answer, starts[i]))
            continue;
        printf("\n/* asked again at %a */", starts[i]);
        return false;
    }
    return true;
}

static bool ends_are_kept(const oracle_pair *pair, const unsafe_answer *answer,
                          oracle_random *random)
{
    (void)random;
    for (size_t i = 0; i < answer->count; i++)
        if (!end_is_kept(pair, answer, answer->intervals[i].lower) ||
            !end_is_kept(pair, answer, answer->intervals[i].upper))
            return false;
    return true;
}

/* ---- between answers ------------------------------------------------------------------------- */

/* A whole second later, a start near each end is judged as it was before, where
 * adding the second is exact. */
static bool shifting_shifts(const oracle_pair *pair, const unsafe_answer *answer,
                            oracle_random *random)
{
    const double shift = random_whole(random, -1000, 1000);
    oracle_pair later = *pair;
    unsafe_answer other;
    if (graze_motion_delay(&pair->b, shift, &later.b) != GRAZE_OK)
        return true;
    if (!kernel_unsafe_starts(&later, &other) || other.count != answer->count)
        return false;
    for (size_t i = 0; i < answer->count; i++)
        for (int side = -1; side <= 1; side++) {
            double end = i % 2 == 0 ? answer->intervals[i].lower : answer->intervals[i].upper;
            double start = ldexp(rint(ldexp(end, 20)) + side, -20), moved = start + shift;
            if (!isfinite(moved) || moved - shift != start || moved - start != shift)
                continue;
            if (unsafe_holds(answer, start) != unsafe_holds(&other, moved))
                return false;
        }
    return true;
}

static bool tolerance_shrinks(const oracle_pair *pair, const unsafe_answer *answer,
                              oracle_random *random)
{
    oracle_pair tolerant = *pair;
    unsafe_answer inner;
    double reach = pair->body_a.radius + pair->body_b.radius;
    tolerant.tolerance += random_once_in(random, 2) ? reach * random_real(random, 0, 0.5) : 1e-12;
    if (!isfinite(tolerant.tolerance))
        return true;
    if (!kernel_unsafe_starts(&tolerant, &inner))
        return false;
    for (size_t i = 0; i < inner.count; i++) {
        bool held = false;
        for (size_t j = 0; j < answer->count; j++)
            held = held || (answer->intervals[j].lower <= inner.intervals[i].lower &&
                            inner.intervals[i].upper <= answer->intervals[j].upper);
        if (!held) {
            print_unsafe(stdout, "with more tolerance", &inner);
            return false;
        }
    }
    return true;
}

/* All speeds of the faster motion are those of the other one, divided. */
static bool lists_are_divided(const unsafe_answer *faster, const unsafe_answer *speeds, int k)
{
    if (faster->count != speeds->count)
        return false;
    for (size_t i = 0; i < speeds->count; i++)
        if (ldexp(faster->intervals[i].lower, k) != speeds->intervals[i].lower ||
            ldexp(faster->intervals[i].upper, k) != speeds->intervals[i].upper)
            return false;
    return true;
}

/* Whether no end is so large or small that dividing it rounds. */
static bool has_plain_ends(const unsafe_answer *speeds)
{
    for (size_t i = 0; i < speeds->count; i++)
        for (int upper = 0; upper < 2; upper++) {
            double x = upper ? speeds->intervals[i].upper : speeds->intervals[i].lower;
            if (x != 0 && isfinite(x) && !(x > 0x1p-900 && x < 0x1p900))
                return false;
        }
    return true;
}

/* Twice or half as fast is exact in doubles, and so are its powers. */
static bool doubled_speeds_are_kept(const oracle_pair *pair, const unsafe_answer *answer,
                                    oracle_random *random)
{
    (void)answer;
    unsafe_answer speeds, divided;
    const int k = random_whole(random, -4, 4);
    oracle_pair faster = *pair;
    graze_motion *a = &faster.a;
    if (a->form == GRAZE_PARKED)
        return true;
    if (!kernel_unsafe_speeds(pair, &speeds))
        return false;
    double *numbers[] = {&a->duration,       &a->duration_tail,  &a->velocity.x,
                         &a->velocity.y,     &a->velocity.z,     &a->acceleration.x,
                         &a->acceleration.y, &a->acceleration.z};
    for (int i = 0; i < (a->form == GRAZE_KINEMATIC ? 8 : 2); i++) {
        const int by = i < 2 ? -k : i < 5 ? k : 2 * k;
        double number = *numbers[i], scaled = ldexp(number, by);
        if (isfinite(number) && (!isfinite(scaled) || ldexp(scaled, -by) != number))
            return true;
        *numbers[i] = scaled;
    }
    bool exists;
    if (has_plain_ends(&speeds) &&
        (!kernel_unsafe_speeds(&faster, &divided) || !lists_are_divided(&divided, &speeds, k)))
        return false;
    return graze_conflict_exists(&faster.body_a, a, &faster.body_b, &faster.b, faster.tolerance,
                                 &exists) == GRAZE_OK &&
           exists == unsafe_holds(&speeds, ldexp(1, k));
}

static void asking_again_at_every_end_gives_what_it_promised(void)
{
    try_property(support_rounds(5000, 10000, 100000), 10, ends_are_kept);
}

static void moving_the_other_in_time_moves_the_starts(void)
{
    try_property(support_rounds(500, 1000, 10000), 15, shifting_shifts);
}

static void more_tolerance_leaves_fewer_starts_unsafe(void)
{
    try_property(support_rounds(500, 1000, 10000), 16, tolerance_shrinks);
}

static void speeds_of_powers_of_two_are_judged_as_the_faster_motion_is(void)
{
    try_property(support_rounds(500, 1000, 10000), 17, doubled_speeds_are_kept);
}

CU_TestInfo round_trip_tests[] = {
    SUPPORT_TEST(asking_again_at_every_end_gives_what_it_promised),
    SUPPORT_TEST(moving_the_other_in_time_moves_the_starts),
    SUPPORT_TEST(more_tolerance_leaves_fewer_starts_unsafe),
    SUPPORT_TEST(speeds_of_powers_of_two_are_judged_as_the_faster_motion_is),
    CU_TEST_INFO_NULL,
};
