/* SPDX-License-Identifier: MIT */
/* Checks problems and writes plans in ticks as motions in seconds. */
#include "planner/plan.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "planner/turn_times.h"

enum { TASKS_MAX = 65535 };

static graze_status check_turn_times(const graze_task *task)
{
    graze_status status = turn_times_check(task->turn_times, task->turn_time_count);
    return status == GRAZE_OK && task->turn_time_count > 0 && task->turn_rate > 0
               ? GRAZE_ERROR_LIMITS
               : status;
}

static graze_status check_task(const graze_problem *problem, const graze_task *task)
{
    uint32_t vertices = problem->roadmap->vertex_count;
    const graze_body body = {task->radius, task->vertices, task->vertex_count};
    if (!isfinite(task->radius) || !isfinite(task->speed) || !isfinite(task->acceleration) ||
        !isfinite(task->deceleration) || !isfinite(task->turn_rate) || !isfinite(task->heading))
        return GRAZE_ERROR_NOT_FINITE;
    if (task->acceleration < 0 || task->deceleration < 0 || task->turn_rate < 0)
        return GRAZE_ERROR_LIMITS;
    if (!(task->radius > 0) && task->vertex_count == 0)
        return GRAZE_ERROR_NEGATIVE_RADIUS;
    if (!(task->speed > 0))
        return GRAZE_ERROR_SPEED;
    if (task->start >= vertices || task->goal >= vertices ||
        (task->moves != NULL && !graph_has_vertices(task->moves, vertices)))
        return GRAZE_ERROR_INDEX;
    graze_status status = check_turn_times(task);
    return status == GRAZE_OK ? graze_body_validate(&body) : status;
}

graze_status plan_check(const graze_problem *problem)
{
    if (problem->roadmap == NULL || problem->tasks == NULL)
        return GRAZE_ERROR_NULL;
    if (!graph_has_vertices(problem->roadmap, problem->roadmap->vertex_count))
        return GRAZE_ERROR_NULL;
    if (problem->task_count == 0)
        return GRAZE_ERROR_EMPTY;
    if (problem->task_count > TASKS_MAX)
        return GRAZE_ERROR_CAPACITY;
    if (!isfinite(problem->tolerance))
        return GRAZE_ERROR_NOT_FINITE;
    if (problem->tolerance < 0)
        return GRAZE_ERROR_NEGATIVE_TOLERANCE;
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < problem->task_count && status == GRAZE_OK; i++)
        status = check_task(problem, &problem->tasks[i]);
    return status;
}

/* ---- robots ------------------------------------------------------------------------- */

static body_kind kind_of(const graze_task *task)
{
    return (body_kind){{task->radius, task->vertices, task->vertex_count}, task->speed,
                       task->moves};
}

static robot_limits limits_of(const graze_task *task)
{
    double up = task->acceleration, down = task->deceleration;
    return (robot_limits){.speed = task->speed,
                          .acceleration = up,
                          .deceleration = up > 0 && down > 0 ? down : up,
                          .turn_rate = task->turn_rate,
                          .turn_times = task->turn_times,
                          .turn_time_count = task->turn_time_count,
                          .turns = task->turns && task->vertex_count > 0};
}

static bool is_same_body(const graze_body *a, const graze_body *b)
{
    return a->radius == b->radius && a->vertex_count == b->vertex_count &&
           (a->vertex_count == 0 ||
            memcmp(a->vertices, b->vertices, a->vertex_count * sizeof *a->vertices) == 0);
}

static bool has_same_turns(const robot_limits *a, const robot_limits *b)
{
    if (a->turn_rate != b->turn_rate || a->turns != b->turns ||
        a->turn_time_count != b->turn_time_count)
        return false;
    for (size_t k = 0; k < a->turn_time_count; k++)
        if (a->turn_times[k].angle != b->turn_times[k].angle ||
            a->turn_times[k].seconds != b->turn_times[k].seconds)
            return false;
    return true;
}

static bool is_kind(const body_kind *kind, const robot_limits *limits, const graze_task *task)
{
    const graze_body body = kind_of(task).body;
    const robot_limits own = limits_of(task);
    return is_same_body(&kind->body, &body) && kind->moves == task->moves &&
           limits->speed == own.speed && limits->acceleration == own.acceleration &&
           limits->deceleration == own.deceleration && has_same_turns(limits, &own);
}

graze_status plan_kinds(const graze_problem *problem, body_kind *kinds, robot_limits *limits,
                        uint32_t *kind_count, route_agent *agents)
{
    *kind_count = 0;
    for (size_t i = 0; i < problem->task_count; i++) {
        const graze_task *task = &problem->tasks[i];
        uint32_t k = 0;
        while (k < *kind_count && !is_kind(&kinds[k], &limits[k], task))
            k++;
        if (k == *kind_count) {
            if (k >= COLLISION_KINDS_MAX)
                return GRAZE_ERROR_CAPACITY;
            kinds[k] = kind_of(task);
            limits[k] = limits_of(task);
            ++*kind_count;
        }
        agents[i] = (route_agent){.kind = k, .start = task->start, .goal = task->goal};
    }
    return GRAZE_OK;
}

