/* SPDX-License-Identifier: MIT */
/* Unsafe starts of bodies with corners at constant velocity: one interval or none.
 */
#ifndef GRAZE_STARTS_CORNERED_STARTS_H
#define GRAZE_STARTS_CORNERED_STARTS_H

#include "contact/question.h"

/* True: *found tells whether there are any, and `starts` holds them. False: unknown. */
bool cornered_starts(const pair *question, graze_interval *starts, bool *found);

/* ---- cornered_start_guess.c ---- */

/* What the answer probably is; false: no idea, or none. Right or wrong, exact decisions
 * begin there. */
bool cornered_guess_starts(const pair *question, graze_interval *guess);

#endif
