/* SPDX-License-Identifier: MIT */
/* Ways out of conflicts, tried on the agents concerned. */
#include "planner/outlook.h"

#include "planner/lane.h"

/* What two ways cost their agents. */
static graze_status weigh(demand_book *demands, const uint32_t sets[2], outlook *seen)
{
    for (int i = 0; i < 2; i++) {
        graze_status status =
            demand_add(demands, sets[i], &seen->ways[i].more, &seen->sets[i]);
        if (status != GRAZE_OK)
            return status;
        tick cost = demand_cost(demands, seen->sets[i]);
        seen->rises[i] = cost >= TICK_NEVER ? TICK_NEVER : cost - demand_cost(demands, sets[i]);
    }
    return GRAZE_OK;
}

bool outlook_is_better(const outlook *a, const outlook *b)
{
    bool a_forced = outlook_greatest(a) >= TICK_NEVER;
    bool b_forced = outlook_greatest(b) >= TICK_NEVER;
    if (a_forced != b_forced)
        return a_forced;
    if (outlook_least(a) != outlook_least(b))
        return outlook_least(a) > outlook_least(b);
    return outlook_greatest(a) > outlook_greatest(b);
}

/* Looks at one conflict, and keeps what it sees if that is better than the best. */
static graze_status look(demand_book *demands, const outlook_question *asked,
                         const route_conflict *conflict, bool first, outlook *best)
{
    const uint32_t agents[2] = {demands->sets[asked->sets[0]].agent,
                                demands->sets[asked->sets[1]].agent};
    outlook seen;
    bool is_lane = false;
    branch_conflict(demands, conflict, agents, asked->targets, seen.ways);
    graze_status status = weigh(demands, asked->sets, &seen);
    if (status == GRAZE_OK && (first || outlook_is_better(&seen, best)))
        *best = seen;
    if (status == GRAZE_OK && asked->lanes)
        status = lane_branch(demands, asked->sets, asked->routes, conflict, seen.ways, &is_lane);
    if (status == GRAZE_OK && is_lane)
        status = weigh(demands, asked->sets, &seen);
    if (status == GRAZE_OK && is_lane && outlook_is_better(&seen, best))
        *best = seen;
    return status;
}

/* The same for what the two must travel in whatever order they go. */
static graze_status look_at_front(demand_book *demands, const outlook_question *asked,
                                  outlook *best)
{
    outlook seen;
    if (asked->fronts == NULL || !front_branch(asked->fronts, asked->sets, seen.ways))
        return GRAZE_OK;
    graze_status status = weigh(demands, asked->sets, &seen);
    if (status == GRAZE_OK && outlook_is_better(&seen, best))
        *best = seen;
    return status;
}

graze_status outlook_of_pair(demand_book *demands, const outlook_question *asked, outlook *best)
{
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < asked->conflicts.count && status == GRAZE_OK; i++) {
        if (i > 0 && outlook_least(best) > 0)
            break;
        route_conflict conflict = demands->routes->conflicts[asked->conflicts.first + i];
        status = look(demands, asked, &conflict, i == 0, best);
    }
    if (status == GRAZE_OK)
        status = look_at_front(demands, asked, best);
    if (status == GRAZE_OK && asked->apart)
        branch_apart(demands, asked->sets, best->ways);
    return status;
}
