/* SPDX-License-Identifier: MIT */
/* One piece of work is refused: a run of the exact stage, a question of one room to another, or an
 * allocation of the caller's; or the exact stage is short of workspace, or the system has no more
 * threads. */
#ifndef GRAZE_TESTS_REFUSAL_REFUSAL_H
#define GRAZE_TESTS_REFUSAL_REFUSAL_H

#include <graze/allocator.h>
#include <stddef.h>

/* Counts pieces of work from now on, and refuses the one of this number, from 0. */
void refusal_begin(size_t number);

/* How many there were since, the refused one included. */
size_t refusal_count(void);

/* Runs first .. last - 1 of the exact stage from now on, from 0, find their workspace too small,
 * and nothing else is refused. */
void refusal_begin_short(size_t first, size_t last);

/* How many runs of the exact stage there were since. */
size_t refusal_runs(void);

/* The thread, mutex or condition of this number from now on, from 0, is not to be had, and nothing
 * else is refused. */
void refusal_begin_threads(size_t number);

/* How many of them were asked for since. */
size_t refusal_threads(void);

/* Allocations through it are counted, and may be refused. */
extern const graze_allocator refusal_allocator;

/* [count] Blocks of that allocator that are not freed. */
size_t refusal_blocks(void);

#endif
