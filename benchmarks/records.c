/* SPDX-License-Identifier: MIT */
/* How fast do rows go in and answers come out? Rows of conflicts into a results database,
 * every named question about 200 000 of them, rows of a CSV plan into memory, and the kernel
 * called from SQL, by numbers and by keys. Files are made anew in TMPDIR; processor time of
 * this thread, medians. Agents meet either often (25 others, 8 times each) or once (200). */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/command.h"
#include "benchmarks/random.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"
#include "cli/rows.h"
#include "io/plan.h"
#include "storage/database.h"
#include "storage/extension.h"
#include "storage/query.h"
#include "storage/question.h"

enum {
    AGENTS = 1000,
    MOTIONS = 20,
    PARTNERS = 25, /* of an agent, among those behind it */
    PARTS = 8,     /* pairs of motions that conflict, of two agents */
    CONFLICTS = AGENTS * PARTNERS * PARTS,
    FIRST_ROWS = 100,
    CSV_ROWS = 1000000,
    ROUNDS_MOST = 99
};

static char folder[256];
static diagnostics sink;

static const char *in_folder(const char *name)
{
    static char path[320];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static double median(double *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && values[k] < values[k - 1]; k--) {
            double larger = values[k - 1];
            values[k - 1] = values[k];
            values[k] = larger;
        }
    return values[count / 2];
}

/* ---- rows into a database ---------------------------------------------------------------- */

static char names_of_agents[AGENTS][16];
static graze_motion motions[AGENTS][MOTIONS];
static plan_agent agents[AGENTS];
static const plan fleet = {.agents = agents, .agent_count = AGENTS, .dimension = 2};

static void make_fleet(void)
{
    for (int i = 0; i < AGENTS * MOTIONS; i++) {
        int agent = i / MOTIONS, motion = i % MOTIONS;
        double y = agent * 0.1;
        motions[agent][motion] = (graze_motion){.form = GRAZE_WAYPOINT,
                                                .position = {motion, y, 0},
                                                .to = {motion + 1, y, 0},
                                                .start = motion,
                                                .duration = 1};
    }
    for (int i = 0; i < AGENTS; i++) {
        snprintf(names_of_agents[i], sizeof names_of_agents[i], "agent-%d", i);
        agents[i] = (plan_agent){.label = names_of_agents[i],
                                 .body = {.radius = 0.5},
                                 .trajectory = {motions[i], MOTIONS},
                                 .at_end = GRAZE_VANISH};
    }
}

static graze_meeting random_meeting(randomness *source, size_t motion)
{
    double begin = (double)motion + random_between(source, 0, 0.5);
    double depth = random_between(source, 1e-9, 1);
    bool grazes = random_below(source, 4) == 0;
    return (graze_meeting){.verdict = grazes ? GRAZE_GRAZE : GRAZE_CONFLICT,
                           .motion_a = motion,
                           .motion_b = motion,
                           .when = {begin, begin + random_between(source, 0, 0.5)},
                           .depth = grazes ? depth * 1e-9 : depth,
                           .distance = grazes ? -depth * 1e-9 : -depth,
                           .time = begin + 0.1};
}

/* How often an agent meets how many. */
typedef struct habit {
    size_t partners, parts;
} habit;

static const habit often = {PARTNERS, PARTS}, once = {PARTNERS * PARTS, 1};

/* One row of `conflict` and one of `meeting` for each, in the order of a check. */
static void add_rows(database *db, int64_t plan_id, habit meets, bool with_starts)
{
    randomness source = {UINT64_C(3)};
    for (size_t a = 0; a < AGENTS; a++)
        for (size_t k = 1; k <= meets.partners; k++) {
            size_t b = (a + k) % AGENTS, low = a < b ? a : b, high = a < b ? b : a;
            for (int part = 0; part < (int)meets.parts; part++) {
                graze_meeting met = random_meeting(&source, (size_t)part);
                database_unsafe_start start = {low, (size_t)part, high, (size_t)part, 0,
                                               {-1, met.when.upper}};
                if (database_add_contact(db, plan_id, low, high, 0, &met) != IO_OK ||
                    database_add_meeting(db, plan_id, low, high, part, &met) != IO_OK ||
                    (with_starts && database_add_unsafe_start(db, plan_id, &start) != IO_OK))
                    give_up("a row was not written");
            }
        }
}

