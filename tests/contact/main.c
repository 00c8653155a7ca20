/* SPDX-License-Identifier: MIT */
/* The tests of room contact: two motions. */
#include "support/run.h"

extern CU_TestInfo accelerated_tests[], aligned_tests[], batch_tests[], beyond_tests[],
    bound_tests[], case_tests[], condition_tests[], extreme_tests[], glance_tests[],
    grade_tests[], instant_tests[], overlap_tests[], passing_tests[], pieces_tests[],
    polygon_tests[], prepared_tests[], property_tests[], quick_clearance_tests[],
    scaled_stage_tests[], sides_tests[], stage_tests[], tie_tests[], touch_tests[],
    twin_tests[], whole_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("bounds", bound_tests),
        SUPPORT_SUITE("cases", case_tests),
        SUPPORT_SUITE("conditions", condition_tests),
        SUPPORT_SUITE("glance", glance_tests),
        SUPPORT_SUITE("grades", grade_tests),
        SUPPORT_SUITE("instants", instant_tests),
        SUPPORT_SUITE("polygons", polygon_tests),
        SUPPORT_SUITE("pieces", pieces_tests),
        SUPPORT_SUITE("extremes", extreme_tests),
        SUPPORT_SUITE("stages", stage_tests),
        SUPPORT_SUITE("quick clearances", quick_clearance_tests),
        SUPPORT_SUITE("scaled stages", scaled_stage_tests),
        SUPPORT_SUITE("sides", sides_tests),
        SUPPORT_SUITE("ties", tie_tests),
        SUPPORT_SUITE("aligned", aligned_tests),
        SUPPORT_SUITE("accelerated", accelerated_tests),
        SUPPORT_SUITE("batch", batch_tests),
        SUPPORT_SUITE("beyond doubles", beyond_tests),
        SUPPORT_SUITE("prepared", prepared_tests),
        SUPPORT_SUITE("passing", passing_tests),
        SUPPORT_SUITE("touches", touch_tests),
        SUPPORT_SUITE("overlaps", overlap_tests),
        SUPPORT_SUITE("properties", property_tests),
        SUPPORT_SUITE("twin", twin_tests),
        SUPPORT_SUITE("whole", whole_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
