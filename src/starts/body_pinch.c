/* SPDX-License-Identifier: MIT */
/* The decision whether there is an overlap at an algebraic shift, exactly.
 *
 * The overlap set is one intersection of bounds (R <= 0), or the union of several: the
 * inside of C, a rectangle about each edge, a disc about each corner (R > 0).
 *
 * Of an intersection of bounds q(w) < 0, the two lives among them, any part begins where a
 * bound is entered: at the root
 *
 *     e = (-b - sqrt(b^2 - 4 a c)) / (2 a)        of  a w^2 + b w + c
 *     e = -c / b, b < 0                           when a = 0
 *
 * (for either sign of a this is the root behind which the bound is negative), and there
 * all other bounds are negative, or become so at once. So it is enough to ask for the
 * signs of every bound at the entry of every other one. With q' = a' w^2 + b' w + c' and
 *
 *     m = a b' - a' b,   n = a c' - a' c,   d = b^2 - 4 a c,
 *     a q'(e) = m e + n,   2 a^2 q'(e) = (2 a n - m b) - m sqrt(d),
 *     (2 a n - m b)^2 - m^2 d = 4 a (a n^2 - b m n + c m^2),
 *
 * the signs are those of numbers with at most two square roots of dyadic numbers, whose
 * parts are polynomials in the shift: radical_sign. Where q'(e) = 0, the slope decides,
 * a (2 a' e + b') = m - a' sqrt(d), and where that is 0, too, the curvature a'.
 *
 * Of a disc the bound is F(w) = |D|^2 - R^2, of degree 4, in one common life. It is negative
 * somewhere in there when it is behind the life's begin or before its end, or when it has
 * several roots inside, but not if these are two double ones: between positive ends the
 * roots of odd multiplicity come in pairs, and a single root is one of even multiplicity.
 * Sturm's sequence counts the distinct roots. Its numbers are polynomials in the shift,
 * leading ones that vanish there are cut off, and the sign of each element right beside an
 * end of the life is that of its first derivative that is not 0 at the end. Of speeds this is
 * done in x = 1 / w with x^4 F(1 / x), whose numbers have the degrees of those of shifts; the
 * begin of the life is above its end then, and at infinity where it is w = 0.
 */
#include "starts/body_starts.h"

#include <stdlib.h>

typedef struct meeting {
    dyadic_arena *arena;
    root *at;
    const body_bound *bound;
    size_t count;
} meeting;

/* ---- numbers ------------------------------------------------------------------------ */

static int sign_of(const meeting *m, const polynomial *p)
{
    size_t mark = dyadic_mark(m->arena);
    int sign = root_sign_of(m->arena, m->at, p);
    dyadic_release(m->arena, mark);
    return sign;
}

static polynomial times(const meeting *m, const polynomial *x, const polynomial *y)
{
    return polynomial_mul(m->arena, x, y);
}

static polynomial difference_of_products(const meeting *m, const polynomial *x,
                                         const polynomial *y, const polynomial *z,
                                         const polynomial *w)
{
    polynomial first = times(m, x, y), second = times(m, z, w);
    return polynomial_sub(m->arena, &first, &second);
}

/* The entry of a bound, as far as its signs are known. */
typedef struct entry {
    const body_bound *bound;
    radical lowest; /* c */
    int curvature;  /* the sign of a */
    int apart;      /* of d, 0 or 1 */
} entry;

/* d = b^2 - 4 a c */
static radical discriminant_of(const meeting *m, const entry *e)
{
    polynomial square = times(m, &e->bound->term[1], &e->bound->term[1]);
    polynomial four = polynomial_scale(m->arena, &e->bound->term[2], dyadic_from(m->arena, 4));
    radical first = radical_from(&square), second = radical_scale(m->arena, &e->lowest, &four);
    return radical_sub(m->arena, &first, &second);
}

