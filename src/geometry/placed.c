/* SPDX-License-Identifier: MIT */
/* Points of a placed difference in exact numbers. */
#include "geometry/placed.h"

exact_vector placed_exact(const placed_pair *pair, minkowski_corner corner)
{
    graze_point a = body_vertex(&pair->a->body, corner.a);
    graze_point b = body_vertex(&pair->b->body, corner.b);
    return (exact_vector){{pair->place_b.x, -pair->place_a.x, b.x, -a.x},
                          {pair->place_b.y, -pair->place_a.y, b.y, -a.y}};
}

exact_vector placed_exact_edge(const placed_pair *pair, minkowski_corner from,
                               minkowski_corner to)
{
    graze_point a_from = body_vertex(&pair->a->body, from.a);
    graze_point a_to = body_vertex(&pair->a->body, to.a);
    graze_point b_from = body_vertex(&pair->b->body, from.b);
    graze_point b_to = body_vertex(&pair->b->body, to.b);
    return (exact_vector){{b_to.x, -b_from.x, a_from.x, -a_to.x},
                          {b_to.y, -b_from.y, a_from.y, -a_to.y}};
}

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
