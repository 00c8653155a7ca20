/* SPDX-License-Identifier: MIT */
#include "geometry/ray.h"

#include <math.h>

#include "geometry/gjk.h"
#include "pairs.h"
#include "support/run.h"

/* What the walks answer for the pairs that they apply to, against the search and the walk round
 * all corners. */
typedef struct tally {
    size_t asked, told, outside, found, wrong;
} tally;

static bool same_part(const boundary_part *one, const boundary_part *other)
{
    return one->from.corner.a == other->from.corner.a &&
           one->from.corner.b == other->from.corner.b && one->to.corner.a == other->to.corner.a &&
           one->to.corner.b == other->to.corner.b;
}

static void compare_parts(tally *counts, const placed_pair *pair, const placed_point *outer,
                          minkowski_corner near)
{
    boundary_part slow, quick;
    counts->outside++;
    if (!ray_nearest(pair, near, &quick))
        return;
    counts->found++;
    counts->wrong += !boundary_nearest(pair, *outer, &slow) || !same_part(&slow, &quick);
}

static void compare(tally *counts, const body_pair *given)
{
    graze_hull hull[2];
    for (int i = 0; i < 2; i++)
        if (graze_hull_prepare(&given->body[i], &hull[i]) != GRAZE_OK)
            return;
    const placed_pair pair = placed(&hull[0], given->place[0], &hull[1], given->place[1]);
    if (!ray_applies(&pair))
        return;
    placed_point outer;
    minkowski_corner near;
    const bool meet = gjk_interiors_meet(&pair, HULL_SCAN, &outer);
    const ray_answer answer = ray_tells(&pair, &near);
    counts->asked++;
    counts->told += answer != RAY_UNKNOWN;
    counts->wrong += answer != RAY_UNKNOWN && (answer == RAY_INSIDE) != meet;
    if (answer == RAY_OUTSIDE)
        compare_parts(counts, &pair, &outer, near);
    if (!meet)
        compare_parts(counts, &pair, &outer, ray_begin(&pair));
}

/* How many of a hundred pairs the ray has to tell of, and how many parts the walk has to find. */
static void run_family(pair_family family, double told, size_t found)
{
    tally counts = {0};
    const size_t rounds = support_rounds(300, 10000, 500000);
    for (size_t i = 0; i < rounds; i++) {
        body_pair pair;
        pair_make(&pair, family, i);
        compare(&counts, &pair);
    }
    CU_ASSERT(counts.asked > 0 || family == PAIR_EXTREME);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT((double)counts.told * 100 >= (double)counts.asked * told);
    CU_ASSERT(counts.found * 100 >= counts.outside * found);
}

static void the_ray_tells_what_the_search_does_on_a_lattice(void)
{
    run_family(PAIR_LATTICE, 99.99, 60); /* all but 2 of 500 000 */
}

static void the_ray_tells_what_the_search_does_where_bodies_touch(void)
{
    run_family(PAIR_TOUCH, 100, 20);
    run_family(PAIR_NEIGHBOUR, 100, 30);
}

static void the_ray_tells_what_the_search_does_for_round_bodies(void)
{
    run_family(PAIR_DISTANT, 100, 95);
    run_family(PAIR_CLOSE, 100, 95);
    run_family(PAIR_ROUNDED, 100, 85);
}

static void the_ray_tells_what_the_search_does_for_needles(void)
{
    run_family(PAIR_NEEDLE, 98, 20);
}

static void the_ray_tells_what_the_search_does_at_any_magnitude(void)
{
    run_family(PAIR_FAR, 98, 20);
    run_family(PAIR_EXTREME, 0, 0);
    run_family(PAIR_MIXED, 80, 50);
}

/* ---- corners beside the ray --------------------------------------------------------------- */

enum { CORNERS = 3, SEED = 4 };

/* A triangle of these corners, in the order in which they are valid; false where none is. */
static bool take_triangle(body_pair *pair, int i, const graze_point corners[CORNERS])
{
    convex_shape *shape = &pair->shape[i];
    for (int turned = 0; turned < 2; turned++) {
        for (int k = 0; k < CORNERS; k++)
            shape->vertices[k] = corners[turned ? CORNERS - 1 - k : k];
        shape->body = (graze_body){.vertices = shape->vertices, .vertex_count = CORNERS};
        pair->body[i] = shape->body;
        if (graze_body_validate(&pair->body[i]) == GRAZE_OK)
            return true;
    }
    return false;
}

static graze_point random_point(oracle_random *random)
{
    return (graze_point){random_real(random, -1, 1), random_real(random, -1, 1)};
}

/* Triangles, one at the origin, the other where the ray passes a corner of the difference as near
 * as doubles go: the corner moved by c is a multiple of the middle moved by m. */
