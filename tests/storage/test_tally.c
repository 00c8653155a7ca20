/* SPDX-License-Identifier: MIT */
/* graze_tally counts as GROUP BY does, and graze_tallies takes nothing else for its answer. */
#include <stdio.h>
#include <string.h>

#include "fixture.h"
#include "storage/extension.h"
#include "support/run.h"

static sqlite3 *open_numbers(size_t rows)
{
    char sql[2048];
    sqlite3 *handle = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(":memory:", &handle), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(extension_register(handle), SQLITE_OK);
    /* Keys of every type, few and many; values with gaps. */
    snprintf(sql, sizeof sql,
             "CREATE TABLE t (few, many, low, high, weight);"
             "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %zu) "
             "INSERT INTO t SELECT "
             "CASE abs(random()) %% 5 WHEN 0 THEN NULL WHEN 1 THEN 'a' WHEN 2 THEN 'bb' "
             "WHEN 3 THEN -7 ELSE '' END, "
             "CASE abs(random()) %% 3 WHEN 0 THEN abs(random()) %% 300 "
             "WHEN 1 THEN abs(random()) %% 300 + 0.5 ELSE 'label ' || abs(random()) %% 300 END, "
             "iif(random() %% 4 = 0, NULL, random() / 1e18), "
             "iif(random() %% 4 = 0, NULL, random() %% 1000), abs(random()) %% 9 FROM n",
             rows);
    CU_ASSERT_EQUAL_FATAL(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    return handle;
}

/* The first value of the first row, or the message. Valid until the next call. */
static const char *say(sqlite3 *handle, const char *sql)
{
    static char text[512];
    sqlite3_stmt *statement = NULL;
    snprintf(text, sizeof text, "nothing");
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        const char *value = (const char *)sqlite3_column_text(statement, 0);
        snprintf(text, sizeof text, "%s", value != NULL ? value : "NULL");
    }
    if (sqlite3_finalize(statement) != SQLITE_OK || statement == NULL)
        snprintf(text, sizeof text, "%s", sqlite3_errmsg(handle));
    return text;
}

#define TALLIES                                                                                    \
    "SELECT g.key_1 AS a, g.key_2 AS b, g.count, g.total, g.least, g.greatest FROM "               \
    "graze_tallies((SELECT graze_tally(few, many, low, high, weight) FROM t)) AS g"
#define GROUPS                                                                                     \
    "SELECT few, many, count(*), sum(weight), min(low), max(high) FROM t GROUP BY few, many"

static void tallies_are_what_group_by_gives(void)
{
    for (size_t rows = 1; rows <= support_rounds(10000, 300000, 1000000); rows *= 10) {
        sqlite3 *handle = open_numbers(rows);
        CU_ASSERT_STRING_EQUAL(
            say(handle, "SELECT count(*) FROM (" TALLIES " EXCEPT " GROUPS ")"), "0");
        CU_ASSERT_STRING_EQUAL(
            say(handle, "SELECT count(*) FROM (" GROUPS " EXCEPT " TALLIES ")"), "0");
        CU_ASSERT_STRING_EQUAL(say(handle, "SELECT (SELECT count(*) FROM (" TALLIES ")) - "
                                           "(SELECT count(*) FROM (" GROUPS "))"),
                               "0");
        CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
    }
}

