/* SPDX-License-Identifier: MIT */
/* Moving bodies with corners, from the definitions. See bodies.h. */
#include "oracle/bodies.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "oracle/body_time.h"
#include "oracle/number.h"
#include "oracle/rounding.h"

/* ---- the scene ------------------------------------------------------------------------------- */

static void relate(oracle_body_scene *scene)
{
    oracle_common_life(&scene->common, &scene->a.life, &scene->b.life);
    for (int axis = 0; axis < 2; axis++)
        for (int i = 0; i < 3; i++)
            mpq_sub(scene->place[axis][i], scene->a.coefficient[axis][i],
                    scene->b.coefficient[axis][i]);
}

void oracle_body_scene_init(oracle_body_scene *scene, const oracle_pair *pair)
{
    oracle_path_init(&scene->a);
    oracle_path_init(&scene->b);
    oracle_stretch_init(&scene->common);
    for (int i = 0; i < 6; i++)
        mpq_init(scene->place[i / 3][i % 3]);
    oracle_path_set(&scene->a, &pair->a);
    oracle_path_set(&scene->b, &pair->b);
    oracle_hull_init(&scene->hull, &pair->body_a, &pair->body_b);
    relate(scene);
}

void oracle_body_scene_clear(oracle_body_scene *scene)
{
    oracle_path_clear(&scene->a);
    oracle_path_clear(&scene->b);
    oracle_stretch_clear(&scene->common);
    for (int i = 0; i < 6; i++)
        mpq_clear(scene->place[i / 3][i % 3]);
    oracle_hull_clear(&scene->hull);
}

void oracle_body_scene_delay(oracle_body_scene *scene, const mpq_t delay)
{
    oracle_path_delay(&scene->a, delay);
    relate(scene);
}

/* ---- the cuts -------------------------------------------------------------------------------- */

/* All roots inside the common life, ascending and distinct. */
typedef struct timeline {
    oracle_outline outline;
    const oracle_stretch *life;
    oracle_number **cut;
    size_t count;
} timeline;

static oracle_number *new_number(const oracle_sign_pattern *pattern, int root)
{
    oracle_number *number = malloc(sizeof *number);
    assert(number != NULL);
    oracle_number_init_root(number, pattern, root);
    return number;
}

static void free_number(oracle_number *number)
{
    oracle_number_clear(number);
    free(number);
}

static void add_roots(timeline *line, oracle_sign_pattern *pattern, const oracle_polynomial *p)
{
    oracle_sign_pattern_find(pattern, p, line->life);
    for (int k = 0; k < pattern->roots; k++)
        line->cut[line->count++] = new_number(pattern, k);
}

static int by_value(const void *left, const void *right)
{
    oracle_number *const *x = left, *const *y = right;
    return *x == *y ? 0 : oracle_number_compare(*x, *y);
}

static void sort_cuts(timeline *line)
{
    size_t kept = 0;
    qsort(line->cut, line->count, sizeof *line->cut, by_value);
    for (size_t i = 0; i < line->count; i++) {
        if (kept > 0 && oracle_number_compare(line->cut[kept - 1], line->cut[i]) == 0)
            free_number(line->cut[i]);
        else
            line->cut[kept++] = line->cut[i];
    }
    line->count = kept;
}

/* Which polynomials decide? */
static bool is_asked(const oracle_outline *o, size_t corner, int which)
{
    if (which == OUTLINE_NEAR)
        return o->reach >= 0;
    return corner < o->edges;
}

static void timeline_init(timeline *line, const oracle_body_scene *scene, const mpq_t reach)
{
    mpq_t place[2][3];
    for (int i = 0; i < 6; i++) {
        mpq_init(place[i / 3][i % 3]);
        mpq_set(place[i / 3][i % 3], scene->place[i / 3][i % 3]);
    }
    oracle_outline *o = &line->outline;
    oracle_outline_init(o, &scene->hull, place, reach);
    for (int i = 0; i < 6; i++)
        mpq_clear(place[i / 3][i % 3]);
    line->life = &scene->common;
    line->count = 0;
    line->cut = malloc(o->corners * OUTLINE_SIGNS * POLYNOMIAL_DEGREE * sizeof *line->cut);
    assert(line->cut != NULL);
    oracle_sign_pattern pattern;
    oracle_sign_pattern_init(&pattern);
    for (size_t i = 0; i < o->corners; i++)
        for (int which = 0; which < OUTLINE_SIGNS; which++)
            if (is_asked(o, i, which))
                add_roots(line, &pattern, &o->sign[i][which]);
    oracle_sign_pattern_clear(&pattern);
    sort_cuts(line);
}

static void timeline_clear(timeline *line)
{
    for (size_t i = 0; i < line->count; i++)
        free_number(line->cut[i]);
    free(line->cut);
    oracle_outline_clear(&line->outline);
}

/* ---- signs at an instant --------------------------------------------------------------------- */

static int sign_at_rational(void *instant, const oracle_polynomial *p)
{
    return oracle_polynomial_sign_at(p, *(mpq_t *)instant);
}

