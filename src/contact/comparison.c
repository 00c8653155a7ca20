/* SPDX-License-Identifier: MIT */
/* Rounding by comparison. */

#include "contact/comparison.h"

#include <float.h>
#include <math.h>

static int compare_double(const comparison *question, double x)
{
    size_t mark = dyadic_mark(question->arena);
    int order = question->compare(question, dyadic_from(question->arena, x));
    dyadic_release(question->arena, mark);
    return order;
}

/* A search over doubles for the value of a question. Where that is a double that was asked, as at
 * ties on a grid, the order of all others is known. */
typedef struct rounding {
    const comparison *question;
    double value; /* NaN until it is asked */
} rounding;

static bool holds(void *context, double x)
{
    rounding *search = context;
    int order = isnan(search->value) ? compare_double(search->question, x)
                                     : (x > search->value) - (x < search->value);
    if (order == 0)
        search->value = x;
    return order <= 0;
}

/* The value, or the last double below it. */
static double search_last(const comparison *question, double guess, bool *is_value)
{
    rounding search = {question, NAN};
    double last = double_search_last(holds, &search, guess);
    *is_value = last == search.value;
    return last;
}

double comparison_round_down(const comparison *question, double guess)
{
    bool is_value;
    return search_last(question, guess, &is_value);
}

double comparison_round_up(const comparison *question, double guess)
{
    bool is_value;
    double last = search_last(question, guess, &is_value);
    return is_value ? last : double_next_up(last);
}

/* Beyond the largest double as if 2^1024 were a double. */
double comparison_round_both(const comparison *question, double guess, double *up)
{
    bool is_value;
    double low = search_last(question, guess, &is_value), high = double_next_up(low);
    *up = is_value ? low : high;
    if (is_value)
        return low;
    dyadic_arena *context = question->arena;
    size_t mark = dyadic_mark(context);
    dyadic sum;
    if (isinf(high))
        sum = ADD(SUM(DBL_MAX, DBL_MAX), FROM(0x1p971));
    else if (isinf(low))
        sum = NEGATIVE(ADD(SUM(DBL_MAX, DBL_MAX), FROM(0x1p971)));
    else
        sum = SUM(low, high);
    int order = question->compare(question, MUL(sum, FROM(0.5)));
    dyadic_release(context, mark);
    if (order != 0)
        return order > 0 ? low : high;
    return (double_rank(low) & 1) == 0 ? low : high;
}

double comparison_round_nearest(const comparison *question, double guess)
{
    double up;
    return comparison_round_both(question, guess, &up);
}

dyadic life_end(dyadic_arena *context, const exact_relative *r) { return ADD(r->begin, r->length); }

double life_end_up(dyadic_arena *arena, const exact_relative *r)
{
    return r->endless ? INFINITY : dyadic_to_double(life_end(arena, r), DYADIC_UP);
}

double life_first_double(dyadic_arena *context, const exact_relative *r)
{
    double first = dyadic_to_double(r->begin, DYADIC_UP);
    bool inside =
        isfinite(first) && (r->endless || dyadic_compare(FROM(first), life_end(context, r)) <= 0);
    return inside ? first : nearest_double(r->begin);
}

root_range life_range(const exact_relative *r)
{
    root_range range = root_range_closed(dyadic_zero(), r->length);
    if (r->endless) {
        range.high = dyadic_zero();
        range.endless_high = true;
        range.closed_high = false;
    }
    return range;
}

/* ---- roots within a life ------------------------------------------------------------ */

bool is_within_life(dyadic_arena *arena, const exact_relative *r, const root *x)
{
    return root_compare(arena, x, dyadic_zero()) < 0 &&
           (r->endless || root_compare(arena, x, r->length) > 0);
}

bool is_between_roots(dyadic_arena *arena, root *low, root *high, root *x)
{
    return (low == NULL || root_compare_roots(arena, x, low) > 0) &&
           (high == NULL || root_compare_roots(arena, x, high) < 0);
}

/* x against begin of the common life + the root `at`. */
static int compare_time(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    return root_compare(context, self->at, SUB(x, self->relative->begin));
}

double time_of_root(dyadic_arena *arena, const exact_relative *r, root *at,
                    dyadic_direction direction)
{
    const comparison time = {.compare = compare_time, .arena = arena, .relative = r, .at = at};
    double guess = nearest_double(r->begin) + root_guess(arena, at);
    return direction == DYADIC_UP     ? comparison_round_up(&time, guess)
           : direction == DYADIC_DOWN ? comparison_round_down(&time, guess)
                                      : comparison_round_nearest(&time, guess);
}

meeting_interval overlap_between(dyadic_arena *arena, const exact_relative *r, root *low,
                                 root *high)
{
    meeting_interval overlap = {.begins_within = low == NULL, .ends_within = high == NULL};
    overlap.from_begin = low == NULL || root_compare(arena, low, dyadic_zero()) == 0;
    overlap.to_end =
        high == NULL || (!r->endless && root_compare(arena, high, r->length) == 0);
    overlap.when.lower = low == NULL ? dyadic_to_double(r->begin, DYADIC_DOWN)
                                     : time_of_root(arena, r, low, DYADIC_DOWN);
    overlap.when.upper =
        high == NULL ? life_end_up(arena, r) : time_of_root(arena, r, high, DYADIC_UP);
    return overlap;
}

contact_part touch_between(dyadic_arena *arena, const exact_relative *r, root *low, root *high)
{
    contact_part touch = {overlap_between(arena, r, low, high), {.common_life = true}};
    touch.interval.begins_within = touch.interval.from_begin;
    touch.interval.ends_within = touch.interval.to_end;
    touch.clearance.time = low == NULL ? nearest_double(r->begin)
                                       : time_of_root(arena, r, low, DYADIC_NEAREST);
    return touch;
}
