/* SPDX-License-Identifier: MIT */
#include "io/bodies.h"

#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/shape.h"
#include "io/table.h"

enum { AGENT, RADIUS, VERTICES, COLUMNS };

static const char *const names[COLUMNS] = {"agent", "radius", "vertices"};
static const table_format format = {
    .columns = names,
    .count = COLUMNS,
    .expected = "the columns of a bodies file: agent, and radius, vertices or both"};

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

static bool check_label(table *t, const bodies *all, const char *label)
{
    size_t index;
    if (label[0] == '\0')
        table_error(t, AGENT, NULL, "the agent has no name");
    else if (labels_find(&all->index, label, &index))
        table_error(t, AGENT, NULL, "agent '%.40s' is there twice", label);
    else
        return true;
    return false;
}

static io_result add_row(bodies *all, const char *label, const graze_body *body)
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
    return labels_add(&all->index, row->label, all->count - 1) ? IO_OK : IO_MEMORY;
}

static io_result take_row(table *t, const plan_options *options, shape *room, bodies *all)
{
    graze_body body;
    size_t length;
    const char *label = table_text(t, AGENT, &length);
    bool sound = check_label(t, all, label);
    io_result result = shape_read(t, columns, room, &body);
    if (result == IO_MEMORY)
        return result;
    if (result == IO_BAD_INPUT || !check_radius(t, options, &body) || !sound)
        return IO_OK; /* reported; the next row may be at fault too */
    return add_row(all, label, &body);
}

static void check_header(table *t)
{
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

void bodies_free(bodies *all)
{
    labels_free(&all->index);
    for (size_t i = 0; i < all->count; i++) {
        free(all->rows[i].label);
        shape_forget(&all->rows[i].body);
    }
    free(all->rows);
    *all = (bodies){.rows = NULL};
}
