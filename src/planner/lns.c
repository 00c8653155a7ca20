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
#include "planner/soft_sipp.h"

enum { ROUND = 16, ROUND_MAX = 64, SIZES = 4, FAILURES = 4, ARMS = LNS_CHOICES * SIZES };

/* [1/8] Three of four attempts search cheaply (fleet_cheap_question). For 2000 agents in caves they
 * gained 38 s for a million states, and 15 s where none did. */
enum { CHEAP = 3 };

static const uint32_t sizes[SIZES] = {1, 2, 4, 8};
/* How slowly an arm forgets, and the share of the best weight that is left to the worst. */
static const double memory_of_arm = 0.99, least_share = 0.05;

/* One neighbourhood, and its new routes. */
typedef struct attempt {
    uint64_t number;
    uint32_t arm;
    uint32_t share; /* [1/8] of what they may lose that must not be lost early */
    lns_neighbourhood chosen;
    step *steps; /* of agents[i]: steps[first[i]] ... steps[first[i + 1]] */
    size_t step_count, step_capacity;
    size_t first[LNS_AGENTS_MAX + 1];
    tick gain; /* > 0: better by so much */
    bool is_taken;
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
    soft_sipp soft;
    tick *prices; /* by agent */
    uint64_t searches;
} worker;

typedef struct lns_run {
    lns *search;
    worker *workers;
    size_t worker_count;
    attempt attempts[ROUND_MAX];
    size_t attempt_count, round; /* of this round; of the next one, if nothing ends it */
    atomic_size_t next;
    atomic_bool stop;
    double gains[ARMS], states[ARMS]; /* of each arm; older ones count less */
    double weights[ARMS];
    tick longest;       /* of all moves */
    tick *late_sums;    /* by agent */
    uint32_t *failures; /* by agent: neighbourhoods around it since one that it was in was of use */
} lns_run;

static const graze_allocator *memory_of(const lns_run *all)
{
    return &all->search->all->graph->memory;
}

/* ---- one neighbourhood -------------------------------------------------------------- */

/* Puts those behind the first agent, for whom they were chosen, in a random order. */
static void shuffle(lns_neighbourhood *chosen, lns_random *source)
{
    for (uint32_t i = chosen->count; i > 2; i--) {
        uint32_t j = 1 + lns_random_below(source, i - 1);
        uint32_t kept = chosen->agents[i - 1];
        chosen->agents[i - 1] = chosen->agents[j];
        chosen->agents[j] = kept;
    }
}

static graze_status keep_steps(const worker *w, attempt *now, uint32_t place, const step *steps,
                               size_t count)
{
    if (!ARRAY_RESERVE(memory_of(w->shared), now->steps, now->step_capacity,
                       now->step_count + count))
        return GRAZE_ERROR_MEMORY;
    if (count > 0)
        memcpy(now->steps + now->step_count, steps, count * sizeof *now->steps);
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

static tick arrival_of(const fleet *all, uint32_t agent, const step *steps, size_t count)
{
    if (count == 0)
        return 0;
    const step *last = &steps[count - 1];
    return last->start + graph_duration(all->graph, all->agents[agent].kind, last->edge);
}

/* A new route of an agent, round which those behind it are planned. */
static graze_status go(worker *w, attempt *now, uint32_t i, const step *steps, size_t count)
{
    const fleet *all = w->shared->search->all;
    const uint32_t agent = now->chosen.agents[i];
    now->gain += timetable_arrival(&all->plan, agent) - arrival_of(all, agent, steps, count);
    graze_status status = keep_steps(w, now, i, steps, count);
    if (status == GRAZE_OK && i + 1 < now->chosen.count)
        status = timetable_add(&w->anew, agent, steps, count);
    return status;
}

/* Plans the agents from one on in their order. The first must arrive earlier than it did: most
 * attempts that fail end there, after one search. None behind it may make the sum up to it greater
 * than it was, and the last must make it less: those behind it seldom make up for a loss, and a
 * search that may take longer looks at many more states. (Where a loss might be made up for, 600
 * agents in a warehouse gained half as much in the same time; where the first might be as late as
 * before, 1000 agents in caves gained three quarters as much for the same states, and less in the
 * same time.) */
static graze_status plan_again(worker *w, attempt *now, uint32_t from)
{
    const fleet *all = w->shared->search->all;
    graze_status status = GRAZE_OK;
    for (uint32_t i = from; i < now->chosen.count && status == GRAZE_OK; i++) {
        const uint32_t agent = now->chosen.agents[i];
        const bool must_gain = i == 0 || i + 1 == now->chosen.count;
        const sipp_question question = fleet_cheap_question(
            all, agent, timetable_arrival(&all->plan, agent) + now->gain - must_gain, now->share);
        status = fleet_find_route(&w->view, &w->search, &question);
        w->searches++;
        if (status == GRAZE_OK && (is_told_to_stop(w) || !w->search.found)) {
            now->gain = 0;
            break;
        }
        if (status == GRAZE_OK)
            status = go(w, now, i, w->search.steps, w->search.step_count);
    }
    return status;
}

/* The late agent takes the route found, and those whom it meets are planned anew. */
static graze_status plan_those_met(worker *w, attempt *now, lns_random *source)
{
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < w->view.met_count && status == GRAZE_OK; i++) {
        now->chosen.agents[now->chosen.count++] = w->view.met[i];
        status = timetable_view_leave_out(&w->view, w->view.met[i]);
    }
    shuffle(&now->chosen, source);
    if (status == GRAZE_OK)
        status = go(w, now, 0, w->soft.steps, w->soft.step_count);
    return status == GRAZE_OK ? plan_again(w, now, 1) : status;
}

