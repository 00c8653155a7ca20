/* SPDX-License-Identifier: MIT */
/* A* over vertices and stretches of time, with two costs to a label. */
#include "planner/soft_sipp.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

/* A closed stretch; neighbours share an end. */
struct soft_stretch {
    tick begin, end;
    tick price;    /* of being there */
    tick entering; /* of resting on into it from the one before */
    uint32_t labels; /* label + 1 */
    uint32_t vertex;
};

/* Starts from `from` until the next piece. */
struct soft_piece {
    tick from, price;
};

struct soft_label {
    tick arrival, price;
    tick departure; /* of the move that arrives */
    tick last;      /* where nobody can wait: the latest arrival; else TICK_NEVER */
    uint32_t stretch;
    uint32_t parent; /* label; itself at the start */
    uint32_t edge;   /* EDGE_NONE: it rested */
    uint32_t next;   /* of the same stretch, + 1 */
    bool closed;
};

struct soft_place {
    uint32_t search, count;
    size_t first; /* stretch or piece */
};

struct soft_event {
    tick time, more; /* the price changes by so much */
};

#define LABEL_NONE UINT32_MAX

/* The last arrival at the goal has a stretch of its own, which has no price. */
enum { FINAL_STRETCH = 0 };

typedef struct run {
    soft_sipp *search;
    timetable_view *view;
    const sipp_question *question;
    const tick *prices;
} run;

static const graze_allocator *memory_of(const soft_sipp *search)
{
    return &search->graph->memory;
}

graze_status soft_sipp_open(soft_sipp *search, const planning_graph *graph)
{
    size_t places = (size_t)graph->roadmap->vertex_count + graph->edge_count;
    *search = (soft_sipp){.graph = graph};
    search->places = memory_new(&graph->memory, places, sizeof *search->places);
    return search->places != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

void soft_sipp_close(soft_sipp *search)
{
    if (search->graph == NULL)
        return;
    memory_free(memory_of(search), search->places);
    memory_free(memory_of(search), search->stretches);
    memory_free(memory_of(search), search->pieces);
    memory_free(memory_of(search), search->events);
    memory_free(memory_of(search), search->labels);
    memory_free(memory_of(search), search->steps);
    heap_free(&search->open, memory_of(search));
    *search = (soft_sipp){.graph = NULL};
}

/* ---- prices over time --------------------------------------------------------------- */

/* Of one agent's spans that overlap or share an end one is made: it asks once. */
static void unite_own(timetable_view *view)
{
    enum { BACK = 8 };
    taken_span *taken = view->taken;
    size_t count = 0;
    for (size_t i = 0; i < view->taken_count; i++) {
        size_t k = count, last = count > BACK ? count - BACK : 0;
        while (k > last && (taken[k - 1].agent != taken[i].agent ||
                            taken[k - 1].when.upper < taken[i].when.lower))
            k--;
        if (k == last)
            taken[count++] = taken[i];
        else if (taken[i].when.upper > taken[k - 1].when.upper)
            taken[k - 1].when.upper = taken[i].when.upper;
    }
    view->taken_count = count;
}

static void sort_events(struct soft_event *events, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct soft_event moved = events[i];
        size_t hole = i;
        for (; hole > 0 && events[hole - 1].time > moved.time; hole--)
            events[hole] = events[hole - 1];
        events[hole] = moved;
    }
}

/* When the price of a place changes: up at each lower end, `late` ticks after it, down at each
 * upper one. */
static graze_status gather_events(const run *now, uint32_t place, tick late, size_t *count)
{
    soft_sipp *search = now->search;
    timetable_view *view = now->view;
    graze_status status = timetable_view_look(view, place);
    *count = 0;
    if (status == GRAZE_OK && !ARRAY_RESERVE(memory_of(search), search->events,
                                             search->event_capacity, 2 * view->taken_count + 1))
        status = GRAZE_ERROR_MEMORY;
    if (status != GRAZE_OK)
        return status;
    unite_own(view);
    for (size_t i = 0; i < view->taken_count; i++) {
        span when = view->taken[i].when;
        tick price = now->prices[view->taken[i].agent];
        tick begin = when.lower + late > 0 ? when.lower + late : 0;
        if (begin >= when.upper)
            continue;
        search->events[(*count)++] = (struct soft_event){begin, price};
        if (when.upper < TICK_NEVER)
            search->events[(*count)++] = (struct soft_event){when.upper, -price};
    }
    sort_events(search->events, *count);
    return GRAZE_OK;
}

