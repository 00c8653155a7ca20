/* SPDX-License-Identifier: MIT */
/* Downloads of the MAPF tracker, and submissions to it, as CSV (RFC 4180): a header in which
 * `path` or `solution_plan` is the column of the moves, and a row for each plan. Columns that
 * say nothing about the plan are passed over. */
#include "io/plan_tracker.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/plan_formats.h"
#include "io/plan_paths.h"
#include "io/scen_tasks.h"

/* ---- moves -------------------------------------------------------------------------------- */

typedef struct moves_reader {
    plan_reading *reading;
    const tracker_record *record;
    const scen_task *tasks;
    size_t task_count;
    plan_paths paths;
} moves_reader;

static io_result refuse_move(const moves_reader *r, size_t agent, const char *line, size_t length,
                             size_t at, const char *fault)
{
    diagnostic_place place = {.file = source_name(r->reading->input),
                              .line = r->record->line > 0 ? r->record->line + agent : 0,
                              .column = at + 1,
                              .text = r->record->line > 0 && agent > 0 ? line : NULL,
                              .text_length = length};
    diagnostic_error(r->reading->sink, &place, "u, d, l, r and w, with a number before it or not",
                     "agent %zu, move %zu: %s", agent, at + 1, fault);
    return IO_BAD_INPUT;
}

static bool go(char move, long long *x, long long *y, int up)
{
    switch (tolower((unsigned char)move)) {
    case 'u':
        *y += up;
        return true;
    case 'd':
        *y -= up;
        return true;
    case 'l':
        --*x;
        return true;
    case 'r':
        ++*x;
        return true;
    default:
        return tolower((unsigned char)move) == 'w';
    }
}

static io_result take_agent(moves_reader *r, const char *line, size_t length, int up)
{
    enum { REPEATS_MAX = 1 << 24 };
    size_t agent = r->paths.count, at = 0;
    if (agent >= r->task_count)
        return refuse_move(r, agent, line, length, 0, "the scenario has no such agent");
    long long x = (long long)r->tasks[agent].start_x, y = (long long)r->tasks[agent].start_y;
    io_result result = plan_paths_add_number(&r->paths, agent);
    plan_path *path = result == IO_OK ? &r->paths.all[agent] : NULL;
    if (result == IO_OK)
        result = plan_paths_row(path, 0, (double)x, (double)y);
    while (result == IO_OK && at < length) {
        size_t begin = at;
        long long repeats = 0;
        while (at < length && isdigit((unsigned char)line[at]) && repeats < REPEATS_MAX)
            repeats = 10 * repeats + (line[at++] - '0');
        repeats = at == begin ? 1 : repeats;
        if (at == length || repeats > REPEATS_MAX)
            return refuse_move(r, agent, line, length, begin, "a number without its move");
        for (; repeats > 0 && result == IO_OK; repeats--) {
            if (!go(line[at], &x, &y, up))
                return refuse_move(r, agent, line, length, at, "this is no move");
            result = plan_paths_row(path, (double)path->count, (double)x, (double)y);
        }
        at++;
    }
    return result;
}

/* Does a line follow? Of texts without a count, one that ends with a line break has none
 * behind it. */
static bool has_line(const moves_reader *r, size_t at)
{
    if (r->record->has_agents && (long long)r->paths.count >= r->record->agents)
        return at < r->record->length;
    return r->record->has_agents ? at <= r->record->length
                                 : at < r->record->length || r->paths.count == 0;
}

static io_result take_moves(moves_reader *r, int up)
{
    const char *moves = r->record->moves;
    size_t at = 0;
    io_result result = IO_OK;
    plan_paths_free(&r->paths);
    while (result == IO_OK && has_line(r, at)) {
        const char *end = memchr(moves + at, '\n', r->record->length - at);
        size_t length = end != NULL ? (size_t)(end - moves) - at : r->record->length - at;
        size_t next = at + length + 1;
        while (length > 0 && strchr("\r \t", moves[at + length - 1]) != NULL)
            length--;
        result = take_agent(r, moves + at, length, up);
        at = next;
    }
    return result;
}

