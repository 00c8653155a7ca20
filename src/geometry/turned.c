/* SPDX-License-Identifier: MIT */
/* A body turned about its frame's origin: the hull of its vertices, rounded outward.
 *
 * Each true vertex lies in a *cell*: between neighbouring doubles in x, and in y. The hull of the
 * corners of all cells holds the hull of the vertices.
 *
 * Source of the hull: A. M. Andrew, "Another efficient algorithm for convex hulls in two
 * dimensions", 1979. */
#include <graze/body.h>
#include <math.h>

#include "geometry/body.h"
#include "geometry/orientation.h"
#include "numeric/float_mode.h"
#include "numeric/rotation.h"
#include "numeric/rounding.h"
#include "numeric/scratch.h"

/* ---- cells -------------------------------------------------------------------------- */

typedef struct turning {
    const graze_body *body;
    double angle;
    graze_point *corners; /* of the cells, four a vertex */
} turning;

/* The bits of sine and cosine at first; each time that they do not tell, as many again. */
enum { BITS = 128, BITS_MAX = 1 << 14 };

/* The doubles next to p x + q y below and above, where x and y err by less than 2^-bits;
 * false: more bits are needed. */
static bool round_outward(dyadic_arena *arena, double p, dyadic x, double q, dyadic y, int bits,
                          double *below, double *above)
{
    size_t mark = dyadic_mark(arena);
    dyadic value = dyadic_add(arena, dyadic_mul(arena, dyadic_from(arena, p), x),
                              dyadic_mul(arena, dyadic_from(arena, q), y));
    dyadic error = dyadic_scale(arena,
                                dyadic_add(arena, dyadic_from(arena, fabs(p)),
                                           dyadic_from(arena, fabs(q))), -bits);
    dyadic least = dyadic_sub(arena, value, error), most = dyadic_add(arena, value, error);
    *below = dyadic_to_double(least, DYADIC_DOWN);
    *above = dyadic_to_double(most, DYADIC_UP);
    bool known = p == 0 && q == 0;
    known = known || (*below == dyadic_to_double(most, DYADIC_DOWN) &&
                      *above == dyadic_to_double(least, DYADIC_UP));
    dyadic_release(arena, mark);
    *below += 0.0; /* no -0 */
    *above += 0.0;
    return known;
}

static bool are_finite(const turning *of)
{
    for (size_t i = 0; i < 4 * of->body->vertex_count; i++)
        if (!isfinite(of->corners[i].x) || !isfinite(of->corners[i].y))
            return false;
    return true;
}

/* By Lindemann's theorem sine and cosine of a double that is not 0 are transcendental, and so is
 * each coordinate of a turned vertex other than (0, 0): none is a double, so enough bits tell. */
static bool find_cells(dyadic_arena *arena, const turning *of, int bits)
{
    const rotation by = rotation_by(arena, of->angle, bits);
    for (size_t i = 0; i < of->body->vertex_count; i++) {
        const graze_point from = of->body->vertices[i];
        graze_point low, high, *corners = &of->corners[4 * i];
        if (!round_outward(arena, from.x, by.cosine, -from.y, by.sine, bits, &low.x, &high.x) ||
            !round_outward(arena, from.x, by.sine, from.y, by.cosine, bits, &low.y, &high.y))
            return false;
        corners[0] = low;
        corners[1] = high;
        corners[2] = (graze_point){low.x, high.y};
        corners[3] = (graze_point){high.x, low.y};
    }
    return true;
}

static graze_status make_cells(dyadic_arena *arena, void *job)
{
    size_t mark = dyadic_mark(arena);
    for (int bits = BITS; bits <= BITS_MAX && !arena->exhausted; bits *= 2) {
        if (find_cells(arena, job, bits))
            return GRAZE_OK;
        dyadic_release(arena, mark);
    }
    return GRAZE_ERROR_WORKSPACE; /* UNREACHED: bits for every double fit the stack's scratch */
}

