/* SPDX-License-Identifier: MIT */
#include "planner/plan_cut.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "motion/life.h"
#include "numeric/eft.h"

/* The end of a waypoint motion, which is a double. */
static double end_of(const graze_motion *m)
{
    double low;
    const double high = eft_two_sum(m->start, m->duration, &low);
    return high + (low + m->duration_tail);
}

static bool can_be_cut(const graze_motion *m)
{
    return m->form == GRAZE_WAYPOINT && m->start_tail == 0 && isfinite(m->duration) &&
           !motion_is_empty(m);
}

static double between(double from, double to, double share)
{
    const double at = from + (to - from) * share;
    return fmin(fmax(at, fmin(from, to)), fmax(from, to));
}

static graze_vector place_at(const graze_motion *m, double time)
{
    const double share = (time - m->start) / m->duration;
    return (graze_vector){between(m->position.x, m->to.x, share),
                          between(m->position.y, m->to.y, share),
                          between(m->position.z, m->to.z, share)};
}

static bool is_same(graze_vector a, graze_vector b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Writes the pieces of a motion between events [s], ascending; as many as there are events and one
 * more at most. 1: it is not cut. */
static size_t cut_motion(const graze_motion *m, const double *events, size_t count,
                         graze_motion *pieces)
{
    const double end = end_of(m);
    graze_vector from = m->position;
    double begin = m->start;
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        const graze_vector to = place_at(m, events[i]);
        if (!(events[i] > begin && events[i] < end) || is_same(from, to) || is_same(to, m->to))
            continue;
        /* UNREACHED: places and times between those of a motion are those of one. */
        if (graze_motion_waypoint(from, to, begin, events[i], &pieces[made]) != GRAZE_OK)
            continue;
        made++;
        from = to;
        begin = events[i];
    }
    if (made > 0 && graze_motion_waypoint(from, m->to, begin, end, &pieces[made]) == GRAZE_OK &&
        motion_compare_end(&pieces[made], m) == 0)
        return made + 1;
    pieces[0] = *m;
    return 1;
}

/* ---- one agent ---------------------------------------------------------------------------- */

typedef struct cutting {
    plan_cut *cut;
    const plan_cut_motion *these;
    size_t count;
    double *events;
    size_t event_count;
    bool any;
} cutting;

static bool is_named(const cutting *by, size_t agent, size_t motion)
{
    for (size_t i = 0; i < by->count; i++)
        if (by->these[i].agent == agent && by->these[i].motion == motion)
            return true;
    return false;
}

static graze_status cut_agent(cutting *by, size_t agent)
{
    graze_trajectory *path = &by->cut->paths[agent];
    size_t named = 0, made = 0;
    for (size_t k = 0; k < by->count; k++)
        named += by->these[k].agent == agent;
    if (named == 0)
        return GRAZE_OK;
    graze_motion *motions = memory_new(by->cut->memory, path->count + named * by->event_count,
                                       sizeof *motions);
    if (motions == NULL)
        return GRAZE_ERROR_MEMORY;
    for (size_t k = 0; k < path->count; k++) {
        const graze_motion *m = &path->motions[k];
        const bool cuts = is_named(by, agent, k) && can_be_cut(m);
        made += cut_motion(m, by->events, cuts ? by->event_count : 0, &motions[made]);
    }
    by->any |= made > path->count;
    memory_free(by->cut->memory, by->cut->own[agent]);
    by->cut->own[agent] = motions;
    *path = (graze_trajectory){.motions = motions, .count = made};
    return GRAZE_OK;
}

/* ---- the plan ------------------------------------------------------------------------------- */

static void put_event(cutting *by, double time)
{
    size_t at = by->event_count;
    while (at > 0 && by->events[at - 1] > time)
        at--;
    if (at > 0 && by->events[at - 1] == time)
        return;
    memmove(&by->events[at + 1], &by->events[at], (by->event_count - at) * sizeof *by->events);
    by->events[at] = time;
    by->event_count++;
}

static graze_status open_cut(plan_cut *cut)
{
    if (cut->paths != NULL)
        return GRAZE_OK;
    cut->own = memory_new(cut->memory, cut->count, sizeof *cut->own);
    for (size_t i = 0; cut->own != NULL && i < cut->count; i++)
        cut->own[i] = NULL;
    cut->paths = memory_new(cut->memory, cut->count, sizeof *cut->paths);
    if (cut->paths == NULL || cut->own == NULL) {
        plan_cut_free(cut);
        return GRAZE_ERROR_MEMORY;
    }
    for (size_t i = 0; i < cut->count; i++)
        cut->paths[i] = cut->given[i];
    return GRAZE_OK;
}

graze_status plan_cut_at_events(plan_cut *cut, const plan_cut_motion *these, size_t count,
                                bool *any)
{
    cutting by = {.cut = cut, .these = these, .count = count};
    *any = false;
    graze_status status = open_cut(cut);
    if (status != GRAZE_OK)
        return status;
    by.events = memory_new(cut->memory, 2 * count + 1, sizeof *by.events);
    if (by.events == NULL)
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const graze_motion *m = &cut->paths[these[i].agent].motions[these[i].motion];
        if (can_be_cut(m)) {
            put_event(&by, m->start);
            put_event(&by, end_of(m));
        }
    }
    for (size_t i = 0; i < cut->count && status == GRAZE_OK; i++)
        status = cut_agent(&by, i);
    memory_free(cut->memory, by.events);
    *any = by.any;
    return status;
}

void plan_cut_free(plan_cut *cut)
{
    for (size_t i = 0; cut->own != NULL && i < cut->count; i++)
        memory_free(cut->memory, cut->own[i]);
    memory_free(cut->memory, cut->own);
    memory_free(cut->memory, cut->paths);
    cut->paths = NULL;
    cut->own = NULL;
}
