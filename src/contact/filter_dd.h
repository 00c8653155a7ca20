/* SPDX-License-Identifier: MIT */
/* Any two discs or spheres: the formula of relative.inc in double-doubles with error bounds, which
 * answer, or say that they cannot.
 *
 * Twice: without fused multiply-adds, and with them for processors that have them, where an exact
 * touch takes an eighth less and a depth a quarter less.
 */
#ifndef GRAZE_CONTACT_FILTER_DD_H
#define GRAZE_CONTACT_FILTER_DD_H

#include "contact/question.h"

contact dd_contact(const pair *question);
contact dd_contact_plain(const pair *question);
contact dd_contact_fused(const pair *question);

/* All overlaps, in order of time; false: unknown. */
bool dd_overlaps(const pair *question, contact_part *parts, size_t *count);
bool dd_overlaps_plain(const pair *question, contact_part *parts, size_t *count);
bool dd_overlaps_fused(const pair *question, contact_part *parts, size_t *count);

/* The overlap of discs of the two radii round a vertex of either body. */
bool dd_overlap_at_corner(const pair *question, graze_point a, graze_point b,
                          meeting_interval *result);
bool dd_overlap_at_corner_plain(const pair *question, graze_point a, graze_point b,
                                meeting_interval *result);
bool dd_overlap_at_corner_fused(const pair *question, graze_point a, graze_point b,
                                meeting_interval *result);

bool dd_clearance(const pair *question, graze_clearance *result);
bool dd_clearance_plain(const pair *question, graze_clearance *result);
bool dd_clearance_fused(const pair *question, graze_clearance *result);

#endif
