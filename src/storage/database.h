/* SPDX-License-Identifier: MIT */
/* Results in SQLite: one file, many runs, nothing half-written.
 *
 * The order of calls of a writer: database_create, database_begin_run,
 * database_add_plan, perhaps database_add_map, database_add_obstacles and
 * database_begin_check, any number of database_add_contact,
 * database_add_meeting, database_add_unsafe_start, database_add_slack,
 * database_add_obstacle_meeting and database_add_broken_rule,
 * database_finish_run, database_close. Rows are
 * committed in batches, each batch together with the run's state, so that a
 * file that was left by a crash says truthfully what it holds. Errors are
 * reported on the diagnostics sink with the file's name.
 */
#ifndef GRAZE_STORAGE_DATABASE_H
#define GRAZE_STORAGE_DATABASE_H

#include <stdbool.h>
#include <stdint.h>

#include "io/diagnostic.h"
#include "io/map.h"
#include "io/obstacles.h"
#include "io/plan.h"

typedef struct database database;

/* Once, before anything else in the process asks SQLite, by who owns the process: SQLite does not
 * add up the memory that it takes, which costs two locks for each piece. */
void database_process_begins(void);

/* Opens a results database for writing; makes it when the file is absent or
 * empty. A file that is no SQLite database, or one of somebody else's
 * (application_id, tables), is IO_BAD_INPUT and stays untouched; a file that
 * cannot be written is IO_SYSTEM. An older schema is upgraded, a newer one
 * refused (IO_BAD_INPUT). Runs whose writer has died are marked `interrupted`. */
io_result database_create(const char *path, diagnostics *sink, database **result);

/* The same where about so many rows are to come: a new file for many has larger pages. */
io_result database_create_for(const char *path, size_t rows, diagnostics *sink, database **result);

/* Opens an existing results database read-only. */
io_result database_open(const char *path, diagnostics *sink, database **result);

/* Who uses the file holds others up. Whoever has waited for a second asks this now and then, in the
 * whole process; true ends the waiting, and what was to be done fails. Null: never. */
void database_gives_up_when(bool (*tired)(void));

/* From here on nobody in this process waits for the disk: what it writes is read by another one
 * soon, and a power cut may take it. */
void database_may_be_lost(void);

/* Lets other threads than the caller's work for it, up to so many with that one: one of them
 * hashes a plan while it is written. At first none does. */
void database_use_threads(database *db, size_t threads);

/* The state is `running` from here until database_finish_run; command_json is
 * the command line as a JSON array of strings. */
io_result database_begin_run(database *db, const char *command_json, int64_t *run_id);

/* The plan with its inputs, bodies, agents and motions. It stays the caller's, and must stay
 * as it is as long as meetings of its agents are added. */
io_result database_add_plan(database *db, int64_t run_id, const plan *plan, double tolerance,
                            int64_t *plan_id);

/* One pair of motions in contact (table `contact`) and one merged stretch of
 * two agents (table `meeting`, summed up in `pair_summary`); agents are indices into the
 * plan. */
io_result database_add_contact(database *db, int64_t plan_id, size_t agent_a, size_t agent_b,
                                int part, const graze_meeting *meeting);
io_result database_add_meeting(database *db, int64_t plan_id, size_t agent_a, size_t agent_b,
                               int part, const graze_meeting *meeting);

/* One interval of the unsafe starts of motion_a of agent_a against motion_b of
 * agent_b (table `unsafe_start`): agents are indices into the plan, motions
 * into their agent. agent_a < agent_b. */
typedef struct database_unsafe_start {
    size_t agent_a, motion_a, agent_b, motion_b;
    int part; /* counts the intervals of the pair of motions */
    graze_interval starts;
} database_unsafe_start;

io_result database_add_unsafe_start(database *db, int64_t plan_id,
                                    const database_unsafe_start *unsafe);

/* How much delay an agent of the plan can take (table `slack`). */
io_result database_add_slack(database *db, int64_t plan_id, size_t agent,
                             const graze_index_slack *slack);