static graze_status meet_edge(const run *now, uint32_t edge, struct soft_place **record)
{
    soft_sipp *search = now->search;
    uint32_t place = place_of_edge(search->graph, edge);
    *record = &search->places[place];
    if ((*record)->search == search->search)
        return GRAZE_OK;
    size_t events, first = search->piece_count;
    graze_status status = gather_events(now, place, 1, &events);
    if (status == GRAZE_OK && !ARRAY_RESERVE(memory_of(search), search->pieces,
                                             search->piece_capacity, first + events + 1))
        status = GRAZE_ERROR_MEMORY;
    if (status != GRAZE_OK)
        return status;
    soft_piece *last = &search->pieces[search->piece_count++];
    *last = (soft_piece){0, 0};
    for (size_t i = 0; i < events; i++) {
        tick price = last->price + search->events[i].more;
        if (search->events[i].time > last->from)
            *(last = &search->pieces[search->piece_count++]) =
                (soft_piece){search->events[i].time, price};
        last->price = price;
    }
    **record = (struct soft_place){search->search, (uint32_t)(search->piece_count - first), first};
    return GRAZE_OK;
}

static graze_status meet_vertex(const run *now, uint32_t vertex, struct soft_place **record)
{
    soft_sipp *search = now->search;
    *record = &search->places[vertex];
    if ((*record)->search == search->search)
        return GRAZE_OK;
    size_t events = 0, first = search->stretch_count;
    graze_status status = graph_can_wait(search->graph, vertex)
                              ? gather_events(now, vertex, 0, &events)
                              : GRAZE_OK;
    if (status == GRAZE_OK && !ARRAY_RESERVE(memory_of(search), search->stretches,
                                             search->stretch_capacity, first + events + 1))
        status = GRAZE_ERROR_MEMORY;
    if (status != GRAZE_OK)
        return status;
    soft_stretch *last = &search->stretches[search->stretch_count++];
    *last = (soft_stretch){.end = TICK_NEVER, .vertex = vertex};
    for (size_t i = 0; i < events; i++) {
        struct soft_event event = search->events[i];
        if (event.time > last->begin) {
            last->end = event.time;
            search->stretches[search->stretch_count++] =
                (soft_stretch){event.time, TICK_NEVER, last->price, 0, 0, vertex};
            last = &search->stretches[search->stretch_count - 1];
        }
        last->price += event.more;
        last->entering += event.more > 0 ? event.more : 0;
    }
    **record =
        (struct soft_place){search->search, (uint32_t)(search->stretch_count - first), first};
    return GRAZE_OK;
}

/* ---- labels ------------------------------------------------------------------------- */

/* Leaves out the arrivals at either end of a label's that another one has for no more. */
static void trim(soft_label *label, const soft_label *other)
{
    if (other->price > label->price || label->last >= TICK_NEVER)
        return;
    if (other->arrival <= label->arrival && other->last >= label->arrival)
        label->arrival = other->last < label->last ? other->last + 1 : label->arrival;
    else if (other->last >= label->last && other->arrival <= label->last)
        label->last = other->arrival - 1;
}

/* *number gets its number, or that of no label where it is undercut. */
static graze_status add_label(const run *now, soft_label label, uint32_t *number)
{
    soft_sipp *search = now->search;
    soft_stretch *stretch = &search->stretches[label.stretch];
    tick left = coarse_distance(now->question->coarse, stretch->vertex);
    *number = LABEL_NONE;
    if (left >= TICK_NEVER || label.arrival > TICK_HORIZON)
        return GRAZE_OK;
    left += (left >> SURCHARGE_BITS) * now->question->surcharge;
    if (label.arrival + left + label.price > now->question->latest_final)
        return GRAZE_OK;
    for (uint32_t i = stretch->labels; i != 0; i = search->labels[i - 1].next) {
        soft_label *other = &search->labels[i - 1];
        trim(&label, other);
        if (other->arrival <= label.arrival && other->last >= label.last &&
            other->price <= label.price)
            return GRAZE_OK;
        other->closed |= label.arrival <= other->arrival && label.last >= other->last &&
                         label.price <= other->price;
    }
    if (!ARRAY_RESERVE(memory_of(search), search->labels, search->label_capacity,
                       search->label_count + 1))
        return GRAZE_ERROR_MEMORY;
    *number = (uint32_t)search->label_count++;
    label.next = stretch->labels;
    stretch->labels = *number + 1;
    search->labels[*number] = label;
    heap_entry entry = {label.arrival + left + label.price, label.price, -label.arrival, *number,
                        0};
    return heap_push(&search->open, memory_of(search), entry);
}

