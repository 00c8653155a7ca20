/* SPDX-License-Identifier: MIT */
/* The exact twin. See oracle.h. */
#include "oracle/oracle.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "oracle/deepest.h"
#include "oracle/rounding.h"

void oracle_reach(mpq_t reach, const graze_body *a, const graze_body *b, double tolerance)
{
    mpq_t term;
    mpq_init(term);
    mpq_set_d(reach, a->radius);
    mpq_set_d(term, b->radius);
    mpq_add(reach, reach, term);
    mpq_set_d(term, tolerance);
    mpq_sub(reach, reach, term);
    mpq_clear(term);
}

void oracle_gap(oracle_polynomial *gap, const oracle_rational_polynomial *square, const mpq_t reach)
{
    oracle_rational_polynomial difference;
    oracle_rational_polynomial_init(&difference);
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++)
        mpq_set(difference.coefficient[i], square->coefficient[i]);
    mpq_t reach_square;
    mpq_init(reach_square);
    mpq_mul(reach_square, reach, reach);
    mpq_sub(difference.coefficient[0], difference.coefficient[0], reach_square);
    oracle_polynomial_set(gap, difference.coefficient[0], POLYNOMIAL_DEGREE);
    mpq_clear(reach_square);
    oracle_rational_polynomial_clear(&difference);
}

bool oracle_overlaps(const oracle_sign_pattern *pattern)
{
    for (int k = 0; k <= pattern->roots; k++)
        if (pattern->sign[k] < 0)
            return true;
    return false;
}

static void consider(mpq_t least, mpq_t instant, const oracle_rational_polynomial *square,
                     const mpq_t candidate)
{
    mpq_t value;
    mpq_init(value);
    oracle_rational_polynomial_value(value, square, candidate);
    if (mpq_cmp(value, least) < 0) {
        mpq_set(least, value);
        mpq_set(instant, candidate);
    }
    mpq_clear(value);
}

/* The candidates in ascending order of time: the first instant, the instant at
 * which the derivative vanishes, the last instant. */
void oracle_least(mpq_t least, mpq_t instant, const oracle_rational_polynomial *square,
                  const oracle_stretch *where)
{
    assert(oracle_rational_polynomial_degree(square) <= 2);
    mpq_set(instant, where->begin);
    oracle_rational_polynomial_value(least, square, where->begin);
    if (mpq_sgn(square->coefficient[2]) > 0) {
        mpq_t still;
        mpq_init(still);
        mpq_div(still, square->coefficient[1], square->coefficient[2]);
        mpq_div_2exp(still, still, 1);
        mpq_neg(still, still);
        if (mpq_cmp(still, where->begin) > 0 && (where->endless || mpq_cmp(still, where->end) < 0))
            consider(least, instant, square, still);
        mpq_clear(still);
    }
    if (!where->endless)
        consider(least, instant, square, where->end);
}

/* ---- depth, known by comparison ------------------------------------------------------- */

typedef struct depth_number {
    mpq_t reach, least;
    const oracle_rational_polynomial *square; /* for a quartic, else null: `least` is set */
    const oracle_stretch *where;
} depth_number;

/* The sign of the least value of |P1 - P2|² - radius² over the closed stretch. */
static int least_sign(const oracle_rational_polynomial *square, const oracle_stretch *where,
                      const mpq_t radius)
{
    oracle_polynomial gap;
    oracle_sign_pattern pattern;
    oracle_polynomial_init(&gap);
    oracle_sign_pattern_init(&pattern);
    oracle_gap(&gap, square, radius);
    oracle_sign_pattern_find(&pattern, &gap, where);
    bool zero = pattern.roots > 0 || gap.degree < 0 ||
                oracle_polynomial_sign_at(&gap, where->begin) == 0 ||
                (!where->endless && oracle_polynomial_sign_at(&gap, where->end) == 0);
    int sign = oracle_overlaps(&pattern) ? -1 : zero ? 0 : 1;
    oracle_sign_pattern_clear(&pattern);
    oracle_polynomial_clear(&gap);
    return sign;
}

/* The sign of depth - q: where reach >= q, that of (reach - q)² - least. */
static int compare_depth(const void *context, const mpq_t q)
{
    const depth_number *depth = context;
    mpq_t rest;
    mpq_init(rest);
    mpq_sub(rest, depth->reach, q);
    int sign = -1;
    if (mpq_sgn(rest) >= 0 && depth->square) {
        sign = -least_sign(depth->square, depth->where, rest);
    } else if (mpq_sgn(rest) >= 0) {
        mpq_mul(rest, rest, rest);
        sign = mpq_cmp(rest, depth->least);
    }
    mpq_clear(rest);
    return sign > 0 ? 1 : sign < 0 ? -1 : 0;
}

static bool is_within_depth(const void *context, double x)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, x);
    bool answer = compare_depth(context, q) >= 0;
    mpq_clear(q);
    return answer;
}

