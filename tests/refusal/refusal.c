/* SPDX-License-Identifier: MIT */
#include "refusal/refusal.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include "numeric/scratch.h"

/* Threads of a check of a plan count as well. */
static atomic_size_t count, refused = SIZE_MAX, blocks;

void refusal_begin(size_t number)
{
    count = 0;
    refused = number;
}

size_t refusal_count(void)
{
    return count;
}

size_t refusal_blocks(void)
{
    return blocks;
}

static bool refuses(void)
{
    return atomic_fetch_add(&count, 1) == refused;
}

graze_status __real_scratch_run(const graze_workspace *given, scratch_work *work, void *job);
graze_status __wrap_scratch_run(const graze_workspace *given, scratch_work *work, void *job);

graze_status __wrap_scratch_run(const graze_workspace *given, scratch_work *work, void *job)
{
    return refuses() ? GRAZE_ERROR_MEMORY : __real_scratch_run(given, work, job);
}

static void *resize(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        blocks -= block != NULL;
        return NULL;
    }
    if (refuses())
        return NULL;
    blocks += block == NULL;
    return realloc(block, size);
}

const graze_allocator refusal_allocator = {resize, NULL};
