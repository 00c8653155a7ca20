/* SPDX-License-Identifier: MIT */
/* Memory of which so many allocations succeed, and no more; and of which one is refused. */
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

/* One allocation alone is refused. */
typedef struct one_refusal {
    size_t count, refused, blocks;
} one_refusal;

static inline void *resize_but_once(void *context, void *block, size_t size)
{
    one_refusal *kept = context;
    if (size == 0) {
        free(block);
        kept->blocks--;
        return NULL;
    }
    if (kept->count++ == kept->refused)
        return NULL;
    kept->blocks += block == NULL;
    return realloc(block, size);
}

#endif
