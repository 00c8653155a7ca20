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

/* Whether both are ready and have ends, side by side: true of nearly all, and where it is not each
 * is asked. */
ALWAYS_INLINE bool filter_are_ready(const graze_motion *a, const graze_motion *b)
{
    const duo tail = duo_of(a->duration_tail, b->duration_tail);
    const duo life = duo_add(duo_of(a->duration, b->duration), tail);
    const duo spare = duo_sub(duo_mul(life, duo_all(0x1p-20)), duo_abs(tail));
    const duo numbers = duo_add(duo_add(duo_load(&a->position.x), duo_load(&a->velocity.x)),
                                duo_add(duo_load(&b->position.x), duo_load(&b->velocity.x)));
    const duo finite = duo_mul(duo_add(numbers, duo_of(a->start, b->start)), duo_all(0));
    const uint64_t zero = double_bits(a->position.z) | double_bits(a->velocity.z) |
                          double_bits(a->acceleration.x) | double_bits(a->acceleration.y) |
                          double_bits(a->acceleration.z) | double_bits(a->start_tail) |
                          double_bits(b->position.z) | double_bits(b->velocity.z) |
                          double_bits(b->acceleration.x) | double_bits(b->acceleration.y) |
                          double_bits(b->acceleration.z) | double_bits(b->start_tail);
    return (a->form <= GRAZE_WAYPOINT) & (b->form <= GRAZE_WAYPOINT) & (zero == 0) &
           duo_both_at_least(finite, duo_all(0)) & duo_both_at_least(spare, duo_all(0)) &
           duo_both_at_least(life, duo_all(0x1p-899)) & duo_both_at_least(duo_all(0x1p959), life);
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
    return ((duo_x(apart) > duo_x(most)) | (duo_y(apart) > duo_y(most))) &&
           duo_length(apart) < 0x1p900;
}

/* Everything of a prepared motion but its magnitude; for a motion in the plane
 * to which filter_uniform_applies. Its errors are bounded for each question. */
ALWAYS_INLINE graze_prepared filter_prepared(double radius, const graze_motion *motion)
{
    double vx = motion->velocity.x, vy = motion->velocity.y;
    if (motion->form == GRAZE_WAYPOINT) { /* an endless one waits, and 0/inf is 0 */
        double duration = motion->duration + motion->duration_tail;
        vx = (vx - motion->position.x) / duration;
        vy = (vy - motion->position.y) / duration;
    }
    double end = (motion->start + motion->duration) + motion->duration_tail;
    return (graze_prepared){motion->position.x, motion->position.y, vx, vy, motion->start, end,
                            radius, 0, GRAZE_PREPARED_EXTREME};
}

typedef struct filter_point {
    double excess;  /* m */
    double start;   /* t */
    double length;  /* of the common life; not positive when it is empty */
    double tau;
    double dx, dy;
    double speed_squared, reach; /* |w|^2 */
    bool still;                  /* w = 0, rounded */
} filter_point;

/* Written without branches: minima, and (x + |x|)/2 for the maximum of x and 0,
 * which leaves the NaN of equal velocities to the minimum (tau = length). */
static inline filter_point filter_nearest(const graze_prepared *a, const graze_prepared *b,
                                          double tolerance)
{
    filter_point at;
    at.start = a->start > b->start ? a->start : b->start;
    double end = a->end < b->end ? a->end : b->end;
    at.length = end - at.start;

    double a_elapsed = at.start - a->start, b_elapsed = at.start - b->start;
    double ax = a->x + a->vx * a_elapsed, ay = a->y + a->vy * a_elapsed;
    double bx = b->x + b->vx * b_elapsed, by = b->y + b->vy * b_elapsed;
    at.dx = ax - bx;
    at.dy = ay - by;
    double vx = a->vx - b->vx, vy = a->vy - b->vy;
    at.speed_squared = vx * vx + vy * vy;
    at.still = (vx == 0) & (vy == 0);
    double tau = -(at.dx * vx + at.dy * vy) / at.speed_squared;
    tau = 0.5 * (tau + fabs(tau));
    at.tau = tau < at.length ? tau : at.length;

    double x = at.dx + vx * at.tau, y = at.dy + vy * at.tau;
    at.reach = a->radius + b->radius - tolerance;
    at.excess = x * x + y * y - at.reach * at.reach;
    return at;
}

/* g of the head comment: twice what the relative place at `tau` is off by, and more. */
static inline double filter_place_error(const filter_point *at, const graze_prepared *a,
                                        const graze_prepared *b)
{
    double a_speed = fabs(a->vx) + fabs(a->vy) + FILTER_SLOW;
    double b_speed = fabs(b->vx) + fabs(b->vy) + FILTER_SLOW;
    double moved = a_speed * (at->start - a->start) + b_speed * (at->start - b->start);
    double places = fabs(a->x) + fabs(a->y) + fabs(b->x) + fabs(b->y);
    double d = fabs(at->dx) + fabs(at->dy) + FILTER_FLOOR;
    double late = fabs(at->tau) + fabs(at->start) + FILTER_FLOOR;
    return 0x1p-48 * (moved + places + d + (a_speed + b_speed) * late);
}

/* The bound of the head comment. */
static inline double filter_bound(const filter_point *at, const graze_prepared *a,
                                  const graze_prepared *b, double size)
{
    double g = filter_place_error(at, a, b), d = fabs(at->dx) + fabs(at->dy) + FILTER_FLOOR;
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
ALWAYS_INLINE contact filter_uniform_contact(const graze_prepared *a, const graze_prepared *b,
                                             double tolerance)
{
    filter_point at = filter_nearest(a, b, tolerance);
    if (!((at.speed_squared > 0x1p-900) & (at.speed_squared < 0x1p900))) {
        if (!at.still)
            return CONTACT_UNKNOWN;
        /* the distance is constant but for what the velocities are off by */
        at.tau = at.length < INFINITY ? at.length : 0;
        at.excess = at.dx * at.dx + at.dy * at.dy - at.reach * at.reach;
    }
    return filter_decide(&at, filter_bound(&at, a, b, a->radius + b->radius + tolerance));
}

/* Whether the discs overlap if both live at all: what is left of overlaps by lives that seem to
 * only meet. */
static inline bool filter_uniform_is_inside(const graze_prepared *a, const graze_prepared *b,
                                            double tolerance)
{
    const filter_point at = filter_nearest(a, b, tolerance);
    const double bound = filter_bound(&at, a, b, a->radius + b->radius + tolerance);
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
