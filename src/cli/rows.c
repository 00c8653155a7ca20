/* SPDX-License-Identifier: MIT */
/* The row writer. CSV and JSON lines stream; a table has to know its widest
 * cells, so its cells wait in one growing buffer, where a line of CSV waits as well: one
 * call of the stream a line. Every kind of cell becomes text first, which leaves one place
 * per format that writes. */
#include "cli/rows.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/table.h"
#include "io/utf8.h"

enum { CELL_SHOWN = 40 /* [bytes] of a cell in a message */ };

typedef enum cell_kind { CELL_EMPTY, CELL_TEXT, CELL_NUMBER, CELL_NUMBER_AS_TEXT } cell_kind;

/* A cell of a table: its bytes in the buffer. */
typedef struct cell {
    size_t begin, length;
    cell_kind kind;
} cell;

struct rows {
    FILE *out;
    rows_format format;
    bool hex;
    size_t columns, column; /* column: how many cells the row has so far */
    char **names;
    io_result failure;
    cell *cells; /* table only */
    size_t cell_count, cell_room;
    char *bytes; /* of a whole table, or of one line of CSV */
    size_t byte_count, byte_room;
};

/* ---- text on its way out ---------------------------------------------------------- */

static inline bool has_room(rows *writer, size_t more)
{
    if (more <= writer->byte_room - writer->byte_count) /* by no call: cells are many */
        return true;
    if (array_grow(&writer->bytes, &writer->byte_room, writer->byte_count + more, 1))
        return true;
    writer->failure = IO_MEMORY;
    return false;
}

static void hold_byte(rows *writer, char byte)
{
    writer->bytes[writer->byte_count++] = byte;
}

static void hold_bytes(rows *writer, const char *bytes, size_t length)
{
    if (length > 0)
        memcpy(writer->bytes + writer->byte_count, bytes, length);
    writer->byte_count += length;
}

/* Says which cell it is that no reader of CSV would take, once. */
static void refuse_cell(rows *writer, const char *bytes, size_t length, const char *fault)
{
    fputs("graze: error: '", stderr);
    rows_shown(stderr, bytes, length < CELL_SHOWN ? length : CELL_SHOWN);
    fprintf(stderr,
            "' in column '%s' cannot be written as CSV: %s\n"
            "hint: --format jsonl writes every text, in an escaped form\n",
            writer->names[writer->column], fault);
    writer->failure = IO_BAD_INPUT;
}

/* Whether every reader takes a text, without quotes: most are words of ours. */
static inline bool is_plain(const char *bytes, size_t length)
{
    bool plain = length > 0 && length < TABLE_FIELD_MAX / 2;
    for (size_t i = 0; i < length && plain; i++)
        plain = bytes[i] >= ' ' && bytes[i] < 0x7F && bytes[i] != ',' && bytes[i] != '"';
    return plain;
}

/* A text that may need quotes, which double it at most, or that no reader takes. */
static void hold_other_text(rows *writer, const char *bytes, size_t length)
{
    const char *fault = table_refuses(bytes, length);
    if (fault != NULL)
        refuse_cell(writer, bytes, length, fault);
    if (fault != NULL || !has_room(writer, 2 * length + 4))
        return;
    if (writer->column > 0)
        hold_byte(writer, ',');
    const bool quoted = length == 0 || memchr(bytes, ',', length) != NULL ||
                        memchr(bytes, '"', length) != NULL || memchr(bytes, '\r', length) != NULL ||
                        memchr(bytes, '\n', length) != NULL;
    if (!quoted) {
        hold_bytes(writer, bytes, length);
        return;
    }
    hold_byte(writer, '"');
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '"')
            hold_byte(writer, '"');
        hold_byte(writer, bytes[i]);
    }
    hold_byte(writer, '"');
}

/* One cell behind its comma. */
static inline void hold_csv(rows *writer, cell_kind kind, const char *bytes, size_t length)
{
    if (kind == CELL_TEXT && !is_plain(bytes, length)) {
        hold_other_text(writer, bytes, length);
    } else if (has_room(writer, length + 1)) {
        if (writer->column > 0)
            hold_byte(writer, ',');
        hold_bytes(writer, bytes, length);
    }
}

static void write_csv_line(rows *writer)
{
    if (!has_room(writer, 1))
        return;
    hold_byte(writer, '\n');
    fwrite(writer->bytes, 1, writer->byte_count, writer->out);
    writer->byte_count = 0;
}

static void write_json_control(FILE *out, unsigned char byte)
{
    static const char letters[] = "\bb\ff\nn\rr\tt";
    const char *found = byte != 0 ? strchr(letters, byte) : NULL;
    if (found != NULL)
        fprintf(out, "\\%c", found[1]);
    else
        fprintf(out, "\\u%04x", byte);
}

