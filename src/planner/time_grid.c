/* SPDX-License-Identifier: MIT */
/* Seconds into ticks and back. */
#include "planner/time_grid.h"

#include <math.h>
#include <stdbool.h>

#include "numeric/eft.h"

enum { BITS_OF_LONGEST = 40, BITS_FINER = 6 };

time_grid time_grid_for(double longest)
{
    int exponent = ilogb(longest) - BITS_OF_LONGEST;
    return (time_grid){exponent, ldexp(1, exponent)};
}

time_grid time_grid_fine(double longest, double seconds)
{
    time_grid grid = time_grid_for(longest);
    const int coarsest = grid.exponent;
    while (grid.tick > seconds && grid.exponent > coarsest - BITS_FINER)
        grid = (time_grid){grid.exponent - 1, grid.tick / 2};
    return grid;
}

double time_grid_longest_move(const graze_roadmap *roadmap, double speed)
{
    double longest = 0;
    for (uint32_t v = 0; v < roadmap->vertex_count; v++)
        for (size_t e = roadmap->first[v]; e < roadmap->first[v + 1]; e++) {
            graze_point a = roadmap->places[v], b = roadmap->places[roadmap->targets[e]];
            longest = fmax(longest, hypot(b.x - a.x, b.y - a.y) / speed);
        }
    return longest;
}

/* The quotient by a power of two is exact unless it is subnormal. Then its floor and ceiling are
 * right all the same where it is not rounded to 0, and are made so where it is. */
static double in_ticks(const time_grid *grid, double seconds)
{
    double ticks = ldexp(seconds, -grid->exponent);
    return ticks == 0 && seconds != 0 ? copysign(0.5, seconds) : ticks;
}

static tick whole(double ticks)
{
    if (!(ticks < (double)TICK_HORIZON))
        return TICK_NEVER;
    if (!(ticks > -(double)TICK_HORIZON))
        return -TICK_NEVER;
    return (tick)ticks;
}

tick time_grid_scaled(tick ticks, double w)
{
    const double scaled = w * (double)ticks;
    return scaled < (double)TICK_NEVER ? (tick)scaled : TICK_NEVER;
}

tick time_grid_floor(const time_grid *grid, double seconds)
{
    return whole(floor(in_ticks(grid, seconds)));
}

tick time_grid_ceil(const time_grid *grid, double seconds)
{
    return whole(ceil(in_ticks(grid, seconds)));
}

double time_grid_seconds(const time_grid *grid, tick time)
{
    return time >= TICK_NEVER ? HUGE_VAL : ldexp((double)time, grid->exponent);
}

/* Is the square of x the sum of two doubles? It is not certain where they underflow. */
static bool squares_exactly(double x)
{
    return x == 0 || (x * x > 0x1p-900 && x * x < 0x1p1000);
}

/* Is |(dx, dy)| the double `way`? Exact: the squares are sums of two doubles each,
 * and they are compared by their parts. A false answer is no harm. */
static bool is_length(double dx, double dy, double way)
{
    if (!squares_exactly(dx) || !squares_exactly(dy) || !squares_exactly(way))
        return false;
    double x_tail, y_tail, way_tail;
    double x = eft_two_product(dx, dx, &x_tail);
    double y = eft_two_product(dy, dy, &y_tail);
    double square = eft_two_product(way, way, &way_tail);
    double sum_tail;
    double sum = eft_two_sum(x, y, &sum_tail);
    return sum == square && x_tail == 0 && y_tail == 0 && sum_tail == way_tail;
}

/* Is (dx, dy) at this speed over in exactly `ticks`? */
static bool takes(const time_grid *grid, double dx, double dy, double speed, double ticks)
{
    double tail;
    double way = eft_two_product(ldexp(ticks, grid->exponent), speed, &tail);
    return tail == 0 && is_length(dx, dy, way);
}

/* hypot, the quotient and their sum are off by less than 2^-51 of the result, which
 * is below 2^42 where it came from time_grid_for's longest move: less than 2^-9. A
 * hundredth of a tick is more than that; for longer moves the bound grows with them. */
tick time_grid_duration(const time_grid *grid, double dx, double dy, double speed)
{
    double ticks = in_ticks(grid, hypot(dx, dy) / speed);
    if (!(ticks < (double)TICK_HORIZON))
        return TICK_NEVER;
    double nearest = rint(ticks);
    if (nearest > 0 && takes(grid, dx, dy, speed, nearest))
        return (tick)nearest;
    return (tick)ceil(ticks + fmax(0.01, ticks * 0x1p-50));
}
