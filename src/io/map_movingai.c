/* SPDX-License-Identifier: MIT */
/* Grids of the MovingAI benchmark:
 *
 *     type octile
 *     height 2
 *     width 3
 *     map
 *     .@T
 *     ..S
 *
 * . G S E are free (S is a swamp; S and E are the stations of robot runners), @ O T W are
 * blocked; the first row is y = 0. */
#include <stdlib.h>
#include <string.h>

#include "io/lines.h"
#include "io/map_reading.h"
#include "io/xml.h"

static bool is_word(const char *word, size_t length, const char *expected)
{
    return length == strlen(expected) && memcmp(word, expected, length) == 0;
}

/* The next line is `name` and, in a header, one word. */
static bool take_header(lines *all, const char *name, const char **value, size_t *length)
{
    size_t at = 0;
    const char *word = "";
    *length = 0;
    if (!lines_next(all) || !lines_word(all, &at, &word, length) ||
        !is_word(word, *length, name)) {
        lines_error(all, 0, "type octile, height H, width W, map; then H rows",
                    "the line '%s ...' is missing", name);
        return false;
    }
    size_t behind = at;
    if (value == NULL)
        return true;
    if (lines_word(all, &at, value, length))
        return true;
    lines_error(all, behind, NULL, "'%s' has no value", name);
    return false;
}

static bool take_size(lines *all, const char *name, size_t *size)
{
    const char *text;
    size_t length;
    if (!take_header(all, name, &text, &length))
        return false;
    if (xml_text_count(text, length, size) && *size > 0 && *size <= UINT32_MAX)
        return true;
    lines_error(all, (size_t)(text - all->text), "a whole number, 1 or more",
                "%s: '%.*s' is no number of cells", name, (int)(length > 40 ? 40 : length), text);
    return false;
}

static bool take_type(lines *all)
{
    const char *text;
    size_t length;
    if (!take_header(all, "type", &text, &length))
        return false;
    if (is_word(text, length, "octile") || is_word(text, length, "tile"))
        return true;
    lines_error(all, (size_t)(text - all->text), "type octile", "type '%.*s' is not known",
                (int)(length > 40 ? 40 : length), text);
    return false;
}

static bool take_map_header(lines *all, map *made)
{
    size_t columns = 0, rows = 0;
    if (!take_type(all) || !take_size(all, "height", &rows) || !take_size(all, "width", &columns))
        return false;
    if (MAP_PLACES_MAX / columns < rows) {
        lines_error(all, 0, "less than 2^32", "the map has %zu x %zu cells", columns, rows);
        return false;
    }
    size_t length;
    made->columns = (uint32_t)columns;
    made->rows = (uint32_t)rows;
    return take_header(all, "map", NULL, &length);
}

static void take_row(lines *all, const map *made, unsigned char *cells)
{
    size_t width = all->text_length;
    if (width != made->columns)
        lines_error(all, width < made->columns ? width : made->columns, NULL,
                    "the row has %zu cells, the width is %u", width, (unsigned)made->columns);
    for (size_t i = 0; i < width && i < made->columns; i++) {
        char c = all->text[i];
        bool is_free = c == '.' || c == 'G' || c == 'S' || c == 'E';
        cells[i] = !is_free;
        if (is_free || c == '@' || c == 'O' || c == 'T' || c == 'W')
            continue;
        lines_error(all, i, ". G S E are free, @ O T W are blocked", "'%c' is no cell", c);
        return;
    }
}

static io_result take_rows(lines *all, map *made)
{
    /* No more rows than the file has bytes, whatever its header says. */
    if (made->rows > all->length || made->columns > all->length) {
        lines_error(all, 0, NULL, "the file ends before %u rows of %u cells", (unsigned)made->rows,
                    (unsigned)made->columns);
        return IO_BAD_INPUT;
    }
    made->blocked = calloc(made->rows, made->columns);
    if (made->blocked == NULL)
        return IO_MEMORY;
    uint32_t count = 0;
    for (; count < made->rows && lines_next(all); count++)
        take_row(all, made, made->blocked + (size_t)count * made->columns);
    if (count < made->rows)
        lines_error(all, all->text_length, NULL, "the map has %u rows, the height is %u",
                    (unsigned)count, (unsigned)made->rows);
    else if (lines_next(all))
        lines_error(all, 0, NULL, "more rows than the height says, %u", (unsigned)made->rows);
    return IO_OK;
}

io_result map_movingai_read(map_reading *reading)
{
    lines all;
    io_result result = lines_open(reading->input, reading->sink, &all);
    if (result == IO_OK && take_map_header(&all, &reading->map))
        result = take_rows(&all, &reading->map);
    return lines_close(&all, result);
}
