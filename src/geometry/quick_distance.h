/* SPDX-License-Identifier: MIT */
/* The distance of two polygons that do not overlap: by a walk to the nearest part (fan.h), and
 * measured without what only directions and points are made of. The same bits as by measure.h.
 *
 * Twice: without fused multiply-adds, and with them for processors that have them, where exact
 * products are two operations. */
#ifndef GRAZE_GEOMETRY_QUICK_DISTANCE_H
#define GRAZE_GEOMETRY_QUICK_DISTANCE_H

#include "geometry/fan.h"

/* The distance, of whose sign it is certain, which is not negative; or only the part that is
 * nearest; or neither, and part->from is a corner far in the direction of the origin from the
 * middle, as ray_begin() has it. */
typedef enum quick_answer { QUICK_DISTANCE, QUICK_PART, QUICK_NOTHING } quick_answer;

/* Where to begin: anywhere; at part->from, of bodies that do not overlap; or at the end, since the
 * part is the nearest, and the origin on the line of that edge or beyond it. */
typedef enum quick_begin { QUICK_ANEW, QUICK_WALK, QUICK_ON, QUICK_BEYOND } quick_begin;

/* For pairs that the ray applies to (ray.h), with places below 2^900. */
quick_answer quick_distance_plain(const placed_pair *pair, quick_begin begin, ray_edge *part,
                                  double *distance);
quick_answer quick_distance_fused(const placed_pair *pair, quick_begin begin, ray_edge *part,
                                  double *distance);

/* Of bodies without radii, from the nearest part, an edge or a corner, on whose line the origin is
 * (side is 0) or beyond it (-1). False where the distance is not certain. */
bool quick_measure_plain(const placed_pair *pair, const ray_edge *part, int side,
                         double *distance);
bool quick_measure_fused(const placed_pair *pair, const ray_edge *part, int side,
                         double *distance);

#endif
