/* SPDX-License-Identifier: MIT */
/* Scenarios of every format, and every fault at its place. */
#include "io/scenario.h"

#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "support/run.h"

/* x:      0 1 2 3
 * y = 0   . . . #
 * y = 1   . # . .
 * y = 2   . . . .     */
static const char grid_text[] = "0,0,0,1\n0,1,0,0\n0,0,0,0\n";
static const char graph_text[] =
    "<graphml><graph edgedefault='directed'><node id='n0'><data>0,0</data></node>"
    "<node id='n1'><data>5,0</data></node><node id='n2'><data>5.5,0</data></node>"
    "<edge source='n0' target='n1'/></graph></graphml>";

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

static io_result read_scenario(capture *c, const char *map_text, const char *text,
                               scenario_options options, scenario *result)
{
    map on = map_of(map_text);
    capture_open_text(c, text);
    options.file = c->path;
    io_result outcome = scenario_read(&options, &on, &c->sink, result);
    map_free(&on);
    return outcome;
}

static const scenario_options quarter = {.has_radius = true, .radius = 0.25};

static void expect_agents(const char *map_text, const char *text, scenario_options options,
                          size_t count, const scenario_agent *agents)
{
    capture c;
    scenario made = {.count = 0};
    CU_ASSERT_EQUAL_FATAL(read_scenario(&c, map_text, text, options, &made), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_EQUAL_FATAL(made.count, count);
    for (size_t i = 0; i < count; i++) {
        const scenario_agent *a = &made.agents[i], *e = &agents[i];
        CU_ASSERT_STRING_EQUAL(a->label, e->label);
        CU_ASSERT_TRUE(a->start == e->start && a->goal == e->goal);
        CU_ASSERT_TRUE(a->radius == e->radius && a->speed == e->speed);
    }
    scenario_free(&made);
    capture_close(&c);
}

/* Who goes from a vertex to a vertex; the places are tested where they are used. */
#define TASK(name, from, to, radius, speed)                                    \
    {name, from, to, radius, speed, NULL, {0, 0}, {0, 0}, NULL, false, 0}

static char name_0[] = "0", name_1[] = "1", name_ash[] = "ash", name_elm[] = "elm";

static void a_scenario_is_told_by_its_content(void)
{
    const scenario_agent two[] = {TASK(name_0, 2, 11, 0.25, 1), TASK(name_1, 8, 4, 0.25, 1)};
    expect_agents(grid_text,
                  "version 1\n0\tmy map\t4\t3\t2\t0\t3\t2\t3.1\n0\tm\t4\t3\t0\t2\t0\t1\t1\n",
                  quarter, 2, two);
    expect_agents(grid_text, "version 1.0\r\n0 m 4 3 2 0 3 2 3.1\r\n0 m 4 3 0 2 0 1 1\r\n\r\n",
                  quarter, 2, two);
    expect_agents(grid_text,
                  "<root><agent start_i='0' start_j='2' goal_i='2' goal_j='3'/>"
                  "<agent start_i='2' start_j='0' goal_i='1' goal_j='0'/></root>",
                  quarter, 2, two);
    const scenario_agent named[] = {TASK(name_ash, 2, 11, 0.25, 2), TASK(name_elm, 8, 4, 0.5, 0.5)};
    expect_agents(grid_text,
                  "agent,start_x,start_y,goal_x,goal_y,radius,speed\nash,2,0,3,2,0.25,2\n"
                  "elm,0,2,0,1,0.5,0.5\n",
                  (scenario_options){.has_radius = false}, 2, named);
    const scenario_agent on_graph[] = {TASK(name_ash, 0, 2, 0.25, 3),
                                       TASK(name_elm, 1, 1, 0.25, 3)};
    const scenario_options fast = {
        .has_radius = true, .radius = 0.25, .has_speed = true, .speed = 3};
    expect_agents(graph_text, "goal,agent,start\nn2,ash,0\n1,elm,n1\n", fast, 2, on_graph);
    const scenario_agent task[] = {TASK(name_0, 0, 2, 0.25, 1)};
    expect_agents(graph_text, "<root><agent start_id='0' goal_id='2'/></root>", quarter, 1, task);
}

static void refuse(const char *map_text, const char *text, scenario_options options,
                   const char *expected)
{
    capture c;
    scenario made;
    CU_ASSERT_EQUAL(read_scenario(&c, map_text, text, options, &made), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, expected));
    capture_close(&c);
}

#define COLUMNS "agent,start_x,start_y,goal_x,goal_y\n"

