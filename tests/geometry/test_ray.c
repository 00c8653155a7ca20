/* SPDX-License-Identifier: MIT */
#include "geometry/ray.h"

#include <math.h>

#include "geometry/gjk.h"
#include "pairs.h"
#include "support/run.h"

/* What the walks answer for the pairs that they apply to, against the search and the walk round
 * all corners. */
typedef struct tally {
    size_t asked, told, outside, found, exits, wrong;
} tally;

static bool same_corner(minkowski_corner one, minkowski_corner other)
{
    return one.a == other.a && one.b == other.b;
}

static bool same_part(const boundary_part *one, const boundary_part *other)
{
    return same_corner(one->from.corner, other->from.corner) &&
           same_corner(one->to.corner, other->to.corner);
}

/* Is a part one of the two edges of bodies, exactly parallel, of which the longer one is made, or
 * the corner between them? The walk round all corners may begin there. */
static bool is_within(const placed_pair *pair, const boundary_part *part,
                       const boundary_part *longer)
{
    const minkowski_corner from = longer->from.corner, to = longer->to.corner;
    const minkowski_corner mid[2] = {{from.a, to.b}, {to.a, from.b}};
    const graze_point *a = pair->a->body.vertices, *b = pair->b->body.vertices;
    bool within = false;
    for (int i = 0; i < 2; i++)
        within |= same_corner(part->from.corner, mid[i])
                      ? same_corner(part->to.corner, mid[i]) || same_corner(part->to.corner, to)
                      : same_corner(part->from.corner, from) &&
                            same_corner(part->to.corner, mid[i]);
    return within && from.a != to.a && from.b != to.b &&
           orientation_of_edges(a[to.a], a[from.a], b[from.b], b[to.b]) == 0;
}

static bool agree(const placed_pair *pair, const boundary_part *slow, const boundary_part *quick)
{
    return same_part(slow, quick) || is_within(pair, slow, quick);
}

/* Does a walk from that corner find a part? */
static bool compare_parts(tally *counts, const placed_pair *pair, const placed_point *outer,
                          minkowski_corner near)
{
    boundary_part slow, quick;
    const bool found = ray_nearest(pair, near, &quick);
    counts->wrong +=
        found && (!boundary_nearest(pair, *outer, &slow) || !agree(pair, &slow, &quick));
    return found;
}

/* From where the ray is, from where one begins who knows nothing else, and from anywhere. */
static void compare_walks(tally *counts, const placed_pair *pair, const placed_point *outer,
                          const minkowski_corner *near)
{
    minkowski_corner corner;
    ray_begin(pair, &corner);
    counts->outside += near != NULL ? 2 : 1;
    counts->found += compare_parts(counts, pair, outer, corner);
    if (near != NULL)
        counts->found += compare_parts(counts, pair, outer, *near);
    for (corner.a = 0; corner.a < pair->a->body.vertex_count; corner.a++)
        for (corner.b = 0; corner.b < pair->b->body.vertex_count; corner.b++)
            compare_parts(counts, pair, outer, corner);
}

/* Nothing is nearest to an origin inside. */
static void compare_inside(tally *counts, const placed_pair *pair)
{
    minkowski_walk walk = minkowski_begin(&pair->a->body, &pair->b->body);
    minkowski_corner corner;
    boundary_part unused;
    while (minkowski_next(&walk, &corner))
        counts->wrong += ray_nearest(pair, corner, &unused);
}

/* Of an exit that is the nearest part this is so, and the side is where the origin is, exactly. */
static void compare_exit(tally *counts, const placed_pair *pair, const placed_point *outer,
                         const ray_exit *exit)
{
    if (!ray_exit_is_nearest(pair, exit))
        return;
    boundary_part slow;
    const boundary_part quick = {placed_corner(pair, exit->edge.from),
                                 placed_corner(pair, exit->edge.to)};
    const bool beyond = placed_cross_exact(pair, exit->edge.from, exit->edge.to) != 0;
    counts->exits++;
    counts->wrong += !boundary_nearest(pair, *outer, &slow) || !same_part(&slow, &quick) ||
                     exit->side != -beyond;
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
    ray_exit exit;
    const bool meet = gjk_interiors_meet(&pair, HULL_SCAN, &outer);
    ray_begin(&pair, &near);
    const ray_answer answer = ray_tells(&pair, near, &exit);
    counts->asked++;
    counts->told += answer != RAY_UNKNOWN;
    counts->wrong += answer != RAY_UNKNOWN && (answer == RAY_INSIDE) != meet;
    if (meet)
        compare_inside(counts, &pair);
    else
        compare_walks(counts, &pair, &outer, answer == RAY_OUTSIDE ? &exit.edge.from : NULL);
    if (answer == RAY_OUTSIDE)
        compare_exit(counts, &pair, &outer, &exit);
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
    CU_ASSERT(SUPPORT_ENOUGH((double)counts.told * 100 >= (double)counts.asked * told));
    CU_ASSERT(SUPPORT_ENOUGH(counts.found * 100 >= counts.outside * found));
    CU_ASSERT(SUPPORT_ENOUGH(counts.exits > 0) || family == PAIR_EXTREME ||
              family == PAIR_MIXED);
}

