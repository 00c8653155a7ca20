/* SPDX-License-Identifier: MIT */
/* CSV plans and bodies, through the one door plan_read. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "io/plan.h"
#include "support/run.h"

static plan_options with_radius(void)
{
    return (plan_options){.has_radius = true, .radius = 0.5, .tolerance = 1e-9};
}

static plan accept_with(const char *text, const plan_options *options)
{
    capture c;
    plan all = {.agent_count = 0};
    capture_open_text(&c, text);
    CU_ASSERT_EQUAL_FATAL(plan_read(c.path, options, &c.sink, &all), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    capture_close(&c);
    return all;
}

static plan accept(const char *text)
{
    plan_options options = with_radius();
    return accept_with(text, &options);
}

static void refuse_with(const char *text, const plan_options *options, const char *expected)
{
    capture c;
    plan all = {.agent_count = 0};
    capture_open_text(&c, text);
    CU_ASSERT_EQUAL(plan_read(c.path, options, &c.sink, &all), IO_BAD_INPUT);
    CU_ASSERT_EQUAL(all.agent_count, 0);
    CU_ASSERT_TRUE(capture_says(&c, expected));
    capture_close(&c);
}

static void refuse(const char *text, const char *expected)
{
    plan_options options = with_radius();
    refuse_with(text, &options, expected);
}

/* ---- many rows ---------------------------------------------------------------------- */

enum { MANY = 100, LONGEST = 700 };

/* The last row of an agent: all as many, or some many times as many as others. */
static int last_row(int agent, bool even)
{
    return even ? LONGEST / 2 : agent % 10 == 0 ? LONGEST : 1 + agent;
}

/* Rows of agents who take turns, or of one agent after the other. */
static void print_many(FILE *out, bool even, bool by_agents)
{
    fputs("agent,time,x,y\n", out);
    for (int i = 0; i < MANY * (LONGEST + 1); i++) {
        const int agent = by_agents ? i / (LONGEST + 1) : i % MANY;
        const int row = by_agents ? i % (LONGEST + 1) : i / MANY;
        if (row <= last_row(agent, even))
            fprintf(out, "a%d,%d,%d,%d\n", agent, row, agent, row % 7);
    }
}

static void check_many(const plan *all, bool even)
{
    bool right = true;
    CU_ASSERT_EQUAL_FATAL(all->agent_count, MANY);
    for (int a = 0; a < MANY; a++) {
        const plan_agent *agent = &all->agents[a];
        CU_ASSERT_EQUAL_FATAL(agent->trajectory.count, (size_t)last_row(a, even) + 1);
        for (size_t i = 0; i < agent->trajectory.count; i++) {
            graze_motion motion;
            plan_motions(agent, i, 1, &motion);
            right = right && motion.start == (double)i && motion.position.x == a &&
                    motion.position.y == (double)(i % 7);
        }
    }
    CU_ASSERT_TRUE(right);
}

/* How many rows an agent will have is guessed on the way, from the size of the file. */
static void rows_are_kept_whatever_was_expected(void)
{
    for (int way = 0; way < 8; way++) {
        const bool even = way & 1, by_agents = way & 2;
        plan_options options = with_radius();
        options.as_waypoints = way & 4;
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(out);
        print_many(out, even, by_agents);
        fclose(out);
        plan all = accept_with(text, &options);
        check_many(&all, even);
        plan_free(&all);
        free(text);
    }
}

/* ---- waypoint rows ----------------------------------------------------------------- */

static void waypoint_rows_become_motions_without_seams(void)
{
    plan all = accept("agent,time,x,y\na,0,0,0\na,1,2,3\na,4,2,3\n");
    const graze_trajectory *path = &all.agents[0].trajectory;
    CU_ASSERT_EQUAL(all.dimension, 2);
    CU_ASSERT_EQUAL(all.agent_count, 1);
    CU_ASSERT_STRING_EQUAL(all.agents[0].label, "a");
    CU_ASSERT_EQUAL(all.agents[0].body.radius, 0.5);
    CU_ASSERT_EQUAL_FATAL(path->count, 3);
    CU_ASSERT_EQUAL(path->motions[0].form, GRAZE_WAYPOINT);
    CU_ASSERT_EQUAL(path->motions[0].to.y, 3);
    CU_ASSERT_EQUAL(path->motions[1].start, 1);
    CU_ASSERT_EQUAL(path->motions[2].start, 4);
    CU_ASSERT_EQUAL(path->motions[2].duration, INFINITY);
    plan_free(&all);
    CU_ASSERT_EQUAL(all.agent_count, 0);
}

