/* SPDX-License-Identifier: MIT */
/* Parts of a difference in numbers. */
#include "geometry/measure.h"

#include <limits.h>

#include "geometry/fine.h"
#include "numeric/eft.h"

/* A sum of four doubles as the nearest double, or nearly, and the rest. Where nearly all
 * of it cancels, what is left is summed exactly, so that it has a direction. */
static inline double sum_of_four(const double terms[4], double *rest)
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

/* The vector (at + rest) 2^unit, nearly unrounded. The unit is 0 where squares of its
 * numbers neither over- nor underflow. */
typedef struct fine_point {
    graze_point at, rest;
    int unit;
} fine_point;

/* The sum of four doubles in units of 2^unit: HUGE_UNIT where numbers are so large that sums
 * may overflow, and the sum is so large, too, that nothing is lost; else 0. */
enum { HUGE_UNIT = 8 };

static double sum_in_units(const double terms[4], double *rest, int *unit)
{
    double smaller[4];
    double largest =
        fmax(fmax(fabs(terms[0]), fabs(terms[1])), fmax(fabs(terms[2]), fabs(terms[3])));
    *unit = 0;
    if (largest < 0x1p1000)
        return sum_of_four(terms, rest);
    for (int i = 0; i < 4; i++)
        smaller[i] = terms[i] * 0x1p-8;
    double sum = sum_of_four(smaller, rest);
    if (fabs(sum) > 0x1p900) {
        *unit = HUGE_UNIT;
        return sum;
    }
    *rest = 0;
    return exact_sum_nearest(terms);
}

static double times_two_to(double value, int exponent)
{
    return exponent == 0 ? value : ldexp(value, exponent);
}

/* Brings a vector whose squares would under- or overflow to ordinary size. Vectors are changed in
 * place, since a copy would wait for the numbers that were just written. */
static void settle_anew(fine_point *p, double largest)
{
    int exponent;
    frexp(largest, &exponent);
    *p = (fine_point){{ldexp(p->at.x, -exponent), ldexp(p->at.y, -exponent)},
                      {ldexp(p->rest.x, -exponent), ldexp(p->rest.y, -exponent)},
                      p->unit + exponent};
}

static inline void settle(fine_point *p)
{
    const double x = fabs(p->at.x), y = fabs(p->at.y), largest = x > y ? x : y;
    if (!(largest == 0 || (largest > 0x1p-200 && largest < 0x1p200)))
        settle_anew(p, largest);
}

static void make_fine(const exact_vector *exact, fine_point *point)
{
    int unit_x, unit_y;
    point->at.x = sum_in_units(exact->x, &point->rest.x, &unit_x);
    point->at.y = sum_in_units(exact->y, &point->rest.y, &unit_y);
    point->unit = unit_x > unit_y ? unit_x : unit_y;
    point->at.x = times_two_to(point->at.x, unit_x - point->unit);
    point->at.y = times_two_to(point->at.y, unit_y - point->unit);
    settle(point);
}

/* Whether no sum of numbers of the pair overflows. */
static inline bool is_plain(const placed_pair *pair)
{
    return placed_is_ordinary(pair) && fabs(pair->place_a.x) + fabs(pair->place_a.y) < 0x1p900;
}

/* The same of a corner; at once where the pair is plain. */
static inline void make_fine_corner(const placed_pair *pair, bool plain, minkowski_corner corner,
                                    fine_point *point)
{
    const exact_vector exact = placed_exact(pair, corner);
    if (!plain) {
        make_fine(&exact, point);
        return;
    }
    point->unit = 0;
    point->at.x = sum_of_four(exact.x, &point->rest.x);
    point->at.y = sum_of_four(exact.y, &point->rest.y);
    settle(point);
}

