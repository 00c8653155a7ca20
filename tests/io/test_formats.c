/* SPDX-License-Identifier: MIT */
/* Plans of other programs, through the one door plan_read: what each means, in any layout its
 * grammar allows, and what is refused. */
#include <stdio.h>

#include "accepted.h"
#include "capture.h"
#include "support/run.h"

static const plan_options without_radius = {.bodies_optional = true};

/* ---- MAPF-LNS2 and its family -------------------------------------------------------------- */

static void a_path_of_lns_has_the_row_first_and_a_place_for_each_step(void)
{
    GOES("Agent 0:(0,15)->(1,15)->(1,14)->\nAgent 1:(3,4)->\n", 0, "0 0:15,0 1:15,1 2:14,1");
    GOES("Agent 0:(0,15)->(1,15)->(1,14)->\nAgent 1:(3,4)->\n", 1, "1 0:4,3");
}

static void a_path_of_lns_may_have_blanks_and_other_line_ends(void)
{
    GOES("\xEF\xBB\xBF"
         "Agent 7: ( 0 , 15 )->(1,15)\r\n\r\nAgent 8: (2,2)->\r\n",
         0, "7 0:15,0 1:15,1");
}

static void a_broken_path_of_lns_is_told_at_its_byte(void)
{
    refuse("Agent 0: (0,15)->(1;15)->\n", "FILE:1:20: error: ',' is missing here\n");
    refuse("Agent 0: (0,15)->(1,15)-(1,16)->\n", "FILE:1:24: error: '->' is missing here\n");
    refuse("Agent 0: (0,1)->\nAgent 0: (0,2)->\n", "FILE:2:7: error: agent 0 is there twice\n");
    refuse("Agent 0: (0,1)->\nAgent 1:\n", "FILE:2:9: error: '(' is missing here\n");
    refuse("Agent 0: (0,1)->\nnonsense\n", "FILE:2:1: error: 'Agent ' is missing here\n");
}

/* ---- LaCAM and its family ------------------------------------------------------------------ */

static void a_result_of_lacam_has_the_column_first(void)
{
    static const char text[] =
        "agents=2\nmap_file=a.map\nsolved=1\nodd_key=,,\nstarts=(1,6),(8,3),\n"
        "goals=(1,7),(8,3),\nsolution=\n0:(1,6),(8,3),\n1:(1,7),(8,3),\n";
    GOES(text, 0, "0 0:1,6 1:1,7");
    GOES(text, 1, "1 0:8,3 1:8,3");
}

static void keys_of_lacam_come_in_any_order_and_lines_end_in_any_way(void)
{
    GOES("solver=x\r\nsolved=1\r\nagents=1\r\nsolution=\r\n0: (1,6)\r\n1: (1,7)\r\n", 0,
         "0 0:1,6 1:1,7");
}

static void a_file_of_the_visualizer_has_no_header_and_may_have_headings(void)
{
    GOES("0:(0,0,Y_MINUS),\n1:(0,0,X_PLUS),\n2:(1,0,NONE),\n", 0, "0 0:0,0 1:0,0 2:1,0");
}

static void the_task_of_a_lifelong_robot_is_no_place(void)
{
    static const char text[] =
        "instance=a.ins\nagents=2\nsolved=1\nstarts=(1,6),(8,3),\ntask=\n"
        "5:212->228,appear=5,finished=10\nsolution=\n"
        "0:(1,6)->(4,13):5,(8,3)->(8,3):-1,\n1:(2,6)->(4,13):5,(8,3)->(8,3):-1,\n";
    GOES(text, 0, "0 0:1,6 1:2,6");
    GOES(text, 1, "1 0:8,3 1:8,3");
}

static void an_unsolved_result_is_refused(void)
{
    refuse("agents=1\nsolved=0\nstarts=(1,1),\ngoals=(2,2),\nsolution=\n",
           "FILE:5:1: error: there is no plan in this file\n");
    refuse("agents=1\nsolved=0\nmakespan=-1\n", "FILE:3:1: error: there is no plan");
}

