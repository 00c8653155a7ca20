/* SPDX-License-Identifier: MIT */
/* Paths of RHCR (`paths.txt`): the number of agents, then a line for each,
 *
 *     30
 *     646,-1,0;692,-1,1;738,-1,2;
 *
 * place, heading and step. A place is row * width + column, and the width is that of the map,
 * which has to be given. */
#include "io/map.h"
#include "io/plan_formats.h"
#include "io/plan_paths.h"
#include "io/scan.h"

static const char line_hint[] = "PLACE,HEADING,STEP; for every step";

/* Passes over a whole number. */
static size_t pass_integer(const char *bytes, size_t length, size_t at)
{
    size_t begin = at < length && bytes[at] == '-' ? at + 1 : at;
    size_t end = begin;
    while (end < length && bytes[end] >= '0' && bytes[end] <= '9')
        end++;
    return end > begin ? end : at;
}

bool plan_rhcr_begins(const char *bytes, size_t length)
{
    size_t at = pass_integer(bytes, length, 0);
    if (at == 0 || bytes[0] == '-')
        return false;
    while (at < length && (bytes[at] == '\r' || bytes[at] == ' '))
        at++;
    if (at >= length || bytes[at] != '\n')
        return false;
    while (at < length && (bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == ' '))
        at++;
    for (int field = 0; field < 3; field++) {
        size_t end = pass_integer(bytes, length, at);
        if (end == at || end >= length || bytes[end] != (field < 2 ? ',' : ';'))
            return false;
        at = end + 1;
    }
    return true;
}

typedef struct rhcr_reader {
    lines all;
    plan_paths paths;
    long long width, places;
} rhcr_reader;

static bool take_state(rhcr_reader *r, scan *s, long long *place, long long *step)
{
    long long heading;
    size_t at = s->at;
    if (!scan_integer(s, line_hint, place) || !scan_expect(s, ",", line_hint) ||
        !scan_integer(s, line_hint, &heading) || !scan_expect(s, ",", line_hint) ||
        !scan_integer(s, line_hint, step) || !scan_expect(s, ";", line_hint))
        return false;
    if (*place >= 0 && *place < r->places)
        return true;
    lines_error(&r->all, at, "is it the map of this plan?",
                "place %lld is not on the map, which has %lld", *place, r->places);
    s->failed = true;
    return false;
}

static io_result take_path(rhcr_reader *r)
{
    scan s = scan_line(&r->all);
    long long place, step;
    io_result result = plan_paths_add_number(&r->paths, r->paths.count);
    plan_path *path = result == IO_OK ? &r->paths.all[r->paths.count - 1] : NULL;
    while (result == IO_OK && !scan_at_end(&s)) {
        size_t at = s.at;
        if (!take_state(r, &s, &place, &step))
            return IO_OK;
        double x = (double)(place % r->width), y = (double)(place / r->width);
        if (!plan_paths_follows(path, (double)step, x, y)) {
            lines_error(&r->all, at, "steps are in the order of time",
                        "step %lld does not come after the one before it", step);
            return IO_OK;
        }
        result = plan_paths_row(path, (double)step, x, y);
    }
    return result;
}

static io_result take_paths(rhcr_reader *r)
{
    io_result result = IO_OK;
    long long agents = 0;
    lines_next(&r->all);
    scan s = scan_line(&r->all);
    if (!scan_integer(&s, "the number of agents", &agents))
        return IO_OK;
    while (result == IO_OK && lines_next(&r->all)) {
        s = scan_line(&r->all);
        if (!scan_at_end(&s))
            result = take_path(r);
    }
    if (result == IO_OK && !r->all.failed && (size_t)agents != r->paths.count)
        lines_error(&r->all, 0, NULL, "the first line says %lld agents, and %zu follow", agents,
                    r->paths.count);
    return result;
}

static bool take_width(rhcr_reader *r, const plan_reading *reading)
{
    const map *on = reading->options->map;
    if (on != NULL && on->kind == MAP_GRID) {
        r->width = on->columns;
        r->places = (long long)on->columns * on->rows;
        return true;
    }
    diagnostic_error(reading->sink,
                     &(diagnostic_place){.file = source_name(reading->input), .line = 1},
                     "--map FILE, the grid that the plan was made on",
                     "places of RHCR are numbers whose meaning depends on the width of the map");
    return false;
}

io_result plan_rhcr_read(plan_reading *reading)
{
    rhcr_reader r = {.width = 0};
    if (!take_width(&r, reading))
        return IO_BAD_INPUT;
    io_result result = lines_open(reading->input, reading->sink, &r.all);
    if (result == IO_OK)
        result = take_paths(&r);
    result = lines_close(&r.all, result);
    reading->plan.in_cells = true;
    return plan_paths_finish(&r.paths, reading, result);
}
