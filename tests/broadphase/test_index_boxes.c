/* SPDX-License-Identifier: MIT */
/* The boxes of an agent's motions: four numbers at a time they are, bit for bit, those of one
 * motion after the other, and the same motions are refused. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "broadphase/index_boxes.h"
#include "broadphase/index_cases.h"
#include "support/run.h"

enum { MOTIONS = 8, EXPONENTS = 2098 };

enum { SHORT = 3000 /* instead of an exponent: few bits, which floats have as well */ };

static int some_exponent(dice *thrown)
{
    const int kind = dice_below(thrown, 4);
    return kind < 2    ? SHORT
           : kind == 2 ? dice_below(thrown, 40) - 20
                       : dice_below(thrown, EXPONENTS) - 1074;
}

/* Of any magnitude, or of that which the others have. */
static double some_number(dice *thrown, int exponent)
{
    if (exponent == SHORT)
        return (dice_below(thrown, 256) - 128) * 0.125;
    const int own = dice_below(thrown, 4) ? exponent : dice_below(thrown, EXPONENTS) - 1074;
    const double value = ldexp(dice_between(thrown, -2, 2), own);
    const int rare = dice_below(thrown, 64);
    return rare < 8 ? 0 : rare < 12 ? -0.0 : value;
}

static graze_vector some_vector(dice *thrown, int exponent)
{
    return (graze_vector){some_number(thrown, exponent), some_number(thrown, exponent),
                          dice_below(thrown, 2) ? 0 : some_number(thrown, exponent)};
}

/* One of the numbers is none, or the form is. */
static void spoil(dice *thrown, graze_motion *motion)
{
    static const double none[] = {NAN, INFINITY, -INFINITY};
    double *const numbers[] = {&motion->position.x,     &motion->position.y,
                               &motion->position.z,     &motion->velocity.x,
                               &motion->velocity.y,     &motion->velocity.z,
                               &motion->acceleration.x, &motion->acceleration.y,
                               &motion->acceleration.z, &motion->start,
                               &motion->start_tail,     &motion->duration,
                               &motion->duration_tail};
    const int which = dice_below(thrown, 14);
    if (which == 13)
        motion->form = (graze_form)7;
    else
        *numbers[which] = none[dice_below(thrown, 3)];
}

static graze_motion some_motion(dice *thrown)
{
    static const graze_form forms[] = {GRAZE_WAYPOINT, GRAZE_WAYPOINT, GRAZE_WAYPOINT,
                                       GRAZE_KINEMATIC, GRAZE_KINEMATIC, GRAZE_KINEMATIC,
                                       GRAZE_PARKED, GRAZE_RAMP};
    const int exponent = some_exponent(thrown);
    graze_motion made = {.form = forms[dice_below(thrown, 8)],
                         .position = some_vector(thrown, exponent),
                         .velocity = some_vector(thrown, exponent),
                         .start = some_number(thrown, exponent),
                         .duration = fabs(some_number(thrown, exponent))};
    if (dice_below(thrown, 4) == 0)
        made.velocity = made.position; /* a wait, between places */
    if (made.form == GRAZE_RAMP)
        made.share = dice_between(thrown, 0, 2);
    else if (dice_below(thrown, 5) == 0)
        made.acceleration = some_vector(thrown, exponent);
    if (dice_below(thrown, 3) == 0)
        made.duration_tail = ldexp(made.duration, -53) * dice_between(thrown, -1, 1);
    if (dice_below(thrown, 8) == 0) {
        made.duration_tail = made.duration; /* the sum of all three has bits far apart */
        made.duration = 0x1p-120;
    }
    if (dice_below(thrown, 8) == 0) { /* ends just above what often is a float */
        const double before = nextafter(nextafter(made.start, -INFINITY), -INFINITY);
        made.duration = 0x1p-110;
        made.duration_tail = made.start - before;
        made.start = before;
    }
    if (dice_below(thrown, 6) == 0)
        made.start_tail = ldexp(made.start, -53) * dice_between(thrown, -1, 1);
    if (dice_below(thrown, 12) == 0)
        made.duration = INFINITY;
    if (dice_below(thrown, 40) == 0)
        spoil(thrown, &made);
    return made;
}

static const graze_point corners[] = {{-0.5, -0.25}, {0.75, -0.25}, {0, 0.75}};

static graze_body some_body(dice *thrown)
{
    const int exponent = some_exponent(thrown);
    const bool cornered = dice_below(thrown, 3) == 0;
    return (graze_body){fabs(some_number(thrown, exponent)), cornered ? corners : NULL,
                        cornered ? 3 : 0};
}

/* What is written for an agent. */
typedef struct written {
    graze_status status;
    boxes_made sums;
    index_box box[MOTIONS];
    index_entry entry[MOTIONS];
} written;

static written write_boxes(const index_agent *agent, double margin, cpu_instructions level)
{
    written made;
    memset(&made, 0, sizeof made);
    const index_items items = {made.box, made.entry};
    made.status = boxes_of_agent(agent, 5, margin, level, &items, &made.sums);
    return made;
}

