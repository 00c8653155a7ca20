/* SPDX-License-Identifier: MIT */
/* The real roots of polynomials, exactly: isolated, compared, rounded.
 *
 * A root is a record that says "the only root of this square-free polynomial in
 * this open interval", or the dyadic number that it is. Every question about it
 * has one true answer, found by halving intervals and by signs at dyadic points;
 * that two roots of different polynomials are equal is proven by their greatest
 * common divisor, never by closeness.
 *
 *     mp_limb_t limbs[8192];
 *     dyadic_arena arena = dyadic_arena_on(limbs, 8192);
 *     polynomial p = polynomial_from(coefficients, 5);
 *     polynomial simple = polynomial_square_free(&arena, &p);
 *     root roots[POLYNOMIAL_DEGREE_MAX];
 *     int count = root_isolate(&arena, &simple, root_range_closed(begin, end), roots);
 *     double first = root_to_double(&arena, &roots[0], DYADIC_DOWN);
 *     int order = root_compare_roots(&arena, &roots[0], &other); // -1, 0, 1
 *     if (arena.exhausted)
 *         return GRAZE_ERROR_WORKSPACE; // and nothing above is to be believed
 *
 * Memory. root_isolate leaves room for the ends of each root on the arena, enough
 * for all later refinement: nothing else here leaves anything there, so a caller
 * may mark and release around all other calls. A record may be moved and sorted,
 * but copies share the room: refine only one of them. The polynomial must stay
 * where it is.
 *
 * Limbs (of 64 bits), measured: a quartic of everyday data in a finite interval
 * takes about 600, 320 of them a root that stay; degree 12 with coefficients of
 * 3000 bits about 6000, 3840 of them staying when all roots are real. Square-free
 * parts of polynomials that are not square-free need more, see polynomial.h.
 *
 * Exhaustion. When the arena is exhausted every function answers something
 * harmless (no roots, order 0, sign 0) and arena->exhausted tells.
 */
#ifndef GRAZE_NUMERIC_ROOTS_H
#define GRAZE_NUMERIC_ROOTS_H

#include "numeric/polynomial.h"

/* Either exact, low = high = the root; or the only root of square_free in the
 * open interval (low, high), at whose ends square_free has opposite signs, not
 * zero, the lower one being sign_low. */
typedef struct root {
    const polynomial *square_free;
    dyadic low, high;
    int sign_low;
    bool exact;
    mp_limb_t *room; /* of the two ends */
} root;

/* Where to look. An endless side's end is not looked at. */
typedef struct root_range {
    dyadic low, high;
    bool endless_low, endless_high;
    bool closed_low, closed_high; /* do the ends belong to the range? */
} root_range;

static inline root_range root_range_all(void)
{
    return (root_range){.endless_low = true, .endless_high = true};
}

static inline root_range root_range_open(dyadic low, dyadic high)
{
    return (root_range){.low = low, .high = high};
}

static inline root_range root_range_closed(dyadic low, dyadic high)
{
    return (root_range){.low = low, .high = high, .closed_low = true, .closed_high = true};
}

/* Finds the roots in the range, ascending, and answers how many they are (at most
 * the degree). A constant has none, and neither has the zero polynomial, whose
 * caller knows better. Of a polynomial that is not square-free a multiple root
 * exhausts the arena. */
int root_isolate(dyadic_arena *arena, const polynomial *square_free, root_range range,
                 root *roots);

/* All roots lie in -2^e < x < 2^e for the answered e; p is not constant. */
long root_bound(const polynomial *p);

/* The sign of x - root. */
int root_compare(dyadic_arena *arena, const root *root, dyadic x);

/* Halves the interval of a root that is not exact; it may become exact. */
void root_refine(dyadic_arena *arena, root *root);

/* The sign of a - b, roots of the same or of different polynomials. */
int root_compare_roots(dyadic_arena *arena, root *a, root *b);

/* A dyadic number strictly between two neighbouring roots; halves their intervals
 * as long as it takes. */
dyadic root_between(dyadic_arena *arena, root *first, root *second);

/* The sign of p at the root. */
int root_sign_of(dyadic_arena *arena, root *root, const polynomial *p);

/* A double near the root, nearly always one of the two next to it: where to begin
 * a search. */
double root_guess(dyadic_arena *arena, const root *root);

/* The double next to the root in the given direction, as dyadic_to_double. */
double root_to_double(dyadic_arena *arena, const root *root, dyadic_direction direction);

#endif
