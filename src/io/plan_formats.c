/* SPDX-License-Identifier: MIT */
#include "io/plan_formats.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

bool plan_format_begins_with(const char *bytes, size_t length, const char *text)
{
    return length >= strlen(text) && memcmp(bytes, text, strlen(text)) == 0;
}

bool plan_format_has(const char *bytes, size_t length, const char *text)
{
    size_t wanted = strlen(text);
    const char *end = bytes + length;
    while ((size_t)(end - bytes) >= wanted) {
        const char *next = memchr(bytes, text[0], (size_t)(end - bytes) - wanted + 1);
        if (next == NULL)
            return false;
        if (memcmp(next, text, wanted) == 0)
            return true;
        bytes = next + 1;
    }
    return false;
}

static bool begins_ccbs_log(const char *bytes, size_t length)
{
    return length > 0 && bytes[0] == '<' && plan_format_has(bytes, length, "<log");
}

static bool is_json(const char *bytes, size_t length)
{
    return length > 0 && (bytes[0] == '{' || bytes[0] == '[');
}

bool plan_lorr_begins(const char *bytes, size_t length)
{
    return is_json(bytes, length) && (plan_format_has(bytes, length, "\"actualPaths\"") ||
                                      plan_format_has(bytes, length, "\"plannerPaths\"") ||
                                      plan_format_has(bytes, length, "\"actionModel\""));
}

bool plan_tracker_json_begins(const char *bytes, size_t length)
{
    return is_json(bytes, length) && plan_format_has(bytes, length, "\"solution_plan\"");
}

/* Does the line begin with this key of YAML, with quotes or without? */
static bool is_key(const char *line, size_t length, const char *key)
{
    size_t quote = length > 0 && (line[0] == '"' || line[0] == '\''), width = strlen(key);
    size_t at = 2 * quote + width;
    if (length <= at || memcmp(line + quote, key, width) != 0)
        return false;
    while (at < length && line[at] == ' ')
        at++;
    return at < length && line[at] == ':';
}

bool plan_yaml_begins(const char *bytes, size_t length)
{
    if (is_json(bytes, length)) /* YAML too */
        return plan_format_has(bytes, length, "schedule");
    while (length > 0) {
        const char *end = memchr(bytes, '\n', length);
        size_t line = end != NULL ? (size_t)(end - bytes) + 1 : length;
        if (is_key(bytes, line, "schedule") || is_key(bytes, line, "statistics"))
            return true;
        bytes += line;
        length -= line;
    }
    return false;
}

#if !defined(HAVE_JANSSON) || !defined(HAVE_LIBYAML)
static io_result refuse_without(const plan_reading *reading, const char *library,
                                const char *format)
{
    diagnostic_place place = {.file = source_name(reading->input)};
    char hint[64];
    snprintf(hint, sizeof hint, "build graze with %s", library);
    diagnostic_error(reading->sink, &place, hint,
                     "this graze was built without %s and reads no %s", library, format);
    return IO_BAD_INPUT;
}
#endif
#ifndef HAVE_JANSSON
static io_result refuse_json(plan_reading *reading)
{
    return refuse_without(reading, "jansson", "JSON");
}
#define plan_lorr_read refuse_json
#define plan_tracker_json_read refuse_json
#endif
#ifndef HAVE_LIBYAML
static io_result refuse_yaml(plan_reading *reading)
{
    return refuse_without(reading, "libyaml", "YAML");
}
#define plan_yaml_read refuse_yaml
#endif

/* The first that takes a file reads it. */
static const plan_kind kinds[] = {
    {"paths of MAPF-LNS2, EECBS or CBSH2-RTC", plan_lns_begins, plan_lns_read},
    {"a result of LaCAM, pibt2 or mapf-IR", plan_lacam_begins, plan_lacam_read},
    {"paths of RHCR", plan_rhcr_begins, plan_rhcr_read},
    {"a print of RVO2", plan_rvo2_begins, plan_rvo2_read},
    {"an output of the League of Robot Runners or PlanViz", plan_lorr_begins, plan_lorr_read},
    {"a submission to the MAPF tracker", plan_tracker_json_begins, plan_tracker_json_read},
    {"a schedule of libMultiRobotPlanning", plan_yaml_begins, plan_yaml_read},
    {"a plan of the MAPF tracker", plan_tracker_begins, plan_tracker_read},
    {"a log of ORCA", plan_orca_begins, plan_orca_read},
    {"a log of AA-SIPP(m)", plan_aasipp_begins, plan_aasipp_read},
    {"a log of Continuous-CBS", begins_ccbs_log, ccbs_log_read},
};

/* Formats that are known only by their middle. */
static bool is_document(const char *bytes, size_t length)
{
    return length > 0 && (bytes[0] == '<' || bytes[0] == '{' || bytes[0] == '[');
}

io_result plan_recognise(source *input, diagnostics *sink, const plan_kind **found)
{
    const char *bytes;
    size_t length;
    *found = NULL;
    io_result result = source_look(input, sink, &bytes, &length);
    if (result == IO_OK && is_document(bytes, length)) {
        result = source_hold(input, sink, SIZE_MAX, &bytes, &length);
        if (result == IO_OK)
            result = source_look(input, sink, &bytes, &length);
    }
    for (size_t i = 0; result == IO_OK && i < sizeof kinds / sizeof kinds[0]; i++)
        if (*found == NULL && kinds[i].begins(bytes, length))
            *found = &kinds[i];
    return result;
}
