/* SPDX-License-Identifier: MIT */
/* Is there a place of C that is deeper inside than a tolerance asks for?
 *
 * A place is proof that there is. That there is none is proven by three edges: if
 * weights w > 0 make their outward normals n vanish, sum w n = 0, then no place p can have
 * n.p - h < -d |n| on all three unless sum w h > d sum w |n|. For the deepest place of a
 * polygon there are three such edges that make it so (Farkas, Helly). Doubles find the
 * place and the edges near it. Where its depth agrees with d in all of a double's digits,
 * steps in doubles from an exact place make it better by as many digits each. */
#include "conflict/cornered_deep.h"

#include <math.h>

#include "contact/comparison.h"
#include "contact/polygon.h"
#include "contact/polygon_guess.h"
#include "contact/question.h"
#include "contact/with_exact.h"
#include "numeric/surd.h"

enum { NEAREST_EDGES = 8 };

/* Doubles here are quotients of lengths, and lengths in units of 2^unit, about as long as C
 * is: in any other unit squares of lengths would leave their range. */
static double in_units(dyadic_arena *context, dyadic x, long exponent)
{
    return nearest_double(dyadic_scale(context, x, -exponent));
}

/* About the length of an edge, as an exponent. */
static long length_of(const cornered_edge *edge)
{
    return SIGN(edge->square) == 0 ? 0 : dyadic_exponent(edge->square) / 2;
}

/* The edges nearest to a place, in order round C. */
typedef struct nearest_edges {
    cornered_edge edge[NEAREST_EDGES];
    double across[NEAREST_EDGES];
    int count;
} nearest_edges;

static int farthest_of(const nearest_edges *near)
{
    int farthest = 0;
    for (int i = 1; i < near->count; i++)
        if (near->across[i] < near->across[farthest])
            farthest = i;
    return farthest;
}

static void take(nearest_edges *near, const cornered_edge *edge, double across)
{
    if (near->count == NEAREST_EDGES) {
        int farthest = farthest_of(near);
        if (across <= near->across[farthest])
            return;
        near->count--;
        for (int i = farthest; i < near->count; i++) {
            near->edge[i] = near->edge[i + 1];
            near->across[i] = near->across[i + 1];
        }
    }
    near->edge[near->count] = *edge;
    near->across[near->count++] = across;
}

/* Gives back all since the mark but the edges. */
static void keep(dyadic_arena *arena, size_t mark, nearest_edges *near)
{
    dyadic numbers[5 * NEAREST_EDGES];
    for (int i = 0; i < near->count; i++) {
        const cornered_edge *e = &near->edge[i];
        const dyadic of_edge[5] = {e->from[0], e->from[1], e->along[0], e->along[1], e->square};
        for (int k = 0; k < 5; k++)
            numbers[5 * i + k] = of_edge[k];
    }
    dyadic_keep(arena, mark, numbers, 5 * near->count);
    for (int i = 0; i < near->count; i++) {
        const dyadic *kept = &numbers[5 * i];
        near->edge[i] = (cornered_edge){{kept[0], kept[1]}, {kept[2], kept[3]}, kept[4]};
    }
}

static void find_nearest(dyadic_arena *arena, const pair *question, const exact_relative *r,
                         const dyadic *place, long unit, nearest_edges *near)
{
    cornered_walk walk = cornered_begin(question);
    cornered_edge edge;
    size_t mark = dyadic_mark(arena);
    near->count = 0;
    while (cornered_next(arena, &walk, r, &edge)) {
        const long length = length_of(&edge);
        double across = in_units(arena, cornered_across(arena, &edge, place), length + unit);
        take(near, &edge, across / sqrt(in_units(arena, edge.square, 2 * length)));
        keep(arena, mark, near);
    }
}

/* The sign of x - sqrt(a) - sqrt(b) - sqrt(c) for x > 0: where x - sqrt(a) is positive,
 * that of its square minus (sqrt(b) + sqrt(c))^2. */
static int sign_less_roots(dyadic_arena *context, dyadic x, const dyadic *squares)
{
    dyadic one = FROM(1), minus_two = FROM(-2);
    surd first = {x, FROM(-1), squares[0], one};
    if (surd_sign(context, &first) <= 0)
        return -1;
    dyadic rational = SUB(ADD(SQUARE(x), squares[0]), ADD(squares[1], squares[2]));
    surd left = {rational, MUL(minus_two, x), squares[0], one};
    surd right = {dyadic_zero(), FROM(2), MUL(squares[1], squares[2]), one};
    return surd_compare(context, &left, &right);
}

/* Do three edges, in order round C, leave no place? */
static bool excludes(dyadic_arena *context, const exact_relative *r,
                     const cornered_edge *const *edge)
{
    const dyadic origin[2] = {dyadic_zero(), dyadic_zero()};
    dyadic room = dyadic_zero(), squares[3];
    bool any = false;
    for (int i = 0; i < 3; i++) {
        const cornered_edge *next = edge[(i + 1) % 3], *last = edge[(i + 2) % 3];
        dyadic weight = exact_minor(context, next->along, last->along, 0, 1);
        if (SIGN(weight) < 0)
            return false;
        any = any || SIGN(weight) > 0;
        room = SUB(room, MUL(weight, cornered_across(context, edge[i], origin)));
        squares[i] = MUL(SQUARE(MUL(weight, r->reach)), edge[i]->square);
    }
    return any && (SIGN(room) <= 0 || sign_less_roots(context, room, squares) <= 0);
}

