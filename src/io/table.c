/* SPDX-License-Identifier: MIT */
#include "io/table.h"

#include <csv.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/records.h"
#include "io/spelling.h"

enum {
    ABSENT = TABLE_COLUMNS_MAX, /* the field number of a column that the file has not */
    EXCERPT = 40,               /* [bytes] of a field in a message */
    CSV_BLOCK = 1 << 12         /* [bytes] by which libcsv's own buffer grows */
};

typedef struct field {
    size_t begin, length; /* in `values` */
} field;

struct table {
    table_format format;
    diagnostics *sink;
    records rows;
    struct csv_parser parser;
    size_t *field_of_column; /* by the caller's columns; ABSENT when the file has none */
    field *fields;           /* of this row, `width` of them are kept */
    size_t fields_capacity;
    size_t found; /* fields that this row has */
    size_t width; /* fields that the header has */
    char *values; /* the fields' bytes, each with a 0 byte behind it */
    size_t values_length, values_capacity;
    bool failed, out_of_memory;
    bool any_row; /* a sound one has been read */
    bool stopped; /* what is wrong is wrong in every row, and was told */
};

/* ---- diagnostics ------------------------------------------------------------------- */

static void report(table *t, size_t at, const char *hint, const char *message)
{
    t->failed = true;
    if (t->stopped)
        return;
    diagnostic_place place = records_place(&t->rows, at);
    diagnostic_error(t->sink, &place, hint, "%s", message);
}

/* Where a column's field begins in this row. */
static size_t byte_of(const table *t, size_t column)
{
    return table_has(t, column) ? records_field(&t->rows, t->field_of_column[column]) : 0;
}

static void report_formatted(table *t, size_t at, const char *hint, const char *format,
                             va_list arguments)
{
    char message[512];
    vsnprintf(message, sizeof message, format, arguments);
    report(t, at, hint, message);
}

void table_error(table *t, size_t column, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_formatted(t, byte_of(t, column), hint, format, arguments);
    va_end(arguments);
}

void table_error_within(table *t, size_t column, size_t at, const char *hint, const char *format,
                        ...)
{
    size_t begin = byte_of(t, column);
    bool quoted = begin < t->rows.length && records_bytes(&t->rows)[begin] == '"';
    va_list arguments;
    va_start(arguments, format);
    report_formatted(t, begin + quoted + at, hint, format, arguments);
    va_end(arguments);
}

diagnostic_place table_place(const table *t, size_t column)
{
    return records_place(&t->rows, byte_of(t, column));
}

bool table_failed(const table *t)
{
    return t->failed;
}

size_t table_line(const table *t)
{
    return t->rows.line;
}

/* ---- fields of one record ---------------------------------------------------------- */

/* Spaces are part of a field (RFC 4180); libcsv would drop them. */
static int no_space(unsigned char byte)
{
    (void)byte;
    return 0;
}

static void receive_field(void *bytes, size_t length, void *context)
{
    table *t = context;
    if (t->format.delimiter == ' ' && length == 0)
        return; /* blanks come in runs */
    size_t number = t->found++;
    if (t->out_of_memory || number >= TABLE_COLUMNS_MAX || (t->width > 0 && number >= t->width))
        return;
    if (!array_grow(&t->fields, &t->fields_capacity, number + 1, sizeof *t->fields) ||
        !array_grow(&t->values, &t->values_capacity, t->values_length + length + 1, 1)) {
        t->out_of_memory = true;
        return;
    }
    t->fields[number] = (field){.begin = t->values_length, .length = length};
    if (length > 0)
        memcpy(t->values + t->values_length, bytes, length);
    t->values[t->values_length + length] = '\0';
    t->values_length += length + 1;
}

