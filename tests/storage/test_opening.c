/* SPDX-License-Identifier: MIT */
/* What is not ours stays as it is, what cannot be made leaves nothing behind,
 * and every refusal says why. */
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include "storage/database.h"
#include "storage/schema.h"
#include "support/run.h"

static io_result try_create(const char *path)
{
    database *db = NULL;
    io_result result = database_create(path, fixture_sink(), &db);
    if (result == IO_OK)
        database_close(db);
    return result;
}

static io_result try_open(const char *path)
{
    database *db = NULL;
    io_result result = database_open(path, fixture_sink(), &db);
    if (result == IO_OK)
        database_close(db);
    return result;
}

static bool told(const char *words)
{
    return strstr(fixture_messages(), words) != NULL;
}

/* Both doors refuse the file, touch nothing, and say `words`. */
static void refuses(const char *path, const char *words)
{
    fixture_remember(path);
    int files = fixture_file_count();
    CU_ASSERT_EQUAL(try_open(path), IO_BAD_INPUT);
    CU_ASSERT_TRUE(told(words));
    CU_ASSERT_EQUAL(try_create(path), IO_BAD_INPUT);
    CU_ASSERT_TRUE(told(words));
    CU_ASSERT_TRUE(told("hint: "));
    CU_ASSERT_TRUE(fixture_unchanged(path));
    CU_ASSERT_EQUAL(fixture_file_count(), files);
    fixture_clear();
}

static void a_text_file_is_refused(void)
{
    const char *path = fixture_path("notes.txt");
    const char text[] = "agent,time,x,y\n1,0,0,0\n";
    fixture_write_file(path, text, strlen(text));
    refuses(path, "is not a results database");
}

static void one_byte_is_refused(void)
{
    const char *path = fixture_path("byte");
    fixture_write_file(path, "S", 1);
    refuses(path, "is not a results database");
}

static void write_foreign(const char *path, const char *sql)
{
    sqlite3 *other = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &other), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_exec(other, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
}

static void a_database_of_another_program_is_refused(void)
{
    const char *path = fixture_path("other.db");
    write_foreign(path, "CREATE TABLE run (run_id INTEGER)");
    refuses(path, "is a database of another program");
    write_foreign(path, "CREATE TABLE run (run_id INTEGER); PRAGMA application_id = 1234");
    refuses(path, "is a database of another program");
}

/* A log beside it would be folded into the file by the first statement. */
static void a_foreign_log_is_left_alone(void)
{
    const char *path = fixture_path("wal.db");
    sqlite3 *other = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &other), SQLITE_OK);
    CU_ASSERT_EQUAL(
        sqlite3_exec(other, "PRAGMA journal_mode = WAL; CREATE TABLE t (x)", NULL, NULL, NULL),
        SQLITE_OK);
    fixture_remember(path);
    CU_ASSERT_EQUAL(try_create(path), IO_BAD_INPUT);
    CU_ASSERT_TRUE(fixture_unchanged(path));
    CU_ASSERT_EQUAL(sqlite3_exec(other, "INSERT INTO t VALUES (1)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*) FROM t"), "1");
    fixture_clear();
}

static void a_truncated_file_is_refused(void)
{
    const char *path = fixture_path("short.db");
    fixture_write_run(path);
    CU_ASSERT_EQUAL(truncate(path, 3 * 4096 + 100), 0);
    refuses(path, "malformed");
}

static void a_file_with_nothing_but_the_header_is_refused(void)
{
    const char *path = fixture_path("head.db");
    fixture_write_run(path);
    CU_ASSERT_EQUAL(truncate(path, 100), 0);
    refuses(path, "cannot read the database");
}

static void a_file_with_damaged_pages_is_refused_or_told_later(void)
{
    const char *path = fixture_path("torn.db");
    fixture_write_run(path);
    struct stat status;
    CU_ASSERT_EQUAL_FATAL(stat(path, &status), 0);
    FILE *file = fopen(path, "r+b");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fseek(file, 100, SEEK_SET);
    for (long i = 100; i < status.st_size; i++)
        putc('#', file);
    fclose(file);
    refuses(path, "malformed");
}

