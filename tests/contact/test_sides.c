/* SPDX-License-Identifier: MIT */
/* The edges of C side by side: gates are where the outline says that they are, they tell most of
 * the ordinary pairs in every width of vectors, and edges on one line are one. (That nothing they
 * say is wrong: kernel/corner_stages.h, on all families of bodies.) */
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

/* ---- gates -------------------------------------------------------------------------------- */

static polygon_path path_between(const graze_body *a, const graze_body *b, const double x[2],
                                 const double y[2])
{
    const double reach = a->radius + b->radius;
    return (polygon_path){.x = {x[0], x[1]},
                          .y = {y[0], y[1]},
                          .length = 1,
                          .reach = reach,
                          .size = reach,
                          .g = 0x1p-45,
                          .places = fabs(x[0]) + fabs(x[1]) + fabs(y[0]) + fabs(y[1]) + reach};
}

/* Where the path crosses the lines R outside of an outline's edges: the last one inwards and the
 * first one outwards, and how far the next ones are from there. */
typedef struct plain_gates {
    double at[2], room[2];
    int edge[2];
    bool beyond;
} plain_gates;

static void take_crossing(plain_gates *g, int out, int edge, double at)
{
    const double sign = out ? -1 : 1, ahead = sign * (at - g->at[out]);
    g->room[out] = fmin(ahead > 0 ? INFINITY : g->room[out], fabs(ahead));
    if (ahead > 0) {
        g->at[out] = at;
        g->edge[out] = edge;
    }
}

static plain_gates plain_gates_of(const outline *c, const polygon_path *p)
{
    plain_gates g = {{-INFINITY, INFINITY}, {INFINITY, INFINITY}, {-1, -1}, false};
    for (int i = 0; i < c->count; i++) {
        const double ex = c->x[i + 1] - c->x[i], ey = c->y[i + 1] - c->y[i];
        double far[2];
        for (int k = 0; k < 2; k++)
            far[k] = (p->x[k] - c->x[i]) * ey - (p->y[k] - c->y[i]) * ex - p->reach * hypot(ex, ey);
        g.beyond = g.beyond || (far[0] > 0 && far[1] > 0);
        take_crossing(&g, far[0] < far[1], i, far[0] / (far[0] - far[1]));
    }
    return g;
}

/* Whether all corners of an outline are on one side of the path, farther from it than R. */
static bool passes_beside(const outline *c, const polygon_path *p)
{
    const double dx = p->x[1] - p->x[0], dy = p->y[1] - p->y[0];
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < c->count; i++) {
        const double far = (dx * (c->y[i] - p->y[0]) - dy * (c->x[i] - p->x[0])) / hypot(dx, dy);
        least = fmin(least, far);
        most = fmax(most, far);
    }
    return least > p->reach || most < -p->reach;
}

static bool same_point(graze_point a, graze_point b)
{
    return a.x == b.x && a.y == b.y;
}

/* Is the gate's edge this one of the outline? */
static bool is_edge(const path_gate *gate, const outline *c, int i, const graze_body *a,
                    const graze_body *b)
{
    const int side = gate->side;
    const bool of_a = side < SIDES_OF_BODY;
    const graze_body *own = of_a ? a : b, *other = of_a ? b : a;
    const size_t k = (size_t)side % SIDES_OF_BODY, next = (k + 1) % own->vertex_count;
    const graze_point *from[2] = {&a->vertices[c->a[i]], &b->vertices[c->b[i]]};
    const graze_point *to[2] = {&a->vertices[c->a[i + 1]], &b->vertices[c->b[i + 1]]};
    const graze_point across = other->vertices[gate->across];
    return same_point(own->vertices[k], *from[!of_a]) &&
           same_point(own->vertices[next], *to[!of_a]) && same_point(across, *from[of_a]) &&
           same_point(across, *to[of_a]);
}

static void check_gates(const polygon_sides *s, const plain_gates *g, const outline *c,
                        const graze_body *a, const graze_body *b)
{
    for (int k = 0; k < 2; k++) {
        CU_ASSERT(fabs(s->gates[k].at - g->at[k]) < 1e-9);
        if (g->room[k] < 1e-3)
            continue;
        CU_ASSERT_EQUAL(s->joints >> k & 1, 0);
        CU_ASSERT(s->gates[k].certain);
        CU_ASSERT(is_edge(&s->gates[k], c, g->edge[k], a, b));
    }
}

