/* SPDX-License-Identifier: MIT */
/* Whether a real number is a double is decided with error-free transforms: a sum or a product
 * of two doubles is a pair of doubles, rounded result and rest, and two real numbers are the
 * same exactly when their pairs are. */
#include "io/plan_rows.h"

#include <math.h>
#include <stdint.h>

/* Below this the rest of a product may be less than the least double. */
static const double product_min = 0x1p-900;

static const char no_start[] = "it starts at a time that is no double";
static const char no_end[] = "it ends at a time that is no double";
static const char no_place[] = "it ends at a place that is no double";
static const char no_velocity[] = "its velocity is a quotient of doubles that is no double";
static const char no_ramp[] = "it is a ramp, and motions begin with a velocity";

/* a + b is the result and *rest (D. Knuth, "Seminumerical Algorithms"). */
static double two_sum(double a, double b, double *rest)
{
    double sum = a + b, shown = sum - a;
    *rest = (a - (sum - shown)) + (b - shown);
    return sum;
}

/* a * b is the result and *rest, where that is not too small to be a double. */
static double two_product(double a, double b, double *rest)
{
    double product = a * b;
    *rest = fma(a, b, -product);
    return product;
}

/* a + b + c, when that real number is a double. */
static bool add_exactly(double a, double b, double c, double *sum)
{
    double first_rest, second_rest, last_rest;
    double first = two_sum(a, b, &first_rest);
    double second = two_sum(first_rest, c, &second_rest);
    *sum = two_sum(first, second, &last_rest);
    return second_rest == 0 && last_rest == 0;
}

static bool find_end(const graze_motion *motion, double *end)
{
    return add_exactly(motion->start, motion->duration, motion->duration_tail, end) &&
           isfinite(*end);
}

/* velocity * duration as a pair of doubles; false where its rest may be lost. */
static bool multiply(double velocity, double duration, double *product, double *rest)
{
    *product = two_product(velocity, duration, rest);
    return velocity == 0 || duration == 0 || fabs(*product) >= product_min;
}

/* from + velocity * duration, when that real number is a double. */
static bool move_exactly(double from, double velocity, double duration, double *to)
{
    double product, rest;
    return multiply(velocity, duration, &product, &rest) && add_exactly(from, product, rest, to) &&
           isfinite(*to);
}

