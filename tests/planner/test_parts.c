/* SPDX-License-Identifier: MIT */
/* The parts of the planner, one by one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "instance.h"
#include "planner/hash_table.h"
#include "planner/headway.h"
#include "planner/lanes.h"
#include "planner/matching.h"
#include "planner/sipp.h"
#include "support/run.h"

/* ---- time grid ---------------------------------------------------------------------- */

static void whole_lengths_take_whole_times(void)
{
    time_grid grid = time_grid_for(5);
    CU_ASSERT_EQUAL(time_grid_seconds(&grid, time_grid_duration(&grid, 3, 4, 1)), 5);
    CU_ASSERT_EQUAL(time_grid_seconds(&grid, time_grid_duration(&grid, 3, 4, 2)), 2.5);
    CU_ASSERT_EQUAL(time_grid_seconds(&grid, time_grid_duration(&grid, 0, 1, 1)), 1);
}

static void moves_are_never_faster_than_their_speed(void)
{
    time_grid grid = time_grid_for(2);
    tick ticks = time_grid_duration(&grid, 1, 1, 1);
    double duration = time_grid_seconds(&grid, ticks);
    CU_ASSERT_TRUE(duration * duration > 2);
    CU_ASSERT_TRUE(duration - 2 * grid.tick < sqrt(2));
}

static void times_round_to_the_ticks_around_them(void)
{
    time_grid grid = time_grid_for(1);
    double between = 1 + grid.tick / 4;
    CU_ASSERT_EQUAL(time_grid_seconds(&grid, time_grid_floor(&grid, between)), 1);
    CU_ASSERT_EQUAL(time_grid_seconds(&grid, time_grid_ceil(&grid, between)), 1 + grid.tick);
    CU_ASSERT_EQUAL(time_grid_floor(&grid, -1 - grid.tick / 4), time_grid_floor(&grid, -1) - 1);
    CU_ASSERT_EQUAL(time_grid_ceil(&grid, HUGE_VAL), TICK_NEVER);
    CU_ASSERT_EQUAL(time_grid_floor(&grid, -HUGE_VAL), -TICK_NEVER);
}

/* ---- heap --------------------------------------------------------------------------- */

static void a_heap_sorts(void)
{
    graze_allocator memory = memory_allocator(NULL);
    heap open = {0};
    uint64_t seed = 7;
    for (uint32_t i = 0; i < 1000; i++) {
        heap_entry entry = {.first = (int64_t)(instance_random(&seed) % 50),
                            .second = (int64_t)(instance_random(&seed) % 5),
                            .item = i};
        CU_ASSERT_EQUAL_FATAL(heap_push(&open, &memory, entry), GRAZE_OK);
    }
    heap_entry last = heap_pop(&open);
    while (open.count > 0) {
        heap_entry next = heap_pop(&open);
        bool sorted =
            last.first < next.first ||
            (last.first == next.first &&
             (last.second < next.second || (last.second == next.second && last.item < next.item)));
        CU_ASSERT_TRUE(sorted);
        last = next;
    }
    heap_free(&open, &memory);
}

/* ---- hash table --------------------------------------------------------------------- */

enum { KEYS = 3000 };

/* How often a key is found among `count` items whose keys are their numbers times 7. */
static size_t finds(const hash_table *table, size_t count, uint64_t key, uint64_t hash)
{
    size_t found = 0;
    hash_probe probe = hash_table_probe(table, hash);
    while (hash_probe_next(&probe)) {
        CU_ASSERT_TRUE_FATAL(probe.item < count);
        found += (uint64_t)probe.item * 7 == key;
    }
    return found;
}

