/* SPDX-License-Identifier: MIT */
/* Preparing a body: how far it reaches, a disc inside it, and where climbs begin. */
#include "geometry/hull.h"

#include "numeric/float_mode.h"

int hull_rise_exact(graze_point direction, graze_point from, graze_point to)
{
    exact_vector edge = exact_vector_between(from, to), along = exact_vector_of(direction);
    return exact_vector_dot_sign(&edge, &along);
}

/* Cosines of multiples of 11.25 degrees, rounded down. */
#define COS_1 0x1.f6297cp-1F
#define COS_2 0x1.d906bcp-1F
#define COS_3 0x1.a9b662p-1F
#define COS_4 0x1.6a09e6p-1F
#define COS_5 0x1.1c73b2p-1F
#define COS_6 0x1.87de2ap-2F
#define COS_7 0x1.8f8b82p-3F
_Alignas(32) const
    float hull_axis_x[HULL_AXES] = {1, COS_1,  COS_2,  COS_3,  COS_4,  COS_5,  COS_6,  COS_7,
                                    0, -COS_7, -COS_6, -COS_5, -COS_4, -COS_3, -COS_2, -COS_1};
_Alignas(32) const
    float hull_axis_y[HULL_AXES] = {0, COS_7, COS_6, COS_5, COS_4, COS_3, COS_2, COS_1,
                                    1, COS_1, COS_2, COS_3, COS_4, COS_5, COS_6, COS_7};

static double size_of(const graze_body *body)
{
    double size = body->radius;
    for (size_t i = 0; i < body_size(body); i++) {
        const graze_point vertex = body_vertex(body, i);
        size = fmax(size, fmax(fabs(vertex.x), fabs(vertex.y)));
    }
    return size;
}

/* The mean of the vertices: inside, up to rounding. Divided before they are added, so
 * that the largest doubles do not overflow. */
static graze_point mean_vertex(const graze_body *body)
{
    graze_point sum = {0, 0};
    double part = 1 / (double)body_size(body);
    for (size_t i = 0; i < body_size(body); i++) {
        sum.x += body_vertex(body, i).x * part;
        sum.y += body_vertex(body, i).y * part;
    }
    return sum;
}

/* A convex polygon of four corners is a rectangle where each edge is along an axis. */
static bool is_box(const graze_body *body, double size)
{
    for (size_t i = 0; i < body->vertex_count; i++) {
        const graze_point from = body->vertices[i], to = body->vertices[body_after(body, i)];
        const double x = fabs(to.x - from.x), y = fabs(to.y - from.y);
        if (fmin(x, y) != 0 || fmax(x, y) < size / 4)
            return false;
    }
    return true;
}

/* For vectors of four: behind the third corner of a triangle the first one comes again. Each
 * coordinate is off by the rounding to a float and by two of doubles. */
static void keep_corners(graze_hull *hull)
{
    const graze_body *body = &hull->body;
    for (size_t i = 0; i < HULL_CORNERS; i++) {
        const graze_point vertex = body->vertices[i % body->vertex_count];
        hull->seen.corner[0][i] = (float)(vertex.x - hull->middle.x);
        hull->seen.corner[1][i] = (float)(vertex.y - hull->middle.y);
    }
    hull->reach_unit = is_box(body, hull->size) ? -2 : -1;
}

/* Where floats cannot hold the reaches, their unit is no number, and no gap of a glance (glance.c)
 * is one. Else the greatest is less than 255 units, and counts of units are rounded up. */
