/* SPDX-License-Identifier: MIT */
/* Statuses: what a function returns besides its result.
 *
 * Every function of Graze that can fail returns a graze_status and writes its
 * result through a pointer. On any status but GRAZE_OK the result is untouched,
 * unless the function's comment says otherwise. The library never prints and
 * never exits; graze_status_message() returns words.
 */
#ifndef GRAZE_STATUS_H
#define GRAZE_STATUS_H

#include <graze/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The list is an X-macro so that the enum, the names and the messages cannot
 * drift apart: X(identifier, message). New entries go at the end. */
#define GRAZE_STATUS_LIST(X)                                                                       \
    X(GRAZE_OK, "no error")                                                                        \
    X(GRAZE_ERROR_NULL, "a required pointer is null")                                              \
    X(GRAZE_ERROR_NOT_FINITE, "a number is NaN, or infinite where only finite numbers are allowed")\
    X(GRAZE_ERROR_NEGATIVE_RADIUS, "a radius is negative")                                         \
    X(GRAZE_ERROR_NEGATIVE_DURATION, "a motion ends before it starts")                             \
    X(GRAZE_ERROR_NEGATIVE_TOLERANCE, "the tolerance is negative")                                 \
    X(GRAZE_ERROR_ENDLESS_MOVE, "a waypoint motion without an end must stay in its place")         \
    X(GRAZE_ERROR_INSTANT_MOVE, "a motion changes its place in no time")                           \
    X(GRAZE_ERROR_TIME_ORDER, "times go backwards")                                                \
    X(GRAZE_ERROR_END_MISMATCH, "a motion does not end when the next one starts")                  \
    X(GRAZE_ERROR_JUMP, "a motion does not end where the next one starts")                         \
    X(GRAZE_ERROR_FORM, "the form of a motion is not one of graze_form")                           \
    X(GRAZE_ERROR_INEXACT, "the moved start needs more than two doubles")                          \
    X(GRAZE_ERROR_CAPACITY, "the caller's array is too small for the answer")                      \
    X(GRAZE_ERROR_UNSUPPORTED, "this question has no answer for accelerated or parked motions")    \
    X(GRAZE_ERROR_WORKSPACE, "the exact stage ran out of workspace")                               \
    X(GRAZE_ERROR_EMPTY, "a trajectory needs at least one row")                                    \
    X(GRAZE_ERROR_INTERVAL, "an interval does not begin before it ends")                           \
    X(GRAZE_ERROR_INTERVAL_ORDER, "the intervals of a list overlap or do not ascend")              \
    X(GRAZE_ERROR_CHOICE, "a choice is not one that this question knows")                          \
    X(GRAZE_ERROR_VERTEX_REPEATED, "a vertex of a body is repeated")                               \
    X(GRAZE_ERROR_VERTEX_COLLINEAR, "three neighbouring vertices of a body lie on one line")       \
    X(GRAZE_ERROR_VERTEX_CLOCKWISE, "the vertices of a body run clockwise")                        \
    X(GRAZE_ERROR_VERTEX_CONCAVE, "the vertices of a body are not those of a convex polygon")      \
    X(GRAZE_ERROR_SPATIAL_CORNERS, "a body with corners must move in the plane z = 0")             \
    X(GRAZE_ERROR_ROTATION, "bodies translate; a turning motion has no exact answer here")         \
    X(GRAZE_ERROR_ITERATIONS, "an iteration did not end within its bound")                         \
    X(GRAZE_ERROR_MEMORY, "out of memory")                                                         \
    X(GRAZE_ERROR_INDEX, "an index is out of range")                                               \
    X(GRAZE_ERROR_GRID_SIZE, "a grid has no cells, or too many of them")                           \
    X(GRAZE_ERROR_CELL_SIZE, "the side of a cell is not between 2^-400 and 2^400 m")               \
    X(GRAZE_ERROR_EDGE, "an edge begins and ends in one vertex")                                   \
    X(GRAZE_ERROR_TIME_GRID, "two sequences of boxes are not on one grid of time")                 \
    X(GRAZE_ERROR_SPEED, "a speed is not greater than 0")                                          \
    X(GRAZE_ERROR_CONFLICT, "a plan failed its last check")                                        \
    X(GRAZE_ERROR_STOPPED, "the caller stopped the question")                                      \
    X(GRAZE_ERROR_SHARE, "the share of a ramp is not between 0 and 2")                             \
    X(GRAZE_ERROR_LATTICE, "a time, or a tick, is not on a lattice of times")                      \
    X(GRAZE_ERROR_LIMITS, "a robot's limits are negative, or the edges are too short for it")

#define GRAZE_STATUS_ENUM_(identifier, message) identifier,
typedef enum graze_status { GRAZE_STATUS_LIST(GRAZE_STATUS_ENUM_) GRAZE_STATUS_COUNT } graze_status;
#undef GRAZE_STATUS_ENUM_

/* Returns the identifier of a status as text, for example "GRAZE_ERROR_JUMP"; for a
 * number that is no status, "GRAZE_ERROR_UNKNOWN". Never null. */
GRAZE_API const char *graze_status_name(graze_status status);

/* Returns one plain English clause for a status, without a full stop. Never null. */
GRAZE_API const char *graze_status_message(graze_status status);

#ifdef __cplusplus
}
#endif
#endif
