/* SPDX-License-Identifier: MIT */
/* Unsafe starts, delays and slack of trajectories: pictures, and random agents
 * delayed without rounding and asked again. */
#include <CUnit/CUnit.h>
#include <graze/delay.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/agent.h"
#include "support/run.h"

enum { ROOM = 400 };

/* Answers of several questions use it one after another. */
static graze_workspace workspace_for_all(void)
{
    static max_align_t memory[1 << 18];
    CU_ASSERT_TRUE_FATAL(graze_workspace_size() <= sizeof memory);
    return (graze_workspace){.memory = memory, .size = sizeof memory};
}

typedef struct unsafe_list {
    graze_interval at[ROOM];
    size_t count;
} unsafe_list;

static unsafe_list delays_of(const agent *a, const agent *b, graze_at_start at_start)
{
    unsafe_list result = {.count = 0};
    graze_workspace workspace = workspace_for_all();
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_unsafe_delays(&a->body, &a->trajectory, &b->body,
                                                         &b->trajectory, at_start, 0, &workspace,
                                                         result.at, ROOM, &result.count),
                          GRAZE_OK);
    return result;
}

static graze_slack slack_of(const agent *a, const agent *b)
{
    graze_slack result = {.delay = NAN};
    graze_workspace workspace = workspace_for_all();
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_slack(&a->body, &a->trajectory, &b->body,
                                                 &b->trajectory, 0, &workspace, &result),
                          GRAZE_OK);
    return result;
}

static unsafe_list starts_of(const agent *a, size_t motion, const agent *b)
{
    unsafe_list result = {.count = 0};
    graze_workspace workspace = workspace_for_all();
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_unsafe_starts(agent_body(a, motion), &a->motions[motion],
                                                         &b->body, &b->trajectory, 0, &workspace,
                                                         result.at, ROOM, &result.count),
                          GRAZE_OK);
    return result;
}

static bool is_list(const unsafe_list *list, const graze_interval *wanted, size_t count)
{
    bool same = list->count == count;
    for (size_t i = 0; same && i < count; i++)
        same = list->at[i].lower == wanted[i].lower && list->at[i].upper == wanted[i].upper;
    for (size_t i = 0; !same && i < list->count; i++)
        printf("/* (%.17g, %.17g) */\n", list->at[i].lower, list->at[i].upper);
    return same;
}

#define ASSERT_LIST(list, ...)                                                                     \
    do {                                                                                           \
        const graze_interval wanted[] = {__VA_ARGS__};                                             \
        CU_ASSERT_TRUE(is_list(&(list), wanted, sizeof wanted / sizeof *wanted));                  \
    } while (0)

/* ---- pictures ----------------------------------------------------------------------- */

/*  a crosses the lane of b in no time to speak of; b passes 0, waits on it, leaves:
 *
 *      b   x = -10 ---10 s---> 0 ...5 s... 0 ---10 s---> 10
 *      a   stands on 0 for one second
 *
 *  They overlap while |b| < 1, that is at times (9, 16), so a may not start in (8, 16). */
static void unsafe_starts_go_on_over_the_seams_of_a_trajectory(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0});
    AGENT(&b, GRAZE_VANISH, {0, -10, 0}, {10, 0, 0}, {15, 0, 0}, {25, 10, 0});
    unsafe_list starts = starts_of(&a, 0, &b);
    ASSERT_LIST(starts, {8, 16});
}

/*  b comes to exactly 1 from a, where they touch, and turns back: nothing. Then it
 *  passes through at (19, 21), comes back at (27, 29), waits where they touch, and
 *  enters again at 31. */
static void a_trajectory_that_only_touches_leaves_every_start_safe(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0});
    AGENT(&b, GRAZE_VANISH, {0, 3, 0}, {2, 1, 0}, {4, 3, 0});
    unsafe_list starts = starts_of(&a, 0, &b);
    CU_ASSERT_EQUAL(starts.count, 0);
    AGENT(&b, GRAZE_VANISH, {16, 4, 0}, {24, -4, 0}, {29, 1, 0}, {31, 1, 0}, {33, -1, 0});
    starts = starts_of(&a, 0, &b);
    ASSERT_LIST(starts, {18, 21}, {26, 29}, {30, 33});
}

