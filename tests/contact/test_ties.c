/* SPDX-License-Identifier: MIT */
/* What lattices have: ends that are doubles, corners where lines of both bodies cross, bodies that
 * begin in touch or touch all along. The quick stages tell most of it, and what they tell is what
 * exact numbers say. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/polygon_filter.h"
#include "contact/polygon_ties.h"
#include "oracle/random.h"
#include "support/motion.h"
#include "support/run.h"

/* ---- robots on a grid ---------------------------------------------------------------------- */

enum { SHAPES = 6, MOST = 8 };

static const struct {
    size_t count;
    double corners[MOST][2];
} shapes[SHAPES] = {{4, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}},
                    {4, {{0, 0}, {2, 0}, {2, 1}, {0, 1}}},
                    {6, {{2, 0}, {1, 2}, {-1, 2}, {-2, 0}, {-1, -2}, {1, -2}}},
                    {3, {{-1, -1}, {2, -1}, {-1, 2}}},
                    {4, {{-0x1p-30, -1}, {0x1p-30, -1}, {0x1p-30, 1}, {-0x1p-30, 1}}},
                    {8, {{-1, -2}, {1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}}}};

/* A pair of robots, and room for their corners. */
typedef struct grid_pair {
    graze_point corners[2][MOST];
    graze_body bodies[2];
    graze_motion motions[2];
    pair question;
} grid_pair;

static void draw_body(oracle_random *random, double unit, bool round, graze_point *corners,
                      graze_body *body)
{
    const int shape = random_whole(random, 0, SHAPES - 1);
    const double half = random_whole(random, 0, 2) == 0 ? 0.4 * unit : 0.5 * unit;
    for (size_t i = 0; i < shapes[shape].count; i++)
        corners[i] = (graze_point){half * shapes[shape].corners[i][0],
                                   half * shapes[shape].corners[i][1]};
    *body = (graze_body){round ? 0.25 * unit : 0, corners, shapes[shape].count};
}

/* A step to a neighbouring place, or none; some are almost at a place, so that ends are almost
 * doubles. */
static graze_motion draw_step(oracle_random *random, double unit, double life)
{
    graze_vector from = {random_whole(random, -2, 2) * unit, random_whole(random, -2, 2) * unit, 0};
    const int way = random_whole(random, 0, 4);
    const double start = random_whole(random, 0, 4) * 0.5 * life;
    if (from.x == 0 && random_once_in(random, 3))
        from.x = random_sign(random) * 0x1p-100 * unit;
    graze_vector to = from;
    graze_motion motion;
    if (way < 4)
        *(way < 2 ? &to.x : &to.y) += way % 2 == 0 ? unit : -unit;
    if (random_whole(random, 0, 3) == 0)
        return support_driven(from, (graze_vector){(to.x - from.x) / life, (to.y - from.y) / life,
                                                   0},
                              (graze_vector){0, 0, 0}, start, life);
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(from, to, start, start + life, &motion), GRAZE_OK);
    return motion;
}

static void draw_pair(oracle_random *random, bool round, grid_pair *made)
{
    static const double units[] = {1, 1, 0.1, 0.75, 0x1p60};
    const double unit = units[random_whole(random, 0, 4)];
    const double life = random_whole(random, 0, 1) == 0 ? 1 : 2;
    const double tolerance = random_once_in(random, 4) ? unit * 0.125 : 0;
    for (int k = 0; k < 2; k++) {
        draw_body(random, unit, round, made->corners[k], &made->bodies[k]);
        made->motions[k] = draw_step(random, unit, life);
    }
    CU_ASSERT_EQUAL_FATAL(pair_of(&made->bodies[0], &made->motions[0], &made->bodies[1],
                                  &made->motions[1], tolerance, &made->question),
                          GRAZE_OK);
}

/* ---- ends ---------------------------------------------------------------------------------- */

static bool same_interval(graze_interval a, graze_interval b)
{
    return a.lower == b.lower && a.upper == b.upper;
}

/* Without any quick stage. */
static size_t exact_intervals(const pair *question, graze_interval *found)
{
    pair slow = *question;
    size_t count = 0;
    slow.without = 2 * (unsigned)QUICK_LAST - 1;
    CU_ASSERT_EQUAL(contact_intervals(&slow, CONTACT_UNKNOWN, found, 4, &count), GRAZE_OK);
    return count;
}

