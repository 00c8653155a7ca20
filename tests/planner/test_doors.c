/* SPDX-License-Identifier: MIT */
/* The doors of problems, tables, splits and lattices refuse each missing pointer, and each number
 * that is none, one at a time. */
#include <graze/collision_table.h>
#include <graze/split.h>
#include <math.h>
#include <stddef.h>

#include "instance.h"
#include "planner/collision_intervals.h"
#include "support/run.h"

#define REFUSES(wanted, call) CU_ASSERT_EQUAL(call, GRAZE_ERROR_##wanted)

/* A line of three places. */
static void make_line(instance *made)
{
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}};
    const instance_edge edges[] = {{0, 1}, {1, 2}};
    instance_make_both(made, 3, places, 2, edges);
    instance_task(made, 0, 2, 0.25);
}

static void a_roadmap_has_all_of_its_arrays(void)
{
    instance made;
    graze_solution solution;
    graze_lattice lattice;
    for (int missing = 0; missing < 3; missing++) {
        make_line(&made);
        if (missing == 0)
            made.roadmap.places = NULL;
        if (missing == 1)
            made.roadmap.first = NULL;
        if (missing == 2)
            made.roadmap.targets = NULL;
        REFUSES(NULL, graze_solve(&made.problem, NULL, NULL, &solution));
        REFUSES(NULL, graze_lattice_for_roadmap(&made.roadmap, 1, &lattice));
    }
    make_line(&made);
    graze_roadmap fewer = made.roadmap;
    fewer.vertex_count = 2;
    made.tasks[0].moves = &fewer;
    REFUSES(INDEX, graze_solve(&made.problem, NULL, NULL, &solution));
    for (int axis = 0; axis < 2; axis++) {
        make_line(&made);
        *(axis == 0 ? &made.places[1].x : &made.places[1].y) = NAN;
        REFUSES(NOT_FINITE, graze_lattice_for_roadmap(&made.roadmap, 1, &lattice));
    }
    const graze_roadmap none = {0, NULL, NULL, NULL};
    CU_ASSERT_EQUAL(graze_lattice_for_roadmap(&none, 1, &lattice), GRAZE_OK);
}

static void a_problem_has_no_more_edges_and_kinds_than_are_numbered(void)
{
    enum { TASKS = COLLISION_KINDS_MAX + 1 };
    static graze_task tasks[TASKS];
    instance made;
    graze_solution solution;
    make_line(&made);
    made.first[3] = UINT32_MAX;
    REFUSES(CAPACITY, graze_solve(&made.problem, NULL, NULL, &solution));
    make_line(&made);
    for (int i = 0; i < TASKS; i++)
        tasks[i] = (graze_task){.radius = 0.25, .speed = 1 + i, .start = 0, .goal = 2};
    const graze_problem problem = {&made.roadmap, tasks, TASKS, 0};
    REFUSES(CAPACITY, graze_solve(&problem, NULL, NULL, &solution));
    static graze_task many[65536];
    graze_problem crowd = {&made.roadmap, many, 65535, 0};
    REFUSES(NEGATIVE_RADIUS, graze_solve(&crowd, NULL, NULL, &solution));
    crowd.task_count++;
    REFUSES(CAPACITY, graze_solve(&crowd, NULL, NULL, &solution));
    REFUSES(CHOICE, graze_solve(&made.problem, &(graze_solve_options){.suboptimality = INFINITY},
                                NULL, &solution));
}

/* Two kinds, of which the second may not make the first move. */
typedef struct ends {
    instance made, less;
    graze_collision_table *table;
} ends;

static void open_table(ends *e)
{
    const graze_point places[] = {{0, 0}, {1, 0}, {2, 0}};
    const instance_edge some[] = {{1, 0}, {1, 2}, {2, 1}};
    make_line(&e->made);
    instance_make(&e->less, 3, places, 3, some);
    const graze_body_kind kinds[] = {{{.radius = 0.25}, 1, NULL},
                                     {{.radius = 0.25}, 1, &e->less.roadmap}};
    CU_ASSERT_EQUAL_FATAL(graze_collision_table_new(&e->made.roadmap, kinds, 2, 0, NULL, &e->table),
                          GRAZE_OK);
}

