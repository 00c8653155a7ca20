/* SPDX-License-Identifier: MIT */
/* Accelerated discs in plain doubles: the squared distance as a quartic in time,
 * and three ways to find its roots. */
#ifndef GRAZE_BENCHMARKS_PLAIN_QUARTIC_H
#define GRAZE_BENCHMARKS_PLAIN_QUARTIC_H

#include <graze/conflict.h>
#include <stdbool.h>

#include "benchmarks/families.h"

/* |P_B - P_A|^2 - reach^2, `elapsed` after the begin of the common life, as
 * coefficients by ascending power. */
typedef struct plain_quartic {
    double coefficient[5];
    double begin, length; /* of the common life; length > 0 */
} plain_quartic;

/* For plane motions. False without common life. */
bool plain_quartic_of(const specimen *question, plain_quartic *result);

double plain_quartic_at(const plain_quartic *of, double elapsed);

/* Writes the real roots in ascending order and answers how many, at most four. The
 * degree is 4 at most; leading zeros are allowed. */
typedef int (*root_finder)(const double *coefficient, double *roots);

/* Ferrari's closed form: the resolvent cubic by Cardano or by cosines, then two
 * quadratics. */
int ferrari_roots(const double *coefficient, double *roots);

/* The four complex roots at once, iterated until they rest. */
int durand_kerner_roots(const double *coefficient, double *roots);

/* Is the quartic negative somewhere in the common life? Looks for roots only when
 * neither end tells. */
bool plain_quartic_conflict(const specimen *question, root_finder roots);

/* Where it is negative, at most two intervals; answers how many. */
int plain_quartic_intervals(const specimen *question, root_finder roots, graze_interval *when);

#ifdef HAVE_EIGEN
/* Eigen's PolynomialSolver: eigenvalues of the companion matrix (eigen.cc). */
int eigen_roots(const double *coefficient, double *roots);
#endif

#endif
