/* SPDX-License-Identifier: MIT */
/* What a format cannot hold is refused, by agent and reason; what it can hold is written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "io/plan_write.h"
#include "io/scenario_write.h"
#include "support/run.h"

typedef struct attempt {
    const char *text, *map; /* of a CSV plan, and of its map or null */
    plan_format format;
    const char *said;       /* what is told, or its first words, or the whole of what is written */
    double radius, cell;    /* 0: not given */
    bool kept;              /* names and bodies are not dropped */
    graze_at_end at_end;
} attempt;

#define ROWS "agent,time,x,y\n"
#define ROADMAP                                                                                    \
    "<graphml><key id='key0' for='node' attr.name='coords' attr.type='string'/>"               \
    "<graph id='G' edgedefault='directed' parse.nodeids='canonical' parse.order='nodesfirst'>"     \
    "<node id='n0'><data key='key0'>0,0</data></node>"                                             \
    "<node id='n1'><data key='key0'>3,4</data></node><edge source='n0' target='n1'/>"              \
    "</graph></graphml>"

/* clang-format off */
static const attempt attempts[] = {
    {.text = ROWS "0,0,0,0\n0,1,0.5,0\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at 0 s: it is not in the centre of a cell\n"},
    {.text = ROWS "0,0,0,0.5\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at 0 s: it is not in the centre of a cell\n"},
    {.text = ROWS "0,0,2e12,0\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at 0 s: it is not in the centre of a cell\n"},
    {.text = ROWS "0,0,0,2e12\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at 0 s: it is not in the centre of a cell\n"},
    {.text = "agent,time,x,y,z\n0,0,0,0,1\n", .format = PLAN_LNS,
     .said = "FILE: error: the format lies in the plane, and the plan is in space\n"},
    {.text = ROWS "0,0,0,0\n0,0.5,1,0\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at 0 s: its time is no whole number of seconds\n"},
    {.text = ROWS "0,0.5,0,0\n0,1.5,1,0\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at 0.5 s: its time is no whole number of seconds\n"},
    {.text = ROWS "0,-1,0,0\n0,0,1,0\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at -1 s: its time is no whole number of seconds\n"},
    {.text = ROWS "0,0,0,0\n0,16777217,0,0\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at 0 s: its time is no whole number of seconds\n"},
    {.text = ROWS "0,1,0,0\n0,2,1,0\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at 1 s: it is not there at 0 s\n"},
    {.text = ROWS "0,0,0,0\n0,1,1,1\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at 0 s: it moves further than to one of four neighbours\n"},
    {.text = ROWS "0,0,0,0\n0,2,1,0\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at 0 s: it takes more than a second to a neighbouring cell\n"},
    {.text = "agent,start,duration,x,y,vx,vy\n0,0,1,0,0,1,0\n", .format = PLAN_LNS,
     .said = "FILE: error: agent '0' at 0 s: it moves with a velocity, not from place to place\n"},
    {.text = ROWS "0,0,0,0\n0,1,1,0\n", .format = PLAN_LNS, .at_end = GRAZE_VANISH,
     .said = "FILE: error: agent '0' at 0 s: it vanishes at its end\n"},
    {.text = ROWS "0,0,0,0\n", .radius = 0.5, .kept = true, .format = PLAN_LNS,
     .said = "FILE: error: the format has no bodies\n"},
    {.text = ROWS "ada,0,0,0\n", .kept = true, .format = PLAN_LNS,
     .said = "FILE: error: agent 'ada': the format only counts, and calls it 0\n"},
    {.text = ROWS "0,0,0,0\n", .format = PLAN_TRACKER,
     .said = "FILE: error: the tracker wants to know which scenario was solved\n"},
    {.text = ROWS "0,0,1,0\n0,1,0.5,0\n0,2,0.5,0.5\n1,0,3,3\n", .map = "0,0\n0,0\n", .cell = 0.5,
     .format = PLAN_LNS,
     .said = "Agent 0: (0,2)->(0,1)->(1,1)->\n"
     "Agent 1: (6,6)->\n"},
    {.text = ROWS "0,0,1,0\n0,1,0,0\n0,3,0,0\n1,0,3,3\n", .format = PLAN_LACAM,
     .said = "agents=2\n"
     "solver=graze\n"
     "solved=1\n"
     "soc=1\n"
     "makespan=3\n"
     "starts=(1,0),(3,3),\n"
     "goals=(0,0),(3,3),\n"
     "solution=\n"
     "0:(1,0),(3,3),\n"
     "1:(0,0),(3,3),\n"
     "2:(0,0),(3,3),\n"
     "3:(0,0),(3,3),\n"},
    {.text = ROWS "0,0,1,1\n0,1,0,1\n0,2,0,0\n0,3,1,0\n0,4,1,1\n1,0,3,3\n", .format = PLAN_LORR,
     .said = "{\"actionModel\":\"MAPF\",\"AllValid\":\"Yes\",\"teamSize\":2,\n"
     "\"start\":[[1,1,\"N/A\"],[3,3,\"N/A\"]],\n"
     "\"numTaskFinished\":2,\"sumOfCost\":4,\"makespan\":4,\n"
     "\"actualPaths\":[\"L,U,R,D\",\"W,W,W,W\"],\n"
     "\"plannerPaths\":[\"L,U,R,D\",\"W,W,W,W\"],\n"
     "\"plannerTimes\":[],\"errors\":[],\n"
     "\"events\":[[[0,0,\"assigned\"],[0,4,\"finished\"]],"
     "[[1,0,\"assigned\"],[1,0,\"finished\"]]],\n"
     "\"tasks\":[[0,1,1],[1,3,3]]}\n"},
    {.text = ROWS "0,0,0,0\n", .radius = 0.5, .kept = true, .format = PLAN_LOG,
     .said = "FILE: error: a log of Continuous-CBS has no bodies\n"},
    {.text = ROWS "0,0,0,0\n", .map = "0,0\n0,0\n", .cell = 0.5, .format = PLAN_LOG,
     .said = "FILE: error: the cells of Continuous-CBS are 1 m wide, and these are not\n"},
    {.text = "agent,time,x,y,z\n0,0,0,0,1\n", .format = PLAN_LOG,
     .said = "FILE: error: a log of Continuous-CBS lies in the plane, and the plan is in space\n"},
    {.text = ROWS "0,0,0,0\n0,1,1,0\n", .format = PLAN_LOG, .at_end = GRAZE_VANISH,
     .said = "FILE: error: agent '0' vanishes, and in a log agents stay\n"},
    {.text = ROWS "0,1,0,0\n0,2,1,0\n", .format = PLAN_LOG,
     .said = "FILE: error: agent '0', motion 0 at 1 s: it does not start at 0 s, as every path of "
     "a log does\n"},
    {.text = ROWS "0,0,0.5,0\n0,1,1,0.5\n", .format = PLAN_LOG,
     .said = "FILE: error: agent '0': its start is not the centre of a unit cell\n"},
    {.text = ROWS "0,0,0,-1\n0,1,1,0\n", .format = PLAN_LOG,
     .said = "FILE: error: agent '0': its start is not the centre of a unit cell\n"},
    {.text = ROWS "0,0,0,0\n0,5,3,3\n1,0,3,5\n", .map = ROADMAP, .format = PLAN_LOG,
     .said = "FILE: error: agent '0': its goal is no vertex of the map\n"},
    {.text = ROWS "0,0,0,0\n0,5,3,4\n", .map = ROADMAP, .format = PLAN_LOG,
     .said = "<?xml version=\"1.0\" ?>\n"
     "<root>\n"
     "    <agent start_id=\"0\" goal_id=\"1\"/>\n"
     "    <log>\n"
     "        <summary flowtime=\"5\" makespan=\"5\"/>\n"
     "        <agent number=\"0\">\n"
     "            <path duration=\"5\">\n"
     "                <section number=\"0\" start_i=\"0\" start_j=\"0\" goal_i=\"3\" "
     "goal_j=\"4\" duration=\"5\"/>\n"
     "            </path>\n"
     "        </agent>\n"
     "    </log>\n"
     "</root>\n"},
    {.text = ROWS "0,0,0,0\n0,0.5,1,0\n0,4503599627370497,2,0\n", .format = PLAN_LOG,
     .said = "<?xml version=\"1.0\" ?>\n"
     "<root>\n"
     "    <agent start_i=\"0\" start_j=\"0\" goal_i=\"0\" goal_j=\"2\"/>\n"
     "    <log>\n"
     "        <summary flowtime=\"4503599627370497\" makespan=\"4503599627370497\"/>\n"
     "        <agent number=\"0\">\n"
     "            <path duration=\"4503599627370497\">\n"
     "                <section number=\"0\" start_i=\"0\" start_j=\"0\" goal_i=\"0\" "
     "goal_j=\"1\" duration=\"0.5\"/>\n"
     "                <section number=\"1\" start_i=\"0\" start_j=\"1\" goal_i=\"0\" "
     "goal_j=\"1\" duration=\"2.7755575615628914e-17\"/>\n"
     "                <section number=\"2\" start_i=\"0\" start_j=\"1\" goal_i=\"0\" "
     "goal_j=\"2\" duration=\"4503599627370496\"/>\n"
     "            </path>\n"
     "        </agent>\n"
     "    </log>\n"
     "</root>\n"},
    {.text = "agent,start,duration,x,y,vx,vy,ax,ay\n0,0,1,0,0,1,0,0,1\n", .format = PLAN_WAYPOINTS,
     .said = "FILE: error: agent '0', motion 0 at 0 s: it has an acceleration, and between two "
     "waypoints motion is uniform\n"},
    {.text = "agent,start,duration,x,y,vx,vy\n0,0,1,0,0,1,0\n", .format = PLAN_MOTIONS,
     .said = "agent,start,duration,x,y,vx,vy\n"
     "0,0,1,0,0,1,0\n"},
};
/* clang-format on */

