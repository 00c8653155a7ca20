/* SPDX-License-Identifier: MIT */
/* The hierarchy passes over nothing: nearest, link and clear among many obstacles are what the
 * kernel says when it is asked about each of them in turn, from 2^-1074 m to 2^1023 m. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "oracle.h"
#include "support/run.h"
#include "world/distance.h"
#include "world/link.h"
#include "world/box_tree.h"
#include "world/world.h"

enum { OBSTACLES_MOST = 60 };

/* ---- worlds to ask in -------------------------------------------------------------------- */

static const graze_point triangle[] = {{0, 0}, {1.5, 0.25}, {0.5, 1}};
static const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
static const graze_point needle[] = {{0, 0}, {3, 0x1p-30}, {1, 0x1p-20}};
static const graze_point segment[] = {{-1, 0.5}, {1, 0.25}};
static const graze_point lone[] = {{0.25, 0.5}};

static const struct {
    const graze_point *vertices;
    size_t count;
} shapes[] = {{NULL, 0}, {triangle, 3}, {square, 4}, {needle, 3}, {segment, 2}, {lone, 1}};

typedef struct scene {
    graze_point corners[OBSTACLES_MOST][4];
    graze_obstacle obstacles[OBSTACLES_MOST];
    size_t count;
    double unit; /* [m] */
    bool mixed;  /* each number has a magnitude of its own */
    graze_world *world;
} scene;

/* A number that other numbers equal now and then, in the units of the scene. */
static double draw_number(const scene *in, uint64_t *state, unsigned below)
{
    double x = random_below(state, 3) == 0 ? random_real(state, below) : random_short(state, below);
    return in->mixed ? ldexp(x, (int)random_below(state, 2000) - 1010) : x * in->unit;
}

static void draw_obstacle(scene *in, uint64_t *state, size_t index)
{
    unsigned shape = random_below(state, sizeof shapes / sizeof shapes[0]);
    graze_obstacle *made = &in->obstacles[index];
    *made = (graze_obstacle){.place = {draw_number(in, state, 8), draw_number(in, state, 8)}};
    made->body.vertex_count = shapes[shape].count;
    made->body.vertices = in->corners[index];
    double unit = in->mixed ? ldexp(1, (int)random_below(state, 1900) - 950) : in->unit;
    for (size_t i = 0; i < shapes[shape].count; i++)
        in->corners[index][i] =
            (graze_point){shapes[shape].vertices[i].x * unit, shapes[shape].vertices[i].y * unit};
    if (random_below(state, 2) == 0)
        made->body.radius = fabs(draw_number(in, state, 1));
    if (graze_body_validate(&made->body) != GRAZE_OK)
        made->body.vertex_count = 0; /* squeezed flat by a scale */
}

static void draw_scene(scene *in, uint64_t *state)
{
    static const int exponents[] = {0, 0, 0, -20, 300, -300, -1040, 990, -1074};
    unsigned choice = random_below(state, sizeof exponents / sizeof exponents[0] + 2);
    in->mixed = choice >= sizeof exponents / sizeof exponents[0];
    in->unit = in->mixed ? 1 : ldexp(1, exponents[choice]);
    in->count = random_below(state, OBSTACLES_MOST + 1);
    for (size_t i = 0; i < in->count; i++)
        draw_obstacle(in, state, i);
    CU_ASSERT_EQUAL_FATAL(
        graze_world_create(NULL, in->obstacles, in->count, NULL, &in->world), GRAZE_OK);
}

static graze_point draw_place(const scene *in, uint64_t *state)
{
    return (graze_point){draw_number(in, state, 10), draw_number(in, state, 10)};
}

/* ---- the scans --------------------------------------------------------------------------- */

static graze_status distance_of(const graze_obstacle *obstacle, graze_point place, double *distance)
{
    graze_body point = {.radius = 0};
    graze_clearance clearance;
    graze_motion waiting = {
        .form = GRAZE_KINEMATIC, .position = {place.x, place.y, 0}, .duration = 1};
    graze_motion standing = world_standing(obstacle->place, &waiting);
    graze_status status =
        graze_conflict_clearance(&point, &waiting, &obstacle->body, &standing, &clearance);
    *distance = status == GRAZE_OK ? clearance.distance : 0;
    return status;
}

