/* SPDX-License-Identifier: MIT */
/* Logs of Continuous-CBS (XML): the task's agents, then in <log> one <agent> for
 * each, whose <path> is a list of <section>s from place to place.
 *
 * The times are the running sums of the sections' durations: the exact sum of
 * the durations, each time rounded once to the nearest double. So every section
 * ends where and when the next one starts. On a grid i is the row and j the
 * column (x = j, y = i); on a roadmap i and j are x and y themselves.
 *
 * Nothing is believed: a log has the same form after a failed run, and neither
 * its <summary> nor the duration of a <path> is looked at. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "io/array.h"
#include "io/ccbs_task.h"
#include "io/exact_sum.h"
#include "io/map.h"
#include "io/number.h"
#include "io/plan_reading.h"
#include "io/xml.h"

/* What the log says of one agent: the waypoints at the ends of its sections. */
typedef struct log_path {
    bool is_there;
    bool has_path;
    size_t first_section; /* offset of its tag */
    double *times;
    graze_vector *places;
    size_t count, times_capacity, places_capacity;
    exact_sum elapsed;
} log_path;

typedef struct log_reader {
    plan_reading *reading;
    ccbs_task task;
    log_path *paths; /* one for each agent of the task */
    log_path *path;  /* of the <agent> at hand; null when it is at fault */
    size_t sections; /* of the path at hand */
    bool has_log;
    size_t log_offset, path_agents;
} log_reader;

/* ---- the frame ----------------------------------------------------------------------- */

static io_result take_task_agent(void *context, xml *x, xml_attributes attributes)
{
    log_reader *r = context;
    if (!r->has_log)
        return ccbs_task_take_agent(&r->task, x, attributes);
    xml_error(x, NULL, NULL, "an <agent> of the task after the <log>");
    return IO_OK;
}

static io_result open_log(void *context, xml *x, xml_attributes attributes)
{
    log_reader *r = context;
    (void)attributes;
    if (r->has_log) {
        xml_error(x, NULL, NULL, "a second <log>");
        return IO_BAD_INPUT;
    }
    r->has_log = true;
    r->log_offset = xml_offset(x);
    if (r->task.count == 0) {
        xml_error(x, NULL, "the <agent> elements of the task come before the <log>",
                  "the log's task has no agents");
        return IO_BAD_INPUT;
    }
    r->paths = calloc(r->task.count, sizeof *r->paths);
    return r->paths == NULL ? IO_MEMORY : IO_OK;
}

static io_result open_agent(void *context, xml *x, xml_attributes attributes)
{
    static const char *const names[] = {"number", NULL};
    log_reader *r = context;
    size_t number;
    r->path = NULL;
    r->path_agents++;
    xml_expect(x, attributes, names);
    if (!xml_count(x, attributes, "number", &number))
        return IO_OK;
    if (number >= r->task.count)
        xml_error(x, "number", "agents are numbered from 0 in the order of the task",
                  "agent %zu is not in the task, which has %zu", number, r->task.count);
    else if (r->paths[number].is_there)
        xml_error(x, "number", NULL, "agent %zu is there twice", number);
    else
        r->path = &r->paths[number];
    if (r->path != NULL)
        r->path->is_there = true;
    return IO_OK;
}

static io_result open_path(void *context, xml *x, xml_attributes attributes)
{
    static const char *const names[] = {"duration", NULL};
    log_reader *r = context;
    xml_expect(x, attributes, names);
    r->sections = 0;
    if (r->path == NULL)
        return IO_OK;
    if (r->path->has_path)
        xml_error(x, NULL, NULL, "a second <path> of one agent");
    r->path->has_path = true;
    return IO_OK;
}

/* ---- sections ------------------------------------------------------------------------ */

typedef struct section {
    graze_vector start, goal;
    double duration;
} section;

static graze_vector place_of(const log_reader *r, double i, double j)
{
    return r->task.on_roadmap ? (graze_vector){i, j, 0} : (graze_vector){j, i, 0};
}

