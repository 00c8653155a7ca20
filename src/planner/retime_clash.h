/* SPDX-License-Identifier: MIT */
/* The conflicts of a plan, and whom the answer of <graze/retime.h> names. */
#ifndef GRAZE_PLANNER_RETIME_CLASH_H
#define GRAZE_PLANNER_RETIME_CLASH_H

#include <graze/index.h>

#include "planner/retiming.h"

/* Finds the conflicts of paths, or one of them where one is enough: r->clashes. The caller frees
 * the index after any status, such as GRAZE_ERROR_MEMORY and GRAZE_ERROR_STOPPED. */
graze_status retime_find_clashes(retiming *r, const graze_trajectory *paths, bool one,
                                 graze_index **index);

/* Adds one to r->clashes. GRAZE_ERROR_MEMORY. */
graze_status retime_add_clash(retiming *r, clash found);

/* Ends with an outcome for which so many agents, at most, are named one after the other; each is
 * named once. GRAZE_ERROR_MEMORY. */
graze_status retime_name_agents(retiming *r, graze_retime_outcome outcome, size_t count);
void retime_name_agent(retiming *r, size_t agent);

/* Ends with an outcome for which the two of a conflict are named. */
graze_status retime_name_clash(retiming *r, graze_retime_outcome outcome, const clash *of);

#endif
