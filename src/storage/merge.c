/* SPDX-License-Identifier: MIT */
/* One results database taken into another: first what must not be, then what is there already,
 * then the rest, in one transaction. */
#include <stdlib.h>

#include "storage/insert.h"
#include "storage/jobs.h"
#include "storage/stored_rows.h"
#include "storage/taking.h"

/* Lists of both files that have one name, and jobs of such lists that both files have. */
#define SAME_LISTS "taken_0.batch AS tb JOIN main.batch AS mb ON mb.name = tb.name"
#define SAME_JOBS                                                                                  \
    SAME_LISTS " JOIN taken_0.job AS t ON t.batch_id = tb.batch_id "                               \
               "JOIN main.job AS m ON m.batch_id = mb.batch_id AND m.job = t.job"
#define INPUTS(file, id)                                                                           \
    "(SELECT sha256 FROM " file ".run_digest WHERE run_id = " id " AND table_name = 'input')"

/* Runs that belong to no job, by their words without -o and its file, and what they have read. */
#define PLAIN_RUNS(file)                                                                           \
    "SELECT r.run_id, r.graze_version, " INPUTS(file, "r.run_id") " AS inputs, "                   \
    "(SELECT group_concat(w.value, char(31)) FROM (SELECT e.value, "                               \
    "lag(e.value, 1, '') OVER (ORDER BY e.key) AS before FROM json_each(r.command_json) AS e) AS " \
    "w WHERE w.value NOT IN ('-o', '--output') AND w.before NOT IN ('-o', '--output') "            \
    "AND w.value NOT GLOB '-o?*' AND w.value NOT GLOB '--output=*') AS words "                     \
    "FROM " file ".run AS r WHERE r.state = 'finished' "                                           \
    "AND r.run_id NOT IN (SELECT run_id FROM " file ".job WHERE run_id IS NOT NULL)"

static const char prepare_tables[] =
    "DROP TABLE IF EXISTS temp.left_out; DROP TABLE IF EXISTS temp.ours;"
    "DROP TABLE IF EXISTS temp.theirs;"
    "CREATE TEMP TABLE left_out (run_id INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE ours AS " PLAIN_RUNS("main") ";"
    "CREATE TEMP TABLE theirs AS " PLAIN_RUNS("taken_0") ";";

#define SAME_RUNS                                                                                  \
    "temp.theirs AS t JOIN temp.ours AS m ON m.words = t.words AND m.inputs = t.inputs"

/* What must not be: the first row's texts go into the message. */
typedef struct conflict_rule {
    const char *sql, *what, *hint;
} conflict_rule;

static const conflict_rule rules[] = {
    {"SELECT tb.name, '' FROM " SAME_LISTS " WHERE tb.jobs <> mb.jobs OR tb.options <> mb.options "
     "OR ?1 <> 0",
     "list '%s' has other jobs or limits than the one of that name before%s",
     "a batch gives its list another --name"},
    {"SELECT tb.name, tb.graze_version FROM " SAME_LISTS
     " WHERE tb.graze_version <> mb.graze_version AND ?1 = 0",
     "list '%s' is of another version of Graze than before, %s",
     "versions may answer otherwise: work all shards off with one"},
    {"SELECT tb.name, CAST(t.job AS TEXT) FROM " SAME_JOBS 
     " WHERE m.state = 'done' AND t.state = 'done' AND "
     INPUTS("main", "m.run_id") " <> " INPUTS("taken_0", "t.run_id") " AND ?1 = 0",
     "list '%s': job %s has read other files than before",
     "are the files of both machines the same?"},
    {"SELECT CAST(t.run_id AS TEXT), t.graze_version FROM " SAME_RUNS
     " WHERE t.graze_version <> m.graze_version AND ?1 = 0",
     "run %s is there already, and was answered by another version of Graze, %s",
     "versions may answer otherwise: leave one of them out"},
};

typedef struct found_conflict {
    database *db;
    const conflict_rule *rule;
    const char *path;
} found_conflict;

static io_result tell_conflict(void *context, const query *row)
{
    found_conflict *found = context;
    char *subject = stored_text(row, 0), *object = stored_text(row, 1);
    io_result result = IO_MEMORY;
    if (subject == NULL || object == NULL) {
        stored_no_memory(found->db);
    } else {
        char what[300];
        sqlite3_snprintf(sizeof what, what, found->rule->what, subject, object);
        result = connection_refuse(found->db, found->rule->hint, "%s: %s", found->path, what);
    }
    free(subject);
    free(object);
    return result;
}

