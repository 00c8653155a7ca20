/* SPDX-License-Identifier: MIT */
/* The agents, shared out to threads by a counter, and their answers, put in order again in
 * a ring of blocks, so that no thread runs far ahead of the listener. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "check/agent_check.h"
#include "check/listed_pairs.h"
#include "numeric/float_mode.h"

enum { BLOCKS_PER_THREAD = 32, BOXES_PER_MOTION = 2, THREADS_MAX = 1024 };

/* To wake up for each agent would cost more than to hand its answers over. */
enum { AWAITED = 16 /* [count] agents, if they are done before patience ends */ };

/* How long the caller's thread waits before it asks again whether to stop. */
enum { PATIENCE_NS = 100000000, SECOND_NS = 1000000000 };

typedef struct ordered_check {
    plan_check scene;
    graze_check_counts *counts;

    pthread_mutex_t lock;
    pthread_cond_t answered, taken;
    agent_answers *blocks; /* of agent a: blocks[a % block_count] */
    size_t block_count;
    size_t next;  /* the agent that the next idle thread takes */
    size_t heard; /* agents whose answers the listener has */
    size_t awaited; /* the agent that the listener waits for */
} ordered_check;

size_t graze_check_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : (size_t)count;
}

static uint64_t pair_count(uint64_t agents) { return agents < 2 ? 0 : agents * (agents - 1) / 2; }

/* How many pairs come before (a, b). */
static uint64_t pairs_before(uint64_t agents, uint64_t a, uint64_t b)
{
    return a * agents - a * (a + 1) / 2 + (b - a - 1);
}

/* ---- filters ------------------------------------------------------------------------ */

/* Has all motions made, for who needs more than those that may meet. */
static graze_status make_motions(plan_check *check)
{
    const graze_check_source *source = check->options.source;
    size_t motions = 0;
    if (source == NULL)
        return GRAZE_OK;
    for (size_t i = 0; i < check->count; i++)
        motions += check->trajectories[i].count;
    check->made = memory_resize(check->allocator, NULL, motions, sizeof *check->made);
    check->made_paths =
        memory_resize(check->allocator, NULL, check->count, sizeof *check->made_paths);
    if (check->made == NULL || check->made_paths == NULL)
        return GRAZE_ERROR_MEMORY;
    graze_motion *at = check->made;
    for (size_t i = 0; i < check->count; at += check->trajectories[i++].count) {
        check->made_paths[i] = check->trajectories[i];
        check->made_paths[i].motions = at;
        source->motions(source->context, i, 0, check->trajectories[i].count, at);
    }
    check->trajectories = check->made_paths;
    check->options.source = NULL;
    return GRAZE_OK;
}

static graze_status build_index(plan_check *check)
{
    const graze_index_options options = {.method = check->options.index};
    if (check->options.without_index)
        return GRAZE_OK;
    listed_pairs_find(check);
    if (check->listed != NULL)
        return GRAZE_OK;
    if (plan_check_is_ended(check)) {
        check->ended = true; /* once is enough: there is nothing to ask */
        return GRAZE_OK;
    }
    graze_status status = make_motions(check);
    if (status != GRAZE_OK)
        return status;
    return graze_index_new(check->bodies, check->trajectories, check->count, &options,
                           check->allocator, &check->index);
}

static graze_status build_boxes(plan_check *check)
{
    graze_time_grid grid;
    if (check->options.filter == GRAZE_FILTER_NONE)
        return GRAZE_OK;
    check->boxes = memory_new(check->allocator, check->count, sizeof(graze_boxes *));
    if (check->boxes == NULL)
        return GRAZE_ERROR_MEMORY;
    graze_status status =
        graze_time_grid_of(check->trajectories, check->count, BOXES_PER_MOTION, &grid);
    for (size_t i = 0; i < check->count && status == GRAZE_OK; i++) {
        status = graze_boxes_of_trajectory(check->allocator, &check->bodies[i],
                                           &check->trajectories[i], &grid, 0,
                                           check->options.filter, &check->boxes[i]);
        if (status == GRAZE_ERROR_CAPACITY)
            status = GRAZE_OK; /* the grid does not fit this agent, who goes without */
    }
    return status;
}

static void free_filters(plan_check *check)
{
    for (size_t i = 0; check->boxes != NULL && i < check->count; i++)
        graze_boxes_free(check->boxes[i]);
    memory_free(check->allocator, check->boxes);
    listed_pairs_free(check);
    graze_index_free(check->index);
    memory_free(check->allocator, check->made_paths);
    memory_free(check->allocator, check->made);
}

/* ---- the listener ------------------------------------------------------------------- */

/* Hands over the answers for an agent. False ends the check, with *status where a pair has
 * no answer. */
