/* SPDX-License-Identifier: MIT */
/* What the examples of RVO2 print: one line for each step, its time and the place of every
 * agent,
 *
 *     0.25 (7.75,0) (7.34637,2.46847)
 *
 * in metres. Between two lines an agent moves uniformly, which is what RVO2 computes. */
#include "io/plan_formats.h"
#include "io/plan_paths.h"
#include "io/scan.h"

static const char line_hint[] = "TIME (x,y) (x,y), for every agent";

bool plan_rvo2_begins(const char *bytes, size_t length)
{
    size_t at = 0;
    while (at < length && (bytes[at] == '-' || bytes[at] == '+' || bytes[at] == '.' ||
                           (bytes[at] >= '0' && bytes[at] <= '9') || bytes[at] == 'e'))
        at++;
    size_t number = at;
    while (at < length && (bytes[at] == ' ' || bytes[at] == '\t'))
        at++;
    return number > 0 && at > number && at < length && bytes[at] == '(';
}

static bool take_place(scan *s, double *x, double *y)
{
    return scan_expect(s, "(", line_hint) && scan_number(s, line_hint, x) &&
           scan_expect(s, ",", line_hint) && scan_number(s, line_hint, y) &&
           scan_expect(s, ")", line_hint);
}

static io_result add_place(plan_paths *paths, scan *s, size_t agent, bool first, double time,
                           double x, double y)
{
    io_result result = IO_OK;
    if (first)
        result = plan_paths_add_number(paths, agent);
    if (result != IO_OK)
        return result;
    if (agent < paths->count && plan_paths_follows(&paths->all[agent], time, x, y))
        return plan_paths_row(&paths->all[agent], time, x, y);
    s->failed = true;
    if (agent < paths->count)
        lines_error(s->all, 0, "lines are in the order of time",
                    "the time does not come after that of the line before it");
    else
        lines_error(s->all, s->at, "every line has all agents",
                    "the first line has %zu agents, this has more", paths->count);
    return IO_OK;
}

static io_result take_line(plan_paths *paths, lines *all, bool *first)
{
    scan s = scan_line(all);
    double time, x, y;
    size_t agent = 0;
    io_result result = IO_OK;
    if (scan_at_end(&s) || !scan_number(&s, line_hint, &time))
        return IO_OK;
    while (result == IO_OK && !s.failed && !scan_at_end(&s)) {
        if (!take_place(&s, &x, &y)) {
            if (*first)
                plan_paths_free(paths); /* the next line is the first that tells the agents */
            return IO_OK;
        }
        result = add_place(paths, &s, agent++, *first, time, x, y);
    }
    if (result == IO_OK && !s.failed && agent < paths->count)
        lines_error(all, s.at, "every line has all agents",
                    "the line has %zu agents, the first one has %zu", agent, paths->count);
    *first = false;
    return result;
}

io_result plan_rvo2_read(plan_reading *reading)
{
    plan_paths paths = {.count = 0};
    lines all;
    bool first = true;
    io_result result = lines_open(reading->input, reading->sink, &all);
    while (result == IO_OK && lines_next(&all))
        result = take_line(&paths, &all, &first);
    result = lines_close(&all, result);
    return plan_paths_finish(&paths, reading, result);
}
