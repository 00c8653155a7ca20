/* SPDX-License-Identifier: MIT */
#include "io/shape.h"

#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"

enum { EXCERPT = 40 /* [bytes] of a number in a message */ };

static const char vertices_hint[] =
    "x y x y ... in metres, the corners of a convex polygon in counter-clockwise order";

bool shape_require(table *t, shape_columns columns)
{
    return table_has(t, columns.vertices) || table_require(t, columns.radius);
}

void shape_free(shape *room)
{
    free(room->points);
    *room = (shape){NULL, 0};
}

/* ---- numbers of a field ------------------------------------------------------------- */

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

/* The word at or after *at: its begin in *at. Its length, 0 at the end. */
static size_t find_word(const char *text, size_t length, size_t *at)
{
    while (*at < length && is_blank(text[*at]))
        ++*at;
    size_t end = *at;
    while (end < length && !is_blank(text[end]))
        end++;
    return end - *at;
}

/* Where word number `index` of the field begins; its end when there are fewer. */
static size_t word_at(const char *text, size_t length, size_t index)
{
    size_t at = 0;
    for (size_t i = 0; i < index; i++)
        at += find_word(text, length, &at);
    find_word(text, length, &at);
    return at;
}

io_result shape_read_numbers(table *t, size_t column, const char *hint, shape *room,
                             size_t *count)
{
    size_t length, at = 0, word;
    const char *text = table_text(t, column, &length);
    for (*count = 0; (word = find_word(text, length, &at)) != 0; at += word, ++*count) {
        if (!array_grow(&room->points, &room->capacity, *count / 2 + 1, sizeof *room->points))
            return IO_MEMORY;
        graze_point *point = &room->points[*count / 2];
        number_fault fault =
            number_parse(text + at, word, false, *count % 2 == 0 ? &point->x : &point->y);
        if (fault != NUMBER_OK) {
            table_error_within(t, column, at, hint, "'%.*s' %s",
                               word < EXCERPT ? (int)word : EXCERPT, text + at,
                               number_fault_message(fault));
            return IO_BAD_INPUT;
        }
    }
    return IO_OK;
}

void shape_error(table *t, size_t column, size_t index, const char *hint, const char *message)
{
    size_t length;
    const char *text = table_text(t, column, &length);
    table_error_within(t, column, word_at(text, length, index), hint, "%s", message);
}

static io_result read_vertices(table *t, size_t column, shape *room, graze_body *body)
{
    size_t count;
    io_result result = shape_read_numbers(t, column, vertices_hint, room, &count);
    if (result != IO_OK)
        return result;
    if (count % 2 != 0) {
        table_error(t, column, vertices_hint, "the last vertex has no y: %zu numbers", count);
        return IO_BAD_INPUT;
    }
    body->vertices = count == 0 ? NULL : room->points;
    body->vertex_count = count / 2;
    return IO_OK;
}

/* ---- a body ------------------------------------------------------------------------- */

static const char *fault_hint(graze_status status)
{
    switch (status) {
    case GRAZE_ERROR_VERTEX_REPEATED:
        return "the polygon closes by itself: name each corner once";
    case GRAZE_ERROR_VERTEX_COLLINEAR:
        return "three corners at least that are not on one line, each side drawn once";
    case GRAZE_ERROR_VERTEX_CLOCKWISE:
        return "list the vertices the other way round";
    case GRAZE_ERROR_VERTEX_CONCAVE:
        return "divide the body into convex ones, or take its convex hull";
    default:
        return vertices_hint;
    }
}

/* A body with vertices that are no corners is described anew, in the same room. */
static bool check_body(table *t, shape_columns columns, shape *room, graze_body *body)
{
    size_t bad = 0;
    graze_status status = graze_body_find_fault(body, &bad);
    if (status == GRAZE_OK)
        return true;
    if (status == GRAZE_ERROR_VERTEX_COLLINEAR &&
        graze_body_corners(body, room->points, room->capacity, body) == GRAZE_OK)
        return true;
    if (status == GRAZE_ERROR_NEGATIVE_RADIUS) {
        table_error(t, columns.radius, "a radius is 0 or more metres", "%s",
                    graze_status_message(status));
    } else {
        shape_error(t, columns.vertices, 2 * bad, fault_hint(status),
                    graze_status_message(status));
    }
    return false;
}

io_result shape_read(table *t, shape_columns columns, shape *room, graze_body *body)
{
    *body = (graze_body){.radius = 0};
    io_result result = IO_OK;
    if (table_has(t, columns.radius) && !table_number(t, columns.radius, false, &body->radius))
        result = IO_BAD_INPUT;
    if (result == IO_OK && table_has(t, columns.vertices))
        result = read_vertices(t, columns.vertices, room, body);
    if (result != IO_OK)
        return result;
    if (!table_has(t, columns.radius) && body->vertex_count == 0) {
        table_error(t, columns.vertices, vertices_hint, "the body has neither radius nor vertices");
        return IO_BAD_INPUT;
    }
    return check_body(t, columns, room, body) ? IO_OK : IO_BAD_INPUT;
}

bool shape_is_flat(const graze_body *body)
{
    return body->vertex_count > 1 || (body->vertex_count == 1 && (body->vertices[0].x != 0 ||
                                                                  body->vertices[0].y != 0));
}

bool shape_equal(const graze_body *a, const graze_body *b)
{
    if (a->radius != b->radius || a->vertex_count != b->vertex_count)
        return false;
    for (size_t i = 0; i < a->vertex_count; i++)
        if (a->vertices[i].x != b->vertices[i].x || a->vertices[i].y != b->vertices[i].y)
            return false;
    return true;
}

bool shape_copy(const graze_body *body, graze_body *copy)
{
    graze_point *points = NULL;
    if (body->vertex_count > 0) {
        points = malloc(body->vertex_count * sizeof *points);
        if (points == NULL)
            return false;
        memcpy(points, body->vertices, body->vertex_count * sizeof *points);
    }
    *copy = (graze_body){body->radius, points, body->vertex_count};
    return true;
}

/* The vertices were allocated by shape_copy; only users see them as const. */
void shape_forget(graze_body *copy)
{
    void *block;
    memcpy(&block, &copy->vertices, sizeof block);
    free(block);
    *copy = (graze_body){.radius = copy->radius};
}
