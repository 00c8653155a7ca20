/* SPDX-License-Identifier: MIT */
/* The greatest depth of bodies with corners in uniform motion, and its time. The signed
 * distance from C is a convex function of time. The greatest depth is found by asking for
 * contact with another reach, its instant by the slopes of the distance just before and just
 * after a time. */
#include "contact/polygon_nearest.h"

#include <math.h>

#include "contact/comparison.h"
#include "contact/polygon.h"
#include "contact/polygon_guess.h"
#include "contact/polygon_uniform.h"
#include "contact/question.h"
#include "contact/with_exact.h"

/* ---- slopes ------------------------------------------------------------------------- */

/* Whether the signed distance rises (1), falls (-1) or stays just before and just
 * after a place, when it is passed with the given velocity. */
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
    if (SIGN(velocity[0]) == 0 && SIGN(velocity[1]) == 0)
        return 0;
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
    if (slope != 0 || (SIGN(velocity[0]) == 0 && SIGN(velocity[1]) == 0))
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

static bool is_constant(dyadic_arena *context, const pair *question, const exact_relative *r)
{
    if (SIGN(r->velocity[0]) == 0 && SIGN(r->velocity[1]) == 0)
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
    double time, depth;
    polygon_guess_nearest(question, r, &time, &depth);

    common->compare = compare_depth;
    common->numbers[0] = ADD(FROM(question->radius_a), FROM(question->radius_b));
    result->common_life = true;
    result->depth = comparison_round_nearest(common, depth);
    result->distance = -comparison_round_up(common, result->depth);
    common->compare = compare_time;
    result->time = is_constant(context, question, r) ? life_first_double(context, r)
                                                     : comparison_round_nearest(common, time);
}