static bool same_place(graze_vector a, graze_vector b)
{
    return a.x == b.x && a.y == b.y;
}

static bool read_section(const log_reader *r, xml *x, xml_attributes attributes, section *s)
{
    static const char *const names[] = {"number", "start_i",  "start_j", "goal_i",
                                        "goal_j", "duration", NULL};
    double start_i, start_j, goal_i, goal_j;
    xml_expect(x, attributes, names);
    bool sound = xml_number(x, attributes, "start_i", &start_i);
    sound &= xml_number(x, attributes, "start_j", &start_j);
    sound &= xml_number(x, attributes, "goal_i", &goal_i);
    sound &= xml_number(x, attributes, "goal_j", &goal_j);
    sound &= xml_number(x, attributes, "duration", &s->duration);
    if (!sound)
        return false;
    s->start = place_of(r, start_i, start_j);
    s->goal = place_of(r, goal_i, goal_j);
    if (s->duration >= 0)
        return true;
    xml_error(x, "duration", "a duration is 0 or more seconds", "a section ends before it starts");
    return false;
}

static bool check_number(const log_reader *r, xml *x, xml_attributes attributes)
{
    size_t number;
    if (!xml_count(x, attributes, "number", &number))
        return false;
    if (number == r->sections)
        return true;
    xml_error(x, "number", "sections are numbered from 0 without gaps",
              "this is section %zu of the path, not %zu", r->sections, number);
    return false;
}

static void refuse_start(const log_reader *r, xml *x, graze_vector expected, const char *whose)
{
    char first[NUMBER_TEXT_SIZE], second[NUMBER_TEXT_SIZE];
    number_format(r->task.on_roadmap ? expected.x : expected.y, false, first);
    number_format(r->task.on_roadmap ? expected.y : expected.x, false, second);
    xml_error(x, "start_i", "a path has no gaps", "the section does not start at %s, (%s, %s)",
              whose, first, second);
}

/* Does the section start where the agent is? */
static bool check_start(const log_reader *r, xml *x, const section *s)
{
    const log_path *path = r->path;
    if (path->count > 0) {
        if (same_place(s->start, path->places[path->count - 1]))
            return true;
        refuse_start(r, x, path->places[path->count - 1], "the goal of the one before it");
        return false;
    }
    if (r->task.on_roadmap) /* the vertex's place is known only with a map: check_vertex */
        return true;
    ccbs_cell cell = r->task.agents[path - r->paths].start;
    graze_vector start = place_of(r, (double)cell.i, (double)cell.j);
    if (same_place(s->start, start))
        return true;
    refuse_start(r, x, start, "the start of its agent in the task");
    return false;
}

static io_result add_waypoint(log_path *path, double time, graze_vector place)
{
    if (!array_grow(&path->times, &path->times_capacity, path->count + 1, sizeof *path->times) ||
        !array_grow(&path->places, &path->places_capacity, path->count + 1, sizeof *path->places))
        return IO_MEMORY;
    path->times[path->count] = time;
    path->places[path->count++] = place;
    return IO_OK;
}

static io_result add_section(log_path *path, xml *x, const section *s)
{
    io_result result = path->count > 0 ? IO_OK : add_waypoint(path, 0, s->start);
    if (result != IO_OK)
        return result;
    double before = path->times[path->count - 1];
    exact_sum_add(&path->elapsed, s->duration);
    double time = exact_sum_rounded(&path->elapsed);
    if (isinf(time))
        xml_error(x, "duration", NULL, "the path ends beyond the largest double");
    else if (time == before && !same_place(s->start, s->goal))
        xml_error(x, "duration",
                  s->duration > 0 ? "the duration vanishes beside the time that has passed" : NULL,
                  "the agent changes its place in no time");
    return add_waypoint(path, time, s->goal);
}

static io_result take_section(void *context, xml *x, xml_attributes attributes)
{
    log_reader *r = context;
    section s;
    bool sound = check_number(r, x, attributes);
    sound &= read_section(r, x, attributes, &s);
    r->sections++;
    if (r->path == NULL || !sound || !check_start(r, x, &s))
        return IO_OK;
    if (r->path->count == 0)
        r->path->first_section = xml_offset(x);
    return add_section(r->path, x, &s);
}

