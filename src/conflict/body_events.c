/* SPDX-License-Identifier: MIT */
/* The events of bodies with corners as roots of polynomials in the shift. */
#include "conflict/body_starts.h"

#include <string.h>

#include "numeric/ball.h"

typedef struct collection {
    dyadic_arena *arena;
    const body_problem *problem;
    body_event *last; /* found before, by `next` */
    size_t count;
} collection;

/* ---- sources ------------------------------------------------------------------------ */

static void add_event(collection *all, root at, const polynomial *source)
{
    body_event *event = body_take(all->arena, 1, sizeof *event);
    if (event == NULL)
        return;
    *event = (body_event){at, source, false, all->last};
    all->last = event;
    all->count++;
}

/* The source and its simple part, where the events will point at them. */
typedef struct source {
    polynomial full, square_free;
} source;

/* Adds the roots of a polynomial, of what was made since the mark; nothing stays of one
 * without roots. */
static void add_source(collection *all, size_t mark, polynomial p)
{
    dyadic_arena *arena = all->arena;
    root found[POLYNOMIAL_DEGREE_MAX];
    dyadic_keep(arena, mark, p.coefficient, p.degree + 1);
    source *kept = p.degree > 0 ? body_take(arena, 1, sizeof *kept) : NULL;
    int count = 0;
    if (kept != NULL) {
        kept->full = polynomial_primitive(arena, &p);
        kept->square_free = polynomial_square_free(arena, &kept->full);
        count = root_isolate(arena, &kept->square_free, starts_range(&all->problem->motions),
                             found);
    }
    if (count == 0)
        dyadic_release(arena, mark);
    for (int i = 0; i < count; i++)
        add_event(all, found[i], &kept->full);
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
static void add_tangency(collection *all, const body_bound *bound)
{
    dyadic_arena *context = all->arena;
    size_t mark = dyadic_mark(context);
    radical_field field = field_of(bound, bound);
    polynomial four = polynomial_scale(context, &bound->term[2], FROM(4));
    polynomial square = product(context, &bound->term[1], &bound->term[1]);
    radical lowest = body_lowest_of(bound, false), first = radical_from(&square);
    radical second = radical_scale(context, &lowest, &four);
    radical discriminant = radical_sub(context, &first, &second);
    add_source(all, mark, radical_norm(context, &field, &discriminant));
}

/* The bound at an instant that is linear in the shift: w = constant + factor s. */
static void add_side(collection *all, const body_bound *bound, dyadic begin, bool moves)
{
    dyadic_arena *context = all->arena;
    size_t mark = dyadic_mark(context);
    dyadic coefficient[2] = {begin, moves ? FROM(1) : dyadic_zero()};
    radical_field field = field_of(bound, bound);
    polynomial w = polynomial_from(coefficient, 2), sum = bound->term[2];
    for (int i = 1; i >= 0; i--) {
        sum = product(context, &sum, &w);
        sum = polynomial_add(context, &sum, &bound->term[i]);
    }
    radical value = body_lowest_of(bound, false);
    value.part[0] = sum;
    add_source(all, mark, radical_norm(context, &field, &value));
}

static void add_sides(collection *all, const body_bound *bound)
{
    const exact_piece *a = &all->problem->motions.a, *b = &all->problem->motions.b;
    add_side(all, bound, dyadic_zero(), true);
    add_side(all, bound, dyadic_zero(), false);
    if (!a->endless)
        add_side(all, bound, a->duration, true);
    if (!b->endless)
        add_side(all, bound, b->duration, false);
}

/* The resultant of two bounds over w: (a c' - a' c)^2 - (a b' - a' b)(b c' - b' c), with
 * c, b, a for the terms; b c' - b' c when both are straight in w. */
static void add_corner(collection *all, const body_bound *x, const body_bound *y)
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
        add_source(all, mark, radical_norm(context, &field, &lowest));
        return;
    }
    polynomial ab = product(context, &x->term[2], &y->term[1]);
    polynomial ba = product(context, &x->term[1], &y->term[2]);
    polynomial highest = polynomial_sub(context, &ab, &ba);
    radical middle = radical_sub(context, &ad, &ca);
    radical square = radical_mul(context, &field, &middle, &middle);
    radical other = radical_scale(context, &lowest, &highest);
    radical resultant = radical_sub(context, &square, &other);
    add_source(all, mark, radical_norm(context, &field, &resultant));
}

/* ---- which lines are neighbours when C is shrunk ------------------------------------- */

static ball ball_of(dyadic x)
{
    double value = dyadic_to_double(x, DYADIC_NEAREST);
    return (ball){value, fabs(value) * 0x1p-53 + 0x1p-1074};
}

typedef struct place {
    ball x, y;
} place;

/* The middle of an edge, moved inside by the negative reach. */
static place inside_of(const cornered_edge *edge, ball depth)
{
    ball x = ball_of(edge->along[0]), y = ball_of(edge->along[1]), half = ball_from(0.5);
    ball part = ball_div(depth, ball_sqrt(ball_of(edge->square)));
    place middle = {ball_add(ball_of(edge->from[0]), ball_mul(x, half)),
                    ball_add(ball_of(edge->from[1]), ball_mul(y, half))};
    return (place){ball_sub(middle.x, ball_mul(y, part)), ball_add(middle.y, ball_mul(x, part))};
}

