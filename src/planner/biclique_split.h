/* SPDX-License-Identifier: MIT */
/* Where a conflict of two moves stands for many: sets of moves that are forbidden together.
 *
 * On a dense graph an agent that must not take an edge takes its neighbour, which conflicts just
 * as well, and the search splits again and again. So a split of two moves e and f with the starts
 * S and T (split.h: the starts s in S and t in T are all in conflict) grows: the moves A of the
 * first agent from the same vertex as e, each with starts of its own within S, and the moves B of
 * the second, from the same vertex as f, within T, so that
 *
 *     every start of every move of A is in conflict with every start of every move of B.   (*)
 *
 * The first child does not start any move of A at its starts, the second none of B.
 *
 * How they are found. Let the starts of two moves x and y conflict at the differences (l, u). A
 * move x is in conflict with all starts t of f, T = (t0, t1) in open ticks, at those s with
 *     l + t1 - 1 < s < u + t0 + 1,
 * for t goes from t0 + 1 to t1 - 1. Those within S are the starts of x, if there are any; the same
 * for moves y of the other agent against e. Moves x and y go together iff the least and the
 * greatest difference of their starts lie within (l, u). The greatest biclique of those that do
 * (biclique.h) is A and B: e and f go with all, by their starts, and so are among them.
 *
 * Why it is sound. By (*) a plan without conflicts starts no move of A at its starts, or none of B:
 * it is under a child. Why it is progressive: both children forbid what split.h forbids.
 *
 * Disjoint splitting. The positive child demands that the agent starts *one* move of A at one of
 * its starts, and binds the other agent to start none of B: again by (*) each plan in which the
 * first agent does start one is under that child, and under the other if it does not; no plan
 * is under both. The other agent is bound only where all moves of A agree, which is what (*) says.
 *
 * Source: T. Walker, N. Sturtevant, A. Felner, "Clique Analysis and Bypassing in Continuous-Time
 * Conflict-Based Search", arXiv 2312.16106, 2023, for sets of edges that are forbidden at once. */
#ifndef GRAZE_PLANNER_BICLIQUE_SPLIT_H
#define GRAZE_PLANNER_BICLIQUE_SPLIT_H

#include "planner/split.h"

/* From a vertex with so many moves there is seldom another in conflict. On grids of 4 moves nodes
 * were as many, and a tenth dearer; of 8 the same, and one of nine instances was lost. */
enum { BICLIQUE_FEW_MOVES = 8 };

/* Makes the two children of a conflict of two moves, as split_conflict has made them, forbid more
 * moves; leaves them as they are where there are none. A vertex with no more than `few` moves adds
 * none. GRAZE_ERROR_MEMORY and the statuses of the kernel. */
graze_status biclique_split(constraint_table *constraints, size_t few, const uint32_t agents[2],
                            split_child children[2]);

#endif
