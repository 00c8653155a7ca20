/* SPDX-License-Identifier: MIT */
/* The time for which a point in uniform motion is inside C.
 *
 * A half-plane holds it while tau is on one side of a surd, so the shrunken C (R <= 0)
 * and each rectangle of the grown one (R > 0) hold it for a *window* of time between two
 * surds; a disc holds it as disc_uniform.c says. The windows of the pieces make up one
 * interval, C being convex, and rounding is monotone: the ends of the union are the
 * outermost of the rounded ends, and need not be compared with each other. */
#include "contact/polygon_uniform.h"

#include "contact/comparison.h"
#include "contact/disc_uniform.h"
#include "contact/polygon.h"
#include "contact/question.h"
#include "contact/with_exact.h"
#include "numeric/surd.h"

/* ---- windows ------------------------------------------------------------------------ */

/* The times between two surds, open or closed as the question is. */
typedef struct window {
    surd lower, upper;
    bool endless; /* without an upper end */
    bool thin;    /* a condition holds with equality for ever: nothing is open */
    bool empty;
} window;

static window window_of_life(dyadic_arena *context, const exact_relative *r)
{
    window life = {.lower = surd_of(context, dyadic_zero()), .endless = r->endless};
    if (!r->endless)
        life.upper = surd_of(context, r->length);
    return life;
}

/* The times with constant + factor sqrt(radicand) + slope tau < 0. */
static void narrow(dyadic_arena *context, window *w, dyadic constant, dyadic factor,
                   dyadic radicand, dyadic slope)
{
    surd bound = {constant, factor, radicand, slope};
    int direction = SIGN(slope);
    if (direction == 0) {
        int sign = surd_sign(context, &bound);
        w->empty = w->empty || sign > 0;
        w->thin = w->thin || sign == 0;
    } else if (direction < 0) {
        bound.divisor = NEGATIVE(slope);
        if (surd_compare(context, &bound, &w->lower) > 0)
            w->lower = bound;
    } else {
        bound.rational = NEGATIVE(constant);
        bound.factor = NEGATIVE(factor);
        if (w->endless || surd_compare(context, &bound, &w->upper) < 0)
            w->upper = bound;
        w->endless = false;
    }
}

/* Gives back all since the mark but the window. */
static void keep(dyadic_arena *context, size_t mark, window *w)
{
    dyadic numbers[8] = {w->lower.rational, w->lower.factor, w->lower.radicand, w->lower.divisor,
                         w->upper.rational, w->upper.factor, w->upper.radicand, w->upper.divisor};
    dyadic_keep(context, mark, numbers, 8);
    w->lower = (surd){numbers[0], numbers[1], numbers[2], numbers[3]};
    w->upper = (surd){numbers[4], numbers[5], numbers[6], numbers[7]};
}

static contact contact_of(dyadic_arena *context, const window *w)
{
    if (w->empty)
        return CONTACT_APART;
    int order = w->endless ? -1 : surd_compare(context, &w->lower, &w->upper);
    if (order > 0)
        return CONTACT_APART;
    return order == 0 || w->thin ? CONTACT_TOUCH : CONTACT_OVERLAP;
}

/* ---- the pieces --------------------------------------------------------------------- */

/* across < R |e| for all edges, R <= 0. */
static window inner_window(dyadic_arena *context, const pair *question, const exact_relative *r)
{
    window w = window_of_life(context, r);
    polygon_walk walk = polygon_begin(question);
    polygon_edge edge;
    size_t mark = dyadic_mark(context);
    while (!w.empty && polygon_next(context, &walk, r, &edge)) {
        narrow(context, &w, polygon_across(context, &edge, r->place), NEGATIVE(r->reach),
               edge.square, exact_minor(context, r->velocity, edge.along, 0, 1));
        keep(context, mark, &w);
    }
    return w;
}

/* -R |e| < across < R |e| and 0 < ahead < |e|^2, R >= 0. */
static window edge_window(dyadic_arena *context, const polygon_edge *edge, const exact_relative *r)
{
    window w = window_of_life(context, r);
    w.empty = SIGN(edge->square) == 0; /* a point has no edge */
    dyadic none = dyadic_zero(), outward = NEGATIVE(r->reach);
    dyadic across = polygon_across(context, edge, r->place);
    dyadic drift = exact_minor(context, r->velocity, edge->along, 0, 1);
    narrow(context, &w, across, outward, edge->square, drift);
    narrow(context, &w, NEGATIVE(across), outward, edge->square, NEGATIVE(drift));
    dyadic ahead = polygon_ahead(context, edge, r->place);
    dyadic step = exact_dot(context, r->velocity, edge->along, 2);
    narrow(context, &w, NEGATIVE(ahead), none, none, NEGATIVE(step));
    narrow(context, &w, SUB(ahead, edge->square), none, none, step);
    return w;
}

/* The union of the pieces of one contact, rounded outward. */
typedef struct span {
    contact known;
    graze_interval when;
} span;

