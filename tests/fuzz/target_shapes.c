/* SPDX-License-Identifier: MIT */
/* Motions, bodies and lists of intervals by themselves. */
#include <math.h>
#include <string.h>

#include "fuzz/targets.h"

/* ---- motions ---------------------------------------------------------------------------- */

static graze_vector any_vector(fuzz_input *in)
{
    graze_vector v;
    v.x = fuzz_number(in);
    v.y = fuzz_number(in);
    v.z = fuzz_number(in);
    return v;
}

static void make(fuzz_input *in)
{
    graze_motion motion = {.form = GRAZE_PARKED, .start = 7};
    graze_vector p = any_vector(in), q = any_vector(in), r = any_vector(in);
    double start = fuzz_number(in), last = fuzz_number(in);
    if (graze_motion_kinematic(p, q, r, start, last, &motion) == GRAZE_OK)
        fuzz_require(graze_motion_validate(&motion) == GRAZE_OK);
    else
        fuzz_require(motion.form == GRAZE_PARKED && motion.start == 7);
    motion = (graze_motion){.form = GRAZE_PARKED, .start = 7};
    if (graze_motion_waypoint(p, q, start, last, &motion) == GRAZE_OK)
        fuzz_require(graze_motion_validate(&motion) == GRAZE_OK);
    else
        fuzz_require(motion.form == GRAZE_PARKED && motion.start == 7);
}

void fuzz_motions(fuzz_input *in)
{
    graze_motion motion = fuzz_motion(in), moved = motion, back;
    graze_vector place;
    double time = fuzz_number(in);
    graze_status valid = graze_motion_validate(&motion);
    graze_status status = graze_motion_restart(&motion, time, &moved);
    fuzz_require(status == GRAZE_OK || valid != GRAZE_OK || !isfinite(time));
    if (status == GRAZE_OK)
        fuzz_require(graze_motion_validate(&moved) == GRAZE_OK && moved.start == time &&
                     moved.start_tail == 0);
    status = graze_motion_delay(&motion, time, &moved);
    if (status == GRAZE_OK) { /* and back again */
        fuzz_require(graze_motion_validate(&moved) == GRAZE_OK);
        fuzz_require(graze_motion_delay(&moved, -time, &back) == GRAZE_OK);
        fuzz_require(back.start + back.start_tail == motion.start + motion.start_tail);
    }
    status = graze_motion_place(&motion, time, &place);
    if (status == GRAZE_OK)
        fuzz_require(isfinite(place.x) && isfinite(place.y) && isfinite(place.z));
    make(in);
}

/* ---- bodies ------------------------------------------------------------------------------ */

enum { CORNERS = FUZZ_VERTICES_MAX };

static void change(fuzz_input *in, const graze_body *body)
{
    graze_point corners[GRAZE_TURNED_CAPACITY(CORNERS)];
    graze_body made;
    size_t capacity = fuzz_below(in, GRAZE_TURNED_CAPACITY(CORNERS) + 1);
    double angle = fuzz_number(in);
    if (graze_body_corners(body, corners, capacity, &made) == GRAZE_OK)
        fuzz_require(graze_body_validate(&made) == GRAZE_OK && made.vertex_count <= capacity);
    if (graze_body_turned(body, angle, corners, capacity, &made) == GRAZE_OK)
        fuzz_require(graze_body_validate(&made) == GRAZE_OK &&
                     made.vertex_count <= 4 * body->vertex_count);
    fuzz_require((graze_body_check_rotation(angle) == GRAZE_OK) == (angle == 0));
}

static graze_motion standing(graze_point place)
{
    return (graze_motion){.position = {place.x, place.y, 0}, .duration = INFINITY};
}

