/* SPDX-License-Identifier: MIT */
/* The tests of room broadphase. */
#include "support/run.h"

extern CU_TestInfo pair_filter_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("pair filters", pair_filter_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
