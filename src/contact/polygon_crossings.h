/* SPDX-License-Identifier: MIT */
/* What the filter of bodies with corners (polygon_filter.h, which has the bounds) and the
 * rounding of its ends (polygon_round.h) share: the relative path, the edges of C as it sees
 * them, and where it surely crosses them.
 */
#ifndef GRAZE_CONTACT_POLYGON_CROSSINGS_H
#define GRAZE_CONTACT_POLYGON_CROSSINGS_H

#include <math.h>

#include "contact/polygon_outline.h"
#include "contact/question.h"

/* The relative path from the begin of the common life to its end. */
typedef struct polygon_path {
    const pair *question;
    double x[2], y[2]; /* D0 and D1 */
    double start, length;
    double reach, size; /* R, and ra + rb + tolerance */
    double places, g;   /* |D0| + |D1| + size, and what a place is off by, twice */
} polygon_path;

/* An edge of C as the path sees it: where it is, how far across at both ends. */
typedef struct crossed_edge {
    int index;
    double px, py, ex, ey;
    double norm, size; /* |e| in the 1-norm, and its length (only when R is not 0) */
    double across[2];
    double bound;      /* on the error of across and of across - R |e| */
} crossed_edge;

static inline double edge_across(const polygon_path *p, int end, double px, double py, double ex,
                                 double ey)
{
    return (p->x[end] - px) * ey - (p->y[end] - py) * ex;
}

static inline double edge_bound(const polygon_path *p, double px, double py, double norm)
{
    const double corners = 2 * (fabs(px) + fabs(py)) + norm, places = p->places + corners;
    return norm * (p->g + 0x1p-47 * places) + 0x1p-50 * places * corners + 0x1p-1000;
}

/* Written in place: a copy would wait for the numbers that were just stored. */
static inline void cross_edge(const polygon_path *p, const outline *c, int i, crossed_edge *e)
{
    e->index = i;
    e->px = c->x[i];
    e->py = c->y[i];
    e->ex = c->x[i + 1] - e->px;
    e->ey = c->y[i + 1] - e->py;
    e->norm = fabs(e->ex) + fabs(e->ey);
    e->size = p->reach != 0 ? sqrt(e->ex * e->ex + e->ey * e->ey) : 0;
    e->across[0] = edge_across(p, 0, e->px, e->py, e->ex, e->ey);
    e->across[1] = edge_across(p, 1, e->px, e->py, e->ex, e->ey);
    e->bound = edge_bound(p, e->px, e->py, e->norm);
}

/* What costs the most of each edge of a block, side by side, as compilers make vectors of it: a
 * fifth off the time of an interval that grazes (benchmarks/sweep.c). */
typedef struct edge_block {
    double ex[OUTLINE_BLOCK], ey[OUTLINE_BLOCK], norm[OUTLINE_BLOCK], bound[OUTLINE_BLOCK];
    double first[OUTLINE_BLOCK], last[OUTLINE_BLOCK];
} edge_block;

/* From the corner (*x, *y) on. */
static inline void cross_block(const polygon_path *p, const double *restrict x,
                               const double *restrict y, edge_block *restrict b)
{
    for (int k = 0; k < OUTLINE_BLOCK; k++) {
        const double ex = x[k + 1] - x[k], ey = y[k + 1] - y[k], norm = fabs(ex) + fabs(ey);
        b->ex[k] = ex;
        b->ey[k] = ey;
        b->norm[k] = norm;
        b->first[k] = edge_across(p, 0, x[k], y[k], ex, ey);
        b->last[k] = edge_across(p, 1, x[k], y[k], ex, ey);
        b->bound[k] = edge_bound(p, x[k], y[k], norm);
    }
}

/* The same as cross_edge. */
static inline void cross_edge_of(const polygon_path *p, const outline *c, const edge_block *b,
                                 int i, crossed_edge *e)
{
    const int k = i % OUTLINE_BLOCK;
    e->index = i;
    e->px = c->x[i];
    e->py = c->y[i];
    e->ex = b->ex[k];
    e->ey = b->ey[k];
    e->norm = b->norm[k];
    e->size = p->reach != 0 ? sqrt(e->ex * e->ex + e->ey * e->ey) : 0;
    e->across[0] = b->first[k];
    e->across[1] = b->last[k];
    e->bound = b->bound[k];
}

/* The vertices that an edge of C is made of: it goes from b - a to b_next - a_next. */
typedef struct edge_corners {
    graze_point a, b, a_next, b_next;
} edge_corners;

/* The last way in, or the first way out, as a fraction times a sign: the greatest. */
typedef struct path_crossing {
    crossed_edge edge;
    double at, wrong;
    double rival; /* the greatest that another one can be */
    bool any;
} path_crossing;

/* What the edges tell of the path. */
typedef struct path_crossings {
    path_crossing in, out;  /* out counted negatively */
    bool apart, unclear;    /* some edge is near a tie */
    bool inside[2];         /* D0, D1 surely inside C */
    bool beside[2];         /* surely in the rectangle of an edge */
} path_crossings;

/* Whether the path, at a fraction of the life that is off by `wrong`, is surely ahead of the
 * edge's first corner and before its last. */
static inline bool polygon_path_is_between(const polygon_path *p, const crossed_edge *e,
                                           double fraction, double wrong)
{
    double x = p->x[0] + (p->x[1] - p->x[0]) * fraction - e->px;
    double y = p->y[0] + (p->y[1] - p->y[0]) * fraction - e->py;
    double ahead = x * e->ex + y * e->ey, whole = e->ex * e->ex + e->ey * e->ey;
    double bound = e->bound + 2 * wrong * p->places * e->norm;
    return ahead > bound && whole - ahead > bound;
}

/* Whether the overlap surely begins at w->in, or with the life (end 0); ends at w->out, or with
 * the life (end 1). With R > 0 the outline of the overlap set is along the edges' lines only
 * beside the edges. */
static inline bool polygon_is_at_edge(const polygon_path *p, const path_crossings *w, int end)
{
    const path_crossing *at = end == 0 ? &w->in : &w->out;
    if (at->any && p->reach > 0)
        return polygon_path_is_between(p, &at->edge, fabs(at->at), at->wrong);
    return at->any || p->reach <= 0 || w->inside[end] || w->beside[end];
}

#endif
