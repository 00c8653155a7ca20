/* SPDX-License-Identifier: MIT */
#include "planner/fleet.h"

#include "base/memory.h"

graze_status fleet_open(fleet *all, collision_table *collisions, const route_agent *agents,
                        uint32_t agent_count)
{
    const planning_graph *graph = collisions->graph;
    *all = (fleet){.graph = graph, .agents = agents, .agent_count = agent_count};
    graze_status status = goal_distances_open(&all->distances, graph, agents, agent_count);
    if (status == GRAZE_OK && graph->kind_count == 1) {
        all->against = lanes_against(graph);
        status = all->against != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
    }
    if (status == GRAZE_OK)
        status = place_map_open(&all->map, graph);
    if (status == GRAZE_OK)
        status = timetable_open(&all->plan, &all->map, collisions, agents, agent_count);
    if (status != GRAZE_OK)
        fleet_close(all);
    return status;
}

void fleet_close(fleet *all)
{
    timetable_close(&all->plan);
    place_map_close(&all->map);
    goal_distances_close(&all->distances);
    if (all->against != NULL)
        memory_free(&all->graph->memory, all->against);
    all->against = NULL;
}

tick fleet_cost(const fleet *all)
{
    tick cost = 0;
    for (uint32_t i = 0; i < all->agent_count; i++)
        cost += timetable_arrival(&all->plan, i);
    return cost;
}

tick fleet_longest_move(const fleet *all)
{
    tick longest = 0;
    for (uint32_t e = 0; e < all->graph->edge_count; e++) {
        tick duration = graph_duration(all->graph, 0, e);
        if (duration < TICK_NEVER && duration > longest)
            longest = duration;
    }
    return longest;
}

sipp_question fleet_cheap_question(const fleet *all, uint32_t agent, tick latest, uint32_t share)
{
    enum { EIGHTHS = 3, MOST = 1 << SURCHARGE_BITS };
    sipp_question question = fleet_question(all, agent, latest);
    const tick direct = all->distances.direct[agent], may_lose = latest - direct;
    const tick unit = direct >> SURCHARGE_BITS;
    if (may_lose > 0 && unit > 0) {
        const tick surcharge = (may_lose >> EIGHTHS) * share / unit;
        question.surcharge = (uint32_t)(surcharge < MOST ? surcharge : MOST);
    }
    return question;
}

graze_status fleet_find_route(timetable_view *view, sipp *search, const sipp_question *question)
{
    sipp_world world = timetable_view_world(view, question);
    return sipp_find(search, question, &world);
}
