/* SPDX-License-Identifier: MIT */
/* The twin of bodies with corners before it judges others: the shared exact answers. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include "oracle/bodies.h"
#include "oracle/body_pairs.h"
#include "oracle/body_starts.h"
#include "oracle/generate.h"
#include "support/run.h"
#include "vectors/vectors.h"

static bool intervals_are(const vector_file *file, const oracle_body_answer *answer)
{
    if (vectors_answer(file, 0) != (double)answer->count)
        return false;
    for (size_t i = 0; i < answer->count; i++)
        if (vectors_answer(file, 3 * i + 1) != answer->intervals[i].lower ||
            vectors_answer(file, 3 * i + 2) != answer->intervals[i].upper)
            return false;
    return true;
}

/* Algebraic numbers are slow: one in eight of the rows in `make check`, all of them in
 * `make check-long`. */
static size_t stride(void)
{
    return support_rounds(8, 1, 1);
}

static void check_intervals(const char *name)
{
    static vector_file file;
    static oracle_bodies bodies;
    oracle_body_answer answer;
    size_t rows = 0, wrong = 0, line = 0;
    if (!vectors_open(&file, name))
        return;
    while (vectors_next(&file)) {
        if (line++ % stride() != 0)
            continue;
        rows++;
        vectors_bodies(&file, &bodies);
        oracle_body_intervals(&bodies.pair, &answer);
        if (intervals_are(&file, &answer) &&
            oracle_body_conflict(&bodies.pair) == (answer.count > 0))
            continue;
        printf("\n%s row %s (%s) differs", name, file.field[0], file.field[1]);
        wrong++;
    }
    vectors_close(&file);
    printf(" (%zu rows, %zu wrong) ", rows, wrong);
    CU_ASSERT(rows > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void the_oracle_gives_every_interval_of_polygons(void)
{
    check_intervals("vectors/poly_cv.csv");
}

static void the_oracle_gives_every_interval_of_accelerated_polygons(void)
{
    check_intervals("vectors/poly_ca.csv");
}

static void the_oracle_gives_every_interval_of_rounded_bodies(void)
{
    check_intervals("vectors/rounded.csv");
}

/* ---- unsafe starts --------------------------------------------------------------------------- */

/* At constant velocity: the search begins at the expected ends, which makes it short
 * when they are right and no less correct when they are wrong. */
static bool one_interval_is(const vector_file *file, size_t at, const oracle_pair *pair)
{
    const bool expected = vectors_answer(file, at) == 1;
    graze_interval ends = {0, 0}, found;
    if (expected)
        ends = (graze_interval){vectors_answer(file, at + 1), vectors_answer(file, at + 2)};
    found = ends;
    return oracle_body_unsafe_starts(pair, &found) == expected &&
           (!expected || (found.lower == ends.lower && found.upper == ends.upper));
}

/* With acceleration: every double beside an end is on the right side of it. */
static bool ends_are_right(const vector_file *file, size_t at, const oracle_pair *pair)
{
    bool right = true;
    oracle_body_starts starts;
    oracle_body_starts_init(&starts, pair);
    for (size_t i = 0; i < (size_t)vectors_answer(file, at) && right; i++) {
        double lower = vectors_answer(file, at + 3 * i + 1);
        double upper = vectors_answer(file, at + 3 * i + 2);
        double last = i > 0 ? vectors_answer(file, at + 3 * i - 1) : -INFINITY;
        right = oracle_body_start_is_unsafe(&starts, nextafter(lower, INFINITY)) &&
                oracle_body_start_is_unsafe(&starts, nextafter(upper, -INFINITY)) &&
                (isinf(upper) || !oracle_body_start_is_unsafe(&starts, upper)) &&
                (isinf(lower) || lower < last || !oracle_body_start_is_unsafe(&starts, lower)) &&
                (!isfinite(upper - lower) ||
                 oracle_body_start_is_unsafe(&starts, lower / 2 + upper / 2));
    }
    oracle_body_starts_clear(&starts);
    return right;
}

static void check_starts(const char *name)
{
    static vector_file file;
    static oracle_bodies bodies;
    size_t rows = 0, wrong = 0, line = 0;
    if (!vectors_open(&file, name))
        return;
    while (vectors_next(&file)) {
        if (line++ % stride() != 0)
            continue;
        rows++;
        vectors_bodies(&file, &bodies);
        size_t at = 1 + 3 * (size_t)vectors_answer(&file, 0);
        if (vectors_is_accelerated(&bodies.pair) ? ends_are_right(&file, at, &bodies.pair)
                                                 : one_interval_is(&file, at, &bodies.pair))
            continue;
        printf("\n%s row %s (%s) differs", name, file.field[0], file.field[1]);
        wrong++;
    }
    vectors_close(&file);
    printf(" (%zu rows, %zu wrong) ", rows, wrong);
    CU_ASSERT(rows > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void the_oracle_gives_every_unsafe_start_of_polygons(void)
{
    check_starts("vectors/poly_cv.csv");
}

static void the_oracle_gives_every_unsafe_start_of_rounded_bodies(void)
{
    check_starts("vectors/rounded.csv");
}

static void the_oracle_shares_every_end_of_accelerated_polygons(void)
{
    check_starts("vectors/poly_ca.csv");
}

/* ---- generated pairs ------------------------------------------------------------------------- */

static bool answers_are_equal(const oracle_pair *pair)
{
    oracle_answer discs;
    oracle_body_answer bodies;
    graze_clearance clearance;
    oracle_ask(pair, &discs);
    oracle_body_intervals(pair, &bodies);
    oracle_body_clearance(pair, &clearance);
    bool equal = discs.count == bodies.count && discs.verdict == oracle_body_verdict(pair) &&
                 discs.clearance.common_life == clearance.common_life &&
                 (!clearance.common_life || (discs.clearance.depth == clearance.depth &&
                                             discs.clearance.distance == clearance.distance &&
                                             discs.clearance.time == clearance.time));
    for (size_t i = 0; i < discs.count && equal; i++)
        equal = discs.intervals[i].lower == bodies.intervals[i].lower &&
                discs.intervals[i].upper == bodies.intervals[i].upper;
    return equal;
}

/* The families of an ulp may leave the plane by a denormal, where corners have no place. */
static bool is_in_plane(const oracle_pair *pair)
{
    const graze_motion *a = &pair->a, *b = &pair->b;
    return a->position.z == 0 && a->velocity.z == 0 && b->position.z == 0 && b->velocity.z == 0;
}

/* A disc is a body with one corner: two oracles that share little give one answer. */
static void both_oracles_agree_on_discs(void)
{
    const size_t rounds = support_rounds(5, 20, 80);
    size_t wrong = 0;
    for (oracle_family family = 0; family < FAMILY_COUNT; family++)
        for (size_t i = 0; i < rounds && wrong < 3; i++) {
            oracle_pair pair;
            oracle_generate(family, 11, 4 * i, &pair);
            if (family == FAMILY_extreme || !is_in_plane(&pair) || answers_are_equal(&pair))
                continue;
            printf("\n/* %s %zu */\n", oracle_family_name(family), i);
            oracle_print(stdout, &pair);
            wrong++;
        }
    CU_ASSERT_EQUAL(wrong, 0);
}

/* Decision, intervals and verdict tell the same, and so does a start where it is; all:
 * and so does the list of unsafe starts. */
static bool is_consistent(const oracle_bodies *bodies, bool all)
{
    const oracle_pair *pair = &bodies->pair;
    oracle_body_answer answer;
    oracle_body_starts starts;
    graze_interval unsafe = {0, 0};
    oracle_body_intervals(pair, &answer);
    oracle_body_starts_init(&starts, pair);
    bool conflict = oracle_body_conflict(pair);
    bool right = conflict == (answer.count > 0) &&
                 conflict == (oracle_body_verdict(pair) == GRAZE_CONFLICT);
    if (pair->a.start_tail == 0)
        right &= oracle_body_start_is_unsafe(&starts, pair->a.start) == conflict;
    if (all && !vectors_is_accelerated(pair) && pair->a.start_tail == 0 && right) {
        bool any = oracle_body_unsafe_starts(pair, &unsafe);
        right = conflict == (any && unsafe.lower < pair->a.start && pair->a.start < unsafe.upper);
    }
    oracle_body_starts_clear(&starts);
    return right;
}

static void generated_pairs_get_consistent_answers(void)
{
    const size_t rounds = support_rounds(6, 25, 200);
    static oracle_bodies bodies;
    size_t conflicts = 0;
    for (oracle_body_family family = 0; family < BODY_FAMILY_COUNT; family++) {
        size_t wrong = 0;
        for (size_t i = 0; i < rounds && wrong < 3; i++) {
            oracle_generate_bodies(family, 3, i, &bodies);
            conflicts += oracle_body_conflict(&bodies.pair);
            if (is_consistent(&bodies, i % 8 == 0 && family < BODY_FAMILY_touch))
                continue;
            printf("\n/* %s %zu */\n", oracle_body_family_name(family), i);
            oracle_print_bodies(stdout, &bodies);
            wrong++;
        }
        CU_ASSERT_EQUAL(wrong, 0);
    }
    CU_ASSERT(conflicts > 0);
}

CU_TestInfo body_oracle_tests[] = {
    SUPPORT_TEST(the_oracle_gives_every_interval_of_polygons),
    SUPPORT_TEST(the_oracle_gives_every_interval_of_accelerated_polygons),
    SUPPORT_TEST(the_oracle_gives_every_interval_of_rounded_bodies),
    SUPPORT_TEST(the_oracle_gives_every_unsafe_start_of_polygons),
    SUPPORT_TEST(the_oracle_gives_every_unsafe_start_of_rounded_bodies),
    SUPPORT_TEST(the_oracle_shares_every_end_of_accelerated_polygons),
    SUPPORT_TEST(both_oracles_agree_on_discs),
    SUPPORT_TEST(generated_pairs_get_consistent_answers),
    CU_TEST_INFO_NULL,
};
