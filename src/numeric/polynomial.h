/* SPDX-License-Identifier: MIT */
/* Polynomials with dyadic coefficients, exactly: products of doubles in one
 * unknown, as a squared distance over time is one.
 *
 * A polynomial is a plain value that points at limbs on its arena; results live
 * there until they are released, temporaries of one function are given back
 * before it returns. An arena that is exhausted makes zero polynomials and says
 * so in arena->exhausted, as everywhere in dyadic.h.
 *
 * Limbs. A coefficient of b bits takes b/64 + 2. A quartic in time of everyday
 * doubles has coefficients of 200 to 400 bits: 40 limbs. A discriminant of
 * degree 12 has 1500 to 3000 bits: 600 limbs, and about 2000 while it is
 * evaluated or shifted. Only a greatest common divisor that is not 1 is hungry:
 * its remainders reach twice the degree times the bits of a coefficient, which
 * is 60 000 limbs for degree 12 with 3000 bits, and 400 for a quartic.
 */
#ifndef GRAZE_NUMERIC_POLYNOMIAL_H
#define GRAZE_NUMERIC_POLYNOMIAL_H

#include <stdbool.h>

#include "numeric/dyadic.h"

enum { POLYNOMIAL_DEGREE_MAX = 24 };

/* coefficient[i] belongs to x^i; the one of the degree is not zero. Degree -1 is
 * the zero polynomial. */
typedef struct polynomial {
    int degree;
    dyadic coefficient[POLYNOMIAL_DEGREE_MAX + 1];
} polynomial;

/* From `count` coefficients, lowest first; zeros at the top are cut off. */
polynomial polynomial_from(const dyadic *coefficient, int count);

static inline bool polynomial_is_zero(const polynomial *p) { return p->degree < 0; }

polynomial polynomial_add(dyadic_arena *arena, const polynomial *x, const polynomial *y);
polynomial polynomial_sub(dyadic_arena *arena, const polynomial *x, const polynomial *y);

/* A product beyond POLYNOMIAL_DEGREE_MAX exhausts the arena. */
polynomial polynomial_mul(dyadic_arena *arena, const polynomial *x, const polynomial *y);
polynomial polynomial_scale(dyadic_arena *arena, const polynomial *p, dyadic factor);
polynomial polynomial_derivative(dyadic_arena *arena, const polynomial *p);

/* p(x), and its sign, which leaves nothing on the arena. */
dyadic polynomial_evaluate(dyadic_arena *arena, const polynomial *p, dyadic x);
int polynomial_sign_at(dyadic_arena *arena, const polynomial *p, dyadic x);

/* The polynomials p(x + shift) and p(2^exponent x). */
polynomial polynomial_shift(dyadic_arena *arena, const polynomial *p, dyadic shift);
polynomial polynomial_stretch(dyadic_arena *arena, const polynomial *p, long exponent);

/* x / y for a y, not zero, that divides x with a dyadic quotient. A primitive y
 * that divides x at all is one (Gauss). */
polynomial polynomial_divide_exact(dyadic_arena *arena, const polynomial *x, const polynomial *y);

/* p divided by the greatest positive number that leaves integer coefficients:
 * the same roots and signs in the shortest numbers. */
polynomial polynomial_primitive(dyadic_arena *arena, const polynomial *p);

/* The greatest common divisor, primitive; of two zero polynomials it is zero.
 * Coprime polynomials, which is nearly all of them, are told by their residues
 * modulo a prime without any long arithmetic.
 *
 * Source: G. E. Collins, "Subresultants and Reduced Polynomial Remainder
 * Sequences", 1967; W. S. Brown, "On Euclid's Algorithm and the Computation of
 * Polynomial Greatest Common Divisors", 1971 (the residues). */
polynomial polynomial_gcd(dyadic_arena *arena, const polynomial *x, const polynomial *y);

/* A polynomial with the roots of p, each of them simple: p / gcd(p, p'), up to a
 * positive or negative factor. */
polynomial polynomial_square_free(dyadic_arena *arena, const polynomial *p);

#endif
