/* SPDX-License-Identifier: MIT */
/* The tests of contact, starts and paths together, and of the oracle that judges them. */
#include "support/run.h"

extern CU_TestInfo body_oracle_tests[], body_property_tests[], body_twin_tests[],
    gate_row_tests[], gate_table_tests[], gate_tests[], little_room_tests[], many_parts_tests[],
    mode_tests[], mode_tests_of_many[], oracle_tests[], small_shape_tests[], small_world_tests[],
    stack_tests[], status_tests[], vector_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("oracle", oracle_tests),
        SUPPORT_SUITE("oracle of bodies", body_oracle_tests),
        SUPPORT_SUITE("gate", gate_tests),
        SUPPORT_SUITE("gate rows", gate_row_tests),
        SUPPORT_SUITE("gate tables", gate_table_tests),
        SUPPORT_SUITE("status", status_tests),
        SUPPORT_SUITE("stack", stack_tests),
        SUPPORT_SUITE("little room", little_room_tests),
        SUPPORT_SUITE("small worlds", small_world_tests),
        SUPPORT_SUITE("small shapes", small_shape_tests),
        SUPPORT_SUITE("modes", mode_tests),
        SUPPORT_SUITE("modes of many", mode_tests_of_many),
        SUPPORT_SUITE("vectors", vector_tests),
        SUPPORT_SUITE("body twin", body_twin_tests),
        SUPPORT_SUITE("body properties", body_property_tests),
        SUPPORT_SUITE("many parts", many_parts_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
