/* SPDX-License-Identifier: MIT */
/* Logs of Continuous-CBS, through the one door plan_read. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "io/map.h"
#include "io/plan.h"
#include "support/run.h"

#define GRID_AGENT "<root>\n<agent start_i=\"4\" start_j=\"8\" goal_i=\"4\" goal_j=\"10\"/>\n"
#define LOG "<log>\n<summary time=\"0\"/>\n<agent number=\"0\">\n<path duration=\"9\">\n"
#define END "</path>\n</agent>\n</log>\n</root>\n"
#define ROADMAP_AGENT "<root>\n<agent start_id=\"1\" goal_id=\"0\"/>\n"

static const plan_options with_radius = {.has_radius = true, .radius = 0.25};

static plan accept(const char *text, const plan_options *options)
{
    capture c;
    plan all = {.agent_count = 0};
    capture_open_text(&c, text);
    CU_ASSERT_EQUAL_FATAL(plan_read(c.path, options, &c.sink, &all), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    capture_close(&c);
    return all;
}

static void refuse_with(const char *text, const plan_options *options, const char *expected)
{
    capture c;
    plan all = {.agent_count = 0};
    capture_open_text(&c, text);
    CU_ASSERT_EQUAL(plan_read(c.path, options, &c.sink, &all), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, expected));
    capture_close(&c);
}

static void refuse(const char *text, const char *expected)
{
    refuse_with(text, &with_radius, expected);
}

/* ---- what a log means -------------------------------------------------------------- */

static void on_a_grid_i_is_the_row_and_j_the_column(void)
{
    plan all = accept(GRID_AGENT LOG
                      "<section number=\"0\" start_i=\"4\" start_j=\"8\" goal_i=\"5\" goal_j=\"9\" "
                      "duration=\"1.5\"/>\n" END,
                      &with_radius);
    const graze_trajectory *path = &all.agents[0].trajectory;
    CU_ASSERT_STRING_EQUAL(all.agents[0].label, "0");
    CU_ASSERT_EQUAL(all.agents[0].body.radius, 0.25);
    CU_ASSERT_EQUAL_FATAL(path->count, 2);
    CU_ASSERT_EQUAL(path->motions[0].position.x, 8);
    CU_ASSERT_EQUAL(path->motions[0].position.y, 4);
    CU_ASSERT_EQUAL(path->motions[0].to.x, 9);
    CU_ASSERT_EQUAL(path->motions[0].duration, 1.5);
    CU_ASSERT_EQUAL(path->motions[1].duration, INFINITY);
    plan_free(&all);
}

static void on_a_roadmap_i_and_j_are_x_and_y(void)
{
    plan all = accept(ROADMAP_AGENT LOG
                      "<section number='0' start_i='4.5' start_j='8' goal_i='5' goal_j='9' "
                      "duration='1'/>\n" END,
                      &with_radius);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[0].position.x, 4.5);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[0].to.y, 9);
    plan_free(&all);
}

static void times_are_exact_sums_rounded_once(void)
{
    char text[4096] = ROADMAP_AGENT LOG;
    for (int i = 0; i < 10; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "<section number='%d' start_i='%d' start_j='0' goal_i='%d' goal_j='0' "
                 "duration='0.1'/>\n",
                 i, i, i + 1);
    strcat(text, END);
    plan all = accept(text, &with_radius);
    CU_ASSERT_EQUAL_FATAL(all.agents[0].trajectory.count, 11);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[3].start, 0.30000000000000004);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[10].start, 1);
    plan_free(&all);
}

static void an_agent_that_never_moves_stays_at_its_start_on_a_grid(void)
{
    plan all = accept(GRID_AGENT LOG END, &with_radius);
    CU_ASSERT_EQUAL_FATAL(all.agents[0].trajectory.count, 1);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[0].position.x, 8);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[0].duration, INFINITY);
    plan_free(&all);
}

static void waits_and_windows_line_ends_are_read(void)
{
    plan all = accept("\xEF\xBB\xBF<?xml version=\"1.0\" ?>\r\n" GRID_AGENT LOG
                      "<section number=\"0\" start_i=\"4\" start_j=\"8\" goal_i=\"4\" goal_j=\"8\" "
                      "duration=\"1.5\"/>\r\n" END,
                      &with_radius);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.count, 2);
    plan_free(&all);
}

/* ---- roadmap agents that never move ------------------------------------------------ */

#define MAP                                                                                        \
    "<graphml><graph edgedefault='directed'><node id='n0'><data>1,2</data></node>\n"               \
    "<node id='n1'><data key='k'> 3 , 4.5 </data></node></graph></graphml>\n"