static void a_hash_table_finds_each_item_once_however_many_hashes_are_equal(void)
{
    graze_allocator memory = memory_allocator(NULL);
    const uint64_t spreads[] = {1, 50, UINT64_MAX}; /* numbers of hashes */
    for (int s = 0; s < 3; s++) {
        hash_table table = {0};
        CU_ASSERT_EQUAL(finds(&table, 0, 0, 0), 0);
        for (uint64_t i = 0; i < KEYS; i++) {
            uint64_t hash = hash_mixed(7 * i) % spreads[s];
            CU_ASSERT_EQUAL_FATAL(finds(&table, i, 7 * i, hash), 0);
            CU_ASSERT_TRUE_FATAL(hash_table_add(&table, &memory, hash, i));
        }
        for (uint64_t i = 0; i < KEYS; i++)
            CU_ASSERT_EQUAL_FATAL(finds(&table, KEYS, 7 * i, hash_mixed(7 * i) % spreads[s]), 1);
        hash_table_free(&table, &memory);
    }
}

/* ---- matching ----------------------------------------------------------------------- */

static tick bound_of(const matching_edge *pairs, size_t count)
{
    graze_allocator memory = memory_allocator(NULL);
    matching work = {0};
    tick bound = -1;
    CU_ASSERT_EQUAL_FATAL(matching_bound(&work, &memory, pairs, count, &bound), GRAZE_OK);
    matching_free(&work, &memory);
    return bound;
}

static void *give_nothing(void *context, void *block, size_t size)
{
    (void)context, (void)block, (void)size;
    return NULL;
}

static void a_bound_without_memory_is_told(void)
{
    const matching_edge pairs[] = {{1, 2, 5}, {7, 3, 4}};
    const graze_allocator poor = {give_nothing, NULL};
    matching work = {0};
    tick bound = -1;
    CU_ASSERT_EQUAL(matching_bound(&work, &poor, pairs, 2, &bound), GRAZE_ERROR_MEMORY);
    CU_ASSERT_EQUAL(bound, -1);
    CU_ASSERT_EQUAL(matching_bound(&work, &poor, pairs, 1, &bound), GRAZE_OK);
    CU_ASSERT_EQUAL(bound, 5);
}

static void apart_pairs_add_up(void)
{
    const matching_edge pairs[] = {{1, 2, 5}, {7, 3, 4}};
    CU_ASSERT_EQUAL(bound_of(pairs, 2), 9);
    CU_ASSERT_EQUAL(bound_of(pairs, 0), 0);
}

static void a_star_counts_its_heaviest_pair(void)
{
    const matching_edge pairs[] = {{1, 2, 5}, {1, 3, 4}, {4, 1, 3}};
    CU_ASSERT_EQUAL(bound_of(pairs, 3), 5);
}

static void a_triangle_counts_half_of_its_sum(void)
{
    const matching_edge pairs[] = {{1, 2, 10}, {2, 3, 10}, {1, 3, 10}};
    CU_ASSERT_EQUAL(bound_of(pairs, 3), 15);
}

/* The cheapest cover in halves of random weights, tried out: x(i) from 0 to 8 halves. */
static tick least_cover(const matching_edge *pairs, size_t count)
{
    tick least = TICK_NEVER;
    for (uint32_t code = 0; code < 6561; code++) { /* 9^4 */
        tick x[4], sum = 0;
        uint32_t rest = code;
        for (int i = 0; i < 4; i++, rest /= 9)
            sum += x[i] = rest % 9;
        bool covers = true;
        for (size_t i = 0; i < count; i++)
            covers = covers && x[pairs[i].first] + x[pairs[i].second] >= 2 * pairs[i].weight;
        if (covers && sum < least)
            least = sum;
    }
    return least / 2;
}

static void the_bound_is_the_cheapest_cover(void)
{
    uint64_t seed = 99;
    for (int round = 0; round < 200; round++) {
        matching_edge pairs[6];
        size_t count = 0;
        for (uint32_t a = 0; a < 4; a++)
            for (uint32_t b = a + 1; b < 4; b++) {
                tick weight = (tick)(instance_random(&seed) % 5);
                if (weight > 0)
                    pairs[count++] = (matching_edge){a, b, weight};
            }
        CU_ASSERT_EQUAL(bound_of(pairs, count), least_cover(pairs, count));
    }
}

