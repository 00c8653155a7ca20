/* SPDX-License-Identifier: MIT */
/* The table-valued functions graze_conflict_intervals, graze_unsafe_starts and
 * graze_unsafe_speeds: eponymous virtual tables whose arguments are hidden columns behind part,
 * lower_s and upper_s (of speeds, factors: lower and upper). */
#include "storage/extension.h"

enum { COLUMN_PART, COLUMN_LOWER, COLUMN_UPPER, COLUMN_ARGUMENT };

#define ARGUMENTS                                                                                  \
    "argument_1 HIDDEN, argument_2 HIDDEN, argument_3 HIDDEN, argument_4 HIDDEN, "                 \
    "argument_5 HIDDEN, argument_6 HIDDEN, argument_7 HIDDEN, argument_8 HIDDEN, "                 \
    "argument_9 HIDDEN, argument_10 HIDDEN, argument_11 HIDDEN, argument_12 HIDDEN, "              \
    "argument_13 HIDDEN, argument_14 HIDDEN, argument_15 HIDDEN, argument_16 HIDDEN, "             \
    "argument_17 HIDDEN)"

/* What is asked for. */
typedef enum asked_for { ASK_CONFLICTS, ASK_STARTS, ASK_SPEEDS } asked_for;

static const struct {
    const char *name, *declaration;
} functions[] = {
    [ASK_CONFLICTS] = {"graze_conflict_intervals", "CREATE TABLE intervals (part INTEGER, "
                                                   "lower_s REAL, upper_s REAL, " ARGUMENTS},
    [ASK_STARTS] = {"graze_unsafe_starts", "CREATE TABLE intervals (part INTEGER, "
                                           "lower_s REAL, upper_s REAL, " ARGUMENTS},
    [ASK_SPEEDS] = {"graze_unsafe_speeds", "CREATE TABLE intervals (part INTEGER, "
                                           "lower REAL, upper REAL, " ARGUMENTS},
};

typedef struct interval_table {
    sqlite3_vtab base;
    extension *shared;
    asked_for what;
} interval_table;

/* An argument that was taken: an integer or a real. */
typedef struct taken_argument {
    bool is_integer;
    sqlite3_int64 integer;
    double real;
} taken_argument;

/* One question and its answer. */
typedef struct interval_cursor {
    sqlite3_vtab_cursor base;
    taken_argument arguments[EXTENSION_ARGUMENTS_MAX]; /* for who selects them, */
    int given;                                         /* as many as were given */
    graze_interval *intervals;
    size_t capacity, count, at;
} interval_cursor;

/* ---- the table ----------------------------------------------------------------------- */

static int connect_to(sqlite3 *handle, extension *shared, asked_for what, sqlite3_vtab **result)
{
    int code = sqlite3_declare_vtab(handle, functions[what].declaration);
    if (code == SQLITE_OK)
        code = sqlite3_vtab_config(handle, SQLITE_VTAB_INNOCUOUS);
    interval_table *table = code == SQLITE_OK ? sqlite3_malloc64(sizeof *table) : NULL;
    if (table == NULL)
        return code == SQLITE_OK ? SQLITE_NOMEM : code;
    *table = (interval_table){.shared = shared, .what = what};
    shared->users++; /* a module that is registered anew lets go before its tables do */
    *result = &table->base;
    return SQLITE_OK;
}

static int connect_conflicts(sqlite3 *handle, void *shared, int argc, const char *const *argv,
                             sqlite3_vtab **result, char **message)
{
    (void)argc, (void)argv, (void)message;
    return connect_to(handle, shared, ASK_CONFLICTS, result);
}

static int connect_starts(sqlite3 *handle, void *shared, int argc, const char *const *argv,
                          sqlite3_vtab **result, char **message)
{
    (void)argc, (void)argv, (void)message;
    return connect_to(handle, shared, ASK_STARTS, result);
}

static int connect_speeds(sqlite3 *handle, void *shared, int argc, const char *const *argv,
                          sqlite3_vtab **result, char **message)
{
    (void)argc, (void)argv, (void)message;
    return connect_to(handle, shared, ASK_SPEEDS, result);
}

