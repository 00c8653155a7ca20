/* SPDX-License-Identifier: MIT */
/* The parts of the methods for a whole fleet: the timetable, searches round it, prioritised
 * planning and large neighbourhood search. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "instance.h"
#include "planner/fleet.h"
#include "planner/soft_sipp.h"
#include "support/motion.h"
#include "support/run.h"

enum { WALKERS = 5, WALK = 6, SIDE = 4, CELLS = SIDE * SIDE };

/* A field of SIDE x SIDE vertices. */
static void make_field(instance *made)
{
    graze_point places[CELLS];
    instance_edge edges[2 * SIDE * (SIDE - 1)];
    size_t count = 0;
    for (uint32_t v = 0; v < CELLS; v++) {
        uint32_t row = v / SIDE;
        places[v] = (graze_point){v % SIDE, row};
        if (v % SIDE + 1 < SIDE)
            edges[count++] = (instance_edge){v, v + 1};
        if (v + SIDE < CELLS)
            edges[count++] = (instance_edge){v, v + SIDE};
    }
    instance_make_both(made, CELLS, places, count, edges);
}

/* WALK random moves with waits between them. */
static void walk_about(const planning_graph *graph, const route_agent *agent, uint64_t *seed,
                       step steps[WALK])
{
    uint32_t at = agent->start;
    tick now = 0;
    for (size_t i = 0; i < WALK; i++) {
        const size_t *first = &graph->roadmap->first[at];
        uint32_t edge = (uint32_t)(first[0] + instance_random(seed) % (first[1] - first[0]));
        tick duration = graph_duration(graph, agent->kind, edge);
        if (instance_random(seed) % 2 == 0)
            now += duration * (tick)(instance_random(seed) % 8) / 4;
        steps[i] = (step){now, edge};
        now += duration;
        at = graph_to(graph, edge);
    }
}

/* Agents who walk about, and one more who looks for a way; a world of one kind or of two. */
typedef struct field {
    instance made;
    planning_graph graph;
    collision_table collisions;
    route_agent agents[WALKERS + 1];
    step steps[WALKERS][WALK];
    fleet all;
    timetable anew; /* empty */
    timetable_view view;
    sipp search;
} field;