/* ---- distances ---------------------------------------------------------------------- */

/* Moves from a thousandth to many thousands of metres, some of them one way. */
static void make_uneven(instance *made, uint64_t *seed)
{
    enum { COUNT = 24 };
    graze_point places[COUNT];
    instance_edge edges[4 * COUNT];
    for (uint32_t v = 0; v < COUNT; v++)
        places[v] = (graze_point){ldexp((double)(instance_random(seed) % 1000),
                                        -(int)(instance_random(seed) % 20)),
                                  (double)v / 1024};
    for (size_t e = 0; e < 4 * COUNT; e++) {
        edges[e].from = (uint32_t)(instance_random(seed) % COUNT);
        edges[e].to = (edges[e].from + 1 + (uint32_t)(instance_random(seed) % (COUNT - 1))) % COUNT;
    }
    instance_make(made, COUNT, places, 4 * COUNT, edges);
}

/* How far it is, by taking every edge again and again until nothing changes. */
static void plain_distances(const planning_graph *graph, uint32_t goal, tick *distances)
{
    for (uint32_t v = 0; v < graph->roadmap->vertex_count; v++)
        distances[v] = v == goal ? 0 : TICK_NEVER;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < graph->edge_count; e++) {
            tick way = distances[graph_to(graph, e)] + graph_duration(graph, 0, e);
            if (way < distances[graph->from[e]]) {
                distances[graph->from[e]] = way;
                changed = true;
            }
        }
    }
}

static void distances_are_the_shortest_whatever_the_lengths(void)
{
    uint64_t seed = 31;
    for (int round = 0; round < 150; round++) {
        instance made;
        planning_graph graph;
        tick found[INSTANCE_VERTICES], wanted[INSTANCE_VERTICES];
        body_kind kind = {{.radius = 0.0001}, 1, NULL};
        graze_allocator memory = memory_allocator(NULL);
        make_uneven(&made, &seed);
        uint32_t goal = (uint32_t)(instance_random(&seed) % made.roadmap.vertex_count);
        CU_ASSERT_EQUAL_FATAL(graph_open(&graph, &memory, &made.roadmap, &kind, 1, 0), GRAZE_OK);
        for (uint32_t e = 0; round >= 100 && e < graph.edge_count; e++)
            graph.durations[e] = round < 149 || e > 0 ? 1 + round : TICK_NEVER;
        CU_ASSERT_EQUAL(graph_distances(&graph, 0, goal, found), GRAZE_OK);
        plain_distances(&graph, goal, wanted);
        CU_ASSERT_EQUAL(memcmp(found, wanted, made.roadmap.vertex_count * sizeof *found), 0);
        graph_close(&graph);
    }
}

/* ---- safe intervals ------------------------------------------------------------------ */

/* A line of unit edges 0 - 1 - 2, and what is blocked on it. */
typedef struct blocked_line {
    uint32_t vertex, edge;
    span at_vertex, at_edge, stay;
} blocked_line;

static graze_status line_vertex(void *context, uint32_t vertex, span_list *blocked,
                                span_list *stays)
{
    const blocked_line *line = context;
    bool here = vertex == line->vertex;
    *blocked = (span_list){&line->at_vertex, here && line->at_vertex.upper > 0};
    *stays = (span_list){&line->stay, here && line->stay.upper > 0};
    return GRAZE_OK;
}

static graze_status line_edge(void *context, uint32_t edge, span_list *blocked)
{
    const blocked_line *line = context;
    *blocked = (span_list){&line->at_edge, edge == line->edge && line->at_edge.upper > 0};
    return GRAZE_OK;
}

/* When the agent gets from 0 to 2, in quarters of a second; -1: never. Where it must be there by a
 * time its distances are coarse ones with a surcharge. */
