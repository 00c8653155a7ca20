/* SPDX-License-Identifier: MIT */
/* tests/kernel/test_little_room.c alone, for a build whose CUnit is not instrumented. */
#include "support/run.h"

extern CU_TestInfo little_room_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("little room", little_room_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
