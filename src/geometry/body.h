/* SPDX-License-Identifier: MIT */
/* Bodies inside the house: how a valid body is read, so that no reader has to know
 * that a body without vertices has one at its frame's origin. */
#ifndef GRAZE_GEOMETRY_BODY_H
#define GRAZE_GEOMETRY_BODY_H

#include <graze/body.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/cpu.h"

/* [count] at least 1. */
static inline size_t body_size(const graze_body *body)
{
    return body->vertex_count == 0 ? 1 : body->vertex_count;
}

/* The vertex at an index below body_size(). */
static inline graze_point body_vertex(const graze_body *body, size_t index)
{
    return body->vertex_count == 0 ? (graze_point){0, 0} : body->vertices[index];
}

/* The index after, going counter-clockwise round the body. */
static inline size_t body_after(const graze_body *body, size_t index)
{
    return index + 1 < body->vertex_count ? index + 1 : 0;
}

static inline size_t body_before(const graze_body *body, size_t index)
{
    return (index == 0 ? body_size(body) : index) - 1;
}

/* Is this more than a disc round the moving point? Two vertices and more, or one that
 * is not at (0, 0). */
static inline bool body_has_corners(const graze_body *body)
{
    return body->vertex_count >= 2 ||
           (body->vertex_count == 1 && (body->vertices[0].x != 0 || body->vertices[0].y != 0));
}

/* graze_body_find_fault with these vectors at most, for tests. */
graze_status body_find_fault_at(cpu_instructions level, const graze_body *body,
                                size_t *bad_vertex);

/* [m^2] The greatest squared distance of a vertex from the origin, off by 2u of itself or by what
 * underflows, of three to eight corners that vectors tell to be valid with their radius; else below
 * 0. */
double body_square_at(cpu_instructions level, const graze_body *body);

/* Is a tolerance, or a margin [m], finite and not negative? GRAZE_ERROR_NOT_FINITE,
 * GRAZE_ERROR_NEGATIVE_TOLERANCE. */
graze_status tolerance_validate(double tolerance);

#endif
