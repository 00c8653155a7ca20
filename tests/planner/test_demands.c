/* SPDX-License-Identifier: MIT */
/* Demands that an agent must make a move, and what two agents must travel. */
#include <string.h>

#include "base/memory.h"
#include "instance.h"
#include "planner/front.h"
#include "planner/node.h"
#include "support/run.h"

/* The planner's books for an instance. */
typedef struct bench {
    terrain ground;
    clash_book clashes;
    route_book routes;
    demand_book demands;
    route_agent agents[INSTANCE_AGENTS];
} bench;

static void open_bench(bench *b, const instance *made)
{
    graze_allocator memory = memory_allocator(NULL);
    const graze_problem *problem = &made->problem;
    body_kind kind = {{.radius = problem->tasks[0].radius}, problem->tasks[0].speed, NULL};
    for (size_t i = 0; i < problem->task_count; i++)
        b->agents[i] = (route_agent){0, problem->tasks[i].start, problem->tasks[i].goal};
    CU_ASSERT_EQUAL_FATAL(terrain_open(&b->ground, &memory, problem->roadmap, &kind, 1, 0),
                          GRAZE_OK);
    clash_open(&b->clashes, &b->ground);
    route_open(&b->routes, &b->clashes, b->agents);
    CU_ASSERT_EQUAL_FATAL(
        demand_open(&b->demands, &b->routes, (uint32_t)problem->task_count), GRAZE_OK);
}

static void close_bench(bench *b)
{
    demand_close(&b->demands);
    route_close(&b->routes);
    clash_close(&b->clashes);
    terrain_close(&b->ground);
}

static tick seconds(const bench *b, double time)
{
    return lattice_floor(&b->ground.clock, time);
}

/* ---- fronts ------------------------------------------------------------------------- */

static void either_may_make_way_in_an_alcove(void)
{
    for (int length = 3; length <= 10; length++) {
        instance made;
        bench b;
        instance_alcove(&made, length);
        open_bench(&b, &made);
        front_book fronts;
        front_open(&fronts, &b.demands, 4000);
        CU_ASSERT_EQUAL_FATAL(front_find(&fronts, 1, 0), GRAZE_OK);
        const front *known = front_known(&fronts, 0, 1);
        CU_ASSERT_EQUAL_FATAL(known->count, 2);
        CU_ASSERT_EQUAL(known->points[0].travel[0], seconds(&b, 4));
        CU_ASSERT_EQUAL(known->points[0].travel[1], seconds(&b, 2 + 2 * length));
        CU_ASSERT_EQUAL(known->points[1].travel[0], seconds(&b, 4 + 2 * length));
        CU_ASSERT_EQUAL(known->points[1].travel[1], seconds(&b, 6));
        front_close(&fronts);
        close_bench(&b);
    }
}

static void a_front_of_few_labels_asks_for_less(void)
{
    instance made;
    bench b;
    instance_alcove(&made, 5);
    open_bench(&b, &made);
    for (size_t labels = 1; labels < 60; labels++) {
        front_book fronts;
        front_open(&fronts, &b.demands, labels);
        CU_ASSERT_EQUAL_FATAL(front_find(&fronts, 0, 1), GRAZE_OK);
        const front *known = front_known(&fronts, 0, 1);
        bool first = false, second = false;
        for (size_t i = 0; i < known->count; i++) {
            const tick *travel = known->points[i].travel;
            first = first || (travel[0] <= seconds(&b, 4) && travel[1] <= seconds(&b, 12));
            second = second || (travel[0] <= seconds(&b, 14) && travel[1] <= seconds(&b, 6));
            CU_ASSERT_TRUE(travel[0] >= seconds(&b, 4) && travel[1] >= seconds(&b, 2));
        }
        CU_ASSERT_TRUE(first && second);
        front_close(&fronts);
    }
    close_bench(&b);
}

