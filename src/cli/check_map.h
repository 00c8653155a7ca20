/* SPDX-License-Identifier: MIT */
/* `graze check --map` and `--obstacles`: every agent of a plan against every blocked cell of a
 * map, and every convex piece of the obstacles in a file. (A roadmap has no cells: it only tells
 * places.)
 *
 *     check_map_read(&against, plan_file, hashed, sink);
 *     ... the plan is read, with against.map if against.given ...
 *     check_map_decide(&against, plan, &listener);
 *     check_map_close(&against);
 *
 * Without these options all of it does nothing.
 */
#ifndef GRAZE_CLI_CHECK_MAP_H
#define GRAZE_CLI_CHECK_MAP_H

#include <graze.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/rows.h"
#include "io/map.h"
#include "io/obstacles.h"
#include "io/plan.h"
#include "storage/database.h"

typedef struct check_map {
    map_options options; /* --map, --edges, --cell; file is null without --map */
    bool given;          /* the map has been read */
    map map;
    obstacles_options from; /* --obstacles, --obstacle-radius; file is null without */
    obstacles obstacles;
    graze_world *world; /* cells and obstacles; null without obstacles */

    uint64_t stretches[GRAZE_CONFLICT + 1]; /* by verdict */
    uint64_t agents_in_conflict;
    bool has_first, has_deepest, interrupted;
    database_obstacle_meeting first;   /* the earliest conflict */
    database_obstacle_meeting deepest; /* the deepest graze */
    size_t agent_at_fault;             /* [index] when check_map_decide has no answer */
    graze_status fault;
} check_map;

/* Receives every stretch, agent by agent; any result but IO_OK ends the deciding. */
typedef struct check_map_listener {
    io_result (*take)(void *context, const database_obstacle_meeting *met);
    /* For one more? If not, the deciding ends, which is no error. May be null. */
    bool (*has_room)(void *context);
    void *context;
} check_map_listener;

/* Reads the map; plan_file is the plan's name (standard input can be read only once). */
io_result check_map_read(check_map *against, const char *plan_file, bool hashed,
                         diagnostics *sink);

/* Refuses a plan in space, which no grid can be held against, and a --cell that is neither of
 * a map nor of the plan nor of its tasks (cells_asked). */
io_result check_map_accept(const check_map *against, const plan *given, bool cells_asked,
                           diagnostics *sink);

/* Keeps the map in the database, and that the plan is held against it. */
io_result check_map_store(const check_map *against, database *db, int64_t run_id,
                          int64_t plan_id);

/* Decides all agents, unless a signal is pending. IO_MEMORY or IO_BAD_INPUT (a fault of
 * our own) with `fault` where there is no answer. */
io_result check_map_decide(check_map *against, const plan *given, double tolerance,
                           const check_map_listener *listener);

/* One row in the columns of `graze check`, the cell or the obstacle in the place of the second
 * agent. */
void check_map_write(rows *writer, const check_map *against, const plan *given,
                     const database_obstacle_meeting *met);

/* One line about it on standard error. */
void check_map_say(const check_map *against, const plan *given);

void check_map_close(check_map *against);

#endif
