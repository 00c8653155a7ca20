/* SPDX-License-Identifier: MIT */
/* Samples, tables that are not as ours, frames, and the disc of a grid: what the options of an
 * import make of a plan. */
#include <gmp.h>
#include <math.h>

#include "accepted.h"
#include "support/run.h"

/* ---- samples, and CSV that is not as ours --------------------------------------------------- */

static plan accept_import(const char *text, const plan_import *import)
{
    plan_options options = with_radius;
    options.import = *import;
    return accept_with(text, &options);
}

static void refuse_import(const char *text, const plan_import *import, const char *expected)
{
    plan_options options = with_radius;
    options.import = *import;
    refuse_with(text, &options, expected);
}

#define GOES_AS(text, import, agent, expected)                                                     \
    do {                                                                                           \
        plan read_ = accept_import(text, &(plan_import)import);                                    \
        CU_ASSERT_TRUE(goes(&read_, agent, expected));                                             \
        plan_free(&read_);                                                                         \
    } while (0)
#define AS(...)                                                                                    \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

static void obvious_names_of_columns_are_taken_and_others_passed_over(void)
{
    GOES("t,id,px,py,vx,vy\n0,a,1,2,0,0\n0,b,5,5,0,0\n0.5,a,2,2,9,9\n", 0, "a 0:1,2 0.5:2,2");
    GOES("theta,y,x,agent_id,time\r\n7,2,1,a,0\r\n", 0, "a 0:1,2");
    GOES_AS("when,who,east,north,junk\n0,a,1,2,?\n3,a,2,2,?\n",
            AS(.columns = "time=when,agent=who,x=east,y=north"), 0, "a 0:1,2 3:2,2");
    refuse("when,who,east,north\n0,a,1,2\n",
           "FILE:1:1: error: it is not clear which of these columns are time, agent, x and y\n");
    refuse_import("when,who,x,y\n0,a,1,2\n", &(plan_import){.columns = "time=wen,agent=who"},
                  "--columns: error: 'time=wen' names no column of the file\n");
    refuse_import("when,who,x,y\n0,a,1,2\n", &(plan_import){.columns = "tim=when"},
                  "--columns: error: 'tim=when' names none of our columns\n");
}

static void frames_need_a_rate(void)
{
    GOES_AS("frame,agent,x,y\n0,a,1,2\n1,a,2,2\n", AS(.has_frame_rate = true, .frame_rate = 25), 0,
            "a 0:1,2 0.04:2,2");
    GOES_AS("frame,x0,y0\n0,1,2\n1,2,2\n", AS(.has_frame_rate = true, .frame_rate = 4), 0,
            "0 0:1,2 0.25:2,2");
    refuse("frame,agent,x,y\n0,a,1,2\n", "FILE:1:1: error: 'frame' counts frames");
}

/* Nothing is read before or behind a name of no bytes: sanitizers see it. */
static void a_column_may_have_no_name(void)
{
    GOES("time,x0,y0,\n0,1,2,\n1,2,2,\n", 0, "0 0:1,2 1:2,2");
    GOES("time,,x0,y0\n0,,1,2\n1,x,2,2\n", 0, "0 0:1,2 1:2,2");
}

static void an_agent_may_have_columns_of_its_own(void)
{
    GOES("time,x0,y0,x1,y1\n0,1,2,5,5\n1,2,2,6,5\n", 1, "1 0:5,5 1:6,5");
    GOES("t,b.y,b.x,a_theta\n0,1,2,5\n1,2,2,6\n", 0, "b 0:2,1 1:2,2");
    GOES("t,b.y,b.x\n0,,\n1,2,2\n2,3,2\n3,,\n", 0, "b 1:2,2 2:2,3");
    refuse("t,#b.x,#b.y\n0,1,2\n", "FILE:1:1: error: column '#b.x' is missing");
    refuse_import("#t,x0,y0\n0,1,2\n", &(plan_import){.columns = "time=#t"},
                  "FILE:1:1: error: column '#t' is missing");
    refuse("t,b.y,b.x\n0,1,1\n1,,\n2,3,2\n",
           "FILE:4:5: error: agent 'b' has a place, and had none");
}

