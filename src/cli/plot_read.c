/* SPDX-License-Identifier: MIT */
/* What plots show of a run: whom, where they meet, how deep. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/plan_operand.h"
#include "cli/plot_job.h"
#include "io/array.h"

/* ---- what was found ------------------------------------------------------------------- */

/* The exponent of a depth as a decimal of 17 digits, as the view depth_histogram has it. */
static int decade_of(double depth)
{
    char text[40];
    snprintf(text, sizeof text, "%.16e", depth);
    return (int)strtol(strchr(text, 'e') + 1, NULL, 10);
}

/* By decade, and there by name. */
static bool is_before(const plot_decade *a, const plot_decade *b)
{
    return a->decade != b->decade ? a->decade < b->decade : a->verdict > b->verdict;
}

/* The row of a verdict and decade, made if it is new. */
static plot_decade *find_decade(plot_job *job, const plot_decade *wanted)
{
    size_t at = 0;
    while (at < job->decade_count && is_before(&job->decades[at], wanted))
        at++;
    if (at < job->decade_count && !is_before(wanted, &job->decades[at]))
        return &job->decades[at];
    if (!array_grow(&job->decades, &job->decade_room, job->decade_count + 1, sizeof *job->decades))
        return NULL;
    plot_decade *row = &job->decades[at];
    memmove(row + 1, row, (job->decade_count++ - at) * sizeof *row);
    *row = *wanted;
    return row;
}

static int count_depths(plot_job *job)
{
    for (size_t i = 0; i < job->run.meeting_count; i++) {
        const graze_meeting *met = &job->run.meetings[i].meeting;
        if (!(met->depth > 0))
            continue;
        plot_decade *row = find_decade(job, &(plot_decade){.verdict = met->verdict,
                                                           .decade = decade_of(met->depth),
                                                           .shallowest = met->depth,
                                                           .deepest = met->depth});
        if (row == NULL)
            return cli_memory();
        row->meetings++;
        row->shallowest = met->depth < row->shallowest ? met->depth : row->shallowest;
        row->deepest = met->depth > row->deepest ? met->depth : row->deepest;
    }
    return CLI_DONE;
}

/* ---- the agents that are meant ---------------------------------------------------------- */

static int refuse_agent(const plot_job *job, const char *label)
{
    const plan *all = &job->run.plan;
    char hint[120];
    const char **names = calloc(all->agent_count + 1, sizeof *names);
    if (names == NULL)
        return cli_memory();
    for (size_t i = 0; i < all->agent_count; i++)
        names[i] = all->agents[i].label;
    const char *nearest = options_nearest(label, names);
    snprintf(hint, sizeof hint, "did you mean '%.80s'?", nearest != NULL ? nearest : "");
    free(names);
    return options_refuse("plot", nearest != NULL ? hint : NULL, "'%s' has no agent '%s'",
                          job->run.file, label);
}

static int find_agent(plot_job *job, const char *label, size_t *index)
{
    for (*index = 0; *index < job->run.plan.agent_count; ++*index)
        if (strcmp(job->run.plan.agents[*index].label, label) == 0)
            return CLI_DONE;
    return refuse_agent(job, label);
}

/* a=LABEL b=LABEL: both for a pair; for a whole plan they say who is shown. */
static int find_agents(plot_job *job)
{
    const plot_values *values = &job->values;
    bool pair = job->picture <= PICTURE_DIAGRAM;
    int status = CLI_DONE;
    if (!pair && values->a == NULL && values->b == NULL)
        return CLI_DONE;
    if (values->a != NULL)
        status = find_agent(job, values->a, &job->agent_a);
    if (values->b != NULL && status == CLI_DONE)
        status = find_agent(job, values->b, &job->agent_b);
    if (status != CLI_DONE || pair)
        return status;
    job->shown = calloc(job->run.plan.agent_count, sizeof *job->shown);
    if (job->shown == NULL)
        return cli_memory();
    if (values->a != NULL)
        job->shown[job->agent_a] = true;
    if (values->b != NULL)
        job->shown[job->agent_b] = true;
    return CLI_DONE;
}

int plot_read_course(plot_job *job)
{
    database *db = NULL;
    int64_t plan_id;
    io_result result = database_open(job->run.file, &job->run.sink, &db);
    if (result != IO_OK)
        return cli_status_of(result);
    int status = plan_operand("plot", job->run.plan_value, db, &plan_id);
    if (status == CLI_DONE)
        status = cli_status_of(anytime_read(db, plan_id, &job->course));
    database_close(db);
    return status;
}

int plot_read_run(plot_job *job)
{
    bool pair = job->picture <= PICTURE_DIAGRAM;
    if (pair && (job->values.a == NULL || job->values.b == NULL))
        return options_refuse("plot",
                              "name two agents: a=LABEL b=LABEL; `graze query DB degree` "
                              "lists those in conflict",
                              "of which agents?");
    int status = shown_run_read(&job->run, !pair);
    if (status == CLI_DONE && job->run.fault == GRAZE_OK)
        status = find_agents(job);
    if (status != CLI_DONE || job->run.fault != GRAZE_OK || pair)
        return status;
    if (job->picture == PICTURE_DEPTHS)
        return count_depths(job);
    job->meetings = shown_run_meetings(&job->run, &job->meeting_count);
    return job->meetings != NULL ? CLI_DONE : cli_memory();
}
