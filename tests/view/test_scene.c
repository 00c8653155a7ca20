/* SPDX-License-Identifier: MIT */
/* Pictures of whole plans that no file holds easily: numbers at the end of the range, nobody, too
 * many. Each is well-formed, and shows what can be shown. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"
#include "view/plot.h"
#include "view/plot_reader.h"

enum { AGENTS = 400, CROWD = 70, MEETINGS = 2000 };

typedef struct scene {
    graze_motion motions[AGENTS];
    plan_agent agents[AGENTS];
    plot_meeting meetings[MEETINGS];
    plan plan;
    plot_plan plot;
} scene;

static scene seen;
static double instant; /* of frames */
static char name_of_all[] = "elm";

static void begin(void)
{
    memset(&seen, 0, sizeof seen);
    instant = 0;
    seen.plan = (plan){.agents = seen.agents, .dimension = 2};
    seen.plot = (plot_plan){.plan = &seen.plan, .meetings = seen.meetings};
}

static void add(graze_motion motion)
{
    size_t index = seen.plan.agent_count++;
    seen.motions[index] = motion;
    seen.agents[index] = (plan_agent){.label = name_of_all, .body = {.radius = 0.5}};
    seen.agents[index].trajectory = (graze_trajectory){.motions = &seen.motions[index], .count = 1};
}

static graze_motion go(double x, double y, double vx, double vy, double ax, double ay,
                       double duration)
{
    graze_motion made;
    CU_ASSERT_EQUAL_FATAL(graze_motion_kinematic((graze_vector){x, y, 0}, (graze_vector){vx, vy, 0},
                                                 (graze_vector){ax, ay, 0}, 0, duration, &made),
                          GRAZE_OK);
    return made;
}

/* So many walk side by side from x = 0 to 10. */
static void add_walkers(int count)
{
    for (int i = 0; i < count; i++)
        add(go(0, i, 1, 0, 0, 0, 10));
}

static void meet(size_t a, size_t b, graze_verdict verdict, double lower, double upper)
{
    seen.meetings[seen.plot.meeting_count++] =
        (plot_meeting){.agent_a = a,
                       .agent_b = b,
                       .meeting = {.verdict = verdict, .when = {lower, upper}, .time = lower}};
}

/* ---- drawing ---------------------------------------------------------------------------- */

typedef graze_status picture(plot_canvas *canvas, const plot_plan *plot);

static graze_status draw_frame(plot_canvas *canvas, const plot_plan *plot)
{
    return plot_frame_draw(canvas, plot, instant);
}

static picture *const pictures[] = {plot_map_draw, plot_prism_draw, plot_gantt_draw,
                                 plot_speed_draw, draw_frame};

enum { PICTURES = sizeof pictures / sizeof pictures[0] };