static void gates_are_where_the_outline_is_crossed(void)
{
    oracle_random random;
    random_begin(&random, 61, 1, 0);
    size_t seen = 0, apart = 0;
    for (size_t round = 0; round < support_rounds(1000, 4000, 100000); round++) {
        graze_point corners[2][SIDES_OF_BODY];
        const int most = random_once_in(&random, 3) ? 4 : 8; /* of four: vectors of their own */
        const int count_a = random_whole(&random, 3, most),
                  count_b = random_whole(&random, 3, most);
        draw_polygon(&random, count_a, corners[0]);
        draw_polygon(&random, count_b, corners[1]);
        const graze_body a = {random_once_in(&random, 2) * 0.25, corners[0], (size_t)count_a},
                         b = {0, corners[1], (size_t)count_b};
        const double x[2] = {random_real(&random, -5, 0), random_real(&random, 0, 5)};
        const double y[2] = {random_real(&random, -2, 2), random_real(&random, -2, 2)};
        const polygon_path path = path_between(&a, &b, x, y);
        outline_room room;
        outline c = outline_in(&room);
        outline_of(&a, &b, &c);
        const plain_gates g = plain_gates_of(&c, &path);
        if (fabs(g.at[0] - g.at[1]) < 1e-3 || fabs(g.at[0]) > 20 || fabs(g.at[1]) > 20)
            continue;
        for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
            polygon_sides s;
            memset(&s, 0xff, sizeof s); /* no numbers: what is read is written before */
            const sides_seen found = polygon_sides_of((cpu_instructions)level, &path, &a, &b, &s);
            CU_ASSERT(found == (g.beyond || g.at[0] > g.at[1] ? SIDES_APART : SIDES_SEEN) ||
                      (found == SIDES_APART && path.reach > 0 && passes_beside(&c, &path)));
            seen += found == SIDES_SEEN;
            apart += found == SIDES_APART;
            if (found == SIDES_SEEN)
                check_gates(&s, &g, &c, &a, &b);
        }
    }
    CU_ASSERT(SUPPORT_ENOUGH(seen > 500 && apart > 200));
}

static void who_has_too_many_corners_or_too_few_is_not_seen(void)
{
    static const graze_point nine[] = {{4, 0},  {3, 3},   {1, 4},  {-1, 4}, {-3, 3},
                                       {-4, 0}, {-3, -3}, {0, -4}, {3, -3}};
    const size_t counts[][3] = {{9, 8, SIDES_UNSEEN}, {8, 9, SIDES_UNSEEN}, {8, 8, SIDES_SEEN},
                                {2, 4, SIDES_UNSEEN}, {4, 2, SIDES_UNSEEN}, {1, 4, SIDES_SEEN},
                                {4, 0, SIDES_SEEN},   {1, 1, SIDES_UNSEEN}, {2, 1, SIDES_UNSEEN}};
    const double x[2] = {-9, 9}, y[2] = {0.1, 0.2};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const graze_body a = {0.5, counts[i][0] == 0 ? NULL : nine, counts[i][0]};
        const graze_body b = {0, counts[i][1] == 0 ? NULL : nine, counts[i][1]};
        const polygon_path path = path_between(&a, &b, x, y);
        polygon_sides s;
        CU_ASSERT_EQUAL(polygon_sides_of(cpu_level(), &path, &a, &b, &s),
                        (sides_seen)counts[i][2]);
    }
}

/* A path that takes more than 31 of its lives to get in, and lines that are too flat to it. */
static void gates_that_are_far_away_are_not_seen(void)
{
    static const graze_point corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const graze_body square = {0, corners, 4}, point = {0, NULL, 0};
    const double lengths[] = {0.1, 0.02, 0x1p-30, 0};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const double x[2] = {0, lengths[i]}, y[2] = {0.1, 0.1};
        const polygon_path path = path_between(&square, &point, x, y);
        polygon_sides s;
        CU_ASSERT_EQUAL(polygon_sides_of(cpu_level(), &path, &square, &point, &s),
                        i == 0 ? SIDES_SEEN : SIDES_UNSEEN);
    }
}

static sides_seen seen_in(cpu_instructions level, const graze_body *a, double left, double y)
{
    const graze_body point = {0, NULL, 0};
    const double xs[2] = {-left, left}, ys[2] = {y, y};
    polygon_path path = path_between(a, &point, xs, ys);
    polygon_sides s;
    path.g = 0x1p-45 * left;
    return polygon_sides_of(level, &path, a, &point, &s);
}

