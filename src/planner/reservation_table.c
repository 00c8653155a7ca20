/* SPDX-License-Identifier: MIT */
/* Which agent is where and when, by cells of the plane. */
#include "planner/reservation_table.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"

/* Reservations are named by their index + 1, 0 is none. */
typedef struct reservation {
    uint32_t next, previous; /* in the same cell */
    uint32_t cell;
    uint32_t also; /* of the same route, or vacant, too */
    uint32_t kind, agent;
    uint64_t serial; /* later reservations have greater ones, and come first in their cell */
    route_part part;
} reservation;

/* What is blocked at a vertex or an edge for a kind, by all reservations up to a serial. */
typedef struct reservation_answer {
    uint64_t serial, turn;
    uint32_t kind;
    span *spans; /* ascending; two may share an end, none overlap */
    size_t count, capacity;
} reservation_answer;

enum { CELLS_MAX = 1 << 20 };

static const graze_allocator *memory_of(const reservation_table *table)
{
    return &table->collisions->graph->memory;
}

static double greatest_radius(const planning_graph *graph)
{
    double greatest = 0;
    for (uint32_t k = 0; k < graph->kind_count; k++)
        greatest = fmax(greatest, graph->kinds[k].body.radius);
    return greatest;
}

/* Cells about as large as a move with its bodies, and not too many of them. */
static void lay_out(reservation_table *table)
{
    const planning_graph *graph = table->collisions->graph;
    graph_box all = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    double extent = 0;
    for (uint32_t v = 0; v < graph->roadmap->vertex_count; v++) {
        graze_point p = graph_place(graph, v);
        all = (graph_box){fmin(all.left, p.x), fmin(all.bottom, p.y), fmax(all.right, p.x),
                          fmax(all.top, p.y)};
    }
    for (uint32_t e = 0; e < graph->edge_count; e++)
        extent += fmax(graph->boxes[e].right - graph->boxes[e].left,
                       graph->boxes[e].top - graph->boxes[e].bottom);
    double width = all.right - all.left, height = all.top - all.bottom;
    double mean = graph->edge_count > 0 ? extent / graph->edge_count : 1;
    table->left = all.left;
    table->bottom = all.bottom;
    table->greatest_radius = greatest_radius(graph);
    table->cell = fmax(mean + 2 * table->greatest_radius, sqrt(width * height / CELLS_MAX));
    table->cell = fmax(table->cell, fmax(width, height) / (CELLS_MAX / 64));
    table->columns = (size_t)(width / table->cell) + 1;
    table->rows = (size_t)(height / table->cell) + 1;
}

