/* SPDX-License-Identifier: MIT */
#include "cli/batch_list.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_job.h"
#include "io/table.h"

enum { COMMAND, PLAN, MAP, SCENARIO, AGENTS, RADIUS, OPTIONS, COLUMNS };

static const char *const names[COLUMNS] = {"command", "plan",   "map",    "scenario",
                                           "agents",  "radius", "options"};

/* What a row says, or a pattern: null where it says nothing. */
typedef struct job_row {
    const char *cells[COLUMNS];
} job_row;

/* Who makes jobs, and where to tell what is wrong. */
typedef struct job_maker {
    batch_list *list;
    diagnostics *sink;
    table *rows; /* null: of patterns */
} job_maker;

static io_result refuse(job_maker *maker, size_t column, const char *hint, const char *message)
{
    if (maker->rows != NULL)
        table_error(maker->rows, column, hint, "%s", message);
    else
        diagnostic_error(maker->sink, &(diagnostic_place){.file = names[column]}, hint, "%s",
                         message);
    return IO_BAD_INPUT;
}

/* ---- words ----------------------------------------------------------------------------------- */

static bool add_word(batch_job *job, const char *text, size_t length)
{
    char **words = realloc(job->words, (job->count + 2) * sizeof *words);
    if (words == NULL)
        return false;
    job->words = words;
    words[job->count] = strndup(text, length);
    words[job->count + 1] = NULL;
    return words[job->count] != NULL && ++job->count > 0;
}

static bool add_option(batch_job *job, const char *name, const char *value)
{
    return value == NULL ||
           (add_word(job, name, strlen(name)) && add_word(job, value, strlen(value)));
}

/* Words lie apart by blanks or in lines; a word in double quotes may hold some. *closed tells
 * whether each quote has its second one. */
static bool add_words(batch_job *job, const char *text, bool *closed)
{
    *closed = true;
    static const char blanks[] = " \t\r\n";
    while (text != NULL && *(text += strspn(text, blanks)) != '\0') {
        bool quoted = *text == '"';
        text += quoted;
        size_t length = strcspn(text, quoted ? "\"" : blanks);
        if (!add_word(job, text, length))
            return false;
        text += length;
        *closed = !quoted || *text == '"';
        text += quoted && *closed;
    }
    return true;
}

/* A long option may be cut short, and a letter may follow those of flags. */
bool batch_job_has(const batch_job *job, const char *name, char letter)
{
    for (size_t i = 1; i < job->count; i++) {
        const char *word = job->words[i];
        if (word[0] != '-')
            continue;
        size_t length = word[1] == '-' ? strcspn(word + 2, "=") : 0;
        bool is_long = length > 0 && length <= strlen(name) && strncmp(word + 2, name, length) == 0;
        if (is_long || (letter != 0 && word[1 + strspn(word + 1, "qv")] == letter))
            return true;
    }
    return false;
}

/* A file's name may begin as options do. */
static bool add_plan(batch_job *job, const char *path)
{
    return path == NULL ||
           ((path[0] != '-' || add_word(job, "--", 2)) && add_word(job, path, strlen(path)));
}

static bool fill_words(batch_job *job, const job_row *row, const char *agents, bool *closed)
{
    const char *const *cells = row->cells;
    const char *command = cells[COMMAND];
    return add_word(job, command, strlen(command)) && add_option(job, "--map", cells[MAP]) &&
           add_option(job, "--scenario", cells[SCENARIO]) && add_option(job, "--agents", agents) &&
           add_option(job, "--radius", cells[RADIUS]) && add_words(job, cells[OPTIONS], closed) &&
           add_plan(job, cells[PLAN]);
}

static void free_job(batch_job *job)
{
    for (size_t i = 0; i < job->count; i++)
        free(job->words[i]);
    free(job->words);
    free(job->command_json);
}

static bool grow(batch_list *list)
{
    if (list->count < list->room)
        return true;
    size_t room = list->room > 0 ? 2 * list->room : 64;
    batch_job *jobs = realloc(list->jobs, room * sizeof *jobs);
    if (jobs == NULL)
        return false;
    list->jobs = jobs;
    list->room = room;
    return true;
}

