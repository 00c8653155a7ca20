/* SPDX-License-Identifier: MIT */
/* A swept disc against a box: every answer equals the rational twin's. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include "oracle.h"
#include "support/run.h"
#include "world/sweep.h"

static graze_motion waypoint(double x, double y, double to_x, double to_y)
{
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){x, y, 0},
                                                (graze_vector){to_x, to_y, 0}, 0, 1, &motion),
                          GRAZE_OK);
    return motion;
}

static graze_motion kinematic(double x, double y, double vx, double vy, double duration)
{
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(graze_motion_kinematic((graze_vector){x, y, 0},
                                                 (graze_vector){vx, vy, 0}, (graze_vector){0, 0, 0},
                                                 3, duration, &motion),
                          GRAZE_OK);
    return motion;
}

/* Asks all three; prints and fails where they differ. Answers whether they meet. */
static bool compare(const graze_motion *motion, double radius, double tolerance,
                    const world_box *box)
{
    sweep path;
    bool filtered = false, exact = false;
    CU_ASSERT_TRUE_FATAL(sweep_of_motion(motion, radius, tolerance, &path));
    CU_ASSERT_EQUAL(sweep_meets_box(&path, box, &filtered), GRAZE_OK);
    CU_ASSERT_EQUAL(sweep_meets_box_exactly(&path, box, &exact), GRAZE_OK);
    bool truth = oracle_meets(motion, radius, tolerance, box);
    if (filtered != truth || exact != truth) {
        printf("\n    from %a %a to or by %a %a for %a, r %a - %a, box %a %a %a %a: %d %d %d\n",
               motion->position.x, motion->position.y, motion->to.x, motion->to.y,
               motion->duration, radius, tolerance, box->x0, box->x1, box->y0, box->y1, filtered,
               exact, truth);
        CU_FAIL("a wrong answer");
    }
    return truth;
}

static const world_box unit = {-0.5, 0.5, -0.5, 0.5};

static void a_disc_that_touches_a_side_is_free(void)
{
    graze_motion above = waypoint(-3, 1, 3, 1), beside = waypoint(1, -7, 1, 7);
    CU_ASSERT_FALSE(compare(&above, 0.5, 0, &unit));
    CU_ASSERT_TRUE(compare(&above, nextafter(0.5, 1), 0, &unit));
    CU_ASSERT_FALSE(compare(&beside, 0.5, 0, &unit));
    CU_ASSERT_TRUE(compare(&beside, nextafter(0.5, 1), 0, &unit));
}

/* The line 3x + 4y = 8.5 passes the corner (1/2, 1/2) at distance 1. */
static void a_disc_that_touches_a_corner_is_free(void)
{
    graze_motion passing = waypoint(-2.5, 4, 5.5, -2);
    CU_ASSERT_FALSE(compare(&passing, 1, 0, &unit));
    CU_ASSERT_TRUE(compare(&passing, nextafter(1, 2), 0, &unit));
    CU_ASSERT_FALSE(compare(&passing, nextafter(1, 2), 0x1p-52, &unit));
    CU_ASSERT_TRUE(compare(&passing, nextafter(1, 2), nextafter(0x1p-52, 0), &unit));
}

static void a_point_is_blocked_by_the_open_box_alone(void)
{
    graze_motion along = waypoint(-3, 0.5, 3, 0.5), through = waypoint(-3, 0.5, 3, 0.25);
    graze_motion by_corner = waypoint(0, 1, 1, 0), standing = waypoint(0.5, 0, 0.5, 0);
    CU_ASSERT_FALSE(compare(&along, 0, 0, &unit));
    CU_ASSERT_TRUE(compare(&through, 0, 0, &unit));
    CU_ASSERT_FALSE(compare(&by_corner, 0, 0, &unit));
    CU_ASSERT_FALSE(compare(&standing, 0, 0, &unit));
    CU_ASSERT_TRUE(compare(&standing, 0x1p-1074, 0, &unit));
}

static void a_tolerance_beyond_the_radius_shrinks_the_box(void)
{
    graze_motion through = waypoint(-3, 0.25, 3, 0.25);
    CU_ASSERT_TRUE(compare(&through, 0.25, 0.375, &unit));
    CU_ASSERT_FALSE(compare(&through, 0.25, 0.5, &unit));
    CU_ASSERT_FALSE(compare(&through, 0.25, 100, &unit));
}

static world_box random_box(uint64_t *state, bool is_short)
{
    double x = is_short ? random_short(state, 3) : random_real(state, 3);
    double y = is_short ? random_short(state, 3) : random_real(state, 3);
    double width = fabs(is_short ? random_short(state, 2) : random_real(state, 2)) + 0x1p-5;
    double height = fabs(is_short ? random_short(state, 2) : random_real(state, 2)) + 0x1p-5;
    return (world_box){x, x + width, y, y + height};
}

/* A radius that makes a near touch: the rounded distance from the path to a corner or a
 * side, or one of its neighbours. */
static double near_touch(uint64_t *state, const graze_motion *m, const world_box *box)
{
    double dx = m->to.x - m->position.x, dy = m->to.y - m->position.y;
    double x = random_below(state, 2) ? box->x0 : box->x1;
    double y = random_below(state, 2) ? box->y0 : box->y1;
    double distance = fabs(dx * (y - m->position.y) - dy * (x - m->position.x)) / hypot(dx, dy);
    if (random_below(state, 3) == 0)
        distance = fabs(x - m->to.x);
    if (random_below(state, 4) == 0)
        distance = hypot(x - m->to.x, y - m->to.y);
    if (!isfinite(distance))
        return 0.5;
    int steps = (int)random_below(state, 5) - 2;
    for (; steps > 0; steps--)
        distance = nextafter(distance, INFINITY);
    for (; steps < 0 && distance > 0; steps++)
        distance = nextafter(distance, 0);
    return distance;
}

