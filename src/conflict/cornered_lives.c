/* SPDX-License-Identifier: MIT */
/* One place of overlap for two uniform motions whose starts do not matter.
 *
 * While u and w run through both lives, the relative place A(u) - B(w) runs through a
 * parallelogram. An open convex set meets it iff it meets one of its four sides, each the
 * path of a uniform motion, or lies inside it altogether; then any point of it will do.
 * Either way there is a rational one. */

#include "conflict/cornered_lives.h"

#include <math.h>

#include "conflict/cornered_deep.h"
#include "contact/polygon.h"
#include "contact/polygon_nearest.h"
#include "contact/polygon_uniform.h"
#include "contact/question.h"
#include "contact/with_exact.h"

/* ---- the parallelogram -------------------------------------------------------------- */

cornered_lives cornered_lives_of(dyadic_arena *context, const pair *question)
{
    cornered_lives l;
    exact_piece_of(context, question->a, 2, &l.a);
    exact_piece_of(context, question->b, 2, &l.b);
    dyadic start = exact_sum(context, question->a->start, question->a->start_tail);
    l.origin = SUB(l.b.begin, SUB(l.a.begin, start)); /* a parked motion lives from its end */
    for (int k = 0; k < 2; k++) {
        dyadic place = SUB(l.a.place[k], l.b.place[k]);
        l.apart[k] = exact_scaled(context, exact_scaled(context, place, &l.a), &l.b);
        l.step_a[k] = exact_scaled(context, l.a.step[k], &l.b);
        l.step_b[k] = exact_scaled(context, l.b.step[k], &l.a);
    }
    dyadic reach = ADD(FROM(question->radius_a), FROM(question->radius_b));
    reach = SUB(reach, FROM(question->tolerance));
    l.still = (exact_relative){.dimensions = 2, .scaled = l.a.scaled || l.b.scaled};
    l.still.reach = exact_scaled(context, exact_scaled(context, reach, &l.a), &l.b);
    l.still.scale = exact_scaled(context, exact_scaled(context, FROM(1), &l.a), &l.b);
    return l;
}

/* The side on which one of the two stands at the begin or at the end of its life. */
typedef struct side {
    bool a_moves, at_end;
} side;

static exact_relative motion_along(dyadic_arena *context, const cornered_lives *l, side which)
{
    const exact_piece *moving = which.a_moves ? &l->a : &l->b;
    const exact_piece *standing = which.a_moves ? &l->b : &l->a;
    exact_relative r = l->still;
    r.endless = moving->endless;
    r.length = moving->endless ? dyadic_zero() : moving->duration;
    for (int k = 0; k < 2; k++) {
        r.place[k] = l->apart[k];
        if (which.at_end && which.a_moves)
            r.place[k] = SUB(r.place[k], MUL(l->step_b[k], standing->duration));
        if (which.at_end && !which.a_moves)
            r.place[k] = ADD(r.place[k], MUL(l->step_a[k], standing->duration));
        r.velocity[k] = which.a_moves ? l->step_a[k] : NEGATIVE(l->step_b[k]);
    }
    return r;
}

static bool is_empty(const exact_piece *piece)
{
    return !piece->endless && dyadic_sign(piece->duration) <= 0;
}

/* ---- one spot ------------------------------------------------------------------------ */

/* The sign of the least signed distance's side: is tau before (-1) or after (1) the
 * overlap of a motion, or in it (0)? */
static int side_of_overlap(dyadic_arena *context, const pair *question, const exact_relative *r,
                           dyadic tau)
{
    size_t mark = dyadic_mark(context);
    dyadic place[2];
    exact_place_at(context, r, tau, place);
    int answer = 0;
    if (cornered_sign_at(context, question, r, place) >= 0) {
        cornered_slopes slopes = cornered_slopes_at(context, question, r, place, r->velocity);
        answer = slopes.after < 0 ? -1 : 1;
    }
    dyadic_release(context, mark);
    return answer;
}

