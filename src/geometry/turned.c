/* SPDX-License-Identifier: MIT */
/* A body turned about its frame's origin, for questions at rest. */
#include <graze/body.h>
#include <math.h>

#include "geometry/body.h"
#include "numeric/float_mode.h"

graze_status graze_body_turned(const graze_body *body, double angle, graze_point *vertices,
                               size_t capacity, graze_body *turned)
{
    FLOAT_MODE_DEFAULT;
    if (turned == NULL || (vertices == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    graze_status status = graze_body_validate(body);
    if (status != GRAZE_OK)
        return status;
    if (!isfinite(angle))
        return GRAZE_ERROR_NOT_FINITE;
    if (capacity < body->vertex_count)
        return GRAZE_ERROR_CAPACITY;
    double cosine = cos(angle), sine = sin(angle);
    for (size_t i = 0; i < body->vertex_count; i++) {
        graze_point from = body->vertices[i];
        vertices[i].x = from.x * cosine - from.y * sine;
        vertices[i].y = from.x * sine + from.y * cosine;
    }
    graze_body result = {body->radius, vertices, body->vertex_count};
    status = graze_body_validate(&result);
    if (status == GRAZE_OK)
        *turned = result;
    return status;
}

graze_status graze_body_check_rotation(double angular_velocity)
{
    FLOAT_MODE_DEFAULT;
    if (!isfinite(angular_velocity))
        return GRAZE_ERROR_NOT_FINITE;
    return angular_velocity == 0 ? GRAZE_OK : GRAZE_ERROR_ROTATION;
}
