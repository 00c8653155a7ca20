/* SPDX-License-Identifier: MIT */
/* Two polygons from a corner of their difference: the edges that they have there, x and y side by
 * side, and the walk along edges of C to the part that is nearest to the origin.
 *
 * The walk runs in doubles and may err; where it ends, the same products tell with their bounds
 * whether that is certain.
 */
#ifndef GRAZE_GEOMETRY_FAN_H
#define GRAZE_GEOMETRY_FAN_H

#include "geometry/placed.h"
#include "numeric/duo.h"

/* An edge of the difference, counter-clockwise; or one corner, twice. */
typedef struct ray_edge {
    minkowski_corner from, to;
} ray_edge;

static inline duo fan_vertex(const graze_point *vertices, size_t i)
{
    return duo_load(&vertices[i].x);
}

enum { BACK = 0, ON = 2, OF_A = 0, OF_B = 1 };

/* A corner of C with the edges that A and B have there, as C has them and away from it: those that
 * a walk leaves by clockwise (BACK), and counter-clockwise (ON); and edge . here of each. */
typedef struct fan {
    duo here, way[4];
    double rise[4];
} fan;

/* The vertices beside one, by no branch. */
static inline size_t fan_after(const graze_body *body, size_t i)
{
    return duo_chosen(i + 1 < body->vertex_count, i + 1, 0);
}

static inline size_t fan_before(const graze_body *body, size_t i)
{
    return duo_chosen(i == 0, body->vertex_count, i) - 1;
}

static inline fan fan_at(const placed_pair *pair, minkowski_corner at)
{
    const graze_body *body_a = &pair->a->body, *body_b = &pair->b->body;
    const graze_point *a = body_a->vertices, *b = body_b->vertices;
    const duo of_a = fan_vertex(a, at.a), of_b = fan_vertex(b, at.b);
    fan f;
    f.here = duo_add(duo_load(&pair->offset.x), duo_sub(of_b, of_a));
    f.way[BACK + OF_A] = duo_sub(of_a, fan_vertex(a, fan_before(body_a, at.a)));
    f.way[BACK + OF_B] = duo_sub(fan_vertex(b, fan_before(body_b, at.b)), of_b);
    f.way[ON + OF_A] = duo_sub(of_a, fan_vertex(a, fan_after(body_a, at.a)));
    f.way[ON + OF_B] = duo_sub(fan_vertex(b, fan_after(body_b, at.b)), of_b);
    duo_store(f.rise + BACK, duo_dots(f.way[BACK + OF_A], f.way[BACK + OF_B], f.here));
    duo_store(f.rise + ON, duo_dots(f.way[ON + OF_A], f.way[ON + OF_B], f.here));
    return f;
}

/* What products may be wrong by. Of an edge of A, or of B, and a point, 6U of their magnitudes as
 * above, of which no coordinate exceeds twice the body's size and the pair's magnitude: 24U of
 * these two. Of two edges, 4U of theirs: 32U of both sizes. 64U has room for its own roundings. */
typedef struct fan_doubts {
    double of[2], edges; /* of A, of B */
} fan_doubts;

static inline fan_doubts fan_doubts_of(const placed_pair *pair)
{
    const double a = pair->a->size, b = pair->b->size;
    return (fan_doubts){{0x1p-47 * a * pair->magnitude + ORIENTATION_UNDERFLOW,
                         0x1p-47 * b * pair->magnitude + ORIENTATION_UNDERFLOW},
                        0x1p-47 * a * b + ORIENTATION_UNDERFLOW};
}

/* Every way from the corner along an edge of a body leads away from the origin. */
static inline bool fan_is_corner(const fan *f, duo doubt)
{
    return (duo_above(duo_load(f->rise + BACK), doubt) &
            duo_above(duo_load(f->rise + ON), doubt)) == 3;
}

static inline minkowski_corner fan_chosen(bool first, minkowski_corner a, minkowski_corner b)
{
    return (minkowski_corner){duo_chosen(first, a.a, b.a), duo_chosen(first, a.b, b.b)};
}

/* The edge of C by which a walk leaves a corner: of two, the one that turns less, or both where
 * they are parallel. Counter-clockwise where that one comes nearer to the origin. */
typedef struct fan_heading {
    bool on, by_a, by_b, by_both;
    minkowski_corner next;
} fan_heading;

