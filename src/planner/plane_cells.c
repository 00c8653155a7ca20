/* SPDX-License-Identifier: MIT */
#include "planner/plane_cells.h"

#include <float.h>
#include <math.h>

enum { CELLS_MAX = 1 << 20 };

static double greatest_reach(const planning_graph *graph)
{
    double greatest = 0;
    for (uint32_t k = 0; k < graph->kind_count; k++)
        greatest = fmax(greatest, graph_reach(&graph->kinds[k].body));
    return greatest;
}

plane_cells plane_cells_for(const planning_graph *graph)
{
    graph_box all = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    double extent = 0;
    for (uint32_t v = 0; v < graph->roadmap->vertex_count; v++) {
        graze_point p = graph_place(graph, v);
        all = (graph_box){fmin(all.left, p.x), fmin(all.bottom, p.y), fmax(all.right, p.x),
                          fmax(all.top, p.y)};
    }
    for (uint32_t e = 0; e < graph->edge_count; e++)
        extent += fmax(graph->boxes[e].right - graph->boxes[e].left,
                       graph->boxes[e].top - graph->boxes[e].bottom);
    double width = fmin(all.right - all.left, DBL_MAX);
    double height = fmin(all.top - all.bottom, DBL_MAX);
    double mean = graph->edge_count > 0 ? extent / graph->edge_count : 1;
    plane_cells cells = {
        .left = all.left, .bottom = all.bottom, .greatest_reach = greatest_reach(graph)};
    cells.cell = fmax(mean + 2 * cells.greatest_reach, sqrt(width * height / CELLS_MAX));
    cells.cell = fmax(fmax(cells.cell, fmax(width, height) / (CELLS_MAX / 64)), DBL_MIN);
    cells.columns = (size_t)(width / cells.cell) + 1;
    cells.rows = (size_t)(height / cells.cell) + 1;
    return cells;
}

static size_t cell_index(double from, double to, double cell, size_t count)
{
    double index = (to - from) / cell;
    if (!(index > 0))
        return 0;
    return index < (double)count ? (size_t)index : count - 1;
}

/* Indices grow with the coordinate, however they are rounded. */
cell_range plane_cells_of(const plane_cells *cells, const graph_box *box, double reach)
{
    return (cell_range){cell_index(cells->left, box->left - reach, cells->cell, cells->columns),
                        cell_index(cells->bottom, box->bottom - reach, cells->cell, cells->rows),
                        cell_index(cells->left, box->right + reach, cells->cell, cells->columns),
                        cell_index(cells->bottom, box->top + reach, cells->cell, cells->rows)};
}
