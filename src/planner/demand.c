/* SPDX-License-Identifier: MIT */
/* Sets of demands, kept and solved once. */
#include "planner/demand.h"

#include <string.h>

#include "base/memory.h"
#include "planner/array.h"

enum { FIRST_CAPACITY = 1 << 10, PLACES_PER_STEP = 64, TABLE_VERTICES = 4096 };

/* The demands of one set, by vertex and edge, for a search. */
typedef struct demand_mark {
    uint32_t turn;  /* the mark is of this turn; else there is nothing here */
    uint32_t first; /* of the sorted demands */
} demand_mark;

typedef struct demand_list {
    demand *demands;
    size_t count, capacity;
} demand_list;

typedef struct demand_view {
    uint32_t turn;
    uint32_t kind;
    demand_list now; /* sorted by form, place and begin; yields last */
    demand_list sought, compared; /* while a set is looked up */
    size_t first_yield;
    demand_mark *vertices, *stays, *edges; /* by vertex, vertex, edge */
    span *spans; /* the answer to the last question; stays in the second half */
    size_t span_capacity;
    const sipp_world *crowd;
    sipp_landmark *landmarks;
    size_t landmark_capacity;
} demand_view;

static const graze_allocator *memory_of(const demand_book *book)
{
    return &book->ground->memory;
}

static graze_status add_empty_sets(demand_book *book)
{
    if (!ARRAY_RESERVE(memory_of(book), book->sets, book->capacity, book->agent_count))
        return GRAZE_ERROR_MEMORY;
    for (uint32_t i = 0; i < book->agent_count; i++)
        book->sets[i] = (demand_set){.agent = i, .smaller = i, .route = ROUTE_NONE};
    book->count = book->agent_count;
    return GRAZE_OK;
}

graze_status demand_open(demand_book *book, route_book *routes, uint32_t agent_count)
{
    const terrain *ground = routes->clashes->ground;
    *book = (demand_book){.routes = routes, .ground = ground, .agent_count = agent_count};
    graze_status status = sipp_open(&book->search, ground);
    if (status == GRAZE_OK)
        status = add_empty_sets(book);
    book->view = memory_new(memory_of(book), 1, sizeof *book->view);
    book->distances =
        memory_new(memory_of(book), (size_t)ground->roadmap->vertex_count * ground->kind_count,
                   sizeof *book->distances);
    if (status == GRAZE_OK && (book->view == NULL || book->distances == NULL))
        status = GRAZE_ERROR_MEMORY;
    if (status == GRAZE_OK) {
        demand_view *view = book->view;
        size_t vertices = ground->roadmap->vertex_count;
        view->vertices = memory_new(memory_of(book), vertices, sizeof *view->vertices);
        view->stays = memory_new(memory_of(book), vertices, sizeof *view->stays);
        view->edges = memory_new(memory_of(book), ground->edge_count, sizeof *view->edges);
        if (view->vertices == NULL || view->stays == NULL || view->edges == NULL)
            status = GRAZE_ERROR_MEMORY;
    }
    if (status != GRAZE_OK)
        demand_close(book);
    return status;
}

void demand_close(demand_book *book)
{
    const graze_allocator *memory = memory_of(book);
    sipp_close(&book->search);
    if (book->view != NULL) {
        memory_free(memory, book->view->vertices);
        memory_free(memory, book->view->stays);
        memory_free(memory, book->view->edges);
        memory_free(memory, book->view->now.demands);
        memory_free(memory, book->view->sought.demands);
        memory_free(memory, book->view->compared.demands);
        memory_free(memory, book->view->spans);
        memory_free(memory, book->view->landmarks);
    }
    size_t tables = (size_t)book->ground->roadmap->vertex_count * book->ground->kind_count;
    for (size_t i = 0; book->distances != NULL && i < tables; i++)
        memory_free(memory, book->distances[i]);
    memory_free(memory, book->distances);
    memory_free(memory, book->visits);
    memory_free(memory, book->view);
    memory_free(memory, book->sets);
    memory_free(memory, book->places);
    book->view = NULL;
    book->sets = NULL;
    book->places = NULL;
}

