/* SPDX-License-Identifier: MIT */
/* Two trajectories: their meetings, first contact, nearest approach, delays and slack, against
 * the answers about pairs of their motions and against each other; and with filters. */
#include <math.h>

#include "fuzz/targets.h"

enum { ROWS = 4, MOTIONS = ROWS + 1, MEETINGS = 256, DELAYS = 1024 };

typedef struct agent {
    graze_point corners[FUZZ_VERTICES_MAX];
    graze_motion motions[MOTIONS];
    graze_body body;
    graze_trajectory path;
} agent;

typedef struct heard {
    graze_meeting each[MEETINGS], merged[MEETINGS];
    size_t each_count, merged_count;
    size_t first_a, first_b; /* added to the motions' numbers */
} heard;

static void read_agent(fuzz_input *in, agent *one)
{
    one->body = fuzz_body(in, one->corners);
    if (graze_body_validate(&one->body) != GRAZE_OK)
        one->body = (graze_body){.radius = 0.5};
    one->path = (graze_trajectory){.motions = one->motions,
                                   .count = fuzz_trajectory(in, ROWS, one->motions)};
}

static void hear(graze_meeting *list, size_t *count, const heard *all, const graze_meeting *met)
{
    fuzz_require(*count < MEETINGS);
    list[*count] = *met;
    list[*count].motion_a += all->first_a;
    list[*count].motion_b += all->first_b;
    ++*count;
}

static bool hear_each(void *context, const graze_meeting *met)
{
    heard *all = context;
    hear(all->each, &all->each_count, all, met);
    return true;
}

static bool hear_merged(void *context, const graze_meeting *met)
{
    heard *all = context;
    hear(all->merged, &all->merged_count, all, met);
    return true;
}

static bool same_heard(const heard *a, const heard *b)
{
    bool same = a->each_count == b->each_count && a->merged_count == b->merged_count;
    for (size_t i = 0; same && i < a->each_count; i++)
        same = fuzz_same_meeting(&a->each[i], &b->each[i]);
    for (size_t i = 0; same && i < a->merged_count; i++)
        same = fuzz_same_meeting(&a->merged[i], &b->merged[i]);
    return same;
}

/* ---- pair by pair ------------------------------------------------------------------------ */

static graze_verdict worst_of_pairs(const agent *a, const agent *b, double tolerance)
{
    graze_verdict worst = GRAZE_CLEAR, verdict = GRAZE_CLEAR;
    for (size_t i = 0; i < a->path.count; i++)
        for (size_t k = 0; k < b->path.count; k++) {
            fuzz_require(graze_conflict_verdict(&a->body, &a->motions[i], &b->body, &b->motions[k],
                                                tolerance, &verdict) == GRAZE_OK);
            worst = verdict > worst ? verdict : worst;
        }
    return worst;
}

static void judge(const agent *a, const agent *b, double tolerance, const heard *all)
{
    graze_verdict verdict = GRAZE_CLEAR, worst = worst_of_pairs(a, b, tolerance);
    graze_verdict each = GRAZE_CLEAR, merged = GRAZE_CLEAR;
    fuzz_require(graze_trajectory_verdict(&a->body, &a->path, &b->body, &b->path, tolerance,
                                          &verdict) == GRAZE_OK);
    fuzz_require(verdict == worst);
    for (size_t i = 0; i < all->each_count; i++)
        each = all->each[i].verdict > each ? all->each[i].verdict : each;
    for (size_t i = 0; i < all->merged_count; i++) {
        const graze_meeting *met = &all->merged[i];
        merged = met->verdict > merged ? met->verdict : merged;
        fuzz_require(met->motion_a < a->path.count && met->motion_b < b->path.count);
        fuzz_require(met->when.lower <= met->when.upper);
        fuzz_require(i == 0 || all->merged[i - 1].when.lower <= met->when.lower);
        fuzz_require(met->time >= met->when.lower && met->time <= met->when.upper);
    }
    fuzz_require(each == worst && merged == worst);
}

static void ask_first(const agent *a, const agent *b, double tolerance, const heard *all)
{
    for (int least = GRAZE_TOUCH; least <= GRAZE_CONFLICT; least++) {
        graze_meeting first;
        bool found = false, wanted = false;
        fuzz_require(graze_trajectory_first_contact(&a->body, &a->path, &b->body, &b->path,
                                                    tolerance, (graze_verdict)least, &first,
                                                    &found) == GRAZE_OK);
        for (size_t i = 0; i < all->each_count; i++)
            wanted |= (int)all->each[i].verdict >= least;
        fuzz_require(found == wanted);
        for (size_t i = 0; found && i < all->each_count; i++)
            fuzz_require((int)all->each[i].verdict < least ||
                         first.when.lower <= all->each[i].when.lower);
    }
}

