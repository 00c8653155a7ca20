/* SPDX-License-Identifier: MIT */
/* Robots with inertia: their states, their moves, and their searches against plain ones that look
 * at every tick. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "planner/both_ends.h"
#include "planner/planning_graph.h"
#include "slow_robots.h"
#include "support/run.h"
#include "ticks.h"

static graze_allocator memory;

/* ---- levels -------------------------------------------------------------------------- */

static void levels_are_the_speeds_after_whole_edges(void)
{
    const robot_limits limits = {2, 0.5, 0.5, 0, false, NULL, 0};
    speed_levels levels;
    CU_ASSERT_EQUAL_FATAL(speed_levels_for(&limits, 1, &levels), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(levels.count, 5);
    for (uint32_t i = 0; i < 5; i++)
        CU_ASSERT_DOUBLE_EQUAL(levels.speeds[i], sqrt(i), 1e-15);
    uint32_t reached[SPEED_TARGETS_MAX];
    CU_ASSERT_EQUAL(speed_levels_from(&levels, 0, 1, reached), 2);
    CU_ASSERT_EQUAL(speed_levels_from(&levels, 2, 1, reached), 3);
    CU_ASSERT_TRUE(reached[0] == 1 && reached[1] == 2 && reached[2] == 3);
    CU_ASSERT_EQUAL(speed_levels_from(&levels, 4, 1, reached), 2);
    CU_ASSERT_EQUAL(speed_levels_from(&levels, 4, 9, reached), 3); /* a stand, one down, cruise */
    CU_ASSERT_TRUE(reached[0] == 0 && reached[1] == 3 && reached[2] == 4);
}

static void braking_harder_adds_levels(void)
{
    const robot_limits limits = {1.5, 0.5, 2, 0, false, NULL, 0};
    speed_levels levels;
    CU_ASSERT_EQUAL_FATAL(speed_levels_for(&limits, 0.25, &levels), GRAZE_OK);
    for (uint32_t i = 0; i + 1 < levels.count; i++) {
        uint32_t reached[SPEED_TARGETS_MAX], count;
        CU_ASSERT_TRUE(levels.speeds[i] < levels.speeds[i + 1]);
        count = speed_levels_from(&levels, i, 0.25, reached);
        CU_ASSERT_TRUE(reached[count - 1] > i);
        count = speed_levels_from(&levels, i + 1, 0.25, reached);
        CU_ASSERT_TRUE(reached[0] < i + 1);
    }
    CU_ASSERT_EQUAL(levels.speeds[levels.count - 1], 1.5);
}

static void a_speed_too_many_edges_away_is_refused(void)
{
    const robot_limits slow = {2, 0.01, 0.01, 0, false, NULL, 0},
                       brakes = {2, 1, 0.001, 0, false, NULL, 0};
    speed_levels levels;
    CU_ASSERT_EQUAL(speed_levels_for(&slow, 1, &levels), GRAZE_ERROR_LIMITS);
    CU_ASSERT_EQUAL(speed_levels_for(&brakes, 1, &levels), GRAZE_ERROR_LIMITS);
}

static void check_profiles(robot_limits limits)
{
    speed_levels levels;
    CU_ASSERT_EQUAL_FATAL(speed_levels_for(&limits, 0.7, &levels), GRAZE_OK);
    for (double length = 0.7; length < 20; length *= 1.3)
        for (uint32_t from = 0; from < levels.count; from++) {
            uint32_t reached[SPEED_TARGETS_MAX];
            uint32_t count = speed_levels_from(&levels, from, length, reached);
            for (uint32_t i = 0; i < count; i++) {
                speed_profile p = speed_levels_profile(&levels, from, reached[i], length);
                CU_ASSERT_TRUE_FATAL(p.count >= 1 && p.count <= PROFILE_PIECES_MAX);
                CU_ASSERT_EQUAL(p.ends[0], 0);
                CU_ASSERT_EQUAL(p.ends[p.count], 1);
                CU_ASSERT_EQUAL(p.speeds[0], levels.speeds[from]);
                CU_ASSERT_EQUAL(p.speeds[2 * p.count - 1], levels.speeds[reached[i]]);
                for (uint32_t k = 1; k < p.count; k++)
                    CU_ASSERT_EQUAL(p.speeds[2 * k - 1], p.speeds[2 * k]);
                for (uint32_t k = 0; k < p.count; k++)
                    CU_ASSERT_TRUE(p.speeds[2 * k] + p.speeds[2 * k + 1] > 0);
            }
        }
}

/* The second stops in less than a millionth of the way on which it speeds up. */
static void a_profile_goes_from_one_end_to_the_other(void)
{
    check_profiles((robot_limits){1.7, 0.4, 0.9, 0, false, NULL, 0});
    check_profiles((robot_limits){1.7, 0.4, 1e7, 0, false, NULL, 0});
}

/* ---- moves --------------------------------------------------------------------------- */

/* A square of unit edges with two tails in one line and a diagonal. */
static void make_map(instance *made)
{
    static const graze_point places[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 1}, {3, 1}};
    static const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0},
                                          {2, 4}, {4, 5}, {0, 2}};
    memset(made, 0, sizeof *made);
    instance_make_both(made, 6, places, 7, edges);
}

