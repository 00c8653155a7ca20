/* SPDX-License-Identifier: MIT */
/* kill -9 at any moment: the file opens, is whole, and tells the truth. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fixture.h"
#include "storage/database.h"
#include "storage/query.h"
#include "support/run.h"

enum { ROWS = 40000 };

/* Writes run after run until it is killed, telling each step through the pipe
 * once it has been taken: 'b' begun, 'f' finished. */
static void write_for_ever(const char *path, int steps)
{
    const graze_meeting meeting = {GRAZE_CONFLICT, 0, 0, {0.1, 0.2}, 0.3, -0.3, 0.15};
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    if (database_create(path, fixture_sink(), &db) != IO_OK)
        _exit(1);
    for (;;) {
        if (database_begin_run(db, "[]", &run) != IO_OK || write(steps, "b", 1) != 1 ||
            database_add_plan(db, run, fixture_plan(), 0, &plan_id) != IO_OK)
            _exit(2);
        for (int part = 0; part < ROWS; part++)
            if (database_add_contact(db, plan_id, 0, 1, part, &meeting) != IO_OK)
                _exit(3);
        if (database_finish_run(db, run, "finished", 1) != IO_OK || write(steps, "f", 1) != 1)
            _exit(4);
    }
}

static void sleep_for(long microseconds)
{
    struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
    nanosleep(&time, NULL);
}

/* Kills a writer after a while; how many runs it has told as finished. */
static int kill_a_writer(const char *path, long microseconds)
{
    int steps[2];
    CU_ASSERT_EQUAL_FATAL(pipe(steps), 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        write_for_ever(path, steps[1]);
    close(steps[1]);
    sleep_for(microseconds);
    kill(child, SIGKILL);
    int status = 0, finished = 0;
    waitpid(child, &status, 0);
    CU_ASSERT_TRUE(WIFSIGNALED(status));
    for (char step; read(steps[0], &step, 1) == 1;)
        finished += step == 'f';
    close(steps[0]);
    return finished;
}

/* How many runs of this state a reader sees. */
static int64_t count_as_reader(const char *path, const char *state)
{
    database *db = NULL;
    query *asked = NULL;
    bool row = false;
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL_FATAL(query_open(db, "SELECT count(*) FROM run WHERE state = ?", NULL, &asked),
                          IO_OK);
    query_value value = {.kind = QUERY_TEXT, .text = state, .length = strlen(state)};
    query_bind(asked, 0, &value);
    CU_ASSERT_EQUAL(query_next(asked, &row), IO_OK);
    int64_t count = query_cell(asked, 0).integer;
    query_close(asked);
    database_close(db);
    return count;
}

static void check_truth(const char *path, int finished)
{
    int64_t seen = count_as_reader(path, "finished");
    CU_ASSERT_TRUE(seen == finished || seen == finished + 1); /* killed before it could tell */
    CU_ASSERT_EQUAL(count_as_reader(path, "running"), 0);
    CU_ASSERT_TRUE(count_as_reader(path, "interrupted") <= 1);
    database *db = NULL;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    database_close(db);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA integrity_check"), "ok");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA foreign_key_check"), "");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*) FROM run WHERE state = 'running'"),
                           "0");
    /* a finished run is whole */
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT count(*) FROM plan JOIN run USING (run_id) WHERE "
                          "state = 'finished' AND (SELECT count(*) FROM contact AS c WHERE "
                          "c.plan_id = plan.plan_id) <> 40000"),
        "0");
}

/* A file that was killed in its making is empty to the next writer. */
static bool is_made(const char *path)
{
    database *db = NULL;
    if (database_open(path, fixture_sink(), &db) == IO_OK) {
        database_close(db);
        return true;
    }
    CU_ASSERT_EQUAL(database_create(path, fixture_sink(), &db), IO_OK);
    database_close(db);
    return false;
}

static void a_killed_writer_leaves_a_file_that_tells_the_truth(void)
{
    const char *path = fixture_path("killed.db");
    size_t rounds = support_rounds(16, 100, 1000);
    srand(20);
    for (size_t i = 0; i < rounds; i++) {
        int finished = kill_a_writer(path, rand() % (i % 2 == 0 ? 40000 : 250000));
        if (is_made(path))
            check_truth(path, finished);
        else
            CU_ASSERT_EQUAL(finished, 0);
        fixture_clear();
    }
}

static void a_writer_that_lives_is_seen_as_running(void)
{
    const char *path = fixture_path("alive.db");
    database *db = NULL;
    int64_t run = 0;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(db, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL(count_as_reader(path, "running"), 1);
    database *other = NULL;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &other), IO_OK);
    database_close(other);
    CU_ASSERT_EQUAL(count_as_reader(path, "running"), 1);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
    database_close(db);
    CU_ASSERT_EQUAL(count_as_reader(path, "finished"), 1);
    fixture_clear();
}

