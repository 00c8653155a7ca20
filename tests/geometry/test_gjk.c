/* SPDX-License-Identifier: MIT */
#include "geometry/gjk.h"

#include <graze/gjk.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pairs.h"
#include "support/run.h"
#include "truth.h"

/* What went wrong with the pairs of a family, and the worst errors in ulps of the
 * largest coordinate. */
typedef struct tally {
    size_t pairs, sides[3]; /* overlapping, touching, apart */
    size_t wrong, other_way, swapped, invalid;
    double distance, witness, direction;
} tally;

static void keep_largest(double *largest, double value) { *largest = fmax(*largest, value); }

static double ulp_of(double value)
{
    int exponent;
    frexp(value, &exponent);
    return fmax(ldexp(1, exponent - 53), 0x1p-1074);
}

/* The witnesses lie on a line along the direction, the distance apart; and nothing of
 * the bodies lies between them across it. */
static void judge_witnesses(tally *counts, const body_pair *pair, const truth *exact,
                            const graze_separation *s)
{
    double ulp = ulp_of(exact->largest);
    double x = s->on_b.x - s->on_a.x - s->distance * s->direction.x;
    double y = s->on_b.y - s->on_a.y - s->distance * s->direction.y;
    keep_largest(&counts->witness, fmax(fabs(x), fabs(y)) / ulp);
    keep_largest(&counts->direction, fabs(hypot(s->direction.x, s->direction.y) - 1) / 0x1p-53);
    for (int i = 0; i < 2; i++) {
        graze_point on = i == 0 ? s->on_a : s->on_b;
        double sign = i == 0 ? 1 : -1;
        for (size_t j = 0; j < pair->body[i].vertex_count; j++) {
            graze_point vertex = pair->body[i].vertices[j];
            double beyond =
                sign * ((pair->place[i].x - on.x + vertex.x) * s->direction.x +
                        (pair->place[i].y - on.y + vertex.y) * s->direction.y) +
                pair->body[i].radius;
            keep_largest(&counts->witness, beyond / ulp);
        }
    }
}

static void judge(tally *counts, const body_pair *pair, truth *exact)
{
    graze_hull hull[2];
    for (int i = 0; i < 2; i++)
        if (graze_hull_prepare(&pair->body[i], &hull[i]) != GRAZE_OK) {
            counts->invalid++;
            return;
        }
    truth_of(exact, &pair->body[0], pair->place[0], &pair->body[1], pair->place[1]);
    bool overlap = false, swapped = false;
    double distance = -1, scanned = -1;
    graze_separation s = {0};
    graze_status status =
        graze_gjk_overlap(&hull[0], pair->place[0], &hull[1], pair->place[1], &overlap) |
        graze_gjk_overlap(&hull[1], pair->place[1], &hull[0], pair->place[0], &swapped) |
        graze_gjk_distance(&hull[0], pair->place[0], &hull[1], pair->place[1], &distance) |
        graze_gjk_separation(&hull[0], pair->place[0], &hull[1], pair->place[1], &s);
    placed_pair both = placed(&hull[0], pair->place[0], &hull[1], pair->place[1]);
    bool climbed = gjk_interiors_meet(&both, HULL_CLIMB, NULL);
    gjk_distance_by(&both, HULL_SCAN, &scanned);

    counts->pairs++;
    counts->sides[exact->side + 1]++;
    counts->invalid += status != GRAZE_OK;
    counts->wrong += overlap != (exact->side < 0) || (distance > 0) != (exact->side > 0) ||
                     (s.distance > 0) - (s.distance < 0) != exact->side;
    counts->swapped += swapped != overlap;
    counts->other_way += climbed != gjk_interiors_meet(&both, HULL_SCAN, NULL);
    counts->other_way += scanned != distance;
    keep_largest(&counts->distance, truth_error(exact, s.distance));
    if (exact->side > 0) {
        keep_largest(&counts->distance, truth_error(exact, distance));
        keep_largest(&counts->distance, truth_error(exact, scanned));
    }
    judge_witnesses(counts, pair, exact, &s);
}

