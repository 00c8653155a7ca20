/* SPDX-License-Identifier: MIT */
/* Splines against their cubics as exact rationals. */
#include <graze/spline.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "motion/exact.h"
#include "support/run.h"

enum { ROWS = 12, PIECES = 16 };

static void a_spline_through_a_peak_bends_by_three(void)
{
    const double times[] = {0, 1, 2};
    const graze_vector places[] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    graze_vector m[3];
    CU_ASSERT_EQUAL(graze_spline_accelerations(NULL, 3, times, places, m), GRAZE_OK);
    CU_ASSERT_EQUAL(m[0].x, 0);
    CU_ASSERT_EQUAL(m[1].x, -3);
    CU_ASSERT_EQUAL(m[2].x, 0);
    CU_ASSERT_EQUAL(m[1].y, 0);
}

static void a_spline_along_a_line_does_not_bend(void)
{
    const double times[] = {0, 1, 3, 4};
    const graze_vector places[] = {{0, 0, 1}, {1, 2, 1}, {3, 6, 1}, {4, 8, 1}};
    graze_motion motions[4];
    size_t count = 0;
    double deviation = 1;
    CU_ASSERT_EQUAL(graze_trajectory_from_spline(NULL, 4, times, places, 1, GRAZE_VANISH, motions,
                                                 &count, &deviation, NULL),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, 3);
    CU_ASSERT_TRUE(deviation < 1e-12);
    CU_ASSERT_EQUAL(motions[1].velocity.y, 2);
    CU_ASSERT_EQUAL(motions[1].acceleration.x, 0);
}

static void a_single_row_is_a_wait_or_nothing(void)
{
    const double time = 3;
    const graze_vector place = {1, 2, 0};
    graze_motion motion;
    size_t count = 9;
    double deviation = 1;
    CU_ASSERT_EQUAL(graze_trajectory_from_spline(NULL, 1, &time, &place, 4, GRAZE_STAY, &motion,
                                                 &count, &deviation, NULL),
                    GRAZE_OK);
    CU_ASSERT_TRUE(count == 1 && motion.duration == HUGE_VAL && deviation == 0);
    CU_ASSERT_EQUAL(graze_trajectory_from_spline(NULL, 1, &time, &place, 4, GRAZE_VANISH, &motion,
                                                 &count, &deviation, NULL),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, 0);
}

static graze_status build(size_t rows, const double *times, const graze_vector *places,
                          size_t pieces, size_t *bad_row)
{
    graze_motion motions[3 * PIECES + 1];
    size_t count;
    double deviation;
    return graze_trajectory_from_spline(NULL, rows, times, places, pieces, GRAZE_STAY, motions,
                                        &count, &deviation, bad_row);
}