/* A control character of two or three bytes, by its number. */
static void write_json_character(FILE *out, const unsigned char *bytes, size_t count)
{
    unsigned number = bytes[0] & (count == 2 ? 0x1Fu : 0x0Fu);
    for (size_t i = 1; i < count; i++)
        number = number << 6 | (bytes[i] & 0x3Fu);
    fprintf(out, "\\u%04x", number);
}

void rows_json_string(FILE *out, const char *bytes, size_t length)
{
    putc('"', out);
    for (size_t i = 0; i < length;) {
        size_t whole = utf8_character(bytes + i, length - i);
        unsigned char first = (unsigned char)bytes[i];
        if (whole == 0)
            fputs("\\ufffd", out);
        else if (first < 0x20 || first == 0x7F)
            write_json_control(out, first);
        else if (utf8_printable(bytes + i, whole) == 0)
            write_json_character(out, (const unsigned char *)bytes + i, whole);
        else if (first == '"' || first == '\\')
            fprintf(out, "\\%c", first);
        else
            fwrite(bytes + i, 1, whole, out);
        i += whole > 0 ? whole : 1;
    }
    putc('"', out);
}

size_t rows_shown(FILE *out, const char *text, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; width++) {
        size_t printable = utf8_printable(text + i, length - i);
        if (out != NULL && printable > 0)
            fwrite(text + i, 1, printable, out);
        else if (out != NULL)
            putc('?', out);
        size_t whole = utf8_character(text + i, length - i);
        i += whole > 0 ? whole : 1;
    }
    return width;
}

static void pad(FILE *out, size_t count)
{
    while (count-- > 0)
        putc(' ', out);
}

/* ---- a table ---------------------------------------------------------------------- */

static void hold_cell(rows *writer, cell_kind kind, const char *bytes, size_t length)
{
    if (!array_grow(&writer->cells, &writer->cell_room, writer->cell_count + 1,
                    sizeof *writer->cells) ||
        !has_room(writer, length + 1)) {
        writer->failure = IO_MEMORY;
        return;
    }
    writer->cells[writer->cell_count++] = (cell){writer->byte_count, length, kind};
    hold_bytes(writer, bytes, length);
}

/* A column of numbers, empty cells aside, is set to the right. */
static bool column_is_numeric(const rows *writer, size_t column, size_t *width)
{
    bool numeric = true, any = false;
    *width = rows_shown(NULL, writer->names[column], strlen(writer->names[column]));
    for (size_t i = column; i < writer->cell_count; i += writer->columns) {
        const cell *at = &writer->cells[i];
        size_t cell_width = rows_shown(NULL, writer->bytes + at->begin, at->length);
        if (cell_width > *width)
            *width = cell_width;
        if (at->kind == CELL_TEXT)
            numeric = false;
        if (at->kind != CELL_EMPTY)
            any = true;
    }
    return numeric && any;
}

static void write_table_cell(const rows *writer, const char *bytes, size_t length, size_t column,
                             size_t width, bool right)
{
    FILE *out = writer->out;
    bool last = column + 1 == writer->columns;
    size_t own = rows_shown(NULL, bytes, length);
    if (right && !(last && own == 0)) /* no blanks at a line's end */
        pad(out, width - own);
    rows_shown(out, bytes, length);
    if (!right && !last)
        pad(out, width - own);
    fputs(last ? "\n" : "  ", out);
}

static void write_table(rows *writer)
{
    size_t *widths = calloc(writer->columns, sizeof *widths);
    bool *right = calloc(writer->columns, sizeof *right);
    if (widths == NULL || right == NULL) {
        writer->failure = IO_MEMORY;
    } else {
        for (size_t c = 0; c < writer->columns; c++)
            right[c] = column_is_numeric(writer, c, &widths[c]);
        for (size_t c = 0; c < writer->columns; c++)
            write_table_cell(writer, writer->names[c], strlen(writer->names[c]), c, widths[c],
                             right[c]);
        for (size_t i = 0; i < writer->cell_count; i++) {
            const cell *at = &writer->cells[i];
            size_t c = i % writer->columns;
            write_table_cell(writer, writer->bytes + at->begin, at->length, c, widths[c], right[c]);
        }
    }
    free(widths);
    free(right);
}

/* ---- cells ------------------------------------------------------------------------ */

static void write_json_cell(rows *writer, cell_kind kind, const char *bytes, size_t length)
{
    FILE *out = writer->out;
    const char *name = writer->names[writer->column];
    putc(writer->column == 0 ? '{' : ',', out);
    rows_json_string(out, name, strlen(name));
    putc(':', out);
    if (kind == CELL_EMPTY)
        fputs("null", out);
    else if (kind == CELL_NUMBER)
        fwrite(bytes, 1, length, out);
    else
        rows_json_string(out, bytes, length);
}