static void a_share_makes_a_ramp_of_the_way_that_begins_at_its_row(void)
{
    plan all = accept("agent,time,x,y,share\na,0,0,0,0\nb,0,9,9,0.5\na,4,16,0,\na,5,24,0,2\n"
                      "a,9,40,0,1.5\n");
    const graze_motion *way = all.agents[0].trajectory.motions;
    CU_ASSERT_EQUAL_FATAL(all.agents[0].trajectory.count, 4);
    CU_ASSERT_EQUAL(way[0].form, GRAZE_RAMP);
    CU_ASSERT_EQUAL(way[0].share, 0);
    CU_ASSERT_EQUAL(way[0].to.x, 16);
    CU_ASSERT_EQUAL(way[1].form, GRAZE_WAYPOINT);
    CU_ASSERT_EQUAL(way[2].form, GRAZE_RAMP);
    CU_ASSERT_EQUAL(way[2].share, 2);
    CU_ASSERT_EQUAL(way[2].start, 5);
    CU_ASSERT_EQUAL(way[3].form, GRAZE_WAYPOINT); /* nothing begins at the last row but a stay */
    CU_ASSERT_EQUAL(all.agents[1].trajectory.motions[0].form, GRAZE_WAYPOINT);
    plan_free(&all);
}

static void shares_that_are_none_are_refused_at_their_column(void)
{
    refuse("agent,time,x,y,share\na,0,0,0,2.5\na,1,1,0,\n",
           "FILE:2:9: error: the share of a ramp is not between 0 and 2\na,0,0,0,2.5\n        ^\n"
           "hint: 0 starts from rest, 1 (or nothing) keeps one speed, 2 ends at rest\n");
    refuse("agent,time,share,x,y\na,0,-0.1,0,0\na,1,,1,0\n",
           "FILE:2:5: error: the share of a ramp is not between 0 and 2\n");
    refuse("agent,time,x,y,share\na,0,0,0,1\na,1,1,0,nan\n",
           "FILE:3:9: error: share: 'nan' is not a number (nan)\n");
    refuse("agent,time,x,y,share\na,0,0,0,half\n",
           "FILE:2:9: error: share: 'half' is not a number\n");
    refuse("agent,start,duration,x,y,vx,vy,share\na,0,1,0,0,1,0,1\n",
           "FILE:1:32: error: 'share' belongs to waypoint rows, which have a 'time'\n");
}

/* Where other programs' names are taken, too. */
static void a_share_keeps_its_name_beside_names_of_others(void)
{
    plan all = accept("t,id,px,py,speed,share\n0,a,0,0,7,0\n4,a,16,0,7,1\n");
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[0].form, GRAZE_RAMP);
    plan_free(&all);
    plan_options options = with_radius();
    options.import.no_header = true;
    options.import.columns = "time,agent,x,y,share";
    all = accept_with("0,a,0,0,2\n4,a,16,0,\n", &options);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[0].share, 2);
    plan_free(&all);
}

static void a_turned_frame_turns_the_places_of_a_ramp_alone(void)
{
    plan_options options = with_radius();
    options.import.has_axes = true;
    options.import.axes = PLAN_ROW_COLUMN;
    plan all = accept_with("agent,time,x,y,share\na,0,1,2,0.25\na,4,3,5,\n", &options);
    const graze_motion *way = all.agents[0].trajectory.motions;
    CU_ASSERT_EQUAL(way[0].form, GRAZE_RAMP);
    CU_ASSERT_EQUAL(way[0].share, 0.25);
    CU_ASSERT_EQUAL(way[0].to.x, 5);
    CU_ASSERT_EQUAL(way[0].to.y, 3);
    CU_ASSERT_EQUAL(graze_motion_validate(&way[0]), GRAZE_OK);
    plan_free(&all);
}

