/* SPDX-License-Identifier: MIT */
/* Grids as CSV: a headerless table of 0 and 1, row 0 first.
 *
 *     0,0,1
 *     0,1,1
 */
#include <csv.h>
#include <stdlib.h>

#include "io/array.h"
#include "io/map_reading.h"
#include "io/records.h"

typedef struct grid_reader {
    map_reading *reading;
    records rows;
    struct csv_parser parser;
    size_t width, count; /* cells of the first row; rows so far */
    size_t found;        /* cells of this row so far */
    bool out_of_memory;
    size_t empty_line;   /* an empty line before this row; 0: none */
    bool failed;
} grid_reader;

static void report(grid_reader *r, size_t at, const char *hint, const char *message)
{
    diagnostic_place place = records_place(&r->rows, at);
    diagnostic_error(r->reading->sink, &place, hint, "%s", message);
    r->failed = true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* What a field says, or -1. */
static int cell_of(const char *text, size_t length)
{
    while (length > 0 && is_blank(text[0])) {
        text++;
        length--;
    }
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    return length == 1 && (text[0] == '0' || text[0] == '1') ? text[0] - '0' : -1;
}

static void refuse_cell(grid_reader *r, const char *text, size_t length)
{
    char message[96];
    snprintf(message, sizeof message, "'%.*s' is no cell", (int)(length > 40 ? 40 : length), text);
    report(r, records_field(&r->rows, r->found), "0 is a free cell, 1 a blocked one", message);
}

static void check_width(grid_reader *r)
{
    char message[128];
    if (r->count == 0)
        r->width = r->found;
    if (r->found == r->width)
        return;
    snprintf(message, sizeof message, "row %zu has %zu cell%s, the first row has %zu", r->count,
             r->found, r->found == 1 ? "" : "s", r->width);
    report(r, r->found > r->width ? records_field(&r->rows, r->width) : r->rows.length,
           "all rows of a grid are of one width", message);
}

/* libcsv hands over one field of the row, without its quotes. */
static void receive_field(void *bytes, size_t length, void *context)
{
    grid_reader *r = context;
    map_reading *reading = r->reading;
    int cell = cell_of(bytes, length);
    if (cell < 0)
        refuse_cell(r, length > 0 ? bytes : "", length);
    size_t at = r->count * r->width + r->found++;
    if (r->out_of_memory ||
        !array_grow(&reading->map.blocked, &reading->blocked_capacity, at + 1, 1))
        r->out_of_memory = true;
    else
        reading->map.blocked[at] = cell == 1;
}

/* The scanner of records let only sound rows pass. */
static io_result take_row(grid_reader *r)
{
    r->found = 0;
    size_t length = r->rows.length;
    if (csv_parse(&r->parser, records_bytes(&r->rows), length, receive_field, NULL, r) != length ||
        csv_parse(&r->parser, "\n", 1, receive_field, NULL, r) != 1 || r->out_of_memory)
        return IO_MEMORY;
    check_width(r);
    r->count++;
    return IO_OK;
}

static void refuse_empty_line(grid_reader *r)
{
    diagnostic_place place = {.file = source_name(r->reading->input),
                              .line = r->empty_line,
                              .column = 1,
                              .text = ""};
    diagnostic_error(r->reading->sink, &place, "only the end of a file may be empty lines",
                     "an empty line inside the grid");
    r->failed = true;
    r->empty_line = 0;
}

static io_result take_record(grid_reader *r)
{
    if (r->rows.length == 0) {
        if (r->empty_line == 0)
            r->empty_line = r->rows.line;
        return IO_OK;
    }
    if (r->empty_line > 0)
        refuse_empty_line(r);
    return take_row(r);
}

static io_result take_all(grid_reader *r)
{
    bool more = false;
    io_result result;
    while ((result = records_next(&r->rows, &more)) == IO_OK && more)
        if ((result = take_record(r)) != IO_OK)
            return result;
    if (result != IO_OK || r->failed)
        return result == IO_OK ? IO_BAD_INPUT : result;
    diagnostic_place place = {.file = source_name(r->reading->input), .line = 1, .column = 1};
    if (r->count == 0)
        diagnostic_error(r->reading->sink, &place, "rows of 0 and 1, with commas between them",
                         "the grid has no cells");
    /* UNREACHED: such a file has eight thousand million bytes. */
    else if (MAP_PLACES_MAX / r->width < r->count)
        diagnostic_error(r->reading->sink, &place, "less than 2^32", "the grid has %zu x %zu cells",
                         r->width, r->count);
    else
        return IO_OK;
    return IO_BAD_INPUT;
}

/* libcsv would drop blanks, and count a field of blanks in quotes as empty. */
static int no_space(unsigned char byte)
{
    (void)byte;
    return 0;
}

io_result map_grid_csv_read(map_reading *reading)
{
    grid_reader r = {.reading = reading};
    if (csv_init(&r.parser, CSV_STRICT) != 0)
        return IO_MEMORY;
    csv_set_space_func(&r.parser, no_space);
    io_result result = records_open(reading->input, reading->sink, &r.rows);
    if (result == IO_OK)
        result = take_all(&r);
    records_close(&r.rows);
    csv_free(&r.parser);
    reading->map.columns = (uint32_t)r.width;
    reading->map.rows = (uint32_t)r.count;
    return result;
}
