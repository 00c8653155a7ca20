/* SPDX-License-Identifier: MIT */
/* The events of bodies with corners as roots of polynomials in the shift. */
#include "starts/body_sieve.h"
#include "starts/body_starts.h"

typedef struct collection {
    dyadic_arena *arena;
    const body_problem *problem;
    body_sieve sieve;
    events found;
} collection;

/* ---- sources ------------------------------------------------------------------------ */

/* Adds the roots of a polynomial, of what was made since the mark. */
static void add_source(collection *all, size_t mark, polynomial p, root_range range)
{
    events_add_roots(&all->found, mark, p, range);
}

static bool may_be(collection *all, sieve_kind kind, size_t edge, const pencil_instant *instant,
                   root_range *range)
{
    sieve_place place = {.kind = kind, .edge = edge, .instant = instant};
    return body_sieve_range(all->arena, &all->sieve, place, range);
}

/* The same of a polynomial of degree at most 1, whose root is known when its factor is 1 or
 * -1; of shifts it always is. */
static void add_number(collection *all, size_t mark, polynomial p)
{
    dyadic_arena *context = all->arena;
    dyadic one = FROM(1);
    if (p.degree == 1 && dyadic_compare(SQUARE(p.coefficient[1]), one) == 0)
        events_add(&all->found, MUL(NEGATIVE(p.coefficient[0]), p.coefficient[1]));
    else
        add_source(all, mark, p, pencil_range(&all->problem->motions));
}

static polynomial product(dyadic_arena *arena, const polynomial *x, const polynomial *y)
{
    return polynomial_mul(arena, x, y);
}

static radical_field field_of(const body_bound *x, const body_bound *y)
{
    return (radical_field){x->square, y->square};
}

/* term[1]^2 - 4 term[2] term[0] */
static void add_tangency(collection *all, size_t edge, const body_bound *bound)
{
    dyadic_arena *context = all->arena;
    root_range range;
    if (!may_be(all, SIEVE_LINE, edge, NULL, &range))
        return;
    size_t mark = dyadic_mark(context);
    radical_field field = field_of(bound, bound);
    polynomial four = polynomial_scale(context, &bound->term[2], FROM(4));
    polynomial square = product(context, &bound->term[1], &bound->term[1]);
    radical lowest = body_lowest_of(bound, false), first = radical_from(&square);
    radical second = radical_scale(context, &lowest, &four);
    radical discriminant = radical_sub(context, &first, &second);
    add_source(all, mark, radical_norm(context, &field, &discriminant), range);
}

/* The bound at an instant. */
static void add_side(collection *all, size_t edge, const body_bound *bound,
                     const pencil_instant *instant)
{
    dyadic_arena *context = all->arena;
    root_range range;
    if (!may_be(all, SIEVE_LINE, edge, instant, &range))
        return;
    size_t mark = dyadic_mark(context);
    const pencil *motions = &all->problem->motions;
    const polynomial *terms[3] = {&bound->term[0], &bound->term[1], &bound->term[2]};
    radical_field field = field_of(bound, bound);
    polynomial divisor = pencil_divisor(context, motions, instant);
    body_bound lifted = {.factor = bound->factor};
    lifted.term[0] = pencil_at_instant(context, motions, terms, instant);
    radical value = body_lowest_of(&lifted, false);
    value.part[1] = product(context, &value.part[1], &divisor);
    add_source(all, mark, radical_norm(context, &field, &value), range);
}

/* Whether D is on the line at t = 0, whatever the factor. */
static bool is_touched(const body_bound *bound)
{
    return polynomial_is_zero(&bound->term[0]) && dyadic_sign(bound->factor) == 0;
}

/* The resultant of two bounds over w: (a c' - a' c)^2 - (a b' - a' b)(b c' - b' c), with
 * c, b, a for the terms; b c' - b' c when both are straight in w. Of two that are 0 at t = 0,
 * whatever the factor, the one of their other roots: a b' - a' b. */
static void add_corner(collection *all, const body_bound *x, const body_bound *y,
                       root_range range)
{
    dyadic_arena *context = all->arena;
    size_t mark = dyadic_mark(context);
    radical_field field = field_of(x, y);
    radical c = body_lowest_of(x, false), d = body_lowest_of(y, true);
    radical ad = radical_scale(context, &d, &x->term[2]);
    radical ca = radical_scale(context, &c, &y->term[2]);
    radical bd = radical_scale(context, &d, &x->term[1]);
    radical cb = radical_scale(context, &c, &y->term[1]);
    radical lowest = radical_sub(context, &bd, &cb);
    if (polynomial_is_zero(&x->term[2]) && polynomial_is_zero(&y->term[2])) {
        add_source(all, mark, radical_norm(context, &field, &lowest), range);
        return;
    }
    polynomial ab = product(context, &x->term[2], &y->term[1]);
    polynomial ba = product(context, &x->term[1], &y->term[2]);
    polynomial highest = polynomial_sub(context, &ab, &ba);
    if (is_touched(x) && is_touched(y)) {
        add_source(all, mark, highest, range);
        return;
    }
    radical middle = radical_sub(context, &ad, &ca);
    radical square = radical_mul(context, &field, &middle, &middle);
    radical other = radical_scale(context, &lowest, &highest);
    radical resultant = radical_sub(context, &square, &other);
    add_source(all, mark, radical_norm(context, &field, &resultant), range);
}

