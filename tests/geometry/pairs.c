/* SPDX-License-Identifier: MIT */
/* Random pairs of placed bodies. See pairs.h. */
#include "pairs.h"

#include <math.h>

const char *const pair_family_name[PAIR_FAMILIES] = {
    "lattice", "touch", "neighbour", "distant", "close",
    "needle",  "far",   "rounded",   "small",   "extreme", "mixed"};

static size_t vertex_number(oracle_random *random) { return (size_t)random_whole(random, 3, 24); }

static void lattice_pair(body_pair *pair, oracle_random *random, int reach, int range)
{
    for (int i = 0; i < 2; i++) {
        shape_lattice(&pair->shape[i], random, vertex_number(random), reach);
        pair->place[i] =
            (graze_point){random_whole(random, -range, range), random_whole(random, -range, range)};
    }
}

/* The vertex of a lattice shape that is farthest in a whole direction: exact. */
static size_t farthest(const convex_shape *shape, int x, int y)
{
    size_t best = 0;
    for (size_t i = 1; i < shape->body.vertex_count; i++)
        if (shape->vertices[i].x * x + shape->vertices[i].y * y >
            shape->vertices[best].x * x + shape->vertices[best].y * y)
            best = i;
    return best;
}

/* A point of the boundary: a vertex, or the middle of an edge; all numbers even. */
static graze_point contact(const convex_shape *shape, oracle_random *random, size_t vertex)
{
    graze_point here = shape->vertices[vertex];
    if (random_once_in(random, 2))
        return here;
    graze_point next = shape->vertices[(vertex + 1) % shape->body.vertex_count];
    return (graze_point){(here.x + next.x) / 2, (here.y + next.y) / 2};
}

/* A point of a's boundary is put on b's vertex that is farthest against the normal
 * there, so that they touch from outside. */
static void touching_pair(body_pair *pair, oracle_random *random, int reach)
{
    lattice_pair(pair, random, reach, reach);
    for (int i = 0; i < 2; i++)
        shape_scale(&pair->shape[i], 1, 1);
    const convex_shape *a = &pair->shape[0];
    size_t count = a->body.vertex_count, at = (size_t)random_whole(random, 0, (int)count - 1);
    graze_point from = a->vertices[at], to = a->vertices[(at + 1) % count];
    int normal_x = (int)(to.y - from.y), normal_y = (int)(from.x - to.x);
    graze_point on_a = contact(a, random, at);
    graze_point on_b = pair->shape[1].vertices[farthest(&pair->shape[1], -normal_x, -normal_y)];
    pair->place[1].x = pair->place[0].x + on_a.x - on_b.x;
    pair->place[1].y = pair->place[0].y + on_a.y - on_b.y;
}

static void round_pair(body_pair *pair, oracle_random *random, double nearest, double farthest_off)
{
    double size[2];
    for (int i = 0; i < 2; i++) {
        size[i] = random_real(random, 0.5, 2);
        shape_round(&pair->shape[i], random, vertex_number(random), (graze_point){0, 0}, size[i]);
        pair->place[i] = (graze_point){random_real(random, -5, 5), random_real(random, -5, 5)};
    }
    double angle = random_real(random, 0, 6.3);
    double off = (size[0] + size[1]) * random_real(random, nearest, farthest_off);
    pair->place[1].x = pair->place[0].x + off * cos(angle);
    pair->place[1].y = pair->place[0].y + off * sin(angle);
}

static void nudge(body_pair *pair, oracle_random *random)
{
    double *number = random_once_in(random, 2) ? &pair->place[random_whole(random, 0, 1)].x
                                               : &pair->place[random_whole(random, 0, 1)].y;
    *number = nextafter(*number, random_sign(random) * INFINITY);
}

static void make_far(body_pair *pair, oracle_random *random)
{
    if (random_once_in(random, 2)) {
        touching_pair(pair, random, 30);
        double far = random_once_in(random, 2) ? 1e8 : 0x1p45;
        for (int i = 0; i < 2; i++) {
            pair->place[i].x += far;
            pair->place[i].y -= far;
        }
        if (random_once_in(random, 2)) /* far from each body's own origin, back again */
            for (int i = 0; i < 2; i++) {
                shape_move(&pair->shape[i], far, far);
                pair->place[i].x -= far;
                pair->place[i].y -= far;
            }
    } else {
        round_pair(pair, random, 0.5, 1.1);
        for (int i = 0; i < 2; i++)
            pair->place[i].x += 12345678.9;
    }
    if (random_once_in(random, 2))
        nudge(pair, random);
}

static void make_needle(body_pair *pair, oracle_random *random)
{
    if (random_once_in(random, 2))
        touching_pair(pair, random, 100);
    else
        round_pair(pair, random, 0, 1.2);
    int flat = -random_whole(random, 5, 40);
    for (int i = 0; i < 2; i++) {
        if (i == 0 || random_once_in(random, 2))
            shape_scale(&pair->shape[i], 0, flat);
        pair->place[i].y = ldexp(pair->place[i].y, flat);
    }
    if (random_once_in(random, 3))
        nudge(pair, random);
}

