/* SPDX-License-Identifier: MIT */
/* What is asked of a plan beside clear ways, and what it costs: `graze check --scenario`,
 * `--max-speed`, `--max-acceleration`, `--max-jump`, and the borders of `--map`.
 *
 *     check_task_read(&task, map, plan_file, hashed, sink);
 *     ... the plan is read, with task.tasks.input if task.given ...
 *     check_task_match(&task, plan, sink);
 *     check_task_begin(&task, plan, map, threads);
 *     ... other work ...
 *     check_task_decide(&task, plan, map);
 *     ... task.faults, task.costs ...
 *     check_task_close(&task);
 *
 * Every comparison is exact. The rules:
 *
 *     start          the first motion begins at the start of the agent's first task
 *     task K         the starts and goals of tasks 0, 1, ... are visited in this order
 *     goal           the path ends at the goal of the last task, and stays there unless agents
 *                    vanish; when it arrives is no rule
 *     edge           with a roadmap: every motion goes along its edges (graze_path_strays)
 *     speed, acceleration, jump   of every motion (graze_path_excesses)
 *     outside        with a grid: the agent's own point is in a cell, or on the border of one
 *
 * On a grid map a place of the plan is a cell's when it is its centre but for rounding, as it is
 * for scenarios (map_find_cell).
 */
#ifndef GRAZE_CLI_CHECK_TASK_H
#define GRAZE_CLI_CHECK_TASK_H

#include <graze.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/rows.h"
#include "io/exact_sum.h"
#include "io/map.h"
#include "io/plan.h"
#include "io/plan_walk.h"
#include "io/scenario.h"

typedef enum check_rule {
    CHECK_START,
    CHECK_TASK,
    CHECK_GOAL,
    CHECK_EDGE,
    CHECK_SPEED,
    CHECK_ACCELERATION,
    CHECK_JUMP,
    CHECK_OUTSIDE,
    CHECK_RULES
} check_rule;

/* A rule that an agent breaks. */
typedef struct check_fault {
    size_t agent; /* [index] of the plan */
    int part;     /* counts the agent's faults */
    check_rule rule;
    double begin, end;  /* [s] */
    graze_vector place; /* [m] of the agent then */
    bool has_motion;
    size_t motion;      /* [index] of the agent */
    double value;       /* what it has: a speed, ...; NaN: nothing */
    double limit;       /* what is allowed; NaN: nothing */
    graze_point wanted; /* [m] of start, task and goal */
    size_t task;        /* [index] of the agent's tasks */
} check_fault;

/* The whole plan's, [s] and [m]. */
typedef struct check_costs {
    double sum_of_costs, makespan, length;
} check_costs;

/* They while agents are added. */
typedef struct cost_sum {
    exact_sum costs, lengths;
    double begin, arrival;
    bool endless;
} cost_sum;

typedef struct check_task {
    const char *file; /* --scenario, or null */
    double speed, acceleration, jump;
    bool has_speed, has_acceleration, has_jump;
    int outside; /* 0: is wrong, 1: free */
    double cell; /* [m] of places in cells without a map */

    bool given; /* the scenario has been read */
    bool by_label; /* agents and tasks have the same names */
    scenario tasks;
    size_t *agent_of; /* of each task; SIZE_MAX: it is nobody's */
    size_t ignored;   /* tasks that are nobody's */
    check_fault *faults;
    size_t fault_count, fault_room;
    size_t agents_at_fault;
    uint64_t broken[CHECK_RULES];
    bool uncounted; /* nobody asks for the costs */
    bool decided; /* faults are known, and costs that are asked for */
    check_costs costs;
    plan_walk counting; /* beside other work, where nothing but costs is asked, */
    cost_sum sum;       /* into this */
    double greatest_jump; /* [m/s] of the velocity, where jumps have a limit */
    graze_status fault; /* not GRAZE_OK: there is no answer */
} check_task;

/* Reads the scenario, if one is given; `on` is the map or null. */
io_result check_task_read(check_task *task, const map *on, const char *plan_file,
                          const char *map_file, bool hashed, diagnostics *sink);

/* Gives every agent its tasks: by label, else the first so many. IO_BAD_INPUT when one has
 * none. */
io_result check_task_match(check_task *task, const plan *given, diagnostics *sink);

/* Begins with the costs, on more than one thread and where nothing else is asked of agents one by
 * one. The plan stays as it is until check_task_close. */
void check_task_begin(check_task *task, const plan *given, const map *on, size_t threads);

/* Finds all faults, agent by agent, and the costs. */
io_result check_task_decide(check_task *task, const plan *given, const map *on);

/* The word for a rule, as in the database. */
const char *check_rule_name(check_rule rule);

/* One row in the columns of `graze check`, the rule in the place of the second agent. */
void check_task_write(rows *writer, const plan *given, const check_fault *fault);

/* Faults (the first 20), counts and costs on standard error. */
void check_task_say(const check_task *task, const plan *given, const plan_options *reading,
                    const map *on);

void check_task_close(check_task *task);

#endif
