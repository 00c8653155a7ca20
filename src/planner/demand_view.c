/* SPDX-License-Identifier: MIT */
/* A set of demands, sorted out for the search of one agent. */
#include "planner/demand_view.h"

#include <string.h>

#include "base/memory.h"
#include "planner/array.h"

static const graze_allocator *memory_of(const demand_book *book)
{
    return &book->ground->memory;
}

graze_status demand_view_open(demand_book *book)
{
    const terrain *ground = book->ground;
    size_t vertices = ground->roadmap->vertex_count;
    demand_view *view = memory_new(memory_of(book), 1, sizeof *view);
    book->view = view;
    book->distances =
        memory_new(memory_of(book), vertices * ground->kind_count, sizeof *book->distances);
    if (view == NULL || book->distances == NULL)
        return GRAZE_ERROR_MEMORY;
    view->vertices = memory_new(memory_of(book), vertices, sizeof *view->vertices);
    view->stays = memory_new(memory_of(book), vertices, sizeof *view->stays);
    view->edges = memory_new(memory_of(book), ground->edge_count, sizeof *view->edges);
    view->yielded_vertices =
        memory_new(memory_of(book), vertices, sizeof *view->yielded_vertices);
    view->yielded_edges =
        memory_new(memory_of(book), ground->edge_count, sizeof *view->yielded_edges);
    near_open(&view->near, book->routes->clashes);
    return view->vertices != NULL && view->stays != NULL && view->edges != NULL &&
                   view->yielded_vertices != NULL && view->yielded_edges != NULL
               ? GRAZE_OK
               : GRAZE_ERROR_MEMORY;
}

static void free_view(const graze_allocator *memory, demand_view *view)
{
    memory_free(memory, view->vertices);
    memory_free(memory, view->stays);
    memory_free(memory, view->edges);
    memory_free(memory, view->yielded_vertices);
    memory_free(memory, view->yielded_edges);
    near_close(&view->near);
    memory_free(memory, view->now.demands);
    memory_free(memory, view->sought.demands);
    memory_free(memory, view->compared.demands);
    memory_free(memory, view->spans);
    memory_free(memory, view->landmarks);
    memory_free(memory, view);
}

void demand_view_close(demand_book *book)
{
    const graze_allocator *memory = memory_of(book);
    size_t tables = (size_t)book->ground->roadmap->vertex_count * book->ground->kind_count;
    if (book->view != NULL)
        free_view(memory, book->view);
    for (size_t i = 0; book->distances != NULL && i < tables; i++)
        memory_free(memory, book->distances[i]);
    memory_free(memory, book->distances);
    book->view = NULL;
    book->distances = NULL;
}

/* ---- the world ---------------------------------------------------------------------- */

static void mark_places(demand_view *view)
{
    for (size_t i = 0; i < view->now.count; i++) {
        const demand *d = &view->now.demands[i];
        demand_mark *marks = d->form == DEMAND_ABSENT    ? view->vertices
                             : d->form == DEMAND_NO_STAY ? view->stays
                             : d->form == DEMAND_NO_START ? view->edges
                                                          : NULL;
        if (marks != NULL && marks[d->place].turn != view->turn)
            marks[d->place] = (demand_mark){view->turn, (uint32_t)i};
    }
}

static void yield_from(const demand_view *view, demand_yield *place, tick from)
{
    if (place->turn != view->turn || from < place->from)
        *place = (demand_yield){view->turn, from};
}

/* Yielding to an agent that rests somewhere from a time on: wherever it is overlapped,
 * nobody may be from then on, and a move that ends its overlap later is forbidden. */
static graze_status mark_yields(demand_view *view)
{
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < view->now.count && status == GRAZE_OK; i++) {
        const demand *d = &view->now.demands[i];
        const near_place *around;
        if (d->form != DEMAND_YIELD)
            continue;
        status = near_find(&view->near, d->kind, d->place, view->kind, &around);
        for (size_t v = 0; status == GRAZE_OK && v < around->vertex_count; v++) {
            uint32_t vertex = view->near.vertices[around->first_vertex + v];
            yield_from(view, &view->yielded_vertices[vertex], d->when.lower);
        }
        for (size_t e = 0; status == GRAZE_OK && e < around->edge_count; e++) {
            near_edge move = view->near.edges[around->first_edge + e];
            yield_from(view, &view->yielded_edges[move.edge], d->when.lower - move.upper);
        }
    }
    return status;
}

