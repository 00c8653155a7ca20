/* SPDX-License-Identifier: MIT */
/* A plan while it is being read: what the readers of the formats share. Only
 * plan.c and the plan readers of this room include it. */
#ifndef GRAZE_IO_PLAN_READING_H
#define GRAZE_IO_PLAN_READING_H

#include "io/bodies.h"
#include "io/plan.h"
#include "io/source.h"

typedef struct plan_reading {
    const plan_options *options;
    diagnostics *sink;
    source *input;        /* the plan itself */
    source *bodies_input, *scenario_input; /* opened where needed; plan.c notes and closes them */
    bool stdin_taken;
    bodies bodies;
    plan plan;
    size_t agent_capacity;
} plan_reading;

/* Appends an agent without motions. Label and body are copied. */
io_result plan_reading_add_agent(plan_reading *reading, const char *label, const graze_body *body);

/* Gives a built trajectory to an agent, which then owns the motions. There is room for one motion
 * more. */
void plan_reading_set_motions(plan_reading *reading, size_t agent, graze_motion *motions,
                              size_t count);

/* Builds the trajectory of an agent from rows, one at least; shares may be null (trajectory.h). A
 * single row of an agent that vanishes is kept as a wait without a life until the whole plan is
 * read. GRAZE_ERROR_MEMORY, or what is wrong with the rows. */
graze_status plan_reading_set_rows(plan_reading *reading, size_t agent, size_t count,
                                   const double *times, const graze_vector *places,
                                   const double *shares);

/* Keeps rows that can be built as waypoints, in the place of motions, and then owns them; false
 * where no motion comes of them. */
bool plan_reading_keep_rows(plan_reading *reading, size_t agent, size_t count,
                            graze_waypoint *rows);

/* What a block of waypoints lies in; null: in memory of its own. */
struct spill *plan_spill_of(const plan *all, const graze_waypoint *waypoints);

/* Frees them, if that is so. */
void plan_free_waypoints(const plan *all, graze_waypoint *waypoints);

/* graze_trajectory_stand for an agent whose waypoints are kept. */
graze_status plan_stand_waypoints(plan *all, plan_agent *agent, double from);

/* Opens a file that takes part; standard input can take part once. */
io_result plan_reading_open(plan_reading *reading, const char *path, source **input);

/* The formats: each reads the whole input into reading->plan. */
io_result plan_csv_read(plan_reading *reading);
io_result ccbs_log_read(plan_reading *reading);

#endif
