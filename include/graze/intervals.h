/* SPDX-License-Identifier: MIT */
/* Lists of open intervals: the algebra of unsafe times.
 *
 * A list holds the *unsafe* times (starts, delays, speeds): the union of its
 * open intervals. Everything else is safe, the ends themselves included. Ends
 * may be -inf and +inf, which are bounds and never instants.
 *
 * A list is in *normal form* when its intervals ascend and do not overlap:
 *
 *     intervals[i].lower < intervals[i].upper <= intervals[i + 1].lower
 *
 * Two intervals that share an end remain two: the shared instant is safe, and may be the
 * only safe one near it.
 *
 *     unsafe  ----o======o=====o---------o=========o----     o open end
 *     safe    ----]      !     [---------]         [----     ! a single instant
 *
 * Rounded ends. In lists that Graze computes the true ends are rounded outward. For
 * times that are doubles nothing is lost by that: a double x is in the true interval
 * iff lower < x < upper, since there is no double between a true end and its rounding.
 * The same holds for every union and intersection of such lists. Where there is no
 * double between two true intervals, the rounded ones overlap by an ulp:
 * questions about one pair (graze_unsafe_starts, graze_unsafe_speeds,
 * graze_conflict_intervals) list both, each with its own ends, which
 * graze_intervals_normalise unites; delays, lists against many and the results of this
 * page have them united. No safe double is lost.
 *
 * No function here allocates, and none writes on an error. An input list may be null
 * when its count is 0. GRAZE_ERROR_NULL for every other null pointer; for lists
 * GRAZE_ERROR_NOT_FINITE (an end is NaN), GRAZE_ERROR_INTERVAL (lower >= upper),
 * GRAZE_ERROR_INTERVAL_ORDER (not in normal form), the first fault in the order of the
 * list.
 */
#ifndef GRAZE_INTERVALS_H
#define GRAZE_INTERVALS_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/conflict.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A closed interval of safe times, first <= last; one instant when they are equal.
 * first = -inf and last = +inf mean that the interval has no such end. */
typedef struct graze_closed_interval {
    double first, last;
} graze_closed_interval;

/* Returns GRAZE_OK if the list is in normal form. */
GRAZE_API graze_status graze_intervals_validate(const graze_interval *intervals, size_t count);

/* Brings intervals in any order into normal form, in place: sorts them and unites
 * those that overlap. *count is their number before and after the call. O(n) when they
 * are sorted already, else O(n log n). Statuses as above, without INTERVAL_ORDER. */
GRAZE_API graze_status graze_intervals_normalise(graze_interval *intervals, size_t *count);

/* Writes the union of two lists in normal form, the times that are unsafe in a or in b:
 * a list in normal form of at most count_a + count_b intervals. GRAZE_ERROR_CAPACITY
 * when there are more than `capacity`.
 *
 * `result` may be a, or b, but not both of them; it must then have room for
 * count_a + count_b intervals, else GRAZE_ERROR_CAPACITY. O(count_a + count_b). */
GRAZE_API graze_status graze_intervals_unite(const graze_interval *a, size_t count_a,
                                             const graze_interval *b, size_t count_b,
                                             graze_interval *result, size_t capacity,
                                             size_t *count);

/* Writes the intersection, the times that are unsafe in a and in b; all else as
 * graze_intervals_unite. */
GRAZE_API graze_status graze_intervals_intersect(const graze_interval *a, size_t count_a,
                                                 const graze_interval *b, size_t count_b,
                                                 graze_interval *result, size_t capacity,
                                                 size_t *count);

/* Writes what is safe within a closed horizon: the maximal closed safe intervals in
 * ascending order, single instants included; at most count + 1 of them.
 *
 *     unsafe (1,3) (3,5) (7,inf), horizon [0,9]   ->   [0,1] [3,3] [5,7]
 *
 * The horizon may be endless on either side. GRAZE_ERROR_NOT_FINITE (an end of it
 * is NaN), GRAZE_ERROR_INTERVAL (it holds no instant), GRAZE_ERROR_CAPACITY.
 * O(count). */
GRAZE_API graze_status graze_intervals_complement(const graze_interval *intervals, size_t count,
                                                  graze_closed_interval horizon,
                                                  graze_closed_interval *safe, size_t capacity,
                                                  size_t *safe_count);

/* ---- searches: O(log count) --------------------------------------------------------
 * They read a few intervals only and do not check for normal form
 * (graze_intervals_validate does); for another list the answer is meaningless.
 * GRAZE_ERROR_NOT_FINITE when the time is NaN; infinities are no instants, and in no
 * interval. */

/* Writes whether the time is inside an interval. */
GRAZE_API graze_status graze_intervals_contain(const graze_interval *intervals, size_t count,
                                               double time, bool *contained);

/* Writes the earliest safe time at or after `time`; +inf when there is none. For -inf it
 * is the earliest of all, or -inf when there is no earliest. */
GRAZE_API graze_status graze_intervals_earliest_safe(const graze_interval *intervals, size_t count,
                                                     double time, double *safe);

/* Writes the latest safe time at or before `time`; -inf when there is none. For +inf it
 * is the latest of all, or +inf when there is no latest. */
GRAZE_API graze_status graze_intervals_latest_safe(const graze_interval *intervals, size_t count,
                                                   double time, double *safe);

#ifdef __cplusplus
}
#endif
#endif
