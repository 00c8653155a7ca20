/* SPDX-License-Identifier: MIT */
#include "faults/driver.h"
#include "support/run.h"

extern CU_TestInfo allocator_tests[], call_tests[], signal_tests[];

#ifdef __SANITIZE_ADDRESS__
static void calls_fail_and_signals_come_in_a_build_without_sanitizers(void)
{
    support_skip("the leak check does not work in a traced program");
}

static CU_TestInfo untraced_tests[] = {
    SUPPORT_TEST(calls_fail_and_signals_come_in_a_build_without_sanitizers),
    CU_TEST_INFO_NULL,
};
#endif

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("allocators", allocator_tests),
#ifdef __SANITIZE_ADDRESS__
        SUPPORT_SUITE("calls and signals", untraced_tests),
#else
        {"calls", driver_open, driver_close, NULL, NULL, call_tests},
        {"signals", driver_open, driver_close, NULL, NULL, signal_tests},
#endif
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
