/* SPDX-License-Identifier: MIT */
#include "walks.h"

#include <graze/conflict.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "instance.h"
#include "planner/hash_table.h"
#include "planner/heap.h"

enum { ROOM = 1 << 22, INTERVALS = 4096 };

static void *must(void *made)
{
    if (made == NULL)
        abort();
    return made;
}

static void must_be_ok(graze_status status)
{
    if (status != GRAZE_OK)
        abort();
}

static graze_allocator plain_memory(void)
{
    return memory_allocator(NULL);
}

/* ---- the walks ------------------------------------------------------------------------- */

static void make_grid(walks *w)
{
    const uint32_t side = w->side, cells = side * side;
    size_t count = 0;
    w->places = must(calloc(cells, sizeof *w->places));
    w->first = must(calloc((size_t)cells + 1, sizeof *w->first));
    w->targets = must(calloc(4 * (size_t)cells, sizeof *w->targets));
    for (uint32_t v = 0; v < cells; v++) {
        uint32_t x = v % side, y = v / side;
        w->places[v] = (graze_point){x, y};
        w->first[v] = count;
        if (y > 0)
            w->targets[count++] = v - side;
        if (x > 0)
            w->targets[count++] = v - 1;
        if (x + 1 < side)
            w->targets[count++] = v + 1;
        if (y + 1 < side)
            w->targets[count++] = v + side;
    }
    w->first[cells] = count;
    w->roadmap = (graze_roadmap){cells, w->places, w->first, w->targets};
}

static double below(uint64_t *seed, double limit)
{
    return ldexp((double)(instance_random(seed) >> 24), -24) * limit;
}

static graze_vector anywhere(const walks *w, uint64_t *seed)
{
    double x = floor(4 * below(seed, w->side - 1)) / 4;
    return (graze_vector){x, floor(4 * below(seed, w->side - 1)) / 4, 0};
}

static void walk(walks *w, size_t disc, uint64_t *seed)
{
    graze_vector from = anywhere(w, seed), to = anywhere(w, seed);
    double speed = 0.5 + below(seed, 1);
    double end = fmax(ceil(4 * hypot(to.x - from.x, to.y - from.y) / speed), 1) / 4;
    must_be_ok(graze_motion_waypoint(from, to, 0, end, &w->motions[disc]));
    w->bodies[disc] = (graze_body){.radius = 0.35};
    w->trajectories[disc] = (graze_trajectory){.motions = &w->motions[disc], .count = 1};
}

void walks_make(walks *w, uint32_t side, size_t walkers, uint64_t *seed)
{
    *w = (walks){.side = side, .walkers = walkers};
    make_grid(w);
    w->bodies = must(calloc(walkers, sizeof *w->bodies));
    w->motions = must(calloc(walkers, sizeof *w->motions));
    w->trajectories = must(calloc(walkers, sizeof *w->trajectories));
    for (size_t i = 0; i < walkers; i++)
        walk(w, i, seed);
    must_be_ok(graze_index_new(w->bodies, w->trajectories, walkers, NULL, NULL, &w->index));
}

void walks_free(walks *w)
{
    graze_index_free(w->index);
    free(w->places);
    free(w->first);
    free(w->targets);
    free(w->bodies);
    free(w->motions);
    free(w->trajectories);
}

graze_task walks_task(const walks *w, uint64_t *seed)
{
    const uint32_t side = w->side, cells = side * side;
    graze_task task = {.radius = 0.35, .speed = 2, .acceleration = 0.5};
    uint32_t across, down;
    do {
        task.start = (uint32_t)(instance_random(seed) % cells);
        task.goal = (uint32_t)(instance_random(seed) % cells);
        across = task.start % side > task.goal % side ? task.start % side - task.goal % side
                                                      : task.goal % side - task.start % side;
        down = task.start / side > task.goal / side ? task.start / side - task.goal / side
                                                    : task.goal / side - task.start / side;
    } while (2 * across < side && 2 * down < side);
    return task;
}

void walks_graph(const walks *w, const graze_task *task, planning_graph *graph)
{
    const robot_limits limits = {.speed = task->speed,
                                 .acceleration = task->acceleration,
                                 .deceleration = task->acceleration};
    const body_kind kind = {{.radius = task->radius}, task->speed, NULL};
    const graze_allocator memory = plain_memory();
    must_be_ok(
        graph_open_robots(graph, &memory, &w->roadmap, &kind, &limits, 1, NULL, 0, 0));
}

/* ---- what is blocked ---------------------------------------------------------------------- */

