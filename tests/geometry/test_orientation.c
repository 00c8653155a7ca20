/* SPDX-License-Identifier: MIT */
#include "geometry/orientation.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "exact.h"
#include "oracle/random.h"
#include "other_orientation.h"
#include "support/run.h"

static int twin_cross(const exact_vector *u, const exact_vector *v)
{
    double p[2][4], q[2][4];
    for (int i = 0; i < 4; i++) {
        p[0][i] = u->x[i];
        q[0][i] = v->y[i];
        p[1][i] = -u->y[i];
        q[1][i] = v->x[i];
    }
    return exact_product_sum_sign((const double(*)[4])p, (const double(*)[4])q, 2);
}

static int twin_dot(const exact_vector *u, const exact_vector *v)
{
    double p[2][4], q[2][4];
    for (int i = 0; i < 4; i++) {
        p[0][i] = u->x[i];
        q[0][i] = v->x[i];
        p[1][i] = u->y[i];
        q[1][i] = v->y[i];
    }
    return exact_product_sum_sign((const double(*)[4])p, (const double(*)[4])q, 2);
}

/* In this build, and in one whose products are taken apart the other way. */
static void expect_as_the_twin(const exact_vector *u, const exact_vector *v)
{
    const int cross = twin_cross(u, v), dot = twin_dot(u, v);
    CU_ASSERT_EQUAL(exact_vector_cross_sign(u, v), cross);
    CU_ASSERT_EQUAL(exact_vector_dot_sign(u, v), dot);
    CU_ASSERT_EQUAL(other_vector_cross_sign(u, v), cross);
    CU_ASSERT_EQUAL(other_vector_dot_sign(u, v), dot);

    const graze_point from = {v->x[0], v->y[0]}, to = {v->x[1], v->y[1]};
    const exact_vector edge = exact_vector_between(from, to);
    const int turn = twin_cross(u, &edge);
    CU_ASSERT_EQUAL(exact_vector_cross_edge_sign(u, from, to), turn);
    CU_ASSERT_EQUAL(other_vector_cross_edge_sign(u, from, to), turn);
}

static double wild(oracle_random *random)
{
    switch (random_whole(random, 0, 5)) {
    case 0:
        return 0;
    case 1:
        return random_sign(random) * DBL_MAX;
    case 2:
        return random_sign(random) * 0x1p-1074;
    case 3:
        return random_short(random, 8, 2);
    default:
        return ldexp(random_real(random, -1, 1), random_whole(random, -1070, 1023));
    }
}

static void signs_are_the_rational_ones_for_wild_numbers(void)
{
    size_t rounds = support_rounds(20000, 100000, 2000000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 4, 1, round);
        exact_vector u = {{0}, {0}}, v = {{0}, {0}};
        int terms = random_whole(&random, 1, 4);
        for (int i = 0; i < terms; i++) {
            u.x[i] = wild(&random);
            u.y[i] = wild(&random);
            v.x[i] = wild(&random);
            v.y[i] = wild(&random);
        }
        expect_as_the_twin(&u, &v);
    }
}

/* v = k u and its neighbours: the exact sign is 0 or decided in the last place. */
static void signs_are_the_rational_ones_for_nearly_parallel_vectors(void)
{
    size_t rounds = support_rounds(20000, 100000, 2000000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 4, 2, round);
        double x = random_real(&random, -1, 1), y = random_real(&random, -1, 1);
        double far = random_once_in(&random, 2) ? 0 : 0x1p30;
        double factor = random_once_in(&random, 2) ? 4 : random_real(&random, 0, 3);
        exact_vector u = {{x, far, -far}, {y, -far, far}};
        exact_vector v = {{factor * x, 0x1p-60, far, -far}, {factor * y}};
        if (random_once_in(&random, 2))
            v.x[1] = 0;
        if (random_once_in(&random, 2))
            v.y[0] = nextafter(v.y[0], 2);
        expect_as_the_twin(&u, &v);
    }
}

static void a_point_one_ulp_off_a_line_is_off_it(void)
{
    graze_point a = {0.5, 0.5}, b = {12, 12}, c = {24, 24};
    CU_ASSERT_EQUAL(graze_orientation(a, b, c), 0);
    c.y = nextafter(c.y, 25);
    CU_ASSERT_EQUAL(graze_orientation(a, b, c), 1);
    CU_ASSERT_EQUAL(graze_orientation(c, b, a), -1);
    a.x = nextafter(a.x, 0);
    CU_ASSERT_EQUAL(graze_orientation(a, b, (graze_point){24, 24}), 1);
}

static void turns_are_right_where_differences_over_and_underflow(void)
{
    const double big = DBL_MAX, tiny = 0x1p-1074;
    graze_point low = {-big, -big}, high = {big, big}, middle = {0, 0};
    CU_ASSERT_EQUAL(graze_orientation(low, middle, high), 0);
    CU_ASSERT_EQUAL(graze_orientation(low, (graze_point){0, tiny}, high), -1);
    CU_ASSERT_EQUAL(graze_orientation(low, (graze_point){tiny, 0}, high), 1);
    CU_ASSERT_EQUAL(graze_orientation((graze_point){0, 0}, (graze_point){tiny, 0},
                                      (graze_point){tiny, tiny}), 1);
    CU_ASSERT_EQUAL(graze_orientation((graze_point){0, 0}, (graze_point){tiny, tiny},
                                      (graze_point){2 * tiny, 2 * tiny}), 0);
}

static void of_what_is_not_finite_no_side_is_told(void)
{
    const graze_point corners[3] = {{0, 0}, {1, 0}, {0, 1}};
    const double odd[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    CU_ASSERT_EQUAL(graze_orientation(corners[0], corners[1], corners[2]), 1);
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++) {
            graze_point x[3] = {corners[0], corners[1], corners[2]};
            x[i].x = odd[k];
            CU_ASSERT_EQUAL(graze_orientation(x[0], x[1], x[2]), 0);
            x[i] = (graze_point){corners[i].x, odd[k]};
            CU_ASSERT_EQUAL(graze_orientation(x[0], x[1], x[2]), 0);
        }
}

/* Short coordinates about a far place: exact ties, and the filter's own territory. */
static void turns_of_three_points_are_the_rational_ones(void)
{
    size_t rounds = support_rounds(20000, 100000, 2000000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 4, 3, round);
        double far = random_once_in(&random, 2) ? 0 : 1e8;
        graze_point point[3];
        for (int i = 0; i < 3; i++) {
            point[i].x = far + random_short(&random, 3, 20);
            point[i].y = far + random_short(&random, 3, 20);
        }
        exact_vector u = exact_vector_between(point[0], point[1]);
        exact_vector v = exact_vector_between(point[1], point[2]);
        const int turn = twin_cross(&u, &v);
        CU_ASSERT_EQUAL(graze_orientation(point[0], point[1], point[2]), turn);
        CU_ASSERT_EQUAL(exact_vector_cross_edge_sign(&u, point[1], point[2]), turn);
    }
}

CU_TestInfo orientation_tests[] = {
    SUPPORT_TEST(signs_are_the_rational_ones_for_wild_numbers),
    SUPPORT_TEST(signs_are_the_rational_ones_for_nearly_parallel_vectors),
    SUPPORT_TEST(a_point_one_ulp_off_a_line_is_off_it),
    SUPPORT_TEST(turns_are_right_where_differences_over_and_underflow),
    SUPPORT_TEST(of_what_is_not_finite_no_side_is_told),
    SUPPORT_TEST(turns_of_three_points_are_the_rational_ones),
    CU_TEST_INFO_NULL,
};
