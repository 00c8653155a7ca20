/* SPDX-License-Identifier: MIT */
/* A polynomial on an interval, as its Bernstein coefficients, and a bound on the number of
 * its roots there.
 *
 * The number of sign changes along the coefficients is at least the number of
 * roots inside the open interval (counted with multiplicity) and differs from it
 * by an even number: no change, no root; one change, one simple root. The first
 * and the last coefficient have the signs of the polynomial at the ends. Halving
 * the interval never adds changes, and for simple roots it ends with intervals of
 * at most one change.
 *
 * The coefficients are kept as integers of one common width in two's complement,
 * rows of one block of limbs: halving is then nothing but n(n+1)/2 additions of
 * mpn_add_n, several times quicker than the same with dyadic numbers. They are a
 * common positive multiple of the true coefficients.
 *
 * Source: J. M. Lane and R. F. Riesenfeld, "Bounds on a Polynomial", 1981;
 * B. Mourrain, F. Rouillier and M.-F. Roy, "Bernstein's basis and real root
 * isolation", 2004.
 */
#ifndef GRAZE_NUMERIC_BERNSTEIN_H
#define GRAZE_NUMERIC_BERNSTEIN_H

#include "numeric/polynomial.h"

typedef struct bernstein {
    mp_limb_t *limb; /* row i at limb + i*width; NULL when the arena was exhausted */
    int degree, width;
} bernstein;

/* The coefficients of p, not zero, on [low, low + length], length > 0. Only they
 * stay on the arena. */
bernstein bernstein_of(dyadic_arena *arena, const polynomial *p, dyadic low, dyadic length);

/* The sign of a coefficient, from 0 at the lower end to `degree` at the upper. */
int bernstein_sign(const bernstein *form, int i);

/* How often the sign changes, zeros left out. */
int bernstein_variations(const bernstein *form);

/* Room for the coefficients on a half; limb is NULL when the arena is exhausted. */
bernstein bernstein_half_room(dyadic_arena *arena, const bernstein *form);

/* The coefficients on the two halves, into such rooms, of which they may need
 * only the beginning. */
void bernstein_halve(const bernstein *form, bernstein *lower, bernstein *upper);

/* Moves a block, mostly downwards to where something was given back. */
void bernstein_move(bernstein *form, mp_limb_t *target);

static inline size_t bernstein_limbs(const bernstein *form)
{
    return ((size_t)form->degree + 1) * (size_t)form->width;
}

#endif
