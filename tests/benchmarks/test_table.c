/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "benchmarks/table.h"
#include "support/run.h"

enum { PRINTED = 4096 };

/* A table of two rows, of which the second lacks cells, as it is printed. */
static void print(bool csv, char *text)
{
    const command given = {.csv = csv, .program = "race"};
    FILE *to = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(to);
    table of = table_begin_on(to, &given, "times", 2, "Times.", "map|agents|ns|**ratio, all**");
    table_cells(&of, "%s|%d", "grid", 10);
    table_cells(&of, "%.1f|**%.2f**", 2.5, 0.25);
    table_end_row(&of);
    table_cells(&of, "%s|%d", "\"room\"", 20);
    table_end_row(&of);
    rewind(to);
    text[fread(text, 1, PRINTED - 1, to)] = '\0';
    fclose(to);
}

static void a_table_is_markdown_for_people(void)
{
    char text[PRINTED];
    print(false, text);
    CU_ASSERT_STRING_EQUAL(text, "\nTimes.\n\n"
                                 "| map | agents | ns | **ratio, all** |\n"
                                 "| --- | --- | --: | --: |\n"
                                 "| grid | 10 | 2.5 | **0.25** |\n"
                                 "| \"room\" | 20 | | |\n");
}

static void a_table_is_a_cell_a_line_for_programs(void)
{
    char text[PRINTED];
    print(true, text);
    CU_ASSERT_STRING_EQUAL(text, "race,times,\"grid; 10\",\"ns\",\"2.5\"\n"
                                 "race,times,\"grid; 10\",\"ratio, all\",\"0.25\"\n");
}

static void a_share_of_nothing_costs_nothing(void)
{
    const command given = {.csv = true, .program = "race"};
    char text[PRINTED];
    FILE *to = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(to);
    table of = table_begin_on(to, &given, "stages", 1, "Stages.", "map|share|ns|adds");
    table_cells(&of, "empty");
    table_share(&of, 0, 17);
    table_end_row(&of);
    table_cells(&of, "half");
    table_share(&of, 50, 17);
    table_end_row(&of);
    rewind(to);
    text[fread(text, 1, PRINTED - 1, to)] = '\0';
    fclose(to);
    CU_ASSERT_STRING_EQUAL(text, "race,stages,\"empty\",\"share\",\"0\"\n"
                                 "race,stages,\"half\",\"share\",\"50.000\"\n"
                                 "race,stages,\"half\",\"ns\",\"17\"\n"
                                 "race,stages,\"half\",\"adds\",\"8.5\"\n");
}

CU_TestInfo table_tests[] = {
    SUPPORT_TEST(a_table_is_markdown_for_people),
    SUPPORT_TEST(a_table_is_a_cell_a_line_for_programs),
    SUPPORT_TEST(a_share_of_nothing_costs_nothing),
    CU_TEST_INFO_NULL,
};
