/* SPDX-License-Identifier: MIT */
/* A results database read again from end to end. */
#include "storage/verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "storage/connection.h"
#include "storage/digest.h"

static const char hint[] =
    "it was changed after the run; take a copy from before, or check the plan again";

static io_result fail(database *db, int code)
{
    return connection_fail(db, code, "read the database");
}

/* SQLite's check of a file tells in a row's text, too, that it could not read a page: SQLITE_NOMEM
 * or SQLITE_IOERR then, which is no fault of the file; else SQLITE_OK. */
static int what_kept_from_reading(const char *text)
{
    const char *told = text != NULL ? strstr(text, "error code=") : NULL;
    const long code = told != NULL ? strtol(strchr(told, '=') + 1, NULL, 10) & 0xFF : SQLITE_OK;
    return code == SQLITE_NOMEM || code == SQLITE_IOERR ? (int)code : SQLITE_OK;
}

/* Reports each row of a statement whose rows are faults, at most `most`: `what`, then its first
 * column. A PRAGMA is asked as such: a table of theirs may bear the name of its table form. */
static io_result refuse_rows(database *db, const char *sql, const char *what, int most)
{
    sqlite3_stmt *rows = NULL;
    int faults = 0, code = sqlite3_prepare_v2(db->handle, sql, -1, &rows, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(rows);
        const char *text = (const char *)sqlite3_column_text(rows, 0);
        if (code == SQLITE_ROW && text != NULL &&
            strcmp(text, "ok") == 0) /* all that was checked */
            continue;
        if (code == SQLITE_ROW && what_kept_from_reading(text) != SQLITE_OK)
            code = what_kept_from_reading(text);
        if (code != SQLITE_ROW || faults++ >= most)
            break;
        connection_refuse(db, hint, "%s %s", what, text != NULL ? text : "");
    }
    sqlite3_finalize(rows);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return fail(db, code);
    return faults > 0 ? IO_BAD_INPUT : IO_OK;
}

/* ---- digests ------------------------------------------------------------------------- */

/* What was kept of a run's rows in one table. */
typedef enum kept_kind { KEPT_NOTHING, KEPT_UNKNOWN, KEPT_DIGEST } kept_kind;