static const graze_point corners[] = {{-0.3, -0.1}, {0.3, -0.1}, {0.3, 0.1}, {-0.3, 0.1}};

/* The limits, inside every motion, are decided exactly; jumps at seams are tiny. */
static void check_move(const planning_graph *graph, uint32_t edge, const robot_limits *limits)
{
    const robot_move *move = &graph->robots->moves[edge];
    graze_motion motion;
    bool slow = false, gentle = false;
    tick duration = graph_duration(graph, 0, edge);
    if (duration == 0)
        return;
    CU_ASSERT_EQUAL_FATAL(graph_motion(graph, 0, edge, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_speed_at_most(&motion, limits->speed, &slow), GRAZE_OK);
    double rate = motion.form == GRAZE_RAMP && motion.share < 1 ? limits->acceleration
                                                                : limits->deceleration;
    CU_ASSERT_EQUAL(graze_motion_acceleration_at_most(&motion, rate, &gentle), GRAZE_OK);
    CU_ASSERT_TRUE(slow && gentle);
    CU_ASSERT_TRUE(move->share >= 0 && move->share <= 2);
}

static double speed_at(const planning_graph *graph, uint32_t edge, bool end)
{
    graze_point a = graph_place(graph, graph->from[edge]);
    graze_point b = graph_place(graph, graph_to(graph, edge));
    double seconds = time_grid_seconds(&graph->grid, graph_duration(graph, 0, edge));
    double share = graph->robots->moves[edge].share;
    return hypot(b.x - a.x, b.y - a.y) / seconds * (end ? 2 - share : share);
}

static void check_seams(const planning_graph *graph)
{
    const robot_states *robots = graph->robots;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t to = graph_to(graph, e);
        if (!robots->in_motion[to])
            continue;
        for (size_t f = graph->roadmap->first[to]; f < graph->roadmap->first[to + 1]; f++) {
            double jump = speed_at(graph, e, true) - speed_at(graph, (uint32_t)f, false);
            CU_ASSERT_TRUE(fabs(jump) < 1e-10);
        }
    }
}

static void every_move_keeps_the_limits_exactly(void)
{
    const robot_limits limits[] = {{2, 0.5, 0.5, 0, false, NULL, 0},
                                   {2, 0.5, 0.5, 0.785, false, NULL, 0},
                                   {1.3, 0.7, 0.3, 1, true, NULL, 0},
                                   {1, 4, 4, 0, false, NULL, 0}, /* cruises between up and down */
                                   {3, 4, 9, 0, true, NULL, 0}};
    instance made;
    memory = memory_allocator(NULL);
    make_map(&made);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const body_kind kind = {{0.05, corners, 4}, limits[i].speed, NULL};
        planning_graph graph;
        CU_ASSERT_EQUAL_FATAL(
            graph_open_robots(&graph, &memory, &made.roadmap, &kind, &limits[i], 1, NULL, 0, 0),
            GRAZE_OK);
        for (uint32_t e = 0; e < graph.edge_count; e++)
            check_move(&graph, e, &limits[i]);
        check_seams(&graph);
        graph_close(&graph);
    }
}