static void who_cannot_change_places_has_no_front(void)
{
    const graze_point places[] = {{0, 0}, {4, 0}, {8, 0}, {12, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}};
    instance made;
    bench b;
    instance_make_both(&made, 4, places, 3, edges);
    instance_task(&made, 0, 3, 0.25);
    instance_task(&made, 3, 0, 0.25);
    open_bench(&b, &made);
    front_book fronts;
    front_open(&fronts, &b.demands, 4000);
    CU_ASSERT_EQUAL_FATAL(front_find(&fronts, 0, 1), GRAZE_OK);
    const uint32_t sets[2] = {0, 1};
    CU_ASSERT_EQUAL(demand_solve(&b.demands, 0), GRAZE_OK);
    CU_ASSERT_EQUAL(demand_solve(&b.demands, 1), GRAZE_OK);
    CU_ASSERT_EQUAL(front_known(&fronts, 0, 1)->count, 0);
    CU_ASSERT_EQUAL(front_bound(&fronts, sets), TICK_NEVER);
    front_close(&fronts);
    close_bench(&b);
}

/* Every plan lies on one of the two ways: its costs are not below both arrivals. */
static void every_plan_is_on_a_way_of_the_front(void)
{
    instance made;
    bench b;
    instance_alcove(&made, 3);
    open_bench(&b, &made);
    front_book fronts;
    front_open(&fronts, &b.demands, 4000);
    CU_ASSERT_EQUAL_FATAL(front_find(&fronts, 0, 1), GRAZE_OK);
    for (int turned = 0; turned < 2; turned++) {
        const uint32_t sets[2] = {(uint32_t)turned, (uint32_t)(1 - turned)};
        branch ways[2];
        CU_ASSERT_EQUAL(demand_solve(&b.demands, 0), GRAZE_OK);
        CU_ASSERT_EQUAL(demand_solve(&b.demands, 1), GRAZE_OK);
        CU_ASSERT_EQUAL(front_bound(&fronts, sets), seconds(&b, 6));
        CU_ASSERT_TRUE_FATAL(front_branch(&fronts, sets, ways));
        CU_ASSERT_EQUAL(ways[0].agent, sets[0]);
        CU_ASSERT_EQUAL(ways[1].agent, sets[1]);
        CU_ASSERT_EQUAL(ways[turned].more.when.lower, seconds(&b, 10));
        CU_ASSERT_EQUAL(ways[1 - turned].more.when.lower, seconds(&b, 8));
    }
    front_close(&fronts);
    close_bench(&b);
}

/* ---- reserves ----------------------------------------------------------------------- */

/* Agent 0 goes down to the goal that agent 2 passes, which has a way round; agent 1 is
 * elsewhere. */
static void make_crossing(instance *made)
{
    const graze_point places[] = {{0, 5},  {0, 0},  {-5, 0}, {5, 0},
                                  {20, 0}, {25, 0}, {0, -9}};
    const instance_edge edges[] = {{0, 1}, {2, 1}, {1, 3}, {4, 5}, {2, 6}, {6, 3}};
    instance_make(made, 7, places, 6, edges);
    instance_task(made, 0, 1, 0.5);
    instance_task(made, 4, 5, 0.5);
    instance_task(made, 2, 3, 0.5);
}

/* Goes a way on which agent 0 has arrived at `latest` at the latest. Is it dead? Does agent 2
 * get a demand? */
