/* SPDX-License-Identifier: MIT */
/* A digest is the SHA-256 of the bytes that digest.c describes, made here in another way. */
#include "storage/digest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "storage/batch.h"
#include "storage/verify.h"
#include "support/run.h"

/* ---- the bytes ----------------------------------------------------------------------------- */

static unsigned char bytes[1 << 17];
static size_t count;

static void number(char kind, unsigned long long value)
{
    bytes[count++] = (unsigned char)kind;
    do {
        bytes[count] = value & 0x7F;
        value >>= 7;
        bytes[count++] |= value > 0 ? 0x80 : 0;
    } while (value > 0);
}

static void integer(long long value)
{
    number('i', value < 0 ? ~((unsigned long long)value << 1) : (unsigned long long)value << 1);
}

static void real(double value)
{
    unsigned long long bits;
    memcpy(&bits, &value, 8);
    bytes[count++] = 'r';
    for (int i = 0; i < 8; i++, bits /= 256)
        bytes[count++] = bits % 256;
}

static void text(char kind, char letter, size_t length)
{
    number(kind, length);
    memset(bytes + count, letter, length);
    count += length;
}

static void sha256_of_bytes(char said[SHA256_TEXT_SIZE])
{
    sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, bytes, count);
    sha256_end(&hash, said);
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* Rows whose values need more room than may wait, in all ways: many small ones, one that just fits,
 * one that never does. */
static void a_digest_is_the_hash_of_all_values_in_order(void)
{
    static const size_t lengths[] = {0, 1, 127, 128, DIGEST_WAITING - 3, DIGEST_WAITING,
                                     DIGEST_WAITING + 1, 5, 3 * DIGEST_WAITING};
    char found[DIGEST_TEXT_SIZE], expected[SHA256_TEXT_SIZE], sql[200];
    sqlite3 *handle = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(":memory:", &handle), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(sqlite3_exec(handle, "CREATE TABLE run_stat (run_id, name, value)", NULL,
                                       NULL, NULL), SQLITE_OK);
    count = 0;
    for (int i = 0; i < 600; i++) { /* names that are integers come first, in their order */
        snprintf(sql, sizeof sql, "INSERT INTO run_stat VALUES (7, %d, %s)", i - 300,
                 i % 3 == 0 ? "NULL" : i % 3 == 1 ? "-0.1" : "9223372036854775807");
        CU_ASSERT_EQUAL(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
        integer(i - 300);
        if (i % 3 == 0)
            bytes[count++] = 'n';
        else if (i % 3 == 1)
            real(-0.1);
        else
            integer(9223372036854775807);
        bytes[count++] = ';';
    }
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        snprintf(sql, sizeof sql,
                 "INSERT INTO run_stat VALUES (7, '%c', "
                 "%sreplace(hex(zeroblob(%zu)), '00', 'x')%s)",
                 (char)('a' + i), i % 2 == 0 ? "" : "CAST(", lengths[i],
                 i % 2 == 0 ? "" : " AS BLOB)");
        CU_ASSERT_EQUAL(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
        text('t', (char)('a' + i), 1);
        text(i % 2 == 0 ? 't' : 'b', 'x', lengths[i]);
        bytes[count++] = ';';
    }
    bytes[count++] = '|';
    sha256_of_bytes(expected);
    CU_ASSERT_STRING_EQUAL(digest_table(2), "run_stat");
    CU_ASSERT_EQUAL(digest_take(handle, 7, 2, found), SQLITE_OK);
    CU_ASSERT_STRING_EQUAL(found, expected);
    CU_ASSERT_NOT_EQUAL(digest_take(handle, 7, 1, found), SQLITE_OK); /* there is no such table */
    sqlite3_close(handle);
}

/* ---- on the way ---------------------------------------------------------------------------- */

enum { PARTS = 6000, WAYS = 4 }; /* 36 000 rows; a batch has room for 32 768 */

typedef struct kept {
    database *db;
    int64_t run, plan_id;
} kept;

static kept begin(const char *path)
{
    kept k = {NULL, 0, 0};
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &k.db), IO_OK);
    CU_ASSERT_EQUAL_FATAL(database_begin_run(k.db, "[]", &k.run), IO_OK);
    CU_ASSERT_EQUAL(database_add_plan(k.db, k.run, fixture_plan(), 0, &k.plan_id), IO_OK);
    return k;
}

/* Contacts and meetings of three pairs of agents, more than one batch has room for; at places that
 * are known and some that are not. In the order of their keys (0), but for one contact (1), or the
 * meetings from the last to the first (2), or a pair that comes late, with parts that grow (3). */
static void add_answers(const kept *k, int way)
{
    static const size_t in_order[][2] = {{0, 1}, {2, 0}, {1, 2}};
    static const size_t late[][2] = {{0, 1}, {1, 2}, {2, 0}};
    const size_t(*pairs)[2] = way == 3 ? late : in_order;
    for (size_t p = 0; p < 3; p++)
        for (int i = 0; i < PARTS; i++) {
            const int next = (int)p * PARTS + i;
            const int part = way == 1 && p == 1 && i < 2 ? next + 1 - 2 * i : next;
            graze_meeting met = {.verdict = i % 3 == 0 ? GRAZE_CONFLICT : GRAZE_GRAZE,
                                 .when = {i, i + 1.0 / 3},
                                 .depth = i / 7.0,
                                 .distance = -0.0,
                                 .time = i % 5 == 0 ? HUGE_VAL : (double)i};
            CU_ASSERT_EQUAL(database_add_contact(k->db, k->plan_id, pairs[p][0], pairs[p][1], part,
                                                 &met), IO_OK);
            CU_ASSERT_EQUAL(database_add_meeting(k->db, k->plan_id, pairs[p][0], pairs[p][1],
                                                 way == 2 ? PARTS - i : next, &met), IO_OK);
        }
}

