/* SPDX-License-Identifier: MIT */
/* Barycode GJK: the search for a separating direction or a triangle round the origin,
 * and what follows from it at each level.
 *
 * A glance and the ray of two polygons (ray.h) go before it; it answers where they do not.
 *
 * The search runs in doubles. What it ends with is proved: a direction in which the
 * corner that is exactly the farthest does not lie beyond the origin (apart, or
 * touching), or a triangle of corners that holds the origin strictly (overlap). Most
 * pairs take one to three steps. A pair that takes more, or meets a corner again, is
 * about to touch; there the walk to the edge in question is shorter than further steps,
 * and decides by the exact sign of one area.
 */
#include "geometry/gjk.h"

#include "base/cpu.h"
#include "geometry/boundary.h"
#include "geometry/boxes.h"
#include "geometry/glance.h"
#include "geometry/measure.h"
#include "geometry/octs.h"
#include "geometry/quads.h"
#include "geometry/quick_distance.h"
#include "geometry/ray.h"
#include "geometry/sides_rest.h"
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

/* Whether the distance to the part exceeds the radii, exactly. A distance without radii is 0
 * where the origin is on the part's line. */
static int sign_of_distance(const placed_pair *pair, const boundary_part *part)
{
    if (!boundary_is_edge(part))
        return within_point(pair, part->from.corner);
    if (pair->radius == 0)
        return placed_cross_sign(pair, &part->from, &part->to) != 0;
    return within_segment(pair, part->from.corner, part->to.corner);
}

/* The measure of the part nearest to an origin outside, and the signed distance of the surfaces.
 * A distance that is small beside what it may be wrong by (some twenty roundings) gets its sign
 * from an exact comparison. */
static double measure_outside(const placed_pair *pair, const boundary_part *part, measured *found)
{
    measure(pair, part, found);
    const double distance = less_radii(pair, found);
    if (placed_is_ordinary(pair) && fabs(distance) > 0x1p-47 * pair->magnitude)
        return distance;
    return with_sign(distance, sign_of_distance(pair, part));
}

/* ---- where the origin is ---------------------------------------------------------------- */

/* Whether it is strictly inside the difference, and else the part nearest to it. */
typedef struct gjk_place {
    bool inside;
    boundary_part part;
} gjk_place;

static inline graze_status locate_by(const placed_pair *pair, hull_way way, gjk_place *place)
{
    placed_point outer;
    place->inside = interiors_meet(pair, way, &outer);
    /* UNREACHED: as in boundary_nearest, whose bound this tells */
    if (!place->inside && !boundary_nearest(pair, outer, &place->part))
        return GRAZE_ERROR_ITERATIONS;
    return GRAZE_OK;
}

/* The part nearest to an origin that is not inside: the exit, or one not far from it. */
static bool nearest_from(const placed_pair *pair, const ray_exit *exit, boundary_part *nearest)
{
    if (!ray_exit_is_nearest(pair, exit))
        return ray_nearest(pair, exit->edge.from, nearest);
    *nearest = (boundary_part){placed_corner(pair, exit->edge.from),
                               placed_corner(pair, exit->edge.to)};
    return true;
}

/* By walks along a ray and round from there, and where these are not certain by search. */
static graze_status locate(const placed_pair *pair, gjk_place *place)
{
    if (ray_applies(pair)) {
        minkowski_corner near;
        ray_exit exit;
        place->inside = false;
        if (ray_begin(pair, &near) && ray_nearest(pair, near, &place->part))
            return GRAZE_OK;
        const ray_answer answer = ray_tells(pair, near, &exit);
        place->inside = answer == RAY_INSIDE;
        if (place->inside || (answer == RAY_OUTSIDE && nearest_from(pair, &exit, &place->part)))
            return GRAZE_OK;
    }
    return way_of(pair) == HULL_SCAN ? locate_by(pair, HULL_SCAN, place)
                                     : locate_by(pair, HULL_CLIMB, place);
}

static sides_answer settle(const placed_pair *pair, const quads_view *view)
{
    seen_sides doubts;
    quads_doubts(view, &doubts);
    return sides_settle(cpu_level(), pair, &doubts);
}