static void without_a_map_the_place_of_a_vertex_is_asked_for(void)
{
    refuse(ROADMAP_AGENT LOG END,
           "FILE:2:1: error: agent 0 never moves, and the log does not say where vertex 1 is\n"
           "<agent start_id=\"1\" goal_id=\"0\"/>\n^\nhint: --map ROADMAP.xml");
}

static map map_of(const char *text)
{
    capture c;
    map made = {.kind = MAP_GRID};
    capture_open_text(&c, text);
    map_options options = {.file = c.path};
    CU_ASSERT_EQUAL_FATAL(map_read(&options, &c.sink, &made), IO_OK);
    capture_close(&c);
    return made;
}

static void the_map_gives_the_place_of_a_vertex(void)
{
    map on = map_of(MAP);
    plan_options options = with_radius;
    options.map = &on;
    plan all = accept(ROADMAP_AGENT LOG END, &options);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[0].position.x, 3);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[0].position.y, 4.5);
    CU_ASSERT_EQUAL_FATAL(all.input_count, 2);
    CU_ASSERT_STRING_EQUAL(all.inputs[0].role, "plan");
    CU_ASSERT_STRING_EQUAL(all.inputs[1].role, "map");
    plan_free(&all);
    map_free(&on);
}

static void a_map_that_is_not_the_logs_is_refused(void)
{
    map on = map_of(MAP), grid = map_of("0,0\n0,0\n");
    plan_options options = with_radius;
    options.map = &on;
    refuse_with(ROADMAP_AGENT LOG "<section number='0' start_i='3' start_j='4' goal_i='5' "
                                  "goal_j='9' duration='1'/>\n" END,
                &options, "FILE:7:1: error: agent 0 does not start at vertex 1 of ");
    refuse_with(ROADMAP_AGENT LOG "<section number='0' start_i='2' start_j='4.5' goal_i='5' "
                                  "goal_j='9' duration='1'/>\n" END,
                &options, "FILE:7:1: error: agent 0 does not start at vertex 1 of ");
    refuse_with("<root>\n<agent start_id=\"2\" goal_id=\"0\"/>\n" LOG END, &options,
                "FILE:2:1: error: vertex 2 is not in ");
    refuse_with(GRID_AGENT LOG END, &options, on.inputs[0].name);
    options.map = &grid;
    refuse_with(ROADMAP_AGENT LOG END, &options, grid.inputs[0].name);
    refuse_with(GRID_AGENT LOG END, &options,
                "FILE:2:1: error: agent 0 starts in row 4 and column 8, ");
    map_free(&on);
    map_free(&grid);
}

/* ---- faults of the form ------------------------------------------------------------ */

static void a_log_without_agents_is_refused(void)
{
    refuse("<root>\n <log/>\n</root>\n",
           "FILE:2:2: error: the log's task has no agents\n <log/>\n ^\n");
    refuse(GRID_AGENT " <log>\n</log></root>",
           "FILE:3:2: error: the log has no agents\n <log>\n ^\nhint: ");
    refuse("<root>\n<agent start_i='1' start_j='1' goal_i='1' goal_j='1'/>\n"
           "<agent start_i='1' start_j='2' goal_i='1' goal_j='1'/>\n" LOG END,
           "FILE:3:1: error: agent 1 is not in the log\n");
    refuse(GRID_AGENT "<log><agent number='0'/></log></root>",
           "FILE:2:1: error: agent 0 has no <path> in the log\n");
}

static void a_task_or_map_alone_is_no_plan(void)
{
    refuse(GRID_AGENT "</root>\n", "FILE:3:1: error: the file has no <log>: it is no solution\n");
    refuse("<root><map/></root>", "FILE:1:7: error: unknown element <map>\n");
    refuse("<graphml/>", "FILE:1:1: error: unknown element <graphml>\n<graphml/>\n^\n"
                         "hint: expected here: <root>\n");
}

static void agents_that_the_task_has_not_are_refused(void)
{
    refuse(GRID_AGENT "<log>\n<agent number=\"1\"/>",
           "FILE:4:16: error: agent 1 is not in the task, which has 1\n");
    refuse(GRID_AGENT LOG "</path></agent>\n<agent number=\"0\"><path/></agent></log></root>",
           "FILE:8:16: error: agent 0 is there twice\n");
}

static void a_missing_radius_is_refused(void)
{
    plan_options none = {.radius = 0};
    refuse_with(GRID_AGENT LOG END, &none,
                "FILE:3:1: error: the agents have no radius: a log holds none\n<log>\n^\n"
                "hint: --radius METRES or --bodies FILE\n");
}

static void an_agent_that_the_bodies_file_has_not_is_refused(void)
{
    capture bodies;
    capture_open_text(&bodies, "agent,radius\n1,1\n");
    plan_options options = {.bodies_file = bodies.path};
    refuse_with(GRID_AGENT LOG END, &options, "FILE:2:1: error: agent 0 has no row in ");
    capture_close(&bodies);
}