/* The rows of two runs that differ little; answers the plan's number. */
static int64_t write_run(database *db, habit meets)
{
    int64_t run_id = 0, plan_id = 0;
    if (database_begin_run(db, "[\"benchmark\"]", &run_id) != IO_OK ||
        database_add_plan(db, run_id, &fleet, 1e-9, &plan_id) != IO_OK)
        give_up("the plan was not written");
    add_rows(db, plan_id, meets, true);
    for (size_t i = 0; i < AGENTS; i++) {
        graze_index_slack slack = {.slack = {.delay = (double)i / 3, .motion_a = 1, .motion_b = 1},
                                   .agent_b = (i + 1) % AGENTS};
        if (database_add_slack(db, plan_id, i, &slack) != IO_OK)
            give_up("a row was not written");
    }
    if (database_finish_run(db, run_id, "finished", 1) != IO_OK)
        give_up("the run was not finished");
    return plan_id;
}

/* [rows/s] of both tables, through the batches and the checkpoint. */
static double time_inserts(habit meets)
{
    const char *path = in_folder("inserts.db");
    database *db = NULL;
    int64_t run_id = 0, plan_id = 0;
    remove(path);
    if (database_create(path, &sink, &db) != IO_OK ||
        database_begin_run(db, "[\"benchmark\"]", &run_id) != IO_OK ||
        database_add_plan(db, run_id, &fleet, 1e-9, &plan_id) != IO_OK)
        give_up("the database was not made");
    double begin = timing_clock();
    add_rows(db, plan_id, meets, false);
    if (database_finish_run(db, run_id, "finished", 1) != IO_OK)
        give_up("the run was not finished");
    database_close(db);
    return 2.0 * CONFLICTS / ((timing_clock() - begin) * 1e-9);
}

/* ---- answers out of it ------------------------------------------------------------------- */

