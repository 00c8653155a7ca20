/* SPDX-License-Identifier: MIT */
/* What is kept beside the meetings is what the meetings say: the sums of each pair and the
 * places, whether we write them, others do, or an older file is brought up to date. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "storage/digest.h"
#include "storage/schema.h"
#include "storage/verify.h"
#include "support/run.h"

static graze_meeting random_meeting(size_t motion_a, size_t motion_b)
{
    static const graze_verdict verdicts[] = {GRAZE_TOUCH, GRAZE_GRAZE, GRAZE_CONFLICT};
    double begin = rand() % 9 / 3.0, depth = rand() % 5 * 0.1;
    return (graze_meeting){verdicts[rand() % 3], motion_a, motion_b, {begin, begin + 1},
                           .depth = depth, .distance = -depth, .time = begin + rand() % 9 / 7.0};
}

/* Meetings of all pairs of the fixture's agents that move, in no order, more than a batch
 * holds; pairs come again and again, sometimes the other way round. */
static void write_meetings(const char *path, size_t count)
{
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    int parts[4][4] = {{0}};
    const plan *five = fixture_plan();
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(db, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL(database_add_plan(db, run, five, 1e-9, &plan_id), IO_OK);
    for (size_t i = 0; i < count; i++) {
        size_t a = (size_t)rand() % 4, b = (a + 1 + (size_t)rand() % 3) % 4;
        for (int again = rand() % 4; again >= 0; again--) {
            graze_meeting met =
                random_meeting((size_t)rand() % five->agents[a].trajectory.count,
                               (size_t)rand() % five->agents[b].trajectory.count);
            int part = parts[a < b ? a : b][a < b ? b : a]++;
            CU_ASSERT_EQUAL(database_add_meeting(db, plan_id, a, b, part, &met), IO_OK);
        }
    }
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 1), IO_OK);
    database_close(db);
}

static void sums_are_right(const char *path)
{
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT * FROM pair_summary EXCEPT "
                                             "SELECT * FROM pair_summary_counted"),
                           "");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT * FROM pair_summary_counted EXCEPT "
                                             "SELECT * FROM pair_summary"),
                           "");
}

static void sums_of_pairs_are_those_of_their_meetings(void)
{
    const char *path = fixture_path("sums.db");
    srand(3);
    for (size_t round = 0; round < support_rounds(3, 20, 100); round++)
        write_meetings(path, round == 0 ? 20000 : (size_t)rand() % 5);
    sums_are_right(path);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*) FROM pair_summary "
                                             "WHERE plan_id = 1 AND conflicts > 0"),
                           "6");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*) > 32768 FROM meeting"), "1");
    fixture_clear();
}

static void sums_follow_what_others_do_to_meetings(void)
{
    static const char *const edits[] = {
        "UPDATE meeting SET verdict = 'graze' WHERE verdict = 'conflict' AND agent_a_id = 0",
        "UPDATE meeting SET depth_m = depth_m / 2, begin_s = begin_s - 1 WHERE part % 3 = 0",
        "UPDATE meeting SET agent_b_id = 3, part = part + 1000, seq_b = 0 "
        "WHERE agent_b_id = 2 AND part % 2 = 0",
        "DELETE FROM meeting WHERE part % 5 = 0",
        "DELETE FROM meeting WHERE agent_a_id = 1",
        "INSERT INTO meeting SELECT plan_id, agent_a_id, agent_b_id, part + 9000, 'conflict', "
        "begin_s, end_s, 9, depth_at_s, -9, seq_a, seq_b, NULL, NULL FROM meeting",
        "DELETE FROM meeting",
    };
    const char *path = fixture_path("edited.db");
    srand(4);
    write_meetings(path, 60);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        CU_ASSERT_STRING_EQUAL(fixture_ask(path, edits[i]), "");
        sums_are_right(path);
    }
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*) FROM pair_summary"), "0");
    fixture_clear();
}

/* ---- from every older version ------------------------------------------------------- */

