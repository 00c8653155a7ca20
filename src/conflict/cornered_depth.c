/* SPDX-License-Identifier: MIT */
/* How deep does curved motion of bodies with corners get, and when? The depth is searched
 * by asking for contact with another reach. So is the time: a depth a little below the
 * greatest is exceeded in a gap round it, which shrinks as the depth rises. Gaps nest, so
 * the first one holds the earliest instant of the greatest depth, unless two of them
 * agree in DEPTH_BITS bits beyond a double: such depths count as equal.
 *
 * Outside C the distance is the least of those from edges and corners, so it is least
 * where one of these is, or at an end of the common life. When a gap holds a single such
 * instant, that is the one, and no further search is needed. Inside C the distance is the
 * greatest of those from the edges' lines: it is least where that of one line is, if no
 * other line is nearer there. */
#include <math.h>

#include "conflict/cornered_answers.h"
#include "conflict/quartic.h"
#include "numeric/rounding.h"

enum { DEPTH_BITS = 128, TIMES_ASKED = 8, SLOPE_ROOTS = 3 };

/* What is deeper than asked for. */
typedef struct deeper {
    contact found;
    double first, last; /* the first gap's or touch's ends, to nearest */
    bool whole;         /* it is a touch that lasts as long as the common life */
} deeper;

/* Does a gap share more than an end with the overlap that is asked about? */
static bool is_within(dyadic_arena *arena, const cornered_gap *gap, const cornered_gap *within)
{
    if (within == NULL)
        return true;
    bool ends_before = gap->high != NULL && within->low != NULL &&
                       root_compare_roots(arena, &gap->high->at, &within->low->at) <= 0;
    bool begins_after = gap->low != NULL && within->high != NULL &&
                        root_compare_roots(arena, &gap->low->at, &within->high->at) >= 0;
    return !ends_before && !begins_after;
}

/* The same of an instant, strictly. */
static bool is_inside(dyadic_arena *arena, cornered_instant *instant, const cornered_gap *within)
{
    if (instant == NULL)
        return false;
    return within == NULL ||
           ((within->low == NULL ||
             root_compare_roots(arena, &instant->at, &within->low->at) > 0) &&
            (within->high == NULL ||
             root_compare_roots(arena, &instant->at, &within->high->at) < 0));
}

static double time_of(dyadic_arena *context, const exact_relative *r, cornered_instant *instant,
                      bool at_end)
{
    if (instant != NULL)
        return cornered_time_of(context, r, instant, ROUND_NEAREST);
    if (!at_end)
        return nearest_double(r->begin);
    return r->endless ? INFINITY : nearest_double(ADD(r->begin, r->length));
}

static void note(dyadic_arena *arena, const exact_relative *r, contact found,
                 cornered_instant *low, cornered_instant *high, deeper *answer)
{
    if (answer->found <= found)
        return;
    *answer = (deeper){found, time_of(arena, r, low, false), time_of(arena, r, high, true),
                       low == NULL && high == NULL};
}

/* Looks for depths above ra + rb - reach. */
static deeper look_deeper(dyadic_arena *arena, const pair *question, const exact_relative *r,
                          const cornered_gap *within)
{
    deeper answer = {.found = CONTACT_APART};
    cornered_timeline line;
    cornered_gap gap;
    if (dyadic_sign(r->reach) < 0 && cornered_kind_of(question) != CORNERED_POLYGON)
        return answer;
    cornered_timeline_begin(arena, question, r, &line);
    while (answer.found != CONTACT_OVERLAP && cornered_timeline_next(arena, &line, &gap)) {
        if (is_inside(arena, gap.low, within))
            note(arena, r, CONTACT_TOUCH, gap.low, gap.low, &answer);
        if (gap.sign <= 0 && is_within(arena, &gap, within))
            note(arena, r, gap.sign < 0 ? CONTACT_OVERLAP : CONTACT_TOUCH, gap.low, gap.high,
                 &answer);
        if (line.ended && is_inside(arena, gap.high, within))
            note(arena, r, CONTACT_TOUCH, gap.high, gap.high, &answer);
    }
    return answer;
}

