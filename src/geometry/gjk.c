/* SPDX-License-Identifier: MIT */
/* Barycode GJK: the search for a separating direction or a triangle round the origin,
 * and what follows from it at each level.
 *
 * The search runs in doubles. What it ends with is proved: a direction in which the
 * corner that is exactly the farthest does not lie beyond the origin (apart, or
 * touching), or a triangle of corners that holds the origin strictly (overlap). Most
 * pairs take one to three steps. A pair that takes more, or meets a corner again, is
 * about to touch; there the walk to the edge in question is shorter than further steps,
 * and decides by the exact sign of one area.
 */
#include "geometry/gjk.h"


#include "geometry/boundary.h"
#include "geometry/measure.h"
#include "geometry/simplex.h"
#include "geometry/within.h"
#include "numeric/eft.h"
#include "numeric/float_mode.h"

enum { STEPS = 3, SCANNED = 48 /* [count] so many corners are looked at sooner than climbed to */ };

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
    placed_point p0 = placed_corner(pair, s->point[0].corner);
    placed_point p1 = placed_corner(pair, s->point[1].corner);
    placed_point p2 = placed_corner(pair, s->point[2].corner);
    int side = placed_cross_sign(pair, &p0, &p1);
    return side != 0 && placed_cross_sign(pair, &p1, &p2) == side &&
           placed_cross_sign(pair, &p2, &p0) == side;
}

/* Is the corner farthest in the direction not beyond the origin? Exact. */
static bool separates(const placed_pair *pair, graze_point direction, minkowski_corner near,
                      placed_point *outer)
{
    *outer = placed_farthest(pair, direction, near);
    return placed_dot_sign(pair, direction, outer) <= 0;
}

/* Takes the newest point into the simplex, drops what is not needed, and looks from the
 * rest towards the origin. */
static inline graze_point reduce(simplex *s, const simplex_point *point)
{
    graze_point direction = negative(point->at);
    s->point[s->count++] = *point;
    if (s->count == 2)
        *s = simplex_segment(s->point[0], s->point[1], &direction);
    else if (s->count == 3)
        *s = simplex_triangle_newest(s, &direction);
    return direction;
}

static inline finding search(const placed_pair *pair, hull_way way, graze_point direction,
                             minkowski_corner *first, placed_point *outer)
{
    simplex s = {.count = 0};
    for (int i = 0; i < STEPS; i++) {
        simplex_point point = placed_near(pair, direction, way);
        if (i == 0)
            *first = point.corner;
        if (point_dot(direction, point.at) <= 0 &&
            separates(pair, direction, point.corner, outer))
            return FOUND_OUTER;
        if (simplex_has(&s, point.corner))
            return FOUND_NOTHING;
        direction = reduce(&s, &point);
        if (s.count == 3)
            return holds_origin(pair, &s) ? FOUND_INSIDE : FOUND_NOTHING;
        if (direction.x == 0 && direction.y == 0)
            return FOUND_NOTHING;
    }
    return FOUND_NOTHING;
}

/* By walking, exactly: to one edge where a point of the interior is known, else round
 * all corners. `near` is a corner near the farthest one in the direction. */
static bool walk_tells(const placed_pair *pair, graze_point direction, minkowski_corner near,
                       placed_point *outer)
{
    const graze_hull *a = pair->a, *b = pair->b;
    minkowski_corner corner;
    int held = -1;
    if (a->inner_radius >= 0 && b->inner_radius >= 0 && a->inner_radius + b->inner_radius > 0) {
        placed_point farthest = placed_farthest(pair, direction, near);
        held = boundary_holds_origin_near(pair, &farthest, &corner);
    }
    if (held < 0)
        held = boundary_holds_origin(pair, &corner);
    if (held == 0)
        *outer = placed_corner(pair, corner);
    return held == 1;
}

