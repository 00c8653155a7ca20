/* SPDX-License-Identifier: MIT */
/* Open addressing with a few slots for each hash, and a tree for what finds none of them free:
 * who chooses names that share their slots gets the tree's logarithm, and not a walk through all.
 */
#include "io/labels.h"

#include <search.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"

enum { FIRST_CAPACITY = 64, NEIGHBOURS = 8 /* [count] slots that a label may be in */ };

typedef struct label_slot {
    const char *label; /* null: free */
    uint64_t hash;
    uint32_t index;
    bool is_short; /* the hash is the label */
} label_slot;

typedef struct label_entry {
    const char *label;
    size_t index;
} label_entry;

/* ---- the tree ------------------------------------------------------------------------ */

static int compare(const void *a, const void *b)
{
    return strcmp(((const label_entry *)a)->label, ((const label_entry *)b)->label);
}

static bool add_to_tree(labels *all, const char *label, size_t index)
{
    label_entry *added = malloc(sizeof *added);
    if (added == NULL)
        return false;
    *added = (label_entry){.label = label, .index = index};
    void *const *node = tsearch(added, &all->root, compare);
    if (node == NULL || *node != added)
        free(added);
    return node != NULL;
}

/* A node of the tree begins with the pointer to its entry (POSIX tsearch). */
static void free_tree(labels *all)
{
    while (all->root != NULL) {
        label_entry *first = *(label_entry **)all->root;
        tdelete(first, &all->root, compare);
        free(first);
    }
}

/* ---- the slots ----------------------------------------------------------------------- */

/* Labels of so many bytes, none of which is 0, have hashes of their own. */
static bool is_short(size_t length)
{
    return length <= sizeof(uint64_t);
}

/* Each step can be undone, so that different words stay different. */
static uint64_t mixed(uint64_t word)
{
    word ^= word >> 31;
    word *= UINT64_C(0x9e3779b97f4a7c15);
    word ^= word >> 29;
    word *= UINT64_C(0xbf58476d1ce4e5b9);
    return word ^ word >> 32;
}

/* Of a short label. */
static uint64_t word_of(const char *bytes, size_t length)
{
    uint64_t word = 0;
    for (size_t i = 0; i < length; i++)
        word |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    return word;
}

/* A short label itself, mixed; else FNV-1a, its high bits folded into the low ones, which choose
 * the slot. */
static uint64_t hash_of(const char *bytes, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    if (is_short(length))
        return mixed(word_of(bytes, length));
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 32;
}

/* One of the slots of a hash that is free; null when none is. */
static label_slot *free_slot(label_slot *slots, size_t capacity, uint64_t hash)
{
    for (size_t i = 0; i < NEIGHBOURS; i++) {
        label_slot *slot = &slots[(hash + i) & (capacity - 1)];
        if (slot->label == NULL)
            return slot;
    }
    return NULL;
}

/* Twice the slots. What finds none of its own free then goes into the tree. */
static bool grow(labels *all)
{
    size_t capacity = all->capacity == 0 ? FIRST_CAPACITY : 2 * all->capacity;
    label_slot *slots = calloc(capacity, sizeof *slots);
    bool kept = slots != NULL;
    for (size_t i = 0; kept && i < all->capacity; i++) {
        const label_slot *old = &all->slots[i];
        label_slot *slot = old->label == NULL ? NULL : free_slot(slots, capacity, old->hash);
        if (slot != NULL)
            *slot = *old;
        else if (old->label != NULL)
            kept = add_to_tree(all, old->label, old->index);
    }
    if (!kept) {
        free(slots);
        return false;
    }
    free(all->slots);
    all->slots = slots;
    all->capacity = capacity;
    return true;
}

/* ---- the door ------------------------------------------------------------------------ */

static bool is_label(const char *label, const char *bytes, size_t length)
{
    return strncmp(label, bytes, length) == 0 && label[length] == '\0';
}

static bool find_hash(const labels *all, uint64_t hash, const char *bytes, size_t length,
                      size_t *index)
{
    for (size_t i = 0; all->capacity > 0 && i < NEIGHBOURS; i++) {
        const label_slot *slot = &all->slots[(hash + i) & (all->capacity - 1)];
        if (slot->label == NULL)
            return false;
        if (slot->hash != hash || slot->is_short != is_short(length) ||
            !(slot->is_short || is_label(slot->label, bytes, length)))
            continue;
        *index = slot->index;
        return true;
    }
    return false;
}

bool labels_find_bytes(const labels *all, const char *bytes, size_t length, size_t *index)
{
    return find_hash(all, hash_of(bytes, length), bytes, length, index);
}

bool labels_find_near(const labels *all, const char *bytes, size_t length, size_t guess,
                      size_t *index)
{
    const uint64_t word = is_short(length) ? word_of(bytes, length) : 0;
    if (word == 0 || labels_word(all, guess) != word)
        return labels_find_bytes(all, bytes, length, index);
    *index = guess;
    return true;
}

bool labels_find(const labels *all, const char *label, size_t *index)
{
    if (labels_find_bytes(all, label, strlen(label), index))
        return true;
    label_entry wanted = {.label = label};
    void *const *node = all->root == NULL ? NULL : tfind(&wanted, &all->root, compare);
    if (node == NULL)
        return false;
    *index = ((const label_entry *)*node)->index;
    return true;
}

/* Indices come in order, where guesses are any good. */
static bool keep_word(labels *all, const char *label, size_t length, size_t index)
{
    if (index != all->word_count)
        return true;
    if (!array_grow(&all->words, &all->words_capacity, index + 1, sizeof *all->words))
        return false;
    all->words[all->word_count++] = is_short(length) ? word_of(label, length) : 0;
    return true;
}

bool labels_add(labels *all, const char *label, size_t index)
{
    size_t known;
    if (labels_find(all, label, &known))
        return true;
    if (2 * (all->count + 1) > all->capacity && !grow(all))
        return false;
    const size_t length = strlen(label);
    const uint64_t hash = hash_of(label, length);
    label_slot *slot = free_slot(all->slots, all->capacity, hash);
    if (!keep_word(all, label, length, index))
        return false;
    all->count++;
    if (slot == NULL || index > UINT32_MAX)
        return add_to_tree(all, label, index);
    *slot = (label_slot){label, hash, (uint32_t)index, is_short(length)};
    return true;
}

void labels_free(labels *all)
{
    free_tree(all);
    free(all->slots);
    free(all->words);
    *all = (labels){0};
}
