/* SPDX-License-Identifier: MIT */
#include "io/labels.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

typedef struct label_entry {
    const char *label;
    size_t index;
} label_entry;

static int compare(const void *a, const void *b)
{
    return strcmp(((const label_entry *)a)->label, ((const label_entry *)b)->label);
}

bool labels_find(const labels *all, const char *label, size_t *index)
{
    label_entry wanted = {.label = label};
    void *const *node = tfind(&wanted, &all->root, compare);
    if (node == NULL)
        return false;
    *index = ((const label_entry *)*node)->index;
    return true;
}

bool labels_add(labels *all, const char *label, size_t index)
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
void labels_free(labels *all)
{
    while (all->root != NULL) {
        label_entry *first = *(label_entry **)all->root;
        tdelete(first, &all->root, compare);
        free(first);
    }
}
