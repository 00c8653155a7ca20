/* SPDX-License-Identifier: MIT */
/* The moves on a grid: every one is there exactly when the rational twin, asked about
 * every blocked cell, says that it is free. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "oracle.h"
#include "support/run.h"
#include "world/world.h"

enum { SIDE_MAX = 9 };

typedef struct small_grid {
    unsigned char blocked[SIDE_MAX * SIDE_MAX];
    graze_grid grid;
} small_grid;

static void draw_grid(uint64_t *state, double cell, unsigned one_in, small_grid *drawn)
{
    drawn->grid = (graze_grid){1 + random_below(state, SIDE_MAX), 1 + random_below(state, SIDE_MAX),
                               drawn->blocked, cell};
    for (int i = 0; i < SIDE_MAX * SIDE_MAX; i++)
        drawn->blocked[i] = random_below(state, one_in) == 0;
}

static bool twin_allows(const graze_world *world, graze_point from, graze_point to, double radius,
                        double tolerance)
{
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){from.x, from.y, 0},
                                                (graze_vector){to.x, to.y, 0}, 0, 1, &motion),
                          GRAZE_OK);
    for (uint32_t row = 0; row < world->rows; row++)
        for (uint32_t column = 0; column < world->columns; column++) {
            world_box box = world_cell_box(world, column, row);
            if (world->blocked[row * world->columns + column] != 0 &&
                oracle_meets(&motion, radius, tolerance, &box))
                return false;
        }
    return true;
}

/* The 2^k vectors, told apart by how they are made: each finer neighbourhood has the sums
 * of neighbouring vectors of the coarser one as well. */
static bool is_in_neighbourhood(int dx, int dy, int k)
{
    int a = abs(dx) > abs(dy) ? abs(dx) : abs(dy), b = abs(dx) > abs(dy) ? abs(dy) : abs(dx);
    int left_a = 1, left_b = 0, right_a = 1, right_b = 1; /* neighbours round (a, b) */
    if (a == 1 && b == 0)
        return true;
    if (a == 1 && b == 1)
        return k >= 3;
    for (int depth = 4; depth <= k; depth++) {
        int middle_a = left_a + right_a, middle_b = left_b + right_b;
        if (a == middle_a && b == middle_b)
            return true;
        bool above = b * middle_a > a * middle_b;
        if (above) {
            left_a = middle_a;
            left_b = middle_b;
        } else {
            right_a = middle_a;
            right_b = middle_b;
        }
    }
    return false;
}

static bool has_edge(const graze_roadmap *map, uint32_t from, uint32_t to)
{
    for (size_t i = map->first[from]; i < map->first[from + 1]; i++)
        if (map->targets[i] == to)
            return true;
    return false;
}

static void compare_edge(const graze_world *world, const graze_roadmap *map, uint32_t from,
                         uint32_t to, int k, double radius, double tolerance)
{
    int columns = (int)world->columns;
    int dx = (int)to % columns - (int)from % columns, dy = (int)to / columns - (int)from / columns;
    bool expected = is_in_neighbourhood(dx, dy, k) &&
                    twin_allows(world, map->places[from], map->places[to], radius, tolerance);
    if (has_edge(map, from, to) == expected)
        return;
    printf("\n    k %d, r %a - %a, cell %g, %ux%u: %u -> %u should be %d\n", k, radius, tolerance,
           world->cell, world->columns, world->rows, from, to, expected);
    CU_FAIL("a wrong move");
}

static size_t compare_roadmap(const small_grid *drawn, int k, double radius, double tolerance)
{
    graze_world *world = NULL;
    graze_roadmap map;
    graze_body body = {.radius = radius};
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&drawn->grid, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_roadmap_from_grid(world, &body, k, tolerance, NULL, &map),
                          GRAZE_OK);
    CU_ASSERT_EQUAL(map.vertex_count, world->columns * world->rows);
    for (uint32_t from = 0; from < map.vertex_count; from++) {
        for (uint32_t to = 0; to < map.vertex_count; to++)
            compare_edge(world, &map, from, to, k, radius, tolerance);
        for (size_t i = map.first[from] + 1; i < map.first[from + 1]; i++)
            CU_ASSERT_TRUE(map.targets[i - 1] < map.targets[i]);
    }
    size_t edges = map.first[map.vertex_count];
    graze_roadmap_free(&map, NULL);
    graze_world_free(world);
    return edges;
}

/* Radii at which discs touch sides and corners, exactly or but for rounding. */
static double touching_radius(uint64_t *state)
{
    static const double exact[] = {0, 0.5, 1, 1.5, 0.25, 0.75, 2};
    static const double roots[] = {2, 5, 10, 13, 1}; /* of the squared lengths of moves */
    if (random_below(state, 3) == 0)
        return exact[random_below(state, 7)];
    double root = sqrt(roots[random_below(state, 5)]);
    double radius = random_below(state, 2) ? (1 + random_below(state, 5)) / (2 * root)
                                           : root * (1 + random_below(state, 3)) / 4;
    switch (random_below(state, 3)) {
    case 0:
        return nextafter(radius, 0);
    case 1:
        return nextafter(radius, 9);
    default:
        return radius;
    }
}