/* An arrival; at the goal it may be for good, and pays all who come later. */
static graze_status arrive(const run *now, soft_label label)
{
    soft_sipp *search = now->search;
    uint32_t number, final;
    graze_status status = add_label(now, label, &number);
    uint32_t vertex = search->stretches[label.stretch].vertex;
    if (status != GRAZE_OK || number == LABEL_NONE || vertex != now->question->goal)
        return status;
    const struct soft_place *record = &search->places[vertex];
    for (size_t k = label.stretch + 1; k < record->first + record->count; k++)
        label.price += search->stretches[k].entering;
    label.stretch = FINAL_STRETCH;
    label.parent = number;
    label.edge = EDGE_NONE;
    return add_label(now, label, &final);
}

/* The last piece of an edge that begins by a time. */
static size_t piece_at(const soft_sipp *search, const struct soft_place *record, tick time)
{
    size_t low = record->first, high = record->first + record->count - 1;
    while (low < high) {
        size_t middle = high - (high - low) / 2;
        if (search->pieces[middle].from <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* How a label is left: along an edge, with a start within an interval, into a stretch. */
static graze_status depart(const run *now, uint32_t parent, uint32_t edge, tick earliest,
                           tick latest, uint32_t target)
{
    soft_sipp *search = now->search;
    const struct soft_place *record = &search->places[place_of_edge(search->graph, edge)];
    tick duration = graph_duration(search->graph, now->question->kind, edge);
    tick best = TICK_NEVER;
    graze_status status = GRAZE_OK;
    const size_t end = record->first + record->count;
    for (size_t i = piece_at(search, record, earliest);
         i < end && best > 0 && status == GRAZE_OK; i++) {
        soft_piece piece = search->pieces[i];
        tick start = piece.from > earliest ? piece.from : earliest;
        if (start > latest)
            break;
        if (piece.price >= best)
            continue;
        best = piece.price;
        status = arrive(now, (soft_label){.arrival = start + duration,
                                          .price = search->labels[parent].price + best +
                                                   search->stretches[target].price,
                                          .departure = start,
                                          .last = TICK_NEVER,
                                          .stretch = target,
                                          .parent = parent,
                                          .edge = edge});
    }
    return status;
}

/* The same for a state of motion: with all starts of each piece. */
static graze_status depart_on(const run *now, uint32_t parent, uint32_t edge, tick earliest,
                              tick latest, uint32_t target)
{
    soft_sipp *search = now->search;
    const struct soft_place *record = &search->places[place_of_edge(search->graph, edge)];
    const tick duration = graph_duration(search->graph, now->question->kind, edge);
    const size_t end = record->first + record->count;
    graze_status status = GRAZE_OK;
    for (size_t i = piece_at(search, record, earliest); i < end && status == GRAZE_OK; i++) {
        soft_piece piece = search->pieces[i];
        tick start = piece.from > earliest ? piece.from : earliest;
        tick last = i + 1 < end ? search->pieces[i + 1].from - 1 : TICK_NEVER;
        if (start > latest)
            break;
        last = last < latest ? last : latest;
        uint32_t number;
        status = add_label(
            now,
            (soft_label){.arrival = start + duration,
                         .price = search->labels[parent].price + piece.price,
                         .departure = start,
                         .last = last >= TICK_NEVER ? TICK_NEVER : last + duration,
                         .stretch = target,
                         .parent = parent,
                         .edge = edge},
            &number);
    }
    return status;
}

static graze_status take_edge(const run *now, uint32_t parent, uint32_t edge)
{
    soft_sipp *search = now->search;
    const planning_graph *graph = search->graph;
    tick duration = graph_duration(graph, now->question->kind, edge);
    uint32_t to = graph_to(graph, edge);
    struct soft_place *there, *way;
    if (duration >= TICK_NEVER || coarse_distance(now->question->coarse, to) >= TICK_NEVER)
        return GRAZE_OK;
    graze_status status = meet_vertex(now, to, &there);
    if (status == GRAZE_OK)
        status = meet_edge(now, edge, &way);
    const soft_stretch *from = &search->stretches[search->labels[parent].stretch];
    tick earliest = search->labels[parent].arrival, latest = from->end;
    if (latest > search->labels[parent].last)
        latest = search->labels[parent].last;
    if (status == GRAZE_OK && !graph_can_wait(graph, to))
        return depart_on(now, parent, edge, earliest, latest, (uint32_t)there->first);
    for (uint32_t k = 0; status == GRAZE_OK && k < there->count; k++) {
        const soft_stretch *target = &search->stretches[there->first + k];
        if (target->end < earliest + duration)
            continue;
        if (target->begin - duration > latest)
            break;
        tick first = target->begin - duration, last = target->end - duration;
        status = depart(now, parent, edge, first > earliest ? first : earliest,
                        last < latest ? last : latest, (uint32_t)there->first + k);
    }
    return status;
}

static graze_status expand(const run *now, uint32_t number)
{
    soft_sipp *search = now->search;
    const size_t *first = search->graph->roadmap->first;
    soft_label from = search->labels[number];
    soft_stretch stretch = search->stretches[from.stretch];
    graze_status status = GRAZE_OK;
    uint32_t rested;
    search->expanded++;
    if (stretch.end < TICK_NEVER)
        status = add_label(
            now, (soft_label){.arrival = stretch.end,
                              .last = TICK_NEVER,
                              .price = from.price + search->stretches[from.stretch + 1].entering,
                              .stretch = from.stretch + 1,
                              .parent = number,
                              .edge = EDGE_NONE},
            &rested);
    for (size_t e = first[stretch.vertex]; e < first[stretch.vertex + 1] && status == GRAZE_OK; e++)
        status = take_edge(now, number, (uint32_t)e);
    return status;
}

/* ---- a search ----------------------------------------------------------------------- */

static graze_status begin(soft_sipp *search, uint32_t goal)
{
    if (!ARRAY_RESERVE(memory_of(search), search->stretches, search->stretch_capacity, 1))
        return GRAZE_ERROR_MEMORY;
    search->stretches[FINAL_STRETCH] = (soft_stretch){.end = TICK_NEVER, .vertex = goal};
    search->stretch_count = 1;
    search->piece_count = search->label_count = search->step_count = 0;
    search->open.count = 0;
    search->found = false;
    if (++search->search == 0) {
        size_t places = (size_t)search->graph->roadmap->vertex_count + search->graph->edge_count;
        memset(search->places, 0, places * sizeof *search->places);
        search->search = 1;
    }
    return GRAZE_OK;
}

static graze_status take_steps(soft_sipp *search, uint32_t last, uint32_t kind)
{
    size_t count = 0;
    for (uint32_t i = last; search->labels[i].parent != i; i = search->labels[i].parent)
        count += search->labels[i].edge != EDGE_NONE;
    if (!ARRAY_RESERVE(memory_of(search), search->steps, search->step_capacity, count))
        return GRAZE_ERROR_MEMORY;
    search->step_count = count;
    tick arrival = 0;
    for (uint32_t i = last; search->labels[i].parent != i; i = search->labels[i].parent) {
        const soft_label *label = &search->labels[i];
        if (label->edge == EDGE_NONE)
            continue;
        /* who cannot wait is there when the move after that begins */
        arrival = graph_can_wait(search->graph, search->stretches[label->stretch].vertex)
                      ? label->departure
                      : arrival - graph_duration(search->graph, kind, label->edge);
        search->steps[--count] = (step){arrival, label->edge};
    }
    search->found = true;
    return GRAZE_OK;
}

graze_status soft_sipp_find(soft_sipp *search, timetable_view *view, const sipp_question *question,
                            const tick *prices)
{
    run now = {search, view, question, prices};
    struct soft_place *record = NULL;
    timetable_view_world(view, question);
    graze_status status = begin(search, question->goal);
    if (status == GRAZE_OK)
        status = meet_vertex(&now, question->start, &record);
    if (status == GRAZE_OK)
        status = arrive(&now, (soft_label){.price = search->stretches[record->first].price,
                                           .last = graph_can_wait(search->graph, question->start)
                                                       ? TICK_NEVER
                                                       : 0,
                                           .stretch = (uint32_t)record->first,
                                           .edge = EDGE_NONE});
    while (status == GRAZE_OK && search->open.count > 0) {
        uint32_t best = heap_pop(&search->open).item;
        if (search->labels[best].stretch == FINAL_STRETCH)
            return take_steps(search, best, question->kind);
        if (!search->labels[best].closed)
            status = expand(&now, best);
    }
    return status;
}
