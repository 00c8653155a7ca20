/* SPDX-License-Identifier: MIT */
/* Polygons cut into convex pieces: the same area, exactly, and every piece inside. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "io/polygon.h"
#include "support/run.h"

enum { POINTS_MOST = 60 };

static uint64_t next_bits(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* Twice the area; whole numbers, so it is exact. */
static double doubled_area(const graze_point *points, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        graze_point a = points[i], b = points[(i + 1) % count];
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

typedef struct collected {
    size_t pieces, corners;
    double area; /* doubled */
    bool convex;
} collected;

static io_result collect(void *context, const graze_point *vertices, size_t count)
{
    collected *all = context;
    graze_body body = {.vertices = vertices, .vertex_count = count};
    all->pieces++;
    all->corners += count;
    all->area += doubled_area(vertices, count);
    all->convex = all->convex && count >= 3 && graze_body_validate(&body) == GRAZE_OK;
    return IO_OK;
}

static collected expect_pieces(const graze_point *points, size_t count)
{
    collected all = {.convex = true};
    polygon_report report;
    CU_ASSERT_EQUAL(polygon_cut(points, &count, 1, collect, &all, &report), IO_OK);
    CU_ASSERT_TRUE(all.convex);
    CU_ASSERT_EQUAL(all.area, fabs(doubled_area(points, count)));
    return all;
}

static void a_convex_polygon_is_one_piece_either_way_round(void)
{
    const graze_point there[] = {{0, 0}, {2, 0}, {4, 0}, {4, 4}, {4, 4}, {0, 4}};
    const graze_point back[] = {{0, 4}, {4, 4}, {4, 0}, {0, 0}};
    collected all = expect_pieces(there, 6); /* one point flat, one twice */
    CU_ASSERT_TRUE(all.pieces == 1 && all.corners == 4);
    CU_ASSERT_EQUAL(expect_pieces(back, 4).pieces, 1);
}

static void an_l_is_two_pieces(void)
{
    const graze_point points[] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    CU_ASSERT_EQUAL(expect_pieces(points, 6).pieces, 2);
}

/* Teeth side by side: many vertices on one line, many ears that others lie in. */
static void a_comb_is_cut(void)
{
    graze_point points[POINTS_MOST];
    size_t count = 0;
    for (int i = 0; i < 14; i++) {
        points[count++] = (graze_point){2 * i, 10};
        points[count++] = (graze_point){2 * i + 1, i % 3};
    }
    points[count++] = (graze_point){28, 10};
    points[count++] = (graze_point){28, -5};
    points[count++] = (graze_point){0, -5};
    expect_pieces(points, count);
}

/* A star round the origin with whole coordinates: simple, since its angles ascend; points on one
 * ray are drawn again. */
static size_t draw_star(uint64_t *state, graze_point points[POINTS_MOST])
{
    size_t wanted = 5 + next_bits(state) % (POINTS_MOST - 8), count = 0;
    double last = -4;
    for (size_t i = 0; i < wanted; i++) {
        double angle = -3.1 + 6.2 * (double)i / (double)wanted;
        double reach = 300 + (double)(next_bits(state) % 4000);
        graze_point p = {round(reach * cos(angle)), round(reach * sin(angle))};
        double its = atan2(p.y, p.x);
        if (its <= last + 1e-9)
            continue;
        last = its;
        points[count++] = p;
    }
    return count;
}

static void random_polygons_are_covered_by_convex_pieces(void)
{
    uint64_t state = 71;
    size_t rounds = support_rounds(300, 10000, 60000), cut = 0;
    for (size_t i = 0; i < rounds; i++) {
        graze_point points[POINTS_MOST];
        uint64_t seed = state;
        size_t count = draw_star(&state, points);
        unsigned before = CU_get_number_of_failures();
        collected all = expect_pieces(points, count);
        CU_ASSERT_TRUE(all.pieces + 1 < count);
        cut += all.pieces > 1;
        if (CU_get_number_of_failures() != before)
            printf("\nseed %llx: %zu points\n", (unsigned long long)seed, count);
    }
    CU_ASSERT_TRUE(cut > rounds / 2);
}

static void expect_fault(const graze_point *points, size_t count, polygon_fault fault, size_t at,
                         size_t other)
{
    collected all = {.convex = true};
    polygon_report report;
    CU_ASSERT_EQUAL(polygon_cut(points, &count, 1, collect, &all, &report), IO_BAD_INPUT);
    CU_ASSERT_EQUAL(report.fault, fault);
    CU_ASSERT_TRUE(report.at == at && report.other == other);
    CU_ASSERT_EQUAL(all.pieces, 0);
}

static void what_crosses_or_touches_itself_is_refused(void)
{
    const graze_point bow[] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    const graze_point spike[] = {{0, 0}, {4, 0}, {2, 0}, {2, 3}};
    const graze_point touch[] = {{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}};
    const graze_point twice[] = {{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 1}};
    const graze_point flat[] = {{0, 0}, {1, 1}, {2, 2}};
    expect_fault(bow, 4, POLYGON_CROSSED, 0, 2);
    expect_fault(spike, 4, POLYGON_CROSSED, 0, 1);
    expect_fault(touch, 5, POLYGON_CROSSED, 0, 2);
    expect_fault(twice, 6, POLYGON_CROSSED, 1, 4);
    expect_fault(flat, 3, POLYGON_FLAT, 0, 0);
}

/* An ulp decides what crosses. */
static void an_ulp_keeps_a_vertex_off_an_edge(void)
{
    graze_point points[] = {{0, 0}, {0.3, 0.1}, {0.4, 0.4}, {0.15, 0.05}, {0, 0.4}};
    size_t count = 5;
    expect_fault(points, count, POLYGON_CROSSED, 0, 2);
    points[3].y = nextafter(0.05, 1);
    collected all = {.convex = true};
    polygon_report report;
    CU_ASSERT_EQUAL(polygon_cut(points, &count, 1, collect, &all, &report), IO_OK);
    CU_ASSERT_TRUE(all.convex && all.pieces >= 2);
}

/* ---- holes ------------------------------------------------------------------------------ */

enum { RINGS_MOST = 26, ALL_MOST = POINTS_MOST * RINGS_MOST, ASKED = 40 };

typedef struct drawing {
    graze_point points[ALL_MOST];
    size_t ends[RINGS_MOST];
    size_t rings, count;
} drawing;

static void end_ring(drawing *d)
{
    d->ends[d->rings++] = d->count;
}

static void add_point(drawing *d, double x, double y)
{
    d->points[d->count++] = (graze_point){x, y};
}

/* Twice the area on the left of a -> b towards p; whole numbers, so it is exact. */
static double side_of(graze_point a, graze_point b, graze_point p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

typedef struct asked {
    collected all;
    graze_point points[ASKED];
    bool covered[ASKED];
} asked;

static io_result cover(void *context, const graze_point *vertices, size_t count)
{
    asked *a = context;
    for (size_t k = 0; k < ASKED; k++) {
        bool in = true;
        for (size_t i = 0; i < count && in; i++)
            in = side_of(vertices[i], vertices[(i + 1) % count], a->points[k]) >= 0;
        a->covered[k] |= in;
    }
    return collect(&a->all, vertices, count);
}

/* By the even-odd rule over all rings: 1 inside, 0 outside, -1 on an edge. */
static int even_odd(const drawing *d, graze_point p)
{
    bool inside = false;
    for (size_t k = 0, first = 0; k < d->rings; first = d->ends[k++])
        for (size_t i = first; i < d->ends[k]; i++) {
            graze_point a = d->points[i], b = d->points[i + 1 < d->ends[k] ? i + 1 : first];
            double side = side_of(a, b, p);
            bool in_box = p.x >= fmin(a.x, b.x) && p.x <= fmax(a.x, b.x) &&
                          p.y >= fmin(a.y, b.y) && p.y <= fmax(a.y, b.y);
            if (side == 0 && in_box)
                return -1;
            if ((a.y > p.y) != (b.y > p.y) && (side > 0) == (b.y > a.y))
                inside = !inside;
        }
    return inside;
}

static double area_of(const drawing *d)
{
    double area = 0;
    for (size_t k = 0, first = 0; k < d->rings; first = d->ends[k++]) {
        double ring = fabs(doubled_area(d->points + first, d->ends[k] - first));
        area += k == 0 ? ring : -ring;
    }
    return area;
}

/* The same area, and the same points, as the even-odd rule says. */
static size_t expect_cover(const drawing *d, uint64_t *state)
{
    asked a = {.all = {.convex = true}};
    polygon_report report;
    for (size_t k = 0; k < ASKED; k++) /* among all, and where corners and their lines are */
        a.points[k] = k % 2 == 0
                          ? (graze_point){(double)(next_bits(state) % 10000) - 5000,
                                          (double)(next_bits(state) % 10000) - 5000}
                          : (graze_point){d->points[next_bits(state) % d->count].x,
                                          d->points[next_bits(state) % d->count].y};
    CU_ASSERT_EQUAL(polygon_cut(d->points, d->ends, d->rings, cover, &a, &report), IO_OK);
    CU_ASSERT_TRUE(a.all.convex);
    CU_ASSERT_EQUAL(a.all.area, area_of(d));
    for (size_t k = 0; k < ASKED; k++) {
        int expected = even_odd(d, a.points[k]);
        CU_ASSERT_TRUE(expected < 0 ? a.covered[k] : a.covered[k] == (expected == 1));
    }
    return a.all.pieces;
}

static void add_box(drawing *d, double x0, double y0, double x1, double y1)
{
    add_point(d, x0, y0);
    add_point(d, x1, y0);
    add_point(d, x1, y1);
    add_point(d, x0, y1);
    end_ring(d);
}

static void a_frame_is_four_pieces(void)
{
    uint64_t state = 1;
    drawing d = {.count = 0};
    add_box(&d, 0, 0, 4, 4);
    add_box(&d, 1, 1, 3, 3);
    CU_ASSERT_EQUAL(expect_cover(&d, &state), 4);
}

/* Walls of a house: corners on the lines of other corners everywhere, and bridges in a row. */
static void rooms_in_rows_are_cut(void)
{
    uint64_t state = 2;
    drawing d = {.count = 0};
    add_box(&d, 0, 0, 51, 51);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            add_box(&d, 10 * i + 1, 10 * j + 1, 10 * i + 10, 10 * j + 10);
    CU_ASSERT_TRUE(expect_cover(&d, &state) <= 120);
}

/* Adds a ring of given points, turned and begun anywhere. */
static void add_turned(drawing *d, uint64_t *state, const graze_point *points, size_t count,
                       double x, double y)
{
    size_t first = next_bits(state) % count;
    bool back = next_bits(state) % 2 == 0;
    for (size_t i = 0; i < count; i++) {
        graze_point p = points[(first + (back ? count - i : i)) % count];
        add_point(d, p.x + x, p.y + y);
    }
    end_ring(d);
}

/* A star in a slot of 800, or a box of few sizes, which makes corners lie on lines. */
static void add_hole(drawing *d, uint64_t *state, double x, double y)
{
    graze_point points[POINTS_MOST];
    if (next_bits(state) % 2 == 0) {
        double a = 100 * (double)(1 + next_bits(state) % 3);
        double b = 100 * (double)(1 + next_bits(state) % 3);
        const graze_point box[] = {{-a, -b}, {a, -b}, {a, b}, {-a, b}};
        add_turned(d, state, box, 4, x, y);
        return;
    }
    size_t count = draw_star(state, points);
    for (size_t i = 0; i < count; i++) {
        points[i].x = trunc(points[i].x / 11);
        points[i].y = trunc(points[i].y / 11);
    }
    add_turned(d, state, points, count, x, y);
}

/* An outline that holds the square of 4000 in its middle, and holes there. */
static void draw_with_holes(uint64_t *state, drawing *d)
{
    graze_point star[POINTS_MOST];
    size_t count = 0;
    *d = (drawing){.count = 0};
    if (next_bits(state) % 3 == 0) {
        const graze_point box[] = {{-2100, -2100}, {2100, -2100}, {2100, 2100}, {-2100, 2100}};
        add_turned(d, state, box, 4, 0, 0);
    } else {
        for (; count < 40; count++) {
            double angle = 2 * 3.14159265358979 * (double)count / 40;
            double reach = 3000 + (double)(next_bits(state) % 2000);
            star[count] = (graze_point){round(reach * cos(angle)), round(reach * sin(angle))};
        }
        add_turned(d, state, star, count, 0, 0);
    }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            if (next_bits(state) % 4 == 0)
                add_hole(d, state, 800 * i - 1600, 800 * j - 1600);
}

static void random_polygons_with_holes_are_covered(void)
{
    uint64_t state = 72;
    size_t rounds = support_rounds(200, 5000, 30000), holes = 0, refused = 0;
    for (size_t i = 0; i < rounds; i++) {
        drawing d;
        uint64_t seed = state;
        polygon_report report;
        collected all = {.convex = true};
        draw_with_holes(&state, &d);
        /* stars made small may touch themselves */
        if (polygon_cut(d.points, d.ends, d.rings, collect, &all, &report) == IO_BAD_INPUT &&
            report.fault != POLYGON_SOUND) {
            refused++;
            continue;
        }
        unsigned before = CU_get_number_of_failures();
        expect_cover(&d, &state);
        holes += d.rings - 1;
        if (CU_get_number_of_failures() != before)
            printf("\nseed %llx: %zu rings\n", (unsigned long long)seed, d.rings);
    }
    CU_ASSERT_TRUE(holes > 2 * rounds && refused < rounds / 2);
}

static void expect_hole_fault(const drawing *d, polygon_fault fault, size_t at, size_t other)
{
    collected all = {.convex = true};
    polygon_report report;
    CU_ASSERT_EQUAL(polygon_cut(d->points, d->ends, d->rings, collect, &all, &report),
                    IO_BAD_INPUT);
    CU_ASSERT_EQUAL(report.fault, fault);
    CU_ASSERT_TRUE(report.at == at && report.other == other);
    CU_ASSERT_EQUAL(all.pieces, 0);
}

static drawing boxed(double x0, double y0, double x1, double y1)
{
    drawing d = {.count = 0};
    add_box(&d, 0, 0, 10, 10);
    add_box(&d, x0, y0, x1, y1);
    return d;
}

static void what_is_no_hole_is_refused(void)
{
    drawing outside = boxed(11, 1, 12, 2), round = boxed(-1, -1, 11, 11);
    drawing crossing = boxed(5, 5, 11, 6), touching = boxed(5, 5, 10, 6);
    drawing at_a_corner = boxed(0, 0, 5, 5), flat = boxed(2, 2, 2, 4), nested = boxed(1, 1, 9, 9);
    drawing meeting = boxed(1, 1, 4, 4);
    add_box(&nested, 3, 3, 4, 4);
    add_box(&meeting, 4, 4, 5, 5);
    expect_hole_fault(&outside, POLYGON_OUTSIDE, 4, 0);
    expect_hole_fault(&round, POLYGON_OUTSIDE, 4, 0);
    expect_hole_fault(&crossing, POLYGON_CROSSED, 1, 4);
    expect_hole_fault(&touching, POLYGON_CROSSED, 1, 4);
    expect_hole_fault(&at_a_corner, POLYGON_CROSSED, 0, 4);
    expect_hole_fault(&nested, POLYGON_NESTED, 8, 4);
    expect_hole_fault(&meeting, POLYGON_CROSSED, 5, 8);
    expect_hole_fault(&flat, POLYGON_FLAT, 4, 4);
}

CU_TestInfo polygon_tests[] = {
    SUPPORT_TEST(a_convex_polygon_is_one_piece_either_way_round),
    SUPPORT_TEST(an_l_is_two_pieces),
    SUPPORT_TEST(a_comb_is_cut),
    SUPPORT_TEST(random_polygons_are_covered_by_convex_pieces),
    SUPPORT_TEST(what_crosses_or_touches_itself_is_refused),
    SUPPORT_TEST(an_ulp_keeps_a_vertex_off_an_edge),
    SUPPORT_TEST(a_frame_is_four_pieces),
    SUPPORT_TEST(rooms_in_rows_are_cut),
    SUPPORT_TEST(random_polygons_with_holes_are_covered),
    SUPPORT_TEST(what_is_no_hole_is_refused),
    CU_TEST_INFO_NULL,
};
