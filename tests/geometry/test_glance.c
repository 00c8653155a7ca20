/* SPDX-License-Identifier: MIT */
/* The glance at two bodies, in either instance and every rounding mode, against signed distances,
 * whose signs are exact and which no glance takes part in. */
#include <fenv.h>
#include <math.h>

#include "geometry/glance.h"
#include "oracle/random.h"
#include "pairs.h"
#include "support/run.h"

typedef struct tally {
    size_t asked, told, wrong;
} tally;

static bool is_wrong(glance_answer answer, double distance)
{
    return (answer == GLANCE_APART && !(distance > 0)) ||
           (answer == GLANCE_OVERLAP && !(distance < 0));
}

#if CPU_WIDE
static void look_with_vectors(tally *counts, const graze_hull hull[2], graze_point offset,
                              double truth)
{
    counts->wrong += is_wrong(glance_any_avx2(&hull[0], &hull[1], offset), truth);
    if (!hull_keeps_corners(&hull[0]) && !hull_keeps_corners(&hull[1]))
        counts->wrong += is_wrong(glance_avx2(&hull[0], &hull[1], offset), truth);
}
#endif

static void look(tally *counts, const graze_hull hull[2], const graze_point place[2], double truth)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        fesetround(modes[i]);
        const volatile double x = place[1].x - place[0].x, y = place[1].y - place[0].y;
        const graze_point offset = {x, y};
        const glance_answer answer = glance_plain(&hull[0], &hull[1], offset);
        counts->wrong += is_wrong(answer, truth);
#if CPU_WIDE
        if (cpu_has_avx2())
            look_with_vectors(counts, hull, offset, truth);
#endif
        counts->asked++;
        counts->told += answer != GLANCE_CLOSE;
    }
    fesetround(FE_TONEAREST);
}

static void compare(tally *counts, const graze_body body[2], const graze_point place[2])
{
    graze_hull hull[2];
    double distance;
    if (pair_measure(body, place, hull, &distance))
        look(counts, hull, place, distance);
}

/* Every family, and the same scaled by powers of two. */
static void glances_are_right_about_every_family(void)
{
    for (int family = 0; family < PAIR_FAMILIES; family++) {
        tally counts = {0};
        for (size_t i = 0; i < support_rounds(300, 3000, 100000); i++) {
            body_pair pair;
            pair_make(&pair, (pair_family)family, i);
            compare(&counts, pair.body, pair.place);
        }
        CU_ASSERT_EQUAL(counts.wrong, 0);
        CU_ASSERT(counts.told * 10 >= counts.asked * 9 || family != PAIR_DISTANT);
    }
}

static void scale_body(graze_body *body, graze_point *vertices, int exponent)
{
    for (size_t i = 0; i < body->vertex_count; i++)
        vertices[i] = (graze_point){ldexp(body->vertices[i].x, exponent),
                                    ldexp(body->vertices[i].y, exponent)};
    body->vertices = vertices;
    body->radius = ldexp(body->radius, exponent);
}

static void glances_are_right_at_every_magnitude(void)
{
    graze_point room[2][SHAPE_VERTICES];
    tally counts = {0};
    for (int exponent = -1000; exponent <= 1000; exponent += 7)
        for (size_t i = 0; i < support_rounds(20, 60, 1000); i++) {
            body_pair pair;
            pair_make(&pair, i % 2 == 0 ? PAIR_ROUNDED : PAIR_CLOSE, i);
            for (int k = 0; k < 2; k++) {
                scale_body(&pair.body[k], room[k], exponent);
                pair.place[k] = (graze_point){ldexp(pair.place[k].x, exponent),
                                              ldexp(pair.place[k].y, exponent)};
            }
            compare(&counts, pair.body, pair.place);
        }
    CU_ASSERT_EQUAL(counts.wrong, 0);
}

/* Discs and needles whose gap is about as wide as floats are wrong by, along any direction of the
 * glance. */
static void glances_are_right_where_gaps_are_what_floats_lose(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 71, 1, 0);
    for (size_t i = 0; i < support_rounds(20000, 100000, 3000000); i++) {
        const double length = random_real(&random, 0, 1), radius = random_real(&random, 0, 1);
        const int axis = random_whole(&random, 0, HULL_AXES - 1);
        const double c = (double)hull_axis_x[axis], s = (double)hull_axis_y[axis];
        graze_point ends[2] = {{0, 0}, {length * c, length * s}};
        const graze_body body[2] = {{0, ends, 2}, {radius, NULL, 0}};
        const double touch = length + radius;
        const double off =
            random_real(&random, -1, 1) * ldexp(touch, -random_whole(&random, 12, 50));
        const double far = random_real(&random, -1, 1) * (i % 2 == 0 ? 0 : 4);
        const graze_point place[2] = {{far, -far},
                                      {far + c * (touch + off), -far + s * (touch + off)}};
        compare(&counts, body, place);
    }
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(SUPPORT_ENOUGH(counts.told > 0));
}

/* The tip of a triangle and that of a lozenge, which is as long as its reaches are counted exactly,
 * overlap by a part of the triangle, or do not, however much smaller that is: what floats cannot
 * hold of it is not taken for nothing. */
static void glances_are_right_about_bodies_too_small_for_floats(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 71, 2, 0);
    for (size_t i = 0; i < support_rounds(20000, 100000, 1000000); i++) {
        const int large = random_whole(&random, -104, -90);
        const double l = ldexp(1, large), s = ldexp(l, -random_whole(&random, 0, 30));
        const double off = s * random_real(&random, -1, 1);
        graze_point triangle[3] = {{s, 0}, {-s, s}, {-s, -s}};
        graze_point lozenge[4] = {{-l, 0}, {0, -l / 4}, {l, 0}, {0, l / 4}};
        const graze_body body[2] = {{0, triangle, 3}, {0, lozenge, 4}};
        const graze_point place[2] = {{0, 0}, {s + l + off, 0}};
        compare(&counts, body, place);
    }
    CU_ASSERT_EQUAL(counts.wrong, 0);
}

CU_TestInfo glance_tests[] = {
    SUPPORT_TEST(glances_are_right_about_every_family),
    SUPPORT_TEST(glances_are_right_at_every_magnitude),
    SUPPORT_TEST(glances_are_right_where_gaps_are_what_floats_lose),
    SUPPORT_TEST(glances_are_right_about_bodies_too_small_for_floats),
    CU_TEST_INFO_NULL,
};
