/* SPDX-License-Identifier: MIT */
#include "cli/check_map.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/interrupt.h"
#include "io/number.h"

enum { NAME_SIZE = 200 }; /* [bytes] of what an agent meets */

/* ---- reading and keeping ------------------------------------------------------------------ */

static io_result refuse_alone(const char *option, diagnostics *sink)
{
    diagnostic_error(sink, &(diagnostic_place){.file = option}, "--map FILE",
                     "it says something about a map, and no map is given");
    return IO_BAD_INPUT;
}

static io_result read_map(check_map *against, const char *plan_file, bool hashed,
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

static bool has_anything(const check_map *against)
{
    return has_cells(against) || against->world != NULL;
}

static const graze_world *world_of(const check_map *against)
{
    return against->world != NULL ? against->world : against->map.world;
}

/* One world of the cells, if there are any, and the obstacles. */
static io_result make_world(check_map *against, diagnostics *sink)
{
    const map *ground = &against->map;
    const graze_grid grid = {ground->columns, ground->rows, ground->blocked, ground->cell};
    const obstacles *all = &against->obstacles;
    graze_status status = graze_world_create(has_cells(against) ? &grid : NULL, all->pieces,
                                             all->piece_count, NULL, &against->world);
    if (status == GRAZE_OK || status == GRAZE_ERROR_MEMORY)
        return status == GRAZE_OK ? IO_OK : IO_MEMORY;
    diagnostic_error(sink, &(diagnostic_place){.file = against->from.file}, NULL,
                     "the obstacles make no world: %s", graze_status_message(status));
    return IO_BAD_INPUT;
}

static io_result read_obstacles(check_map *against, const char *plan_file, bool hashed,
                                diagnostics *sink)
{
    obstacles_options *from = &against->from;
    from->hashed = hashed;
    diagnostic_place place = {.file = from->has_radius ? "--obstacle-radius" : "-"};
    bool twice = from->file != NULL && strcmp(from->file, "-") == 0 && strcmp(plan_file, "-") == 0;
    if (from->file == NULL && !from->has_radius)
        return IO_OK;
    if (from->file == NULL || (from->has_radius && from->radius < 0)) {
        place.file = "--obstacle-radius";
        diagnostic_error(sink, &place, "--obstacles FILE, and 0 metres or more", "%s",
                         from->file == NULL ? "no obstacles are given" : "the radius is negative");
        return IO_BAD_INPUT;
    }
    if (twice) {
        diagnostic_error(sink, &(diagnostic_place){.file = "-"}, "give one of them a name",
                         "standard input can be read only once");
        return IO_BAD_INPUT;
    }
    io_result result = obstacles_read(from, sink, &against->obstacles);
    return result == IO_OK ? make_world(against, sink) : result;
}

io_result check_map_read(check_map *against, const char *plan_file, bool hashed,
                         diagnostics *sink)
{
    io_result result = read_map(against, plan_file, hashed, sink);
    return result == IO_OK ? read_obstacles(against, plan_file, hashed, sink) : result;
}

/* Is the whole plan in one cell, though somebody moves? */
static bool stays_in_one_cell(const map *on, const plan *given)
{
    bool any = false, moves = false;
    double column = 0, row = 0;
    graze_vector first = {0, 0, 0};
    for (size_t i = 0; i < given->agent_count; i++) {
        const graze_trajectory *path = &given->agents[i].trajectory;
        for (size_t k = 0; k < path->count; k++) {
            graze_vector at = path->motions[k].position;
            if (!any) {
                first = at;
                column = floor(at.x / on->cell + 0.5);
                row = floor(at.y / on->cell + 0.5);
            }
            any = true;
            moves |= at.x != first.x || at.y != first.y;
            if (floor(at.x / on->cell + 0.5) != column || floor(at.y / on->cell + 0.5) != row)
                return false;
        }
    }
    return moves;
}

static void warn_of_cell(const check_map *against, const plan *given, diagnostics *sink)
{
    char cell[NUMBER_TEXT_SIZE];
    const map *on = &against->map;
    if ((on->columns > 1 || on->rows > 1) && stays_in_one_cell(on, given))
        diagnostic_warning(sink, &(diagnostic_place){.file = against->options.file},
                           "--cell METRES, the side of a cell in the units of the plan",
                           "the whole plan lies in one cell of %s m",
                           number_format(on->cell, false, cell));
}

io_result check_map_accept(const check_map *against, const plan *given, bool cells_asked,
                           diagnostics *sink)
{
    if (!against->given && against->options.has_cell && !given->uses_cell && !cells_asked)
        return refuse_alone("--cell", sink);
    if (has_cells(against) && given->dimension == 2)
        warn_of_cell(against, given, sink);
    if (!has_anything(against) || given->dimension == 2)
        return IO_OK;
    bool is_map = has_cells(against);
    diagnostic_error(
        sink,
        &(diagnostic_place){.file = is_map ? against->options.file : against->from.file},
        is_map ? "leave out --map" : "leave out --obstacles",
        "%s in the plane, and the plan is in space", is_map ? "a map lies" : "obstacles lie");
    return IO_BAD_INPUT;
}

io_result check_map_store(const check_map *against, database *db, int64_t run_id, int64_t plan_id)
{
    io_result result =
        against->given ? database_add_map(db, run_id, plan_id, &against->map) : IO_OK;
    return result == IO_OK && against->world != NULL
               ? database_add_obstacles(db, plan_id, &against->obstacles)
               : result;
}

void check_map_close(check_map *against)
{
    if (against->given)
        map_free(&against->map);
    against->given = false;
    graze_world_free(against->world);
    against->world = NULL;
    obstacles_free(&against->obstacles);
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

static size_t cell_count(const check_map *against)
{
    return has_cells(against) ? map_place_count(&against->map) : 0;
}

static bool take_meeting(void *context, size_t obstacle, const graze_meeting *meeting)
{
    agent_job *job = context;
    const check_map_listener *listener = job->listener;
    job->full = listener->has_room != NULL && !listener->has_room(listener->context);
    if (job->full)
        return false;
    bool is_cell = obstacle < cell_count(job->against);
    uint32_t columns = job->against->map.columns;
    if (!is_cell) /* pieces of one obstacle follow each other, and count on */
        obstacle = cell_count(job->against) +
                   job->against->obstacles.owners[obstacle - cell_count(job->against)];
    bool same = job->any && obstacle == job->obstacle;
    job->met.part = same ? job->met.part + 1 : 0;
    job->met.column = (uint32_t)(is_cell ? obstacle % columns
                                         : obstacle - cell_count(job->against));
    job->met.row = is_cell ? (uint32_t)(obstacle / columns) : DATABASE_NO_CELL;
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
    graze_status status = graze_world_meetings(world_of(against), &who->body, &who->trajectory,
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
    if (!has_anything(against))
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

/* "cell COLUMN ROW" or "obstacle LABEL", without a 0 byte where it is cut. */
static void name_of(const check_map *against, const database_obstacle_meeting *met,
                    char name[NAME_SIZE])
{
    char number[32];
    if (met->row != DATABASE_NO_CELL)
        snprintf(name, NAME_SIZE, "cell %u %u", (unsigned)met->column, (unsigned)met->row);
    else
        snprintf(name, NAME_SIZE, "obstacle %s",
                 obstacles_label(&against->obstacles, met->column, number));
}

void check_map_write(rows *writer, const check_map *against, const plan *given,
                     const database_obstacle_meeting *met)
{
    char name[NAME_SIZE];
    const graze_meeting *meeting = &met->meeting;
    name_of(against, met, name);
    rows_text(writer, given->agents[met->agent].label);
    rows_text(writer, name);
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
    char depth[NUMBER_TEXT_SIZE], name[NAME_SIZE];
    if (!has_anything(against))
        return;
    bool cells = has_cells(against), others = against->world != NULL;
    fprintf(stderr,
            "%s: %" PRIu64 " of %zu agents conflict with %s; stretches: %" PRIu64
            " conflict, %" PRIu64 " graze, %" PRIu64 " touch\n",
            cells ? "map" : "obstacles", against->agents_in_conflict, given->agent_count,
            cells && others ? "blocked cells and obstacles"
            : cells         ? "blocked cells"
                            : "obstacles",
            against->stretches[GRAZE_CONFLICT], against->stretches[GRAZE_GRAZE],
            against->stretches[GRAZE_TOUCH]);
    if (!against->has_deepest)
        return;
    const database_obstacle_meeting *met = &against->deepest;
    const char *label = given->agents[met->agent].label;
    name_of(against, met, name);
    fprintf(stderr, "deepest graze of %s: %s m, agent ",
            met->row == DATABASE_NO_CELL ? "an obstacle" : "a cell",
            number_format(met->meeting.depth, false, depth));
    rows_shown(stderr, label, strlen(label));
    fputs(", ", stderr);
    rows_shown(stderr, name, strlen(name));
    putc('\n', stderr);
}