/* x against the greatest depth; numbers: ra + rb. */
typedef struct depth_comparison {
    comparison common;
    const pair *question;
    const cornered_gap *within;
} depth_comparison;

static deeper look_beyond(const depth_comparison *ask, dyadic depth)
{
    dyadic_arena *context = ask->common.arena;
    exact_relative r = *ask->common.relative;
    size_t mark = dyadic_mark(context);
    r.reach = MUL(SUB(ask->common.numbers[0], depth), r.scale);
    deeper answer = look_deeper(context, ask->question, &r, ask->within);
    dyadic_release(context, mark);
    return answer;
}

static int compare_depth(const comparison *self, dyadic x)
{
    return (int)look_beyond((const depth_comparison *)(const void *)self, x).found;
}

static double first_inside(dyadic_arena *context, const exact_relative *r)
{
    double first = dyadic_to_double(r->begin, DYADIC_UP);
    bool inside = isfinite(first) &&
                  (r->endless || dyadic_compare(FROM(first), ADD(r->begin, r->length)) <= 0);
    return inside ? first : nearest_double(r->begin);
}

/* The instants of a gap at which an edge or a corner is nearest. */
typedef struct nearest_instants {
    const cornered_gap *gap;
    cornered_instant first;
    int count;                  /* 2: more than one */
    cornered_walk edge, nearest; /* the present edge, and the one that `first` is of */
} nearest_instants;

static void add_slope(dyadic_arena *arena, const polynomial *slope, const exact_relative *r,
                      nearest_instants *all)
{
    root found[SLOPE_ROOTS];
    if (slope->degree < 1)
        return;
    polynomial square_free = polynomial_square_free(arena, slope);
    int count = root_isolate(arena, &square_free, root_range_all(), found);
    for (int i = 0; i < count && !arena->exhausted; i++) {
        const cornered_gap *gap = all->gap;
        bool inside =
            (gap->low == NULL ? root_compare(arena, &found[i], dyadic_zero()) < 0
                              : root_compare_roots(arena, &found[i], &gap->low->at) > 0) &&
            (gap->high == NULL
                 ? r->endless || root_compare(arena, &found[i], r->length) > 0
                 : root_compare_roots(arena, &found[i], &gap->high->at) < 0);
        if (!inside)
            continue;
        if (all->count == 0) {
            cornered_instant_store(arena, &found[i], &all->first);
            all->nearest = all->edge;
            all->count = 1;
        } else if (root_compare_roots(arena, &found[i], &all->first.at) != 0) {
            all->count = 2;
        }
    }
}

static void add_slopes(dyadic_arena *arena, const pair *question, const exact_relative *r,
                       bool inside, nearest_instants *all)
{
    cornered_walk walk = cornered_begin(question);
    cornered_edge edge;
    size_t mark = dyadic_mark(arena);
    all->edge = walk;
    while (all->count < 2 && cornered_next(arena, &walk, r, &edge)) {
        polynomial across = cornered_across_of(arena, &edge, r);
        polynomial slope = polynomial_derivative(arena, &across);
        add_slope(arena, &slope, r, all);
        if (!inside) {
            exact_relative from_corner = cornered_from(arena, &edge, r);
            polynomial disc = quartic_of(arena, &from_corner);
            slope = polynomial_derivative(arena, &disc);
            add_slope(arena, &slope, r, all);
        }
        dyadic_release(arena, mark);
        all->edge = walk;
    }
}

/* Inside C, at the instant: is no line nearer than that of its edge, in units of length? */
static bool is_nearest_line(dyadic_arena *arena, const pair *question, const exact_relative *r,
                            nearest_instants *all)
{
    cornered_walk walk = all->nearest;
    cornered_edge nearest, edge;
    cornered_next(arena, &walk, r, &nearest);
    polynomial own = cornered_across_of(arena, &nearest, r);
    polynomial own_square = polynomial_mul(arena, &own, &own);
    bool is = root_sign_of(arena, &all->first.at, &own) <= 0;
    size_t mark = dyadic_mark(arena);
    walk = cornered_begin(question);
    while (is && cornered_next(arena, &walk, r, &edge)) {
        polynomial across = cornered_across_of(arena, &edge, r);
        polynomial square = polynomial_mul(arena, &across, &across);
        polynomial theirs = polynomial_scale(arena, &square, nearest.square);
        polynomial ours = polynomial_scale(arena, &own_square, edge.square);
        polynomial farther = polynomial_sub(arena, &theirs, &ours);
        is = root_sign_of(arena, &all->first.at, &across) <= 0 &&
             root_sign_of(arena, &all->first.at, &farther) >= 0;
        dyadic_release(arena, mark);
    }
    return is;
}

