/* SPDX-License-Identifier: MIT */
/* Turned bodies against the hull of exactly rounded vertices: cosine and sine as rational sums
 * of their series, rounding by comparison, the hull by walking from corner to corner. */
#include <float.h>
#include <graze/body.h>
#include <math.h>
#include <stdlib.h>

#include "exact.h"
#include "oracle/rounding.h"
#include "shapes.h"
#include "support/run.h"

enum { ROOM = GRAZE_TURNED_CAPACITY(SHAPE_VERTICES) };

/* ---- the truth ---------------------------------------------------------------------- */

enum { TERMS = 120 };

/* For |angle| <= 8 what is left out of the series is below 8^120/120! < 2^-299. */
static const double left_out = 0x1p-290;

static void find_rotation(double angle, mpq_t cosine, mpq_t sine)
{
    mpq_t x, power, divisor;
    mpq_inits(x, power, divisor, NULL);
    mpq_set_d(x, angle);
    mpq_set_ui(power, 1, 1);
    mpq_set_ui(cosine, 1, 1);
    mpq_set_ui(sine, 0, 1);
    for (unsigned long j = 1; j < TERMS; j++) {
        mpq_set_ui(divisor, j, 1);
        mpq_mul(power, power, x);
        mpq_div(power, power, divisor);
        mpq_ptr sum = j % 2 == 0 ? cosine : sine;
        (j % 4 < 2 ? mpq_add : mpq_sub)(sum, sum, power);
    }
    mpq_clears(x, power, divisor, NULL);
}

/* The doubles next to p x + q y, rounded both ways. */
static void round_both(double p, const mpq_t x, double q, const mpq_t y, double *down, double *up)
{
    mpq_t value, term, error;
    mpq_inits(value, term, error, NULL);
    mpq_set_d(term, p);
    mpq_mul(value, term, x);
    mpq_set_d(term, q);
    mpq_mul(term, term, y);
    mpq_add(value, value, term);
    mpq_set_d(error, (fabs(p) + fabs(q)) * left_out);
    mpq_sub(term, value, error);
    *down = oracle_round_down(term);
    double other = oracle_round_up(term);
    mpq_add(term, value, error);
    *up = oracle_round_up(term);
    CU_ASSERT_TRUE_FATAL((p == 0 && q == 0) || (*down == oracle_round_down(term) && *up == other));
    mpq_clears(value, term, error, NULL);
}

static size_t find_cells(const graze_body *body, double angle, exact_point *corners)
{
    mpq_t cosine, sine;
    size_t count = 0;
    mpq_inits(cosine, sine, NULL);
    find_rotation(angle, cosine, sine);
    for (size_t i = 0; i < body->vertex_count; i++) {
        const graze_point from = body->vertices[i];
        double x[2], y[2];
        round_both(from.x, cosine, -from.y, sine, &x[0], &x[1]);
        round_both(from.x, sine, from.y, cosine, &y[0], &y[1]);
        for (int k = 0; k < 4; k++) {
            exact_point_init(&corners[count]);
            mpq_set_d(corners[count].x, x[k % 2]);
            mpq_set_d(corners[count++].y, y[k / 2]);
        }
    }
    mpq_clears(cosine, sine, NULL);
    return count;
}

/* The same corners in the same order, from any one on? */
static bool is_hull(const graze_body *turned, const exact_point *corners, const size_t *hull,
                    size_t count)
{
    size_t first = 0;
    if (turned->vertex_count != count)
        return false;
    const double x = mpq_get_d(corners[hull[0]].x), y = mpq_get_d(corners[hull[0]].y);
    while (first < count && (turned->vertices[first].x != x || turned->vertices[first].y != y))
        first++;
    for (size_t i = 0; i < count; i++) {
        const graze_point *found = &turned->vertices[(first + i) % count];
        if (first == count || found->x != mpq_get_d(corners[hull[i]].x) ||
            found->y != mpq_get_d(corners[hull[i]].y))
            return false;
    }
    return true;
}

