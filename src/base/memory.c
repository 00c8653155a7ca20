/* SPDX-License-Identifier: MIT */
/* Memory through the caller's allocator. */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* realloc(block, 0) may do one thing or the other; here it frees. */
static void *resize_by_library(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, size);
}

graze_allocator memory_allocator(const graze_allocator *given)
{
    static const graze_allocator library = {resize_by_library, NULL};
    return given != NULL && given->resize != NULL ? *given : library;
}

void *memory_resize(const graze_allocator *allocator, void *block, size_t count, size_t size)
{
    if (count == 0)
        count = 1;
    if (count > SIZE_MAX / size)
        return NULL;
    return allocator->resize(allocator->context, block, count * size);
}

void *memory_new(const graze_allocator *allocator, size_t count, size_t size)
{
    void *block = memory_resize(allocator, NULL, count, size);
    if (block != NULL)
        memset(block, 0, (count == 0 ? 1 : count) * size);
    return block;
}

void memory_free(const graze_allocator *allocator, void *block)
{
    if (block != NULL)
        allocator->resize(allocator->context, block, 0);
}
