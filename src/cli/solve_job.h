/* SPDX-License-Identifier: MIT */
/* One call of `graze solve`: what was asked, what was read, what came out. */
#ifndef GRAZE_CLI_SOLVE_JOB_H
#define GRAZE_CLI_SOLVE_JOB_H

#include <graze.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/anytime.h"
#include "cli/options.h"
#include "cli/plan_check.h"
#include "io/goals.h"
#include "io/map.h"
#include "io/scenario.h"
#include "storage/database.h"

typedef enum solve_method {
    SOLVE_CCBS,
    SOLVE_PRIORITISED,
    SOLVE_SIPP,
    SOLVE_LNS
} solve_method;

/* What a lifelong run came to. */
typedef struct solve_tally {
    size_t goals, made;  /* [count] */
    uint64_t windows;    /* [count] */
    double simulated;    /* [s] */
    bool is_whole;       /* all goals are made, or --until or --time-limit was reached */
    bool out_of_ticks;   /* the time grid had no room for more */
} solve_tally;

typedef struct solve_job {
    common_options common; /* output: the database */
    map_options reading_map;
    scenario_options reading;
    int method; /* solve_method */
    int connectivity;
    int agents; /* --agents, 0: all */
    int seed, jobs;
    double tolerance, suboptimality, time_limit, node_limit;
    bool has_time_limit, has_connectivity, has_edges, has_tolerance, has_method;
    double acceleration, turn_rate; /* [m/s^2], [rad/s] of all robots that have none; 0: at once */
    bool has_acceleration, has_turn_rate;
    const char *given_bodies; /* --bodies of --given, or null */
    const char *robots_file; /* --robots, or null */
    const char *bodies_file; /* --write-bodies, or null */
    robots robots;
    bool any_angle; /* moves along every free segment between cells */
    bool strict; /* no overlap is passed over: tolerance 0 */
    const char *given_file; /* --given, or null */
    bool without[8];        /* in the order of graze_improvement */

    /* a lifelong run */
    int tasks_per_agent;    /* 0: none was asked for */
    const char *tasks_file; /* or null */
    double replan, horizon, until; /* [s] */
    bool has_replan, has_horizon, has_until;
    goal_list goals;
    struct solve_part *parts; /* of the map, that agents can reach: solve_goals.c */
    size_t part_count, *part_of; /* by agent */
    solve_tally lifelong;

    diagnostics sink;
    char *command_json;
    map map;
    scenario scenario;
    plan given;             /* what --given holds */
    graze_index *others;    /* of it */
    graze_roadmap *roadmaps; /* of a grid: one for each body */
    graze_body *bodies;      /* which borrow the vertices of the robots file */
    size_t roadmap_count;
    graze_task *tasks;
    graze_problem problem;

    double began, drawn; /* [s] of progress_clock */
    bool draws, out_of_time;
    int signal; /* that stopped the search; 0: none did */
    graze_status fault; /* a valid question that the library did not answer */
    anytime course;
    graze_solution solution;
    plan plan; /* the solution, for those who take plans; its motions are the solution's */
    uint64_t meetings[GRAZE_CONFLICT + 1]; /* pairs of agents by worst verdict */
    double deepest_graze;                  /* [m] 0: none */
    double jump;                           /* [m/s] the greatest, if it is more than usual */
    double seconds;
    database *db;
    int64_t run_id, plan_id;
} solve_job;

/* Parses the command line; OPTIONS_GO_ON or an exit status. */
int solve_parse(solve_job *job, int argc, char **argv);

/* Reads the map and the scenario and makes the problem. */
io_result solve_read(solve_job *job);

/* Frees what solve_read made. */
void solve_forget(solve_job *job);

/* Makes the plan out of the solution, and counts who touches or grazes whom. */
io_result solve_take_plan(solve_job *job);

/* Is it a lifelong run? */
static inline bool solve_is_lifelong(const solve_job *job)
{
    return job->tasks_per_agent > 0 || job->tasks_file != NULL;
}

/* [1/s] Goals made in a second. */
static inline double solve_throughput(const solve_tally *of)
{
    return of->simulated > 0 ? (double)of->made / of->simulated : 0;
}

/* Runs it; its plan is job->solution. What graze_lifelong_advance and its like answer. */
graze_status solve_lifelong(solve_job *job);
/* Names the bodies of the motions of robots that turn, and frees that. */
io_result solve_take_bodies(solve_job *job);
void solve_forget_bodies(solve_job *job);

/* Writes them into the file that was asked for. */
io_result solve_write_bodies(solve_job *job);

/* Keeps the run in the database, and closes it. */
io_result solve_store(solve_job *job, int status);

#endif