/* The batch says where results go and which jobs go on. */
static io_result check_options(job_maker *maker, const batch_job *job, bool closed)
{
    if (!closed)
        return refuse(maker, OPTIONS, "a word with blanks stands between two double quotes",
                      "options: a quote has no second one");
    if (batch_job_has(job, "output", 'o') || batch_job_has(job, "resume", 0))
        return refuse(maker, OPTIONS, "leave out -o and --resume",
                      "options: the batch keeps the results, and goes on by itself");
    return IO_OK;
}

static io_result add_job(job_maker *maker, const job_row *row, const char *agents, bool follows)
{
    batch_list *list = maker->list;
    if (!grow(list))
        return IO_MEMORY;
    batch_job *job = &list->jobs[list->count];
    *job = (batch_job){.follows = follows, .series = list->series_count - follows};
    bool closed;
    io_result result =
        fill_words(job, row, agents, &closed) ? check_options(maker, job, closed) : IO_MEMORY;
    if (result == IO_OK) {
        job->command_json = check_command_line((int)job->count, job->words);
        result = job->command_json != NULL ? IO_OK : IO_MEMORY;
    }
    if (result != IO_OK) {
        free_job(job);
        return result;
    }
    list->count++;
    list->series_count += !follows;
    return IO_OK;
}

/* ---- numbers of agents ------------------------------------------------------------------- */

typedef struct agent_range {
    long first, last, step;
} agent_range;

enum { AGENTS_MAX = 1000000 };

static bool take_number(const char **text, long *value)
{
    char *end;
    if (strchr("0123456789", **text) == NULL || **text == '\0')
        return false;
    *value = strtol(*text, &end, 10);
    *text = end;
    return *value >= 1 && *value <= AGENTS_MAX;
}

/* N, A..B or A..B..STEP */
static bool read_range(const char *text, agent_range *range)
{
    *range = (agent_range){.step = 1};
    if (!take_number(&text, &range->first))
        return false;
    range->last = range->first;
    if (strncmp(text, "..", 2) == 0 && (text += 2, !take_number(&text, &range->last)))
        return false;
    if (strncmp(text, "..", 2) == 0 && (text += 2, !take_number(&text, &range->step)))
        return false;
    return *text == '\0' && range->first <= range->last;
}

static io_result add_range(job_maker *maker, const job_row *row)
{
    agent_range range;
    char agents[24];
    if (row->cells[AGENTS] == NULL)
        return add_job(maker, row, NULL, false);
    if (!read_range(row->cells[AGENTS], &range))
        return refuse(maker, AGENTS, "N, or A..B, or A..B..STEP, from 1 to a million",
                      "agents: that is no number and no range");
    io_result result = IO_OK;
    for (long n = range.first; n <= range.last && result == IO_OK; n += range.step) {
        snprintf(agents, sizeof agents, "%ld", n);
        result = add_job(maker, row, agents, n > range.first);
    }
    return result;
}

/* ---- rows -------------------------------------------------------------------------------- */

static io_result check_cells(job_maker *maker, const job_row *row)
{
    const char *const *cells = row->cells;
    const char *command = cells[COMMAND] != NULL ? cells[COMMAND] : "";
    bool solves = strcmp(command, "solve") == 0;
    if (!solves && strcmp(command, "check") != 0)
        return refuse(maker, COMMAND, "check or solve", "command: that is no job");
    if (solves && cells[PLAN] != NULL)
        return refuse(maker, PLAN, "leave it empty", "plan: `graze solve` reads none");
    if (!solves && cells[AGENTS] != NULL)
        return refuse(maker, AGENTS, "leave it empty", "agents: `graze check` takes all of a plan");
    if (!solves && cells[PLAN] == NULL)
        return refuse(maker, PLAN, "name the plan", "plan: `graze check` needs one");
    if (solves && cells[MAP] == NULL)
        return refuse(maker, MAP, "name the map", "map: `graze solve` needs one");
    if (solves && cells[SCENARIO] == NULL)
        return refuse(maker, SCENARIO, "name the scenario", "scenario: `graze solve` needs one");
    return IO_OK;
}

static io_result take_row(job_maker *maker)
{
    job_row row = {{NULL}};
    for (size_t column = 0; column < COLUMNS; column++) {
        size_t length = 0;
        const char *text =
            table_has(maker->rows, column) ? table_text(maker->rows, column, &length) : NULL;
        row.cells[column] = length > 0 ? text : NULL;
    }
    io_result result = check_cells(maker, &row);
    if (result == IO_OK)
        result = add_range(maker, &row);
    return result == IO_BAD_INPUT ? IO_OK : result; /* reported: all faults are told at once */
}

