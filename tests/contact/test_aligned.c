/* SPDX-License-Identifier: MIT */
/* Rectangles along the axes: what polygon_aligned.h tells is what exact numbers say, and it tells
 * nearly all of grids. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/polygon_aligned.h"
#include "contact/polygon_filter.h"
#include "oracle/random.h"
#include "support/motion.h"
#include "support/run.h"

static const graze_vector none = {0, 0, 0};
static const graze_point square_corners[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
static const graze_body square = {0, square_corners, 4};

/* With fused multiply-adds where the processor has them, and without. */
enum { WAYS = 2 };

/* What this stage says alone. */
static contact said(const pair *asked, int way, graze_interval *when)
{
    pair question = *asked;
    bool rounded = false;
    question.without = (2 * (unsigned)QUICK_LAST - 1) & ~(unsigned)QUICK_ALIGNED;
    if (way == 0)
        question.without &= ~(unsigned)QUICK_FUSED;
    const contact answer = polygon_filter_interval(&question, when, &rounded);
    CU_ASSERT_EQUAL(rounded, answer == CONTACT_OVERLAP);
    return answer;
}

static graze_interval exact_interval(const pair *asked)
{
    graze_interval found[2] = {{NAN, NAN}};
    pair question = *asked;
    size_t count = 0;
    question.without = 2 * (unsigned)QUICK_LAST - 1;
    CU_ASSERT_EQUAL(contact_intervals(&question, CONTACT_UNKNOWN, found, 2, &count), GRAZE_OK);
    return found[0];
}

/* CONTACT_NO_LIFE is an _APART of filters. */
static contact exact_answer(const pair *question)
{
    const contact answer = exact_contact(question);
    return answer == CONTACT_NO_LIFE ? CONTACT_APART : answer;
}

/* What it tells is right; whether it tells. */
static bool is_right(const pair *question, int way)
{
    graze_interval when;
    const contact answer = said(question, way, &when), expected = exact_answer(question);
    if (answer == CONTACT_UNKNOWN)
        return false;
    CU_ASSERT(answer == expected ||
              (question->only_overlaps && answer == CONTACT_APART && expected == CONTACT_TOUCH));
    if (answer == CONTACT_OVERLAP && expected == CONTACT_OVERLAP) {
        const graze_interval exact = exact_interval(question);
        CU_ASSERT_TRUE(when.lower == exact.lower && when.upper == exact.upper);
    }
    return true;
}

/* ---- grids --------------------------------------------------------------------------------- */

typedef struct robots {
    graze_point corners[2][4];
    graze_body bodies[2];
    graze_motion motions[2];
    pair question;
} robots;

static void draw_rectangle(oracle_random *random, double unit, bool round, graze_point *corners,
                           graze_body *body)
{
    static const double halves[] = {0.5, 0.5, 0.4, 0.25, 0.3, 1.0 / 3};
    const double wide = halves[random_whole(random, 0, 5)] * unit;
    const double high = random_once_in(random, 3) ? 0.25 * unit : wide;
    const double low = random_once_in(random, 4) ? 0 : -wide;
    const graze_point all[4] = {{low, -high}, {wide, -high}, {wide, high}, {low, high}};
    const int first = random_whole(random, 0, 3);
    for (int i = 0; i < 4; i++)
        corners[i] = all[(i + first) % 4];
    *body = (graze_body){round ? 0.25 * unit : 0, corners, 4};
    if (random_once_in(random, 10)) { /* a disc, on its point or beside it */
        body->vertex_count = (size_t)random_whole(random, 0, 1);
        body->radius = 0.5 * unit;
    }
}

/* A few last bits beside a place, sometimes. */
static double beside(oracle_random *random, bool often, double place, double unit)
{
    return often ? place + random_whole(random, -2, 2) * 0x1p-52 * unit : place;
}

