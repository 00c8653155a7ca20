/* SPDX-License-Identifier: MIT */
/* How far it is to one goal from everywhere, in little memory: in units of 2^20 ticks, rounded
 * down.
 *
 * Where all moves of a kind last as long, the table counts moves, in 16 bits. Where they do not, or
 * where it is too far from somewhere, it counts units, in 32 bits, which no distance below
 * the horizon overflows. Both tell the same. A distance is too small by less than a millionth of
 * the longest move, and exact where moves last whole seconds or simple fractions of one. Lower
 * bounds are all that a search asks for.
 */
#ifndef GRAZE_PLANNER_COARSE_DISTANCES_H
#define GRAZE_PLANNER_COARSE_DISTANCES_H

#include "planner/distance_finder.h"

enum { COARSE_SHIFT = 20 };
#define COARSE_NEVER UINT32_MAX

/* From there on, one unit below the horizon, it is too far. */
#define COARSE_HORIZON ((tick)COARSE_NEVER << COARSE_SHIFT)

/* One of the two tables is there. */
typedef struct coarse_distances {
    uint16_t *moves; /* by vertex; MOVES_NEVER: no way */
    tick duration;   /* of each of them */
    uint32_t *units; /* by vertex; COARSE_NEVER: no way, or too far */
} coarse_distances;

static inline tick coarse_distance(const coarse_distances *to_goal, uint32_t vertex)
{
    if (to_goal->moves != NULL) {
        const tick moves = to_goal->moves[vertex];
        return moves == MOVES_NEVER ? TICK_NEVER
                                    : moves * to_goal->duration >> COARSE_SHIFT << COARSE_SHIFT;
    }
    const tick units = to_goal->units[vertex];
    return units == COARSE_NEVER ? TICK_NEVER : units << COARSE_SHIFT;
}

/* Makes the table of a goal, and tells how far it is from a start, not rounded; TICK_NEVER: no way.
 * GRAZE_ERROR_MEMORY: there is nothing to free. */
graze_status coarse_distances_find(distance_finder *finder, uint32_t goal, uint32_t start,
                                   coarse_distances *made, tick *direct);
void coarse_distances_free(coarse_distances *to_goal, const graze_allocator *memory);

#endif
