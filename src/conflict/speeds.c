/* SPDX-License-Identifier: MIT */
/* Unsafe speeds at constant velocity: the lines from a's start that meet the
 * convex blocked set.
 *
 * Let a keep its start and be driven k times as fast: after local time u of its
 * own it has covered the path coordinate x = k u, 0 < x < Da, and b has the local
 * time w = s + u, where s = start of a - begin of b. In the (x, w) plane the
 * blocked set does not depend on k, and the motions of factor k are the line
 * w = s + x/k. With the *slowness* m = 1/k as the unknown all candidates are
 * roots of polynomials of degree at most 2 in m:
 *
 *   tangency      |A(x) - B(s + m x)| = reach has a double root in x
 *   x = Da        |A(Da) - B(s + m Da)| = reach
 *   w = 0         |A(-s/m) - B(0)| = reach, for s < 0    (times m^2)
 *   w = Db        |A((Db - s)/m) - B(Db)| = reach        (times m^2)
 *   corners       m Da = -s,  m Da = Db - s
 *   poles         velocity a = m velocity b, where endless lives stop closing in
 *
 * The unsafe slownesses are one interval (the set is convex, and a line through
 * a fixed point meets it for an interval of slopes), so the ends are the outermost
 * candidates beside an unsafe gap. Gaps are decided exactly at one dyadic m, for
 * which a is the motion with step velocity_a, scale m and duration m Da.
 */
#include <graze/unsafe.h>

#include <math.h>

#include "conflict/cornered_speeds.h"
#include "conflict/quartic.h"
#include "numeric/float_mode.h"
#include "numeric/rounding.h"
#include "numeric/scratch.h"

enum { SPEEDS_SOURCES = 8, SPEEDS_CANDIDATES = 20 };

typedef struct speeds_problem {
    const pair *question;
    exact_piece a, b; /* b's life begins at 0, a's at `start` */
    dyadic start;
    dyadic reach; /* times both scales */
    polynomial source[SPEEDS_SOURCES], square_free[SPEEDS_SOURCES];
    int sources;
    root at[SPEEDS_CANDIDATES]; /* slownesses > 0, ascending, distinct */
    int count;
} speeds_problem;

static dyadic both_scales(dyadic_arena *context, const speeds_problem *s, dyadic x)
{
    return exact_scaled(context, exact_scaled(context, x, &s->a), &s->b);
}

static void problem_of(dyadic_arena *context, const pair *question, speeds_problem *s)
{
    s->question = question;
    s->sources = s->count = 0;
    exact_piece_of(context, question->a, question->dimensions, &s->a);
    exact_piece_of(context, question->b, question->dimensions, &s->b);
    s->start = SUB(s->a.begin, s->b.begin);
    s->b.begin = dyadic_zero();
    dyadic reach = ADD(FROM(question->radius_a), FROM(question->radius_b));
    s->reach = both_scales(context, s, SUB(reach, FROM(question->tolerance)));
}

/* ---- candidates ------------------------------------------------------------------- */

static void add_source(speeds_problem *s, polynomial source)
{
    if (source.degree > 0)
        s->source[s->sources++] = source;
}

/* |constant + linear y|^2 - reach^2, a polynomial in y. */
static polynomial distance_of(dyadic_arena *context, const speeds_problem *s,
                              const dyadic *constant, const dyadic *linear)
{
    int n = s->question->dimensions;
    dyadic across = exact_dot(context, constant, linear, n);
    dyadic coefficient[3] = {
        SUB(exact_length_squared(context, constant, n), SQUARE(s->reach)), ADD(across, across),
        exact_length_squared(context, linear, n)};
    return polynomial_from(coefficient, 3);
}

/* y^2 p(1/y) of a polynomial of degree at most 2. */
static polynomial reversed(const polynomial *p)
{
    dyadic coefficient[3];
    for (int i = 0; i < 3; i++)
        coefficient[i] = 2 - i <= p->degree ? p->coefficient[2 - i] : dyadic_zero();
    return polynomial_from(coefficient, 3);
}

/* A(x) - B(s + m x) = constant + (step_a - m step_b) x. */
typedef struct speeds_lines {
    dyadic step_a[3], step_b[3]; /* times both scales */
    dyadic apart[3];             /* A(0) - B(s) */
    dyadic from_begin[3];        /* A(0) - B(0) */
} speeds_lines;

static speeds_lines lines_of(dyadic_arena *context, const speeds_problem *s)
{
    speeds_lines lines;
    for (int k = 0; k < s->question->dimensions; k++) {
        lines.step_a[k] = exact_scaled(context, s->a.step[k], &s->b);
        lines.step_b[k] = exact_scaled(context, s->b.step[k], &s->a);
        lines.from_begin[k] =
            both_scales(context, s, SUB(s->a.place[k], s->b.place[k]));
        lines.apart[k] = SUB(lines.from_begin[k], MUL(lines.step_b[k], s->start));
    }
    return lines;
}