static void measure_reaches(graze_hull *hull)
{
    const graze_body *body = &hull->body;
    double reach[2 * HULL_AXES] = {0}, greatest = 0;
    for (size_t i = 0; i < body_size(body); i++) {
        const graze_point vertex = body_vertex(body, i);
        const double x = vertex.x - hull->middle.x, y = vertex.y - hull->middle.y;
        for (int k = 0; k < HULL_AXES; k++) {
            const double height = (double)hull_axis_x[k] * x + (double)hull_axis_y[k] * y;
            reach[k] = fmax(reach[k], height);
            reach[k + HULL_AXES] = fmax(reach[k + HULL_AXES], -height);
        }
    }
    for (int k = 0; k < 2 * HULL_AXES; k++)
        greatest = fmax(greatest, reach[k]);
    const bool fits = greatest > 0x1p-110 && greatest < 0x1p110;
    const bool is_quad = body->vertex_count == 3 || body->vertex_count == HULL_CORNERS;
    if (is_quad && body->radius == 0 && greatest > 0x1p-40 && greatest < 0x1p40) {
        keep_corners(hull);
        return;
    }
    hull->reach_unit = fits ? (float)(greatest * (1 + 0x1p-20) / 255) : greatest > 0 ? NAN : 0;
    for (int k = 0; k < 2 * HULL_AXES; k++)
        hull->seen.reach[k] = fits ? (unsigned char)ceil(reach[k] / (double)hull->reach_unit) : 0;
}

/* How far the middle certainly is on the inner side of an edge; below 0 when it is not.
 *
 * Bound, U = 2^-53: the differences, the two products, their difference, the length and
 * the quotient err by factors within (1 +- U)^6 of the products, so 8U of them over the
 * length covers all, 2^-1040 what underflows. */
static double inner_distance(graze_point from, graze_point to, graze_point middle)
{
    double x = to.x - from.x, y = to.y - from.y;
    double left = x * (middle.y - from.y), right = y * (middle.x - from.x);
    double error = 8 * 0x1p-53 * (fabs(left) + fabs(right)) + 0x1p-1040;
    return (left - right - error) / sqrt(x * x + y * y) * (1 - 0x1p-50);
}

/* The disc reaches no edge; 0 for a body that is a point, exactly the middle then. There
 * is none in a segment, nor where numbers are so huge or tiny that the bounds fail. */
static double inner_radius_of(const graze_body *body, graze_point middle, double size)
{
    if (body->vertex_count < 2)
        return 0;
    bool ordinary = size < 0x1p400 && size > 0x1p-400;
    double radius = body->vertex_count == 2 || !ordinary ? -INFINITY : INFINITY;
    for (size_t i = 0; radius > 0 && i < body->vertex_count; i++) {
        double distance =
            inner_distance(body->vertices[i], body->vertices[body_after(body, i)], middle);
        radius = distance > 0 ? fmin(radius, distance) : -INFINITY;
    }
    return radius;
}

/* The float below, or nearly; one that floats cannot hold is no radius. */
static float float_below(double radius)
{
    const bool fits = radius == 0 || (radius > 0x1p-110 && radius < 0x1p110);
    return fits ? (float)(radius * (1 - 0x1p-22)) : -INFINITY;
}

/* Where climbs in about this direction begin; anywhere is right, near is fast. */
static unsigned char start_of(const graze_body *body, graze_point direction)
{
    const double farthest = (double)hull_climb(body, direction, 0);
    return (unsigned char)(farthest * 256 / (double)body_size(body));
}

graze_status graze_hull_prepare(const graze_body *body, graze_hull *hull)
{
    FLOAT_MODE_DEFAULT;
    if (hull == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = graze_body_validate(body);
    if (status != GRAZE_OK)
        return status;
    hull->body = *body;
    hull->size = size_of(body);
    hull->middle = mean_vertex(body);
    measure_reaches(hull);
    hull->inner_radius = float_below(inner_radius_of(body, hull->middle, hull->size));
    for (int x = 0; x < 2; x++) {
        for (int y = 0; y < 2; y++) {
            /* The middle of each octant, 22.5 degrees off an axis. */
            graze_point flat = {x == 0 ? 12 : -12, y == 0 ? 5 : -5};
            graze_point steep = {x == 0 ? 5 : -5, y == 0 ? 12 : -12};
            hull->start[hull_octant(flat)] = start_of(body, flat);
            hull->start[hull_octant(steep)] = start_of(body, steep);
        }
    }
    return GRAZE_OK;
}