static void agents_may_interleave_and_keep_the_order_of_their_first_rows(void)
{
    plan all = accept("agent,time,x,y\nb,0,0,0\na,0,5,5\nb,1,1,0\nc,9,0,0\na,1,5,6\nb,2,2,0\n");
    CU_ASSERT_EQUAL_FATAL(all.agent_count, 3);
    CU_ASSERT_STRING_EQUAL(all.agents[0].label, "b");
    CU_ASSERT_STRING_EQUAL(all.agents[1].label, "a");
    CU_ASSERT_STRING_EQUAL(all.agents[2].label, "c");
    CU_ASSERT_EQUAL(all.agents[0].trajectory.count, 3);
    CU_ASSERT_EQUAL(all.agents[1].trajectory.count, 2);
    CU_ASSERT_EQUAL(all.agents[1].trajectory.motions[0].position.x, 5);
    plan_free(&all);
}

static void agents_may_vanish_at_their_end(void)
{
    plan_options options = with_radius();
    options.at_end = GRAZE_VANISH;
    plan all = accept_with("agent,time,x,y\na,0,0,0\na,1,2,3\n", &options);
    CU_ASSERT_EQUAL(all.agents[0].at_end, GRAZE_VANISH);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.count, 1);
    plan_free(&all);
}

static const char late[] = "agent,time,x,y\na,1,0,0\na,3,2,0\nb,4,5,5\nb,6,7,5\nc,4,9,9\n";

static void agents_stand_from_the_earliest_time_of_the_plan_on(void)
{
    plan all = accept(late);
    const graze_trajectory *b = &all.agents[1].trajectory;
    CU_ASSERT_EQUAL(all.at_start, PLAN_STAND);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.count, 2);
    CU_ASSERT_EQUAL_FATAL(b->count, 3);
    CU_ASSERT_EQUAL(b->motions[0].start, 1);
    CU_ASSERT_EQUAL(b->motions[0].duration, 3);
    CU_ASSERT_EQUAL(b->motions[0].to.x, 5);
    CU_ASSERT_EQUAL(all.agents[2].trajectory.count, 2);
    plan_free(&all);
    all = accept("agent,start,duration,x,y,vx,vy\na,1,1,0,0,1,0\nb,4,2,5,5,1,0\n");
    CU_ASSERT_EQUAL_FATAL(all.agents[1].trajectory.count, 3);
    CU_ASSERT_EQUAL(all.agents[1].trajectory.motions[0].form, GRAZE_KINEMATIC);
    CU_ASSERT_EQUAL(all.agents[1].trajectory.motions[0].start, 1);
    plan_free(&all);
}

/* One who vanishes in its only row is there until then. */
static void who_has_one_row_and_vanishes_stands_until_then(void)
{
    plan_options options = with_radius();
    options.at_end = GRAZE_VANISH;
    plan all = accept_with(late, &options);
    CU_ASSERT_EQUAL_FATAL(all.agents[2].trajectory.count, 1);
    CU_ASSERT_EQUAL(all.agents[2].trajectory.motions[0].start, 1);
    CU_ASSERT_EQUAL(all.agents[2].trajectory.motions[0].duration, 3);
    CU_ASSERT_EQUAL(all.agents[2].trajectory.motions[0].position.y, 9);
    plan_free(&all);
    all = accept_with("agent,time,x,y\na,1,0,0\nb,0,5,5\nb,2,5,7\n", &options);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.count, 1);
    CU_ASSERT_EQUAL(all.agents[1].trajectory.count, 1);
    plan_free(&all);
    all = accept_with("agent,time,x,y\na,0,0,0\nb,0,5,5\nb,2,5,7\n", &options);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.count, 0);
    plan_free(&all);
}

static void agents_may_be_absent_before_their_first_row(void)
{
    plan_options options = with_radius();
    options.at_start = PLAN_ABSENT;
    plan all = accept_with(late, &options);
    CU_ASSERT_EQUAL(all.at_start, PLAN_ABSENT);
    CU_ASSERT_EQUAL(all.agents[1].trajectory.count, 2);
    CU_ASSERT_EQUAL(all.agents[2].trajectory.count, 1);
    CU_ASSERT_EQUAL(all.agents[2].trajectory.motions[0].start, 4);
    plan_free(&all);
    options.at_end = GRAZE_VANISH;
    all = accept_with(late, &options);
    CU_ASSERT_EQUAL(all.agents[2].trajectory.count, 0);
    plan_free(&all);
}

