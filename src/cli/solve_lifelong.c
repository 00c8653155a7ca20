/* SPDX-License-Identifier: MIT */
/* A lifelong run: goals are handed out as they are released, and window follows window. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/solve_goals.h"

/* After so many windows in which nobody has come nearer to a goal nobody will. */
enum { WINDOWS_WITHOUT_PROGRESS = 256 };

static const double patience = 0.5, interval = 0.1; /* [s] */

/* What was seen of an agent. */
typedef struct watched {
    bool waits;  /* it has a row that is not released */
    size_t made; /* goals */
    double left; /* [s] as near as it has come to the next one; infinity: it has none */
} watched;

typedef struct run {
    solve_job *job;
    graze_lifelong *fleet;
    bool *given;    /* by row */
    size_t first;   /* rows before it are given */
    watched *agents;
    size_t *free, free_count; /* agents without a goal, ascending, and some that have got one */
    size_t made;    /* goals, by committed moves */
    uint64_t windows, idle;
} run;

/* ---- handing out ------------------------------------------------------------------------ */

/* Gives a row, and those of the same task behind it. */
static graze_status give(run *all, size_t row, size_t agent)
{
    const goal_list *goals = &all->job->goals;
    graze_status status = GRAZE_OK;
    do {
        all->given[row] = true;
        status = graze_lifelong_add_goal(all->fleet, agent, goals->rows[row].place);
    } while (status == GRAZE_OK && ++row < goals->count && goals->rows[row].goes_on);
    return status;
}

static bool has_no_goal(const run *all, size_t agent)
{
    graze_lifelong_agent seen;
    return graze_lifelong_look(all->fleet, agent, &seen) == GRAZE_OK && seen.made == seen.goals;
}

static bool reaches_all(const run *all, size_t agent, size_t row)
{
    const goal_list *goals = &all->job->goals;
    bool reached = solve_reaches(all->job, agent, goals->rows[row].place);
    for (row++; row < goals->count && goals->rows[row].goes_on && reached; row++)
        reached = solve_reaches(all->job, agent, goals->rows[row].place);
    return reached;
}

static void find_free(run *all)
{
    all->free_count = 0;
    for (size_t i = 0; i < all->job->scenario.count; i++)
        if (has_no_goal(all, i))
            all->free[all->free_count++] = i;
}

/* The nearest of those who have no goal, as the crow flies; SIZE_MAX: there is none. Those who have
 * got one since are forgotten. */
static size_t nearest_free(run *all, size_t row)
{
    const solve_job *job = all->job;
    size_t nearest = SIZE_MAX, kept = 0;
    double least = INFINITY;
    graze_point to = map_place(&job->map, job->goals.rows[row].place);
    for (size_t k = 0; k < all->free_count; k++) {
        graze_lifelong_agent seen;
        size_t i = all->free[k];
        if (!has_no_goal(all, i))
            continue;
        all->free[kept++] = i;
        if (!reaches_all(all, i, row))
            continue;
        graze_lifelong_look(all->fleet, i, &seen);
        graze_point at = map_place(&job->map, seen.vertex);
        double far = hypot(to.x - at.x, to.y - at.y) / job->tasks[i].speed;
        if (far < least || nearest == SIZE_MAX) {
            nearest = i;
            least = far;
        }
    }
    all->free_count = kept;
    return nearest;
}

/* Hands out what is released by now. Rows of one agent stay in their order; one of nobody's that
 * finds nobody waits. */
static graze_status hand_out(run *all)
{
    const goal_list *goals = &all->job->goals;
    const double now = graze_lifelong_now(all->fleet);
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < all->job->scenario.count; i++)
        all->agents[i].waits = false;
    find_free(all);
    while (all->first < goals->count && all->given[all->first])
        all->first++;
    for (size_t r = all->first; r < goals->count && status == GRAZE_OK; r++) {
        const goal_row *row = &goals->rows[r];
        if (all->given[r] || row->goes_on)
            continue;
        size_t agent = row->agent;
        if (agent == GOAL_FOR_ANYBODY)
            agent = row->release <= now ? nearest_free(all, r) : SIZE_MAX;
        else if (row->release > now)
            all->agents[agent].waits = true;
        if (agent != SIZE_MAX && (row->agent == GOAL_FOR_ANYBODY || !all->agents[agent].waits))
            status = give(all, r, agent);
    }
    return status;
}

/* ---- windows ---------------------------------------------------------------------------- */

