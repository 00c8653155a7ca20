/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/rows.h"
#include "support/run.h"

static const char *const two[] = {"name", "value"};

/* A writer into memory. The stream keeps pointers into it, so it must not move. */
typedef struct page {
    char *text;
    size_t length;
    FILE *out;
    rows *writer;
} page;

static void open_page(page *p, rows_format format, bool hex)
{
    *p = (page){0};
    p->out = open_memstream(&p->text, &p->length);
    CU_ASSERT_FATAL(p->out != NULL);
    p->writer = rows_open(p->out, format, hex, 2, two);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p->writer);
}

static void close_as(page *p, const char *wanted)
{
    CU_ASSERT_EQUAL(rows_close(p->writer), IO_OK);
    fclose(p->out);
    CU_ASSERT_STRING_EQUAL(p->text, wanted);
    if (strcmp(p->text, wanted) != 0)
        printf("\nwanted:\n%s\nwritten:\n%s\n", wanted, p->text);
    free(p->text);
}

static void add(page *p, const char *name, double value)
{
    rows_text(p->writer, name);
    rows_real(p->writer, value);
    rows_end(p->writer);
}

static void csv_quotes_only_what_needs_it(void)
{
    page p;
    open_page(&p, ROWS_CSV, false);
    add(&p, "plain text; with 'marks'", 1);
    add(&p, "comma, \"quote\"", 2);
    add(&p, "line\nline", 3);
    add(&p, "return\r", 4);
    close_as(&p, "name,value\n"
                 "plain text; with 'marks',1\n"
                 "\"comma, \"\"quote\"\"\",2\n"
                 "\"line\nline\",3\n"
                 "\"return\r\",4\n");
}

/* Each mark alone among letters: none hides behind another one. */
static void csv_quotes_each_mark_that_needs_it_alone(void)
{
    for (int c = '\t'; c < 0x7F; c++) {
        const char text[] = {'a', (char)c, 'b', '\0'};
        const bool quoted = c == ',' || c == '"' || c == '\r' || c == '\n';
        char wanted[40];
        page p;
        if (c < ' ' && c != '\t' && c != '\n' && c != '\r')
            continue;
        snprintf(wanted, sizeof wanted, "name,value\n%sa%s%cb%s,\n", quoted ? "\"" : "",
                 c == '"' ? "\"" : "", c, quoted ? "\"" : "");
        open_page(&p, ROWS_CSV, false);
        add(&p, text, NAN);
        close_as(&p, wanted);
    }
}

static void csv_tells_an_empty_text_from_an_empty_cell(void)
{
    page p;
    open_page(&p, ROWS_CSV, false);
    add(&p, "", 1);
    add(&p, NULL, NAN);
    close_as(&p, "name,value\n\"\",1\n,\n");
}

static void cells_that_were_not_given_are_empty(void)
{
    page p;
    open_page(&p, ROWS_CSV, false);
    rows_text(p.writer, "alone");
    rows_end(p.writer);
    rows_end(p.writer);
    close_as(&p, "name,value\nalone,\n,\n");
}

static void numbers_keep_every_bit(void)
{
    page p;
    open_page(&p, ROWS_CSV, false);
    add(&p, "tenth", 0.1);
    add(&p, "third", 1.0 / 3);
    add(&p, "endless", INFINITY);
    add(&p, "minus zero", -0.0);
    close_as(&p, "name,value\ntenth,0.1\nthird,0.3333333333333333\nendless,inf\nminus zero,0\n");
    open_page(&p, ROWS_CSV, true);
    add(&p, "tenth", 0.1);
    close_as(&p, "name,value\ntenth,0x1.999999999999ap-4\n");
}

static void json_escapes_what_it_must(void)
{
    page p;
    open_page(&p, ROWS_JSONL, false);
    add(&p, "\"\\/\b\f\n\r\t\001\177\303\274", 1);
    close_as(&p, "{\"name\":\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f\303\274\",\"value\":1}\n");
}

static void json_has_no_bytes_that_are_not_utf8(void)
{
    page p;
    open_page(&p, ROWS_JSONL, false);
    add(&p, "a\377b\303", 1);   /* a stray byte; a sequence that breaks off */
    add(&p, "\355\240\200", 1); /* a surrogate */
    close_as(&p, "{\"name\":\"a\\ufffdb\\ufffd\",\"value\":1}\n"
                 "{\"name\":\"\\ufffd\\ufffd\\ufffd\",\"value\":1}\n");
}

