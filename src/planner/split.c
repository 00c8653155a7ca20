/* SPDX-License-Identifier: MIT */
/* The two constraints of a conflict. */
#include "planner/split.h"

/* The share of the overlap by which a mover is put off; the stayer gets the rest. Of a
 * few ticks it gets all: d = 1. From 16 ticks on, u - l > 14 and the share of it is
 * below 0.9 (u - l + 2) < u - l + 1 as it must be. */
static const double share = 0.9;
enum { FEW_TICKS = 16 };

static constraint motion_constraint(uint32_t edge, tick first, tick end)
{
    return (constraint){CONSTRAINT_MOTION, edge, 0, {first - 1, end}};
}

static void split_moves(const route_conflict *conflict, split_child children[2])
{
    const route_part *a = &conflict->parts[0], *b = &conflict->parts[1];
    span when = conflict->when;
    children[0].added = motion_constraint(a->edge, a->from, b->from + when.upper);
    children[1].added = motion_constraint(b->edge, b->from, a->from - when.lower);
}

static void split_target(const constraint_table *constraints, span when, split_child *stayer,
                         split_child *mover)
{
    const route_agent *resting = &constraints->routes->agents[stayer->agent];
    stayer->added = (constraint){CONSTRAINT_LENGTH, 0, 0, {when.upper, TICK_NEVER}};
    tick latest = when.upper - 1;
    mover->added =
        (constraint){CONSTRAINT_TARGET, resting->goal, resting->kind, {latest, TICK_NEVER}};
    mover->has_deadline = true;
    mover->target = stayer->agent;
    mover->latest = latest;
}

static void split_wait(const route_part *stay, const route_part *move, span when,
                       split_child *stayer, split_child *mover)
{
    stayer->added = (constraint){CONSTRAINT_WAIT, stay->vertex, 0, {when.upper - 1, stay->until}};
    mover->added = motion_constraint(move->edge, move->from, move->from + stay->until - when.lower);
}

static void split_stay(const route_part *stay, const route_part *move, span when,
                       split_child *stayer, split_child *mover)
{
    tick length = when.upper - when.lower;
    tick delay = length < FEW_TICKS ? 1 : (tick)(share * (double)length);
    if (stay->until < TICK_NEVER && delay > stay->until - when.lower)
        delay = stay->until - when.lower;
    stayer->added =
        (constraint){CONSTRAINT_VERTEX, stay->vertex, 0, {when.lower + delay - 1, when.upper}};
    mover->added = motion_constraint(move->edge, move->from, move->from + delay);
}

void split_conflict(const constraint_table *constraints, const route_conflict *conflict,
                    const uint32_t agents[2], bool with_targets, split_child children[2])
{
    children[0] = (split_child){.agent = agents[0]};
    children[1] = (split_child){.agent = agents[1]};
    const route_part *parts = conflict->parts;
    if (parts[0].edge != EDGE_NONE && parts[1].edge != EDGE_NONE) {
        split_moves(conflict, children);
        return;
    }
    int stayer = parts[0].edge == EDGE_NONE ? 0 : 1, mover = 1 - stayer;
    if (with_targets && parts[stayer].until >= TICK_NEVER)
        split_target(constraints, conflict->when, &children[stayer], &children[mover]);
    else if (with_targets && parts[stayer].until >= conflict->when.upper &&
             parts[stayer].until < TICK_NEVER)
        split_wait(&parts[stayer], &parts[mover], conflict->when, &children[stayer],
                   &children[mover]);
    else
        split_stay(&parts[stayer], &parts[mover], conflict->when, &children[stayer],
                   &children[mover]);
}

static uint32_t positive_count(const constraint_table *constraints, uint32_t set)
{
    uint32_t count = 0;
    for (; constraints->sets[set].size > 0; set = constraints->sets[set].smaller)
        count += constraints->sets[set].last.type == CONSTRAINT_POSITIVE;
    return count;
}

void split_disjointly(const constraint_table *constraints, const uint32_t sets[2],
                      split_child children[2])
{
    int chosen = -1;
    for (int i = 0; i < 2; i++) {
        constraint positive = children[i].added;
        positive.type = CONSTRAINT_POSITIVE;
        if (children[i].added.type != CONSTRAINT_MOTION ||
            !constraint_can_be_positive(constraints, sets[i], &positive))
            continue;
        if (chosen < 0 ||
            positive_count(constraints, sets[i]) < positive_count(constraints, sets[chosen]))
            chosen = i;
    }
    if (chosen < 0)
        return;
    split_child *other = &children[1 - chosen];
    other->adds_positive = true;
    other->positive_agent = children[chosen].agent;
    other->positive = children[chosen].added;
    other->positive.type = CONSTRAINT_POSITIVE;
}