static query_value value_of(const char *name, int64_t plan_id)
{
    static const struct {
        const char *name;
        query_value value;
    } known[] = {
        {"count", {.kind = QUERY_INTEGER, .integer = 10}},
        {"t", {.kind = QUERY_REAL, .real = 3.25}},
        {"x", {.kind = QUERY_REAL, .real = 3}},
        {"y", {.kind = QUERY_REAL, .real = 0}},
        {"within", {.kind = QUERY_REAL, .real = 1}},
        {"cell", {.kind = QUERY_REAL, .real = 1}},
        {"agent", {.kind = QUERY_TEXT, .text = "agent-500", .length = 9}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].value;
    bool other = strcmp(name, "other") == 0;
    return (query_value){.kind = QUERY_INTEGER, .integer = other ? 1 : plan_id};
}

static query *ask(database *db, const question *asked, int64_t plan_id)
{
    query *statement = NULL;
    if (query_open(db, asked->sql, NULL, &statement) != IO_OK)
        give_up("a question was not understood");
    for (size_t i = 0; i < query_parameters(statement); i++) {
        query_value value = value_of(query_parameter_name(statement, i), plan_id);
        if (query_bind(statement, i, &value) != IO_OK)
            give_up("a value was not taken");
    }
    return statement;
}

static void write_cell(rows *writer, const query_value *value)
{
    if (value->kind == QUERY_INTEGER)
        rows_integer(writer, value->integer);
    else if (value->kind == QUERY_REAL)
        rows_real(writer, value->real);
    else if (value->kind == QUERY_TEXT)
        rows_bytes(writer, value->text, value->length);
    else
        rows_empty(writer);
}

static void write_row(rows *writer, const query *statement)
{
    for (size_t c = 0; c < query_columns(statement); c++) {
        query_value value = query_cell(statement, c);
        write_cell(writer, &value);
    }
    rows_end(writer);
}

/* [ms] of one question and its first `most` rows, written where there is a writer; *count
 * how many there were. */
static double time_question(database *db, const question *asked, int64_t plan_id, size_t most,
                            rows *writer, size_t *count)
{
    bool row = true;
    double begin = timing_clock();
    query *statement = ask(db, asked, plan_id);
    for (*count = 0; *count < most; ++*count) {
        if (query_next(statement, &row) != IO_OK)
            give_up("a question was not answered");
        if (!row)
            break;
        if (writer != NULL)
            write_row(writer, statement);
    }
    query_close(statement);
    return (timing_clock() - begin) * 1e-6;
}

/* As `graze query` writes CSV, but into nothing. */
static double time_writing(database *db, const question *asked, int64_t plan_id)
{
    FILE *out = fopen("/dev/null", "w");
    query *statement = ask(db, asked, plan_id);
    const char *names[64];
    size_t columns = query_columns(statement), count;
    if (out == NULL || columns > sizeof names / sizeof *names)
        give_up("there is nowhere to write");
    for (size_t c = 0; c < columns; c++)
        names[c] = query_column_name(statement, c);
    rows *writer = rows_open(out, ROWS_CSV, asked->lossless, columns, names);
    query_close(statement);
    double taken = time_question(db, asked, plan_id, SIZE_MAX, writer, &count);
    if (rows_close(writer) != IO_OK || fclose(out) != 0)
        give_up("rows were not written");
    return taken;
}

static void time_questions(const command *given, const char *name, habit meets, size_t rounds)
{
    const char *path = in_folder("questions.db");
    database *db = NULL;
    remove(path);
    if (database_create(path, &sink, &db) != IO_OK)
        give_up("the database was not made");
    write_run(db, meets);
    int64_t plan_id = write_run(db, meets);
    database_close(db);
    if (database_open(path, &sink, &db) != IO_OK)
        give_up("the database was not opened");
    char about[80];
    snprintf(about, sizeof about, "Every agent meets %zu others, %zu times each [ms].",
             meets.partners, meets.parts);
    table to = table_begin(given, name, 1, about, "question|rows|first 100|all|all as CSV");
    for (size_t i = 0; i < question_count; i++) {
        double first[ROUNDS_MOST], all[ROUNDS_MOST], written[ROUNDS_MOST];
        size_t count = 0;
        for (size_t round = 0; round < rounds; round++) {
            first[round] = time_question(db, &questions[i], plan_id, FIRST_ROWS, NULL, &count);
            all[round] = time_question(db, &questions[i], plan_id, SIZE_MAX, NULL, &count);
            written[round] = time_writing(db, &questions[i], plan_id);
        }
        table_cells(&to, "%s|%zu|%.1f|%.1f|%.1f", questions[i].name, count, median(first, rounds),
                    median(all, rounds), median(written, rounds));
        table_end_row(&to);
    }
    database_close(db);
}

/* ---- a plan out of CSV ------------------------------------------------------------------- */

static void write_csv(const char *path)
{
    randomness source = {UINT64_C(5)};
    FILE *out = fopen(path, "wb");
    if (out == NULL)
        give_up("the plan cannot be written");
    fputs("agent,time,x,y\n", out);
    for (int i = 0; i < CSV_ROWS; i++)
        fprintf(out, "agent-%d,%d,%.17g,%.17g\n", i / 1000, i % 1000,
                random_between(&source, 0, 100), random_between(&source, 0, 100));
    if (ferror(out) || fclose(out) != 0)
        give_up("the plan cannot be written");
}

static double time_csv(const char *path)
{
    const plan_options options = {.has_radius = true, .radius = 0.5, .unhashed = true};
    plan read;
    double begin = timing_clock();
    if (plan_read(path, &options, &sink, &read) != IO_OK)
        give_up("the plan was not read");
    double taken = timing_clock() - begin;
    plan_free(&read);
    return CSV_ROWS / (taken * 1e-9);
}

/* ---- the kernel in SQL --------------------------------------------------------------------- */

static void execute(sqlite3 *handle, const char *sql)
{
    if (sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK)
        give_up(sqlite3_errmsg(handle));
}

static sqlite3 *make_pairs(size_t pairs)
{
    randomness source = {UINT64_C(7)};
    sqlite3 *handle = NULL;
    sqlite3_stmt *row = NULL;
    if (sqlite3_open(":memory:", &handle) != SQLITE_OK || extension_register(handle) != SQLITE_OK)
        give_up("no memory");
    execute(handle, "CREATE TABLE pair (ax REAL, ay REAL, avx REAL, avy REAL, astart REAL, "
                    "alast REAL, ar REAL, bx REAL, by REAL, bvx REAL, bvy REAL, bstart REAL, "
                    "blast REAL, br REAL); BEGIN");
    if (sqlite3_prepare_v2(handle, "INSERT INTO pair VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)", -1,
                           &row, NULL) != SQLITE_OK)
        give_up(sqlite3_errmsg(handle));
    for (size_t i = 0; i < pairs; i++) {
        for (int side = 0; side < 2; side++) {
            const double numbers[] = {random_between(&source, 0, 20),
                                      random_between(&source, 0, 20),
                                      random_between(&source, -1, 1),
                                      random_between(&source, -1, 1),
                                      random_between(&source, 0, 10),
                                      random_between(&source, 1, 10),
                                      0.5};
            for (int k = 0; k < 7; k++)
                sqlite3_bind_double(row, side * 7 + k + 1, numbers[k]);
        }
        if (sqlite3_step(row) != SQLITE_DONE)
            give_up(sqlite3_errmsg(handle));
        sqlite3_reset(row);
    }
    sqlite3_finalize(row);
    execute(handle, "COMMIT");
    return handle;
}

static double time_sql(sqlite3 *handle, const char *sql, long long *answer)
{
    sqlite3_stmt *statement = NULL;
    double begin = timing_clock();
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW)
        give_up(sqlite3_errmsg(handle));
    *answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return timing_clock() - begin;
}

