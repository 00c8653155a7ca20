/* SPDX-License-Identifier: MIT */
/* The starts of driven plans against a plain search for them (R. Bellman, L. Ford): the kernel is
 * asked about every two legs of a new plan, and each is a difference of starts. And slack, by
 * agents that are late. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <graze.h>

#include "instance.h"
#include "step_plans.h"
#include "support/run.h"

enum { LEGS_MAX = 512, LEG_PARTS = 3, INTERVALS = 2048, FEW = 9 };

static const double grid_radius = 0.35355339059327373;

static step_plan w;

/* What an agent drives between two stops, and when. */
typedef struct drive {
    size_t agent, count;
    graze_motion parts[LEG_PARTS]; /* from 0 on */
    double start, end;             /* [s] */
} drive;

/* Drive b starts `gap` after drive a, at least. */
typedef struct difference {
    size_t a, b;
    double gap;
} difference;

static drive drives[LEGS_MAX];
static difference differences[LEGS_MAX * LEGS_MAX];
static size_t drive_count, difference_count;
static _Alignas(max_align_t) char memory[1 << 20]; /* of the kernel */

static bool moves(const graze_motion *m)
{
    return m->position.x != m->to.x || m->position.y != m->to.y;
}

static void take_part(size_t agent, const graze_motion *m)
{
    if (m->form == GRAZE_RAMP && m->share == 0)
        drives[drive_count++] = (drive){.agent = agent, .start = m->start};
    drive *d = &drives[drive_count - 1];
    d->end = m->start + m->duration;
    d->parts[d->count] = *m;
    d->parts[d->count++].start -= d->start;
}

static void take_drives(const graze_retiming *answer)
{
    drive_count = 0;
    for (size_t i = 0; i < w.count; i++)
        for (size_t k = 0; k < answer->trajectories[i].count; k++)
            if (moves(&answer->trajectories[i].motions[k]))
                take_part(i, &answer->trajectories[i].motions[k]);
}

/* ---- differences -------------------------------------------------------------------------- */

static double turn_time(const drive *a, const drive *b)
{
    const graze_motion *m = &a->parts[0], *n = &b->parts[0];
    double ux = m->to.x - m->position.x, uy = m->to.y - m->position.y;
    double vx = n->to.x - n->position.x, vy = n->to.y - n->position.y;
    double angle = fabs(atan2(ux * vy - uy * vx, ux * vx + uy * vy));
    return angle / w.limits[a->agent].turn_rate;
}

static void add(size_t a, size_t b, double gap)
{
    differences[difference_count++] = (difference){a, b, gap};
}

/* Two drives of different agents: who is first now stays so. */
static void add_headway(size_t a, size_t b, const graze_retime_options *how)
{
    graze_interval unsafe[INTERVALS];
    size_t count = 0;
    const graze_workspace room = {.memory = memory, .size = sizeof memory};
    const graze_trajectory one = {.motions = drives[a].parts, .count = drives[a].count};
    const graze_trajectory two = {.motions = drives[b].parts, .count = drives[b].count};
    graze_status status = graze_trajectory_unsafe_delays(
        &w.bodies[drives[b].agent], &two, &w.bodies[drives[a].agent], &one, GRAZE_APPEAR,
        how->tolerance, &room, unsafe, INTERVALS, &count);
    CU_ASSERT_EQUAL_FATAL(status, GRAZE_OK);
    if (count == 0)
        return;
    double low = unsafe[0].lower, high = unsafe[count - 1].upper;
    if (drives[b].start - drives[a].start >= (low + high) / 2)
        add(a, b, high + how->slack);
    else
        add(b, a, how->slack - low);
}

static void find_differences(const graze_retime_options *how)
{
    difference_count = 0;
    for (size_t a = 0; a < drive_count; a++)
        for (size_t b = a + 1; b < drive_count; b++)
            if (drives[a].agent != drives[b].agent)
                add_headway(a, b, how);
            else if (b == a + 1)
                add(a, b, drives[a].end - drives[a].start + turn_time(&drives[a], &drives[b]));
}

/* The earliest starts; false: they go on for ever. `little`: changes below it are rounding. */
static bool find_starts(double *starts, double little)
{
    memset(starts, 0, drive_count * sizeof *starts);
    bool later = true;
    for (size_t round = 0; later && round <= drive_count; round++) {
        later = false;
        for (size_t i = 0; i < difference_count; i++) {
            const difference *d = &differences[i];
            if (starts[d->a] + d->gap <= starts[d->b] + little)
                continue;
            starts[d->b] = starts[d->a] + d->gap;
            later = true;
        }
    }
    return !later;
}

