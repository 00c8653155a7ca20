/* SPDX-License-Identifier: MIT */
/* Fixed point as wide as the range of doubles. */
#include "io/exact_sum.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { LEAST_EXPONENT = -1074, MANTISSA_BITS = 53, LIMB_BITS = 64 };

static void add_at(exact_sum *sum, size_t limb, uint64_t value)
{
    while (value != 0 && limb < EXACT_SUM_LIMBS) {
        sum->limbs[limb] += value;
        value = sum->limbs[limb] < value; /* the carry */
        limb++;
    }
}

void exact_sum_add(exact_sum *sum, double value)
{
    int exponent;
    assert(isfinite(value) && value >= 0);
    uint64_t mantissa = (uint64_t)ldexp(frexp(value, &exponent), MANTISSA_BITS);
    int shift = exponent - MANTISSA_BITS - LEAST_EXPONENT;
    if (shift < 0) { /* a denormal: the bits that fall off are zeros */
        mantissa >>= -shift;
        shift = 0;
    }
    size_t limb = (size_t)shift / LIMB_BITS, bit = (size_t)shift % LIMB_BITS;
    add_at(sum, limb, mantissa << bit);
    if (bit > 0)
        add_at(sum, limb + 1, mantissa >> (LIMB_BITS - bit));
}

/* ---- rounding ---------------------------------------------------------------------- */

static size_t count_bits(const exact_sum *sum)
{
    size_t limb = EXACT_SUM_LIMBS, bits = 0;
    while (limb > 0 && sum->limbs[limb - 1] == 0)
        limb--;
    if (limb == 0)
        return 0;
    for (uint64_t top = sum->limbs[limb - 1]; top != 0; top >>= 1)
        bits++;
    return (limb - 1) * LIMB_BITS + bits;
}

/* The 64 bits from bit number `from` on. */
static uint64_t bits_from(const exact_sum *sum, size_t from)
{
    size_t limb = from / LIMB_BITS, bit = from % LIMB_BITS;
    uint64_t low = sum->limbs[limb] >> bit;
    if (bit == 0 || limb + 1 == EXACT_SUM_LIMBS)
        return low;
    return low | sum->limbs[limb + 1] << (LIMB_BITS - bit);
}

static bool any_below(const exact_sum *sum, size_t end)
{
    size_t limb = 0;
    for (; (limb + 1) * LIMB_BITS <= end; limb++)
        if (sum->limbs[limb] != 0)
            return true;
    size_t rest = end % LIMB_BITS;
    return rest > 0 && (sum->limbs[limb] << (LIMB_BITS - rest)) != 0;
}

double exact_sum_rounded(const exact_sum *sum)
{
    size_t bits = count_bits(sum);
    if (bits <= MANTISSA_BITS)
        return ldexp((double)sum->limbs[0], LEAST_EXPONENT);
    size_t cut = bits - MANTISSA_BITS; /* at least 1: what is below is rounded away */
    uint64_t kept = bits_from(sum, cut);
    bool half = bits_from(sum, cut - 1) & 1;
    if (half && ((kept & 1) || any_below(sum, cut - 1)))
        kept++;
    return ldexp((double)kept, (int)cut + LEAST_EXPONENT);
}
