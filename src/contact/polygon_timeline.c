/* SPDX-License-Identifier: MIT */
/* The instants of a timeline: roots of the bands and discs of C's edges and corners that
 * lie on the boundary of the overlap set. For R >= 0 the edge and its neighbour tell
 * (beside the edge and ahead of its corners; in the corner's normal cone); for R < 0 all
 * other edges have to agree.
 *
 * A motion may keep its distance from an edge for ever. Then the times at which it passes
 * the edge's two ends are instants, and in between the sign is 0. */

#include "contact/polygon_timeline.h"

#include "contact/comparison.h"
#include "contact/disc_accelerated.h"

enum { ROOTS_MAX = 4 };

/* ---- instants of their own ----------------------------------------------------------- */

/* The limbs of an instant: both ends of its root, which are as long as the arena says, and its
 * polynomial, as much as three of them. Where that is too little, the next attempt has longer
 * ends. */
enum { POLYNOMIAL_ENDS = 3, INSTANT_ENDS = 2 + POLYNOMIAL_ENDS };

static dyadic copied(dyadic_arena *arena, dyadic x, mp_limb_t **at, mp_limb_t *end)
{
    if (x.sign == 0)
        return x;
    if (end - *at < x.size) {
        arena->exhausted = arena->outgrown = true;
        return dyadic_zero();
    }
    mpn_copyi(*at, x.limb, x.size);
    x.limb = *at;
    *at += x.size;
    return x;
}

void polygon_instant_room(dyadic_arena *arena, polygon_instant *instant)
{
    instant->limbs = dyadic_arena_take(arena, INSTANT_ENDS * arena->end_limbs);
}

/* A root and its polynomial, independent of the arena's present state. */
void polygon_instant_store(dyadic_arena *arena, const root *found, polygon_instant *instant)
{
    mp_limb_t *low = instant->limbs, *high = low + arena->end_limbs;
    mp_limb_t *at = high + arena->end_limbs, *end = low + INSTANT_ENDS * arena->end_limbs;
    const polynomial *p = found->square_free;
    instant->square_free.degree = p->degree;
    for (int i = 0; i <= p->degree; i++)
        instant->square_free.coefficient[i] = copied(arena, p->coefficient[i], &at, end);
    instant->at = *found;
    instant->at.room = low;
    instant->at.square_free = &instant->square_free;
    instant->at.low = copied(arena, found->low, &low, instant->limbs + arena->end_limbs);
    instant->at.high = copied(arena, found->high, &high, instant->limbs + 2 * arena->end_limbs);
}

/* Takes a root into the list unless it is there, or behind a full list. */
static void insert(dyadic_arena *arena, polygon_timeline *line, root *found)
{
    int i = line->count;
    if (line->low != NULL && root_compare_roots(arena, found, &line->low->at) <= 0)
        return;
    for (; i > 0; i--) {
        int order = root_compare_roots(arena, found, &line->at[i - 1]->at);
        if (order == 0)
            return;
        if (order > 0)
            break;
    }
    if (line->count == POLYGON_INSTANTS) {
        line->more = true;
        if (i == POLYGON_INSTANTS)
            return;
        line->count--;
    }
    polygon_instant *fresh = line->at[line->count];
    for (int k = line->count; k > i; k--)
        line->at[k] = line->at[k - 1];
    line->at[i] = fresh;
    line->count++;
    polygon_instant_store(arena, found, fresh);
}

/* ---- roots on the boundary ----------------------------------------------------------- */

/* An edge as seen by the moving point. */
typedef struct sight {
    polynomial across, ahead, rest; /* rest = |e|^2 - ahead: >= 0 before the next corner */
} sight;

static sight sight_of(dyadic_arena *context, const polygon_edge *edge, const exact_relative *r)
{
    sight s;
    polynomial whole = polynomial_from(&edge->square, 1);
    s.across = polygon_across_of(context, edge, r);
    s.ahead = polygon_ahead_of(context, edge, r);
    s.rest = polynomial_sub(context, &whole, &s.ahead);
    return s;
}

static bool is_beside(dyadic_arena *arena, root *at, const sight *s)
{
    return root_sign_of(arena, at, &s->across) >= 0 && root_sign_of(arena, at, &s->ahead) >= 0 &&
           root_sign_of(arena, at, &s->rest) >= 0;
}

