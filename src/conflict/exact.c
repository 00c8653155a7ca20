/* SPDX-License-Identifier: MIT */
/* The exact stage: the same formula in dyadic numbers, where every sign is
 * known, and correctly rounded answers by asking on which side of the true value
 * a double lies.
 *
 * Every answer is the root of a *comparison*, a function that tells exactly how a
 * dyadic number x lies to the true value. Rounding in any direction is then a
 * search over doubles (numeric/rounding.h) and needs no formula for the value.
 */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "conflict/exact.h"
#include "conflict/quartic.h"

contact exact_contact(const pair *question)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    exact_relative relative;
    contact answer = CONTACT_NO_LIFE;
    if (exact_relative_of(&arena, question, &relative) == 1)
        answer = relative.curved ? quartic_contact(&arena, &relative)
                                 : exact_contact_of(&arena, &relative);
    return arena.exhausted ? CONTACT_FAILED : answer;
}

/* ---- rounding by comparison ------------------------------------------------------- */

/* The sign of x - (true value). */
typedef struct comparison comparison;
struct comparison {
    int (*compare)(const comparison *self, dyadic x);
    dyadic_arena *arena;
    const exact_relative *relative;
    dyadic numbers[3]; /* what the question needs prepared */
    bool upper;        /* of two roots: the upper one */
    const root *root;  /* of curved motion */
};

static int compare_double(const comparison *question, double x)
{
    size_t mark = dyadic_mark(question->arena);
    int order = question->compare(question, dyadic_from(question->arena, x));
    dyadic_release(question->arena, mark);
    return order;
}

static bool is_not_above(void *context, double x) { return compare_double(context, x) <= 0; }
static bool is_below(void *context, double x) { return compare_double(context, x) < 0; }

/* The largest double not above the true value. */
static double round_down(comparison *question, double guess)
{
    return double_search_last(is_not_above, question, guess);
}

/* The smallest double not below the true value. */
static double round_up(comparison *question, double guess)
{
    return double_next_up(double_search_last(is_below, question, guess));
}

/* The nearest double, ties to even; beyond the largest double by the same rule
 * as IEEE 754 (as if 2^1024 were a double). */
static double round_nearest(comparison *question, double guess)
{
    double low = round_down(question, guess), high = double_next_up(low);
    dyadic_arena *context = question->arena;
    size_t mark = dyadic_mark(context);
    dyadic sum;
    if (isinf(high))
        sum = ADD(ADD(FROM(DBL_MAX), FROM(DBL_MAX)), FROM(0x1p971));
    else if (isinf(low))
        sum = NEGATIVE(ADD(ADD(FROM(DBL_MAX), FROM(DBL_MAX)), FROM(0x1p971)));
    else
        sum = ADD(FROM(low), FROM(high));
    int order = question->compare(question, MUL(sum, FROM(0.5)));
    dyadic_release(context, mark);
    if (order != 0)
        return order > 0 ? low : high;
    return (double_rank(low) & 1) == 0 ? low : high;
}

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

/* x against begin + root; curved motion. */
static int compare_curved_root(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    return root_compare(context, self->root, SUB(x, self->relative->begin));
}

