/* SPDX-License-Identifier: MIT */
/* Rounds of neighbourhoods. */
#include "planner/lns.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "numeric/float_mode.h"
#include "planner/lns_neighbourhood.h"

enum { ROUND = 16, SIZES = 4, ARMS = LNS_CHOICES * SIZES };

static const uint32_t sizes[SIZES] = {1, 2, 4, 8};
static const double reaction = 0.1, least_weight = 0.02;

/* One neighbourhood, and its new routes. */
typedef struct attempt {
    uint64_t number;
    uint32_t arm;
    lns_neighbourhood chosen;
    step *steps; /* of agents[i]: steps[first[i]] ... steps[first[i + 1]] */
    size_t step_count, step_capacity;
    size_t first[LNS_AGENTS_MAX + 1];
    tick gain; /* > 0: better by so much */
    uint64_t expanded;
    graze_status status;
} attempt;

/* What a thread needs for itself. */
typedef struct worker {
    struct lns_run *shared;
    pthread_t id;
    bool started, leads;
    collision_table collisions;
    timetable anew;
    timetable_view view;
    sipp search;
    uint64_t searches;
} worker;

typedef struct lns_run {
    lns *search;
    worker *workers;
    size_t worker_count;
    attempt attempts[ROUND];
    size_t attempt_count;
    atomic_size_t next;
    atomic_bool stop;
    double weights[ARMS];
    tick *late_sums; /* by agent */
} lns_run;

static const graze_allocator *memory_of(const lns_run *all)
{
    return &all->search->all->graph->memory;
}

/* ---- one neighbourhood -------------------------------------------------------------- */

static void shuffle(lns_neighbourhood *chosen, lns_random *source)
{
    for (uint32_t i = chosen->count; i > 1; i--) {
        uint32_t j = lns_random_below(source, i), kept = chosen->agents[i - 1];
        chosen->agents[i - 1] = chosen->agents[j];
        chosen->agents[j] = kept;
    }
}

static graze_status keep_steps(const worker *w, attempt *now, uint32_t place)
{
    size_t count = w->search.step_count;
    if (!ARRAY_RESERVE(memory_of(w->shared), now->steps, now->step_capacity,
                       now->step_count + count))
        return GRAZE_ERROR_MEMORY;
    if (count > 0)
        memcpy(now->steps + now->step_count, w->search.steps, count * sizeof *now->steps);
    now->step_count += count;
    now->first[place + 1] = now->step_count;
    return GRAZE_OK;
}

static bool is_told_to_stop(worker *w)
{
    const lns *search = w->shared->search;
    if (w->leads && search->go_on != NULL && !search->go_on(search->context))
        w->shared->stop = true;
    return w->shared->stop;
}

static graze_status leave_out(timetable_view *view, const lns_neighbourhood *chosen)
{
    graze_status status = GRAZE_OK;
    timetable_view_see_all(view);
    for (uint32_t i = 0; i < chosen->count && status == GRAZE_OK; i++)
        status = timetable_view_leave_out(view, chosen->agents[i]);
    return status;
}

/* Plans the agents in their order. None may make the sum up to it greater than it was, and the
 * last must make it less: those behind it seldom make up for a loss, and a search that may take
 * longer looks at many more states. (Where a loss might be made up for, 600 agents in a warehouse
 * gained half as much in the same time.) */
static graze_status plan_again(worker *w, attempt *now)
{
    const fleet *all = w->shared->search->all;
    tick before = 0, cost = 0;
    for (uint32_t i = 0; i < now->chosen.count; i++) {
        uint32_t agent = now->chosen.agents[i];
        before += timetable_arrival(&all->plan, agent);
        graze_status status = fleet_find_route(all, &w->view, &w->search, agent,
                                               before - cost - (i + 1 == now->chosen.count));
        w->searches++;
        if (status != GRAZE_OK || is_told_to_stop(w) || !w->search.found)
            return status;
        cost += w->search.arrival;
        status = keep_steps(w, now, i);
        if (status == GRAZE_OK && i + 1 < now->chosen.count)
            status = timetable_add(&w->anew, agent, w->search.steps, w->search.step_count);
        if (status != GRAZE_OK)
            return status;
    }
    now->gain = before - cost;
    return GRAZE_OK;
}