static io_result read_file(const batch_source *from, job_maker *maker)
{
    static const table_format format = {
        .columns = names,
        .count = COLUMNS,
        .expected = "command and, as it needs, plan, map, scenario, agents, radius, options"};
    source *input = NULL;
    bool more = false;
    io_result result = source_open(from->file, false, maker->sink, &input);
    if (result == IO_OK)
        result = table_open(input, &format, maker->sink, &maker->rows);
    if (result == IO_OK && !table_require(maker->rows, COMMAND))
        result = IO_BAD_INPUT;
    while (result == IO_OK && (result = table_next(maker->rows, &more)) == IO_OK && more)
        result = take_row(maker);
    result = table_finish(maker->rows, result);
    source_close(input);
    return result;
}

/* ---- patterns ---------------------------------------------------------------------------- */

static io_result match(job_maker *maker, size_t column, const char *pattern, glob_t *found)
{
    int code = glob(pattern, 0, NULL, found);
    if (code == GLOB_NOSPACE)
        return IO_MEMORY;
    return code == 0 ? IO_OK
                     : refuse(maker, column, "quote patterns, so that the shell does not read them",
                              "no file matches the pattern");
}

static io_result make_checks(const batch_source *from, job_maker *maker)
{
    glob_t plans = {0};
    io_result result = match(maker, PLAN, from->plans, &plans);
    for (size_t i = 0; result == IO_OK && i < plans.gl_pathc; i++) {
        const job_row row = {{"check", plans.gl_pathv[i], NULL, NULL, NULL, from->radius,
                              from->options}};
        result = add_range(maker, &row);
    }
    globfree(&plans);
    return result;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The length of a file's name up to its ending. */
static size_t stem_of(const char *base)
{
    const char *dot = strrchr(base, '.');
    return dot != NULL ? (size_t)(dot - base) : strlen(base);
}

/* The map whose name the scenario's begins with, the longest of several; or the only one. */
static const char *map_of(const glob_t *maps, const char *path)
{
    const char *found = maps->gl_pathc == 1 ? maps->gl_pathv[0] : NULL;
    size_t longest = 0;
    for (size_t i = 0; i < maps->gl_pathc; i++) {
        const char *base = base_of(maps->gl_pathv[i]);
        size_t stem = stem_of(base);
        if (stem > longest && strncmp(base, base_of(path), stem) == 0) {
            longest = stem;
            found = maps->gl_pathv[i];
        }
    }
    return found;
}

static io_result make_solves(const batch_source *from, job_maker *maker)
{
    glob_t maps = {0}, scenarios = {0};
    io_result result = match(maker, MAP, from->maps, &maps);
    if (result == IO_OK)
        result = match(maker, SCENARIO, from->scenarios, &scenarios);
    for (size_t i = 0; result == IO_OK && i < scenarios.gl_pathc; i++) {
        const char *path = scenarios.gl_pathv[i], *on = map_of(&maps, path);
        const job_row row = {{"solve", NULL, on, path, from->agents, from->radius, from->options}};
        if (on == NULL)
            result = refuse(maker, SCENARIO, "a scenario's name begins with that of its map",
                            "no map belongs to a scenario; write a file of jobs");
        else
            result = add_range(maker, &row);
    }
    globfree(&maps);
    globfree(&scenarios);
    return result;
}

/* ---- the list ---------------------------------------------------------------------------- */

static void take_digest(batch_list *list)
{
    sha256 hash;
    sha256_begin(&hash);
    for (size_t i = 0; i < list->count; i++) {
        const char *text = list->jobs[i].command_json;
        sha256_add(&hash, text, strlen(text) + 1);
    }
    sha256_end(&hash, list->sha256);
}

io_result batch_list_read(const batch_source *from, diagnostics *sink, batch_list *list)
{
    job_maker maker = {list, sink, NULL};
    *list = (batch_list){0};
    io_result result = from->file != NULL    ? read_file(from, &maker)
                       : from->plans != NULL ? make_checks(from, &maker)
                                             : make_solves(from, &maker);
    diagnostic_finish(sink);
    take_digest(list);
    return result;
}

void batch_list_free(batch_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free_job(&list->jobs[i]);
    free(list->jobs);
    *list = (batch_list){0};
}
