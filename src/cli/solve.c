/* SPDX-License-Identifier: MIT */
/* `graze solve`: reads a map and a scenario, finds a plan, and prints it when it has been
 * certified. Nothing appears anywhere before the input was read without error. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/check_job.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/path_jump.h"
#include "cli/progress.h"
#include "cli/solve_job.h"
#include "io/number.h"

/* ---- while it works ----------------------------------------------------------------- */

static const double patience = 0.5, interval = 0.1; /* [s] */
static const double usual_jump = 1e-9;              /* [m/s] that `graze check` lets pass */

static void draw(solve_job *job, const graze_solve_progress *now, double time)
{
    double seconds = time - job->began;
    if (job->method == SOLVE_LNS && now->cost > 0)
        fprintf(stderr,
                "\r%" PRIu64 " neighbourhoods  cost %.6g  bound %.6g  gap %.2f %%"
                "  searches %" PRIu64 "  %.0f s ",
                now->nodes_expanded, now->cost, now->lower_bound,
                100 * (now->cost / now->lower_bound - 1), now->searches, seconds);
    else
        fprintf(stderr,
                "\r%" PRIu64 " nodes  %.0f/s  bound %.6g  open conflicts %zu  searches %" PRIu64
                "  %.0f s ",
                now->nodes_expanded, (double)now->nodes_expanded / seconds, now->lower_bound,
                now->open_conflicts, now->searches, seconds);
    fflush(stderr);
    job->drawn = time;
}

static bool go_on(void *context, const graze_solve_progress *now)
{
    solve_job *job = context;
    double time = progress_clock();
    if (job->draws && time - job->began > patience && time - job->drawn > interval)
        draw(job, now, time);
    const plot_anytime_point state = {time - job->began, now->cost, now->lower_bound};
    anytime_note(&job->course, &state);
    job->out_of_time = job->has_time_limit && time - job->began > job->time_limit;
    job->signal = interrupt_pending();
    return !job->out_of_time && job->signal == 0;
}

static void end_drawing(const solve_job *job)
{
    if (job->drawn > 0)
        fputs(isatty(STDERR_FILENO) ? "\r\033[K" : "\n", stderr);
}

/* ---- the answer --------------------------------------------------------------------- */

static bool has_ramps(const solve_job *job)
{
    for (size_t i = 0; i < job->scenario.count; i++)
        if (job->tasks[i].acceleration > 0)
            return true;
    return false;
}

/* A row where a motion begins; the share of a ramp where robots speed up (graze/motion.h), the
 * body where they turn. */
static void write_row(rows *writer, const char *label, const graze_motion *motion, bool shares,
                      const char *body)
{
    rows_text(writer, label);
    rows_real(writer, motion->start);
    rows_real(writer, motion->position.x);
    rows_real(writer, motion->position.y);
    if (shares)
        rows_real(writer, motion->form == GRAZE_RAMP ? motion->share : 1);
    if (body != NULL)
        rows_text(writer, body);
    rows_end(writer);
}

/* A row where each motion begins; the last one is the endless stay at the goal. */
static void write_plan(const solve_job *job, rows *writer)
{
    for (size_t i = 0; i < job->plan.agent_count; i++) {
        const plan_agent *agent = &job->plan.agents[i];
        for (size_t m = 0; m < agent->trajectory.count; m++)
            write_row(writer, agent->label, &agent->trajectory.motions[m], has_ramps(job),
                      agent->numbers == NULL ? NULL
                                             : job->plan.bodies[agent->numbers[m] - 1].name);
    }
}

/* The way that an agent does not find even alone, and why. */
static void say_unreachable(const solve_job *job, const scenario_agent *agent)
{
    char text[NUMBER_TEXT_SIZE];
    graze_point start = map_place(&job->map, agent->start);
    graze_point goal = map_place(&job->map, agent->goal);
    fprintf(stderr,
            "%s: no plan: agent '%s' cannot reach its goal, from (%.9g, %.9g) to (%.9g, %.9g)\n",
            job->reading.file, agent->label, start.x, start.y, goal.x, goal.y);
    if (job->map.kind == MAP_GRID)
        fprintf(stderr, "hint: the obstacles of %s leave no way for a radius of %s m\n",
                job->reading_map.file, number_format(agent->radius, false, text));
    else
        fprintf(stderr, "hint: the edges of %s do not lead there\n", job->reading_map.file);
}

