/* SPDX-License-Identifier: MIT */
/* Planning: conflict-free trajectories for many discs and robots on a roadmap, in continuous time.
 *
 * Agents are discs of any radii and speeds. They move along the roadmap's edges, straight
 * and at their speed, wait at vertices for any time, and stay at their goals for ever. The
 * cost of a plan is the sum of the agents' final arrival times. Touching is legal.
 *
 * Robots have limits: a greatest speed, acceleration and deceleration, the rate of a turn; and a
 * footprint, a disc or a rounded convex polygon that keeps its heading or turns with it. They speed
 * up and brake along straight runs of edges, pass vertices at one of finitely many speeds, and turn
 * at rest (src/planner/robot_states.h). Each motion is a ramp, a cruise or a stay; places at
 * seams are exact, speeds there differ by less than 1e-11 of themselves, and no motion exceeds a
 * limit: that is decided exactly before a plan is returned. A footprint that turns has a body for
 * each motion: the turned footprint while it drives or stands, the circle round it while it turns
 * and at its goal. At first such a robot heads east, as its vertices are given, unless the task
 * says otherwise; all others have the heading that the task says, or any one.
 *
 * The radii of two agents count as the exact number r1 + r2 - tolerance, as in conflict.h:
 * plans of designed touches need a tolerance, since sqrt(2)/4 as a double is rounded up. The
 * kernel has checked every plan that is returned with that tolerance, pair by pair.
 *
 * Times are whole multiples of a power of two, the tick, of which at least 2^40 fit into the
 * longest move; all searches are exact on that grid, without an epsilon
 * (src/planner/time_grid.h). A move lasts at most two ticks longer than its length divided
 * by the speed.
 *
 *     GRAZE_CCBS          finds plans of least cost, or of at most `suboptimality` times
 *                         that, by conflict-based search; its splits are sound, so no plan
 *                         is lost. With a suboptimality above 1 it begins with a plan of
 *                         GRAZE_LNS, which is enough if it is cheap enough, and an upper
 *                         bound if not: progress.cost and lower_bound tell the gap
 *     GRAZE_PRIORITISED   plans one agent after the other round those that have their plan,
 *                         and takes the plans of those in the way from them where there is
 *                         no way: for thousands of agents; it promises nothing about cost,
 *                         and may fail where there is a plan
 *     GRAZE_LNS           makes such a plan better and better, by large neighbourhood
 *                         search, until `progress` says that it is enough, `node_limit`
 *                         neighbourhoods have been tried, or nobody is late; a search that is
 *                         stopped has found the best plan that it holds
 *
 * The answer is the same for the same input, for any number of threads: no function reads a
 * clock. A caller who wants a time limit reads one in `progress`; how far GRAZE_LNS has come
 * by then depends on the machine.
 */
#ifndef GRAZE_PLANNER_H
#define GRAZE_PLANNER_H

#include <stdbool.h>

#include <graze/allocator.h>
#include <graze/conflict.h>
#include <graze/index.h>
#include <graze/roadmap.h>
#include <graze/trajectory.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How long a turn at rest takes. */
typedef struct graze_turn_time {
    double angle;   /* [rad] > 0 */
    double seconds; /* > 0 */
} graze_turn_time;

typedef struct graze_task {
    double radius;        /* [m] > 0 */
    double speed;         /* [m/s] > 0 */
    uint32_t start, goal; /* [vertex] */
    /* The moves that this agent may make, as a roadmap of the same vertices that has no
     * other edges than the problem's; null: all of them. */
    const graze_roadmap *moves;
    /* A robot with limits; all of them 0: a disc that starts, stops and turns at once. */
    double acceleration, deceleration; /* [m/s^2] >= 0; 0: at once, and as hard as it speeds up */
    double turn_rate;                  /* [rad/s] of a turn at rest, >= 0; 0: at once */
    bool turns;                        /* its footprint turns with its heading */
    const graze_point *vertices;       /* [m] of its footprint, as in body.h; then radius >= 0 */
    size_t vertex_count;               /* [count] 0: a disc */
    bool has_heading;                  /* where turns take time, or turn the footprint: */
    double heading;                    /* [rad] of the robot at its start, anticlockwise from +x */
    /* Instead of a rate, rows of a table in ascending order of their angles: a turn takes the time
     * between those of the rows beside it, and behind the last row, the share of that. */
    const graze_turn_time *turn_times;
    size_t turn_time_count;            /* [count] 0: turn_rate counts */
} graze_task;