/* Prepared, both are in conflict iff they are, and with the same motions first. */
static void ask_prepared(const agent *a, const agent *b, double tolerance)
{
    graze_prepared motions_a[MOTIONS], motions_b[MOTIONS];
    graze_prepared_trajectory ready_a, ready_b;
    graze_meeting first;
    graze_motion_pair pair;
    bool found = false, wanted = false;
    fuzz_require(graze_trajectory_prepare(&a->body, &a->path, motions_a, &ready_a) == GRAZE_OK);
    fuzz_require(graze_trajectory_prepare(&b->body, &b->path, motions_b, &ready_b) == GRAZE_OK);
    fuzz_require(graze_trajectory_first_contact(&a->body, &a->path, &b->body, &b->path, tolerance,
                                                GRAZE_CONFLICT, &first, &wanted) == GRAZE_OK);
    fuzz_require(graze_trajectory_first_conflict(&ready_a, &ready_b, tolerance, &pair, &found) ==
                 GRAZE_OK);
    fuzz_require(found == wanted);
    fuzz_require(!found || (pair.motion_a == first.motion_a && pair.motion_b == first.motion_b));
}

static void ask_nearest(const agent *a, const agent *b)
{
    graze_approach near;
    double least = INFINITY;
    bool common = false;
    if (graze_trajectory_clearance(&a->body, &a->path, &b->body, &b->path, &near) != GRAZE_OK)
        return;
    for (size_t i = 0; i < a->path.count; i++)
        for (size_t k = 0; k < b->path.count; k++) {
            graze_clearance one;
            fuzz_require(graze_conflict_clearance(&a->body, &a->motions[i], &b->body,
                                                  &b->motions[k], &one) == GRAZE_OK);
            common |= one.common_life;
            if (one.common_life && one.distance < least)
                least = one.distance;
        }
    fuzz_require(near.nearest.common_life == common);
    fuzz_require(!common || near.nearest.distance == least);
}

/* ---- with filters -------------------------------------------------------------------------- */

static void ask_among_all(const agent *a, const agent *b, double tolerance, const heard *all)
{
    graze_motion_pair pairs[MOTIONS * MOTIONS];
    heard again = {.each_count = 0};
    size_t count = 0;
    for (size_t i = 0; i < a->path.count; i++)
        for (size_t k = 0; k < b->path.count; k++)
            pairs[count++] = (graze_motion_pair){i, k};
    fuzz_require(graze_trajectory_meetings_among(&a->body, &a->path, &b->body, &b->path, pairs,
                                                 count, tolerance, hear_each, hear_merged, &again,
                                                 NULL) == GRAZE_OK);
    fuzz_require(same_heard(all, &again));
}

/* The stretches that boxes leave, one after the other. */
static void walk(const agent *a, const agent *b, const graze_boxes *boxes_a,
                 const graze_boxes *boxes_b, graze_pair_filter filter, double tolerance,
                 const heard *all)
{
    graze_stretches steps;
    graze_stretch part;
    heard again = {.each_count = 0};
    fuzz_require(graze_stretches_begin(&steps, boxes_a, boxes_b, filter, 0) == GRAZE_OK);
    while (graze_stretches_next(&steps, &part)) {
        const graze_trajectory of_a = {.motions = a->motions + part.first_a, .count = part.count_a};
        const graze_trajectory of_b = {.motions = b->motions + part.first_b, .count = part.count_b};
        fuzz_require(part.first_a + part.count_a <= a->path.count &&
                     part.first_b + part.count_b <= b->path.count);
        again.first_a = part.first_a;
        again.first_b = part.first_b;
        fuzz_require(graze_trajectory_meetings(&a->body, &of_a, &b->body, &of_b, tolerance,
                                               hear_each, hear_merged, &again) == GRAZE_OK);
    }
    fuzz_require(same_heard(all, &again));
}

static void ask_through_boxes(const agent *a, const agent *b, double tolerance, const heard *all)
{
    const graze_trajectory both[] = {a->path, b->path};
    graze_time_grid grid;
    if (graze_time_grid_of(both, 2, 4, &grid) != GRAZE_OK)
        return;
    for (int filter = GRAZE_FILTER_NONE; filter <= GRAZE_FILTER_PYRAMID; filter++) {
        graze_boxes *boxes_a = NULL, *boxes_b = NULL;
        graze_pair_filter chosen = (graze_pair_filter)filter;
        if (graze_boxes_of_trajectory(NULL, &a->body, &a->path, &grid, 0, chosen, &boxes_a) ==
                GRAZE_OK &&
            graze_boxes_of_trajectory(NULL, &b->body, &b->path, &grid, 0, chosen, &boxes_b) ==
                GRAZE_OK)
            walk(a, b, boxes_a, boxes_b, chosen, tolerance, all);
        graze_boxes_free(boxes_a);
        graze_boxes_free(boxes_b);
    }
}

