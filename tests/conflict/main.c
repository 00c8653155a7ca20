/* SPDX-License-Identifier: MIT */
/* The tests of room conflict, and of the oracle that judges it. */
#include "support/run.h"

extern CU_TestInfo among_tests[], batch_tests[], beyond_tests[], body_oracle_tests[],
    body_property_tests[], body_start_tests[], body_twin_tests[],
    case_tests[], cornered_start_tests[], delay_tests[], encounter_tests[], extreme_tests[],
    gate_row_tests[], gate_tests[], grade_tests[], interval_tests[], many_parts_tests[],
    mode_tests[], oracle_tests[], pinch_tests[], prepared_tests[], property_tests[], round_trip_tests[],
    scaled_stage_tests[], stack_tests[], stage_tests[], start_tests[], status_tests[],
    trajectory_tests[], twin_tests[], vector_tests[], whole_tests[], workspace_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("oracle", oracle_tests),
        SUPPORT_SUITE("oracle of bodies", body_oracle_tests),
        SUPPORT_SUITE("cases", case_tests),
        SUPPORT_SUITE("gate", gate_tests),
        SUPPORT_SUITE("gate rows", gate_row_tests),
        SUPPORT_SUITE("grades", grade_tests),
        SUPPORT_SUITE("extremes", extreme_tests),
        SUPPORT_SUITE("stages", stage_tests),
        SUPPORT_SUITE("scaled stages", scaled_stage_tests),
        SUPPORT_SUITE("batch", batch_tests),
        SUPPORT_SUITE("beyond doubles", beyond_tests),
        SUPPORT_SUITE("pinch", pinch_tests),
        SUPPORT_SUITE("prepared", prepared_tests),
        SUPPORT_SUITE("status", status_tests),
        SUPPORT_SUITE("workspace", workspace_tests),
        SUPPORT_SUITE("stack", stack_tests),
        SUPPORT_SUITE("modes", mode_tests),
        SUPPORT_SUITE("vectors", vector_tests),
        SUPPORT_SUITE("properties", property_tests),
        SUPPORT_SUITE("trajectories", trajectory_tests),
        SUPPORT_SUITE("among", among_tests),
        SUPPORT_SUITE("twin", twin_tests),
        SUPPORT_SUITE("whole", whole_tests),
        SUPPORT_SUITE("body twin", body_twin_tests),
        SUPPORT_SUITE("body properties", body_property_tests),
        SUPPORT_SUITE("starts", start_tests),
        SUPPORT_SUITE("body starts", body_start_tests),
        SUPPORT_SUITE("cornered starts", cornered_start_tests),
        SUPPORT_SUITE("round trip", round_trip_tests),
        SUPPORT_SUITE("intervals", interval_tests),
        SUPPORT_SUITE("delay", delay_tests),
        SUPPORT_SUITE("encounter", encounter_tests),
        SUPPORT_SUITE("many parts", many_parts_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
