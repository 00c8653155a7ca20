/* SPDX-License-Identifier: MIT */
/* Scenarios as CSV: on a grid with places in metres, on a roadmap with vertices' names. */
#include <math.h>
#include <stdlib.h>

#include "io/number.h"
#include "io/robots_columns.h"
#include "io/scenario_reading.h"
#include "io/table.h"

enum {
    AGENT,
    START_X,
    START_Y,
    GOAL_X,
    GOAL_Y,
    START,
    GOAL,
    RADIUS,
    SPEED,
    VERTICES,
    ACCELERATION,
    DECELERATION,
    TURN_RATE,
    TURN_TIMES,
    HEADING,
    COLUMNS
};

static const char *const names[COLUMNS] = {
    "agent", "start_x",  "start_y",      "goal_x",       "goal_y",    "start",
    "goal",  "radius",
    "speed", "vertices", "acceleration", "deceleration", "turn_rate", "turn_times", "heading"};
static const robots_columns of_robots = {
    {RADIUS, VERTICES}, ACCELERATION, DECELERATION, TURN_RATE, TURN_TIMES};
static const char grid_hint[] =
    "on a grid: agent,start_x,start_y,goal_x,goal_y and, if wanted, radius, speed, and what robots "
    "have";
static const char roadmap_hint[] =
    "on a roadmap: agent,start,goal and, if wanted, radius, speed, and what robots have";

static void report_at(void *context, scenario_field field, const char *hint, const char *message)
{
    table *t = context;
    static const size_t columns[] = {AGENT, START, GOAL, RADIUS, SPEED};
    size_t column = columns[field];
    if (!table_has(t, column) && field == SCENARIO_START)
        column = START_X;
    if (!table_has(t, column) && field == SCENARIO_GOAL)
        column = GOAL_X;
    table_error(t, column, hint, "%s", message);
}

/* ---- a place ---------------------------------------------------------------------------- */

static bool refuse_between(const scenario_reading *reading, table *t, size_t column, double value)
{
    char text[NUMBER_TEXT_SIZE], cell[NUMBER_TEXT_SIZE];
    table_error(t, column, "an agent starts and ends at the centre of a cell",
                "%s: %s m is no whole multiple of the cell, %s m", names[column],
                number_format(value, false, text),
                number_format(reading->on->cell, false, cell));
    return false;
}

/* Inside the map, but at no centre; or outside. */
static bool refuse_place(const scenario_reading *reading, table *t, const scenario_row *row,
                         scenario_field field, double x, double y)
{
    const map *on = reading->on;
    uint32_t column, line;
    size_t x_column = field == SCENARIO_START ? START_X : GOAL_X;
    double i = round(x / on->cell), j = round(y / on->cell);
    bool inside = i >= 0 && j >= 0 && i < on->columns && j < on->rows;
    if (inside && !map_find_cell(on, x, 0, &column, &line))
        return refuse_between(reading, t, x_column, x);
    if (inside)
        return refuse_between(reading, t, x_column + 1, y);
    char width[NUMBER_TEXT_SIZE], height[NUMBER_TEXT_SIZE];
    table_error(t, x_column, i >= 0 && j >= 0 && j < on->columns && i < on->rows
                                 ? "are x and y swapped?"
                                 : NULL,
                "the %s of agent '%.40s' is outside the map, whose centres go to x = %s and y = %s",
                field == SCENARIO_START ? "start" : "goal", row->label,
                number_format((on->columns - 1) * on->cell, false, width),
                number_format((on->rows - 1) * on->cell, false, height));
    return false;
}

static bool is_on_grid(const scenario_reading *reading)
{
    return reading->on == NULL || reading->on->kind == MAP_GRID;
}

static bool take_cell(const scenario_reading *reading, table *t, scenario_row *row,
                      scenario_field field)
{
    double x, y;
    uint32_t column, line;
    size_t x_column = field == SCENARIO_START ? START_X : GOAL_X;
    bool sound = table_number(t, x_column, false, &x);
    if (!table_number(t, x_column + 1, false, &y) || !sound)
        return false;
    *(field == SCENARIO_START ? &row->start_at : &row->goal_at) = (graze_point){x, y};
    if (reading->on == NULL)
        return true;
    if (!map_find_cell(reading->on, x, y, &column, &line))
        return refuse_place(reading, t, row, field, x, y);
    *(field == SCENARIO_START ? &row->start : &row->goal) = line * reading->on->columns + column;
    return true;
}

