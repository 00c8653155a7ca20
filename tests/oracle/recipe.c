/* SPDX-License-Identifier: MIT */
/* Ingredients of generated pairs. See recipe.h. */
#include "oracle/recipe.h"

#include <assert.h>

graze_vector recipe_real_vector(recipe *r, double range)
{
    oracle_random *random = &r->random;
    double x = random_real(random, -range, range), y = random_real(random, -range, range);
    return (graze_vector){x, y, r->space ? random_real(random, -range, range) : 0};
}

graze_vector recipe_short_vector(recipe *r, int range, int places)
{
    oracle_random *random = &r->random;
    double x = random_short(random, range, places), y = random_short(random, range, places);
    return (graze_vector){x, y, r->space ? random_short(random, range, places) : 0};
}

void recipe_kinematic(graze_motion *motion, graze_vector place, graze_vector velocity, double start,
                      double duration)
{
    graze_status status =
        graze_motion_kinematic(place, velocity, (graze_vector){0, 0, 0}, start, duration, motion);
    assert(status == GRAZE_OK);
    (void)status;
}

void recipe_waypoint(graze_motion *motion, graze_vector from, graze_vector to, double start,
                     double end)
{
    graze_status status = graze_motion_waypoint(from, to, start, end, motion);
    assert(status == GRAZE_OK);
    (void)status;
}

void recipe_ramp(graze_motion *motion, graze_vector from, graze_vector to, double start, double end,
                 double share)
{
    graze_status status = graze_motion_ramp(from, to, start, end, share, motion);
    assert(status == GRAZE_OK);
    (void)status;
}

double recipe_share(recipe *r)
{
    switch (random_whole(&r->random, 0, 3)) {
    case 0:
        return 2 * random_whole(&r->random, 0, 1);
    case 1:
        return random_whole(&r->random, 0, 8) / 4.0;
    default:
        return random_real(&r->random, 0, 2);
    }
}

graze_vector recipe_shuffle(recipe *r, graze_vector v)
{
    oracle_random *random = &r->random;
    double axis[3] = {v.x, v.y, v.z};
    for (int i = r->space ? 2 : 1; i > 0; i--) {
        int j = random_whole(random, 0, i);
        double other = axis[j];
        axis[j] = axis[i];
        axis[i] = other;
    }
    return (graze_vector){axis[0] * random_sign(random), axis[1] * random_sign(random),
                          axis[2] * random_sign(random)};
}

void recipe_maybe_waypoint(recipe *r, graze_motion *motion)
{
    if (isinf(motion->duration) || random_once_in(&r->random, 2))
        return;
    graze_vector to = add(motion->position, scale(motion->velocity, motion->duration));
    recipe_waypoint(motion, motion->position, to, motion->start, motion->start + motion->duration);
}
