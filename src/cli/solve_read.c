/* SPDX-License-Identifier: MIT */
/* From files to a problem: on a grid another body has other moves. */
#include <math.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/solve_goals.h"
#include "io/plan_frame.h"
#include "io/shape.h"

static io_result fail(solve_job *job, graze_status status)
{
    if (status == GRAZE_OK)
        return IO_OK;
    if (status == GRAZE_ERROR_MEMORY)
        return IO_MEMORY;
    job->fault = status;
    return IO_BAD_INPUT;
}

/* A footprint with corners turns where the file says how fast. */
static bool turns(const scenario_agent *agent)
{
    const robots_row *robot = agent->robot;
    return robot != NULL && robot->body.vertex_count > 0 &&
           (robot->turn_rate > 0 || robot->turn_time_count > 0);
}

/* What must be free along a move: the footprint, or the circle round one that turns. */
static graze_body moving_body(const scenario_agent *agent)
{
    const graze_body body = scenario_body(agent);
    double farthest = 0;
    if (!turns(agent))
        return body;
    for (size_t i = 0; i < body.vertex_count; i++)
        farthest = fmax(farthest, hypot(body.vertices[i].x, body.vertices[i].y));
    return (graze_body){.radius = body.radius + farthest * (1 + 0x1p-40)};
}

static double shortest_edge(const graze_roadmap *roadmap)
{
    double shortest = HUGE_VAL;
    for (uint32_t v = 0; v < roadmap->vertex_count; v++)
        for (size_t e = roadmap->first[v]; e < roadmap->first[v + 1]; e++) {
            graze_point a = roadmap->places[v], b = roadmap->places[roadmap->targets[e]];
            shortest = fmin(shortest, hypot(b.x - a.x, b.y - a.y));
        }
    return shortest;
}

/* The number of a body among those that were met, added if it is new. */
static size_t number_of_body(solve_job *job, const graze_body *body)
{
    size_t i = 0;
    while (i < job->roadmap_count && !shape_equal(&job->bodies[i], body))
        i++;
    if (i == job->roadmap_count)
        job->bodies[job->roadmap_count++] = *body;
    return i;
}

/* A body that can make every move that some other can: the smallest disc, or a point where there
 * are bodies with corners round it. */
static size_t number_of_smallest(solve_job *job)
{
    const graze_body point = {.radius = 0};
    size_t smallest = 0;
    for (size_t i = 0; i < job->roadmap_count; i++) {
        if (job->bodies[i].vertex_count > 0)
            return number_of_body(job, &point);
        if (job->bodies[i].radius < job->bodies[smallest].radius)
            smallest = i;
    }
    return smallest;
}

static graze_status make_grid_roadmap(const solve_job *job, const graze_body *body,
                                      graze_roadmap *made)
{
    if (job->any_angle)
        return graze_roadmap_any_angle(job->map.world, body, job->tolerance, NULL, made);
    return graze_roadmap_from_grid(job->map.world, body, job->connectivity, job->tolerance, NULL,
                                   made);
}

/* A smaller disc can make every move that a larger one can. */
static io_result make_grid_roadmaps(solve_job *job)
{
    io_result result = IO_OK;
    const size_t smallest = number_of_smallest(job);
    for (size_t i = 0; i < job->roadmap_count && result == IO_OK; i++)
        result = fail(job, make_grid_roadmap(job, &job->bodies[i], &job->roadmaps[i]));
    job->problem.roadmap = &job->roadmaps[smallest];
    for (size_t i = 0; i < job->scenario.count && result == IO_OK; i++) {
        const graze_body body = moving_body(&job->scenario.agents[i]);
        size_t of = number_of_body(job, &body);
        job->tasks[i].moves = of == smallest ? NULL : &job->roadmaps[of];
    }
    return result;
}

/* A finite limit of the robots file, or that of an option. */
static double limit_of(double own, double option)
{
    return own == 0 ? option : isfinite(own) ? own : 0;
}

