/* SPDX-License-Identifier: MIT */
/* The outline of C, the Minkowski difference of two bodies' vertices, in doubles:
 * its corners in counter-clockwise order, as geometry/minkowski.h walks them. */
#ifndef GRAZE_CONTACT_POLYGON_OUTLINE_H
#define GRAZE_CONTACT_POLYGON_OUTLINE_H

#include <graze/body.h>

enum {
    OUTLINE_CORNERS = 2048, /* of bodies with more, exact numbers see to it */
    OUTLINE_FEW = 64,       /* so many take little room */
    OUTLINE_BLOCK = 8       /* [count] edges side by side */
};

/* The corners of C, rounded, and the vertices that they are differences of; the first
 * one comes again at the end, until a block of edges is full. */
typedef struct outline {
    double *x, *y;
    int *a, *b;
    int count;
} outline;

/* Where an outline is kept. Hardened builds touch each page of so large a frame (a tenth of the
 * time of an interval), so there is a small one. */
typedef struct outline_room {
    double x[OUTLINE_CORNERS + OUTLINE_BLOCK], y[OUTLINE_CORNERS + OUTLINE_BLOCK];
    int a[OUTLINE_CORNERS + 1], b[OUTLINE_CORNERS + 1];
} outline_room;

typedef struct outline_small_room {
    double x[OUTLINE_FEW + OUTLINE_BLOCK], y[OUTLINE_FEW + OUTLINE_BLOCK];
    int a[OUTLINE_FEW + 1], b[OUTLINE_FEW + 1];
} outline_small_room;

static inline outline outline_in(outline_room *room)
{
    return (outline){room->x, room->y, room->a, room->b, 0};
}

/* Of two valid bodies whose vertices together find room. */
void outline_of(const graze_body *body_a, const graze_body *body_b, outline *c);

#endif
