/* SPDX-License-Identifier: MIT */
/* Barycode GJK: the search for a separating direction or a triangle round the origin,
 * and what follows from it at each level.
 *
 * The search runs in doubles, on corners that are exactly the farthest ones; what it
 * ends with is certified: a direction with no corner beyond the origin (apart or
 * touching), or a triangle of corners that holds the origin strictly (overlap). When it
 * finds the same corner again, an edge at this corner nearly always tells that the two
 * touch; if not, the exact walk round the difference answers. */
#include "geometry/gjk.h"


#include "geometry/boundary.h"
#include "geometry/measure.h"
#include "geometry/simplex.h"
#include "geometry/within.h"
#include "numeric/eft.h"

enum { STEPS = 64 };

typedef enum finding { FOUND_OUTER, FOUND_INSIDE, FOUND_NOTHING } finding;

static graze_point negative(graze_point p) { return (graze_point){-p.x, -p.y}; }

/* From the middle of the difference towards the origin. */
static graze_point first_direction(const placed_pair *pair)
{
    graze_point a = pair->a->middle, b = pair->b->middle;
    graze_point direction = {(a.x - b.x) - pair->offset.x, (a.y - b.y) - pair->offset.y};
    if (direction.x == 0 && direction.y == 0)
        direction.x = 1;
    return direction;
}

/* Is the origin strictly inside the triangle? Exact. */
static bool holds_origin(const placed_pair *pair, const simplex *s)
{
    int side = placed_cross_sign(pair, &s->point[0], &s->point[1]);
    return side != 0 && placed_cross_sign(pair, &s->point[1], &s->point[2]) == side &&
           placed_cross_sign(pair, &s->point[2], &s->point[0]) == side;
}

/* Takes the newest point into the simplex and drops what is not needed. */
static inline graze_point reduce(simplex *s, const placed_point *point)
{
    graze_point direction = negative(point->at);
    s->point[s->count++] = *point;
    if (s->count == 2)
        *s = simplex_segment(s->point[0], s->point[1], &direction);
    else if (s->count == 3)
        *s = simplex_triangle_newest(s, &direction);
    return direction;
}

static inline finding search(const placed_pair *pair, hull_way way, placed_point *outer)
{
    simplex s = {.count = 0};
    graze_point direction = first_direction(pair);
    for (int i = 0; i < STEPS; i++) {
        placed_point point = placed_farthest(pair, direction, way);
        *outer = point;
        if (placed_dot_sign(pair, direction, &point) <= 0)
            return FOUND_OUTER;
        if (simplex_has(&s, point.corner))
            return boundary_excludes_origin(pair, &point) ? FOUND_OUTER : FOUND_NOTHING;
        direction = reduce(&s, &point);
        if (s.count == 3)
            return holds_origin(pair, &s) ? FOUND_INSIDE : FOUND_NOTHING;
        if (direction.x == 0 && direction.y == 0)
            return FOUND_NOTHING;
    }
    return FOUND_NOTHING;
}

static inline bool interiors_meet(const placed_pair *pair, hull_way way, placed_point *outer)
{
    finding found = placed_is_ordinary(pair) ? search(pair, way, outer) : FOUND_NOTHING;
    if (found != FOUND_NOTHING)
        return found == FOUND_INSIDE;
    minkowski_corner corner;
    if (boundary_holds_origin(pair, &corner))
        return true;
    *outer = placed_corner(pair, corner);
    return false;
}

bool gjk_interiors_meet(const placed_pair *pair, hull_way way, placed_point *outer)
{
    placed_point unused;
    if (outer == NULL)
        outer = &unused;
    return way == HULL_SCAN ? interiors_meet(pair, HULL_SCAN, outer)
                            : interiors_meet(pair, HULL_CLIMB, outer);
}

/* ---- a glance --------------------------------------------------------------------- */

/* Boxes: is there a gap? Inner discs: are the middles nearer than their radii reach?
 * Each number here is a sum of at most four that the magnitude bounds, rounded three
 * times, so the doubt covers it many times over. */
static inline gjk_glance glance(const placed_pair *pair)
{
    const graze_hull *a = pair->a, *b = pair->b;
    double doubt = 0x1p-49 * placed_magnitude(pair);
    double right = pair->offset.x + (b->low.x - a->high.x);
    double left = (a->low.x - b->high.x) - pair->offset.x;
    double above = pair->offset.y + (b->low.y - a->high.y);
    double below = (a->low.y - b->high.y) - pair->offset.y;
    double reach = pair->radius + doubt;
    if (right > reach || left > reach || above > reach || below > reach)
        return GJK_APART;
    double x = pair->offset.x + (b->middle.x - a->middle.x);
    double y = pair->offset.y + (b->middle.y - a->middle.y);
    double inner = pair->radius + (a->inner_radius + b->inner_radius) - doubt;
    if (inner > 0x1p-400 && x * x + y * y < inner * inner * (1 - 0x1p-50))
        return GJK_OVERLAP;
    return GJK_CLOSE;
}

gjk_glance gjk_glance_at(const placed_pair *pair)
{
    return placed_is_ordinary(pair) ? glance(pair) : GJK_CLOSE;
}

/* ---- distances -------------------------------------------------------------------- */

/* The distance less the radii, made to have the given sign. */
static double with_sign(double distance, int sign)
{
    if (sign == 0)
        return 0;
    return sign > 0 ? fmax(distance, 0x1p-1074) : fmin(distance, -0x1p-1074);
}

static double less_radii(const placed_pair *pair, double distance)
{
    double tail, radius = eft_two_sum(pair->a->body.radius, pair->b->body.radius, &tail);
    return (distance - radius) - tail;
}

