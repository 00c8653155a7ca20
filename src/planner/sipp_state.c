/* SPDX-License-Identifier: MIT */
/* Safe intervals become states; ways to them. */
#include "planner/sipp_state.h"

#include "base/array.h"

/* ---- safe intervals ----------------------------------------------------------------- */

/* The first blocked span that ends after a time; often the first of all. */
static size_t first_ending_after(span_list blocked, tick time)
{
    size_t low = 0, high = blocked.count;
    if (high > 0 && blocked.spans[0].upper > time)
        return 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (blocked.spans[middle].upper > time)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

tick sipp_first_allowed(span_list blocked, tick time)
{
    size_t k = first_ending_after(blocked, time);
    for (; k < blocked.count && blocked.spans[k].lower < time; k++)
        time = blocked.spans[k].upper;
    return time;
}

tick sipp_first_blocked(span_list blocked, tick start)
{
    size_t k = first_ending_after(blocked, start);
    return k < blocked.count ? blocked.spans[k].lower : TICK_NEVER;
}

uint32_t sipp_first_reached(const safe_interval *intervals, uint32_t count, tick arrival)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (intervals[middle].last >= arrival)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

graze_status sipp_add_state(sipp *search, uint32_t vertex, safe_interval when)
{
    const graze_allocator *memory = &search->graph->memory;
    if (when.first > when.last || when.first >= TICK_NEVER)
        return GRAZE_OK;
    if (!ARRAY_RESERVE(memory, search->states, search->state_capacity, search->state_count + 1) ||
        !ARRAY_RESERVE(memory, search->intervals, search->interval_capacity,
                       search->state_count + 1))
        return GRAZE_ERROR_MEMORY;
    search->intervals[search->state_count] = when;
    search->states[search->state_count++] =
        (sipp_state){.arrival = TICK_NEVER, .vertex = vertex, .edge = EDGE_NONE};
    return GRAZE_OK;
}

/* Returns until when an agent may rest that arrives at when.first: before the least end of the
 * forbidden stays that begin then or later. *next gets the next arrival at which the answer may
 * change. */
static tick last_rest(span_list stays, safe_interval when, tick *next)
{
    tick last = when.last;
    *next = TICK_NEVER;
    for (size_t i = 0; i < stays.count; i++) {
        span stay = stays.spans[i];
        if (stay.lower < when.first || stay.upper - 1 >= when.last)
            continue;
        if (stay.upper - 1 < last)
            last = stay.upper - 1;
        if (stay.lower + 1 < *next)
            *next = stay.lower + 1;
    }
    return last;
}

/* The states of one gap between blocked times. */
static graze_status split_gap(sipp *search, uint32_t vertex, safe_interval gap, span_list stays)
{
    graze_status status = GRAZE_OK;
    tick before = -1;
    while (gap.first <= gap.last && gap.first < TICK_NEVER && status == GRAZE_OK) {
        tick next;
        tick last = last_rest(stays, gap, &next);
        if (last > before)
            status = sipp_add_state(search, vertex, (safe_interval){gap.first, last});
        before = last;
        gap.first = next;
    }
    return status;
}

/* Time begins at 0; gap k lies before blocked interval k. */
static graze_status add_states(sipp *search, uint32_t vertex, span_list blocked, span_list stays)
{
    graze_status status = GRAZE_OK;
    for (size_t k = 0; k <= blocked.count && status == GRAZE_OK; k++) {
        tick first = k == 0 ? 0 : blocked.spans[k - 1].upper;
        tick last = k == blocked.count ? TICK_NEVER : blocked.spans[k].lower;
        safe_interval gap = {first < 0 ? 0 : first, last};
        if (stays.count == 0)
            status = sipp_add_state(search, vertex, gap);
        else
            status = split_gap(search, vertex, gap, stays);
    }
    return status;
}

/* ---- states ------------------------------------------------------------------------- */

/* Where a vertex lies inside the corridor: after how many of its edges; 0: it does not. */
static uint32_t place_in_corridor(const sipp_run *now, uint32_t vertex)
{
    const sipp_question *question = now->question;
    for (size_t k = 1; k < question->corridor_count; k++)
        if (graph_to(now->search->graph, question->corridor[k - 1]) == vertex)
            return (uint32_t)k;
    return 0;
}

/* An agent that has come along the corridor must not go on to its end, so such arrivals have
 * states of their own: neither kind of arrival hides the other. */
static graze_status add_corridor_states(const sipp_run *now, sipp_vertex *record)
{
    sipp *search = now->search;
    graze_status status = GRAZE_OK;
    uint32_t along = place_in_corridor(now, search->states[record->first_state].vertex);
    record->first_along = (uint32_t)search->state_count;
    for (uint32_t k = 0; along > 0 && k < record->state_count && status == GRAZE_OK; k++) {
        uint32_t twin = record->first_state + k;
        status = sipp_add_state(search, search->states[twin].vertex, search->intervals[twin]);
        if (status == GRAZE_OK)
            search->states[search->state_count - 1].along = along;
    }
    return status;
}

graze_status sipp_meet_vertex(const sipp_run *now, uint32_t vertex, uint32_t made,
                              sipp_vertex **record)
{
    sipp *search = now->search;
    *record = &search->vertices[made * search->graph->roadmap->vertex_count + vertex];
    if ((*record)->search == search->search)
        return GRAZE_OK;
    if (!graph_can_wait(search->graph, vertex)) {
        **record = (sipp_vertex){.search = search->search};
        return GRAZE_OK;
    }
    span_list blocked = {NULL, 0}, stays = {NULL, 0};
    graze_status status = now->world->vertex(now->world->context, vertex, &blocked, &stays);
    uint32_t first = (uint32_t)search->state_count;
    if (status == GRAZE_OK)
        status = add_states(search, vertex, blocked, stays);
    for (size_t i = first; i < search->state_count; i++)
        search->states[i].made = made;
    **record = (sipp_vertex){search->search, first, (uint32_t)search->state_count - first, 0};
    if (status == GRAZE_OK && now->question->corridor_count > 0 && (*record)->state_count > 0)
        status = add_corridor_states(now, *record);
    return status;
}

static tick least_cost(const sipp_run *now, uint32_t state)
{
    const sipp_state *s = &now->search->states[state];
    return state == FINAL_STATE ? s->arrival
                                : sipp_least_cost(now, &now->search->legs[s->made],
                                                  sipp_first_start(s), s->vertex);
}

graze_status sipp_push(const sipp_run *now, uint32_t state)
{
    sipp_state *s = &now->search->states[state];
    const tick next = now->question->any_until > 0 && state != FINAL_STATE
                          ? sipp_left_on(now, &now->search->legs[s->made], s->vertex)
                          : -s->arrival;
    heap_entry entry = {least_cost(now, state), s->meets, next, state, ++s->version};
    if (now->question->against != NULL) {
        entry.second = next;
        entry.third = s->meets;
    }
    return heap_push(&now->search->open, &now->search->graph->memory, entry);
}

/* The earliest final arrival makes many estimates equal, so that a state can be expanded before its
 * earliest arrival is known; it is opened again then. */
graze_status sipp_reach(const sipp_run *now, uint32_t target, const sipp_state *way)
{
    sipp_state *s = &now->search->states[target];
    if (way->arrival > s->arrival ||
        (way->arrival == s->arrival && (s->closed || way->meets >= s->meets)))
        return GRAZE_OK;
    s->closed = false;
    s->resumed = 0;
    s->rounds = 0;
    s->arrival = way->arrival;
    s->departure = way->departure;
    s->parent = way->parent;
    s->edge = way->edge;
    s->meets = way->meets;
    return sipp_push(now, target);
}
