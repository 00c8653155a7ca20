/* SPDX-License-Identifier: MIT */
#include "io/plan.h"

#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/map.h"
#include "io/plan_formats.h"
#include "io/plan_frame.h"
#include "io/plan_reading.h"
#include "io/shape.h"
#include "io/spill.h"

/* ---- what the readers share -------------------------------------------------------- */

io_result plan_reading_add_agent(plan_reading *reading, const char *label, const graze_body *body)
{
    plan *all = &reading->plan;
    if (!array_grow(&all->agents, &reading->agent_capacity, all->agent_count + 1,
                    sizeof *all->agents))
        return IO_MEMORY;
    plan_agent agent = {.label = strdup(label), .at_end = reading->options->at_end};
    if (agent.label == NULL || !shape_copy(body, &agent.body)) {
        free(agent.label);
        return IO_MEMORY;
    }
    all->agents[all->agent_count++] = agent;
    return IO_OK;
}

void plan_reading_set_motions(plan_reading *reading, size_t agent, graze_motion *motions,
                              size_t count)
{
    reading->plan.agents[agent].trajectory = (graze_trajectory){.motions = motions, .count = count};
}

graze_status plan_reading_set_rows(plan_reading *reading, size_t agent, size_t count,
                                   const double *times, const graze_vector *places,
                                   const double *shares)
{
    graze_at_end at_end = reading->options->at_end;
    size_t made = 0;
    graze_motion *motions = malloc((count + 1) * sizeof *motions); /* each is written whole */
    if (motions == NULL)
        return GRAZE_ERROR_MEMORY;
    graze_status status =
        shares == NULL
            ? graze_trajectory_from_waypoints(count, times, places, at_end, motions, &made, NULL)
            : graze_trajectory_from_ramps(count, times, places, shares, at_end, motions, &made,
                                          NULL);
    if (status == GRAZE_OK && made == 0)
        status = graze_motion_waypoint(*places, *places, *times, *times, &motions[made++]);
    plan_reading_set_motions(reading, agent, motions, made);
    return status;
}

io_result plan_add_body(plan *all, const char *name, const graze_body *body)
{
    plan_body *grown = realloc(all->bodies, (all->body_count + 1) * sizeof *grown);
    if (grown == NULL)
        return IO_MEMORY;
    all->bodies = grown;
    plan_body *added = &grown[all->body_count];
    *added = (plan_body){.name = strdup(name)};
    if (added->name == NULL || !shape_copy(body, &added->body)) {
        free(added->name);
        return IO_MEMORY;
    }
    all->body_count++;
    return IO_OK;
}

io_result plan_set_bodies(plan *all, size_t index, size_t *numbers)
{
    plan_agent *agent = &all->agents[index];
    graze_body *own = calloc(agent->trajectory.count + 1, sizeof *own);
    agent->numbers = numbers;
    agent->trajectory.bodies = own;
    for (size_t i = 0; own != NULL && i < agent->trajectory.count; i++)
        own[i] = numbers[i] == 0 ? agent->body : all->bodies[numbers[i] - 1].body;
    return own != NULL ? IO_OK : IO_MEMORY;
}

io_result plan_reading_open(plan_reading *reading, const char *path, source **input)
{
    bool is_stdin = strcmp(path, "-") == 0;
    if (is_stdin && reading->stdin_taken) {
        diagnostic_error(reading->sink, &(diagnostic_place){.file = path},
                         "give one of them a name", "standard input can be read only once");
        return IO_BAD_INPUT;
    }
    reading->stdin_taken |= is_stdin;
    return source_open(path, !reading->options->unhashed, reading->sink, input);
}

/* ---- the record of inputs ---------------------------------------------------------- */

/* A new record without a hash; null when there is no memory. */
static plan_input *add_record(plan *all, const char *role, const char *name)
{
    plan_input *inputs = realloc(all->inputs, (all->input_count + 1) * sizeof *inputs);
    if (inputs == NULL)
        return NULL;
    all->inputs = inputs;
    plan_input *added = &inputs[all->input_count++];
    *added = (plan_input){.name = strdup(name), .role = strdup(role)};
    return added->name != NULL && added->role != NULL ? added : NULL;
}

/* Notes a file that was read to its end; null is none. */
static io_result add_input(plan_reading *reading, const char *role, source *input)
{
    if (input == NULL)
        return IO_OK;
    plan_input *added = add_record(&reading->plan, role, source_name(input));
    if (added != NULL && !reading->options->unhashed)
        source_hash(input, added->sha256);
    return added != NULL ? IO_OK : IO_MEMORY;
}

