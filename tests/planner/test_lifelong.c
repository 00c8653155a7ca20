/* SPDX-License-Identifier: MIT */
/* Lifelong planning: goals one after the other, windows, and the plan of them all. */
#include <graze/lifelong.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "instance.h"
#include "support/run.h"

enum { SIDE = 8, AGENTS = 10, GOALS = 12 };

static const graze_lifelong_options usual = {.replan = 3, .horizon = 9, .seed = 1};

static void make_line(instance *made, uint32_t count)
{
    graze_point places[INSTANCE_VERTICES];
    instance_edge edges[INSTANCE_VERTICES];
    for (uint32_t v = 0; v < count; v++) {
        places[v] = (graze_point){v, 0};
        edges[v] = (instance_edge){v, v + 1};
    }
    instance_make_both(made, count, places, count - 1, edges);
}

/* A field of SIDE x SIDE vertices, with AGENTS along its rows. */
static void make_field(instance *made)
{
    graze_point places[SIDE * SIDE];
    instance_edge edges[2 * SIDE * (SIDE - 1)];
    size_t count = 0;
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        places[v] = (graze_point){v % SIDE, v / SIDE};
        if (v % SIDE + 1 < SIDE)
            edges[count++] = (instance_edge){v, v + 1};
        if (v + SIDE < SIDE * SIDE)
            edges[count++] = (instance_edge){v, v + SIDE};
    }
    instance_make_both(made, SIDE * SIDE, places, count, edges);
    for (uint32_t i = 0; i < AGENTS; i++)
        instance_task(made, 3 * i, 0, 0.35);
}

static graze_lifelong *begin(const instance *made, const graze_lifelong_options *options)
{
    graze_lifelong *all = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_lifelong_new(&made->problem, options, NULL, &all), GRAZE_OK);
    return all;
}

static size_t made_by(const graze_lifelong *all, size_t agent)
{
    graze_lifelong_agent seen;
    CU_ASSERT_EQUAL(graze_lifelong_look(all, agent, &seen), GRAZE_OK);
    return seen.made;
}

/* Asks the kernel about each two motions. */
static bool is_free_of_conflicts(const instance *made, const graze_solution *s)
{
    bool conflict = false;
    for (size_t a = 0; a < made->problem.task_count; a++)
        for (size_t b = a + 1; b < made->problem.task_count; b++)
            for (size_t i = 0; i < s->trajectories[a].count; i++)
                for (size_t j = 0; j < s->trajectories[b].count && !conflict; j++) {
                    const graze_body p = {.radius = made->tasks[a].radius};
                    const graze_body q = {.radius = made->tasks[b].radius};
                    CU_ASSERT_EQUAL(graze_conflict_exists(&p, &s->trajectories[a].motions[i], &q,
                                                          &s->trajectories[b].motions[j],
                                                          made->problem.tolerance, &conflict),
                                    GRAZE_OK);
                }
    return !conflict;
}

static void check_finish(graze_lifelong *all, const instance *made)
{
    graze_solution s;
    CU_ASSERT_EQUAL_FATAL(graze_lifelong_finish(all, &s), GRAZE_OK);
    CU_ASSERT_EQUAL(s.outcome, GRAZE_PLAN_FOUND);
    CU_ASSERT_TRUE(is_free_of_conflicts(made, &s));
    for (size_t a = 0; a < made->problem.task_count; a++) {
        const graze_trajectory *t = &s.trajectories[a];
        CU_ASSERT_EQUAL(t->motions[0].start, 0);
        CU_ASSERT_TRUE(isinf(t->motions[t->count - 1].duration));
    }
    graze_solution_free(&s, NULL);
}

/* ---- one agent, two agents ---------------------------------------------------------- */

