/* SPDX-License-Identifier: MIT */
/* Paths of MAPF-LNS2, EECBS and CBSH2-RTC (`--outputPaths`): one line for each agent, one
 * place for each step from 0,
 *
 *     Agent 0: (0,15)->(1,15)->(1,14)->
 *
 * the row first. Lines differ in length: who has come to an end stays there. */
#include <stdio.h>

#include "io/plan_formats.h"
#include "io/plan_paths.h"
#include "io/scan.h"

static const char line_hint[] = "Agent 0: (row,column)->(row,column)->";

bool plan_lns_begins(const char *bytes, size_t length)
{
    size_t at = 6;
    if (!plan_format_begins_with(bytes, length, "Agent "))
        return false;
    while (at < length && bytes[at] >= '0' && bytes[at] <= '9')
        at++;
    return at > 6 && at < length && bytes[at] == ':';
}

static io_result take_name(plan_paths *paths, scan *s)
{
    char label[24];
    long long number;
    size_t same;
    size_t at = s->at + sizeof "Agent " - 1;
    if (!scan_expect(s, "Agent ", line_hint) || !scan_integer(s, line_hint, &number) ||
        !scan_expect(s, ":", line_hint))
        return IO_OK;
    snprintf(label, sizeof label, "%lld", number);
    if (!plan_paths_find(paths, label, &same))
        return plan_paths_add(paths, label);
    lines_error(s->all, at, "one line for each agent", "agent %s is there twice", label);
    s->failed = true;
    return IO_OK;
}

static io_result take_places(plan_path *path, scan *s)
{
    io_result result = IO_OK;
    long long row, column;
    for (bool more = true; more && result == IO_OK;) {
        if (!scan_expect(s, "(", line_hint) || !scan_integer(s, line_hint, &row) ||
            !scan_expect(s, ",", line_hint) || !scan_integer(s, line_hint, &column) ||
            !scan_expect(s, ")", line_hint))
            return IO_OK;
        result = plan_paths_row(path, (double)path->count, (double)column, (double)row);
        more = scan_skip(s, "->") && !scan_at_end(s);
    }
    if (result == IO_OK && !scan_at_end(s))
        scan_expect(s, "->", line_hint);
    return result;
}

static io_result take_line(plan_paths *paths, lines *all)
{
    scan s = scan_line(all);
    if (scan_at_end(&s))
        return IO_OK;
    io_result result = take_name(paths, &s);
    if (result == IO_OK && !s.failed)
        result = take_places(&paths->all[paths->count - 1], &s);
    return result;
}

io_result plan_lns_read(plan_reading *reading)
{
    plan_paths paths = {.count = 0};
    lines all;
    io_result result = lines_open(reading->input, reading->sink, &all);
    while (result == IO_OK && lines_next(&all))
        result = take_line(&paths, &all);
    result = lines_close(&all, result);
    reading->plan.in_cells = true;
    reading->plan.rows_first = true;
    return plan_paths_finish(&paths, reading, result);
}
