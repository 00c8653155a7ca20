/* SPDX-License-Identifier: MIT */
/* Two prepared discs at a glance: in doubles, at one point, with a bound that was computed
 * beforehand.
 *
 * In the notation of filter_uniform.h: the least squared distance less reach^2, m, is told
 * without a quotient, which everything else would wait for. With b = -d.w, and s = |w|^2 tau, which
 * is b clamped to [0, |w|^2 length],
 *
 * m |w|^2 = (|d|^2 - reach^2) |w|^2 - s (2b - s).
 *
 * Places. With S = a.magnitude + b.magnitude, A the sum of the coordinates and W that of the
 * speeds times |start| + 2 duration: A + W + ra + rb <= S. For lives that overlap h + tau <= the
 * duration of the motion that it belongs to, so |d| <= |q| <= A + |v| h, |v| (h + tau) <= |v|
 * duration, and V |t| <= W - |v| duration, since |t| <= |start| + duration. A place is then off by
 * less than u (5 |v| h + 3 (A + |v| h) + 10 |v| tau + 3 (W - |v| duration)) <= u (3A + 6.5W) <= 7u
 * S (10 |v| duration <= 5W + 5 |v| duration; |w|^2 length is off by u |w| tau in place), and m,
 * since |p| <= |d|, by little more than 14u S^2.
 *
 * What is computed from them. |w| tau <= |d|, since s <= b <= |d| |w|. So m is off by 4u |d|^2
 * through b (2u |d| |w|), 2u |d|^2 through |w|^2 (2u |w|^2), 2u |d|^2 through |d|^2; 5u (ra + rb)^2
 * through the reach, which is off by u (ra + rb) + u reach where it is positive; both differences,
 * both products and 2b - s are 6u |d|^2 + 3u reach^2: together less than 14u S^2.
 *
 * So m is off by less than 30u S^2 = 60U S^2, U = 2^-53. GLANCE_BOUND = 96U leaves room for the
 * rounding of S and of the bound, in every mode. A reach below 0 adds its square: the pair is
 * apart, as it is. Magnitudes are floats, which leave room for the kind; they are made 1 + 2^-22
 * times as large before they are rounded to nearest, so that they, and a float that is their sum,
 * are not below the true ones; their last bits are marks, for which they are made larger once more.
 *
 * Underflow and overflow. Magnitudes are within 2^-120 and 2^120, times below 2^190, speeds below
 * GLANCE_FASTEST (a fast motion of a short life has an ordinary magnitude): no product is above
 * 2^951. (Where there is no common life some may be: that is told by the lives, whatever they are.)
 * eta = 2^-1022 in places, in times times speeds, and in b times times is below 2^-600, and the
 * bound of m above 2^-286. |w|^2 is taken as GLANCE_SLOWEST at least: what is slower leads less
 * than 2^-258 far in 2^191, so m is as good at any tau. Products with |w|^2 may be flushed: the
 * bound of m |w|^2 has GLANCE_LEAST more. What is endless is exactly at rest.
 *
 * Lives. An end is rounded up, so that it is after a double just where the true one is: there is
 * a common life if the least end is after the greatest start, whatever has been rounded, and
 * nothing else is to be asked about lives. Starts and ends are 0 or not below 2^-960, so a
 * difference of them is 0 or not below 2^-1012: above or below GLANCE_SHORTEST in every mode. (The
 * sign of a zero would be the mode's.) Discs that overlap by more than the bound, as it is, in a
 * closed common life do so within it.
 */
#ifndef GRAZE_CONTACT_GLANCE_H
#define GRAZE_CONTACT_GLANCE_H

#include <graze/conflict.h>
#include <math.h>
#include <stdbool.h>

#include "numeric/duo.h"

static const double GLANCE_BOUND = 0x1.8p-47, GLANCE_LEAST = 0x1p-960, GLANCE_SLOWEST = 0x1p-900;

/* [s] No common life is as short. */
static const double GLANCE_SHORTEST = 0x1p-1016;

/* [m/s] Motions whose speed, |vx| + |vy|, is not below it are told by other stages. */
static const double GLANCE_FASTEST = 0x1p350;

/* What is not as near to a touch as this is more probably far from the origin, where the bound of
 * each question tells. */
static const double GLANCE_NEAR = 0x1p-40;

/* What the bound tells. */
typedef struct glance {
    unsigned apart;                             /* not 0: certainly */
    unsigned overlap;                           /* 1: certainly; else 0 */
    double depth, reach_squared, speed_squared; /* -m |w|^2; |w|^2 */
} glance;

/* Of two whose kind is GRAZE_PREPARED_DISC, and a tolerance that is valid. */
static inline glance glance_at(const graze_prepared *a, const graze_prepared *b, double tolerance)
{
    glance at;
    const double start = a->start > b->start ? a->start : b->start;
    const double length = (a->end < b->end ? a->end : b->end) - start;
    const duo va = duo_load(&a->vx), vb = duo_load(&b->vx);
    const duo qa = duo_add(duo_load(&a->x), duo_mul(va, duo_all(start - a->start)));
    const duo qb = duo_add(duo_load(&b->x), duo_mul(vb, duo_all(start - b->start)));
    const duo d = duo_sub(qa, qb), back = duo_sub(vb, va); /* -w */
    const double reach = a->radius + b->radius - tolerance;
    const double size = (double)(a->magnitude + b->magnitude);

    const double speed = duo_greater(duo_dot(back, back), GLANCE_SLOWEST);
    const double approach = duo_dot(d, back), most = speed * length;
    const double gone = duo_greater(approach < most ? approach : most, 0); /* s */
    at.speed_squared = speed;
    at.reach_squared = reach * fabs(reach);
    at.depth = gone * (2 * approach - gone) - (duo_dot(d, d) - at.reach_squared) * speed;

    const double bound = GLANCE_BOUND * size * size * speed + GLANCE_LEAST;
    const duo of = duo_of(at.depth, length);
    at.apart = duo_signs(duo_add(of, duo_of(bound, -GLANCE_SHORTEST)));
    const unsigned inside = duo_signs(duo_sub(duo_all(bound), of)) & 1;
    at.overlap = inside & ~(at.apart >> 1);
    return at;
}

/* Whether it seems to be near a touch. */
static inline bool glance_seems_near(const glance *at)
{
    return !(fabs(at->depth) > GLANCE_NEAR * at->reach_squared * at->speed_squared);
}

#endif
