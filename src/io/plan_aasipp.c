/* SPDX-License-Identifier: MIT */
/* Logs of AA-SIPP(m) (XML): in <log> one <agent> for each robot, whose <path> is a list of
 * <section>s from place to place, x being the column and y the row. Turns are sections in
 * place. The times are the exact sums of the decimals in `duration`. `size` is a radius.
 *
 * The <path> that is a child of <log> is a picture of the grid. With a high log level the
 * task is in the file too, agents and moving obstacles, before the <log>: only what stands
 * in the <log> is a plan. When not every agent was solved, the <log> has no agents. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/decimal.h"
#include "io/plan_formats.h"
#include "io/plan_paths.h"
#include "io/xml.h"

typedef struct aasipp_reader {
    plan_paths paths;
    bool has_path;   /* the agent at hand has one */
    bool at_fault;   /* and was reported */
    decimal elapsed; /* of the path at hand */
    double start_x, start_y;
    size_t agent_offset;
} aasipp_reader;

bool plan_aasipp_begins(const char *bytes, size_t length)
{
    if (length == 0 || bytes[0] != '<' || !plan_format_has(bytes, length, "<log"))
        return false;
    return plan_format_has(bytes, length, "start.x=") ||
           plan_format_has(bytes, length, "agentssolved=") ||
           plan_format_has(bytes, length, "<taskfilename");
}

static plan_path *path_of(aasipp_reader *r)
{
    return &r->paths.all[r->paths.count - 1];
}

static io_result open_agent(void *context, xml *x, xml_attributes attributes)
{
    aasipp_reader *r = context;
    const char *id = xml_attribute(attributes, "id");
    double size = 0;
    size_t same;
    char number[24];
    snprintf(number, sizeof number, "%zu", r->paths.count);
    id = id != NULL ? id : number;
    r->has_path = false;
    r->elapsed = (decimal){0};
    r->agent_offset = xml_offset(x);
    r->at_fault = !xml_number(x, attributes, "start.x", &r->start_x);
    r->at_fault |= !xml_number(x, attributes, "start.y", &r->start_y);
    bool sized = xml_attribute(attributes, "size") != NULL;
    if (sized && xml_number(x, attributes, "size", &size) && !(size >= 0))
        xml_error(x, "size", "a size is a radius, 0 or more", "the size is negative");
    if (plan_paths_find(&r->paths, id, &same)) {
        xml_error(x, "id", NULL, "agent '%.40s' is there twice", id);
        r->at_fault = true;
        return IO_OK;
    }
    io_result result = plan_paths_add(&r->paths, id);
    if (result == IO_OK)
        path_of(r)->radius = sized ? size : NAN;
    return result;
}

static io_result open_path(void *context, xml *x, xml_attributes attributes)
{
    aasipp_reader *r = context;
    const char *found = xml_attribute(attributes, "pathfound");
    if (r->at_fault)
        return IO_OK;
    r->has_path = true;
    if (found != NULL && found[0] != 't' && found[0] != '1') {
        xml_error(x, "pathfound", "there is no whole plan in this log", "agent '%.40s' has no path",
                  path_of(r)->label);
        r->at_fault = true;
        return IO_OK;
    }
    return plan_paths_row(path_of(r), 0, r->start_x, r->start_y);
}

static io_result close_agent(void *context, xml *x)
{
    const aasipp_reader *r = context;
    if (!r->at_fault && !r->has_path)
        xml_error_at(x, r->agent_offset, NULL, "the agent has no <path>");
    return IO_OK;
}

static bool take_duration(aasipp_reader *r, xml *x, xml_attributes attributes)
{
    const char *text = xml_attribute(attributes, "duration");
    double seconds;
    decimal duration;
    if (!xml_number(x, attributes, "duration", &seconds))
        return false;
    if (decimal_parse(text, strlen(text), &duration) && decimal_add(&r->elapsed, duration))
        return true;
    xml_error(x, "duration", "0 or more seconds, in up to 18 decimals",
              "'%.40s' is no duration that can be added up exactly", text);
    return false;
}

static bool joins(const aasipp_reader *r, xml *x, double from_x, double from_y)
{
    const plan_path *path = &r->paths.all[r->paths.count - 1];
    graze_vector last = path->places[path->count - 1];
    if (last.x == from_x && last.y == from_y)
        return true;
    xml_error(x, "start.x", "a path has no gaps",
              "the section of agent '%.40s' does not start where the one before it ends",
              path->label);
    return false;
}

static io_result take_section(void *context, xml *x, xml_attributes attributes)
{
    aasipp_reader *r = context;
    double from_x, from_y, to_x, to_y;
    if (r->at_fault)
        return IO_OK;
    bool sound = xml_number(x, attributes, "start.x", &from_x);
    sound &= xml_number(x, attributes, "start.y", &from_y);
    sound &= xml_number(x, attributes, "goal.x", &to_x);
    sound &= xml_number(x, attributes, "goal.y", &to_y);
    if (!sound || !joins(r, x, from_x, from_y) || !take_duration(r, x, attributes)) {
        r->at_fault = true;
        return IO_OK;
    }
    double time = decimal_rounded(r->elapsed);
    if (plan_paths_follows(path_of(r), time, to_x, to_y))
        return plan_paths_row(path_of(r), time, to_x, to_y);
    xml_error(x, "duration", NULL, "the agent changes its place in no time");
    r->at_fault = true;
    return IO_OK;
}

static io_result close_root(void *context, xml *x)
{
    const aasipp_reader *r = context;
    if (r->paths.count == 0)
        xml_error(x, NULL, "AA-SIPP(m) writes no agents when it did not solve all of them",
                  "there is no plan in this log");
    return IO_OK;
}

io_result plan_aasipp_read(plan_reading *reading)
{
    static const xml_element elements[] = {
        {.path = "root", .close = close_root},
        {.path = "root/*", .ignored = true},
        {.path = "root/log"},
        {.path = "root/log/*", .ignored = true},
        {.path = "root/log/agent", .open = open_agent, .close = close_agent},
        {.path = "root/log/agent/*", .ignored = true},
        {.path = "root/log/agent/path", .open = open_path},
        {.path = "root/log/agent/path/*", .ignored = true},
        {.path = "root/log/agent/path/section", .open = take_section},
    };
    aasipp_reader r = {.has_path = false};
    xml *x = NULL;
    io_result result = xml_open(reading->input, reading->sink, &x);
    if (result == IO_OK)
        result = xml_parse(x, elements, sizeof elements / sizeof elements[0], &r);
    result = xml_finish(x, result);
    reading->plan.in_cells = true;
    return plan_paths_finish(&r.paths, reading, result);
}