static double rough_distance(const depth_number *depth, double instant)
{
    mpq_t value;
    mpq_init(value);
    mpq_set_d(value, instant);
    oracle_rational_polynomial_value(value, depth->square, value);
    double square = oracle_round_nearest(value);
    mpq_clear(value);
    return sqrt(square);
}

/* About the depth of a quartic: the best of some samples, improved by thirds. */
static double sample_depth(const depth_number *depth)
{
    enum { SAMPLES = 64, THIRDS = 60 };
    double begin = oracle_round_nearest(depth->where->begin), best = begin;
    double end = depth->where->endless ? begin + 16 : oracle_round_nearest(depth->where->end);
    double step = (end - begin) / SAMPLES;
    for (int i = 1; i <= SAMPLES && isfinite(step); i++)
        if (rough_distance(depth, begin + i * step) < rough_distance(depth, best))
            best = begin + i * step;
    double low = fmax(begin, best - step), high = fmin(end, best + step);
    for (int i = 0; i < THIRDS && isfinite(step); i++) {
        double third = (high - low) / 3;
        if (rough_distance(depth, low + third) < rough_distance(depth, high - third))
            high -= third;
        else
            low += third;
    }
    return oracle_round_nearest(depth->reach) - rough_distance(depth, low);
}

/* Only a place to start from: what is found from it is compared exactly. */
static double guess_depth(const depth_number *depth)
{
    if (depth->square) {
        double sampled = sample_depth(depth);
        return isfinite(sampled) ? sampled : 0;
    }
    mpq_t difference;
    mpq_init(difference);
    mpq_mul(difference, depth->reach, depth->reach);
    mpq_sub(difference, difference, depth->least);
    double sum = oracle_round_nearest(depth->reach) + sqrt(oracle_round_nearest(depth->least));
    double guess = oracle_round_nearest(difference) / sum;
    mpq_clear(difference);
    return isfinite(guess) ? guess : 0;
}

static oracle_depth round_depth(const depth_number *depth)
{
    oracle_depth rounded;
    mpq_t exact;
    mpq_init(exact);
    rounded.down = oracle_last_yes(is_within_depth, depth, guess_depth(depth));
    rounded.up = oracle_double_of_rank(oracle_double_rank(rounded.down) + 1);
    if (isfinite(rounded.down)) {
        mpq_set_d(exact, rounded.down);
        if (compare_depth(depth, exact) == 0)
            rounded.up = rounded.down;
    }
    rounded.nearest = oracle_nearest_by_comparison(compare_depth, depth, rounded.down);
    mpq_clear(exact);
    return rounded;
}

oracle_depth oracle_round_depth(const mpq_t reach, const mpq_t least)
{
    depth_number depth = {.square = NULL};
    mpq_inits(depth.reach, depth.least, NULL);
    mpq_set(depth.reach, reach);
    mpq_set(depth.least, least);
    oracle_depth rounded = round_depth(&depth);
    mpq_clears(depth.reach, depth.least, NULL);
    return rounded;
}

/* ---- one pair -------------------------------------------------------------------------- */

typedef struct scene {
    oracle_path a, b;
    oracle_stretch common;
    oracle_rational_polynomial square;
    mpq_t reach, strict_reach; /* with and without the tolerance */
} scene;

static void scene_open(scene *s, const oracle_pair *pair)
{
    oracle_path_init(&s->a);
    oracle_path_init(&s->b);
    oracle_stretch_init(&s->common);
    oracle_rational_polynomial_init(&s->square);
    mpq_inits(s->reach, s->strict_reach, NULL);
    oracle_path_set(&s->a, &pair->a);
    oracle_path_set(&s->b, &pair->b);
    oracle_common_life(&s->common, &s->a.life, &s->b.life);
    oracle_square_distance(&s->square, &s->a, &s->b);
    oracle_reach(s->reach, &pair->body_a, &pair->body_b, pair->tolerance);
    oracle_reach(s->strict_reach, &pair->body_a, &pair->body_b, 0);
}

static void scene_close(scene *s)
{
    oracle_path_clear(&s->a);
    oracle_path_clear(&s->b);
    oracle_stretch_clear(&s->common);
    oracle_rational_polynomial_clear(&s->square);
    mpq_clears(s->reach, s->strict_reach, NULL);
}

/* Each gap of negative sign is one interval, from its root to its root or to
 * the ends of the common life. */
static void collect_intervals(const oracle_sign_pattern *pattern, const oracle_stretch *common,
                              oracle_answer *answer)
{
    double unused;
    for (int k = 0; k <= pattern->roots; k++) {
        if (pattern->sign[k] >= 0)
            continue;
        graze_interval *interval = &answer->intervals[answer->count++];
        interval->lower = oracle_round_down(common->begin);
        interval->upper = common->endless ? INFINITY : oracle_round_up(common->end);
        if (k > 0)
            oracle_sign_pattern_round_root(pattern, k - 1, &interval->lower, &unused);
        if (k < pattern->roots)
            oracle_sign_pattern_round_root(pattern, k, &unused, &interval->upper);
    }
}

