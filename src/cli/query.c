/* SPDX-License-Identifier: MIT */
/* `graze query`: asks a results database, by the name of a question or in SQL.
 *
 * Whatever is asked, values come from `name=value` on the command line, are
 * held against what the database knows, and are bound: never pasted into SQL. */
#include "cli/query.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/paths.h"
#include "cli/rows.h"
#include "io/number.h"
#include "storage/query.h"
#include "storage/question.h"
#include "storage/verify.h"

enum { DEFAULT_COUNT = 10, DEFAULT_CELL = 1 /* [m] */ };

typedef struct query_job {
    common_options common;
    bool show_sql;
    int limit; /* [rows] at most, if there is a limit */
    bool has_limit;
    const char *file;         /* the database; null with show_sql only */
    const char *asked;        /* a name, or SQL, or null */
    const question *question; /* null: free SQL */
    char **values;            /* the operands name=value */
    int value_count;
    diagnostics sink;
    database *db;
    query *statement;
} query_job;

static const char notes_head[] =
    "Without a name, lists the questions. SQL is one statement that only reads; name=value gives\n"
    "its parameters, in SQL written :name. plan=ID defaults to the plan of the latest finished "
    "run.\n"
    "\n"
    "questions:\n";

static const char notes_tail[] =
    "\n"
    "CSV holds every text as it is, also one that a spreadsheet takes for a formula (it begins\n"
    "with = + - @, a tab or a carriage return): import such columns as text. A text that no\n"
    "reader of CSV takes (control characters, bytes that are no UTF-8) is refused.\n"
    "\n"
    "exit status: 0 done; 2 bad usage, SQL, or database; 4 files or streams; 5 memory\n"
    "\n"
    "examples:\n"
    "  graze query results.db safe\n"
    "  graze query results.db deepest count=3 --format jsonl\n"
    "  graze query results.db --sql who\n"
    "  graze query results.db \"SELECT label FROM agent WHERE plan_id = :plan\"\n";

/* ---- values on the command line --------------------------------------------------- */

/* The value of name=value among the operands, or null. */
static const char *value_of(const query_job *job, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < job->value_count; i++)
        if (strncmp(job->values[i], name, length) == 0 && job->values[i][length] == '=')
            return job->values[i] + length + 1;
    return NULL;
}

static bool is_parameter(const query_job *job, const char *name, size_t length)
{
    for (size_t i = 0; i < query_parameters(job->statement); i++) {
        const char *known = query_parameter_name(job->statement, i);
        if (length > 0 && strlen(known) == length && strncmp(known, name, length) == 0)
            return true;
    }
    return false;
}

/* Every operand is name=value, asked for, and there once. */
static int check_values(const query_job *job)
{
    for (int i = 0; i < job->value_count; i++) {
        const char *value = job->values[i], *equals = strchr(value, '=');
        if (equals == NULL)
            return options_refuse("query", "values are given as name=value; quote SQL as one word",
                                  "unexpected '%s'", value);
        if (!is_parameter(job, value, (size_t)(equals - value)))
            return options_refuse("query", "without a name, `graze query DB` lists what there is",
                                  "nothing asks for '%s'", value);
        for (int k = 0; k < i; k++)
            if (strncmp(job->values[k], value, (size_t)(equals - value) + 1) == 0)
                return options_refuse("query", NULL, "'%.*s' is given twice", (int)(equals - value),
                                      value);
    }
    return CLI_DONE;
}

static bool read_integer(const char *text, int64_t *value)
{
    char *end = NULL;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || strchr(" \t\n+", text[0]) != NULL)
        return false;
    *value = number;
    return true;
}

static int read_positive(const char *name, const char *text, query_value *value)
{
    value->kind = QUERY_INTEGER;
    if (read_integer(text, &value->integer) && value->integer > 0)
        return CLI_DONE;
    return options_refuse("query", NULL, "%s=%s: not a positive whole number", name, text);
}

static int read_real(const char *name, const char *text, query_value *value)
{
    value->kind = QUERY_REAL;
    number_fault fault = number_parse(text, strlen(text), false, &value->real);
    if (fault == NUMBER_OK)
        return CLI_DONE;
    return options_refuse("query", NULL, "%s=%s: %s", name, text, number_fault_message(fault));
}

