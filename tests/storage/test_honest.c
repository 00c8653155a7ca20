/* SPDX-License-Identifier: MIT */
/* A file that another program has changed is not believed: its objects are compared when it is
 * opened, its rows when `verify` is asked. */
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "storage/schema.h"
#include "storage/verify.h"
#include "support/run.h"

/* Changes a file as any program could that speaks SQLite. */
static void change(const char *path, const char *sql)
{
    sqlite3 *other = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &other), SQLITE_OK);
    char *message = NULL;
    if (sqlite3_exec(other, sql, NULL, NULL, &message) != SQLITE_OK) {
        printf("\n  %s: %s\n", sql, message);
        CU_FAIL("the change itself failed");
    }
    sqlite3_free(message);
    sqlite3_close(other);
}

static io_result open_for_reading(const char *path)
{
    database *db = NULL;
    io_result result = database_open(path, fixture_sink(), &db);
    if (result == IO_OK)
        database_close(db);
    return result;
}

static io_result open_for_writing(const char *path)
{
    database *db = NULL;
    io_result result = database_create(path, fixture_sink(), &db);
    if (result == IO_OK)
        database_close(db);
    return result;
}

static io_result verify(const char *path)
{
    database *db = NULL;
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    io_result result = verify_database(db);
    database_close(db);
    return result;
}

static bool told(const char *words)
{
    return strstr(fixture_messages(), words) != NULL;
}

/* Both doors refuse the file as it is after `sql`, with these words. */
static void refuses_after(const char *sql, const char *words)
{
    const char *path = fixture_path("changed.db");
    fixture_write_run(path);
    change(path, sql);
    fixture_remember(path);
    CU_ASSERT_EQUAL(open_for_reading(path), IO_BAD_INPUT);
    if (!told(words)) {
        printf("\n  %s\n  told: %s  not: %s\n", sql, fixture_messages(), words);
        CU_FAIL("other words");
    }
    CU_ASSERT_TRUE(told("hint: "));
    CU_ASSERT_EQUAL(open_for_writing(path), IO_BAD_INPUT);
    CU_ASSERT_TRUE(told(words));
    CU_ASSERT_TRUE(fixture_unchanged(path));
    fixture_clear();
}

/* ---- objects ------------------------------------------------------------------------- */

static void a_view_in_the_place_of_a_table_is_refused(void)
{
    refuses_after("DROP TABLE pair_summary; CREATE VIEW pair_summary AS "
                  "SELECT * FROM pair_summary_counted WHERE conflicts = 0",
                  "its 'pair_summary' is a view, and not the table that Graze makes");
    refuses_after("DROP TABLE pair_summary; CREATE VIEW Pair_Summary AS "
                  "SELECT * FROM pair_summary_counted WHERE conflicts = 0",
                  "its 'pair_summary' is a view, and not the table that Graze makes");
}

static void another_table_of_the_same_name_is_refused(void)
{
    refuses_after("DROP TABLE obstacle_meeting; CREATE TABLE obstacle_meeting "
                  "(plan_id, verdict AS ('touch'), depth_m)",
                  "its table 'obstacle_meeting' is not as Graze makes it");
    refuses_after("ALTER TABLE run ADD COLUMN remark TEXT",
                  "its table 'run' is not as Graze makes it");
    refuses_after("ALTER TABLE slack RENAME TO slacker", "its table 'slack' is missing");
    refuses_after("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET "
                  "sql = replace(sql, ') STRICT', ')') WHERE name = 'run'",
                  "its table 'run' is not as Graze makes it");
}

static void a_view_of_ours_that_says_otherwise_is_refused(void)
{
    refuses_after("DROP VIEW plan_safety; CREATE VIEW plan_safety AS SELECT plan_id, 'yes' AS safe "
                  "FROM plan",
                  "its view 'plan_safety' is not as Graze makes it");
    refuses_after("DROP VIEW depth_histogram", "its view 'depth_histogram' is missing");
}

static void triggers_and_indices_of_ours_have_to_be_there(void)
{
    refuses_after("DROP TRIGGER meeting_added", "its trigger 'meeting_added' is missing");
    refuses_after(
        "DROP TRIGGER meeting_added; CREATE TRIGGER meeting_added AFTER INSERT ON meeting "
        "BEGIN SELECT 1; END",
        "its trigger 'meeting_added' is not as Graze makes it");
    refuses_after("DROP INDEX plan_by_run", "its index 'plan_by_run' is missing");
    refuses_after("DROP INDEX plan_by_run; CREATE INDEX plan_by_run ON plan (run_id) "
                  "WHERE run_id > 1",
                  "its index 'plan_by_run' is not as Graze makes it");
}

