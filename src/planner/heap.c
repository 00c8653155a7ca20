/* SPDX-License-Identifier: MIT */
/* A binary heap. */
#include "planner/heap.h"

#include "base/array.h"
#include "base/memory.h"

static bool is_before(const heap_entry *a, const heap_entry *b)
{
    if (a->first != b->first)
        return a->first < b->first;
    if (a->second != b->second)
        return a->second < b->second;
    if (a->third != b->third)
        return a->third < b->third;
    return a->item < b->item;
}

graze_status heap_push(heap *open, const graze_allocator *memory, heap_entry entry)
{
    if (!ARRAY_RESERVE(memory, open->entries, open->capacity, open->count + 1))
        return GRAZE_ERROR_MEMORY;
    size_t hole = open->count++;
    while (hole > 0) {
        size_t parent = (hole - 1) / 2;
        if (!is_before(&entry, &open->entries[parent]))
            break;
        open->entries[hole] = open->entries[parent];
        hole = parent;
    }
    open->entries[hole] = entry;
    return GRAZE_OK;
}

heap_entry heap_pop(heap *open)
{
    heap_entry *entries = open->entries;
    heap_entry smallest = entries[0];
    heap_entry moved = entries[--open->count];
    size_t hole = 0;
    for (size_t child = 1; child < open->count; child = 2 * hole + 1) {
        if (child + 1 < open->count && is_before(&entries[child + 1], &entries[child]))
            child++;
        if (!is_before(&entries[child], &moved))
            break;
        entries[hole] = entries[child];
        hole = child;
    }
    entries[hole] = moved;
    return smallest;
}

void heap_free(heap *open, const graze_allocator *memory)
{
    memory_free(memory, open->entries);
    *open = (heap){0};
}
