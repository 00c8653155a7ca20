/* SPDX-License-Identifier: MIT */
/* The states of robots: a roadmap whose vertices are places, headings and speeds, and whose edges
 * are ramps, cruises and turns of one motion each.
 *
 * For each kind of robots a vertex of the caller's roadmap has these states:
 *
 *     standing   at rest: one state, or, where turning takes time or turns the footprint, one for
 *                each heading
 *     begin, end where headings matter: in `begin` a robot is at time 0 and may have any heading
 *                (one that is given a heading begins in the standing state that has it),
 *                from there to the standing states it takes no time; from these to `end`, where
 *                it stays for good, no time, or a tick where the footprint turns
 *     passing    for each heading and each level above 0 (speed_levels.h)
 *     inside     between the pieces of a profile, on an edge out of the vertex
 *
 * A heading is the direction of an edge into or out of the vertex, or the one that some robot has
 * there at first (robot_headings.h); where the footprint turns, east as well, which is the heading
 * of the vertices as they are given, and which robots have at first that are given no other.
 * Directions are one when they differ by less than 2^-40 rad: the speed that then jumps is 10^-12
 * of itself. Nobody turns while he moves: passing and inside, a robot goes on in its heading.
 *
 * Nobody can wait in a state of motion (begin, passing, inside). A state's body is the footprint
 * turned to its heading; a turn has the circle round the footprint, and so has `end`. So no body
 * grows while its robot rests: two that stand do not begin to overlap (README.md).
 *
 * Kinds have states of their own, and no edge leads from one kind's to another's.
 */
#ifndef GRAZE_PLANNER_ROBOT_STATES_H
#define GRAZE_PLANNER_ROBOT_STATES_H

#include <graze/allocator.h>
#include <graze/collision_table.h>
#include <graze/roadmap.h>
#include <stdbool.h>

#include "planner/robot_headings.h"
#include "planner/speed_levels.h"

/* What a move needs beside the places of its ends. */
typedef struct robot_move {
    double seconds; /* rounded up; 0: none at all */
    double speed;   /* [m/s] of a uniform move, or 0 */
    double share;   /* of the ramp (motion.h) */
    uint32_t body;
} robot_move;

typedef struct robot_states {
    graze_allocator memory;
    const graze_roadmap *base; /* the caller's */
    uint32_t kind_count;
    graze_roadmap roadmap; /* of the states; its arrays are these: */
    graze_point *places;
    size_t *first;
    uint32_t *targets;
    size_t target_capacity;
    robot_move *moves; /* by edge */
    size_t move_capacity;
    uint32_t *vertices; /* by state: the vertex of the caller's that it is at, or comes from */
    uint32_t *resting;  /* by state: its body */
    bool *in_motion;    /* by state: nobody can wait */
    uint32_t *first_of; /* by kind and vertex: its first state */
    struct robot_kind *kinds;
    robot_headings headings; /* of all vertices */
    struct robot_body *bodies;
    size_t body_count, body_capacity;
} robot_states;

/* Makes the states of kinds of robots, of which only speed, body and moves count, with their
 * limits. GRAZE_ERROR_MEMORY; GRAZE_ERROR_CAPACITY (more than 2^32 - 2 states or moves);
 * GRAZE_ERROR_LIMITS (speed_levels_for; a kind may take an edge that has no length, and so no
 * heading); what graze_body_turned returns. */
graze_status robot_states_open(robot_states *states, const graze_allocator *memory,
                               const graze_roadmap *base, const graze_body_kind *kinds,
                               const robot_limits *limits, uint32_t kind_count,
                               const robot_start *starts, size_t start_count);
void robot_states_close(robot_states *states);

/* The state in which a robot of a kind begins or ends at a vertex; begins with a heading, one of
 * the starts. */
uint32_t robot_states_begin(const robot_states *states, uint32_t kind, uint32_t vertex);
uint32_t robot_states_begin_with(const robot_states *states, uint32_t kind, robot_start start);
uint32_t robot_states_end(const robot_states *states, uint32_t kind, uint32_t vertex);

/* Does the footprint of some kind turn? */
bool robot_states_turn(const robot_states *states);

/* A body, which lives as long as the states; that of a kind that holds all of its others. */
const graze_body *robot_states_body(const robot_states *states, uint32_t body);
const graze_body *robot_states_hull(const robot_states *states, uint32_t kind);

#endif
