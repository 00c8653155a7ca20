/* SPDX-License-Identifier: MIT */
/* Memory for the parts of the library that keep things: an index, a map, a search.
 *
 * The questions about motions keep nothing; graze/workspace.h says what memory they use while
 * they are answered. What keeps memory takes a graze_allocator,
 * or null for the C library's realloc and free, and keeps a copy of it.
 */
#ifndef GRAZE_ALLOCATOR_H
#define GRAZE_ALLOCATOR_H

#include <stddef.h>

#include <graze/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* resize works like realloc: a null block is a new one, size 0 frees and answers
 * null. A null answer to a size > 0 means that there is no memory; the old block
 * then stays. Blocks are aligned for any type. It may be called by one thread at a
 * time for each object that uses it. */
typedef struct graze_allocator {
    void *(*resize)(void *context, void *block, size_t size);
    void *context;
} graze_allocator;

#ifdef __cplusplus
}
#endif
#endif