/* A picture of the scene as SVG, for free. */
static char *draw(picture *which)
{
    static read_plot read;
    char *text = NULL;
    size_t size = 0;
    plot_canvas canvas = {.to = &plot_svg, .out = open_memstream(&text, &size)};
    CU_ASSERT_PTR_NOT_NULL_FATAL(canvas.out);
    CU_ASSERT_EQUAL(which(&canvas, &seen.plot), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(fclose(canvas.out), 0);
    CU_ASSERT_FALSE(canvas.failed);
    CU_ASSERT_TRUE(plot_reader_read(text, size, &read));
    plot_reader_free(&read);
    CU_ASSERT_PTR_NULL(strstr(text, "nan"));
    CU_ASSERT_PTR_NULL(strstr(text, "inf"));
    return text;
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        count++;
    return count;
}

/* How often a word is in a picture of the scene. */
static int count_in(picture *which, const char *word)
{
    char *text = draw(which);
    int count = count_of(text, word);
    free(text);
    return count;
}

/* ---- whom --------------------------------------------------------------------------------- */

static void who_is_beyond_all_doubles_is_left_out_and_the_others_are_drawn(void)
{
    for (int many = 0; many <= 1; many++) {
        begin();
        add_walkers(many ? CROWD : 1);
        add(go(1e308, 0, 1e308, 0, 0, 0, 9));
        add(go(1e307, 0, 1e307, 0, 1e307, 0, 9));
        meet(0, (size_t)(many ? CROWD : 1), GRAZE_CONFLICT, 5, 6);
        meet((size_t)(many ? CROWD : 1), 0, GRAZE_CONFLICT, 5, 6);
        for (instant = 0; instant < 10; instant += 5.5)
            for (int i = 0; i < PICTURES; i++)
                free(draw(pictures[i]));
        CU_ASSERT_EQUAL(count_in(plot_map_draw, "<g class=\"agent\""), many ? CROWD + 2 : 3);
        CU_ASSERT_EQUAL(count_in(plot_map_draw, "<g class=\"conflict\""), 0);
        CU_ASSERT_EQUAL(count_in(plot_gantt_draw, "<g class=\"conflict\""), 2);
    }
}

static void who_is_never_there_has_no_place(void)
{
    for (int many = 0; many <= 1; many++) {
        begin();
        add_walkers(many ? CROWD : 2);
        seen.agents[0].trajectory.count = 0;
        CU_ASSERT_EQUAL(count_in(plot_map_draw, "<g class=\"agent\""), many ? CROWD - 1 : 1);
        CU_ASSERT_EQUAL(count_in(plot_prism_draw, "<g class=\"agent\""), many ? CROWD - 1 : 1);
        CU_ASSERT_EQUAL(count_in(draw_frame, "class=\"body-0\""), many ? (CROWD - 1) / 5 : 0);
    }
}

static void nobody_at_all_is_a_picture_too(void)
{
    begin();
    for (int i = 0; i < PICTURES; i++)
        CU_ASSERT_EQUAL(count_in(pictures[i], "<g class=\"agent\""), 0);
    double from = 1, to = 2;
    plot_frame_times(&seen.plot, &from, &to);
    CU_ASSERT_EQUAL(from, 0);
    CU_ASSERT_EQUAL(to, 0);
}

/* A ring is where somebody ends: at x = 10, and where it stands for ever. */
static void who_goes_on_for_ever_has_no_goal(void)
{
    static const double endless[][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    begin();
    add_walkers(CROWD);
    add(go(5, 5, 0, 0, 0, 0, INFINITY));
    int rings = count_in(plot_map_draw, "r=\"3\"");
    for (int i = 0; i < 4; i++)
        add(go(5, i, endless[i][0], endless[i][1], endless[i][2], endless[i][3], INFINITY));
    CU_ASSERT_EQUAL(count_in(plot_map_draw, "r=\"3\""), rings);
    add(go(5, 5, 0, 0, 0, 0, INFINITY));
    CU_ASSERT_EQUAL(count_in(plot_map_draw, "r=\"3\""), rings + 1);
}

static void curves_bend_where_motions_do(void)
{
    static const double pulls[][2] = {{0, 0}, {1, 0}, {0, 1}};
    for (int i = 0; i < 3; i++) {
        begin();
        add(go(0, 0, 1, 1, pulls[i][0], pulls[i][1], 4));
        char *text = draw(plot_map_draw);
        const char *path = strstr(text, "class=\"agent-0\" d=\"");
        CU_ASSERT_PTR_NOT_NULL_FATAL(path);
        size_t length = strcspn(path + 19, "\"");
        CU_ASSERT_EQUAL(memchr(path + 19, 'Q', length) != NULL, i > 0);
        free(text);
    }
}

static void of_names_that_lie_on_each_other_five_are_written(void)
{
    begin();
    for (int i = 0; i < 8; i++)
        add(go(0, 0, 1, i, 0, 0, 1));
    CU_ASSERT_EQUAL(count_in(plot_map_draw, ">elm</text>"), 5);
}

/* ---- crowds ------------------------------------------------------------------------------- */

static void of_a_crowd_the_picture_says_how_many_pass_where(void)
{
    bool shown[AGENTS];
    unsigned char cells[10 * CROWD] = {1};
    map ground = {.kind = MAP_GRID, .columns = 10, .rows = CROWD, .blocked = cells, .cell = 1};
    begin();
    add_walkers(CROWD);
    char *text = draw(plot_map_draw);
    CU_ASSERT_EQUAL(count_of(text, "<g class=\"density\""), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ">1 agent passes</text>"));
    free(text);
    seen.plot.map = &ground;
    CU_ASSERT_EQUAL(count_in(plot_map_draw, "<g class=\"density\""), 1);
    for (int i = 0; i < 8; i++)
        add(go(0, 3, 1, 0, 0, 0, 5));
    memset(shown, true, sizeof shown);
    shown[0] = false;
    seen.plot.shown = shown;
    text = draw(plot_map_draw);
    CU_ASSERT_EQUAL(count_of(text, "<g class=\"density\""), 5);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "data-fewest-agents=\"9\" data-most-agents=\"9\""));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ">9 agents pass</text>"));
    CU_ASSERT_EQUAL(count_of(text, "<g class=\"agent\""), CROWD + 7);
    free(text);
}