/* Hands the record to libcsv. The scanner let only sound records pass. */
static io_result split_record(table *t)
{
    t->found = 0;
    t->values_length = 0;
    const records *r = &t->rows;
    size_t eaten = csv_parse(&t->parser, records_bytes(r), r->length, receive_field, NULL, t);
    if (eaten == r->length && csv_parse(&t->parser, "\n", 1, receive_field, NULL, t) == 1)
        return t->out_of_memory ? IO_MEMORY : IO_OK;
    if (csv_error(&t->parser) == CSV_ENOMEM)
        return IO_MEMORY;
    report(t, eaten < r->length ? eaten : r->length, NULL, "the row is no sound CSV");
    return IO_BAD_INPUT;
}

/* ---- the header -------------------------------------------------------------------- */

static void refuse_name(table *t, size_t number, const char *name, size_t length)
{
    char hint[160], message[160];
    const char *meant = spelling_nearest(name, length, t->format.columns, t->format.count);
    if (meant != NULL)
        snprintf(hint, sizeof hint, "did you mean '%s'? (a name that begins with '#' is ignored)",
                 meant);
    snprintf(message, sizeof message, "unknown column '%.*s'", EXCERPT, name);
    report(t, records_field(&t->rows, number), meant != NULL ? hint : t->format.expected, message);
}

static size_t find_column(const table *t, const char *name)
{
    size_t column = 0;
    while (column < t->format.count && strcmp(t->format.columns[column], name) != 0)
        column++;
    return column;
}

static void take_name(table *t, size_t number)
{
    const char *name = t->values + t->fields[number].begin;
    if (name[0] == '#')
        return;
    size_t column = find_column(t, name);
    if (column == t->format.count && !t->format.others) {
        refuse_name(t, number, name, t->fields[number].length);
    } else if (column == t->format.count) {
        return;
    } else if (t->field_of_column[column] != ABSENT) {
        char message[120];
        snprintf(message, sizeof message, "column '%s' is there twice", name);
        report(t, records_field(&t->rows, number), "name each column once", message);
    } else {
        t->field_of_column[column] = number;
    }
}

static io_result refuse_file(table *t, const char *what)
{
    diagnostic_place place = {.file = source_name(t->rows.input), .line = 1, .column = 1};
    diagnostic_error(t->sink, &place, t->format.expected, "%s", what);
    t->failed = true;
    return IO_BAD_INPUT;
}

/* Is the one field of the header several with something else between them? */
static bool has_other_delimiter(const table *t)
{
    size_t blanks = 0, others = 0;
    for (const char *at = t->values; *at != '\0'; at++) {
        blanks += *at == ' ';
        others += *at == ';' || *at == '\t' || *at == '|';
    }
    return t->rows.delimiter == ',' && (others > 0 || blanks > 1);
}

/* No name is known, and there are numbers. */
static bool is_data(const table *t)
{
    size_t known = 0, numbers = 0;
    for (size_t number = 0; number < t->width; number++) {
        const char *name = t->values + t->fields[number].begin;
        double value;
        known += name[0] == '#' || find_column(t, name) < t->format.count;
        numbers += number_parse(name, t->fields[number].length, true, &value) == NUMBER_OK;
    }
    return known == 0 && numbers > 0;
}

/* The names of a file without a header, in a row of its own. */
static io_result take_names(table *t)
{
    t->width = t->format.header_count;
    for (size_t number = 0; number < t->width; number++) {
        const char *name = t->format.header[number];
        size_t column = name[0] != '#' ? find_column(t, name) : t->format.count;
        if (column < t->format.count)
            t->field_of_column[column] = number;
    }
    return IO_OK;
}

static io_result read_header(table *t)
{
    bool more = false;
    io_result result = records_next(&t->rows, &more);
    if (result != IO_OK)
        return result;
    if (!more)
        return refuse_file(t, "the file is empty");
    if (t->rows.length == 0)
        return refuse_file(t, "the first line is empty where the header is needed");
    result = split_record(t);
    if (result != IO_OK)
        return result;
    if (t->found > TABLE_COLUMNS_MAX)
        return refuse_file(t, "the header has more than 1024 columns");
    t->width = t->found;
    if (t->width == 1 && t->format.count > 1 && has_other_delimiter(t))
        return refuse_file(t, "the fields are not separated by commas");
    if (is_data(t))
        return refuse_file(t, "there is no header: the first line is data");
    for (size_t number = 0; number < t->width; number++)
        take_name(t, number);
    return IO_OK;
}

