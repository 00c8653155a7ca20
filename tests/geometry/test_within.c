/* SPDX-License-Identifier: MIT */
/* A round body and a segment, exactly. */
#include "geometry/within.h"

#include "support/run.h"

static const graze_point ends[] = {{0, 0}, {2, 0}};

/* The sign of the distance of a place from the segment less a radius. */
static int sign_of(graze_point place, double radius, bool turned)
{
    const graze_body bodies[2] = {{.radius = 0.25, .vertices = ends, .vertex_count = 2},
                                  {.radius = radius - 0.25}};
    const minkowski_corner corners[2] = {{0, 0}, {1, 0}};
    graze_hull hulls[2];
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&bodies[0], &hulls[0]), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&bodies[1], &hulls[1]), GRAZE_OK);
    const placed_pair pair = placed(&hulls[0], (graze_point){0, 0}, &hulls[1], place);
    return within_segment(&pair, corners[turned], corners[!turned]);
}

static void a_segment_is_as_far_as_its_nearest_point(void)
{
    static const struct {
        graze_point place;
        double distance;
    } cases[] = {{{1, 1.5}, 1.5},     {{1, -1.5}, 1.5}, {{-1.5, 2}, 2.5}, {{-1, 0}, 1},
                 {{0, 1.25}, 1.25},   {{2, -1}, 1},     {{3.5, -2}, 2.5}, {{2.75, 0}, 0.75},
                 {{0.5, 0x1p-1}, 0.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int turned = 0; turned < 2; turned++) {
            const double d = cases[i].distance;
            CU_ASSERT_EQUAL(sign_of(cases[i].place, d, turned), 0);
            CU_ASSERT_EQUAL(sign_of(cases[i].place, d * (1 - 0x1p-52), turned), 1);
            CU_ASSERT_EQUAL(sign_of(cases[i].place, d * (1 + 0x1p-52), turned), -1);
        }
}

CU_TestInfo within_tests[] = {
    SUPPORT_TEST(a_segment_is_as_far_as_its_nearest_point),
    CU_TEST_INFO_NULL,
};
