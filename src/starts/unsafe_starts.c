/* SPDX-License-Identifier: MIT */
/* The doors of unsafe starts and speeds: the quick ways first, then the exact mechanism
 * (body_starts.h). */
#include "starts/unsafe_starts.h"

#include "contact/batch.h"
#include "numeric/float_mode.h"
#include "numeric/scratch.h"
#include "starts/body_starts.h"
#include "starts/curved_starts.h"
#include "starts/polygon_starts.h"
#include "starts/separated.h"
#include "starts/start_guess.h"
#include "starts/start_search.h"
#include "starts/straight_guess.h"
#include "starts/uniform_disc_starts.h"

static bool is_accelerated(const graze_motion *motion)
{
    const graze_vector *a = &motion->acceleration;
    if (motion->form == GRAZE_RAMP)
        return motion->share != 1;
    return motion->form == GRAZE_KINEMATIC && (a->x != 0 || a->y != 0 || a->z != 0);
}

/* ---- unsafe starts ------------------------------------------------------------------ */

typedef struct exact_job {
    const pair *question;
    pencil_kind kind;
    unsafe_starts *found;
} exact_job;

/* More than `own` holds stay in the arena, which then is the caller's workspace. */
static graze_status find_exactly(dyadic_arena *arena, void *asked)
{
    const exact_job *job = asked;
    unsafe_starts *found = job->found;
    graze_status status = body_starts(arena, job->question, job->kind, &found->at, &found->count);
    if (status != GRAZE_OK || found->count > GRAZE_UNSAFE_STARTS_MAX)
        return status;
    for (size_t i = 0; i < found->count; i++)
        found->own[i] = found->at[i];
    found->at = found->own;
    return GRAZE_OK;
}

/* At constant velocity, or on straight ways, there is one interval or none. */
static bool find_quickly(const pair *question, bool accelerated, pencil_kind kind,
                         unsafe_starts *starts)
{
    graze_interval guess;
    starts->at = starts->own;
    starts->count = 0;
    if (pair_asks(question, QUICK_SEPARATED) && separated_for_ever(question))
        return true;
    if (kind != PENCIL_SHIFTS)
        return false;
    if (!accelerated && question->cornered && pair_asks(question, QUICK_LINES) &&
        polygon_starts(question, starts->own, &starts->count))
        return true;
    starts->count = 1;
    if (accelerated && pair_asks(question, QUICK_STRAIGHT) && straight_guess(question, &guess) &&
        start_search_straight(question, guess, starts->own))
        return true;
    if ((accelerated || question->cornered) && pair_asks(question, QUICK_CURVED) &&
        curved_starts(question, starts->own, &starts->count))
        return true;
    starts->count = 1;
    return !accelerated &&
           ((pair_asks(question, QUICK_GUESS) && start_guess(question, &guess) &&
             start_search_near(question, guess, starts->own)) ||
            (pair_asks(question, QUICK_SPACE) && start_search_space(question, starts->own)));
}

/* Of a pair that doubles did not answer. */
static graze_status find(unsigned without, const graze_body *body_a, const graze_motion *a,
                         const graze_body *body_b, const graze_motion *b, double tolerance,
                         pencil_kind kind, const graze_workspace *workspace,
                         unsafe_starts *starts)
{
    const graze_workspace none = {.memory = NULL};
    graze_workspace patience = workspace != NULL ? *workspace : none; /* whether to stop */
    pair question;
    graze_status status = pair_of(body_a, a, body_b, b, tolerance, &question);
    if (status == GRAZE_OK && kind == PENCIL_SPEEDS && a->form == GRAZE_PARKED)
        status = GRAZE_ERROR_UNSUPPORTED;
    if (status != GRAZE_OK)
        return status;
    const bool accelerated = is_accelerated(a) || is_accelerated(b);
    if (accelerated && patience.memory == NULL)
        return GRAZE_ERROR_WORKSPACE;
    patience.memory = NULL;
    question.workspace = &patience;
    question.without = without;
    if (find_quickly(&question, accelerated, kind, starts))
        return GRAZE_OK;
    return scratch_run(accelerated ? workspace : &patience, find_exactly,
                       &(exact_job){&question, kind, starts});
}

graze_status unsafe_starts_without(unsigned without, const graze_body *body_a,
                                   const graze_motion *a, const graze_body *body_b,
                                   const graze_motion *b, double tolerance,
                                   const graze_workspace *workspace, unsafe_starts *starts)
{
    bool found;
    starts->at = starts->own;
    if ((without & QUICK_STARTS) ||
        !uniform_disc_starts(quick_level(without), true, body_a, a, body_b, b, tolerance,
                             starts->own, &found))
        return find(without, body_a, a, body_b, b, tolerance, PENCIL_SHIFTS, workspace, starts);
    starts->count = found;
    return GRAZE_OK;
}

graze_status unsafe_starts_of(const graze_body *body_a, const graze_motion *a,
                              const graze_body *body_b, const graze_motion *b, double tolerance,
                              const graze_workspace *workspace, unsafe_starts *starts)
{
    return unsafe_starts_without(0, body_a, a, body_b, b, tolerance, workspace, starts);
}