static void run_family(pair_family family)
{
    tally counts = {0};
    truth exact;
    truth_init(&exact);
    size_t rounds = support_rounds(300, 2500, 50000);
    for (size_t i = 0; i < rounds; i++) {
        body_pair pair;
        pair_make(&pair, family, i);
        judge(&counts, &pair, &exact);
    }
    truth_clear(&exact);
    if (rounds >= 1000)
        printf(
            "%s: %zu pairs, %zu overlap, %zu touch, %zu apart; wrong %zu; distance %.2f, witness "
            "%.2f ulp, direction %.1f\n",
            pair_family_name[family], counts.pairs, counts.sides[0], counts.sides[1],
            counts.sides[2], counts.wrong, counts.distance, counts.witness, counts.direction);
    CU_ASSERT_EQUAL(counts.invalid, 0);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT_EQUAL(counts.swapped, 0);
    CU_ASSERT_EQUAL(counts.other_way, 0);
    CU_ASSERT(counts.distance <= 2);
    CU_ASSERT(counts.witness <= 8);
    CU_ASSERT(counts.direction <= 8);
}

static void all_levels_are_right_on_a_small_lattice(void) { run_family(PAIR_LATTICE); }
static void all_levels_are_right_where_bodies_touch(void) { run_family(PAIR_TOUCH); }
static void all_levels_are_right_one_ulp_off_a_touch(void) { run_family(PAIR_NEIGHBOUR); }
static void all_levels_are_right_for_distant_pairs(void) { run_family(PAIR_DISTANT); }
static void all_levels_are_right_for_close_pairs(void) { run_family(PAIR_CLOSE); }
static void all_levels_are_right_for_needles(void) { run_family(PAIR_NEEDLE); }
static void all_levels_are_right_far_from_the_origin(void) { run_family(PAIR_FAR); }
static void all_levels_are_right_for_rounded_bodies(void) { run_family(PAIR_ROUNDED); }
static void all_levels_are_right_for_points_and_segments(void) { run_family(PAIR_SMALL); }
static void all_levels_are_right_for_extreme_numbers(void) { run_family(PAIR_EXTREME); }

static void all_levels_are_right_for_numbers_of_any_magnitudes(void) { run_family(PAIR_MIXED); }

/* A rounded square of radius 1e170 that holds a point; triangles of 2^-600 m one in the other,
 * at a place that is not small; two discs as large as doubles go. */
static void depths_are_measured_at_any_scale(void)
{
    const graze_point corners[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const graze_point small[3] = {{0, 0}, {0x1p-600, 0}, {0, 0x1p-600}};
    const graze_body square = {1e170, corners, 4}, triangle = {0, small, 3}, point = {0};
    const graze_body huge = {.radius = DBL_MAX / 2};
    graze_hull a, b;
    graze_separation s;
    memset(&s, 0, sizeof s);
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&square, &a) | graze_hull_prepare(&point, &b), 0);
    CU_ASSERT_EQUAL(
        graze_gjk_separation(&a, (graze_point){-0.5, -0.5}, &b, (graze_point){0, 0}, &s), GRAZE_OK);
    CU_ASSERT_EQUAL(s.distance, -1e170);
    CU_ASSERT_EQUAL(fabs(s.direction.x) + fabs(s.direction.y), 1);

    memset(&s, 0, sizeof s);
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&triangle, &a), 0);
    CU_ASSERT_EQUAL(
        graze_gjk_separation(&a, (graze_point){1, 1}, &a, (graze_point){1, 1}, &s), GRAZE_OK);
    CU_ASSERT_DOUBLE_EQUAL(s.distance * 0x1p600, -sqrt(0.5), 0x1p-52);

    memset(&s, 0, sizeof s);
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&huge, &a), 0);
    CU_ASSERT_EQUAL(graze_gjk_separation(&a, (graze_point){DBL_MAX, 0}, &a,
                                         (graze_point){-DBL_MAX / 2, 0}, &s),
                    GRAZE_OK);
    CU_ASSERT_DOUBLE_EQUAL(s.distance / DBL_MAX, 0.5, 0x1p-51);
    CU_ASSERT_DOUBLE_EQUAL(s.on_a.x / DBL_MAX, 0.5, 0x1p-51);
    CU_ASSERT_EQUAL(s.on_b.x, 0);
}

