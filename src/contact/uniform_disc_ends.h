/* SPDX-License-Identifier: MIT */
/* Plane discs at constant velocity, when they conflict: the rounded ends of an overlap, as the
 * exact stage has them, or no answer.
 */
#ifndef GRAZE_CONTACT_UNIFORM_DISC_ENDS_H
#define GRAZE_CONTACT_UNIFORM_DISC_ENDS_H

#include "contact/question.h"

/* Writes the overlap of a pair that is known to have one, rounded outward; returns false when
 * that cannot be told, also for pairs of any other kind. */
bool uniform_disc_overlap(const pair *question, meeting_interval *result);

/* The same of the discs of R round corner a of one body and b of the other, which are known to
 * overlap: the end or the ends that the outline of the bodies has there. */
bool uniform_disc_overlap_at_corner(const pair *question, graze_point a, graze_point b,
                                    meeting_interval *result);

#endif
