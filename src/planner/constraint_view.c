/* SPDX-License-Identifier: MIT */
/* A set of constraints, sorted out for the search of one agent. */
#include "planner/constraint_view.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

static const graze_allocator *memory_of(const constraint_table *table)
{
    return &table->graph->memory;
}

graze_status constraint_view_open(constraint_table *table)
{
    const planning_graph *graph = table->graph;
    size_t vertices = graph->roadmap->vertex_count;
    constraint_view *view = memory_new(memory_of(table), 1, sizeof *view);
    table->view = view;
    table->distances =
        memory_new(memory_of(table), vertices * graph->kind_count, sizeof *table->distances);
    if (view == NULL || table->distances == NULL)
        return GRAZE_ERROR_MEMORY;
    view->vertices = memory_new(memory_of(table), vertices, sizeof *view->vertices);
    view->stays = memory_new(memory_of(table), vertices, sizeof *view->stays);
    view->edges = memory_new(memory_of(table), graph->edge_count, sizeof *view->edges);
    view->target_vertices = memory_new(memory_of(table), vertices, sizeof *view->target_vertices);
    view->target_edges =
        memory_new(memory_of(table), graph->edge_count, sizeof *view->target_edges);
    overlap_lists_open(&view->overlaps, table->routes->collisions);
    return view->vertices != NULL && view->stays != NULL && view->edges != NULL &&
                   view->target_vertices != NULL && view->target_edges != NULL
               ? GRAZE_OK
               : GRAZE_ERROR_MEMORY;
}

static void free_view(const graze_allocator *memory, constraint_view *view)
{
    memory_free(memory, view->vertices);
    memory_free(memory, view->stays);
    memory_free(memory, view->edges);
    memory_free(memory, view->target_vertices);
    memory_free(memory, view->target_edges);
    overlap_lists_close(&view->overlaps);
    memory_free(memory, view->now.constraints);
    memory_free(memory, view->sought.constraints);
    memory_free(memory, view->compared.constraints);
    memory_free(memory, view->spans);
    memory_free(memory, view->landmarks);
    memory_free(memory, view);
}

void constraint_view_close(constraint_table *table)
{
    const graze_allocator *memory = memory_of(table);
    size_t tables = (size_t)table->graph->roadmap->vertex_count * table->graph->kind_count;
    if (table->view != NULL)
        free_view(memory, table->view);
    for (size_t i = 0; table->distances != NULL && i < tables; i++)
        memory_free(memory, table->distances[i]);
    memory_free(memory, table->distances);
    table->view = NULL;
    table->distances = NULL;
}

/* ---- the world ---------------------------------------------------------------------- */

static void mark_places(constraint_view *view)
{
    for (size_t i = 0; i < view->now.count; i++) {
        const constraint *c = &view->now.constraints[i];
        constraint_mark *marks = c->type == CONSTRAINT_VERTEX   ? view->vertices
                                 : c->type == CONSTRAINT_WAIT   ? view->stays
                                 : c->type == CONSTRAINT_MOTION ? view->edges
                                                                : NULL;
        if (marks != NULL && marks[c->place].turn != view->turn)
            marks[c->place] = (constraint_mark){view->turn, (uint32_t)i};
    }
}

static void forbid_from(const constraint_view *view, target_mark *place, tick from)
{
    if (place->turn != view->turn || from < place->from)
        *place = (target_mark){view->turn, from};
}

/* Target constraints: where the body that rests is overlapped nobody may be from that time
 * on, and a move that ends its overlap later is forbidden. */
static graze_status mark_targets(constraint_view *view)
{
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < view->now.count && status == GRAZE_OK; i++) {
        const constraint *c = &view->now.constraints[i];
        const overlap_list *around;
        if (c->type != CONSTRAINT_TARGET)
            continue;
        status = overlap_lists_find(&view->overlaps, c->kind, c->place, view->kind, &around);
        for (size_t v = 0; status == GRAZE_OK && v < around->vertex_count; v++) {
            uint32_t vertex = view->overlaps.vertices[around->first_vertex + v];
            forbid_from(view, &view->target_vertices[vertex], c->when.lower);
        }
        for (size_t e = 0; status == GRAZE_OK && e < around->edge_count; e++) {
            overlap_edge move = view->overlaps.edges[around->first_edge + e];
            forbid_from(view, &view->target_edges[move.edge], c->when.lower - move.upper);
        }
    }
    return status;
}

static void begin_turn(constraint_table *table)
{
    constraint_view *view = table->view;
    if (++view->turn != 0)
        return;
    size_t vertices = table->graph->roadmap->vertex_count;
    memset(view->vertices, 0, vertices * sizeof *view->vertices);
    memset(view->stays, 0, vertices * sizeof *view->stays);
    memset(view->edges, 0, table->graph->edge_count * sizeof *view->edges);
    memset(view->target_vertices, 0, vertices * sizeof *view->target_vertices);
    memset(view->target_edges, 0, table->graph->edge_count * sizeof *view->target_edges);
    view->turn = 1;
}

/* Sorts the constraints of a set out. */
static graze_status look_at(constraint_table *table, uint32_t set, const sipp_world *others)
{
    constraint_view *view = table->view;
    graze_status status = constraint_list_gather(table, set, NULL, &view->now);
    if (status != GRAZE_OK)
        return status;
    if (!ARRAY_RESERVE(memory_of(table), view->spans, view->span_capacity, 2 * view->now.count + 2))
        return GRAZE_ERROR_MEMORY;
    begin_turn(table);
    view->kind = table->routes->agents[table->sets[set].agent].kind;
    view->others = others;
    mark_places(view);
    return mark_targets(view);
}