static int disconnect(sqlite3_vtab *base)
{
    interval_table *table = (interval_table *)base;
    extension_forget_statements(table->shared);
    extension_release(table->shared);
    sqlite3_free(table);
    return SQLITE_OK;
}

/* Takes over the message. */
static int fail(interval_table *table, char *message)
{
    sqlite3_free(table->base.zErrMsg);
    table->base.zErrMsg =
        message != NULL ? sqlite3_mprintf("%s: %s", functions[table->what].name, message) : NULL;
    sqlite3_free(message);
    return table->base.zErrMsg != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

/* All arguments go to the filter, in their order. A plan in which one is not yet known
 * (it comes from a table that would be read later) is none. */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    int found[EXTENSION_ARGUMENTS_MAX] = {0}, count = 0, last = 0; /* index + 1; 0: not given */
    for (int i = 0; i < info->nConstraint; i++) {
        int argument = info->aConstraint[i].iColumn - COLUMN_ARGUMENT;
        if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        count += found[argument] == 0;
        found[argument] = i + 1;
        last = argument + 1 > last ? argument + 1 : last;
    }
    if (count != last || !extension_takes(count))
        return fail((interval_table *)base,
                    sqlite3_mprintf("takes 14 numbers (x, y, vx, vy, start, duration, radius of a, "
                                    "then of b), 16 (x, y, to_x, to_y, start, end, share, "
                                    "radius of a, then of b) or 5 keys (plan_id, agent_a_id, "
                                    "seq_a, agent_b_id, seq_b), and perhaps a tolerance"));
    for (int i = 0; i < count; i++) {
        info->aConstraintUsage[found[i] - 1].argvIndex = i + 1;
        info->aConstraintUsage[found[i] - 1].omit = 1;
    }
    info->idxNum = count;
    info->estimatedCost = 10;
    info->estimatedRows = 1;
    return SQLITE_OK;
}

/* ---- the answer ---------------------------------------------------------------------- */

static bool grow(interval_cursor *cursor)
{
    size_t capacity = cursor->capacity > 0 ? 2 * cursor->capacity : GRAZE_UNSAFE_STARTS_MAX;
    graze_interval *larger =
        sqlite3_realloc64(cursor->intervals, capacity * sizeof *cursor->intervals);
    if (larger == NULL)
        return false;
    cursor->intervals = larger;
    cursor->capacity = capacity;
    return true;
}

static graze_status ask_once(const interval_table *table, interval_cursor *cursor,
                             const extension_pair *pair)
{
    if (table->what == ASK_CONFLICTS)
        return graze_conflict_intervals(&pair->body_a, &pair->a, &pair->body_b, &pair->b,
                                        pair->tolerance, cursor->intervals, cursor->capacity,
                                        &cursor->count);
    return (table->what == ASK_STARTS ? graze_unsafe_starts : graze_unsafe_speeds)(
        &pair->body_a, &pair->a, &pair->body_b, &pair->b, pair->tolerance,
        &table->shared->workspace, cursor->intervals, cursor->capacity, &cursor->count);
}

/* Asks with more room until there is enough. */
static graze_status ask(const interval_table *table, interval_cursor *cursor,
                        const extension_pair *pair)
{
    if (cursor->capacity == 0 && !grow(cursor))
        return GRAZE_ERROR_MEMORY;
    for (;;) {
        graze_status status = ask_once(table, cursor, pair);
        bool more = status == GRAZE_ERROR_CAPACITY    ? grow(cursor)
                    : status == GRAZE_ERROR_WORKSPACE ? extension_grow_workspace(table->shared)
                                                      : false;
        if (!more)
            return status == GRAZE_ERROR_CAPACITY ? GRAZE_ERROR_MEMORY : status;
    }
}

