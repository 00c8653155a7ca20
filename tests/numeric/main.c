/* SPDX-License-Identifier: MIT */
/* The tests of room numeric. */
#include "support/run.h"

extern CU_TestInfo roots_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("roots", roots_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
