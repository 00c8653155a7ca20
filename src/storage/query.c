/* SPDX-License-Identifier: MIT */
/* One statement, held to reading. The file is open for reading only; a statement
 * that SQLite calls a writing one is refused; and what SQLite calls reading but
 * reaches further (other files, transactions, settings) an authorizer denies. */
#include "storage/query.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "storage/connection.h"

struct query {
    database *db;
    sqlite3_stmt *statement;
    char *from_user; /* or null */
    char *sql;       /* likewise */
};

static const char reading_hint[] =
    "only reading is possible here: SELECT, VALUES, EXPLAIN, PRAGMAs that look";

/* ---- what reaches further ------------------------------------------------------------- */

static bool is_among(const char *name, const char *const *names)
{
    for (; *names != NULL; names++)
        if (sqlite3_stricmp(name, *names) == 0)
            return true;
    return false;
}

static bool pragma_only_looks(const char *name, const char *argument)
{
    static const char *const looking[] = {
        "table_info",      "table_xinfo", "table_list",       "index_list",
        "index_info",      "index_xinfo", "foreign_key_list", "foreign_key_check",
        "integrity_check", "quick_check", "database_list",    "compile_options",
        "function_list",   NULL};
    static const char *const looking_bare[] = {
        "application_id", "user_version", "page_count",   "page_size",
        "journal_mode",   "encoding",     "foreign_keys", NULL};
    return is_among(name, looking) || (argument == NULL && is_among(name, looking_bare));
}

