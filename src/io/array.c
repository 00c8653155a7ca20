/* SPDX-License-Identifier: MIT */
#include "io/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 16 };

bool array_reserve(void *array, size_t *capacity, size_t exactly, size_t size)
{
    if (exactly > SIZE_MAX / size)
        return false;
    void *block; /* by memcpy: the pointer's own type is the caller's */
    memcpy(&block, array, sizeof block);
    block = realloc(block, exactly * size);
    if (block == NULL)
        return false;
    memcpy(array, &block, sizeof block);
    *capacity = exactly;
    return true;
}

bool array_grow(void *array, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return true;
    size_t room = *capacity < SMALLEST ? SMALLEST : *capacity;
    while (room < needed && room <= SIZE_MAX / 2)
        room *= 2;
    return room >= needed && array_reserve(array, capacity, room, size);
}
