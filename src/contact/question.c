/* SPDX-License-Identifier: MIT */
/* The gate: what every question about bodies in motion asks before anything is computed.
 *
 * A question that was made elsewhere would reach code that trusts it, and that code writes
 * past its arrays when a body with corners leaves the plane. So nobody makes one elsewhere. */
#include "contact/question.h"

#include <math.h>

#include "geometry/body.h"
#include "motion/life.h"

graze_status pair_validate(const graze_body *body, const graze_motion *motion)
{
    graze_status status = graze_body_validate(body);
    return status == GRAZE_OK ? graze_motion_validate(motion) : status;
}

graze_status pair_of_valid(const graze_body *body_a, const graze_motion *a,
                           const graze_body *body_b, const graze_motion *b, double tolerance,
                           pair *result)
{
    const int dimensions = motion_is_plane(a) && motion_is_plane(b) ? 2 : 3;
    const bool cornered = body_has_corners(body_a) || body_has_corners(body_b);
    if (cornered && dimensions == 3)
        return GRAZE_ERROR_SPATIAL_CORNERS;
    *result = (pair){.a = a,
                     .b = b,
                     .radius_a = body_a->radius,
                     .radius_b = body_b->radius,
                     .tolerance = tolerance,
                     .dimensions = dimensions,
                     .cornered = cornered,
                     .body_a = body_a,
                     .body_b = body_b};
    return GRAZE_OK;
}

graze_status pair_of(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                     const graze_motion *b, double tolerance, pair *result)
{
    graze_status status = pair_validate(body_a, a);
    if (status == GRAZE_OK)
        status = pair_validate(body_b, b);
    if (status == GRAZE_OK)
        status = tolerance_validate(tolerance);
    return status == GRAZE_OK ? pair_of_valid(body_a, a, body_b, b, tolerance, result) : status;
}
