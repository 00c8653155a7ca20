/* SPDX-License-Identifier: MIT */
/* Moves beside those of a conflict, and the biclique among them. */
#include "planner/biclique_split.h"

#include "planner/biclique.h"

enum { SIDE_MAX = 16 }; /* [count] of moves on one side; of more, those with the most starts */

/* One agent's moves: the first one is that of the conflict. */
typedef struct side {
    uint32_t kind, count;
    group_move moves[SIDE_MAX];
    bool chosen[SIDE_MAX];
} side;

static span differences(const constraint_table *constraints, const side *a, uint32_t edge_a,
                        const side *b, uint32_t edge_b)
{
    return collision_of_moves(constraints->routes->collisions, a->kind, edge_a, b->kind, edge_b);
}

/* The starts within `starts` at which a move is in conflict with another at all of its starts;
 * `when` are the differences of the two, this one's start first. */
static span starts_against(span when, span others, span starts)
{
    span found = {when.lower + others.upper - 1, when.upper + others.lower + 1};
    if (when.lower >= when.upper)
        return when;
    if (found.lower < starts.lower)
        found.lower = starts.lower;
    if (found.upper > starts.upper)
        found.upper = starts.upper;
    return found;
}

static void add(side *into, uint32_t edge, span when)
{
    group_move *place = &into->moves[into->count];
    if (into->count == SIDE_MAX) {
        place = &into->moves[1];
        for (uint32_t i = 2; i < SIDE_MAX; i++)
            if (into->moves[i].when.upper - into->moves[i].when.lower <
                place->when.upper - place->when.lower)
                place = &into->moves[i];
        if (when.upper - when.lower <= place->when.upper - place->when.lower)
            return;
    } else {
        into->count++;
    }
    *place = (group_move){edge, when};
}

/* The moves from the same vertex that are in conflict with the other agent's, at some starts. */
static void gather(const constraint_table *constraints, size_t few, side *into, const side *other)
{
    const planning_graph *graph = constraints->graph;
    const group_move *own = &into->moves[0], *against = &other->moves[0];
    uint32_t vertex = graph->from[own->edge];
    size_t first = graph->roadmap->first[vertex], end = graph->roadmap->first[vertex + 1];
    for (size_t e = first; end - first > few && e < end; e++) {
        uint32_t edge = (uint32_t)e;
        if (edge == own->edge || graph_duration(graph, into->kind, edge) >= TICK_NEVER)
            continue;
        span when = starts_against(differences(constraints, into, edge, other, against->edge),
                                   against->when, own->when);
        if (when.upper - when.lower > 1)
            add(into, edge, when);
    }
}

/* Are all starts of two moves in conflict? */
static bool go_together(span when, span a, span b)
{
    return when.lower < a.lower + 1 - (b.upper - 1) && a.upper - 1 - (b.lower + 1) < when.upper;
}

static graze_status choose(const constraint_table *constraints, side sides[2])
{
    bool apart[SIDE_MAX * SIDE_MAX] = {false};
    const bipartite graph = {sides[0].count, sides[1].count, apart};
    for (uint32_t i = 0; i < sides[0].count; i++)
        for (uint32_t k = 0; k < sides[1].count; k++) {
            const group_move *a = &sides[0].moves[i], *b = &sides[1].moves[k];
            span when = differences(constraints, &sides[0], a->edge, &sides[1], b->edge);
            apart[i * sides[1].count + k] =
                i > 0 && k > 0 && !go_together(when, a->when, b->when);
        }
    for (int of = 0; of < 2; of++)
        for (uint32_t i = 0; i < sides[of].count; i++)
            sides[of].chosen[i] = true;
    return biclique_find(&graph, &constraints->graph->memory, sides[0].chosen, sides[1].chosen);
}

static graze_status forbid(constraint_table *constraints, const side *of, constraint *added)
{
    group_move moves[SIDE_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < of->count; i++)
        if (of->chosen[i])
            moves[count++] = of->moves[i];
    return count > 1 ? move_group_keep(&constraints->groups, moves, count, &added->kind)
                     : GRAZE_OK;
}

graze_status biclique_split(constraint_table *constraints, size_t few, const uint32_t agents[2],
                            split_child children[2])
{
    side sides[2];
    for (int i = 0; i < 2; i++) {
        const constraint *added = &children[i].added;
        if (added->type != CONSTRAINT_MOTION)
            return GRAZE_OK;
        sides[i].kind = constraints->routes->agents[agents[i]].kind;
        sides[i].count = 1;
        sides[i].moves[0] = (group_move){added->place, added->when};
    }
    gather(constraints, few, &sides[0], &sides[1]);
    gather(constraints, few, &sides[1], &sides[0]);
    graze_status status = constraints->routes->collisions->status;
    if (status == GRAZE_OK)
        status = choose(constraints, sides);
    for (int i = 0; i < 2 && status == GRAZE_OK; i++)
        status = forbid(constraints, &sides[i], &children[i].added);
    return status;
}
