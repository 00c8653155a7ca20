/* SPDX-License-Identifier: MIT */
/* Two agents of a plot: read from a CSV file of pairs, or named in a plan; and what the
 * library answers about them. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/plot_job.h"
#include "io/array.h"
#include "io/number.h"
#include "io/pairs.h"

/* ---- from a CSV file ------------------------------------------------------------------ */

typedef struct pair_search {
    plot_job *job;
    size_t rows;
    bool found, memory;
} pair_search;

/* Vertices live until the next row, so they are copied. */
static bool copy_agent(plan_agent *agent, const char *label, const graze_body *body,
                       const graze_motion *motion)
{
    size_t bytes = body->vertex_count * sizeof *body->vertices;
    graze_point *vertices = malloc(bytes > 0 ? bytes : 1);
    graze_motion *motions = malloc(sizeof *motions);
    agent->label = strdup(label);
    agent->body = (graze_body){body->radius, vertices, body->vertex_count};
    agent->trajectory = (graze_trajectory){.motions = motions, .count = 1};
    if (vertices == NULL || motions == NULL || agent->label == NULL)
        return false;
    if (bytes > 0)
        memcpy(vertices, body->vertices, bytes);
    *motions = *motion;
    return true;
}

static bool copy_pair(plot_job *job, const pairs_row *row)
{
    job->run.plan = (plan){.agents = calloc(2, sizeof(plan_agent)), .dimension = 2};
    job->run.has_plan = true;
    if (job->run.plan.agents == NULL)
        return false;
    job->run.plan.agent_count = 2;
    job->agent_a = 0;
    job->agent_b = 1;
    return copy_agent(&job->run.plan.agents[0], "a", &row->body_a, &row->a) &&
           copy_agent(&job->run.plan.agents[1], "b", &row->body_b, &row->b);
}

static io_result take_row(void *context, const pairs_row *row)
{
    pair_search *search = context;
    const char *id = search->job->values.id;
    search->rows++;
    if (search->found || (id != NULL && strcmp(id, row->id) != 0))
        return IO_OK;
    search->found = true;
    search->memory = !copy_pair(search->job, row);
    return search->memory ? IO_MEMORY : IO_OK;
}

int plot_read_pair(plot_job *job)
{
    pair_search search = {.job = job};
    io_result result = pairs_read(job->run.file, &job->run.sink, take_row, &search);
    diagnostic_finish(&job->run.sink);
    if (search.memory)
        return cli_memory();
    if (result != IO_OK)
        return cli_status_of(result);
    if (search.found && (search.rows == 1 || job->values.id != NULL))
        return CLI_DONE;
    if (search.found)
        return options_refuse("plot", "name one with id=ID", "which of the %zu pairs of '%s'?",
                              search.rows, job->run.file);
    return job->values.id != NULL
               ? options_refuse("plot", NULL, "there is no pair '%s' in '%s'", job->values.id,
                                job->run.file)
               : options_refuse("plot", NULL, "there is no pair in '%s'", job->run.file);
}

/* ---- what the library says ------------------------------------------------------------ */

static bool keep_meeting(void *context, const graze_meeting *meeting)
{
    plot_job *job = context;
    if (!array_grow(&job->met, &job->met_room, job->met_count + 1, sizeof *job->met)) {
        job->run.fault = GRAZE_ERROR_MEMORY;
        return false;
    }
    job->met[job->met_count++] = *meeting;
    return true;
}

static int told(plot_job *job, graze_status status)
{
    if (job->run.fault == GRAZE_OK)
        job->run.fault = status;
    return job->run.fault == GRAZE_OK ? CLI_DONE : CLI_BUG;
}

static graze_status ask_approach(plot_job *job)
{
    const plan_agent *a = &job->run.plan.agents[job->agent_a];
    const plan_agent *b = &job->run.plan.agents[job->agent_b];
    return graze_trajectory_clearance(&a->body, &a->trajectory, &b->body, &b->trajectory,
                                      &job->approach);
}

int plot_ask_distance(plot_job *job)
{
    const plan_agent *a = &job->run.plan.agents[job->agent_a];
    const plan_agent *b = &job->run.plan.agents[job->agent_b];
    graze_status status = ask_approach(job);
    if (status == GRAZE_OK)
        status = graze_trajectory_meetings(&a->body, &a->trajectory, &b->body, &b->trajectory,
                                           job->run.tolerance, NULL, keep_meeting, job);
    return told(job, status);
}

/* motion_a=N: counted from 0. Without it, the motion that comes nearest. */
static int read_motion(const char *name, const char *text, const plan_agent *agent, size_t *index)
{
    char *end = NULL;
    if (agent->trajectory.count == 0)
        return options_refuse("plot", NULL, "agent '%s' has no motion", agent->label);
    if (text == NULL)
        return CLI_DONE;
    unsigned long long number = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0')
        return options_refuse("plot", NULL, "%s=%s: not a whole number", name, text);
    if (number >= agent->trajectory.count)
        return options_refuse("plot", "motions are counted from 0",
                              "%s=%s: agent '%s' has %zu motions", name, text, agent->label,
                              agent->trajectory.count);
    *index = (size_t)number;
    return CLI_DONE;
}

static graze_status ask_answers(plot_job *job)
{
    const plan_agent *of_a = &job->run.plan.agents[job->agent_a];
    const plan_agent *of_b = &job->run.plan.agents[job->agent_b];
    const graze_motion *a = &of_a->trajectory.motions[job->seq_a];
    const graze_motion *b = &of_b->trajectory.motions[job->seq_b];
    const graze_body *one = plan_body_of(of_a, job->seq_a), *other = plan_body_of(of_b, job->seq_b);
    graze_status status =
        interval_list_conflicts(&job->conflicts, one, a, other, b, job->run.tolerance);
    if (status == GRAZE_OK)
        status = starts_ask(&job->asked, one, a, other, b, job->run.tolerance);
    if (status != GRAZE_OK)
        return status;
    status = starts_ask_speeds(&job->speeds, one, a, other, b, job->run.tolerance);
    job->has_speeds = status == GRAZE_OK;
    return status == GRAZE_ERROR_UNSUPPORTED ? GRAZE_OK : status;
}

int plot_ask_diagram(plot_job *job)
{
    graze_status asked = ask_approach(job);
    if (asked != GRAZE_OK)
        return told(job, asked);
    if (job->approach.nearest.common_life) {
        job->seq_a = job->approach.motion_a;
        job->seq_b = job->approach.motion_b;
    }
    int status = read_motion("motion_a", job->values.motion_a,
                             &job->run.plan.agents[job->agent_a], &job->seq_a);
    if (status == CLI_DONE)
        status = read_motion("motion_b", job->values.motion_b, &job->run.plan.agents[job->agent_b],
                             &job->seq_b);
    if (status != CLI_DONE)
        return status;
    return starts_open(&job->asked) && starts_open(&job->speeds) ? told(job, ask_answers(job))
                                                                 : cli_memory();
}