static size_t count_misses(const moves_reader *r)
{
    size_t misses = 0;
    for (size_t i = 0; i < r->paths.count; i++) {
        const plan_path *path = &r->paths.all[i];
        graze_vector end = path->places[path->count - 1];
        misses += end.x != (double)r->tasks[i].goal_x || end.y != (double)r->tasks[i].goal_y;
    }
    return misses;
}

static io_result refuse_plan(const moves_reader *r, const char *hint, const char *what)
{
    diagnostic_place place = {.file = source_name(r->reading->input), .line = r->record->line};
    diagnostic_error(r->reading->sink, &place, hint, "%s", what);
    return IO_BAD_INPUT;
}

static io_result check_agents(const moves_reader *r)
{
    char what[120];
    if (!r->record->has_agents || (size_t)r->record->agents == r->paths.count)
        return IO_OK;
    snprintf(what, sizeof what, "the plan is for %lld agents, and has %zu lines", r->record->agents,
             r->paths.count);
    return refuse_plan(r, "one line for each agent", what);
}

/* Up is the way in which all paths end at their goals. */
static io_result find_up(moves_reader *r)
{
    char what[160];
    io_result result = take_moves(r, 1);
    if (result == IO_OK)
        result = check_agents(r);
    if (result != IO_OK)
        return result;
    size_t misses = count_misses(r);
    if (misses == 0)
        return IO_OK;
    result = take_moves(r, -1);
    size_t other_misses = result == IO_OK ? count_misses(r) : 0;
    if (result != IO_OK || other_misses == 0)
        return result;
    snprintf(what, sizeof what,
             "%zu of %zu paths miss the goals of the scenario when u is a row more, %zu when it is "
             "a row less",
             misses, r->paths.count, other_misses);
    return refuse_plan(r, "is it the scenario of this plan?", what);
}

static io_result refuse_no_scenario(const plan_reading *reading, const tracker_record *record)
{
    char hint[260];
    snprintf(hint, sizeof hint, "--scenario FILE, the one that was solved%s%s",
             record->scenario[0] != '\0' ? ": " : "", record->scenario);
    diagnostic_error(reading->sink,
                     &(diagnostic_place){.file = source_name(reading->input), .line = record->line},
                     hint, "the plan holds moves alone, and not where the agents start");
    return IO_BAD_INPUT;
}

io_result plan_tracker_take(plan_reading *reading, const tracker_record *record)
{
    const char *file = reading->options->import.scenario_file;
    scen_task *tasks = NULL;
    moves_reader r = {.reading = reading, .record = record};
    if (file == NULL)
        return refuse_no_scenario(reading, record);
    io_result result = plan_reading_open(reading, file, &reading->scenario_input);
    if (result == IO_OK)
        result = scen_tasks_read(reading->scenario_input, reading->sink, &tasks, &r.task_count);
    r.tasks = tasks;
    if (result == IO_OK)
        result = find_up(&r);
    reading->plan.in_cells = true;
    free(tasks);
    return plan_paths_finish(&r.paths, reading, result);
}

io_result plan_tracker_choose(const plan_reading *reading, size_t count, size_t *record)
{
    const plan_import *import = &reading->options->import;
    char hint[80];
    diagnostic_place place = {.file = source_name(reading->input)};
    *record = import->has_record ? import->record : 0;
    if (*record < count && (import->has_record || count == 1))
        return IO_OK;
    snprintf(hint, sizeof hint, "--record N, from 0 to %zu", count > 0 ? count - 1 : 0);
    if (count == 0)
        diagnostic_error(reading->sink, &place, NULL, "there is no plan in this file");
    else if (import->has_record)
        diagnostic_error(reading->sink, &place, hint,
                         "record %zu is not in the file, which has %zu", *record, count);
    else
        diagnostic_error(reading->sink, &place, hint, "the file holds %zu plans: which of them?",
                         count);
    return IO_BAD_INPUT;
}

/* ---- CSV ---------------------------------------------------------------------------------- */

enum { AGENTS, MOVES, SOLUTION, MAP_NAME, SCEN_TYPE, TYPE_ID, COLUMNS };