static graze_task make_task(const solve_job *job, const scenario_agent *agent)
{
    static const robots_row nothing = {.line = 0};
    const robots_row *robot = agent->robot != NULL ? agent->robot : &nothing;
    const graze_body body = scenario_body(agent);
    return (graze_task){.radius = body.radius,
                        .speed = agent->speed,
                        .start = agent->start,
                        .goal = agent->goal,
                        .acceleration = limit_of(robot->acceleration, job->acceleration),
                        .deceleration = robot->deceleration,
                        .turn_rate = robot->turn_time_count > 0 ||
                                             (body.vertex_count > 0 && !turns(agent))
                                         ? 0
                                         : limit_of(robot->turn_rate, job->turn_rate),
                        .turns = turns(agent),
                        .vertices = body.vertices,
                        .vertex_count = body.vertex_count,
                        .has_heading = agent->has_heading,
                        .heading = agent->heading,
                        .turn_times = robot->turn_times,
                        .turn_time_count = robot->turn_time_count};
}

static io_result make_problem(solve_job *job)
{
    size_t count = job->scenario.count;
    job->tasks = calloc(count + 1, sizeof *job->tasks);
    job->bodies = calloc(count + 1, sizeof *job->bodies);
    job->roadmaps = calloc(count + 1, sizeof *job->roadmaps);
    if (job->tasks == NULL || job->bodies == NULL || job->roadmaps == NULL)
        return IO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        job->tasks[i] = make_task(job, &job->scenario.agents[i]);
        const graze_body body = moving_body(&job->scenario.agents[i]);
        number_of_body(job, &body);
    }
    job->problem = (graze_problem){&job->map.roadmap, job->tasks, count, job->tolerance};
    return job->map.kind == MAP_GRID ? make_grid_roadmaps(job) : IO_OK;
}

/* The others, who keep their trajectories. */
static io_result read_given(solve_job *job)
{
    if (job->given_file == NULL)
        return IO_OK;
    plan_options options = {.bodies_file = job->given_bodies,
                            .has_radius = job->given_bodies == NULL && job->reading.has_radius,
                            .radius = job->reading.radius,
                            .at_end = GRAZE_STAY,
                            .tolerance = job->tolerance,
                            .map = &job->map};
    io_result result = plan_read(job->given_file, &options, &job->sink, &job->given);
    return result == IO_OK ? plan_index(&job->given, &job->others) : result;
}

/* `--radius grid` is a length once the cells are known. The plan is certified with it whatever
 * the moves are, so that diagonals need no rule here. */
static io_result measure_radius(solve_job *job)
{
    if (!job->reading.has_radius || job->reading.radius != PLAN_RADIUS_GRID)
        return IO_OK;
    if (job->map.kind != MAP_GRID) {
        diagnostic_error(&job->sink, &(diagnostic_place){.file = "--radius"}, "a radius in metres",
                         "%s is a roadmap and has no cells", job->reading_map.file);
        return IO_BAD_INPUT;
    }
    job->reading.radius = plan_frame_grid_radius(job->map.cell);
    return IO_OK;
}

/* A roadmap has the moves that it has. */
static io_result check_angles(solve_job *job)
{
    if (!job->any_angle || job->map.kind == MAP_GRID)
        return IO_OK;
    diagnostic_error(&job->sink, &(diagnostic_place){.file = "--any-angle"}, "a map of cells",
                     "%s is a roadmap and has no cells", job->reading_map.file);
    return IO_BAD_INPUT;
}

/* So many levels can lie between rest and a robot's speed (planner.h). */
enum { LEVELS_MAX = 62 };

/* How many of the shortest edges end below the speed, from rest at this rate or braking with it. */
static double levels_below(double speed, double rate, double edge)
{
    return isfinite(rate) && rate > 0 ? fmax(0, ceil(speed * speed / (2 * rate * edge)) - 1) : 0;
}

/* A robot's row, at a column, if it says the limit; else the option. */
static void refuse_speed(solve_job *job, const scenario_agent *agent, bool own, size_t column,
                         const char *what)
{
    const diagnostic_place row = own ? (diagnostic_place){.file = agent->robot->file,
                                                          .line = agent->robot->line,
                                                          .column = column}
                                     : (diagnostic_place){.file = "--acceleration"};
    diagnostic_error(&job->sink, &row, "a lower speed, or a greater acceleration and deceleration",
                     "agent '%.40s' %s", agent->label, what);
}

