/* SPDX-License-Identifier: MIT */
#include "faults/driver.h"
#include "support/run.h"

extern CU_TestInfo allocator_tests[], call_tests[], signal_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("allocators", allocator_tests),
        {"calls", driver_open, driver_close, NULL, NULL, call_tests},
        {"signals", driver_open, driver_close, NULL, NULL, signal_tests},
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