/* Whether the two edges are less than half a turn apart. Other lines meet behind the outline, or
 * have been asked for the other way round. */
static bool turns_left(dyadic_arena *arena, const body_problem *problem, size_t i, size_t k)
{
    size_t mark = dyadic_mark(arena);
    dyadic turn =
        exact_minor(arena, problem->edge[i].edge.along, problem->edge[k].edge.along, 0, 1);
    dyadic_release(arena, mark);
    return dyadic_sign(turn) > 0;
}

/* The corners of an edge with those that follow it, as far as all between them may have
 * shrunk to nothing. */
static void add_corners(collection *all, size_t i, const body_bound *bound)
{
    const body_problem *problem = all->problem;
    for (size_t step = 1; step < problem->edges; step++) {
        size_t mark = dyadic_mark(all->arena), before = all->found.added;
        size_t k = (i + step) % problem->edges;
        sieve_place asked = {.kind = SIEVE_CORNER, .edge = i, .other = k};
        root_range range;
        if (!turns_left(all->arena, problem, i, k))
            return;
        if (body_sieve_range(all->arena, &all->sieve, asked, &range)) {
            body_bound other = body_bound_of(all->arena, problem, k, BODY_OUTER);
            add_corner(all, bound, &other, range);
        }
        if (all->found.added == before)
            dyadic_release(all->arena, mark);
        if (body_sieve_keeps(&all->sieve, k))
            return;
    }
}

/* ---- of each corner and edge -------------------------------------------------------- */

/* Of the circle round a corner. */
static void add_circle(collection *all, size_t corner)
{
    dyadic_arena *arena = all->arena;
    size_t mark = dyadic_mark(arena), before = all->found.added;
    pencil seen = body_corner_pencil(arena, all->problem, corner);
    root_range range;
    if (may_be(all, SIEVE_CIRCLE, corner, NULL, &range)) {
        size_t next = dyadic_mark(arena);
        add_source(all, next, pencil_tangency(arena, &seen), range);
    }
    if (!pencil_is_curved(&seen) && (seen.a.endless || seen.b.endless)) {
        size_t next = dyadic_mark(arena); /* where nothing moves any more */
        add_source(all, next, pencil_rest(arena, &seen), pencil_range(&seen));
    }
    for (int i = 0; i < seen.instants; i++)
        if (may_be(all, SIEVE_CIRCLE, corner, &seen.instant[i], &range)) {
            size_t next = dyadic_mark(arena);
            add_source(all, next, pencil_side(arena, &seen, &seen.instant[i]), range);
        }
    if (all->found.added == before)
        dyadic_release(arena, mark);
}

static void add_edge(collection *all, size_t i)
{
    size_t mark = dyadic_mark(all->arena), before = all->found.added;
    body_bound bound = body_bound_of(all->arena, all->problem, i, BODY_OUTER);
    if (!polynomial_is_zero(&bound.term[2])) /* else two ends on it never meet */
        add_tangency(all, i, &bound);
    for (int k = 0; k < all->problem->motions.instants; k++)
        add_side(all, i, &bound, &all->problem->motions.instant[k]);
    if (all->problem->reaching <= 0)
        add_corners(all, i, &bound);
    if (all->found.added == before)
        dyadic_release(all->arena, mark);
}

/* Where one life begins as the other one ends, or both end as they begin: the common life is
 * another one from there on. */
static void add_meetings(collection *all)
{
    const pencil *motions = &all->problem->motions;
    for (int i = 0; i < motions->instants; i++)
        for (int k = i + 1; k < motions->instants; k++) {
            const pencil_instant *x = &motions->instant[i], *y = &motions->instant[k];
            if (x->of_a == y->of_a)
                continue;
            size_t mark = dyadic_mark(all->arena);
            add_number(all, mark, pencil_meeting(all->arena, x, y));
        }
}

/* ---- all of them -------------------------------------------------------------------- */

events body_events_of(dyadic_arena *arena, const body_problem *problem)
{
    collection all = {arena, problem, body_sieve_of(arena, problem), events_begin(arena)};
    const bool rounded = problem->reaching > 0, point = problem->kind == POLYGON_POINT;
    if (problem->motions.kind == PENCIL_SPEEDS)
        events_add(&all.found, dyadic_zero());
    add_meetings(&all);
    for (size_t i = 0; i < problem->edges && !arena->exhausted; i++) {
        if (rounded)
            add_circle(&all, i);
        if (!point)
            add_edge(&all, i);
    }
    events_sort(&all.found);
    return all.found;
}
