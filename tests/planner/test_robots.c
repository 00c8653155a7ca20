/* SPDX-License-Identifier: MIT */
/* Robots with inertia: their states, their moves, and their searches against plain ones that look
 * at every tick. */
#include <graze/among.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "instance.h"
#include "planner/planning_graph.h"
#include "planner/sipp.h"
#include "support/run.h"

static graze_allocator memory;

/* ---- levels -------------------------------------------------------------------------- */

static void levels_are_the_speeds_after_whole_edges(void)
{
    const robot_limits limits = {2, 0.5, 0.5, 0, false};
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
    const robot_limits limits = {1.5, 0.5, 2, 0, false};
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
    const robot_limits slow = {2, 0.01, 0.01, 0, false}, brakes = {2, 1, 0.001, 0, false};
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
    check_profiles((robot_limits){1.7, 0.4, 0.9, 0, false});
    check_profiles((robot_limits){1.7, 0.4, 1e7, 0, false});
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
    const robot_limits limits[] = {{2, 0.5, 0.5, 0, false},
                                   {2, 0.5, 0.5, 0.785, false},
                                   {1.3, 0.7, 0.3, 1, true},
                                   {1, 4, 4, 0, false}, /* cruises between up and down */
                                   {3, 4, 9, 0, true}};
    instance made;
    memory = memory_allocator(NULL);
    make_map(&made);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const body_kind kind = {{0.05, corners, 4}, limits[i].speed, NULL};
        planning_graph graph;
        CU_ASSERT_EQUAL_FATAL(
            graph_open_robots(&graph, &memory, &made.roadmap, &kind, &limits[i], 1, 0), GRAZE_OK);
        for (uint32_t e = 0; e < graph.edge_count; e++)
            check_move(&graph, e, &limits[i]);
        check_seams(&graph);
        graph_close(&graph);
    }
}

/* ---- a search, tick by tick ---------------------------------------------------------- */

enum { LIST = 3, HORIZON = 60, TIMES = 160, STATES = 400, MOVES = 2000 };

typedef struct blocked_list {
    span spans[LIST];
    size_t count;
} blocked_list;

typedef struct course {
    instance made;
    planning_graph graph;
    blocked_list vertices[STATES], edges[MOVES];
    uint32_t start, goal;
    tick earliest;
    sipp_landmark landmark;
    uint32_t landmark_count;
} course;

static tick dice(uint64_t *seed, int sides)
{
    return (tick)(instance_random(seed) % (uint64_t)sides);
}

static blocked_list random_gaps(uint64_t *seed)
{
    blocked_list list = {.count = (size_t)dice(seed, LIST + 1)};
    tick time = dice(seed, 16) - 3;
    for (size_t i = 0; i < list.count; i++) {
        list.spans[i].lower = time;
        list.spans[i].upper = time += 1 + dice(seed, 8);
        time += dice(seed, 3) * dice(seed, 6);
    }
    return list;
}

