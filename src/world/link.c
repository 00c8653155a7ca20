/* SPDX-License-Identifier: MIT */
/* Decides whether a body is free of obstacles, in one place or along a motion.
 *
 * A disc on a straight path is decided by sweep.h against the cells near the path. All
 * else is a question to the kernel about two bodies, of which one stands. */
#include "world/link.h"

#include <float.h>
#include <math.h>

#include "base/bits.h"
#include "motion/box.h"
#include "motion/life.h"
#include "numeric/float_mode.h"
#include "world/cells.h"

graze_motion world_standing(graze_point place, const graze_motion *beside)
{
    return (graze_motion){.form = GRAZE_KINEMATIC,
                          .position = {place.x, place.y, 0},
                          .start = beside->start,
                          .start_tail = beside->start_tail,
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

/* Obstacles come in any order. One that is met decides, whatever became of a question about
 * another one. */
typedef struct passage {
    const graze_body *body;
    const graze_motion *motion;
    double tolerance;
    graze_status first_error;
} passage;

/* Is this obstacle met, as far as the kernel can answer? */
static bool passage_ends_at(passage *of, const graze_obstacle *obstacle)
{
    bool met = false;
    graze_status status = meets_obstacle(obstacle, of->body, of->motion, of->tolerance, &met);
    if (of->first_error == GRAZE_OK)
        of->first_error = status;
    return met;
}

graze_status world_motion_passes(const graze_world *world, const graze_body *body,
                                 const graze_motion *motion, double tolerance, bool *free)
{
    box_tree_region region = box_tree_region_of(body, motion);
    box_tree_walk walk;
    const box_tree_item *item;
    passage of = {body, motion, tolerance, GRAZE_OK};
    bool met = false;
    box_tree_walk_begin(&walk, &world->others, &region);
    while (!met && (item = box_tree_walk_next(&walk)) != NULL)
        met = passage_ends_at(&of, &world->obstacles[item->first - world_cell_count(world)]);
    *free = !met;
    return met ? GRAZE_OK : of.first_error;
}

static graze_motion world_waiting(graze_point place)
{
    return (graze_motion){
        .form = GRAZE_KINEMATIC, .position = {place.x, place.y, 0}, .duration = 1};
}

/* What the filter left of few obstacles. */
FLOAT_MODE_SLOW static graze_status ask_open(const graze_world *world, const graze_body *body,
                                             graze_point place, double tolerance,
                                             const uint64_t open[STANDING_WORDS], bool *free)
{
    const graze_motion waiting = world_waiting(place);
    passage of = {body, &waiting, tolerance, GRAZE_OK};
    bool met = false;
    for (size_t first = 0; first < world->standing.count && !met; first += STANDING_WORD)
        for (uint64_t bits = open[first / STANDING_WORD]; bits != 0 && !met; bits &= bits - 1)
            met = passage_ends_at(&of, &world->obstacles[first + bits_lowest(bits)]);
    *free = !met;
    return met ? GRAZE_OK : of.first_error;
}

/* A valid disc that stands, among few obstacles that are no cells. */
static graze_status disc_passes(const graze_world *world, const graze_body *body,
                                graze_point place, double tolerance, bool *free)
{
    uint64_t open[STANDING_WORDS], any = 0;
    const standing_disc disc = standing_disc_at(place, body->radius, tolerance);
    *free = !standing_conflicts(&world->standing, &disc, open);
    for (size_t first = 0; first < world->standing.count && *free; first += STANDING_WORD)
        any |= open[first / STANDING_WORD];
    return any == 0 ? GRAZE_OK : ask_open(world, body, place, tolerance, open, free);
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

/* Are these a disc, a place and a tolerance that need no word of complaint? */
static bool is_plain(const graze_body *body, graze_point place, double tolerance)
{
    return body != NULL && body->vertex_count == 0 && body->radius >= 0 &&
           body->radius <= DBL_MAX && tolerance >= 0 && tolerance <= DBL_MAX &&
           fabs(place.x) <= DBL_MAX && fabs(place.y) <= DBL_MAX;
}

/* The same, and are they what a glance is for, among obstacles that are? */
static bool is_for_glance(const graze_world *world, const graze_body *body, graze_point place,
                          double tolerance)
{
    return world->standing.for_glance && world->columns == 0 && body != NULL &&
           body->vertex_count == 0 && tolerance >= 0 && body->radius >= tolerance &&
           body->radius + fabs(place.x) + fabs(place.y) <= STANDING_MODEST;
}

static graze_status clear_as_link(const graze_world *world, const graze_body *body,
                                  graze_point place, double tolerance, bool *clear)
{
    const graze_motion waiting = world_waiting(place);
    return graze_world_link(world, body, &waiting, tolerance, clear);
}

FLOAT_MODE_SLOW static graze_status clear_closely(const graze_world *world, const graze_body *body,
                                                  graze_point place, double tolerance, bool *clear)
{
    FLOAT_MODE_DEFAULT;
    bool is_free = true;
    graze_status status = GRAZE_OK;
    if (world == NULL || clear == NULL || world->standing.count == 0 ||
        !is_plain(body, place, tolerance))
        return clear_as_link(world, body, place, tolerance, clear);
    if (world->columns > 0) {
        const sweep path = sweep_at(place, body->radius, tolerance);
        status = world_sweep_is_free(world, &path, &is_free);
    }
    if (status == GRAZE_OK && is_free)
        status = disc_passes(world, body, place, tolerance, &is_free);
    if (status == GRAZE_OK)
        *clear = is_free;
    return status;
}

graze_status graze_world_clear(const graze_world *world, const graze_body *body, graze_point place,
                               double tolerance, bool *clear)
{
    if (world == NULL || clear == NULL || !is_for_glance(world, body, place, tolerance))
        return clear_closely(world, body, place, tolerance, clear);
    const standing_sight seen = standing_glance(&world->standing, place, body->radius, tolerance);
    if (seen == STANDING_NEAR)
        return clear_closely(world, body, place, tolerance, clear);
    *clear = seen == 0;
    return GRAZE_OK;
}
