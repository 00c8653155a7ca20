/* SPDX-License-Identifier: MIT */
/* The edges of C = B - A of two bodies with few corners, all at once and in no order.
 *
 * Each edge of -A and of B is an edge of C, and begins at that corner of the other body which is
 * farthest across it. So nobody has to walk round C, and vectors look at eight edges at a time.
 * Where it matters which of two corners it is, exact signs tell.
 *
 * A side is the number of an edge: 0 to 7 are those of -A, in the order of A's vertices (an edge of
 * -A goes from the next vertex of A to this one), 8 to 15 those of B.
 */
#ifndef GRAZE_GEOMETRY_SIDES_H
#define GRAZE_GEOMETRY_SIDES_H

#include "geometry/body.h"
#include "geometry/orientation.h"

enum { SIDES_OF_BODY = 8, SIDES = 2 * SIDES_OF_BODY };

/* The corners and edges of -A, and behind SIDES_OF_BODY of them those of B; behind the last corner
 * of a body its first one comes again, with an edge of length 0 that does not count. */
typedef struct pair_sides {
    _Alignas(64) double x[SIDES];
    double y[SIDES], ex[SIDES], ey[SIDES];
    int count[2]; /* corners */
} pair_sides;

/* The bits of the edges; a point has none. */
static inline unsigned sides_edges(const pair_sides *of)
{
    const unsigned a = of->count[0] < 2 ? 0 : (1U << of->count[0]) - 1;
    const unsigned b = of->count[1] < 2 ? 0 : (1U << of->count[1]) - 1;
    return a | b << SIDES_OF_BODY;
}

/* An edge with the direction that it has in C. */
typedef struct directed_edge {
    graze_point from, to;
} directed_edge;

static inline directed_edge sides_edge_at(const graze_body *body, bool reflected, size_t i)
{
    const graze_point here = body_vertex(body, i), next = body_vertex(body, body_after(body, i));
    return reflected ? (directed_edge){next, here} : (directed_edge){here, next};
}

static inline directed_edge sides_edge(const graze_body *body_a, const graze_body *body_b, int side)
{
    return side < SIDES_OF_BODY ? sides_edge_at(body_a, true, (size_t)side)
                                : sides_edge_at(body_b, false, (size_t)side - SIDES_OF_BODY);
}

/* The sign of the cross product of two edges, exactly. */
static inline int sides_turn(directed_edge first, directed_edge second)
{
    return orientation_of_edges(first.from, first.to, second.from, second.to);
}

/* The body that an edge is not of. */
static inline const graze_body *sides_other(const graze_body *body_a, const graze_body *body_b,
                                            int side)
{
    return side < SIDES_OF_BODY ? body_b : body_a;
}

/* Is that corner of the other body farthest across the edge, exactly? */
static inline bool sides_is_farthest(const graze_body *body_a, const graze_body *body_b, int side,
                                     size_t corner)
{
    const bool reflected = side >= SIDES_OF_BODY; /* the other one is -A */
    const graze_body *other = sides_other(body_a, body_b, side);
    const directed_edge edge = sides_edge(body_a, body_b, side);
    return sides_turn(edge, sides_edge_at(other, reflected, corner)) >= 0 &&
           sides_turn(sides_edge_at(other, reflected, body_before(other, corner)), edge) >= 0;
}

/* Which corner of the other body is farthest across the edge, by exact signs. */
static inline size_t sides_across(const graze_body *body_a, const graze_body *body_b, int side)
{
    size_t corner = body_size(sides_other(body_a, body_b, side)) - 1;
    while (corner > 0 && !sides_is_farthest(body_a, body_b, side, corner))
        corner--;
    return corner;
}

#endif