/* ---- a search, tick by tick ---------------------------------------------------------- */

/* The moves last a few ticks each, so that all ticks can be looked at. */
static bool make_course(course *now, uint64_t *seed)
{
    const robot_limits limits = {1.5, 0.6 + 0.1 * (double)dice(seed, 4), 0.9,
                                 dice(seed, 2) == 0 ? 1 : 0, dice(seed, 4) == 0, NULL, 0};
    const body_kind kind = {{0.05, corners, 4}, limits.speed, NULL};
    make_map(&now->made);
    CU_ASSERT_EQUAL_FATAL(graph_open_robots(&now->graph, &memory, &now->made.roadmap, &kind,
                                            &limits, 1, NULL, 0, 0),
                          GRAZE_OK);
    const planning_graph *graph = &now->graph;
    if (graph->roadmap->vertex_count > STATES || graph->edge_count > MOVES)
        return false;
    for (uint32_t v = 0; v < graph->roadmap->vertex_count; v++)
        now->vertices[v] = random_gaps(seed, 16, 6);
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        now->edges[e] = random_gaps(seed, 16, 6);
        graph->durations[e] = graph->durations[e] == 0 ? 0 : 1 + dice(seed, 4);
    }
    now->start = robot_states_begin(graph->robots, 0, (uint32_t)dice(seed, 6));
    now->goal = robot_states_end(graph->robots, 0, (uint32_t)dice(seed, 6));
    now->earliest = dice(seed, 3) == 0 ? dice(seed, TICKS_HORIZON) : 0;
    now->landmark_count = dice(seed, 3) == 0;
    tick from = dice(seed, 10) - 1;
    now->landmark = (sipp_landmark){.edge = (uint32_t)dice(seed, (int)graph->edge_count),
                                    .when = {from, from + 2 + dice(seed, 30)}};
    return true;
}

static void the_search_is_that_of_all_ticks(void)
{
    static course now;
    uint64_t seed = 20, found = 0, none = 0;
    memory = memory_allocator(NULL);
    for (size_t i = 0; i < support_rounds(400, 1000, 40000); i++) {
        if (make_course(&now, &seed))
            found += ticks_search(&now, &none);
        graph_close(&now.graph);
    }
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(found > 100 && none > 10));
}

static void a_search_from_both_ends_tells_every_failed_allocation(void)
{
    static course now;
    uint64_t seed = 21;
    size_t most = 0;
    memory = memory_allocator(NULL);
    for (int i = 0; i < 40; i++) {
        if (make_course(&now, &seed) && graph_can_wait(&now.graph, now.start)) {
            size_t calls = ticks_refuse(&now);
            most = calls > most ? calls : most;
        }
        graph_close(&now.graph);
    }
    CU_ASSERT_TRUE(most > 20);
}

