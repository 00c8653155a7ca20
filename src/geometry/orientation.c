/* SPDX-License-Identifier: MIT */
/* Signs of cross and dot products where plain doubles cannot tell. */
#include "geometry/orientation.h"

#include <assert.h>

#include "numeric/dd.h"
#include "numeric/dyadic.h"

enum { TERMS = 4 };

/* A double spans at most 2^-1074 … 2^1024, so a sum of four needs 34 limbs of 64 bits
 * and one to carry into, a product twice that. Here are at most 4 coordinates of 4
 * terms and 3 sums each, 2 products and their sum: below 900 limbs. */
enum { EXACT_LIMBS = 2048 * 8 / (int)sizeof(mp_limb_t) };

static dd dd_total(const double terms[TERMS])
{
    dd sum = dd_add(dd_from(terms[0]), dd_from(terms[1]));
    if (terms[2] == 0 && terms[3] == 0)
        return sum;
    return dd_add(sum, dd_add(dd_from(terms[2]), dd_from(terms[3])));
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
    dd first = dd_mul(dd_total(a), dd_total(b)), second = dd_mul(dd_total(c), dd_total(d));
    int sign = dd_sign(subtract ? dd_sub(first, second) : dd_add(first, second));
    return sign != SIGN_UNKNOWN ? sign : exact_sign(a, b, c, d, subtract);
}

int exact_vector_cross_sign(const exact_vector *u, const exact_vector *v)
{
    return sign_of(u->x, v->y, u->y, v->x, true);
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
