/* SPDX-License-Identifier: MIT */
/* Sides of blocks from lists. See pairwise_sides.h. */
#include "starts/pairwise_sides.h"

#include <math.h>
#include <string.h>

#include "contact/polygon_filter.h"
#include "geometry/body.h"

enum { AHEAD = 12 /* [count] bodies that the memory is asked for before they are read */ };

bool pairwise_is_level(const graze_moves *moves)
{
    const bool flat = moves->place[2] == NULL;
    if (moves->form == GRAZE_WAYPOINT)
        return flat && moves->to[2] == NULL;
    const double *const *bends = moves->acceleration;
    return flat && moves->velocity[2] == NULL && bends[0] == NULL && bends[1] == NULL &&
           bends[2] == NULL;
}

/* ---- bodies ------------------------------------------------------------------------------- */

/* The radius round the moving point that holds the body, or none. */
static double reach_of(cpu_instructions level, const graze_body *body)
{
    const double square = body_square_at(level, body);
    if (square >= 0)
        return polygon_outer_radius_of(body->radius, square);
    if (body_find_fault_at(level, body, NULL) != GRAZE_OK)
        return NAN;
    return body_has_corners(body) ? polygon_outer_radius(body) : body->radius;
}

/* The same, of each body once as long as they are few. (Nobody changes vertices meanwhile.) */
static double reach_known(cpu_instructions level, const graze_body *body, pairwise_bodies *bodies)
{
    const uint64_t mixed = (uint64_t)(uintptr_t)body->vertices * UINT64_C(0x9e3779b97f4a7c15);
    const size_t place = (size_t)(mixed >> 32) % PAIRWISE_BODIES;
    graze_body *known = &bodies->known[place].body;
    if (known->vertices != body->vertices || known->vertex_count != body->vertex_count ||
        known->radius != body->radius) {
        *known = *body;
        bodies->known[place].reach = reach_of(level, body);
    }
    return bodies->known[place].reach;
}

/* Three lines of the cache: eight corners. */
static inline void fetch_corners(const graze_body *body)
{
    const uintptr_t at = (uintptr_t)body->vertices;
    CPU_PREFETCH((const void *)at);
    CPU_PREFETCH((const void *)(at + 64));
    CPU_PREFETCH((const void *)(at + 127));
}

/* The radii of discs that hold the bodies; returns which are these discs. */
static uint64_t fill_reaches(cpu_instructions level, const graze_moves *moves, size_t first,
                             size_t count, pairwise_bodies *bodies, double *radius)
{
    uint64_t discs = 0;
    for (size_t i = 0; i < count; i++) {
        const graze_body *body = &moves->bodies[first + i];
        if (first + i + AHEAD < moves->count)
            fetch_corners(body + AHEAD);
        radius[i] = reach_known(level, body, bodies);
        discs |= (uint64_t)(body->vertex_count == 0) << i;
    }
    return discs;
}

/* ---- ways --------------------------------------------------------------------------------- */

static void copy_lanes(double *to, const double *from, size_t first, size_t count)
{
    enum { LINE = 64, BLOCK = GRAZE_BATCH_LANES * sizeof *to }; /* [bytes] */
    if (from == NULL) {
        memset(to, 0, count * sizeof *to);
        return;
    }
    for (size_t line = 0; line < BLOCK; line += LINE) /* of the next block */
        CPU_PREFETCH((const void *)((uintptr_t)(from + first) + BLOCK + line));
    memcpy(to, from + first, count * sizeof *to);
}

/* A whole block is read where it is. */
static const double *show_lanes(double *copy, const double *from, size_t first, size_t count)
{
    if (from != NULL && count == GRAZE_BATCH_LANES)
        return from + first;
    copy_lanes(copy, from, first, count);
    return copy;
}

/* The ways of motions whose velocities are in the places of their goals, and whose durations are
 * where ends will be. Of all lanes, which compilers make vectors of. */
static void make_ways(const double *restrict x, const double *restrict y,
                      const double *restrict start, double *restrict to_x, double *restrict to_y,
                      double *restrict end, double *restrict radius)
{
    for (size_t i = 0; i < GRAZE_BATCH_LANES; i++) {
        const double about = start[i] + end[i], until = about + 0x1p-52 * fabs(about);
        const double span = until - start[i], go_x = to_x[i] * span, go_y = to_y[i] * span;
        const double size = fabs(x[i]) + fabs(y[i]) + fabs(go_x) + fabs(go_y) + radius[i];
        const double larger = radius[i] + (0x1p-50 * size + 0x1p-1000);
        to_x[i] = x[i] + go_x;
        to_y[i] = y[i] + go_y;
        end[i] = end[i] > 0 ? until : -INFINITY;
        radius[i] = radius[i] >= 0 ? larger : NAN;
    }
}

static const double *copied_lanes(double *to, const double *from, size_t first, size_t count)
{
    copy_lanes(to, from, first, count);
    return to;
}

uint64_t pairwise_fill_side(cpu_instructions level, const graze_moves *moves, size_t first,
                            size_t count, int side, pairwise_bodies *bodies,
                            pairwise_block *block, pairwise_view *shown)
{
    const bool goes_to = moves->form == GRAZE_WAYPOINT;
    const double *const *far = goes_to ? moves->to : moves->velocity;
    const double *until = goes_to ? moves->end : moves->duration;
    const double *(*const show)(double *, const double *, size_t, size_t) =
        goes_to ? show_lanes : copied_lanes; /* ways are made in the place of velocities */
    uint64_t discs = UINT64_MAX;
    for (int axis = 0; axis < 2; axis++) {
        shown->place[side][axis] =
            show_lanes(block->place[side][axis], moves->place[axis], first, count);
        shown->to[side][axis] = show(block->to[side][axis], far[axis], first, count);
    }
    shown->start[side] = show_lanes(block->start[side], moves->start, first, count);
    shown->end[side] = show(block->end[side], until, first, count);
    shown->radius[side] = block->radius[side];
    if (moves->bodies == NULL)
        shown->radius[side] = show(block->radius[side], moves->radius, first, count);
    else
        discs = fill_reaches(level, moves, first, count, bodies, block->radius[side]);
    if (!goes_to)
        make_ways(shown->place[side][0], shown->place[side][1], shown->start[side],
                  block->to[side][0], block->to[side][1], block->end[side], block->radius[side]);
    return goes_to ? discs : 0;
}
