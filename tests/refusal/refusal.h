/* SPDX-License-Identifier: MIT */
/* One piece of work is refused: a run of the exact stage, or an allocation of the caller's. */
#ifndef GRAZE_TESTS_REFUSAL_REFUSAL_H
#define GRAZE_TESTS_REFUSAL_REFUSAL_H

#include <graze/allocator.h>
#include <stddef.h>

/* Counts pieces of work from now on, and refuses the one of this number, from 0. */
void refusal_begin(size_t number);

/* How many there were since, the refused one included. */
size_t refusal_count(void);

/* Allocations through it are counted, and may be refused. */
extern const graze_allocator refusal_allocator;

/* [count] Blocks of that allocator that are not freed. */
size_t refusal_blocks(void);

#endif
