/* SPDX-License-Identifier: MIT */
/* What is kept by a hash when hashes are equal; numbers of 32 bits that begin anew; ways that are
 * longer, and lists that are fuller, than most. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "planner/conflict_avoidance_table.h"
#include "planner/constraint_view.h"
#include "planner/move_group.h"
#include "planner/order_feasibility.h"
#include "planner/pair_heuristic.h"
#include "planner/window_fleet.h"
#include "support/run.h"

/* ---- equal hashes ----------------------------------------------------------------------- */

/* The hash of a thing, of which tables keep 32 bits, and its number. */
typedef struct hashed {
    uint32_t hash, number;
} hashed;

static int compare_hashes(const void *a, const void *b)
{
    const hashed *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Sorts, and tells each two that are equal and follow each other; how many are there? */
static size_t for_equal_hashes(hashed *all, size_t count, size_t most,
                               void (*tell)(void *context, uint32_t x, uint32_t y), void *context)
{
    size_t told = 0;
    qsort(all, count, sizeof *all, compare_hashes);
    for (size_t i = 1; i < count && told < most; i++)
        if (all[i - 1].hash == all[i].hash) {
            tell(context, all[i - 1].number, all[i].number);
            told++;
        }
    return told;
}

static size_t slots_of(const hash_table *table, uint64_t hash)
{
    size_t found = 0;
    hash_probe probe = hash_table_probe(table, hash);
    while (hash_probe_next(&probe))
        found++;
    return found;
}

/* A line of three places and two agents. */
static void make_line(instance *made)
{
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}};
    instance_make_both(made, 3, places, 2, edges);
    instance_task(made, 0, 2, 0.2);
    instance_task(made, 2, 0, 0.2);
}

enum { ROUTES = 400000 };

typedef struct drawn_route {
    uint32_t agent, count;
    step steps[2];
} drawn_route;

typedef struct route_case {
    bench b;
    drawn_route *routes;
} route_case;

/* As in route.c; equal hashes are looked for in the table, too. */
static uint64_t hash_of_route(const drawn_route *of)
{
    uint64_t hash = hash_mixed(of->agent + 1);
    for (size_t i = 0; i < of->count; i++)
        hash = hash_mixed(hash ^ hash_mixed((uint64_t)of->steps[i].start) ^
                          (uint64_t)of->steps[i].edge << 20);
    return hash;
}

static void keep_two_routes(void *context, uint32_t x, uint32_t y)
{
    route_case *now = context;
    const drawn_route *a = &now->routes[x], *b = &now->routes[y];
    uint32_t first, second, again;
    CU_ASSERT_EQUAL(route_keep(&now->b.routes, a->agent, a->steps, a->count, &first), GRAZE_OK);
    CU_ASSERT_EQUAL(route_keep(&now->b.routes, b->agent, b->steps, b->count, &second), GRAZE_OK);
    CU_ASSERT_NOT_EQUAL(first, second);
    CU_ASSERT_EQUAL(slots_of(&now->b.routes.numbers, hash_of_route(a)), 2);
    CU_ASSERT_EQUAL(route_keep(&now->b.routes, a->agent, a->steps, a->count, &again), GRAZE_OK);
    CU_ASSERT_EQUAL(again, first);
    CU_ASSERT_EQUAL(route_keep(&now->b.routes, b->agent, b->steps, b->count, &again), GRAZE_OK);
    CU_ASSERT_EQUAL(again, second);
}

