/* SPDX-License-Identifier: MIT */
/* Well-known text: POINT (x y), LINESTRING (x y, x y), POLYGON ((x y, ...)) and MULTIPOLYGON
 * (((x y, ...)), ...), in capitals or not, one after the other with blanks or line ends between
 * them. A ring may repeat its first point at its end. A third number of a point is passed over.
 * Rings of a polygon after the first are holes. */
#include <ctype.h>
#include <string.h>

#include "io/lines.h"
#include "io/number.h"
#include "io/obstacles_reading.h"

typedef struct wkt {
    obstacles_reading *reading;
    lines all;
    size_t at; /* [bytes] in this line */
    bool ended, failed;
    io_result result; /* IO_MEMORY, or IO_OK */
} wkt;

static void refuse(wkt *w, const char *hint, const char *what)
{
    if (!w->failed && w->result == IO_OK)
        lines_error(&w->all, w->at, hint, "%s", what);
    w->failed = true;
}

/* Goes to the next byte that is no blank; 0 at the end of the file. */
static char look(wkt *w)
{
    while (!w->ended) {
        while (w->at < w->all.text_length && strchr(" \t\r", w->all.text[w->at]) != NULL)
            w->at++;
        if (w->at < w->all.text_length)
            return w->all.text[w->at];
        w->ended = !lines_next(&w->all);
        w->at = w->ended ? w->at : 0;
    }
    return '\0';
}

static bool skip(wkt *w, char mark)
{
    if (w->failed || look(w) != mark)
        return false;
    w->at++;
    return true;
}

static void expect(wkt *w, char mark, const char *hint, const char *what)
{
    if (!skip(w, mark))
        refuse(w, hint, what);
}

/* The letters at hand, as capitals; empty when there are none. */
static void read_word(wkt *w, char word[16])
{
    size_t count = 0;
    if (look(w) != '\0')
        while (w->at + count < w->all.text_length &&
               isalpha((unsigned char)w->all.text[w->at + count]) && count < 15) {
            word[count] = (char)toupper((unsigned char)w->all.text[w->at + count]);
            count++;
        }
    word[count] = '\0';
}

static bool read_number(wkt *w, double *value)
{
    size_t length = 0;
    if (w->failed || look(w) == '\0') {
        refuse(w, "x y", "a number is missing");
        return false;
    }
    const char *text = w->all.text + w->at;
    while (w->at + length < w->all.text_length && strchr(" \t\r,()", text[length]) == NULL)
        length++;
    number_fault fault = number_parse(text, length, false, value);
    if (fault != NUMBER_OK) {
        lines_error(&w->all, w->at, "x y", "the coordinate %s", number_fault_message(fault));
        w->failed = true;
        return false;
    }
    w->at += length;
    return true;
}

/* (x y, x y, ...) into the outline at hand. */
static void read_points(wkt *w)
{
    expect(w, '(', "( before the points", "an opening parenthesis is missing");
    do {
        graze_point point = {0, 0};
        double height;
        look(w);
        size_t line = w->all.number, column = w->at + 1;
        if (!read_number(w, &point.x) || !read_number(w, &point.y))
            return;
        if (look(w) != ',' && look(w) != ')' && !read_number(w, &height))
            return;
        w->result = outline_add(w->reading, point, line, column);
    } while (w->result == IO_OK && skip(w, ','));
    if (w->result == IO_OK)
        expect(w, ')', ", or ) behind a point", "a closing parenthesis is missing");
}

static void end_outline(wkt *w)
{
    if (!w->failed && w->result == IO_OK)
        w->result = outline_end(w->reading);
}

/* A ring, which begins with point `first` of the outline at hand. */
static void end_ring(wkt *w, size_t first)
{
    obstacles_reading *reading = w->reading;
    if (w->failed || w->result != IO_OK)
        return;
    size_t last = reading->count - 1;
    const outline_point *points = reading->points;
    if (last > first && points[first].at.x == points[last].at.x &&
        points[first].at.y == points[last].at.y)
        reading->count--;
    if (reading->count - first < 3)
        refuse(w, "three points or more",
               first == 0 ? "a polygon has too few points" : "a hole has too few points");
    else
        w->result = outline_end_ring(reading);
}

static void read_polygon(wkt *w)
{
    expect(w, '(', "POLYGON ((x y, ...))", "an opening parenthesis is missing");
    do {
        size_t first = w->reading->count;
        read_points(w);
        end_ring(w, first);
    } while (!w->failed && w->result == IO_OK && skip(w, ','));
    end_outline(w);
    expect(w, ')', "POLYGON ((x y, ...), (x y, ...), ...)", "a closing parenthesis is missing");
}

/* A line of several points is as many segments. */
static void read_line(wkt *w)
{
    obstacles_reading *reading = w->reading;
    read_points(w);
    if (!w->failed && reading->count < 2)
        refuse(w, "two points or more", "a line has too few points");
    for (size_t left = reading->count; left >= 2 && !w->failed && w->result == IO_OK; left--) {
        reading->count = 2;
        w->result = outline_end(reading);
        memmove(reading->points, reading->points + 1, (left - 1) * sizeof *reading->points);
    }
    reading->count = 0;
}

static void read_many(wkt *w)
{
    expect(w, '(', "MULTIPOLYGON (((x y, ...)), ...)", "an opening parenthesis is missing");
    do
        read_polygon(w);
    while (!w->failed && w->result == IO_OK && skip(w, ','));
    expect(w, ')', "MULTIPOLYGON (((x y, ...)), ...)", "a closing parenthesis is missing");
}

static void read_geometry(wkt *w)
{
    char word[16], more[16];
    read_word(w, word);
    size_t begin = w->at;
    w->at += strlen(word);
    read_word(w, more);
    if (strcmp(more, "Z") == 0 || strcmp(more, "EMPTY") == 0)
        w->at += strlen(more);
    if (strcmp(more, "EMPTY") == 0)
        return;
    if (strcmp(word, "POINT") == 0) {
        read_points(w);
        if (w->reading->count > 1)
            refuse(w, "POINT (x y)", "a point has one place");
        end_outline(w);
    } else if (strcmp(word, "LINESTRING") == 0) {
        read_line(w);
    } else if (strcmp(word, "POLYGON") == 0) {
        read_polygon(w);
    } else if (strcmp(word, "MULTIPOLYGON") == 0) {
        read_many(w);
    } else {
        w->at = begin;
        refuse(w, "POINT, LINESTRING, POLYGON or MULTIPOLYGON", "this is no obstacle");
    }
}

io_result obstacles_wkt_read(obstacles_reading *reading)
{
    wkt w = {.reading = reading};
    io_result result = lines_open(reading->input, reading->sink, &w.all);
    while (result == IO_OK && !w.failed && look(&w) != '\0') {
        read_geometry(&w);
        result = w.result;
        if (result == IO_OK && !w.failed)
            result = obstacle_end(reading, NULL);
        skip(&w, ';');
    }
    return lines_close(&w.all, result);
}
