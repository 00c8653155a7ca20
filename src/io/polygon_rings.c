/* SPDX-License-Identifier: MIT */
#include "io/polygon_rings.h"

#include <stdlib.h>
#include <string.h>

/* ---- exact geometry ----------------------------------------------------------------------- */

static bool is_same(graze_point a, graze_point b)
{
    return a.x == b.x && a.y == b.y;
}

static bool is_among(double x, double a, double b)
{
    return (a <= x && x <= b) || (b <= x && x <= a);
}

/* Is p, which is on the line through a and b, on the segment? */
static bool is_between(graze_point p, graze_point a, graze_point b)
{
    return is_among(p.x, a.x, b.x) && is_among(p.y, a.y, b.y);
}

bool polygon_are_apart(double a, double b, double c, double d)
{
    double low = a < b ? a : b, high = a < b ? b : a;
    return (c < low && d < low) || (c > high && d > high);
}

/* Do two closed segments share a point? */
static bool segments_meet(graze_point a, graze_point b, graze_point c, graze_point d)
{
    if (polygon_are_apart(a.x, b.x, c.x, d.x) || polygon_are_apart(a.y, b.y, c.y, d.y))
        return false;
    int c_side = graze_orientation(a, b, c), d_side = graze_orientation(a, b, d);
    int a_side = graze_orientation(c, d, a), b_side = graze_orientation(c, d, b);
    if (c_side * d_side < 0 && a_side * b_side < 0)
        return true;
    return (c_side == 0 && is_between(c, a, b)) || (d_side == 0 && is_between(d, a, b)) ||
           (a_side == 0 && is_between(a, c, d)) || (b_side == 0 && is_between(b, c, d));
}

/* Do two segments that begin in one point share more than that? */
static bool segments_overlap(graze_point shared, graze_point one, graze_point other)
{
    return graze_orientation(one, shared, other) == 0 && !is_between(shared, one, other);
}

/* ---- one ring ----------------------------------------------------------------------------- */

graze_point polygon_corner(const polygon_ring *of, size_t at)
{
    return of->points[of->corners[at % of->count]];
}

int polygon_turn_at(const polygon_ring *of, size_t at)
{
    return graze_orientation(polygon_corner(of, at + of->count - 1), polygon_corner(of, at),
                             polygon_corner(of, at + 1));
}

void polygon_drop(polygon_ring *of, size_t at)
{
    memmove(of->corners + at, of->corners + at + 1, (of->count - at - 1) * sizeof *of->corners);
    of->count--;
}

/* Leaves out points that are there twice in a row, and those on a line between their
 * neighbours. (A spike is no such point: two edges lie on each other then.) */
static void drop_flat(polygon_ring *of)
{
    for (size_t at = 0; at < of->count && of->count >= 3;) {
        graze_point before = polygon_corner(of, at + of->count - 1);
        graze_point after = polygon_corner(of, at + 1);
        if (is_same(polygon_corner(of, at), after) ||
            (polygon_turn_at(of, at) == 0 && is_between(polygon_corner(of, at), before, after))) {
            polygon_drop(of, at);
            at = at > 0 ? at - 1 : 0;
        } else {
            at++;
        }
    }
}

/* The lowest of the leftmost corners, or the highest of the rightmost ones. */
static size_t outermost(const polygon_ring *of, bool right)
{
    size_t found = 0;
    for (size_t i = 1; i < of->count; i++) {
        graze_point p = polygon_corner(of, i), best = polygon_corner(of, found);
        bool is_left = p.x < best.x || (p.x == best.x && p.y < best.y);
        if (!is_same(p, best) && is_left != right)
            found = i;
    }
    return found;
}

static void turn_round(polygon_ring *of)
{
    for (size_t i = 0; i < of->count / 2; i++) {
        size_t kept = of->corners[i];
        of->corners[i] = of->corners[of->count - 1 - i];
        of->corners[of->count - 1 - i] = kept;
    }
}

/* The turn at the leftmost corner is that of the whole. */
static void orient(polygon_ring *of, bool clockwise)
{
    if ((polygon_turn_at(of, outermost(of, false)) < 0) != clockwise)
        turn_round(of);
}

