/* SPDX-License-Identifier: MIT */
/* The tests of room motion. */
#include "support/run.h"

extern CU_TestInfo box_tests[], motion_tests[], position_tests[], ramp_tests[], spline_tests[],
    sum_tests[], trajectory_tests[], life_tests[], turn_tests[], walk_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("box", box_tests),
        SUPPORT_SUITE("motion", motion_tests),
        SUPPORT_SUITE("position", position_tests),
        SUPPORT_SUITE("ramp", ramp_tests),
        SUPPORT_SUITE("spline", spline_tests),
        SUPPORT_SUITE("sum", sum_tests),
        SUPPORT_SUITE("trajectory", trajectory_tests),
        SUPPORT_SUITE("life", life_tests),
        SUPPORT_SUITE("turn", turn_tests),
        SUPPORT_SUITE("walk", walk_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
