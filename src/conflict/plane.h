/* SPDX-License-Identifier: MIT */
/* Two discs in the plane, decided in doubles at one point.
 *
 * The filter evaluates distance^2 - reach^2 where it is least: at the vertex of
 * the parabola clamped to the common life. If that value m is above a bound on
 * its error the bodies stay apart (the parabola is convex), if it is below the
 * negated bound it is a witness of overlap. There is no square root and next to
 * no branch; what is left undecided are ties and near ties.
 *
 * Notation: E is the earlier motion, F the later one, h = F.start - E.start,
 * q the place of E at F.start, d = F.place - q, w = vF - vE, V = |vE| + |vF|,
 * p = d + w tau, U = 2^-53, norms are 1-norms.
 *
 * What is rounded: velocities of waypoint motions, 3U relative (displacement,
 * duration, quotient); ends of lives, U|end|; and each operation below. With
 * tau <= length and |end| <= |F.start| + length,
 *
 *   q is off by   5U |vE| h + U |q|,   d by that + U |d|,
 *   p by that + 3U V tau + 2U |w| tau + U |p|, and, through the length,
 *   + U |w| (|F.start| + 2 tau):  all together at most g/2, where
 *   g = 16U (|vE| h + |q| + |d| + V (tau + |F.start|)).
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

/* Uniform motion or a wait, with a start that is one double. */
static inline bool plane_applies(const graze_motion *motion)
{
    return motion->form != GRAZE_PARKED && motion->start_tail == 0 &&
           motion->acceleration.x == 0 && motion->acceleration.y == 0;
}

/* Everything of a prepared motion but its magnitude; for a motion in the plane
 * to which plane_applies, with a life that is not empty. */
static inline graze_prepared plane_prepared(double radius, const graze_motion *motion)
{
    double duration = motion->duration + motion->duration_tail;
    double vx = motion->velocity.x, vy = motion->velocity.y;
    if (motion->form == GRAZE_WAYPOINT) {
        bool endless = duration == INFINITY; /* then it waits, and 0/inf is 0 */
        vx = endless ? 0 : (vx - motion->position.x) / duration;
        vy = endless ? 0 : (vy - motion->position.y) / duration;
    }
    return (graze_prepared){motion->position.x,       motion->position.y, vx,     vy, motion->start,
                            motion->start + duration, radius,             INFINITY};
}

typedef struct plane_point {
    double excess;  /* m */
    double elapsed; /* h */
    double start;   /* of the later motion */
    double length;  /* of the common life; not positive when it is empty */
    double tau;
    double dx, dy, qx, qy;       /* d, q */
    double early_speed, speeds;  /* |vE|, V */
    double speed_squared, reach; /* |w|^2 */
    bool still;                  /* w = 0 */
} plane_point;

static inline plane_point plane_nearest(const graze_prepared *a, const graze_prepared *b,
                                        double tolerance)
{
    plane_point at;
    const graze_prepared *early = a->start <= b->start ? a : b;
    const graze_prepared *late = a->start <= b->start ? b : a;
    double end = early->end < late->end ? early->end : late->end;
    at.start = late->start;
    at.elapsed = late->start - early->start;
    at.length = end - late->start;

    at.qx = early->x + early->vx * at.elapsed;
    at.qy = early->y + early->vy * at.elapsed;
    at.dx = late->x - at.qx;
    at.dy = late->y - at.qy;
    double vx = late->vx - early->vx, vy = late->vy - early->vy;
    at.speed_squared = vx * vx + vy * vy;
    at.still = vx == 0 && vy == 0;
    double tau = -(at.dx * vx + at.dy * vy) / at.speed_squared;
    tau = tau > 0 ? tau : 0; /* the NaN of equal velocities included */
    at.tau = tau < at.length ? tau : at.length;

    double x = at.dx + vx * at.tau, y = at.dy + vy * at.tau;
    at.reach = a->radius + b->radius - tolerance;
    at.excess = x * x + y * y - at.reach * at.reach;
    at.early_speed = fabs(early->vx) + fabs(early->vy);
    at.speeds = at.early_speed + fabs(late->vx) + fabs(late->vy);
    return at;
}

/* The bound of the head comment. */
static inline double plane_bound(const plane_point *at, double size)
{
    double d = fabs(at->dx) + fabs(at->dy);
    double g = 0x1p-49 * (at->early_speed * at->elapsed + fabs(at->qx) + fabs(at->qy) + d +
                          at->speeds * (at->tau + fabs(at->start)));
    return 3 * g * (d + g) + 0x1p-50 * (d * d + size * size) + 0x1p-1000;
}

/* The verdict of a bound. "Apart" includes lives that only meet or do not: within
 * the margin (an end is off by U|end|, |end| <= |start| + |length|) the bound
 * holds all the same, and beyond it there is no common life at all. */
static inline contact plane_decide(const plane_point *at, double bound)
{
    double margin = 0x1p-49 * fabs(at->start);
    if (at->excess > bound || at->length < -margin)
        return CONTACT_APART;
    if (at->excess < -bound && at->length > margin && at->reach > 0)
        return CONTACT_OVERLAP;
    return CONTACT_UNKNOWN;
}

/* CONTACT_OVERLAP, _APART or _UNKNOWN. */
static inline contact plane_contact(const graze_prepared *a, const graze_prepared *b,
                                    double tolerance)
{
    plane_point at = plane_nearest(a, b, tolerance);
    bool in_range = at.speed_squared > 0x1p-900 && at.speed_squared < 0x1p900;
    if (!in_range && !at.still)
        return CONTACT_UNKNOWN;
    return plane_decide(&at, plane_bound(&at, a->radius + b->radius + tolerance));
}

#endif
