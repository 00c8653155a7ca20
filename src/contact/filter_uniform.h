/* SPDX-License-Identifier: MIT */
/* Two discs in the plane, decided in doubles at one point.
 *
 * The filter evaluates distance^2 - reach^2 where it is least: at the vertex of
 * the parabola clamped to the common life. If that value m is above a bound on
 * its error the bodies stay apart (the parabola is convex), if it is below the
 * negated bound it is a witness of overlap. There is no square root and next to
 * no branch; what is left undecided are ties and near ties.
 *
 * Notation: t = max of the starts, h = t - start of each motion (0 for the later
 * one), s the place at its start, q = s + v h, d = qa - qb, w = va - vb, V = |va| + |vb|,
 * p = d + w tau; norms are 1-norms and |x| of a pair of numbers is the sum over both
 * motions. u = 2^-52 is what one operation may be off by in any rounding mode, half of
 * that when rounding to nearest; eta = 2^-1022 is what underflow may cost, also where
 * subnormal results (FTZ) or operands (DAZ) count as zeros.
 *
 * What is rounded: velocities of waypoint motions, 3u relative (displacement,
 * duration, quotient); ends of lives, 3u|end|; and each operation below. With
 * tau <= length and |end| <= |t| + length,
 *
 *   d is off by   5u |v| h + u |q| + u |d|,
 *   p by that + 3u V tau + 2u |w| tau + u |p|, and, through the length,
 *   + |w| (3u |t| + 4u tau):  all together less than
 *   u (5 |v| h + |q| + 2 |d| + 10 V tau + 3 V |t|) < (5/8) g, where
 *   g = 16u (|v| h + |s| + |d| + V (tau + |t|)),   |q| <= |s| + |v| h.
 *
 * Since |p| <= |d| + g, m is off by less than
 *   (3/2) g (|d| + g) + 3u (|d| + g)^2 + 7u size^2,   size = ra + rb + tolerance,
 * (squares and sums 3u|p|^2; reach is off by 2u size, its square by 6u size^2; the vertex
 * by less than 10u |d| in place, which is second order in m). The bound is
 *   3 g (|d| + g) + 8u (|d|^2 + size^2),
 * whose own rounding is paid for by what lies between the two.
 *
 * Underflow. Velocities are off by 2 eta more (a quotient, an operand), and so is w; V and |v|
 * are taken with FILTER_SLOW = 2^-960 each, a share of which in g pays for thousands of eta. Six
 * times are off by eta each, and a place by 20 eta of its own; FILTER_FLOOR = 2^-450 beside tau +
 * |t|, and beside |d|, pays for both and makes g at least 2^-498 and the bound at least 2^-947;
 * squares lose 8 eta. Ties at lengths below some 2^-470 are therefore left to later stages. The
 * vertex needs |w|^2 between 2^-900 and 2^900, or w = 0: then the distance changes by what
 * the velocities are off by, which is V length. Two endless motions of one velocity do not
 * change it: theirs are exact (endless waypoint motions wait), and so is w where it is 0.
 *
 * Overflow. Where anything overflows, to infinity or in some modes to the largest double,
 * the bound is not below 2^900 (a square of p that overflows has |d| or V tau above 2^510,
 * so that g^2 is above 2^920), and then it counts as infinite.
 */
#ifndef GRAZE_CONTACT_FILTER_UNIFORM_H
#define GRAZE_CONTACT_FILTER_UNIFORM_H

#include <math.h>

#include "contact/question.h"
#include "numeric/duo.h"
#include "numeric/eft.h"
#include "numeric/rounding.h"

static const double FILTER_SLOW = 0x1p-960, FILTER_FLOOR = 0x1p-450;

/* Whether start + duration + tail, summed in doubles, is off by less than 3u of itself. The sum
 * of the first two is exact or at least half of the duration, so a tail that is far smaller does
 * not cancel it; and a duration that is not tiny is far above what is flushed. Not of an empty
 * life. */
