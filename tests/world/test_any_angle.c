/* SPDX-License-Identifier: MIT */
/* Moves at any angle: every one is there exactly when a link says so, and no cell lies between. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "oracle.h"
#include "support/run.h"
#include "world/world.h"

enum { SIDE_MAX = 12 };

static const graze_point wedge[] = {{-0.75, -0.5}, {0.75, -0.25}, {0, 0.75}};

static bool link_allows(const graze_world *world, const graze_body *body, double tolerance,
                        const graze_roadmap *map, uint32_t from, uint32_t to)
{
    graze_motion motion;
    bool free = false;
    graze_point a = map->places[from], b = map->places[to];
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){a.x, a.y, 0},
                                                (graze_vector){b.x, b.y, 0}, 0, 1, &motion),
                          GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_link(world, body, &motion, tolerance, &free), GRAZE_OK);
    return free;
}

/* Do two whole numbers have no common divisor but 1? */
static bool are_prime_to_each_other(int a, int b)
{
    if (a == 0 || b == 0)
        return a + b == 1;
    for (int d = 2; d <= a && d <= b; d++)
        if (a % d == 0 && b % d == 0)
            return false;
    return true;
}

static size_t wrong_moves(const graze_world *world, const graze_body *body, double tolerance,
                          const graze_roadmap *map)
{
    size_t wrong = 0;
    int columns = (int)world->columns;
    for (uint32_t from = 0; from < map->vertex_count; from++) {
        size_t next = map->first[from];
        for (uint32_t to = 0; to < map->vertex_count; to++) {
            bool is_there = next < map->first[from + 1] && map->targets[next] == to;
            next += is_there;
            int dx = abs((int)to % columns - (int)from % columns);
            int dy = abs((int)to / columns - (int)from / columns);
            bool expected = are_prime_to_each_other(dx, dy) &&
                            link_allows(world, body, tolerance, map, from, to);
            wrong += is_there != expected;
        }
        wrong += next != map->first[from + 1];
    }
    return wrong;
}

/* Radii at which discs touch, exactly or but for rounding, the sides and corners of cells. */
static double draw_radius(uint64_t *state)
{
    static const double exact[] = {0, 0.25, 0.5, 0.75, 1, 1.5};
    if (random_below(state, 2) == 0)
        return exact[random_below(state, 6)];
    double way = hypot((double)random_below(state, 5), 1.0 + (double)random_below(state, 5));
    double radius = (1 + random_below(state, 4)) / (2 * way);
    switch (random_below(state, 3)) {
    case 0:
        return nextafter(radius, 0);
    case 1:
        return nextafter(radius, 9);
    default:
        return radius;
    }
}

static graze_world *draw_world(uint64_t *state, double cell)
{
    static unsigned char blocked[SIDE_MAX * SIDE_MAX];
    uint32_t columns = 1 + random_below(state, SIDE_MAX), rows = 1 + random_below(state, SIDE_MAX);
    unsigned one_in = 3 + random_below(state, 20);
    graze_obstacle stone = {.body = {.radius = 0.5 * cell},
                            .place = {random_below(state, 9) * cell, 2 * cell}};
    graze_world *world = NULL;
    for (int i = 0; i < SIDE_MAX * SIDE_MAX; i++)
        blocked[i] = random_below(state, one_in) == 0;
    graze_grid grid = {columns, rows, blocked, cell};
    CU_ASSERT_EQUAL_FATAL(
        graze_world_create(&grid, &stone, random_below(state, 4) == 0, NULL, &world), GRAZE_OK);
    return world;
}

static void every_move_is_what_a_link_says(void)
{
    static const double cells[] = {1, 1, 1, 0.5, 3, 0.1, 1.0 / 3};
    uint64_t state = 2404;
    size_t rounds = support_rounds(60, 400, 6000), moves = 0;
    for (size_t i = 0; i < rounds; i++) {
        uint64_t seed = state;
        double cell = cells[random_below(&state, 7)];
        graze_world *world = draw_world(&state, cell);
        graze_body body = {.radius = draw_radius(&state) * cell};
        double tolerance = random_below(&state, 3) == 0 ? (i % 5 == 0 ? 1 : 1e-9) : 0;
        if (random_below(&state, 6) == 0)
            body = (graze_body){.vertices = wedge, .vertex_count = 3};
        graze_roadmap map;
        CU_ASSERT_EQUAL_FATAL(graze_roadmap_any_angle(world, &body, tolerance, NULL, &map),
                              GRAZE_OK);
        size_t wrong = wrong_moves(world, &body, tolerance, &map);
        if (wrong > 0)
            printf("\n    seed %llx: %zu wrong moves\n", (unsigned long long)seed, wrong);
        CU_ASSERT_EQUAL(wrong, 0);
        moves += map.first[map.vertex_count];
        graze_roadmap_free(&map, NULL);
        graze_world_free(world);
    }
    CU_ASSERT_TRUE(moves > 20 * rounds);
}

/* All 25 cells see each other: as many moves as pairs without a common divisor. */
static void an_open_grid_has_all_moves(void)
{
    static const unsigned char open[25] = {0};
    graze_grid grid = {5, 5, open, 1};
    graze_world *world = NULL;
    graze_roadmap map;
    size_t expected = 0;
    for (int v = 0; v < 25; v++)
        for (int w = 0; w < 25; w++)
            expected += are_prime_to_each_other(abs(v % 5 - w % 5), abs(v / 5 - w / 5));
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        graze_roadmap_any_angle(world, &(graze_body){.radius = 3}, 0, NULL, &map), GRAZE_OK);
    CU_ASSERT_EQUAL(map.first[25], expected);
    graze_roadmap_free(&map, NULL);
    graze_world_free(world);
}

static void what_makes_no_sense_is_refused(void)
{
    static const unsigned char open[4] = {0};
    graze_grid grid = {2, 2, open, 1};
    graze_body body = {.radius = 0.5}, negative = {.radius = -1};
    graze_world *world = NULL, *plane = NULL;
    graze_roadmap map;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, NULL, 0, NULL, &plane), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_roadmap_any_angle(plane, &body, 0, NULL, &map), GRAZE_ERROR_GRID_SIZE);
    CU_ASSERT_EQUAL(graze_roadmap_any_angle(NULL, &body, 0, NULL, &map), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_roadmap_any_angle(world, &body, 0, NULL, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_roadmap_any_angle(world, &negative, 0, NULL, &map),
                    GRAZE_ERROR_NEGATIVE_RADIUS);
    graze_world_free(world);
    graze_world_free(plane);
}

CU_TestInfo any_angle_tests[] = {
    SUPPORT_TEST(every_move_is_what_a_link_says),
    SUPPORT_TEST(an_open_grid_has_all_moves),
    SUPPORT_TEST(what_makes_no_sense_is_refused),
    CU_TEST_INFO_NULL,
};
