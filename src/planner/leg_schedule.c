/* SPDX-License-Identifier: MIT */
/* Legs out of steps, the arcs between them, and their starts, until no circle is left. */
#include "planner/leg_schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "planner/leg_components.h"
#include "planner/leg_starts.h"

/* Rough headways are taken so much of a tick too short, so that rounding does not make a tick of
 * nothing; the kernel finds those for which it was too much. */
static const double rough_part = 0x1p-6;

/* Of passing_go_on: a leg that is made, a headway, an exact one. */
enum { LEG_WORK = 128, ROUGH_WORK = 128, EXACT_WORK = 2048 };

/* ---- memory --------------------------------------------------------------------------------- */

static bool leg_queue_open(leg_queue *q, const graze_allocator *memory, size_t count)
{
    q->place = memory_new(memory, count, sizeof *q->place);
    q->wait_first = memory_new(memory, count + 1, sizeof *q->wait_first);
    q->next_first = memory_new(memory, count + 1, sizeof *q->next_first);
    q->start = memory_new(memory, count, sizeof *q->start);
    q->awaited = memory_new(memory, count, sizeof *q->awaited);
    q->tree = memory_new(memory, count, sizeof *q->tree);
    q->news = memory_new(memory, count, sizeof *q->news);
    return q->place != NULL && q->wait_first != NULL && q->next_first != NULL &&
           q->start != NULL && q->awaited != NULL && q->tree != NULL && q->news != NULL;
}

