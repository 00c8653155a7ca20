/* SPDX-License-Identifier: MIT */
/* Safe-interval path planning against a search through every tick, on graphs whose moves
 * last a few ticks only; and, where edges are many, against the same search that postpones none. */
#include <string.h>

#include "base/memory.h"
#include "gaps.h"
#include "instance.h"
#include "planner/sipp.h"
#include "support/run.h"

enum { SQUARE = 6, PLACES = 21, HORIZON = 40, TIMES = 100, CORRIDOR = 3, MARKS = 2, GROUP = 3 };
enum { LONGEST = 9, STAGES = 4 /* as many as CORRIDOR and MARKS can be behind, and none */ };

typedef struct course {
    instance made;
    uint32_t places;
    blocked_list vertices[PLACES], stays[PLACES], edges[INSTANCE_EDGES];
    uint32_t start, goal;
    tick earliest, any_until;
    uint32_t corridor[CORRIDOR];
    size_t corridor_count;
    sipp_landmark marks[MARKS];
    group_move moves[MARKS][GROUP];
    uint32_t mark_count;
    bool pass, meets;
    uint8_t against[INSTANCE_EDGES];
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

/* What is blocked of a course whose places and edges are made, and how long moves take. */
static void block_course(course *now, uint64_t *seed, int longest)
{
    now->places = now->made.roadmap.vertex_count;
    now->start = (uint32_t)dice(seed, (int)now->places);
    now->goal = (uint32_t)dice(seed, (int)now->places);
    for (uint32_t v = 0; v < now->places; v++) {
        now->vertices[v] = random_gaps(seed, 12, 4);
        now->stays[v] = random_stays(seed);
    }
    for (size_t e = 0; e < now->made.first[now->places]; e++)
        now->edges[e] = random_gaps(seed, 12, 4);
    for (size_t e = 0; e < now->made.first[now->places]; e++)
        now->durations[e] = 2 + dice(seed, longest - 1);
    now->pass = dice(seed, 3) == 0;
    now->earliest = !now->pass && dice(seed, 2) == 0 ? dice(seed, HORIZON) : 0;
}

/* A square of unit edges, both ways, with a tail: detours, and places with one way out. */
static void make_course(course *now, uint64_t *seed)
{
    static const graze_point places[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 1}, {3, 1}};
    static const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {2, 4}, {4, 5}};
    memset(now, 0, sizeof *now);
    instance_make_both(&now->made, SQUARE, places, SQUARE, edges);
    block_course(now, seed, 5);
}

/* 5 to 20 edges from most places, up to 5 from the others. */
static void make_wide_course(course *now, uint64_t *seed)
{
    graze_point places[PLACES];
    instance_edge edges[INSTANCE_EDGES];
    const uint32_t count = 6 + (uint32_t)dice(seed, PLACES - 5);
    size_t edge_count = 0;
    memset(now, 0, sizeof *now);
    for (uint32_t v = 0; v < count; v++) {
        const uint32_t most = dice(seed, 6) == 0 ? 5 : 5 + (uint32_t)dice(seed, (int)count - 5);
        places[v] = (graze_point){v, 0};
        for (uint32_t to = 0; to < count; to++)
            if (to == (v + 1) % count || (to != v && dice(seed, (int)count - 1) < most))
                edges[edge_count++] = (instance_edge){v, to};
    }
    instance_make(&now->made, count, places, edge_count, edges);
    block_course(now, seed, LONGEST);
    now->meets = dice(seed, 2) == 0;
    now->any_until = dice(seed, 4) == 0 ? dice(seed, HORIZON) : 0;
    for (size_t e = 0; e < edge_count; e++)
        now->against[e] = (uint8_t)dice(seed, 2);
}

