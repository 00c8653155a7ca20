/* SPDX-License-Identifier: MIT */
/* Sums and multiples of decimals, exactly: 0.1 + 0.2 is the double nearest to 0.3, and three
 * steps of 0.1 are at 0.3. For files whose times are sums of decimals. */
#ifndef GRAZE_IO_DECIMAL_H
#define GRAZE_IO_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* digits * 10^-scale, not negative; {0} is 0. */
typedef struct decimal {
    uint64_t digits;
    unsigned scale;
} decimal;

/* Reads `0.81283295`, `3.7999998e-05`, ...; false where it is no number that is 0 or more, or
 * has more digits than fit. */
bool decimal_parse(const char *text, size_t length, decimal *value);

/* sum += value; false, and sum is as before, where the digits do not fit. */
bool decimal_add(decimal *sum, decimal value);

/* value *= count; likewise. */
bool decimal_multiply(decimal *value, uint64_t count);

/* The nearest double. */
double decimal_rounded(decimal value);

#endif
