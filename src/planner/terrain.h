/* SPDX-License-Identifier: MIT */
/* A roadmap made ready for planning: edges with numbers, what leads where, how
 * long it takes, and where edges lie.
 *
 * An edge is an index into the roadmap's targets. Agents of one radius and one
 * speed are of one *kind*; whatever depends on bodies is kept by kinds. An edge that a
 * kind must not take lasts for ever.
 */
#ifndef GRAZE_PLANNER_TERRAIN_H
#define GRAZE_PLANNER_TERRAIN_H

#include <graze/allocator.h>
#include <graze/roadmap.h>
#include <stdbool.h>

#include "planner/lattice.h"

#define EDGE_NONE UINT32_MAX
#define VERTEX_NONE UINT32_MAX

typedef struct body_kind {
    graze_body body;
    double speed;               /* [m/s] */
    const graze_roadmap *moves; /* the edges that it may take; null: all */
} body_kind;

typedef struct terrain_box {
    double left, bottom, right, top; /* [m] of the centre's way */
} terrain_box;

typedef struct terrain {
    graze_allocator memory;
    const graze_roadmap *roadmap; /* the caller's */
    lattice clock;
    double tolerance; /* [m] bodies are treated with r1 + r2 - tolerance */
    uint32_t edge_count;
    uint32_t *from;           /* [vertex] by edge */
    terrain_box *boxes;       /* by edge */
    uint32_t *arriving_first; /* edges that end in v: arriving[arriving_first[v]] ... */
    uint32_t *arriving;       /* [edge] */
    body_kind *kinds;
    uint32_t kind_count;
    tick *durations; /* [kind * edge_count + edge] */
    bool regular;    /* all places are small whole numbers: edges of one shape look alike */
    uint32_t *shapes; /* by edge; on a regular terrain equal for equal (dx, dy) */
    uint32_t shape_count;
} terrain;

/* Makes a terrain for kinds, which it copies. The roadmap must outlive it.
 * GRAZE_ERROR_MEMORY, or GRAZE_ERROR_CAPACITY (more than 2^32 - 2 edges); there is
 * nothing to free then. */
graze_status terrain_open(terrain *ground, const graze_allocator *memory,
                          const graze_roadmap *roadmap, const body_kind *kinds, uint32_t kind_count,
                          double tolerance);

void terrain_close(terrain *ground);

static inline uint32_t terrain_to(const terrain *ground, uint32_t edge)
{
    return ground->roadmap->targets[edge];
}

static inline tick terrain_duration(const terrain *ground, uint32_t of_kind, uint32_t edge)
{
    return ground->durations[(size_t)of_kind * ground->edge_count + edge];
}

static inline graze_point terrain_place(const terrain *ground, uint32_t vertex)
{
    return ground->roadmap->places[vertex];
}

/* How long any way between two vertices takes at least, in ticks: no move is shorter than
 * the straight line, or faster than the speed. */
tick terrain_straight(const terrain *ground, uint32_t of_kind, uint32_t from, uint32_t to);

/* How long the way from every vertex to the goal takes when nobody is about, in
 * ticks, into distances[vertex]; TICK_NEVER where there is none. */
graze_status terrain_distances(const terrain *ground, uint32_t of_kind, uint32_t goal,
                               tick *distances);

#endif
