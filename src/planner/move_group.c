/* SPDX-License-Identifier: MIT */
#include "planner/move_group.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

void move_group_open(move_group_table *table, const graze_allocator *memory)
{
    *table = (move_group_table){.memory = memory};
}

void move_group_close(move_group_table *table)
{
    memory_free(table->memory, table->moves);
    memory_free(table->memory, table->groups);
    hash_table_free(&table->numbers, table->memory);
    move_group_open(table, table->memory);
}

static uint64_t hash_of(const group_move *moves, uint32_t count)
{
    uint64_t hash = hash_mixed(count);
    for (uint32_t i = 0; i < count; i++) {
        hash = hash_mixed(hash ^ moves[i].edge);
        hash = hash_mixed(hash_mixed(hash ^ (uint64_t)moves[i].when.lower) ^
                          (uint64_t)moves[i].when.upper);
    }
    return hash;
}

static bool is_equal(const group_move *a, const group_move *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (a[i].edge != b[i].edge || a[i].when.lower != b[i].when.lower ||
            a[i].when.upper != b[i].when.upper)
            return false;
    return true;
}

graze_status move_group_keep(move_group_table *table, const group_move *moves, uint32_t count,
                             uint32_t *number)
{
    uint64_t hash = hash_of(moves, count);
    hash_probe probe = hash_table_probe(&table->numbers, hash);
    while (hash_probe_next(&probe)) {
        const move_group *kept = &table->groups[probe.item];
        *number = probe.item + 1;
        if (kept->hash == hash && kept->count == count &&
            is_equal(table->moves + kept->first, moves, count))
            return GRAZE_OK;
    }
    if (!ARRAY_RESERVE(table->memory, table->moves, table->move_capacity,
                       table->move_count + count) ||
        !ARRAY_RESERVE(table->memory, table->groups, table->capacity, table->count + 1) ||
        !hash_table_add(&table->numbers, table->memory, hash, table->count))
        return GRAZE_ERROR_MEMORY;
    memcpy(table->moves + table->move_count, moves, count * sizeof *moves);
    table->groups[table->count] = (move_group){table->move_count, count, hash};
    table->move_count += count;
    *number = (uint32_t)++table->count;
    return GRAZE_OK;
}
