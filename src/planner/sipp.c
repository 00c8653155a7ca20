/* SPDX-License-Identifier: MIT */
/* A* over vertices and their safe intervals. */
#include "planner/sipp.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "planner/sipp_state.h"
graze_status sipp_open(sipp *search, const planning_graph *graph)
{
    *search = (sipp){.graph = graph, .vertex_capacity = graph->roadmap->vertex_count};
    search->vertices =
        memory_new(&graph->memory, search->vertex_capacity, sizeof *search->vertices);
    return search->vertices != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

void sipp_close(sipp *search)
{
    if (search->graph == NULL)
        return;
    const graze_allocator *memory = &search->graph->memory;
    memory_free(memory, search->vertices);
    memory_free(memory, search->legs);
    memory_free(memory, search->states);
    memory_free(memory, search->intervals);
    memory_free(memory, search->postponed);
    memory_free(memory, search->steps);
    heap_free(&search->open, memory);
    *search = (sipp){.graph = NULL};
}

/* ---- expansion ---------------------------------------------------------------------- */

static uint32_t conflicts_met(const sipp_run *now, const sipp_state *from, uint32_t edge,
                              tick start)
{
    const sipp_world *world = now->world;
    const uint8_t *against = now->question->against;
    uint32_t meets = from->meets + (against != NULL ? against[edge] : 0);
    if (world->meets_moving == NULL)
        return meets;
    if (start > from->arrival && graph_can_wait(now->search->graph, from->vertex))
        meets += world->meets_resting(world->context, from->vertex, from->arrival, start);
    return meets + world->meets_moving(world->context, edge, start);
}

/* How a state is to be left: along an edge, with a start from `earliest` to `latest`,
 * after which so many landmarks are made. */
typedef struct departure {
    uint32_t state, edge, made;
    tick earliest, latest;
    bool is_asked;
    span_list blocked; /* starts along the edge, once they are asked for */
} departure;

/* Many departures lead nowhere that is new, whatever is blocked. */
static graze_status ask_edge(const sipp_run *now, departure *leaving)
{
    if (leaving->is_asked)
        return GRAZE_OK;
    leaving->is_asked = true;
    const sipp_world *world = now->world;
    return world->edge_between == NULL
               ? world->edge(world->context, leaving->edge, &leaving->blocked)
               : world->edge_between(world->context, leaving->edge, leaving->earliest,
                                     leaving->latest, &leaving->blocked);
}

/* Departs as early as it can to arrive within `there`, in `target`. */
static graze_status depart(const sipp_run *now, departure *leaving, safe_interval there,
                           uint32_t target)
{
    sipp *search = now->search;
    const sipp_state *from = &search->states[leaving->state];
    tick duration = graph_duration(search->graph, now->question->kind, leaving->edge);
    tick start = leaving->earliest;
    if (there.first - duration > start)
        start = there.first - duration;
    const sipp_state *known = &search->states[target];
    const bool counts = now->world->meets_moving != NULL; /* fewer conflicts are better, too */
    if (start + duration > known->arrival || (!counts && start + duration == known->arrival))
        return GRAZE_OK;
    graze_status status = ask_edge(now, leaving);
    if (status != GRAZE_OK)
        return status;
    start = sipp_first_allowed(leaving->blocked, start);
    if (start >= TICK_NEVER || start > leaving->latest || start + duration > there.last)
        return GRAZE_OK;
    tick arrival = start + duration;
    if (arrival > TICK_HORIZON) {
        search->cut = true;
        return GRAZE_OK;
    }
    uint32_t vertex = graph_to(search->graph, leaving->edge);
    const sipp_leg *leg = &search->legs[leaving->made];
    tick left = target == FINAL_STATE ? 0 : sipp_left_on(now, leg, vertex);
    if (arrival + left > leg->latest || arrival > known->arrival ||
        (arrival == known->arrival && known->closed))
        return GRAZE_OK;
    sipp_state way = {
        .arrival = arrival, .departure = start, .parent = leaving->state, .edge = leaving->edge};
    way.meets = conflicts_met(now, from, leaving->edge, start);
    if (target == FINAL_STATE && now->world->meets_resting != NULL)
        way.meets += now->world->meets_resting(now->world->context, vertex, arrival, TICK_NEVER);
    return sipp_reach(now, target, &way);
}

/* ---- states of motion ---------------------------------------------------------------- */

/* Puts a state of motion, with the arrivals of an interval, behind another one of its vertex (0: as
 * the first). */
static graze_status add_passing(const sipp_run *now, sipp_vertex *record, uint32_t behind,
                                const sipp_state *way, safe_interval when)
{
    sipp *search = now->search;
    graze_status status = sipp_add_state(search, way->vertex, when);
    if (status != GRAZE_OK)
        return status;
    uint32_t state = (uint32_t)search->state_count - 1;
    uint32_t *link = behind == 0 ? &record->first_state : &search->states[behind].next;
    search->states[state] = *way;
    search->states[state].arrival = when.first;
    search->states[state].next = *link;
    *link = state;
    return sipp_push(now, state);
}

/* Adds states of motion for those arrivals of an interval that no other state of the vertex has:
 * who comes at a time goes on from there, whatever way he came. The states are in order, and have
 * no arrival in common. */
static graze_status pass(const sipp_run *now, sipp_vertex *record, const sipp_state *way,
                         safe_interval when)
{
    const sipp *search = now->search;
    uint32_t behind = 0, at = record->first_state;
    graze_status status = GRAZE_OK;
    while (when.first <= when.last && status == GRAZE_OK) {
        while (at != 0 && search->intervals[at].last < when.first) {
            behind = at;
            at = search->states[at].next;
        }
        if (at != 0 && search->intervals[at].first <= when.first) {
            when.first = search->intervals[at].last + 1;
            continue;
        }
        safe_interval part = when;
        if (at != 0 && search->intervals[at].first <= part.last)
            part.last = search->intervals[at].first - 1;
        status = add_passing(now, record, behind, way, part);
        behind = behind == 0 ? record->first_state : search->states[behind].next;
        when.first = part.last + 1;
    }
    return status;
}

/* Departs for a state of motion in each gap between blocked starts. */
static graze_status depart_on(const sipp_run *now, const departure *leaving, sipp_vertex *record)
{
    sipp *search = now->search;
    const uint32_t vertex = graph_to(search->graph, leaving->edge);
    const sipp_leg *leg = &search->legs[leaving->made];
    const tick duration = graph_duration(search->graph, now->question->kind, leaving->edge);
    const tick left = sipp_left_on(now, leg, vertex);
    graze_status status = GRAZE_OK;
    for (tick start = leaving->earliest; status == GRAZE_OK; start++) {
        start = sipp_first_allowed(leaving->blocked, start);
        if (start > leaving->latest || start + duration + left > leg->latest)
            break;
        if (start + duration > TICK_HORIZON) {
            search->cut = true;
            break;
        }
        tick last = sipp_first_blocked(leaving->blocked, start);
        last = last < leaving->latest ? last : leaving->latest;
        sipp_state way = {.vertex = vertex,
                          .departure = start,
                          .parent = leaving->state,
                          .edge = leaving->edge,
                          .made = leaving->made};
        way.meets = conflicts_met(now, &search->states[leaving->state], leaving->edge, start);
        safe_interval when = {start + duration, last >= TICK_NEVER ? TICK_NEVER : last + duration};
        status = pass(now, record, &way, when);
        if (last >= TICK_NEVER)
            break;
        start = last;
    }
    return status;
}

/* ---- along an edge ------------------------------------------------------------------ */

/* How far along the corridor an edge leads from a state. */
static uint32_t edges_along(const sipp_run *now, uint32_t state, uint32_t edge)
{
    const sipp_question *question = now->question;
    uint32_t along = now->search->states[state].along;
    if (question->corridor_count == 0)
        return 0;
    if (edge == question->corridor[along])
        return along + 1;
    return edge == question->corridor[0] ? 1 : 0;
}

/* Is the leg's end out of reach in time, even at once? */
static bool is_too_late(const sipp_run *now, const departure *leaving, uint32_t vertex)
{
    const planning_graph *graph = now->search->graph;
    const sipp_leg *leg = &now->search->legs[leaving->made];
    tick duration = graph_duration(graph, now->question->kind, leaving->edge);
    return leg->latest < TICK_NEVER &&
           leaving->earliest + duration + sipp_left_on(now, leg, vertex) > leg->latest;
}

static graze_status take_edge(const sipp_run *now, departure *leaving)
{
    sipp *search = now->search;
    const sipp_question *question = now->question;
    uint32_t vertex = graph_to(search->graph, leaving->edge);
    uint32_t along = edges_along(now, leaving->state, leaving->edge);
    if (leaving->earliest > leaving->latest ||
        sipp_leg_distance(&search->legs[leaving->made], vertex) >= TICK_NEVER ||
        graph_duration(search->graph, question->kind, leaving->edge) >= TICK_NEVER ||
        (along > 0 && along == question->corridor_count))
        return GRAZE_OK;
    if (is_too_late(now, leaving, vertex))
        return GRAZE_OK;
    bool may_end =
        vertex == question->goal && !question->pass && leaving->made == question->landmark_count;
    sipp_vertex *record = NULL;
    graze_status status = sipp_meet_vertex(now, vertex, leaving->made, &record);
    if (status == GRAZE_OK && !graph_can_wait(search->graph, vertex)) {
        status = ask_edge(now, leaving);
        return status == GRAZE_OK ? depart_on(now, leaving, record) : status;
    }
    if (status != GRAZE_OK)
        return status;
    uint32_t first = along > 0 ? record->first_along : record->first_state;
    tick duration = graph_duration(search->graph, question->kind, leaving->edge);
    uint32_t k = sipp_first_reached(&search->intervals[first], record->state_count,
                                    leaving->earliest + duration);
    for (; status == GRAZE_OK && k < record->state_count; k++) {
        uint32_t target = first + k;
        safe_interval there = search->intervals[target];
        if (there.first - duration > leaving->latest)
            break;
        status = depart(now, leaving, there, target);
        if (status == GRAZE_OK && may_end && there.last == TICK_NEVER) {
            if (there.first < question->earliest_final)
                there.first = question->earliest_final;
            status = depart(now, leaving, there, FINAL_STATE);
        }
    }
    return status;
}

/* Is an edge one of a landmark's? Its starts. */
static bool is_of_landmark(const sipp_landmark *mark, uint32_t edge, span *when)
{
    for (uint32_t i = 0; i < landmark_count(mark); i++) {
        *when = landmark_move(mark, i).when;
        if (landmark_move(mark, i).edge == edge)
            return true;
    }
    return false;
}

static graze_status take_edge_between(const sipp_run *now, departure leaving, tick earliest,
                                      tick latest)
{
    if (leaving.earliest < earliest)
        leaving.earliest = earliest;
    if (leaving.latest > latest)
        leaving.latest = latest;
    return take_edge(now, &leaving);
}

/* Takes an edge. An edge of the next landmark is taken before and after its time, where the
 * landmark is not made, and in time. (After it: another of the moves may still be made.) */
static graze_status leave(const sipp_run *now, uint32_t state, uint32_t edge, tick latest)
{
    sipp *search = now->search;
    const sipp_question *question = now->question;
    uint32_t made = search->states[state].made;
    departure leaving = {.state = state,
                         .edge = edge,
                         .made = made,
                         .earliest = sipp_first_start(&search->states[state]),
                         .latest = latest};
    span when;
    if (made == question->landmark_count ||
        !is_of_landmark(&question->landmarks[made], edge, &when))
        return take_edge(now, &leaving);
    graze_status status = take_edge_between(now, leaving, leaving.earliest, when.lower);
    if (status == GRAZE_OK && landmark_count(&question->landmarks[made]) > 1)
        status = take_edge_between(now, leaving, when.upper, leaving.latest);
    leaving.made++;
    return status == GRAZE_OK ? take_edge_between(now, leaving, when.lower + 1, when.upper - 1)
                              : status;
}

/* The last start that is looked at now. */
static tick last_start(const sipp_run *now, uint32_t state)
{
    const sipp_state *s = &now->search->states[state];
    const tick last = now->search->intervals[state].last, patience = now->world->patience;
    if (patience == 0 || !graph_can_wait(now->search->graph, s->vertex))
        return last;
    tick until = sipp_first_start(s) + (patience << s->rounds);
    return until < last && until < TICK_HORIZON ? until : last;
}

/* Looks at the starts after one later. */
static graze_status put_back(const sipp_run *now, uint32_t state, tick latest)
{
    sipp_state *s = &now->search->states[state];
    s->closed = false;
    s->resumed = latest + 1;
    s->rounds++;
    return sipp_push(now, state);
}

/* A vertex of a grid whose moves are its four sides has so many edges: none is worth keeping. */
enum { FEW_EDGES = 4 };

/* What a way over an edge promises at least; TICK_NEVER: it leads nowhere. */
static tick promise_over(const sipp_run *now, const sipp_leg *leg, tick earliest, uint32_t edge)
{
    const planning_graph *graph = now->search->graph;
    const uint32_t vertex = graph_to(graph, edge);
    const tick duration = graph_duration(graph, now->question->kind, edge);
    if (duration >= TICK_NEVER || sipp_leg_distance(leg, vertex) >= TICK_NEVER)
        return TICK_NEVER;
    return sipp_least_cost(now, leg, earliest + duration, vertex);
}

/* Pushes a state again for the edges that it has postponed, with the least that they promise. It
 * goes before the states that promise as much, so that all of those are known by then, and among
 * its like in the order in which they were first expanded, so that of equally good ways mostly the
 * same is kept as without. */
static graze_status push_postponed(const sipp_run *now, uint32_t state, tick least, int64_t order)
{
    sipp *search = now->search;
    if (least >= TICK_NEVER)
        return GRAZE_OK;
    return heap_push(&search->open, &search->graph->memory,
                     (heap_entry){least, INT64_MIN, order, state, ++search->states[state].version});
}

/* Does an edge from a state make the next landmark, at some times? */
static bool is_at_landmark(const sipp_run *now, const sipp_state *s)
{
    const sipp_question *question = now->question;
    return s->made < question->landmark_count &&
           now->search->graph->from[landmark_move(&question->landmarks[s->made], 0).edge] ==
               s->vertex;
}

/* Takes an edge that makes no landmark, at any start from a state. */
static graze_status take_freely(const sipp_run *now, uint32_t state, uint32_t edge)
{
    const sipp_state *s = &now->search->states[state];
    departure leaving = {.state = state,
                         .edge = edge,
                         .made = s->made,
                         .earliest = sipp_first_start(s),
                         .latest = now->search->intervals[state].last};
    return take_edge(now, &leaving);
}

/* Takes the edges that promise as much as the state and postpones the others, none of which makes
 * a landmark: that is promised by another leg. Partial expansion: T. Yoshizumi, T. Miura,
 * T. Ishida, "A* with Partial Expansion for Large Branching Factor Problems", 2000. */
static graze_status expand_in_part(const sipp_run *now, const heap_entry *taken)
{
    sipp *search = now->search;
    const uint32_t state = taken->item, vertex = search->states[state].vertex;
    const size_t *first = search->graph->roadmap->first;
    const sipp_leg *leg = &search->legs[search->states[state].made];
    const tick earliest = sipp_first_start(&search->states[state]);
    const size_t begin = search->postponed_count;
    tick least = TICK_NEVER;
    graze_status status = GRAZE_OK;
    if (!ARRAY_RESERVE(&search->graph->memory, search->postponed, search->postponed_capacity,
                       begin + first[vertex + 1] - first[vertex]))
        return GRAZE_ERROR_MEMORY;
    for (uint32_t e = (uint32_t)first[vertex]; e < first[vertex + 1] && status == GRAZE_OK; e++) {
        const tick promise = promise_over(now, leg, earliest, e);
        if (promise <= taken->first) {
            status = take_freely(now, state, e);
        } else if (promise < TICK_NEVER) {
            search->postponed[search->postponed_count++] = (sipp_postponed){promise, e};
            least = promise < least ? promise : least;
        }
    }
    search->states[state].first_postponed = begin;
    search->states[state].postponed_count = (uint32_t)(search->postponed_count - begin);
    return status == GRAZE_OK ? push_postponed(now, state, least, (int64_t)search->expanded)
                              : status;
}

/* Takes those of the edges that a state has postponed whose time has come. */
static graze_status take_postponed(const sipp_run *now, const heap_entry *taken)
{
    sipp *search = now->search;
    const uint32_t state = taken->item, count = search->states[state].postponed_count;
    sipp_postponed *waiting = search->postponed + search->states[state].first_postponed;
    tick least = TICK_NEVER;
    uint32_t kept = 0;
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < count && status == GRAZE_OK; i++) {
        const sipp_postponed one = waiting[i];
        if (one.promise == taken->first) {
            status = take_freely(now, state, one.edge);
        } else {
            waiting[kept++] = one;
            least = one.promise < least ? one.promise : least;
        }
    }
    search->states[state].postponed_count = kept;
    return status == GRAZE_OK ? push_postponed(now, state, least, taken->third) : status;
}