/* Up to the first motion that is refused. */
static bool alike(const written *a, const written *b, uint32_t count)
{
    bool same = a->status == b->status;
    if (same && a->status == GRAZE_OK)
        same = memcmp(&a->sums, &b->sums, sizeof a->sums) == 0 &&
               memcmp(a->box, b->box, count * sizeof a->box[0]) == 0 &&
               memcmp(a->entry, b->entry, count * sizeof a->entry[0]) == 0;
    return same;
}

/* The longest sides are those of some box, and none is longer. */
static bool has_longest_sides(const written *made, uint32_t count)
{
    bool right = true;
    for (int k = 0; k < INDEX_AXES; k++) {
        float most = 0;
        for (uint32_t i = 0; i < count; i++)
            most = fmaxf(most, made->box[i].upper[k] - made->box[i].lower[k]);
        right &= made->sums.longest[k] == most;
    }
    return right;
}

static void boxes_are_the_same_for_every_level(void)
{
    const size_t rounds = support_rounds(100000, 250000, 2000000);
    dice thrown = {17};
    size_t refused = 0, alive = 0, different = 0;
    for (size_t i = 0; i < rounds; i++) {
        graze_motion motions[MOTIONS];
        graze_body bodies[MOTIONS];
        for (int k = 0; k < MOTIONS; k++) {
            motions[k] = some_motion(&thrown);
            bodies[k] = some_body(&thrown);
        }
        const index_agent agent = {some_body(&thrown), motions,
                                   dice_below(&thrown, 3) ? NULL : bodies,
                                   (uint32_t)dice_below(&thrown, MOTIONS + 1), 0};
        const double margin = dice_below(&thrown, 4) ? 0 : 0.125;
        const written plain = write_boxes(&agent, margin, CPU_PLAIN);
        for (int level = CPU_AVX2; level <= (int)cpu_level(); level++) {
            const written wide = write_boxes(&agent, margin, (cpu_instructions)level);
            different += !alike(&plain, &wide, agent.count);
        }
        different += plain.status == GRAZE_OK && !has_longest_sides(&plain, agent.count);
        refused += plain.status != GRAZE_OK;
        alive += plain.status == GRAZE_OK ? plain.sums.alive : 0;
    }
    CU_ASSERT_EQUAL(different, 0);
    CU_ASSERT_TRUE(refused > rounds / 10 && alive > rounds);
}

/* The last motions of an agent are read to their ends and no farther. */
static void nothing_is_read_behind_the_last_motion(void)
{
    graze_motion *only = malloc(sizeof *only);
    const graze_vector here = {1, 2, 3}, there = {4, 5, 6};
    CU_ASSERT_FATAL(only != NULL);
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(here, there, 1, 2, only), GRAZE_OK);
    const index_agent agent = {{.radius = 0.5}, only, NULL, 1, 0};
    const written made = write_boxes(&agent, 0, cpu_level());
    CU_ASSERT_EQUAL(made.sums.alive, 1);
    CU_ASSERT_TRUE(made.box[0].lower[0] <= 0.5F && made.box[0].lower[0] > 0.4999F);
    CU_ASSERT_EQUAL(made.box[0].lower[INDEX_TIME], 1.0F);
    CU_ASSERT_EQUAL(made.box[0].upper[INDEX_TIME], 2.0F);
    free(only);
}

/* A wait without end has no numbers that are none, and one place. */
static void endless_waits_are_looked_at(void)
{
    for (int wrong = 0; wrong < 6; wrong++)
        for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
            graze_motion wait = {.form = GRAZE_WAYPOINT,
                                 .position = {1, 2, 3},
                                 .to = {1, 2, 3},
                                 .start = 4,
                                 .duration = INFINITY};
            double *const numbers[] = {&wait.start, &wait.duration_tail, &wait.to.x, &wait.to.y,
                                       &wait.to.z};
            if (wrong > 0)
                *numbers[wrong - 1] = wrong < 3 ? INFINITY : 5;
            const index_agent agent = {{.radius = 0.5}, &wait, NULL, 1, 0};
            const written made = write_boxes(&agent, 0, (cpu_instructions)level);
            CU_ASSERT_EQUAL(made.status, wrong == 0  ? GRAZE_OK
                                         : wrong < 3 ? GRAZE_ERROR_NOT_FINITE
                                                     : GRAZE_ERROR_ENDLESS_MOVE);
            CU_ASSERT_TRUE(wrong != 0 || (made.box[0].lower[INDEX_TIME] == 4 &&
                                          made.box[0].upper[INDEX_TIME] == (float)INFINITY));
        }
}

CU_TestInfo index_box_tests[] = {
    SUPPORT_TEST(boxes_are_the_same_for_every_level),
    SUPPORT_TEST(endless_waits_are_looked_at),
    SUPPORT_TEST(nothing_is_read_behind_the_last_motion),
    CU_TEST_INFO_NULL,
};