static void another_separator_is_one_error_and_an_option(void)
{
    static const char semicolons[] = "agent;time;x;y\na;0;1;2\na;1;2;2\n";
    static const char blanks[] = "agent  time x y\na 0   1 2 \n  a 1 2 2\n";
    refuse(semicolons, "FILE:1:1: error: the fields are separated by ';', not by ','\n"
                       "agent;time;x;y\n^\nhint: --delimiter ';'\n");
    GOES_AS(semicolons, AS(.delimiter = ";"), 0, "a 0:1,2 1:2,2");
    refuse(blanks, "FILE:1:1: error: the fields are separated by blanks, not by ','\n");
    GOES_AS(blanks, AS(.delimiter = "space"), 0, "a 0:1,2 1:2,2");
    refuse_import("agent  time x y\na 0   1 b \n", &(plan_import){.delimiter = "space"},
                  "FILE:2:9: error: y: 'b' is not a number\n");
    GOES_AS("agent\ttime\tx\ty\na\t0\t1\t2\n", AS(.delimiter = "tab"), 0, "a 0:1,2");
    refuse("agent,time,x,y\na;0;1;2\na;1;2;2\n",
           "FILE:2:8: error: the row has 1 field, the header has 4\na;0;1;2\n       ^\n"
           "hint: the fields of the rows are separated by ';'\n");
    refuse_import("agent;time;x;y\na;0;1;2\n", &(plan_import){.delimiter = "ab"},
                  "--delimiter: error: 'ab' is not between fields\n");
}

static void a_missing_header_is_one_error_and_an_option(void)
{
    refuse("a,0,1,2\na,1,2,2\n", "FILE:1:1: error: there is no header: the first line is data\n");
    GOES_AS("a,0,1,2\na,1,2,2\n", AS(.no_header = true), 0, "a 0:1,2 1:2,2");
    GOES_AS("0 a 9 2 1\n",
            AS(.no_header = true, .delimiter = "space", .columns = "time,agent,#,y,x"), 0,
            "a 0:1,2");
    GOES_AS("0,a,9,2,1\n", AS(.no_header = true, .columns = "x=5,y=4,agent=2,time=1"), 0,
            "a 0:1,2");
    refuse_import("a,0,1\n", &(plan_import){.no_header = true}, "--no-header: error: ");
    refuse("0;0;1;2\n",
           "FILE:1:1: error: the fields are separated by ';', not by ',', and there is "
           "no header\n0;0;1;2\n^\nhint: --delimiter ';' --no-header\n");
}

static void another_case_and_decimal_commas_are_one_error(void)
{
    refuse("Agent,Time,X,Y\na,0,1,2\n",
           "FILE:1:1: error: the columns are written in another case, or with blanks, than agent, "
           "time, x and y\nAgent,Time,X,Y\n^\n"
           "hint: --columns agent=Agent,time=Time,x=X,y=Y\n");
    GOES_AS("Agent,Time,X,Y\na,0,1,2\n", AS(.columns = "agent=Agent,time=Time,x=X,y=Y"), 0,
            "a 0:1,2");
    refuse_import("agent;time;x;y\na;0;1,5;2,5\na;1;2,5;2,5\n", &(plan_import){.delimiter = ";"},
                  "FILE:2:5: error: x: '1,5' has a decimal comma\n");
    refuse("agent,time,x,y\na,0,1,5,2,5\na,1,2,5,2,5\n",
           "FILE:2:9: error: the row has 6 fields, the header has 4\na,0,1,5,2,5\n        ^\n"
           "hint: every row has as many fields as the header; are there decimal commas?");
}

/* ---- frames ------------------------------------------------------------------------------------
 */

static void cells_are_as_wide_as_is_said(void)
{
    plan_options options = with_radius;
    options.has_cell = true;
    options.cell = 0.5;
    plan all = accept_with("Agent 0: (0,3)->(1,3)->\n", &options);
    CU_ASSERT_TRUE(goes(&all, 0, "0 0:1.5,0 1:1.5,0.5"));
    plan_free(&all);
}