/* ---- after the last tag -------------------------------------------------------------- */

static io_result close_root(void *context, xml *x)
{
    const log_reader *r = context;
    if (!r->has_log) {
        xml_error(x, NULL, "a log is what the solver writes: the task's agents, then <log>",
                  "the file has no <log>: it is no solution");
        return IO_OK;
    }
    if (r->path_agents == 0) {
        xml_error_at(x, r->log_offset, "the solver found nothing", "the log has no agents");
        return IO_OK;
    }
    for (size_t i = 0; i < r->task.count; i++) {
        if (!r->paths[i].is_there)
            xml_error_at(x, r->task.agents[i].offset, "every agent of the task is in the log",
                         "agent %zu is not in the log", i);
        else if (!r->paths[i].has_path)
            xml_error_at(x, r->task.agents[i].offset, "an agent that never moves has an empty path",
                         "agent %zu has no <path> in the log", i);
    }
    return IO_OK;
}

static const char *map_name(const log_reader *r)
{
    return r->reading->options->map->inputs[0].name;
}

/* A log is of a grid or of a roadmap, and so is its map. */
static io_result check_map_kind(const log_reader *r)
{
    const map *on = r->reading->options->map;
    if (on == NULL || r->task.on_roadmap == (on->kind == MAP_ROADMAP))
        return IO_OK;
    diagnostic_error(r->reading->sink, &(diagnostic_place){.file = map_name(r)},
                     "is it the map of this log?",
                     r->task.on_roadmap ? "the log is of a roadmap, and the map is a grid"
                                        : "the log is of a grid, and the map is a roadmap");
    return IO_BAD_INPUT;
}

/* An agent on a roadmap starts at its vertex. */
static void check_vertex(log_reader *r, xml *x, size_t agent)
{
    const map *on = r->reading->options->map;
    const ccbs_task_agent *task = &r->task.agents[agent];
    const log_path *path = &r->paths[agent];
    if (task->start_vertex >= map_place_count(on)) {
        xml_error_at(x, task->offset, NULL, "vertex %zu is not in %.200s, which has %u",
                     task->start_vertex, map_name(r), (unsigned)map_place_count(on));
        return;
    }
    graze_point vertex = map_place(on, (uint32_t)task->start_vertex);
    if (path->count > 0 && (path->places[0].x != vertex.x || path->places[0].y != vertex.y))
        xml_error_at(x, path->first_section, "is it the map of this log?",
                     "agent %zu does not start at vertex %zu of %.200s", agent, task->start_vertex,
                     map_name(r));
}

/* An agent on a grid starts at a cell that there is. */
static void check_cell(log_reader *r, xml *x, size_t agent)
{
    const map *on = r->reading->options->map;
    const ccbs_task_agent *task = &r->task.agents[agent];
    if (task->start.i >= on->rows || task->start.j >= on->columns)
        xml_error_at(
            x, task->offset, "is it the map of this log?",
            "agent %zu starts in row %zu and column %zu, %.200s has %u rows and %u columns", agent,
            task->start.i, task->start.j, map_name(r), (unsigned)on->rows, (unsigned)on->columns);
}

/* Where an agent without sections stands. */
static io_result add_resting_place(log_reader *r, xml *x, size_t agent)
{
    const map *on = r->reading->options->map;
    const ccbs_task_agent *task = &r->task.agents[agent];
    if (!r->task.on_roadmap)
        return add_waypoint(&r->paths[agent], 0,
                            place_of(r, (double)task->start.i, (double)task->start.j));
    if (on != NULL) {
        graze_point vertex = map_place(on, (uint32_t)task->start_vertex);
        return add_waypoint(&r->paths[agent], 0, (graze_vector){vertex.x, vertex.y, 0});
    }
    xml_error_at(x, task->offset, "--map ROADMAP.xml, which knows the vertex's place",
                 "agent %zu never moves, and the log does not say where vertex %zu is", agent,
                 task->start_vertex);
    return IO_BAD_INPUT;
}

