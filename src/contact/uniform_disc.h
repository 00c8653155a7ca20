/* SPDX-License-Identifier: MIT */
/* Two discs in the plane at constant velocity, in double words: the numbers that the rounded
 * ends of an overlap (uniform_disc_ends.h) and of unsafe starts (uniform_disc_starts.h) share,
 * and the step that rounds an end.
 *
 * Everything here is about d(u, w) = places + va u - vb w, the relative place at local times u
 * of a and w of b, places = a.place - b.place, and about h = |d|^2 - reach^2: nothing depends on
 * how far from the origin or from time 0 the motions are. An answer is given when the error
 * bound leaves only one; what is left (near ties, wild magnitudes) goes to slower stages.
 * All of it rests on rounding to nearest and on subnormal numbers, as double_word.h does: the
 * public doors see to both.
 */
#ifndef GRAZE_CONTACT_UNIFORM_DISC_H
#define GRAZE_CONTACT_UNIFORM_DISC_H

#include <graze/conflict.h>
#include <stdbool.h>

#include "numeric/dd.h"
#include "numeric/double_word.h"

/* M of uniform_root.inc: nothing is larger. */
static const double UNIFORM_MOST = 0x1p90;

/* A motion as doubles. Velocities are off by 3U of each coordinate. */
typedef struct uniform_motion {
    const graze_motion *motion;
    double_word begin;               /* [s] start + start_tail, exactly */
    double vx, vy, speed;            /* [m/s], speed = |vx| + |vy| */
    double moved_x, moved_y, travel; /* [m] in its life; 0 at rest; travel is the 1-norm */
    double life;                     /* [s] */
    bool waypoint, still;
} uniform_motion;

typedef struct uniform_lattice uniform_lattice;

typedef struct uniform_discs {
    uniform_motion a, b;
    uniform_lattice *lattice; /* what exact questions share (uniform_disc_integers.h), or null */
    double radius_a, radius_b, tolerance;
    bool at_corner;        /* places have this taken off them (uniform_discs_at_corner): */
    double_word corner[2];
    double x, y, place;   /* places, and |x| + |y|; at a corner the sum of what makes them up */
    double reach, size;   /* the sum of the radii minus, plus the tolerance; the reach's sign is
                           * certain, and unless it is positive the discs never conflict */
    double speeds, scale; /* both speeds; place + both travels */
    double square;        /* scale^2 + size^2 */
} uniform_discs;

/* A local time as a function of the number that is looked for: rest + sign (s - from). */
typedef struct uniform_clock {
    double_word rest, from;
    double sign; /* 1, 0 or -1 */
} uniform_clock;

/* The relative place d at two local times, |d| (1-norm), and h. */
typedef struct uniform_gap {
    double_word d[2];
    double length, error; /* |d|, and how far d is off */
    double h, h_error;
} uniform_gap;

/* The one door of the stage: fills *q, or returns false when a motion is not valid, not in the
 * plane, accelerated or parked, or has an empty life, and when a magnitude lies outside the range
 * for which the bounds hold. Motions may have tails. */
bool uniform_discs_of(const graze_motion *a, const graze_motion *b, double radius_a,
                      double radius_b, double tolerance, uniform_discs *q);

/* Of bodies with corners, whose discs *q has: lets discs round the moving points meet where the
 * round corner `b` of one and `a` of the other do, so that `places` has b - a less. False when
 * that leaves the range. */
bool uniform_discs_at_corner(uniform_discs *q, graze_point a, graze_point b);

/* d and h at local times u, w; `times` bounds |u| + |w| and what they are sums of. Each of these is
 * there without fused multiply-adds, and with them for processors that have them. */
uniform_gap uniform_gap_at_plain(const uniform_discs *q, double_word u, double_word w,
                                 double times);
uniform_gap uniform_gap_at_fused(const uniform_discs *q, double_word u, double_word w,
                                 double times);

/* The sign of h at two local times, or SIGN_UNKNOWN. */
int uniform_sign_at_plain(const uniform_discs *q, dd u, dd w);
int uniform_sign_at_fused(const uniform_discs *q, dd u, dd w);

/* The root of h near s, rounded outward: s is near the root or, if the two roots are `narrow`,
 * near the middle of both. When false, *end is as uniform_round leaves it. */
