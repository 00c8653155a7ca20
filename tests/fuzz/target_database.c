/* SPDX-License-Identifier: MIT */
/* Results databases that somebody has edited, or that are damaged: `graze query`, `replay` and
 * `convert` read them or refuse them. And SQL with the kernel's functions in it.
 *
 * Every input begins with one sound database, made here by `graze check` and `graze solve`;
 * the bytes say what is done to its rows and then to its file. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/query.h"
#include "fuzz/targets.h"
#include "storage/extension.h"
#include "storage/question.h"

enum { COLUMNS = 256, ROWS = 16, VALUE = 64 };

/* ---- the sound database ------------------------------------------------------------------- */

static struct {
    unsigned char *bytes;
    size_t size;
    char columns[COLUMNS][2][40]; /* table and column */
    unsigned column_count;
} sound;

static const char plan_text[] = "agent,time,x,y,radius\nalder,0,0,4,0.5\nalder,2,2,4,0.5\n"
                                "alder,8,9,4,0.5\nbirch,0,9,4.5,0.5\nbirch,7,0,4.5,0.5\n"
                                "cedar,1,5,0,0.5\ncedar,9,5,9,0.5\n";
static const char map_text[] = "0,0,0,0,0,0\n0,0,0,0,0,0\n0,0,1,0,0,0\n0,0,0,0,0,0\n0,0,0,0,0,0\n";
static const char scenario_text[] = "agent,start_x,start_y,goal_x,goal_y,radius\n"
                                    "alder,0,0,5,0,0.3\nbirch,5,0,0,0,0.3\n";

static void load(const char *path)
{
    FILE *file = fopen(path, "rb");
    fuzz_require(file != NULL && fseek(file, 0, SEEK_END) == 0);
    sound.size = (size_t)ftell(file);
    sound.bytes = malloc(sound.size);
    rewind(file);
    fuzz_require(sound.bytes != NULL &&
                 fread(sound.bytes, 1, sound.size, file) == sound.size);
    fclose(file);
}

static void list_columns(const char *path)
{
    sqlite3 *handle;
    sqlite3_stmt *rows;
    fuzz_require(sqlite3_open(path, &handle) == SQLITE_OK);
    fuzz_require(sqlite3_prepare_v2(handle,
                                    "SELECT m.name, c.name FROM sqlite_schema AS m, "
                                    "pragma_table_info(m.name) AS c WHERE m.type = 'table' "
                                    "ORDER BY m.name, c.cid",
                                    -1, &rows, NULL) == SQLITE_OK);
    while (sqlite3_step(rows) == SQLITE_ROW && sound.column_count < COLUMNS) {
        for (int i = 0; i < 2; i++)
            snprintf(sound.columns[sound.column_count][i], sizeof sound.columns[0][0], "%s",
                     (const char *)sqlite3_column_text(rows, i));
        sound.column_count++;
    }
    sqlite3_finalize(rows);
    sqlite3_close(handle);
}

static void make_sound(void)
{
    char line[1024];
    if (sound.bytes != NULL)
        return;
    unlink(fuzz_path(3));
    fuzz_file_of(plan_text, sizeof plan_text - 1, 0);
    fuzz_file_of(map_text, sizeof map_text - 1, 1);
    fuzz_file_of(scenario_text, sizeof scenario_text - 1, 2);
    snprintf(line, sizeof line, "check -q -j 1 --unsafe-starts --slack --map %s -o %s %s",
             fuzz_path(1), fuzz_path(3), fuzz_path(0));
    fuzz_require(fuzz_command(cli_check, line) == CLI_FOUND);
    snprintf(line, sizeof line, "solve -q --map %s --scenario %s -o %s", fuzz_path(1),
             fuzz_path(2), fuzz_path(3));
    fuzz_require(fuzz_command(cli_solve, line) == CLI_DONE);
    load(fuzz_path(3));
    list_columns(fuzz_path(3));
    unlink(fuzz_path(3));
}

/* ---- what is done to it -------------------------------------------------------------------- */

static size_t take_bytes(fuzz_input *in, uint8_t *bytes, unsigned most)
{
    size_t length = fuzz_below(in, most + 1);
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)fuzz_below(in, 256);
    return length;
}

