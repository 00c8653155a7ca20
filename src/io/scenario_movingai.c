/* SPDX-License-Identifier: MIT */
/* Scenarios of the MovingAI benchmark, separated by tabs or blanks:
 *
 *     version 1
 *     bucket map width height start_x start_y goal_x goal_y length
 *
 * x is the column and comes first; (0, 0) is the first cell of the first row. The
 * bucket, the map's name and the length are not looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/lines.h"
#include "io/number.h"
#include "io/scen_tasks.h"
#include "io/scenario_reading.h"
#include "io/xml.h"

enum { BUCKET, MAP, WIDTH, HEIGHT, START_X, START_Y, GOAL_X, GOAL_Y, LENGTH, FIELDS };

static const char line_hint[] = "bucket map width height start_x start_y goal_x goal_y length";

typedef struct scen_line {
    lines *all;
    size_t at[FIELDS]; /* where each field begins */
    size_t length[FIELDS];
    size_t count[FIELDS]; /* of those that are whole numbers */
} scen_line;

/* With tabs in the line a field may hold blanks, as names of maps do. */
static bool next_field(const lines *all, bool tabs, size_t *at, size_t *begin, size_t *length)
{
    const char *word;
    if (!tabs) {
        if (!lines_word(all, at, &word, length))
            return false;
        *begin = (size_t)(word - all->text);
        return true;
    }
    if (*at > all->text_length)
        return false;
    const char *tab = memchr(all->text + *at, '\t', all->text_length - *at);
    size_t end = tab == NULL ? all->text_length : (size_t)(tab - all->text);
    *begin = *at;
    *length = end - *at;
    *at = end + 1;
    return true;
}

static bool split(scen_line *line)
{
    const lines *all = line->all;
    bool tabs = all->text_length > 0 && memchr(all->text, '\t', all->text_length) != NULL;
    size_t at = 0, found = 0, begin = 0, length = 0;
    while (found < FIELDS && next_field(all, tabs, &at, &line->at[found], &line->length[found]))
        found++;
    if (found == FIELDS && !next_field(all, tabs, &at, &begin, &length))
        return true;
    lines_error(line->all, found < FIELDS ? all->text_length : begin, line_hint,
                "the line has %s than %d fields", found < FIELDS ? "less" : "more", FIELDS);
    return false;
}

static bool read_counts(scen_line *line)
{
    bool sound = true;
    for (size_t i = WIDTH; i <= GOAL_Y; i++) {
        const char *text = line->all->text + line->at[i];
        if (xml_text_count(text, line->length[i], &line->count[i]))
            continue;
        lines_error(line->all, line->at[i], line_hint, "'%.*s' is not a whole number",
                    (int)(line->length[i] > 40 ? 40 : line->length[i]), text);
        sound = false;
    }
    return sound;
}

static bool check_map(const scenario_reading *reading, scen_line *line)
{
    const map *on = reading->on;
    if (on == NULL || (line->count[WIDTH] == on->columns && line->count[HEIGHT] == on->rows))
        return true;
    lines_error(line->all, line->at[WIDTH], "is it the map of this scenario?",
                "the scenario is for %zu columns and %zu rows, the map has %u and %u",
                line->count[WIDTH], line->count[HEIGHT], (unsigned)on->columns,
                (unsigned)on->rows);
    return false;
}

static void report_at(void *context, scenario_field field, const char *hint, const char *message)
{
    scen_line *line = context;
    size_t at = field == SCENARIO_START  ? line->at[START_X]
                : field == SCENARIO_GOAL ? line->at[GOAL_X]
                                         : line->at[BUCKET];
    lines_error(line->all, at, hint, "%s", message);
}

static io_result take_line(scenario_reading *reading, lines *all)
{
    char label[24];
    scen_line line = {.all = all};
    scenario_row row = {
        .label = label, .columns_first = true, .report = report_at, .context = &line};
    snprintf(label, sizeof label, "%zu", reading->scenario.available);
    bool sound = split(&line) && read_counts(&line);
    if (!sound || !scenario_wants_agent(reading) || !check_map(reading, &line)) {
        scenario_skip_agent(reading);
        return IO_OK;
    }
    sound = scenario_take_cell(reading, &row, SCENARIO_START, line.count[START_X],
                               line.count[START_Y]);
    sound &= scenario_take_cell(reading, &row, SCENARIO_GOAL, line.count[GOAL_X],
                                line.count[GOAL_Y]);
    if (sound)
        return scenario_take_agent(reading, &row);
    scenario_skip_agent(reading);
    return IO_OK;
}

static bool take_version(lines *all)
{
    const char *word;
    size_t at = 0, length;
    bool sound = lines_next(all) && lines_word(all, &at, &word, &length) && length == 7 &&
                 memcmp(word, "version", 7) == 0;
    size_t behind = at;
    sound = sound && lines_word(all, &at, &word, &length) &&
            ((length == 1 && word[0] == '1') || (length == 3 && memcmp(word, "1.0", 3) == 0));
    if (!sound)
        lines_error(all, behind, "version 1", "the version of the scenario is not known");
    return sound;
}

static io_result take_lines(scenario_reading *reading, lines *all)
{
    reading->scenario.in_cells = reading->on == NULL;
    if (reading->on != NULL && reading->on->kind != MAP_GRID) {
        diagnostic_error(reading->sink, &(diagnostic_place){.file = reading->options->file}, NULL,
                         "a scenario of MovingAI is for a grid, and the map is a roadmap");
        return IO_BAD_INPUT;
    }
    if (!take_version(all))
        return IO_BAD_INPUT;
    io_result result = IO_OK;
    while (result == IO_OK && lines_next(all))
        result = take_line(reading, all);
    return result;
}

io_result scenario_movingai_read(scenario_reading *reading)
{
    lines all;
    io_result result = lines_open(reading->input, reading->sink, &all);
    if (result == IO_OK)
        result = take_lines(reading, &all);
    return lines_close(&all, result);
}

/* ---- without a map --------------------------------------------------------------------- */

static io_result add_task(lines *all, scen_task **tasks, size_t *count, size_t *capacity)
{
    scen_line line = {.all = all};
    if (!split(&line) || !read_counts(&line))
        return IO_OK;
    if (!array_grow(tasks, capacity, *count + 1, sizeof **tasks))
        return IO_MEMORY;
    (*tasks)[(*count)++] = (scen_task){line.count[START_X], line.count[START_Y],
                                       line.count[GOAL_X], line.count[GOAL_Y]};
    return IO_OK;
}

io_result scen_tasks_read(source *input, diagnostics *sink, scen_task **tasks, size_t *count)
{
    lines all;
    size_t capacity = 0;
    *tasks = NULL;
    *count = 0;
    io_result result = lines_open(input, sink, &all);
    if (result == IO_OK && !take_version(&all))
        result = IO_BAD_INPUT;
    while (result == IO_OK && lines_next(&all))
        result = add_task(&all, tasks, count, &capacity);
    result = lines_close(&all, result);
    if (result != IO_OK) {
        free(*tasks);
        *tasks = NULL;
    }
    return result;
}
