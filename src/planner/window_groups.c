/* SPDX-License-Identifier: MIT */
/* Large neighbourhood search in a window: a few agents are taken out of the plan, planned again one
 * after the other, and put back where they are worth less together.
 *
 * Each agent is tried alone, in some order, a few times; this makes up for what the window has
 * grown by. Then come groups around agents who are late: one, and those who are in its way where it
 * would go if nobody were about. It is planned first, so that they give way.
 */
#include <string.h>

#include "base/array.h"
#include "planner/window_fleet.h"

enum { PASSES = 3, GROUP_MAX = 8, WALKS = 4 };

/* Distances are rounded by less in a window. */
static const tick NOISE = (tick)64 << COARSE_SHIFT;

/* ---- a group is planned again ------------------------------------------------------- */

typedef struct attempt {
    const lns_neighbourhood *group;
    size_t first[GROUP_MAX + 1]; /* steps of agents[i]: all->steps[first[i]] ... */
    tick worths[GROUP_MAX];
    bool better;
} attempt;

static graze_status leave_out(window_fleet *all, const lns_neighbourhood *group)
{
    graze_status status = GRAZE_OK;
    timetable_view_see_all(&all->view);
    for (uint32_t i = 0; i < group->count && status == GRAZE_OK; i++)
        status = timetable_view_leave_out(&all->view, group->agents[i]);
    return status;
}

static graze_status find_route(window_fleet *all, uint32_t agent, tick below)
{
    window_question question = window_fleet_question(all, agent);
    question.below = below;
    all->searches++;
    graze_status status = window_search_find(&all->search, &all->view, &question);
    window_fleet_ask(all);
    return status;
}

/* Plans the agents in their order. None may make the sum up to it greater than it was, and the last
 * must make it less. */
static graze_status plan_again(window_fleet *all, attempt *now)
{
    tick before = 0, after = 0;
    const uint32_t count = now->group->count;
    all->step_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t agent = now->group->agents[i];
        before += all->travellers[agent].worth;
        graze_status status = find_route(all, agent, before - after + (i + 1 < count));
        if (status != GRAZE_OK || !all->search.found || all->stopped)
            return status;
        after += now->worths[i] = all->search.worth;
        status = window_fleet_keep(all, all->search.steps, all->search.step_count);
        now->first[i + 1] = all->step_count;
        if (status == GRAZE_OK && i + 1 < count)
            status = timetable_add(&all->anew, agent, all->search.steps,
                                   all->search.step_count);
        if (status != GRAZE_OK)
            return status;
    }
    now->better = true;
    return GRAZE_OK;
}

static graze_status take_over(window_fleet *all, const attempt *now)
{
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < now->group->count && status == GRAZE_OK; i++)
        status = timetable_remove(&all->plan, now->group->agents[i]);
    for (uint32_t i = 0; i < now->group->count && status == GRAZE_OK; i++) {
        uint32_t agent = now->group->agents[i];
        all->travellers[agent].worth = now->worths[i];
        status = timetable_add(&all->plan, agent, all->steps + now->first[i],
                               now->first[i + 1] - now->first[i]);
    }
    return status;
}

static graze_status try_group(window_fleet *all, const lns_neighbourhood *group, bool *better)
{
    attempt now = {.group = group};
    graze_status status = leave_out(all, group);
    if (status == GRAZE_OK)
        status = plan_again(all, &now);
    for (uint32_t i = 0; i < group->count; i++) {
        graze_status removed = timetable_remove(&all->anew, group->agents[i]);
        status = status == GRAZE_OK ? removed : status;
    }
    *better = now.better;
    return status == GRAZE_OK && now.better ? take_over(all, &now) : status;
}

/* ---- each alone --------------------------------------------------------------------- */

static tick lateness(const window_fleet *all, uint32_t agent)
{
    const traveller *t = &all->travellers[agent];
    return t->worth - t->ideal > NOISE ? t->worth - t->ideal : 0;
}

static void shuffle(uint32_t *items, uint32_t count, lns_random *source)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = lns_random_below(source, i), kept = items[i - 1];
        items[i - 1] = items[j];
        items[j] = kept;
    }
}

static graze_status try_all_alone(window_fleet *all, bool *better)
{
    graze_status status = GRAZE_OK;
    *better = false;
    shuffle(all->order, all->agent_count, &all->source);
    for (uint32_t i = 0; i < all->agent_count && status == GRAZE_OK && !all->stopped; i++) {
        const lns_neighbourhood alone = {.agents = {all->order[i]}, .count = 1};
        bool gains = false;
        if (lateness(all, all->order[i]) > 0)
            status = try_group(all, &alone, &gains);
        *better |= gains;
    }
    return status;
}

/* ---- groups ------------------------------------------------------------------------- */

