/* SPDX-License-Identifier: MIT */
/* Worlds made and looked at. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <string.h>

#include "support/run.h"
#include "world/world.h"

static const unsigned char cells[] = {0, 1, 0, 0, 0, 7};

static void a_world_keeps_its_own_copy(void)
{
    unsigned char blocked[6];
    graze_point corners[3] = {{0, 0}, {1, 0}, {0, 1}}, cell_corners[4];
    graze_obstacle triangle = {.body = {.vertices = corners, .vertex_count = 3}, .place = {5, 6}};
    graze_grid grid = {3, 2, blocked, 0.5}, seen;
    graze_obstacle answer;
    graze_world *world = NULL;
    memcpy(blocked, cells, sizeof cells);
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, &triangle, 1, NULL, &world), GRAZE_OK);
    memset(blocked, 1, sizeof blocked);
    corners[1].x = 9;
    CU_ASSERT_EQUAL(graze_world_grid(world, &seen), GRAZE_OK);
    CU_ASSERT_TRUE(seen.columns == 3 && seen.rows == 2 && seen.cell == 0.5);
    CU_ASSERT_TRUE(seen.blocked[1] == 1 && seen.blocked[5] == 1 && seen.blocked[0] == 0);
    CU_ASSERT_EQUAL(graze_world_obstacle(world, 6, cell_corners, &answer), GRAZE_OK);
    CU_ASSERT_TRUE(answer.place.x == 5 && answer.body.vertices[1].x == 1);
    CU_ASSERT_EQUAL(graze_world_obstacle(world, 5, cell_corners, &answer), GRAZE_OK);
    CU_ASSERT_TRUE(answer.body.vertices[0].x == 0.75 && answer.body.vertices[0].y == 0.25);
    CU_ASSERT_TRUE(answer.body.vertices[2].x == 1.25 && answer.body.vertices[2].y == 0.75);
    CU_ASSERT_EQUAL(graze_world_obstacle(world, 7, cell_corners, &answer), GRAZE_ERROR_INDEX);
    graze_world_free(world);
    graze_world_free(NULL);
}

static void centres_are_multiples_of_the_cell(void)
{
    graze_grid grid = {3, 2, cells, 0.1};
    graze_world *world = NULL;
    graze_point place;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_place(world, 2, 1, &place), GRAZE_OK);
    CU_ASSERT_TRUE(place.x == 0.2 && place.y == 0.1);
    CU_ASSERT_EQUAL(graze_world_place(world, 3, 1, &place), GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_world_place(world, 0, 2, &place), GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_world_place(NULL, 0, 0, &place), GRAZE_ERROR_NULL);
    graze_world_free(world);
}

static void expect_grid(uint32_t columns, uint32_t rows, double cell, graze_status expected)
{
    graze_grid grid = {columns, rows, cells, cell};
    graze_world *world = NULL;
    CU_ASSERT_EQUAL(graze_world_create(&grid, NULL, 0, NULL, &world), expected);
    graze_world_free(world);
}

static void grids_without_sense_are_refused(void)
{
    expect_grid(3, 2, 1, GRAZE_OK);
    expect_grid(0, 2, 1, GRAZE_ERROR_GRID_SIZE);
    expect_grid(3, 0, 1, GRAZE_ERROR_GRID_SIZE);
    expect_grid(65536, 65536, 1, GRAZE_ERROR_GRID_SIZE);
    expect_grid(3, 2, 0, GRAZE_ERROR_CELL_SIZE);
    expect_grid(3, 2, -1, GRAZE_ERROR_CELL_SIZE);
    expect_grid(3, 2, INFINITY, GRAZE_ERROR_CELL_SIZE);
    expect_grid(3, 2, NAN, GRAZE_ERROR_NOT_FINITE);
    expect_grid(3, 2, 0x1p-400, GRAZE_OK);
}

static void obstacles_without_sense_are_refused(void)
{
    graze_obstacle post = {.body = {.radius = -1}};
    graze_world *world = NULL;
    CU_ASSERT_EQUAL(graze_world_create(NULL, &post, 1, NULL, &world), GRAZE_ERROR_NEGATIVE_RADIUS);
    post = (graze_obstacle){.body = {.radius = 1}, .place = {NAN, 0}};
    CU_ASSERT_EQUAL(graze_world_create(NULL, &post, 1, NULL, &world), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_world_create(NULL, NULL, 1, NULL, &world), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_world_create(NULL, NULL, 0, NULL, NULL), GRAZE_ERROR_NULL);
}

static void lines_are_exact_where_the_cell_is_short(void)
{
    static const double exact[] = {1, 0.5, 3, 0.0625, 1.25}, rounded[] = {0.1, 1.0 / 3, 0.05};
    for (size_t i = 0; i < sizeof exact / sizeof *exact + sizeof rounded / sizeof *rounded; i++) {
        bool is_exact = i < sizeof exact / sizeof *exact;
        graze_grid grid = {3, 2, cells, is_exact ? exact[i] : rounded[i - 5]};
        graze_world *world = NULL;
        CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, NULL, 0, NULL, &world), GRAZE_OK);
        CU_ASSERT_EQUAL(world->exact_lines, is_exact);
        graze_world_free(world);
    }
}

CU_TestInfo world_tests[] = {
    SUPPORT_TEST(a_world_keeps_its_own_copy),
    SUPPORT_TEST(centres_are_multiples_of_the_cell),
    SUPPORT_TEST(grids_without_sense_are_refused),
    SUPPORT_TEST(obstacles_without_sense_are_refused),
    SUPPORT_TEST(lines_are_exact_where_the_cell_is_short),
    CU_TEST_INFO_NULL,
};
