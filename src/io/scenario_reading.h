/* SPDX-License-Identifier: MIT */
/* A scenario while it is being read: what the readers of the formats share. Only
 * scenario.c and the scenario readers of this room include it. */
#ifndef GRAZE_IO_SCENARIO_READING_H
#define GRAZE_IO_SCENARIO_READING_H

#include "io/labels.h"
#include "io/scenario.h"
#include "io/source.h"

typedef struct scenario_reading {
    const scenario_options *options;
    const map *on; /* null: none is given, places only */
    diagnostics *sink;
    source *input;
    scenario scenario;
    labels index;
    size_t capacity;
    bool no_memory; /* for an exact answer */
} scenario_reading;

/* Where in its row something is wrong. */
typedef enum scenario_field {
    SCENARIO_AGENT,
    SCENARIO_START,
    SCENARIO_GOAL,
    SCENARIO_RADIUS,
    SCENARIO_SPEED
} scenario_field;

/* One agent as a file has it. */
typedef struct scenario_row {
    const char *label;
    uint32_t start, goal; /* [place] of the map */
    graze_point start_at, goal_at; /* [m] without a map */
    bool has_radius, has_speed;
    double radius, speed;
    bool has_heading;
    double heading;    /* [rad] */
    robots_row *robot; /* what it says of a robot, or null; who takes the row takes it */
    bool columns_first; /* a format in which x and y are easily swapped: offer that */
    void (*report)(void *context, scenario_field field, const char *hint, const char *message);
    void *context;
} scenario_row;

/* Is the agent that comes next one that is asked for? If not, scenario_skip_agent. */
bool scenario_wants_agent(const scenario_reading *reading);
void scenario_skip_agent(scenario_reading *reading);

/* Checks a sound row and takes it; its faults are reported. */
io_result scenario_take_agent(scenario_reading *reading, const scenario_row *row);

/* The cell in a column and row as the row's start or goal; reports one that is outside the map. */
bool scenario_take_cell(const scenario_reading *reading, scenario_row *row, scenario_field field,
                        size_t column, size_t line);

/* Each reads the whole input. */
io_result scenario_csv_read(scenario_reading *reading);
io_result scenario_ccbs_read(scenario_reading *reading);
io_result scenario_movingai_read(scenario_reading *reading);

#endif