static double arrival_by(const blocked_line *line, double earliest, double latest,
                         uint32_t surcharge)
{
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}};
    instance made;
    instance_make_both(&made, 3, places, 2, edges);
    graze_allocator memory = memory_allocator(NULL);
    body_kind kind = {{.radius = 0.25}, 1, NULL};
    planning_graph graph;
    sipp search;
    tick distances[3];
    CU_ASSERT_EQUAL_FATAL(graph_open(&graph, &memory, &made.roadmap, &kind, 1, 0), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graph_distances(&graph, 0, 2, distances), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(sipp_open(&search, &graph), GRAZE_OK);
    blocked_line scaled = *line;
    span *spans[] = {&scaled.at_vertex, &scaled.at_edge, &scaled.stay};
    for (int i = 0; i < 3; i++) {
        spans[i]->lower = time_grid_floor(&graph.grid, (double)spans[i]->lower / 4);
        spans[i]->upper = time_grid_floor(&graph.grid, (double)spans[i]->upper / 4);
    }
    sipp_world world = {.context = &scaled, .vertex = line_vertex, .edge = line_edge};
    sipp_question question = {.start = 0,
                              .goal = 2,
                              .distances = distances,
                              .earliest_final = time_grid_floor(&graph.grid, earliest),
                              .latest_final = TICK_NEVER,
                              .surcharge = surcharge};
    uint32_t units[3];
    for (int v = 0; v < 3; v++)
        units[v] = (uint32_t)(distances[v] >> COARSE_SHIFT);
    const coarse_distances to_goal = {.units = units};
    if (latest > 0) {
        question.coarse = &to_goal;
        question.latest_final = time_grid_floor(&graph.grid, latest);
    }
    CU_ASSERT_EQUAL(sipp_find(&search, &question, &world), GRAZE_OK);
    double time = search.found ? time_grid_seconds(&graph.grid, search.arrival) : -1;
    sipp_close(&search);
    graph_close(&graph);
    return time;
}

static double arrival(const blocked_line *line, double earliest)
{
    return arrival_by(line, earliest, 0, 0);
}

static void nobody_about_means_the_shortest_way(void)
{
    CU_ASSERT_EQUAL(arrival(&(blocked_line){.vertex = 1}, 0), 2);
}

static void a_start_at_the_end_of_a_blocked_interval_is_legal(void)
{
    /* Edge 1 leads from 1 to 0, edge 2 from 1 to 2. */
    CU_ASSERT_EQUAL(arrival(&(blocked_line){.vertex = 9, .edge = 2, .at_edge = {3, 6}}, 0), 2.5);
    CU_ASSERT_EQUAL(arrival(&(blocked_line){.vertex = 9, .edge = 2, .at_edge = {4, 6}}, 0), 2);
}

static void a_vertex_can_be_passed_at_the_instant_at_which_it_is_free_again(void)
{
    CU_ASSERT_EQUAL(arrival(&(blocked_line){.vertex = 1, .edge = 9, .at_vertex = {2, 7}}, 0), 2.75);
    CU_ASSERT_EQUAL(arrival(&(blocked_line){.vertex = 1, .edge = 9, .at_vertex = {4, 7}}, 0), 2);
}

static void a_goal_that_is_blocked_later_is_not_one_before(void)
{
    CU_ASSERT_EQUAL(arrival(&(blocked_line){.vertex = 2, .edge = 9, .at_vertex = {40, 44}}, 0), 11);
}

static void a_final_arrival_can_be_asked_to_be_late(void)
{
    CU_ASSERT_EQUAL(arrival(&(blocked_line){.vertex = 9}, 7), 7);
}

static void a_forbidden_stay_lets_pass_and_lets_come_later(void)
{
    /* At 1 from 1 s on, the edge to 2 blocked until 3 s, but not at 1 all of [1.5, 2.5] s:
     * it comes later than 1.5 s, and leaves at 3 s. */
    blocked_line line = {.vertex = 1, .edge = 2, .at_edge = {3, 12}, .stay = {6, 10}};
    CU_ASSERT_EQUAL(arrival(&line, 0), 4);
    line.at_edge = (span){0, 0};
    CU_ASSERT_EQUAL(arrival(&line, 0), 2);
}