static void many_trajectories_answer_as_one_list(void)
{
    enum { OTHERS = 3 };
    agent a, others[OTHERS];
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0});
    AGENT(&others[0], GRAZE_VANISH, {20, 0, 0}, {22, 0, 0});
    AGENT(&others[1], GRAZE_VANISH, {0, 0, 0}, {2, 0, 0});
    AGENT(&others[2], GRAZE_STAY, {24, 0, 0});
    graze_body bodies[OTHERS];
    graze_trajectory trajectories[OTHERS];
    for (int i = 0; i < OTHERS; i++) {
        bodies[i] = others[i].body;
        trajectories[i] = others[i].trajectory;
    }
    unsafe_list starts;
    CU_ASSERT_EQUAL(graze_trajectories_unsafe_starts(&a.body, a.motions, bodies, trajectories,
                                                     OTHERS, 0, NULL, starts.at, 3, &starts.count),
                    GRAZE_OK);
    ASSERT_LIST(starts, {-1, 2}, {19, 22}, {23, INFINITY});
}

/*  a drives through 0 at time 5, b at time 15:
 *
 *         |         when a is there, b is 10 - d before 0; they come nearest in the
 *     a --+--->     middle, to (10 - d)/sqrt(2): too near for 10 - d < sqrt(2)
 *         | b                                                                  */
static void slack_is_the_time_until_the_first_conflict(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {0, -5, 0}, {10, 5, 0});
    AGENT(&b, GRAZE_VANISH, {10, 0, -5}, {20, 0, 5});
    graze_slack slack = slack_of(&a, &b);
    CU_ASSERT_FALSE(slack.conflicts);
    const double nearest = 8.58578643762690495; /* 10 - sqrt(2) */
    CU_ASSERT_TRUE(slack.delay == nearest || slack.delay == nextafter(nearest, 0));
    CU_ASSERT_TRUE(slack.motion_a == 0 && slack.motion_b == 0);
    unsafe_list delays = delays_of(&a, &b, GRAZE_APPEAR);
    CU_ASSERT_EQUAL_FATAL(delays.count, 1);
    CU_ASSERT_EQUAL(delays.at[0].lower, slack.delay);
    CU_ASSERT_DOUBLE_EQUAL(delays.at[0].upper, 10 + sqrt(2), 1e-14);
}

/* b drives through 0 at times 14 to 16, in two motions of one life. */
static void of_two_motions_with_one_slack_the_first_is_told(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0});
    AGENT(&b, GRAZE_VANISH, {10, -5, 0}, {20, 5, 0});
    b.motions[1] = b.motions[0];
    b.trajectory.count = 2;
    graze_slack slack = slack_of(&a, &b);
    CU_ASSERT(slack.motion_a == 0 && slack.motion_b == 0 && slack.delay == 13);
}

/* a rests where b comes after 2^300 s; its second motion begins at a sum of two doubles, and so
 * much later it would begin at none, but is asked about: b comes there after 2^299 s. */
static void slack_may_be_longer_than_another_motion_can_wait(void)
{
    agent a, b, later, again;
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0});
    AGENT(&later, GRAZE_VANISH, {0x1p200, 9, 0}, {0x1p201, 9, 0});
    AGENT(&b, GRAZE_VANISH, {0x1p299, 9, 0}, {0x1p300, 9, 0});
    AGENT(&again, GRAZE_VANISH, {0x1p300, 0, 0}, {0x1p301, 0, 0});
    a.motions[1] = later.motions[0];
    a.motions[1].start_tail = 0x1p100;
    b.motions[1] = again.motions[0];
    a.trajectory.count = b.trajectory.count = 2;
    const graze_slack slack = slack_of(&a, &b);
    CU_ASSERT(slack.motion_a == 1 && slack.motion_b == 0 && !slack.conflicts);
    CU_ASSERT_EQUAL(slack.delay, 0x1.ffffffffffffep298); /* rounded twice: see graze/delay.h */
}