/* Of a pair that doubles did not answer, or of speeds: into the caller's array. */
static FLOAT_MODE_SLOW graze_status find_and_hand_over(
    pencil_kind kind, const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
    const graze_motion *b, double tolerance, const graze_workspace *workspace,
    graze_interval *intervals, size_t capacity, size_t *count)
{
    unsafe_starts found;
    graze_status status = find(0, body_a, a, body_b, b, tolerance, kind, workspace, &found);
    if (status == GRAZE_OK && found.count > capacity)
        status = GRAZE_ERROR_CAPACITY;
    if (status != GRAZE_OK)
        return status;
    for (size_t i = 0; i < found.count; i++)
        intervals[i] = found.at[i];
    *count = found.count;
    return GRAZE_OK;
}
graze_status graze_unsafe_starts(const graze_body *body_a, const graze_motion *a,
                                 const graze_body *body_b, const graze_motion *b, double tolerance,
                                 const graze_workspace *workspace, graze_interval *intervals,
                                 size_t capacity, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    graze_interval only;
    bool found;
    if (count == NULL || (intervals == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    if (!uniform_disc_starts(cpu_level(), true, body_a, a, body_b, b, tolerance, &only, &found))
        return find_and_hand_over(PENCIL_SHIFTS, body_a, a, body_b, b, tolerance, workspace,
                                  intervals, capacity, count);
    if (found && capacity == 0)
        return GRAZE_ERROR_CAPACITY;
    if (found)
        intervals[0] = only;
    *count = found;
    return GRAZE_OK;
}

/* ---- until when --------------------------------------------------------------------- */

/* Whether a start is later than a motion's own, start + start_tail. */
static bool is_later(double start, const graze_motion *motion)
{
    return start > motion->start || (start == motion->start && motion->start_tail < 0);
}

/* The first end of the list that is later than the present start. Ends of neighbours that are
 * parted by a single start overlap where that is no double: then the later one counts. */
static bool first_end(const unsafe_starts *starts, const graze_motion *a, double *end)
{
    bool found = false;
    for (size_t i = 0; i < starts->count; i++) {
        const graze_interval *next = &starts->at[i];
        if (found ? next->lower < *end : is_later(next->upper, a)) {
            *end = next->upper;
            found = true;
        } else if (found)
            break;
    }
    return found;
}

graze_status unsafe_end_slowly(unsigned without, const graze_body *body_a, const graze_motion *a,
                               const graze_body *body_b, const graze_motion *b, double tolerance,
                               const graze_workspace *workspace, double *end, bool *exists)
{
    unsafe_starts starts;
    const graze_status status =
        find(without, body_a, a, body_b, b, tolerance, PENCIL_SHIFTS, workspace, &starts);
    if (status == GRAZE_OK)
        *exists = first_end(&starts, a, end);
    return status;
}

graze_status graze_unsafe_end(const graze_body *body_a, const graze_motion *a,
                              const graze_body *body_b, const graze_motion *b, double tolerance,
                              const graze_workspace *workspace, double *end, bool *exists)
{
    FLOAT_MODE_DEFAULT;
    graze_interval only;
    bool found;
    if (end == NULL || exists == NULL)
        return GRAZE_ERROR_NULL;
    if (!uniform_disc_starts(cpu_level(), false, body_a, a, body_b, b, tolerance, &only, &found))
        return unsafe_end_slowly(0, body_a, a, body_b, b, tolerance, workspace, end, exists);
    *exists = found && is_later(only.upper, a);
    if (*exists)
        *end = only.upper;
    return GRAZE_OK;
}

size_t graze_workspace_size(void) { return (size_t)4 << 20; }

/* Measured with 3 to 50 vertices each: 60 KiB a vertex at most, of rounded bodies and of
 * those within a tolerance. */
size_t graze_workspace_size_for(const graze_body *body_a, const graze_body *body_b)
{
    const size_t vertex = (size_t)128 << 10;
    return graze_workspace_size() + vertex * (body_a->vertex_count + body_b->vertex_count);
}

/* ---- of one against many ------------------------------------------------------------ */

static graze_status ask_starts(const batch_pair *of, const graze_workspace *workspace,
                               batch_list *list)
{
    unsafe_starts starts;
    graze_status status =
        unsafe_starts_of(of->body, of->motion, &of->batch->bodies[of->index],
                         &of->batch->motions[of->index], of->tolerance, workspace, &starts);
    return status == GRAZE_OK ? batch_append(list, of->index, starts.at, starts.count) : status;
}

graze_status batch_unsafe_starts_at(cpu_instructions level, const graze_body *body,
                                    const graze_motion *motion, double tolerance,
                                    const graze_batch *batch, const graze_workspace *workspace,
                                    graze_batch_interval *found, size_t capacity, size_t *count)
{
    return batch_ask_open(level, true, body, motion, tolerance, batch, ask_starts, workspace,
                          (batch_list){found, capacity, 0}, count);
}

graze_status graze_batch_unsafe_starts(const graze_body *body, const graze_motion *motion,
                                       double tolerance, const graze_batch *batch,
                                       const graze_workspace *workspace,
                                       graze_batch_interval *found, size_t capacity, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    return batch_unsafe_starts_at(cpu_level(), body, motion, tolerance, batch, workspace, found,
                                  capacity, count);
}

/* ---- unsafe speeds ------------------------------------------------------------------ */

/* The lines of all factors through a's start are a pencil, too (pencil.h). */
graze_status graze_unsafe_speeds(const graze_body *body_a, const graze_motion *a,
                                 const graze_body *body_b, const graze_motion *b, double tolerance,
                                 const graze_workspace *workspace, graze_interval *intervals,
                                 size_t capacity, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    if (count == NULL || (intervals == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    return find_and_hand_over(PENCIL_SPEEDS, body_a, a, body_b, b, tolerance, workspace, intervals,
                              capacity, count);
}