static void check(const graze_body *body, double angle)
{
    exact_point corners[4 * SHAPE_VERTICES];
    size_t hull[4 * SHAPE_VERTICES];
    graze_point room[ROOM];
    graze_body turned;
    CU_ASSERT_EQUAL_FATAL(graze_body_turned(body, angle, room, ROOM, &turned), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_body_validate(&turned), GRAZE_OK);
    CU_ASSERT_FATAL(turned.radius == body->radius && turned.vertices == room);
    size_t count = find_cells(body, angle, corners);
    CU_ASSERT_FATAL(is_hull(&turned, corners, hull, exact_hull(corners, count, hull)));
    for (size_t i = 0; i < count; i++)
        exact_point_clear(&corners[i]);
}

/* ---- shapes ------------------------------------------------------------------------- */

static double some_angle(oracle_random *random)
{
    static const double angles[] = {0x1p-1074, 1e-300, 0x1p-60, -0x1p-30, 0x1.921fb54442d18p0,
                                    -0x1.921fb54442d18p1, 0x1.921fb54442d18p-1, 6.25};
    return random_once_in(random, 3) ? angles[random_whole(random, 0, 7)]
                                     : random_real(random, -8, 8);
}

static void turned_bodies_are_the_hull_of_their_rounded_vertices(void)
{
    const size_t rounds = support_rounds(400, 1000, 50000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        convex_shape shape;
        random_begin(&random, 31, 1, round);
        const size_t count = (size_t)random_whole(&random, 3, SHAPE_VERTICES);
        if (random_once_in(&random, 2))
            shape_round(&shape, &random, count, (graze_point){random_real(&random, -1, 1), 0.25},
                        random_real(&random, 0.25, 4));
        else
            shape_lattice(&shape, &random, count, random_whole(&random, 1, 9));
        if (random_once_in(&random, 4))
            shape_scale(&shape, random_whole(&random, -70, 20), random_whole(&random, -70, 20));
        graze_body body = shape_body(&shape);
        body.radius = 0.25 * random_whole(&random, 0, 1);
        if (random_once_in(&random, 4))
            body.vertex_count = (size_t)random_whole(&random, 1, 2);
        double angle = some_angle(&random);
        if (fabs(angle) > 1e-200) /* else the truth is longer than the sums here */
            check(&body, angle);
    }
}

/* All in one double or two next to zero. */
static void bodies_of_the_smallest_doubles_can_be_turned(void)
{
    const double d = 0x1p-1074;
    const graze_point tiny[] = {{0, 0}, {d, 0}, {d, d}, {0, d}};
    for (double angle = -6; angle < 7; angle += 0.7)
        check(&(graze_body){0.5, tiny, 4}, angle);
}

/* Their cells reach a line or a point. */
static void nearly_straight_bodies_can_be_turned(void)
{
    const graze_point flat[] = {{0, 0}, {2, 0}, {1, 0x1p-60}};
    const graze_point close[] = {{1, 1}, {1 + 0x1p-52, 1}, {1, 1 + 0x1p-52}};
    for (int step = 1; step <= 50; step++) {
        check(&(graze_body){0, flat, 3}, step * 0.1);
        check(&(graze_body){0, close, 3}, step * 0.1);
    }
}

/* 1 - cos is far below an ulp of 1, and no double is the cosine. */
static void the_smallest_angle_is_not_none(void)
{
    const graze_point at[] = {{1, 0}};
    graze_point room[ROOM];
    graze_body turned;
    CU_ASSERT_EQUAL_FATAL(
        graze_body_turned(&(graze_body){1, at, 1}, 0x1p-1074, room, ROOM, &turned), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(turned.vertex_count, 4);
    CU_ASSERT_TRUE(turned.vertices[0].x == nextafter(1, 0) && turned.vertices[0].y == 0);
    CU_ASSERT_TRUE(turned.vertices[2].x == 1 && turned.vertices[2].y == 0x1p-1074);
}

/* The C library's functions are right to an ulp or two here. */
static void large_angles_are_turned_by_their_exact_value(void)
{
    static const double angles[] = {1e3, -1e6, 0x1p53, 1e22, -1e100, 1e300, DBL_MAX};
    const graze_point at[] = {{1, 0}};
    graze_point room[ROOM];
    graze_body turned;
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        CU_ASSERT_EQUAL_FATAL(
            graze_body_turned(&(graze_body){1, at, 1}, angles[i], room, ROOM, &turned), GRAZE_OK);
        for (size_t k = 0; k < turned.vertex_count; k++) {
            CU_ASSERT_DOUBLE_EQUAL(turned.vertices[k].x, cos(angles[i]), 0x1p-51);
            CU_ASSERT_DOUBLE_EQUAL(turned.vertices[k].y, sin(angles[i]), 0x1p-51);
        }
    }
}

