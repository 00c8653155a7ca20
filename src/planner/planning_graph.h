/* SPDX-License-Identifier: MIT */
/* The planning graph: a roadmap made ready for the planner, with numbers for its edges, the
 * duration of each, and the boxes in which they lie.
 *
 * An edge is an index into the roadmap's targets. Agents of one body and one
 * speed are of one *kind*; whatever depends on bodies is kept by kinds. An edge that a
 * kind must not take lasts for ever.
 *
 * A graph of robots has their states for vertices (robot_states.h): in some of them nobody can
 * wait, edges may be ramps or turns in place, and each has a body of its own.
 */
#ifndef GRAZE_PLANNER_PLANNING_GRAPH_H
#define GRAZE_PLANNER_PLANNING_GRAPH_H

#include <graze/allocator.h>
#include <graze/collision_table.h>
#include <graze/motion.h>
#include <graze/roadmap.h>
#include <math.h>
#include <stdbool.h>

#include "planner/robot_states.h"
#include "planner/time_grid.h"

#define EDGE_NONE UINT32_MAX
#define VERTEX_NONE UINT32_MAX

/* <graze/collision_table.h> lets callers make a graph of their own kinds. */
typedef graze_body_kind body_kind;

typedef struct graph_box {
    double left, bottom, right, top; /* [m] of the centre's way */
} graph_box;

typedef struct planning_graph {
    graze_allocator memory;
    const graze_roadmap *roadmap; /* the caller's */
    time_grid grid;
    double tolerance; /* [m] bodies are treated with r1 + r2 - tolerance */
    uint32_t edge_count;
    uint32_t *from;           /* [vertex] by edge */
    graph_box *boxes;         /* by edge */
    uint32_t *arriving_first; /* edges that end in v: arriving[arriving_first[v]] ... */
    uint32_t *arriving;       /* [edge] */
    body_kind *kinds;
    uint32_t kind_count;
    tick *durations;  /* [kind * duration_stride + edge] */
    size_t duration_stride; /* [count] edges; 0: each kind has edges of its own (robots) */
    robot_states *robots;   /* null: all stop and start at once */
    bool regular;     /* all places are small whole numbers: edges of one shape look alike */
    uint32_t *shapes; /* by edge; on a regular graph equal for equal (dx, dy) */
} planning_graph;

/* Makes a graph for kinds, which it copies. The roadmap must outlive it.
 * GRAZE_ERROR_MEMORY, or GRAZE_ERROR_CAPACITY (more than 2^32 - 2 edges); there is
 * nothing to free then. */
graze_status graph_open(planning_graph *graph, const graze_allocator *memory,
                        const graze_roadmap *roadmap, const body_kind *kinds, uint32_t kind_count,
                        double tolerance);

/* The same for robots with limits, by kind; kinds[k].speed is that of the limits. The starts are
 * those of robots that are given a heading. Statuses as well: those of robot_states_open. */
graze_status graph_open_robots(planning_graph *graph, const graze_allocator *memory,
                               const graze_roadmap *roadmap, const body_kind *kinds,
                               const robot_limits *limits, uint32_t kind_count,
                               const robot_start *starts, size_t start_count, double tolerance);

void graph_close(planning_graph *graph);

static inline uint32_t graph_to(const planning_graph *graph, uint32_t edge)
{
    return graph->roadmap->targets[edge];
}

static inline tick graph_duration(const planning_graph *graph, uint32_t of_kind, uint32_t edge)
{
    return graph->durations[(size_t)of_kind * graph->duration_stride + edge];
}

/* Can an agent wait at a vertex? Else it goes on when it comes. */
static inline bool graph_can_wait(const planning_graph *graph, uint32_t vertex)
{
    return graph->robots == NULL || !graph->robots->in_motion[vertex];
}

/* The body of an agent of a kind at a vertex, or along an edge. */
static inline const graze_body *graph_body_at(const planning_graph *graph, uint32_t of_kind,
                                              uint32_t vertex)
{
    return graph->robots == NULL
               ? &graph->kinds[of_kind].body
               : robot_states_body(graph->robots, graph->robots->resting[vertex]);
}

static inline const graze_body *graph_body_along(const planning_graph *graph, uint32_t of_kind,
                                                 uint32_t edge)
{
    return graph->robots == NULL
               ? &graph->kinds[of_kind].body
               : robot_states_body(graph->robots, graph->robots->moves[edge].body);
}

static inline graze_point graph_place(const planning_graph *graph, uint32_t vertex)
{
    return graph->roadmap->places[vertex];
}

/* The place that tells where a vertex is on a regular graph: its own, or, of a robot under way,
 * that of the vertex it comes from. */
static inline graze_point graph_anchor(const planning_graph *graph, uint32_t vertex)
{
    return graph->robots == NULL
               ? graph_place(graph, vertex)
               : graph->robots->base->places[graph->robots->vertices[vertex]];
}

static inline graph_box graph_box_at(const planning_graph *graph, uint32_t vertex)
{
    graze_point p = graph_place(graph, vertex);
    return (graph_box){p.x, p.y, p.x, p.y};
}

/* [m] How far a body reaches from its place along each axis, rounded. */
static inline double graph_reach(const graze_body *body)
{
    double farthest = 0;
    for (size_t i = 0; i < body->vertex_count; i++)
        farthest = fmax(farthest, fmax(fabs(body->vertices[i].x), fabs(body->vertices[i].y)));
    return body->radius + farthest;
}

/* Are two boxes certainly farther apart than bodies of these reaches? Rounding makes a gap
 * wrong by less than its 2^-52nd part, and the sum of the reaches by less than its 2^-51st. */
bool graph_boxes_are_apart(const graph_box *a, const graph_box *b, double reach_a, double reach_b);

/* Has a roadmap all of its arrays, and this number of vertices? */
static inline bool graph_has_vertices(const graze_roadmap *roadmap, uint32_t count)
{
    return roadmap->places != NULL && roadmap->first != NULL && roadmap->targets != NULL &&
           roadmap->vertex_count == count;
}

/* The move along an edge between two times [s]. */
graze_status graph_motion_between(const planning_graph *graph, uint32_t edge, double start,
                                  double end, graze_motion *motion);

/* The move of a kind along an edge, begun at time 0. */
graze_status graph_motion(const planning_graph *graph, uint32_t of_kind, uint32_t edge,
                          graze_motion *motion);

/* How long any way between two vertices takes at least, in ticks: no move is shorter than
 * the straight line, or faster than the speed. */
tick graph_straight(const planning_graph *graph, uint32_t of_kind, uint32_t from, uint32_t to);

/* How long the way from every vertex to the goal takes when nobody is about, in
 * ticks, into distances[vertex]; TICK_NEVER where there is none. For many goals there is
 * distance_finder.h. */
graze_status graph_distances(const planning_graph *graph, uint32_t of_kind, uint32_t goal,
                             tick *distances);

#endif
