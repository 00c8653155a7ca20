/* SPDX-License-Identifier: MIT */
/* Plans as rows of places, gathered in whatever order a file has them: one path for each
 * agent, a list of times and places between which it moves at constant speed. What all the
 * readers of other programs' plans build with. */
#ifndef GRAZE_IO_PLAN_PATHS_H
#define GRAZE_IO_PLAN_PATHS_H

#include "io/labels.h"
#include "io/plan_reading.h"

typedef struct plan_path {
    char *label;
    double radius; /* [m] as the file has it; NAN where it has none */
    double *times;
    graze_vector *places;
    size_t count, times_capacity, places_capacity;
} plan_path;

typedef struct plan_paths {
    plan_path *all;
    size_t count, capacity;
    labels index;
} plan_paths;

/* Finds the agent of a name. */
bool plan_paths_find(const plan_paths *paths, const char *label, size_t *index);

/* Adds an agent without rows, whose name is new; it is paths->all[paths->count - 1] then. */
io_result plan_paths_add(plan_paths *paths, const char *label);

/* The same for an agent that is called by its number. */
io_result plan_paths_add_number(plan_paths *paths, size_t number);

/* Adds a row to a path. Its time must be above that of the row before it, or the same with
 * the same place: the caller looks after that and tells the place in the file. */
io_result plan_paths_row(plan_path *path, double time, double x, double y);

/* Does a row of this time and place follow? */
bool plan_paths_follows(const plan_path *path, double time, double x, double y);

/* Makes agents of the reading's plan, in this order. --radius and --bodies go before a radius
 * of the file's own: a plan of another program is asked with other discs. Agents without
 * rows and without a body are reported. */
io_result plan_paths_build(plan_paths *paths, plan_reading *reading);

void plan_paths_free(plan_paths *paths);

/* Ends a reading that had this result: builds if it is IO_OK, frees the paths in any case. */
io_result plan_paths_finish(plan_paths *paths, plan_reading *reading, io_result result);

#endif