static bool hand_over(ordered_check *all, size_t agent, const agent_answers *block,
                      graze_status *status)
{
    const graze_check_listener *listener = all->scene.listener;
    size_t agents = all->scene.count;
    for (size_t i = 0; i < block->count; i++) {
        const pair_meetings *pair = &block->pairs[i];
        const graze_check_answer answer = {agent,
                                           pair->agent_b,
                                           pair->each.items,
                                           pair->each.count,
                                           pair->merged.items,
                                           pair->merged.count};
        if (!listener->take(listener->context, &answer)) {
            all->counts->pairs_done = pairs_before(agents, agent, pair->agent_b);
            return false;
        }
    }
    *status = block->status;
    if (block->status != GRAZE_OK) {
        all->counts->agent_a = agent;
        all->counts->agent_b = block->failed;
    }
    if (block->status != GRAZE_OK || plan_check_is_ended(&all->scene))
        return false; /* the block may have been cut short */
    all->counts->pairs_done = pairs_before(agents, agent + 1, agent + 2);
    if (listener->step != NULL)
        listener->step(listener->context, all->counts->pairs_done);
    return true;
}

static void add_counts(graze_check_counts *sum, const graze_check_counts *part)
{
    sum->pairs_asked += part->pairs_asked;
    sum->motions_indexed += part->motions_indexed;
    sum->motions_filtered += part->motions_filtered;
    sum->work.by_lives += part->work.by_lives;
    sum->work.by_doubles += part->work.by_doubles;
    sum->work.by_double_doubles += part->work.by_double_doubles;
    sum->work.by_exact += part->work.by_exact;
}

/* Decides everything in the caller's thread. */
static graze_status check_alone(ordered_check *all)
{
    agent_worker worker;
    agent_answers block = {.status = GRAZE_OK};
    graze_status status = GRAZE_OK;
    bool more = agent_worker_open(&worker, &all->scene);
    if (!more)
        status = GRAZE_ERROR_MEMORY;
    for (size_t a = all->heard; more && a + 1 < all->scene.count; a++) {
        agent_check(&worker, a, &block);
        more = hand_over(all, a, &block, &status);
    }
    add_counts(all->counts, &worker.counts);
    agent_worker_close(&worker);
    agent_answers_free(all->scene.allocator, &block);
    return status;
}

/* ---- threads ------------------------------------------------------------------------ */

/* The next agent for an idle thread; false when there is none left. */
static bool next_agent(ordered_check *all, size_t *agent)
{
    size_t last = all->scene.count - 1; /* which has no later one */
    pthread_mutex_lock(&all->lock);
    while (!all->scene.ended && all->next < last && all->next >= all->heard + all->block_count)
        pthread_cond_wait(&all->taken, &all->lock);
    bool found = !all->scene.ended && all->next < last;
    *agent = found ? all->next++ : 0;
    pthread_mutex_unlock(&all->lock);
    return found;
}

/* A thread's work: a worker and the check that it belongs to. */
typedef struct check_thread {
    pthread_t id;
    agent_worker worker;
    ordered_check *all;
} check_thread;

static void *work(void *context)
{
    check_thread *thread = context;
    ordered_check *all = thread->all;
    size_t agent;
    while (next_agent(all, &agent)) {
        agent_answers *block = &all->blocks[agent % all->block_count];
        agent_check(&thread->worker, agent, block);
        pthread_mutex_lock(&all->lock);
        block->is_ready = true;
        if (agent == all->awaited)
            pthread_cond_signal(&all->answered);
        pthread_mutex_unlock(&all->lock);
    }
    return NULL;
}

static bool is_ready(const ordered_check *all, size_t agent)
{
    return all->blocks[agent % all->block_count].is_ready;
}

/* Sleeps until an agent is done, or patience ends. */
static void await(ordered_check *all, size_t agent)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PATIENCE_NS;
    until.tv_sec += until.tv_nsec / SECOND_NS;
    until.tv_nsec %= SECOND_NS;
    all->awaited = agent;
    while (!is_ready(all, agent) &&
           pthread_cond_timedwait(&all->answered, &all->lock, &until) == 0)
        ;
}

/* Waits for an agent, and for some behind it if they do not take long; false when the caller wants
 * to stop. */
static bool await_some(ordered_check *all, size_t agent)
{
    const size_t last = all->scene.count - 2;
    bool ended = false;
    pthread_mutex_lock(&all->lock);
    if (!is_ready(all, agent))
        await(all, last - agent < AWAITED ? last : agent + AWAITED - 1);
    while (!is_ready(all, agent) && !(ended = plan_check_is_ended(&all->scene)))
        await(all, agent);
    pthread_mutex_unlock(&all->lock);
    return !ended;
}

static graze_status listen(ordered_check *all)
{
    graze_status status = GRAZE_OK;
    bool more = true;
    for (size_t a = all->heard; more && a + 1 < all->scene.count; a++) {
        agent_answers *block = &all->blocks[a % all->block_count];
        if (!await_some(all, a))
            break;
        more = hand_over(all, a, block, &status);
        pthread_mutex_lock(&all->lock);
        block->is_ready = false;
        all->heard++;
        pthread_cond_broadcast(&all->taken);
        pthread_mutex_unlock(&all->lock);
    }
    return status;
}

