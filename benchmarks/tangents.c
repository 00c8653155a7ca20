/* SPDX-License-Identifier: MIT */
/* Touching by design. See tangents.h. */
#include "benchmarks/tangents.h"

#include <math.h>

static bool moving(double x, double y, double vx, double vy, double start, double duration,
                   graze_motion *motion)
{
    return graze_motion_kinematic((graze_vector){x, y, 0}, (graze_vector){vx, vy, 0},
                                  (graze_vector){0, 0, 0}, start, duration, motion) == GRAZE_OK;
}

/* ---- nearly ------------------------------------------------------------------------- */

/* 1e-12 .. 1e-17, either sign */
static double any_depth(randomness *source)
{
    double depth = pow(10, random_between(source, -17, -12));
    return random_below(source, 2) == 0 ? depth : -depth;
}

/* B passes below A: A on the height of the reach, B at the depth. Heights need no
 * common exponent, so that the depth stays what it is. */
static bool make_along_axis(randomness *source, double depth, specimen *made)
{
    double instant = random_between(source, 4, 6);
    double va = random_between(source, -1, 1), vb = va + random_between(source, 0.25, 1);
    double start_a = random_between(source, 0, 3), start_b = random_between(source, 0, 3);
    double meeting = random_between(source, -8, 8);
    made->body_a.radius = 0.5;
    made->body_b.radius = 0.25;
    return moving(meeting - va * (instant - start_a), 0.75, va, 0, start_a, 8, &made->a) &&
           moving(meeting - vb * (instant - start_b), 0.75 * depth, vb, 0, start_b, 8, &made->b);
}

static bool make_in_any_direction(randomness *source, double depth, specimen *made)
{
    double instant = random_between(source, 4, 6);
    double ax = random_between(source, -1, 1), ay = random_between(source, -1, 1);
    double angle = random_between(source, 0, 6.28), speed = random_between(source, 0.25, 1);
    double wx = cos(angle), wy = sin(angle), bx = ax + speed * wx, by = ay + speed * wy;
    double start_a = random_between(source, 0, 3), start_b = random_between(source, 0, 3);
    double x = random_between(source, -8, 8), y = random_between(source, -8, 8);
    made->body_a.radius = random_between(source, 0.1, 1);
    made->body_b.radius = random_between(source, 0.1, 1);
    double apart = (made->body_a.radius + made->body_b.radius) * (1 - depth);
    double since_a = instant - start_a, since_b = instant - start_b;
    return moving(x - ax * since_a, y - ay * since_a, ax, ay, start_a, 8, &made->a) &&
           moving(x - wy * apart - bx * since_b, y + wx * apart - by * since_b, bx, by, start_b, 8,
                  &made->b);
}

bool make_near_tangent(randomness *source, const void *context, specimen *made)
{
    (void)context;
    double depth = any_depth(source);
    return random_below(source, 2) == 0 ? make_along_axis(source, depth, made)
                                        : make_in_any_direction(source, depth, made);
}

/* ---- exactly ------------------------------------------------------------------------ */

typedef struct whole_vector {
    int x, y;
} whole_vector;

typedef struct triple {
    int x, y, length;
} triple;

/* A Pythagorean triple in one of its eight positions. */
static triple any_triple(randomness *source)
{
    static const triple triples[] = {{3, 4, 5},    {5, 12, 13},  {8, 15, 17}, {7, 24, 25},
                                     {20, 21, 29}, {12, 35, 37}, {9, 40, 41}, {1, 0, 1}};
    triple chosen = triples[random_below(source, 8)];
    if (random_below(source, 2) == 0)
        chosen = (triple){chosen.y, chosen.x, chosen.length};
    if (random_below(source, 2) == 0)
        chosen.x = -chosen.x;
    if (random_below(source, 2) == 0)
        chosen.y = -chosen.y;
    return chosen;
}

typedef enum touch_kind { IN_PASSING, AT_FIRST, AT_LAST } touch_kind;

/* The relative velocity of B: across the line of centres, away or towards. */
static whole_vector any_relative_velocity(randomness *source, triple normal, touch_kind kind)
{
    int along = random_below(source, 2) == 0 ? 1 : -1;
    whole_vector velocity = {-normal.y * along, normal.x * along};
    int outward = kind == IN_PASSING ? 0 : kind == AT_FIRST ? 1 : -1;
    velocity.x += outward * normal.x * random_below(source, 3);
    velocity.y += outward * normal.y * random_below(source, 3);
    return velocity;
}

static double any_radius_near(randomness *source, double radius)
{
    switch (random_below(source, 4)) {
    case 0:
        return nextafter(radius, INFINITY);
    case 1:
        return nextafter(radius, 0);
    default:
        return radius;
    }
}

static bool moving_through(whole_vector place, int instant, whole_vector velocity, int start,
                           int end, graze_motion *motion)
{
    return moving(place.x - velocity.x * (instant - start),
                  place.y - velocity.y * (instant - start), velocity.x, velocity.y, start,
                  end - start, motion);
}

bool make_tangent(randomness *source, const void *context, specimen *made)
{
    (void)context;
    touch_kind kind = (touch_kind)random_below(source, 3);
    triple normal = any_triple(source);
    int times = 1 + random_below(source, 3), instant = 20 + random_below(source, 20);
    whole_vector place_a = {random_around(source, 500), random_around(source, 500)};
    whole_vector place_b = {place_a.x + times * normal.x, place_a.y + times * normal.y};
    whole_vector va = {random_around(source, 9), random_around(source, 9)};
    whole_vector relative = any_relative_velocity(source, normal, kind);
    whole_vector vb = {va.x + relative.x, va.y + relative.y};

    int reach = times * normal.length, radius_a = random_below(source, reach);
    made->body_a.radius = radius_a;
    made->body_b.radius = any_radius_near(source, reach - radius_a);
    int start_a = instant - 1 - random_below(source, 9),
        end_a = instant + 1 + random_below(source, 9);
    int start_b = instant - 1 - random_below(source, 9),
        end_b = instant + 1 + random_below(source, 9);
    start_b = kind == AT_FIRST ? instant : start_b;
    end_b = kind == AT_LAST ? instant : end_b;
    return moving_through(place_a, instant, va, start_a, end_a, &made->a) &&
           moving_through(place_b, instant, vb, start_b, end_b, &made->b);
}
