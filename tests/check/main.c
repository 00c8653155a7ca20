/* SPDX-License-Identifier: MIT */
/* The tests of room check. */
#include "support/run.h"

extern CU_TestInfo filter_tests[], path_tests[], odd_path_tests[], path_limit_tests[],
    plan_check_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("plan check", plan_check_tests),
        SUPPORT_SUITE("filters", filter_tests),
        SUPPORT_SUITE("path", path_tests),
        SUPPORT_SUITE("path limits", path_limit_tests),
        SUPPORT_SUITE("odd paths", odd_path_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
