/* SPDX-License-Identifier: MIT */
/* What plots show of a results database: a plan, its map, what its run has found. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/plan_operand.h"
#include "cli/plot_job.h"
#include "io/array.h"
#include "storage/question.h"
#include "storage/stored.h"
#include "storage/stored_rows.h"

static io_result no_memory(plot_job *job)
{
    diagnostic_error(&job->sink, &(diagnostic_place){.file = job->file}, NULL, "out of memory");
    return IO_MEMORY;
}

/* ---- what a run has found ------------------------------------------------------------- */

static io_result keep(plot_job *job, const plot_meeting *met)
{
    if (!array_grow(&job->meetings, &job->meeting_room, job->meeting_count + 1,
                    sizeof *job->meetings))
        return no_memory(job);
    job->meetings[job->meeting_count++] = *met;
    return IO_OK;
}

static io_result keep_meeting(void *context, const stored_meeting *met)
{
    const plot_meeting kept = {
        .agent_a = met->agent_a, .agent_b = met->agent_b, .meeting = met->meeting};
    return keep(context, &kept);
}

static io_result keep_obstacle(void *context, const database_obstacle_meeting *met)
{
    const plot_meeting kept = {.agent_a = met->agent,
                               .agent_b = met->agent,
                               .obstacle = true,
                               .column = met->column,
                               .row = met->row,
                               .meeting = met->meeting};
    return keep(context, &kept);
}

static io_result ignore_slack(void *context, const stored_slack *slack)
{
    (void)context;
    (void)slack;
    return IO_OK;
}

static graze_verdict verdict_of(const query *row, size_t column)
{
    return stored_text_is(row, column, "conflict") ? GRAZE_CONFLICT
           : stored_text_is(row, column, "graze")  ? GRAZE_GRAZE
                                                   : GRAZE_TOUCH;
}

static io_result keep_decade(void *context, const query *row)
{
    plot_job *job = context;
    if (!array_grow(&job->decades, &job->decade_room, job->decade_count + 1, sizeof *job->decades))
        return no_memory(job);
    job->decades[job->decade_count++] = (plot_decade){.verdict = verdict_of(row, 0),
                                                      .decade = (int)stored_integer(row, 1),
                                                      .meetings = stored_integer(row, 2),
                                                      .shallowest = stored_real(row, 3),
                                                      .deepest = stored_real(row, 4)};
    return IO_OK;
}

static io_result keep_tolerance(void *context, const query *row)
{
    plot_job *job = context;
    job->tolerance = stored_real(row, 0);
    return IO_OK;
}

static io_result read_depths(plot_job *job, database *db, int64_t plan_id)
{
    io_result result = stored_rows_each(db, "SELECT tolerance_m FROM plan WHERE plan_id = ?",
                                        plan_id, keep_tolerance, job);
    if (result != IO_OK)
        return result;
    return stored_rows_each(db,
                            "SELECT verdict, decade, meetings, shallowest_m, deepest_m "
                            "FROM depth_histogram WHERE plan_id = ? ORDER BY decade, verdict",
                            plan_id, keep_decade, job);
}

static io_result read_findings(plot_job *job, database *db, int64_t plan_id)
{
    const stored_listener listener = {keep_meeting, keep_obstacle, ignore_slack, job};
    io_result result = stored_map_read(db, plan_id, &job->map, &job->has_map);
    return result == IO_OK ? stored_findings_read(db, plan_id, &job->plan, &listener) : result;
}

/* ---- the plan and its agents ---------------------------------------------------------- */

static int find_agent(plot_job *job, database *db, int64_t plan_id, const char *label,
                      size_t *index)
{
    for (*index = 0; *index < job->plan.agent_count; ++*index)
        if (strcmp(job->plan.agents[*index].label, label) == 0)
            return CLI_DONE;
    int status = cli_status_of(question_check_agent(db, plan_id, label));
    return status != CLI_DONE ? status : CLI_BAD_INPUT;
}

/* a=LABEL b=LABEL: both for a pair; for a whole plan they say who is shown. */
static int find_agents(plot_job *job, database *db, int64_t plan_id)
{
    const plot_values *values = &job->values;
    bool pair = job->picture <= PICTURE_DIAGRAM;
    int status = CLI_DONE;
    if (!pair && values->a == NULL && values->b == NULL)
        return CLI_DONE;
    if (pair && (values->a == NULL || values->b == NULL))
        return options_refuse("plot",
                              "name two agents: a=LABEL b=LABEL; `graze query DB degree` "
                              "lists those in conflict",
                              "of which agents?");
    if (values->a != NULL)
        status = find_agent(job, db, plan_id, values->a, &job->agent_a);
    if (values->b != NULL && status == CLI_DONE)
        status = find_agent(job, db, plan_id, values->b, &job->agent_b);
    if (status != CLI_DONE || pair)
        return status;
    job->shown = calloc(job->plan.agent_count, sizeof *job->shown);
    if (job->shown == NULL)
        return cli_memory();
    if (values->a != NULL)
        job->shown[job->agent_a] = true;
    if (values->b != NULL)
        job->shown[job->agent_b] = true;
    return CLI_DONE;
}

static int read_plan(plot_job *job, database *db)
{
    int64_t plan_id;
    int status = plan_operand("plot", job->values.plan, db, &plan_id);
    if (status != CLI_DONE)
        return status;
    if (job->picture == PICTURE_DEPTHS)
        return cli_status_of(read_depths(job, db, plan_id));
    io_result result = stored_plan_read(db, plan_id, &job->plan, &job->tolerance);
    job->has_plan = result == IO_OK;
    if (result == IO_OK && job->picture > PICTURE_DIAGRAM)
        result = read_findings(job, db, plan_id);
    return result == IO_OK ? find_agents(job, db, plan_id) : cli_status_of(result);
}

int plot_read_database(plot_job *job)
{
    database *db = NULL;
    io_result result = database_open(job->file, &job->sink, &db);
    if (result != IO_OK)
        return cli_status_of(result);
    int status = read_plan(job, db);
    database_close(db);
    return status;
}
