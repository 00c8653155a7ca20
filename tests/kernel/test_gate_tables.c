/* SPDX-License-Identifier: MIT */
/* The doors of tables of collision intervals, as test_gate_rows.c knocks at the others. */
#include <graze.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/run.h"

static const graze_point places[] = {{0, 0}, {2, 0}, {4, 0}};
static const size_t first[] = {0, 1, 3, 4};
static const uint32_t targets[] = {1, 0, 2, 1}, nowhere[] = {1, 0, 9, 1};
static const graze_roadmap line = {3, places, first, targets};
static const graze_body_kind kind = {{.radius = 0.5}, 1, NULL};
static const graze_interval one = {-1, 1}, open = {-1, (double)NAN}, empty = {0.5, 0.5};

/* Answers, none of which is written when there is an error. */
static struct answers {
    graze_collision_table *table;
    graze_lattice lattice;
    graze_motion motion;
    graze_interval when;
    bool yes;
    size_t count, count_a, count_b;
    uint32_t a[4], b[4];
} x, before;

static void forget(void)
{
    memset(&x, 0x5a, sizeof x);
    x.count_a = x.count_b = 2;
    x.a[0] = x.b[1] = 0;
    x.a[1] = x.b[0] = 3;
    before = x;
}

#define ROW(wanted, call)                                                                          \
    do {                                                                                           \
        forget();                                                                                  \
        const graze_status status = call;                                                          \
        CU_ASSERT_TRUE(status == wanted && memcmp(&x, &before, sizeof x) == 0);                    \
        if (status != wanted)                                                                      \
            printf("\n [%s: %s] ", #call, graze_status_name(status));                              \
    } while (0)

#define NIL GRAZE_ERROR_NULL
#define NUMBER GRAZE_ERROR_INDEX
#define INTERVAL GRAZE_ERROR_INTERVAL
#define NAN_IS GRAZE_ERROR_NOT_FINITE

static void tables_are_made_of_roadmaps_bodies_and_speeds(void)
{
    const graze_roadmap lost = {3, places, first, nowhere}, bare = {3, places, NULL, targets};
    const graze_roadmap shorter = {2, places, first, targets};
    const graze_body_kind slow = {{.radius = 0.5}, 0, NULL}, thin = {{.radius = -1}, 1, NULL};
    const graze_body_kind other = {{.radius = 0.5}, 1, &shorter};
    ROW(NIL, graze_collision_table_new(NULL, &kind, 1, 0, NULL, &x.table));
    ROW(NIL, graze_collision_table_new(&bare, &kind, 1, 0, NULL, &x.table));
    ROW(NIL, graze_collision_table_new(&line, NULL, 1, 0, NULL, &x.table));
    ROW(NIL, graze_collision_table_new(&line, &kind, 1, 0, NULL, NULL));
    ROW(GRAZE_ERROR_EMPTY, graze_collision_table_new(&line, &kind, 0, 0, NULL, &x.table));
    ROW(GRAZE_ERROR_CAPACITY, graze_collision_table_new(&line, &kind, 4096, 0, NULL, &x.table));
    ROW(NUMBER, graze_collision_table_new(&lost, &kind, 1, 0, NULL, &x.table));
    ROW(NUMBER, graze_collision_table_new(&line, &other, 1, 0, NULL, &x.table));
    ROW(GRAZE_ERROR_SPEED, graze_collision_table_new(&line, &slow, 1, 0, NULL, &x.table));
    ROW(GRAZE_ERROR_NEGATIVE_RADIUS, graze_collision_table_new(&line, &thin, 1, 0, NULL, &x.table));
    ROW(GRAZE_ERROR_NEGATIVE_TOLERANCE,
        graze_collision_table_new(&line, &kind, 1, -1, NULL, &x.table));
    ROW(NAN_IS, graze_collision_table_new(&line, &kind, 1, (double)NAN, NULL, &x.table));
    graze_collision_table_free(NULL);
}

static void collision_intervals_are_of_what_a_table_holds(void)
{
    graze_collision_table *t = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_collision_table_new(&line, &kind, 1, 0, NULL, &t), GRAZE_OK);
    ROW(NIL, graze_collision_table_lattice(NULL, &x.lattice));
    ROW(NIL, graze_collision_table_lattice(t, NULL));
    ROW(NIL, graze_collision_table_motion(NULL, 0, 0, 0, &x.motion));
    ROW(NIL, graze_collision_table_motion(t, 0, 0, 0, NULL));
    ROW(NUMBER, graze_collision_table_motion(t, 1, 0, 0, &x.motion));
    ROW(NUMBER, graze_collision_table_motion(t, 0, 4, 0, &x.motion));
    ROW(NAN_IS, graze_collision_table_motion(t, 0, 0, HUGE_VAL, &x.motion));
    ROW(GRAZE_ERROR_LATTICE, graze_collision_table_motion(t, 0, 0, 0.1, &x.motion));
    ROW(GRAZE_ERROR_LATTICE, graze_collision_table_motion(t, 0, 0, 0x1p60, &x.motion));
    ROW(NIL, graze_collision_table_moves(NULL, 0, 0, 0, 1, &x.when, &x.yes));
    ROW(NIL, graze_collision_table_moves(t, 0, 0, 0, 1, NULL, &x.yes));
    ROW(NIL, graze_collision_table_moves(t, 0, 0, 0, 1, &x.when, NULL));
    ROW(NUMBER, graze_collision_table_moves(t, 0, 4, 0, 1, &x.when, &x.yes));
    ROW(NUMBER, graze_collision_table_moves(t, 0, 0, 1, 1, &x.when, &x.yes));
    ROW(NIL, graze_collision_table_stay(t, 0, 0, 0, 1, NULL, &x.yes));
    ROW(NUMBER, graze_collision_table_stay(t, 0, 3, 0, 1, &x.when, &x.yes));
    ROW(NUMBER, graze_collision_table_stay(t, 0, 0, 0, 4, &x.when, &x.yes));
    ROW(NIL, graze_collision_table_places(t, 0, 0, 0, 1, NULL));
    ROW(NUMBER, graze_collision_table_places(t, 0, 3, 0, 1, &x.yes));
    graze_collision_table_free(t);
}

