/* SPDX-License-Identifier: MIT */
/* Labels: finds the agent of a name. Names are hashed, and a name whose slots are all taken goes
 * into a search tree, so that no choice of names makes it slow. */
#ifndef GRAZE_IO_LABELS_H
#define GRAZE_IO_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct labels {
    struct label_slot *slots;
    size_t count, capacity; /* slots taken; a power of two, or 0 */
    void *root;             /* of the tree; null: empty */
    uint64_t *words;        /* the first labels, by their index; 0: a long one */
    size_t word_count, words_capacity;
} labels;                   /* all zeros: empty */

/* Finds a label; false when it is not there. */
bool labels_find(const labels *all, const char *label, size_t *index);

/* The same for `length` bytes without a 0 byte. It does not look into the tree: false says that the
 * label is not there, or that labels_find has to be asked. */
bool labels_find_bytes(const labels *all, const char *bytes, size_t length, size_t *index);

/* The same, quickly where it is the label of that index: rows of a plan that is in the order of
 * time name its agents in turn. */
bool labels_find_near(const labels *all, const char *bytes, size_t length, size_t guess,
                      size_t *index);

/* The up to eight bytes of a label, the first of them lowest, and 0 behind them; 0 where nobody
 * knows: no label, a longer one, or one that did not come in the order of indices. */
static inline uint64_t labels_word(const labels *all, size_t index)
{
    return index < all->word_count ? all->words[index] : 0;
}

/* Adds a label; one that is there keeps its index. The text stays the caller's and must
 * outlive the labels. false when memory is out. */
bool labels_add(labels *all, const char *label, size_t index);

void labels_free(labels *all);

#endif