/* A dyadic instant inside the overlap of a motion, by halving. */
static dyadic instant_of_overlap(dyadic_arena *context, const pair *question,
                                 const exact_relative *r)
{
    stretch overlap;
    cornered_straight_stretch(context, question, r, CONTACT_OVERLAP, &overlap);
    double first = overlap.when.lower, last = overlap.when.upper;
    double middle = isinf(last) ? first + fmax(1, first) : 0.5 * first + 0.5 * last;
    if (first < middle && middle < last)
        return FROM(middle);
    size_t mark = dyadic_mark(context);
    dyadic ends[2] = {FROM(first), FROM(fmin(last, DBL_MAX))};
    if (isinf(last) && !r->endless)
        ends[1] = r->length; /* an end beyond the largest double */
    while (isinf(last) && r->endless && !context->exhausted &&
           side_of_overlap(context, question, r, ends[1]) < 0)
        ends[1] = dyadic_scale(context, ends[1], 1);
    while (!context->exhausted) {
        dyadic tau = MUL(ADD(ends[0], ends[1]), FROM(0.5));
        int where = side_of_overlap(context, question, r, tau);
        if (where == 0)
            return tau;
        ends[where < 0 ? 0 : 1] = tau;
        dyadic_keep(context, mark, ends, 2);
    }
    return dyadic_zero();
}

static bool find_on_side(dyadic_arena *context, const pair *question, const cornered_lives *l,
                         side which, cornered_spot *found)
{
    const exact_piece *standing = which.a_moves ? &l->b : &l->a;
    if (which.at_end && standing->endless)
        return false;
    exact_relative r = motion_along(context, l, which);
    if (cornered_straight_contact(context, question, &r) != CONTACT_OVERLAP)
        return false;
    dyadic moved = instant_of_overlap(context, question, &r);
    dyadic stood = which.at_end ? standing->duration : dyadic_zero();
    found->u = which.a_moves ? moved : stood;
    found->w = which.a_moves ? stood : moved;
    found->denominator = FROM(1);
    return true;
}

static bool is_within(dyadic_arena *context, dyadic numerator, dyadic denominator,
                      const exact_piece *life)
{
    return SIGN(numerator) > 0 &&
           (life->endless || dyadic_compare(numerator, MUL(life->duration, denominator)) < 0);
}

/* Is the place point/weight strictly inside the parallelogram? Then apart + a u - b w is
 * it for one (u, w). */
static bool find_at_point(dyadic_arena *context, const cornered_lives *l, const dyadic *point,
                          double weight, cornered_spot *found)
{
    dyadic turn = exact_minor(context, l->step_a, l->step_b, 0, 1), ahead[2];
    if (SIGN(turn) == 0)
        return false;
    for (int k = 0; k < 2; k++)
        ahead[k] = SUB(point[k], MUL(l->apart[k], FROM(weight)));
    dyadic u = exact_minor(context, ahead, l->step_b, 0, 1);
    dyadic w = exact_minor(context, ahead, l->step_a, 0, 1);
    if (SIGN(turn) < 0) {
        u = NEGATIVE(u);
        w = NEGATIVE(w);
        turn = NEGATIVE(turn);
    }
    dyadic denominator = MUL(turn, FROM(weight));
    if (!is_within(context, u, denominator, &l->a) || !is_within(context, w, denominator, &l->b))
        return false;
    *found = (cornered_spot){u, w, denominator};
    return true;
}

/* When no side meets the overlap set: is all of it inside? A point of it: a corner of C
 * for R > 0, the middle of three corners for R = 0. */
static bool find_inside(dyadic_arena *context, const pair *question, const cornered_lives *l,
                        cornered_spot *found)
{
    cornered_walk walk = cornered_begin(question);
    cornered_edge edge;
    dyadic sum[2] = {dyadic_zero(), dyadic_zero()};
    int reaching = SIGN(l->still.reach), corners = reaching > 0 ? 1 : 3;
    if (reaching < 0)
        return cornered_find_deep(context, question, &l->still, sum) &&
               find_at_point(context, l, sum, 1, found);
    for (int i = 0; i < corners; i++) {
        if (!cornered_next(context, &walk, &l->still, &edge))
            return false; /* a C without interior */
        for (int k = 0; k < 2; k++)
            sum[k] = ADD(sum[k], edge.from[k]);
    }
    return find_at_point(context, l, sum, corners, found);
}

bool cornered_find_spot(dyadic_arena *context, const pair *question, const cornered_lives *l,
                        cornered_spot *found)
{
    if (is_empty(&l->a) || is_empty(&l->b))
        return false;
    for (int i = 0; i < 4; i++) {
        size_t mark = dyadic_mark(context);
        const side which = {i % 2 == 0, i >= 2};
        if (find_on_side(context, question, l, which, found)) {
            dyadic kept[3] = {found->u, found->w, found->denominator};
            dyadic_keep(context, mark, kept, 3);
            *found = (cornered_spot){kept[0], kept[1], kept[2]};
            return true;
        }
        dyadic_release(context, mark);
    }
    return find_inside(context, question, l, found);
}
