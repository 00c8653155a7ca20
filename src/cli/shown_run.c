/* SPDX-License-Identifier: MIT */
#include "cli/shown_run.h"

#include <stdlib.h>

#include "cli/command.h"
#include "cli/plan_check.h"
#include "cli/plan_operand.h"
#include "io/array.h"

/* ---- what was found ----------------------------------------------------------------- */

static io_result no_memory(shown_run *run)
{
    diagnostic_error(&run->sink, &(diagnostic_place){.file = run->file}, NULL, "out of memory");
    return IO_MEMORY;
}

static io_result keep_meeting(void *context, const stored_meeting *met)
{
    shown_run *run = context;
    if (!array_grow(&run->meetings, &run->meeting_room, run->meeting_count + 1,
                    sizeof *run->meetings))
        return no_memory(run);
    run->meetings[run->meeting_count] = *met;
    run->meetings[run->meeting_count++].meeting.distance += 0.0; /* no -0, as in a database */
    return IO_OK;
}

static io_result keep_obstacle(void *context, const database_obstacle_meeting *met)
{
    shown_run *run = context;
    if (!array_grow(&run->obstacles, &run->obstacle_room, run->obstacle_count + 1,
                    sizeof *run->obstacles))
        return no_memory(run);
    run->obstacles[run->obstacle_count] = *met;
    run->obstacles[run->obstacle_count++].meeting.distance += 0.0;
    return IO_OK;
}

io_result shown_run_keep_slack(void *context, const stored_slack *slack)
{
    shown_run *run = context;
    if (!array_grow(&run->slacks, &run->slack_room, run->slack_count + 1, sizeof *run->slacks))
        return no_memory(run);
    run->slacks[run->slack_count++] = *slack;
    return IO_OK;
}

/* ---- from a database ---------------------------------------------------------------- */

/* Meetings speak of the obstacles by their numbers. */
static io_result refuse_obstacles(shown_run *run)
{
    diagnostic_error(&run->sink, &(diagnostic_place){.file = "--obstacles"}, "leave it out",
                     "'%s' holds the obstacles that its plan was decided with", run->file);
    return IO_BAD_INPUT;
}

static int load_plan(shown_run *run, database *db, bool findings)
{
    const stored_listener listener = {keep_meeting, keep_obstacle, shown_run_keep_slack, run};
    int64_t plan_id;
    int status = plan_operand(run->command, run->plan_value, db, &plan_id);
    if (status != CLI_DONE)
        return status;
    io_result result = stored_plan_read(db, plan_id, &run->plan, &run->tolerance);
    run->has_plan = result == IO_OK;
    if (result == IO_OK)
        result = check_map_accept(&run->against, &run->plan, false, &run->sink);
    if (result == IO_OK)
        result = stored_map_read(db, plan_id, &run->map, &run->has_map);
    if (result == IO_OK)
        result = stored_obstacles_read(db, plan_id, &run->standing);
    if (result == IO_OK && run->standing.count > 0 && run->against.from.file != NULL)
        result = refuse_obstacles(run);
    if (result == IO_OK && findings)
        result = stored_findings_read(db, plan_id, &run->plan, &listener);
    return cli_status_of(result);
}

static int load(shown_run *run, bool findings)
{
    database *db = NULL;
    io_result result = database_open(run->file, &run->sink, &db);
    if (result != IO_OK)
        return cli_status_of(result);
    int status = load_plan(run, db, findings);
    database_close(db);
    return status;
}

/* ---- from a plan -------------------------------------------------------------------- */

static io_result keep_answer(void *context, const graze_check_answer *answer)
{
    shown_run *run = context;
    io_result result = IO_OK;
    for (size_t i = 0; i < answer->merged_count && result == IO_OK; i++) {
        const stored_meeting met = {answer->agent_a, answer->agent_b, answer->merged[i]};
        result = keep_meeting(run, &met);
    }
    return result;
}

static io_result decide_pairs(shown_run *run)
{
    const plan_check_listener listener = {.take = keep_answer, .context = run};
    const graze_check_options how = {.tolerance = run->tolerance, .threads = (size_t)run->jobs};
    graze_check_counts counts;
    io_result result = plan_check_pairs(&run->plan, &how, &listener, &counts, &run->fault);
    run->fault_a = counts.agent_a;
    run->fault_b = counts.agent_b;
    return result;
}

