/* SPDX-License-Identifier: MIT */
/* Gaps between events, and their ends in double-doubles. */
#include "starts/curved_starts.h"

#include <math.h>

#include "starts/curved_close.h"
#include "starts/start_search.h"
#include "starts/straight_guess.h"

/* Events of which it is not certain which is first, from one number to another: mostly one. */
typedef struct group {
    int from, to;
} group;

static group group_at(const curved_search *all, int from)
{
    group found = {from, from + 1};
    while (found.to < all->count && all->event[found.to].tied)
        found.to++;
    return found;
}

/* Asks in the gap between two groups; false when no start is certainly in it. */
static bool ask_gap(const curved_search *all, group low, group high, bool *unsafe)
{
    const pair *question = all->scene.question;
    const double origin = question->b->start + question->b->start_tail;
    double least = -INFINITY, most = INFINITY;
    for (int i = low.from; i < low.to; i++)
        least = fmax(least, all->event[i].shift + all->event[i].off);
    for (int i = high.from; i < high.to; i++)
        most = fmin(most, all->event[i].shift - all->event[i].off);
    const double shift = 0.5 * (least + most), start = origin + shift;
    if (!(0x1p-50 * (fabs(origin) + fabs(shift)) < 0.25 * (most - least)))
        return false;
    return start_is_unsafe(question, start, unsafe) == GRAZE_OK;
}

static dd start_of(const curved_search *all, const curved_event *e)
{
    const pair *question = all->scene.question;
    const dd origin = dd_add(dd_from(question->b->start), dd_from(question->b->start_tail));
    return dd_add(origin, curved_shift(&all->scene, e));
}

static bool round_outward(dd start, bool upper, double *end)
{
    return upper ? dd_round_up(start, end) : dd_round_down(start, end);
}

/* Whether it is nearer to a double than any decision has to be. */
static bool is_near_double(dd start)
{
    return start.error + fabs(start.low) < 0x1p-56 * fabs(start.high);
}

/* Rounds an end outward. One that is as good as a double is where the decision at it says. */
static bool round_end(const curved_search *all, const curved_event *e, bool upper, double *end)
{
    const dd start = start_of(all, e);
    bool unsafe;
    if (round_outward(start, upper, end))
        return true;
    if (e->end || !is_near_double(start) ||
        start_is_unsafe(all->scene.question, start.high, &unsafe) != GRAZE_OK)
        return false;
    *end = !unsafe ? start.high : upper ? double_next_up(start.high) : double_next_down(start.high);
    return true;
}

/* The last safe double before an interval of unsafe starts (or the first one behind it), one of
 * some next to each other: from there on towards the interval all are unsafe. */
static bool search_safe(const pair *question, double from, double to, bool upper, double *end)
{
    enum { ASKED = 6 };
    bool unsafe = true;
    for (int i = 0; i < ASKED && from != to && unsafe; i++) {
        if (start_is_unsafe(question, from, &unsafe) != GRAZE_OK)
            return false;
        if (unsafe)
            from = upper ? double_next_up(from) : double_next_down(from);
    }
    *end = from;
    return from == to || !unsafe;
}

/* The end that one of a group has, of the only interval: if not all have the same. */
static bool round_group(const curved_search *all, group of, bool upper, double *end)
{
    double least = INFINITY, most = -INFINITY;
    bool near = true;
    if (of.to - of.from == 1)
        return round_end(all, &all->event[of.from], upper, end);
    for (int i = of.from; i < of.to; i++) {
        const dd start = start_of(all, &all->event[i]);
        double low, high;
        if (!round_outward(start, upper, &low)) {
            low = upper ? start.high : double_next_down(start.high);
            high = upper ? double_next_up(start.high) : start.high;
            near = near && is_near_double(start);
        } else
            high = low;
        least = fmin(least, low);
        most = fmax(most, high);
    }
    return near &&
           search_safe(all->scene.question, upper ? least : most, upper ? most : least, upper, end);
}

/* Whether the unsafe starts are one interval, if there are any: then a group has at most one end of
 * it, and what is not known is only whether it is all of it. */
static bool is_connected(const pair *question)
{
    return straight_never_turns(question->a) && straight_never_turns(question->b);
}

static bool has_ties(const curved_search *all)
{
    for (int i = 0; i < all->count; i++)
        if (all->event[i].tied)
            return true;
    return false;
}

static bool collect(const curved_search *all, graze_interval *starts, size_t *count)
{
    const bool tied = has_ties(all);
    bool open = false;
    group here = group_at(all, 0);
    *count = 0;
    if (tied && !is_connected(all->scene.question))
        return false;
    for (int i = here.to; i <= all->count; i = here.to) {
        const group next = group_at(all, i);
        bool unsafe = false;
        if (i < all->count && !ask_gap(all, here, next, &unsafe))
            return false;
        if (unsafe && !open &&
            (*count == CURVED_STARTS_MAX || !round_group(all, here, false, &starts[*count].lower)))
            return false;
        if (open && !unsafe && !round_group(all, here, true, &starts[(*count)++].upper))
            return false;
        open = unsafe;
        here = next;
    }
    return !tied || *count > 0;
}

bool curved_starts(const pair *question, graze_interval *starts, size_t *count)
{
    curved_search all;
    return curved_events_of(question, &all) && collect(&all, starts, count);
}