/* The moves last a few ticks each, so that all ticks can be looked at. */
static bool make_course(course *now, uint64_t *seed)
{
    const robot_limits limits = {1.5, 0.6 + 0.1 * (double)dice(seed, 4), 0.9,
                                 dice(seed, 2) == 0 ? 1 : 0, dice(seed, 4) == 0};
    const body_kind kind = {{0.05, corners, 4}, limits.speed, NULL};
    make_map(&now->made);
    CU_ASSERT_EQUAL_FATAL(graph_open_robots(&now->graph, &memory, &now->made.roadmap, &kind,
                                            &limits, 1, 0),
                          GRAZE_OK);
    const planning_graph *graph = &now->graph;
    if (graph->roadmap->vertex_count > STATES || graph->edge_count > MOVES)
        return false;
    for (uint32_t v = 0; v < graph->roadmap->vertex_count; v++)
        now->vertices[v] = random_gaps(seed);
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        now->edges[e] = random_gaps(seed);
        graph->durations[e] = graph->durations[e] == 0 ? 0 : 1 + dice(seed, 4);
    }
    now->start = robot_states_begin(graph->robots, 0, (uint32_t)dice(seed, 6));
    now->goal = robot_states_end(graph->robots, 0, (uint32_t)dice(seed, 6));
    now->earliest = dice(seed, 3) == 0 ? dice(seed, HORIZON) : 0;
    now->landmark_count = dice(seed, 3) == 0;
    tick from = dice(seed, 10) - 1;
    now->landmark = (sipp_landmark){.edge = (uint32_t)dice(seed, (int)graph->edge_count),
                                    .when = {from, from + 2 + dice(seed, 30)}};
    return true;
}

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
static tick plain_search(const course *now)
{
    static bool there[2][STATES][TIMES];
    const planning_graph *graph = &now->graph;
    memset(there, 0, sizeof there);
    there[0][now->start][0] = can_be(now, now->start, 0);
    tick best = TICK_NEVER;
    if (now->start == now->goal && there[0][now->start][0] && is_last(now, 0) &&
        now->landmark_count == 0)
        best = 0;
    for (tick t = 0; t < HORIZON * 2; t++) {
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

static void search_course(course *now, uint64_t *found, uint64_t *none)
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
    const sipp_world world = {.context = now, .vertex = blocked_at, .edge = blocked_along};
    CU_ASSERT_EQUAL(sipp_find(&search, &question, &world), GRAZE_OK);
    tick truth = plain_search(now);
    CU_ASSERT_EQUAL(search.found, truth < TICK_NEVER);
    if (search.found && truth < TICK_NEVER) {
        CU_ASSERT_EQUAL(search.arrival, truth);
        check_steps(now, &search);
    }
    ++*(search.found ? found : none);
    sipp_close(&search);
}

static void the_search_is_that_of_all_ticks(void)
{
    static course now;
    uint64_t seed = 20, found = 0, none = 0;
    memory = memory_allocator(NULL);
    for (size_t i = 0; i < support_rounds(400, 4000, 100000); i++) {
        if (make_course(&now, &seed))
            search_course(&now, &found, &none);
        graph_close(&now.graph);
    }
    CU_ASSERT_TRUE(found > 100 && none > 10);
}

/* ---- many robots --------------------------------------------------------------------- */

/* The cost of the plan that a method finds; infinite without one. */
static double cost_of(const graze_problem *problem, graze_method method, unsigned without)
{
    const graze_solve_options options = {
        .method = method, .without = without, .node_limit = method == GRAZE_LNS ? 8 : 2000,
        .threads = 1};
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_solve(problem, &options, NULL, &solution), GRAZE_OK);
    double cost = solution.outcome == GRAZE_PLAN_FOUND ? solution.sum_of_costs : HUGE_VAL;
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
    for (size_t i = 0; i < support_rounds(40, 400, 4000); i++) {
        instance made;
        make_robots(&made, &seed);
        if (made.tasks[0].goal == made.tasks[1].goal || made.tasks[0].goal == made.tasks[2].goal ||
            made.tasks[1].goal == made.tasks[2].goal)
            continue;
        double best = cost_of(&made.problem, GRAZE_CCBS, 0);
        double plain = cost_of(&made.problem, GRAZE_CCBS, 127);
        double disjoint = cost_of(&made.problem, GRAZE_CCBS, 63);
        CU_ASSERT_TRUE(best <= cost_of(&made.problem, GRAZE_PRIORITISED, 0));
        CU_ASSERT_TRUE(best <= cost_of(&made.problem, GRAZE_LNS, 0));
        CU_ASSERT_TRUE(plain == best || plain == HUGE_VAL);
        CU_ASSERT_TRUE(disjoint == best || disjoint == HUGE_VAL);
        found += best < HUGE_VAL && plain == best;
    }
    CU_ASSERT_TRUE(found > 2);
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

/* ---- one robot among walkers ---------------------------------------------------------- */

enum { SIDE = 7, WALKERS = 5, CELLS = SIDE * SIDE };

typedef struct walks {
    graze_point places[CELLS];
    size_t first[CELLS + 1];
    uint32_t targets[4 * CELLS];
    graze_roadmap roadmap;
    graze_body bodies[WALKERS];
    graze_motion motions[WALKERS];
    graze_trajectory trajectories[WALKERS];
    graze_index *index;
} walks;

static void make_grid(walks *w)
{
    size_t count = 0;
    for (uint32_t v = 0; v < CELLS; v++) {
        uint32_t x = v % SIDE, y = v / SIDE;
        w->places[v] = (graze_point){x, y};
        w->first[v] = count;
        if (y > 0)
            w->targets[count++] = v - SIDE;
        if (x > 0)
            w->targets[count++] = v - 1;
        if (x + 1 < SIDE)
            w->targets[count++] = v + 1;
        if (y + 1 < SIDE)
            w->targets[count++] = v + SIDE;
    }
    w->first[CELLS] = count;
    w->roadmap = (graze_roadmap){CELLS, w->places, w->first, w->targets};
}

/* Discs on straight ways from one side to the other, each over a row or a column. */
static void make_walks(walks *w, uint64_t *seed)
{
    make_grid(w);
    for (size_t i = 0; i < WALKERS; i++) {
        double at = (double)dice(seed, SIDE), from = 0, to = SIDE - 1;
        double start = (double)dice(seed, 5), speed = 0.5 + 0.25 * (double)dice(seed, 5);
        bool across = dice(seed, 2) == 0;
        if (dice(seed, 2) == 0)
            from = SIDE - 1, to = 0;
        w->bodies[i] = (graze_body){.radius = 0.35};
        graze_vector a = across ? (graze_vector){from, at, 0} : (graze_vector){at, from, 0};
        graze_vector b = across ? (graze_vector){to, at, 0} : (graze_vector){at, to, 0};
        CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(a, b, start, start + (SIDE - 1) / speed,
                                                    &w->motions[i]),
                              GRAZE_OK);
        w->trajectories[i] = (graze_trajectory){.motions = &w->motions[i], .count = 1};
    }
    CU_ASSERT_EQUAL_FATAL(graze_index_new(w->bodies, w->trajectories, WALKERS, NULL, NULL,
                                          &w->index),
                          GRAZE_OK);
}