static graze_motion draw_step(oracle_random *random, bool drives, double unit, double life,
                              bool beside_grid)
{
    static const int ways[7][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}};
    const int *way = ways[random_whole(random, 0, 6)];
    const double start = random_whole(random, 0, 3) == 0 ? 0.5 * life : 0;
    const graze_vector from = {
        beside(random, beside_grid, random_whole(random, -1, 1) * unit, unit),
        beside(random, beside_grid, random_whole(random, -1, 1) * unit, unit), 0};
    const graze_vector to = {from.x + way[0] * unit, from.y + way[1] * unit, 0};
    graze_motion motion;
    if (drives)
        return support_driven(from, (graze_vector){way[0] * unit, way[1] * unit, 0}, none, start,
                              life);
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(from, to, start, start + life, &motion), GRAZE_OK);
    return motion;
}

static void draw_robots(oracle_random *random, bool round, bool beside_grid, robots *made)
{
    static const double units[] = {1, 1, 0.1, 0.8, 3, 0x1p60, 0x1p-40};
    static const double lives[] = {1, 1, 2, 1.25, 1 / 0.7};
    const double unit = units[random_whole(random, 0, 6)];
    const double life = lives[random_whole(random, 0, 4)];
    const double tolerance = random_once_in(random, 4) ? unit * 0.125 : 0;
    const bool drives = random_once_in(random, 2);
    do
        for (int k = 0; k < 2; k++) {
            draw_rectangle(random, unit, round, made->corners[k], &made->bodies[k]);
            made->motions[k] = draw_step(random, drives, unit, life, beside_grid);
        }
    while (made->bodies[0].vertex_count + made->bodies[1].vertex_count < 4);
    CU_ASSERT_EQUAL_FATAL(pair_of(&made->bodies[0], &made->motions[0], &made->bodies[1],
                                  &made->motions[1], tolerance, &made->question),
                          GRAZE_OK);
}

static void robots_on_grids_are_told(void)
{
    static robots made;
    const int rounds = (int)support_rounds(3000, 20000, 400000);
    for (int kind = 0; kind < 8; kind++) {
        oracle_random random;
        int told = 0;
        random_begin(&random, 21, (uint64_t)kind, 0);
        for (int i = 0; i < rounds; i++) {
            draw_robots(&random, (kind & 1) != 0, (kind & 2) != 0, &made);
            made.question.only_overlaps = (kind & 4) != 0;
            told += is_right(&made.question, i % WAYS);
        }
        CU_ASSERT(SUPPORT_ENOUGH(told > rounds * 0.75));
    }
}

static void prepared_robots_are_told(void)
{
    static robots made;
    oracle_random random;
    int told = 0, asked = 0;
    const int rounds = (int)support_rounds(3000, 20000, 400000);
    random_begin(&random, 22, 1, 0);
    for (int i = 0; i < rounds; i++) {
        graze_prepared of[2];
        draw_robots(&random, i % 3 == 0, i % 4 == 0, &made);
        for (int k = 0; k < 2; k++)
            CU_ASSERT_EQUAL(
                graze_motion_prepare(&made.bodies[k], &made.motions[k], &of[k]), GRAZE_OK);
        if (!polygon_straight_body(&made.bodies[0], &made.motions[0]).exact ||
            !polygon_straight_body(&made.bodies[1], &made.motions[1]).exact)
            continue;
        graze_interval when;
        const bool plain = i % WAYS != 0 || cpu_level() < CPU_AVX2;
        const contact answer =
            (plain ? polygon_aligned_of_prepared_plain : polygon_aligned_of_prepared_fused)(
                &of[0], &made.bodies[0], &of[1], &made.bodies[1], made.question.tolerance, &when);
        asked++;
        told += answer != CONTACT_UNKNOWN;
        if (answer == CONTACT_UNKNOWN)
            continue;
        CU_ASSERT_EQUAL(answer == CONTACT_OVERLAP,
                        exact_contact(&made.question) == CONTACT_OVERLAP);
        if (answer == CONTACT_OVERLAP) {
            const graze_interval exact = exact_interval(&made.question);
            CU_ASSERT_TRUE(when.lower == exact.lower && when.upper == exact.upper);
        }
    }
    CU_ASSERT(SUPPORT_ENOUGH(told > asked * 0.9));
}

