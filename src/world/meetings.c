/* SPDX-License-Identifier: MIT */
/* Every meeting of a trajectory with an obstacle.
 *
 * A filter lists which motion may come near which obstacle; the motions in a row that may
 * come near one obstacle, and those without a life among them, are then a short trajectory,
 * and what the kernel answers for it and a body that stands is the answer. Between such runs
 * there is nothing to merge: the filter passes on touches, so beside a run the bodies are
 * apart. */
#include "base/memory.h"
#include "motion/box.h"
#include "motion/life.h"
#include "motion/moving_body.h"
#include "numeric/float_mode.h"
#include "paths/validate.h"
#include "world/cells.h"
#include "world/link.h"

typedef struct approach {
    size_t obstacle, motion; /* [index] */
} approach;

typedef struct hunt {
    const graze_world *world;
    const graze_body *body;
    const graze_trajectory *trajectory;
    double tolerance;
    approach *near;
    size_t count, capacity;
} hunt;

/* ---- who may come near what --------------------------------------------------------------- */

static bool add(hunt *h, size_t obstacle, size_t motion)
{
    if (h->count == h->capacity) {
        size_t capacity = 2 * h->capacity + 64;
        approach *grown =
            memory_resize(&h->world->allocator, h->near, capacity, sizeof *grown);
        if (grown == NULL)
            return false;
        h->near = grown;
        h->capacity = capacity;
    }
    h->near[h->count++] = (approach){obstacle, motion};
    return true;
}

/* A sweep's walk visits one cell more than it may touch on each side (cells.c), as does a
 * box's: touches are among them. */
static bool add_cells(hunt *h, size_t index)
{
    const graze_motion *motion = &h->trajectory->motions[index];
    const graze_body *body = moving_body(h->trajectory, h->body, index);
    cells near;
    sweep path;
    uint32_t column, row;
    if (!body_has_corners(body) && sweep_of_motion(motion, body->radius, 0, &path)) {
        cells_near_sweep(&near, h->world, &path);
    } else {
        box around = box_of_motion(body, motion);
        cells_near_box(&near, h->world, &(world_box){around.lower[0], around.upper[0],
                                                     around.lower[1], around.upper[1]});
    }
    while (cells_next(&near, &column, &row))
        if (!add(h, (size_t)row * h->world->columns + column, index))
            return false;
    return true;
}

static bool add_others(hunt *h, size_t index)
{
    box_tree_region region = box_tree_region_of(
        moving_body(h->trajectory, h->body, index), &h->trajectory->motions[index]);
    box_tree_walk walk;
    const box_tree_item *item;
    box_tree_walk_begin(&walk, &h->world->others, &region);
    while ((item = box_tree_walk_next(&walk)) != NULL)
        if (!add(h, item->first, index))
            return false;
    return true;
}

static bool is_before(const approach *a, const approach *b)
{
    return a->obstacle != b->obstacle ? a->obstacle < b->obstacle : a->motion < b->motion;
}

/* Heapsort, because the library's qsort may allocate: lets the one at `root` sink. */
static void sink_down(approach *list, size_t root, size_t count)
{
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && is_before(&list[child], &list[child + 1]))
            child++;
        if (!is_before(&list[root], &list[child]))
            return;
        approach moved = list[root];
        list[root] = list[child];
        list[child] = moved;
        root = child;
    }
}

static void sort(approach *list, size_t count)
{
    for (size_t root = count / 2; root > 0; root--)
        sink_down(list, root - 1, count);
    for (size_t left = count; left > 1; left--) {
        approach greatest = list[0];
        list[0] = list[left - 1];
        list[left - 1] = greatest;
        sink_down(list, 0, left - 1);
    }
}

static graze_status list_approaches(hunt *h)
{
    for (size_t i = 0; i < h->trajectory->count; i++) {
        if (motion_is_empty(&h->trajectory->motions[i]))
            continue;
        if (!add_cells(h, i) || !add_others(h, i))
            return GRAZE_ERROR_MEMORY;
    }
    sort(h->near, h->count);
    return GRAZE_OK;
}