/* Files that were read, and perhaps hashed, by somebody else. */
static io_result add_others(plan *all, const plan_input *inputs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        plan_input *added = add_record(all, inputs[i].role, inputs[i].name);
        if (added == NULL)
            return IO_MEMORY;
        memcpy(added->sha256, inputs[i].sha256, sizeof added->sha256);
    }
    return IO_OK;
}

static io_result add_inputs(plan_reading *reading)
{
    io_result result = add_input(reading, "plan", reading->input);
    if (result == IO_OK)
        result = add_input(reading, "bodies", reading->bodies_input);
    if (result == IO_OK)
        result = add_input(reading, "scenario", reading->scenario_input);
    const plan_options *options = reading->options;
    if (result == IO_OK && options->tasks_input != NULL && reading->scenario_input == NULL)
        result = add_others(&reading->plan, options->tasks_input, 1);
    if (result == IO_OK && options->map != NULL)
        result = add_others(&reading->plan, options->map->inputs, options->map->input_count);
    if (result == IO_OK && options->obstacles_input != NULL)
        result = add_others(&reading->plan, options->obstacles_input, 1);
    return result;
}

/* ---- reading ----------------------------------------------------------------------- */

static io_result check_options(const plan_options *options, diagnostics *sink)
{
    graze_body body = {.radius = options->radius};
    graze_status status = options->has_radius ? graze_body_validate(&body) : GRAZE_OK;
    if (status == GRAZE_OK)
        return IO_OK;
    diagnostic_error(sink, &(diagnostic_place){.file = "--radius"}, "0 or more metres", "%s",
                     graze_status_message(status));
    return IO_BAD_INPUT;
}

static io_result read_format(plan_reading *reading)
{
    const plan_kind *kind;
    io_result result = plan_recognise(reading->input, reading->sink, &kind);
    if (result != IO_OK)
        return result;
    if (kind != NULL)
        return kind->read(reading);
    int first;
    result = source_peek(reading->input, reading->sink, &first);
    if (result != IO_OK)
        return result;
    return first == '<' ? ccbs_log_read(reading) : plan_csv_read(reading);
}

static io_result read_bodies(plan_reading *reading)
{
    const plan_options *options = reading->options;
    if (options->bodies_file == NULL)
        return IO_OK;
    io_result result = plan_reading_open(reading, options->bodies_file, &reading->bodies_input);
    if (result != IO_OK)
        return result;
    return bodies_read(reading->bodies_input, options, reading->sink, &reading->bodies);
}

static io_result read_all(plan_reading *reading, const char *path)
{
    io_result result = plan_reading_open(reading, path, &reading->input);
    if (result == IO_OK)
        result = read_bodies(reading);
    if (result == IO_OK)
        result = read_format(reading);
    if (result == IO_OK)
        result = add_inputs(reading);
    source_close(reading->input);
    source_close(reading->bodies_input);
    source_close(reading->scenario_input);
    return result;
}

/* The motions were allocated by the readers; only users see them as const. */
static graze_motion *motions_of(const plan_agent *agent)
{
    graze_motion *motions;
    memcpy(&motions, &agent->trajectory.motions, sizeof motions);
    return motions;
}

static graze_body *bodies_of(const plan_agent *agent)
{
    graze_body *own;
    memcpy(&own, &agent->trajectory.bodies, sizeof own);
    return own;
}

/* Who stands before the first motion has its body; plan_set_bodies has made room. */
static void begin_bodies(plan_agent *agent)
{
    graze_body *own = bodies_of(agent);
    const size_t count = agent->trajectory.count - 1;
    if (agent->numbers == NULL || own == NULL)
        return;
    memmove(own + 1, own, count * sizeof *own);
    memmove(agent->numbers + 1, agent->numbers, count * sizeof *agent->numbers);
}

/* What plan_reading_set_rows leaves of an agent that vanishes in its only row. */
static bool is_instant(const graze_motion *motion)
{
    return motion->form == GRAZE_WAYPOINT && motion->duration == 0 && motion->duration_tail == 0;
}

static double first_start(const plan_agent *agent)
{
    return agent->waypoints != NULL ? agent->waypoints[0].time
                                    : agent->trajectory.motions[0].start;
}

