/* SPDX-License-Identifier: MIT */
/* Memory that is refused once, and each step of SQLite that fails once. Whoever writes or reads
 * says so, or comes to the same end as ever; what is left is a database that is whole, in which no
 * run has finished that lacks rows; and no memory is lost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "everything.h"
#include "fixture.h"
#include "storage/motion_pages.h"
#include "storage/question.h"
#include "storage/query.h"
#include "storage/schema.h"
#include "storage/stored.h"
#include "storage/verify.h"
#include "support/refusing.h"
#include "support/run.h"

typedef struct job {
    const char *name;
    io_result (*run)(const char *path, diagnostics *sink, uint64_t *sum);
    void (*set_up)(const char *path);
    bool writes; /* what was written is the answer */
    size_t strides[3]; /* of memory, SQL and binding: one call in so many fails; 0: none */
} job;

static void add(uint64_t *sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        *sum = (*sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001B3u;
}

static void add_number(uint64_t *sum, double value) { add(sum, &value, sizeof value); }
static void add_text(uint64_t *sum, const char *text) { add(sum, text, strlen(text) + 1); }

/* ---- what is written ------------------------------------------------------------------- */

static io_result write_new(const char *path, diagnostics *sink, uint64_t *sum)
{
    (void)sum;
    return everything_write(path, sink, true, "finished");
}

static io_result write_more(const char *path, diagnostics *sink, uint64_t *sum)
{
    (void)sum;
    return everything_write(path, sink, false, "finished");
}

/* A plan that goes in as pages. */
static io_result write_large(const char *path, diagnostics *sink, uint64_t *sum)
{
    enum { MANY = 100000 };
    (void)sum;
    static graze_motion motions[MANY];
    static char name[] = "one";
    static plan_agent agent = {.label = name, .trajectory = {.motions = motions, .count = MANY}};
    static const plan large = {.agents = &agent, .agent_count = 1, .dimension = 2};
    for (size_t i = 0; i < MANY; i++)
        motions[i] = (graze_motion){.form = GRAZE_WAYPOINT, .start = (double)i, .duration = 1};
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    io_result result = database_create(path, sink, &db);
    EVERYTHING_STEP(database_begin_run(db, "[]", &run));
    EVERYTHING_STEP(database_add_plan(db, run, &large, 0, &plan_id));
    EVERYTHING_STEP(database_finish_run(db, run, "finished", 0));
    database_close(db);
    return result;
}

/* As many rows as make an inner page the first for which there is no room. */
static io_result write_pages(const char *path, diagnostics *sink, uint64_t *sum)
{
    enum { ROWS = 14 * 512 + 13 };
    (void)sum;
    static graze_motion motions[ROWS];
    const graze_trajectory one = {.motions = motions, .count = ROWS};
    motion_pages pages;
    database *db = NULL;
    motion_pages_begin(&pages, 1, ROWS);
    io_result result = database_create(path, sink, &db);
    EVERYTHING_STEP(connection_begin_plan(db));
    EVERYTHING_STEP(connection_end(db, IO_OK));
    if (result == IO_OK && !motion_pages_add(&pages, 0, &one))
        result = connection_fail(db, SQLITE_NOMEM, "write the database");
    EVERYTHING_STEP(motion_pages_copy(&pages, db));
    database_close(db);
    motion_pages_end(&pages);
    return result;
}

static const graze_meeting touched = {GRAZE_TOUCH, 1, 0, {5, 5}, 0, 0, 5};

static io_result resume(const char *path, diagnostics *sink, uint64_t *sum)
{
    database *db = NULL;
    database_resumed from = {.run_id = 0};
    io_result result = database_create(path, sink, &db);
    EVERYTHING_STEP(database_resume_check(db, everything_options, everything_plan(), &from));
    EVERYTHING_STEP(database_add_meeting(db, from.plan_id, 1, 2, 0, &touched));
    EVERYTHING_STEP(database_finish_run(db, from.run_id, "finished", 1));
    database_close(db);
    add_number(sum, (double)from.agents_done);
    return result;
}

static io_result bring_up(const char *path, diagnostics *sink, uint64_t *sum)
{
    (void)sum;
    database *db = NULL;
    io_result result = database_create(path, sink, &db);
    database_close(db);
    return result;
}

/* ---- what is there before -------------------------------------------------------------- */

static struct {
    char *bytes;
    size_t size;
} kept;

static void keep(const char *path)
{
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fseek(file, 0, SEEK_END);
    kept.size = (size_t)ftell(file);
    rewind(file);
    free(kept.bytes);
    kept.bytes = malloc(kept.size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(kept.bytes);
    CU_ASSERT_EQUAL(fread(kept.bytes, 1, kept.size, file), kept.size);
    fclose(file);
}

static void forget(const char *path)
{
    (void)path;
    free(kept.bytes);
    kept.bytes = NULL;
}

static void have_runs(const char *path)
{
    CU_ASSERT_EQUAL_FATAL(everything_write(path, fixture_sink(), true, "finished"), IO_OK);
    CU_ASSERT_EQUAL_FATAL(everything_write(path, fixture_sink(), false, "finished"), IO_OK);
    keep(path);
}

static void have_interrupted(const char *path)
{
    CU_ASSERT_EQUAL_FATAL(everything_write(path, fixture_sink(), true, "interrupted"), IO_OK);
    keep(path);
}

static void have_version(const char *path, int version)
{
    sqlite3 *handle = NULL;
    schema_history older = schema_present;
    older.count = version;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &handle), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(schema_upgrade(handle, &older), SQLITE_OK);
    sqlite3_close(handle);
    keep(path);
}

static void have_version_9(const char *path) { have_version(path, 9); }

static void put_back(const char *path)
{
    fixture_clear();
    if (kept.bytes != NULL)
        fixture_write_file(path, kept.bytes, kept.size);
}

/* ---- what is read ---------------------------------------------------------------------- */

static io_result hear_meeting(void *sum, const stored_meeting *heard)
{
    add_number(sum, (double)heard->agent_a);
    add_number(sum, heard->meeting.depth);
    return IO_OK;
}

static io_result hear_obstacle(void *sum, const database_obstacle_meeting *heard)
{
    add_number(sum, heard->column);
    add_number(sum, heard->row);
    return IO_OK;
}

static io_result hear_slack(void *sum, const stored_slack *heard)
{
    add_number(sum, heard->slack.slack.delay);
    return IO_OK;
}

static io_result read_plan(database *db, int64_t plan_id, uint64_t *sum)
{
    plan back;
    double tolerance = 0;
    const stored_listener listener = {hear_meeting, hear_obstacle, hear_slack, sum};
    io_result result = stored_plan_read(db, plan_id, &back, &tolerance);
    if (result != IO_OK)
        return result;
    add_number(sum, tolerance);
    for (size_t i = 0; i < back.agent_count; i++) {
        add_text(sum, back.agents[i].label);
        add_number(sum, (double)back.agents[i].trajectory.count);
        add_number(sum, back.agents[i].body.radius);
    }
    result = stored_findings_read(db, plan_id, &back, &listener);
    plan_free(&back);
    return result;
}

static io_result read_surroundings(database *db, int64_t plan_id, uint64_t *sum)
{
    map on;
    obstacles all;
    bool found = false;
    io_result result = stored_map_read(db, plan_id, &on, &found);
    if (result != IO_OK)
        return result;
    add_number(sum, found);
    add_number(sum, map_place_count(&on));
    for (size_t i = 0; i < on.label_count; i++)
        add_number(sum, (double)on.roadmap.first[i + 1]);
    map_free(&on);
    result = stored_obstacles_read(db, plan_id, &all);
    if (result != IO_OK)
        return result;
    add_number(sum, (double)all.piece_count);
    add_text(sum, all.labels[0]);
    obstacles_free(&all);
    return IO_OK;
}

static io_result read_back(const char *path, diagnostics *sink, uint64_t *sum)
{
    database *db = NULL;
    io_result result = database_open(path, sink, &db);
    for (int64_t plan_id = 1; plan_id <= 2; plan_id++) {
        EVERYTHING_STEP(read_plan(db, plan_id, sum));
        EVERYTHING_STEP(read_surroundings(db, plan_id, sum));
    }
    database_close(db);
    return result;
}

static io_result verify(const char *path, diagnostics *sink, uint64_t *sum)
{
    (void)sum;
    database *db = NULL;
    io_result result = database_open(path, sink, &db);
    EVERYTHING_STEP(verify_database(db));
    database_close(db);
    return result;
}

static io_result ask_one(database *db, const char *sql, const char *from_user, uint64_t *sum)
{
    query *asked = NULL;
    bool row = false;
    io_result result = query_open(db, sql, from_user, &asked);
    for (size_t i = 0; result == IO_OK && i < query_parameters(asked); i++) {
        const query_value value = {.kind = QUERY_INTEGER, .integer = 1};
        result = query_bind(asked, i, &value);
    }
    EVERYTHING_STEP(query_next(asked, &row));
    while (result == IO_OK && row) {
        for (size_t i = 0; i < query_columns(asked); i++) {
            const query_value cell = query_cell(asked, i);
            add_number(sum, cell.kind == QUERY_REAL ? cell.real : (double)cell.integer);
            if (cell.text != NULL)
                add(sum, cell.text, cell.length);
        }
        result = query_next(asked, &row);
    }
    query_close(asked);
    return result;
}

static io_result ask_questions(const char *path, diagnostics *sink, uint64_t *sum)
{
    database *db = NULL;
    io_result result = database_open(path, sink, &db);
    for (size_t i = 0; i < question_count; i++)
        EVERYTHING_STEP(ask_one(db, questions[i].sql, NULL, sum));
    database_close(db);
    return result;
}

#define BY_NUMBERS "0,0,1,0,0,10,0.5, 5,-5,0,1,0,10,0.5"

/* The functions of the extension, by numbers and by keys. */
static io_result ask_functions(const char *path, diagnostics *sink, uint64_t *sum)
{
    static const char *const asked[] = {
        "SELECT graze_verdict(" BY_NUMBERS "), graze_depth(" BY_NUMBERS ")",
        "SELECT * FROM graze_conflict_intervals(" BY_NUMBERS ")",
        "SELECT * FROM graze_unsafe_starts(" BY_NUMBERS "); ",
        "SELECT * FROM graze_unsafe_speeds(" BY_NUMBERS ")",
        "SELECT graze_verdict(1, 0, 0, 1, 0), graze_distance(1, 0, 0, 1, 0)",
        "SELECT graze_depth(1, 0, 0, 3, 0), graze_depth(1, 3, 0, 0, 0)",
        "SELECT graze_position(1, 0, 0.5), graze_position(1, 'anna', 0.5, 'x')",
        "SELECT graze_bytes(1, 'a', x'00'), graze_decade(7)",
        "SELECT * FROM graze_tallies((SELECT graze_tally(agent_id, form, x_m, y_m) "
        "FROM motion_whole))",
        "SELECT graze_tally(agent_id, form, x_m, y_m, 1) FROM motion_whole",
    };
    database *db = NULL;
    io_result result = database_open(path, sink, &db);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        EVERYTHING_STEP(ask_one(db, asked[i], "SQL", sum));
    database_close(db);
    return result;
}

/* Binds what it was given; an integer is always bound. */
static io_result ask_position(const char *path, diagnostics *sink, uint64_t *sum)
{
    database *db = NULL;
    io_result result = database_open(path, sink, &db);
    EVERYTHING_STEP(ask_one(db, "SELECT graze_position(1, 0, 0.5)", "SQL", sum));
    database_close(db);
    return result;
}

/* ---- all of them ------------------------------------------------------------------------- */

static const job jobs[] = {
    {"a new database", write_new, forget, true, {1, 5, 17}},
    {"a large plan", write_large, forget, true, {5, 29, 0}},
    {"motions in pages", write_pages, forget, true, {1, 1, 0}},
    {"another run", write_more, have_runs, true, {1, 2, 37}},
    {"a check that goes on", resume, have_interrupted, true, {1, 2, 7}},
    {"an older database", bring_up, have_version_9, true, {1, 23, 13}},
    {"reading back", read_back, have_runs, false, {1, 1, 1}},
    {"a verification", verify, have_runs, false, {1, 3, 7}},
    {"the questions", ask_questions, have_runs, false, {1, 1, 1}},
    {"the functions", ask_functions, have_runs, false, {1, 1, 0}},
    {"a position", ask_position, have_runs, false, {0, 0, 1}},
};

typedef struct answer {
    io_result result;
    uint64_t sum;
    size_t errors, calls;
    long lost;
} answer;

static FILE *nowhere;

/* What a database says that was written, but for clocks. */
static void add_digests(const char *path, uint64_t *sum)
{
    add_text(sum, fixture_ask(path, "SELECT run_id, table_name, sha256 FROM run_digest "
                                    "WHERE table_name NOT IN ('run', 'run_stat', 'solve_stat') "
                                    "ORDER BY run_id, table_name"));
    add_text(sum, fixture_ask(path, "SELECT run_id, state FROM run ORDER BY run_id"));
    add_text(sum, fixture_ask(path, "PRAGMA user_version"));
    add_text(sum, fixture_ask(path, "SELECT count(*) FROM motion"));
}

static answer run(const job *of, const char *path, unsigned kinds, size_t refused)
{
    diagnostics sink = {.out = nowhere};
    answer found = {.sum = 0xCBF29CE484222325u};
    if (of->writes)
        put_back(path);
    long before = refusing_held();
    refusing_begin(kinds, refused);
    found.result = of->run(path, &sink, &found.sum);
    found.calls = refusing_end();
    found.lost = refusing_held() - before;
    found.errors = sink.errors;
    if (of->writes && found.result == IO_OK)
        add_digests(path, &found.sum);
    return found;
}

/* What a writer leaves that has failed: what was there, and perhaps a run that has not finished. */
static bool is_whole(const job *of, const char *path)
{
    database *db = NULL;
    if (!of->writes || access(path, F_OK) != 0)
        return !of->writes || kept.bytes == NULL;
    if (database_create(path, fixture_sink(), &db) != IO_OK)
        return false;
    database_close(db);
    if (database_open(path, fixture_sink(), &db) != IO_OK)
        return false;
    bool result = verify_database(db) == IO_OK;
    database_close(db);
    return result;
}

static bool is_sound(const job *of, const char *path, const answer *found, const answer *whole)
{
    if (found->lost != 0)
        return false;
    if (found->result == IO_OK)
        return found->sum == whole->sum && found->errors == 0;
    return found->errors > 0 && is_whole(of, path);
}

static void fail_each(const job *of, const char *path, unsigned kinds, size_t stride)
{
    const answer whole = run(of, path, kinds, 0);
    size_t told = 0;
    if (whole.result != IO_OK || whole.lost != 0)
        printf("\n  %s: result %d, %ld lost, %zu calls", of->name, (int)whole.result, whole.lost,
               whole.calls);
    CU_ASSERT_EQUAL(whole.result, IO_OK);
    CU_ASSERT_EQUAL(whole.lost, 0);
    for (size_t at = 1; at <= whole.calls; at += stride) {
        const answer found = run(of, path, kinds, at);
        bool sound = is_sound(of, path, &found, &whole);
        told += found.result != IO_OK;
        if (!sound)
            printf("\n  %s, call %zu of %zu of kind %u: result %d, %zu errors, %ld lost", of->name,
                   at, whole.calls, kinds, (int)found.result, found.errors, found.lost);
        CU_ASSERT_TRUE(sound);
    }
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(told > 0 || whole.calls == 0));
}

