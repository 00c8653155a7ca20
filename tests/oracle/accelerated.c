/* SPDX-License-Identifier: MIT */
/* Families of accelerated pairs: the squared distance is a quartic. */
#include <math.h>

#include "oracle/change.h"
#include "oracle/recipe.h"

static void accelerate(recipe *r, graze_motion *motion, graze_vector acceleration)
{
    if (motion->form != GRAZE_WAYPOINT)
        motion->acceleration = acceleration;
    if (motion->form == GRAZE_PARKED && random_once_in(&r->random, 2))
        motion->form = GRAZE_KINEMATIC;
}

void oracle_make_accelerated(recipe *r, oracle_pair *pair)
{
    oracle_make_random(r, pair);
    graze_vector acceleration = recipe_real_vector(r, 1.5);
    accelerate(r, &pair->a, acceleration);
    if (random_once_in(&r->random, 4))
        return;
    if (!random_once_in(&r->random, 6)) /* else equal accelerations cancel */
        acceleration = recipe_real_vector(r, 1.5);
    accelerate(r, &pair->b, acceleration);
}

/* One cell from rest or to rest, along an axis or a diagonal: the designed
 * touches of a plan whose robots accelerate. */
static void lattice_drive(recipe *r, graze_motion *motion, double start)
{
    oracle_random *random = &r->random;
    graze_vector cell = recipe_short_vector(r, 2, 0);
    graze_vector way = {random_whole(random, -1, 1), random_whole(random, -1, 1), 0};
    double duration = random_once_in(random, 2) ? sqrt(2) : 2;
    graze_vector acceleration = scale(way, 2 / (duration * duration)), velocity = {0, 0, 0};
    if (random_once_in(random, 2)) { /* braking */
        velocity = scale(acceleration, duration);
        acceleration = scale(acceleration, -1);
    }
    recipe_kinematic(motion, cell, velocity, start, duration);
    motion->acceleration = acceleration;
}

void oracle_make_accelerated_grid(recipe *r, oracle_pair *pair)
{
    static const double radii[] = {0x1.6a09e667f3bcdp-2, 0.5, 0.3};
    oracle_random *random = &r->random;
    double start = random_whole(random, 0, 9) + (random_once_in(random, 2) ? sqrt(2) : 0);
    lattice_drive(r, &pair->a, start);
    lattice_drive(r, &pair->b, start + random_whole(random, -1, 1));
    pair->body_a.radius = pair->body_b.radius = radii[random_whole(random, 0, 2)];
}

/* Where a motion with small dyadic numbers is `ahead` of its start; exact. */
static graze_vector place_after(const graze_motion *m, double ahead)
{
    graze_vector place = add(m->position, scale(m->velocity, ahead));
    return add(place, scale(m->acceleration, ahead * ahead / 2));
}

/* The relative place is exactly (n rho) + n kappa t² + w (lambda t + mu t²) around
 * an instant, with n of whole length and w at a right angle to it: distance
 * exactly the reach at t = 0, reached from outside or from inside, once or twice. */
void oracle_make_accelerated_touch(recipe *r, oracle_pair *pair)
{
    oracle_random *random = &r->random;
    double unit = ldexp(random_whole(random, 1, 4), -random_whole(random, 0, 4));
    double kappa = random_short(random, 4, 4), nearest = random_short(random, 32, 2);
    graze_vector n = scale(recipe_shuffle(r, (graze_vector){3, 4, 0}), unit);
    graze_vector w = r->space ? (graze_vector){n.y, -n.x, n.z} : (graze_vector){n.y, -n.x, 0};
    if (n.z != 0)
        w = cross(n, (graze_vector){1, 0, 0});
    graze_motion relative, *a = &pair->a, *b = &pair->b;
    recipe_kinematic(&relative, n, scale(w, random_short(random, 4, 2)), 0, 1);
    relative.acceleration = add(scale(n, 2 * kappa), scale(w, random_short(random, 4, 3)));
    recipe_kinematic(b, recipe_short_vector(r, 8, 1), recipe_short_vector(r, 4, 1),
                     nearest - random_whole(random, 0, 8) * 0.5, random_whole(random, 4, 16) * 0.5);
    b->acceleration = recipe_short_vector(r, 2, 1);
    double start = nearest - random_whole(random, 0, 8) * 0.5;
    graze_vector place =
        add(place_after(b, start - b->start), place_after(&relative, start - nearest));
    graze_vector velocity =
        add(add(b->velocity, scale(b->acceleration, start - b->start)),
            add(relative.velocity, scale(relative.acceleration, start - nearest)));
    recipe_kinematic(a, place, velocity, start, random_whole(random, 4, 16) * 0.5);
    a->acceleration = add(b->acceleration, relative.acceleration);
    pair->body_a.radius = 5 * unit * random_whole(random, 0, 8) / 8;
    pair->body_b.radius = 5 * unit - pair->body_a.radius;
    pair->tolerance = random_once_in(random, 8) ? 0x1p-30 : 0;
}