/* Finds the entry of a bound; false when it has none. */
static bool find_entry(const meeting *m, const body_bound *bound, entry *e)
{
    *e = (entry){.bound = bound, .lowest = body_lowest_of(bound, false)};
    e->curvature = sign_of(m, &bound->term[2]);
    if (e->curvature == 0)
        return sign_of(m, &bound->term[1]) < 0;
    radical_field field = {bound->square, dyadic_zero()};
    size_t mark = dyadic_mark(m->arena);
    radical d = discriminant_of(m, e);
    e->apart = radical_sign(m->arena, &field, &d, m->at);
    dyadic_release(m->arena, mark);
    return e->apart > 0 || (e->apart == 0 && e->curvature < 0);
}

/* The sign of x - y sqrt(d), from those of x, y and x^2 - y^2 d. */
static bool needs_norm(const entry *e, int sign_x, int sign_y)
{
    return e->apart > 0 && sign_x != 0 && sign_x == sign_y;
}

static int sign_without_norm(const entry *e, int sign_x, int sign_y)
{
    return sign_x != 0 || e->apart == 0 ? sign_x : -sign_y;
}

/* ---- another bound at an entry ------------------------------------------------------- */

/* Where the entered bound is straight, e = -c / b, b < 0: the signs of b^2 q'(e) and of
 * -b q''(e), then that of a'. */
static int sign_behind_line(const meeting *m, const entry *e, const radical_field *field,
                            const body_bound *other, const radical *lowest)
{
    dyadic_arena *arena = m->arena;
    const polynomial *b = &e->bound->term[1];
    polynomial square = times(m, b, b), mixed = times(m, b, &other->term[1]);
    radical cc = radical_mul(arena, field, &e->lowest, &e->lowest);
    radical value = radical_scale(arena, &cc, &other->term[2]);
    radical part = radical_scale(arena, &e->lowest, &mixed);
    value = radical_sub(arena, &value, &part);
    part = radical_scale(arena, lowest, &square);
    value = radical_add(arena, &value, &part);
    int sign = radical_sign(arena, field, &value, m->at);
    if (sign != 0)
        return sign;
    polynomial two = polynomial_scale(arena, &other->term[2], dyadic_from(arena, 2));
    part = radical_from(&mixed);
    value = radical_scale(arena, &e->lowest, &two);
    value = radical_sub(arena, &value, &part); /* -b q'(e) = 2 a' c - b b' */
    return radical_sign(arena, field, &value, m->at);
}

/* Where it is curved: the signs of q'(e) and of its slope there. */
static int sign_behind_curve(const meeting *m, const entry *e, const radical_field *field,
                             const body_bound *other, const radical *lowest)
{
    dyadic_arena *arena = m->arena;
    const polynomial *a = &e->bound->term[2], *b = &e->bound->term[1], *a2 = &other->term[2];
    polynomial mix = difference_of_products(m, a, &other->term[1], a2, b);
    polynomial twice = polynomial_scale(arena, a, dyadic_from(arena, 2));
    polynomial across = times(m, &mix, b);
    radical first = radical_scale(arena, lowest, a), second = radical_scale(arena, &e->lowest, a2);
    radical n = radical_sub(arena, &first, &second);
    radical x = radical_scale(arena, &n, &twice), y = radical_from(&across);
    x = radical_sub(arena, &x, &y);

    int sign_x = radical_sign(arena, field, &x, m->at), sign_mix = sign_of(m, &mix);
    int sign = sign_without_norm(e, sign_x, sign_mix);
    if (needs_norm(e, sign_x, sign_mix)) {
        radical nn = radical_mul(arena, field, &n, &n);
        polynomial mm = times(m, &mix, &mix);
        radical norm = radical_scale(arena, &nn, a), part = radical_scale(arena, &n, &across);
        norm = radical_sub(arena, &norm, &part);
        part = radical_scale(arena, &e->lowest, &mm);
        norm = radical_add(arena, &norm, &part);
        sign = sign_x * e->curvature * radical_sign(arena, field, &norm, m->at);
    }
    if (sign != 0)
        return sign;

    int sign_a2 = sign_of(m, a2);
    sign = sign_without_norm(e, sign_mix, sign_a2);
    if (needs_norm(e, sign_mix, sign_a2)) {
        polynomial mm = times(m, &mix, &mix), aa = times(m, a2, a2);
        radical d = discriminant_of(m, e), norm = radical_from(&mm);
        radical part = radical_scale(arena, &d, &aa);
        norm = radical_sub(arena, &norm, &part);
        sign = sign_mix * radical_sign(arena, field, &norm, m->at);
    }
    return sign * e->curvature;
}

