/* SPDX-License-Identifier: MIT */
/* Bodies at rest, many agents, splines, static worlds and plans: the same bits in every mode of
 * floating point. */
#include <CUnit/CUnit.h>
#include <graze.h>
#include <graze/among.h>
#include <graze/boxes.h>
#include <graze/gjk.h>
#include <graze/planner.h>
#include <graze/spline.h>
#include <graze/world.h>
#include <math.h>
#include <stdlib.h>

#include "kernel/modes.h"
#include "oracle/body_pairs.h"
#include "oracle/random.h"
#include "support/run.h"

/* ---- bodies at rest ---------------------------------------------------------------------- */

static void ask_hulls(const void *pair, answers *all)
{
    const oracle_pair *p = pair;
    const graze_point at_a = {p->a.position.x, p->a.position.y};
    const graze_point at_b = {p->b.position.x, p->b.position.y};
    graze_hull a, b;
    graze_separation apart = {.distance = 0};
    bool overlap = false;
    double distance = 0;
    if (p->body_a.vertex_count > 0)
        put_count(all, (size_t)(1 + graze_orientation(at_a, at_b, p->body_a.vertices[0])));
    put_count(all, graze_hull_prepare(&p->body_a, &a));
    put_count(all, graze_hull_prepare(&p->body_b, &b));
    put(all, a.size);
    put(all, a.inner_radius);
    put_count(all, graze_gjk_overlap(&a, at_a, &b, at_b, &overlap));
    put_count(all, overlap);
    put_count(all, graze_gjk_distance(&a, at_a, &b, at_b, &distance));
    put(all, distance);
    put_count(all, graze_gjk_separation(&a, at_a, &b, at_b, &apart));
    put(all, apart.distance);
    put(all, apart.direction.x);
    put(all, apart.direction.y);
}

static void bodies_at_rest_are_answered_alike_in_every_mode(void)
{
    static oracle_bodies bodies;
    const size_t rounds = support_rounds(40, 80, 200);
    size_t faults = 0;
    for (int family = 0; family < BODY_FAMILY_COUNT; family++)
        for (size_t index = 0; index < rounds; index++) {
            oracle_generate_bodies((oracle_body_family)family, 23, index, &bodies);
            if (!answers_alike(ask_hulls, &bodies.pair) && faults++ < 3)
                oracle_print_bodies(stdout, &bodies);
        }
    CU_ASSERT_EQUAL(faults, 0);
}

/* ---- many agents ------------------------------------------------------------------------- */

enum { AGENTS = 12, MOVES = 6, INTERVALS = 64 };

typedef struct crowd {
    graze_body bodies[AGENTS];
    graze_motion motions[AGENTS][MOVES];
    graze_trajectory trajectories[AGENTS];
} crowd;

/* Agents on random ways in a square of 8 m, 0.1 m to 0.7 m large. */
static void draw_crowd(oracle_random *random, crowd *drawn)
{
    for (int i = 0; i < AGENTS; i++) {
        drawn->bodies[i] = (graze_body){.radius = random_real(random, 0.1, 0.7)};
        drawn->trajectories[i] = (graze_trajectory){.motions = drawn->motions[i], .count = MOVES};
        graze_vector from = {random_real(random, 0, 8), random_real(random, 0, 8), 0};
        for (int k = 0; k < MOVES; k++) {
            graze_vector to = {random_real(random, 0, 8), random_real(random, 0, 8), 0};
            CU_ASSERT_EQUAL(graze_motion_waypoint(from, to, k, k + 1, &drawn->motions[i][k]),
                            GRAZE_OK);
            from = to;
        }
    }
}

static bool put_pair(void *context, const graze_index_pair *pair)
{
    put_count(context, pair->agent_a * AGENTS + pair->agent_b);
    return true;
}

static void put_intervals(answers *all, graze_status status, const graze_interval *found,
                          size_t count)
{
    put_count(all, status);
    for (size_t i = 0; status == GRAZE_OK && i < count; i++) {
        put(all, found[i].lower);
        put(all, found[i].upper);
    }
}

static void ask_all(const crowd *of, const graze_index *index, answers *all)
{
    graze_prepared prepared[AGENTS][MOVES];
    const graze_prepared *lists[AGENTS];
    for (int i = 0; i < AGENTS; i++) {
        lists[i] = prepared[i];
        for (int k = 0; k < MOVES; k++)
            put_count(all, graze_motion_prepare(&of->bodies[i], &of->motions[i][k],
                                                &prepared[i][k]));
    }
    put_count(all, graze_index_all_conflicts(index, 0, 1, lists, 0, put_pair, all));
}

