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
 * one), q = place + v h of each, d = qa - qb, w = va - vb, V = |va| + |vb|,
 * p = d + w tau, U = 2^-53; norms are 1-norms and |x| of a pair of numbers is the sum
 * over both motions.
 *
 * What is rounded: velocities of waypoint motions, 3U relative (displacement,
 * duration, quotient); ends of lives, 2U|end|; and each operation below. With
 * tau <= length and |end| <= |t| + length,
 *
 *   d is off by   5U |v| h + U |q| + U |d|,
 *   p by that + 3U V tau + 2U |w| tau + U |p|, and, through the length,
 *   + 2U |w| (|t| + 2 tau):  all together at most g/2, where
 *   g = 32U (|v| h + |q| + |d| + V (tau + |t|)).
 *
 * Since |p| <= |d| + g, m is off by less than
 *   3g(|d| + g) + 8U (|d|^2 + size^2),   size = ra + rb + tolerance,
 * (squares 3U|p|^2; reach is off by 2U size, its square by 6U size^2; the vertex
 * by less than 5U |d| in place, which is second order in m), and underflow adds
 * less than 2^-1000. The bounds hold for w = 0 and for |w|^2 within 2^-900 and 2^900;
 * other overflow makes the bound infinite or NaN and leaves the pair undecided.
 */
#ifndef GRAZE_CONFLICT_PLANE_H
#define GRAZE_CONFLICT_PLANE_H

#include <math.h>

#include "conflict/pair.h"
#include "numeric/eft.h"

/* Uniform motion or a wait, with a start that is one double and a life that is not
 * empty and whose length does not overflow. */
static inline bool plane_applies(const graze_motion *motion)
{
    double duration = motion->duration + motion->duration_tail;
    return motion->form != GRAZE_PARKED && motion->start_tail == 0 && duration > 0 &&
           (duration < INFINITY || motion->duration == INFINITY) && motion->acceleration.x == 0 &&
           motion->acceleration.y == 0;
}

/* Is it valid, in the plane, and does plane_applies hold? One pass over the numbers,
 * so that a hot query need not ask three times; a motion that fails only because a
 * sum overflows is asked again by the slower questions. */
static inline bool plane_is_ready(const graze_motion *motion)
{
    bool waypoint = motion->form == GRAZE_WAYPOINT;
    if (!waypoint && motion->form != GRAZE_KINEMATIC)
        return false;
    const graze_vector *p = &motion->position, *v = &motion->velocity;
    double duration = motion->duration + motion->duration_tail;
    double finite = (p->x + p->y) + (v->x + v->y) + (motion->start + motion->duration_tail);
    double zero = fabs(p->z) + fabs(v->z) + fabs(motion->acceleration.x) +
                  fabs(motion->acceleration.y) + fabs(motion->acceleration.z) +
                  fabs(motion->start_tail);
    if (!((zero == 0) & (finite * 0 == 0) & (duration > 0)))
        return false;
    if (duration < INFINITY)
        return true;
    return motion->duration == INFINITY && (!waypoint || (p->x == v->x && p->y == v->y));
}

/* start + duration + duration_tail, off by less than 2U of itself even where the
 * first two nearly cancel (a life from before 0). */
static inline double plane_end(const graze_motion *motion)
{
    if (motion->duration_tail == 0)
        return motion->start + motion->duration;
    double tail, rest, low;
    double sum = eft_two_sum(motion->start, motion->duration, &tail);
    double tails = eft_two_sum(tail, motion->duration_tail, &rest);
    double end = eft_two_sum(sum, tails, &low);
    return isfinite(end) ? end + (low + rest) : motion->start + motion->duration;
}

/* Everything of a prepared motion but its magnitude; for a motion in the plane
 * to which plane_applies. */
static inline graze_prepared plane_prepared(double radius, const graze_motion *motion)
{
    double vx = motion->velocity.x, vy = motion->velocity.y;
    if (motion->form == GRAZE_WAYPOINT) {
        double duration = motion->duration + motion->duration_tail;
        bool endless = duration == INFINITY; /* then it waits, and 0/inf is 0 */
        vx = endless ? 0 : (vx - motion->position.x) / duration;
        vy = endless ? 0 : (vy - motion->position.y) / duration;
    }
    return (graze_prepared){motion->position.x, motion->position.y, vx, vy, motion->start,
                            plane_end(motion),  radius,             INFINITY};
}

typedef struct plane_point {
    double excess;  /* m */
    double start;   /* t */
    double length;  /* of the common life; not positive when it is empty */
    double tau;
    double dx, dy;
    double places;  /* |q| */
    double moved;   /* |v| h */
    double speeds;  /* V */
    double speed_squared, reach; /* |w|^2 */
    bool still;                  /* w = 0 */
} plane_point;

/* Written without branches: minima, and (x + |x|)/2 for the maximum of x and 0,
 * which leaves the NaN of equal velocities to the minimum (tau = length). */
static inline plane_point plane_nearest(const graze_prepared *a, const graze_prepared *b,
                                        double tolerance)
{
    plane_point at;
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
    double a_speed = fabs(a->vx) + fabs(a->vy), b_speed = fabs(b->vx) + fabs(b->vy);
    at.places = fabs(ax) + fabs(ay) + fabs(bx) + fabs(by);
    at.moved = a_speed * a_elapsed + b_speed * b_elapsed;
    at.speeds = a_speed + b_speed;
    return at;
}

/* The bound of the head comment. */
static inline double plane_bound(const plane_point *at, double size)
{
    double d = fabs(at->dx) + fabs(at->dy), tau = fabs(at->tau);
    double g = 0x1p-48 * (at->moved + at->places + d + at->speeds * (tau + fabs(at->start)));
    return 3 * g * (d + g) + 0x1p-50 * (d * d + size * size) + 0x1p-1000;
}

/* The verdict of a bound. "Apart" includes lives that only meet or do not: within
 * the margin (an end is off by 2U|end|, |end| <= |start| + |length|) the bound
 * holds all the same, and beyond it there is no common life at all. */
static inline contact plane_decide(const plane_point *at, double bound)
{
    double margin = 0x1p-48 * fabs(at->start);
    if ((at->excess > bound) | (at->length < -margin))
        return CONTACT_APART;
    if ((at->excess < -bound) & (at->length > margin) & (at->reach > 0))
        return CONTACT_OVERLAP;
    return CONTACT_UNKNOWN;
}

/* CONTACT_OVERLAP, _APART or _UNKNOWN. */
static inline contact plane_contact(const graze_prepared *a, const graze_prepared *b,
                                    double tolerance)
{
    plane_point at = plane_nearest(a, b, tolerance);
    if (at.still) { /* the distance is constant, and the length may be infinite */
        at.tau = 0;
        at.excess = at.dx * at.dx + at.dy * at.dy - at.reach * at.reach;
    } else if (!(at.speed_squared > 0x1p-900 && at.speed_squared < 0x1p900)) {
        return CONTACT_UNKNOWN;
    }
    return plane_decide(&at, plane_bound(&at, a->radius + b->radius + tolerance));
}

/* Of prepared bodies, of which one has corners (its magnitude is NaN where its box may be
 * asked, its radius that of a disc which holds it): are the swept discs surely apart? */
static inline bool plane_boxes_apart(const graze_prepared *a, const graze_prepared *b,
                                     double tolerance)
{
    return a->magnitude != INFINITY && b->magnitude != INFINITY &&
           plane_contact(a, b, tolerance) == CONTACT_APART;
}

#endif
