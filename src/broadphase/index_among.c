/* SPDX-License-Identifier: MIT */
/* <graze/among.h>: candidates from the index, answers from the kernel. */
#include <graze/among.h>

#include <graze/delay.h>
#include <float.h>
#include <math.h>

#include "broadphase/index_among.h"
#include "broadphase/index_boxes.h"
#include "broadphase/index_join.h"
#include "broadphase/index_partners.h"
#include "geometry/body.h"
#include "motion/life.h"
#include "numeric/float_mode.h"
#include "numeric/rounding.h"
#include "paths/validate.h"
#include "starts/unsafe_starts.h"

/* ---- what all questions share ------------------------------------------------------- */

static graze_status validate_window(graze_closed_interval window)
{
    if (isnan(window.first) || isnan(window.last))
        return GRAZE_ERROR_NOT_FINITE;
    return window.first > window.last || window.first == INFINITY || window.last == -INFINITY
               ? GRAZE_ERROR_INTERVAL
               : GRAZE_OK;
}

graze_status among_validate(const graze_index *index, const graze_body *body,
                            const graze_motion *motion, graze_closed_interval window,
                            double tolerance)
{
    if (index == NULL || body == NULL || motion == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status =
        trajectory_validate(body, &(graze_trajectory){.motions = motion, .count = 1});
    if (status == GRAZE_OK)
        status = validate_window(window);
    return status == GRAZE_OK ? tolerance_validate(tolerance) : status;
}

/* The part of an interval that matters in the window; false when there is none. No
 * double of the window is between the cut and it. */
static bool cut(graze_closed_interval window, graze_interval *interval)
{
    if (interval->upper <= window.first || interval->lower >= window.last)
        return false;
    if (interval->lower < window.first)
        interval->lower = double_next_down(window.first);
    if (interval->upper > window.last)
        interval->upper = double_next_up(window.last);
    return true;
}

/* Unites what is there when there is no room left for more. */
void among_collect(among_union *all, graze_interval interval)
{
    if (all->status != GRAZE_OK || !cut(all->window, &interval))
        return;
    if (all->count == all->capacity)
        all->status = graze_intervals_normalise(all->intervals, &all->count);
    if (all->status == GRAZE_OK && all->count == all->capacity)
        all->status = GRAZE_ERROR_CAPACITY;
    if (all->status == GRAZE_OK)
        all->intervals[all->count++] = interval;
}

graze_status among_finish(among_union *all, size_t *count)
{
    if (all->status == GRAZE_OK)
        all->status = graze_intervals_normalise(all->intervals, &all->count);
    if (all->status == GRAZE_OK)
        *count = all->count;
    return all->status;
}

static uint32_t left_out(size_t agent)
{
    return agent < UINT32_MAX ? (uint32_t)agent : UINT32_MAX;
}

/* ---- unsafe starts ------------------------------------------------------------------ */

typedef struct start_search {
    const graze_index *index;
    const graze_body *body;
    const graze_motion *motion;
    double tolerance;
    const graze_workspace *kernel;
    among_union all;
} start_search;

/* One coordinate of a waypoint motion from one share of its way to another, with more on both sides
 * than rounding takes. */
static void stretch_between(double from, double to, const double share[2], double *low,
                            double *high)
{
    const double a = from + (to - from) * share[0], b = from + (to - from) * share[1];
    const double slop = (fabs(from) + fabs(to)) * 0x1p-40 + DBL_MIN;
    *low = fmin(a, b) - slop;
    *high = fmax(a, b) + slop;
}

/* Which shares of its way a waypoint motion goes from one time to another, and a little more: the
 * times are off by less than 2^-50 of those that are added here. The index has found that it lives
 * in between. What is no number becomes the whole way. */
static void shares_between(const graze_motion *motion, double begin, double end, double share[2])
{
    const double start = motion->start + motion->start_tail;
    const double duration = motion->duration + motion->duration_tail;
    const double times = fabs(begin) + fabs(end) + fabs(start);
    const double slop = (1 + times / duration) * 0x1p-40;
    share[0] = fmax((begin - start) / duration - slop, 0);
    share[1] = fmin((end - start) / duration + slop, 1);
}

/* Is the other motion, of a disc, certainly too far from all of the disc's way whenever a start of
 * the window lets both live? In doubles: coordinate by coordinate. */
static bool is_elsewhere(const start_search *search, const graze_body *other,
                         const graze_motion *b)
{
    const graze_motion *a = search->motion;
    const double begin = search->all.window.first;
    const double end = search->all.window.last + (a->duration + a->duration_tail);
    const double reach = (search->body->radius + other->radius) * (1 + 0x1p-40);
    const double length = b->duration + b->duration_tail;
    double share[2];
    if (search->body->vertex_count > 0 || other->vertex_count > 0 || b->form != GRAZE_WAYPOINT ||
        (a->form != GRAZE_WAYPOINT && a->form != GRAZE_RAMP) || !isfinite(begin) ||
        !isfinite(end) || !(length > 0) || !isfinite(length))
        return false;
    shares_between(b, begin, end, share);
    for (int k = 0; k < 3; k++) {
        const double p = (&a->position.x)[k], q = (&a->to.x)[k];
        double low, high;
        stretch_between((&b->position.x)[k], (&b->to.x)[k], share, &low, &high);
        if (low - fmax(p, q) > reach || fmin(p, q) - high > reach)
            return true;
    }
    return false;
}

static bool add_starts(void *context, const index_shelf *shelf, uint32_t place)
{
    start_search *search = context;
    const index_entry entry = shelf->entry[place];
    const index_agent *other = &search->index->agents[entry.agent];
    const graze_body *body = index_body(other, entry.motion);
    unsafe_starts starts;
    if (is_elsewhere(search, body, &other->motions[entry.motion]))
        return true;
    search->all.status =
        unsafe_starts_of(search->body, search->motion, body, &other->motions[entry.motion],
                         search->tolerance, search->kernel, &starts);
    for (size_t i = 0; search->all.status == GRAZE_OK && i < starts.count; i++)
        among_collect(&search->all, starts.at[i]);
    return search->all.status == GRAZE_OK;
}

/* A life that starts in the window lies in the open interval from its first start to
 * the end of the last one; a parked motion lives from there on. */
static index_life life_from(const graze_motion *motion, graze_closed_interval window)
{
    if (motion_is_endless(motion))
        return (index_life){window.first, INFINITY};
    const double length = double_next_up(motion->duration + motion->duration_tail);
    const double end = window.last + length;
    return (index_life){window.first, isfinite(end) ? double_next_up(end) : INFINITY};
}

/* Everything that the body sweeps, whenever it starts. */
static index_probe probe_of_starts(const graze_index *index, const graze_body *body,
                                   const graze_motion *motion, graze_closed_interval window)
{
    const box_reach reach = box_reach_of(body);
    const index_life life = life_from(motion, window);
    box swept;
    box_of_reach(&reach, motion, &swept);
    box_grow(&swept, index->margin);
    swept.begin = life.begin;
    swept.end = life.end;
    const index_box sides = index_box_narrow(&swept);
    return probe_of_life(&sides, life, false);
}

graze_status graze_index_unsafe_starts(const graze_index *index, const graze_body *body,
                                       const graze_motion *motion, size_t instead_of,
                                       graze_closed_interval window, double tolerance,
                                       const graze_workspace *kernel, graze_interval *intervals,
                                       size_t capacity, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = among_validate(index, body, motion, window, tolerance);
    if (status != GRAZE_OK)
        return status;
    if (count == NULL || (intervals == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    start_search search = {index, body, motion, tolerance, kernel,
                           {intervals, capacity, 0, window, GRAZE_OK}};
    index_sieve sieve;
    index_sieve_make(index, add_starts, &search, &sieve);
    sieve.except = left_out(instead_of);
    const index_probe probe = probe_of_starts(index, body, motion, window);
    if (!motion_is_empty(motion))
        index_ask(index, &probe, &sieve);
    return among_finish(&search.all, count);
}

/* ---- slack -------------------------------------------------------------------------- */

typedef struct slack_search {
    const graze_index *index;
    const index_agent *self;
    size_t motion; /* of the agent, whose candidates are looked at */
    double tolerance;
    const graze_workspace *kernel;
    graze_index_slack best;
    graze_status status;
} slack_search;

/* Candidates of a motion come in no order of their own; the agent's motions come in theirs. */
static bool is_better(const slack_search *search, const graze_slack *found, index_entry entry)
{
    const graze_index_slack *best = &search->best;
    if (found->delay == INFINITY || found->delay != best->slack.delay)
        return found->delay < best->slack.delay;
    if (found->conflicts != best->slack.conflicts)
        return found->conflicts;
    if (entry.agent != best->agent_b)
        return entry.agent < best->agent_b;
    return search->motion == best->slack.motion_a && entry.motion < best->slack.motion_b;
}

static bool narrow_slack(void *context, const index_shelf *shelf, uint32_t place)
{
    slack_search *search = context;
    const index_entry entry = shelf->entry[place];
    const index_agent *other = &search->index->agents[entry.agent];
    const graze_trajectory mine = index_motion(search->self, search->motion);
    const graze_trajectory theirs = index_motion(other, entry.motion);
    graze_slack found;
    search->status =
        graze_trajectory_slack(&search->self->body, &mine, &other->body, &theirs,
                               search->tolerance, search->kernel, &found);
    if (search->status != GRAZE_OK || !is_better(search, &found, entry))
        return search->status == GRAZE_OK;
    search->best = (graze_index_slack){found, entry.agent};
    search->best.slack.motion_a = search->motion;
    search->best.slack.motion_b = entry.motion;
    return true;
}

/* The starts that matter: from the present one to the slack so far later. */
static graze_closed_interval starts_within(const graze_motion *motion, double slack)
{
    const double start = motion->start + motion->start_tail;
    return (graze_closed_interval){double_next_down(start),
                                   double_next_up(double_next_up(start) + slack)};
}

graze_status graze_index_agent_slack(const graze_index *index, size_t agent, double tolerance,
                                     const graze_workspace *kernel, graze_index_slack *slack)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = index_validate_present(index, agent);
    if (status == GRAZE_OK)
        status = tolerance_validate(tolerance);
    if (status == GRAZE_OK && slack == NULL)
        status = GRAZE_ERROR_NULL;
    if (status != GRAZE_OK)
        return status;
    slack_search search = {.index = index, .self = &index->agents[agent], .tolerance = tolerance,
                           .kernel = kernel, .best.slack.delay = INFINITY};
    for (; search.motion < search.self->count && search.status == GRAZE_OK;
         search.motion++) {
        const graze_motion *motion = &search.self->motions[search.motion];
        index_sieve sieve;
        index_sieve_make(index, narrow_slack, &search, &sieve);
        sieve.except = left_out(agent);
        const index_probe probe =
            probe_of_starts(index, index_body(search.self, search.motion), motion,
                            starts_within(motion, search.best.slack.delay));
        if (!motion_is_empty(motion))
            index_ask(index, &probe, &sieve);
    }
    if (search.status == GRAZE_OK)
        *slack = search.best;
    return search.status;
}

/* ---- pairs of one agent after another ----------------------------------------------- */

void among_decide(among_group *group)
{
    const index_agent *other;
    if (group->agent == GRAZE_INDEX_NOBODY || group->status != GRAZE_OK)
        return;
    if (group->answer != NULL && group->answer(group->context, group))
        return;
    other = &group->index->agents[group->agent];
    const graze_trajectory path = index_trajectory(other);
    group->status =
        group->count > AMONG_PAIRS
            ? graze_trajectory_meetings(group->body, &group->trajectory, &other->body, &path,
                                        group->tolerance, NULL, group->sink, group->context)
            : graze_trajectory_meetings_among(group->body, &group->trajectory, &other->body, &path,
                                              group->pairs, group->count, group->tolerance, NULL,
                                              group->sink, group->context, NULL);
}

bool among_add(void *context, const graze_index_pair *pair)
{
    among_group *group = context;
    if (pair->agent_b != group->agent) {
        among_decide(group);
        group->agent = pair->agent_b;
        group->count = 0;
    }
    if (group->count < AMONG_PAIRS)
        group->pairs[group->count] = (graze_motion_pair){pair->motion_a, pair->motion_b};
    group->count += group->count <= AMONG_PAIRS;
    return group->status == GRAZE_OK;
}

/* ---- one agent's meetings ----------------------------------------------------------- */

typedef struct meeting_search {
    size_t agent;
    among_group *group;
    graze_index_meeting_sink sink;
    void *context;
    bool stopped;
} meeting_search;

static bool tell_meeting(void *context, const graze_meeting *meeting)
{
    meeting_search *search = context;
    const graze_index_meeting told = {search->agent, search->group->agent, *meeting};
    if (!search->stopped)
        search->stopped = !search->sink(search->context, &told);
    return !search->stopped;
}

static bool add_pair(void *context, const graze_index_pair *pair)
{
    const meeting_search *search = context;
    return among_add(search->group, pair) && !search->stopped;
}

graze_status graze_index_agent_meetings(const graze_index *index, size_t agent,
                                        graze_index_partners partners, double tolerance,
                                        const graze_workspace *workspace,
                                        graze_index_meeting_sink sink, void *context)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = index_validate_present(index, agent);
    if (status == GRAZE_OK)
        status = tolerance_validate(tolerance);
    if (status != GRAZE_OK)
        return status;
    if (sink == NULL)
        return GRAZE_ERROR_NULL;
    among_group group = {.index = index, .body = &index->agents[agent].body,
                        .trajectory = index_trajectory(&index->agents[agent]),
                        .tolerance = tolerance, .agent = GRAZE_INDEX_NOBODY,
                        .sink = tell_meeting};
    meeting_search search = {agent, &group, sink, context, false};
    group.context = &search;
    status = graze_index_agent_pairs(index, agent, partners, workspace, add_pair, &search);
    if (status == GRAZE_OK && !search.stopped)
        among_decide(&group);
    return status == GRAZE_OK ? group.status : status;
}

/* ---- the first conflict ------------------------------------------------------------- */

typedef struct first_search {
    const graze_index *index;
    double tolerance;
    graze_verdict at_least;
    graze_index_meeting best;
    bool found;
    graze_status status;
} first_search;

static index_life life_in(const graze_index *index, size_t agent, size_t motion)
{
    return index_life_of(index, (index_entry){(uint32_t)agent, (uint32_t)motion});
}

/* Would a contact of this pair at `time` come before the best one? */
static bool comes_first(const first_search *search, const graze_index_pair *pair, double time)
{
    const graze_index_meeting *best = &search->best;
    if (!search->found || time != best->meeting.when.lower)
        return !search->found || time < best->meeting.when.lower;
    if (pair->agent_a != best->agent_a)
        return pair->agent_a < best->agent_a;
    if (pair->agent_b != best->agent_b)
        return pair->agent_b < best->agent_b;
    return pair->motion_a < best->meeting.motion_a ||
           (pair->motion_a == best->meeting.motion_a && pair->motion_b < best->meeting.motion_b);
}

static bool try_pair(void *context, const graze_index_pair *pair)
{
    first_search *search = context;
    const index_life a = life_in(search->index, pair->agent_a, pair->motion_a);
    const index_life b = life_in(search->index, pair->agent_b, pair->motion_b);
    if (!comes_first(search, pair, a.begin > b.begin ? a.begin : b.begin))
        return true; /* no contact before both are there */
    const index_agent *one = &search->index->agents[pair->agent_a];
    const index_agent *other = &search->index->agents[pair->agent_b];
    const graze_trajectory mine = index_motion(one, pair->motion_a);
    const graze_trajectory theirs = index_motion(other, pair->motion_b);
    graze_index_meeting met = {.agent_a = pair->agent_a, .agent_b = pair->agent_b};
    bool found = false;
    search->status =
        graze_trajectory_first_contact(&one->body, &mine, &other->body, &theirs, search->tolerance,
                                       search->at_least, &met.meeting, &found);
    if (found && comes_first(search, pair, met.meeting.when.lower)) {
        met.meeting.motion_a = pair->motion_a;
        met.meeting.motion_b = pair->motion_b;
        search->best = met;
        search->found = true;
    }
    return search->status == GRAZE_OK;
}

graze_status graze_index_first_conflict(const graze_index *index, double tolerance,
                                        graze_verdict at_least, graze_index_meeting *first,
                                        bool *found)
{
    FLOAT_MODE_DEFAULT;
    if (index == NULL || first == NULL || found == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = tolerance_validate(tolerance);
    if (status != GRAZE_OK)
        return status;
    if (at_least != GRAZE_TOUCH && at_least != GRAZE_GRAZE && at_least != GRAZE_CONFLICT)
        return GRAZE_ERROR_CHOICE;
    first_search search = {.index = index, .tolerance = tolerance, .at_least = at_least};
    status = graze_index_pairs_as_found(index, 0, 1, try_pair, &search);
    if (status == GRAZE_OK)
        status = search.status;
    if (status != GRAZE_OK)
        return status;
    *found = search.found;
    if (search.found)
        *first = search.best;
    return GRAZE_OK;
}