/* Finds an earlier route of a late agent, on which those whom it meets ask a price, from a
 * sixteenth of the longest move to one and a half, more where the arm's size is greater; they are
 * planned again. A tenth of these attempts is taken over, and a twentieth of the others, which
 * find more where these have been: 1000 agents in caves came from 1.0166 of the bound to 1.0122 in
 * 29 s of CPU, and to 1.0141 in 26 s without. */
static graze_status give_way(worker *w, attempt *now, lns_random *source)
{
    const fleet *all = w->shared->search->all;
    const uint32_t agent = now->chosen.agents[0];
    const sipp_question question = fleet_cheap_question(
        all, agent, timetable_arrival(&all->plan, agent) - 1, now->share);
    const tick dear = sizes[now->arm % SIZES] * (w->shared->longest >> 8);
    for (uint32_t i = 0; i < all->agent_count; i++)
        w->prices[i] = dear * (16 + lns_random_below(source, 32));
    graze_status status = soft_sipp_find(&w->soft, &w->view, &question, w->prices);
    w->searches++;
    if (status == GRAZE_OK && !is_told_to_stop(w) && w->soft.found) {
        status = timetable_view_meet(&w->view, &all->agents[agent], w->soft.steps,
                                     w->soft.step_count);
        if (status == GRAZE_OK && w->view.met_count < LNS_AGENTS_MAX)
            status = plan_those_met(w, now, source);
    }
    return status;
}

