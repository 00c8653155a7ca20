/* SPDX-License-Identifier: MIT */
/* Logs of the ORCA algorithm (XML): in <log> one <agent> for each robot, in any order, whose
 * <path> is a list of <step>s; step i is at i times the <timestep> of the <algorithm>. Places
 * (xr and yr, in older files x and y) are metres from a corner of the map, y upwards, and
 * stay so. `size` is a radius. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/decimal.h"
#include "io/plan_formats.h"
#include "io/plan_paths.h"
#include "io/xml.h"

typedef struct orca_size {
    char *id;
    double radius;
} orca_size;

typedef struct orca_reader {
    plan_paths paths;
    bool at_fault; /* the agent at hand */
    bool has_step;
    decimal step;
    double default_size; /* NAN: not said */
    orca_size *sizes;    /* of agents that have one of their own */
    size_t size_count, size_capacity;
} orca_reader;

bool plan_orca_begins(const char *bytes, size_t length)
{
    if (length == 0 || bytes[0] != '<' || !plan_format_has(bytes, length, "<log"))
        return false;
    return plan_format_has(bytes, length, "<step ") ||
           plan_format_has(bytes, length, "sightradius=") ||
           plan_format_has(bytes, length, "<timestep>");
}

static void take_size(xml *x, xml_attributes attributes, double *size)
{
    if (xml_attribute(attributes, "size") != NULL && xml_number(x, attributes, "size", size) &&
        !(*size >= 0))
        xml_error(x, "size", "a size is a radius, 0 or more", "the size is negative");
}

static io_result take_defaults(void *context, xml *x, xml_attributes attributes)
{
    orca_reader *r = context;
    take_size(x, attributes, &r->default_size);
    return IO_OK;
}

/* An agent of the task: its size, if it has one of its own. */
static io_result take_task_agent(void *context, xml *x, xml_attributes attributes)
{
    orca_reader *r = context;
    const char *id = xml_attribute(attributes, "id");
    double size = NAN;
    take_size(x, attributes, &size);
    if (isnan(size) || id == NULL)
        return IO_OK;
    if (!array_grow(&r->sizes, &r->size_capacity, r->size_count + 1, sizeof *r->sizes))
        return IO_MEMORY;
    r->sizes[r->size_count] = (orca_size){strdup(id), size};
    return r->sizes[r->size_count++].id != NULL ? IO_OK : IO_MEMORY;
}

static io_result take_timestep(void *context, xml *x, const char *text, size_t length)
{
    orca_reader *r = context;
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL)
        length--;
    r->has_step = decimal_parse(text, length, &r->step) && r->step.digits > 0;
    if (!r->has_step)
        xml_error(x, NULL, "seconds, above 0", "'%.*s' is no time step",
                  (int)(length < 40 ? length : 40), text);
    return IO_OK;
}

static io_result open_agent(void *context, xml *x, xml_attributes attributes)
{
    orca_reader *r = context;
    const char *id = xml_attribute(attributes, "id");
    size_t same;
    r->at_fault = id == NULL || plan_paths_find(&r->paths, id, &same);
    if (!r->at_fault)
        return plan_paths_add(&r->paths, id);
    xml_error(x, id != NULL ? "id" : NULL, NULL,
              id != NULL ? "the agent is there twice" : "the agent has no id");
    return IO_OK;
}

/* Times are numbers of steps until the time step is known. */
static io_result take_step(void *context, xml *x, xml_attributes attributes)
{
    orca_reader *r = context;
    size_t number;
    double place_x, place_y;
    if (r->at_fault)
        return IO_OK;
    bool older = xml_attribute(attributes, "xr") == NULL && xml_attribute(attributes, "x") != NULL;
    r->at_fault = !xml_count(x, attributes, "number", &number);
    r->at_fault |= !xml_number(x, attributes, older ? "x" : "xr", &place_x);
    r->at_fault |= !xml_number(x, attributes, older ? "y" : "yr", &place_y);
    if (r->at_fault)
        return IO_OK;
    plan_path *path = &r->paths.all[r->paths.count - 1];
    if (plan_paths_follows(path, (double)number, place_x, place_y))
        return plan_paths_row(path, (double)number, place_x, place_y);
    xml_error(x, "number", "steps are in the order of time",
              "step %zu does not come after the one before it", number);
    r->at_fault = true;
    return IO_OK;
}

static io_result close_root(void *context, xml *x)
{
    const orca_reader *r = context;
    if (r->paths.count == 0)
        xml_error(x, NULL, NULL, "there is no plan in this log: it has no agents");
    else if (!r->has_step && !xml_failed(x))
        xml_error(x, NULL, "<algorithm><timestep>0.1</timestep></algorithm>",
                  "the log does not say how long a time step is");
    return IO_OK;
}

static bool set_times(const orca_reader *r, plan_path *path)
{
    for (size_t i = 0; i < path->count; i++) {
        decimal time = r->step;
        if (!decimal_multiply(&time, (uint64_t)path->times[i]))
            return false;
        path->times[i] = decimal_rounded(time);
    }
    return true;
}

static double size_of(const orca_reader *r, const char *id)
{
    for (size_t i = 0; i < r->size_count; i++)
        if (strcmp(r->sizes[i].id, id) == 0)
            return r->sizes[i].radius;
    return r->default_size;
}

static io_result build(orca_reader *r, plan_reading *reading)
{
    for (size_t i = 0; i < r->paths.count; i++) {
        plan_path *path = &r->paths.all[i];
        path->radius = size_of(r, path->label);
        if (set_times(r, path))
            continue;
        diagnostic_error(reading->sink, &(diagnostic_place){.file = source_name(reading->input)},
                         NULL, "agent '%.40s' has too many steps", path->label);
        return IO_BAD_INPUT;
    }
    return plan_paths_build(&r->paths, reading);
}

static void free_reader(orca_reader *r)
{
    for (size_t i = 0; i < r->size_count; i++)
        free(r->sizes[i].id);
    free(r->sizes);
    plan_paths_free(&r->paths);
}

io_result plan_orca_read(plan_reading *reading)
{
    static const xml_element elements[] = {
        {.path = "root", .close = close_root},
        {.path = "root/*", .ignored = true},
        {.path = "root/agents"},
        {.path = "root/agents/*", .ignored = true},
        {.path = "root/agents/default_parameters", .open = take_defaults},
        {.path = "root/agents/agent", .open = take_task_agent},
        {.path = "root/algorithm"},
        {.path = "root/algorithm/*", .ignored = true},
        {.path = "root/algorithm/timestep", .text = take_timestep},
        {.path = "root/log"},
        {.path = "root/log/*", .ignored = true},
        {.path = "root/log/agent", .open = open_agent},
        {.path = "root/log/agent/*", .ignored = true},
        {.path = "root/log/agent/path"},
        {.path = "root/log/agent/path/*", .ignored = true},
        {.path = "root/log/agent/path/step", .open = take_step},
    };
    orca_reader r = {.default_size = NAN};
    xml *x = NULL;
    io_result result = xml_open(reading->input, reading->sink, &x);
    if (result == IO_OK)
        result = xml_parse(x, elements, sizeof elements / sizeof elements[0], &r);
    result = xml_finish(x, result);
    reading->plan.from_corner = true;
    if (result == IO_OK)
        result = build(&r, reading);
    free_reader(&r);
    return result;
}
