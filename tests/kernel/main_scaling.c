/* SPDX-License-Identifier: MIT */
/* The tests that ask each pair in other units: tests/test-scaling of discs, and, with
 * SCALING_OF_BODIES, tests/test-scaling-bodies of bodies with corners; two programs, so
 * that two cores share the work of a night. */
#include "support/run.h"

extern CU_TestInfo body_scaling_tests[], crowd_scaling_tests[], disc_scaling_tests[],
    ramp_form_tests[], rounding_tests[];

int main(int argc, char **argv)
{
#ifdef SCALING_OF_BODIES
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("bodies", body_scaling_tests),
        CU_SUITE_INFO_NULL,
    };
#else
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("roundings", rounding_tests),
        SUPPORT_SUITE("discs", disc_scaling_tests),
        SUPPORT_SUITE("ramp forms", ramp_form_tests),
        SUPPORT_SUITE("crowds", crowd_scaling_tests),
        CU_SUITE_INFO_NULL,
    };
#endif
    return support_run(argc, argv, suites);
}
