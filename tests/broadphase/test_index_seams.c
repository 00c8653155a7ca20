/* SPDX-License-Identifier: MIT */
/* The questions of a solver where motions begin, jump, or are equally good answers. */
#include <CUnit/CUnit.h>
#include <graze/among.h>
#include <math.h>

#include "support/run.h"

enum { ROOM = 8 };

static const graze_body half = {.radius = 0.5};
static const graze_closed_interval ever = {-INFINITY, INFINITY};

static graze_index *index_of(const graze_trajectory *paths, size_t count, graze_index_method method)
{
    static const graze_body bodies[] = {{.radius = 0.5}, {.radius = 0.5}, {.radius = 0.5}};
    const graze_index_options options = {method, 0};
    graze_index *made = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_index_new(bodies, paths, count, &options, NULL, &made), GRAZE_OK);
    return made;
}

/* Along one axis. */
static graze_vector along(int axis, double at)
{
    return (graze_vector){axis == 0 ? at : 0, axis == 1 ? at : 0, axis == 2 ? at : 0};
}

static graze_motion move(int axis, double from, double to, double begin, double end)
{
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(
        graze_motion_waypoint(along(axis, from), along(axis, to), begin, end, &motion), GRAZE_OK);
    return motion;
}

/* When a body cannot stand where somebody begins. */
static size_t unsafe_times(const graze_motion *motions, size_t count, graze_interval *unsafe)
{
    const graze_trajectory path = {.motions = motions, .count = count};
    graze_index *index = index_of(&path, 1, GRAZE_INDEX_AUTO);
    size_t found = 0;
    CU_ASSERT_EQUAL(graze_index_unsafe_times(index, &half, (graze_vector){0, 0, 0},
                                             GRAZE_INDEX_NOBODY, ever, 0, unsafe, ROOM, &found),
                    GRAZE_OK);
    graze_index_free(index);
    return found;
}

static void who_appears_at_the_place_takes_it_from_then_on(void)
{
    graze_interval unsafe[ROOM];
    const graze_motion leaves = move(0, 0, 10, 5, 15);
    CU_ASSERT_EQUAL_FATAL(unsafe_times(&leaves, 1, unsafe), 1);
    CU_ASSERT_EQUAL(unsafe[0].lower, 5);
    CU_ASSERT_EQUAL(unsafe[0].upper, 6);
}

/* The first motion ends at the very distance; the second begins nearer than that. The instant
 * between them is free. */
static void who_jumps_back_from_the_very_distance_leaves_an_instant(void)
{
    for (int axis = 0; axis < 3; axis++)
        for (int kinematic = 0; kinematic < 2; kinematic++) {
            graze_interval unsafe[ROOM];
            graze_motion motions[] = {move(axis, 0, 1, 0, 2), move(axis, 0.5, 3.5, 2, 5)};
            if (kinematic)
                CU_ASSERT_EQUAL(graze_motion_kinematic(along(axis, 0), along(axis, 0.5),
                                                       along(axis, 0), 0, 2, &motions[0]),
                                GRAZE_OK);
            CU_ASSERT_EQUAL_FATAL(unsafe_times(motions, 2, unsafe), 2);
            CU_ASSERT_EQUAL(unsafe[0].upper, 2);
            CU_ASSERT_EQUAL(unsafe[1].lower, 2);
            CU_ASSERT_EQUAL(unsafe[1].upper, 2.5);
        }
}

/* Somebody comes in steps, against the order of any shelf: all of them are in conflict at once, and
 * the first is told. */
static void of_equal_slacks_the_first_motions_are_told(void)
{
    enum { STEPS = 6 };
    const graze_motion waits = move(0, 0, 0, 0, 2 * STEPS);
    graze_motion comes[2][STEPS];
    for (int i = 0; i < STEPS; i++)
        for (int agent = 0; agent < 2; agent++) {
            const double to = agent == 0 ? 0.03125 * (STEPS - i) : 0.03125 * i;
            comes[agent][i] = move(0, to, to, 2 * i, 2 * i + 2);
        }
    const graze_trajectory paths[] = {{.motions = &waits, .count = 1},
                                      {.motions = comes[0], .count = STEPS},
                                      {.motions = comes[1], .count = STEPS}};
    for (int method = GRAZE_INDEX_AUTO; method <= GRAZE_INDEX_MASKS; method++) {
        graze_index *index = index_of(paths, 3, (graze_index_method)method);
        graze_index_slack slack;
        CU_ASSERT_EQUAL(graze_index_agent_slack(index, 0, 0, NULL, &slack), GRAZE_OK);
        CU_ASSERT_TRUE(slack.slack.conflicts);
        CU_ASSERT_EQUAL(slack.agent_b, 1);
        CU_ASSERT_EQUAL(slack.slack.motion_a, 0);
        CU_ASSERT_EQUAL(slack.slack.motion_b, 0);
        graze_index_free(index);
    }
}

static bool take_entry(void *context, const graze_index_entry *entry)
{
    (void)context, (void)entry;
    return true;
}

