/* SPDX-License-Identifier: MIT */
/* One pair after the other; the lists of an answer are used again for the next. */
#include "cli/replay.h"

#include <stdlib.h>

#include "cli/interrupt.h"
#include "io/array.h"

/* What the library's callbacks write to while one pair is decided. */
typedef struct collector {
    pair_answer *answer;
    bool out_of_memory;
} collector;

static bool collect(collector *into, meeting_list *list, const graze_meeting *meeting)
{
    if (!array_grow(&list->items, &list->room, list->count + 1, sizeof *list->items)) {
        into->out_of_memory = true;
        return false;
    }
    list->items[list->count++] = *meeting;
    return true;
}

static bool collect_each(void *context, const graze_meeting *meeting)
{
    collector *into = context;
    return collect(into, &into->answer->each, meeting);
}

static bool collect_merged(void *context, const graze_meeting *meeting)
{
    collector *into = context;
    return collect(into, &into->answer->merged, meeting);
}

static io_result decide(const plan *given, double tolerance, pair_answer *answer)
{
    const plan_agent *a = &given->agents[answer->agent_a], *b = &given->agents[answer->agent_b];
    collector into = {answer, false};
    answer->each.count = 0;
    answer->merged.count = 0;
    answer->status = graze_trajectory_meetings(&a->body, &a->trajectory, &b->body, &b->trajectory,
                                               tolerance, collect_each, collect_merged, &into);
    return into.out_of_memory ? IO_MEMORY : IO_OK;
}

uint64_t replay_pair_count(const plan *given)
{
    uint64_t agents = given->agent_count;
    return agents < 2 ? 0 : agents * (agents - 1) / 2;
}

io_result replay_pairs(const plan *given, double tolerance, replay_consumer consume, void *context,
                       uint64_t *done)
{
    pair_answer answer = {0};
    io_result result = IO_OK;
    bool stopped = false;
    *done = 0;
    for (size_t a = 0; a < given->agent_count && !stopped; a++) {
        for (size_t b = a + 1; b < given->agent_count && !stopped; b++) {
            answer.agent_a = a;
            answer.agent_b = b;
            result = decide(given, tolerance, &answer);
            if (result == IO_OK)
                result = consume(context, &answer);
            if (result == IO_OK)
                ++*done;
            stopped = result != IO_OK || interrupt_pending() != 0;
        }
    }
    free(answer.each.items);
    free(answer.merged.items);
    return result;
}
