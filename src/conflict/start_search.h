/* SPDX-License-Identifier: MIT */
/* Unsafe starts of plane discs at constant velocity, searched with exact decisions.
 */
#ifndef GRAZE_CONFLICT_START_SEARCH_H
#define GRAZE_CONFLICT_START_SEARCH_H

#include "conflict/pair.h"

/* The one interval of unsafe starts, correctly rounded; false when no unsafe start
 * was found to begin at (which does not mean that there is none). */
bool start_search_plane(const pair *question, graze_interval *starts);

#endif
