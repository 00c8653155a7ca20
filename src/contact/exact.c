/* SPDX-License-Identifier: MIT */
/* The last stage: every question answered in exact arithmetic, in scratch memory. */
#include "contact/exact.h"

#include <assert.h>

#include "contact/disc_accelerated.h"
#include "contact/disc_uniform.h"
#include "contact/polygon.h"
#include "contact/polygon_accelerated.h"
#include "contact/polygon_depth.h"
#include "contact/polygon_nearest.h"
#include "contact/polygon_uniform.h"
#include "contact/quartic.h"
#include "contact/question.h"
#include "contact/with_exact.h"
#include "numeric/scratch.h"

/* ---- contact ------------------------------------------------------------------------ */

graze_status contact_status(contact answer)
{
    return answer == CONTACT_STOPPED        ? GRAZE_ERROR_STOPPED
           : answer == CONTACT_NO_MEMORY    ? GRAZE_ERROR_MEMORY
           : answer == CONTACT_NO_WORKSPACE ? GRAZE_ERROR_WORKSPACE
                                            : GRAZE_OK;
}

typedef struct contact_job {
    const pair *question;
    contact answer;
} contact_job;

static contact contact_in(dyadic_arena *arena, const pair *question)
{
    exact_relative r;
    if (exact_relative_of(arena, question, &r) != 1)
        return CONTACT_NO_LIFE;
    if (question->cornered)
        return polygon_contact_of(arena, question, &r);
    return r.curved ? quartic_contact(arena, &r) : exact_contact_of(arena, &r);
}

static graze_status find_contact(dyadic_arena *arena, void *asked)
{
    contact_job *job = asked;
    job->answer = contact_in(arena, job->question);
    return GRAZE_OK;
}

contact exact_contact(const pair *question)
{
    contact_job job = {.question = question};
    graze_status status = scratch_run(question->workspace, find_contact, &job);
    return status == GRAZE_OK              ? job.answer
           : status == GRAZE_ERROR_STOPPED ? CONTACT_STOPPED
           : status == GRAZE_ERROR_MEMORY  ? CONTACT_NO_MEMORY
                                           : CONTACT_NO_WORKSPACE;
}

/* ---- parts -------------------------------------------------------------------------- */

/* The relative motion of a pair whose contact is known to be a meeting. */
static void relative_of_meeting(dyadic_arena *arena, const pair *question,
                                exact_relative *relative)
{
    int life = exact_relative_of(arena, question, relative);
    assert(life == 1 || arena->exhausted);
    (void)life;
}

typedef struct parts_job {
    const pair *question;
    contact known;
    bool measured;
    size_t first, capacity; /* of what is asked for */
    contact_part *parts;    /* room for so many */
    size_t total;
} parts_job;

static size_t uniform_part(dyadic_arena *arena, const parts_job *job, const exact_relative *r)
{
    if (job->known == CONTACT_TOUCH)
        disc_uniform_touch_of(arena, r, &job->parts->interval);
    else
        disc_uniform_overlap_of(arena, r, &job->parts->interval);
    if (job->measured)
        disc_uniform_clearance_of(arena, job->question, r, &job->parts->clearance);
    return 1;
}

static graze_status find_parts(dyadic_arena *arena, void *asked)
{
    parts_job *job = asked;
    exact_relative r;
    relative_of_meeting(arena, job->question, &r);
    if (!r.curved)
        job->total = uniform_part(arena, job, &r);
    else if (job->known == CONTACT_TOUCH)
        job->total = (size_t)disc_accelerated_touches_of(arena, &r, job->parts);
    else
        job->total = (size_t)disc_accelerated_overlaps_of(arena, job->question, &r, job->measured,
                                                          job->parts);
    return GRAZE_OK;
}

graze_status exact_parts(const pair *question, contact known, bool measured, contact_part *parts,
                         int *count)
{
    contact_part found[CONTACT_PARTS_MAX];
    parts_job job = {
        .question = question, .known = known, .measured = measured, .parts = found};
    graze_status status = scratch_run(question->workspace, find_parts, &job);
    if (status != GRAZE_OK)
        return status;
    for (size_t i = 0; i < job.total; i++)
        parts[i] = found[i];
    *count = (int)job.total;
    return GRAZE_OK;
}

static graze_status find_polygon_parts(dyadic_arena *arena, void *asked)
{
    parts_job *job = asked;
    exact_relative r;
    relative_of_meeting(arena, job->question, &r);
    job->total = 1;
    if (r.curved) {
        job->total = polygon_accelerated_parts(arena, job->question, &r, job->known, job->measured,
                                               job->first, job->capacity, job->parts);
    } else if (job->first == 0 && job->capacity != 0) {
        polygon_uniform_interval(arena, job->question, &r, job->known, &job->parts->interval);
        if (job->measured)
            polygon_uniform_clearance(arena, job->question, &r, &job->parts->clearance);
    }
    return GRAZE_OK;
}

graze_status exact_polygon_parts(const pair *question, contact known, bool measured, size_t first,
                                 size_t capacity, contact_part *parts, size_t *total)
{
    parts_job job = {question, known, measured, first, capacity, parts, 0};
    graze_status status = scratch_run(question->workspace, find_polygon_parts, &job);
    *total = job.total;
    return status;
}

/* ---- clearance ---------------------------------------------------------------------- */

typedef struct clearance_job {
    const pair *question;
    graze_clearance answer;
} clearance_job;

static graze_status find_clearance(dyadic_arena *arena, void *asked)
{
    clearance_job *job = asked;
    exact_relative r;
    job->answer = (graze_clearance){.common_life = false};
    if (exact_relative_of(arena, job->question, &r) != 1)
        return GRAZE_OK;
    if (job->question->cornered && r.curved)
        polygon_accelerated_clearance(arena, job->question, &r, NULL, &job->answer);
    else if (job->question->cornered)
        polygon_uniform_clearance(arena, job->question, &r, &job->answer);
    else if (r.curved)
        disc_accelerated_clearance_of(arena, job->question, &r, &job->answer);
    else
        disc_uniform_clearance_of(arena, job->question, &r, &job->answer);
    job->answer.common_life = true;
    return GRAZE_OK;
}

graze_status exact_clearance(const pair *question, graze_clearance *result)
{
    clearance_job job = {.question = question};
    graze_status status = scratch_run(question->workspace, find_clearance, &job);
    if (status == GRAZE_OK)
        *result = job.answer;
    return status;
}

/* ---- two depths --------------------------------------------------------------------- */

typedef struct order_job {
    const pair *questions[2];
    int order;
} order_job;

static graze_status compare_depths(dyadic_arena *context, void *asked)
{
    order_job *job = asked;
    dyadic numerator[2], denominator[2];
    job->order = 0;
    for (int i = 0; i < 2; i++) {
        exact_relative r;
        relative_of_meeting(context, job->questions[i], &r);
        if (r.curved || job->questions[i]->cornered)
            return GRAZE_OK;
        disc_uniform_least_distance(context, &r, exact_nearest_at(context, &r), &numerator[i],
                                    &denominator[i]);
    }
    job->order =
        dyadic_compare(MUL(numerator[1], denominator[0]), MUL(numerator[0], denominator[1]));
    return GRAZE_OK;
}

graze_status exact_compare_depth(const pair *first, const pair *second, int *order)
{
    order_job job = {{first, second}, 0};
    graze_status status = scratch_run(first->workspace, compare_depths, &job);
    if (status == GRAZE_OK)
        *order = job.order;
    return status;
}