static void a_file_of_a_newer_version_is_refused(void)
{
    const char *path = fixture_path("newer.db");
    fixture_write_run(path);
    fixture_ask(path, "PRAGMA user_version = 1000");
    refuses(path, "was written by a newer version of Graze");
}

/* As version 1 made it, with a plan and a meeting of its own. */
static void write_version_1(const char *path)
{
    sqlite3 *handle = NULL;
    const schema_history first = {.steps = schema_present.steps, .count = 1};
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &handle), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(schema_upgrade(handle, &first), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_exec(handle,
                                 "INSERT INTO run (run_id, command_json, state, started_at, "
                                 "graze_version, pid) VALUES (1, '[]', 'finished', '', '', 1);"
                                 "INSERT INTO plan VALUES (1, 1, 2, 0);"
                                 "INSERT INTO body VALUES (1, 0, 0.5);"
                                 "INSERT INTO agent VALUES (1, 0, 'a', 0, 'stay'), "
                                 "(1, 1, 'b', 0, 'stay');"
                                 "INSERT INTO motion VALUES "
                                 "(1, 0, 0, 'kinematic', 3, 0, 1, 0, 0, 0, 0, NULL, NULL, NULL, "
                                 "1, 0, 0, 0, 0, 0), "
                                 "(1, 1, 0, 'kinematic', 3, 0, 1, 0, 0, 0, 0, NULL, NULL, NULL, "
                                 "1, 0, 0, 0, 0, 0);"
                                 "INSERT INTO conflict VALUES "
                                 "(1, 0, 0, 1, 0, 0, 'conflict', 3, 4, -1, 3, 1)",
                                 NULL, NULL, NULL),
                    SQLITE_OK);
    sqlite3_close(handle);
}

static void a_reader_tells_that_a_file_is_of_version_1(void)
{
    const char *path = fixture_path("old.db");
    write_version_1(path);
    fixture_remember(path);
    CU_ASSERT_EQUAL(try_open(path), IO_BAD_INPUT);
    CU_ASSERT_TRUE(told("was written by an older version of Graze"));
    CU_ASSERT_TRUE(told("hint: "));
    CU_ASSERT_TRUE(fixture_unchanged(path));
    fixture_clear();
}

static void a_writer_brings_a_file_of_version_1_up_to_date(void)
{
    const char *path = fixture_path("old.db");
    write_version_1(path);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA user_version"), "1");
    fixture_write_run(path);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA user_version"), fixture_version());
    CU_ASSERT_EQUAL(try_open(path), IO_OK);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT plan_id, begin_s FROM contact"),
                           "1|3.0\n2|1.25");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT plan_id, count(*) FROM unsafe_start"), "2|3");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT at_start FROM plan WHERE plan_id = 1"),
                           "absent");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT plan_id, agent_b, safe_start_s IS NULL "
                                             "FROM conflict_delay"),
                           "1|b|1\n2|bert|0");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA foreign_key_check"), "");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA integrity_check"), "ok");
    fixture_clear();
}

/* Version 11 makes `motion` anew. What others keep beside our tables stays, digests hold, and
 * nothing points to the table that went. */
