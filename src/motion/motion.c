/* SPDX-License-Identifier: MIT */
/* One motion: building it without a rounding error, moving it in time without
 * one, and telling what is wrong with one that was built by hand.
 *
 * The workload that shaped this file: every query on a pair of motions
 * validates both, so graze_motion_validate must cost a few additions on valid
 * input and may look for words only when something is wrong. */
#include <graze/motion.h>

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "motion/sum.h"
#include "motion/waypoint.h"
#include "numeric/float_mode.h"

/* ---- validation --------------------------------------------------------------------- */

/* 0 when all three are finite, NaN otherwise: infinity * 0 is NaN. */
static double zero_if_finite(graze_vector v)
{
    return v.x * 0.0 + v.y * 0.0 + v.z * 0.0;
}

static bool is_zero(graze_vector v)
{
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

static bool same_place(graze_vector a, graze_vector b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Reads velocity or to, whichever the form means: both are three doubles at
 * one address. */
static bool numbers_are_finite(const graze_motion *motion)
{
    double zero = zero_if_finite(motion->position) + zero_if_finite(motion->velocity) +
                  zero_if_finite(motion->acceleration) +
                  (motion->start * 0.0 + motion->start_tail * 0.0 + motion->duration_tail * 0.0);
    return zero == 0.0;
}

/* A rounded sum of two doubles has the sign of the real sum, zero included:
 * where the sum is tiny it is exact, so `length` needs no error term. */
static graze_status check_places(const graze_motion *motion, double length)
{
    if (same_place(motion->position, motion->to))
        return GRAZE_OK;
    if (motion->duration == HUGE_VAL)
        return GRAZE_ERROR_ENDLESS_MOVE;
    return length == 0.0 ? GRAZE_ERROR_INSTANT_MOVE : GRAZE_OK;
}

static graze_status check_ramp(const graze_motion *motion, double length)
{
    if (motion->acceleration.y != 0.0 || motion->acceleration.z != 0.0)
        return GRAZE_ERROR_FORM;
    bool divides = motion->share >= 0.0 && motion->share <= 2.0;
    return divides ? check_places(motion, length) : GRAZE_ERROR_SHARE;
}

graze_status graze_motion_validate(const graze_motion *motion)
{
    FLOAT_MODE_DEFAULT;
    if (motion == NULL)
        return GRAZE_ERROR_NULL;
    if ((unsigned)motion->form > GRAZE_RAMP)
        return GRAZE_ERROR_FORM;
    double length = motion->duration + motion->duration_tail;
    if (!numbers_are_finite(motion) || isnan(length) || motion->duration == -HUGE_VAL)
        return GRAZE_ERROR_NOT_FINITE;
    if (length < 0.0)
        return GRAZE_ERROR_NEGATIVE_DURATION;
    if (motion->form == GRAZE_WAYPOINT)
        return is_zero(motion->acceleration) ? check_places(motion, length) : GRAZE_ERROR_FORM;
    if (motion->form == GRAZE_RAMP)
        return check_ramp(motion, length);
    if (motion->form == GRAZE_PARKED && motion->duration == HUGE_VAL)
        return GRAZE_ERROR_NOT_FINITE;
    return GRAZE_OK;
}

/* ---- building ----------------------------------------------------------------------- */

/* Hands a motion out only when it is valid: a refused one leaves no trace. */
static graze_status deliver(const graze_motion *built, graze_motion *motion)
{
    graze_status status = graze_motion_validate(built);
    if (status == GRAZE_OK)
        *motion = *built;
    return status;
}

graze_status graze_motion_kinematic(graze_vector position, graze_vector velocity,
                                    graze_vector acceleration, double start, double duration,
                                    graze_motion *motion)
{
    FLOAT_MODE_DEFAULT;
    if (motion == NULL)
        return GRAZE_ERROR_NULL;
    graze_motion built = {.form = GRAZE_KINEMATIC,
                          .position = position,
                          .velocity = velocity,
                          .acceleration = acceleration,
                          .start = start,
                          .duration = duration};
    return deliver(&built, motion);
}

graze_status graze_motion_waypoint(graze_vector from, graze_vector to, double start, double end,
                                   graze_motion *motion)
{
    FLOAT_MODE_DEFAULT;
    if (motion == NULL)
        return GRAZE_ERROR_NULL;
    if (!isfinite(start))
        return GRAZE_ERROR_NOT_FINITE;
    graze_motion built;
    waypoint_write(from, to, start, end, &built);
    return deliver(&built, motion);
}

graze_status graze_motion_ramp(graze_vector from, graze_vector to, double start, double end,
                               double share, graze_motion *motion)
{
    FLOAT_MODE_DEFAULT;
    graze_motion built;
    if (motion == NULL)
        return GRAZE_ERROR_NULL;
    if (!(share >= 0.0 && share <= 2.0))
        return GRAZE_ERROR_SHARE;
    graze_status status = graze_motion_waypoint(from, to, start, end, &built);
    if (status != GRAZE_OK)
        return status;
    if (share != 1.0 && !same_place(from, to)) {
        built.form = GRAZE_RAMP;
        built.share = share;
    }
    *motion = built;
    return GRAZE_OK;
}

/* ---- moving in time ----------------------------------------------------------------- */

graze_status graze_motion_restart(const graze_motion *motion, double start, graze_motion *moved)
{
    FLOAT_MODE_DEFAULT;
    if (motion == NULL || moved == NULL)
        return GRAZE_ERROR_NULL;
    graze_motion built = *motion;
    built.start = start;
    built.start_tail = 0.0;
    return deliver(&built, moved);
}

graze_status graze_motion_delay(const graze_motion *motion, double delay, graze_motion *moved)
{
    FLOAT_MODE_DEFAULT;
    if (motion == NULL || moved == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = graze_motion_validate(motion);
    if (status != GRAZE_OK)
        return status;
    if (!isfinite(delay))
        return GRAZE_ERROR_NOT_FINITE;
    graze_motion built = *motion;
    const double terms[] = {motion->start, delay, motion->start_tail};
    if (!motion_exact_sum(terms, 3, &built.start, &built.start_tail))
        return GRAZE_ERROR_INEXACT;
    *moved = built;
    return GRAZE_OK;
}

/* ---- pictures ----------------------------------------------------------------------- */

/* Halves of times are used because a difference of two times may overflow. */
static double uniform(double from, double to, double fraction)
{
    return from + (to / 2 - from / 2) * fraction * 2;
}

static graze_vector place_on_waypoints(const graze_motion *motion, double half_u, double half_end)
{
    if (half_u <= 0.0)
        return motion->position;
    if (half_u >= half_end || same_place(motion->position, motion->to))
        return motion->to;
    double fraction = half_u / half_end;
    if (motion->form == GRAZE_RAMP)
        fraction *= motion->share + (1.0 - motion->share) * fraction;
    return (graze_vector){uniform(motion->position.x, motion->to.x, fraction),
                          uniform(motion->position.y, motion->to.y, fraction),
                          uniform(motion->position.z, motion->to.z, fraction)};
}

static double accelerated(double position, double velocity, double acceleration, double u)
{
    return position + (velocity + acceleration * u / 2) * u;
}

static graze_vector place_on_curve(const graze_motion *motion, double u)
{
    const graze_vector *p = &motion->position;
    const graze_vector *v = &motion->velocity;
    const graze_vector *a = &motion->acceleration;
    return (graze_vector){accelerated(p->x, v->x, a->x, u), accelerated(p->y, v->y, a->y, u),
                          accelerated(p->z, v->z, a->z, u)};
}

graze_status graze_motion_place(const graze_motion *motion, double time, graze_vector *place)
{
    FLOAT_MODE_DEFAULT;
    if (motion == NULL || place == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = graze_motion_validate(motion);
    if (status != GRAZE_OK)
        return status;
    if (!isfinite(time))
        return GRAZE_ERROR_NOT_FINITE;

    double half_u = (time / 2 - motion->start / 2) - motion->start_tail / 2;
    double half_end = motion->duration / 2 + motion->duration_tail / 2;
    graze_vector found;
    if (motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP)
        found = place_on_waypoints(motion, half_u, half_end);
    else if (motion->form == GRAZE_PARKED)
        found = place_on_curve(motion, 2 * half_end);
    else
        found = place_on_curve(motion, 2 * fmax(0.0, fmin(half_u, half_end)));
    if (zero_if_finite(found) != 0.0)
        return GRAZE_ERROR_NOT_FINITE;
    *place = found;
    return GRAZE_OK;
}