static int sign_at_number(void *instant, const oracle_polynomial *p)
{
    return oracle_number_sign_of(instant, p);
}

/* Some instant of gap k, before cut k. */
static void sample(mpq_t instant, const timeline *line, size_t k)
{
    if (k > 0 && k < line->count) {
        oracle_number_between(instant, line->cut[k - 1], line->cut[k]);
    } else if (k < line->count) {
        oracle_choose_between(instant, line->life->begin, line->cut[k]->low);
    } else {
        mpq_srcptr low = k > 0 ? line->cut[k - 1]->high : line->life->begin;
        mpq_t later;
        mpq_init(later);
        mpq_set_ui(later, 1, 1);
        mpq_add(later, later, low);
        if (line->life->endless)
            mpq_set(instant, later);
        else
            oracle_choose_between(instant, low, line->life->end);
        mpq_clear(later);
    }
}

typedef bool (*outline_question)(const oracle_outline *, oracle_sign_source, void *);

static bool holds_in_gap(const timeline *line, outline_question holds, size_t k)
{
    mpq_t instant;
    mpq_init(instant);
    sample(instant, line, k);
    bool answer = holds(&line->outline, sign_at_rational, &instant);
    mpq_clear(instant);
    return answer;
}

static bool holds_in_some_gap(const timeline *line, outline_question holds)
{
    for (size_t k = 0; k <= line->count; k++)
        if (holds_in_gap(line, holds, k))
            return true;
    return false;
}

static bool holds_at(const timeline *line, outline_question holds, const mpq_t instant)
{
    mpq_t copy;
    mpq_init(copy);
    mpq_set(copy, instant);
    bool answer = holds(&line->outline, sign_at_rational, &copy);
    mpq_clear(copy);
    return answer;
}

/* A closed question: at a cut, at an end of the life? */
static bool holds_at_some_cut(const timeline *line, outline_question holds)
{
    for (size_t k = 0; k < line->count; k++)
        if (holds(&line->outline, sign_at_number, line->cut[k]))
            return true;
    return holds_at(line, holds, line->life->begin) ||
           (!line->life->endless && holds_at(line, holds, line->life->end));
}

/* ---- decisions ------------------------------------------------------------------------------- */

bool oracle_body_scene_overlaps(const oracle_body_scene *scene, const mpq_t reach)
{
    timeline line;
    if (oracle_stretch_is_empty(&scene->common))
        return false;
    timeline_init(&line, scene, reach);
    bool overlaps = holds_in_some_gap(&line, oracle_outline_is_within);
    timeline_clear(&line);
    return overlaps;
}

int oracle_body_scene_compare(const oracle_body_scene *scene, const mpq_t reach)
{
    timeline line;
    timeline_init(&line, scene, reach);
    int sign = -1;
    if (holds_in_some_gap(&line, oracle_outline_is_within))
        sign = 1;
    else if (holds_in_some_gap(&line, oracle_outline_reaches) ||
             holds_at_some_cut(&line, oracle_outline_reaches))
        sign = 0;
    timeline_clear(&line);
    return sign;
}

bool oracle_body_conflict(const oracle_pair *pair)
{
    oracle_body_scene scene;
    mpq_t reach;
    mpq_init(reach);
    oracle_body_scene_init(&scene, pair);
    oracle_reach(reach, &pair->body_a, &pair->body_b, pair->tolerance);
    bool conflict = oracle_body_scene_overlaps(&scene, reach);
    oracle_body_scene_clear(&scene);
    mpq_clear(reach);
    return conflict;
}

graze_verdict oracle_body_verdict(const oracle_pair *pair)
{
    oracle_body_scene scene;
    mpq_t reach;
    int sign = -1;
    if (oracle_body_conflict(pair))
        return GRAZE_CONFLICT;
    mpq_init(reach);
    oracle_body_scene_init(&scene, pair);
    oracle_reach(reach, &pair->body_a, &pair->body_b, 0);
    if (!oracle_stretch_is_empty(&scene.common))
        sign = oracle_body_scene_compare(&scene, reach);
    oracle_body_scene_clear(&scene);
    mpq_clear(reach);
    return sign > 0 ? GRAZE_GRAZE : sign == 0 ? GRAZE_TOUCH : GRAZE_CLEAR;
}

/* ---- intervals ------------------------------------------------------------------------------- */

static void begin_interval(const timeline *line, size_t k, oracle_body_answer *answer)
{
    assert(answer->count < ORACLE_BODY_INTERVALS);
    answer->intervals[answer->count].lower =
        k > 0 ? oracle_number_round_down(line->cut[k - 1]) : oracle_round_down(line->life->begin);
}

static void end_interval(const timeline *line, size_t k, oracle_body_answer *answer)
{
    double end = INFINITY;
    if (k < line->count)
        end = oracle_number_round_up(line->cut[k]);
    else if (!line->life->endless)
        end = oracle_round_up(line->life->end);
    answer->intervals[answer->count++].upper = end;
}

