/* SPDX-License-Identifier: MIT */
/* From files to a problem: on a grid a body of another radius has other moves. */
#include <stdlib.h>

#include "cli/command.h"
#include "cli/solve_goals.h"
#include "io/plan_frame.h"

static io_result fail(solve_job *job, graze_status status)
{
    if (status == GRAZE_OK)
        return IO_OK;
    if (status == GRAZE_ERROR_MEMORY)
        return IO_MEMORY;
    job->fault = status;
    return IO_BAD_INPUT;
}

/* The number of a radius among those that were met, added if it is new. */
static size_t number_of_radius(solve_job *job, double radius)
{
    size_t i = 0;
    while (i < job->roadmap_count && job->radii[i] != radius)
        i++;
    if (i == job->roadmap_count)
        job->radii[job->roadmap_count++] = radius;
    return i;
}

static size_t smallest_radius(const solve_job *job)
{
    size_t smallest = 0;
    for (size_t i = 1; i < job->roadmap_count; i++)
        if (job->radii[i] < job->radii[smallest])
            smallest = i;
    return smallest;
}

static graze_status make_grid_roadmap(const solve_job *job, double radius, graze_roadmap *made)
{
    const graze_body body = {.radius = radius};
    if (job->any_angle)
        return graze_roadmap_any_angle(job->map.world, &body, job->tolerance, NULL, made);
    return graze_roadmap_from_grid(job->map.world, &body, job->connectivity, job->tolerance, NULL,
                                   made);
}

/* A smaller disc can make every move that a larger one can. */
static io_result make_grid_roadmaps(solve_job *job)
{
    io_result result = IO_OK;
    for (size_t i = 0; i < job->roadmap_count && result == IO_OK; i++)
        result = fail(job, make_grid_roadmap(job, job->radii[i], &job->roadmaps[i]));
    size_t smallest = smallest_radius(job);
    job->problem.roadmap = &job->roadmaps[smallest];
    for (size_t i = 0; i < job->scenario.count && result == IO_OK; i++) {
        size_t of = number_of_radius(job, job->scenario.agents[i].radius);
        job->tasks[i].moves = of == smallest ? NULL : &job->roadmaps[of];
    }
    return result;
}

static io_result make_problem(solve_job *job)
{
    size_t count = job->scenario.count;
    job->tasks = calloc(count + 1, sizeof *job->tasks);
    job->radii = calloc(count + 1, sizeof *job->radii);
    job->roadmaps = calloc(count + 1, sizeof *job->roadmaps);
    if (job->tasks == NULL || job->radii == NULL || job->roadmaps == NULL)
        return IO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const scenario_agent *agent = &job->scenario.agents[i];
        number_of_radius(job, agent->radius);
        job->tasks[i] = (graze_task){.radius = agent->radius,
                                     .speed = agent->speed,
                                     .acceleration = job->acceleration,
                                     .turn_rate = job->turn_rate,
                                     .start = agent->start,
                                     .goal = agent->goal};
    }
    job->problem = (graze_problem){&job->map.roadmap, job->tasks, count, job->tolerance};
    return job->map.kind == MAP_GRID ? make_grid_roadmaps(job) : IO_OK;
}

/* The others, who keep their trajectories. */
static io_result read_given(solve_job *job)
{
    if (job->given_file == NULL)
        return IO_OK;
    plan_options options = {.has_radius = job->reading.has_radius,
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

io_result solve_read(solve_job *job)
{
    io_result result = map_read(&job->reading_map, &job->sink, &job->map);
    if (result == IO_OK)
        result = check_angles(job);
    if (result == IO_OK)
        result = measure_radius(job);
    if (result == IO_OK)
        result = scenario_read(&job->reading, &job->map, &job->sink, &job->scenario);
    if (result == IO_OK)
        result = read_given(job);
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
    free(job->plan.agents);
    free(job->tasks);
    free(job->radii);
    free(job->roadmaps);
    scenario_free(&job->scenario);
    map_free(&job->map);
    free(job->command_json);
}
