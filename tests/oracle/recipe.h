/* SPDX-License-Identifier: MIT */
/* What the generators of all families are cooked from. */
#ifndef TESTS_ORACLE_RECIPE_H
#define TESTS_ORACLE_RECIPE_H

#include <math.h>
#include <stdbool.h>

#include "oracle/generate.h"
#include "oracle/oracle.h"
#include "oracle/random.h"

typedef struct recipe {
    oracle_random random;
    bool space; /* three dimensions */
} recipe;

/* One maker per family: oracle_make_random, oracle_make_grid, ... */
#define ORACLE_FAMILY_MAKER_(name, cost) void oracle_make_##name(recipe *r, oracle_pair *pair);
ORACLE_FAMILIES(ORACLE_FAMILY_MAKER_)
#undef ORACLE_FAMILY_MAKER_

static inline graze_vector add(graze_vector a, graze_vector b)
{
    return (graze_vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline graze_vector scale(graze_vector a, double factor)
{
    return (graze_vector){a.x * factor, a.y * factor, a.z * factor};
}

static inline graze_vector cross(graze_vector a, graze_vector b)
{
    return (graze_vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline bool is_zero(graze_vector a)
{
    return a.x == 0 && a.y == 0 && a.z == 0;
}

static inline double length(graze_vector a)
{
    return hypot(hypot(a.x, a.y), a.z);
}

/* Vectors with all bits random in [-range, range), or of short numbers as
 * random_short makes them; in the plane z is 0. */
graze_vector recipe_real_vector(recipe *r, double range);
graze_vector recipe_short_vector(recipe *r, int range, int places);

/* The same vector with its axes exchanged and mirrored. */
graze_vector recipe_shuffle(recipe *r, graze_vector v);

/* Valid motions; a refusal is the generator's own mistake. */
void recipe_kinematic(graze_motion *motion, graze_vector place, graze_vector velocity, double start,
                      double duration);
void recipe_waypoint(graze_motion *motion, graze_vector from, graze_vector to, double start,
                     double end);

void recipe_ramp(graze_motion *motion, graze_vector from, graze_vector to, double start, double end,
                 double share);

/* 0 or 2, a multiple of 1/4, or all bits random. */
double recipe_share(recipe *r);

/* Every second time, a motion that ends becomes the waypoint motion with the
 * same places at its ends: the same motion, where those places are exact. */
void recipe_maybe_waypoint(recipe *r, graze_motion *motion);

#endif
