/* SPDX-License-Identifier: MIT */
/* Tasks of Continuous-CBS (XML): where each agent starts and where it goes.
 *
 *     <root><agent start_i="4" start_j="8" goal_i="8" goal_j="1"/> ... </root>
 *
 * on a grid (i: row, j: column), or start_id and goal_id on a roadmap (indices of
 * vertices). An optional id must be the agent's number, counted from 0. */
#ifndef GRAZE_IO_CCBS_TASK_H
#define GRAZE_IO_CCBS_TASK_H

#include "io/diagnostic.h"
#include "io/source.h"
#include "io/xml.h"

typedef struct ccbs_cell {
    size_t i, j; /* row and column; the centre is at x = j, y = i */
} ccbs_cell;

typedef struct ccbs_task_agent {
    ccbs_cell start, goal;            /* on a grid */
    size_t start_vertex, goal_vertex; /* on a roadmap */
    size_t offset;                    /* of its tag in the document */
} ccbs_task_agent;

typedef struct ccbs_task {
    bool on_roadmap; /* which half of the agents' fields is meant */
    ccbs_task_agent *agents;
    size_t count, capacity;
} ccbs_task;

/* Reads a task file into *result, which needs ccbs_task_free after IO_OK. */
io_result ccbs_task_read(source *input, diagnostics *sink, ccbs_task *result);

void ccbs_task_free(ccbs_task *task);

/* Takes one <agent> of a task; the log has the same elements. */
io_result ccbs_task_take_agent(ccbs_task *task, xml *x, xml_attributes attributes);

#endif
