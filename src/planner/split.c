/* SPDX-License-Identifier: MIT */
/* The two constraints of a conflict. */
#include "planner/split.h"

#include "planner/split_spans.h"

static constraint motion_constraint(uint32_t edge, span starts)
{
    return (constraint){CONSTRAINT_MOTION, edge, 0, starts};
}

static void split_moves(const route_conflict *conflict, split_child children[2])
{
    const route_part *parts = conflict->parts;
    span starts[2];
    split_spans_of_moves(parts[0].from, parts[1].from, conflict->when, starts);
    for (int i = 0; i < 2; i++)
        children[i].added = motion_constraint(parts[i].edge, starts[i]);
}

static void split_target(const constraint_table *constraints, span when, split_child *stayer,
                         split_child *mover)
{
    const route_agent *resting = &constraints->routes->agents[stayer->agent];
    span late, clear;
    split_spans_of_target(when, &late, &clear);
    stayer->added = (constraint){CONSTRAINT_LENGTH, 0, 0, late};
    mover->added = (constraint){CONSTRAINT_TARGET, resting->goal, resting->kind, clear};
    mover->has_deadline = true;
    mover->target = stayer->agent;
    mover->latest = clear.lower;
}

static void split_wait(const route_part *stay, const route_part *move, span when,
                       split_child *stayer, split_child *mover)
{
    span rest, starts;
    split_spans_of_wait(stay->until, move->from, when, &rest, &starts);
    stayer->added = (constraint){CONSTRAINT_WAIT, stay->vertex, 0, rest};
    mover->added = motion_constraint(move->edge, starts);
}

static void split_stay(const route_part *stay, const route_part *move, span when,
                       split_child *stayer, split_child *mover)
{
    span rest, starts;
    split_spans_of_stay(stay->until, move->from, when, &rest, &starts);
    stayer->added = (constraint){CONSTRAINT_VERTEX, stay->vertex, 0, rest};
    mover->added = motion_constraint(move->edge, starts);
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
    else if (with_targets && split_outlasts(parts[stayer].until, conflict->when))
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