static void blocked_places_are_refused_with_the_swap_if_it_helps(void)
{
    refuse(grid_text, "version 1\n0 m 4 3 1 1 0 0 1\n", quarter,
           "FILE:2:9: error: the start of agent '0', the cell in column 1 and row 1, is blocked\n"
           "0 m 4 3 1 1 0 0 1\n        ^\n");
    refuse("0,0,1\n0,0,0\n0,0,0\n", "version 1\n0\tm\t3\t3\t2\t0\t1\t1\t1\n", quarter,
           "FILE:2:9: error: the start of agent '0', the cell in column 2 and row 0, is blocked\n"
           "0 m 3 3 2 0 1 1 1\n        ^\n"
           "hint: column 0 and row 2 is free: is it meant? x, the column, comes first\n");
    refuse(grid_text, COLUMNS "ash,0,0,3,0\n", quarter,
           "FILE:2:9: error: the goal of agent 'ash', the cell in column 3 and row 0, is blocked");
    refuse(grid_text, "<root>\n<agent start_i='1' start_j='1' goal_i='0' goal_j='0'/></root>",
           quarter,
           "FILE:2:17: error: the start of agent '0', the cell in column 1 and row 1, is blocked");
}

static void places_too_narrow_for_the_body_are_refused(void)
{
    const scenario_options wide = {.has_radius = true, .radius = 0.75};
    const scenario_options touching = {.has_radius = true, .radius = 0.5};
    const scenario_agent one[] = {TASK(name_ash, 0, 11, 0.5, 1)};
    refuse(grid_text, COLUMNS "ash,0,1,3,2\n", wide,
           "FILE:2:5: error: the start of agent 'ash', the cell in column 0 and row 1, is too "
           "narrow for a radius of 0.75 m\n");
    expect_agents(grid_text, COLUMNS "ash,0,0,3,2\n", touching, 1, one);
}

static void places_outside_the_map_are_refused(void)
{
    refuse(grid_text, COLUMNS "ash,0,3,3,2\n", quarter,
           "FILE:2:5: error: the start of agent 'ash' is outside the map, whose centres go to x = "
           "3 and y = 2\nash,0,3,3,2\n    ^\nhint: are x and y swapped?\n");
    refuse(grid_text, COLUMNS "ash,-1,0,3,2\n", quarter, "FILE:2:5: error: the start of agent");
    refuse(grid_text, COLUMNS "ash,0.5,0,3,2\n", quarter,
           "FILE:2:5: error: start_x: 0.5 m is no whole multiple of the cell, 1 m\n");
    refuse(grid_text, COLUMNS "ash,0,0,3,1.75\n", quarter,
           "FILE:2:11: error: goal_y: 1.75 m is no whole multiple of the cell, 1 m\n");
    refuse(grid_text, "version 1\n0 m 4 3 0 3 0 0 1\n", quarter,
           "FILE:2:9: error: the start of agent '0', column 0 and row 3, is outside the map of 4 "
           "columns and 3 rows\n0 m 4 3 0 3 0 0 1\n        ^\nhint: are column and row swapped?");
    refuse(grid_text, "<root><agent start_i='0' start_j='0' goal_i='0' goal_j='9'/></root>",
           quarter,
           "FILE:1:46: error: the goal of agent '0', column 9 and row 0, is outside the map");
    refuse(graph_text, "agent,start,goal\nash,0,3\n", quarter,
           "FILE:2:7: error: goal: the map has no vertex '3'\n");
    refuse(graph_text, "<root><agent start_id='9' goal_id='0'/></root>", quarter,
           "FILE:1:24: error: start_id: the map has no vertex 9, only 3 of them\n");
}

static void agents_that_overlap_at_the_start_are_refused(void)
{
    refuse(grid_text, COLUMNS "ash,0,0,3,2\nelm,0,0,2,2\n", quarter,
           "FILE:3:5: error: agents 'ash' and 'elm' have the same start\n");
    const scenario_options wide = {.has_radius = true, .radius = 0.75};
    refuse("0,0,0\n", COLUMNS "ash,0,0,2,0\nelm,1,0,0,0\n", wide,
           "FILE:3:5: error: agents 'ash' and 'elm' overlap where they start\n");
    const scenario_agent beside[] = {TASK(name_ash, 0, 2, 0.5, 1), TASK(name_elm, 1, 0, 0.5, 1)};
    const scenario_options touching = {.has_radius = true, .radius = 0.5};
    expect_agents("0,0,0\n", COLUMNS "ash,0,0,2,0\nelm,1,0,0,0\n", touching, 2, beside);
    refuse(graph_text, "agent,start,goal\nash,1,0\nelm,2,0\n",
           (scenario_options){.has_radius = true, .radius = nextafter(0.25, 1)},
           "FILE:3:5: error: agents 'ash' and 'elm' overlap where they start\n");
    refuse(grid_text, COLUMNS "ash,0,0,3,2\nash,2,0,2,2\n", quarter,
           "FILE:3:1: error: agent 'ash' is there twice\n");
}