static void ask_among(const crowd *of, const graze_index *index, answers *all)
{
    const graze_closed_interval window = {0, MOVES};
    const graze_vector place = {4, 4, 0};
    graze_interval found[INTERVALS], scratch[INTERVALS];
    graze_closed_interval safe[INTERVALS];
    graze_index_slack slack;
    graze_index_meeting first;
    size_t count = 0;
    bool meets = false;
    graze_status status =
        graze_index_unsafe_starts(index, &of->bodies[0], &of->motions[0][1], 0, window, 0, NULL,
                                  found, INTERVALS, &count);
    put_intervals(all, status, found, count);
    status = graze_index_unsafe_times(index, &of->bodies[0], place, 0, window, 0, found, INTERVALS,
                                      &count);
    put_intervals(all, status, found, count);
    put_count(all, graze_index_safe_intervals(index, &of->bodies[0], place, 0, window, 0, scratch,
                                              INTERVALS, safe, INTERVALS, &count));
    put(all, count > 0 ? safe[count - 1].first : 0);
    put_count(all, graze_index_agent_slack(index, 1, 0x1p-10, NULL, &slack));
    put(all, slack.slack.delay);
    put_count(all, graze_index_first_conflict(index, 0, GRAZE_CONFLICT, &first, &meets));
    put(all, meets ? first.meeting.when.lower : 0);
}

static void ask_index(const void *context, answers *all)
{
    const crowd *of = context;
    for (int method = GRAZE_INDEX_AUTO; method <= GRAZE_INDEX_MASKS; method++) {
        const graze_index_options options = {.method = (graze_index_method)method};
        graze_index *index = NULL;
        put_count(all, graze_index_new(of->bodies, of->trajectories, AGENTS, &options, NULL,
                                       &index));
        put_count(all, graze_index_pairs(index, 0, 1, NULL, put_pair, all));
        ask_all(of, index, all);
        ask_among(of, index, all);
        graze_index_free(index);
    }
}

static void put_boxes(answers *all, const graze_boxes *boxes)
{
    int64_t first;
    size_t count;
    graze_box box;
    graze_boxes_steps(boxes, &first, &count);
    for (size_t i = 0; i < count && i < 8; i++) {
        put_count(all, graze_boxes_at(boxes, first + (int64_t)i, &box));
        put(all, box.lower[0]);
        put(all, box.upper[1]);
    }
}

static void ask_boxes(const void *context, answers *all)
{
    const crowd *of = context;
    graze_time_grid grid;
    put_count(all, graze_time_grid_of(of->trajectories, AGENTS, 3, &grid));
    put(all, grid.step);
    for (int filter = GRAZE_FILTER_NONE; filter <= GRAZE_FILTER_PYRAMID; filter++) {
        graze_boxes *boxes[2] = {NULL, NULL};
        bool found = false;
        int64_t step = 0;
        for (int i = 0; i < 2; i++)
            put_count(all, graze_boxes_of_trajectory(NULL, &of->bodies[i], &of->trajectories[i],
                                                     &grid, 0.01, (graze_pair_filter)filter,
                                                     &boxes[i]));
        put_boxes(all, boxes[0]);
        put_count(all, graze_boxes_first_candidate(boxes[0], boxes[1], (graze_pair_filter)filter,
                                                   0, 0, &found, &step));
        put_count(all, found ? (size_t)step : 0);
        graze_boxes_free(boxes[0]);
        graze_boxes_free(boxes[1]);
    }
}

static void ask_spline(const void *context, answers *all)
{
    const crowd *of = context;
    enum { PIECES = 3 };
    graze_vector places[MOVES];
    double times[MOVES], deviation = 0;
    graze_motion motions[MOVES * PIECES + 1];
    size_t count = 0, bad = 0;
    for (int k = 0; k < MOVES; k++) {
        times[k] = of->motions[0][k].start;
        places[k] = of->motions[0][k].position;
    }
    put_count(all, graze_trajectory_from_spline(NULL, MOVES, times, places, PIECES,
                                                GRAZE_STAY, motions, &count, &deviation,
                                                &bad));
    put(all, deviation);
    for (size_t i = 0; i < count; i++) {
        put(all, motions[i].position.x);
        put(all, motions[i].velocity.y);
        put(all, motions[i].acceleration.x);
    }
}

static void many_agents_are_answered_alike_in_every_mode(void)
{
    static crowd drawn;
    for (size_t i = 0; i < support_rounds(6, 15, 300); i++) {
        oracle_random random;
        random_begin(&random, 24, 0, i);
        draw_crowd(&random, &drawn);
        CU_ASSERT(answers_alike(ask_index, &drawn));
        CU_ASSERT(answers_alike(ask_boxes, &drawn));
        CU_ASSERT(answers_alike(ask_spline, &drawn));
    }
}

/* ---- static worlds and plans ------------------------------------------------------------- */

enum { SIDE = 10, OBSTACLES = 3, PLACES = 12 };

typedef struct map {
    unsigned char blocked[SIDE * SIDE];
    graze_obstacle obstacles[OBSTACLES];
    double cell;
    graze_vector places[PLACES];
    graze_body body;
} map;

