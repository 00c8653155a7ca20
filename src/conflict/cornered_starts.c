/* SPDX-License-Identifier: MIT */
/* Is any start unsafe, and then which? A guess in doubles is confirmed by exact decisions.
 * Where there is none, a spot of overlap (cornered_lives.h) tells one unsafe shift w - u,
 * not always a double; with it at hand, exact decisions at doubles round both ends, as in
 * start_search.h. */

#include "conflict/cornered_starts.h"

#include <math.h>

#include "conflict/cornered_lives.h"
#include "conflict/separated.h"
#include "conflict/start_search.h"
#include "contact/comparison.h"
#include "contact/question.h"
#include "contact/with_exact.h"
#include "numeric/scratch.h"

/* ---- both ends ----------------------------------------------------------------------- */

/* x against a start; numbers: the shift's numerator and denominator, the origin. */
static int compare_start(const comparison *self, dyadic x)
{
    dyadic_arena *context = self->arena;
    dyadic ahead = SUB(x, self->numbers[2]);
    return dyadic_compare(MUL(ahead, self->numbers[1]), self->numbers[0]);
}

/* The doubles on both sides of an unsafe start, or that start itself twice. */
static graze_interval round_start(dyadic_arena *context, const cornered_lives *l,
                                  const cornered_spot *unsafe)
{
    dyadic shift = SUB(unsafe->w, unsafe->u);
    comparison start = {.compare = compare_start,
                        .arena = context,
                        .numbers = {shift, unsafe->denominator, l->origin}};
    double guess = nearest_double(l->origin) +
                   nearest_double(shift) / nearest_double(unsafe->denominator);
    return (graze_interval){comparison_round_down(&start, guess),
                            comparison_round_up(&start, guess)};
}

typedef struct spot_job {
    const pair *question;
    graze_interval inside;
    bool any;
} spot_job;

static graze_status find_inside(dyadic_arena *arena, void *asked)
{
    spot_job *job = asked;
    cornered_lives l = cornered_lives_of(arena, job->question);
    cornered_spot unsafe;
    job->any = cornered_find_spot(arena, job->question, &l, &unsafe);
    if (job->any)
        job->inside = round_start(arena, &l, &unsafe);
    return GRAZE_OK;
}

graze_status cornered_starts_plainly(const pair *question, graze_interval *starts, bool *found)
{
    spot_job job = {.question = question};
    graze_status status = scratch_run(question->workspace, find_inside, &job);
    if (status != GRAZE_OK)
        return status;
    *found = job.any;
    return job.any ? start_search_between(question, job.inside, job.inside.lower,
                                          job.inside.upper, starts)
                   : GRAZE_OK;
}

/* ---- with a guess --------------------------------------------------------------------- */

/* A double well inside. */
static double middle_of(const graze_interval *guess)
{
    if (isinf(guess->lower))
        return isinf(guess->upper) ? 0 : guess->upper - fmax(1, fabs(guess->upper));
    return isinf(guess->upper) ? guess->lower + fmax(1, fabs(guess->lower))
                               : 0.5 * guess->lower + 0.5 * guess->upper;
}

graze_status cornered_starts(const pair *question, graze_interval *starts, bool *found)
{
    graze_interval guess;
    bool unsafe = false;
    if (cornered_guess_starts(question, &guess)) {
        double inside = middle_of(&guess);
        if (start_is_unsafe(question, inside, &unsafe) == GRAZE_OK && unsafe &&
            start_search_from(question, inside, guess.lower, double_next_down(guess.upper),
                              starts) == GRAZE_OK) {
            *found = true;
            return GRAZE_OK;
        }
    } else if (separated_for_ever(question)) {
        *found = false;
        return GRAZE_OK;
    }
    return cornered_starts_plainly(question, starts, found);
}