static void what_fails_once_is_told_and_leaves_nothing_half_done(void)
{
    char path[512];
    snprintf(path, sizeof path, "%s", fixture_path("refused.db"));
    nowhere = fopen("/dev/null", "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(nowhere);
    static const unsigned kinds[3] = {REFUSING_MEMORY, REFUSING_SQL, REFUSING_BIND};
    const size_t rounds = support_rounds(1, 100, 100);
    const size_t seldom = support_divisor() > 1 ? 4 : 1;
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        fixture_clear();
        jobs[i].set_up(path);
        run(&jobs[i], path, 0, 0); /* what is made once is there now */
        for (size_t k = 0; k < 3; k++)
            if (jobs[i].strides[k] > 0)
                fail_each(&jobs[i], path, kinds[k],
                          seldom * ((jobs[i].strides[k] + rounds - 1) / rounds));
    }
    forget(path);
    fclose(nowhere);
}

static void nothing_follows_a_failure(size_t threads)
{
    char path[512];
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    diagnostics *sink = fixture_sink();
    snprintf(path, sizeof path, "%s", fixture_path("refused.db"));
    fixture_clear();
    CU_ASSERT_EQUAL_FATAL(database_create(path, sink, &db), IO_OK);
    database_use_threads(db, threads);
    CU_ASSERT_EQUAL_FATAL(database_begin_run(db, "[]", &run), IO_OK);
    refusing_begin(REFUSING_SQL, 1);
    CU_ASSERT_EQUAL(database_add_plan(db, run, everything_plan(), 0, &plan_id), IO_SYSTEM);
    refusing_end();
    CU_ASSERT_EQUAL(sink->errors, 1);
    CU_ASSERT_EQUAL(database_add_plan(db, run, everything_plan(), 0, &plan_id), IO_SYSTEM);
    CU_ASSERT_EQUAL(everything_surround(db, run, 1), IO_SYSTEM);
    CU_ASSERT_EQUAL(database_add_stat(db, run, "seconds", 1), IO_SYSTEM);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_SYSTEM);
    database_close(db);
    database_close(NULL);
    CU_ASSERT_EQUAL(sink->errors, 1);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT state, (SELECT count(*) FROM plan), "
                                             "(SELECT count(*) FROM map) FROM run"),
                           "failed|0|0");
}

