/* SPDX-License-Identifier: MIT */
/* The same of accelerated motions, on straight ways and on curved ones. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/scaled.h"
#include "kernel/stages.h"
#include "oracle/random.h"
#include "starts/body_starts.h"
#include "starts/curved_starts.h"
#include "starts/separated.h"
#include "starts/start_judge.h"
#include "starts/start_search.h"
#include "starts/straight_guess.h"
#include "support/run.h"

static bool is_accelerated(const pair *question)
{
    return !stages_uniform(question);
}

/* Straight ways: where they may be guessed they are one interval or none. */
static outcome straight_stage(const pair *question)
{
    graze_interval near, starts = {0, 0};
    if (!straight_guess(question, &near) || !start_search_straight(question, near, &starts))
        return SILENT;
    return judge_starts(question, starts, true);
}

static mp_limb_t workspace[1 << 19];

/* All unsafe starts of accelerated pairs, however many intervals they are: from pieces one by one,
 * and side by side where the processor has vectors. */
static outcome curved_stage(const pair *question)
{
    graze_interval *truth, starts[CURVED_STARTS_MAX];
    size_t count, found;
    dyadic_arena arena = dyadic_arena_on(workspace, sizeof workspace / sizeof *workspace);
    bool decided = false;
    for (int plain = 0; plain < 2; plain++) {
        pair asked = *question;
        asked.without &= ~(unsigned)QUICK_FUSED;
        asked.without |= plain ? QUICK_FUSED : 0;
        if (!curved_starts(&asked, starts, &found))
            continue;
        if (!decided &&
            body_starts(&arena, question, PENCIL_SHIFTS, &truth, &count) != GRAZE_OK)
            return SILENT;
        decided = true;
        if (count != found || (count > 0 && memcmp(truth, starts, count * sizeof *starts) != 0))
            return WRONG;
    }
    return decided ? RIGHT : SILENT;
}

static void starts_on_straight_ways_equal_all_candidates(void)
{
    stages_compare(straight_stage, support_rounds(5000, 12000, 80000), is_accelerated, 2, NULL);
}

static void starts_on_jittered_straight_ways_equal_all_candidates(void)
{
    stages_compare(straight_stage, support_rounds(5000, 12000, 80000), is_accelerated, 2,
                   stages_jitter);
}

/* Both begin at 0, as a planner asks: ends often are 0, where doubles are nearest to each other. */
static void at_zero(oracle_pair *generated, size_t index)
{
    (void)index;
    generated->a.start = generated->a.start_tail = 0;
    generated->b.start = generated->b.start_tail = 0;
}

static void starts_on_straight_ways_from_0_equal_all_candidates(void)
{
    stages_compare(straight_stage, support_rounds(5000, 12000, 80000), is_accelerated, 2, at_zero);
}

/* In units of powers of two from all that lose no bit, at the rims as often as anywhere. */
static void at_rims(oracle_pair *generated, size_t index)
{
    oracle_random random;
    oracle_bodies bodies = {.pair = *generated};
    exact_change change = {.lengths = 0};
    unit_ranges ranges = units_of_anything();
    random_begin(&random, STAGES_SEED, 97, index);
    units_narrow(&ranges, &bodies);
    units_draw(&ranges, &random, &change);
    change_pair(&bodies, &change);
    *generated = bodies.pair;
}

static void starts_on_straight_ways_at_the_rims_equal_all_candidates(void)
{
    stages_compare(straight_stage, support_rounds(5000, 12000, 80000), is_accelerated, 2, at_rims);
}

/* a drives 4 m, turns back by 2^-20 m, and meets b, which stands for a moment, only before and
 * after it has turned: radii and tolerance leave a reach of 6 m, of which doubles make 8. */
static void a_reach_of_which_little_is_left_is_not_taken_for_certain(void)
{
    static char memory[4 << 20];
    const graze_workspace space = {.memory = memory, .size = sizeof memory};
    const graze_body disc_a = {.radius = 0x1p53 + 2}, disc_b = {.radius = 0x1p53 + 4};
    const graze_motion a = {.form = GRAZE_KINEMATIC,
                            .position = {-4, 0, 0},
                            .velocity = {4, 0, 0},
                            .acceleration = {-2, 0, 0},
                            .duration = 2 + 0x1p-10};
    const graze_motion b = {.form = GRAZE_KINEMATIC,
                            .position = {-6 - 0x1p-21, 0, 0},
                            .start = 16,
                            .duration = 0x1p-12};
    graze_interval starts[2];
    size_t count = 0;
    CU_ASSERT_EQUAL(
        graze_unsafe_starts(&disc_a, &a, &disc_b, &b, 0x1p54, &space, starts, 2, &count), GRAZE_OK);
    CU_ASSERT_EQUAL(count, 2);
    CU_ASSERT_EQUAL(starts[0].lower, 14 - 0x1p-10);
    CU_ASSERT(starts[0].upper < 14 && starts[1].lower > 14);
    CU_ASSERT_EQUAL(starts[1].upper, 16 + 0x1p-12);
}