/* Mirrors and exchanges the axes of the plane alike for both motions. */
static void turn(graze_vector *v, bool exchange, double mirror)
{
    double x = v->x * mirror;
    v->x = exchange ? v->y : x;
    v->y = exchange ? x : v->y;
}

/* At the right start the relative way is the parabola (w t, y0 + c t²) that touches
 * the circle from outside at two instants, which a delay moves opposite ways: that
 * start is safe and both neighbours are not. z = w²/c, y0 = -(z² + 4 reach²)/(4 z). */
void oracle_make_accelerated_pinch(recipe *r, oracle_pair *pair)
{
    oracle_random *random = &r->random;
    double w = ldexp(1, random_whole(random, -1, 1)), z = ldexp(1, random_whole(random, -2, 2));
    double c = w * w / z, reach = z / 2 * (1 + random_whole(random, 1, 24) / 8.0);
    double y0 = -(z / 4 + reach * reach / z), half = random_whole(random, 2, 8);
    graze_vector common = {random_short(random, 4, 2), 0, 0};
    graze_vector place_a = {0, c * half * half, 0}, velocity_a = {0, -2 * c * half, 0};
    graze_vector place_b = {w * half, -y0, 0}, velocity_b = {-w, 0, 0};
    const bool exchange = random_once_in(random, 2);
    double start = random_short(random, 64, 2), mirror = random_sign(random);
    recipe_kinematic(&pair->a, place_a, add(velocity_a, common), start, 2 * half);
    recipe_kinematic(&pair->b, place_b, add(velocity_b, common), start, 2 * half);
    pair->a.acceleration.y = 2 * c;
    graze_vector *vectors[] = {&pair->a.position, &pair->a.velocity, &pair->a.acceleration,
                               &pair->b.position, &pair->b.velocity, &pair->b.acceleration};
    for (int i = 0; i < 6; i++)
        turn(vectors[i], exchange, mirror);
    pair->a.start += random_short(random, 16, 2);
    pair->body_a.radius = reach * random_whole(random, 0, 8) / 8;
    pair->body_b.radius = reach - pair->body_a.radius;
    pair->tolerance = 0;
    if (random_once_in(random, 3))
        oracle_nudge(random, pair);
}

/* Along a straight edge, from rest, to rest or merely slower, mostly without turning
 * back; where it comes to rest at its end, rounding may let it turn back just before. */
static void straight_drive(recipe *r, graze_motion *motion, graze_vector through)
{
    oracle_random *random = &r->random;
    graze_vector way =
        random_once_in(random, 2) ? recipe_short_vector(r, 4, 1) : recipe_real_vector(r, 2);
    double duration =
        random_once_in(random, 2) ? random_whole(random, 1, 12) * 0.5 : random_real(random, 0.5, 6);
    double speed = random_whole(random, 0, 4) / 4.0, faster = (1 - speed) / duration * 2;
    if (random_once_in(random, 2)) { /* the same edge, braking */
        speed = 2 - speed;
        faster = -faster;
    }
    if (random_once_in(random, 3))
        faster = -speed / duration; /* at rest at the end, nearly */
    graze_vector back = scale(way, -random_real(random, 0, 1) * duration);
    recipe_kinematic(motion, add(through, back), scale(way, speed), random_short(random, 16, 2),
                     random_once_in(random, 12) && faster > 0 ? INFINITY : duration);
    motion->acceleration = scale(way, faster);
}

void oracle_make_accelerated_straight(recipe *r, oracle_pair *pair)
{
    graze_vector crossing = recipe_short_vector(r, 8, 1);
    straight_drive(r, &pair->a, crossing);
    straight_drive(r, &pair->b, add(crossing, recipe_real_vector(r, 0.5)));
    pair->body_a.radius = random_real(&r->random, 0.05, 0.6);
    pair->body_b.radius = random_once_in(&r->random, 2) ? 0.25 : random_real(&r->random, 0, 0.6);
}

/* Far away, in other units, with tails, or an ulp beside. */
static void change(recipe *r, oracle_pair *pair)
{
    oracle_random *random = &r->random;
    const oracle_pair kept = *pair;
    switch (random_whole(random, 0, 3)) {
    case 0:
        oracle_carry(&pair->a, (graze_vector){1e8, -1e8, 0}, 1e8);
        oracle_carry(&pair->b, (graze_vector){1e8, -1e8, 0}, 1e8);
        break;
    case 1:
        if (!oracle_scale_lengths(pair, random_whole(random, -200, 200)) ||
            !oracle_scale_times(pair, random_whole(random, -100, 100)))
            *pair = kept;
        break;
    case 2:
        oracle_delay_randomly(random, &pair->a);
        oracle_delay_randomly(random, &pair->b);
        break;
    default:
        oracle_nudge(random, pair);
        oracle_nudge(random, pair);
    }
}