/* The search from both ends looks at the states of the plain one, and at no others. */
static void looks_ahead_alone(course *now, tick left)
{
    static tick distances[STATES];
    const sipp_question question = {.start = now->start,
                                    .goal = now->goal,
                                    .distances = distances,
                                    .latest_final = TICK_NEVER,
                                    .any_until = left};
    const sipp_world world = ticks_world(now, 1);
    sipp plain, both;
    CU_ASSERT_EQUAL(graph_distances(&now->graph, 0, now->goal, distances), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(sipp_open(&plain, &now->graph), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(sipp_open(&both, &now->graph), GRAZE_OK);
    CU_ASSERT_EQUAL(sipp_find(&plain, &question, &world), GRAZE_OK);
    CU_ASSERT_EQUAL(both_ends_find(&both, &question, &world, 1), GRAZE_OK);
    CU_ASSERT_TRUE(both.found && both.arrival == left);
    CU_ASSERT_TRUE(both.expanded > 1 && both.expanded == plain.expanded);
    sipp_close(&plain);
    sipp_close(&both);
}

/* Somebody stands at the goal for so long that no time before he leaves it is counted back. */
static void a_goal_left_beyond_half_the_horizon_is_not_searched_from(void)
{
    static course now;
    const tick left = TICK_HORIZON / 2 + 1000;
    uint64_t seed = 22;
    size_t compared = 0;
    memory = memory_allocator(NULL);
    for (int i = 0; i < 40; i++) {
        if (make_course(&now, &seed) && graph_can_wait(&now.graph, now.start) &&
            now.start != now.goal) {
            memset(now.vertices, 0, sizeof now.vertices);
            memset(now.edges, 0, sizeof now.edges);
            now.vertices[now.goal] = (blocked_list){{{-1, left}}, 1};
            looks_ahead_alone(&now, left);
            compared++;
        }
        graph_close(&now.graph);
    }
    CU_ASSERT_TRUE(compared > 10);
}

/* ---- many robots --------------------------------------------------------------------- */

/* The cost of the plan that a method finds; infinite if it proves that there is none, NaN if it
 * ends without either. */
static double cost_of(const graze_problem *problem, graze_method method, unsigned without)
{
    const graze_solve_options options = {
        .method = method, .without = without, .node_limit = method == GRAZE_LNS ? 8 : 2000,
        .threads = 1};
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_solve(problem, &options, NULL, &solution), GRAZE_OK);
    double cost = solution.outcome == GRAZE_PLAN_FOUND        ? solution.sum_of_costs
                  : solution.outcome == GRAZE_PLAN_IMPOSSIBLE ? HUGE_VAL
                                                              : NAN;
    graze_solution_free(&solution, NULL);
    return cost;
}

static void make_robots(instance *made, uint64_t *seed)
{
    static const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1},
                                         {2, 1}, {0, 2}, {1, 2}, {2, 2}};
    static const instance_edge edges[] = {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {6, 7}, {7, 8},
                                          {0, 3}, {3, 6}, {1, 4}, {4, 7}, {2, 5}, {5, 8}};
    memset(made, 0, sizeof *made);
    instance_make_both(made, 9, places, 12, edges);
    uint32_t starts[] = {0, 2, 8}, goals[] = {8, 6, 0};
    for (uint32_t i = 0; i < 3; i++) {
        instance_task(made, starts[i], goals[(i + instance_random(seed) % 3) % 3], 0.3);
        made->tasks[i].speed = 1 + 0.25 * (double)dice(seed, 3);
        made->tasks[i].acceleration = dice(seed, 4) == 0 ? 0 : 0.5;
        made->tasks[i].deceleration = dice(seed, 2) == 0 ? 0 : 1;
        made->tasks[i].turn_rate = dice(seed, 2) == 0 ? 0 : 1;
        if (dice(seed, 3) == 0) {
            made->tasks[i].radius = 0.01;
            made->tasks[i].vertices = corners;
            made->tasks[i].vertex_count = 4;
            made->tasks[i].turns = dice(seed, 2) == 0;
        }
    }
    made->problem.task_count = 3;
}

/* No improvement changes the cost, and no other method undercuts it. */
static void plans_of_robots_are_the_cheapest(void)
{
    uint64_t seed = 7;
    size_t found = 0;
    for (size_t i = 0; i < support_rounds(40, 100, 800); i++) {
        instance made;
        make_robots(&made, &seed);
        if (made.tasks[0].goal == made.tasks[1].goal || made.tasks[0].goal == made.tasks[2].goal ||
            made.tasks[1].goal == made.tasks[2].goal)
            continue;
        double best = cost_of(&made.problem, GRAZE_CCBS, 0);
        if (isnan(best))
            continue;
        double plain = cost_of(&made.problem, GRAZE_CCBS, 127);
        double disjoint = cost_of(&made.problem, GRAZE_CCBS, 63);
        CU_ASSERT_FALSE(cost_of(&made.problem, GRAZE_PRIORITISED, 0) < best);
        CU_ASSERT_FALSE(cost_of(&made.problem, GRAZE_LNS, 0) < best);
        CU_ASSERT_TRUE(plain == best || isnan(plain));
        CU_ASSERT_TRUE(disjoint == best || isnan(disjoint));
        found += best < HUGE_VAL && plain == best;
    }
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(found > 2));
}