static io_result write_one(const attempt *of, capture *c, FILE *out)
{
    capture place;
    plan all;
    map on = {.kind = MAP_GRID};
    const plan_options how = {.has_radius = of->radius > 0, .radius = of->radius,
                              .bodies_optional = true, .at_end = of->at_end, .tolerance = 1e-9};
    capture_open_text(&place, of->map != NULL ? of->map : "");
    const map_options where = {.file = place.path, .has_cell = of->cell > 0, .cell = of->cell};
    if (of->map != NULL)
        CU_ASSERT_EQUAL_FATAL(map_read(&where, &place.sink, &on), IO_OK);
    capture_open_text(c, of->text);
    CU_ASSERT_EQUAL_FATAL(plan_read(c->path, &how, &c->sink, &all), IO_OK);
    writing to = {.out = out, .sink = &c->sink, .file = "FILE", .drop = !of->kept};
    io_result result = plan_write(&all, of->map != NULL ? &on : NULL, of->format, &to);
    CU_ASSERT_EQUAL(result, to.refused == 0 ? IO_OK : IO_BAD_INPUT);
    plan_free(&all);
    map_free(&on);
    capture_close(&place);
    return result;
}

static bool is_as_said(const attempt *of)
{
    capture c;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    io_result result = write_one(of, &c, out);
    fclose(out);
    const char *said = capture_said(&c);
    bool same = result == IO_OK ? strcmp(text, of->said) == 0
                                : strncmp(said, of->said, strlen(of->said)) == 0;
    if (!same)
        printf("\n    expected: %s\n    said: %s\n", of->said, result == IO_OK ? text : said);
    capture_close(&c);
    free(text);
    return same;
}

