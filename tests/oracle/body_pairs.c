/* SPDX-License-Identifier: MIT */
/* Families of pairs of bodies with corners. See body_pairs.h. */
#include "oracle/body_pairs.h"

#include <assert.h>
#include <string.h>

#include "oracle/body_shapes.h"
#include "oracle/change.h"
#include "oracle/outline.h"

#define ORACLE_BODY_MAKER_(name) static void make_##name(recipe *r, oracle_bodies *bodies);
ORACLE_BODY_FAMILIES(ORACLE_BODY_MAKER_)
#undef ORACLE_BODY_MAKER_

static void make_plain(oracle_bodies *bodies)
{
    bodies->pair.body_a.radius = bodies->pair.body_b.radius = 0;
}

static void maybe_plain(recipe *r, oracle_bodies *bodies)
{
    if (random_once_in(&r->random, 2))
        make_plain(bodies);
}

/* ---- constant velocity ----------------------------------------------------------------------- */

static void make_random(recipe *r, oracle_bodies *bodies)
{
    oracle_make_random(r, &bodies->pair);
    body_real(r, body_shape_of(bodies, 0), 8, 1);
    body_real(r, body_shape_of(bodies, 1), 12, 1);
    maybe_plain(r, bodies);
}

static void make_squares(recipe *r, oracle_bodies *bodies)
{
    static void (*const makers[])(recipe *, oracle_pair *) = {
        oracle_make_grid, oracle_make_grid_waypoint, oracle_make_grid_mixed};
    makers[random_whole(&r->random, 0, 2)](r, &bodies->pair);
    const double half = random_once_in(&r->random, 4) ? 0.25 : 0.5;
    body_box(body_shape_of(bodies, 0), -half, -half, half, half);
    body_box(body_shape_of(bodies, 1), -half, -half, half, half);
    if (!random_once_in(&r->random, 4))
        make_plain(bodies);
}

static void make_borrowed(recipe *r, oracle_bodies *bodies)
{
    static void (*const makers[])(recipe *, oracle_pair *) = {
        oracle_make_wait,    oracle_make_parked,  oracle_make_tangent, oracle_make_tangent_thirds,
        oracle_make_edge,    oracle_make_sliver,  oracle_make_head_on, oracle_make_parallel,
        oracle_make_roadmap, oracle_make_tails,   oracle_make_instant, oracle_make_tangent_ulp};
    makers[random_whole(&r->random, 0, 11)](r, &bodies->pair);
    body_some(r, body_shape_of(bodies, 0));
    body_some(r, body_shape_of(bodies, 1));
    maybe_plain(r, bodies);
}

static void make_needles(recipe *r, oracle_bodies *bodies)
{
    oracle_make_random(r, &bodies->pair);
    body_needle(r, body_shape_of(bodies, 0));
    if (random_once_in(&r->random, 2))
        body_needle(r, body_shape_of(bodies, 1));
    else
        body_some(r, body_shape_of(bodies, 1));
    maybe_plain(r, bodies);
}

static void make_mixed_kinds(recipe *r, oracle_bodies *bodies)
{
    if (random_once_in(&r->random, 2))
        oracle_make_random(r, &bodies->pair);
    else
        oracle_make_tangent(r, &bodies->pair);
    body_kind(r, body_shape_of(bodies, 0));
    body_kind(r, body_shape_of(bodies, 1));
}

/* ---- touches --------------------------------------------------------------------------------- */

/* A place on the boundary of C, and the direction of the edge there. */
typedef struct spot {
    graze_vector place, along, out;
} spot;