static const char *const names[COLUMNS] = {
    "agents", "path", "solution_plan", "map_name", "scen_type", "type_id",
};

typedef struct csv_field {
    char *text; /* without its quotes, and a 0 byte behind it */
    size_t length;
    size_t line; /* on which it begins */
} csv_field;

typedef struct csv_rows {
    const char *bytes;
    size_t length, at, line;
    csv_field *fields; /* of this row */
    size_t count, capacity;
    bool open_quote;
} csv_rows;

static void forget_row(csv_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        free(rows->fields[i].text);
    rows->count = 0;
}

/* Takes the field at hand, up to the comma or the end of the row, which stays. */
static io_result take_field(csv_rows *rows)
{
    const char *bytes = rows->bytes;
    if (!array_grow(&rows->fields, &rows->capacity, rows->count + 1, sizeof *rows->fields))
        return IO_MEMORY;
    bool quoted = rows->at < rows->length && bytes[rows->at] == '"';
    csv_field field = {.line = rows->line};
    size_t capacity = 0;
    rows->at += quoted;
    for (bool inside = quoted; rows->at < rows->length; rows->at++) {
        char c = bytes[rows->at];
        bool doubled =
            inside && c == '"' && rows->at + 1 < rows->length && bytes[rows->at + 1] == '"';
        if (!inside && (c == ',' || c == '\n' ||
                        (c == '\r' && rows->at + 1 < rows->length && bytes[rows->at + 1] == '\n')))
            break;
        rows->line += c == '\n';
        if (inside && c == '"' && !doubled) {
            inside = false;
            continue;
        }
        rows->at += doubled;
        if (!array_grow(&field.text, &capacity, field.length + 2, 1)) {
            free(field.text);
            return IO_MEMORY;
        }
        field.text[field.length++] = c;
    }
    rows->open_quote = quoted && (rows->at == 0 || bytes[rows->at - 1] != '"');
    if (field.text == NULL && !array_grow(&field.text, &capacity, 1, 1))
        return IO_MEMORY;
    field.text[field.length] = '\0';
    rows->fields[rows->count++] = field;
    return IO_OK;
}

/* Goes to the next row that is not empty; none has fields. */
static io_result next_row(csv_rows *rows)
{
    io_result result = IO_OK;
    forget_row(rows);
    while (rows->at < rows->length && strchr("\r\n", rows->bytes[rows->at]) != NULL)
        rows->line += rows->bytes[rows->at++] == '\n';
    for (bool more = rows->at < rows->length; more && result == IO_OK;) {
        result = take_field(rows);
        more = rows->at < rows->length && rows->bytes[rows->at] == ',';
        rows->at += more;
    }
    return result;
}

typedef struct tracker_table {
    csv_rows rows;
    size_t columns[COLUMNS]; /* the field of each, SIZE_MAX where there is none */
} tracker_table;

static io_result take_header(tracker_table *t)
{
    io_result result = next_row(&t->rows);
    for (size_t column = 0; column < COLUMNS; column++) {
        t->columns[column] = SIZE_MAX;
        for (size_t i = 0; i < t->rows.count; i++)
            if (strcmp(t->rows.fields[i].text, names[column]) == 0)
                t->columns[column] = i;
    }
    return result;
}

static const csv_field *field_of(const tracker_table *t, size_t column)
{
    size_t at = t->columns[column];
    return at < t->rows.count ? &t->rows.fields[at] : NULL;
}

static void name_scenario(const tracker_table *t, tracker_record *record)
{
    const csv_field *map = field_of(t, MAP_NAME), *type = field_of(t, SCEN_TYPE),
                    *id = field_of(t, TYPE_ID);
    if (map != NULL && type != NULL && id != NULL)
        snprintf(record->scenario, sizeof record->scenario, "%.80s-%.40s-%.20s.scen", map->text,
                 type->text, id->text);
}

static io_result refuse_row(const tracker_table *t, const plan_reading *reading, const char *why)
{
    diagnostic_error(reading->sink,
                     &(diagnostic_place){.file = source_name(reading->input),
                                         .line = t->rows.fields[0].line},
                     NULL, "%s", why);
    return IO_BAD_INPUT;
}

