/* SPDX-License-Identifier: MIT */
/* The tests of room world. */
#include "support/run.h"

extern CU_TestInfo any_angle_tests[], link_tests[], meetings_tests[], neighbourhood_tests[],
    roadmap_tests[], standing_tests[], sweep_tests[], tangents_tests[], tree_tests[],
    world_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("world", world_tests),
        SUPPORT_SUITE("sweep", sweep_tests),
        SUPPORT_SUITE("link", link_tests),
        SUPPORT_SUITE("neighbourhood", neighbourhood_tests),
        SUPPORT_SUITE("any angle", any_angle_tests),
        SUPPORT_SUITE("roadmap", roadmap_tests),
        SUPPORT_SUITE("meetings", meetings_tests),
        SUPPORT_SUITE("standing", standing_tests),
        SUPPORT_SUITE("tree", tree_tests),
        SUPPORT_SUITE("tangents", tangents_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
