/* SPDX-License-Identifier: MIT */
/* Memory that lies in a file: for what is written once and read in order, and is larger than the
 * memory that one wants to take. Or memory in large pages: for many blocks that are looked at in
 * turns, each of which lies in a page of its own else, that costs time to be had and to be found.
 *
 * Blocks are mapped from the file, and an address is good until spill_close. What is written stays
 * in the file when spill_rest gives the pages back; who looks there again gets them from the file,
 * or from the system's cache of it. So only what was looked at since then takes memory of the
 * process.
 */
#ifndef GRAZE_IO_SPILL_H
#define GRAZE_IO_SPILL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct spill spill;

enum { SPILL_MEMORY = -1 };

/* Takes an open file, empty and for reading and writing, in any case; SPILL_MEMORY: there is none,
 * and blocks lie in memory, in large pages where the system has such. Null: no memory. */
spill *spill_open(int file);

/* A block of `bytes` with the first `old` bytes of `block`, which is not to be used any more;
 * null: a new block. Blocks fit any type. Null when there is no room on the disk, or no memory. */
void *spill_resize(spill *from, void *block, size_t old, size_t bytes);

/* Gives a block of `old` bytes another size where it lies; false, and nothing is done, unless it is
 * the last one and there is room behind it. */
bool spill_extend(spill *from, const void *block, size_t old, size_t bytes);

/* Does this block lie there? `in` may be null. */
bool spill_has(const spill *in, const void *block);

/* Gives back the memory of all blocks that are in a file, and keeps what they hold. */
void spill_rest(const spill *from);

/* Null is allowed. */
void spill_close(spill *from);

#endif