/* What was hashed on the way is what the file has; false where nothing was. */
static bool is_hashed(const kept *k, int table)
{
    char there[DIGEST_TEXT_SIZE], before[DIGEST_TEXT_SIZE] = "";
    CU_ASSERT_EQUAL(digest_take(k->db->handle, k->run, table, there), SQLITE_OK);
    const bool hashed = batch_digest(k->db, table, before);
    CU_ASSERT_TRUE(!hashed || strcmp(before, there) == 0);
    return hashed;
}

static void answers_in_the_order_of_their_keys_are_hashed_on_their_way(void)
{
    for (int way = 0; way < WAYS; way++) {
        const char *path = fixture_path("way.db");
        kept k = begin(path);
        add_answers(&k, way);
        CU_ASSERT_EQUAL(connection_begin_results(k.db), IO_OK);
        CU_ASSERT_EQUAL(connection_end(k.db, batch_write(k.db)), IO_OK);
        CU_ASSERT_EQUAL(is_hashed(&k, DIGEST_CONTACT), way != 1 && way != 3);
        CU_ASSERT_EQUAL(is_hashed(&k, DIGEST_MEETING), way != 2 && way != 3);
        CU_ASSERT_FALSE(is_hashed(&k, DIGEST_MEETING + 1));
        CU_ASSERT_EQUAL(database_finish_run(k.db, k.run, "failed", 2), IO_OK);
        CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*) > 0 FROM meeting "
                                                 "WHERE place_x_m IS NULL"), "1");
        database_close(k.db);
        fixture_clear();
    }
}

/* Rows in any order, of runs with one plan, with two and with none, by one writer. */
static void digests_hold_whatever_a_run_has(void)
{
    const char *path = fixture_path("runs.db");
    kept k = begin(path);
    for (int way = 0; way < WAYS; way++) {
        add_answers(&k, way);
        CU_ASSERT_EQUAL(database_finish_run(k.db, k.run, "finished", 0), IO_OK);
        CU_ASSERT_EQUAL_FATAL(database_begin_run(k.db, "[]", &k.run), IO_OK);
        CU_ASSERT_EQUAL(database_finish_run(k.db, k.run, "finished", 0), IO_OK);
        CU_ASSERT_EQUAL_FATAL(database_begin_run(k.db, "[]", &k.run), IO_OK);
        CU_ASSERT_EQUAL(database_add_plan(k.db, k.run, fixture_plan(), 0, &k.plan_id), IO_OK);
    }
    add_answers(&k, 0);
    CU_ASSERT_EQUAL(database_add_plan(k.db, k.run, fixture_plan(), 0, &k.plan_id), IO_OK);
    add_answers(&k, 0);
    CU_ASSERT_EQUAL(database_finish_run(k.db, k.run, "finished", 0), IO_OK);
    database_close(k.db);
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &k.db), IO_OK);
    CU_ASSERT_EQUAL(verify_database(k.db), IO_OK);
    CU_ASSERT_STRING_EQUAL(fixture_messages(), "");
    database_close(k.db);
    fixture_clear();
}

/* A check that is cut short with its first agent done, by a writer that closes the file. */
static void leave_check(const char *path, const char *options)
{
    kept k = begin(path);
    CU_ASSERT_EQUAL(database_begin_check(k.db, k.run, k.plan_id, options), IO_OK);
    add_answers(&k, 0);
    CU_ASSERT_EQUAL(database_agents_done(k.db, 1), IO_OK);
    CU_ASSERT_EQUAL(connection_begin_results(k.db), IO_OK);
    CU_ASSERT_EQUAL(connection_end(k.db, batch_write(k.db)), IO_OK);
    database_close(k.db);
}

/* What was there before counts, whatever the writer has hashed for another run. */
static void a_check_that_goes_on_has_the_digests_of_all_its_rows(void)
{
    const char *path = fixture_path("on.db"), *options = "word 1\n";
    database_resumed from;
    leave_check(path, options);
    kept k = begin(path);
    CU_ASSERT_EQUAL(database_finish_run(k.db, k.run, "finished", 0), IO_OK);
    CU_ASSERT_EQUAL_FATAL(database_resume_check(k.db, options, fixture_plan(), &from), IO_OK);
    CU_ASSERT_EQUAL(from.agents_done, 1);
    CU_ASSERT_EQUAL(database_finish_run(k.db, from.run_id, "finished", 0), IO_OK);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*) FROM contact"), "12000");
    CU_ASSERT_EQUAL(verify_database(k.db), IO_OK);
    database_close(k.db);
    fixture_clear();
}

CU_TestInfo digest_tests[] = {
    SUPPORT_TEST(a_digest_is_the_hash_of_all_values_in_order),
    SUPPORT_TEST(answers_in_the_order_of_their_keys_are_hashed_on_their_way),
    SUPPORT_TEST(digests_hold_whatever_a_run_has),
    SUPPORT_TEST(a_check_that_goes_on_has_the_digests_of_all_its_rows),
    CU_TEST_INFO_NULL,
};
