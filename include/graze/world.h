/* SPDX-License-Identifier: MIT */
/* Worlds: obstacles that never move.
 *
 * A world is a grid of cells, a list of convex obstacles, both, or nothing at all
 * (the open plane). Static obstacles are bodies that stand still for ever, so a
 * conflict with one means what a conflict of two bodies means (conflict.h): an
 * overlap of strictly positive depth. Touching is legal.
 *
 * The grid. Its lines are doubles: line i is the double nearest to (i - 1/2) cell.
 * The cell in column i and row j is the *open* box between the lines i and i + 1
 * in x and j and j + 1 in y, and its centre, where agents stand, is the point of the
 * doubles nearest to i cell and j cell. Row 0 is at y = 0. The border is no obstacle:
 * bodies may overhang it.
 *
 *     row 1   |  .  |  #  |          # blocked: the open box
 *     row 0   |  .  |  .  |          . free: its centre is at (column, row) cell
 *            line 0 line 1 line 2
 *
 * Obstacles are counted together: the cell in column i and row j of a grid is
 * obstacle j columns + i (blocked or not); the convex ones follow.
 *
 * `tolerance` [m], >= 0, is that of conflict.h: with tolerance e a body of radius r
 * counts as one of radius r - e, an exact difference; where that is negative, the
 * obstacle shrinks.
 *
 * Every question is decided exactly, for discs and for bodies with corners, in the plane
 * z = 0; GRAZE_ERROR_SPATIAL_CORNERS for a motion that leaves it. Statuses of every
 * question: GRAZE_ERROR_NULL, what graze_body_validate and graze_motion_validate return,
 * GRAZE_ERROR_NOT_FINITE and GRAZE_ERROR_NEGATIVE_TOLERANCE (the tolerance), and what the
 * questions of conflict.h return. Nothing is written on an error. Questions do not
 * allocate unless they say so, and many threads may ask one world at a time.
 *
 * Source: S.-E. Yoon, "Proximity Queries", chapter 4 of a book in the making, for the
 * questions: clear, link, nearest.
 */
#ifndef GRAZE_WORLD_H
#define GRAZE_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <graze/allocator.h>
#include <graze/body.h>
#include <graze/conflict.h>
#include <graze/motion.h>
#include <graze/roadmap.h>
#include <graze/status.h>
#include <graze/trajectory.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_grid {
    uint32_t columns, rows;       /* [count] >= 1 each, columns * rows < 2^32 */
    const unsigned char *blocked; /* rows * columns, row by row; 0 is free */
    double cell;                  /* [m] side of a cell, 2^-400 to 2^400 */
} graze_grid;

/* A body that stands at a place for ever. */
typedef struct graze_obstacle {
    graze_body body;
    graze_point place; /* [m] of the body's frame */
} graze_obstacle;

typedef struct graze_world graze_world;

/* Makes a world of a grid (null: none) and `count` convex obstacles (null when 0), and
 * copies both. allocator may be null. GRAZE_ERROR_NULL; GRAZE_ERROR_GRID_SIZE,
 * GRAZE_ERROR_CELL_SIZE; for an obstacle what graze_body_validate returns and
 * GRAZE_ERROR_NOT_FINITE (its place); GRAZE_ERROR_MEMORY. */
GRAZE_API graze_status graze_world_create(const graze_grid *grid, const graze_obstacle *obstacles,
                                          size_t count, const graze_allocator *allocator,
                                          graze_world **world);

/* Frees a world; does nothing for null. */
GRAZE_API void graze_world_free(graze_world *world);

/* Writes the grid of a world, its cells in the world's memory; all zero when the world has
 * none. GRAZE_ERROR_NULL. */
GRAZE_API graze_status graze_world_grid(const graze_world *world, graze_grid *grid);

/* Writes the centre of a cell [m]. GRAZE_ERROR_NULL, GRAZE_ERROR_INDEX. */
GRAZE_API graze_status graze_world_place(const graze_world *world, uint32_t column, uint32_t row,
                                         graze_point *place);

/* Writes an obstacle: its body and its place. The corners of a cell are written to
 * `corners`, which then has to outlive the answer; the vertices of another obstacle
 * are in the world's memory. GRAZE_ERROR_NULL, GRAZE_ERROR_INDEX. */
GRAZE_API graze_status graze_world_obstacle(const graze_world *world, size_t obstacle,
                                            graze_point corners[4], graze_obstacle *answer);

/* Writes whether the body, with its frame at `place`, is free of obstacles. */
GRAZE_API graze_status graze_world_clear(const graze_world *world, const graze_body *body,
                                         graze_point place, double tolerance, bool *clear);

/* Writes whether the motion of the body is free of obstacles over its whole life. A motion
 * with an empty life is free. */
GRAZE_API graze_status graze_world_link(const graze_world *world, const graze_body *body,
                                        const graze_motion *motion, double tolerance, bool *free);

/* The obstacle nearest to a point. */
typedef struct graze_nearest {
    bool found;       /* false: there is no obstacle; the rest is unset */
    size_t obstacle;  /* [index] the lowest of those that are equally near */
    double distance;  /* [m] from the point to the obstacle's surface, rounded down;
                         negative inside it: how deep the point lies */
    graze_point point; /* [m] the nearest point of the surface, rounded */
} graze_nearest;

/* Finds the obstacle nearest to a point; a disc of radius r has the clearance distance - r.
 * Which obstacle is nearest is decided by the rounded distances. */
GRAZE_API graze_status graze_world_nearest(const graze_world *world, graze_point place,
                                           graze_nearest *answer);

