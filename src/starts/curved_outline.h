/* SPDX-License-Identifier: MIT */
/* The outline of all overlaps of two bodies, part by part, and which parts D may be on.
 */
#ifndef GRAZE_STARTS_CURVED_OUTLINE_H
#define GRAZE_STARTS_CURVED_OUTLINE_H

#include <stdint.h>

#include "starts/curved_view.h"

/* A piece of the rectangle of both local times, or of a side of it, which is asked for the events
 * on one part. */
typedef struct curved_piece {
    curved_source of;
    const curved_part *on;
    double at[2], half[2]; /* u and w of its middle; half its sides, along its axes */
} curved_piece;

/* What is left of one axis of a piece, from its middle. */
typedef struct curved_stretch {
    double low, high;
} curved_stretch;

/* All parts, of a scene whose reach is known; false where there are too many, or the outline is
 * none of these. *size grows by what their places are made of. */
bool curved_outline_of(const pair *question, curved_search *all, double *size);

/* Of several parts, whose bits are set, those that may have an event in the piece. */
uint64_t curved_parts_in(const curved_search *all, const curved_piece *p, uint64_t parts);

/* Of several parts: whether the piece's own may have an event in it; what is left of the piece is
 * cut down. */
bool curved_part_in(const curved_scene *s, const curved_piece *p, curved_stretch left[2]);

/* Whether D is certainly on none of several parts at these times. */
bool curved_is_clear(const curved_search *all, const double *at);

/* The place of a part's corner. */
void curved_corner(const pair *question, minkowski_corner corner, dd place[2]);

#endif
