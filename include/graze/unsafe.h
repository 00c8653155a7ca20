/* SPDX-License-Identifier: MIT */
/* When a motion must not start, and how fast it must not go.
 *
 * A start s of motion a is *unsafe* against motion b when a, moved in time so
 * that it starts at s (its exact duration and all else unchanged), conflicts
 * with b. The unsafe starts are a finite union of open intervals. A factor
 * k > 0 is an *unsafe speed* when a, driven k times as fast along the same way
 * (velocity k v, acceleration k^2 a, duration / k, the same start: what was at the
 * local time u is at u / k), conflicts with b.
 *
 * All answers are exact: the list is complete, its ends are correctly rounded
 * outward, and starting exactly at a reported upper end is never a conflict
 * unless the true set has another component there. There is no bisection in
 * time and no epsilon. Two components that are parted by a single safe start are two
 * intervals: they share an end where that start is a double, else their rounded ends
 * overlap by an ulp, and graze_intervals_normalise (graze/intervals.h) unites them.
 *
 * The free-space diagram. With local times u of a and w of b, the set
 * B = { (u, w) : the bodies overlap } inside the rectangle of both lives does
 * not depend on when either starts; a start s is unsafe iff the diagonal
 * w - u = s - start of b meets B. So the ends of the unsafe starts are among the
 * diagonals that touch B inside the rectangle, those through the points where
 * the boundary of B crosses the rectangle's sides, and those through its
 * corners. At constant velocity B is convex: one interval or none. With
 * acceleration the candidates are the real roots of a polynomial of degree at
 * most 12 (the discriminant in time of the squared distance), of four quartics
 * (the sides), and four corners; each gap between neighbouring candidates is
 * decided exactly at one point, and a candidate between two unsafe gaps is
 * decided itself, since a single start between two unsafe ones can be safe. The
 * result is the exact union, which the literature leaves open and replaces by a
 * binary search for one component. Bodies with corners are treated in the same way:
 * their outline is made of lines and circles, each of which has such candidates, and
 * an outline without rounding has corners, through which a diagonal may leave B.
 * A factor k is unsafe iff the line from (0, start of a - start of b) with the slope 1 / k
 * meets B; the candidates are those of lines through one point instead of parallel ones.
 *
 * Time. Everyday numbers take microseconds, accelerated bodies with corners up to a
 * millisecond. What random searches with exponents of all sizes found as the worst, on one core:
 * 0.1 s for discs and spheres, (n + m)^2 times 0.2 ms for the unsafe starts of bodies of n and m
 * vertices, 0.1 s for unsafe speeds. That is measured, not proven; a workspace with should_stop
 * (graze/workspace.h) ends a question that takes too long.
 *
 * Source: T. Walker and N. Sturtevant, "Tech Report: Efficient and Exact Collision
 * Detection for Circular Agents", 2019 (arXiv:1908.09707), for the closed forms at constant
 * velocity; the free-space view and the accelerated answer are Graze's own.
 */
#ifndef GRAZE_UNSAFE_H
#define GRAZE_UNSAFE_H

#include <graze/conflict.h>
#include <graze/workspace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* [count] No pair of accelerated discs has more unsafe intervals, of starts or of speeds, than
 * this. Accelerated
 * bodies with corners, n and m vertices (a disc counts as one), have at most 19 (n + m) + 2,
 * and 7 (n + m) + 2 when both radii are 0: an interval has two ends, and there are no more
 * ends than candidates. A point that moves along the edges of a polygon can have one interval
 * for each edge; such pairs are rare. */
enum { GRAZE_UNSAFE_STARTS_MAX = 16 };

/* Returns a size of workspace [bytes] that is enough for numbers of everyday magnitudes, for
 * every question about discs and about bodies of up to 16 vertices each. */
GRAZE_API size_t graze_workspace_size(void);

/* Returns the same [bytes] for two valid bodies of any number of vertices. */
GRAZE_API size_t graze_workspace_size_for(const graze_body *body_a, const graze_body *body_b);

/* Writes the unsafe starts of a against b in ascending order into
 * intervals[0 .. *count - 1]. The present start of a does not matter.
 *
 * workspace may be null when neither motion is accelerated (its memory is not
 * used then). GRAZE_ERROR_CAPACITY when there are more than `capacity` intervals,
 * GRAZE_ERROR_WORKSPACE when the workspace is missing or too small for these
 * numbers; else the statuses of conflict.h. Nothing is written on an error. */
GRAZE_API graze_status graze_unsafe_starts(const graze_body *body_a, const graze_motion *a,
                                           const graze_body *body_b, const graze_motion *b,
                                           double tolerance, const graze_workspace *workspace,
                                           graze_interval *intervals, size_t capacity,
                                           size_t *count);

/* Writes the end of the first interval of unsafe starts that ends after the present start of a:
 * where the two conflict, the start until which a has to wait, as conflict-based search constrains
 * it (get_constraint in CCBS, which bisects for it). *exists says whether there is one; if not, a
 * conflicts with b neither now nor later, and *end is untouched. An infinite end means that all
 * later starts are unsafe.
 *
 * It is an upper end that graze_unsafe_starts lists, and starting there is no conflict: of
 * intervals that overlap by an ulp (above) the last one counts. At constant velocity it takes about
 * half of that question's time. The workspace and the statuses are those of graze_unsafe_starts,
 * but for GRAZE_ERROR_CAPACITY.
 *
 * Source: A. Andreychuk, K. Yakovlev, P. Surynek, D. Atzmon, R. Stern, "Multi-Agent Pathfinding
 * with Continuous Time", Artificial Intelligence 305, 2022, for unsafe intervals. Constraints of
 * two agents that keep every plan without conflicts are those of split.h. */
GRAZE_API graze_status graze_unsafe_end(const graze_body *body_a, const graze_motion *a,
                                        const graze_body *body_b, const graze_motion *b,
                                        double tolerance, const graze_workspace *workspace,
                                        double *end, bool *exists);

/* Writes the unsafe speeds of a against b in ascending order into
 * intervals[0 .. *count - 1], all inside (0, inf): one or none when neither motion is
 * accelerated, and no more than there can be unsafe starts. The end 0 means that all lower
 * speeds are unsafe, the end inf that all higher speeds are. A life of a that is endless
 * stays endless. Of a motion a that stays in its place a speed changes the duration alone.
 *
 * The workspace and the statuses are those of graze_unsafe_starts;
 * GRAZE_ERROR_UNSUPPORTED when a is parked, which has no speed to change. b may be parked. */
GRAZE_API graze_status graze_unsafe_speeds(const graze_body *body_a, const graze_motion *a,
                                           const graze_body *body_b, const graze_motion *b,
                                           double tolerance, const graze_workspace *workspace,
                                           graze_interval *intervals, size_t capacity,
                                           size_t *count);

#ifdef __cplusplus
}
#endif
#endif