/* The marked constraints of a type on a place: in order, and united (constraint_list.h). */
static span_list take_marked(const constraint_view *view, const constraint_mark *mark,
                             constraint_type type, uint32_t place, span *into)
{
    const constraint *all = view->now.constraints;
    size_t count = 0;
    for (size_t i = mark->first; mark->turn == view->turn && i < view->now.count &&
                                 all[i].type == type && all[i].place == place;
         i++)
        if (type == CONSTRAINT_WAIT || all[i].when.lower < all[i].when.upper)
            into[count++] = all[i].when;
    return (span_list){into, count};
}

/* A target constraint closes a place for good. */
static void close_target(constraint_view *view, const target_mark *place, span_list *blocked)
{
    span rest = {place->from, TICK_NEVER};
    if (place->turn != view->turn)
        return;
    for (; blocked->count > 0 && view->spans[blocked->count - 1].upper > rest.lower;
         blocked->count--)
        if (view->spans[blocked->count - 1].lower < rest.lower)
            rest.lower = view->spans[blocked->count - 1].lower;
    view->spans[blocked->count++] = rest;
}

static graze_status blocked_at_vertex(void *context, uint32_t vertex, span_list *blocked,
                                      span_list *stays)
{
    constraint_view *view = ((const constraint_table *)context)->view;
    *blocked = take_marked(view, &view->vertices[vertex], CONSTRAINT_VERTEX, vertex, view->spans);
    close_target(view, &view->target_vertices[vertex], blocked);
    *stays = take_marked(view, &view->stays[vertex], CONSTRAINT_WAIT, vertex,
                         view->spans + view->now.count + 1);
    return GRAZE_OK;
}

static graze_status blocked_along_edge(void *context, uint32_t edge, span_list *blocked)
{
    constraint_view *view = ((const constraint_table *)context)->view;
    *blocked = take_marked(view, &view->edges[edge], CONSTRAINT_MOTION, edge, view->spans);
    close_target(view, &view->target_edges[edge], blocked);
    return GRAZE_OK;
}

static uint32_t meets_moving(void *context, uint32_t edge, tick start)
{
    const sipp_world *others = ((const constraint_table *)context)->view->others;
    return others->meets_moving(others->context, edge, start);
}

static uint32_t meets_resting(void *context, uint32_t vertex, tick from, tick until)
{
    const sipp_world *others = ((const constraint_table *)context)->view->others;
    return others->meets_resting(others->context, vertex, from, until);
}

graze_status constraint_table_distances(constraint_table *table, uint32_t kind, uint32_t vertex,
                                        const tick **distances)
{
    size_t vertices = table->graph->roadmap->vertex_count;
    tick **kept = &table->distances[kind * vertices + vertex];
    graze_status status = GRAZE_OK;
    if (*kept == NULL) {
        tick *made = memory_new(memory_of(table), vertices, sizeof *made);
        if (made == NULL)
            return GRAZE_ERROR_MEMORY;
        status = graph_distances(table->graph, kind, vertex, made);
        if (status == GRAZE_OK)
            *kept = made;
        else
            memory_free(memory_of(table), made);
    }
    *distances = *kept;
    return status;
}

/* The distances to a place that is not a goal, if they are there or soon made: on large
 * maps there are too many such places. */
static graze_status some_distances(constraint_table *table, uint32_t kind, uint32_t vertex,
                                   const tick **distances)
{
    size_t vertices = table->graph->roadmap->vertex_count;
    *distances = table->distances[kind * vertices + vertex];
    return vertices <= table->table_vertices
               ? constraint_table_distances(table, kind, vertex, distances)
               : GRAZE_OK;
}

/* The landmarks of the set in view, in order of time. */
static graze_status take_landmarks(constraint_table *table, sipp_question *question)
{
    constraint_view *view = table->view;
    graze_status status = GRAZE_OK;
    size_t count = 0;
    for (size_t i = 0; i < view->now.count && status == GRAZE_OK; i++) {
        const constraint *c = &view->now.constraints[i];
        if (c->type != CONSTRAINT_POSITIVE)
            continue;
        if (!ARRAY_RESERVE(memory_of(table), view->landmarks, view->landmark_capacity, count + 1))
            return GRAZE_ERROR_MEMORY;
        sipp_landmark mark = {.edge = c->place, .when = c->when};
        if (c->kind != MOVE_GROUP_NONE)
            mark.group = move_group_moves(&table->groups, c->kind, &mark.group_count);
        status = some_distances(table, view->kind, table->graph->from[c->place], &mark.distances);
        size_t k = count++;
        for (; k > 0 && view->landmarks[k - 1].when.lower > mark.when.lower; k--)
            view->landmarks[k] = view->landmarks[k - 1];
        view->landmarks[k] = mark;
    }
    question->landmarks = view->landmarks;
    question->landmark_count = (uint32_t)count;
    return status;
}

graze_status constraint_find_route(constraint_table *table, uint32_t set, const sipp_world *others,
                                   sipp_question *question)
{
    const route_agent *agent = &table->routes->agents[table->sets[set].agent];
    graze_status status = look_at(table, set, others);
    question->kind = agent->kind;
    question->start = agent->start;
    if (status == GRAZE_OK)
        status = constraint_table_distances(table, agent->kind, agent->goal, &question->beyond);
    if (status == GRAZE_OK)
        status = some_distances(table, agent->kind, question->goal, &question->distances);
    if (status == GRAZE_OK && !question->pass) /* a visit before them is a visit, too */
        status = take_landmarks(table, question);
    if (status != GRAZE_OK)
        return status;
    sipp_world world = {.context = table, .vertex = blocked_at_vertex, .edge = blocked_along_edge};
    if (others != NULL) {
        world.meets_moving = meets_moving;
        world.meets_resting = meets_resting;
    }
    table->solved++;
    return sipp_find(&table->search, question, &world);
}