typedef struct graze_problem {
    const graze_roadmap *roadmap;
    const graze_task *tasks;
    size_t task_count; /* [count] at least 1, at most 65535 */
    double tolerance;  /* [m] >= 0 */
} graze_problem;

typedef enum graze_method { GRAZE_CCBS, GRAZE_PRIORITISED, GRAZE_LNS } graze_method;

/* Improvements that conflict-based search can leave out, to measure what each is worth. The
 * cost of the plans is the same with and without. */
typedef enum graze_improvement {
    GRAZE_WITHOUT_CARDINAL = 1,   /* first splits on cardinal conflicts: both children cost more */
    GRAZE_WITHOUT_BYPASS = 2,     /* another best route instead of a split */
    GRAZE_WITHOUT_HEURISTIC = 4,  /* bounds from pairs of agents (WDG) */
    GRAZE_WITHOUT_TARGETS = 8,    /* target reasoning: goals and long waits */
    GRAZE_WITHOUT_CORRIDORS = 16, /* corridor reasoning: agents that move in opposite directions */
    GRAZE_WITHOUT_AVOIDANCE_TABLE = 32, /* of the best routes one that meets few other agents */
    GRAZE_WITHOUT_DISJOINT = 64,  /* disjoint splitting: children without a common plan */
    GRAZE_WITHOUT_BICLIQUES = 128 /* splits that forbid all moves in conflict, not one */
} graze_improvement;

/* How far a search has come. */
typedef struct graze_solve_progress {
    /* [count] of the constraint tree; GRAZE_LNS: neighbourhoods tried, and taken over */
    uint64_t nodes_expanded, nodes_generated;
    uint64_t searches, states_expanded;       /* [count] of searches for one agent */
    uint64_t bypasses;                        /* [count] */
    uint64_t kernel_calls;                    /* [count] */
    double lower_bound;    /* [s] no plan costs less */
    size_t open_conflicts; /* [count] pairs of agents, in the node at hand */
    double cost;           /* [s] of the plan that is held; 0: none is. Not GRAZE_PRIORITISED */
    uint64_t evictions;    /* [count] agents that lost their plan to another */
} graze_solve_progress;

typedef struct graze_solve_options {
    graze_method method;
    double suboptimality;  /* >= 1; 0 stands for 1 */
    unsigned without;      /* graze_improvement, or-ed */
    uint64_t node_limit;   /* [count] of nodes after which the search stops; 0: no limit */
    /* Called at least once in a few milliseconds on ordinary maps, by the thread that called
     * graze_solve; returns false to stop the search. May be null. */
    bool (*progress)(void *context, const graze_solve_progress *now);
    void *context;
    uint64_t seed;  /* GRAZE_LNS, and a suboptimality above 1: of the random numbers */
    size_t threads; /* [count] GRAZE_LNS; 0: as many as there are processors. The allocator is
                       then called by several threads at a time. Others use one */
} graze_solve_options;

typedef enum graze_outcome {
    GRAZE_PLAN_FOUND,
    GRAZE_PLAN_UNFINISHED, /* the search was stopped, or the method found no plan */
    GRAZE_PLAN_IMPOSSIBLE  /* proven: there is no plan */
} graze_outcome;

