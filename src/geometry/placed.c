/* SPDX-License-Identifier: MIT */
/* Points of a placed difference in exact numbers. */
#include "geometry/placed.h"

int placed_dot_exact(const placed_pair *pair, graze_point direction, minkowski_corner corner)
{
    exact_vector along = exact_vector_of(direction), point = placed_exact(pair, corner);
    return exact_vector_dot_sign(&along, &point);
}

int placed_cross_exact(const placed_pair *pair, minkowski_corner p, minkowski_corner q)
{
    exact_vector first = placed_exact(pair, p), second = placed_exact(pair, q);
    return exact_vector_cross_sign(&first, &second);
}