/* Each group is found again after its place has moved, several times. */
static void a_group_that_comes_again_after_many_others_is_the_same(void)
{
    sqlite3 *handle = open_numbers(1);
    CU_ASSERT_STRING_EQUAL(
        say(handle, "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n "
                    "WHERE i < 14999) SELECT count(*) || ' ' || min(count) || ' ' || max(count) "
                    "FROM graze_tallies((SELECT graze_tally(i % 5000, 'label ' || i % 5000, i, i) "
                    "FROM n))"),
        "5000 3 3");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

static void a_total_beyond_the_integers_is_an_error_as_in_sum(void)
{
    sqlite3 *handle = open_numbers(1);
    static const char total[] =
        "SELECT g.total FROM graze_tallies((SELECT graze_tally(1, 2, 0, 0, column1) FROM "
        "(VALUES (%s)))) AS g";
    static const char *const rows[][2] = {
        {"9223372036854775807), (1", "integer overflow"},
        {"-9223372036854775807), (-1), (-1", "integer overflow"},
        {"9223372036854775807), (1), (-5", "integer overflow"}, /* on the way */
        {"9223372036854775806), (1", "9223372036854775807"},
        {"-9223372036854775807), (-1", "-9223372036854775808"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char sql[300];
        snprintf(sql, sizeof sql, total, rows[i][0]);
        CU_ASSERT_STRING_EQUAL(say(handle, sql), rows[i][1]);
        snprintf(sql, sizeof sql, "SELECT sum(column1) FROM (VALUES (%s))", rows[i][0]);
        CU_ASSERT_STRING_EQUAL(say(handle, sql), rows[i][1]);
    }
    sqlite3_close(handle);
}

static void a_tally_of_nothing_is_empty(void)
{
    sqlite3 *handle = open_numbers(9);
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT count(*) FROM graze_tallies(("
                                       "SELECT graze_tally(few, many, low, high) FROM t WHERE 0))"),
                           "0");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT count || ' ' || total FROM graze_tallies(("
                                       "SELECT graze_tally(1, 0.0 * column1, 1, 1) FROM "
                                       "(VALUES (1), (-1), (-2))))"),
                           "3 3");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

/* Where no text of a tally has a byte, there is no memory for them: sanitizers see it. */
static void texts_without_a_byte_are_keys_like_others(void)
{
    sqlite3 *handle = open_numbers(9);
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT group_concat(typeof(key_1) || count) FROM "
                                       "graze_tallies((SELECT graze_tally('', '', 1, 1) FROM t))"),
                           "text9");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT count(*) FROM graze_tallies(("
                                       "SELECT graze_tally('', rowid, 1, 1) FROM t))"),
                           "9");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

static void what_is_no_tally_is_refused(void)
{
    static const char *const blobs[] = {
        "NULL", "7", "'graze tallies 1'", "x''", "x'00'",
        /* the right head, and then too much, too little, or a key of no type */
        "(SELECT graze_tally(1, 'text', 1, 1)) || x''",
        "CAST(substr((SELECT graze_tally(1, 'text', 1, 1)), 1, 100) AS BLOB)",
        "(SELECT substr(b, 1, 32) || zeroblob(length(b) - 32) FROM "
        "(SELECT graze_tally(1, 2, 1, 1) AS b))",
        "(SELECT CAST(substr(b, 1, 32) || zeroblob(length(b) - 32) AS BLOB) FROM "
        "(SELECT graze_tally(1, 2, 1, 1) AS b))",
    };
    sqlite3 *handle = open_numbers(1);
    for (size_t i = 0; i < sizeof blobs / sizeof *blobs; i++) {
        char sql[512];
        snprintf(sql, sizeof sql, "SELECT key_1, key_2 FROM graze_tallies(%s)", blobs[i]);
        CU_ASSERT_STRING_EQUAL(say(handle, sql),
                               "graze_tallies: this is not what graze_tally gives");
    }
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_tally(1, x'00', 1, 1)"),
                           "graze_tally: a key is a blob");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT * FROM graze_tallies"),
                           "graze_tallies: takes what graze_tally gives");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

/* Every byte of a true tally changed in turn: refused or read, never beyond its end. */
static void a_damaged_tally_does_no_harm(void)
{
    sqlite3 *handle = open_numbers(1);
    sqlite3_stmt *make = NULL, *read = NULL;
    static const char ask[] = "SELECT key_1, key_2, length(key_2) FROM graze_tallies(?)";
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(handle,
                                             "SELECT graze_tally(column1, column2, 1, 1) FROM "
                                             "(VALUES (1, 'one'), (2.5, 'two'))",
                                             -1, &make, NULL),
                          SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(sqlite3_step(make), SQLITE_ROW);
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(handle, ask, -1, &read, NULL), SQLITE_OK);
    int size = sqlite3_column_bytes(make, 0);
    size_t refused = 0, taken = 0;
    for (int i = 0; i < 8 * size; i++) {
        unsigned char *bytes = sqlite3_malloc(size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
        memcpy(bytes, sqlite3_column_blob(make, 0), (size_t)size);
        bytes[i / 8] ^= (unsigned char)(1 << i % 8);
        sqlite3_bind_blob(read, 1, bytes, size, sqlite3_free);
        int code = SQLITE_ROW;
        while (code == SQLITE_ROW)
            code = sqlite3_step(read);
        refused += code != SQLITE_DONE;
        taken += code == SQLITE_DONE;
        sqlite3_reset(read);
    }
    CU_ASSERT_TRUE(refused > 100 && taken > 100);
    sqlite3_finalize(make);
    sqlite3_finalize(read);
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

static void bytes_are_equal_where_all_values_are(void)
{
    static const char *const others[] = {
        "VALUES (1, 'a', 0.5)",          "VALUES (1, 'b', 0.5), (2, NULL, 'xy')",
        "VALUES (2, NULL, 'xy'), (1, 'a', 0.5)", "VALUES (1, 'a', 0.5), (2, NULL, 'xyz')",
        "VALUES (1.0, 'a', 0.5), (2, NULL, 'xy')", "VALUES (1, x'61', 0.5), (2, NULL, 'xy')",
        "VALUES (1, 'a', 0.5), (2, '', 'xy')", "VALUES (1, 'a', 0.5), (2, 0, 'xy')",
        "VALUES (1, 'a', 0.50000000000000011), (2, NULL, 'xy')", "SELECT 1, 2, 3 WHERE false",
    };
    char sql[512];
    sqlite3 *handle = open_numbers(300);
#define BYTES_OF(rows) "(SELECT graze_bytes(column1, column2, column3) FROM (" rows "))"
#define SOME_ROWS "VALUES (1, 'a', 0.5), (2, NULL, 'xy')"
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT " BYTES_OF(SOME_ROWS) " IS " BYTES_OF(SOME_ROWS)),
                           "1");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(sql, sizeof sql,
                 "WITH o(column1, column2, column3) AS (%s) SELECT " BYTES_OF(SOME_ROWS)
                 " IS (SELECT graze_bytes(column1, column2, column3) FROM o)", others[i]);
        CU_ASSERT_STRING_EQUAL(say(handle, sql), "0");
    }
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_bytes(1) FROM t WHERE false"), "NULL");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_bytes() IS NULL FROM t"), "1");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT length(graze_bytes(low)) FROM t"), "2700");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

CU_TestInfo tally_tests[] = {
    SUPPORT_TEST(tallies_are_what_group_by_gives),
    SUPPORT_TEST(a_group_that_comes_again_after_many_others_is_the_same),
    SUPPORT_TEST(a_total_beyond_the_integers_is_an_error_as_in_sum),
    SUPPORT_TEST(a_tally_of_nothing_is_empty),
    SUPPORT_TEST(texts_without_a_byte_are_keys_like_others),
    SUPPORT_TEST(what_is_no_tally_is_refused),
    SUPPORT_TEST(a_damaged_tally_does_no_harm),
    SUPPORT_TEST(bytes_are_equal_where_all_values_are),
    CU_TEST_INFO_NULL,
};
