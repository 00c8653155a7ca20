/* SPDX-License-Identifier: MIT */
#include "check/agent_check.h"

#include "base/array.h"
#include "check/listed_pairs.h"
#include "motion/moving_body.h"

enum { INDEX_MEMORY = 1 << 20 /* [bytes] the answers for 65536 pairs of motions */ };

bool agent_worker_open(agent_worker *worker, plan_check *check)
{
    *worker = (agent_worker){.check = check};
    worker->memory.memory = memory_resize(check->allocator, NULL, INDEX_MEMORY, 1);
    worker->memory.size = INDEX_MEMORY;
    return worker->memory.memory != NULL;
}

void agent_worker_close(agent_worker *worker)
{
    memory_free(worker->check->allocator, worker->memory.memory);
    memory_free(worker->check->allocator, worker->listed);
    memory_free(worker->check->allocator, worker->made[0]);
    memory_free(worker->check->allocator, worker->made[1]);
}

void agent_answers_free(const graze_allocator *allocator, agent_answers *answers)
{
    for (size_t i = 0; i < answers->filled; i++) {
        memory_free(allocator, answers->pairs[i].each.items);
        memory_free(allocator, answers->pairs[i].merged.items);
    }
    memory_free(allocator, answers->pairs);
}

static bool is_stopped(const agent_worker *worker)
{
    return worker->into->status != GRAZE_OK || plan_check_is_ended(worker->check);
}

/* Agent b and this one have no answer. */
static void fail(agent_worker *worker, size_t b, graze_status status)
{
    worker->into->status = status;
    worker->into->failed = b;
}

/* ---- answers ------------------------------------------------------------------------ */

/* The next answer, empty, its lists kept from earlier ones; null without memory. */
static pair_meetings *next_answer(agent_worker *worker)
{
    agent_answers *into = worker->into;
    if (!ARRAY_RESERVE(worker->check->allocator, into->pairs, into->capacity, into->count + 1)) {
        fail(worker, worker->agent_b, GRAZE_ERROR_MEMORY);
        return NULL;
    }
    if (into->count == into->filled)
        into->pairs[into->filled++] = (pair_meetings){.agent_b = 0};
    pair_meetings *answer = &into->pairs[into->count];
    answer->each.count = answer->merged.count = 0;
    return answer;
}

/* What the kernel's sinks write to while one pair is decided. */
typedef struct collector {
    const graze_allocator *allocator;
    pair_meetings *answer;
    size_t offset_a, offset_b; /* of the motions, which the kernel counts from 0 */
    bool out_of_memory;
} collector;