/* The same of an edge: where only one body's takes part, the other two terms cancel. */
static inline void make_fine_edge(const placed_pair *pair, bool plain, const boundary_part *part,
                                  fine_point *point)
{
    const minkowski_corner from = part->from.corner, to = part->to.corner;
    const bool by_a = from.b == to.b, by_b = from.a == to.a;
    if (!plain || by_a == by_b) {
        const exact_vector exact = placed_exact_edge(pair, from, to);
        make_fine(&exact, point);
        return;
    }
    /* No processor foresees which, so there is no branch. */
    const graze_point *const vertices[2] = {pair->a->body.vertices, pair->b->body.vertices};
    const size_t first[2] = {to.a, from.b}, last[2] = {from.a, to.b};
    const graze_point *start = &vertices[by_b][first[by_b]], *end = &vertices[by_b][last[by_b]];
    point->unit = 0;
    point->at.x = eft_two_sum(end->x, -start->x, &point->rest.x);
    point->at.y = eft_two_sum(end->y, -start->y, &point->rest.y);
    settle(point);
}

/* Where the corner is the origin itself, the way in across the edge after it. */
static graze_point inward(const placed_pair *pair, minkowski_corner corner)
{
    minkowski_corner next = minkowski_after(&pair->a->body, &pair->b->body, corner);
    const exact_vector exact = placed_exact_edge(pair, corner, next);
    fine_point edge;
    make_fine(&exact, &edge);
    double length = sqrt(point_dot(edge.at, edge.at));
    return length > 0 ? (graze_point){-edge.at.y / length, edge.at.x / length}
                      : (graze_point){1, 0};
}

static void measure_corner(const placed_pair *pair, minkowski_corner corner, measured *found)
{
    fine_point p;
    make_fine_corner(pair, is_plain(pair), corner, &p);
    double length = sqrt(point_dot(p.at, p.at));
    if (!(length > 0)) {
        *found = (measured){0, 0, inward(pair, corner), 0};
        return;
    }
    double rest = point_dot(p.at, p.rest) / length;
    *found = (measured){length + rest, p.unit, {p.at.x / length, p.at.y / length}, 0};
}

static double between_0_and_1(double value)
{
    return value < 1 ? (value > 0 ? value : 0) : 1;
}

/* The normal of the edge, from the origin's side to the other; the distance measured at
 * the nearer end, as a cross product over the edge's length. Three roundings of the
 * result remain: of the larger product, of the sum and of the quotient. */
static void measure_edge(const placed_pair *pair, const boundary_part *part, measured *found)
{
    const bool plain = is_plain(pair);
    fine_point edge, p;
    make_fine_edge(pair, plain, part, &edge);
    fine_point from = {part->from.at, {0, 0}, 0};
    if (!plain && !placed_is_ordinary(pair))
        make_fine_corner(pair, false, part->from.corner, &from);
    const double ahead = times_two_to(-point_dot(from.at, edge.at), from.unit - edge.unit);
    const double whole = point_dot(edge.at, edge.at);
    minkowski_corner end = 2 * ahead < whole ? part->from.corner : part->to.corner;
    make_fine_corner(pair, plain, end, &p);
    double tail, longer;
    const double length =
        fine_length(duo_of(edge.at.x, edge.at.y), duo_of(edge.rest.x, edge.rest.y), &longer);
    double cross = eft_two_sum(edge.at.x * p.at.y, -(edge.at.y * p.at.x), &tail);
    double rest = point_cross(edge.at, p.rest) + point_cross(edge.rest, p.at) - longer * cross;
    *found = (measured){(cross + (tail + rest)) / length,
                        p.unit,
                        {-edge.at.y / length, edge.at.x / length},
                        between_0_and_1(ahead / whole)};
}

void measure(const placed_pair *pair, const boundary_part *part, measured *found)
{
    if (boundary_is_edge(part))
        measure_edge(pair, part, found);
    else
        measure_corner(pair, part->from.corner, found);
}

/* How far inside the origin is of an edge, up to rounding. To its line where that is
 * nearest within the edge, else to its end, and a little more: of two edges that are
 * equally near up to rounding, the one with the nearest point within is wanted. The
 * edge is in units of 2^unit of those of the point. */