/* ---- equal sets are one ------------------------------------------------------------- */

static uint64_t mixed(uint64_t x)
{
    x ^= x >> 31;
    x *= 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_demands(const void *left, const void *right)
{
    const demand *a = left, *b = right;
    int order = compare(a->form, b->form);
    if (order == 0)
        order = compare(a->place, b->place);
    if (order == 0)
        order = compare(a->when.lower, b->when.lower);
    if (order == 0)
        order = compare(a->when.upper, b->when.upper);
    return order != 0 ? order : compare(a->kind, b->kind);
}

/* Have two open intervals a whole tick in common? */
static bool share_tick(span a, span b)
{
    tick first = a.lower > b.lower ? a.lower : b.lower;
    return first + 1 < (a.upper < b.upper ? a.upper : b.upper);
}

/* Does a later demand say no more than an earlier one, or can the two be one? Of those
 * in sorted order; the earlier one then says it all. */
static bool merge(demand *earlier, const demand *later)
{
    if (earlier->form != later->form || earlier->place != later->place)
        return false;
    switch (earlier->form) {
    case DEMAND_ABSENT:
    case DEMAND_NO_START:
        if (later->when.lower >= earlier->when.upper)
            return false;
        if (later->when.upper > earlier->when.upper)
            earlier->when.upper = later->when.upper;
        return true;
    case DEMAND_FINAL:
        earlier->when = later->when;
        return true;
    case DEMAND_START: /* the same start (demand_can_start) */
        if (!share_tick(earlier->when, later->when))
            return false;
        earlier->when.lower = later->when.lower;
        if (later->when.upper < earlier->when.upper)
            earlier->when.upper = later->when.upper;
        return true;
    case DEMAND_YIELD:
        return earlier->kind == later->kind;
    case DEMAND_NO_STAY:
        break;
    }
    return false;
}

/* The demands of a set, and perhaps one more, sorted and merged: what the set means. */
static graze_status gather(const demand_book *book, uint32_t set, const demand *more,
                           demand_list *list)
{
    list->count = 0;
    if (!ARRAY_RESERVE(memory_of(book), list->demands, list->capacity,
                       (size_t)book->sets[set].size + 1))
        return GRAZE_ERROR_MEMORY;
    for (const demand *d = more; d != NULL || book->sets[set].size > 0; d = NULL) {
        if (d == NULL) {
            d = &book->sets[set].last;
            set = book->sets[set].smaller;
        }
        size_t i = list->count++;
        for (; i > 0 && compare_demands(&list->demands[i - 1], d) > 0; i--)
            list->demands[i] = list->demands[i - 1];
        list->demands[i] = *d;
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || !merge(&list->demands[kept - 1], &list->demands[i]))
            list->demands[kept++] = list->demands[i];
    list->count = kept;
    return GRAZE_OK;
}

static uint64_t hash_of(uint32_t agent, const demand_list *list)
{
    uint64_t hash = mixed(agent + 1);
    for (size_t i = 0; i < list->count; i++) {
        const demand *d = &list->demands[i];
        hash = mixed(hash ^ (uint64_t)d->form << 60 ^ (uint64_t)d->kind << 40 ^ d->place);
        hash = mixed(mixed(hash ^ (uint64_t)d->when.lower) ^ (uint64_t)d->when.upper);
    }
    return hash;
}

/* Does a kept set mean what is in view->sought? */
static bool is_sought(const demand_book *book, uint32_t kept, uint32_t agent, uint64_t hash)
{
    demand_view *view = book->view;
    if (book->sets[kept].hash != hash || book->sets[kept].agent != agent ||
        gather(book, kept, NULL, &view->compared) != GRAZE_OK ||
        view->compared.count != view->sought.count)
        return false;
    for (size_t i = 0; i < view->sought.count; i++)
        if (compare_demands(&view->sought.demands[i], &view->compared.demands[i]) != 0)
            return false;
    return true;
}

static bool grow_places(demand_book *book)
{
    size_t capacity = book->place_capacity == 0 ? FIRST_CAPACITY : 2 * book->place_capacity;
    uint32_t *places = memory_new(memory_of(book), capacity, sizeof *places);
    if (places == NULL)
        return false;
    memory_free(memory_of(book), book->places);
    book->places = places;
    book->place_capacity = capacity;
    for (size_t s = book->agent_count; s < book->count; s++) {
        size_t i = book->sets[s].hash & (capacity - 1);
        while (places[i] != 0)
            i = (i + 1) & (capacity - 1);
        places[i] = (uint32_t)s + 1;
    }
    return true;
}

bool demand_can_start(const demand_book *book, uint32_t set, const demand *more)
{
    const route_agent *agent = &book->routes->agents[book->sets[set].agent];
    tick duration = terrain_duration(book->ground, agent->kind, more->place);
    for (; book->sets[set].size > 0; set = book->sets[set].smaller) {
        const demand *d = &book->sets[set].last;
        if (d->form != DEMAND_START || !share_tick(d->when, more->when))
            continue;
        tick lower = d->when.lower < more->when.lower ? d->when.lower : more->when.lower;
        tick upper = d->when.upper > more->when.upper ? d->when.upper : more->when.upper;
        if (d->place != more->place || upper - lower - 2 >= duration)
            return false;
    }
    return true;
}

/* Finds the set that means what `set` and one demand more mean, or makes it. */
static graze_status find_set(demand_book *book, uint32_t set, const demand *more,
                             uint32_t *larger)
{
    uint32_t agent = book->sets[set].agent;
    graze_status status = gather(book, set, more, &book->view->sought);
    if (status != GRAZE_OK)
        return status;
    if (2 * (book->count + 1) > book->place_capacity && !grow_places(book))
        return GRAZE_ERROR_MEMORY;
    uint64_t hash = hash_of(agent, &book->view->sought);
    size_t mask = book->place_capacity - 1;
    size_t i = hash & mask;
    while (book->places[i] != 0 && !is_sought(book, book->places[i] - 1, agent, hash))
        i = (i + 1) & mask;
    if (book->places[i] == 0) {
        if (!ARRAY_RESERVE(memory_of(book), book->sets, book->capacity, book->count + 1))
            return GRAZE_ERROR_MEMORY;
        book->sets[book->count++] = (demand_set){.agent = agent,
                                                 .smaller = set,
                                                 .size = book->sets[set].size + 1,
                                                 .route = ROUTE_NONE,
                                                 .last = *more,
                                                 .hash = hash};
        book->places[i] = (uint32_t)book->count;
    }
    *larger = book->places[i] - 1;
    return GRAZE_OK;
}

graze_status demand_add(demand_book *book, uint32_t set, const demand *more, uint32_t *larger)
{
    graze_status status = find_set(book, set, more, larger);
    return status == GRAZE_OK ? demand_solve(book, *larger) : status;
}

graze_status demand_add_done(demand_book *book, uint32_t set, const demand *more, uint32_t route,
                             uint32_t *larger)
{
    graze_status status = find_set(book, set, more, larger);
    if (status != GRAZE_OK || book->sets[*larger].solved)
        return status;
    book->sets[*larger].solved = true;
    book->sets[*larger].route = route;
    book->sets[*larger].cost = book->sets[set].cost;
    return GRAZE_OK;
}

/* ---- a set as the world of a search ------------------------------------------------- */

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

static void begin_turn(demand_book *book)
{
    demand_view *view = book->view;
    if (++view->turn != 0)
        return;
    size_t vertices = book->ground->roadmap->vertex_count;
    memset(view->vertices, 0, vertices * sizeof *view->vertices);
    memset(view->stays, 0, vertices * sizeof *view->stays);
    memset(view->edges, 0, book->ground->edge_count * sizeof *view->edges);
    view->turn = 1;
}

/* Sorts the demands of a set out. */
static graze_status look_at(demand_book *book, uint32_t set, const sipp_world *crowd)
{
    demand_view *view = book->view;
    graze_status status = gather(book, set, NULL, &view->now);
    if (status != GRAZE_OK)
        return status;
    if (!ARRAY_RESERVE(memory_of(book), view->spans, view->span_capacity,
                       2 * view->now.count + 2))
        return GRAZE_ERROR_MEMORY;
    begin_turn(book);
    view->kind = book->routes->agents[book->sets[set].agent].kind;
    view->crowd = crowd;
    view->first_yield = view->now.count;
    while (view->first_yield > 0 && view->now.demands[view->first_yield - 1].form == DEMAND_YIELD)
        view->first_yield--;
    mark_places(view);
    return GRAZE_OK;
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

static bool is_yielding(const demand_view *view)
{
    return view->first_yield < view->now.count;
}

/* Yielding to an agent that rests somewhere from a time on: wherever it is overlapped,
 * nobody may be from then on. */
static graze_status blocked_at_vertex(void *context, uint32_t vertex, span_list *blocked,
                                      span_list *stays)
{
    demand_book *book = context;
    demand_view *view = book->view;
    clash_book *clashes = book->routes->clashes;
    *blocked = *stays = (span_list){NULL, 0};
    if (!is_yielding(view) && view->vertices[vertex].turn != view->turn &&
        view->stays[vertex].turn != view->turn)
        return GRAZE_OK;
    size_t count = take_marked(view, &view->vertices[vertex], DEMAND_ABSENT, vertex);
    for (size_t i = view->first_yield; i < view->now.count; i++) {
        const demand *d = &view->now.demands[i];
        if (clash_places(clashes, d->kind, d->place, view->kind, vertex))
            insert_span(view, &count, (span){d->when.lower, TICK_NEVER});
    }
    *blocked = united(view, count);
    *stays = marked_stays(view, vertex);
    return clashes->status;
}

/* A move that ends its overlap later than the other has begun to rest is forbidden. */
static graze_status blocked_along_edge(void *context, uint32_t edge, span_list *blocked)
{
    demand_book *book = context;
    demand_view *view = book->view;
    clash_book *clashes = book->routes->clashes;
    *blocked = (span_list){NULL, 0};
    if (!is_yielding(view) && view->edges[edge].turn != view->turn)
        return GRAZE_OK;
    size_t count = take_marked(view, &view->edges[edge], DEMAND_NO_START, edge);
    for (size_t i = view->first_yield; i < view->now.count; i++) {
        const demand *d = &view->now.demands[i];
        span when = clash_stay(clashes, d->kind, d->place, view->kind, edge);
        if (when.lower < when.upper)
            insert_span(view, &count, (span){d->when.lower - when.upper, TICK_NEVER});
    }
    *blocked = united(view, count);
    return clashes->status;
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
    return vertices <= TABLE_VERTICES ? demand_distances(book, kind, vertex, distances)
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


static graze_status find(demand_book *book, uint32_t set, const sipp_world *crowd,
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

static graze_status find_route(demand_book *book, uint32_t set, const sipp_world *crowd,
                               uint64_t expansion_limit)
{
    sipp_question question = {.goal = book->routes->agents[book->sets[set].agent].goal,
                              .latest_final = TICK_NEVER,
                              .expansion_limit = expansion_limit};
    if (crowd != NULL) /* a best route is asked for, whose cost is known */
        question.latest_final = book->sets[set].cost;
    uint32_t last = set; /* the greatest demand for the final arrival */
    for (; book->sets[last].size > 0; last = book->sets[last].smaller)
        if (book->sets[last].last.form == DEMAND_FINAL &&
            book->sets[last].last.when.lower > question.earliest_final)
            question.earliest_final = book->sets[last].last.when.lower;
    return find(book, set, crowd, &question);
}

/* ---- visits ------------------------------------------------------------------------- */

struct demand_visit {
    uint64_t lane; /* a hash; 0: an empty place */
    uint32_t set, vertex;
    uint32_t first_edge, last_edge, edges; /* EDGE_NONE, EDGE_NONE, 0 without a lane */
    tick time;
};

static bool is_same_visit(const struct demand_visit *a, const struct demand_visit *b)
{
    return a->lane == b->lane && a->set == b->set && a->vertex == b->vertex &&
           a->first_edge == b->first_edge && a->last_edge == b->last_edge && a->edges == b->edges;
}

static struct demand_visit *visit_place(const demand_book *book, const struct demand_visit *visit)
{
    size_t mask = book->visit_capacity - 1;
    size_t i = mixed(visit->lane ^ mixed((uint64_t)visit->set << 32 | visit->vertex)) & mask;
    while (book->visits[i].lane != 0 && !is_same_visit(&book->visits[i], visit))
        i = (i + 1) & mask;
    return &book->visits[i];
}

static bool grow_visits(demand_book *book)
{
    demand_book bigger = *book;
    bigger.visit_capacity = book->visit_capacity == 0 ? FIRST_CAPACITY : 2 * book->visit_capacity;
    bigger.visits = memory_new(memory_of(book), bigger.visit_capacity, sizeof *bigger.visits);
    if (bigger.visits == NULL)
        return false;
    for (size_t i = 0; i < book->visit_capacity; i++)
        if (book->visits[i].lane != 0)
            *visit_place(&bigger, &book->visits[i]) = book->visits[i];
    memory_free(memory_of(book), book->visits);
    book->visits = bigger.visits;
    book->visit_capacity = bigger.visit_capacity;
    return true;
}

graze_status demand_earliest_visit(demand_book *book, uint32_t set, uint32_t vertex,
                                   const uint32_t *lane, size_t lane_count, tick *time)
{
    struct demand_visit visit = {1, set, vertex, EDGE_NONE, EDGE_NONE, (uint32_t)lane_count, 0};
    for (size_t i = 0; i < lane_count; i++)
        visit.lane = mixed(visit.lane + lane[i]) | 1;
    if (lane_count > 0) {
        visit.first_edge = lane[0];
        visit.last_edge = lane[lane_count - 1];
    }
    if (2 * (book->visit_count + 1) > book->visit_capacity && !grow_visits(book))
        return GRAZE_ERROR_MEMORY;
    struct demand_visit *place = visit_place(book, &visit);
    if (place->lane == 0) {
        sipp_question question = {.goal = vertex,
                                  .latest_final = TICK_NEVER,
                                  .pass = true,
                                  .lane = lane,
                                  .lane_count = lane_count};
        graze_status status = find(book, set, NULL, &question);
        if (status != GRAZE_OK)
            return status;
        visit.time = book->search.found ? book->search.arrival : TICK_NEVER;
        *place = visit;
        book->visit_count++;
    }
    *time = place->time;
    return GRAZE_OK;
}

/* ---- sets solved -------------------------------------------------------------------- */

graze_status demand_solve(demand_book *book, uint32_t set)
{
    if (book->sets[set].solved)
        return GRAZE_OK;
    uint32_t best = ROUTE_NONE;
    graze_status status = find_route(book, set, NULL, 0);
    if (status == GRAZE_OK && book->search.found)
        status = route_keep(book->routes, book->sets[set].agent, book->search.steps,
                            book->search.step_count, &best);
    if (status != GRAZE_OK)
        return status;
    book->sets[set].solved = true;
    book->sets[set].route = best;
    book->sets[set].cost = book->search.found ? book->search.arrival : TICK_NEVER;
    return GRAZE_OK;
}

/* Where the final arrival is put off, very many routes are equally good. A search that
 * has looked at many places for each step of the known route is over. */
graze_status demand_route_among(demand_book *book, uint32_t set, const sipp_world *crowd,
                                uint32_t *best)
{
    *best = book->sets[set].route;
    uint64_t limit = PLACES_PER_STEP * ((uint64_t)book->routes->routes[*best].step_count + 1);
    graze_status status = find_route(book, set, crowd, limit);
    if (status != GRAZE_OK || !book->search.found)
        return status;
    return route_keep(book->routes, book->sets[set].agent, book->search.steps,
                      book->search.step_count, best);
}
