/* SPDX-License-Identifier: MIT */
#include "io/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 16 };

bool array_grow(void *array, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return true;
    size_t room = *capacity < SMALLEST ? SMALLEST : *capacity;
    while (room < needed && room <= SIZE_MAX / 2)
        room *= 2;
    if (room < needed || room > SIZE_MAX / size)
        return false;
    void *block; /* by memcpy: the pointer's own type is the caller's */
    memcpy(&block, array, sizeof block);
    block = realloc(block, room * size);
    if (block == NULL)
        return false;
    memcpy(array, &block, sizeof block);
    *capacity = room;
    return true;
}