static graze_nearest scan_nearest(const graze_world *world, graze_point place)
{
    graze_nearest best = {.found = false};
    size_t cells = world_cell_count(world);
    for (size_t i = 0; i < cells + world->obstacle_count; i++) {
        graze_point corners[4];
        graze_obstacle obstacle;
        double distance;
        if (i < cells && world->blocked[i] == 0)
            continue;
        CU_ASSERT_EQUAL_FATAL(graze_world_obstacle(world, i, corners, &obstacle), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(distance_of(&obstacle, place, &distance), GRAZE_OK);
        if (!best.found || distance < best.distance)
            best = (graze_nearest){.found = true, .obstacle = i, .distance = distance};
    }
    return best;
}

static bool scan_free(const scene *in, const graze_body *body, const graze_motion *motion,
                      double tolerance)
{
    for (size_t i = 0; i < in->count; i++) {
        const graze_obstacle *obstacle = &in->obstacles[i];
        graze_motion standing = world_standing(obstacle->place, motion);
        bool met = false;
        CU_ASSERT_EQUAL(graze_conflict_exists(body, motion, &obstacle->body, &standing, tolerance,
                                              &met),
                        GRAZE_OK);
        if (met)
            return false;
    }
    return true;
}

/* ---- nearest ----------------------------------------------------------------------------- */

static void expect_nearest(const graze_world *world, graze_point place, uint64_t seed)
{
    graze_nearest expected = scan_nearest(world, place), answer = {.found = false};
    CU_ASSERT_EQUAL(graze_world_nearest(world, place, &answer), GRAZE_OK);
    CU_ASSERT_EQUAL(answer.found, expected.found);
    bool same = !expected.found || (answer.obstacle == expected.obstacle &&
                                    answer.distance == expected.distance);
    CU_ASSERT_TRUE(same);
    if (!same)
        printf("\nseed %llx, at (%a, %a): obstacle %zu at %a, not %zu at %a\n",
               (unsigned long long)seed, place.x, place.y, answer.obstacle, answer.distance,
               expected.obstacle, expected.distance);
}

static void the_nearest_of_many_is_that_of_a_scan_at_any_scale(void)
{
    uint64_t state = 61;
    size_t rounds = support_rounds(300, 1200, 14000);
    for (size_t i = 0; i < rounds; i++) {
        static scene in;
        uint64_t seed = state;
        draw_scene(&in, &state);
        for (int k = 0; k < 6; k++)
            expect_nearest(in.world, draw_place(&in, &state), seed);
        if (in.count > 0) /* exactly where one stands */
            expect_nearest(in.world, in.obstacles[0].place, seed);
        graze_world_free(in.world);
    }
}

static void the_nearest_cell_is_that_of_a_scan_from_afar_too(void)
{
    static const double sizes[] = {1, 0.1, 0x1p-400, 0x1p400}, spreads[] = {1, 1, 100, 1e9, 1e22};
    enum { COLUMNS = 19, ROWS = 13 };
    uint64_t state = 62;
    size_t rounds = support_rounds(80, 600, 7000);
    for (size_t i = 0; i < rounds; i++) {
        unsigned char blocked[COLUMNS * ROWS];
        graze_grid grid = {COLUMNS, ROWS, blocked, sizes[random_below(&state, 4)]};
        graze_world *world = NULL;
        uint64_t seed = state;
        unsigned one_in = 1 + random_below(&state, 40);
        for (int c = 0; c < COLUMNS * ROWS; c++)
            blocked[c] = random_below(&state, 40) >= one_in;
        CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, NULL, 0, NULL, &world), GRAZE_OK);
        for (int k = 0; k < 6; k++) {
            double spread = spreads[random_below(&state, 5)];
            double x = random_below(&state, 2) ? random_real(&state, spread) : 0;
            graze_point place = {grid.cell * (9 + random_short(&state, 14) + x),
                                 grid.cell * (6 + random_short(&state, 10) +
                                              random_real(&state, spread))};
            expect_nearest(world, place, seed);
        }
        graze_world_free(world);
    }
}

/* Of a wide row seen from high above, all cells round to one distance. */
static void of_cells_equally_far_the_lowest_is_the_nearest(void)
{
    unsigned char blocked[64];
    graze_grid grid = {64, 1, blocked, 1};
    graze_world *world = NULL;
    graze_nearest answer;
    for (int i = 0; i < 64; i++)
        blocked[i] = i >= 5;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, NULL, 0, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_nearest(world, (graze_point){40, 1e15}, &answer), GRAZE_OK);
    CU_ASSERT_EQUAL(answer.obstacle, 5);
    graze_world_free(world);
}

/* ---- the filter of distances --------------------------------------------------------------- */