static void random_sweeps_are_decided_as_the_twin_does(void)
{
    uint64_t state = 11;
    size_t rounds = support_rounds(40000, 400000, 4000000), met = 0;
    for (size_t i = 0; i < rounds; i++) {
        bool is_short = random_below(&state, 4) != 0;
        double n[4];
        for (int k = 0; k < 4; k++)
            n[k] = is_short ? random_short(&state, 4) : random_real(&state, 4);
        graze_motion m = random_below(&state, 8) == 0
                             ? waypoint(n[0], n[1], n[0], n[1])
                             : waypoint(n[0], n[1], n[2], n[3]);
        world_box box = random_box(&state, is_short);
        double radius = random_below(&state, 3) == 0 ? fabs(random_short(&state, 2))
                                                     : near_touch(&state, &m, &box);
        double tolerance = random_below(&state, 3) == 0 ? fabs(random_real(&state, 1e-9)) : 0;
        if (random_below(&state, 16) == 0)
            tolerance = fabs(random_short(&state, 1));
        met += compare(&m, radius, tolerance, &box);
    }
    CU_ASSERT_TRUE(met > rounds / 10 && met < rounds - rounds / 10);
}

static void kinematic_sweeps_end_where_the_real_product_says(void)
{
    uint64_t state = 12;
    size_t rounds = support_rounds(10000, 100000, 1600000), met = 0;
    for (size_t i = 0; i < rounds; i++) {
        bool is_short = random_below(&state, 2) != 0;
        double duration = is_short ? 0.25 * (1 + random_below(&state, 8))
                                   : fabs(random_real(&state, 2)) + 0.01;
        double n[4];
        for (int k = 0; k < 4; k++)
            n[k] = is_short ? random_short(&state, 3) : random_real(&state, 3);
        graze_motion m = kinematic(n[0], n[1], n[2], n[3], duration);
        m.duration_tail = random_below(&state, 2) ? 0 : duration * 0x1p-54;
        world_box box = random_box(&state, is_short);
        double radius = fabs(m.position.x + m.velocity.x * duration - box.x0);
        met += compare(&m, random_below(&state, 2) ? radius : fabs(random_short(&state, 1)), 0,
                       &box);
    }
    CU_ASSERT_TRUE(met > rounds / 10 && met < rounds - rounds / 10);
}

static void extreme_magnitudes_are_decided_or_refused(void)
{
    uint64_t state = 13;
    size_t refused = 0, rounds = support_rounds(2000, 10000, 200000);
    for (size_t i = 0; i < rounds; i++) {
        double n[6];
        for (int k = 0; k < 6; k++)
            n[k] = ldexp(random_real(&state, 1), (int)random_below(&state, 2000) - 1000);
        graze_motion m = waypoint(n[0], n[1], n[2], n[3]);
        world_box box = {fmin(n[4], n[5]), fmax(n[4], n[5]), n[4] - fabs(n[5]), n[4] + fabs(n[5])};
        if (!(box.x0 < box.x1 && box.y0 < box.y1))
            continue;
        sweep path;
        bool met = false;
        double radius = fabs(n[random_below(&state, 6)]);
        CU_ASSERT_TRUE_FATAL(sweep_of_motion(&m, radius, 0, &path));
        if (sweep_meets_box(&path, &box, &met) != GRAZE_OK)
            refused++;
        else
            CU_ASSERT_EQUAL(met, oracle_meets(&m, radius, 0, &box));
    }
    CU_ASSERT_EQUAL(refused, 0);
}

static void what_is_no_straight_path_is_no_sweep(void)
{
    sweep path;
    graze_motion motion = kinematic(0, 0, 1, 0, INFINITY);
    CU_ASSERT_FALSE(sweep_of_motion(&motion, 1, 0, &path));
    motion.velocity.x = 0;
    CU_ASSERT_TRUE(sweep_of_motion(&motion, 1, 0, &path));
    CU_ASSERT_TRUE(path.still);
    motion.acceleration.y = 1;
    CU_ASSERT_FALSE(sweep_of_motion(&motion, 1, 0, &path));
}

/* So small that the sign of its radius is not certain in doubles. */
static void a_disc_of_almost_nothing_meets_what_it_touches(void)
{
    const world_box box = {0, 1, 0, 1};
    const double places[] = {0.5, 1, 1 + 0x1p-52};
    for (int i = 0; i < 3; i++) {
        const sweep path = sweep_at((graze_point){places[i], 0.5}, 0x1p-1070, 0);
        bool met = i == 2;
        CU_ASSERT_EQUAL(sweep_meets_box(&path, &box, &met), GRAZE_OK);
        CU_ASSERT_EQUAL(met, i < 2);
    }
}

CU_TestInfo sweep_tests[] = {
    SUPPORT_TEST(a_disc_that_touches_a_side_is_free),
    SUPPORT_TEST(a_disc_that_touches_a_corner_is_free),
    SUPPORT_TEST(a_point_is_blocked_by_the_open_box_alone),
    SUPPORT_TEST(a_tolerance_beyond_the_radius_shrinks_the_box),
    SUPPORT_TEST(random_sweeps_are_decided_as_the_twin_does),
    SUPPORT_TEST(kinematic_sweeps_end_where_the_real_product_says),
    SUPPORT_TEST(extreme_magnitudes_are_decided_or_refused),
    SUPPORT_TEST(what_is_no_straight_path_is_no_sweep),
    SUPPORT_TEST(a_disc_of_almost_nothing_meets_what_it_touches),
    CU_TEST_INFO_NULL,
};
