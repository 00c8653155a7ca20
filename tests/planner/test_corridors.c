/* SPDX-License-Identifier: MIT */
/* Corridors and alcoves in which a robot that moves cannot stop in time: a plan, or the proof that
 * there is none, each held against a search through every tick. */
#include <graze/among.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "support/run.h"
#include "ticks.h"

/* A corridor of six places a metre apart, with an alcove beside one of them, and a disc that comes
 * along it from the other end at a time, at 1 m/s, and stays at its begin. */
static void make_corridor(instance *made, uint32_t alcove)
{
    static const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 6}};
    graze_point places[7];
    instance_edge all[6];
    for (uint32_t v = 0; v < 6; v++)
        places[v] = (graze_point){v, 0};
    places[6] = (graze_point){alcove, 1};
    memcpy(all, edges, sizeof all);
    all[5].from = alcove;
    memset(made, 0, sizeof *made);
    instance_make_both(made, 7, places, alcove == 0 ? 5 : 6, all);
}

typedef struct oncoming {
    graze_body body;
    graze_motion motions[3];
    graze_trajectory trajectory;
    graze_index *index;
} oncoming;

static void make_oncoming(oncoming *disc, double time)
{
    const graze_vector far = {5, 0, 0}, near = {0, 0, 0};
    disc->body = (graze_body){.radius = 0.35};
    CU_ASSERT_EQUAL(graze_motion_waypoint(far, far, 0, time, &disc->motions[0]), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint(far, near, time, time + 5, &disc->motions[1]), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint(near, near, time + 5, HUGE_VAL, &disc->motions[2]),
                    GRAZE_OK);
    disc->trajectory = (graze_trajectory){.motions = disc->motions, .count = 3};
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&disc->body, &disc->trajectory, 1, NULL, NULL,
                                          &disc->index),
                          GRAZE_OK);
}

/* Unsafe times as open intervals of ticks. */
static blocked_list blocked_ticks(const course *now, const graze_interval *unsafe, size_t count)
{
    blocked_list list = {.count = count};
    CU_ASSERT_TRUE_FATAL(count <= LIST);
    for (size_t i = 0; i < count; i++)
        list.spans[i] = (span){time_grid_floor(&now->graph.grid, unsafe[i].lower),
                               time_grid_ceil(&now->graph.grid, unsafe[i].upper)};
    return list;
}

/* The same robot where a tick is a quarter of a second: moves last up to that much longer, and all
 * ticks can be looked at. */
static void make_coarse(course *now, const robot_limits *limits, const oncoming *disc)
{
    static char room[1 << 20];
    const graze_allocator memory = memory_allocator(NULL);
    graze_workspace work = {.memory = room, .size = sizeof room};
    const body_kind kind = {{.radius = 0.35}, limits->speed, NULL};
    const graze_closed_interval always = {0, HUGE_VAL};
    planning_graph *graph = &now->graph;
    graze_interval unsafe[8];
    size_t count = 0;
    CU_ASSERT_EQUAL_FATAL(graph_open_robots(graph, &memory, &now->made.roadmap, &kind, limits, 1,
                                            NULL, 0, 0),
                          GRAZE_OK);
    CU_ASSERT_TRUE_FATAL(graph->roadmap->vertex_count <= STATES && graph->edge_count <= MOVES);
    const time_grid fine = graph->grid;
    graph->grid = (time_grid){.exponent = -2, .tick = 0.25};
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        graze_motion motion;
        graph->durations[e] =
            time_grid_ceil(&graph->grid, time_grid_seconds(&fine, graph->durations[e]));
        now->edges[e] = (blocked_list){.count = 0};
        if (graph->durations[e] == 0)
            continue;
        CU_ASSERT_EQUAL_FATAL(graph_motion(graph, 0, e, &motion), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(graze_index_unsafe_starts(disc->index, &kind.body, &motion,
                                                        GRAZE_INDEX_NOBODY, always, 0, &work,
                                                        unsafe, 8, &count),
                              GRAZE_OK);
        now->edges[e] = blocked_ticks(now, unsafe, count);
    }
    for (uint32_t v = 0; v < graph->roadmap->vertex_count; v++) {
        graze_point p = graph_place(graph, v);
        CU_ASSERT_EQUAL_FATAL(graze_index_unsafe_times(disc->index, &kind.body,
                                                       (graze_vector){p.x, p.y, 0},
                                                       GRAZE_INDEX_NOBODY, always, 0, unsafe, 8,
                                                       &count),
                              GRAZE_OK);
        now->vertices[v] = blocked_ticks(now, unsafe, count);
    }
}

