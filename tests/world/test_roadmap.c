/* SPDX-License-Identifier: MIT */
/* Roadmaps from edges, and within a world. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "support/run.h"
#include "world/world.h"

static const graze_point square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};

static void edges_in_any_order_become_ascending_rows(void)
{
    static const graze_edge edges[] = {{2, 1}, {0, 3}, {0, 1}, {2, 0}, {0, 2}, {2, 1}, {3, 0}};
    static const size_t first[] = {0, 3, 3, 5, 6};
    static const uint32_t targets[] = {1, 2, 3, 0, 1, 0};
    graze_roadmap map;
    CU_ASSERT_EQUAL_FATAL(graze_roadmap_from_edges(4, square, 7, edges, NULL, &map, NULL),
                          GRAZE_OK);
    CU_ASSERT_EQUAL(map.vertex_count, 4);
    CU_ASSERT_EQUAL(memcmp(map.first, first, sizeof first), 0);
    CU_ASSERT_EQUAL(memcmp(map.targets, targets, sizeof targets), 0);
    CU_ASSERT_EQUAL(memcmp(map.places, square, sizeof square), 0);
    graze_roadmap_free(&map, NULL);
    CU_ASSERT_PTR_NULL(map.places);
}

static void a_roadmap_may_be_empty(void)
{
    graze_roadmap map;
    CU_ASSERT_EQUAL_FATAL(graze_roadmap_from_edges(0, NULL, 0, NULL, NULL, &map, NULL), GRAZE_OK);
    CU_ASSERT_EQUAL(map.first[0], 0);
    graze_roadmap_free(&map, NULL);
    graze_roadmap_free(NULL, NULL);
}

static void expect_bad_edge(graze_edge edge, graze_status expected)
{
    const graze_point places[] = {{0, 0}, {1, 0}, {1, 0}};
    const graze_edge edges[] = {{0, 1}, edge, {9, 9}};
    graze_roadmap map;
    size_t bad = 77;
    CU_ASSERT_EQUAL(graze_roadmap_from_edges(3, places, 3, edges, NULL, &map, &bad), expected);
    CU_ASSERT_EQUAL(bad, 1);
}

static void the_first_edge_at_fault_is_named(void)
{
    expect_bad_edge((graze_edge){3, 0}, GRAZE_ERROR_INDEX);
    expect_bad_edge((graze_edge){0, 3}, GRAZE_ERROR_INDEX);
    expect_bad_edge((graze_edge){1, 1}, GRAZE_ERROR_EDGE);
}

static void vertices_at_one_place_may_have_an_edge(void)
{
    const graze_point places[] = {{0, 0}, {1, 0}, {1, 0}};
    const graze_edge edges[] = {{2, 1}, {0, 1}};
    graze_roadmap map;
    CU_ASSERT_EQUAL_FATAL(graze_roadmap_from_edges(3, places, 2, edges, NULL, &map, NULL),
                          GRAZE_OK);
    CU_ASSERT_EQUAL(map.first[3], 2);
    CU_ASSERT_EQUAL(map.targets[1], 1);
    graze_roadmap_free(&map, NULL);
}

static void places_are_finite_and_pointers_are_there(void)
{
    const graze_point far[] = {{0, 0}, {0, INFINITY}};
    const graze_edge edge = {0, 1};
    graze_roadmap map;
    CU_ASSERT_EQUAL(graze_roadmap_from_edges(2, far, 1, &edge, NULL, &map, NULL),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_roadmap_from_edges(2, NULL, 1, &edge, NULL, &map, NULL),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_roadmap_from_edges(2, far, 1, NULL, NULL, &map, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_roadmap_from_edges(2, far, 1, &edge, NULL, NULL, NULL),
                    GRAZE_ERROR_NULL);
}

/* Fails at the request of a given number, and counts blocks that are out. */
typedef struct meter {
    size_t requests, fails_at;
    long out;
} meter;

static void *metered(void *context, void *block, size_t size)
{
    meter *m = context;
    if (size == 0) {
        m->out--;
        free(block);
        return NULL;
    }
    if (m->requests++ == m->fails_at)
        return NULL;
    m->out += block == NULL;
    return realloc(block, size);
}

