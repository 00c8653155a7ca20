/* SPDX-License-Identifier: MIT */
/* The parts of the methods for a whole fleet: the timetable and searches round it. */
#include "base/memory.h"
#include "instance.h"
#include "planner/fleet.h"
#include "planner/soft_sipp.h"
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
    static uint32_t none[CELLS];
    const coarse_distances near = {.units = none};
    sipp_question question = {
        .kind = kind, .coarse = &near, .goal = CELLS, .latest_final = TICK_NEVER};
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
    static uint32_t none[CELLS];
    const coarse_distances near = {.units = none};
    sipp_question wide = {.kind = f->agents[WALKERS].kind,
                          .coarse = &near,
                          .goal = CELLS,
                          .latest_final = TICK_NEVER};
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

CU_TestInfo fleet_tests[] = {
    SUPPORT_TEST(a_timetable_says_what_its_routes_take),
    SUPPORT_TEST(a_timetable_without_routes_is_empty),
    SUPPORT_TEST(what_is_left_out_of_a_view_does_not_matter),
    SUPPORT_TEST(prices_steer_a_soft_search),
    SUPPORT_TEST(a_view_is_right_when_its_numbers_begin_anew),
    SUPPORT_TEST(a_timetable_is_right_when_its_footprints_are_forgotten),
    SUPPORT_TEST(searches_are_right_when_their_numbers_begin_anew),
    SUPPORT_TEST(what_is_near_a_part_is_near_when_numbers_begin_anew),
    CU_TEST_INFO_NULL,
};
