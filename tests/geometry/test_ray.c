/* SPDX-License-Identifier: MIT */
#include "geometry/ray.h"

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
static void run_family(pair_family family, size_t told, size_t found)
{
    tally counts = {0};
    const size_t rounds = support_rounds(300, 20000, 1000000);
    for (size_t i = 0; i < rounds; i++) {
        body_pair pair;
        pair_make(&pair, family, i);
        compare(&counts, &pair);
    }
    CU_ASSERT(counts.asked > 0 || family == PAIR_EXTREME);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(counts.told * 100 >= counts.asked * told);
    CU_ASSERT(counts.found * 100 >= counts.outside * found);
}

static void the_ray_tells_what_the_search_does_on_a_lattice(void)
{
    run_family(PAIR_LATTICE, 100, 60);
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

CU_TestInfo ray_tests[] = {
    SUPPORT_TEST(the_ray_tells_what_the_search_does_on_a_lattice),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_where_bodies_touch),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_for_round_bodies),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_for_needles),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_at_any_magnitude),
    CU_TEST_INFO_NULL,
};
