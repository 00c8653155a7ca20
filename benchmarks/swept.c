/* SPDX-License-Identifier: MIT */
/* Families of swept bodies. See swept.h. */
#include "benchmarks/swept.h"

#include <math.h>
#include <string.h>

const swept_family swept_families[] = {{"4 corners, 12 m", 4, 0, 12, 3, false, 0},
                                       {"8 corners, 6 m", 8, 0, 6, 3, false, 0},
                                       {"8 corners, 12 m", 8, 0, 12, 3, false, 0},
                                       {"8 corners, 30 m", 8, 0, 30, 3, false, 0},
                                       {"8 corners, grazing", 8, 0, 12, 6, true, 0},
                                       {"rounded, 12 m", 6, 0.2, 12, 3, false, 0},
                                       {"rounded, grazing", 6, 0.2, 12, 6, true, 0},
                                       {"discs, 6 m", 0, 0.5, 6, 3, false, 0},
                                       {"discs, 12 m", 0, 0.5, 12, 3, false, 0},
                                       {"discs, grazing", 0, 0.5, 12, 6, true, 0},
                                       {"robots of 1 m", 4, 0, 6, 1, false, 1},
                                       {"robots of 0.8 m", 4, 0, 6, 1, false, 0.8},
                                       {0}};

const swept_family *swept_family_named(const char *name)
{
    const swept_family *each = swept_families;
    while (each->name != NULL && strcmp(each->name, name) != 0)
        each++;
    return each->name != NULL ? each : NULL;
}

static void shape(randomness *source, int corners, graze_point *vertices)
{
    double wide = random_between(source, 0.3, 1), high = wide * random_between(source, 0.4, 1);
    double turn = random_between(source, 0, 6.283185307179586);
    for (int i = 0; i < corners; i++) {
        double angle = (i + random_between(source, 0, 0.8)) * 6.283185307179586 / corners;
        double x = wide * cos(angle), y = high * sin(angle);
        vertices[i] = (graze_point){x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)};
    }
}

static void make_body(randomness *source, const swept_family *of, graze_point *corners,
                      graze_body *body)
{
    do {
        shape(source, of->corners, corners);
        *body = (graze_body){.radius = of->radius,
                             .vertices = of->corners == 0 ? NULL : corners,
                             .vertex_count = (size_t)of->corners};
    } while (graze_body_validate(body) != GRAZE_OK);
}

static bool make_motion(randomness *source, const swept_family *of, graze_motion *motion)
{
    const graze_vector none = {0, 0, 0};
    const graze_vector place = {random_between(source, 0, of->square),
                                random_between(source, 0, of->square), 0};
    const graze_vector velocity = {random_between(source, -of->travel, of->travel),
                                   random_between(source, -of->travel, of->travel), 0};
    return graze_motion_kinematic(place, velocity, none, 0, 1, motion) == GRAZE_OK;
}

/* How far a body reaches along a direction. */
static double reach_of(const graze_body *body, double x, double y)
{
    double most = body->vertex_count == 0 ? 0 : -INFINITY;
    for (size_t i = 0; i < body->vertex_count; i++)
        most = fmax(most, body->vertices[i].x * x + body->vertices[i].y * y);
    return most + body->radius * hypot(x, y);
}

/* Moves a beside its way until the two pass each other at `depth`, in the middle. */
static void let_graze(specimen *pair, double depth)
{
    double vx = pair->a.velocity.x - pair->b.velocity.x;
    double vy = pair->a.velocity.y - pair->b.velocity.y, speed = hypot(vx, vy);
    double x = -vy / speed, y = vx / speed;
    double apart = reach_of(&pair->body_b, x, y) + reach_of(&pair->body_a, -x, -y) - depth;
    pair->a.position.x = pair->b.position.x + apart * x - 0.5 * vx;
    pair->a.position.y = pair->b.position.y + apart * y - 0.5 * vy;
}

static bool as_waypoint(graze_motion *motion)
{
    const graze_vector from = motion->position, by = motion->velocity;
    const graze_vector to = {from.x + by.x, from.y + by.y, 0};
    return graze_motion_waypoint(from, to, 0, 1, motion) == GRAZE_OK;
}

/* A robot that goes to a neighbouring cell, or rests. */
static bool make_robot(randomness *source, const swept_family *of, graze_point *corners,
                       graze_body *body, graze_motion *motion)
{
    static const double sides[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    static const graze_vector ways[] = {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    const graze_vector none = {0, 0, 0};
    const graze_vector place = {floor(random_between(source, 0, of->square)),
                                floor(random_between(source, 0, of->square)), 0};
    for (int i = 0; i < 4; i++)
        corners[i] = (graze_point){of->side * sides[i][0], of->side * sides[i][1]};
    *body = (graze_body){.vertices = corners, .vertex_count = 4};
    return graze_motion_kinematic(place, ways[(int)random_between(source, 0, 5)], none, 0, 1,
                                  motion) == GRAZE_OK;
}

static bool make_pair(randomness *source, const swept_family *of, graze_point *corners,
                      specimen *pair)
{
    if (of->side != 0)
        return make_robot(source, of, corners, &pair->body_a, &pair->a) &&
               make_robot(source, of, corners + SWEPT_CORNERS, &pair->body_b, &pair->b);
    make_body(source, of, corners, &pair->body_a);
    if (!make_motion(source, of, &pair->a))
        return false;
    make_body(source, of, corners + SWEPT_CORNERS, &pair->body_b);
    if (!make_motion(source, of, &pair->b))
        return false;
    if (of->grazing)
        let_graze(pair, random_between(source, -1e-3, 1e-3));
    return of->corners > 0 || (as_waypoint(&pair->a) && as_waypoint(&pair->b));
}

bool swept_fill(const swept_family *of, size_t count, specimen *pairs, graze_point *corners)
{
    randomness source = {20190826};
    for (size_t i = 0; i < count; i++)
        if (!make_pair(&source, of, corners + 2 * i * SWEPT_CORNERS, &pairs[i]))
            return false;
    return true;
}
