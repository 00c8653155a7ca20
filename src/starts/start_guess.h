/* SPDX-License-Identifier: MIT */
/* Where the unsafe starts of two uniform plane motions begin and end, in doubles: one interval
 * or none.
 */
#ifndef GRAZE_STARTS_START_GUESS_H
#define GRAZE_STARTS_START_GUESS_H

#include "contact/question.h"

/* Writes what the unsafe starts probably are; returns false without an idea, or when there are
 * probably none. Right or wrong, exact decisions begin there (start_search.h). */
bool start_guess(const pair *question, graze_interval *guess);

#endif
