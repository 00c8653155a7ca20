/* SPDX-License-Identifier: MIT */
#include "planner/leg_circle.h"

#include <math.h>

enum { PATIENT_TRIES = 6 };

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
static bool cut_leg(schedule *s, uint32_t *taken)
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
        *taken = s->circle[k];
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

bool leg_circle_change(schedule *s, uint32_t *taken)
{
    *taken = s->circle[0];
    return cut_leg(s, taken) || make_exact(s) || share_profile(s);
}