static int read_cell(const char *name, const char *text, query_value *value)
{
    int status = read_real(name, text, value);
    if (status != CLI_DONE || value->real > 0)
        return status;
    return options_refuse("query", NULL, "%s=%s: not more than 0 metres", name, text);
}

static query_value as_text(const char *text)
{
    return (query_value){.kind = QUERY_TEXT, .text = text, .length = strlen(text)};
}

/* A parameter of the user's own SQL is what it looks like. */
static query_value guess(const char *text)
{
    query_value value = {.kind = QUERY_INTEGER};
    if (read_integer(text, &value.integer))
        return value;
    value.kind = QUERY_REAL;
    if (number_parse(text, strlen(text), true, &value.real) == NUMBER_OK)
        return value;
    return as_text(text);
}

static int read_plan(query_job *job, const char *text, query_value *value)
{
    *value = (query_value){.kind = QUERY_INTEGER};
    if (text == NULL)
        return cli_status_of(question_latest_plan(job->db, &value->integer));
    int status = read_positive("plan", text, value);
    return status == CLI_DONE ? cli_status_of(question_check_plan(job->db, value->integer))
                              : status;
}

/* An agent is one of a plan, whether the statement names the plan or not. */
static int read_agent(query_job *job, const char *text, query_value *value)
{
    query_value plan_id;
    int status = read_plan(job, value_of(job, "plan"), &plan_id);
    *value = as_text(text);
    return status == CLI_DONE ? cli_status_of(question_check_agent(job->db, plan_id.integer, text))
                              : status;
}

static int read_value(query_job *job, const char *name, query_value *value)
{
    const char *text = value_of(job, name);
    if (strcmp(name, "plan") == 0)
        return read_plan(job, text, value);
    if (text == NULL && strcmp(name, "count") == 0) {
        *value = (query_value){.kind = QUERY_INTEGER, .integer = DEFAULT_COUNT};
        return CLI_DONE;
    }
    if (text == NULL && strcmp(name, "cell") == 0) {
        *value = (query_value){.kind = QUERY_REAL, .real = DEFAULT_CELL};
        return CLI_DONE;
    }
    if (text == NULL && name[0] == '\0')
        return options_refuse("query", "write :name instead of ?", "a parameter has no name");
    if (text == NULL)
        return options_refuse("query", NULL, "no value is given for '%s'; add %s=...", name, name);
    if (strcmp(name, "count") == 0)
        return read_positive(name, text, value);
    if (strcmp(name, "other") == 0)
        return read_plan(job, text, value);
    if (strcmp(name, "t") == 0 || strcmp(name, "x") == 0 || strcmp(name, "y") == 0)
        return read_real(name, text, value);
    if (strcmp(name, "cell") == 0)
        return read_cell(name, text, value);
    if (strcmp(name, "agent") == 0)
        return read_agent(job, text, value);
    *value = guess(text);
    return CLI_DONE;
}

static int bind_values(query_job *job)
{
    int status = check_values(job);
    for (size_t i = 0; i < query_parameters(job->statement) && status == CLI_DONE; i++) {
        query_value value = {.kind = QUERY_NULL};
        status = read_value(job, query_parameter_name(job->statement, i), &value);
        if (status == CLI_DONE)
            status = cli_status_of(query_bind(job->statement, i, &value));
    }
    return status;
}

/* ---- printing --------------------------------------------------------------------- */

static io_result write_blob(rows *writer, const query_value *value)
{
    static const char digits[] = "0123456789abcdef";
    char *text = malloc(2 * value->length + 1);
    if (text == NULL)
        return IO_MEMORY;
    for (size_t i = 0; i < value->length; i++) {
        unsigned char byte = (unsigned char)value->text[i];
        text[2 * i] = digits[byte >> 4];
        text[2 * i + 1] = digits[byte & 15];
    }
    rows_bytes(writer, text, 2 * value->length);
    free(text);
    return IO_OK;
}

static io_result write_cell(rows *writer, const query_value *value)
{
    switch (value->kind) {
    case QUERY_NULL:
        rows_empty(writer);
        break;
    case QUERY_INTEGER:
        rows_integer(writer, value->integer);
        break;
    case QUERY_REAL:
        rows_real(writer, value->real);
        break;
    case QUERY_TEXT:
        rows_bytes(writer, value->text, value->length);
        break;
    case QUERY_BLOB:
        return write_blob(writer, value);
    }
    return IO_OK;
}