/* The discriminant in x of |apart + (step_a - m step_b) x|^2 - reach^2, and its
 * leading coefficient, as polynomials in m. */
static void add_tangencies(dyadic_arena *context, speeds_problem *s, const speeds_lines *lines)
{
    int n = s->question->dimensions;
    dyadic across = exact_dot(context, lines->step_a, lines->step_b, n);
    dyadic speed_of[3] = {exact_length_squared(context, lines->step_a, n),
                          NEGATIVE(ADD(across, across)),
                          exact_length_squared(context, lines->step_b, n)};
    dyadic slope_of[2] = {exact_dot(context, lines->apart, lines->step_a, n),
                          NEGATIVE(exact_dot(context, lines->apart, lines->step_b, n))};
    dyadic outside =
        SUB(exact_length_squared(context, lines->apart, n), SQUARE(s->reach));
    polynomial speed = polynomial_from(speed_of, 3), slope = polynomial_from(slope_of, 2);
    polynomial square = polynomial_mul(context, &slope, &slope);
    polynomial rest = polynomial_scale(context, &speed, outside);
    add_source(s, polynomial_sub(context, &square, &rest));
    if (s->a.endless || s->b.endless)
        add_source(s, speed);
}

/* b reaches local time w when a reaches x = (w - s)/m. */
static void add_instant(dyadic_arena *context, speeds_problem *s, const speeds_lines *lines,
                        dyadic w)
{
    dyadic constant[3], linear[3], ahead = SUB(w, s->start);
    for (int k = 0; k < s->question->dimensions; k++) {
        constant[k] = SUB(lines->from_begin[k], MUL(lines->step_b[k], w));
        linear[k] = MUL(lines->step_a[k], ahead);
    }
    polynomial over_speed = distance_of(context, s, constant, linear);
    add_source(s, reversed(&over_speed));
    if (!s->a.endless) { /* the corner m Da = w - s */
        dyadic corner[2] = {NEGATIVE(ahead), s->a.duration};
        add_source(s, polynomial_from(corner, 2));
    }
}

static void add_path_end(dyadic_arena *context, speeds_problem *s, const speeds_lines *lines)
{
    dyadic constant[3], linear[3];
    for (int k = 0; k < s->question->dimensions; k++) {
        constant[k] = ADD(lines->apart[k], MUL(lines->step_a[k], s->a.duration));
        linear[k] = NEGATIVE(MUL(lines->step_b[k], s->a.duration));
    }
    add_source(s, distance_of(context, s, constant, linear));
}

static void insert(dyadic_arena *context, root found, speeds_problem *s)
{
    int i = 0;
    for (; i < s->count; i++) {
        int order = root_compare_roots(context, &found, &s->at[i]);
        if (order == 0)
            return;
        if (order < 0)
            break;
    }
    if (s->count == SPEEDS_CANDIDATES) {
        context->exhausted = true;
        return;
    }
    for (int k = s->count; k > i; k--)
        s->at[k] = s->at[k - 1];
    s->at[i] = found;
    s->count++;
}

static void find_candidates(dyadic_arena *context, speeds_problem *s)
{
    speeds_lines lines = lines_of(context, s);
    add_tangencies(context, s, &lines);
    add_instant(context, s, &lines, dyadic_zero());
    if (!s->b.endless)
        add_instant(context, s, &lines, s->b.duration);
    if (!s->a.endless)
        add_path_end(context, s, &lines);
    root_range positive = {.endless_high = true};
    for (int i = 0; i < s->sources && !context->exhausted; i++) {
        root found[2];
        s->square_free[i] = polynomial_square_free(context, &s->source[i]);
        int count = root_isolate(context, &s->square_free[i], positive, found);
        for (int k = 0; k < count; k++)
            insert(context, found[k], s);
    }
}

/* ---- decisions -------------------------------------------------------------------- */

static bool is_unsafe_at(dyadic_arena *context, const speeds_problem *s, dyadic slowness)
{
    size_t mark = dyadic_mark(context);
    exact_piece a = s->a, b = s->b;
    a.begin = s->start;
    if (!a.still) {
        a.scale = a.scaled ? MUL(a.scale, slowness) : slowness;
        a.scaled = true;
    }
    if (!a.endless)
        a.duration = MUL(a.duration, slowness);
    exact_relative relative;
    bool unsafe = exact_relative_between(context, s->question, &a, &b, &relative) == 1 &&
                  exact_contact_of(context, &relative) == CONTACT_OVERLAP;
    dyadic_release(context, mark);
    return unsafe;
}