/* Questions by keys go to a results database, whose motions they look up. */
#define KEYS "plan_id, agent_a_id, seq_a, agent_b_id, seq_b"

#define COLUMNS "ax, ay, avx, avy, astart, alast, ar, bx, by, bvx, bvy, bstart, blast, br"

static void time_calls(const command *given, size_t rounds)
{
    static const char *const sql[][2] = {
        {"graze_verdict", "SELECT sum(graze_verdict(" COLUMNS ") = 'conflict') FROM pair"},
        {"graze_depth", "SELECT sum(graze_depth(" COLUMNS ") > 0) FROM pair"},
        {"graze_unsafe_starts", "SELECT count(*) FROM pair, graze_unsafe_starts(" COLUMNS ")"},
        {"max of the 14 columns", "SELECT sum(max(" COLUMNS ") > 0) FROM pair"},
    };
    sqlite3 *handle = make_pairs(given->pairs);
    table to = table_begin(given, "SQL", 1, "Calls in SQL.", "in SQL|hits|M calls/s");
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++) {
        double taken[ROUNDS_MOST];
        long long hits = 0;
        for (size_t round = 0; round < rounds; round++)
            taken[round] = time_sql(handle, sql[i][1], &hits);
        table_cells(&to, "%s|%lld|%.2f", sql[i][0], hits,
                    (double)given->pairs / median(taken, rounds) * 1e3);
        table_end_row(&to);
    }
    sqlite3_close(handle);
}

static void time_keys(const command *given, size_t rounds)
{
    static const char *const sql[][2] = {
        {"graze_verdict", "SELECT sum(graze_verdict(" KEYS ") = 'conflict') FROM contact"},
        {"graze_depth", "SELECT sum(graze_depth(" KEYS ") > 0) FROM contact"},
        {"graze_distance", "SELECT sum(graze_distance(" KEYS ") < 0) FROM contact"},
        {"max of the 5 columns", "SELECT sum(max(" KEYS ") > 0) FROM contact"},
    };
    sqlite3 *handle = NULL;
    if (sqlite3_open(in_folder("questions.db"), &handle) != SQLITE_OK ||
        extension_register(handle) != SQLITE_OK)
        give_up("the database was not opened");
    table to = table_begin(given, "SQL by keys", 1, "Calls by the keys of motions.",
                           "by keys|hits|M calls/s");
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++) {
        double taken[ROUNDS_MOST];
        long long hits = 0;
        for (size_t round = 0; round < rounds; round++)
            taken[round] = time_sql(handle, sql[i][1], &hits);
        table_cells(&to, "%s|%lld|%.2f", sql[i][0], hits,
                    2.0 * CONFLICTS / median(taken, rounds) * 1e3);
        table_end_row(&to);
    }
    sqlite3_close(handle);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static void print_rate(table *to, const char *what, double (*take)(void), size_t rounds)
{
    double rates[ROUNDS_MOST];
    for (size_t i = 0; i < rounds; i++)
        rates[i] = take();
    table_cells(to, "%s|%.2f", what, median(rates, rounds) * 1e-6);
    table_end_row(to);
}

static double take_often(void)
{
    return time_inserts(often);
}

static double take_once(void)
{
    return time_inserts(once);
}

static double take_csv(void)
{
    return time_csv(in_folder("plan.csv"));
}

static void clean_up(void)
{
    static const char *const names[] = {"inserts.db", "questions.db", "plan.csv"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(in_folder(names[i]));
    rmdir(folder);
}

int main(int argc, char **argv)
{
    command given = command_read(argc, argv, COMMAND_PAIRS);
    size_t rounds = given.repeats < 1 ? 1 : given.repeats > ROUNDS_MOST ? ROUNDS_MOST
                                                                        : given.repeats;
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/graze-records-XXXXXX", base != NULL ? base : "/tmp");
    sink = (diagnostics){.out = stderr};
    if (mkdtemp(folder) == NULL)
        give_up("no folder for the files");
    atexit(clean_up);
    make_fleet();
    write_csv(in_folder("plan.csv"));
    table_title(&given, "Records");
    table to = table_begin(&given, "rows", 1, "Rows in.", "rows|M rows/s");
    print_rate(&to, "conflicts and meetings into a database", take_often, rounds);
    print_rate(&to, "the same, of agents that meet once", take_once, rounds);
    print_rate(&to, "waypoints of a CSV plan", take_csv, rounds);
    time_calls(&given, rounds);
    time_questions(&given, "questions, once", once, rounds);
    time_questions(&given, "questions, often", often, rounds);
    time_keys(&given, rounds);
    return table_status();
}