/* Few corners side by side; with plain vectors walks are quicker. */
static sides_answer tell_by_sides(const placed_pair *pair)
{
#if CPU_WIDE
    seen_sides seen;
    if (octs_apply(pair)) {
        octs_look(pair, &seen);
        return sides_settle(CPU_AVX2, pair, &seen);
    }
#endif
    (void)pair;
    return SIDES_UNKNOWN;
}

/* By what is doubtful of their edges, if that was seen. */
static bool meet(const placed_pair *pair, const quads_view *view)
{
    const sides_answer sides =
        view->answer == QUADS_DOUBTFUL ? settle(pair, view) : tell_by_sides(pair);
    if (sides != SIDES_UNKNOWN)
        return sides == SIDES_INSIDE;
    ray_answer answer = RAY_UNKNOWN;
    if (ray_applies(pair)) {
        minkowski_corner near;
        ray_exit exit;
        ray_begin(pair, &near);
        answer = ray_tells(pair, near, &exit);
    }
    return answer == RAY_UNKNOWN ? gjk_interiors_meet(pair, way_of(pair), NULL)
                                 : answer == RAY_INSIDE;
}

/* The distance of the surfaces, 0 where they overlap. */
static double distance_at(const placed_pair *pair, const gjk_place *place)
{
    measured found;
    const double distance = place->inside ? 0 : measure_outside(pair, &place->part, &found);
    return distance > 0 ? distance : 0;
}

graze_status gjk_distance_by(const placed_pair *pair, hull_way way, double *distance)
{
    gjk_place place;
    const graze_status status = way == HULL_SCAN ? locate_by(pair, HULL_SCAN, &place)
                                                 : locate_by(pair, HULL_CLIMB, &place);
    if (status == GRAZE_OK)
        *distance = distance_at(pair, &place);
    return status;
}

/* ---- the door --------------------------------------------------------------------- */

static inline bool are_finite(graze_point place_a, graze_point place_b)
{
    return (place_a.x * 0 + place_a.y * 0) + (place_b.x * 0 + place_b.y * 0) == 0;
}

static graze_status check(const graze_hull *a, graze_point place_a, const graze_hull *b,
                          graze_point place_b, const void *result)
{
    if (a == NULL || b == NULL || result == NULL)
        return GRAZE_ERROR_NULL;
    return are_finite(place_a, place_b) ? GRAZE_OK : GRAZE_ERROR_NOT_FINITE;
}

static FLOAT_MODE_SLOW graze_status overlap_closely(const graze_hull *a, graze_point place_a,
                                                    const graze_hull *b, graze_point place_b,
                                                    quads_view view, bool *overlap)
{
    if (!are_finite(place_a, place_b))
        return GRAZE_ERROR_NOT_FINITE;
    FLOAT_MODE_DEFAULT;
    const placed_pair pair = placed(a, place_a, b, place_b);
    if (pair.radius == 0) {
        *overlap = meet(&pair, &view);
        return GRAZE_OK;
    }
    gjk_place place;
    measured found;
    const graze_status status = locate(&pair, &place);
    if (status == GRAZE_OK)
        *overlap = place.inside || measure_outside(&pair, &place.part, &found) < 0;
    return status;
}

static const quads_view NOT_SEEN = {.answer = QUADS_FAR};

/* One of both keeps its corners. Not inlined: it would cost the others. */
static FLOAT_MODE_SLOW graze_status overlap_of_corners(const graze_hull *a, graze_point place_a,
                                                       const graze_hull *b, graze_point place_b,
                                                       bool *overlap)
{
    const graze_point offset = placed_offset(place_a, place_b);
#if CPU_WIDE
    if (quads_apply(a, b)) {
        const quads_view view = quads_glance(a, b, offset);
        if (view.answer > QUADS_OVERLAP)
            return overlap_closely(a, place_a, b, place_b, view, overlap);
        *overlap = view.answer == QUADS_OVERLAP;
        return GRAZE_OK;
    }
#endif
    const glance_answer seen = glance(a, b, offset, true);
    if (seen == GLANCE_CLOSE)
        return overlap_closely(a, place_a, b, place_b, NOT_SEEN, overlap);
    *overlap = seen == GLANCE_OVERLAP;
    return GRAZE_OK;
}