static void try_one(worker *w, attempt *now)
{
    const lns_run *shared = w->shared;
    lns_random source = {shared->search->seed ^ now->number * UINT64_C(0xd1342543de82ef95)};
    uint64_t expanded = w->search.expanded;
    now->chosen.wanted = sizes[now->arm % SIZES];
    lns_choose(&now->chosen, shared->search->all, (lns_choice)(now->arm / SIZES),
               shared->late_sums, &source);
    shuffle(&now->chosen, &source);
    now->step_count = 0;
    now->gain = 0;
    now->status = leave_out(&w->view, &now->chosen);
    if (now->status == GRAZE_OK)
        now->status = plan_again(w, now);
    for (uint32_t i = 0; i < now->chosen.count; i++) {
        graze_status status = timetable_remove(&w->anew, now->chosen.agents[i]);
        now->status = now->status == GRAZE_OK ? status : now->status;
    }
    now->expanded = w->search.expanded - expanded;
}

static void *work(void *context)
{
    FLOAT_MODE_DEFAULT;
    worker *w = context;
    lns_run *all = w->shared;
    for (size_t i; !all->stop && (i = all->next++) < all->attempt_count;)
        try_one(w, &all->attempts[i]);
    return NULL;
}

/* ---- what is better ----------------------------------------------------------------- */

static void take_out(fleet *all, const attempt *now, graze_status *status)
{
    for (uint32_t i = 0; i < now->chosen.count && *status == GRAZE_OK; i++)
        *status = timetable_remove(&all->plan, now->chosen.agents[i]);
}

static void put_in(fleet *all, const attempt *now, graze_status *status)
{
    for (uint32_t i = 0; i < now->chosen.count && *status == GRAZE_OK; i++)
        *status = timetable_add(&all->plan, now->chosen.agents[i], now->steps + now->first[i],
                                now->first[i + 1] - now->first[i]);
}

/* Has an attempt that was taken over in this round changed an agent of this one? */
static bool shares_agents(const attempt *now, const uint32_t *changed, size_t count)
{
    for (uint32_t i = 0; i < now->chosen.count; i++)
        for (size_t k = 0; k < count; k++)
            if (now->chosen.agents[i] == changed[k])
                return true;
    return false;
}

/* Do its routes meet anybody in the plan as it is now? */
static bool is_in_the_way(worker *w, const attempt *now, graze_status *status)
{
    const fleet *all = w->shared->search->all;
    bool meets = false;
    *status = leave_out(&w->view, &now->chosen);
    for (uint32_t i = 0; i < now->chosen.count && !meets && *status == GRAZE_OK; i++) {
        *status = timetable_view_meet(&w->view, &all->agents[now->chosen.agents[i]],
                                      now->steps + now->first[i],
                                      now->first[i + 1] - now->first[i]);
        meets = w->view.met_count > 0;
    }
    return meets;
}

static graze_status take_over(lns_run *all)
{
    lns *search = all->search;
    uint32_t changed[ROUND * LNS_AGENTS_MAX];
    size_t count = 0;
    graze_status status = GRAZE_OK;
    for (size_t k = 0; k < all->attempt_count && status == GRAZE_OK; k++) {
        const attempt *now = &all->attempts[k];
        if (now->status != GRAZE_OK || now->gain <= 0 || shares_agents(now, changed, count) ||
            (count > 0 && is_in_the_way(&all->workers[0], now, &status)) || status != GRAZE_OK)
            continue;
        take_out(search->all, now, &status);
        put_in(search->all, now, &status);
        for (uint32_t i = 0; i < now->chosen.count; i++)
            changed[count++] = now->chosen.agents[i];
        search->cost -= now->gain;
        search->taken++;
    }
    return status;
}

/* ---- rounds ------------------------------------------------------------------------- */

static uint32_t choose_arm(const lns_run *all, lns_random *source)
{
    double sum = 0;
    for (uint32_t i = 0; i < ARMS; i++)
        sum += all->weights[i];
    double at = (double)(lns_random_bits(source) >> 11) * 0x1p-53 * sum;
    uint32_t arm = 0;
    for (; arm + 1 < ARMS && at >= all->weights[arm]; arm++)
        at -= all->weights[arm];
    return arm;
}

/* What each way to choose has gained, in thousandths of a long move, for the states that it has had
 * searched. */
static void weigh(lns_run *all)
{
    for (size_t k = 0; k < all->attempt_count; k++) {
        const attempt *now = &all->attempts[k];
        double worth = (double)now->gain * 0x1p-30 / ((double)now->expanded + 100);
        double *weight = &all->weights[now->arm];
        *weight += reaction * (worth - *weight);
        if (*weight < least_weight)
            *weight = least_weight;
    }
}

/* The large ones first, so that threads end at about the same time. */
static void put_in_order(lns_run *all)
{
    for (size_t k = 1; k < all->attempt_count; k++)
        for (size_t i = k; i > 0 && all->attempts[i].arm % SIZES > all->attempts[i - 1].arm % SIZES;
             i--) {
            uint32_t kept = all->attempts[i].arm;
            all->attempts[i].arm = all->attempts[i - 1].arm;
            all->attempts[i - 1].arm = kept;
        }
}

