/* SPDX-License-Identifier: MIT */
/* Whole trajectories against the oracle, which never merges anything. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include "oracle/generate.h"
#include "oracle/random.h"
#include "paths/hearing.h"
#include "support/run.h"

/* A walk on the lattice with waits; times are running sums of 1 and sqrt(2),
 * each rounded, or whole numbers. */
static size_t walk(oracle_random *random, row *rows, double step)
{
    size_t count = (size_t)random_whole(random, 1, 9);
    rows[0] = (row){random_whole(random, 0, 3), random_whole(random, 0, 3) * step,
                    random_whole(random, 0, 3) * step};
    for (size_t i = 1; i < count; i++) {
        int x = random_whole(random, -1, 1), y = random_whole(random, -1, 1);
        double pause = random_whole(random, 1, 3);
        bool moves = x != 0 || y != 0;
        double duration = random_once_in(random, 3) ? pause : moves ? hypot(x, y) : 1;
        rows[i] =
            (row){rows[i - 1].time + duration, rows[i - 1].x + x * step, rows[i - 1].y + y * step};
    }
    return count;
}

static void some_body(oracle_random *random, graze_body *body)
{
    static const double radii[] = {0x1.6a09e667f3bcdp-2, 0.5, 0.3, 0.25, 1, 0};
    *body = (graze_body){.radius = radii[random_whole(random, 0, 5)]};
}

static double some_tolerance(oracle_random *random)
{
    static const double tolerances[] = {0, 0, 1e-9, 0.25, 0.5, 3};
    return tolerances[random_whole(random, 0, 5)];
}

static void compare_plans(void (*make)(oracle_random *, scene *), uint64_t stream)
{
    static scene s;
    size_t wrong = 0, plans = support_rounds(1500, 6000, 50000);
    for (size_t index = 0; index < plans && wrong < 3; index++) {
        oracle_random random;
        random_begin(&random, 7, stream, index);
        s.plan = (oracle_plan){.tolerance = some_tolerance(&random)};
        some_body(&random, &s.plan.body_a);
        some_body(&random, &s.plan.body_b);
        make(&random, &s);
        if (agrees(&s.plan))
            continue;
        printf("/* plan %zu */\n", index);
        print_plan(&s.plan);
        wrong++;
    }
    printf(" (%zu plans) ", plans);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void make_waypoint_plan(oracle_random *random, scene *s)
{
    row rows[ROWS];
    graze_trajectory *agents[] = {&s->plan.a, &s->plan.b};
    double step = random_once_in(random, 3) ? random_real(random, 0.5, 1.5) : 1;
    for (int i = 0; i < 2; i++) {
        size_t count = walk(random, rows, step);
        graze_at_end at_end = random_once_in(random, 3) ? GRAZE_VANISH : GRAZE_STAY;
        if (!set_waypoints(s->motions[i], agents[i], rows, count, at_end))
            CU_FAIL("a random walk is refused");
    }
}

/* Dyadic velocities and times: every motion ends exactly where the next begins. */
static void make_seamless_plan(oracle_random *random, scene *s)
{
    graze_trajectory *agents[] = {&s->plan.a, &s->plan.b};
    for (int i = 0; i < 2; i++) {
        graze_motion declared[ROWS];
        size_t count = (size_t)random_whole(random, 1, 8);
        graze_vector place = {random_short(random, 6, 1), random_short(random, 6, 1), 0};
        double start = random_whole(random, 0, 3);
        for (size_t k = 0; k < count; k++) {
            graze_vector velocity = {random_short(random, 2, 1), random_short(random, 2, 1), 0};
            double duration = ldexp(random_whole(random, 1, 8), -1);
            graze_motion_kinematic(place, velocity, (graze_vector){0, 0, 0}, start, duration,
                                   &declared[k]);
            place.x += velocity.x * duration;
            place.y += velocity.y * duration;
            start += duration;
        }
        agents[i]->motions = s->motions[i];
        graze_at_end at_end = random_once_in(random, 3) ? GRAZE_VANISH : GRAZE_STAY;
        if (graze_trajectory_from_motions(count, declared, at_end, 0, s->motions[i],
                                          &agents[i]->count, NULL) != GRAZE_OK)
            CU_FAIL("a seamless plan is refused");
    }
}

/* Every motion of one agent, or of both, has a disc of its own. */
static void change_bodies(oracle_random *random, scene *s)
{
    graze_trajectory *agents[] = {&s->plan.a, &s->plan.b};
    int who = random_whole(random, 1, 3);
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < agents[i]->count; k++)
            some_body(random, &s->bodies[i][k]);
        if (who >> i & 1)
            agents[i]->bodies = s->bodies[i];
    }
}

