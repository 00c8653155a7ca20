/* SPDX-License-Identifier: MIT */
/* Opening with care.
 *
 * sqlite3_open_v2 reads the first 100 bytes of a file and takes no lock; the
 * first statement may already roll back a journal or fold a log. So the
 * header is looked at between the two, through SQLite's own file object (a
 * second descriptor of ours would drop this process's locks when it is closed).
 */
#include "storage/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "storage/extension.h"
#include "storage/schema.h"
#include "storage/taking.h"

enum { HEADER_SIZE = 100, HEADER_APPLICATION_ID = 68 };
enum { PATIENCE_MS = 60000, NOTICE_MS = 1000, NAP_MS = 20 };

static const char not_ours_hint[] = "name a new file, or one that Graze has written";

/* ---- failures --------------------------------------------------------------------- */

static void report(database *db, const char *hint, const char *message, const char *detail)
{
    diagnostic_place place = {.file = db->path};
    diagnostic_error(db->sink, &place, hint, "%s%s%s", message, detail[0] != '\0' ? ": " : "",
                     detail);
}

static io_result result_of(int code)
{
    switch (code & 0xFF) {
    case SQLITE_NOMEM:
        return IO_MEMORY;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_ERROR: /* a table or column is not there */
        return IO_BAD_INPUT;
    default:
        return IO_SYSTEM;
    }
}

static const char *hint_of(int code)
{
    if (code == SQLITE_READONLY_ROLLBACK)
        return "its writer was cut short; `graze query` sets it right where it can be written";
    if (code == SQLITE_READONLY_DBMOVED)
        return "it was removed or renamed meanwhile; run the command again";
    switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another program is using it; try again when it is done";
    case SQLITE_FULL:
        return "make room on the disk; what was committed before is kept";
    case SQLITE_IOERR:
        return "the disk is full, or fails; what was committed before is kept";
    case SQLITE_NOTADB:
        return not_ours_hint;
    case SQLITE_CORRUPT:
    case SQLITE_ERROR:
        return "the file is damaged; restore it from a copy or start a new one";
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return "the file, and the folder that it is in, must be readable and writable";
    default:
        return NULL;
    }
}

/* The reason: what SQLite says, and what the system said to SQLite. */
static io_result fail_with(database *db, int code, const char *doing)
{
    char detail[512];
    int error = db->handle != NULL ? sqlite3_system_errno(db->handle) : 0;
    /* Without memory SQLite may have none for its message either, or shows an older one. */
    bool is_own = db->handle != NULL && (code & 0xFF) != SQLITE_NOMEM;
    bool tell_error =
        error != 0 && ((code & 0xFF) == SQLITE_IOERR || (code & 0xFF) == SQLITE_CANTOPEN);
    snprintf(detail, sizeof detail, "%s%s%s",
             is_own ? sqlite3_errmsg(db->handle) : sqlite3_errstr(code),
             tell_error ? ": " : "", tell_error ? strerror(error) : "");
    char message[128];
    snprintf(message, sizeof message, "cannot %s", doing);
    report(db, hint_of(code), message, detail);
    return result_of(code);
}

io_result connection_fail(database *db, int code, const char *doing)
{
    if (db->failure == IO_OK)
        db->failure = fail_with(db, code, doing);
    return db->failure;
}

io_result connection_execute(database *db, const char *sql, const char *doing)
{
    int code = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? IO_OK : connection_fail(db, code, doing);
}

io_result connection_refuse(database *db, const char *hint, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    report(db, hint, message, "");
    return IO_BAD_INPUT;
}

static io_result refuse(database *db, io_result result, const char *hint, const char *message,
                        const char *detail)
{
    report(db, hint, message, detail);
    db->failure = result;
    return result;
}

/* ---- is it ours? ------------------------------------------------------------------ */