static io_result write_rows(const query_job *job, rows *writer)
{
    size_t columns = query_columns(job->statement);
    bool row = true;
    io_result result = IO_OK;
    for (int told = 0; result == IO_OK; told++) {
        if (job->has_limit && told == job->limit)
            return result;
        result = query_next(job->statement, &row);
        if (result != IO_OK || !row)
            return result;
        for (size_t c = 0; c < columns && result == IO_OK; c++) {
            query_value value = query_cell(job->statement, c);
            result = write_cell(writer, &value);
        }
        rows_end(writer);
        if (result == IO_OK)
            result = rows_result(writer);
    }
    return result;
}

static rows *open_rows(const query_job *job, FILE *out)
{
    size_t columns = query_columns(job->statement);
    const char **names = calloc(columns + 1, sizeof *names);
    if (names == NULL)
        return NULL;
    for (size_t c = 0; c < columns; c++)
        names[c] = query_column_name(job->statement, c);
    bool lossless = job->question != NULL && job->question->lossless;
    rows_format format = lossless && !job->common.has_format
                             ? ROWS_CSV
                             : options_format(&job->common, job->common.output != NULL);
    rows *writer = rows_open(out, format, job->common.hex || lossless, columns, names);
    free(names);
    return writer;
}

static io_result print_answer(const query_job *job, FILE *out)
{
    rows *writer = open_rows(job, out);
    io_result result = write_rows(job, writer);
    io_result written = rows_close(writer);
    return result != IO_OK ? result : written;
}

static io_result print_list(const query_job *job, FILE *out)
{
    static const char *const columns[] = {"question", "parameters", "meaning"};
    rows_format format = options_format(&job->common, job->common.output != NULL);
    rows *writer = rows_open(out, format, false, 3, columns);
    for (size_t i = 0; i < question_count; i++) {
        rows_text(writer, questions[i].name);
        rows_text(writer, questions[i].parameters[0] != '\0' ? questions[i].parameters : NULL);
        rows_text(writer, questions[i].meaning);
        rows_end(writer);
    }
    return rows_close(writer);
}

static io_result print_sql(const query_job *job, FILE *out)
{
    fputs(job->question->sql, out);
    return IO_OK; /* who closes the stream sees whether it was written */
}

/* Prints to where results go, all or nothing. */
static int print(query_job *job, io_result (*printer)(const query_job *, FILE *))
{
    output *out;
    io_result result = output_open(job->common.output, &job->sink, &out);
    if (result != IO_OK)
        return cli_status_of(result);
    size_t told = job->sink.errors;
    result = printer(job, output_stream(out));
    if (result == IO_OK || (result == IO_SYSTEM && job->sink.errors == told)) /* the stream's */
        return cli_status_of(output_commit(out, &job->sink));
    output_discard(out);
    if (result == IO_MEMORY && job->sink.errors == told)
        return cli_memory();
    return cli_status_of(result);
}

/* ---- the command ------------------------------------------------------------------ */

static bool wants_verification(const query_job *job)
{
    return job->question != NULL && strcmp(job->question->name, "verify") == 0;
}

/* An empty answer, or empty columns, may come from what the run was not asked to keep. */
static int find_source(query_job *job, int64_t *plan_id, bool *has)
{
    const question *asked = job->question;
    query_value value = {.kind = QUERY_NULL};
    *has = true;
    if (asked == NULL || asked->kept_by == NULL || job->common.quiet)
        return CLI_DONE;
    int status = read_plan(job, value_of(job, "plan"), &value);
    *plan_id = value.integer;
    return status == CLI_DONE
               ? cli_status_of(question_has_source(job->db, asked, *plan_id, has))
               : status;
}

static void say_what_is_missing(query_job *job, int64_t plan_id)
{
    char message[160];
    diagnostic_place place = {.file = job->file};
    snprintf(message, sizeof message,
             "nothing was kept of plan %" PRId64 " for '%s'; `graze %s PLAN -o FILE` keeps it",
             plan_id, job->question->name, job->question->kept_by);
    diagnostic_note(&job->sink, &place, message);
}

