/* SPDX-License-Identifier: MIT */
/* Curved motion by the real roots of its quartic. Signs between neighbouring
 * roots are taken at dyadic points, so a double root (a touch from outside, or
 * from inside between two overlaps that share an end) needs no case of its own.
 */
#include "contact/quartic.h"

/* The coefficients of distance^2 alone. */
static void distance_squared(dyadic_arena *context, const exact_relative *r, dyadic *coefficient)
{
    int n = r->dimensions;
    dyadic across = exact_dot(context, r->place, r->velocity, n);
    coefficient[0] = exact_length_squared(context, r->place, n);
    coefficient[1] = ADD(across, across);
    coefficient[2] = exact_length_squared(context, r->velocity, n);
    coefficient[3] = coefficient[4] = dyadic_zero();
    if (!r->curved)
        return;
    dyadic bend = exact_dot(context, r->place, r->curve, n);
    dyadic twist = exact_dot(context, r->velocity, r->curve, n);
    coefficient[2] = ADD(coefficient[2], ADD(bend, bend));
    coefficient[3] = ADD(twist, twist);
    coefficient[4] = exact_length_squared(context, r->curve, n);
}

polynomial quartic_of(dyadic_arena *context, const exact_relative *r)
{
    dyadic coefficient[5];
    distance_squared(context, r, coefficient);
    coefficient[0] = SUB(coefficient[0], SQUARE(r->reach));
    return polynomial_from(coefficient, 5);
}

static root_range common_life(const exact_relative *r)
{
    root_range range = root_range_closed(dyadic_zero(), r->length);
    if (r->endless) {
        range.high = dyadic_zero();
        range.endless_high = true;
        range.closed_high = false;
    }
    return range;
}

/* The roots of p on the closed common life. */
static int roots_in_life(dyadic_arena *arena, const exact_relative *r, const polynomial *p,
                         polynomial *square_free, root *roots)
{
    *square_free = polynomial_square_free(arena, p);
    return root_isolate(arena, square_free, common_life(r), roots);
}

/* The sign of p in gap i of the common life cut by its roots: gap 0 begins with
 * the life, gap `count` ends with it. A gap of no length has the sign 1. */
static int sign_in_gap(dyadic_arena *context, const exact_relative *r, const polynomial *p,
                       root *roots, int count, int gap)
{
    root begin = {.exact = true}, end = {.low = r->length, .high = r->length, .exact = true};
    root *low = gap == 0 ? &begin : &roots[gap - 1], *high = gap == count ? &end : &roots[gap];
    if (gap == count && r->endless)
        return 1; /* the leading coefficient is |curve|^2 */
    if (low->exact && high->exact && dyadic_compare(low->low, high->low) == 0)
        return 1;
    size_t mark = dyadic_mark(context);
    int sign = polynomial_sign_at(context, p, root_between(context, low, high));
    dyadic_release(context, mark);
    return sign;
}

contact quartic_contact(dyadic_arena *arena, const exact_relative *r)
{
    int reaching = dyadic_sign(r->reach);
    if (reaching < 0)
        return CONTACT_APART;
    polynomial p = quartic_of(arena, r), square_free;
    if (polynomial_sign_at(arena, &p, dyadic_zero()) < 0 ||
        (!r->endless && polynomial_sign_at(arena, &p, r->length) < 0))
        return CONTACT_OVERLAP;
    root roots[4];
    int count = roots_in_life(arena, r, &p, &square_free, roots);
    for (int gap = 0; gap <= count; gap++)
        if (sign_in_gap(arena, r, &p, roots, count, gap) < 0)
            return CONTACT_OVERLAP;
    return count > 0 ? CONTACT_TOUCH : CONTACT_APART;
}

int quartic_overlaps(dyadic_arena *arena, const exact_relative *r, polynomial *square_free,
                     quartic_overlap *overlaps)
{
    polynomial p = quartic_of(arena, r);
    root roots[4];
    int count = roots_in_life(arena, r, &p, square_free, roots), found = 0;
    int first = polynomial_sign_at(arena, &p, dyadic_zero());
    int last = r->endless ? 1 : polynomial_sign_at(arena, &p, r->length);
    int sign[5]; /* of all gaps first: a root must not be refined after it is copied */
    for (int gap = 0; gap <= count; gap++)
        sign[gap] = sign_in_gap(arena, r, &p, roots, count, gap);
    for (int gap = 0; gap <= count && found < 2; gap++) {
        if (sign[gap] >= 0)
            continue;
        quartic_overlap *overlap = &overlaps[found++];
        overlap->has_lower = gap > 0;
        overlap->has_upper = gap < count;
        if (gap > 0)
            overlap->lower = roots[gap - 1];
        if (gap < count)
            overlap->upper = roots[gap];
        overlap->begins_within = gap == 0 && first < 0;
        overlap->ends_within = gap == count && last < 0;
    }
    return found;
}