enum { MANY = 1200 };

/* A regular polygon of many vertices, exact enough to be convex. */
static void make_wheel(graze_point *vertices, double radius)
{
    for (int i = 0; i < MANY; i++) {
        double angle = 6.283185307179586 * i / MANY;
        vertices[i] = (graze_point){radius * cos(angle), radius * sin(angle)};
    }
}

static void bodies_of_a_thousand_vertices_are_answered_too(void)
{
    static graze_point vertices[MANY];
    make_wheel(vertices, 1000);
    graze_point wedge[] = {{0, 0}, {5, -1}, {5, 1}};
    graze_body wheel = {.vertices = vertices, .vertex_count = MANY};
    graze_body other = {.vertices = wedge, .vertex_count = 3};
    tally counts = {0};
    truth exact;
    truth_init(&exact);
    size_t rounds = support_rounds(6, 25, 500);
    for (size_t i = 0; i < rounds; i++) {
        body_pair pair = {.body = {wheel, other}};
        double angle = (double)i * 0.7, off = i % 3 == 0 ? 1000 : i % 3 == 1 ? 900 : 1300;
        pair.place[1] = (graze_point){off * cos(angle), off * sin(angle)};
        if (i % 3 == 0)
            pair.place[1] = vertices[(i * 331) % MANY];
        judge(&counts, &pair, &exact);
    }
    truth_clear(&exact);
    CU_ASSERT_EQUAL(counts.pairs, rounds);
    CU_ASSERT_EQUAL(counts.wrong + counts.other_way + counts.swapped + counts.invalid, 0);
    CU_ASSERT(counts.distance <= 2);
}

/* ---- what a picture shows --------------------------------------------------------- */

static const graze_point square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

static graze_separation separation_of_squares(double x, double y)
{
    graze_body body = {.vertices = square, .vertex_count = 4};
    graze_hull hull;
    graze_separation s = {0};
    CU_ASSERT_EQUAL(graze_hull_prepare(&body, &hull), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_gjk_separation(&hull, (graze_point){0, 0}, &hull, (graze_point){x, y},
                                         &s), GRAZE_OK);
    return s;
}

static void squares_side_by_side_touch_along_their_common_edge(void)
{
    graze_separation s = separation_of_squares(1, 0.25);
    CU_ASSERT_EQUAL(s.distance, 0);
    CU_ASSERT(s.direction.x == 1 && s.direction.y == 0);
    CU_ASSERT(s.on_a.x == 1 && s.on_b.x == 1 && s.on_a.y == s.on_b.y);
    CU_ASSERT(s.on_a.y >= 0.25 && s.on_a.y <= 1);
}

static void squares_that_share_a_corner_touch_there(void)
{
    graze_separation s = separation_of_squares(1, 1);
    CU_ASSERT_EQUAL(s.distance, 0);
    CU_ASSERT(s.on_a.x == 1 && s.on_a.y == 1 && s.on_b.x == 1 && s.on_b.y == 1);
    CU_ASSERT(s.direction.x >= 0 && s.direction.y >= 0);
}

static void an_overlap_ends_the_shortest_way(void)
{
    graze_separation s = separation_of_squares(0.25, 0.75);
    CU_ASSERT_EQUAL(s.distance, -0.25);
    CU_ASSERT(s.direction.x == 0 && s.direction.y == 1);
}

