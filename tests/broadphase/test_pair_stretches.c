/* SPDX-License-Identifier: MIT */
/* No filter loses a meeting: what the stretches hold is what the whole trajectories
 * hold, for every filter, on random plans. */
#include <graze/conflict.h>
#include <stdio.h>

#include "broadphase/pair_cases.h"
#include "support/run.h"

enum { MOST = 4096 };

/* What was found, in order: merged meetings, and those of each pair of motions. */
typedef struct findings {
    size_t offset_a, offset_b;
    size_t count;
    graze_meeting at[MOST];
} findings;

static bool note(void *context, const graze_meeting *meeting)
{
    findings *all = context;
    CU_ASSERT_TRUE_FATAL(all->count < MOST);
    graze_meeting *noted = &all->at[all->count++];
    *noted = *meeting;
    noted->motion_a += all->offset_a;
    noted->motion_b += all->offset_b;
    return true;
}

static graze_trajectory part(const graze_trajectory *path, size_t first, size_t count)
{
    CU_ASSERT_TRUE_FATAL(first < path->count && count <= path->count - first);
    return (graze_trajectory){.motions = path->motions + first, .count = count};
}

static void meet(const pair_agent *a, const graze_trajectory *path_a, const pair_agent *b,
                 const graze_trajectory *path_b, bool merged, findings *all)
{
    graze_status status = graze_trajectory_meetings(
        &a->body, path_a, &b->body, path_b, 1e-9, merged ? NULL : note, merged ? note : NULL, all);
    CU_ASSERT_EQUAL(status, GRAZE_OK);
}

/* In steps of pairs of motions that were asked. */
static size_t meet_in_stretches(const pair_agent *a, const pair_agent *b,
                                const graze_time_grid *grid, graze_pair_filter filter, bool merged,
                                findings *all)
{
    graze_boxes *boxes_a = NULL, *boxes_b = NULL;
    CU_ASSERT_EQUAL_FATAL(
        graze_boxes_of_trajectory(NULL, &a->body, &a->path, grid, 0, filter, &boxes_a), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        graze_boxes_of_trajectory(NULL, &b->body, &b->path, grid, 0, filter, &boxes_b), GRAZE_OK);
    graze_stretches walk;
    graze_stretch stretch;
    size_t asked = 0;
    CU_ASSERT_EQUAL_FATAL(graze_stretches_begin(&walk, boxes_a, boxes_b, filter, 0), GRAZE_OK);
    while (graze_stretches_next(&walk, &stretch)) {
        graze_trajectory part_a = part(&a->path, stretch.first_a, stretch.count_a);
        graze_trajectory part_b = part(&b->path, stretch.first_b, stretch.count_b);
        all->offset_a = stretch.first_a;
        all->offset_b = stretch.first_b;
        asked += stretch.count_a + stretch.count_b;
        meet(a, &part_a, b, &part_b, merged, all);
    }
    graze_boxes_free(boxes_a);
    graze_boxes_free(boxes_b);
    return asked;
}

static bool same_meeting(const graze_meeting *x, const graze_meeting *y)
{
    return x->verdict == y->verdict && x->motion_a == y->motion_a && x->motion_b == y->motion_b &&
           x->when.lower == y->when.lower && x->when.upper == y->when.upper &&
           x->depth == y->depth && x->distance == y->distance && x->time == y->time;
}

static bool same(const findings *x, const findings *y)
{
    bool equal = x->count == y->count;
    for (size_t i = 0; equal && i < x->count; i++)
        equal = same_meeting(&x->at[i], &y->at[i]);
    return equal;
}

/* Totals over all rounds, to see that the test has something to lose and that the
 * filters cut. */
typedef struct totals {
    size_t met, asked, whole;
} totals;

static void compare(uint64_t *state, totals *sum)
{
    static findings whole, filtered;
    static const double steps[] = {1, 0.5, 0.3, 7, 0.0625};
    pair_agent a, b;
    int reach = 2 + pair_random_below(state, 20);
    bool spatial = pair_random_below(state, 4) == 0;
    pair_random_agent(state, reach, spatial, &a);
    pair_random_agent(state, reach, spatial, &b);
    graze_time_grid grid = {
        pair_random_place(state, 4), steps[pair_random_below(state, 5)], {1, -1, 0}};
    bool merged = pair_random_below(state, 2);
    whole = (findings){.count = 0};
    meet(&a, &a.path, &b, &b.path, merged, &whole);
    sum->met += whole.count;
    for (int filter = GRAZE_FILTER_NONE; filter <= GRAZE_FILTER_PYRAMID; filter++) {
        filtered = (findings){.count = 0};
        sum->asked +=
            meet_in_stretches(&a, &b, &grid, (graze_pair_filter)filter, merged, &filtered);
        sum->whole += a.path.count + b.path.count;
        CU_ASSERT_TRUE(same(&whole, &filtered));
        if (!same(&whole, &filtered))
            printf(" [%s: %zu of %zu, merged %d] ",
                   graze_pair_filter_name((graze_pair_filter)filter), filtered.count, whole.count,
                   merged);
    }
}

static void stretches_hold_every_meeting_of_the_whole(void)
{
    uint64_t state = 31;
    totals sum = {0, 0, 0};
    for (size_t i = 0; i < support_rounds(150, 750, 8000); i++)
        compare(&state, &sum);
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(sum.met > 100) && sum.asked < sum.whole);
    printf(" (%zu meetings, %zu of %zu motions asked) ", sum.met, sum.asked, sum.whole);
}

static void walks_over_boxes_of_another_grid_are_refused(void)
{
    uint64_t state = 32;
    pair_agent agent;
    pair_random_agent(&state, 4, false, &agent);
    const graze_time_grid grid = {0, 1, {0, 0, 0}};
    graze_boxes *own = NULL, *moved = NULL;
    graze_pair_filter si = GRAZE_FILTER_SI;
    CU_ASSERT_EQUAL_FATAL(
        graze_boxes_of_trajectory(NULL, &agent.body, &agent.path, &grid, 0, si, &own), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_boxes_on_grid(NULL, own, &grid, si, &moved), GRAZE_OK);
    graze_stretches walk;
    CU_ASSERT_EQUAL(graze_stretches_begin(&walk, own, moved, si, 0), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(graze_stretches_begin(NULL, own, own, si, 0), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_stretches_begin(&walk, own, own, si, -1), GRAZE_ERROR_NEGATIVE_TOLERANCE);
    graze_boxes_free(own);
    graze_boxes_free(moved);
}

CU_TestInfo pair_stretch_tests[] = {
    SUPPORT_TEST(stretches_hold_every_meeting_of_the_whole),
    SUPPORT_TEST(walks_over_boxes_of_another_grid_are_refused),
    CU_TEST_INFO_NULL,
};