/* The part nearest to an origin that is outside, its measure, and the signed distance
 * of the surfaces. Where one of the distances is small beside what it may be wrong by
 * (some twenty roundings), the nearest part is found and the sign decided without any
 * rounding. */
static graze_status measure_outside(const placed_pair *pair, const placed_point *outer,
                                    boundary_part *part, measured *found, double *distance)
{
    double doubt = 0x1p-47 * placed_magnitude(pair);
    if (placed_is_ordinary(pair)) {
        if (!boundary_nearest(pair, *outer, false, part))
            return GRAZE_ERROR_ITERATIONS;
        *found = measure(pair, part);
        *distance = less_radii(pair, found->distance);
        if (found->distance > doubt && fabs(*distance) > doubt)
            return GRAZE_OK;
    }
    if (!boundary_nearest(pair, *outer, true, part))
        return GRAZE_ERROR_ITERATIONS;
    *found = measure(pair, part);
    int sign = boundary_is_edge(part) ? within_segment(pair, part->from.corner, part->to.corner)
                                      : within_point(pair, part->from.corner);
    *distance = with_sign(less_radii(pair, found->distance), sign);
    return GRAZE_OK;
}

/* ---- the door --------------------------------------------------------------------- */

static graze_status check(const graze_hull *a, graze_point place_a, const graze_hull *b,
                          graze_point place_b, const void *result)
{
    if (a == NULL || b == NULL || result == NULL)
        return GRAZE_ERROR_NULL;
    bool finite = isfinite(place_a.x) && isfinite(place_a.y) && isfinite(place_b.x) &&
                  isfinite(place_b.y);
    return finite ? GRAZE_OK : GRAZE_ERROR_NOT_FINITE;
}

graze_status graze_gjk_overlap(const graze_hull *a, graze_point place_a, const graze_hull *b,
                               graze_point place_b, bool *overlap)
{
    graze_status status = check(a, place_a, b, place_b, overlap);
    if (status != GRAZE_OK)
        return status;
    placed_pair pair = placed(a, place_a, b, place_b);
    gjk_glance seen = gjk_glance_at(&pair);
    placed_point outer;
    if (seen != GJK_CLOSE) {
        *overlap = seen == GJK_OVERLAP;
    } else if (interiors_meet(&pair, HULL_CLIMB, &outer)) {
        *overlap = true;
    } else if (pair.radius == 0) {
        *overlap = false;
    } else {
        boundary_part part;
        measured found;
        double distance;
        status = measure_outside(&pair, &outer, &part, &found, &distance);
        if (status == GRAZE_OK)
            *overlap = distance < 0;
    }
    return status;
}

static inline graze_status distance_by(const placed_pair *pair, hull_way way, double *distance)
{
    placed_point outer;
    boundary_part part;
    measured found;
    double signed_distance = 0;
    if (!interiors_meet(pair, way, &outer)) {
        graze_status status = measure_outside(pair, &outer, &part, &found, &signed_distance);
        if (status != GRAZE_OK)
            return status;
    }
    *distance = signed_distance > 0 ? signed_distance : 0;
    return GRAZE_OK;
}

graze_status gjk_distance_by(const placed_pair *pair, hull_way way, double *distance)
{
    return way == HULL_SCAN ? distance_by(pair, HULL_SCAN, distance)
                            : distance_by(pair, HULL_CLIMB, distance);
}

graze_status graze_gjk_distance(const graze_hull *a, graze_point place_a, const graze_hull *b,
                                graze_point place_b, double *distance)
{
    graze_status status = check(a, place_a, b, place_b, distance);
    if (status != GRAZE_OK)
        return status;
    placed_pair pair = placed(a, place_a, b, place_b);
    if (gjk_glance_at(&pair) == GJK_OVERLAP) {
        *distance = 0;
        return GRAZE_OK;
    }
    return distance_by(&pair, HULL_CLIMB, distance);
}

/* The point of a body's core that the part of the boundary was made from, moved to the
 * surface. */
static graze_point witness(const graze_hull *hull, graze_point place, size_t from, size_t to,
                           const measured *found, double reach)
{
    graze_point start = body_vertex(&hull->body, from), end = body_vertex(&hull->body, to);
    graze_point way = point_minus(end, start);
    return (graze_point){
        place.x + (start.x + (found->along * way.x + reach * found->direction.x)),
        place.y + (start.y + (found->along * way.y + reach * found->direction.y))};
}

graze_status graze_gjk_separation(const graze_hull *a, graze_point place_a, const graze_hull *b,
                                  graze_point place_b, graze_separation *separation)
{
    graze_status status = check(a, place_a, b, place_b, separation);
    if (status != GRAZE_OK)
        return status;
    placed_pair pair = placed(a, place_a, b, place_b);
    placed_point outer;
    boundary_part part;
    measured found;
    double distance;
    if (interiors_meet(&pair, HULL_CLIMB, &outer)) {
        found = measure_depth(&pair, &part);
        distance = with_sign(less_radii(&pair, found.distance), -1);
    } else {
        status = measure_outside(&pair, &outer, &part, &found, &distance);
        if (status != GRAZE_OK)
            return status;
    }
    minkowski_corner from = part.from.corner, to = part.to.corner;
    separation->on_a = witness(a, place_a, from.a, to.a, &found, a->body.radius);
    separation->on_b = witness(b, place_b, from.b, to.b, &found, -b->body.radius);
    separation->distance = distance;
    separation->direction = found.direction;
    return GRAZE_OK;
}
