/* SPDX-License-Identifier: MIT */
/* The exact answers about curved relative motion, from the real roots of its quartic and of
 * the quartic's derivative. Signs between neighbouring roots are taken at dyadic points, so a
 * double root (a touch from outside, or from inside between two overlaps that share an end)
 * needs no case of its own. Two overlaps have a valley each: each is told with its own
 * greatest depth. */
#include "contact/disc_accelerated.h"

#include <math.h>

#include "contact/comparison.h"
#include "contact/question.h"

/* ---- the quartic -------------------------------------------------------------------- */

/* The coefficients of distance^2 alone. */
static void distance_squared(dyadic_arena *context, const exact_relative *r, dyadic *coefficient)
{
    int n = r->dimensions;
    dyadic across = exact_dot(context, r->place, r->velocity, n);
    coefficient[0] = exact_length_squared(context, r->place, n);
    coefficient[1] = ADD(across, across);
    coefficient[2] = exact_length_squared(context, r->velocity, n);
    dyadic bend = exact_dot(context, r->place, r->curve, n);
    dyadic twist = exact_dot(context, r->velocity, r->curve, n);
    coefficient[2] = ADD(coefficient[2], ADD(bend, bend));
    coefficient[3] = ADD(twist, twist);
    coefficient[4] = exact_length_squared(context, r->curve, n);
}

polynomial disc_accelerated_quartic(dyadic_arena *context, const exact_relative *r)
{
    dyadic coefficient[5];
    distance_squared(context, r, coefficient);
    coefficient[0] = SUB(coefficient[0], SQUARE(r->reach));
    return polynomial_from(coefficient, 5);
}

/* The quartic and its roots on the closed common life, which they cut into count + 1 gaps:
 * gap 0 begins with the life, gap `count` ends with it. */
typedef struct crossings {
    polynomial quartic, square_free;
    root at[4];
    int count;
} crossings;

static void find_crossings(dyadic_arena *arena, const exact_relative *r, crossings *c)
{
    c->quartic = disc_accelerated_quartic(arena, r);
    c->square_free = polynomial_square_free(arena, &c->quartic);
    c->count = root_isolate(arena, &c->square_free, life_range(r), c->at);
}

/* The sign in a gap; a gap of no length has the sign 1. */
static int sign_in_gap(dyadic_arena *context, const exact_relative *r, crossings *c, int gap)
{
    root begin = {.exact = true}, end = {.low = r->length, .high = r->length, .exact = true};
    root *low = gap == 0 ? &begin : &c->at[gap - 1], *high = gap == c->count ? &end : &c->at[gap];
    if (gap == c->count && r->endless)
        return 1; /* the leading coefficient is |curve|^2 */
    if (low->exact && high->exact && dyadic_compare(low->low, high->low) == 0)
        return 1;
    size_t mark = dyadic_mark(context);
    int sign = polynomial_sign_at(context, &c->quartic, root_between(context, low, high));
    dyadic_release(context, mark);
    return sign;
}

contact disc_accelerated_contact(dyadic_arena *arena, const exact_relative *r)
{
    if (dyadic_sign(r->reach) < 0)
        return CONTACT_APART;
    polynomial p = disc_accelerated_quartic(arena, r);
    if (polynomial_sign_at(arena, &p, dyadic_zero()) < 0 ||
        (!r->endless && polynomial_sign_at(arena, &p, r->length) < 0))
        return CONTACT_OVERLAP;
    crossings c;
    find_crossings(arena, r, &c);
    for (int gap = 0; gap <= c.count; gap++)
        if (sign_in_gap(arena, r, &c, gap) < 0)
            return CONTACT_OVERLAP;
    return c.count > 0 ? CONTACT_TOUCH : CONTACT_APART;
}

/* ---- where the distance is least ------------------------------------------------------ */

/* The instants strictly inside the common life at which the distance is locally least, at
 * most two. */
typedef struct valleys {
    polynomial square_free; /* of the derivative */
    root at[3];
    int count;
} valleys;

/* Of three stationary points the first and the last are valleys, of two the one that is no
 * point of inflection, of one that one. */
static void find_valleys(dyadic_arena *context, const exact_relative *r, const dyadic *q,
                         valleys *v)
{
    polynomial p = polynomial_from(q, 5), slope = polynomial_derivative(context, &p);
    v->square_free = polynomial_square_free(context, &slope);
    int total = root_isolate(context, &v->square_free, root_range_all(), v->at), first = 0;
    if (total == 2) {
        polynomial curvature = polynomial_derivative(context, &slope);
        first = root_sign_of(context, &v->at[0], &curvature) <= 0;
    }
    v->count = 0;
    for (int i = first; i < total; i += 2)
        if (is_within_life(context, r, &v->at[i]))
            v->at[v->count++] = v->at[i];
}

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

/* Where on the closed common life the distance is least: -1 at its begin, 1 at its end, 0 at
 * *valley. The earliest where there are several. */
