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

/* The interval round `inside`, an unsafe start, from guesses of its ends. */
graze_status start_search_from(const pair *question, double inside, double low_guess,
                               double high_guess, graze_interval *starts);

/* The same between doubles near both ends; false when no unsafe start was found to begin at. */
bool start_search_near(const pair *question, graze_interval near, graze_interval *starts);

/* For spheres at constant velocity: the one interval of unsafe starts, looked for where their
 * paths are nearest; false when no unsafe start was found to begin at (there may be one all the
 * same). Plane discs have no such search: of 20 000 pairs of each family none came so far. */
bool start_search_space(const pair *question, graze_interval *starts);

#endif
