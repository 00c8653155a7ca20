/* SPDX-License-Identifier: MIT */
#include "planner/retime_certify.h"

#include <math.h>

#include <graze/among.h>

#include "planner/retime_clash.h"

/* Of passing_go_on: an agent's slack. */
enum { SLACK_WORK = 2048 };

/* The legs that a motion of the new plan is of: the one that it is in, or those before and after
 * a wait. At most two. */
static size_t legs_of(const retiming *r, size_t agent, size_t motion, uint32_t legs[2])
{
    const graze_trajectory *path = &r->answer->trajectories[agent];
    const graze_motion *m = &path->motions[motion];
    size_t count = 0;
    for (uint32_t i = r->leg_first[agent]; i < r->leg_first[agent + 1]; i++) {
        const leg *l = &r->schedule.legs[i];
        double begin = r->begin + l->start, end = begin + l->duration;
        bool inside = m->start >= begin && m->start < end && !retiming_is_wait(m);
        bool beside = retiming_is_wait(m) && (m->start == end || m->start + m->duration == begin);
        if (inside || beside)
            legs[count++] = i;
    }
    return count;
}

/* The two steps of two legs that come nearest to each other. */
static void nearest_steps(const retiming *r, const leg *a, const leg *b, uint32_t *x, uint32_t *y)
{
    double least = HUGE_VAL;
    for (uint32_t i = a->first; i < a->first + a->count; i++)
        for (uint32_t k = b->first; k < b->first + b->count; k++) {
            const graze_motion *m = r->steps[i].motion, *n = r->steps[k].motion;
            double along;
            double apart = headway_distance(m->position, m->to, n->position, n->to, &along);
            if (apart >= least)
                continue;
            least = apart;
            *x = i;
            *y = k;
        }
}

/* Makes the headway of two legs exact, the earlier one first, or adds their precedence where they
 * have none. *is_new becomes true where there is something to be learnt from it. */
static graze_status take_order(retiming *r, uint32_t a, uint32_t b, precedence added, bool *is_new)
{
    schedule *s = &r->schedule;
    const leg_arc *arc = schedule_arc(s, a, b);
    *is_new = *is_new || arc == NULL || !arc->exact;
    if (arc == NULL)
        return precedence_add(&s->pairs, &r->memory, added);
    if (!arc->exact)
        s->pairs.items[arc->pair].exact = true;
    return GRAZE_OK;
}

static graze_status take_legs(retiming *r, uint32_t a, uint32_t b, bool *is_new)
{
    const leg *legs = r->schedule.legs;
    uint32_t x = 0, y = 0;
    int order = 1;
    nearest_steps(r, &legs[a], &legs[b], &x, &y);
    graze_status status = passing_order(&r->passing, x, y, &order);
    const precedence ahead = {.first = x, .second = y, .exact = true};
    const precedence behind = {.first = y, .second = x, .exact = true};
    if (status == GRAZE_OK && order == 1)
        status = take_order(r, a, b, ahead, is_new);
    else if (status == GRAZE_OK && order == 2)
        status = take_order(r, b, a, behind, is_new);
    return status;
}

static graze_status take_clash(retiming *r, const clash *found, bool *is_new)
{
    uint32_t a[2], b[2];
    size_t count_a = legs_of(r, found->agent_a, found->motion_a, a);
    size_t count_b = legs_of(r, found->agent_b, found->motion_b, b);
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < count_a; i++)
        for (size_t k = 0; k < count_b && status == GRAZE_OK; k++)
            status = take_legs(r, a[i], b[k], is_new);
    return status;
}

/* Learns from conflicts. Nothing new: an agent that never moves is in the way, or the two wait
 * for each other in a manner that steps do not show. */
static graze_status take_clashes(retiming *r, bool *goes_on)
{
    graze_status status = GRAZE_OK;
    *goes_on = true;
    for (size_t i = 0; i < r->clash_count && status == GRAZE_OK && *goes_on; i++) {
        bool is_new = false;
        status = take_clash(r, &r->clashes[i], &is_new);
        *goes_on = is_new;
    }
    if (status == GRAZE_OK && !*goes_on)
        status = retime_name_clash(r, GRAZE_RETIME_CIRCLE, &r->clashes[0]);
    return status;
}

/* Agents with too little slack are as good as in conflict. */
static graze_status find_tight(retiming *r, const graze_index *index)
{
    for (size_t i = 0; i < r->count; i++) {
        graze_index_slack found;
        graze_status status = graze_index_agent_slack(index, i, r->options->tolerance,
                                                      &r->passing.workspace, &found);
        if (status == GRAZE_OK)
            status = passing_go_on(&r->watch, SLACK_WORK);
        if (status == GRAZE_OK && found.slack.delay < r->options->slack)
            status = retime_add_clash(
                r, (clash){i, found.slack.motion_a, found.agent_b, found.slack.motion_b});
        if (status != GRAZE_OK)
            return status;
    }
    return GRAZE_OK;
}

graze_status retime_certify(retiming *r, bool *goes_on)
{
    graze_index *index = NULL;
    r->answer->rounds++;
    graze_status status = retime_find_clashes(r, r->answer->trajectories, false, &index);
    if (status == GRAZE_OK && r->clash_count == 0 && r->options->slack > 0)
        status = find_tight(r, index);
    graze_index_free(index);
    *goes_on = r->clash_count > 0;
    if (status == GRAZE_OK && *goes_on)
        status = take_clashes(r, goes_on);
    else if (status == GRAZE_OK)
        r->answer->outcome = GRAZE_RETIMED;
    return status;
}
