/* SPDX-License-Identifier: MIT */
#include "planner/lanes.h"

#include "base/memory.h"

/* (Rounded, and where squares overflow any answer will do.) */
static bool is_against(graze_point from, graze_point to)
{
    const bool back = to.x < from.x || (to.x == from.x && to.y < from.y);
    const double x = fabs(to.x - from.x), y = back ? from.y - to.y : to.y - from.y;
    const double lane = floor((from.y * x - from.x * y) / (x * x + y * y) + 0.5);
    return (fmod(lane, 2) != 0) != back;
}

uint8_t *lanes_against(const planning_graph *graph)
{
    uint8_t *against = memory_new(&graph->memory, (size_t)graph->edge_count + 1, sizeof *against);
    for (uint32_t e = 0; against != NULL && e < graph->edge_count; e++)
        against[e] =
            is_against(graph_place(graph, graph->from[e]), graph_place(graph, graph_to(graph, e)));
    return against;
}
