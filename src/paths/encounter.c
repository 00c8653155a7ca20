/* SPDX-License-Identifier: MIT */
/* First contact and clearance: the kernel asked for one pair of motions after
 * another in the order of time. */
#include <graze/encounter.h>

#include <math.h>

#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/question.h"
#include "motion/moving_body.h"
#include "motion/walk.h"
#include "numeric/float_mode.h"
#include "paths/validate.h"

/* ---- first contact ------------------------------------------------------------------ */

/* Two agents and the tolerance that a contact is asked with: depth > asked, or
 * depth >= 0 when touches count. */
typedef struct encounter {
    const graze_body *body_a, *body_b;
    const graze_trajectory *a, *b;
    double asked;
    bool touches_count;
} encounter;

static graze_status is_contact(const encounter *e, size_t i, size_t j, bool *is)
{
    const graze_motion *a = &e->a->motions[i], *b = &e->b->motions[j];
    const graze_body *one = moving_body(e->a, e->body_a, i);
    const graze_body *other = moving_body(e->b, e->body_b, j);
    if (!e->touches_count)
        return graze_conflict_exists(one, a, other, b, e->asked, is);
    graze_verdict verdict = GRAZE_CLEAR;
    graze_status status = graze_conflict_verdict(one, a, other, b, 0, &verdict);
    *is = verdict != GRAZE_CLEAR;
    return status;
}

static bool keep(void *context, const graze_meeting *meeting)
{
    graze_meeting *kept = context;
    *kept = *meeting;
    return false;
}

/* The row of one pair of motions that are in contact. */
static graze_status describe(const encounter *e, size_t i, size_t j, double tolerance,
                             graze_meeting *first)
{
    const graze_body *one = moving_body(e->a, e->body_a, i);
    const graze_body *other = moving_body(e->b, e->body_b, j);
    const graze_trajectory a = {.motions = &e->a->motions[i], .count = 1};
    const graze_trajectory b = {.motions = &e->b->motions[j], .count = 1};
    graze_meeting row = {.verdict = GRAZE_CLEAR};
    graze_status status =
        graze_trajectory_meetings(one, &a, other, &b, e->asked, keep, NULL, &row);
    if (status == GRAZE_OK)
        status =
            graze_conflict_verdict(one, a.motions, other, b.motions, tolerance, &row.verdict);
    if (status != GRAZE_OK)
        return status;
    *first = row;
    first->motion_a = i;
    first->motion_b = j;
    return GRAZE_OK;
}

graze_status graze_trajectory_first_contact(const graze_body *body_a, const graze_trajectory *a,
                                            const graze_body *body_b, const graze_trajectory *b,
                                            double tolerance, graze_verdict at_least,
                                            graze_meeting *first, bool *found)
{
    FLOAT_MODE_DEFAULT;
    encounter e = {body_a, body_b, a, b, at_least == GRAZE_CONFLICT ? tolerance : 0,
                   at_least == GRAZE_TOUCH};
    if (first == NULL || found == NULL)
        return GRAZE_ERROR_NULL;
    if (at_least != GRAZE_TOUCH && at_least != GRAZE_GRAZE && at_least != GRAZE_CONFLICT)
        return GRAZE_ERROR_CHOICE;
    graze_status status = trajectory_validate_pair(body_a, a, body_b, b, tolerance);
    if (status != GRAZE_OK)
        return status;

    motion_walk walk;
    size_t i, j;
    bool meets = false;
    motion_walk_begin(&walk, a, b);
    while (status == GRAZE_OK && !meets && motion_walk_next(&walk, &i, &j)) {
        status = is_contact(&e, i, j, &meets);
        if (status == GRAZE_OK && meets)
            status = describe(&e, i, j, tolerance, first);
    }
    if (status == GRAZE_OK)
        *found = meets;
    return status;
}

/* ---- clearance ---------------------------------------------------------------------- */

/* Takes the pair's clearance if it is nearer than what is there. Both are alive at once. */
static graze_status take_nearer(const pair *question, size_t i, size_t j, pair *nearest,
                                graze_approach *approach)
{
    graze_clearance here;
    graze_status status = contact_clearance(question, &here, NULL);
    if (status != GRAZE_OK)
        return status;
    int order = 1;
    if (approach->nearest.common_life)
        status = exact_compare_nearness(
            &(nearness){question, here.depth, here.distance},
            &(nearness){nearest, approach->nearest.depth, approach->nearest.distance}, &order);
    if (status == GRAZE_OK && order > 0) {
        *approach = (graze_approach){here, i, j};
        *nearest = *question;
    }
    return status;
}

graze_status graze_trajectory_clearance(const graze_body *body_a, const graze_trajectory *a,
                                        const graze_body *body_b, const graze_trajectory *b,
                                        graze_approach *approach)
{
    FLOAT_MODE_DEFAULT;
    if (approach == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = trajectory_validate_pair(body_a, a, body_b, b, 0);
    if (status != GRAZE_OK)
        return status;

    graze_approach found = {.nearest.common_life = false};
    pair question, nearest;
    motion_walk walk;
    size_t i, j;
    motion_walk_begin(&walk, a, b);
    while (status == GRAZE_OK && motion_walk_next(&walk, &i, &j)) {
        status = pair_of_valid(moving_body(a, body_a, i), &a->motions[i],
                               moving_body(b, body_b, j), &b->motions[j], 0, &question);
        if (status == GRAZE_OK)
            status = take_nearer(&question, i, j, &nearest, &found);
    }
    if (status == GRAZE_OK)
        *approach = found;
    return status;
}