static void a_third_coordinate_makes_a_plan_spatial(void)
{
    plan all = accept("agent,time,x,y,z\na,0,0,0,7\na,1,2,3,8\n");
    CU_ASSERT_EQUAL(all.dimension, 3);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[0].to.z, 8);
    plan_free(&all);
    all = accept("agent,start,duration,x,y,z,vx,vy,vz\na,0,1,0,0,7,1,1,1\n");
    CU_ASSERT_EQUAL(all.dimension, 3);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[0].velocity.z, 1);
    plan_free(&all);
}

static void windows_files_read_the_same(void)
{
    plan all = accept("\xEF\xBB\xBF"
                      "agent,time,x,y\r\na,0,0,0\r\n\"a\",1,2,3\r\n\r\n");
    CU_ASSERT_EQUAL(all.agent_count, 1);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.count, 2);
    plan_free(&all);
}

static void time_going_backwards_is_refused_at_its_row(void)
{
    refuse("agent,time,x,y\na,1,0,0\nb,0,9,9\na,0.5,1,0\n",
           "FILE:4:3: error: time goes backwards: the agent's row before it (line 2) is at 1\n"
           "a,0.5,1,0\n  ^\nhint: rows of one agent are in the order of time\n");
}

static void two_rows_at_one_instant_in_different_places_are_refused(void)
{
    refuse(
        "agent,time,x,y\na,1,0,0\na,1,0,1\n",
        "FILE:3:3: error: the agent is in another place at the same time (line 2)\na,1,0,1\n  ^\n");
    plan all = accept("agent,time,x,y\na,1,0,0\na,1,0,0\n");
    CU_ASSERT_EQUAL(all.agents[0].trajectory.count, 1);
    plan_free(&all);
}

/* ---- motion rows ------------------------------------------------------------------- */

#define MOTION_HEADER "agent,start,duration,x,y,vx,vy\n"

static void motion_rows_are_linked_by_the_next_start(void)
{
    plan all = accept(MOTION_HEADER "a,0,1,0,0,1,0\na,1,0x1p-1,1,0,0,2\na,1.5,inf,1,1,0,0\n");
    const graze_trajectory *path = &all.agents[0].trajectory;
    CU_ASSERT_EQUAL_FATAL(path->count, 3);
    CU_ASSERT_EQUAL(path->motions[0].form, GRAZE_KINEMATIC);
    CU_ASSERT_EQUAL(path->motions[1].duration, 0.5);
    CU_ASSERT_EQUAL(path->motions[2].duration, INFINITY);
    plan_free(&all);
}

static void accelerations_are_read(void)
{
    plan all =
        accept("agent,start,duration,x,y,vx,vy,ax,ay\na,0,2,0,0,0,0,1,0\na,2,1,2,0,2,0,0,0\n");
    CU_ASSERT_EQUAL(all.agents[0].trajectory.motions[0].acceleration.x, 1);
    CU_ASSERT_EQUAL(all.agents[0].trajectory.count, 3);
    plan_free(&all);
}

static void a_gap_or_overlap_in_time_is_refused(void)
{
    refuse(MOTION_HEADER "a,0,1,0,0,1,0\na,1.5,1,1,0,0,0\n",
           "FILE:3:3: error: the agent's motion before it (line 2) starts at 0, lasts 1 and does "
           "not end here\na,1.5,1,1,0,0,0\n  ^\nhint: each motion of an agent starts when");
    refuse(MOTION_HEADER "a,0,2,0,0,1,0\na,1.5,1,1.5,0,0,0\n",
           "FILE:3:3: error: the agent's motion");
    refuse(MOTION_HEADER "a,0,inf,0,0,0,0\na,1,1,0,0,0,0\n",
           "FILE:3:3: error: the agent's motion before it (line 2) never ends\n");
    refuse(MOTION_HEADER "a,1,1,0,0,0,0\na,0,1,0,0,0,0\n",
           "FILE:3:3: error: time goes backwards: the agent's motion before it (line 2) starts "
           "later\n");
}