static graze_retiming retime(const graze_retime_options *how)
{
    graze_retiming answer;
    step_plan_make(&w, 0);
    CU_ASSERT_EQUAL_FATAL(
        graze_retime(w.bodies, w.plan, w.count, w.limits, how, NULL, &answer), GRAZE_OK);
    return answer;
}

static void vary_limits(uint64_t *seed)
{
    for (size_t i = 0; i < w.count; i++) {
        w.limits[i].speed = 0.5 + 0.25 * (double)(instance_random(seed) % 6);
        w.limits[i].acceleration = 0.25 + 0.25 * (double)(instance_random(seed) % 6);
        w.limits[i].deceleration = 0.25 + 0.25 * (double)(instance_random(seed) % 6);
        w.limits[i].turn_rate = 0.5 + (double)(instance_random(seed) % 4);
    }
}

static bool starts_are_the_earliest(const graze_retiming *answer, const graze_retime_options *how)
{
    double starts[LEGS_MAX], little = answer->tick;
    take_drives(answer);
    find_differences(how);
    CU_ASSERT_EQUAL(drive_count, answer->legs);
    if (!find_starts(starts, little))
        return false;
    double most = 4 * little * (double)(drive_count + 1);
    for (size_t i = 0; i < drive_count; i++)
        if (!(fabs(drives[i].start - starts[i]) <= most))
            return false;
    return true;
}

static void starts_are_those_of_a_plain_search(void)
{
    uint64_t seed = 4;
    size_t rounds = support_rounds(30, 75, 5000), retimed = 0;
    for (size_t round = 0; round < rounds; round++) {
        graze_retime_options how = {.tolerance = 1e-9, .slack = round % 3 == 1 ? 0.125 : 0};
        step_plan_random(&w, FEW, &seed, round % 3 == 1 ? 0.25 : grid_radius);
        if (round % 2 == 1)
            vary_limits(&seed);
        graze_retiming answer = retime(&how);
        if (answer.outcome == GRAZE_RETIMED) {
            retimed++;
            CU_ASSERT_TRUE(starts_are_the_earliest(&answer, &how));
        }
        graze_retiming_free(&answer, NULL);
    }
    CU_ASSERT_TRUE(retimed > rounds / 2);
}

/* ---- late agents -------------------------------------------------------------------------- */

/* A trajectory whose agent waits where it is first for `late` seconds. */
static void delay(const graze_trajectory *given, double late, graze_motion *room,
                  graze_trajectory *delayed)
{
    size_t count = 0;
    graze_vector at = given->motions[0].position;
    double start = given->motions[0].start;
    CU_ASSERT_EQUAL(graze_motion_waypoint(at, at, start, start + late, &room[count++]), GRAZE_OK);
    for (size_t k = 0; k < given->count; k++) {
        room[count] = given->motions[k];
        room[count++].start += late;
    }
    *delayed = (graze_trajectory){.motions = room, .count = count};
}

/* How many agents come into conflict when they alone are late. */
static size_t count_late_conflicts(const graze_retiming *answer, double late)
{
    graze_trajectory paths[STEP_AGENTS_MAX];
    graze_motion room[4 * STEPS_MAX + 8];
    size_t conflicts = 0;
    for (size_t i = 0; i < w.count; i++) {
        memcpy(paths, answer->trajectories, w.count * sizeof *paths);
        delay(&answer->trajectories[i], late, room, &paths[i]);
        conflicts += step_plan_conflicts(&w, paths, 1e-9) > 0;
    }
    return conflicts;
}

static void with_slack_each_agent_may_be_late(void)
{
    uint64_t seed = 77;
    size_t rounds = support_rounds(12, 25, 1000), retimed = 0, later = 0;
    for (size_t round = 0; round < rounds; round++) {
        const graze_retime_options how = {.tolerance = 1e-9,
                                          .slack = 0.125 * (double)(1 + round % 4)};
        step_plan_random(&w, FEW, &seed, 0.25);
        graze_retiming answer = retime(&how);
        if (answer.outcome == GRAZE_RETIMED) {
            retimed++;
            for (int part = 1; part <= 4; part++)
                CU_ASSERT_EQUAL(count_late_conflicts(&answer, how.slack * 0.25 * part), 0);
            later += count_late_conflicts(&answer, how.slack + 0.25);
        }
        graze_retiming_free(&answer, NULL);
    }
    CU_ASSERT_TRUE(retimed > rounds / 2);
    CU_ASSERT_TRUE(later > 0);
}

CU_TestInfo retime_twin_tests[] = {
    SUPPORT_TEST(starts_are_those_of_a_plain_search),
    SUPPORT_TEST(with_slack_each_agent_may_be_late),
    CU_TEST_INFO_NULL,
};
