/* SPDX-License-Identifier: MIT */
/* The edges of C side by side: what they say of an edge is so by the outline, they tell most of the
 * ordinary pairs in every width of vectors, and edges on one line are one. (That nothing they say
 * is wrong: kernel/corner_stages.h, on all families of bodies.) */
#include <CUnit/CUnit.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "contact/exact.h"
#include "contact/polygon_filter.h"
#include "contact/polygon_sides.h"
#include "kernel/corner_stages.h"
#include "numeric/eft.h"
#include "oracle/random.h"
#include "support/run.h"

static graze_motion moving(double x, double y, double vx, double vy)
{
    return (graze_motion){
        .form = GRAZE_KINEMATIC, .position = {x, y, 0}, .velocity = {vx, vy, 0}, .duration = 1};
}

static pair ask(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                const graze_motion *b, double tolerance)
{
    pair question;
    CU_ASSERT_EQUAL_FATAL(pair_of(body_a, a, body_b, b, tolerance, &question), GRAZE_OK);
    return question;
}

/* A polygon with `count` corners round the origin, none of them near another. */
static void draw_polygon(oracle_random *random, int count, graze_point *corners)
{
    const double turn = random_real(random, 0, 6.28), wide = random_real(random, 0.5, 1);
    for (int i = 0; i < count; i++) {
        const double angle = turn + (i + random_real(random, 0, 0.6)) * 6.283185307179586 / count;
        corners[i] = (graze_point){wide * cos(angle), wide * sin(angle)};
    }
}

/* ---- edges -------------------------------------------------------------------------------- */

static polygon_path path_between(const pair *question, double x, double y, double to_x, double to_y)
{
    const double reach = question->radius_a + question->radius_b - question->tolerance;
    return (polygon_path){.question = question,
                          .x = {x, to_x},
                          .y = {y, to_y},
                          .length = 1,
                          .reach = reach,
                          .size = fabs(reach),
                          .g = 0x1p-45,
                          .places = fabs(x) + fabs(y) + fabs(to_x) + fabs(to_y) + fabs(reach)};
}

static bool same_point(graze_point a, graze_point b)
{
    return a.x == b.x && a.y == b.y;
}

/* The place in the outline of the edge that a side is; -1: none. */
static int place_in(const outline *c, const pair *question, const edge_corners *side)
{
    const graze_body *a = question->body_a, *b = question->body_b;
    for (int i = 0; i < c->count; i++)
        if (same_point(side->a, a->vertices[c->a[i]]) &&
            same_point(side->b, b->vertices[c->b[i]]) &&
            same_point(side->a_next, a->vertices[c->a[i + 1]]) &&
            same_point(side->b_next, b->vertices[c->b[i + 1]]))
            return i;
    return -1;
}

static void check_sides(const pair *question, const outline *c, const polygon_sides *s)
{
    unsigned seen = 0;
    CU_ASSERT_EQUAL(bits_count(s->edges), (unsigned)c->count);
    for (unsigned left = s->edges; left != 0; left &= left - 1) {
        const int side = (int)bits_lowest(left);
        edge_corners corners, before;
        int earlier;
        CU_ASSERT_FATAL(polygon_side_corners(question, s, side, &corners, &earlier));
        const int place = place_in(c, question, &corners);
        CU_ASSERT_FATAL(place >= 0);
        seen |= 1U << place;
        CU_ASSERT(fabs(s->px[side] - c->x[place]) < 1e-15 &&
                  fabs(s->py[side] - c->y[place]) < 1e-15);
        CU_ASSERT_FATAL(polygon_side_corners(question, s, earlier, &before, NULL));
        CU_ASSERT_EQUAL(place_in(c, question, &before), (place + c->count - 1) % c->count);
    }
    CU_ASSERT_EQUAL(seen, (1U << c->count) - 1);
}