static void a_table_refuses_what_it_does_not_have(void)
{
    ends e;
    open_table(&e);
    graze_collision_table *t = e.table;
    graze_interval when = {-1, 1};
    bool is = false;
    graze_motion motion;
    REFUSES(NULL, graze_collision_table_moves(NULL, 0, 0, 0, 0, &when, &is));
    REFUSES(NULL, graze_collision_table_moves(t, 0, 0, 0, 0, NULL, &is));
    REFUSES(NULL, graze_collision_table_moves(t, 0, 0, 0, 0, &when, NULL));
    REFUSES(INDEX, graze_collision_table_moves(t, 2, 0, 0, 0, &when, &is));
    REFUSES(INDEX, graze_collision_table_moves(t, 0, 4, 0, 0, &when, &is));
    REFUSES(INDEX, graze_collision_table_moves(t, 0, 0, 2, 0, &when, &is));
    REFUSES(NULL, graze_collision_table_stay(NULL, 0, 0, 0, 0, &when, &is));
    REFUSES(NULL, graze_collision_table_stay(t, 0, 0, 0, 0, NULL, &is));
    REFUSES(NULL, graze_collision_table_stay(t, 0, 0, 0, 0, &when, NULL));
    REFUSES(INDEX, graze_collision_table_stay(t, 2, 0, 0, 0, &when, &is));
    REFUSES(INDEX, graze_collision_table_stay(t, 0, 3, 0, 0, &when, &is));
    REFUSES(NULL, graze_collision_table_places(NULL, 0, 0, 0, 0, &is));
    REFUSES(NULL, graze_collision_table_places(t, 0, 0, 0, 0, NULL));
    REFUSES(INDEX, graze_collision_table_places(t, 0, 0, 2, 0, &is));
    REFUSES(INDEX, graze_collision_table_places(t, 0, 0, 0, 3, &is));
    is = true;
    CU_ASSERT_EQUAL(graze_collision_table_moves(t, 1, 0, 0, 0, &when, &is), GRAZE_OK);
    CU_ASSERT_FALSE(is); /* it may not make the move */
    CU_ASSERT_EQUAL(when.lower, -1);
    REFUSES(UNSUPPORTED, graze_collision_table_motion(t, 1, 0, 0, &motion));
    REFUSES(NOT_FINITE, graze_collision_table_motion(t, 0, 0, NAN, &motion));
    REFUSES(LATTICE, graze_collision_table_motion(t, 0, 0, 0x1p-60, &motion));
    REFUSES(LATTICE, graze_collision_table_motion(t, 0, 0, 4095.5, &motion));
    CU_ASSERT_EQUAL(graze_collision_table_motion(t, 0, 0, 4094.5, &motion), GRAZE_OK);
    graze_collision_table_free(t);
}

static void partners_fill_the_room_that_there_is(void)
{
    ends e;
    open_table(&e);
    uint32_t edges[4];
    size_t count = 0, again = 0;
    CU_ASSERT_EQUAL(graze_collision_table_partners(e.table, 0, 0, NULL, 0, edges, 4, &count),
                    GRAZE_OK);
    CU_ASSERT_TRUE_FATAL(count > 1 && count <= 4);
    CU_ASSERT_EQUAL(graze_collision_table_partners(e.table, 0, 0, NULL, 0, edges, count, &again),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(again, count);
    REFUSES(CAPACITY,
            graze_collision_table_partners(e.table, 0, 0, NULL, 0, edges, count - 1, &again));
    graze_collision_table_free(e.table);
}

static void a_biclique_refuses_each_missing_pointer_and_number(void)
{
    ends e;
    open_table(&e);
    graze_interval wide = {-1, 1}, common = {0, 0};
    for (int missing = 0; missing < 7; missing++) {
        uint32_t a[] = {0}, b[] = {0};
        size_t count_a = 1, count_b = 1;
        REFUSES(NULL, graze_collision_table_biclique(
                          missing == 0 ? NULL : e.table, missing == 1 ? NULL : &wide, 0,
                          missing == 2 ? NULL : a, missing == 3 ? NULL : &count_a, 0,
                          missing == 4 ? NULL : b, missing == 5 ? NULL : &count_b,
                          missing == 6 ? NULL : &common));
    }
    for (int side = 0; side < 2; side++) {
        uint32_t a[] = {0}, b[] = {0};
        size_t count_a = side == 0 ? 0 : 1, count_b = side == 1 ? 0 : 1;
        REFUSES(EMPTY, graze_collision_table_biclique(e.table, &wide, 0, a, &count_a, 0, b,
                                                      &count_b, &common));
        count_a = count_b = 1;
        (side == 0 ? a : b)[0] = 4;
        REFUSES(INDEX, graze_collision_table_biclique(e.table, &wide, 0, a, &count_a, 0, b,
                                                      &count_b, &common));
        (side == 0 ? a : b)[0] = 0;
        graze_interval wrong = wide;
        *(side == 0 ? &wrong.lower : &wrong.upper) = NAN;
        REFUSES(NOT_FINITE, graze_collision_table_biclique(e.table, &wrong, 0, a, &count_a, 0, b,
                                                           &count_b, &common));
    }
    graze_collision_table_free(e.table);
}

static void a_split_refuses_each_missing_pointer(void)
{
    graze_lattice lattice;
    graze_motion motion, late, slanted;
    graze_constraint constraints[2];
    const graze_body body = {.radius = 0.25};
    static max_align_t memory[1 << 18];
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    bool is;
    CU_ASSERT_EQUAL(graze_lattice_for(1, &lattice), GRAZE_OK);
    CU_ASSERT_EQUAL(
        graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0}, 0, 1, &motion),
        GRAZE_OK);
    for (int missing = 0; missing < 7; missing++)
        REFUSES(NULL,
                graze_conflict_split(missing == 0 ? NULL : &lattice, missing == 1 ? NULL : &body,
                                     missing == 2 ? NULL : &motion, missing == 3 ? NULL : &body,
                                     missing == 4 ? NULL : &motion, 0, GRAZE_SPLIT_PLAIN, NULL,
                                     missing == 5 ? NULL : constraints, missing == 6 ? NULL : &is));
    /* A stay whose end is between lattice times, by a tail alone. */
    CU_ASSERT_EQUAL(
        graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){0, 0, 0}, 0, 1, &late),
        GRAZE_OK);
    late.duration_tail = 0x1p-80;
    REFUSES(LATTICE, graze_conflict_split(&lattice, &body, &late, &body, &motion, 0,
                                          GRAZE_SPLIT_PLAIN, NULL, constraints, &is));
    /* Up and down is no stay: it has a form of its own in space. */
    for (int k = 0; k < 3; k++) {
        const graze_vector none = {0, 0, 0}, up = {0, 0, 1};
        CU_ASSERT_EQUAL(k == 0 ? graze_motion_waypoint(none, up, 0, 1, &slanted)
                               : graze_motion_kinematic(none, k == 1 ? up : none,
                                                        k == 2 ? up : none, 0, 1, &slanted),
                        GRAZE_OK);
        is = false;
        CU_ASSERT_EQUAL(graze_conflict_split(&lattice, &body, &slanted, &body, &motion, 0,
                                             GRAZE_SPLIT_PLAIN, &workspace, constraints, &is),
                        GRAZE_OK);
        CU_ASSERT_TRUE(is);
        CU_ASSERT_EQUAL(constraints[0].form, GRAZE_NOT_START);
    }
}

