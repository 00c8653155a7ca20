/* SPDX-License-Identifier: MIT */
/* A problem without the vertices where nobody will ever be: no edge begins or ends there, and
 * nobody starts there or goes there. The roadmap of a grid has one for every blocked cell, and
 * tables by vertices, of which there is one for each goal, are smaller without.
 *
 * The others keep their order and their edges, so whatever is chosen by the numbers of vertices or
 * edges stays what it was.
 */
#ifndef GRAZE_PLANNER_USED_VERTICES_H
#define GRAZE_PLANNER_USED_VERTICES_H

#include <graze/planner.h>

typedef struct used_vertices {
    graze_problem problem; /* the caller's must outlive it */
    graze_roadmap roadmap; /* its own, unless it is the caller's: nothing is left out */
    graze_point *places;
    size_t *first;
    uint32_t *targets;
    graze_task *tasks;
} used_vertices;

/* For a problem that has been checked. Nothing is left out where somebody has moves of his own, on
 * a roadmap that would have to follow. There is nothing to free after GRAZE_ERROR_MEMORY or
 * GRAZE_ERROR_CAPACITY (more than 2^32 - 2 edges). */
graze_status used_vertices_open(used_vertices *used, const graze_allocator *memory,
                                const graze_problem *problem);
void used_vertices_close(used_vertices *used, const graze_allocator *memory);

#endif
