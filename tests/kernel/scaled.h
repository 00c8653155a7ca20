/* SPDX-License-Identifier: MIT */
/* The same pair in other units, in a mirror, turned, by other names, at another time, with its
 * times said as sums: changes without rounding, over the whole range in which they are
 * possible. */
#ifndef TESTS_KERNEL_SCALED_H
#define TESTS_KERNEL_SCALED_H

#include <stdbool.h>

#include "oracle/body_pairs.h"
#include "oracle/random.h"

/* What changes: first the units, then the rest. */
typedef struct exact_change {
    int lengths, times; /* lengths times 2^lengths, times times 2^times */
    bool mirrored;      /* x becomes -x */
    int turned;         /* [quarters] counter-clockwise, after that */
    bool swapped;       /* a is b and b is a */
    double shift;       /* [s] in the new units: all start that much later */
    double split;       /* [s] starts and durations are said as sums with this, after that */
} exact_change;

/* Which exponents can be added to those of some numbers, so that each stays a finite
 * double and loses no bit? Empty when low > high. */
typedef struct exponent_range {
    int low, high;
} exponent_range;

/* The ranges of a pair: lengths times 2^i, times times 2^j, speeds times 2^(i - j),
 * accelerations times 2^(i - 2j). */
typedef struct unit_ranges {
    exponent_range lengths, times, speeds, accelerations;
} unit_ranges;

unit_ranges units_of_anything(void);
void units_narrow(unit_ranges *ranges, const oracle_bodies *bodies);

/* Draws exponents from all that are possible: anywhere, at a rim, or of one unit alone. */
void units_draw(const unit_ranges *ranges, oracle_random *random, exact_change *change);

/* Applies the change; false when the shift of a start would have to be rounded. */
bool change_pair(oracle_bodies *bodies, const exact_change *change);

void change_print(FILE *stream, const exact_change *change);

#endif
