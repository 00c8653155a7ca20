/* SPDX-License-Identifier: MIT */
/* The one hash table of the planner: it finds the numbers of items that its owner keeps.
 *
 *     hash_probe probe = hash_table_probe(&table, hash);
 *     while (hash_probe_next(&probe))
 *         if (... item number probe.item is the one that is sought ...)
 *             return probe.item;
 *     ... make the item ...
 *     hash_table_add(&table, memory, hash, number of the item)
 *
 * Open addressing; a slot is an item's number beside 32 bits of its hash, so a probe looks at
 * few items besides the one that is sought, and the table grows without looking at any. What
 * makes two items equal is the owner's business: keys may be numbers, routes or whole sets.
 */
#ifndef GRAZE_PLANNER_HASH_TABLE_H
#define GRAZE_PLANNER_HASH_TABLE_H

#include <graze/allocator.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hash_slot {
    uint32_t hash;
    uint32_t number; /* of the item, + 1; 0: an empty slot */
} hash_slot;

typedef struct hash_table {
    hash_slot *slots;
    size_t count, capacity; /* capacity is a power of two, or 0 */
} hash_table;               /* all zeros: empty */

/* Every bit of a number matters for every bit of its hash. */
static inline uint64_t hash_mixed(uint64_t x)
{
    x ^= x >> 31;
    x *= 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

static inline uint64_t hash_of_pair(uint64_t a, uint64_t b)
{
    return hash_mixed(a ^ b * 0xc2b2ae3d27d4eb4fu);
}

/* The items of a hash, one by one. The table must not change meanwhile. */
typedef struct hash_probe {
    const hash_table *table;
    size_t at;
    uint32_t hash;
    uint32_t item; /* after hash_probe_next: its number */
} hash_probe;

static inline hash_probe hash_table_probe(const hash_table *table, uint64_t hash)
{
    return (hash_probe){table, (size_t)hash, (uint32_t)hash, 0};
}

/* True when there is another item that may have the hash. */
static inline bool hash_probe_next(hash_probe *probe)
{
    const size_t mask = probe->table->capacity - 1;
    while (probe->table->capacity > 0) {
        const hash_slot slot = probe->table->slots[probe->at++ & mask];
        probe->item = slot.number - 1;
        if (slot.number == 0 || slot.hash == probe->hash)
            return slot.number != 0;
    }
    return false;
}

/* Adds an item, below 2^32 - 1, that is not there; false when there is no memory. */
bool hash_table_add(hash_table *table, const graze_allocator *memory, uint64_t hash, size_t item);

void hash_table_free(hash_table *table, const graze_allocator *memory);

#endif
