/* SPDX-License-Identifier: MIT */
/* The outline of C, the Minkowski difference of two bodies' vertices, in doubles:
 * its corners in counter-clockwise order, as geometry/minkowski.h walks them. */
#ifndef GRAZE_CONTACT_POLYGON_OUTLINE_H
#define GRAZE_CONTACT_POLYGON_OUTLINE_H

#include <graze/body.h>

enum {
    OUTLINE_CORNERS = 2048, /* of bodies with more, exact numbers see to it */
    OUTLINE_BLOCK = 8       /* [count] edges side by side */
};

/* The corners of C, rounded, and the vertices that they are differences of; the first
 * one comes again at the end, until a block of edges is full. */
typedef struct outline {
    double x[OUTLINE_CORNERS + OUTLINE_BLOCK], y[OUTLINE_CORNERS + OUTLINE_BLOCK];
    int a[OUTLINE_CORNERS + 1], b[OUTLINE_CORNERS + 1];
    int count;
} outline;

/* Of two valid bodies with at most OUTLINE_CORNERS vertices together. */
void outline_of(const graze_body *body_a, const graze_body *body_b, outline *c);

#endif
