/* SPDX-License-Identifier: MIT */
/* One agent's path: what it costs, and whether it keeps to what is asked of it: a start and a
 * goal, places to be visited in order, limits of speed and acceleration, the edges of a roadmap,
 * the borders of a map.
 *
 * Every yes or no is exact: numbers are taken as the real numbers they are, and what is exactly
 * at a limit keeps to it. Numbers that only tell about a fault (times, places, speeds) are
 * doubles as doubles compute them.
 *
 * Empty lives are passed over, but for the places that they begin at. Statuses of every
 * question: GRAZE_ERROR_NULL, what graze_motion_validate returns for a motion, and
 * GRAZE_ERROR_MEMORY. Nothing is written on an error.
 */
#ifndef GRAZE_PATH_H
#define GRAZE_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/allocator.h>
#include <graze/body.h>
#include <graze/motion.h>
#include <graze/roadmap.h>
#include <graze/status.h>
#include <graze/trajectory.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- costs --------------------------------------------------------------------------- */

typedef struct graze_path_cost {
    double begin;   /* [s] the first motion's start */
    double arrival; /* [s] when it has come to where it stays: the end of the last motion that
                       moves, rounded to nearest; begin where none does. Standing at the end
                       costs nothing, and who leaves and comes back arrives when it is back. */
    double length;  /* [m] of the path, as doubles compute it; infinite for endless movement */
} graze_path_cost;

/* Writes what a path costs; all 0 for one without motions. */
GRAZE_API graze_status graze_path_costs(const graze_trajectory *path, graze_path_cost *cost);

/* ---- limits -------------------------------------------------------------------------- */

/* What a motion must keep to; HUGE_VAL (-HUGE_VAL for low) is no limit. */
typedef struct graze_path_limits {
    double speed;        /* [m/s] at every instant */
    double acceleration; /* [m/s^2] within motions */
    double jump;         /* [m/s] by which the velocity may differ where two motions meet */
    graze_point low, high; /* [m] the corners of the box that holds the agent's own point */
} graze_path_limits;

typedef enum graze_path_limit {
    GRAZE_PATH_SPEED,
    GRAZE_PATH_ACCELERATION,
    GRAZE_PATH_JUMP,
    GRAZE_PATH_BOX
} graze_path_limit;

typedef struct graze_path_excess {
    graze_path_limit limit;
    size_t motion;      /* [index] */
    double begin, end;  /* [s] of that motion's life; of a jump its instant, twice; outside the
                           box from when it leaves it to when it is back, or the path's end */
    graze_vector place; /* [m] at `begin` */
    double value;       /* the greatest speed, the acceleration, the jump; outside the box the
                           greatest distance from it at the ends of motions [m] */
} graze_path_excess;

/* Receives an excess; returns false to stop early (not an error). */
typedef bool (*graze_path_sink)(void *context, const graze_path_excess *excess);

/* Finds every motion that exceeds a limit, and every stretch outside the box, in the order of
 * the motions at which they begin. GRAZE_ERROR_NOT_FINITE (a limit is NaN). */
GRAZE_API graze_status graze_path_excesses(const graze_trajectory *path,
                                           const graze_path_limits *limits, graze_path_sink sink,
                                           void *context);

/* ---- places -------------------------------------------------------------------------- */

/* Writes whether the path ends at a place: where its last motion ends, or stands for ever.
 * Endless movement ends nowhere, and so does a path without motions. GRAZE_ERROR_NOT_FINITE. */
GRAZE_API graze_status graze_path_ends_at(const graze_trajectory *path, graze_vector place,
                                          bool *ends);

/* How far places have been visited: all zero before the first. */
typedef struct graze_path_visit {
    bool any;
    size_t motion;     /* [index] in which the latest was */
    graze_vector last; /* [m] the latest place */
} graze_path_visit;

/* Finds the earliest visit of a place in the plane, not before the latest visit. A waypoint
 * motion or a ramp visits what lies on its segment; a kinematic or parked one the place where it
 * begins, and the last motion that where it ends, too. *found says whether there is one; `visit`
 * goes on only then. GRAZE_ERROR_NOT_FINITE, GRAZE_ERROR_INDEX (the visit's motion). */
GRAZE_API graze_status graze_path_visits(const graze_trajectory *path, graze_point place,
                                         graze_path_visit *visit, bool *found);

/* ---- roadmaps ------------------------------------------------------------------------ */

/* Receives a motion with which a path leaves the roadmap; returns false to stop early. */
typedef bool (*graze_path_stray_sink)(void *context, size_t path, size_t motion);

/* Finds the motions with which paths leave the edges of a roadmap, path by path. A path begins
 * at a vertex. A motion goes straight, in the plane, along an edge or part of one, or along
 * several that lie on one line; anywhere on an edge an agent may stand, go on, and where the way
 * back is an edge too, turn. Between kinematic motions the places are those at which
 * the next one begins, the last is the nearest double to the end. After a fault nothing is
 * reported until the path is at a vertex again. Vertices at one place count as one.
 * allocator may be null. */
GRAZE_API graze_status graze_path_strays(const graze_trajectory *paths, size_t count,
                                         const graze_roadmap *roadmap,
                                         const graze_allocator *allocator,
                                         graze_path_stray_sink sink, void *context);

#ifdef __cplusplus
}
#endif
#endif