/* *empty: there is not a byte in it. (SQLite would also say so of one byte.) */
static io_result check_file_type(database *db, bool *empty)
{
    struct stat status;
    if (strcmp(db->path, "-") == 0)
        return refuse(db, IO_BAD_INPUT, "name a file; a file called '-' is './-'",
                      "a database cannot be a stream", "");
    if (stat(db->path, &status) != 0)
        return refuse(db, IO_SYSTEM,
                      errno == ENOENT ? "`graze check PLAN -o FILE` makes one" : NULL,
                      "cannot open the database", strerror(errno));
    if (S_ISDIR(status.st_mode))
        return refuse(db, IO_BAD_INPUT, not_ours_hint, "is a folder, not a database", "");
    if (!S_ISREG(status.st_mode))
        return refuse(db, IO_BAD_INPUT, not_ours_hint, "is no regular file", "");
    *empty = status.st_size == 0;
    return IO_OK;
}

static uint32_t big_endian(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static io_result check_header(database *db)
{
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    unsigned char header[HEADER_SIZE];
    if (code == SQLITE_OK)
        code = file->pMethods->xRead(file, header, sizeof header, 0); /* pads with zeros */
    if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ)
        return connection_fail(db, code, "read the database");
    if (memcmp(header, "SQLite format 3", 16) != 0)
        return refuse(db, IO_BAD_INPUT, not_ours_hint, "is not a results database", "");
    if (big_endian(header + HEADER_APPLICATION_ID) != SCHEMA_APPLICATION_ID)
        return refuse(db, IO_BAD_INPUT, not_ours_hint, "is a database of another program", "");
    return IO_OK;
}

/* ---- others -------------------------------------------------------------------------- */

