/* SPDX-License-Identifier: MIT */
/* Two prepared discs at a glance: in doubles, at one point, with a bound that was computed
 * beforehand.
 *
 * In the notation of filter_uniform.h: the least squared distance less reach^2, m, is told
 * without a quotient, which everything else would wait for, and with all times as they are: d is
 * the relative place at time 0, where each motion would be. With b = -d.w, and s = |w|^2 t, which
 * is b clamped to |w|^2 times the common life,
 *
 * m |w|^2 = (|d|^2 - reach^2) |w|^2 - s (2b - s).
 *
 * Places. With S = a.magnitude + b.magnitude, A the sum of the coordinates and W that of the
 * speeds times |start| + 2 duration: A + W + ra + rb <= S. d is off by 3u (A + |v start|), three
 * sums and a product of each motion; within a life |t| <= |start| + duration, so w leads u |v|
 * (|start| + duration) astray, what velocities are off by 3u |v| duration, and either end of the
 * life, which is rounded once and multiplied once, 2u |v| (|start| + duration) more. A place within
 * it is off by less than u (3A + 6W) <= 6u S, and m, since it is within S of the origin, by little
 * more than 12u S^2.
 *
 * What is computed from them: |d| <= S, also without a common life, and |w| |t| <= S within one. m,
 * at any t, is off by 4u S^2 through b (2u |d| |w|), 2u S^2 through |w|^2 (2u |w|^2) and 2u S^2
 * through |d|^2; 5u (ra + rb)^2 through the reach, which is off by u (ra + rb) + u reach where it
 * is positive; both differences, both products and 2b - s are 3u ((|d| + |w| |t|)^2 + reach^2): all
 * together, with places, less than 40u S^2 = 80U S^2, U = 2^-53. GLANCE_BOUND = 96U leaves room for
 * the rounding of S and of the bound, in every mode. A reach below 0 counts as 0: what is apart
 * then is apart. Magnitudes are floats, which leave room for the kind; they are made 1 + 2^-22
 * times as large before they are rounded to nearest, so that they, and a float that is their sum,
 * are not below the true ones; their last bits are marks, for which they are made larger once more.
 *
 * Underflow and overflow. Magnitudes are within 2^-120 and 2^120, times below GLANCE_LATEST, speeds
 * below GLANCE_FASTEST (a fast motion of a short life has an ordinary magnitude): no product is
 * above 2^946, but s^2 where there is no common life, and that makes the pair apart, as it is.
 * eta = 2^-1022 in places, in velocities times times, and in b times times is below 2^-860, and the
 * bound of m above 2^-285. |w|^2 is taken as GLANCE_SLOWEST at least: what is slower leads less
 * than 2^-189 far, 2^-68 S, so m is as good at any t (and s^2 is less than 2^-378 of it). Products
 * with |w|^2 may be flushed: the bound of m |w|^2 is above 2^-965, and far above what s loses times
 * b. What is endless is exactly at rest.
 *
 * Lives. An end is rounded up, so that it is after a double just where the true one is: there is
 * a common life if the least end is after the greatest start, whatever has been rounded; else |d|^2
 * counts as infinite. Starts and ends are 0 or not below 2^-960, which no mode flushes. Discs that
 * overlap by more than the bound, as it is, in a closed common life do so within it.
 */
#ifndef GRAZE_CONTACT_GLANCE_H
#define GRAZE_CONTACT_GLANCE_H

#include <graze/conflict.h>
#include <math.h>
#include <stdbool.h>

#include "numeric/duo.h"

static const double GLANCE_BOUND = 0x1.8p-47, GLANCE_SLOWEST = 0x1p-680;

/* [s] Times, and [m/s] speeds, |vx| + |vy|, that are not below these are told by other stages. */
static const double GLANCE_LATEST = 0x1p150, GLANCE_FASTEST = 0x1p350;

/* Where the bound is a smaller part of reach^2, what it leaves is probably a touch; else they are
 * far from the origin, or late, where the bound of each question tells. */
static const double GLANCE_NEAR = 0x1p-20;

/* m |w|^2, what it is off by at most, and what it is made of. */
typedef struct glance {
    double excess, bound;
    double reach_squared, speed_squared; /* |w|^2 */
} glance;

/* Of two whose kind is GRAZE_PREPARED_DISC, and a tolerance that is valid. */
static inline glance glance_at(const graze_prepared *a, const graze_prepared *b, double tolerance)
{
    glance at;
    const double start = a->start > b->start ? a->start : b->start;
    const double end = a->end < b->end ? a->end : b->end;
    const duo va = duo_load(&a->vx), vb = duo_load(&b->vx), back = duo_sub(vb, va); /* -w */
    const duo from = duo_sub(duo_load(&a->x), duo_load(&b->x));
    const duo d =
        duo_add(duo_sub(from, duo_mul(va, duo_all(a->start))), duo_mul(vb, duo_all(b->start)));
    const double reach = duo_greater(a->radius + b->radius - tolerance, 0);
    const double size = (double)(a->magnitude + b->magnitude);

    const double speed = duo_greater(duo_dot(back, back), GLANCE_SLOWEST);
    const double approach = duo_dot(d, back), first = speed * start, last = speed * end;
    const double gone = duo_greater(approach < last ? approach : last, first); /* s */
    const double apart = duo_greater(duo_dot(d, d), duo_unless_before(start, end));
    at.reach_squared = reach * reach;
    at.speed_squared = speed;
    at.excess = (apart - at.reach_squared) * speed - gone * (2 * approach - gone);
    at.bound = size * size * (GLANCE_BOUND * speed);
    return at;
}

/* Certainly, each. */
static inline bool glance_is_apart(const glance *at)
{
    return at->excess > at->bound;
}
static inline bool glance_overlaps(const glance *at)
{
    return at->excess < -at->bound;
}
static inline bool glance_tells(const glance *at)
{
    return fabs(at->excess) > at->bound;
}

/* Whether what it does not tell seems to be near a touch. */
static inline bool glance_seems_near(const glance *at)
{
    return at->bound < GLANCE_NEAR * at->reach_squared * at->speed_squared;
}

#endif