static io_result prepare(table *t, source *input)
{
    t->field_of_column = malloc(t->format.count * sizeof *t->field_of_column);
    if (t->field_of_column == NULL || csv_init(&t->parser, CSV_STRICT) != 0)
        return IO_MEMORY;
    for (size_t column = 0; column < t->format.count; column++)
        t->field_of_column[column] = ABSENT;
    csv_set_space_func(&t->parser, no_space);
    csv_set_blk_size(&t->parser, CSV_BLOCK);
    io_result result = records_open(input, t->sink, &t->rows);
    if (t->format.delimiter != '\0') {
        t->rows.delimiter = t->format.delimiter;
        csv_set_delim(&t->parser, (unsigned char)t->format.delimiter);
    }
    if (result != IO_OK)
        return result;
    return t->format.header != NULL ? take_names(t) : read_header(t);
}

io_result table_open(source *input, const table_format *format, diagnostics *sink, table **result)
{
    table *t = calloc(1, sizeof *t);
    if (t == NULL)
        return IO_MEMORY;
    t->format = *format;
    t->sink = sink;
    io_result outcome = prepare(t, input);
    if (outcome != IO_OK)
        return table_finish(t, outcome);
    *result = t;
    return IO_OK;
}

io_result table_finish(table *t, io_result result)
{
    if (t == NULL)
        return result;
    if (result == IO_OK && t->failed)
        result = IO_BAD_INPUT;
    csv_free(&t->parser);
    records_close(&t->rows);
    free(t->field_of_column);
    free(t->fields);
    free(t->values);
    free(t);
    return result;
}

bool table_has(const table *t, size_t column)
{
    return column < t->format.count && t->field_of_column[column] != ABSENT;
}

bool table_require(table *t, size_t column)
{
    if (table_has(t, column))
        return true;
    table_error(t, column, t->format.expected, "column '%s' is missing", t->format.columns[column]);
    return false;
}

/* ---- rows -------------------------------------------------------------------------- */

/* What is between the fields of the record, if it is not what it should be; 0: nothing. */
static char other_delimiter(const table *t)
{
    const char *bytes = records_bytes(&t->rows);
    for (const char *other = ";\t ,|"; *other != '\0'; other++) {
        size_t count = 0;
        for (size_t i = 0; i < t->rows.length; i++)
            count += bytes[i] == *other;
        if (*other != t->rows.delimiter && count + 1 == t->width)
            return *other;
    }
    return '\0';
}

/* The first row has another width, and so will all: one error, which says what may be. */
static void refuse_first_row(table *t, const char *message, size_t at)
{
    char hint[160];
    char other = other_delimiter(t);
    const char *name = other == '\t' ? "tabs" : other == ' ' ? "blanks" : NULL;
    if (t->found > t->width)
        snprintf(hint, sizeof hint,
                 "every row has as many fields as the header; are there decimal commas? numbers "
                 "are written with points");
    else if (name != NULL)
        snprintf(hint, sizeof hint, "the fields of the rows are separated by %s", name);
    else if (other != '\0')
        snprintf(hint, sizeof hint, "the fields of the rows are separated by '%c'", other);
    else
        snprintf(hint, sizeof hint,
                 "every row has as many fields as the header; empty ones count");
    report(t, at, hint, message);
    t->stopped = t->found > t->width || other != '\0';
}

static void refuse_width(table *t)
{
    char message[120];
    bool too_many = t->found > t->width;
    snprintf(message, sizeof message, "the row has %zu field%s, the header has %zu", t->found,
             t->found == 1 ? "" : "s", t->width);
    size_t at = too_many ? records_field(&t->rows, t->width) : t->rows.length;
    if (!t->any_row)
        refuse_first_row(t, message, at);
    else
        report(t, at, "every row has as many fields as the header; empty ones count", message);
}

