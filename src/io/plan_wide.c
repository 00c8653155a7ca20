/* SPDX-License-Identifier: MIT */
#include "io/plan_wide.h"

#include <stdlib.h>

#include "io/plan_paths.h"

typedef struct wide_reader {
    plan_reading *reading;
    const plan_header *header;
    const char **names; /* the time, then x and y of each agent */
    bool *left;         /* of each agent: a row without it came after one with it */
    table *t;
    plan_paths paths;
} wide_reader;

static bool is_empty(const table *t, size_t column)
{
    size_t length;
    table_text(t, column, &length);
    return length == 0;
}

static io_result take_place(wide_reader *r, size_t agent, double time)
{
    size_t column = 1 + 2 * agent;
    plan_path *path = &r->paths.all[agent];
    double x, y;
    if (is_empty(r->t, column) && is_empty(r->t, column + 1)) {
        r->left[agent] = path->count > 0;
        return IO_OK;
    }
    if (!table_number(r->t, column, false, &x) || !table_number(r->t, column + 1, false, &y))
        return IO_OK;
    if (r->left[agent])
        table_error(r->t, column, "an agent is there from its first place to its last",
                    "agent '%.40s' has a place, and had none in the row before it", path->label);
    else if (plan_paths_follows(path, time, x, y))
        return plan_paths_row(path, time, x, y);
    else
        table_error(r->t, 0, "rows are in the order of time",
                    "the time does not come after that of the row before it");
    return IO_OK;
}

static io_result take_rows(wide_reader *r)
{
    const plan_import *import = &r->reading->options->import;
    bool more = false;
    double time;
    io_result result;
    while ((result = table_next(r->t, &more)) == IO_OK && more) {
        if (!table_number(r->t, 0, false, &time))
            continue;
        time /= import->has_frame_rate ? import->frame_rate : 1;
        for (size_t i = 0; i < r->paths.count && result == IO_OK; i++)
            result = take_place(r, i, time);
        if (result != IO_OK)
            return result;
    }
    return result;
}

/* The agents, and the names of their columns. */
static io_result prepare(wide_reader *r, const char *time)
{
    size_t count = r->header->pair_count;
    r->names = calloc(1 + 2 * count, sizeof *r->names);
    r->left = calloc(count + 1, sizeof *r->left);
    if (r->names == NULL || r->left == NULL)
        return IO_MEMORY;
    r->names[0] = time;
    io_result result = IO_OK;
    for (size_t i = 0; i < count && result == IO_OK; i++) {
        r->names[1 + 2 * i] = r->header->pairs[i].x;
        r->names[2 + 2 * i] = r->header->pairs[i].y;
        result = plan_paths_add(&r->paths, r->header->pairs[i].label);
    }
    return result;
}

/* The names come from the header, but a table passes over those that begin with '#', and knows
 * of two equal ones the first alone. */
static bool has_columns(const wide_reader *r)
{
    size_t column = 0, count = 1 + 2 * r->header->pair_count;
    while (column < count && table_require(r->t, column))
        column++;
    return column == count;
}

static io_result read_table(wide_reader *r)
{
    const table_format format = {.columns = r->names,
                                 .count = 1 + 2 * r->header->pair_count,
                                 .expected = "time,x0,y0,x1,y1,...",
                                 .delimiter = r->header->delimiter,
                                 .others = true};
    io_result result = table_open(r->reading->input, &format, r->reading->sink, &r->t);
    if (result == IO_OK)
        result = table_finish(r->t, has_columns(r) && !table_failed(r->t) ? take_rows(r)
                                                                          : IO_BAD_INPUT);
    return result == IO_OK ? plan_paths_build(&r->paths, r->reading) : result;
}

io_result plan_wide_read(plan_reading *reading, const plan_header *header, const char *time)
{
    wide_reader r = {.reading = reading, .header = header};
    io_result result = prepare(&r, time);
    if (result == IO_OK)
        result = read_table(&r);
    plan_paths_free(&r.paths);
    free(r.names);
    free(r.left);
    return result;
}
