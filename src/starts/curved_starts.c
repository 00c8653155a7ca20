/* SPDX-License-Identifier: MIT */
/* Gaps between events, and their ends in double-doubles. */
#include "starts/curved_starts.h"

#include <math.h>

#include "starts/curved_events.h"
#include "starts/start_search.h"

static const double SLACK = CURVED_SLACK;

/* Asks in the gap below an event; false when no start is certainly in it. */
static bool ask_gap(const curved_search *all, int i, bool *unsafe)
{
    const pair *question = all->scene.question;
    const curved_event *low = &all->event[i - 1], *high = &all->event[i];
    const double origin = question->b->start + question->b->start_tail;
    const double least = low->shift + low->off, most = high->shift - high->off;
    const double shift = 0.5 * (least + most), start = origin + shift;
    if (!(0x1p-50 * (fabs(origin) + fabs(shift)) < 0.25 * (most - least)))
        return false;
    return start_is_unsafe(question, start, unsafe) == GRAZE_OK;
}

/* F and G at a place in double-doubles. */
typedef struct close_view {
    dd f, g, shift;
} close_view;

static close_view look_closely(const curved_scene *s, const curved_event *e)
{
    const curved_course *a = &s->exact[0], *b = &s->exact[1];
    const dd u = e->of == END_A ? a->life : dd_from(e->at[0]);
    const dd w = e->of == END_B ? b->life : dd_from(e->at[1]);
    close_view v = {dd_negative(dd_square(s->exact_reach)), dd_from(0), dd_sub(w, u)};
    for (int k = 0; k < s->dimensions; k++) {
        const dd gain_a = dd_mul(a->half[k], u), gain_b = dd_mul(b->half[k], w);
        const dd mean_a = dd_add(gain_a, a->velocity[k]), mean_b = dd_add(gain_b, b->velocity[k]);
        const dd moved = dd_sub(dd_mul(mean_a, u), dd_mul(mean_b, w));
        const dd d = dd_add(dd_sub(a->place[k], b->place[k]), moved);
        v.f = dd_add(v.f, dd_square(d));
        if (e->of == TANGENCY)
            v.g = dd_add(v.g, dd_mul(d, dd_sub(dd_add(mean_a, gain_a), dd_add(mean_b, gain_b))));
    }
    v.f = (dd){0.5 * v.f.high, 0.5 * v.f.low, 0.5 * v.f.error};
    return v;
}

static double most(dd x)
{
    return (fabs(x.high) + x.error) * (1 + SLACK);
}

/* The true shift of an event. */
static dd shift_of(const curved_scene *s, const curved_event *e)
{
    double along, across;
    if (e->end)
        return e->shift > 0 ? s->exact[1].life : dd_negative(s->exact[0].life);
    const close_view v = look_closely(s, e);
    dd off = dd_div(v.f, (dd){e->slope, 0, 2 * s->off_g});
    curved_distances(e, most(v.f), most(v.g), &along, &across);
    const double all = along + across, steep = fabs(e->slope) - 2 * s->off_g;
    const double rest = e->of == TANGENCY ? most(v.g) * along : 0;
    off.error += (rest + e->j.second * all * all) / steep * (1 + SLACK) + 0x1p-1000;
    return dd_add(v.shift, off);
}

/* Rounds an end outward. One that is as good as a double is where the decision at it says. */
static bool round_end(const curved_search *all, const curved_event *e, bool upper, double *end)
{
    const pair *question = all->scene.question;
    const dd origin = dd_add(dd_from(question->b->start), dd_from(question->b->start_tail));
    const dd start = dd_add(origin, shift_of(&all->scene, e));
    if (upper ? dd_round_up(start, end) : dd_round_down(start, end))
        return true;
    if (e->end || !(start.error + fabs(start.low) < 0x1p-56 * fabs(start.high)))
        return false;
    bool unsafe;
    if (start_is_unsafe(question, start.high, &unsafe) != GRAZE_OK)
        return false;
    *end = !unsafe ? start.high : upper ? double_next_up(start.high) : double_next_down(start.high);
    return true;
}

static bool collect(const curved_search *all, graze_interval *starts, size_t *count)
{
    bool open = false;
    *count = 0;
    for (int i = 1; i <= all->count; i++) {
        const curved_event *here = &all->event[i - 1];
        bool unsafe = false;
        if (i < all->count && !ask_gap(all, i, &unsafe))
            return false;
        if (unsafe && !open &&
            (*count == CURVED_STARTS_MAX || !round_end(all, here, false, &starts[*count].lower)))
            return false;
        if (open && !unsafe && !round_end(all, here, true, &starts[(*count)++].upper))
            return false;
        open = unsafe;
    }
    return true;
}

bool curved_starts(const pair *question, graze_interval *starts, size_t *count)
{
    curved_search all;
    return curved_events_of(question, &all) && collect(&all, starts, count);
}
