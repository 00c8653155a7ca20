/* SPDX-License-Identifier: MIT */
/* Worlds: places, links and meetings against the same obstacles asked one by one as bodies that
 * stand; roadmaps against their links; and plans on small maps against the kernel. */
#include <math.h>
#include <stdlib.h>

#include "fuzz/targets.h"
#include "world/sweep.h"

enum { SIDE = 5, OBSTACLES = 2, MEETINGS = 256, ROWS = 3, AGENTS = 3, NODES = 200 };

typedef struct place {
    graze_point corners[OBSTACLES][FUZZ_VERTICES_MAX];
    graze_obstacle obstacles[OBSTACLES];
    size_t count; /* of obstacles that are no cells */
    unsigned char blocked[SIDE * SIDE];
    graze_grid grid;
    graze_world *world;
} place;

static bool read_place(fuzz_input *in, place *all)
{
    bool has_grid = fuzz_below(in, 8) > 0;
    all->grid = (graze_grid){.columns = 1 + fuzz_below(in, SIDE),
                             .rows = 1 + fuzz_below(in, SIDE),
                             .blocked = all->blocked,
                             .cell = fuzz_below(in, 4) == 0 ? fuzz_number(in) : 1};
    unsigned density = fuzz_below(in, 4);
    for (size_t i = 0; i < (size_t)all->grid.columns * all->grid.rows; i++)
        all->blocked[i] = density > 0 && fuzz_below(in, 4) < density;
    all->count = fuzz_below(in, 4) == 0 ? 1 + fuzz_below(in, OBSTACLES) : 0;
    for (size_t i = 0; i < all->count; i++) {
        all->obstacles[i].body = fuzz_body(in, all->corners[i]);
        all->obstacles[i].place.x = fuzz_number(in);
        all->obstacles[i].place.y = fuzz_number(in);
    }
    if (!has_grid)
        all->grid.columns = all->grid.rows = 0;
    return graze_world_create(has_grid ? &all->grid : NULL, all->obstacles, all->count, NULL,
                              &all->world) == GRAZE_OK;
}

/* ---- links ------------------------------------------------------------------------------ */

static size_t cells_of(const place *all) { return (size_t)all->grid.columns * all->grid.rows; }

static bool is_there(const place *all, size_t obstacle)
{
    return obstacle >= cells_of(all) || all->blocked[obstacle] != 0;
}

static graze_motion standing(graze_point at, const graze_motion *beside)
{
    return (graze_motion){.position = {at.x, at.y, 0}, .start = beside->start,
                          .start_tail = beside->start_tail, .duration = INFINITY};
}

/* Is a motion free? False for *known where the kernel has no answer in time. */
static bool is_free(const place *all, const graze_body *body, const graze_motion *motion,
                    double tolerance, bool *known)
{
    for (size_t i = 0; i < cells_of(all) + all->count; i++) {
        graze_point corners[4];
        graze_obstacle one;
        bool exists = false;
        if (!is_there(all, i))
            continue;
        fuzz_require(graze_world_obstacle(all->world, i, corners, &one) == GRAZE_OK);
        graze_motion still = standing(one.place, motion);
        graze_status status =
            graze_conflict_exists_within(body, motion, &one.body, &still, tolerance,
                                         fuzz_patience(), &exists);
        *known &= status == GRAZE_OK;
        if (status == GRAZE_OK && exists)
            return false;
    }
    return true;
}

static void ask_link(fuzz_input *in, const place *all, const graze_body *body, double tolerance)
{
    graze_motion motion = fuzz_motion(in);
    bool free = false, known = true;
    graze_status status = graze_world_link(all->world, body, &motion, tolerance, &free);
    if (status != GRAZE_OK || graze_motion_validate(&motion) != GRAZE_OK)
        return;
    bool wanted = is_free(all, body, &motion, tolerance, &known);
    fuzz_require(!known || free == wanted);
}

static void ask_place(fuzz_input *in, const place *all, const graze_body *body, double tolerance)
{
    graze_point at;
    bool clear = false, known = true;
    graze_nearest near;
    at.x = fuzz_number(in);
    at.y = fuzz_number(in);
    if (graze_world_clear(all->world, body, at, tolerance, &clear) == GRAZE_OK) {
        graze_motion still = {.position = {at.x, at.y, 0}, .duration = 1};
        bool wanted = is_free(all, body, &still, tolerance, &known);
        fuzz_require(!known || clear == wanted);
    }
    if (graze_world_nearest(all->world, at, &near) != GRAZE_OK || !near.found)
        return;
    fuzz_require(near.obstacle < cells_of(all) + all->count && is_there(all, near.obstacle));
    fuzz_require(!isnan(near.distance) && !isnan(near.point.x) && !isnan(near.point.y));
}

/* ---- meetings ------------------------------------------------------------------------------ */

typedef struct met_obstacle {
    size_t obstacle;
    graze_meeting meeting;
} met_obstacle;

