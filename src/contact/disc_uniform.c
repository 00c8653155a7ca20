/* SPDX-License-Identifier: MIT */
/* The exact answers about relative motion that is not curved: the roots, the
 * vertex and the ends of one parabola. Roundings are searches for the root of a
 * comparison (comparison.h). */

#include "contact/disc_uniform.h"

#include <math.h>
#include <stdbool.h>

#include "contact/comparison.h"
#include "contact/question.h"
#include "contact/with_exact.h"

/* ---- the questions ---------------------------------------------------------------- */

/* x against a root of the parabola distance^2 - reach^2; numbers: speed, slope. */
static int compare_root(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    const exact_relative *r = self->relative;
    dyadic tau = SUB(x, r->begin);
    int side = SIGN(ADD(MUL(self->numbers[0], tau), self->numbers[1])); /* of the vertex */
    if (self->upper ? side <= 0 : side >= 0)
        return self->upper ? -1 : 1;
    dyadic place[3];
    exact_place_at(context, r, tau, place);
    int outside = SIGN(exact_excess(context, r, place));
    return self->upper ? outside : -outside;
}

/* x against the time of the vertex; numbers: speed, slope. */
static int compare_vertex(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    dyadic tau = SUB(x, self->relative->begin);
    return SIGN(ADD(MUL(self->numbers[0], tau), self->numbers[1]));
}

/* x against the depth S - sqrt(numerator/denominator); numbers: S, numerator,
 * denominator > 0. */
static int compare_depth(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    dyadic distance = SUB(self->numbers[0], x);
    if (SIGN(distance) < 0)
        return 1;
    return dyadic_compare(self->numbers[1], MUL(SQUARE(distance), self->numbers[2]));
}

static comparison question_of(dyadic_arena *arena, const exact_relative *relative,
                              int (*compare)(const comparison *, dyadic))
{
    return (comparison){.compare = compare, .arena = arena, .relative = relative};
}

static comparison parabola_question(dyadic_arena *arena, const exact_relative *relative,
                                    int (*compare)(const comparison *, dyadic))
{
    comparison question = question_of(arena, relative, compare);
    question.numbers[0] = exact_length_squared(arena, relative->velocity, relative->dimensions);
    question.numbers[1] =
        exact_dot(arena, relative->place, relative->velocity, relative->dimensions);
    return question;
}

/* A double near a root or the vertex, to begin a search at. Scaled so that a
 * quotient of numbers beyond the range of doubles is still of use. */
static double guess_vertex(const comparison *question)
{
    double speed = nearest_double(question->numbers[0]),
           slope = nearest_double(question->numbers[1]);
    double tau = -slope / speed;
    return nearest_double(question->relative->begin) + (isfinite(tau) ? tau : 0);
}

/* The same for a root, off the vertex by sqrt(discriminant)/speed. */
static double guess_root(const comparison *question)
{
    dyadic_arena *context = question->arena;
    const exact_relative *r = question->relative;
    size_t mark = dyadic_mark(context);
    double discriminant = nearest_double(SUB(MUL(question->numbers[0], SQUARE(r->reach)),
                                          exact_cross_squared(context, r)));
    dyadic_release(context, mark);
    double away = sqrt(discriminant) / nearest_double(question->numbers[0]);
    if (!isfinite(away))
        away = 0;
    return guess_vertex(question) + (question->upper ? away : -away);
}

/* ---- overlaps --------------------------------------------------------------------- */

static bool is_constant(const exact_relative *r)
{
    for (int k = 0; k < r->dimensions; k++)
        if (SIGN(r->velocity[k]) != 0)
            return false;
    return true;
}

static double lower_end(dyadic_arena *arena, const exact_relative *r, meeting_interval *result)
{
    int sign = dyadic_sign(exact_excess(arena, r, r->place));
    result->begins_within = sign < 0;
    result->from_begin = sign <= 0;
    if (result->from_begin)
        return dyadic_to_double(r->begin, DYADIC_DOWN);
    comparison end = parabola_question(arena, r, compare_root);
    return comparison_round_down(&end, guess_root(&end));
}

