/* SPDX-License-Identifier: MIT */
/* The tree is a list in preorder, with depths: those that wait for a leg, for whatever reason, are
 * the stretch behind it that is deeper. */
#include "planner/leg_starts.h"

#include <math.h>

#include "base/array.h"
#include "planner/leg_circle.h"

/* So often legs of a component are looked at, in the mean, when it has circles: then these are
 * opened, and all is made anew. What is lifted meanwhile is mostly lifted in vain. */
enum { LOOKS_A_LEG = 64 };

static const uint32_t NOBODY = UINT32_MAX;

/* The depth of a leg that waits for one that starts later now: so it will start later as well, and
 * until then nobody is told to wait for it (`awaited` is before all times). Else a circle could be
 * lifted by two legs of it, each of which takes the other's part of the tree away before it comes
 * round. */
static const uint32_t PASSIVE = UINT32_MAX;

/* ---- the tree ------------------------------------------------------------------------------- */

static void set_apart(leg_queue *q, uint32_t at, uint32_t depth)
{
    q->tree[at] = (leg_place){NOBODY, NOBODY, depth};
    q->awaited[at] = depth == PASSIVE ? -HUGE_VAL : q->start[at];
}

/* Does a leg wait for another, or for one that does? */
static bool waits_for(const leg_queue *q, uint32_t who, uint32_t at)
{
    const leg_place *tree = q->tree;
    uint32_t depth = tree[at].depth;
    for (uint32_t i = tree[at].behind; i != NOBODY && tree[i].depth > depth; i = tree[i].behind)
        if (i == who)
            return true;
    return false;
}

/* Takes a leg out of the tree, and those that wait for it, which get a depth: 0, or PASSIVE. */
static void uproot(leg_queue *q, uint32_t at, uint32_t depth)
{
    leg_place *tree = q->tree, taken = tree[at];
    uint32_t i = taken.behind;
    while (i != NOBODY && tree[i].depth > taken.depth) {
        uint32_t behind = tree[i].behind;
        set_apart(q, i, depth);
        i = behind;
    }
    if (taken.before != NOBODY)
        tree[taken.before].behind = i;
    if (i != NOBODY)
        tree[i].before = taken.before;
    set_apart(q, at, 0);
}

static void plant(leg_queue *q, uint32_t at, uint32_t under)
{
    leg_place *tree = q->tree;
    uint32_t after = tree[under].behind;
    tree[at] = (leg_place){under, after, tree[under].depth + 1};
    tree[under].behind = at;
    if (after != NOBODY)
        tree[after].before = at;
}

/* ---- starts --------------------------------------------------------------------------------- */

/* Tells those that wait for a leg that it starts later now. Which of them do so, too, nothing could
 * predict: no branches here and below. */
static void touch_next(leg_queue *q, uint32_t at)
{
    const leg_link *link = q->nexts + q->next_first[at], *end = q->nexts + q->next_first[at + 1];
    const double *starts = q->start, start = starts[at];
    uint8_t *news = q->news;
    for (; link < end; link++) {
        uint8_t known = news[link->other];
        uint8_t told = (uint8_t)(NEWS_IN_TIME + (start + link->gap > starts[link->other]));
        news[link->other] = known > told ? known : told;
    }
}

/* What a leg has to wait for, given the others' starts, and until when; null: for nothing that it
 * does not wait for now. */
static const leg_link *lift_of(const leg_queue *q, uint32_t at, double *start)
{
    const leg_link *link = q->waits + q->wait_first[at], *end = q->waits + q->wait_first[at + 1];
    const leg_link *lift = NULL;
    const double *awaited = q->awaited;
    double latest = q->start[at];
    for (; link < end; link++) {
        double least = awaited[link->other] + link->gap;
        lift = least > latest ? link : lift;
        latest = least > latest ? least : latest;
    }
    *start = latest;
    return lift;
}

/* A leg would wait for itself. One of its circle stays where it is until all is made anew. */
static bool open_circle(schedule *s, uint32_t at, uint32_t parent)
{
    leg_queue *q = &s->queue;
    uint32_t who = s->sequence[at], taken, before = s->parent[who];
    s->parent[who] = parent;
    s->circle_count = 0;
    for (uint32_t i = who; s->circle_count == 0 || i != who;
         i = schedule_parent(s, i, s->parent[i]))
        s->circle[s->circle_count++] = i;
    if (!leg_circle_change(s, &taken))
        return false;
    s->parent[who] = before;
    uproot(q, q->place[taken], 0);
    s->parent[taken] = PARENT_CUT;
    q->news[at] = taken != who ? NEWS_LATER : NEWS_NONE;
    return true;
}

/* Lets a leg start when it can. *later: it does so later now. False: it waits for itself, and
 * nothing can be changed about it. */