static void bind(fuzz_input *in, sqlite3_stmt *statement, int parameter)
{
    static const char *const words[] = {"conflict", "graze", "stay", "finished", "running",
                                        "waypoint", "parked", "kinematic", "0", ""};
    uint8_t bytes[VALUE];
    size_t length;
    switch (fuzz_below(in, 8)) {
    case 0:
        sqlite3_bind_null(statement, parameter);
        return;
    case 1:
        sqlite3_bind_int64(statement, parameter, (int8_t)fuzz_below(in, 256));
        return;
    case 2:
        sqlite3_bind_int64(statement, parameter,
                           (sqlite3_int64)((uint64_t)fuzz_below(in, 256) << 56 |
                                           (uint64_t)fuzz_below(in, 256) << 30));
        return;
    case 3:
        sqlite3_bind_text(statement, parameter,
                          words[fuzz_below(in, sizeof words / sizeof words[0])], -1,
                          SQLITE_STATIC);
        return;
    case 4:
        length = take_bytes(in, bytes, VALUE);
        sqlite3_bind_text(statement, parameter, (const char *)bytes, (int)length,
                          SQLITE_TRANSIENT);
        return;
    case 5:
        length = take_bytes(in, bytes, VALUE);
        sqlite3_bind_blob(statement, parameter, bytes, (int)length, SQLITE_TRANSIENT);
        return;
    default:
        sqlite3_bind_double(statement, parameter, fuzz_number(in));
    }
}

static sqlite3 *open_sound(void)
{
    sqlite3 *handle;
    unsigned char *copy = sqlite3_malloc64(sound.size);
    fuzz_require(copy != NULL && sqlite3_open(":memory:", &handle) == SQLITE_OK);
    memcpy(copy, sound.bytes, sound.size);
    fuzz_require(sqlite3_deserialize(handle, "main", copy, (sqlite3_int64)sound.size,
                                     (sqlite3_int64)sound.size,
                                     SQLITE_DESERIALIZE_FREEONCLOSE |
                                         SQLITE_DESERIALIZE_RESIZEABLE) == SQLITE_OK);
    return handle;
}

/* One value, in one row or in all; or one row deleted. */
static void edit(fuzz_input *in, sqlite3 *handle)
{
    char sql[512];
    sqlite3_stmt *statement;
    unsigned which = fuzz_below(in, sound.column_count);
    const char *table = sound.columns[which][0], *column = sound.columns[which][1];
    unsigned row = fuzz_below(in, ROWS + 1);
    bool deletes = fuzz_below(in, 8) == 0;
    char where[256] = "";
    if (row < ROWS)
        snprintf(where, sizeof where, " WHERE %s = (SELECT %s FROM %s LIMIT 1 OFFSET %u)",
                 column, column, table, row);
    if (deletes)
        snprintf(sql, sizeof sql, "DELETE FROM %s%s", table, where);
    else
        snprintf(sql, sizeof sql, "UPDATE OR REPLACE %s SET %s = ?1%s", table, column, where);
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) != SQLITE_OK)
        return;
    if (!deletes)
        bind(in, statement, 1);
    sqlite3_step(statement);
    sqlite3_finalize(statement);
}

/* Bytes of the file that become others. */
static void damage(fuzz_input *in, unsigned char *bytes, size_t size)
{
    uint8_t patch[VALUE];
    size_t at = (size_t)fuzz_below(in, 256) << 8;
    at = (at + fuzz_below(in, 256)) % size;
    size_t length = take_bytes(in, patch, 8);
    for (size_t i = 0; i < length && at + i < size; i++)
        bytes[at + i] = patch[i];
}

static void spoil(fuzz_input *in)
{
    sqlite3 *handle = open_sound();
    sqlite3_int64 size = 0;
    unsigned edits = fuzz_below(in, 6), damages = fuzz_below(in, 4);
    sqlite3_exec(handle, "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF", NULL,
                 NULL, NULL);
    if (fuzz_below(in, 2) == 0) /* as files were that had no fingerprints of their runs */
        sqlite3_exec(handle, "DELETE FROM run_digest", NULL, NULL, NULL);
    for (unsigned i = 0; i < edits; i++)
        edit(in, handle);
    unsigned char *bytes = sqlite3_serialize(handle, "main", &size, 0);
    fuzz_require(bytes != NULL);
    for (unsigned i = 0; i + 1 < damages; i++)
        damage(in, bytes, (size_t)size);
    unlink(fuzz_path(0));
    fuzz_file_of(bytes, (size_t)size, 0);
    sqlite3_free(bytes);
    sqlite3_close(handle);
}

