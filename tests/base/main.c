/* SPDX-License-Identifier: MIT */
/* The tests of room base. */
#include "support/run.h"

extern CU_TestInfo memory_tests[], status_tests[], version_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("memory", memory_tests),
        SUPPORT_SUITE("status", status_tests),
        SUPPORT_SUITE("version", version_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
