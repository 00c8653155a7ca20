/* SPDX-License-Identifier: MIT */
/* Robots: what each agent is, from a file in CSV (`--robots FILE` of `graze solve` and `graze
 * retime`).
 *
 * Columns agent, and any of radius, vertices, speed, acceleration, deceleration, turn_rate,
 * turn_times. An empty field says nothing: the option for all agents counts, or what the scenario
 * says. turn_rate may be inf: the robot turns at once. turn_times is a table instead, `angle
 * seconds angle seconds ...`, the angles [rad] ascending (graze/planner.h). A robot with vertices
 * and one of the two turns its footprint with its heading; one without keeps it as it is. The file
 * may describe a whole fleet: robots that a scenario does not have are no error, as long as it
 * has one.
 *
 * A scenario in CSV may have the same columns (scenario.h).
 */
#ifndef GRAZE_IO_ROBOTS_H
#define GRAZE_IO_ROBOTS_H

#include <graze.h>

#include "io/diagnostic.h"
#include "io/labels.h"

typedef struct robots_row {
    char *label;
    const char *file; /* where it stands; the caller's */
    size_t line;
    size_t acceleration_column, deceleration_column, turn_column; /* in bytes, from 1 */
    bool has_body;
    graze_body body;
    double speed, acceleration, deceleration, turn_rate; /* 0: nothing is said */
    graze_turn_time *turn_times;
    size_t turn_time_count;
} robots_row;

typedef struct robots {
    labels index;
    robots_row *rows;
    size_t count, capacity;
} robots;

/* Reads a file into an empty (zeroed) `all`; robots_free in any case. */
io_result robots_read(const char *file, diagnostics *sink, robots *all);

/* The row of an agent; null: there is none. `all` may be null. */
const robots_row *robots_find(const robots *all, const char *label);

/* A file that is about none of the agents is the wrong one, or has other names: an error, where
 * `used` of its rows were found. */
io_result robots_check_used(const char *file, size_t used, diagnostics *sink);

void robots_free(robots *all);

#endif