void fuzz_database(fuzz_input *in)
{
    char line[1024];
    make_sound();
    spoil(in);
    unsigned asked = fuzz_below(in, 8);
    int plan_id = (int)fuzz_below(in, 3);
    unlink(fuzz_path(2));
    if (asked < 4) {
        const char *format = asked & 1 ? "csv" : "table";
        snprintf(line, sizeof line, "query -q --format %s %s %s plan=%d", format, fuzz_path(0),
                 questions[fuzz_below(in, (unsigned)question_count)].name, plan_id);
        fuzz_command(cli_query, line);
    } else if (asked < 6) {
        snprintf(line, sizeof line, "replay -q -j 1 --delays %s %s plan=%d -o %s",
                 asked & 1 ? "all" : "none", fuzz_path(0), plan_id, fuzz_path(2));
        fuzz_command(cli_replay, line);
    } else if (asked == 6) {
        snprintf(line, sizeof line, "convert --drop --to motions --plan %d %s %s", plan_id,
                 fuzz_path(0), fuzz_path(2));
        fuzz_command(cli_convert, line);
    } else {
        fuzz_file_of(plan_text, sizeof plan_text - 1, 1);
        snprintf(line, sizeof line, "check -q -j 1 -o %s %s", fuzz_path(0), fuzz_path(1));
        fuzz_command(cli_check, line);
    }
}

/* ---- SQL ------------------------------------------------------------------------------------- */

#define TEN "?1,?2,?3,?4,?5,?6,?7,?8,?9,?10"

static const char *const statements[] = {
    "SELECT graze_verdict(" TEN ",?11,?12,?13,?14)",
    "SELECT graze_verdict(" TEN ",?11,?12,?13,?14,?15)",
    "SELECT graze_depth(" TEN ",?11,?12,?13,?14), graze_distance(" TEN ",?11,?12,?13,?14)",
    "SELECT * FROM graze_conflict_intervals(" TEN ",?11,?12,?13,?14,?15)",
    "SELECT * FROM graze_unsafe_starts(" TEN ",?11,?12,?13,?14,?15)",
    "SELECT graze_verdict(?1,?2,?3,?4,?5), graze_depth(?1,?2,?3,?4,?5)",
    "SELECT graze_verdict(?1,?2,?3,?4,?5,?6) FROM motion",
    "SELECT * FROM graze_conflict_intervals(?1,?2,?3,?4,?5,?6)",
    "SELECT * FROM graze_unsafe_starts(?1,?2,?3,?4,?5)",
    "SELECT graze_verdict(a.plan_id,a.agent_id,a.seq,b.agent_id,b.seq,?1), "
    "graze_distance(a.plan_id,a.agent_id,a.seq,b.agent_id,b.seq) FROM motion AS a, motion AS b",
    "SELECT u.* FROM motion AS m, graze_unsafe_starts(plan_id,agent_id,seq,?1,?2,?3) AS u",
    "SELECT graze_decade(?1), graze_decade(?2)",
    "SELECT * FROM graze_tallies(?1)",
    "SELECT * FROM graze_tallies((SELECT graze_tally(k,l,x,y) FROM (SELECT ?1 AS k, ?2 AS l, "
    "?3 AS x, ?4 AS y UNION ALL VALUES (?5,?6,?7,?8))))",
    "SELECT * FROM graze_tallies((SELECT graze_tally(agent_id,?1,x_m,y_m,?2) FROM motion))",
    "SELECT graze_bytes(?1,?2,?3) = graze_bytes(?1,?2,?3), graze_bytes(?4)",
    "SELECT key_1 FROM graze_tallies((SELECT graze_tally(?1,?2,?3,?4,?5) OVER ()))",
};

static int lose_patience(void *context)
{
    (void)context;
    return 1;
}

static void run_statement(fuzz_input *in, sqlite3 *handle, const char *sql)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) != SQLITE_OK || statement == NULL)
        return;
    for (int i = 1; i <= sqlite3_bind_parameter_count(statement); i++)
        bind(in, statement, i);
    for (int rows = 0; rows < 100 && sqlite3_step(statement) == SQLITE_ROW; rows++)
        for (int i = 0; i < sqlite3_column_count(statement); i++)
            sqlite3_column_bytes(statement, i);
    sqlite3_finalize(statement);
}

void fuzz_sql(fuzz_input *in)
{
    char text[512];
    make_sound();
    sqlite3 *handle = open_sound();
    fuzz_require(extension_register(handle) == SQLITE_OK);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 20);
    sqlite3_progress_handler(handle, 20000, lose_patience, NULL);
    unsigned edits = fuzz_below(in, 8);
    sqlite3_exec(handle, "PRAGMA ignore_check_constraints = ON", NULL, NULL, NULL);
    for (unsigned i = 4; i < edits; i++)
        edit(in, handle);
    unsigned which = fuzz_below(in, sizeof statements / sizeof statements[0] + 2);
    if (which < sizeof statements / sizeof statements[0]) {
        run_statement(in, handle, statements[which]);
    } else {
        size_t length = in->left < sizeof text - 1 ? in->left : sizeof text - 1;
        memcpy(text, length > 0 ? (const char *)in->at : "", length);
        text[length] = '\0';
        run_statement(&(fuzz_input){.left = 0}, handle, text);
    }
    sqlite3_close(handle);
}
