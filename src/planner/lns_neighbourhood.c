/* SPDX-License-Identifier: MIT */
#include "planner/lns_neighbourhood.h"

/* A walk ends after so many moves: some roadmaps have moves that take nearly no time. */
enum { WALKS = 12, PLACES = 64, MOVES = 4096 };

static bool is_full(const lns_neighbourhood *chosen)
{
    return chosen->count >= chosen->wanted;
}

static void choose(lns_neighbourhood *chosen, uint32_t agent)
{
    for (uint32_t i = 0; i < chosen->count; i++)
        if (chosen->agents[i] == agent)
            return;
    if (!is_full(chosen))
        chosen->agents[chosen->count++] = agent;
}

/* An agent that is late, the more likely the later it is. */
static uint32_t late_agent(const fleet *all, const tick *late_sums, lns_random *source)
{
    tick at = (tick)(lns_random_bits(source) % (uint64_t)late_sums[all->agent_count - 1]);
    uint32_t low = 0, high = all->agent_count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (late_sums[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Chooses those who take a place at a time. */
static void choose_at(lns_neighbourhood *chosen, const fleet *all, uint32_t place, tick time)
{
    booking_walk walk = booking_walk_begin(&all->plan.places[place], (span){time, time + 1});
    for (const booking *b; (b = booking_walk_next(&walk)) != NULL;)
        choose(chosen, b->agent);
}

/* Where an agent is after some of its moves, and since when. */
static uint32_t place_after(const fleet *all, uint32_t agent, uint32_t moves, tick *since)
{
    const kept_steps *route = &all->plan.routes[agent];
    *since = 0;
    if (moves == 0)
        return all->agents[agent].start;
    const step *last = &route->steps[moves - 1];
    *since = last->start + graph_duration(all->graph, all->agents[agent].kind, last->edge);
    return graph_to(all->graph, last->edge);
}

/* A move from a vertex at a time by which the agent could still arrive earlier than it does, one of
 * them at random; EDGE_NONE: there is none. */
static uint32_t faster_move(const fleet *all, uint32_t agent, uint32_t vertex, tick time,
                            lns_random *source)
{
    const planning_graph *graph = all->graph;
    const tick arrival = timetable_arrival(&all->plan, agent);
    uint32_t found = EDGE_NONE, count = 0;
    for (size_t e = graph->roadmap->first[vertex]; e < graph->roadmap->first[vertex + 1]; e++) {
        tick duration = graph_duration(graph, all->agents[agent].kind, (uint32_t)e);
        tick left = coarse_distance(&all->distances.of[agent], graph_to(graph, (uint32_t)e));
        if (duration < TICK_NEVER && left < TICK_NEVER && time + duration + left < arrival &&
            lns_random_below(source, ++count) == 0)
            found = (uint32_t)e;
    }
    return found;
}

/* Walks from somewhere on an agent's route as if nobody were about, and chooses whom it meets. */
static void walk_ahead(lns_neighbourhood *chosen, const fleet *all, uint32_t agent,
                       lns_random *source)
{
    const planning_graph *graph = all->graph;
    const kept_steps *route = &all->plan.routes[agent];
    tick time;
    uint32_t at = place_after(all, agent, lns_random_below(source, route->count + 1), &time);
    for (uint32_t moves = 0; moves < MOVES && !is_full(chosen); moves++) {
        uint32_t edge = faster_move(all, agent, at, time, source);
        if (edge == EDGE_NONE)
            return;
        choose_at(chosen, all, place_of_edge(graph, edge), time);
        time += graph_duration(graph, all->agents[agent].kind, edge);
        at = graph_to(graph, edge);
        choose_at(chosen, all, at, time);
    }
}

static void choose_around_delay(lns_neighbourhood *chosen, const fleet *all, const tick *late_sums,
                                lns_random *source)
{
    uint32_t agent = late_agent(all, late_sums, source);
    choose(chosen, agent);
    for (int i = 0; i < WALKS && !is_full(chosen); i++) {
        walk_ahead(chosen, all, agent, source);
        agent = chosen->agents[lns_random_below(source, chosen->count)];
    }
}

/* The first booking that ends and does not begin before a time. */
static uint32_t first_from(const booking_list *list, tick time)
{
    uint32_t low = 0, high = list->count - list->endless;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->items[middle].lower < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Those who pass a vertex, the nearest in time first, up to a number of them; then those who stay
 * there for ever. */
static void choose_passers(lns_neighbourhood *chosen, const fleet *all, uint32_t vertex, tick time,
                           uint32_t most)
{
    const booking_list *list = &all->plan.places[vertex];
    const uint32_t finite = list->count - list->endless;
    uint32_t above = first_from(list, time), below = above;
    for (uint32_t i = 0; i < most && !is_full(chosen) && (below > 0 || above < finite); i++) {
        bool up = below == 0 || (above < finite && list->items[above].lower - time <
                                                       time - list->items[below - 1].lower);
        choose(chosen, list->items[up ? above++ : --below].agent);
    }
    for (uint32_t i = finite; i < list->count; i++)
        choose(chosen, list->items[i].agent);
}

/* The places around one on the route of a late agent, nearest moves first. */
static void choose_around_place(lns_neighbourhood *chosen, const fleet *all, const tick *late_sums,
                                lns_random *source)
{
    const planning_graph *graph = all->graph;
    uint32_t agent = late_agent(all, late_sums, source), places[PLACES], count = 0;
    tick time;
    places[count++] = place_after(
        all, agent, lns_random_below(source, all->plan.routes[agent].count + 1), &time);
    choose(chosen, agent);
    for (uint32_t i = 0; i < count && !is_full(chosen); i++) {
        uint32_t vertex = places[i];
        choose_passers(chosen, all, vertex, time, chosen->wanted);
        for (size_t e = graph->roadmap->first[vertex];
             e < graph->roadmap->first[vertex + 1] && count < PLACES; e++) {
            uint32_t k = 0, to = graph_to(graph, (uint32_t)e);
            while (k < count && places[k] != to)
                k++;
            if (k == count)
                places[count++] = to;
        }
    }
}

void lns_choose(lns_neighbourhood *chosen, const fleet *all, lns_choice how,
                const tick *late_sums, lns_random *source)
{
    chosen->count = 0;
    if (chosen->wanted > all->agent_count)
        chosen->wanted = all->agent_count;
    if (how == LNS_AROUND_DELAY)
        choose_around_delay(chosen, all, late_sums, source);
    else if (how == LNS_AROUND_PLACE)
        choose_around_place(chosen, all, late_sums, source);
    else
        choose(chosen, late_agent(all, late_sums, source));
    while (how == LNS_AT_RANDOM && !is_full(chosen))
        choose(chosen, lns_random_below(source, all->agent_count));
}
