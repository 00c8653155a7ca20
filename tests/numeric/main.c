/* SPDX-License-Identifier: MIT */
/* The tests of room numeric. */
#include "support/run.h"

extern CU_TestInfo eft_tests[], rounding_tests[], ball_tests[], dd_tests[], duo_word_tests[],
    dyadic_tests[], events_tests[], polynomial_tests[], radical_tests[], roots_tests[],
    rotation_tests[], scratch_tests[], fixed_tests[], lanes_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("eft", eft_tests),
        SUPPORT_SUITE("rounding", rounding_tests),
        SUPPORT_SUITE("ball", ball_tests),
        SUPPORT_SUITE("dd", dd_tests),
        SUPPORT_SUITE("duo word", duo_word_tests),
        SUPPORT_SUITE("dyadic", dyadic_tests),
        SUPPORT_SUITE("fixed", fixed_tests),
        SUPPORT_SUITE("lanes", lanes_tests),
        SUPPORT_SUITE("rotation", rotation_tests),
        SUPPORT_SUITE("scratch", scratch_tests),
        SUPPORT_SUITE("polynomial", polynomial_tests),
        SUPPORT_SUITE("roots", roots_tests),
        SUPPORT_SUITE("radical", radical_tests),
        SUPPORT_SUITE("events", events_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
