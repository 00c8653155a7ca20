/* SPDX-License-Identifier: MIT */

#include "contact/polygon_outline.h"

#include <stdbool.h>

#include "geometry/body.h"
#include "geometry/orientation.h"

/* The lowest vertex (side 1) or the highest (side -1), of those the left- or rightmost. */
static int extreme_vertex(const graze_body *body, double side)
{
    int best = 0;
    for (int i = 1; i < (int)body->vertex_count; i++) {
        double rise = side * (body->vertices[i].y - body->vertices[best].y);
        double shift = side * (body->vertices[i].x - body->vertices[best].x);
        if (rise < 0 || (rise == 0 && shift < 0))
            best = i;
    }
    return best;
}

static bool points_up(double x, double y) { return y > 0 || (y == 0 && x > 0); }

/* Which of two edges, of -A and of B, comes first: as minkowski.c, which is asked where
 * doubles cannot tell. 1: that of -A, -1: that of B, 0: both. */
static int first_edge(graze_point a, graze_point a_next, graze_point b, graze_point b_next)
{
    double ax = a.x - a_next.x, ay = a.y - a_next.y, bx = b_next.x - b.x, by = b_next.y - b.y;
    bool a_up = points_up(ax, ay), b_up = points_up(bx, by);
    if (a_up != b_up)
        return b_up ? -1 : 1;
    if ((ax == 0 && bx == 0) || (ay == 0 && by == 0))
        return 0;
    return orientation_of_edges(a_next, a, b, b_next);
}

void outline_of(const graze_body *body_a, const graze_body *body_b, outline *c)
{
    int a = extreme_vertex(body_a, -1), b = extreme_vertex(body_b, 1);
    int left_a = body_a->vertex_count < 2 ? 0 : (int)body_a->vertex_count;
    int left_b = body_b->vertex_count < 2 ? 0 : (int)body_b->vertex_count;
    const graze_point origin = {0, 0};
    const graze_point *on_a = body_a->vertex_count == 0 ? &origin : body_a->vertices;
    const graze_point *on_b = body_b->vertex_count == 0 ? &origin : body_b->vertices;
    const int size_a = (int)body_size(body_a), size_b = (int)body_size(body_b);
    int count = 0;
    for (;;) {
        c->x[count] = on_b[b].x - on_a[a].x;
        c->y[count] = on_b[b].y - on_a[a].y;
        c->a[count] = a;
        c->b[count] = b;
        if (left_a + left_b == 0)
            break;
        count++;
        int a_next = a + 1 < size_a ? a + 1 : 0, b_next = b + 1 < size_b ? b + 1 : 0;
        int order = left_a == 0 ? -1
                    : left_b == 0
                        ? 1
                        : first_edge(on_a[a], on_a[a_next], on_b[b], on_b[b_next]);
        /* No processor foresees which, so there is no branch. */
        const int by_a = order >= 0, by_b = order <= 0;
        a = by_a ? a_next : a;
        b = by_b ? b_next : b;
        left_a -= by_a;
        left_b -= by_b;
    }
    c->count = count;
    for (int i = count; i % OUTLINE_BLOCK != 0; i++) {
        c->x[i + 1] = c->x[count];
        c->y[i + 1] = c->y[count];
    }
}