static void rows_that_are_no_curve_are_refused_where_they_are(void)
{
    double times[] = {0, 1, 2};
    graze_vector places[] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    size_t bad = 9;
    CU_ASSERT_EQUAL(build(0, times, places, 1, &bad), GRAZE_ERROR_EMPTY);
    CU_ASSERT_EQUAL(build(3, NULL, places, 1, &bad), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(build(3, times, places, 0, &bad), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(bad, 9);
    times[2] = 1;
    CU_ASSERT_EQUAL(build(3, times, places, 1, &bad), GRAZE_ERROR_TIME_ORDER);
    CU_ASSERT_EQUAL(bad, 2);
    times[2] = 1 + DBL_EPSILON;
    CU_ASSERT_EQUAL(build(3, times, places, 2, &bad), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(bad, 1);
    times[2] = 2;
    places[1].y = HUGE_VAL;
    CU_ASSERT_EQUAL(build(3, times, places, 1, &bad), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(bad, 1);
    places[1].y = DBL_MAX;
    CU_ASSERT_EQUAL(build(3, times, places, 1, &bad), GRAZE_ERROR_NOT_FINITE);
}

/* ---- against exact cubics ------------------------------------------------------------------ */

static double coordinate(graze_vector v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

/* place := the cubic between two rows at time t. */
static void exact_cubic(mpq_t place, const double *times, const graze_vector *places,
                        const graze_vector *m, int k, const mpq_t t)
{
    mpq_t h, f, g, term, sum;
    mpq_inits(h, f, g, term, sum, NULL);
    mpq_set_d(term, times[0]);
    mpq_set_d(h, times[1]);
    mpq_sub(h, h, term);
    mpq_sub(f, t, term);
    mpq_div(f, f, h);
    mpq_set_ui(g, 1, 1);
    mpq_sub(g, g, f); /* 1 - f */
    mpq_set_d(place, coordinate(places[0], k));
    mpq_mul(place, place, g);
    mpq_set_d(term, coordinate(places[1], k));
    mpq_mul(term, term, f);
    mpq_add(place, place, term);
    /* h^2/6 ((g^3 - g) m0 + (f^3 - f) m1) */
    mpq_mul(sum, g, g);
    mpq_mul(sum, sum, g);
    mpq_sub(sum, sum, g);
    mpq_set_d(term, coordinate(m[0], k));
    mpq_mul(sum, sum, term);
    mpq_mul(term, f, f);
    mpq_mul(term, term, f);
    mpq_sub(term, term, f);
    mpq_set_d(g, coordinate(m[1], k));
    mpq_mul(term, term, g);
    mpq_add(sum, sum, term);
    mpq_mul(sum, sum, h);
    mpq_mul(sum, sum, h);
    mpq_set_ui(term, 6, 1);
    mpq_div(sum, sum, term);
    mpq_add(place, place, sum);
    mpq_clears(h, f, g, term, sum, NULL);
}

/* place := the motion at time t. */
static void exact_place(mpq_t place, const graze_motion *motion, int k, const mpq_t t)
{
    mpq_t u, term;
    mpq_inits(u, term, NULL);
    exact_start(u, motion);
    mpq_sub(u, t, u);
    mpq_set_d(place, coordinate(motion->acceleration, k));
    mpq_div_2exp(place, place, 1);
    mpq_mul(place, place, u);
    mpq_set_d(term, coordinate(motion->velocity, k));
    mpq_add(place, place, term);
    mpq_mul(place, place, u);
    mpq_set_d(term, coordinate(motion->position, k));
    mpq_add(place, place, term);
    mpq_clears(u, term, NULL);
}

/* squared := the squared distance at a fraction of a piece's life. */
static void exact_distance(mpq_t squared, const double *times, const graze_vector *places,
                           const graze_vector *m, const graze_motion *piece, double fraction)
{
    mpq_t t, duration, cubic, place;
    mpq_inits(t, duration, cubic, place, NULL);
    exact_duration(duration, piece);
    mpq_set_d(t, fraction);
    mpq_mul(duration, duration, t);
    exact_start(t, piece);
    mpq_add(t, t, duration);
    mpq_set_ui(squared, 0, 1);
    for (int k = 0; k < 3; k++) {
        exact_cubic(cubic, times, places, m, k, t);
        exact_place(place, piece, k, t);
        mpq_sub(place, place, cubic);
        mpq_mul(place, place, place);
        mpq_add(squared, squared, place);
    }
    mpq_clears(t, duration, cubic, place, NULL);
}

/* The greatest share of the deviation that is used, at the ends, where the error of the
 * plain quadratic is greatest, and elsewhere. Above 1 the bound is broken. */
static double greatest_share(const double *times, const graze_vector *places, const graze_vector *m,
                             const graze_motion *piece, double deviation)
{
    static const double fractions[] = {0, 0.125, 0.2113248654051871, 0.5, 0.7886751345948129, 1};
    mpq_t squared, bound;
    mpq_inits(squared, bound, NULL);
    double greatest = 0;
    for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++) {
        exact_distance(squared, times, places, m, piece, fractions[i]);
        mpq_set_d(bound, deviation);
        mpq_mul(bound, bound, bound);
        mpq_div(squared, squared, bound);
        greatest = fmax(greatest, sqrt(mpq_get_d(squared)));
    }
    mpq_clears(squared, bound, NULL);
    return greatest;
}

typedef struct curve {
    size_t rows, pieces;
    double times[ROWS];
    graze_vector places[ROWS];
} curve;

/* Near 0 or far from it in time and space, of ordinary or of extreme sizes. */
static curve random_curve(uint64_t *state)
{
    static const int scales[] = {-52, -52, -52, -300, 100};
    int place_scale = scales[random_below(state, 5)], time_scale = scales[random_below(state, 3)];
    double offset = random_below(state, 4) ? 0 : 1e6;
    curve drawn = {
        2 + random_below(state, ROWS - 2), 1 + random_below(state, PIECES), {0}, {{0, 0, 0}}};
    double time = random_below(state, 2) ? 0 : 1e5;
    for (size_t i = 0; i < drawn.rows; i++) {
        drawn.times[i] = time;
        time += 0.01 + fabs(random_double(state, time_scale, time_scale + 2));
        drawn.places[i] =
            (graze_vector){offset + random_double(state, place_scale, place_scale + 3),
                           random_double(state, place_scale, place_scale + 3), 0};
        if (random_below(state, 2))
            drawn.places[i].z = random_double(state, place_scale, place_scale + 3);
    }
    return drawn;
}

/* Small whole numbers with lengths times 2^i and times 2^j. */
static curve scaled_curve(uint64_t *state)
{
    const int i = (int)random_below(state, 2040) - 1070, j = (int)random_below(state, 2040) - 1070;
    curve drawn = {2 + random_below(state, 4), 1 + random_below(state, 3), {0}, {{0, 0, 0}}};
    int time = 0;
    for (size_t row = 0; row < drawn.rows; row++) {
        time += 1 + (int)random_below(state, 8);
        drawn.times[row] = ldexp(time, j);
        drawn.places[row] = (graze_vector){ldexp((int)random_below(state, 17) - 8, i),
                                           ldexp((int)random_below(state, 17) - 8, i), 0};
    }
    return drawn;
}

/* Below 0 where the numbers of the curve are beyond the doubles. */
static double share_of_curve(const curve *drawn)
{
    static graze_motion motions[ROWS * PIECES + 1];
    graze_vector m[ROWS];
    size_t count = 0;
    double deviation = 0, share = 0;
    graze_status status =
        graze_spline_accelerations(NULL, drawn->rows, drawn->times, drawn->places, m);
    if (status == GRAZE_OK)
        status = graze_trajectory_from_spline(NULL, drawn->rows, drawn->times, drawn->places,
                                              drawn->pieces, GRAZE_VANISH, motions, &count,
                                              &deviation, NULL);
    if (status == GRAZE_ERROR_NOT_FINITE || status == GRAZE_ERROR_CHOICE)
        return -1;
    CU_ASSERT_EQUAL_FATAL(status, GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(count, (drawn->rows - 1) * drawn->pieces);
    for (size_t i = 0; i < count; i++) {
        size_t row = i / drawn->pieces;
        share = fmax(share, greatest_share(&drawn->times[row], &drawn->places[row], &m[row],
                                           &motions[i], deviation));
    }
    return share;
}

static void random_pieces_stay_within_the_stated_deviation(void)
{
    uint64_t state = 9;
    double greatest = 0;
    for (size_t i = 0; i < support_rounds(120, 5000, 100000); i++) {
        curve drawn = random_curve(&state);
        double share = share_of_curve(&drawn);
        CU_ASSERT_TRUE(share >= 0 && share <= 1);
        greatest = fmax(greatest, share);
    }
    CU_ASSERT_TRUE(greatest > 0.5); /* and the bound is none out of thin air */
}

static void pieces_stay_within_the_stated_deviation_at_every_scale(void)
{
    uint64_t state = 10;
    size_t drawn_well = 0;
    const size_t rounds = support_rounds(800, 10000, 200000);
    for (size_t i = 0; i < rounds; i++) {
        const uint64_t seed = state;
        curve drawn = scaled_curve(&state);
        double share = share_of_curve(&drawn);
        drawn_well += share >= 0;
        CU_ASSERT_TRUE(share <= 1);
        if (!(share <= 1))
            printf(" [seed %llx: %zu rows, second at %a, second time %a: %g] ",
                   (unsigned long long)seed, drawn.rows, drawn.places[1].x, drawn.times[1], share);
    }
    CU_ASSERT_TRUE(drawn_well > rounds / 3);
}

/* The system that makes a spline smooth: velocities agree where spans meet. */
static void velocities_agree_where_spans_meet(void)
{
    uint64_t state = 10;
    for (int i = 0; i < 200; i++) {
        curve drawn = random_curve(&state);
        graze_vector m[ROWS];
        CU_ASSERT_EQUAL_FATAL(
            graze_spline_accelerations(NULL, drawn.rows, drawn.times, drawn.places, m), GRAZE_OK);
        for (size_t row = 1; row + 1 < drawn.rows; row++) {
            const graze_vector *x = &drawn.places[row];
            double h0 = drawn.times[row] - drawn.times[row - 1];
            double h1 = drawn.times[row + 1] - drawn.times[row];
            double arriving = (x[0].y - x[-1].y) / h0 + h0 / 6 * (2 * m[row].y + m[row - 1].y);
            double leaving = (x[1].y - x[0].y) / h1 - h1 / 6 * (2 * m[row].y + m[row + 1].y);
            double size = (fabs(x[-1].y) + fabs(x[0].y)) / h0 + (fabs(x[0].y) + fabs(x[1].y)) / h1 +
                          (h0 + h1) * (fabs(m[row - 1].y) + fabs(m[row].y) + fabs(m[row + 1].y));
            CU_ASSERT_TRUE(fabs(arriving - leaving) <= size * 0x1p-45);
        }
    }
}

/* Refuses the nth request. */
static void *poor_resize(void *context, void *block, size_t size)
{
    int *left = context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return (*left)-- == 0 ? NULL : realloc(block, size);
}

static void a_lack_of_memory_is_told(void)
{
    const double times[] = {0, 1, 2};
    const graze_vector places[] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    graze_status status = GRAZE_ERROR_MEMORY;
    int attempts = 0;
    for (; status == GRAZE_ERROR_MEMORY; attempts++) {
        int left = attempts;
        const graze_allocator allocator = {poor_resize, &left};
        graze_motion motions[5];
        size_t count;
        double deviation;
        status = graze_trajectory_from_spline(&allocator, 3, times, places, 2, GRAZE_STAY, motions,
                                              &count, &deviation, NULL);
    }
    CU_ASSERT_EQUAL(status, GRAZE_OK);
    CU_ASSERT_EQUAL(attempts, 4);
}

/* A way in the shortest of times: the speed is beyond doubles, though the spline is not. */
static void a_row_too_fast_for_doubles_is_named(void)
{
    const double times[] = {0, 0x1p-1074};
    const graze_vector places[] = {{0, 0, 0}, {1, 0, 0}};
    graze_motion motions[3];
    size_t count = 77, bad_row = 77;
    double deviation = 77;
    CU_ASSERT_EQUAL(graze_trajectory_from_spline(NULL, 2, times, places, 1, GRAZE_STAY, motions,
                                                 &count, &deviation, &bad_row),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_TRUE(count == 77 && deviation == 77 && bad_row == 0);
    CU_ASSERT_EQUAL(graze_trajectory_from_spline(NULL, 2, times, places, 1, GRAZE_STAY, motions,
                                                 &count, &deviation, NULL),
                    GRAZE_ERROR_NOT_FINITE);
}

/* Accelerations are doubles, but what they move a body by in 8 s is none. */
static void a_row_too_far_from_its_pieces_for_doubles_is_named(void)
{
    const double times[] = {0, 8, 16};
    const graze_vector places[] = {{0, 0, 0}, {1e308, 0, 0}, {0, 0, 0}};
    graze_vector accelerations[3];
    size_t bad_row = 77;
    CU_ASSERT_EQUAL(graze_spline_accelerations(NULL, 3, times, places, accelerations), GRAZE_OK);
    CU_ASSERT_EQUAL(build(3, times, places, 1, &bad_row), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(bad_row, 0);
}

CU_TestInfo spline_tests[] = {
    SUPPORT_TEST(a_row_too_fast_for_doubles_is_named),
    SUPPORT_TEST(a_row_too_far_from_its_pieces_for_doubles_is_named),
    SUPPORT_TEST(a_spline_through_a_peak_bends_by_three),
    SUPPORT_TEST(a_spline_along_a_line_does_not_bend),
    SUPPORT_TEST(a_single_row_is_a_wait_or_nothing),
    SUPPORT_TEST(rows_that_are_no_curve_are_refused_where_they_are),
    SUPPORT_TEST(random_pieces_stay_within_the_stated_deviation),
    SUPPORT_TEST(pieces_stay_within_the_stated_deviation_at_every_scale),
    SUPPORT_TEST(velocities_agree_where_spans_meet),
    SUPPORT_TEST(a_lack_of_memory_is_told),
    CU_TEST_INFO_NULL,
};
