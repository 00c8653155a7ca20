/* SPDX-License-Identifier: MIT */
/* The exact answers about curved relative motion, from the roots of its quartic
 * and of the quartic's derivative. Two overlaps have a valley each: each is told
 * with its own greatest depth. */
#include "contact/disc_accelerated.h"

#include <math.h>

#include "contact/comparison.h"
#include "contact/quartic.h"
#include "contact/question.h"
#include "contact/with_exact.h"

/* Where a distance is least. */
typedef struct nearest_place {
    int at; /* -1 begin of the common life, 0 valley, 1 its end */
    root valley;
} nearest_place;

/* ---- depth and time --------------------------------------------------------------- */

/* x against the depth at a place: is the distance there above S - x? numbers: S,
 * the instant of an end; `at` is the valley, or null for an end. */
static int compare_depth(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    exact_relative r = *self->relative;
    r.reach = MUL(SUB(self->numbers[0], x), r.scale);
    if (SIGN(r.reach) < 0)
        return 1;
    polynomial excess = quartic_of(context, &r);
    return self->at == NULL ? polynomial_sign_at(context, &excess, self->numbers[1])
                            : root_sign_of(context, self->at, &excess);
}

static double guess_distance(dyadic_arena *context, const exact_relative *r, dyadic tau)
{
    dyadic place[3];
    exact_place_at(context, r, tau, place);
    double squared = nearest_double(exact_length_squared(context, place, r->dimensions));
    return sqrt(squared) / nearest_double(r->scale);
}

static void measure(dyadic_arena *context, const pair *question, const exact_relative *r,
                    nearest_place *place, graze_clearance *result)
{
    comparison depth = {.compare = compare_depth, .arena = context, .relative = r};
    dyadic tau = place->at == 1 ? r->length : dyadic_zero();
    depth.numbers[0] = ADD(FROM(question->radius_a), FROM(question->radius_b));
    depth.numbers[1] = tau;
    if (place->at == 0) {
        depth.at = &place->valley;
        tau = FROM(root_guess(context, &place->valley));
    }
    double guess =
        question->radius_a + question->radius_b - guess_distance(context, r, tau);
    result->common_life = true;
    result->depth = comparison_round_nearest(&depth, guess);
    result->distance = -comparison_round_up(&depth, guess);

    comparison time = {.compare = compare_time_of_root, .arena = context, .relative = r};
    time.at = &place->valley;
    result->time = place->at == -1 ? nearest_double(r->begin)
                   : place->at == 1
                       ? nearest_double(life_end(context, r))
                       : comparison_round_nearest(&time, nearest_double(ADD(r->begin, tau)));
}

void disc_accelerated_clearance_of(dyadic_arena *arena, const pair *question,
                                   const exact_relative *r, graze_clearance *result)
{
    polynomial square_free;
    nearest_place place;
    place.at = quartic_nearest(arena, r, &square_free, &place.valley);
    measure(arena, question, r, &place, result);
}

/* ---- overlaps --------------------------------------------------------------------- */

static double end_of(dyadic_arena *context, const exact_relative *r, root *at, bool upper)
{
    comparison end = {.compare = compare_time_of_root, .arena = context, .relative = r, .at = at};
    double guess = nearest_double(r->begin) + root_guess(context, at);
    return upper ? comparison_round_up(&end, guess) : comparison_round_down(&end, guess);
}

static meeting_interval stretch_of(dyadic_arena *arena, const exact_relative *r,
                                   quartic_overlap *overlap)
{
    meeting_interval result = {.begins_within = overlap->begins_within,
                               .ends_within = overlap->ends_within};
    result.from_begin =
        !overlap->has_lower || root_compare(arena, &overlap->lower, dyadic_zero()) == 0;
    result.to_end = !overlap->has_upper ||
                    (!r->endless && root_compare(arena, &overlap->upper, r->length) == 0);
    result.when.lower = overlap->has_lower ? end_of(arena, r, &overlap->lower, false)
                                           : dyadic_to_double(r->begin, DYADIC_DOWN);
    result.when.upper =
        overlap->has_upper ? end_of(arena, r, &overlap->upper, true) : life_end_up(arena, r);
    return result;
}

/* Of two overlaps, where one is deepest: at the valley inside it, else at the end
 * of the common life that cuts it. */
static nearest_place deepest_in(dyadic_arena *arena, quartic_overlap *overlap, root *valleys,
                                int count)
{
    nearest_place place = {.at = overlap->has_lower ? 1 : -1};
    for (int i = 0; i < count; i++)
        if ((!overlap->has_lower ||
             root_compare_roots(arena, &valleys[i], &overlap->lower) > 0) &&
            (!overlap->has_upper || root_compare_roots(arena, &valleys[i], &overlap->upper) < 0)) {
            place.at = 0;
            place.valley = valleys[i];
        }
    return place;
}

int disc_accelerated_overlaps_of(dyadic_arena *arena, const pair *question, const exact_relative *r,
                                 bool measured, contact_part *parts)
{
    polynomial square_free, slope;
    quartic_overlap overlaps[2];
    root valleys[2];
    int count = quartic_overlaps(arena, r, &square_free, overlaps);
    int valley_count = count == 2 && measured ? quartic_valleys(arena, r, &slope, valleys) : 0;
    for (int i = 0; i < count; i++) {
        parts[i].interval = stretch_of(arena, r, &overlaps[i]);
        if (measured && count == 1) {
            disc_accelerated_clearance_of(arena, question, r, &parts[i].clearance);
        } else if (measured) {
            nearest_place place = deepest_in(arena, &overlaps[i], valleys, valley_count);
            measure(arena, question, r, &place, &parts[i].clearance);
        }
    }
    return count;
}

/* ---- touches ---------------------------------------------------------------------- */

int disc_accelerated_touches_of(dyadic_arena *arena, const exact_relative *r, contact_part *parts)
{
    polynomial square_free;
    root at[4];
    int count = quartic_touches(arena, r, &square_free, at);
    for (int i = 0; i < count && i < CONTACT_PARTS_MAX; i++) {
        comparison time = {
            .compare = compare_time_of_root, .arena = arena, .relative = r, .at = &at[i]};
        double guess = nearest_double(r->begin) + root_guess(arena, &at[i]);
        parts[i].interval = (meeting_interval){
            .when = {comparison_round_down(&time, guess), comparison_round_up(&time, guess)},
            .begins_within = root_compare(arena, &at[i], dyadic_zero()) == 0,
            .ends_within = !r->endless && root_compare(arena, &at[i], r->length) == 0};
        parts[i].clearance = (graze_clearance){
            .common_life = true, .time = comparison_round_nearest(&time, guess)};
    }
    return count;
}
