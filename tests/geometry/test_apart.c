/* SPDX-License-Identifier: MIT */
#include "geometry/apart.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "exact.h"
#include "shapes.h"
#include "support/run.h"

/* A body at up to three places. */
typedef struct sweep {
    convex_shape shape;
    graze_body body;
    graze_point places[3];
    swept_set set;
} sweep;

static void place(sweep *swept, oracle_random *random, double far, int range, int places)
{
    shape_lattice(&swept->shape, random, (size_t)random_whole(random, 3, 6), 8);
    if (random_once_in(random, 5))
        swept->shape.body.vertex_count = (size_t)random_whole(random, 0, 2);
    swept->body = shape_body(&swept->shape);
    size_t count = (size_t)random_whole(random, 1, 3);
    for (size_t i = 0; i < count; i++)
        swept->places[i] = (graze_point){far + random_short(random, range, places),
                                         far + random_short(random, range, places)};
    swept->set = (swept_set){&swept->body, swept->places, count,
                             random_once_in(random, 2) ? 0 : random_real(random, 0, 2)};
}

/* The square of the true distance of the hulls, and how the origin lies to their
 * difference: the difference of the differences of places and of vertices. */
static int true_distance(const sweep *a, const sweep *b, mpq_t squared)
{
    graze_body place_a = {.vertices = a->places, .vertex_count = a->set.place_count};
    graze_body place_b = {.vertices = b->places, .vertex_count = b->set.place_count};
    size_t places = a->set.place_count * b->set.place_count;
    size_t vertices = (a->body.vertex_count == 0 ? 1 : a->body.vertex_count) *
                      (b->body.vertex_count == 0 ? 1 : b->body.vertex_count);
    exact_point *p = exact_differences(&place_a, &place_b);
    exact_point *v = exact_differences(&a->body, &b->body);
    exact_point *all = malloc(places * vertices * sizeof *all);
    size_t *hull = malloc(places * vertices * sizeof *hull);
    if (all == NULL || hull == NULL)
        abort();
    for (size_t i = 0; i < places * vertices; i++) {
        exact_point_init(&all[i]);
        mpq_add(all[i].x, p[i / vertices].x, v[i % vertices].x);
        mpq_add(all[i].y, p[i / vertices].y, v[i % vertices].y);
    }
    size_t corners = exact_hull(all, places * vertices, hull);
    int origin = exact_origin(all, hull, corners, squared);
    exact_points_free(all, places * vertices);
    exact_points_free(p, places);
    exact_points_free(v, vertices);
    free(hull);
    return origin;
}

static bool margins_meet(const sweep *a, const sweep *b, const mpq_t squared)
{
    mpq_t margin, other;
    mpq_inits(margin, other, NULL);
    mpq_set_d(margin, a->set.margin);
    mpq_set_d(other, b->set.margin);
    mpq_add(margin, margin, other);
    mpq_mul(margin, margin, margin);
    bool meet = mpq_cmp(squared, margin) <= 0;
    mpq_clears(margin, other, NULL);
    return meet;
}

typedef struct tally {
    size_t apart, found, wrong;
} tally;

static void judge(tally *counts, const sweep *a, const sweep *b)
{
    mpq_t squared;
    mpq_init(squared);
    bool apart = true_distance(a, b, squared) < 0 && !margins_meet(a, b, squared);
    bool answer = swept_sets_apart(&a->set, &b->set);
    counts->apart += apart;
    counts->found += apart && answer;
    counts->wrong += answer && !apart;
    mpq_clear(squared);
}

static tally run(uint64_t stream, double far, int range, int places)
{
    tally counts = {0};
    size_t rounds = support_rounds(250, 5000, 30000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 4, stream, round);
        sweep a, b;
        place(&a, &random, far, range, places);
        place(&b, &random, far, range, places);
        judge(&counts, &a, &b);
    }
    return counts;
}

static void sets_that_meet_are_never_called_apart(void)
{
    tally counts = run(20, 0, 24, 0); /* many touch exactly, in whole numbers */
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(SUPPORT_ENOUGH(counts.apart > 20));
}

static void most_sets_that_are_apart_are_seen_to_be(void)
{
    tally counts = run(21, 0, 1 << 20, 15);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(SUPPORT_ENOUGH(counts.apart > 20));
    CU_ASSERT(counts.found * 1000 >= counts.apart * 998);
}

static void far_from_the_origin_doubts_are_not_resolved_by_guessing(void)
{
    tally counts = run(22, 0x1p52, 24, 0); /* places of one ulp of precision */
    CU_ASSERT_EQUAL(counts.wrong, 0);
}

static void a_margin_that_just_reaches_is_not_apart(void)
{
    graze_body disc = {.radius = 0};
    graze_point here = {0, 0}, there = {3, 4};
    swept_set a = {&disc, &here, 1, 2}, b = {&disc, &there, 1, 3};
    CU_ASSERT_FALSE(swept_sets_apart(&a, &b));
    b.margin = 2.9999999999;
    CU_ASSERT(swept_sets_apart(&a, &b));
}

static void nothing_is_apart_where_the_numbers_overflow(void)
{
    graze_body disc = {.radius = 0};
    graze_point here = {-1.7e308, 0}, there = {1.7e308, 0};
    swept_set a = {&disc, &here, 1, 1.7e308}, b = {&disc, &there, 1, 1.7e308};
    CU_ASSERT_FALSE(swept_sets_apart(&a, &b));
}

CU_TestInfo apart_tests[] = {
    SUPPORT_TEST(sets_that_meet_are_never_called_apart),
    SUPPORT_TEST(most_sets_that_are_apart_are_seen_to_be),
    SUPPORT_TEST(far_from_the_origin_doubts_are_not_resolved_by_guessing),
    SUPPORT_TEST(a_margin_that_just_reaches_is_not_apart),
    SUPPORT_TEST(nothing_is_apart_where_the_numbers_overflow),
    CU_TEST_INFO_NULL,
};