graze_status schedule_open(schedule *s, const passing *all, const graze_drive_limits *limits,
                           size_t agent_count)
{
    const graze_allocator *memory = all->memory;
    size_t count = all->step_count;
    *s = (schedule){.all = all, .limits = limits, .agent_count = agent_count};
    s->stops = memory_new(memory, count, sizeof *s->stops);
    s->least = memory_new(memory, count, sizeof *s->least);
    s->made = memory_new(memory, count, sizeof *s->made);
    s->legs = memory_new(memory, count, sizeof *s->legs);
    s->leg_of = memory_new(memory, count, sizeof *s->leg_of);
    s->sequence = memory_new(memory, count, sizeof *s->sequence);
    s->ends = memory_new(memory, count, sizeof *s->ends);
    s->begins = memory_new(memory, count, sizeof *s->begins);
    s->arcs_from = memory_new(memory, count + 1, sizeof *s->arcs_from);
    s->into_first = memory_new(memory, count + 1, sizeof *s->into_first);
    s->parent = memory_new(memory, count, sizeof *s->parent);
    s->scratch = memory_new(memory, count, sizeof *s->scratch);
    s->circle = memory_new(memory, count, sizeof *s->circle);
    s->reached = memory_new(memory, count, sizeof *s->reached);
    s->own_gap = memory_new(memory, count, sizeof *s->own_gap);
    bool whole = s->stops != NULL && s->least != NULL && s->made != NULL && s->legs != NULL &&
                 s->leg_of != NULL && s->sequence != NULL && s->ends != NULL &&
                 s->begins != NULL && s->arcs_from != NULL && s->into_first != NULL &&
                 s->parent != NULL && s->scratch != NULL && s->circle != NULL &&
                 s->reached != NULL && s->own_gap != NULL &&
                 leg_queue_open(&s->queue, memory, count);
    for (size_t i = 0; whole && i < count; i++)
        s->reached[i] = all->steps[i].begin;
    return whole ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

void schedule_close(schedule *s)
{
    void *blocks[] = {s->pairs.items, s->stops, s->least, s->made, s->legs, s->leg_of,
                      s->sequence, s->ends, s->begins, s->arcs, s->arcs_from, s->into_first,
                      s->into, s->parent, s->scratch, s->circle, s->reached, s->own_gap,
                      s->queue.place, s->queue.wait_first, s->queue.waits, s->queue.next_first,
                      s->queue.nexts, s->queue.start, s->queue.awaited, s->queue.tree,
                      s->queue.news};
    for (size_t i = 0; s->all != NULL && i < sizeof blocks / sizeof blocks[0]; i++)
        memory_free(s->all->memory, blocks[i]);
}

/* ---- legs ----------------------------------------------------------------------------------- */

/* The leg of the steps from `first` to before `end`, made anew when it is another. */
static graze_status make_leg(schedule *s, uint32_t first, uint32_t end)
{
    leg *made = &s->made[first];
    const leg_profile *least = &s->least[first], *p = &made->profile;
    if (made->count == end - first && p->up >= least->up && p->even >= least->even &&
        p->down >= least->down)
        return GRAZE_OK;
    graze_status status = passing_go_on(s->all->watch, LEG_WORK);
    if (status != GRAZE_OK)
        return status;
    return leg_make(s->all->steps, first, end - first,
                    &s->limits[s->all->steps[first].agent], least, s->tick, made);
}

/* How long after the leg before it a leg of the same agent starts. */
static double own_gap(const schedule *s, size_t at)
{
    if (!schedule_is_next(s, at))
        return -HUGE_VAL;
    const leg *before = &s->legs[at - 1], *after = &s->legs[at];
    double turn = leg_turn_seconds(&s->limits[after->agent], leg_turn(before, after));
    return before->duration + leg_time_up(turn, s->tick);
}

static graze_status make_legs(schedule *s)
{
    const size_t steps = s->all->step_count;
    s->leg_count = 0;
    for (uint32_t first = 0; first < steps; s->leg_count++) {
        uint32_t end = first + 1;
        while (end < steps && !s->stops[end])
            end++;
        graze_status status = make_leg(s, first, end);
        if (status != GRAZE_OK)
            return status;
        s->legs[s->leg_count] = s->made[first];
        s->own_gap[s->leg_count] = own_gap(s, s->leg_count);
        for (; first < end; first++)
            s->leg_of[first] = (uint32_t)s->leg_count;
    }
    return GRAZE_OK;
}

/* ---- arcs ----------------------------------------------------------------------------------- */

static int compare_pairs(const void *left, const void *right)
{
    const precedence *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return a->second < b->second ? -1 : a->second > b->second;
}

static void sort_pairs(schedule *s)
{
    if (s->sorted != s->pairs.count)
        qsort(s->pairs.items, s->pairs.count, sizeof *s->pairs.items, compare_pairs);
    s->sorted = s->pairs.count;
}

static bool is_known(const known_headway *k, const leg *a, const leg *b, bool exact)
{
    return k->first_a == a->first && k->count_a == a->count && k->first_b == b->first &&
           k->count_b == b->count && k->duration_a == a->duration &&
           k->duration_b == b->duration && k->exact >= exact;
}

static graze_status ask(schedule *s, const leg *a, const leg *b, known_headway *k)
{
    const passing *all = s->all;
    graze_status status = passing_go_on(all->watch, k->exact ? EXACT_WORK : ROUGH_WORK);
    k->is = (headway){false, 0, a->length / 2, b->length / 2};
    if (passing_of_discs(all, a->agent, b->agent))
        k->is = headway_of_discs(a, b, passing_reach(all, a->agent, b->agent));
    if (k->exact && status == GRAZE_OK) {
        s->exact_headways++;
        status = headway_exactly(&all->bodies[a->agent], a, &all->bodies[b->agent], b,
                                 all->tolerance, &all->workspace, &k->is);
    }
    return status;
}

/* The headway of the legs of a pair of steps. */
static graze_status find_headway(schedule *s, size_t pair, bool exact, known_headway **answer)
{
    const precedence *p = &s->pairs.items[pair];
    const leg *a = &s->legs[s->leg_of[p->first]], *b = &s->legs[s->leg_of[p->second]];
    known_headway *k = &s->pairs.items[pair].known;
    exact |= !passing_of_discs(s->all, a->agent, b->agent);
    *answer = k;
    if (is_known(k, a, b, exact))
        return GRAZE_OK;
    *k = (known_headway){.first_a = a->first,
                         .count_a = a->count,
                         .first_b = b->first,
                         .count_b = b->count,
                         .duration_a = a->duration,
                         .duration_b = b->duration,
                         .exact = exact};
    return ask(s, a, b, k);
}

static graze_status put_arc(schedule *s, size_t pair, bool exact, leg_arc *arc)
{
    known_headway *k;
    graze_status status = find_headway(s, pair, exact, &k);
    if (status != GRAZE_OK)
        return status;
    double start = k->exact ? k->is.start : k->is.start - s->tick * rough_part;
    *arc = (leg_arc){.from = s->leg_of[s->pairs.items[pair].first],
                     .to = s->leg_of[s->pairs.items[pair].second],
                     .gap = k->is.any ? leg_time_up(start, s->tick) + s->slack : -HUGE_VAL,
                     .first = k->is.first,
                     .second = k->is.second,
                     .pair = pair,
                     .exact = k->exact};
    return GRAZE_OK;
}

/* The arcs of a leg; several pairs of steps of the same two legs make one. `at` is the first pair
 * of its steps, and moves behind the last. scratch has the arc to each leg, where it is one of
 * these. */
static graze_status arcs_of(schedule *s, uint32_t from, size_t *at)
{
    const leg *a = &s->legs[from];
    size_t first = s->arc_count;
    for (; *at < s->pairs.count && s->pairs.items[*at].first < a->first + a->count; ++*at) {
        uint32_t to = s->leg_of[s->pairs.items[*at].second], known = s->scratch[to];
        bool exact = s->pairs.items[*at].exact;
        bool is_old = known >= first && known < s->arc_count && s->arcs[known].to == to;
        if (is_old && s->arcs[known].exact >= exact)
            continue;
        if (!is_old) {
            if (!ARRAY_RESERVE(s->all->memory, s->arcs, s->arc_room, s->arc_count + 1))
                return GRAZE_ERROR_MEMORY;
            known = s->scratch[to] = (uint32_t)s->arc_count++;
        }
        size_t pair = is_old ? s->arcs[known].pair : *at;
        graze_status status = put_arc(s, pair, exact, &s->arcs[known]);
        if (status != GRAZE_OK)
            return status;
    }
    return GRAZE_OK;
}

/* Which arcs go into each leg, by counting. */
static graze_status turn_round(schedule *s)
{
    if (!ARRAY_RESERVE(s->all->memory, s->into, s->into_room, s->arc_count))
        return GRAZE_ERROR_MEMORY;
    memset(s->into_first, 0, (s->leg_count + 1) * sizeof *s->into_first);
    for (size_t i = 0; i < s->arc_count; i++)
        s->into_first[s->arcs[i].to + 1]++;
    for (size_t i = 0; i < s->leg_count; i++)
        s->into_first[i + 1] += s->into_first[i];
    memset(s->scratch, 0, s->leg_count * sizeof *s->scratch);
    for (size_t i = 0; i < s->arc_count; i++) {
        const leg_arc *arc = &s->arcs[i];
        s->into[s->into_first[arc->to] + s->scratch[arc->to]++] =
            (leg_wait){arc->gap, arc->from, (uint32_t)i};
    }
    return GRAZE_OK;
}

static graze_status make_arcs(schedule *s)
{
    size_t at = 0;
    graze_status status = GRAZE_OK;
    s->arc_count = 0;
    memset(s->scratch, 0xff, s->leg_count * sizeof *s->scratch);
    for (uint32_t i = 0; i < s->leg_count && status == GRAZE_OK; i++) {
        s->arcs_from[i] = s->arc_count;
        status = arcs_of(s, i, &at);
    }
    s->arcs_from[s->leg_count] = s->arc_count;
    return status == GRAZE_OK ? turn_round(s) : status;
}

const leg_arc *schedule_arc(const schedule *s, uint32_t from, uint32_t to)
{
    for (size_t i = s->arcs_from[from]; i < s->arcs_from[from + 1]; i++)
        if (s->arcs[i].to == to)
            return &s->arcs[i];
    return NULL;
}

/* ---- the whole ------------------------------------------------------------------------------ */

graze_status schedule_solve(schedule *s, bool *found)
{
    bool circles = false, goes_on = false, again = true, helped = true;
    s->circle_count = 0;
    while (again && helped) {
        sort_pairs(s);
        graze_status status = make_legs(s);
        if (status == GRAZE_OK)
            status = make_arcs(s);
        if (status == GRAZE_OK)
            status = leg_components_find(s);
        if (status != GRAZE_OK)
            return status;
        status = leg_starts_find(s, goes_on, &circles, &helped);
        if (status != GRAZE_OK)
            return status;
        again = circles || goes_on;
        goes_on = circles;
    }
    *found = helped;
    return GRAZE_OK;
}