static bool take_vertex(const scenario_reading *reading, table *t, scenario_field field,
                        uint32_t *place)
{
    size_t length, column = field == SCENARIO_START ? START : GOAL;
    const char *label = table_text(t, column, &length);
    if (map_find_vertex(reading->on, label, place))
        return true;
    table_error(t, column, NULL, "%s: the map has no vertex '%.40s'", names[column], label);
    return false;
}

/* ---- rows ------------------------------------------------------------------------------- */

static bool take_number(table *t, size_t column, bool *has, double *value)
{
    size_t length = 0;
    *has = table_has(t, column);
    if (*has && column == RADIUS && table_has(t, VERTICES) &&
        *table_text(t, column, &length) == '\0')
        *has = false; /* the vertices say all */
    return !*has || table_number(t, column, false, value);
}

/* What the row says of a robot, into memory of its own; null: nothing, or what is no limit. */
static io_result take_robot(scenario_reading *reading, table *t, scenario_row *row)
{
    shape room = {NULL, 0};
    robots_row said = {.file = reading->options->file, .line = table_line(t)};
    if (reading->options->places_only || !robots_says(t, &of_robots))
        return IO_OK;
    io_result result = robots_read_limits(t, &of_robots, &room, &said);
    robots_row *kept = result == IO_OK ? calloc(1, sizeof *kept) : NULL;
    if (result == IO_OK && kept == NULL)
        result = IO_MEMORY;
    if (result == IO_OK)
        result = robots_keep(&said, row->label, kept);
    else
        free(said.turn_times);
    shape_free(&room);
    if (result == IO_OK)
        row->robot = kept;
    else
        free(kept);
    return result;
}

static bool take_heading(table *t, scenario_row *row)
{
    size_t length = 0;
    if (table_has(t, HEADING))
        table_text(t, HEADING, &length);
    row->has_heading = length > 0;
    return length == 0 || table_number(t, HEADING, false, &row->heading);
}

static io_result take_row(scenario_reading *reading, table *t)
{
    size_t length;
    bool on_grid = is_on_grid(reading);
    if (!scenario_wants_agent(reading)) {
        scenario_skip_agent(reading);
        return IO_OK;
    }
    scenario_row row = {.label = table_text(t, AGENT, &length),
                        .columns_first = on_grid,
                        .report = report_at,
                        .context = t};
    bool sound = take_number(t, RADIUS, &row.has_radius, &row.radius);
    sound &= take_number(t, SPEED, &row.has_speed, &row.speed);
    sound &= on_grid ? take_cell(reading, t, &row, SCENARIO_START)
                     : take_vertex(reading, t, SCENARIO_START, &row.start);
    sound &= on_grid ? take_cell(reading, t, &row, SCENARIO_GOAL)
                     : take_vertex(reading, t, SCENARIO_GOAL, &row.goal);
    sound &= take_heading(t, &row);
    io_result result = take_robot(reading, t, &row);
    if (sound && result == IO_OK)
        return scenario_take_agent(reading, &row);
    if (row.robot != NULL)
        robots_forget(row.robot);
    free(row.robot);
    scenario_skip_agent(reading);
    return result == IO_MEMORY ? result : IO_OK;
}

static void check_header(const scenario_reading *reading, table *t)
{
    bool on_grid = is_on_grid(reading);
    table_require(t, AGENT);
    for (size_t column = on_grid ? START_X : START; column <= (on_grid ? GOAL_Y : GOAL); column++)
        table_require(t, column);
    for (size_t column = on_grid ? START : START_X; column <= (on_grid ? GOAL : GOAL_Y); column++)
        if (table_has(t, column))
            table_error(t, column,
                        reading->on == NULL ? "--map FILE, the roadmap"
                                            : on_grid ? grid_hint : roadmap_hint,
                        "column '%s' does not belong to a scenario on a %s", names[column],
                        on_grid ? "grid" : "roadmap");
}

io_result scenario_csv_read(scenario_reading *reading)
{
    const table_format format = {
        .columns = names,
        .count = COLUMNS,
        .expected = is_on_grid(reading) ? grid_hint : roadmap_hint};
    table *t = NULL;
    bool more = false;
    io_result result = table_open(reading->input, &format, reading->sink, &t);
    if (result != IO_OK)
        return result;
    check_header(reading, t);
    if (table_failed(t))
        return table_finish(t, IO_BAD_INPUT);
    while ((result = table_next(t, &more)) == IO_OK && more)
        if ((result = take_row(reading, t)) != IO_OK)
            break;
    return table_finish(t, result);
}
