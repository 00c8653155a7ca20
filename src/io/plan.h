/* SPDX-License-Identifier: MIT */
/* A plan in memory: many agents, each a labelled body on a trajectory; and the
 * one door through which plans are read, whatever their format.
 *
 * A plan is read whole or not at all: on any result but IO_OK nothing is left
 * to free and every reason has been reported.
 */
#ifndef GRAZE_IO_PLAN_H
#define GRAZE_IO_PLAN_H

#include <graze.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"

struct map;
struct spill;

typedef struct plan_agent {
    char *label; /* as the file writes it; unique within a plan */
    graze_body body; /* vertices owned by the plan */
    graze_trajectory trajectory; /* motions, and their own bodies if any, owned by the plan */
    graze_waypoint *waypoints; /* that are kept in the place of motions (plan_motions), or null */
    size_t waypoint_count;
    size_t *numbers; /* of each motion's body among the plan's, from 1; 0: the agent's. Null
                        where the trajectory names no bodies */
    graze_at_end at_end;
} plan_agent;

/* A body that motions have by name. */
typedef struct plan_body {
    char *name;
    graze_body body; /* vertices owned by the plan */
} plan_body;

/* The body of one motion of an agent. */
static inline const graze_body *plan_body_of(const plan_agent *agent, size_t motion)
{
    return agent->trajectory.bodies == NULL ? &agent->body : &agent->trajectory.bodies[motion];
}

/* A file that took part, for the record in a results database. */
typedef struct plan_input {
    char *name;        /* as the user wrote it; "-" is standard input */
    char *role;        /* "plan", "bodies", "scenario", "map", "edges" or "obstacles" */
    char sha256[65];   /* lower-case hex of its bytes */
} plan_input;

/* Where agents are before their first row (--at-start): at its place, from the earliest time of the
 * plan on, or nowhere. */
typedef enum plan_at_start { PLAN_STAND, PLAN_ABSENT } plan_at_start;

/* Which of two numbers of a place comes first in a file. */
typedef enum plan_axes { PLAN_ROW_COLUMN, PLAN_COLUMN_ROW } plan_axes;

/* How a plan of another program is to be read, where its file does not say. */
typedef struct plan_import {
    const char *scenario_file; /* --scenario, or null: starts that the file leaves out */
    bool has_record;           /* --record was given */
    size_t record;             /* from 0, of a file with many plans */
    const char *columns;       /* --columns NAME=COLUMN,..., or null */
    const char *delimiter;     /* --delimiter, or null: a comma */
    bool no_header;            /* --no-header */
    bool has_frame_rate;       /* --frame-rate was given */
    double frame_rate;         /* [1/s] */
    bool has_axes;             /* --axes was given */
    int axes;                  /* plan_axes */
    bool flip_y;               /* --flip-y: rows are counted from the other end of the map */
} plan_import;

typedef struct plan {
    plan_agent *agents; /* in the order in which the files name them first */
    size_t agent_count;
    plan_body *bodies; /* that motions have, in the order in which the files name them first */
    size_t body_count;
    plan_input *inputs;
    size_t input_count;
    int dimension; /* 2 or 3 */
    plan_at_start at_start; /* what its motions say already */
    bool in_cells; /* its file counts rows and columns of a grid, the first is y = 0 on top */
    bool rows_first; /* and a row comes before a column */
    bool from_corner; /* its places are counted from a corner of the map, y upwards */
    bool uses_cell;  /* --cell meant something for it */
    bool has_bodies; /* false: nobody said how large the agents are; all radii are 0 */
    struct spill *spill; /* where its waypoints lie, the caller's; null: in memory of its own, */
    struct spill *room;  /* those of some agents in this; null: none of them */
} plan;

/* `--radius grid`: the largest disc of which plans on grids are clear (plan_frame.h). */
#define PLAN_RADIUS_GRID (-HUGE_VAL)

typedef struct plan_options {
    const char *bodies_file; /* --bodies, or null */
    const struct map *map;   /* that is given, or null: places of agents that a log leaves
                                without, and one more input of the plan */
    bool has_radius;         /* --radius was given */
    double radius;           /* [m], or PLAN_RADIUS_GRID */
    plan_at_start at_start;  /* --at-start */
    graze_at_end at_end;     /* --at-end */
    double tolerance;        /* [m] largest jump in a list of kinematic motions */
    plan_import import;
    bool has_cell;           /* --cell was given, */
    double cell;             /* [m] the side of a cell; 1 where it was not */
    const plan_input *tasks_input; /* a scenario that the plan is held against, or null: one more
                                      input, unless the plan's own reader has read it */
    const plan_input *obstacles_input; /* likewise */
    bool bodies_optional;    /* for who looks at movements alone */
    bool as_waypoints;       /* rows of CSV are kept as they are, a third of the memory, for who
                                looks at motions by plan_motions and plan_trajectory alone */
    struct spill *spill;     /* where rows that are kept as waypoints go, or null (spill.h); to be
                                closed after the plan is freed */
    size_t threads;          /* that may read; 0: as many as there are processors */
    bool one_by_one;         /* rows of CSV are read one after the other, for who compares: plan
                                and messages are the same */
    bool unhashed;           /* nobody wants the SHA-256 of the inputs: 4 ms a megabyte */
} plan_options;

/* Reads a plan: CSV (waypoint or motion rows, with `--bodies` or `--radius`), a log of
 * Continuous-CBS, or what other programs write (plan_formats.h). Formats are recognised by
 * content. "-" is standard input. */
io_result plan_read(const char *path, const plan_options *options, diagnostics *sink, plan *result);

/* [count] The motions of all agents together. */
size_t plan_motion_count(const plan *all);

/* Writes motions of an agent, `count` from the first-th on, however they are kept. */
void plan_motions(const plan_agent *agent, size_t first, size_t count, graze_motion *motions);

/* Where the motions of one agent after the other are made. All zeros: nowhere yet. */
typedef struct plan_room {
    graze_motion *motions;
    size_t capacity;
} plan_room;

/* The trajectory of an agent with its motions, which may be in the room until the next call. The
 * caller frees room->motions. IO_MEMORY. */
io_result plan_trajectory(const plan_agent *agent, plan_room *room, graze_trajectory *path);

/* Adds a body, a copy. Its number is body_count then. */
io_result plan_add_body(plan *all, const char *name, const graze_body *body);

/* Gives each motion of an agent the body of a number; takes the numbers in any case. */
io_result plan_set_bodies(plan *all, size_t agent, size_t *numbers);

/* Gives back the memory of waypoints that lie in a file: for who walks through agents, at each. */
void plan_rest(const plan *all, size_t agent);

/* Frees what plan_read filled and clears it. */
void plan_free(plan *all);

#endif