static void rows_of_a_result_agree_with_each_other(void)
{
    refuse("0:(1,1),(2,2),\n1:(1,1),\n",
           "FILE:2:9: error: the row has 1 agents, the first one has 2");
    refuse("0:(1,1),\n1:(1,1),(2,2),\n",
           "FILE:2:9: error: the first row has 1 agents, this has more");
    refuse("0:(1,1),\n0:(1,1),\n", "FILE:2:1: error: step 0 does not come after step 0");
    refuse("agents=2\nsolution=\n0:(1,1),\n", "FILE:3:1: error: the file says agents=2, and its "
                                              "rows have 1");
    refuse("solution=\n0:(1,1),\n1:(1 1),\n", "FILE:3:6: error: ',' is missing here");
}

/* ---- RHCR ---------------------------------------------------------------------------------- */

static void a_place_of_rhcr_depends_on_the_width_of_the_map(void)
{
    map on;
    plan_options options =
        on_map("type octile\nheight 3\nwidth 5\nmap\n.....\n.....\n.....\n", &on);
    plan all = accept_with("2\n7,-1,0;12,0,1;\n0,-1,0;1,-1,1;\n", &options);
    CU_ASSERT_TRUE(goes(&all, 0, "0 0:2,1 1:2,2"));
    CU_ASSERT_TRUE(goes(&all, 1, "1 0:0,0 1:1,0"));
    plan_free(&all);
    refuse_with("1\n15,-1,0;\n", &options,
                "FILE:2:1: error: place 15 is not on the map, which has 15\n");
    refuse_with("2\n1,-1,0;\n", &options,
                "FILE:2:1: error: the first line says 2 agents, and 1 follow\n");
    map_free(&on);
    refuse("1\n7,-1,0;\n", "FILE:1: error: places of RHCR are numbers whose meaning");
}

/* ---- RVO2, ORCA ---------------------------------------------------------------------------- */

static void a_print_of_rvo2_is_time_and_places(void)
{
    GOES("0 (8,0) (-1.5e-2,3)\n0.25 (7.75,0) (0,2.5)\n", 1, "1 0:-0.015,3 0.25:0,2.5");
    refuse("0 (8,0) (1,1)\n0.25 (7,0)\n", "FILE:2:11: error: the line has 1 agents, the first one "
                                          "has 2");
    refuse("0 (8,0)\n0 (7,0)\n", "FILE:2:1: error: the time does not come after");
    refuse("0 (8,0)(1;0)\n1 (7,0)\n", "FILE:1:10: error: ',' is missing here\n"); /* no leak */
}

#define ORCA_HEAD                                                                                  \
    "<root><agents number='2'><default_parameters size='0.3'/><agent id='a' start.xr='1' "         \
    "start.yr='2' goal.xr='2' goal.yr='2' size='0.4'/></agents><map><width>4</width></map>"        \
    "<algorithm><delta>1</delta><timestep>0.1</timestep></algorithm><log><summary/>"

static void steps_of_orca_are_multiples_of_the_time_step(void)
{
    plan all =
        accept_with(ORCA_HEAD "<agent id='b'><path pathfound='true' steps='4'>"
                              "<step number='0' xr='1.5' yr='2.5' next.xr='1' next.yr='1'/>"
                              "<step number='3' xr='1.6' yr='2.5'/></path></agent>"
                              "<agent id='a'><path><step number='0' x='1' y='2'/></path></agent>"
                              "</log></root>",
                    &without_radius);
    CU_ASSERT_TRUE(goes(&all, 0, "b 0:1.5,2.5 0.3:1.6,2.5"));
    CU_ASSERT_TRUE(goes(&all, 1, "a 0:1,2"));
    CU_ASSERT_EQUAL(all.agents[0].body.radius, 0.3);
    CU_ASSERT_EQUAL(all.agents[1].body.radius, 0.4);
    plan_free(&all);
    refuse(ORCA_HEAD "</log></root>", "FILE:1:");
}