/* No processor foresees which way it is, so nothing branches on it. */
static inline fan_heading fan_heading_at(const placed_pair *pair, const fan *f, minkowski_corner at)
{
    const graze_body *a = &pair->a->body, *b = &pair->b->body;
    const double turn_on = duo_cross(f->way[ON + OF_B], f->way[ON + OF_A]);
    const double turn_back = duo_cross(f->way[BACK + OF_A], f->way[BACK + OF_B]);
    const double rise_on = f->rise[ON + (turn_on > 0)];
    const double turn =
        duo_x(duo_where_above(duo_all(rise_on), duo_all(0), duo_all(turn_back), duo_all(turn_on)));
    fan_heading h = {rise_on <= 0, turn <= 0, turn >= 0, turn == 0, at};
    const size_t a_next = duo_chosen(h.on, fan_after(a, at.a), fan_before(a, at.a));
    const size_t b_next = duo_chosen(h.on, fan_after(b, at.b), fan_before(b, at.b));
    h.next.a = duo_chosen(h.by_a, a_next, at.a);
    h.next.b = duo_chosen(h.by_b, b_next, at.b);
    return h;
}

/* How a walk ended: at the nearest part, certainly; at an edge that is the nearest part if the
 * origin is not on the inner side of its line; at an edge that is one, up to rounding; at one that
 * both bodies seem to have an edge in; or nowhere. */
typedef enum walk_end { WALK_SURE, WALK_AT_EDGE, WALK_UNSURE, WALK_LONG, WALK_LOST } walk_end;

/* Surely: the edge is one of C (the other body's edges turn inward from it), and the origin's foot
 * is between its ends; rise_there = edge . there. Where the origin is surely on the inner side of
 * the line, no walk ends here. */
static inline walk_end fan_end_at_edge(const fan *f, const fan_heading *h, double rise_there,
                                       const fan_doubts *doubt)
{
    const int way = h->on ? ON : BACK, own = h->by_b, other = !own;
    const duo side = duo_all(h->on ? 1 : -1), along = duo_mul(f->way[way + own], side);
    const double bound = doubt->of[own], beyond = duo_cross(along, f->here);
    const duo bends = duo_crosses(along, f->way[ON + other], f->way[BACK + other]);
    if (beyond < -bound)
        return WALK_LOST;
    if (duo_above(bends, duo_all(doubt->edges)) != 3 || f->rise[way + own] >= -bound ||
        rise_there <= bound)
        return WALK_UNSURE;
    return beyond > bound ? WALK_SURE : WALK_AT_EDGE;
}

static inline duo fan_place_of(const placed_pair *pair, minkowski_corner corner)
{
    const duo a = fan_vertex(pair->a->body.vertices, corner.a);
    return duo_add(duo_load(&pair->offset.x),
                   duo_sub(fan_vertex(pair->b->body.vertices, corner.b), a));
}

/* From the middle of A to that of B. */
static inline duo fan_middle(const placed_pair *pair)
{
    return duo_add(duo_load(&pair->offset.x),
                   duo_sub(duo_load(&pair->b->middle.x), duo_load(&pair->a->middle.x)));
}

static inline walk_end fan_walk(const placed_pair *pair, minkowski_corner at, ray_edge *nearest)
{
    const fan_doubts doubt = fan_doubts_of(pair);
    const duo doubt_of = duo_of(doubt.of[0], doubt.of[1]);
    size_t left = pair->a->body.vertex_count + pair->b->body.vertex_count;
    for (; left != 0; left--) {
        const fan f = fan_at(pair, at);
        if (fan_is_corner(&f, doubt_of)) {
            *nearest = (ray_edge){at, at};
            return WALK_SURE;
        }
        const fan_heading h = fan_heading_at(pair, &f, at);
        const double rise = duo_dot(f.way[(h.on ? ON : BACK) + h.by_b], fan_place_of(pair, h.next));
        if (rise > 0) {
            *nearest = (ray_edge){fan_chosen(h.on, at, h.next), fan_chosen(h.on, h.next, at)};
            if (h.by_both)
                return WALK_LONG;
            return fan_end_at_edge(&f, &h, rise, &doubt);
        }
        at = h.next;
    }
    return WALK_LOST; /* it went round, by roundings or since the origin is inside */
}

#endif