static void say_impossible(const solve_job *job)
{
    const scenario_agent *agents = job->scenario.agents;
    const graze_solution *s = &job->solution;
    const char *a = agents[s->agent_a].label, *b = agents[s->agent_b].label;
    switch (s->reason) {
    case GRAZE_NO_PLAN_UNREACHABLE:
        say_unreachable(job, &agents[s->agent_a]);
        break;
    case GRAZE_NO_PLAN_GOALS_OVERLAP:
        fprintf(stderr, "no plan: agents '%s' and '%s' overlap at their goals\n", a, b);
        break;
    case GRAZE_NO_PLAN_STARTS_OVERLAP:
        fprintf(stderr, "no plan: agents '%s' and '%s' overlap at their starts\n", a, b);
        break;
    case GRAZE_NO_PLAN_ORDER:
        fputs("no plan: in whatever order the agents go, they cannot reach their goals\n", stderr);
        break;
    case GRAZE_NO_PLAN_ON_LATTICE:
        fprintf(stderr, "no plan: the others leave agent '%s' no way with these limits\n", a);
        break;
    }
}

/* What to try when a limit came first: a bound that leaves more plans to choose from, or the
 * method that promises less. */
static void say_what_to_try(const solve_job *job)
{
    bool out_of_nodes =
        job->node_limit > 0 && (double)job->solution.progress.nodes_expanded >= job->node_limit;
    if (!job->out_of_time && !out_of_nodes)
        return;
    if (job->method != SOLVE_CCBS) {
        fputs("hint: give it more time, or fewer agents (--agents N)\n", stderr);
        return;
    }
    double more = job->suboptimality - 1;
    if (more > 0)
        fprintf(stderr, "hint: -w %.3g allows a plan that costs more", 1 + 2 * more);
    else
        fputs("hint: -w 1.1 allows a plan that costs a tenth more", stderr);
    fputs(", --method lns plans hundreds of agents without a bound\n", stderr);
}

static void say_roads(const solve_job *job)
{
    size_t count = job->map.undirected_edges;
    if (count > 0)
        fprintf(stderr, "%s has no column 'directed': its %zu edges are read as both ways\n",
                job->reading_map.edges_file, count);
}

static void say_lifelong(const solve_job *job)
{
    const solve_tally *l = &job->lifelong;
    fprintf(stderr,
            "%zu of %zu goals made in %.9g s: %.4f a second; %" PRIu64
            " windows, %.1f times real time\n",
            l->made, l->goals, l->simulated, solve_throughput(l), l->windows,
            l->simulated / job->seconds);
    if (!l->is_whole && job->signal != 0)
        fputs("interrupted\n", stderr);
    else if (!l->is_whole && l->out_of_ticks)
        fputs("not finished: a plan has room for 4096 of the longest moves\n", stderr);
    else if (!l->is_whole)
        fputs("not finished: nobody comes nearer to the goals that are left\n", stderr);
}

/* The work, and how far from the sum of the shortest ways the plan is. */
static void say_work(const solve_job *job)
{
    const graze_solution *s = &job->solution;
    const graze_solve_progress *p = &s->progress;
    bool is_fleet = job->method == SOLVE_PRIORITISED || job->method == SOLVE_LNS;
    if (is_fleet && s->outcome == GRAZE_PLAN_FOUND && p->lower_bound > 0)
        fprintf(stderr, "%.4f times the sum of the shortest ways, %.9g s; %" PRIu64 " evictions\n",
                s->sum_of_costs / p->lower_bound, p->lower_bound, p->evictions);
    if (solve_is_lifelong(job))
        say_lifelong(job);
    else if (job->method == SOLVE_LNS)
        fprintf(stderr, "%" PRIu64 " neighbourhoods, %" PRIu64 " taken over", p->nodes_expanded,
                p->nodes_generated);
    else
        fprintf(stderr, "%" PRIu64 " nodes", p->nodes_expanded);
    fprintf(stderr, "%s%" PRIu64 " searches, %" PRIu64 " states in %.3f s\n",
            solve_is_lifelong(job) ? "" : ", ", p->searches, p->states_expanded, job->seconds);
}

