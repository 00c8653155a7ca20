/* SPDX-License-Identifier: MIT */
/* The greatest speed and the acceleration of a motion against a limit, in exact numbers.
 *
 * The square of the speed is convex in time, so it is greatest at an end of the life. Nothing is
 * divided: of a motion between places, limits are multiplied by its duration. */
#include <graze/motion.h>

#include <math.h>
#include <stddef.h>

#include "motion/life.h"
#include "numeric/dyadic.h"
#include "numeric/float_mode.h"

/* The longest numbers are squares of v + aT, some 2 * 4300 bits where subnormals meet the largest
 * doubles: of three of them and what is on the way, this room leaves half. */
enum { ARENA_LIMBS = 200 * 1024 / GMP_NUMB_BITS };

#define FROM(x) dyadic_from(arena, x)
#define ADD(x, y) dyadic_add(arena, x, y)
#define SUB(x, y) dyadic_sub(arena, x, y)
#define SUM(x, y) dyadic_sum(arena, x, y) /* of doubles */
#define MUL(x, y) dyadic_mul(arena, x, y)
#define SQUARE(x) dyadic_square(arena, x)

static dyadic duration_of(dyadic_arena *arena, const graze_motion *motion)
{
    return SUM(motion->duration, motion->duration_tail);
}

/* |x + y factor|, squared, against |limit|, squared. */
static bool is_at_most(dyadic_arena *arena, const graze_vector *x, const graze_vector *y,
                       dyadic factor, dyadic limit)
{
    const double *constant = &x->x, *linear = &y->x;
    dyadic sum = dyadic_zero();
    for (int k = 0; k < 3; k++) {
        dyadic part = ADD(FROM(constant[k]), MUL(FROM(linear[k]), factor));
        sum = ADD(sum, SQUARE(part));
    }
    return dyadic_compare(sum, SQUARE(limit)) <= 0;
}

static bool is_zero(const graze_vector *v) { return v->x == 0 && v->y == 0 && v->z == 0; }

/* |to - position| times a factor against a limit. */
static bool is_way_at_most(dyadic_arena *arena, const graze_motion *motion, dyadic factor,
                           dyadic limit)
{
    dyadic sum = dyadic_zero();
    for (int k = 0; k < 3; k++) {
        dyadic way = SUB(FROM((&motion->to.x)[k]), FROM((&motion->position.x)[k]));
        sum = ADD(sum, SQUARE(MUL(way, factor)));
    }
    return dyadic_compare(sum, SQUARE(limit)) <= 0;
}

static double share_of(const graze_motion *motion)
{
    return motion->form == GRAZE_RAMP ? motion->share : 1;
}

static bool stands(const graze_motion *motion)
{
    const graze_vector *p = &motion->position, *to = &motion->to;
    if (motion->form == GRAZE_KINEMATIC)
        return is_zero(&motion->velocity) && is_zero(&motion->acceleration);
    return motion->form == GRAZE_PARKED || (p->x == to->x && p->y == to->y && p->z == to->z);
}

/* ---- of a motion that moves ---------------------------------------------------------- */

static bool is_speed_at_most(dyadic_arena *arena, const graze_motion *motion, double limit)
{
    const graze_vector *a = &motion->acceleration;
    if (motion->form != GRAZE_KINEMATIC) {
        double share = share_of(motion);
        dyadic factor = share < 1 ? SUM(2, -share) : FROM(share);
        return is_way_at_most(arena, motion, factor, MUL(FROM(limit), duration_of(arena, motion)));
    }
    if (!is_at_most(arena, &motion->velocity, a, dyadic_zero(), FROM(limit)))
        return false;
    if (is_zero(a))
        return true;
    return !isinf(motion->duration) &&
           is_at_most(arena, &motion->velocity, a, duration_of(arena, motion), FROM(limit));
}

static bool is_acceleration_at_most(dyadic_arena *arena, const graze_motion *motion, double limit)
{
    const graze_vector none = {0, 0, 0};
    if (motion->form == GRAZE_KINEMATIC)
        return is_at_most(arena, &motion->acceleration, &none, dyadic_zero(), FROM(limit));
    dyadic rest = SUB(FROM(1), FROM(share_of(motion)));
    return is_way_at_most(arena, motion, ADD(rest, rest),
                          MUL(FROM(limit), SQUARE(duration_of(arena, motion))));
}

/* ---- the doors ------------------------------------------------------------------------ */

static graze_status ask(const graze_motion *motion, double limit,
                        bool (*question)(dyadic_arena *, const graze_motion *, double),
                        bool *holds)
{
    if (holds == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = graze_motion_validate(motion);
    if (status != GRAZE_OK)
        return status;
    if (!isfinite(limit))
        return GRAZE_ERROR_NOT_FINITE;
    mp_limb_t limbs[ARENA_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, ARENA_LIMBS);
    bool answer = limit >= 0 && (stands(motion) || question(&arena, motion, limit));
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE; /* UNREACHED: ARENA_LIMBS is twice what the longest take */
    *holds = answer;
    return GRAZE_OK;
}

graze_status graze_motion_speed_at_most(const graze_motion *motion, double limit, bool *holds)
{
    FLOAT_MODE_DEFAULT;
    return ask(motion, limit, is_speed_at_most, holds);
}

graze_status graze_motion_acceleration_at_most(const graze_motion *motion, double limit,
                                               bool *holds)
{
    FLOAT_MODE_DEFAULT;
    return ask(motion, limit, is_acceleration_at_most, holds);
}
