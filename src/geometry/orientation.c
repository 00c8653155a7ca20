/* SPDX-License-Identifier: MIT */
/* Signs of cross and dot products where plain doubles cannot tell. */
#include "geometry/orientation.h"

#include <assert.h>
#include <float.h>

#include "numeric/dyadic.h"
#include "numeric/eft.h"
#include "numeric/rounding.h"

enum { TERMS = 4 };

/* A double spans at most 2^-1074 … 2^1024, so a sum of four needs 34 limbs of 64 bits
 * and one to carry into, a product twice that. Here are at most 4 coordinates of 4
 * terms and 3 sums each, 2 products and their sum: below 900 limbs. */
enum { EXACT_LIMBS = 2048 * 8 / (int)sizeof(mp_limb_t) };

/* A sum of four doubles: high + low is within 8 U^2 size of it, U = 2^-53; exactly it
 * when low is 0. The tails are exact, and adding them up errs by U of each at most. */
typedef struct fine_sum {
    double high, low, size;
} fine_sum;

static inline fine_sum fine_total(const double terms[TERMS])
{
    double tail_1, tail_2, tail_3;
    double first = eft_two_sum(terms[0], terms[1], &tail_1);
    double second = eft_two_sum(terms[2], terms[3], &tail_2);
    double sum = eft_two_sum(first, second, &tail_3);
    double size = fabs(terms[0]) + fabs(terms[1]) + fabs(terms[2]) + fabs(terms[3]);
    /* All three nothing, or something: a low of 0 must not be tails that cancel. */
    double low = (tail_1 + tail_2) + tail_3;
    if (low == 0 && (tail_1 != 0 || tail_2 != 0))
        low = 0x1p-1074;
    return (fine_sum){sum, low, size};
}

/* The sign of a b + c d, or SIGN_UNKNOWN.
 *
 * Bound, in U^2 of the products of sizes: 16 for the errors of the two factors, 9 for the
 * product of the two lows (each below 3U of its size) that is left out, for either
 * product; 14 for the roundings of the rest, whose parts are below 7U. 2^-98 is 256 U^2.
 * Where products underflow they lose less than 2^-1000. Where one overflows the bound is
 * infinite or the total no number, so that the comparison is false; equal infinities
 * with equal tails (a fused multiply-add gives those) are not products that cancel. */
ALWAYS_INLINE int fine_sign(fine_sum a, fine_sum b, fine_sum c, fine_sum d)
{
    double tail_1, tail_2, tail_3;
    double first = eft_two_product(a.high, b.high, &tail_1);
    double second = eft_two_product(c.high, d.high, &tail_2);
    double sum = eft_two_sum(first, second, &tail_3);
    double rest = tail_3 + (tail_1 + tail_2) +
                  ((a.high * b.low + a.low * b.high) + (c.high * d.low + c.low * d.high));
    double total = sum + rest;
    double bound = 0x1p-98 * (a.size * b.size + c.size * d.size) + 0x1p-1000;
    if (fabs(total) > bound)
        return total > 0 ? 1 : -1;
    bool short_numbers = a.low == 0 && b.low == 0 && c.low == 0 && d.low == 0;
    bool exact = (first == 0 || (fabs(first) > 0x1p-900 && fabs(first) <= DBL_MAX)) &&
                 (a.high == 0 || b.high == 0) == (first == 0) &&
                 (c.high == 0 || d.high == 0) == (second == 0);
    return short_numbers && exact && first == -second && tail_1 == -tail_2 ? 0 : SIGN_UNKNOWN;
}

static dyadic dyadic_total(dyadic_arena *arena, const double terms[TERMS])
{
    dyadic sum = dyadic_zero();
    for (int i = 0; i < TERMS; i++)
        sum = dyadic_add(arena, sum, dyadic_from(arena, terms[i]));
    return sum;
}

/* The sign of a b + c d, each of four terms. */
static int exact_sign(const double *a, const double *b, const double *c, const double *d,
                      bool subtract)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    dyadic first = dyadic_mul(&arena, dyadic_total(&arena, a), dyadic_total(&arena, b));
    dyadic second = dyadic_mul(&arena, dyadic_total(&arena, c), dyadic_total(&arena, d));
    if (subtract)
        second = dyadic_negative(second);
    int sign = dyadic_sign(dyadic_add(&arena, first, second));
    assert(!arena.exhausted);
    return sign;
}

static int sign_of(const double *a, const double *b, const double *c, const double *d,
                   bool subtract)
{
    fine_sum third = fine_total(c);
    if (subtract) {
        third.high = -third.high;
        third.low = -third.low;
    }
    const fine_sum first = fine_total(a), second = fine_total(b), fourth = fine_total(d);
    const int sign = fine_sign(first, second, third, fourth);
    return sign != SIGN_UNKNOWN ? sign : exact_sign(a, b, c, d, subtract);
}

int exact_vector_cross_sign(const exact_vector *u, const exact_vector *v)
{
    return sign_of(u->x, v->y, u->y, v->x, true);
}

static inline fine_sum fine_between(double from, double to)
{
    fine_sum sum;
    sum.high = eft_two_sum(to, -from, &sum.low);
    sum.size = fabs(to) + fabs(from);
    return sum;
}

int exact_vector_cross_edge_sign(const exact_vector *u, graze_point from, graze_point to)
{
    const fine_sum u_x = fine_total(u->x), u_y = fine_total(u->y);
    const fine_sum y = fine_between(from.y, to.y), minus_x = fine_between(to.x, from.x);
    const int sign = fine_sign(u_x, y, u_y, minus_x);
    const exact_vector edge = exact_vector_between(from, to);
    return sign != SIGN_UNKNOWN ? sign : exact_vector_cross_sign(u, &edge);
}

int exact_vector_dot_sign(const exact_vector *u, const exact_vector *v)
{
    return sign_of(u->x, v->x, u->y, v->y, false);
}

double exact_sum_nearest(const double terms[TERMS])
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    double sum = dyadic_to_double(dyadic_total(&arena, terms), DYADIC_NEAREST);
    assert(!arena.exhausted);
    return sum;
}
