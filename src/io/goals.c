/* SPDX-License-Identifier: MIT */
#include "io/goals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/table.h"

enum { X, Y, GOAL, AGENT, RELEASE, TASK, COLUMNS };

static const char *const names[COLUMNS] = {"x", "y", "goal", "agent", "release", "task"};
static const char grid_hint[] = "on a grid: x,y and, if wanted, agent, release and task";
static const char roadmap_hint[] = "on a roadmap: goal and, if wanted, agent, release and task";

typedef struct reading {
    const map *on;
    const scenario *agents;
    table *rows;
    labels index;
    goal_list all;
    size_t capacity;
    char *task; /* of the row before; null: none */
} reading;

/* ---- a row ------------------------------------------------------------------------------ */

static bool refuse_cell(const reading *now, double x, double y)
{
    const map *on = now->on;
    char width[NUMBER_TEXT_SIZE], height[NUMBER_TEXT_SIZE];
    double i = round(x / on->cell), j = round(y / on->cell);
    if (i >= 0 && j >= 0 && i < on->columns && j < on->rows)
        table_error(now->rows, X, "goals are centres of cells: whole multiples of --cell",
                    "the goal is at no centre of a cell");
    else
        table_error(now->rows, X, NULL,
                    "the goal is outside the map, whose centres go to x = %s and y = %s",
                    number_format((on->columns - 1) * on->cell, false, width),
                    number_format((on->rows - 1) * on->cell, false, height));
    return false;
}

static bool take_cell(const reading *now, uint32_t *place)
{
    double x, y;
    uint32_t column, row;
    bool sound = table_number(now->rows, X, false, &x);
    if (!table_number(now->rows, Y, false, &y) || !sound)
        return false;
    if (!map_find_cell(now->on, x, y, &column, &row))
        return refuse_cell(now, x, y);
    *place = row * now->on->columns + column;
    if (now->on->blocked[*place] == 0)
        return true;
    table_error(now->rows, X, NULL, "the goal, the cell in column %u and row %u, is blocked",
                (unsigned)column, (unsigned)row);
    return false;
}

static bool take_vertex(const reading *now, uint32_t *place)
{
    size_t length;
    const char *label = table_text(now->rows, GOAL, &length);
    if (map_find_vertex(now->on, label, place))
        return true;
    table_error(now->rows, GOAL, NULL, "goal: the map has no vertex '%.40s'", label);
    return false;
}

static bool take_agent(const reading *now, size_t *agent)
{
    size_t length;
    *agent = GOAL_FOR_ANYBODY;
    if (!table_has(now->rows, AGENT))
        return true;
    const char *label = table_text(now->rows, AGENT, &length);
    if (length == 0 || labels_find(&now->index, label, agent))
        return true;
    table_error(now->rows, AGENT, "an agent of the scenario, or nothing: whoever is free",
                "there is no agent '%.40s'", label);
    return false;
}

static bool take_release(const reading *now, double *release)
{
    *release = 0;
    if (!table_has(now->rows, RELEASE))
        return true;
    if (!table_number(now->rows, RELEASE, false, release))
        return false;
    if (*release >= 0)
        return true;
    table_error(now->rows, RELEASE, "time begins at 0", "the release is before 0 s");
    return false;
}

/* Is the row of the task of the row before? */
static io_result take_task(reading *now, bool *goes_on)
{
    size_t length = 0;
    const char *task = table_has(now->rows, TASK) ? table_text(now->rows, TASK, &length) : "";
    *goes_on = length > 0 && now->task != NULL && strcmp(now->task, task) == 0;
    if (*goes_on)
        return IO_OK;
    free(now->task);
    now->task = strdup(task);
    return now->task != NULL ? IO_OK : IO_MEMORY;
}

static bool is_of_one_agent(const reading *now, const goal_row *row)
{
    if (!row->goes_on || now->all.count == 0 ||
        now->all.rows[now->all.count - 1].agent == row->agent)
        return true;
    table_error(now->rows, TASK, "one agent does all of a task",
                "the row before is of the same task, and for another agent");
    return false;
}

static io_result take_row(reading *now)
{
    goal_row row = {0};
    bool on_grid = now->on->kind == MAP_GRID;
    bool sound = on_grid ? take_cell(now, &row.place) : take_vertex(now, &row.place);
    sound &= take_agent(now, &row.agent);
    sound &= take_release(now, &row.release);
    io_result result = take_task(now, &row.goes_on);
    if (result != IO_OK || !sound || !is_of_one_agent(now, &row))
        return result;
    diagnostic_place place = table_place(now->rows, on_grid ? X : GOAL);
    row.line = place.line;
    row.column = place.column;
    if (!array_grow(&now->all.rows, &now->capacity, now->all.count + 1, sizeof row))
        return IO_MEMORY;
    now->all.rows[now->all.count++] = row;
    return IO_OK;
}

/* ---- the whole -------------------------------------------------------------------------- */

static void check_header(const reading *now)
{
    bool on_grid = now->on->kind == MAP_GRID;
    for (size_t column = X; column <= GOAL; column++)
        if ((column != GOAL) == on_grid)
            table_require(now->rows, column);
        else if (table_has(now->rows, column))
            table_error(now->rows, column, on_grid ? grid_hint : roadmap_hint,
                        "column '%s' does not belong to goals on a %s", names[column],
                        on_grid ? "grid" : "roadmap");
}

static io_result read_rows(reading *now)
{
    bool more = false;
    io_result result;
    check_header(now);
    if (table_failed(now->rows))
        return IO_BAD_INPUT;
    while ((result = table_next(now->rows, &more)) == IO_OK && more)
        if ((result = take_row(now)) != IO_OK)
            break;
    return result;
}

static io_result read_source(reading *now, source *input, diagnostics *sink)
{
    const table_format format = {.columns = names,
                                 .count = COLUMNS,
                                 .expected =
                                     now->on->kind == MAP_GRID ? grid_hint : roadmap_hint};
    for (size_t i = 0; i < now->agents->count; i++)
        if (!labels_add(&now->index, now->agents->agents[i].label, i))
            return IO_MEMORY;
    io_result result = table_open(input, &format, sink, &now->rows);
    return result == IO_OK ? table_finish(now->rows, read_rows(now)) : result;
}

static io_result note_input(goal_list *all, const char *file, bool hashed, source *input)
{
    all->input = (plan_input){.name = strdup(file), .role = strdup("tasks")};
    if (hashed)
        source_hash(input, all->input.sha256);
    return all->input.name != NULL && all->input.role != NULL ? IO_OK : IO_MEMORY;
}

io_result goals_read(const char *file, bool hashed, const map *on, const scenario *agents,
                     diagnostics *sink, goal_list *result)
{
    reading now = {.on = on, .agents = agents};
    source *input = NULL;
    io_result outcome = source_open(file, hashed, sink, &input);
    if (outcome == IO_OK)
        outcome = read_source(&now, input, sink);
    if (outcome == IO_OK)
        outcome = note_input(&now.all, file, hashed, input);
    source_close(input);
    labels_free(&now.index);
    free(now.task);
    if (outcome == IO_OK)
        *result = now.all;
    else
        goals_free(&now.all);
    return outcome;
}

void goals_free(goal_list *all)
{
    free(all->rows);
    free(all->input.name);
    free(all->input.role);
    memset(all, 0, sizeof *all);
}
