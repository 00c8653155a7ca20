/* SPDX-License-Identifier: MIT */
#include "io/bodies.h"

#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/shape.h"
#include "io/table.h"

enum { AGENT, BODY, RADIUS, VERTICES, COLUMNS };

static const char *const names[COLUMNS] = {"agent", "body", "radius", "vertices"};
static const table_format format = {
    .columns = names,
    .count = COLUMNS,
    .expected = "the columns of a bodies file: agent, body or both, and radius, vertices or both"};

const char bodies_hint[] = "--radius METRES or --bodies FILE";

static const shape_columns columns = {RADIUS, VERTICES};

/* Reports a radius that is not what --radius says. */
static bool check_radius(table *t, const plan_options *options, const graze_body *body)
{
    char given[NUMBER_TEXT_SIZE];
    if (!options->has_radius || body->radius == options->radius)
        return true;
    table_error(t, RADIUS, "leave out --radius, or let both agree",
                "the radius is not that of --radius, %s",
                number_format(options->radius, false, given));
    return false;
}

/* The column that names what this row is the body of: AGENT, BODY, or COLUMNS when reported. */
static size_t find_key(table *t)
{
    size_t agent = 0, body = 0;
    if (!table_has(t, BODY))
        return AGENT;
    if (table_has(t, AGENT))
        table_text(t, AGENT, &agent);
    table_text(t, BODY, &body);
    if (agent == 0)
        return BODY;
    if (body == 0)
        return AGENT;
    table_error(t, BODY, "two rows, one of an agent and one of a body's name",
                "a row names an agent or a body, and this one names both");
    return COLUMNS;
}

static bool check_label(table *t, const bodies *all, size_t key, const char *label)
{
    const char *kind = key == AGENT ? "agent" : "body";
    size_t index;
    if (label[0] == '\0')
        table_error(t, key, NULL, "the %s has no name", kind);
    else if (labels_find(key == AGENT ? &all->index : &all->names, label, &index))
        table_error(t, key, NULL, "%s '%.40s' is there twice", kind, label);
    else
        return true;
    return false;
}

static io_result add_row(bodies *all, size_t key, const char *label, const graze_body *body)
{
    if (!array_grow(&all->rows, &all->capacity, all->count + 1, sizeof *all->rows))
        return IO_MEMORY;
    bodies_row *row = &all->rows[all->count];
    *row = (bodies_row){.label = strdup(label)};
    if (row->label == NULL || !shape_copy(body, &row->body)) {
        free(row->label);
        return IO_MEMORY;
    }
    all->count++;
    return labels_add(key == AGENT ? &all->index : &all->names, row->label, all->count - 1)
               ? IO_OK
               : IO_MEMORY;
}

static io_result take_row(table *t, const plan_options *options, shape *room, bodies *all)
{
    graze_body body;
    size_t length;
    const size_t key = find_key(t);
    const char *label = key < COLUMNS ? table_text(t, key, &length) : "";
    bool sound = key < COLUMNS && check_label(t, all, key, label);
    io_result result = shape_read(t, columns, room, &body);
    if (result == IO_MEMORY)
        return result;
    if (result == IO_BAD_INPUT || (key == AGENT && !check_radius(t, options, &body)) || !sound)
        return IO_OK; /* reported; the next row may be at fault too */
    return add_row(all, key, label, &body);
}

static void check_header(table *t)
{
    if (!table_has(t, BODY))
        table_require(t, AGENT);
    shape_require(t, columns);
}

io_result bodies_read(source *input, const plan_options *options, diagnostics *sink, bodies *all)
{
    table *t = NULL;
    shape room = {NULL, 0};
    bool more = false;
    io_result result = table_open(input, &format, sink, &t);
    if (result != IO_OK)
        return result;
    check_header(t);
    if (table_failed(t))
        return table_finish(t, IO_BAD_INPUT);
    while ((result = table_next(t, &more)) == IO_OK && more)
        if ((result = take_row(t, options, &room, all)) != IO_OK)
            break;
    shape_free(&room);
    return table_finish(t, result);
}

bool bodies_choose(const bodies *all, const plan_options *options, const char *label,
                   graze_body *body)
{
    size_t index;
    if (labels_find(&all->index, label, &index))
        *body = all->rows[index].body;
    else if (options->has_radius)
        *body = (graze_body){.radius = options->radius};
    else
        return false;
    return true;
}

bool bodies_find(const bodies *all, const char *name, size_t *row)
{
    return labels_find(&all->names, name, row);
}

void bodies_free(bodies *all)
{
    labels_free(&all->index);
    labels_free(&all->names);
    for (size_t i = 0; i < all->count; i++) {
        free(all->rows[i].label);
        shape_forget(&all->rows[i].body);
    }
    free(all->rows);
    *all = (bodies){.rows = NULL};
}
