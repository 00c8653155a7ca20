/* SPDX-License-Identifier: MIT */
/* Prints where the members of structures are, for stranger.py to compare with what the package
 * in Python believes. */
#include <graze.h>
#include <stddef.h>
#include <stdio.h>

#define SIZE(type) printf(#type " sizeof %zu\n", sizeof(type))
#define AT(type, member) printf(#type " " #member " %zu\n", offsetof(type, member))
#define AS(type, member, name) printf(#type " " name " %zu\n", offsetof(type, member))

static void print_motions(void)
{
    SIZE(graze_motion), AT(graze_motion, form), AT(graze_motion, position), AT(graze_motion, to);
    AT(graze_motion, acceleration), AT(graze_motion, start), AT(graze_motion, start_tail);
    AT(graze_motion, duration), AT(graze_motion, duration_tail);
    SIZE(graze_meeting), AT(graze_meeting, verdict), AT(graze_meeting, motion_a);
    AT(graze_meeting, motion_b), AS(graze_meeting, when.lower, "lower");
    AS(graze_meeting, when.upper, "upper"), AT(graze_meeting, depth);
    AT(graze_meeting, distance), AT(graze_meeting, time);
    SIZE(graze_body), AT(graze_body, radius), AT(graze_body, vertices);
    AT(graze_body, vertex_count), SIZE(graze_trajectory), AT(graze_trajectory, motions);
    AT(graze_trajectory, count), AT(graze_trajectory, bodies);
    SIZE(graze_interval), AT(graze_interval, upper);
    SIZE(graze_moves), AT(graze_moves, form), AT(graze_moves, bodies), AT(graze_moves, radius);
    AT(graze_moves, place), AT(graze_moves, to), AT(graze_moves, velocity);
    AT(graze_moves, acceleration), AT(graze_moves, start), AT(graze_moves, end);
    AT(graze_moves, duration), SIZE(graze_workspace), AT(graze_workspace, should_stop);
}

static void print_checks(void)
{
    SIZE(graze_check_options), AT(graze_check_options, without_index);
    AT(graze_check_options, index), AT(graze_check_options, filter);
    AT(graze_check_options, threads), AT(graze_check_options, first_agent);
    AT(graze_check_options, source);
    SIZE(graze_check_answer), AT(graze_check_answer, agent_b), AT(graze_check_answer, each);
    AT(graze_check_answer, each_count), AT(graze_check_answer, merged);
    AT(graze_check_answer, merged_count), SIZE(graze_check_listener);
    AT(graze_check_listener, take), AT(graze_check_listener, step);
    AT(graze_check_listener, stop), AT(graze_check_listener, context);
    SIZE(graze_check_counts), AT(graze_check_counts, pairs_done);
    AT(graze_check_counts, motions_filtered), AS(graze_check_counts, work.by_lives, "by_lives");
    AS(graze_check_counts, work.by_exact, "by_exact"), AT(graze_check_counts, agent_a);
}

static void print_planning(void)
{
    SIZE(graze_roadmap), AT(graze_roadmap, places), AT(graze_roadmap, first);
    AT(graze_roadmap, targets), SIZE(graze_grid), AT(graze_grid, blocked), AT(graze_grid, cell);
    SIZE(graze_task), AT(graze_task, speed), AT(graze_task, start), AT(graze_task, goal);
    AT(graze_task, moves), AT(graze_task, acceleration), AT(graze_task, turns);
    AT(graze_task, vertices), AT(graze_task, vertex_count);
    SIZE(graze_problem), AT(graze_problem, tasks);
    AT(graze_problem, task_count), AT(graze_problem, tolerance);
    SIZE(graze_solve_options), AT(graze_solve_options, suboptimality);
    AT(graze_solve_options, without), AT(graze_solve_options, node_limit);
    AT(graze_solve_options, progress), AT(graze_solve_options, seed);
    AT(graze_solve_options, threads), SIZE(graze_solve_progress);
    AT(graze_solve_progress, lower_bound), AT(graze_solve_progress, open_conflicts);
    AT(graze_solve_progress, cost), AT(graze_solve_progress, evictions);
    SIZE(graze_solution), AT(graze_solution, reason), AT(graze_solution, agent_a);
    AT(graze_solution, trajectories), AT(graze_solution, motions);
    AT(graze_solution, sum_of_costs), AT(graze_solution, makespan), AT(graze_solution, tick);
    AT(graze_solution, bodies), AT(graze_solution, corners);
    AT(graze_solution, progress);
}

static void print_solvers(void)
{
    SIZE(graze_body_kind), AT(graze_body_kind, speed), AT(graze_body_kind, moves);
    SIZE(graze_lattice), AT(graze_lattice, tick), SIZE(graze_point), AT(graze_point, y);
    SIZE(graze_constraint), AT(graze_constraint, when), SIZE(graze_motion_pair);
    AT(graze_motion_pair, motion_b), SIZE(graze_prepared), SIZE(graze_prepared_trajectory);
    AT(graze_prepared_trajectory, trajectory), AT(graze_prepared_trajectory, motions);
    AT(graze_prepared_trajectory, plane), AT(graze_prepared_trajectory, timed);
    SIZE(graze_index_pair), AT(graze_index_pair, motion_a), AT(graze_index_pair, agent_b);
    AT(graze_index_pair, motion_b);
}

int main(void)
{
    print_motions();
    print_solvers();
    print_checks();
    print_planning();
    printf("status OK %d\nstatus CAPACITY %d\nstatus WORKSPACE %d\nstatus MEMORY %d\n", GRAZE_OK,
           GRAZE_ERROR_CAPACITY, GRAZE_ERROR_WORKSPACE, GRAZE_ERROR_MEMORY);
    return 0;
}
