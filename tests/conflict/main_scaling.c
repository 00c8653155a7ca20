/* SPDX-License-Identifier: MIT */
/* The tests of room conflict that ask each pair in other units: a program of its own, so
 * that two cores share the work of a night. */
#include "support/run.h"

extern CU_TestInfo crowd_scaling_tests[], rounding_tests[], scaling_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("roundings", rounding_tests),
        SUPPORT_SUITE("scaling", scaling_tests),
        SUPPORT_SUITE("crowds", crowd_scaling_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