/* What is short is asked at gates alone; elsewhere a path is inside of it or not. */
static void edges_that_are_too_short_are_no_gates(void)
{
    const double tiny = 0x1p-95, most = 0x1p-80;
    for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
        for (double scale = tiny; scale <= 1; scale = scale == tiny ? most : scale * 0x1p20) {
            const graze_point corners[] = {
                {-scale, -scale}, {scale, -scale}, {scale, scale}, {-scale, scale}};
            const graze_body square = {0, corners, 4}, grown = {scale, corners, 4};
            const sides_seen wanted = scale == tiny ? SIDES_UNSEEN : SIDES_SEEN;
            const double y = scale / 8;
            CU_ASSERT_EQUAL(seen_in((cpu_instructions)level, &square, 3 * scale, y), wanted);
            CU_ASSERT_EQUAL(seen_in((cpu_instructions)level, &grown, 3 * scale, y), wanted);
        }
        const graze_point cut[] = {{tiny, 0}, {1, 0}, {1, 1}, {0, 1}, {0, tiny}};
        const graze_body body = {0, cut, 5};
        CU_ASSERT_EQUAL(seen_in((cpu_instructions)level, &body, 3, -0.5), SIDES_SEEN);
        CU_ASSERT_EQUAL(seen_in((cpu_instructions)level, &body, 3, 0.5), SIDES_APART);
    }
}

/* Whichever body has the line, and in vectors of four and of eight. */
static void who_stays_outside_of_one_line_is_apart(void)
{
    static const graze_point corners[] = {{-1, -1}, {1, -1}, {1.5, 0}, {1, 1}, {-1, 1}};
    static const graze_point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const graze_body bodies[] = {{0, square, 4}, {0, corners, 5}}, point = {0, NULL, 0};
    const double x[2] = {-5, -3}, y[2] = {0.1, 0.2};
    for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++)
        for (int i = 0; i < 4; i++) {
            const graze_body *a = i % 2 == 0 ? &bodies[i / 2] : &point;
            const graze_body *b = i % 2 == 0 ? &point : &bodies[i / 2];
            const polygon_path path = path_between(a, b, x, y);
            polygon_sides s;
            CU_ASSERT_EQUAL(polygon_sides_of((cpu_instructions)level, &path, a, b, &s),
                            SIDES_APART);
        }
}

static double beside(oracle_random *random, double value)
{
    return random_once_in(random, 3) ? value : nextafter(value, random_sign(random) * HUGE_VAL);
}

/* A polygon and what is its mirror image but for last bits: which of two corners is farther across
 * an edge doubles cannot tell. */
static void corners_that_are_nearly_as_far_are_told_apart_or_not_at_all(void)
{
    oracle_random random;
    random_begin(&random, 61, 5, 0);
    const graze_motion rests = moving(0, 0, 0, 0);
    for (size_t round = 0; round < support_rounds(1000, 4000, 100000); round++) {
        graze_point corners[2][SIDES_OF_BODY];
        draw_polygon(&random, 6, corners[0]);
        for (int i = 0; i < 6; i++)
            corners[1][i] =
                (graze_point){beside(&random, -corners[0][i].x), beside(&random, -corners[0][i].y)};
        const graze_body b = {0, corners[1], 6}, wide = {0.2, corners[0], 6};
        const graze_motion goes =
            moving(-4, random_real(&random, -2, 2), 8, random_real(&random, -1, 1));
        const pair rounded = ask(&wide, &goes, &b, &rests, 0);
        CU_ASSERT_PTR_NULL(corner_stages_differ(&rounded, exact_contact(&rounded)));
    }
}

/* A triangle whose foremost corner is cut off by an edge of some last bits: which of its ends is
 * farther across an edge of the other body exact signs tell. */
