/* SPDX-License-Identifier: MIT */
/* A table of collision intervals: when moves along the edges of a roadmap conflict.
 *
 * Whether two moves of known edges, bodies and speeds conflict depends on the difference of their
 * starts alone, and the differences at which they do are one open interval. A search asks about
 * the same few edges again and again, so the table asks the kernel when a pair is first wanted,
 * and keeps the answer: a question is then one look into a hash table. Where all places are small
 * whole numbers, as on a grid of unit cells, pairs that look the same from each other share one
 * answer. graze_solve plans with this table.
 *
 * Times are lattice times (lattice.h) of the lattice for the roadmap and the slowest kind, and
 * moves last as long as graze_lattice_duration says. The open intervals hold those lattice times
 * that conflict, and no others: their ends are the true ends, rounded outward onto the lattice, as
 * graze_lattice_widen does. So for moves that start at lattice times a and b,
 *
 *     they conflict   iff   lower < a - b < upper
 *
 * exactly, and at an end they do not. An interval may hold no lattice time.
 *
 * Edges are numbered as in the roadmap's targets: edge e goes to targets[e], and those out of
 * vertex v are first[v] ... first[v + 1] - 1. Agents of one body and one speed are of one *kind*.
 *
 * Bicliques. Two sets of edges, A of one agent and B of another, are a *biclique* for an interval
 * of differences when every edge of A conflicts with every edge of B at all differences inside.
 * With l and u the ends of the intersection of all their collision intervals, which is open, and
 * with moves that start at a and b, l < a - b < u, a search may branch on
 *
 *     the first agent starts no edge of A in [a, b + u), or
 *     the second agent starts no edge of B in [b, a - l).
 *
 * That is sound: of two forbidden starts, a + i and b + j, 0 <= i < u - (a - b) and
 * 0 <= j < (a - b) - l, the difference a - b + i - j lies strictly between l and u, so these two
 * edges conflict, whichever they are, and no plan without conflicts violates both. The greater the
 * sets, the fewer nodes: the next best edge is not as good as forbidden too.
 *
 * A table is used by one thread at a time. It borrows the roadmaps and the vertices of bodies. A
 * failed question may be asked again.
 *
 * Statuses of every question: GRAZE_ERROR_NULL; GRAZE_ERROR_INDEX (a kind, a vertex, an edge);
 * GRAZE_ERROR_MEMORY; those of the kernel (conflict.h). Nothing is written on an error.
 *
 * Source: T. Walker, N. Sturtevant, A. Felner, "Clique Analysis and Bypassing in Continuous-Time
 * Conflict-Based Search", arXiv 2312.16106, 2023, for bicliques.
 */
#ifndef GRAZE_COLLISION_TABLE_H
#define GRAZE_COLLISION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <graze/allocator.h>
#include <graze/conflict.h>
#include <graze/lattice.h>
#include <graze/roadmap.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_body_kind {
    graze_body body;
    double speed; /* [m/s] > 0 */
    /* The moves that this kind may make, as a roadmap of the same vertices that has no other
     * edges; null: all of them. A move that it may not make conflicts with nothing. */
    const graze_roadmap *moves;
} graze_body_kind;

typedef struct graze_collision_table graze_collision_table;

/* Makes a table for kind_count >= 1 kinds, which it copies. allocator may be null.
 * GRAZE_ERROR_EMPTY (no kinds), GRAZE_ERROR_CAPACITY (more than 4095 kinds, or 2^32 - 2 edges);
 * what graze_body_validate and graze_lattice_for_roadmap return; GRAZE_ERROR_INDEX (`moves` of
 * other vertices), GRAZE_ERROR_NOT_FINITE, GRAZE_ERROR_NEGATIVE_TOLERANCE. */
GRAZE_API graze_status graze_collision_table_new(const graze_roadmap *roadmap,
                                                 const graze_body_kind *kinds, size_t kind_count,
                                                 double tolerance,
                                                 const graze_allocator *allocator,
                                                 graze_collision_table **table);

/* Frees a table; does nothing for null. */
GRAZE_API void graze_collision_table_free(graze_collision_table *table);

/* Writes the lattice of the table's times. */
GRAZE_API graze_status graze_collision_table_lattice(const graze_collision_table *table,
                                                     graze_lattice *lattice);

/* Writes the move of a kind along an edge, started at a lattice time. GRAZE_ERROR_LATTICE (the
 * start is none, or the end would be beyond the lattice), GRAZE_ERROR_NOT_FINITE,
 * GRAZE_ERROR_UNSUPPORTED (the kind may not make it). */
GRAZE_API graze_status graze_collision_table_motion(const graze_collision_table *table,
                                                    size_t kind, uint32_t edge, double start,
                                                    graze_motion *motion);

/* Writes the differences (start along edge_a) - (start along edge_b) at which the moves conflict,
 * an open interval; *exists says whether there is one, else the interval is untouched. */
GRAZE_API graze_status graze_collision_table_moves(graze_collision_table *table, size_t kind_a,
                                                   uint32_t edge_a, size_t kind_b, uint32_t edge_b,
                                                   graze_interval *differences, bool *exists);

/* Writes the times since the start along an edge at which the move overlaps a body that rests at a
 * vertex, an open interval; *exists as above. */
GRAZE_API graze_status graze_collision_table_stay(graze_collision_table *table,
                                                  size_t kind_resting, uint32_t vertex,
                                                  size_t kind_moving, uint32_t edge,
                                                  graze_interval *times, bool *exists);

/* Writes whether bodies that rest at two vertices overlap. The kernel is asked each time. */
GRAZE_API graze_status graze_collision_table_places(graze_collision_table *table, size_t kind_a,
                                                    uint32_t vertex_a, size_t kind_b,
                                                    uint32_t vertex_b, bool *overlap);

/* Writes the edges of kind b that conflict with an edge of kind a at all lattice differences inside
 * an open interval (null: at some real difference), ascending, into edges[0 .. *count - 1].
 * O(edges of the roadmap). GRAZE_ERROR_CAPACITY when there are more than `capacity`;
 * GRAZE_ERROR_NOT_FINITE (NaN), GRAZE_ERROR_INTERVAL (no lattice time inside). */
GRAZE_API graze_status graze_collision_table_partners(graze_collision_table *table, size_t kind_a,
                                                      uint32_t edge_a,
                                                      const graze_interval *throughout,
                                                      size_t kind_b, uint32_t *edges,
                                                      size_t capacity, size_t *count);

/* Finds a biclique for all lattice differences inside an open interval, with as many edges as there
 * can be. edges_a[0 .. *count_a - 1] are the candidates for A, the first of them certain, and so
 * for B; chosen ones stay, in their order, and the counts become theirs. Candidates are often the
 * edges out of the vertex at which an agent is, or all partners of the other's edge. When
 * the first two do not conflict throughout, the counts become 0; else *common is the
 * intersection of all collision intervals of the biclique.
 *
 * O(*count_a *count_b) questions and, at worst, that times the lesser count for the choice.
 * GRAZE_ERROR_EMPTY (no candidate); GRAZE_ERROR_NOT_FINITE (NaN), GRAZE_ERROR_INTERVAL (no lattice
 * time inside). */
GRAZE_API graze_status graze_collision_table_biclique(graze_collision_table *table,
                                                      const graze_interval *throughout,
                                                      size_t kind_a, uint32_t *edges_a,
                                                      size_t *count_a, size_t kind_b,
                                                      uint32_t *edges_b, size_t *count_b,
                                                      graze_interval *common);

#ifdef __cplusplus
}
#endif
#endif