static double upper_end(dyadic_arena *arena, const exact_relative *r, meeting_interval *result)
{
    result->ends_within = result->to_end = r->endless && is_constant(r);
    if (result->to_end)
        return INFINITY;
    if (!r->endless) {
        dyadic last[3];
        exact_place_at(arena, r, r->length, last);
        int sign = dyadic_sign(exact_excess(arena, r, last));
        result->ends_within = sign < 0;
        result->to_end = sign <= 0;
        if (result->to_end)
            return life_end_up(arena, r);
    }
    comparison end = parabola_question(arena, r, compare_root);
    end.upper = true;
    return comparison_round_up(&end, guess_root(&end));
}

void disc_uniform_overlap_of(dyadic_arena *arena, const exact_relative *r, meeting_interval *result)
{
    result->when.lower = lower_end(arena, r, result);
    result->when.upper = upper_end(arena, r, result);
}

/* ---- clearance -------------------------------------------------------------------- */

/* The square of the least distance as numerator/denominator. */
void disc_uniform_least_distance(dyadic_arena *context, const exact_relative *r, int at,
                                 dyadic *numerator, dyadic *denominator)
{
    dyadic scale_squared = SQUARE(r->scale);
    if (at == 0) {
        *numerator = exact_cross_squared(context, r);
        *denominator =
            MUL(exact_length_squared(context, r->velocity, r->dimensions), scale_squared);
        return;
    }
    dyadic last[3];
    if (at == 1)
        exact_place_at(context, r, r->length, last);
    *numerator = exact_length_squared(context, at == 1 ? last : r->place, r->dimensions);
    *denominator = scale_squared;
}

static void round_depth(dyadic_arena *context, const pair *question, const exact_relative *r,
                        int at, graze_clearance *result)
{
    comparison depth = question_of(context, r, compare_depth);
    depth.numbers[0] = SUM(question->radius_a, question->radius_b);
    disc_uniform_least_distance(context, r, at, &depth.numbers[1], &depth.numbers[2]);
    double distance = sqrt(nearest_double(depth.numbers[1]) / nearest_double(depth.numbers[2]));
    double guess = question->radius_a + question->radius_b - distance;
    double above;
    result->depth = comparison_round_both(&depth, guess, &above);
    result->distance = -above;
}

static double round_time(dyadic_arena *arena, const exact_relative *r, int at)
{
    if (at == 0) {
        comparison vertex = parabola_question(arena, r, compare_vertex);
        return comparison_round_nearest(&vertex, guess_vertex(&vertex));
    }
    if (at == -1 && is_constant(r))
        return life_first_double(arena, r);
    return nearest_double(at == -1 ? r->begin : life_end(arena, r));
}

void disc_uniform_clearance_of(dyadic_arena *arena, const pair *question, const exact_relative *r,
                               graze_clearance *result)
{
    int at = exact_nearest_at(arena, r);
    round_depth(arena, question, r, at, result);
    result->time = round_time(arena, r, at);
}

/* The instant of a touch of moving bodies. */
static graze_interval touch_instant(dyadic_arena *arena, const exact_relative *r, int at)
{
    if (at == 0) {
        comparison vertex = parabola_question(arena, r, compare_vertex);
        double guess = guess_vertex(&vertex);
        return (graze_interval){comparison_round_down(&vertex, guess),
                                comparison_round_up(&vertex, guess)};
    }
    dyadic time = at == -1 ? r->begin : life_end(arena, r);
    return (graze_interval){dyadic_to_double(time, DYADIC_DOWN), dyadic_to_double(time, DYADIC_UP)};
}

void disc_uniform_touch_of(dyadic_arena *arena, const exact_relative *r, meeting_interval *result)
{
    int at = exact_nearest_at(arena, r);
    result->begins_within = at == -1;
    result->ends_within = at == 1;
    result->when = touch_instant(arena, r, at);
    if (is_constant(r)) {
        result->ends_within = true;
        result->when.upper = life_end_up(arena, r);
    } else if (at == 0 && !r->endless) { /* the vertex may be the last instant itself */
        dyadic last[3];
        exact_place_at(arena, r, r->length, last);
        result->ends_within = dyadic_sign(exact_excess(arena, r, last)) == 0;
    }
}