static void test_goals_are_made_in_order(void)
{
    instance made;
    make_line(&made, 10);
    instance_task(&made, 0, 0, 0.3);
    graze_lifelong *all = begin(&made, &usual);
    const uint32_t goals[] = {0, 4, 2, 2, 9};
    const double when[] = {0, 4, 6, 6, 13};
    for (size_t i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, 0, goals[i]), GRAZE_OK);
    for (int k = 1; k <= 5; k++) {
        CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
        CU_ASSERT_EQUAL(graze_lifelong_now(all), 3 * k);
    }
    graze_lifelong_agent seen;
    CU_ASSERT_EQUAL(graze_lifelong_look(all, 0, &seen), GRAZE_OK);
    CU_ASSERT_EQUAL(seen.goals, 5);
    CU_ASSERT_EQUAL_FATAL(seen.made, 5);
    for (size_t i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(seen.made_at[i], when[i]);
    CU_ASSERT_EQUAL(seen.vertex, 9);
    CU_ASSERT_EQUAL(seen.since, 15);
    check_finish(all, &made);
    graze_lifelong_free(all);
}

/* A move of 4 seconds lasts beyond a window of 3. */
static void test_moves_last_beyond_a_window(void)
{
    instance made;
    make_line(&made, 5);
    instance_task(&made, 0, 0, 0.3);
    made.tasks[0].speed = 0.25;
    graze_lifelong *all = begin(&made, &usual);
    CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, 0, 3), GRAZE_OK);
    graze_lifelong_agent seen;
    CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_lifelong_look(all, 0, &seen), GRAZE_OK);
    CU_ASSERT_EQUAL(seen.vertex, 1);
    CU_ASSERT_EQUAL(seen.since, 4);
    for (int k = 0; k < 4; k++)
        CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_lifelong_look(all, 0, &seen), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(seen.made, 1);
    CU_ASSERT_EQUAL(seen.made_at[0], 12);
    check_finish(all, &made);
    graze_lifelong_free(all);
}

/* Two that meet in a corridor with an alcove change places, again and again. */
static void test_agents_give_way(void)
{
    instance made;
    graze_point places[6] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {2, 1}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}};
    instance_make_both(&made, 6, places, 5, edges);
    instance_task(&made, 0, 0, 0.35);
    instance_task(&made, 4, 0, 0.35);
    graze_lifelong *all = begin(&made, &usual);
    for (int i = 0; i < 6; i++)
        for (size_t a = 0; a < 2; a++)
            CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, a, (i + (int)a) % 2 == 0 ? 4 : 0),
                            GRAZE_OK);
    for (int k = 0; k < 30 && made_by(all, 0) + made_by(all, 1) < 12; k++)
        CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    CU_ASSERT_EQUAL(made_by(all, 0), 6);
    CU_ASSERT_EQUAL(made_by(all, 1), 6);
    check_finish(all, &made);
    graze_lifelong_free(all);
}

/* One who rests on another's way, and has no goal, goes out of it. */
static void test_idle_agents_give_way(void)
{
    instance made;
    graze_point places[5] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {2, 1}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {2, 4}};
    instance_make_both(&made, 5, places, 4, edges);
    instance_task(&made, 0, 0, 0.35);
    instance_task(&made, 2, 0, 0.35);
    graze_lifelong *all = begin(&made, &usual);
    CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, 0, 3), GRAZE_OK);
    for (int k = 0; k < 4; k++)
        CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    CU_ASSERT_EQUAL(made_by(all, 0), 1);
    check_finish(all, &made);
    graze_lifelong_free(all);
}

static void test_a_goal_out_of_reach_is_never_made(void)
{
    instance made;
    const graze_point places[] = {{0, 0}, {1, 0}, {5, 0}};
    const instance_edge edges[] = {{0, 1}};
    instance_make_both(&made, 3, places, 1, edges);
    instance_task(&made, 0, 0, 0.3);
    graze_lifelong *all = begin(&made, &usual);
    const uint32_t goals[] = {1, 2, 0};
    for (size_t i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, 0, goals[i]), GRAZE_OK);
    for (int k = 0; k < 4; k++)
        CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    CU_ASSERT_EQUAL(made_by(all, 0), 1);
    check_finish(all, &made);
    graze_lifelong_free(all);
}

/* Does anybody move to a place? */
static bool goes_to(const graze_trajectory *t, graze_point place)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->motions[i].to.x == place.x && t->motions[i].to.y == place.y)
            return true;
    return false;
}

