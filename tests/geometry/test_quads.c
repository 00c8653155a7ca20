/* SPDX-License-Identifier: MIT */
/* The glance at two polygons of few corners in every rounding mode, and what follows from what it
 * leaves in doubt, against the signed distances of the third level, which it takes no part in. */
#include "geometry/quads.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#include "geometry/gjk.h"
#include "oracle/random.h"
#include "pairs.h"
#include "support/run.h"

#if CPU_WIDE
typedef struct tally {
    size_t asked, told, settled, exits, wrong;
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
    ray_exit exit;
    quads_doubts(view, &doubts);
    const sides_answer sides = sides_settle(CPU_AVX2, pair, &doubts);
    counts->settled += sides != SIDES_UNKNOWN;
    counts->wrong += has_false_corner(pair, &doubts) ||
                     (sides != SIDES_UNKNOWN && (sides == SIDES_INSIDE) != (truth < 0));
    const ray_answer answer = quads_exit(pair, view, &exit);
    if (answer == RAY_UNKNOWN)
        return;
    counts->exits++;
    counts->wrong += (answer == RAY_INSIDE) != (truth < 0);
    if (answer == RAY_OUTSIDE)
        counts->wrong += (exit.side < 0) != (placed_cross_exact(pair, exit.edge.from,
                                                                exit.edge.to) != 0);
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

/* Bodies whose corners are `away` from the origins of their frames, at places that are `far` from
 * the world's, in units of 2^unit; the second is 2^smaller times as large. */
static void draw_pair(tally *counts, oracle_random *random, int unit, int smaller)
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
    const graze_point there = beside(random, body, by);
    const graze_point place[2] = {{far, -far}, {far + there.x, there.y - far}};
    compare(counts, body, place);
}

static void quads_are_told_as_they_are_where_they_nearly_touch(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 73, 1, 0);
    for (size_t i = 0; i < support_rounds(20000, 100000, 3000000); i++)
        draw_pair(&counts, &random, 0, random_whole(&random, -12, 2));
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(!cpu_has_avx2() || counts.told * 20 > counts.asked);
    CU_ASSERT(!cpu_has_avx2() || (counts.settled + counts.told) * 100 > counts.asked * 85);
    CU_ASSERT(!cpu_has_avx2() || counts.exits * 10 > counts.asked);
}

/* From where floats would underflow to where they would overflow. */
static void quads_are_told_as_they_are_at_every_magnitude(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 73, 2, 0);
    for (size_t i = 0; i < support_rounds(20000, 100000, 3000000); i++)
        draw_pair(&counts, &random, random_whole(&random, -130, 130),
                  random_whole(&random, -90, 90));
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(!cpu_has_avx2() || counts.told > 0);
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
    }
}

CU_TestInfo quads_tests[] = {
    SUPPORT_TEST(quads_are_told_as_they_are_where_they_nearly_touch),
    SUPPORT_TEST(quads_are_told_as_they_are_at_every_magnitude),
    SUPPORT_TEST(quads_far_away_are_not_looked_at),
    CU_TEST_INFO_NULL,
};
#else
CU_TestInfo quads_tests[] = {CU_TEST_INFO_NULL};
#endif