static sqlite3 *at_version(const char *path, int version)
{
    sqlite3 *handle = NULL;
    schema_history older = schema_present;
    older.count = version;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &handle), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(schema_upgrade(handle, &older), SQLITE_OK);
    return handle;
}

/* Fills the tables that the older file has with the rows that the newer one has for them; before
 * version 10 some had other names, and before version 16 motion had what motion_whole has. */
static void copy_rows(sqlite3 *older, const char *newer)
{
    static const char ask[] =
        "SELECT printf('INSERT INTO main.%w (%s) SELECT %s FROM newer.%w', t.name, c.names, "
        "replace(replace(replace(replace(replace(replace(c.names, 'agent_a_id', 'agent_a'), "
        "'agent_b_id', 'agent_b'), 'agent_a', 'agent_a_id'), 'agent_b', 'agent_b_id'), "
        "'from_vertex,to_vertex', 'from_vertex_id,to_vertex_id'), '_id_id', '_id'), "
        "CASE WHEN t.name = 'conflict' THEN 'contact' WHEN t.name = 'motion' AND NOT EXISTS "
        "(SELECT 1 FROM pragma_table_info('motion_more', 'main')) "
        "THEN 'motion_whole' ELSE t.name END) "
        "FROM pragma_table_list AS t, (SELECT s.name AS of, "
        "group_concat(i.name) AS names FROM pragma_table_list AS s, pragma_table_info(s.name, "
        "'main') AS i WHERE s.schema = 'main' AND s.type = 'table' GROUP BY s.name) AS c "
        "WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' "
        "AND c.of = t.name";
    char text[1024];
    sqlite3_db_config(older, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL); /* all rows are copied */
    snprintf(text, sizeof text, "PRAGMA foreign_keys = OFF; ATTACH '%s' AS newer", newer);
    CU_ASSERT_EQUAL_FATAL(sqlite3_exec(older, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_stmt *tables = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(older, ask, -1, &tables, NULL), SQLITE_OK);
    size_t copied = 0;
    for (; sqlite3_step(tables) == SQLITE_ROW; copied++)
        CU_ASSERT_EQUAL(sqlite3_exec(older, (const char *)sqlite3_column_text(tables, 0), NULL,
                                     NULL, NULL),
                        SQLITE_OK);
    CU_ASSERT_TRUE(copied >= 9);
    sqlite3_finalize(tables);
}

/* Places are for looking: an upgrade computes them in SQL and a run asks the library, so that
 * they may differ in their last bits. */
static void read_all(const char *path, char *text, size_t size)
{
    static const char *const tables[] = {
        "SELECT * FROM agent",        "SELECT * FROM motion",
        "SELECT * FROM motion_more",  "SELECT * FROM motion_whole",
        "SELECT * FROM contact",      "SELECT * FROM pair_summary",
        "SELECT * FROM plan_safety",
        "SELECT * FROM meeting ORDER BY plan_id, agent_a_id, agent_b_id, part",
        "SELECT * FROM run_stat",     "PRAGMA user_version",
        "PRAGMA foreign_key_check",   "PRAGMA integrity_check",
        "SELECT printf('%.9g %.9g', place_x_m, place_y_m) FROM meeting"};
    size_t length = 0;
    for (size_t i = 0; i < sizeof tables / sizeof *tables && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s\n",
                                   fixture_ask(path, tables[i]));
    CU_ASSERT_TRUE(length < size);
}

/* The digests of tables that the older file has not; version 8 began with digests, 12 with broken
 * rules, 17 with one of each table of motions in the place of one of all that they say. */
static void forget_later_digests(sqlite3 *older, int version)
{
    static const char *const forget[] = {
        "DELETE FROM run_digest WHERE table_name GLOB 'obstacle*' "
        "AND table_name <> 'obstacle_meeting'",
        "DELETE FROM run_digest WHERE table_name = 'broken_rule'",
    };
    for (int i = 0; i < (version < 8 || version > 12 ? 0 : version < 12 ? 2 : 1); i++)
        CU_ASSERT_EQUAL(sqlite3_exec(older, forget[i], NULL, NULL, NULL), SQLITE_OK);
    if (version >= 8 && version < 17)
        CU_ASSERT_EQUAL(sqlite3_exec(older,
                                     "DELETE FROM run_digest WHERE table_name IN "
                                     "('motion_more', 'ramp');"
                                     "UPDATE run_digest SET sha256 = (SELECT sha256 FROM whole "
                                     "WHERE whole.run_id = run_digest.run_id) "
                                     "WHERE table_name = 'motion'",
                                     NULL, NULL, NULL),
                        SQLITE_OK);
}

/* What the older version would have kept of the motions, in the table `whole` of a connection that
 * has the newer file as such. */
static void take_whole_digests(sqlite3 *older, const char *newer)
{
    char text[DIGEST_TEXT_SIZE], sql[200];
    sqlite3 *handle = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(newer, &handle), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_exec(older, "CREATE TEMP TABLE whole (run_id, sha256)", NULL, NULL,
                                 NULL),
                    SQLITE_OK);
    const int runs = atoi(fixture_ask(newer, "SELECT max(run_id) FROM run"));
    for (int run = 1; run <= runs; run++) {
        CU_ASSERT_EQUAL(digest_take(handle, run, DIGEST_MOTION_WHOLE, text), SQLITE_OK);
        snprintf(sql, sizeof sql, "INSERT INTO whole VALUES (%d, '%s')", run, text);
        CU_ASSERT_EQUAL(sqlite3_exec(older, sql, NULL, NULL, NULL), SQLITE_OK);
    }
    sqlite3_close(handle);
}

