/* SPDX-License-Identifier: MIT */
/* Polygons of few corners by all edges at once, and what follows from what is left in doubt,
 * against the signed distances of the third level, which takes no part in them. */
#include "geometry/octs.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

#include "geometry/gjk.h"
#include "geometry/quick_distance.h"
#include "oracle/random.h"
#include "oracle/rational.h"
#include "pairs.h"
#include "support/run.h"

#if CPU_WIDE
typedef struct tally {
    size_t asked, told, at_edge, inside, wrong;
} tally;

/* A corner that an edge is certainly at is the farthest across it. */
static bool has_false_corner(const placed_pair *pair, const seen_sides *seen)
{
    for (int side = 0; (seen->outside & seen->edges) == 0 && side < SIDES; side++) {
        const unsigned bit = 1U << side;
        if ((seen->edges & ~seen->inside & seen->certain & bit) != 0 &&
            !sides_is_farthest(&pair->a->body, &pair->b->body, side, seen->who[side]))
            return true;
    }
    return false;
}

static void settle(tally *counts, const placed_pair *pair, double truth)
{
    seen_sides seen;
    octs_look(pair, &seen);
    counts->wrong += has_false_corner(pair, &seen);
    for (int level = CPU_PLAIN; level <= CPU_AVX2; level++) {
        const sides_answer answer = sides_settle((cpu_instructions)level, pair, &seen);
        counts->asked++;
        counts->told += answer != SIDES_UNKNOWN;
        counts->wrong += answer != SIDES_UNKNOWN && (answer == SIDES_INSIDE) != (truth < 0);
    }
}

static bool differ(double one, double other)
{
    return memcmp(&one, &other, sizeof one) != 0;
}

static void find_nearest(tally *counts, const placed_pair *pair, double truth)
{
    ray_edge part = {{0, 0}, {0, 0}};
    ray_exit exit = {.side = 0};
    double distance;
    const quads_nearness told = octs_nearest(pair, &part);
    CU_ASSERT_FATAL(part.from.a < pair->a->body.vertex_count);
    CU_ASSERT_FATAL(part.from.b < pair->b->body.vertex_count);
    counts->at_edge += told == QUADS_AT_EDGE;
    counts->inside += told == QUADS_INSIDE;
    if (told == QUADS_INSIDE)
        counts->wrong += !(truth < 0);
    else if (told == QUADS_NEAR)
        counts->wrong += quick_distance_plain(pair, QUICK_WALK, &part, &distance) ==
                             QUICK_DISTANCE &&
                         differ(distance, truth);
    else if (told != QUADS_AT_EDGE)
        counts->wrong += told != QUADS_UNTOLD;
    else if (ray_leaves_by(pair, &part, &exit) == RAY_INSIDE)
        counts->wrong += !(truth < 0);
    else
        counts->wrong += truth < 0 || (quick_measure_plain(pair, &part, exit.side, &distance) &&
                                       differ(distance, truth));
}

static void compare(tally *counts, const graze_body bodies[2], const graze_point places[2])
{
    graze_hull hull[2];
    double truth, distance;
    bool overlap;
    if (!pair_measure(bodies, places, hull, &truth))
        return;
    const placed_pair pair = placed(&hull[0], places[0], &hull[1], places[1]);
    if (!octs_apply(&pair) || !ray_applies(&pair))
        return;
    settle(counts, &pair, truth);
    find_nearest(counts, &pair, truth);
    graze_gjk_overlap(&hull[0], places[0], &hull[1], places[1], &overlap);
    graze_gjk_distance(&hull[0], places[0], &hull[1], places[1], &distance);
    counts->wrong += overlap != (truth < 0) || differ(distance, truth > 0 ? truth : 0);
}