/* ---- later ----------------------------------------------------------------------------------- */

/* With this delay a conflicts with b exactly inside the intervals; false where the delayed start
 * is no sum of two doubles. */
static void try_delay(const agent *a, const agent *b, double tolerance, double delay,
                      const graze_interval *delays, size_t count)
{
    agent later = *a;
    graze_verdict verdict = GRAZE_CLEAR;
    later.path.motions = later.motions;
    if (!isfinite(delay))
        return;
    for (size_t i = 0; i < a->path.count; i++)
        if (graze_motion_delay(&a->motions[i], delay, &later.motions[i]) != GRAZE_OK)
            return;
    fuzz_require(graze_trajectory_verdict(&a->body, &later.path, &b->body, &b->path, tolerance,
                                          &verdict) == GRAZE_OK);
    fuzz_require((verdict == GRAZE_CONFLICT) == fuzz_inside(delays, count, delay));
}

static bool has_tails(const agent *one)
{
    for (size_t i = 0; i < one->path.count; i++)
        if (one->motions[i].start_tail != 0)
            return true;
    return false;
}

static void ask_slack(const agent *a, const agent *b, double tolerance,
                      const graze_interval *delays, size_t count)
{
    graze_slack slack;
    graze_status status = graze_trajectory_slack(&a->body, &a->path, &b->body, &b->path, tolerance,
                                                 fuzz_workspace(), &slack);
    fuzz_require(status == GRAZE_OK || fuzz_is_short(status));
    if (status != GRAZE_OK)
        return;
    fuzz_require(slack.conflicts == fuzz_inside(delays, count, 0));
    fuzz_require(slack.delay >= 0 && (!slack.conflicts || slack.delay == 0));
    double first = INFINITY;
    for (size_t i = count; i-- > 0;)
        if (delays[i].upper > 0)
            first = delays[i].lower > 0 ? delays[i].lower : 0;
    fuzz_require(slack.delay == first);
}

static void ask_delays(fuzz_input *in, const agent *a, const agent *b, double tolerance)
{
    static graze_interval delays[DELAYS];
    size_t count = 0;
    graze_status status =
        graze_trajectory_unsafe_delays(&a->body, &a->path, &b->body, &b->path, GRAZE_APPEAR,
                                       tolerance, fuzz_workspace(), delays, DELAYS, &count);
    fuzz_require(status == GRAZE_OK || fuzz_is_short(status));
    if (status != GRAZE_OK || has_tails(a) || has_tails(b))
        return;
    fuzz_require(graze_intervals_validate(delays, count) == GRAZE_OK);
    for (size_t i = 0; i < count && i < 4; i++) {
        try_delay(a, b, tolerance, delays[i].lower, delays, count);
        try_delay(a, b, tolerance, nextafter(delays[i].lower, INFINITY), delays, count);
        try_delay(a, b, tolerance, nextafter(delays[i].upper, -INFINITY), delays, count);
        try_delay(a, b, tolerance, delays[i].upper, delays, count);
    }
    try_delay(a, b, tolerance, 0, delays, count);
    try_delay(a, b, tolerance, fuzz_number(in), delays, count);
    ask_slack(a, b, tolerance, delays, count);
    graze_trajectory_unsafe_delays(&a->body, &a->path, &b->body, &b->path, GRAZE_WAIT, tolerance,
                                   fuzz_workspace(), delays, DELAYS, &count);
}

void fuzz_paths(fuzz_input *in)
{
    agent a, b;
    heard all = {.each_count = 0};
    read_agent(in, &a);
    read_agent(in, &b);
    double tolerance = fuzz_tolerance(in);
    graze_status status =
        graze_trajectory_meetings(&a.body, &a.path, &b.body, &b.path, tolerance, hear_each,
                                  hear_merged, &all);
    if (status != GRAZE_OK)
        return;
    judge(&a, &b, tolerance, &all);
    ask_first(&a, &b, tolerance, &all);
    ask_prepared(&a, &b, tolerance);
    ask_nearest(&a, &b);
    ask_among_all(&a, &b, tolerance, &all);
    ask_through_boxes(&a, &b, tolerance, &all);
    ask_delays(in, &a, &b, tolerance);
}