/* In line, where the kind is known: most cells of an export are empty. */
static inline void write_cell(rows *writer, cell_kind kind, const char *bytes, size_t length)
{
    if (writer == NULL || writer->failure != IO_OK)
        return;
    assert(writer->column < writer->columns);
    if (writer->format == ROWS_CSV)
        hold_csv(writer, kind, bytes, length);
    else if (writer->format == ROWS_TABLE)
        hold_cell(writer, kind, bytes, length);
    else
        write_json_cell(writer, kind, bytes, length);
    writer->column++;
}

void rows_bytes(rows *writer, const char *bytes, size_t length)
{
    write_cell(writer, CELL_TEXT, bytes, length);
}

void rows_text(rows *writer, const char *text)
{
    if (text == NULL)
        rows_empty(writer);
    else
        rows_bytes(writer, text, strlen(text));
}

/* Where the number of the next cell is written at once; null where it is written elsewhere first,
 * if it is written at all. */
static inline char *begin_number(rows *writer)
{
    if (writer->failure != IO_OK || writer->format != ROWS_CSV ||
        !has_room(writer, NUMBER_TEXT_SIZE + 1))
        return NULL;
    assert(writer->column < writer->columns);
    if (writer->column++ > 0)
        hold_byte(writer, ',');
    return writer->bytes + writer->byte_count;
}

void rows_integer(rows *writer, int64_t value)
{
    if (writer == NULL)
        return;
    char text[NUMBER_TEXT_SIZE], *place = begin_number(writer);
    const size_t length = number_write_integer(value, place != NULL ? place : text);
    if (place != NULL)
        writer->byte_count += length;
    else
        write_cell(writer, CELL_NUMBER, text, length);
}

void rows_real(rows *writer, double value)
{
    if (writer == NULL)
        return;
    if (isnan(value)) {
        rows_empty(writer);
        return;
    }
    char text[NUMBER_TEXT_SIZE], *place = begin_number(writer);
    const size_t length = number_write(value, writer->hex, place != NULL ? place : text);
    const bool plain = isfinite(value) && !writer->hex;
    if (place != NULL)
        writer->byte_count += length;
    else
        write_cell(writer, plain ? CELL_NUMBER : CELL_NUMBER_AS_TEXT, text, length);
}

void rows_empty(rows *writer)
{
    write_cell(writer, CELL_EMPTY, "", 0);
}

void rows_end(rows *writer)
{
    if (writer == NULL || writer->failure != IO_OK || writer->columns == 0)
        return;
    while (writer->column < writer->columns && writer->failure == IO_OK)
        rows_empty(writer);
    if (writer->format == ROWS_JSONL)
        fputs("}\n", writer->out);
    if (writer->format == ROWS_CSV)
        write_csv_line(writer);
    writer->column = 0;
}

/* ---- the writer ------------------------------------------------------------------- */

static void write_header(rows *writer)
{
    if (writer->format != ROWS_CSV)
        return;
    for (writer->column = 0; writer->column < writer->columns; writer->column++)
        hold_csv(writer, CELL_TEXT, writer->names[writer->column],
                 strlen(writer->names[writer->column]));
    write_csv_line(writer);
    writer->column = 0;
}

static void free_rows(rows *writer)
{
    for (size_t c = 0; writer->names != NULL && c < writer->columns; c++)
        free(writer->names[c]);
    free(writer->names);
    free(writer->cells);
    free(writer->bytes);
    free(writer);
}

rows *rows_open(FILE *out, rows_format format, bool hex, size_t columns, const char *const *names)
{
    rows *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    *writer = (rows){.out = out, .format = format, .hex = hex, .columns = columns};
    writer->names = calloc(columns > 0 ? columns : 1, sizeof *writer->names);
    bool complete = writer->names != NULL;
    for (size_t c = 0; complete && c < columns; c++) {
        writer->names[c] = strdup(names[c]);
        complete = writer->names[c] != NULL;
    }
    if (!complete) {
        free_rows(writer);
        return NULL;
    }
    write_header(writer);
    return writer;
}

io_result rows_result(const rows *writer)
{
    if (writer == NULL)
        return IO_MEMORY;
    if (writer->failure != IO_OK)
        return writer->failure;
    return ferror(writer->out) ? IO_SYSTEM : IO_OK;
}

io_result rows_close(rows *writer)
{
    if (writer == NULL)
        return IO_MEMORY;
    if (writer->format == ROWS_TABLE && writer->failure == IO_OK && writer->columns > 0)
        write_table(writer);
    io_result result = rows_result(writer);
    free_rows(writer);
    return result;
}