/* The rows of a run that was cut short hang on it, and the next run is whole. */
static void a_new_run_after_a_crash_answers_for_itself(void)
{
    const char *path = fixture_path("again.db");
    kill_a_writer(path, 100000);
    int64_t plan_id = fixture_write_run(path);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT state FROM run ORDER BY run_id DESC LIMIT 1"),
                           "finished");
    CU_ASSERT_TRUE(plan_id >= 1);
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT count(*) FROM meeting JOIN plan USING (plan_id) JOIN run "
                          "USING (run_id) WHERE state <> 'finished'"),
        "0");
    fixture_clear();
}

/* ---- the last one closes the door ----------------------------------------------------- */

/* A run of its own; then it waits until the others are as far, and closes. Who fails says why. */
static void write_and_close_together(const char *path, int ready, int go)
{
    database *db = NULL;
    int64_t run = 0;
    char byte = 'r';
    if (database_create(path, fixture_sink(), &db) != IO_OK ||
        database_begin_run(db, "[]", &run) != IO_OK ||
        database_finish_run(db, run, "finished", 0) != IO_OK) {
        printf("\n    %s", fixture_messages());
        fflush(stdout);
        byte = 'f';
    }
    if (write(ready, &byte, 1) != 1 || read(go, &byte, 1) != 1 || db == NULL)
        _exit(1);
    database_close(db);
    _exit(0);
}

/* Bytes 18 and 19 of the header: 2 in WAL mode, else 1. */
static bool is_in_wal_mode(const char *path)
{
    unsigned char header[20] = {0};
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fread(header, 1, sizeof header, file), sizeof header);
    fclose(file);
    return header[18] != 1 || header[19] != 1;
}

static void writers_that_begin_and_end_together_leave_one_file_without_a_log(void)
{
    enum { WRITERS = 3 };
    const char *path = fixture_path("together.db");
    for (size_t round = 0; round < support_rounds(10, 25, 500); round++) {
        int ready[2], go[2];
        char bytes[WRITERS];
        pid_t children[WRITERS];
        CU_ASSERT_EQUAL_FATAL(pipe(ready), 0);
        CU_ASSERT_EQUAL_FATAL(pipe(go), 0);
        fflush(stdout);
        for (int i = 0; i < WRITERS; i++)
            if ((children[i] = fork()) == 0)
                write_and_close_together(path, ready[1], go[0]);
        for (int i = 0; i < WRITERS; i++) {
            CU_ASSERT_EQUAL(read(ready[0], bytes, 1), 1);
            CU_ASSERT_EQUAL(bytes[0], 'r');
        }
        CU_ASSERT_EQUAL(write(go[1], bytes, WRITERS), WRITERS);
        for (int i = 0; i < WRITERS; i++) {
            int status = 1;
            waitpid(children[i], &status, 0);
            CU_ASSERT_EQUAL(status, 0);
        }
        CU_ASSERT_FALSE(is_in_wal_mode(path));
        CU_ASSERT_EQUAL(fixture_file_count(), 1);
        close(ready[0]), close(ready[1]), close(go[0]), close(go[1]);
        fixture_clear();
    }
}

/* Opens the file when it is told to, reads a row, says so, and stays for a while. */
static void read_for(long microseconds, const char *path, int go, int ready)
{
    database *reader = NULL;
    query *asked = NULL;
    bool row = false;
    char byte = 'r';
    if (read(go, &byte, 1) != 1 || database_open(path, fixture_sink(), &reader) != IO_OK ||
        query_open(reader, "SELECT * FROM agent", NULL, &asked) != IO_OK ||
        query_next(asked, &row) != IO_OK || !row || write(ready, &byte, 1) != 1)
        _exit(1);
    sleep_for(microseconds);
    query_close(asked);
    database_close(reader);
    _exit(0);
}

/* The writer has the file open before the reader comes, and ends while it is there. */
static void write_beside_a_reader(long microseconds)
{
    const char *path = fixture_path("read.db");
    fixture_write_run(path);
    database *writer = NULL;
    int64_t run = 0;
    int ready[2], go[2], status = 1;
    char byte = 'r';
    CU_ASSERT_EQUAL_FATAL(pipe(ready), 0);
    CU_ASSERT_EQUAL_FATAL(pipe(go), 0);
    fflush(stdout);
    pid_t child = fork(); /* first: a child takes the locks of its parent for its own */
    if (child == 0)
        read_for(microseconds, path, go[0], ready[1]);
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &writer), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(writer, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL(write(go[1], &byte, 1), 1);
    CU_ASSERT_EQUAL(read(ready[0], &byte, 1), 1);
    CU_ASSERT_EQUAL(database_finish_run(writer, run, "finished", 0), IO_OK);
    database_close(writer);
    waitpid(child, &status, 0);
    CU_ASSERT_EQUAL(status, 0);
    CU_ASSERT_FALSE(is_in_wal_mode(path));
    CU_ASSERT_EQUAL(fixture_file_count(), 1);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*) FROM run WHERE state = 'finished'"),
                           "2");
    close(ready[0]), close(ready[1]), close(go[0]), close(go[1]);
    fixture_clear();
}

static void a_writer_waits_for_a_reader_that_soon_goes(void)
{
    write_beside_a_reader(60000);
    CU_ASSERT_STRING_EQUAL(fixture_messages(), "");
}