static void corners_next_to_each_other_are_told_apart(void)
{
    oracle_random random;
    random_begin(&random, 61, 6, 0);
    const graze_motion rests = moving(0, 0, 0, 0);
    size_t told = 0;
    for (size_t round = 0; round < support_rounds(500, 2000, 50000); round++) {
        const double cut = ldexp(1, -random_whole(&random, 46, 52));
        const graze_point cut_off[] = {{-1, -1}, {1, -cut}, {1, cut}, {-1, 1}};
        const graze_point before[] = {
            {2, -1}, {4, 0}, {2 + random_real(&random, -0.3, 0.3), 1}};
        const graze_body a = {random_once_in(&random, 2) * 0.25, cut_off, 4}, b = {0, before, 3};
        const graze_motion goes =
            moving(-2.1, random_real(&random, -0.5, 0.5), 8.3, random_real(&random, -1, 1));
        pair question = ask(&a, &goes, &b, &rests, 0);
        graze_interval when;
        bool rounded;
        CU_ASSERT_PTR_NULL(corner_stages_differ(&question, exact_contact(&question)));
        question.without = QUICK_OUTLINE;
        polygon_filter_interval(&question, &when, &rounded);
        told += rounded;
    }
    CU_ASSERT(SUPPORT_ENOUGH(told > 100));
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

static void shift(graze_point *corners, int count, double by)
{
    for (int i = 0; i < count; i++)
        corners[i] = (graze_point){corners[i].x + by, corners[i].y - by};
}

/* ---- joints -------------------------------------------------------------------------------- */

static void draw_regular(int count, double wide, double turn, graze_point *corners)
{
    for (int i = 0; i < count; i++) {
        const double angle = turn + i * 6.283185307179586 / count;
        corners[i] = (graze_point){wide * cos(angle), wide * sin(angle)};
    }
}

/* Robots of one regular shape, whose edges are parallel but for last bits: each way in is two lines
 * that doubles do not tell from each other. */
static void edges_that_are_nearly_on_one_line_are_told(void)
{
    oracle_random random;
    random_begin(&random, 61, 7, 0);
    for (int i = 0; i < 600; i++) {
        graze_point corners[SIDES_OF_BODY];
        const int count = i % 2 == 0 ? 6 : 8;
        draw_regular(count, random_real(&random, 0.4, 1), random_real(&random, 0, 6.28), corners);
        const graze_body body = {i % 3 * 0.125, corners, (size_t)count};
        const graze_motion goes =
            moving(-4, random_real(&random, -1.2, 1.2), 8, random_real(&random, -1, 1));
        const graze_motion rests = moving(0, 0, 0, 0);
        pair question = ask(&body, &goes, &body, &rests, i % 5 == 0 ? 0.0625 : 0);
        const contact exact = exact_contact(&question);
        CU_ASSERT_PTR_NULL(corner_stages_differ(&question, exact));
        for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
            told all = {0};
            tell((cpu_instructions)level, &question, &all);
            CU_ASSERT_EQUAL(all.left, 0);
            CU_ASSERT_EQUAL(all.rounded, exact == CONTACT_OVERLAP);
        }
    }
}

/* The corner of -a that is farthest across an edge of b. */
static graze_point farthest_across(const graze_body *a, graze_point edge)
{
    graze_point most = a->vertices[0];
    for (size_t i = 1; i < a->vertex_count; i++) {
        const graze_point at = a->vertices[i];
        if (at.y * edge.x - at.x * edge.y > most.y * edge.x - most.x * edge.y)
            most = at;
    }
    return most;
}

/* How a path goes by the corner of C where the edge k of b begins: over a place on the line of that
 * edge, R outside, at the corner or a bit beside that, some of them flat to the line; or as a
 * tangent of the arc round the corner, but for some last bits. */
static pair past_a_corner(oracle_random *random, const graze_body *a, const graze_body *b, int k,
                          double bits, graze_motion *goes, const graze_motion *rests)
{
    const graze_point from = b->vertices[k], to = b->vertices[(k + 1) % (int)b->vertex_count];
    const graze_point e = {to.x - from.x, to.y - from.y}, other = farthest_across(a, e);
    const double reach = a->radius + b->radius, size = hypot(e.x, e.y), at = 0.5;
    const double along = random_once_in(random, 2) ? 0 : random_real(random, -1, 1) * reach;
    const double near =
        random_once_in(random, 3) ? 0 : bits * ldexp(1, -random_whole(random, 10, 55));
    const double flat = ldexp(random_real(random, -1, 1), -random_whole(random, 8, 30));
    double x = from.x - other.x + (reach * e.y + along * e.x) / size + near;
    double y = from.y - other.y + (along * e.y - reach * e.x) / size - near;
    double turn = random_once_in(random, 2) ? random_real(random, 0, 6.28) : atan2(e.y, e.x) + flat;
    if (random_once_in(random, 3)) {
        turn = atan2(e.y, e.x) - random_real(random, 0, 0.3);
        x = from.x - other.x + (reach + near) * sin(turn);
        y = from.y - other.y - (reach + near) * cos(turn);
    }
    const double vx = 6 * cos(turn), vy = 6 * sin(turn);
    *goes = moving(x - at * vx, y - at * vy, vx, vy);
    return ask(a, goes, b, rests, 0);
}