static void the_ray_tells_what_the_search_does_on_a_lattice(void)
{
    run_family(PAIR_LATTICE, 99.99, 80); /* all but 2 of 500 000 */
}

/* The origin is beside a corner between two edges that lie on one line, which is a part for the
 * walk round all corners: pairs of which the family has one in thirty thousand. */
static void a_corner_between_parallel_edges_is_within_the_longer_one(void)
{
    static const graze_point a[] = {{-1, 0}, {2, 0}, {2, 3}, {0, 4}, {-2, 4}, {-2, 1}};
    static const graze_point b[] = {{-2, 2}, {2, 2}, {2, 4}, {0, 6}, {-2, 6}};
    tally counts = {0};
    body_pair pair = {.body = {{.vertices = a, .vertex_count = 6},
                               {.vertices = b, .vertex_count = 5}},
                      .place = {{-6, 0}, {0, -2}}};
    compare(&counts, &pair);
    CU_ASSERT_EQUAL(counts.asked, 1);
    CU_ASSERT(counts.found > 0);
    CU_ASSERT_EQUAL(counts.wrong, 0);
}

static void the_ray_tells_what_the_search_does_where_bodies_touch(void)
{
    run_family(PAIR_TOUCH, 100, 40);
    run_family(PAIR_NEIGHBOUR, 100, 35);
}

static void the_ray_tells_what_the_search_does_for_round_bodies(void)
{
    run_family(PAIR_DISTANT, 100, 95);
    run_family(PAIR_CLOSE, 100, 95);
    run_family(PAIR_ROUNDED, 100, 85);
}

static void the_ray_tells_what_the_search_does_for_needles(void)
{
    run_family(PAIR_NEEDLE, 98, 60);
}

static void the_ray_tells_what_the_search_does_at_any_magnitude(void)
{
    run_family(PAIR_FAR, 98, 65);
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
 * such edges, or beyond them. */
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
    const double times = random_whole(random, 0, 1) ? 2 : random_real(random, 2, 4);
    const graze_point *a = corners[0];
    pair->place[0] = (graze_point){0, 0};
    pair->place[1] = (graze_point){times * (a[0].x + share * (a[1].x - a[0].x)),
                                   times * (a[0].y + share * (a[1].y - a[0].y))};
    return take_triangle(pair, 0, corners[0]) && take_triangle(pair, 1, corners[1]);
}

/* Triangles with a corner of the difference, or nearly one, so far along an edge that one of them
 * has there and across it from the origin, in lengths of the edge, but for last bits. */
static bool make_beside_edge(body_pair *pair, oracle_random *random, double along, double across)
{
    for (int i = 0; i < 2; i++) {
        graze_point corners[CORNERS];
        for (int k = 0; k < CORNERS; k++)
            corners[k] = random_point(random);
        if (!take_triangle(pair, i, corners))
            return false;
    }
    const graze_point *a = pair->shape[0].vertices, *b = pair->shape[1].vertices;
    const graze_point *own = random_whole(random, 0, 1) ? a : b;
    const graze_point to = own[random_whole(random, 1, 2)];
    const double x = to.x - own->x, y = to.y - own->y;
    const graze_point last = {ldexp(random_whole(random, -2, 2), -53),
                              ldexp(random_whole(random, -2, 2), -53)};
    pair->place[0] = random_point(random);
    pair->place[1].x = pair->place[0].x - (b->x - a->x) + along * x - across * y + last.x;
    pair->place[1].y = pair->place[0].y - (b->y - a->y) + along * y + across * x + last.y;
    return true;
}