static void a_crowd_is_drawn_on_roads_as_well(void)
{
    static graze_point places[] = {{0, 0}, {10, 0}, {10, 9}};
    static size_t first[] = {0, 1, 2, 2};
    static uint32_t targets[] = {1, 2};
    map ground = {.kind = MAP_ROADMAP,
                  .roadmap = {.vertex_count = 3, .places = places, .first = first,
                              .targets = targets}};
    begin();
    add_walkers(CROWD);
    seen.plot.map = &ground;
    char *text = draw(plot_map_draw);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ">edge</text>"));
    CU_ASSERT_EQUAL(count_of(text, "<g class=\"density\""), 1);
    free(text);
    CU_ASSERT_EQUAL(count_in(plot_prism_draw, "class=\"road\""), 1);
}

static void of_many_meetings_the_marks_are_small_and_grazes_have_no_bodies(void)
{
    for (int many = 0; many <= 1; many++) {
        begin();
        add_walkers(2);
        meet(0, 1, GRAZE_CONFLICT, 1, 2);
        meet(0, 1, GRAZE_TOUCH, 3, 3);
        for (int i = 0; i < (many ? 300 : 1); i++)
            meet(0, 1, GRAZE_GRAZE, 4, 5);
        char *text = draw(plot_map_draw);
        CU_ASSERT_EQUAL(count_of(text, "class=\"conflict-area\""), 2);
        CU_ASSERT_EQUAL(count_of(text, "class=\"graze-area\""), many ? 0 : 2);
        free(text);
    }
}

/* ---- instants ------------------------------------------------------------------------------ */

static void a_frame_shows_who_is_there_and_what_goes_on(void)
{
    bool shown[] = {true, true, false};
    begin();
    add_walkers(3);
    seen.plot.title = "all";
    meet(0, 1, GRAZE_CONFLICT, 1, 2);
    meet(0, 0, GRAZE_CONFLICT, 1, 2);
    seen.meetings[1].obstacle = true;
    meet(0, 2, GRAZE_CONFLICT, 1, 2);
    instant = 1.5;
    CU_ASSERT_EQUAL(count_in(draw_frame, "class=\"conflict-area\""), 5);
    seen.plot.shown = shown;
    char *text = draw(draw_frame);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ">all, 1.500 s</text>"));
    CU_ASSERT_EQUAL(count_of(text, "class=\"conflict-area\""), 3);
    CU_ASSERT_EQUAL(count_of(text, "class=\"body-2\""), 0);
    free(text);
    instant = 2;
    CU_ASSERT_EQUAL(count_in(draw_frame, "class=\"conflict-area\""), 0);
    seen.motions[0].start = 3;
    instant = 1.5;
    CU_ASSERT_EQUAL(count_in(draw_frame, "class=\"body-0\""), 0);
    CU_ASSERT_EQUAL(count_in(draw_frame, "class=\"conflict-area\""), 0);
    seen.motions[1].duration = 1;
    CU_ASSERT_EQUAL(count_in(draw_frame, "class=\"body-1\""), 0);
    instant = 0;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static double height_of_first(void)
{
    char *text = draw(plot_gantt_draw);
    double top = 0, bottom = 0, ignored;
    const char *path = strstr(text, "class=\"body-0\"");
    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    CU_ASSERT_EQUAL(sscanf(strstr(path, "d=\"M"), "d=\"M%lf %lfL%lf %lfL%lf %lf", &ignored, &top,
                           &ignored, &ignored, &ignored, &bottom),
                    6);
    free(text);
    return bottom - top;
}

static void who_waits_has_a_thin_bar(void)
{
    const graze_vector here = {1, 1, 1}, above = {1, 1, 2};
    graze_motion waits[4], moves[5];
    waits[0] = go(0, 0, 0, 0, 0, 0, 4);
    CU_ASSERT_EQUAL(graze_motion_waypoint(here, here, 0, 4, &waits[1]), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_ramp(here, here, 0, 4, 1, &waits[2]), GRAZE_OK);
    waits[3] = waits[0];
    waits[3].form = GRAZE_PARKED;
    moves[0] = go(0, 0, 1, 0, 0, 0, 4);
    moves[1] = go(0, 0, 0, 1, 0, 0, 4);
    moves[2] = go(0, 0, 0, 0, 1, 0, 4);
    moves[3] = go(0, 0, 0, 0, 0, 1, 4);
    CU_ASSERT_EQUAL(graze_motion_waypoint(here, above, 0, 4, &moves[4]), GRAZE_OK);
    begin();
    add(waits[0]);
    add(moves[0]);
    double thin = height_of_first();
    for (int i = 0; i < 4; i++) {
        seen.motions[0] = waits[i];
        CU_ASSERT_EQUAL(height_of_first(), thin);
    }
    for (int i = 0; i < 5; i++) {
        seen.motions[0] = moves[i];
        CU_ASSERT_TRUE(height_of_first() > 3 * thin);
    }
}

