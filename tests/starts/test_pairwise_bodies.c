/* SPDX-License-Identifier: MIT */
/* Pairs from arrays whose bodies have corners, or whose motions are told by velocities: answered as
 * pairs one by one, bit for bit, at every level of instructions that this processor has; and the
 * first pair at fault is told. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "kernel/seed.h"
#include "oracle/random.h"
#include "starts/pairwise.h"
#include "starts/pairwise_sides.h"
#include "support/run.h"

enum { COUNT = 150, CORNERS = 10, SHAPES = 40, PLACE = 0, FAR = 2, START = 4, LASTS, NUMBERS };

/* One side: x, y, velocity (or goal) x and y, start, duration (or end). */
typedef struct body_list {
    double numbers[NUMBERS][COUNT];
    graze_body bodies[COUNT];
    graze_moves moves;
} body_list;

typedef struct body_pairs {
    graze_point corners[2 * COUNT][CORNERS];
    body_list side[2];
    double tolerance;
} body_pairs;

/* ---- pairs -------------------------------------------------------------------------------- */

/* On an ellipse, counter-clockwise; a disc has none. */
static graze_body draw_body(oracle_random *random, int exponent, graze_point *corners)
{
    static const int counts[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10};
    const int count = counts[random_whole(random, 0, 11)];
    const double wide = random_real(random, 0.3, 1), high = random_real(random, 0.2, 1);
    for (int i = 0; i < count; i++) {
        const double angle = (i + random_real(random, 0, 0.8)) * 6.283185307179586 / count;
        corners[i] = (graze_point){ldexp(wide * cos(angle), exponent),
                                   ldexp(high * sin(angle), exponent)};
    }
    const double radius = random_once_in(random, 2) ? random_real(random, 0, 1) : 0;
    return (graze_body){ldexp(radius, exponent), count > 0 ? corners : NULL, (size_t)count};
}

static void spoil_body(oracle_random *random, graze_body *body, graze_point *corners)
{
    if (body->vertex_count < 3 || random_once_in(random, 3))
        body->radius = random_once_in(random, 2) ? (double)NAN : -0x1p-1074;
    else if (random_once_in(random, 2))
        corners[1] = corners[0];
    else
        corners[2].y = (double)INFINITY;
}

static void draw_motion(oracle_random *random, int lengths, int times, body_list *to, size_t i)
{
    const bool goes_to = to->moves.form == GRAZE_WAYPOINT;
    const double lasts = ldexp(random_real(random, 0x1p-4, 2), times);
    to->numbers[START][i] = ldexp(random_real(random, -1, 1), times);
    to->numbers[LASTS][i] = goes_to ? to->numbers[START][i] + lasts : lasts;
    for (int axis = 0; axis < 2; axis++) {
        to->numbers[PLACE + axis][i] = ldexp(random_real(random, -3, 3), lengths);
        to->numbers[FAR + axis][i] =
            ldexp(random_real(random, -3, 3), goes_to ? lengths : lengths - times);
    }
    if (random_once_in(random, 10)) /* a wait; its velocity is none, or its goal its place */
        for (int axis = 0; axis < 2; axis++)
            to->numbers[FAR + axis][i] = goes_to ? to->numbers[PLACE + axis][i] : 0;
    if (!goes_to && random_once_in(random, 20))
        to->numbers[LASTS][i] = random_once_in(random, 2) ? (double)INFINITY : 0;
}

static void point_at(body_list *of, graze_form form, size_t count)
{
    double(*numbers)[COUNT] = of->numbers;
    of->moves = (graze_moves){.count = count, .form = form, .bodies = of->bodies,
                              .place = {numbers[PLACE], numbers[PLACE + 1]},
                              .start = numbers[START]};
    const double **far = form == GRAZE_WAYPOINT ? of->moves.to : of->moves.velocity;
    far[0] = numbers[FAR];
    far[1] = numbers[FAR + 1];
    *(form == GRAZE_WAYPOINT ? &of->moves.end : &of->moves.duration) = numbers[LASTS];
}

