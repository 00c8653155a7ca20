/* SPDX-License-Identifier: MIT */
#include "planner/speed_levels.h"

#include <math.h>

/* Levels nearer to each other than this are one, and what exceeds a limit by less is made good by
 * a longer duration (speed_levels_seconds). */
static const double same = 1e-9, reached = 1 + 1e-12;

static bool has_inertia(const speed_levels *levels)
{
    return levels->limits.acceleration > 0;
}

/* Puts a speed below the greatest one into its place, unless it is there. */
static bool add_level(speed_levels *levels, double speed)
{
    uint32_t at = levels->count;
    while (levels->speeds[at - 1] > speed * (1 - same))
        at--;
    if (at < levels->count && levels->speeds[at] < speed * (1 + same))
        return true;
    if (levels->count == SPEED_LEVELS_MAX - 1)
        return false;
    for (uint32_t i = levels->count++; i > at; i--)
        levels->speeds[i] = levels->speeds[i - 1];
    levels->speeds[at] = speed;
    return true;
}

static bool add_levels(speed_levels *levels, double rate, double shortest)
{
    for (int k = 1;; k++) { /* each is a new one until there is no room for more */
        double speed = sqrt(2 * rate * shortest * k);
        if (!(speed < levels->limits.speed * (1 - same)))
            return true;
        if (!add_level(levels, speed))
            return false;
    }
}

graze_status speed_levels_for(const robot_limits *limits, double shortest, speed_levels *levels)
{
    *levels = (speed_levels){.limits = *limits, .count = 1};
    if (!has_inertia(levels))
        return GRAZE_OK;
    if (!add_levels(levels, limits->acceleration, shortest) ||
        !add_levels(levels, limits->deceleration, shortest))
        return GRAZE_ERROR_LIMITS;
    levels->speeds[levels->count++] = limits->speed;
    return GRAZE_OK;
}

uint32_t speed_levels_from(const speed_levels *levels, uint32_t from, double length,
                           uint32_t targets[SPEED_TARGETS_MAX])
{
    const double speed = levels->speeds[from], square = speed * speed;
    const double up = square + 2 * levels->limits.acceleration * length * reached;
    const double down = square - 2 * levels->limits.deceleration * length * reached;
    uint32_t bottom = from, top = from, count = 0;
    while (bottom > 0 && levels->speeds[bottom - 1] * levels->speeds[bottom - 1] >= down)
        bottom--;
    while (top + 1 < levels->count && levels->speeds[top + 1] * levels->speeds[top + 1] <= up)
        top++;
    for (uint32_t to = bottom; to <= top; to++)
        if (to == bottom || to == top || (to + 1 >= from && to <= from + 1))
            targets[count++] = to;
    return count;
}

/* No piece is a smaller share of its edge: durations are whole ticks, and where a piece takes few
 * of them its speed is not the one that the next piece begins with. */
static const double least_share = 0x1p-10;

/* A ramp takes its share, or more where that or what it leaves would be too little for a piece. */
static double worth_a_piece(double share)
{
    return share < least_share ? least_share : share > 1 - least_share ? 1 : share;
}

/* Rounded up to a multiple of 2^-20. */
static double coarse(double share)
{
    return ldexp(ceil(ldexp(share, 20) / reached), -20);
}

/* The share of a way that the change between two speeds takes. */
static double share_of_change(double low, double high, double rate, double length)
{
    return worth_a_piece(coarse((high * high - low * low) / (2 * rate * length)));
}

static void add_piece(speed_profile *profile, double end, double from, double to)
{
    if (!(end > profile->ends[profile->count]))
        return;
    profile->speeds[2 * profile->count] = from;
    profile->speeds[2 * profile->count + 1] = to;
    profile->ends[++profile->count] = end;
}

/* Up, along, and down again, as far as there is room. */
static speed_profile from_rest_to_rest(const speed_levels *levels, double length)
{
    const robot_limits *limits = &levels->limits;
    speed_profile profile = {.count = 0};
    double up = share_of_change(0, limits->speed, limits->acceleration, length);
    double down = share_of_change(0, limits->speed, limits->deceleration, length);
    double top = limits->speed;
    if (up + down > 1 - least_share) {
        up = coarse(limits->deceleration / (limits->acceleration + limits->deceleration));
        up = fmin(fmax(up, least_share), 1 - least_share);
        down = 1 - up;
        top = fmin(sqrt(2 * limits->acceleration * up * length),
                   sqrt(2 * limits->deceleration * down * length));
        top = fmin(top, limits->speed);
    }
    add_piece(&profile, up, 0, top);
    add_piece(&profile, 1 - down, top, top);
    add_piece(&profile, 1, top, 0);
    return profile;
}

speed_profile speed_levels_profile(const speed_levels *levels, uint32_t from, uint32_t to,
                                   double length)
{
    const robot_limits *limits = &levels->limits;
    const double first = levels->speeds[from], last = levels->speeds[to];
    speed_profile profile = {.count = 0};
    if (!has_inertia(levels)) {
        add_piece(&profile, 1, limits->speed, limits->speed);
    } else if (from == 0 && to == 0) {
        profile = from_rest_to_rest(levels, length);
    } else if (from < to) {
        double up = share_of_change(first, last, limits->acceleration, length);
        add_piece(&profile, up, first, last);
        add_piece(&profile, 1, last, last);
    } else {
        double down = from > to ? share_of_change(last, first, limits->deceleration, length) : 0;
        add_piece(&profile, 1 - down, first, first);
        add_piece(&profile, 1, first, last);
    }
    return profile;
}

/* With share s of the ramp the acceleration is 2 |1 - s| length / T^2. */
double speed_levels_seconds(const speed_levels *levels, double length, double from, double to)
{
    const robot_limits *limits = &levels->limits;
    const double rate = to > from ? limits->acceleration : limits->deceleration;
    double seconds = 2 * length / (from + to);
    if (from != to)
        seconds = fmax(seconds, sqrt(2 * fabs(1 - 2 * from / (from + to)) * length / rate));
    return seconds * (1 + 0x1p-39);
}