bool plan_has_limits(const robot_limits *limits, uint32_t kind_count)
{
    uint32_t k = 0;
    while (k < kind_count &&
           !(limits[k].acceleration > 0 || limits[k].turn_rate > 0 ||
             limits[k].turn_time_count > 0 || limits[k].turns))
        k++;
    return k < kind_count;
}

graze_status plan_open_graph(planning_graph *graph, const graze_allocator *memory,
                             const graze_problem *problem, const body_kind *kinds,
                             const robot_limits *limits, uint32_t kind_count, route_agent *agents)
{
    if (!plan_has_limits(limits, kind_count))
        return graph_open(graph, memory, problem->roadmap, kinds, kind_count, problem->tolerance);
    const graze_task *tasks = problem->tasks;
    size_t count = 0;
    robot_start *starts = memory_new(memory, problem->task_count, sizeof *starts);
    if (starts == NULL)
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < problem->task_count; i++)
        if (tasks[i].has_heading)
            starts[count++] =
                (robot_start){tasks[i].start, robot_heading_of_angle(tasks[i].heading)};
    graze_status status = graph_open_robots(graph, memory, problem->roadmap, kinds, limits,
                                            kind_count, starts, count, problem->tolerance);
    for (size_t i = 0, next = 0; i < problem->task_count && status == GRAZE_OK; i++) {
        const uint32_t kind = agents[i].kind;
        agents[i].start = tasks[i].has_heading
                              ? robot_states_begin_with(graph->robots, kind, starts[next++])
                              : robot_states_begin(graph->robots, kind, agents[i].start);
        agents[i].goal = robot_states_end(graph->robots, kind, agents[i].goal);
    }
    memory_free(memory, starts);
    return status;
}

/* Copies the footprints of robots that turn; null: none does. */
static graze_status copy_bodies(const planning_graph *graph, size_t motions,
                                graze_solution *solution)
{
    const robot_states *robots = graph->robots;
    size_t corners = 0;
    for (size_t b = 0; robots != NULL && b < robots->body_count; b++)
        corners += robot_states_body(robots, (uint32_t)b)->vertex_count;
    if (robots == NULL || !robot_states_turn(robots))
        return GRAZE_OK;
    solution->bodies = memory_new(&graph->memory, motions, sizeof *solution->bodies);
    solution->corners = memory_new(&graph->memory, corners, sizeof *solution->corners);
    if (solution->bodies == NULL || solution->corners == NULL)
        return GRAZE_ERROR_MEMORY;
    corners = 0;
    for (size_t b = 0; b < robots->body_count; b++) {
        const graze_body *body = robot_states_body(robots, (uint32_t)b);
        if (body->vertex_count > 0)
            memcpy(solution->corners + corners, body->vertices,
                   body->vertex_count * sizeof *body->vertices);
        corners += body->vertex_count;
    }
    return GRAZE_OK;
}

/* ---- routes as trajectories --------------------------------------------------------- */

/* Motions of one trajectory as they are written. */
typedef struct writer {
    const planning_graph *graph;
    graze_solution *solution;
    graze_motion *next;
    graze_status status;
} writer;

/* The solution's copy of a body. */
static void write_body(writer *w, const graze_body *body)
{
    graze_solution *solution = w->solution;
    const robot_states *robots = w->graph->robots;
    if (solution->bodies == NULL)
        return;
    graze_body *copy = &solution->bodies[w->next - solution->motions];
    const graze_point *corners = solution->corners;
    for (uint32_t b = 0; robot_states_body(robots, b) != body; b++)
        corners += robot_states_body(robots, b)->vertex_count;
    *copy = *body;
    copy->vertices = body->vertex_count > 0 ? corners : NULL;
}

static void write_stay(writer *w, uint32_t kind, uint32_t vertex, tick start, tick end)
{
    const time_grid *grid = &w->graph->grid;
    graze_point p = graph_place(w->graph, vertex);
    graze_vector place = {p.x, p.y, 0};
    if (w->status != GRAZE_OK || start >= end)
        return;
    write_body(w, graph_body_at(w->graph, kind, vertex));
    w->status = graze_motion_waypoint(place, place, time_grid_seconds(grid, start),
                                      time_grid_seconds(grid, end), w->next++);
}

static void write_move(writer *w, uint32_t kind, uint32_t edge, tick start, tick end)
{
    const time_grid *grid = &w->graph->grid;
    if (w->status != GRAZE_OK || start >= end)
        return;
    write_body(w, graph_body_along(w->graph, kind, edge));
    w->status = graph_motion_between(w->graph, edge, time_grid_seconds(grid, start),
                                     time_grid_seconds(grid, end), w->next++);
}

