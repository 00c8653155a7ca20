/* SPDX-License-Identifier: MIT */
/* Memory of which so many allocations succeed, and no more. */
#ifndef TESTS_PLANNER_ACCOUNT_H
#define TESTS_PLANNER_ACCOUNT_H

#include <stddef.h>
#include <stdlib.h>

typedef struct account {
    size_t left; /* allocations that may succeed */
    size_t blocks;
} account;

static inline void *resize_by_account(void *context, void *block, size_t size)
{
    account *kept = context;
    if (size == 0) {
        free(block);
        kept->blocks--;
        return NULL;
    }
    if (kept->left == 0)
        return NULL;
    kept->left--;
    void *made = realloc(block, size);
    if (made != NULL && block == NULL)
        kept->blocks++;
    return made;
}

#endif