static bool is_excluded(dyadic_arena *context, const exact_relative *r, const nearest_edges *near)
{
    bool excluded = false;
    size_t mark = dyadic_mark(context);
    for (int i = 0; i < near->count; i++)
        for (int j = i + 1; j < near->count; j++)
            for (int k = j + 1; k < near->count && !excluded; k++) {
                const cornered_edge *const three[3] = {&near->edge[i], &near->edge[j],
                                                       &near->edge[k]};
                excluded = excludes(context, r, three);
                dyadic_release(context, mark);
            }
    return excluded;
}

/* ---- going deeper --------------------------------------------------------------------- */

/* An edge's unit normal and how far outside of the shrunken edge a place is. */
typedef struct slant {
    double x, y, excess;
} slant;

/* across/|e| - R for a place inside C. Both are negative and may agree in all their
 * digits, so the difference of their squares is taken exactly. */
static slant slant_of(dyadic_arena *context, const exact_relative *r, const cornered_edge *edge,
                      const dyadic *place, long unit)
{
    const long exponent = length_of(edge);
    dyadic across = cornered_across(context, edge, place);
    dyadic squares = SUB(SQUARE(across), MUL(SQUARE(r->reach), edge->square));
    double length = sqrt(in_units(context, edge->square, 2 * exponent));
    double sum = in_units(context, across, exponent + unit) +
                 in_units(context, r->reach, unit) * length;
    return (slant){in_units(context, edge->along[1], exponent) / length,
                   -in_units(context, edge->along[0], exponent) / length,
                   in_units(context, squares, 2 * (exponent + unit)) / (sum * length)};
}

/* A step after which three edges are equally deep. */
typedef struct deeper {
    double x, y, excess; /* excess: of all three, after it */
} deeper;

static bool level_out(const slant *i, const slant *j, const slant *k, deeper *step)
{
    const double slack = -0x1p-40; /* edges that are nearly parallel to each other */
    if (i->x * j->y - i->y * j->x < slack || j->x * k->y - j->y * k->x < slack ||
        k->x * i->y - k->y * i->x < slack)
        return false; /* there is a way out between two of them */
    double ax = i->x - j->x, ay = i->y - j->y, bx = i->x - k->x, by = i->y - k->y;
    double turn = ax * by - ay * bx, a = j->excess - i->excess, b = k->excess - i->excess;
    step->x = (a * by - b * ay) / turn;
    step->y = (ax * b - bx * a) / turn;
    step->excess = i->excess + i->x * step->x + i->y * step->y;
    return isfinite(step->x) && isfinite(step->y) && isfinite(step->excess);
}

/* The distances from edges are linear, so one step would do in real numbers; each one in
 * doubles leaves about 2^-50 of what the place was off by. The three edges that decide are
 * those that stay the least deep. */
static bool go_deeper(dyadic_arena *context, const exact_relative *r, const nearest_edges *near,
                      long unit, dyadic *place)
{
    slant all[NEAREST_EDGES];
    deeper best = {0, 0, -INFINITY}, step;
    size_t mark = dyadic_mark(context);
    for (int i = 0; i < near->count; i++)
        all[i] = slant_of(context, r, &near->edge[i], place, unit);
    for (int i = 0; i < near->count; i++)
        for (int j = i + 1; j < near->count; j++)
            for (int k = j + 1; k < near->count; k++)
                if (level_out(&all[i], &all[j], &all[k], &step) && step.excess > best.excess)
                    best = step;
    dyadic_release(context, mark);
    if (best.excess == -INFINITY)
        return false;
    place[0] = ADD(place[0], dyadic_scale(context, FROM(best.x), unit));
    place[1] = ADD(place[1], dyadic_scale(context, FROM(best.y), unit));
    return true;
}

enum { DEEPER_ROUNDS = 24 };

bool cornered_find_deep(dyadic_arena *context, const pair *question, const exact_relative *r,
                        dyadic *place)
{
    if (cornered_kind_of(question) != CORNERED_POLYGON)
        return false;
    int exponent;
    graze_point deepest = cornered_guess_deepest(question, &exponent);
    place[0] = dyadic_scale(context, FROM(deepest.x), exponent);
    place[1] = dyadic_scale(context, FROM(deepest.y), exponent);
    for (int k = 0; k < 2 && r->scaled; k++)
        place[k] = MUL(place[k], r->scale);
    const long unit = exponent + (r->scaled ? dyadic_exponent(r->scale) : 0);
    for (int round = 0; round < DEEPER_ROUNDS; round++) {
        if (cornered_sign_at(context, question, r, place) < 0)
            return true;
        nearest_edges near;
        size_t mark = dyadic_mark(context);
        find_nearest(context, question, r, place, unit, &near);
        bool excluded = is_excluded(context, r, &near);
        bool goes_on = !excluded && go_deeper(context, r, &near, unit, place);
        dyadic_keep(context, mark, place, 2);
        if (excluded)
            return false;
        if (!goes_on)
            break;
    }
    context->exhausted = true;
    return false;
}