/* Why there is no plan. */
typedef enum graze_no_plan {
    GRAZE_NO_PLAN_UNREACHABLE,    /* agent a cannot reach its goal, even alone */
    GRAZE_NO_PLAN_GOALS_OVERLAP,  /* agents a and b cannot both stay at their goals */
    GRAZE_NO_PLAN_STARTS_OVERLAP, /* agents a and b overlap at their starts */
    GRAZE_NO_PLAN_ORDER,          /* however long they wait, their order cannot be resolved */
    GRAZE_NO_PLAN_ON_LATTICE      /* graze_plan_among: the others leave a robot no way; its plans
                                     are those on the lattice of ticks, headings and levels */
} graze_no_plan;

/* An answer, with its plan. Times are exact doubles. */
typedef struct graze_solution {
    graze_outcome outcome;
    graze_no_plan reason;        /* when impossible */
    size_t agent_a, agent_b;     /* [index] of tasks, see reason */
    graze_trajectory *trajectories; /* by task; null unless found */
    graze_motion *motions;       /* of all of them */
    double sum_of_costs;         /* [s] */
    double makespan;             /* [s] the latest final arrival */
    double tick;                 /* [s] of the time grid */
    graze_body *bodies;          /* of all motions, which the trajectories name, where footprints
                                    turn; else null */
    graze_point *corners;        /* theirs */
    graze_solve_progress progress;
} graze_solution;

/* Solves a problem. All memory is from the allocator (may be null). After GRAZE_OK the caller
 * frees the solution with graze_solution_free. Null options stand for GRAZE_CCBS without
 * limits.
 *
 * GRAZE_ERROR_NULL; GRAZE_ERROR_EMPTY (no tasks); GRAZE_ERROR_INDEX (a vertex, or a
 * task's roadmap with other vertices); GRAZE_ERROR_NOT_FINITE,
 * GRAZE_ERROR_NEGATIVE_RADIUS and GRAZE_ERROR_SPEED (radius or speed not > 0);
 * GRAZE_ERROR_NEGATIVE_TOLERANCE; GRAZE_ERROR_LIMITS (a limit is negative, a table
 * of turns is not positive and ascending or has a rate beside it, or 64 of the shortest
 * edges are too few to reach a speed or to stop from it, or, where an agent is a robot, somebody
 * may take an edge that has no length) and those of graze_body_validate;
 * GRAZE_ERROR_CHOICE (method, suboptimality < 1, GRAZE_LNS
 * without a limit on nodes or a `progress` that could stop it);
 * GRAZE_ERROR_CAPACITY (too many tasks, edges or kinds of bodies); GRAZE_ERROR_MEMORY. */
GRAZE_API graze_status graze_solve(const graze_problem *problem,
                                   const graze_solve_options *options,
                                   const graze_allocator *allocator, graze_solution *solution);

/* Plans for one agent among others that keep their trajectories, of any kind: finds the
 * earliest final arrival by safe-interval path planning. `others` (null: no agents) is an
 * index of their bodies and trajectories. Time begins at 0. GRAZE_PLAN_IMPOSSIBLE means that
 * the agent cannot reach its goal even alone, or, of a robot with limits, that the others leave it
 * none of the plans that robots have; GRAZE_PLAN_UNFINISHED that they leave no route on the time
 * grid. Statuses and all else as graze_solve, and the statuses of among.h;
 * GRAZE_ERROR_WORKSPACE only if the kernel needs more than 256 MiB: its memory comes from
 * the allocator, too.
 *
 * Source: M. Phillips and M. Likhachev, "SIPP: Safe Interval Path Planning for Dynamic
 * Environments", 2011. */
GRAZE_API graze_status graze_plan_among(const graze_roadmap *roadmap, const graze_task *task,
                                        const graze_index *others, double tolerance,
                                        const graze_allocator *allocator,
                                        graze_solution *solution);

/* Frees a solution with the allocator that made it, and sets it to zero. */
GRAZE_API void graze_solution_free(graze_solution *solution, const graze_allocator *allocator);

#ifdef __cplusplus
}
#endif
#endif