/* Two of them, beside a search over joint states that waits in quarters of a second: nothing is
 * cheaper, and mostly something is as cheap but for the waits. */
static void no_joint_search_is_cheaper_for_two_robots(void)
{
    uint64_t seed = 11;
    size_t found = 0, near = 0;
    for (size_t i = 0; i < support_rounds(60, 120, 800); i++) {
        instance made;
        bool gave_up;
        make_robots(&made, &seed);
        made.problem.task_count = 2;
        if (made.tasks[0].goal == made.tasks[1].goal)
            continue;
        double slow = slow_robots(&made.problem, 2, 200000, &gave_up);
        double best = cost_of(&made.problem, GRAZE_CCBS, 0);
        CU_ASSERT_TRUE(best <= slow + 1e-6 || (isnan(best) && slow == HUGE_VAL));
        found += slow < HUGE_VAL;
        near += slow < best + 0.5;
    }
    CU_ASSERT_TRUE(found > 2 && near > 2 && 4 * near >= 3 * found);
}

/* ---- headings and turns --------------------------------------------------------------- */

/* The cost of a way of 5 m to the east, or to the north and then east. */
static double cost_with(const graze_task *like)
{
    static const graze_point places[] = {{0, 0}, {5, 0}, {0, 3}};
    instance made;
    memset(&made, 0, sizeof made);
    instance_make_both(&made, 3, places, 2, (instance_edge[]){{0, 1}, {0, 2}});
    instance_task(&made, 0, 1, 0.3);
    made.tasks[0] = *like;
    made.tasks[0].radius = 0.3;
    made.tasks[0].speed = 1;
    made.tasks[0].start = 0;
    made.tasks[0].goal = 1;
    return cost_of(&made.problem, GRAZE_CCBS, 0);
}

static void a_heading_at_the_start_takes_its_turn(void)
{
    const double quarter = 1.5707963267948966;
    static const graze_turn_time table[] = {{0.5, 1}, {1.5707963267948966, 2}};
    graze_task task = {.turn_rate = 1};
    CU_ASSERT_DOUBLE_EQUAL(cost_with(&task), 5, 1e-9);
    task.has_heading = true;
    for (int k = -4; k <= 4; k++) {
        int apart = abs(k) % 4 == 3 ? 1 : abs(k) % 4;
        task.heading = k * quarter;
        CU_ASSERT_DOUBLE_EQUAL(cost_with(&task), 5 + apart * quarter, 1e-9);
    }
    task.heading = 0.25; /* along no edge */
    CU_ASSERT_DOUBLE_EQUAL(cost_with(&task), 5.25, 1e-9);
    task.turn_rate = 0;
    CU_ASSERT_DOUBLE_EQUAL(cost_with(&task), 5, 1e-9);
    task.turn_times = table;
    task.turn_time_count = 2;
    CU_ASSERT_DOUBLE_EQUAL(cost_with(&task), 5.5, 1e-9);
    task.heading = quarter;
    CU_ASSERT_DOUBLE_EQUAL(cost_with(&task), 7, 1e-9);
    task.heading = 1;
    CU_ASSERT_DOUBLE_EQUAL(cost_with(&task), 6 + 0.5 / (quarter - 0.5), 1e-9);
    task.heading = 2 * quarter; /* behind the last row */
    CU_ASSERT_DOUBLE_EQUAL(cost_with(&task), 9, 1e-9);
}