static void json_writes_a_zero_byte(void)
{
    page p;
    open_page(&p, ROWS_JSONL, false);
    rows_bytes(p.writer, "a\0b", 3);
    rows_end(p.writer);
    close_as(&p, "{\"name\":\"a\\u0000b\",\"value\":null}\n");
}

static void json_has_numbers_only_where_json_has_them(void)
{
    page p;
    open_page(&p, ROWS_JSONL, false);
    rows_integer(p.writer, -9007199254740993);
    rows_real(p.writer, -INFINITY);
    rows_end(p.writer);
    add(&p, NULL, 1e300);
    close_as(&p, "{\"name\":-9007199254740993,\"value\":\"-inf\"}\n"
                 "{\"name\":null,\"value\":1e300}\n");
    open_page(&p, ROWS_JSONL, true);
    add(&p, "half", 0.5);
    close_as(&p, "{\"name\":\"half\",\"value\":\"0x1p-1\"}\n");
}

static void a_table_is_aligned_by_characters(void)
{
    page p;
    open_page(&p, ROWS_TABLE, false);
    add(&p, "\303\274ber", 1);
    add(&p, "a longer name", 12.5);
    rows_end(p.writer);
    close_as(&p, "name           value\n"
                 "\303\274ber               1\n"
                 "a longer name   12.5\n"
                 "               \n");
}

static void a_table_shows_a_terminal_no_control_bytes(void)
{
    page p;
    open_page(&p, ROWS_TABLE, false);
    add(&p, "\033[2J\r\302\233x\377", 1);
    close_as(&p, "name      value\n?[2J??x?      1\n");
}

static void a_table_without_rows_is_its_header(void)
{
    page p;
    open_page(&p, ROWS_TABLE, false);
    close_as(&p, "name  value\n");
}

static void a_table_can_be_long(void)
{
    page p;
    open_page(&p, ROWS_TABLE, false);
    for (int i = 0; i < 5000; i++)
        add(&p, "row", i);
    CU_ASSERT_EQUAL(rows_close(p.writer), IO_OK);
    fclose(p.out);
    CU_ASSERT_EQUAL(p.length, 5001 * strlen("name  value\n"));
    free(p.text);
}

static void a_stream_that_fails_is_told_at_the_end(void)
{
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL) {
        support_skip("no /dev/full");
        return;
    }
    setvbuf(full, NULL, _IONBF, 0);
    rows *writer = rows_open(full, ROWS_CSV, false, 2, two);
    rows_text(writer, "x");
    rows_end(writer);
    CU_ASSERT_EQUAL(rows_result(writer), IO_SYSTEM);
    CU_ASSERT_EQUAL(rows_close(writer), IO_SYSTEM);
    fclose(full);
}

static void without_memory_every_call_is_harmless(void)
{
    rows_text(NULL, "x");
    rows_real(NULL, 1);
    rows_integer(NULL, 1);
    rows_end(NULL);
    CU_ASSERT_EQUAL(rows_result(NULL), IO_MEMORY);
    CU_ASSERT_EQUAL(rows_close(NULL), IO_MEMORY);
}

CU_TestInfo rows_tests[] = {
    SUPPORT_TEST(csv_quotes_only_what_needs_it),
    SUPPORT_TEST(csv_quotes_each_mark_that_needs_it_alone),
    SUPPORT_TEST(csv_tells_an_empty_text_from_an_empty_cell),
    SUPPORT_TEST(cells_that_were_not_given_are_empty),
    SUPPORT_TEST(numbers_keep_every_bit),
    SUPPORT_TEST(json_escapes_what_it_must),
    SUPPORT_TEST(json_has_no_bytes_that_are_not_utf8),
    SUPPORT_TEST(json_writes_a_zero_byte),
    SUPPORT_TEST(json_has_numbers_only_where_json_has_them),
    SUPPORT_TEST(a_table_is_aligned_by_characters),
    SUPPORT_TEST(a_table_shows_a_terminal_no_control_bytes),
    SUPPORT_TEST(a_table_without_rows_is_its_header),
    SUPPORT_TEST(a_table_can_be_long),
    SUPPORT_TEST(a_stream_that_fails_is_told_at_the_end),
    SUPPORT_TEST(without_memory_every_call_is_harmless),
    CU_TEST_INFO_NULL,
};
