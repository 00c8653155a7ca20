/* SPDX-License-Identifier: MIT */
/* The one way in which the library gets memory: the caller's allocator, or the C
 * library's. Sizes are counted in items and checked for overflow. */
#ifndef GRAZE_BASE_MEMORY_H
#define GRAZE_BASE_MEMORY_H

#include <stddef.h>

#include <graze/allocator.h>

/* The caller's allocator, or the default one for null. */
graze_allocator memory_allocator(const graze_allocator *given);

/* `count` items of `size` bytes in the place of `block` (null: a new block, not
 * cleared). Null when there is no memory or the product overflows; the old block
 * then stays. A count of 0 gets a block of one item. */
void *memory_resize(const graze_allocator *allocator, void *block, size_t count, size_t size);

/* A new block of `count` items, all bytes 0; null as above. */
void *memory_new(const graze_allocator *allocator, size_t count, size_t size);

/* Frees; null is nothing. */
void memory_free(const graze_allocator *allocator, void *block);

#endif