static io_result build_motions(log_reader *r, xml *x, size_t agent)
{
    const log_path *path = &r->paths[agent];
    graze_status status = plan_reading_set_rows(r->reading, agent, path->count, path->times,
                                                path->places, NULL);
    if (status == GRAZE_ERROR_MEMORY)
        return IO_MEMORY;
    if (status != GRAZE_OK)
        xml_error_at(x, r->task.agents[agent].offset, NULL, "agent %zu: %s", agent,
                     graze_status_message(status));
    return status == GRAZE_OK ? IO_OK : IO_BAD_INPUT;
}

static io_result add_agent(log_reader *r, xml *x, size_t agent)
{
    char label[32];
    graze_body body = {0};
    const plan_options *options = r->reading->options;
    snprintf(label, sizeof label, "%zu", agent);
    if (r->reading->plan.has_bodies &&
        !bodies_choose(&r->reading->bodies, options, label, &body))
        xml_error_at(x, r->task.agents[agent].offset,
                     "every agent needs a row there, or --radius METRES",
                     "agent %s has no row in %.200s", label, options->bodies_file);
    io_result result = plan_reading_add_agent(r->reading, label, &body);
    if (result == IO_OK && r->paths[agent].count == 0)
        result = add_resting_place(r, x, agent);
    if (result == IO_BAD_INPUT) /* reported; the next agent may be at fault too */
        return IO_OK;
    return result == IO_OK ? build_motions(r, x, agent) : result;
}

static io_result add_agents(log_reader *r, xml *x)
{
    if (r->reading->options->map != NULL)
        for (size_t agent = 0; agent < r->task.count; agent++)
            (r->task.on_roadmap ? check_vertex : check_cell)(r, x, agent);
    if (xml_failed(x))
        return IO_BAD_INPUT;
    io_result result = IO_OK;
    for (size_t agent = 0; agent < r->task.count && result == IO_OK; agent++)
        result = add_agent(r, x, agent);
    return result;
}

static io_result check_radius(log_reader *r, xml *x)
{
    const plan_options *options = r->reading->options;
    r->reading->plan.has_bodies = options->has_radius || options->bodies_file != NULL;
    if (r->reading->plan.has_bodies || options->bodies_optional)
        return IO_OK;
    xml_error_at(x, r->log_offset, bodies_hint, "the agents have no radius: a log holds none");
    return IO_BAD_INPUT;
}

/* ---- the whole ----------------------------------------------------------------------- */

static io_result read_log(log_reader *r, xml *x)
{
    static const xml_element elements[] = {
        {.path = "root", .close = close_root},
        {.path = "root/agent", .open = take_task_agent},
        {.path = "root/log", .open = open_log},
        {.path = "root/log/summary", .ignored = true},
        {.path = "root/log/agent", .open = open_agent},
        {.path = "root/log/agent/path", .open = open_path},
        {.path = "root/log/agent/path/section", .open = take_section},
    };
    io_result result = xml_parse(x, elements, sizeof elements / sizeof elements[0], r);
    if (result != IO_OK || xml_failed(x))
        return result;
    result = check_radius(r, x);
    if (result == IO_OK)
        result = check_map_kind(r);
    return result == IO_OK ? add_agents(r, x) : result;
}

static void free_reader(log_reader *r)
{
    for (size_t i = 0; r->paths != NULL && i < r->task.count; i++) {
        free(r->paths[i].times);
        free(r->paths[i].places);
    }
    free(r->paths);
    ccbs_task_free(&r->task);
}

io_result ccbs_log_read(plan_reading *reading)
{
    log_reader r = {.reading = reading};
    xml *x = NULL;
    io_result result = xml_open(reading->input, reading->sink, &x);
    if (result == IO_OK)
        result = read_log(&r, x);
    result = xml_finish(x, result);
    free_reader(&r);
    return result;
}
