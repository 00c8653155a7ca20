/* SPDX-License-Identifier: MIT */
#include "planner/leg.h"

#include <math.h>

#include "planner/turn_times.h"

/* Limits are undercut by so much, so that no rounding of places exceeds them; what it costs is
 * less than a tick. */
static const double margin = 1 - 0x1p-36;

/* Of the ramps beside it. */
static const double shortest_cruise = 0x1p-8;

static const double ticks_max = 0x1p51;

double leg_time_up(double time, double tick)
{
    return ceil(time / tick) * tick;
}

static graze_vector minus(graze_vector a, graze_vector b)
{
    return (graze_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(graze_vector a, graze_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* ---- profiles ----------------------------------------------------------------------------- */

/* length = speed (up/2 + even + down/2) */
static double cruise_speed(const leg *of)
{
    return of->length / (of->profile.up / 2 + of->profile.even + of->profile.down / 2);
}

double leg_least_duration(const plan_step *of, const graze_drive_limits *limits)
{
    graze_vector way = minus(of->motion->to, of->motion->position);
    double length = sqrt(dot(way, way));
    double inertia = 1 / limits->acceleration + 1 / limits->deceleration;
    double speed = fmin(limits->speed, sqrt(2 * length / inertia));
    return length / speed + speed * inertia / 2;
}

/* The ends of a short cruise are rounded, and so its speed; at the same speed the ramps take its
 * way as well. */
static void leave_out_short_cruise(leg *of)
{
    leg_profile *p = &of->profile;
    if (p->even >= shortest_cruise * (p->up + p->down))
        return;
    p->up += p->even;
    p->down += p->even;
    p->even = 0;
}

static void fastest(leg *of, const graze_drive_limits *limits, const leg_profile *least,
                    double tick)
{
    double up = limits->acceleration * margin, down = limits->deceleration * margin;
    double speed = fmin(limits->speed * margin, sqrt(2 * of->length / (1 / up + 1 / down)));
    double rest = of->length / speed - speed / up / 2 - speed / down / 2;
    of->profile.up = fmax(leg_time_up(speed / up, tick), least->up);
    of->profile.down = fmax(leg_time_up(speed / down, tick), least->down);
    of->profile.even = fmax(rest > 0 ? leg_time_up(rest, tick) : 0, least->even);
    leave_out_short_cruise(of);
}

/* Exactly: is no motion of the leg faster, and does none accelerate more? */
static graze_status keeps(const leg *of, const graze_drive_limits *limits, bool *kept)
{
    graze_motion motions[LEG_MOTIONS];
    size_t count = 0;
    graze_status status = leg_motions(of, 0, motions, &count);
    *kept = true;
    for (size_t i = 0; i < count && status == GRAZE_OK && *kept; i++) {
        double most = i == 0 ? limits->acceleration : limits->deceleration;
        status = graze_motion_speed_at_most(&motions[i], limits->speed, kept);
        if (status == GRAZE_OK && *kept)
            status = graze_motion_acceleration_at_most(&motions[i], most, kept);
    }
    return status;
}

static void slow_down(leg *of, double by)
{
    of->profile.up += by;
    of->profile.down += by;
    of->profile.even += of->profile.even > 0 ? by : 0;
}

graze_status leg_make(const plan_step *steps, uint32_t first, uint32_t count,
                      const graze_drive_limits *limits, const leg_profile *least, double tick,
                      leg *made)
{
    *made = (leg){.agent = steps[first].agent,
                  .first = first,
                  .count = count,
                  .from = steps[first].motion->position,
                  .to = steps[first + count - 1].motion->to};
    graze_vector way = minus(made->to, made->from);
    made->length = sqrt(dot(way, way));
    made->along = (graze_vector){way.x / made->length, way.y / made->length, way.z / made->length};
    fastest(made, limits, least, tick);
    bool kept = false;
    for (double more = tick;; more *= 2) {
        const leg_profile *p = &made->profile;
        made->duration = p->up + p->even + p->down;
        if (!(made->length > 0 && made->duration < tick * ticks_max))
            return GRAZE_ERROR_LATTICE;
        graze_status status = keeps(made, limits, &kept);
        if (status != GRAZE_OK || kept)
            return status;
        slow_down(made, more);
    }
}

double leg_time_at(const leg *of, double way)
{
    const leg_profile *p = &of->profile;
    double speed = cruise_speed(of), rest = of->length - way;
    double up = speed * p->up / 2, down = speed * p->down / 2;
    if (way <= 0)
        return 0;
    if (rest <= 0)
        return of->duration;
    if (way < up)
        return p->up * sqrt(way / up);
    if (rest < down)
        return of->duration - p->down * sqrt(rest / down);
    return p->up + (way - up) / speed;
}

/* ---- motions ------------------------------------------------------------------------------ */

static graze_vector place_at(const leg *of, double way)
{
    double part = way / of->length;
    graze_vector a = of->from, d = minus(of->to, of->from);
    return (graze_vector){a.x + part * d.x, a.y + part * d.y, a.z + part * d.z};
}

graze_status leg_motions(const leg *of, double start, graze_motion *motions, size_t *count)
{
    const leg_profile *p = &of->profile;
    double speed = cruise_speed(of), fast = start + p->up, slow = fast + p->even;
    graze_vector begins = place_at(of, speed * p->up / 2);
    graze_vector ends = p->even > 0 ? place_at(of, of->length - speed * p->down / 2) : begins;
    size_t made = 0;
    graze_status status = graze_motion_ramp(of->from, begins, start, fast, 0, &motions[made++]);
    if (status == GRAZE_OK && p->even > 0)
        status = graze_motion_waypoint(begins, ends, fast, slow, &motions[made++]);
    if (status == GRAZE_OK)
        status = graze_motion_ramp(ends, of->to, slow, slow + p->down, 2, &motions[made++]);
    *count = made;
    return status;
}

/* ---- directions --------------------------------------------------------------------------- */

/* Is a b = c d? Exactly, where nothing underflows. */
static bool products_agree(double a, double b, double c, double d)
{
    double left = a * b, right = c * d;
    return left == right && fma(a, b, -left) == fma(c, d, -right);
}

bool steps_are_straight(const plan_step *a, const plan_step *b)
{
    graze_vector u = minus(a->motion->to, a->motion->position);
    graze_vector v = minus(b->motion->to, b->motion->position);
    return dot(u, v) > 0 && products_agree(u.x, v.y, u.y, v.x) &&
           products_agree(u.x, v.z, u.z, v.x) && products_agree(u.y, v.z, u.z, v.y);
}

double leg_turn(const leg *a, const leg *b)
{
    graze_vector u = a->along, v = b->along, d = minus(u, v);
    graze_vector sum = {u.x + v.x, u.y + v.y, u.z + v.z};
    return 2 * atan2(sqrt(dot(d, d)), sqrt(dot(sum, sum)));
}

double leg_turn_seconds(const graze_drive_limits *limits, double angle)
{
    return limits->turn_time_count > 0
               ? turn_times_seconds(limits->turn_times, limits->turn_time_count, angle)
               : angle / limits->turn_rate;
}

double leg_longest_turn(const graze_drive_limits *limits)
{
    double longest = leg_turn_seconds(limits, acos(-1));
    for (size_t k = 0; k < limits->turn_time_count; k++)
        longest = fmax(longest, limits->turn_times[k].seconds);
    return longest;
}