/* ---- AA-SIPP(m) ------------------------------------------------------------------------------ */

#define AASIPP_TASK                                                                                \
    "<root>\n<agents number='9'><agent id='z' start.x='7' start.y='7' goal.x='1' goal.y='1'/>"     \
    "</agents>\n<dynamicobstacles><obstacle id='0'><section id='0' start.x='6'/></obstacle>"       \
    "</dynamicobstacles>\n"
#define AASIPP_AGENT                                                                               \
    "<log>\n<summary agentssolved='1 (100%)'/>\n<path><row number='0'>0 *</row></path>\n"          \
    "<agent id='north pole' start.x='1' start.y='2' goal.x='4' goal.y='6' size='0.4' "             \
    "movespeed='1'>\n<path pathfound='true' duration='5.9'>\n"
#define SECTION(from, to, duration)                                                                \
    "<section id='0' start.x='" from "' start.y='2' start.heading='-1' goal.x='" to                \
    "' goal.y='2' goal.heading='whatever' duration='" duration "'/>\n"

static void a_log_of_aasipp_adds_decimals_exactly_and_has_its_own_sizes(void)
{
    static const char text[] = AASIPP_TASK AASIPP_AGENT SECTION("1", "1", "0.1")
        SECTION("1", "4", "3.2") SECTION("4", "4", "5e-05") "</path></agent></log></root>";
    plan all = accept_with(text, &without_radius);
    CU_ASSERT_EQUAL_FATAL(all.agent_count, 1);
    CU_ASSERT_TRUE(all.has_bodies);
    CU_ASSERT_EQUAL(all.agents[0].body.radius, 0.4);
    CU_ASSERT_TRUE(goes(&all, 0, "north pole 0:1,2 0.1:1,2 3.3:4,2 3.30005:4,2"));
    plan_free(&all);
    all = accept(text);
    CU_ASSERT_EQUAL(all.agents[0].body.radius, 0.25); /* --radius goes before */
    plan_free(&all);
}

static void a_failed_or_broken_log_of_aasipp_is_refused(void)
{
    refuse("<root>\n<log>\n<taskfilename>a</taskfilename>\n<summary agentssolved='1 (50%)'/>\n"
           "</log>\n</root>\n",
           "FILE:6:1: error: there is no plan in this log\n");
    refuse(AASIPP_TASK AASIPP_AGENT SECTION("1", "3", "2")
               SECTION("2", "4", "2") "</path></agent></log></root>",
           "FILE:10:26: error: the section of agent 'north pole' does not start");
}

/* ---- libMultiRobotPlanning ------------------------------------------------------------------- */

static void a_schedule_in_yaml_may_be_laid_out_in_any_way(void)
{
#ifdef HAVE_LIBYAML
    GOES("statistics:\n  cost: 3\nschedule:\n  agent0:\n    - x: 1\n      y: 4\n      t: 0\n"
         "    - x: 2\n      y: 4\n      t: 3\n",
         0, "agent0 0:1,4 3:2,4");
    GOES("# a comment\r\nschedule:\r\n  'agent0': [{t: 0, y: 4, x: 1, k: [1, 2]}, "
         "{t: 3, x: 2, y: 4}]\r\nstatistics: !!python/tuple [1]\r\n",
         0, "agent0 0:1,4 3:2,4");
    GOES("{\"schedule\": {\"agent0\": [{\"x\": 1, \"y\": 4, \"t\": 0}]}}", 0, "agent0 0:1,4");
#endif
}

