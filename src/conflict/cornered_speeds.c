/* SPDX-License-Identifier: MIT */
/* Unsafe speeds of bodies with corners.
 *
 * Driven k times as fast, a has covered the path coordinate x = k u of its own motion at
 * local time u. In the (x, w) plane the overlaps do not depend on k (speeds.c), and factor
 * k is the line w = shift + x/k: a spot of overlap with x > 0 and w > shift tells one
 * unsafe factor x/(w - shift), and exact decisions at doubles round both ends. A factor is
 * decided in the time t' = k t, in which a moves as it does and b k times as slowly. */
#include "conflict/cornered_speeds.h"

#include <math.h>

#include "conflict/cornered_answers.h"
#include "conflict/cornered_lives.h"
#include "numeric/scratch.h"

/* ---- one unsafe factor ---------------------------------------------------------------- */

/* Cuts off what of b is over when a starts. */
static void begin_later(dyadic_arena *context, cornered_lives *l, dyadic shift)
{
    if (SIGN(shift) <= 0)
        return;
    for (int k = 0; k < 2; k++)
        l->apart[k] = SUB(l->apart[k], MUL(l->step_b[k], shift));
    if (!l->b.endless)
        l->b.duration = SUB(l->b.duration, shift);
}

static bool is_overlap(dyadic_arena *context, const pair *question, const cornered_lives *l,
                       dyadic u, dyadic w)
{
    dyadic place[2];
    for (int k = 0; k < 2; k++)
        place[k] = SUB(ADD(l->apart[k], MUL(l->step_a[k], u)), MUL(l->step_b[k], w));
    return cornered_sign_at(context, question, &l->still, place) < 0;
}

/* Some time inside a life. */
static dyadic inside_life(dyadic_arena *context, const exact_piece *life)
{
    return life->endless ? FROM(1) : MUL(life->duration, FROM(0.5));
}

/* Moves a spot on a side of the rectangle into it: the overlaps are an open set. */
static void move_inside(dyadic_arena *context, const pair *question, const cornered_lives *l,
                        cornered_spot *spot)
{
    if (dyadic_compare(spot->denominator, FROM(1)) != 0)
        return; /* it was found inside */
    dyadic u = SUB(inside_life(context, &l->a), spot->u);
    dyadic w = SUB(inside_life(context, &l->b), spot->w);
    size_t mark = dyadic_mark(context);
    for (int i = 0; !context->exhausted; i++) {
        dyadic_release(context, mark);
        dyadic part = dyadic_scale(context, FROM(1), -i);
        cornered_spot moved = {ADD(spot->u, MUL(u, part)), ADD(spot->w, MUL(w, part)),
                               spot->denominator};
        if (SIGN(moved.u) > 0 && SIGN(moved.w) > 0 &&
            is_overlap(context, question, l, moved.u, moved.w)) {
            *spot = moved;
            return;
        }
    }
}

/* ---- both ends ------------------------------------------------------------------------ */

typedef struct speed_search {
    dyadic_arena *arena;
    const pair *question;
    const exact_piece *a, *b; /* b begins at 0 */
    dyadic shift;
    graze_interval inside; /* an unsafe factor between two doubles */
} speed_search;

static bool is_unsafe(speed_search *search, double factor)
{
    dyadic_arena *context = search->arena;
    size_t mark = dyadic_mark(context);
    exact_piece a = *search->a, b = *search->b;
    dyadic k = FROM(factor);
    a.begin = MUL(search->shift, k);
    if (!b.still) {
        b.scale = b.scaled ? MUL(b.scale, k) : k;
        b.scaled = true;
    }
    if (!b.endless)
        b.duration = MUL(b.duration, k);
    exact_relative relative;
    bool unsafe = exact_relative_between(context, search->question, &a, &b, &relative) == 1 &&
                  cornered_contact_of(context, search->question, &relative) == CONTACT_OVERLAP;
    dyadic_release(context, mark);
    return unsafe;
}

static bool is_safe_below(void *context, double factor)
{
    speed_search *search = context;
    return factor <= 0 || (factor <= search->inside.lower && !is_unsafe(search, factor));
}

static bool is_no_safe_above(void *context, double factor)
{
    speed_search *search = context;
    return factor < search->inside.upper || is_unsafe(search, factor);
}

/* x against a factor; numbers: numerator and denominator. */
static int compare_factor(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    return dyadic_compare(MUL(x, self->numbers[1]), self->numbers[0]);
}

static graze_interval round_factor(dyadic_arena *arena, dyadic numerator, dyadic denominator)
{
    comparison factor = {
        .compare = compare_factor, .arena = arena, .numbers = {numerator, denominator}};
    double guess = nearest_double(numerator) / nearest_double(denominator);
    return (graze_interval){comparison_round_down(&factor, guess),
                            comparison_round_up(&factor, guess)};
}

typedef struct speeds_job {
    const pair *question;
    graze_interval *speeds;
    bool *found;
} speeds_job;

static graze_status solve(dyadic_arena *context, void *asked)
{
    const speeds_job *job = asked;
    const pair *question = job->question;
    cornered_lives l = cornered_lives_of(context, question);
    exact_piece b = l.b;
    b.begin = dyadic_zero();
    speed_search search = {.arena = context,
                           .question = question,
                           .a = &l.a,
                           .b = &b,
                           .shift = SUB(l.a.begin, l.b.begin)};
    graze_interval answer = {0, 0};
    cornered_spot spot;
    begin_later(context, &l, search.shift);
    bool any = cornered_find_spot(context, question, &l, &spot);
    if (any) {
        move_inside(context, question, &l, &spot);
        dyadic behind =
            SIGN(search.shift) > 0 ? dyadic_zero() : MUL(search.shift, spot.denominator);
        search.inside = round_factor(context, spot.u, SUB(spot.w, behind));
        answer.lower = double_search_last(is_safe_below, &search, search.inside.lower);
        answer.upper =
            double_next_up(double_search_last(is_no_safe_above, &search, search.inside.upper));
    }
    if (context->exhausted)
        return GRAZE_ERROR_WORKSPACE;
    if (any)
        *job->speeds = answer;
    *job->found = any;
    return GRAZE_OK;
}

graze_status cornered_speeds(const pair *question, graze_interval *speeds, bool *found)
{
    return scratch_run(question->workspace, solve, &(speeds_job){question, speeds, found});
}