static void try_one(worker *w, attempt *now)
{
    const lns_run *shared = w->shared;
    lns_random source = {shared->search->seed ^ now->number * UINT64_C(0xd1342543de82ef95)};
    uint64_t expanded = w->search.expanded + w->soft.expanded;
    const lns_choice how = (lns_choice)(now->arm / SIZES);
    now->chosen.wanted = how == LNS_GIVE_WAY ? 1 : sizes[now->arm % SIZES];
    lns_choose(&now->chosen, shared->search->all, how, shared->late_sums, &source);
    shuffle(&now->chosen, &source);
    now->share = lns_random_below(&source, 4) == 0 ? 0 : CHEAP;
    now->step_count = 0;
    now->gain = 0;
    now->status = leave_out(&w->view, &now->chosen);
    if (now->status == GRAZE_OK)
        now->status = how == LNS_GIVE_WAY ? give_way(w, now, &source) : plan_again(w, now, 0);
    for (uint32_t i = 0; i < now->chosen.count; i++) {
        graze_status status = timetable_remove(&w->anew, now->chosen.agents[i]);
        now->status = now->status == GRAZE_OK ? status : now->status;
    }
    now->expanded = w->search.expanded + w->soft.expanded - expanded;
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
    uint32_t changed[ROUND_MAX * LNS_AGENTS_MAX];
    size_t count = 0;
    graze_status status = GRAZE_OK;
    for (size_t k = 0; k < all->attempt_count && status == GRAZE_OK; k++) {
        attempt *now = &all->attempts[k];
        if (now->status != GRAZE_OK || now->gain <= 0 || shares_agents(now, changed, count) ||
            (count > 0 && is_in_the_way(&all->workers[0], now, &status)) || status != GRAZE_OK)
            continue;
        take_out(search->all, now, &status);
        put_in(search->all, now, &status);
        for (uint32_t i = 0; i < now->chosen.count; i++)
            changed[count++] = now->chosen.agents[i];
        now->is_taken = true;
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

/* Arms are tried by the squares of what they gain for a state, of late: with the rates themselves
 * bad arms took half of the time. */
static void weigh(lns_run *all)
{
    double best = 0;
    for (size_t k = 0; k < all->attempt_count; k++) {
        const attempt *now = &all->attempts[k];
        double *gain = &all->gains[now->arm], *states = &all->states[now->arm];
        *gain = *gain * memory_of_arm + (double)now->gain;
        *states = *states * memory_of_arm + (double)now->expanded + 100;
    }
    for (uint32_t i = 0; i < ARMS; i++) {
        double rate = all->gains[i] / all->states[i];
        all->weights[i] = rate * rate;
        best = all->weights[i] > best ? all->weights[i] : best;
    }
    for (uint32_t i = 0; i < ARMS; i++)
        if (all->weights[i] <= best * least_share)
            all->weights[i] = best > 0 ? best * least_share : 1;
}

/* Those for whom neighbourhoods fail again and again are chosen less often. */
static void note_failures(lns_run *all)
{
    for (size_t k = 0; k < all->attempt_count; k++) {
        const attempt *now = &all->attempts[k];
        all->failures[now->chosen.agents[0]]++;
        for (uint32_t i = 0; now->is_taken && i < now->chosen.count; i++)
            all->failures[now->chosen.agents[i]] = 0;
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
        tick late = timetable_arrival(&crowd->plan, i) - crowd->distances.direct[i];
        sum += late > 0 ? late / (1 + all->failures[i] / FAILURES) + 1 : 0;
        all->late_sums[i] = sum;
    }
    all->attempt_count = all->round;
    if (search->node_limit > 0 && search->node_limit - search->nodes < all->round)
        all->attempt_count = (size_t)(search->node_limit - search->nodes);
    lns_random source = {search->seed + search->nodes};
    for (size_t k = 0; k < all->attempt_count; k++) {
        attempt *now = &all->attempts[k];
        now->number = ++search->nodes;
        now->arm = choose_arm(all, &source);
        now->gain = 0;
        now->is_taken = false;
        now->expanded = 0;
        now->chosen.count = 0;
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

/* Threads wait for each other at the end of a round, so it is long where few attempts are taken
 * over, which seldom spoil others of their round then. */
static void choose_length(lns_run *all, uint64_t taken)
{
    size_t most = all->search->all->agent_count / 16;
    most = most > ROUND_MAX ? ROUND_MAX : most;
    all->round = 8 * taken > all->attempt_count || most < ROUND ? ROUND : most;
}

static graze_status run_round(lns_run *all)
{
    const uint64_t taken = all->search->taken;
    prepare_round(all);
    run_threads(all);
    for (size_t k = 0; k < all->attempt_count; k++)
        if (all->attempts[k].status != GRAZE_OK)
            return all->attempts[k].status;
    graze_status status = take_over(all);
    weigh(all);
    note_failures(all);
    choose_length(all, all->search->taken - taken);
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
    if (status == GRAZE_OK)
        status = soft_sipp_open(&w->soft, crowd->graph);
    w->prices = memory_new(memory_of(all), crowd->agent_count, sizeof *w->prices);
    return status == GRAZE_OK && w->prices == NULL ? GRAZE_ERROR_MEMORY : status;
}

static void close_worker(worker *w)
{
    lns *search = w->shared->search;
    search->searches += w->searches;
    search->states_expanded += w->search.expanded + w->soft.expanded;
    search->kernel_calls += w->collisions.kernel_calls;
    sipp_close(&w->search);
    soft_sipp_close(&w->soft);
    memory_free(memory_of(w->shared), w->prices);
    timetable_view_close(&w->view);
    timetable_close(&w->anew);
    collision_close(&w->collisions);
}

static graze_status open_shared(lns_run *all, lns *search)
{
    *all = (lns_run){.search = search, .round = ROUND, .longest = fleet_longest_move(search->all)};
    for (uint32_t i = 0; i < ARMS; i++)
        all->weights[i] = all->states[i] = 1;
    size_t threads = search->threads < ROUND ? search->threads : ROUND;
    all->late_sums =
        memory_new(memory_of(all), search->all->agent_count, sizeof *all->late_sums);
    all->workers = memory_new(memory_of(all), threads, sizeof *all->workers);
    all->failures = memory_new(memory_of(all), search->all->agent_count, sizeof *all->failures);
    if (all->late_sums == NULL || all->failures == NULL || all->workers == NULL)
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
    for (size_t k = 0; k < ROUND_MAX; k++)
        memory_free(memory_of(&all), all.attempts[k].steps);
    memory_free(memory_of(&all), all.late_sums);
    memory_free(memory_of(&all), all.failures);
    memory_free(memory_of(&all), all.workers);
    return status;
}