static void prepare_round(lns_run *all)
{
    lns *search = all->search;
    const fleet *crowd = search->all;
    tick sum = 0;
    for (uint32_t i = 0; i < crowd->agent_count; i++) {
        sum += timetable_arrival(&crowd->plan, i) - crowd->distances.direct[i];
        all->late_sums[i] = sum;
    }
    all->attempt_count = ROUND;
    if (search->node_limit > 0 && search->node_limit - search->nodes < ROUND)
        all->attempt_count = (size_t)(search->node_limit - search->nodes);
    lns_random source = {search->seed + search->nodes};
    for (size_t k = 0; k < all->attempt_count; k++) {
        attempt *now = &all->attempts[k];
        now->number = ++search->nodes;
        now->arm = choose_arm(all, &source);
        now->gain = 0;
        now->expanded = 0;
        now->status = GRAZE_OK;
    }
    put_in_order(all);
    all->next = 0;
}

static void run_threads(lns_run *all)
{
    for (size_t i = 1; i < all->worker_count; i++)
        all->workers[i].started =
            pthread_create(&all->workers[i].id, NULL, work, &all->workers[i]) == 0;
    work(&all->workers[0]);
    for (size_t i = 1; i < all->worker_count; i++)
        if (all->workers[i].started)
            pthread_join(all->workers[i].id, NULL);
}

static graze_status run_round(lns_run *all)
{
    prepare_round(all);
    run_threads(all);
    for (size_t k = 0; k < all->attempt_count; k++)
        if (all->attempts[k].status != GRAZE_OK)
            return all->attempts[k].status;
    graze_status status = take_over(all);
    weigh(all);
    return status;
}

static graze_status run_rounds(lns_run *all)
{
    const lns *search = all->search;
    graze_status status = GRAZE_OK;
    while (status == GRAZE_OK && !all->stop && search->cost > search->bound &&
           search->cost > search->enough &&
           (search->node_limit == 0 || search->nodes < search->node_limit))
        status = run_round(all);
    return status;
}

/* ---- memory ------------------------------------------------------------------------- */

static graze_status open_worker(worker *w, lns_run *all)
{
    const fleet *crowd = all->search->all;
    w->shared = all;
    w->leads = w == all->workers;
    collision_open(&w->collisions, crowd->graph);
    graze_status status = timetable_open(&w->anew, &crowd->map, &w->collisions, crowd->agents,
                                         crowd->agent_count);
    if (status == GRAZE_OK)
        status = timetable_view_open(&w->view, &crowd->plan, &w->anew, &w->collisions);
    if (status == GRAZE_OK)
        status = sipp_open(&w->search, crowd->graph);
    return status;
}

static void close_worker(worker *w)
{
    lns *search = w->shared->search;
    search->searches += w->searches;
    search->states_expanded += w->search.expanded;
    search->kernel_calls += w->collisions.kernel_calls;
    sipp_close(&w->search);
    timetable_view_close(&w->view);
    timetable_close(&w->anew);
    collision_close(&w->collisions);
}

static graze_status open_shared(lns_run *all, lns *search)
{
    *all = (lns_run){.search = search};
    for (uint32_t i = 0; i < ARMS; i++)
        all->weights[i] = 1;
    size_t threads = search->threads < ROUND ? search->threads : ROUND;
    all->late_sums =
        memory_new(memory_of(all), search->all->agent_count, sizeof *all->late_sums);
    all->workers = memory_new(memory_of(all), threads, sizeof *all->workers);
    if (all->late_sums == NULL || all->workers == NULL)
        return GRAZE_ERROR_MEMORY;
    graze_status status = GRAZE_OK;
    while (all->worker_count < threads && status == GRAZE_OK)
        status = open_worker(&all->workers[all->worker_count++], all);
    return status;
}

graze_status lns_search(lns *search)
{
    lns_run all;
    search->cost = fleet_cost(search->all);
    search->bound = 0;
    for (uint32_t i = 0; i < search->all->agent_count; i++)
        search->bound += search->all->distances.direct[i];
    graze_status status = open_shared(&all, search);
    if (status == GRAZE_OK)
        status = run_rounds(&all);
    for (size_t i = 0; i < all.worker_count; i++)
        close_worker(&all.workers[i]);
    for (size_t k = 0; k < ROUND; k++)
        memory_free(memory_of(&all), all.attempts[k].steps);
    memory_free(memory_of(&all), all.late_sums);
    memory_free(memory_of(&all), all.workers);
    return status;
}