static void a_plan_is_written_or_refused_for_a_reason(void)
{
    for (size_t i = 0; i < sizeof attempts / sizeof attempts[0]; i++)
        CU_ASSERT_TRUE(is_as_said(&attempts[i]));
}

/* ---- the tracker --------------------------------------------------------------------------- */

/* Writes the plan for the tracker with a scenario of this name; what is told or written. */
static const char *track(const char *text, const char *scen, const char *name)
{
    static char said[600];
    capture c;
    plan all;
    char folder[] = "/tmp/graze-test-XXXXXX", path[128];
    const plan_options how = {.bodies_optional = true, .at_end = GRAZE_STAY};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(scen, file);
    fclose(file);
    capture_open_text(&c, text);
    CU_ASSERT_EQUAL_FATAL(plan_read(c.path, &how, &c.sink, &all), IO_OK);
    writing to = {.out = c.sink.out, .sink = &c.sink, .file = "FILE", .scenario_file = path};
    plan_write(&all, NULL, PLAN_TRACKER, &to);
    snprintf(said, sizeof said, "%s", capture_said(&c));
    plan_free(&all);
    capture_close(&c);
    remove(path);
    rmdir(folder);
    return said;
}

static void the_tracker_gets_moves_of_the_scenario_of_the_plan(void)
{
    static const char plan_text[] = ROWS "0,0,1,2\n0,1,2,2\n0,2,3,2\n0,3,3,3\n0,9,3,3\n";
    static const char task[] = "version 1\n0\ta.map\t9\t9\t1\t2\t3\t3\t1\n";
    static const char other[] = "FILE: error: agent 0 does not go from its start in the scenario "
                                "to its goal\nhint: is it the scenario of this plan?\n";
    static const char nameless[] = "FILE: error: the name of the scenario does not tell its map, "
                                   "type and number\n"
                                   "hint: --scenario MAP-TYPE-ID.scen, as the benchmark names it\n";
    CU_ASSERT_STRING_EQUAL(track(plan_text, task, "den-312d-even-7.scen"),
                           "map_name,scen_type,type_id,agents,solution_plan,flip_up_down\n"
                           "\"den-312d\",even,7,1,\"2rd\",FALSE\n");
    CU_ASSERT_STRING_EQUAL(track(plan_text, task, "den-even-7.txt"), nameless);
    CU_ASSERT_STRING_EQUAL(track(plan_text, task, "den.scen"), nameless);
    CU_ASSERT_STRING_EQUAL(track(plan_text, task, "den-7.scen"), nameless);
    CU_ASSERT_STRING_EQUAL(track(plan_text, "version 1\n", "a-even-7.scen"), other);
    static const char *const others[] = {"0\ta.map\t9\t9\t2\t2\t3\t3\t1\n",
                                         "0\ta.map\t9\t9\t1\t1\t3\t3\t1\n",
                                         "0\ta.map\t9\t9\t1\t2\t1\t3\t1\n",
                                         "0\ta.map\t9\t9\t1\t2\t3\t1\t1\n"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char text[80];
        snprintf(text, sizeof text, "version 1\n%s", others[i]);
        CU_ASSERT_STRING_EQUAL(track(plan_text, text, "a-even-7.scen"), other);
    }
}

