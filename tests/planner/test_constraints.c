/* SPDX-License-Identifier: MIT */
/* Positive constraints, deadlines, and the Pareto fronts of two agents. */
#include <string.h>

#include "bench.h"
#include "planner/biclique_split.h"
#include "planner/ccbs.h"
#include "planner/ct_node.h"
#include "planner/pareto_front.h"
#include "support/run.h"

/* ---- Pareto fronts ------------------------------------------------------------------ */

static void either_may_make_way_in_an_alcove(void)
{
    for (int length = 3; length <= 10; length++) {
        instance made;
        bench b;
        instance_alcove(&made, length);
        bench_open(&b, &made);
        pareto_table fronts;
        pareto_open(&fronts, &b.constraints, 4000);
        CU_ASSERT_EQUAL_FATAL(pareto_find(&fronts, 1, 0), GRAZE_OK);
        const pareto_front *known = pareto_known(&fronts, 0, 1);
        CU_ASSERT_EQUAL_FATAL(known->count, 2);
        CU_ASSERT_EQUAL(known->points[0].travel[0], bench_ticks(&b, 4));
        CU_ASSERT_EQUAL(known->points[0].travel[1], bench_ticks(&b, 2 + 2 * length));
        CU_ASSERT_EQUAL(known->points[1].travel[0], bench_ticks(&b, 4 + 2 * length));
        CU_ASSERT_EQUAL(known->points[1].travel[1], bench_ticks(&b, 6));
        pareto_close(&fronts);
        bench_close(&b);
    }
}

static void a_pareto_front_of_few_labels_asks_for_less(void)
{
    instance made;
    bench b;
    instance_alcove(&made, 5);
    bench_open(&b, &made);
    for (size_t labels = 1; labels < 60; labels++) {
        pareto_table fronts;
        pareto_open(&fronts, &b.constraints, labels);
        CU_ASSERT_EQUAL_FATAL(pareto_find(&fronts, 0, 1), GRAZE_OK);
        const pareto_front *known = pareto_known(&fronts, 0, 1);
        bool first = false, second = false;
        for (size_t i = 0; i < known->count; i++) {
            const tick *travel = known->points[i].travel;
            first = first || (travel[0] <= bench_ticks(&b, 4) && travel[1] <= bench_ticks(&b, 12));
            second =
                second || (travel[0] <= bench_ticks(&b, 14) && travel[1] <= bench_ticks(&b, 6));
            CU_ASSERT_TRUE(travel[0] >= bench_ticks(&b, 4) && travel[1] >= bench_ticks(&b, 2));
        }
        CU_ASSERT_TRUE(first && second);
        pareto_close(&fronts);
    }
    bench_close(&b);
}

static void agents_that_cannot_change_places_have_an_empty_pareto_front(void)
{
    const graze_point places[] = {{0, 0}, {4, 0}, {8, 0}, {12, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}};
    instance made;
    bench b;
    instance_make_both(&made, 4, places, 3, edges);
    instance_task(&made, 0, 3, 0.25);
    instance_task(&made, 3, 0, 0.25);
    bench_open(&b, &made);
    pareto_table fronts;
    pareto_open(&fronts, &b.constraints, 4000);
    CU_ASSERT_EQUAL_FATAL(pareto_find(&fronts, 0, 1), GRAZE_OK);
    const uint32_t sets[2] = {0, 1};
    CU_ASSERT_EQUAL(constraint_set_solve(&b.constraints, 0), GRAZE_OK);
    CU_ASSERT_EQUAL(constraint_set_solve(&b.constraints, 1), GRAZE_OK);
    CU_ASSERT_EQUAL(pareto_known(&fronts, 0, 1)->count, 0);
    CU_ASSERT_EQUAL(pareto_bound(&fronts, sets), TICK_NEVER);
    pareto_close(&fronts);
    bench_close(&b);
}

/* Every plan lies in one of the two children: its costs are not below both arrivals. */
/* Face to face on a line: each may go back as far as the other goes forth, or half of it. What
 * the labels that are left ask for is more than a front has points for. */