static void gates_tell_the_ends_of_robots_on_a_grid(void)
{
    static grid_pair made;
    const int rounds = (int)support_rounds(3000, 20000, 400000);
    for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++)
        for (int round = 0; round < 2; round++) {
            oracle_random random;
            int overlaps = 0, told = 0;
            random_begin(&random, 7, 1, 0);
            for (int i = 0; i < rounds; i++) {
                graze_interval expected[4], when;
                bool rounded = false;
                draw_pair(&random, round != 0, &made);
                made.question.without = QUICK_OUTLINE | QUICK_ALIGNED;
                const size_t count = exact_intervals(&made.question, expected);
                const contact answer = polygon_filter_interval_at((cpu_instructions)level,
                                                                  &made.question, &when, &rounded);
                CU_ASSERT(answer == CONTACT_UNKNOWN || (answer == CONTACT_OVERLAP) == (count != 0));
                CU_ASSERT(!rounded || same_interval(when, expected[0]));
                overlaps += count != 0;
                told += rounded;
            }
            CU_ASSERT(SUPPORT_ENOUGH(overlaps > rounds / 20));
            CU_ASSERT(SUPPORT_ENOUGH(told > overlaps * (round != 0 ? 0.4 : 0.7)));
        }
}

/* The interval by gates, without an outline, is this one; or it is left to exact numbers. */
static void check_interval(const pair *asked, bool is_told, double lower, double upper)
{
    graze_interval exact[4] = {{NAN, NAN}};
    pair question = *asked;
    CU_ASSERT_EQUAL(exact_intervals(asked, exact), 1);
    CU_ASSERT_TRUE(exact[0].lower == lower && exact[0].upper == upper);
    question.without = QUICK_OUTLINE | QUICK_ALIGNED;
    for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
        graze_interval when = {NAN, NAN};
        bool rounded = !is_told;
        polygon_filter_interval_at((cpu_instructions)level, &question, &when, &rounded);
        CU_ASSERT_EQUAL(rounded, is_told);
        CU_ASSERT(!rounded || (when.lower == lower && when.upper == upper));
    }
}

static const graze_point square_corners[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
static const graze_vector none = {0, 0, 0};

/* Corners that are met at (-3, 4) and (3, 4) of a reach of 5. */
static void round_corners_are_met_at_doubles(void)
{
    const graze_body body = {2.5, square_corners, 4};
    const graze_motion comes =
        support_driven((graze_vector){-10, 5, 0}, (graze_vector){2, 0, 0}, none, 0.25, 9);
    const graze_motion rests = support_driven(none, none, none, 0, 9);
    pair question;
    CU_ASSERT_EQUAL(pair_of(&body, &comes, &body, &rests, 0, &question), GRAZE_OK);
    check_interval(&question, true, 3.25, 7.25);
}

/* 1 / (1 + 2^-52) is 2^-104 more than a double, which would tie at 0.5; a life or a step that is no
 * double makes others. */
static void a_velocity_that_is_almost_a_double_is_none(void)
{
    const graze_body body = {0, square_corners, 4};
    const graze_motion rests = support_driven((graze_vector){-0x1p-53, 0, 0}, none, none, 0, 9);
    graze_motion comes;
    pair question;
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){-1.5, 0, 0}, (graze_vector){-0.5, 0, 0}, 0,
                                          1 + 0x1p-52, &comes),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(pair_of(&body, &comes, &body, &rests, 0, &question), GRAZE_OK);
    check_interval(&question, false, nextafter(0.5, 0), 1 + 0x1p-52);
    const graze_motion stands = support_driven(none, none, none, 0, 9);
    CU_ASSERT_EQUAL(
        graze_motion_waypoint((graze_vector){0.5, 0, 0}, (graze_vector){1.5, 0, 0}, 0, 1, &comes),
        GRAZE_OK);
    CU_ASSERT_EQUAL(pair_of(&body, &comes, &body, &stands, 0, &question), GRAZE_OK);
    check_interval(&question, true, 0, 0.5);
    comes.duration_tail = 0x1p-1074;
    check_interval(&question, false, 0, nextafter(0.5, 1));
    const graze_motion beside = support_driven((graze_vector){0x1p-100, 0, 0}, none, none, 0, 9);
    comes.duration_tail = 0;
    comes.position.x = 0x1p-100; /* as far as both are off, but the step is less than 2 */
    comes.to.x = 2;
    CU_ASSERT_EQUAL(pair_of(&body, &comes, &body, &beside, 0, &question), GRAZE_OK);
    check_interval(&question, false, 0, nextafter(0.5, 1));
}