/* Lets an agent stand from a time on. */
static graze_status begin_agent(plan *all, plan_agent *agent, plan_at_start at_start, double from)
{
    graze_trajectory *of = &agent->trajectory;
    if (agent->waypoints != NULL)
        return at_start == PLAN_STAND ? plan_stand_waypoints(all, agent, from) : GRAZE_OK;
    graze_status status = GRAZE_OK;
    graze_motion *motions = motions_of(agent);
    const size_t before = of->count;
    if (at_start == PLAN_STAND)
        status = graze_trajectory_stand(from, motions, &of->count);
    if (of->count > before)
        begin_bodies(agent);
    of->count -= is_instant(&motions[of->count - 1]);
    return status;
}

/* Lets agents stand before their first rows, if they do. */
static io_result begin_agents(plan *all, plan_at_start at_start, const char *path,
                              diagnostics *sink)
{
    double earliest = HUGE_VAL;
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < all->agent_count; plan_rest(all, i++))
        earliest = fmin(earliest, first_start(&all->agents[i]));
    for (size_t i = 0; i < all->agent_count && status == GRAZE_OK; plan_rest(all, i++))
        status = begin_agent(all, &all->agents[i], at_start, earliest);
    all->at_start = at_start;
    if (status == GRAZE_OK || status == GRAZE_ERROR_MEMORY)
        return status == GRAZE_OK ? IO_OK : IO_MEMORY;
    diagnostic_error(sink, &(diagnostic_place){.file = path}, "--at-start absent",
                     "an agent cannot stand before its first row: %s",
                     graze_status_message(status));
    return IO_BAD_INPUT;
}

/* The plan in metres, and what was said of it held true. */
static io_result finish_plan(plan *all, const plan_options *options, bool of_grid,
                             const char *path, diagnostics *sink)
{
    io_result result = plan_frame_apply(all, options, path, sink);
    all->uses_cell = all->in_cells || of_grid;
    if (result == IO_OK && of_grid)
        result = plan_frame_check_grid(all, options->has_cell ? options->cell : 1, path, sink);
    return result == IO_OK ? begin_agents(all, options->at_start, path, sink) : result;
}

io_result plan_read(const char *path, const plan_options *given, diagnostics *sink, plan *result)
{
    plan_options options = *given;
    bool of_grid = options.has_radius && options.radius == PLAN_RADIUS_GRID;
    if (of_grid)
        options.radius = plan_frame_grid_radius(options.has_cell ? options.cell : 1);
    plan_reading reading = {
        .options = &options, .sink = sink, .plan = {.dimension = 2, .spill = given->spill}};
    io_result outcome = check_options(&options, sink);
    if (outcome == IO_OK)
        outcome = read_all(&reading, path);
    if (outcome == IO_OK)
        outcome = finish_plan(&reading.plan, &options, of_grid, path, sink);
    bodies_free(&reading.bodies);
    if (outcome == IO_OK)
        *result = reading.plan;
    else
        plan_free(&reading.plan);
    return outcome;
}

/* ---- memory ------------------------------------------------------------------------ */

void plan_rest(const plan *all, size_t agent)
{
    enum { NOW_AND_THEN = 4096 };
    if (all->spill != NULL && agent % NOW_AND_THEN == NOW_AND_THEN - 1)
        spill_rest(all->spill);
}

/* ---- looking ------------------------------------------------------------------------ */

size_t plan_motion_count(const plan *all)
{
    size_t sum = 0;
    for (size_t i = 0; i < all->agent_count; i++)
        sum += all->agents[i].trajectory.count;
    return sum;
}

/* ---- freeing ----------------------------------------------------------------------- */

void plan_free(plan *all)
{
    for (size_t i = 0; i < all->agent_count; i++) {
        free(all->agents[i].label);
        shape_forget(&all->agents[i].body);
        free(motions_of(&all->agents[i]));
        plan_free_waypoints(all, all->agents[i].waypoints);
        free(bodies_of(&all->agents[i]));
        free(all->agents[i].numbers);
    }
    for (size_t i = 0; i < all->body_count; i++) {
        free(all->bodies[i].name);
        shape_forget(&all->bodies[i].body);
    }
    for (size_t i = 0; i < all->input_count; i++) {
        free(all->inputs[i].name);
        free(all->inputs[i].role);
    }
    spill_close(all->room);
    free(all->agents);
    free(all->bodies);
    free(all->inputs);
    memset(all, 0, sizeof *all);
}
