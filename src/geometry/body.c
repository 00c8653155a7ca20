/* SPDX-License-Identifier: MIT */
/* Bodies at the door: what the kernel may take for granted about a shape. */
#include <graze/body.h>
#include <math.h>
#include <stddef.h>

graze_status graze_body_validate(const graze_body *body)
{
    if (body == NULL)
        return GRAZE_ERROR_NULL;
    if (!isfinite(body->radius))
        return GRAZE_ERROR_NOT_FINITE;
    if (body->radius < 0)
        return GRAZE_ERROR_NEGATIVE_RADIUS;
    return GRAZE_OK;
}

graze_status graze_body_find_fault(const graze_body *body, size_t *bad_vertex)
{
    (void)bad_vertex;
    return graze_body_validate(body);
}
