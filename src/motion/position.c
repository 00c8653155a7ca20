/* SPDX-License-Identifier: MIT */
/* Where a motion is at a time, exactly: each coordinate is a quotient of two dyadic numbers, and
 * the nearest double to it is found by comparing products. */
#include <graze/motion.h>

#include <math.h>
#include <stddef.h>

#include "motion/life.h"
#include "numeric/dyadic.h"
#include "numeric/float_mode.h"
#include "numeric/rounding.h"
#include "numeric/scratch.h"

#define FROM(x) dyadic_from(arena, x)
#define ADD(x, y) dyadic_add(arena, x, y)
#define SUB(x, y) dyadic_sub(arena, x, y)
#define SUM(x, y) dyadic_sum(arena, x, y) /* of doubles */
#define MUL(x, y) dyadic_mul(arena, x, y)

typedef struct position_job {
    const graze_motion *motion;
    double time;
    bool alive;
    graze_vector found;
} position_job;

/* ---- rounding a quotient ------------------------------------------------------------- */

typedef struct quotient {
    dyadic_arena *arena;
    dyadic above, below; /* below > 0 */
} quotient;

/* Is factor * below not above `above`? */
static bool is_not_above(const quotient *q, dyadic factor, dyadic above)
{
    return dyadic_compare(dyadic_mul(q->arena, factor, q->below), above) <= 0;
}

static bool holds(void *context, double x)
{
    const quotient *q = context;
    size_t mark = dyadic_mark(q->arena);
    bool answer = is_not_above(q, dyadic_from(q->arena, x), q->above);
    dyadic_release(q->arena, mark);
    return answer;
}

/* The nearest double to a number between two doubles, ties to even. */
static double nearest(dyadic_arena *arena, dyadic above, dyadic below)
{
    if (dyadic_sign(above) == 0 || arena->exhausted)
        return 0;
    quotient q = {arena, above, below};
    double guess = dyadic_quotient(above, below);
    double low = double_search_last(holds, &q, isfinite(guess) ? guess : 0);
    double high = double_next_up(low);
    if (isinf(low) || isinf(high)) /* the largest double, or nothing: the arena is exhausted */
        return low;
    dyadic twice = dyadic_scale(arena, above, 1);
    int side = dyadic_compare(MUL(SUM(low, high), below), twice);
    if (side == 0)
        return double_rank(low) % 2 == 0 ? low : high;
    return side > 0 ? low : high;
}

/* ---- places --------------------------------------------------------------------------- */

/* `from` + `velocity` u + `acceleration` u u / 2. */
static double on_curve(dyadic_arena *arena, double from, double velocity, double acceleration,
                       dyadic u)
{
    dyadic curved = dyadic_scale(arena, MUL(FROM(acceleration), MUL(u, u)), -1);
    dyadic place = ADD(FROM(from), ADD(MUL(FROM(velocity), u), curved));
    return dyadic_to_double(place, DYADIC_NEAREST);
}

/* `from` + (`to` - `from`) (share x + (1 - share) x x) with x = u / lasts; a waypoint motion has
 * share 1. All is multiplied by the square of the duration. */
static double on_way(dyadic_arena *arena, double from, double to, double share, dyadic u,
                     dyadic lasts)
{
    if (from == to)
        return from;
    dyadic straight = MUL(FROM(share), MUL(u, lasts));
    dyadic curved = MUL(SUM(1, -share), MUL(u, u));
    dyadic below = MUL(lasts, lasts);
    dyadic moved = MUL(SUM(to, -from), ADD(straight, curved));
    return nearest(arena, ADD(MUL(FROM(from), below), moved), below);
}

static void find_place(dyadic_arena *arena, position_job *job, dyadic u, dyadic lasts)
{
    const graze_motion *m = job->motion;
    const double *from = &m->position.x, *second = &m->velocity.x, *third = &m->acceleration.x;
    bool is_way = m->form == GRAZE_WAYPOINT || m->form == GRAZE_RAMP;
    double share = m->form == GRAZE_RAMP ? m->share : 1;
    double *found = &job->found.x;
    for (int k = 0; k < 3; k++)
        found[k] = is_way ? on_way(arena, from[k], second[k], share, u, lasts)
                          : on_curve(arena, from[k], second[k], third[k], u);
}

/* A parked motion is alive behind its numbers and stands where they end. */
static graze_status find(dyadic_arena *arena, void *context)
{
    position_job *job = context;
    const graze_motion *m = job->motion;
    bool is_parked = m->form == GRAZE_PARKED, lasts_for_ever = isinf(m->duration);
    dyadic u = SUB(SUM(job->time, -m->start), FROM(m->start_tail));
    dyadic lasts =
        lasts_for_ever ? dyadic_zero() : SUM(m->duration, m->duration_tail);
    int end = lasts_for_ever ? -1 : dyadic_compare(u, lasts);
    job->alive = is_parked ? end >= 0 : dyadic_sign(u) >= 0 && end <= 0;
    if (job->alive)
        find_place(arena, job, is_parked ? lasts : u, lasts);
    return GRAZE_OK;
}

graze_status graze_motion_position(const graze_motion *motion, double time, bool *alive,
                                   graze_vector *position)
{
    FLOAT_MODE_DEFAULT;
    if (motion == NULL || alive == NULL || position == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = graze_motion_validate(motion);
    if (status != GRAZE_OK)
        return status;
    if (!isfinite(time))
        return GRAZE_ERROR_NOT_FINITE;
    position_job job = {.motion = motion, .time = time};
    status = scratch_run(NULL, find, &job);
    if (status != GRAZE_OK)
        return status;
    if (job.alive && !(isfinite(job.found.x) && isfinite(job.found.y) && isfinite(job.found.z)))
        return GRAZE_ERROR_NOT_FINITE;
    *alive = job.alive;
    if (job.alive)
        *position = job.found;
    return GRAZE_OK;
}