static bool relax(schedule *s, uint32_t at, bool *later, bool *circles)
{
    leg_queue *q = &s->queue;
    uint32_t *parent = &s->parent[s->sequence[at]];
    double start;
    const leg_link *lift = lift_of(q, at, &start);
    q->news[at] = NEWS_NONE;
    if (lift == NULL || *parent == PARENT_CUT)
        return true;
    *later = true;
    if (waits_for(q, lift->other, at)) {
        *circles = true;
        return open_circle(s, at, lift->arc);
    }
    *parent = lift->arc;
    uproot(q, at, PASSIVE);
    plant(q, at, lift->other);
    q->start[at] = q->awaited[at] = start;
    touch_next(q, at);
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* Looks once at the legs of a component that have news. *looked: so many had. */
static bool sweep(schedule *s, uint32_t first, uint32_t end, bool *later, bool *circles,
                  size_t *looked)
{
    uint8_t *news = s->queue.news;
    bool helped = true;
    *later = false;
    for (uint32_t i = first; i < end && helped; i++) {
        *looked += news[i] != NEWS_NONE;
        if (news[i] == NEWS_LATER)
            helped = relax(s, i, later, circles);
        else
            news[i] = NEWS_NONE;
    }
    return helped;
}

/* Sweeps over a component until nothing moves, or long enough where it has circles. */
static graze_status settle(schedule *s, uint32_t first, uint32_t end, bool *circles,
                           bool *helped)
{
    bool later = true, found = false;
    size_t looked = 0, most = (size_t)LOOKS_A_LEG * (end - first);
    graze_status status = GRAZE_OK;
    while (later && *helped && (!found || looked < most) && status == GRAZE_OK) {
        size_t before = looked;
        *helped = sweep(s, first, end, &later, &found, &looked);
        status = passing_go_on(s->all->watch, (uint32_t)(looked - before) + 1);
    }
    *circles |= found;
    return status;
}

/* Lays out what each leg waits for, and what waits for it. */
static graze_status lay_out(schedule *s)
{
    leg_queue *q = &s->queue;
    size_t waits = 0, nexts = 0, most = s->leg_count + s->arc_count;
    if (!ARRAY_RESERVE(s->all->memory, q->waits, q->wait_room, most) ||
        !ARRAY_RESERVE(s->all->memory, q->nexts, q->next_room, most))
        return GRAZE_ERROR_MEMORY;
    for (uint32_t at = 0; at < s->leg_count; at++)
        q->place[s->sequence[at]] = at;
    for (uint32_t at = 0; at < s->leg_count; at++) {
        uint32_t who = s->sequence[at];
        q->wait_first[at] = waits;
        q->next_first[at] = nexts;
        if (schedule_is_next(s, who))
            q->waits[waits++] = (leg_link){s->own_gap[who], q->place[who - 1], PARENT_OWN};
        for (size_t i = s->into_first[who]; i < s->into_first[who + 1]; i++)
            q->waits[waits++] =
                (leg_link){s->into[i].gap, q->place[s->into[i].from], s->into[i].arc};
        for (size_t i = s->arcs_from[who]; i < s->arcs_from[who + 1]; i++)
            q->nexts[nexts++] = (leg_link){s->arcs[i].gap, q->place[s->arcs[i].to], (uint32_t)i};
        if (who + 1 < s->leg_count && schedule_is_next(s, who + 1))
            q->nexts[nexts++] = (leg_link){s->own_gap[who + 1], q->place[who + 1], PARENT_OWN};
    }
    q->wait_first[s->leg_count] = waits;
    q->next_first[s->leg_count] = nexts;
    return GRAZE_OK;
}

static void reset(schedule *s, bool goes_on)
{
    leg_queue *q = &s->queue;
    for (uint32_t i = 0; i < s->leg_count; i++) {
        q->start[i] = goes_on ? s->reached[s->legs[s->sequence[i]].first] : 0;
        s->parent[i] = PARENT_NONE;
        q->news[i] = NEWS_LATER;
        set_apart(q, i, 0);
    }
}

/* For legs that are made anew. */
static void keep_starts(schedule *s)
{
    for (uint32_t i = 0; i < s->leg_count; i++) {
        leg *l = &s->legs[i];
        l->start = s->queue.start[s->queue.place[i]];
        for (uint32_t k = 0; k < l->count; k++)
            s->reached[l->first + k] =
                l->start + leg_time_up(l->duration * k / l->count, s->tick);
    }
}

graze_status leg_starts_find(schedule *s, bool goes_on, bool *circles, bool *helped)
{
    graze_status status = lay_out(s);
    *helped = true;
    *circles = false;
    if (status != GRAZE_OK)
        return status;
    reset(s, goes_on);
    for (uint32_t first = 0, i = 0; i < s->leg_count && *helped && status == GRAZE_OK; i++) {
        if (!s->ends[i])
            continue;
        status = settle(s, first, i + 1, circles, helped);
        first = i + 1;
    }
    keep_starts(s);
    s->tries += *circles;
    return status;
}