static void radii_and_speeds_are_positive(void)
{
    const scenario_options none = {.has_radius = false};
    refuse(grid_text, COLUMNS "ash,0,0,3,2\n", none,
           "FILE:2:1: error: agent 'ash' has no radius\nash,0,0,3,2\n^\nhint: --radius METRES");
    refuse(grid_text, COLUMNS "ash,0,0,3,2\n", (scenario_options){.has_radius = true},
           "--radius: error: the radius is not positive\nhint: more than 0 metres\n");
    refuse(grid_text, COLUMNS "ash,0,0,3,2\n",
           (scenario_options){.has_radius = true, .radius = 1, .has_speed = true, .speed = -1},
           "--speed: error: the speed is not positive\n");
    refuse(graph_text, "agent,start,goal,radius\nash,0,1,0\n", none,
           "FILE:2:9: error: agent 'ash': the radius is not positive\n");
    refuse(graph_text, "agent,start,goal,radius\nash,0,1,-0.5\n", none,
           "FILE:2:9: error: agent 'ash': the radius is not positive\n");
    refuse(graph_text, "agent,start,goal,radius\nash,0,1,0.5\n", quarter,
           "FILE:2:9: error: the radius is not that of --radius, 0.25\n");
    refuse(graph_text, "agent,start,goal,speed\nash,0,1,0\n", quarter,
           "FILE:2:9: error: agent 'ash': the speed is not positive\n");
    refuse(graph_text, "agent,start,goal,speed\nash,0,1,inf\n", quarter,
           "FILE:2:9: error: speed: 'inf' is infinite");
}

static void more_agents_than_there_are_are_refused(void)
{
    scenario_options options = quarter;
    const scenario_agent one[] = {TASK(name_0, 2, 11, 0.25, 1)};
    options.agents = 3;
    refuse(grid_text, "version 1\n0 m 4 3 2 0 3 2 3.1\n0 m 4 3 0 2 0 1 1\n", options,
           "FILE: error: 3 agents are asked for, the scenario has 2\nhint: --agents 2, or less\n");
    refuse(grid_text, "version 1\n", quarter, "FILE: error: the scenario has no agents\n");
    refuse(grid_text, COLUMNS, quarter, "FILE: error: the scenario has no agents\n");
    options.agents = 1; /* what comes after is not asked for: the second stands in a wall */
    expect_agents(grid_text, "version 1\n0 m 4 3 2 0 3 2 3.1\n0 m 4 3 1 1 0 1 1\n", options, 1,
                  one);
}

static void scenarios_for_another_kind_of_map_are_refused(void)
{
    refuse(graph_text, "version 1\n0 m 4 3 2 0 3 2 3.1\n", quarter,
           "FILE: error: a scenario of MovingAI is for a grid, and the map is a roadmap\n");
    refuse(graph_text, "<root><agent start_i='1' start_j='1' goal_i='0' goal_j='0'/></root>",
           quarter, "FILE:1:7: error: the task names cells, and the map is a roadmap\n");
    refuse(grid_text, "<root><agent start_id='1' goal_id='0'/></root>", quarter,
           "FILE:1:7: error: the task names vertices, and the map is a grid\n");
    refuse(grid_text, "agent,start,goal\nash,0,1\n", quarter,
           "FILE:1:1: error: column 'start_x' is missing\n");
    refuse(grid_text, COLUMNS "ash,0,0,3,2\n<root/>", quarter, "FILE:3:8: error: the row has 1");
    refuse(grid_text, "version 1\n0 m 8 8 2 0 3 2 3.1\n", quarter,
           "FILE:2:5: error: the scenario is for 8 columns and 8 rows, the map has 4 and 3\n");
}

static void faulty_scen_lines_are_refused_at_their_place(void)
{
    refuse(grid_text, "version 2\n", quarter,
           "FILE:1:8: error: the version of the scenario is not known\n");
    refuse(grid_text, "version 1\n0 m 4 3 2 0 3 2\n", quarter,
           "FILE:2:16: error: the line has less than 9 fields\n");
    refuse(grid_text, "version 1\n0 m 4 3 2 0 3 2 1 7\n", quarter,
           "FILE:2:19: error: the line has more than 9 fields\n");
    refuse(grid_text, "version 1\n0 m 4 3 2 0 3 2 1 7 8 9 8 \n", quarter,
           "FILE:2:19: error: the line has more than 9 fields\n");
    refuse(grid_text, "version 1\n0\tm\t4\t3\t2\t0\t3\t2\t1\t\n", quarter,
           "FILE:2:19: error: the line has more than 9 fields\n");
    refuse(grid_text, "version 1\n0 m 4 3 2 zero 3 2 1\n", quarter,
           "FILE:2:11: error: 'zero' is not a whole number\n");
    refuse(grid_text, "version 1\n0 m 4 3 2 -1 3 2 1\n", quarter,
           "FILE:2:11: error: '-1' is not a whole number\n");
    refuse(grid_text, "version 1\n0 m 4 3 0 0 3 2 1\n\n0 m 4 3 2 0 2 2 1\n", quarter,
           "FILE:3:1: error: the line has less than 9 fields\n");
}

