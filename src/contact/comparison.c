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

static bool is_not_above(void *context, double x)
{
    return compare_double(*(const comparison **)context, x) <= 0;
}

static bool is_below(void *context, double x)
{
    return compare_double(*(const comparison **)context, x) < 0;
}

double comparison_round_down(const comparison *question, double guess)
{
    return double_search_last(is_not_above, &question, guess);
}

double comparison_round_up(const comparison *question, double guess)
{
    return double_next_up(double_search_last(is_below, &question, guess));
}

/* Beyond the largest double as if 2^1024 were a double. */
double comparison_round_nearest(const comparison *question, double guess)
{
    double low = comparison_round_down(question, guess), high = double_next_up(low);
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

int compare_time_of_root(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    return root_compare(context, self->at, SUB(x, self->relative->begin));
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