/* Whether another bound is negative right behind the entry. */
static bool is_negative_behind(const meeting *m, const entry *e, const body_bound *other)
{
    size_t mark = dyadic_mark(m->arena);
    radical_field field = {e->bound->square, other->square};
    radical lowest = body_lowest_of(other, true);
    int sign = e->curvature == 0 ? sign_behind_line(m, e, &field, other, &lowest)
                                 : sign_behind_curve(m, e, &field, other, &lowest);
    dyadic_release(m->arena, mark);
    return sign != 0 ? sign < 0 : sign_of(m, &other->term[2]) < 0;
}

static bool is_met_behind(const meeting *m, size_t entered)
{
    entry e;
    if (!find_entry(m, &m->bound[entered], &e))
        return false;
    for (size_t k = m->count; k-- > 0;)
        if (k != entered && !is_negative_behind(m, &e, &m->bound[k]))
            return false;
    return true;
}

static bool is_met(const meeting *m)
{
    for (size_t i = 0; i < m->count && !m->arena->exhausted; i++)
        if (is_met_behind(m, i))
            return true;
    return false;
}

/* ---- a disc ------------------------------------------------------------------------- */

/* A polynomial over w; its coefficients are polynomials in the shift. */
typedef struct over_w {
    polynomial term[PENCIL_TERMS];
    int degree; /* at the shift; -1: zero */
} over_w;

typedef struct sturm_sequence {
    over_w element[PENCIL_TERMS];
    int count;
} sturm_sequence;

static void set_degree(const meeting *m, over_w *f, int degree)
{
    while (degree >= 0 && sign_of(m, &f->term[degree]) == 0)
        degree--;
    f->degree = degree;
}

static over_w derivative(const meeting *m, const over_w *f)
{
    over_w slope = {.degree = f->degree - 1};
    for (int i = 0; i <= slope.degree; i++)
        slope.term[i] = polynomial_scale(m->arena, &f->term[i + 1], dyadic_from(m->arena, i + 1));
    return slope;
}

/* -(x mod y) up to a positive factor. */
static over_w negative_remainder(const meeting *m, const over_w *x, const over_w *y)
{
    const polynomial *lead = &y->term[y->degree], zero = polynomial_from(NULL, 0);
    const bool turned = (x->degree - y->degree) % 2 == 0 && sign_of(m, lead) < 0;
    over_w rest = *x;
    for (int top = x->degree; top >= y->degree; top--)
        for (int i = 0; i < top; i++) {
            int k = i - top + y->degree;
            rest.term[i] = difference_of_products(m, &rest.term[i], lead, &rest.term[top],
                                                  k < 0 ? &zero : &y->term[k]);
        }
    for (int i = 0; i < y->degree && !turned; i++)
        rest.term[i] = polynomial_sub(m->arena, &zero, &rest.term[i]);
    set_degree(m, &rest, y->degree - 1);
    return rest;
}

static void turn_over(polynomial *term)
{
    for (int i = 0, k = PENCIL_TERMS - 1; i < k; i++, k--) {
        polynomial other = term[i];
        term[i] = term[k];
        term[k] = other;
    }
}