/* across <= R |e|, R < 0, at a root. */
static bool is_inside_edge(dyadic_arena *arena, root *at, const polygon_edge *edge,
                           const exact_relative *r)
{
    polynomial across = polygon_across_of(arena, edge, r);
    if (root_sign_of(arena, at, &across) >= 0)
        return false;
    polynomial band = polygon_band_of(arena, edge, r);
    return root_sign_of(arena, at, &band) >= 0;
}

/* The edge that seems nearest from inside C, in doubles: walks up to it. */
static polygon_walk walk_to_nearest(const polygon_timeline *line, double x, double y)
{
    polygon_walk walk = polygon_begin(line->question), best = walk;
    double nearest = -INFINITY;
    while (!walk.ended) {
        polygon_walk here = walk;
        graze_point from, to;
        polygon_step(&walk, &from, &to);
        double ex = to.x - from.x, ey = to.y - from.y;
        double across = ((x - from.x) * ey - (y - from.y) * ex) / sqrt(ex * ex + ey * ey);
        if (across > nearest) {
            nearest = across;
            best = here;
        }
    }
    return best;
}

/* Whether no edge is nearer than |R| at a root. The edge that seems nearest is asked first:
 * where one is nearer, it mostly is, and a clearance of bodies with 16 corners takes half as
 * long, with 64 a fifth. */
static bool is_inside_all(dyadic_arena *context, const polygon_timeline *line, root *at)
{
    const exact_relative *r = line->relative;
    polygon_edge edge;
    dyadic place[2];
    size_t mark = dyadic_mark(context);
    exact_place_at(context, r, FROM(root_guess(context, at)), place);
    double scale = nearest_double(r->scale);
    polygon_walk walk =
        walk_to_nearest(line, nearest_double(place[0]) / scale, nearest_double(place[1]) / scale);
    polygon_next(context, &walk, r, &edge);
    bool inside = is_inside_edge(context, at, &edge, r);
    dyadic_release(context, mark);
    walk = polygon_begin(line->question);
    while (inside && polygon_next(context, &walk, r, &edge)) {
        inside = is_inside_edge(context, at, &edge, r);
        dyadic_release(context, mark);
    }
    return inside;
}

/* ---- the roots of one edge and its corner --------------------------------------------- */

typedef struct edge_view {
    polygon_timeline *line;
    const sight *here, *before; /* this edge, and the one that leads to its corner */
    enum { BESIDE, IN_CORNER, INSIDE, ANYWHERE } where;
} edge_view;

static bool is_on_boundary(dyadic_arena *arena, const edge_view *view, root *at)
{
    switch (view->where) {
    case BESIDE: return is_beside(arena, at, view->here);
    case IN_CORNER:
        return root_sign_of(arena, at, &view->here->ahead) <= 0 &&
               root_sign_of(arena, at, &view->before->rest) <= 0;
    case INSIDE: return is_inside_all(arena, view->line, at);
    default: return true;
    }
}

static void add_roots(dyadic_arena *arena, const edge_view *view, const polynomial *p)
{
    if (p->degree < 1 || arena->exhausted)
        return;
    root found[ROOTS_MAX];
    polynomial square_free = polynomial_square_free(arena, p);
    int count = root_isolate(arena, &square_free, life_range(view->line->relative), found);
    for (int i = 0; i < count; i++) {
        size_t mark = dyadic_mark(arena);
        if (is_on_boundary(arena, view, &found[i]))
            insert(arena, view->line, &found[i]);
        dyadic_release(arena, mark);
    }
}

static void add_edge(dyadic_arena *arena, const polygon_edge *edge, edge_view view)
{
    const exact_relative *r = view.line->relative;
    int reaching = dyadic_sign(r->reach);
    polynomial band = reaching == 0 ? view.here->across : polygon_band_of(arena, edge, r);
    view.where = reaching < 0 ? INSIDE : BESIDE;
    add_roots(arena, &view, &band);
    if (!polynomial_is_zero(&band) || reaching < 0 ||
        polynomial_sign_at(arena, &view.here->across, dyadic_zero()) < 0)
        return;
    view.where = ANYWHERE; /* it slides along the edge, on the outside */
    add_roots(arena, &view, &view.here->ahead);
    add_roots(arena, &view, &view.here->rest);
}

static void add_corner(dyadic_arena *arena, const polygon_edge *edge, edge_view view)
{
    exact_relative from_corner = polygon_from(arena, edge, view.line->relative);
    polynomial disc = disc_accelerated_quartic(arena, &from_corner);
    view.where = IN_CORNER;
    add_roots(arena, &view, &disc);
}