/* A state at a time, in a plain search. */
typedef struct visit {
    uint32_t state;
    tick time;
} visit;

typedef struct stepper {
    const walks *w;
    const planning_graph *graph;
    tick *distances;
    visit *visits;
    size_t count, capacity;
    hash_table known;
    heap open;
    uint64_t expanded;
} stepper;

/* Does a motion that begins at a time meet anybody? */
static bool meets(const stepper *s, const graze_motion *motion, tick time)
{
    static char room[1 << 20];
    graze_workspace work = {.memory = room, .size = sizeof room};
    double start = time_grid_seconds(&s->graph->grid, time);
    graze_interval unsafe[8];
    size_t count = 0;
    graze_status status = graze_index_unsafe_starts(
        s->w->index, &s->graph->kinds[0].body, motion, GRAZE_INDEX_NOBODY,
        (graze_closed_interval){start, start}, 0, &work, unsafe, 8, &count);
    CU_ASSERT_EQUAL_FATAL(status, GRAZE_OK);
    return count > 0;
}

static void visit_state(stepper *s, uint32_t state, tick time)
{
    const uint64_t hash = hash_of_pair(state, (uint64_t)time);
    hash_probe probe = hash_table_probe(&s->known, hash);
    if (s->distances[state] >= TICK_NEVER)
        return;
    while (hash_probe_next(&probe))
        if (s->visits[probe.item].state == state && s->visits[probe.item].time == time)
            return;
    if (s->count == s->capacity) {
        s->capacity = 2 * s->capacity + 1024;
        s->visits = realloc(s->visits, s->capacity * sizeof *s->visits);
    }
    CU_ASSERT_TRUE_FATAL(s->visits != NULL && hash_table_add(&s->known, &memory, hash, s->count));
    s->visits[s->count] = (visit){state, time};
    heap_push(&s->open, &memory,
              (heap_entry){time + s->distances[state], -time, 0, (uint32_t)s->count, 0});
    s->count++;
}

/* Waits until the next tenth of a second. */
static void wait_a_step(stepper *s, visit now)
{
    const time_grid *grid = &s->graph->grid;
    double next = floor(time_grid_seconds(grid, now.time) * 10 + 1e-9) / 10 + 0.1;
    tick until = time_grid_ceil(grid, next);
    graze_point p = graph_place(s->graph, now.state);
    graze_vector place = {p.x, p.y, 0};
    graze_motion rest;
    CU_ASSERT_EQUAL(graze_motion_waypoint(place, place, 0,
                                          time_grid_seconds(grid, until - now.time), &rest),
                    GRAZE_OK);
    if (!meets(s, &rest, now.time))
        visit_state(s, now.state, until);
}

