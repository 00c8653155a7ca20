/* SPDX-License-Identifier: MIT */
/* Safe-interval path planning against a search through every tick, on a graph whose moves
 * last a few ticks only. */
#include <string.h>

#include "base/memory.h"
#include "gaps.h"
#include "instance.h"
#include "planner/sipp.h"
#include "support/run.h"

enum { PLACES = 6, HORIZON = 40, TIMES = 80, CORRIDOR = 3, LONGEST = 5 };

typedef struct course {
    instance made;
    blocked_list vertices[PLACES], stays[PLACES], edges[INSTANCE_EDGES];
    uint32_t start, goal;
    tick earliest;
    uint32_t corridor[CORRIDOR];
    size_t corridor_count;
    bool pass;
    tick durations[INSTANCE_EDGES];
} course;

/* ---- a course at random -------------------------------------------------------------- */

static blocked_list random_stays(uint64_t *seed)
{
    blocked_list list = {.count = dice(seed, 3) == 0 ? 1 + (size_t)dice(seed, LIST) : 0};
    for (size_t i = 0; i < list.count; i++) {
        list.spans[i].lower = dice(seed, 20);
        list.spans[i].upper = list.spans[i].lower + 1 + dice(seed, 12);
    }
    return list;
}

/* A square of unit edges, both ways, with a tail: detours, and places with one way out. */
static void make_course(course *now, uint64_t *seed)
{
    static const graze_point places[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 1}, {3, 1}};
    static const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {2, 4}, {4, 5}};
    memset(now, 0, sizeof *now);
    instance_make_both(&now->made, PLACES, places, PLACES, edges);
    now->start = (uint32_t)dice(seed, PLACES);
    now->goal = (uint32_t)dice(seed, PLACES);
    for (uint32_t v = 0; v < PLACES; v++) {
        now->vertices[v] = random_gaps(seed, 12, 4);
        now->stays[v] = random_stays(seed);
    }
    for (size_t e = 0; e < now->made.first[PLACES]; e++)
        now->edges[e] = random_gaps(seed, 12, 4);
    for (size_t e = 0; e < now->made.first[PLACES]; e++)
        now->durations[e] = 2 + dice(seed, LONGEST - 1);
    now->pass = dice(seed, 3) == 0;
    now->earliest = !now->pass && dice(seed, 2) == 0 ? dice(seed, HORIZON) : 0;
}

/* Edges that must not be taken one after the other: for visits only, as the planner asks. */
static void choose_corridor(course *now, uint64_t *seed)
{
    const instance *made = &now->made;
    uint32_t at = (uint32_t)dice(seed, PLACES), seen = 1u << at;
    if (!now->pass || dice(seed, 2) == 0)
        return;
    while (now->corridor_count < CORRIDOR) {
        size_t degree = made->first[at + 1] - made->first[at];
        uint32_t edge = (uint32_t)made->first[at] + (uint32_t)dice(seed, (int)degree);
        at = made->targets[edge];
        if ((seen >> at & 1) != 0)
            break;
        seen |= 1u << at;
        now->corridor[now->corridor_count++] = edge;
    }
}

/* ---- every tick ----------------------------------------------------------------------- */

static bool lies_in(const blocked_list *list, tick time)
{
    bool inside = false;
    for (size_t i = 0; i < list->count; i++)
        inside = inside || span_holds(list->spans[i], time);
    return inside;
}

/* May one who has come at `from` rest until `until`? Closed at both ends. */
static bool may_rest(const course *now, uint32_t vertex, tick from, tick until)
{
    const blocked_list *gaps = &now->vertices[vertex], *stays = &now->stays[vertex];
    for (size_t i = 0; i < gaps->count; i++)
        if (gaps->spans[i].lower < until && from < gaps->spans[i].upper)
            return false;
    for (size_t i = 0; i < stays->count; i++)
        if (from <= stays->spans[i].lower && until >= stays->spans[i].upper)
            return false;
    return true;
}

static size_t taken_after(const course *now, size_t taken, uint32_t edge)
{
    if (now->corridor_count == 0)
        return 0;
    return edge == now->corridor[taken] ? taken + 1 : edge == now->corridor[0];
}