/* Bodies at rest: GJK and the kernel agree. */
static void meet(const graze_body *a, graze_point at_a, const graze_body *b, graze_point at_b)
{
    graze_hull hull_a, hull_b;
    graze_separation apart;
    bool overlap = false, exists = true;
    double distance = -1;
    fuzz_require(graze_hull_prepare(a, &hull_a) == GRAZE_OK);
    fuzz_require(graze_hull_prepare(b, &hull_b) == GRAZE_OK);
    graze_status status = graze_gjk_overlap(&hull_a, at_a, &hull_b, at_b, &overlap);
    if (status == GRAZE_ERROR_NOT_FINITE)
        return;
    fuzz_require(status == GRAZE_OK);
    graze_motion m = standing(at_a), n = standing(at_b);
    fuzz_require(graze_conflict_exists(a, &m, b, &n, 0, &exists) == GRAZE_OK);
    fuzz_require(exists == overlap);
    fuzz_require(graze_gjk_distance(&hull_a, at_a, &hull_b, at_b, &distance) == GRAZE_OK);
    fuzz_require(distance >= 0 && (!overlap || distance == 0));
    fuzz_require(graze_gjk_separation(&hull_a, at_a, &hull_b, at_b, &apart) == GRAZE_OK);
    fuzz_require(!isnan(apart.distance) && (apart.distance < 0) == overlap);

    graze_clearance near;
    status = graze_conflict_clearance_within(a, &m, b, &n, fuzz_patience(), &near);
    if (status != GRAZE_OK)
        return;
    fuzz_require((near.distance > 0) == (distance > 0) || fabs(near.distance) < 0x1p-1000);
    double size = fmax(fmax(hull_a.size, hull_b.size), fmax(fabs(distance), a->radius + b->radius));
    size = fmax(size, fmax(fmax(fabs(at_a.x), fabs(at_a.y)), fmax(fabs(at_b.x), fabs(at_b.y))));
    fuzz_require(fabs(apart.distance - near.distance) <= 0x1p-49 * size + 0x1p-1000 ||
                 !isfinite(apart.distance) || !isfinite(near.distance) || !isfinite(size));
}

/* A triangle is valid, or clockwise, as its corners turn; else they lie on a line. */
static void turn(graze_point a, graze_point b, graze_point c)
{
    const graze_point corners[3] = {a, b, c};
    const graze_body triangle = {.vertices = corners, .vertex_count = 3};
    graze_status status = graze_body_validate(&triangle);
    int side = status == GRAZE_OK ? 1 : status == GRAZE_ERROR_VERTEX_CLOCKWISE ? -1 : 0;
    fuzz_require(graze_orientation(a, b, c) == side && graze_orientation(c, b, a) == -side);
}

void fuzz_bodies(fuzz_input *in)
{
    graze_point corners_a[CORNERS], corners_b[CORNERS], at_a, at_b;
    graze_body a = fuzz_body(in, corners_a), b = fuzz_body(in, corners_b);
    at_a.x = fuzz_number(in);
    at_a.y = fuzz_number(in);
    at_b.x = fuzz_number(in);
    at_b.y = fuzz_number(in);
    turn(at_a, at_b, a.vertex_count > 0 ? a.vertices[0] : (graze_point){0, 0});
    size_t bad = CORNERS;
    graze_status status = graze_body_validate(&a);
    fuzz_require(graze_body_find_fault(&a, &bad) == status);
    fuzz_require(bad == CORNERS || (status != GRAZE_OK && bad < a.vertex_count));
    change(in, &a);
    if (status == GRAZE_OK && graze_body_validate(&b) == GRAZE_OK)
        meet(&a, at_a, &b, at_b);
}

/* ---- lists of intervals ------------------------------------------------------------------ */

enum { LIST = 8 };

static size_t list(fuzz_input *in, graze_interval *intervals)
{
    size_t count = fuzz_below(in, LIST + 1);
    for (size_t i = 0; i < count; i++) {
        intervals[i].lower = fuzz_number(in);
        intervals[i].upper = fuzz_number(in);
    }
    return count;
}