static spot some_spot(recipe *r, const oracle_bodies *bodies)
{
    oracle_hull hull;
    oracle_hull_init(&hull, &bodies->pair.body_a, &bodies->pair.body_b);
    size_t i = (size_t)random_whole(&r->random, 0, (int)hull.count - 1),
           next = (i + 1) % hull.count;
    graze_vector from = {mpq_get_d(hull.corner[i].at[0]), mpq_get_d(hull.corner[i].at[1]), 0};
    graze_vector to = {mpq_get_d(hull.corner[next].at[0]), mpq_get_d(hull.corner[next].at[1]), 0};
    graze_vector along = add(to, scale(from, -1));
    oracle_hull_clear(&hull);
    const double part = random_once_in(&r->random, 2) ? 0 : random_whole(&r->random, 0, 4) / 4.0;
    return (spot){add(from, scale(along, part)), along, {along.y, -along.x, 0}};
}

/* a - b is at the spot at the instant `nearest` and moves on from there by a velocity
 * and half an acceleration; all in short numbers. */
static void meet_at(recipe *r, oracle_pair *pair, graze_vector place, graze_vector velocity,
                    graze_vector acceleration, bool curved)
{
    oracle_random *random = &r->random;
    const double nearest = random_short(random, 32, 2);
    const double ago_a = random_whole(random, 0, 8) * 0.5, ago_b = random_whole(random, 0, 8) * 0.5;
    const graze_vector bend = curved ? recipe_short_vector(r, 2, 0) : (graze_vector){0, 0, 0};
    const graze_vector way = recipe_short_vector(r, 4, 1), at = recipe_short_vector(r, 8, 1);
    graze_motion *motions[] = {&pair->a, &pair->b};
    for (int i = 0; i < 2; i++) {
        const double ago = i == 0 ? ago_a : ago_b;
        const graze_vector p = i == 0 ? add(at, place) : at, v = i == 0 ? add(way, velocity) : way;
        const graze_vector c = i == 0 ? add(bend, acceleration) : bend;
        graze_vector start = add(p, add(scale(v, -ago), scale(c, ago * ago / 2)));
        recipe_kinematic(motions[i], start, add(v, scale(c, -ago)), nearest - ago,
                         random_whole(random, 1, 16) * 0.5);
        motions[i]->acceleration = c;
        if (!curved)
            recipe_maybe_waypoint(r, motions[i]);
    }
}

static graze_vector some_drift(recipe *r, const spot *s)
{
    switch (random_whole(&r->random, 0, 3)) {
    case 0:
        return recipe_short_vector(r, 4, 1);
    case 1:
        return scale(s->out, random_short(&r->random, 2, 1));
    case 2:
        return (graze_vector){0, 0, 0};
    default:
        return scale(s->along, random_sign(&r->random) * 0.5);
    }
}

/* Rounded by 5 units and that far from a corner or a slanted edge, or not at all. */
static void stand_off(recipe *r, oracle_bodies *bodies, spot *s)
{
    make_plain(bodies);
    if (random_once_in(&r->random, 2))
        return;
    const double unit = ldexp(1, -random_whole(&r->random, 1, 4));
    const graze_vector away = recipe_shuffle(r, (graze_vector){3, 4, 0});
    bodies->pair.body_a.radius = 5 * unit * random_whole(&r->random, 0, 4) / 4;
    bodies->pair.body_b.radius = 5 * unit - bodies->pair.body_a.radius;
    if (random_once_in(&r->random, 2) && (s->out.x == 0 || s->out.y == 0) && !is_zero(s->out))
        s->place = add(s->place, scale(s->out, 5 * unit / length(s->out)));
    else
        s->place = add(s->place, scale(away, unit));
}

static void make_touch(recipe *r, oracle_bodies *bodies)
{
    body_short(r, body_shape_of(bodies, 0), 1, 6);
    body_short(r, body_shape_of(bodies, 1), 3, 6);
    oracle_bodies_link(bodies);
    spot s = some_spot(r, bodies);
    stand_off(r, bodies, &s);
    meet_at(r, &bodies->pair, s.place, some_drift(r, &s), (graze_vector){0, 0, 0}, false);
    bodies->pair.tolerance = 0;
}