/* Twice the life of a is beyond all doubles, and so was a guess: a leaves b when it has come most
 * of its way. */
static void a_life_may_be_of_the_largest_doubles(void)
{
    static char memory[4 << 20];
    const graze_workspace space = {.memory = memory, .size = sizeof memory};
    const graze_body disc = {.radius = 3};
    const double life = 0x1.cp1023;
    for (int k = 0; k < 3; k++) {
        const graze_motion a = {
            .form = GRAZE_RAMP, .to = {10, 0, 0}, .duration = life, .share = 0.5 * k};
        const graze_motion b = {
            .form = GRAZE_WAYPOINT, .position = {2, 0, 0}, .to = {2, 1, 0}, .duration = 1};
        graze_interval starts = {0, 0};
        size_t count = 0;
        CU_ASSERT_EQUAL(graze_unsafe_starts(&disc, &a, &disc, &b, 0, &space, &starts, 1, &count),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(count, 1);
        CU_ASSERT(starts.lower > -life && starts.lower < -0.5 * life);
        CU_ASSERT_EQUAL(starts.upper, 1);
    }
}

/* Doors: with and without what is for accelerated motions. */
static outcome less_straight(const pair *question)
{
    static char memory[2][4 << 20];
    unsafe_starts found[2];
    graze_status told[2];
    for (int i = 0; i < 2; i++) {
        const graze_workspace room = {.memory = memory[i], .size = sizeof memory[i]};
        const unsigned less = i == 0 ? 0 : QUICK_STRAIGHT | QUICK_CURVED | QUICK_SEPARATED;
        told[i] = unsafe_starts_without(less, question->body_a, question->a, question->body_b,
                                        question->b, question->tolerance, &room, &found[i]);
    }
    const bool same = told[0] == told[1] || told[1] == GRAZE_ERROR_WORKSPACE;
    if (!same || told[0] != GRAZE_OK || told[1] != GRAZE_OK)
        return same ? SILENT : WRONG;
    return found[0].count == found[1].count &&
                   (found[0].count == 0 ||
                    memcmp(found[0].at, found[1].at, found[0].count * sizeof *found[0].at) == 0)
               ? RIGHT
               : WRONG;
}

static void leaving_out_what_is_for_straight_ways_changes_no_bit(void)
{
    stages_compare(less_straight, support_rounds(3000, 6000, 80000), is_accelerated, 50, at_zero);
}

static void starts_on_curved_ways_equal_all_candidates(void)
{
    stages_compare(curved_stage, support_rounds(1500, 3000, 40000), is_accelerated, 2, NULL);
}

static void starts_on_jittered_curved_ways_equal_all_candidates(void)
{
    stages_compare(curved_stage, support_rounds(1500, 3000, 40000), is_accelerated, 2,
                   stages_jitter);
}

static void starts_on_curved_ways_from_0_equal_all_candidates(void)
{
    stages_compare(curved_stage, support_rounds(1500, 3000, 40000), is_accelerated, 2, at_zero);
}

static void starts_on_curved_ways_at_the_rims_equal_all_candidates(void)
{
    stages_compare(curved_stage, support_rounds(1500, 3000, 40000), is_accelerated, 0, at_rims);
}

static double draw(oracle_random *random, double reach)
{
    return reach * random_whole(random, -4096, 4096) / 4096;
}

/* Ways that come near, in units of 2^-12: slow and fast, in the plane or not, to rest, by a ramp or
 * at constant velocity; turning back, meeting several times. */
static graze_motion draw_curved(oracle_random *random, bool spatial)
{
    const double reach = random_once_in(random, 2) ? 1 : 4;
    graze_motion m = {
        .form = GRAZE_KINEMATIC,
        .position = {draw(random, reach), draw(random, reach), spatial ? draw(random, 1) : 0},
        .velocity = {draw(random, 2), draw(random, 2), spatial ? draw(random, 1) : 0},
        .start = draw(random, 8),
        .duration = 8 + draw(random, 7.75)};
    const int kind = random_whole(random, 0, 5);
    if (kind == 0)
        return m;
    if (kind == 1) {
        m.form = GRAZE_RAMP;
        m.to = (graze_vector){draw(random, 4), draw(random, 4), m.position.z};
        m.share = 1 + draw(random, 1);
        return m;
    }
    m.acceleration.x = draw(random, 1);
    m.acceleration.y = draw(random, 1);
    m.acceleration.z = spatial ? draw(random, 1) : 0;
    if (kind == 2) {
        m.velocity.x = -m.acceleration.x * m.duration;
        m.velocity.y = -m.acceleration.y * m.duration;
    }
    return m;
}

static void starts_of_curved_ways_that_come_near_are_quick_and_equal_all_candidates(void)
{
    size_t asked = 0, answered = 0, most = 0, rounds = support_rounds(4000, 8000, 80000);
    for (size_t index = 0; index < rounds; index++) {
        oracle_random random;
        random_begin(&random, STAGES_SEED, 942, index);
        const bool spatial = random_once_in(&random, 4);
        const graze_body disc_a = {.radius = 0.5 + draw(&random, 0.5)};
        const graze_body disc_b = {.radius = 0.75 + draw(&random, 0.5)};
        const graze_motion a = draw_curved(&random, spatial), b = draw_curved(&random, spatial);
        graze_interval starts[CURVED_STARTS_MAX];
        size_t count = 0;
        pair question;
        CU_ASSERT_EQUAL_FATAL(pair_of(&disc_a, &a, &disc_b, &b, 0, &question), GRAZE_OK);
        const outcome result = curved_stage(&question);
        CU_ASSERT_NOT_EQUAL(result, WRONG);
        if (result == RIGHT)
            curved_starts(&question, starts, &count);
        asked++;
        answered += result == RIGHT;
        most = count > most ? count : most;
    }
    printf(" (%zu of %zu are not, up to %zu intervals) ", asked - answered, asked, most);
    CU_ASSERT(answered * 100 > asked * 90);
    CU_ASSERT(SUPPORT_ENOUGH(most > 2));
}

/* ---- moves on a grid --------------------------------------------------------------------- */

/* From rest or to rest, to one of eight neighbours, or standing. */
static graze_motion draw_drive(oracle_random *random, double x, double y, double start)
{
    const double dx = random_whole(random, -1, 1), dy = random_whole(random, -1, 1);
    const double way = sqrt(dx * dx + dy * dy);
    graze_motion m = {
        .form = GRAZE_KINEMATIC, .position = {x, y, 0}, .start = start, .duration = 2};
    if (way == 0)
        return m;
    const bool braking = random_once_in(random, 2);
    m.duration = 2 * way;
    m.acceleration.x = (braking ? -dx : dx) / (2 * way * way);
    m.acceleration.y = (braking ? -dy : dy) / (2 * way * way);
    if (braking)
        m.velocity = (graze_vector){dx / way, dy / way, 0};
    return m;
}

/* Pairs of it, of which many overlap by little more than rounding. The radii add up to a cell, or
 * to the distance of neighbours from a diagonal. */
static pair draw_drives(oracle_random *random, graze_body *disc, graze_motion *a, graze_motion *b)
{
    static const double radii[] = {0x1.6a09e667f3bcdp-2, 0.5, 0.3};
    static const double starts[] = {-2, -1, 0, 1, -0x1.a827999fcef34p-1};
    const int cells = random_whole(random, 1, 2);
    const double x = random_whole(random, 0, 31), y = random_whole(random, 0, 31);
    const double start = 2 * random_whole(random, 1, 19) + sqrt(8) * random_whole(random, 0, 19);
    pair question;
    disc->radius = radii[random_whole(random, 0, 2)];
    *a = draw_drive(random, x, y, start);
    *b = draw_drive(random, x + random_whole(random, -cells, cells),
                    y + random_whole(random, -cells, cells),
                    start + starts[random_whole(random, 0, 4)]);
    CU_ASSERT_EQUAL_FATAL(pair_of(disc, a, disc, b, 0, &question), GRAZE_OK);
    return question;
}

/* Nearly all of those that are not separated are guessed to the bit: where one begins or ends at
 * rest, and where the overlap is one of rounding alone. */
static void moves_on_a_grid_to_and_from_rest_are_guessed_to_the_bit(void)
{
    size_t asked = 0, silent = 0, off = 0, rounds = support_rounds(4000, 8000, 80000);
    for (size_t index = 0; index < rounds; index++) {
        oracle_random random;
        graze_body disc = {.radius = 0};
        graze_motion a, b;
        graze_interval near = {0, 0}, starts = {0, 0};
        random_begin(&random, STAGES_SEED, 943, index);
        const pair question = draw_drives(&random, &disc, &a, &b);
        if (separated_for_ever(&question))
            continue;
        asked++;
        if (!straight_guess(&question, &near) || !start_search_straight(&question, near, &starts)) {
            silent++;
            continue;
        }
        off += near.lower != starts.lower;
        off += near.upper != starts.upper;
        if (index % 8 == 0)
            CU_ASSERT_EQUAL(judge_starts(&question, starts, true), RIGHT);
    }
    printf(" (%zu of %zu are not, %zu ends are off) ", silent, asked, off);
    CU_ASSERT(silent * 600 <= asked);
    CU_ASSERT(off * 80 <= asked);
}

/* One brakes beside a diagonal along which the other one starts, from rest: they are as far apart
 * as they reach, but for rounding, and doubles lead to where the lives meet. */
static void two_side_by_side_overlap_by_rounding_alone(void)
{
    const graze_body disc = {.radius = 0x1.6a09e667f3bcdp-2};
    const double speed = 0x1.6a09e667f3bccp-1, gain = 0x1.ffffffffffffep-3;
    const graze_motion a = {.form = GRAZE_KINEMATIC,
                            .position = {57, 17, 0},
                            .velocity = {speed, speed, 0},
                            .acceleration = {-gain, -gain, 0},
                            .start = 0x1.1b1405985ec48p+6,
                            .duration = 0x1.6a09e667f3bcdp+1};
    const graze_motion b = {.form = GRAZE_KINEMATIC,
                            .position = {58, 17, 0},
                            .acceleration = {gain, gain, 0},
                            .start = 0x1.1b1405985ec48p+6,
                            .duration = 0x1.6a09e667f3bcdp+1};
    graze_interval near, starts = {0, 0};
    pair question;
    CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &a, &disc, &b, 0, &question), GRAZE_OK);
    CU_ASSERT_TRUE(straight_guess(&question, &near));
    CU_ASSERT_TRUE(start_search_straight(&question, near, &starts));
    CU_ASSERT_EQUAL(judge_starts(&question, starts, true), RIGHT);
    CU_ASSERT(near.lower == starts.lower && near.upper == starts.upper);
}