/* A state at a time, and in which tenth of a second. */
typedef struct visit {
    uint32_t state;
    tick time;
    uint64_t tenth;
} visit;

/* The unsafe starts of a move or of a stay, in seconds. */
typedef struct remembered {
    graze_interval *intervals; /* null: not asked yet */
    size_t count;
} remembered;

typedef struct stepper {
    const walks *w;
    const planning_graph *graph;
    graze_allocator memory;
    bool remembers;
    uint32_t goal;
    tick *distances; /* null: straight ones */
    remembered *stays, *moves; /* by state, by edge */
    visit *visits;
    size_t count, capacity;
    hash_table known;
    heap open;
    uint64_t expanded, limit;
    graze_workspace kernel;
    graze_interval *room;
} stepper;

/* The unsafe starts of a motion, into the room; returns how many. */
static size_t ask_motion(stepper *s, const graze_motion *motion)
{
    const graze_closed_interval always = {0, HUGE_VAL};
    size_t count = 0;
    must_be_ok(graze_index_unsafe_starts(s->w->index, &s->graph->kinds[0].body, motion,
                                         GRAZE_INDEX_NOBODY, always, 0, &s->kernel, s->room,
                                         INTERVALS, &count));
    return count;
}

/* One motion among the walkers that are near. */
typedef struct one_motion {
    const walks *w;
    const graze_body *body;
    const graze_motion *motion;
    bool meets;
} one_motion;

static bool meets_walker(void *context, const graze_index_pair *pair)
{
    one_motion *one = context;
    must_be_ok(graze_conflict_exists(one->body, one->motion, &one->w->bodies[pair->agent_b],
                                     &one->w->trajectories[pair->agent_b].motions[pair->motion_b],
                                     0, &one->meets));
    return !one->meets;
}

static bool motion_meets(const stepper *s, const graze_motion *motion)
{
    one_motion one = {s->w, &s->graph->kinds[0].body, motion, false};
    const graze_trajectory path = {.motions = motion, .count = 1};
    must_be_ok(graze_index_what_if(s->w->index, one.body, &path, GRAZE_INDEX_NOBODY, 0, NULL,
                                   meets_walker, &one));
    return one.meets;
}

static void keep(stepper *s, remembered *kept, size_t count)
{
    kept->count = count;
    kept->intervals = must(malloc((count + 1) * sizeof *kept->intervals));
    memcpy(kept->intervals, s->room, count * sizeof *kept->intervals);
}

/* Does an open interval hold a time, or part of a stay until then? */
static bool is_in(const remembered *kept, double from, double until)
{
    size_t low = 0, high = kept->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (kept->intervals[middle].upper > from)
            high = middle;
        else
            low = middle + 1;
    }
    return low < kept->count && kept->intervals[low].lower < until;
}

static bool move_meets(stepper *s, uint32_t edge, tick time)
{
    double start = time_grid_seconds(&s->graph->grid, time);
    remembered *kept = &s->moves[edge];
    graze_motion move;
    if (s->remembers && kept->intervals != NULL)
        return is_in(kept, start, start);
    must_be_ok(graph_motion(s->graph, 0, edge, &move));
    if (!s->remembers) {
        move.start = start;
        return motion_meets(s, &move);
    }
    keep(s, kept, ask_motion(s, &move));
    return is_in(kept, start, start);
}

/* The unsafe times at a state, into the room; returns how many. */
static size_t ask_place(stepper *s, uint32_t state)
{
    graze_point p = graph_place(s->graph, state);
    size_t count = 0;
    must_be_ok(graze_index_unsafe_times(s->w->index, &s->graph->kinds[0].body,
                                        (graze_vector){p.x, p.y, 0}, GRAZE_INDEX_NOBODY,
                                        (graze_closed_interval){0, HUGE_VAL}, 0, s->room,
                                        INTERVALS, &count));
    return count;
}

static bool stay_meets(stepper *s, uint32_t state, tick time, tick until)
{
    graze_point p = graph_place(s->graph, state);
    const graze_vector place = {p.x, p.y, 0};
    double from = time_grid_seconds(&s->graph->grid, time);
    double to = time_grid_seconds(&s->graph->grid, until);
    remembered *kept = &s->stays[state];
    if (!s->remembers) {
        graze_motion stay;
        must_be_ok(graze_motion_waypoint(place, place, from, to, &stay));
        return motion_meets(s, &stay);
    }
    if (kept->intervals == NULL)
        keep(s, kept, ask_place(s, state));
    return is_in(kept, from, to);
}