/* The two lines through a point that touch an obstacle, as who stands at the point and looks at the
 * obstacle sees them: nothing of it is to the left of the left one, or to the right of the right
 * one. */
typedef struct graze_tangents {
    bool found;                       /* false: the point is in the obstacle, or on its surface;
                                         the rest is unset */
    size_t left_corner, right_corner; /* [index] the vertices of its body round which they touch:
                                         of two that do, the nearer one; chosen exactly */
    graze_point left, right;          /* [m] where they touch, rounded */
} graze_tangents;

/* Finds the tangents from a point to an obstacle. Other obstacles, and the neighbours of a cell,
 * do not matter. O(n) for n vertices. GRAZE_ERROR_INDEX; GRAZE_ERROR_WORKSPACE when numbers of
 * wildly different magnitudes exhaust the stack's workspace. */
GRAZE_API graze_status graze_world_tangents(const graze_world *world, graze_point place,
                                            size_t obstacle, graze_tangents *answer);

/* Receives a meeting with an obstacle; returns false to stop early (not an error).
 * meeting->motion_a is the trajectory's motion at the deepest instant, motion_b 0. */
typedef bool (*graze_world_sink)(void *context, size_t obstacle, const graze_meeting *meeting);

/* Finds every meeting of a trajectory with an obstacle, by ascending obstacle and then time:
 * the answers of graze_trajectory_meetings for a body that stands at the obstacle's place for
 * ever. `each` and `merged` (either may be null) as there. Allocates through the world's
 * allocator: GRAZE_ERROR_MEMORY. */
GRAZE_API graze_status graze_world_meetings(const graze_world *world, const graze_body *body,
                                            const graze_trajectory *trajectory, double tolerance,
                                            graze_world_sink each, graze_world_sink merged,
                                            void *context);

/* ---- roadmaps ------------------------------------------------------------------------ */

/* Makes the roadmap of a body's moves between the centres of a grid's cells: vertex
 * j columns + i is the centre of the cell in column i and row j, blocked or not, and the
 * moves are the 2^k vectors of neighbourhood k = 2 (4 moves), 3 (8), 4 (16), 5 (32):
 *
 *     k = 2   (1,0)             k = 4   and (2,1)
 *     k = 3   and (1,1)         k = 5   and (3,1) (3,2)     each with all its reflections
 *
 * A move is left out iff graze_world_link finds it blocked, by cells or by other obstacles.
 * A cell where the body is not clear has no moves. The caller frees the roadmap with
 * graze_roadmap_free. GRAZE_ERROR_NULL, GRAZE_ERROR_GRID_SIZE (the world has no grid),
 * GRAZE_ERROR_CHOICE (k), GRAZE_ERROR_MEMORY and the statuses of a link.
 *
 * Source: N. Rivera, C. Hernandez, J. Baier, "Grid Pathfinding on the 2^k
 * Neighborhoods", 2017. */
GRAZE_API graze_status graze_roadmap_from_grid(const graze_world *world, const graze_body *body,
                                               int k, double tolerance,
                                               const graze_allocator *allocator,
                                               graze_roadmap *roadmap);

/* Makes the roadmap of a body's moves at any angle: the vertices are those of
 * graze_roadmap_from_grid, and between two cells whose centres have no other cell's centre on the
 * straight line between them (their distances in columns and rows have no common divisor) there are
 * moves both ways iff graze_world_link allows them. A longer straight way is several such moves.
 * n cells that all see each other have about 0.6 n^2 moves. GRAZE_ERROR_NULL,
 * GRAZE_ERROR_GRID_SIZE, GRAZE_ERROR_MEMORY and the statuses of a link.
 *
 * Source: K. Yakovlev, A. Andreychuk, R. Stern, "Optimal and Bounded Suboptimal Any-Angle
 * Multi-agent Pathfinding", arXiv 2404.16379, 2024, for planning on such moves. */
GRAZE_API graze_status graze_roadmap_any_angle(const graze_world *world, const graze_body *body,
                                               double tolerance,
                                               const graze_allocator *allocator,
                                               graze_roadmap *roadmap);

/* A directed edge. */
typedef struct graze_edge {
    uint32_t from, to; /* [vertex] */
} graze_edge;

/* Makes a roadmap of places and directed edges in any order; an edge that is listed twice
 * counts once. Two vertices may be at one place, and an edge between them is a move that
 * takes no time (released roadmaps have such). *bad_edge (may be null) receives the index of
 * the first edge at fault, and is untouched when there is none. The caller frees the roadmap
 * with graze_roadmap_free. GRAZE_ERROR_NULL; GRAZE_ERROR_NOT_FINITE (a
 * place); for an edge GRAZE_ERROR_INDEX, GRAZE_ERROR_EDGE (its ends are one vertex);
 * GRAZE_ERROR_MEMORY. */
GRAZE_API graze_status graze_roadmap_from_edges(uint32_t vertex_count, const graze_point *places,
                                                size_t edge_count, const graze_edge *edges,
                                                const graze_allocator *allocator,
                                                graze_roadmap *roadmap, size_t *bad_edge);

/* Makes a roadmap of the same vertices, with those moves that are free of a world's
 * obstacles for a body. Statuses as graze_roadmap_from_grid. */
GRAZE_API graze_status graze_roadmap_within(const graze_world *world, const graze_body *body,
                                            const graze_roadmap *all, double tolerance,
                                            const graze_allocator *allocator,
                                            graze_roadmap *roadmap);

/* Frees a roadmap with the allocator that made it, and sets it to zero. */
GRAZE_API void graze_roadmap_free(graze_roadmap *roadmap, const graze_allocator *allocator);

#ifdef __cplusplus
}
#endif
#endif