static void a_file_of_version_10_takes_ramps_and_keeps_its_rows(void)
{
#define ASK "SELECT plan_id, agent_id, seq, form, start_s, duration_tail_s FROM "
    const char *path = fixture_path("old.db");
    schema_history tenth = schema_present;
    tenth.count = 10;
    sqlite3 *handle = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &handle), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(schema_upgrade(handle, &tenth), SQLITE_OK);
    CU_ASSERT_EQUAL(
        sqlite3_exec(handle,
                     "INSERT INTO run (run_id, command_json, state, started_at, graze_version, "
                     "pid) VALUES (1, '[]', 'finished', '', '', 1);"
                     "INSERT INTO plan VALUES (1, 1, 2, 0); INSERT INTO body VALUES (1, 0, 0.5);"
                     "INSERT INTO agent VALUES (1, 0, 'a', 0, 'stay'), (1, 1, 'b', 0, 'stay');"
                     "INSERT INTO motion VALUES (1, 0, 0, 'kinematic', 3, 0, 1, 1e-30, 0, 0, 0, "
                     "NULL, NULL, NULL, 1, 0, 0, 0, 0, 0), (1, 1, 0, 'waypoint', 0.1, 0, 1, 0, "
                     "0, 0, 0, 1, 1, 0, NULL, NULL, NULL, NULL, NULL, NULL);"
                     "INSERT INTO contact VALUES (1, 0, 0, 1, 0, 0, 'conflict', 3, 4, -1, 3, 1);"
                     "CREATE VIEW guest AS SELECT count(*) AS motions FROM motion",
                     NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(handle);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ASK "motion ORDER BY 1, 2, 3"),
                           "1|0|0|kinematic|3.0|1.0e-30\n1|1|0|waypoint|0.1|0.0");
    CU_ASSERT_EQUAL(try_create(path), IO_OK);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA user_version"), fixture_version());
    CU_ASSERT_EQUAL(try_open(path), IO_OK); /* all objects are as they should be */
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ASK "motion_whole ORDER BY 1, 2, 3"),
                           "1|0|0|kinematic|3.0|1.0e-30\n1|1|0|waypoint|0.1|0.0");
#undef ASK
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT agent_id, seq FROM motion_more"), "0|0");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT motions FROM guest"), "2");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT at_start FROM plan"), "absent");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA foreign_key_check"), "");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA integrity_check"), "ok");
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%graze_1_%'"), "0");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "UPDATE motion SET to_x_m = NULL, to_y_m = NULL "
                                             "WHERE agent_id = 1"),
                           "");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "INSERT INTO motion_more VALUES (1, 1, 0, 'ramp', 0, "
                                             "0, 0, 1, 1, 0, NULL, NULL, NULL, NULL, NULL, NULL)"),
                           "");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "INSERT INTO ramp VALUES (1, 1, 0, 0.5)"), "");
    fixture_clear();
}

static void a_file_without_a_version_is_refused(void)
{
    const char *path = fixture_path("version.db");
    fixture_write_run(path);
    fixture_ask(path, "PRAGMA user_version = 0");
    refuses(path, "is not a results database");
}

static void a_folder_a_pipe_and_a_stream_are_refused(void)
{
    const char *folder = fixture_path("folder"), *queue = fixture_path("pipe");
    CU_ASSERT_EQUAL(mkdir(folder, 0755), 0);
    CU_ASSERT_EQUAL(try_create(folder), IO_BAD_INPUT);
    CU_ASSERT_TRUE(told("is a folder, not a database"));
    CU_ASSERT_EQUAL(try_open(folder), IO_BAD_INPUT);
    CU_ASSERT_EQUAL(mkfifo(queue, 0644), 0);
    CU_ASSERT_EQUAL(try_create(queue), IO_BAD_INPUT); /* and does not wait for a reader */
    CU_ASSERT_TRUE(told("is no regular file"));
    CU_ASSERT_EQUAL(try_create("/dev/null"), IO_BAD_INPUT);
    CU_ASSERT_EQUAL(try_create("-"), IO_BAD_INPUT);
    CU_ASSERT_EQUAL(try_open("-"), IO_BAD_INPUT);
    CU_ASSERT_TRUE(told("cannot be a stream"));
    CU_ASSERT_EQUAL(access("-", F_OK), -1);
    fixture_clear();
}

static void an_empty_file_becomes_a_database(void)
{
    const char *path = fixture_path("empty.db");
    fixture_write_file(path, "", 0);
    CU_ASSERT_EQUAL(try_open(path), IO_BAD_INPUT);
    CU_ASSERT_EQUAL(try_create(path), IO_OK);
    CU_ASSERT_EQUAL(try_open(path), IO_OK);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA user_version"), fixture_version());
    fixture_clear();
}