static void collect(const timeline *line, oracle_body_answer *answer)
{
    bool open = false;
    for (size_t k = 0; k <= line->count; k++) {
        bool holds = holds_in_gap(line, oracle_outline_is_within, k);
        bool goes_on =
            open && holds &&
            oracle_outline_is_within(&line->outline, sign_at_number, line->cut[k - 1]);
        if (open && !goes_on)
            end_interval(line, k - 1, answer);
        if (holds && !goes_on)
            begin_interval(line, k, answer);
        open = holds;
    }
    if (open)
        end_interval(line, line->count, answer);
}

void oracle_body_intervals(const oracle_pair *pair, oracle_body_answer *answer)
{
    oracle_body_scene scene;
    timeline line;
    mpq_t reach;
    answer->count = 0;
    mpq_init(reach);
    oracle_body_scene_init(&scene, pair);
    oracle_reach(reach, &pair->body_a, &pair->body_b, pair->tolerance);
    if (!oracle_stretch_is_empty(&scene.common)) {
        timeline_init(&line, &scene, reach);
        collect(&line, answer);
        timeline_clear(&line);
    }
    oracle_body_scene_clear(&scene);
    mpq_clear(reach);
}

/* ---- depth ----------------------------------------------------------------------------------- */

typedef struct depth_number {
    const oracle_body_scene *scene;
    mpq_srcptr reach; /* r1 + r2 */
} depth_number;

/* The sign of greatest depth - q. */
static int compare_depth(const void *context, const mpq_t q)
{
    const depth_number *depth = context;
    mpq_t rest;
    mpq_init(rest);
    mpq_sub(rest, depth->reach, q);
    int sign = oracle_body_scene_compare(depth->scene, rest);
    mpq_clear(rest);
    return sign;
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

/* About the signed distance at an instant, in doubles: only a place to search from. */
static double rough_distance(const oracle_body_scene *scene, double t)
{
    const size_t count = scene->hull.count;
    double d[2], deepest = -INFINITY, nearest = INFINITY;
    for (int axis = 0; axis < 2; axis++)
        d[axis] = mpq_get_d(scene->place[axis][0]) +
                  t * (mpq_get_d(scene->place[axis][1]) + t * mpq_get_d(scene->place[axis][2]));
    for (size_t i = 0; i < count; i++) {
        const oracle_corner *p = &scene->hull.corner[i], *q = &scene->hull.corner[(i + 1) % count];
        double x = d[0] - mpq_get_d(p->at[0]), y = d[1] - mpq_get_d(p->at[1]);
        double ex = mpq_get_d(q->at[0]) - mpq_get_d(p->at[0]);
        double ey = mpq_get_d(q->at[1]) - mpq_get_d(p->at[1]), length = hypot(ex, ey);
        double across = (x * ey - y * ex) / length, ahead = (x * ex + y * ey) / length;
        deepest = fmax(deepest, across);
        nearest = fmin(nearest, ahead > 0 && ahead < length ? fabs(across) : hypot(x, y));
    }
    return count >= 3 && deepest < 0 ? deepest : nearest;
}

static double rough_depth(const oracle_body_scene *scene, const mpq_t reach)
{
    enum { SAMPLES = 256, THIRDS = 80 };
    const double begin = mpq_get_d(scene->common.begin);
    const double end = scene->common.endless ? begin + 16 : mpq_get_d(scene->common.end);
    double best = begin, step = (end - begin) / SAMPLES;
    for (int i = 1; i <= SAMPLES; i++)
        if (rough_distance(scene, begin + i * step) < rough_distance(scene, best))
            best = begin + i * step;
    double low = fmax(begin, best - step), high = fmin(end, best + step);
    for (int i = 0; i < THIRDS; i++) {
        const double third = (high - low) / 3;
        if (rough_distance(scene, low + third) < rough_distance(scene, high - third))
            high -= third;
        else
            low += third;
    }
    double depth = mpq_get_d(reach) - rough_distance(scene, low);
    return isfinite(depth) ? depth : 0;
}

void oracle_body_clearance(const oracle_pair *pair, graze_clearance *clearance)
{
    oracle_body_scene scene;
    mpq_t reach, exact;
    *clearance = (graze_clearance){.common_life = false};
    mpq_inits(reach, exact, NULL);
    oracle_body_scene_init(&scene, pair);
    oracle_reach(reach, &pair->body_a, &pair->body_b, 0);
    if (!oracle_stretch_is_empty(&scene.common)) {
        const depth_number depth = {&scene, reach};
        double down = oracle_last_yes(is_within_depth, &depth, rough_depth(&scene, reach));
        double up = down;
        clearance->common_life = true;
        if (isfinite(down))
            mpq_set_d(exact, down);
        if (!isfinite(down) || compare_depth(&depth, exact) != 0)
            up = oracle_double_of_rank(oracle_double_rank(down) + 1);
        clearance->distance = -up;
        clearance->depth =
            down == up ? down : oracle_nearest_by_comparison(compare_depth, &depth, down);
        clearance->time = oracle_body_deepest_instant(&scene, reach, down, up);
    }
    oracle_body_scene_clear(&scene);
    mpq_clears(reach, exact, NULL);
}
