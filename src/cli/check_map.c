/* SPDX-License-Identifier: MIT */
#include "cli/check_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/interrupt.h"
#include "io/number.h"

enum { CELL_SIZE = 48 }; /* [bytes] of a cell's name */

/* ---- reading and keeping ------------------------------------------------------------------ */

static io_result refuse_alone(const char *option, diagnostics *sink)
{
    diagnostic_error(sink, &(diagnostic_place){.file = option}, "--map FILE",
                     "it says something about a map, and no map is given");
    return IO_BAD_INPUT;
}

io_result check_map_read(check_map *against, const char *plan_file, bool hashed,
                         diagnostics *sink)
{
    const map_options *options = &against->options;
    if (options->file == NULL)
        return options->edges_file != NULL ? refuse_alone("--edges", sink) : IO_OK;
    bool map_is_stdin = strcmp(options->file, "-") == 0;
    if (strcmp(plan_file, "-") == 0 &&
        (map_is_stdin || (options->edges_file != NULL && strcmp(options->edges_file, "-") == 0))) {
        diagnostic_error(sink, &(diagnostic_place){.file = "-"}, "give one of them a name",
                         "standard input can be read only once");
        return IO_BAD_INPUT;
    }
    against->options.hashed = hashed;
    io_result result = map_read(options, sink, &against->map);
    against->given = result == IO_OK;
    return result;
}

static bool has_cells(const check_map *against)
{
    return against->given && against->map.kind == MAP_GRID;
}

io_result check_map_accept(const check_map *against, const plan *given, diagnostics *sink)
{
    if (!against->given && against->options.has_cell && !given->uses_cell)
        return refuse_alone("--cell", sink);
    if (!has_cells(against) || given->dimension == 2)
        return IO_OK;
    diagnostic_error(sink, &(diagnostic_place){.file = against->options.file}, "leave out --map",
                     "a map lies in the plane, and the plan is in space");
    return IO_BAD_INPUT;
}

io_result check_map_store(const check_map *against, database *db, int64_t run_id, int64_t plan_id)
{
    return against->given ? database_add_map(db, run_id, plan_id, &against->map) : IO_OK;
}

void check_map_close(check_map *against)
{
    if (against->given)
        map_free(&against->map);
    against->given = false;
}

/* ---- deciding ------------------------------------------------------------------------------ */

typedef struct agent_job {
    check_map *against;
    const check_map_listener *listener;
    database_obstacle_meeting met; /* the latest */
    size_t obstacle;               /* of the latest */
    bool any, conflicts, full;
    io_result result;
} agent_job;

static void note(check_map *against, const database_obstacle_meeting *met)
{
    const graze_meeting *meeting = &met->meeting;
    against->stretches[meeting->verdict]++;
    if (meeting->verdict == GRAZE_CONFLICT &&
        (!against->has_first || meeting->when.lower < against->first.meeting.when.lower)) {
        against->has_first = true;
        against->first = *met;
    }
    if (meeting->verdict == GRAZE_GRAZE &&
        (!against->has_deepest || meeting->depth > against->deepest.meeting.depth)) {
        against->has_deepest = true;
        against->deepest = *met;
    }
}

static bool take_meeting(void *context, size_t obstacle, const graze_meeting *meeting)
{
    agent_job *job = context;
    uint32_t columns = job->against->map.columns;
    const check_map_listener *listener = job->listener;
    job->full = listener->has_room != NULL && !listener->has_room(listener->context);
    if (job->full)
        return false;
    bool same = job->any && obstacle == job->obstacle;
    job->met.part = same ? job->met.part + 1 : 0;
    job->met.column = (uint32_t)(obstacle % columns);
    job->met.row = (uint32_t)(obstacle / columns);
    job->met.meeting = *meeting;
    job->any = true;
    job->obstacle = obstacle;
    job->conflicts |= meeting->verdict == GRAZE_CONFLICT;
    note(job->against, &job->met);
    job->result = job->listener->take(job->listener->context, &job->met);
    return job->result == IO_OK;
}

static io_result decide_agent(check_map *against, const plan *given, size_t agent,
                              double tolerance, const check_map_listener *listener, bool *more)
{
    agent_job job = {.against = against, .listener = listener, .met.agent = agent};
    const plan_agent *who = &given->agents[agent];
    graze_status status = graze_world_meetings(against->map.world, &who->body, &who->trajectory,
                                               tolerance, NULL, take_meeting, &job);
    against->agents_in_conflict += job.conflicts;
    *more = !job.full;
    if (status == GRAZE_OK)
        return job.result;
    against->agent_at_fault = agent;
    against->fault = status;
    bool memory = status == GRAZE_ERROR_MEMORY || status == GRAZE_ERROR_WORKSPACE;
    return memory ? IO_MEMORY : IO_BAD_INPUT;
}

io_result check_map_decide(check_map *against, const plan *given, double tolerance,
                           const check_map_listener *listener)
{
    if (!has_cells(against))
        return IO_OK;
    bool more = true;
    for (size_t agent = 0; agent < given->agent_count && more; agent++) {
        against->interrupted = interrupt_pending() != 0;
        if (against->interrupted)
            return IO_OK;
        io_result result = decide_agent(against, given, agent, tolerance, listener, &more);
        if (result != IO_OK)
            return result;
    }
    return IO_OK;
}

/* ---- telling ------------------------------------------------------------------------------- */

void check_map_write(rows *writer, const plan *given, const database_obstacle_meeting *met)
{
    char cell[CELL_SIZE];
    const graze_meeting *meeting = &met->meeting;
    snprintf(cell, sizeof cell, "cell %u %u", (unsigned)met->column, (unsigned)met->row);
    rows_text(writer, given->agents[met->agent].label);
    rows_text(writer, cell);
    rows_text(writer, graze_verdict_name(meeting->verdict));
    rows_integer(writer, met->part);
    rows_real(writer, meeting->when.lower);
    rows_real(writer, meeting->when.upper);
    rows_real(writer, meeting->depth);
    rows_real(writer, meeting->time);
    rows_end(writer);
}

void check_map_say(const check_map *against, const plan *given)
{
    char depth[NUMBER_TEXT_SIZE];
    if (!has_cells(against))
        return;
    fprintf(stderr,
            "map: %" PRIu64 " of %zu agents conflict with blocked cells; stretches: %" PRIu64
            " conflict, %" PRIu64 " graze, %" PRIu64 " touch\n",
            against->agents_in_conflict, given->agent_count, against->stretches[GRAZE_CONFLICT],
            against->stretches[GRAZE_GRAZE], against->stretches[GRAZE_TOUCH]);
    if (!against->has_deepest)
        return;
    const database_obstacle_meeting *met = &against->deepest;
    const char *label = given->agents[met->agent].label;
    fprintf(stderr, "deepest graze of a cell: %s m, agent ",
            number_format(met->meeting.depth, false, depth));
    rows_shown(stderr, label, strlen(label));
    fprintf(stderr, ", cell %u %u\n", (unsigned)met->column, (unsigned)met->row);
}