/* Is a point that is on no edge in a ring? A ray to the right crosses it an odd number of times. */
static bool holds(const polygon_ring *of, graze_point p)
{
    bool inside = false;
    for (size_t i = 0; i < of->count; i++) {
        graze_point a = polygon_corner(of, i), b = polygon_corner(of, i + 1);
        if ((a.y > p.y) != (b.y > p.y) && (graze_orientation(a, b, p) > 0) == (b.y > a.y))
            inside = !inside;
    }
    return inside;
}

/* ---- is it a polygon? --------------------------------------------------------------------- */

typedef struct rings {
    polygon_ring *all; /* the outline, and its holes */
    size_t count;
    polygon_report *report;
} rings;

static bool refuse(const rings *r, polygon_fault fault, size_t at, size_t other)
{
    *r->report = (polygon_report){fault, at, other};
    return false;
}

/* Neighbours may share their corner, and only that. */
static bool edges_cross(const polygon_ring *of, size_t i, size_t j)
{
    graze_point a = polygon_corner(of, i), b = polygon_corner(of, i + 1);
    graze_point p = polygon_corner(of, j), q = polygon_corner(of, j + 1);
    if (i + 1 == j)
        return segments_overlap(b, a, q);
    if (i == 0 && j == of->count - 1)
        return segments_overlap(a, b, p);
    return segments_meet(a, b, p, q);
}

static bool check_ring(const rings *r, const polygon_ring *of)
{
    for (size_t i = 0; i < of->count; i++)
        for (size_t j = i + 1; j < of->count; j++)
            if (edges_cross(of, i, j))
                return refuse(r, POLYGON_CROSSED, of->corners[i], of->corners[j]);
    return true;
}

static bool check_apart(const rings *r, const polygon_ring *one, const polygon_ring *other)
{
    for (size_t i = 0; i < one->count; i++)
        for (size_t j = 0; j < other->count; j++)
            if (segments_meet(polygon_corner(one, i), polygon_corner(one, i + 1),
                              polygon_corner(other, j), polygon_corner(other, j + 1)))
                return refuse(r, POLYGON_CROSSED, one->corners[i], other->corners[j]);
    return true;
}

/* Rings that are apart lie in each other with all of their points, or with none. */
static bool check_holes(const rings *r)
{
    for (size_t k = 1; k < r->count; k++) {
        const polygon_ring *hole = &r->all[k];
        if (!holds(&r->all[0], polygon_corner(hole, 0)))
            return refuse(r, POLYGON_OUTSIDE, hole->corners[0], r->all[0].corners[0]);
        for (size_t i = 1; i < r->count; i++)
            if (i != k && holds(&r->all[i], polygon_corner(hole, 0)))
                return refuse(r, POLYGON_NESTED, hole->corners[0], r->all[i].corners[0]);
    }
    return true;
}

static bool check_rings(const rings *r)
{
    for (size_t k = 0; k < r->count; k++)
        if (!check_ring(r, &r->all[k]))
            return false;
    for (size_t k = 0; k < r->count; k++)
        for (size_t i = k + 1; i < r->count; i++)
            if (!check_apart(r, &r->all[k], &r->all[i]))
                return false;
    return check_holes(r);
}

/* ---- bridges ------------------------------------------------------------------------------ */

/* Does the segment m v meet a ring otherwise than in a corner m or v? */
static bool is_hidden_by(const polygon_ring *of, graze_point m, graze_point v)
{
    for (size_t i = 0; i < of->count; i++) {
        graze_point a = polygon_corner(of, i), b = polygon_corner(of, i + 1);
        bool hidden = is_same(a, m)   ? segments_overlap(m, b, v)
                      : is_same(b, m) ? segments_overlap(m, a, v)
                      : is_same(a, v) ? segments_overlap(v, b, m)
                      : is_same(b, v) ? segments_overlap(v, a, m)
                                      : segments_meet(a, b, m, v);
        if (hidden)
            return true;
    }
    return false;
}

/* Does one look from a corner of the outline to m into its area? Of the corners at one place
 * one does. */
static bool looks_inward(const polygon_ring *whole, size_t at, graze_point m)
{
    graze_point before = polygon_corner(whole, at + whole->count - 1);
    graze_point v = polygon_corner(whole, at), after = polygon_corner(whole, at + 1);
    bool left_before = graze_orientation(before, v, m) > 0;
    bool left_after = graze_orientation(v, after, m) > 0;
    return polygon_turn_at(whole, at) > 0 ? left_before && left_after : left_before || left_after;
}