static void routes_of_one_hash_are_two(void)
{
    instance made;
    route_case now;
    uint64_t seed = 404;
    hashed *all = malloc(ROUTES * sizeof *all);
    now.routes = malloc(ROUTES * sizeof *now.routes);
    CU_ASSERT_TRUE_FATAL(all != NULL && now.routes != NULL);
    make_line(&made);
    bench_open(&now.b, &made);
    for (uint32_t i = 0; i < ROUTES; i++) {
        drawn_route *route = &now.routes[i];
        *route = (drawn_route){.agent = i % 2, .count = 1 + i / 2 % 2};
        for (uint32_t k = 0; k < route->count; k++)
            route->steps[k] = (step){i / 4 + k, (uint32_t)(instance_random(&seed) % 4)};
        all[i] = (hashed){(uint32_t)hash_of_route(route), i};
    }
    CU_ASSERT_TRUE(for_equal_hashes(all, ROUTES, 100, keep_two_routes, &now) > 5);
    bench_close(&now.b);
    free(now.routes);
    free(all);
}

/* Agents 0 and 1 each take `count` routes, of one edge at all quarters of a second: those of agent
 * 0 have the even numbers. */
static void keep_routes(bench *b, uint32_t count)
{
    for (uint32_t i = 0; i < 2 * count; i++) {
        const uint32_t agent = i % 2;
        const step steps[] = {{bench_ticks(b, i / 2 / 4.0), agent == 0 ? 0 : 3}};
        uint32_t number;
        CU_ASSERT_EQUAL(route_keep(&b->routes, agent, steps, 1, &number), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(number, i);
    }
}

enum { SPREAD = 700 };

static size_t pairs_of_numbers(hashed *all)
{
    size_t count = 0;
    for (uint32_t a = 0; a < SPREAD; a++)
        for (uint32_t b = 0; b < SPREAD; b++)
            all[count++] = (hashed){(uint32_t)hash_of_pair(2 * a, 2 * b + 1), a * SPREAD + b};
    return count;
}

typedef struct conflict_case {
    instance made;
    bench b;
} conflict_case;

static size_t conflicts_of(bench *b, uint32_t pair)
{
    conflict_range found = {0, 0};
    CU_ASSERT_EQUAL(
        route_conflicts(&b->routes, 2 * (pair / SPREAD), 2 * (pair % SPREAD) + 1, &found),
        GRAZE_OK);
    return found.count;
}

/* Each alone in tables of its own, and both in one. */
static void compare_two_pairs(void *context, uint32_t x, uint32_t y)
{
    conflict_case *now = context;
    bench alone;
    bench_open(&alone, &now->made);
    keep_routes(&alone, SPREAD);
    const size_t wanted = conflicts_of(&alone, y);
    bench_close(&alone);
    conflicts_of(&now->b, x);
    CU_ASSERT_EQUAL(conflicts_of(&now->b, y), wanted);
    CU_ASSERT_EQUAL(
        slots_of(&now->b.routes.pair_numbers, hash_of_pair(2 * (y / SPREAD), 2 * (y % SPREAD) + 1)),
        2);
}

static void pairs_of_routes_of_one_hash_are_two(void)
{
    conflict_case now;
    hashed *all = malloc((size_t)SPREAD * SPREAD * sizeof *all);
    CU_ASSERT_PTR_NOT_NULL_FATAL(all);
    make_line(&now.made);
    bench_open(&now.b, &now.made);
    keep_routes(&now.b, SPREAD);
    CU_ASSERT_TRUE(for_equal_hashes(all, pairs_of_numbers(all), 8, compare_two_pairs, &now) > 3);
    bench_close(&now.b);
    free(all);
}

/* The hash before the last move's upper end, as in move_group.c; its lower end is mixed in last. */
static uint64_t hash_before_lower(const group_move *moves, uint32_t count)
{
    uint64_t hash = hash_mixed(count);
    for (uint32_t i = 0;; i++) {
        hash = hash_mixed(hash ^ moves[i].edge);
        if (i + 1 == count)
            return hash;
        hash = hash_mixed(hash_mixed(hash ^ (uint64_t)moves[i].when.lower) ^
                          (uint64_t)moves[i].when.upper);
    }
}

/* Changes the lower end of the last of `count` moves so that they have the hash of others, whose
 * last upper end is the same. */
static void take_hash_of(const group_move *others, uint32_t other_count, group_move *moves,
                         uint32_t count)
{
    moves[count - 1].when.lower =
        (tick)(hash_before_lower(moves, count) ^ hash_before_lower(others, other_count) ^
               (uint64_t)others[other_count - 1].when.lower);
}

/* They differ in an edge, a lower end, an upper end, or in their count. */
static void groups_of_one_hash_are_two(void)
{
    group_move groups[5][2] = {{{3, {10, 20}}, {4, {11, 30}}},
                               {{5, {10, 20}}, {4, {0, 30}}},
                               {{3, {9, 20}}, {4, {0, 30}}},
                               {{3, {10, 21}}, {4, {0, 30}}},
                               {{3, {0, 30}}}};
    const graze_allocator memory = memory_allocator(NULL);
    move_group_table table;
    move_group_open(&table, &memory);
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < 5; i++) {
            uint32_t number = 0, count = i == 4 ? 1 : 2, kept = 0;
            if (i > 0 && round == 0)
                take_hash_of(groups[0], 2, groups[i], count);
            CU_ASSERT_EQUAL(move_group_keep(&table, groups[i], count, &number), GRAZE_OK);
            CU_ASSERT_EQUAL_FATAL(number, i + 1);
            CU_ASSERT_EQUAL(table.groups[i].hash, table.groups[0].hash);
            const group_move *moves = move_group_moves(&table, number, &kept);
            CU_ASSERT_EQUAL(kept, count);
            CU_ASSERT_EQUAL(moves[0].edge, groups[i][0].edge);
            CU_ASSERT_EQUAL(moves[0].when.upper, groups[i][0].when.upper);
        }
    move_group_close(&table);
}

