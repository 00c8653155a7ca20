/* SPDX-License-Identifier: MIT */
/* The candidates for the ends of unsafe starts, as roots of polynomials in the
 * shift s: for local times u of a and w = u + s of b,
 *
 *   F(w, s) = |A(w - s) - B(w)|^2 - reach^2,
 *
 * with places and reach multiplied by both scales. Curved relative motion is a
 * quartic in w, else a parabola; its discriminant in w vanishes where the diagonal
 * touches the blocked set.
 *
 * Source for the discriminant of a w^4 + b w^3 + c w^2 + d w + e as
 * (4 I^3 - J^2)/27, I = 12ae - 3bd + c^2, J = 72ace + 9bcd - 27ad^2 - 27b^2e - 2c^3:
 * classical invariant theory (G. Salmon, "Modern Higher Algebra").
 */
#include "conflict/starts.h"

/* Coordinates of a motion as polynomials. */
typedef struct path {
    polynomial coordinate[3];
} path;

void starts_problem_of(dyadic_arena *context, const pair *question, starts_problem *problem)
{
    problem->question = question;
    exact_piece_of(context, question->a, question->dimensions, &problem->a);
    exact_piece_of(context, question->b, question->dimensions, &problem->b);
    dyadic start = exact_sum(context, question->a->start, question->a->start_tail);
    dyadic lead = SUB(problem->a.begin, start); /* a parked motion lives from its end */
    problem->origin = SUB(problem->b.begin, lead);
    problem->b.begin = dyadic_zero();
    dyadic reach = ADD(FROM(question->radius_a), FROM(question->radius_b));
    reach = SUB(reach, FROM(question->tolerance));
    problem->reach =
        exact_scaled(context, exact_scaled(context, reach, &problem->a), &problem->b);
}

/* The place of a piece over its local time, times both scales. */
static path path_of(dyadic_arena *context, const starts_problem *problem, bool of_a)
{
    const exact_piece *piece = of_a ? &problem->a : &problem->b;
    const exact_piece *other = of_a ? &problem->b : &problem->a;
    path result;
    for (int k = 0; k < problem->question->dimensions; k++) {
        dyadic place = exact_scaled(context, exact_scaled(context, piece->place[k], piece), other);
        dyadic coefficient[3] = {place, exact_scaled(context, piece->step[k], other),
                                 piece->curved ? exact_scaled(context, piece->half[k], other)
                                               : dyadic_zero()};
        result.coordinate[k] = polynomial_from(coefficient, 3);
    }
    return result;
}

/* ---- sides ------------------------------------------------------------------------ */

/* |path - point|^2 - reach^2 where the point is `other` at a local time. */
static polynomial distance_to(dyadic_arena *context, const starts_problem *problem,
                              const path *moving, const path *other, dyadic time)
{
    dyadic outside = NEGATIVE(SQUARE(problem->reach));
    polynomial sum = polynomial_from(&outside, 1);
    for (int k = 0; k < problem->question->dimensions; k++) {
        dyadic point = polynomial_evaluate(context, &other->coordinate[k], time);
        polynomial fixed = polynomial_from(&point, 1);
        polynomial apart = polynomial_sub(context, &moving->coordinate[k], &fixed);
        polynomial square = polynomial_mul(context, &apart, &apart);
        sum = polynomial_add(context, &sum, &square);
    }
    return sum;
}

/* p(-x) */
static polynomial reflected(polynomial p)
{
    for (int i = 1; i <= p.degree; i += 2)
        p.coefficient[i] = dyadic_negative(p.coefficient[i]);
    return p;
}

static void add_source(starts_sources *result, polynomial source)
{
    if (source.degree > 0)
        result->at[result->count++] = source;
}

/* u = 0: w = s;  u = Da: w = s + Da;  w = 0: u = -s;  w = Db: u = Db - s. */
static void add_sides(dyadic_arena *context, const starts_problem *problem, const path *a,
                      const path *b, starts_sources *result)
{
    const exact_piece *piece_a = &problem->a, *piece_b = &problem->b;
    dyadic zero = dyadic_zero();
    add_source(result, distance_to(context, problem, b, a, zero));
    add_source(result, reflected(distance_to(context, problem, a, b, zero)));
    if (!piece_a->endless) {
        polynomial side = distance_to(context, problem, b, a, piece_a->duration);
        add_source(result, polynomial_shift(context, &side, piece_a->duration));
    }
    if (!piece_b->endless) {
        polynomial side = reflected(distance_to(context, problem, a, b, piece_b->duration));
        add_source(result,
                   polynomial_shift(context, &side, dyadic_negative(piece_b->duration)));
    }
}