static bool collect(collector *into, meeting_list *list, const graze_meeting *meeting)
{
    if (!ARRAY_RESERVE(into->allocator, list->items, list->capacity, list->count + 1)) {
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

/* Keeps what the collector got, if the two agents meet at all. */
static void keep(agent_worker *worker, const collector *from, graze_status status)
{
    pair_meetings *answer = from->answer;
    answer->agent_b = worker->agent_b;
    worker->counts.pairs_asked++;
    if (from->out_of_memory)
        status = GRAZE_ERROR_MEMORY;
    if (status != GRAZE_OK)
        fail(worker, worker->agent_b, status);
    else if (answer->merged.count > 0 || answer->each.count > 0)
        worker->into->count++;
}

/* ---- with an index ------------------------------------------------------------------ */

/* Do both agents have boxes? */
static bool has_boxes(const agent_worker *worker)
{
    graze_boxes *const *boxes = worker->check->boxes;
    return boxes != NULL && boxes[worker->agent_a] != NULL && boxes[worker->agent_b] != NULL;
}

static graze_status begin_stretches(const agent_worker *worker, graze_stretches *walk)
{
    const plan_check *check = worker->check;
    return graze_stretches_begin(walk, check->boxes[worker->agent_a],
                                 check->boxes[worker->agent_b], check->options.filter, 0);
}

/* Leaves in the list what the boxes leave: both ascend in time. */
static graze_status filter_listed(agent_worker *worker)
{
    graze_stretches walk;
    graze_stretch on;
    size_t kept = 0, next = 0;
    graze_status status = begin_stretches(worker, &walk);
    while (status == GRAZE_OK && next < worker->count && graze_stretches_next(&walk, &on)) {
        for (; next < worker->count; next++) {
            const graze_motion_pair *pair = &worker->listed[next];
            if (pair->motion_a >= on.first_a + on.count_a ||
                pair->motion_b >= on.first_b + on.count_b)
                break;
            if (pair->motion_a >= on.first_a && pair->motion_b >= on.first_b)
                worker->listed[kept++] = *pair;
        }
    }
    worker->count = kept;
    worker->counts.motions_filtered += kept;
    return status;
}

/* Has the motions of an agent made that the list names, each once where it meets several in a row;
 * false without memory. */
static bool make_listed(agent_worker *worker, int side, size_t agent, graze_trajectory *path)
{
    const plan_check *check = worker->check;
    const graze_check_source *source = check->options.source;
    *path = check->trajectories[agent];
    if (source == NULL)
        return true;
    if (!ARRAY_RESERVE(check->allocator, worker->made[side], worker->made_capacity[side],
                       path->count))
        return false;
    size_t latest = SIZE_MAX;
    for (size_t k = 0; k < worker->count; k++) {
        const graze_motion_pair *pair = &worker->listed[k];
        const size_t motion = side == 0 ? pair->motion_a : pair->motion_b;
        if (motion != latest)
            source->motions(source->context, agent, motion, 1, &worker->made[side][motion]);
        latest = motion;
    }
    path->motions = worker->made[side];
    return true;
}

/* Decides the pair of agents whose motions have been gathered. */
static void decide_listed(agent_worker *worker)
{
    const plan_check *check = worker->check;
    size_t a = worker->agent_a, b = worker->agent_b;
    const bool any_apart = worker->any_apart;
    worker->any_apart = false;
    if (worker->count == 0) {
        worker->counts.pairs_asked += any_apart;
        return;
    }
    collector into = {.allocator = check->allocator, .answer = next_answer(worker)};
    if (into.answer == NULL)
        return;
    graze_trajectory path_a, path_b;
    graze_status status = has_boxes(worker) ? filter_listed(worker) : GRAZE_OK;
    if (status == GRAZE_OK && worker->count == 0)
        return;
    if (status == GRAZE_OK &&
        !(make_listed(worker, 0, a, &path_a) && make_listed(worker, 1, b, &path_b)))
        status = GRAZE_ERROR_MEMORY;
    if (status == GRAZE_OK)
        status = graze_trajectory_meetings_among(
            &check->bodies[a], &path_a, &check->bodies[b], &path_b, worker->listed, worker->count,
            check->options.tolerance, collect_each, collect_merged, &into, &worker->counts.work);
    keep(worker, &into, status);
    worker->count = 0;
}

/* The pairs of one agent come sorted by the other agent. */
static void come_to(agent_worker *worker, size_t b)
{
    if (b != worker->agent_b) {
        decide_listed(worker);
        worker->agent_b = b;
    }
    worker->counts.motions_indexed++;
}

static bool gather(void *context, const graze_index_pair *pair)
{
    agent_worker *worker = context;
    come_to(worker, pair->agent_b);
    if (!ARRAY_RESERVE(worker->check->allocator, worker->listed, worker->capacity,
                       worker->count + 1))
        fail(worker, pair->agent_b, GRAZE_ERROR_MEMORY);
    else
        worker->listed[worker->count++] = (graze_motion_pair){pair->motion_a, pair->motion_b};
    return !is_stopped(worker);
}

/* A pair of motions that doubles have decided already. */
static bool count_apart(agent_worker *worker, size_t b)
{
    come_to(worker, b);
    worker->any_apart = true;
    worker->counts.work.by_doubles++;
    return !is_stopped(worker);
}

/* The answers that the index would give, from the list of all. */
static void ask_list(agent_worker *worker)
{
    size_t count;
    const listed_pair *list = listed_pairs_of(worker->check, worker->agent_a, &count);
    worker->count = 0;
    worker->any_apart = false;
    worker->agent_b = worker->agent_a;
    bool going_on = true;
    for (size_t i = 0; i < count && going_on; i++) {
        const graze_index_pair pair = {worker->agent_a, list[i].motion_a, list[i].agent_b,
                                       list[i].motion_b};
        going_on = list[i].apart ? count_apart(worker, pair.agent_b) : gather(worker, &pair);
    }
    if (!is_stopped(worker))
        decide_listed(worker);
}

static void ask_index(agent_worker *worker)
{
    worker->count = 0;
    worker->agent_b = worker->agent_a;
    /* The agent is there: the index was made of all. */
    graze_index_agent_pairs(worker->check->index, worker->agent_a, GRAZE_INDEX_LATER,
                            &worker->memory, gather, worker);
    if (!is_stopped(worker))
        decide_listed(worker);
}

/* ---- without ------------------------------------------------------------------------ */

/* Decides the stretches that the boxes leave, one after the other; *any: are there some? */
static graze_status decide_stretches(agent_worker *worker, collector *into, bool *any)
{
    const plan_check *check = worker->check;
    const graze_trajectory *a = &check->trajectories[worker->agent_a];
    const graze_trajectory *b = &check->trajectories[worker->agent_b];
    graze_stretches walk;
    graze_stretch on;
    graze_status status = begin_stretches(worker, &walk);
    for (*any = false; status == GRAZE_OK && graze_stretches_next(&walk, &on); *any = true) {
        const graze_trajectory part_a = trajectory_part(a, on.first_a, on.count_a);
        const graze_trajectory part_b = trajectory_part(b, on.first_b, on.count_b);
        into->offset_a = on.first_a;
        into->offset_b = on.first_b;
        status = graze_trajectory_meetings_counted(
            &check->bodies[worker->agent_a], &part_a, &check->bodies[worker->agent_b], &part_b,
            check->options.tolerance, collect_each, collect_merged, into, &worker->counts.work);
    }
    return status;
}

static graze_status decide_whole(agent_worker *worker, collector *into)
{
    const plan_check *check = worker->check;
    return graze_trajectory_meetings_counted(
        &check->bodies[worker->agent_a], &check->trajectories[worker->agent_a],
        &check->bodies[worker->agent_b], &check->trajectories[worker->agent_b],
        check->options.tolerance, collect_each, collect_merged, into, &worker->counts.work);
}

static void decide_pair(agent_worker *worker)
{
    collector into = {.allocator = worker->check->allocator, .answer = next_answer(worker)};
    bool any = true;
    if (into.answer == NULL)
        return;
    graze_status status = has_boxes(worker) ? decide_stretches(worker, &into, &any)
                                            : decide_whole(worker, &into);
    if (any || status != GRAZE_OK)
        keep(worker, &into, status);
}

/* ---- an agent ----------------------------------------------------------------------- */

void agent_check(agent_worker *worker, size_t a, agent_answers *into)
{
    size_t agents = worker->check->count;
    into->count = 0;
    into->status = GRAZE_OK;
    worker->into = into;
    worker->agent_a = a;
    if (worker->check->listed != NULL) {
        ask_list(worker);
        return;
    }
    if (worker->check->index != NULL) {
        ask_index(worker);
        return;
    }
    for (worker->agent_b = a + 1; worker->agent_b < agents && !is_stopped(worker);
         worker->agent_b++)
        decide_pair(worker);
}