static void begin_turn(demand_book *book)
{
    demand_view *view = book->view;
    if (++view->turn != 0)
        return;
    size_t vertices = book->ground->roadmap->vertex_count;
    memset(view->vertices, 0, vertices * sizeof *view->vertices);
    memset(view->stays, 0, vertices * sizeof *view->stays);
    memset(view->edges, 0, book->ground->edge_count * sizeof *view->edges);
    memset(view->yielded_vertices, 0, vertices * sizeof *view->yielded_vertices);
    memset(view->yielded_edges, 0, book->ground->edge_count * sizeof *view->yielded_edges);
    view->turn = 1;
}

/* Sorts the demands of a set out. */
static graze_status look_at(demand_book *book, uint32_t set, const sipp_world *crowd)
{
    demand_view *view = book->view;
    graze_status status = demand_gather(book, set, NULL, &view->now);
    if (status != GRAZE_OK)
        return status;
    if (!ARRAY_RESERVE(memory_of(book), view->spans, view->span_capacity,
                       2 * view->now.count + 2))
        return GRAZE_ERROR_MEMORY;
    begin_turn(book);
    view->kind = book->routes->agents[book->sets[set].agent].kind;
    view->crowd = crowd;
    mark_places(view);
    return mark_yields(view);
}

/* Adds a span in order of begins, and unites it with what it overlaps. */
static void insert_span(demand_view *view, size_t *count, span more)
{
    size_t i = *count;
    if (more.lower >= more.upper)
        return;
    while (i > 0 && view->spans[i - 1].lower > more.lower) {
        view->spans[i] = view->spans[i - 1];
        i--;
    }
    view->spans[i] = more;
    (*count)++;
}

static span_list united(demand_view *view, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        span next = view->spans[i];
        if (kept > 0 && next.lower < view->spans[kept - 1].upper) {
            if (next.upper > view->spans[kept - 1].upper)
                view->spans[kept - 1].upper = next.upper;
            continue;
        }
        view->spans[kept++] = next;
    }
    return (span_list){view->spans, kept};
}

static size_t take_marked(demand_view *view, const demand_mark *mark, demand_form form,
                          uint32_t place)
{
    size_t count = 0;
    if (mark->turn != view->turn)
        return 0;
    for (size_t i = mark->first; i < view->now.count && view->now.demands[i].form == form &&
                                 view->now.demands[i].place == place;
         i++)
        insert_span(view, &count, view->now.demands[i].when);
    return count;
}

static span_list marked_stays(demand_view *view, uint32_t vertex)
{
    const demand_mark *mark = &view->stays[vertex];
    span *stays = view->spans + view->now.count + 1;
    size_t count = 0;
    if (mark->turn == view->turn)
        for (size_t i = mark->first; i < view->now.count &&
                                     view->now.demands[i].form == DEMAND_NO_STAY &&
                                     view->now.demands[i].place == vertex;
             i++)
            stays[count++] = view->now.demands[i].when;
    return (span_list){stays, count};
}

/* From a time on a place is yielded for good. */
static void insert_yield(demand_view *view, size_t *count, const demand_yield *place)
{
    if (place->turn == view->turn)
        insert_span(view, count, (span){place->from, TICK_NEVER});
}

static graze_status blocked_at_vertex(void *context, uint32_t vertex, span_list *blocked,
                                      span_list *stays)
{
    demand_view *view = ((const demand_book *)context)->view;
    size_t count = take_marked(view, &view->vertices[vertex], DEMAND_ABSENT, vertex);
    insert_yield(view, &count, &view->yielded_vertices[vertex]);
    *blocked = united(view, count);
    *stays = marked_stays(view, vertex);
    return GRAZE_OK;
}

