/* SPDX-License-Identifier: MIT */
/* Lanes: found in two routes, and turned into demands. */
#include "planner/lane.h"

enum { LANE_MAX = 64 };

typedef struct lane {
    uint32_t edges[LANE_MAX];
    size_t count;
    tick duration;
    tick end; /* when the agent is at its end at present */
} lane;

typedef struct traveller {
    const route_book *book;
    const step *steps;
    size_t count;
} traveller;

static traveller travel(const route_book *book, uint32_t number)
{
    return (traveller){book, route_steps(book, number), book->routes[number].step_count};
}

static size_t step_at(const traveller *agent, tick start)
{
    size_t i = 0;
    while (i < agent->count && agent->steps[i].start != start)
        i++;
    return i;
}

static bool are_opposite(const terrain *ground, uint32_t a, uint32_t b)
{
    return ground->from[a] == terrain_to(ground, b) && terrain_to(ground, a) == ground->from[b];
}

static lane lane_of(const traveller *agent, const terrain *ground, uint32_t kind, size_t first,
                    size_t last)
{
    lane found = {.count = last - first + 1};
    for (size_t i = 0; i < found.count; i++) {
        found.edges[i] = agent->steps[first + i].edge;
        found.duration += terrain_duration(ground, kind, found.edges[i]);
    }
    found.end = agent->steps[last].start + terrain_duration(ground, kind, agent->steps[last].edge);
    return found;
}

/* The longest common piece of both ways round two opposite moves. */
static bool find_lanes(const demand_book *demands, const uint32_t sets[2],
                       const uint32_t routes[2], const route_conflict *conflict, lane lanes[2])
{
    const terrain *ground = demands->ground;
    const route_part *parts = conflict->parts;
    if (parts[0].edge == EDGE_NONE || parts[1].edge == EDGE_NONE ||
        !are_opposite(ground, parts[0].edge, parts[1].edge))
        return false;
    traveller a = travel(demands->routes, routes[0]), b = travel(demands->routes, routes[1]);
    size_t first = step_at(&a, parts[0].from), last = first;
    size_t begin = step_at(&b, parts[1].from), end = begin;
    while (first > 0 && end + 1 < b.count && last - first + 1 < LANE_MAX &&
           are_opposite(ground, a.steps[first - 1].edge, b.steps[end + 1].edge)) {
        first--;
        end++;
    }
    while (begin > 0 && last + 1 < a.count && last - first + 1 < LANE_MAX &&
           are_opposite(ground, a.steps[last + 1].edge, b.steps[begin - 1].edge)) {
        last++;
        begin--;
    }
    const route_agent *agents = demands->routes->agents;
    lanes[0] = lane_of(&a, ground, agents[demands->sets[sets[0]].agent].kind, first, last);
    lanes[1] = lane_of(&b, ground, agents[demands->sets[sets[1]].agent].kind, begin, end);
    return true;
}

static tick sum(tick a, tick b)
{
    return a >= TICK_NEVER ? TICK_NEVER : a + b;
}

static uint32_t end_of(const terrain *ground, const lane *way)
{
    return terrain_to(ground, way->edges[way->count - 1]);
}

graze_status lane_branch(demand_book *demands, const uint32_t sets[2], const uint32_t routes[2],
                         const route_conflict *conflict, branch ways[2], bool *found)
{
    lane lanes[2];
    tick earliest[2], around[2];
    graze_status status = GRAZE_OK;
    *found = false;
    if (!find_lanes(demands, sets, routes, conflict, lanes))
        return GRAZE_OK;
    for (int i = 0; i < 2 && status == GRAZE_OK; i++) {
        uint32_t end = end_of(demands->ground, &lanes[i]);
        status = demand_earliest_visit(demands, sets[i], end, NULL, 0, &earliest[i]);
        if (status == GRAZE_OK)
            status = demand_earliest_visit(demands, sets[i], end, lanes[i].edges, lanes[i].count,
                                           &around[i]);
    }
    if (status != GRAZE_OK)
        return status;
    for (int i = 0; i < 2; i++) {
        tick bound = sum(earliest[1 - i], lanes[i].duration);
        if (around[i] < bound)
            bound = around[i];
        if (lanes[i].end >= bound)
            return GRAZE_OK;
        ways[i] = (branch){
            .agent = demands->sets[sets[i]].agent,
            .more = {DEMAND_ABSENT, end_of(demands->ground, &lanes[i]), 0, {-1, bound}}};
    }
    *found = true;
    return GRAZE_OK;
}
