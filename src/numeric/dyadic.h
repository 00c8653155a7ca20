/* SPDX-License-Identifier: MIT */
/* Dyadic numbers: sums and products of doubles, without any rounding.
 *
 * A dyadic number is an integer times a power of two; doubles are dyadic, and
 * so is everything that +, - and * make of them. Magnitudes are GMP limbs (the
 * mpn layer: no allocation behind our back, no abort when memory fails), and
 * the exponent counts whole limbs, so that adding needs no bit shifts.
 *
 * Results live on an arena in the caller's memory, mostly on the stack. When it
 * is exhausted, operations answer 0 and arena->exhausted stays true: callers
 * look at it once, at the end, and answer GRAZE_ERROR_WORKSPACE.
 */
#ifndef GRAZE_NUMERIC_DYADIC_H
#define GRAZE_NUMERIC_DYADIC_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#include <graze/workspace.h>

/* Every operation takes limbs, so the limbs taken are also the clock by which a caller is
 * asked whether to stop. An arena that was stopped is exhausted. */
typedef struct dyadic_arena {
    mp_limb_t *limbs;
    size_t used, capacity; /* [limbs] */
    bool exhausted;
    bool full;    /* it is exhausted because it has no more limbs: a larger one may do */
    bool outgrown; /* because the end of a root has more limbs than end_limbs */
    bool stopped; /* because the caller wants no answer any more */
    size_t end_limbs; /* [limbs] of each end of a root (roots.h) */
    size_t patience;               /* [limbs] to be taken before the caller is asked again */
    const graze_workspace *caller; /* who is asked; null: nobody */
} dyadic_arena;

/* Limbs of the end of a root at first: 10240 bits. Ends of 5120 bits were seen to be too short
 * to tell apart the roots of two parabolas that differ by the square of a denormal. An end that
 * outgrows them exhausts the arena, and scratch.h begins again with four times as many. */
enum { DYADIC_END_LIMBS = 10240 / GMP_NUMB_BITS };

/* sign * sum of limb[i] * 2^(GMP_NUMB_BITS*(i + place)); sign 0 has size 0. The
 * first and the last limb are not zero. In 16 bytes, which calls take in registers. */
typedef struct dyadic {
    const mp_limb_t *limb;
    int size;
    signed int place : 30, sign : 2;
} dyadic;

typedef enum dyadic_direction { DYADIC_DOWN, DYADIC_UP, DYADIC_NEAREST } dyadic_direction;

/* An arena on `capacity` limbs of the caller's. */
dyadic_arena dyadic_arena_on(mp_limb_t *limbs, size_t capacity);

/* From now on the caller's should_stop is asked; both may be null. */
void dyadic_arena_ask(dyadic_arena *arena, const graze_workspace *caller);

/* The exact value of a double, which must be finite. */
dyadic dyadic_from(dyadic_arena *arena, double value);

/* x + y for finite doubles. */
dyadic dyadic_sum(dyadic_arena *arena, double x, double y);

dyadic dyadic_add(dyadic_arena *arena, dyadic x, dyadic y);
dyadic dyadic_sub(dyadic_arena *arena, dyadic x, dyadic y);

/* Products have limbs of their own, whatever lends its limbs to the factors. */
dyadic dyadic_mul(dyadic_arena *arena, dyadic x, dyadic y);
dyadic dyadic_square(dyadic_arena *arena, dyadic x);

static inline dyadic dyadic_zero(void) { return (dyadic){0}; }
static inline int dyadic_sign(dyadic x) { return x.sign; }
static inline dyadic dyadic_negative(dyadic x)
{
    x.sign = -x.sign;
    return x;
}

/* -1, 0 or 1 as x < y, x = y, x > y. */
int dyadic_compare(dyadic x, dyadic y);

/* The double next to x in the given direction: largest not above, smallest not
 * below, nearest (ties to even); infinities where no double is. */
double dyadic_to_double(dyadic x, dyadic_direction direction);

/* What has been made since a mark can be given back; results made before it
 * stay valid. */
static inline size_t dyadic_mark(const dyadic_arena *arena) { return arena->used; }
static inline void dyadic_release(dyadic_arena *arena, size_t mark) { arena->used = mark; }

/* ---- for polynomials and their roots ---------------------------------------------- */

/* Gives back what has been made since the mark but for these numbers, which move
 * down to it. Nothing else made since the mark may be used afterwards. */
void dyadic_keep(dyadic_arena *arena, size_t mark, dyadic *numbers, int count);

/* Room for limbs of the caller's own making; NULL when the arena is exhausted. */
mp_limb_t *dyadic_arena_take(dyadic_arena *arena, size_t count);

/* The number sign * limbs * 2^(GMP_NUMB_BITS*place) on the caller's limbs. */
dyadic dyadic_on(const mp_limb_t *limb, int size, int place, int sign);

/* x * 2^exponent. */
dyadic dyadic_scale(dyadic_arena *arena, dyadic x, long exponent);

/* The exponent e with 2^(e-1) <= |x| < 2^e, for an x that is not 0. */
long dyadic_exponent(dyadic x);

/* About x / y, also where x and y are beyond doubles; 0 where y is 0, as in an exhausted arena. */
double dyadic_quotient(dyadic x, dyadic y);

/* x / y for a y that divides x: the quotient is known to be dyadic. */
dyadic dyadic_divide_exact(dyadic_arena *arena, dyadic x, dyadic y);

#endif
