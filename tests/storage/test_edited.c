/* SPDX-License-Identifier: MIT */
/* Rows that somebody has edited do not fit together, and whoever reads them back says so: which
 * row, and why. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "everything.h"
#include "fixture.h"
#include "storage/stored.h"
#include "storage/verify.h"
#include "support/run.h"

/* Plan 1 is held against a grid, plan 2 against a roadmap. Made once, and put back. */
static void put_back(const char *path)
{
    static char bytes[1 << 19];
    static size_t size;
    if (size > 0) {
        fixture_write_file(path, bytes, size);
        return;
    }
    fixture_clear();
    CU_ASSERT_EQUAL_FATAL(everything_write(path, fixture_sink(), true, "finished"), IO_OK);
    CU_ASSERT_EQUAL_FATAL(everything_write(path, fixture_sink(), false, "finished"), IO_OK);
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    CU_ASSERT_FATAL(size > 0 && size < sizeof bytes);
}

static void edit(const char *path, const char *sql)
{
    sqlite3 *handle = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &handle), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_exec(handle,
                                 "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON",
                                 NULL, NULL, NULL),
                    SQLITE_OK);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    if (sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK || sqlite3_changes(handle) == 0) {
        printf("\n    %s: %s", sql, sqlite3_errmsg(handle));
        CU_FAIL("nothing was edited");
    }
    sqlite3_close(handle);
}

/* ---- who reads ----------------------------------------------------------------------------- */

typedef io_result reader(database *db, int64_t plan_id);

static io_result read_plan(database *db, int64_t plan_id)
{
    plan back;
    double tolerance;
    io_result result = stored_plan_read(db, plan_id, &back, &tolerance);
    if (result == IO_OK)
        plan_free(&back);
    return result;
}

static io_result read_map(database *db, int64_t plan_id)
{
    map back;
    bool found;
    io_result result = stored_map_read(db, plan_id, &back, &found);
    if (result == IO_OK)
        map_free(&back);
    return result;
}

static io_result read_obstacles(database *db, int64_t plan_id)
{
    obstacles back;
    io_result result = stored_obstacles_read(db, plan_id, &back);
    if (result == IO_OK)
        obstacles_free(&back);
    return result;
}

typedef struct heard {
    size_t meetings, obstacles, slacks, in_conflict;
} heard;

static io_result hear_meeting(void *context, const stored_meeting *met)
{
    ((heard *)context)->meetings++;
    CU_ASSERT_TRUE(met->agent_a < met->agent_b);
    return IO_OK;
}

static io_result hear_obstacle(void *context, const database_obstacle_meeting *met)
{
    ((heard *)context)->obstacles++;
    CU_ASSERT_TRUE(met->row == 0 || met->row == DATABASE_NO_CELL);
    return IO_OK;
}

static io_result hear_slack(void *context, const stored_slack *slack)
{
    ((heard *)context)->slacks++;
    CU_ASSERT_EQUAL(slack->slack.slack.conflicts, slack->agent == 0);
    ((heard *)context)->in_conflict += slack->slack.slack.conflicts;
    return IO_OK;
}

static io_result read_findings(database *db, int64_t plan_id)
{
    heard all = {.meetings = 0};
    const stored_listener listener = {hear_meeting, hear_obstacle, hear_slack, &all};
    io_result result = stored_findings_read(db, plan_id, everything_plan(), &listener);
    if (result == IO_OK)
        CU_ASSERT_TRUE(all.meetings == 2 && all.obstacles == 2 && all.slacks == 2 &&
                       all.in_conflict == 1);
    return result;
}

/* ---- what they say ------------------------------------------------------------------------- */

