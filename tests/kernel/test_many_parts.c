/* SPDX-License-Identifier: MIT */
/* Two motions that meet more often than any array of a fixed size has room for: a point on
 * a parabola passes in and out of a polygon whose edges lie along it.
 *
 *     path     (t, t^2), -T < t < T = N - 5/8
 *     polygon  above the lines y = 2 k t - k^2 + room, -N < k < N: below line k, and so
 *              outside, the path is while |t - k| < sqrt(room)
 *
 * With room 1/16 it is inside from k + 1/4 to k + 3/4 for every k; with room 0 it touches
 * each edge from inside, and the intervals (k, k + 1) share their ends. All numbers are
 * short, so that every end is a double. */
#include <CUnit/CUnit.h>
#include <graze/among.h>
#include <graze/batch.h>
#include <graze/encounter.h>
#include <math.h>
#include <stdlib.h>

#include "support/run.h"

enum { TEETH_MAX = 26, ROOM = 4 * TEETH_MAX };

static const double SHORT = 0.125;    /* [s] a life that is shorter than any gap */

typedef struct comb {
    int parts; /* 2 N */
    double last; /* T */
    graze_point vertices[TEETH_MAX + 1];
    graze_body point, polygon;
    graze_motion along, stands; /* the point, for t + T seconds; the polygon */
    double gap;                 /* sqrt(room) */
    void *memory;
    graze_workspace workspace;
} comb;

