/* SPDX-License-Identifier: MIT */
/* C, edge by edge, in exact numbers; and where one place lies to it. */

#include "contact/polygon.h"

#include <assert.h>

#include "geometry/body.h"

/* ---- going round -------------------------------------------------------------------- */

polygon_kind polygon_kind_of(const pair *question)
{
    minkowski_walk walk = minkowski_begin(question->body_a, question->body_b);
    minkowski_corner corner;
    int corners = 0;
    while (corners < POLYGON_AREA && minkowski_next(&walk, &corner))
        corners++;
    return (polygon_kind)corners;
}

polygon_walk polygon_begin(const pair *question)
{
    polygon_walk walk = {.question = question};
    walk.corners = minkowski_begin(question->body_a, question->body_b);
    minkowski_next(&walk.corners, &walk.first);
    walk.here = walk.first;
    return walk;
}

static void corner_at(dyadic_arena *context, const pair *question, const exact_relative *r,
                      minkowski_corner corner, dyadic *place)
{
    graze_point a = body_vertex(question->body_a, corner.a);
    graze_point b = body_vertex(question->body_b, corner.b);
    place[0] = SUM(b.x, -a.x);
    place[1] = SUM(b.y, -a.y);
    for (int k = 0; k < 2 && r->scaled; k++)
        place[k] = MUL(place[k], r->scale);
}

static graze_point rounded_corner(const pair *question, minkowski_corner corner)
{
    graze_point a = body_vertex(question->body_a, corner.a);
    graze_point b = body_vertex(question->body_b, corner.b);
    return (graze_point){b.x - a.x, b.y - a.y};
}

void polygon_step(polygon_walk *walk, graze_point *from, graze_point *to)
{
    minkowski_corner next = walk->first;
    walk->ended = !minkowski_next(&walk->corners, &next);
    *from = rounded_corner(walk->question, walk->here);
    *to = rounded_corner(walk->question, next);
    walk->here = next;
}

bool polygon_next(dyadic_arena *context, polygon_walk *walk, const exact_relative *r,
                  polygon_edge *edge)
{
    if (walk->ended)
        return false;
    minkowski_corner next = walk->first;
    walk->ended = !minkowski_next(&walk->corners, &next);
    dyadic to[2];
    corner_at(context, walk->question, r, walk->here, edge->from);
    corner_at(context, walk->question, r, next, to);
    for (int k = 0; k < 2; k++)
        edge->along[k] = SUB(to[k], edge->from[k]);
    edge->square = exact_length_squared(context, edge->along, 2);
    walk->here = next;
    return true;
}

/* ---- one edge ----------------------------------------------------------------------- */

static void seen_from(dyadic_arena *context, const polygon_edge *edge, const dyadic *place,
                      dyadic *seen)
{
    for (int k = 0; k < 2; k++)
        seen[k] = SUB(place[k], edge->from[k]);
}

dyadic polygon_across(dyadic_arena *context, const polygon_edge *edge, const dyadic *place)
{
    dyadic seen[2];
    seen_from(context, edge, place, seen);
    return exact_minor(context, seen, edge->along, 0, 1);
}

dyadic polygon_ahead(dyadic_arena *context, const polygon_edge *edge, const dyadic *place)
{
    dyadic seen[2];
    seen_from(context, edge, place, seen);
    return exact_dot(context, seen, edge->along, 2);
}

exact_relative polygon_from(dyadic_arena *context, const polygon_edge *edge,
                            const exact_relative *r)
{
    exact_relative shifted = *r;
    seen_from(context, edge, r->place, shifted.place);
    return shifted;
}

polynomial polygon_across_of(dyadic_arena *context, const polygon_edge *edge,
                             const exact_relative *r)
{
    dyadic coefficient[3] = {polygon_across(context, edge, r->place),
                             exact_minor(context, r->velocity, edge->along, 0, 1),
                             {0}};
    if (r->curved)
        coefficient[2] = exact_minor(context, r->curve, edge->along, 0, 1);
    return polynomial_from(coefficient, 3);
}

polynomial polygon_ahead_of(dyadic_arena *context, const polygon_edge *edge,
                            const exact_relative *r)
{
    dyadic coefficient[3] = {polygon_ahead(context, edge, r->place),
                             exact_dot(context, r->velocity, edge->along, 2),
                             {0}};
    if (r->curved)
        coefficient[2] = exact_dot(context, r->curve, edge->along, 2);
    return polynomial_from(coefficient, 3);
}

polynomial polygon_band_of(dyadic_arena *context, const polygon_edge *edge, const exact_relative *r)
{
    polynomial across = polygon_across_of(context, edge, r);
    polynomial square = polynomial_mul(context, &across, &across);
    dyadic width = MUL(SQUARE(r->reach), edge->square);
    polynomial reach = polynomial_from(&width, 1);
    return polynomial_sub(context, &square, &reach);
}

/* ---- one place ---------------------------------------------------------------------- */

/* The sign of across - R |e| for R <= 0. */
static int sign_within(dyadic_arena *context, const polygon_edge *edge, const exact_relative *r,
                       const dyadic *place)
{
    dyadic across = polygon_across(context, edge, place);
    int side = SIGN(across);
    if (side > 0 || SIGN(r->reach) == 0)
        return side;
    if (side == 0)
        return 1;
    return -dyadic_compare(SQUARE(across), MUL(SQUARE(r->reach), edge->square));
}

/* The same for R >= 0 of the distance from the edge and its corner. */
static int sign_around(dyadic_arena *context, const polygon_edge *edge, const exact_relative *r,
                       const dyadic *place)
{
    dyadic seen[2];
    seen_from(context, edge, place, seen);
    dyadic reach = SQUARE(r->reach);
    int sign = dyadic_compare(exact_length_squared(context, seen, 2), reach);
    dyadic ahead = exact_dot(context, seen, edge->along, 2);
    if (sign < 0 || SIGN(ahead) <= 0 || dyadic_compare(ahead, edge->square) >= 0)
        return sign;
    dyadic across = exact_minor(context, seen, edge->along, 0, 1);
    int band = dyadic_compare(SQUARE(across), MUL(reach, edge->square));
    return band < sign ? band : sign;
}

int polygon_sign_at(dyadic_arena *context, const pair *question, const exact_relative *r,
                    const dyadic *place)
{
    bool polygon = polygon_kind_of(question) == POLYGON_AREA;
    int reaching = SIGN(r->reach), within = -1, around = 1;
    assert(polygon || reaching >= 0);
    polygon_walk walk = polygon_begin(question);
    polygon_edge edge;
    size_t mark = dyadic_mark(context);
    while (polygon_next(context, &walk, r, &edge)) {
        if (polygon) {
            int sign = reaching > 0 ? SIGN(polygon_across(context, &edge, place))
                                    : sign_within(context, &edge, r, place);
            within = sign > within ? sign : within;
        }
        if (reaching > 0 || !polygon) {
            int sign = sign_around(context, &edge, r, place);
            around = sign < around ? sign : around;
        }
        dyadic_release(context, mark);
        if (around < 0 || (within > 0 && reaching <= 0))
            break;
    }
    if (!polygon)
        return around;
    if (reaching <= 0)
        return within;
    return within < 0 ? -1 : around;
}