static void a_strange_trigger_on_what_is_ours_is_refused(void)
{
    refuses_after("CREATE TRIGGER quiet AFTER INSERT ON meeting BEGIN "
                  "DELETE FROM pair_summary; END",
                  "its 'meeting' has a trigger 'quiet' that is not Graze's");
    refuses_after("CREATE TRIGGER quiet INSTEAD OF INSERT ON plan_safety BEGIN SELECT 1; END",
                  "its 'plan_safety' has a trigger 'quiet' that is not Graze's");
}

static void objects_of_others_may_stand_beside_ours(void)
{
    const char *path = fixture_path("guest.db");
    fixture_write_run(path);
    change(path, "CREATE TABLE note (plan_id INTEGER, text TEXT);"
                 "CREATE VIEW noted AS SELECT * FROM note JOIN plan_safety USING (plan_id);"
                 "CREATE INDEX note_by_plan ON note (plan_id);"
                 "CREATE TRIGGER note_added AFTER INSERT ON note BEGIN SELECT 1; END;"
                 "CREATE INDEX meeting_by_depth ON meeting (depth_m);"
                 "CREATE TABLE loose (plan_id INTEGER REFERENCES plan);"
                 "INSERT INTO loose VALUES (77);" /* their business */
                 "INSERT INTO note VALUES (1, 'mine'); ANALYZE");
    CU_ASSERT_EQUAL(open_for_reading(path), IO_OK);
    CU_ASSERT_EQUAL(open_for_writing(path), IO_OK);
    CU_ASSERT_EQUAL(verify(path), IO_OK);
    fixture_clear();
}

static bool has_objects_of(sqlite3 *handle, int version)
{
    char fault[300];
    CU_ASSERT_EQUAL(schema_compare(handle, &schema_present, version, fault, sizeof fault),
                    SQLITE_OK);
    return fault[0] == '\0';
}

/* Of every version there was, whether it began so or came to be so by upgrades; and it has not
 * those of its neighbours, unless it has them all and more, or the next one changes rows alone. */
static void every_version_has_the_objects_that_its_steps_make(void)
{
    enum { OF_ROWS = 17 };
    const int newest = schema_present.count;
    for (int first = 1; first <= newest; first++) {
        sqlite3 *handle = NULL;
        CU_ASSERT_EQUAL_FATAL(sqlite3_open(":memory:", &handle), SQLITE_OK);
        schema_history then = schema_present;
        for (then.count = first; then.count <= newest; then.count++) {
            CU_ASSERT_EQUAL(schema_upgrade(handle, &then), SQLITE_OK);
            CU_ASSERT_TRUE(has_objects_of(handle, then.count));
            if (first != 1)
                continue;
            bool adds_only = then.count > 1 && has_objects_of(handle, then.count - 1);
            CU_ASSERT_TRUE(adds_only || then.count == newest ||
                           has_objects_of(handle, then.count + 1) == (then.count + 1 == OF_ROWS));
        }
        sqlite3_close(handle);
    }
}

/* Whoever adds a step writes here what this test prints. */
static void the_fingerprint_is_that_of_the_newest_version(void)
{
    sqlite3 *handle = NULL;
    char text[SCHEMA_FINGERPRINT_SIZE];
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(":memory:", &handle), SQLITE_OK);
    CU_ASSERT_EQUAL(schema_upgrade(handle, &schema_present), SQLITE_OK);
    CU_ASSERT_EQUAL(schema_fingerprint(handle, text), SQLITE_OK);
    if (strcmp(text, schema_present_fingerprint) != 0)
        printf("\n  schema_present_fingerprint has to be %s\n", text);
    CU_ASSERT_STRING_EQUAL(text, schema_present_fingerprint);
    sqlite3_close(handle);
}

static void an_older_file_that_was_changed_is_not_upgraded(void)
{
    const char *path = fixture_path("older.db");
    sqlite3 *handle = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &handle), SQLITE_OK);
    const schema_history seventh = {.steps = schema_present.steps, .count = 7};
    CU_ASSERT_EQUAL(schema_upgrade(handle, &seventh), SQLITE_OK);
    sqlite3_close(handle);
    change(path, "DROP VIEW conflict_degree");
    fixture_remember(path);
    CU_ASSERT_EQUAL(open_for_writing(path), IO_BAD_INPUT);
    CU_ASSERT_TRUE(told("its view 'conflict_degree' is missing"));
    CU_ASSERT_TRUE(fixture_unchanged(path));
    fixture_clear();
}