static void say_unfinished(const graze_solve_progress *p)
{
    fprintf(stderr, "not finished: no plan costs less than %.9g s", p->lower_bound);
    if (p->cost > 0 && p->lower_bound > 0)
        fprintf(stderr, ", and one that is known costs %.9g s: at most %.4f times the least",
                p->cost, p->cost / p->lower_bound);
    fputs("\n", stderr);
}

/* What whole ticks leave of a jump where extreme limits let no tick be fine enough. */
static void say_jump(const solve_job *job)
{
    if (job->jump > usual_jump)
        fprintf(stderr,
                "velocities jump by up to %.3g m/s where motions meet: "
                "graze check --max-jump %.3g\n",
                job->jump, 1.01 * job->jump);
}

static void say_summary(const solve_job *job)
{
    const graze_solution *s = &job->solution;
    const graze_solve_progress *p = &s->progress;
    say_roads(job);
    if (s->outcome == GRAZE_PLAN_IMPOSSIBLE) {
        say_impossible(job);
        return;
    }
    if (s->outcome == GRAZE_PLAN_UNFINISHED)
        say_unfinished(p);
    else
        fprintf(stderr,
                "plan of %zu agents: sum of costs %.9g s, makespan %.9g s; %" PRIu64
                " pairs touch, %" PRIu64 " graze (deepest %.3g m)\n",
                job->plan.agent_count, s->sum_of_costs, s->makespan,
                job->meetings[GRAZE_TOUCH], job->meetings[GRAZE_GRAZE], job->deepest_graze);
    say_jump(job);
    say_work(job);
    if (s->outcome == GRAZE_PLAN_UNFINISHED)
        say_what_to_try(job);
}

/* The greatest jump of the velocity of an agent with inertia. */
static graze_status find_jump(solve_job *job)
{
    graze_status status = GRAZE_OK;
    job->jump = usual_jump;
    for (size_t i = 0; i < job->plan.agent_count && status == GRAZE_OK; i++)
        if (job->tasks[i].acceleration > 0)
            status = path_greatest_jump(&job->solution.trajectories[i], &job->jump);
    return status;
}

/* ---- the run ------------------------------------------------------------------------ */

static graze_status ask_library(solve_job *job)
{
    static const graze_method methods[] = {
        [SOLVE_CCBS] = GRAZE_CCBS,
        [SOLVE_PRIORITISED] = GRAZE_PRIORITISED,
        [SOLVE_LNS] = GRAZE_LNS};
    unsigned without = 0;
    for (unsigned i = 0; i < sizeof job->without; i++)
        without |= job->without[i] ? 1u << i : 0;
    const graze_solve_options options = {
        .method = methods[job->method],
        .suboptimality = job->suboptimality,
        .without = without,
        .node_limit = (uint64_t)fmin(job->node_limit, 0x1p62),
        .progress = go_on,
        .context = job,
        .seed = (uint64_t)job->seed,
        .threads = (size_t)job->jobs};
    if (solve_is_lifelong(job))
        return solve_lifelong(job);
    if (job->method == SOLVE_SIPP)
        return graze_plan_among(job->problem.roadmap, &job->tasks[0], job->others,
                                job->tolerance, NULL, &job->solution);
    return graze_solve(&job->problem, &options, NULL, &job->solution);
}

static io_result open_database(solve_job *job)
{
    interrupt_defer(true); /* a signal stops the search, and what is known is told */
    if (job->common.output == NULL)
        return IO_OK;
    database_gives_up_when(interrupt_is_pending);
    io_result result = database_create(job->common.output, &job->sink, &job->db);
    return result == IO_OK ? database_begin_run(job->db, job->command_json, &job->run_id) : result;
}

static int status_of_outcome(const solve_job *job)
{
    const int signal = job->signal != 0 ? job->signal : interrupt_pending();
    if (signal != 0)
        return 128 + signal;
    switch (job->solution.outcome) {
    case GRAZE_PLAN_FOUND:
        return !solve_is_lifelong(job) || job->lifelong.is_whole ? CLI_DONE : CLI_UNFINISHED;
    case GRAZE_PLAN_IMPOSSIBLE:
        return CLI_FOUND;
    case GRAZE_PLAN_UNFINISHED:
        break;
    }
    return CLI_UNFINISHED;
}

