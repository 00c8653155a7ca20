/* SPDX-License-Identifier: MIT */
/* From the gates of a path (polygon_sides.h) to the overlap: whether it is entered and left there,
 * beside an edge or round a corner, and when, both ends side by side, rounded by one Newton step.
 */
#ifndef GRAZE_CONTACT_POLYGON_GATES_H
#define GRAZE_CONTACT_POLYGON_GATES_H

#include "contact/polygon_sides.h"

/* CONTACT_OVERLAP, _APART or _UNKNOWN; and the interval of an overlap, unless `when` is null, where
 * its roundings are certain. Once without fused multiply-adds, and once with them for processors
 * that have them. */
contact polygon_gates_plain(const straight_pair *q, const polygon_path *p, const polygon_sides *s,
                            graze_interval *when, bool *rounded);
contact polygon_gates_fused(const straight_pair *q, const polygon_path *p, const polygon_sides *s,
                            graze_interval *when, bool *rounded);

#endif
