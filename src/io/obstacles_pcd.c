/* SPDX-License-Identifier: MIT */
/* Clouds of points: the Point Cloud Data format, DATA ascii. FIELDS names the columns, of which x
 * and y count; POINTS says how many lines follow. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/lines.h"
#include "io/number.h"
#include "io/obstacles_reading.h"

static const char header_hint[] = "a header with FIELDS x y ..., POINTS N and DATA ascii";

typedef struct pcd_header {
    size_t x, y;   /* [index] of the words of a line */
    bool has_x, has_y, has_points;
    size_t words;  /* of a line */
    size_t fields; /* so many are named */
    double points;
} pcd_header;

static bool is_word(const char *word, size_t length, const char *expected)
{
    return length == strlen(expected) && memcmp(word, expected, length) == 0;
}

static void take_fields(lines *all, size_t at, pcd_header *header)
{
    const char *word;
    size_t length;
    while (lines_word(all, &at, &word, &length)) {
        if (is_word(word, length, "x")) {
            header->x = header->fields;
            header->has_x = true;
        } else if (is_word(word, length, "y")) {
            header->y = header->fields;
            header->has_y = true;
        }
        header->fields++;
    }
    header->words = header->fields;
}

/* COUNT says how many numbers a field has; 1 unless it is there. */
static void take_counts(lines *all, size_t at, pcd_header *header)
{
    const char *word;
    size_t length, words = 0, x = 0, y = 0;
    for (size_t field = 0; lines_word(all, &at, &word, &length); field++) {
        double count;
        if (field == header->x)
            x = words;
        if (field == header->y)
            y = words;
        if (number_parse(word, length, false, &count) != NUMBER_OK || !(count >= 1 && count < 1e6))
            lines_error(all, (size_t)(word - all->text), header_hint, "this is no count");
        else
            words += (size_t)count;
    }
    header->x = x;
    header->y = y;
    header->words = words;
}

/* True when the header is complete; its last line is at hand. */
static bool read_header(lines *all, pcd_header *header)
{
    const char *word, *value;
    size_t length, size;
    while (lines_next(all)) {
        size_t at = 0;
        if (!lines_word(all, &at, &word, &length) || word[0] == '#')
            continue;
        size_t after = at;
        bool has_value = lines_word(all, &after, &value, &size);
        if (is_word(word, length, "FIELDS"))
            take_fields(all, at, header);
        else if (is_word(word, length, "COUNT"))
            take_counts(all, at, header);
        else if (is_word(word, length, "POINTS") && has_value)
            header->has_points = number_parse(value, size, false, &header->points) == NUMBER_OK;
        else if (is_word(word, length, "DATA")) {
            bool is_text = has_value && is_word(value, size, "ascii");
            bool complete = header->has_x && header->has_y && header->has_points;
            if (!is_text)
                lines_error(all, at, "DATA ascii", "the points are not written as text");
            else if (!complete)
                lines_error(all, 0, header_hint, "the header ends without one of these");
            return is_text && complete;
        }
    }
    if (!all->failed)
        lines_error(all, 0, header_hint, "the header has no end");
    return false;
}

/* "nan" marks what the sensor did not see. */
static bool read_coordinate(lines *all, const char *word, size_t length, double *value)
{
    number_fault fault = number_parse(word, length, false, value);
    if (fault == NUMBER_NAN || fault == NUMBER_INFINITE)
        *value = NAN;
    else if (fault != NUMBER_OK)
        lines_error(all, (size_t)(word - all->text), "a number, or nan",
                    "'%.*s' %s", (int)(length < 40 ? length : 40), word,
                    number_fault_message(fault));
    return fault == NUMBER_OK || isnan(*value);
}

static io_result take_line(obstacles_reading *reading, lines *all, const pcd_header *header)
{
    const char *word;
    size_t length, at = 0, count = 0, column = 0;
    graze_point place = {NAN, NAN};
    bool sound = true;
    for (; lines_word(all, &at, &word, &length); count++) {
        if (count == header->x) {
            column = (size_t)(word - all->text) + 1;
            sound = read_coordinate(all, word, length, &place.x) && sound;
        }
        if (count == header->y)
            sound = read_coordinate(all, word, length, &place.y) && sound;
    }
    if (count != header->words) {
        lines_error(all, 0, "as many numbers as FIELDS and COUNT say",
                    "the point has %zu numbers, not %zu", count, header->words);
        return IO_OK;
    }
    if (!sound || isnan(place.x) || isnan(place.y))
        return IO_OK;
    io_result result = outline_add(reading, place, all->number, column);
    if (result == IO_OK)
        result = outline_end(reading);
    return result == IO_OK ? obstacle_end(reading, NULL) : result;
}

io_result obstacles_pcd_read(obstacles_reading *reading)
{
    lines all = {.next = 0};
    pcd_header header = {.words = 0};
    double points = 0;
    io_result result = lines_open(reading->input, reading->sink, &all);
    if (result == IO_OK && read_header(&all, &header)) {
        for (; result == IO_OK && lines_next(&all); points++)
            result = take_line(reading, &all, &header);
        if (result == IO_OK && points != header.points)
            lines_error(&all, 0, "as many lines as POINTS says",
                        "there are %.0f points, not %.0f", points, header.points);
    }
    return lines_close(&all, result);
}
