/* SPDX-License-Identifier: MIT */
/* The lines and corners that bound an overlap of bodies with corners, as functions of
 * b's local time and of the shift. */
#include "starts/body_starts.h"

#include "geometry/body.h"

static size_t corners_of(const pair *question)
{
    minkowski_walk walk = minkowski_begin(question->body_a, question->body_b);
    minkowski_corner corner;
    size_t count = 0;
    while (minkowski_next(&walk, &corner))
        count++;
    return count;
}

void body_problem_of(dyadic_arena *context, const pair *question, pencil_kind kind,
                     body_problem *problem)
{
    pencil *motions = &problem->motions;
    pencil_of(context, question, kind, motions);
    problem->kind = polygon_kind_of(question);
    problem->reaching = SIGN(motions->reach);
    problem->unsifted = false;
    problem->edges = corners_of(question);
    problem->edge = events_take(context, problem->edges, sizeof *problem->edge);
    if (problem->edge == NULL)
        return;
    exact_relative scale = {.dimensions = 2, .scaled = motions->a.scaled || motions->b.scaled};
    scale.scale = exact_scaled(context, exact_scaled(context, FROM(1), &motions->a), &motions->b);
    polygon_walk walk = polygon_begin(question);
    for (size_t i = 0; i < problem->edges; i++) {
        graze_point a = body_vertex(question->body_a, walk.here.a);
        graze_point b = body_vertex(question->body_b, walk.here.b);
        problem->edge[i].corner[0] = SUM(b.x, -a.x);
        problem->edge[i].corner[1] = SUM(b.y, -a.y);
        polygon_next(context, &walk, &scale, &problem->edge[i].edge);
    }
}

/* x[0] y[1] - x[1] y[0], or x[0] y[0] + x[1] y[1], of polynomials x */
static polynomial combine(dyadic_arena *context, const polynomial *x, const dyadic *y, bool cross)
{
    polynomial first = polynomial_scale(context, &x[0], cross ? y[1] : y[0]);
    polynomial second = polynomial_scale(context, &x[1], cross ? y[0] : y[1]);
    return cross ? polynomial_sub(context, &first, &second)
                 : polynomial_add(context, &first, &second);
}

static polynomial less(dyadic_arena *context, const polynomial *p, dyadic constant)
{
    polynomial other = polynomial_from(&constant, 1);
    return polynomial_sub(context, p, &other);
}

/* (D - from) x along, or (D - from) . along */
static body_bound seen_from(dyadic_arena *context, const body_problem *problem,
                            const polygon_edge *edge, bool cross)
{
    body_bound bound = {.factor = dyadic_zero()};
    bound.term[0] = combine(context, problem->motions.path.constant, edge->along, cross);
    bound.term[0] = less(context, &bound.term[0],
                         cross ? exact_minor(context, edge->from, edge->along, 0, 1)
                               : exact_dot(context, edge->from, edge->along, 2));
    bound.term[1] = combine(context, problem->motions.path.linear, edge->along, cross);
    bound.term[2] = combine(context, problem->motions.path.square, edge->along, cross);
    return bound;
}

static void turn_round(body_bound *bound)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= bound->term[i].degree; k++)
            bound->term[i].coefficient[k] = dyadic_negative(bound->term[i].coefficient[k]);
}

/* sqrt(x) of an x > 0, when that is a dyadic number: limbs come in whole places, an even number of
 * which has a power of two for its root. */
static bool has_root(dyadic_arena *arena, dyadic x, dyadic *length)
{
    const int odd = x.place % 2 != 0, size = x.size + odd;
    mp_limb_t *square = dyadic_arena_take(arena, (size_t)size);
    mp_limb_t *limbs = dyadic_arena_take(arena, (size_t)(size + 1) / 2);
    mp_limb_t *rest = dyadic_arena_take(arena, (size_t)size);
    if (rest == NULL)
        return false;
    square[0] = 0;
    mpn_copyi(square + odd, x.limb, x.size);
    if (mpn_sqrtrem(limbs, rest, square, size) != 0)
        return false;
    *length = dyadic_on(limbs, (size + 1) / 2, (x.place - odd) / 2, 1);
    return true;
}

/* -reach |along|, folded into the terms where it is dyadic. */
static void shrink(dyadic_arena *context, const body_problem *problem, const polygon_edge *edge,
                   body_bound *bound)
{
    dyadic length, reach = problem->motions.reach;
    if (SIGN(reach) == 0)
        return;
    if (has_root(context, edge->square, &length)) {
        bound->term[0] = less(context, &bound->term[0], MUL(reach, length));
        return;
    }
    bound->factor = NEGATIVE(reach);
    bound->square = edge->square;
}

body_bound body_line_of(dyadic_arena *context, const body_problem *problem, size_t edge)
{
    return seen_from(context, problem, &problem->edge[edge].edge, true);
}

body_bound body_bound_of(dyadic_arena *context, const body_problem *problem, size_t i,
                         body_side side)
{
    const polygon_edge *edge = &problem->edge[i].edge;
    body_bound bound = seen_from(context, problem, edge, side == BODY_OUTER || side == BODY_INNER);
    if (side == BODY_INNER || side == BODY_BEGIN)
        turn_round(&bound);
    if (side == BODY_END)
        bound.term[0] = less(context, &bound.term[0], edge->square);
    if (side == BODY_OUTER || side == BODY_INNER)
        shrink(context, problem, edge, &bound);
    return bound;
}

radical body_lowest_of(const body_bound *bound, bool second)
{
    radical lowest = radical_from(&bound->term[0]);
    if (dyadic_sign(bound->factor) != 0)
        lowest.part[second ? 2 : 1] = polynomial_from(&bound->factor, 1);
    return lowest;
}

pencil body_corner_pencil(dyadic_arena *context, const body_problem *problem, size_t edge)
{
    return pencil_from(context, &problem->motions, problem->edge[edge].corner);
}