/* Doubles but for 2^-100, on either side. */
static void ends_that_are_almost_doubles_are_left_to_exact_numbers(void)
{
    const graze_body body = {0, square_corners, 4};
    const graze_motion comes =
        support_driven((graze_vector){-4, 0.25, 0}, (graze_vector){2, 0, 0}, none, 0, 4);
    for (int k = -1; k <= 1; k++) {
        const graze_motion rests =
            support_driven((graze_vector){k * 0x1p-100, 0, 0}, none, none, 0, 4);
        pair question;
        CU_ASSERT_EQUAL(pair_of(&body, &comes, &body, &rests, 0, &question), GRAZE_OK);
        check_interval(&question, k == 0, k < 0 ? nextafter(1.5, 0) : 1.5,
                       k > 0 ? nextafter(2.5, 3) : 2.5);
    }
}

/* ---- touches ------------------------------------------------------------------------------- */

/* What the filter says to who does not ask for touches. */
static contact said_of_touches(const pair *asked)
{
    pair question = *asked;
    question.only_overlaps = true;
    question.without |= QUICK_ALIGNED;
    return polygon_filter_contact(&question);
}

static bool is_told_apart(const pair *asked)
{
    return said_of_touches(asked) == CONTACT_APART;
}

static void who_only_touches_on_a_grid_is_told(void)
{
    static grid_pair made;
    const int rounds = (int)support_rounds(8000, 60000, 1000000);
    for (int round = 0; round < 2; round++) {
        oracle_random random;
        int touches = 0, told = 0;
        random_begin(&random, 8, 1, 0);
        for (int i = 0; i < rounds; i++) {
            draw_pair(&random, round != 0, &made);
            const contact answer = exact_contact(&made.question);
            const contact quick = said_of_touches(&made.question);
            CU_ASSERT(quick == CONTACT_UNKNOWN || quick == CONTACT_OVERLAP ||
                      answer != CONTACT_OVERLAP);
            touches += answer == CONTACT_TOUCH;
            told += answer == CONTACT_TOUCH && quick == CONTACT_APART;
        }
        CU_ASSERT(SUPPORT_ENOUGH(touches > rounds / 100));
        CU_ASSERT(SUPPORT_ENOUGH(told > touches * 0.9));
    }
}

/* ---- one tie ------------------------------------------------------------------------------- */

/* In units, a comes at 2 a second, to b's left side; R is the sum of the radii. */
static straight_pair coming(const graze_body *body, double unit, double x, double y,
                            graze_motion motions[2])
{
    motions[0] = support_driven((graze_vector){x * unit, y * unit, 0},
                                (graze_vector){2 * unit, 0, 0}, none, 0.25, 9);
    motions[1] = support_driven(none, none, none, 0, 9);
    return (straight_pair){polygon_straight_body(body, &motions[0]),
                           polygon_straight_body(body, &motions[1]), 0};
}

static void a_line_is_met_at_one_double(void)
{
    static const double units[] = {1, 0x1p80, 0x1p-80, 0x1p-500, 0x1p-950};
    for (int i = 0; i < 5; i++)
        for (int round = 0; round < 2; round++) {
            const double unit = units[i];
            const graze_body body = {round * 0.25 * unit, NULL, 0};
            graze_motion motions[2];
            const straight_pair q = coming(&body, unit, -4, 0.125, motions);
            const outline_part line = {.b = {-1 * unit, unit},
                                       .from = {0, 2 * unit},
                                       .to = {0, 0},
                                       .round = false};
            const double when = round != 0 ? 1.5 : 1.75; /* at x = -1, or half a unit before */
            const double least = round != 0 ? 0x1p-450 : 0x1p-900; /* of D x e, or v t */
            CU_ASSERT_EQUAL(polygon_ties_at(&q, &line, when), unit > least);
            CU_ASSERT_FALSE(polygon_ties_at(&q, &line, nextafter(when, 2)));
            CU_ASSERT_FALSE(polygon_ties_at(&q, &line, nextafter(when, 1)));
        }
}

