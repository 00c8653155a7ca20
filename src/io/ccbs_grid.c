/* SPDX-License-Identifier: MIT */
#include "io/ccbs_grid.h"

#include <stdlib.h>

#include "io/array.h"
#include "io/xml.h"

typedef struct grid_reader {
    ccbs_grid grid;
    bool has_width, has_height;
    size_t rows, cells, capacity;
    size_t first_width; /* cells of the first row, to compare before <width> is known */
    size_t map_offset, grid_offset;
    bool has_map, has_grid;
} grid_reader;

/* ---- width and height ---------------------------------------------------------------- */

static void take_size(xml *x, const char *text, size_t length, const char *name, bool *seen,
                      size_t *value)
{
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\n'))
        length--;
    if (*seen)
        xml_error(x, NULL, NULL, "<%s> is there twice", name);
    *seen = true;
    if (!xml_text_count(text, length, value) || *value == 0)
        xml_error(x, NULL, "a whole number, 1 or more", "<%s> is no number of cells", name);
}

static io_result take_width(void *context, xml *x, const char *text, size_t length)
{
    grid_reader *r = context;
    take_size(x, text, length, "width", &r->has_width, &r->grid.width);
    return IO_OK;
}

static io_result take_height(void *context, xml *x, const char *text, size_t length)
{
    grid_reader *r = context;
    take_size(x, text, length, "height", &r->has_height, &r->grid.height);
    return IO_OK;
}

/* ---- rows ---------------------------------------------------------------------------- */

static void check_row_width(const grid_reader *r, xml *x, size_t row_width)
{
    if (r->has_width && row_width != r->grid.width)
        xml_error(x, NULL, NULL, "row %zu has %zu cells, <width> is %zu", r->rows, row_width,
                  r->grid.width);
    else if (row_width != r->first_width)
        xml_error(x, NULL, NULL, "row %zu has %zu cells, the first row has %zu", r->rows, row_width,
                  r->first_width);
}

static io_result take_row(void *context, xml *x, const char *text, size_t length)
{
    grid_reader *r = context;
    size_t before = r->cells;
    if (!array_grow(&r->grid.blocked, &r->capacity, r->cells + length, 1))
        return IO_MEMORY;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '0' || text[i] == '1') {
            r->grid.blocked[r->cells++] = (unsigned char)(text[i] - '0');
        } else if (text[i] != ' ' && text[i] != '\t' && text[i] != '\n') {
            xml_error_at(x, xml_offset(x) + i, "0 is a free cell, 1 a blocked one",
                         "'%c' is no cell", text[i]);
            break;
        }
    }
    if (r->rows == 0)
        r->first_width = r->cells - before;
    check_row_width(r, x, r->cells - before);
    r->rows++;
    return IO_OK;
}

/* ---- the whole ----------------------------------------------------------------------- */

static io_result open_map(void *context, xml *x, xml_attributes attributes)
{
    grid_reader *r = context;
    (void)attributes;
    if (r->has_map)
        xml_error(x, NULL, NULL, "a second <map>");
    r->has_map = true;
    r->map_offset = xml_offset(x);
    return IO_OK;
}

static io_result open_grid(void *context, xml *x, xml_attributes attributes)
{
    grid_reader *r = context;
    (void)attributes;
    if (r->has_grid)
        xml_error(x, NULL, NULL, "a second <grid>");
    r->has_grid = true;
    r->grid_offset = xml_offset(x);
    return IO_OK;
}

static void check_whole(const grid_reader *r, xml *x)
{
    if (!r->has_map)
        xml_error(x, NULL, "<map> with <width>, <height> and <grid>", "the file has no <map>");
    else if (!r->has_width || !r->has_height || !r->has_grid)
        xml_error_at(x, r->map_offset, "<map> with <width>, <height> and <grid>",
                     "the map has no <%s>",
                     !r->has_width    ? "width"
                     : !r->has_height ? "height"
                                      : "grid");
    else if (r->rows != r->grid.height)
        xml_error_at(x, r->grid_offset, NULL, "the grid has %zu rows, <height> is %zu", r->rows,
                     r->grid.height);
    else if (r->cells != r->rows * r->grid.width && !xml_failed(x))
        xml_error_at(x, r->grid_offset, NULL, "the rows are not as wide as <width> says, %zu",
                     r->grid.width);
}

static io_result close_root(void *context, xml *x)
{
    check_whole(context, x);
    return IO_OK;
}

io_result ccbs_grid_read(source *input, diagnostics *sink, ccbs_grid *result)
{
    static const xml_element elements[] = {
        {.path = "root", .close = close_root},
        {.path = "root/algorithm", .ignored = true},
        {.path = "root/map", .open = open_map},
        {.path = "root/map/width", .text = take_width},
        {.path = "root/map/height", .text = take_height},
        {.path = "root/map/grid", .open = open_grid},
        {.path = "root/map/grid/row", .text = take_row},
    };
    grid_reader reader = {.rows = 0};
    xml *x = NULL;
    io_result outcome = xml_open(input, sink, &x);
    if (outcome == IO_OK)
        outcome = xml_parse(x, elements, sizeof elements / sizeof elements[0], &reader);
    outcome = xml_finish(x, outcome);
    if (outcome == IO_OK)
        *result = reader.grid;
    else
        ccbs_grid_free(&reader.grid);
    return outcome;
}

void ccbs_grid_free(ccbs_grid *grid)
{
    free(grid->blocked);
    *grid = (ccbs_grid){.blocked = NULL};
}