/* ---- single pairs -------------------------------------------------------------------------- */

/* A body that moves, and one of the same shape that rests at the origin. */
static pair against_rest(const graze_body *body, const graze_motion *moves, double tolerance)
{
    static graze_motion rests, copy;
    pair question;
    rests = support_driven(none, none, none, 0, 9);
    copy = *moves;
    CU_ASSERT_EQUAL_FATAL(pair_of(body, &copy, body, &rests, tolerance, &question), GRAZE_OK);
    return question;
}

static void check(const pair *question, contact expected)
{
    CU_ASSERT_EQUAL(exact_answer(question), expected);
    for (int way = 0; way < WAYS; way++) {
        graze_interval when;
        CU_ASSERT_EQUAL(said(question, way, &when), expected);
        CU_ASSERT_TRUE(is_right(question, way));
    }
}

/* Along a side, up to a side at the end of life, from one at the begin, corner by corner: and
 * either side of that, in last bits. */
static void touches_are_told_from_their_neighbours(void)
{
    static const struct {
        double x, y, vx, vy, life;
        int axis; /* which place is moved */
    } cases[] = {{-3, 1, 1, 0, 6, 1}, {-3, 0.25, 1, 0, 2, 0}, {1, 0, 1, 0, 2, 0},
                 {-2, 0, 1, 1, 6, 0}, {-1, 0, 0, 1, 4, 0}};
    for (int i = 0; i < 5; i++)
        for (int k = -1; k <= 1; k++) {
            double place[2] = {cases[i].x, cases[i].y}, *moved = &place[cases[i].axis];
            *moved = k == 0 ? *moved : nextafter(*moved, k < 0 ? 0 : 9 * *moved);
            const graze_motion m =
                support_driven((graze_vector){place[0], place[1], 0},
                               (graze_vector){cases[i].vx, cases[i].vy, 0}, none, 0,
                               cases[i].life);
            const pair question = against_rest(&square, &m, 0);
            check(&question, k == 0 ? CONTACT_TOUCH : k < 0 ? CONTACT_OVERLAP : CONTACT_APART);
        }
}

/* A life that ends a little before the touch, by a tail, is not long enough. */
static void a_life_with_a_tail_is_no_double(void)
{
    graze_interval when;
    graze_motion m;
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){-3, 0, 0}, (graze_vector){-1, 0, 0}, 0, 2,
                                          &m),
                    GRAZE_OK);
    pair question = against_rest(&square, &m, 0);
    check(&question, CONTACT_TOUCH);
    m = support_driven((graze_vector){-3, 0, 0}, (graze_vector){1, 0, 0}, none, 0, 2);
    m.duration_tail = -0x1p-60;
    question = against_rest(&square, &m, 0);
    CU_ASSERT_EQUAL(exact_answer(&question), CONTACT_APART);
    for (int way = 0; way < WAYS; way++)
        CU_ASSERT_NOT_EQUAL(said(&question, way, &when), CONTACT_TOUCH);
    m = support_driven((graze_vector){-1.125, 0, 0}, (graze_vector){1, 0, 0}, none, 0x1p-60, 0.125);
    question = against_rest(&square, &m, 0);
    CU_ASSERT_EQUAL(exact_answer(&question), CONTACT_TOUCH); /* its end is no double */
    for (int way = 0; way < WAYS; way++)
        is_right(&question, way);
}

/* 2^-1074 outside of a line, on it, inside. */
static void the_least_numbers_are_no_touch(void)
{
    for (int k = -1; k <= 1; k++) {
        const double least = 0x1p-1074;
        const graze_point corners[] = {
            {-0.5, -4 * least}, {0.5, -4 * least}, {0.5, 4 * least}, {-0.5, 4 * least}};
        const graze_body body = {0, corners, 4};
        const graze_motion m = support_driven((graze_vector){-1, (8 + k) * least, 0},
                                              (graze_vector){1, 0, 0}, none, 0, 3);
        pair question = against_rest(&body, &m, 0);
        for (int touches = 0; touches < 2; touches++) {
            question.only_overlaps = touches == 0;
            for (int way = 0; way < WAYS; way++)
                is_right(&question, way);
        }
    }
}

