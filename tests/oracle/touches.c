/* SPDX-License-Identifier: MIT */
/* Families of exact touches in whole numbers, and of near misses beside them. */
#include <math.h>

#include "oracle/change.h"
#include "oracle/recipe.h"

/* A whole-number offset of whole-number length, and a whole-number direction
 * at a right angle to it. */
typedef struct triangle {
    graze_vector offset, along;
    double length;
} triangle;

static triangle some_triangle(recipe *r)
{
    static const int plane[][4] = {{1, 0, 0, 1},   {3, 4, 0, 5},   {5, 12, 0, 13},
                                   {8, 15, 0, 17}, {7, 24, 0, 25}, {20, 21, 0, 29}};
    static const int space[][4] = {{1, 2, 2, 3}, {2, 3, 6, 7},  {1, 4, 8, 9},
                                   {4, 4, 7, 9}, {2, 6, 9, 11}, {3, 4, 12, 13}};
    const int(*list)[4] = r->space && random_once_in(&r->random, 2) ? space : plane;
    const int *n = list[random_whole(&r->random, 0, 5)];
    triangle t = {recipe_shuffle(r, (graze_vector){n[0], n[1], n[2]}), {0, 0, 0}, n[3]};
    while (is_zero(t.along)) {
        graze_vector other = {0, 0, 1};
        if (r->space)
            other = recipe_short_vector(r, 3, 0);
        t.along = cross(t.offset, other);
    }
    return t;
}

/* Radii that add up to a length exactly. */
static void share_reach(recipe *r, oracle_pair *pair, double reach)
{
    pair->body_a.radius = reach * random_whole(&r->random, 0, 16) / 16;
    pair->body_b.radius = reach - pair->body_a.radius;
}

/* b by small dyadic numbers; a passes it at distance `t.length * unit`, moving
 * along t.along relative to it, nearest at instant `nearest`. All exact. */
static void pass_by(recipe *r, oracle_pair *pair, const triangle *t, double unit, double nearest,
                    const double life[4])
{
    graze_vector velocity_b = recipe_short_vector(r, 8, 2), place_b = recipe_short_vector(r, 64, 3);
    graze_vector drift = scale(t->along, random_sign(&r->random) * random_whole(&r->random, 1, 4) *
                                             ldexp(1, -random_whole(&r->random, 0, 3)));
    graze_vector at_start = add(place_b, scale(velocity_b, life[0] - life[2]));
    at_start = add(at_start, scale(t->offset, unit));
    at_start = add(at_start, scale(drift, life[0] - nearest));
    recipe_kinematic(&pair->a, at_start, add(velocity_b, drift), life[0], life[1] - life[0]);
    recipe_kinematic(&pair->b, place_b, velocity_b, life[2], life[3] - life[2]);
    share_reach(r, pair, t->length * unit);
}

static void touch_at(recipe *r, oracle_pair *pair, bool at_an_end)
{
    oracle_random *random = &r->random;
    triangle t = some_triangle(r);
    double nearest = random_short(random, 64, 3), life[4];
    life[0] = nearest - ldexp(random_whole(random, 1, 32), -3);
    life[1] = nearest + ldexp(random_whole(random, 1, 32), -3);
    life[2] = nearest - ldexp(random_whole(random, 1, 32), -3);
    life[3] = nearest + ldexp(random_whole(random, 1, 32), -3);
    if (at_an_end)
        life[random_whole(random, 0, 3)] = nearest;
    pass_by(r, pair, &t, ldexp(random_whole(random, 1, 7), -random_whole(random, 0, 6)), nearest,
            life);
    recipe_maybe_waypoint(r, &pair->a);
    recipe_maybe_waypoint(r, &pair->b);
    if (random_once_in(random, 8) && pair->a.form == GRAZE_KINEMATIC)
        pair->a.duration = INFINITY;
}

void oracle_make_tangent(recipe *r, oracle_pair *pair)
{
    touch_at(r, pair, false);
}

void oracle_make_edge(recipe *r, oracle_pair *pair)
{
    touch_at(r, pair, true);
    /* sometimes the approach is not at a right angle: the touch is the end of a
     * real approach or the start of an overlap */
    if (random_once_in(&r->random, 2))
        return;
    graze_vector change = recipe_short_vector(r, 4, 1);
    graze_motion *a = &pair->a;
    if (a->form != GRAZE_KINEMATIC)
        return;
    double pivot = fmax(a->start, pair->b.start);
    a->position = add(a->position, scale(change, a->start - pivot));
    a->velocity = add(a->velocity, change);
}

/* Both drive along parallel lines `unit * length` apart, with any durations,
 * and the whole scene may drift at a dyadic velocity: no velocity need be a
 * double, no rounding happens. */