static void a_distance_that_the_filters_know_is_the_kernels(void)
{
    uint64_t state = 63;
    size_t rounds = support_rounds(300, 1200, 40000), everyday = 0, known = 0, bounded = 0;
    for (size_t i = 0; i < rounds; i++) {
        static scene in;
        draw_scene(&in, &state);
        for (size_t k = 0; k < in.count; k++) {
            double distance, expected, lower, upper;
            graze_point place = draw_place(&in, &state);
            bool is_known = distance_to_obstacle(&in.obstacles[k], place, &distance);
            bool is_bounded = distance_bounds(&in.obstacles[k], place, &lower, &upper);
            bool is_everyday = !in.mixed && in.unit == 1;
            everyday += is_everyday;
            known += is_everyday && is_known;
            bounded += is_everyday && is_bounded;
            if (!is_known && !is_bounded)
                continue;
            CU_ASSERT_EQUAL(distance_of(&in.obstacles[k], place, &expected), GRAZE_OK);
            CU_ASSERT_TRUE(!is_known || distance == expected);
            CU_ASSERT_TRUE(!is_bounded || (lower <= expected && expected <= upper));
        }
        graze_world_free(in.world);
    }
    CU_ASSERT_TRUE(known > everyday - everyday / 50);
    CU_ASSERT_TRUE(bounded > everyday / 2);
}

/* ---- motions ------------------------------------------------------------------------------ */

static graze_motion draw_motion(const scene *in, uint64_t *state)
{
    graze_point from = draw_place(in, state), to = draw_place(in, state);
    graze_vector p = {from.x, from.y, 0}, q = {to.x, to.y, 0}, none = {0, 0, 0}, v = {0, 0, 0};
    graze_motion motion;
    unsigned form = random_below(state, 8);
    if (in->mixed)
        v = (graze_vector){draw_number(in, state, 4), draw_number(in, state, 4), 0};
    else
        v = (graze_vector){random_short(state, 4) * in->unit, random_real(state, 4) * in->unit, 0};
    graze_vector a = {-v.y / 4, v.x / 8, 0};
    graze_status status =
        form < 4    ? graze_motion_waypoint(p, q, 1, 3, &motion)
        : form == 4 ? graze_motion_kinematic(p, v, a, 1, 2, &motion)
        : form == 5 ? graze_motion_kinematic(p, v, none, 0, INFINITY, &motion)
                    : graze_motion_kinematic(p, v, none, 0, 1 + fabs(random_short(state, 3)),
                                             &motion);
    CU_ASSERT_EQUAL_FATAL(status, GRAZE_OK);
    return motion;
}

static graze_body draw_body(const scene *in, uint64_t *state, graze_point corners[4])
{
    graze_body body = {.radius = fabs(random_short(state, 1)) / 4 * in->unit};
    if (random_below(state, 3) > 0)
        return body;
    for (int i = 0; i < 4; i++)
        corners[i] = (graze_point){square[i].x * in->unit, square[i].y * in->unit};
    body.vertices = corners;
    body.vertex_count = 4;
    if (graze_body_validate(&body) != GRAZE_OK)
        body.vertex_count = 0;
    return body;
}

static void links_among_many_are_those_of_a_scan_at_any_scale(void)
{
    uint64_t state = 64;
    size_t rounds = support_rounds(300, 1200, 40000), asked = 0, free_ones = 0;
    for (size_t i = 0; i < rounds; i++) {
        static scene in;
        uint64_t seed = state;
        graze_point corners[4];
        draw_scene(&in, &state);
        in.count = in.count / (1 + random_below(&state, 8));
        graze_world_free(in.world);
        CU_ASSERT_EQUAL_FATAL(
            graze_world_create(NULL, in.obstacles, in.count, NULL, &in.world), GRAZE_OK);
        for (int k = 0; k < 6; k++) {
            graze_motion motion = draw_motion(&in, &state);
            graze_body body = draw_body(&in, &state, corners);
            double tolerance = random_below(&state, 2) ? 1e-9 * in.unit : 0;
            bool is_free = false, expected = scan_free(&in, &body, &motion, tolerance);
            CU_ASSERT_EQUAL(graze_world_link(in.world, &body, &motion, tolerance, &is_free),
                            GRAZE_OK);
            CU_ASSERT_EQUAL(is_free, expected);
            if (is_free != expected)
                printf("\nseed %llx: link %d\n", (unsigned long long)seed, k);
            asked++;
            free_ones += expected;
        }
        graze_world_free(in.world);
    }
    CU_ASSERT_TRUE(free_ones > asked / 20 && free_ones < asked - asked / 20);
}