/* From vertex 6 nobody comes back, and the second agent must not take the alcove. */
static void test_dead_ends_and_forbidden_moves_are_left_out(void)
{
    instance made, without;
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {2, 1}, {2, -1}};
    const instance_edge edges[] = {{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}, {3, 2},
                                   {3, 4}, {4, 3}, {2, 6}, {2, 5}, {5, 2}};
    graze_solution s;
    instance_make(&made, 7, places, 11, edges);
    instance_make(&without, 7, places, 9, edges);
    instance_task(&made, 0, 0, 0.35);
    instance_task(&made, 4, 0, 0.35);
    made.tasks[1].moves = &without.roadmap;
    graze_lifelong *all = begin(&made, &usual);
    CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, 0, 4), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, 1, 0), GRAZE_OK);
    for (int k = 0; k < 10; k++)
        CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    CU_ASSERT_EQUAL(made_by(all, 0), 1);
    CU_ASSERT_EQUAL(made_by(all, 1), 1);
    CU_ASSERT_EQUAL_FATAL(graze_lifelong_finish(all, &s), GRAZE_OK);
    CU_ASSERT_TRUE(goes_to(&s.trajectories[0], places[5]));
    CU_ASSERT_FALSE(goes_to(&s.trajectories[1], places[5]));
    CU_ASSERT_FALSE(goes_to(&s.trajectories[0], places[6]));
    graze_solution_free(&s, NULL);
    check_finish(all, &made);
    graze_lifelong_free(all);
}

/* ---- many --------------------------------------------------------------------------- */

static graze_lifelong *run_field(instance *made, const graze_lifelong_options *options,
                                 bool mixed, int windows)
{
    uint64_t seed = 5;
    make_field(made);
    for (size_t a = 0; a < AGENTS && mixed; a++) {
        made->tasks[a].speed = 1 / (1.0 + (double)(a % 5));
        made->tasks[a].radius = a % 2 == 0 ? 0.35 : 0.2;
    }
    graze_lifelong *all = begin(made, options);
    for (size_t a = 0; a < AGENTS; a++)
        for (int i = 0; i < GOALS; i++)
            CU_ASSERT_EQUAL(
                graze_lifelong_add_goal(all, a, (uint32_t)(instance_random(&seed) % (SIDE * SIDE))),
                GRAZE_OK);
    for (int k = 0; k < windows; k++)
        CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    return all;
}

static void test_a_crowd_makes_its_goals(void)
{
    for (int mixed = 0; mixed < 2; mixed++) {
        instance made;
        graze_lifelong *all = run_field(&made, &usual, mixed, mixed ? 200 : 40);
        for (size_t a = 0; a < AGENTS; a++)
            CU_ASSERT_EQUAL(made_by(all, a), GOALS);
        check_finish(all, &made);
        graze_lifelong_free(all);
    }
}

static bool same_motions(const graze_trajectory *a, const graze_trajectory *b, double until)
{
    for (size_t i = 0; i < a->count && a->motions[i].start < until; i++)
        if (i >= b->count || a->motions[i].start != b->motions[i].start ||
            a->motions[i].position.x != b->motions[i].position.x ||
            a->motions[i].position.y != b->motions[i].position.y)
            return false;
    return true;
}

/* What was committed stays, whatever comes behind it. */
static void test_what_is_committed_is_kept(void)
{
    instance made;
    graze_solution before, after;
    graze_lifelong *all = run_field(&made, &usual, true, 5);
    for (int k = 0; k < 10; k++) {
        double now = graze_lifelong_now(all);
        CU_ASSERT_EQUAL_FATAL(graze_lifelong_finish(all, &before), GRAZE_OK);
        CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(graze_lifelong_finish(all, &after), GRAZE_OK);
        for (size_t a = 0; a < AGENTS; a++)
            CU_ASSERT_TRUE(same_motions(&before.trajectories[a], &after.trajectories[a], now));
        graze_solution_free(&before, NULL);
        graze_solution_free(&after, NULL);
    }
    graze_lifelong_free(all);
}