static void many_points_of_a_pareto_front_become_few_that_ask_for_less(void)
{
    enum { LINE = 120, FRONT = 11 /* of 42 */, LABELS = 1 << 14 };
    graze_point places[LINE];
    instance_edge edges[LINE - 1];
    for (uint32_t v = 0; v < LINE; v++)
        places[v] = (graze_point){v, 0};
    for (uint32_t v = 0; v + 1 < LINE; v++)
        edges[v] = (instance_edge){v, v + 1};
    instance made;
    bench b;
    instance_make_both(&made, LINE, places, LINE - 1, edges);
    instance_task(&made, LINE / 2 - 1, LINE / 2, 0.25);
    instance_task(&made, LINE / 2, LINE / 2 - 1, 0.25);
    bench_open(&b, &made);
    for (size_t labels = 1; labels <= LABELS; labels *= 2) {
        pareto_table fronts;
        pareto_open(&fronts, &b.constraints, labels);
        CU_ASSERT_EQUAL_FATAL(pareto_find(&fronts, 0, 1), GRAZE_OK);
        const pareto_front *known = pareto_known(&fronts, 0, 1);
        CU_ASSERT_TRUE_FATAL(known->count > 0 && known->count <= PARETO_POINTS);
        CU_ASSERT_TRUE(labels < LABELS || known->count == FRONT);
        CU_ASSERT_EQUAL(known->points[0].travel[0], bench_ticks(&b, 1));
        CU_ASSERT_EQUAL(known->points[known->count - 1].travel[1], bench_ticks(&b, 1));
        for (size_t i = 1; i < known->count; i++) {
            CU_ASSERT_TRUE(known->points[i - 1].travel[0] < known->points[i].travel[0]);
            CU_ASSERT_TRUE(known->points[i - 1].travel[1] > known->points[i].travel[1]);
        }
        pareto_close(&fronts);
    }
    bench_close(&b);
}

static void every_plan_is_in_a_child_of_the_pareto_split(void)
{
    instance made;
    bench b;
    instance_alcove(&made, 3);
    bench_open(&b, &made);
    pareto_table fronts;
    pareto_open(&fronts, &b.constraints, 4000);
    CU_ASSERT_EQUAL_FATAL(pareto_find(&fronts, 0, 1), GRAZE_OK);
    for (int turned = 0; turned < 2; turned++) {
        const uint32_t sets[2] = {(uint32_t)turned, (uint32_t)(1 - turned)};
        split_child children[2];
        CU_ASSERT_EQUAL(constraint_set_solve(&b.constraints, 0), GRAZE_OK);
        CU_ASSERT_EQUAL(constraint_set_solve(&b.constraints, 1), GRAZE_OK);
        CU_ASSERT_EQUAL(pareto_bound(&fronts, sets), bench_ticks(&b, 6));
        CU_ASSERT_TRUE_FATAL(pareto_split(&fronts, sets, children));
        CU_ASSERT_EQUAL(children[0].agent, sets[0]);
        CU_ASSERT_EQUAL(children[1].agent, sets[1]);
        CU_ASSERT_EQUAL(children[turned].added.when.lower, bench_ticks(&b, 10));
        CU_ASSERT_EQUAL(children[1 - turned].added.when.lower, bench_ticks(&b, 8));
    }
    pareto_close(&fronts);
    bench_close(&b);
}

/* ---- deadlines ---------------------------------------------------------------------- */

/* Agent 0 goes down to the goal that agent 2 passes, which has a detour; agent 1 is
 * elsewhere. */
static void make_crossing(instance *made)
{
    const graze_point places[] = {{0, 5}, {0, 0}, {-5, 0}, {5, 0}, {20, 0}, {25, 0}, {0, -9}};
    const instance_edge edges[] = {{0, 1}, {2, 1}, {1, 3}, {4, 5}, {2, 6}, {6, 3}};
    instance_make(made, 7, places, 6, edges);
    instance_task(made, 0, 1, 0.5);
    instance_task(made, 4, 5, 0.5);
    instance_task(made, 2, 3, 0.5);
}

/* Makes a child in which agent 0 has the deadline `latest`. Is it dead? Does agent 2 get a
 * constraint? */