graze_status reservation_table_open(reservation_table *table, collision_table *collisions)
{
    *table = (reservation_table){.collisions = collisions};
    lay_out(table);
    table->heads = memory_new(memory_of(table), table->columns * table->rows, sizeof *table->heads);
    return table->heads != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

void reservation_table_close(reservation_table *table)
{
    memory_free(memory_of(table), table->heads);
    memory_free(memory_of(table), table->reservations);
    size_t places = table->collisions->graph->edge_count +
                    (size_t)table->collisions->graph->roadmap->vertex_count;
    for (size_t i = 0; table->answers != NULL && i < places; i++)
        memory_free(memory_of(table), table->answers[i].spans);
    memory_free(memory_of(table), table->answers);
    *table = (reservation_table){.collisions = table->collisions};
}

void reservation_table_clear(reservation_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        table->heads[table->reservations[i].cell] = 0;
    table->count = 0;
    table->vacant = 0;
    table->turn++;
}

/* ---- cells -------------------------------------------------------------------------- */

typedef struct cell_range {
    size_t left, bottom, right, top; /* inclusive */
} cell_range;

static size_t cell_index(double from, double to, double cell, size_t count)
{
    double index = (to - from) / cell;
    if (!(index > 0))
        return 0;
    return index < (double)count ? (size_t)index : count - 1;
}

/* The cells of a box made wider by `reach`. A body within reach shares a cell with it:
 * indices grow with the coordinate, however they are rounded. */
static cell_range cells_of(const reservation_table *table, const graph_box *box, double reach)
{
    return (cell_range){cell_index(table->left, box->left - reach, table->cell, table->columns),
                        cell_index(table->bottom, box->bottom - reach, table->cell, table->rows),
                        cell_index(table->left, box->right + reach, table->cell, table->columns),
                        cell_index(table->bottom, box->top + reach, table->cell, table->rows)};
}

static uint32_t new_reservation(reservation_table *table)
{
    uint32_t entry = table->vacant;
    if (entry != 0) {
        table->vacant = table->reservations[entry - 1].also;
        return entry;
    }
    if (!ARRAY_RESERVE(memory_of(table), table->reservations, table->capacity, table->count + 1))
        return 0;
    return (uint32_t)++table->count;
}

/* Reserves a part in its cells, before the chain of its route. */
static graze_status reserve(reservation_table *table, uint32_t kind, uint32_t agent,
                            const route_part *part, uint32_t *chain)
{
    const planning_graph *graph = table->collisions->graph;
    graph_box box =
        part->edge != EDGE_NONE ? graph->boxes[part->edge] : graph_box_at(graph, part->vertex);
    double reach = (graph->kinds[kind].body.radius + table->greatest_radius) * (1 + 0x1p-40);
    cell_range cells = cells_of(table, &box, reach);
    for (size_t y = cells.bottom; y <= cells.top; y++)
        for (size_t x = cells.left; x <= cells.right; x++) {
            uint32_t cell = (uint32_t)(y * table->columns + x), entry = new_reservation(table);
            if (entry == 0)
                return GRAZE_ERROR_MEMORY;
            uint32_t next = table->heads[cell];
            table->reservations[entry - 1] =
                (reservation){next, 0, cell, *chain, kind, agent, ++table->serial, *part};
            if (next != 0)
                table->reservations[next - 1].previous = entry;
            table->heads[cell] = *chain = entry;
        }
    return GRAZE_OK;
}

graze_status reservation_table_add(reservation_table *table, const route_agent *agent,
                                   uint32_t number, const step *steps, size_t count,
                                   uint32_t *chain)
{
    const planning_graph *graph = table->collisions->graph;
    route_part stay = {EDGE_NONE, agent->start, 0, 0};
    graze_status status = GRAZE_OK;
    *chain = 0;
    for (size_t i = 0; i < count && status == GRAZE_OK; i++) {
        tick end = steps[i].start + graph_duration(graph, agent->kind, steps[i].edge);
        route_part move = {steps[i].edge, VERTEX_NONE, steps[i].start, end};
        stay.until = move.from;
        if (stay.from < stay.until)
            status = reserve(table, agent->kind, number, &stay, chain);
        if (status == GRAZE_OK)
            status = reserve(table, agent->kind, number, &move, chain);
        stay.vertex = graph_to(graph, move.edge);
        stay.from = end;
    }
    stay.until = TICK_NEVER;
    return status == GRAZE_OK ? reserve(table, agent->kind, number, &stay, chain) : status;
}

void reservation_table_remove(reservation_table *table, uint32_t chain)
{
    table->turn++;
    while (chain != 0) {
        reservation *entry = &table->reservations[chain - 1];
        uint32_t also = entry->also;
        if (entry->previous != 0)
            table->reservations[entry->previous - 1].next = entry->next;
        else
            table->heads[entry->cell] = entry->next;
        if (entry->next != 0)
            table->reservations[entry->next - 1].previous = entry->previous;
        entry->also = table->vacant;
        table->vacant = chain;
        chain = also;
    }
}

/* ---- questions ---------------------------------------------------------------------- */

/* Adds an interval, and unites it with those that it overlaps; intervals that share an end
 * stay two. */
static graze_status insert_span(const reservation_table *table, reservation_answer *answer,
                                span more)
{
    if (!ARRAY_RESERVE(memory_of(table), answer->spans, answer->capacity, answer->count + 1))
        return GRAZE_ERROR_MEMORY;
    size_t end = answer->count, first;
    while (end > 0 && answer->spans[end - 1].lower >= more.upper)
        end--;
    for (first = end; first > 0 && answer->spans[first - 1].upper > more.lower; first--) {
        span with = answer->spans[first - 1];
        more = (span){with.lower < more.lower ? with.lower : more.lower,
                      with.upper > more.upper ? with.upper : more.upper};
    }
    memmove(answer->spans + first + 1, answer->spans + end,
            (answer->count - end) * sizeof *answer->spans);
    answer->count += 1 + first - end;
    answer->spans[first] = more;
    return GRAZE_OK;
}

/* When a reservation keeps an agent from a vertex: an open interval of times. */
static span keeps_from_vertex(reservation_table *table, const reservation *entry, uint32_t vertex)
{
    const route_part *part = &entry->part;
    if (part->edge == EDGE_NONE) {
        bool near =
            collision_of_places(table->collisions, entry->kind, part->vertex, table->kind, vertex);
        return near ? (span){part->from, part->until} : (span){0, 0};
    }
    span when = collision_of_stay(table->collisions, table->kind, vertex, entry->kind, part->edge);
    return span_later(when, part->from);
}

/* Which starts along an edge it forbids: against a stay those whose overlap [s + lower,
 * s + upper] shares an instant with it. */
static span keeps_from_edge(reservation_table *table, const reservation *entry, uint32_t edge)
{
    const route_part *part = &entry->part;
    if (part->edge != EDGE_NONE) {
        span when =
            collision_of_moves(table->collisions, table->kind, edge, entry->kind, part->edge);
        return span_later(when, part->from);
    }
    span when = collision_of_stay(table->collisions, entry->kind, part->vertex, table->kind, edge);
    if (when.lower >= when.upper)
        return when;
    return (span){part->from - when.upper,
                  part->until >= TICK_NEVER ? TICK_NEVER : part->until - when.lower};
}

/* The answer for a vertex or an edge; an empty one if the kept one is of another kind of body
 * or a reservation was removed since. */
static reservation_answer *answer_for(reservation_table *table, uint32_t place, bool is_edge)
{
    const planning_graph *graph = table->collisions->graph;
    size_t vertices = graph->roadmap->vertex_count;
    if (table->answers == NULL)
        table->answers =
            memory_new(memory_of(table), graph->edge_count + vertices, sizeof *table->answers);
    if (table->answers == NULL)
        return NULL;
    reservation_answer *answer = &table->answers[is_edge ? vertices + place : place];
    if (answer->turn != table->turn || answer->kind != table->kind) {
        answer->turn = table->turn;
        answer->kind = table->kind;
        answer->serial = 0;
        answer->count = 0;
    }
    return answer;
}

static graze_status ask(reservation_table *table, uint32_t place, bool is_edge, span_list *blocked)
{
    const planning_graph *graph = table->collisions->graph;
    graph_box box = is_edge ? graph->boxes[place] : graph_box_at(graph, place);
    cell_range cells = cells_of(table, &box, 0);
    reservation_answer *answer = answer_for(table, place, is_edge);
    graze_status status = answer != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
    for (size_t y = cells.bottom; status == GRAZE_OK && y <= cells.top; y++)
        for (size_t x = cells.left; status == GRAZE_OK && x <= cells.right; x++)
            for (uint32_t i = table->heads[y * table->columns + x];
                 i != 0 && table->reservations[i - 1].serial > answer->serial && status == GRAZE_OK;
                 i = table->reservations[i - 1].next) {
                const reservation *entry = &table->reservations[i - 1];
                span more = is_edge ? keeps_from_edge(table, entry, place)
                                    : keeps_from_vertex(table, entry, place);
                if (more.lower < more.upper && more.upper > 0)
                    status = insert_span(table, answer, more);
            }
    if (status != GRAZE_OK)
        return status;
    answer->serial = table->serial;
    *blocked = (span_list){answer->spans, answer->count};
    return table->collisions->status;
}

graze_status reservation_table_vertex(void *context, uint32_t vertex, span_list *blocked,
                                      span_list *stays)
{
    *stays = (span_list){NULL, 0};
    return ask(context, vertex, false, blocked);
}

graze_status reservation_table_edge(void *context, uint32_t edge, span_list *blocked)
{
    return ask(context, edge, true, blocked);
}

/* ---- counting conflicts ------------------------------------------------------------- */

static bool are_in_conflict(const reservation_table *table, const route_part *part,
                            const reservation *entry)
{
    span when;
    return part->until > entry->part.from && entry->part.until > part->from &&
           route_parts_collide(table->collisions, table->kind, part, entry->kind, &entry->part,
                               &when);
}

uint32_t reservation_table_meet(const reservation_table *table, const route_part *part,
                                uint32_t *seen, uint32_t question)
{
    const planning_graph *graph = table->collisions->graph;
    graph_box box =
        part->edge != EDGE_NONE ? graph->boxes[part->edge] : graph_box_at(graph, part->vertex);
    cell_range cells = cells_of(table, &box, 0);
    uint32_t count = 0;
    for (size_t y = cells.bottom; y <= cells.top; y++)
        for (size_t x = cells.left; x <= cells.right; x++)
            for (uint32_t i = table->heads[y * table->columns + x]; i != 0;
                 i = table->reservations[i - 1].next) {
                const reservation *entry = &table->reservations[i - 1];
                if (seen[entry->agent] == question || !are_in_conflict(table, part, entry))
                    continue;
                seen[entry->agent] = question;
                count++;
            }
    return count;
}