static const struct edited {
    const char *sql;
    reader *read;
    int64_t plan_id;
    const char *said; /* behind "its rows do not fit together: "; null: all is well */
} edits[] = {
    {"UPDATE agent SET agent_id = 7 WHERE plan_id = 1 AND agent_id = 4", read_plan, 1,
     "an agent is missing"},
    {"UPDATE agent SET label = 'a' || char(0) || 'b' WHERE agent_id = 1", read_plan, 1,
     "the label of an agent has a 0 byte"},
    {"UPDATE agent SET body_id = 99 WHERE agent_id = 4", read_plan, 1, NULL},
    {"DELETE FROM motion WHERE agent_id = 0 AND seq = 0", read_plan, 1,
     "a motion has no agent, or one is missing"},
    {"UPDATE motion SET agent_id = 9 WHERE agent_id = 2", read_plan, 1,
     "a motion has no agent, or one is missing"},
    {"UPDATE motion SET agent_id = -1 WHERE agent_id = 2", read_plan, 1,
     "a motion has no agent, or one is missing"},
    {"UPDATE motion SET duration_s = -1.0 WHERE agent_id = 2", read_plan, 1,
     "a motion ends before it starts"},
    {"DELETE FROM motion_more", read_plan, 1,
     "a number is NaN, or infinite where only finite numbers are allowed"},
    {"UPDATE motion_body SET agent_id = 9", read_plan, 1,
     "a motion's body has no motion, or is missing"},
    {"UPDATE motion_body SET seq = -1", read_plan, 1,
     "a motion's body has no motion, or is missing"},
    {"UPDATE motion_body SET seq = 2", read_plan, 1,
     "a motion's body has no motion, or is missing"},
    {"UPDATE motion_body SET body_id = 99", read_plan, 1,
     "a motion's body has no motion, or is missing"},
    {"INSERT INTO motion_body (plan_id, agent_id, seq, body_id) VALUES (1, 1, 0, 99)", read_plan, 1,
     "a motion's body has no motion, or is missing"},
    {"UPDATE body SET radius_m = -1.0 WHERE body_id IN (SELECT body_id FROM motion_body) AND "
     "body_id NOT IN (SELECT body_id FROM agent)",
     read_plan, 1, "a radius is negative"},
    {"DELETE FROM plan WHERE plan_id = 1", read_plan, 1, "there is no such plan"},
    {"UPDATE map SET columns = 0 WHERE kind = 'grid'", read_map, 1, "the map is too large"},
    {"UPDATE map SET rows = 0 WHERE kind = 'grid'", read_map, 1, "the map is too large"},
    {"UPDATE map SET columns = 2147483648 WHERE kind = 'grid'", read_map, 1,
     "the map is too large"},
    {"UPDATE map SET rows = 715827883 WHERE kind = 'grid'", read_map, 1, "the map is too large"},
    {"UPDATE map_cell SET map_row = -1 WHERE map_row = 0", read_map, 1,
     "a cell lies outside its map"},
    {"UPDATE map_cell SET map_row = 2 WHERE map_row = 0", read_map, 1,
     "a cell lies outside its map"},
    {"UPDATE map_cell SET map_column = -1 WHERE map_row = 0", read_map, 1,
     "a cell lies outside its map"},
    {"UPDATE map_cell SET map_column = 3 WHERE map_row = 0", read_map, 1,
     "a cell lies outside its map"},
    {"DELETE FROM vertex WHERE vertex_id = 1", read_map, 2, "a vertex of the roadmap is missing"},
    {"UPDATE edge SET from_vertex_id = -1 WHERE from_vertex_id = 0", read_map, 2,
     "an edge has no vertex"},
    {"UPDATE edge SET from_vertex_id = 3 WHERE from_vertex_id = 0", read_map, 2,
     "an edge has no vertex"},
    {"UPDATE edge SET to_vertex_id = -1 WHERE from_vertex_id = 0", read_map, 2,
     "an edge has no vertex"},
    {"UPDATE edge SET to_vertex_id = 3 WHERE from_vertex_id = 0", read_map, 2,
     "an edge has no vertex"},
    {"DELETE FROM plan_map WHERE plan_id = 2", read_map, 2, NULL},
    {"UPDATE obstacle SET obstacle_id = 7 WHERE obstacle_id = 2", read_obstacles, 1,
     "an obstacle is missing, or its label has a 0 byte"},
    {"UPDATE obstacle SET label = 'a' || char(0) WHERE obstacle_id = 2", read_obstacles, 1,
     "an obstacle is missing, or its label has a 0 byte"},
    {"UPDATE obstacle_vertex SET obstacle_id = -1 WHERE obstacle_id = 0", read_obstacles, 1,
     "a corner has no obstacle"},
    {"UPDATE obstacle_vertex SET obstacle_id = 9 WHERE obstacle_id = 0", read_obstacles, 1,
     "a corner has no obstacle"},
    {"UPDATE obstacle_vertex SET x_m = 9e999 WHERE obstacle_id = 0", read_obstacles, 1,
     "a number is"},
    {"UPDATE obstacle_vertex SET y_m = -9e999 WHERE obstacle_id = 0", read_obstacles, 1,
     "a number is"},
    {"UPDATE meeting SET agent_a_id = -1", read_findings, 1, "a meeting has no motion"},
    {"UPDATE meeting SET agent_b_id = 5", read_findings, 1, "a meeting has no motion"},
    {"UPDATE meeting SET seq_a = -1", read_findings, 1, "a meeting has no motion"},
    {"UPDATE meeting SET seq_b = 2", read_findings, 1, "a meeting has no motion"},
    {"UPDATE obstacle_meeting SET agent_id = 5", read_findings, 1,
     "a meeting with a cell or obstacle has no motion"},
    {"UPDATE obstacle_meeting SET map_column = 9 WHERE map_row < 0", read_findings, 1,
     "a meeting has no obstacle"},
    {"UPDATE slack SET agent_id = 5 WHERE agent_id = 0", read_findings, 1, "slack has no agent"},
    {"UPDATE slack SET agent_b_id = 5", read_findings, 1, "slack has no motion"},
    {"UPDATE slack SET seq_b = 9", read_findings, 1, "slack has no motion"},
    {"UPDATE run SET exit_status = 0", read_findings, 1, NULL},
};

