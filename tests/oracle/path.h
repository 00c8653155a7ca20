/* SPDX-License-Identifier: MIT */
/* Motions as exact rational functions of absolute time. */
#ifndef TESTS_ORACLE_PATH_H
#define TESTS_ORACLE_PATH_H

#include <gmp.h>

#include <graze/motion.h>

#include "oracle/polynomial.h"

/* place(t) = coefficient[axis][0] + coefficient[axis][1] t + coefficient[axis][2] t²,
 * valid over the life and meant over its closure. */
typedef struct oracle_path {
    mpq_t coefficient[3][3];
    oracle_stretch life;
} oracle_path;

void oracle_path_init(oracle_path *p);
void oracle_path_clear(oracle_path *p);

/* The motion must be a valid one. */
void oracle_path_set(oracle_path *p, const graze_motion *motion);

/* Moves it in time: what was at t is at t + delay. */
void oracle_path_delay(oracle_path *p, const mpq_t delay);

/* Lets it live `factor` > 0 times as fast after `start`: what was at start + u is at
 * start + u / factor. A parked one begins to stand when its hidden move ends. */
void oracle_path_drive(oracle_path *p, const mpq_t start, const mpq_t factor);

/* The place on one axis at an instant. */
void oracle_path_place(mpq_t place, const oracle_path *p, int axis, const mpq_t instant);

/* A sum of squares over all three axes as rational coefficients by power. */
typedef struct oracle_rational_polynomial {
    mpq_t coefficient[POLYNOMIAL_DEGREE + 1];
} oracle_rational_polynomial;

void oracle_rational_polynomial_init(oracle_rational_polynomial *p);
void oracle_rational_polynomial_clear(oracle_rational_polynomial *p);
int oracle_rational_polynomial_degree(const oracle_rational_polynomial *p);
void oracle_rational_polynomial_value(mpq_t value, const oracle_rational_polynomial *p,
                                      const mpq_t x);

/* |a(t) - b(t)|² */
void oracle_square_distance(oracle_rational_polynomial *square, const oracle_path *a,
                            const oracle_path *b);

/* The open common life of two paths; it may be empty. */
void oracle_common_life(oracle_stretch *common, const oracle_stretch *a, const oracle_stretch *b);

#endif
