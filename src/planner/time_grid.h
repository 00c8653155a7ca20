/* SPDX-License-Identifier: MIT */
/* The time grid: planners count in whole ticks.
 *
 * A tick is a power of two of a second, so fine that 2^40 of them fit into the
 * longest move, and every time of a plan is a whole number of ticks. That makes a
 * search exact without a single epsilon:
 *
 *  - Sums of times are sums of integers, and a count of ticks times the tick is a
 *    double without rounding, so the kernel is asked about exactly those motions
 *    that the plan will hold.
 *  - Whether two moves conflict depends on the difference of their starts alone,
 *    a whole number of ticks. The unsafe differences are an open interval of real
 *    numbers; for whole x, lower < x < upper iff floor(lower) < x < ceil(upper).
 *    So one rounded answer of the kernel decides all starts of two moves, exactly
 *    (collision_intervals.h keeps these answers).
 *  - There are finitely many plans up to a given cost, which is what makes the
 *    search of ccbs.h terminate where there is a plan.
 *
 * What it costs: moves last up to a tick longer than their length asks for, and
 * starts are whole ticks. Moving the starts and ends of a plan to the next ticks
 * moves bodies by at most what they travel in two ticks, so a plan at the optimum on the
 * time grid is at most one tick for each of its moves and waits dearer than the best plan
 * whose depths stay what a body travels in 4 ticks below the tolerance.
 */
#ifndef GRAZE_PLANNER_TIME_GRID_H
#define GRAZE_PLANNER_TIME_GRID_H

#include <graze/lattice.h>
#include <stdint.h>

typedef int64_t tick;

/* Later than every time of a plan; a sum of three of them does not overflow. */
#define TICK_NEVER (INT64_MAX / 4)

/* No move may end later: its time as a double is exact. */
#define TICK_HORIZON ((tick)1 << 52)

/* <graze/lattice.h> gives callers the same grid, in seconds. */
typedef graze_lattice time_grid;

/* The time grid for moves that last `longest` seconds at most; > 0 and finite. */
time_grid time_grid_for(double longest);

/* The same with ticks no longer than so many seconds, or 2^-6 of those above: there are 64 of the
 * longest moves before the horizon then, and not 4096. */
time_grid time_grid_fine(double longest, double seconds);

/* [s] The longest move along an edge of a roadmap at a speed [m/s] > 0; 0 without edges. */
double time_grid_longest_move(const graze_roadmap *roadmap, double speed);

/* The last tick not after, and the first not before, a time; times beyond the
 * horizon become -TICK_NEVER or TICK_NEVER. Exact. */
tick time_grid_floor(const time_grid *grid, double seconds);
tick time_grid_ceil(const time_grid *grid, double seconds);

/* Seconds of a tick up to the horizon, exact; TICK_NEVER is +inf. */
double time_grid_seconds(const time_grid *grid, tick time);

/* So many times as many ticks, rounded down, w >= 1; TICK_NEVER where that is later than all. */
tick time_grid_scaled(tick ticks, double w);

/* The fewest ticks that the displacement (dx, dy) [m] takes at a speed [m/s] > 0: exact
 * where the length is a double that divides without rounding, elsewhere at most
 * one tick more. TICK_NEVER beyond the horizon. */
tick time_grid_duration(const time_grid *grid, double dx, double dy, double speed);

#endif
