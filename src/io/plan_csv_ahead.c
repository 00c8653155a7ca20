/* SPDX-License-Identifier: MIT */
/* Rows of CSV plans, read ahead on all processors. What is certain here without a question is that
 * a row follows in time; a row that does not, a new agent, a radius that is another one are left to
 * the way that rows go one by one. */
#include <float.h>
#include <string.h>

#include "io/plan_csv.h"

enum {
    LEAST_STRETCH = 1 << 16,
    MOST_STRETCH = 1 << 19, /* [bytes] to look ahead, for each thread */
    PATIENCE = 256 /* [rows] one by one after a stretch that began with a row that is not plain */
};

enum { NUMBER_TIME, NUMBER_X, NUMBER_Y, NUMBER_Z, NUMBER_RADIUS };

void csv_ahead_open(csv_reader *r)
{
    unsigned char uses[COLUMNS];
    memset(uses, PLAIN_TEXT, sizeof uses);
    uses[AGENT] = PLAIN_LABEL;
    uses[TIME] = NUMBER_TIME;
    uses[X] = NUMBER_X;
    uses[Y] = NUMBER_Y;
    uses[Z] = NUMBER_Z;
    uses[RADIUS] = NUMBER_RADIUS;
    r->has_plain = !r->reading->options->one_by_one && r->waypoints && !table_has(r->t, BODY) &&
                   !table_has(r->t, SHARE) && table_plain(r->t, uses, &r->plain);
    r->has_radius = table_has(r->t, RADIUS);
    r->has_z = table_has(r->t, Z);
    r->plain.known = &r->index;
    r->stretch = LEAST_STRETCH;
    r->size = source_size(r->reading->input);
}

/* The agent of a row; PLAIN_UNKNOWN: this is its first one. */
static uint32_t agent_of(const csv_reader *r, const char *lines, const plain_row *row)
{
    const plan *all = &r->reading->plan;
    const char *label = lines + row->label, *latest;
    size_t index;
    if (row->agent != PLAIN_UNKNOWN || all->agent_count == 0)
        return row->agent;
    latest = all->agents[r->current].label;
    if (strncmp(latest, label, row->length) == 0 && latest[row->length] == '\0')
        return (uint32_t)r->current;
    return labels_find_bytes(&r->index, label, row->length, &index) ? (uint32_t)index
                                                                    : PLAIN_UNKNOWN;
}

/* False: not a row to be taken without questions. */
static bool take_plain(csv_reader *r, const char *lines, const plain_row *row, size_t line,
                       io_result *result)
{
    const double *numbers = row->numbers;
    const uint32_t agent = agent_of(r, lines, row);
    if (agent == PLAIN_UNKNOWN)
        return false;
    agent_rows *rows = &r->agents[agent];
    if (r->has_radius && r->reading->plan.agents[agent].body.radius != numbers[NUMBER_RADIUS])
        return false;
    double time = r->frame_rate > 0 ? numbers[NUMBER_TIME] / r->frame_rate : numbers[NUMBER_TIME];
    if (rows->count == 0 || !(time > rows->latest && time <= DBL_MAX))
        return false;
    const graze_vector place = {numbers[NUMBER_X], numbers[NUMBER_Y],
                                r->has_z ? numbers[NUMBER_Z] : 0};
    r->current = agent;
    if (!csv_keep_waypoint(r, rows, time, place, line))
        *result = IO_MEMORY;
    return true;
}

/* Reads a row of the lines ahead as if there were no such thing. */
static io_result take_slowly(csv_reader *r, const char *byte, size_t line, csv_take take)
{
    bool more = false;
    table_go_to(r->t, byte, line, false);
    io_result result = table_next(r->t, &more);
    return result == IO_OK && more ? take(r) : result;
}

#ifdef __GNUC__
#define FETCH(address) __builtin_prefetch(address)
#else
#define FETCH(address) ((void)(address))
#endif

/* Rows of agents who take turns go to places far from each other: those that come soon are asked
 * for in advance, first what is known of an agent, then where its next waypoint goes. */
static void fetch(const csv_reader *r, const plain_part *part, size_t row)
{
    enum { SOON = 12 };
    if (row + 2 * SOON < part->count && part->rows[row + 2 * SOON].agent != PLAIN_UNKNOWN) {
        const agent_rows *rows = &r->agents[part->rows[row + 2 * SOON].agent];
        FETCH(rows);
        FETCH(&rows->last_line);
    }
    if (row + SOON < part->count && part->rows[row + SOON].agent != PLAIN_UNKNOWN) {
        const agent_rows *rows = &r->agents[part->rows[row + SOON].agent];
        FETCH(rows->waypoints + (rows->count - rows->first));
    }
}

/* Takes the rows of a part; *line is that of its first row, then of the first behind it. */
static io_result take_part(csv_reader *r, const char *lines, const plain_part *part, size_t *line,
                           csv_take take)
{
    io_result result = IO_OK;
    for (size_t i = 0; i < part->count && result == IO_OK; i++, ++*line) {
        fetch(r, part, i);
        if (take_plain(r, lines, &part->rows[i], *line, &result))
            continue;
        plain_rows_pause(&r->ahead); /* it may be an agent's first row */
        result = take_slowly(r, lines + part->rows[i].begin, *line, take);
        plain_rows_go_on(&r->ahead);
    }
    return result;
}

/* Takes the plain rows of one stretch of lines; *whole: there were no others, so go on. */
static io_result take_stretch(csv_reader *r, csv_take take, bool *whole)
{
    const size_t threads =
        r->reading->options->threads == 0 ? graze_check_processors() : r->reading->options->threads;
    const char *lines;
    size_t length, line;
    *whole = false;
    io_result result = table_ahead(r->t, r->stretch * threads, &lines, &length, &line);
    if (result != IO_OK || length == 0)
        return result;
    const char *end = lines;
    const size_t first_line = line;
    const plain_part *part;
    plain_rows_begin(&r->ahead, &r->plain, lines, length, threads);
    while (result == IO_OK && (part = plain_rows_next(&r->ahead)) != NULL) {
        result = take_part(r, lines, part, &line, take);
        end = part->end;
    }
    *whole = plain_rows_end(&r->ahead);
    r->taken += (size_t)(end - lines);
    r->rows_taken += line - first_line;
    if (result == IO_OK)
        table_go_to(r->t, end, line, line > first_line);
    if (line - first_line < PATIENCE && !*whole)
        r->patience = PATIENCE;
    return result;
}

io_result csv_ahead(csv_reader *r, csv_take take)
{
    io_result result = IO_OK;
    bool whole = r->has_plain;
    if (r->patience > 0) {
        r->patience--;
        return IO_OK;
    }
    while (whole && result == IO_OK) {
        result = take_stretch(r, take, &whole);
        if (whole && r->stretch < MOST_STRETCH)
            r->stretch *= 2;
        if (!whole && r->stretch > LEAST_STRETCH)
            r->stretch /= 2;
    }
    return result;
}