static double beside(recipe *r, double x)
{
    return nextafter(x, random_sign(&r->random) * INFINITY);
}

/* Moves a number of a body or of a motion by an ulp. */
static void nudge(recipe *r, oracle_bodies *bodies)
{
    body_shape s = body_shape_of(bodies, random_whole(&r->random, 0, 1));
    if (s.body->vertex_count == 0 || random_once_in(&r->random, 2)) {
        oracle_nudge(&r->random, &bodies->pair);
        return;
    }
    graze_point points[ORACLE_VERTICES];
    memcpy(points, s.vertex, s.body->vertex_count * sizeof *points);
    graze_point *moved = &points[random_whole(&r->random, 0, (int)s.body->vertex_count - 1)];
    if (random_once_in(&r->random, 2))
        moved->x = beside(r, moved->x);
    else
        moved->y = beside(r, moved->y);
    body_wrap(s, points, s.body->vertex_count);
}

static void make_touch_ulp(recipe *r, oracle_bodies *bodies)
{
    make_touch(r, bodies);
    nudge(r, bodies);
}

/* Boxes, so that the depth is exact: overlapping by `depth` in one axis at most. */
static void make_tolerance(recipe *r, oracle_bodies *bodies)
{
    if (random_once_in(&r->random, 3)) {
        make_mixed_kinds(r, bodies);
        bodies->pair.tolerance = bodies->pair.body_a.radius + bodies->pair.body_b.radius;
        if (random_once_in(&r->random, 2))
            bodies->pair.tolerance += ldexp(random_whole(&r->random, 1, 8), -4);
        return;
    }
    const double depth = ldexp(random_whole(&r->random, 1, 8), -3);
    body_box(body_shape_of(bodies, 0), -0.5, -0.5, 0.5, 0.5);
    body_box(body_shape_of(bodies, 1), -2, -1, 2, 1);
    oracle_bodies_link(bodies);
    graze_vector place = {random_short(&r->random, 4, 2), 1.5 - depth, 0};
    graze_vector velocity = {random_short(&r->random, 4, 1), 0, 0};
    if (random_once_in(&r->random, 4))
        velocity = recipe_short_vector(r, 4, 1);
    meet_at(r, &bodies->pair, place, velocity, (graze_vector){0, 0, 0}, false);
    bodies->pair.body_a.radius = random_whole(&r->random, 0, 2) / 4.0;
    bodies->pair.body_b.radius = 0;
    bodies->pair.tolerance = bodies->pair.body_a.radius + depth;
    if (random_once_in(&r->random, 4))
        bodies->pair.tolerance = beside(r, bodies->pair.tolerance);
}

static void make_together(recipe *r, oracle_bodies *bodies)
{
    make_touch(r, bodies);
    graze_motion *a = &bodies->pair.a, *b = &bodies->pair.b;
    if (a->form != GRAZE_KINEMATIC || b->form != GRAZE_KINEMATIC)
        return;
    a->position = add(a->position, scale(a->velocity, b->start - a->start)); /* exact */
    a->start = b->start;
    a->velocity = b->velocity;
    if (random_once_in(&r->random, 4))
        a->duration = b->duration = INFINITY;
}

static void make_instant(recipe *r, oracle_bodies *bodies)
{
    oracle_make_instant(r, &bodies->pair);
    body_some(r, body_shape_of(bodies, 0));
    body_some(r, body_shape_of(bodies, 1));
    maybe_plain(r, bodies);
}

/* ---- changed --------------------------------------------------------------------------------- */

static void make_tame(recipe *r, oracle_bodies *bodies)
{
    static void (*const makers[])(recipe *, oracle_bodies *) = {
        make_random, make_squares,   make_borrowed, make_needles, make_mixed_kinds,
        make_touch,  make_touch_ulp, make_together, make_tolerance};
    makers[random_whole(&r->random, 0, 8)](r, bodies);
}

