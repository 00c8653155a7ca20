/* SPDX-License-Identifier: MIT */
/* The tests of room view that need no browser. */
#include "support/run.h"

extern CU_TestInfo axis_tests[], plot_tests[], replay_text_tests[], scene_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("axis", axis_tests),
        SUPPORT_SUITE("plot", plot_tests),
        SUPPORT_SUITE("scene", scene_tests),
        SUPPORT_SUITE("replay text", replay_text_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
