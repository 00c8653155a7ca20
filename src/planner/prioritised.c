/* SPDX-License-Identifier: MIT */
/* A queue of agents that want a route, a few of them looked after at a time. */
#include "planner/prioritised.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "numeric/float_mode.h"
#include "planner/soft_sipp.h"

/* The first eviction of an agent costs as much as the longest move, the next one twice that, ...
 * Dearer ones make searches longer and plans worse: 16 moves instead of one cost half as much
 * time again for 600 agents in narrow aisles. An agent that would be later than 64 of them, and
 * than four times as late as any was yet, pushes others out. */
enum { PRICE_BITS = 50, SLACK = 64, ROUND_MAX = 16, WORKERS_MAX = ROUND_MAX, THREAD_AGENTS = 16 };

/* An agent, and the route that was found for it. */
typedef struct turn {
    uint32_t agent;
    step *steps;
    size_t count, capacity;
    bool found, pushes;
    tick arrival; /* unless it pushes */
    graze_status status;
} turn;

/* What a thread needs for itself. */
typedef struct worker {
    struct queue_run *run;
    pthread_t id;
    bool started, leads;
    collision_table collisions;
    timetable_view view;
    sipp hard;
    soft_sipp soft;
} worker;

typedef struct queue_run {
    prioritised *search;
    worker *workers;
    size_t worker_count;
    turn turns[ROUND_MAX];
    size_t turn_count, round; /* of this round; of the next one, if there are so many agents */
    atomic_size_t next;
    atomic_bool stop;
    tick *prices;
    tick longest;    /* of all moves */
    tick slack;      /* how late a search lets an agent be that pushes nobody */
    uint32_t *queue; /* a ring of agent_count */
    size_t first, count;
} queue_run;

static const graze_allocator *memory_of(const queue_run *run)
{
    return &run->search->all->graph->memory;
}

/* ---- the queue ---------------------------------------------------------------------- */

static uint32_t take_next(queue_run *run)
{
    uint32_t agent = run->queue[run->first];
    run->first = (run->first + 1) % run->search->all->agent_count;
    run->count--;
    return agent;
}

static void come_again(queue_run *run, uint32_t agent)
{
    run->queue[(run->first + run->count++) % run->search->all->agent_count] = agent;
}

static void come_next(queue_run *run, uint32_t agent)
{
    const uint32_t all = run->search->all->agent_count;
    run->first = (run->first + all - 1) % all;
    run->queue[run->first] = agent;
    run->count++;
}

/* ---- one agent ---------------------------------------------------------------------- */

static graze_status keep_steps(const queue_run *run, turn *now, const step *steps, size_t count)
{
    if (!ARRAY_RESERVE(memory_of(run), now->steps, now->capacity, count))
        return GRAZE_ERROR_MEMORY;
    if (count > 0)
        memcpy(now->steps, steps, count * sizeof *steps);
    now->count = count;
    now->found = true;
    return GRAZE_OK;
}

/* For an agent that found no way round the others. */
static graze_status push_through(worker *w, turn *now)
{
    const fleet *all = w->run->search->all;
    sipp_question question = fleet_question(all, now->agent, TICK_NEVER);
    graze_status status = soft_sipp_find(&w->soft, &w->view, &question, w->run->prices);
    now->pushes = true;
    if (status == GRAZE_OK && w->soft.found)
        status = keep_steps(w->run, now, w->soft.steps, w->soft.step_count);
    return status;
}

static graze_status find_route(worker *w, turn *now)
{
    const queue_run *run = w->run;
    const fleet *all = run->search->all;
    const sipp_question question =
        fleet_question(all, now->agent, all->distances.direct[now->agent] + run->slack);
    graze_status status = fleet_find_route(&w->view, &w->hard, &question);
    if (status != GRAZE_OK || !w->hard.found)
        return status == GRAZE_OK ? push_through(w, now) : status;
    now->arrival = w->hard.arrival;
    return keep_steps(run, now, w->hard.steps, w->hard.step_count);
}

static void *work(void *context)
{
    FLOAT_MODE_DEFAULT;
    worker *w = context;
    queue_run *run = w->run;
    const prioritised *search = run->search;
    for (size_t i; !run->stop && (i = run->next++) < run->turn_count;) {
        run->turns[i].status = find_route(w, &run->turns[i]);
        if (w->leads && search->go_on != NULL && !search->go_on(search->context))
            run->stop = true;
    }
    return NULL;
}

/* ---- a round ------------------------------------------------------------------------ */

/* Whoever the route meets loses its own. */
static graze_status evict(queue_run *run, const timetable_view *view)
{
    fleet *all = run->search->all;
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < view->met_count && status == GRAZE_OK; i++) {
        uint32_t other = view->met[i];
        status = timetable_remove(&all->plan, other);
        if (run->prices[other] < (tick)1 << PRICE_BITS)
            run->prices[other] += run->longest;
        come_again(run, other);
        run->search->evictions++;
    }
    return status;
}

static void allow_as_late(queue_run *run, const turn *now)
{
    tick late = now->arrival - run->search->all->distances.direct[now->agent];
    tick slack = SLACK * run->longest + 4 * late;
    run->slack = slack > run->slack ? slack : run->slack;
}