/* Half as much again for what is left: two seconds may be lost on the second of two moves, but not
 * on the first. */
static void a_surcharge_lets_nobody_lose_early_what_it_may_lose_late(void)
{
    const blocked_line first = {.vertex = 9, .edge = 0, .at_edge = {-1, 8}};
    const blocked_line second = {.vertex = 9, .edge = 2, .at_edge = {-1, 12}};
    CU_ASSERT_EQUAL(arrival_by(&first, 0, 4, 0), 4);
    CU_ASSERT_EQUAL(arrival_by(&first, 0, 4, 512), -1);
    CU_ASSERT_EQUAL(arrival_by(&first, 0, 4.5, 512), 4);
    CU_ASSERT_EQUAL(arrival_by(&second, 0, 4, 512), 4);
}

/* ---- lanes -------------------------------------------------------------------------- */

static graze_status free_vertex(void *context, uint32_t vertex, span_list *blocked,
                                span_list *stays)
{
    (void)context, (void)vertex;
    *blocked = *stays = (span_list){NULL, 0};
    return GRAZE_OK;
}

static graze_status free_edge(void *context, uint32_t edge, span_list *blocked)
{
    (void)context, (void)edge;
    *blocked = (span_list){NULL, 0};
    return GRAZE_OK;
}

/* The square (0, 0), (1, 0), (0, 1), (1, 1), so much larger. */
static void open_square(instance *made, planning_graph *graph, double size)
{
    const graze_point places[] = {{0, 0}, {size, 0}, {0, size}, {size, size}};
    const instance_edge edges[] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
    const body_kind kind = {{.radius = size / 8}, size, NULL};
    graze_allocator memory = memory_allocator(NULL);
    instance_make_both(made, 4, places, 4, edges);
    CU_ASSERT_EQUAL_FATAL(graph_open(graph, &memory, &made->roadmap, &kind, 1, 0), GRAZE_OK);
}

/* No edge is read before they are counted. */
static void more_edges_than_have_numbers_are_refused(void)
{
    const size_t first[] = {0, EDGE_NONE};
    const graze_roadmap roadmap = {.vertex_count = 1, .first = first};
    const body_kind kind = {{.radius = 1}, 1, NULL};
    const graze_allocator memory = memory_allocator(NULL);
    planning_graph graph;
    CU_ASSERT_EQUAL(graph_open(&graph, &memory, &roadmap, &kind, 1, 0), GRAZE_ERROR_CAPACITY);
}

static void lanes_side_by_side_lead_one_way_and_the_other(void)
{
    for (int exponent = -500; exponent <= 500; exponent += 250) {
        instance made;
        planning_graph graph;
        open_square(&made, &graph, ldexp(1, exponent));
        uint8_t *against = lanes_against(&graph);
        CU_ASSERT_PTR_NOT_NULL_FATAL(against);
        for (uint32_t e = 0; e < graph.edge_count; e++) {
            const uint32_t from = graph.from[e], to = graph_to(&graph, e);
            const bool forward = from < to, even = (from & to) == 0;
            CU_ASSERT_EQUAL(against[e], forward != even);
        }
        memory_free(&graph.memory, against);
        graph_close(&graph);
    }
}

