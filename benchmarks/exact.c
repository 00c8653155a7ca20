/* SPDX-License-Identifier: MIT */
/* Asks the exact twin. See exact.h. */
#include "benchmarks/exact.h"

#include <math.h>

#include "oracle/oracle.h"
#include "oracle/rounding.h"

static oracle_pair pair_from(const specimen *question, double start)
{
    oracle_pair pair = {question->body_a, question->body_b, question->a, question->b, 0};
    pair.a.start = start;
    return pair;
}

/* The decision alone, without rounding an end. */
static bool overlaps(const oracle_path *a, const oracle_path *b, const oracle_stretch *common,
                     const mpq_t reach)
{
    oracle_rational_polynomial square;
    oracle_polynomial gap;
    oracle_sign_pattern pattern;
    oracle_rational_polynomial_init(&square);
    oracle_polynomial_init(&gap);
    oracle_sign_pattern_init(&pattern);
    oracle_square_distance(&square, a, b);
    oracle_gap(&gap, &square, reach);
    oracle_sign_pattern_find(&pattern, &gap, common);
    bool answer = oracle_overlaps(&pattern);
    oracle_sign_pattern_clear(&pattern);
    oracle_polynomial_clear(&gap);
    oracle_rational_polynomial_clear(&square);
    return answer;
}

bool exact_conflict_from(const specimen *question, double start)
{
    oracle_pair pair = pair_from(question, start);
    oracle_path a, b;
    oracle_stretch common;
    mpq_t reach;
    mpq_init(reach);
    oracle_path_init(&a);
    oracle_path_init(&b);
    oracle_stretch_init(&common);
    oracle_path_set(&a, &pair.a);
    oracle_path_set(&b, &pair.b);
    oracle_common_life(&common, &a.life, &b.life);
    oracle_reach(reach, &pair.body_a, &pair.body_b, 0);
    bool answer = mpq_sgn(reach) > 0 && !oracle_stretch_is_empty(&common) &&
                  overlaps(&a, &b, &common, reach);
    oracle_stretch_clear(&common);
    oracle_path_clear(&a);
    oracle_path_clear(&b);
    mpq_clear(reach);
    return answer;
}

bool exact_conflict(const specimen *question)
{
    return exact_conflict_from(question, question->a.start);
}

size_t exact_intervals(const specimen *question, graze_interval *when)
{
    oracle_pair pair = pair_from(question, question->a.start);
    oracle_answer answer;
    oracle_ask_intervals(&pair, &answer);
    for (size_t i = 0; i < answer.count; i++)
        when[i] = answer.intervals[i];
    return answer.count;
}

/* ---- unsafe starts --------------------------------------------------------------------- */

typedef struct start_question {
    const specimen *of;
    double inside; /* an unsafe start */
} start_question;

static bool is_safe_before(const void *context, double start)
{
    const start_question *question = context;
    return start < question->inside && !exact_conflict_from(question->of, start);
}

static bool is_not_safe_after(const void *context, double start)
{
    const start_question *question = context;
    return start <= question->inside || exact_conflict_from(question->of, start);
}

static bool find_inside(start_question *question, const graze_interval *claims, size_t count)
{
    question->inside = question->of->a.start;
    if (exact_conflict(question->of))
        return true;
    for (size_t i = 0; i < count; i++) {
        question->inside = claims[i].lower / 2 + claims[i].upper / 2;
        if (isfinite(question->inside) && exact_conflict_from(question->of, question->inside))
            return true;
    }
    return false;
}

bool exact_unsafe_starts(const specimen *question, const graze_interval *claims, size_t count,
                         graze_interval *starts)
{
    start_question asked = {.of = question};
    if (!find_inside(&asked, claims, count))
        return false;
    double lower = count > 0 ? claims[0].lower : asked.inside;
    double upper = count > 0 ? claims[0].upper : asked.inside;
    starts->lower = oracle_last_yes(is_safe_before, &asked, lower);
    double last = oracle_last_yes(is_not_safe_after, &asked, upper);
    starts->upper = oracle_double_of_rank(oracle_double_rank(last) + 1);
    return true;
}