/* Passes over empty lines. They may end a file, but a row after them makes them
 * rows of the wrong width, and the first is reported. */
static io_result next_record(table *t, bool *more)
{
    size_t empty_line = 0;
    io_result result = records_next(&t->rows, more);
    while (result == IO_OK && *more && t->rows.length == 0) {
        if (empty_line == 0)
            empty_line = t->rows.line;
        result = records_next(&t->rows, more);
    }
    if (empty_line == 0 || result != IO_OK || !*more)
        return result;
    diagnostic_place place = {
        .file = source_name(t->rows.input), .line = empty_line, .column = 1, .text = ""};
    diagnostic_error(t->sink, &place, "only the end of a file may be empty lines",
                     "an empty line inside the table");
    t->failed = true;
    return IO_OK;
}

io_result table_next(table *t, bool *more)
{
    for (;;) {
        if (t->stopped)
            return IO_BAD_INPUT;
        io_result result = next_record(t, more);
        if (result != IO_OK || !*more)
            return result;
        result = split_record(t);
        if (result != IO_OK)
            return result;
        if (t->found == t->width) {
            t->any_row = true;
            return IO_OK;
        }
        refuse_width(t);
    }
}

/* ---- rows ahead -------------------------------------------------------------------- */

bool table_plain(const table *t, const unsigned char *uses, plain_format *format)
{
    if (t->rows.delimiter == ' ' || t->width > PLAIN_FIELDS_MAX)
        return false;
    format->delimiter = t->rows.delimiter;
    format->width = t->width;
    memset(format->uses, PLAIN_TEXT, sizeof format->uses);
    for (size_t column = 0; column < t->format.count; column++)
        if (table_has(t, column))
            format->uses[t->field_of_column[column]] = uses[column];
    return true;
}

io_result table_ahead(table *t, size_t wanted, const char **bytes, size_t *length, size_t *line)
{
    if (!t->stopped)
        return records_ahead(&t->rows, wanted, bytes, length, line);
    *length = 0;
    return IO_OK;
}

void table_go_to(table *t, const char *byte, size_t line, bool any)
{
    records_go_to(&t->rows, byte, line);
    t->any_row |= any;
}

/* ---- fields ------------------------------------------------------------------------ */

const char *table_text(const table *t, size_t column, size_t *length)
{
    const field *f = &t->fields[t->field_of_column[column]];
    *length = f->length;
    return t->values + f->begin;
}

/* 1,5: such numbers come in all rows, and are told once. */
static bool is_decimal_comma(const table *t, const char *text, size_t length)
{
    size_t commas = 0;
    for (size_t i = 0; i < length; i++) {
        commas += text[i] == ',';
        if (strchr(",+-eE0123456789 ", text[i]) == NULL)
            return false;
    }
    return t->rows.delimiter != ',' && commas == 1 && length > 1;
}

static void refuse_decimal_comma(table *t, size_t column, const char *text)
{
    table_error(t, column, "write numbers with points: 1.5; for instance by `tr , . < FILE`",
                "%s: '%.*s' has a decimal comma", t->format.columns[column], EXCERPT, text);
    t->stopped = true;
}

bool table_number(table *t, size_t column, bool infinity_allowed, double *value)
{
    size_t length;
    const char *text = table_text(t, column, &length);
    number_fault fault = number_parse(text, length, infinity_allowed, value);
    if (fault == NUMBER_OK)
        return true;
    const char *hint = infinity_allowed ? "a decimal or C99 hex number, or inf"
                                        : "a finite decimal or C99 hex number";
    const char *name = t->format.columns[column];
    if (is_decimal_comma(t, text, length))
        refuse_decimal_comma(t, column, text);
    else if (fault == NUMBER_EMPTY)
        table_error(t, column, hint, "%s %s", name, number_fault_message(fault));
    else
        table_error(t, column, hint, "%s: '%.*s' %s", name, EXCERPT, text,
                    number_fault_message(fault));
    return false;
}
