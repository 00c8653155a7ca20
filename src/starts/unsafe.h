/* SPDX-License-Identifier: MIT */
/* Unsafe starts of discs, and of bodies at constant velocity, without any quicker way: the
 * plain twin of graze_unsafe_starts.
 */
#ifndef GRAZE_STARTS_UNSAFE_H
#define GRAZE_STARTS_UNSAFE_H

#include <graze/unsafe.h>

#include "starts/pencil.h"

typedef struct unsafe_list {
    graze_interval interval[GRAZE_UNSAFE_STARTS_MAX];
    int count;
} unsafe_list;

/* GRAZE_ERROR_WORKSPACE when the arena is too small for these numbers. */
graze_status unsafe_starts_exactly(dyadic_arena *arena, const pair *question, unsafe_list *list);

#endif
