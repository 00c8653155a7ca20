/* SPDX-License-Identifier: MIT */
/* A run that a command shows: a plan with its map and all that was found of it, out of a
 * results database, or read and decided as by `graze check`.
 *
 *     shown_run run = SHOWN_RUN("replay");
 *     ... rules of the command, among them OPTIONS_SHOWN_RUN(run) ...
 *     run.file = ...; run.is_database = path_is_database(run.file);
 *     status = shown_run_check_options(&run);
 *     status = shown_run_read(&run, true);
 *     shown_run_close(&run);
 */
#ifndef GRAZE_CLI_SHOWN_RUN_H
#define GRAZE_CLI_SHOWN_RUN_H

#include "cli/check_map.h"
#include "cli/import_options.h"
#include "cli/options.h"
#include "storage/stored.h"
#include "view/plot.h"

typedef struct shown_run {
    const char *command;    /* in whose name bad usage is refused */
    const char *file;       /* the database, or the plan */
    const char *plan_value; /* of plan=ID, or null */
    bool is_database;
    plan_options reading; /* of a plan */
    int at_start, at_end, jobs;
    bool has_at_start, has_at_end, has_tolerance;
    double tolerance;  /* [m] of a database that of its run, once it is read */
    check_map against; /* --map */
    diagnostics sink;

    plan plan;
    bool has_plan, has_map;
    map map; /* of the database */
    obstacles standing; /* of the database, that are no cells; count 0: it has none */
    stored_meeting *meetings;
    size_t meeting_count, meeting_room;
    database_obstacle_meeting *obstacles;
    size_t obstacle_count, obstacle_room;
    stored_slack *slacks; /* of the database */
    size_t slack_count, slack_room;
    graze_status fault;      /* what the library had no answer to, */
    size_t fault_a, fault_b; /* about these agents */
} shown_run;

#define SHOWN_RUN(name)                                                                            \
    {                                                                                              \
        .command = (name), .tolerance = 1e-9, .jobs = (int)graze_check_processors()                \
    }

#define OPTIONS_SHOWN_RUN(run)                                                                     \
    {"map",                                                                                        \
     0,                                                                                            \
     OPTION_TEXT,                                                                                  \
     "FILE",                                                                                       \
     &(run).against.options.file,                                                                  \
     NULL,                                                                                         \
     "draw this map; a plan is decided against its blocked cells too"},                            \
        {"edges",                                                                                  \
         0,                                                                                        \
         OPTION_TEXT,                                                                              \
         "FILE",                                                                                   \
         &(run).against.options.edges_file,                                                        \
         NULL,                                                                                     \
         "the edges of a map that is a CSV roadmap"},                                              \
        {"cell",                                                                                   \
         0,                                                                                        \
         OPTION_NUMBER,                                                                            \
         "METRES",                                                                                 \
         &(run).against.options.cell,                                                              \
         &(run).against.options.has_cell,                                                          \
         "side of the map's cells [m] (default: 1)"},                                              \
        {"obstacles",                                                                              \
         0,                                                                                        \
         OPTION_TEXT,                                                                              \
         "FILE",                                                                                   \
         &(run).against.from.file,                                                                 \
         NULL,                                                                                     \
         "draw these obstacles: CSV, WKT or PCD, as for `graze check`; a plan is decided\n"        \
         "against them too"},                                                                      \
        {"obstacle-radius",                                                                        \
         0,                                                                                        \
         OPTION_NUMBER,                                                                            \
         "METRES",                                                                                 \
         &(run).against.from.radius,                                                               \
         &(run).against.from.has_radius,                                                           \
         "radius of obstacles without one of their own [m] (default: 0)"},                         \
        {"radius",                                                                                 \
         'r',                                                                                      \
         OPTION_RADIUS,                                                                            \
         "METRES|grid",                                                                            \
         &(run).reading.radius,                                                                    \
         &(run).reading.has_radius,                                                                \
         "for plans: radius of every agent that has none of its own [m], or grid"},                \
        {"bodies",                                                                                 \
         0,                                                                                        \
         OPTION_TEXT,                                                                              \
         "FILE",                                                                                   \
         &(run).reading.bodies_file,                                                               \
         NULL,                                                                                     \
         "for plans: CSV with a body for each agent: agent,radius[,vertices]"},                    \
        {"at-start",                                                                               \
         0,                                                                                        \
         OPTION_CHOICE,                                                                            \
         "stand|absent",                                                                           \
         &(run).at_start,                                                                          \
         &(run).has_at_start,                                                                      \
         "for plans: where an agent is before its first row (default: stand, at its\n"             \
         "place from the plan's earliest time on)"},                                               \
        {"at-end",                                                                                 \
         0,                                                                                        \
         OPTION_CHOICE,                                                                            \
         "stay|vanish",                                                                            \
         &(run).at_end,                                                                            \
         &(run).has_at_end,                                                                        \
         "for plans: what an agent does after its last row (default: stay, for ever)"},            \
        OPTIONS_IMPORT((run).reading.import),                                                      \
    {                                                                                              \
        "jobs", 'j', OPTION_COUNT, "N", &(run).jobs, NULL,                                         \
            "for plans: threads (default: as many as there are processors)"                        \
    }

/* Refuses what only plans have use for, where the file is a database. OPTIONS_GO_ON or an exit
 * status. */
int shown_run_check_options(const shown_run *run);

/* Reads the map, and the database or the plan; then, where they are asked for, the findings:
 * of a plan, all pairs and obstacles are decided. An exit status; what is wrong has been said,
 * but for run->fault. */
int shown_run_read(shown_run *run, bool findings);

/* The map to be drawn, or null. */
const map *shown_run_map(const shown_run *run);

/* The obstacles of a file to be drawn, or null. */
const obstacles *shown_run_obstacles(const shown_run *run);

/* The findings as pictures take them, meetings of agents first; to be freed. Null without
 * memory. */
plot_meeting *shown_run_meetings(const shown_run *run, size_t *count);

/* Keeps one slack more; run is a shown_run. */
io_result shown_run_keep_slack(void *run, const stored_slack *slack);

void shown_run_close(shown_run *run);

#endif