static void draw(run *all, double time)
{
    solve_job *job = all->job;
    double now = graze_lifelong_now(all->fleet);
    fprintf(stderr, "\r%.6g s planned  %zu of %zu goals  %.3f/s  %.1f times real time ", now,
            all->made, job->goals.count, now > 0 ? (double)all->made / now : 0,
            now / (time - job->began));
    fflush(stderr);
    job->drawn = time;
}

static bool go_on(void *context)
{
    run *all = context;
    solve_job *job = all->job;
    double time = progress_clock();
    if (job->draws && time - job->began > patience && time - job->drawn > interval)
        draw(all, time);
    job->out_of_time = job->has_time_limit && time - job->began > job->time_limit;
    job->signal = interrupt_pending();
    return !job->out_of_time && job->signal == 0;
}

/* Has an agent made a goal, or come nearer to it than ever? */
static bool gets_on(watched *before, const graze_lifelong_agent *seen)
{
    double left = seen->made < seen->goals ? seen->left : INFINITY;
    bool nearer = seen->made > before->made || left < before->left;
    before->left = seen->made > before->made ? left : fmin(left, before->left);
    before->made = seen->made;
    return nearer;
}

static void watch_agents(run *all)
{
    bool anybody = false;
    all->made = 0;
    for (size_t i = 0; i < all->job->scenario.count; i++) {
        graze_lifelong_agent seen;
        graze_lifelong_look(all->fleet, i, &seen);
        anybody |= gets_on(&all->agents[i], &seen);
        all->made += seen.made;
    }
    all->idle = anybody ? 0 : all->idle + 1;
}

/* Waits for a release do not count as standing still. */
static bool is_over(run *all)
{
    const solve_job *job = all->job;
    double now = graze_lifelong_now(all->fleet), latest = 0;
    if (all->made == job->goals.count || (job->has_until && now >= job->until))
        return true;
    for (size_t r = all->first; r < job->goals.count; r++)
        latest = fmax(latest, job->goals.rows[r].release);
    all->idle = latest > now ? 0 : all->idle;
    return all->idle >= WINDOWS_WITHOUT_PROGRESS;
}

static graze_status run_windows(run *all)
{
    graze_status status = GRAZE_OK;
    while (status == GRAZE_OK && !is_over(all)) {
        status = hand_out(all);
        if (status == GRAZE_OK)
            status = graze_lifelong_advance(all->fleet);
        all->windows += status == GRAZE_OK;
        watch_agents(all);
    }
    all->job->lifelong.out_of_ticks = status == GRAZE_ERROR_CAPACITY;
    bool is_end = status == GRAZE_ERROR_STOPPED || status == GRAZE_ERROR_CAPACITY;
    return is_end ? GRAZE_OK : status;
}

static void tell(const run *all)
{
    solve_job *job = all->job;
    job->lifelong = (solve_tally){.out_of_ticks = job->lifelong.out_of_ticks,
                                  .goals = job->goals.count,
                                  .made = all->made,
                                  .windows = all->windows,
                                  .simulated = graze_lifelong_now(all->fleet)};
    job->lifelong.is_whole = all->made == job->goals.count || job->out_of_time ||
                             (job->has_until && job->lifelong.simulated >= job->until);
}

static bool make_room(run *all)
{
    size_t agents = all->job->scenario.count;
    all->given = calloc(all->job->goals.count + 1, sizeof *all->given);
    all->free = calloc(agents + 1, sizeof *all->free);
    all->agents = calloc(agents + 1, sizeof *all->agents);
    for (size_t i = 0; all->agents != NULL && i < agents; i++)
        all->agents[i].left = INFINITY;
    return all->given != NULL && all->free != NULL && all->agents != NULL;
}

graze_status solve_lifelong(solve_job *job)
{
    run all = {.job = job};
    const graze_lifelong_options options = {.replan = job->replan,
                                            .horizon = job->horizon,
                                            .neighbourhoods =
                                                (uint64_t)fmin(job->node_limit, 0x1p62),
                                            .seed = (uint64_t)job->seed,
                                            .go_on = go_on,
                                            .context = &all};
    graze_status status = make_room(&all) ? GRAZE_OK : GRAZE_ERROR_MEMORY;
    if (status == GRAZE_OK)
        status = graze_lifelong_new(&job->problem, &options, NULL, &all.fleet);
    if (status == GRAZE_OK)
        status = run_windows(&all);
    if (status == GRAZE_OK)
        tell(&all);
    if (status == GRAZE_OK)
        status = graze_lifelong_finish(all.fleet, &job->solution);
    graze_lifelong_free(all.fleet);
    free(all.given);
    free(all.free);
    free(all.agents);
    return status;
}
