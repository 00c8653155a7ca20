/* SPDX-License-Identifier: MIT */
/* The search for a correctly rounded end: gallop away from a good guess, then
 * halve. Every answer is asked of an exact question, so the guess costs time
 * only, never correctness. */
#include "numeric/rounding.h"

typedef struct search {
    bool (*holds)(void *context, double x);
    void *context;
} search;

static bool holds_at(const search *question, int64_t rank)
{
    return question->holds(question->context, double_of_rank(rank));
}

/* Ranks span more than half of the 64-bit integers, so distances are unsigned. */
static uint64_t distance(int64_t low, int64_t high) { return (uint64_t)high - (uint64_t)low; }

/* The question holds at `low` and fails at `high`. */
static double halve(const search *question, int64_t low, int64_t high)
{
    while (distance(low, high) > 1) {
        int64_t middle = (int64_t)((uint64_t)low + distance(low, high) / 2);
        if (holds_at(question, middle))
            low = middle;
        else
            high = middle;
    }
    return double_of_rank(low);
}

/* Zero is no guess of a magnitude: where it is not the answer, the next question is about 2^-511,
 * since steps through all that is smaller would ask about the longest numbers. */
static uint64_t longer_step(uint64_t step, bool from_zero)
{
    return from_zero && step == 1 ? UINT64_C(1) << 61 : 2 * step;
}

static double gallop_up(const search *question, int64_t at, int64_t last)
{
    const bool from_zero = at == 0;
    for (uint64_t step = 1; at != last; step = longer_step(step, from_zero)) {
        int64_t next = step < distance(at, last) ? at + (int64_t)step : last;
        if (!holds_at(question, next))
            return halve(question, at, next);
        at = next;
    }
    return DBL_MAX;
}

static double gallop_down(const search *question, int64_t at, int64_t first)
{
    const bool from_zero = at == 0;
    for (uint64_t step = 1; at != first; step = longer_step(step, from_zero)) {
        int64_t next = step < distance(first, at) ? at - (int64_t)step : first;
        if (holds_at(question, next))
            return halve(question, next, at);
        at = next;
    }
    return -INFINITY;
}

double double_search_last(bool (*holds)(void *context, double x), void *context, double guess)
{
    const search question = {holds, context};
    const int64_t last = double_rank(DBL_MAX), first = -last;
    int64_t at = isnan(guess) ? 0 : double_rank(guess);
    at = at > last ? last : at < first ? first : at;
    return holds_at(&question, at) ? gallop_up(&question, at, last)
                                   : gallop_down(&question, at, first);
}
