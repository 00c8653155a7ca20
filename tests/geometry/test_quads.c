/* SPDX-License-Identifier: MIT */
/* The glance at two polygons of few corners in every rounding mode, and what follows from what it
 * leaves in doubt, against the signed distances of the third level, which it takes no part in. */
#include "geometry/quads.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#include "geometry/gjk.h"
#include "geometry/quick_distance.h"
#include "oracle/random.h"
#include "pairs.h"
#include "support/run.h"

#if CPU_WIDE
typedef struct tally {
    size_t asked, told, settled, wrong;
    size_t edges, corners, at_edge, long_edges, near; /* of nearest parts */
} tally;

/* A corner that an edge is certainly at is the farthest across it. */
static bool has_false_corner(const placed_pair *pair, const seen_sides *doubts)
{
    for (int side = 0; side < SIDES; side++) {
        const unsigned bit = 1U << side;
        if ((doubts->edges & ~doubts->inside & doubts->certain & bit) != 0 &&
            !sides_is_farthest(&pair->a->body, &pair->b->body, side, (size_t)doubts->who[side]))
            return true;
    }
    return false;
}

static void settle(tally *counts, const placed_pair *pair, const quads_view *view, double truth)
{
    seen_sides doubts;
    quads_doubts(view, &doubts);
    const sides_answer sides = sides_settle(CPU_AVX2, pair, &doubts);
    counts->settled += sides != SIDES_UNKNOWN;
    counts->wrong += has_false_corner(pair, &doubts) ||
                     (sides != SIDES_UNKNOWN && (sides == SIDES_INSIDE) != (truth < 0));
}

/* A distance that is measured of a part, against the true one. */
static void measure(tally *counts, const placed_pair *pair, const ray_edge *part, int side,
                    double truth)
{
    double distance;
    if (side <= 0 && quick_measure_plain(pair, part, side, &distance))
        counts->wrong += memcmp(&distance, &truth, sizeof truth) != 0;
}

static void find_nearest(tally *counts, const placed_pair *pair, graze_point offset, int mode,
                         double truth)
{
    ray_edge part = {{0, 0}, {0, 0}};
    ray_exit exit = {.side = 0};
    double distance;
    fesetround(mode);
    const quads_nearness told = quads_nearest(pair->a, pair->b, offset, &part);
    fesetround(FE_TONEAREST);
    if (told == QUADS_INSIDE)
        counts->wrong += !(truth < 0);
    if (told <= QUADS_INSIDE)
        return;
    const graze_body *a = &pair->a->body, *b = &pair->b->body;
    CU_ASSERT_FATAL(part.from.a < a->vertex_count && part.to.a < a->vertex_count);
    CU_ASSERT_FATAL(part.from.b < b->vertex_count && part.to.b < b->vertex_count);
    const bool is_edge = part.from.a != part.to.a || part.from.b != part.to.b;
    counts->wrong += told != QUADS_AT_EDGE && !(truth > 0);
    counts->edges += told == QUADS_NEAREST && is_edge;
    counts->corners += told == QUADS_NEAREST && !is_edge;
    counts->at_edge += told == QUADS_AT_EDGE;
    counts->long_edges += told == QUADS_AT_LONG_EDGE;
    counts->near += told == QUADS_NEAR;
    if (told == QUADS_NEAREST)
        measure(counts, pair, &part, -1, truth);
    else if (told == QUADS_AT_LONG_EDGE)
        measure(counts, pair, &part, ray_side(pair, WALK_UNSURE, &part), truth);
    else if (told == QUADS_NEAR)
        counts->wrong +=
            quick_distance_plain(pair, QUICK_WALK, &part, &distance) == QUICK_DISTANCE &&
            memcmp(&distance, &truth, sizeof truth) != 0;
    else if (ray_leaves_by(pair, &part, &exit) == RAY_INSIDE)
        counts->wrong += !(truth < 0);
    else
        measure(counts, pair, &part, exit.side, truth);
}

static void look(tally *counts, const placed_pair *pair, double truth)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        fesetround(modes[i]);
        const volatile double x = pair->place_b.x - pair->place_a.x;
        const volatile double y = pair->place_b.y - pair->place_a.y;
        const quads_view view = quads_glance(pair->a, pair->b, (graze_point){x, y});
        fesetround(FE_TONEAREST);
        find_nearest(counts, pair, (graze_point){x, y}, modes[i], truth);
        counts->asked++;
        counts->told += view.answer <= QUADS_OVERLAP;
        counts->wrong += (view.answer == QUADS_APART && !(truth > 0)) ||
                         (view.answer == QUADS_OVERLAP && !(truth < 0));
        if (view.answer == QUADS_DOUBTFUL)
            settle(counts, pair, &view, truth);
    }
}