/* The earliest arrival at a goal where nobody comes any more. */
static tick search_in_steps(stepper *s, uint32_t start, uint32_t goal)
{
    visit_state(s, start, 0);
    while (s->open.count > 0) {
        visit now = s->visits[heap_pop(&s->open).item];
        graze_point p = graph_place(s->graph, now.state);
        graze_motion stay, move;
        graze_motion_waypoint((graze_vector){p.x, p.y, 0}, (graze_vector){p.x, p.y, 0}, 0, HUGE_VAL,
                              &stay);
        s->expanded++;
        if (now.state == goal && !meets(s, &stay, now.time))
            return now.time;
        if (graph_can_wait(s->graph, now.state))
            wait_a_step(s, now);
        for (size_t e = s->graph->roadmap->first[now.state];
             e < s->graph->roadmap->first[now.state + 1]; e++) {
            CU_ASSERT_EQUAL(graph_motion(s->graph, 0, (uint32_t)e, &move), GRAZE_OK);
            if (!meets(s, &move, now.time))
                visit_state(s, graph_to(s->graph, (uint32_t)e),
                            now.time + graph_duration(s->graph, 0, (uint32_t)e));
        }
    }
    return TICK_NEVER;
}

static double arrival_in_steps(const walks *w, const graze_task *task)
{
    const robot_limits limits = {task->speed, task->acceleration, task->acceleration, 0, false};
    const body_kind kind = {{.radius = task->radius}, task->speed, NULL};
    planning_graph graph;
    CU_ASSERT_EQUAL_FATAL(graph_open_robots(&graph, &memory, &w->roadmap, &kind, &limits, 1, 0),
                          GRAZE_OK);
    uint32_t start = robot_states_begin(graph.robots, 0, task->start);
    uint32_t goal = robot_states_end(graph.robots, 0, task->goal);
    stepper s = {.w = w, .graph = &graph};
    s.distances = malloc(graph.roadmap->vertex_count * sizeof *s.distances);
    CU_ASSERT_EQUAL(graph_distances(&graph, 0, goal, s.distances), GRAZE_OK);
    tick arrival = search_in_steps(&s, start, goal);
    double seconds = time_grid_seconds(&graph.grid, arrival);
    free(s.distances);
    free(s.visits);
    hash_table_free(&s.known, &memory);
    heap_free(&s.open, &memory);
    graph_close(&graph);
    return seconds;
}

static void no_search_in_steps_arrives_earlier(void)
{
    static walks w;
    uint64_t seed = 64;
    memory = memory_allocator(NULL);
    for (size_t i = 0; i < support_rounds(2, 10, 100); i++) {
        make_walks(&w, &seed);
        const graze_task task = {.radius = 0.35,
                                 .speed = 2,
                                 .acceleration = 0.5,
                                 .start = (uint32_t)dice(&seed, CELLS),
                                 .goal = (uint32_t)dice(&seed, CELLS)};
        graze_solution solution;
        CU_ASSERT_EQUAL_FATAL(graze_plan_among(&w.roadmap, &task, w.index, 0, NULL, &solution),
                              GRAZE_OK);
        double ours = solution.outcome == GRAZE_PLAN_FOUND ? solution.makespan : HUGE_VAL;
        CU_ASSERT_TRUE(ours <= arrival_in_steps(&w, &task));
        graze_solution_free(&solution, NULL);
        graze_index_free(w.index);
    }
}

CU_TestInfo robot_tests[] = {
    SUPPORT_TEST(levels_are_the_speeds_after_whole_edges),
    SUPPORT_TEST(braking_harder_adds_levels),
    SUPPORT_TEST(a_speed_too_many_edges_away_is_refused),
    SUPPORT_TEST(a_profile_goes_from_one_end_to_the_other),
    SUPPORT_TEST(every_move_keeps_the_limits_exactly),
    SUPPORT_TEST(the_search_is_that_of_all_ticks),
    SUPPORT_TEST(plans_of_robots_are_the_cheapest),
    SUPPORT_TEST(a_bad_limit_is_refused),
    SUPPORT_TEST(no_search_in_steps_arrives_earlier),
    CU_TEST_INFO_NULL,
};