static void make_offset(recipe *r, oracle_bodies *bodies)
{
    make_tame(r, bodies);
    const double far = 1e8 * random_whole(&r->random, 1, 3);
    const double later = random_once_in(&r->random, 2) ? 1e8 : 0;
    oracle_carry(&bodies->pair.a, (graze_vector){far, -far, 0}, later);
    oracle_carry(&bodies->pair.b, (graze_vector){far, -far, 0}, later);
}

static void scale_all(recipe *r, oracle_bodies *bodies, int lengths, int times)
{
    const oracle_bodies kept = *bodies;
    const int exponent = random_whole(&r->random, -lengths, lengths);
    if (!oracle_scale_lengths(&bodies->pair, exponent) ||
        !body_scale(body_shape_of(bodies, 0), exponent) ||
        !body_scale(body_shape_of(bodies, 1), exponent) ||
        !oracle_scale_times(&bodies->pair, random_whole(&r->random, -times, times)))
        *bodies = kept;
}

static void make_scaled(recipe *r, oracle_bodies *bodies)
{
    make_tame(r, bodies);
    scale_all(r, bodies, 300, 100);
}

static double tiny(recipe *r)
{
    return ldexp(random_whole(&r->random, -20, 20), -1074);
}

static void make_denormal(recipe *r, oracle_bodies *bodies)
{
    make_touch(r, bodies);
    oracle_shrink(&r->random, &bodies->pair.a);
    oracle_shrink(&r->random, &bodies->pair.b);
    for (int which = 0; which < 2; which++) {
        graze_point points[6];
        for (int i = 0; i < 6; i++)
            points[i] = (graze_point){tiny(r), tiny(r)};
        body_wrap(body_shape_of(bodies, which), points, (size_t)random_whole(&r->random, 1, 6));
    }
    bodies->pair.body_a.radius = random_once_in(&r->random, 2) ? 0 : fabs(tiny(r));
    bodies->pair.body_b.radius = 0;
}

/* ---- acceleration ---------------------------------------------------------------------------- */

static void make_accelerated(recipe *r, oracle_bodies *bodies)
{
    oracle_make_accelerated(r, &bodies->pair);
    body_real(r, body_shape_of(bodies, 0), random_once_in(&r->random, 8) ? 16 : 6, 0.6);
    body_real(r, body_shape_of(bodies, 1), 8, 0.9);
    if (random_once_in(&r->random, 8))
        body_needle(r, body_shape_of(bodies, 0));
    if (!random_once_in(&r->random, 3))
        make_plain(bodies);
}

/* Squares of a cell or half as wide, in the place of the discs of a grid. */
static void put_squares(recipe *r, oracle_bodies *bodies)
{
    make_plain(bodies);
    const double half = random_once_in(&r->random, 3) ? 0.25 : 0.5;
    body_box(body_shape_of(bodies, 0), -half, -half, half, half);
    body_box(body_shape_of(bodies, 1), -half, -half, half, half);
    if (random_once_in(&r->random, 4))
        bodies->pair.body_a.radius = 0.125;
}

static void make_accelerated_squares(recipe *r, oracle_bodies *bodies)
{
    oracle_make_accelerated_grid(r, &bodies->pair);
    put_squares(r, bodies);
}

static void make_accelerated_touch(recipe *r, oracle_bodies *bodies)
{
    body_short(r, body_shape_of(bodies, 0), 1, 4);
    body_short(r, body_shape_of(bodies, 1), 3, 6);
    oracle_bodies_link(bodies);
    spot s = some_spot(r, bodies);
    stand_off(r, bodies, &s);
    graze_vector bend = scale(s.out, random_short(&r->random, 4, 2));
    if (random_once_in(&r->random, 3))
        bend = recipe_short_vector(r, 4, 1);
    meet_at(r, &bodies->pair, s.place, some_drift(r, &s), bend, true);
}

/* A comes down a parabola and goes up again while B passes below it at speed w, beneath
 * its lowest point when A starts at (4 - shift)/w - 4, no double for w = 3. The relative
 * way is then (-w t, k t² - low). */