static void paths_past_corners_are_told_only_as_they_are(void)
{
    oracle_random random;
    random_begin(&random, 61, 8, 0);
    const graze_motion rests = moving(0, 0, 0, 0);
    size_t seen = 0;
    for (size_t round = 0; round < support_rounds(2000, 8000, 200000); round++) {
        graze_point corners[2][SIDES_OF_BODY];
        const int count = random_whole(&random, 3, 8);
        const double far = random_once_in(&random, 2) ? 0 : ldexp(1, random_whole(&random, 5, 44));
        const bool alike = random_once_in(&random, 2);
        draw_polygon(&random, 3, corners[0]);
        draw_polygon(&random, count, corners[1]);
        for (int i = 0; i < count && alike; i++)
            corners[0][i] =
                (graze_point){beside(&random, -corners[1][i].x), beside(&random, -corners[1][i].y)};
        shift(corners[1], count, far);
        const graze_body b = {random_once_in(&random, 2) * 0.25, corners[1], (size_t)count};
        const graze_body a = {0, corners[0], alike ? (size_t)count : 3};
        graze_motion goes;
        if (graze_body_validate(&a) != GRAZE_OK || graze_body_validate(&b) != GRAZE_OK)
            continue;
        pair question = past_a_corner(&random, &a, &b, random_whole(&random, 0, count - 1),
                                      1 + far, &goes, &rests);
        told all = {0};
        CU_ASSERT_PTR_NULL(corner_stages_differ(&question, exact_contact(&question)));
        tell(cpu_level(), &question, &all);
        seen += all.rounded;
    }
    CU_ASSERT(SUPPORT_ENOUGH(seen > 200));
}

/* ---- near ties ---------------------------------------------------------------------------- */

/* What makes a tie hard: nothing, corners that are far from their moving point, places that are
 * far from the origin, motions that begin late, a radius. */
typedef struct tie_kind {
    double corners, places, start, radius; /* [m], [m], [s], [m] */
    bool waypoint;
} tie_kind;

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

/* A point on its way to the round corner of a square: between the lines of both edges, but not yet
 * there when its life ends; or it was there before its life. */
static void who_would_meet_a_corner_at_another_time_is_apart(void)
{
    static const graze_point corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const graze_body square = {1, corners, 4}, point = {0, NULL, 0};
    const graze_motion rest = moving(0, 0, 0, 0);
    const graze_motion ways[] = {moving(2.5, 2.3, -0.65, -0.45), moving(1.85, 1.85, 0.65, 0.45)};
    for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++)
        for (int i = 0; i < 2; i++) {
            pair question = ask(&point, &ways[i], &square, &rest, 0);
            told all = {0};
            tell((cpu_instructions)level, &question, &all);
            CU_ASSERT_EQUAL(all.apart, 1);
        }
}

CU_TestInfo sides_tests[] = {
    SUPPORT_TEST(who_would_meet_a_corner_at_another_time_is_apart),
    SUPPORT_TEST(gates_are_where_the_outline_is_crossed),
    SUPPORT_TEST(who_has_too_many_corners_or_too_few_is_not_seen),
    SUPPORT_TEST(gates_that_are_far_away_are_not_seen),
    SUPPORT_TEST(edges_that_are_too_short_are_no_gates),
    SUPPORT_TEST(who_stays_outside_of_one_line_is_apart),
    SUPPORT_TEST(corners_that_are_nearly_as_far_are_told_apart_or_not_at_all),
    SUPPORT_TEST(corners_next_to_each_other_are_told_apart),
    SUPPORT_TEST(ends_beside_an_edge_are_told_and_those_beyond_a_corner_are_not),
    SUPPORT_TEST(sides_tell_ordinary_pairs_in_every_width),
    SUPPORT_TEST(edges_on_one_line_are_no_rivals),
    SUPPORT_TEST(edges_that_are_nearly_on_one_line_are_told),
    SUPPORT_TEST(paths_past_corners_are_told_only_as_they_are),
    SUPPORT_TEST(ties_at_an_edge_are_told_only_as_they_are),
    SUPPORT_TEST(ends_a_hair_beside_a_double_are_rounded_as_they_are),
    CU_TEST_INFO_NULL,
};
