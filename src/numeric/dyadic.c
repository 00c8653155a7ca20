/* SPDX-License-Identifier: MIT */
/* Dyadic numbers on GMP's mpn layer. The last stage of every decision: a few
 * dozen operations on two to seven limbs for everyday data, up to some hundred
 * limbs when denormals meet DBL_MAX. */
#include "numeric/dyadic.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/bits.h"
#include "numeric/eft.h"

#if GMP_NAIL_BITS != 0
#error "GMP with nails is not supported"
#endif

enum {
    LIMB_BITS = GMP_NUMB_BITS,
    POLL = 1 << 16 /* limbs: some milliseconds at most, long products included */
};

dyadic_arena dyadic_arena_on(mp_limb_t *limbs, size_t capacity)
{
    return (dyadic_arena){.limbs = limbs,
                          .capacity = capacity,
                          .end_limbs = DYADIC_END_LIMBS,
                          .patience = SIZE_MAX};
}

void dyadic_arena_ask(dyadic_arena *arena, const graze_workspace *caller)
{
    bool asks = caller != NULL && caller->should_stop != NULL;
    arena->caller = asks ? caller : NULL;
    arena->patience = asks ? POLL : SIZE_MAX;
}

static void ask_caller(dyadic_arena *arena)
{
    assert(arena->caller != NULL); /* without one there is no end of patience */
    arena->patience = POLL;
    if (arena->caller->should_stop(arena->caller->context))
        arena->exhausted = arena->stopped = true;
}

static mp_limb_t *refuse(dyadic_arena *arena)
{
    arena->full = arena->full || !arena->exhausted;
    arena->exhausted = true;
    return NULL;
}

static mp_limb_t *take(dyadic_arena *arena, size_t count)
{
    if (count >= arena->patience)
        ask_caller(arena);
    else
        arena->patience -= count;
    if (arena->exhausted || count > arena->capacity - arena->used)
        return refuse(arena);
    mp_limb_t *limbs = arena->limbs + arena->used;
    arena->used += count;
    return limbs;
}

/* Every int that becomes a bit-field is warned of. Places have 30 bits, which is an exponent of
 * 2^35; signs are -1, 0 or 1. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
static dyadic made(const mp_limb_t *limb, int size, int place, int sign)
{
    assert(sign >= -1 && sign <= 1);
    return (dyadic){limb, size, place, sign};
}
#pragma GCC diagnostic pop

/* Cuts zero limbs off both ends. */
static dyadic trimmed(const mp_limb_t *limb, int size, int place, int sign)
{
    while (size > 0 && limb[size - 1] == 0)
        size--;
    if (size == 0)
        return dyadic_zero();
    while (limb[0] == 0) {
        limb++;
        size--;
        place++;
    }
    return made(limb, size, place, sign);
}

static int floor_divide(int value, int divisor)
{
    return value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor);
}

