/* SPDX-License-Identifier: MIT */
/* A host may round in another direction, or flush subnormals: every answer has the same bits
 * as in the default mode, and the host's mode is left as it was. */
#include <CUnit/CUnit.h>
#include <graze.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel/modes.h"
#include "oracle/body_pairs.h"
#include "oracle/generate.h"
#include "support/run.h"

enum { INTERVALS = 32 };

/* ---- one pair, every question ----------------------------------------------------------- */

static void put_intervals(answers *all, graze_status status, const graze_interval *intervals,
                          size_t count)
{
    put_count(all, status);
    put_count(all, status == GRAZE_OK ? count : 0);
    for (size_t i = 0; status == GRAZE_OK && i < count; i++) {
        put(all, intervals[i].lower);
        put(all, intervals[i].upper);
    }
}

static void put_clearance(answers *all, graze_status status, const graze_clearance *clearance)
{
    put_count(all, status);
    if (status != GRAZE_OK || !clearance->common_life)
        return;
    put(all, clearance->distance);
    put(all, clearance->depth);
    put(all, clearance->time);
}

static graze_workspace room(void)
{
    static void *memory;
    const size_t size = (size_t)64 << 20;
    if (memory == NULL)
        memory = malloc(size);
    return (graze_workspace){.memory = memory, .size = memory != NULL ? size : 0};
}

static void ask_pair(const oracle_pair *p, answers *all)
{
    const graze_body *a = &p->body_a, *b = &p->body_b;
    const graze_motion *m = &p->a, *n = &p->b;
    const graze_workspace workspace = room();
    graze_interval found[INTERVALS];
    graze_clearance clearance;
    graze_verdict verdict = GRAZE_CLEAR;
    bool exists = false;
    double end = 0;
    size_t count = 0;
    put_count(all, graze_conflict_exists(a, m, b, n, p->tolerance, &exists));
    put_count(all, exists);
    put_count(all, graze_conflict_verdict(a, m, b, n, p->tolerance, &verdict));
    put_count(all, verdict);
    put_intervals(all, graze_conflict_intervals(a, m, b, n, p->tolerance, found, INTERVALS, &count),
                  found, count);
    put_clearance(all, graze_conflict_clearance(a, m, b, n, &clearance), &clearance);
    put_intervals(all, graze_unsafe_starts(a, m, b, n, p->tolerance, &workspace, found, INTERVALS,
                                           &count),
                  found, count);
    put_count(all, graze_unsafe_end(a, m, b, n, p->tolerance, &workspace, &end, &exists));
    put(all, end);
    put_intervals(all, graze_unsafe_speeds(a, m, b, n, p->tolerance, &workspace, found, INTERVALS,
                                           &count),
                  found, count);
}

static void ask_prepared(const oracle_pair *p, answers *all)
{
    graze_prepared a, b;
    graze_interval found[INTERVALS];
    size_t count = 0;
    bool exists = false;
    put_count(all, graze_motion_prepare(&p->body_a, &p->a, &a));
    put_count(all, graze_motion_prepare(&p->body_b, &p->b, &b));
    put(all, a.magnitude);
    put(all, b.magnitude);
    put_count(all, graze_conflict_exists_prepared(&a, &p->body_a, &p->a, &b, &p->body_b, &p->b,
                                                  p->tolerance, &exists));
    put_count(all, exists);
    put_intervals(all,
                  graze_conflict_intervals_prepared(&a, &p->body_a, &p->a, &b, &p->body_b, &p->b,
                                                    p->tolerance, found, INTERVALS, &count),
                  found, count);
}

static void ask_trajectories(const oracle_pair *p, answers *all)
{
    const graze_trajectory a = {.motions = &p->a, .count = 1}, b = {.motions = &p->b, .count = 1};
    const graze_workspace workspace = room();
    graze_meeting first;
    graze_approach nearest;
    graze_slack slack;
    graze_interval delays[INTERVALS];
    size_t count = 0;
    bool found = false;
    put_count(all, graze_trajectory_first_contact(&p->body_a, &a, &p->body_b, &b, p->tolerance,
                                                  GRAZE_TOUCH, &first, &found));
    put_count(all, found);
    if (found) {
        put(all, first.when.lower);
        put(all, first.when.upper);
        put(all, first.depth);
    }
    graze_status status = graze_trajectory_clearance(&p->body_a, &a, &p->body_b, &b, &nearest);
    put_clearance(all, status, &nearest.nearest);
    put_intervals(all,
                  graze_trajectory_unsafe_delays(&p->body_a, &a, &p->body_b, &b, GRAZE_WAIT,
                                                 p->tolerance, &workspace, delays, INTERVALS,
                                                 &count),
                  delays, count);
    status = graze_trajectory_slack(&p->body_a, &a, &p->body_b, &b, p->tolerance, &workspace,
                                    &slack);
    put_count(all, status);
    put(all, status == GRAZE_OK ? slack.delay : 0);
}

static void ask_batch(const oracle_pair *p, answers *all)
{
    enum { ROOM = 1 << 16 };
    static _Alignas(64) unsigned char memory[ROOM];
    graze_batch batch;
    graze_batch_interval found[INTERVALS];
    uint64_t hits = 0;
    size_t count = 0;
    graze_status status = graze_batch_fill(&p->body_b, &p->b, 1, memory, ROOM, &batch);
    put_count(all, status);
    if (status != GRAZE_OK)
        return;
    put_count(all, graze_batch_conflicts(&p->body_a, &p->a, p->tolerance, &batch, &hits, NULL));
    put_count(all, hits);
    status = graze_batch_intervals(&p->body_a, &p->a, p->tolerance, &batch, found, INTERVALS,
                                   &count);
    put_count(all, status);
    for (size_t i = 0; status == GRAZE_OK && i < count; i++) {
        put(all, found[i].interval.lower);
        put(all, found[i].interval.upper);
    }
}

static void ask(const void *pair, answers *all)
{
    const oracle_pair *p = pair;
    ask_pair(p, all);
    ask_prepared(p, all);
    ask_trajectories(p, all);
    ask_batch(p, all);
}

static void discs_are_answered_alike_in_every_mode(void)
{
    const size_t rounds = support_rounds(20, 50, 800);
    size_t faults = 0;
    for (int family = 0; family < FAMILY_COUNT; family++)
        for (size_t index = 0; index < rounds / oracle_family_cost((oracle_family)family) + 3;
             index++) {
            oracle_pair pair;
            oracle_generate((oracle_family)family, 21, index, &pair);
            if (!answers_alike(ask, &pair) && faults++ < 3)
                oracle_print(stdout, &pair);
        }
    CU_ASSERT_EQUAL(faults, 0);
}

static void bodies_with_corners_are_answered_alike_in_every_mode(void)
{
    const size_t rounds = support_rounds(3, 8, 100);
    size_t faults = 0;
    for (int family = 0; family < BODY_FAMILY_COUNT; family++)
        for (size_t index = 0; index < rounds; index++) {
            oracle_bodies bodies;
            oracle_generate_bodies((oracle_body_family)family, 22, index, &bodies);
            if (!answers_alike(ask, &bodies.pair) && faults++ < 3)
                oracle_print_bodies(stdout, &bodies);
        }
    CU_ASSERT_EQUAL(faults, 0);
}

CU_TestInfo mode_tests[] = {
    SUPPORT_TEST(discs_are_answered_alike_in_every_mode),
    SUPPORT_TEST(bodies_with_corners_are_answered_alike_in_every_mode),
    CU_TEST_INFO_NULL,
};