static void test_the_same_again(void)
{
    instance made;
    graze_solution one, two;
    graze_lifelong *first = run_field(&made, &usual, true, 20);
    graze_lifelong *second = run_field(&made, &usual, true, 20);
    CU_ASSERT_EQUAL_FATAL(graze_lifelong_finish(first, &one), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_lifelong_finish(second, &two), GRAZE_OK);
    for (size_t a = 0; a < AGENTS; a++)
        CU_ASSERT_TRUE(same_motions(&one.trajectories[a], &two.trajectories[a], HUGE_VAL));
    graze_solution_free(&one, NULL);
    graze_solution_free(&two, NULL);
    graze_lifelong_free(first);
    graze_lifelong_free(second);
}

/* ---- statuses ----------------------------------------------------------------------- */

static bool count_down(void *context)
{
    int *left = context;
    return --*left > 0;
}

/* At whatever call. */
static void check_stop(int left)
{
    instance made;
    graze_lifelong_options options = usual;
    options.go_on = count_down;
    options.context = &left;
    make_field(&made);
    graze_lifelong *all = begin(&made, &options);
    for (size_t a = 0; a < AGENTS; a++)
        CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, a, 63 - (uint32_t)a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_ERROR_STOPPED);
    CU_ASSERT_EQUAL(graze_lifelong_now(all), 0);
    check_finish(all, &made);
    left = 1 << 30;
    for (int k = 0; k < 12; k++)
        CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    for (size_t a = 0; a < AGENTS; a++)
        CU_ASSERT_EQUAL(made_by(all, a), 1);
    graze_lifelong_free(all);
}

static void test_a_stop_commits_nothing(void)
{
    for (int left = 1; left <= 2 * AGENTS; left++)
        check_stop(left);
}

/* A window that has nothing to look for can be stopped, too, and then begun again. */
static void test_idle_windows_can_be_stopped(void)
{
    instance made;
    int left = 2;
    graze_lifelong_options options = usual;
    options.go_on = count_down;
    options.context = &left;
    make_line(&made, 4);
    instance_task(&made, 0, 0, 0.3);
    graze_lifelong *all = begin(&made, &options);
    CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_ERROR_STOPPED);
    CU_ASSERT_EQUAL(graze_lifelong_now(all), 3);
    graze_lifelong_free(all);
}

static double left_of(const graze_lifelong *all)
{
    graze_lifelong_agent seen;
    CU_ASSERT_EQUAL(graze_lifelong_look(all, 0, &seen), GRAZE_OK);
    return seen.left;
}

static void test_what_is_left_to_a_goal(void)
{
    instance made;
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {9, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
    instance_make_both(&made, 6, places, 4, edges);
    instance_task(&made, 0, 0, 0.3);
    graze_lifelong *all = begin(&made, &usual);
    CU_ASSERT_EQUAL(left_of(all), 0);
    CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, 0, 4), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, 0, 5), GRAZE_OK);
    CU_ASSERT_EQUAL(left_of(all), HUGE_VAL);
    CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    CU_ASSERT_EQUAL(left_of(all), 1);
    CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    CU_ASSERT_EQUAL(made_by(all, 0), 1);
    CU_ASSERT_EQUAL(left_of(all), HUGE_VAL);
    graze_lifelong_free(all);
}

static graze_status try_options(const instance *made, double replan, double horizon)
{
    const graze_lifelong_options options = {.replan = replan, .horizon = horizon};
    graze_lifelong *all = NULL;
    graze_status status = graze_lifelong_new(&made->problem, &options, NULL, &all);
    CU_ASSERT_PTR_NULL(all);
    return status;
}