static void rows_of_many_have_no_names(void)
{
    begin();
    add_walkers(3);
    CU_ASSERT_EQUAL(count_in(plot_gantt_draw, ">elm</text>"), 3);
    begin();
    add_walkers(AGENTS);
    CU_ASSERT_EQUAL(count_in(plot_gantt_draw, ">elm</text>"), 0);
}

/* ---- two agents ------------------------------------------------------------------------------ */

static void of_many_intervals_the_first_are_written_and_that_there_are_more(void)
{
    static graze_interval all[25];
    char *text = NULL;
    size_t size = 0;
    begin();
    add_walkers(2);
    for (int i = 0; i < 25; i++)
        all[i] = (graze_interval){i, i + 0.5};
    const plot_diagram plot = {.agent_a = &seen.agents[0], .agent_b = &seen.agents[1],
                               .conflicts = all, .starts = all, .conflict_count = 25,
                               .start_count = 20};
    plot_canvas canvas = {.to = &plot_svg, .out = open_memstream(&text, &size)};
    CU_ASSERT_EQUAL(plot_diagram_draw(&canvas, &plot), GRAZE_OK);
    fclose(canvas.out);
    CU_ASSERT_EQUAL(count_of(text, "<g class=\"conflict-numbers\""), 20);
    CU_ASSERT_EQUAL(count_of(text, "<g class=\"start-numbers\""), 20);
    CU_ASSERT_EQUAL(count_of(text, ">and more</text>"), 1);
    CU_ASSERT_EQUAL(count_of(text, "and more."), 1);
    CU_ASSERT_EQUAL(count_of(text, ">a is parked</text>"), 1);
    free(text);
}

static void of_many_meetings_of_two_the_first_are_told(void)
{
    static graze_meeting all[MEETINGS];
    char *text = NULL;
    size_t size = 0;
    begin();
    add_walkers(2);
    for (int i = 0; i < MEETINGS; i++)
        all[i] = (graze_meeting){.verdict = GRAZE_GRAZE,
                                 .when = {i / 200.0, i / 200.0 + 0.001},
                                 .time = i / 200.0};
    plot_distance plot = {.a = &seen.agents[0], .b = &seen.agents[1], .meetings = all,
                          .meeting_count = MEETINGS};
    CU_ASSERT_EQUAL(graze_trajectory_clearance(&plot.a->body, &plot.a->trajectory, &plot.b->body,
                                               &plot.b->trajectory, &plot.approach),
                    GRAZE_OK);
    plot_canvas canvas = {.to = &plot_svg, .out = open_memstream(&text, &size)};
    CU_ASSERT_EQUAL(plot_distance_draw(&canvas, &plot), GRAZE_OK);
    fclose(canvas.out);
    CU_ASSERT_EQUAL(count_of(text, " A graze from"), 20);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, " And 1980 more."));
    CU_ASSERT_EQUAL(count_of(text, "<g class=\"graze\""), MEETINGS);
    free(text);
}

CU_TestInfo scene_tests[] = {
    SUPPORT_TEST(who_is_beyond_all_doubles_is_left_out_and_the_others_are_drawn),
    SUPPORT_TEST(who_is_never_there_has_no_place),
    SUPPORT_TEST(nobody_at_all_is_a_picture_too),
    SUPPORT_TEST(who_goes_on_for_ever_has_no_goal),
    SUPPORT_TEST(curves_bend_where_motions_do),
    SUPPORT_TEST(of_names_that_lie_on_each_other_five_are_written),
    SUPPORT_TEST(of_a_crowd_the_picture_says_how_many_pass_where),
    SUPPORT_TEST(a_crowd_is_drawn_on_roads_as_well),
    SUPPORT_TEST(of_many_meetings_the_marks_are_small_and_grazes_have_no_bodies),
    SUPPORT_TEST(a_frame_shows_who_is_there_and_what_goes_on),
    SUPPORT_TEST(who_waits_has_a_thin_bar),
    SUPPORT_TEST(rows_of_many_have_no_names),
    SUPPORT_TEST(of_many_intervals_the_first_are_written_and_that_there_are_more),
    SUPPORT_TEST(of_many_meetings_of_two_the_first_are_told),
    CU_TEST_INFO_NULL,
};