static bool make_beside_corner(body_pair *pair, oracle_random *random)
{
    graze_hull hull[2];
    for (int i = 0; i < 2; i++) {
        graze_point corners[CORNERS];
        for (int k = 0; k < CORNERS; k++)
            corners[k] = random_point(random);
        if (!take_triangle(pair, i, corners) ||
            graze_hull_prepare(&pair->body[i], &hull[i]) != GRAZE_OK)
            return false;
    }
    const graze_point *a = pair->shape[0].vertices, *b = pair->shape[1].vertices;
    const graze_point c = {b->x - a->x, b->y - a->y};
    const graze_point m = {hull[1].middle.x - hull[0].middle.x,
                           hull[1].middle.y - hull[0].middle.y};
    const double share = random_real(random, -0.99, 1);
    pair->place[0] = (graze_point){0, 0};
    pair->place[1] = (graze_point){-(c.x + share * m.x) / (1 + share),
                                   -(c.y + share * m.y) / (1 + share)};
    return true;
}

/* A direction, and what lies some way along and across it. */
static graze_point along(double slope, double way, double across)
{
    return (graze_point){way - across * slope, way * slope + across};
}

/* Two slivers along one direction, and a million times their length apart along the same. */
static bool make_slivers(body_pair *pair, oracle_random *random)
{
    const double slope = random_real(random, -1, 1);
    const double thin = ldexp(1, -random_whole(random, 44, 53));
    for (int i = 0; i < 2; i++) {
        graze_point corners[CORNERS];
        for (int k = 0; k < CORNERS; k++) {
            const double across = thin * random_real(random, -1, 1);
            corners[k] = along(slope, random_real(random, -1, 1), across);
        }
        if (!take_triangle(pair, i, corners))
            return false;
    }
    const double across = thin * random_real(random, -1, 1);
    pair->place[0] = (graze_point){0, 0};
    pair->place[1] = along(slope, 0x1p20 * random_real(random, -4, 4), across);
    return true;
}

/* A triangle and one turned by half a circle whose corners are off by an ulp, so that in the
 * difference two edges each are all but parallel, and doubles may take them in the wrong order; at
 * such edges. */
static bool make_opposite(body_pair *pair, oracle_random *random)
{
    graze_point corners[2][CORNERS];
    for (int k = 0; k < CORNERS; k++) {
        const double x = random_real(random, -1, 1), y = random_real(random, -1, 1);
        corners[0][k] = (graze_point){x, y};
        corners[1][k] = (graze_point){-x + ldexp(random_whole(random, -1, 1), -53),
                                      -y + ldexp(random_whole(random, -1, 1), -53)};
    }
    const double share = random_real(random, 0, 1); /* of the two edges */
    const graze_point *a = corners[0];
    pair->place[0] = (graze_point){0, 0};
    pair->place[1] = (graze_point){2 * (a[0].x + share * (a[1].x - a[0].x)),
                                   2 * (a[0].y + share * (a[1].y - a[0].y))};
    return take_triangle(pair, 0, corners[0]) && take_triangle(pair, 1, corners[1]);
}

static void run_made(bool (*make)(body_pair *, oracle_random *), size_t told)
{
    tally counts = {0};
    const size_t rounds = support_rounds(1000, 10000, 500000);
    for (size_t i = 0; i < rounds; i++) {
        oracle_random random;
        body_pair pair;
        random_begin(&random, SEED, 0, i);
        if (make(&pair, &random))
            compare(&counts, &pair);
    }
    CU_ASSERT(counts.asked > 0);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(counts.told * 100 >= counts.asked * told);
}

static void a_ray_beside_a_corner_leaves_by_an_edge_there(void)
{
    run_made(make_beside_corner, 100);
}

/* On which side of the ray a corner lies is more than doubles can tell of any. */
static void the_ray_along_slivers_tells_what_the_search_does_or_nothing(void)
{
    run_made(make_slivers, 1);
}

static void the_ray_beside_edges_in_the_wrong_order_tells_what_the_search_does_or_nothing(void)
{
    run_made(make_opposite, 50);
}

CU_TestInfo ray_tests[] = {
    SUPPORT_TEST(the_ray_tells_what_the_search_does_on_a_lattice),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_where_bodies_touch),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_for_round_bodies),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_for_needles),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_at_any_magnitude),
    SUPPORT_TEST(a_ray_beside_a_corner_leaves_by_an_edge_there),
    SUPPORT_TEST(the_ray_along_slivers_tells_what_the_search_does_or_nothing),
    SUPPORT_TEST(the_ray_beside_edges_in_the_wrong_order_tells_what_the_search_does_or_nothing),
    CU_TEST_INFO_NULL,
};
