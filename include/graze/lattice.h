/* SPDX-License-Identifier: MIT */
/* A lattice of times: whole multiples of a power of two of a second, the tick.
 *
 * Why a solver needs one. The ends of unsafe starts are true ends, rounded outward. A solver that
 * waits until such an end and adds the duration of a move computes a sum that doubles round:
 *
 *   - A start that is rounded one ulp below an open end is unsafe still. The solver is told so,
 *     waits until the same end, rounds to the same start, and never ends.
 *   - A solver that compares times with an epsilon passes over a wait that is shorter than it:
 *     the new constraint changes nothing, the conflict comes again, and it never ends.
 *   - A search whose times can be any sums may make waits shorter and shorter: there need not be
 *     finitely many plans up to a given cost, nor a cheapest one.
 *
 * On a lattice all of this is away. A lattice time is a double, sums and differences of two are
 * doubles without rounding, so times are compared with == and <, and up to a given cost there are
 * finitely many plans. It costs a tick for each move and each wait: a tick is so short that at
 * least 2^40 fit into the longest move. graze_solve plans on such a lattice.
 *
 * The lattice times are k ticks for all whole k with |k| < 2^52. What lies beyond is answered by
 * an infinity, as each function says.
 *
 * Open intervals on a lattice. A lattice time x lies in the true open interval (l, u) iff
 * floor(l) < x < ceil(u), both taken on the lattice, and iff lower < x < upper for its ends
 * rounded outward to doubles: one rounded answer of the kernel decides every lattice start.
 *
 * Statuses of every function here: GRAZE_ERROR_NULL; GRAZE_ERROR_LATTICE (a lattice that none of
 * the first two functions makes); GRAZE_ERROR_NOT_FINITE (NaN; an infinity where it says so).
 */
#ifndef GRAZE_LATTICE_H
#define GRAZE_LATTICE_H

#include <graze/intervals.h>
#include <graze/roadmap.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_lattice {
    int exponent;
    double tick; /* [s] 2^exponent */
} graze_lattice;

/* Makes the lattice for moves that last `longest` [s] at most: its tick is the power of two of
 * which between 2^40 and 2^41 fit into that time. GRAZE_ERROR_NOT_FINITE (an infinity too);
 * GRAZE_ERROR_LATTICE when it is not between 2^-900 and 2^900 s. */
GRAZE_API graze_status graze_lattice_for(double longest, graze_lattice *lattice);

/* Makes the lattice for moves along the edges of a roadmap at a speed [m/s] > 0: of several
 * agents the slowest one's. It is the lattice of graze_solve for tasks of these speeds. Without an
 * edge of some length the longest move counts as 1 s.
 * GRAZE_ERROR_NOT_FINITE (the speed, a place), GRAZE_ERROR_SPEED, GRAZE_ERROR_INDEX (an edge to a
 * vertex that there is not), and what graze_lattice_for returns. */
GRAZE_API graze_status graze_lattice_for_roadmap(const graze_roadmap *roadmap, double speed,
                                                 graze_lattice *lattice);

/* Writes the last lattice time not after `time` [s]; -inf when there is none. The time may be
 * infinite; +inf stays what it is. */
GRAZE_API graze_status graze_lattice_down(const graze_lattice *lattice, double time, double *on);

/* Writes the first lattice time not before `time` [s]; +inf when there is none. -inf stays what
 * it is. */
GRAZE_API graze_status graze_lattice_up(const graze_lattice *lattice, double time, double *on);

/* Writes how long a move from one place to another takes on the lattice at a speed [m/s] > 0, at
 * least a tick: exact where its length divided by the speed is a lattice time, elsewhere rounded
 * up, by less than a tick too much for moves that the lattice was made for. It is never too short,
 * so no agent is faster than its speed; the differences of coordinates are rounded to doubles
 * first. +inf beyond the lattice. GRAZE_ERROR_NOT_FINITE (an infinity too), GRAZE_ERROR_SPEED. */
GRAZE_API graze_status graze_lattice_duration(const graze_lattice *lattice, graze_point from,
                                              graze_point to, double speed, double *duration);

/* Writes the open interval whose ends are lattice times (or infinite) and which holds the same
 * lattice times as an open interval: its lower end rounded down, its upper end up. Tables of
 * answers can be kept in such intervals, and moved by lattice times without rounding.
 * GRAZE_ERROR_INTERVAL (lower >= upper). */
GRAZE_API graze_status graze_lattice_widen(const graze_lattice *lattice, graze_interval interval,
                                           graze_interval *widened);

/* Writes the earliest lattice time at or after `time` that is in none of the open intervals of a
 * list in normal form (intervals.h), as the functions that search for unsafe starts return it. +inf
 * when there is none. `time` may be -inf: then the earliest of all; -inf when the list leaves all
 * early times free. The list is not checked, as there. O(log count) and the intervals passed. */
GRAZE_API graze_status graze_lattice_earliest_safe(const graze_lattice *lattice,
                                                   const graze_interval *intervals, size_t count,
                                                   double time, double *safe);

/* Writes the earliest lattice time at or after `time` that is in one of the closed intervals of a
 * list, which ascend and do not share an instant, as graze_intervals_complement and
 * graze_index_safe_intervals write it. +inf when there is none. `time` is finite. The list is not
 * checked. O(log count) and the intervals that hold no lattice time. */
GRAZE_API graze_status graze_lattice_earliest_within(const graze_lattice *lattice,
                                                     const graze_closed_interval *safe,
                                                     size_t count, double time, double *found);

#ifdef __cplusplus
}
#endif
#endif