static void who_never_meets_has_endless_slack(void)
{
    agent a, b, nobody = {.body.radius = 1, .trajectory.count = 0};
    AGENT(&a, GRAZE_STAY, {0, -5, 0}, {10, 5, 0});
    AGENT(&b, GRAZE_STAY, {0, -5, 1}, {10, 5, 1});
    CU_ASSERT_EQUAL(slack_of(&a, &b).delay, INFINITY); /* they touch all the time */
    CU_ASSERT_EQUAL(slack_of(&a, &nobody).delay, INFINITY);
    CU_ASSERT_EQUAL(slack_of(&nobody, &a).delay, INFINITY);
    CU_ASSERT_EQUAL(delays_of(&nobody, &a, GRAZE_WAIT).count, 0);
}

static void who_conflicts_already_has_no_slack_and_is_told_so(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {0, -5, 0}, {10, 5, 0});
    AGENT(&b, GRAZE_VANISH, {0, 0, -5}, {10, 0, 5});
    graze_slack slack = slack_of(&a, &b);
    CU_ASSERT_TRUE(slack.conflicts);
    CU_ASSERT_EQUAL(slack.delay, 0);
}

/*  b follows 1 behind a: any delay is too much, no delay is none. */
static void a_close_follower_leaves_no_slack_without_a_conflict(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {0, 1, 0}, {10, 11, 0});
    AGENT(&b, GRAZE_VANISH, {0, 0, 0}, {10, 10, 0});
    graze_slack slack = slack_of(&a, &b);
    CU_ASSERT_FALSE(slack.conflicts);
    CU_ASSERT_EQUAL(slack.delay, 0);
    agent later;
    CU_ASSERT_TRUE(agent_delay(&a, 0x1p-1000, &later));
    CU_ASSERT_TRUE(agents_conflict(&later, &b, 0));
}

/*          |       b passes the place where a starts at times (19, 21); a starts at
 *     b ---a--->   10 + d, and goes up                                            */
static void who_waits_at_its_first_place_can_be_hit_there(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {10, 0, 0}, {20, 0, 10});
    AGENT(&b, GRAZE_VANISH, {15, -5, 0}, {20, 0, 0}, {25, 5, 0});
    unsafe_list appear = delays_of(&a, &b, GRAZE_APPEAR), wait = delays_of(&a, &b, GRAZE_WAIT);
    CU_ASSERT_EQUAL_FATAL(appear.count, 1);
    CU_ASSERT_EQUAL(appear.at[0].upper, 11);
    CU_ASSERT_EQUAL_FATAL(wait.count, 1);
    CU_ASSERT_EQUAL(wait.at[0].lower, appear.at[0].lower);
    CU_ASSERT_EQUAL(wait.at[0].upper, INFINITY);
    AGENT(&a, GRAZE_VANISH, {10, 0, 0}, {11, 0, 0});
    wait = delays_of(&a, &b, GRAZE_WAIT);
    ASSERT_LIST(wait, {8, INFINITY});
    CU_ASSERT_EQUAL(slack_of(&a, &b).delay, 8);
}

/*  b is on 0 during (9, 16), as above; a comes when it leaves. */
/* As in the picture above but for a first motion without a life, whose place does not count. */
static void who_waits_does_so_where_its_first_life_begins(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {5, 0, 0}, {6, 0, 0});
    AGENT(&b, GRAZE_VANISH, {10, -5, 0}, {20, 5, 0});
    a.motions[1] = a.motions[0];
    a.motions[0].position = a.motions[0].to = (graze_vector){0, 99, 0};
    a.motions[0].duration = 0;
    a.trajectory.count = 2;
    unsafe_list delays = delays_of(&a, &b, GRAZE_WAIT);
    ASSERT_LIST(delays, {8, INFINITY});
    a.motions[1].duration = 0;
    CU_ASSERT_EQUAL(delays_of(&a, &b, GRAZE_WAIT).count, 0);
}

static void who_starts_at_the_end_of_an_unsafe_delay_has_slack(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {16, 0, 0}, {17, 0, 0});
    AGENT(&b, GRAZE_VANISH, {0, -10, 0}, {10, 0, 0}, {15, 0, 0}, {25, 10, 0});
    unsafe_list delays = delays_of(&a, &b, GRAZE_APPEAR);
    ASSERT_LIST(delays, {-8, 0});
    graze_slack slack = slack_of(&a, &b);
    CU_ASSERT_TRUE(!slack.conflicts && slack.delay == INFINITY);
}