static void draw_pairs(body_pairs *all, uint64_t seed, int faults)
{
    oracle_random random;
    random_begin(&random, seed, 97, 0);
    const bool wild = random_once_in(&random, 2), shared = random_once_in(&random, 2);
    const size_t count = (size_t)random_whole(&random, 1, COUNT);
    const int lengths = wild ? random_whole(&random, -300, 300) : 0;
    const int times = wild ? random_whole(&random, -200, 200) : 0;
    all->tolerance = random_once_in(&random, 2) ? 0 : ldexp(random_real(&random, 0, 1), lengths);
    for (int k = 0; k < 2; k++) {
        body_list *of = &all->side[k];
        point_at(of, random_once_in(&random, 3) ? GRAZE_WAYPOINT : GRAZE_KINEMATIC, count);
        for (size_t i = 0; i < count; i++) {
            graze_point *corners = all->corners[(size_t)k * COUNT + i];
            of->bodies[i] = draw_body(&random, lengths, corners);
            draw_motion(&random, lengths, times, of, i);
            if (shared && i >= SHAPES) /* some of another radius, or without their last corner */
                of->bodies[i] = of->bodies[(size_t)random_whole(&random, 0, SHAPES - 1)];
            if (shared && random_once_in(&random, 5))
                of->bodies[i].radius = ldexp(random_real(&random, 0, 1), lengths);
            if (shared && of->bodies[i].vertex_count > 3 && random_once_in(&random, 5))
                of->bodies[i].vertex_count--;
        }
    }
    for (int k = 0; k < faults; k++) {
        body_list *of = &all->side[random_whole(&random, 0, 1)];
        const size_t i = (size_t)random_whole(&random, 0, (int)count - 1);
        const double strange[] = {(double)NAN, -(double)INFINITY, -1, -0x1p-1074, (double)INFINITY};
        if (random_once_in(&random, 2))
            of->numbers[random_whole(&random, 0, NUMBERS - 1)][i] =
                strange[random_whole(&random, 0, 4)];
        else
            spoil_body(&random, &of->bodies[i],
                       all->corners[(size_t)(of - all->side) * COUNT + i]);
    }
}

/* ---- one by one --------------------------------------------------------------------------- */

static double number_at(const double *numbers, size_t i)
{
    return numbers != NULL ? numbers[i] : 0;
}

static graze_vector vector_at(const double *const numbers[3], size_t i)
{
    return (graze_vector){number_at(numbers[0], i), number_at(numbers[1], i),
                          number_at(numbers[2], i)};
}

static graze_status motion_of(const graze_moves *m, size_t i, graze_motion *motion)
{
    const graze_vector place = vector_at(m->place, i);
    return m->form == GRAZE_WAYPOINT
               ? graze_motion_waypoint(place, vector_at(m->to, i), m->start[i], m->end[i], motion)
               : graze_motion_kinematic(place, vector_at(m->velocity, i),
                                        vector_at(m->acceleration, i), m->start[i],
                                        m->duration[i], motion);
}

typedef enum single_question { DECISIONS, INTERVALS, STARTS } single_question;

enum { ROOM = GRAZE_UNSAFE_STARTS_MAX };

/* A decision counts as one interval without ends. */
static graze_status ask_singly(const body_pairs *all, size_t i, single_question asked,
                               graze_interval *found, size_t *count)
{
    const graze_body *body_a = &all->side[0].bodies[i], *body_b = &all->side[1].bodies[i];
    graze_motion a, b;
    bool exists = false;
    graze_status status = motion_of(&all->side[0].moves, i, &a);
    if (status == GRAZE_OK)
        status = motion_of(&all->side[1].moves, i, &b);
    if (status != GRAZE_OK)
        return status;
    if (asked == STARTS)
        return graze_unsafe_starts(body_a, &a, body_b, &b, all->tolerance, NULL, found, ROOM,
                                   count);
    if (asked == INTERVALS)
        return graze_conflict_intervals(body_a, &a, body_b, &b, all->tolerance, found, ROOM, count);
    status = graze_conflict_exists(body_a, &a, body_b, &b, all->tolerance, &exists);
    *count = exists;
    return status;
}