typedef struct heard {
    met_obstacle at[MEETINGS];
    size_t count, obstacle;
} heard;

static bool hear(void *context, size_t obstacle, const graze_meeting *met)
{
    heard *all = context;
    fuzz_require(all->count < MEETINGS);
    all->at[all->count++] = (met_obstacle){obstacle, *met};
    return true;
}

static bool hear_pair(void *context, const graze_meeting *met)
{
    return hear(context, ((heard *)context)->obstacle, met);
}

static void ask_meetings(fuzz_input *in, const place *all, const graze_body *body,
                         double tolerance)
{
    static heard got, wanted;
    graze_motion motions[ROWS + 1];
    const graze_trajectory path = {.motions = motions, .count = fuzz_trajectory(in, ROWS, motions)};
    got.count = wanted.count = 0;
    if (graze_world_meetings(all->world, body, &path, tolerance, NULL, hear, &got) != GRAZE_OK ||
        path.count == 0)
        return;
    for (size_t i = 0; i < cells_of(all) + all->count; i++) {
        graze_point corners[4];
        graze_obstacle one;
        if (!is_there(all, i))
            continue;
        fuzz_require(graze_world_obstacle(all->world, i, corners, &one) == GRAZE_OK);
        graze_motion still = standing(one.place, &motions[0]);
        const graze_trajectory rest = {.motions = &still, .count = 1};
        wanted.obstacle = i;
        fuzz_require(graze_trajectory_meetings(body, &path, &one.body, &rest, tolerance, NULL,
                                               hear_pair, &wanted) == GRAZE_OK);
    }
    fuzz_require(got.count == wanted.count);
    for (size_t i = 0; i < got.count; i++)
        fuzz_require(got.at[i].obstacle == wanted.at[i].obstacle &&
                     fuzz_same_meeting(&got.at[i].meeting, &wanted.at[i].meeting));
}

/* ---- sweeps ------------------------------------------------------------------------------- */

static void ask_sweep(fuzz_input *in)
{
    graze_motion motion = fuzz_motion(in);
    double radius = fuzz_length(in), tolerance = fuzz_length(in);
    bool quick = false, slow = true;
    sweep path;
    if (graze_motion_validate(&motion) != GRAZE_OK || motion.position.z != 0 ||
        motion.velocity.z != 0 || !sweep_of_motion(&motion, radius, tolerance, &path))
        return;
    double x = fuzz_number(in), y = fuzz_number(in), width = fuzz_length(in);
    const world_box box = {x, x + width, y, y + width};
    if (!(isfinite(x) && isfinite(y) && isfinite(box.x1) && isfinite(box.y1) && box.x0 < box.x1 &&
          box.y0 < box.y1))
        return;
    graze_status status = sweep_meets_box(&path, &box, &quick);
    if (status == GRAZE_OK && sweep_meets_box_exactly(&path, &box, &slow) == GRAZE_OK)
        fuzz_require(quick == slow);
}

/* ---- roadmaps ------------------------------------------------------------------------------ */

static void look_through(const graze_roadmap *map)
{
    fuzz_require(map->first[0] == 0);
    for (uint32_t v = 0; v < map->vertex_count; v++)
        for (size_t i = map->first[v]; i < map->first[v + 1]; i++)
            fuzz_require(map->targets[i] < map->vertex_count && map->targets[i] != v &&
                         (i == map->first[v] || map->targets[i - 1] < map->targets[i]));
}

static bool roadmap_of_edges(fuzz_input *in, graze_roadmap *map)
{
    graze_point places[SIDE];
    graze_edge edges[2 * SIDE];
    uint32_t vertices = fuzz_below(in, SIDE + 1);
    size_t count = fuzz_below(in, 2 * SIDE + 1);
    for (uint32_t i = 0; i < vertices; i++) {
        places[i].x = fuzz_number(in);
        places[i].y = fuzz_number(in);
    }
    for (size_t i = 0; i < count; i++) {
        edges[i].from = fuzz_below(in, SIDE + 1);
        edges[i].to = fuzz_below(in, SIDE + 1);
    }
    return graze_roadmap_from_edges(vertices, places, count, edges, NULL, map, NULL) == GRAZE_OK;
}

static void ask_roadmaps(fuzz_input *in, const place *all, const graze_body *body,
                         double tolerance)
{
    graze_roadmap map, inner;
    if (graze_roadmap_from_grid(all->world, body, (int)fuzz_below(in, 7), tolerance, NULL, &map) ==
        GRAZE_OK) {
        look_through(&map);
        graze_roadmap_free(&map, NULL);
    }
    if (graze_roadmap_any_angle(all->world, body, tolerance, NULL, &map) == GRAZE_OK) {
        look_through(&map);
        graze_roadmap_free(&map, NULL);
    }
    if (!roadmap_of_edges(in, &map))
        return;
    look_through(&map);
    if (graze_roadmap_within(all->world, body, &map, tolerance, NULL, &inner) == GRAZE_OK) {
        look_through(&inner);
        graze_roadmap_free(&inner, NULL);
    }
    graze_roadmap_free(&map, NULL);
}

