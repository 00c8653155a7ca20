/* SPDX-License-Identifier: MIT */
/* Counting the others that a move or a stay would meet. */
#include "planner/crowd.h"

/* What is asked about: a move along an edge, or a stay. */
typedef struct visit {
    uint32_t kind, edge, vertex;
    tick from, until;
} visit;

static bool meets_step(route_book *book, const visit *v, uint32_t kind, const step *other)
{
    if (v->edge != EDGE_NONE)
        return span_holds(clash_moves(book->clashes, v->kind, v->edge, kind, other->edge),
                          v->from - other->start);
    span when = clash_stay(book->clashes, v->kind, v->vertex, kind, other->edge);
    return when.lower < when.upper && v->from < when.upper + other->start &&
           v->until > when.lower + other->start;
}

/* Only while the other moves can two stays begin to overlap. */
static bool meets_rest(route_book *book, const visit *v, uint32_t kind, uint32_t vertex,
                       tick from, tick until)
{
    if (v->edge == EDGE_NONE)
        return false;
    span when = clash_stay(book->clashes, kind, vertex, v->kind, v->edge);
    return when.lower < when.upper && from < when.upper + v->from &&
           until > when.lower + v->from;
}

/* The first step that ends after `time`. */
static size_t first_step_after(const route_book *book, const kept_route *r, const step *steps,
                               tick time)
{
    const terrain *ground = book->clashes->ground;
    uint32_t kind = book->agents[r->agent].kind;
    size_t low = 0, high = r->step_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (steps[middle].start + terrain_duration(ground, kind, steps[middle].edge) > time)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static bool meets_agent(route_book *book, const visit *v, uint32_t number)
{
    const kept_route *r = &book->routes[number];
    const step *steps = route_steps(book, number);
    const route_agent *agent = &book->agents[r->agent];
    const terrain *ground = book->clashes->ground;
    size_t i = first_step_after(book, r, steps, v->from);
    tick rests_from = 0;
    uint32_t rests_at = agent->start;
    if (i > 0) {
        uint32_t edge = steps[i - 1].edge;
        rests_from = steps[i - 1].start + terrain_duration(ground, agent->kind, edge);
        rests_at = terrain_to(ground, edge);
    }
    for (;; i++) {
        bool last = i == r->step_count;
        tick leaves = last ? TICK_NEVER : steps[i].start;
        if (rests_from < leaves && rests_from < v->until && v->from < leaves &&
            meets_rest(book, v, agent->kind, rests_at, rests_from, leaves))
            return true;
        if (last || leaves >= v->until)
            return false;
        if (meets_step(book, v, agent->kind, &steps[i]))
            return true;
        rests_from = leaves + terrain_duration(ground, agent->kind, steps[i].edge);
        rests_at = terrain_to(ground, steps[i].edge);
    }
}

static uint32_t count(const crowd *others, const visit *v)
{
    uint32_t meets = 0;
    for (uint32_t i = 0; i < others->agent_count; i++)
        if (i != others->self && others->routes[i] != ROUTE_NONE)
            meets += meets_agent(others->book, v, others->routes[i]);
    return meets;
}

uint32_t crowd_meets_moving(void *context, uint32_t edge, tick start)
{
    const crowd *others = context;
    uint32_t kind = others->book->agents[others->self].kind;
    tick until = start + terrain_duration(others->book->clashes->ground, kind, edge);
    visit v = {kind, edge, VERTEX_NONE, start, until};
    return count(others, &v);
}

uint32_t crowd_meets_resting(void *context, uint32_t vertex, tick from, tick until)
{
    const crowd *others = context;
    visit v = {others->book->agents[others->self].kind, EDGE_NONE, vertex, from, until};
    return count(others, &v);
}
