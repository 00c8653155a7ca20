/* SPDX-License-Identifier: MIT */
/* Bodies of agents: from `--bodies FILE` (CSV, columns agent and radius, vertices or
 * both), from `--radius`, or from both where their radii agree. There is no default.
 * A row may name a body instead, in a column body, which motions of a plan have by that name.
 *
 * A bodies file may describe a whole fleet: agents that a plan does not have are
 * no error. An agent of the plan that it does not have takes --radius, if given.
 */
#ifndef GRAZE_IO_BODIES_H
#define GRAZE_IO_BODIES_H

#include "io/diagnostic.h"
#include "io/labels.h"
#include "io/plan.h"
#include "io/source.h"

typedef struct bodies_row {
    char *label; /* of an agent, or a body's name */
    graze_body body;
    size_t number; /* in the plan, from 1; 0: no motion has it so far */
} bodies_row;

typedef struct bodies {
    labels index, names; /* of agents, of bodies */
    bodies_row *rows;
    size_t count, capacity;
} bodies;

/* Reads a bodies file into an empty (zeroed) `all`; bodies_free in any case. */
io_result bodies_read(source *input, const plan_options *options, diagnostics *sink, bodies *all);

/* The body that file or option give to an agent; false when neither does. Its
 * vertices belong to `all`. */
bool bodies_choose(const bodies *all, const plan_options *options, const char *label,
                   graze_body *body);

/* Finds the row of a body's name; false when there is none. */
bool bodies_find(const bodies *all, const char *name, size_t *row);

void bodies_free(bodies *all);

/* What to tell when there is no body at all. */
extern const char bodies_hint[];

#endif