static void sides_are_the_edges_of_the_outline(void)
{
    oracle_random random;
    random_begin(&random, 61, 1, 0);
    const graze_motion rests = moving(0, 0, 0, 0);
    for (size_t round = 0; round < support_rounds(1000, 4000, 100000); round++) {
        graze_point corners[2][SIDES_OF_BODY];
        const int count_a = random_whole(&random, 3, 8), count_b = random_whole(&random, 3, 8);
        draw_polygon(&random, count_a, corners[0]);
        draw_polygon(&random, count_b, corners[1]);
        const graze_body a = {0.25, corners[0], (size_t)count_a},
                         b = {0, corners[1], (size_t)count_b};
        const pair question = ask(&a, &rests, &b, &rests, 0);
        const polygon_path path = path_between(&question, -4, 0.1, 4, 0.2);
        outline_room room;
        outline c = outline_in(&room);
        outline_of(&a, &b, &c);
        for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
            polygon_sides s;
            CU_ASSERT_EQUAL_FATAL(polygon_sides_of((cpu_instructions)level, &path, true, &s),
                                  SIDES_SEEN);
            check_sides(&question, &c, &s);
        }
    }
}

static double beside(oracle_random *random, double value)
{
    return random_once_in(random, 3) ? value : nextafter(value, random_sign(random) * HUGE_VAL);
}

/* A polygon and what is its mirror image but for last bits: which of two corners is farther across
 * an edge doubles cannot tell. What exact signs confirm is an edge of C, and a path round corners
 * that they do not confirm is left alone. */
static void corners_that_are_nearly_as_far_are_told_apart_or_not_at_all(void)
{
    oracle_random random;
    random_begin(&random, 61, 5, 0);
    const graze_motion rests = moving(0, 0, 0, 0);
    size_t told = 0, untold = 0;
    for (size_t round = 0; round < support_rounds(1000, 4000, 100000); round++) {
        graze_point corners[2][SIDES_OF_BODY];
        draw_polygon(&random, 6, corners[0]);
        for (int i = 0; i < 6; i++)
            corners[1][i] =
                (graze_point){beside(&random, -corners[0][i].x), beside(&random, -corners[0][i].y)};
        const graze_body a = {0, corners[0], 6}, b = {0, corners[1], 6},
                         wide = {0.2, corners[0], 6};
        const graze_motion goes =
            moving(-4, random_real(&random, -2, 2), 8, random_real(&random, -1, 1));
        const pair rounded = ask(&wide, &goes, &b, &rests, 0);
        CU_ASSERT_PTR_NULL(corner_stages_differ(&rounded, exact_contact(&rounded)));
        const pair question = ask(&a, &rests, &b, &rests, 0);
        const polygon_path path = path_between(&question, -4, 0.1, 4, 0.2);
        outline_room room;
        outline c = outline_in(&room);
        polygon_sides s;
        outline_of(&a, &b, &c);
        CU_ASSERT_EQUAL_FATAL(polygon_sides_of(cpu_level(), &path, true, &s), SIDES_SEEN);
        for (int side = 0; side < SIDES; side++) {
            edge_corners edge;
            if ((s.edges >> side & 1) == 0)
                continue;
            const bool is_told = polygon_side_corners(&question, &s, side, &edge, NULL);
            told += is_told;
            untold += !is_told;
            CU_ASSERT(!is_told || place_in(&c, &question, &edge) >= 0 || c.count < 12);
        }
    }
    CU_ASSERT(SUPPORT_ENOUGH(told > 1000 && untold > 1000));
}

static void who_has_too_many_corners_or_too_few_is_not_seen(void)
{
    static const graze_point nine[] = {{4, 0},  {3, 3},   {1, 4},  {-1, 4}, {-3, 3},
                                       {-4, 0}, {-3, -3}, {0, -4}, {3, -3}};
    const graze_motion rests = moving(0, 0, 0, 0);
    const size_t counts[][3] = {{9, 8, SIDES_UNSEEN}, {8, 9, SIDES_UNSEEN}, {8, 8, SIDES_SEEN},
                                {2, 4, SIDES_UNSEEN}, {4, 2, SIDES_UNSEEN}, {1, 4, SIDES_SEEN},
                                {4, 0, SIDES_SEEN},   {1, 1, SIDES_UNSEEN}, {2, 1, SIDES_UNSEEN}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const graze_body a = {0.5, counts[i][0] == 0 ? NULL : nine, counts[i][0]};
        const graze_body b = {0, counts[i][1] == 0 ? NULL : nine, counts[i][1]};
        const pair question = ask(&a, &rests, &b, &rests, 0);
        const polygon_path path = path_between(&question, -9, 0.1, 9, 0.2);
        polygon_sides s;
        CU_ASSERT_EQUAL(polygon_sides_of(cpu_level(), &path, true, &s), (sides_seen)counts[i][2]);
    }
}

