/* SPDX-License-Identifier: MIT */
/* The tests of room cli that need no program; the test_*.sh beside this file
 * drive the whole program. */
#include "support/run.h"

extern CU_TestInfo options_tests[], progress_tests[], rows_tests[], starts_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("rows", rows_tests),
        SUPPORT_SUITE("starts", starts_tests),
        SUPPORT_SUITE("options", options_tests),
        SUPPORT_SUITE("progress", progress_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
