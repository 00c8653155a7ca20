/* SPDX-License-Identifier: MIT */
/* How a conflict of two actions becomes two constraints, of which every plan keeps one.
 *
 * Conflict-based search plans agents alone, finds a conflict, and splits the node: each of its two
 * children has one of the constraints more. A split is *sound* iff every pair of actions that the
 * constraints forbid, one of each agent, is in conflict: then a plan without conflicts violates at
 * most one of them, and no plan is lost. It is *progressive* iff each constraint forbids its agent
 * what it does now: then the conflict does not come again. Forbidding each agent all starts that
 * are unsafe while the other keeps its time, or a resting agent all of the time for which a moving
 * one overlaps its place, is not sound: plans are lost, and the cheapest may be among them.
 *
 * An *action* is a move (a motion that goes somewhere) or a stay (one that does not, from when
 * the agent comes to a place until it leaves it; a last stay is endless). Starts of moves and ends
 * of stays are lattice times (lattice.h). All times below are counted in ticks, and for a real
 * interval (l, u), lower = floor(l) and upper = ceil(u); for whole x, l < x < u iff
 * lower < x < upper.
 *
 * Two moves that start at a and b, in conflict at all differences lower < a - b < upper:
 *     the first does not start in [a, b + upper), the second not in [b, a - lower).
 *   Forbidden pairs are (a + i, b + j) with 0 <= i < upper - (a - b) and 0 <= j < (a - b) - lower,
 *   so their difference a - b + i - j lies strictly between lower and upper: conflict.
 *
 * A stay from w1 to w2 and a move that starts at m and overlaps a body at the place of the stay in
 * (l, u): with a whole delay d, 1 <= d < u - l + 1 and d <= w2 - lower,
 *     the stayer is not at its place in the open interval (lower + d - 1, upper),
 *     the mover does not start this move in [m, m + d).
 *   A move started at m + i, 0 <= i < d, overlaps a body there during (l + i, u + i), which holds
 *   (l + d - 1, u). A stay [x, y] with x < upper and y > lower + d - 1 has x < u and
 *   y >= lower + d > l + d - 1, so it shares an instant with that interval: conflict; and if x = y
 *   is that instant, the positive depth there goes on in the moves before and after it. It is
 *   progressive for the stayer as w2 > lower + d - 1 and w1 < upper.
 *
 * A stay that goes on until the overlap is over, w2 >= upper (GRAZE_SPLIT_TARGETS):
 *     the stayer does not rest there throughout the closed interval [upper - 1, w2],
 *     the mover does not start this move in [m, m + w2 - lower).
 *   A stay [x, y] with x <= upper - 1 and y >= w2 has x < u, and a move started at m + i,
 *   0 <= i <= w2 - lower - 1, begins to overlap at l + i < lower + 1 + i <= w2 <= y: conflict.
 *
 * A last stay (GRAZE_SPLIT_TARGETS; target reasoning):
 *     the stayer does not come for good before upper, or
 *     it does, and then the mover makes no move that overlaps a body at that place in an interval
 *     that ends after upper - 1, nor stays at a place where it overlaps it at a time after that.
 *   A stayer that has come for good by upper - 1 is there during every such overlap: conflict.
 *
 * Two stays that overlap, with the common time [t0, t1]: two stays are never the *first* conflict
 * of two routes whose agents do not overlap at the start, for the distance has become too small
 * while one of them moved. Where they are split all the same,
 *     the first is not at its place in (t0, t1),
 *     the second does not rest throughout [t0, t1] (GRAZE_SPLIT_PLAIN: t1 is t0 + 1, and it is not
 *     there in (t0, t1); stays that share an instant with an interval of one tick hold it).
 *
 * Source: A. Combrink, S. F. Roselli, M. Fabian, "Optimal Multi-agent Path Finding in Continuous
 * Time", arXiv 2508.16410, 2025, for soundness, progress and delta branching; J. Li et al., "New
 * Techniques for Pairwise Symmetry Breaking in Multi-Agent Path Finding", 2020, for target
 * reasoning in whole time steps.
 */
#ifndef GRAZE_SPLIT_H
#define GRAZE_SPLIT_H

#include <graze/conflict.h>
#include <graze/lattice.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum graze_constraint_form {
    GRAZE_NOT_START, /* does not start this move inside the open interval `when` */
    GRAZE_NOT_AT,    /* makes no stay [x, y] at this place with x < when.upper and y > when.lower:
                        none that shares an instant with the open interval */
    GRAZE_NOT_WAIT,  /* makes no one stay here that holds the closed interval `when` */
    GRAZE_NOT_ARRIVE, /* does not come to this place for good before when.upper */
    GRAZE_NOT_MEET   /* makes no move and no stay that overlaps the other's body, at rest at the
                        other's place, at a time after when.lower */
} graze_constraint_form;

/* What one agent must not do: with the move that it makes, or at the place where it stays. */
typedef struct graze_constraint {
    graze_constraint_form form;
    graze_interval when; /* [s] lattice times, or infinite. Of open intervals the lattice times
                            inside count, so that they join lists of unsafe starts or times
                            (intervals.h) */
} graze_constraint;

typedef enum graze_split_reasoning {
    GRAZE_SPLIT_PLAIN,  /* NOT_START and NOT_AT alone */
    GRAZE_SPLIT_TARGETS /* all forms: fewer nodes where agents rest for long */
} graze_split_reasoning;

/* Splits a conflict of motion a and motion b: constraints[0] is for the agent of a, constraints[1]
 * for that of b. *conflict says whether there is one; if not, constraints are untouched.
 *
 * An accelerated move can be in conflict at several intervals of differences; the split is
 * about the one that holds the present starts, or the first overlap with the stay. workspace: as in
 * graze_unsafe_starts.
 *
 * Statuses of unsafe.h and conflict.h; GRAZE_ERROR_LATTICE (the lattice; a start of a move, or a
 * start or an end of a stay, is not a lattice time; a move overlaps an endless stay more than 2^52
 * ticks from 0 for the first time), GRAZE_ERROR_CHOICE (reasoning),
 * GRAZE_ERROR_UNSUPPORTED (a parked motion), GRAZE_ERROR_CAPACITY (two accelerated bodies with
 * corners have more than 64 unsafe intervals). */
GRAZE_API graze_status graze_conflict_split(const graze_lattice *lattice,
                                            const graze_body *body_a, const graze_motion *a,
                                            const graze_body *body_b, const graze_motion *b,
                                            double tolerance, graze_split_reasoning reasoning,
                                            const graze_workspace *workspace,
                                            graze_constraint constraints[2], bool *conflict);

#ifdef __cplusplus
}
#endif
#endif