/* Gives back all since the mark but one edge. */
static void keep_edge(dyadic_arena *arena, size_t mark, polygon_edge *edge)
{
    dyadic numbers[5] = {edge->from[0], edge->from[1], edge->along[0], edge->along[1],
                         edge->square};
    dyadic_keep(arena, mark, numbers, 5);
    *edge = (polygon_edge){{numbers[0], numbers[1]}, {numbers[2], numbers[3]}, numbers[4]};
}

static polygon_edge last_edge(dyadic_arena *arena, const polygon_timeline *line)
{
    polygon_walk walk = polygon_begin(line->question);
    polygon_edge edge, last;
    size_t mark = dyadic_mark(arena);
    while (polygon_next(arena, &walk, line->relative, &edge)) {
        last = edge;
        keep_edge(arena, mark, &last);
    }
    return last;
}

/* Collects the next instants after line->low. */
static void collect(dyadic_arena *arena, polygon_timeline *line)
{
    size_t start = dyadic_mark(arena);
    bool point = polygon_kind_of(line->question) == POLYGON_POINT;
    bool corners = dyadic_sign(line->relative->reach) > 0 || point;
    polygon_edge edge, last = last_edge(arena, line);
    polygon_walk walk = polygon_begin(line->question);
    line->count = line->next = 0;
    line->more = false;
    while (polygon_next(arena, &walk, line->relative, &edge) && !arena->exhausted) {
        sight here = sight_of(arena, &edge, line->relative);
        sight before = sight_of(arena, &last, line->relative);
        edge_view view = {.line = line, .here = &here, .before = &before};
        if (corners)
            add_corner(arena, &edge, view);
        if (!point)
            add_edge(arena, &edge, view);
        last = edge;
        keep_edge(arena, start, &last);
    }
    dyadic_release(arena, start);
}

/* ---- gaps ---------------------------------------------------------------------------- */

void polygon_timeline_begin(dyadic_arena *arena, const pair *question,
                            const exact_relative *relative, polygon_timeline *line)
{
    line->question = question;
    line->relative = relative;
    line->low = NULL;
    line->ended = false;
    for (int i = 0; i < POLYGON_INSTANTS + 1; i++)
        polygon_instant_room(arena, &line->store[i]);
    for (int i = 0; i < POLYGON_INSTANTS; i++)
        line->at[i] = &line->store[i];
    if (!arena->exhausted)
        collect(arena, line);
}

/* The last instant of a batch begins the next one. */
static void refill(dyadic_arena *arena, polygon_timeline *line)
{
    polygon_instant *kept = &line->store[POLYGON_INSTANTS];
    polygon_instant_store(arena, &line->low->at, kept);
    line->low = kept;
    collect(arena, line);
}

static int sign_between(dyadic_arena *context, const polygon_timeline *line,
                        const polygon_gap *gap)
{
    const exact_relative *r = line->relative;
    root begin = {.exact = true}, end = {.low = r->length, .high = r->length, .exact = true};
    root *from = gap->low == NULL ? &begin : gap->low, *to = gap->high == NULL ? &end : gap->high;
    size_t mark = dyadic_mark(context);
    dyadic place[2];
    const bool never_ends = gap->high == NULL && r->endless;
    dyadic tau = never_ends ? ADD(from->high, FROM(1)) : root_between(context, from, to);
    exact_place_at(context, r, tau, place);
    int sign = polygon_sign_at(context, line->question, r, place);
    dyadic_release(context, mark);
    return sign;
}

bool polygon_timeline_next(dyadic_arena *arena, polygon_timeline *line, polygon_gap *gap)
{
    const exact_relative *r = line->relative;
    if (arena->exhausted || line->ended)
        return false;
    if (line->low == NULL && line->count > 0 &&
        root_compare(arena, &line->at[0]->at, dyadic_zero()) == 0)
        line->low = line->at[line->next++];
    if (line->next == line->count && line->more)
        refill(arena, line);
    gap->low = line->low == NULL ? NULL : &line->low->at;
    line->low = line->next < line->count ? line->at[line->next++] : NULL;
    gap->high = line->low == NULL ? NULL : &line->low->at;
    line->ended = gap->high == NULL ||
                  (!r->endless && root_compare(arena, gap->high, r->length) == 0);
    gap->sign = sign_between(arena, line, gap);
    return !arena->exhausted;
}