static graze_status build_everything(meter *m)
{
    static const unsigned char blocked[] = {0, 1, 0, 0, 0, 0};
    static const graze_edge edges[] = {{0, 1}, {1, 2}};
    const graze_grid grid = {3, 2, blocked, 1};
    const graze_body body = {.radius = 0.25};
    const graze_obstacle post = {.body = {.radius = 0.25}, .place = {2, 0}};
    const graze_allocator allocator = {metered, m};
    graze_world *world = NULL;
    graze_roadmap all = {.vertex_count = 0}, on_grid = {.vertex_count = 0},
                  left = {.vertex_count = 0};
    graze_status status = graze_world_create(&grid, &post, 1, &allocator, &world);
    if (status == GRAZE_OK)
        status = graze_roadmap_from_edges(4, square, 2, edges, &allocator, &all, NULL);
    if (status == GRAZE_OK)
        status = graze_roadmap_from_grid(world, &body, 5, 0, &allocator, &on_grid);
    if (status == GRAZE_OK)
        status = graze_roadmap_within(world, &body, &all, 0, &allocator, &left);
    graze_roadmap_free(&all, &allocator);
    graze_roadmap_free(&on_grid, &allocator);
    graze_roadmap_free(&left, &allocator);
    graze_world_free(world);
    return status;
}

static void every_failed_allocation_is_told_and_leaves_nothing(void)
{
    graze_status status = GRAZE_ERROR_MEMORY;
    size_t fails_at = 0;
    for (; status != GRAZE_OK && fails_at < 100; fails_at++) {
        meter m = {.fails_at = fails_at};
        status = build_everything(&m);
        CU_ASSERT_EQUAL(m.out, 0);
        CU_ASSERT_TRUE(status == GRAZE_ERROR_MEMORY || status == GRAZE_OK);
    }
    CU_ASSERT_EQUAL(status, GRAZE_OK);
    CU_ASSERT_TRUE(fails_at > 12);
}

static void edges_through_cells_are_left_out(void)
{
    static const unsigned char blocked[] = {0, 0, 1, 0, 0};
    static const graze_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}};
    const graze_grid row = {5, 1, blocked, 1};
    const graze_body body = {.radius = 0.25};
    graze_world *world = NULL;
    graze_roadmap all, left;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&row, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_roadmap_from_edges(4, square, 5, edges, NULL, &all, NULL),
                          GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_roadmap_within(world, &body, &all, 0, NULL, &left), GRAZE_OK);
    CU_ASSERT_EQUAL(left.first[1], 1); /* 0 -> 1 runs through the cell at (2,0) */
    CU_ASSERT_EQUAL(left.targets[0], 2);
    CU_ASSERT_EQUAL(left.first[4], 4);
    graze_roadmap_free(&all, NULL);
    graze_roadmap_free(&left, NULL);
    graze_world_free(world);
}

/* Rows of one's own may be in any order, and edges may go one way only. */
static void an_edge_needs_no_way_back(void)
{
    static const size_t first[] = {0, 0, 1, 4, 5};
    static const uint32_t targets[] = {0, 3, 0, 1, 2};
    const graze_roadmap all = {4, square, first, targets};
    const graze_body body = {.radius = 0.25};
    const graze_obstacle post = {.body = {.radius = 0.25}, .place = {2, 4}}; /* between 2 and 3 */
    graze_world *world = NULL;
    graze_roadmap left;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, &post, 1, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_roadmap_within(world, &body, &all, 0, NULL, &left), GRAZE_OK);
    static const size_t left_first[] = {0, 0, 1, 3, 3};
    static const uint32_t left_targets[] = {0, 0, 1};
    CU_ASSERT_EQUAL(memcmp(left.first, left_first, sizeof left_first), 0);
    CU_ASSERT_EQUAL(memcmp(left.targets, left_targets, sizeof left_targets), 0);
    graze_roadmap_free(&left, NULL);
    graze_world_free(world);
}

CU_TestInfo roadmap_tests[] = {
    SUPPORT_TEST(edges_in_any_order_become_ascending_rows),
    SUPPORT_TEST(a_roadmap_may_be_empty),
    SUPPORT_TEST(the_first_edge_at_fault_is_named),
    SUPPORT_TEST(vertices_at_one_place_may_have_an_edge),
    SUPPORT_TEST(places_are_finite_and_pointers_are_there),
    SUPPORT_TEST(every_failed_allocation_is_told_and_leaves_nothing),
    SUPPORT_TEST(edges_through_cells_are_left_out),
    SUPPORT_TEST(an_edge_needs_no_way_back),
    CU_TEST_INFO_NULL,
};