/* ---- bounds and visits of one hash ------------------------------------------------------ */

/* Sets of each agent, that it must not stand at its goal for a while, later and later: sets
 * 2 ... 2 * SPREAD + 1, turn about. */
static void add_sets(bench *b)
{
    for (uint32_t i = 0; i < 2 * SPREAD; i++) {
        const uint32_t agent = i % 2;
        const tick from = bench_ticks(b, 1 + i / 2 / 8.0);
        const constraint more = {
            CONSTRAINT_VERTEX, agent == 0 ? 2 : 0, 0, {from, from + bench_ticks(b, 0.125)}};
        uint32_t set;
        CU_ASSERT_EQUAL(constraint_set_solve(&b->constraints, agent), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(constraint_add(&b->constraints, agent, &more, &set), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(set, i + 2);
        CU_ASSERT_EQUAL(constraint_set_solve(&b->constraints, set), GRAZE_OK);
    }
}

static const split_options all_reasons = {.targets = true, .corridors = true, .disjoint = true};

typedef struct bound_case {
    instance made;
    bench b;
    pair_heuristic pairs;
} bound_case;

static tick bound_of(pair_heuristic *pairs, uint32_t pair)
{
    const uint32_t sets[] = {2 + 2 * (pair / SPREAD), 3 + 2 * (pair % SPREAD)};
    tick increase = -1;
    CU_ASSERT_EQUAL(pair_heuristic_bound(pairs, sets, 0, &increase), GRAZE_OK);
    return increase;
}

static void bound_two_pairs(void *context, uint32_t x, uint32_t y)
{
    bound_case *now = context;
    pair_heuristic alone;
    pair_heuristic_open(&alone, &now->b.constraints, &all_reasons, 20);
    const tick wanted = bound_of(&alone, y);
    pair_heuristic_close(&alone);
    bound_of(&now->pairs, x);
    CU_ASSERT_EQUAL(bound_of(&now->pairs, y), wanted);
    CU_ASSERT_EQUAL(
        slots_of(&now->pairs.numbers, hash_of_pair(2 + 2 * (y / SPREAD), 3 + 2 * (y % SPREAD))), 2);
}

static void bounds_of_one_hash_are_two(void)
{
    bound_case now;
    hashed *all = malloc((size_t)SPREAD * SPREAD * sizeof *all);
    CU_ASSERT_PTR_NOT_NULL_FATAL(all);
    size_t count = 0;
    instance_alcove(&now.made, 1);
    now.made.tasks[0] = (graze_task){.radius = 0.35, .speed = 1, .start = 0, .goal = 2};
    now.made.tasks[1] = (graze_task){.radius = 0.35, .speed = 1, .start = 2, .goal = 0};
    bench_open(&now.b, &now.made);
    pair_heuristic_open(&now.pairs, &now.b.constraints, &all_reasons, 20);
    add_sets(&now.b);
    for (uint32_t a = 0; a < SPREAD; a++)
        for (uint32_t b = 0; b < SPREAD; b++)
            all[count++] = (hashed){(uint32_t)hash_of_pair(2 + 2 * a, 3 + 2 * b), a * SPREAD + b};
    CU_ASSERT_TRUE(for_equal_hashes(all, count, 8, bound_two_pairs, &now) > 3);
    pair_heuristic_close(&now.pairs);
    bench_close(&now.b);
    free(all);
}

enum { VISITS = 300000, VISIT_EDGES = 12 };

/* A vertex, and a corridor that is walked at random. */
typedef struct visit {
    uint32_t vertex, count, edges[VISIT_EDGES];
} visit;

typedef struct visit_case {
    instance made;
    bench b;
    visit *visits;
} visit_case;

static uint64_t hash_of_visit(const visit *of)
{
    uint64_t hash = hash_of_pair(0, of->vertex);
    for (uint32_t i = 0; i < of->count; i++)
        hash = hash_of_pair(hash, of->edges[i]);
    return hash;
}

static tick time_of(bench *b, const visit *of)
{
    tick time = -1;
    CU_ASSERT_EQUAL(
        constraint_set_earliest_visit(&b->constraints, 0, of->vertex, of->edges, of->count, &time),
        GRAZE_OK);
    return time;
}

static void visit_twice(void *context, uint32_t x, uint32_t y)
{
    visit_case *now = context;
    bench alone;
    bench_open(&alone, &now->made);
    const tick wanted = time_of(&alone, &now->visits[y]);
    bench_close(&alone);
    time_of(&now->b, &now->visits[x]);
    CU_ASSERT_EQUAL(time_of(&now->b, &now->visits[y]), wanted);
    CU_ASSERT_EQUAL(slots_of(&now->b.constraints.visit_numbers, hash_of_visit(&now->visits[y])), 2);
}

static visit draw_visit(const planning_graph *graph, uint64_t *seed)
{
    const uint32_t vertices = graph->roadmap->vertex_count;
    visit drawn = {.vertex = (uint32_t)(instance_random(seed) % vertices),
                   .count = VISIT_EDGES - (uint32_t)(instance_random(seed) % 3)};
    uint32_t at = (uint32_t)(instance_random(seed) % vertices);
    for (uint32_t i = 0; i < drawn.count; i++) {
        const size_t *first = &graph->roadmap->first[at];
        drawn.edges[i] = (uint32_t)(first[0] + instance_random(seed) % (first[1] - first[0]));
        at = graph_to(graph, drawn.edges[i]);
    }
    return drawn;
}

/* Eight places with all edges: so many walks that hardly any is drawn twice. */
static void make_web(instance *made)
{
    graze_point places[8];
    instance_edge edges[28];
    size_t count = 0;
    for (uint32_t v = 0; v < 8; v++) {
        places[v] = (graze_point){v % 3, v / 3};
        for (uint32_t w = 0; w < v; w++)
            edges[count++] = (instance_edge){v, w};
    }
    instance_make_both(made, 8, places, count, edges);
    instance_task(made, 0, 7, 0.2);
}

static void visits_of_one_hash_are_two(void)
{
    visit_case now;
    uint64_t seed = 7;
    hashed *all = malloc(VISITS * sizeof *all);
    now.visits = malloc(VISITS * sizeof *now.visits);
    CU_ASSERT_TRUE_FATAL(all != NULL && now.visits != NULL);
    make_web(&now.made);
    bench_open(&now.b, &now.made);
    for (uint32_t i = 0; i < VISITS; i++) {
        now.visits[i] = draw_visit(&now.b.graph, &seed);
        all[i] = (hashed){(uint32_t)hash_of_visit(&now.visits[i]), i};
    }
    CU_ASSERT_TRUE(for_equal_hashes(all, VISITS, 100, visit_twice, &now) > 2);
    bench_close(&now.b);
    free(now.visits);
    free(all);
}

static void lists_are_equal_where_all_constraints_are(void)
{
    constraint two[] = {{CONSTRAINT_VERTEX, 1, 0, {2, 5}}, {CONSTRAINT_MOTION, 3, 0, {2, 5}}};
    constraint other[] = {two[0], two[1]};
    const constraint_list a = {two, 2, 2}, b = {other, 2, 2}, shorter = {other, 1, 2};
    CU_ASSERT_TRUE(constraint_list_is_equal(&a, &b));
    CU_ASSERT_FALSE(constraint_list_is_equal(&a, &shorter));
    other[1].when.upper++;
    CU_ASSERT_FALSE(constraint_list_is_equal(&a, &b));
    CU_ASSERT_NOT_EQUAL(constraint_list_hash(&a, 0), constraint_list_hash(&b, 0));
    CU_ASSERT_NOT_EQUAL(constraint_list_hash(&a, 0), constraint_list_hash(&a, 1));
}

/* ---- numbers that begin anew ------------------------------------------------------------ */

/* One agent's constraints are marked with small numbers; the others have none, whose routes are
 * looked for when the numbers begin anew. */
static void constraints_are_forgotten_when_turns_begin_anew(void)
{
    instance made;
    bench b;
    uint32_t set;
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}};
    instance_make_both(&made, 3, places, 2, edges);
    for (int agent = 0; agent < 12; agent++)
        instance_task(&made, 0, 2, 0.2);
    bench_open(&b, &made);
    const constraint more[] = {{CONSTRAINT_MOTION, 0, 0, {-1, bench_ticks(&b, 8)}},
                               {CONSTRAINT_VERTEX, 1, 0, {-1, bench_ticks(&b, 8)}},
                               {CONSTRAINT_TARGET, 2, 0, {bench_ticks(&b, 0.5), TICK_NEVER}}};
    CU_ASSERT_EQUAL(constraint_set_solve(&b.constraints, 0), GRAZE_OK);
    const tick direct = constraint_set_cost(&b.constraints, 0);
    b.constraints.view->turn = 0;
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(constraint_add(&b.constraints, 0, &more[i], &set), GRAZE_OK);
        CU_ASSERT_EQUAL(constraint_set_solve(&b.constraints, set), GRAZE_OK);
        CU_ASSERT_TRUE(constraint_set_cost(&b.constraints, set) > direct);
    }
    CU_ASSERT_TRUE(b.constraints.view->turn < 11);
    b.constraints.view->turn = UINT32_MAX;
    for (uint32_t agent = 1; agent < 12; agent++) {
        CU_ASSERT_EQUAL(constraint_set_solve(&b.constraints, agent), GRAZE_OK);
        CU_ASSERT_EQUAL(constraint_set_cost(&b.constraints, agent), direct);
    }
    CU_ASSERT_TRUE(b.constraints.view->turn <= 12);
    bench_close(&b);
}