void fuzz_world(fuzz_input *in)
{
    static place all;
    graze_point corners[FUZZ_VERTICES_MAX];
    if (!read_place(in, &all))
        return;
    graze_body body = fuzz_body(in, corners);
    double tolerance = fuzz_tolerance(in);
    ask_link(in, &all, &body, tolerance);
    ask_place(in, &all, &body, tolerance);
    ask_sweep(in);
    ask_meetings(in, &all, &body, tolerance);
    ask_roadmaps(in, &all, &body, tolerance);
    graze_world_free(all.world);
}

/* ---- planner -------------------------------------------------------------------------------- */

static bool go_on(void *context, const graze_solve_progress *now)
{
    unsigned *calls = context;
    (void)now;
    return ++*calls < 10000;
}

/* A plan begins and ends where its tasks do, and no two agents of it conflict. */
static void judge_plan(const graze_problem *problem, const graze_solution *plan)
{
    for (size_t i = 0; i < problem->task_count; i++) {
        const graze_trajectory *path = &plan->trajectories[i];
        const graze_body disc = {.radius = problem->tasks[i].radius};
        fuzz_require(path->count > 0);
        graze_point from = problem->roadmap->places[problem->tasks[i].start];
        graze_point to = problem->roadmap->places[problem->tasks[i].goal];
        const graze_motion *first = &path->motions[0], *last = &path->motions[path->count - 1];
        fuzz_require(first->position.x == from.x && first->position.y == from.y);
        fuzz_require(last->position.x == to.x && last->position.y == to.y &&
                     isinf(last->duration));
        for (size_t k = 0; k < i; k++) {
            const graze_body other = {.radius = problem->tasks[k].radius};
            graze_verdict verdict = GRAZE_CONFLICT;
            fuzz_require(graze_trajectory_verdict(&disc, path, &other, &plan->trajectories[k],
                                                  problem->tolerance, &verdict) == GRAZE_OK);
            fuzz_require(verdict != GRAZE_CONFLICT);
        }
    }
}

static void ask_among(const graze_problem *problem, const graze_solution *plan)
{
    const graze_body disc = {.radius = problem->tasks[0].radius};
    graze_index *others;
    graze_solution one;
    if (graze_index_new(&disc, plan->trajectories, 1, NULL, NULL, &others) != GRAZE_OK)
        return;
    if (graze_plan_among(problem->roadmap, &problem->tasks[problem->task_count - 1], others,
                         problem->tolerance, NULL, &one) == GRAZE_OK)
        graze_solution_free(&one, NULL);
    graze_index_free(others);
}

static void read_tasks(fuzz_input *in, const graze_roadmap *map, graze_task *tasks, size_t count)
{
    double radius = fuzz_length(in), speed = fuzz_length(in);
    bool alike = fuzz_below(in, 4) > 0;
    for (size_t i = 0; i < count; i++) {
        tasks[i] = (graze_task){.radius = alike ? radius : fuzz_number(in),
                                .speed = alike ? speed : fuzz_number(in)};
        tasks[i].start = fuzz_below(in, map->vertex_count + 1);
        tasks[i].goal = fuzz_below(in, map->vertex_count + 1);
    }
}

static void solve(fuzz_input *in, const graze_roadmap *map)
{
    graze_task tasks[AGENTS];
    unsigned calls = 0;
    graze_solution plan;
    graze_problem problem = {.roadmap = map, .tasks = tasks,
                             .task_count = 1 + fuzz_below(in, AGENTS),
                             .tolerance = fuzz_tolerance(in)};
    read_tasks(in, map, tasks, problem.task_count);
    graze_solve_options options = {.method = (graze_method)fuzz_below(in, 2),
                                   .without = fuzz_below(in, 128),
                                   .suboptimality = fuzz_below(in, 4) == 0 ? fuzz_number(in) : 0,
                                   .node_limit = NODES, .progress = go_on, .context = &calls};
    if (graze_solve(&problem, &options, NULL, &plan) != GRAZE_OK)
        return;
    if (plan.outcome == GRAZE_PLAN_FOUND) {
        judge_plan(&problem, &plan);
        ask_among(&problem, &plan);
    }
    graze_solution_free(&plan, NULL);
}

void fuzz_planner(fuzz_input *in)
{
    static place all;
    graze_roadmap map;
    const graze_body disc = {.radius = 0.25};
    if (fuzz_below(in, 3) == 0) {
        if (!roadmap_of_edges(in, &map))
            return;
        solve(in, &map);
        graze_roadmap_free(&map, NULL);
        return;
    }
    if (!read_place(in, &all))
        return;
    if (graze_roadmap_from_grid(all.world, &disc, 2 + (int)fuzz_below(in, 3), 0, NULL, &map) ==
        GRAZE_OK) {
        solve(in, &map);
        graze_roadmap_free(&map, NULL);
    }
    graze_world_free(all.world);
}