static bool make_across(body_pair *pair, oracle_random *random)
{
    return make_beside_edge(pair, random, 0, random_real(random, -2, 2));
}

static bool make_upon(body_pair *pair, oracle_random *random)
{
    return make_beside_edge(pair, random, random_real(random, -1, 1), 0);
}

/* Triangles whose middles and tips are on a line, where the tips meet but for last bits, the one
 * far from the origin of its frame, and both from the world's. */
static bool make_tips(body_pair *pair, oracle_random *random)
{
    const double slope = random_real(random, -1, 1), wide = random_real(random, 0.2, 1);
    const double away = random_whole(random, 0, 1) * ldexp(1, random_whole(random, 0, 50));
    const double far = random_whole(random, 0, 1) * ldexp(1, random_whole(random, 0, 50));
    for (int i = 0; i < 2; i++) {
        const double side = i == 0 ? 1 : -1, off = i == 0 ? away : 0;
        const graze_point tip = along(slope, side, 0), left = along(slope, -side, wide);
        const graze_point right = along(slope, -side, -wide);
        const graze_point corners[CORNERS] = {{tip.x + off, tip.y - off},
                                              {left.x + off, left.y - off},
                                              {right.x + off, right.y - off}};
        if (!take_triangle(pair, i, corners))
            return false;
    }
    const double last = ldexp(1 + away + far, -53);
    const graze_point by = along(slope, 2, 0);
    pair->place[0] = (graze_point){far, -far};
    pair->place[1].x = far + away + by.x + last * random_whole(random, -4, 4);
    pair->place[1].y = by.y - far - away + last * random_whole(random, -4, 4);
    return true;
}

static void run_made(bool (*make)(body_pair *, oracle_random *), size_t told)
{
    tally counts = {0};
    const size_t rounds = support_rounds(5000, 20000, 500000);
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

static void the_ray_tells_what_the_search_does_where_tips_meet(void)
{
    run_made(make_tips, 80);
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

static void what_is_nearest_straight_across_an_edge_is_what_the_walk_finds(void)
{
    run_made(make_across, 99);
}

static void nothing_is_nearest_to_an_origin_just_inside_an_edge(void)
{
    run_made(make_upon, 99);
}

/* Doubles take all corners of the difference for one place, straight across from an edge. */
static void a_walk_among_corners_that_far_away_are_one_ends(void)
{
    const graze_point corners[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}}, away = {0x1p80, 0x1p80};
    const graze_body square = {.vertices = corners, .vertex_count = 4};
    graze_hull hull;
    boundary_part unused;
    minkowski_corner near;
    CU_ASSERT_EQUAL(graze_hull_prepare(&square, &hull), GRAZE_OK);
    const placed_pair pair = placed(&hull, (graze_point){0, 0}, &hull, away);
    CU_ASSERT(ray_applies(&pair));
    CU_ASSERT(ray_begin(&pair, &near));
    CU_ASSERT_FALSE(ray_nearest(&pair, near, &unused));
    double distance = 0;
    CU_ASSERT_EQUAL(graze_gjk_distance(&hull, pair.place_a, &hull, pair.place_b, &distance),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(distance, sqrt(2) * 0x1p80);
}

CU_TestInfo ray_tests[] = {
    SUPPORT_TEST(the_ray_tells_what_the_search_does_on_a_lattice),
    SUPPORT_TEST(a_corner_between_parallel_edges_is_within_the_longer_one),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_where_bodies_touch),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_for_round_bodies),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_for_needles),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_at_any_magnitude),
    SUPPORT_TEST(a_ray_beside_a_corner_leaves_by_an_edge_there),
    SUPPORT_TEST(the_ray_tells_what_the_search_does_where_tips_meet),
    SUPPORT_TEST(the_ray_along_slivers_tells_what_the_search_does_or_nothing),
    SUPPORT_TEST(the_ray_beside_edges_in_the_wrong_order_tells_what_the_search_does_or_nothing),
    SUPPORT_TEST(what_is_nearest_straight_across_an_edge_is_what_the_walk_finds),
    SUPPORT_TEST(nothing_is_nearest_to_an_origin_just_inside_an_edge),
    SUPPORT_TEST(a_walk_among_corners_that_far_away_are_one_ends),
    CU_TEST_INFO_NULL,
};