static void every_move_is_decided_as_the_twin_does(void)
{
    static const double cells[] = {1, 1, 1, 0.5, 2, 3, 0.1, 0.05, 1.0 / 3};
    uint64_t state = 21;
    size_t rounds = support_rounds(90, 600, 8000), edges = 0;
    for (size_t i = 0; i < rounds; i++) {
        small_grid drawn;
        double cell = cells[random_below(&state, 9)];
        draw_grid(&state, cell, 3 + random_below(&state, 12), &drawn);
        double radius = touching_radius(&state) * cell;
        double tolerance = random_below(&state, 3) == 0 ? 1e-9 : 0;
        edges += compare_roadmap(&drawn, 2 + (int)(i % 4), radius, tolerance);
    }
    CU_ASSERT_TRUE(edges > rounds);
}

/* ---- among obstacles ------------------------------------------------------------------- */

enum { OBSTACLES_MAX = 6 };

static const graze_point wedge[] = {{-0.75, -0.5}, {0.75, -0.25}, {0, 0.75}};
static const graze_point rail[] = {{-1, -0.25}, {1, 0.5}};

/* Bodies with and without corners; the wedge is not its own mirror image. */
static graze_body draw_body(uint64_t *state)
{
    switch (random_below(state, 3)) {
    case 0:
        return (graze_body){.radius = random_below(state, 8) / 8.0};
    case 1:
        return (graze_body){.vertices = wedge, .vertex_count = 3};
    default:
        return (graze_body){.radius = 0.25, .vertices = rail, .vertex_count = 2};
    }
}

static graze_world *draw_world(uint64_t *state, const small_grid *drawn)
{
    graze_obstacle obstacles[OBSTACLES_MAX];
    graze_world *world = NULL;
    size_t count = random_below(state, OBSTACLES_MAX + 1);
    for (size_t i = 0; i < count; i++)
        obstacles[i] = (graze_obstacle){
            .body = draw_body(state),
            .place = {fabs(random_short(state, SIDE_MAX)), fabs(random_short(state, SIDE_MAX))}};
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&drawn->grid, obstacles, count, NULL, &world),
                          GRAZE_OK);
    return world;
}

static bool link_allows(const graze_world *world, const graze_body *body, const graze_point *places,
                        uint32_t from, uint32_t to)
{
    graze_motion motion;
    bool free = false;
    CU_ASSERT_EQUAL_FATAL(
        graze_motion_waypoint((graze_vector){places[from].x, places[from].y, 0},
                              (graze_vector){places[to].x, places[to].y, 0}, 0, 1, &motion),
        GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_link(world, body, &motion, 0, &free), GRAZE_OK);
    return free;
}

/* Counts the edges that `map` has and a link denies, or the other way round. */
static size_t wrong_edges(const graze_world *world, const graze_body *body,
                          const graze_roadmap *map, const graze_roadmap *all)
{
    size_t wrong = 0;
    for (uint32_t from = 0; from < all->vertex_count; from++)
        for (size_t i = all->first[from]; i < all->first[from + 1]; i++)
            wrong += has_edge(map, from, all->targets[i]) !=
                     link_allows(world, body, all->places, from, all->targets[i]);
    return wrong;
}

static graze_roadmap all_moves_of(const graze_grid *grid, int k)
{
    static const graze_body point = {.radius = 0};
    static const unsigned char open[SIDE_MAX * SIDE_MAX] = {0};
    graze_grid empty = {grid->columns, grid->rows, open, grid->cell};
    graze_world *world = NULL;
    graze_roadmap all;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&empty, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_roadmap_from_grid(world, &point, k, 0, NULL, &all), GRAZE_OK);
    graze_world_free(world);
    return all;
}

/* The roadmap of a grid, and that of the same moves as edges, against one link for each. */
static void every_move_among_obstacles_is_what_a_link_says(void)
{
    uint64_t state = 22;
    size_t rounds = support_rounds(60, 300, 5000), left_out = 0;
    for (size_t i = 0; i < rounds; i++) {
        small_grid drawn;
        uint64_t seed = state;
        int k = 2 + (int)(i % 4);
        draw_grid(&state, random_below(&state, 3) == 0 ? 0.1 : 1, 6 + random_below(&state, 12),
                  &drawn);
        graze_world *world = draw_world(&state, &drawn);
        graze_body body = draw_body(&state);
        graze_roadmap all = all_moves_of(&drawn.grid, k), of_grid, within;
        CU_ASSERT_EQUAL_FATAL(graze_roadmap_from_grid(world, &body, k, 0, NULL, &of_grid),
                              GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(graze_roadmap_within(world, &body, &all, 0, NULL, &within),
                              GRAZE_OK);
        size_t wrong = wrong_edges(world, &body, &of_grid, &all);
        size_t wrong_within = wrong_edges(world, &body, &within, &all);
        if (wrong + wrong_within > 0)
            printf("\n    seed %llx, k %d, %ux%u\n", (unsigned long long)seed, k,
                   drawn.grid.columns, drawn.grid.rows);
        CU_ASSERT_EQUAL(wrong, 0);
        CU_ASSERT_EQUAL(wrong_within, 0);
        left_out += all.first[all.vertex_count] - within.first[within.vertex_count];
        graze_roadmap_free(&all, NULL);
        graze_roadmap_free(&of_grid, NULL);
        graze_roadmap_free(&within, NULL);
        graze_world_free(world);
    }
    CU_ASSERT_TRUE(left_out > rounds);
}

static graze_roadmap roadmap_of(const unsigned char *blocked, uint32_t columns, uint32_t rows,
                                double radius, int k)
{
    graze_grid grid = {columns, rows, blocked, 1};
    graze_body body = {.radius = radius};
    graze_world *world = NULL;
    graze_roadmap map = {.vertex_count = 0};
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_roadmap_from_grid(world, &body, k, 0, NULL, &map), GRAZE_OK);
    graze_world_free(world);
    return map;
}

