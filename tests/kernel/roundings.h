/* SPDX-License-Identifier: MIT */
/* Can two doubles be roundings of one real number, before and after an exact change of
 * units? Answered without an epsilon: each double is the rounding of a whole interval of
 * reals, and the two intervals, brought to the same units, share a number or do not. */
#ifndef TESTS_KERNEL_ROUNDINGS_H
#define TESTS_KERNEL_ROUNDINGS_H

#include <stdbool.h>

#include <gmp.h>

typedef enum rounding { ROUNDED_DOWN, ROUNDED_UP, ROUNDED_NEAREST } rounding;

/* x -> sign * 2^exponent * x + shift. With a sign of -1 what was rounded down is
 * rounded up afterwards. */
typedef struct real_map {
    int sign, exponent;
    mpq_t shift;
} real_map;

void real_map_init(real_map *map, int sign, int exponent); /* the shift is 0 */
void real_map_clear(real_map *map);

/* Is there a real x that `before` is the rounding of, as `how` says, such that `after` is
 * the rounding of the mapped x? Where neither is subnormal nor near the largest double and
 * there is no shift, that is the case only if after == sign * 2^exponent * before. */
bool may_round_alike(rounding how, double before, const real_map *map, double after);

#endif