/* Some slowness inside gap i, which lies below candidate i. */
static dyadic inside_gap(dyadic_arena *context, speeds_problem *s, int gap)
{
    root zero = {.exact = true};
    if (s->count == 0)
        return FROM(1);
    if (gap == s->count)
        return ADD(s->at[gap - 1].high, FROM(1));
    return root_between(context, gap == 0 ? &zero : &s->at[gap - 1], &s->at[gap]);
}

/* ---- ends: the speed 1/m of a slowness m ------------------------------------------- */

typedef struct speed_search {
    dyadic_arena *arena;
    const root *slowness;
    polynomial mirrored; /* k^n p(1/k) for the square-free p of the slowness */
    int accepted;        /* holds while sign(k - 1/m) is at most this */
} speed_search;

/* The sign of k - 1/m, that is of m - 1/k, for k > 0. */
static int compare_speed(speed_search *search, dyadic k)
{
    dyadic_arena *context = search->arena;
    const root *m = search->slowness;
    int low = dyadic_compare(MUL(m->low, k), FROM(1)); /* m.low against 1/k */
    if (m->exact)
        return low;
    if (low >= 0)
        return 1;
    if (dyadic_compare(MUL(m->high, k), FROM(1)) <= 0)
        return -1;
    int sign = polynomial_sign_at(context, &search->mirrored, k);
    return sign == 0 ? 0 : sign == m->sign_low ? 1 : -1;
}

static bool speed_holds(void *context, double x)
{
    speed_search *search = context;
    if (x <= 0)
        return true;
    size_t mark = dyadic_mark(search->arena);
    int order = compare_speed(search, dyadic_from(search->arena, x));
    dyadic_release(search->arena, mark);
    return order <= search->accepted;
}

static double speed_of(dyadic_arena *arena, const root *slowness, bool upper)
{
    speed_search search = {.arena = arena, .slowness = slowness, .accepted = upper ? -1 : 0};
    if (!slowness->exact) {
        const polynomial *p = slowness->square_free;
        dyadic coefficient[POLYNOMIAL_DEGREE_MAX + 1];
        for (int i = 0; i <= p->degree; i++)
            coefficient[i] = p->coefficient[p->degree - i];
        search.mirrored = polynomial_from(coefficient, p->degree + 1);
    }
    double last = double_search_last(speed_holds, &search, 1 / root_guess(arena, slowness));
    return upper ? double_next_up(last) : last;
}

/* The slownesses between the outermost unsafe gaps, turned over into speeds. */
static graze_status collect(dyadic_arena *arena, speeds_problem *s, graze_interval *interval,
                            size_t *count)
{
    int first = -1, last = -1;
    for (int gap = 0; gap <= s->count && !arena->exhausted; gap++)
        if (is_unsafe_at(arena, s, inside_gap(arena, s, gap))) {
            first = first < 0 ? gap : first;
            last = gap;
        }
    graze_interval found = {0, INFINITY};
    if (first > 0)
        found.upper = speed_of(arena, &s->at[first - 1], true);
    if (first >= 0 && last < s->count)
        found.lower = speed_of(arena, &s->at[last], false);
    if (arena->exhausted)
        return GRAZE_ERROR_WORKSPACE;
    if (first >= 0)
        *interval = found;
    *count = first >= 0;
    return GRAZE_OK;
}

/* ---- the door --------------------------------------------------------------------- */

typedef struct speeds_job {
    const pair *question;
    graze_interval *interval;
    size_t *count;
} speeds_job;

static graze_status solve(dyadic_arena *arena, void *asked)
{
    const speeds_job *job = asked;
    speeds_problem problem;
    problem_of(arena, job->question, &problem);
    if (dyadic_sign(problem.reach) > 0)
        find_candidates(arena, &problem);
    else
        problem.count = 0;
    return collect(arena, &problem, job->interval, job->count);
}

static bool is_accelerated(const graze_motion *motion)
{
    return motion->form == GRAZE_KINEMATIC &&
           (motion->acceleration.x != 0 || motion->acceleration.y != 0 ||
            motion->acceleration.z != 0);
}

graze_status graze_unsafe_speeds(const graze_body *body_a, const graze_motion *a,
                                 const graze_body *body_b, const graze_motion *b, double tolerance,
                                 graze_interval *interval, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    pair question;
    if (interval == NULL || count == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = pair_of(body_a, a, body_b, b, tolerance, &question);
    if (status != GRAZE_OK)
        return status;
    if (a->form == GRAZE_PARKED || is_accelerated(a) || is_accelerated(b))
        return GRAZE_ERROR_UNSUPPORTED;
    if (question.cornered) {
        bool found = false;
        status = cornered_speeds(&question, interval, &found);
        if (status == GRAZE_OK)
            *count = found;
        return status;
    }
    return scratch_run(question.workspace, solve, &(speeds_job){&question, interval, count});
}
