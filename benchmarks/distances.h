/* SPDX-License-Identifier: MIT */
/* Other people's distances between convex polygons, behind C names.
 *
 * A shape is made once, in the form its library likes best, and asked about at a place.
 * A distance of 0 says that they overlap or touch, as far as that library can tell:
 * `meet` tells it directly where the library has a call of its own for it. Libraries
 * that live in space get prisms with z from -1 to 1. Every shape is freed by its own.
 */
#ifndef GRAZE_BENCHMARKS_DISTANCES_H
#define GRAZE_BENCHMARKS_DISTANCES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* x and y by turns; counter-clockwise. */
void *box2d_shape_make(const double *vertices, size_t count);
void box2d_shape_free(void *shape);
double box2d_shape_distance(const void *a, const double *place_a, const void *b,
                            const double *place_b);

void *fcl_shape_make(const double *vertices, size_t count);
void fcl_shape_free(void *shape);
bool fcl_shapes_meet(const void *a, const double *place_a, const void *b, const double *place_b);
double fcl_shape_distance(const void *a, const double *place_a, const void *b,
                          const double *place_b);

void *bullet_shape_make(const double *vertices, size_t count);
void bullet_shape_free(void *shape);
double bullet_shape_distance(const void *a, const double *place_a, const void *b,
                             const double *place_b);

void *ccd_shape_make(const double *vertices, size_t count);
void ccd_shape_free(void *shape);
bool ccd_shapes_meet(const void *a, const double *place_a, const void *b, const double *place_b);

#ifdef __cplusplus
}
#endif
#endif