/* A glance is certain only where the places are finite. */
graze_status graze_gjk_overlap(const graze_hull *a, graze_point place_a, const graze_hull *b,
                               graze_point place_b, bool *overlap)
{
    if (a == NULL || b == NULL || overlap == NULL)
        return GRAZE_ERROR_NULL;
    if (hull_keeps_corners(a) || hull_keeps_corners(b))
        return overlap_of_corners(a, place_a, b, place_b, overlap);
    const glance_answer seen = glance(a, b, placed_offset(place_a, place_b), false);
    if (seen == GLANCE_CLOSE)
        return overlap_closely(a, place_a, b, place_b, NOT_SEEN, overlap);
    *overlap = seen == GLANCE_OVERLAP;
    return GRAZE_OK;
}

static graze_status distance_anyhow(const placed_pair *pair, double *distance)
{
    gjk_place place; /* of many bytes: set one by one */
    const graze_status status = locate(pair, &place);
    if (status == GRAZE_OK)
        *distance = distance_at(pair, &place);
    return status;
}

static inline quick_answer distance_quickly(const placed_pair *pair, quick_begin begin,
                                            ray_edge *part, double *distance)
{
    return cpu_has_avx2() ? quick_distance_fused(pair, begin, part, distance)
                           : quick_distance_plain(pair, begin, part, distance);
}

/* From the edge that a ray leaves by. */
static quick_answer distance_from(const placed_pair *pair, const ray_exit *exit, ray_edge *part,
                                  double *distance)
{
    const quick_begin at_exit = exit->side < 0 ? QUICK_BEYOND : QUICK_ON;
    *part = exit->edge;
    return distance_quickly(pair, ray_exit_is_nearest(pair, exit) ? at_exit : QUICK_WALK, part,
                            distance);
}

static graze_status distance_of_rest(const placed_pair *pair, quick_answer answer,
                                     const ray_edge *part, double *distance)
{
    gjk_place place;
    if (answer == QUICK_NOTHING)
        return distance_anyhow(pair, distance);
    place.inside = false;
    place.part = (boundary_part){placed_corner(pair, part->from), placed_corner(pair, part->to)};
    *distance = distance_at(pair, &place);
    return GRAZE_OK;
}

static graze_status distance_by_ray(const placed_pair *pair, double *distance)
{
    ray_edge part = {{0, 0}, {0, 0}};
    quick_answer answer = distance_quickly(pair, QUICK_ANEW, &part, distance);
    if (answer == QUICK_NOTHING) {
        ray_exit exit;
        const ray_answer ray = ray_tells(pair, part.from, &exit);
        if (ray == RAY_INSIDE) {
            *distance = 0;
            return GRAZE_OK;
        }
        if (ray == RAY_OUTSIDE)
            answer = distance_from(pair, &exit, &part, distance);
    }
    return answer == QUICK_DISTANCE ? GRAZE_OK
                                    : distance_of_rest(pair, answer, &part, distance);
}

/* Sums of places are to be far from overflow, too. */
static inline bool is_quick(const placed_pair *pair)
{
    return ray_applies(pair) && fabs(pair->place_a.x) + fabs(pair->place_a.y) < 0x1p900;
}

#if CPU_WIDE
/* Where floats do not tell all. Not inlined: of most quads they do. */
static FLOAT_MODE_SLOW graze_status distance_in_doubt(const placed_pair *pair,
                                                      quads_nearness told, ray_edge *part,
                                                      double *distance)
{
    ray_exit exit = {.side = -1};
    quick_answer answer = QUICK_PART;
    if (told == QUADS_AT_EDGE && ray_leaves_by(pair, part, &exit) == RAY_INSIDE) {
        *distance = 0;
        return GRAZE_OK;
    }
    if (told == QUADS_AT_LONG_EDGE)
        exit.side = ray_side(pair, WALK_UNSURE, part);
    if (told == QUADS_NEAR)
        answer = quick_distance_fused(pair, QUICK_WALK, part, distance);
    else if (exit.side > 0)
        answer = QUICK_NOTHING;
    else if (quick_measure_fused(pair, part, exit.side, distance))
        answer = QUICK_DISTANCE;
    return answer == QUICK_DISTANCE ? GRAZE_OK : distance_of_rest(pair, answer, part, distance);
}

/* By all edges of few corners, of which one is in doubt where they touch. */
static graze_status distance_of_octs(const placed_pair *pair, double *distance)
{
    ray_edge part;
    const quads_nearness told = octs_nearest(pair, &part);
    if (told == QUADS_UNTOLD)
        return distance_by_ray(pair, distance);
    if (told != QUADS_INSIDE)
        return distance_in_doubt(pair, told, &part, distance);
    *distance = 0;
    return GRAZE_OK;
}
#endif