static inline bool interiors_meet(const placed_pair *pair, hull_way way, placed_point *outer)
{
    graze_point direction = first_direction(pair);
    minkowski_corner corner;
    if (placed_is_ordinary(pair)) {
        finding found = search(pair, way, direction, &corner, outer);
        return found == FOUND_NOTHING ? walk_tells(pair, direction, corner, outer)
                                      : found == FOUND_INSIDE;
    }
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

/* Certainly apart, or certainly overlapping, radii included; GJK_CLOSE when it takes a search to
 * know. */
typedef enum gjk_glance { GJK_APART, GJK_OVERLAP, GJK_CLOSE } gjk_glance;

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
    /* One branch, not four: which side it is cannot be predicted. */
    if ((right > reach) | (left > reach) | (above > reach) | (below > reach))
        return GJK_APART;
    double x = pair->offset.x + (b->middle.x - a->middle.x);
    double y = pair->offset.y + (b->middle.y - a->middle.y);
    double inner = pair->radius + (a->inner_radius + b->inner_radius) - doubt;
    if (inner > 0x1p-400 && x * x + y * y < inner * inner * (1 - 0x1p-50))
        return GJK_OVERLAP;
    return GJK_CLOSE;
}

/* How far a body reaches in a direction, times that direction's length. The lesser of two numbers
 * is one instruction in this form. */
static inline double height_of(const graze_body *body, graze_point direction)
{
    double even = -INFINITY, odd = -INFINITY;
    size_t i = 0;
    for (; i + 1 < body->vertex_count; i += 2) {
        const double one = hull_height(body, i, direction);
        const double other = hull_height(body, i + 1, direction);
        even = one > even ? one : even;
        odd = other > odd ? other : odd;
    }
    const double last = i < body->vertex_count ? hull_height(body, i, direction)
                                               : (body->vertex_count == 0 ? 0 : -INFINITY);
    even = last > even ? last : even;
    return even > odd ? even : odd;
}

/* Is there certainly a gap across the line of the middles? With d the direction in which b is
 * seen from a, |d| its greater number and m the magnitude, each of the three heights is off by
 * 6U |d| m at most, their difference by 4U |d| m more, and the reach by 8U |d| m. The doubt covers
 * that many times over, and what underflows is far below it. */
static inline bool middles_separate(const placed_pair *pair)
{
    const graze_point to_a = first_direction(pair), to_b = negative(to_a);
    const double size = fabs(to_a.x) + fabs(to_a.y);
    const double doubt = 0x1p-46 * size * placed_magnitude(pair);
    const double reach =
        pair->radius == 0 ? 0 : pair->radius * sqrt(to_a.x * to_a.x + to_a.y * to_a.y);
    const double gap = (pair->offset.x * to_b.x + pair->offset.y * to_b.y) -
                       height_of(&pair->a->body, to_b) - height_of(&pair->b->body, to_a);
    return size > 0x1p-200 && gap > reach + doubt;
}

/* Few corners are scanned, many climbed to. */
static inline hull_way way_of(const placed_pair *pair)
{
    return pair->a->body.vertex_count + pair->b->body.vertex_count <= SCANNED ? HULL_SCAN
                                                                               : HULL_CLIMB;
}

/* ---- distances -------------------------------------------------------------------- */

/* The distance less the radii, made to have the given sign. */
static double with_sign(double distance, int sign)
{
    if (sign == 0)
        return 0;
    return sign > 0 ? fmax(distance, 0x1p-1074) : fmin(distance, -0x1p-1074);
}

/* Where a number on the way may overflow, all are made smaller first; what that loses is
 * far below an ulp of the largest. */
static double less_radii(const placed_pair *pair, const measured *found)
{
    const double a = pair->a->body.radius, b = pair->b->body.radius;
    double distance = found->unit == 0 ? found->distance : ldexp(found->distance, found->unit);
    double tail;
    double radius = eft_two_sum(a, b, &tail);
    if (fabs(distance) < 0x1p1000 && radius < 0x1p1000)
        return (distance - radius) - tail;
    radius = eft_two_sum(a * 0x1p-8, b * 0x1p-8, &tail);
    distance = ldexp(found->distance, found->unit - 8);
    return ((distance - radius) - tail) * 0x1p8;
}

