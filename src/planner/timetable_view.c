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
                             .collisions = collisions,
                             .turn = 1};
    view->left_out = memory_new(memory_of(view), plan->agent_count, sizeof *view->left_out);
    view->places = memory_new(memory_of(view), plan->map->count, sizeof *view->places);
    view->changed =
        memory_new(memory_of(view), place_words(plan->map->count), sizeof *view->changed);
    view->met = memory_new(memory_of(view), plan->agent_count, sizeof *view->met);
    view->met_turn = memory_new(memory_of(view), plan->agent_count, sizeof *view->met_turn);
    if (view->left_out != NULL && view->places != NULL && view->changed != NULL &&
        view->met != NULL && view->met_turn != NULL)
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
    memory_free(memory_of(view), view->changed);
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

void timetable_view_see_all(timetable_view *view)
{
    memset(view->changed, 0, place_words(view->plan->map->count) * sizeof *view->changed);
    if (++view->turn != 0)
        return;
    memset(view->left_out, 0, view->plan->agent_count * sizeof *view->left_out);
    view->turn = 1;
}

static void note_change(timetable_view *view, uint32_t place, span taken)
{
    view_place *kept = &view->places[place];
    if (!place_is_in(view->changed, place))
        kept->during = taken;
    place_put(view->changed, place, true);
    if (taken.lower < kept->during.lower)
        kept->during.lower = taken.lower;
    if (taken.upper > kept->during.upper)
        kept->during.upper = taken.upper;
}

/* (The plan may be another thread's, too; footprints are those of `anew`.) */
graze_status timetable_view_leave_out(timetable_view *view, uint32_t agent)
{
    const timetable *plan = view->plan;
    const planning_graph *graph = plan->map->graph;
    const kept_steps *route = &plan->routes[agent];
    route_walk walk = route_walk_begin(graph, &plan->agents[agent], route->steps, route->count);
    graze_status status = GRAZE_OK;
    route_part part;
    view->left_out[agent] = view->turn;
    while (timetable_has_one_kind(plan) && status == GRAZE_OK && route_walk_next(&walk, &part)) {
        footprint found = {NULL, 0};
        status = footprints_of(
            &view->anew->prints,
            part.edge != EDGE_NONE ? place_of_edge(graph, part.edge) : part.vertex, &found);
        for (uint32_t i = 0; i < found.count; i++)
            note_change(view, found.items[2 * i],
                        footprint_taken(&view->anew->prints, &part, found.items[2 * i + 1]));
    }
    return status;
}

/* ---- what is taken at a place ------------------------------------------------------- */

/* When the agent can be at a vertex at all, or leave the one that an edge begins at; all times at
 * its goal. */
static span window_at(const timetable_view *view, uint32_t place)
{
    const planning_graph *graph = view->plan->map->graph;
    const sipp_question *question = view->question;
    const tick unit = (tick)1 << COARSE_SHIFT;
    uint32_t vertex =
        place_is_edge(graph, place) ? graph->from[place_edge(graph, place)] : place;
    tick left = coarse_distance(question->coarse, vertex);
    if (left >= TICK_NEVER)
        return (span){0, 0};
    tick direct = coarse_distance(question->coarse, question->start);
    bool for_ever = vertex == question->goal || question->latest_final >= TICK_NEVER;
    return (span){direct - left - unit,
                  for_ever ? TICK_NEVER : question->latest_final - left + unit};
}

/* Is it of an agent whom the view leaves out? */
static bool is_left_out(const timetable_view *view, const timetable *table, const booking *b)
{
    return table == view->plan && view->left_out[b->agent] == view->turn;
}

/* Where there are several kinds a booking has the time of a part; starts that it takes may be
 * earlier by the duration of the edge, and all ends are rounded to ticks. */
static tick early_by(const timetable_view *view, uint32_t place)
{
    const planning_graph *graph = view->plan->map->graph;
    if (timetable_has_one_kind(view->plan))
        return 0;
    if (!place_is_edge(graph, place))
        return 1;
    tick duration = graph_duration(graph, view->question->kind, place_edge(graph, place));
    return duration < TICK_HORIZON ? duration + 1 : TICK_HORIZON;
}

/* Takes what somebody books at a place that shares an instant with the window. */
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
    tick early = early_by(view, place);
    booking_walk walk =
        booking_walk_begin(list, (span){window.lower - early, window.upper + early});
    taken_span *next = view->taken + view->taken_count;
    for (const booking *b; (b = booking_walk_next(&walk)) != NULL;) {
        if (is_left_out(view, table, b))
            continue;
        span when = one_kind ? (span){b->lower, b->upper}
                             : timetable_booked(table, view->collisions, b,
                                                view->question->kind, place);
        if (when.lower < when.upper && when.upper > window.lower && when.lower < window.upper)
            *next++ = (taken_span){when, b->agent};
    }
    view->taken_count = (size_t)(next - view->taken);
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