static void a_jump_in_place_is_refused(void)
{
    refuse(MOTION_HEADER "a,0,1,0,0,1,0\na,1,1,2,0,0,0\n",
           "FILE:3:7: error: the agent's motion before it (line 2) ends at x = 1, y = 0\n"
           "a,1,1,2,0,0,0\n      ^\nhint: each motion of an agent starts where");
    plan all = accept(MOTION_HEADER "a,0,1,0,0,1,0\na,1,1,1.0000000001,0,0,0\n");
    plan_free(&all);
}

static void a_negative_duration_is_refused(void)
{
    refuse(MOTION_HEADER "a,0,-1,0,0,1,0\n", "FILE:2:5: error: a motion ends before it starts\n");
}

/* ---- columns ----------------------------------------------------------------------- */

static void columns_of_both_forms_are_refused(void)
{
    refuse("agent,time,x,y,vx\n",
           "FILE:1:16: error: 'vx' belongs to motion rows, 'time' to waypoint rows\n");
}

static void missing_columns_of_a_form_are_named(void)
{
    refuse("agent,x,y\na,0,0\n", "FILE:1:1: error: column 'time' is missing\n");
    refuse("agent,start,x,y,vx,vy\n", "FILE:1:1: error: column 'duration' is missing\n");
    refuse("agent,start,duration,x,y,z,vx,vy\n", "FILE:1:1: error: column 'vz' is missing\n");
    refuse("agent,start,duration,x,y,vx,vy,ay\n", "FILE:1:1: error: column 'ax' is missing\n");
    refuse("agent,time,x,y,raduis\n",
           "FILE:1:16: error: unknown column 'raduis'\n"
           "agent,time,x,y,raduis\n               ^\nhint: did you mean 'radius'?");
}

static void text_and_nan_in_numbers_are_refused_at_their_column(void)
{
    refuse("agent,time,x,y\na,0,abc,0\n", "FILE:2:5: error: x: 'abc' is not a number\n");
    refuse("agent,time,x,y\na,nan,0,0\n", "FILE:2:3: error: time: 'nan' is not a number (nan)\n");
    refuse("agent,time,x,y\na,inf,0,0\n", "FILE:2:3: error: time: 'inf' is infinite");
    refuse("agent,time,x,y\n,0,0,0\n", "FILE:2:1: error: the agent has no name\n");
}

static void a_plan_without_rows_is_refused(void)
{
    refuse("agent,time,x,y\n", "FILE:2:1: error: the plan has no rows\n");
    refuse("", "FILE:1:1: error: the file is empty\n");
}

/* ---- bodies ------------------------------------------------------------------------ */

static void a_missing_radius_is_refused_with_both_ways_out(void)
{
    plan_options none = {.tolerance = 0};
    refuse_with("agent,time,x,y\na,0,0,0\n", &none,
                "FILE:1:1: error: the agents have no radius\nagent,time,x,y\n^\n"
                "hint: --radius METRES or --bodies FILE\n");
}

static void a_negative_radius_is_refused(void)
{
    plan_options options = with_radius();
    options.radius = -1;
    refuse_with("agent,time,x,y\na,0,0,0\n", &options, "--radius: error: a radius is negative\n");
}

static void a_plan_may_carry_its_own_radius(void)
{
    plan_options none = {.tolerance = 0};
    plan all = accept_with("agent,time,x,y,radius\na,0,0,0,2\nb,0,9,9,3\na,1,1,0,2\n", &none);
    CU_ASSERT_EQUAL(all.agents[0].body.radius, 2);
    CU_ASSERT_EQUAL(all.agents[1].body.radius, 3);
    plan_free(&all);
    refuse_with("agent,time,x,y,radius\na,0,0,0,2\na,1,1,0,3\n", &none,
                "FILE:3:9: error: the agent's radius is 2 elsewhere\na,1,1,0,3\n        ^\n");
    refuse_with("agent,time,x,y,radius\na,0,0,0,-2\n", &none,
                "FILE:2:9: error: a radius is negative\n");
    refuse("agent,time,x,y,radius\na,0,0,0,2\n",
           "FILE:2:9: error: the agent's radius is 0.5 elsewhere\n");
}