/* Agent 1 comes the other way. */
static void others_are_counted_again_when_questions_begin_anew(void)
{
    instance made;
    bench b;
    conflict_avoidance_table cat;
    make_line(&made);
    bench_open(&b, &made);
    const step steps[] = {{0, 3}, {bench_ticks(&b, 1), 1}};
    uint32_t routes[] = {ROUTE_NONE, 0};
    CU_ASSERT_EQUAL(route_keep(&b.routes, 1, steps, 2, &routes[1]), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(cat_open(&cat, &b.routes, 2), GRAZE_OK);
    CU_ASSERT_EQUAL(cat_set_routes(&cat, routes, 0), GRAZE_OK);
    CU_ASSERT_EQUAL(cat_meets_moving(&cat, 2, 0), 1);
    cat.question = UINT32_MAX;
    CU_ASSERT_EQUAL(cat_meets_moving(&cat, 2, 0), 1);
    CU_ASSERT_EQUAL(cat.question, 1);
    CU_ASSERT_EQUAL(cat_meets_resting(&cat, 0, 0, TICK_NEVER), 1);
    routes[1] = ROUTE_NONE; /* it has gone */
    CU_ASSERT_EQUAL(cat_set_routes(&cat, routes, 0), GRAZE_OK);
    CU_ASSERT_EQUAL(cat_meets_moving(&cat, 2, 0), 0);
    cat_close(&cat);
    bench_close(&b);
}

/* ---- far ways and full lists ------------------------------------------------------------ */

/* More than 2^12 moves of the longest kind end beyond the time grid's horizon. */
static void a_way_beyond_the_horizon_is_not_found_and_not_called_impossible(void)
{
    enum { LONG = 4200 };
    static graze_point places[LONG];
    static size_t first[LONG + 1];
    static uint32_t targets[LONG];
    for (uint32_t v = 0; v < LONG; v++) {
        places[v] = (graze_point){1.0 * v, 0};
        first[v] = v;
        targets[v] = v + 1;
    }
    first[LONG] = LONG - 1;
    const graze_roadmap line = {LONG, places, first, targets};
    graze_task task = {.radius = 0.25, .speed = 1, .start = 0, .goal = LONG - 1};
    const graze_problem problem = {&line, &task, 1, 0};
    const graze_method methods[] = {GRAZE_CCBS, GRAZE_PRIORITISED};
    graze_solution solution;
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(i < 2 ? graze_solve(&problem, &(graze_solve_options){.method = methods[i]},
                                            NULL, &solution)
                              : graze_plan_among(&line, &task, NULL, 0, NULL, &solution),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(solution.outcome, GRAZE_PLAN_UNFINISHED);
        graze_solution_free(&solution, NULL);
    }
    task.goal = 4000;
    CU_ASSERT_EQUAL(graze_solve(&problem, NULL, NULL, &solution), GRAZE_OK);
    CU_ASSERT_EQUAL(solution.outcome, GRAZE_PLAN_FOUND);
    CU_ASSERT_EQUAL(solution.sum_of_costs, 4000);
    graze_solution_free(&solution, NULL);
}

/* Somebody crosses the middle of the way again and again, between instants at which he is just far
 * enough: where they are no ticks nobody can use them. */
static void one_agent_waits_for_somebody_who_comes_often(void)
{
    enum { TIMES = 40 };
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}};
    const graze_body body = {.radius = 0.25};
    const graze_task task = {.radius = 0.25, .speed = 1, .start = 0, .goal = 2};
    graze_motion motions[TIMES];
    const graze_trajectory path = {.motions = motions, .count = TIMES};
    const double pace = 0x1.5555555555555p-2; /* a third of a second: never a tick */
    instance made;
    graze_index *others;
    graze_solution plan;
    instance_make_both(&made, 3, places, 2, edges);
    for (int i = 0; i < TIMES; i++) {
        const graze_vector far = {1, i % 4 < 2 ? 0.5 : -0.5, 0}, near = {1, 0, 0};
        CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(i % 2 ? near : far, i % 2 ? far : near,
                                                    pace * i, pace * (i + 1), &motions[i]),
                              GRAZE_OK);
    }
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&body, &path, 1, NULL, NULL, &others), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_plan_among(&made.roadmap, &task, others, 0, NULL, &plan), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(plan.outcome, GRAZE_PLAN_FOUND);
    CU_ASSERT_TRUE(plan.sum_of_costs > pace * (TIMES - 1));
    CU_ASSERT_TRUE(plan.sum_of_costs < pace * TIMES + 2.5);
    graze_solution_free(&plan, NULL);
    graze_index_free(others);
}