static void pass_below(recipe *r, oracle_pair *pair, double w, double k, double low)
{
    const double shift = random_once_in(&r->random, 2) ? 0 : random_short(&r->random, 8, 2);
    recipe_kinematic(&pair->a, (graze_vector){0, 16 * k, 0}, (graze_vector){0, -8 * k, 0}, 0, 8);
    pair->a.acceleration = (graze_vector){0, 2 * k, 0};
    recipe_kinematic(&pair->b, (graze_vector){-4 + shift, low, 0}, (graze_vector){w, 0, 0}, 0, 8);
}

/* Its arms touch a circle of the given radius round the lower end of a stake that stands
 * in them: z = w²/k, low = z/4 + radius²/z. */
static void pass_stake(recipe *r, oracle_bodies *bodies, double w, double k)
{
    const double z = w * w / k, radius = z / 2 * (1 + random_whole(&r->random, 1, 12) / 8.0);
    const graze_point stake[] = {{0, 0}, {0, 2}, {0.0625, 2}};
    body_wrap(body_shape_of(bodies, 1), stake, (size_t)random_whole(&r->random, 2, 3));
    pass_below(r, &bodies->pair, w, k, z / 4 + radius * radius / z);
    bodies->pair.body_a.radius = radius * random_whole(&r->random, 0, 4) / 4;
    bodies->pair.body_b.radius = radius - bodies->pair.body_a.radius;
}

/* Its arms pass through both lower corners of C, (-h, -a) and (h, -a). */
static void pass_box(recipe *r, oracle_bodies *bodies, double w, double k)
{
    const double a = random_whole(&r->random, 0, 3) / 4.0, b = random_whole(&r->random, 1, 6) / 4.0;
    const graze_point roof[] = {{-b, 0}, {b, 0}, {b, 2 * b}, {-b, 2 * b}, {0, 3 * b}};
    body_box(body_shape_of(bodies, 0), -a, 0, a, a);
    body_wrap(body_shape_of(bodies, 1), roof, (size_t)random_whole(&r->random, 3, 5));
    make_plain(bodies);
    pass_below(r, &bodies->pair, w, k, a + k / (w * w) * (a + b) * (a + b));
}

/* That start alone is safe: a later one leaves one corner, or one side of the circle, and
 * takes in the other. */
static void make_accelerated_pinch(recipe *r, oracle_bodies *bodies)
{
    const double w = random_once_in(&r->random, 2) ? 3 : ldexp(1, random_whole(&r->random, -1, 1));
    const double k = w * w * ldexp(1, random_whole(&r->random, -1, 1));
    bodies->pair.tolerance = 0;
    if (random_once_in(&r->random, 2))
        pass_stake(r, bodies, w, k);
    else
        pass_box(r, bodies, w, k);
    if (random_once_in(&r->random, 4))
        bodies->pair.body_a.radius += random_whole(&r->random, 1, 4) / 8.0;
    if (random_once_in(&r->random, 4))
        bodies->pair.tolerance = random_whole(&r->random, 1, 4) / 16.0;
}

/* Two that jump alike, one above the other, B a little (ahead seconds) ahead of itself:
 * when A starts that much earlier they slide along each other all the time, earlier and
 * later one of them gets too near on the way up or on the way down. */
