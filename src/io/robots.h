/* SPDX-License-Identifier: MIT */
/* Robots: what each agent is, from a file in CSV (`graze solve --robots FILE`).
 *
 * Columns agent, and any of radius, vertices, speed, acceleration, deceleration, turn_rate. An
 * empty field says nothing: the option for all agents counts, or what the scenario says. A robot
 * with vertices and a turn_rate turns its footprint with its heading; one without a turn_rate keeps
 * it as it is. turn_rate may be inf: it turns at once. The file may describe a whole fleet: robots
 * that a scenario does not have are no error.
 */
#ifndef GRAZE_IO_ROBOTS_H
#define GRAZE_IO_ROBOTS_H

#include <graze.h>

#include "io/diagnostic.h"
#include "io/labels.h"

typedef struct robots_row {
    char *label;
    size_t line; /* where it stands */
    bool has_body;
    graze_body body;
    double speed, acceleration, deceleration, turn_rate; /* 0: nothing is said */
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

void robots_free(robots *all);

#endif