/* Solves and certifies; the exit status. */
static int work(solve_job *job)
{
    job->began = progress_clock();
    job->draws = options_progress(&job->common);
    graze_status status = ask_library(job);
    job->seconds = progress_clock() - job->began;
    const plot_anytime_point end = {job->seconds, job->solution.sum_of_costs,
                                    job->solution.progress.lower_bound};
    if (status == GRAZE_OK && !solve_is_lifelong(job))
        anytime_end(&job->course, &end);
    end_drawing(job);
    if (status == GRAZE_ERROR_MEMORY)
        return cli_memory();
    if (status == GRAZE_ERROR_CHOICE && solve_is_lifelong(job))
        return options_refuse("solve", "--replan 5 --horizon 20",
                              "--horizon is beyond the 4096 longest moves that a plan has "
                              "room for");
    if (status != GRAZE_OK)
        return cli_bug(status);
    if (job->solution.outcome != GRAZE_PLAN_FOUND)
        return status_of_outcome(job);
    io_result result = solve_take_plan(job);
    if (result == IO_OK && job->fault == GRAZE_OK && !solve_is_lifelong(job))
        job->fault = find_jump(job);
    if (job->fault == GRAZE_OK && result == IO_OK && job->meetings[GRAZE_CONFLICT] > 0)
        job->fault = GRAZE_ERROR_CONFLICT;
    if (job->fault != GRAZE_OK)
        return cli_bug(job->fault);
    return result == IO_OK ? status_of_outcome(job) : cli_status_of(result);
}

static int deliver(solve_job *job, output *out, int status)
{
    const char *columns[6] = {"agent", "time", "x", "y"};
    size_t count = 4;
    if (has_ramps(job))
        columns[count++] = "share";
    if (job->solution.bodies != NULL)
        columns[count++] = "body";
    bool found = job->solution.outcome == GRAZE_PLAN_FOUND &&
                 (status == CLI_DONE || status == CLI_UNFINISHED || status > 128);
    if (status != CLI_DONE && status != CLI_FOUND && status != CLI_UNFINISHED && status < 128) {
        output_discard(out);
        return status;
    }
    io_result written = found ? solve_write_bodies(job) : IO_OK;
    if (written != IO_OK) {
        output_discard(out);
        return written == IO_MEMORY ? cli_memory() : cli_status_of(written);
    }
    rows *writer = rows_open(output_stream(out), options_format(&job->common, false),
                             job->common.hex, count, columns);
    if (found)
        write_plan(job, writer);
    io_result result = rows_close(writer);
    if (result == IO_MEMORY)
        status = cli_memory();
    if (!found || result == IO_MEMORY)
        output_discard(out);
    else
        result = output_commit(out, &job->sink); /* which tells what the stream met with */
    if (result != IO_OK)
        return cli_status_of(result);
    if (!job->common.quiet)
        say_summary(job);
    return status;
}

static int run(solve_job *job)
{
    output *out;
    io_result result = output_open(NULL, &job->sink, &out);
    if (result != IO_OK)
        return cli_status_of(result);
    result = solve_read(job);
    if (result == IO_OK)
        result = open_database(job);
    if (result != IO_OK) {
        output_discard(out);
        database_close(job->db);
        return job->fault != GRAZE_OK ? cli_bug(job->fault) : cli_status_of(result);
    }
    int status = work(job);
    result = solve_store(job, status);
    if (result != IO_OK) {
        output_discard(out);
        return cli_status_of(result);
    }
    return deliver(job, out, status);
}

int cli_solve(int argc, char **argv)
{
    solve_job job = {.common = COMMON_OPTIONS_DEFAULT,
                     .tolerance = 1e-9,
                     .suboptimality = 1,
                     .connectivity = 3,
                     .seed = 1,
                     .replan = 5,
                     .horizon = 20,
                     .jobs = (int)graze_check_processors(),
                     .solution = {.outcome = GRAZE_PLAN_UNFINISHED}};
    job.command_json = check_command_line(argc, argv); /* before getopt reorders it */
    if (job.command_json == NULL)
        return cli_memory();
    int status = solve_parse(&job, argc, argv);
    if (status == OPTIONS_GO_ON) {
        job.sink = options_diagnostics(&job.common);
        status = run(&job);
    }
    solve_forget(&job);
    return status;
}