static bool begin_anew(void *context)
{
    window_search *search = context;
    search->search = UINT32_MAX;
    return true;
}

/* Two change places beside an alcove, in two windows: what both are worth in the end. After each
 * search the numbers of searches may begin anew. */
static tick worth_in_windows(bool (*go_on)(void *context))
{
    instance made;
    bench b;
    window_fleet all;
    instance_alcove(&made, 1);
    bench_open(&b, &made);
    CU_ASSERT_EQUAL_FATAL(window_fleet_open(&all, &b.collisions, b.agents, 2), GRAZE_OK);
    all.go_on = go_on;
    all.context = &all.search;
    for (uint32_t a = 0; a < 2; a++) {
        traveller *t = &all.travellers[a];
        t->goals = memory_new(&b.graph.memory, 1, sizeof *t->goals);
        CU_ASSERT_PTR_NOT_NULL_FATAL(t->goals);
        t->goals[0] = b.agents[a].goal;
        t->goal_count = t->goal_capacity = 1;
    }
    const tick second = bench_ticks(&b, 1);
    tick worth = 0;
    for (int k = 0; k < 2; k++) {
        CU_ASSERT_EQUAL(window_fleet_begin(&all, k * second, (k + 12) * second), GRAZE_OK);
        CU_ASSERT_EQUAL(window_fleet_improve(&all, 8), GRAZE_OK);
        CU_ASSERT_EQUAL(window_fleet_commit(&all, (k + 1) * second), GRAZE_OK);
    }
    CU_ASSERT_TRUE(all.searches > 10);
    for (uint32_t a = 0; a < 2; a++)
        worth += all.travellers[a].worth;
    window_fleet_close(&all);
    bench_close(&b);
    return worth;
}