/* Certainly farther inside the edge's line than that? */
static bool is_inside(place p, const cornered_edge *edge, ball depth)
{
    ball x = ball_sub(p.x, ball_of(edge->from[0])), y = ball_sub(p.y, ball_of(edge->from[1]));
    ball across = ball_sub(ball_mul(x, ball_of(edge->along[1])),
                           ball_mul(y, ball_of(edge->along[0])));
    ball length = ball_sqrt(ball_of(edge->square));
    return ball_sign(ball_add(across, ball_mul(depth, length))) == -1;
}

/* Is some of the edge's line certainly on the outline of the shrunk C? */
static bool stays(const body_problem *problem, size_t i)
{
    if (problem->reaching == 0)
        return true;
    ball depth = ball_of(dyadic_negative(problem->motions.reach));
    place middle = inside_of(&problem->edge[i].edge, depth);
    for (size_t k = 0; k < problem->edges; k++)
        if (k != i && !is_inside(middle, &problem->edge[k].edge, depth))
            return false;
    return true;
}

/* The corners of an edge with those that follow it, as far as all between them may have
 * shrunk to nothing. */
static void add_corners(collection *all, size_t i, const body_bound *bound)
{
    const body_problem *problem = all->problem;
    for (size_t step = 1; step < problem->edges; step++) {
        size_t mark = dyadic_mark(all->arena), before = all->count;
        size_t k = (i + step) % problem->edges;
        body_bound other = body_bound_of(all->arena, problem, k, BODY_OUTER);
        add_corner(all, bound, &other);
        if (all->count == before)
            dyadic_release(all->arena, mark);
        if (stays(problem, k))
            return;
    }
}

/* ---- all of them -------------------------------------------------------------------- */

/* Gives back what was made on the way to the sources since the mark. */
static void keep_sources(dyadic_arena *arena, size_t mark, starts_sources *sources)
{
    dyadic coefficient[STARTS_SOURCES * (POLYNOMIAL_DEGREE_MAX + 1)];
    int count = 0;
    for (int i = 0; i < sources->count; i++)
        for (int k = 0; k <= sources->at[i].degree; k++)
            coefficient[count++] = sources->at[i].coefficient[k];
    dyadic_keep(arena, mark, coefficient, count);
    count = 0;
    for (int i = 0; i < sources->count; i++)
        for (int k = 0; k <= sources->at[i].degree; k++)
            sources->at[i].coefficient[k] = coefficient[count++];
}

/* Of the circle round a corner. */
static void add_circle(collection *all, size_t corner)
{
    dyadic_arena *arena = all->arena;
    size_t mark = dyadic_mark(arena), before = all->count;
    starts_problem moved = body_corner_problem(arena, all->problem, corner);
    starts_sources sources = starts_sources_of(arena, &moved);
    keep_sources(arena, mark, &sources);
    for (int i = 0; i < sources.count; i++)
        add_source(all, dyadic_mark(arena), sources.at[i]);
    if (all->count == before)
        dyadic_release(arena, mark);
}

static void add_edge(collection *all, size_t i)
{
    size_t mark = dyadic_mark(all->arena), before = all->count;
    body_bound bound = body_bound_of(all->arena, all->problem, i, BODY_OUTER);
    if (!polynomial_is_zero(&bound.term[2])) /* else two ends on it never meet */
        add_tangency(all, &bound);
    add_sides(all, &bound);
    if (all->problem->reaching <= 0)
        add_corners(all, i, &bound);
    if (all->count == before)
        dyadic_release(all->arena, mark);
}

static void add_ends_of_lives(collection *all)
{
    dyadic shift[STARTS_CORNERS];
    int count = starts_corners(all->arena, &all->problem->motions, shift);
    for (int i = 0; i < count; i++)
        add_event(all, (root){.low = shift[i], .high = shift[i], .exact = true}, NULL);
}

/* ---- order -------------------------------------------------------------------------- */

/* Where the event belongs among those that are in order; *equal is the one at the same
 * shift, if any. */
static size_t place_of(dyadic_arena *arena, const body_events *all, body_event *event,
                       body_event **equal)
{
    size_t low = 0, high = all->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        size_t mark = dyadic_mark(arena);
        int order = root_compare_roots(arena, &event->at, &all->at[middle]->at);
        dyadic_release(arena, mark);
        if (order == 0) {
            *equal = all->at[middle];
            return middle;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void merge(body_event *kept, const body_event *other)
{
    kept->shared = true;
    if (other->at.exact && !kept->at.exact)
        kept->at = other->at;
}

static void insert(dyadic_arena *arena, body_events *all, body_event *event)
{
    body_event *equal = NULL;
    size_t i = place_of(arena, all, event, &equal);
    if (equal != NULL) {
        merge(equal, event);
        return;
    }
    memmove(&all->at[i + 1], &all->at[i], (all->count - i) * sizeof(body_event *));
    all->at[i] = event;
    all->count++;
}

body_events body_events_of(dyadic_arena *arena, const body_problem *problem)
{
    collection all = {.arena = arena, .problem = problem};
    body_events result = {.count = 0};
    const bool rounded = problem->reaching > 0, point = problem->kind == CORNERED_POINT;
    add_ends_of_lives(&all);
    for (size_t i = 0; i < problem->edges && !arena->exhausted; i++) {
        if (rounded)
            add_circle(&all, i);
        if (!point)
            add_edge(&all, i);
    }
    result.at = arena->exhausted ? NULL : body_take(arena, all.count, sizeof(body_event *));
    for (body_event *event = all.last; result.at != NULL && event != NULL; event = event->next)
        insert(arena, &result, event);
    return result;
}
