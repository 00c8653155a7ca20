/* SPDX-License-Identifier: MIT */
/* Prepared motions: the decision with a bound that was computed beforehand.
 *
 * With S = a.magnitude + b.magnitude every term of the bound in plane.h is at
 * most a multiple of U S^2: for lives that overlap, h <= the duration of the motion
 * that it belongs to, so |q|, |d|, |v| h and V tau are at most S; V |t| is at most 2S
 * (|v| of the earlier motion times |t| through |t| <= |start| + duration);
 * size <= 2S when reach > 0, and the error of m counted as in plane.h is
 *   2|p| (5 + 1 + 1 + 3 + 2 + 1 + 8) U S + 3U S^2 + 8U S^2 < 54 U S^2.
 * FILTER_BOUND = 64 U leaves room for the rounding of S and of the bound.
 * Magnitudes and times within 2^-180 and 2^190 keep under- and overflow far away:
 * a relative speed so small that its square underflows moves nothing by more
 * than 2^-200 of the bound.
 */
#include <math.h>

#include "conflict/cornered_quick.h"
#include "conflict/plane.h"
#include "motion/life.h"

static const double FILTER_BOUND = 0x1p-47;

static double clipped(double magnitude)
{
    return magnitude < 0x1p190 && magnitude > 0x1p-180 ? magnitude : INFINITY;
}

/* The magnitude of a prepared motion, infinite when the filter must not be used. */
static double magnitude_of(const graze_prepared *prepared, const graze_motion *motion)
{
    double duration = motion->duration + motion->duration_tail;
    if (!motion_is_plane(motion) || !plane_applies(motion) || !(fabs(motion->start) < 0x1p190) ||
        !(isinf(prepared->end) || fabs(prepared->end) < 0x1p190))
        return INFINITY;
    double speed = fabs(prepared->vx) + fabs(prepared->vy);
    double travel = speed == 0 ? 0 : speed * (fabs(motion->start) + 2 * duration);
    double magnitude = fabs(prepared->x) + fabs(prepared->y) + prepared->radius + travel;
    return clipped(magnitude * (1 + 0x1p-40));
}

graze_status graze_motion_prepare(const graze_body *body, const graze_motion *motion,
                                  graze_prepared *prepared)
{
    pair question;
    graze_status status = prepared == NULL ? GRAZE_ERROR_NULL
                                           : pair_of(body, motion, body, motion, 0, &question);
    if (status != GRAZE_OK)
        return status;
    *prepared = plane_prepared(question.cornered ? cornered_outer_radius(body) : body->radius,
                               motion);
    prepared->magnitude = magnitude_of(prepared, motion);
    if (question.cornered)
        prepared->magnitude = plane_is_ready(motion) ? NAN : INFINITY;
    return GRAZE_OK;
}

/* What the static bound leaves: the dynamic bound, then the stages. */
static graze_status decide_near_tie(const graze_prepared *prepared_a, const graze_body *body_a,
                                    const graze_motion *a, const graze_prepared *prepared_b,
                                    const graze_body *body_b, const graze_motion *b,
                                    double tolerance, bool filtered, bool *exists)
{
    contact answer =
        filtered ? plane_contact(prepared_a, prepared_b, tolerance) : CONTACT_UNKNOWN;
    if (answer == CONTACT_UNKNOWN) {
        pair question;
        if (body_a == NULL || a == NULL || body_b == NULL || b == NULL)
            return GRAZE_ERROR_NULL;
        graze_status status = pair_of_valid(body_a, a, body_b, b, tolerance, &question);
        if (status != GRAZE_OK)
            return status;
        answer = filtered ? pair_contact_of_tie(&question, NULL) : pair_contact(&question, NULL);
    }
    if (answer == CONTACT_FAILED)
        return GRAZE_ERROR_WORKSPACE;
    *exists = answer == CONTACT_OVERLAP;
    return GRAZE_OK;
}

graze_status graze_conflict_exists_prepared(const graze_prepared *prepared_a,
                                            const graze_body *body_a, const graze_motion *a,
                                            const graze_prepared *prepared_b,
                                            const graze_body *body_b, const graze_motion *b,
                                            double tolerance, bool *exists)
{
    if (prepared_a == NULL || prepared_b == NULL || exists == NULL)
        return GRAZE_ERROR_NULL;
    if (!(tolerance >= 0 && tolerance < INFINITY))
        return tolerance < 0 && !isinf(tolerance) ? GRAZE_ERROR_NEGATIVE_TOLERANCE
                                                  : GRAZE_ERROR_NOT_FINITE;
    double size = prepared_a->magnitude + prepared_b->magnitude;
    plane_point at = plane_nearest(prepared_a, prepared_b, tolerance);
    contact answer = plane_decide(&at, FILTER_BOUND * size * size);
    if (answer == CONTACT_UNKNOWN || !(size < INFINITY)) {
        if (isnan(size) && plane_boxes_apart(prepared_a, prepared_b, tolerance))
            answer = CONTACT_APART;
        else
            return decide_near_tie(prepared_a, body_a, a, prepared_b, body_b, b, tolerance,
                                   size < INFINITY, exists);
    }
    *exists = answer == CONTACT_OVERLAP;
    return GRAZE_OK;
}