static void test_what_is_refused(void)
{
    instance made;
    make_line(&made, 4);
    instance_task(&made, 0, 0, 0.3);
    instance_task(&made, 1, 0, 0.3);
    CU_ASSERT_EQUAL(try_options(&made, 0, 5), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(try_options(&made, 5, 4), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(try_options(&made, 5, INFINITY), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(try_options(&made, 5, 5000), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(try_options(&made, NAN, 5), GRAZE_ERROR_CHOICE);
    made.tasks[1].radius = 0.8;
    CU_ASSERT_EQUAL(try_options(&made, 3, 9), GRAZE_ERROR_CONFLICT);
    made.tasks[1].radius = -1;
    CU_ASSERT_EQUAL(try_options(&made, 3, 9), GRAZE_ERROR_NEGATIVE_RADIUS);
    made.tasks[1].radius = 0.3;
    graze_lifelong *all = begin(&made, &usual);
    CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, 2, 0), GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_lifelong_add_goal(all, 0, 4), GRAZE_ERROR_INDEX);
    graze_lifelong_agent seen;
    CU_ASSERT_EQUAL(graze_lifelong_look(all, 2, &seen), GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_lifelong_look(all, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_lifelong_finish(all, NULL), GRAZE_ERROR_NULL);
    graze_lifelong_free(all);
}

/* Robots would be under way at the end of a window. */
static void test_robots_are_refused(void)
{
    instance made;
    make_line(&made, 4);
    instance_task(&made, 0, 0, 0.3);
    instance_task(&made, 2, 0, 0.3);
    made.tasks[1].acceleration = 1;
    CU_ASSERT_EQUAL(try_options(&made, 3, 9), GRAZE_ERROR_UNSUPPORTED);
    made.tasks[1].acceleration = 0;
    made.tasks[1].turn_rate = 1;
    CU_ASSERT_EQUAL(try_options(&made, 3, 9), GRAZE_ERROR_UNSUPPORTED);
}

static void test_too_many_kinds_are_refused(void)
{
    enum { KINDS = 4096 };
    const graze_lifelong_options options = {.replan = 3, .horizon = 9};
    instance made;
    graze_lifelong *all = NULL;
    graze_task *tasks = calloc(KINDS, sizeof *tasks);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tasks);
    make_line(&made, 4);
    for (int i = 0; i < KINDS; i++)
        tasks[i] = (graze_task){.radius = 0.25, .speed = 1 + i};
    const graze_problem problem = {&made.roadmap, tasks, KINDS, 0};
    CU_ASSERT_EQUAL(graze_lifelong_new(&problem, &options, NULL, &all), GRAZE_ERROR_CAPACITY);
    CU_ASSERT_PTR_NULL(all);
    free(tasks);
}

/* The time grid ends after 4096 of the longest moves. */
static void test_time_ends(void)
{
    instance made;
    make_line(&made, 3);
    instance_task(&made, 0, 0, 0.3);
    const graze_lifelong_options options = {.replan = 1500, .horizon = 1500};
    graze_lifelong *all = begin(&made, &options);
    CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_lifelong_advance(all), GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(graze_lifelong_now(all), 3000);
    graze_lifelong_free(all);
}

CU_TestInfo lifelong_tests[] = {
    {"lifelong: goals are made in order", test_goals_are_made_in_order},
    {"lifelong: moves last beyond a window", test_moves_last_beyond_a_window},
    {"lifelong: agents give way", test_agents_give_way},
    {"lifelong: idle agents give way", test_idle_agents_give_way},
    {"lifelong: a goal out of reach is never made", test_a_goal_out_of_reach_is_never_made},
    {"lifelong: dead ends and forbidden moves are left out",
     test_dead_ends_and_forbidden_moves_are_left_out},
    {"lifelong: a crowd makes its goals", test_a_crowd_makes_its_goals},
    {"lifelong: what is committed is kept", test_what_is_committed_is_kept},
    {"lifelong: the same again", test_the_same_again},
    {"lifelong: a stop commits nothing", test_a_stop_commits_nothing},
    {"lifelong: idle windows can be stopped", test_idle_windows_can_be_stopped},
    {"lifelong: what is left to a goal", test_what_is_left_to_a_goal},
    {"lifelong: what is refused", test_what_is_refused},
    {"lifelong: robots are refused", test_robots_are_refused},
    {"lifelong: too many kinds are refused", test_too_many_kinds_are_refused},
    {"lifelong: time ends", test_time_ends},
    CU_TEST_INFO_NULL,
};
