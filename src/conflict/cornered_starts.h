/* SPDX-License-Identifier: MIT */
/* Unsafe starts of bodies with corners at constant velocity: one interval or none.
 */
#ifndef GRAZE_CONFLICT_CORNERED_STARTS_H
#define GRAZE_CONFLICT_CORNERED_STARTS_H

#include "contact/question.h"

/* GRAZE_ERROR_WORKSPACE when the exact stage fails. */
graze_status cornered_starts(const pair *question, graze_interval *starts, bool *found);

/* The same without any guess: the plain twin. */
graze_status cornered_starts_plainly(const pair *question, graze_interval *starts, bool *found);

/* ---- cornered_start_guess.c ---- */

/* What the answer probably is; false: no idea, or none. Right or wrong, exact decisions
 * begin there. */
bool cornered_guess_starts(const pair *question, graze_interval *guess);

#endif
