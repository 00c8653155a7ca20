/* SPDX-License-Identifier: MIT */
/* Parts of a difference in numbers. */
#include "geometry/measure.h"

#include "numeric/eft.h"

/* A sum of four doubles as the nearest double, or nearly, and the rest. Where nearly all
 * of it cancels, what is left is summed exactly, so that it has a direction. */
static double sum_of_four(const double terms[4], double *rest)
{
    double tail_1, tail_2, tail_3;
    double first = eft_two_sum(terms[0], terms[1], &tail_1);
    double second = eft_two_sum(terms[2], terms[3], &tail_2);
    double sum = eft_two_sum(first, second, &tail_3), tails = (tail_1 + tail_2) + tail_3;
    if (fabs(sum) > 0x1p-40 * (fabs(first) + fabs(second)) || (tail_1 == 0 && tail_2 == 0)) {
        *rest = tails;
        return sum;
    }
    *rest = 0;
    return exact_sum_nearest(terms);
}

/* A vector of the difference times a power of two, nearly unrounded. */
typedef struct fine_point {
    graze_point at, rest;
} fine_point;

/* Where squares would over- or underflow, all is measured in units of 2^unit, which
 * loses at most what is far below the largest number that takes part. */
static int unit_of(const placed_pair *pair)
{
    int unit;
    if (placed_is_ordinary(pair))
        return 0;
    frexp(pair->a->size / 4 + pair->b->size / 4 + fabs(pair->place_a.x) / 4 +
              fabs(pair->place_b.x) / 4 + fabs(pair->place_a.y) / 4 + fabs(pair->place_b.y) / 4,
          &unit);
    return unit;
}

static fine_point fine(exact_vector exact, int unit)
{
    fine_point point;
    if (unit != 0)
        for (int i = 0; i < 4; i++) {
            exact.x[i] = ldexp(exact.x[i], -unit);
            exact.y[i] = ldexp(exact.y[i], -unit);
        }
    point.at.x = sum_of_four(exact.x, &point.rest.x);
    point.at.y = sum_of_four(exact.y, &point.rest.y);
    return point;
}

static double times_two_to(double value, int exponent)
{
    return exponent == 0 ? value : ldexp(value, exponent);
}

/* Brings a vector whose squares would under- or overflow to ordinary size. */
static fine_point settled(fine_point p, int *unit)
{
    double largest = fmax(fabs(p.at.x), fabs(p.at.y));
    if (largest == 0 || (largest > 0x1p-200 && largest < 0x1p200))
        return p;
    int exponent;
    frexp(largest, &exponent);
    *unit += exponent;
    return (fine_point){{ldexp(p.at.x, -exponent), ldexp(p.at.y, -exponent)},
                        {ldexp(p.rest.x, -exponent), ldexp(p.rest.y, -exponent)}};
}

/* Where the corner is the origin itself, the way in across the edge after it. */
static graze_point inward(const placed_pair *pair, minkowski_corner corner, int unit)
{
    minkowski_corner next = minkowski_after(&pair->a->body, &pair->b->body, corner);
    graze_point edge = settled(fine(placed_exact_edge(pair, corner, next), unit), &unit).at;
    double length = sqrt(point_dot(edge, edge));
    return length > 0 ? (graze_point){-edge.y / length, edge.x / length} : (graze_point){1, 0};
}

static measured measure_corner(const placed_pair *pair, minkowski_corner corner)
{
    int unit = unit_of(pair), own = unit;
    fine_point p = settled(fine(placed_exact(pair, corner), unit), &own);
    double length = sqrt(point_dot(p.at, p.at));
    if (!(length > 0))
        return (measured){0, inward(pair, corner, unit), 0};
    double rest = point_dot(p.at, p.rest) / length;
    return (measured){times_two_to(length + rest, own), {p.at.x / length, p.at.y / length}, 0};
}

static double between_0_and_1(double value) { return value > 0 ? fmin(value, 1) : 0; }