static int authorize(void *context, int action, const char *first, const char *second,
                     const char *schema, const char *view)
{
    (void)context, (void)schema, (void)view;
    switch (action) {
    case SQLITE_ATTACH:
    case SQLITE_DETACH:
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
        return SQLITE_DENY;
    case SQLITE_FUNCTION:
        return sqlite3_stricmp(second, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA:
        return pragma_only_looks(first, second) ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_OK;
    }
}

/* ---- what is wrong with it -------------------------------------------------------- */

/* The line and column of a byte of the statement, and that line. */
static diagnostic_place place_in(const char *sql, const char *name, int offset)
{
    diagnostic_place place = {.file = name};
    if (offset < 0)
        return place;
    const char *line = sql;
    place.line = 1;
    for (const char *at = sql; at < sql + offset && *at != '\0'; at++)
        if (*at == '\n') {
            place.line++;
            line = at + 1;
        }
    place.column = (size_t)(sql + offset - line) + 1;
    place.text = line;
    place.text_length = strcspn(line, "\r\n");
    return place;
}

static io_result refuse(const query *asked, int offset, const char *hint, const char *message)
{
    diagnostic_place place = place_in(asked->sql, asked->from_user, offset);
    diagnostic_error(asked->db->sink, &place, hint, "%s", message);
    return IO_BAD_INPUT;
}

/* Is it the person's statement that failed, and not the file or the system? */
static bool is_statements_fault(int code)
{
    switch (code & 0xFF) {
    case SQLITE_ERROR:
    case SQLITE_AUTH:
    case SQLITE_READONLY:
    case SQLITE_TOOBIG:
    case SQLITE_RANGE:
    case SQLITE_MISMATCH:
        return true;
    default:
        return false;
    }
}

static io_result fail(const query *asked, int code)
{
    database *db = asked->db;
    if (asked->from_user == NULL || !is_statements_fault(code))
        return connection_fail(db, code, "read the database");
    int offset = -1;
#if SQLITE_VERSION_NUMBER >= 3038000
    offset = sqlite3_error_offset(db->handle);
#endif
    bool forbidden = (code & 0xFF) == SQLITE_AUTH || (code & 0xFF) == SQLITE_READONLY;
    return refuse(asked, offset, forbidden ? reading_hint : NULL, sqlite3_errmsg(db->handle));
}

/* ---- opening ---------------------------------------------------------------------- */

/* Blanks, comments and semicolons may follow a statement, but no other one. */
static io_result check_rest(const query *asked, const char *rest)
{
    while (*rest != '\0') {
        sqlite3_stmt *another = NULL;
        const char *next = NULL;
        int code = sqlite3_prepare_v2(asked->db->handle, rest, -1, &another, &next);
        sqlite3_finalize(another);
        if (code != SQLITE_OK || another != NULL)
            return refuse(asked, (int)(rest - asked->sql), "ask one statement at a time",
                          "there is more than one statement");
        if (next == rest)
            break;
        rest = next;
    }
    return IO_OK;
}

static io_result prepare(query *asked, const char *sql)
{
    database *db = asked->db;
    if (strlen(sql) > INT_MAX / 2)
        return refuse(asked, -1, NULL, "the statement is too long");
    sqlite3_set_authorizer(db->handle, asked->from_user != NULL ? authorize : NULL, NULL);
    const char *rest = NULL;
    int code = sqlite3_prepare_v2(db->handle, sql, -1, &asked->statement, &rest);
    if (code != SQLITE_OK)
        return fail(asked, code);
    if (asked->from_user == NULL)
        return IO_OK;
    if (asked->statement == NULL)
        return refuse(asked, -1, reading_hint, "there is no statement");
    if (!sqlite3_stmt_readonly(asked->statement))
        return refuse(asked, 0, reading_hint, "the statement would write");
    return check_rest(asked, rest);
}

io_result query_open(database *db, const char *sql, const char *from_user, query **result)
{
    query *asked = calloc(1, sizeof *asked);
    if (asked == NULL)
        return connection_fail(db, SQLITE_NOMEM, "read the database");
    asked->db = db;
    if (from_user != NULL) {
        asked->from_user = strdup(from_user);
        asked->sql = strdup(sql);
    }
    io_result outcome = IO_OK;
    if (from_user != NULL && (asked->from_user == NULL || asked->sql == NULL))
        outcome = connection_fail(db, SQLITE_NOMEM, "read the database");
    else
        outcome = prepare(asked, from_user != NULL ? asked->sql : sql);
    if (outcome == IO_OK)
        *result = asked;
    else
        query_close(asked);
    return outcome;
}

void query_close(query *asked)
{
    if (asked == NULL)
        return;
    sqlite3_finalize(asked->statement);
    free(asked->from_user);
    free(asked->sql);
    free(asked);
}

/* ---- parameters ------------------------------------------------------------------- */

size_t query_parameters(const query *asked)
{
    return (size_t)sqlite3_bind_parameter_count(asked->statement);
}

const char *query_parameter_name(const query *asked, size_t index)
{
    const char *name = sqlite3_bind_parameter_name(asked->statement, (int)index + 1);
    return name != NULL ? name + 1 : "";
}

static int bind(sqlite3_stmt *statement, int index, const query_value *value)
{
    switch (value->kind) {
    case QUERY_INTEGER:
        return sqlite3_bind_int64(statement, index, value->integer);
    case QUERY_REAL:
        return sqlite3_bind_double(statement, index, value->real);
    case QUERY_TEXT:
        return sqlite3_bind_text64(statement, index, value->text, value->length, SQLITE_STATIC,
                                   SQLITE_UTF8);
    case QUERY_BLOB:
        return sqlite3_bind_blob64(statement, index, value->text, value->length, SQLITE_STATIC);
    case QUERY_NULL:
        break;
    }
    return sqlite3_bind_null(statement, index);
}

io_result query_bind(query *asked, size_t index, const query_value *value)
{
    int code = bind(asked->statement, (int)index + 1, value);
    return code == SQLITE_OK ? IO_OK : fail(asked, code);
}

/* ---- rows ------------------------------------------------------------------------- */

size_t query_columns(const query *asked)
{
    return (size_t)sqlite3_column_count(asked->statement);
}

const char *query_column_name(const query *asked, size_t column)
{
    const char *name = sqlite3_column_name(asked->statement, (int)column);
    return name != NULL ? name : "";
}

io_result query_next(query *asked, bool *row)
{
    int code = sqlite3_step(asked->statement);
    *row = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? IO_OK : fail(asked, code);
}

/* A connection is for one thread, and then values may be read where they lie. */
query_value query_cell(const query *asked, size_t column)
{
    sqlite3_value *cell = sqlite3_column_value(asked->statement, (int)column);
    query_value value = {.kind = QUERY_NULL};
    switch (sqlite3_value_type(cell)) {
    case SQLITE_INTEGER:
        value.kind = QUERY_INTEGER;
        value.integer = sqlite3_value_int64(cell);
        break;
    case SQLITE_FLOAT:
        value.kind = QUERY_REAL;
        value.real = sqlite3_value_double(cell);
        break;
    case SQLITE_TEXT:
        value.kind = QUERY_TEXT;
        value.text = (const char *)sqlite3_value_text(cell);
        value.length = (size_t)sqlite3_value_bytes(cell);
        break;
    case SQLITE_BLOB:
        value.kind = QUERY_BLOB;
        value.text = sqlite3_value_blob(cell);
        value.length = (size_t)sqlite3_value_bytes(cell);
        break;
    default:
        break;
    }
    return value;
}
