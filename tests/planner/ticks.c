/* SPDX-License-Identifier: MIT */
#include "ticks.h"

#include <string.h>

#include "account.h"
#include "planner/both_ends.h"
#include "support/run.h"

static bool is_blocked(const blocked_list *list, tick time)
{
    for (size_t i = 0; i < list->count; i++)
        if (span_holds(list->spans[i], time))
            return true;
    return false;
}

/* When an agent that arrives for good by then may stay. */
static bool is_last(const course *now, tick time)
{
    const blocked_list *list = &now->vertices[now->goal];
    for (size_t i = 0; i < list->count; i++)
        if (list->spans[i].upper > time)
            return false;
    return time >= now->earliest;
}

static bool can_be(const course *now, uint32_t vertex, tick time)
{
    return !graph_can_wait(&now->graph, vertex) || !is_blocked(&now->vertices[vertex], time);
}

/* An open interval without a tick cuts a stay, too. */
static bool can_stay(const course *now, uint32_t vertex, tick from)
{
    const blocked_list *list = &now->vertices[vertex];
    for (size_t i = 0; i < list->count; i++)
        if (list->spans[i].lower <= from && list->spans[i].upper > from)
            return false;
    return graph_can_wait(&now->graph, vertex);
}

/* Who is at a vertex at a time, with so many landmarks made: all of that, forward in time. Moves
 * that take no time lead to states that have not been left at that time: two rounds. */
tick ticks_plain_search(const course *now)
{
    static bool there[2][STATES][TICKS];
    const planning_graph *graph = &now->graph;
    memset(there, 0, sizeof there);
    there[0][now->start][0] = can_be(now, now->start, 0);
    tick best = TICK_NEVER;
    if (now->start == now->goal && there[0][now->start][0] && is_last(now, 0) &&
        now->landmark_count == 0)
        best = 0;
    for (tick t = 0; t < TICKS_HORIZON * 2; t++) {
        for (int round = 0; round < 3; round++)
            for (uint32_t made = 0; made <= now->landmark_count; made++)
                for (uint32_t v = 0; v < graph->roadmap->vertex_count; v++) {
                    if (!there[made][v][t])
                        continue;
                    if (can_stay(now, v, t))
                        there[made][v][t + 1] = true;
                    for (size_t e = graph->roadmap->first[v]; e < graph->roadmap->first[v + 1];
                         e++) {
                        tick end = t + graph->durations[e];
                        uint32_t to = graph_to(graph, (uint32_t)e), next = made;
                        if (is_blocked(&now->edges[e], t) || !can_be(now, to, end))
                            continue;
                        if (made < now->landmark_count && now->landmark.edge == e &&
                            span_holds(now->landmark.when, t))
                            next++;
                        there[next][to][end] = true;
                        if (to == now->goal && next == now->landmark_count && is_last(now, end) &&
                            end < best)
                            best = end;
                    }
                }
    }
    return best;
}

static graze_status blocked_at(void *context, uint32_t vertex, span_list *blocked, span_list *stays)
{
    const course *now = context;
    *blocked = (span_list){now->vertices[vertex].spans, now->vertices[vertex].count};
    *stays = (span_list){NULL, 0};
    return GRAZE_OK;
}

static graze_status blocked_along(void *context, uint32_t edge, span_list *blocked)
{
    const course *now = context;
    *blocked = (span_list){now->edges[edge].spans, now->edges[edge].count};
    return GRAZE_OK;
}

/* The spans that concern starts from one time to another, and no others. */
static graze_status blocked_between(void *context, uint32_t edge, tick first, tick last,
                                    span_list *blocked)
{
    const course *now = context;
    const span *spans = now->edges[edge].spans;
    size_t begin = 0, end = now->edges[edge].count;
    while (begin < end && spans[begin].upper <= first)
        begin++;
    while (end > begin && spans[end - 1].lower >= last)
        end--;
    *blocked = (span_list){spans + begin, end - begin};
    return GRAZE_OK;
}

/* Every step begins where and when the one before ends, or later where it can wait. */
static void check_steps(const course *now, const sipp *search)
{
    const planning_graph *graph = &now->graph;
    uint32_t at = now->start;
    tick time = 0;
    for (size_t i = 0; i < search->step_count; i++) {
        step taken = search->steps[i];
        CU_ASSERT_EQUAL_FATAL(graph->from[taken.edge], at);
        CU_ASSERT_TRUE(graph_can_wait(graph, at) ? taken.start >= time : taken.start == time);
        CU_ASSERT_TRUE(can_be(now, at, time));
        for (tick t = time; t < taken.start; t++)
            CU_ASSERT_TRUE(can_stay(now, at, t));
        CU_ASSERT_FALSE(is_blocked(&now->edges[taken.edge], taken.start));
        at = graph_to(graph, taken.edge);
        time = taken.start + graph->durations[taken.edge];
    }
    CU_ASSERT_TRUE(at == now->goal && time == search->arrival && is_last(now, time));
}