static graze_status blocked_along_edge(void *context, uint32_t edge, span_list *blocked)
{
    demand_view *view = ((const demand_book *)context)->view;
    size_t count = take_marked(view, &view->edges[edge], DEMAND_NO_START, edge);
    insert_yield(view, &count, &view->yielded_edges[edge]);
    *blocked = united(view, count);
    return GRAZE_OK;
}

static uint32_t meets_moving(void *context, uint32_t edge, tick start)
{
    const sipp_world *crowd = ((const demand_book *)context)->view->crowd;
    return crowd->meets_moving(crowd->context, edge, start);
}

static uint32_t meets_resting(void *context, uint32_t vertex, tick from, tick until)
{
    const sipp_world *crowd = ((const demand_book *)context)->view->crowd;
    return crowd->meets_resting(crowd->context, vertex, from, until);
}

graze_status demand_distances(demand_book *book, uint32_t kind, uint32_t vertex,
                              const tick **distances)
{
    size_t vertices = book->ground->roadmap->vertex_count;
    tick **table = &book->distances[kind * vertices + vertex];
    graze_status status = GRAZE_OK;
    if (*table == NULL) {
        tick *made = memory_new(memory_of(book), vertices, sizeof *made);
        if (made == NULL)
            return GRAZE_ERROR_MEMORY;
        status = terrain_distances(book->ground, kind, vertex, made);
        if (status == GRAZE_OK)
            *table = made;
        else
            memory_free(memory_of(book), made);
    }
    *distances = *table;
    return status;
}

/* The distances to a place that is not a goal, if they are there or soon made: on large
 * maps there are too many such places. */
static graze_status some_distances(demand_book *book, uint32_t kind, uint32_t vertex,
                                   const tick **distances)
{
    size_t vertices = book->ground->roadmap->vertex_count;
    *distances = book->distances[kind * vertices + vertex];
    return vertices <= book->table_vertices ? demand_distances(book, kind, vertex, distances)
                                      : GRAZE_OK;
}

/* The landmarks of the set in view, in order of time. */
static graze_status take_landmarks(demand_book *book, sipp_question *question)
{
    demand_view *view = book->view;
    graze_status status = GRAZE_OK;
    size_t count = 0;
    for (size_t i = 0; i < view->now.count && status == GRAZE_OK; i++) {
        const demand *d = &view->now.demands[i];
        if (d->form != DEMAND_START)
            continue;
        if (!ARRAY_RESERVE(memory_of(book), view->landmarks, view->landmark_capacity, count + 1))
            return GRAZE_ERROR_MEMORY;
        sipp_landmark mark = {.edge = d->place, .when = d->when};
        status = some_distances(book, view->kind, book->ground->from[d->place],
                                &mark.distances);
        size_t k = count++;
        for (; k > 0 && view->landmarks[k - 1].when.lower > mark.when.lower; k--)
            view->landmarks[k] = view->landmarks[k - 1];
        view->landmarks[k] = mark;
    }
    question->landmarks = view->landmarks;
    question->landmark_count = (uint32_t)count;
    return status;
}


graze_status demand_find(demand_book *book, uint32_t set, const sipp_world *crowd,
                         sipp_question *question)
{
    const route_agent *agent = &book->routes->agents[book->sets[set].agent];
    graze_status status = look_at(book, set, crowd);
    question->kind = agent->kind;
    question->start = agent->start;
    if (status == GRAZE_OK)
        status = demand_distances(book, agent->kind, agent->goal, &question->beyond);
    if (status == GRAZE_OK)
        status = some_distances(book, agent->kind, question->goal, &question->distances);
    if (status == GRAZE_OK && !question->pass) /* a visit before them is a visit, too */
        status = take_landmarks(book, question);
    if (status != GRAZE_OK)
        return status;
    sipp_world world = {.context = book, .vertex = blocked_at_vertex, .edge = blocked_along_edge};
    if (crowd != NULL) {
        world.meets_moving = meets_moving;
        world.meets_resting = meets_resting;
    }
    book->solved++;
    return sipp_find(&book->search, question, &world);
}