/* ---- pairs -------------------------------------------------------------------------------- */

/* What they tell without the outline: overlaps with both ends, and who is apart. */
typedef struct told {
    size_t overlaps, rounded, apart, left; /* `left` of all pairs that are not told */
} told;

static void tell(cpu_instructions level, pair *question, told *so_far)
{
    graze_interval when;
    bool rounded;
    question->without = QUICK_BOX | QUICK_OUTLINE;
    switch (polygon_filter_interval_at(level, question, &when, &rounded)) {
    case CONTACT_OVERLAP:
        so_far->overlaps++;
        so_far->rounded += rounded;
        break;
    case CONTACT_APART:
        so_far->apart++;
        break;
    default:
        so_far->left++;
    }
}

/* Nine in ten of those that go past each other by less than half of their size, plain, rounded and
 * shrunk by a tolerance. */
static void sides_tell_ordinary_pairs_in_every_width(void)
{
    enum { PAIRS = 2000 };
    const double radii[] = {0, 0.2, 0}, tolerances[] = {0, 0, 0.01};
    for (int kind = 0; kind < 3; kind++)
        for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
            oracle_random random;
            told all = {0};
            random_begin(&random, 61, 2, 0);
            for (int i = 0; i < PAIRS; i++) {
                graze_point corners[2][SIDES_OF_BODY];
                draw_polygon(&random, 5, corners[0]);
                draw_polygon(&random, 8, corners[1]);
                const graze_body a = {radii[kind], corners[0], 5}, b = {0, corners[1], 8};
                const graze_motion goes =
                    moving(-4, random_real(&random, -2.5, 2.5), 8, random_real(&random, -1, 1));
                const graze_motion rests = moving(0, 0, 0, random_real(&random, -1, 1));
                pair question = ask(&a, &goes, &b, &rests, tolerances[kind]);
                tell((cpu_instructions)level, &question, &all);
            }
            CU_ASSERT(all.left < PAIRS / 100);
            CU_ASSERT(all.apart > PAIRS / 5);
            CU_ASSERT(all.overlaps > PAIRS / 5);
            CU_ASSERT(all.rounded * 100 > all.overlaps * 95);
        }
}

/* Squares of one direction, as robots on a grid have them, and a polygon that meets its mirror
 * image: each way in is two edges on one line, which is told where it is crossed far from its ends.
 */
