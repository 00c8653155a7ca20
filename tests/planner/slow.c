/* SPDX-License-Identifier: MIT */
/* Always the agent whose action ends first decides what it does next: it goes along an
 * edge, waits a step, or stays for good if it is at its goal. The new action is held
 * against the present actions of the others, by the kernel; each action that overlaps
 * another in time was present when one of the two was new. States are kept in a heap by
 * the sum of ends and the distances left. */
#include "slow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS = 3 };

typedef struct action {
    uint32_t from, to;
    double start, end; /* end = inf: stays for good */
} action;

typedef struct state {
    action now[AGENTS];
    double done; /* arrival times of those who stay */
    double key;
} state;

typedef struct slow_run {
    const graze_problem *problem;
    size_t count;
    double step, most;
    double left[AGENTS][INSTANCE_VERTICES];
    state *heap;
    size_t size, room;
    state *seen; /* open addressing by hash; key < 0: empty */
    size_t seen_room, seen_count;
} slow_run;

static double length(const graze_problem *problem, uint32_t from, uint32_t to)
{
    const graze_point *p = problem->roadmap->places;
    return hypot(p[to].x - p[from].x, p[to].y - p[from].y);
}

/* Bellman and Ford. */
static void measure(slow_run *run, size_t agent)
{
    const graze_roadmap *map = run->problem->roadmap;
    double *left = run->left[agent];
    for (uint32_t v = 0; v < map->vertex_count; v++)
        left[v] = v == run->problem->tasks[agent].goal ? 0 : HUGE_VAL;
    for (uint32_t round = 0; round < map->vertex_count; round++)
        for (uint32_t v = 0; v < map->vertex_count; v++)
            for (size_t e = map->first[v]; e < map->first[v + 1]; e++)
                left[v] = fmin(left[v], left[map->targets[e]] +
                                            length(run->problem, v, map->targets[e]));
}

static graze_motion motion_of(const graze_problem *problem, const action *a)
{
    graze_point p = problem->roadmap->places[a->from], q = problem->roadmap->places[a->to];
    graze_motion motion;
    if (graze_motion_waypoint((graze_vector){p.x, p.y, 0}, (graze_vector){q.x, q.y, 0}, a->start,
                              a->end, &motion) != GRAZE_OK)
        abort();
    return motion;
}

static bool are_in_conflict(const slow_run *run, size_t i, const action *a, size_t j,
                            const action *b)
{
    graze_body body_a = {.radius = run->problem->tasks[i].radius};
    graze_body body_b = {.radius = run->problem->tasks[j].radius};
    graze_motion motion_a = motion_of(run->problem, a), motion_b = motion_of(run->problem, b);
    bool exists;
    if (graze_conflict_exists(&body_a, &motion_a, &body_b, &motion_b, run->problem->tolerance,
                              &exists) != GRAZE_OK)
        abort();
    return exists;
}

static double key_of(const slow_run *run, const state *s)
{
    double key = s->done;
    for (size_t i = 0; i < run->count; i++)
        if (isfinite(s->now[i].end))
            key += s->now[i].end + run->left[i][s->now[i].to];
    return key;
}

static uint64_t hash_of(const slow_run *run, const state *s)
{
    uint64_t hash = 1;
    for (size_t i = 0; i < run->count; i++) {
        uint64_t bits[2];
        memcpy(&bits[0], &s->now[i].start, sizeof bits[0]);
        memcpy(&bits[1], &s->now[i].end, sizeof bits[1]);
        hash = (hash ^ bits[0]) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ hash >> 29 ^ bits[1]) * 0xbf58476d1ce4e5b9u;
        hash = (hash ^ hash >> 31 ^ s->now[i].from ^ (uint64_t)s->now[i].to << 8) *
               0x94d049bb133111ebu;
    }
    return hash ^ hash >> 32;
}

static bool are_equal(const slow_run *run, const state *a, const state *b)
{
    for (size_t i = 0; i < run->count; i++)
        if (a->now[i].from != b->now[i].from || a->now[i].to != b->now[i].to ||
            a->now[i].start != b->now[i].start || a->now[i].end != b->now[i].end)
            return false;
    return true;
}