static graze_status ask_lists(const body_pairs *all, cpu_instructions level, single_question asked,
                              size_t *first, graze_interval *found, size_t *bad)
{
    const graze_moves *a = &all->side[0].moves, *b = &all->side[1].moves;
    uint64_t hits[COUNT / 64 + 1];
    if (asked != DECISIONS)
        return pairwise_intervals_at(level, asked == STARTS ? PAIRWISE_STARTS : PAIRWISE_INTERVALS,
                                     a, b, all->tolerance, NULL,
                                     (pairwise_lists){first, found, ROOM * COUNT}, bad);
    const graze_status status =
        pairwise_conflicts_at(level, a, b, all->tolerance, hits, NULL, bad);
    first[0] = 0;
    for (size_t i = 0; status == GRAZE_OK && i < a->count; i++)
        first[i + 1] = first[i] + (hits[i / 64] >> i % 64 & 1);
    return status;
}

/* Pairs that lists answer otherwise, up to the first at fault. */
static size_t wrong_answers(const body_pairs *all, cpu_instructions level, single_question asked)
{
    static graze_interval found[ROOM * COUNT];
    static size_t first[COUNT + 1];
    size_t bad = 7777, wrong = 0, at = 0;
    const graze_status status = ask_lists(all, level, asked, first, found, &bad);
    for (size_t i = 0; i < all->side[0].moves.count; i++) {
        graze_interval truth[ROOM];
        size_t count = 0;
        const graze_status expected = ask_singly(all, i, asked, truth, &count);
        if (expected != GRAZE_OK)
            return wrong + (status != expected || bad != i);
        if (status != GRAZE_OK)
            continue;
        wrong += first[i] != at || first[i + 1] != at + count ||
                 (asked != DECISIONS && memcmp(found + at, truth, count * sizeof *truth) != 0);
        at += count;
    }
    return wrong + (status != GRAZE_OK || bad != 7777);
}

static void ask_all(const body_pairs *all, single_question last)
{
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++)
        for (int asked = DECISIONS; asked <= (int)last; asked++)
            CU_ASSERT_EQUAL(wrong_answers(all, level, (single_question)asked), 0);
}

/* ---- tests -------------------------------------------------------------------------------- */

static body_pairs all_pairs;

static void bodies_are_answered_as_one_by_one(void)
{
    const size_t rounds = support_rounds(100, 400, 6000);
    for (size_t round = 0; round < rounds; round++) {
        draw_pairs(&all_pairs, test_seed() + round, 0);
        ask_all(&all_pairs, round % 50 == 0 ? STARTS : INTERVALS);
    }
}

static void the_first_pair_with_a_bad_body_or_motion_is_told(void)
{
    const size_t rounds = support_rounds(200, 800, 12000);
    for (size_t round = 0; round < rounds; round++) {
        draw_pairs(&all_pairs, test_seed() + round, 1 + (int)(round % 3));
        ask_all(&all_pairs, INTERVALS);
    }
}

/* One that comes up to another, which waits, and stops a last bit before or behind a touch: after a
 * way whose rounding is larger than that, or a life whose end is a last bit of a late time. */