static void set_sequence(const meeting *m, const pencil *motions, sturm_sequence *all)
{
    over_w *next = all->element;
    pencil_over_time(m->arena, motions, next->term);
    if (motions->kind == PENCIL_SPEEDS)
        turn_over(next->term);
    set_degree(m, next, PENCIL_TERMS - 1);
    for (all->count = 0; next->degree >= 0; next = &all->element[all->count]) {
        all->count++;
        if (next->degree == 0)
            return;
        next[1] = all->count == 1 ? derivative(m, next) : negative_remainder(m, next - 1, next);
    }
}

/* The last begin of both lives, or their first end; null: they have no end. */
static const pencil_instant *limit_of(const meeting *m, const pencil *motions, bool ends)
{
    const pencil_instant *limit = NULL;
    for (int i = 0; i < motions->instants; i++) {
        const pencil_instant *other = &motions->instant[i];
        size_t mark = dyadic_mark(m->arena);
        polynomial later = limit == NULL ? polynomial_from(NULL, 0)
                                         : pencil_meeting(m->arena, other, limit);
        if (other->ends == ends && (limit == NULL || (sign_of(m, &later) < 0) == ends))
            limit = other;
        dyadic_release(m->arena, mark);
    }
    return limit;
}

/* Right above or below at / by; by may be 0, at infinity. */
typedef struct border {
    polynomial at, by;
    bool infinite, below;
} border;

/* Right behind the begin of the common life, or right before its end. */
static border border_of(const meeting *m, const pencil *motions, bool ends)
{
    const pencil_instant *limit = limit_of(m, motions, ends);
    const dyadic one = dyadic_from(m->arena, 1);
    border b = {.at = polynomial_from(&one, 1), .by = polynomial_from(NULL, 0), .below = ends};
    if (limit != NULL) {
        b.at = pencil_linear(limit->at);
        b.by = pencil_linear(limit->by);
    }
    if (motions->kind == PENCIL_SPEEDS) {
        polynomial at = b.at;
        b.at = b.by;
        b.by = at;
        b.below = !ends;
    }
    b.infinite = sign_of(m, &b.by) == 0;
    return b;
}

/* The sign at at / by, by > 0. */
static int sign_at(const meeting *m, const over_w *f, const border *b)
{
    size_t mark = dyadic_mark(m->arena);
    polynomial sum = f->term[f->degree], power = b->by;
    for (int i = f->degree - 1; i >= 0; i--) {
        polynomial part = times(m, &f->term[i], &power);
        sum = times(m, &sum, &b->at);
        sum = polynomial_add(m->arena, &sum, &part);
        if (i > 0)
            power = times(m, &power, &b->by);
    }
    int sign = sign_of(m, &sum);
    dyadic_release(m->arena, mark);
    return sign;
}

static int sign_beside(const meeting *m, const over_w *f, const border *b)
{
    if (b->infinite)
        return sign_of(m, &f->term[f->degree]);
    size_t mark = dyadic_mark(m->arena);
    int sign = sign_at(m, f, b), turn = 1;
    for (over_w slope = *f; sign == 0 && slope.degree > 0;) {
        slope = derivative(m, &slope);
        turn = b->below ? -turn : turn;
        sign = turn * sign_at(m, &slope, b);
    }
    dyadic_release(m->arena, mark);
    return sign;
}

static int changes_beside(const meeting *m, const sturm_sequence *all, const border *b)
{
    int changes = 0, last = 0;
    for (int i = 0; i < all->count; i++) {
        int sign = sign_beside(m, &all->element[i], b);
        changes += sign == -last;
        last = sign;
    }
    return changes;
}

/* Whether F has two double roots: then the greatest common divisor of F and its slope has both. */
static bool has_two_double_roots(const meeting *m, const over_w *divisor)
{
    if (divisor->degree != 2)
        return false;
    polynomial four = polynomial_scale(m->arena, &divisor->term[0], dyadic_from(m->arena, 4));
    polynomial apart = difference_of_products(m, &divisor->term[1], &divisor->term[1],
                                              &divisor->term[2], &four);
    return sign_of(m, &apart) > 0;
}