static inline bool filter_end_fits(const graze_motion *motion, double duration)
{
    return (duration > 0x1p-900) & (fabs(motion->duration_tail) <= 0x1p-20 * duration);
}

/* Whether this number is an exact 0, or so large that differences of such numbers do not
 * underflow.
 * (The bits of 0 less 1 are the largest number.) */
static inline bool filter_is_coarse(double x)
{
    return double_bits(x) - 1 >= double_bits(FILTER_SLOW) - 1;
}

/* Of a duration that is not below 2^960: whether it is endless, and its velocity exact in any
 * mode. */
static inline bool filter_is_endless(const graze_motion *motion)
{
    const graze_vector *p = &motion->position, *v = &motion->velocity;
    return motion->duration == INFINITY &&
           (motion->form == GRAZE_WAYPOINT ? p->x == v->x && p->y == v->y
                                           : filter_is_coarse(v->x) && filter_is_coarse(v->y));
}

/* Uniform motion or a wait, with a start that is one double and a life that is not
 * empty and whose length does not overflow. Zeros are told by their bits, which no mode of
 * the processor changes. */
static inline bool filter_uniform_applies(const graze_motion *motion)
{
    double duration = motion->duration + motion->duration_tail;
    return motion->form <= GRAZE_WAYPOINT && filter_end_fits(motion, duration) &&
           (duration < 0x1p960 || filter_is_endless(motion)) &&
           (double_bits(motion->start_tail) | double_bits(motion->acceleration.x) |
            double_bits(motion->acceleration.y)) == 0;
}

/* Whether it is valid and in the plane, and filter_uniform_applies. One pass over the numbers,
 * so that a hot query need not ask three times; a motion that fails only because a
 * sum overflows is asked again by the slower questions. */
static inline bool filter_uniform_is_ready(const graze_motion *motion)
{
    if (motion->form != GRAZE_WAYPOINT && motion->form != GRAZE_KINEMATIC)
        return false;
    const graze_vector *p = &motion->position, *v = &motion->velocity, *a = &motion->acceleration;
    double duration = motion->duration + motion->duration_tail;
    double finite = (p->x + p->y) + (v->x + v->y) + (motion->start + motion->duration_tail);
    uint64_t zero = double_bits(p->z) | double_bits(v->z) | double_bits(a->x) |
                    double_bits(a->y) | double_bits(a->z) | double_bits(motion->start_tail);
    if (!((zero == 0) & (finite * 0 == 0) & filter_end_fits(motion, duration)))
        return false;
    return duration < 0x1p960 || filter_is_endless(motion);
}

/* Whether the boxes of two ways from place to place, which they never leave, are a reach apart,
 * whenever they live: no quotient is made. With way = to - p twice its coordinates are within |way|
 * of p + to. Each of these, their differences and sums are off by u of themselves, the reach by 3u,
 * and it is less than half of the rest where anything is told: less than 10u of all, 32u are
 * allowed for; and by some 2^-1022 where something is flushed. What may have overflowed tells
 * nothing. */
static inline bool filter_ways_are_apart(const graze_motion *a, const graze_motion *b, double reach)
{
    const duo p_a = duo_load(&a->position.x), p_b = duo_load(&b->position.x);
    const duo to_a = duo_load(&a->to.x), to_b = duo_load(&b->to.x);
    const duo sum_a = duo_add(p_a, to_a), sum_b = duo_add(p_b, to_b);
    const duo extent = duo_add(duo_abs(duo_sub(to_a, p_a)), duo_abs(duo_sub(to_b, p_b)));
    const duo size = duo_add(duo_add(duo_abs(sum_a), duo_abs(sum_b)), extent);
    const duo apart = duo_abs(duo_sub(sum_a, sum_b));
    const duo most = duo_add(duo_add(extent, duo_mul(size, duo_all(0x1p-47))),
                             duo_all(2 * reach + 0x1p-1000));
    return duo_above(apart, most) != 0 && duo_length(apart) < 0x1p900;
}

