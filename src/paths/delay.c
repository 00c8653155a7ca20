/* SPDX-License-Identifier: MIT */
/* Unsafe starts and delays of trajectories: the kernel's unsafe starts for pairs
 * of motions, united.
 *
 * A delay d of motion i is the start s = start_i + d. Subtracting start_i from
 * rounded ends would round twice, so the other motion is moved by -start_i
 * beforehand, exactly: then the starts that the kernel answers with *are* the
 * delays, correctly rounded. */
#include <graze/delay.h>

#include <math.h>

#include "contact/contact.h"
#include "contact/question.h"
#include "motion/life.h"
#include "motion/moving_body.h"
#include "motion/sum.h"
#include "numeric/dyadic.h"
#include "numeric/float_mode.h"
#include "paths/validate.h"
#include "starts/unsafe_starts.h"

/* ---- a union that grows in the caller's array --------------------------------------- */

typedef struct collection {
    graze_interval *intervals;
    size_t capacity, count;
} collection;

/* Unites what is there when there is no room left for more. */
static graze_status add(collection *all, const graze_interval *more, size_t count)
{
    if (count > all->capacity - all->count) {
        graze_status status = graze_intervals_normalise(all->intervals, &all->count);
        /* UNREACHED: the intervals are those of the library itself */
        if (status != GRAZE_OK)
            return status;
        if (count > all->capacity - all->count)
            return GRAZE_ERROR_CAPACITY;
    }
    for (size_t i = 0; i < count; i++)
        all->intervals[all->count++] = more[i];
    return GRAZE_OK;
}

static graze_status finish(collection *all, size_t *count)
{
    graze_status status = graze_intervals_normalise(all->intervals, &all->count);
    if (status == GRAZE_OK)
        *count = all->count;
    return status;
}

/* ---- what every question here shares ------------------------------------------------ */

/* Two bodies, of agents or of one motion each, and how to ask about their motions. */
typedef struct inquiry {
    const graze_body *body_a, *body_b;
    double tolerance;
    const graze_workspace *workspace;
} inquiry;

/* The same about motion i of a and motion j of b. */
static inquiry about(const inquiry *ask, const graze_trajectory *a, size_t i,
                     const graze_trajectory *b, size_t j)
{
    return (inquiry){moving_body(a, ask->body_a, i), moving_body(b, ask->body_b, j),
                     ask->tolerance, ask->workspace};
}

static graze_status ask_starts(const inquiry *ask, const graze_motion *a, const graze_motion *b,
                               unsafe_starts *starts)
{
    return unsafe_starts_of(ask->body_a, a, ask->body_b, b, ask->tolerance, ask->workspace,
                            starts);
}

/* ---- one motion among trajectories -------------------------------------------------- */

/* Starts, or delays. */
typedef graze_status ask_one(const inquiry *ask, const graze_motion *a, const graze_motion *b,
                             unsafe_starts *starts);

/* Motion i of a against each of b. */
static graze_status add_each(const inquiry *ask, ask_one *one, const graze_trajectory *a,
                             size_t i, const graze_trajectory *b, collection *all)
{
    unsafe_starts starts;
    graze_status status = GRAZE_OK;
    for (size_t j = 0; j < b->count && status == GRAZE_OK; j++) {
        const inquiry own = about(ask, a, i, b, j);
        status = one(&own, &a->motions[i], &b->motions[j], &starts);
        if (status == GRAZE_OK)
            status = add(all, starts.at, starts.count);
    }
    return status;
}

graze_status graze_trajectory_unsafe_starts(const graze_body *body_a, const graze_motion *a,
                                            const graze_body *body_b, const graze_trajectory *b,
                                            double tolerance, const graze_workspace *workspace,
                                            graze_interval *intervals, size_t capacity,
                                            size_t *count)
{
    FLOAT_MODE_DEFAULT;
    return graze_trajectories_unsafe_starts(body_a, a, body_b, b, 1, tolerance, workspace,
                                            intervals, capacity, count);
}

graze_status graze_trajectories_unsafe_starts(const graze_body *body_a, const graze_motion *a,
                                              const graze_body *bodies,
                                              const graze_trajectory *trajectories, size_t others,
                                              double tolerance, const graze_workspace *workspace,
                                              graze_interval *intervals, size_t capacity,
                                              size_t *count)
{
    FLOAT_MODE_DEFAULT;
    if (count == NULL || a == NULL || (intervals == NULL && capacity != 0) ||
        (others != 0 && (bodies == NULL || trajectories == NULL)))
        return GRAZE_ERROR_NULL;
    const graze_trajectory own = {.motions = a, .count = 1}, none = {.motions = NULL, .count = 0};
    graze_status status = trajectory_validate_pair(body_a, &own, body_a, &none, tolerance);
    for (size_t k = 0; k < others && status == GRAZE_OK; k++)
        status = trajectory_validate_pair(body_a, &own, &bodies[k], &trajectories[k], tolerance);

    collection all = {intervals, capacity, 0};
    for (size_t k = 0; k < others && status == GRAZE_OK; k++) {
        const inquiry ask = {body_a, &bodies[k], tolerance, workspace};
        status = add_each(&ask, ask_starts, &own, 0, &trajectories[k], &all);
    }
    return status == GRAZE_OK ? finish(&all, count) : status;
}

