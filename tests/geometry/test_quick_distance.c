/* SPDX-License-Identifier: MIT */
/* The quick distance of two polygons, either instance, against the signed distance of the third
 * level, which finds and measures the nearest part in other ways: the same bits. */
#include "geometry/quick_distance.h"

#include <math.h>
#include <string.h>

#include "geometry/gjk.h"
#include "geometry/ray.h"
#include "pairs.h"
#include "support/run.h"

typedef struct tally {
    size_t apart, told, exits, wrong;
} tally;

typedef quick_answer (*way)(const placed_pair *pair, quick_begin begin, ray_edge *part,
                            double *distance);

/* A part is told of vertices' hulls that do not overlap; radii may. */
static bool is_wrong(quick_answer answer, double distance, double truth, bool meet)
{
    return answer == QUICK_DISTANCE ? memcmp(&distance, &truth, sizeof truth) != 0
                                    : answer == QUICK_PART && meet;
}

static void ask(tally *counts, way quick, const placed_pair *pair, double truth)
{
    ray_edge part = {{0, 0}, {0, 0}};
    double distance = -1;
    const quick_answer answer = quick(pair, QUICK_ANEW, &part, &distance);
    const bool meet = gjk_interiors_meet(pair, HULL_SCAN, NULL);
    counts->wrong += is_wrong(answer, distance, truth, meet);
    counts->apart += truth > 0;
    counts->told += answer == QUICK_DISTANCE;
    for (part.from.a = 0; truth > 0 && part.from.a < pair->a->body.vertex_count; part.from.a++)
        for (part.from.b = 0; part.from.b < pair->b->body.vertex_count; part.from.b++) {
            ray_edge from = part;
            const quick_answer again = quick(pair, QUICK_WALK, &from, &distance);
            counts->wrong += is_wrong(again, distance, truth, meet);
        }
}

/* Of the edge that a ray leaves by, where that is the nearest part. */
static void ask_exit(tally *counts, way quick, const placed_pair *pair, double truth)
{
    minkowski_corner near;
    ray_exit exit;
    double distance = -1;
    ray_begin(pair, &near);
    if (ray_tells(pair, near, &exit) != RAY_OUTSIDE || !ray_exit_is_nearest(pair, &exit))
        return;
    const quick_answer answer =
        quick(pair, exit.side < 0 ? QUICK_BEYOND : QUICK_ON, &exit.edge, &distance);
    counts->exits += answer == QUICK_DISTANCE;
    counts->wrong += answer == QUICK_NOTHING || is_wrong(answer, distance, truth, false);
}

static void compare(tally *counts, const graze_body body[2], const graze_point place[2])
{
    graze_hull hull[2];
    double distance;
    if (!pair_measure(body, place, hull, &distance))
        return;
    const placed_pair pair = placed(&hull[0], place[0], &hull[1], place[1]);
    if (!ray_applies(&pair) || !(fabs(place[0].x) + fabs(place[0].y) < 0x1p900))
        return;
    ask(counts, quick_distance_plain, &pair, distance);
    ask_exit(counts, quick_distance_plain, &pair, distance);
    if (cpu_level() >= CPU_AVX2) {
        ask(counts, quick_distance_fused, &pair, distance);
        ask_exit(counts, quick_distance_fused, &pair, distance);
    }
}

static void quick_distances_are_those_of_the_third_level(void)
{
    for (int family = 0; family < PAIR_FAMILIES; family++) {
        tally counts = {0};
        for (size_t i = 0; i < support_rounds(300, 3000, 100000); i++) {
            body_pair pair;
            pair_make(&pair, (pair_family)family, i);
            compare(&counts, pair.body, pair.place);
        }
        CU_ASSERT_EQUAL(counts.wrong, 0);
        CU_ASSERT(counts.exits > 0 || family == PAIR_SMALL || family >= PAIR_EXTREME);
        CU_ASSERT(family != PAIR_DISTANT || counts.told * 100 >= counts.apart * 95);
    }
}

/* Vertices and places in powers of two of their own, to where squares under- and overflow. */
static void quick_distances_are_right_at_every_magnitude(void)
{
    tally counts = {0};
    for (int exponent = -300; exponent <= 300; exponent += 3)
        for (int more = 0; more <= 60; more += 20) {
            body_pair pair;
            pair_make(&pair, PAIR_DISTANT, (uint64_t)(exponent + 300));
            for (int k = 0; k < 2; k++) {
                for (size_t i = 0; i < pair.body[k].vertex_count; i++) {
                    graze_point *vertex = &pair.shape[k].vertices[i];
                    *vertex = (graze_point){ldexp(vertex->x, exponent), ldexp(vertex->y, exponent)};
                }
                pair.body[k].radius = ldexp(pair.body[k].radius, exponent);
                pair.place[k] = (graze_point){ldexp(pair.place[k].x, exponent + more * k),
                                              ldexp(pair.place[k].y, exponent + more * k)};
            }
            compare(&counts, pair.body, pair.place);
        }
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(counts.told > 0);
}

/* Triangles one above the other: places and vertices all but cancel, and leave their last bits. */
static void quick_distances_are_right_where_places_cancel(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 72, 1, 0);
    for (size_t i = 0; i < support_rounds(20000, 100000, 1000000); i++) {
        const double top = random_real(&random, 0, 1), bottom = -random_real(&random, 0, 1);
        const graze_point below[3] = {{-1, top}, {0, -2}, {1.5, top}};
        const graze_point above[3] = {{-1.5, bottom}, {1, bottom}, {0, 2}};
        const graze_body body[2] = {{0, below, 3}, {0, above, 3}};
        const graze_point from = {0,
                                  ldexp(random_real(&random, -1, 1), random_whole(&random, -8, 1))};
        const double gap = ldexp(random_real(&random, 0, 1), random_whole(&random, -46, -36));
        const graze_point place[2] = {
            from, {random_real(&random, -4, 4), from.y + ((top - bottom) + gap)}};
        compare(&counts, body, place);
    }
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(SUPPORT_ENOUGH(counts.told > 0));
}

/* A foot too narrow for its length to be squared, above a top: the third level measures it. */
static void edges_too_short_to_measure_are_left_to_others(void)
{
    tally counts = {0};
    for (int exponent = -1070; exponent <= -190; exponent++)
        for (int at = -2; at <= 2; at++) {
            const double half = ldexp(1, exponent);
            const graze_point below[3] = {{-1, -2}, {1, -2}, {0, 0}};
            const graze_point above[4] = {{-half, 0}, {half, 0}, {1, 1}, {-1, 1}};
            const graze_body body[2] = {{0, below, 3}, {0, above, 4}};
            const graze_point place[2] = {{at * half / 2, -1}, {0, 0}};
            compare(&counts, body, place);
        }
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(counts.apart > 0);
}

CU_TestInfo quick_distance_tests[] = {
    SUPPORT_TEST(quick_distances_are_those_of_the_third_level),
    SUPPORT_TEST(quick_distances_are_right_at_every_magnitude),
    SUPPORT_TEST(quick_distances_are_right_where_places_cancel),
    SUPPORT_TEST(edges_too_short_to_measure_are_left_to_others),
    CU_TEST_INFO_NULL,
};
