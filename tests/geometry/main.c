/* SPDX-License-Identifier: MIT */
/* The tests of room geometry. */
#include "support/run.h"

extern CU_TestInfo apart_tests[], body_tests[], boxes_tests[], gjk_tests[], glance_tests[],
    hull_tests[], minkowski_tests[], octs_tests[], orientation_tests[], quads_tests[],
    quick_distance_tests[], ray_tests[], turned_tests[], within_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("body", body_tests),
        SUPPORT_SUITE("turned", turned_tests),
        SUPPORT_SUITE("orientation", orientation_tests),
        SUPPORT_SUITE("minkowski", minkowski_tests),
        SUPPORT_SUITE("apart", apart_tests),
        SUPPORT_SUITE("hull", hull_tests),
        SUPPORT_SUITE("glance", glance_tests),
        SUPPORT_SUITE("within", within_tests),
        SUPPORT_SUITE("ray", ray_tests),
        SUPPORT_SUITE("quick_distance", quick_distance_tests),
        SUPPORT_SUITE("octs", octs_tests),
        SUPPORT_SUITE("quads", quads_tests),
        SUPPORT_SUITE("boxes", boxes_tests),
        SUPPORT_SUITE("gjk", gjk_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