static void of_equal_ways_the_one_along_lanes_is_taken(void)
{
    instance made;
    planning_graph graph;
    sipp search;
    tick distances[4];
    open_square(&made, &graph, 1);
    const sipp_world world = {.vertex = free_vertex, .edge = free_edge};
    CU_ASSERT_EQUAL_FATAL(graph_distances(&graph, 0, 3, distances), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(sipp_open(&search, &graph), GRAZE_OK);
    for (uint32_t avoided = 1; avoided <= 2; avoided++) {
        uint8_t against[8] = {0};
        for (uint32_t e = 0; e < graph.edge_count; e++)
            against[e] = graph.from[e] == 0 && graph_to(&graph, e) == avoided;
        const sipp_question question = {.goal = 3,
                                        .distances = distances,
                                        .latest_final = TICK_NEVER,
                                        .against = against};
        CU_ASSERT_EQUAL(sipp_find(&search, &question, &world), GRAZE_OK);
        CU_ASSERT_TRUE(search.found && search.step_count == 2);
        CU_ASSERT_EQUAL(graph_to(&graph, search.steps[0].edge), 3 - avoided);
    }
    sipp_close(&search);
    graph_close(&graph);
}

/* ---- headways ------------------------------------------------------------------------ */

/* Squares that pass one behind the other, for which exact numbers want room. */
static void a_headway_without_room_is_not_told(void)
{
    static const graze_point corners[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    static uint64_t narrow[1], wide[1 << 18];
    const graze_workspace workspaces[] = {{.memory = narrow, .size = sizeof narrow},
                                          {.memory = wide, .size = sizeof wide}};
    const graze_body square = {.vertices = corners, .vertex_count = 4};
    const leg earlier = {.from = {0, 0, 0}, .to = {4, 0, 0}, .along = {1, 0, 0}, .length = 4,
                         .profile = {2, 2, 2}, .duration = 6};
    const leg later = {.from = {2, -2, 0}, .to = {2, 2, 0}, .along = {0, 1, 0}, .length = 4,
                       .profile = {2, 2, 2}, .duration = 6};
    for (int room = 0; room < 2; room++) {
        headway found = {.start = 77};
        CU_ASSERT_EQUAL(headway_exactly(&square, &earlier, &square, &later, 0, &workspaces[room],
                                        &found),
                        room == 0 ? GRAZE_ERROR_WORKSPACE : GRAZE_OK);
        CU_ASSERT_EQUAL(found.any, room == 1);
        CU_ASSERT_TRUE(room == 0 ? found.start == 77 : found.start > 0 && found.start < 6);
    }
}

CU_TestInfo part_tests[] = {
    SUPPORT_TEST(whole_lengths_take_whole_times),
    SUPPORT_TEST(moves_are_never_faster_than_their_speed),
    SUPPORT_TEST(times_round_to_the_ticks_around_them),
    SUPPORT_TEST(a_heap_sorts),
    SUPPORT_TEST(a_hash_table_finds_each_item_once_however_many_hashes_are_equal),
    SUPPORT_TEST(a_bound_without_memory_is_told),
    SUPPORT_TEST(apart_pairs_add_up),
    SUPPORT_TEST(a_star_counts_its_heaviest_pair),
    SUPPORT_TEST(a_triangle_counts_half_of_its_sum),
    SUPPORT_TEST(the_bound_is_the_cheapest_cover),
    SUPPORT_TEST(distances_are_the_shortest_whatever_the_lengths),
    SUPPORT_TEST(nobody_about_means_the_shortest_way),
    SUPPORT_TEST(a_start_at_the_end_of_a_blocked_interval_is_legal),
    SUPPORT_TEST(a_vertex_can_be_passed_at_the_instant_at_which_it_is_free_again),
    SUPPORT_TEST(a_goal_that_is_blocked_later_is_not_one_before),
    SUPPORT_TEST(a_final_arrival_can_be_asked_to_be_late),
    SUPPORT_TEST(a_forbidden_stay_lets_pass_and_lets_come_later),
    SUPPORT_TEST(a_surcharge_lets_nobody_lose_early_what_it_may_lose_late),
    SUPPORT_TEST(more_edges_than_have_numbers_are_refused),
    SUPPORT_TEST(lanes_side_by_side_lead_one_way_and_the_other),
    SUPPORT_TEST(of_equal_ways_the_one_along_lanes_is_taken),
    SUPPORT_TEST(a_headway_without_room_is_not_told),
    CU_TEST_INFO_NULL,
};