/* Of the first gap that is deeper than `depth`, the time of the only instant that can be
 * nearest. */
static bool find_only_time(const depth_comparison *ask, dyadic depth, double *time)
{
    dyadic_arena *context = ask->common.arena;
    exact_relative r = *ask->common.relative;
    size_t mark = dyadic_mark(context);
    nearest_instants all = {.count = 0};
    cornered_timeline line;
    cornered_gap gap;
    bool found = false, inside = dyadic_compare(depth, ask->common.numbers[0]) > 0;
    r.reach = MUL(SUB(ask->common.numbers[0], depth), r.scale);
    cornered_instant_room(context, &all.first);
    cornered_timeline_begin(context, ask->question, &r, &line);
    while (!found && cornered_timeline_next(context, &line, &gap))
        found = gap.sign < 0 && is_within(context, &gap, ask->within);
    bool at_begin = gap.low == NULL, at_end = gap.high == NULL && !r.endless;
    if (found) {
        all.gap = &gap;
        add_slopes(context, ask->question, &r, inside, &all);
        found = all.count + at_begin + at_end == 1 &&
                (!inside ||
                 (all.count == 1 && is_nearest_line(context, ask->question, &r, &all)));
    }
    if (found)
        *time = time_of(context, &r, all.count == 1 ? &all.first : NULL, at_end);
    dyadic_release(context, mark);
    return found;
}

/* Between a depth that is exceeded and one that is not. */
static double find_time(const depth_comparison *ask, double below, double above)
{
    dyadic_arena *context = ask->common.arena;
    const exact_relative *r = ask->common.relative;
    deeper at = look_beyond(ask, FROM(above));
    dyadic low = FROM(below), high = FROM(above);
    double only;
    if (at.found != CONTACT_TOUCH) {
        at = look_beyond(ask, low);
        if (at.first != at.last && at.found == CONTACT_OVERLAP && find_only_time(ask, low, &only))
            return only;
    }
    for (int i = 0; i < DEPTH_BITS && at.found == CONTACT_OVERLAP && at.first != at.last &&
                    !context->exhausted;
         i++) {
        dyadic middle = MUL(ADD(low, high), FROM(0.5));
        deeper next = look_beyond(ask, middle);
        if (next.found == CONTACT_APART) {
            high = middle;
            continue;
        }
        low = middle;
        at = next;
        if (i % TIMES_ASKED == 0 && at.first != at.last && find_only_time(ask, low, &only))
            return only; /* what competed with it has fallen behind */
    }
    if (at.found == CONTACT_OVERLAP && at.first != at.last && find_only_time(ask, low, &only))
        return only;
    return at.whole && at.found == CONTACT_TOUCH ? first_inside(context, r) : at.first;
}

void cornered_curved_clearance(dyadic_arena *context, const pair *question,
                               const exact_relative *r, const cornered_gap *within,
                               graze_clearance *result)
{
    depth_comparison ask = {
        {.compare = compare_depth, .arena = context, .relative = r}, question, within};
    double time, depth, from = 0, to = r->endless ? INFINITY : nearest_double(r->length);
    if (within != NULL && within->low != NULL)
        from = root_guess(context, &within->low->at);
    if (within != NULL && within->high != NULL)
        to = root_guess(context, &within->high->at);
    cornered_guess_curved(question, r, from, to, &time, &depth);
    ask.common.numbers[0] = ADD(FROM(question->radius_a), FROM(question->radius_b));
    result->common_life = true;
    result->depth = comparison_round_nearest(&ask.common, depth);
    double above = comparison_round_up(&ask.common, result->depth);
    result->distance = -above;
    result->time = find_time(&ask, double_next_down(above), above);
}
