/* SPDX-License-Identifier: MIT */
/* Unsafe starts: the quick ways first, then the exact mechanism (body_starts.h). */

#include "starts/unsafe.h"

#include <assert.h>
#include <math.h>

#include "numeric/float_mode.h"
#include "numeric/scratch.h"
#include "starts/body_starts.h"
#include "starts/cornered_starts.h"
#include "starts/separated.h"
#include "starts/start_search.h"
#include "starts/uniform_disc_starts.h"
#include "starts/unsafe_starts.h"

/* ---- the door --------------------------------------------------------------------- */

static bool is_accelerated(const graze_motion *motion)
{
    return motion->form == GRAZE_KINEMATIC &&
           (motion->acceleration.x != 0 || motion->acceleration.y != 0 ||
            motion->acceleration.z != 0);
}

graze_status unsafe_starts_exactly(dyadic_arena *arena, const pair *question, unsafe_list *list)
{
    graze_interval *found = NULL;
    size_t count = 0;
    graze_status status = body_starts(arena, question, PENCIL_SHIFTS, &found, &count);
    assert(count <= GRAZE_UNSAFE_STARTS_MAX);
    for (size_t i = 0; i < count; i++)
        list->interval[i] = found[i];
    list->count = (int)count;
    return status;
}

typedef struct starts_job {
    const pair *question;
    unsafe_list *list;
} starts_job;

static graze_status find_exactly(dyadic_arena *arena, void *asked)
{
    const starts_job *job = asked;
    return unsafe_starts_exactly(arena, job->question, job->list);
}

/* One interval for which no candidates are needed; most plane discs never come here. */
static bool solve_quickly(const pair *question, unsafe_list *list)
{
    bool found = true;
    graze_interval near;
    if (question->cornered) {
        bool answered = cornered_starts(question, list->interval, &found);
        list->count = found;
        return answered;
    }
    bool answered = pair_asks(question, QUICK_NEAR) &&
                    uniform_disc_starts_near(question, &near) &&
                    start_search_near(question, near, list->interval);
    if (!answered && pair_asks(question, QUICK_SEPARATED) && separated_for_ever(question)) {
        found = false;
        answered = true;
    }
    list->count = found;
    return answered || (pair_asks(question, QUICK_SPACE) &&
                        start_search_space(question, list->interval));
}

typedef struct workspace_job {
    const pair *question;
    unsafe_starts *starts;
} workspace_job;

/* The answer stays in the workspace. */
static graze_status find_in_workspace(dyadic_arena *arena, void *asked)
{
    const workspace_job *job = asked;
    return body_starts(arena, job->question, PENCIL_SHIFTS, &job->starts->at, &job->starts->count);
}

size_t graze_workspace_size(void) { return (size_t)4 << 20; }

/* Measured with 3 to 50 vertices each: 60 KiB a vertex at most, of rounded bodies and of
 * those within a tolerance. */
size_t graze_workspace_size_for(const graze_body *body_a, const graze_body *body_b)
{
    const size_t vertex = (size_t)128 << 10;
    return graze_workspace_size() + vertex * (body_a->vertex_count + body_b->vertex_count);
}

/* Of discs, or at constant velocity. */
static graze_status take(const unsafe_list *list, unsafe_starts *starts)
{
    assert(list->count <= GRAZE_UNSAFE_STARTS_MAX);
    for (int i = 0; i < list->count; i++)
        starts->own[i] = list->interval[i];
    starts->at = starts->own;
    starts->count = (size_t)list->count;
    return GRAZE_OK;
}

/* Who is asked whether to stop. */
static graze_workspace without_memory(const graze_workspace *workspace)
{
    graze_workspace patience = {.memory = NULL};
    if (workspace != NULL) {
        patience.should_stop = workspace->should_stop;
        patience.context = workspace->context;
    }
    return patience;
}

/* Of a pair that doubles did not answer. */
static graze_status find(unsigned without, const graze_body *body_a, const graze_motion *a,
                         const graze_body *body_b, const graze_motion *b, double tolerance,
                         const graze_workspace *workspace, unsafe_starts *starts)
{
    pair question;
    unsafe_list list;
    graze_status status = pair_of(body_a, a, body_b, b, tolerance, &question);
    if (status != GRAZE_OK)
        return status;
    const graze_workspace patience = without_memory(workspace);
    question.workspace = &patience;
    question.without = without;
    bool accelerated = is_accelerated(a) || is_accelerated(b);
    if (accelerated && (workspace == NULL || workspace->memory == NULL))
        return GRAZE_ERROR_WORKSPACE;
    if (accelerated && pair_asks(&question, QUICK_SEPARATED) && separated_for_ever(&question)) {
        starts->count = 0;
        return GRAZE_OK;
    }
    if (question.cornered && accelerated)
        return scratch_run(workspace, find_in_workspace, &(workspace_job){&question, starts});
    if (accelerated || !solve_quickly(&question, &list))
        status = scratch_run(accelerated ? workspace : &patience, find_exactly,
                             &(starts_job){&question, &list});
    return status == GRAZE_OK ? take(&list, starts) : status;
}

graze_status unsafe_starts_without(unsigned without, const graze_body *body_a,
                                   const graze_motion *a, const graze_body *body_b,
                                   const graze_motion *b, double tolerance,
                                   const graze_workspace *workspace, unsafe_starts *starts)
{
    bool found;
    starts->at = starts->own;
    if ((without & QUICK_STARTS) ||
        !uniform_disc_starts(body_a, a, body_b, b, tolerance, starts->at, &found))
        return find(without, body_a, a, body_b, b, tolerance, workspace, starts);
    starts->count = found;
    return GRAZE_OK;
}

graze_status unsafe_starts_of(const graze_body *body_a, const graze_motion *a,
                              const graze_body *body_b, const graze_motion *b, double tolerance,
                              const graze_workspace *workspace, unsafe_starts *starts)
{
    return unsafe_starts_without(0, body_a, a, body_b, b, tolerance, workspace, starts);
}

graze_status graze_unsafe_starts(const graze_body *body_a, const graze_motion *a,
                                 const graze_body *body_b, const graze_motion *b, double tolerance,
                                 const graze_workspace *workspace, graze_interval *intervals,
                                 size_t capacity, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    unsafe_starts starts;
    bool found;
    if (count == NULL || (intervals == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    if (capacity > 0 &&
        uniform_disc_starts(body_a, a, body_b, b, tolerance, intervals, &found)) {
        *count = found;
        return GRAZE_OK;
    }
    graze_status status = find(0, body_a, a, body_b, b, tolerance, workspace, &starts);
    if (status == GRAZE_OK && starts.count > capacity)
        status = GRAZE_ERROR_CAPACITY;
    if (status != GRAZE_OK)
        return status;
    for (size_t i = 0; i < starts.count; i++)
        intervals[i] = starts.at[i];
    *count = starts.count;
    return GRAZE_OK;
}