static int64_t now_ms(void)
{
    struct timespec time = {0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void say_who_waits(database *db)
{
    diagnostic_place place = {.file = db->path};
    if (!db->waiting_told)
        diagnostic_note(db->sink, &place, "waiting until another program is done with it");
    db->waiting_told = true;
}

static bool (*gives_up)(void);

void database_gives_up_when(bool (*tired)(void))
{
    gives_up = tired;
}

/* SQLite's busy handler: another connection reads or writes. Somebody who wants to begin waits for
 * a minute. A run that has begun waits for as long as it takes: it may be the work of hours. */
static int wait_for_others(void *context, int times)
{
    database *db = context;
    if (times == 0)
        db->waits_since = now_ms();
    int64_t waited = now_ms() - db->waits_since;
    bool long_enough = waited > NOTICE_MS;
    if ((long_enough && gives_up != NULL && gives_up()) ||
        (waited > PATIENCE_MS && db->open_run == 0))
        return 0;
    if (long_enough)
        say_who_waits(db);
    sqlite3_sleep(times < NAP_MS ? times + 1 : NAP_MS);
    return 1;
}

/* ---- opening ---------------------------------------------------------------------- */

static database *connection_new(const char *path, diagnostics *sink)
{
    database *db = calloc(1, sizeof *db);
    if (db != NULL)
        db->path = strdup(path);
    if (db == NULL || db->path == NULL) {
        diagnostic_place place = {.file = path};
        diagnostic_error(sink, &place, NULL, "out of memory");
        free(db);
        return NULL;
    }
    db->sink = sink;
    process_identify(&db->self);
    return db;
}

/* SQLite gives some names a meaning (":memory:", "", "file:..."); behind "./"
 * every name is a file. */
static int open_handle(database *db, int flags)
{
    bool absolute = db->path[0] == '/';
    char *name = sqlite3_mprintf("%s%s", absolute ? "" : "./", db->path);
    if (name == NULL)
        return SQLITE_NOMEM;
    int code = sqlite3_open_v2(name, &db->handle, flags | SQLITE_OPEN_NOMUTEX, NULL);
    sqlite3_free(name);
    if (code == SQLITE_OK)
        code = sqlite3_extended_result_codes(db->handle, 1);
    if (code == SQLITE_OK)
        code = sqlite3_busy_handler(db->handle, wait_for_others, db);
    return code;
}

/* graze_writer_is_gone(host, boot_id, pid_namespace, pid, process_start_ticks) */
static void writer_is_gone(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    const process_identity *self = sqlite3_user_data(context);
    process_identity recorded = {.pid = sqlite3_value_int64(values[3]), .start_ticks = -1};
    if (sqlite3_value_type(values[4]) != SQLITE_NULL)
        recorded.start_ticks = sqlite3_value_int64(values[4]);
    char *const texts[] = {recorded.host, recorded.boot_id, recorded.pid_namespace};
    const size_t sizes[] = {sizeof recorded.host, sizeof recorded.boot_id,
                            sizeof recorded.pid_namespace};
    for (int i = 0; i < 3; i++) {
        const unsigned char *text = sqlite3_value_text(values[i]);
        if (text != NULL)
            snprintf(texts[i], sizes[i], "%s", (const char *)text);
    }
    sqlite3_result_int(context, process_is_gone(&recorded, self));
}

static int set_up(database *db)
{
    /* A file from a stranger may hold a schema that means harm. */
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    int code = sqlite3_create_function_v2(db->handle, "graze_writer_is_gone", 5,
                                          SQLITE_UTF8 | SQLITE_INNOCUOUS, &db->self, writer_is_gone,
                                          NULL, NULL, NULL);
    return code == SQLITE_OK
               ? sqlite3_exec(db->handle, "PRAGMA foreign_keys = ON", NULL, NULL, NULL)
               : code;
}

static io_result open_checked(database *db, int flags)
{
    bool empty = false;
    io_result result = check_file_type(db, &empty);
    if (result != IO_OK)
        return result;
    int code = open_handle(db, flags);
    if (code != SQLITE_OK)
        return connection_fail(db, code, "open the database");
    result = empty ? IO_OK : check_header(db);
    if (result != IO_OK)
        return result;
    code = set_up(db);
    return code == SQLITE_OK ? IO_OK : connection_fail(db, code, "open the database");
}

/* ---- for writing ------------------------------------------------------------------ */

/* Another connection is in the way. */
static bool is_kept_out(int code)
{
    return (code & 0xFF) == SQLITE_BUSY || (code & 0xFF) == SQLITE_LOCKED;
}

/* The first value that a statement answers with, as text. Each has one here; without memory SQLite
 * may answer a PRAGMA with none, and say that all is well. An SQLite result code. */
static int ask_value(sqlite3 *handle, const char *sql, char *answer, size_t size)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(handle, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        return code;
    const char *text = sqlite3_step(statement) == SQLITE_ROW
                           ? (const char *)sqlite3_column_text(statement, 0)
                           : NULL;
    snprintf(answer, size, "%s", text != NULL ? text : "");
    bool answered = text != NULL;
    code = sqlite3_finalize(statement);
    return code == SQLITE_OK && !answered ? SQLITE_NOMEM : code;
}

/* A log (WAL) that another program or an older Graze has left beside the file is folded into it:
 * a rollback journal is gone when nobody writes, whatever others do meanwhile. SQLite does not
 * call the busy handler for this. */
static io_result fold_log(database *db)
{
    char mode[16] = "";
    for (int times = 0;; times++) {
        int code = ask_value(db->handle, "PRAGMA journal_mode = DELETE", mode, sizeof mode);
        if (code != SQLITE_OK && !is_kept_out(code))
            return connection_fail(db, code, "write the database");
        if (code == SQLITE_OK && strcmp(mode, "delete") == 0)
            return IO_OK;
        if (wait_for_others(db, times) == 0)
            return refuse(db, IO_SYSTEM, hint_of(SQLITE_BUSY), "another program has it open", "");
    }
}

/* Not a page: no schema, or one whose writer was killed while it made it and
 * which has just been rolled back. */
static io_result has_no_pages(database *db, bool *none)
{
    char count[24] = "";
    int code = ask_value(db->handle, "PRAGMA page_count", count, sizeof count);
    *none = strcmp(count, "0") == 0;
    return code == SQLITE_OK ? IO_OK : connection_fail(db, code, "read the database");
}

/* Views that took the place of tables would answer for them. */
static io_result check_objects(database *db, int version)
{
    char fault[300];
    int code = schema_compare(db->handle, &schema_present, version, fault, sizeof fault);
    if (code != SQLITE_OK)
        return connection_fail(db, code, "read the database");
    return fault[0] == '\0'
               ? IO_OK
               : refuse(db, IO_BAD_INPUT,
                        "another program has changed it; take a copy from before that, or check "
                        "the plan into a new file",
                        fault, "");
}

/* Two million rows of motions take a tenth less CPU on pages of 8 KiB; pages of 16 KiB and more
 * take no less. A file with few rows has hardly more than a page for each table, and would be
 * nearly twice as large. */
static io_result choose_pages(database *db, size_t rows)
{
    enum { MANY_ROWS = 100000 };
    return rows < MANY_ROWS
               ? IO_OK
               : connection_execute(db, "PRAGMA page_size = 8192", "write the database");
}

/* Another one may make the tables at any time, so the pages are counted before the version is read:
 * of a file that has pages the version is final. What has been made in between is not new. */
static io_result upgrade(database *db, size_t rows)
{
    int version = 0;
    bool is_new = false;
    if (has_no_pages(db, &is_new) != IO_OK)
        return db->failure;
    int code = schema_version(db->handle, &version);
    if (code != SQLITE_OK)
        return connection_fail(db, code, "read the database");
    if (version > schema_present.count)
        return refuse(db, IO_BAD_INPUT, "use that version, or name a new file",
                      "was written by a newer version of Graze", "");
    is_new = is_new && version < 1;
    if (version < 1 && !is_new)
        return refuse(db, IO_BAD_INPUT, not_ours_hint, "is not a results database", "");
    if (!is_new && check_objects(db, version) != IO_OK)
        return db->failure;
    db->is_new = is_new;
    if (connection_wait_for_disk(db, !is_new) != IO_OK)
        return db->failure;
    if (is_new && choose_pages(db, rows) != IO_OK)
        return db->failure;
    code = schema_upgrade(db->handle, &schema_present);
    return code == SQLITE_OK ? IO_OK : connection_fail(db, code, "make the tables");
}

static io_result prepare_for_writing(database *db, size_t rows)
{
    io_result result = open_checked(db, SQLITE_OPEN_READWRITE);
    if (result == IO_OK && sqlite3_db_readonly(db->handle, "main") == 1)
        return refuse(db, IO_SYSTEM, hint_of(SQLITE_READONLY), "cannot be written", "");
    if (result == IO_OK)
        result = upgrade(db, rows);
    if (result == IO_OK)
        result = fold_log(db);
    if (result == IO_OK)
        result = connection_execute(db, CONNECTION_CACHE, "write the database");
    if (result != IO_OK)
        return result;
    /* What triggers keep true for others, we write ourselves. */
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    return connection_execute(db,
                              "UPDATE run SET state = 'interrupted' WHERE state = 'running' AND "
                              "graze_writer_is_gone(host, boot_id, pid_namespace, pid, "
                              "process_start_ticks)",
                              "write the database");
}

/* Makes the file when there is none. */
static io_result claim_path(database *db, bool *made)
{
    *made = false;
    if (strcmp(db->path, "-") == 0)
        return IO_OK; /* refused in a moment */
    int descriptor = open(db->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    *made = descriptor >= 0;
    if (*made) {
        close(descriptor);
        return IO_OK;
    }
    if (errno == EEXIST)
        return IO_OK;
    return refuse(db, IO_SYSTEM, "the folder must exist and be writable",
                  "cannot make the database", strerror(errno));
}

/* Has no other command begun to use the file that this one has made? One that has opened it, and
 * waits, is told by SQLite when it begins its run that the file has gone: we have the lock until
 * then. */
static bool is_ours_alone(database *db)
{
    char runs[24] = "0";
    if (db->handle == NULL)
        return true;
    sqlite3_busy_handler(db->handle, NULL, NULL);
    int code = sqlite3_exec(db->handle, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = ask_value(db->handle, "SELECT count(*) FROM run", runs, sizeof runs);
    return !is_kept_out(code) && (code != SQLITE_OK || strcmp(runs, "0") == 0);
}

/* The file, and what SQLite could not take away beside it on a full disk. */
static void remove_files(const char *path)
{
    static const char *const endings[] = {"", "-journal"};
    char name[PATH_MAX];
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (snprintf(name, sizeof name, "%s%s", path, endings[i]) < (int)sizeof name)
            unlink(name);
}

io_result connection_open_writer(const char *path, size_t rows, diagnostics *sink,
                                 database **result)
{
    database *db = connection_new(path, sink);
    if (db == NULL)
        return IO_MEMORY;
    bool made = false;
    io_result outcome = claim_path(db, &made);
    if (outcome == IO_OK)
        outcome = prepare_for_writing(db, rows);
    if (outcome == IO_OK) {
        db->writes = true;
        *result = db;
        return IO_OK;
    }
    if (made && is_ours_alone(db))
        remove_files(path);
    connection_close(db);
    return outcome;
}

/* ---- for reading ------------------------------------------------------------------ */

/* Hides `run` behind a view of this connection that tells the state as it is
 * now: a reader may not write down that a writer is gone. */
static const char truthful_run[] =
    "CREATE TEMP VIEW run AS SELECT run_id, command_json, "
    "iif(state = 'running' AND graze_writer_is_gone(host, boot_id, pid_namespace, pid, "
    "process_start_ticks), 'interrupted', state) AS state, "
    "exit_status, started_at, finished_at, graze_version, host, boot_id, pid_namespace, pid, "
    "process_start_ticks FROM main.run";

static io_result check_version(database *db)
{
    int version = 0;
    int code = schema_version(db->handle, &version);
    if (code != SQLITE_OK)
        return connection_fail(db, code, "read the database");
    if (version == schema_present.count)
        return check_objects(db, version);
    if (version < 1)
        return refuse(db, IO_BAD_INPUT, not_ours_hint, "is not a results database", "");
    if (version > schema_present.count)
        return refuse(db, IO_BAD_INPUT, "use that version",
                      "was written by a newer version of Graze", "");
    return refuse(db, IO_BAD_INPUT, "any command that writes results into it brings it up to date",
                  "was written by an older version of Graze", "");
}

/* What the loadable extension offers, for everybody's own questions. */
static io_result add_functions(database *db)
{
    int code = extension_register(db->handle);
    return code == SQLITE_OK ? IO_OK : connection_fail(db, code, "read the database");
}

/* A journal that a killed writer has left is rolled back, which a connection for reading alone
 * cannot do. */
static io_result roll_back(database *db)
{
    int version = 0;
    if (schema_version(db->handle, &version) != SQLITE_READONLY_ROLLBACK)
        return IO_OK; /* what else may be wrong is told in a moment */
    sqlite3_close(db->handle);
    int code = open_handle(db, SQLITE_OPEN_READWRITE);
    if (code == SQLITE_OK)
        code = schema_version(db->handle, &version);
    if (code != SQLITE_OK)
        return connection_fail(db, code, "read the database");
    sqlite3_close(db->handle);
    code = open_handle(db, SQLITE_OPEN_READONLY);
    if (code == SQLITE_OK)
        code = set_up(db);
    return code == SQLITE_OK ? IO_OK : connection_fail(db, code, "open the database");
}

io_result connection_open_reader(const char *path, diagnostics *sink, database **result)
{
    database *db = connection_new(path, sink);
    if (db == NULL)
        return IO_MEMORY;
    io_result outcome = open_checked(db, SQLITE_OPEN_READONLY);
    if (outcome == IO_OK)
        outcome = roll_back(db);
    if (outcome == IO_OK) /* version and objects of one moment */
        outcome = connection_execute(db, "BEGIN", "read the database");
    if (outcome == IO_OK)
        outcome = check_version(db);
    if (outcome == IO_OK)
        outcome = connection_execute(db, "COMMIT", "read the database");
    if (outcome == IO_OK)
        outcome = connection_execute(db, truthful_run, "read the database");
    if (outcome == IO_OK)
        outcome = add_functions(db);
    if (outcome == IO_OK) {
        *result = db;
        return IO_OK;
    }
    connection_close(db);
    return outcome;
}

io_result connection_keep_shape(database *db, int64_t plan_id, const plan *source)
{
    size_t *counts = calloc(source->agent_count + 1, sizeof *counts);
    if (counts == NULL)
        return connection_fail(db, SQLITE_NOMEM, "write the database");
    for (size_t i = 0; i < source->agent_count; i++)
        counts[i] = source->agents[i].trajectory.count;
    free(db->shape.motion_counts);
    db->shape = (plan_shape){plan_id, source, source->agent_count, counts};
    return IO_OK;
}

void connection_close(database *db)
{
    int version;
    if (db == NULL)
        return;
    if (db->failure != IO_OK && db->handle != NULL)
        schema_version(db->handle, &version); /* rolls back what could not be before */
    sqlite3_close(db->handle);
    taking_forget(db->taken);
    free(db->shape.motion_counts);
    free(db->path);
    free(db);
}