static void expect_shared(const char *map_name, const char *name, size_t count)
{
    char map_path[512], path[512];
    if (!support_shared(map_name, map_path, sizeof map_path) ||
        !support_shared(name, path, sizeof path))
        return;
    capture c;
    map on;
    scenario made = {.count = 0};
    map_options map_choice = {.file = map_path};
    scenario_options options = {
        .file = path, .has_radius = true, .radius = sqrt(2) / 4, .hashed = true};
    capture_open_text(&c, "");
    CU_ASSERT_EQUAL_FATAL(map_read(&map_choice, &c.sink, &on), IO_OK);
    CU_ASSERT_EQUAL(scenario_read(&options, &on, &c.sink, &made), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_EQUAL(made.count, count);
    CU_ASSERT_EQUAL(strlen(made.input.sha256), 64);
    scenario_free(&made);
    map_free(&on);
    capture_close(&c);
}

static void the_scenarios_that_others_made_are_read(void)
{
    for (int i = 1; i <= 3; i++) {
        char name[128];
        snprintf(name, sizeof name, "data/movingai/empty-8-8-random-%d.scen", i);
        expect_shared("data/movingai/empty-8-8.map", name, 32);
        snprintf(name, sizeof name, "data/movingai/random-32-32-10-random-%d.scen", i);
        expect_shared("data/movingai/random-32-32-10.map", name, 461);
        snprintf(name, sizeof name, "data/movingai/room-32-32-4-random-%d.scen", i);
        expect_shared("data/movingai/room-32-32-4.map", name, 341);
        snprintf(name, sizeof name, "data/ccbs/empty-16-16/empty-16-16-random-%d.xml", i);
        expect_shared("data/ccbs/empty-16-16/map.xml", name, 128);
        snprintf(name, sizeof name, "data/ccbs/dense/%d_task.xml", i);
        expect_shared("data/ccbs/dense/map.xml", name, 150);
    }
}

/* maps/ of this tree; top_srcdir is set by `make check`. */
static void expect_own(const char *map_name, const char *edges_name, const char *name, size_t count)
{
    const char *root = getenv("top_srcdir");
    char map_path[512], edges_path[512], path[512];
    if (root == NULL) {
        support_skip("top_srcdir is not set");
        return;
    }
    snprintf(map_path, sizeof map_path, "%s/maps/%s", root, map_name);
    snprintf(edges_path, sizeof edges_path, "%s/maps/%s", root, edges_name);
    snprintf(path, sizeof path, "%s/maps/%s", root, name);
    capture c;
    map on;
    scenario made = {.count = 0};
    map_options map_choice = {.file = map_path,
                              .edges_file = edges_name[0] != '\0' ? edges_path : NULL};
    scenario_options options = {.file = path};
    capture_open_text(&c, "");
    CU_ASSERT_EQUAL_FATAL(map_read(&map_choice, &c.sink, &on), IO_OK);
    CU_ASSERT_EQUAL(scenario_read(&options, &on, &c.sink, &made), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_EQUAL(made.count, count);
    scenario_free(&made);
    map_free(&on);
    capture_close(&c);
}

static void the_maps_of_our_own_are_read(void)
{
    expect_own("crossing-map.csv", "", "crossing-scenario.csv", 5);
    expect_own("yard.csv", "yard-edges.csv", "yard-scenario.csv", 3);
}

CU_TestInfo scenario_tests[] = {
    SUPPORT_TEST(a_scenario_is_told_by_its_content),
    SUPPORT_TEST(blocked_places_are_refused_with_the_swap_if_it_helps),
    SUPPORT_TEST(places_too_narrow_for_the_body_are_refused),
    SUPPORT_TEST(places_outside_the_map_are_refused),
    SUPPORT_TEST(agents_that_overlap_at_the_start_are_refused),
    SUPPORT_TEST(radii_and_speeds_are_positive),
    SUPPORT_TEST(more_agents_than_there_are_are_refused),
    SUPPORT_TEST(scenarios_for_another_kind_of_map_are_refused),
    SUPPORT_TEST(faulty_scen_lines_are_refused_at_their_place),
    SUPPORT_TEST(the_scenarios_that_others_made_are_read),
    SUPPORT_TEST(the_maps_of_our_own_are_read),
    CU_TEST_INFO_NULL,
};
