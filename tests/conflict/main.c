/* SPDX-License-Identifier: MIT */
/* The tests of room conflict, and of the oracle that judges it. */
#include "support/run.h"

extern CU_TestInfo oracle_tests[], batch_tests[], body_oracle_tests[], body_start_tests[], case_tests[],
    grade_tests[], status_tests[], vector_tests[], property_tests[], trajectory_tests[], twin_tests[],
    start_tests[], round_trip_tests[], whole_tests[], workspace_tests[];

extern CU_TestInfo among_tests[], body_twin_tests[], body_property_tests[], stage_tests[], pinch_tests[], interval_tests[], delay_tests[], encounter_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("oracle", oracle_tests),
        SUPPORT_SUITE("oracle of bodies", body_oracle_tests),
        SUPPORT_SUITE("cases", case_tests),
        SUPPORT_SUITE("grades", grade_tests),
        SUPPORT_SUITE("stages", stage_tests),
        SUPPORT_SUITE("batch", batch_tests),
        SUPPORT_SUITE("pinch", pinch_tests),
        SUPPORT_SUITE("status", status_tests),
        SUPPORT_SUITE("workspace", workspace_tests),
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
        SUPPORT_SUITE("round trip", round_trip_tests),
        SUPPORT_SUITE("intervals", interval_tests),
        SUPPORT_SUITE("delay", delay_tests),
        SUPPORT_SUITE("encounter", encounter_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