static bool is_met_round(const meeting *m, const pencil *motions)
{
    sturm_sequence all;
    set_sequence(m, motions, &all);
    border begin = border_of(m, motions, false), end = border_of(m, motions, true);
    if (all.count == 0)
        return false;
    if (sign_beside(m, all.element, &begin) < 0 || sign_beside(m, all.element, &end) < 0)
        return true;
    int roots = changes_beside(m, &all, &begin) - changes_beside(m, &all, &end);
    return abs(roots) > 1 && !has_two_double_roots(m, &all.element[all.count - 1]);
}

/* ---- the bounds --------------------------------------------------------------------- */

/* by t - at > 0 after a life has begun, < 0 before it ends */
static body_bound life_bound(dyadic_arena *context, const pencil_instant *instant)
{
    const polynomial zero = polynomial_from(NULL, 0);
    body_bound bound = {.factor = dyadic_zero()};
    polynomial at = pencil_linear(instant->at), by = pencil_linear(instant->by);
    bound.term[0] = instant->ends ? polynomial_sub(context, &zero, &at) : at;
    bound.term[1] = instant->ends ? by : polynomial_sub(context, &zero, &by);
    bound.term[2] = zero;
    return bound;
}

static size_t add_lives(dyadic_arena *arena, const pencil *motions, body_bound *bound)
{
    for (int i = 0; i < motions->instants; i++)
        bound[i] = life_bound(arena, &motions->instant[i]);
    return (size_t)motions->instants;
}

/* Inside all outer bounds (or inside C itself) while both live. */
static bool is_met_inside(dyadic_arena *arena, const body_problem *problem, root *at)
{
    size_t mark = dyadic_mark(arena), count = 0;
    body_bound *bound = events_take(arena, problem->edges + PENCIL_INSTANTS, sizeof *bound);
    if (bound == NULL)
        return false;
    for (; count < problem->edges; count++)
        bound[count] = problem->reaching > 0
                           ? body_line_of(arena, problem, count)
                           : body_bound_of(arena, problem, count, BODY_OUTER);
    count += add_lives(arena, &problem->motions, bound + count);
    bool met = is_met(&(meeting){arena, at, bound, count});
    dyadic_release(arena, mark);
    return met;
}

static bool is_met_beside(dyadic_arena *arena, const body_problem *problem, size_t edge, root *at)
{
    body_bound bound[BODY_SIDES + PENCIL_INSTANTS];
    size_t mark = dyadic_mark(arena), count = 0;
    for (; count < BODY_SIDES; count++)
        bound[count] = body_bound_of(arena, problem, edge, (body_side)count);
    count += add_lives(arena, &problem->motions, bound + count);
    bool met = is_met(&(meeting){arena, at, bound, count});
    dyadic_release(arena, mark);
    return met;
}

static bool is_met_at_corner(dyadic_arena *arena, const body_problem *problem, size_t corner,
                             root *at)
{
    size_t mark = dyadic_mark(arena);
    pencil moved = body_corner_pencil(arena, problem, corner);
    bool met = is_met_round(&(meeting){.arena = arena, .at = at}, &moved);
    dyadic_release(arena, mark);
    return met;
}

bool body_pinch_is_unsafe(dyadic_arena *arena, const body_problem *problem, root *at)
{
    if (problem->kind == POLYGON_AREA && is_met_inside(arena, problem, at))
        return true;
    if (problem->reaching <= 0)
        return false;
    for (size_t i = 0; i < problem->edges && !arena->exhausted; i++)
        if (is_met_at_corner(arena, problem, i, at) ||
            (problem->kind != POLYGON_POINT && is_met_beside(arena, problem, i, at)))
            return true;
    return false;
}