/* 2^-120 and 2^-200 s before a double: the second is lost beside numbers that cancel. */
static void ends_that_are_almost_doubles_are_left_to_others(void)
{
    for (int k = 0; k < 2; k++) {
        const double front = k == 0 ? 0x1p-120 : 0x1p-200, other = k == 0 ? 0 : 0x1p-100;
        const graze_point corners[] = {{-0.5, -0.5}, {front, -0.5}, {front, 0.5}, {-0.5, 0.5}};
        const graze_body body = {0, corners, 4};
        const graze_motion m =
            support_driven((graze_vector){-4, 0, 0}, (graze_vector){1, 0, 0}, none, 0, 4);
        const graze_motion rests = support_driven((graze_vector){-other, 0, 0}, none, none, 0, 9);
        pair question;
        CU_ASSERT_EQUAL(pair_of(&body, &m, &square, &rests, other, &question), GRAZE_OK);
        CU_ASSERT_EQUAL(exact_answer(&question), CONTACT_OVERLAP);
        CU_ASSERT_TRUE(exact_interval(&question).lower == nextafter(3.5, 0));
        for (int way = 0; way < WAYS; way++)
            CU_ASSERT_FALSE(is_right(&question, way));
    }
}

static void magnitudes_are_right_or_left_to_others(void)
{
    for (int e = -1070; e <= 1018; e += 6)
        for (int k = 0; k < 12; k++) {
            const double unit = ldexp(1, e), half = k % 3 == 0 ? 0.4 * unit : 0.5 * unit;
            const graze_point corners[] = {{-half, -half}, {half, -half}, {half, half},
                                           {-half, half}};
            const graze_body body = {k % 2 == 0 ? 0 : 0.25 * unit, corners, 4};
            const graze_motion m = support_driven(
                (graze_vector){-1.5 * unit, k % 4 == 0 ? unit : 0.5 * unit, 0},
                (graze_vector){unit, k > 5 ? 0.5 * unit : 0, 0}, none, k == 7 ? 0.25 : 0, 3);
            const pair question = against_rest(&body, &m, 0);
            for (int way = 0; way < WAYS; way++)
                CU_ASSERT(is_right(&question, way) || body.radius != 0 || e < -850 || e > 990);
        }
}

/* Round corners: met at times that are no doubles, at doubles, missed, and just not met. */
static void round_corners_are_met_or_missed(void)
{
    const graze_body small = {0.25, square_corners, 4}, large = {2.5, square_corners, 4};
    graze_interval when;
    graze_motion m =
        support_driven((graze_vector){-2.5, -2.5, 0}, (graze_vector){1, 1, 0}, none, 0, 8);
    pair question = against_rest(&small, &m, 0);
    check(&question, CONTACT_OVERLAP);
    m = support_driven((graze_vector){-10, 5, 0}, (graze_vector){2, 0, 0}, none, 0.25, 9);
    question = against_rest(&large, &m, 0); /* at (-3, 4) and (3, 4) of a reach of 5 */
    check(&question, CONTACT_OVERLAP);
    CU_ASSERT_EQUAL(said(&question, 0, &when), CONTACT_OVERLAP);
    CU_ASSERT_TRUE(when.lower == 3.25 && when.upper == 7.25);
    m = support_driven((graze_vector){-2.75, 0, 0}, (graze_vector){1, 1, 0}, none, 0, 8);
    question = against_rest(&small, &m, 0); /* 0.03 beside the corner */
    question.only_overlaps = true;
    CU_ASSERT_EQUAL(exact_answer(&question), CONTACT_APART);
    CU_ASSERT_EQUAL(said(&question, 0, &when), CONTACT_APART);
    CU_ASSERT_EQUAL(said(&question, 1, &when), CONTACT_APART);
    m = support_driven((graze_vector){-2.75, -2.75, 0}, (graze_vector){1, 1, 0}, none, 0, 1.25);
    question = against_rest(&small, &m, 0); /* life ends between the lines and the arc */
    question.only_overlaps = true;
    CU_ASSERT_EQUAL(exact_answer(&question), CONTACT_APART);
    CU_ASSERT_EQUAL(said(&question, 0, &when), CONTACT_APART);
    m = support_driven((graze_vector){-1.5, 1.25, 0}, none, none, 0, 8);
    question = against_rest(&small, &m, 0); /* on two lines, and away from the corner */
    check(&question, CONTACT_APART);
    m = support_driven((graze_vector){-3, 1.5, 0}, (graze_vector){1, 0, 0}, none, 0, 8);
    question = against_rest(&small, &m, 0); /* along a side */
    check(&question, CONTACT_TOUCH);
}