dyadic dyadic_from(dyadic_arena *arena, double value)
{
    enum { PARTS = (53 + LIMB_BITS - 1) / LIMB_BITS + 1 };
    assert(isfinite(value)); /* the conversion of others to an integer is undefined */
    if (value == 0)
        return dyadic_zero();
    mp_limb_t *limb = take(arena, PARTS);
    if (limb == NULL)
        return dyadic_zero();

    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t whole = bits & (((uint64_t)1 << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7FF);
    if (exponent > 0)
        whole |= (uint64_t)1 << 52;
    exponent = exponent > 0 ? exponent - 1075 : -1074; /* of the last bit of `whole` */
    int place = floor_divide(exponent, LIMB_BITS);
    unsigned shift = (unsigned)(exponent - place * LIMB_BITS);

    const uint64_t part[2] = {whole << shift, shift != 0 ? whole >> (64 - shift) : 0};
    for (int i = 0; i < PARTS; i++)
        limb[i] = (mp_limb_t)(part[i * LIMB_BITS / 64] >> (i * LIMB_BITS % 64));
    return trimmed(limb, PARTS, place, value < 0 ? -1 : 1);
}

/* Compares the magnitudes of numbers that are not zero. */
static int compare_magnitudes(dyadic x, dyadic y)
{
    int x_top = x.place + x.size, y_top = y.place + y.size;
    if (x_top != y_top)
        return x_top > y_top ? 1 : -1;
    int common = x.size < y.size ? x.size : y.size;
    int order = mpn_cmp(x.limb + x.size - common, y.limb + y.size - common, common);
    if (order != 0)
        return order > 0 ? 1 : -1;
    return (x.size > y.size) - (x.size < y.size); /* what is left over is not zero */
}

int dyadic_compare(dyadic x, dyadic y)
{
    if (x.sign != y.sign)
        return x.sign > y.sign ? 1 : -1;
    return x.sign == 0 ? 0 : x.sign * compare_magnitudes(x, y);
}

/* |x| + |y| or, when `subtract`, |x| - |y| for |x| > |y|; with the given sign. */
static dyadic combine(dyadic_arena *arena, dyadic x, dyadic y, bool subtract, int sign)
{
    int place = x.place < y.place ? x.place : y.place;
    int x_top = x.place + x.size, y_top = y.place + y.size;
    int size = (x_top > y_top ? x_top : y_top) - place + 1;
    mp_limb_t *limb = take(arena, (size_t)size);
    if (limb == NULL)
        return dyadic_zero();

    memset(limb, 0, (size_t)size * sizeof *limb);
    memcpy(limb + (x.place - place), x.limb, (size_t)x.size * sizeof *limb);
    mp_limb_t *at = limb + (y.place - place);
    mp_size_t rest = size - (y.place - place);
    if (subtract)
        mpn_sub(at, at, rest, y.limb, y.size);
    else
        mpn_add(at, at, rest, y.limb, y.size);
    return trimmed(limb, size, place, sign);
}

dyadic dyadic_add(dyadic_arena *arena, dyadic x, dyadic y)
{
    if (x.sign == 0)
        return y;
    if (y.sign == 0)
        return x;
    if (x.sign == y.sign)
        return combine(arena, x, y, false, x.sign);
    int order = compare_magnitudes(x, y);
    if (order == 0)
        return dyadic_zero();
    return order > 0 ? combine(arena, x, y, true, x.sign) : combine(arena, y, x, true, y.sign);
}

dyadic dyadic_sub(dyadic_arena *arena, dyadic x, dyadic y)
{
    return dyadic_add(arena, x, dyadic_negative(y));
}

/* Mostly the rounded sum is exact: one number, where two would have to be added. */
dyadic dyadic_sum(dyadic_arena *arena, double x, double y)
{
    double tail;
    const double sum = eft_two_sum(x, y, &tail);
    if (isfinite(tail)) { /* NaN where the sum overflows */
        x = sum;
        y = tail;
    }
    const dyadic from = dyadic_from(arena, x);
    return y == 0 ? from : dyadic_add(arena, from, dyadic_from(arena, y));
}

/* ---- products ---------------------------------------------------------------------- */

/* GMP takes its scratch from the stack by alloca, up to 64 KiB for long operands. Up to this
 * length of the shorter one it takes 8 KiB at most; longer ones are multiplied here, in
 * scratch from the arena. */
enum { GMP_LIMBS_MAX = 128 };

/* Scratch of multiply_equal: 2 h for the product of differences, and below it what is needed
 * for half the length or 2 h + 1 for the sum, h = (n + 1)/2; 2 n + 3, and 2 for each level. */
static size_t scratch_of(int n) { return n > GMP_LIMBS_MAX ? 2 * (size_t)n + 64 : 0; }

/* target = |x - y|, of n and m limbs, n = m or m + 1; true when x < y. */
static bool difference(mp_limb_t *target, const mp_limb_t *x, int n, const mp_limb_t *y, int m)
{
    if ((n == m || x[m] == 0) && mpn_cmp(x, y, m) < 0) {
        mpn_sub_n(target, y, x, m);
        if (n > m)
            target[m] = 0;
        return true;
    }
    mpn_sub(target, x, n, y, m);
    return false;
}

/* Karatsuba's product of two numbers of n limbs. */
static void multiply_equal(mp_limb_t *product, const mp_limb_t *x, const mp_limb_t *y, int n,
                           mp_limb_t *scratch)
{
    if (n <= GMP_LIMBS_MAX) {
        mpn_mul_n(product, x, y, n);
        return;
    }
    const int h = (n + 1) / 2, rest = n - h;
    mp_limb_t *cross = scratch, *sum = scratch + 2 * h;
    bool opposite = difference(product, x, h, x + h, rest);
    opposite ^= difference(product + h, y, h, y + h, rest);
    multiply_equal(cross, product, product + h, h, sum);
    multiply_equal(product, x, y, h, sum);
    multiply_equal(product + 2 * h, x + h, y + h, rest, sum);
    /* x0 y1 + x1 y0 = x0 y0 + x1 y1 - (x0 - x1)(y0 - y1) */
    sum[2 * h] = mpn_add(sum, product, 2 * h, product + 2 * h, 2 * rest);
    if (opposite)
        sum[2 * h] += mpn_add_n(sum, sum, cross, 2 * h);
    else
        sum[2 * h] -= mpn_sub_n(sum, sum, cross, 2 * h);
    int length = 2 * h + 1 < 2 * n - h ? 2 * h + 1 : 2 * n - h; /* what is cut off is 0 */
    mpn_add(product + h, product + h, 2 * n - h, sum, length);
}

/* The shorter one, y, times pieces of its own length of the longer one. */
static void multiply(dyadic_arena *arena, mp_limb_t *product, dyadic x, dyadic y)
{
    if (y.size == 1) { /* without mpn_mul's choice among its ways */
        product[x.size] = mpn_mul_1(product, x.limb, x.size, y.limb[0]);
        return;
    }
    if (y.size <= GMP_LIMBS_MAX) {
        mpn_mul(product, x.limb, x.size, y.limb, y.size);
        return;
    }
    const int m = y.size;
    mp_limb_t *piece = take(arena, 3 * (size_t)m + scratch_of(m));
    if (piece == NULL)
        return;
    mp_limb_t *padded = piece + 2 * m, *scratch = padded + m;
    mpn_zero(product, x.size + m);
    for (int at = 0; at < x.size; at += m) {
        const int length = x.size - at < m ? x.size - at : m;
        mpn_zero(padded, m);
        mpn_copyi(padded, x.limb + at, length);
        multiply_equal(piece, padded, y.limb, m, scratch);
        mpn_add(product + at, product + at, x.size + m - at, piece, length + m);
    }
}

dyadic dyadic_mul(dyadic_arena *arena, dyadic x, dyadic y)
{
    if (x.sign == 0 || y.sign == 0)
        return dyadic_zero();
    int size = x.size + y.size;
    mp_limb_t *limb = take(arena, (size_t)size);
    if (limb == NULL)
        return dyadic_zero();
    size_t mark = dyadic_mark(arena);
    if (x.size >= y.size)
        multiply(arena, limb, x, y);
    else
        multiply(arena, limb, y, x);
    dyadic_release(arena, mark);
    if (arena->exhausted)
        return dyadic_zero();
    return trimmed(limb, size, x.place + y.place, x.sign * y.sign);
}

/* GMP sees that both are one. */
dyadic dyadic_square(dyadic_arena *arena, dyadic x) { return dyadic_mul(arena, x, x); }

static long bits_of(dyadic x)
{
    return (long)(x.size - 1) * LIMB_BITS + (long)bits_highest(x.limb[x.size - 1]) + 1;
}

/* The 64 highest bits, the first of which is 1, and whether a bit below is set: the lowest limb
 * has one. */
static uint64_t highest_bits(dyadic x, long bits, bool *more)
{
    enum { WHOLE = 64 / LIMB_BITS };
    const int zeros = (int)((long)x.size * LIMB_BITS - bits);
    uint64_t high = 0;
    for (int i = 1; i <= WHOLE; i++)
        high = high << (LIMB_BITS % 64) | (i <= x.size ? x.limb[x.size - i] : 0);
    const mp_limb_t next = x.size > WHOLE ? x.limb[x.size - WHOLE - 1] : 0;
    *more = (x.size > WHOLE + 1) | ((mp_limb_t)(next << zeros) != 0);
    return zeros == 0 ? high : high << zeros | (uint64_t)next >> (LIMB_BITS - zeros);
}

/* The highest bits but for the last `dropped` of 64, from 1 on, as an integer that is rounded. */
static uint64_t rounded_bits(dyadic x, long bits, long dropped, dyadic_direction direction)
{
    bool more;
    const uint64_t high = highest_bits(x, bits, &more);
    if (dropped > 64)
        return direction == (x.sign > 0 ? DYADIC_UP : DYADIC_DOWN);
    const uint64_t unit = (uint64_t)1 << (dropped - 1), kept = high >> (dropped - 1) >> 1;
    const bool half = (high & unit) != 0, below = more | ((high & (unit - 1)) != 0);
    bool away; /* from zero */
    if (direction == DYADIC_NEAREST)
        away = half & (below | ((kept & 1) != 0));
    else
        away = (half | below) & (direction == (x.sign > 0 ? DYADIC_UP : DYADIC_DOWN));
    return kept + away;
}

double dyadic_to_double(dyadic x, dyadic_direction direction)
{
    if (x.sign == 0)
        return 0;
    long bits = bits_of(x);
    long weight = (long)x.place * LIMB_BITS; /* exponent of bit 0 */
    if (bits + weight > 1024) /* magnitude at least 2^1024 */
        return direction == (x.sign > 0 ? DYADIC_DOWN : DYADIC_UP) ? x.sign * 0x1.fffffffffffffp1023
                                                                   : x.sign * HUGE_VAL;
    long lowest = bits - 53; /* the bit of the last digit that a double keeps */
    if (lowest + weight < -1074)
        lowest = -1074 - weight;
    const uint64_t kept = rounded_bits(x, bits, 64 - bits + lowest, direction);
    return x.sign * ldexp((double)kept, (int)(lowest + weight));
}

/* ---- for polynomials and their roots ---------------------------------------------- */

mp_limb_t *dyadic_arena_take(dyadic_arena *arena, size_t count) { return take(arena, count); }

dyadic dyadic_on(const mp_limb_t *limb, int size, int place, int sign)
{
    return trimmed(limb, size, place, sign);
}

/* Numbers may share limbs and lie in any order, so they are copied to the end of
 * the arena first and moved down as one block. */
void dyadic_keep(dyadic_arena *arena, size_t mark, dyadic *numbers, int count)
{
    mp_limb_t *target = arena->limbs + mark;
    uintptr_t first = (uintptr_t)target, end = (uintptr_t)(arena->limbs + arena->used);
    size_t start = arena->used, total = 0;
    for (int i = 0; i < count; i++) {
        uintptr_t at = (uintptr_t)numbers[i].limb;
        if (numbers[i].sign == 0 || at < first || at >= end)
            continue; /* made before the mark, or elsewhere */
        size_t size = (size_t)numbers[i].size;
        mp_limb_t *copy = take(arena, size);
        if (copy == NULL) {
            memset(numbers, 0, (size_t)count * sizeof *numbers);
            return;
        }
        memcpy(copy, numbers[i].limb, size * sizeof *copy);
        numbers[i].limb = target + total;
        total += size;
    }
    memmove(target, arena->limbs + start, total * sizeof *target);
    arena->used = mark + total;
}

dyadic dyadic_scale(dyadic_arena *arena, dyadic x, long exponent)
{
    if (x.sign == 0)
        return x;
    long places = exponent >= 0 ? exponent / LIMB_BITS : -((-exponent + LIMB_BITS - 1) / LIMB_BITS);
    unsigned shift = (unsigned)(exponent - places * LIMB_BITS);
    const int place = x.place + (int)places;
    if (shift == 0)
        return made(x.limb, x.size, place, x.sign);
    mp_limb_t *limb = take(arena, (size_t)x.size + 1);
    if (limb == NULL)
        return dyadic_zero();
    limb[x.size] = mpn_lshift(limb, x.limb, x.size, shift);
    return trimmed(limb, x.size + 1, place, x.sign);
}

long dyadic_exponent(dyadic x)
{
    return bits_of(x) + (long)x.place * LIMB_BITS;
}

/* 53 bits of a number that is not 0, with its sign: rounded to nearest, from 2^52 on. */
static double significand(dyadic x)
{
    const long bits = bits_of(x);
    return x.sign * (double)rounded_bits(x, bits, 64 - 53, DYADIC_NEAREST);
}

double dyadic_quotient(dyadic x, dyadic y)
{
    if (x.sign == 0 || y.sign == 0)
        return 0;
    const long exponent = dyadic_exponent(x) - dyadic_exponent(y);
    return ldexp(significand(x) / significand(y),
                 (int)(exponent > 4096 ? 4096 : exponent < -4096 ? -4096 : exponent));
}

/* 1 / odd modulo 2^LIMB_BITS: each round doubles the bits that are right, from 3. */
static mp_limb_t inverse_of(mp_limb_t odd)
{
    mp_limb_t inverse = odd;
    for (int bits = 3; bits < LIMB_BITS; bits *= 2)
        inverse *= 2 - odd * inverse;
    return inverse;
}

/* The lowest limb of y is not zero, so y has fewer factors of two than one more limb below x
 * provides: the quotient is an integer there. With the factors of two taken from both, its
 * limbs come from below, each from the lowest limb of what is left (Hensel): GMP's division
 * of long numbers takes its scratch from the stack. */
dyadic dyadic_divide_exact(dyadic_arena *arena, dyadic x, dyadic y)
{
    if (arena->exhausted || x.sign == 0)
        return dyadic_zero();
    const int size = x.size + 1 - y.size + 1;
    assert(y.sign != 0 && size > 0);
    const int length = size < y.size ? size : y.size;
    mp_limb_t *quotient = take(arena, (size_t)size);
    size_t mark = dyadic_mark(arena);
    mp_limb_t *rest = take(arena, (size_t)x.size + 2);
    mp_limb_t *odd = take(arena, (size_t)y.size);
    if (odd == NULL)
        return dyadic_zero();
    const unsigned zeros = (unsigned)mpn_scan1(y.limb, 0);
    rest[0] = 0;
    mpn_copyi(rest + 1, x.limb, x.size);
    rest[x.size + 1] = 0;
    mpn_copyi(odd, y.limb, y.size);
    if (zeros != 0) {
        mpn_rshift(rest, rest, x.size + 1, zeros);
        mpn_rshift(odd, odd, y.size, zeros);
    }
    const mp_limb_t inverse = inverse_of(odd[0]);
    for (int i = 0; i < size; i++) {
        int count = size - i < length ? size - i : length;
        quotient[i] = rest[i] * inverse;
        mp_limb_t borrow = mpn_submul_1(rest + i, odd, count, quotient[i]);
        if (i + count < size)
            mpn_sub_1(rest + i + count, rest + i + count, size - i - count, borrow);
    }
    dyadic_release(arena, mark);
    return trimmed(quotient, size, x.place - y.place - 1, x.sign * y.sign);
}
