/* SPDX-License-Identifier: MIT */
#include "faults/driver.h"
#include "support/run.h"

extern CU_TestInfo allocator_tests[], call_tests[], signal_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("allocators", allocator_tests),
#ifndef __SANITIZE_ADDRESS__ /* its leak check does not work in a traced program */
        {"calls", driver_open, driver_close, NULL, NULL, call_tests},
        {"signals", driver_open, driver_close, NULL, NULL, signal_tests},
#endif
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