static void comb_make(comb *made, int parts, double gap, double start, double duration)
{
    const double n = 0.5 * parts, last = n - 0.625;
    const graze_vector zero = {0, 0, 0}, from = {-last, last * last, 0};
    const graze_vector velocity = {1, -2 * last, 0}, acceleration = {0, 2, 0};
    *made = (comb){.parts = parts, .last = last, .gap = gap};
    for (int i = 0; i < parts; i++) {
        double k = i - n;
        made->vertices[i] = (graze_point){k + 0.5, k * k + k + gap * gap};
    }
    made->vertices[parts] = (graze_point){0, 4 * n * n};
    made->polygon = (graze_body){.vertices = made->vertices, .vertex_count = (size_t)parts + 1};
    CU_ASSERT_EQUAL_FATAL(graze_body_validate(&made->polygon), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        graze_motion_kinematic(from, velocity, acceleration, 0, 2 * last, &made->along), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        graze_motion_kinematic(zero, zero, zero, start, duration, &made->stands), GRAZE_OK);
    made->workspace.size = graze_workspace_size_for(&made->point, &made->polygon);
    made->workspace.memory = made->memory = malloc(made->workspace.size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(made->memory);
}

/* Interval i of the conflicts, in seconds since the point's start. */
static graze_interval part(const comb *of, int i)
{
    double k = of->last + (i - of->parts / 2);
    return (graze_interval){i == 0 ? 0 : k + of->gap,
                            i == of->parts - 1 ? 2 * of->last : k + 1 - of->gap};
}

static bool same(graze_interval x, graze_interval y)
{
    return x.lower == y.lower && x.upper == y.upper;
}

/* Start i at which the point is inside while the polygon is there for a SHORT time. */
static graze_interval unsafe(const comb *of, int i)
{
    graze_interval inside = part(of, of->parts - 1 - i);
    double there = of->stands.start;
    return (graze_interval){there - inside.upper, there + SHORT - inside.lower};
}

static void expect_unsafe(const comb *of, const graze_interval *found, size_t count)
{
    CU_ASSERT_EQUAL_FATAL(count, (size_t)of->parts);
    for (int i = 0; i < of->parts; i++)
        CU_ASSERT_TRUE(same(found[i], unsafe(of, i)));
}

/* ---- conflicts ---------------------------------------------------------------------- */

static void expect_intervals(double gap)
{
    comb c;
    graze_interval found[ROOM];
    graze_batch batch;
    graze_batch_interval listed[ROOM];
    size_t count = 0;
    comb_make(&c, TEETH_MAX, gap, 0, 2 * TEETH_MAX);
    CU_ASSERT_EQUAL(graze_conflict_intervals(&c.point, &c.along, &c.polygon, &c.stands, 0, found,
                                             ROOM, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(count, TEETH_MAX);
    for (int i = 0; i < TEETH_MAX; i++)
        CU_ASSERT_TRUE(same(found[i], part(&c, i)));

    size_t size = graze_batch_size(1);
    void *memory = malloc(size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
    CU_ASSERT_EQUAL_FATAL(graze_batch_fill(&c.polygon, &c.stands, 1, memory, size, &batch),
                          GRAZE_OK);
    CU_ASSERT_EQUAL(graze_batch_intervals(&c.point, &c.along, 0, &batch, listed, ROOM, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(count, TEETH_MAX);
    for (int i = 0; i < TEETH_MAX; i++)
        CU_ASSERT_TRUE(listed[i].index == 0 && same(listed[i].interval, part(&c, i)));
    CU_ASSERT_EQUAL(graze_batch_intervals(&c.point, &c.along, 0, &batch, listed, TEETH_MAX - 1,
                                          &count),
                    GRAZE_ERROR_CAPACITY);
    free(memory);
    free(c.memory);
}

static void every_conflict_of_a_comb_is_listed(void) { expect_intervals(0.25); }

static void conflicts_that_share_their_ends_stay_apart(void) { expect_intervals(0); }

static void too_little_room_leaves_the_array_alone(void)
{
    comb c;
    graze_interval found[ROOM] = {{-1, -1}};
    size_t count = 77;
    comb_make(&c, TEETH_MAX, 0.25, 0, 2 * TEETH_MAX);
    CU_ASSERT_EQUAL(graze_conflict_intervals(&c.point, &c.along, &c.polygon, &c.stands, 0, found,
                                             TEETH_MAX - 1, &count),
                    GRAZE_ERROR_CAPACITY);
    CU_ASSERT_TRUE(same(found[0], (graze_interval){-1, -1}) && count == 77);
    free(c.memory);
}

/* ---- meetings ----------------------------------------------------------------------- */

enum { FEW_TEETH = 14 }; /* depths take their time */

typedef struct rows {
    graze_meeting row[ROOM];
    size_t count, wanted; /* it says stop when it has as many as wanted */
} rows;

static bool take(void *context, const graze_meeting *meeting)
{
    rows *all = context;
    CU_ASSERT_FATAL(all->count < ROOM);
    all->row[all->count++] = *meeting;
    return all->count < all->wanted;
}

static rows meetings_of(const comb *c, double tolerance, bool merged, size_t wanted)
{
    const graze_trajectory a = {.motions = &c->along, .count = 1},
                           b = {.motions = &c->stands, .count = 1};
    rows all = {.count = 0, .wanted = wanted};
    CU_ASSERT_EQUAL(graze_trajectory_meetings(&c->point, &a, &c->polygon, &b, tolerance,
                                              merged ? NULL : take, merged ? take : NULL, &all),
                    GRAZE_OK);
    return all;
}

/* The outer ones are less deep: of some tolerances they are grazes. */
static void expect_meetings(const comb *c, double tolerance, bool merged)
{
    graze_interval deep[ROOM];
    size_t conflicts = 0, count = 0;
    CU_ASSERT_EQUAL(graze_conflict_intervals(&c->point, &c->along, &c->polygon, &c->stands,
                                             tolerance, deep, ROOM, &count),
                    GRAZE_OK);
    rows all = meetings_of(c, tolerance, merged, ROOM);
    CU_ASSERT_EQUAL_FATAL(all.count, (size_t)c->parts);
    for (int i = 0; i < c->parts; i++) {
        const graze_meeting *row = &all.row[i];
        bool is_deep = row->verdict == GRAZE_CONFLICT;
        CU_ASSERT_EQUAL(row->verdict, row->depth > tolerance ? GRAZE_CONFLICT : GRAZE_GRAZE);
        CU_ASSERT_TRUE(same(row->when, is_deep ? deep[conflicts] : part(c, i)));
        conflicts += is_deep;
    }
    CU_ASSERT_EQUAL(conflicts, count);
}

static void every_meeting_of_a_comb_is_told(void)
{
    static const double tolerances[] = {0.02, 0x1p-10, 0, 0.5};
    comb c;
    comb_make(&c, FEW_TEETH, 0.25, 0, 2 * TEETH_MAX);
    for (size_t way = 0; way < support_rounds(1, 8, 8); way++)
        expect_meetings(&c, tolerances[way % 4], way % 2 == way / 4);
    CU_ASSERT_EQUAL(meetings_of(&c, 0, false, 1).count, 1);
    free(c.memory);
}

/* The kernel is asked for a dozen parts at a time, here three times, which takes seconds. */
static void more_than_two_dozen_meetings_are_told(void)
{
    comb c;
    if (support_rounds(0, 1, 1) == 0)
        return;
    comb_make(&c, TEETH_MAX, 0.25, 0, 2 * TEETH_MAX);
    rows all = meetings_of(&c, 0, false, ROOM);
    CU_ASSERT_EQUAL_FATAL(all.count, TEETH_MAX);
    for (int i = 0; i < TEETH_MAX; i++)
        CU_ASSERT_TRUE(same(all.row[i].when, part(&c, i)));
    free(c.memory);
}

/* Where it touches the edges from inside. */
static void meetings_that_share_their_ends_stay_apart(void)
{
    comb c;
    comb_make(&c, FEW_TEETH, 0, 0, 2 * TEETH_MAX);
    rows all = meetings_of(&c, 0, true, ROOM);
    CU_ASSERT_EQUAL_FATAL(all.count, FEW_TEETH);
    for (int i = 0; i < FEW_TEETH; i++)
        CU_ASSERT_TRUE(same(all.row[i].when, part(&c, i)));
    free(c.memory);
}

/* ---- unsafe starts ------------------------------------------------------------------ */

static void every_unsafe_start_of_a_comb_is_listed(void)
{
    comb c;
    graze_interval found[ROOM];
    graze_slack slack;
    size_t count = 0;
    comb_make(&c, TEETH_MAX, 0.25, 100, SHORT);
    const graze_trajectory a = {.motions = &c.along, .count = 1},
                           b = {.motions = &c.stands, .count = 1};
    CU_ASSERT_EQUAL(graze_unsafe_starts(&c.point, &c.along, &c.polygon, &c.stands, 0, &c.workspace,
                                        found, ROOM, &count),
                    GRAZE_OK);
    expect_unsafe(&c, found, count);
    CU_ASSERT_EQUAL(graze_unsafe_starts(&c.point, &c.along, &c.polygon, &c.stands, 0, &c.workspace,
                                        found, TEETH_MAX - 1, &count),
                    GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(graze_trajectory_unsafe_starts(&c.point, &c.along, &c.polygon, &b, 0,
                                                   &c.workspace, found, ROOM, &count),
                    GRAZE_OK);
    expect_unsafe(&c, found, count);
    CU_ASSERT_EQUAL(graze_trajectory_unsafe_delays(&c.point, &a, &c.polygon, &b, GRAZE_APPEAR, 0,
                                                   &c.workspace, found, ROOM, &count),
                    GRAZE_OK);
    expect_unsafe(&c, found, count); /* a starts at 0: its delays are its starts */
    CU_ASSERT_EQUAL(
        graze_trajectory_slack(&c.point, &a, &c.polygon, &b, 0, &c.workspace, &slack), GRAZE_OK);
    CU_ASSERT_EQUAL(slack.delay, unsafe(&c, 0).lower);
    free(c.memory);
}

/* While the polygon waits, the point goes in and out; the first time counts. */
static void waiting_before_a_comb_is_unsafe_from_its_first_conflict(void)
{
    comb c;
    graze_interval found[ROOM];
    size_t count = 0;
    comb_make(&c, TEETH_MAX, 0.25, 0, SHORT);
    c.along.start = 5;
    const graze_trajectory a = {.motions = &c.stands, .count = 1},
                           b = {.motions = &c.along, .count = 1};
    CU_ASSERT_EQUAL(graze_trajectory_unsafe_delays(&c.polygon, &a, &c.point, &b, GRAZE_WAIT, 0,
                                                   &c.workspace, found, ROOM, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(count, 1);
    CU_ASSERT_TRUE(same(found[0], (graze_interval){5 - SHORT, INFINITY}));
    free(c.memory);
}

static void every_unsafe_start_among_many_is_listed(void)
{
    comb c;
    graze_interval found[ROOM];
    graze_batch_interval listed[ROOM];
    graze_batch batch;
    graze_index *index = NULL;
    size_t count = 0;
    comb_make(&c, TEETH_MAX, 0.25, 100, SHORT);
    const graze_trajectory b = {.motions = &c.stands, .count = 1};
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&c.polygon, &b, 1, NULL, NULL, &index), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_index_unsafe_starts(index, &c.point, &c.along, GRAZE_INDEX_NOBODY,
                                              (graze_closed_interval){-1000, 1000}, 0,
                                              &c.workspace, found, ROOM, &count),
                    GRAZE_OK);
    expect_unsafe(&c, found, count);
    graze_index_free(index);

    size_t size = graze_batch_size(1);
    void *memory = malloc(size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
    CU_ASSERT_EQUAL_FATAL(graze_batch_fill(&c.polygon, &c.stands, 1, memory, size, &batch),
                          GRAZE_OK);
    CU_ASSERT_EQUAL(graze_batch_unsafe_starts(&c.point, &c.along, 0, &batch, &c.workspace, listed,
                                              ROOM, &count),
                    GRAZE_OK);
    for (size_t i = 0; i < count; i++)
        found[i] = listed[i].interval;
    expect_unsafe(&c, found, count);
    free(memory);
    free(c.memory);
}

/*
 *        +--------+    two unit squares, one of them rounded by 1/2: C is the square up to 2, and
 *        |   C    |    y = -3/2 keeps the reach from its lower edge, on the inside
 *   .----|........|--->
 *        +--------+    x = -13/2 + t^2 is within 5/2 of the middle for 2 < t < 3
 */
static void a_way_inside_that_keeps_the_reach_from_an_edge_is_one_conflict(void)
{
    const graze_point corners[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const graze_body rounded = {.radius = 0.5, .vertices = corners, .vertex_count = 4};
    const graze_body square = {.vertices = corners, .vertex_count = 4};
    const graze_vector zero = {0, 0, 0}, from = {-6.5, -1.5, 0}, acceleration = {2, 0, 0};
    graze_motion drives, stands;
    graze_interval found[4];
    size_t count = 0;
    CU_ASSERT_EQUAL_FATAL(graze_motion_kinematic(from, zero, acceleration, 0, 4, &drives),
                          GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_motion_kinematic(zero, zero, zero, 0, 4, &stands), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_conflict_intervals(&rounded, &drives, &square, &stands, 0, found, 4,
                                             &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT_EQUAL(found[0].lower, 2);
    CU_ASSERT_EQUAL(found[0].upper, 3);
}

CU_TestInfo many_parts_tests[] = {
    SUPPORT_TEST(a_way_inside_that_keeps_the_reach_from_an_edge_is_one_conflict),
    SUPPORT_TEST(every_conflict_of_a_comb_is_listed),
    SUPPORT_TEST(conflicts_that_share_their_ends_stay_apart),
    SUPPORT_TEST(too_little_room_leaves_the_array_alone),
    SUPPORT_TEST(every_meeting_of_a_comb_is_told),
    SUPPORT_TEST(more_than_two_dozen_meetings_are_told),
    SUPPORT_TEST(meetings_that_share_their_ends_stay_apart),
    SUPPORT_TEST(every_unsafe_start_of_a_comb_is_listed),
    SUPPORT_TEST(waiting_before_a_comb_is_unsafe_from_its_first_conflict),
    SUPPORT_TEST(every_unsafe_start_among_many_is_listed),
    CU_TEST_INFO_NULL,
};