static void choose(const window_fleet *all, lns_neighbourhood *group, uint32_t agent)
{
    if (agent >= all->agent_count) /* its committed move is in the way */
        agent -= all->agent_count;
    for (uint32_t i = 0; i < group->count; i++)
        if (group->agents[i] == agent)
            return;
    if (group->count < group->wanted)
        group->agents[group->count++] = agent;
}

/* Chooses those who take a place at a time. */
static void choose_at(const window_fleet *all, lns_neighbourhood *group, uint32_t place,
                      tick time)
{
    booking_walk walk = booking_walk_begin(&all->plan.places[place], (span){time, time + 1});
    for (const booking *b; (b = booking_walk_next(&walk)) != NULL;)
        choose(all, group, b->agent);
}

/* The best move on from a vertex if nobody is about, one of them at random; EDGE_NONE: none. */
static uint32_t best_move(window_fleet *all, const window_question *question, uint32_t made,
                          uint32_t vertex)
{
    const planning_graph *graph = all->graph;
    tick best = TICK_NEVER;
    uint32_t found = EDGE_NONE, count = 0;
    for (size_t e = graph->roadmap->first[vertex]; e < graph->roadmap->first[vertex + 1]; e++) {
        uint32_t to = graph_to(graph, (uint32_t)e);
        tick duration = graph_duration(graph, question->kind, (uint32_t)e);
        tick left = window_left(question, window_made_at(question, made, to), to);
        if (duration >= TICK_NEVER || left >= TICK_NEVER || duration + left > best)
            continue;
        count = duration + left < best ? 0 : count;
        best = duration + left;
        if (lns_random_below(&all->source, ++count) == 0)
            found = (uint32_t)e;
    }
    return found;
}

/* Walks along an agent's way as if nobody were about, and chooses whom it meets. */
static void walk_ahead(window_fleet *all, lns_neighbourhood *group, uint32_t agent)
{
    window_question question = window_fleet_question(all, agent);
    uint32_t at = question.start, made = window_made_at(&question, 0, at);
    tick time = question.since;
    while (group->count < group->wanted && made < question.goal_count && time < all->end) {
        uint32_t edge = best_move(all, &question, made, at);
        if (edge == EDGE_NONE)
            return; /* UNREACHED: the goals ahead can be reached */
        choose_at(all, group, place_of_edge(all->graph, edge), time);
        time += graph_duration(all->graph, question.kind, edge);
        at = graph_to(all->graph, edge);
        choose_at(all, group, at, time);
        made = window_made_at(&question, made, at);
    }
}

/* An agent that is late, the more likely the later it is; false: nobody is. */
static bool late_agent(window_fleet *all, uint32_t *agent)
{
    tick sum = 0;
    for (uint32_t a = 0; a < all->agent_count; a++)
        sum += lateness(all, a);
    if (sum == 0)
        return false;
    tick at = (tick)(lns_random_bits(&all->source) % (uint64_t)sum);
    for (*agent = 0; at >= lateness(all, *agent); ++*agent)
        at -= lateness(all, *agent);
    return true;
}

static void turn_round(uint32_t *items, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        uint32_t kept = items[i];
        items[i] = items[count - 1 - i];
        items[count - 1 - i] = kept;
    }
}

/* The first one goes first; who is met last must often give way before those who are met sooner
 * can. */
static void make_group(window_fleet *all, lns_neighbourhood *group, uint32_t agent)
{
    static const uint32_t sizes[] = {2, 3, 5, GROUP_MAX};
    *group = (lns_neighbourhood){.agents = {agent}, .count = 1,
                                 .wanted = sizes[lns_random_below(&all->source, 4)]};
    for (int i = 0; i < WALKS && group->count < group->wanted; i++)
        walk_ahead(all, group, group->agents[lns_random_below(&all->source, group->count)]);
    uint32_t how = lns_random_below(&all->source, 4);
    if (how == 0)
        shuffle(group->agents, group->count, &all->source);
    else if (how == 1)
        shuffle(group->agents + 1, group->count - 1, &all->source);
    else if (how == 2)
        turn_round(group->agents + 1, group->count - 1);
}

graze_status window_fleet_improve(window_fleet *all, uint64_t neighbourhoods)
{
    graze_status status = GRAZE_OK;
    bool better = true;
    for (int pass = 0; pass < PASSES && better && status == GRAZE_OK; pass++)
        status = try_all_alone(all, &better);
    for (uint64_t i = 0; i < neighbourhoods && status == GRAZE_OK && !all->stopped; i++) {
        lns_neighbourhood group;
        uint32_t agent;
        if (!late_agent(all, &agent))
            break;
        make_group(all, &group, agent);
        status = try_group(all, &group, &better);
    }
    return status;
}
