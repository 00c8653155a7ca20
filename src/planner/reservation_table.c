/* SPDX-License-Identifier: MIT */
/* Which agent is where and when, by cells of the plane. */
#include "planner/reservation_table.h"

#include "base/array.h"
#include "base/memory.h"

/* Reservations are named by their index + 1, 0 is none. */
typedef struct reservation {
    uint32_t next, previous; /* in the same cell */
    uint32_t cell;
    uint32_t also; /* of the same route, or vacant, too */
    uint32_t kind, agent;
    route_part part;
} reservation;

static const graze_allocator *memory_of(const reservation_table *table)
{
    return &table->collisions->graph->memory;
}

graze_status reservation_table_open(reservation_table *table, collision_table *collisions)
{
    *table = (reservation_table){.collisions = collisions};
    table->cells = plane_cells_for(collisions->graph);
    table->heads = memory_new(memory_of(table), table->cells.columns * table->cells.rows,
                              sizeof *table->heads);
    return table->heads != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

void reservation_table_close(reservation_table *table)
{
    memory_free(memory_of(table), table->heads);
    memory_free(memory_of(table), table->reservations);
    *table = (reservation_table){.collisions = table->collisions};
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
    cell_range cells =
        plane_cells_of(&table->cells, &box, plane_cells_reach(&table->cells, graph, kind));
    for (size_t y = cells.bottom; y <= cells.top; y++)
        for (size_t x = cells.left; x <= cells.right; x++) {
            uint32_t cell = (uint32_t)(y * table->cells.columns + x);
            uint32_t entry = new_reservation(table);
            if (entry == 0)
                return GRAZE_ERROR_MEMORY;
            uint32_t next = table->heads[cell];
            table->reservations[entry - 1] =
                (reservation){next, 0, cell, *chain, kind, agent, *part};
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
    cell_range cells = plane_cells_of(&table->cells, &box, 0);
    uint32_t count = 0;
    for (size_t y = cells.bottom; y <= cells.top; y++)
        for (size_t x = cells.left; x <= cells.right; x++)
            for (uint32_t i = table->heads[y * table->cells.columns + x]; i != 0;
                 i = table->reservations[i - 1].next) {
                const reservation *entry = &table->reservations[i - 1];
                if (seen[entry->agent] == question || !are_in_conflict(table, part, entry))
                    continue;
                seen[entry->agent] = question;
                count++;
            }
    return count;
}