static void edges_on_one_line_are_no_rivals(void)
{
    static const graze_point upright[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    static const graze_point askew[] = {{-0.7, -0.1}, {0.1, -0.7}, {0.7, 0.1}, {-0.1, 0.7}};
    static const graze_point wedge[] = {{-0.4, -0.3}, {0.6, -0.3}, {0.1, 0.7}};
    static const graze_point mirrored[] = {{0.4, 0.3}, {-0.6, 0.3}, {-0.1, -0.7}};
    const struct {
        const graze_point *a, *b;
        size_t count;
    } shapes[] = {{upright, upright, 4}, {askew, askew, 4}, {wedge, mirrored, 3}};
    oracle_random random;
    random_begin(&random, 61, 3, 0);
    for (int i = 0; i < 600; i++) {
        const double radius = i % 2 * 0.125, most = i < 300 ? 0.2 : 1.6;
        const graze_body a = {radius, shapes[i % 3].a, shapes[i % 3].count};
        const graze_body b = {radius, shapes[i % 3].b, shapes[i % 3].count};
        const graze_motion goes =
            moving(-3, random_real(&random, -most, most), 6, random_real(&random, -most, most));
        const graze_motion rests = moving(0, 0, 0, 0);
        pair question = ask(&a, &goes, &b, &rests, 0);
        const contact exact = exact_contact(&question);
        CU_ASSERT_PTR_NULL(corner_stages_differ(&question, exact));
        for (int level = CPU_PLAIN; level <= (int)cpu_level() && i < 300; level++) {
            told all = {0};
            tell((cpu_instructions)level, &question, &all);
            CU_ASSERT_EQUAL(all.rounded, 1);
        }
    }
}

/* ---- near ties ---------------------------------------------------------------------------- */

/* What makes a tie hard: nothing, corners that are far from their moving point, places that are
 * far from the origin, motions that begin late, a radius. */
typedef struct tie_kind {
    double corners, places, start, radius; /* [m], [m], [s], [m] */
    bool waypoint;
} tie_kind;

static void shift(graze_point *corners, int count, double by)
{
    for (int i = 0; i < count; i++)
        corners[i] = (graze_point){corners[i].x + by, corners[i].y - by};
}

/* A place on the outline of C and a radius, or some last bits of `size` beside it. */
static graze_point place_beside(oracle_random *random, const outline *c, double radius, double size)
{
    const int i = random_whole(random, 0, c->count - 1);
    const double ex = c->x[i + 1] - c->x[i], ey = c->y[i + 1] - c->y[i];
    const double at = random_once_in(random, 4) ? 0 : random_real(random, 0, 1);
    const double out = radius / hypot(ex, ey);
    return (graze_point){
        c->x[i] + at * ex + out * ey + ldexp(random_real(random, -1, 1) * size, -52),
        c->y[i] + at * ey - out * ex + ldexp(random_real(random, -1, 1) * size, -52)};
}

static const char *tie_differs(oracle_random *random, const tie_kind *kind)
{
    graze_point corners[2][SIDES_OF_BODY];
    const int count_a = random_whole(random, 3, 8), count_b = random_whole(random, 3, 8);
    draw_polygon(random, count_a, corners[0]);
    draw_polygon(random, count_b, corners[1]);
    shift(corners[0], count_a, kind->corners);
    shift(corners[1], count_b, kind->corners);
    const graze_body a = {kind->radius, corners[0], (size_t)count_a};
    const graze_body b = {0, corners[1], (size_t)count_b};
    outline_room room;
    outline c = outline_in(&room);
    outline_of(&a, &b, &c);
    graze_point to = place_beside(random, &c, kind->radius, 1 + kind->corners + kind->places);
    graze_point from = {to.x + random_real(random, -4, 4), to.y + random_real(random, -4, 4)};
    if (random_once_in(random, 2)) {
        const graze_point other = from;
        from = to;
        to = other;
    }
    const double lasts = random_real(random, 0.5, 1.5);
    graze_motion rests = moving(kind->places, kind->places, 0, 0);
    rests.start = kind->start + random_real(random, 0, 1);
    rests.duration = lasts;
    graze_motion goes = rests;
    goes.position = (graze_vector){from.x + kind->places, from.y + kind->places, 0};
    goes.velocity = (graze_vector){(to.x - from.x) / lasts, (to.y - from.y) / lasts, 0};
    if (kind->waypoint) {
        goes.form = GRAZE_WAYPOINT;
        goes.to = (graze_vector){to.x + kind->places, to.y + kind->places, 0};
    }
    const pair question = ask(&a, &goes, &b, &rests, 0);
    return corner_stages_differ(&question, exact_contact(&question));
}

/* Paths that begin or end on an edge of C, or at a corner, but for some last bits. */
static void ties_at_an_edge_are_told_only_as_they_are(void)
{
    static const tie_kind kinds[] = {
        {0, 0, 0, 0, false},       {0, 0, 0, 0, true},         {0x1p20, 0, 0, 0, false},
        {0x1p20, 0, 0, 0, true},   {0, 0x1p20, 0, 0, true},    {0, 0, 0x1p20, 0, false},
        {0, 0, 0, 0.3, false},     {0, 0, 0, 0.3, true},       {0x1p20, 0, 0, 0.3, false},
        {0, 0x1p20, 0, 0.3, true}, {0, 0, 0x1p20, 0.3, false}, {0x1p-3, 0x1p3, 0x1p9, 0, true}};
    oracle_random random;
    random_begin(&random, 61, 4, 0);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t round = 0; round < support_rounds(500, 2000, 50000); round++)
            CU_ASSERT_PTR_NULL(tie_differs(&random, &kinds[k]));
}

/* ---- ends --------------------------------------------------------------------------------- */

/* A corner of a meets a straight side of b at the time plus delta / speed exactly: speed times time
 * is h + e, the place of a is -h, e and delta are in the corners. Where it leaves the side, all is
 * mirrored in time. */