static void bicliques_are_of_candidates_and_of_an_interval_with_times_inside(void)
{
    graze_collision_table *t = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_collision_table_new(&line, &kind, 1, 0, NULL, &t), GRAZE_OK);
    ROW(NIL, graze_collision_table_partners(NULL, 0, 0, &one, 0, x.a, 4, &x.count));
    ROW(NIL, graze_collision_table_partners(t, 0, 0, &one, 0, NULL, 4, &x.count));
    ROW(NIL, graze_collision_table_partners(t, 0, 0, &one, 0, x.a, 4, NULL));
    ROW(NUMBER, graze_collision_table_partners(t, 0, 4, &one, 0, x.a, 4, &x.count));
    ROW(NUMBER, graze_collision_table_partners(t, 0, 0, &one, 1, x.a, 4, &x.count));
    ROW(NAN_IS, graze_collision_table_partners(t, 0, 0, &open, 0, x.a, 4, &x.count));
    ROW(INTERVAL, graze_collision_table_partners(t, 0, 0, &empty, 0, x.a, 4, &x.count));
    ROW(GRAZE_ERROR_CAPACITY, graze_collision_table_partners(t, 0, 0, NULL, 0, NULL, 0, &x.count));
    ROW(NIL,
        graze_collision_table_biclique(t, NULL, 0, x.a, &x.count_a, 0, x.b, &x.count_b, &x.when));
    ROW(NIL,
        graze_collision_table_biclique(t, &one, 0, NULL, &x.count_a, 0, x.b, &x.count_b, &x.when));
    ROW(NIL, graze_collision_table_biclique(t, &one, 0, x.a, &x.count_a, 0, x.b, &x.count_b, NULL));
    ROW(GRAZE_ERROR_EMPTY,
        graze_collision_table_biclique(t, &one, 0, x.a, &(size_t){0}, 0, x.b, &x.count_b, &x.when));
    ROW(NUMBER,
        graze_collision_table_biclique(t, &one, 1, x.a, &x.count_a, 0, x.b, &x.count_b, &x.when));
    ROW(NUMBER,
        graze_collision_table_biclique(t, &one, 0, x.a, &(size_t){4}, 0, x.b, &x.count_b, &x.when));
    ROW(NAN_IS,
        graze_collision_table_biclique(t, &open, 0, x.a, &x.count_a, 0, x.b, &x.count_b, &x.when));
    ROW(INTERVAL,
        graze_collision_table_biclique(t, &empty, 0, x.a, &x.count_a, 0, x.b, &x.count_b, &x.when));
    graze_collision_table_free(t);
}

