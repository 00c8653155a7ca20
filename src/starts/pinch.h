/* SPDX-License-Identifier: MIT */
/* The exact decision at an algebraic shift: whether a start between two unsafe neighbours is
 * unsafe itself.
 */
#ifndef GRAZE_STARTS_PINCH_H
#define GRAZE_STARTS_PINCH_H

#include "starts/pencil.h"

/* True when the bodies overlap inside both lives for the shift `at`, which is not a
 * dyadic number and lies strictly inside the shifts at which the lives meet. */
bool pinch_is_unsafe(dyadic_arena *arena, const pencil *p, root *at);

#endif
