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

/* -1 when the next edge of B comes first, 1 when that of -A does, 0 when they are
 * parallel. Angles are in [0, 2 pi): first the upper half plane, then the lower. */
static int compare_edges(const minkowski_walk *walk)
{
    graze_point a_from = body_vertex(walk->a, walk->at.a);
    graze_point a_to = body_vertex(walk->a, body_after(walk->a, walk->at.a));
    graze_point b_from = body_vertex(walk->b, walk->at.b);
    graze_point b_to = body_vertex(walk->b, body_after(walk->b, walk->at.b));
    bool a_upper = compare_heights(a_from, a_to) > 0; /* the edge of -A runs the other way */
    bool b_upper = compare_heights(b_from, b_to) < 0;
    if (a_upper != b_upper)
        return b_upper ? -1 : 1;
    return orientation_of_edges(a_to, a_from, b_from, b_to);
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