static void lifelong_plans_are_of_a_problem_and_of_what_is_asked(void)
{
    graze_lifelong *all = NULL;
    graze_lifelong_agent seen = {.goals = 7};
    graze_solution solution;
    const graze_lifelong_options how = {.replan = 1, .horizon = 2};
    const graze_problem none = {NULL, NULL, 0, 0};
    CU_ASSERT_EQUAL(graze_lifelong_new(NULL, &how, NULL, &all), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_lifelong_new(&none, NULL, NULL, &all), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_lifelong_new(&none, &how, NULL, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_lifelong_new(&none, &how, NULL, &all), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_lifelong_add_goal(NULL, 0, 0), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_lifelong_advance(NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_lifelong_look(NULL, 0, &seen), GRAZE_ERROR_NULL);
    CU_ASSERT_TRUE(isnan(graze_lifelong_now(NULL)));
    CU_ASSERT_EQUAL(graze_lifelong_finish(NULL, &solution), GRAZE_ERROR_NULL);
    graze_lifelong_free(NULL);
    CU_ASSERT_PTR_NULL(all);
    CU_ASSERT_EQUAL(seen.goals, 7);
}

static void plans_are_retimed_by_bodies_paths_and_limits(void)
{
    const graze_body disc = {.radius = 0.5};
    const graze_trajectory path = {.count = 0}, hollow = {.count = 1};
    const graze_drive_limits fine = {1, 1, 1, 1, NULL, 0}, lame = {1, 1, 0, 1, NULL, 0};
    const graze_retime_options how = {.tolerance = 0}, open_how = {.tolerance = (double)NAN};
    graze_retiming answer = {.tick = 7};
    struct {
        graze_status wanted, got;
    } rows[] = {
        {NIL, graze_retime(NULL, &path, 1, &fine, &how, NULL, &answer)},
        {NIL, graze_retime(&disc, NULL, 1, &fine, &how, NULL, &answer)},
        {NIL, graze_retime(&disc, &path, 1, NULL, &how, NULL, &answer)},
        {NIL, graze_retime(&disc, &path, 1, &fine, NULL, NULL, &answer)},
        {NIL, graze_retime(&disc, &path, 1, &fine, &how, NULL, NULL)},
        {NIL, graze_retime(&disc, &hollow, 1, &fine, &how, NULL, &answer)},
        {NAN_IS, graze_retime(&disc, &path, 1, &fine, &open_how, NULL, &answer)},
        {GRAZE_ERROR_SPEED, graze_retime(&disc, &path, 1, &lame, &how, NULL, &answer)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CU_ASSERT_EQUAL(rows[i].got, rows[i].wanted);
    CU_ASSERT_EQUAL(answer.tick, 7);
    graze_retiming_free(NULL, NULL);
}

CU_TestInfo gate_table_tests[] = {
    SUPPORT_TEST(tables_are_made_of_roadmaps_bodies_and_speeds),
    SUPPORT_TEST(collision_intervals_are_of_what_a_table_holds),
    SUPPORT_TEST(bicliques_are_of_candidates_and_of_an_interval_with_times_inside),
    SUPPORT_TEST(lifelong_plans_are_of_a_problem_and_of_what_is_asked),
    SUPPORT_TEST(plans_are_retimed_by_bodies_paths_and_limits),
    CU_TEST_INFO_NULL,
};
