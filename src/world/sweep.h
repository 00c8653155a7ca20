/* SPDX-License-Identifier: MIT */
/* A disc that is swept along a straight path against a box that stands: exactly.
 *
 * The disc of radius R swept along the segment from P to Q overlaps the open box
 * somewhere iff the segment meets the open set of all points nearer than R to the box,
 * which is the union of the box made wider by R, the box made higher by R, and four
 * open discs of radius R round the corners. With R <= 0 it is the box that is shrunk
 * by -R on all sides. Each part is a few signs of sums of products; they are taken in
 * double arithmetic with error bounds first, and exactly where that does not tell.
 * When the motion takes place does not matter, so time does not appear.
 */
#ifndef GRAZE_WORLD_SWEEP_H
#define GRAZE_WORLD_SWEEP_H

#include "world/world.h"

typedef struct sweep {
    double x, y;             /* [m] P */
    double to_x, to_y;       /* [m] Q; or, by_velocity, [m/s] with Q = P + velocity * time */
    double time, time_tail;  /* [s] their exact sum counts */
    bool by_velocity, still; /* still: P = Q */
    double radius, tolerance; /* [m] R = radius - tolerance */
} sweep;

/* A disc that stands at a place. */
sweep sweep_at(graze_point place, double radius, double tolerance);

/* The disc's motion as a sweep; false when it is none: a motion that is accelerated,
 * parked, or moves for ever. */
bool sweep_of_motion(const graze_motion *motion, double radius, double tolerance, sweep *result);

/* Q in rounded numbers, for filters: off by less than 2^-50 (|x| + |Q|) and 2^-1000 in
 * each coordinate. */
graze_point sweep_end(const sweep *path);

/* GRAZE_OK, or GRAZE_ERROR_WORKSPACE when numbers of wildly different magnitudes
 * exhaust the stack's workspace. */
graze_status sweep_meets_box(const sweep *path, const world_box *box, bool *meets);

/* The same by the exact stage alone, for tests. */
graze_status sweep_meets_box_exactly(const sweep *path, const world_box *box, bool *meets);

#endif
