/* SPDX-License-Identifier: MIT */
/* The biclique of most vertices in a bipartite graph: sets A and B on its two sides such that no
 * vertex of A is apart from any of B.
 *
 * A and B are independent in the complement, the graph of the pairs that are apart, and by König's
 * theorem the greatest independent set is what a least vertex cover leaves, which a greatest
 * matching gives: a vertex of the first side is in A iff an alternating path leads to it from a
 * vertex that is not matched, one of the second side is in B iff none does. A vertex that is apart
 * from no other is always chosen.
 *
 * Source: D. König, "Graphs and Matrices", 1931 (in Hungarian), for the theorem.
 */
#ifndef GRAZE_PLANNER_BICLIQUE_H
#define GRAZE_PLANNER_BICLIQUE_H

#include <graze/allocator.h>
#include <graze/status.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct bipartite {
    size_t count_a, count_b;
    const bool *apart; /* [a * count_b + b]: no edge */
} bipartite;

/* Of the vertices with in_a and in_b those that are chosen keep it. GRAZE_ERROR_MEMORY. */
graze_status biclique_find(const bipartite *graph, const graze_allocator *memory, bool *in_a,
                           bool *in_b);

#endif