static void answer_intervals(const scene *s, oracle_answer *answer)
{
    oracle_polynomial gap;
    oracle_sign_pattern pattern;
    if (mpq_sgn(s->reach) <= 0)
        return;
    oracle_polynomial_init(&gap);
    oracle_sign_pattern_init(&pattern);
    oracle_gap(&gap, &s->square, s->reach);
    oracle_sign_pattern_find(&pattern, &gap, &s->common);
    collect_intervals(&pattern, &s->common, answer);
    answer->exists = answer->count > 0;
    oracle_sign_pattern_clear(&pattern);
    oracle_polynomial_clear(&gap);
}

/* A constant distance is reached at every instant: the first double inside the
 * closed life stands for it, or the nearest to its begin where there is none. */
static double round_instant(const oracle_rational_polynomial *square, const oracle_stretch *where,
                            const mpq_t instant)
{
    if (oracle_rational_polynomial_degree(square) > 0)
        return oracle_round_nearest(instant);
    double first = oracle_round_up(where->begin);
    bool inside = isfinite(first) && (where->endless || first <= oracle_round_down(where->end));
    return inside ? first : oracle_round_nearest(where->begin);
}

static void answer_clearance(const scene *s, oracle_answer *answer)
{
    depth_number depth = {.square = &s->square, .where = &s->common};
    mpq_t instant;
    mpq_inits(depth.reach, depth.least, instant, NULL);
    mpq_set(depth.reach, s->strict_reach);
    if (oracle_rational_polynomial_degree(&s->square) <= 2) {
        depth.square = NULL;
        oracle_least(depth.least, instant, &s->square, &s->common);
        answer->clearance.time = round_instant(&s->square, &s->common, instant);
    } else {
        answer->clearance.time = oracle_least_instant(&s->square, &s->common);
    }
    oracle_depth rounded = round_depth(&depth);
    answer->clearance.depth = rounded.nearest;
    answer->clearance.distance = -rounded.up;
    mpq_clears(depth.reach, depth.least, instant, NULL);
}

static graze_verdict judge(const scene *s, bool exists)
{
    if (exists)
        return GRAZE_CONFLICT;
    int sign = least_sign(&s->square, &s->common, s->strict_reach);
    return sign > 0 ? GRAZE_CLEAR : sign == 0 ? GRAZE_TOUCH : GRAZE_GRAZE;
}

static bool square_overlaps(const oracle_rational_polynomial *square, const oracle_stretch *common,
                            const mpq_t reach)
{
    oracle_polynomial gap;
    oracle_sign_pattern pattern;
    oracle_polynomial_init(&gap);
    oracle_sign_pattern_init(&pattern);
    oracle_gap(&gap, square, reach);
    oracle_sign_pattern_find(&pattern, &gap, common);
    bool overlaps = oracle_overlaps(&pattern);
    oracle_sign_pattern_clear(&pattern);
    oracle_polynomial_clear(&gap);
    return overlaps;
}

bool oracle_paths_conflict(const oracle_path *a, const oracle_path *b, const mpq_t reach)
{
    oracle_stretch common;
    oracle_rational_polynomial square;
    oracle_stretch_init(&common);
    oracle_rational_polynomial_init(&square);
    oracle_common_life(&common, &a->life, &b->life);
    oracle_square_distance(&square, a, b);
    bool conflict = mpq_sgn(reach) > 0 && !oracle_stretch_is_empty(&common) &&
                    square_overlaps(&square, &common, reach);
    oracle_rational_polynomial_clear(&square);
    oracle_stretch_clear(&common);
    return conflict;
}

bool oracle_decide(const oracle_pair *pair)
{
    scene s;
    scene_open(&s, pair);
    bool conflict = oracle_paths_conflict(&s.a, &s.b, s.reach);
    scene_close(&s);
    return conflict;
}

void oracle_ask_intervals(const oracle_pair *pair, oracle_answer *answer)
{
    scene s;
    *answer = (oracle_answer){.verdict = GRAZE_CLEAR};
    scene_open(&s, pair);
    answer->clearance.common_life = !oracle_stretch_is_empty(&s.common);
    if (answer->clearance.common_life)
        answer_intervals(&s, answer);
    scene_close(&s);
}

void oracle_ask(const oracle_pair *pair, oracle_answer *answer)
{
    scene s;
    oracle_ask_intervals(pair, answer);
    if (!answer->clearance.common_life)
        return;
    scene_open(&s, pair);
    answer_clearance(&s, answer);
    answer->verdict = judge(&s, answer->exists);
    scene_close(&s);
}