static void a_lattice_refuses_each_number_that_is_none(void)
{
    graze_lattice lattice;
    double time = 7;
    graze_interval widened;
    CU_ASSERT_EQUAL(graze_lattice_for(1, &lattice), GRAZE_OK);
    for (int number = 0; number < 4; number++) {
        double at[4] = {0, 0, 1, 1};
        at[number] = number % 2 == 0 ? NAN : INFINITY;
        REFUSES(NOT_FINITE, graze_lattice_duration(&lattice, (graze_point){at[0], at[1]},
                                                   (graze_point){at[2], at[3]}, 1, &time));
    }
    REFUSES(NOT_FINITE, graze_lattice_widen(&lattice, (graze_interval){0, NAN}, &widened));
    REFUSES(NOT_FINITE, graze_lattice_widen(&lattice, (graze_interval){NAN, 0}, &widened));
    REFUSES(NOT_FINITE, graze_lattice_earliest_within(&lattice, NULL, 0, INFINITY, &time));
    REFUSES(NOT_FINITE, graze_lattice_earliest_within(&lattice, NULL, 0, NAN, &time));
    REFUSES(NULL, graze_lattice_earliest_within(&lattice, NULL, 1, 0, &time));
    REFUSES(NULL, graze_lattice_earliest_safe(&lattice, NULL, 1, 0, &time));
    CU_ASSERT_EQUAL(time, 7);
    CU_ASSERT_EQUAL(graze_lattice_earliest_within(&lattice, NULL, 0, 0, &time), GRAZE_OK);
    CU_ASSERT_EQUAL(time, INFINITY);
    CU_ASSERT_EQUAL(graze_lattice_earliest_safe(&lattice, NULL, 0, -INFINITY, &time), GRAZE_OK);
    CU_ASSERT_EQUAL(time, -INFINITY);
    const graze_interval always = {-INFINITY, INFINITY};
    CU_ASSERT_EQUAL(graze_lattice_earliest_safe(&lattice, &always, 1, 0, &time), GRAZE_OK);
    CU_ASSERT_EQUAL(time, INFINITY);
}

CU_TestInfo door_tests[] = {
    SUPPORT_TEST(a_roadmap_has_all_of_its_arrays),
    SUPPORT_TEST(a_problem_has_no_more_edges_and_kinds_than_are_numbered),
    SUPPORT_TEST(a_table_refuses_what_it_does_not_have),
    SUPPORT_TEST(partners_fill_the_room_that_there_is),
    SUPPORT_TEST(a_biclique_refuses_each_missing_pointer_and_number),
    SUPPORT_TEST(a_split_refuses_each_missing_pointer),
    SUPPORT_TEST(a_lattice_refuses_each_number_that_is_none),
    CU_TEST_INFO_NULL,
};