static void unite(span *all, graze_interval more)
{
    all->when.lower = more.lower < all->when.lower ? more.lower : all->when.lower;
    all->when.upper = more.upper > all->when.upper ? more.upper : all->when.upper;
}

typedef struct surd_comparison {
    comparison common;
    const surd *at;
} surd_comparison;

static int compare_time_of_surd(const comparison *self, dyadic x)
{
    const surd_comparison *full = (const surd_comparison *)(const void *)self;
    dyadic_arena *context = self->arena;
    return surd_compare_with(context, SUB(x, self->relative->begin), full->at);
}

static double round_surd(dyadic_arena *arena, const exact_relative *r, const surd *at, bool upper)
{
    surd_comparison end = {
        {.compare = compare_time_of_surd, .arena = arena, .relative = r}, at};
    double guess = nearest_double(r->begin) + surd_guess(at);
    return upper ? comparison_round_up(&end.common, guess)
                 : comparison_round_down(&end.common, guess);
}

static void unite_window(dyadic_arena *arena, const exact_relative *r, const window *w, span *all)
{
    if (contact_of(arena, w) != all->known)
        return;
    graze_interval when = {round_surd(arena, r, &w->lower, false),
                           w->endless ? INFINITY : round_surd(arena, r, &w->upper, true)};
    unite(all, when);
}

static void unite_disc(dyadic_arena *arena, const exact_relative *from_corner, span *all)
{
    meeting_interval part;
    if (exact_contact_of(arena, from_corner) != all->known)
        return;
    if (all->known == CONTACT_OVERLAP)
        disc_uniform_overlap_of(arena, from_corner, &part);
    else
        disc_uniform_touch_of(arena, from_corner, &part);
    unite(all, part.when);
}

/* ---- answers ------------------------------------------------------------------------ */

/* Is it the shrunken C that is asked about? */
static bool is_inner(const pair *question, const exact_relative *r)
{
    return dyadic_sign(r->reach) <= 0 && polygon_kind_of(question) == POLYGON_AREA;
}

static contact nearer(contact x, contact y) { return x < y ? x : y; }

contact polygon_uniform_contact(dyadic_arena *arena, const pair *question, const exact_relative *r)
{
    size_t mark = dyadic_mark(arena);
    if (is_inner(question, r)) {
        window inside = inner_window(arena, question, r);
        contact answer = contact_of(arena, &inside);
        dyadic_release(arena, mark);
        return answer;
    }
    if (dyadic_sign(r->reach) < 0)
        return CONTACT_APART;
    contact answer = (contact)polygon_sign_at(arena, question, r, r->place);
    polygon_walk walk = polygon_begin(question);
    polygon_edge edge;
    while (answer != CONTACT_OVERLAP && polygon_next(arena, &walk, r, &edge)) {
        exact_relative from_corner = polygon_from(arena, &edge, r);
        answer = nearer(answer, exact_contact_of(arena, &from_corner));
        window band = edge_window(arena, &edge, r);
        answer = nearer(answer, contact_of(arena, &band));
        dyadic_release(arena, mark);
    }
    return answer;
}

static graze_interval united_pieces(dyadic_arena *arena, const pair *question,
                                    const exact_relative *r, contact known)
{
    span all = {known, {INFINITY, -INFINITY}};
    size_t mark = dyadic_mark(arena);
    if (is_inner(question, r)) {
        window inside = inner_window(arena, question, r);
        unite_window(arena, r, &inside, &all);
        dyadic_release(arena, mark);
        return all.when;
    }
    polygon_walk walk = polygon_begin(question);
    polygon_edge edge;
    while (polygon_next(arena, &walk, r, &edge)) {
        exact_relative from_corner = polygon_from(arena, &edge, r);
        unite_disc(arena, &from_corner, &all);
        window band = edge_window(arena, &edge, r);
        unite_window(arena, r, &band, &all);
        dyadic_release(arena, mark);
    }
    return all.when;
}

/* Does nothing move, seen from C? */
static bool is_constant(const exact_relative *r)
{
    return dyadic_sign(r->velocity[0]) == 0 && dyadic_sign(r->velocity[1]) == 0;
}

void polygon_uniform_interval(dyadic_arena *context, const pair *question, const exact_relative *r,
                              contact known, meeting_interval *result)
{
    int last_sign = 1;
    if (r->endless) {
        last_sign = is_constant(r) ? (int)known : 1;
    } else {
        dyadic last[3];
        exact_place_at(context, r, r->length, last);
        last_sign = polygon_sign_at(context, question, r, last);
    }
    int first_sign = polygon_sign_at(context, question, r, r->place);
    result->begins_within = first_sign == (int)known;
    result->ends_within = last_sign == (int)known;
    result->from_begin = first_sign <= 0;
    result->to_end = last_sign <= 0;
    result->when = united_pieces(context, question, r, known);
    if (result->from_begin) /* the outer ends of an interior need no rectangle */
        result->when.lower = dyadic_to_double(r->begin, DYADIC_DOWN);
    if (result->to_end)
        result->when.upper = life_end_up(context, r);
}
