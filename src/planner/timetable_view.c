/* SPDX-License-Identifier: MIT */
#include "planner/timetable_view.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

static const graze_allocator *memory_of(const timetable_view *view)
{
    return &view->plan->map->graph->memory;
}

graze_status timetable_view_open(timetable_view *view, const timetable *plan, const timetable *anew,
                                 collision_table *collisions)
{
    *view = (timetable_view){.plan = plan, .anew = anew, .collisions = collisions, .turn = 1};
    view->left_out = memory_new(memory_of(view), plan->agent_count, sizeof *view->left_out);
    view->answers = memory_new(memory_of(view), plan->map->count, sizeof *view->answers);
    view->met = memory_new(memory_of(view), plan->agent_count, sizeof *view->met);
    view->met_turn = memory_new(memory_of(view), plan->agent_count, sizeof *view->met_turn);
    if (view->left_out != NULL && view->answers != NULL && view->met != NULL &&
        view->met_turn != NULL)
        return GRAZE_OK;
    timetable_view_close(view);
    return GRAZE_ERROR_MEMORY;
}

void timetable_view_close(timetable_view *view)
{
    if (view->plan == NULL)
        return;
    memory_free(memory_of(view), view->left_out);
    memory_free(memory_of(view), view->answers);
    memory_free(memory_of(view), view->spans);
    memory_free(memory_of(view), view->taken);
    memory_free(memory_of(view), view->met);
    memory_free(memory_of(view), view->met_turn);
    *view = (timetable_view){.plan = NULL};
}

/* A new number for marks; after 2^32 of them all marks are cleared. */
static uint32_t next_mark(uint32_t now, uint32_t *marks, size_t count)
{
    if (now + 1 != 0)
        return now + 1;
    memset(marks, 0, count * sizeof *marks);
    return 1;
}

void timetable_view_see_all(timetable_view *view)
{
    view->turn = next_mark(view->turn, view->left_out, view->plan->agent_count);
}

void timetable_view_leave_out(timetable_view *view, uint32_t agent)
{
    view->left_out[agent] = view->turn;
}

/* ---- what is taken at a place ------------------------------------------------------- */

/* When the agent can be at a vertex at all; all times at its goal. */
static span window_at(const timetable_view *view, uint32_t vertex)
{
    const sipp_question *question = view->question;
    const tick unit = (tick)1 << COARSE_SHIFT;
    tick left = coarse_distance(question->coarse, vertex);
    if (left >= TICK_NEVER)
        return (span){0, 0};
    tick direct = coarse_distance(question->coarse, question->start);
    bool for_ever = vertex == question->goal || question->latest_final >= TICK_NEVER;
    return (span){direct - left - unit,
                  for_ever ? TICK_NEVER : question->latest_final - left + unit};
}

/* Takes a booking, unless its agent is left out or it lies outside the window. */
static void take(timetable_view *view, const timetable *table, uint32_t place, const booking *b,
                 span window)
{
    if (table == view->plan && view->left_out[b->agent] == view->turn)
        return;
    span when = timetable_booked(table, view->collisions, b, view->question->kind, place);
    if (when.lower < when.upper && when.upper > window.lower && when.lower < window.upper)
        view->taken[view->taken_count++] = (taken_span){when, b->agent};
}

/* Where there is one kind, what ends too early or begins too late is passed over by the order. */
static graze_status take_from(timetable_view *view, const timetable *table, uint32_t place,
                              span window)
{
    const booking_list *list = &table->places[place];
    const bool one_kind = timetable_has_one_kind(table);
    if (list->count == 0)
        return GRAZE_OK;
    if (!ARRAY_RESERVE(memory_of(view), view->taken, view->taken_capacity,
                       view->taken_count + list->count))
        return GRAZE_ERROR_MEMORY;
    uint32_t first = one_kind ? booking_first_after(list, window.lower) : 0;
    for (uint32_t i = 0; list->endless > 0 && i < first; i++)
        if (list->items[i].upper >= TICK_NEVER)
            take(view, table, place, &list->items[i], window);
    for (uint32_t i = first; i < list->count; i++) {
        if (one_kind && list->items[i].lower >= window.upper)
            break;
        take(view, table, place, &list->items[i], window);
    }
    return view->collisions->status;
}

/* Nearly in order as they are. */
static void sort_taken(timetable_view *view)
{
    taken_span *taken = view->taken;
    for (size_t i = 1; i < view->taken_count; i++) {
        taken_span moved = taken[i];
        size_t hole = i;
        for (; hole > 0 && taken[hole - 1].when.lower > moved.when.lower; hole--)
            taken[hole] = taken[hole - 1];
        taken[hole] = moved;
    }
}