static io_result refuse_conflicts(database *db, const char *path)
{
    io_result result = IO_OK;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0] && result == IO_OK; i++) {
        found_conflict found = {db, &rules[i], path};
        result = stored_rows_each(db, rules[i].sql, 0, tell_conflict, &found);
    }
    return result;
}

/* Runs a statement and adds how many rows it changed. */
static io_result change(database *db, const char *sql, int64_t parameter, uint64_t *count)
{
    insert row;
    io_result result = insert_prepare(&row, db, sql);
    if (result != IO_OK)
        return result;
    if (sqlite3_bind_parameter_count(row.statement) > 0)
        insert_integer(&row, parameter);
    result = insert_row(&row);
    insert_close(&row);
    if (result == IO_OK && count != NULL)
        *count += (uint64_t)sqlite3_changes64(db->handle);
    return result;
}

/* Jobs that are done here stay, and so does what failed here and did not get done there. */
static io_result leave_out(database *db, database_merged *counts)
{
    uint64_t job_runs = 0;
    io_result result =
        change(db, "INSERT INTO temp.left_out SELECT t.run_id FROM " SAME_JOBS
                   " WHERE t.run_id IS NOT NULL AND m.state = 'done'", 0, &job_runs);
    if (result == IO_OK)
        result = change(db, "INSERT OR IGNORE INTO temp.left_out SELECT t.run_id FROM " SAME_RUNS,
                        0, &counts->doubled_runs);
    if (result == IO_OK)
        result = change(db,
                        "DELETE FROM main.job WHERE state <> 'done' AND EXISTS (SELECT 1 FROM "
                        SAME_JOBS " WHERE m.batch_id = main.job.batch_id AND m.job = main.job.job "
                        "AND t.state = 'done')", 0, NULL);
    return result;
}

static io_result take_jobs(database *db, int64_t shift, database_merged *counts)
{
    int64_t theirs = 0;
    uint64_t before = counts->jobs;
    io_result result = change(db,
                              "INSERT INTO main.batch (name, jobs, options, graze_version) "
                              "SELECT name, jobs, options, graze_version FROM taken_0.batch "
                              "WHERE name NOT IN (SELECT name FROM main.batch) ORDER BY batch_id",
                              0, NULL);
    if (result == IO_OK)
        result = change(db,
                        "INSERT INTO main.job (batch_id, job, command_json, state, exit_status, "
                        "reason, tries, wall_s, cpu_s, peak_bytes, run_id) "
                        "SELECT mb.batch_id, t.job, t.command_json, t.state, t.exit_status, "
                        "t.reason, t.tries, t.wall_s, t.cpu_s, t.peak_bytes, t.run_id + ?1 "
                        "FROM " SAME_LISTS " JOIN taken_0.job AS t ON t.batch_id = tb.batch_id "
                        "WHERE NOT EXISTS (SELECT 1 FROM main.job AS m "
                        "WHERE m.batch_id = mb.batch_id AND m.job = t.job)",
                        shift, &counts->jobs);
    if (result == IO_OK)
        result = taking_number(db, "SELECT count(*) FROM taken_0.job", 0, &theirs);
    counts->doubled_jobs += (uint64_t)theirs - (counts->jobs - before);
    return result;
}

static io_result merge(database *db, const char *path, database_merged *counts)
{
    taking_shift shift = {0};
    int64_t before = 0, after = 0;
    io_result result = refuse_conflicts(db, path);
    if (result == IO_OK)
        result = leave_out(db, counts);
    if (result == IO_OK)
        result = taking_number(db, "SELECT count(*) FROM main.run", 0, &before);
    if (result == IO_OK)
        result = taking_runs(db, 0, true, &shift);
    if (result == IO_OK)
        result = taking_number(db, "SELECT count(*) FROM main.run", 0, &after);
    counts->runs += (uint64_t)(after - before);
    return result == IO_OK ? take_jobs(db, shift.run, counts) : result;
}

/* Is it a results database of the present version, as it should be? */
static io_result look_at(database *db, const char *path)
{
    database *other = NULL;
    io_result result = database_open(path, db->sink, &other);
    database_close(other);
    return result;
}

io_result database_merge(database *db, const char *path, database_merged *counts)
{
    io_result result = look_at(db, path);
    if (result != IO_OK)
        return result;
    result = taking_attach(db, path, 0);
    if (result != IO_OK)
        return result;
    result = connection_execute(db, prepare_tables, "read the database");
    if (result == IO_OK)
        result = connection_begin_taking(db);
    if (result == IO_OK)
        result = connection_end(db, merge(db, path, counts));
    taking_detach(db, 0);
    return result;
}
