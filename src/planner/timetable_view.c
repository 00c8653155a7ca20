/* SPDX-License-Identifier: MIT */
#include "planner/timetable_view.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

static const graze_allocator *memory_of(const timetable_view *view)
{
    return &view->plan->map->graph->memory;
}

graze_status timetable_view_open(timetable_view *view, const timetable *plan, timetable *anew,
                                 collision_table *collisions)
{
    *view = (timetable_view){.plan = plan,
                             .anew = anew,
                             .around = anew,
                             .collisions = collisions,
                             .turn = 1,
                             .epoch = 1};
    view->left_out = memory_new(memory_of(view), plan->agent_count, sizeof *view->left_out);
    view->places = memory_new(memory_of(view), plan->map->count, sizeof *view->places);
    view->met = memory_new(memory_of(view), plan->agent_count, sizeof *view->met);
    view->met_turn = memory_new(memory_of(view), plan->agent_count, sizeof *view->met_turn);
    if (view->left_out != NULL && view->places != NULL && view->met != NULL &&
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
    memory_free(memory_of(view), view->places);
    memory_free(memory_of(view), view->spans);
    memory_free(memory_of(view), view->taken);
    memory_free(memory_of(view), view->met);
    memory_free(memory_of(view), view->met_turn);
    *view = (timetable_view){.plan = NULL};
}

/* Numbers that mark places and agents; after 2^32 of one its marks are cleared. */
static void next_search(timetable_view *view)
{
    if (++view->search != 0)
        return;
    for (uint32_t p = 0; p < view->plan->map->count; p++)
        view->places[p].search = 0;
    view->search = 1;
}

static void next_epoch(timetable_view *view)
{
    if (++view->epoch != 0)
        return;
    for (uint32_t p = 0; p < view->plan->map->count; p++)
        view->places[p].epoch = 0;
    view->epoch = 1;
}

void timetable_view_see_all(timetable_view *view)
{
    if (++view->turn != 0)
        return;
    for (uint32_t p = 0; p < view->plan->map->count; p++)
        view->places[p].changed = view->places[p].epoch = 0;
    memset(view->left_out, 0, view->plan->agent_count * sizeof *view->left_out);
    view->turn = 1;
}

graze_status timetable_view_leave_out(timetable_view *view, uint32_t agent)
{
    const timetable *plan = view->plan;
    const kept_steps *route = &plan->routes[agent];
    route_walk walk =
        route_walk_begin(plan->map->graph, &plan->agents[agent], route->steps, route->count);
    graze_status status = GRAZE_OK;
    route_part part;
    view->left_out[agent] = view->turn;
    while (status == GRAZE_OK && route_walk_next(&walk, &part)) {
        status = timetable_look_around(view->around, plan->agents[agent].kind, &part);
        for (size_t i = 0; i < view->around->near_count; i++)
            view->places[view->around->near[i]].changed = view->turn;
    }
    return status;
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

static const span all_times = {-TICK_NEVER, TICK_NEVER};

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
    bool skips = one_kind && window.lower > all_times.lower;
    uint32_t first = skips ? booking_first_after(list, window.lower) : 0;
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
                       view->span_count + view->taken_count + 1))
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

/* Sees to what the plan takes at a place, at all times. */
static graze_status look_up(timetable_view *view, uint32_t place)
{
    view_place *kept = &view->places[place];
    const uint32_t turn = kept->changed == view->turn ? view->turn : 0;
    const uint32_t version = view->plan->places[place].version, kind = view->question->kind;
    if (kept->epoch == view->epoch && kept->version == version && kept->turn == turn &&
        kept->kind == kind)
        return GRAZE_OK;
    kept->all_first = (uint32_t)view->span_count;
    view->taken_count = 0;
    graze_status status = take_from(view, view->plan, place, all_times);
    sort_taken(view);
    if (status == GRAZE_OK)
        status = unite(view);
    kept->all_count = (uint32_t)view->span_count - kept->all_first;
    kept->epoch = status == GRAZE_OK ? view->epoch : 0;
    kept->version = version;
    kept->turn = turn;
    kept->kind = kind;
    return status;
}

/* Finds those of all spans of a place that share an instant with a window. */
static void cut(const timetable_view *view, view_place *kept, span window)
{
    const span *spans = view->spans + kept->all_first;
    uint32_t low = 0, high = kept->all_count, count = 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (spans[middle].upper > window.lower)
            high = middle;
        else
            low = middle + 1;
    }
    while (low + count < kept->all_count && spans[low + count].lower < window.upper)
        count++;
    kept->first = kept->all_first + low;
    kept->count = count;
}

/* Adds what those who have been planned anew take at a place. There is room for what the plan
 * takes there: look_up had it there before it was united. */
static graze_status add_anew(timetable_view *view, uint32_t place, span window)
{
    view_place *kept = &view->places[place];
    for (uint32_t i = 0; i < kept->count; i++)
        view->taken[i] = (taken_span){view->spans[kept->first + i], 0};
    view->taken_count = kept->count;
    graze_status status = take_from(view, view->anew, place, window);
    sort_taken(view);
    kept->first = (uint32_t)view->span_count;
    if (status == GRAZE_OK)
        status = unite(view);
    kept->count = (uint32_t)view->span_count - kept->first;
    return status;
}

static graze_status find_answer(timetable_view *view, uint32_t place)
{
    enum { SPANS = 1 << 22 };
    const planning_graph *graph = view->plan->map->graph;
    view_place *kept = &view->places[place];
    uint32_t vertex = place_is_edge(graph, place) ? graph->from[place_edge(graph, place)] : place;
    if (view->span_count > SPANS) { /* all are forgotten */
        view->span_count = 0;
        next_epoch(view);
        next_search(view);
    }
    span window = window_at(view, vertex);
    graze_status status = look_up(view, place);
    if (status == GRAZE_OK)
        cut(view, kept, window);
    if (status == GRAZE_OK && view->anew != NULL && view->anew->places[place].count > 0)
        status = add_anew(view, place, window);
    kept->search = view->search;
    return status;
}

static graze_status answer(timetable_view *view, uint32_t place, span_list *blocked)
{
    const view_place *kept = &view->places[place];
    graze_status status = GRAZE_OK;
    if (kept->search != view->search)
        status = find_answer(view, place);
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
    next_search(view);
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
    if (++view->meeting == 0) {
        memset(view->met_turn, 0, view->plan->agent_count * sizeof *view->met_turn);
        view->meeting = 1;
    }
    while (status == GRAZE_OK && route_walk_next(&walk, &part)) {
        status = meet_part(view, agent->kind, &part, view->plan);
        if (status == GRAZE_OK && view->anew != NULL)
            status = meet_part(view, agent->kind, &part, view->anew);
    }
    return status;
}