/* Reads a plan with a bodies file; what is said of it shows as "BODIES". */
static io_result read_with_bodies(const char *text, const char *bodies, plan_options options,
                                  plan *all, const char *expected)
{
    capture c, b;
    char said[1024];
    capture_open_text(&b, bodies);
    capture_open_text(&c, text);
    options.bodies_file = b.path;
    io_result result = plan_read(c.path, &options, &c.sink, all);
    const char *at = capture_said(&c), *path = strstr(at, b.path);
    if (path != NULL)
        snprintf(said, sizeof said, "%.*sBODIES%s", (int)(path - at), at, path + strlen(b.path));
    else
        snprintf(said, sizeof said, "%s", at);
    CU_ASSERT_NSTRING_EQUAL(said, expected, strlen(expected));
    capture_close(&c);
    capture_close(&b);
    return result;
}

#define TWO_AGENTS "agent,time,x,y\na,0,0,0\nb,0,9,9\n"

static void bodies_come_from_their_file_in_any_order(void)
{
    plan all;
    plan_options none = {.tolerance = 0};
    CU_ASSERT_EQUAL_FATAL(read_with_bodies(TWO_AGENTS,
                                           "radius,agent,#note\n2,b,x\n1,a,y\n7,fleet,z\n", none,
                                           &all, ""),
                          IO_OK);
    CU_ASSERT_EQUAL(all.agents[0].body.radius, 1);
    CU_ASSERT_EQUAL(all.agents[1].body.radius, 2);
    CU_ASSERT_EQUAL_FATAL(all.input_count, 2);
    CU_ASSERT_STRING_EQUAL(all.inputs[0].role, "plan");
    CU_ASSERT_STRING_EQUAL(all.inputs[1].role, "bodies");
    plan_free(&all);
}

static void an_agent_without_a_body_is_refused_at_its_first_row(void)
{
    plan all;
    plan_options none = {.tolerance = 0};
    CU_ASSERT_EQUAL(
        read_with_bodies(TWO_AGENTS, "agent,radius\na,1\n", none, &all,
                         "FILE:3:1: error: agent 'b' has no row in BODIES\nb,0,9,9\n^\n"),
        IO_BAD_INPUT);
}

static void the_radius_option_fills_what_the_bodies_file_leaves_out(void)
{
    plan all;
    CU_ASSERT_EQUAL_FATAL(
        read_with_bodies(TWO_AGENTS, "agent,radius\na,0.5\n", with_radius(), &all, ""), IO_OK);
    CU_ASSERT_EQUAL(all.agents[1].body.radius, 0.5);
    plan_free(&all);
}

static void corners_come_from_the_bodies_file_and_belong_to_the_plan(void)
{
    plan all;
    plan_options none = {.tolerance = 0};
    CU_ASSERT_EQUAL_FATAL(read_with_bodies(TWO_AGENTS,
                                           "agent,radius,vertices\nb,0.5,\na,0.125,0 0 1 0 0 1\n",
                                           none, &all, ""),
                          IO_OK);
    CU_ASSERT_EQUAL(all.agents[0].body.radius, 0.125);
    CU_ASSERT_EQUAL_FATAL(all.agents[0].body.vertex_count, 3);
    CU_ASSERT_EQUAL(all.agents[0].body.vertices[1].x, 1);
    CU_ASSERT_EQUAL(all.agents[1].body.vertex_count, 0);
    CU_ASSERT_EQUAL(graze_body_validate(&all.agents[0].body), GRAZE_OK);
    plan_free(&all);
}

static void a_plan_with_a_third_coordinate_has_no_corners(void)
{
    plan all;
    plan_options none = {.tolerance = 0};
    CU_ASSERT_EQUAL(read_with_bodies("agent,time,x,y,z\na,0,0,0,0\n",
                                     "agent,vertices\na,0 0 1 0 0 1\n", none, &all,
                                     "FILE:2:9: error: the plan has a z, and agent 'a' has corners"
                                     "\na,0,0,0,0\n        ^\n"),
                    IO_BAD_INPUT);
}

