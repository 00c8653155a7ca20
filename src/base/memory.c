/* SPDX-License-Identifier: MIT */
/* Memory through the caller's allocator. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* madvise */
#endif
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Asks for pages of 2 MiB in the place of those of 4 KiB, of which a fresh one costs 0.25 to 15 us:
 * for all of a block that may hold one, so that a mapping of its own stays one, which realloc can
 * move. Nothing happens where there are no such pages. */
static void ask_for_large_pages(void *block, size_t size)
{
#ifdef MADV_HUGEPAGE
    enum { LARGE_PAGE = 1 << 21 /* [bytes] */ };
    if (block == NULL || size < LARGE_PAGE)
        return;
    const size_t before = (uintptr_t)block % (size_t)sysconf(_SC_PAGESIZE);
    madvise((char *)block - before, before + size, MADV_HUGEPAGE);
#else
    (void)block, (void)size;
#endif
}

/* realloc(block, 0) may do one thing or the other; here it frees. */
static void *resize_by_library(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    void *resized = realloc(block, size);
    ask_for_large_pages(resized, size);
    return resized;
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
