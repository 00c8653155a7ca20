/* SPDX-License-Identifier: MIT */
#include "refusal/refusal.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include <graze.h>

#include "numeric/scratch.h"
#include "world/sweep.h"

/* Threads of a check of a plan count as well. */
static atomic_size_t count, refused = SIZE_MAX, blocks;
static atomic_size_t runs, short_first, short_last, threads, thread_refused = SIZE_MAX;

void refusal_begin(size_t number)
{
    count = runs = threads = 0;
    short_first = short_last = 0;
    refused = number;
    thread_refused = SIZE_MAX;
}

void refusal_begin_short(size_t first, size_t last)
{
    refusal_begin(SIZE_MAX);
    short_first = first;
    short_last = last;
}

void refusal_begin_threads(size_t number)
{
    refusal_begin(SIZE_MAX);
    thread_refused = number;
}

size_t refusal_runs(void)
{
    return runs;
}

size_t refusal_threads(void)
{
    return threads;
}

size_t refusal_count(void)
{
    return count;
}

size_t refusal_blocks(void)
{
    return blocks;
}

static bool refuses(void)
{
    return atomic_fetch_add(&count, 1) == refused;
}

graze_status __real_scratch_run(const graze_workspace *given, scratch_work *work, void *job);
graze_status __wrap_scratch_run(const graze_workspace *given, scratch_work *work, void *job);

graze_status __wrap_scratch_run(const graze_workspace *given, scratch_work *work, void *job)
{
    const size_t run = atomic_fetch_add(&runs, 1);
    if (run >= short_first && run < short_last)
        return GRAZE_ERROR_WORKSPACE;
    return refuses() ? GRAZE_ERROR_MEMORY : __real_scratch_run(given, work, job);
}

/* Questions of one room to another. */
graze_status __real_graze_conflict_exists(const graze_body *body_a, const graze_motion *a,
                                          const graze_body *body_b, const graze_motion *b,
                                          double tolerance, bool *conflict);
graze_status __wrap_graze_conflict_exists(const graze_body *body_a, const graze_motion *a,
                                          const graze_body *body_b, const graze_motion *b,
                                          double tolerance, bool *conflict);
graze_status __real_graze_conflict_intervals(const graze_body *body_a, const graze_motion *a,
                                             const graze_body *body_b, const graze_motion *b,
                                             double tolerance, graze_interval *intervals,
                                             size_t capacity, size_t *found);
graze_status __wrap_graze_conflict_intervals(const graze_body *body_a, const graze_motion *a,
                                             const graze_body *body_b, const graze_motion *b,
                                             double tolerance, graze_interval *intervals,
                                             size_t capacity, size_t *found);
graze_status __real_graze_conflict_clearance(const graze_body *body_a, const graze_motion *a,
                                             const graze_body *body_b, const graze_motion *b,
                                             graze_clearance *clearance);
graze_status __wrap_graze_conflict_clearance(const graze_body *body_a, const graze_motion *a,
                                             const graze_body *body_b, const graze_motion *b,
                                             graze_clearance *clearance);
graze_status __real_graze_unsafe_starts(const graze_body *body_a, const graze_motion *a,
                                        const graze_body *body_b, const graze_motion *b,
                                        double tolerance, const graze_workspace *workspace,
                                        graze_interval *intervals, size_t capacity, size_t *found);
graze_status __wrap_graze_unsafe_starts(const graze_body *body_a, const graze_motion *a,
                                        const graze_body *body_b, const graze_motion *b,
                                        double tolerance, const graze_workspace *workspace,
                                        graze_interval *intervals, size_t capacity, size_t *found);
graze_status __real_sweep_meets_box(const sweep *path, const world_box *box, bool *meets);
graze_status __wrap_sweep_meets_box(const sweep *path, const world_box *box, bool *meets);

graze_status __wrap_graze_conflict_exists(const graze_body *body_a, const graze_motion *a,
                                          const graze_body *body_b, const graze_motion *b,
                                          double tolerance, bool *conflict)
{
    return refuses() ? GRAZE_ERROR_MEMORY
                     : __real_graze_conflict_exists(body_a, a, body_b, b, tolerance, conflict);
}

graze_status __wrap_graze_conflict_intervals(const graze_body *body_a, const graze_motion *a,
                                             const graze_body *body_b, const graze_motion *b,
                                             double tolerance, graze_interval *intervals,
                                             size_t capacity, size_t *found)
{
    return refuses() ? GRAZE_ERROR_MEMORY
                     : __real_graze_conflict_intervals(body_a, a, body_b, b, tolerance, intervals,
                                                       capacity, found);
}

graze_status __wrap_graze_conflict_clearance(const graze_body *body_a, const graze_motion *a,
                                             const graze_body *body_b, const graze_motion *b,
                                             graze_clearance *clearance)
{
    return refuses() ? GRAZE_ERROR_MEMORY
                     : __real_graze_conflict_clearance(body_a, a, body_b, b, clearance);
}

graze_status __wrap_graze_unsafe_starts(const graze_body *body_a, const graze_motion *a,
                                        const graze_body *body_b, const graze_motion *b,
                                        double tolerance, const graze_workspace *workspace,
                                        graze_interval *intervals, size_t capacity, size_t *found)
{
    return refuses() ? GRAZE_ERROR_MEMORY
                     : __real_graze_unsafe_starts(body_a, a, body_b, b, tolerance, workspace,
                                                  intervals, capacity, found);
}

graze_status __wrap_sweep_meets_box(const sweep *path, const world_box *box, bool *meets)
{
    return refuses() ? GRAZE_ERROR_MEMORY : __real_sweep_meets_box(path, box, meets);
}

static bool refuses_thread(void)
{
    return atomic_fetch_add(&threads, 1) == thread_refused;
}

typedef void *thread_work(void *);
int __real_pthread_create(pthread_t *id, const pthread_attr_t *how, thread_work *work, void *job);
int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *how, thread_work *work, void *job);
int __real_pthread_mutex_init(pthread_mutex_t *made, const pthread_mutexattr_t *how);
int __wrap_pthread_mutex_init(pthread_mutex_t *made, const pthread_mutexattr_t *how);
int __real_pthread_cond_init(pthread_cond_t *made, const pthread_condattr_t *how);
int __wrap_pthread_cond_init(pthread_cond_t *made, const pthread_condattr_t *how);

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *how, thread_work *work, void *job)
{
    return refuses_thread() ? EAGAIN : __real_pthread_create(id, how, work, job);
}

int __wrap_pthread_mutex_init(pthread_mutex_t *made, const pthread_mutexattr_t *how)
{
    return refuses_thread() ? ENOMEM : __real_pthread_mutex_init(made, how);
}

int __wrap_pthread_cond_init(pthread_cond_t *made, const pthread_condattr_t *how)
{
    return refuses_thread() ? ENOMEM : __real_pthread_cond_init(made, how);
}

static void *resize(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        blocks -= block != NULL;
        return NULL;
    }
    if (refuses())
        return NULL;
    blocks += block == NULL;
    return realloc(block, size);
}

const graze_allocator refusal_allocator = {resize, NULL};