static void make_rounded(body_pair *pair, oracle_random *random)
{
    if (random_once_in(random, 2)) {
        touching_pair(pair, random, 20);
        int k = random_whole(random, 1, 20);
        pair->place[1].x += 3 * k * random_sign(random);
        pair->place[1].y += 4 * k * random_sign(random);
        pair->shape[0].body.radius = random_whole(random, 0, 5 * k);
        pair->shape[1].body.radius = 5 * k - pair->shape[0].body.radius;
        if (random_once_in(random, 3))
            pair->shape[0].body.radius = nextafter(pair->shape[0].body.radius, 1e9);
    } else {
        round_pair(pair, random, 0.3, 2.5);
        for (int i = 0; i < 2; i++)
            pair->shape[i].body.radius = random_once_in(random, 3) ? 0 : random_real(random, 0, 1);
    }
    for (int i = 0; i < 2; i++)
        if (random_once_in(random, 3))
            pair->shape[i].body.vertex_count = (size_t)random_whole(random, 0, 2);
}

static void make_small(body_pair *pair, oracle_random *random)
{
    lattice_pair(pair, random, 4, 3);
    for (int i = 0; i < 2; i++)
        if (i == 0 || random_once_in(random, 2))
            pair->shape[i].body.vertex_count = (size_t)random_whole(random, 0, 2);
    if (random_once_in(random, 3))
        pair->shape[0].body.radius = random_whole(random, 0, 3);
    if (random_once_in(random, 3))
        pair->shape[1].body.radius = random_whole(random, 0, 5);
    if (random_once_in(random, 5))
        nudge(pair, random);
}

static void scale_pair(body_pair *pair, int exponent)
{
    for (int i = 0; i < 2; i++) {
        shape_scale(&pair->shape[i], exponent, exponent);
        pair->place[i].x = ldexp(pair->place[i].x, exponent);
        pair->place[i].y = ldexp(pair->place[i].y, exponent);
    }
}

static void make_extreme(body_pair *pair, oracle_random *random)
{
    touching_pair(pair, random, 50);
    switch (random_whole(random, 0, 3)) {
    case 0:
        scale_pair(pair, 1010);
        break;
    case 1:
        scale_pair(pair, -1074);
        break;
    case 2:
        scale_pair(pair, random_once_in(random, 2) ? -500 : 500);
        break;
    default: /* a tiny one beside an ordinary one */
        shape_scale(&pair->shape[0], -600, -600);
        pair->place[0] = (graze_point){pair->place[1].x + pair->shape[1].vertices[0].x,
                                       pair->place[1].y + pair->shape[1].vertices[0].y};
    }
    if (random_once_in(random, 2))
        nudge(pair, random);
}

/* Vertices, radii and places with exponents from the whole range; places may be the same,
 * so that only vertices are left in the difference. */
static void make_mixed(body_pair *pair, oracle_random *random)
{
    lattice_pair(pair, random, 20, 10);
    const int shapes = random_whole(random, -1060, 1010);
    const int places = random_whole(random, -1060, 1010);
    for (int i = 0; i < 2; i++) {
        const int own = random_once_in(random, 3) ? random_whole(random, -1060, 1010) : shapes;
        shape_scale(&pair->shape[i], own, own);
        if (!random_once_in(random, 3))
            pair->shape[i].body.radius =
                ldexp(random_whole(random, 8, 15), random_whole(random, -1074, 1015));
        pair->place[i].x = ldexp(pair->place[i].x, places);
        pair->place[i].y = ldexp(pair->place[i].y, places);
    }
    if (random_once_in(random, 2))
        pair->place[1] = pair->place[0];
}

void pair_make(body_pair *pair, pair_family family, uint64_t index)
{
    oracle_random random;
    random_begin(&random, 2011, (uint64_t)family, index);
    switch (family) {
    case PAIR_LATTICE:
        lattice_pair(pair, &random, random_whole(&random, 2, 12), random_whole(&random, 4, 14));
        break;
    case PAIR_TOUCH:
        touching_pair(pair, &random, random_once_in(&random, 2) ? 20 : 100000);
        break;
    case PAIR_NEIGHBOUR:
        touching_pair(pair, &random, random_once_in(&random, 2) ? 20 : 100000);
        nudge(pair, &random);
        break;
    case PAIR_DISTANT:
        round_pair(pair, &random, 1.01, 5);
        break;
    case PAIR_CLOSE:
        round_pair(pair, &random, 0, 1.1);
        break;
    case PAIR_NEEDLE:
        make_needle(pair, &random);
        break;
    case PAIR_FAR:
        make_far(pair, &random);
        break;
    case PAIR_ROUNDED:
        make_rounded(pair, &random);
        break;
    case PAIR_SMALL:
        make_small(pair, &random);
        break;
    case PAIR_EXTREME:
        make_extreme(pair, &random);
        break;
    default:
        make_mixed(pair, &random);
    }
    for (int i = 0; i < 2; i++)
        pair->body[i] = shape_body(&pair->shape[i]);
}

bool pair_prepare(const graze_body body[2], graze_hull hull[2])
{
    return graze_hull_prepare(&body[0], &hull[0]) == GRAZE_OK &&
           graze_hull_prepare(&body[1], &hull[1]) == GRAZE_OK;
}

bool pair_measure(const graze_body body[2], const graze_point place[2], graze_hull hull[2],
                  double *distance)
{
    graze_separation found;
    if (!pair_prepare(body, hull) ||
        graze_gjk_separation(&hull[0], place[0], &hull[1], place[1], &found) != GRAZE_OK)
        return false;
    *distance = found.distance;
    return true;
}