/* SQLite gives these a meaning; here they are names of files. */
static void names_that_sqlite_would_interpret_are_files(void)
{
    static const char *const names[] = {":memory:", "file:x?mode=memory", "a b%41#c.db"};
    char before[4096];
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(before, sizeof before));
    CU_ASSERT_EQUAL_FATAL(chdir(fixture_path("")), 0);
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(try_create(names[i]), IO_OK);
        CU_ASSERT_EQUAL(access(names[i], R_OK), 0);
        CU_ASSERT_EQUAL(try_open(names[i]), IO_OK);
    }
    CU_ASSERT_EQUAL(chdir(before), 0);
    CU_ASSERT_EQUAL(fixture_file_count(), 3);
    fixture_clear();
}

static void a_file_that_is_not_there_cannot_be_read(void)
{
    CU_ASSERT_EQUAL(try_open(fixture_path("absent.db")), IO_SYSTEM);
    CU_ASSERT_TRUE(told("No such file"));
    CU_ASSERT_EQUAL(fixture_file_count(), 0);
}

static void a_folder_that_is_not_there_is_told(void)
{
    CU_ASSERT_EQUAL(try_create(fixture_path("nowhere/results.db")), IO_SYSTEM);
    CU_ASSERT_TRUE(told("cannot make the database: No such file or directory"));
    CU_ASSERT_TRUE(told("hint: "));
}

/* ---- without rights --------------------------------------------------------------- */

/* The superuser may write everywhere, so a child gives that up first. */
static int in_child(int (*job)(const char *path), const char *path)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        bool ordinary = geteuid() != 0 || (setgid(65534) == 0 && setuid(65534) == 0);
        _exit(ordinary ? job(path) : 99);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}

static int create_in_vain(const char *path)
{
    return try_create(path) == IO_SYSTEM && told("hint: ") ? 0 : 1;
}

static int open_and_ask(const char *path)
{
    return try_open(path) == IO_OK ? 0 : 1;
}

static void a_folder_without_write_permission_is_told(void)
{
    const char *path = fixture_path("results.db");
    CU_ASSERT_EQUAL(chmod(fixture_path(""), 0555), 0);
    CU_ASSERT_EQUAL(in_child(create_in_vain, path), 0);
    CU_ASSERT_EQUAL(chmod(fixture_path(""), 0755), 0);
    CU_ASSERT_EQUAL(fixture_file_count(), 0);
}

static void a_file_without_write_permission_is_told_but_can_be_read(void)
{
    const char *path = fixture_path("guarded.db");
    fixture_write_run(path);
    fixture_remember(path);
    CU_ASSERT_EQUAL(chmod(path, 0444), 0);
    CU_ASSERT_EQUAL(chmod(fixture_path(""), 0555), 0);
    CU_ASSERT_EQUAL(in_child(create_in_vain, path), 0);
    CU_ASSERT_EQUAL(in_child(open_and_ask, path), 0);
    CU_ASSERT_EQUAL(chmod(fixture_path(""), 0755), 0);
    CU_ASSERT_TRUE(fixture_unchanged(path));
    fixture_clear();
}

/* ---- a full disk ------------------------------------------------------------------ */