static void check_end_beside(double time, double speed, double delta, double radius, bool leaves)
{
    double e;
    const double h = eft_two_product(speed, time, &e), back = leaves ? 1 : -1;
    const graze_point coming[] = {{-1, -0.5}, {-e, 0}, {-1, 0.5}};
    const graze_point leaving[] = {{-e, 0}, {1, -0.5}, {1, 0.5}};
    const graze_point before[] = {{delta, -1}, {4, -1}, {4, 1}, {delta, 1}};
    const graze_point behind[] = {{-4, -1}, {delta, -1}, {delta, 1}, {-4, 1}};
    const graze_body a = {radius, leaves ? leaving : coming, 3};
    const graze_body b = {0, leaves ? behind : before, 4};
    const graze_motion goes = moving(-h, 0, speed, 0), rests = moving(-back * radius, 0, 0, 0);
    const pair question = ask(&a, &goes, &b, &rests, 0);
    graze_interval when = {0, 0};
    bool rounded;
    CU_ASSERT_EQUAL(polygon_filter_interval(&question, &when, &rounded), CONTACT_OVERLAP);
    CU_ASSERT_TRUE(rounded || fabs(delta) < 0x1p-90);
    const double beside = back * delta > 0 ? nextafter(time, back * INFINITY) : time;
    CU_ASSERT_TRUE(!rounded || (leaves ? when.upper : when.lower) == beside);
    CU_ASSERT_PTR_NULL(corner_stages_differ(&question, CONTACT_OVERLAP));
}

static void ends_a_hair_beside_a_double_are_rounded_as_they_are(void)
{
    oracle_random random;
    random_begin(&random, 62, 4, 0);
    for (size_t round = 0; round < support_rounds(2000, 5000, 100000); round++) {
        const double time = random_real(&random, 0.2, 0.8), speed = random_real(&random, 1, 4);
        const int far = random_whole(&random, 60, random_once_in(&random, 4) ? 1074 : 110);
        const double delta = random_once_in(&random, 8) ? 0 : ldexp(1, -far);
        const double radius = random_once_in(&random, 2) ? random_real(&random, 0.1, 1) : 0;
        check_end_beside(time, speed, random_once_in(&random, 2) ? delta : -delta, radius,
                         random_once_in(&random, 2));
    }
}

/* A point that goes with a rounded square's lines on either side from beside an edge to beyond a
 * corner, and back: it is in the one end of its life, and not in the other.
 *
 *        . - - - .      R
 *       +-------+  B
 *       |       | A        no line is crossed */
static void ends_beside_an_edge_are_told_and_those_beyond_a_corner_are_not(void)
{
    static const graze_point corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const graze_body square = {1, corners, 4}, point = {0, NULL, 0};
    const graze_motion rest = moving(0, 0, 0, 0);
    const graze_motion forth = moving(1.5, 0, 0.4, 1.9), back = moving(1.9, 1.9, -0.4, -1.9);
    const graze_motion along = moving(1.5, -0.5, 0.25, 1);
    for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
        const graze_motion *const ways[] = {&forth, &back, &along};
        graze_interval when[3];
        for (int i = 0; i < 3; i++) {
            pair question = ask(&point, ways[i], &square, &rest, 0);
            bool rounded = false;
            question.without = QUICK_OUTLINE;
            CU_ASSERT_EQUAL(polygon_filter_interval_at((cpu_instructions)level, &question, &when[i],
                                                       &rounded),
                            CONTACT_OVERLAP);
            CU_ASSERT_TRUE(rounded);
        }
        CU_ASSERT(when[0].lower == 0 && when[0].upper > 0.5 && when[0].upper < 1);
        CU_ASSERT(when[1].upper == 1 && fabs(when[1].lower - (1 - when[0].upper)) < 0x1p-50);
        CU_ASSERT(when[2].lower == 0 && when[2].upper == 1);
    }
}

CU_TestInfo sides_tests[] = {
    SUPPORT_TEST(ends_beside_an_edge_are_told_and_those_beyond_a_corner_are_not),
    SUPPORT_TEST(sides_are_the_edges_of_the_outline),
    SUPPORT_TEST(corners_that_are_nearly_as_far_are_told_apart_or_not_at_all),
    SUPPORT_TEST(who_has_too_many_corners_or_too_few_is_not_seen),
    SUPPORT_TEST(sides_tell_ordinary_pairs_in_every_width),
    SUPPORT_TEST(edges_on_one_line_are_no_rivals),
    SUPPORT_TEST(ties_at_an_edge_are_told_only_as_they_are),
    SUPPORT_TEST(ends_a_hair_beside_a_double_are_rounded_as_they_are),
    CU_TEST_INFO_NULL,
};