/* How many of a hundred pairs they have to tell of. */
static void run_family(pair_family family, double told)
{
    tally counts = {0};
    const size_t rounds = support_rounds(3000, 10000, 500000);
    for (size_t i = 0; i < rounds; i++) {
        body_pair pair;
        pair_make(&pair, family, i);
        compare(&counts, pair.body, pair.place);
    }
    CU_ASSERT(!cpu_has_avx2() || SUPPORT_ENOUGH(counts.asked > 0) || family == PAIR_EXTREME);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(SUPPORT_ENOUGH((double)counts.told * 100 >= (double)counts.asked * told));
}

static void edges_tell_what_the_search_does_on_a_lattice(void)
{
    run_family(PAIR_LATTICE, 100);
}

static void edges_tell_what_the_search_does_where_bodies_touch(void)
{
    run_family(PAIR_TOUCH, 99);
    run_family(PAIR_NEIGHBOUR, 99);
}

static void edges_tell_what_the_search_does_for_round_bodies(void)
{
    run_family(PAIR_DISTANT, 100);
    run_family(PAIR_CLOSE, 100);
    run_family(PAIR_ROUNDED, 100);
}

static void edges_tell_what_the_search_does_for_needles(void)
{
    run_family(PAIR_NEEDLE, 98);
}

static void edges_tell_what_the_search_does_at_any_magnitude(void)
{
    run_family(PAIR_FAR, 98);
    run_family(PAIR_EXTREME, 0);
    run_family(PAIR_MIXED, 80);
}

/* ---- near ties ---------------------------------------------------------------------------- */

static void draw_polygon(oracle_random *random, int count, double away, graze_point *corners)
{
    const double turn = random_real(random, 0, 6.28), wide = random_real(random, 0.5, 1);
    for (int i = 0; i < count; i++) {
        const double angle = turn + (i + random_real(random, 0, 0.6)) * 6.283185307179586 / count;
        corners[i] = (graze_point){away + wide * cos(angle), wide * sin(angle) - away};
    }
}

/* The corner of a body that is farthest across an edge. */
static graze_point farthest_across(const graze_body *body, double ex, double ey)
{
    const double x = ey, y = -ex;
    size_t best = 0;
    for (size_t i = 1; i < body->vertex_count; i++)
        if (x * body->vertices[i].x + y * body->vertices[i].y >
            x * body->vertices[best].x + y * body->vertices[best].y)
            best = i;
    return body->vertices[best];
}

/* Two bodies, the second with an edge from its first corner, and a corner of the first that is
 * farthest across it. */
typedef struct near_touch {
    graze_point corners[2][SIDES_OF_BODY], corner, from, to;
    graze_body bodies[2];
} near_touch;

static void draw_touch(oracle_random *random, double away, near_touch *drawn)
{
    for (int i = 0; i < 2; i++) {
        const int count = random_whole(random, 3, 8);
        draw_polygon(random, count, away, drawn->corners[i]);
        drawn->bodies[i] = (graze_body){0, drawn->corners[i], (size_t)count};
    }
    drawn->from = drawn->corners[1][0];
    drawn->to = drawn->corners[1][1];
    drawn->corner = farthest_across(&drawn->bodies[0], drawn->from.x - drawn->to.x,
                                    drawn->from.y - drawn->to.y);
}

/* Body a at the place where that corner touches the edge, but for last bits of all numbers: the
 * polygons may be far from their frame's origin, and both places from the world's. */
static void touch_nearly(oracle_random *random, double away, double far, tally *counts)
{
    near_touch drawn;
    graze_point places[2] = {{0, 0}, {far, -far}};
    draw_touch(random, away, &drawn);
    const graze_point from = drawn.from, corner = drawn.corner;
    const double ex = drawn.to.x - from.x, ey = drawn.to.y - from.y;
    const double at = random_real(random, 0, 1), last = ldexp(1 + away + far, -53);
    places[0].x = far + (from.x + at * ex - corner.x) + random_real(random, -2, 2) * last;
    places[0].y = -far + (from.y + at * ey - corner.y) + random_real(random, -2, 2) * last;
    compare(counts, drawn.bodies, places);
}