static bool is_in_sight(const rings *r, size_t at, size_t hole, graze_point m)
{
    graze_point v = polygon_corner(&r->all[0], at);
    if (!looks_inward(&r->all[0], at, m) || is_hidden_by(&r->all[0], m, v))
        return false;
    for (size_t i = hole; i < r->count; i++)
        if (is_hidden_by(&r->all[i], m, v))
            return false;
    return true;
}

/* The corner of the outline, among those in sight, that is nearest to m, roughly. */
static bool find_bridge(const rings *r, size_t hole, graze_point m, size_t *found)
{
    double least = 0;
    bool any = false;
    for (size_t i = 0; i < r->all[0].count; i++) {
        graze_point v = polygon_corner(&r->all[0], i);
        double dx = v.x - m.x, dy = v.y - m.y, square = dx * dx + dy * dy;
        if ((any && !(square < least)) || !is_in_sight(r, i, hole, m))
            continue;
        any = true;
        least = square;
        *found = i;
    }
    return any;
}

/* ... V, and then M round to M, V, ... */
static void splice(polygon_ring *whole, size_t v, const polygon_ring *hole, size_t m)
{
    size_t *behind = whole->corners + v + 1;
    memmove(behind + hole->count + 2, behind, (whole->count - v - 1) * sizeof *behind);
    for (size_t i = 0; i <= hole->count; i++)
        behind[i] = hole->corners[(m + i) % hole->count];
    behind[hole->count + 1] = whole->corners[v];
    whole->count += hole->count + 2;
}

/* The holes that reach farthest to the right come first. */
static int compare_reach(const void *one, const void *other)
{
    const polygon_ring *a = one, *b = other;
    double x = polygon_corner(a, outermost(a, true)).x, y = polygon_corner(b, outermost(b, true)).x;
    return (x < y) - (x > y);
}

static io_result tie_holes(rings *r, polygon_edge *bridges)
{
    qsort(r->all + 1, r->count - 1, sizeof *r->all, compare_reach);
    for (size_t k = 1; k < r->count; k++) {
        const polygon_ring *hole = &r->all[k];
        size_t m = outermost(hole, true), v = 0;
        if (!find_bridge(r, k, polygon_corner(hole, m), &v))
            return IO_BAD_INPUT; /* there is one, of rings that were checked */
        bridges[k - 1] = (polygon_edge){hole->corners[m], r->all[0].corners[v]};
        splice(&r->all[0], v, hole, m);
    }
    return IO_OK;
}

/* ---- the whole ---------------------------------------------------------------------------- */

/* Holes go the other way round, so that the area is on the left of them, too. */
static io_result unite(rings *r, polygon_edge *bridges)
{
    for (size_t k = 0; k < r->count; k++) {
        size_t first = r->all[k].corners[0];
        drop_flat(&r->all[k]);
        if (r->all[k].count < 3) {
            refuse(r, POLYGON_FLAT, first, first);
            return IO_BAD_INPUT;
        }
    }
    if (!check_rings(r))
        return IO_BAD_INPUT;
    for (size_t k = 0; k < r->count; k++)
        orient(&r->all[k], k > 0);
    return tie_holes(r, bridges);
}

io_result polygon_unite(const graze_point *points, const size_t *ends, size_t ring_count,
                        polygon_ring *whole, polygon_edge *bridges, polygon_report *report)
{
    size_t total = ends[ring_count - 1];
    rings r = {malloc(ring_count * sizeof *r.all), ring_count, report};
    size_t *corners = malloc((total + 1) * sizeof *corners);
    io_result result = r.all != NULL && corners != NULL ? IO_OK : IO_MEMORY;
    *report = (polygon_report){.fault = POLYGON_SOUND};
    for (size_t i = 0; result == IO_OK && i < total; i++)
        corners[i] = i;
    for (size_t k = 0, first = 0; result == IO_OK && k < ring_count; first = ends[k++])
        r.all[k] = (polygon_ring){points, corners + first, ends[k] - first};
    if (result == IO_OK) {
        memcpy(whole->corners, corners, ends[0] * sizeof *corners);
        r.all[0].corners = whole->corners;
        result = unite(&r, bridges);
        *whole = r.all[0];
    }
    free(corners);
    free(r.all);
    return result;
}