static io_result decide_obstacles(shown_run *run)
{
    const check_map_listener listener = {.take = keep_obstacle, .context = run};
    io_result result = check_map_decide(&run->against, &run->plan, run->tolerance, &listener);
    if (run->against.fault != GRAZE_OK) {
        run->fault = run->against.fault;
        run->fault_a = run->fault_b = run->against.agent_at_fault;
    }
    return result;
}

static int read_and_decide(shown_run *run, bool findings)
{
    run->reading.at_start = (plan_at_start)run->at_start;
    run->reading.at_end = (graze_at_end)run->at_end;
    run->reading.tolerance = run->tolerance;
    run->reading.has_cell = run->against.options.has_cell;
    run->reading.cell = run->against.options.cell;
    run->reading.map = run->against.given ? &run->against.map : NULL;
    io_result result = plan_read(run->file, &run->reading, &run->sink, &run->plan);
    run->has_plan = result == IO_OK;
    if (result == IO_OK)
        result = check_map_accept(&run->against, &run->plan, false, &run->sink);
    diagnostic_finish(&run->sink);
    if (result == IO_OK && findings)
        result = decide_pairs(run);
    if (result == IO_OK && findings)
        result = decide_obstacles(run);
    return cli_status_of(result);
}

/* ---- the whole ---------------------------------------------------------------------- */

/* A database knows its bodies, its tolerance and what its agents do before and after their rows. */
int shown_run_check_options(const shown_run *run)
{
    const char *given = run->reading.has_radius    ? "--radius"
                        : run->reading.bodies_file ? "--bodies"
                        : run->has_at_start        ? "--at-start"
                        : run->has_at_end          ? "--at-end"
                        : run->has_tolerance       ? "--tolerance"
                                                   : NULL;
    if (given == NULL || !run->is_database)
        return OPTIONS_GO_ON;
    return options_refuse(run->command,
                          "leave it out: the database holds what the plan was decided with",
                          "%s is for plans, and '%s' is a results database", given, run->file);
}

int shown_run_read(shown_run *run, bool findings)
{
    io_result result = check_map_read(&run->against, run->file, false, &run->sink);
    if (result != IO_OK)
        return cli_status_of(result);
    return run->is_database ? load(run, findings) : read_and_decide(run, findings);
}

const map *shown_run_map(const shown_run *run)
{
    return run->against.given ? &run->against.map : run->has_map ? &run->map : NULL;
}

const obstacles *shown_run_obstacles(const shown_run *run)
{
    return run->against.from.file != NULL ? &run->against.obstacles
           : run->standing.count > 0      ? &run->standing
                                          : NULL;
}

plot_meeting *shown_run_meetings(const shown_run *run, size_t *count)
{
    plot_meeting *made = calloc(run->meeting_count + run->obstacle_count + 1, sizeof *made);
    plot_meeting *next = made;
    for (size_t i = 0; made != NULL && i < run->meeting_count; i++) {
        const stored_meeting *met = &run->meetings[i];
        *next++ = (plot_meeting){
            .agent_a = met->agent_a, .agent_b = met->agent_b, .meeting = met->meeting};
    }
    for (size_t i = 0; made != NULL && i < run->obstacle_count; i++) {
        const database_obstacle_meeting *met = &run->obstacles[i];
        *next++ = (plot_meeting){.agent_a = met->agent,
                                 .agent_b = met->agent,
                                 .obstacle = true,
                                 .is_cell = met->row != DATABASE_NO_CELL,
                                 .column = met->column,
                                 .row = met->row,
                                 .meeting = met->meeting};
    }
    *count = (size_t)(next - made);
    return made;
}

void shown_run_close(shown_run *run)
{
    if (run->has_plan)
        plan_free(&run->plan);
    if (run->has_map)
        map_free(&run->map);
    obstacles_free(&run->standing);
    check_map_close(&run->against);
    free(run->meetings);
    free(run->obstacles);
    free(run->slacks);
}
