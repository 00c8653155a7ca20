/* SPDX-License-Identifier: MIT */
/* Prepared trajectories: a merge of lives in doubles, and the decision about prepared motions. */
#include <graze/encounter.h>
#include <math.h>

#include "contact/question.h"
#include "geometry/body.h"
#include "motion/life.h"
#include "motion/moving_body.h"
#include "motion/walk.h"
#include "numeric/float_mode.h"
#include "paths/validate.h"

/* ---- preparation -------------------------------------------------------------------- */

static graze_motion instant_at(double time)
{
    return (graze_motion){.form = GRAZE_KINEMATIC, .start = time};
}

static bool starts_at(const graze_motion *motion, double time)
{
    const graze_motion instant = instant_at(time);
    return isfinite(time) && motion_compare_start(motion, &instant) == 0;
}

static bool ends_at(const graze_motion *motion, double time)
{
    const graze_motion instant = instant_at(time);
    return isfinite(time) && motion_compare_end(motion, &instant) == 0;
}

/* Gives a prepared motion the doubles at which its life begins and ends; false when there are no
 * such. Those of what the decision makes use of are right already, or stay as they are: a rounded
 * end is within the bounds of its errors, and this is a better one. */
static bool give_times(const graze_trajectory *trajectory, size_t i, graze_prepared *prepared)
{
    const graze_motion *motion = &trajectory->motions[i];
    double start = motion->start + motion->start_tail, end = INFINITY;
    if (motion->form == GRAZE_PARKED)
        start = start + motion->duration + motion->duration_tail;
    if (!motion_is_endless(motion))
        end = start + motion->duration + motion->duration_tail;
    if (isfinite(end) && !ends_at(motion, end) && i + 1 < trajectory->count)
        end = motion[1].start;
    if (!starts_at(motion, start) || !(motion_is_endless(motion) || ends_at(motion, end)))
        return false;
    prepared->start = start;
    prepared->end = end;
    return true;
}

graze_status graze_trajectory_prepare(const graze_body *body, const graze_trajectory *trajectory,
                                      graze_prepared *motions,
                                      graze_prepared_trajectory *prepared)
{
    FLOAT_MODE_DEFAULT;
    if (body == NULL || trajectory == NULL || prepared == NULL ||
        (motions == NULL && trajectory->count != 0))
        return GRAZE_ERROR_NULL;
    graze_status status = trajectory_validate(body, trajectory);
    bool plane = true, timed = true;
    for (size_t i = 0; i < trajectory->count && status == GRAZE_OK; i++) {
        const graze_motion *motion = &trajectory->motions[i];
        status = graze_motion_prepare(moving_body(trajectory, body, i), motion, &motions[i]);
        plane = plane && motion_is_plane(motion);
        timed = timed && status == GRAZE_OK && give_times(trajectory, i, &motions[i]);
    }
    if (status == GRAZE_OK && !plane && trajectory_has_corners(body, trajectory))
        status = GRAZE_ERROR_SPATIAL_CORNERS;
    if (status == GRAZE_OK)
        *prepared = (graze_prepared_trajectory){body, *trajectory, motions, plane, timed,
                                                timed && trajectory->bodies == NULL};
    return status;
}

/* ---- the question ------------------------------------------------------------------- */

/* named: may trajectories name bodies? A constant for the compiler, so that those that name none
 * pay nothing (else a tenth of the instructions of a merge). */
static inline graze_status decide(const graze_prepared_trajectory *a, size_t i,
                                  const graze_prepared_trajectory *b, size_t j, bool named,
                                  double tolerance, bool *conflict)
{
    const graze_body *one = named ? moving_body(&a->trajectory, a->body, i) : a->body;
    const graze_body *other = named ? moving_body(&b->trajectory, b->body, j) : b->body;
    return graze_conflict_exists_prepared(&a->motions[i], one, &a->trajectory.motions[i],
                                          &b->motions[j], other, &b->trajectory.motions[j],
                                          tolerance, conflict);
}

/* motion/walk.h, whose order this is, in doubles. */
static inline graze_status merge(const graze_prepared_trajectory *a,
                                 const graze_prepared_trajectory *b, bool named, double tolerance,
                                 graze_motion_pair *first, bool *conflict)
{
    size_t i = 0, j = 0;
    while (i < a->trajectory.count && j < b->trajectory.count) {
        const graze_prepared *p = &a->motions[i], *q = &b->motions[j];
        double start = p->start > q->start ? p->start : q->start;
        if (start < p->end && start < q->end) {
            graze_status status = decide(a, i, b, j, named, tolerance, conflict);
            if (status != GRAZE_OK || *conflict) {
                *first = (graze_motion_pair){i, j};
                return status;
            }
        }
        i += p->end <= q->end;
        j += q->end <= p->end;
    }
    return GRAZE_OK;
}

static graze_status walk_through(const graze_prepared_trajectory *a,
                                 const graze_prepared_trajectory *b, double tolerance,
                                 graze_motion_pair *first, bool *conflict)
{
    graze_status status = GRAZE_OK;
    motion_walk walk;
    motion_walk_begin(&walk, &a->trajectory, &b->trajectory);
    while (status == GRAZE_OK && !*conflict &&
           motion_walk_next(&walk, &first->motion_a, &first->motion_b))
        status = decide(a, first->motion_a, b, first->motion_b, true, tolerance, conflict);
    return status;
}

graze_status graze_trajectory_first_conflict(const graze_prepared_trajectory *a,
                                             const graze_prepared_trajectory *b, double tolerance,
                                             graze_motion_pair *first, bool *found)
{
    FLOAT_MODE_DEFAULT;
    if (a == NULL || b == NULL || found == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = tolerance_validate(tolerance);
    if (status != GRAZE_OK)
        return status;
    if (!(a->plane && b->plane) && (trajectory_has_corners(a->body, &a->trajectory) ||
                                    trajectory_has_corners(b->body, &b->trajectory)))
        return GRAZE_ERROR_SPATIAL_CORNERS;
    graze_motion_pair at;
    bool conflict = false;
    status = a->plain && b->plain   ? merge(a, b, false, tolerance, &at, &conflict)
             : a->timed && b->timed ? merge(a, b, true, tolerance, &at, &conflict)
                                    : walk_through(a, b, tolerance, &at, &conflict);
    if (status != GRAZE_OK)
        return status;
    if (conflict && first != NULL)
        *first = at;
    *found = conflict;
    return GRAZE_OK;
}
