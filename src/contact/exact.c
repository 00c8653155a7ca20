/* SPDX-License-Identifier: MIT */
/* The last stage: every question answered in exact arithmetic, in scratch memory. */
#include "contact/exact.h"

#include <assert.h>

#include "contact/disc_accelerated.h"
#include "contact/disc_uniform.h"
#include "contact/polygon_accelerated.h"
#include "contact/polygon_uniform.h"
#include "contact/question.h"
#include "contact/with_exact.h"
#include "numeric/scratch.h"
#include "numeric/surd.h"

/* What is asked, and where the answer goes. */
typedef struct exact_job {
    const pair *question, *other; /* the other of two whose depths are compared */
    contact known;
    bool measured;
    size_t first, capacity, total; /* parts */
    contact_part *parts;
    contact answer;
    graze_clearance clearance;
    int order;
} exact_job;

/* ---- contact ------------------------------------------------------------------------ */

graze_status contact_status(contact answer)
{
    return answer == CONTACT_STOPPED        ? GRAZE_ERROR_STOPPED
           : answer == CONTACT_NO_MEMORY    ? GRAZE_ERROR_MEMORY
           : answer == CONTACT_NO_WORKSPACE ? GRAZE_ERROR_WORKSPACE
                                            : GRAZE_OK;
}

static contact contact_in(dyadic_arena *arena, const pair *question)
{
    exact_relative r;
    if (exact_relative_of(arena, question, &r) != 1)
        return CONTACT_NO_LIFE;
    if (question->cornered)
        return polygon_contact_of(arena, question, &r);
    return r.curved ? disc_accelerated_contact(arena, &r) : exact_contact_of(arena, &r);
}

static graze_status find_contact(dyadic_arena *arena, void *asked)
{
    exact_job *job = asked;
    job->answer = contact_in(arena, job->question);
    return GRAZE_OK;
}

contact exact_contact(const pair *question)
{
    exact_job job = {.question = question};
    graze_status status = scratch_run(question->workspace, find_contact, &job);
    return status == GRAZE_OK              ? job.answer
           : status == GRAZE_ERROR_STOPPED ? CONTACT_STOPPED
           : status == GRAZE_ERROR_MEMORY  ? CONTACT_NO_MEMORY
                                           : CONTACT_NO_WORKSPACE;
}

/* ---- clearance ---------------------------------------------------------------------- */

static void clearance_of(dyadic_arena *arena, const pair *question, const exact_relative *r,
                         graze_clearance *result)
{
    if (question->cornered && r->curved)
        polygon_accelerated_clearance(arena, question, r, NULL, result);
    else if (question->cornered)
        polygon_uniform_clearance(arena, question, r, result);
    else if (r->curved)
        disc_accelerated_clearance(arena, question, r, result);
    else
        disc_uniform_clearance_of(arena, question, r, result);
    result->common_life = true;
}

static graze_status find_clearance(dyadic_arena *arena, void *asked)
{
    exact_job *job = asked;
    exact_relative r;
    job->clearance = (graze_clearance){.common_life = false};
    if (exact_relative_of(arena, job->question, &r) == 1)
        clearance_of(arena, job->question, &r, &job->clearance);
    return GRAZE_OK;
}

graze_status exact_clearance(const pair *question, graze_clearance *result)
{
    exact_job job = {.question = question};
    graze_status status = scratch_run(question->workspace, find_clearance, &job);
    if (status == GRAZE_OK)
        *result = job.clearance;
    return status;
}

/* ---- parts -------------------------------------------------------------------------- */

/* The relative motion of a pair whose contact is known to be a meeting. False where the arena is
 * exhausted: the length of the common life may be 0 then, and nothing else of it is written. */
static bool relative_of_meeting(dyadic_arena *arena, const pair *question,
                                exact_relative *relative)
{
    int life = exact_relative_of(arena, question, relative);
    assert(life == 1 || arena->exhausted);
    return life == 1;
}