static void places_among_many_are_clear_as_a_scan_says(void)
{
    uint64_t state = 65;
    size_t rounds = support_rounds(300, 1200, 40000);
    for (size_t i = 0; i < rounds; i++) {
        static scene in;
        graze_point corners[4];
        draw_scene(&in, &state);
        for (int k = 0; k < 6; k++) {
            graze_point place = draw_place(&in, &state);
            graze_body body = draw_body(&in, &state, corners);
            graze_motion waiting = {
                .form = GRAZE_KINEMATIC, .position = {place.x, place.y, 0}, .duration = 1};
            bool clear = false, expected = scan_free(&in, &body, &waiting, 0);
            CU_ASSERT_EQUAL(graze_world_clear(in.world, &body, place, 0, &clear), GRAZE_OK);
            CU_ASSERT_EQUAL(clear, expected);
        }
        graze_world_free(in.world);
    }
}

/* A disc that passes a row of posts along a slanted line and touches each of them, or is an ulp
 * too wide: the region of a slanted path keeps what it touches. */
static void a_slanted_path_that_touches_is_free_and_an_ulp_more_is_not(void)
{
    enum { POSTS = 50 };
    graze_obstacle posts[POSTS];
    graze_world *world = NULL;
    graze_motion motion;
    bool is_free = false;
    for (int i = 0; i < POSTS; i++) /* 5 m beside the line through 0 along (4, 3) */
        posts[i] = (graze_obstacle){.place = {4.0 * i - 3, 3.0 * i + 4}};
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, posts, POSTS, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){0, 0, 0},
                                                (graze_vector){400, 300, 0}, 0, 1, &motion),
                          GRAZE_OK);
    graze_body body = {.radius = 5};
    CU_ASSERT_EQUAL(graze_world_link(world, &body, &motion, 0, &is_free), GRAZE_OK);
    CU_ASSERT_TRUE(is_free);
    body.radius = nextafter(5, 6);
    CU_ASSERT_EQUAL(graze_world_link(world, &body, &motion, 0, &is_free), GRAZE_OK);
    CU_ASSERT_FALSE(is_free);
    graze_world_free(world);
}

/* ---- the tree ------------------------------------------------------------------------------ */

/* Rings and rows are the orders in which a fixed choice of a pivot would take squares of time. */
static void a_large_world_is_built_and_asked_in_any_order(void)
{
    enum { MANY = 100000 };
    graze_obstacle *posts = calloc(MANY, sizeof *posts);
    CU_ASSERT_PTR_NOT_NULL_FATAL(posts);
    for (int order = 0; order < 3; order++) {
        graze_world *world = NULL;
        graze_nearest answer;
        for (int i = 0; i < MANY; i++) {
            double angle = 6.283185307179586 * i / MANY;
            posts[i].place = order == 0   ? (graze_point){1000 * cos(angle), 1000 * sin(angle)}
                             : order == 1 ? (graze_point){i, 0}
                                          : (graze_point){i < MANY / 2 ? i : MANY - i, 1000};
        }
        CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, posts, MANY, NULL, &world), GRAZE_OK);
        CU_ASSERT_EQUAL(graze_world_nearest(world, posts[777].place, &answer), GRAZE_OK);
        CU_ASSERT_EQUAL(answer.obstacle, 777);
        CU_ASSERT_EQUAL(answer.distance, 0);
        CU_ASSERT_EQUAL(world->others.item_count, MANY);
        graze_world_free(world);
    }
    free(posts);
}

CU_TestInfo tree_tests[] = {
    SUPPORT_TEST(the_nearest_of_many_is_that_of_a_scan_at_any_scale),
    SUPPORT_TEST(the_nearest_cell_is_that_of_a_scan_from_afar_too),
    SUPPORT_TEST(of_cells_equally_far_the_lowest_is_the_nearest),
    SUPPORT_TEST(a_distance_that_the_filters_know_is_the_kernels),
    SUPPORT_TEST(links_among_many_are_those_of_a_scan_at_any_scale),
    SUPPORT_TEST(places_among_many_are_clear_as_a_scan_says),
    SUPPORT_TEST(a_slanted_path_that_touches_is_free_and_an_ulp_more_is_not),
    SUPPORT_TEST(a_large_world_is_built_and_asked_in_any_order),
    CU_TEST_INFO_NULL,
};
