/* SPDX-License-Identifier: MIT */
#include "cli/replay_agent.h"

#include <stdlib.h>

#include "cli/interrupt.h"
#include "io/array.h"

enum { INDEX_MEMORY = 1 << 20 /* [bytes] the answers for 65536 pairs of motions */ };

bool replay_worker_open(replay_worker *worker, replay_scene *scene)
{
    *worker = (replay_worker){.scene = scene};
    worker->memory.memory = malloc(INDEX_MEMORY);
    worker->memory.size = INDEX_MEMORY;
    return worker->memory.memory != NULL;
}

void replay_worker_close(replay_worker *worker)
{
    free(worker->memory.memory);
    free(worker->list);
}

void replay_block_free(replay_block *block)
{
    for (size_t i = 0; i < block->room; i++) {
        free(block->answers[i].each.items);
        free(block->answers[i].merged.items);
    }
    free(block->answers);
}

static bool is_stopped(const replay_worker *worker)
{
    return atomic_load_explicit(&worker->scene->stop, memory_order_relaxed) ||
           interrupt_pending() != 0 || worker->into->result != IO_OK;
}

/* ---- answers ------------------------------------------------------------------------ */

/* The next answer, empty, its lists kept from earlier ones. */
static pair_answer *next_answer(replay_block *into)
{
    if (into->count == into->room) {
        size_t capacity = into->room;
        if (!array_grow(&into->answers, &capacity, into->room + 1, sizeof *into->answers)) {
            into->result = IO_MEMORY;
            return NULL;
        }
        for (size_t i = into->room; i < capacity; i++)
            into->answers[i] = (pair_answer){.agent_a = 0};
        into->room = capacity;
    }
    pair_answer *answer = &into->answers[into->count];
    answer->each.count = answer->merged.count = 0;
    return answer;
}

/* What the library's callbacks write to while one pair is decided. */
typedef struct collector {
    pair_answer *answer;
    size_t offset_a, offset_b; /* of the motions that are counted from 0 */
    bool out_of_memory;
} collector;

