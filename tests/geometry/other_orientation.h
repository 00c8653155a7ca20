/* SPDX-License-Identifier: MIT */
/* The signs of geometry/orientation.h from a build of the other kind: with fused
 * multiply-add where this build has none, without where it has. */
#ifndef GRAZE_TESTS_GEOMETRY_OTHER_ORIENTATION_H
#define GRAZE_TESTS_GEOMETRY_OTHER_ORIENTATION_H

#include "geometry/orientation.h"

int other_vector_cross_sign(const exact_vector *u, const exact_vector *v);
int other_vector_cross_edge_sign(const exact_vector *u, graze_point from, graze_point to);
int other_vector_dot_sign(const exact_vector *u, const exact_vector *v);

#endif