static void compare(tally *counts, const graze_body body[2], const graze_point place[2])
{
    graze_hull hull[2];
    double truth, distance;
    bool overlap;
    if (!pair_measure(body, place, hull, &truth) || !quads_apply(&hull[0], &hull[1]))
        return;
    const placed_pair pair = placed(&hull[0], place[0], &hull[1], place[1]);
    look(counts, &pair, truth);
    graze_gjk_overlap(&hull[0], place[0], &hull[1], place[1], &overlap);
    graze_gjk_distance(&hull[0], place[0], &hull[1], place[1], &distance);
    counts->wrong += overlap != (truth < 0);
    truth = truth > 0 ? truth : 0;
    counts->wrong += memcmp(&distance, &truth, sizeof truth) != 0;
}

/* How their corners lie: anyhow; two of them close together; all nearly on a line; or on a lattice,
 * so that edges are parallel. */
enum { KIND_ROUND, KIND_SHORT, KIND_FLAT, KIND_LATTICE, KINDS };

static size_t draw(oracle_random *random, int kind, graze_point corners[4])
{
    const int count = random_whole(random, 3, 4), close = random_whole(random, 1, count - 1);
    const double turn = random_real(random, 0, 6.28), flat = ldexp(1, -random_whole(random, 0, 20));
    double last = 0;
    for (int i = 0; i < count; i++) {
        double angle = turn + (i + random_real(random, 0, 0.7)) * 6.283185307179586 / count;
        if (kind == KIND_SHORT && i == close)
            angle = last + ldexp(1, -random_whole(random, 3, 45));
        last = angle;
        corners[i] = (graze_point){cos(angle), sin(angle) * (kind == KIND_FLAT ? flat : 1)};
    }
    if (kind == KIND_LATTICE) {
        const double x = random_whole(random, 1, 3), y = random_whole(random, 1, 3);
        const graze_point box[4] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
        memcpy(corners, box, sizeof box);
    }
    return kind == KIND_LATTICE ? 4 : (size_t)count;
}

/* A vertex of the one body that is about the farthest across an edge of the other is put beside a
 * point of that edge. */
static graze_point beside(oracle_random *random, const graze_body body[2], double by)
{
    const int k = random_whole(random, 0, 1);
    const graze_body *own = &body[k], *other = &body[!k];
    const size_t i = (size_t)random_whole(random, 0, (int)own->vertex_count - 1);
    const graze_point from = own->vertices[i], to = own->vertices[body_after(own, i)];
    const double nx = to.y - from.y, ny = from.x - to.x, length = hypot(nx, ny);
    const double at = random_real(random, 0, 1);
    size_t nearest = 0;
    for (size_t j = 1; j < other->vertex_count; j++)
        if (nx * (other->vertices[j].x - other->vertices[nearest].x) +
                ny * (other->vertices[j].y - other->vertices[nearest].y) <
            0)
            nearest = j;
    const graze_point corner = other->vertices[nearest];
    const double x = from.x + at * (to.x - from.x) - corner.x + by * nx / length;
    const double y = from.y + at * (to.y - from.y) - corner.y + by * ny / length;
    return k == 0 ? (graze_point){x, y} : (graze_point){-x, -y};
}

/* Anywhere about the other one, at distances up to some of its sizes. */
static graze_point about(oracle_random *random, double far)
{
    return (graze_point){far * random_real(random, -4, 4), far * random_real(random, -4, 4)};
}

/* Bodies whose corners are `away` from the origins of their frames, at places that are `far` from
 * the world's, in units of 2^unit; the second is 2^smaller times as large. */
static void draw_pair(tally *counts, oracle_random *random, int unit, int smaller, bool close)
{
    graze_point corners[2][4];
    graze_body body[2];
    const double away = random_whole(random, 0, 1) * ldexp(1, random_whole(random, -3, 12));
    const double far = random_whole(random, 0, 1) * ldexp(1, random_whole(random, -3, 30) + unit);
    for (int k = 0; k < 2; k++) {
        const size_t count = draw(random, random_whole(random, 0, KINDS - 1), corners[k]);
        for (size_t i = 0; i < count; i++)
            corners[k][i] = (graze_point){ldexp(corners[k][i].x + away, unit + k * smaller),
                                          ldexp(corners[k][i].y - away, unit + k * smaller)};
        body[k] = (graze_body){0, corners[k], count};
    }
    const double sign = random_whole(random, -1, 1);
    const double by = sign * ldexp(random_real(random, 0.5, 1), unit - random_whole(random, 0, 60));
    const graze_point there = close ? beside(random, body, by)
                                    : about(random, ldexp(1, unit + random_whole(random, -1, 4)));
    const graze_point place[2] = {{far, -far}, {far + there.x, there.y - far}};
    compare(counts, body, place);
}