/* ---- tangencies ------------------------------------------------------------------- */

static starts_path relative_path_of(dyadic_arena *context, const path *a, const path *b,
                                   int dimensions)
{
    starts_path result = {.dimensions = dimensions};
    const dyadic zero = dyadic_zero();
    for (int k = 0; k < dimensions; k++) {
        const polynomial *p = &a->coordinate[k], *q = &b->coordinate[k];
        dyadic x[3], y[3];
        for (int i = 0; i < 3; i++) {
            x[i] = i <= p->degree ? p->coefficient[i] : zero;
            y[i] = i <= q->degree ? q->coefficient[i] : zero;
        }
        dyadic constant[3] = {SUB(x[0], y[0]), NEGATIVE(x[1]), x[2]};
        dyadic linear[2] = {SUB(x[1], y[1]), NEGATIVE(ADD(x[2], x[2]))};
        dyadic square = SUB(x[2], y[2]);
        result.constant[k] = polynomial_from(constant, 3);
        result.linear[k] = polynomial_from(linear, 2);
        result.square[k] = polynomial_from(&square, 1);
    }
    return result;
}

static polynomial dot(dyadic_arena *context, const polynomial *x, const polynomial *y,
                      int dimensions)
{
    polynomial sum = polynomial_from(NULL, 0);
    for (int k = 0; k < dimensions; k++) {
        polynomial product = polynomial_mul(context, &x[k], &y[k]);
        sum = polynomial_add(context, &sum, &product);
    }
    return sum;
}

static polynomial times(dyadic_arena *context, double factor, const polynomial *p)
{
    return polynomial_scale(context, p, FROM(factor));
}

static polynomial product(dyadic_arena *context, const polynomial *x, const polynomial *y)
{
    return polynomial_mul(context, x, y);
}

static void add_to(dyadic_arena *context, polynomial *sum, double factor, const polynomial *term)
{
    polynomial scaled = times(context, factor, term);
    *sum = polynomial_add(context, sum, &scaled);
}

/* |linear|^2 reach^2 - |linear x constant|^2, with Lagrange's identity undone:
 * here nothing is rounded. */
static polynomial parabola_discriminant(dyadic_arena *context, const starts_path *r,
                                        dyadic reach_squared)
{
    polynomial speed = dot(context, r->linear, r->linear, r->dimensions);
    polynomial slope = dot(context, r->linear, r->constant, r->dimensions);
    polynomial outside = polynomial_from(&reach_squared, 1);
    polynomial place = dot(context, r->constant, r->constant, r->dimensions);
    place = polynomial_sub(context, &place, &outside);
    polynomial slope_squared = product(context, &slope, &slope);
    polynomial rest = product(context, &speed, &place);
    return polynomial_sub(context, &slope_squared, &rest);
}

/* The coefficients of F(w, s) over w. */
static void terms_of(dyadic_arena *context, const starts_path *r, dyadic reach_squared,
                     polynomial *over_w)
{
    int n = r->dimensions;
    polynomial outside = polynomial_from(&reach_squared, 1);
    polynomial place = dot(context, r->constant, r->constant, n);
    polynomial across = dot(context, r->constant, r->linear, n);
    polynomial bend = dot(context, r->constant, r->square, n);
    polynomial twist = dot(context, r->linear, r->square, n);
    over_w[0] = polynomial_sub(context, &place, &outside);
    over_w[1] = times(context, 2, &across);
    over_w[2] = dot(context, r->linear, r->linear, n);
    add_to(context, &over_w[2], 2, &bend);
    over_w[3] = times(context, 2, &twist);
    over_w[4] = dot(context, r->square, r->square, n);
}

static polynomial quartic_discriminant(dyadic_arena *context, const starts_path *r,
                                       dyadic reach_squared)
{
    polynomial over_w[STARTS_TERMS];
    terms_of(context, r, reach_squared, over_w);
    const polynomial a = over_w[4], b = over_w[3], c = over_w[2], d = over_w[1], e = over_w[0];
    polynomial ae = product(context, &a, &e), bd = product(context, &b, &d);
    polynomial cc = product(context, &c, &c);
    polynomial i = cc;
    add_to(context, &i, 12, &ae);
    add_to(context, &i, -3, &bd);

    polynomial dd = product(context, &d, &d), bb = product(context, &b, &b);
    polynomial ace = product(context, &ae, &c), bcd = product(context, &bd, &c);
    polynomial add = product(context, &a, &dd), bbe = product(context, &bb, &e);
    polynomial ccc = product(context, &cc, &c);
    polynomial j = times(context, 72, &ace);
    add_to(context, &j, 9, &bcd);
    add_to(context, &j, -27, &add);
    add_to(context, &j, -27, &bbe);
    add_to(context, &j, -2, &ccc);

    polynomial ii = product(context, &i, &i), iii = product(context, &ii, &i);
    polynomial jj = product(context, &j, &j);
    polynomial result = times(context, 4, &iii);
    return polynomial_sub(context, &result, &jj);
}

