/* SPDX-License-Identifier: MIT */
/* Rows of a plan into motions without seams. Each builder looks at all rows
 * first and writes afterwards, so that a refused list leaves no trace. */
#include <graze/trajectory.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "motion/life.h"
#include "motion/sum.h"
#include "motion/waypoint.h"
#include "numeric/dyadic.h"
#include "numeric/float_mode.h"
#include "numeric/rounding.h"

static bool same_place(graze_vector a, graze_vector b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static graze_status blame(size_t row, graze_status status, size_t *bad_row)
{
    if (bad_row != NULL)
        *bad_row = row;
    return status;
}

/* ---- waypoints -------------------------------------------------------------------------- */

static graze_status check_waypoint_row(size_t row, const double *times, const graze_vector *places)
{
    const graze_vector *place = &places[row];
    if (!isfinite(times[row]) || !isfinite(place->x) || !isfinite(place->y) || !isfinite(place->z))
        return GRAZE_ERROR_NOT_FINITE;
    if (row == 0 || times[row] > times[row - 1])
        return GRAZE_OK;
    if (times[row] < times[row - 1])
        return GRAZE_ERROR_TIME_ORDER;
    return same_place(*place, places[row - 1]) ? GRAZE_OK : GRAZE_ERROR_INSTANT_MOVE;
}

/* The rows have been checked, so that no motion can be refused. */
static size_t write_waypoints(size_t rows, const double *times, const graze_vector *places,
                              const double *shares, graze_at_end at_end, graze_motion *motions)
{
    size_t written = 0;
    for (size_t row = 1; row < rows; row++) {
        graze_motion *way = &motions[written];
        if (!(times[row] > times[row - 1]))
            continue;
        if (shares == NULL)
            waypoint_write(places[row - 1], places[row], times[row - 1], times[row], way);
        else
            graze_motion_ramp(places[row - 1], places[row], times[row - 1], times[row],
                              shares[row - 1], way);
        written++;
    }
    size_t last = rows - 1;
    if (at_end == GRAZE_STAY)
        waypoint_write(places[last], places[last], times[last], HUGE_VAL, &motions[written++]);
    return written;
}

static graze_status from_rows(size_t rows, const double *times, const graze_vector *places,
                              const double *shares, graze_at_end at_end, graze_motion *motions,
                              size_t *count, size_t *bad_row)
{
    if (motions == NULL || count == NULL)
        return GRAZE_ERROR_NULL;
    if (rows == 0)
        return GRAZE_ERROR_EMPTY;
    if (times == NULL || places == NULL)
        return GRAZE_ERROR_NULL;
    for (size_t row = 0; row < rows; row++) {
        graze_status status = check_waypoint_row(row, times, places);
        if (status == GRAZE_OK && shares != NULL && row + 1 < rows &&
            !(shares[row] >= 0 && shares[row] <= 2))
            status = GRAZE_ERROR_SHARE;
        if (status != GRAZE_OK)
            return blame(row, status, bad_row);
    }
    *count = write_waypoints(rows, times, places, shares, at_end, motions);
    return GRAZE_OK;
}

graze_status graze_trajectory_from_waypoints(size_t rows, const double *times,
                                             const graze_vector *places, graze_at_end at_end,
                                             graze_motion *motions, size_t *count, size_t *bad_row)
{
    FLOAT_MODE_DEFAULT;
    return from_rows(rows, times, places, NULL, at_end, motions, count, bad_row);
}

graze_status graze_trajectory_from_ramps(size_t rows, const double *times,
                                         const graze_vector *places, const double *shares,
                                         graze_at_end at_end, graze_motion *motions, size_t *count,
                                         size_t *bad_row)
{
    FLOAT_MODE_DEFAULT;
    if (shares == NULL && rows != 0)
        return GRAZE_ERROR_NULL;
    return from_rows(rows, times, places, shares, at_end, motions, count, bad_row);
}

/* ---- motions: what is compared exactly --------------------------------------------------- */

/* The widest numbers of place_differs are squares of p + vT + aT^2/2 - p', some
 * 2 * 6400 bits where subnormals meet the largest doubles; all that is on the
 * way to three of them adds up to three quarters of this room. */
enum { ARENA_LIMBS = 200 * 1024 / GMP_NUMB_BITS };

/* The distance from |value| to the next larger double. */
static double spacing(double value)
{
    double magnitude = fmin(fabs(value), double_next_down(DBL_MAX));
    return double_next_up(magnitude) - magnitude;
}

/* Times before 0 may lie far from 0 and sum up to nearly 0: a rounded duration
 * then cannot hit the next start to within that start's own ulp. */
static double allowed_mismatch(const graze_motion *motion, const graze_motion *next)
{
    return fmax(spacing(next->start), spacing(motion->duration));
}

/* Does the declared end differ from the next start by more than an ulp? */
static bool end_differs(dyadic_arena *arena, const graze_motion *motion, const graze_motion *next)
{
    dyadic end = dyadic_add(arena, dyadic_sum(arena, motion->start, motion->start_tail),
                            dyadic_sum(arena, motion->duration, motion->duration_tail));
    dyadic gap = dyadic_sub(arena, end, dyadic_sum(arena, next->start, next->start_tail));
    if (dyadic_sign(gap) < 0)
        gap = dyadic_negative(gap);
    return dyadic_compare(gap, dyadic_from(arena, allowed_mismatch(motion, next))) > 0;
}

/* position + velocity T + acceleration T^2/2 - next, in one coordinate, squared. */
static dyadic squared_gap(dyadic_arena *arena, double position, double velocity,
                          double acceleration, dyadic life, double next)
{
    dyadic half = dyadic_mul(arena, dyadic_from(arena, acceleration), dyadic_from(arena, 0.5));
    dyadic speed = dyadic_add(arena, dyadic_from(arena, velocity), dyadic_mul(arena, half, life));
    dyadic gap =
        dyadic_add(arena, dyadic_mul(arena, speed, life), dyadic_sum(arena, position, -next));
    return dyadic_square(arena, gap);
}

/* Is the place where `linked` ends farther than `tolerance` from `next`? */
static bool place_differs(dyadic_arena *arena, const graze_motion *linked, const graze_vector *next,
                          double tolerance)
{
    dyadic life = dyadic_sum(arena, linked->duration, linked->duration_tail);
    const graze_vector *p = &linked->position;
    const graze_vector *v = &linked->velocity;
    const graze_vector *a = &linked->acceleration;
    dyadic distance = squared_gap(arena, p->x, v->x, a->x, life, next->x);
    distance = dyadic_add(arena, distance, squared_gap(arena, p->y, v->y, a->y, life, next->y));
    distance = dyadic_add(arena, distance, squared_gap(arena, p->z, v->z, a->z, life, next->z));
    dyadic allowed = dyadic_square(arena, dyadic_from(arena, tolerance));
    return dyadic_compare(distance, allowed) > 0;
}

/* ---- motions ----------------------------------------------------------------------------- */

/* `motion`, living exactly until `next` starts. False when that life needs more
 * than two doubles. */
static bool link_until(const graze_motion *motion, const graze_motion *next, graze_motion *linked)
{
    const double terms[] = {next->start, -motion->start, next->start_tail, -motion->start_tail};
    double duration, tail;
    if (!motion_exact_sum(terms, 4, &duration, &tail))
        return false;
    *linked = *motion;
    linked->duration = duration;
    linked->duration_tail = tail;
    return true;
}

static graze_status check_row(const graze_motion *motion)
{
    graze_status status = graze_motion_validate(motion);
    if (status != GRAZE_OK)
        return status;
    return motion->form == GRAZE_KINEMATIC ? GRAZE_OK : GRAZE_ERROR_FORM;
}

/* Checks a valid row against the valid one before it. An end is the fault of the
 * row that declares it; a time or a place, of the row that begins there. */
static graze_status check_link(const graze_motion *declared, size_t row, double tolerance,
                               size_t *bad_row)
{
    const graze_motion *motion = &declared[row - 1], *next = &declared[row];
    mp_limb_t limbs[ARENA_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, ARENA_LIMBS);
    graze_motion linked;

    if (motion_compare_start(motion, next) > 0)
        return blame(row, GRAZE_ERROR_TIME_ORDER, bad_row);
    if (motion_is_endless(motion) || end_differs(&arena, motion, next))
        return blame(row - 1, GRAZE_ERROR_END_MISMATCH, bad_row);
    if (!link_until(motion, next, &linked))
        return blame(row - 1, GRAZE_ERROR_INEXACT, bad_row);
    bool jumps = place_differs(&arena, &linked, &next->position, tolerance);
    if (arena.exhausted)
        return blame(row, GRAZE_ERROR_WORKSPACE, bad_row); /* UNREACHED: ARENA_LIMBS are enough */
    return jumps ? blame(row, GRAZE_ERROR_JUMP, bad_row) : GRAZE_OK;
}

static graze_status check_rows(size_t rows, const graze_motion *declared, double tolerance,
                               size_t *bad_row)
{
    for (size_t row = 0; row < rows; row++) {
        graze_status status = check_row(&declared[row]);
        if (status != GRAZE_OK)
            return blame(row, status, bad_row);
        if (row > 0)
            status = check_link(declared, row, tolerance, bad_row);
        if (status != GRAZE_OK)
            return status;
    }
    return GRAZE_OK;
}

static bool stands_still(const graze_motion *motion)
{
    const graze_vector zero = {0, 0, 0};
    return same_place(motion->velocity, zero) && same_place(motion->acceleration, zero);
}

/* Lets a list stay for ever; motions[count - 1] is its last motion. Returns the
 * new count. */
static size_t stay(graze_motion *motions, size_t count)
{
    graze_motion *last = &motions[count - 1];
    if (motion_is_endless(last))
        return count;
    if (stands_still(last)) {
        last->duration = HUGE_VAL;
        last->duration_tail = 0.0;
        return count;
    }
    motions[count] = *last;
    motions[count].form = GRAZE_PARKED;
    return count + 1;
}

graze_status graze_trajectory_from_motions(size_t rows, const graze_motion *declared,
                                           graze_at_end at_end, double tolerance,
                                           graze_motion *motions, size_t *count, size_t *bad_row)
{
    FLOAT_MODE_DEFAULT;
    if (motions == NULL || count == NULL)
        return GRAZE_ERROR_NULL;
    if (rows == 0)
        return GRAZE_ERROR_EMPTY;
    if (declared == NULL)
        return GRAZE_ERROR_NULL;
    if (!isfinite(tolerance))
        return GRAZE_ERROR_NOT_FINITE;
    if (tolerance < 0.0)
        return GRAZE_ERROR_NEGATIVE_TOLERANCE;
    graze_status status = check_rows(rows, declared, tolerance, bad_row);
    if (status != GRAZE_OK)
        return status;

    for (size_t row = 0; row + 1 < rows; row++)
        link_until(&declared[row], &declared[row + 1], &motions[row]);
    motions[rows - 1] = declared[rows - 1];
    *count = at_end == GRAZE_STAY ? stay(motions, rows) : rows;
    return GRAZE_OK;
}

/* ---- before the first row ----------------------------------------------------------------- */

/* Where `first` begins, from a time on; its end is not yet known. */
static graze_motion wait_before(const graze_motion *first, double from)
{
    graze_motion wait = {.form = GRAZE_KINEMATIC, .position = first->position, .start = from};
    if (first->form == GRAZE_KINEMATIC)
        return wait;
    wait.form = GRAZE_WAYPOINT;
    wait.to = wait.position;
    return wait;
}

graze_status graze_trajectory_stand(double from, graze_motion *motions, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    if (motions == NULL || count == NULL)
        return GRAZE_ERROR_NULL;
    if (!isfinite(from))
        return GRAZE_ERROR_NOT_FINITE;
    if (*count == 0)
        return GRAZE_OK;
    graze_status status = graze_motion_validate(&motions[0]);
    if (status == GRAZE_OK && motions[0].form == GRAZE_PARKED)
        status = GRAZE_ERROR_FORM;
    if (status != GRAZE_OK)
        return status;
    graze_motion wait = wait_before(&motions[0], from), linked;
    if (motion_compare_start(&wait, &motions[0]) >= 0)
        return GRAZE_OK;
    if (!link_until(&wait, &motions[0], &linked))
        return GRAZE_ERROR_INEXACT;
    memmove(motions + 1, motions, *count * sizeof *motions);
    motions[0] = linked;
    ++*count;
    return GRAZE_OK;
}
