/* SPDX-License-Identifier: MIT */
/* Sweeps made, and the two stages of their one question. See sweep.h. */
#include "world/sweep.h"

#include <math.h>

#include "numeric/ball.h"
#include "numeric/dyadic.h"

/* ---- making ------------------------------------------------------------------------- */

sweep sweep_at(graze_point place, double radius, double tolerance)
{
    return (sweep){.x = place.x,
                   .y = place.y,
                   .to_x = place.x,
                   .to_y = place.y,
                   .still = true,
                   .radius = radius,
                   .tolerance = tolerance};
}

bool sweep_of_motion(const graze_motion *motion, double radius, double tolerance, sweep *result)
{
    const graze_vector *p = &motion->position, *v = &motion->velocity, *a = &motion->acceleration;
    bool waypoint = motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP;
    if (!waypoint && (motion->form == GRAZE_PARKED || a->x != 0 || a->y != 0 || a->z != 0))
        return false;
    *result = sweep_at((graze_point){p->x, p->y}, radius, tolerance);
    result->still = waypoint ? v->x == p->x && v->y == p->y : v->x == 0 && v->y == 0;
    if (result->still)
        return true;
    if (motion->duration == INFINITY)
        return false;
    result->to_x = v->x;
    result->to_y = v->y;
    result->time = motion->duration;
    result->time_tail = motion->duration_tail;
    result->by_velocity = !waypoint;
    return true;
}

graze_point sweep_end(const sweep *path)
{
    if (!path->by_velocity)
        return (graze_point){path->to_x, path->to_y};
    double time = path->time + path->time_tail;
    return (graze_point){path->x + path->to_x * time, path->y + path->to_y * time};
}

/* ---- the question -------------------------------------------------------------------- */

typedef enum truth { NO, MAYBE, YES } truth;

static inline truth both(truth a, truth b) { return a < b ? a : b; }
static inline truth either(truth a, truth b) { return a > b ? a : b; }

#define NAME(x) ball_##x
#define NUMBER ball
#define FROM(x) ball_from(x)
#define ADD(x, y) ball_add(x, y)
#define SUB(x, y) ball_sub(x, y)
#define MUL(x, y) ball_mul(x, y)
#define NEGATIVE(x) ball_negative(x)
#define SIGN(x) ball_sign(x)
#include "world/sweep.inc"
#undef NAME
#undef NUMBER
#undef FROM
#undef ADD
#undef SUB
#undef MUL
#undef NEGATIVE
#undef SIGN

#define NAME(x) exact_##x
#define NUMBER dyadic
#define FROM(x) dyadic_from(arena, x)
#define ADD(x, y) dyadic_add(arena, x, y)
#define SUB(x, y) dyadic_sub(arena, x, y)
#define MUL(x, y) dyadic_mul(arena, x, y)
#define NEGATIVE(x) dyadic_negative(x)
#define SIGN(x) dyadic_sign(x)
#include "world/sweep.inc"

/* Limbs of the exact stage: doubles of opposite extremes add up to 33 limbs, a velocity
 * times a time to 66, and the longest product has four such factors; about thirty
 * numbers of a part are alive at a time. Everyday numbers take a hundred limbs in all. */
enum { EXACT_LIMBS = 12288 };

graze_status sweep_meets_box_exactly(const sweep *path, const world_box *box, bool *meets)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    truth met = exact_meets(&arena, path, box);
    /* UNREACHED: the limbs counted above are less than those that there are. */
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE;
    *meets = met == YES;
    return GRAZE_OK;
}

graze_status sweep_meets_box(const sweep *path, const world_box *box, bool *meets)
{
    dyadic_arena none = dyadic_arena_on(NULL, 0);
    truth met = ball_meets(&none, path, box);
    if (met == MAYBE)
        return sweep_meets_box_exactly(path, box, meets);
    *meets = met == YES;
    return GRAZE_OK;
}