/* A disc and its motion in the plane, to which filter_uniform_applies, in doubles. */
typedef struct filter_disc {
    duo place, v; /* [m] at the start, [m/s] */
    double start, end, radius;
} filter_disc;

ALWAYS_INLINE filter_disc filter_disc_of(double radius, const graze_motion *motion)
{
    const duo place = duo_load(&motion->position.x);
    duo v = duo_load(&motion->velocity.x);
    if (motion->form == GRAZE_WAYPOINT) /* an endless one waits, and 0/inf is 0 */
        v = duo_div(duo_sub(v, place), duo_all(motion->duration + motion->duration_tail));
    const double end = (motion->start + motion->duration) + motion->duration_tail;
    return (filter_disc){place, v, motion->start, end, radius};
}

static inline filter_disc filter_disc_of_prepared(const graze_prepared *of)
{
    return (filter_disc){duo_load(&of->x), duo_load(&of->vx), of->start, of->end, of->radius};
}

/* Everything of a prepared motion but its magnitude. Its errors are bounded for each question. */
static inline graze_prepared filter_prepared(double radius, const graze_motion *motion)
{
    const filter_disc of = filter_disc_of(radius, motion);
    return (graze_prepared){duo_x(of.place), duo_y(of.place), duo_x(of.v), duo_y(of.v), of.start,
                            of.end, radius, 0, GRAZE_PREPARED_EXTREME};
}

typedef struct filter_point {
    double excess;  /* m */
    double start;   /* t */
    double length;  /* of the common life; not positive when it is empty */
    double tau;
    duo d, w;
    double speed_squared, reach; /* |w|^2 */
    bool still;                  /* w = 0, rounded */
} filter_point;

/* Written without branches: minima and maxima. (Equal velocities make no tau: it is 0.) */
ALWAYS_INLINE filter_point filter_nearest(const filter_disc *a, const filter_disc *b,
                                          double tolerance)
{
    filter_point at;
    at.start = a->start > b->start ? a->start : b->start;
    double end = a->end < b->end ? a->end : b->end;
    at.length = end - at.start;

    const duo from_a = duo_add(a->place, duo_mul(a->v, duo_all(at.start - a->start)));
    const duo from_b = duo_add(b->place, duo_mul(b->v, duo_all(at.start - b->start)));
    at.d = duo_sub(from_a, from_b);
    at.w = duo_sub(a->v, b->v);
    at.speed_squared = duo_dot(at.w, at.w);
    at.still = (duo_x(at.w) == 0) & (duo_y(at.w) == 0);
    const double tau = duo_greater(-duo_dot(at.d, at.w) / at.speed_squared, 0);
    at.tau = tau < at.length ? tau : at.length;

    const duo place = duo_add(at.d, duo_mul(at.w, duo_all(at.tau)));
    at.reach = a->radius + b->radius - tolerance;
    at.excess = duo_dot(place, place) - at.reach * at.reach;
    return at;
}

/* g of the head comment: twice what the relative place at `tau` is off by, and more. What depends
 * on tau, which comes last, is one product. */
ALWAYS_INLINE double filter_place_error(const filter_point *at, const filter_disc *a,
                                        const filter_disc *b)
{
    const double lived_a = at->start - a->start, lived_b = at->start - b->start;
    const duo va = duo_abs(a->v), vb = duo_abs(b->v), both = duo_add(va, vb);
    const duo places = duo_add(duo_add(duo_abs(a->place), duo_abs(b->place)), duo_abs(at->d));
    const duo moved = duo_add(duo_mul(va, duo_all(lived_a)), duo_mul(vb, duo_all(lived_b)));
    const duo all = duo_add(places, moved);
    const double slow = FILTER_FLOOR + 2 * FILTER_SLOW * (lived_a + lived_b);
    const double speeds = duo_x(both) + duo_y(both) + 2 * FILTER_SLOW;
    const double late = fabs(at->tau) + (fabs(at->start) + FILTER_FLOOR);
    return 0x1p-48 * ((duo_x(all) + duo_y(all) + slow) + speeds * late);
}