static bool check_robot(solve_job *job, const scenario_agent *agent)
{
    const robots_row *robot = agent->robot;
    const bool own_up = robot != NULL && robot->acceleration > 0;
    const bool own_down = robot != NULL && robot->deceleration > 0;
    double up = own_up ? robot->acceleration : job->acceleration;
    double down = own_down ? robot->deceleration : up;
    double edge = job->map.kind == MAP_GRID ? job->map.cell : shortest_edge(&job->map.roadmap);
    double ups = levels_below(agent->speed, up, edge);
    double downs = levels_below(agent->speed, down, edge);
    bool too_many = (up == down ? ups : ups + downs) > LEVELS_MAX;
    bool needs_file = turns(agent) && job->bodies_file == NULL && job->common.output == NULL;
    if (needs_file)
        diagnostic_error(&job->sink,
                         &(diagnostic_place){.file = robot->file,
                                             .line = robot->line,
                                             .column = robot->turn_column},
                         "--write-bodies FILE, or an empty turn_rate and turn_times",
                         "the footprint of agent '%.40s' turns, and nobody would know how",
                         agent->label);
    else if (!(edge > 0))
        refuse_speed(job, agent, robot != NULL, 0, "cannot take an edge that has no length");
    else if (too_many && ups >= downs)
        refuse_speed(job, agent, own_up, own_up ? robot->acceleration_column : 0,
                     "reaches its speed on no run of edges that short");
    else if (too_many)
        refuse_speed(job, agent, own_down, own_down ? robot->deceleration_column : 0,
                     "cannot stop on edges that short");
    else
        return true;
    return false;
}

/* A robot's limits and the lengths of the map's edges. */
static io_result check_robots(solve_job *job)
{
    bool sound = true;
    size_t used = 0;
    for (size_t i = 0; i < job->scenario.count; i++)
        used += robots_find(&job->robots, job->scenario.agents[i].label) != NULL;
    if (job->robots_file != NULL)
        sound = robots_check_used(job->robots_file, used, &job->sink) == IO_OK;
    for (size_t i = 0; i < job->scenario.count; i++) {
        const scenario_agent *agent = &job->scenario.agents[i];
        if (agent->robot != NULL || job->acceleration > 0 || job->turn_rate > 0)
            sound &= check_robot(job, agent);
    }
    return sound ? IO_OK : IO_BAD_INPUT;
}

io_result solve_read(solve_job *job)
{
    io_result result = map_read(&job->reading_map, &job->sink, &job->map);
    if (result == IO_OK)
        result = check_angles(job);
    if (result == IO_OK)
        result = measure_radius(job);
    if (result == IO_OK && job->robots_file != NULL)
        result = robots_read(job->robots_file, &job->sink, &job->robots);
    job->reading.robots = &job->robots;
    if (result == IO_OK)
        result = scenario_read(&job->reading, &job->map, &job->sink, &job->scenario);
    if (result == IO_OK)
        result = read_given(job);
    if (result == IO_OK)
        result = check_robots(job);
    diagnostic_finish(&job->sink);
    if (result == IO_OK)
        result = make_problem(job);
    return result == IO_OK && solve_is_lifelong(job) ? solve_read_goals(job) : result;
}

void solve_forget(solve_job *job)
{
    graze_solution_free(&job->solution, NULL);
    for (size_t i = 0; job->roadmaps != NULL && i < job->roadmap_count; i++)
        graze_roadmap_free(&job->roadmaps[i], NULL);
    graze_index_free(job->others);
    plan_free(&job->given);
    solve_forget_goals(job);
    anytime_free(&job->course);
    solve_forget_bodies(job);
    free(job->plan.agents);
    free(job->tasks);
    free(job->bodies);
    robots_free(&job->robots);
    free(job->roadmaps);
    scenario_free(&job->scenario);
    map_free(&job->map);
    free(job->command_json);
}