/* Arguments that were read are numbers, which need no copy by SQLite. */
static void keep_arguments(interval_cursor *cursor, int count, sqlite3_value **values)
{
    cursor->given = count;
    for (int i = 0; i < count; i++) {
        taken_argument *kept = &cursor->arguments[i];
        kept->is_integer = sqlite3_value_type(values[i]) == SQLITE_INTEGER;
        if (kept->is_integer)
            kept->integer = sqlite3_value_int64(values[i]);
        else
            kept->real = sqlite3_value_double(values[i]);
    }
}

static int filter(sqlite3_vtab_cursor *base, int plan, const char *text, int count,
                  sqlite3_value **values)
{
    (void)plan, (void)text;
    interval_cursor *cursor = (interval_cursor *)base;
    interval_table *table = (interval_table *)base->pVtab;
    extension_pair pair;
    char *message = NULL;
    cursor->count = cursor->at = 0;
    int code = extension_read(table->shared, count, values, &pair, &message);
    if (code != SQLITE_OK)
        return code == SQLITE_NOMEM ? code : fail(table, message);
    keep_arguments(cursor, count, values);
    graze_status status = ask(table, cursor, &pair);
    if (status == GRAZE_OK)
        return SQLITE_OK;
    cursor->count = 0;
    return fail(table, extension_refusal(&pair, status));
}

/* ---- the cursor ---------------------------------------------------------------------- */

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **result)
{
    (void)base;
    interval_cursor *cursor = sqlite3_malloc64(sizeof *cursor);
    if (cursor == NULL)
        return SQLITE_NOMEM;
    *cursor = (interval_cursor){.count = 0};
    *result = &cursor->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    interval_cursor *cursor = (interval_cursor *)base;
    sqlite3_free(cursor->intervals);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
    ((interval_cursor *)base)->at++;
    return SQLITE_OK;
}

static int at_end(sqlite3_vtab_cursor *base)
{
    const interval_cursor *cursor = (const interval_cursor *)base;
    return cursor->at >= cursor->count;
}

static void result_argument(sqlite3_context *context, const taken_argument *kept)
{
    if (kept->is_integer)
        sqlite3_result_int64(context, kept->integer);
    else
        sqlite3_result_double(context, kept->real);
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int index)
{
    const interval_cursor *cursor = (const interval_cursor *)base;
    if (index == COLUMN_PART)
        sqlite3_result_int64(context, (sqlite3_int64)cursor->at);
    else if (index == COLUMN_LOWER)
        sqlite3_result_double(context, cursor->intervals[cursor->at].lower);
    else if (index == COLUMN_UPPER)
        sqlite3_result_double(context, cursor->intervals[cursor->at].upper);
    else if (index - COLUMN_ARGUMENT < cursor->given)
        result_argument(context, &cursor->arguments[index - COLUMN_ARGUMENT]);
    return SQLITE_OK;
}

static int row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
    *id = (sqlite3_int64)((const interval_cursor *)base)->at;
    return SQLITE_OK;
}

/* No xCreate: the tables are there under their own names and cannot be made. */
#define INTERVAL_MODULE(connect)                                                                   \
    {                                                                                              \
        .xConnect = connect, .xBestIndex = best_index, .xDisconnect = disconnect,                  \
        .xOpen = open_cursor, .xClose = close_cursor, .xFilter = filter, .xNext = next,            \
        .xEof = at_end, .xColumn = column, .xRowid = row_id,                                       \
    }

static const sqlite3_module conflicts_module = INTERVAL_MODULE(connect_conflicts);
static const sqlite3_module starts_module = INTERVAL_MODULE(connect_starts);

static const sqlite3_module speeds_module = INTERVAL_MODULE(connect_speeds);

int extension_add_tables(extension *shared)
{
    static const sqlite3_module *const modules[] = {
        [ASK_CONFLICTS] = &conflicts_module, [ASK_STARTS] = &starts_module,
        [ASK_SPEEDS] = &speeds_module};
    int code = SQLITE_OK;
    for (int what = ASK_CONFLICTS; what <= ASK_SPEEDS && code == SQLITE_OK; what++) {
        shared->users++; /* released by SQLite, also when this fails */
        code = sqlite3_create_module_v2(shared->handle, functions[what].name, modules[what],
                                        shared, extension_release);
    }
    return code;
}