/* A map with its cells, or its vertices and edges; and that a plan is held against it
 * (plan_id 0: none). */
io_result database_add_map(database *db, int64_t run_id, int64_t plan_id, const map *source);

/* Obstacles that are no cells, against which a plan is held (tables `obstacle`,
 * `obstacle_vertex`). */
io_result database_add_obstacles(database *db, int64_t plan_id, const obstacles *source);

/* One merged stretch of an agent and a blocked cell (table `obstacle_meeting`), or an obstacle that
 * is no cell: the column is then its number. */
#define DATABASE_NO_CELL UINT32_MAX /* as a row */
typedef struct database_obstacle_meeting {
    size_t agent; /* [index] of the plan */
    uint32_t column, row;
    int part; /* counts the stretches of the agent with this cell */
    graze_meeting meeting; /* motion_b is not looked at */
} database_obstacle_meeting;

io_result database_add_obstacle_meeting(database *db, int64_t plan_id,
                                        const database_obstacle_meeting *met);

/* A rule that an agent breaks (table `broken_rule`). */
typedef struct database_broken_rule {
    size_t agent;       /* [index] of the plan */
    int part;           /* counts the rules that the agent breaks */
    const char *rule;   /* "start", "speed", ...; lives as long as the database is open */
    double begin, end;  /* [s] */
    graze_vector place; /* [m] of the agent then */
    bool has_motion;    /* it is about a motion, else about a place of a task */
    size_t motion;      /* [index] of the agent */
    graze_point wanted; /* [m] */
    size_t task;        /* [index] of the agent's tasks */
    double value;       /* what it has; NaN: nothing */
    double allowed;     /* the limit; NaN: none */
} database_broken_rule;

io_result database_add_broken_rule(database *db, int64_t plan_id,
                                   const database_broken_rule *broken);

/* A check that can be resumed. It begins when its plan and map are in: `options` are those that
 * decide the answers, one `name value` a line. Rows come in the order of the agents then;
 * database_agents_done says that all rows of the pairs whose first agent is below `agents` were
 * added. */
io_result database_begin_check(database *db, int64_t run_id, int64_t plan_id, const char *options);
io_result database_agents_done(database *db, size_t agents);

/* What a check has left that was cut short. */
typedef struct database_resumed {
    int64_t run_id, plan_id;
    size_t agents_done;
    uint64_t unsafe_starts; /* [rows] */
    size_t slacks;          /* [agents] */
} database_resumed;

/* In the place of database_begin_run, _add_plan, _add_map and _begin_check: goes on with the
 * newest check that was cut short. IO_BAD_INPUT (reported) when there is none, or when it had other
 * options or read other files. Rows of agents that are not done are deleted, and so are meetings
 * with obstacles, broken rules and stats. */
io_result database_resume_check(database *db, const char *options, const plan *source,
                                database_resumed *from);

/* How a solver's run ended (tables `solve`, `solve_stat`). */
typedef struct database_number {
    const char *name;
    double value;
} database_number;

typedef struct database_solve {
    const char *map, *scenario, *method; /* files as the user wrote them */
    size_t agents;
    int connectivity;    /* of a grid; 0 on a roadmap */
    const char *outcome; /* "found", "unfinished" or "impossible" */
    const char *reason;  /* when impossible; else null */
    int64_t plan_id;     /* when found; else 0 */
    const database_number *numbers;
    size_t number_count;
} database_solve;

io_result database_add_solve(database *db, int64_t run_id, const database_solve *solve);

/* A named number of a run: pairs_decided, pairs_conflict, seconds, ... */
io_result database_add_stat(database *db, int64_t run_id, const char *name, double value);

/* state: "finished", "interrupted" or "failed". Commits. */
io_result database_finish_run(database *db, int64_t run_id, const char *state, int exit_status);

/* Closes; an unfinished run keeps what was committed. Null is allowed. */
void database_close(database *db);

#endif