static void a_corridor_as_wide_as_the_disc_is_passed(void)
{
    /* # # #
     * . . .
     * # # # */
    static const unsigned char corridor[] = {1, 1, 1, 0, 0, 0, 1, 1, 1};
    graze_roadmap map = roadmap_of(corridor, 3, 3, 0.5, 5);
    CU_ASSERT_EQUAL(map.first[9], 4);
    CU_ASSERT_TRUE(has_edge(&map, 3, 4) && has_edge(&map, 4, 3) && has_edge(&map, 5, 4));
    graze_roadmap_free(&map, NULL);
    map = roadmap_of(corridor, 3, 3, nextafter(0.5, 1), 5);
    CU_ASSERT_EQUAL(map.first[9], 0);
    graze_roadmap_free(&map, NULL);
}

/* At a free diagonal the disc cuts the corner of the blocked cell unless it has no size. */
static void a_diagonal_passes_a_corner_only_as_a_point(void)
{
    /* . .
     * . #   */
    static const unsigned char corner[] = {0, 1, 0, 0};
    graze_roadmap map = roadmap_of(corner, 2, 2, 0, 3);
    CU_ASSERT_TRUE(has_edge(&map, 0, 3));
    graze_roadmap_free(&map, NULL);
    map = roadmap_of(corner, 2, 2, 0x1p-1074, 3);
    CU_ASSERT_FALSE(has_edge(&map, 0, 3));
    CU_ASSERT_TRUE(has_edge(&map, 0, 2));
    graze_roadmap_free(&map, NULL);
}

static void the_border_is_no_obstacle(void)
{
    static const unsigned char open[9] = {0};
    static const size_t moves[] = {24, 40, 56, 56};
    for (int k = 2; k <= 5; k++) {
        graze_roadmap map = roadmap_of(open, 3, 3, 7, k);
        CU_ASSERT_EQUAL(map.first[9], moves[k - 2]);
        graze_roadmap_free(&map, NULL);
    }
}

static void discs_beside_cells_keep_their_distance(void)
{
    static const unsigned char open[25] = {0};
    graze_grid grid = {5, 5, open, 1};
    graze_body body = {.radius = 0.5};
    graze_obstacle post = {.body = {.radius = 0.5}, .place = {2, 2}};
    graze_world *world = NULL;
    graze_roadmap map;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, &post, 1, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_roadmap_from_grid(world, &body, 3, 0, NULL, &map), GRAZE_OK);
    CU_ASSERT_EQUAL(map.first[13] - map.first[12], 0); /* the post's own cell */
    CU_ASSERT_TRUE(has_edge(&map, 6, 7));              /* passes and touches */
    CU_ASSERT_FALSE(has_edge(&map, 7, 11));            /* cuts the corner */
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
    CU_ASSERT_EQUAL(graze_roadmap_from_grid(world, &body, 1, 0, NULL, &map), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(graze_roadmap_from_grid(world, &body, 6, 0, NULL, &map), GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(graze_roadmap_from_grid(plane, &body, 3, 0, NULL, &map),
                    GRAZE_ERROR_GRID_SIZE);
    CU_ASSERT_EQUAL(graze_roadmap_from_grid(NULL, &body, 3, 0, NULL, &map), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_roadmap_from_grid(world, &body, 3, 0, NULL, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_roadmap_from_grid(world, &negative, 3, 0, NULL, &map),
                    GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(graze_roadmap_from_grid(world, &body, 3, -1, NULL, &map),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    graze_world_free(world);
    graze_world_free(plane);
}

CU_TestInfo neighbourhood_tests[] = {
    SUPPORT_TEST(every_move_is_decided_as_the_twin_does),
    SUPPORT_TEST(every_move_among_obstacles_is_what_a_link_says),
    SUPPORT_TEST(a_corridor_as_wide_as_the_disc_is_passed),
    SUPPORT_TEST(a_diagonal_passes_a_corner_only_as_a_point),
    SUPPORT_TEST(the_border_is_no_obstacle),
    SUPPORT_TEST(discs_beside_cells_keep_their_distance),
    SUPPORT_TEST(what_makes_no_sense_is_refused),
    CU_TEST_INFO_NULL,
};