/* Where edges are so few it is no less work to postpone some; where starts wait all edges do. */
static bool may_postpone(const sipp_run *now, const sipp_state *s)
{
    const size_t *first = now->search->graph->roadmap->first + s->vertex;
    return first[1] - first[0] > FEW_EDGES && now->world->patience == 0 && !is_at_landmark(now, s);
}

static graze_status expand(const sipp_run *now, const heap_entry *taken)
{
    sipp *search = now->search;
    const uint32_t state = taken->item, vertex = search->states[state].vertex;
    const size_t *first = search->graph->roadmap->first;
    if (search->states[state].closed)
        return take_postponed(now, taken);
    search->states[state].closed = true;
    search->expanded++;
    if (may_postpone(now, &search->states[state]))
        return expand_in_part(now, taken);
    const tick latest = last_start(now, state);
    graze_status status = GRAZE_OK;
    for (size_t e = first[vertex]; e < first[vertex + 1] && status == GRAZE_OK; e++)
        status = leave(now, state, (uint32_t)e, latest);
    if (status == GRAZE_OK && latest < search->intervals[state].last)
        status = put_back(now, state, latest);
    return status;
}

/* ---- a search ----------------------------------------------------------------------- */

/* Room for the records and the legs of a question. */
static graze_status make_room(const sipp_run *now)
{
    sipp *search = now->search;
    const graze_allocator *memory = &search->graph->memory;
    size_t kinds = (size_t)now->question->landmark_count + 1;
    size_t records = kinds * search->graph->roadmap->vertex_count;
    if (!ARRAY_RESERVE(memory, search->legs, search->leg_capacity, kinds))
        return GRAZE_ERROR_MEMORY;
    if (records <= search->vertex_capacity)
        return GRAZE_OK;
    sipp_vertex *vertices = memory_new(memory, records, sizeof *vertices);
    if (vertices == NULL)
        return GRAZE_ERROR_MEMORY;
    memory_free(memory, search->vertices);
    search->vertices = vertices;
    search->vertex_capacity = records;
    return GRAZE_OK;
}