/* x against the depth of curved motion: is it deeper than x? numbers: S, D. */
static int compare_curved_depth(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    exact_relative r = *self->relative;
    r.reach = MUL(SUB(self->numbers[0], x), self->numbers[1]);
    return (int)quartic_contact(context, &r);
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

static double approximate(dyadic x) { return dyadic_to_double(x, DYADIC_NEAREST); }

/* A double near a root or the vertex, to begin a search at. Scaled so that a
 * quotient of numbers beyond the range of doubles is still of use. */
static double guess_vertex(const comparison *question)
{
    double speed = approximate(question->numbers[0]), slope = approximate(question->numbers[1]);
    double tau = -slope / speed;
    return approximate(question->relative->begin) + (isfinite(tau) ? tau : 0);
}

/* The same for a root, off the vertex by sqrt(discriminant)/speed. */
static double guess_root(const comparison *question)
{
    dyadic_arena *context = question->arena;
    const exact_relative *r = question->relative;
    size_t mark = dyadic_mark(context);
    double discriminant = approximate(SUB(MUL(question->numbers[0], SQUARE(r->reach)),
                                          exact_cross_squared(context, r)));
    dyadic_release(context, mark);
    double away = sqrt(discriminant) / approximate(question->numbers[0]);
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

static dyadic end_of_life(dyadic_arena *context, const exact_relative *r)
{
    return ADD(r->begin, r->length);
}

static double lower_end(dyadic_arena *arena, const exact_relative *r, bool *begins_within)
{
    int sign = dyadic_sign(exact_excess(arena, r, r->place));
    *begins_within = sign < 0;
    if (sign <= 0)
        return dyadic_to_double(r->begin, DYADIC_DOWN);
    comparison end = parabola_question(arena, r, compare_root);
    return round_down(&end, guess_root(&end));
}

static double upper_end(dyadic_arena *arena, const exact_relative *r, bool *ends_within)
{
    *ends_within = r->endless && is_constant(r);
    if (*ends_within)
        return INFINITY;
    if (!r->endless) {
        dyadic last[3];
        exact_place_at(arena, r, r->length, last);
        int sign = dyadic_sign(exact_excess(arena, r, last));
        *ends_within = sign < 0;
        if (sign <= 0)
            return dyadic_to_double(end_of_life(arena, r), DYADIC_UP);
    }
    comparison end = parabola_question(arena, r, compare_root);
    end.upper = true;
    return round_up(&end, guess_root(&end));
}

static double curved_end(dyadic_arena *context, const exact_relative *r, const root *at, bool upper)
{
    comparison end = question_of(context, r, compare_curved_root);
    end.root = at;
    double guess = approximate(r->begin) + root_guess(context, at);
    return upper ? round_up(&end, guess) : round_down(&end, guess);
}

static int curved_overlaps(dyadic_arena *arena, const exact_relative *r, stretch *result)
{
    polynomial square_free;
    quartic_overlap overlaps[2];
    int count = quartic_overlaps(arena, r, &square_free, overlaps);
    for (int i = 0; i < count; i++) {
        const quartic_overlap *overlap = &overlaps[i];
        result[i].begins_within = overlap->begins_within;
        result[i].ends_within = overlap->ends_within;
        result[i].when.lower = overlap->has_lower
                                   ? curved_end(arena, r, &overlap->lower, false)
                                   : dyadic_to_double(r->begin, DYADIC_DOWN);
        result[i].when.upper = overlap->has_upper
                                   ? curved_end(arena, r, &overlap->upper, true)
                                   : dyadic_to_double(end_of_life(arena, r), DYADIC_UP);
    }
    return count;
}

graze_status exact_overlaps(const pair *question, stretch *result, int *count)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    exact_relative relative;
    stretch answer[2];
    int found = 1, life = exact_relative_of(&arena, question, &relative);
    assert(life == 1);
    (void)life;
    if (relative.curved) {
        found = curved_overlaps(&arena, &relative, answer);
    } else {
        answer[0].when.lower = lower_end(&arena, &relative, &answer[0].begins_within);
        answer[0].when.upper = upper_end(&arena, &relative, &answer[0].ends_within);
    }
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE;
    for (int i = 0; i < found; i++)
        result[i] = answer[i];
    *count = found;
    return GRAZE_OK;
}

/* ---- clearance -------------------------------------------------------------------- */

/* The square of the least distance as numerator/denominator. */
static void least_distance(dyadic_arena *context, const exact_relative *r, int at,
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
    depth.numbers[0] = ADD(FROM(question->radius_a), FROM(question->radius_b));
    least_distance(context, r, at, &depth.numbers[1], &depth.numbers[2]);
    double distance = sqrt(approximate(depth.numbers[1]) / approximate(depth.numbers[2]));
    double guess = question->radius_a + question->radius_b - distance;
    result->depth = round_nearest(&depth, guess);
    result->distance = -round_up(&depth, guess);
}

/* The first double inside the closed life, or the nearest where there is none. */
static double first_inside(dyadic_arena *arena, const exact_relative *r)
{
    double first = dyadic_to_double(r->begin, DYADIC_UP);
    if (isfinite(first) &&
        (r->endless || dyadic_compare(dyadic_from(arena, first), end_of_life(arena, r)) <= 0))
        return first;
    return dyadic_to_double(r->begin, DYADIC_NEAREST);
}

static double round_time(dyadic_arena *arena, const exact_relative *r, int at)
{
    if (at == 0) {
        comparison vertex = parabola_question(arena, r, compare_vertex);
        return round_nearest(&vertex, guess_vertex(&vertex));
    }
    if (at == -1 && is_constant(r))
        return first_inside(arena, r);
    return approximate(at == -1 ? r->begin : end_of_life(arena, r));
}

static void parabola_clearance(dyadic_arena *arena, const pair *question, const exact_relative *r,
                               graze_clearance *result)
{
    int at = exact_nearest_at(arena, r);
    round_depth(arena, question, r, at, result);
    result->time = round_time(arena, r, at);
}

/* A double near the least distance of curved motion. */
static double guess_distance(dyadic_arena *context, const exact_relative *r, int at,
                             const root *nearest)
{
    dyadic tau = dyadic_zero(), place[3];
    if (at == 1)
        tau = r->length;
    else if (at == 0)
        tau = FROM(root_guess(context, nearest));
    exact_place_at(context, r, tau, place);
    double squared = approximate(exact_length_squared(context, place, r->dimensions));
    return sqrt(squared) / approximate(r->scale);
}

static void curved_clearance(dyadic_arena *context, const pair *question, const exact_relative *r,
                             graze_clearance *result)
{
    polynomial square_free;
    root nearest;
    int at = quartic_nearest(context, r, &square_free, &nearest);
    comparison depth = question_of(context, r, compare_curved_depth);
    depth.numbers[0] = ADD(FROM(question->radius_a), FROM(question->radius_b));
    depth.numbers[1] = r->scale;
    double guess = question->radius_a + question->radius_b -
                   guess_distance(context, r, at, &nearest);
    result->depth = round_nearest(&depth, guess);
    result->distance = -round_up(&depth, guess);
    if (at != 0) {
        result->time = approximate(at == -1 ? r->begin : end_of_life(context, r));
        return;
    }
    comparison time = question_of(context, r, compare_curved_root);
    time.root = &nearest;
    result->time = round_nearest(&time, approximate(r->begin) + root_guess(context, &nearest));
}

graze_status exact_clearance(const pair *question, graze_clearance *result)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    exact_relative relative;
    graze_clearance answer = {.common_life = false};
    if (exact_relative_of(&arena, question, &relative) == 1) {
        answer.common_life = true;
        if (relative.curved)
            curved_clearance(&arena, question, &relative, &answer);
        else
            parabola_clearance(&arena, question, &relative, &answer);
    }
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE;
    *result = answer;
    return GRAZE_OK;
}