static void crossing_segments_overlap_and_touching_ones_do_not(void)
{
    graze_point flat[] = {{-1, 0}, {1, 0}}, steep[] = {{0, -1}, {0, 1}};
    graze_body a = {.vertices = flat, .vertex_count = 2};
    graze_body b = {.vertices = steep, .vertex_count = 2};
    graze_hull hull_a, hull_b;
    bool overlap = false;
    graze_hull_prepare(&a, &hull_a);
    graze_hull_prepare(&b, &hull_b);
    graze_gjk_overlap(&hull_a, (graze_point){0, 0}, &hull_b, (graze_point){0, 0}, &overlap);
    CU_ASSERT(overlap);
    graze_gjk_overlap(&hull_a, (graze_point){0, 0}, &hull_b, (graze_point){0, 1}, &overlap);
    CU_ASSERT_FALSE(overlap);
    graze_gjk_overlap(&hull_a, (graze_point){0, 0}, &hull_a, (graze_point){0.5, 0}, &overlap);
    CU_ASSERT_FALSE(overlap);
}

/* Whatever both hulls keep. */
static void polygons_nowhere_leave_the_answer_untouched(void)
{
    graze_point corners[5] = {{-1, -1}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}};
    const graze_point here = {0, 0}, nowhere = {0, INFINITY};
    for (size_t i = 0; i < 4; i++) {
        const graze_body a = {.vertices = corners, .vertex_count = 4 + i % 2};
        const graze_body b = {.vertices = corners, .vertex_count = 4 + i / 2};
        graze_hull hull[2];
        bool overlap = true;
        CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&a, &hull[0]), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&b, &hull[1]), GRAZE_OK);
        CU_ASSERT_EQUAL(graze_gjk_overlap(&hull[0], here, &hull[1], nowhere, &overlap),
                        GRAZE_ERROR_NOT_FINITE);
        CU_ASSERT(overlap);
    }
}

static void bad_questions_leave_the_answer_untouched(void)
{
    graze_body disc = {.radius = 1};
    graze_hull hull;
    graze_point here = {0, 0}, nowhere = {(double)NAN, 0};
    bool overlap = true;
    double distance = 77;
    graze_separation s = {.distance = 77};
    graze_hull_prepare(&disc, &hull);
    CU_ASSERT_EQUAL(graze_gjk_overlap(&hull, here, NULL, here, &overlap), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_gjk_distance(&hull, here, &hull, here, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_gjk_overlap(&hull, here, &hull, nowhere, &overlap),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_gjk_distance(&hull, nowhere, &hull, here, &distance),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_gjk_separation(&hull, nowhere, &hull, here, &s),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT(overlap && distance == 77 && s.distance == 77);
}

CU_TestInfo gjk_tests[] = {
    SUPPORT_TEST(squares_side_by_side_touch_along_their_common_edge),
    SUPPORT_TEST(squares_that_share_a_corner_touch_there),
    SUPPORT_TEST(an_overlap_ends_the_shortest_way),
    SUPPORT_TEST(crossing_segments_overlap_and_touching_ones_do_not),
    SUPPORT_TEST(polygons_nowhere_leave_the_answer_untouched),
    SUPPORT_TEST(bad_questions_leave_the_answer_untouched),
    SUPPORT_TEST(bodies_of_a_thousand_vertices_are_answered_too),
    SUPPORT_TEST(all_levels_are_right_on_a_small_lattice),
    SUPPORT_TEST(all_levels_are_right_where_bodies_touch),
    SUPPORT_TEST(all_levels_are_right_one_ulp_off_a_touch),
    SUPPORT_TEST(all_levels_are_right_for_distant_pairs),
    SUPPORT_TEST(all_levels_are_right_for_close_pairs),
    SUPPORT_TEST(all_levels_are_right_for_needles),
    SUPPORT_TEST(all_levels_are_right_far_from_the_origin),
    SUPPORT_TEST(all_levels_are_right_for_rounded_bodies),
    SUPPORT_TEST(all_levels_are_right_for_points_and_segments),
    SUPPORT_TEST(all_levels_are_right_for_extreme_numbers),
    SUPPORT_TEST(all_levels_are_right_for_numbers_of_any_magnitudes),
    SUPPORT_TEST(depths_are_measured_at_any_scale),
    CU_TEST_INFO_NULL,
};