/*  a stands on 5, where a motion from 0 ends; b passes 0 and not 5. */
static void who_is_parked_does_not_wait_where_its_numbers_begin(void)
{
    agent a = {.body.radius = 0.5, .trajectory = {.motions = a.motions, .count = 1}}, b;
    a.motions[0] = (graze_motion){.form = GRAZE_PARKED, .velocity = {1, 0, 0}, .duration = 5};
    AGENT(&b, GRAZE_VANISH, {0, 0, -5}, {10, 0, 5});
    CU_ASSERT_EQUAL(delays_of(&a, &b, GRAZE_WAIT).count, 0);
    AGENT(&b, GRAZE_VANISH, {0, 5, -5}, {10, 5, 5});
    CU_ASSERT_EQUAL(delays_of(&a, &b, GRAZE_WAIT).count, 1);
    CU_ASSERT_TRUE(slack_of(&a, &b).conflicts);
}

/* b passes a's first place before a starts, and touches it where a is absent no more. */
static void who_stands_before_its_first_row_has_no_slack_where_another_passes(void)
{
    agent a, b;
    AGENT(&a, GRAZE_STAY, {5, 0, 0}, {6, 0, 9});
    AGENT(&b, GRAZE_STAY, {0, -4, 0}, {8, 12, 0});
    CU_ASSERT_FALSE(slack_of(&a, &b).conflicts);
    CU_ASSERT_EQUAL(graze_trajectory_stand(0, a.motions, &a.trajectory.count), GRAZE_OK);
    CU_ASSERT_TRUE(agents_conflict(&a, &b, 0));
    CU_ASSERT_TRUE(slack_of(&a, &b).conflicts);
    CU_ASSERT_TRUE(slack_of(&b, &a).conflicts);
}

/* ---- delayed without rounding and asked again --------------------------------------- */

/* Delayed, and with a wait before that if it is wanted. */
static bool conflicts_when_delayed(const agent *a, const agent *b, graze_at_start at_start,
                                   double delay)
{
    agent later;
    CU_ASSERT_TRUE_FATAL(agent_delay(a, delay, &later));
    if (agents_conflict(&later, b, 0))
        return true;
    if (at_start == GRAZE_APPEAR || delay <= 0 || a->trajectory.count == 0 ||
        a->motions[0].form == GRAZE_PARKED)
        return false;
    agent waiting = {.body = *agent_body(a, 0),
                     .trajectory = {.motions = waiting.motions, .count = 1}};
    waiting.motions[0] = (graze_motion){.form = GRAZE_KINEMATIC,
                                        .position = a->motions[0].position,
                                        .start = a->motions[0].start,
                                        .start_tail = a->motions[0].start_tail,
                                        .duration = delay};
    return agents_conflict(&waiting, b, 0);
}

static bool is_inside(const unsafe_list *list, double x)
{
    bool contained = true;
    CU_ASSERT_EQUAL_FATAL(graze_intervals_contain(list->at, list->count, x, &contained), GRAZE_OK);
    return contained;
}

/* Ends, their neighbours, and what lies between this end and the next. */
enum { PROBES = 5 };

static double probe(const unsafe_list *list, size_t end, int which)
{
    const graze_interval *i = &list->at[end / 2];
    double x = end % 2 == 0 ? i->lower : i->upper;
    double next = end % 2 == 0 ? i->upper : end / 2 + 1 < list->count ? i[1].lower : x + 1;
    switch (which) {
    case 0:
        return x;
    case 1:
        return nextafter(x, -INFINITY);
    case 2:
        return nextafter(x, INFINITY);
    case 3:
        return x + (next - x) / 3;
    default:
        return x - 1;
    }
}

static bool check_delay(const agent *a, const agent *b, graze_at_start at_start,
                        const unsafe_list *list, double delay)
{
    agent unused;
    if (!isfinite(delay) || !agent_delay(a, delay, &unused))
        return true; /* nothing to check it against */
    if (is_inside(list, delay) == conflicts_when_delayed(a, b, at_start, delay))
        return true;
    printf("/* delay %a %s conflict; at_start %d */\n", delay,
           is_inside(list, delay) ? "does not" : "does", (int)at_start);
    agent_print("a", a);
    agent_print("b", b);
    return false;
}