static void go_with_reserve(bench *b, tick latest, bool *dead, bool *yields)
{
    node_pool pool;
    draft now;
    branch way = {.agent = 1,
                  .more = {DEMAND_ABSENT, 0, 0, {0, 10}},
                  .reserves = true,
                  .target = 0,
                  .latest = latest};
    CU_ASSERT_EQUAL_FATAL(node_pool_open(&pool, &b->demands, 3, false), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(draft_open(&now, &pool), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(draft_begin(&now, &pool, dead), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(draft_go(&now, &pool, &way, dead), GRAZE_OK);
    *yields = now.sets[2] != 2;
    if (*yields) {
        const demand *made = &b->demands.sets[now.sets[2]].last;
        CU_ASSERT_TRUE(made->form == DEMAND_YIELD && made->place == 1);
        CU_ASSERT_EQUAL(made->when.lower, latest);
    }
    draft_close(&now, &pool);
    node_pool_close(&pool);
}

static void a_reserve_binds_to_the_tick(void)
{
    instance made;
    bench b;
    bool dead, yields;
    make_crossing(&made);
    open_bench(&b, &made);
    tick arrival = seconds(&b, 5), passed = arrival + clash_stay(&b.clashes, 0, 1, 0, 1).upper;
    CU_ASSERT_TRUE_FATAL(passed >= seconds(&b, 6) && passed <= seconds(&b, 6) + 1);
    go_with_reserve(&b, arrival - 1, &dead, &yields);
    CU_ASSERT_TRUE(dead);
    go_with_reserve(&b, arrival, &dead, &yields);
    CU_ASSERT_TRUE(!dead && yields);
    go_with_reserve(&b, passed - 1, &dead, &yields);
    CU_ASSERT_TRUE(!dead && yields);
    go_with_reserve(&b, passed, &dead, &yields);
    CU_ASSERT_TRUE(!dead && !yields);
    close_bench(&b);
}

/* ---- moves that must be made -------------------------------------------------------- */

enum { WALK_MAX = 5, VERTICES = 4, DEMANDS_MAX = 5 };

/* A walk of one agent, tried move by move. */
typedef struct walk {
    const bench *b;
    const demand *demands;
    size_t count;
    tick best;
} walk;

static tick allowed(const walk *w, uint32_t edge, tick start)
{
    for (size_t turn = 0; turn < w->count; turn++)
        for (size_t i = 0; i < w->count; i++)
            if (w->demands[i].form == DEMAND_NO_START && w->demands[i].place == edge &&
                span_holds(w->demands[i].when, start))
                start = w->demands[i].when.upper;
    return start;
}

/* Goes on from a vertex in every way; `made` are the demanded starts made. */
static void go_on(walk *w, uint32_t vertex, tick time, unsigned made, int left)
{
    const terrain *ground = &w->b->ground;
    unsigned all = 0;
    for (size_t i = 0; i < w->count; i++)
        all |= w->demands[i].form == DEMAND_START ? 1u << i : 0;
    if (made == all && vertex == w->b->agents[0].goal && time < w->best)
        w->best = time;
    for (size_t e = ground->roadmap->first[vertex];
         left > 0 && e < ground->roadmap->first[vertex + 1]; e++) {
        uint32_t edge = (uint32_t)e;
        tick duration = terrain_duration(ground, 0, edge);
        tick start = allowed(w, edge, time);
        go_on(w, terrain_to(ground, edge), start + duration, made, left - 1);
        for (size_t i = 0; i < w->count; i++) {
            const demand *d = &w->demands[i];
            if (d->form != DEMAND_START || d->place != edge || (made & 1u << i) != 0)
                continue;
            start = allowed(w, edge, time > d->when.lower ? time : d->when.lower + 1);
            unsigned now = made;
            for (size_t k = 0; k < w->count; k++)
                if (w->demands[k].form == DEMAND_START && w->demands[k].place == edge &&
                    span_holds(w->demands[k].when, start))
                    now |= 1u << k;
            if (span_holds(d->when, start))
                go_on(w, terrain_to(ground, edge), start + duration, now, left - 1);
        }
    }
}

static void make_ring(instance *made, uint64_t *seed)
{
    const graze_point places[VERTICES] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}};
    instance_make_both(made, VERTICES, places, 5, edges);
    instance_task(made, 0, (uint32_t)(instance_random(seed) % VERTICES), 0.2);
}

/* What the set demands, kept in `list` too; starts only where they may be demanded. */
static uint32_t demand_some(bench *b, uint64_t *seed, demand *list, size_t *count)
{
    uint32_t set = 0;
    *count = 0;
    CU_ASSERT_EQUAL(demand_solve(&b->demands, 0), GRAZE_OK);
    for (int i = 0; i < DEMANDS_MAX; i++) {
        double from = (double)(instance_random(seed) % 12) / 2;
        double length = (double)(1 + instance_random(seed) % 4) / 2;
        demand more = {instance_random(seed) % 3 == 0 ? DEMAND_NO_START : DEMAND_START,
                       (uint32_t)(instance_random(seed) % b->ground.edge_count), 0,
                       {seconds(b, from) - 1, seconds(b, from + length)}};
        if (more.form == DEMAND_START && !demand_can_start(&b->demands, set, &more))
            continue;
        list[(*count)++] = more;
        CU_ASSERT_EQUAL_FATAL(demand_add(&b->demands, set, &more, &set), GRAZE_OK);
    }
    return set;
}

static void demanded_moves_are_made_on_the_earliest_walk(void)
{
    uint64_t seed = 20191107;
    size_t rounds = support_rounds(3000, 30000, 300000), found = 0, none = 0;
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        bench b;
        demand list[DEMANDS_MAX];
        make_ring(&made, &seed);
        open_bench(&b, &made);
        walk w = {.b = &b, .demands = list, .best = TICK_NEVER};
        uint32_t set = demand_some(&b, &seed, list, &w.count);
        go_on(&w, 0, 0, 0, WALK_MAX);
        uint32_t route = demand_route(&b.demands, set);
        bool is_short = route != ROUTE_NONE && b.routes.routes[route].step_count <= WALK_MAX;
        if (is_short || w.best < TICK_NEVER)
            CU_ASSERT_TRUE(demand_cost(&b.demands, set) <= w.best);
        if (is_short)
            CU_ASSERT_EQUAL(demand_cost(&b.demands, set), w.best);
        found += is_short;
        none += route == ROUTE_NONE;
        close_bench(&b);
    }
    CU_ASSERT_TRUE(found > rounds / 10);
    CU_ASSERT_TRUE(none > rounds / 10);
}

