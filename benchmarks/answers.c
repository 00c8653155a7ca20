/* SPDX-License-Identifier: MIT */
/* Reads exact answers. See answers.h. */
#include "benchmarks/answers.h"

#include <stdlib.h>
#include <string.h>

/* Cuts a line at its commas, in place. */
static size_t split(char *line, const char **field)
{
    size_t count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    while (line != NULL && count < ANSWERS_FIELDS) {
        field[count++] = line;
        line = strchr(line, ',');
        if (line != NULL)
            *line++ = '\0';
    }
    return count;
}

static bool read_columns(answers_file *file)
{
    static const char mark[] = "# columns: ";
    while (fgets(file->header, sizeof file->header, file->stream) != NULL) {
        if (strncmp(file->header, mark, sizeof mark - 1) != 0)
            continue;
        char *names = file->header + sizeof mark - 1;
        names[strcspn(names, " ;")] = '\0';
        file->columns = split(names, file->column);
        return true;
    }
    return false;
}

bool answers_open(answers_file *file, const char *name)
{
    char path[4096];
    const char *folder = getenv("GRAZE_SHARED");
    int length = snprintf(path, sizeof path, "%s/%s", folder != NULL ? folder : "../shared", name);
    if (length < 0 || (size_t)length >= sizeof path || (file->stream = fopen(path, "r")) == NULL)
        return false;
    if (read_columns(file))
        return true;
    fclose(file->stream);
    return false;
}

void answers_close(answers_file *file)
{
    fclose(file->stream);
}

/* ---- a row ------------------------------------------------------------------------------ */

typedef struct fields {
    const answers_file *file;
    const char *field[ANSWERS_FIELDS];
    size_t count;
} fields;

/* The number in the column of the agent's letter and a name, as "avx"; 0 where there
 * is no such column. */
static double number(const fields *of, char agent, const char *name)
{
    for (size_t i = 0; i < of->file->columns; i++)
        if (of->file->column[i][0] == agent && strcmp(of->file->column[i] + 1, name) == 0)
            return strtod(of->field[i], NULL);
    return 0;
}

static bool has(const fields *of, const char *name)
{
    for (size_t i = 0; i < of->file->columns; i++)
        if (strcmp(of->file->column[i], name) == 0)
            return true;
    return false;
}

static bool read_motion(const fields *of, char agent, graze_motion *motion)
{
    graze_vector place = {number(of, agent, "px"), number(of, agent, "py"), 0};
    graze_vector velocity = {number(of, agent, "vx"), number(of, agent, "vy"), 0};
    graze_vector acceleration = {number(of, agent, "ax"), number(of, agent, "ay"), 0};
    graze_vector to = {number(of, agent, "tx"), number(of, agent, "ty"), 0};
    double start = number(of, agent, "start");
    const char column[] = {agent, 't', 'x', '\0'};
    if (has(of, column))
        return graze_motion_waypoint(place, to, start, number(of, agent, "end"), motion) ==
               GRAZE_OK;
    return graze_motion_kinematic(place, velocity, acceleration, start, number(of, agent, "dur"),
                                  motion) == GRAZE_OK;
}

/* A count and its triples from field *at on; moves *at behind them. */
static bool read_intervals(const fields *of, size_t *at, graze_interval *intervals, size_t *count)
{
    if (*at >= of->count)
        return true;
    *count = (size_t)strtoul(of->field[(*at)++], NULL, 10);
    if (*count > ANSWERS_INTERVALS || *at + 3 * *count > of->count)
        return false;
    for (size_t i = 0; i < *count; i++, *at += 3)
        intervals[i] = (graze_interval){strtod(of->field[*at], NULL),
                                        strtod(of->field[*at + 1], NULL)};
    return true;
}

answers_row answers_next(answers_file *file, answered *row)
{
    fields of = {.file = file};
    do
        if (fgets(file->line, sizeof file->line, file->stream) == NULL)
            return ferror(file->stream) ? ANSWERS_BROKEN : ANSWERS_END;
    while (file->line[0] == '#');
    of.count = split(file->line, of.field);
    *row = (answered){.count = {0, 0}};
    size_t at = file->columns;
    if (of.count <= at || !read_motion(&of, 'a', &row->question.a) ||
        !read_motion(&of, 'b', &row->question.b))
        return ANSWERS_BROKEN;
    row->question.body_a.radius = number(&of, 'a', "r");
    row->question.body_b.radius = number(&of, 'b', "r");
    return read_intervals(&of, &at, row->truth[0], &row->count[0]) &&
                   read_intervals(&of, &at, row->truth[1], &row->count[1])
               ? ANSWERS_ROW
               : ANSWERS_BROKEN;
}
