/* SPDX-License-Identifier: MIT */
/* The arrays of a roadmap while they are written. */
#ifndef GRAZE_WORLD_ROADMAP_H
#define GRAZE_WORLD_ROADMAP_H

#include <graze/world.h>

typedef struct roadmap_arrays {
    graze_point *places;
    size_t *first;
    uint32_t *targets;
} roadmap_arrays;

/* Room for a roadmap; false, and nothing to free, when there is no memory. */
bool roadmap_arrays_make(const graze_allocator *allocator, uint32_t vertices, size_t edges,
                         roadmap_arrays *made);

void roadmap_arrays_free(const graze_allocator *allocator, roadmap_arrays *arrays);

static inline graze_roadmap roadmap_of_arrays(uint32_t vertices, const roadmap_arrays *from)
{
    return (graze_roadmap){vertices, from->places, from->first, from->targets};
}

#endif
