/* SPDX-License-Identifier: MIT */
/* A scenario in memory, whatever its format: where each agent of a map starts and where it
 * goes, how large it is and how fast. Formats are recognised by content:
 *
 *     begins with      is
 *     <                a task of Continuous-CBS (XML): cells by row i and column j, or vertices
 *     version          a scenario of MovingAI: x (column) first
 *     anything else    CSV, on a grid agent,start_x,start_y,goal_x,goal_y[,radius][,speed]
 *                      with places in metres, on a roadmap agent,start,goal[,...] with
 *                      the names of vertices; robots have more columns: vertices,
 *                      acceleration, deceleration, turn_rate and turn_times as in robots.h,
 *                      and heading, theirs at the start [rad], anticlockwise from +x
 *
 * What a scenario must be is checked for the agents that are asked for: every start and
 * goal is on the map, and the body is free of obstacles there; no two bodies overlap at
 * the start; radii and speeds are positive. (That goals overlap is no bad input: there is
 * then no plan, which is for a solver to say.)
 *
 * Who holds a plan against its tasks looks at places alone (`places_only`): no body is asked for,
 * several rows of one agent are its tasks in order, and no map is needed where places are cells
 * or metres. On a map they are on it, and in no blocked cell.
 */
#ifndef GRAZE_IO_SCENARIO_H
#define GRAZE_IO_SCENARIO_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"
#include "io/map.h"
#include "io/robots.h"

typedef struct scenario_agent {
    char *label;          /* in XML and MovingAI the number, from 0, as text */
    uint32_t start, goal; /* [place] of the map, see map_place; 0 without one */
    double radius;        /* [m] > 0; of a robot with vertices >= 0 */
    double speed;         /* [m/s] > 0 */
    const robots_row *robot; /* what the robots file says, or its own row; or null */
    graze_point start_at, goal_at; /* [m] */
    robots_row *own;          /* what its row says of a robot; or null */
    bool has_heading;
    double heading;           /* [rad] at the start */
} scenario_agent;

typedef struct scenario {
    scenario_agent *agents; /* in the file's order */
    size_t count;
    size_t available; /* how many the file has */
    plan_input input; /* role "scenario" */
    bool has_radius, has_speed; /* somebody said how large, how fast they are */
    bool has_robots; /* some row has a heading, or says what only robots have */
    bool in_cells; /* without a map: its places are cells, times --cell */
    bool is_named; /* the file has names for its agents (CSV); else they are counted */
} scenario;

typedef struct scenario_options {
    const char *file;
    size_t agents;      /* --agents: the first so many; 0: all */
    bool has_radius;    /* --radius was given */
    double radius;      /* [m] of agents whose row has none; both given must agree */
    bool has_speed;     /* --speed was given */
    double speed;       /* [m/s] likewise; 1 where neither is given */
    double tolerance;   /* [m] depth of an overlap at a start or goal that is passed over */
    const robots *robots; /* what it says of an agent goes before the options; or null */
    bool hashed;        /* is the SHA-256 of the input wanted? */
    bool places_only;   /* as above; `on` may be null then */
    double cell;        /* [m] without a map: the side of a cell */
    bool radius_optional; /* for who looks at places alone: a radius that is missing is 0 */
} scenario_options;

/* Reads a scenario on a map (null: see places_only); "-" is standard input. On any result but
 * IO_OK nothing is left to free and every reason has been reported. */
io_result scenario_read(const scenario_options *options, const map *on, diagnostics *sink,
                        scenario *result);

/* An agent's body; its vertices are those of its robot. */
static inline graze_body scenario_body(const scenario_agent *agent)
{
    return agent->robot != NULL && agent->robot->has_body ? agent->robot->body
                                                          : (graze_body){.radius = agent->radius};
}

/* Frees what scenario_read filled and clears it. */
void scenario_free(scenario *all);

#endif
