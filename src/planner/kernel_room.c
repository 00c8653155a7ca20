/* SPDX-License-Identifier: MIT */
#include "planner/kernel_room.h"

#include <graze/unsafe.h>

#include "base/memory.h"

static const size_t room_max = (size_t)256 << 20; /* [bytes] */
enum { ROOM_GROWTH = 4 };

graze_status kernel_room_grow(graze_workspace *room, const graze_allocator *memory)
{
    const size_t size = room->size > 0 ? room->size * ROOM_GROWTH : graze_workspace_size();
    if (size > room_max)
        return GRAZE_ERROR_WORKSPACE;
    memory_free(memory, room->memory);
    room->memory = memory_new(memory, size, 1);
    room->size = room->memory != NULL ? size : 0;
    return room->memory != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}