static void constrain_with_deadline(bench *b, tick latest, bool *dead, bool *gives_way)
{
    ct_pool pool;
    ct_node now;
    split_child child = {.agent = 1,
                         .added = {CONSTRAINT_VERTEX, 0, 0, {0, 10}},
                         .has_deadline = true,
                         .target = 0,
                         .latest = latest};
    CU_ASSERT_EQUAL_FATAL(ct_pool_open(&pool, &b->constraints, 3, false), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(ct_node_open(&now, &pool), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(ct_node_make_root(&now, &pool, dead), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(ct_node_constrain(&now, &pool, &child, dead), GRAZE_OK);
    *gives_way = now.sets[2] != 2;
    if (*gives_way) {
        const constraint *made = &b->constraints.sets[now.sets[2]].last;
        CU_ASSERT_TRUE(made->type == CONSTRAINT_TARGET && made->place == 1);
        CU_ASSERT_EQUAL(made->when.lower, latest);
    }
    ct_node_close(&now, &pool);
    ct_pool_close(&pool);
}

static void a_deadline_binds_to_the_tick(void)
{
    instance made;
    bench b;
    bool dead, gives_way;
    make_crossing(&made);
    bench_open(&b, &made);
    tick arrival = bench_ticks(&b, 5),
         passed = arrival + collision_of_stay(&b.collisions, 0, 1, 0, 1).upper;
    CU_ASSERT_TRUE_FATAL(passed >= bench_ticks(&b, 6) && passed <= bench_ticks(&b, 6) + 1);
    constrain_with_deadline(&b, arrival - 1, &dead, &gives_way);
    CU_ASSERT_TRUE(dead);
    constrain_with_deadline(&b, arrival, &dead, &gives_way);
    CU_ASSERT_TRUE(!dead && gives_way);
    constrain_with_deadline(&b, passed - 1, &dead, &gives_way);
    CU_ASSERT_TRUE(!dead && gives_way);
    constrain_with_deadline(&b, passed, &dead, &gives_way);
    CU_ASSERT_TRUE(!dead && !gives_way);
    bench_close(&b);
}

/* ---- positive constraints -------------------------------------------------------- */

enum { WALK_MAX = 5, VERTICES = 4, CONSTRAINTS_MAX = 5 };

/* A walk of one agent, tried move by move. */
typedef struct walk {
    const bench *b;
    const constraint *constraints;
    size_t count;
    tick best;
} walk;

static tick allowed(const walk *w, uint32_t edge, tick start)
{
    for (size_t turn = 0; turn < w->count; turn++)
        for (size_t i = 0; i < w->count; i++)
            if (w->constraints[i].type == CONSTRAINT_MOTION && w->constraints[i].place == edge &&
                span_holds(w->constraints[i].when, start))
                start = w->constraints[i].when.upper;
    return start;
}

/* Goes on from a vertex in every way; `made` are the positive constraints that are satisfied. */
static void go_on(walk *w, uint32_t vertex, tick time, unsigned made, int left)
{
    const planning_graph *graph = &w->b->graph;
    unsigned all = 0;
    for (size_t i = 0; i < w->count; i++)
        all |= w->constraints[i].type == CONSTRAINT_POSITIVE ? 1u << i : 0;
    if (made == all && vertex == w->b->agents[0].goal && time < w->best)
        w->best = time;
    for (size_t e = graph->roadmap->first[vertex];
         left > 0 && e < graph->roadmap->first[vertex + 1]; e++) {
        uint32_t edge = (uint32_t)e;
        tick duration = graph_duration(graph, 0, edge);
        tick start = allowed(w, edge, time);
        go_on(w, graph_to(graph, edge), start + duration, made, left - 1);
        for (size_t i = 0; i < w->count; i++) {
            const constraint *c = &w->constraints[i];
            if (c->type != CONSTRAINT_POSITIVE || c->place != edge || (made & 1u << i) != 0)
                continue;
            start = allowed(w, edge, time > c->when.lower ? time : c->when.lower + 1);
            unsigned now = made;
            for (size_t k = 0; k < w->count; k++)
                if (w->constraints[k].type == CONSTRAINT_POSITIVE &&
                    w->constraints[k].place == edge && span_holds(w->constraints[k].when, start))
                    now |= 1u << k;
            if (span_holds(c->when, start))
                go_on(w, graph_to(graph, edge), start + duration, now, left - 1);
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

/* A set of random constraints, which `list` gets too. */
static uint32_t constrain_at_random(bench *b, uint64_t *seed, constraint *list, size_t *count)
{
    uint32_t set = 0;
    *count = 0;
    CU_ASSERT_EQUAL(constraint_set_solve(&b->constraints, 0), GRAZE_OK);
    for (int i = 0; i < CONSTRAINTS_MAX; i++) {
        double from = (double)(instance_random(seed) % 12) / 2;
        double length = (double)(1 + instance_random(seed) % 4) / 2;
        constraint more = {instance_random(seed) % 3 == 0 ? CONSTRAINT_MOTION : CONSTRAINT_POSITIVE,
                           (uint32_t)(instance_random(seed) % b->graph.edge_count),
                           0,
                           {bench_ticks(b, from) - 1, bench_ticks(b, from + length)}};
        if (more.type == CONSTRAINT_POSITIVE &&
            !constraint_can_be_positive(&b->constraints, set, &more))
            continue;
        list[(*count)++] = more;
        CU_ASSERT_EQUAL_FATAL(constraint_add(&b->constraints, set, &more, &set), GRAZE_OK);
    }
    return set;
}

static void positive_constraints_are_met_on_the_earliest_walk(void)
{
    uint64_t seed = 20191107;
    size_t rounds = support_rounds(3000, 7500, 120000), found = 0, none = 0;
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        bench b;
        constraint list[CONSTRAINTS_MAX];
        make_ring(&made, &seed);
        bench_open(&b, &made);
        walk w = {.b = &b, .constraints = list, .best = TICK_NEVER};
        uint32_t set = constrain_at_random(&b, &seed, list, &w.count);
        go_on(&w, 0, 0, 0, WALK_MAX);
        uint32_t route = constraint_set_route(&b.constraints, set);
        bool is_short = route != ROUTE_NONE && b.routes.routes[route].step_count <= WALK_MAX;
        if (is_short || w.best < TICK_NEVER)
            CU_ASSERT_TRUE(constraint_set_cost(&b.constraints, set) <= w.best);
        if (is_short)
            CU_ASSERT_EQUAL(constraint_set_cost(&b.constraints, set), w.best);
        found += is_short;
        none += route == ROUTE_NONE;
        bench_close(&b);
    }
    CU_ASSERT_TRUE(found > rounds / 10);
    CU_ASSERT_TRUE(none > rounds / 10);
}

/* All moves from a vertex, each with some starts within `hull`. */
static uint32_t some_moves(const bench *b, uint32_t vertex, span hull, uint64_t *seed,
                           group_move *moves)
{
    const size_t *first = b->graph.roadmap->first;
    uint32_t count = 0;
    for (size_t e = first[vertex]; e < first[vertex + 1]; e++) {
        uint64_t half = (uint64_t)(hull.upper - hull.lower) / 2;
        span when = {hull.lower + (tick)(instance_random(seed) % half),
                     hull.upper - (tick)(instance_random(seed) % half)};
        if (when.upper - when.lower > 1)
            moves[count++] = (group_move){(uint32_t)e, when};
    }
    return count;
}

static tick cost_with(bench *b, uint32_t set, constraint more)
{
    CU_ASSERT_EQUAL_FATAL(constraint_add(&b->constraints, set, &more, &set), GRAZE_OK);
    return constraint_set_cost(&b->constraints, set);
}

/* A positive group is the best of its moves, and a forbidden one all of them. */
static void groups_of_moves_mean_one_of_them_or_all(void)
{
    uint64_t seed = 2312;
    size_t rounds = support_rounds(3000, 6000, 80000), asked = 0, dearer = 0;
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        bench b;
        constraint list[CONSTRAINTS_MAX];
        group_move moves[INSTANCE_VERTICES];
        size_t count;
        make_ring(&made, &seed);
        bench_open(&b, &made);
        uint32_t set = constrain_at_random(&b, &seed, list, &count), group;
        double from = (double)(instance_random(&seed) % 10) / 2;
        span hull = {bench_ticks(&b, from) - 1, bench_ticks(&b, from + 2)};
        uint32_t vertex = (uint32_t)(instance_random(&seed) % VERTICES);
        uint32_t of = some_moves(&b, vertex, hull, &seed, moves);
        CU_ASSERT_EQUAL_FATAL(move_group_keep(&b.constraints.groups, moves, of, &group), GRAZE_OK);
        constraint one = {CONSTRAINT_POSITIVE, moves[0].edge, group, hull};
        tick best = TICK_NEVER, least = constraint_set_cost(&b.constraints, set);
        if (constraint_can_be_positive(&b.constraints, set, &one)) {
            for (uint32_t k = 0; k < of; k++) {
                tick cost = cost_with(
                    &b, set, (constraint){CONSTRAINT_POSITIVE, moves[k].edge, 0, moves[k].when});
                best = cost < best ? cost : best;
            }
            CU_ASSERT_EQUAL(cost_with(&b, set, one), best);
            asked += best < TICK_NEVER;
            dearer += best < TICK_NEVER && best > least;
        }
        uint32_t each = set;
        for (uint32_t k = 0; k < of; k++) {
            constraint never = {CONSTRAINT_MOTION, moves[k].edge, 0, moves[k].when};
            CU_ASSERT_EQUAL(constraint_add(&b.constraints, each, &never, &each), GRAZE_OK);
        }
        one.type = CONSTRAINT_MOTION;
        CU_ASSERT_EQUAL(cost_with(&b, set, one), constraint_set_cost(&b.constraints, each));
        bench_close(&b);
    }
    CU_ASSERT_TRUE(asked > rounds / 40 && dearer > rounds / 80);
}

/* ---- bicliques ----------------------------------------------------------------------- */

enum { SPOKES = 24, SIDE = 16 };

static tick starts_of(span when)
{
    return when.upper - when.lower - 1;
}

/* From a place through which another one comes many moves lead: of those that are in conflict at
 * some starts, all that are forbidden are at all of theirs, and others have no more starts. */
static void of_many_moves_those_with_the_most_starts_are_forbidden(void)
{
    graze_point places[SPOKES + 3] = {{0, 0}, {-3, 0}, {3, 0}};
    instance_edge edges[SPOKES + 1] = {{1, 2}};
    for (uint32_t k = 0; k < SPOKES; k++) {
        places[3 + k] = (graze_point){k * 5 % SPOKES - 4.0, 2};
        edges[1 + k] = (instance_edge){0, 3 + k};
    }
    instance made;
    bench b;
    instance_make(&made, SPOKES + 3, places, SPOKES + 1, edges);
    instance_task(&made, 0, 3, 0.375);
    instance_task(&made, 1, 2, 0.375);
    bench_open(&b, &made);
    const uint32_t agents[2] = {0, 1}, passes = SPOKES;
    const span there = {bench_ticks(&b, 1), bench_ticks(&b, 3.5)}, comes = {-1, 1};
    split_child children[2] = {{.agent = 0, .added = {CONSTRAINT_MOTION, 12, 0, there}},
                               {.agent = 1, .added = {CONSTRAINT_MOTION, passes, 0, comes}}};
    CU_ASSERT_EQUAL_FATAL(biclique_split(&b.constraints, 8, agents, children), GRAZE_OK);
    uint32_t count = 0;
    const group_move *moves =
        move_group_moves(&b.constraints.groups, children[0].added.kind, &count);
    CU_ASSERT_EQUAL_FATAL(count, SIDE);
    tick least = TICK_NEVER;
    bool forbidden[SPOKES] = {false};
    for (uint32_t i = 0; i < count; i++) {
        const span when = collision_of_moves(&b.collisions, 0, moves[i].edge, 0, passes);
        CU_ASSERT_TRUE(moves[i].edge == 12 || (when.lower <= moves[i].when.lower &&
                                               moves[i].when.upper <= when.upper));
        CU_ASSERT_TRUE(starts_of(moves[i].when) > 0);
        least = i > 0 && starts_of(moves[i].when) < least ? starts_of(moves[i].when) : least;
        forbidden[moves[i].edge] = true;
    }
    for (uint32_t e = 0; e < SPOKES; e++) {
        span when = collision_of_moves(&b.collisions, 0, e, 0, passes);
        when.lower = when.lower < there.lower ? there.lower : when.lower;
        when.upper = when.upper > there.upper ? there.upper : when.upper;
        CU_ASSERT_TRUE(forbidden[e] || starts_of(when) <= least);
    }
    CU_ASSERT_TRUE(forbidden[12]);
    bench_close(&b);
}

/* The agent may not stay, and the first move of the group is no longer of use when it goes: it
 * comes back for the second. */
static void a_move_of_a_group_may_be_made_after_its_time(void)
{
    const graze_point places[] = {{0, 0}, {1, 0}, {0, 2}};
    const instance_edge edges[] = {{0, 1}, {0, 2}, {1, 0}};
    instance made;
    bench b;
    uint32_t set = 0, group;
    instance_make(&made, 3, places, 3, edges);
    instance_task(&made, 0, 2, 0.2);
    bench_open(&b, &made);
    const span early = {-1, bench_ticks(&b, 0.5)};
    const span late = {bench_ticks(&b, 4.5) - 1, bench_ticks(&b, 8)};
    const group_move moves[] = {{0, early}, {1, late}};
    const constraint more[] = {
        {CONSTRAINT_MOTION, 0, 0, early},
        {CONSTRAINT_VERTEX, 0, 0, {bench_ticks(&b, 1), bench_ticks(&b, 4)}},
        {CONSTRAINT_POSITIVE, 0, 1, {-1, late.upper}}};
    CU_ASSERT_EQUAL_FATAL(move_group_keep(&b.constraints.groups, moves, 2, &group), GRAZE_OK);
    CU_ASSERT_EQUAL(group, more[2].kind);
    CU_ASSERT_EQUAL(constraint_set_solve(&b.constraints, 0), GRAZE_OK);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL_FATAL(constraint_add(&b.constraints, set, &more[i], &set), GRAZE_OK);
    CU_ASSERT_EQUAL(constraint_set_cost(&b.constraints, set), bench_ticks(&b, 6.5));
    bench_close(&b);
}

/* On large maps the distances to landmarks and corridors are bounded, not known: the answers
 * are the same. Without tables the goal's alone are there. */
static void distances_that_are_bounded_lead_to_the_same_routes(void)
{
    uint64_t seed = 46040;
    size_t rounds = support_rounds(1000, 2500, 40000), found = 0, visited = 0;
    for (size_t i = 0; i < rounds; i++) {
        instance made;
        bench with, without;
        constraint list[CONSTRAINTS_MAX];
        size_t count;
        make_ring(&made, &seed);
        bench_open(&with, &made);
        bench_open(&without, &made);
        without.constraints.table_vertices = 0;
        uint64_t twin = seed;
        uint32_t known = constrain_at_random(&with, &seed, list, &count);
        uint32_t bounded = constrain_at_random(&without, &twin, list, &count);
        CU_ASSERT_EQUAL(constraint_set_cost(&with.constraints, known),
                        constraint_set_cost(&without.constraints, bounded));
        found += constraint_set_cost(&with.constraints, known) < TICK_NEVER;
        for (uint32_t v = 0; v < VERTICES; v++) {
            tick a, b;
            const uint32_t corridor[] = {(uint32_t)(seed % with.graph.edge_count)};
            CU_ASSERT_EQUAL(
                constraint_set_earliest_visit(&with.constraints, known, v, corridor, 1, &a),
                GRAZE_OK);
            CU_ASSERT_EQUAL(
                constraint_set_earliest_visit(&without.constraints, bounded, v, corridor, 1, &b),
                GRAZE_OK);
            CU_ASSERT_EQUAL(a, b);
            visited += a < TICK_NEVER;
        }
        bench_close(&with);
        bench_close(&without);
    }
    CU_ASSERT_TRUE(found > rounds / 10);
    CU_ASSERT_TRUE(visited > rounds);
}

/* Edge 0 leads into a vertex without a way on, where the goal is not. Where only the way to the
 * goal bounds the search, nobody is ever there on his way. */
static void nobody_is_on_the_way_where_no_way_leads_on(void)
{
    const graze_point places[] = {{0, 0}, {2, 0}, {0, 1}};
    const instance_edge edges[] = {{0, 1}, {0, 2}, {2, 0}};
    instance made;
    bench b;
    tick time = 0;
    instance_make(&made, 3, places, 3, edges);
    instance_task(&made, 0, 2, 0.2);
    bench_open(&b, &made);
    b.constraints.table_vertices = 0;
    CU_ASSERT_EQUAL(constraint_set_solve(&b.constraints, 0), GRAZE_OK);
    CU_ASSERT_EQUAL(constraint_set_earliest_visit(&b.constraints, 0, 1, NULL, 0, &time), GRAZE_OK);
    CU_ASSERT_EQUAL(time, TICK_NEVER);
    CU_ASSERT_EQUAL(constraint_set_earliest_visit(&b.constraints, 0, 2, NULL, 0, &time), GRAZE_OK);
    CU_ASSERT_EQUAL(time, bench_ticks(&b, 1));
    /* Whoever must make the move there has no route. */
    const constraint into = {CONSTRAINT_POSITIVE, 0, 0, {-1, bench_ticks(&b, 2)}};
    uint32_t set;
    CU_ASSERT_EQUAL(constraint_add(&b.constraints, 0, &into, &set), GRAZE_OK);
    CU_ASSERT_EQUAL(constraint_set_solve(&b.constraints, set), GRAZE_OK);
    CU_ASSERT_EQUAL(constraint_set_cost(&b.constraints, set), TICK_NEVER);
    bench_close(&b);
}

static void of_two_latest_arrivals_the_later_is_all_that_is_asked(void)
{
    instance made;
    bench b;
    uint32_t later, both;
    instance_alcove(&made, 3);
    bench_open(&b, &made);
    const constraint five = {CONSTRAINT_LENGTH, 0, 0, {bench_ticks(&b, 5), TICK_NEVER}};
    const constraint nine = {CONSTRAINT_LENGTH, 0, 0, {bench_ticks(&b, 9), TICK_NEVER}};
    CU_ASSERT_EQUAL(constraint_set_solve(&b.constraints, 0), GRAZE_OK);
    CU_ASSERT_EQUAL(constraint_add(&b.constraints, 0, &nine, &later), GRAZE_OK);
    CU_ASSERT_EQUAL(constraint_add(&b.constraints, 0, &five, &both), GRAZE_OK);
    CU_ASSERT_NOT_EQUAL(both, later);
    CU_ASSERT_EQUAL(constraint_add(&b.constraints, both, &nine, &both), GRAZE_OK);
    CU_ASSERT_EQUAL(both, later);
    bench_close(&b);
}

/* The second agent has no way. */
static void a_search_without_a_root_is_exhausted(void)
{
    const graze_point places[] = {{0, 0}, {2, 0}, {0, 3}, {2, 3}};
    const instance_edge edges[] = {{0, 1}, {3, 2}};
    instance made;
    bench b;
    ccbs search;
    ccbs_outcome outcome = CCBS_STOPPED;
    const ccbs_options options = {.suboptimality = 1, .incumbent = TICK_NEVER};
    instance_make(&made, 4, places, 2, edges);
    instance_task(&made, 0, 1, 0.2);
    instance_task(&made, 2, 3, 0.2);
    bench_open(&b, &made);
    CU_ASSERT_EQUAL(ccbs_search(&search, &b.constraints, 2, &options, &outcome), GRAZE_OK);
    CU_ASSERT_EQUAL(outcome, CCBS_EXHAUSTED);
    memory_free(&b.graph.memory, search.routes);
    bench_close(&b);
}

CU_TestInfo constraint_tests[] = {
    SUPPORT_TEST(either_may_make_way_in_an_alcove),
    SUPPORT_TEST(a_pareto_front_of_few_labels_asks_for_less),
    SUPPORT_TEST(many_points_of_a_pareto_front_become_few_that_ask_for_less),
    SUPPORT_TEST(agents_that_cannot_change_places_have_an_empty_pareto_front),
    SUPPORT_TEST(every_plan_is_in_a_child_of_the_pareto_split),
    SUPPORT_TEST(a_deadline_binds_to_the_tick),
    SUPPORT_TEST(positive_constraints_are_met_on_the_earliest_walk),
    SUPPORT_TEST(groups_of_moves_mean_one_of_them_or_all),
    SUPPORT_TEST(of_many_moves_those_with_the_most_starts_are_forbidden),
    SUPPORT_TEST(a_move_of_a_group_may_be_made_after_its_time),
    SUPPORT_TEST(distances_that_are_bounded_lead_to_the_same_routes),
    SUPPORT_TEST(nobody_is_on_the_way_where_no_way_leads_on),
    SUPPORT_TEST(of_two_latest_arrivals_the_later_is_all_that_is_asked),
    SUPPORT_TEST(a_search_without_a_root_is_exhausted),
    CU_TEST_INFO_NULL,
};
