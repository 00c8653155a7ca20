/* SPDX-License-Identifier: MIT */
/* Filters for any two discs or spheres: the formula of relative.inc in doubles and in
 * double-doubles, with error bounds. They answer, or say that they cannot.
 */
#ifndef GRAZE_CONTACT_FILTER_GENERAL_H
#define GRAZE_CONTACT_FILTER_GENERAL_H

#include "contact/question.h"

contact ball_contact(const pair *question);
contact dd_contact(const pair *question);

/* All overlaps, in order of time; false: unknown. */
bool dd_overlaps(const pair *question, contact_part *parts, size_t *count);

/* The overlap of discs of the two radii round a vertex of either body. */
bool dd_overlap_at_corner(const pair *question, graze_point a, graze_point b,
                          meeting_interval *result);
bool dd_clearance(const pair *question, graze_clearance *result);

#endif