/* Takes a route over, unless it meets one that was taken over in the same round: *again. */
static graze_status take_over(queue_run *run, turn *now, bool *again)
{
    fleet *all = run->search->all;
    timetable_view *view = &run->workers[0].view;
    graze_status status =
        timetable_view_meet(view, &all->agents[now->agent], now->steps, now->count);
    *again = !now->pushes && view->met_count > 0;
    if (status != GRAZE_OK || *again)
        return status;
    if (now->pushes)
        status = evict(run, view);
    else
        allow_as_late(run, now);
    return status == GRAZE_OK ? timetable_add(&all->plan, now->agent, now->steps, now->count)
                              : status;
}

/* Those who have to look again come first, in their order. */
static graze_status take_all_over(queue_run *run)
{
    uint32_t again[ROUND_MAX];
    size_t count = 0;
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < run->turn_count && status == GRAZE_OK; i++) {
        turn *now = &run->turns[i];
        bool looks_again = false;
        status = now->status;
        if (status == GRAZE_OK && now->found)
            status = take_over(run, now, &looks_again);
        else if (status == GRAZE_OK)
            come_again(run, now->agent); /* beyond the horizon of all others */
        if (looks_again)
            again[count++] = now->agent;
    }
    for (size_t i = count; i > 0; i--)
        come_next(run, again[i - 1]);
    if (count > 0)
        run->round = (run->round + 1) / 2;
    else if (run->round < ROUND_MAX)
        run->round *= 2;
    return status;
}

static void begin_round(queue_run *run)
{
    for (run->turn_count = 0; run->turn_count < run->round && run->count > 0; run->turn_count++) {
        turn *now = &run->turns[run->turn_count];
        now->agent = take_next(run);
        now->found = now->pushes = false;
        now->status = GRAZE_OK;
    }
    run->search->searches += run->turn_count;
    run->next = 0;
}

static void run_threads(queue_run *run)
{
    size_t threads = run->worker_count < run->turn_count ? run->worker_count : run->turn_count;
    for (size_t i = 1; i < threads; i++)
        run->workers[i].started =
            pthread_create(&run->workers[i].id, NULL, work, &run->workers[i]) == 0;
    work(&run->workers[0]);
    for (size_t i = 1; i < threads; i++)
        if (run->workers[i].started)
            pthread_join(run->workers[i].id, NULL);
}

static graze_status plan_all(queue_run *run)
{
    prioritised *search = run->search;
    graze_status status = GRAZE_OK;
    while (run->count > 0 && status == GRAZE_OK && !run->stop &&
           search->searches < search->search_limit) {
        begin_round(run);
        run_threads(run);
        status = take_all_over(run);
    }
    search->found = status == GRAZE_OK && run->count == 0;
    return status;
}

/* ---- memory ------------------------------------------------------------------------- */

static graze_status open_worker(worker *w, queue_run *run)
{
    const fleet *all = run->search->all;
    w->run = run;
    w->leads = w == run->workers;
    collision_open(&w->collisions, all->graph);
    graze_status status =
        timetable_view_open(&w->view, &all->plan, NULL,
                            w->leads ? all->plan.collisions : &w->collisions);
    if (status == GRAZE_OK)
        status = sipp_open(&w->hard, all->graph);
    if (status == GRAZE_OK)
        status = soft_sipp_open(&w->soft, all->graph);
    return status;
}

static void close_worker(worker *w)
{
    w->run->search->states_expanded += w->hard.expanded + w->soft.expanded;
    timetable_view_close(&w->view);
    sipp_close(&w->hard);
    soft_sipp_close(&w->soft);
    collision_close(&w->collisions);
}

static graze_status open_run(queue_run *run, prioritised *search)
{
    const fleet *all = search->all;
    const graze_allocator *memory = &all->graph->memory;
    size_t threads = all->agent_count < THREAD_AGENTS ? 1 : search->threads;
    threads = threads < WORKERS_MAX ? threads : WORKERS_MAX;
    *run = (queue_run){.search = search,
                       .round = 1,
                       .longest = fleet_longest_move(all),
                       .count = all->agent_count};
    run->slack = SLACK * run->longest;
    run->prices = memory_new(memory, all->agent_count, sizeof *run->prices);
    run->queue = memory_new(memory, all->agent_count, sizeof *run->queue);
    run->workers = memory_new(memory, threads, sizeof *run->workers);
    if (run->prices == NULL || run->queue == NULL || run->workers == NULL)
        return GRAZE_ERROR_MEMORY;
    memcpy(run->queue, all->distances.order, all->agent_count * sizeof *run->queue);
    for (uint32_t i = 0; i < all->agent_count; i++)
        run->prices[i] = run->longest;
    graze_status status = GRAZE_OK;
    while (run->worker_count < threads && status == GRAZE_OK)
        status = open_worker(&run->workers[run->worker_count++], run);
    return status;
}

graze_status prioritised_search(prioritised *search)
{
    queue_run run;
    search->found = false;
    graze_status status = open_run(&run, search);
    if (status == GRAZE_OK)
        status = plan_all(&run);
    for (size_t i = 0; i < run.worker_count; i++)
        close_worker(&run.workers[i]);
    for (size_t i = 0; i < ROUND_MAX; i++)
        memory_free(memory_of(&run), run.turns[i].steps);
    memory_free(memory_of(&run), run.workers);
    memory_free(memory_of(&run), run.prices);
    memory_free(memory_of(&run), run.queue);
    return status;
}
