/* SPDX-License-Identifier: MIT */
/* Curved relative motion. See accelerations.h. */
#include "benchmarks/accelerations.h"

#include <math.h>

static graze_vector any_vector(randomness *source, double reach)
{
    double x = random_between(source, -reach, reach);
    double y = random_between(source, -reach, reach);
    return (graze_vector){x, y, 0};
}

/* ---- grid moves from rest and to rest ------------------------------------------------ */

static bool drive(randomness *source, graze_vector from, double start, graze_motion *motion)
{
    int choice = random_below(source, 9);
    double x = choice % 3 - 1, y = choice / 3 - 1, way = sqrt(x * x + y * y);
    graze_vector still = {0, 0, 0};
    if (way == 0)
        return graze_motion_kinematic(from, still, still, start, 2, motion) == GRAZE_OK;
    /* unit speed is reached, or lost, over the way: 2 way seconds at 1/(2 way) */
    graze_vector heading = {x / way, y / way, 0};
    graze_vector gain = {x / (2 * way * way), y / (2 * way * way), 0};
    graze_vector loss = {-gain.x, -gain.y, 0};
    bool braking = random_below(source, 2) == 0;
    return graze_motion_kinematic(from, braking ? heading : still, braking ? loss : gain, start,
                                  2 * way, motion) == GRAZE_OK;
}

bool make_driving(randomness *source, const void *context, specimen *made)
{
    static const double radii[] = {0x1.6a09e667f3bcdp-2, 0x1.6a09e667f3bcdp-2, 0.5, 0.3};
    static const double starts[] = {-2, -1, 0, 1, 2 - 2 * 1.4142135623730951};
    const driveway *grid = context;
    double x = random_below(source, 64), y = random_below(source, 64);
    double start = 2 * random_below(source, 20) + 2 * sqrt(2.0) * random_below(source, 20);
    double other_x = x + random_around(source, grid->apart);
    double other_y = y + random_around(source, grid->apart);
    made->body_a.radius = made->body_b.radius = radii[random_below(source, 4)];
    return drive(source, (graze_vector){x, y, 0}, start, &made->a) &&
           drive(source, (graze_vector){other_x, other_y, 0},
                 start + starts[random_below(source, 5)], &made->b);
}

/* ---- no structure at all -------------------------------------------------------------- */

static bool any_accelerated(randomness *source, graze_motion *motion)
{
    graze_vector position = any_vector(source, 8), velocity = any_vector(source, 1.5);
    graze_vector acceleration = any_vector(source, 0.5);
    double start = random_between(source, 0, 10), duration = random_between(source, 0.5, 8);
    return graze_motion_kinematic(position, velocity, acceleration, start, duration, motion) ==
           GRAZE_OK;
}

bool make_accelerated(randomness *source, const void *context, specimen *made)
{
    (void)context;
    made->body_a.radius = random_between(source, 0.1, 0.8);
    made->body_b.radius = random_between(source, 0.1, 0.8);
    return any_accelerated(source, &made->a) && any_accelerated(source, &made->b);
}

/* ---- twice ------------------------------------------------------------------------------ */

/* Relative to A, t after the instant at which it turns: across the line of centres
 * at w t, along it at -height + bend t^2 / 2. With w^2 / bend small the path goes
 * into the disc on both sides of the turning point, which lies outside. */
bool make_entering_twice(randomness *source, const void *context, specimen *made)
{
    (void)context;
    double reach = random_between(source, 0.5, 2), height = reach * random_between(source, 1, 1.2);
    double bend = random_between(source, 0.2, 2);
    double across = sqrt(bend * reach * random_between(source, 0.05, 0.4));
    double angle = random_between(source, 0, 6.28), x = cos(angle), y = sin(angle);
    double begin = random_between(source, 0, 10), turn = begin + random_between(source, 2, 5);
    double since = begin - turn;
    double along = -height + bend * since * since / 2, aside = across * since;
    graze_vector position = any_vector(source, 8), velocity = any_vector(source, 1.5);
    graze_vector acceleration = any_vector(source, 0.5);
    graze_vector place = {position.x + along * x - aside * y, position.y + along * y + aside * x,
                          0};
    graze_vector heading = {velocity.x + bend * since * x - across * y,
                            velocity.y + bend * since * y + across * x, 0};
    graze_vector curve = {acceleration.x + bend * x, acceleration.y + bend * y, 0};
    made->body_a.radius = reach / 2;
    made->body_b.radius = reach / 2;
    return graze_motion_kinematic(position, velocity, acceleration, begin,
                                  random_between(source, 6, 12), &made->a) == GRAZE_OK &&
           graze_motion_kinematic(place, heading, curve, begin, random_between(source, 6, 12),
                                  &made->b) == GRAZE_OK;
}