/* Is the state new? Equal states have equal keys. */
static bool keep(slow_run *run, const state *s)
{
    size_t i = hash_of(run, s) % run->seen_room;
    while (run->seen[i].key >= 0) {
        if (are_equal(run, &run->seen[i], s))
            return false;
        i = (i + 1) % run->seen_room;
    }
    run->seen[i] = *s;
    run->seen_count++;
    return true;
}

static void push(slow_run *run, const state *s)
{
    size_t hole = run->size++;
    while (hole > 0 && run->heap[(hole - 1) / 2].key > s->key) {
        run->heap[hole] = run->heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    run->heap[hole] = *s;
}

static state pop(slow_run *run)
{
    state least = run->heap[0], last = run->heap[--run->size];
    size_t hole = 0;
    for (size_t child = 1; child < run->size; child = 2 * hole + 1) {
        if (child + 1 < run->size && run->heap[child + 1].key < run->heap[child].key)
            child++;
        if (run->heap[child].key >= last.key)
            break;
        run->heap[hole] = run->heap[child];
        hole = child;
    }
    run->heap[hole] = last;
    return least;
}

static bool is_full(const slow_run *run)
{
    return run->size + INSTANCE_EDGES >= run->room || 2 * run->seen_count >= run->seen_room;
}

static void try_action(slow_run *run, const state *s, size_t agent, const action *next)
{
    for (size_t other = 0; other < run->count; other++)
        if (other != agent && are_in_conflict(run, agent, next, other, &s->now[other]))
            return;
    state child = *s;
    if (!isfinite(next->end))
        child.done += next->start;
    child.now[agent] = *next;
    child.key = key_of(run, &child);
    if (child.key <= run->most && keep(run, &child))
        push(run, &child);
}

/* The agent that decides next, or `count` when all stay for good. */
static size_t decider(const slow_run *run, const state *s)
{
    size_t first = run->count;
    for (size_t i = 0; i < run->count; i++)
        if (isfinite(s->now[i].end) && (first == run->count || s->now[i].end < s->now[first].end))
            first = i;
    return first;
}

static void expand(slow_run *run, const state *s, size_t agent)
{
    const graze_roadmap *map = run->problem->roadmap;
    uint32_t here = s->now[agent].to;
    double time = s->now[agent].end;
    if (here == run->problem->tasks[agent].goal)
        try_action(run, s, agent, &(action){here, here, time, HUGE_VAL});
    try_action(run, s, agent, &(action){here, here, time, time + run->step});
    for (size_t e = map->first[here]; e < map->first[here + 1]; e++) {
        double end = time + length(run->problem, here, map->targets[e]);
        try_action(run, s, agent, &(action){here, map->targets[e], time, end});
    }
}

static slow_answer search(slow_run *run, double *cost)
{
    state root = {.done = 0};
    for (size_t i = 0; i < run->count; i++) {
        uint32_t start = run->problem->tasks[i].start;
        root.now[i] = (action){start, start, 0, 0};
        measure(run, i);
    }
    root.key = key_of(run, &root);
    if (root.key <= run->most)
        push(run, &root);
    while (run->size > 0) {
        state s = pop(run);
        size_t agent = decider(run, &s);
        if (agent == run->count) {
            *cost = s.done;
            return SLOW_FOUND;
        }
        if (is_full(run))
            return SLOW_GAVE_UP;
        expand(run, &s, agent);
    }
    return SLOW_NONE;
}

slow_answer slow_solve(const graze_problem *problem, double step, double most, size_t states,
                       double *cost)
{
    slow_run run = {.problem = problem, .count = problem->task_count, .step = step, .most = most};
    run.room = states + INSTANCE_EDGES;
    run.seen_room = 2 * states + 1;
    run.heap = malloc(run.room * sizeof *run.heap);
    run.seen = malloc(run.seen_room * sizeof *run.seen);
    if (run.heap == NULL || run.seen == NULL)
        abort();
    for (size_t i = 0; i < run.seen_room; i++)
        run.seen[i].key = -1;
    slow_answer answer = search(&run, cost);
    free(run.heap);
    free(run.seen);
    return answer;
}