/* Writes a route, with an endless stay at its end; the arrival there is the answer. */
static tick write_route(writer *w, const route_table *routes, uint32_t number)
{
    const kept_route *r = &routes->routes[number];
    const route_agent *agent = &routes->agents[r->agent];
    const step *steps = route_steps(routes, number);
    uint32_t at = agent->start;
    tick now = 0;
    for (size_t i = 0; i < r->step_count; i++) {
        uint32_t to = graph_to(w->graph, steps[i].edge);
        tick end = steps[i].start + graph_duration(w->graph, agent->kind, steps[i].edge);
        write_stay(w, agent->kind, at, now, steps[i].start);
        write_move(w, agent->kind, steps[i].edge, steps[i].start, end);
        at = to;
        now = end;
    }
    write_stay(w, agent->kind, at, now, TICK_NEVER);
    return now;
}

graze_status plan_from_routes(const route_table *routes, const uint32_t *numbers, uint32_t count,
                              graze_solution *solution)
{
    const planning_graph *graph = routes->collisions->graph;
    size_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most += 2 * (size_t)routes->routes[numbers[i]].step_count + 1;
    solution->motions = memory_new(&graph->memory, most, sizeof *solution->motions);
    solution->trajectories = memory_new(&graph->memory, count, sizeof *solution->trajectories);
    if (solution->motions == NULL || solution->trajectories == NULL)
        return GRAZE_ERROR_MEMORY;
    writer w = {graph, solution, solution->motions, copy_bodies(graph, most, solution)};
    tick total = 0, latest = 0;
    for (uint32_t i = 0; i < count; i++) {
        graze_motion *first = w.next;
        tick arrival = write_route(&w, routes, numbers[i]);
        solution->trajectories[i] = (graze_trajectory){
            .motions = first,
            .count = (size_t)(w.next - first),
            .bodies = solution->bodies == NULL
                          ? NULL
                          : solution->bodies + (first - solution->motions)};
        total += arrival;
        latest = arrival > latest ? arrival : latest;
    }
    solution->sum_of_costs = time_grid_seconds(&graph->grid, total);
    solution->makespan = time_grid_seconds(&graph->grid, latest);
    return w.status;
}

/* Pairs of motions that the index finds, decided one by one: motions that it does not find
 * together never meet. */
typedef struct certifier {
    const graze_body *bodies;
    const graze_trajectory *trajectories;
    double tolerance;
    graze_status status;
} certifier;

static const graze_body *body_of(const certifier *c, size_t agent, size_t motion)
{
    const graze_trajectory *trajectory = &c->trajectories[agent];
    return trajectory->bodies == NULL ? &c->bodies[agent] : &trajectory->bodies[motion];
}

static bool certify_pair(void *context, const graze_index_pair *pair)
{
    certifier *c = context;
    bool conflict = false;
    c->status = graze_conflict_exists(
        body_of(c, pair->agent_a, pair->motion_a),
        &c->trajectories[pair->agent_a].motions[pair->motion_a],
        body_of(c, pair->agent_b, pair->motion_b),
        &c->trajectories[pair->agent_b].motions[pair->motion_b], c->tolerance, &conflict);
    /* UNREACHED: the search has asked the same kernel about the same moves. */
    if (conflict)
        c->status = GRAZE_ERROR_CONFLICT;
    return c->status == GRAZE_OK;
}

/* Speeding up and braking have limits of their own. */
static graze_status certify_motion(const graze_motion *motion, const robot_limits *limits)
{
    bool speeds = motion->form == GRAZE_RAMP && motion->share < 1;
    double rate = speeds ? limits->acceleration : limits->deceleration;
    bool slow = false, gentle = true;
    graze_status status = graze_motion_speed_at_most(motion, limits->speed, &slow);
    if (status == GRAZE_OK && limits->acceleration > 0)
        status = graze_motion_acceleration_at_most(motion, rate, &gentle);
    /* UNREACHED: durations are long enough (speed_levels.h) */
    if (status == GRAZE_OK && !(slow && gentle))
        status = GRAZE_ERROR_CONFLICT;
    return status;
}

graze_status plan_certify_limits(const route_table *routes, uint32_t count,
                                 const robot_limits *limits, const graze_solution *solution)
{
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; i < count; i++)
        for (size_t m = 0; m < solution->trajectories[i].count && status == GRAZE_OK; m++)
            status = certify_motion(&solution->trajectories[i].motions[m],
                                    &limits[routes->agents[i].kind]);
    return status;
}

graze_status plan_certify(const route_table *routes, uint32_t count, const graze_solution *solution)
{
    const planning_graph *graph = routes->collisions->graph;
    graze_body *bodies = memory_new(&graph->memory, count, sizeof *bodies);
    graze_index *index = NULL;
    if (bodies == NULL)
        return GRAZE_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        bodies[i] = graph->kinds[routes->agents[i].kind].body;
    certifier c = {bodies, solution->trajectories, graph->tolerance, GRAZE_OK};
    graze_status status = graze_index_new(bodies, solution->trajectories, count, NULL,
                                          &graph->memory, &index);
    if (status == GRAZE_OK)
        status = graze_index_pairs_as_found(index, 0, 1, certify_pair, &c);
    graze_index_free(index);
    memory_free(&graph->memory, bodies);
    return status == GRAZE_OK ? c.status : status;
}
