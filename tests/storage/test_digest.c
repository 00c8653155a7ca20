/* SPDX-License-Identifier: MIT */
/* A digest is the SHA-256 of the bytes that digest.c describes, made here in another way. */
#include "storage/digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

CU_TestInfo digest_tests[] = {
    SUPPORT_TEST(a_digest_is_the_hash_of_all_values_in_order),
    CU_TEST_INFO_NULL,
};