/* The one digest holds as long as the motions are what they were, and does not know which of their
 * tables was changed. */
static void notices_a_motion(const char *path)
{
    database *db = NULL;
    fixture_ask(path, "UPDATE motion_more SET z_m = z_m + 1");
    fixture_ask(path, "UPDATE agent SET label = label || '!'");
    fixture_ask(path, "UPDATE contact SET depth_m = depth_m + 1");
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(verify_database(db), IO_BAD_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), "its rows in 'motion_whole' are not those"));
    CU_ASSERT_PTR_NULL(strstr(fixture_messages(), "'motion'"));
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), "its rows in 'agent' are not those"));
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), "its rows in 'contact' are not those"));
    database_close(db);
}

static void every_older_version_becomes_the_newest_with_its_rows(void)
{
    static char expected[1 << 18], found[1 << 18];
    char newer[512], path[512];
    snprintf(newer, sizeof newer, "%s", fixture_path("newer.db"));
    snprintf(path, sizeof path, "%s", fixture_path("older.db"));
    srand(5);
    fixture_write_run(newer);
    write_meetings(newer, 100);
    read_all(newer, expected, sizeof expected);
    char version_and_checks[40];
    snprintf(version_and_checks, sizeof version_and_checks, "\n%s\n\nok\n", fixture_version());
    CU_ASSERT_PTR_NOT_NULL(strstr(expected, version_and_checks));
    for (int version = 1; version < schema_present.count; version++) {
        sqlite3 *handle = at_version(path, version);
        copy_rows(handle, newer);
        take_whole_digests(handle, newer);
        forget_later_digests(handle, version);
        CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
        database *db = NULL;
        CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
        database_close(db);
        CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
        CU_ASSERT_EQUAL(verify_database(db), IO_OK);
        database_close(db);
        read_all(path, found, sizeof found);
        CU_ASSERT_STRING_EQUAL(found, expected);
        if (version >= 8 && version < 17)
            notices_a_motion(path);
        remove(path);
    }
    fixture_clear();
}

CU_TestInfo summary_tests[] = {
    SUPPORT_TEST(sums_of_pairs_are_those_of_their_meetings),
    SUPPORT_TEST(sums_follow_what_others_do_to_meetings),
    SUPPORT_TEST(every_older_version_becomes_the_newest_with_its_rows),
    CU_TEST_INFO_NULL,
};
