/* SPDX-License-Identifier: MIT */
/* The tests of room io. */
#include "support/run.h"

extern CU_TestInfo diagnostic_tests[], number_tests[], pairs_tests[], table_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("diagnostic", diagnostic_tests),
        SUPPORT_SUITE("number", number_tests),
        SUPPORT_SUITE("table", table_tests),
        SUPPORT_SUITE("pairs", pairs_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
