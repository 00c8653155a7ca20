/* SPDX-License-Identifier: MIT */
#include "cli/plan_check.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "cli/interrupt.h"

/* What the library asks for: the agents' bodies and their trajectories, each in a row. */
typedef struct agent_arrays {
    graze_body *bodies;
    graze_trajectory *trajectories;
    graze_check_waypoints *waypoints;
} agent_arrays;

static io_result arrays_of(const plan *given, agent_arrays *arrays)
{
    size_t count = given->agent_count;
    arrays->bodies = malloc((count + 1) * sizeof *arrays->bodies);
    arrays->trajectories = malloc((count + 1) * sizeof *arrays->trajectories);
    arrays->waypoints = malloc((count + 1) * sizeof *arrays->waypoints);
    if (arrays->bodies == NULL || arrays->trajectories == NULL || arrays->waypoints == NULL)
        return IO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        arrays->bodies[i] = given->agents[i].body;
        arrays->trajectories[i] = given->agents[i].trajectory;
        arrays->waypoints[i] = (graze_check_waypoints){given->agents[i].waypoints,
                                                       given->agents[i].waypoint_count};
    }
    return IO_OK;
}

static void free_arrays(const agent_arrays *arrays)
{
    free(arrays->bodies);
    free(arrays->trajectories);
    free(arrays->waypoints);
}

uint64_t plan_pair_count(const plan *given)
{
    uint64_t agents = given->agent_count;
    return agents < 2 ? 0 : agents * (agents - 1) / 2;
}

io_result plan_index(const plan *given, graze_index **index)
{
    agent_arrays arrays;
    io_result result = arrays_of(given, &arrays);
    if (result == IO_OK && graze_index_new(arrays.bodies, arrays.trajectories, given->agent_count,
                                           NULL, NULL, index) != GRAZE_OK)
        result = IO_MEMORY; /* the plan was validated when it was read */
    free_arrays(&arrays);
    return result;
}

static bool has_waypoints(const plan *given)
{
    for (size_t i = 0; i < given->agent_count; i++)
        if (given->agents[i].waypoints != NULL)
            return true;
    return false;
}

static void make_motions(void *context, size_t agent, size_t first, size_t count,
                         graze_motion *motions)
{
    const plan *const *given = context;
    plan_motions(&(*given)->agents[agent], first, count, motions);
}

/* ---- a check ------------------------------------------------------------------------ */

typedef struct relay {
    const plan_check_listener *to;
    io_result result;
    atomic_bool failed; /* for other threads */
} relay;

static bool take(void *context, const graze_check_answer *answer)
{
    relay *all = context;
    all->result = all->to->take(all->to->context, answer);
    return all->result == IO_OK && (all->to->enough == NULL || !*all->to->enough);
}

static void step(void *context, uint64_t done)
{
    relay *all = context;
    if (all->to->step != NULL && all->result == IO_OK)
        all->result = all->to->step(all->to->context, done);
    all->failed = all->result != IO_OK;
}

static bool stop(void *context)
{
    relay *all = context;
    return (!all->to->whole && interrupt_is_pending()) || all->failed;
}

io_result plan_check_pairs(const plan *given, const graze_check_options *options,
                     const plan_check_listener *listener, graze_check_counts *counts,
                     graze_status *fault)
{
    agent_arrays arrays;
    relay all = {.to = listener, .result = arrays_of(given, &arrays)};
    const graze_check_listener ours = {take, step, stop, &all};
    const graze_check_source source = {make_motions, &given, arrays.waypoints};
    graze_check_options how = *options;
    how.source = has_waypoints(given) ? &source : NULL;
    *fault = GRAZE_OK;
    *counts = (graze_check_counts){.pairs = plan_pair_count(given)};
    if (all.result == IO_OK)
        *fault = graze_check_plan(arrays.bodies, arrays.trajectories, given->agent_count, &how,
                                  &ours, NULL, counts);
    free_arrays(&arrays);
    if (*fault == GRAZE_OK)
        return all.result;
    bool is_memory = *fault == GRAZE_ERROR_MEMORY || *fault == GRAZE_ERROR_WORKSPACE;
    return is_memory ? IO_MEMORY : IO_BAD_INPUT;
}