static void a_schedule_without_a_whole_plan_is_refused(void)
{
#ifdef HAVE_LIBYAML
    refuse("schedule:\n  agent0: []\n", "FILE:2:3: error: the agent has no places\n");
    refuse("statistics:\n  cost: 3\n", "FILE:1:1: error: there is no plan in this file\n");
    refuse("schedule:\n  a:\n    - v: n1\n      t: 0\n", "FILE:3:7: error: `x` is missing\n");
    refuse("schedule:\n  a:\n    - x: 1\n      y: b\n      t: 0\n",
           "FILE:4:10: error: `y` is no number\n");
    refuse("schedule:\n  a: [{x: 1, y: 2, t: 1}, {x: 2, y: 2, t: 1}]\n",
           "FILE:2:27: error: the time does not come after");
    refuse("schedule:\n  a: [{x: 1,\n", "FILE:3:1: error: no sound YAML");
#endif
}

/* ---- League of Robot Runners ----------------------------------------------------------------- */

#define LORR(model, starts, paths, more)                                                           \
    "{\"makespan\": 3, \"actualPaths\": [" paths                                                   \
    "], \"odd\": {\"a\": [1e300]}, \"start\": [" starts "], " more                                 \
    "\"teamSize\": 1, \"actionModel\": \"" model "\"}"

static void robots_turn_in_place_and_go_forward(void)
{
#ifdef HAVE_JANSSON
    GOES(LORR("MAPF_T", "[5, 2, \"E\"], [9, 9, \"N\"]", "\"F,R,F,T,C,F,R,R,F\", \"F\"", ""), 0,
         "0 0:2,5 1:3,5 2:3,5 3:3,6 4:3,6 5:3,6 6:4,6 7:4,6 8:4,6 9:3,6");
    GOES(LORR("MAPF_T", "[5, 2, \"N\"]", "\"\"", ""), 0, "0 0:2,5");
#endif
}

static void ticks_are_parts_of_a_cell_and_snapshots_are_not_believed(void)
{
#ifdef HAVE_JANSSON
    GOES(LORR("MAPF_T", "[5, 2, \"E\"]", "\"[(0,5,2,0,0):(F 7,W 2)][(9,5,2,0,0):(F 3,R 5,F 5)]\"",
              "\"agentMaxCounter\": 5, "),
         0, "0 0:2,5 7:3.4,5 9:3.4,5 12:4,5 17:4,5 22:4,6");
    refuse(
        LORR("MAPF_T", "[5, 2, \"E\"]", "\"[(0,5,2,0,0):(F 7,R 5)]\"", "\"agentMaxCounter\": 5, "),
        "FILE:1: error: actualPaths[0], byte 19, 'R 5)]': the robot turns between two cells");
#endif
}

static void the_tasks_tell_which_way_is_up(void)
{
#ifdef HAVE_JANSSON
    GOES(LORR("MAPF", "[5, 2, \"N/A\"]", "\"U,R,W\"", "\"tasks\": [[0, 4, 3]], "), 0,
         "0 0:2,5 1:2,4 2:3,4 3:3,4");
    GOES(LORR("MAPF", "[5, 2, \"N/A\"]", "\"U,R,W\"", "\"tasks\": [[0, 6, 3]], "), 0,
         "0 0:2,5 1:2,6 2:3,6 3:3,6");
    GOES(LORR("MAPF", "[5, 2, \"N/A\"]", "\"U,R,W\"",
              "\"tasks\": [[0, 6, 2], [1, 9, 9]], \"events\": [[[0, 0, \"assigned\"], [0, 1, "
              "\"finished\"]]], "),
         0, "0 0:2,5 1:2,6 2:3,6 3:3,6");
    refuse(LORR("MAPF", "[5, 2, \"N/A\"]", "\"U,R,W\"", "\"tasks\": [[0, 0, 0]], "),
           "FILE:1: error: 1 of 1 tasks are not where the robots are");
#endif
}

