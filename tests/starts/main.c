/* SPDX-License-Identifier: MIT */
/* The tests of room starts: when not to start, how fast not to go. */
#include "support/run.h"

extern CU_TestInfo body_start_tests[], polygon_start_tests[], interval_tests[], pinch_tests[],
    round_trip_tests[], start_condition_tests[], start_sign_tests[], start_stage_tests[],
    start_tests[], workspace_tests[], pairwise_tests[], speed_tests[], unsafe_end_tests[],
    exact_step_tests[], pairwise_body_tests[], decided_start_tests[], way_stage_tests[],
    curved_bodies_tests[], polygon_line_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("pinch", pinch_tests),
        SUPPORT_SUITE("workspace", workspace_tests),
        SUPPORT_SUITE("starts", start_tests),
        SUPPORT_SUITE("unsafe end", unsafe_end_tests),
        SUPPORT_SUITE("speeds", speed_tests),
        SUPPORT_SUITE("start signs", start_sign_tests),
        SUPPORT_SUITE("exact steps", exact_step_tests),
        SUPPORT_SUITE("start stages", start_stage_tests),
        SUPPORT_SUITE("way stages", way_stage_tests),
        SUPPORT_SUITE("curved bodies", curved_bodies_tests),
        SUPPORT_SUITE("start conditions", start_condition_tests),
        SUPPORT_SUITE("body starts", body_start_tests),
        SUPPORT_SUITE("decided starts", decided_start_tests),
        SUPPORT_SUITE("polygon starts", polygon_start_tests),
        SUPPORT_SUITE("polygon lines", polygon_line_tests),
        SUPPORT_SUITE("round trip", round_trip_tests),
        SUPPORT_SUITE("pairwise", pairwise_tests),
        SUPPORT_SUITE("pairwise bodies", pairwise_body_tests),
        SUPPORT_SUITE("intervals", interval_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