/* ---- faults of sections ------------------------------------------------------------ */

/* A section of the one agent, on line 7 (and 8). */
static void refuse_sections(const char *sections, const char *expected)
{
    char text[2048];
    snprintf(text, sizeof text, "%s%s%s", GRID_AGENT LOG, sections, END);
    refuse(text, expected);
}

static void sections_must_join(void)
{
    refuse_sections(
        "<section number=\"0\" start_i=\"4\" start_j=\"8\" goal_i=\"5\" goal_j=\"8\" "
        "duration=\"1\"/>\n"
        "<section number=\"1\" start_i=\"6\" start_j=\"8\" goal_i=\"7\" goal_j=\"8\" "
        "duration=\"1\"/>\n",
        "FILE:8:30: error: the section does not start at the goal of the one before it, (5, 8)\n");
    refuse_sections("<section number=\"0\" start_i=\"4\" start_j=\"9\" goal_i=\"5\" goal_j=\"8\" "
                    "duration=\"1\"/>\n",
                    "FILE:7:30: error: the section does not start at the start of its agent in the "
                    "task, (4, 8)\n");
}

static void sections_are_numbered_without_gaps(void)
{
    refuse_sections("<section number=\"1\" start_i=\"4\" start_j=\"8\" goal_i=\"5\" goal_j=\"8\" "
                    "duration=\"1\"/>\n",
                    "FILE:7:18: error: this is section 0 of the path, not 1\n");
}