/* Two rows of one time are one; the last row's body stays. */
static void bodies_by_name_are_those_of_the_ways_that_begin_at_their_rows(void)
{
    plan all;
    plan_options none = {.tolerance = 0};
    CU_ASSERT_EQUAL_FATAL(read_with_bodies("agent,body,time,x,y\na,big,0,0,0\na,,1,1,0\n"
                                           "a,small,1,1,0\na,big,2,2,0\nb,,0,9,9\nb,,1,9,9\n",
                                           "agent,body,radius\na,,0.5\nb,,0.25\n,small,0.125\n"
                                           ",big,2\n,other,3\n",
                                           none, &all, ""),
                          IO_OK);
    const graze_trajectory *path = &all.agents[0].trajectory;
    CU_ASSERT_EQUAL_FATAL(path->count, 3);
    CU_ASSERT_PTR_NOT_NULL_FATAL(path->bodies);
    CU_ASSERT(path->bodies[0].radius == 2 && path->bodies[1].radius == 0.125);
    CU_ASSERT_EQUAL(path->bodies[2].radius, 2);
    CU_ASSERT_EQUAL(all.agents[0].body.radius, 0.5);
    CU_ASSERT_PTR_NULL(all.agents[1].trajectory.bodies);
    CU_ASSERT_EQUAL_FATAL(all.body_count, 2);
    CU_ASSERT_STRING_EQUAL(all.bodies[0].name, "big");
    plan_free(&all);
}