static void make_accelerated_slide(recipe *r, oracle_bodies *bodies)
{
    const double ahead = random_once_in(&r->random, 2) ? 0 : random_whole(&r->random, 1, 6) / 3.0;
    const double g = 9 * random_whole(&r->random, 1, 2), v = -random_whole(&r->random, 1, 3) * g;
    const double rise = rint(2 * (v * ahead + g / 2 * ahead * ahead)) / 2; /* exact */
    const double part = random_whole(&r->random, 0, 2) / 4.0;
    body_box(body_shape_of(bodies, 0), -0.5, -0.5, 0.5, 0.5);
    body_box(body_shape_of(bodies, 1), -0.5 - part, -0.5, 0.5 + part, 0.5);
    recipe_kinematic(&bodies->pair.a, (graze_vector){0, 0, 0}, (graze_vector){part, v, 0}, 0, 8);
    recipe_kinematic(&bodies->pair.b, (graze_vector){part, rise + 1, 0},
                     (graze_vector){0, rint(v + g * ahead), 0}, 0, 8);
    bodies->pair.a.acceleration = bodies->pair.b.acceleration = (graze_vector){0, g, 0};
    make_plain(bodies);
    bodies->pair.tolerance = 0;
    if (random_once_in(&r->random, 2)) { /* the same outline, by a radius or by a tolerance */
        const double half = random_once_in(&r->random, 2) ? 0.375 : 0.625;
        body_box(body_shape_of(bodies, 0), -half, -half, half, half);
        bodies->pair.body_a.radius = half < 0.5 ? 0.125 : 0;
        bodies->pair.tolerance = half < 0.5 ? 0 : 0.125;
    }
}

static void put_kinds(recipe *r, oracle_bodies *bodies)
{
    body_kind(r, body_shape_of(bodies, 0));
    body_kind(r, body_shape_of(bodies, 1));
    bodies->pair.body_a.radius = random_real(&r->random, 0, 0.4);
    bodies->pair.body_b.radius = random_once_in(&r->random, 3) ? 0 : 0.25;
}

static void make_accelerated_kinds(recipe *r, oracle_bodies *bodies)
{
    oracle_make_accelerated(r, &bodies->pair);
    put_kinds(r, bodies);
}

/* In other units, far away, with another tolerance, or an ulp beside. */
static void change(recipe *r, oracle_bodies *bodies)
{
    switch (random_whole(&r->random, 0, 3)) {
    case 0:
        scale_all(r, bodies, 100, 40);
        break;
    case 1:
        oracle_carry(&bodies->pair.a, (graze_vector){1e8, -1e8, 0}, 0);
        oracle_carry(&bodies->pair.b, (graze_vector){1e8, -1e8, 0}, 0);
        break;
    case 2:
        bodies->pair.tolerance =
            random_once_in(&r->random, 2) ? 1e-9 : random_real(&r->random, 0, 1);
        break;
    default:
        nudge(r, bodies);
    }
}

static void make_accelerated_changed(recipe *r, oracle_bodies *bodies)
{
    static void (*const makers[])(recipe *, oracle_bodies *) = {
        make_accelerated, make_accelerated_squares, make_accelerated_touch, make_accelerated_pinch,
        make_accelerated_slide, make_accelerated_kinds};
    makers[random_whole(&r->random, 0, 5)](r, bodies);
    change(r, bodies);
}

/* ---- ramps ----------------------------------------------------------------------------------- */

static void make_ramp(recipe *r, oracle_bodies *bodies)
{
    oracle_make_ramp(r, &bodies->pair);
    body_short(r, body_shape_of(bodies, 0), 3, 6);
    if (random_once_in(&r->random, 2))
        body_real(r, body_shape_of(bodies, 0), 6, 0.6);
    body_real(r, body_shape_of(bodies, 1), 6, 0.9);
    maybe_plain(r, bodies);
}

static void make_ramp_squares(recipe *r, oracle_bodies *bodies)
{
    oracle_make_ramp_grid(r, &bodies->pair);
    put_squares(r, bodies);
}

/* A is at the spot when it begins, ends or passes; B stands, or drives along with the same share
 * or with its own. All in short numbers, but for shares. */
