/* SPDX-License-Identifier: MIT */
/* One statement at a time, and nothing but reading. */
#include "storage/query.h"

#include <string.h>
#include <unistd.h>

#include "fixture.h"
#include "support/run.h"

static database *open_results(void)
{
    const char *path = fixture_path("query.db");
    if (fixture_file_count() == 0)
        fixture_write_run(path);
    database *db = NULL;
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    return db;
}

static bool told(const char *words)
{
    return strstr(fixture_messages(), words) != NULL;
}

/* Prepares and runs; IO_OK when it could be asked to the end. */
static io_result ask(database *db, const char *sql)
{
    query *asked = NULL;
    io_result result = query_open(db, sql, "SQL", &asked);
    bool row = true;
    while (result == IO_OK && row)
        result = query_next(asked, &row);
    if (asked != NULL)
        query_close(asked);
    return result;
}

static void every_statement_that_writes_is_refused(void)
{
    static const char *const writing[] = {
        "INSERT INTO plan VALUES (7, 1, 2, 0, 'absent')",
        "INSERT INTO main.run SELECT * FROM run",
        "UPDATE meeting SET verdict = 'touch'",
        "DELETE FROM contact",
        "CREATE TABLE t (x)",
        "CREATE TEMP TABLE t (x)",
        "CREATE VIRTUAL TABLE t USING rtree(i, a, b)",
        "DROP TABLE conflict",
        "DROP VIEW temp.run",
        "ALTER TABLE run RENAME TO ran",
        "ATTACH 'attached.db' AS other",
        "DETACH main",
        "VACUUM",
        "VACUUM INTO 'copy.db'",
        "REINDEX",
        "ANALYZE",
        "BEGIN",
        "COMMIT",
        "SAVEPOINT s",
        "PRAGMA user_version = 7",
        "PRAGMA journal_mode = DELETE",
        "PRAGMA writable_schema = ON",
        "PRAGMA foreign_keys = OFF",
        "PRAGMA query_only = OFF",
        "PRAGMA wal_checkpoint",
        "PRAGMA shrink_memory",
        "SELECT load_extension('x')",
    };
    database *db = open_results();
    fixture_remember(fixture_path("query.db"));
    for (size_t i = 0; i < sizeof writing / sizeof *writing; i++) {
        io_result result = ask(db, writing[i]);
        CU_ASSERT_EQUAL(result, IO_BAD_INPUT);
        if (result != IO_BAD_INPUT)
            printf("\n    %s\n", writing[i]);
    }
    CU_ASSERT_TRUE(told("hint: only reading is possible here"));
    CU_ASSERT_EQUAL(ask(db, "SELECT 1"), IO_OK); /* a refusal spoils nothing */
    database_close(db);
    CU_ASSERT_TRUE(fixture_unchanged(fixture_path("query.db")));
    CU_ASSERT_EQUAL(fixture_file_count(), 1);
    CU_ASSERT_EQUAL(access("attached.db", F_OK), -1);
    CU_ASSERT_EQUAL(access("copy.db", F_OK), -1);
    fixture_clear();
}

static void every_statement_that_reads_is_answered(void)
{
    static const char *const reading[] = {
        "SELECT * FROM run",
        "VALUES (1, 2)",
        "EXPLAIN SELECT 1",
        "EXPLAIN QUERY PLAN SELECT 1",
        "SELECT 1;",
        " SELECT 1 ; -- a comment\n ; /* another */ ",
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 9) SELECT x FROM c",
        "SELECT value FROM json_each('[1, 2]')",
        "SELECT name FROM pragma_table_info('plan')",
        "PRAGMA table_info(plan)",
        "PRAGMA user_version",
        "PRAGMA integrity_check",
        "SELECT sum(x) OVER (ORDER BY x) FROM (SELECT depth_m AS x FROM meeting)",
        "SELECT * FROM plan_safety",
        "SELECT * FROM sqlite_schema",
    };
    database *db = open_results();
    for (size_t i = 0; i < sizeof reading / sizeof *reading; i++) {
        io_result result = ask(db, reading[i]);
        CU_ASSERT_EQUAL(result, IO_OK);
        if (result != IO_OK)
            printf("\n    %s\n", reading[i]);
    }
    CU_ASSERT_STRING_EQUAL(fixture_messages(), "");
    database_close(db);
    fixture_clear();
}