/* ---- the nearest instant ---------------------------------------------------------- */

/* The sign of q(first) - q(last) for the first and the last of three roots of the
 * derivative of the quartic q: that of -(8 a^2 d - 4 a b c + b^3) for
 * q = a t^4 + b t^3 + c t^2 + d t + e, since about its centre q is even but for
 * that tilt. */
static int compare_valleys(dyadic_arena *context, const dyadic *q)
{
    dyadic eight = FROM(8), four = FROM(4);
    dyadic tilt = MUL(MUL(eight, SQUARE(q[4])), q[1]);
    tilt = SUB(tilt, MUL(MUL(four, q[4]), MUL(q[3], q[2])));
    return -SIGN(ADD(tilt, MUL(q[3], SQUARE(q[3]))));
}

/* The sign of q(at) - q(tau) for a dyadic tau. */
static int compare_with(dyadic_arena *context, const dyadic *q, root *at, dyadic tau)
{
    polynomial p = polynomial_from(q, 5);
    dyadic shifted[5] = {SUB(q[0], polynomial_evaluate(context, &p, tau)), q[1], q[2], q[3], q[4]};
    polynomial difference = polynomial_from(shifted, 5);
    return root_sign_of(context, at, &difference);
}

/* Which stationary points are valleys: of three the first and the last, of two
 * the one that is no point of inflection, of one that one. */
static int valleys_of(dyadic_arena *context, const polynomial *slope, root *all, int total,
                      root **valleys)
{
    if (total == 2) {
        polynomial curvature = polynomial_derivative(context, slope);
        valleys[0] = root_sign_of(context, &all[0], &curvature) > 0 ? &all[0] : &all[1];
        return 1;
    }
    valleys[0] = &all[0];
    valleys[1] = &all[2];
    return total == 3 ? 2 : total;
}

static bool is_inside(dyadic_arena *context, const exact_relative *r, const root *at)
{
    return root_compare(context, at, dyadic_zero()) < 0 &&
           (r->endless || root_compare(context, at, r->length) > 0);
}

int quartic_valleys(dyadic_arena *context, const exact_relative *r, polynomial *square_free,
                    root *valleys)
{
    dyadic q[5];
    distance_squared(context, r, q);
    polynomial p = polynomial_from(q, 5), slope = polynomial_derivative(context, &p);
    *square_free = polynomial_square_free(context, &slope);
    root all[3], *found[2];
    int total = root_isolate(context, square_free, root_range_all(), all), inside = 0;
    int count = valleys_of(context, &slope, all, total, found);
    for (int i = 0; i < count; i++)
        if (is_inside(context, r, found[i]))
            valleys[inside++] = *found[i];
    return inside;
}

int quartic_nearest(dyadic_arena *context, const exact_relative *r, polynomial *square_free,
                    root *nearest)
{
    dyadic q[5];
    distance_squared(context, r, q);
    polynomial p = polynomial_from(q, 5);
    root valleys[2], *best = NULL;
    int count = quartic_valleys(context, r, square_free, valleys);
    if (count > 0)
        best = count == 2 && compare_valleys(context, q) > 0 ? &valleys[1] : &valleys[0];

    int at = best != NULL && compare_with(context, q, best, dyadic_zero()) < 0 ? 0 : -1;
    if (!r->endless) {
        int order = at == 0 ? -compare_with(context, q, best, r->length)
                            : dyadic_compare(polynomial_evaluate(context, &p, r->length), q[0]);
        at = order < 0 ? 1 : at;
    }
    if (at == 0)
        *nearest = *best;
    return at;
}

int quartic_touches(dyadic_arena *arena, const exact_relative *r, polynomial *square_free,
                    root *roots)
{
    polynomial p = quartic_of(arena, r);
    return roots_in_life(arena, r, &p, square_free, roots);
}