/* ---- one run ------------------------------------------------------------------------------ */

typedef struct relay {
    graze_world_sink each, merged;
    void *context;
    size_t obstacle, first_motion;
    bool stopped;
} relay;

static bool pass_on(relay *to, graze_world_sink sink, const graze_meeting *meeting)
{
    graze_meeting shifted = *meeting;
    shifted.motion_a += to->first_motion;
    to->stopped = !sink(to->context, to->obstacle, &shifted);
    return !to->stopped;
}

static bool pass_each(void *context, const graze_meeting *meeting)
{
    relay *to = context;
    return pass_on(to, to->each, meeting);
}

static bool pass_merged(void *context, const graze_meeting *meeting)
{
    relay *to = context;
    return pass_on(to, to->merged, meeting);
}

/* Of so many motions. */
static graze_status ask_run(const hunt *h, size_t count, relay *to)
{
    graze_point corners[4];
    graze_obstacle obstacle;
    graze_trajectory run = trajectory_part(h->trajectory, to->first_motion, count);
    graze_world_obstacle(h->world, to->obstacle, corners, &obstacle);
    graze_motion standing = world_standing(obstacle.place, run.motions);
    graze_trajectory still = {.motions = &standing, .count = 1};
    return graze_trajectory_meetings(h->body, &run, &obstacle.body, &still, h->tolerance,
                                     to->each != NULL ? pass_each : NULL,
                                     to->merged != NULL ? pass_merged : NULL, to);
}

/* ---- the question --------------------------------------------------------------------------- */

static size_t next_alive(const graze_trajectory *trajectory, size_t motion)
{
    do
        motion++;
    while (motion < trajectory->count && motion_is_empty(&trajectory->motions[motion]));
    return motion;
}

/* How many of the list are one run, from this one on. */
static size_t run_length(const hunt *h, size_t begin)
{
    const approach *near = &h->near[begin];
    size_t length = 1;
    while (begin + length < h->count && near[length].obstacle == near->obstacle &&
           near[length].motion == next_alive(h->trajectory, near[length - 1].motion))
        length++;
    return length;
}

static graze_status ask_all(const hunt *h, relay *to)
{
    graze_status status = GRAZE_OK;
    for (size_t i = 0, length; i < h->count && status == GRAZE_OK && !to->stopped; i += length) {
        length = run_length(h, i);
        to->obstacle = h->near[i].obstacle;
        to->first_motion = h->near[i].motion;
        status = ask_run(h, h->near[i + length - 1].motion - to->first_motion + 1, to);
    }
    return status;
}

static graze_status check(const graze_world *world, const graze_body *body,
                          const graze_trajectory *trajectory, double tolerance)
{
    graze_status status = world_validate(world, body, tolerance);
    if (status != GRAZE_OK)
        return status;
    if (trajectory == NULL || (trajectory->motions == NULL && trajectory->count > 0))
        return GRAZE_ERROR_NULL;
    status = trajectory_validate_bodies(body, trajectory);
    for (size_t i = 0; status == GRAZE_OK && i < trajectory->count; i++) {
        status = graze_motion_validate(&trajectory->motions[i]);
        if (status == GRAZE_OK && !motion_is_plane(&trajectory->motions[i]))
            status = GRAZE_ERROR_SPATIAL_CORNERS;
    }
    return status;
}

graze_status graze_world_meetings(const graze_world *world, const graze_body *body,
                                  const graze_trajectory *trajectory, double tolerance,
                                  graze_world_sink each, graze_world_sink merged, void *context)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = check(world, body, trajectory, tolerance);
    if (status != GRAZE_OK)
        return status;
    hunt h = {
        .world = world, .body = body, .trajectory = trajectory, .tolerance = tolerance};
    relay to = {.each = each, .merged = merged, .context = context};
    status = list_approaches(&h);
    if (status == GRAZE_OK)
        status = ask_all(&h, &to);
    memory_free(&world->allocator, h.near);
    return status;
}
