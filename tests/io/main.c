/* SPDX-License-Identifier: MIT */
/* The tests of room io. */
#include "support/run.h"

extern CU_TestInfo array_tests[], ccbs_log_tests[], ccbs_map_tests[], decimal_tests[],
    diagnostic_tests[], exact_sum_tests[], formats_tests[], imports_tests[], map_tests[],
    number_tests[], pairs_tests[], plain_rows_tests[], plan_csv_tests[], polygon_tests[],
    refused_tests[], scenario_tests[], short_field_tests[], spill_tests[], spoilt_tests[],
    table_tests[], unwritable_tests[], words_tests[], write_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        SUPPORT_SUITE("array", array_tests),
        SUPPORT_SUITE("spill", spill_tests),
        SUPPORT_SUITE("diagnostic", diagnostic_tests),
        SUPPORT_SUITE("number", number_tests),
        SUPPORT_SUITE("table", table_tests),
        SUPPORT_SUITE("pairs", pairs_tests),
        SUPPORT_SUITE("polygon", polygon_tests),
        SUPPORT_SUITE("short_field", short_field_tests),
        SUPPORT_SUITE("plain_rows", plain_rows_tests),
        SUPPORT_SUITE("plan_csv", plan_csv_tests),
        SUPPORT_SUITE("decimal", decimal_tests),
        SUPPORT_SUITE("exact_sum", exact_sum_tests),
        SUPPORT_SUITE("words", words_tests),
        SUPPORT_SUITE("ccbs_log", ccbs_log_tests),
        SUPPORT_SUITE("ccbs_map", ccbs_map_tests),
        SUPPORT_SUITE("map", map_tests),
        SUPPORT_SUITE("scenario", scenario_tests),
        SUPPORT_SUITE("write", write_tests),
        SUPPORT_SUITE("formats", formats_tests),
        SUPPORT_SUITE("imports", imports_tests),
        SUPPORT_SUITE("spoilt", spoilt_tests),
        SUPPORT_SUITE("unwritable", unwritable_tests),
#ifdef HAS_REFUSING
        SUPPORT_SUITE("refused", refused_tests),
#endif
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