graze_status exact_touch(const pair *question, stretch *result)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    exact_relative r;
    stretch answer;
    int life = exact_relative_of(&arena, question, &r);
    assert(life == 1);
    (void)life;
    int at = exact_nearest_at(&arena, &r);
    bool constant = is_constant(&r);
    answer.begins_within = dyadic_sign(exact_excess(&arena, &r, r.place)) == 0;
    answer.ends_within = constant;
    if (constant || at == -1)
        answer.when.lower = dyadic_to_double(r.begin, DYADIC_DOWN);
    if (constant && r.endless)
        answer.when.upper = INFINITY;
    else if (constant || at == 1)
        answer.when.upper = dyadic_to_double(end_of_life(&arena, &r), DYADIC_UP);
    else if (at == -1)
        answer.when.upper = dyadic_to_double(r.begin, DYADIC_UP);
    if (at == 1)
        answer.when.lower = dyadic_to_double(end_of_life(&arena, &r), DYADIC_DOWN);
    if (at == 0) {
        comparison vertex = parabola_question(&arena, &r, compare_vertex);
        answer.when.lower = round_down(&vertex, guess_vertex(&vertex));
        answer.when.upper = round_up(&vertex, guess_vertex(&vertex));
    }
    if (!constant && !r.endless) {
        dyadic last[3];
        exact_place_at(&arena, &r, r.length, last);
        answer.ends_within = dyadic_sign(exact_excess(&arena, &r, last)) == 0;
    }
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE;
    *result = answer;
    return GRAZE_OK;
}

graze_status exact_compare_depth(const pair *first, const pair *second, int *order)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS), *context = &arena;
    const pair *questions[2] = {first, second};
    dyadic numerator[2], denominator[2];
    for (int i = 0; i < 2; i++) {
        exact_relative r;
        int life = exact_relative_of(context, questions[i], &r);
        assert(life == 1);
        (void)life;
        least_distance(context, &r, exact_nearest_at(context, &r), &numerator[i], &denominator[i]);
    }
    int answer = dyadic_compare(MUL(numerator[1], denominator[0]), MUL(numerator[0], denominator[1]));
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE;
    *order = answer;
    return GRAZE_OK;
}
