/* SPDX-License-Identifier: MIT */
/* A leg that waits for another late on its way holds up those that wait for it to be gone from
 * where it stands: it is cut between the two when it could start earlier by more than a stop
 * costs. A leg that starts just when the one before it, in the same direction, ends has no need
 * of the stop between. Many such changes are made at once; what does not make the whole cheaper
 * is undone. */
#include "planner/leg_improve.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "planner/leg_circle.h"

enum { PASSES = 6 };

double schedule_cost(const schedule *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->leg_count; i++)
        if (i + 1 == s->leg_count || !schedule_is_next(s, i + 1))
            sum += s->legs[i].start + s->legs[i].duration;
    return sum;
}

/* What a stop costs a leg [s], at most. */
static double stop_cost(const schedule *s, const leg *l)
{
    const graze_drive_limits *limits = &s->limits[l->agent];
    return limits->speed * (1 / limits->acceleration + 1 / limits->deceleration) / 2;
}

/* When a leg could start if it only went to `way` [m]. */
static double start_for(const schedule *s, uint32_t at, double way)
{
    double start = schedule_is_next(s, at) ? s->legs[at - 1].start + s->legs[at - 1].duration : 0;
    for (size_t i = s->into_first[at]; i < s->into_first[at + 1]; i++) {
        const leg_arc *arc = &s->arcs[s->into[i].arc];
        if (arc->second <= way)
            start = fmax(start, s->legs[arc->from].start + arc->gap);
    }
    return start;
}

/* How far a leg has gone at least when another may start that waits for it; more than its length
 * when none does. */
static double least_way_out(const schedule *s, uint32_t at)
{
    double least = HUGE_VAL;
    for (size_t i = s->arcs_from[at]; i < s->arcs_from[at + 1]; i++)
        if (s->parent[s->arcs[i].to] == i)
            least = fmin(least, s->arcs[i].first);
    return least;
}

static bool cut_where_it_helps(schedule *s, uint32_t at)
{
    const leg *l = &s->legs[at];
    uint32_t parent = s->parent[at];
    if (l->count < 2 || parent == PARENT_NONE || parent == PARENT_OWN)
        return false;
    double in = s->arcs[parent].second, out = least_way_out(s, at);
    if (out >= in)
        return false;
    uint32_t step = schedule_step_near(s, l, (in + out) / 2);
    double way = schedule_way_to(s, l, step);
    if (l->start - start_for(s, at, fmin(way, in)) <= stop_cost(s, l) || way >= in)
        return false;
    s->stops[step] = true;
    return true;
}

static bool join_where_nobody_minds(schedule *s, uint32_t at)
{
    const leg *l = &s->legs[at];
    if (!schedule_is_next(s, at) || s->parent[at] != PARENT_OWN ||
        !steps_are_straight(&s->all->steps[l->first - 1], &s->all->steps[l->first]))
        return false;
    s->stops[l->first] = false;
    return true;
}

static bool change(schedule *s, bool joins)
{
    bool any = false;
    for (uint32_t i = 0; i < s->leg_count; i++)
        any |= joins ? join_where_nobody_minds(s, i) : cut_where_it_helps(s, i);
    return any;
}

/* Keeps a change when it makes the whole cheaper. */
static graze_status try_change(schedule *s, bool joins, bool *stops, bool *better)
{
    const size_t count = s->all->step_count;
    double cost = schedule_cost(s);
    bool found = true;
    *better = false;
    memcpy(stops, s->stops, count * sizeof *stops);
    if (!change(s, joins))
        return GRAZE_OK;
    graze_status status = schedule_solve(s, &found);
    if (status != GRAZE_OK)
        return status;
    *better = found && schedule_cost(s) < cost;
    if (*better)
        return GRAZE_OK;
    memcpy(s->stops, stops, count * sizeof *stops);
    return schedule_solve(s, &found);
}

graze_status schedule_improve(schedule *s)
{
    bool *stops = memory_new(s->all->memory, s->all->step_count, sizeof *stops);
    graze_status status = stops != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
    bool cuts = true, joins = true;
    for (int pass = 0; pass < PASSES && status == GRAZE_OK && (cuts || joins); pass++) {
        if (pass % 2 == 0 ? cuts : joins)
            status = try_change(s, pass % 2 == 1, stops, pass % 2 == 0 ? &cuts : &joins);
    }
    memory_free(s->all->memory, stops);
    return status;
}
