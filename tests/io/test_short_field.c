/* SPDX-License-Identifier: MIT */
/* Short fields, beside the ways for fields of any length. */
#include "io/short_field.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "io/number.h"
#include "support/run.h"

static unsigned below(uint64_t *state, unsigned limit)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((*state >> 33) % limit);
}

enum { FIELD_SIZE = 32 };

/* A field, what follows it, and any bytes within reach. */
typedef struct reached {
    char text[FIELD_SIZE + SHORT_REACH];
    uint64_t random;
} reached;

static void put_field(reached *r, const char *field, const char *behind)
{
    for (size_t i = 0; i < sizeof r->text - 1; i++)
        r->text[i] = (char)(1 + below(&r->random, 255));
    memcpy(r->text, field, strlen(field));
    memcpy(r->text + strlen(field), behind, strlen(behind));
}

/* Is it read, and then as number_parse and number_scan read it? */
static bool is_read(reached *r, const char *field, const char *behind)
{
    double value = 0, wanted = 1, scanned = 2;
    put_field(r, field, behind);
    const char *end = short_number(r->text, &value);
    if (end == NULL)
        return false;
    CU_ASSERT_EQUAL(end, number_scan(r->text, &scanned));
    CU_ASSERT_EQUAL(number_parse(r->text, (size_t)(end - r->text), false, &wanted), NUMBER_OK);
    CU_ASSERT_EQUAL(memcmp(&value, &wanted, sizeof value), 0);
    return true;
}

static void a_short_number_is_read_as_any_other(void)
{
    reached r = {.random = 11};
    for (int round = 0; round < 100000; round++) {
        const unsigned whole = below(&r.random, 10), places = below(&r.random, 10);
        const bool minus = below(&r.random, 2), point = below(&r.random, 2);
        const bool is_short = whole > 0 && whole < 8 && (!point || (places > 0 && places < 8));
        char field[FIELD_SIZE] = "-";
        size_t length = minus;
        for (unsigned i = 0; i < whole; i++)
            field[length++] = (char)('0' + below(&r.random, 10));
        if (point)
            field[length++] = '.';
        for (unsigned i = 0; point && i < places; i++)
            field[length++] = (char)('0' + below(&r.random, 10));
        field[length] = '\0';
        CU_ASSERT_EQUAL(is_read(&r, field, ","), is_short);
        is_read(&r, field, "");
    }
    CU_ASSERT_TRUE(is_read(&r, "-0", ","));
    CU_ASSERT_TRUE(is_read(&r, "-9999999.9999999", ","));
    CU_ASSERT_TRUE(is_read(&r, "0000000.0000001", "\n"));
}

/* Each byte is a digit or none, wherever it stands. */
static void a_short_number_ends_at_the_first_byte_that_is_no_digit(void)
{
    reached r = {.random = 13};
    for (unsigned byte = 1; byte < 256; byte++)
        for (size_t at = 0; at < 8; at++) {
            char field[] = "70819263";
            double value = -1;
            field[at] = (char)byte;
            put_field(&r, field, "x");
            const bool is_digit = byte >= '0' && byte <= '9';
            const char *end = short_number(r.text, &value);
            if (is_digit || (byte != '.' && byte != '-'))
                CU_ASSERT_PTR_EQUAL(end, is_digit || at == 0 ? NULL : r.text + at);
        }
}

/* The length of a label that short_label reads, or 0. */
static unsigned short_length(const char *text, char delimiter)
{
    unsigned length = 0;
    for (; text[length] != delimiter; length++)
        if (length == 7 || text[length] < ' ' || text[length] > '~' || text[length] == '"')
            return 0;
    return length;
}

static void read_label(reached *r, const char *field, char delimiter)
{
    const char behind[] = {delimiter, '\0'};
    put_field(r, field, behind);
    const unsigned wanted = short_length(r->text, delimiter);
    unsigned length = wanted;
    char bytes[9] = "", read[9] = "";
    memcpy(bytes, r->text, wanted);
    const uint64_t word = short_label(r->text, delimiter, &length);
    for (int i = 0; i < 8; i++)
        read[i] = (char)(word >> 8 * i);
    CU_ASSERT_EQUAL(memcmp(bytes, read, 8), 0);
    CU_ASSERT_TRUE(word == 0 || length == wanted);
}

/* Each byte in each place of labels of each length, which are plain else, and made of the bytes
 * next to those that are not. */
static void a_short_label_is_plain_text_up_to_a_delimiter(void)
{
    static const char delimiters[] = ",;|\t", *const others[] = {"ab!}~ 07", "~!#~ +-:"};
    reached r = {.random = 14};
    for (size_t d = 0; d < 4; d++)
        for (unsigned byte = 1; byte < 256; byte++)
            for (size_t length = 0; length <= 8; length++)
                for (size_t at = 0; at <= length; at++) {
                    char field[9] = "";
                    memcpy(field, others[byte % 2], length);
                    if (at < length)
                        field[at] = (char)byte;
                    read_label(&r, field, delimiters[d]);
                }
}

CU_TestInfo short_field_tests[] = {
    SUPPORT_TEST(a_short_number_is_read_as_any_other),
    SUPPORT_TEST(a_short_number_ends_at_the_first_byte_that_is_no_digit),
    SUPPORT_TEST(a_short_label_is_plain_text_up_to_a_delimiter),
    CU_TEST_INFO_NULL,
};