/* The one part of uniform motion. */
static void uniform_part(dyadic_arena *arena, const exact_job *job, const exact_relative *r,
                         contact_part *part)
{
    if (job->question->cornered)
        polygon_uniform_interval(arena, job->question, r, job->known, &part->interval);
    else if (job->known == CONTACT_TOUCH)
        disc_uniform_touch_of(arena, r, &part->interval);
    else
        disc_uniform_overlap_of(arena, r, &part->interval);
    if (job->measured && job->question->cornered && job->known == CONTACT_TOUCH)
        polygon_uniform_touch_clearance(arena, job->question, r, &part->interval, &part->clearance);
    else if (job->measured)
        clearance_of(arena, job->question, r, &part->clearance);
}

static graze_status find_parts(dyadic_arena *arena, void *asked)
{
    exact_job *job = asked;
    exact_relative r;
    if (!relative_of_meeting(arena, job->question, &r))
        return GRAZE_OK; /* and nobody hears of it */
    if (r.curved && job->question->cornered) {
        job->total = polygon_accelerated_parts(arena, job->question, &r, job->known, job->measured,
                                               job->first, job->capacity, job->parts);
    } else if (r.curved) {
        job->total = disc_accelerated_parts(arena, job->question, &r, job->known, job->measured,
                                            job->parts);
    } else {
        assert(job->first == 0 && job->capacity != 0);
        job->total = 1;
        uniform_part(arena, job, &r, job->parts);
    }
    return GRAZE_OK;
}

graze_status exact_parts(const pair *question, contact known, bool measured, size_t first,
                         size_t capacity, contact_part *parts, size_t *total)
{
    exact_job job = {.question = question, .known = known, .measured = measured, .first = first,
                     .capacity = capacity, .parts = parts};
    graze_status status = scratch_run(question->workspace, find_parts, &job);
    *total = job.total;
    return status;
}

/* ---- two depths --------------------------------------------------------------------- */

/* The sign of gap + sqrt(n[1]/m[1]) - sqrt(n[0]/m[0]): the roots are distances. */
static int compare_apart(dyadic_arena *context, dyadic gap, const dyadic n[2], const dyadic m[2])
{
    if (dyadic_sign(gap) == 0)
        return dyadic_compare(MUL(n[1], m[0]), MUL(n[0], m[1]));
    const dyadic one = dyadic_from(context, 1), radicand = MUL(n[1], m[1]);
    const surd first = {MUL(gap, m[1]), one, radicand, one}; /* gap + sqrt(n[1]/m[1]), times m[1] */
    if (surd_sign(context, &first) < 0)
        return -1;
    dyadic squares = ADD(MUL(MUL(SQUARE(gap), m[0]), m[1]), MUL(n[1], m[0]));
    const surd difference = {SUB(squares, MUL(n[0], m[1])),
                             MUL(dyadic_scale(context, gap, 1), m[0]), radicand, one};
    return surd_sign(context, &difference);
}

/* By how much the radii of one exceed those of the other. */
static dyadic gap_of(dyadic_arena *context, const pair *one, const pair *other)
{
    return SUB(SUM(one->radius_a, one->radius_b), SUM(other->radius_a, other->radius_b));
}

static graze_status compare_depths(dyadic_arena *context, void *asked)
{
    exact_job *job = asked;
    dyadic numerator[2], denominator[2];
    job->order = 0;
    for (int i = 0; i < 2; i++) {
        const pair *question = i == 0 ? job->question : job->other;
        exact_relative r;
        if (!relative_of_meeting(context, question, &r) || r.curved || question->cornered)
            return GRAZE_OK;
        disc_uniform_least_distance(context, &r, exact_nearest_at(context, &r), &numerator[i],
                                    &denominator[i]);
    }
    job->order = compare_apart(context, gap_of(context, job->question, job->other), numerator,
                               denominator);
    return GRAZE_OK;
}

graze_status exact_compare_nearness(const nearness *first, const nearness *second, int *order)
{
    *order = (first->depth > second->depth) - (first->depth < second->depth);
    if (*order == 0)
        *order = (first->distance < second->distance) - (first->distance > second->distance);
    if (*order != 0)
        return GRAZE_OK;
    exact_job job = {.question = first->question, .other = second->question};
    graze_status status = scratch_run(first->question->workspace, compare_depths, &job);
    if (status == GRAZE_OK)
        *order = job.order;
    return status;
}