/* The length of a vector, and by what part of itself the true one is longer. */
static double length_of(const fine_point *vector, double *longer)
{
    double x_tail, y_tail, tail, own_tail;
    double x = eft_two_product(vector->at.x, vector->at.x, &x_tail);
    double y = eft_two_product(vector->at.y, vector->at.y, &y_tail);
    double square = eft_two_sum(x, y, &tail), length = sqrt(square);
    double own = eft_two_product(length, length, &own_tail);
    double left = (square - own) - own_tail + (tail + x_tail + y_tail);
    *longer = (left / 2 + point_dot(vector->at, vector->rest)) / square;
    return length;
}

/* The normal of the edge, from the origin's side to the other; the distance measured at
 * the nearer end, as a cross product over the edge's length. Three roundings of the
 * result remain: of the larger product, of the sum and of the quotient. */
static measured measure_edge(const placed_pair *pair, const boundary_part *part)
{
    int unit = unit_of(pair), own = unit;
    exact_vector exact = placed_exact_edge(pair, part->from.corner, part->to.corner);
    fine_point edge = settled(fine(exact, unit), &own);
    graze_point from = unit == 0 ? part->from.at
                                 : fine(placed_exact(pair, part->from.corner), unit).at;
    double along =
        times_two_to(-point_dot(from, edge.at) / point_dot(edge.at, edge.at), unit - own);
    minkowski_corner end = along < 0.5 ? part->from.corner : part->to.corner;
    fine_point p = fine(placed_exact(pair, end), unit);
    double tail, longer, length = length_of(&edge, &longer);
    double cross = eft_two_sum(edge.at.x * p.at.y, -(edge.at.y * p.at.x), &tail);
    double rest = point_cross(edge.at, p.rest) + point_cross(edge.rest, p.at) - longer * cross;
    return (measured){times_two_to((cross + (tail + rest)) / length, unit),
                      {-edge.at.y / length, edge.at.x / length},
                      between_0_and_1(along)};
}

measured measure(const placed_pair *pair, const boundary_part *part)
{
    return boundary_is_edge(part) ? measure_edge(pair, part) : measure_corner(pair, part->from.corner);
}

/* How far inside the origin is of an edge, up to rounding. To its line where that is
 * nearest within the edge, else to its end, and a little more: of two edges that are
 * equally near up to rounding, the one with the nearest point within is wanted. */
static double depth_behind(const placed_pair *pair, const boundary_part *part, int unit)
{
    graze_point from = part->from.at, edge;
    if (unit == 0) {
        edge = placed_edge(pair, part->from.corner, part->to.corner);
    } else {
        edge = fine(placed_exact_edge(pair, part->from.corner, part->to.corner), unit).at;
        from = fine(placed_exact(pair, part->from.corner), unit).at;
    }
    double along = -point_dot(from, edge), square = point_dot(edge, edge);
    graze_point to = {from.x + edge.x, from.y + edge.y};
    if (along < 0)
        return sqrt(point_dot(from, from)) * (1 + 0x1p-45);
    if (along > square)
        return sqrt(point_dot(to, to)) * (1 + 0x1p-45);
    return point_cross(from, edge) / sqrt(square);
}

measured measure_depth(const placed_pair *pair, boundary_part *shallowest)
{
    minkowski_walk walk = minkowski_begin(&pair->a->body, &pair->b->body);
    minkowski_corner corner = {0, 0};
    minkowski_next(&walk, &corner);
    placed_point first = placed_corner(pair, corner);
    boundary_part edge = {first, first};
    double least = INFINITY;
    int unit = unit_of(pair);
    for (bool more = true; more;) {
        more = minkowski_next(&walk, &corner);
        edge = (boundary_part){edge.to, more ? placed_corner(pair, corner) : first};
        double depth = depth_behind(pair, &edge, unit);
        if (depth < least) {
            least = depth;
            *shallowest = edge;
        }
    }
    return measure(pair, shallowest);
}