static int ask(query_job *job)
{
    if (wants_verification(job)) {
        io_result verified = verify_database(job->db);
        if (verified != IO_OK)
            return cli_status_of(verified);
    }
    const char *sql = job->question != NULL ? job->question->sql : job->asked;
    io_result result =
        query_open(job->db, sql, job->question != NULL ? NULL : "SQL", &job->statement);
    if (result != IO_OK)
        return cli_status_of(result);
    int64_t plan_id = 0;
    bool has = true;
    int status = bind_values(job);
    if (status == CLI_DONE)
        status = find_source(job, &plan_id, &has);
    if (status == CLI_DONE)
        status = print(job, print_answer);
    if (status == CLI_DONE && !has)
        say_what_is_missing(job, plan_id);
    query_close(job->statement);
    return status;
}

static int run(query_job *job)
{
    if (job->show_sql)
        return print(job, print_sql);
    io_result result = database_open(job->file, &job->sink, &job->db);
    if (result != IO_OK)
        return cli_status_of(result);
    int status = job->asked != NULL ? ask(job) : print(job, print_list);
    database_close(job->db);
    return status;
}

/* A word that names no question is SQL only when it could be. */
static int find_question(query_job *job)
{
    job->question = question_find(job->asked);
    if (job->question != NULL || (!job->show_sql && strpbrk(job->asked, " \t\n;(") != NULL))
        return OPTIONS_GO_ON;
    const char **names = calloc(question_count + 1, sizeof *names);
    if (names == NULL)
        return cli_memory();
    for (size_t i = 0; i < question_count; i++)
        names[i] = questions[i].name;
    const char *nearest = options_nearest(job->asked, names);
    free(names);
    char hint[80] = "`graze query DB` lists the questions";
    if (nearest != NULL)
        snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
    return options_refuse("query", hint, "there is no question '%s'", job->asked);
}

static int take_operands(query_job *job, int count, char **operands)
{
    int next = 0;
    if (!job->show_sql || count > 1)
        job->file = next < count ? operands[next++] : NULL;
    job->asked = next < count ? operands[next++] : NULL;
    job->values = operands + next;
    job->value_count = count - next;
    if (job->show_sql && job->asked == NULL)
        return options_refuse("query", "graze query DB --sql NAME", "no question is named");
    if (!job->show_sql && job->file == NULL)
        return options_refuse("query", "graze query DB [NAME or SQL] [name=value ...]",
                              "no database is given");
    if (job->common.output != NULL && job->file != NULL &&
        path_is_same_file(job->common.output, job->file)) /* would take its place */
        return options_refuse("query", "name another file for the results",
                              "--output is the database itself");
    return job->asked != NULL ? find_question(job) : OPTIONS_GO_ON;
}

/* The notes of --help, with the questions in them; null without memory. */
static char *make_notes(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fputs(notes_head, out);
    for (size_t i = 0; i < question_count; i++)
        fprintf(out, "  %-15s%s%s%s\n", questions[i].name, questions[i].parameters,
                questions[i].parameters[0] != '\0' ? "\n                 " : "",
                questions[i].meaning);
    fputs(notes_tail, out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static int parse(query_job *job, int argc, char **argv, const char *notes)
{
    const option_rule rules[] = {
        {"sql", 0, OPTION_FLAG, NULL, &job->show_sql, NULL, "print the SQL of a question instead"},
        {"limit", 0, OPTION_COUNT, "N", &job->limit, &job->has_limit,
         "no more than the first N rows"},
        OPTION_OUTPUT(job->common),
        OPTION_FORMAT(job->common),
        OPTION_HEX(job->common),
        OPTION_QUIET(job->common),
        OPTION_COLOR(job->common),
        OPTIONS_END,
    };
    const command_help help = {"query [options] DB [NAME or SQL] [name=value ...]",
                               "Asks a results database: by the name of a question, or in SQL.",
                               rules, notes};
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    return status == OPTIONS_GO_ON ? take_operands(job, argc - first, argv + first) : status;
}

int cli_query(int argc, char **argv)
{
    query_job job = {.common = COMMON_OPTIONS_DEFAULT};
    char *notes = make_notes();
    if (notes == NULL)
        return cli_memory();
    int status = parse(&job, argc, argv, notes);
    free(notes);
    if (status != OPTIONS_GO_ON)
        return status;
    job.sink = options_diagnostics(&job.common);
    return run(&job);
}