/* At the ends of both lists and beside them. */
static void compare_at(double x, const graze_interval *a, size_t count_a, const graze_interval *b,
                       size_t count_b, const graze_interval *result, size_t count, bool united)
{
    for (int side = -1; side <= 1; side++) {
        double at = side == 0 ? x : nextafter(x, side < 0 ? -INFINITY : INFINITY);
        bool in_a = fuzz_inside(a, count_a, at), in_b = fuzz_inside(b, count_b, at);
        bool contained = false;
        if (!isfinite(at))
            continue;
        fuzz_require(fuzz_inside(result, count, at) == (united ? in_a || in_b : in_a && in_b));
        fuzz_require(graze_intervals_contain(a, count_a, at, &contained) == GRAZE_OK &&
                     contained == in_a);
    }
}

static void search(const graze_interval *a, size_t count, double time)
{
    double safe, before;
    if (isnan(time))
        return;
    fuzz_require(graze_intervals_earliest_safe(a, count, time, &safe) == GRAZE_OK);
    fuzz_require(graze_intervals_latest_safe(a, count, time, &before) == GRAZE_OK);
    fuzz_require(safe >= time && before <= time);
    fuzz_require(!fuzz_inside(a, count, safe) && !fuzz_inside(a, count, before));
}

static void complement(fuzz_input *in, const graze_interval *a, size_t count)
{
    graze_closed_interval horizon, safe[LIST + 1];
    size_t total = 0;
    horizon.first = fuzz_number(in);
    horizon.last = fuzz_number(in);
    if (graze_intervals_complement(a, count, horizon, safe, LIST + 1, &total) != GRAZE_OK)
        return;
    for (size_t i = 0; i < total; i++) {
        fuzz_require(safe[i].first <= safe[i].last);
        fuzz_require(safe[i].first >= horizon.first && safe[i].last <= horizon.last);
        fuzz_require(!fuzz_inside(a, count, safe[i].first) &&
                     !fuzz_inside(a, count, safe[i].last));
        fuzz_require(i == 0 || safe[i - 1].last < safe[i].first);
    }
}

void fuzz_intervals(fuzz_input *in)
{
    graze_interval a[LIST], b[LIST], result[2 * LIST], raw[LIST];
    size_t count_a = list(in, a), count_b = list(in, b), count = 0, raw_count = count_a;
    memcpy(raw, a, sizeof raw);
    graze_intervals_validate(a, count_a);
    graze_intervals_unite(a, count_a, b, count_b, result, 2 * LIST, &count);
    if (graze_intervals_normalise(a, &count_a) != GRAZE_OK ||
        graze_intervals_normalise(b, &count_b) != GRAZE_OK)
        return;
    fuzz_require(graze_intervals_validate(a, count_a) == GRAZE_OK && count_a <= raw_count);
    for (int united = 0; united <= 1; united++) {
        fuzz_require((united ? graze_intervals_unite : graze_intervals_intersect)(
                         a, count_a, b, count_b, result, 2 * LIST, &count) == GRAZE_OK);
        fuzz_require(graze_intervals_validate(result, count) == GRAZE_OK);
        for (size_t i = 0; i < raw_count; i++) {
            compare_at(raw[i].lower, a, count_a, b, count_b, result, count, united);
            compare_at(raw[i].upper, a, count_a, b, count_b, result, count, united);
        }
        for (size_t i = 0; i < count_b; i++) {
            compare_at(b[i].lower, a, count_a, b, count_b, result, count, united);
            compare_at(b[i].upper, a, count_a, b, count_b, result, count, united);
        }
    }
    for (size_t i = 0; i < raw_count; i++)
        search(a, count_a, raw[i].upper);
    search(a, count_a, fuzz_number(in));
    complement(in, a, count_a);
    count = count_a;
    graze_intervals_unite(a, count_a, b, count_b, a, LIST, &count);
}
