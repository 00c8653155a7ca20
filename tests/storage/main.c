/* SPDX-License-Identifier: MIT */
/* The tests of room storage, and of the command that asks it. */
#include "fixture.h"
#include "support/run.h"

#define IN_FOLDER(name, tests)                                                                     \
    {                                                                                              \
        name, fixture_open, fixture_close, NULL, NULL, tests                                       \
    }

extern CU_TestInfo crash_tests[], database_tests[], digest_tests[], edited_tests[], export_tests[],
    extension_tests[], honest_tests[], killed_check_tests[], map_rows_tests[], motion_pages_tests[],
    obstacle_rows_tests[], opening_tests[], process_tests[], query_command_tests[], query_tests[],
    question_tests[], refused_tests[], schema_page_tests[], schema_tests[], stored_tests[],
    summary_tests[], tally_tests[];

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        IN_FOLDER("schema", schema_tests),
        IN_FOLDER("schema page", schema_page_tests),
        IN_FOLDER("opening", opening_tests),
        IN_FOLDER("database", database_tests),
        IN_FOLDER("digest", digest_tests),
        IN_FOLDER("edited", edited_tests),
        IN_FOLDER("export", export_tests),
        IN_FOLDER("extension", extension_tests),
        IN_FOLDER("honest", honest_tests),
        IN_FOLDER("map rows", map_rows_tests),
        IN_FOLDER("motion pages", motion_pages_tests),
        IN_FOLDER("obstacle rows", obstacle_rows_tests),
        IN_FOLDER("crash", crash_tests),
        IN_FOLDER("killed check", killed_check_tests),
        SUPPORT_SUITE("process", process_tests),
        IN_FOLDER("query", query_tests),
        IN_FOLDER("question", question_tests),
        IN_FOLDER("query command", query_command_tests),
#ifdef HAS_REFUSING
        IN_FOLDER("refused", refused_tests),
#endif
        IN_FOLDER("stored", stored_tests),
        IN_FOLDER("summary", summary_tests),
        SUPPORT_SUITE("tally", tally_tests),
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