void oracle_make_accelerated_changed(recipe *r, oracle_pair *pair)
{
    static void (*const makers[])(recipe *, oracle_pair *) = {
        oracle_make_accelerated, oracle_make_accelerated_grid, oracle_make_accelerated_touch,
        oracle_make_accelerated_pinch, oracle_make_accelerated_straight};
    makers[random_whole(&r->random, 0, 4)](r, pair);
    change(r, pair);
}

/* ---- ramps --------------------------------------------------------------------------------- */

static void real_ramp(recipe *r, graze_motion *motion)
{
    oracle_random *random = &r->random;
    graze_vector from = recipe_real_vector(r, 2.5), way = recipe_real_vector(r, 5);
    double start = random_real(random, -1, 3);
    recipe_ramp(motion, from, add(from, way), start, start + random_real(random, 0.1, 8),
                recipe_share(r));
}

/* Against a ramp, or any other form: waypoint, kinematic with or without an acceleration,
 * parked, endless. */
void oracle_make_ramp(recipe *r, oracle_pair *pair)
{
    if (random_once_in(&r->random, 2))
        oracle_make_accelerated(r, pair);
    else
        oracle_make_random(r, pair);
    real_ramp(r, &pair->a);
    if (random_once_in(&r->random, 2))
        real_ramp(r, &pair->b);
    if (random_once_in(&r->random, 4)) {
        graze_motion first = pair->a;
        pair->a = pair->b;
        pair->b = first;
    }
}

/* One or two cells from rest, to rest or through. */
static void lattice_ramp(recipe *r, graze_motion *motion, double start)
{
    oracle_random *random = &r->random;
    graze_vector cell = recipe_short_vector(r, 2, 0);
    graze_vector way = {random_whole(random, -1, 1), random_whole(random, -1, 1), 0};
    double duration = random_once_in(random, 2) ? sqrt(2) : random_whole(random, 1, 2);
    recipe_ramp(motion, cell, add(cell, scale(way, random_whole(random, 1, 2))), start,
                start + duration, random_whole(random, 0, 2));
}

void oracle_make_ramp_grid(recipe *r, oracle_pair *pair)
{
    static const double radii[] = {0x1.6a09e667f3bcdp-2, 0.5, 0.3};
    oracle_random *random = &r->random;
    double start = random_whole(random, 0, 9) + (random_once_in(random, 2) ? sqrt(2) : 0);
    lattice_ramp(r, &pair->a, start);
    lattice_ramp(r, &pair->b, start + random_whole(random, -1, 1));
    pair->body_a.radius = pair->body_b.radius = radii[random_whole(random, 0, 2)];
}

/* Along a segment at exactly the reach from where the other stands or drives beside it, with the
 * same profile or with its own: the nearest place is in passing, at an end, or everywhere. */
void oracle_make_ramp_touch(recipe *r, oracle_pair *pair)
{
    oracle_random *random = &r->random;
    double unit = ldexp(random_whole(random, 1, 4), -random_whole(random, 0, 4));
    graze_vector n = scale(recipe_shuffle(r, (graze_vector){3, 4, 0}), unit);
    graze_vector w = n.z != 0 ? cross(n, (graze_vector){1, 0, 0}) : (graze_vector){n.y, -n.x, 0};
    graze_vector foot = recipe_short_vector(r, 8, 1);
    graze_vector from = add(foot, scale(w, -random_whole(random, 0, 3)));
    graze_vector to = add(foot, scale(w, random_whole(random, 0, 3)));
    double start = random_short(random, 16, 2), end = start + random_whole(random, 1, 9) * 0.25;
    double share = recipe_share(r);
    recipe_ramp(&pair->a, from, to, start, end, share);
    if (random_once_in(random, 2)) { /* side by side */
        from = add(from, n);
        to = add(to, random_once_in(random, 4) ? scale(n, 2) : n);
        if (random_once_in(random, 3))
            share = recipe_share(r);
    } else {
        from = to = add(foot, n);
        end += random_whole(random, -1, 2) * 0.125;
    }
    recipe_ramp(&pair->b, from, to, start, fmax(end, start + 0.125), share);
    pair->body_a.radius = 5 * unit * random_whole(random, 0, 8) / 8;
    pair->body_b.radius = 5 * unit - pair->body_a.radius;
    pair->tolerance = 0;
}

void oracle_make_ramp_changed(recipe *r, oracle_pair *pair)
{
    static void (*const makers[])(recipe *, oracle_pair *) = {
        oracle_make_ramp, oracle_make_ramp_grid, oracle_make_ramp_touch};
    makers[random_whole(&r->random, 0, 2)](r, pair);
    change(r, pair);
}