/* The same, but for what two doubles leave of the difference of both places: 2^-106 of it. */
static void touch_within_two_doubles(oracle_random *random, tally *counts)
{
    near_touch drawn;
    mpq_t x, y, edge;
    draw_touch(random, 0, &drawn);
    const graze_point from = drawn.from, to = drawn.to, corner = drawn.corner;
    const double at = random_real(random, 0.1, 0.9);
    graze_point places[2] = {{from.x + at * (to.x - from.x) - corner.x, 0}, {0, 0}};
    mpq_inits(x, y, edge, NULL);
    rational_difference(x, places[0].x, from.x);
    rational_add(x, corner.x);
    rational_difference(edge, to.y, from.y);
    mpq_mul(y, x, edge);
    rational_difference(edge, to.x, from.x);
    mpq_div(y, y, edge);
    rational_add(y, from.y);
    rational_add(y, -corner.y);
    places[0].y = mpq_get_d(y);
    rational_add(y, -places[0].y);
    places[1].y = -mpq_get_d(y) * (1 + 0x1p-52 * random_whole(random, -2, 2));
    mpq_clears(x, y, edge, NULL);
    compare(counts, drawn.bodies, places);
}

static void touches_within_two_doubles_are_told_as_they_are(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 62, 2, 0);
    for (size_t round = 0; round < support_rounds(5000, 20000, 500000); round++)
        touch_within_two_doubles(&random, &counts);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(SUPPORT_ENOUGH(counts.told * 100 > counts.asked * 99));
}

static void touches_within_last_bits_are_told_as_they_are(void)
{
    const double aways[] = {0, 0x1p20, 0, 0x1p10}, fars[] = {0, 0, 0x1p20, 0x1p10};
    oracle_random random;
    random_begin(&random, 62, 1, 0);
    for (int kind = 0; kind < 4; kind++) {
        tally counts = {0};
        for (size_t round = 0; round < support_rounds(2000, 10000, 500000); round++)
            touch_nearly(&random, aways[kind], fars[kind], &counts);
        CU_ASSERT_EQUAL(counts.wrong, 0);
        CU_ASSERT(kind != 0 || !cpu_has_avx2() || counts.at_edge * 4 > counts.asked);
        CU_ASSERT(SUPPORT_ENOUGH(counts.told * 100 > counts.asked * 99));
    }
}

/* ---- what floats leave in doubt ------------------------------------------------------------- */

static graze_point turned(graze_point p, double angle)
{
    return (graze_point){p.x * cos(angle) - p.y * sin(angle), p.x * sin(angle) + p.y * cos(angle)};
}

/* A polygon, flat or not, with an edge from its first corner that is against another edge but for a
 * small angle, or anyhow. */
static void draw_against(oracle_random *random, double size, const graze_point edge[2],
                         graze_point *corners, int count)
{
    const int least = random_whole(random, 0, 1) ? 0 : random_whole(random, 0, 20);
    const double flat = ldexp(random_real(random, 0.5, 1), -least);
    draw_polygon(random, count, 0, corners);
    for (int i = 0; i < count; i++)
        corners[i] = (graze_point){size * corners[i].x, size * flat * corners[i].y};
    double angle = random_real(random, 0, 6.28);
    if (random_whole(random, 0, 1))
        angle = atan2(edge[0].y - edge[1].y, edge[0].x - edge[1].x) -
                atan2(corners[1].y - corners[0].y, corners[1].x - corners[0].x) +
                ldexp(random_real(random, -1, 1), -random_whole(random, 4, 20));
    for (int i = 0; i < count; i++)
        corners[i] = turned(corners[i], angle);
}