/* ---- room and refusals -------------------------------------------------------------- */

static const graze_point oblong[] = {{-2, -1}, {2, -1}, {2, 1}, {-2, 1}};

static void a_body_can_be_turned_in_its_own_place(void)
{
    graze_point room[ROOM] = {{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}, other[ROOM];
    graze_body body = {.vertices = room, .vertex_count = 4}, apart;
    CU_ASSERT_EQUAL(graze_body_turned(&body, 0, room, ROOM, &body), GRAZE_OK);
    CU_ASSERT(body.vertex_count == 4 && room[2].x == 2 && room[2].y == 1);
    CU_ASSERT_EQUAL(graze_body_turned(&body, 1, other, ROOM, &apart), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_body_turned(&body, 1, room, ROOM, &body), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(body.vertex_count, apart.vertex_count);
    for (size_t i = 0; i < body.vertex_count; i++)
        CU_ASSERT(room[i].x == other[i].x && room[i].y == other[i].y);
}

static void a_disc_needs_no_room_to_be_turned(void)
{
    graze_body disc = {.radius = 3}, turned = {.radius = 0};
    CU_ASSERT_EQUAL(graze_body_turned(&disc, 1, NULL, 0, &turned), GRAZE_OK);
    CU_ASSERT(turned.radius == 3 && turned.vertex_count == 0);
}

static void bad_turns_are_refused(void)
{
    enum { NEEDED = GRAZE_TURNED_CAPACITY(4) };
    graze_body body = {.vertices = oblong, .vertex_count = 4}, turned = {.radius = 77};
    graze_point room[NEEDED];
    CU_ASSERT_EQUAL(graze_body_turned(NULL, 1, room, NEEDED, &turned), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_body_turned(&body, 1, NULL, NEEDED, &turned), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_body_turned(&body, 1, room, NEEDED, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_body_turned(&body, 1, room, NEEDED - 1, &turned), GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(graze_body_turned(&body, (double)INFINITY, room, NEEDED, &turned),
                    GRAZE_ERROR_NOT_FINITE);
    const graze_point far[] = {{-DBL_MAX, -DBL_MAX}, {DBL_MAX, -DBL_MAX}, {0, DBL_MAX}};
    CU_ASSERT_EQUAL(graze_body_turned(&(graze_body){0, far, 3}, 0.5, room, NEEDED, &turned),
                    GRAZE_ERROR_NOT_FINITE);
    body.radius = -1;
    CU_ASSERT_EQUAL(graze_body_turned(&body, 1, room, NEEDED, &turned),
                    GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(turned.radius, 77);
}

CU_TestInfo turned_tests[] = {
    SUPPORT_TEST(turned_bodies_are_the_hull_of_their_rounded_vertices),
    SUPPORT_TEST(bodies_of_the_smallest_doubles_can_be_turned),
    SUPPORT_TEST(nearly_straight_bodies_can_be_turned),
    SUPPORT_TEST(the_smallest_angle_is_not_none),
    SUPPORT_TEST(large_angles_are_turned_by_their_exact_value),
    SUPPORT_TEST(a_body_can_be_turned_in_its_own_place),
    SUPPORT_TEST(a_disc_needs_no_room_to_be_turned),
    SUPPORT_TEST(bad_turns_are_refused),
    CU_TEST_INFO_NULL,
};