static void quads_are_told_as_they_are_where_they_nearly_touch(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 73, 1, 0);
    for (size_t i = 0; i < support_rounds(20000, 100000, 3000000); i++)
        draw_pair(&counts, &random, 0, random_whole(&random, -12, 2), true);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(!cpu_has_avx2() || counts.told * 20 > counts.asked);
    CU_ASSERT(!cpu_has_avx2() || (counts.settled + counts.told) * 100 > counts.asked * 85);
    CU_ASSERT(!cpu_has_avx2() || counts.at_edge * 10 > counts.asked);
}

static void the_nearest_part_of_quads_is_told(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 73, 3, 0);
    for (size_t i = 0; i < support_rounds(20000, 100000, 3000000); i++)
        draw_pair(&counts, &random, 0, random_whole(&random, -8, 2), false);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(!cpu_has_avx2() || counts.edges * 20 > counts.asked);
    CU_ASSERT(!cpu_has_avx2() || counts.corners * 10 > counts.asked);
    CU_ASSERT(!cpu_has_avx2() || (counts.long_edges > 0 && counts.near > 0));
}

/* From where floats would underflow to where they would overflow. */
static void quads_are_told_as_they_are_at_every_magnitude(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 73, 2, 0);
    for (size_t i = 0; i < support_rounds(20000, 100000, 3000000); i++)
        draw_pair(&counts, &random, random_whole(&random, -130, 130),
                  random_whole(&random, -90, 90), i % 2 == 0);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(!cpu_has_avx2() || counts.told > 0);
}

/* Also the first one of a triangle, which comes again behind its third. */
static void every_corner_of_a_triangle_is_told(void)
{
    static const graze_point corners[3] = {{-1, -1}, {1, -1}, {0, 1}};
    const graze_body body = {0, corners, 3};
    graze_hull hull;
    ray_edge part;
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&body, &hull), GRAZE_OK);
    for (size_t a = 0; quads_apply(&hull, &hull) && a < 3; a++)
        for (size_t b = 0; b < 3; b++) {
            const graze_point offset = {4 * (corners[a].x - corners[b].x),
                                        4 * (corners[a].y - corners[b].y)};
            if (a == b)
                continue;
            CU_ASSERT_EQUAL(quads_nearest(&hull, &hull, offset, &part), QUADS_NEAREST);
            CU_ASSERT(part.from.a == a && part.to.a == a && part.from.b == b && part.to.b == b);
        }
}

/* An offset that is not finite, or farther than floats go, is not looked at. */
static void quads_far_away_are_not_looked_at(void)
{
    const double fars[] = {0x1p61, 0x1p1000, INFINITY, NAN};
    graze_point square[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const graze_body body = {0, square, 4};
    graze_hull hull;
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&body, &hull), GRAZE_OK);
    for (size_t i = 0; quads_apply(&hull, &hull) && i < sizeof fars / sizeof *fars; i++) {
        const quads_view view = quads_glance(&hull, &hull, (graze_point){0, fars[i]});
        CU_ASSERT_EQUAL(view.answer, QUADS_FAR);
        ray_edge part;
        CU_ASSERT_EQUAL(quads_nearest(&hull, &hull, (graze_point){0, fars[i]}, &part),
                        QUADS_UNTOLD);
    }
}

CU_TestInfo quads_tests[] = {
    SUPPORT_TEST(quads_are_told_as_they_are_where_they_nearly_touch),
    SUPPORT_TEST(quads_are_told_as_they_are_at_every_magnitude),
    SUPPORT_TEST(the_nearest_part_of_quads_is_told),
    SUPPORT_TEST(every_corner_of_a_triangle_is_told),
    SUPPORT_TEST(quads_far_away_are_not_looked_at),
    CU_TEST_INFO_NULL,
};
#else
CU_TestInfo quads_tests[] = {CU_TEST_INFO_NULL};
#endif
