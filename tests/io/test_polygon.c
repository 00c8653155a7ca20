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
    CU_ASSERT_EQUAL(polygon_cut(points, count, collect, &all, &report), IO_OK);
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
    CU_ASSERT_EQUAL(polygon_cut(points, count, collect, &all, &report), IO_BAD_INPUT);
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
    expect_fault(points, 5, POLYGON_CROSSED, 0, 2);
    points[3].y = nextafter(0.05, 1);
    collected all = {.convex = true};
    polygon_report report;
    CU_ASSERT_EQUAL(polygon_cut(points, 5, collect, &all, &report), IO_OK);
    CU_ASSERT_TRUE(all.convex && all.pieces >= 2);
}

CU_TestInfo polygon_tests[] = {
    SUPPORT_TEST(a_convex_polygon_is_one_piece_either_way_round),
    SUPPORT_TEST(an_l_is_two_pieces),
    SUPPORT_TEST(a_comb_is_cut),
    SUPPORT_TEST(random_polygons_are_covered_by_convex_pieces),
    SUPPORT_TEST(what_crosses_or_touches_itself_is_refused),
    SUPPORT_TEST(an_ulp_keeps_a_vertex_off_an_edge),
    CU_TEST_INFO_NULL,
};
