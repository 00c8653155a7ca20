/* SPDX-License-Identifier: MIT */
/* A CSV plan while it is being read. Only plan_csv*.c include it. */
#ifndef GRAZE_IO_PLAN_CSV_H
#define GRAZE_IO_PLAN_CSV_H

#include "io/labels.h"
#include "io/plain_rows.h"
#include "io/plan_reading.h"
#include "io/table.h"

/* clang-format off */
enum {
    AGENT, RADIUS, BODY, X, Y, Z,
    TIME, SHARE,                             /* waypoint rows */
    START, DURATION, VX, VY, VZ, AX, AY, AZ, /* motion rows */
    COLUMNS
};

/* clang-format on */

/* The rows of one agent so far: waypoints, or motions as declared. */
typedef struct agent_rows {
    graze_waypoint *waypoints; /* from the first-th on */
    size_t count, waypoints_capacity;
    size_t first; /* those before it lie elsewhere in the file (plan_csv_rows.c); in memory: 0 */
    double latest;    /* [s] the time of the last waypoint, so that nobody looks for it far away */
    size_t last_line; /* of its latest row, for messages */
    double *shares; /* where the file has them */
    graze_motion *declared;
    size_t *numbers; /* of bodies, where the file names them (plan.h) */
    size_t shares_capacity, declared_capacity, numbers_capacity;
} agent_rows;

typedef struct csv_reader {
    plan_reading *reading;
    table *t;
    const char *names[COLUMNS]; /* what the file calls them */
    bool waypoints;
    double frame_rate; /* [1/s] of times that are numbers of frames; 0: they are seconds */
    labels index;
    agent_rows *agents; /* beside plan.agents */
    size_t capacity;
    double *times;  /* the waypoints of one agent, for who wants times and places apart */
    graze_vector *places;
    size_t times_capacity, places_capacity;

    plain_format plain; /* of rows that are read ahead */
    bool has_plain;     /* false: none are */
    bool has_radius, has_z; /* columns */
    plain_rows ahead;
    size_t stretch; /* [bytes] to look ahead next time */
    size_t size, taken; /* [bytes] of the file, 0 if nobody knows, and of the rows taken ahead */
    size_t rows_taken;
    size_t patience; /* [rows] to read one by one before that */
    size_t current;  /* the agent of the latest row; changes with each, so it is not in a line of
                        the cache with `index`, which all threads read */
} csv_reader;

/* Reads the row at hand, which table_next has found. */
typedef io_result (*csv_take)(csv_reader *r);

/* Makes room for more waypoints; false without memory. */
bool csv_grow_rows(csv_reader *r, agent_rows *rows);

/* Keeps a waypoint of an agent; false without memory. */
static inline bool csv_keep_waypoint(csv_reader *r, agent_rows *rows, double time,
                                     graze_vector place, size_t line)
{
    if (rows->count == rows->waypoints_capacity && !csv_grow_rows(r, rows))
        return false;
    rows->waypoints[rows->count++ - rows->first] = (graze_waypoint){time, place};
    rows->latest = time;
    rows->last_line = line;
    return true;
}

/* The latest waypoint. There is one. */
const graze_waypoint *csv_latest_waypoint(const agent_rows *rows);

/* Puts all waypoints of an agent into one array; false without room for it. */
bool csv_gather_waypoints(const csv_reader *r, agent_rows *rows);

/* Frees them. Those that a plan has taken are not among them. */
void csv_free_rows(const csv_reader *r, agent_rows *rows);

/* Which rows can be read ahead? To be asked after the header. */
void csv_ahead_open(csv_reader *r);

/* Reads the plain rows (plain_rows.h) that come next, as many as there are. Where one does not
 * simply follow its agent's row before it, `take` reads it and says why. */
io_result csv_ahead(csv_reader *r, csv_take take);

#endif
