/* SPDX-License-Identifier: MIT */
/* Tables of the columns agent, time, x (of which time and x hold numbers). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "io/source.h"
#include "io/table.h"
#include "support/run.h"

enum { AGENT, TIME, X, COLUMNS };
static const char *const names[COLUMNS] = {"agent", "time", "x"};
static const table_format format = {
    .columns = names, .count = COLUMNS, .expected = "agent,time,x"};

typedef struct outcome {
    io_result result;
    size_t rows;
    char first[64]; /* the agent of the first and of the last row */
    char last[64];
    double sum; /* of all x */
} outcome;

static void take_row(table *t, outcome *o)
{
    size_t length;
    double x = 0;
    const char *agent = table_text(t, AGENT, &length);
    CU_ASSERT_EQUAL(strlen(agent), length);
    snprintf(o->rows == 0 ? o->first : o->last, sizeof o->first, "%s", agent);
    if (table_number(t, X, false, &x))
        o->sum += x;
    o->rows++;
}

static outcome read_table(capture *c)
{
    outcome o = {.rows = 0};
    source *input = NULL;
    table *t = NULL;
    bool more = false;
    CU_ASSERT_EQUAL_FATAL(source_open(c->path, false, &c->sink, &input), IO_OK);
    o.result = table_open(input, &format, &c->sink, &t);
    if (o.result == IO_OK) {
        bool sound = true;
        for (size_t column = 0; column < COLUMNS; column++)
            sound &= table_require(t, column);
        while (sound && (o.result = table_next(t, &more)) == IO_OK && more)
            take_row(t, &o);
    }
    o.result = table_finish(t, o.result);
    source_close(input);
    return o;
}

static outcome read_bytes(capture *c, const char *bytes, size_t length)
{
    capture_open(c, bytes, length);
    return read_table(c);
}

static outcome read_text(capture *c, const char *text)
{
    return read_bytes(c, text, strlen(text));
}

/* The file is refused, and this is the first thing said. */
static void refuse_bytes(const char *bytes, size_t length, const char *expected)
{
    capture c;
    CU_ASSERT_EQUAL(read_bytes(&c, bytes, length).result, IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, expected));
    capture_close(&c);
}

static void refuse(const char *text, const char *expected)
{
    refuse_bytes(text, strlen(text), expected);
}

static void accept(const char *text, size_t rows, double sum, const char *first)
{
    capture c;
    outcome o = read_text(&c, text);
    CU_ASSERT_EQUAL(o.result, IO_OK);
    CU_ASSERT_EQUAL(o.rows, rows);
    CU_ASSERT_EQUAL(o.sum, sum);
    CU_ASSERT_STRING_EQUAL(o.first, first);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    capture_close(&c);
}

static void columns_are_found_by_name_in_any_order(void)
{
    accept("agent,time,x\na,0,1\nb,0,2\n", 2, 3, "a");
    accept("x,agent,time\n1,a,0\n2,b,0\n", 2, 3, "a");
}

static void line_ends_may_be_windows_or_missing_at_the_end(void)
{
    accept("agent,time,x\r\na,0,1\r\nb,0,2\r\n", 2, 3, "a");
    accept("agent,time,x\na,0,1\nb,0,2", 2, 3, "a");
    accept("agent,time,x", 0, 0, "");
    accept("agent,time,x\n", 0, 0, "");
}

static void a_byte_order_mark_is_passed_over(void)
{
    accept("\xEF\xBB\xBF"
           "agent,time,x\na,0,1\n",
           1, 1, "a");
    accept("\xEF\xBB\xBF"
           "\"agent\",time,x\na,0,1\n",
           1, 1, "a");
    refuse("\xEF\xBB\xBF"
           "agent,tim,x\n",
           "FILE:1:7: error: unknown column 'tim'\nagent,tim,x\n");
}