static void what_is_no_plan_of_robots_is_refused(void)
{
#ifdef HAVE_JANSSON
    refuse("{\"actionModel\": \"MAPF_T\", \"plannerPaths\": [\"F\"]}",
           "FILE:1: error: there are only plannerPaths");
    refuse(LORR("MAPF_T", "", "\"F\"", ""),
           "FILE:1: error: teamSize is 1, and there are 0 starts and 1 actualPaths\n");
    refuse(LORR("MAPF_T", "[5, 2, \"E\"]", "\"F,X\"", ""),
           "FILE:1: error: actualPaths[0], byte 3, 'X': this is no action\n");
    refuse(LORR("ACKERMANN", "[5, 2, \"E\"]", "\"F\"", ""),
           "FILE:1: error: actionModel 'ACKERMANN' is not known\n");
    refuse("{\"actualPaths\": [\n  \"F\",,\n]}", "FILE:2:7: error: no sound JSON");
#endif
}

/* ---- MAPF tracker ---------------------------------------------------------------------------- */

#define SCEN(y1, y2)                                                                               \
    "version 1\n1\ta b.map\t9\t9\t2\t3\t3\t" y1 "\t1\n1\ta b.map\t9\t9\t5\t5\t5\t" y2 "\t0\n"

/* Reads a plan of the tracker with a scenario; record < 0: without --record. */
static io_result track(capture *c, const char *scen, const char *text, int record, plan *all)
{
    capture scenario;
    capture_open_text(&scenario, scen);
    capture_open_text(c, text);
    plan_options options = with_radius;
    options.import.scenario_file = scenario.path;
    options.import.has_record = record >= 0;
    options.import.record = (size_t)(record >= 0 ? record : 0);
    *all = (plan){.agent_count = 0};
    io_result result = plan_read(c->path, &options, &c->sink, all);
    capture_close(&scenario);
    return result;
}

static void tracked(const char *scen, const char *text, int record, const char *first,
                    const char *second)
{
    capture c;
    plan all;
    CU_ASSERT_EQUAL_FATAL(track(&c, scen, text, record, &all), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_TRUE(goes(&all, 0, first));
    CU_ASSERT_TRUE(goes(&all, 1, second));
    plan_free(&all);
    capture_close(&c);
}

static void untracked(const char *scen, const char *text, int record, const char *expected)
{
    capture c;
    plan all;
    CU_ASSERT_EQUAL(track(&c, scen, text, record, &all), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, expected));
    capture_close(&c);
}

static void a_tracked_plan_goes_to_its_goals_whichever_way_is_up(void)
{
    tracked(SCEN("5", "5"),
            "\xEF\xBB\xBF\"agents\",\"lower_date\",\"path\"\n\"2\",\"x, y\",\"2ur\n\"\n", -1,
            "0 0:2,3 1:2,4 2:2,5 3:3,5", "1 0:5,5");
    tracked(SCEN("1", "4"), "map_name,solution_plan,flip_up_down\r\na,\"2uwr\r\nu\",TRUE\r\n", -1,
            "0 0:2,3 1:2,2 2:2,1 3:2,1 4:3,1", "1 0:5,5 1:5,4");
}

static void a_file_of_many_tracked_plans_needs_a_record(void)
{
    static const char two[] = "agents,solution_plan\n1,2ur\n2,\"2ur\n\"\n";
    tracked(SCEN("5", "5"), two, 1, "0 0:2,3 1:2,4 2:2,5 3:3,5", "1 0:5,5");
    untracked(SCEN("5", "5"), two, -1,
              "FILE: error: the file holds 2 plans: which of them?\n"
              "hint: --record N, from 0 to 1\n");
    untracked(SCEN("5", "5"), two, 2, "FILE: error: record 2 is not in the file, which has 2\n");
}