static void faulty_durations_are_refused(void)
{
    static const char form[] =
        "<section number='0' start_i='4' start_j='8' goal_i='5' goal_j='8' duration='%s'/>\n";
    static const char *const cases[][2] = {
        {"-1", "FILE:7:77: error: a section ends before it starts\n"},
        {"nan", "FILE:7:77: error: duration: 'nan' is not a number (nan)\n"},
        {"inf", "FILE:7:77: error: duration: 'inf' is infinite where"},
        {"", "FILE:7:77: error: duration is empty where"},
        {"1s", "FILE:7:77: error: duration: '1s' is not a number\n"},
        {"0", "FILE:7:77: error: the agent changes its place in no time\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char section[256];
        snprintf(section, sizeof section, form, cases[i][0]);
        refuse_sections(section, cases[i][1]);
    }
}

static void unknown_and_missing_attributes_are_refused(void)
{
    refuse_sections(
        "<section number='0' strat_i='4' start_j='8' goal_i='5' goal_j='8' duration='1'/>\n",
        "FILE:7:30: error: unknown attribute 'strat_i'\n<section number='0' strat_i='4'");
    refuse("<root>\n<agent start_i='1' start_j='1' goal_i='1'/>\n" LOG END,
           "FILE:2:1: error: attribute 'goal_j' is missing\n");
    refuse("<root>\n<agent start_i='-1' start_j='1' goal_i='1' goal_j='1'/>\n" LOG END,
           "FILE:2:17: error: start_i: '-1' is not a whole number\n");
    refuse("<root>\n<agent start_i='1' start_j='1' goal_i='1' goal_j='1' id='7'/>\n" LOG END,
           "FILE:2:58: error: this is agent 0, not 7\n");
    refuse("<root>\n<agent start_id='1' start_j='1' goal_id='1'/>\n" LOG END,
           "FILE:2:1: error: cells and vertices are mixed\n");
}

static void every_fault_of_a_log_is_reported(void)
{
    capture c;
    plan all;
    capture_open_text(
        &c, GRID_AGENT LOG
        "<section number='0' start_i='4' start_j='8' goal_i='x' goal_j='8' duration='1'/>\n"
        "<sektion number='1' start_i='4' start_j='8' goal_i='5' goal_j='y' duration='1'/>\n" END);
    CU_ASSERT_EQUAL(plan_read(c.path, &with_radius, &c.sink, &all), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_mentions(&c, "FILE:7:53: error: goal_i: 'x' is not a number\n"));
    CU_ASSERT_TRUE(capture_mentions(&c, "FILE:8:1: error: unknown element <sektion>\n"));
    CU_ASSERT_TRUE(capture_mentions(&c, "hint: did you mean <section>?\n"));
    CU_ASSERT_TRUE(capture_mentions(&c, "FILE:8:64: error: goal_j: 'y' is not a number\n"));
    CU_ASSERT_EQUAL(c.sink.errors, 3);
    capture_close(&c);
}

/* ---- faults of XML ----------------------------------------------------------------- */

static void damaged_xml_is_refused_where_it_is_damaged(void)
{
    refuse("<root>\n  <agent start_i=\"1>\n", "FILE:2:3: error: XML: unclosed token\n");
    refuse("<root>\n<agent start_i=1/>\n</root>", "FILE:2:16: error: XML: not well-formed");
    refuse(GRID_AGENT "<log>\n</root>\n", "FILE:4:3: error: XML: mismatched tag\n</root>\n");
    refuse(GRID_AGENT "<log>\n", "FILE:4:1: error: XML: no element found\n");
    refuse("<root>\n<agent", "FILE:2:1: error: XML: unclosed token\n<agent\n^\n");
    refuse("<root>\n\x01</root>", "FILE:2:1: error: XML: not well-formed");
}

static void text_between_elements_is_refused(void)
{
    refuse("<root>\n  stray <log/></root>",
           "FILE:2:3: error: text where only elements are expected\n");
}

static void entities_are_refused(void)
{
    refuse("<!DOCTYPE root [\n <!ENTITY a \"aaaa\">\n]>\n<root>&a;</root>",
           "FILE:2:13: error: the declaration of entity 'a' is refused\n");
    refuse("<root>&a;</root>", "FILE:1:7: error: XML: undefined entity\n");
}

static void a_tag_without_end_is_refused_before_it_fills_the_memory(void)
{
    static const char head[] = "<root>\n <agent ";
    size_t length = ((size_t)9 << 20) + sizeof head;
    char *text = malloc(length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    memset(text, 'a', length);
    memcpy(text, head, sizeof head - 1);
    text[length - 1] = '\0';
    refuse(text, "FILE:2:2: error: a tag or comment is longer than 4 MiB\n <agent");
    free(text);
}

static void a_document_of_many_levels_is_refused_like_any_other(void)
{
    char text[8192] = "<root>";
    while (strlen(text) + 8 < sizeof text)
        strcat(text, "<log>");
    refuse(text, "FILE:1:7: error: the log's task has no agents\n");
    strcpy(text, "<root>");
    while (strlen(text) + 8 < sizeof text)
        strcat(text, "<a>");
    refuse(text, "FILE:1:7: error: unknown element <a>\n");
}

/* ---- the reference's own examples -------------------------------------------------- */

static void read_example(const char *name, size_t agents, size_t motions)
{
    char path[512];
    if (!support_shared(name, path, sizeof path))
        return;
    capture c;
    plan all = {.agent_count = 0};
    capture_open_text(&c, "");
    CU_ASSERT_EQUAL(plan_read(path, &with_radius, &c.sink, &all), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_EQUAL(all.agent_count, agents);
    size_t count = 0;
    for (size_t i = 0; i < all.agent_count; i++)
        count += all.agents[i].trajectory.count;
    CU_ASSERT_EQUAL(count, motions);
    plan_free(&all);
    capture_close(&c);
}

static void the_examples_of_the_reference_are_read(void)
{
    read_example("data/ccbs/examples/grid_task_log.xml", 13, 82);
    read_example("data/ccbs/examples/roadmap_task_log.xml", 10, 92);
}

CU_TestInfo ccbs_log_tests[] = {
    SUPPORT_TEST(on_a_grid_i_is_the_row_and_j_the_column),
    SUPPORT_TEST(on_a_roadmap_i_and_j_are_x_and_y),
    SUPPORT_TEST(times_are_exact_sums_rounded_once),
    SUPPORT_TEST(an_agent_that_never_moves_stays_at_its_start_on_a_grid),
    SUPPORT_TEST(waits_and_windows_line_ends_are_read),
    SUPPORT_TEST(without_a_map_the_place_of_a_vertex_is_asked_for),
    SUPPORT_TEST(the_map_gives_the_place_of_a_vertex),
    SUPPORT_TEST(a_map_that_is_not_the_logs_is_refused),
    SUPPORT_TEST(a_log_without_agents_is_refused),
    SUPPORT_TEST(a_task_or_map_alone_is_no_plan),
    SUPPORT_TEST(agents_that_the_task_has_not_are_refused),
    SUPPORT_TEST(a_missing_radius_is_refused),
    SUPPORT_TEST(an_agent_that_the_bodies_file_has_not_is_refused),
    SUPPORT_TEST(sections_must_join),
    SUPPORT_TEST(sections_are_numbered_without_gaps),
    SUPPORT_TEST(faulty_durations_are_refused),
    SUPPORT_TEST(unknown_and_missing_attributes_are_refused),
    SUPPORT_TEST(every_fault_of_a_log_is_reported),
    SUPPORT_TEST(damaged_xml_is_refused_where_it_is_damaged),
    SUPPORT_TEST(text_between_elements_is_refused),
    SUPPORT_TEST(entities_are_refused),
    SUPPORT_TEST(a_tag_without_end_is_refused_before_it_fills_the_memory),
    SUPPORT_TEST(a_document_of_many_levels_is_refused_like_any_other),
    SUPPORT_TEST(the_examples_of_the_reference_are_read),
    CU_TEST_INFO_NULL,
};