bool uniform_root_plain(const uniform_discs *q, double s, const uniform_clock *u,
                        const uniform_clock *w, bool narrow, bool upper, double *end);
bool uniform_root_fused(const uniform_discs *q, double s, const uniform_clock *u,
                        const uniform_clock *w, bool narrow, bool upper, double *end);

/* Rounds guess + step, which is off by at most `error`, outward, if that leaves one double.
 * Else returns false, and *end is the one double from which the sum is less than half a step
 * away; or 0, if it may be that; or NaN. */
bool uniform_round(double guess, double step, double error, bool upper, double *end);

/* Takes a step from *near, which leaves it off by `error`, and rounds outward: true when that
 * leaves one double, *end. Else *near is the one double that it may be, if there is one: there the
 * next residual tells. */
bool uniform_step(double_word *near, double_word step, double error, bool upper, double *end);

/* ---- exact parts ----------------------------------------------------------------------- */

/* The displacement in one life of a waypoint motion, in one second of another: exactly. */
static inline void uniform_steps(const uniform_motion *moving, double_word step[2])
{
    const graze_vector *p = &moving->motion->position, *v = &moving->motion->velocity;
    step[0] = moving->waypoint ? dw_sum(v->x, -p->x) : dw_from(v->x);
    step[1] = moving->waypoint ? dw_sum(v->y, -p->y) : dw_from(v->y);
}

static inline double_word uniform_life(const uniform_motion *moving)
{
    return dw_sum(moving->motion->duration, moving->motion->duration_tail);
}

/* A velocity, off by 41 u^2 of itself. */
static inline double_word uniform_velocity(const uniform_motion *moving, int axis)
{
    if (!moving->waypoint || moving->still)
        return dw_from(axis == 0 ? moving->vx : moving->vy);
    double_word step[2];
    uniform_steps(moving, step);
    return dw_div(step[axis], uniform_life(moving));
}

/* The displacement in a life: of waypoints exactly, else off by 9 u^2 of itself. */
static inline void uniform_moved(const uniform_motion *moving, double_word by[2])
{
    uniform_steps(moving, by);
    for (int k = 0; k < 2 && !moving->waypoint && !moving->still; k++)
        by[k] = dw_mul(by[k], uniform_life(moving));
}

/* The sum of the radii minus the tolerance, off by 8 u^2 size. */
static inline double_word uniform_reach_of(double radius_a, double radius_b, double tolerance)
{
    const double_word sum = dw_sum(radius_a, radius_b);
    return tolerance == 0 ? sum : dw_add(sum, dw_from(-tolerance));
}

static inline double_word uniform_reach(const uniform_discs *q)
{
    return uniform_reach_of(q->radius_a, q->radius_b, q->tolerance);
}

/* The same in double-doubles, for ties: those of plans on grids come out as the exact zeros
 * that they are. */
static inline dd uniform_dd_of(double_word x)
{
    return (dd){x.high, x.low, 0};
}

static inline dd uniform_dd_life(const uniform_motion *moving)
{
    return dd_add(dd_from(moving->motion->duration), dd_from(moving->motion->duration_tail));
}

static inline dd uniform_dd_begin(const uniform_motion *moving)
{
    return uniform_dd_of(moving->begin);
}

static inline dd uniform_dd_reach(const uniform_discs *q)
{
    dd reach = dd_add(dd_from(q->radius_a), dd_from(q->radius_b));
    return q->tolerance == 0 ? reach : dd_sub(reach, dd_from(q->tolerance));
}

/* Coordinate `axis` of the displacement in the motion's unit of time, and that unit. */
static inline dd uniform_dd_step(const uniform_motion *moving, int axis)
{
    const graze_motion *m = moving->motion;
    double from = axis == 0 ? m->position.x : m->position.y;
    double to = axis == 0 ? m->velocity.x : m->velocity.y;
    return moving->waypoint ? dd_sub(dd_from(to), dd_from(from)) : dd_from(to);
}

static inline dd uniform_dd_unit(const uniform_motion *moving)
{
    return moving->waypoint ? uniform_dd_life(moving) : dd_from(1);
}

#endif
