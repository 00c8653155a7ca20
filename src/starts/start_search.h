/* SPDX-License-Identifier: MIT */
/* Unsafe starts where they are known to be one interval, rounded by exact
 * decisions.
 *
 * With one unsafe double inside the interval, the last safe double below it *is*
 * the lower end rounded down, and the first safe double above it *is* the upper end
 * rounded up. So a search with exact decisions rounds correctly whatever it began
 * with; good guesses only make it short.
 */
#ifndef GRAZE_STARTS_START_SEARCH_H
#define GRAZE_STARTS_START_SEARCH_H

#include "contact/question.h"

/* Whether a conflicts with b when it starts at `start`, a finite time. GRAZE_ERROR_WORKSPACE when
 * the exact stage fails. */
graze_status start_is_unsafe(const pair *question, double start, bool *unsafe);

/* Searches from doubles near both ends (start_guess.h); false when the middle between them is
 * not an unsafe start. */
bool start_search_near(const pair *question, graze_interval near, graze_interval *starts);

/* For spheres: searches from where their paths are nearest; false when no unsafe start is found
 * there (there may be one all the same). */
bool start_search_space(const pair *question, graze_interval *starts);

/* The same of straight ways (straight_guess.h). With their two progresses for coordinates the
 * overlaps are convex, so that a touch at a start beside an unsafe one is an end: from its place
 * on, all starts up to the unsafe one are unsafe. False when a guess is not nearly right. */
bool start_search_straight(const pair *question, graze_interval near, graze_interval *starts);

#endif