/* With more tolerance than half a body's width there is nothing to overlap by. */
static void what_is_shrunk_to_nothing_never_overlaps(void)
{
    const graze_motion m =
        support_driven((graze_vector){-3, 0, 0}, (graze_vector){1, 0, 0}, none, 0, 6);
    pair question = against_rest(&square, &m, 1);
    check(&question, CONTACT_TOUCH);
    question = against_rest(&square, &m, 1.5);
    check(&question, CONTACT_APART);
    question = against_rest(&square, &m, 0.75);
    check(&question, CONTACT_OVERLAP);
}

static void only_rectangles_along_the_axes_are_rectangles(void)
{
    const graze_point others[][4] = {
        {{0, 0}, {2, 0}, {2, 1}, {0, nextafter(1, 2)}},          /* a last bit higher */
        {{1, 0}, {0, 1}, {-1, 0}, {0, -1}},                      /* its corners have one box */
        {{-1, -1}, {1, -1}, {1, 1}, {-0.5, 1}},                  /* a trapezoid */
        {{0, 0}, {1, 0}, {1.5, 1}, {0.5, 1}}};                   /* a parallelogram */
    aligned_body of[2];
    for (int first = 0; first < 4; first++) {
        graze_point corners[4];
        for (int k = 0; k < 4; k++)
            corners[k] = square_corners[(k + first) % 4];
        const graze_body turned = {0, corners, 4};
        CU_ASSERT_TRUE(polygon_is_aligned(&turned, &of[0]));
        CU_ASSERT_TRUE(duo_x(of[0].low) == -0.5 && duo_y(of[0].low) == -0.5);
        CU_ASSERT_TRUE(duo_x(of[0].high) == 0.5 && duo_y(of[0].high) == 0.5);
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 4; k++)
                corners[k] = others[i][(k + first) % 4];
            CU_ASSERT_FALSE(polygon_is_aligned(&turned, &of[0]));
        }
    }
    const graze_body disc = {1, NULL, 0}, triangle = {0, square_corners, 3};
    CU_ASSERT_TRUE(polygon_are_aligned(&disc, &square, of));
    CU_ASSERT_FALSE(polygon_are_aligned(&disc, &disc, of));
    CU_ASSERT_FALSE(polygon_are_aligned(&triangle, &square, of));
    CU_ASSERT_FALSE(polygon_may_be_aligned(&triangle, &square));
    CU_ASSERT_TRUE(polygon_may_be_aligned(&disc, &square));
}

CU_TestInfo aligned_tests[] = {
    SUPPORT_TEST(robots_on_grids_are_told),
    SUPPORT_TEST(prepared_robots_are_told),
    SUPPORT_TEST(touches_are_told_from_their_neighbours),
    SUPPORT_TEST(a_life_with_a_tail_is_no_double),
    SUPPORT_TEST(the_least_numbers_are_no_touch),
    SUPPORT_TEST(ends_that_are_almost_doubles_are_left_to_others),
    SUPPORT_TEST(magnitudes_are_right_or_left_to_others),
    SUPPORT_TEST(round_corners_are_met_or_missed),
    SUPPORT_TEST(what_is_shrunk_to_nothing_never_overlaps),
    SUPPORT_TEST(only_rectangles_along_the_axes_are_rectangles),
    CU_TEST_INFO_NULL,
};