static int kept_digest(sqlite3_stmt *kept, int64_t run_id, int table, kept_kind *kind,
                       char text[DIGEST_TEXT_SIZE])
{
    *kind = KEPT_NOTHING;
    text[0] = '\0';
    sqlite3_bind_int64(kept, 1, run_id);
    int code = sqlite3_bind_text(kept, 2, digest_table(table), -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(kept);
    if (code == SQLITE_ROW) {
        *kind = sqlite3_column_type(kept, 0) == SQLITE_NULL ? KEPT_UNKNOWN : KEPT_DIGEST;
        const char *found = (const char *)sqlite3_column_text(kept, 0);
        if (found == NULL && *kind == KEPT_DIGEST)
            code = SQLITE_NOMEM;
        else if (sqlite3_column_bytes(kept, 0) == DIGEST_TEXT_SIZE - 1)
            memcpy(text, found, DIGEST_TEXT_SIZE);
    }
    sqlite3_reset(kept);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static io_result check_table(database *db, sqlite3_stmt *kept, int64_t run_id, int table)
{
    char before[DIGEST_TEXT_SIZE], now[DIGEST_TEXT_SIZE];
    kept_kind kind;
    int code = kept_digest(kept, run_id, table, &kind, before);
    if (code == SQLITE_OK)
        code = digest_take(db->handle, run_id, table, now);
    if (code != SQLITE_OK)
        return fail(db, code);
    if (kind != KEPT_DIGEST)
        return connection_refuse(db, hint,
                                 "run %" PRId64 ": the digest of its rows in '%s' is gone", run_id,
                                 digest_table(table));
    if (strcmp(before, now) == 0)
        return IO_OK;
    return connection_refuse(db, hint, "run %" PRId64 ": its rows in '%s' are not those it wrote",
                             run_id, digest_table(table));
}

static io_result worse(io_result a, io_result b)
{
    return a == IO_OK || (a == IO_BAD_INPUT && b != IO_OK) ? b : a;
}

/* A run of before version 17 has one digest of all that its motions are. */
static io_result check_tables(database *db, sqlite3_stmt *kept, int64_t run_id)
{
    char text[DIGEST_TEXT_SIZE];
    kept_kind whole;
    int code = kept_digest(kept, run_id, DIGEST_MOTION_WHOLE, &whole, text);
    if (code != SQLITE_OK)
        return fail(db, code);
    const int first = DIGEST_MOTION, after = first + DIGEST_OF_MOTIONS;
    io_result result =
        whole == KEPT_NOTHING ? IO_OK : check_table(db, kept, run_id, DIGEST_MOTION_WHOLE);
    for (int table = 0; table < DIGEST_TABLES && db->failure == IO_OK; table++)
        if (whole == KEPT_NOTHING || table < first || table >= after)
            result = worse(result, check_table(db, kept, run_id, table));
    return result;
}

/* Of a time without digests there is one row, and it says NULL. */
static io_result check_run(database *db, sqlite3_stmt *kept, int64_t run_id)
{
    char text[DIGEST_TEXT_SIZE];
    kept_kind whole, other;
    int code = kept_digest(kept, run_id, DIGEST_RUN, &whole, text);
    if (code == SQLITE_OK)
        code = kept_digest(kept, run_id, DIGEST_RUN + 1, &other, text);
    if (code != SQLITE_OK)
        return fail(db, code);
    if (whole == KEPT_UNKNOWN && other == KEPT_NOTHING)
        return IO_OK;
    return check_tables(db, kept, run_id);
}

static io_result check_runs(database *db)
{
    sqlite3_stmt *runs = NULL, *kept = NULL;
    io_result result = IO_OK;
    int code = sqlite3_prepare_v2(db->handle,
                                  "SELECT run_id FROM main.run WHERE state = 'finished' "
                                  "ORDER BY run_id",
                                  -1, &runs, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(
            db->handle,
            "SELECT sha256 FROM main.run_digest WHERE run_id = ?1 AND table_name = ?2", -1, &kept,
            NULL);
    while (code == SQLITE_OK && db->failure == IO_OK &&
           (code = sqlite3_step(runs)) == SQLITE_ROW) {
        result = worse(result, check_run(db, kept, sqlite3_column_int64(runs, 0)));
        code = SQLITE_OK;
    }
    sqlite3_finalize(runs);
    sqlite3_finalize(kept);
    return code == SQLITE_OK || code == SQLITE_DONE ? result : fail(db, code);
}

/* ---- foreign keys -------------------------------------------------------------------- */

static io_result check_owner_of_rows(database *db, const char *table)
{
    char sql[96]; /* a PRAGMA takes no parameters */
    snprintf(sql, sizeof sql, "PRAGMA main.foreign_key_check(%s)", table);
    return refuse_rows(db, sql, "a row belongs to nothing: one of", 1);
}

/* Of our tables: what others keep beside them is their business. */
static io_result check_foreign_keys(database *db)
{
    io_result result = worse(check_owner_of_rows(db, "pair_summary"),
                             check_owner_of_rows(db, "run_digest"));
    result = worse(result, check_owner_of_rows(db, "check_progress"));
    for (int table = 0; table < DIGEST_TABLES && db->failure == IO_OK; table++)
        result = worse(result, check_owner_of_rows(db, digest_table(table)));
    return result;
}

/* ---- the whole ----------------------------------------------------------------------- */

static io_result check_all(database *db)
{
    enum { MOST = 5 };
    static const char *const checks[][2] = {
        {"PRAGMA main.integrity_check", "is damaged:"},
        {"SELECT 'plan ' || plan_id || ', agents ' || agent_a_id || ' and ' || agent_b_id FROM "
         "(SELECT * FROM main.pair_summary EXCEPT SELECT * FROM main.pair_summary_counted)",
         "'pair_summary' does not say what 'meeting' says:"},
        {"SELECT 'plan ' || plan_id || ', agents ' || agent_a_id || ' and ' || agent_b_id FROM "
         "(SELECT * FROM main.pair_summary_counted EXCEPT SELECT * FROM main.pair_summary)",
         "'pair_summary' lacks what 'meeting' says:"},
        {"SELECT 'plan ' || plan_id || ', agent ' || agent_id || ', motion ' || seq "
         "FROM main.motion_more AS o JOIN main.motion AS m USING (plan_id, agent_id, seq) "
         "WHERE m.to_x_m IS NOT NULL",
         "'motion_more' says more of a motion of which 'motion' says all:"},
    };
    io_result result = IO_OK;
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && db->failure == IO_OK; i++)
        result = worse(result, refuse_rows(db, checks[i][0], checks[i][1], MOST));
    if (db->failure == IO_OK)
        result = worse(result, check_foreign_keys(db));
    return db->failure == IO_OK ? worse(result, check_runs(db)) : db->failure;
}

io_result verify_database(database *db)
{
    sqlite3_set_authorizer(db->handle, NULL, NULL); /* of an earlier query */
    io_result result = connection_execute(db, "BEGIN", "read the database");
    if (result != IO_OK)
        return result;
    result = check_all(db);
    sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    return result;
}
