/* SPDX-License-Identifier: MIT */
/* The agents shared out to threads by a counter, and their answers put in order again
 * in a ring of blocks, so that nobody runs far ahead of the consumer. */
#include "cli/replay.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/replay_agent.h"

enum { BLOCKS_PER_JOB = 32, BOXES_PER_MOTION = 2, JOBS_MAX = 1024 };

typedef struct replay {
    replay_scene scene;
    const replay_listener *listener;
    replay_counts *counts;
    uint64_t *done;

    pthread_mutex_t lock;
    pthread_cond_t answered, taken;
    replay_block *blocks; /* of agent a: blocks[a % block_count] */
    size_t block_count;
    size_t next;   /* the agent that the next idle thread takes */
    size_t agents; /* that the consumer has taken */
} replay;

int replay_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > JOBS_MAX ? JOBS_MAX : (int)count;
}

uint64_t replay_pair_count(const plan *given)
{
    uint64_t agents = given->agent_count;
    return agents < 2 ? 0 : agents * (agents - 1) / 2;
}

/* How many pairs come before (a, b). */
static uint64_t pairs_before(const plan *given, size_t a, size_t b)
{
    uint64_t agents = given->agent_count, before = a;
    return before * agents - before * (before + 1) / 2 + (b - a - 1);
}

/* ---- filters ------------------------------------------------------------------------ */

static io_result result_of(graze_status status)
{
    return status == GRAZE_OK ? IO_OK : IO_MEMORY; /* the plan was validated when it was read */
}

io_result replay_index(const plan *given, graze_index_method method, graze_index **index)
{
    size_t count = given->agent_count;
    graze_body *bodies = malloc((count + 1) * sizeof *bodies);
    graze_trajectory *trajectories = malloc((count + 1) * sizeof *trajectories);
    io_result result = IO_MEMORY;
    if (bodies != NULL && trajectories != NULL) {
        for (size_t i = 0; i < count; i++) {
            bodies[i] = given->agents[i].body;
            trajectories[i] = given->agents[i].trajectory;
        }
        const graze_index_options options = {.method = method};
        result = result_of(
            graze_index_new(bodies, trajectories, count, &options, NULL, index));
    }
    free(bodies);
    free(trajectories);
    return result;
}

static graze_status find_grid(const plan *given, graze_time_grid *grid)
{
    size_t count = given->agent_count;
    graze_trajectory *trajectories = malloc((count + 1) * sizeof *trajectories);
    if (trajectories == NULL)
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        trajectories[i] = given->agents[i].trajectory;
    graze_status status = graze_time_grid_of(trajectories, count, BOXES_PER_MOTION, grid);
    free(trajectories);
    return status;
}

static io_result build_boxes(replay_scene *scene)
{
    const plan *given = scene->given;
    graze_time_grid grid;
    if (scene->options->filter == GRAZE_FILTER_NONE)
        return IO_OK;
    scene->boxes = calloc(given->agent_count + 1, sizeof *scene->boxes);
    graze_status status = scene->boxes == NULL ? GRAZE_ERROR_MEMORY : find_grid(given, &grid);
    for (size_t i = 0; i < given->agent_count && status == GRAZE_OK; i++)
        status = graze_boxes_of_trajectory(NULL, &given->agents[i].body,
                                           &given->agents[i].trajectory, &grid, 0,
                                           scene->options->filter, &scene->boxes[i]);
    return result_of(status);
}

static void free_filters(replay_scene *scene)
{
    for (size_t i = 0; scene->boxes != NULL && i < scene->given->agent_count; i++)
        graze_boxes_free(scene->boxes[i]);
    free(scene->boxes);
    graze_index_free(scene->index);
}

/* ---- consuming ---------------------------------------------------------------------- */

/* Hands a block over. */
static io_result take(replay *all, size_t agent, const replay_block *block)
{
    const replay_listener *listener = all->listener;
    for (size_t i = 0; i < block->count; i++) {
        const pair_answer *answer = &block->answers[i];
        io_result result = listener->take(listener->context, answer);
        if (result != IO_OK) {
            *all->done = pairs_before(all->scene.given, agent, answer->agent_b);
            return result;
        }
    }
    if (block->result != IO_OK || interrupt_pending() != 0)
        return block->result; /* it may have been cut short */
    *all->done = pairs_before(all->scene.given, agent + 1, agent + 2);
    if (listener->step != NULL)
        listener->step(listener->context, *all->done);
    return IO_OK;
}

static void add_counts(replay_counts *sum, const replay_counts *part)
{
    sum->agent_pairs += part->agent_pairs;
    sum->agent_pairs_left += part->agent_pairs_left;
    sum->indexed_left += part->indexed_left;
    sum->filtered_left += part->filtered_left;
    sum->work.by_lives += part->work.by_lives;
    sum->work.by_doubles += part->work.by_doubles;
    sum->work.by_double_doubles += part->work.by_double_doubles;
    sum->work.by_exact += part->work.by_exact;
}

