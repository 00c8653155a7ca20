/* SPDX-License-Identifier: MIT */
/* Unsafe starts of bodies with corners at constant velocity, from a guess in doubles that
 * exact decisions confirm. */
#include "starts/cornered_starts.h"

#include <math.h>

#include "starts/separated.h"
#include "starts/start_search.h"

/* A double well inside; infinite where twice a guess is no double. */
static double middle_of(const graze_interval *guess)
{
    if (isinf(guess->lower))
        return isinf(guess->upper) ? 0 : guess->upper - fmax(1, fabs(guess->upper));
    return isinf(guess->upper) ? guess->lower + fmax(1, fabs(guess->lower))
                               : 0.5 * guess->lower + 0.5 * guess->upper;
}

bool cornered_starts(const pair *question, graze_interval *starts, bool *found)
{
    graze_interval guess;
    *found = false;
    if (pair_asks(question, QUICK_SEPARATED) && separated_for_ever(question))
        return true;
    if (!pair_asks(question, QUICK_GUESS) || !cornered_guess_starts(question, &guess))
        return false;
    double inside = middle_of(&guess);
    return isfinite(inside) && start_is_unsafe(question, inside, found) == GRAZE_OK && *found &&
           start_search_from(question, inside, guess.lower, double_next_down(guess.upper),
                             starts) == GRAZE_OK;
}
