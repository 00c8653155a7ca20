/* SPDX-License-Identifier: MIT */
/* `graze`, and every question about two moves that a conflict-based search has on its way.
 *
 *     GRAZE_RECORD=calls.csv [GRAZE_RECORD_COUNT=400000] benchmarks/record solve ...
 *
 * writes the pairs in the form of `graze pairs`, in the order in which they are asked: what two
 * routes do at a time that they have in common, a move or a stay each, but for two stays. A solver
 * that keeps no answers asks its check about each of these again whenever it compares two routes,
 * so routes that are compared again are written again. The link puts `record` in the place of
 * route_conflicts (ld --wrap). */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "planner/route.h"

graze_status __real_route_conflicts(route_table *table, uint32_t first, uint32_t second,
                                    conflict_range *found);
graze_status __wrap_route_conflicts(route_table *table, uint32_t first, uint32_t second,
                                    conflict_range *found);

static FILE *calls;
static uint64_t written, wanted;

/* What an agent does from one seam of its route to the next. */
typedef struct stretch {
    uint32_t from, to; /* vertices */
    tick begin, end;
} stretch;

/* Number i of a route: stays are even, moves odd. */
static stretch stretch_of(const route_table *table, uint32_t number, uint32_t i)
{
    const planning_graph *graph = table->collisions->graph;
    const kept_route *route = &table->routes[number];
    const route_agent *agent = &table->agents[route->agent];
    const step *steps = route_steps(table, number);
    const uint32_t k = i / 2;
    stretch now = {agent->start, agent->start, 0, TICK_NEVER};
    if (k > 0) {
        now.from = now.to = graph_to(graph, steps[k - 1].edge);
        now.begin = steps[k - 1].start + graph_duration(graph, agent->kind, steps[k - 1].edge);
    }
    if (k < route->step_count)
        now.end = steps[k].start;
    if (i % 2 == 1) {
        now.to = graph_to(graph, steps[k].edge);
        now.begin = now.end;
        now.end += graph_duration(graph, agent->kind, steps[k].edge);
    }
    return now;
}

static void write_stretch(const route_table *table, uint32_t number, const stretch *now)
{
    const planning_graph *graph = table->collisions->graph;
    const graze_point from = graph_place(graph, now->from), to = graph_place(graph, now->to);
    const double end =
        now->end == TICK_NEVER ? HUGE_VAL : time_grid_seconds(&graph->grid, now->end);
    const uint32_t kind = table->agents[table->routes[number].agent].kind;
    fprintf(calls, ",%a,%a,%a,%a,%a,%a,%a", from.x, from.y, to.x, to.y,
            time_grid_seconds(&graph->grid, now->begin), end, graph->kinds[kind].body.radius);
}

/* All stretches of two routes that have an instant in common, in the order of time. */
static void write_calls(const route_table *table, uint32_t first, uint32_t second)
{
    const uint32_t last_a = 2 * table->routes[first].step_count;
    const uint32_t last_b = 2 * table->routes[second].step_count;
    for (uint32_t i = 0, k = 0; i <= last_a && k <= last_b && written < wanted;) {
        const stretch a = stretch_of(table, first, i), b = stretch_of(table, second, k);
        const bool meet = a.begin < b.end && b.begin < a.end;
        if (meet && a.begin < a.end && b.begin < b.end && (i % 2 == 1 || k % 2 == 1)) {
            fprintf(calls, "%" PRIu64, written++);
            write_stretch(table, first, &a);
            write_stretch(table, second, &b);
            fputc('\n', calls);
        }
        if (a.end <= b.end)
            i++;
        else
            k++;
    }
}

static void open_calls(void)
{
    static bool tried;
    const char *file = getenv("GRAZE_RECORD"), *count = getenv("GRAZE_RECORD_COUNT");
    if (tried || file == NULL)
        return;
    tried = true;
    wanted = count != NULL ? strtoull(count, NULL, 10) : 400000;
    calls = fopen(file, "w");
    if (calls == NULL) {
        perror(file);
        exit(4);
    }
    fputs("id,a_x,a_y,a_to_x,a_to_y,a_start,a_end,a_radius,"
          "b_x,b_y,b_to_x,b_to_y,b_start,b_end,b_radius\n",
          calls);
}

graze_status __wrap_route_conflicts(route_table *table, uint32_t first, uint32_t second,
                                    conflict_range *found)
{
    open_calls();
    if (calls != NULL && written < wanted) {
        write_calls(table, first, second);
        if (written >= wanted && fflush(calls) != 0)
            exit(4);
    }
    return __real_route_conflicts(table, first, second, found);
}