/* ---- their hull --------------------------------------------------------------------- */

static bool is_before(const graze_point *a, const graze_point *b)
{
    return a->x != b->x ? a->x < b->x : a->y < b->y;
}

/* Heapsort, because the library's qsort may allocate: lets the one at `root` sink. */
static void sink_down(graze_point *points, size_t root, size_t count)
{
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && is_before(&points[child], &points[child + 1]))
            child++;
        if (!is_before(&points[root], &points[child]))
            return;
        const graze_point moved = points[root];
        points[root] = points[child];
        points[child] = moved;
        root = child;
    }
}

static void sort(graze_point *points, size_t count)
{
    for (size_t root = count / 2; root > 0; root--)
        sink_down(points, root - 1, count);
    for (size_t left = count; left > 1; left--) {
        const graze_point last = points[0];
        points[0] = points[left - 1];
        points[left - 1] = last;
        sink_down(points, 0, left - 1);
    }
}

typedef struct hull_scan {
    graze_point *points;
    size_t count, fixed; /* the first ones stay: the side that is finished */
} hull_scan;

/* Adds a point that lies on the hull of what has come; what lies inside of it now goes. */
static void add_point(hull_scan *scan, graze_point next)
{
    const graze_point *end = scan->points + scan->count;
    if (scan->count > 0 && end[-1].x == next.x && end[-1].y == next.y)
        return;
    while (scan->count >= scan->fixed + 2 && orientation_turn(end[-2], end[-1], next) <= 0) {
        scan->count--;
        end--;
    }
    scan->points[scan->count++] = next;
}

/* The lower side from the left to the right, and the upper one back. The cells are no segment, as
 * a vertex that is not (0, 0) lies inside of its own. */
static size_t hull_of_cells(const turning *of, graze_point *vertices)
{
    const size_t count = 4 * of->body->vertex_count;
    hull_scan scan = {vertices, 0, 0};
    sort(of->corners, count);
    for (size_t i = 0; i < count; i++)
        add_point(&scan, of->corners[i]);
    scan.fixed = scan.count - 1;
    for (size_t i = count; i > 0; i--)
        add_point(&scan, of->corners[i - 1]);
    return scan.count - 1; /* the first point once more */
}

/* ---- the body ----------------------------------------------------------------------- */

graze_status graze_body_turned(const graze_body *body, double angle, graze_point *vertices,
                               size_t capacity, graze_body *turned)
{
    FLOAT_MODE_DEFAULT;
    if (turned == NULL || (vertices == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    graze_status status = graze_body_validate(body);
    if (status != GRAZE_OK)
        return status;
    if (!isfinite(angle))
        return GRAZE_ERROR_NOT_FINITE;
    const size_t count = body->vertex_count;
    if (capacity < GRAZE_TURNED_CAPACITY(count))
        return GRAZE_ERROR_CAPACITY;
    graze_body result = {body->radius, vertices, count};
    if (angle == 0 || !body_has_corners(body)) {
        for (size_t i = 0; i < count; i++)
            vertices[i] = body->vertices[i];
    } else {
        turning of = {body, angle, vertices + 4 * count + 1};
        status = scratch_run(NULL, make_cells, &of);
        if (status == GRAZE_OK && !are_finite(&of))
            status = GRAZE_ERROR_NOT_FINITE;
        result.vertex_count = status == GRAZE_OK ? hull_of_cells(&of, vertices) : 0;
    }
    if (status == GRAZE_OK)
        status = graze_body_validate(&result);
    if (status == GRAZE_OK)
        *turned = result;
    return status;
}

graze_status graze_body_check_rotation(double angular_velocity)
{
    FLOAT_MODE_DEFAULT;
    if (!isfinite(angular_velocity))
        return GRAZE_ERROR_NOT_FINITE;
    return angular_velocity == 0 ? GRAZE_OK : GRAZE_ERROR_ROTATION;
}