/* ---- rows ---------------------------------------------------------------------------- */

static void what_a_run_wrote_is_verified(void)
{
    const char *path = fixture_path("true.db");
    fixture_write_run(path);
    CU_ASSERT_EQUAL(verify(path), IO_OK);
    CU_ASSERT_STRING_EQUAL(fixture_messages(), "");
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT count(*), min(length(sha256)) FROM run_digest"), "25|64");
    fixture_clear();
}

static void the_same_answers_have_the_same_digests_under_other_ids(void)
{
    const char *path = fixture_path("twice.db");
    fixture_write_run(path);
    fixture_write_run(path);
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT count(*) FROM run_digest AS a JOIN run_digest AS b "
                          "USING (table_name, sha256) WHERE a.run_id = 1 AND b.run_id = 2"),
        "25");
    CU_ASSERT_EQUAL(verify(path), IO_OK);
    fixture_clear();
}

/* Clocks and processes are no answers; ids are compared through the rows that bear them. */
static bool is_answer(const char *table, const char *column)
{
    static const char *const not[] = {"started_at", "finished_at",   "host",
                                      "boot_id",    "pid_namespace", "pid",
                                      "process_start_ticks", "state"};
    for (size_t i = 0; i < sizeof not / sizeof not[0]; i++)
        if (strcmp(table, "run") == 0 && strcmp(column, not[i]) == 0)
            return false;
    return true;
}

static void a_change_of_any_value_is_named(void)
{
    const char *path = fixture_path("value.db");
    fixture_write_run(path);
    char columns[8192];
    snprintf(columns, sizeof columns, "%s",
             fixture_ask(path, "SELECT t.name, c.name FROM pragma_table_list AS t, "
                               "pragma_table_info(t.name) AS c WHERE t.type = 'table' "
                               "AND t.name NOT LIKE 'sqlite_%' ORDER BY 1, c.cid"));
    int changed = 0;
    char *rest = NULL;
    for (char *line = strtok_r(columns, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        char *column = strchr(line, '|'), sql[400];
        *column++ = '\0';
        snprintf(sql, sizeof sql, "SELECT count(*) > 0 FROM %s", line);
        if (!is_answer(line, column) || strcmp(fixture_ask(path, sql), "1") != 0)
            continue;
        fixture_clear();
        fixture_write_run(path);
        snprintf(sql, sizeof sql,
                 "PRAGMA ignore_check_constraints = ON; UPDATE %s SET %s = CASE typeof(%s) "
                 "WHEN 'text' THEN %s || 'x' WHEN 'null' THEN 7 ELSE %s + 1 END",
                 line, column, column, column, column);
        sqlite3 *other = NULL;
        CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &other), SQLITE_OK);
        int code = sqlite3_exec(other, sql, NULL, NULL, NULL);
        sqlite3_close(other);
        if (code != SQLITE_OK) /* keys that would collide on the way, a text where a number is */
            continue;
        changed++;
        if (verify(path) != IO_BAD_INPUT) {
            printf("\n  %s.%s was changed, and nobody noticed\n", line, column);
            CU_FAIL("not noticed");
        }
    }
    CU_ASSERT_TRUE(changed > 60);
    if (changed <= 60)
        printf("\n  %d columns\n", changed);
    fixture_clear();
}

static void names_after(const char *sql, const char *words)
{
    const char *path = fixture_path("rows.db");
    fixture_write_run(path);
    change(path, sql);
    CU_ASSERT_EQUAL(verify(path), IO_BAD_INPUT);
    if (!told(words)) {
        printf("\n  %s\n  told: %s  not: %s\n", sql, fixture_messages(), words);
        CU_FAIL("other words");
    }
    fixture_clear();
}

static void rows_that_came_or_went_are_named(void)
{
    names_after("DELETE FROM meeting WHERE verdict = 'conflict'",
                "run 1: its rows in 'meeting' are not those it wrote");
    names_after("DELETE FROM slack", "run 1: its rows in 'slack' are not those it wrote");
    names_after("UPDATE body SET radius_m = 0.25 WHERE body_id = 0",
                "run 1: its rows in 'body' are not those it wrote");
    names_after("INSERT INTO run_stat VALUES (1, 'luck', 1)",
                "run 1: its rows in 'run_stat' are not those it wrote");
    names_after("DELETE FROM pair_summary WHERE conflicts > 0",
                "'pair_summary' lacks what 'meeting' says: plan 1, agents 0 and 1");
    names_after("UPDATE pair_summary SET conflicts = 0",
                "'pair_summary' does not say what 'meeting' says: plan 1, agents 0 and 1");
}

