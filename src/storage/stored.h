/* SPDX-License-Identifier: MIT */
/* Reading back what a results database holds about one plan, bit for bit: for
 * those who show it. The database is from database_open.
 *
 * IO_BAD_INPUT (reported) when the rows do not make sense together, as they may
 * when somebody has edited them; IO_SYSTEM and IO_MEMORY. On anything but IO_OK
 * there is nothing to free.
 */
#ifndef GRAZE_STORAGE_STORED_H
#define GRAZE_STORAGE_STORED_H

#include <stdbool.h>
#include <stdint.h>

#include "storage/database.h"

/* The plan with its agents, bodies and motions, all valid; *tolerance [m] is what
 * its run was asked with. plan_free frees it. */
io_result stored_plan_read(database *db, int64_t plan_id, plan *result, double *tolerance);

/* The map that the plan was held against, if any: its kind and cells, or vertices and
 * edges, but no world and no inputs. map_free frees it. */
io_result stored_map_read(database *db, int64_t plan_id, map *result, bool *found);

/* The obstacles that the plan was held against and that are no cells; count 0: none. Each has its
 * name. obstacles_free frees them. */
io_result stored_obstacles_read(database *db, int64_t plan_id, obstacles *result);

/* The course of the search that found the plan, in order of time: seconds since it began, the cost
 * of the plan that was held (0: none) and the bound. Any answer but IO_OK ends the reading. */
io_result stored_course_read(database *db, int64_t plan_id,
                             io_result (*take)(void *context, double seconds, double cost,
                                               double bound),
                             void *context);

/* A row of `meeting`, of `obstacle_meeting`, or of `slack`. They come sorted by their
 * agents; any answer but IO_OK ends the reading and is handed on. */
typedef struct stored_meeting {
    size_t agent_a, agent_b;
    graze_meeting meeting;
} stored_meeting;

typedef struct stored_slack {
    size_t agent;
    graze_index_slack slack;
} stored_slack;

typedef struct stored_listener {
    io_result (*meeting)(void *context, const stored_meeting *met);
    io_result (*obstacle)(void *context, const database_obstacle_meeting *met);
    io_result (*slack)(void *context, const stored_slack *slack);
    void *context;
} stored_listener;

/* The agents and motions that rows speak of are those of `of`, or it is IO_BAD_INPUT. Meetings of
 * agents alone, from any database; or everything. */
io_result stored_meetings_read(database *db, int64_t plan_id, const plan *of,
                               const stored_listener *listener);
io_result stored_findings_read(database *db, int64_t plan_id, const plan *of,
                               const stored_listener *listener);

#endif
