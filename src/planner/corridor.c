/* SPDX-License-Identifier: MIT */
/* Corridors: found in two routes, and turned into constraints. */
#include "planner/corridor.h"

enum { CORRIDOR_MAX = 64 };

typedef struct corridor {
    uint32_t edges[CORRIDOR_MAX];
    size_t count;
    tick duration;
    tick end; /* when the agent is at its end at present */
} corridor;

typedef struct traveller {
    const route_table *table;
    const step *steps;
    size_t count;
} traveller;

static traveller travel(const route_table *table, uint32_t number)
{
    return (traveller){table, route_steps(table, number), table->routes[number].step_count};
}

static size_t step_at(const traveller *agent, tick start)
{
    size_t i = 0;
    while (i < agent->count && agent->steps[i].start != start)
        i++;
    return i;
}

static bool are_opposite(const planning_graph *graph, uint32_t a, uint32_t b)
{
    return graph->from[a] == graph_to(graph, b) && graph_to(graph, a) == graph->from[b];
}

static corridor corridor_of(const traveller *agent, const planning_graph *graph, uint32_t kind,
                            size_t first, size_t last)
{
    corridor found = {.count = last - first + 1};
    for (size_t i = 0; i < found.count; i++) {
        found.edges[i] = agent->steps[first + i].edge;
        found.duration += graph_duration(graph, kind, found.edges[i]);
    }
    found.end = agent->steps[last].start + graph_duration(graph, kind, agent->steps[last].edge);
    return found;
}

/* The longest common piece of both routes round two opposite moves. */
static bool find_corridors(const constraint_table *constraints, const uint32_t sets[2],
                           const uint32_t routes[2], const route_conflict *conflict,
                           corridor corridors[2])
{
    const planning_graph *graph = constraints->graph;
    const route_part *parts = conflict->parts;
    if (parts[0].edge == EDGE_NONE || parts[1].edge == EDGE_NONE ||
        !are_opposite(graph, parts[0].edge, parts[1].edge))
        return false;
    traveller a = travel(constraints->routes, routes[0]),
              b = travel(constraints->routes, routes[1]);
    size_t first = step_at(&a, parts[0].from), last = first;
    size_t begin = step_at(&b, parts[1].from), end = begin;
    while (first > 0 && end + 1 < b.count && last - first + 1 < CORRIDOR_MAX &&
           are_opposite(graph, a.steps[first - 1].edge, b.steps[end + 1].edge)) {
        first--;
        end++;
    }
    while (begin > 0 && last + 1 < a.count && last - first + 1 < CORRIDOR_MAX &&
           are_opposite(graph, a.steps[last + 1].edge, b.steps[begin - 1].edge)) {
        last++;
        begin--;
    }
    const route_agent *agents = constraints->routes->agents;
    corridors[0] =
        corridor_of(&a, graph, agents[constraints->sets[sets[0]].agent].kind, first, last);
    corridors[1] =
        corridor_of(&b, graph, agents[constraints->sets[sets[1]].agent].kind, begin, end);
    return true;
}

static tick sum(tick a, tick b)
{
    return a >= TICK_NEVER ? TICK_NEVER : a + b;
}

static uint32_t end_of(const planning_graph *graph, const corridor *along)
{
    return graph_to(graph, along->edges[along->count - 1]);
}

graze_status corridor_split(constraint_table *constraints, const uint32_t sets[2],
                            const uint32_t routes[2], const route_conflict *conflict,
                            split_child children[2], bool *found)
{
    corridor corridors[2];
    tick earliest[2], around[2];
    graze_status status = GRAZE_OK;
    *found = false;
    if (!find_corridors(constraints, sets, routes, conflict, corridors))
        return GRAZE_OK;
    for (int i = 0; i < 2 && status == GRAZE_OK; i++) {
        uint32_t end = end_of(constraints->graph, &corridors[i]);
        status = constraint_set_earliest_visit(constraints, sets[i], end, NULL, 0, &earliest[i]);
        if (status == GRAZE_OK)
            status = constraint_set_earliest_visit(constraints, sets[i], end, corridors[i].edges,
                                                   corridors[i].count, &around[i]);
    }
    if (status != GRAZE_OK)
        return status;
    for (int i = 0; i < 2; i++) {
        tick bound = sum(earliest[1 - i], corridors[i].duration);
        if (around[i] < bound)
            bound = around[i];
        if (corridors[i].end >= bound)
            return GRAZE_OK;
        children[i] = (split_child){
            .agent = constraints->sets[sets[i]].agent,
            .added = {
                CONSTRAINT_VERTEX, end_of(constraints->graph, &corridors[i]), 0, {-1, bound}}};
    }
    *found = true;
    return GRAZE_OK;
}