static int nearest_at(dyadic_arena *context, const exact_relative *r, valleys *v, root **valley)
{
    dyadic q[5];
    distance_squared(context, r, q);
    polynomial p = polynomial_from(q, 5);
    find_valleys(context, r, q, v);
    *valley = v->count == 2 && compare_valleys(context, q) > 0 ? &v->at[1] : &v->at[0];
    int at = v->count > 0 && compare_with(context, q, *valley, dyadic_zero()) < 0 ? 0 : -1;
    if (r->endless)
        return at;
    int order = at == 0 ? -compare_with(context, q, *valley, r->length)
                        : dyadic_compare(polynomial_evaluate(context, &p, r->length), q[0]);
    return order < 0 ? 1 : at;
}

/* ---- depth and time ------------------------------------------------------------------- */

/* x against the depth at a place: is the distance there above S - x? numbers: S,
 * the instant of an end; `at` is the valley, or null for an end. */
static int compare_depth(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    exact_relative r = *self->relative;
    r.reach = MUL(SUB(self->numbers[0], x), r.scale);
    if (SIGN(r.reach) < 0)
        return 1;
    polynomial excess = disc_accelerated_quartic(context, &r);
    return self->at == NULL ? polynomial_sign_at(context, &excess, self->numbers[1])
                            : root_sign_of(context, self->at, &excess);
}

static double guess_distance(dyadic_arena *context, const exact_relative *r, dyadic tau)
{
    dyadic place[3];
    exact_place_at(context, r, tau, place);
    double squared = nearest_double(exact_length_squared(context, place, r->dimensions));
    return sqrt(squared) / nearest_double(r->scale);
}

/* At the begin of the common life (-1), at its end (1), or at a valley (0). */
static void measure(dyadic_arena *context, const pair *question, const exact_relative *r, int at,
                    root *valley, graze_clearance *result)
{
    comparison depth = {.compare = compare_depth, .arena = context, .relative = r};
    dyadic tau = at == 1 ? r->length : dyadic_zero();
    depth.numbers[0] = SUM(question->radius_a, question->radius_b);
    depth.numbers[1] = tau;
    if (at == 0) {
        depth.at = valley;
        tau = FROM(root_guess(context, valley));
    }
    double guess = question->radius_a + question->radius_b - guess_distance(context, r, tau);
    result->common_life = true;
    double above;
    result->depth = comparison_round_both(&depth, guess, &above);
    result->distance = -above;
    result->time = at == 0 ? time_of_root(context, r, valley, DYADIC_NEAREST)
                           : nearest_double(at == 1 ? life_end(context, r) : r->begin);
}

void disc_accelerated_clearance(dyadic_arena *arena, const pair *question, const exact_relative *r,
                                graze_clearance *result)
{
    valleys v;
    root *valley;
    int at = nearest_at(arena, r, &v, &valley);
    measure(arena, question, r, at, valley, result);
}

/* ---- parts ---------------------------------------------------------------------------- */

/* Of one of two overlaps, from root to root or to an end of the common life: it is deepest at
 * the valley inside it, else at the end of the common life that cuts it. */
static void measure_one(dyadic_arena *arena, const pair *question, const exact_relative *r,
                        valleys *v, root *low, root *high, graze_clearance *result)
{
    root *valley = NULL;
    for (int i = 0; i < v->count; i++)
        if (is_between_roots(arena, low, high, &v->at[i]))
            valley = &v->at[i];
    measure(arena, question, r, valley != NULL ? 0 : low != NULL ? 1 : -1, valley, result);
}

static size_t list_overlaps(dyadic_arena *arena, const pair *question, const exact_relative *r,
                            bool measured, contact_part *parts)
{
    crossings c;
    valleys v;
    dyadic q[5];
    int found = 0, of[2]; /* gaps */
    find_crossings(arena, r, &c);
    for (int gap = 0; gap <= c.count && found < 2; gap++)
        if (sign_in_gap(arena, r, &c, gap) < 0)
            of[found++] = gap;
    if (measured && found == 2) {
        distance_squared(arena, r, q);
        find_valleys(arena, r, q, &v);
    }
    for (int i = 0; i < found; i++) {
        root *low = of[i] > 0 ? &c.at[of[i] - 1] : NULL;
        root *high = of[i] < c.count ? &c.at[of[i]] : NULL;
        parts[i].interval = overlap_between(arena, r, low, high);
        if (measured && found == 1)
            disc_accelerated_clearance(arena, question, r, &parts[i].clearance);
        else if (measured)
            measure_one(arena, question, r, &v, low, high, &parts[i].clearance);
    }
    return (size_t)found;
}

size_t disc_accelerated_parts(dyadic_arena *arena, const pair *question, const exact_relative *r,
                              contact known, bool measured, contact_part *parts)
{
    if (known == CONTACT_OVERLAP)
        return list_overlaps(arena, question, r, measured, parts);
    crossings c;
    find_crossings(arena, r, &c);
    for (int i = 0; i < c.count; i++)
        parts[i] = touch_between(arena, r, &c.at[i], &c.at[i]);
    return (size_t)c.count;
}
