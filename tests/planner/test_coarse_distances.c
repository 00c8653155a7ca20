/* SPDX-License-Identifier: MIT */
/* Distances in 16 and in 32 bits, held against those in ticks. */
#include <stdlib.h>

#include "base/memory.h"
#include "instance.h"
#include "planner/coarse_distances.h"
#include "support/run.h"

static tick rounded(tick distance)
{
    const tick unit = (tick)1 << COARSE_SHIFT;
    return distance < COARSE_HORIZON ? distance - distance % unit : TICK_NEVER;
}

/* Holds the table of a goal against the distances in ticks; is it one of 16 bits? */
static bool is_right_and_narrow(distance_finder *finder, uint32_t goal, uint32_t start)
{
    const uint32_t vertices = finder->graph->roadmap->vertex_count;
    tick *wanted = calloc(vertices, sizeof *wanted), direct = -1;
    coarse_distances made;
    size_t faults = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(wanted);
    CU_ASSERT_EQUAL_FATAL(distance_finder_find(finder, goal, wanted), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(coarse_distances_find(finder, goal, start, &made, &direct), GRAZE_OK);
    for (uint32_t v = 0; v < vertices; v++)
        faults += coarse_distance(&made, v) != rounded(wanted[v]);
    CU_ASSERT_EQUAL(faults, 0);
    CU_ASSERT_EQUAL(direct, wanted[start]);
    CU_ASSERT_TRUE((made.moves == NULL) != (made.units == NULL));
    const bool narrow = made.moves != NULL;
    coarse_distances_free(&made, &finder->graph->memory);
    free(wanted);
    return narrow;
}

static void open_graph(planning_graph *graph, const graze_roadmap *roadmap, distance_finder *finder,
                       tick duration)
{
    const body_kind kind = {{.radius = 0.25}, 1, NULL};
    graze_allocator memory = memory_allocator(NULL);
    CU_ASSERT_EQUAL_FATAL(graph_open(graph, &memory, roadmap, &kind, 1, 0), GRAZE_OK);
    for (uint32_t e = 0; e < graph->edge_count; e++)
        graph->durations[e] = duration;
    CU_ASSERT_EQUAL_FATAL(distance_finder_open(finder, graph, 0), GRAZE_OK);
}

/* ---- grids -------------------------------------------------------------------------- */

enum { SIDE = 10, CELLS = SIDE * SIDE, SIDES = 2 * SIDE * (SIDE - 1) };

/* Some sides of a grid lead both ways, some one way, and some nowhere. */
static void make_grid(instance *made, uint64_t *seed)
{
    graze_point places[CELLS];
    instance_edge edges[2 * SIDES];
    size_t count = 0;
    for (uint32_t v = 0; v < CELLS; v++)
        places[v] = (graze_point){v % SIDE, (double)(v / SIDE)};
    for (uint32_t v = 0; v < CELLS; v++)
        for (uint32_t to = v + 1; to <= v + SIDE; to += SIDE - 1) {
            const uint64_t ways = instance_random(seed) % 8;
            if (to >= CELLS || (to == v + 1 && to % SIDE == 0))
                continue;
            if (ways != 0 && ways != 1)
                edges[count++] = (instance_edge){v, to};
            if (ways != 0 && ways != 2)
                edges[count++] = (instance_edge){to, v};
        }
    instance_make(made, CELLS, places, count, edges);
}

static void counts_of_moves_tell_what_ticks_do(void)
{
    static const tick durations[] = {1,
                                     3,
                                     (1 << COARSE_SHIFT) - 1,
                                     1 << COARSE_SHIFT,
                                     ((tick)1 << 40) / 3,
                                     (tick)1 << 40,
                                     (TICK_HORIZON - 1) / 100};
    uint64_t seed = 51;
    size_t nowhere = 0;
    for (size_t i = 0; i < sizeof durations / sizeof *durations; i++)
        for (int round = 0; round < 8; round++) {
            instance made;
            planning_graph graph;
            distance_finder finder;
            make_grid(&made, &seed);
            open_graph(&graph, &made.roadmap, &finder, durations[i]);
            for (uint32_t goal = 0; goal < CELLS; goal += 7) {
                const uint32_t start = (uint32_t)(instance_random(&seed) % CELLS);
                tick ticks[CELLS];
                CU_ASSERT_TRUE(is_right_and_narrow(&finder, goal, start));
                CU_ASSERT_EQUAL(distance_finder_find(&finder, goal, ticks), GRAZE_OK);
                nowhere += ticks[start] >= TICK_NEVER;
            }
            distance_finder_close(&finder);
            graph_close(&graph);
        }
    CU_ASSERT_TRUE(nowhere > 0);
}

static void moves_that_are_not_even_are_counted_in_units(void)
{
    uint64_t seed = 52;
    for (int round = 0; round < 16; round++) {
        instance made;
        planning_graph graph;
        distance_finder finder;
        make_grid(&made, &seed);
        open_graph(&graph, &made.roadmap, &finder, (tick)1 << 30);
        distance_finder_close(&finder);
        const uint32_t odd = (uint32_t)(instance_random(&seed) % graph.edge_count);
        graph.durations[odd] = round % 2 == 0 ? ((tick)1 << 30) + 1 : TICK_NEVER;
        CU_ASSERT_EQUAL_FATAL(distance_finder_open(&finder, &graph, 0), GRAZE_OK);
        for (uint32_t goal = 0; goal < CELLS; goal += 7)
            CU_ASSERT_FALSE(is_right_and_narrow(&finder, goal, CELLS - 1 - goal));
        distance_finder_close(&finder);
        graph_close(&graph);
    }
}

/* ---- corridors ---------------------------------------------------------------------- */

/* A corridor of so many moves, both ways. */
typedef struct corridor_graph {
    graze_point *places;
    size_t *first;
    uint32_t *targets;
    graze_roadmap roadmap;
    planning_graph graph;
    distance_finder finder;
} corridor_graph;

static void open_corridor(corridor_graph *made, uint32_t moves, tick duration)
{
    size_t count = 0;
    made->places = calloc(moves + 1, sizeof *made->places);
    made->first = calloc(moves + 2, sizeof *made->first);
    made->targets = calloc(2 * moves, sizeof *made->targets);
    CU_ASSERT_FATAL(made->places != NULL && made->first != NULL && made->targets != NULL);
    for (uint32_t v = 0; v <= moves; v++) {
        made->places[v].x = v;
        if (v > 0)
            made->targets[count++] = v - 1;
        if (v < moves)
            made->targets[count++] = v + 1;
        made->first[v + 1] = count;
    }
    made->roadmap = (graze_roadmap){.places = made->places,
                                    .first = made->first,
                                    .targets = made->targets,
                                    .vertex_count = moves + 1};
    open_graph(&made->graph, &made->roadmap, &made->finder, duration);
}

static void close_corridor(corridor_graph *made)
{
    distance_finder_close(&made->finder);
    graph_close(&made->graph);
    free(made->places);
    free(made->first);
    free(made->targets);
}

/* The table of a vertex in the middle comes before and after the one of an end. */
static void what_is_too_far_for_16_bits_is_counted_in_units(void)
{
    for (uint32_t moves = UINT16_MAX - 3; moves < UINT16_MAX + 5; moves++) {
        corridor_graph made;
        open_corridor(&made, moves, (1 << COARSE_SHIFT) + 1);
        const bool fits = moves < UINT16_MAX - 1;
        CU_ASSERT_TRUE(is_right_and_narrow(&made.finder, moves / 2, 3));
        CU_ASSERT_EQUAL(is_right_and_narrow(&made.finder, moves, 3), fits);
        CU_ASSERT_EQUAL(is_right_and_narrow(&made.finder, 0, moves), fits);
        CU_ASSERT_EQUAL(is_right_and_narrow(&made.finder, moves / 2, moves), fits);
        close_corridor(&made);
    }
}

static void what_is_beyond_the_horizon_is_counted_in_units(void)
{
    enum { MOVES = 12 };
    for (tick divisor = 2; divisor < 2 * MOVES; divisor++)
        for (tick more = -1; more <= 1; more++) {
            corridor_graph made;
            const tick duration = COARSE_HORIZON / divisor + more;
            open_corridor(&made, MOVES, duration);
            if (MOVES * duration >= COARSE_HORIZON)
                CU_ASSERT_FALSE(is_right_and_narrow(&made.finder, 0, MOVES));
            if ((MOVES + 1) * duration < COARSE_HORIZON)
                CU_ASSERT_TRUE(is_right_and_narrow(&made.finder, 0, MOVES));
            CU_ASSERT_EQUAL(is_right_and_narrow(&made.finder, MOVES / 2, 0),
                            !made.finder.is_too_far);
            close_corridor(&made);
        }
}

/* 2^9 moves of nearly 2^52 ticks. */
static void a_way_that_lasts_for_ever_is_none(void)
{
    enum { MOVES = 600 };
    const tick duration = TICK_HORIZON - 1;
    tick found[MOVES + 1];
    corridor_graph made;
    open_corridor(&made, MOVES, duration);
    CU_ASSERT_EQUAL(distance_finder_find(&made.finder, 0, found), GRAZE_OK);
    for (tick v = 0; v <= MOVES; v++)
        CU_ASSERT_EQUAL(found[v], v <= (TICK_NEVER - 1) / duration ? v * duration : TICK_NEVER);
    CU_ASSERT_FALSE(is_right_and_narrow(&made.finder, 0, MOVES));
    close_corridor(&made);
}

CU_TestInfo coarse_distance_tests[] = {
    SUPPORT_TEST(counts_of_moves_tell_what_ticks_do),
    SUPPORT_TEST(moves_that_are_not_even_are_counted_in_units),
    SUPPORT_TEST(what_is_too_far_for_16_bits_is_counted_in_units),
    SUPPORT_TEST(what_is_beyond_the_horizon_is_counted_in_units),
    SUPPORT_TEST(a_way_that_lasts_for_ever_is_none),
    CU_TEST_INFO_NULL,
};