static void a_mistake_is_shown_at_its_place(void)
{
    database *db = open_results();
    CU_ASSERT_EQUAL(ask(db, "SELECT label\n  FORM agent"), IO_BAD_INPUT);
    CU_ASSERT_STRING_EQUAL(fixture_messages(), "SQL:2:8: error: near \"agent\": syntax error\n"
                                               "  FORM agent\n"
                                               "       ^\n");
    database_close(db);
    fixture_clear();
}

static void one_statement_is_asked_at_a_time(void)
{
    database *db = open_results();
    CU_ASSERT_EQUAL(ask(db, "SELECT 1; DELETE FROM run"), IO_BAD_INPUT);
    CU_ASSERT_TRUE(told("SQL:1:10: error: there is more than one statement"));
    CU_ASSERT_EQUAL(ask(db, ""), IO_BAD_INPUT);
    CU_ASSERT_EQUAL(ask(db, " -- nothing\n"), IO_BAD_INPUT);
    CU_ASSERT_TRUE(told("there is no statement"));
    database_close(db);
    fixture_clear();
}

static void a_failure_on_the_way_is_told(void)
{
    database *db = open_results();
    CU_ASSERT_EQUAL(ask(db, "SELECT abs(-9223372036854775808)"), IO_BAD_INPUT);
    CU_ASSERT_TRUE(told("SQL: error: integer overflow"));
    CU_ASSERT_EQUAL(ask(db, "SELECT 1"), IO_OK);
    database_close(db);
    fixture_clear();
}

static void values_of_every_kind_go_in_and_come_out(void)
{
    static const query_value values[] = {
        {.kind = QUERY_NULL},
        {.kind = QUERY_INTEGER, .integer = INT64_MIN},
        {.kind = QUERY_REAL, .real = 0x1.fffffffffffffp-1000},
        {.kind = QUERY_TEXT, .text = "a\0b", .length = 3},
        {.kind = QUERY_BLOB, .text = "\0\xff", .length = 2},
    };
    database *db = open_results();
    query *asked = NULL;
    bool row = false;
    CU_ASSERT_EQUAL_FATAL(query_open(db, "SELECT :a AS first, :b, :c, :d, ?", "SQL", &asked),
                          IO_OK);
    CU_ASSERT_EQUAL(query_parameters(asked), 5);
    CU_ASSERT_STRING_EQUAL(query_parameter_name(asked, 1), "b");
    CU_ASSERT_STRING_EQUAL(query_parameter_name(asked, 4), "");
    CU_ASSERT_EQUAL(query_columns(asked), 5);
    CU_ASSERT_STRING_EQUAL(query_column_name(asked, 0), "first");
    for (size_t i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(query_bind(asked, i, &values[i]), IO_OK);
    CU_ASSERT_EQUAL(query_next(asked, &row), IO_OK);
    CU_ASSERT_TRUE_FATAL(row);
    for (size_t i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(query_cell(asked, i).kind, values[i].kind);
    CU_ASSERT_EQUAL(query_cell(asked, 1).integer, INT64_MIN);
    CU_ASSERT_EQUAL(query_cell(asked, 2).real, 0x1.fffffffffffffp-1000);
    CU_ASSERT_EQUAL(query_cell(asked, 3).length, 3);
    CU_ASSERT_EQUAL(memcmp(query_cell(asked, 3).text, "a\0b", 3), 0);
    CU_ASSERT_EQUAL(memcmp(query_cell(asked, 4).text, "\0\xff", 2), 0);
    CU_ASSERT_EQUAL(query_next(asked, &row), IO_OK);
    CU_ASSERT_FALSE(row);
    query_close(asked);
    database_close(db);
    fixture_clear();
}

CU_TestInfo query_tests[] = {
    SUPPORT_TEST(every_statement_that_writes_is_refused),
    SUPPORT_TEST(every_statement_that_reads_is_answered),
    SUPPORT_TEST(a_mistake_is_shown_at_its_place),
    SUPPORT_TEST(one_statement_is_asked_at_a_time),
    SUPPORT_TEST(a_failure_on_the_way_is_told),
    SUPPORT_TEST(values_of_every_kind_go_in_and_come_out),
    CU_TEST_INFO_NULL,
};