graze_status timetable_view_look(timetable_view *view, uint32_t place)
{
    const planning_graph *graph = view->plan->map->graph;
    uint32_t vertex =
        place_is_edge(graph, place) ? graph->from[place_edge(graph, place)] : place;
    span window = window_at(view, vertex);
    view->taken_count = 0;
    graze_status status = take_from(view, view->plan, place, window);
    if (status == GRAZE_OK && view->anew != NULL)
        status = take_from(view, view->anew, place, window);
    sort_taken(view);
    return status;
}

/* ---- the world of a search ---------------------------------------------------------- */

/* What is taken, with those united that overlap; those that share an end stay two. */
static graze_status unite(timetable_view *view)
{
    if (!ARRAY_RESERVE(memory_of(view), view->spans, view->span_capacity,
                       view->span_count + view->taken_count))
        return GRAZE_ERROR_MEMORY;
    span *last = NULL;
    for (size_t i = 0; i < view->taken_count; i++) {
        span when = view->taken[i].when;
        if (when.upper <= 0)
            continue;
        if (last == NULL || when.lower >= last->upper)
            *(last = &view->spans[view->span_count++]) = when;
        else if (when.upper > last->upper)
            last->upper = when.upper;
    }
    return GRAZE_OK;
}

static graze_status answer(timetable_view *view, uint32_t place, span_list *blocked)
{
    view_answer *kept = &view->answers[place];
    graze_status status = GRAZE_OK;
    if (kept->search != view->search) {
        size_t first = view->span_count;
        status = timetable_view_look(view, place);
        if (status == GRAZE_OK)
            status = unite(view);
        *kept = (view_answer){view->search, (uint32_t)(view->span_count - first), first};
    }
    *blocked = (span_list){view->spans == NULL ? NULL : view->spans + kept->first, kept->count};
    return status;
}

static graze_status at_vertex(void *context, uint32_t vertex, span_list *blocked, span_list *stays)
{
    *stays = (span_list){NULL, 0};
    return answer(context, vertex, blocked);
}

static graze_status along_edge(void *context, uint32_t edge, span_list *blocked)
{
    timetable_view *view = context;
    return answer(view, place_of_edge(view->plan->map->graph, edge), blocked);
}

sipp_world timetable_view_world(timetable_view *view, const sipp_question *question)
{
    view->question = question;
    view->span_count = 0;
    if (++view->search == 0) {
        memset(view->answers, 0, view->plan->map->count * sizeof *view->answers);
        view->search = 1;
    }
    return (sipp_world){.context = view, .vertex = at_vertex, .edge = along_edge};
}

/* ---- whom a route meets ------------------------------------------------------------- */

static bool meets(const route_part *part, span taken)
{
    if (part->edge != EDGE_NONE)
        return span_holds(taken, part->from);
    return taken.lower < part->until && part->from < taken.upper;
}

static graze_status meet_part(timetable_view *view, uint32_t kind, const route_part *part,
                              const timetable *table)
{
    const planning_graph *graph = table->map->graph;
    uint32_t place = part->edge != EDGE_NONE ? place_of_edge(graph, part->edge) : part->vertex;
    const booking_list *list = &table->places[place];
    for (uint32_t i = 0; i < list->count; i++) {
        const booking *b = &list->items[i];
        if (view->met_turn[b->agent] == view->meeting ||
            (table == view->plan && view->left_out[b->agent] == view->turn) ||
            !meets(part, timetable_booked(table, view->collisions, b, kind, place)))
            continue;
        view->met_turn[b->agent] = view->meeting;
        view->met[view->met_count++] = b->agent;
    }
    return view->collisions->status;
}

graze_status timetable_view_meet(timetable_view *view, const route_agent *agent, const step *steps,
                                 size_t count)
{
    const planning_graph *graph = view->plan->map->graph;
    route_walk walk = route_walk_begin(graph, agent, steps, count);
    graze_status status = GRAZE_OK;
    route_part part;
    view->met_count = 0;
    view->meeting = next_mark(view->meeting, view->met_turn, view->plan->agent_count);
    while (status == GRAZE_OK && route_walk_next(&walk, &part)) {
        status = meet_part(view, agent->kind, &part, view->plan);
        if (status == GRAZE_OK && view->anew != NULL)
            status = meet_part(view, agent->kind, &part, view->anew);
    }
    return status;
}