static void open_field(field *f, uint32_t kind_count, uint64_t *seed)
{
    static const body_kind kinds[] = {{{.radius = 0.25}, 1, NULL}, {{.radius = 0.4375}, 0.5, NULL}};
    graze_allocator memory = memory_allocator(NULL);
    make_field(&f->made);
    CU_ASSERT_EQUAL_FATAL(graph_open(&f->graph, &memory, &f->made.roadmap, kinds, kind_count, 0),
                          GRAZE_OK);
    collision_open(&f->collisions, &f->graph);
    for (uint32_t i = 0; i <= WALKERS; i++)
        f->agents[i] = (route_agent){.kind = i % kind_count,
                                     .start = (uint32_t)(instance_random(seed) % CELLS),
                                     .goal = (uint32_t)(instance_random(seed) % CELLS)};
    CU_ASSERT_EQUAL_FATAL(fleet_open(&f->all, &f->collisions, f->agents, WALKERS + 1), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        timetable_open(&f->anew, &f->all.map, &f->collisions, f->agents, WALKERS + 1), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(timetable_view_open(&f->view, &f->all.plan, &f->anew, &f->collisions),
                          GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(sipp_open(&f->search, &f->graph), GRAZE_OK);
    for (uint32_t i = 0; i < WALKERS; i++) {
        walk_about(&f->graph, &f->agents[i], seed, f->steps[i]);
        CU_ASSERT_EQUAL_FATAL(timetable_add(&f->all.plan, i, f->steps[i], WALK), GRAZE_OK);
    }
}

static void close_field(field *f)
{
    sipp_close(&f->search);
    timetable_view_close(&f->view);
    timetable_close(&f->anew);
    fleet_close(&f->all);
    collision_close(&f->collisions);
    graph_close(&f->graph);
}

/* ---- the timetable ------------------------------------------------------------------ */

/* Is a time taken at a place, as all parts of all routes have it, one by one? */
static bool is_taken(field *f, uint32_t place, tick time, uint32_t kind, uint32_t gone)
{
    for (uint32_t i = 0; i < WALKERS; i++) {
        route_walk walk = route_walk_begin(&f->graph, &f->agents[i], f->steps[i], WALK);
        route_part part;
        while (i != gone && route_walk_next(&walk, &part))
            if (span_holds(footprint_asked(&f->collisions, f->agents[i].kind, &part, kind, place),
                           time))
                return true;
    }
    return false;
}

static bool list_holds(span_list list, tick time)
{
    for (size_t i = 0; i < list.count; i++)
        if (span_holds(list.spans[i], time))
            return true;
    return false;
}

static bool is_in_order(span_list list)
{
    for (size_t i = 1; i < list.count; i++)
        if (list.spans[i - 1].upper > list.spans[i].lower)
            return false;
    return true;
}

/* Holds what a question about starts from one time to another says against the parts. */
static size_t faults_between(field *f, const sipp_world *world, uint32_t edge, uint32_t kind,
                             uint32_t gone)
{
    size_t faults = 0;
    for (int k = 0; k < 32; k++) {
        const tick first = time_grid_floor(&f->graph.grid, k / 2.0);
        const tick last = first + time_grid_floor(&f->graph.grid, k % 5);
        span_list list;
        CU_ASSERT_EQUAL(world->edge_between(&f->view, edge, first, last, &list), GRAZE_OK);
        faults += !is_in_order(list);
        for (tick time = first; time <= last; time += (last - first) / 3 + 1)
            faults += list_holds(list, time) !=
                      is_taken(f, place_of_edge(&f->graph, edge), time, kind, gone);
        faults += list_holds(list, last) !=
                  is_taken(f, place_of_edge(&f->graph, edge), last, kind, gone);
    }
    return faults;
}

/* Holds every place against the parts at times around all ends, and at quarters of a second. */
static size_t faults_of_table(field *f, uint32_t kind, uint32_t gone)
{
    static const uint32_t near[CELLS];
    sipp_question question = {
        .kind = kind, .coarse = near, .goal = CELLS, .latest_final = TICK_NEVER};
    sipp_world world = timetable_view_world(&f->view, &question);
    size_t faults = 0;
    for (uint32_t p = 0; p < f->all.map.count; p++) {
        span_list list, stays;
        graze_status status = place_is_edge(&f->graph, p)
                                  ? world.edge(&f->view, place_edge(&f->graph, p), &list)
                                  : world.vertex(&f->view, p, &list, &stays);
        CU_ASSERT_EQUAL(status, GRAZE_OK);
        faults += !is_in_order(list);
        for (size_t i = 0; i < list.count; i++)
            for (tick around = -1; around <= 1; around++) {
                tick low = list.spans[i].lower + around, high = list.spans[i].upper + around;
                faults += low >= 0 && list_holds(list, low) != is_taken(f, p, low, kind, gone);
                faults += list_holds(list, high) != is_taken(f, p, high, kind, gone);
            }
        for (int k = 0; k < 64; k++) {
            tick time = time_grid_floor(&f->graph.grid, k / 4.0);
            faults += list_holds(list, time) != is_taken(f, p, time, kind, gone);
        }
        if (place_is_edge(&f->graph, p) && world.edge_between != NULL) /* the list ends here */
            faults += faults_between(f, &world, place_edge(&f->graph, p), kind, gone);
    }
    return faults;
}

static void a_timetable_says_what_its_routes_take(void)
{
    uint64_t seed = 5;
    for (int round = 0; round < 24; round++) {
        field f;
        uint32_t kinds = 1 + (uint32_t)round % 2, kind = (uint32_t)round / 2 % kinds;
        open_field(&f, kinds, &seed);
        CU_ASSERT_EQUAL(faults_of_table(&f, kind, WALKERS), 0);
        uint32_t gone = (uint32_t)(instance_random(&seed) % WALKERS);
        CU_ASSERT_EQUAL(timetable_view_leave_out(&f.view, gone), GRAZE_OK);
        CU_ASSERT_EQUAL(faults_of_table(&f, kind, gone), 0);
        timetable_view_see_all(&f.view);
        CU_ASSERT_EQUAL(timetable_remove(&f.all.plan, gone), GRAZE_OK);
        CU_ASSERT_EQUAL(faults_of_table(&f, kind, gone), 0);
        CU_ASSERT_EQUAL(timetable_add(&f.all.plan, gone, f.steps[gone], WALK), GRAZE_OK);
        CU_ASSERT_EQUAL(faults_of_table(&f, kind, WALKERS), 0);
        close_field(&f);
    }
}

static void a_timetable_without_routes_is_empty(void)
{
    uint64_t seed = 6;
    field f;
    size_t left = 0;
    open_field(&f, 2, &seed);
    for (uint32_t i = 0; i < WALKERS; i++)
        CU_ASSERT_EQUAL(timetable_remove(&f.all.plan, i), GRAZE_OK);
    for (uint32_t p = 0; p < f.all.map.count; p++)
        left += f.all.plan.places[p].count;
    CU_ASSERT_EQUAL(left, 0);
    close_field(&f);
}

/* ---- searches ----------------------------------------------------------------------- */

/* The last agent's arrival where nothing is left out of any list; -1: none. */
static tick arrival_without_windows(field *f)
{
    static const uint32_t near[CELLS];
    sipp_question wide = {
        .kind = f->agents[WALKERS].kind, .coarse = near, .goal = CELLS, .latest_final = TICK_NEVER};
    sipp_question question = fleet_question(&f->all, WALKERS, TICK_NEVER);
    sipp_world world = timetable_view_world(&f->view, &wide);
    CU_ASSERT_EQUAL(sipp_find(&f->search, &question, &world), GRAZE_OK);
    return f->search.found ? f->search.arrival : -1;
}

static tick arrival_by(field *f, tick latest)
{
    const sipp_question question = fleet_question(&f->all, WALKERS, latest);
    CU_ASSERT_EQUAL(fleet_find_route(&f->view, &f->search, &question), GRAZE_OK);
    return f->search.found ? f->search.arrival : -1;
}

/* Leaves two agents out; one of them goes the same way anew, as many seconds later. */
static void plan_again(field *f, uint32_t agent, uint32_t gone, tick later)
{
    step steps[WALK];
    for (size_t i = 0; i < WALK; i++)
        steps[i] = (step){f->steps[agent][i].start + later, f->steps[agent][i].edge};
    CU_ASSERT_EQUAL(timetable_view_leave_out(&f->view, agent), GRAZE_OK);
    CU_ASSERT_EQUAL(timetable_view_leave_out(&f->view, gone), GRAZE_OK);
    CU_ASSERT_EQUAL(timetable_add(&f->anew, agent, steps, WALK), GRAZE_OK);
}

static void what_is_left_out_of_a_view_does_not_matter(void)
{
    uint64_t seed = 7;
    size_t found = 0, late = 0;
    for (int round = 0; round < 400; round++) {
        field f;
        open_field(&f, 1 + (uint32_t)round % 2, &seed);
        if (round >= 200)
            plan_again(&f, (uint32_t)round % WALKERS, (uint32_t)(round + 1) % WALKERS,
                       time_grid_floor(&f.graph.grid, round % 7));
        tick best = arrival_without_windows(&f);
        CU_ASSERT_EQUAL(arrival_by(&f, TICK_NEVER), best);
        if (best >= 0) {
            found++;
            late += best > f.all.distances.direct[WALKERS];
            CU_ASSERT_EQUAL(arrival_by(&f, best), best);
            CU_ASSERT_EQUAL(arrival_by(&f, best - 1), -1);
        }
        close_field(&f);
    }
    CU_ASSERT_TRUE(found > 160 && late > 40);
}

static tick end_of(const field *f, const step *steps, size_t count)
{
    if (count == 0)
        return 0;
    const step *last = &steps[count - 1];
    return last->start + graph_duration(&f->graph, f->agents[WALKERS].kind, last->edge);
}

/* Where everybody is dear nobody is met if that can be; where nobody asks anything the way is
 * direct; and whoever is met gives way to a route that is free then. */
static void prices_steer_a_soft_search(void)
{
    uint64_t seed = 8;
    size_t compared = 0, evicted = 0;
    for (int round = 0; round < 200; round++) {
        field f;
        soft_sipp soft;
        tick dear[WALKERS + 1], nothing[WALKERS + 1] = {0};
        open_field(&f, 1 + (uint32_t)round % 2, &seed);
        const route_agent *own = &f.agents[WALKERS];
        sipp_question question = fleet_question(&f.all, WALKERS, TICK_NEVER);
        for (uint32_t i = 0; i <= WALKERS; i++)
            dear[i] = (tick)1 << 49;
        CU_ASSERT_EQUAL_FATAL(soft_sipp_open(&soft, &f.graph), GRAZE_OK);
        tick best = arrival_by(&f, TICK_NEVER);
        CU_ASSERT_EQUAL(soft_sipp_find(&soft, &f.view, &question, dear), GRAZE_OK);
        CU_ASSERT_TRUE_FATAL(soft.found);
        CU_ASSERT_EQUAL(timetable_view_meet(&f.view, own, soft.steps, soft.step_count), GRAZE_OK);
        if (best >= 0) {
            compared++;
            CU_ASSERT_EQUAL(f.view.met_count, 0);
            CU_ASSERT_EQUAL(end_of(&f, soft.steps, soft.step_count), best);
        }
        CU_ASSERT_EQUAL(soft_sipp_find(&soft, &f.view, &question, nothing), GRAZE_OK);
        CU_ASSERT_EQUAL(timetable_view_meet(&f.view, own, soft.steps, soft.step_count), GRAZE_OK);
        for (size_t i = 0; i < f.view.met_count; i++)
            CU_ASSERT_EQUAL(timetable_remove(&f.all.plan, f.view.met[i]), GRAZE_OK);
        evicted += f.view.met_count;
        CU_ASSERT_EQUAL(arrival_by(&f, TICK_NEVER), f.all.distances.direct[WALKERS]);
        soft_sipp_close(&soft);
        close_field(&f);
    }
    CU_ASSERT_TRUE(compared > 80 && evicted > 100);
}

/* ---- numbers that begin anew -------------------------------------------------------- */

/* Places and agents are marked with small numbers; then somebody goes, and the numbers are at their
 * end. */
static void a_view_is_right_when_its_numbers_begin_anew(void)
{
    uint64_t seed = 12;
    for (int round = 0; round < 6; round++) {
        field f;
        open_field(&f, 1 + (uint32_t)round % 2, &seed);
        const uint32_t gone = (uint32_t)(instance_random(&seed) % WALKERS);
        CU_ASSERT_EQUAL(faults_of_table(&f, 0, WALKERS), 0);
        CU_ASSERT_EQUAL(timetable_remove(&f.all.plan, gone), GRAZE_OK);
        f.view.search = UINT32_MAX;
        CU_ASSERT_EQUAL(faults_of_table(&f, 0, gone), 0);
        CU_ASSERT_EQUAL(timetable_add(&f.all.plan, gone, f.steps[gone], WALK), GRAZE_OK);
        CU_ASSERT_EQUAL(timetable_view_leave_out(&f.view, gone), GRAZE_OK);
        CU_ASSERT_EQUAL(faults_of_table(&f, 0, gone), 0);
        f.view.turn = UINT32_MAX;
        timetable_view_see_all(&f.view);
        CU_ASSERT_EQUAL(f.view.turn, 1);
        CU_ASSERT_EQUAL(faults_of_table(&f, 0, WALKERS), 0);
        close_field(&f);
    }
}

/* When there are more items than are worth keeping all footprints are forgotten. */
static void a_timetable_is_right_when_its_footprints_are_forgotten(void)
{
    uint64_t seed = 13;
    field f;
    open_field(&f, 1, &seed);
    f.all.plan.prints.item_count = 1 << 24;
    for (uint32_t i = 0; i < WALKERS; i++)
        CU_ASSERT_EQUAL(timetable_remove(&f.all.plan, i), GRAZE_OK);
    for (uint32_t p = 0; p < f.all.map.count; p++)
        f.all.plan.prints.first[p] = 0; /* all that comes is found anew */
    CU_ASSERT_EQUAL(timetable_add(&f.all.plan, 0, f.steps[0], WALK), GRAZE_OK);
    CU_ASSERT_TRUE(f.all.plan.prints.item_count < 1 << 24);
    for (uint32_t i = 1; i < WALKERS; i++)
        CU_ASSERT_EQUAL(timetable_add(&f.all.plan, i, f.steps[i], WALK), GRAZE_OK);
    CU_ASSERT_EQUAL(faults_of_table(&f, 0, WALKERS), 0);
    close_field(&f);
}

static void searches_are_right_when_their_numbers_begin_anew(void)
{
    uint64_t seed = 14;
    for (int round = 0; round < 12; round++) {
        field f;
        soft_sipp soft;
        tick prices[WALKERS + 1];
        open_field(&f, 1 + (uint32_t)round % 2, &seed);
        const route_agent *own = &f.agents[WALKERS];
        sipp_question question = fleet_question(&f.all, WALKERS, TICK_NEVER);
        for (uint32_t i = 0; i <= WALKERS; i++)
            prices[i] = (tick)1 << 30;
        CU_ASSERT_EQUAL_FATAL(soft_sipp_open(&soft, &f.graph), GRAZE_OK);
        arrival_by(&f, TICK_NEVER);
        CU_ASSERT_EQUAL(soft_sipp_find(&soft, &f.view, &question, prices), GRAZE_OK);
        f.view.meeting = 0;
        CU_ASSERT_EQUAL(timetable_view_meet(&f.view, own, soft.steps, soft.step_count), GRAZE_OK);
        const size_t met = f.view.met_count;
        f.view.meeting = UINT32_MAX;
        CU_ASSERT_EQUAL(timetable_view_meet(&f.view, own, soft.steps, soft.step_count), GRAZE_OK);
        CU_ASSERT_EQUAL(f.view.met_count, met);
        for (uint32_t i = 0; i < WALKERS; i++)
            CU_ASSERT_EQUAL(timetable_remove(&f.all.plan, i), GRAZE_OK);
        f.search.search = soft.search = UINT32_MAX;
        CU_ASSERT_EQUAL(arrival_by(&f, TICK_NEVER), f.all.distances.direct[WALKERS]);
        CU_ASSERT_EQUAL(f.search.search, 1);
        CU_ASSERT_EQUAL(soft_sipp_find(&soft, &f.view, &question, prices), GRAZE_OK);
        CU_ASSERT_EQUAL(soft.search, 1);
        CU_ASSERT_EQUAL(end_of(&f, soft.steps, soft.step_count), f.all.distances.direct[WALKERS]);
        soft_sipp_close(&soft);
        close_field(&f);
    }
}

static void what_is_near_a_part_is_near_when_numbers_begin_anew(void)
{
    uint64_t seed = 15;
    field f;
    open_field(&f, 1, &seed);
    const route_part move = {3, VERTEX_NONE, 0, 1};
    CU_ASSERT_EQUAL(footprints_look_around(&f.anew.prints, 0, &move), GRAZE_OK);
    const size_t near = f.anew.prints.near_count;
    CU_ASSERT_TRUE(near > 0 && f.anew.prints.part == 1);
    f.anew.prints.part = UINT32_MAX;
    CU_ASSERT_EQUAL(footprints_look_around(&f.anew.prints, 0, &move), GRAZE_OK);
    CU_ASSERT_EQUAL(f.anew.prints.near_count, near);
    CU_ASSERT_EQUAL(f.anew.prints.part, 1);
    close_field(&f);
}

/* ---- plans -------------------------------------------------------------------------- */

static graze_solution solve(const instance *made, const graze_solve_options *options)
{
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_solve(&made->problem, options, NULL, &solution), GRAZE_OK);
    return solution;
}

static void large_neighbourhoods_end_at_the_optimum_in_most_cases_and_never_below(void)
{
    uint64_t seed = 9;
    size_t compared = 0, best = 0, worse = 0;
    for (size_t i = 0; i < support_rounds(150, 2000, 20000); i++) {
        instance made;
        instance_make_random(&made, &seed);
        graze_solution exact = solve(&made, &(graze_solve_options){.node_limit = 30});
        graze_solution ours = solve(
            &made, &(graze_solve_options){
                       .method = GRAZE_LNS, .node_limit = 100, .seed = i, .threads = 1});
        CU_ASSERT_FALSE(exact.outcome == GRAZE_PLAN_IMPOSSIBLE &&
                        ours.outcome == GRAZE_PLAN_FOUND);
        if (exact.outcome == GRAZE_PLAN_FOUND && ours.outcome == GRAZE_PLAN_FOUND) {
            compared++;
            best += ours.sum_of_costs <= exact.sum_of_costs + 1e-9;
            worse += ours.sum_of_costs < exact.sum_of_costs - 1e-9;
        }
        graze_solution_free(&exact, NULL);
        graze_solution_free(&ours, NULL);
    }
    CU_ASSERT_EQUAL(worse, 0);
    printf("\n    %zu of %zu at the optimum ... ", best, compared);
    CU_ASSERT_TRUE(compared > 50);
    CU_ASSERT_TRUE(20 * best > 19 * compared); /* 63 of 68 by prioritised planning */
}

/* The plan of a fleet is where bounded search begins: small problems are solved for any bound, and
 * within it. */
static void a_known_plan_bounds_the_search(void)
{
    static const double bounds[] = {1.0001, 1.01, 1.1, 2};
    uint64_t seed = 31;
    size_t compared = 0, dearer = 0, told = 0;
    for (size_t i = 0; i < support_rounds(150, 2000, 20000); i++) {
        instance made;
        instance_make_random(&made, &seed);
        double w = bounds[i % 4];
        graze_solution exact = solve(&made, &(graze_solve_options){.node_limit = 60});
        graze_solution ours =
            solve(&made, &(graze_solve_options){.suboptimality = w, .node_limit = 60});
        if (exact.outcome == GRAZE_PLAN_FOUND && ours.outcome == GRAZE_PLAN_FOUND) {
            compared++;
            dearer += ours.sum_of_costs > exact.sum_of_costs + 1e-9;
            CU_ASSERT_TRUE(ours.sum_of_costs <= w * exact.sum_of_costs + 1e-9);
            CU_ASSERT_TRUE(ours.sum_of_costs >= exact.sum_of_costs - 1e-9);
        }
        told += ours.progress.cost > 0;
        CU_ASSERT_TRUE(ours.progress.cost == 0 ||
                       ours.progress.cost >= ours.progress.lower_bound - 1e-9);
        graze_solution_free(&exact, NULL);
        graze_solution_free(&ours, NULL);
    }
    printf("\n    %zu of %zu plans, %zu dearer ... ", compared, told, dearer);
    CU_ASSERT_TRUE(compared > 40 && told > 40);
    CU_ASSERT_TRUE(dearer > 0);
}

/* Sixteen agents on a field of 8 x 8, each from its place to another's. */
static void make_crowd(instance *made)
{
    enum { LONG = 8 };
    graze_point places[LONG * LONG];
    instance_edge edges[2 * LONG * (LONG - 1)];
    size_t count = 0;
    for (uint32_t v = 0; v < LONG * LONG; v++) {
        uint32_t row = v / LONG;
        places[v] = (graze_point){v % LONG, row};
        if (v % LONG + 1 < LONG)
            edges[count++] = (instance_edge){v, v + 1};
        if (v + LONG < LONG * LONG)
            edges[count++] = (instance_edge){v, v + LONG};
    }
    instance_make_both(made, LONG * LONG, places, count, edges);
    for (uint32_t i = 0; i < INSTANCE_AGENTS; i++)
        instance_task(made, i * 4, (i * 4 * 5 + 30) % (LONG * LONG), 0.35);
}

/* With any number of threads the plan is the same, and cheaper than the first one. */
static void compare_threads(const instance *made)
{
    graze_solution quick = solve(made, &(graze_solve_options){.method = GRAZE_PRIORITISED});
    const double first = quick.sum_of_costs;
    graze_solution_free(&quick, NULL);
    graze_solution one = {.outcome = GRAZE_PLAN_UNFINISHED};
    for (size_t threads = 1; threads <= 5; threads++) {
        graze_solution now = solve(
            made, &(graze_solve_options){
                       .method = GRAZE_LNS, .node_limit = 150, .seed = 3, .threads = threads});
        CU_ASSERT_EQUAL_FATAL(now.outcome, GRAZE_PLAN_FOUND);
        CU_ASSERT_TRUE(now.sum_of_costs < first);
        CU_ASSERT_TRUE(now.progress.nodes_expanded <= 150);
        if (threads == 1) {
            one = now;
            continue;
        }
        CU_ASSERT_EQUAL(now.progress.states_expanded, one.progress.states_expanded);
        for (size_t i = 0; i < made->problem.task_count; i++) {
            CU_ASSERT_EQUAL_FATAL(now.trajectories[i].count, one.trajectories[i].count);
            CU_ASSERT_TRUE(support_same_motions(now.trajectories[i].motions,
                                                one.trajectories[i].motions,
                                                now.trajectories[i].count));
        }
        graze_solution_free(&now, NULL);
    }
    graze_solution_free(&one, NULL);
}

static void the_plan_does_not_depend_on_the_number_of_threads(void)
{
    instance made;
    make_crowd(&made);
    compare_threads(&made);
}

/* A ring of moves that look alike and one that is too long for that, from an offset on: two agents
 * change places in it. */
static double cost_of_a_ring_with_a_long_move(double offset)
{
    const graze_point places[] = {{offset, 0},     {offset + 1, 0}, {offset + 2, 0},
                                  {offset + 2, 1}, {offset + 1, 1}, {offset, 1},
                                  {offset + 3000, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {2, 6}, {1, 4}};
    instance made;
    instance_make_both(&made, 7, places, 8, edges);
    instance_task(&made, 0, 6, 0.25);
    instance_task(&made, 2, 0, 0.25);
    instance_task(&made, 4, 1, 0.25);
    graze_solution now = solve(&made, &(graze_solve_options){.node_limit = 2000});
    const double cost = now.sum_of_costs;
    CU_ASSERT_EQUAL(now.outcome, GRAZE_PLAN_FOUND);
    graze_solution_free(&now, NULL);
    return cost;
}

static void a_long_move_among_moves_that_look_alike_changes_no_plan(void)
{
    CU_ASSERT_EQUAL(cost_of_a_ring_with_a_long_move(0), cost_of_a_ring_with_a_long_move(0.25));
}

/* The width of such a roadmap is no double. */
static void places_at_both_ends_of_the_doubles_are_planned_on(void)
{
    static const graze_method methods[] = {GRAZE_CCBS, GRAZE_PRIORITISED, GRAZE_LNS};
    const graze_point places[] = {{-0x1.8p1023, 0}, {0, 0x1p1022}, {0x1.8p1023, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}};
    instance made;
    instance_make_both(&made, 3, places, 2, edges);
    instance_task(&made, 0, 2, 0.25);
    made.tasks[0].speed = 0x1p1020;
    for (int i = 0; i < 3; i++) {
        graze_solution now = solve(
            &made, &(graze_solve_options){.method = methods[i], .node_limit = 4, .threads = 1});
        CU_ASSERT_EQUAL(now.outcome, GRAZE_PLAN_FOUND);
        graze_solution_free(&now, NULL);
    }
}

/* So many times the least cost is no number of ticks, and no double. */
static void a_bound_beyond_all_times_takes_the_first_plan(void)
{
    static const double bounds[] = {1e6, 0x1p80, 0x1.fffffffffffffp1023};
    instance made;
    make_crowd(&made);
    graze_solution first = solve(&made, &(graze_solve_options){.method = GRAZE_PRIORITISED});
    for (size_t i = 0; i < 3; i++) {
        graze_solution now = solve(&made, &(graze_solve_options){.suboptimality = bounds[i]});
        CU_ASSERT_EQUAL(now.outcome, GRAZE_PLAN_FOUND);
        CU_ASSERT_EQUAL(now.sum_of_costs, first.sum_of_costs);
        graze_solution_free(&now, NULL);
    }
    graze_solution_free(&first, NULL);
}

/* Moving states, in which nobody can wait, are reached within windows of time. */
static void nor_does_that_of_robots_with_inertia(void)
{
    instance made;
    make_crowd(&made);
    for (size_t i = 0; i < made.problem.task_count; i++)
        made.tasks[i].acceleration = 0.5;
    compare_threads(&made);
}

/* How often a search was asked whether to go on, and after how many times it is told no. */
typedef struct patience {
    uint64_t calls, limit;
    double cost;
} patience;

static bool has_patience(void *context, const graze_solve_progress *now)
{
    patience *p = context;
    p->cost = now->cost;
    return ++p->calls < p->limit;
}

static void a_search_that_is_stopped_gives_the_plan_that_it_holds(void)
{
    instance made;
    make_crowd(&made);
    graze_solution best = solve(&made, &(graze_solve_options){.method = GRAZE_PRIORITISED});
    const double first = best.sum_of_costs;
    size_t found = 0;
    graze_solution_free(&best, NULL);
    for (uint64_t limit = 1; limit < 400; limit += 13) {
        patience some = {.limit = limit};
        graze_solution now = solve(&made, &(graze_solve_options){.method = GRAZE_LNS,
                                                                 .threads = 2,
                                                                 .progress = has_patience,
                                                                 .context = &some});
        CU_ASSERT_TRUE(some.calls <= limit);
        if (now.outcome == GRAZE_PLAN_FOUND) {
            found++;
            CU_ASSERT_TRUE(now.sum_of_costs <= first);
            CU_ASSERT_TRUE(some.cost == 0 || now.sum_of_costs <= some.cost);
        } else
            CU_ASSERT_EQUAL(now.outcome, GRAZE_PLAN_UNFINISHED);
        graze_solution_free(&now, NULL);
    }
    CU_ASSERT_TRUE(found > 10);
}

/* Who is late, and beside whose goal there is a place at nearly no distance, could walk to and fro
 * until the delay is used up. */
static void walks_end_among_moves_that_take_nearly_no_time(void)
{
    const graze_point places[] = {{0, 0}, {1, 0},  {2, 0}, {2 + 1e-9, 0}, {1, 1},
                                  {1, -1}, {9, 9}, {9, 8}, {1, -1 - 1e-9}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {4, 1}, {1, 5}, {6, 7}, {5, 8}};
    instance made;
    instance_make_both(&made, 9, places, 7, edges);
    instance_task(&made, 0, 2, 0.25);
    instance_task(&made, 4, 5, 0.25);
    instance_task(&made, 6, 7, 0.25);
    graze_solution plan =
        solve(&made, &(graze_solve_options){.method = GRAZE_LNS, .node_limit = 100});
    CU_ASSERT_EQUAL(plan.outcome, GRAZE_PLAN_FOUND);
    graze_solution_free(&plan, NULL);
}

CU_TestInfo fleet_tests[] = {
    SUPPORT_TEST(a_timetable_says_what_its_routes_take),
    SUPPORT_TEST(a_timetable_without_routes_is_empty),
    SUPPORT_TEST(what_is_left_out_of_a_view_does_not_matter),
    SUPPORT_TEST(prices_steer_a_soft_search),
    SUPPORT_TEST(a_view_is_right_when_its_numbers_begin_anew),
    SUPPORT_TEST(a_timetable_is_right_when_its_footprints_are_forgotten),
    SUPPORT_TEST(searches_are_right_when_their_numbers_begin_anew),
    SUPPORT_TEST(what_is_near_a_part_is_near_when_numbers_begin_anew),
    SUPPORT_TEST(large_neighbourhoods_end_at_the_optimum_in_most_cases_and_never_below),
    SUPPORT_TEST(a_known_plan_bounds_the_search),
    SUPPORT_TEST(a_long_move_among_moves_that_look_alike_changes_no_plan),
    SUPPORT_TEST(places_at_both_ends_of_the_doubles_are_planned_on),
    SUPPORT_TEST(a_bound_beyond_all_times_takes_the_first_plan),
    SUPPORT_TEST(the_plan_does_not_depend_on_the_number_of_threads),
    SUPPORT_TEST(nor_does_that_of_robots_with_inertia),
    SUPPORT_TEST(a_search_that_is_stopped_gives_the_plan_that_it_holds),
    SUPPORT_TEST(walks_end_among_moves_that_take_nearly_no_time),
    CU_TEST_INFO_NULL,
};