/* The part nearest to an origin that is outside, its measure, and the signed distance
 * of the surfaces. A distance that is small beside what it may be wrong by (some twenty
 * roundings) gets its sign from an exact comparison. */
static graze_status measure_outside(const placed_pair *pair, const placed_point *outer,
                                    boundary_part *part, measured *found, double *distance)
{
    /* UNREACHED: as in boundary_nearest, whose bound this tells */
    if (!boundary_nearest(pair, *outer, part))
        return GRAZE_ERROR_ITERATIONS;
    *found = measure(pair, part);
    *distance = less_radii(pair, found);
    if (placed_is_ordinary(pair) && fabs(*distance) > 0x1p-47 * placed_magnitude(pair))
        return GRAZE_OK;
    int sign = boundary_is_edge(part) ? within_segment(pair, part->from.corner, part->to.corner)
                                      : within_point(pair, part->from.corner);
    *distance = with_sign(*distance, sign);
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
    FLOAT_MODE_DEFAULT;
    graze_status status = check(a, place_a, b, place_b, overlap);
    if (status != GRAZE_OK)
        return status;
    placed_pair pair = placed(a, place_a, b, place_b);
    const bool ordinary = placed_is_ordinary(&pair);
    const gjk_glance seen = ordinary ? glance(&pair) : GJK_CLOSE;
    placed_point outer;
    if (seen != GJK_CLOSE) {
        *overlap = seen == GJK_OVERLAP;
    } else if (ordinary && way_of(&pair) == HULL_SCAN && middles_separate(&pair)) {
        *overlap = false;
    } else if (gjk_interiors_meet(&pair, way_of(&pair), &outer)) {
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
        /* UNREACHED: the bound of measure_outside */
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
    FLOAT_MODE_DEFAULT;
    graze_status status = check(a, place_a, b, place_b, distance);
    if (status != GRAZE_OK)
        return status;
    placed_pair pair = placed(a, place_a, b, place_b);
    if (placed_is_ordinary(&pair) && glance(&pair) == GJK_OVERLAP) {
        *distance = 0;
        return GRAZE_OK;
    }
    return gjk_distance_by(&pair, way_of(&pair), distance);
}

/* One coordinate of a witness. Numbers that may overflow on the way are made smaller. */
static double witness_at(double place, double start, double end, double along, double reach,
                         bool huge)
{
    const double less = huge ? 0x1p-8 : 1;
    start *= less;
    return (place * less + (start + (along * (end * less - start) + reach * less))) / less;
}

/* The point of a body's core that the part of the boundary was made from, moved to the
 * surface. */
static graze_point witness(const graze_hull *hull, graze_point place, size_t from, size_t to,
                           const measured *found, double reach)
{
    graze_point start = body_vertex(&hull->body, from), end = body_vertex(&hull->body, to);
    const bool huge = !(hull->size < 0x1p1000);
    return (graze_point){
        witness_at(place.x, start.x, end.x, found->along, reach * found->direction.x, huge),
        witness_at(place.y, start.y, end.y, found->along, reach * found->direction.y, huge)};
}

graze_status graze_gjk_separation(const graze_hull *a, graze_point place_a, const graze_hull *b,
                                  graze_point place_b, graze_separation *separation)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = check(a, place_a, b, place_b, separation);
    if (status != GRAZE_OK)
        return status;
    placed_pair pair = placed(a, place_a, b, place_b);
    placed_point outer;
    boundary_part part;
    measured found;
    double distance;
    if (gjk_interiors_meet(&pair, way_of(&pair), &outer)) {
        found = measure_depth(&pair, &part);
        distance = with_sign(less_radii(&pair, &found), -1);
    } else {
        status = measure_outside(&pair, &outer, &part, &found, &distance);
        /* UNREACHED: the bound of measure_outside */
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