static void a_footprint_begins_with_its_heading(void)
{
    graze_task task = {.vertices = corners, .vertex_count = 4, .turns = true, .turn_rate = 1};
    double east = cost_with(&task);
    task.has_heading = true;
    CU_ASSERT_EQUAL(cost_with(&task), east);
    task.heading = 1.5707963267948966;
    CU_ASSERT_DOUBLE_EQUAL(cost_with(&task), east + task.heading, 1e-9);
}

static void a_bad_table_of_turns_is_refused(void)
{
    static const graze_turn_time flat[] = {{0.5, 1}, {0.5, 2}}, none[] = {{1, 0}},
                                 endless[] = {{HUGE_VAL, 1}}, good[] = {{1, 1}};
    const struct {
        const graze_turn_time *table;
        size_t count;
        double rate, heading;
        graze_status expected;
    } cases[] = {{flat, 2, 0, 0, GRAZE_ERROR_LIMITS},    {none, 1, 0, 0, GRAZE_ERROR_LIMITS},
                 {endless, 1, 0, 0, GRAZE_ERROR_NOT_FINITE}, {NULL, 1, 0, 0, GRAZE_ERROR_NULL},
                 {good, 1, 1, 0, GRAZE_ERROR_LIMITS},
                 {good, 1, 0, HUGE_VAL, GRAZE_ERROR_NOT_FINITE}};
    uint64_t seed = 1;
    instance made;
    graze_solution solution;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_robots(&made, &seed);
        made.tasks[0].turn_times = cases[i].table;
        made.tasks[0].turn_time_count = cases[i].count;
        made.tasks[0].turn_rate = cases[i].rate;
        made.tasks[0].has_heading = true;
        made.tasks[0].heading = cases[i].heading;
        CU_ASSERT_EQUAL(graze_solve(&made.problem, NULL, NULL, &solution), cases[i].expected);
    }
}

static void a_bad_limit_is_refused(void)
{
    static const double wrong[] = {-1, HUGE_VAL};
    static const graze_status expected[] = {GRAZE_ERROR_LIMITS, GRAZE_ERROR_NOT_FINITE};
    uint64_t seed = 1;
    instance made;
    graze_solution solution;
    for (size_t i = 0; i < 2; i++)
        for (int field = 0; field < 3; field++) {
            make_robots(&made, &seed);
            graze_task *task = &made.tasks[0];
            *(field == 0   ? &task->acceleration
              : field == 1 ? &task->deceleration
                           : &task->turn_rate) = wrong[i];
            CU_ASSERT_EQUAL(graze_solve(&made.problem, NULL, NULL, &solution), expected[i]);
        }
    make_robots(&made, &seed);
    made.tasks[0].acceleration = 1e-6;
    CU_ASSERT_EQUAL(graze_solve(&made.problem, NULL, NULL, &solution), GRAZE_ERROR_LIMITS);
}

CU_TestInfo robot_tests[] = {
    SUPPORT_TEST(levels_are_the_speeds_after_whole_edges),
    SUPPORT_TEST(braking_harder_adds_levels),
    SUPPORT_TEST(a_speed_too_many_edges_away_is_refused),
    SUPPORT_TEST(a_profile_goes_from_one_end_to_the_other),
    SUPPORT_TEST(every_move_keeps_the_limits_exactly),
    SUPPORT_TEST(the_search_is_that_of_all_ticks),
    SUPPORT_TEST(a_search_from_both_ends_tells_every_failed_allocation),
    SUPPORT_TEST(a_goal_left_beyond_half_the_horizon_is_not_searched_from),
    SUPPORT_TEST(plans_of_robots_are_the_cheapest),
    SUPPORT_TEST(no_joint_search_is_cheaper_for_two_robots),
    SUPPORT_TEST(a_heading_at_the_start_takes_its_turn),
    SUPPORT_TEST(a_footprint_begins_with_its_heading),
    SUPPORT_TEST(a_bad_table_of_turns_is_refused),
    SUPPORT_TEST(a_bad_limit_is_refused),
    CU_TEST_INFO_NULL,
};
