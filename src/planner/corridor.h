/* SPDX-License-Identifier: MIT */
/* Corridor reasoning: two agents that travel the same edges in opposite directions.
 *
 * Let the first go along the edges of a corridor from A to Z, one after the other with
 * waits in between, and the second along the same places from Z to A. They cannot pass
 * each other: one has left the corridor before the other enters it. Delaying either by a
 * conflict's few instants at a time takes many nodes to find that out; here it is one
 * split.
 *
 * Let e1 be the earliest time at which the first can be at Z at all, o1 the earliest
 * without going all along the corridor, l1 how long the corridor takes it; e2, o2, l2 for
 * the second, at A. With T1 = min(o1, e2 + l1) and T2 = min(o2, e1 + l2):
 *     either the first is not at Z before T1, or the second is not at A before T2.
 *   Let a plan violate both: the first is at Z at x < T1, the second at A at y < T2. As
 *   x < o1, the first came along the whole corridor, within (s, x'), x' <= x; as y < o2, so
 *   did the second, within (t, y'), y' <= y. If these times overlapped, the order of the
 *   two along the corridor would be one way at their begin and the other way at their end,
 *   so their centres would meet: conflict. So x' <= t, and y >= y' >= t + l2 >= x' + l2
 *   >= e1 + l2 >= T2; or y' <= s and x >= T1 likewise. Contradiction.
 *   (If their radii did not exceed the tolerance, nothing would be a conflict at all.)
 *   It is progressive if at present both bounds are violated. The earliest times are found
 *   under the constraints of the node, which hold for every plan under it.
 *
 * The corridor is the longest common piece round two moves against each other. It needs
 * no narrow place: a crossing where the detours are long is one, too.
 *
 * Source: J. Li, G. Gange, D. Harabor, P. J. Stuckey, H. Ma, S. Koenig, "New Techniques for
 * Pairwise Symmetry Breaking in Multi-Agent Path Finding", 2020, for corridors of
 * vertices with two neighbours in whole time steps; corridors through crossings are Graze's
 * own.
 */
#ifndef GRAZE_PLANNER_CORRIDOR_H
#define GRAZE_PLANNER_CORRIDOR_H

#include "planner/split.h"

/* The split of a conflict of the best routes of two sets, if it is a conflict of two moves
 * against each other and the split is progressive; *found tells. */
graze_status corridor_split(constraint_table *constraints, const uint32_t sets[2],
                            const uint32_t routes[2], const route_conflict *conflict,
                            split_child children[2], bool *found);

#endif
