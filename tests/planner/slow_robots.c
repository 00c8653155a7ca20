/* SPDX-License-Identifier: MIT */
/* Always the robot whose action ends first decides what it does next (slow.c). */
#include "slow_robots.h"

#include <graze/conflict.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "planner/hash_table.h"
#include "planner/heap.h"

enum { ROBOTS = 2 };

/* A move, or a rest, to a state. */
typedef struct action {
    tick start, end; /* TICK_NEVER: stays for good */
    uint32_t to, edge;
} action;

typedef struct joint {
    action now[ROBOTS];
    tick done; /* arrivals of those who stay */
} joint;

typedef struct slow_run {
    const graze_problem *problem;
    planning_graph graph;
    graze_allocator memory;
    tick *left[ROBOTS];
    uint32_t goals[ROBOTS];
    tick step;
    joint *joints;
    size_t count, room;
    hash_table known;
    heap open;
} slow_run;

static void must(bool holds)
{
    if (!holds)
        abort();
}

static const graze_body *motion_of(const slow_run *run, uint32_t i, const action *a,
                                   graze_motion *motion)
{
    const planning_graph *graph = &run->graph;
    double start = time_grid_seconds(&graph->grid, a->start);
    double end = time_grid_seconds(&graph->grid, a->end);
    if (a->edge == EDGE_NONE) {
        graze_point p = graph_place(graph, a->to);
        const graze_vector place = {p.x, p.y, 0};
        must(graze_motion_waypoint(place, place, start, end, motion) == GRAZE_OK);
        return graph_body_at(graph, i, a->to);
    }
    must(graph_motion_between(graph, a->edge, start, end, motion) == GRAZE_OK);
    return graph_body_along(graph, i, a->edge);
}

static bool are_in_conflict(const slow_run *run, const action *a, const action *b)
{
    graze_motion motion_a, motion_b;
    bool exists;
    if (a->start >= a->end || b->start >= b->end)
        return false;
    const graze_body *body_a = motion_of(run, 0, a, &motion_a);
    const graze_body *body_b = motion_of(run, 1, b, &motion_b);
    must(graze_conflict_exists(body_a, &motion_a, body_b, &motion_b, 0, &exists) == GRAZE_OK);
    return exists;
}

static void keep(slow_run *run, const joint *next)
{
    tick key = next->done;
    uint64_t hash = (uint64_t)next->done;
    for (int i = 0; i < ROBOTS; i++) {
        const action *a = &next->now[i];
        if (a->end < TICK_NEVER && run->left[i][a->to] >= TICK_NEVER)
            return;
        key += a->end < TICK_NEVER ? a->end + run->left[i][a->to] : 0;
        hash = hash_mixed(hash ^ hash_of_pair(a->to, (uint64_t)a->end));
        hash = hash_mixed(hash ^ hash_of_pair(a->edge, (uint64_t)a->start));
    }
    hash_probe probe = hash_table_probe(&run->known, hash);
    while (hash_probe_next(&probe))
        if (memcmp(&run->joints[probe.item], next, sizeof *next) == 0)
            return;
    if (run->count == run->room)
        return;
    must(hash_table_add(&run->known, &run->memory, hash, (uint32_t)run->count));
    must(heap_push(&run->open, &run->memory,
                   (heap_entry){key, 0, -(tick)run->count, (uint32_t)run->count, 0}) == GRAZE_OK);
    run->joints[run->count++] = *next;
}

static void act(slow_run *run, const joint *from, int who, action next)
{
    joint after = *from;
    after.now[who] = next;
    if (next.end == TICK_NEVER)
        after.done += next.start;
    if (!are_in_conflict(run, &after.now[0], &after.now[1]))
        keep(run, &after);
}

static void expand(slow_run *run, const joint *from, int who)
{
    const planning_graph *graph = &run->graph;
    const action *last = &from->now[who];
    const tick time = last->end;
    if (last->to == run->goals[who])
        act(run, from, who, (action){time, TICK_NEVER, last->to, EDGE_NONE});
    if (graph_can_wait(graph, last->to))
        act(run, from, who, (action){time, time + run->step, last->to, EDGE_NONE});
    for (size_t e = graph->roadmap->first[last->to]; e < graph->roadmap->first[last->to + 1]; e++)
        act(run, from, who,
            (action){time, time + graph_duration(graph, (uint32_t)who, (uint32_t)e),
                     graph_to(graph, (uint32_t)e), (uint32_t)e});
}

static void open_run(slow_run *run, size_t states)
{
    body_kind kinds[ROBOTS];
    robot_limits limits[ROBOTS];
    joint begun;
    memset(&begun, 0, sizeof begun);
    for (int i = 0; i < ROBOTS; i++) {
        const graze_task *t = &run->problem->tasks[i];
        kinds[i] = (body_kind){{t->radius, t->vertices, t->vertex_count}, t->speed, NULL};
        limits[i] = (robot_limits){.speed = t->speed, .acceleration = t->acceleration,
                                   .deceleration = t->deceleration > 0 ? t->deceleration
                                                                       : t->acceleration,
                                   .turn_rate = t->turn_rate, .turns = t->turns};
    }
    must(graph_open_robots(&run->graph, &run->memory, run->problem->roadmap, kinds, limits, ROBOTS,
                           NULL, 0, 0) == GRAZE_OK);
    run->joints = calloc(states, sizeof *run->joints);
    run->room = states;
    must(run->joints != NULL);
    for (uint32_t i = 0; i < ROBOTS; i++) {
        const graze_task *t = &run->problem->tasks[i];
        run->left[i] = malloc(run->graph.roadmap->vertex_count * sizeof *run->left[i]);
        run->goals[i] = robot_states_end(run->graph.robots, i, t->goal);
        must(run->left[i] != NULL &&
             graph_distances(&run->graph, i, run->goals[i], run->left[i]) == GRAZE_OK);
        begun.now[i].to = robot_states_begin(run->graph.robots, i, t->start);
        begun.now[i].edge = EDGE_NONE;
    }
    keep(run, &begun);
}

static void close_run(slow_run *run)
{
    for (int i = 0; i < ROBOTS; i++)
        free(run->left[i]);
    free(run->joints);
    hash_table_free(&run->known, &run->memory);
    heap_free(&run->open, &run->memory);
    graph_close(&run->graph);
}

double slow_robots(const graze_problem *problem, int n, size_t states, bool *gave_up)
{
    slow_run run = {.problem = problem, .memory = memory_allocator(NULL)};
    double cost = HUGE_VAL;
    open_run(&run, states);
    run.step = time_grid_ceil(&run.graph.grid, ldexp(1, -n));
    while (run.open.count > 0 && run.count < run.room && cost == HUGE_VAL) {
        const joint best = run.joints[heap_pop(&run.open).item];
        const int who = best.now[0].end <= best.now[1].end ? 0 : 1;
        if (best.now[who].end == TICK_NEVER)
            cost = time_grid_seconds(&run.graph.grid, best.done);
        else
            expand(&run, &best, who);
    }
    *gave_up = run.count == run.room && cost == HUGE_VAL;
    close_run(&run);
    return cost;
}