static void draw_map(oracle_random *random, map *drawn)
{
    static const graze_point triangle[3] = {{0, 0}, {0.75, 0.1}, {0.2, 0.6}};
    drawn->cell = random_real(random, 0.9, 1.1);
    drawn->body = (graze_body){.radius = random_real(random, 0.2, 0.4)};
    for (int i = 0; i < SIDE * SIDE; i++)
        drawn->blocked[i] = random_once_in(random, 8);
    for (int i = 0; i < OBSTACLES; i++)
        drawn->obstacles[i] = (graze_obstacle){
            {.radius = 0.1, .vertices = triangle, .vertex_count = 3},
            {random_real(random, 0, SIDE), random_real(random, 0, SIDE)}};
    for (int i = 0; i < PLACES; i++)
        drawn->places[i] =
            (graze_vector){random_real(random, 0, SIDE), random_real(random, 0, SIDE), 0};
}

static void ask_places(const map *of, const graze_world *world, answers *all)
{
    for (int i = 0; i + 1 < PLACES; i++) {
        graze_motion motion;
        graze_nearest nearest;
        bool clear = false, is_free = false;
        const graze_point at = {of->places[i].x, of->places[i].y};
        put_count(all, graze_world_clear(world, &of->body, at, 0, &clear));
        put_count(all, clear);
        put_count(all, graze_motion_waypoint(of->places[i], of->places[i + 1], 0, 3, &motion));
        put_count(all, graze_world_link(world, &of->body, &motion, 0, &is_free));
        put_count(all, is_free);
        put_count(all, graze_world_nearest(world, at, &nearest));
        put(all, nearest.distance);
        put(all, nearest.point.x);
    }
}

static void put_plan(answers *all, graze_status status, graze_solution *found)
{
    put_count(all, status);
    if (status != GRAZE_OK)
        return;
    put_count(all, found->outcome);
    put(all, found->outcome == GRAZE_PLAN_FOUND ? found->sum_of_costs : 0);
    put(all, found->tick);
    for (size_t i = 0; found->outcome == GRAZE_PLAN_FOUND && i < found->trajectories[0].count; i++)
        put(all, found->motions[i].start);
    graze_solution_free(found, NULL);
}

/* Two tasks between the first and the last places of the roadmap, one agent given. */
static void ask_plans(const map *of, const graze_roadmap *roadmap, answers *all)
{
    const uint32_t last = roadmap->vertex_count - 1;
    const double radius = of->body.radius;
    const graze_task tasks[2] = {{.radius = radius, .speed = 1, .start = 0, .goal = last},
                                 {.radius = radius, .speed = 1, .start = last - 1, .goal = 1}};
    const graze_problem problem = {roadmap, tasks, 2, 0};
    const graze_solve_options options = {.method = GRAZE_CCBS, .node_limit = 60};
    const graze_motion passes = {.position = of->places[0], .velocity = {1, 0.5, 0}, .duration = 9};
    const graze_trajectory path = {.motions = &passes, .count = 1};
    graze_index *index = NULL;
    graze_solution found;
    put_plan(all, graze_solve(&problem, &options, NULL, &found), &found);
    put_count(all, graze_index_new(&of->body, &path, 1, NULL, NULL, &index));
    put_plan(all, graze_plan_among(roadmap, &tasks[0], index, 0, NULL, &found), &found);
    graze_index_free(index);
}

static void ask_map(const void *context, answers *all)
{
    const map *of = context;
    const graze_grid grid = {SIDE, SIDE, of->blocked, of->cell};
    graze_world *world = NULL;
    graze_roadmap roadmap;
    put_count(all, graze_world_create(&grid, of->obstacles, OBSTACLES, NULL, &world));
    ask_places(of, world, all);
    put_count(all, graze_roadmap_from_grid(world, &of->body, 3, 0, NULL, &roadmap));
    put_count(all, roadmap.first[roadmap.vertex_count]);
    ask_plans(of, &roadmap, all);
    graze_roadmap_free(&roadmap, NULL);
    graze_world_free(world);
}

static void worlds_and_plans_are_answered_alike_in_every_mode(void)
{
    static map drawn;
    for (size_t i = 0; i < support_rounds(3, 15, 150); i++) {
        oracle_random random;
        random_begin(&random, 25, 0, i);
        draw_map(&random, &drawn);
        CU_ASSERT(answers_alike(ask_map, &drawn));
    }
}

CU_TestInfo mode_tests_of_many[] = {
    SUPPORT_TEST(bodies_at_rest_are_answered_alike_in_every_mode),
    SUPPORT_TEST(many_agents_are_answered_alike_in_every_mode),
    SUPPORT_TEST(worlds_and_plans_are_answered_alike_in_every_mode),
    CU_TEST_INFO_NULL,
};
