/* SPDX-License-Identifier: MIT */
#include "refusal/scene.h"

#include <CUnit/CUnit.h>
#include <string.h>

static const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
static const graze_point wedge[] = {{0, 0}, {1, 0}, {0.5, 0.75}};

typedef struct row {
    double time;
    graze_vector place;
    double share;
} row;

enum { ROWS = 4 };

/* Two that pass each other at exactly a metre, two that drive into their way, and one that
 * stands in it. */
static const row rows[SCENE_AGENTS][ROWS] = {
    {{0, {0, 0, 0}, 0}, {3, {4, 0, 0}, 2}, {6, {4, 3, 0}, 0.5}, {9, {0, 3, 0}, 1}},
    {{0, {4, 1, 0}, 0}, {3, {0, 1, 0}, 2}, {6, {0, 4, 0}, 1.5}, {9, {4, 4, 0}, 1}},
    {{0, {2, 4, 0}, 0}, {4, {2, 0, 0}, 0}, {6, {3, 0, 0}, 1}, {9, {3, 4, 0}, 0.25}},
    {{1, {5, 5, 0}, 1}, {4, {1, 2, 0}, 0.75}, {7, {1, 2, 0}, 1}, {9, {5, 2, 0}, 2}},
    {{0, {5, 3, 0}, 1}, {3, {5, 3, 0}, 1}, {6, {5, 4, 0}, 2}, {9, {5, 3, 0}, 0}},
};

static void drive(scene *made, size_t agent)
{
    double times[ROWS], shares[ROWS];
    graze_vector places[ROWS];
    size_t count = SCENE_MOTIONS, bad;
    for (int i = 0; i < ROWS; i++) {
        times[i] = rows[agent][i].time;
        places[i] = rows[agent][i].place;
        shares[i] = rows[agent][i].share;
    }
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_ramps(ROWS, times, places, shares, GRAZE_STAY,
                                                      made->motions[agent], &count, &bad),
                          GRAZE_OK);
    made->trajectories[agent] = (graze_trajectory){.motions = made->motions[agent], .count = count};
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_prepare(&made->bodies[agent], &made->trajectories[agent],
                                                   made->prepared[agent],
                                                   &made->prepared_trajectories[agent]),
                          GRAZE_OK);
}

void scene_open(scene *made, bool corners)
{
    memset(made, 0, sizeof *made);
    for (size_t i = 0; i < SCENE_AGENTS; i++) {
        made->bodies[i] = (graze_body){.radius = 0.5};
        if (corners)
            made->bodies[i] = (graze_body){i % 2 == 0 ? 0 : 0.25, i % 3 == 2 ? wedge : square,
                                           i % 3 == 2 ? 3 : 4};
        drive(made, i);
    }
    made->blocked[2 * SCENE_CELLS + 3] = made->blocked[5] = 1;
    made->obstacles[0] = (graze_obstacle){{0.125, wedge, 3}, {2, 3}};
    made->obstacles[1] = (graze_obstacle){{0.5, NULL, 0}, {5, 1}};
    const graze_grid grid = {SCENE_CELLS, SCENE_CELLS, made->blocked, 1};
    CU_ASSERT_EQUAL_FATAL(graze_world_create(&grid, made->obstacles, 2, NULL, &made->world),
                          GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(
        graze_index_new(made->bodies, made->trajectories, SCENE_AGENTS, NULL, NULL, &made->index),
        GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_roadmap_from_grid(made->world, &(graze_body){.radius = 0.375}, 3, 0,
                                                  NULL, &made->roadmap),
                          GRAZE_OK);
}

void scene_close(scene *made)
{
    graze_roadmap_free(&made->roadmap, NULL);
    graze_index_free(made->index);
    graze_world_free(made->world);
}

void scene_lists(const scene *of, const graze_prepared **lists)
{
    for (size_t i = 0; i < SCENE_AGENTS; i++)
        lists[i] = of->prepared[i];
}