static graze_status look_during(timetable_view *view, uint32_t place, span window)
{
    view->taken_count = 0;
    graze_status status = take_from(view, view->plan, place, window);
    if (status == GRAZE_OK && view->anew != NULL)
        status = take_from(view, view->anew, place, window);
    sort_taken(view);
    return status;
}

graze_status timetable_view_look(timetable_view *view, uint32_t place)
{
    return look_during(view, place, window_at(view, place));
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

/* Is the answer within a window what the plan keeps united? Mostly two bits tell. */
static bool is_plan_alone(const timetable_view *view, uint32_t place, span window)
{
    if (!timetable_has_one_kind(view->plan))
        return false;
    if (place_is_in(view->changed, place)) {
        const span during = view->places[place].during;
        if (during.lower < window.upper && window.lower < during.upper)
            return false;
    }
    return view->anew == NULL || !place_is_in(view->anew->booked, place) ||
           united_during(&view->anew->united[place], window).count == 0;
}

static graze_status find_answer(timetable_view *view, uint32_t place)
{
    view_place *kept = &view->places[place];
    kept->search = view->search;
    kept->own = NULL;
    const span window = window_at(view, place);
    if (is_plan_alone(view, place, window)) {
        span_list own = united_during(&view->plan->united[place], window);
        kept->own = own.spans;
        kept->count = (uint32_t)own.count;
        return GRAZE_OK;
    }
    graze_status status = timetable_view_look(view, place);
    kept->first = (uint32_t)view->span_count;
    if (status == GRAZE_OK)
        status = unite(view);
    kept->count = (uint32_t)view->span_count - kept->first;
    return status;
}

static graze_status answer(timetable_view *view, uint32_t place, span_list *blocked)
{
    const view_place *kept = &view->places[place];
    graze_status status = GRAZE_OK;
    if (kept->search != view->search)
        status = find_answer(view, place);
    const span *own = kept->own;
    if (own == NULL && view->spans != NULL)
        own = view->spans + kept->first;
    *blocked = (span_list){own, kept->count};
    return status;
}

/* (A search asks once about a vertex.) */
static graze_status at_vertex(void *context, uint32_t vertex, span_list *blocked, span_list *stays)
{
    const timetable_view *view = context;
    const span window = window_at(view, vertex);
    *stays = (span_list){NULL, 0};
    if (!is_plan_alone(view, vertex, window))
        return answer(context, vertex, blocked);
    *blocked = united_during(&view->plan->united[vertex], window);
    return GRAZE_OK;
}

static graze_status along_edge(void *context, uint32_t edge, span_list *blocked)
{
    timetable_view *view = context;
    return answer(view, place_of_edge(view->plan->map->graph, edge), blocked);
}

/* Where there is one kind: for some starts the plan's spans are at hand. */
static graze_status along_edge_from(void *context, uint32_t edge, tick earliest, tick latest,
                                    span_list *blocked)
{
    timetable_view *view = context;
    const uint32_t place = place_of_edge(view->plan->map->graph, edge);
    if (!is_plan_alone(view, place, (span){earliest - 1, latest + 1}))
        return answer(view, place, blocked);
    *blocked = united_from(&view->plan->united[place], earliest);
    return GRAZE_OK;
}

/* Where there are several kinds each booking is a question to the collision intervals, and most are
 * long after the agent has passed: only those are asked that concern the starts from one state. The
 * answer holds until the next question. */
static graze_status along_edge_between(void *context, uint32_t edge, tick earliest, tick latest,
                                       span_list *blocked)
{
    timetable_view *view = context;
    const uint32_t place = place_of_edge(view->plan->map->graph, edge);
    const size_t first = view->span_count;
    span window = window_at(view, place);
    window.lower = earliest - 1 > window.lower ? earliest - 1 : window.lower;
    window.upper = latest < window.upper ? latest + 1 : window.upper;
    graze_status status = look_during(view, place, window);
    if (status == GRAZE_OK)
        status = unite(view);
    if (status == GRAZE_OK)
        *blocked = (span_list){view->spans + first, view->span_count - first};
    view->span_count = first;
    return status;
}

sipp_world timetable_view_world(timetable_view *view, const sipp_question *question)
{
    view->question = question;
    view->span_count = 0;
    next_search(view);
    return (sipp_world){
        .context = view,
        .vertex = at_vertex,
        .edge = along_edge,
        .edge_between =
            timetable_has_one_kind(view->plan) ? along_edge_from : along_edge_between,
    };
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
    tick early = part->until - part->from; /* see early_by */
    booking_walk walk = booking_walk_begin(
        &table->places[place], (span){part->from - early - 1, part->until + 1});
    for (const booking *b; (b = booking_walk_next(&walk)) != NULL;) {
        if (view->met_turn[b->agent] == view->meeting || is_left_out(view, table, b) ||
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