/* The robot's arrival by the planner; infinite: proven that it has none. */
static double arrival_among(const course *now, const oncoming *disc, const robot_limits *limits)
{
    const graze_task task = {.radius = 0.35, .speed = limits->speed, .start = 0, .goal = 5,
                             .acceleration = limits->acceleration,
                             .turn_rate = limits->turn_rate};
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_plan_among(&now->made.roadmap, &task, disc->index, 0, NULL,
                                           &solution),
                          GRAZE_OK);
    const bool found = solution.outcome == GRAZE_PLAN_FOUND;
    double arrival = found ? solution.makespan : HUGE_VAL;
    CU_ASSERT_TRUE(found || (solution.outcome == GRAZE_PLAN_IMPOSSIBLE &&
                             solution.reason == GRAZE_NO_PLAN_ON_LATTICE));
    graze_solution_free(&solution, NULL);
    return arrival;
}

/* Is there a plan? On quarters of a second the search has the answer of all ticks, and the planner,
 * whose moves are faster, has one whenever there is one there. */
static bool leaves_corridor(uint32_t alcove, double time, const robot_limits *limits)
{
    static course now;
    uint64_t none = 0;
    oncoming disc;
    make_corridor(&now.made, alcove);
    make_oncoming(&disc, time);
    make_coarse(&now, limits, &disc);
    now.start = robot_states_begin(now.graph.robots, 0, 0);
    now.goal = robot_states_end(now.graph.robots, 0, 5);
    now.earliest = 0;
    now.landmark_count = 0;
    ticks_search(&now, &none);
    double arrival = arrival_among(&now, &disc, limits);
    tick coarse = ticks_plain_search(&now);
    CU_ASSERT_TRUE(coarse == TICK_NEVER || arrival <= 0.25 * (double)coarse);
    graph_close(&now.graph);
    graze_index_free(disc.index);
    return arrival < HUGE_VAL;
}

/* Without an alcove nobody passes. Into one a metre away from the begin of the corridor the robot
 * needs 2 + 2 seconds and a turn, and the disc may come no earlier. Further on, it has to be there
 * before the disc, from rest: the way there is longer, and that of the disc shorter. */
static void who_cannot_stop_in_time_has_no_plan(void)
{
    const robot_limits slow = {2, 0.5, 0.5, 0, false, NULL, 0},
                       turning = {2, 0.5, 0.5, 1, false, NULL, 0},
                       quick = {2, 50, 50, 0, false, NULL, 0};
    double before = 0;
    for (double time = 0; time < 9; time += 3)
        CU_ASSERT_FALSE(leaves_corridor(0, time, &slow));
    for (uint32_t alcove = 1; alcove < 5; alcove++) {
        double first = 0, first_turning = 0, first_quick = 0;
        while (!leaves_corridor(alcove, first, &slow))
            first += 0.25;
        while (!leaves_corridor(alcove, first_turning, &turning))
            first_turning += 0.25;
        while (!leaves_corridor(alcove, first_quick, &quick))
            first_quick += 0.25;
        CU_ASSERT_TRUE(first_quick <= first && first <= first_turning);
        CU_ASSERT_TRUE(alcove == 1 || first > before);
        before = first;
    }
    CU_ASSERT_TRUE(before > 4); /* from rest to rest over 4 m, and 1 m, less than 1 s before it */
}

/* How a robot comes along 2 m where a disc stands so far along until a time. */
typedef struct late_way {
    graze_outcome outcome;
    double tick, makespan;
} late_way;

static late_way drive_when_gone(double along, double time)
{
    static const graze_point places[] = {{0, 0}, {2, 0}};
    const graze_vector place = {along, 0, 0};
    const graze_body body = {.radius = 0.25};
    const graze_task task = {.radius = 0.25, .speed = 2, .start = 0, .goal = 1,
                             .acceleration = 0.5};
    graze_motion stand;
    const graze_trajectory path = {.motions = &stand, .count = 1};
    instance made;
    graze_index *others;
    graze_solution solution;
    instance_make_both(&made, 2, places, 1, (instance_edge[]){{0, 1}});
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(place, place, 0, time, &stand), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&body, &path, 1, NULL, NULL, &others), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_plan_among(&made.roadmap, &task, others, 0, NULL, &solution),
                          GRAZE_OK);
    const late_way way = {solution.outcome, solution.tick, solution.makespan};
    graze_solution_free(&solution, NULL);
    graze_index_free(others);
    return way;
}