static void an_arc_is_met_at_one_double(void)
{
    const graze_body body = {.radius = 2.5};
    graze_motion motions[2];
    const straight_pair q = coming(&body, 1, -8, 4, motions);
    const outline_part arc = {.a = {1, 0}, .b = {1, 0}, .round = true};
    CU_ASSERT_TRUE(polygon_ties_at(&q, &arc, 2.75)); /* at (-3, 4) */
    CU_ASSERT_TRUE(polygon_ties_at(&q, &arc, 5.75)); /* at (3, 4) */
    CU_ASSERT_FALSE(polygon_ties_at(&q, &arc, nextafter(2.75, 3)));
    CU_ASSERT_FALSE(polygon_ties_at(&q, &arc, nextafter(2.75, 2)));
    straight_pair smaller = q;
    smaller.tolerance = 0x1p-60; /* a reach that is no double, */
    CU_ASSERT_FALSE(polygon_ties_at(&smaller, &arc, 2.75));
    smaller.tolerance = 0x1p-60 + 0x1p-112; /* or no two */
    CU_ASSERT_FALSE(polygon_ties_at(&smaller, &arc, 2.75));
    outline_part beside = arc; /* places that are none */
    beside.a.x = 0x1p-60;
    CU_ASSERT_FALSE(polygon_ties_at(&q, &beside, 2.75));
    beside = arc;
    beside.a.y = 0x1p-60;
    CU_ASSERT_FALSE(polygon_ties_at(&q, &beside, 2.75));
}

/* What is no double, or no sum of two, is left to exact numbers. */
static void what_doubles_do_not_hold_is_no_tie(void)
{
    const graze_body sharp = {.radius = 0}, round = {.radius = 0.25};
    graze_motion motions[2];
    straight_pair q = coming(&sharp, 1, -4, 0.125, motions);
    outline_part line = {.b = {-1, 1}, .from = {0, 2}, .to = {0, 0}};
    CU_ASSERT_TRUE(polygon_ties_at(&q, &line, 1.75));
    line.from.x = line.to.x = 0x1p-80; /* an edge of doubles */
    CU_ASSERT_TRUE(polygon_ties_at(&q, &line, 1.75));
    line.to.x = 1; /* of none */
    CU_ASSERT_FALSE(polygon_ties_at(&q, &line, 1.75));
    line = (outline_part){.b = {-1, 1}, .from = {0, 2}, .to = {0, 0}};
    line.a.y = 0x1p-70; /* a sum of two, which does not matter along x */
    CU_ASSERT_TRUE(polygon_ties_at(&q, &line, 1.75));
    line.b.y = 0x1p70; /* of three */
    CU_ASSERT_FALSE(polygon_ties_at(&q, &line, 1.75));
    line.b.y = 1;
    q.a.start = 0x1p-70; /* a life so far that is no double */
    CU_ASSERT_FALSE(polygon_ties_at(&q, &line, 1.5));
    q = coming(&round, 1, -4, 0, motions);
    line = (outline_part){.b = {-1, 0}, .from = {-0.25, 1}, .to = {0, 0}}; /* |e| is no double */
    for (int k = -4; k <= 4; k++)
        CU_ASSERT_FALSE(polygon_ties_at(&q, &line, 1.5 + k * 0x1p-52));
}

/* Corner by corner, up to 0.2 outside of one side, and from then on of another one. The double 0.2
 * is more: who leaves just then was inside for 10^-17 s. */
static void corners_that_pass_each_other_touch(void)
{
    const graze_body square = {0, square_corners, 4};
    for (int k = 0; k < 2; k++) {
        const double time = k == 0 ? 0.25 : 0.2, speed = k == 0 ? 4 : 5;
        const graze_motion rests = support_driven((graze_vector){0, time, 0}, none, none, 0, 4);
        const graze_motion comes = support_driven((graze_vector){-2, 1, 0},
                                                  (graze_vector){speed, 1, 0}, none, 0, 4);
        pair question;
        CU_ASSERT_EQUAL(pair_of(&square, &comes, &square, &rests, 0, &question), GRAZE_OK);
        CU_ASSERT_EQUAL(is_told_apart(&question), time == 0.25);
        CU_ASSERT_EQUAL(exact_contact(&question), k == 0 ? CONTACT_TOUCH : CONTACT_OVERLAP);
    }
}