/* Files may not grow beyond this: what a full disk looks like to a program. */
static void limit_files(rlim_t bytes)
{
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static int create_without_room(const char *path)
{
    limit_files(16384);
    return create_in_vain(path);
}

static void a_database_that_does_not_fit_is_not_left_half_made(void)
{
    CU_ASSERT_EQUAL(chmod(fixture_path(""), 0777), 0);
    CU_ASSERT_EQUAL(in_child(create_without_room, fixture_path("small.db")), 0);
    CU_ASSERT_EQUAL(fixture_file_count(), 0);
}

static int run_out_of_room(const char *path)
{
    const graze_meeting meeting = {GRAZE_CONFLICT, 0, 0, {0.1, 0.2}, 0.3, -0.3, 0.15};
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    if (database_create(path, fixture_sink(), &db) != IO_OK ||
        database_begin_run(db, "[]", &run) != IO_OK ||
        database_add_plan(db, run, fixture_plan(), 0, &plan_id) != IO_OK)
        return 1;
    limit_files(1 << 20);
    io_result result = IO_OK;
    for (int part = 0; part < 100000 && result == IO_OK; part++)
        result = database_add_contact(db, plan_id, 0, 1, part, &meeting);
    if (result != IO_SYSTEM || !told("cannot write the database"))
        return 2;
    size_t errors = fixture_sink()->errors;
    if (database_add_meeting(db, plan_id, 0, 1, 0, &meeting) != IO_SYSTEM || errors != 0)
        return 3; /* told once */
    if (database_finish_run(db, run, "finished", 0) != IO_SYSTEM)
        return 4;
    database_close(db);
    return 0;
}

static void a_run_that_ran_out_of_room_is_never_called_finished(void)
{
    const char *path = fixture_path("full.db");
    CU_ASSERT_EQUAL(chmod(fixture_path(""), 0777), 0);
    CU_ASSERT_EQUAL(in_child(run_out_of_room, path), 0);
    CU_ASSERT_EQUAL(try_create(path), IO_OK);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA integrity_check"), "ok");
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT count(*) FROM run WHERE state IN ('failed', 'interrupted')"),
        "1");
    fixture_clear();
}

/* The tests themselves want to know. */
static void a_process_may_leave_memory_uncounted(void)
{
    char path[512];
    database *db = NULL;
    snprintf(path, sizeof path, "%s", fixture_path("uncounted.db"));
    CU_ASSERT_EQUAL_FATAL(sqlite3_shutdown(), SQLITE_OK);
    database_process_begins();
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(sqlite3_memory_used(), 0);
    database_close(db);
    CU_ASSERT_EQUAL_FATAL(sqlite3_shutdown(), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_TRUE(sqlite3_memory_used() > 0);
    database_close(db);
    fixture_clear();
}

CU_TestInfo opening_tests[] = {
    SUPPORT_TEST(a_text_file_is_refused),
    SUPPORT_TEST(one_byte_is_refused),
    SUPPORT_TEST(a_database_of_another_program_is_refused),
    SUPPORT_TEST(a_foreign_log_is_left_alone),
    SUPPORT_TEST(a_truncated_file_is_refused),
    SUPPORT_TEST(a_file_with_nothing_but_the_header_is_refused),
    SUPPORT_TEST(a_file_with_damaged_pages_is_refused_or_told_later),
    SUPPORT_TEST(a_file_of_a_newer_version_is_refused),
    SUPPORT_TEST(a_reader_tells_that_a_file_is_of_version_1),
    SUPPORT_TEST(a_writer_brings_a_file_of_version_1_up_to_date),
    SUPPORT_TEST(a_file_of_version_10_takes_ramps_and_keeps_its_rows),
    SUPPORT_TEST(a_file_without_a_version_is_refused),
    SUPPORT_TEST(a_folder_a_pipe_and_a_stream_are_refused),
    SUPPORT_TEST(an_empty_file_becomes_a_database),
    SUPPORT_TEST(names_that_sqlite_would_interpret_are_files),
    SUPPORT_TEST(a_file_that_is_not_there_cannot_be_read),
    SUPPORT_TEST(a_folder_that_is_not_there_is_told),
    SUPPORT_TEST(a_folder_without_write_permission_is_told),
    SUPPORT_TEST(a_file_without_write_permission_is_told_but_can_be_read),
    SUPPORT_TEST(a_database_that_does_not_fit_is_not_left_half_made),
    SUPPORT_TEST(a_run_that_ran_out_of_room_is_never_called_finished),
    SUPPORT_TEST(a_process_may_leave_memory_uncounted),
    CU_TEST_INFO_NULL,
};
