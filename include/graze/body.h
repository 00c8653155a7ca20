/* SPDX-License-Identifier: MIT */
/* Bodies: the shape that an agent sweeps.
 *
 * A body is fixed in its own frame and translates with its motion; it never
 * rotates. Today a body is a disc (in 3-D a sphere) round the moving point.
 */
#ifndef GRAZE_BODY_H
#define GRAZE_BODY_H

#include <graze/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A disc or sphere. The radius is a double taken as an exact number; 0 is a
 * point, which overlaps a body whose radius is positive, but never another
 * point. */
typedef struct graze_body {
    double radius; /* [m], finite, >= 0 */
} graze_body;

/* GRAZE_OK, or GRAZE_ERROR_NULL, GRAZE_ERROR_NOT_FINITE,
 * GRAZE_ERROR_NEGATIVE_RADIUS. @since 0.1 */
GRAZE_API graze_status graze_body_validate(const graze_body *body);

#ifdef __cplusplus
}
#endif
#endif
