/* SPDX-License-Identifier: MIT */
/* A point in uniform motion and C: the time for which it is inside, how deep, and when first.
 *
 * A half-plane holds it while tau is on one side of a surd, so the shrunken C (R <= 0)
 * and each rectangle of the grown one (R > 0) hold it for a *window* of time between two
 * surds; a disc holds it as disc_uniform.c says. The windows of the pieces make up one
 * interval, C being convex, and rounding is monotone: the ends of the union are the
 * outermost of the rounded ends, and need not be compared with each other.
 *
 * The signed distance from C is a convex function of time. The greatest depth is found by
 * asking for contact with another reach, its instant by the slopes of the distance just before
 * and just after a time. */
#include "contact/polygon_uniform.h"

#include <math.h>

#include "contact/comparison.h"
#include "contact/disc_uniform.h"
#include "contact/polygon_guess.h"
#include "contact/question.h"
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

/* Whether it is the shrunken C that is asked about. */
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

/* Whether nothing moves, seen from C. */
static bool is_still(const dyadic *velocity)
{
    return dyadic_sign(velocity[0]) == 0 && dyadic_sign(velocity[1]) == 0;
}

void polygon_uniform_interval(dyadic_arena *context, const pair *question, const exact_relative *r,
                              contact known, meeting_interval *result)
{
    int last_sign = 1;
    if (r->endless) {
        last_sign = is_still(r->velocity) ? (int)known : 1;
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
    if (!result->from_begin || !result->to_end)
        result->when = united_pieces(context, question, r, known);
    if (result->from_begin) /* the outer ends of an interior need no rectangle */
        result->when.lower = dyadic_to_double(r->begin, DYADIC_DOWN);
    if (result->to_end)
        result->when.upper = life_end_up(context, r);
}

/* ---- slopes ------------------------------------------------------------------------- */

/* Whether the signed distance rises (1), falls (-1) or stays just before and just
 * after a place, when it is passed with the given velocity, which is not 0. */
typedef struct slope_pair {
    int before, after;
} slope_pair;

/* The edges that are nearest from inside: the greatest across/|e|, none above 0. */
typedef struct innermost {
    dyadic across, square;
    int least, most; /* slope signs of the edges that attain it */
    bool any;
} innermost;

static int slope_across(dyadic_arena *context, const polygon_edge *edge, const dyadic *velocity)
{
    return SIGN(exact_minor(context, velocity, edge->along, 0, 1));
}

static void take_inner(dyadic_arena *context, const polygon_edge *edge, dyadic across, int slope,
                       innermost *best)
{
    int order = 1; /* of across/|e| against the best one's, both not positive */
    if (best->any)
        order = dyadic_compare(MUL(SQUARE(best->across), edge->square),
                               MUL(SQUARE(across), best->square));
    if (order < 0)
        return;
    if (order > 0) {
        *best = (innermost){across, edge->square, slope, slope, true};
        return;
    }
    best->least = slope < best->least ? slope : best->least;
    best->most = slope > best->most ? slope : best->most;
}

/* The slope on leaving a place of a C without interior, with the given velocity. */
static int slope_on_segment(dyadic_arena *context, const polygon_edge *edge, dyadic ahead,
                            const dyadic *velocity, bool backwards)
{
    if (SIGN(edge->square) == 0 || slope_across(context, edge, velocity) != 0)
        return 1;
    int along = SIGN(exact_dot(context, velocity, edge->along, 2));
    along = backwards ? -along : along;
    bool leaves = along > 0 ? dyadic_compare(ahead, edge->square) >= 0 : SIGN(ahead) <= 0;
    return leaves ? 1 : 0;
}

/* How a place lies to the end of an edge. */
typedef struct passing {
    int past;  /* 1: past the end, 0: abreast of it */
    int drift; /* of the velocity along the edge */
} passing;

static passing passing_of(dyadic_arena *context, const polygon_edge *edge, const dyadic *place,
                          const dyadic *velocity)
{
    return (passing){dyadic_compare(polygon_ahead(context, edge, place), edge->square),
                     SIGN(exact_dot(context, velocity, edge->along, 2))};
}

/* Nearest to a corner. Where the place is abreast of it, the distance is least and rises
 * both ways, unless the way leads along an edge, to which it stays the same. */
static slope_pair slopes_at_corner(dyadic_arena *context, const polygon_edge *edge, passing last,
                                   int ahead, const dyadic *place, const dyadic *velocity)
{
    dyadic seen[2] = {SUB(place[0], edge->from[0]), SUB(place[1], edge->from[1])};
    int slope = SIGN(exact_dot(context, seen, velocity, 2));
    if (slope != 0)
        return (slope_pair){slope, slope};
    int drift = SIGN(exact_dot(context, velocity, edge->along, 2));
    bool onto_next = ahead == 0 && drift > 0, from_next = ahead == 0 && drift < 0;
    bool onto_last = last.past == 0 && last.drift < 0, from_last = last.past == 0 && last.drift > 0;
    return (slope_pair){from_next || from_last ? 0 : -1, onto_next || onto_last ? 0 : 1};
}

/* What one edge, or its corner, tells about a place outside: true when the nearest point
 * of C is there. A place is in a corner's normal cone when it is past the edge that leads
 * to the corner and not ahead of it on the next one. */
static bool slope_outside(dyadic_arena *context, const polygon_edge *edge, passing last,
                          const dyadic *place, const dyadic *velocity, slope_pair *slopes)
{
    dyadic across = polygon_across(context, edge, place);
    dyadic ahead = polygon_ahead(context, edge, place);
    if (SIGN(across) > 0 && SIGN(ahead) > 0 && dyadic_compare(ahead, edge->square) < 0) {
        int slope = slope_across(context, edge, velocity);
        *slopes = (slope_pair){slope, slope};
        return true;
    }
    if (last.past < 0 || SIGN(ahead) > 0)
        return false;
    *slopes = slopes_at_corner(context, edge, last, SIGN(ahead), place, velocity);
    return true;
}

/* How the place lies to the edge that leads to the first corner. */
static passing passing_of_last(dyadic_arena *context, const pair *question,
                               const exact_relative *r, const dyadic *place,
                               const dyadic *velocity)
{
    polygon_walk walk = polygon_begin(question);
    polygon_edge edge;
    passing last = {0, 0};
    size_t mark = dyadic_mark(context);
    while (polygon_next(context, &walk, r, &edge)) {
        last = passing_of(context, &edge, place, velocity);
        dyadic_release(context, mark);
    }
    return last;
}

static slope_pair slopes_outside(dyadic_arena *context, const pair *question,
                                 const exact_relative *r, const dyadic *place,
                                 const dyadic *velocity)
{
    slope_pair slopes = {0, 0};
    polygon_walk walk = polygon_begin(question);
    polygon_edge edge;
    passing last = passing_of_last(context, question, r, place, velocity);
    bool found = false;
    size_t mark = dyadic_mark(context);
    while (!found && polygon_next(context, &walk, r, &edge)) {
        found = slope_outside(context, &edge, last, place, velocity, &slopes);
        last = passing_of(context, &edge, place, velocity);
        dyadic_release(context, mark);
    }
    return slopes;
}

static slope_pair slopes_inside(dyadic_arena *context, const pair *question,
                                const exact_relative *r, const dyadic *place,
                                const dyadic *velocity)
{
    innermost best = {.any = false};
    polygon_walk walk = polygon_begin(question);
    polygon_edge edge;
    size_t mark = dyadic_mark(context);
    while (polygon_next(context, &walk, r, &edge)) {
        int slope = slope_across(context, &edge, velocity);
        take_inner(context, &edge, polygon_across(context, &edge, place), slope, &best);
        dyadic kept[2] = {best.across, best.square};
        dyadic_keep(context, mark, kept, 2);
        best.across = kept[0];
        best.square = kept[1];
    }
    return (slope_pair){best.least, best.most};
}

static slope_pair slopes_at(dyadic_arena *context, const pair *question, const exact_relative *r,
                            const dyadic *place, const dyadic *velocity)
{
    size_t mark = dyadic_mark(context);
    slope_pair slopes;
    exact_relative bare = *r;
    bare.reach = dyadic_zero();
    int sign = polygon_sign_at(context, question, &bare, place);
    if (sign <= 0 && polygon_kind_of(question) == POLYGON_AREA) {
        slopes = slopes_inside(context, question, r, place, velocity);
    } else if (sign > 0) {
        slopes = slopes_outside(context, question, r, place, velocity);
    } else {
        polygon_walk walk = polygon_begin(question);
        polygon_edge edge;
        polygon_next(context, &walk, r, &edge);
        dyadic ahead = polygon_ahead(context, &edge, place);
        slopes.after = slope_on_segment(context, &edge, ahead, velocity, false);
        slopes.before = -slope_on_segment(context, &edge, ahead, velocity, true);
    }
    dyadic_release(context, mark);
    return slopes;
}

/* ---- the depth ---------------------------------------------------------------------- */

typedef struct depth_comparison {
    comparison common;
    const pair *question;
} depth_comparison;

static const pair *question_of(const comparison *self)
{
    return ((const depth_comparison *)(const void *)self)->question;
}

/* x against the greatest depth: contact with the reach ra + rb - x; numbers: ra + rb. */
static int compare_depth(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    exact_relative r = *self->relative;
    r.reach = MUL(SUB(self->numbers[0], x), r.scale);
    return (int)polygon_uniform_contact(context, question_of(self), &r);
}

/* x against the earliest instant of the greatest depth. */
static int compare_time(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    const exact_relative *r = self->relative;
    dyadic tau = SUB(x, r->begin), place[2];
    int begins = SIGN(tau), ends = r->endless ? -1 : dyadic_compare(tau, r->length);
    if (begins < 0 || ends > 0)
        return begins < 0 ? -1 : 1;
    exact_place_at(context, r, tau, place);
    slope_pair slopes = slopes_at(context, question_of(self), r, place, r->velocity);
    if (begins > 0 && slopes.before >= 0)
        return 1;
    return ends < 0 && slopes.after < 0 ? -1 : 0;
}

static bool has_constant_distance(dyadic_arena *context, const pair *question,
                                  const exact_relative *r)
{
    if (is_still(r->velocity))
        return true;
    if (r->endless)
        return false;
    dyadic last[2];
    exact_place_at(context, r, r->length, last);
    return slopes_at(context, question, r, r->place, r->velocity).after == 0 &&
           slopes_at(context, question, r, last, r->velocity).before == 0;
}

void polygon_uniform_clearance(dyadic_arena *context, const pair *question, const exact_relative *r,
                               graze_clearance *result)
{
    depth_comparison ask = {{.arena = context, .relative = r}, question};
    comparison *common = &ask.common;
    double time, depth, above;
    polygon_guess_nearest(question, r, &time, &depth);

    common->compare = compare_depth;
    common->numbers[0] = SUM(question->radius_a, question->radius_b);
    result->common_life = true;
    result->depth = comparison_round_both(common, depth, &above);
    result->distance = -above;
    common->compare = compare_time;
    result->time = has_constant_distance(context, question, r) ? life_first_double(context, r)
                                                     : comparison_round_nearest(common, time);
}

/* With the reach ra + rb - tolerance the greatest depth of a touch is 0, so it is the tolerance
 * itself; it lasts as long as the touch, and begins with it. */
void polygon_uniform_touch_clearance(dyadic_arena *context, const pair *question,
                                     const exact_relative *r, const meeting_interval *touch,
                                     graze_clearance *result)
{
    *result = (graze_clearance){.common_life = true,
                                .depth = question->tolerance,
                                .distance = -question->tolerance};
    const depth_comparison ask = {{.compare = compare_time, .arena = context, .relative = r},
                                  question};
    if (!touch->from_begin)
        result->time = comparison_round_nearest(&ask.common, touch->when.lower);
    else
        result->time = touch->to_end ? life_first_double(context, r) : nearest_double(r->begin);
}
