/* SPDX-License-Identifier: MIT */
/* Decides whether a body is free of obstacles, in one place or along a motion.
 *
 * A disc on a straight path is decided by sweep.h against the cells near the path. All
 * else is a question to the kernel about two bodies, of which one stands. */
#include "world/link.h"

#include <math.h>

#include "motion/box.h"
#include "motion/life.h"
#include "numeric/float_mode.h"
#include "numeric/rounding.h"
#include "world/cells.h"

graze_motion world_standing(graze_point place, const graze_motion *beside)
{
    double earlier = fmin(beside->start - 1, double_next_down(double_next_down(beside->start)));
    return (graze_motion){.form = GRAZE_KINEMATIC,
                          .position = {place.x, place.y, 0},
                          .start = fmax(earlier, -DBL_MAX),
                          .duration = INFINITY};
}

/* ---- cells --------------------------------------------------------------------------- */

graze_status world_sweep_is_free(const graze_world *world, const sweep *path, bool *free)
{
    cells near;
    uint32_t column, row;
    bool met = false;
    cells_near_sweep(&near, world, path);
    while (!met && cells_next(&near, &column, &row)) {
        world_box cell = world_cell_box(world, column, row);
        graze_status status = sweep_meets_box(path, &cell, &met);
        if (status != GRAZE_OK)
            return status;
    }
    *free = !met;
    return GRAZE_OK;
}

graze_status world_body_meets_box(const graze_body *body, const graze_motion *motion,
                                  double tolerance, const world_box *where, bool *meets)
{
    graze_point corners[4];
    graze_body cell = {.vertices = corners, .vertex_count = 4};
    graze_motion standing = world_standing((graze_point){0, 0}, motion);
    world_box_corners(where, corners);
    return graze_conflict_exists(body, motion, &cell, &standing, tolerance, meets);
}

/* The box bounds the body with its whole radius: what the tolerance takes from it only
 * makes it smaller. */
static graze_status body_is_free(const graze_world *world, const graze_body *body,
                                 const graze_motion *motion, double tolerance, bool *free)
{
    cells near;
    uint32_t column, row;
    bool met = false;
    box around = box_of_motion(body, motion);
    cells_near_box(&near, world, &(world_box){around.lower[0], around.upper[0], around.lower[1],
                                              around.upper[1]});
    while (!met && cells_next(&near, &column, &row)) {
        world_box cell = world_cell_box(world, column, row);
        graze_status status = world_body_meets_box(body, motion, tolerance, &cell, &met);
        if (status != GRAZE_OK)
            return status;
    }
    *free = !met;
    return GRAZE_OK;
}

graze_status world_motion_is_free(const graze_world *world, const graze_body *body,
                                  const graze_motion *motion, double tolerance, bool *free)
{
    sweep path;
    if (!body_has_corners(body) && sweep_of_motion(motion, body->radius, tolerance, &path))
        return world_sweep_is_free(world, &path, free);
    return body_is_free(world, body, motion, tolerance, free);
}

/* ---- other obstacles ----------------------------------------------------------------- */

static graze_status meets_obstacle(const graze_obstacle *obstacle, const graze_body *body,
                                   const graze_motion *motion, double tolerance, bool *meets)
{
    graze_motion standing = world_standing(obstacle->place, motion);
    return graze_conflict_exists(body, motion, &obstacle->body, &standing, tolerance, meets);
}

/* Obstacles come in the order of the tree. One that is met decides, whatever became of a
 * question about another one. */
graze_status world_motion_passes(const graze_world *world, const graze_body *body,
                                 const graze_motion *motion, double tolerance, bool *free)
{
    box_tree_region region = box_tree_region_of(body, motion);
    box_tree_walk walk;
    const box_tree_item *item;
    graze_status first_error = GRAZE_OK;
    box_tree_walk_begin(&walk, &world->others, &region);
    while ((item = box_tree_walk_next(&walk)) != NULL) {
        bool met = false;
        const graze_obstacle *obstacle =
            &world->obstacles[item->first - world_cell_count(world)];
        graze_status status = meets_obstacle(obstacle, body, motion, tolerance, &met);
        if (met) {
            *free = false;
            return GRAZE_OK;
        }
        first_error = first_error == GRAZE_OK ? status : first_error;
    }
    *free = true;
    return first_error;
}

/* ---- the questions -------------------------------------------------------------------- */

graze_status graze_world_link(const graze_world *world, const graze_body *body,
                              const graze_motion *motion, double tolerance, bool *free)
{
    FLOAT_MODE_DEFAULT;
    bool is_free = true;
    graze_status status = world_validate(world, body, tolerance);
    if (status == GRAZE_OK)
        status = free == NULL ? GRAZE_ERROR_NULL : graze_motion_validate(motion);
    if (status != GRAZE_OK)
        return status;
    if (!motion_is_plane(motion))
        return GRAZE_ERROR_SPATIAL_CORNERS;
    if (!motion_is_empty(motion)) {
        status = world_motion_is_free(world, body, motion, tolerance, &is_free);
        if (status == GRAZE_OK && is_free)
            status = world_motion_passes(world, body, motion, tolerance, &is_free);
    }
    if (status == GRAZE_OK)
        *free = is_free;
    return status;
}

graze_status graze_world_clear(const graze_world *world, const graze_body *body, graze_point place,
                               double tolerance, bool *clear)
{
    FLOAT_MODE_DEFAULT;
    graze_motion waiting = {
        .form = GRAZE_KINEMATIC, .position = {place.x, place.y, 0}, .duration = 1};
    return graze_world_link(world, body, &waiting, tolerance, clear);
}