static inline double depth_behind(graze_point from, graze_point edge, int unit)
{
    double along = -point_dot(from, edge), square = point_dot(edge, edge);
    if (along < 0)
        return sqrt(point_dot(from, from)) * (1 + 0x1p-45);
    if (along > times_two_to(square, unit)) {
        graze_point to = {from.x + times_two_to(edge.x, unit), from.y + times_two_to(edge.y, unit)};
        return sqrt(point_dot(to, to)) * (1 + 0x1p-45);
    }
    return point_cross(from, edge) / sqrt(square);
}

/* The same of vectors that are nearly unrounded, in units of 2^unit. */
static double depth_of(const placed_pair *pair, const boundary_part *part, int unit)
{
    fine_point from, edge;
    make_fine_corner(pair, false, part->from.corner, &from);
    make_fine_edge(pair, false, part, &edge);
    graze_point at = {ldexp(from.at.x, from.unit - unit), ldexp(from.at.y, from.unit - unit)};
    return depth_behind(at, edge.at, edge.unit - unit);
}

/* The exponent of the largest coordinate of a corner. */
static int unit_of(const placed_pair *pair)
{
    minkowski_walk walk = minkowski_begin(&pair->a->body, &pair->b->body);
    minkowski_corner corner;
    int unit = INT_MIN;
    while (minkowski_next(&walk, &corner)) {
        fine_point p;
        make_fine_corner(pair, false, corner, &p);
        int exponent;
        frexp(fmax(fabs(p.at.x), fabs(p.at.y)), &exponent);
        if (p.at.x != 0 || p.at.y != 0)
            unit = exponent + p.unit > unit ? exponent + p.unit : unit;
    }
    return unit;
}

/* The walk round all edges of the difference: the next one, false after the last. */
typedef struct edge_walk {
    const placed_pair *pair;
    minkowski_walk corners;
    placed_point first;
    boundary_part edge;
    bool closed;
} edge_walk;

static inline edge_walk edges_begin(const placed_pair *pair)
{
    edge_walk walk = {.pair = pair, .corners = minkowski_begin(&pair->a->body, &pair->b->body)};
    minkowski_corner corner = {0, 0};
    minkowski_next(&walk.corners, &corner);
    walk.first = placed_corner(pair, corner);
    walk.edge = (boundary_part){walk.first, walk.first};
    return walk;
}

static inline bool edges_next(edge_walk *walk)
{
    minkowski_corner corner;
    if (walk->closed)
        return false;
    walk->closed = !minkowski_next(&walk->corners, &corner);
    walk->edge.from = walk->edge.to;
    walk->edge.to = walk->closed ? walk->first : placed_corner(walk->pair, corner);
    return true;
}

/* The edge that the origin is least behind, in doubles as they are; false when their squares
 * would not do. */
static bool find_plainly(const placed_pair *pair, boundary_part *shallowest)
{
    double least = INFINITY;
    edge_walk walk = edges_begin(pair);
    while (edges_next(&walk)) {
        graze_point way = placed_edge(pair, walk.edge.from.corner, walk.edge.to.corner);
        double square = point_dot(way, way);
        if (!(square > 0x1p-400 && square < 0x1p500))
            return false;
        double depth = depth_behind(walk.edge.from.at, way, 0);
        if (depth < least) {
            least = depth;
            *shallowest = walk.edge;
        }
    }
    return true;
}

/* The same of vectors with units of their own. */
static void find_in_units(const placed_pair *pair, boundary_part *shallowest)
{
    const int unit = unit_of(pair);
    double least = INFINITY;
    edge_walk walk = edges_begin(pair);
    while (edges_next(&walk)) {
        double depth = depth_of(pair, &walk.edge, unit);
        if (depth < least) {
            least = depth;
            *shallowest = walk.edge;
        }
    }
}

void measure_depth(const placed_pair *pair, boundary_part *shallowest, measured *found)
{
    if (!placed_is_ordinary(pair) || !find_plainly(pair, shallowest))
        find_in_units(pair, shallowest);
    measure(pair, shallowest, found);
}