/* Both agents are there twice: of four contacts that begin at once the first motions' is told. */
static void of_contacts_that_begin_at_once_the_first_motions_are_told(void)
{
    for (int turned = 0; turned < 2; turned++) {
        const double aside[] = {turned ? 0.5 : 0, turned ? 0 : 0.5};
        const graze_motion one[] = {move(0, aside[0], aside[0], 0, 2),
                                    move(0, aside[1], aside[1], 0, 2)};
        const graze_motion other[] = {move(0, 0.25, 0.25, 0, 2), move(0, 0.125, 0.125, 0, 2)};
        const graze_trajectory paths[] = {{.motions = one, .count = 2},
                                          {.motions = other, .count = 2}};
        for (int method = GRAZE_INDEX_AUTO; method <= GRAZE_INDEX_MASKS; method++) {
            graze_index *index = index_of(paths, 2, (graze_index_method)method);
            graze_index_meeting first;
            bool found = false;
            CU_ASSERT_EQUAL(
                graze_index_first_conflict(index, 0, GRAZE_CONFLICT, &first, &found), GRAZE_OK);
            CU_ASSERT_TRUE(found && first.agent_a == 0 && first.agent_b == 1);
            CU_ASSERT_TRUE(first.meeting.motion_a == 0 && first.meeting.motion_b == 0);
            graze_index_free(index);
        }
    }
}

static void windows_and_tolerances_that_are_none_are_refused(void)
{
    const graze_motion waits = move(0, 0, 0, 0, 2);
    const graze_trajectory path = {.motions = &waits, .count = 1};
    graze_index *index = index_of(&path, 1, GRAZE_INDEX_AUTO);
    const graze_closed_interval before_all = {-INFINITY, -INFINITY};
    graze_interval list[ROOM];
    graze_index_slack slack;
    graze_index_meeting first;
    size_t count = 0;
    bool found = false;
    CU_ASSERT_EQUAL(graze_index_unsafe_starts(index, &half, &waits, 0, before_all, 0, NULL, list,
                                              ROOM, &count),
                    GRAZE_ERROR_INTERVAL);
    CU_ASSERT_EQUAL(graze_index_agent_slack(index, 0, -1, NULL, &slack),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT_EQUAL(graze_index_agent_slack(index, 0, 0, NULL, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_index_agent_slack(index, 5, 0, NULL, &slack), GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_index_first_conflict(index, -1, GRAZE_TOUCH, &first, &found),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    for (int side = 0; side < 8; side++) {
        graze_index_region region = graze_index_round((graze_vector){0, 0, 0}, 1, 0, 1);
        double *const sides[] = {&region.lower.x, &region.lower.y, &region.lower.z, &region.begin,
                                 &region.upper.x, &region.upper.y, &region.upper.z, &region.end};
        *sides[side] = (double)NAN;
        CU_ASSERT_EQUAL(graze_index_near(index, &region, NULL, take_entry, NULL),
                        GRAZE_ERROR_NOT_FINITE);
    }
    graze_index_free(index);
}

static bool take_meeting(void *context, const graze_index_meeting *meeting)
{
    (void)context, (void)meeting;
    return true;
}

static void partners_that_are_none_are_refused(void)
{
    const graze_motion waits = move(0, 0, 0, 0, 2);
    const graze_trajectory path = {.motions = &waits, .count = 1};
    graze_index *index = index_of(&path, 1, GRAZE_INDEX_AUTO);
    CU_ASSERT_EQUAL(
        graze_index_agent_meetings(index, 0, (graze_index_partners)7, 0, NULL, take_meeting, NULL),
        GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(graze_index_agent_meetings(index, 0, GRAZE_INDEX_OTHERS, 0, NULL, NULL, NULL),
                    GRAZE_ERROR_NULL);
    graze_index_free(index);
}

static bool count_pair(void *context, const graze_index_pair *pair)
{
    (void)pair;
    ++*(size_t *)context;
    return true;
}

/* Who changes a motion that an index has is told so, or nothing; no other memory is touched. */
static void motions_that_are_spoilt_in_an_index_are_refused_or_nowhere(void)
{
    graze_motion waits[] = {move(0, 0, 0, 0, 2), move(0, 0, 0, 0, 2)};
    const graze_trajectory paths[] = {{.motions = &waits[0], .count = 1},
                                      {.motions = &waits[1], .count = 1}};
    graze_index *index = index_of(paths, 2, GRAZE_INDEX_AUTO);
    graze_index_meeting first = {.agent_a = 77};
    size_t pairs = 0;
    bool found = false;
    waits[1].position.x = (double)NAN;
    CU_ASSERT_EQUAL(graze_index_first_conflict(index, 0, GRAZE_CONFLICT, &first, &found),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_TRUE(!found && first.agent_a == 77);
    CU_ASSERT_EQUAL(graze_index_agent_pairs(index, 0, GRAZE_INDEX_OTHERS, NULL, count_pair, &pairs),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(pairs, 1);
    CU_ASSERT_EQUAL(graze_index_agent_pairs(index, 1, GRAZE_INDEX_OTHERS, NULL, count_pair, &pairs),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(pairs, 1);
    graze_index_free(index);
}

CU_TestInfo index_seam_tests[] = {
    SUPPORT_TEST(who_appears_at_the_place_takes_it_from_then_on),
    SUPPORT_TEST(who_jumps_back_from_the_very_distance_leaves_an_instant),
    SUPPORT_TEST(of_equal_slacks_the_first_motions_are_told),
    SUPPORT_TEST(of_contacts_that_begin_at_once_the_first_motions_are_told),
    SUPPORT_TEST(windows_and_tolerances_that_are_none_are_refused),
    SUPPORT_TEST(partners_that_are_none_are_refused),
    SUPPORT_TEST(motions_that_are_spoilt_in_an_index_are_refused_or_nowhere),
    CU_TEST_INFO_NULL,
};