/* Of hulls that keep their corners, others have looked at all edges. */
static graze_status distance_of_polygons(const placed_pair *pair, double *distance)
{
#if CPU_WIDE
    if (octs_apply(pair) && !(hull_keeps_corners(pair->a) && hull_keeps_corners(pair->b)))
        return distance_of_octs(pair, distance);
#endif
    return distance_by_ray(pair, distance);
}

static FLOAT_MODE_SLOW graze_status distance_of_any(const graze_hull *a, graze_point place_a,
                                                    const graze_hull *b, graze_point place_b,
                                                    double *distance)
{
    FLOAT_MODE_DEFAULT;
    if (!are_finite(place_a, place_b))
        return GRAZE_ERROR_NOT_FINITE;
    const placed_pair pair = placed(a, place_a, b, place_b);
    if (!placed_is_ordinary(&pair) ||
        !glance_discs_meet(a, b, glance_way(a, b, pair.offset), pair.magnitude))
        return is_quick(&pair) ? distance_of_polygons(&pair, distance)
                               : distance_anyhow(&pair, distance);
    *distance = 0;
    return GRAZE_OK;
}

#if CPU_WIDE
/* The same: the nearest part is told without a vertex, mostly. Places of which it is told are so
 * near to each other that no sum of theirs overflows. */
static FLOAT_MODE_SLOW graze_status distance_of_quads(const graze_hull *a, graze_point place_a,
                                                      const graze_hull *b, graze_point place_b,
                                                      double *distance)
{
    FLOAT_MODE_DEFAULT;
    ray_edge part;
    const quads_nearness told = quads_nearest(a, b, placed_offset(place_a, place_b), &part);
    if (told == QUADS_INSIDE) {
        *distance = 0;
        return GRAZE_OK;
    }
    if (told == QUADS_UNTOLD)
        return distance_of_any(a, place_a, b, place_b, distance);
    const placed_pair pair = placed(a, place_a, b, place_b);
    return told == QUADS_NEAREST && quick_measure_fused(&pair, &part, -1, distance)
               ? GRAZE_OK
               : distance_in_doubt(&pair, told, &part, distance);
}
#endif

/* Whatever they are. It has nothing to keep: it jumps on. */
static inline graze_status distance_of_two(const graze_hull *a, graze_point place_a,
                                           const graze_hull *b, graze_point place_b,
                                           double *distance)
{
#if CPU_WIDE
    if (quads_apply(a, b))
        return distance_of_quads(a, place_a, b, place_b, distance);
#endif
    return distance_of_any(a, place_a, b, place_b, distance);
}

static FLOAT_MODE_SLOW graze_status distance_of_boxes(const graze_hull *a, graze_point place_a,
                                                      const graze_hull *b, graze_point place_b,
                                                      double *distance)
{
    FLOAT_MODE_DEFAULT;
    return boxes_distance(a, place_a, b, place_b, distance)
               ? GRAZE_OK
               : distance_of_two(a, place_a, b, place_b, distance);
}

/* The door jumps on, too. */
graze_status graze_gjk_distance(const graze_hull *a, graze_point place_a, const graze_hull *b,
                                graze_point place_b, double *distance)
{
    if (a == NULL || b == NULL || distance == NULL)
        return GRAZE_ERROR_NULL;
    return hull_is_box(a) && hull_is_box(b)
               ? distance_of_boxes(a, place_a, b, place_b, distance)
               : distance_of_two(a, place_a, b, place_b, distance);
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
    gjk_place place;
    measured found;
    double distance;
    status = locate(&pair, &place);
    if (status != GRAZE_OK)
        return status; /* UNREACHED: as in locate_by */
    if (place.inside) {
        measure_depth(&pair, &place.part, &found);
        distance = with_sign(less_radii(&pair, &found), -1);
    } else {
        distance = measure_outside(&pair, &place.part, &found);
    }
    const minkowski_corner from = place.part.from.corner, to = place.part.to.corner;
    separation->on_a = witness(a, place_a, from.a, to.a, &found, a->body.radius);
    separation->on_b = witness(b, place_b, from.b, to.b, &found, -b->body.radius);
    separation->distance = distance;
    separation->direction = found.direction;
    return GRAZE_OK;
}