static void rail_motion(recipe *r, graze_motion *motion, const triangle *t, graze_vector base,
                        graze_vector drift)
{
    oracle_random *random = &r->random;
    double start = random_whole(random, 0, 6), end = start + random_whole(random, 1, 11);
    double first = random_short(random, 12, 1), last = random_short(random, 12, 1);
    graze_vector from = add(add(base, scale(t->along, first)), scale(drift, start));
    graze_vector to = add(add(base, scale(t->along, last)), scale(drift, end));
    recipe_waypoint(motion, from, to, start, end);
}

void oracle_make_tangent_thirds(recipe *r, oracle_pair *pair)
{
    oracle_random *random = &r->random;
    triangle t = some_triangle(r);
    double unit = ldexp(random_whole(random, 1, 7), -random_whole(random, 0, 6));
    graze_vector base = recipe_short_vector(r, 64, 3), drift = recipe_short_vector(r, 8, 2);
    rail_motion(r, &pair->a, &t, add(base, scale(t.offset, unit)), drift);
    if (random_once_in(random, 6)) { /* side by side all the way, at a velocity in thirds */
        graze_vector back = scale(t.offset, -unit);
        pair->b = pair->a;
        pair->b.position = add(pair->b.position, back);
        pair->b.to = add(pair->b.to, back);
    } else {
        rail_motion(r, &pair->b, &t, base, drift);
    }
    share_reach(r, pair, t.length * unit);
}

void oracle_make_tangent_ulp(recipe *r, oracle_pair *pair)
{
    static void (*const makers[])(recipe *, oracle_pair *) = {
        oracle_make_tangent, oracle_make_tangent_thirds, oracle_make_edge};
    makers[random_whole(&r->random, 0, 2)](r, pair);
    oracle_nudge(&r->random, pair);
}

void oracle_make_near_tangent(recipe *r, oracle_pair *pair)
{
    oracle_random *random = &r->random;
    graze_vector velocity = recipe_real_vector(r, 2), other = {0, 0, 1};
    double reach = random_real(random, 0.1, 2), nearest = random_real(random, 1, 3);
    if (r->space)
        other = recipe_real_vector(r, 1);
    graze_vector normal = cross(velocity, other);
    double slip = random_sign(random) * pow(10, random_real(random, -17, -14));
    normal = scale(normal, reach * (1 + slip) / length(normal));
    oracle_make_random(r, pair);
    graze_vector velocity_b = recipe_real_vector(r, 1), place_b = recipe_real_vector(r, 3);
    double start_a = random_real(random, 0, 1), start_b = random_real(random, 0, 1);
    graze_vector place_a = add(add(place_b, scale(velocity_b, start_a - start_b)),
                               add(normal, scale(velocity, start_a - nearest)));
    recipe_kinematic(&pair->a, place_a, add(velocity_b, velocity), start_a, 4);
    recipe_kinematic(&pair->b, place_b, velocity_b, start_b,
                     random_once_in(random, 4) ? INFINITY : 5);
    pair->body_a.radius = reach * 0.25;
    pair->body_b.radius = reach - pair->body_a.radius;
    recipe_maybe_waypoint(r, &pair->a);
    recipe_maybe_waypoint(r, &pair->b);
}

void oracle_make_parallel(recipe *r, oracle_pair *pair)
{
    oracle_random *random = &r->random;
    triangle t = some_triangle(r);
    double unit = ldexp(random_whole(random, 1, 7), -random_whole(random, 0, 6));
    graze_vector velocity = recipe_short_vector(r, 16, 3), place = recipe_short_vector(r, 64, 3);
    double start_a = random_short(random, 32, 3), start_b = random_short(random, 32, 3);
    graze_vector place_a =
        add(add(place, scale(t.offset, unit)), scale(velocity, start_a - start_b));
    recipe_kinematic(&pair->a, place_a, velocity, start_a, random_whole(random, 1, 9) * 0.5);
    recipe_kinematic(&pair->b, place, velocity, start_b, random_whole(random, 1, 9) * 0.5);
    share_reach(r, pair, t.length * unit);
    if (random_once_in(random, 3))
        pair->a.duration = pair->b.duration = INFINITY;
    if (random_once_in(random, 2))
        oracle_nudge(random, pair);
    else if (random_once_in(random, 4))
        pair->a.velocity = scale(pair->a.velocity, random_once_in(random, 2) ? -1 : 3);
    recipe_maybe_waypoint(r, &pair->a);
}

/* An exact touch of r1 + r2 - e: both radii grow by e / 2. */
void oracle_make_tolerance(recipe *r, oracle_pair *pair)
{
    if (random_once_in(&r->random, 2))
        oracle_make_tangent(r, pair);
    else
        oracle_make_tangent_thirds(r, pair);
    double half = ldexp(random_whole(&r->random, 1, 31), -random_whole(&r->random, 4, 30));
    if (random_once_in(&r->random, 4)) /* the reach becomes 0, or negative */
        half = pair->body_a.radius + pair->body_b.radius;
    else
        pair->body_a.radius += half, pair->body_b.radius += half;
    pair->tolerance = 2 * half;
    if (random_once_in(&r->random, 4))
        pair->tolerance = nextafter(pair->tolerance, random_sign(&r->random) * INFINITY);
}
