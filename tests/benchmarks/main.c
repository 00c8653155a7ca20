/* SPDX-License-Identifier: MIT */
/* The tests of what the benchmarks measure with: no test looks at a clock's
 * reading, but what is timed must be real. */
#include "support/run.h"

extern CU_TestInfo families_tests[], opponents_tests[], recorded_tests[], score_tests[],
    starts_tests[], table_tests[], timing_tests[], wtaabb_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("families", families_tests),
        SUPPORT_SUITE("opponents", opponents_tests),
        SUPPORT_SUITE("recorded", recorded_tests),
        SUPPORT_SUITE("score", score_tests),
        SUPPORT_SUITE("starts", starts_tests),
        SUPPORT_SUITE("timing", timing_tests),
        SUPPORT_SUITE("wtaabb", wtaabb_tests),
        SUPPORT_SUITE("tables", table_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