static void axes_can_be_exchanged_and_rows_counted_from_the_other_end(void)
{
    map on;
    plan_options options =
        on_map("type octile\nheight 3\nwidth 5\nmap\n.....\n.....\n.....\n", &on);
    options.import.has_axes = true;
    options.import.axes = PLAN_COLUMN_ROW;
    plan all = accept_with("Agent 0: (3,0)->(3,1)->\n", &options);
    CU_ASSERT_TRUE(goes(&all, 0, "0 0:3,0 1:3,1"));
    plan_free(&all);
    options.import.flip_y = true;
    all = accept_with("Agent 0: (3,0)->(3,1)->\n", &options);
    CU_ASSERT_TRUE(goes(&all, 0, "0 0:3,2 1:3,1"));
    plan_free(&all);
    map_free(&on);
}

static void a_plan_that_stands_in_walls_unless_it_is_turned_is_refused(void)
{
    map on;
    plan_options options = on_map("type octile\nheight 3\nwidth 3\nmap\n.@@\n.@@\n...\n", &on);
    refuse_with("Agent 0: (0,0)->(0,1)->(0,2)->\nAgent 1: (2,2)->\n", &options,
                "FILE: error: 1 of 2 agents stand in walls or off the map, and 0 would if rows and "
                "columns were exchanged: wrong axes?\nhint: --axes column-row;");
    plan all = accept_with("0:(1,1),(2,1),\n", &options); /* no reading helps: so it is */
    plan_free(&all);
    options.import.has_axes = true;
    options.import.axes = PLAN_ROW_COLUMN;
    all = accept_with("Agent 0: (0,0)->(0,1)->(0,2)->\n", &options); /* the user knows */
    plan_free(&all);
    map_free(&on);
}

static void rows_that_were_counted_from_below_are_noticed(void)
{
    map on;
    plan_options options = on_map("type octile\nheight 3\nwidth 3\nmap\n@@@\n...\n...\n", &on);
    refuse_with(
        "0:(0,0),(2,0),\n", &options,
        "FILE: error: 2 of 2 agents stand in walls or off the map, and 0 would if rows were "
        "counted from the other end: wrong axes?\nhint: --flip-y;");
    map_free(&on);
}

/* ---- the disc of grids
 * --------------------------------------------------------------------------- */

static plan_options of_grid(double cell)
{
    return (plan_options){
        .has_radius = true, .radius = PLAN_RADIUS_GRID, .has_cell = cell != 1, .cell = cell};
}

/* Is 8 * radius^2 <= cell^2? In exact rationals. */
static bool is_below(double radius, double cell)
{
    mpq_t left, right;
    mpq_inits(left, right, NULL);
    mpq_set_d(left, radius);
    mpq_set_d(right, cell);
    mpq_mul(left, left, left);
    mpq_mul_2exp(left, left, 3);
    mpq_mul(right, right, right);
    bool below = mpq_cmp(left, right) <= 0;
    mpq_clears(left, right, NULL);
    return below;
}

static void the_disc_of_a_grid_is_a_quarter_of_root_two_rounded_down(void)
{
    static const double cells[] = {1,           0.5, 0.1, 3, 1e-9, 1e9, 0.7, 1.4142135623730951,
                                   0x1.fffffep3};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        plan_options options = of_grid(cells[i]);
        plan all = accept_with("Agent 0: (0,0)->(0,1)->\n", &options);
        double radius = all.agents[0].body.radius;
        CU_ASSERT_TRUE(is_below(radius, cells[i]));
        CU_ASSERT_FALSE(is_below(nextafter(radius, INFINITY), cells[i]));
        plan_free(&all);
    }
}

static void the_disc_of_a_grid_is_for_cells_of_any_side_in_both_axes(void)
{
    plan_options options = of_grid(0.5);
    plan all = accept_with("Agent 0: (0,0)->(1,0)->(1,1)->\n", &options);
    CU_ASSERT_TRUE(goes(&all, 0, "0 0:0,0 1:0,0.5 2:0.5,0.5"));
    plan_free(&all);
}

/* A step of an agent from a cell by one of five moves. */
static graze_motion step_from(int x, int y, int move)
{
    static const int across[] = {0, 1, -1, 0, 0}, down[] = {0, 0, 0, 1, -1};
    const graze_vector from = {x, y, 0}, to = {x + across[move], y + down[move], 0};
    graze_motion motion = {0};
    CU_ASSERT_EQUAL(graze_motion_waypoint(from, to, 0, 1, &motion), GRAZE_OK);
    return motion;
}