/* Waiting adds unsafe delays, but none before the first. */
static void check_slack(const agent *a, const agent *b, graze_at_start at_start,
                        const unsafe_list *list)
{
    graze_slack slack = slack_of(a, b);
    double expected = INFINITY;
    for (size_t i = list->count; i-- > 0;)
        if (list->at[i].upper > 0)
            expected = list->at[i].lower;
    CU_ASSERT_EQUAL_FATAL(slack.conflicts, conflicts_when_delayed(a, b, at_start, 0));
    CU_ASSERT_EQUAL_FATAL(slack.delay, slack.conflicts ? 0 : expected);
    if (slack.conflicts || slack.delay == INFINITY)
        return;
    for (int part = 0; part <= 4; part++) {
        CU_ASSERT_FALSE_FATAL(is_inside(list, slack.delay * part / 4));
        CU_ASSERT_TRUE_FATAL(check_delay(a, b, at_start, list, slack.delay * part / 4));
    }
}

/* The pair that the slack names conflicts as soon as the slack is used up. */
static void check_culprits(const agent *a, const agent *b)
{
    graze_slack slack = slack_of(a, b);
    if (slack.delay == INFINITY)
        return;
    agent one = *a, other = *b, later;
    one.motions[0] = a->motions[slack.motion_a];
    one.body = *agent_body(a, slack.motion_a);
    other.motions[0] = b->motions[slack.motion_b];
    other.body = *agent_body(b, slack.motion_b);
    one.trajectory = (graze_trajectory){.motions = one.motions, .count = 1};
    other.trajectory = (graze_trajectory){.motions = other.motions, .count = 1};
    if (agent_delay(&one, slack.conflicts ? 0 : nextafter(slack.delay, INFINITY), &later))
        CU_ASSERT_TRUE_FATAL(agents_conflict(&later, &other, 0));
}

static void check_agents(const agent *a, const agent *b, oracle_random *random)
{
    for (int choice = 0; choice < 2; choice++) {
        graze_at_start at_start = choice == 0 ? GRAZE_APPEAR : GRAZE_WAIT;
        unsafe_list list = delays_of(a, b, at_start);
        CU_ASSERT_EQUAL_FATAL(graze_intervals_validate(list.at, list.count), GRAZE_OK);
        for (size_t end = 0; end < 2 * list.count; end++)
            for (int which = 0; which < PROBES; which++)
                CU_ASSERT_TRUE_FATAL(
                    check_delay(a, b, at_start, &list, probe(&list, end, which)));
        for (int i = 0; i < 4; i++)
            CU_ASSERT_TRUE_FATAL(
                check_delay(a, b, at_start, &list, 0.25 * random_whole(random, -80, 80)));
        check_slack(a, b, at_start, &list);
    }
    check_culprits(a, b);
}

/* With the body of its first motion; false where that takes more than two doubles. */
static bool stand(agent *who, double from)
{
    size_t before = who->trajectory.count;
    if (graze_trajectory_stand(from, who->motions, &who->trajectory.count) != GRAZE_OK)
        return false;
    if (who->trajectory.count > before)
        memmove(who->bodies + 1, who->bodies, before * sizeof *who->bodies);
    return true;
}

/* Both stand from the earlier one's start on. */
static bool stand_both(agent *a, agent *b)
{
    double earliest = INFINITY;
    for (int i = 0; i < 2; i++) {
        const graze_trajectory *path = i == 0 ? &a->trajectory : &b->trajectory;
        if (path->count > 0)
            earliest = fmin(earliest, path->motions[0].start);
    }
    return earliest == INFINITY || (stand(a, earliest) && stand(b, earliest));
}

static void check_kind(agent_kind kind, uint64_t stream, size_t rounds)
{
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        agent a, b;
        random_begin(&random, 21, stream, round);
        agent_random(&a, kind, &random);
        agent_random(&b, random_once_in(&random, 4) ? AGENT_ON_GRID : kind, &random);
        if (random_once_in(&random, 3) && !stand_both(&a, &b))
            continue;
        check_agents(&a, &b, &random);
    }
}

static void delays_on_a_grid_are_unsafe_iff_the_delayed_agent_conflicts(void)
{
    check_kind(AGENT_ON_GRID, 1, support_rounds(150, 600, 50000));
}