/* ---- delays of one pair of motions -------------------------------------------------- */

/* b as seen from the start of a: moved in time by minus that start. False where
 * that start cannot be written as two doubles. */
static bool see_from_start(const graze_motion *a, const graze_motion *b, graze_motion *seen)
{
    const double difference[] = {b->start, -a->start, b->start_tail, -a->start_tail};
    *seen = *b;
    return motion_exact_sum(difference, 4, &seen->start, &seen->start_tail);
}

/* An end minus the start of a, rounded. Three doubles of the whole range. */
static double minus_start(double end, const graze_motion *a, dyadic_direction direction)
{
    enum { LIMBS = 8 * (2098 / GMP_NUMB_BITS + 4) };
    mp_limb_t limbs[LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
    if (isinf(end))
        return end;
    dyadic start = dyadic_sum(&arena, a->start, a->start_tail);
    return dyadic_to_double(dyadic_sub(&arena, dyadic_from(&arena, end), start), direction);
}

static void subtract_start(graze_interval *times, size_t count, const graze_motion *a)
{
    for (size_t k = 0; k < count; k++) {
        times[k].lower = minus_start(times[k].lower, a, DYADIC_DOWN);
        times[k].upper = minus_start(times[k].upper, a, DYADIC_UP);
    }
}

/* The unsafe delays of a against b, outward rounded. */
static graze_status ask_delays(const inquiry *ask, const graze_motion *a, const graze_motion *b,
                               unsafe_starts *delays)
{
    graze_motion seen;
    if (see_from_start(a, b, &seen))
        return ask_starts(ask, a, &seen, delays);
    graze_status status = ask_starts(ask, a, b, delays);
    if (status == GRAZE_OK)
        subtract_start(delays->at, delays->count, a);
    return status;
}

/* When b first conflicts with an agent that stands for ever at the first place of a from
 * the start of a on, in time since that start; *count tells how often it does. */
static graze_status ask_standing(const inquiry *ask, const graze_motion *a, const graze_motion *b,
                                 graze_interval *first, size_t *count)
{
    graze_motion standing = {.form = GRAZE_KINEMATIC, .position = a->position,
                             .duration = INFINITY}, seen;
    bool exact = see_from_start(a, b, &seen);
    if (!exact) {
        standing.start = a->start;
        standing.start_tail = a->start_tail;
    }
    graze_interval found[CONTACT_OVERLAPS_MAX];
    graze_status status =
        contact_intervals_from(ask->body_a, &standing, ask->body_b, exact ? &seen : b,
                               ask->tolerance, 0, found, CONTACT_OVERLAPS_MAX, count);
    if (status != GRAZE_OK || *count == 0)
        return status;
    *first = found[0];
    if (!exact)
        subtract_start(first, 1, a);
    return status;
}

/* The first motion with a life; a->count when there is none. */
static size_t first_alive(const graze_trajectory *a)
{
    size_t i = 0;
    while (i < a->count && motion_is_empty(&a->motions[i]))
        i++;
    return i;
}

/* Adds the delays for which a is hit while it waits for its start, with the body of its first
 * motion: all that are greater than the begin of the first conflict there. A parked agent is there
 * anyway, so that waiting adds nothing. */
static graze_status add_waiting(const inquiry *ask, const graze_trajectory *a,
                                const graze_trajectory *b, collection *all)
{
    const size_t first = first_alive(a);
    if (first == a->count || a->motions[first].form == GRAZE_PARKED)
        return GRAZE_OK;
    for (size_t j = 0; j < b->count; j++) {
        graze_interval conflict;
        size_t conflicts = 0;
        const inquiry own = about(ask, a, first, b, j);
        graze_status status =
            ask_standing(&own, &a->motions[first], &b->motions[j], &conflict, &conflicts);
        if (status != GRAZE_OK)
            return status;
        if (conflicts > 0)
            return add(all, &(graze_interval){conflict.lower, INFINITY}, 1);
    }
    return GRAZE_OK;
}

/* ---- delays of whole trajectories --------------------------------------------------- */

static graze_status validate(const inquiry *ask, const graze_trajectory *a,
                             const graze_trajectory *b, graze_at_start at_start)
{
    graze_status status =
        trajectory_validate_pair(ask->body_a, a, ask->body_b, b, ask->tolerance);
    if (status == GRAZE_OK && at_start != GRAZE_APPEAR && at_start != GRAZE_WAIT)
        status = GRAZE_ERROR_CHOICE;
    return status;
}

graze_status graze_trajectory_unsafe_delays(const graze_body *body_a, const graze_trajectory *a,
                                            const graze_body *body_b, const graze_trajectory *b,
                                            graze_at_start at_start, double tolerance,
                                            const graze_workspace *workspace,
                                            graze_interval *intervals, size_t capacity,
                                            size_t *count)
{
    FLOAT_MODE_DEFAULT;
    if (count == NULL || (intervals == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    const inquiry ask = {body_a, body_b, tolerance, workspace};
    graze_status status = validate(&ask, a, b, at_start);
    collection all = {intervals, capacity, 0};
    for (size_t i = 0; status == GRAZE_OK && i < a->count; i++)
        status = add_each(&ask, ask_delays, a, i, b, &all);
    if (status == GRAZE_OK && at_start == GRAZE_WAIT)
        status = add_waiting(&ask, a, b, &all);
    return status == GRAZE_OK ? finish(&all, count) : status;
}

/* ---- slack -------------------------------------------------------------------------- */

/* Narrows the slack by what one pair of motions answers. Rounded ends tell exactly
 * whether the delay 0 is inside; where a start had to be rounded as well (see
 * ask_delays), the motions themselves are asked. */
static graze_status narrow(const inquiry *ask, const graze_motion *a, const graze_motion *b,
                           graze_slack *slack, bool *narrowed)
{
    unsafe_starts delays;
    size_t k = 0;
    graze_status status = ask_delays(ask, a, b, &delays);
    *narrowed = false;
    if (status != GRAZE_OK)
        return status;
    while (k < delays.count && delays.at[k].upper <= 0)
        k++;
    if (k == delays.count || !(delays.at[k].lower < slack->delay))
        return GRAZE_OK;
    *narrowed = true;
    slack->delay = delays.at[k].lower;
    if (slack->delay >= 0)
        return GRAZE_OK;
    slack->delay = 0;
    return graze_conflict_exists(ask->body_a, a, ask->body_b, b, ask->tolerance,
                                 &slack->conflicts);
}

/* Whether the lives of a and b are apart for every delay in [0, bound). */
static bool begins_beyond(const graze_motion *a, const graze_motion *b, double bound)
{
    graze_motion delayed;
    return bound < INFINITY && graze_motion_delay(a, bound, &delayed) == GRAZE_OK &&
           motion_compare_end_start(&delayed, b) <= 0;
}

/* Narrows the slack by motion i. Later motions of b than the first one that begins
 * beyond the slack are beyond it too. */
static graze_status narrow_by_motion(const inquiry *ask, const graze_trajectory *a, size_t i,
                                     const graze_trajectory *b, graze_slack *slack)
{
    const graze_motion *mine = &a->motions[i];
    for (size_t j = 0; j < b->count && !slack->conflicts; j++) {
        bool narrowed;
        if (motion_compare_end_start(&b->motions[j], mine) <= 0)
            continue; /* over before a is there */
        if (begins_beyond(mine, &b->motions[j], slack->delay))
            return GRAZE_OK;
        const inquiry own = about(ask, a, i, b, j);
        graze_status status = narrow(&own, mine, &b->motions[j], slack, &narrowed);
        if (status != GRAZE_OK)
            return status;
        if (narrowed) {
            slack->motion_a = i;
            slack->motion_b = j;
        }
    }
    return GRAZE_OK;
}

graze_status graze_trajectory_slack(const graze_body *body_a, const graze_trajectory *a,
                                    const graze_body *body_b, const graze_trajectory *b,
                                    double tolerance, const graze_workspace *workspace,
                                    graze_slack *slack)
{
    FLOAT_MODE_DEFAULT;
    if (slack == NULL)
        return GRAZE_ERROR_NULL;
    const inquiry ask = {body_a, body_b, tolerance, workspace};
    graze_slack found = {.conflicts = false, .delay = INFINITY};
    graze_status status = validate(&ask, a, b, GRAZE_APPEAR);
    for (size_t i = 0; status == GRAZE_OK && i < a->count && !found.conflicts; i++)
        status = narrow_by_motion(&ask, a, i, b, &found);
    if (status == GRAZE_OK)
        *slack = found;
    return status;
}
