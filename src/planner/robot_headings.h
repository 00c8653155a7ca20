/* SPDX-License-Identifier: MIT */
/* The headings that robots may have at the vertices of a roadmap.
 *
 * A heading at a vertex is the direction of an edge into or out of it, or one that a robot has
 * there at first. Directions are one when they differ by less than 2^-40 rad.
 */
#ifndef GRAZE_PLANNER_ROBOT_HEADINGS_H
#define GRAZE_PLANNER_ROBOT_HEADINGS_H

#include <graze/allocator.h>
#include <graze/roadmap.h>
#include <stdbool.h>

#define HEADING_NONE UINT32_MAX

/* A direction, as a difference of places. */
typedef struct vertex_heading {
    double dx, dy;
} vertex_heading;

/* What a robot that begins at a vertex heads for. */
typedef struct robot_start {
    uint32_t vertex;
    vertex_heading heading;
} robot_start;

typedef struct robot_headings {
    graze_allocator memory;
    const graze_roadmap *base; /* the caller's */
    vertex_heading *all;       /* by vertex */
    size_t count, capacity;
    uint32_t *first;              /* of all, by vertex */
    uint32_t *leaving, *entering; /* by edge: its heading at either end, from the first of the
                                     vertex on; HEADING_NONE: it has no length, or one whose
                                     square no double holds */
} robot_headings;

/* Finds the headings at all vertices; those of the starts come last. east: each has that, too.
 * GRAZE_ERROR_MEMORY; the caller closes them in any case. */
graze_status robot_headings_open(robot_headings *headings, const graze_allocator *memory,
                                 const graze_roadmap *base, bool east, const robot_start *starts,
                                 size_t start_count);
void robot_headings_close(robot_headings *headings);

/* The direction of an angle [rad], anticlockwise from the x axis; those along an axis are exact. */
vertex_heading robot_heading_of_angle(double angle);

bool robot_headings_same(vertex_heading a, vertex_heading b);

/* From one vertex towards another. */
vertex_heading robot_headings_along(const robot_headings *headings, uint32_t from, uint32_t to);

/* How many a vertex has; the first of them; the number of one, or HEADING_NONE. */
uint32_t robot_headings_count(const robot_headings *headings, uint32_t vertex);
const vertex_heading *robot_headings_at(const robot_headings *headings, uint32_t vertex);
uint32_t robot_headings_find(const robot_headings *headings, uint32_t vertex,
                             vertex_heading sought);

#endif
