/* SPDX-License-Identifier: MIT */
/* Arrays that grow by doubling. */
#ifndef GRAZE_BASE_ARRAY_H
#define GRAZE_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/memory.h"

/* The block of an array with room for `needed` items of `size` bytes, more than *capacity
 * [count], which grows with it. Without memory the old block, and *capacity unchanged. */
static inline void *array_grown(const graze_allocator *memory, void *block, size_t *capacity,
                                size_t needed, size_t size)
{
    size_t wanted = *capacity < 8 ? 8 : *capacity + *capacity;
    if (wanted < needed)
        wanted = needed;
    void *grown = memory_resize(memory, block, wanted, size);
    if (grown == NULL)
        return block;
    *capacity = wanted;
    return grown;
}

/* Makes room for `needed` items in `items`; false when there is no memory. `needed` is
 * evaluated twice and must not depend on `capacity`. */
#define ARRAY_RESERVE(memory, items, capacity, needed)                                             \
    ((needed) <= (capacity) ||                                                                     \
     ((items) = array_grown((memory), (items), &(capacity), (needed), sizeof *(items)),            \
      (needed) <= (capacity)))

#endif