static void make_changing_plan(oracle_random *random, scene *s)
{
    (random_once_in(random, 2) ? make_waypoint_plan : make_seamless_plan)(random, s);
    change_bodies(random, s);
}

/* One drive each at velocities of full mantissas, then parked for ever at a
 * rational place from a rational instant on. */
static void make_parking_plan(oracle_random *random, scene *s)
{
    graze_trajectory *agents[] = {&s->plan.a, &s->plan.b};
    for (int i = 0; i < 2; i++) {
        graze_motion declared;
        graze_vector place = {random_real(random, -2, 2), random_real(random, -2, 2), 0};
        graze_vector velocity = {random_real(random, -1, 1), random_real(random, -1, 1), 0};
        graze_motion_kinematic(place, velocity, (graze_vector){0, 0, 0}, random_real(random, 0, 2),
                               random_real(random, 0, 3), &declared);
        agents[i]->motions = s->motions[i];
        if (graze_trajectory_from_motions(1, &declared, GRAZE_STAY, 0, s->motions[i],
                                          &agents[i]->count, NULL) != GRAZE_OK)
            CU_FAIL("a parking plan is refused");
    }
}

/* Lattice moves with rounded velocities and durations, so that each motion ends
 * an ulp beside the place where the next begins. */
static void make_rounded_plan(oracle_random *random, scene *s)
{
    graze_trajectory *agents[] = {&s->plan.a, &s->plan.b};
    for (int i = 0; i < 2; i++) {
        row rows[ROWS];
        graze_motion declared[ROWS];
        size_t count = walk(random, rows, 1);
        for (size_t k = 0; k < count; k++) {
            bool last = k + 1 == count;
            double duration = last ? 1 : rows[k + 1].time - rows[k].time;
            graze_vector place = {rows[k].x, rows[k].y, 0}, velocity = {0, 0, 0};
            if (!last)
                velocity = (graze_vector){(rows[k + 1].x - place.x) / duration,
                                          (rows[k + 1].y - place.y) / duration, 0};
            graze_motion_kinematic(place, velocity, (graze_vector){0, 0, 0}, rows[k].time, duration,
                                   &declared[k]);
        }
        agents[i]->motions = s->motions[i];
        graze_at_end at_end = random_once_in(random, 3) ? GRAZE_VANISH : GRAZE_STAY;
        if (graze_trajectory_from_motions(count, declared, at_end, 1e-9, s->motions[i],
                                          &agents[i]->count, NULL) != GRAZE_OK)
            CU_FAIL("a rounded plan is refused");
    }
}

static void waypoint_plans_meet_as_the_oracle_says(void)
{
    compare_plans(make_waypoint_plan, 1);
}

static void seamless_kinematic_plans_meet_as_the_oracle_says(void)
{
    compare_plans(make_seamless_plan, 2);
}

static void rounded_plans_meet_as_the_oracle_says(void)
{
    compare_plans(make_rounded_plan, 4);
}

static void plans_that_change_bodies_meet_as_the_oracle_says(void)
{
    compare_plans(make_changing_plan, 5);
}

static bool same_heard(const heard *one, const heard *other)
{
    bool same = one->count == other->count;
    for (size_t i = 0; same && i < one->count; i++) {
        const oracle_meeting there = {.meeting = other->meetings[i],
                                      .last_motion_a = other->meetings[i].motion_a,
                                      .last_motion_b = other->meetings[i].motion_b};
        same = same_meeting(&one->meetings[i], &there);
    }
    return same;
}

