/* SPDX-License-Identifier: MIT */

#include "paths/validate.h"

#include "contact/question.h"
#include "geometry/body.h"
#include "motion/life.h"

graze_status trajectory_validate_bodies(const graze_body *body, const graze_trajectory *trajectory)
{
    graze_status status = graze_body_validate(body);
    if (trajectory->bodies == NULL)
        return status;
    for (size_t i = 0; i < trajectory->count && status == GRAZE_OK; i++)
        status = graze_body_validate(&trajectory->bodies[i]);
    return status;
}

graze_status trajectory_validate(const graze_body *body, const graze_trajectory *trajectory)
{
    if (trajectory == NULL || (trajectory->motions == NULL && trajectory->count != 0))
        return GRAZE_ERROR_NULL;
    graze_status status = trajectory_validate_bodies(body, trajectory);
    for (size_t i = 0; i < trajectory->count && status == GRAZE_OK; i++)
        status = graze_motion_validate(&trajectory->motions[i]);
    return status;
}

bool trajectory_has_corners(const graze_body *body, const graze_trajectory *trajectory)
{
    if (trajectory->bodies == NULL)
        return body_has_corners(body);
    for (size_t i = 0; i < trajectory->count; i++)
        if (body_has_corners(&trajectory->bodies[i]))
            return true;
    return false;
}

static bool is_plane(const graze_trajectory *trajectory)
{
    for (size_t i = 0; i < trajectory->count; i++)
        if (!motion_is_plane(&trajectory->motions[i]))
            return false;
    return true;
}

graze_status trajectory_validate_pair(const graze_body *body_a, const graze_trajectory *a,
                                      const graze_body *body_b, const graze_trajectory *b,
                                      double tolerance)
{
    graze_status status = trajectory_validate(body_a, a);
    if (status == GRAZE_OK)
        status = trajectory_validate(body_b, b);
    if (status == GRAZE_OK)
        status = tolerance_validate(tolerance);
    if (status != GRAZE_OK ||
        (!trajectory_has_corners(body_a, a) && !trajectory_has_corners(body_b, b)))
        return status;
    return is_plane(a) && is_plane(b) ? GRAZE_OK : GRAZE_ERROR_SPATIAL_CORNERS;
}