/* How many valid pairs of steps in a window conflict with such discs? */
static size_t conflicts_of_steps(double radius)
{
    const graze_body body = {.radius = radius};
    size_t conflicts = 0;
    for (int cell = 0; cell < 49; cell++)
        for (int moves = 0; moves < 25; moves++) {
            graze_motion a = step_from(0, 0, moves % 5);
            graze_motion b = step_from(cell % 7 - 3, cell / 7 - 3, moves / 5);
            bool meet =
                (b.position.x == 0 && b.position.y == 0) || (a.to.x == b.to.x && a.to.y == b.to.y);
            bool exchange =
                a.to.x == b.position.x && a.to.y == b.position.y && b.to.x == 0 && b.to.y == 0;
            bool exists = false;
            if (meet || exchange)
                continue;
            CU_ASSERT_EQUAL(graze_conflict_exists(&body, &a, &body, &b, 0, &exists), GRAZE_OK);
            conflicts += exists;
        }
    return conflicts;
}

static void the_disc_of_a_grid_is_the_largest_of_which_all_valid_steps_are_clear(void)
{
    plan_options options = of_grid(1);
    plan all = accept_with("Agent 0: (0,0)->(0,1)->\n", &options);
    double radius = all.agents[0].body.radius;
    CU_ASSERT_EQUAL(conflicts_of_steps(radius), 0);
    CU_ASSERT_TRUE(conflicts_of_steps(nextafter(radius, 1)) > 0);
    plan_free(&all);
}

static void the_disc_of_a_grid_is_for_straight_moves_in_equal_steps(void)
{
    plan_options options = of_grid(1);
    plan all = accept_with("agent,time,x,y\na,0,0,0\na,0.5,1,0\na,2,1,0\na,2.5,1,1\n", &options);
    plan_free(&all);
    refuse_with("0:(0,0),\n1:(1,1),\n", &options,
                "FILE: error: --radius grid: agent '0', motion 0 at 0 s: it is a diagonal\n"
                "hint: with diagonals of the same step no radius above 0.2236");
    refuse_with(
        "agent,time,x,y\na,0,0,0\na,1,2,0\n", &options,
        "FILE: error: --radius grid: agent 'a', motion 0 at 0 s: it is longer than a cell\n");
    refuse_with("agent,time,x,y\na,0,0,0\na,1,1,0\nb,0,3,3\nb,2,4,3\n", &options,
                "FILE: error: --radius grid: agent 'b', motion 0 at 0 s: its step is not that of");
    refuse_with("agent,time,x,y\na,0,0,0\na,1,1,0\nb,0.5,3,3\nb,1.5,4,3\n", &options,
                "FILE: error: --radius grid: agent 'b', motion 0 at 0.5 s: it does not start with");
    refuse_with("agent,time,x,y\na,0,0.5,0\n", &options,
                "FILE: error: --radius grid: agent 'a', motion 0 at 0 s: it does not go from the");
}

CU_TestInfo imports_tests[] = {
    SUPPORT_TEST(obvious_names_of_columns_are_taken_and_others_passed_over),
    SUPPORT_TEST(frames_need_a_rate),
    SUPPORT_TEST(a_column_may_have_no_name),
    SUPPORT_TEST(an_agent_may_have_columns_of_its_own),
    SUPPORT_TEST(another_separator_is_one_error_and_an_option),
    SUPPORT_TEST(a_missing_header_is_one_error_and_an_option),
    SUPPORT_TEST(another_case_and_decimal_commas_are_one_error),
    SUPPORT_TEST(cells_are_as_wide_as_is_said),
    SUPPORT_TEST(axes_can_be_exchanged_and_rows_counted_from_the_other_end),
    SUPPORT_TEST(a_plan_that_stands_in_walls_unless_it_is_turned_is_refused),
    SUPPORT_TEST(rows_that_were_counted_from_below_are_noticed),
    SUPPORT_TEST(the_disc_of_a_grid_is_a_quarter_of_root_two_rounded_down),
    SUPPORT_TEST(the_disc_of_a_grid_is_the_largest_of_which_all_valid_steps_are_clear),
    SUPPORT_TEST(the_disc_of_a_grid_is_for_cells_of_any_side_in_both_axes),
    SUPPORT_TEST(the_disc_of_a_grid_is_for_straight_moves_in_equal_steps),
    CU_TEST_INFO_NULL,
};