/* In the middle, or at the goal. A robot that would still move at the horizon is not looked at;
 * that is no proof. */
static void a_way_that_is_free_at_the_horizon_is_not_called_impossible(void)
{
    for (int along = 1; along <= 2; along++) {
        const late_way soon = drive_when_gone(along, 100);
        const double horizon = ldexp(soon.tick, 52);
        CU_ASSERT_EQUAL(soon.outcome, GRAZE_PLAN_FOUND);
        CU_ASSERT_TRUE(soon.makespan >= 100 && soon.makespan < 104);
        CU_ASSERT_EQUAL(drive_when_gone(along, horizon / 2).outcome, GRAZE_PLAN_FOUND);
        CU_ASSERT_EQUAL(drive_when_gone(along, horizon + 1).outcome, GRAZE_PLAN_UNFINISHED);
        CU_ASSERT_EQUAL(drive_when_gone(along, HUGE_VAL).outcome, GRAZE_PLAN_IMPOSSIBLE);
    }
    CU_ASSERT_EQUAL(drive_when_gone(0, HUGE_VAL).outcome, GRAZE_PLAN_IMPOSSIBLE);
}

/* Two robots cannot pass each other in a corridor, however they drive; beside an alcove they do. */
static void robots_that_cannot_pass_have_no_plan(void)
{
    for (uint32_t alcove = 0; alcove < 5; alcove += 2) {
        instance made;
        graze_solution solution;
        const graze_solve_options options = {.node_limit = 2000};
        make_corridor(&made, alcove);
        instance_task(&made, 0, 5, 0.35);
        instance_task(&made, 5, 0, 0.35);
        for (int i = 0; i < 2; i++)
            made.tasks[i].acceleration = 0.5;
        CU_ASSERT_EQUAL_FATAL(graze_solve(&made.problem, &options, NULL, &solution), GRAZE_OK);
        CU_ASSERT_EQUAL(solution.outcome, alcove == 0 ? GRAZE_PLAN_IMPOSSIBLE : GRAZE_PLAN_FOUND);
        CU_ASSERT_TRUE(alcove > 0 || solution.reason == GRAZE_NO_PLAN_ORDER);
        graze_solution_free(&solution, NULL);
    }
}

/* Bodies that lie beside their places may pass where their places do not: no order forbids it. */
static void bodies_beside_their_places_pass(void)
{
    static const graze_point above[] = {{-0.2, 1}, {0.2, 1}, {0.2, 1.2}, {-0.2, 1.2}};
    static const graze_point below[] = {{-0.2, -1.2}, {0.2, -1.2}, {0.2, -1}, {-0.2, -1}};
    for (int limited = 0; limited < 2; limited++) {
        instance made;
        graze_solution solution;
        make_corridor(&made, 0);
        instance_task(&made, 0, 5, 0);
        instance_task(&made, 5, 0, 0);
        for (int i = 0; i < 2; i++) {
            made.tasks[i].vertices = i == 0 ? above : below;
            made.tasks[i].vertex_count = 4;
            made.tasks[i].acceleration = limited * 0.5;
        }
        CU_ASSERT_EQUAL_FATAL(graze_solve(&made.problem, NULL, NULL, &solution), GRAZE_OK);
        CU_ASSERT_EQUAL(solution.outcome, GRAZE_PLAN_FOUND);
        graze_solution_free(&solution, NULL);
    }
}

CU_TestInfo corridor_tests[] = {
    SUPPORT_TEST(who_cannot_stop_in_time_has_no_plan),
    SUPPORT_TEST(a_way_that_is_free_at_the_horizon_is_not_called_impossible),
    SUPPORT_TEST(robots_that_cannot_pass_have_no_plan),
    SUPPORT_TEST(bodies_beside_their_places_pass),
    CU_TEST_INFO_NULL,
};