static void quotes_keep_commas_quotes_line_breaks_and_blanks(void)
{
    accept("agent,time,x\n\"a,\"\"b\"\"\r\nc \",0,1\n", 1, 1, "a,\"b\"\r\nc ");
    accept("agent,time,x\n a ,0, 1 \n", 1, 1, " a ");
    accept("\"agent\",\"time\",\"x\"\n\"\",\"0\",\"1\"\n", 1, 1, "");
    accept("agent,time,x\nB\xC3\xA9,0,1\n", 1, 1, "B\xC3\xA9");
}

static void columns_with_a_hash_are_ignored(void)
{
    accept("#note,agent,time,#,x,#note\n\"q,\",a,0,z,1,\n", 1, 1, "a");
}

static void empty_lines_may_end_a_file_and_nothing_else(void)
{
    accept("agent,time,x\na,0,1\n\n\r\n\n", 1, 1, "a");
    refuse("agent,time,x\na,0,1\n\n\nb,0,2\n",
           "FILE:3:1: error: an empty line inside the table\n\n^\nhint: ");
    refuse("\nagent,time,x\n", "FILE:1:1: error: the first line is empty");
}

static void an_unknown_column_is_refused_with_a_suggestion(void)
{
    refuse("agent,time,x,tmie\n",
           "FILE:1:14: error: unknown column 'tmie'\nagent,time,x,tmie\n             ^\n"
           "hint: did you mean 'time'?");
    refuse("Agent,time,x\n", "FILE:1:1: error: unknown column 'Agent'\nAgent,time,x\n^\n"
                             "hint: did you mean 'agent'?");
    refuse("agent,time,x,colour\n", "FILE:1:14: error: unknown column 'colour'\n"
                                    "agent,time,x,colour\n             ^\nhint: agent,time,x\n");
}

static void a_column_that_is_there_twice_is_refused(void)
{
    refuse("agent,time,x,time\n", "FILE:1:14: error: column 'time' is there twice\n");
}

static void a_missing_column_is_named(void)
{
    refuse("agent,x\na,1\n",
           "FILE:1:1: error: column 'time' is missing\nagent,x\n^\nhint: agent,time,x\n");
}

static void a_row_of_another_width_is_refused_at_its_line(void)
{
    refuse("agent,time,x\na,0,1\nb,0\n",
           "FILE:3:4: error: the row has 2 fields, the header has 3\nb,0\n   ^\n");
    refuse("agent,time,x\na,0,1,7,8\n",
           "FILE:2:7: error: the row has 5 fields, the header has 3\na,0,1,7,8\n      ^\n");
    refuse("agent,time,x\na;0;1\n", "FILE:2:6: error: the row has 1 field, the header has 3\n");
}

static void all_rows_at_fault_are_reported(void)
{
    capture c;
    CU_ASSERT_EQUAL(read_text(&c, "agent,time,x\na\nb,0,1\nc,0,z\nd\n").rows, 2);
    CU_ASSERT_EQUAL(c.sink.errors, 3);
    CU_ASSERT_TRUE(capture_mentions(&c, "FILE:4:5: error: x: 'z' is not a number\nc,0,z\n    ^\n"));
    CU_ASSERT_TRUE(capture_mentions(&c, "FILE:5:2: error: "));
    capture_close(&c);
}

static void lines_inside_quotes_count_for_what_follows(void)
{
    refuse("agent,time,x\n\"a\n\nb\",0,1\nc,0,nan\n",
           "FILE:5:5: error: x: 'nan' is not a number (nan)\nc,0,nan\n    ^\n");
    refuse("agent,time,x\n\"a\nb\",0,?\n",
           "FILE:3:6: error: x: '?' is not a number\nb\",0,?\n     ^\n");
}

static void an_unterminated_quote_is_reported_where_it_opens(void)
{
    refuse("agent,time,x\na,0,1\nb,\"0,2\nc,0,3\n",
           "FILE:3:3: error: a quote is opened here and never closed\nb,\"0,2\n  ^\n");
}

