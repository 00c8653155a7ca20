/* SPDX-License-Identifier: MIT */
/* Results of LaCAM, pibt2 and mapf-IR, and files of mapf-visualizer:
 *
 *     agents=2
 *     solved=1
 *     starts=(1,6),(8,3),
 *     solution=
 *     0:(1,6),(8,3),
 *     1:(1,7),(8,3),
 *
 * the column first, all agents in every row. Keys that say nothing about the plan are passed
 * over, and there may be none. A place may have a third field, the heading; in lifelong plans
 * (pibt2) a place is followed by the task and its place, `(1,6)->(4,13):212,`, and a block
 * `task=` stands before the solution: neither moves a robot. */
#include <string.h>

#include "io/plan_formats.h"
#include "io/plan_paths.h"
#include "io/scan.h"

static const char row_hint[] = "TIME:(column,row),(column,row),";

typedef struct result_reader {
    lines all;
    plan_paths paths;
    bool has_agents, unsolved, has_solution, has_header;
    long long agents;
    size_t rows;
    double time;  /* of the latest row */
    size_t taken; /* agents of this row */
} result_reader;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* How long is the key of `key=value`? 0 where there is none. */
static size_t key_length(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && (is_letter(text[at]) || (at > 0 && is_digit(text[at]))))
        at++;
    return at < length && text[at] == '=' ? at : 0;
}

/* `12:` and a bracket. */
static bool is_row(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && is_digit(text[at]))
        at++;
    if (at == 0 || at >= length || text[at++] != ':')
        return false;
    while (at < length && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return at < length && text[at] == '(';
}

bool plan_lacam_begins(const char *bytes, size_t length)
{
    return is_row(bytes, length) || key_length(bytes, length) > 0;
}

/* ---- the keys ------------------------------------------------------------------------ */

static bool is_key(const lines *all, const char *key)
{
    size_t length = strlen(key);
    return key_length(all->text, all->text_length) == length && memcmp(all->text, key, length) == 0;
}

static void take_key(result_reader *r)
{
    scan s = scan_line(&r->all);
    long long solved;
    s.at = key_length(r->all.text, r->all.text_length) + 1;
    r->has_header = true;
    if (is_key(&r->all, "agents"))
        r->has_agents = scan_integer(&s, "agents=2", &r->agents);
    else if (is_key(&r->all, "solved") && scan_integer(&s, "solved=1 or solved=0", &solved))
        r->unsolved = solved == 0;
    else if (is_key(&r->all, "solution"))
        r->has_solution = true;
}

/* ---- rows of the solution -------------------------------------------------------------- */

/* Passes over what may follow the two numbers inside a bracket: a heading. */
static void pass_heading(scan *s)
{
    if (!scan_skip(s, ","))
        return;
    scan_at_end(s);
    while (s->at < s->all->text_length &&
           (is_letter(s->all->text[s->at]) || s->all->text[s->at] == '+' ||
            s->all->text[s->at] == '-' || is_digit(s->all->text[s->at])))
        s->at++;
}

static bool take_pair(scan *s, long long *x, long long *y)
{
    return scan_expect(s, "(", row_hint) && scan_integer(s, row_hint, x) &&
           scan_expect(s, ",", row_hint) && scan_integer(s, row_hint, y);
}

/* The task of a robot, `->(4,13):212`, which is no place of its own. */
static bool pass_task(scan *s)
{
    long long x, y, task;
    if (!scan_skip(s, "->"))
        return true;
    return take_pair(s, &x, &y) && scan_expect(s, ")", row_hint) && scan_expect(s, ":", row_hint) &&
           scan_integer(s, row_hint, &task);
}

static bool take_place(scan *s, long long *x, long long *y)
{
    if (!take_pair(s, x, y))
        return false;
    pass_heading(s);
    return scan_expect(s, ")", row_hint) && pass_task(s);
}

static io_result add_place(result_reader *r, scan *s, size_t at, long long x, long long y)
{
    size_t agent = r->taken++;
    io_result result = IO_OK;
    if (agent == r->paths.count && r->rows == 0)
        result = plan_paths_add_number(&r->paths, agent);
    if (result != IO_OK)
        return result;
    if (agent < r->paths.count)
        return plan_paths_row(&r->paths.all[agent], r->time, (double)x, (double)y);
    lines_error(s->all, at, "every row has all agents",
                "the first row has %zu agents, this has more", r->paths.count);
    s->failed = true;
    return IO_OK;
}

static io_result take_places(result_reader *r, scan *s)
{
    io_result result = IO_OK;
    long long x, y;
    r->taken = 0;
    while (result == IO_OK && !s->failed && !scan_at_end(s)) {
        size_t at = s->at;
        if (!take_place(s, &x, &y))
            return IO_OK;
        result = add_place(r, s, at, x, y);
        if (result == IO_OK && !scan_at_end(s))
            scan_expect(s, ",", row_hint);
    }
    if (result == IO_OK && !s->failed && r->taken < r->paths.count)
        lines_error(s->all, s->at, "every row has all agents",
                    "the row has %zu agents, the first one has %zu", r->taken, r->paths.count);
    return result;
}

static io_result take_row(result_reader *r)
{
    scan s = scan_line(&r->all);
    long long time;
    if (!scan_integer(&s, row_hint, &time) || !scan_expect(&s, ":", row_hint))
        return IO_OK;
    if (r->rows > 0 && (double)time <= r->time) {
        lines_error(&r->all, 0, "rows are in the order of time",
                    "step %lld does not come after step %.0f", time, r->time);
        return IO_OK;
    }
    r->time = (double)time;
    io_result result = take_places(r, &s);
    r->rows++;
    return result;
}

/* Lines of a block that is no solution, tasks among them, are passed over. */
static io_result take_line(result_reader *r)
{
    scan s = scan_line(&r->all);
    bool blank = scan_at_end(&s);
    if (key_length(r->all.text, r->all.text_length) > 0)
        take_key(r);
    else if (is_row(r->all.text, r->all.text_length))
        return take_row(r);
    else if (!blank && (r->has_solution || !r->has_header))
        lines_error(&r->all, 0, row_hint, "this is no row of a solution");
    return IO_OK;
}

/* ---- the whole --------------------------------------------------------------------------- */

static void check_whole(result_reader *r)
{
    if (r->all.failed)
        return;
    if (r->rows == 0)
        lines_error(&r->all, 0,
                    r->unsolved ? "solved=0: the solver gave up" : "the rows after solution=",
                    "there is no plan in this file");
    else if (r->has_agents && (size_t)r->agents != r->paths.count)
        lines_error(&r->all, 0, NULL, "the file says agents=%lld, and its rows have %zu", r->agents,
                    r->paths.count);
}

static io_result read_lines(result_reader *r)
{
    io_result result = IO_OK;
    while (result == IO_OK && lines_next(&r->all))
        result = take_line(r);
    if (result == IO_OK)
        check_whole(r);
    return result;
}

io_result plan_lacam_read(plan_reading *reading)
{
    result_reader r = {.rows = 0};
    io_result result = lines_open(reading->input, reading->sink, &r.all);
    if (result == IO_OK)
        result = read_lines(&r);
    result = lines_close(&r.all, result);
    reading->plan.in_cells = true;
    return plan_paths_finish(&r.paths, reading, result);
}