static void the_same_body_for_each_motion_changes_no_bit(void)
{
    static scene s;
    static heard each, merged, each_own, merged_own;
    for (uint64_t index = 0; index < 500; index++) {
        oracle_random random;
        random_begin(&random, 7, 6, index);
        s.plan = (oracle_plan){.tolerance = some_tolerance(&random)};
        some_body(&random, &s.plan.body_a);
        some_body(&random, &s.plan.body_b);
        make_rounded_plan(&random, &s);
        CU_ASSERT_FATAL(hear(&s.plan, &each, &merged));
        for (size_t k = 0; k <= ROWS; k++) {
            s.bodies[0][k] = s.plan.body_a;
            s.bodies[1][k] = s.plan.body_b;
        }
        s.plan.a.bodies = s.bodies[0];
        s.plan.b.bodies = s.bodies[1];
        s.plan.body_a.radius = s.plan.body_b.radius = 99; /* nobody's */
        CU_ASSERT_FATAL(hear(&s.plan, &each_own, &merged_own));
        CU_ASSERT_FATAL(same_heard(&each, &each_own) && same_heard(&merged, &merged_own));
    }
}

static void parking_plans_meet_as_the_oracle_says(void)
{
    compare_plans(make_parking_plan, 3);
}

/* ---- one pair of motions -------------------------------------------------------------- */

/* Two overlaps may share an end, at which the discs touch from inside. */
static bool conflicts_are_intervals(const oracle_plan *plan)
{
    static heard each, merged;
    graze_interval at[ORACLE_INTERVALS];
    size_t count = 0, seen = 0;
    if (!hear(plan, &each, &merged) ||
        graze_conflict_intervals(&plan->body_a, plan->a.motions, &plan->body_b, plan->b.motions,
                                 plan->tolerance, at, ORACLE_INTERVALS, &count) != GRAZE_OK)
        return false;
    for (size_t i = 0; i < each.count; i++) {
        const graze_meeting *said = &each.meetings[i];
        if (said->verdict != GRAZE_CONFLICT)
            continue;
        if (seen == count || said->when.lower != at[seen].lower ||
            said->when.upper != at[seen].upper ||
            !(said->when.lower <= said->time && said->time <= said->when.upper))
            return false;
        seen++;
    }
    return seen == count;
}

static void two_motions_conflict_in_their_intervals_and_nowhere_else(void)
{
    const uint64_t rounds = support_rounds(1000, 10000, 30000);
    for (uint64_t i = 0; i < 5 * rounds; i++) {
        oracle_pair pair;
        const oracle_family family = FAMILY_accelerated + i % 5;
        oracle_generate(family, 7, i / 5, &pair);
        const oracle_plan plan = {.body_a = pair.body_a,
                                  .body_b = pair.body_b,
                                  .a = {&pair.a, 1},
                                  .b = {&pair.b, 1},
                                  .tolerance = pair.tolerance};
        if (!conflicts_are_intervals(&plan)) {
            printf("%s, seed 7, pair %llu\n", oracle_family_name(family),
                   (unsigned long long)(i / 5));
            oracle_print(stdout, &pair);
            CU_FAIL("meetings and intervals differ");
            return;
        }
    }
    CU_ASSERT(rounds > 0);
}

CU_TestInfo random_trajectory_tests[] = {
    SUPPORT_TEST(two_motions_conflict_in_their_intervals_and_nowhere_else),
    SUPPORT_TEST(waypoint_plans_meet_as_the_oracle_says),
    SUPPORT_TEST(seamless_kinematic_plans_meet_as_the_oracle_says),
    SUPPORT_TEST(rounded_plans_meet_as_the_oracle_says),
    SUPPORT_TEST(parking_plans_meet_as_the_oracle_says),
    SUPPORT_TEST(plans_that_change_bodies_meet_as_the_oracle_says),
    SUPPORT_TEST(the_same_body_for_each_motion_changes_no_bit),
    CU_TEST_INFO_NULL,
};