static void a_tracked_plan_that_misses_its_goals_is_refused(void)
{
    untracked(SCEN("4", "5"), "agents,path\n2,\"2ur\n\"\n", -1,
              "FILE:2: error: 1 of 2 paths miss the goals of the scenario");
    untracked(SCEN("5", "5"), "agents,path\n3,\"2ur\n\"\n", -1,
              "FILE:2: error: the plan is for 3 agents, and has 2 lines\n");
    untracked(SCEN("5", "5"), "agents,path\n2,\"2uxr\n\"\n", -1,
              "FILE:2:3: error: agent 0, move 3: this is no move\n");
    static const char *const counts[] = {"1e87", "-1", "1.5", "two", "1e16"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        char text[60];
        snprintf(text, sizeof text, "agents,path\n%s,\"2ur\n\"\n", counts[i]);
        untracked(SCEN("5", "5"), text, -1, "FILE:2: error: the number of agents is no count\n");
    }
    refuse("map_name,scen_type,type_id,solution_plan\na,even,1,ur\n",
           "FILE:2: error: the plan holds moves alone, and not where the agents start\n"
           "hint: --scenario FILE, the one that was solved: a-even-1.scen\n");
}

static void a_submission_may_be_json(void)
{
#ifdef HAVE_JANSSON
    tracked(SCEN("5", "5"), "{\"agents\": 2, \"solution_plan\": \"2ur\\n\"}", -1,
            "0 0:2,3 1:2,4 2:2,5 3:3,5", "1 0:5,5");
    tracked(SCEN("5", "5"), "[{\"solution_plan\": []}, {\"solution_plan\": [\"uur\", \"\"]}]", 1,
            "0 0:2,3 1:2,4 2:2,5 3:3,5", "1 0:5,5");
#endif
}

CU_TestInfo formats_tests[] = {
    SUPPORT_TEST(a_path_of_lns_has_the_row_first_and_a_place_for_each_step),
    SUPPORT_TEST(a_path_of_lns_may_have_blanks_and_other_line_ends),
    SUPPORT_TEST(a_broken_path_of_lns_is_told_at_its_byte),
    SUPPORT_TEST(a_result_of_lacam_has_the_column_first),
    SUPPORT_TEST(keys_of_lacam_come_in_any_order_and_lines_end_in_any_way),
    SUPPORT_TEST(a_file_of_the_visualizer_has_no_header_and_may_have_headings),
    SUPPORT_TEST(the_task_of_a_lifelong_robot_is_no_place),
    SUPPORT_TEST(an_unsolved_result_is_refused),
    SUPPORT_TEST(rows_of_a_result_agree_with_each_other),
    SUPPORT_TEST(a_place_of_rhcr_depends_on_the_width_of_the_map),
    SUPPORT_TEST(a_print_of_rvo2_is_time_and_places),
    SUPPORT_TEST(steps_of_orca_are_multiples_of_the_time_step),
    SUPPORT_TEST(a_log_of_aasipp_adds_decimals_exactly_and_has_its_own_sizes),
    SUPPORT_TEST(a_failed_or_broken_log_of_aasipp_is_refused),
    SUPPORT_TEST(a_schedule_in_yaml_may_be_laid_out_in_any_way),
    SUPPORT_TEST(a_schedule_without_a_whole_plan_is_refused),
    SUPPORT_TEST(robots_turn_in_place_and_go_forward),
    SUPPORT_TEST(ticks_are_parts_of_a_cell_and_snapshots_are_not_believed),
    SUPPORT_TEST(the_tasks_tell_which_way_is_up),
    SUPPORT_TEST(what_is_no_plan_of_robots_is_refused),
    SUPPORT_TEST(a_tracked_plan_goes_to_its_goals_whichever_way_is_up),
    SUPPORT_TEST(a_file_of_many_tracked_plans_needs_a_record),
    SUPPORT_TEST(a_tracked_plan_that_misses_its_goals_is_refused),
    SUPPORT_TEST(a_submission_may_be_json),
    CU_TEST_INFO_NULL,
};
