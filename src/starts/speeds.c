/* SPDX-License-Identifier: MIT */
/* Unsafe speeds at constant velocity: the lines from a's start that meet the convex blocked
 * set are one pencil, whose parameter is the factor (pencil.h). */
#include <graze/unsafe.h>

#include "numeric/float_mode.h"
#include "numeric/scratch.h"
#include "starts/body_starts.h"

typedef struct speeds_job {
    const pair *question;
    graze_interval *interval;
    size_t *count;
} speeds_job;

static graze_status solve(dyadic_arena *arena, void *asked)
{
    const speeds_job *job = asked;
    graze_interval *found = NULL;
    size_t count = 0;
    graze_status status = body_starts(arena, job->question, PENCIL_SPEEDS, &found, &count);
    if (status != GRAZE_OK)
        return status;
    if (count > 0)
        *job->interval = found[0];
    *job->count = count;
    return GRAZE_OK;
}

static bool is_accelerated(const graze_motion *motion)
{
    return motion->form == GRAZE_KINEMATIC &&
           (motion->acceleration.x != 0 || motion->acceleration.y != 0 ||
            motion->acceleration.z != 0);
}

graze_status graze_unsafe_speeds(const graze_body *body_a, const graze_motion *a,
                                 const graze_body *body_b, const graze_motion *b, double tolerance,
                                 graze_interval *interval, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    pair question;
    if (interval == NULL || count == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = pair_of(body_a, a, body_b, b, tolerance, &question);
    if (status != GRAZE_OK)
        return status;
    if (a->form == GRAZE_PARKED || is_accelerated(a) || is_accelerated(b))
        return GRAZE_ERROR_UNSUPPORTED;
    return scratch_run(question.workspace, solve, &(speeds_job){&question, interval, count});
}