static void begin(sipp *search)
{
    search->state_count = 0;
    search->open.count = 0;
    search->postponed_count = 0;
    search->step_count = 0;
    search->found = false;
    if (++search->search == 0) { /* after 2^32 searches all records are cleared */
        memset(search->vertices, 0, search->vertex_capacity * sizeof *search->vertices);
        search->search = 1;
    }
}

/* The agent stands at its start at time 0; if that is its goal it may stay. */
static graze_status enter(const sipp_run *now)
{
    sipp *search = now->search;
    const sipp_question *question = now->question;
    sipp_vertex *record = NULL;
    safe_interval always = {0, TICK_NEVER};
    graze_status status = sipp_add_state(search, question->goal, always);
    if (status == GRAZE_OK)
        status = sipp_meet_vertex(now, question->start, 0, &record);
    if (status != GRAZE_OK || sipp_leg_distance(&search->legs[0], question->start) >= TICK_NEVER ||
        sipp_left_on(now, &search->legs[0], question->start) > search->legs[0].latest)
        return status;
    const sipp_state begun = {.vertex = question->start, .edge = EDGE_NONE};
    if (!graph_can_wait(search->graph, question->start))
        return pass(now, record, &begun, (safe_interval){0, 0});
    for (uint32_t k = record->state_count; k > 0 && status == GRAZE_OK; k--) {
        uint32_t state = record->first_state + k - 1;
        if (search->intervals[state].first != 0)
            continue;
        sipp_state way = {.edge = EDGE_NONE, .parent = state};
        status = sipp_reach(now, state, &way);
        if (status == GRAZE_OK && question->start == question->goal &&
            search->intervals[state].last == TICK_NEVER && question->earliest_final <= 0 &&
            question->landmark_count == 0 && !question->pass)
            status = sipp_reach(now, FINAL_STATE, &way);
        break;
    }
    return status;
}