static void digests_that_went_and_runs_that_came_are_named(void)
{
    names_after("DELETE FROM run_digest WHERE table_name = 'meeting'",
                "run 1: the digest of its rows in 'meeting' is gone");
    names_after("DELETE FROM run_digest",
                "run 1: the digest of its rows in 'run' is gone");
    names_after("UPDATE run_digest SET sha256 = NULL WHERE table_name = 'run'",
                "run 1: the digest of its rows in 'run' is gone");
    names_after("INSERT INTO run (run_id, command_json, state, started_at, graze_version, pid) "
                "VALUES (2, '[]', 'finished', '', '', 1)",
                "run 2: the digest of its rows in 'run' is gone");
    names_after("INSERT INTO plan VALUES (5, 77, 2, 0, 'stand')",
                "a row belongs to nothing: one of plan");
}

/* An index whose pages say other things than its table. */
static void an_index_that_does_not_fit_its_table_is_named(void)
{
    names_after("CREATE TABLE blank (x); CREATE INDEX blank_x ON blank (x);"
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = "
                "(SELECT rootpage FROM sqlite_schema WHERE name = 'blank_x') "
                "WHERE name = 'plan_by_run'; DELETE FROM sqlite_schema WHERE name = 'blank_x'",
                "is damaged:");
}

/* A table of theirs would answer in the place of a table-valued PRAGMA. */
static void no_table_answers_for_a_check(void)
{
    names_after("CREATE TABLE pragma_foreign_key_check (\"table\", rowid_, parent, fkid);"
                "CREATE TABLE pragma_integrity_check (integrity_check);"
                "INSERT INTO pragma_integrity_check VALUES ('ok');"
                "INSERT INTO plan VALUES (5, 77, 2, 0, 'stand')",
                "a row belongs to nothing: one of plan");
}

static void a_run_of_an_older_version_has_an_unknown_digest(void)
{
    const char *path = fixture_path("older.db");
    sqlite3 *handle = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &handle), SQLITE_OK);
    const schema_history seventh = {.steps = schema_present.steps, .count = 7};
    CU_ASSERT_EQUAL(schema_upgrade(handle, &seventh), SQLITE_OK);
    sqlite3_close(handle);
    change(path, "INSERT INTO run (run_id, command_json, state, started_at, graze_version, pid) "
                 "VALUES (1, '[]', 'finished', '', '', 1), (2, '[]', 'failed', '', '', 1)");
    CU_ASSERT_EQUAL(open_for_writing(path), IO_OK);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT run_id, table_name, sha256 IS NULL "
                                             "FROM run_digest"),
                           "1|run|1");
    CU_ASSERT_EQUAL(verify(path), IO_OK);
    fixture_clear();
}

CU_TestInfo honest_tests[] = {
    SUPPORT_TEST(a_view_in_the_place_of_a_table_is_refused),
    SUPPORT_TEST(another_table_of_the_same_name_is_refused),
    SUPPORT_TEST(a_view_of_ours_that_says_otherwise_is_refused),
    SUPPORT_TEST(triggers_and_indices_of_ours_have_to_be_there),
    SUPPORT_TEST(a_strange_trigger_on_what_is_ours_is_refused),
    SUPPORT_TEST(objects_of_others_may_stand_beside_ours),
    SUPPORT_TEST(every_version_has_the_objects_that_its_steps_make),
    SUPPORT_TEST(the_fingerprint_is_that_of_the_newest_version),
    SUPPORT_TEST(an_older_file_that_was_changed_is_not_upgraded),
    SUPPORT_TEST(what_a_run_wrote_is_verified),
    SUPPORT_TEST(the_same_answers_have_the_same_digests_under_other_ids),
    SUPPORT_TEST(a_change_of_any_value_is_named),
    SUPPORT_TEST(rows_that_came_or_went_are_named),
    SUPPORT_TEST(digests_that_went_and_runs_that_came_are_named),
    SUPPORT_TEST(an_index_that_does_not_fit_its_table_is_named),
    SUPPORT_TEST(no_table_answers_for_a_check),
    SUPPORT_TEST(a_run_of_an_older_version_has_an_unknown_digest),
    CU_TEST_INFO_NULL,
};
