/* SPDX-License-Identifier: MIT */
/* The earliest visits of vertices, looked for once. */
#include "planner/demand_view.h"

#include "base/memory.h"
#include "planner/array.h"
#include "planner/hash.h"

enum { FIRST_CAPACITY = 1 << 10 };

static const graze_allocator *memory_of(const demand_book *book)
{
    return &book->ground->memory;
}

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
    uint64_t place = (uint64_t)visit->set << 32 | visit->vertex;
    size_t i = hash_mixed(visit->lane ^ hash_mixed(place)) & mask;
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
        visit.lane = hash_mixed(visit.lane + lane[i]) | 1;
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
        graze_status status = demand_find(book, set, NULL, &question);
        if (status != GRAZE_OK)
            return status;
        visit.time = book->search.found ? book->search.arrival : TICK_NEVER;
        *place = visit;
        book->visit_count++;
    }
    *time = place->time;
    return GRAZE_OK;
}