sipp_world ticks_world(course *now, tick patience)
{
    return (sipp_world){.context = now,
                        .vertex = blocked_at,
                        .edge_between = blocked_between,
                        .patience = patience};
}

/* From both ends, with turns and strides of each length. */
static void check_both_ends(course *now, const tick *distances, tick truth)
{
    const sipp_question question = {.start = now->start,
                                    .goal = now->goal,
                                    .distances = distances,
                                    .latest_final = TICK_NEVER};
    for (tick k = 0; k < 9; k++) {
        const sipp_world world = ticks_world(now, 1 + 2 * (k / 3));
        sipp search;
        CU_ASSERT_EQUAL_FATAL(sipp_open(&search, &now->graph), GRAZE_OK);
        CU_ASSERT_EQUAL(both_ends_find(&search, &question, &world, 1 + (uint64_t)k % 3), GRAZE_OK);
        CU_ASSERT_EQUAL(search.found, truth < TICK_NEVER);
        if (search.found && truth < TICK_NEVER) {
            CU_ASSERT_EQUAL(search.arrival, truth);
            check_steps(now, &search);
        }
        sipp_close(&search);
    }
}

size_t ticks_refuse(const course *from)
{
    static course now;
    static tick distances[STATES];
    graze_status status = GRAZE_ERROR_MEMORY;
    size_t room = 0;
    now = *from;
    CU_ASSERT_EQUAL(graph_distances(&now.graph, 0, now.goal, distances), GRAZE_OK);
    const sipp_question question = {.start = now.start,
                                    .goal = now.goal,
                                    .distances = distances,
                                    .latest_final = TICK_NEVER};
    const sipp_world world = ticks_world(&now, 1);
    for (; status == GRAZE_ERROR_MEMORY && room < 1000; room++) {
        account kept = {room, 0};
        sipp search;
        now.graph.memory = (graze_allocator){resize_by_account, &kept};
        status = sipp_open(&search, &now.graph);
        if (status == GRAZE_OK)
            status = both_ends_find(&search, &question, &world, 1);
        sipp_close(&search);
        CU_ASSERT_EQUAL(kept.blocks, 0);
    }
    CU_ASSERT_EQUAL(status, GRAZE_OK);
    return room;
}

uint64_t ticks_search(course *now, uint64_t *none)
{
    const planning_graph *graph = &now->graph;
    tick distances[STATES], to_mark[STATES];
    sipp search;
    CU_ASSERT_EQUAL_FATAL(sipp_open(&search, graph), GRAZE_OK);
    CU_ASSERT_EQUAL(graph_distances(graph, 0, now->goal, distances), GRAZE_OK);
    CU_ASSERT_EQUAL(graph_distances(graph, 0, graph->from[now->landmark.edge], to_mark), GRAZE_OK);
    now->landmark.distances = to_mark;
    sipp_question question = {.start = now->start,
                              .goal = now->goal,
                              .distances = distances,
                              .beyond = distances,
                              .earliest_final = now->earliest,
                              .latest_final = TICK_NEVER,
                              .landmarks = &now->landmark,
                              .landmark_count = now->landmark_count};
    const sipp_world worlds[] = {{.context = now, .vertex = blocked_at, .edge = blocked_along},
                                 ticks_world(now, 1)};
    tick truth = ticks_plain_search(now);
    for (size_t k = 0; k < sizeof worlds / sizeof worlds[0]; k++) {
        CU_ASSERT_EQUAL(sipp_find(&search, &question, &worlds[k]), GRAZE_OK);
        CU_ASSERT_EQUAL(search.found, truth < TICK_NEVER);
        if (search.found && truth < TICK_NEVER) {
            CU_ASSERT_EQUAL(search.arrival, truth);
            check_steps(now, &search);
        }
    }
    if (now->landmark_count == 0 && now->earliest == 0 && graph_can_wait(graph, now->start))
        check_both_ends(now, distances, truth);
    const bool found = search.found;
    *none += !found;
    sipp_close(&search);
    return found;
}
