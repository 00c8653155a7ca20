/* SPDX-License-Identifier: MIT */
/* Unsafe starts of bodies with corners at constant velocity: one interval or none.
 */
#ifndef GRAZE_CONFLICT_CORNERED_STARTS_H
#define GRAZE_CONFLICT_CORNERED_STARTS_H

#include "conflict/pair.h"

/* GRAZE_ERROR_WORKSPACE when the exact stage fails. */
graze_status cornered_starts(const pair *question, graze_interval *starts, bool *found);

#endif