static void a_reader_that_stays_leaves_no_log_behind_the_writer(void)
{
    write_beside_a_reader(1500000);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(fixture_messages(), "waiting until another program is done with it"));
}

static bool at_once(void)
{
    return true;
}

static void a_writer_that_gives_up_leaves_a_run_that_is_not_finished(void)
{
    const char *path = fixture_path("gives-up.db");
    database *writer = NULL;
    sqlite3 *reader = NULL;
    int64_t run = 0;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &writer), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(writer, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &reader), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_exec(reader, "BEGIN; SELECT * FROM run", NULL, NULL, NULL), SQLITE_OK);
    database_gives_up_when(at_once);
    CU_ASSERT_EQUAL(database_finish_run(writer, run, "finished", 0), IO_SYSTEM);
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), "database is locked"));
    database_close(writer);
    database_gives_up_when(NULL);
    sqlite3_close(reader);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT state FROM run"), "running");
    CU_ASSERT_EQUAL(fixture_file_count(), 1);
    fixture_clear();
}

static void a_file_that_is_removed_while_a_run_goes_on_is_told(void)
{
    const char *path = fixture_path("removed.db");
    database *writer = NULL;
    int64_t run = 0;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &writer), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(writer, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL(remove(path), 0);
    CU_ASSERT_EQUAL(database_finish_run(writer, run, "finished", 0), IO_SYSTEM);
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), "it was removed or renamed meanwhile"));
    database_close(writer);
    CU_ASSERT_EQUAL(fixture_file_count(), 0);
    fixture_clear();
}

/* One who comes while another one, who has made the file, is opening it. */
static struct {
    const char *path;
    database *writer;
    int64_t run;
    sqlite3 *lock;
} comer;

static int come(sqlite3 *handle, char **error, const sqlite3_api_routines *api)
{
    (void)handle, (void)error, (void)api;
    const char *path = comer.path;
    comer.path = NULL;
    if (path == NULL)
        return SQLITE_OK;
    CU_ASSERT_EQUAL(database_create(path, fixture_sink(), &comer.writer), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(comer.writer, "[]", &comer.run), IO_OK);
    CU_ASSERT_EQUAL(sqlite3_open(path, &comer.lock), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_exec(comer.lock, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return SQLITE_OK;
}

static void who_made_the_file_and_gives_up_leaves_it_to_those_who_came(void)
{
    const char *path = fixture_path("left.db");
    database *maker = NULL;
    comer.path = path;
    CU_ASSERT_EQUAL(sqlite3_auto_extension((void (*)(void))come), SQLITE_OK);
    database_gives_up_when(at_once);
    CU_ASSERT_EQUAL(database_create(path, fixture_sink(), &maker), IO_SYSTEM);
    database_gives_up_when(NULL);
    sqlite3_reset_auto_extension();
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), "database is locked"));
    sqlite3_close(comer.lock);
    CU_ASSERT_EQUAL(database_finish_run(comer.writer, comer.run, "finished", 0), IO_OK);
    database_close(comer.writer);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT state FROM run"), "finished");
    fixture_clear();
}

/* As an older Graze left it when a reader stayed, or when it was killed. */
static void a_log_that_was_left_is_folded_by_the_next_writer(void)
{
    const char *path = fixture_path("logged.db");
    fixture_write_run(path);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        sqlite3 *other = NULL;
        _exit(sqlite3_open(path, &other) != SQLITE_OK ||
              sqlite3_exec(other, "PRAGMA journal_mode = WAL; UPDATE run SET exit_status = 7", NULL,
                           NULL, NULL) != SQLITE_OK);
    }
    int status = 1;
    waitpid(child, &status, 0);
    CU_ASSERT_EQUAL(status, 0);
    CU_ASSERT_TRUE(is_in_wal_mode(path));
    CU_ASSERT_EQUAL(fixture_file_count(), 3);
    database *db = NULL;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    database_close(db);
    CU_ASSERT_FALSE(is_in_wal_mode(path));
    CU_ASSERT_EQUAL(fixture_file_count(), 1);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT exit_status FROM run"), "7");
    fixture_clear();
}

CU_TestInfo crash_tests[] = {
    SUPPORT_TEST(writers_that_begin_and_end_together_leave_one_file_without_a_log),
    SUPPORT_TEST(a_writer_waits_for_a_reader_that_soon_goes),
    SUPPORT_TEST(a_reader_that_stays_leaves_no_log_behind_the_writer),
    SUPPORT_TEST(a_writer_that_gives_up_leaves_a_run_that_is_not_finished),
    SUPPORT_TEST(a_file_that_is_removed_while_a_run_goes_on_is_told),
    SUPPORT_TEST(who_made_the_file_and_gives_up_leaves_it_to_those_who_came),
    SUPPORT_TEST(a_log_that_was_left_is_folded_by_the_next_writer),
    SUPPORT_TEST(a_killed_writer_leaves_a_file_that_tells_the_truth),
    SUPPORT_TEST(a_writer_that_lives_is_seen_as_running),
    SUPPORT_TEST(a_new_run_after_a_crash_answers_for_itself),
    CU_TEST_INFO_NULL,
};
