/* SPDX-License-Identifier: MIT */
/* A binary heap of numbered items, smallest key first. Keys are compared by
 * `first`, then `second`, then `third`; ties by the item, so that the order never
 * depends on the history of the heap. */
#ifndef GRAZE_PLANNER_HEAP_H
#define GRAZE_PLANNER_HEAP_H

#include <graze/allocator.h>
#include <graze/status.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct heap_entry {
    int64_t first, second, third;
    uint32_t item;
    uint32_t version; /* for callers that pass over stale entries; not compared */
} heap_entry;

typedef struct heap {
    heap_entry *entries;
    size_t count, capacity;
} heap; /* all zeros: empty */

/* GRAZE_OK or GRAZE_ERROR_MEMORY (the heap is unchanged). */
graze_status heap_push(heap *open, const graze_allocator *memory, heap_entry entry);

/* Takes the smallest entry of a heap that is not empty. */
heap_entry heap_pop(heap *open);

void heap_free(heap *open, const graze_allocator *memory);

#endif
