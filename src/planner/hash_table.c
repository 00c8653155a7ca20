/* SPDX-License-Identifier: MIT */
/* Slots filled, and dealt out anew when half of them are. */
#include "planner/hash_table.h"

#include "base/memory.h"

enum { FIRST_CAPACITY = 1 << 6 };

static void put(hash_table *table, hash_slot slot)
{
    size_t i = slot.hash & (table->capacity - 1);
    while (table->slots[i].number != 0)
        i = (i + 1) & (table->capacity - 1);
    table->slots[i] = slot;
}

static bool grow(hash_table *table, const graze_allocator *memory)
{
    hash_table bigger = *table;
    bigger.capacity = table->capacity == 0 ? FIRST_CAPACITY : 2 * table->capacity;
    bigger.slots = memory_new(memory, bigger.capacity, sizeof *bigger.slots);
    if (bigger.slots == NULL)
        return false;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i].number != 0)
            put(&bigger, table->slots[i]);
    memory_free(memory, table->slots);
    *table = bigger;
    return true;
}

bool hash_table_add(hash_table *table, const graze_allocator *memory, uint64_t hash, size_t item)
{
    if (2 * (table->count + 1) > table->capacity && !grow(table, memory))
        return false;
    put(table, (hash_slot){(uint32_t)hash, (uint32_t)item + 1});
    table->count++;
    return true;
}

void hash_table_free(hash_table *table, const graze_allocator *memory)
{
    memory_free(memory, table->slots);
    *table = (hash_table){0};
}
