/* SPDX-License-Identifier: MIT */
/* Polynomials that are made of known factors, so that their roots are known as
 * centre + side*sqrt(square) and every question about them has an answer that
 * needs no root finding. */
#ifndef GRAZE_TESTS_NUMERIC_FACTORS_H
#define GRAZE_TESTS_NUMERIC_FACTORS_H

#include "numeric/polynomial.h"

/* (x - centre)^2 - square for side 1, with the roots centre -+ sqrt(square), which
 * are irrational; (x - centre) for side 0; (x - centre)^2 + square, without a real
 * root, for side -1. The square is 2, 3, 5, 6 or 7 times a power of four. */
typedef struct factor {
    double centre, square;
    int side;
} factor;

typedef struct known_root {
    double centre, square;
    int side; /* -1, 0 (then the square does not count) or 1 */
} known_root;

enum { FACTORS_MAX = 8 };

typedef struct factors {
    int count;
    factor factor[FACTORS_MAX];
    int multiplicity[FACTORS_MAX];
    double scale;
} factors;

factor factor_random(void);
factors factors_random(int degree_max);

polynomial factors_product(dyadic_arena *arena, const factors *f);

/* The distinct real roots, ascending. */
int factors_roots(const factors *f, known_root *roots);

/* Signs: of x - root, of a - b, of the product at the root. */
int known_compare(const known_root *root, double x);
int known_order(const known_root *a, const known_root *b);
int known_sign_of(const known_root *root, const factors *f);

#endif