static void add_tangencies(dyadic_arena *context, const starts_problem *problem, const path *a,
                           const path *b, starts_sources *result)
{
    starts_path r = relative_path_of(context, a, b, problem->question->dimensions);
    dyadic reach_squared = SQUARE(problem->reach);
    if (exact_is_curved(problem->question)) {
        add_source(result, quartic_discriminant(context, &r, reach_squared));
        return;
    }
    add_source(result, parabola_discriminant(context, &r, reach_squared));
    if (problem->a.endless || problem->b.endless) /* where nothing moves any more */
        add_source(result, dot(context, r.linear, r.linear, r.dimensions));
}

starts_path starts_path_of(dyadic_arena *context, const starts_problem *problem)
{
    path a = path_of(context, problem, true), b = path_of(context, problem, false);
    return relative_path_of(context, &a, &b, problem->question->dimensions);
}

void starts_over_instants(dyadic_arena *context, const starts_problem *problem,
                          polynomial *over_w)
{
    starts_path r = starts_path_of(context, problem);
    terms_of(context, &r, SQUARE(problem->reach), over_w);
}

/* ---- shifts ----------------------------------------------------------------------- */

int starts_corners(dyadic_arena *context, const starts_problem *problem, dyadic *shifts)
{
    const exact_piece *a = &problem->a, *b = &problem->b;
    int count = 0;
    shifts[count++] = dyadic_zero();
    if (!a->endless)
        shifts[count++] = dyadic_negative(a->duration);
    if (!b->endless)
        shifts[count++] = b->duration;
    if (!a->endless && !b->endless)
        shifts[count++] = SUB(b->duration, a->duration);
    return count;
}

root_range starts_range(const starts_problem *problem)
{
    root_range range = {.endless_low = problem->a.endless, .endless_high = problem->b.endless};
    if (!problem->a.endless)
        range.low = dyadic_negative(problem->a.duration);
    if (!problem->b.endless)
        range.high = problem->b.duration;
    return range;
}

starts_sources starts_sources_of(dyadic_arena *context, const starts_problem *problem)
{
    path a = path_of(context, problem, true), b = path_of(context, problem, false);
    starts_sources result = {.count = 0};
    add_tangencies(context, problem, &a, &b, &result);
    add_sides(context, problem, &a, &b, &result);
    return result;
}

/* ---- one shift -------------------------------------------------------------------- */

bool starts_relative_at(dyadic_arena *arena, const starts_problem *problem, dyadic shift,
                        exact_relative *relative)
{
    exact_piece a = problem->a, b = problem->b;
    a.begin = shift;
    return exact_relative_between(arena, problem->question, &a, &b, relative) == 1;
}

void starts_sharpen(dyadic_arena *context, const starts_problem *problem, root *at)
{
    double shift = root_to_double(context, at, DYADIC_NEAREST);
    double start = dyadic_to_double(ADD(problem->origin, at->low), DYADIC_NEAREST);
    const dyadic tries[2] = {FROM(isfinite(shift) ? shift : 0),
                             SUB(FROM(isfinite(start) ? start : 0), problem->origin)};
    for (int i = 0; i < 2 && !at->exact; i++)
        if (root_compare(context, at, tries[i]) == 0) {
            at->low = at->high = tries[i];
            at->exact = true;
        }
}

typedef struct end_search {
    dyadic_arena *arena;
    const starts_problem *problem;
    const root *at;
    int accepted; /* holds while sign(x - end) is at most this */
} end_search;

static bool end_holds(void *context, double x)
{
    end_search *search = context;
    size_t mark = dyadic_mark(search->arena);
    dyadic shift = dyadic_sub(search->arena, dyadic_from(search->arena, x), search->problem->origin);
    int order = root_compare(search->arena, search->at, shift);
    dyadic_release(search->arena, mark);
    return order <= search->accepted;
}

double starts_end_of(dyadic_arena *arena, const starts_problem *problem, const root *at,
                     bool upper)
{
    end_search search = {arena, problem, at, upper ? -1 : 0};
    double guess = dyadic_to_double(problem->origin, DYADIC_NEAREST) + root_guess(arena, at);
    double last = double_search_last(end_holds, &search, guess);
    return upper ? double_next_up(last) : last;
}
