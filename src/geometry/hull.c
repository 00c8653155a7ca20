/* SPDX-License-Identifier: MIT */
/* Preparing a body: how far it reaches, a disc inside it, and where climbs begin. */
#include "geometry/hull.h"

#include <limits.h>

#include "numeric/float_mode.h"

int hull_rise_exact(graze_point direction, graze_point from, graze_point to)
{
    exact_vector edge = exact_vector_between(from, to), along = exact_vector_of(direction);
    return exact_vector_dot_sign(&edge, &along);
}

#define ROOT_HALF 0x1.6a09e6p-1F /* all rounded down */
#define COSINE 0x1.d906bcp-1F    /* of 22.5 degrees */
#define SINE 0x1.87de2ap-2F
const float hull_axis_x[HULL_AXES] = {1, COSINE, ROOT_HALF, SINE, 0, -SINE, -ROOT_HALF, -COSINE};
const float hull_axis_y[HULL_AXES] = {0, SINE, ROOT_HALF, COSINE, 1, COSINE, ROOT_HALF, SINE};

static void measure_reaches(graze_hull *hull)
{
    const graze_body *body = &hull->body;
    double x = 0, y = 0, reach[2 * HULL_AXES];
    for (int k = 0; k < 2 * HULL_AXES; k++)
        reach[k] = -INFINITY;
    for (size_t i = 0; i < body_size(body); i++) {
        const graze_point vertex = body_vertex(body, i);
        x = fmax(x, fabs(vertex.x));
        y = fmax(y, fabs(vertex.y));
        for (int k = 0; k < HULL_AXES; k++) {
            const double height =
                (double)hull_axis_x[k] * vertex.x + (double)hull_axis_y[k] * vertex.y;
            reach[k] = fmax(reach[k], height);
            reach[k + HULL_AXES] = fmax(reach[k + HULL_AXES], -height);
        }
    }
    for (int k = 0; k < 2 * HULL_AXES; k++)
        hull->reach[k] = (float)reach[k];
    hull->size = fmax(fmax(x, y), body->radius);
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

/* Where climbs in about this direction begin; anywhere is right, near is fast. */
static unsigned start_of(const graze_body *body, graze_point direction)
{
    size_t farthest = hull_climb(body, direction, 0);
    return farthest <= UINT_MAX ? (unsigned)farthest : 0;
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
    measure_reaches(hull);
    hull->middle = mean_vertex(body);
    hull->inner_radius = inner_radius_of(body, hull->middle, hull->size);
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