/* ---- the search --------------------------------------------------------------------------- */

static tick left_from(const stepper *s, uint32_t state)
{
    return s->distances != NULL ? s->distances[state] : graph_straight(s->graph, 0, state, s->goal);
}

/* Who comes first in a tenth of a second is kept. */
static void visit_state(stepper *s, uint32_t state, tick time)
{
    const uint64_t tenth = (uint64_t)floor(time_grid_seconds(&s->graph->grid, time) * 10 + 1e-9);
    const uint64_t hash = hash_of_pair(state, tenth);
    hash_probe probe = hash_table_probe(&s->known, hash);
    const tick left = left_from(s, state);
    if (left >= TICK_NEVER)
        return;
    while (hash_probe_next(&probe))
        if (s->visits[probe.item].state == state && s->visits[probe.item].tenth == tenth)
            return;
    if (s->count == s->capacity) {
        s->capacity = 2 * s->capacity + 1024;
        s->visits = must(realloc(s->visits, s->capacity * sizeof *s->visits));
    }
    if (!hash_table_add(&s->known, &s->memory, hash, s->count))
        abort();
    s->visits[s->count] = (visit){state, time, tenth};
    must_be_ok(heap_push(&s->open, &s->memory,
                         (heap_entry){time + left, -time, 0, (uint32_t)s->count, 0}));
    s->count++;
}

/* Waits until the next tenth of a second. */
static void wait_a_step(stepper *s, visit now)
{
    const time_grid *grid = &s->graph->grid;
    tick until = time_grid_ceil(grid, ((double)now.tenth + 1) / 10);
    if (!stay_meets(s, now.state, now.time, until))
        visit_state(s, now.state, until);
}

/* The earliest arrival at a goal where nobody comes any more. */
static tick search_in_steps(stepper *s, uint32_t start, uint32_t goal)
{
    const graze_roadmap *roadmap = s->graph->roadmap;
    visit_state(s, start, 0);
    while (s->open.count > 0 && s->expanded < s->limit) {
        visit now = s->visits[heap_pop(&s->open).item];
        s->expanded++;
        if (now.state == goal && !stay_meets(s, goal, now.time, TICK_NEVER))
            return now.time;
        if (graph_can_wait(s->graph, now.state))
            wait_a_step(s, now);
        for (size_t e = roadmap->first[now.state]; e < roadmap->first[now.state + 1]; e++)
            if (!move_meets(s, (uint32_t)e, now.time))
                visit_state(s, graph_to(s->graph, (uint32_t)e),
                            now.time + graph_duration(s->graph, 0, (uint32_t)e));
    }
    return TICK_NEVER;
}

static void free_all(stepper *s)
{
    for (uint32_t v = 0; s->remembers && v < s->graph->roadmap->vertex_count; v++)
        free(s->stays[v].intervals);
    for (uint32_t e = 0; s->remembers && e < s->graph->edge_count; e++)
        free(s->moves[e].intervals);
    free(s->stays);
    free(s->moves);
    free(s->distances);
    free(s->visits);
    free(s->room);
    free(s->kernel.memory);
    hash_table_free(&s->known, &s->memory);
    heap_free(&s->open, &s->memory);
}

walks_answer walks_search_in_steps(const walks *w, const planning_graph *graph,
                                   const graze_task *task, walks_way way, uint64_t limit)
{
    const uint32_t states = graph->roadmap->vertex_count;
    const uint32_t start = robot_states_begin(graph->robots, 0, task->start);
    const uint32_t goal = robot_states_end(graph->robots, 0, task->goal);
    stepper s = {.w = w, .graph = graph, .memory = plain_memory(), .limit = limit, .goal = goal};
    s.remembers = way == WALKS_KEPT;
    if (way != WALKS_PLAIN)
        s.distances = must(malloc(states * sizeof *s.distances));
    s.stays = must(calloc(states, sizeof *s.stays));
    s.moves = must(calloc(graph->edge_count, sizeof *s.moves));
    s.room = must(malloc(INTERVALS * sizeof *s.room));
    s.kernel = (graze_workspace){.memory = must(malloc(ROOM)), .size = ROOM};
    if (s.distances != NULL)
        must_be_ok(graph_distances(graph, 0, goal, s.distances));
    tick arrival = TICK_NEVER;
    if (!stay_meets(&s, start, 0, 1))
        arrival = search_in_steps(&s, start, goal);
    walks_answer answer = {time_grid_seconds(&graph->grid, arrival), s.expanded,
                           s.expanded >= limit};
    free_all(&s);
    return answer;
}