/* The bound of the head comment. */
ALWAYS_INLINE double filter_bound(const filter_point *at, const filter_disc *a,
                                  const filter_disc *b, double size)
{
    double g = filter_place_error(at, a, b), d = duo_length(at->d) + FILTER_FLOOR;
    double bound = 3 * g * (d + g) + 0x1p-49 * (d * d + size * size);
    return bound < 0x1p900 ? bound : INFINITY;
}

/* The verdict of a bound. "Apart" includes lives that only meet or do not: within
 * the margin (an end is off by 3u|end|, |end| <= |start| + |length|) the bound
 * holds all the same, and beyond it there is no common life at all. (A start or an end that is
 * flushed to 0 does not change the sign of a length that is not.) */
static inline contact filter_decide(const filter_point *at, double bound)
{
    double margin = 0x1p-48 * fabs(at->start);
    if ((at->excess > bound) | (at->length < -margin))
        return CONTACT_APART;
    if ((at->excess < -bound) & (at->length > margin) & (at->reach > 0))
        return CONTACT_OVERLAP;
    return CONTACT_UNKNOWN;
}

/* CONTACT_OVERLAP, _APART or _UNKNOWN. */
ALWAYS_INLINE contact filter_disc_contact(const filter_disc *a, const filter_disc *b,
                                          double tolerance)
{
    filter_point at = filter_nearest(a, b, tolerance);
    if (!((at.speed_squared > 0x1p-900) & (at.speed_squared < 0x1p900))) {
        if (!at.still)
            return CONTACT_UNKNOWN;
        /* the distance is constant but for what the velocities are off by */
        at.tau = at.length < INFINITY ? at.length : 0;
        at.excess = duo_dot(at.d, at.d) - at.reach * at.reach;
    }
    return filter_decide(&at, filter_bound(&at, a, b, a->radius + b->radius + tolerance));
}

/* The same of motions. */
ALWAYS_INLINE contact filter_motion_contact(double radius_a, const graze_motion *a,
                                            double radius_b, const graze_motion *b,
                                            double tolerance)
{
    const filter_disc one = filter_disc_of(radius_a, a), other = filter_disc_of(radius_b, b);
    return filter_disc_contact(&one, &other, tolerance);
}

/* And of what was prepared. */
static inline contact filter_uniform_contact(const graze_prepared *a, const graze_prepared *b,
                                             double tolerance)
{
    const filter_disc one = filter_disc_of_prepared(a), other = filter_disc_of_prepared(b);
    return filter_disc_contact(&one, &other, tolerance);
}

/* Whether the discs overlap if both live at all: what is left of overlaps by lives that seem to
 * only meet. */
static inline bool filter_uniform_is_inside(double radius_a, const graze_motion *a,
                                            double radius_b, const graze_motion *b,
                                            double tolerance)
{
    const filter_disc one = filter_disc_of(radius_a, a), other = filter_disc_of(radius_b, b);
    const filter_point at = filter_nearest(&one, &other, tolerance);
    const double bound = filter_bound(&at, &one, &other, radius_a + radius_b + tolerance);
    return !at.still && at.speed_squared > 0x1p-900 && at.speed_squared < 0x1p900 &&
           at.excess < -bound && at.reach > 0;
}

/* The later kind of two prepared motions. */
static inline graze_prepared_kind filter_kind(const graze_prepared *a, const graze_prepared *b)
{
    return a->kind > b->kind ? a->kind : b->kind;
}

/* The same of what was prepared, of any kind: CONTACT_OVERLAP only of discs. */
static inline contact filter_prepared_contact(const graze_prepared *a, const graze_prepared *b,
                                             double tolerance)
{
    graze_prepared_kind kind = filter_kind(a, b);
    contact answer =
        kind == GRAZE_PREPARED_OTHER ? CONTACT_UNKNOWN : filter_uniform_contact(a, b, tolerance);
    return kind == GRAZE_PREPARED_CORNERS && answer != CONTACT_APART ? CONTACT_UNKNOWN : answer;
}

#endif
