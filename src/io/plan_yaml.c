/* SPDX-License-Identifier: MIT */
/* Schedules of libMultiRobotPlanning (YAML): for each agent of `schedule` a list of places and
 * times, x being the column and y the row,
 *
 *     schedule:
 *       agent0:
 *         - x: 1
 *           y: 4
 *           t: 0
 *
 * between which it moves uniformly. Whatever else is in the file is passed over, and so are
 * tags. An agent with an empty list was not solved: there is no whole plan then. */
#include <stdint.h>
#include <string.h>
#include <yaml.h>

#include "io/number.h"
#include "io/plan_formats.h"
#include "io/plan_paths.h"

typedef struct yaml_reader {
    plan_reading *reading;
    const char *bytes; /* of the whole file */
    size_t length;
    yaml_document_t document;
    plan_paths paths;
} yaml_reader;

/* ---- words ---------------------------------------------------------------------------------- */

static io_result refuse(const yaml_reader *r, const yaml_mark_t *mark, const char *hint,
                        const char *what)
{
    const char *begin = r->bytes, *end = r->bytes + r->length;
    for (size_t line = 0; line < mark->line && begin < end; line++) {
        const char *next = memchr(begin, '\n', (size_t)(end - begin));
        begin = next != NULL ? next + 1 : end;
    }
    const char *line_end = memchr(begin, '\n', (size_t)(end - begin));
    size_t length = (size_t)((line_end != NULL ? line_end : end) - begin);
    diagnostic_place place = {.file = source_name(r->reading->input),
                              .line = mark->line + 1,
                              .column = (mark->column < length ? mark->column : length) + 1,
                              .text = begin,
                              .text_length = length};
    diagnostic_error(r->reading->sink, &place, hint, "%s", what);
    return IO_BAD_INPUT;
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static yaml_node_t *node(yaml_reader *r, int number)
{
    return yaml_document_get_node(&r->document, number);
}

static bool is_text(const yaml_node_t *of, const char *text)
{
    return of->type == YAML_SCALAR_NODE && of->data.scalar.length == strlen(text) &&
           memcmp(of->data.scalar.value, text, of->data.scalar.length) == 0;
}

/* The value of a key; null where there is none. */
static yaml_node_t *value_of(yaml_reader *r, const yaml_node_t *mapping, const char *key)
{
    if (mapping->type != YAML_MAPPING_NODE)
        return NULL;
    const yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
    for (; pair < mapping->data.mapping.pairs.top; pair++)
        if (is_text(node(r, pair->key), key))
            return node(r, pair->value);
    return NULL;
}

/* ---- the schedule --------------------------------------------------------------------------- */

static io_result take_number(yaml_reader *r, const yaml_node_t *state, const char *key,
                             double *value)
{
    const yaml_node_t *of = value_of(r, state, key);
    char what[60];
    snprintf(what, sizeof what, of == NULL ? "`%s` is missing" : "`%s` is no number", key);
    if (of == NULL)
        return refuse(r, &state->start_mark,
                      value_of(r, state, "v") != NULL
                          ? "places by the names of vertices are not read"
                          : "x: COLUMN, y: ROW, t: TIME",
                      what);
    if (of->type == YAML_SCALAR_NODE &&
        number_parse((const char *)of->data.scalar.value, of->data.scalar.length, false, value) ==
            NUMBER_OK)
        return IO_OK;
    return refuse(r, &of->start_mark, NULL, what);
}

static io_result take_state(yaml_reader *r, plan_path *path, const yaml_node_t *state)
{
    double x, y, time;
    io_result result = take_number(r, state, "x", &x);
    if (result == IO_OK)
        result = take_number(r, state, "y", &y);
    if (result == IO_OK)
        result = take_number(r, state, "t", &time);
    if (result != IO_OK)
        return result;
    if (plan_paths_follows(path, time, x, y))
        return plan_paths_row(path, time, x, y);
    return refuse(r, &state->start_mark, "the places of an agent are in the order of time",
                  "the time does not come after that of the place before it");
}

static io_result take_agent(yaml_reader *r, const yaml_node_t *name, const yaml_node_t *states)
{
    size_t same;
    if (name->type != YAML_SCALAR_NODE)
        return refuse(r, &name->start_mark, NULL, "this is no name of an agent");
    const char *label = (const char *)name->data.scalar.value;
    if (plan_paths_find(&r->paths, label, &same))
        return refuse(r, &name->start_mark, NULL, "the agent is there twice");
    if (states->type != YAML_SEQUENCE_NODE ||
        states->data.sequence.items.start == states->data.sequence.items.top)
        return refuse(r, &name->start_mark, "the agent was not solved: there is no whole plan",
                      "the agent has no places");
    io_result result = plan_paths_add(&r->paths, label);
    const yaml_node_item_t *item = states->data.sequence.items.start;
    for (; result == IO_OK && item < states->data.sequence.items.top; item++)
        result = take_state(r, &r->paths.all[r->paths.count - 1], node(r, *item));
    return result;
}

static io_result take_schedule(yaml_reader *r)
{
    static const yaml_mark_t begin = {0};
    const yaml_node_t *root = yaml_document_get_root_node(&r->document);
    const yaml_node_t *schedule = root != NULL ? value_of(r, root, "schedule") : NULL;
    if (schedule == NULL || schedule->type != YAML_MAPPING_NODE)
        return refuse(r, schedule != NULL ? &schedule->start_mark : &begin,
                      "schedule: {agent0: [{x: 1, y: 4, t: 0}]}", "there is no plan in this file");
    io_result result = IO_OK;
    const yaml_node_pair_t *pair = schedule->data.mapping.pairs.start;
    for (; result == IO_OK && pair < schedule->data.mapping.pairs.top; pair++)
        result = take_agent(r, node(r, pair->key), node(r, pair->value));
    return result;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static io_result read_document(yaml_reader *r, yaml_parser_t *parser)
{
    if (yaml_parser_load(parser, &r->document)) {
        io_result result = take_schedule(r);
        yaml_document_delete(&r->document);
        return result;
    }
    if (parser->error == YAML_MEMORY_ERROR)
        return IO_MEMORY;
    char what[200];
    snprintf(what, sizeof what, "no sound YAML: %s",
             parser->problem != NULL ? parser->problem : "it cannot be read");
    return refuse(r, &parser->problem_mark, NULL, what);
}

io_result plan_yaml_read(plan_reading *reading)
{
    yaml_reader r = {.reading = reading};
    yaml_parser_t parser;
    io_result result = source_hold(reading->input, reading->sink, SIZE_MAX, &r.bytes, &r.length);
    if (result != IO_OK)
        return result;
    if (!yaml_parser_initialize(&parser))
        return IO_MEMORY;
    yaml_parser_set_input_string(&parser, (const unsigned char *)r.bytes, r.length);
    result = read_document(&r, &parser);
    yaml_parser_delete(&parser);
    reading->plan.in_cells = true;
    return plan_paths_finish(&r.paths, reading, result);
}
