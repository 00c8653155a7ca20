/* SPDX-License-Identifier: MIT */
#include "support/run.h"

extern CU_TestInfo door_tests[], refusal_tests[], sink_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("doors", door_tests),
        SUPPORT_SUITE("sinks", sink_tests),
        SUPPORT_SUITE("refusal", refusal_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
