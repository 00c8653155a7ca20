/* SPDX-License-Identifier: MIT */
/* The tests of room broadphase. */
#include "support/run.h"

extern CU_TestInfo index_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("index", index_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