static void delays_far_from_time_zero_are_rounded_as_delays_and_not_as_times(void)
{
    check_kind(AGENT_AT_DECIMALS, 2, support_rounds(150, 600, 50000));
}

static void delays_of_accelerated_agents_are_complete(void)
{
    check_kind(AGENT_ACCELERATED, 3, support_rounds(20, 80, 5000));
}

static void delays_of_agents_on_ramps_are_complete(void)
{
    check_kind(AGENT_ON_RAMPS, 5, support_rounds(20, 80, 5000));
}

static void check_starts(const agent *a, const agent *b)
{
    agent one = {.body = *agent_body(a, 0),
                 .trajectory = {.motions = one.motions, .count = 1}};
    unsafe_list list = starts_of(a, 0, b);
    for (size_t end = 0; end < 2 * list.count; end++)
        for (int which = 0; which < PROBES; which++) {
            double start = probe(&list, end, which);
            if (!isfinite(start))
                continue;
            CU_ASSERT_EQUAL_FATAL(graze_motion_restart(a->motions, start, one.motions), GRAZE_OK);
            CU_ASSERT_EQUAL_FATAL(is_inside(&list, start), agents_conflict(&one, b, 0));
        }
}

static void starts_are_unsafe_iff_the_restarted_motion_conflicts(void)
{
    size_t rounds = support_rounds(150, 600, 50000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        agent a, b;
        random_begin(&random, 21, 4, round);
        agent_random(&a, round % 2 == 0 ? AGENT_ON_GRID : AGENT_AT_DECIMALS, &random);
        agent_random(&b, round % 4 < 2 ? AGENT_ON_GRID : AGENT_AT_DECIMALS, &random);
        if (round % 16 == 0)
            agent_random(round % 32 == 0 ? &a : &b, AGENT_ON_RAMPS, &random);
        if (a.trajectory.count > 0)
            check_starts(&a, &b);
    }
}

/* a starts at 1 + 2^-60 and lasts 128, b begins at 2^60. Their starts differ by no sum
 * of two doubles, and the slack is 2^60 - 129 - 2^-60, between two doubles. */
static void where_starts_are_too_long_to_subtract_the_slack_is_never_too_large(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {1, 0, 0}, {129, 0, 0});
    a.motions[0].start_tail = 0x1p-60;
    AGENT(&b, GRAZE_VANISH, {0x1p60, 0, 0}, {0x1p60 + 1024, 0, 0});
    graze_slack slack = slack_of(&a, &b);
    CU_ASSERT_FALSE(slack.conflicts);
    CU_ASSERT_EQUAL(slack.delay, 0x1p60 - 256);
    unsafe_list wait = delays_of(&a, &b, GRAZE_WAIT);
    ASSERT_LIST(wait, {0x1p60 - 256, INFINITY});
    unsafe_list appear = delays_of(&a, &b, GRAZE_APPEAR);
    ASSERT_LIST(appear, {0x1p60 - 256, 0x1p60 + 1024});
}

/* ---- room and refusals -------------------------------------------------------------- */

/* From 2^-200 and a little on b stands for ever where a comes by 1 s after its start, at 5 s. */
static void a_delay_behind_which_all_is_unsafe_may_begin_anywhere(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {5, -2, 0}, {9, 2, 0});
    AGENT(&b, GRAZE_STAY, {0, 0, 0});
    b.motions[0].start = 0x1p-200;
    b.motions[0].start_tail = 0x1p-300;
    unsafe_list delays = delays_of(&a, &b, GRAZE_APPEAR);
    CU_ASSERT_EQUAL_FATAL(delays.count, 1);
    CU_ASSERT_EQUAL(delays.at[0].lower, -8); /* 3 s after its start it is gone */
    CU_ASSERT_EQUAL(delays.at[0].upper, INFINITY);
}

