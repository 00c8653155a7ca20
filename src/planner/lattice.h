/* SPDX-License-Identifier: MIT */
/* <graze/lattice.h> within the planner: no statuses. */
#ifndef GRAZE_PLANNER_LATTICE_H
#define GRAZE_PLANNER_LATTICE_H

#include <stdbool.h>

#include "planner/time_grid.h"

/* Is it a lattice that <graze/lattice.h> makes? */
bool lattice_is_valid(const graze_lattice *lattice);

/* graze_lattice_down and graze_lattice_up; the time is not NaN. */
double lattice_down(const graze_lattice *lattice, double time);
double lattice_up(const graze_lattice *lattice, double time);

#endif