static void draw_arrival(oracle_random *random, bool late, size_t i, body_list side[2])
{
    const double lasts = late ? ldexp(random_real(random, 1, 2), -10) : random_real(random, 1, 2);
    const double start = late ? random_sign(random) * random_real(random, 0x1p29, 0x1p30)
                              : -lasts * (1 - 0x1p-20);
    const double speed = random_real(random, 500, 1000), way = speed * lasts, radius = 0x1p-20;
    const double from = late ? random_real(random, -1, 1) : -way;
    const double off = late ? random_real(random, -1, 1) * 0x1p-24 * speed
                            : random_whole(random, -4, 4) * 0x1p-44;
    const double sign = random_sign(random);
    const double where[2] = {sign * from, sign * (from + way + radius + off)};
    for (int k = 0; k < 2; k++) {
        side[k].numbers[PLACE][i] = where[k];
        side[k].numbers[PLACE + 1][i] = side[k].numbers[FAR + 1][i] = 0;
        side[k].numbers[FAR][i] = k == 0 ? sign * speed : 0;
        side[k].numbers[START][i] = start;
        side[k].numbers[LASTS][i] = k == 0 ? lasts : 10;
        side[k].bodies[i] = (graze_body){.radius = k == 0 ? radius : 0};
    }
}

static void motions_that_end_beside_a_touch_are_answered_as_one_by_one(void)
{
    oracle_random random;
    random_begin(&random, test_seed(), 98, 0);
    const size_t rounds = support_rounds(20, 100, 1000);
    for (size_t round = 0; round < rounds; round++) {
        for (int k = 0; k < 2; k++)
            point_at(&all_pairs.side[k], GRAZE_KINEMATIC, COUNT);
        for (size_t i = 0; i < COUNT; i++)
            draw_arrival(&random, round % 2 == 1, i, all_pairs.side);
        all_pairs.tolerance = 0;
        ask_all(&all_pairs, INTERVALS);
    }
}