static void searches_in_windows_are_numbered_anew(void)
{
    CU_ASSERT_EQUAL(worth_in_windows(begin_anew), worth_in_windows(NULL));
}

static void orders_of_too_many_agents_are_not_looked_for(void)
{
    instance made;
    bench b;
    order_feasibility answer = ORDER_FEASIBLE;
    make_line(&made);
    bench_open(&b, &made);
    CU_ASSERT_EQUAL(order_feasibility_search(&b.collisions, b.agents, UINT32_MAX, 1000, &answer),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(answer, ORDER_UNKNOWN);
    CU_ASSERT_EQUAL(order_feasibility_search(&b.collisions, b.agents, 2, 1000, &answer), GRAZE_OK);
    CU_ASSERT_EQUAL(answer, ORDER_INFEASIBLE);
    CU_ASSERT_EQUAL(order_feasibility_search(&b.collisions, b.agents, 2, 1, &answer), GRAZE_OK);
    CU_ASSERT_EQUAL(answer, ORDER_UNKNOWN);
    bench_close(&b);
}

CU_TestInfo limit_tests[] = {
    SUPPORT_TEST(routes_of_one_hash_are_two),
    SUPPORT_TEST(pairs_of_routes_of_one_hash_are_two),
    SUPPORT_TEST(groups_of_one_hash_are_two),
    SUPPORT_TEST(bounds_of_one_hash_are_two),
    SUPPORT_TEST(visits_of_one_hash_are_two),
    SUPPORT_TEST(lists_are_equal_where_all_constraints_are),
    SUPPORT_TEST(constraints_are_forgotten_when_turns_begin_anew),
    SUPPORT_TEST(others_are_counted_again_when_questions_begin_anew),
    SUPPORT_TEST(a_way_beyond_the_horizon_is_not_found_and_not_called_impossible),
    SUPPORT_TEST(one_agent_waits_for_somebody_who_comes_often),
    SUPPORT_TEST(searches_in_windows_are_numbered_anew),
    SUPPORT_TEST(orders_of_too_many_agents_are_not_looked_for),
    CU_TEST_INFO_NULL,
};
