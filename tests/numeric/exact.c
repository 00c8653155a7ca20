/* SPDX-License-Identifier: MIT */
#include "numeric/exact.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "numeric/rounding.h"

static uint64_t state;

void random_seed(uint64_t seed)
{
    state = seed * 0x9e3779b97f4a7c15u + 1;
}

/* splitmix64. Source: S. Vigna, public domain reference, 2015. */
uint64_t random_bits(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

unsigned random_below(unsigned bound)
{
    return (unsigned)(random_bits() >> 33) % bound;
}

static double with_sign(double magnitude)
{
    return random_below(2) != 0 ? -magnitude : magnitude;
}

double random_short(void)
{
    return with_sign(ldexp((double)random_below(64), -(int)random_below(4)));
}

double random_long(int exponent)
{
    double mantissa = (double)(random_bits() >> 11 | (uint64_t)1 << 52);
    return with_sign(
        ldexp(mantissa, (int)random_below(2 * (unsigned)exponent + 1) - exponent - 52));
}

double random_any(void)
{
    static const double special[] = {0,         0x1p-1074, 0x1p-1073, 0x1.8p-1073, DBL_MIN,
                                     DBL_MAX,   0x1p1023,  0x1p-537,  0x1p511,     1,
                                     0x1p53,    DBL_EPSILON, 0x1p-1022 - 0x1p-1074, 0x1p970};
    if (random_below(4) == 0)
        return with_sign(special[random_below(sizeof special / sizeof *special)]);
    double value;
    do {
        uint64_t bits = random_bits();
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

double random_double(void)
{
    switch (random_below(3)) {
    case 0:
        return random_short();
    case 1:
        return random_long(60);
    default:
        return random_any();
    }
}

void rational_of_dyadic(mpq_t result, dyadic x)
{
    mpz_t whole;
    mpz_init(whole);
    if (x.size > 0)
        mpz_import(whole, (size_t)x.size, -1, sizeof(mp_limb_t), 0, 0, x.limb);
    if (x.sign < 0)
        mpz_neg(whole, whole);
    mpq_set_z(result, whole);
    long shift = (long)x.place * GMP_NUMB_BITS;
    if (shift >= 0)
        mpq_mul_2exp(result, result, (mp_bitcnt_t)shift);
    else
        mpq_div_2exp(result, result, (mp_bitcnt_t)-shift);
    mpz_clear(whole);
}

/* Compares x with a double, infinities included. */
static int compare(const mpq_t x, double y)
{
    if (isinf(y))
        return y > 0 ? -1 : 1;
    mpq_t other;
    mpq_init(other);
    mpq_set_d(other, y);
    int order = mpq_cmp(x, other);
    mpq_clear(other);
    return (order > 0) - (order < 0);
}

static int is_nearest(const mpq_t x, double rounded)
{
    mpq_t below, above, beyond;
    mpq_inits(below, above, beyond, NULL);
    mpq_set_d(beyond, 0x1p1023);
    mpq_mul_2exp(beyond, beyond, 1); /* 2^1024, where IEEE 754 rounds to infinity */
    double down = isinf(rounded) && rounded < 0 ? rounded : double_next_down(rounded);
    double up = isinf(rounded) && rounded > 0 ? rounded : double_next_up(rounded);
    double around[3] = {down, rounded, up};
    mpq_t exact[3];
    for (int i = 0; i < 3; i++) {
        mpq_init(exact[i]);
        if (isinf(around[i])) {
            mpq_set(exact[i], beyond);
            if (around[i] < 0)
                mpq_neg(exact[i], exact[i]);
        } else {
            mpq_set_d(exact[i], around[i]);
        }
    }
    mpq_add(below, exact[0], exact[1]);
    mpq_add(above, exact[1], exact[2]);
    mpq_div_2exp(below, below, 1);
    mpq_div_2exp(above, above, 1);
    int even = (double_rank(rounded) & 1) == 0;
    int low = isinf(rounded) && rounded < 0 ? 1 : mpq_cmp(x, below);
    int high = isinf(rounded) && rounded > 0 ? -1 : mpq_cmp(x, above);
    for (int i = 0; i < 3; i++)
        mpq_clear(exact[i]);
    mpq_clears(below, above, beyond, NULL);
    return (low > 0 || (low == 0 && even)) && (high < 0 || (high == 0 && even));
}

int is_rounded(const mpq_t x, double rounded, dyadic_direction direction)
{
    int order = compare(x, rounded);
    if (isnan(rounded))
        return 0;
    if (direction == DYADIC_NEAREST)
        return is_nearest(x, rounded);
    if (direction == DYADIC_DOWN)
        return order >= 0 && !(isinf(rounded) && rounded > 0) &&
               compare(x, isinf(rounded) ? -DBL_MAX : double_next_up(rounded)) < 0;
    return order <= 0 && !(isinf(rounded) && rounded < 0) &&
           compare(x, isinf(rounded) ? DBL_MAX : double_next_down(rounded)) > 0;
}
