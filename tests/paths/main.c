/* SPDX-License-Identifier: MIT */
/* The tests of room paths: two trajectories. */
#include "support/run.h"

extern CU_TestInfo among_tests[], delay_tests[], encounter_tests[], ramp_cut_tests[],
    random_trajectory_tests[], trajectory_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("trajectories", trajectory_tests),
        SUPPORT_SUITE("random trajectories", random_trajectory_tests),
        SUPPORT_SUITE("among", among_tests),
        SUPPORT_SUITE("delay", delay_tests),
        SUPPORT_SUITE("encounter", encounter_tests),
        SUPPORT_SUITE("ramp cuts", ramp_cut_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
