/* SPDX-License-Identifier: MIT */
/* The only instant of a gap of the timeline (polygon_timeline.h) that can be the deepest one,
 * exactly, where it can be told at once: then no search has to find it.
 */
#ifndef GRAZE_CONTACT_POLYGON_DEEPEST_H
#define GRAZE_CONTACT_POLYGON_DEEPEST_H

#include "contact/polygon_timeline.h"

/* The time of an instant, to nearest; of null, of the begin or the end of the common life. */
double polygon_time_of(dyadic_arena *arena, const exact_relative *relative, root *instant,
                       bool at_end);

/* The time of the only instant of the gap that can be the nearest, or of the whole gap where that
 * is one double; false where it cannot be told. `inside`: the gap lies inside C. */
bool polygon_find_deepest(dyadic_arena *arena, const pair *question, const exact_relative *relative,
                          const polygon_gap *gap, bool inside, double *time);

/* About the least distance from C, within one overlap (`within` may be null), where samples see
 * nothing. It takes about as long as to ask for one depth exactly, and a bad guess costs a hundred
 * such questions. */
double polygon_guess_least_distance(dyadic_arena *arena, const pair *question,
                                    const exact_relative *relative, const polygon_gap *within);

#endif