typedef struct arrivals {
    bool at[TIMES][PLACES][CORRIDOR + 1];
} arrivals;

/* All moves from a vertex at which an agent has arrived. */
static void leave(const course *now, arrivals *known, tick time, uint32_t vertex, size_t taken)
{
    const instance *made = &now->made;
    for (tick start = time; start + LONGEST < TIMES && may_rest(now, vertex, time, start); start++)
        for (size_t e = made->first[vertex]; e < made->first[vertex + 1]; e++) {
            size_t then = taken_after(now, taken, (uint32_t)e);
            tick end = start + now->durations[e];
            bool all_along = now->corridor_count > 0 && then == now->corridor_count;
            if (!all_along && !lies_in(&now->edges[e], start) &&
                !lies_in(&now->vertices[made->targets[e]], end))
                known->at[end][made->targets[e]][then] = true;
        }
}

/* The earliest arrival; -1: there is none. */
static tick slow_arrival(const course *now)
{
    arrivals known;
    memset(&known, 0, sizeof known);
    known.at[0][now->start][0] = !lies_in(&now->vertices[now->start], 0);
    for (tick time = 0; time < TIMES; time++)
        for (uint32_t v = 0; v < PLACES; v++)
            for (size_t taken = 0; taken <= CORRIDOR; taken++) {
                if (!known.at[time][v][taken])
                    continue;
                if (v == now->goal &&
                    (now->pass || (time >= now->earliest && may_rest(now, v, time, 4 * TIMES))))
                    return time;
                leave(now, &known, time, v, taken);
            }
    return -1;
}

/* ---- the planner's search ------------------------------------------------------------ */

static graze_status course_vertex(void *context, uint32_t vertex, span_list *blocked,
                                  span_list *stays)
{
    const course *now = context;
    *blocked = (span_list){now->vertices[vertex].spans, now->vertices[vertex].count};
    *stays = (span_list){now->stays[vertex].spans, now->stays[vertex].count};
    return GRAZE_OK;
}

static graze_status course_edge(void *context, uint32_t edge, span_list *blocked)
{
    const course *now = context;
    *blocked = (span_list){now->edges[edge].spans, now->edges[edge].count};
    return GRAZE_OK;
}

static tick fast_arrival(course *now)
{
    graze_allocator memory = memory_allocator(NULL);
    body_kind kind = {{.radius = 0.25}, 1, NULL};
    planning_graph graph;
    sipp search;
    tick distances[PLACES];
    CU_ASSERT_EQUAL_FATAL(graph_open(&graph, &memory, &now->made.roadmap, &kind, 1, 0), GRAZE_OK);
    memcpy(graph.durations, now->durations, graph.edge_count * sizeof *graph.durations);
    CU_ASSERT_EQUAL_FATAL(graph_distances(&graph, 0, now->goal, distances), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(sipp_open(&search, &graph), GRAZE_OK);
    sipp_world world = {.context = now, .vertex = course_vertex, .edge = course_edge};
    sipp_question question = {.start = now->start,
                              .goal = now->goal,
                              .distances = distances,
                              .earliest_final = now->earliest,
                              .latest_final = TICK_NEVER,
                              .pass = now->pass,
                              .corridor = now->corridor,
                              .corridor_count = now->corridor_count};
    CU_ASSERT_EQUAL(sipp_find(&search, &question, &world), GRAZE_OK);
    tick time = search.found ? search.arrival : -1;
    sipp_close(&search);
    graph_close(&graph);
    return time;
}

static void arrivals_are_as_early_as_they_can_be(void)
{
    uint64_t seed = 2011;
    size_t rounds = support_rounds(20000, 400000, 4000000), wrong = 0, reached = 0;
    for (size_t i = 0; i < rounds; i++) {
        course now;
        make_course(&now, &seed);
        choose_corridor(&now, &seed);
        tick slow = slow_arrival(&now);
        wrong += fast_arrival(&now) != slow;
        reached += slow > 0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_TRUE(reached > rounds / 3 && reached < rounds);
}

CU_TestInfo sipp_tests[] = {
    SUPPORT_TEST(arrivals_are_as_early_as_they_can_be),
    CU_TEST_INFO_NULL,
};
