/* SPDX-License-Identifier: MIT */
/* Labels: finds the agent of a name, in a search tree, so that no choice of names makes it
 * slow. */
#ifndef GRAZE_IO_LABELS_H
#define GRAZE_IO_LABELS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct labels {
    void *root; /* null: empty */
} labels;

/* Finds a label; false when it is not there. */
bool labels_find(const labels *all, const char *label, size_t *index);

/* Adds a label; one that is there keeps its index. The text stays the caller's and must
 * outlive the tree. false when memory is out. */
bool labels_add(labels *all, const char *label, size_t index);

void labels_free(labels *all);

#endif