/* A triangle whose first edge is short, and whose tip is at either end of that. */
static void draw_tip(oracle_random *random, double size, graze_point corners[3])
{
    const double angle = random_real(random, 0, 6.28);
    const double edge = size * ldexp(1, -random_whole(random, 0, 6));
    const double from = random_whole(random, 0, 1) ? 0 : edge;
    const graze_point tip = {random_real(random, -1, 1), random_real(random, 0.1, 1)};
    corners[0] = (graze_point){0, 0};
    corners[1] = turned((graze_point){edge, 0}, angle);
    corners[2] = turned((graze_point){from + size * tip.x, size * tip.y}, angle);
}

/* The second body beside a point of the first one's first edge, or of its ends, by so much or by
 * last bits; all in units of 2^unit. */
static void lie_beside(oracle_random *random, int unit, tally *counts)
{
    graze_point drawn[3], corners[2][SIDES_OF_BODY], places[2] = {{0, 0}, {0, 0}};
    const double size = ldexp(1, unit);
    const int first = random_whole(random, 0, 2), count = random_whole(random, 3, 8);
    draw_tip(random, size, drawn);
    for (int i = 0; i < 3; i++)
        corners[0][(i + first) % 3] = drawn[i];
    draw_against(random, ldexp(size, -random_whole(random, 0, 16)), drawn, corners[1], count);
    const graze_body bodies[2] = {{0, corners[0], 3}, {0, corners[1], (size_t)count}};
    const double ex = drawn[1].x - drawn[0].x, ey = drawn[1].y - drawn[0].y, length = hypot(ex, ey);
    const graze_point corner = farthest_across(&bodies[1], -ex, -ey);
    const double near = ldexp(random_real(random, -1, 1), -random_whole(random, 2, 18));
    const double at = random_whole(random, 0, 1) ? random_real(random, 0, 1)
                                                 : near + random_whole(random, 0, 1);
    const int last = random_whole(random, 0, 1) ? 40 : 20;
    const double by = size * ldexp(random_real(random, -1, 1), -random_whole(random, 6, last));
    places[1].x = drawn[0].x + at * ex - corner.x + by * ey / length;
    places[1].y = drawn[0].y + at * ey - corner.y - by * ex / length;
    compare(counts, bodies, places);
}

static void edges_that_floats_hardly_tell_apart_are_left_in_doubt(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 62, 3, 0);
    for (size_t round = 0; round < support_rounds(40000, 100000, 3000000); round++)
        lie_beside(&random, 0, &counts);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(!cpu_has_avx2() || (counts.at_edge > 0 && counts.inside > 0));
}

/* From where floats underflow to where they overflow. */
static void edges_are_told_as_they_are_at_every_magnitude(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 62, 4, 0);
    for (size_t round = 0; round < support_rounds(20000, 100000, 3000000); round++)
        lie_beside(&random, random_whole(&random, -180, 180), &counts);
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(!cpu_has_avx2() || (counts.told > 0 && counts.at_edge > 0 && counts.inside > 0));
}

CU_TestInfo octs_tests[] = {
    SUPPORT_TEST(edges_tell_what_the_search_does_on_a_lattice),
    SUPPORT_TEST(edges_tell_what_the_search_does_where_bodies_touch),
    SUPPORT_TEST(edges_tell_what_the_search_does_for_round_bodies),
    SUPPORT_TEST(edges_tell_what_the_search_does_for_needles),
    SUPPORT_TEST(edges_tell_what_the_search_does_at_any_magnitude),
    SUPPORT_TEST(touches_within_last_bits_are_told_as_they_are),
    SUPPORT_TEST(touches_within_two_doubles_are_told_as_they_are),
    SUPPORT_TEST(edges_that_floats_hardly_tell_apart_are_left_in_doubt),
    SUPPORT_TEST(edges_are_told_as_they_are_at_every_magnitude),
    CU_TEST_INFO_NULL,
};
#else
CU_TestInfo octs_tests[] = {CU_TEST_INFO_NULL};
#endif