/* One drives by, or as far as beside, one that stands, and touches it: wherever the way begins. */
static void a_way_that_touches_one_that_stands_is_separated_from_it(void)
{
    const graze_body disc = {.radius = 0.5};
    for (int i = 0; i < 8; i++) {
        const double sign = i & 1 ? -1 : 1, end = i & 2 ? 1 : 2;
        const graze_vector rate = {sign, 0, 0}, none = {0, 0, 0};
        const graze_motion moves = {.form = GRAZE_KINEMATIC,
                                    .velocity = rate,
                                    .acceleration = {-0.5 * sign / end, 0, 0},
                                    .duration = 2 * end};
        const graze_motion stands = {
            .form = GRAZE_KINEMATIC, .position = {sign, 1, 0}, .velocity = none, .duration = 4};
        pair question;
        const bool first = (i & 4) != 0;
        CU_ASSERT_EQUAL_FATAL(
            pair_of(&disc, first ? &moves : &stands, &disc, first ? &stands : &moves, 0, &question),
            GRAZE_OK);
        CU_ASSERT_TRUE(separated_for_ever(&question));
    }
}

CU_TestInfo way_stage_tests[] = {
    SUPPORT_TEST(starts_on_curved_ways_equal_all_candidates),
    SUPPORT_TEST(starts_on_curved_ways_from_0_equal_all_candidates),
    SUPPORT_TEST(starts_on_curved_ways_at_the_rims_equal_all_candidates),
    SUPPORT_TEST(starts_on_jittered_curved_ways_equal_all_candidates),
    SUPPORT_TEST(starts_of_curved_ways_that_come_near_are_quick_and_equal_all_candidates),
    SUPPORT_TEST(starts_on_straight_ways_equal_all_candidates),
    SUPPORT_TEST(starts_on_straight_ways_from_0_equal_all_candidates),
    SUPPORT_TEST(starts_on_straight_ways_at_the_rims_equal_all_candidates),
    SUPPORT_TEST(moves_on_a_grid_to_and_from_rest_are_guessed_to_the_bit),
    SUPPORT_TEST(two_side_by_side_overlap_by_rounding_alone),
    SUPPORT_TEST(a_way_that_touches_one_that_stands_is_separated_from_it),
    SUPPORT_TEST(a_reach_of_which_little_is_left_is_not_taken_for_certain),
    SUPPORT_TEST(a_life_may_be_of_the_largest_doubles),
    SUPPORT_TEST(leaving_out_what_is_for_straight_ways_changes_no_bit),
    SUPPORT_TEST(starts_on_jittered_straight_ways_equal_all_candidates),
    CU_TEST_INFO_NULL,
};