/* How many agents the row says that it is for, if it does. */
static bool take_agents(const csv_field *agents, tracker_record *record)
{
    double count;
    record->has_agents = agents != NULL && agents->length > 0;
    if (!record->has_agents)
        return true;
    if (number_parse(agents->text, agents->length, false, &count) != NUMBER_OK ||
        !(count >= 0 && count <= 0x1p53) || floor(count) != count)
        return false;
    record->agents = (long long)count;
    return true;
}

/* The row at hand as a plan. */
static io_result take_record(const tracker_table *t, plan_reading *reading)
{
    const csv_field *moves = field_of(t, t->columns[MOVES] != SIZE_MAX ? MOVES : SOLUTION);
    if (moves == NULL)
        return refuse_row(t, reading, "the row has no moves");
    tracker_record record = {.moves = moves->text, .length = moves->length, .line = moves->line};
    if (!take_agents(field_of(t, AGENTS), &record))
        return refuse_row(t, reading, "the number of agents is no count");
    name_scenario(t, &record);
    return plan_tracker_take(reading, &record);
}

/* How many rows follow the header; the rows are then at the header again. */
static io_result count_rows(tracker_table *t, plan_reading *reading, size_t *count)
{
    csv_rows begin = t->rows;
    io_result result = IO_OK;
    *count = 0;
    while (result == IO_OK && t->rows.at < t->rows.length) {
        result = next_row(&t->rows);
        *count += t->rows.count > 0;
    }
    if (result == IO_OK && t->rows.open_quote) {
        diagnostic_error(reading->sink, &(diagnostic_place){.file = source_name(reading->input)},
                         NULL, "a field in quotes does not end: the file is cut short");
        result = IO_BAD_INPUT;
    }
    t->rows.at = begin.at;
    t->rows.line = begin.line;
    return result;
}

static io_result read_table(tracker_table *t, plan_reading *reading)
{
    size_t count, record;
    io_result result = take_header(t);
    if (result == IO_OK)
        result = count_rows(t, reading, &count);
    if (result == IO_OK)
        result = plan_tracker_choose(reading, count, &record);
    for (size_t i = 0; result == IO_OK && i <= record; i++)
        result = next_row(&t->rows);
    return result == IO_OK ? take_record(t, reading) : result;
}

io_result plan_tracker_read(plan_reading *reading)
{
    tracker_table t = {.rows = {.line = 1}};
    io_result result = source_hold(reading->input, reading->sink, SIZE_MAX, &t.rows.bytes,
                                   &t.rows.length);
    if (result != IO_OK)
        return result;
    if (t.rows.length >= 3 && memcmp(t.rows.bytes, "\xEF\xBB\xBF", 3) == 0)
        t.rows.at = 3;
    result = read_table(&t, reading);
    forget_row(&t.rows);
    free(t.rows.fields);
    return result;
}

/* Has the header such a column, perhaps in quotes? */
static bool has_column(const char *line, size_t length, const char *name)
{
    size_t begin = 0, wanted = strlen(name);
    bool inside = false;
    for (size_t at = 0; at <= length; at++) {
        inside ^= at < length && line[at] == '"';
        if (at < length && (inside || line[at] != ','))
            continue;
        size_t quote = at - begin == wanted + 2 && line[begin] == '"';
        if (at - begin == wanted + 2 * quote && memcmp(line + begin + quote, name, wanted) == 0)
            return true;
        begin = at + 1;
    }
    return false;
}

/* A header with a column of moves, and without one of times: a plan of ours has `time`. Takes no
 * memory: what there is none for would be taken for another file. */
bool plan_tracker_begins(const char *bytes, size_t length)
{
    const char *end = memchr(bytes, '\n', length);
    length = end != NULL ? (size_t)(end - bytes) : length;
    length -= length > 0 && bytes[length - 1] == '\r';
    return has_column(bytes, length, names[SOLUTION]) ||
           (has_column(bytes, length, names[MOVES]) && has_column(bytes, length, names[AGENTS]));
}