static void after_a_failure_nothing_is_written_and_nothing_more_is_told(void)
{
    nothing_follows_a_failure(1);
    nothing_follows_a_failure(2);
}

/* Memory that nobody has cleared would have such a motion. */
static void no_motion_is_kept_before_it_was_read(void)
{
    char path[512];
    query *asked = NULL;
    database *db = NULL;
    bool row = false;
    snprintf(path, sizeof path, "%s", fixture_path("refused.db"));
    fixture_clear();
    have_runs(path);
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL_FATAL(query_open(db, "SELECT graze_verdict(1, 0, 1, 1, 0), "
                                         "graze_verdict(k, k, k, k, k) FROM "
                                         "(SELECT 0x0101010101010101 AS k FROM plan)",
                                     "SQL", &asked),
                          IO_OK);
    CU_ASSERT_EQUAL(query_next(asked, &row), IO_BAD_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), "plan 72340172838076673 has no motion "
                                                      "72340172838076673 of agent "
                                                      "72340172838076673"));
    query_close(asked);
    database_close(db);
    forget(path);
}

CU_TestInfo refused_tests[] = {
    SUPPORT_TEST(no_motion_is_kept_before_it_was_read),
    SUPPORT_TEST(after_a_failure_nothing_is_written_and_nothing_more_is_told),
    SUPPORT_TEST(what_fails_once_is_told_and_leaves_nothing_half_done),
    CU_TEST_INFO_NULL,
};
