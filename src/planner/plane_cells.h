/* SPDX-License-Identifier: MIT */
/* Square cells of the plane under a planning graph: who is near whom. Cells are about as large
 * as a move with its bodies, and not too many of them. */
#ifndef GRAZE_PLANNER_PLANE_CELLS_H
#define GRAZE_PLANNER_PLANE_CELLS_H

#include "planner/planning_graph.h"

typedef struct plane_cells {
    double cell;           /* [m] side */
    double left, bottom;   /* [m] of the roadmap */
    double greatest_reach; /* [m] of the bodies of all kinds */
    size_t columns, rows;
} plane_cells;

typedef struct cell_range {
    size_t left, bottom, right, top; /* inclusive */
} cell_range;

plane_cells plane_cells_for(const planning_graph *graph);

/* The cells of a box made wider by `reach` [m]. A body within reach shares a cell with it. */
cell_range plane_cells_of(const plane_cells *cells, const graph_box *box, double reach);

/* [m] How far bodies of a kind and of any other can be from each other where they overlap,
 * rounded up. */
static inline double plane_cells_reach(const plane_cells *cells, const planning_graph *graph,
                                       uint32_t kind)
{
    return (graph_reach(&graph->kinds[kind].body) + cells->greatest_reach) * (1 + 0x1p-40);
}

#endif