/* On large maps the ways to landmarks and lanes are bounded, not known: the answers are the
 * same. Without tables the goal's alone are there. */
static void ways_that_are_bounded_lead_to_the_same_routes(void)
{
    uint64_t seed = 46040;
    size_t rounds = support_rounds(1000, 10000, 100000), found = 0, visited = 0;
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        bench with, without;
        demand list[DEMANDS_MAX];
        size_t count;
        make_ring(&made, &seed);
        open_bench(&with, &made);
        open_bench(&without, &made);
        without.demands.table_vertices = 0;
        uint64_t twin = seed;
        uint32_t known = demand_some(&with, &seed, list, &count);
        uint32_t bounded = demand_some(&without, &twin, list, &count);
        CU_ASSERT_EQUAL(demand_cost(&with.demands, known),
                        demand_cost(&without.demands, bounded));
        found += demand_cost(&with.demands, known) < TICK_NEVER;
        for (uint32_t v = 0; v < VERTICES; v++) {
            tick a, b;
            const uint32_t lane[] = {(uint32_t)(seed % with.ground.edge_count)};
            CU_ASSERT_EQUAL(demand_earliest_visit(&with.demands, known, v, lane, 1, &a),
                            GRAZE_OK);
            CU_ASSERT_EQUAL(demand_earliest_visit(&without.demands, bounded, v, lane, 1, &b),
                            GRAZE_OK);
            CU_ASSERT_EQUAL(a, b);
            visited += a < TICK_NEVER;
        }
        close_bench(&with);
        close_bench(&without);
    }
    CU_ASSERT_TRUE(found > rounds / 10);
    CU_ASSERT_TRUE(visited > rounds);
}

CU_TestInfo demand_tests[] = {
    SUPPORT_TEST(either_may_make_way_in_an_alcove),
    SUPPORT_TEST(a_front_of_few_labels_asks_for_less),
    SUPPORT_TEST(who_cannot_change_places_has_no_front),
    SUPPORT_TEST(every_plan_is_on_a_way_of_the_front),
    SUPPORT_TEST(a_reserve_binds_to_the_tick),
    SUPPORT_TEST(demanded_moves_are_made_on_the_earliest_walk),
    SUPPORT_TEST(ways_that_are_bounded_lead_to_the_same_routes),
    CU_TEST_INFO_NULL,
};