/* ---- scenarios ----------------------------------------------------------------------------- */

static const char *write_scenario(const char *text, const char *map_name, const char *place,
                                  scenario_format format, bool drop)
{
    static char said[600];
    capture c, where;
    scenario all;
    map on;
    capture_open_text(&where, place);
    const map_options on_map = {.file = where.path};
    CU_ASSERT_EQUAL_FATAL(map_read(&on_map, &where.sink, &on), IO_OK);
    capture_open_text(&c, text);
    const scenario_options how = {.file = c.path, .radius_optional = true};
    CU_ASSERT_EQUAL_FATAL(scenario_read(&how, &on, &c.sink, &all), IO_OK);
    writing to = {.out = c.sink.out, .sink = &c.sink, .file = "FILE", .drop = drop};
    scenario_write(&all, &on, map_name, format, &to);
    snprintf(said, sizeof said, "%s", capture_said(&c));
    scenario_free(&all);
    map_free(&on);
    capture_close(&c);
    capture_close(&where);
    return said;
}

static void a_scenario_is_written_or_refused_for_a_reason(void)
{
    static const char cells[] = "0,0,0\n1,1,0\n0,0,0\n", closed[] = "0,0,0\n1,1,1\n0,0,0\n";
    static const char sized[] = "agent,start_x,start_y,goal_x,goal_y,radius,speed\n"
                                "0,0,0,0,2,0.25,2\n";
    static const char plain[] = "agent,start_x,start_y,goal_x,goal_y\n0,0,0,0,2\n";
    CU_ASSERT_STRING_EQUAL(write_scenario(sized, "a", cells, SCENARIO_CSV, false), sized);
    CU_ASSERT_STRING_EQUAL(write_scenario(plain, "a", cells, SCENARIO_MOVINGAI, false),
                           "version 1\n1\ta\t3\t3\t0\t0\t0\t2\t6.00000000\n");
    CU_ASSERT_STRING_EQUAL(write_scenario(sized, "a", cells, SCENARIO_MOVINGAI, false),
                           "FILE: error: the format has no place for radii\n"
                           "hint: --drop leaves them out\n"
                           "FILE: error: the format has no place for speeds\n"
                           "hint: --drop leaves them out\n"
                           "version 1\n1\ta\t3\t3\t0\t0\t0\t2\t6.00000000\n");
    const char *said = write_scenario(plain, "a\tb", cells, SCENARIO_MOVINGAI, true);
    CU_ASSERT_PTR_EQUAL(strstr(said, "FILE: error: the map's name has a tab or an end of line in "
                                     "it\n"), said);
    CU_ASSERT_STRING_EQUAL(write_scenario(plain, "a", closed, SCENARIO_MOVINGAI, true),
                           "version 1\nFILE: error: agent '0': its goal cannot be reached, and the "
                           "format wants the length of a path\n");
}

CU_TestInfo unwritable_tests[] = {
    SUPPORT_TEST(a_plan_is_written_or_refused_for_a_reason),
    SUPPORT_TEST(the_tracker_gets_moves_of_the_scenario_of_the_plan),
    SUPPORT_TEST(a_scenario_is_written_or_refused_for_a_reason),
    CU_TEST_INFO_NULL,
};