static void stray_quotes_are_refused(void)
{
    refuse("agent,time,x\na\"b,0,1\n", "FILE:2:2: error: a quote inside a field");
    refuse("agent,time,x\n\"a\"b,0,1\n", "FILE:2:4: error: text after the closing quote");
    refuse("agent,time,x\n \"a\",0,1\n", "FILE:2:2: error: a quote inside a field");
}

static void a_carriage_return_alone_is_refused(void)
{
    refuse("agent,time,x\ra,0,1\r", "FILE:1:13: error: a carriage return stands alone");
    refuse("agent,time,x\na,0,1\r", "FILE:2:6: error: a carriage return stands alone");
}

static void bytes_that_are_no_text_are_refused_at_their_place(void)
{
    static const char nul[] = "agent,time,x\na,\0,1\n";
    refuse_bytes(nul, sizeof nul - 1, "FILE:2:3: error: byte 0x00 is not text\na,?,1\n  ^\n");
    refuse("agent,time,x\nab\x1b,0,1\n", "FILE:2:3: error: byte 0x1b is not text\n");
    refuse("agent,time,x\nab,\xE9,1\n", "FILE:2:4: error: byte 0xe9 is not text\n");
    refuse("agent,time,x\n\"a\x01\",0,1\n", "FILE:2:3: error: byte 0x01 is not text\n");
    static const char sqlite[] = "SQLite format 3\0\x10\0";
    refuse_bytes(sqlite, sizeof sqlite, "FILE:1:16: error: byte 0x00 is not text\n");
}

static void an_empty_file_is_refused(void)
{
    refuse("", "FILE:1:1: error: the file is empty\nhint: agent,time,x\n");
    refuse("\xEF\xBB\xBF", "FILE:1:1: error: the file is empty\n");
}

