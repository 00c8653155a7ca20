/* SPDX-License-Identifier: MIT */
/* Unsafe speeds of bodies with corners at constant velocity: one interval or none.
 */
#ifndef GRAZE_CONFLICT_CORNERED_SPEEDS_H
#define GRAZE_CONFLICT_CORNERED_SPEEDS_H

#include "conflict/pair.h"

/* GRAZE_ERROR_WORKSPACE when the exact stage fails. */
graze_status cornered_speeds(const pair *question, graze_interval *speeds, bool *found);

#endif
