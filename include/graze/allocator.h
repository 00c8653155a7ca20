/* SPDX-License-Identifier: MIT */
/* Memory for the parts of the library that keep things: an index, a map, a search.
 *
 * Questions about motions keep no memory; graze/workspace.h says what they use while they are
 * answered. A function that keeps memory takes a graze_allocator and keeps a copy of it; null
 * stands for the C library's realloc and free.
 */
#ifndef GRAZE_ALLOCATOR_H
#define GRAZE_ALLOCATOR_H

#include <stddef.h>

#include <graze/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* resize works like realloc: for a null block it returns a new one, for size 0 it frees the
 * block and returns null. Null for a size > 0 means that there is no memory; the old block
 * is then unchanged. Blocks are aligned for any type. Each object that uses the allocator
 * calls it from one thread at a time. */
typedef struct graze_allocator {
    void *(*resize)(void *context, void *block, size_t size);
    void *context;
} graze_allocator;

#ifdef __cplusplus
}
#endif
#endif