/* Starts as many threads as it can get; returns how many. */
static size_t start_threads(ordered_check *all, check_thread *threads, size_t wanted)
{
    size_t started = 0;
    while (started < wanted && agent_worker_open(&threads[started].worker, &all->scene)) {
        threads[started].all = all;
        if (pthread_create(&threads[started].id, NULL, work, &threads[started]) != 0)
            break;
        started++;
    }
    if (started < wanted && threads[started].worker.check != NULL)
        agent_worker_close(&threads[started].worker);
    return started;
}

static void end_threads(ordered_check *all, check_thread *threads, size_t count)
{
    pthread_mutex_lock(&all->lock);
    all->scene.ended = true;
    pthread_cond_broadcast(&all->taken);
    pthread_mutex_unlock(&all->lock);
    for (size_t i = 0; i < count; i++) {
        pthread_join(threads[i].id, NULL);
        add_counts(all->counts, &threads[i].worker.counts);
        agent_worker_close(&threads[i].worker);
    }
}

static graze_status check_together(ordered_check *all, size_t wanted)
{
    const graze_allocator *memory = all->scene.allocator;
    check_thread *threads = memory_new(memory, wanted, sizeof *threads);
    all->block_count = wanted * BLOCKS_PER_THREAD;
    all->blocks = memory_new(memory, all->block_count, sizeof *all->blocks);
    size_t started = 0;
    if (threads != NULL && all->blocks != NULL)
        started = start_threads(all, threads, wanted);
    graze_status status = started > 0 ? listen(all) : check_alone(all);
    end_threads(all, threads, started);
    for (size_t i = 0; all->blocks != NULL && i < all->block_count; i++)
        agent_answers_free(memory, &all->blocks[i]);
    memory_free(memory, all->blocks);
    memory_free(memory, threads);
    return status;
}

/* With locks only where there are threads to keep apart. */
static graze_status check_pairs(ordered_check *all)
{
    size_t wanted = all->scene.options.threads;
    if (wanted <= 1)
        return check_alone(all);
    if (pthread_mutex_init(&all->lock, NULL) != 0)
        return GRAZE_ERROR_MEMORY;
    bool has_answered = pthread_cond_init(&all->answered, NULL) == 0;
    bool has_taken = has_answered && pthread_cond_init(&all->taken, NULL) == 0;
    graze_status status = has_taken ? check_together(all, wanted) : GRAZE_ERROR_MEMORY;
    if (has_taken)
        pthread_cond_destroy(&all->taken);
    if (has_answered)
        pthread_cond_destroy(&all->answered);
    pthread_mutex_destroy(&all->lock);
    return status;
}

/* ---- the door ----------------------------------------------------------------------- */

static size_t threads_of(const graze_check_options *options, size_t agents)
{
    size_t threads = options->threads == 0 ? graze_check_processors() : options->threads;
    if (threads > THREADS_MAX)
        threads = THREADS_MAX;
    return threads < agents ? threads : agents;
}

static graze_status validate(const graze_check_options *options)
{
    if (!isfinite(options->tolerance))
        return GRAZE_ERROR_NOT_FINITE;
    if (options->tolerance < 0)
        return GRAZE_ERROR_NEGATIVE_TOLERANCE;
    if ((unsigned)options->index > GRAZE_INDEX_MASKS ||
        (unsigned)options->filter > GRAZE_FILTER_PYRAMID)
        return GRAZE_ERROR_CHOICE;
    if (options->source != NULL && options->source->motions == NULL)
        return GRAZE_ERROR_NULL;
    return GRAZE_OK;
}

graze_status graze_check_plan(const graze_body *bodies, const graze_trajectory *trajectories,
                              size_t count, const graze_check_options *options,
                              const graze_check_listener *listener,
                              const graze_allocator *allocator, graze_check_counts *counts)
{
    FLOAT_MODE_DEFAULT;
    if (options == NULL || listener == NULL || listener->take == NULL || counts == NULL ||
        (count > 0 && (bodies == NULL || trajectories == NULL)))
        return GRAZE_ERROR_NULL;
    *counts = (graze_check_counts){.pairs = pair_count(count)};
    graze_status status = validate(options);
    if (status != GRAZE_OK || count < 2)
        return status;
    const graze_allocator memory = memory_allocator(allocator);
    ordered_check all = {.scene = {.bodies = bodies,
                                   .trajectories = trajectories,
                                   .count = count,
                                   .options = *options,
                                   .listener = listener,
                                   .allocator = &memory},
                         .counts = counts};
    all.scene.options.threads = threads_of(options, count);
    all.next = all.heard = options->first_agent < count ? options->first_agent : count - 1;
    counts->pairs_done = pairs_before(count, all.heard, all.heard + 1);
    if (options->without_index || options->filter != GRAZE_FILTER_NONE)
        status = make_motions(&all.scene);
    if (status == GRAZE_OK)
        status = build_index(&all.scene);
    if (status == GRAZE_OK)
        status = build_boxes(&all.scene);
    if (status == GRAZE_OK)
        status = check_pairs(&all);
    free_filters(&all.scene);
    return status;
}
