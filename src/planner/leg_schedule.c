/* SPDX-License-Identifier: MIT */
/* The longest path by sweeps in the order of the plan, in which nearly all arcs go forward
 * (Bellman and Ford). Legs that wait for each other in a circle whose gaps add up to more than 0
 * show up as a circle of parents. */
#include "planner/leg_schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "planner/leg_components.h"

/* Rough headways are taken so much of a tick too short, so that rounding does not make a tick of
 * nothing; the kernel finds those for which it was too much. */
static const double rough_part = 0x1p-6;

enum { PATIENT_TRIES = 3 };
static const uint32_t OUTSIDE = UINT32_MAX;

/* ---- memory --------------------------------------------------------------------------------- */

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
    s->dirty = memory_new(memory, count, sizeof *s->dirty);
    bool whole = s->stops != NULL && s->least != NULL && s->made != NULL &&
                 s->legs != NULL && s->leg_of != NULL &&
                 s->sequence != NULL && s->ends != NULL && s->begins != NULL &&
                 s->arcs_from != NULL && s->into_first != NULL && s->parent != NULL &&
                 s->scratch != NULL && s->circle != NULL && s->dirty != NULL;
    return whole ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

void schedule_close(schedule *s)
{
    void *blocks[] = {s->pairs.items, s->stops,     s->least,      s->made,  s->legs,
                      s->leg_of,      s->sequence,  s->ends,       s->begins, s->arcs,
                      s->arcs_from,   s->into_first, s->into,      s->parent, s->scratch,
                      s->dirty,       s->circle};
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
    return leg_make(s->all->steps, first, end - first,
                    &s->limits[s->all->steps[first].agent], least, s->tick, made);
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
    graze_status status = GRAZE_OK;
    k->is = (headway){false, 0, a->length / 2, b->length / 2};
    if (passing_of_discs(all, a->agent, b->agent))
        k->is = headway_of_discs(a, b, passing_reach(all, a->agent, b->agent));
    if (k->exact) {
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
        uint32_t to = s->arcs[i].to;
        s->into[s->into_first[to] + s->scratch[to]++] = (uint32_t)i;
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

/* ---- starts --------------------------------------------------------------------------------- */

/* How long after the leg before it a leg of the same agent starts. */
static double own_gap(const schedule *s, size_t at)
{
    const leg *before = &s->legs[at - 1], *after = &s->legs[at];
    double turn = leg_turn(before, after) / s->limits[after->agent].turn_rate;
    return before->duration + leg_time_up(turn, s->tick);
}

/* The legs that wait for one that starts later now. */
static void touch_next(schedule *s, uint32_t at)
{
    for (size_t i = s->arcs_from[at]; i < s->arcs_from[at + 1]; i++)
        s->dirty[s->arcs[i].to] = true;
    if (at + 1 < s->leg_count && schedule_is_next(s, at + 1))
        s->dirty[at + 1] = true;
}

static bool relax(schedule *s, uint32_t at)
{
    leg *l = &s->legs[at];
    double start = l->start;
    s->dirty[at] = false;
    if (s->parent[at] == PARENT_CUT)
        return false;
    if (schedule_is_next(s, at) && s->legs[at - 1].start + own_gap(s, at) > start) {
        start = s->legs[at - 1].start + own_gap(s, at);
        s->parent[at] = PARENT_OWN;
    }
    for (size_t i = s->into_first[at]; i < s->into_first[at + 1]; i++) {
        const leg_arc *arc = &s->arcs[s->into[i]];
        if (s->legs[arc->from].start + arc->gap > start) {
            start = s->legs[arc->from].start + arc->gap;
            s->parent[at] = s->into[i];
        }
    }
    if (start <= l->start)
        return false;
    l->start = start;
    touch_next(s, at);
    return true;
}

static uint32_t parent_leg(const schedule *s, uint32_t at)
{
    uint32_t arc = s->parent[at];
    if (arc == PARENT_NONE || arc == PARENT_CUT)
        return PARENT_NONE;
    return arc == PARENT_OWN ? at - 1 : s->arcs[arc].from;
}

/* Finds a circle of parents among some legs that no walk from an earlier of them has come to,
 * into `circle`, in the order in which they wait: each for the next. scratch: by which walk a leg
 * was reached, 0 for none, and OUTSIDE for other legs. */
static bool next_circle(schedule *s, const uint32_t *legs, size_t count, uint32_t *walk)
{
    s->circle_count = 0;
    while (*walk < count) {
        uint32_t at = legs[(*walk)++];
        while (at != PARENT_NONE && s->scratch[at] == 0) {
            s->scratch[at] = *walk;
            at = parent_leg(s, at);
        }
        if (at == PARENT_NONE || s->scratch[at] != *walk)
            continue;
        for (uint32_t i = at; s->circle_count == 0 || i != at; i = parent_leg(s, i))
            s->circle[s->circle_count++] = i;
        return true;
    }
    return false;
}

/* ---- circles -------------------------------------------------------------------------------- */

double schedule_way_to(const schedule *s, const leg *l, uint32_t at)
{
    graze_vector a = l->from, b = s->all->steps[at].motion->position;
    double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    return sqrt(x * x + y * y + z * z);
}

/* The step of a leg that begins nearest to `way` [m], but not its first. */
uint32_t schedule_step_near(const schedule *s, const leg *l, double way)
{
    uint32_t best = l->first + 1;
    for (uint32_t i = best + 1; i < l->first + l->count; i++)
        if (fabs(schedule_way_to(s, l, i) - way) < fabs(schedule_way_to(s, l, best) - way))
            best = i;
    return best;
}

/* How far a leg has gone where it waits for the next of the circle, and where the one before it
 * waits for it. */
static double way_in(const schedule *s, size_t k)
{
    uint32_t arc = s->parent[s->circle[k]];
    return arc == PARENT_OWN ? 0 : s->arcs[arc].second;
}

static double way_out(const schedule *s, size_t k)
{
    uint32_t after = s->circle[(k + s->circle_count - 1) % s->circle_count];
    uint32_t arc = s->parent[after];
    return arc == PARENT_OWN ? s->legs[s->circle[k]].length : s->arcs[arc].first;
}

/* Cuts the leg that could let the next one go farthest before where it has to wait itself, or,
 * when that has been tried often, all that could; else the one of most steps in its middle. */
static bool cut_leg(schedule *s)
{
    double most = 0;
    uint32_t best = 0;
    const leg *longest = NULL;
    for (size_t k = 0; k < s->circle_count; k++) {
        const leg *l = &s->legs[s->circle[k]];
        double in = way_in(s, k), out = way_out(s, k);
        if (l->count < 2)
            continue;
        if (longest == NULL || l->count > longest->count)
            longest = l;
        if (in - out <= most)
            continue;
        best = schedule_step_near(s, l, (in + out) / 2);
        if (s->tries >= PATIENT_TRIES)
            s->stops[best] = true;
        else
            most = in - out;
    }
    if (longest == NULL)
        return false;
    s->stops[best > 0 ? best : longest->first + longest->count / 2] = true;
    return true;
}

/* Asks the kernel about the headways of a circle. */
static bool make_exact(schedule *s)
{
    bool any = false;
    for (size_t k = 0; k < s->circle_count; k++) {
        uint32_t arc = s->parent[s->circle[k]];
        if (arc == PARENT_OWN || s->arcs[arc].exact)
            continue;
        s->pairs.items[s->arcs[arc].pair].exact = true;
        any = true;
    }
    return any;
}

static bool is_less(const leg_profile *a, const leg_profile *b)
{
    return a->up < b->up || a->even < b->even || a->down < b->down;
}

/* Gives all legs of a circle the slowest profile of them; false where they have it. */
static bool share_profile(schedule *s)
{
    leg_profile slowest = {0, 0, 0};
    bool any = false;
    for (size_t k = 0; k < s->circle_count; k++) {
        const leg_profile *p = &s->legs[s->circle[k]].profile;
        slowest = (leg_profile){fmax(slowest.up, p->up), fmax(slowest.even, p->even),
                                fmax(slowest.down, p->down)};
    }
    for (size_t k = 0; k < s->circle_count; k++) {
        const leg *l = &s->legs[s->circle[k]];
        any |= is_less(&l->profile, &slowest);
        s->least[l->first] = slowest;
    }
    return any;
}

/* Changes what can be changed about every circle of some legs, each of which is open then: one of
 * its legs stays where it is until all is made anew. False: a circle stays. */
static bool break_circles(schedule *s, const uint32_t *legs, size_t count, bool *any)
{
    uint32_t walk = 0;
    for (size_t i = 0; i < count; i++)
        s->scratch[legs[i]] = 0;
    while (next_circle(s, legs, count, &walk)) {
        *any = true;
        if (!cut_leg(s) && !make_exact(s) && !share_profile(s))
            return false;
        s->parent[s->circle[0]] = PARENT_CUT;
    }
    for (size_t i = 0; i < count; i++)
        s->scratch[legs[i]] = OUTSIDE;
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static void reset(schedule *s)
{
    for (size_t i = 0; i < s->leg_count; i++) {
        s->legs[i].start = 0;
        s->parent[i] = PARENT_NONE;
        s->dirty[i] = true;
    }
}

/* Sweeps over the legs of a component until nothing moves, and opens circles on the way. *circles:
 * there are any. False: one cannot be opened. */
static bool sweep(schedule *s, const uint32_t *legs, size_t count, bool *circles)
{
    bool later = true, helped = true;
    for (size_t round = 0; later && helped && (count > 1 || round == 0); round++) {
        later = false;
        for (size_t i = 0; i < count; i++)
            if (s->dirty[legs[i]])
                later |= relax(s, legs[i]);
        if (later && round > 1)
            helped = break_circles(s, legs, count, circles);
    }
    return helped;
}

/* The same for all components. */
static bool sweep_all(schedule *s, bool *circles)
{
    bool helped = true;
    *circles = false;
    memset(s->scratch, 0xff, s->leg_count * sizeof *s->scratch);
    for (size_t first = 0, i = 0; i < s->leg_count && helped; i++) {
        if (!s->ends[i])
            continue;
        helped = sweep(s, s->sequence + first, i + 1 - first, circles);
        first = i + 1;
    }
    s->tries += *circles;
    return helped;
}

graze_status schedule_solve(schedule *s, bool *found)
{
    bool circles = false, helped = true;
    s->circle_count = 0;
    do {
        sort_pairs(s);
        graze_status status = make_legs(s);
        if (status == GRAZE_OK)
            status = make_arcs(s);
        if (status == GRAZE_OK)
            status = leg_components_find(s);
        if (status != GRAZE_OK)
            return status;
        reset(s);
        helped = sweep_all(s, &circles);
    } while (circles && helped);
    *found = helped;
    return GRAZE_OK;
}
