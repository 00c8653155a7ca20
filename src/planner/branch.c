/* SPDX-License-Identifier: MIT */
/* Demands out of conflicts. */
#include "planner/branch.h"

/* The share of the overlap by which a mover is put off; the stayer gets the rest. Of a
 * few ticks it gets all: d = 1. From 16 ticks on, u - l > 14 and the share of it is
 * below 0.9 (u - l + 2) < u - l + 1 as it must be. */
static const double share = 0.9;
enum { FEW_TICKS = 16 };

static demand no_start(uint32_t edge, tick first, tick end)
{
    return (demand){DEMAND_NO_START, edge, 0, {first - 1, end}};
}

static void branch_moves(const route_conflict *conflict, branch ways[2])
{
    const route_part *a = &conflict->parts[0], *b = &conflict->parts[1];
    span when = conflict->when;
    ways[0].more = no_start(a->edge, a->from, b->from + when.upper);
    ways[1].more = no_start(b->edge, b->from, a->from - when.lower);
}

static void branch_target(const demand_book *demands, span when, branch *stayer, branch *mover)
{
    const route_agent *resting = &demands->routes->agents[stayer->agent];
    stayer->more = (demand){DEMAND_FINAL, 0, 0, {when.upper, TICK_NEVER}};
    tick latest = when.upper - 1;
    mover->more = (demand){DEMAND_YIELD, resting->goal, resting->kind, {latest, TICK_NEVER}};
    mover->reserves = true;
    mover->target = stayer->agent;
    mover->latest = latest;
}

static void branch_long_stay(const route_part *stay, const route_part *move, span when,
                             branch *stayer, branch *mover)
{
    stayer->more = (demand){DEMAND_NO_STAY, stay->vertex, 0, {when.upper - 1, stay->until}};
    mover->more = no_start(move->edge, move->from, move->from + stay->until - when.lower);
}

static void branch_stay(const route_part *stay, const route_part *move, span when,
                        branch *stayer, branch *mover)
{
    tick length = when.upper - when.lower;
    tick delay = length < FEW_TICKS ? 1 : (tick)(share * (double)length);
    if (stay->until < TICK_NEVER && delay > stay->until - when.lower)
        delay = stay->until - when.lower;
    stayer->more =
        (demand){DEMAND_ABSENT, stay->vertex, 0, {when.lower + delay - 1, when.upper}};
    mover->more = no_start(move->edge, move->from, move->from + delay);
}

void branch_conflict(const demand_book *demands, const route_conflict *conflict,
                     const uint32_t agents[2], bool with_targets, branch ways[2])
{
    ways[0] = (branch){.agent = agents[0]};
    ways[1] = (branch){.agent = agents[1]};
    const route_part *parts = conflict->parts;
    if (parts[0].edge != EDGE_NONE && parts[1].edge != EDGE_NONE) {
        branch_moves(conflict, ways);
        return;
    }
    int stayer = parts[0].edge == EDGE_NONE ? 0 : 1, mover = 1 - stayer;
    if (with_targets && parts[stayer].until >= TICK_NEVER)
        branch_target(demands, conflict->when, &ways[stayer], &ways[mover]);
    else if (with_targets && parts[stayer].until >= conflict->when.upper &&
             parts[stayer].until < TICK_NEVER)
        branch_long_stay(&parts[stayer], &parts[mover], conflict->when, &ways[stayer],
                         &ways[mover]);
    else
        branch_stay(&parts[stayer], &parts[mover], conflict->when, &ways[stayer], &ways[mover]);
}

static uint32_t starts_demanded(const demand_book *demands, uint32_t set)
{
    uint32_t count = 0;
    for (; demands->sets[set].size > 0; set = demands->sets[set].smaller)
        count += demands->sets[set].last.form == DEMAND_START;
    return count;
}

void branch_apart(const demand_book *demands, const uint32_t sets[2], branch ways[2])
{
    int chosen = -1;
    for (int i = 0; i < 2; i++) {
        demand done = ways[i].more;
        done.form = DEMAND_START;
        if (ways[i].more.form != DEMAND_NO_START || !demand_can_start(demands, sets[i], &done))
            continue;
        if (chosen < 0 ||
            starts_demanded(demands, sets[i]) < starts_demanded(demands, sets[chosen]))
            chosen = i;
    }
    if (chosen < 0)
        return;
    branch *other = &ways[1 - chosen];
    other->commits = true;
    other->committed = ways[chosen].agent;
    other->done = ways[chosen].more;
    other->done.form = DEMAND_START;
}