/* `head`, then `length` bytes of `filler`, then `tail`. */
static char *fill(const char *head, char filler, size_t length, const char *tail)
{
    char *bytes = malloc(strlen(head) + length + strlen(tail) + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    strcpy(bytes, head);
    memset(bytes + strlen(head), filler, length);
    strcpy(bytes + strlen(head) + length, tail);
    return bytes;
}

static void a_field_may_take_one_mebibyte_and_no_byte_more(void)
{
    char *bytes = fill("agent,time,x\na,0,1\n", 'a', TABLE_FIELD_MAX, ",0,1\n");
    capture c;
    outcome o = read_text(&c, bytes);
    CU_ASSERT_EQUAL(o.result, IO_OK);
    CU_ASSERT_EQUAL(o.rows, 2);
    capture_close(&c);
    free(bytes);
    bytes = fill("agent,time,x\na,0,1\n", 'a', TABLE_FIELD_MAX + 1, ",0,1\n");
    refuse(bytes, "FILE:3:1: error: a field is longer than 1 MiB\naaa");
    free(bytes);
    bytes = fill("agent,time,x\na,\"", '\n', TABLE_FIELD_MAX, "\",1\n");
    refuse(bytes, "FILE:2:3: error: a quoted field is longer than 1 MiB\na,\"\n  ^\n"
                  "hint: is its closing quote missing?\n");
    free(bytes);
}

static void a_row_above_four_mebibytes_is_refused_where_it_begins(void)
{
    char *bytes = fill("agent,time,x\n", ',', TABLE_ROW_MAX + 1, "\n");
    refuse(bytes, "FILE:2:1: error: a row is longer than 4 MiB\n,,,");
    free(bytes);
    bytes = fill("agent,time,x\n", ',', TABLE_ROW_MAX, "\n");
    refuse(bytes, "FILE:2:4: error: the row has 4194305 fields, the header has 3\n");
    free(bytes);
}

static void a_header_of_more_columns_than_anybody_needs_is_refused(void)
{
    char *bytes = fill("agent", ',', TABLE_COLUMNS_MAX, "\n");
    refuse(bytes, "FILE:1:1: error: the header has more than 1024 columns");
    free(bytes);
}

/* Rows of odd lengths meet every place of the buffer's end. */
static void rows_are_whole_wherever_the_buffer_ends(void)
{
    enum { ROWS = 60000 };
    FILE *file;
    char *text = NULL;
    size_t length = 0;
    double sum = 0;
    file = open_memstream(&text, &length);
    fputs("agent,time,x\r\n", file);
    for (int i = 0; i < ROWS; i++) {
        fprintf(file, i % 3 ? "a%0*d,0,%d\r\n" : "\"a\"\"\n%0*d\",0,%d\r\n", i % 61, i, i);
        sum += i;
    }
    fclose(file);
    capture c;
    outcome o = read_bytes(&c, text, length);
    CU_ASSERT_EQUAL(o.result, IO_OK);
    CU_ASSERT_EQUAL(o.rows, ROWS);
    CU_ASSERT_EQUAL(o.sum, sum);
    CU_ASSERT_STRING_EQUAL(o.last + strlen(o.last) - 5, "59999");
    capture_close(&c);
    free(text);
}

static void a_folder_or_an_absent_file_is_a_fault_of_the_system(void)
{
    capture c;
    source *input = NULL;
    table *t = NULL;
    capture_open_text(&c, "");
    CU_ASSERT_EQUAL(source_open("no/such/file", false, &c.sink, &input), IO_SYSTEM);
    CU_ASSERT_TRUE(capture_says(&c, "no/such/file: error: cannot be opened: No such file"));
    CU_ASSERT_EQUAL_FATAL(source_open(".", false, &c.sink, &input), IO_OK);
    CU_ASSERT_EQUAL(table_open(input, &format, &c.sink, &t), IO_SYSTEM);
    CU_ASSERT_TRUE(capture_mentions(&c, ".: error: cannot be read: "));
    source_close(input);
    capture_close(&c);
}

CU_TestInfo table_tests[] = {
    SUPPORT_TEST(columns_are_found_by_name_in_any_order),
    SUPPORT_TEST(line_ends_may_be_windows_or_missing_at_the_end),
    SUPPORT_TEST(a_byte_order_mark_is_passed_over),
    SUPPORT_TEST(quotes_keep_commas_quotes_line_breaks_and_blanks),
    SUPPORT_TEST(columns_with_a_hash_are_ignored),
    SUPPORT_TEST(empty_lines_may_end_a_file_and_nothing_else),
    SUPPORT_TEST(an_unknown_column_is_refused_with_a_suggestion),
    SUPPORT_TEST(a_column_that_is_there_twice_is_refused),
    SUPPORT_TEST(a_missing_column_is_named),
    SUPPORT_TEST(a_row_of_another_width_is_refused_at_its_line),
    SUPPORT_TEST(all_rows_at_fault_are_reported),
    SUPPORT_TEST(lines_inside_quotes_count_for_what_follows),
    SUPPORT_TEST(an_unterminated_quote_is_reported_where_it_opens),
    SUPPORT_TEST(stray_quotes_are_refused),
    SUPPORT_TEST(a_carriage_return_alone_is_refused),
    SUPPORT_TEST(bytes_that_are_no_text_are_refused_at_their_place),
    SUPPORT_TEST(an_empty_file_is_refused),
    SUPPORT_TEST(a_field_may_take_one_mebibyte_and_no_byte_more),
    SUPPORT_TEST(a_row_above_four_mebibytes_is_refused_where_it_begins),
    SUPPORT_TEST(a_header_of_more_columns_than_anybody_needs_is_refused),
    SUPPORT_TEST(rows_are_whole_wherever_the_buffer_ends),
    SUPPORT_TEST(a_folder_or_an_absent_file_is_a_fault_of_the_system),
    CU_TEST_INFO_NULL,
};
