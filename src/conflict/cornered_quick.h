/* SPDX-License-Identifier: MIT */
/* Bodies with corners at constant velocity, in doubles: apart, or for how long they
 * overlap, or look closer.
 */
#ifndef GRAZE_CONFLICT_CORNERED_QUICK_H
#define GRAZE_CONFLICT_CORNERED_QUICK_H

#include "conflict/pair.h"

/* What may be left out, for tests: each only ever says "apart" or passes on. */
enum { QUICK_BOX = 1, QUICK_HULL = 2, QUICK_CLIP = 4, QUICK_ALL = 7 };

/* CONTACT_OVERLAP, _APART (or no common life) or _UNKNOWN, of a valid question with
 * corners. */
contact cornered_quick_contact(const pair *question, unsigned stages);

/* The one interval of an overlap, rounded; false when that is not certain. */
bool cornered_quick_interval(const pair *question, graze_interval *when);

#endif
