/* SPDX-License-Identifier: MIT */
/* A place deep inside the difference of two bodies with corners. */
#ifndef GRAZE_CONFLICT_CORNERED_DEEP_H
#define GRAZE_CONFLICT_CORNERED_DEEP_H

#include "contact/polygon.h"

/* A place of the shrunken C, R < 0; false when there is none. When it cannot be told the
 * arena is exhausted. */
bool cornered_find_deep(dyadic_arena *arena, const pair *question, const exact_relative *relative,
                        dyadic *place);

#endif