static bool same(graze_vector a, graze_vector b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_zero(graze_vector a)
{
    return a.x == 0 && a.y == 0 && a.z == 0;
}

/* ---- waypoints ----------------------------------------------------------------------- */

/* Where a kinematic motion ends, when that is a double. */
static const char *find_goal(const graze_motion *motion, graze_vector *goal)
{
    graze_vector from = motion->position, v = motion->velocity;
    double d = motion->duration;
    if (!is_zero(motion->acceleration))
        return "it has an acceleration, and between two waypoints motion is uniform";
    *goal = from;
    if (is_zero(v))
        return NULL;
    if (isinf(d))
        return "it moves for ever";
    bool exact = motion->duration_tail == 0 && move_exactly(from.x, v.x, d, &goal->x) &&
                 move_exactly(from.y, v.y, d, &goal->y) && move_exactly(from.z, v.z, d, &goal->z);
    return exact ? NULL : no_place;
}

/* The row where a motion starts is that where the one before it ends. */
static const char *add_start(plan_waypoint *rows, size_t *count, const graze_motion *motion)
{
    const plan_waypoint *last = *count > 0 ? &rows[*count - 1] : NULL;
    if (last == NULL)
        rows[(*count)++] = (plan_waypoint){motion->start, motion->position, 1, SIZE_MAX};
    else if (last->time != motion->start || !same(last->place, motion->position))
        return "it does not start when and where the one before it ends";
    return NULL;
}

/* An empty life has no end of its own. */
static void add_end(plan_waypoint *rows, size_t *count, double time, graze_vector place)
{
    if (time != rows[*count - 1].time)
        rows[(*count)++] = (plan_waypoint){time, place, 1, SIZE_MAX};
}

static bool is_between_places(const graze_motion *motion)
{
    return motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP;
}

static const char *add_motion(const graze_motion *motion, size_t index, plan_waypoint *rows,
                              size_t *count)
{
    graze_vector goal = motion->to;
    double end;
    if (motion->start_tail != 0)
        return no_start;
    const char *fault = is_between_places(motion) ? NULL : find_goal(motion, &goal);
    if (fault == NULL)
        fault = add_start(rows, count, motion);
    if (fault != NULL)
        return fault;
    rows[*count - 1].motion = index;
    if (isinf(motion->duration))
        return NULL;
    rows[*count - 1].share = motion->form == GRAZE_RAMP ? motion->share : 1;
    if (!find_end(motion, &end))
        return no_end;
    add_end(rows, count, end, goal);
    return NULL;
}

/* A last motion that is parked stands where its kinematic one ends, which has its row. */
static bool is_parked_end(const graze_trajectory *trajectory, size_t index)
{
    return index > 0 && index + 1 == trajectory->count &&
           trajectory->motions[index].form == GRAZE_PARKED;
}

const char *plan_rows_waypoints(const plan_agent *agent, plan_waypoint *rows, size_t *count,
                                size_t *at)
{
    *count = 0;
    const graze_trajectory *trajectory = &agent->trajectory;
    for (*at = 0; *at < trajectory->count; (*at)++) {
        const graze_motion *motion = &trajectory->motions[*at];
        if (is_parked_end(trajectory, *at))
            continue;
        const char *fault = motion->form == GRAZE_PARKED ? no_place
                                                         : add_motion(motion, *at, rows, count);
        if (fault != NULL)
            return fault;
    }
    return NULL;
}

/* ---- motions ------------------------------------------------------------------------- */

/* (to - from) / duration, when that real number is a double. */
static bool divide(double from, double to, double duration, double *velocity)
{
    double product, rest, way_rest;
    double way = two_sum(to, -from, &way_rest);
    *velocity = way / duration;
    return multiply(*velocity, duration, &product, &rest) && product == way && rest == way_rest;
}

/* A waypoint motion as a kinematic one. */
static const char *as_kinematic(const graze_motion *motion, graze_motion *row)
{
    graze_vector from = motion->position, to = motion->to, v = {0, 0, 0};
    *row = *motion;
    row->form = GRAZE_KINEMATIC;
    row->velocity = v;
    if (same(from, to))
        return NULL;
    if (motion->duration_tail != 0 || !divide(from.x, to.x, motion->duration, &v.x) ||
        !divide(from.y, to.y, motion->duration, &v.y) ||
        !divide(from.z, to.z, motion->duration, &v.z))
        return no_velocity;
    row->velocity = v;
    return NULL;
}

const char *plan_rows_motions(const plan_agent *agent, graze_motion *rows, size_t *count,
                              size_t *at)
{
    const graze_trajectory *trajectory = &agent->trajectory;
    *count = 0;
    for (*at = 0; *at < trajectory->count; (*at)++) {
        const graze_motion *motion = &trajectory->motions[*at];
        graze_motion *row = &rows[*count];
        const char *fault = NULL;
        if (is_parked_end(trajectory, *at))
            continue;
        *row = *motion;
        if (motion->start_tail != 0)
            fault = no_start;
        else if (motion->form == GRAZE_PARKED)
            fault = no_place;
        else if (motion->form == GRAZE_RAMP)
            fault = no_ramp;
        else if (motion->form == GRAZE_WAYPOINT)
            fault = as_kinematic(motion, row);
        if (fault != NULL)
            return fault;
        /* But for the last one, the next start rules, and a duration may be rounded. */
        if (*at + 1 == trajectory->count && motion->duration_tail != 0)
            return no_end;
        (*count)++;
    }
    return NULL;
}
