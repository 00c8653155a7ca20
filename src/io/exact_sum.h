/* SPDX-License-Identifier: MIT */
/* Running sums without error: doubles are added as real numbers, and the sum is
 * rounded once, to the nearest double, each time it is asked for. */
#ifndef GRAZE_IO_EXACT_SUM_H
#define GRAZE_IO_EXACT_SUM_H

#include <stdint.h>

/* 2098 bits hold every double; what is above them counts 2^78 of the largest. */
enum { EXACT_SUM_LIMBS = 34 };

/* A whole number of 2^-1074, the least double; {0} is the empty sum. */
typedef struct exact_sum {
    uint64_t limbs[EXACT_SUM_LIMBS]; /* the least significant first */
} exact_sum;

/* Adds a finite double that is not negative. */
void exact_sum_add(exact_sum *sum, double value);

/* The nearest double, ties to even; infinity beyond the largest double. */
double exact_sum_rounded(const exact_sum *sum);

#endif
