/* SPDX-License-Identifier: MIT */
/* Ends of lives in order. Plans are full of shared instants (every agent of a
 * grid plan arrives on the same beat), so ties are the common case, not the
 * rare one: they are decided by error-free sums too, as long as those come out
 * exact, and by dyadic numbers otherwise. */
#include "motion/life.h"

#include <assert.h>
#include <math.h>

#include "numeric/dyadic.h"
#include "numeric/eft.h"

/* ---- filter: instants as high + low with a bound on what is missing --------------------- */

typedef struct instant {
    double high, low;
    double lost; /* >= |the real number - high - low|; 0 says that they are exact */
} instant;

static instant start_of_numbers(const graze_motion *motion)
{
    return (instant){motion->start, motion->start_tail, 0.0};
}

/* For motions straight from the builders start + duration + tail is one double,
 * and nothing is lost. */
static instant end_of_numbers(const graze_motion *motion)
{
    instant end;
    double error, tail_error;
    end.high = eft_two_sum(motion->start, motion->duration, &end.low);
    end.low = eft_two_sum(end.low, motion->duration_tail, &error);
    end.low = eft_two_sum(end.low, motion->start_tail, &tail_error);
    end.lost = fabs(error) + fabs(tail_error);
    return end;
}

enum { ORDER_UNKNOWN = 2 };

/* The rounded sum of two doubles has the sign of the real one. Overflow makes
 * `lost` NaN or infinite, which decides nothing. */
static int filtered_order(instant x, instant y)
{
    double high_error, low_error, sum_error;
    double high = eft_two_sum(x.high, -y.high, &high_error);
    double low = eft_two_sum(x.low, -y.low, &low_error);
    low = eft_two_sum(low, high_error, &sum_error);
    double difference = high + low;
    double lost = x.lost + y.lost + fabs(low_error) + fabs(sum_error);
    if (lost == 0.0 || fabs(difference) > 2.0 * lost)
        return (difference > 0.0) - (difference < 0.0);
    return ORDER_UNKNOWN;
}

/* ---- the exact stage -------------------------------------------------------------------- */

/* Room for eight doubles and their sums: each of at most the whole range of
 * doubles, 2098 bits. */
enum { ARENA_LIMBS = 16 * (2098 / GMP_NUMB_BITS + 4) };

static dyadic exact_sum_of(dyadic_arena *arena, const graze_motion *motion, bool with_duration)
{
    dyadic sum = dyadic_sum(arena, motion->start, motion->start_tail);
    if (!with_duration)
        return sum;
    sum = dyadic_add(arena, sum, dyadic_from(arena, motion->duration));
    return dyadic_add(arena, sum, dyadic_from(arena, motion->duration_tail));
}

static int exact_order(const graze_motion *a, bool end_of_a, const graze_motion *b, bool end_of_b)
{
    mp_limb_t limbs[ARENA_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, ARENA_LIMBS);
    dyadic x = exact_sum_of(&arena, a, end_of_a);
    dyadic y = exact_sum_of(&arena, b, end_of_b);
    assert(!arena.exhausted);
    return dyadic_compare(x, y);
}

/* ---- both ------------------------------------------------------------------------------- */

static int order(const graze_motion *a, bool end_of_a, const graze_motion *b, bool end_of_b)
{
    instant x = end_of_a ? end_of_numbers(a) : start_of_numbers(a);
    instant y = end_of_b ? end_of_numbers(b) : start_of_numbers(b);
    int filtered = filtered_order(x, y);
    return filtered != ORDER_UNKNOWN ? filtered : exact_order(a, end_of_a, b, end_of_b);
}

static bool is_parked(const graze_motion *motion)
{
    return motion->form == GRAZE_PARKED;
}

bool motion_is_endless(const graze_motion *motion)
{
    return is_parked(motion) || motion->duration == HUGE_VAL;
}

/* Again the sign of a rounded sum of two doubles. */
bool motion_is_empty(const graze_motion *motion)
{
    return !is_parked(motion) && motion->duration + motion->duration_tail == 0.0;
}

int motion_compare_start(const graze_motion *a, const graze_motion *b)
{
    return order(a, is_parked(a), b, is_parked(b));
}

int motion_compare_end(const graze_motion *a, const graze_motion *b)
{
    bool a_endless = motion_is_endless(a), b_endless = motion_is_endless(b);
    if (a_endless || b_endless)
        return (int)a_endless - (int)b_endless;
    return order(a, true, b, true);
}

int motion_compare_end_start(const graze_motion *a, const graze_motion *b)
{
    return motion_is_endless(a) ? 1 : order(a, true, b, is_parked(b));
}
