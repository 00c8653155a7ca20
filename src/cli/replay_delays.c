/* SPDX-License-Identifier: MIT */
#include "cli/replay_delays.h"

#include <stdlib.h>
#include <string.h>

#include "cli/starts.h"
#include "io/array.h"

typedef struct delay_search {
    const plan *given;
    double tolerance;
    starts memory;
    replay_delays *found;
} delay_search;

/* ---- how much work? ----------------------------------------------------------------- */

bool replay_delays_is_curved(const plan_agent *agent)
{
    for (size_t i = 0; i < agent->trajectory.count; i++) {
        const graze_motion *motion = &agent->trajectory.motions[i];
        const graze_vector *a = &motion->acceleration;
        if (motion->form == GRAZE_RAMP)
            return true;
        if (motion->form != GRAZE_WAYPOINT && (a->x != 0 || a->y != 0 || a->z != 0))
            return true;
    }
    return false;
}

/* What agents cost: their motions, by whether they ever accelerate. */
typedef struct delay_cost {
    uint64_t straight, curved;
} delay_cost;

static delay_cost cost_of(const plan_agent *agent)
{
    uint64_t motions = agent->trajectory.count;
    return replay_delays_is_curved(agent) ? (delay_cost){0, motions} : (delay_cost){motions, 0};
}

static double cost_of_pair(delay_cost a, delay_cost b)
{
    double all = (double)(a.straight + a.curved) * (double)(b.straight + b.curved);
    double straight = (double)a.straight * (double)b.straight;
    return straight + (all - straight) * REPLAY_DELAYS_CURVED;
}

/* All against all; an agent against itself counts too, it does not matter. */
static double cost_of_all(const plan *given)
{
    delay_cost sum = {0, 0};
    for (size_t i = 0; i < given->agent_count; i++) {
        delay_cost one = cost_of(&given->agents[i]);
        sum.straight += one.straight;
        sum.curved += one.curved;
    }
    return cost_of_pair(sum, sum);
}

/* Another pair of agents than the meeting before? */
static bool is_new_pair(const stored_meeting *meetings, size_t index)
{
    return index == 0 || meetings[index].agent_a != meetings[index - 1].agent_a ||
           meetings[index].agent_b != meetings[index - 1].agent_b;
}

static double cost_of_met(const plan *given, const stored_meeting *meetings, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        if (is_new_pair(meetings, i))
            sum += 2 * cost_of_pair(cost_of(&given->agents[meetings[i].agent_a]),
                                    cost_of(&given->agents[meetings[i].agent_b]));
    return sum;
}

static replay_delays_choice choose(const plan *given, const stored_meeting *meetings, size_t count,
                                   replay_delays_choice choice)
{
    if (choice != REPLAY_DELAYS_AUTO)
        return choice;
    if (cost_of_all(given) <= REPLAY_DELAYS_WORK_MAX)
        return REPLAY_DELAYS_ALL;
    return cost_of_met(given, meetings, count) <= REPLAY_DELAYS_WORK_MAX ? REPLAY_DELAYS_MET
                                                                         : REPLAY_DELAYS_NONE;
}

/* ---- one pair ----------------------------------------------------------------------- */

static graze_status ask(delay_search *search, const plan_agent *a, const plan_agent *b)
{
    interval_list *answer = &search->memory.answer;
    for (;;) {
        graze_status status = graze_trajectory_unsafe_delays(
            &a->body, &a->trajectory, &b->body, &b->trajectory, GRAZE_WAIT, search->tolerance,
            &search->memory.workspace, answer->intervals, answer->capacity, &answer->count);
        if (status == GRAZE_ERROR_CAPACITY) {
            if (!interval_list_grow(answer))
                return GRAZE_ERROR_MEMORY;
        } else if (status != GRAZE_ERROR_WORKSPACE || !starts_grow(&search->memory)) {
            return status;
        }
    }
}

static io_result keep(delay_search *search, size_t agent, size_t other)
{
    replay_delays *found = search->found;
    const interval_list *answer = &search->memory.answer;
    if (answer->count == 0)
        return IO_OK;
    if (!array_grow(&found->items, &found->room, found->count + 1, sizeof *found->items))
        return IO_MEMORY;
    graze_interval *intervals = malloc(answer->count * sizeof *intervals);
    if (intervals == NULL)
        return IO_MEMORY;
    memcpy(intervals, answer->intervals, answer->count * sizeof *intervals);
    found->items[found->count++] = (replay_delay){agent, other, intervals, answer->count};
    return IO_OK;
}

static io_result find_pair(delay_search *search, size_t agent, size_t other)
{
    replay_delays *found = search->found;
    graze_status status = ask(search, &search->given->agents[agent], &search->given->agents[other]);
    if (status == GRAZE_OK)
        return keep(search, agent, other);
    found->fault = status;
    found->agent = agent;
    found->other = other;
    bool memory = status == GRAZE_ERROR_MEMORY || status == GRAZE_ERROR_WORKSPACE;
    return memory ? IO_MEMORY : IO_BAD_INPUT;
}

/* ---- all pairs ---------------------------------------------------------------------- */

static io_result find_all(delay_search *search)
{
    io_result result = IO_OK;
    size_t count = search->given->agent_count;
    for (size_t a = 0; a < count && result == IO_OK; a++) {
        search->found->known[a] = REPLAY_WHOLE;
        for (size_t b = 0; b < count && result == IO_OK; b++)
            if (a != b)
                result = find_pair(search, a, b);
    }
    return result;
}

static int compare_delays(const void *left, const void *right)
{
    const replay_delay *a = left, *b = right;
    if (a->agent != b->agent)
        return a->agent < b->agent ? -1 : 1;
    return (a->other > b->other) - (a->other < b->other);
}

static io_result find_met(delay_search *search, const stored_meeting *meetings, size_t count)
{
    io_result result = IO_OK;
    replay_delays *found = search->found;
    for (size_t i = 0; i < count && result == IO_OK; i++) {
        if (!is_new_pair(meetings, i))
            continue;
        found->known[meetings[i].agent_a] = found->known[meetings[i].agent_b] = REPLAY_MET;
        result = find_pair(search, meetings[i].agent_a, meetings[i].agent_b);
        if (result == IO_OK)
            result = find_pair(search, meetings[i].agent_b, meetings[i].agent_a);
    }
    if (found->count > 0)
        qsort(found->items, found->count, sizeof *found->items, compare_delays);
    return result;
}

io_result replay_delays_find(const plan *given, double tolerance, const stored_meeting *meetings,
                             size_t meeting_count, replay_delays_choice choice,
                             replay_delays *found)
{
    delay_search search = {.given = given, .tolerance = tolerance, .found = found};
    *found = (replay_delays){.known = calloc(given->agent_count + 1, sizeof *found->known)};
    if (found->known == NULL || !starts_open(&search.memory))
        return IO_MEMORY;
    io_result result = IO_OK;
    choice = choose(given, meetings, meeting_count, choice);
    if (choice == REPLAY_DELAYS_ALL)
        result = find_all(&search);
    else if (choice == REPLAY_DELAYS_MET)
        result = find_met(&search, meetings, meeting_count);
    starts_close(&search.memory);
    return result;
}

void replay_delays_free(replay_delays *found)
{
    for (size_t i = 0; i < found->count; i++)
        free(found->items[i].intervals);
    free(found->items);
    free(found->known);
    *found = (replay_delays){.items = NULL};
}