static bool says(const struct edited *of, const char *path)
{
    database *db = NULL;
    char expected[700] = "";
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    io_result result = of->read(db, of->plan_id);
    database_close(db);
    if (of->said != NULL)
        snprintf(expected, sizeof expected, "%s: error: its rows do not fit together: %s", path,
                 of->said);
    const char *said = fixture_messages();
    bool same = result == (of->said != NULL ? IO_BAD_INPUT : IO_OK) &&
                strncmp(said != NULL ? said : "", expected, strlen(expected)) == 0;
    if (!same)
        printf("\n    %s\n    expected: %s\n    said: %s\n", of->sql, expected, said);
    return same;
}

static void edited_rows_are_refused_with_a_reason(void)
{
    char path[512];
    snprintf(path, sizeof path, "%s", fixture_path("edited.db"));
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        put_back(path);
        edit(path, edits[i].sql);
        CU_ASSERT_TRUE(says(&edits[i], path));
    }
}

/* ---- a check that goes on ------------------------------------------------------------------ */

static void goes_on(const char *sql, const char *options, const char *expected)
{
    database *db = NULL;
    database_resumed from;
    char path[512];
    snprintf(path, sizeof path, "%s", fixture_path("edited.db"));
    fixture_clear();
    CU_ASSERT_EQUAL_FATAL(everything_write(path, fixture_sink(), true, "interrupted"), IO_OK);
    if (sql != NULL)
        edit(path, sql);
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(database_resume_check(db, options, everything_plan(), &from), IO_BAD_INPUT);
    const char *said = strstr(fixture_messages(), "error: ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(said);
    if (strncmp(said + 7, expected, strlen(expected)) != 0)
        printf("\n    expected: %s\n    said: %s\n", expected, said);
    CU_ASSERT_TRUE(strncmp(said + 7, expected, strlen(expected)) == 0);
    database_close(db);
}

static void a_check_goes_on_with_the_same_options_and_files_alone(void)
{
    goes_on(NULL, "radius 0.5\n", "run 1 was begun with 'tolerance 0', not ''");
    goes_on(NULL, "radius 0.5\ntolerance 0\nslack\n", "run 1 was begun with '', not 'slack'");
    goes_on(NULL, "radius 0.5\ntolerance 1\n", "run 1 was begun with 'tolerance 0', not ");
    goes_on("DELETE FROM input WHERE input_id = 1", everything_options,
            "run 1 has read 1 files, not 2");
    goes_on("UPDATE input SET role = 'map' WHERE input_id = 1", everything_options,
            "run 1 has read another map: '-' was different");
    goes_on("INSERT INTO input (run_id, input_id, role, name, sha256) "
            "VALUES (1, 2, 'map', 'm', 'x')",
            everything_options, "run 1 has read another map: 'm' was different");
    goes_on("UPDATE check_progress SET agents_done = 6", everything_options,
            "its rows do not fit together: more agents are done than there are");
    goes_on("DELETE FROM check_progress", everything_options, "no check in it was cut short");
}

CU_TestInfo edited_tests[] = {
    SUPPORT_TEST(edited_rows_are_refused_with_a_reason),
    SUPPORT_TEST(a_check_goes_on_with_the_same_options_and_files_alone),
    CU_TEST_INFO_NULL,
};