static bool collect(collector *into, meeting_list *list, const graze_meeting *meeting)
{
    if (!array_grow(&list->items, &list->room, list->count + 1, sizeof *list->items)) {
        into->out_of_memory = true;
        return false;
    }
    graze_meeting *kept = &list->items[list->count++];
    *kept = *meeting;
    kept->motion_a += into->offset_a;
    kept->motion_b += into->offset_b;
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

static void keep(replay_worker *worker, const collector *from)
{
    pair_answer *answer = from->answer;
    answer->agent_a = worker->agent_a;
    answer->agent_b = worker->agent_b;
    if (from->out_of_memory)
        worker->into->result = IO_MEMORY;
    else if (answer->status != GRAZE_OK || answer->merged.count > 0 || answer->each.count > 0)
        worker->into->count++;
    worker->counts.agent_pairs_left++;
}

/* ---- with an index ------------------------------------------------------------------ */

/* Leaves in the list what the boxes leave: both ascend in time. */
static graze_status narrow(replay_worker *worker)
{
    const replay_scene *scene = worker->scene;
    graze_stretches walk;
    graze_stretch on;
    size_t kept = 0, next = 0;
    graze_status status =
        graze_stretches_begin(&walk, scene->boxes[worker->agent_a], scene->boxes[worker->agent_b],
                              scene->options->filter, 0);
    while (status == GRAZE_OK && next < worker->count && graze_stretches_next(&walk, &on)) {
        for (; next < worker->count; next++) {
            const graze_motion_pair *pair = &worker->list[next];
            if (pair->motion_a >= on.first_a + on.count_a ||
                pair->motion_b >= on.first_b + on.count_b)
                break;
            if (pair->motion_a >= on.first_a && pair->motion_b >= on.first_b)
                worker->list[kept++] = *pair;
        }
    }
    worker->count = kept;
    worker->counts.filtered_left += kept;
    return status;
}

/* Decides the pair of agents whose motions have been gathered. */
static void decide_listed(replay_worker *worker)
{
    const plan_agent *agents = worker->scene->given->agents;
    const plan_agent *a = &agents[worker->agent_a], *b = &agents[worker->agent_b];
    collector into = {.answer = worker->count > 0 ? next_answer(worker->into) : NULL};
    if (into.answer == NULL)
        return;
    into.answer->status = worker->scene->boxes != NULL ? narrow(worker) : GRAZE_OK;
    if (into.answer->status == GRAZE_OK && worker->count == 0)
        return;
    if (into.answer->status == GRAZE_OK)
        into.answer->status = graze_trajectory_meetings_among(
            &a->body, &a->trajectory, &b->body, &b->trajectory, worker->list, worker->count,
            worker->scene->options->tolerance, collect_each, collect_merged, &into,
            &worker->counts.work);
    keep(worker, &into);
    worker->count = 0;
}

/* The pairs of one agent come sorted by the other agent. */
static bool gather(void *context, const graze_index_pair *pair)
{
    replay_worker *worker = context;
    if (pair->agent_b != worker->agent_b) {
        decide_listed(worker);
        worker->agent_b = pair->agent_b;
    }
    worker->counts.indexed_left++;
    if (!array_grow(&worker->list, &worker->room, worker->count + 1, sizeof *worker->list))
        worker->into->result = IO_MEMORY;
    else
        worker->list[worker->count++] = (graze_motion_pair){pair->motion_a, pair->motion_b};
    return !is_stopped(worker);
}

static graze_status ask_index(replay_worker *worker)
{
    worker->count = 0;
    worker->agent_b = worker->agent_a;
    graze_status status = graze_index_agent_pairs(worker->scene->index, worker->agent_a,
                                                  GRAZE_INDEX_LATER, &worker->memory, gather,
                                                  worker);
    if (status == GRAZE_OK && !is_stopped(worker))
        decide_listed(worker);
    return status;
}

/* ---- without ------------------------------------------------------------------------ */

static graze_status decide_whole(replay_worker *worker, collector *into)
{
    const plan_agent *agents = worker->scene->given->agents;
    const plan_agent *a = &agents[worker->agent_a], *b = &agents[worker->agent_b];
    return graze_trajectory_meetings_counted(&a->body, &a->trajectory, &b->body, &b->trajectory,
                                             worker->scene->options->tolerance, collect_each,
                                             collect_merged, into, &worker->counts.work);
}

/* The stretches that the boxes leave, one after the other. */
static graze_status decide_stretches(replay_worker *worker, collector *into, bool *any)
{
    const replay_scene *scene = worker->scene;
    const plan_agent *a = &scene->given->agents[worker->agent_a];
    const plan_agent *b = &scene->given->agents[worker->agent_b];
    graze_stretches walk;
    graze_stretch on;
    graze_status status =
        graze_stretches_begin(&walk, scene->boxes[worker->agent_a], scene->boxes[worker->agent_b],
                              scene->options->filter, 0);
    for (*any = false; status == GRAZE_OK && graze_stretches_next(&walk, &on); *any = true) {
        graze_trajectory part_a = {a->trajectory.motions + on.first_a, on.count_a};
        graze_trajectory part_b = {b->trajectory.motions + on.first_b, on.count_b};
        into->offset_a = on.first_a;
        into->offset_b = on.first_b;
        status = graze_trajectory_meetings_counted(&a->body, &part_a, &b->body, &part_b,
                                                   scene->options->tolerance, collect_each,
                                                   collect_merged, into, &worker->counts.work);
    }
    return status;
}

static void try_pair(replay_worker *worker)
{
    collector into = {.answer = next_answer(worker->into)};
    bool any = true;
    if (into.answer == NULL)
        return;
    into.answer->status = worker->scene->boxes != NULL ? decide_stretches(worker, &into, &any)
                                                       : decide_whole(worker, &into);
    if (any || into.answer->status != GRAZE_OK)
        keep(worker, &into);
}

/* ---- an agent ----------------------------------------------------------------------- */

void replay_agent(replay_worker *worker, size_t a, replay_block *into)
{
    size_t agents = worker->scene->given->agent_count;
    into->count = 0;
    into->result = IO_OK;
    worker->into = into;
    worker->agent_a = a;
    worker->counts.agent_pairs += agents - 1 - a;
    if (worker->scene->index == NULL) {
        for (worker->agent_b = a + 1; worker->agent_b < agents && !is_stopped(worker);
             worker->agent_b++)
            try_pair(worker);
        return;
    }
    graze_status status = ask_index(worker);
    if (status == GRAZE_OK)
        return;
    pair_answer *answer = next_answer(into); /* a fault of ours: let somebody hear of it */
    if (answer != NULL) {
        *answer = (pair_answer){a, a, status, answer->each, answer->merged};
        into->count++;
    }
}