/* Without threads. */
static io_result replay_alone(replay *all)
{
    replay_worker worker;
    replay_block block = {.result = IO_OK};
    if (!replay_worker_open(&worker, &all->scene))
        return IO_MEMORY;
    io_result result = IO_OK;
    size_t agents = all->scene.given->agent_count;
    for (size_t a = 0; a + 1 < agents && result == IO_OK && interrupt_pending() == 0; a++) {
        replay_agent(&worker, a, &block);
        result = take(all, a, &block);
    }
    add_counts(all->counts, &worker.counts);
    replay_worker_close(&worker);
    replay_block_free(&block);
    return result;
}

/* ---- threads ------------------------------------------------------------------------ */

/* The next agent for an idle thread; false when there is none left. */
static bool next_agent(replay *all, size_t *agent)
{
    size_t last = all->scene.given->agent_count - 1; /* who has no later one */
    pthread_mutex_lock(&all->lock);
    while (!all->scene.stop && all->next < last && all->next >= all->agents + all->block_count)
        pthread_cond_wait(&all->taken, &all->lock);
    bool found = !all->scene.stop && all->next < last;
    *agent = found ? all->next++ : 0;
    pthread_mutex_unlock(&all->lock);
    return found;
}

static void *work(void *context)
{
    replay_worker *worker = context;
    replay *all = (replay *)worker->scene; /* its first member */
    size_t agent;
    while (next_agent(all, &agent)) {
        replay_block *block = &all->blocks[agent % all->block_count];
        replay_agent(worker, agent, block);
        pthread_mutex_lock(&all->lock);
        block->ready = true;
        pthread_cond_signal(&all->answered);
        pthread_mutex_unlock(&all->lock);
    }
    return NULL;
}

/* Waits for a block, and now and then looks whether a signal came. */
static bool await(replay *all, replay_block *block)
{
    pthread_mutex_lock(&all->lock);
    while (!block->ready && interrupt_pending() == 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&all->answered, &all->lock, &until);
    }
    bool ready = block->ready;
    pthread_mutex_unlock(&all->lock);
    return ready;
}

static io_result consume(replay *all)
{
    io_result result = IO_OK;
    size_t agents = all->scene.given->agent_count;
    for (size_t a = 0; a + 1 < agents && result == IO_OK; a++) {
        replay_block *block = &all->blocks[a % all->block_count];
        if (!await(all, block) || interrupt_pending() != 0)
            break;
        result = take(all, a, block);
        pthread_mutex_lock(&all->lock);
        block->ready = false;
        all->agents++;
        pthread_cond_broadcast(&all->taken);
        pthread_mutex_unlock(&all->lock);
    }
    return result;
}

static void stop(replay *all)
{
    pthread_mutex_lock(&all->lock);
    all->scene.stop = true;
    pthread_cond_broadcast(&all->taken);
    pthread_mutex_unlock(&all->lock);
}

/* Starts as many threads as it can get; answers how many. */
static int start(replay *all, pthread_t *threads, replay_worker *workers, int jobs)
{
    int started = 0;
    while (started < jobs && replay_worker_open(&workers[started], &all->scene)) {
        if (pthread_create(&threads[started], NULL, work, &workers[started]) != 0) {
            replay_worker_close(&workers[started]);
            break;
        }
        started++;
    }
    return started;
}

static io_result replay_together(replay *all, int jobs)
{
    pthread_t *threads = calloc((size_t)jobs, sizeof *threads);
    replay_worker *workers = calloc((size_t)jobs, sizeof *workers);
    all->block_count = (size_t)jobs * BLOCKS_PER_JOB;
    all->blocks = calloc(all->block_count, sizeof *all->blocks);
    int started = 0;
    if (threads != NULL && workers != NULL && all->blocks != NULL)
        started = start(all, threads, workers, jobs);
    io_result result = started > 0 ? consume(all) : replay_alone(all);
    stop(all);
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        add_counts(all->counts, &workers[i].counts);
        replay_worker_close(&workers[i]);
    }
    for (size_t i = 0; all->blocks != NULL && i < all->block_count; i++)
        replay_block_free(&all->blocks[i]);
    free(all->blocks);
    free(threads);
    free(workers);
    return result;
}

io_result replay_pairs(const plan *given, const replay_options *options,
                       const replay_listener *listener, replay_counts *counts, uint64_t *done)
{
    replay all = {.scene = {.given = given, .options = options},
                  .listener = listener,
                  .counts = counts,
                  .done = done};
    *counts = (replay_counts){.agent_pairs = 0};
    *done = 0;
    if (given->agent_count < 2)
        return IO_OK;
    pthread_mutex_init(&all.lock, NULL);
    pthread_cond_init(&all.answered, NULL);
    pthread_cond_init(&all.taken, NULL);
    io_result result =
        options->indexed ? replay_index(given, options->index, &all.scene.index) : IO_OK;
    if (result == IO_OK)
        result = build_boxes(&all.scene);
    if (result == IO_OK)
        result = options->jobs > 1 ? replay_together(&all, options->jobs) : replay_alone(&all);
    free_filters(&all.scene);
    pthread_mutex_destroy(&all.lock);
    pthread_cond_destroy(&all.answered);
    pthread_cond_destroy(&all.taken);
    return result;
}
