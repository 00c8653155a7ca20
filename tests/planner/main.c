/* SPDX-License-Identifier: MIT */
/* The tests of room planner. */
#include "support/run.h"

extern CU_TestInfo answer_tests[], split_tests[], constraint_tests[], exhaustive_tests[],
    coarse_distance_tests[], collision_table_tests[], conflict_split_tests[], ccbs_example_tests[],
    sipp_example_tests[], door_tests[], fleet_tests[], fleet_plan_tests[], kind_tests[],
    lattice_tests[], lifelong_tests[], limit_tests[], part_tests[], plan_cut_tests[],
    retime_tests[], retime_twin_tests[], robot_tests[], walk_tests[], corridor_tests[],
    sipp_tests[], solve_tests[], used_vertex_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("parts", part_tests),
        SUPPORT_SUITE("coarse distances", coarse_distance_tests),
        SUPPORT_SUITE("lattice", lattice_tests),
        SUPPORT_SUITE("sipp", sipp_tests),
        SUPPORT_SUITE("constraints", constraint_tests),
        SUPPORT_SUITE("split", split_tests),
        SUPPORT_SUITE("conflict_split", conflict_split_tests),
        SUPPORT_SUITE("collision_table", collision_table_tests),
        SUPPORT_SUITE("fleet", fleet_tests),
        SUPPORT_SUITE("fleet plans", fleet_plan_tests),
        SUPPORT_SUITE("lifelong", lifelong_tests),
        SUPPORT_SUITE("kinds", kind_tests),
        SUPPORT_SUITE("robots", robot_tests),
        SUPPORT_SUITE("corridors", corridor_tests),
        SUPPORT_SUITE("walks", walk_tests),
        SUPPORT_SUITE("solve", solve_tests),
        SUPPORT_SUITE("used vertices", used_vertex_tests),
        SUPPORT_SUITE("doors", door_tests),
        SUPPORT_SUITE("plan_cut", plan_cut_tests),
        SUPPORT_SUITE("retime", retime_tests),
        SUPPORT_SUITE("retime twin", retime_twin_tests),
        SUPPORT_SUITE("limits", limit_tests),
        SUPPORT_SUITE("answers", answer_tests),
        SUPPORT_SUITE("exhaustive", exhaustive_tests),
        SUPPORT_SUITE("example ccbs", ccbs_example_tests),
        SUPPORT_SUITE("example sipp", sipp_example_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