static graze_status take_steps(sipp *search, uint32_t kind)
{
    size_t count = 0;
    for (uint32_t i = FINAL_STATE; search->states[i].edge != EDGE_NONE;
         i = search->states[i].parent)
        count++;
    if (!ARRAY_RESERVE(&search->graph->memory, search->steps, search->step_capacity, count))
        return GRAZE_ERROR_MEMORY;
    search->step_count = count;
    tick arrival = search->states[FINAL_STATE].arrival;
    for (uint32_t i = FINAL_STATE; count > 0; i = search->states[i].parent) {
        const sipp_state *s = &search->states[i];
        bool waits = i == FINAL_STATE || graph_can_wait(search->graph, s->vertex);
        /* who cannot wait is there when the move after that begins */
        arrival = waits ? s->departure : arrival - graph_duration(search->graph, kind, s->edge);
        search->steps[--count] = (step){arrival, s->edge};
    }
    search->found = true;
    search->arrival = search->states[FINAL_STATE].arrival;
    return GRAZE_OK;
}

graze_status sipp_begin(sipp *search, const sipp_question *question, const sipp_world *world)
{
    sipp_run now = {search, question, world};
    begin(search);
    graze_status status = make_room(&now);
    if (status != GRAZE_OK || question->earliest_final > TICK_HORIZON)
        return status;
    sipp_legs_make(search->graph, question, search->legs);
    return enter(&now);
}

graze_status sipp_go_on(sipp *search, const sipp_question *question, const sipp_world *world)
{
    sipp_run now = {search, question, world};
    graze_status status = GRAZE_OK;
    uint64_t limit = question->expansion_limit;
    uint64_t last = limit == 0 ? UINT64_MAX : search->expanded + limit;
    while (status == GRAZE_OK && search->open.count > 0 && search->expanded < last) {
        heap_entry best = heap_pop(&search->open);
        if (best.item == FINAL_STATE)
            return take_steps(search, question->kind);
        const sipp_state *s = &search->states[best.item];
        if (question->pass && s->vertex == question->goal) {
            search->found = true;
            search->arrival = s->arrival;
            return GRAZE_OK;
        }
        if (s->version == best.version)
            status = expand(&now, &best);
    }
    return status;
}

graze_status sipp_find(sipp *search, const sipp_question *question, const sipp_world *world)
{
    graze_status status = sipp_begin(search, question, world);
    return status == GRAZE_OK ? sipp_go_on(search, question, world) : status;
}