static void faulty_names_of_bodies_are_refused_at_their_place(void)
{
    plan all;
    plan_options none = {.tolerance = 0};
    static const struct {
        const char *plan, *bodies, *expected;
    } cases[] = {
        {"agent,body,time,x,y\na,big,0,0,0\na,bg,1,1,0\n", "body,radius\nbig,1\n",
         "FILE:3:3: error: body 'bg' has no row in BODIES\na,bg,1,1,0\n  ^\n"},
        {"agent,body,time,x,y\na,big,0,0,0\na,,1,1,0\n", "body,radius\nbig,1\n",
         "FILE:3:3: error: agent 'a' has no body of its own\n"},
        {"agent,body,time,x,y\na,,0,0,0\n", "body,radius\nbig,1\n",
         "FILE:2:1: error: agent 'a' has no row in BODIES\n"},
        {"agent,body,time,x,y,z\na,big,0,0,0,0\n", "body,vertices\nbig,0 0 1 0 0 1\n",
         "FILE:2:13: error: the plan has a z, and agent 'a' has corners\n"},
        {TWO_AGENTS, "agent,body,radius\na,b,1\n",
         "BODIES:2:3: error: a row names an agent or a body, and this one names both\n"},
        {TWO_AGENTS, "body,radius\nb,1\nb,1\n", "BODIES:3:1: error: body 'b' is there twice\n"},
        {TWO_AGENTS, "agent,body,radius\n,,1\n", "BODIES:2:2: error: the body has no name\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CU_ASSERT_EQUAL(
            read_with_bodies(cases[i].plan, cases[i].bodies, none, &all, cases[i].expected),
            IO_BAD_INPUT);
}

static void faulty_bodies_are_refused_at_their_place(void)
{
    plan all;
    plan_options none = {.tolerance = 0};
    static const struct {
        const char *bodies, *expected;
    } cases[] = {
        {"agent,radius\na,-1\n", "BODIES:2:3: error: a radius is negative\n"},
        {"agent,radius\na,1\na,1\n", "BODIES:3:1: error: agent 'a' is there twice\n"},
        {"agent,radius\na,inf\n", "BODIES:2:3: error: radius: 'inf' is infinite"},
        {"agent\na\n", "BODIES:1:1: error: column 'radius' is missing\n"},
        {"agent,vertices\na,0 0 1\n", "BODIES:2:3: error: the last vertex has no y: 3"},
        {"agent,vertices\na,0 0 0 1 1 0\n", "BODIES:2:3: error: the vertices of a body run "},
        {"agent,radius\n,1\n", "BODIES:2:1: error: the agent has no name\n"},
        {"", "BODIES:1:1: error: the file is empty\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CU_ASSERT_EQUAL(
            read_with_bodies(TWO_AGENTS, cases[i].bodies, none, &all, cases[i].expected),
            IO_BAD_INPUT);
    CU_ASSERT_EQUAL(
        read_with_bodies(TWO_AGENTS, "agent,radius\na,1\nb,0.5\n", with_radius(), &all,
                         "BODIES:2:3: error: the radius is not that of --radius, 0.5\n"),
        IO_BAD_INPUT);
}

/* ---- the record of inputs ---------------------------------------------------------- */

static void the_plans_bytes_are_fingerprinted(void)
{
    plan all = accept("agent,time,x,y\na,0,0,0\n");
    CU_ASSERT_EQUAL_FATAL(all.input_count, 1);
    CU_ASSERT_STRING_EQUAL(all.inputs[0].sha256,
                           "1f86e2ae91e02b8476122a457bf803eeeedbd51fb6094751b2b0af87ff84349d");
    plan_free(&all);
}

static void standard_input_can_be_read_only_once(void)
{
    capture c;
    plan all;
    plan_options options = {.bodies_file = "-"};
    capture_open_text(&c, "");
    CU_ASSERT_EQUAL(plan_read("-", &options, &c.sink, &all), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, "-: error: standard input can be read only once\n"));
    capture_close(&c);
}

static void an_absent_plan_is_a_fault_of_the_system(void)
{
    capture c;
    plan all;
    plan_options options = with_radius();
    capture_open_text(&c, "");
    CU_ASSERT_EQUAL(plan_read("no/such/plan.csv", &options, &c.sink, &all), IO_SYSTEM);
    capture_close(&c);
}

CU_TestInfo plan_csv_tests[] = {
    SUPPORT_TEST(rows_are_kept_whatever_was_expected),
    SUPPORT_TEST(waypoint_rows_become_motions_without_seams),
    SUPPORT_TEST(a_share_makes_a_ramp_of_the_way_that_begins_at_its_row),
    SUPPORT_TEST(shares_that_are_none_are_refused_at_their_column),
    SUPPORT_TEST(a_share_keeps_its_name_beside_names_of_others),
    SUPPORT_TEST(a_turned_frame_turns_the_places_of_a_ramp_alone),
    SUPPORT_TEST(agents_may_interleave_and_keep_the_order_of_their_first_rows),
    SUPPORT_TEST(agents_may_vanish_at_their_end),
    SUPPORT_TEST(agents_stand_from_the_earliest_time_of_the_plan_on),
    SUPPORT_TEST(who_has_one_row_and_vanishes_stands_until_then),
    SUPPORT_TEST(agents_may_be_absent_before_their_first_row),
    SUPPORT_TEST(a_third_coordinate_makes_a_plan_spatial),
    SUPPORT_TEST(windows_files_read_the_same),
    SUPPORT_TEST(time_going_backwards_is_refused_at_its_row),
    SUPPORT_TEST(two_rows_at_one_instant_in_different_places_are_refused),
    SUPPORT_TEST(motion_rows_are_linked_by_the_next_start),
    SUPPORT_TEST(accelerations_are_read),
    SUPPORT_TEST(a_gap_or_overlap_in_time_is_refused),
    SUPPORT_TEST(a_jump_in_place_is_refused),
    SUPPORT_TEST(a_negative_duration_is_refused),
    SUPPORT_TEST(columns_of_both_forms_are_refused),
    SUPPORT_TEST(missing_columns_of_a_form_are_named),
    SUPPORT_TEST(text_and_nan_in_numbers_are_refused_at_their_column),
    SUPPORT_TEST(a_plan_without_rows_is_refused),
    SUPPORT_TEST(a_missing_radius_is_refused_with_both_ways_out),
    SUPPORT_TEST(a_negative_radius_is_refused),
    SUPPORT_TEST(a_plan_may_carry_its_own_radius),
    SUPPORT_TEST(bodies_come_from_their_file_in_any_order),
    SUPPORT_TEST(an_agent_without_a_body_is_refused_at_its_first_row),
    SUPPORT_TEST(the_radius_option_fills_what_the_bodies_file_leaves_out),
    SUPPORT_TEST(corners_come_from_the_bodies_file_and_belong_to_the_plan),
    SUPPORT_TEST(a_plan_with_a_third_coordinate_has_no_corners),
    SUPPORT_TEST(bodies_by_name_are_those_of_the_ways_that_begin_at_their_rows),
    SUPPORT_TEST(faulty_names_of_bodies_are_refused_at_their_place),
    SUPPORT_TEST(faulty_bodies_are_refused_at_their_place),
    SUPPORT_TEST(the_plans_bytes_are_fingerprinted),
    SUPPORT_TEST(standard_input_can_be_read_only_once),
    SUPPORT_TEST(an_absent_plan_is_a_fault_of_the_system),
    CU_TEST_INFO_NULL,
};
