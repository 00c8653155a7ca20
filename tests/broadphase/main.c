/* SPDX-License-Identifier: MIT */
/* The tests of room broadphase. */
#include "support/run.h"

extern CU_TestInfo index_tests[], index_among_tests[], index_box_tests[], index_conflict_tests[],
    index_course_tests[], index_lanes_tests[], index_level_tests[], index_seam_tests[],
    pair_boxes_tests[], pair_filter_tests[], pair_stretch_tests[], scaled_tests[],
    standing_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("index", index_tests),
        SUPPORT_SUITE("index among", index_among_tests),
        SUPPORT_SUITE("index boxes", index_box_tests),
        SUPPORT_SUITE("index conflicts", index_conflict_tests),
        SUPPORT_SUITE("index course", index_course_tests),
        SUPPORT_SUITE("index lanes", index_lanes_tests),
        SUPPORT_SUITE("index levels", index_level_tests),
        SUPPORT_SUITE("index seams", index_seam_tests),
        SUPPORT_SUITE("pair boxes", pair_boxes_tests),
        SUPPORT_SUITE("pair filters", pair_filter_tests),
        SUPPORT_SUITE("pair stretches", pair_stretch_tests),
        SUPPORT_SUITE("scaled", scaled_tests),
        SUPPORT_SUITE("standing", standing_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
