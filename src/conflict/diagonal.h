/* SPDX-License-Identifier: MIT */
/* Unsafe starts of plane discs at constant velocity, filtered.
 */
#ifndef GRAZE_CONFLICT_DIAGONAL_H
#define GRAZE_CONFLICT_DIAGONAL_H

#include "conflict/pair.h"

/* The unsafe starts, at most one interval (*found tells), correctly rounded; false
 * when the filters cannot tell or the pair is of no kind that they handle. */
bool diagonal_starts(const pair *question, graze_interval *starts, bool *found);

#endif