/* Edges that must not be taken one after the other: for visits only, as the planner asks. */
static void choose_corridor(course *now, uint64_t *seed)
{
    const instance *made = &now->made;
    uint32_t at = (uint32_t)dice(seed, (int)now->places), seen = 1u << at;
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

/* Moves that must be made one after the other: along an edge, or one of some from a place. */
static void choose_landmarks(course *now, uint64_t *seed)
{
    const instance *made = &now->made;
    tick lower = dice(seed, 10) - 1;
    now->mark_count = now->pass ? 0 : (uint32_t)dice(seed, MARKS + 1);
    for (uint32_t m = 0; m < now->mark_count; m++) {
        const uint32_t v = (uint32_t)dice(seed, (int)now->places);
        const uint32_t degree = (uint32_t)(made->first[v + 1] - made->first[v]);
        const span when = {lower, lower + 2 + dice(seed, 8)};
        sipp_landmark *mark = &now->marks[m];
        *mark = (sipp_landmark){.when = when, .group = dice(seed, 2) == 0 ? now->moves[m] : NULL};
        mark->group_count = mark->group == NULL ? 0 : degree < GROUP ? degree : GROUP;
        mark->edge = (uint32_t)made->first[v] + (uint32_t)dice(seed, (int)degree);
        for (uint32_t i = 0; i < mark->group_count; i++) {
            const uint32_t edge = (uint32_t)made->first[v] + i;
            now->moves[m][i] = (group_move){edge, {lower + dice(seed, 2), when.upper}};
            mark->edge = edge;
        }
        lower = when.upper - 1 + dice(seed, 6);
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

/* Landmarks made, or edges of the corridor taken just now. */
static size_t taken_after(const course *now, size_t taken, uint32_t edge, tick start)
{
    const sipp_landmark *next = &now->marks[taken];
    if (now->corridor_count > 0)
        return edge == now->corridor[taken] ? taken + 1 : edge == now->corridor[0];
    for (uint32_t i = 0; taken < now->mark_count && i < landmark_count(next); i++) {
        const group_move move = landmark_move(next, i);
        if (move.edge == edge && span_holds(move.when, start))
            return taken + 1;
    }
    return taken;
}

typedef struct arrivals {
    bool at[TIMES][PLACES][STAGES];
} arrivals;

/* All moves from a vertex at which an agent has arrived. */
static void leave(const course *now, arrivals *known, tick time, uint32_t vertex, size_t taken)
{
    const instance *made = &now->made;
    for (tick start = time; start + LONGEST < TIMES && may_rest(now, vertex, time, start); start++)
        for (size_t e = made->first[vertex]; e < made->first[vertex + 1]; e++) {
            size_t then = taken_after(now, taken, (uint32_t)e, start);
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
        for (uint32_t v = 0; v < now->places; v++)
            for (size_t taken = 0; taken < STAGES; taken++) {
                if (!known.at[time][v][taken])
                    continue;
                if (v == now->goal && (now->corridor_count > 0 || taken == now->mark_count) &&
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

/* Numbers that look random. */
static uint32_t meets_moving(void *context, uint32_t edge, tick start)
{
    (void)context;
    return (uint32_t)((edge * 7 + (uint64_t)start * 5) % 11 / 9);
}

static uint32_t meets_resting(void *context, uint32_t vertex, tick from, tick until)
{
    (void)context;
    return (uint32_t)((vertex + (uint64_t)from * 3 + (uint64_t)until) % 7 / 6);
}

typedef struct answer {
    tick arrival; /* -1: there is none */
    step steps[TIMES];
    size_t step_count, postponed;
} answer;

/* With a patience beyond all times edges leave a place at all starts at once, as without, but
 * none of them is postponed. */
static answer ask(course *now, const planning_graph *graph, tick patience)
{
    sipp search;
    tick distances[1 + MARKS][PLACES];
    sipp_landmark marks[MARKS];
    CU_ASSERT_EQUAL_FATAL(graph_distances(graph, 0, now->goal, distances[0]), GRAZE_OK);
    for (uint32_t m = 0; m < now->mark_count; m++) {
        marks[m] = now->marks[m];
        marks[m].distances = distances[1 + m];
        CU_ASSERT_EQUAL_FATAL(graph_distances(graph, 0, graph->from[marks[m].edge],
                                              distances[1 + m]),
                              GRAZE_OK);
    }
    CU_ASSERT_EQUAL_FATAL(sipp_open(&search, graph), GRAZE_OK);
    sipp_world world = {.context = now,
                        .vertex = course_vertex,
                        .edge = course_edge,
                        .patience = patience,
                        .meets_moving = now->meets ? meets_moving : NULL,
                        .meets_resting = now->meets ? meets_resting : NULL};
    sipp_question question = {.start = now->start,
                              .goal = now->goal,
                              .distances = distances[0],
                              .earliest_final = now->earliest,
                              .latest_final = TICK_NEVER,
                              .pass = now->pass,
                              .any_until = now->any_until,
                              .corridor = now->corridor,
                              .corridor_count = now->corridor_count,
                              .landmarks = marks,
                              .landmark_count = now->mark_count,
                              .against = now->meets && now->goal % 2 == 0 ? now->against : NULL};
    CU_ASSERT_EQUAL(sipp_find(&search, &question, &world), GRAZE_OK);
    answer found = {.arrival = search.found ? search.arrival : -1,
                    .postponed = search.postponed_count};
    CU_ASSERT_TRUE_FATAL(search.step_count <= TIMES);
    for (; found.step_count < search.step_count; found.step_count++)
        found.steps[found.step_count] = search.steps[found.step_count];
    sipp_close(&search);
    return found;
}

static void open_graph(const course *now, planning_graph *graph)
{
    graze_allocator memory = memory_allocator(NULL);
    body_kind kind = {{.radius = 0.25}, 1, NULL};
    CU_ASSERT_EQUAL_FATAL(graph_open(graph, &memory, &now->made.roadmap, &kind, 1, 0), GRAZE_OK);
    memcpy(graph->durations, now->durations, graph->edge_count * sizeof *graph->durations);
}

static tick fast_arrival(course *now)
{
    planning_graph graph;
    open_graph(now, &graph);
    const answer found = ask(now, &graph, 0);
    graph_close(&graph);
    return found.arrival;
}

static void arrivals_are_as_early_as_they_can_be(void)
{
    uint64_t seed = 2011;
    size_t rounds = support_rounds(20000, 100000, 1000000), wrong = 0, reached = 0;
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

/* Do the steps lead to the goal, for good, at the time that is told? */
static bool is_route(const course *now, const answer *found)
{
    const instance *made = &now->made;
    uint32_t at = now->start;
    size_t taken = 0;
    tick time = 0;
    for (size_t i = 0; i < found->step_count; i++) {
        const step s = found->steps[i];
        if (s.edge < made->first[at] || s.edge >= made->first[at + 1] || s.start < time ||
            !may_rest(now, at, time, s.start) || lies_in(&now->edges[s.edge], s.start))
            return false;
        taken = taken_after(now, taken, s.edge, s.start);
        at = made->targets[s.edge];
        time = s.start + now->durations[s.edge];
        if (lies_in(&now->vertices[at], time))
            return false;
    }
    return at == now->goal && time == found->arrival && taken == now->mark_count &&
           time >= now->earliest && may_rest(now, at, time, 4 * TIMES);
}

/* An arrival as late as it may be without being late. */
static tick no_earlier(const course *now, tick arrival)
{
    return arrival >= 0 && arrival < now->any_until ? now->any_until : arrival;
}

/* From places with so many edges the less promising ones are taken later, or never. */
static void edges_that_are_postponed_cost_no_time(void)
{
    uint64_t seed = 2000;
    size_t rounds = support_rounds(8000, 50000, 500000), found = 0, postponed = 0;
    size_t other = 0, late = 0, wrong = 0;
    for (size_t i = 0; i < rounds; i++) {
        course now;
        planning_graph graph;
        make_wide_course(&now, &seed);
        choose_corridor(&now, &seed);
        choose_landmarks(&now, &seed);
        open_graph(&now, &graph);
        const answer one = ask(&now, &graph, 0), twin = ask(&now, &graph, TICK_HORIZON);
        graph_close(&graph);
        CU_ASSERT_EQUAL(twin.postponed, 0);
        other += no_earlier(&now, one.arrival) != no_earlier(&now, twin.arrival);
        late += i % 8 == 0 &&
                no_earlier(&now, one.arrival) != no_earlier(&now, slow_arrival(&now));
        wrong += one.arrival >= 0 && !now.pass && !is_route(&now, &one);
        found += one.arrival > 0;
        postponed += one.postponed > 0;
    }
    CU_ASSERT_TRUE(other == 0 && late == 0 && wrong == 0);
    CU_ASSERT_TRUE(found > rounds / 3 && postponed > rounds / 2);
}

CU_TestInfo sipp_tests[] = {
    SUPPORT_TEST(arrivals_are_as_early_as_they_can_be),
    SUPPORT_TEST(edges_that_are_postponed_cost_no_time),
    CU_TEST_INFO_NULL,
};