static void make_ramp_touch(recipe *r, oracle_bodies *bodies)
{
    oracle_random *random = &r->random;
    body_short(r, body_shape_of(bodies, 0), 1, 6);
    body_short(r, body_shape_of(bodies, 1), 3, 6);
    oracle_bodies_link(bodies);
    spot s = some_spot(r, bodies);
    stand_off(r, bodies, &s);
    const graze_vector drift = some_drift(r, &s), at = recipe_short_vector(r, 8, 1);
    const graze_vector way = random_once_in(random, 2) ? recipe_short_vector(r, 4, 1)
                                                       : (graze_vector){0, 0, 0};
    const graze_vector from = add(add(at, s.place), scale(drift, -random_whole(random, 0, 3)));
    const graze_vector to =
        add(add(add(at, s.place), way), scale(drift, random_whole(random, 0, 3)));
    const double start = random_short(random, 16, 2), share = recipe_share(r);
    const double end = start + random_whole(random, 1, 9) * 0.25;
    recipe_ramp(&bodies->pair.a, from, to, start, end, share);
    recipe_ramp(&bodies->pair.b, at, add(at, way), start,
                end + (is_zero(way) ? random_whole(random, 0, 2) * 0.125 : 0),
                random_once_in(random, 3) ? recipe_share(r) : share);
    bodies->pair.tolerance = 0;
}

static void make_ramp_kinds(recipe *r, oracle_bodies *bodies)
{
    oracle_make_ramp(r, &bodies->pair);
    put_kinds(r, bodies);
}

static void make_ramp_changed(recipe *r, oracle_bodies *bodies)
{
    static void (*const makers[])(recipe *, oracle_bodies *) = {make_ramp, make_ramp_squares,
                                                                make_ramp_touch, make_ramp_kinds};
    makers[random_whole(&r->random, 0, 3)](r, bodies);
    change(r, bodies);
}

/* ---- the list -------------------------------------------------------------------------------- */

#define ORACLE_BODY_ENTRY_(name) {#name, make_##name},
static const struct family {
    const char *name;
    void (*make)(recipe *, oracle_bodies *);
} families[] = {ORACLE_BODY_FAMILIES(ORACLE_BODY_ENTRY_)};
#undef ORACLE_BODY_ENTRY_

const char *oracle_body_family_name(oracle_body_family family)
{
    return families[family].name;
}

/* A change by an ulp may have lifted it. */
static void stay_in_plane(graze_motion *motion)
{
    motion->position.z = motion->velocity.z = motion->acceleration.z = 0;
}

void oracle_generate_bodies(oracle_body_family family, uint64_t seed, uint64_t index,
                            oracle_bodies *bodies)
{
    enum { APART_FROM_DISCS = 1000 }; /* an own stream of random numbers */
    recipe r = {.space = false};
    random_begin(&r.random, seed, APART_FROM_DISCS + (uint64_t)family, index);
    *bodies = (oracle_bodies){.pair = {.tolerance = 0}};
    if (random_once_in(&r.random, 8))
        bodies->pair.tolerance = random_once_in(&r.random, 2) ? 1e-9 : 0.25;
    oracle_bodies_link(bodies);
    families[family].make(&r, bodies);
    oracle_bodies_link(bodies);
    stay_in_plane(&bodies->pair.a);
    stay_in_plane(&bodies->pair.b);
    assert(graze_motion_validate(&bodies->pair.a) == GRAZE_OK);
    assert(graze_motion_validate(&bodies->pair.b) == GRAZE_OK);
}

static void print_vertices(FILE *stream, const char *name, const graze_body *body)
{
    fprintf(stream, "/* %s: {", name);
    for (size_t i = 0; i < body->vertex_count; i++)
        fprintf(stream, "%s{%a, %a}", i > 0 ? ", " : "", body->vertices[i].x, body->vertices[i].y);
    fprintf(stream, "} */\n");
}

void oracle_print_bodies(FILE *stream, const oracle_bodies *bodies)
{
    oracle_print(stream, &bodies->pair);
    print_vertices(stream, "vertices of a", &bodies->pair.body_a);
    print_vertices(stream, "vertices of b", &bodies->pair.body_b);
}
