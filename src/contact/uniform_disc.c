/* SPDX-License-Identifier: MIT */
/* Plane discs at constant velocity: the door of the stage, and the rounding of its ends. Roots are
 * in uniform_root.inc, with the bounds of all.
 */
#include "contact/uniform_disc.h"

#include <math.h>

#include "contact/uniform_disc_newton.h"
#include "numeric/rounding.h"

/* ---- the door -------------------------------------------------------------------------- */

/* Whether numbers are 0, of either sign. */
static bool are_zero(double a, double b, double c, double d, double e)
{
    const uint64_t bits =
        double_bits(a) | double_bits(b) | double_bits(c) | double_bits(d) | double_bits(e);
    return bits << 1 == 0;
}

/* Reads a motion; false unless it is in the plane and at constant velocity, with a life that is not
 * empty. What is not finite is not in range, but for what an endless life hides. */
static inline bool motion_of(const graze_motion *motion, uniform_motion *result)
{
    const graze_vector *p = &motion->position, *v = &motion->velocity, *a = &motion->acceleration;
    const bool waypoint = motion->form == GRAZE_WAYPOINT;
    const double life = motion->duration + motion->duration_tail;
    const double x = waypoint ? v->x - p->x : v->x, y = waypoint ? v->y - p->y : v->y;
    const bool still = fabs(x) + fabs(y) == 0;
    const double unit = waypoint ? life : 1;
    const double times = waypoint ? 1 : life < INFINITY ? life : 0x1p1023; /* 0 of what stays */
    const double vx = x / unit, vy = y / unit, moved_x = x * times, moved_y = y * times;
    *result = (uniform_motion){.motion = motion,
                               .begin = dw_sum(motion->start, motion->start_tail),
                               .vx = vx,
                               .vy = vy,
                               .speed = fabs(vx) + fabs(vy),
                               .moved_x = moved_x,
                               .moved_y = moved_y,
                               .travel = fabs(moved_x) + fabs(moved_y),
                               .life = life,
                               .waypoint = waypoint,
                               .still = still};
    const bool endless_by_itself =
        (motion->duration == INFINITY) & (motion->duration_tail < INFINITY);
    return are_zero(p->z, v->z, a->x, a->y, a->z) & (life > 0) &
           (waypoint | (motion->form == GRAZE_KINEMATIC)) &
           ((life < INFINITY) | endless_by_itself);
}

/* Whether every magnitude is in the range for which the bounds hold, as no NaN is. Who is endless
 * stays. The sign of the reach is certain: it is 0 only for points, and negative only where the sum
 * of the radii, rounded, is less than the tolerance, and so also unrounded. */
static inline bool is_in_range(const uniform_discs *q)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    const double least = 1 / UNIFORM_MOST, greatest = UNIFORM_MOST;
    const bool meets = (q->reach > 0x1p-50 * q->size) & (q->reach > least);
    const bool never = (q->reach < 0) | (q->size == 0);
    const double starts = fabs(a->begin.high) + fabs(b->begin.high);
    const double most = q->scale + q->size + q->speeds + starts;
    const bool a_moves = (a->speed > least) & (a->life < greatest);
    const bool b_moves = (b->speed > least) & (b->life < greatest);
    return (a->life > least) & (b->life > least) & (a->still | a_moves) & (b->still | b_moves) &
           (most < greatest) & (meets | never);
}

bool uniform_discs_of(const graze_motion *a, const graze_motion *b, double radius_a,
                      double radius_b, double tolerance, uniform_discs *q)
{
    if (!(motion_of(a, &q->a) & motion_of(b, &q->b)))
        return false;
    q->radius_a = radius_a;
    q->radius_b = radius_b;
    q->tolerance = tolerance;
    q->at_corner = false;
    q->lattice = NULL;
    q->x = a->position.x - b->position.x;
    q->y = a->position.y - b->position.y;
    q->place = fabs(q->x) + fabs(q->y);
    q->speeds = q->a.speed + q->b.speed;
    q->size = radius_a + radius_b + tolerance;
    q->reach = radius_a + radius_b - tolerance;
    q->scale = q->place + q->a.travel + q->b.travel;
    q->square = q->scale * q->scale + q->size * q->size;
    return is_in_range(q);
}

bool uniform_discs_at_corner(uniform_discs *q, graze_point a, graze_point b)
{
    q->corner[0] = dw_sum(b.x, -a.x);
    q->corner[1] = dw_sum(b.y, -a.y);
    q->at_corner = true;
    q->place += fabs(q->corner[0].high) + fabs(q->corner[1].high);
    q->x -= q->corner[0].high;
    q->y -= q->corner[1].high;
    q->scale = q->place + q->a.travel + q->b.travel;
    q->square = q->scale * q->scale + q->size * q->size;
    return is_in_range(q);
}

/* ---- rounding ---------------------------------------------------------------------------- */

bool uniform_round(double guess, double step, double error, bool upper, double *end)
{
    return uniform_round_outward(guess, step, error, upper, end);
}

bool uniform_step(double_word *near, double_word step, double error, bool upper, double *end)
{
    if (error == 0 && near->low == 0) {
        *end = near->high;
        return true;
    }
    /* Of two doubles the sum is exact; else it is off by two roundings of low parts, each u of no
     * more than 2u of both. */
    if ((near->low != 0) | (step.low != 0))
        error += 0x1p-100 * (fabs(near->high) + fabs(step.high));
    *near = dw_add(*near, step);
    if (uniform_round(near->high, near->low, error, upper, end))
        return true;
    if (isfinite(*end))
        *near = dw_from(*end);
    return false;
}