/* In space, or with accelerations, nothing is filtered. Each array makes them so alone. */
static void other_motions_are_answered_as_one_by_one(void)
{
    static double ones[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        ones[i] = 1;
    for (size_t round = 0; round < 96; round++) {
        draw_pairs(&all_pairs, test_seed() + round, 0);
        graze_moves *moves = &all_pairs.side[round % 2].moves;
        const double **arrays[] = {&moves->place[2],        &moves->to[2],
                                   &moves->velocity[2],     &moves->acceleration[0],
                                   &moves->acceleration[1], &moves->acceleration[2]};
        *arrays[round / 2 % 6] = ones;
        ask_all(&all_pairs, INTERVALS);
    }
}

/* Pairs that stand: a polygon of which one corner alone reaches the other body. */
static void every_corner_of_a_body_counts(void)
{
    static const double nothing[COUNT];
    static double places[2][2][COUNT], lasts[COUNT];
    graze_point corners[COUNT][CORNERS];
    graze_body bodies[2][COUNT];
    uint64_t hits[COUNT / 64 + 1];
    size_t pairs = 0, conflicts = 0;
    for (int count = 3; count <= CORNERS; count++)
        for (int far = 0; far < count; far++, pairs++) {
            for (int i = 0; i < count; i++) {
                const double angle = i * 6.283185307179586 / count, reach = i == far ? 1.25 : 1;
                corners[pairs][i] = (graze_point){reach * cos(angle), reach * sin(angle)};
            }
            places[1][0][pairs] = corners[pairs][far].x * 0.96;
            places[1][1][pairs] = corners[pairs][far].y * 0.96;
            lasts[pairs] = 1;
            bodies[0][pairs] = (graze_body){0, corners[pairs], (size_t)count};
            bodies[1][pairs] = (graze_body){.radius = 0.01};
        }
    graze_moves moves[2];
    for (int k = 0; k < 2; k++)
        moves[k] = (graze_moves){.count = pairs, .form = GRAZE_KINEMATIC, .bodies = bodies[k],
                                 .place = {places[k][0], places[k][1]}, .start = nothing,
                                 .duration = lasts};
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
        CU_ASSERT_EQUAL(pairwise_conflicts_at(level, &moves[0], &moves[1], 0, hits, &conflicts,
                                              NULL),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(conflicts, pairs);
    }
}

/* Bodies are known again by their vertices, their number and the radius. */
static void a_body_of_more_of_the_same_vertices_is_another_one(void)
{
    static const graze_point corners[] = {{0, 0}, {1, 0}, {1, 1}, {-8, 0.5}};
    static const double nothing[3], side[] = {-5, -5, -5}, up[] = {0.5, 0.5, 0.5};
    static const double lasts[] = {1, 1, 1};
    const graze_body bodies[] = {{0, corners, 3}, {0, corners, 4}, {6, corners, 3}};
    const graze_body points[] = {{0, NULL, 0}, {0, NULL, 0}, {0, NULL, 0}};
    const graze_moves a = {.count = 3, .form = GRAZE_KINEMATIC, .bodies = bodies,
                           .start = nothing, .duration = lasts};
    const graze_moves b = {.count = 3, .form = GRAZE_KINEMATIC, .bodies = points,
                           .place = {side, up}, .start = nothing, .duration = lasts};
    uint64_t hits = 0;
    CU_ASSERT_EQUAL(graze_pairwise_conflicts(&a, &b, 0, &hits, NULL, NULL), GRAZE_OK);
    CU_ASSERT_EQUAL(hits, 6);
}

/* Nothing behind the last pair of a list is read, and no list is written to. */
static void whole_blocks_of_discs_alone_are_read_in_place(void)
{
    static double numbers[2 * GRAZE_BATCH_LANES];
    static pairwise_block block;
    static pairwise_bodies bodies;
    pairwise_view shown;
    const size_t first = 3, whole = GRAZE_BATCH_LANES;
    graze_moves list = {.count = first + whole, .form = GRAZE_WAYPOINT, .radius = numbers,
                        .place = {numbers, numbers}, .to = {numbers, numbers},
                        .start = numbers, .end = numbers};
    pairwise_fill_side(CPU_PLAIN, &list, first, whole, 1, &bodies, &block, &shown);
    CU_ASSERT_PTR_EQUAL(shown.place[1][0], numbers + first);
    CU_ASSERT_PTR_EQUAL(shown.to[1][1], numbers + first);
    CU_ASSERT_PTR_EQUAL(shown.start[1], numbers + first);
    CU_ASSERT_PTR_EQUAL(shown.end[1], numbers + first);
    CU_ASSERT_PTR_EQUAL(shown.radius[1], numbers + first);
    pairwise_fill_side(CPU_PLAIN, &list, first, whole - 1, 1, &bodies, &block, &shown);
    CU_ASSERT_PTR_EQUAL(shown.place[1][0], block.place[1][0]);
    CU_ASSERT_PTR_EQUAL(shown.to[1][1], block.to[1][1]);
    CU_ASSERT_PTR_EQUAL(shown.radius[1], block.radius[1]);
    list.form = GRAZE_KINEMATIC;
    list.velocity[0] = list.velocity[1] = list.duration = numbers;
    pairwise_fill_side(CPU_PLAIN, &list, first, whole, 0, &bodies, &block, &shown);
    CU_ASSERT_PTR_EQUAL(shown.place[0][0], numbers + first);
    CU_ASSERT_PTR_EQUAL(shown.to[0][1], block.to[0][1]);
    CU_ASSERT_PTR_EQUAL(shown.end[0], block.end[0]);
    CU_ASSERT_PTR_EQUAL(shown.radius[0], block.radius[0]);
}

CU_TestInfo pairwise_body_tests[] = {
    SUPPORT_TEST(bodies_are_answered_as_one_by_one),
    SUPPORT_TEST(the_first_pair_with_a_bad_body_or_motion_is_told),
    SUPPORT_TEST(motions_that_end_beside_a_touch_are_answered_as_one_by_one),
    SUPPORT_TEST(other_motions_are_answered_as_one_by_one),
    SUPPORT_TEST(every_corner_of_a_body_counts),
    SUPPORT_TEST(a_body_of_more_of_the_same_vertices_is_another_one),
    SUPPORT_TEST(whole_blocks_of_discs_alone_are_read_in_place),
    CU_TEST_INFO_NULL,
};
