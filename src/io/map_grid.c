/* SPDX-License-Identifier: MIT */
/* Grids as CSV: a headerless table of 0 and 1, row 0 first.
 *
 *     0,0,1
 *     0,1,1
 */
#include <stdlib.h>

#include "io/array.h"
#include "io/map_reading.h"
#include "io/records.h"

typedef struct grid_reader {
    map_reading *reading;
    records rows;
    size_t width, count; /* cells of the first row; rows so far */
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

/* One field between commas, or -1. */
static int cell_of(const char *bytes, size_t begin, size_t end)
{
    while (begin < end && is_blank(bytes[begin]))
        begin++;
    while (end > begin && is_blank(bytes[end - 1]))
        end--;
    bool is_cell = end == begin + 1 && (bytes[begin] == '0' || bytes[begin] == '1');
    return is_cell ? bytes[begin] - '0' : -1;
}

static void refuse_cell(grid_reader *r, size_t begin, size_t end)
{
    char message[96];
    int shown = (int)(end - begin > 40 ? 40 : end - begin);
    snprintf(message, sizeof message, "'%.*s' is no cell", shown,
             records_bytes(&r->rows) + begin);
    report(r, begin, "0 is a free cell, 1 a blocked one", message);
}

static void check_width(grid_reader *r, size_t width)
{
    char message[128];
    if (r->count == 0)
        r->width = width;
    if (width == r->width)
        return;
    snprintf(message, sizeof message, "row %zu has %zu cell%s, the first row has %zu", r->count,
             width, width == 1 ? "" : "s", r->width);
    report(r, width > r->width ? records_field(&r->rows, r->width) : r->rows.length,
           "all rows of a grid are of one width", message);
}

static io_result take_row(grid_reader *r)
{
    map_reading *reading = r->reading;
    const char *bytes = records_bytes(&r->rows);
    size_t cells = r->count * r->width, width = 0, begin = 0;
    for (size_t at = 0; at <= r->rows.length; at++) {
        if (at < r->rows.length && bytes[at] != ',')
            continue;
        int cell = cell_of(bytes, begin, at);
        if (cell < 0)
            refuse_cell(r, begin, at);
        if (!array_grow(&reading->map.blocked, &reading->blocked_capacity, cells + width + 1, 1))
            return IO_MEMORY;
        reading->map.blocked[cells + width++] = cell == 1;
        begin = at + 1;
    }
    check_width(r, width);
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
    else if (MAP_PLACES_MAX / r->width < r->count)
        diagnostic_error(r->reading->sink, &place, "less than 2^32", "the grid has %zu x %zu cells",
                         r->width, r->count);
    else
        return IO_OK;
    return IO_BAD_INPUT;
}

io_result map_grid_csv_read(map_reading *reading)
{
    grid_reader r = {.reading = reading};
    io_result result = records_open(reading->input, reading->sink, &r.rows);
    if (result == IO_OK)
        result = take_all(&r);
    records_close(&r.rows);
    reading->map.columns = (uint32_t)r.width;
    reading->map.rows = (uint32_t)r.count;
    return result;
}
