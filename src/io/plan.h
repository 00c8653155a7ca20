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
#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"

struct map;

typedef struct plan_agent {
    char *label; /* as the file writes it; unique within a plan */
    graze_body body; /* vertices owned by the plan */
    graze_trajectory trajectory; /* motions owned by the plan */
    graze_at_end at_end;
} plan_agent;

/* A file that took part, for the record in a results database. */
typedef struct plan_input {
    char *name;        /* as the user wrote it; "-" is standard input */
    char *role;        /* "plan", "bodies" or "map" */
    char sha256[65];   /* lower-case hex of its bytes */
} plan_input;

typedef struct plan {
    plan_agent *agents; /* in the order in which the files name them first */
    size_t agent_count;
    plan_input *inputs;
    size_t input_count;
    int dimension; /* 2 or 3 */
    bool has_bodies; /* false: nobody said how large the agents are; all radii are 0 */
} plan;

typedef struct plan_options {
    const char *bodies_file; /* --bodies, or null */
    const struct map *map;   /* that is given, or null: places of agents that a log leaves
                                without, and one more input of the plan */
    bool has_radius;         /* --radius was given */
    double radius;           /* [m] */
    graze_at_end at_end;     /* --at-end */
    double tolerance;        /* [m] largest jump in a list of kinematic motions */
    bool bodies_optional;    /* for who looks at movements alone */
    bool unhashed;           /* nobody wants the SHA-256 of the inputs: 4 ms a megabyte */
} plan_options;

/* Reads a CSV plan (waypoint or motion rows, with `--bodies` or `--radius`) or
 * a Continuous-CBS log; formats are recognised by content. "-" is standard
 * input. */
io_result plan_read(const char *path, const plan_options *options, diagnostics *sink, plan *result);

/* Frees what plan_read filled and clears it. */
void plan_free(plan *all);

#endif