static void the_array_needs_room_for_one_interval_a_motion_and_no_more(void)
{
    agent a, b;
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0});
    AGENT(&b, GRAZE_VANISH, {0, 4, 0}, {8, -4, 0}, {10, 1, 0}, {15, 1, 0}, {17, -1, 0});
    unsafe_list list = {.count = 999};
    for (size_t room = 0; room < 3; room++)
        CU_ASSERT_EQUAL(graze_trajectory_unsafe_starts(&a.body, a.motions, &b.body, &b.trajectory,
                                                       0, NULL, list.at, room, &list.count),
                        GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(list.count, 999);
    CU_ASSERT_EQUAL(graze_trajectory_unsafe_starts(&a.body, a.motions, &b.body, &b.trajectory, 0,
                                                   NULL, list.at, 3, &list.count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(list.count, 3);
    agent others[] = {b, b};
    graze_body bodies[] = {b.body, b.body};
    graze_trajectory twice[] = {{.motions = others[0].motions, .count = b.trajectory.count},
                                {.motions = others[1].motions, .count = b.trajectory.count}};
    CU_ASSERT_EQUAL(graze_trajectories_unsafe_starts(&a.body, a.motions, bodies, twice, 2, 0, NULL,
                                                     list.at, 4, &list.count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(list.count, 3);
}

/* What the three questions answer; they refuse alike. */
static graze_status asked(const agent *a, const agent *b, graze_at_start at_start, double tolerance)
{
    graze_interval list[8];
    graze_slack slack = {.delay = -7};
    size_t count = 999;
    graze_status status = graze_trajectory_unsafe_delays(&a->body, &a->trajectory, &b->body,
                                                         &b->trajectory, at_start, tolerance, NULL,
                                                         list, 8, &count);
    CU_ASSERT_TRUE(status == GRAZE_OK || count == 999);
    if (at_start != GRAZE_APPEAR)
        return status;
    CU_ASSERT_EQUAL(graze_trajectory_slack(&a->body, &a->trajectory, &b->body, &b->trajectory,
                                           tolerance, NULL, &slack),
                    status);
    CU_ASSERT_EQUAL(graze_trajectory_unsafe_starts(&a->body, a->motions, &b->body, &b->trajectory,
                                                   tolerance, NULL, list, 8, &count),
                    status);
    CU_ASSERT_TRUE(status == GRAZE_OK || (slack.delay == -7 && count == 999));
    return status;
}

static void what_is_invalid_is_refused_by_name(void)
{
    agent a, b, bad;
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0});
    AGENT(&b, GRAZE_VANISH, {0, 4, 0}, {8, -4, 0});
    CU_ASSERT_EQUAL(asked(&a, &b, GRAZE_APPEAR, 0), GRAZE_OK);
    CU_ASSERT_EQUAL(asked(&a, &b, GRAZE_WAIT, 0), GRAZE_OK);
    CU_ASSERT_EQUAL(asked(&a, &b, (graze_at_start)7, 0), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(asked(&a, &b, GRAZE_APPEAR, -1), GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT_EQUAL(asked(&a, &b, GRAZE_APPEAR, NAN), GRAZE_ERROR_NOT_FINITE);
    bad = a;
    bad.body.radius = -1;
    CU_ASSERT_EQUAL(asked(&bad, &b, GRAZE_APPEAR, 0), GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(asked(&b, &bad, GRAZE_APPEAR, 0), GRAZE_ERROR_NEGATIVE_RADIUS);
    agent_delay(&a, 0, &bad);
    bad.motions[0].duration = -1;
    CU_ASSERT_EQUAL(asked(&bad, &b, GRAZE_APPEAR, 0), GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_EQUAL(asked(&b, &bad, GRAZE_APPEAR, 0), GRAZE_ERROR_NEGATIVE_DURATION);
}

static void null_is_refused_everywhere(void)
{
    agent a;
    graze_slack slack;
    graze_interval list[8];
    size_t count;
    AGENT(&a, GRAZE_VANISH, {0, 0, 0}, {1, 0, 0});
    const graze_body *body = &a.body;
    const graze_trajectory *t = &a.trajectory, missing = {.count = 1};
    const struct {
        const graze_body *body_a;
        const graze_trajectory *a;
        const graze_body *body_b;
        const graze_trajectory *b;
        graze_interval *list;
        size_t *count;
        graze_slack *slack;
    } tries[] = {
        {NULL, t, body, t, list, &count, &slack}, {body, NULL, body, t, list, &count, &slack},
        {body, t, NULL, t, list, &count, &slack}, {body, t, body, NULL, list, &count, &slack},
        {body, t, body, t, NULL, &count, NULL},   {body, t, body, t, list, NULL, NULL},
        {body, &missing, body, t, list, &count, &slack},
        {body, t, body, &missing, list, &count, &slack},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        const graze_motion *motion = tries[i].a == NULL ? NULL : tries[i].a->motions;
        CU_ASSERT_EQUAL(graze_trajectory_slack(tries[i].body_a, tries[i].a, tries[i].body_b,
                                               tries[i].b, 0, NULL, tries[i].slack),
                        GRAZE_ERROR_NULL);
        CU_ASSERT_EQUAL(graze_trajectory_unsafe_delays(tries[i].body_a, tries[i].a,
                                                       tries[i].body_b, tries[i].b, GRAZE_WAIT, 0,
                                                       NULL, tries[i].list, 8, tries[i].count),
                        GRAZE_ERROR_NULL);
        CU_ASSERT_EQUAL(graze_trajectory_unsafe_starts(tries[i].body_a, motion, tries[i].body_b,
                                                       tries[i].b, 0, NULL, tries[i].list, 8,
                                                       tries[i].count),
                        GRAZE_ERROR_NULL);
    }
    CU_ASSERT_EQUAL(graze_trajectories_unsafe_starts(body, a.motions, NULL, NULL, 1, 0, NULL, list,
                                                     8, &count),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_trajectories_unsafe_starts(body, a.motions, NULL, NULL, 0, 0, NULL, list,
                                                     8, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, 0);
    for (int bad = 0; bad < 2; bad++) { /* of an agent that never appears, too */
        graze_body bodies[2] = {*body, *body};
        const graze_trajectory nobody[2] = {{.count = 0}, {.count = 0}};
        bodies[bad].radius = -1;
        CU_ASSERT_EQUAL(graze_trajectories_unsafe_starts(body, a.motions, bodies, nobody, 2, 0,
                                                         NULL, list, 8, &count),
                        GRAZE_ERROR_NEGATIVE_RADIUS);
    }
}

CU_TestInfo delay_tests[] = {
    SUPPORT_TEST(unsafe_starts_go_on_over_the_seams_of_a_trajectory),
    SUPPORT_TEST(a_trajectory_that_only_touches_leaves_every_start_safe),
    SUPPORT_TEST(many_trajectories_answer_as_one_list),
    SUPPORT_TEST(slack_is_the_time_until_the_first_conflict),
    SUPPORT_TEST(of_two_motions_with_one_slack_the_first_is_told),
    SUPPORT_TEST(slack_may_be_longer_than_another_motion_can_wait),
    SUPPORT_TEST(who_never_meets_has_endless_slack),
    SUPPORT_TEST(who_conflicts_already_has_no_slack_and_is_told_so),
    SUPPORT_TEST(a_close_follower_leaves_no_slack_without_a_conflict),
    SUPPORT_TEST(who_waits_at_its_first_place_can_be_hit_there),
    SUPPORT_TEST(who_waits_does_so_where_its_first_life_begins),
    SUPPORT_TEST(who_starts_at_the_end_of_an_unsafe_delay_has_slack),
    SUPPORT_TEST(who_is_parked_does_not_wait_where_its_numbers_begin),
    SUPPORT_TEST(who_stands_before_its_first_row_has_no_slack_where_another_passes),
    SUPPORT_TEST(delays_on_a_grid_are_unsafe_iff_the_delayed_agent_conflicts),
    SUPPORT_TEST(delays_far_from_time_zero_are_rounded_as_delays_and_not_as_times),
    SUPPORT_TEST(delays_of_accelerated_agents_are_complete),
    SUPPORT_TEST(delays_of_agents_on_ramps_are_complete),
    SUPPORT_TEST(starts_are_unsafe_iff_the_restarted_motion_conflicts),
    SUPPORT_TEST(where_starts_are_too_long_to_subtract_the_slack_is_never_too_large),
    SUPPORT_TEST(a_delay_behind_which_all_is_unsafe_may_begin_anywhere),
    SUPPORT_TEST(the_array_needs_room_for_one_interval_a_motion_and_no_more),
    SUPPORT_TEST(what_is_invalid_is_refused_by_name),
    SUPPORT_TEST(null_is_refused_everywhere),
    CU_TEST_INFO_NULL,
};
