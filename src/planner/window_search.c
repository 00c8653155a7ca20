/* SPDX-License-Identifier: MIT */
/* A* over vertices, safe intervals and goals made. */
#include "planner/window_search.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

struct window_state {
    tick arrival;   /* the earliest known; TICK_NEVER: none */
    tick departure; /* of the move that arrives */
    tick finish;    /* when the last goal was made; TICK_NEVER: it is not */
    uint32_t vertex, made;
    uint32_t parent, edge; /* EDGE_NONE at the start */
    uint32_t version;
    bool closed;
};

struct window_vertex {
    uint32_t search;
    uint32_t first_state, state_count;
};

typedef struct window_state window_state;
typedef struct window_vertex window_vertex;

typedef struct run {
    window_search *search;
    const window_question *question;
    sipp_world world;
} run;

static const graze_allocator *memory_of(const window_search *search)
{
    return &search->graph->memory;
}

graze_status window_search_open(window_search *search, const planning_graph *graph)
{
    uint32_t vertices = graph->roadmap->vertex_count;
    *search = (window_search){.graph = graph};
    search->all_near.units = memory_new(&graph->memory, vertices, sizeof *search->all_near.units);
    return search->all_near.units != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

void window_search_close(window_search *search)
{
    if (search->graph == NULL)
        return;
    memory_free(memory_of(search), search->vertices);
    memory_free(memory_of(search), search->states);
    memory_free(memory_of(search), search->intervals);
    memory_free(memory_of(search), search->steps);
    coarse_distances_free(&search->all_near, memory_of(search));
    heap_free(&search->open, memory_of(search));
    *search = (window_search){.graph = NULL};
}

/* ---- what a route is worth ---------------------------------------------------------- */

uint32_t window_made_at(const window_question *question, uint32_t made, uint32_t vertex)
{
    while (made < question->goal_count && question->goals[made].vertex == vertex)
        made++;
    return made;
}

tick window_left(const window_question *question, uint32_t made, uint32_t vertex)
{
    if (made == question->goal_count)
        return 0;
    const window_goal *next = &question->goals[made];
    tick left = coarse_distance(&next->coarse, vertex);
    return left < TICK_NEVER ? left + next->beyond : TICK_NEVER;
}

/* What it is worth to rest from an arrival on. */
static tick worth_of_rest(const window_question *question, uint32_t made, uint32_t vertex,
                          tick arrival, tick finish)
{
    if (made == question->goal_count)
        return finish;
    tick later = arrival > question->end ? arrival : question->end;
    return later + window_left(question, made, vertex);
}

tick window_worth(const planning_graph *graph, const window_question *question, const step *steps,
                  size_t count)
{
    uint32_t at = question->start, made = window_made_at(question, 0, at);
    tick arrival = question->since, finish = arrival;
    for (size_t i = 0; i < count; i++) {
        bool goes_on = made < question->goal_count;
        arrival = steps[i].start + graph_duration(graph, question->kind, steps[i].edge);
        at = graph_to(graph, steps[i].edge);
        made = window_made_at(question, made, at);
        finish = goes_on ? arrival : finish;
    }
    return worth_of_rest(question, made, at, arrival, finish);
}

tick window_ideal(const window_question *question)
{
    uint32_t made = window_made_at(question, 0, question->start);
    return question->since + window_left(question, made, question->start);
}

/* ---- states ------------------------------------------------------------------------- */

static graze_status add_state(const run *now, uint32_t vertex, uint32_t made, safe_interval when)
{
    window_search *search = now->search;
    if (when.first > when.last || when.first >= TICK_NEVER)
        return GRAZE_OK;
    if (!ARRAY_RESERVE(memory_of(search), search->states, search->state_capacity,
                       search->state_count + 1) ||
        !ARRAY_RESERVE(memory_of(search), search->intervals, search->interval_capacity,
                       search->state_count + 1))
        return GRAZE_ERROR_MEMORY;
    search->intervals[search->state_count] = when;
    search->states[search->state_count++] =
        (window_state){.arrival = TICK_NEVER, .vertex = vertex, .made = made, .edge = EDGE_NONE};
    return GRAZE_OK;
}

/* The record of a vertex for one who has made some goals: a state for each safe interval. */
static graze_status meet_vertex(const run *now, uint32_t vertex, uint32_t made,
                                window_vertex **record)
{
    window_search *search = now->search;
    *record = &search->vertices[(size_t)made * search->graph->roadmap->vertex_count + vertex];
    if ((*record)->search == search->search)
        return GRAZE_OK;
    span_list blocked = {NULL, 0}, stays = {NULL, 0};
    graze_status status = now->world.vertex(now->world.context, vertex, &blocked, &stays);
    uint32_t first = (uint32_t)search->state_count;
    for (size_t k = 0; k <= blocked.count && status == GRAZE_OK; k++) {
        safe_interval gap = {k == 0 ? 0 : blocked.spans[k - 1].upper,
                             k == blocked.count ? TICK_NEVER : blocked.spans[k].lower};
        status = add_state(now, vertex, made, gap);
    }
    **record = (window_vertex){search->search, first, (uint32_t)search->state_count - first};
    return status;
}

/* The item of an end at rest in a state; the state itself is twice its number. */
static uint32_t item_of_rest(uint32_t state)
{
    return 2 * state + 1;
}

/* One who is done stops as soon as it can, one who is not goes on first. */
static graze_status push(const run *now, uint32_t state)
{
    window_search *search = now->search;
    window_state *s = &search->states[state];
    bool is_done = s->finish < TICK_NEVER;
    tick least = is_done ? s->finish
                         : s->arrival + window_left(now->question, s->made, s->vertex);
    heap_entry entry = {least, is_done ? s->arrival : -s->arrival, 0, 2 * state, ++s->version};
    return heap_push(&search->open, memory_of(search), entry);
}

static graze_status push_rest(const run *now, uint32_t state)
{
    window_search *search = now->search;
    const window_state *s = &search->states[state];
    tick worth = worth_of_rest(now->question, s->made, s->vertex, s->arrival, s->finish);
    if (search->intervals[state].last < TICK_NEVER || worth >= now->question->below)
        return GRAZE_OK;
    heap_entry entry = {worth, s->arrival, -1, item_of_rest(state), s->version};
    return heap_push(&search->open, memory_of(search), entry);
}

static graze_status reach(const run *now, uint32_t target, const window_state *way)
{
    window_state *s = &now->search->states[target];
    if (way->arrival >= s->arrival)
        return GRAZE_OK;
    s->closed = false;
    s->arrival = way->arrival;
    s->departure = way->departure;
    s->finish = way->finish;
    s->parent = way->parent;
    s->edge = way->edge;
    return push(now, target);
}

/* ---- expansion ---------------------------------------------------------------------- */

/* Departs as early as it can to arrive in a state. */
static graze_status depart(const run *now, uint32_t parent, uint32_t edge, span_list blocked,
                           uint32_t target)
{
    window_search *search = now->search;
    const window_state *from = &search->states[parent];
    const safe_interval there = search->intervals[target];
    tick duration = graph_duration(search->graph, now->question->kind, edge);
    tick start = from->arrival;
    if (there.first - duration > start)
        start = there.first - duration;
    start = sipp_first_allowed(blocked, start);
    if (start >= TICK_NEVER || start > search->intervals[parent].last ||
        start + duration > there.last || start + duration > TICK_HORIZON)
        return GRAZE_OK;
    window_state way = {.arrival = start + duration,
                        .departure = start,
                        .finish = from->finish,
                        .parent = parent,
                        .edge = edge};
    uint32_t made = search->states[target].made;
    if (made == now->question->goal_count && from->made < made)
        way.finish = way.arrival;
    else if (way.finish == TICK_NEVER &&
             way.arrival + window_left(now->question, made, search->states[target].vertex) >=
                 now->question->below)
        return GRAZE_OK;
    return reach(now, target, &way);
}

static graze_status take_edge(const run *now, uint32_t parent, uint32_t edge)
{
    window_search *search = now->search;
    const window_state *from = &search->states[parent];
    uint32_t to = graph_to(search->graph, edge);
    uint32_t made = window_made_at(now->question, from->made, to);
    tick duration = graph_duration(search->graph, now->question->kind, edge);
    tick arrival = from->arrival + duration;
    window_vertex *record = NULL;
    span_list blocked = {NULL, 0};
    if (duration >= TICK_NEVER || window_left(now->question, made, to) >= TICK_NEVER)
        return GRAZE_OK;
    if (from->finish == TICK_NEVER &&
        arrival + window_left(now->question, made, to) >= now->question->below)
        return GRAZE_OK;
    tick last = search->intervals[parent].last; /* meeting a vertex moves the states */
    graze_status status = meet_vertex(now, to, made, &record);
    if (status == GRAZE_OK)
        status = now->world.edge(now->world.context, edge, &blocked);
    if (status != GRAZE_OK)
        return status;
    uint32_t first = record->first_state;
    uint32_t k = sipp_first_reached(&search->intervals[first], record->state_count, arrival);
    for (; status == GRAZE_OK && k < record->state_count; k++) {
        if (search->intervals[first + k].first - duration > last)
            break;
        status = depart(now, parent, edge, blocked, first + k);
    }
    return status;
}

static graze_status expand(const run *now, uint32_t state)
{
    window_search *search = now->search;
    const size_t *first = search->graph->roadmap->first;
    window_state *s = &search->states[state];
    uint32_t vertex = s->vertex;
    bool goes_on = s->arrival < now->question->end || s->finish < TICK_NEVER;
    s->closed = true;
    graze_status status = push_rest(now, state);
    if (!goes_on)
        return status;
    search->expanded++;
    for (size_t e = first[vertex]; e < first[vertex + 1] && status == GRAZE_OK; e++)
        status = take_edge(now, state, (uint32_t)e);
    return status;
}

/* ---- a search ----------------------------------------------------------------------- */

static graze_status begin(const run *now)
{
    window_search *search = now->search;
    const size_t vertices = search->graph->roadmap->vertex_count;
    const size_t records = ((size_t)now->question->goal_count + 1) * vertices;
    search->state_count = search->step_count = 0;
    search->open.count = 0;
    search->found = false;
    if (records > search->vertex_capacity) {
        memory_free(memory_of(search), search->vertices);
        search->vertex_capacity = 0;
        search->vertices = memory_new(memory_of(search), records, sizeof *search->vertices);
        if (search->vertices == NULL)
            return GRAZE_ERROR_MEMORY;
        search->vertex_capacity = records;
        search->search = 0;
    }
    if (++search->search == 0) { /* after 2^32 searches all records are cleared */
        memset(search->vertices, 0, search->vertex_capacity * sizeof *search->vertices);
        search->search = 1;
    }
    return GRAZE_OK;
}

static graze_status enter(const run *now)
{
    const window_question *question = now->question;
    uint32_t made = window_made_at(question, 0, question->start);
    window_vertex *record = NULL;
    graze_status status = meet_vertex(now, question->start, made, &record);
    if (status != GRAZE_OK || window_ideal(question) >= question->below)
        return status;
    window_state way = {.arrival = question->since,
                        .finish = made == question->goal_count ? question->since : TICK_NEVER,
                        .edge = EDGE_NONE};
    for (uint32_t k = 0; k < record->state_count && status == GRAZE_OK; k++) {
        uint32_t state = record->first_state + k;
        safe_interval when = now->search->intervals[state];
        if (when.first <= way.arrival && way.arrival <= when.last)
            status = reach(now, state, &way);
    }
    return status;
}

static graze_status take_steps(window_search *search, uint32_t last)
{
    size_t count = 0;
    for (uint32_t i = last; search->states[i].edge != EDGE_NONE; i = search->states[i].parent)
        count++;
    if (!ARRAY_RESERVE(memory_of(search), search->steps, search->step_capacity, count))
        return GRAZE_ERROR_MEMORY;
    search->step_count = count;
    for (uint32_t i = last; count > 0; i = search->states[i].parent)
        search->steps[--count] = (step){search->states[i].departure, search->states[i].edge};
    search->found = true;
    return GRAZE_OK;
}

graze_status window_search_find(window_search *search, timetable_view *view,
                                const window_question *question)
{
    const sipp_question all_times = {.kind = question->kind,
                                     .start = question->start,
                                     .goal = question->start,
                                     .coarse = &search->all_near,
                                     .latest_final = TICK_NEVER};
    run now = {search, question, timetable_view_world(view, &all_times)};
    graze_status status = begin(&now);
    if (status == GRAZE_OK)
        status = enter(&now);
    while (status == GRAZE_OK && search->open.count > 0) {
        heap_entry best = heap_pop(&search->open);
        uint32_t state = best.item / 2;
        if (search->states[state].version != best.version)
            continue;
        if (best.item == item_of_rest(state)) {
            search->worth = best.first;
            return take_steps(search, state);
        }
        if (!search->states[state].closed)
            status = expand(&now, state);
    }
    return status;
}