/* Doubles say 10^-16 outside, since the way and the reach, 0.1 + 0.5, are rounded apart: but the
 * robots overlap by 3 10^-17. */
static void who_seems_to_be_outside_is_asked_exactly(void)
{
    const graze_body small = {0.1, square_corners, 4}, large = {0.5, square_corners, 4};
    const graze_motion along = support_driven((graze_vector){-3, 0x1.3333333333333p-1, 0},
                                              (graze_vector){1, 0, 0}, none, 0, 6);
    const graze_motion rests = support_driven((graze_vector){0, -1, 0}, none, none, 0, 6);
    pair question;
    CU_ASSERT_EQUAL(pair_of(&small, &along, &large, &rests, 0, &question), GRAZE_OK);
    CU_ASSERT_FALSE(is_told_apart(&question));
    CU_ASSERT_EQUAL(exact_contact(&question), CONTACT_OVERLAP);
}

/* Touches are left to exact numbers where nobody can tell them here. */
static void only_who_moves_straight_on_in_doubles_is_told_to_touch(void)
{
    const graze_body square = {0, square_corners, 4}, segment = {0, square_corners, 2};
    const graze_vector right = {1, 0, 0}, up = {0, 1, 0};
    const graze_motion rests = support_driven(none, none, none, 0, 4);
    const graze_motion along = support_driven((graze_vector){-3, 1, 0}, right, none, 0, 4);
    graze_motion other = along;
    pair question;
    CU_ASSERT_EQUAL(pair_of(&square, &rests, &square, &along, 0, &question), GRAZE_OK);
    CU_ASSERT_TRUE(is_told_apart(&question));
    question.without = QUICK_ALIGNED;
    CU_ASSERT_EQUAL(polygon_filter_contact(&question), CONTACT_UNKNOWN); /* it may touch */
    question.without = QUICK_TIES;
    CU_ASSERT_FALSE(is_told_apart(&question));
    CU_ASSERT_EQUAL(pair_of(&segment, &along, &square, &rests, 0, &question), GRAZE_OK);
    CU_ASSERT_FALSE(is_told_apart(&question)); /* its body has no sides */
    for (int k = 0; k < 3; k++) {
        other = along;
        if (k == 0)
            other = support_driven((graze_vector){-3, 1, 0}, right, up, 0, 4);
        else if (k == 1)
            other.start_tail = 0x1p-60;
        else
            graze_motion_waypoint(along.position, (graze_vector){-1, 1, 0}, 0, 3, &other);
        CU_ASSERT_EQUAL(pair_of(&square, &rests, &square, &other, 0, &question), GRAZE_OK);
        CU_ASSERT_FALSE(is_told_apart(&question));
        CU_ASSERT_EQUAL(pair_of(&square, &other, &square, &rests, 0, &question), GRAZE_OK);
        CU_ASSERT_FALSE(is_told_apart(&question));
    }
}

CU_TestInfo tie_tests[] = {
    SUPPORT_TEST(gates_tell_the_ends_of_robots_on_a_grid),
    SUPPORT_TEST(round_corners_are_met_at_doubles),
    SUPPORT_TEST(ends_that_are_almost_doubles_are_left_to_exact_numbers),
    SUPPORT_TEST(a_velocity_that_is_almost_a_double_is_none),
    SUPPORT_TEST(who_only_touches_on_a_grid_is_told),
    SUPPORT_TEST(a_line_is_met_at_one_double),
    SUPPORT_TEST(an_arc_is_met_at_one_double),
    SUPPORT_TEST(what_doubles_do_not_hold_is_no_tie),
    SUPPORT_TEST(corners_that_pass_each_other_touch),
    SUPPORT_TEST(who_seems_to_be_outside_is_asked_exactly),
    SUPPORT_TEST(only_who_moves_straight_on_in_doubles_is_told_to_touch),
    CU_TEST_INFO_NULL,
};
