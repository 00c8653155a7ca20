/* SPDX-License-Identifier: MIT */
/* The Minkowski difference: two sequences of edges, merged by direction. */
#include "geometry/minkowski.h"

#include "geometry/body.h"
#include "geometry/orientation.h"

/* -1, 0, 1 as p lies below q, is q, lies above it; of equally high ones the left one is
 * the lower. */
static int compare_heights(graze_point p, graze_point q)
{
    if (p.y != q.y)
        return p.y < q.y ? -1 : 1;
    return (p.x > q.x) - (p.x < q.x);
}

/* The lowest vertex (side -1) or the highest (side 1), of equally high ones the left-
 * or the rightmost. From there on, the directions of the edges of the body (side -1) or
 * of the reflected body (side 1) ascend from 0 to less than a full turn. */
static size_t extreme_vertex(const graze_body *body, int side)
{
    size_t best = 0;
    for (size_t i = 1; i < body->vertex_count; i++)
        if (compare_heights(body->vertices[i], body->vertices[best]) == side)
            best = i;
    return best;
}

static size_t edge_count(const graze_body *body)
{
    return body->vertex_count < 2 ? 0 : body->vertex_count;
}

minkowski_walk minkowski_begin(const graze_body *a, const graze_body *b)
{
    minkowski_corner lowest = {extreme_vertex(a, 1), extreme_vertex(b, -1)};
    return (minkowski_walk){a, b, lowest, edge_count(a), edge_count(b), false};
}

/* An edge of either body, from vertex to vertex; that of A is to be turned round. */
typedef struct edge_pair {
    graze_point a_from, a_to, b_from, b_to;
} edge_pair;

static edge_pair edges_at(const graze_body *a, const graze_body *b, minkowski_corner from,
                          minkowski_corner to)
{
    return (edge_pair){body_vertex(a, from.a), body_vertex(a, to.a), body_vertex(b, from.b),
                       body_vertex(b, to.b)};
}

/* Do the edge of -A, of B point upward? */
static bool a_rises(const edge_pair *edge)
{
    return compare_heights(edge->a_from, edge->a_to) > 0;
}

static bool b_rises(const edge_pair *edge)
{
    return compare_heights(edge->b_from, edge->b_to) < 0;
}

/* -1 when the edge of B comes first, 1 when that of -A does, 0 when they are parallel,
 * for directions less than half a turn apart. */
static int compare_near(const edge_pair *edge)
{
    return orientation_of_edges(edge->a_to, edge->a_from, edge->b_from, edge->b_to);
}

/* The same for angles in [0, 2 pi): first the upper half plane, then the lower. */
static int compare_edges(const minkowski_walk *walk)
{
    minkowski_corner next = {body_after(walk->a, walk->at.a), body_after(walk->b, walk->at.b)};
    edge_pair edge = edges_at(walk->a, walk->b, walk->at, next);
    if (a_rises(&edge) != b_rises(&edge))
        return b_rises(&edge) ? -1 : 1;
    return compare_near(&edge);
}

static void advance(minkowski_walk *walk)
{
    int order = walk->edges_left_a == 0   ? -1
                : walk->edges_left_b == 0 ? 1
                                          : compare_edges(walk);
    if (order <= 0) {
        walk->at.b = body_after(walk->b, walk->at.b);
        walk->edges_left_b--;
    }
    if (order >= 0) {
        walk->at.a = body_after(walk->a, walk->at.a);
        walk->edges_left_a--;
    }
}

bool minkowski_next(minkowski_walk *walk, minkowski_corner *corner)
{
    if (walk->begun) {
        if (walk->edges_left_a + walk->edges_left_b != 0)
            advance(walk);
        /* The last edge leads back to the first corner. */
        if (walk->edges_left_a + walk->edges_left_b == 0)
            return false;
    }
    walk->begun = true;
    *corner = walk->at;
    return true;
}

/* Which of the two edges that leave a corner comes first; or, of those that reach it,
 * which comes last when the answer is turned round. They are less than half a turn
 * apart, since all of them are within the half turn from the common direction's normal
 * on; a segment's may be exactly opposite to a polygon's, where the polygon's is the
 * nearer one: a segment ends where the half turn does. Of two opposite segments either
 * will do, if it is not the same one on the way there and back. */
static int compare_at(const graze_body *a, const graze_body *b, const edge_pair *edge, int side)
{
    if (edge_count(a) == 0 || edge_count(b) == 0)
        return edge_count(a) == 0 ? -side : side;
    int order = compare_near(edge);
    if (order != 0 || a_rises(edge) == b_rises(edge))
        return order;
    if (edge_count(a) == edge_count(b))
        return -1;
    return edge_count(a) > edge_count(b) ? side : -side;
}

minkowski_corner minkowski_after(const graze_body *a, const graze_body *b, minkowski_corner corner)
{
    minkowski_corner next = {body_after(a, corner.a), body_after(b, corner.b)};
    edge_pair edge = edges_at(a, b, corner, next);
    int order = compare_at(a, b, &edge, 1);
    return (minkowski_corner){order >= 0 ? next.a : corner.a, order <= 0 ? next.b : corner.b};
}

minkowski_corner minkowski_before(const graze_body *a, const graze_body *b,
                                  minkowski_corner corner)
{
    minkowski_corner last = {body_before(a, corner.a), body_before(b, corner.b)};
    edge_pair edge = edges_at(a, b, last, corner);
    int order = compare_at(a, b, &edge, -1);
    return (minkowski_corner){order <= 0 ? last.a : corner.a, order >= 0 ? last.b : corner.b};
}
