/* SPDX-License-Identifier: MIT */
/* A solution as a plan, held against the kernel like anybody's plan, and kept. */
#include <stdlib.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/solve_job.h"

static io_result take_meetings(void *context, const graze_check_answer *answer)
{
    solve_job *job = context;
    graze_verdict worst = GRAZE_CLEAR;
    for (size_t i = 0; i < answer->merged_count; i++) {
        const graze_meeting *met = &answer->merged[i];
        if (met->verdict > worst)
            worst = met->verdict;
        if (met->verdict == GRAZE_GRAZE && met->depth > job->deepest_graze)
            job->deepest_graze = met->depth;
    }
    job->meetings[worst]++;
    return IO_OK;
}

io_result solve_take_plan(solve_job *job)
{
    size_t count = job->scenario.count;
    job->plan = (plan){.agent_count = count, .dimension = 2};
    job->plan.agents = calloc(count, sizeof *job->plan.agents);
    if (job->plan.agents == NULL)
        return IO_MEMORY;
    for (size_t i = 0; i < count; i++)
        job->plan.agents[i] = (plan_agent){.label = job->scenario.agents[i].label,
                                           .body = scenario_body(&job->scenario.agents[i]),
                                           .trajectory = job->solution.trajectories[i],
                                           .at_end = GRAZE_STAY};
    io_result named = solve_take_bodies(job);
    if (named != IO_OK)
        return named;
    const graze_check_options how = {.tolerance = job->tolerance, .threads = (size_t)job->jobs};
    const plan_check_listener listener = {
        .take = take_meetings, .whole = true, .context = job};
    graze_check_counts counts;
    return plan_check_pairs(&job->plan, &how, &listener, &counts, &job->fault);
}

static const char *const method_names[] = {"ccbs", "prioritised", "sipp", "lns"};
static const char *const outcome_names[] = {"found", "unfinished", "impossible"};
static const char *const reason_names[] = {"unreachable", "goals overlap", "starts overlap",
                                           "order"};

static io_result store_plan(solve_job *job)
{
    plan_input inputs[5];
    size_t count = 0;
    for (size_t i = 0; i < job->map.input_count; i++)
        inputs[count++] = job->map.inputs[i];
    inputs[count++] = job->scenario.input;
    if (job->tasks_file != NULL)
        inputs[count++] = job->goals.input;
    job->plan.inputs = inputs;
    job->plan.input_count = count;
    io_result result =
        database_add_plan(job->db, job->run_id, &job->plan, job->tolerance, &job->plan_id);
    job->plan.inputs = NULL;
    job->plan.input_count = 0;
    if (result == IO_OK)
        result = database_add_map(job->db, job->run_id, job->plan_id, &job->map);
    return result;
}

enum { NUMBERS_MAX = 32 };

/* The numbers of the run but its course; how many. */
static size_t fill_numbers(const solve_job *job, database_number *numbers)
{
    const graze_solution *s = &job->solution;
    const graze_solve_progress *p = &s->progress;
    bool found = s->outcome == GRAZE_PLAN_FOUND;
    size_t count = 0;
    numbers[count++] = (database_number){"seconds", job->seconds};
    numbers[count++] = (database_number){"lower_bound_s", p->lower_bound};
    numbers[count++] = (database_number){"nodes_expanded", (double)p->nodes_expanded};
    numbers[count++] = (database_number){"nodes_generated", (double)p->nodes_generated};
    numbers[count++] = (database_number){"searches", (double)p->searches};
    numbers[count++] = (database_number){"states_expanded", (double)p->states_expanded};
    numbers[count++] = (database_number){"bypasses", (double)p->bypasses};
    numbers[count++] = (database_number){"kernel_calls", (double)p->kernel_calls};
    numbers[count++] = (database_number){"tick_s", s->tick};
    if (job->method == SOLVE_LNS || job->method == SOLVE_PRIORITISED)
        numbers[count++] = (database_number){"evictions", (double)p->evictions};
    if (job->method == SOLVE_LNS) {
        numbers[count++] = (database_number){"seed", job->seed};
        numbers[count++] = (database_number){"jobs", job->jobs};
    }
    if (found && solve_is_lifelong(job)) {
        const solve_tally *l = &job->lifelong;
        numbers[count++] = (database_number){"goals", (double)l->goals};
        numbers[count++] = (database_number){"goals_made", (double)l->made};
        numbers[count++] = (database_number){"simulated_s", l->simulated};
        numbers[count++] = (database_number){"throughput_per_s", solve_throughput(l)};
        numbers[count++] = (database_number){"windows", (double)l->windows};
        numbers[count++] = (database_number){"replan_s", job->replan};
        numbers[count++] = (database_number){"horizon_s", job->horizon};
    }
    if (found) {
        numbers[count++] = (database_number){"sum_of_costs_s", s->sum_of_costs};
        numbers[count++] = (database_number){"makespan_s", s->makespan};
        numbers[count++] = (database_number){"pairs_touch", (double)job->meetings[GRAZE_TOUCH]};
        numbers[count++] = (database_number){"pairs_graze", (double)job->meetings[GRAZE_GRAZE]};
        numbers[count++] = (database_number){"deepest_graze_m", job->deepest_graze};
    }
    return count;
}

static io_result add_solve(solve_job *job, const database_number *numbers, size_t count)
{
    const graze_solution *s = &job->solution;
    const database_solve row = {
        .map = job->reading_map.file,
        .scenario = job->reading.file,
        .method = method_names[job->method],
        .agents = job->scenario.count,
        .connectivity = job->map.kind == MAP_GRID && !job->any_angle ? job->connectivity : 0,
        .outcome = outcome_names[s->outcome],
        .reason = s->outcome == GRAZE_PLAN_IMPOSSIBLE ? reason_names[s->reason] : NULL,
        .plan_id = job->plan_id,
        .numbers = numbers,
        .number_count = count};
    return database_add_solve(job->db, job->run_id, &row);
}

static io_result store_solve(solve_job *job)
{
    size_t course = anytime_number_count(&job->course);
    database_number *numbers = calloc(NUMBERS_MAX + course, sizeof *numbers);
    char *names = calloc(course + 1, ANYTIME_NAME_SIZE);
    io_result result = IO_MEMORY;
    if (numbers != NULL && names != NULL && !job->course.no_memory) {
        size_t count = fill_numbers(job, numbers);
        anytime_numbers(&job->course, numbers + count, names);
        result = add_solve(job, numbers, count + course);
    }
    free(numbers);
    free(names);
    return result;
}

io_result solve_store(solve_job *job, int status)
{
    io_result result = IO_OK;
    if (job->db == NULL)
        return IO_OK;
    bool answered = status <= CLI_UNFINISHED || status > 128;
    if (answered && job->solution.outcome == GRAZE_PLAN_FOUND)
        result = store_plan(job);
    if (answered && result == IO_OK)
        result = store_solve(job);
    if (result == IO_OK)
        result = database_finish_run(job->db, job->run_id,
                                     !answered      ? "failed"
                                     : status > 128 ? "interrupted"
                                                    : "finished",
                                     status);
    database_close(job->db);
    job->db = NULL;
    interrupt_defer(false);
    return result;
}
