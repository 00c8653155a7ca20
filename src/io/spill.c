/* SPDX-License-Identifier: MIT */
/* The file grows by parts, each of them mapped once; a block lies in one part. Room on the disk is
 * asked for before it is mapped, since writing to a page that finds none would be a signal. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */
#endif
#include "io/spill.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "io/array.h"

enum { ALIGNED = 16, LEAST_PART = 1 << 20, MOST_PART = 1 << 26 /* [bytes] */ };

typedef struct part {
    char *bytes;
    size_t size;
} part;

struct spill {
    int file; /* or SPILL_MEMORY */
    part *parts;
    size_t count, capacity;
    size_t used;      /* [bytes] of the last part */
    size_t file_size; /* [bytes] */
};

spill *spill_open(int file)
{
    spill *made = calloc(1, sizeof *made);
    if (made != NULL)
        made->file = file;
    else if (file != SPILL_MEMORY)
        close(file);
    return made;
}

/* Each part is larger than the one before it, up to a limit. */
static size_t part_size(const spill *from, size_t bytes)
{
    size_t size = from->count == 0 ? LEAST_PART : 2 * from->parts[from->count - 1].size;
    size = size > MOST_PART ? MOST_PART : size;
    const size_t whole = (bytes + LEAST_PART - 1) / LEAST_PART * LEAST_PART;
    return size > whole ? size : whole;
}

static void *map_memory(size_t size)
{
    void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#ifdef MADV_HUGEPAGE
    if (mapped != MAP_FAILED)
        madvise(mapped, size, MADV_HUGEPAGE); /* small ones will do */
#endif
    return mapped;
}

static void *map_file(const spill *from, size_t size)
{
    if (posix_fallocate(from->file, (off_t)from->file_size, (off_t)size) != 0)
        return MAP_FAILED;
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, from->file,
                (off_t)from->file_size);
}

static bool add_part(spill *from, size_t bytes)
{
    const size_t size = part_size(from, bytes);
    if (!array_grow(&from->parts, &from->capacity, from->count + 1, sizeof *from->parts))
        return false;
    void *mapped = from->file == SPILL_MEMORY ? map_memory(size) : map_file(from, size);
    if (mapped == MAP_FAILED)
        return false;
    spill_rest(from);
    from->parts[from->count++] = (part){mapped, size};
    from->file_size += size;
    from->used = 0;
    return true;
}

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

bool spill_extend(spill *from, const void *block, size_t old, size_t bytes)
{
    const part *last = from->count == 0 ? NULL : &from->parts[from->count - 1];
    if (last == NULL || bytes > SIZE_MAX / 2 ||
        (const char *)block + aligned(old) != last->bytes + from->used ||
        aligned(bytes) > last->size - from->used + aligned(old))
        return false;
    from->used = from->used - aligned(old) + aligned(bytes);
    return true;
}

void *spill_resize(spill *from, void *block, size_t old, size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        return NULL;
    if (block != NULL && spill_extend(from, block, old, bytes))
        return block;
    const size_t wanted = aligned(bytes);
    part *last = from->count == 0 ? NULL : &from->parts[from->count - 1];
    if ((last == NULL || wanted > last->size - from->used) && !add_part(from, wanted))
        return NULL;
    last = &from->parts[from->count - 1];
    void *made = last->bytes + from->used;
    from->used += wanted;
    if (block != NULL)
        memcpy(made, block, old);
    return made;
}

bool spill_has(const spill *in, const void *block)
{
    for (size_t i = 0; in != NULL && i < in->count; i++)
        if ((uintptr_t)block - (uintptr_t)in->parts[i].bytes < in->parts[i].size)
            return true;
    return false;
}

void spill_rest(const spill *from)
{
    for (size_t i = 0; from->file != SPILL_MEMORY && i < from->count; i++)
        madvise(from->parts[i].bytes, from->parts[i].size, MADV_DONTNEED);
}

void spill_close(spill *from)
{
    if (from == NULL)
        return;
    for (size_t i = 0; i < from->count; i++)
        munmap(from->parts[i].bytes, from->parts[i].size);
    if (from->file != SPILL_MEMORY)
        close(from->file);
    free(from->parts);
    free(from);
}
