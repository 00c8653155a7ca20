/* SPDX-License-Identifier: MIT */
/* The oracle before it judges others: it must give every shared exact answer,
 * which another program found by another route. Accelerated rows included. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/generate.h"
#include "oracle/oracle.h"
#include "oracle/rounding.h"
#include "oracle/starts.h"
#include "oracle/whole.h"
#include "support/run.h"
#include "vectors/vectors.h"

/* The first block of a row's answer: a count and triples lower, upper, exactness. */
static bool intervals_are(const vector_file *file, const oracle_answer *answer)
{
    if (vectors_answer(file, 0) != (double)answer->count)
        return false;
    for (size_t i = 0; i < answer->count; i++)
        if (vectors_answer(file, 3 * i + 1) != answer->intervals[i].lower ||
            vectors_answer(file, 3 * i + 2) != answer->intervals[i].upper)
            return false;
    return true;
}

static void check_intervals(const char *name)
{
    static vector_file file;
    oracle_pair pair;
    oracle_answer answer;
    size_t rows = 0, wrong = 0;
    if (!vectors_open(&file, name))
        return;
    for (; vectors_next(&file); rows++) {
        vectors_pair(&file, &pair);
        oracle_ask_intervals(&pair, &answer);
        if (intervals_are(&file, &answer) && answer.exists == (answer.count > 0))
            continue;
        printf("\n%s row %s (%s) differs", name, file.field[0], file.field[1]);
        wrong++;
    }
    vectors_close(&file);
    printf(" (%zu rows, %zu wrong) ", rows, wrong);
    CU_ASSERT(rows > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* verdict, at, depth down, up, nearest, 40 digits, count of times, times */
static bool verdict_is(const vector_file *file, const oracle_answer *answer)
{
    const graze_clearance *clearance = &answer->clearance;
    const char *at = vectors_answer_text(file, 1);
    static const char *const names[] = {"clear", "touch", "graze", "conflict"};
    if (strcmp(names[answer->verdict], vectors_answer_text(file, 0)) != 0)
        return false;
    if (clearance->common_life == (strcmp(at, "n") == 0))
        return false;
    if (!clearance->common_life)
        return true;
    if (clearance->distance != -vectors_answer(file, 3) ||
        clearance->depth != vectors_answer(file, 4))
        return false;
    return strcmp(at, "c") == 0 || clearance->time == vectors_answer(file, 7);
}

static void the_oracle_gives_every_plane_interval(void)
{
    check_intervals("vectors/disc_cv.csv");
}

static void the_oracle_gives_every_interval_in_space(void)
{
    check_intervals("vectors/sphere_cv.csv");
}

static void the_oracle_gives_every_waypoint_interval(void)
{
    check_intervals("vectors/disc_wp.csv");
}

static void the_oracle_gives_every_mixed_interval(void)
{
    check_intervals("vectors/disc_mixed.csv");
}

static void the_oracle_gives_every_accelerated_interval(void)
{
    check_intervals("vectors/disc_ca.csv");
    check_intervals("vectors/sphere_ca.csv");
}

static void the_oracle_gives_every_interval_of_ramps(void)
{
    check_intervals("vectors/ramp_ramp.csv");
    check_intervals("vectors/ramp_wp.csv");
    check_intervals("vectors/ramp_cv.csv");
    check_intervals("vectors/ramp_ca.csv");
}

static void the_oracle_gives_every_verdict_depth_and_time(void)
{
    static vector_file file;
    oracle_pair pair;
    oracle_answer answer;
    size_t rows = 0, wrong = 0, line = 0;
    const size_t stride = support_rounds(8, 1, 1); /* a quartic's depth is slow */
    if (!vectors_open(&file, "vectors/verdict.csv"))
        return;
    while (vectors_next(&file)) {
        vectors_pair(&file, &pair);
        if (vectors_is_accelerated(&pair) && line++ % stride != 0)
            continue;
        rows++;
        oracle_ask(&pair, &answer);
        if (verdict_is(&file, &answer))
            continue;
        printf("\nverdict row %s (%s) differs", file.field[0], file.field[1]);
        wrong++;
    }
    vectors_close(&file);
    printf(" (%zu rows, %zu wrong) ", rows, wrong);
    CU_ASSERT(rows > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* ---- unsafe starts and speeds ----------------------------------------------------------- */

typedef bool (*unsafe_question)(const oracle_pair *pair, graze_interval *interval);

/* Block 0 or 1 of a row's answer. The search begins at the expected ends, which
 * makes it short when they are right and no less correct when they are wrong. */
static bool unsafe_is(const vector_file *file, int block, const oracle_pair *pair,
                      unsafe_question ask)
{
    size_t at = block == 1 ? 1 + 3 * (size_t)vectors_answer(file, 0) : 0;
    bool expected = vectors_answer(file, at) == 1;
    graze_interval ends = {0, 0}, found;
    if (expected)
        ends = (graze_interval){vectors_answer(file, at + 1), vectors_answer(file, at + 2)};
    found = ends;
    return ask(pair, &found) == expected &&
           (!expected || (found.lower == ends.lower && found.upper == ends.upper));
}

static void check_unsafe(const char *name, unsafe_question ask, int block)
{
    static vector_file file;
    oracle_pair pair;
    size_t rows = 0, wrong = 0;
    if (!vectors_open(&file, name))
        return;
    while (vectors_next(&file)) {
        vectors_pair(&file, &pair);
        if (vectors_is_accelerated(&pair))
            continue;
        rows++;
        if (unsafe_is(&file, block, &pair, ask))
            continue;
        printf("\n%s row %s (%s) differs", name, file.field[0], file.field[1]);
        wrong++;
    }
    vectors_close(&file);
    printf(" (%zu rows, %zu wrong) ", rows, wrong);
    CU_ASSERT(rows > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void the_oracle_gives_every_unsafe_start(void)
{
    check_unsafe("vectors/delay_cv.csv", oracle_unsafe_starts, 0);
    check_unsafe("vectors/sphere_cv.csv", oracle_unsafe_starts, 1);
    check_unsafe("vectors/disc_wp.csv", oracle_unsafe_starts, 1);
    check_unsafe("vectors/disc_mixed.csv", oracle_unsafe_starts, 1);
}

static void the_oracle_gives_every_unsafe_speed(void)
{
    check_unsafe("vectors/speed_cv.csv", oracle_unsafe_speeds, 0);
}

/* ---- the two twins ----------------------------------------------------------------------------
 */

static bool twins_agree(oracle_whole *whole, const oracle_pair *pair)
{
    oracle_answer answer;
    oracle_ask_intervals(pair, &answer);
    oracle_whole_set(whole, pair);
    if (oracle_whole_exists(whole) != answer.exists || oracle_decide(pair) != answer.exists)
        return false;
    if (!answer.exists || whole->degree > 2)
        return true;
    graze_interval wider = answer.intervals[0];
    wider.upper = nextafter(wider.upper, INFINITY);
    return oracle_whole_confirms(whole, &answer.intervals[0]) &&
           (isinf(answer.intervals[0].upper) || !oracle_whole_confirms(whole, &wider));
}

static void rationals_and_whole_numbers_give_one_answer(void)
{
    const size_t rounds = support_rounds(20000, 200000, 200000);
    size_t wrong = 0;
    oracle_whole whole;
    oracle_pair pair;
    oracle_whole_init(&whole);
    for (size_t i = 0; i < rounds && wrong < 3; i++) {
        oracle_generate((oracle_family)(i % FAMILY_COUNT), 7, i / FAMILY_COUNT, &pair);
        if (twins_agree(&whole, &pair))
            continue;
        oracle_print(stdout, &pair);
        wrong++;
    }
    oracle_whole_clear(&whole);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* ---- roundings ----------------------------------------------------------------------------------
 */

static double rounded(double (*rounding)(const mpq_t), double x, long numerator,
                      unsigned long denominator)
{
    mpq_t sum, part;
    mpq_inits(sum, part, NULL);
    mpq_set_d(sum, x);
    mpq_set_si(part, numerator, denominator);
    mpq_add(sum, sum, part);
    double result = rounding(sum);
    mpq_clears(sum, part, NULL);
    return result;
}

static void rationals_are_rounded_to_the_right_neighbour(void)
{
    CU_ASSERT_EQUAL(rounded(oracle_round_down, 0, 1, 3), 0x1.5555555555555p-2);
    CU_ASSERT_EQUAL(rounded(oracle_round_up, 0, 1, 3), 0x1.5555555555556p-2);
    CU_ASSERT_EQUAL(rounded(oracle_round_nearest, 0, 1, 3), 0x1.5555555555555p-2);
    CU_ASSERT_EQUAL(rounded(oracle_round_down, 0, -1, 3), -0x1.5555555555556p-2);
    CU_ASSERT_EQUAL(rounded(oracle_round_up, -0.0, 0, 1), 0);
    /* 2^53 + 1 lies midway; ties go to the even neighbour */
    CU_ASSERT_EQUAL(rounded(oracle_round_nearest, 0x1p53, 1, 1), 0x1p53);
    CU_ASSERT_EQUAL(rounded(oracle_round_nearest, 0x1p53, 3, 1), 0x1p53 + 4);
    CU_ASSERT_EQUAL(rounded(oracle_round_nearest, 0x1.fffffffffffffp1023, 1, 1),
                    0x1.fffffffffffffp1023);
    CU_ASSERT_EQUAL(rounded(oracle_round_up, 0x1.fffffffffffffp1023, 1, 1), INFINITY);
    CU_ASSERT_EQUAL(rounded(oracle_round_down, -0x1.fffffffffffffp1023, -1, 1), -INFINITY);
    CU_ASSERT_EQUAL(rounded(oracle_round_down, 0x1p-1074, 0, 1), 0x1p-1074);
}

CU_TestInfo oracle_tests[] = {
    SUPPORT_TEST(rationals_are_rounded_to_the_right_neighbour),
    SUPPORT_TEST(the_oracle_gives_every_plane_interval),
    SUPPORT_TEST(the_oracle_gives_every_interval_in_space),
    SUPPORT_TEST(the_oracle_gives_every_waypoint_interval),
    SUPPORT_TEST(the_oracle_gives_every_mixed_interval),
    SUPPORT_TEST(the_oracle_gives_every_accelerated_interval),
    SUPPORT_TEST(the_oracle_gives_every_interval_of_ramps),
    SUPPORT_TEST(the_oracle_gives_every_verdict_depth_and_time),
    SUPPORT_TEST(the_oracle_gives_every_unsafe_start),
    SUPPORT_TEST(the_oracle_gives_every_unsafe_speed),
    SUPPORT_TEST(rationals_and_whole_numbers_give_one_answer),
    CU_TEST_INFO_NULL,
};
