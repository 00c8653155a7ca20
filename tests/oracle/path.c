/* SPDX-License-Identifier: MIT */
/* Motions as exact functions of absolute time. See path.h. */
#include "oracle/path.h"

#include <math.h>

#include "oracle/rational.h"

void oracle_path_init(oracle_path *p)
{
    for (int axis = 0; axis < 3; axis++)
        for (int power = 0; power < 3; power++)
            mpq_init(p->coefficient[axis][power]);
    oracle_stretch_init(&p->life);
}

void oracle_path_clear(oracle_path *p)
{
    for (int axis = 0; axis < 3; axis++)
        for (int power = 0; power < 3; power++)
            mpq_clear(p->coefficient[axis][power]);
    oracle_stretch_clear(&p->life);
}

static void set_life(oracle_stretch *life, const graze_motion *motion)
{
    rational_sum(life->begin, motion->start, motion->start_tail);
    life->endless = isinf(motion->duration);
    if (life->endless)
        return;
    rational_sum(life->end, motion->duration, motion->duration_tail);
    mpq_add(life->end, life->end, life->begin);
}

/* Places by local time u = t - begin: place + velocity u + half_acceleration u² */
typedef struct local_axis {
    mpq_t place, velocity, half_acceleration;
} local_axis;

/* A mean velocity v becomes share v, and (1 - share) v is gained per duration. */
static void share_out(local_axis *local, double share, const mpq_t duration)
{
    mpq_t part;
    mpq_init(part);
    mpq_set_d(part, share);
    mpq_mul(part, part, local->velocity);
    mpq_sub(local->half_acceleration, local->velocity, part);
    mpq_div(local->half_acceleration, local->half_acceleration, duration);
    mpq_set(local->velocity, part);
    mpq_clear(part);
}

static void set_axis(local_axis *local, const graze_motion *motion, double place, double to,
                     double velocity, double acceleration)
{
    mpq_set_d(local->place, place);
    mpq_set_d(local->half_acceleration, 0);
    if (motion->form == GRAZE_KINEMATIC || motion->form == GRAZE_PARKED) {
        mpq_set_d(local->velocity, velocity);
        mpq_set_d(local->half_acceleration, acceleration);
        mpq_div_2exp(local->half_acceleration, local->half_acceleration, 1);
        return;
    }
    rational_sum(local->velocity, to, -place);
    if (mpq_sgn(local->velocity) == 0)
        return;
    mpq_t duration;
    mpq_init(duration);
    rational_sum(duration, motion->duration, motion->duration_tail);
    mpq_div(local->velocity, local->velocity, duration);
    if (motion->form == GRAZE_RAMP)
        share_out(local, motion->share, duration);
    mpq_clear(duration);
}

/* place += velocity h + half_acceleration h²; velocity += 2 half_acceleration h */
static void advance(local_axis *local, const mpq_t h)
{
    mpq_t change;
    mpq_init(change);
    mpq_mul(change, local->half_acceleration, h);
    mpq_add(local->velocity, local->velocity, change);
    mpq_t way;
    mpq_init(way);
    mpq_mul(way, local->velocity, h);
    mpq_add(local->place, local->place, way);
    mpq_add(local->velocity, local->velocity, change);
    mpq_clears(change, way, NULL);
}

/* Turns local time into absolute time, which is moving the origin by -begin. */
static void set_absolute(mpq_t *coefficient, local_axis *local, const mpq_t begin)
{
    mpq_t back;
    mpq_init(back);
    mpq_neg(back, begin);
    advance(local, back);
    mpq_set(coefficient[0], local->place);
    mpq_set(coefficient[1], local->velocity);
    mpq_set(coefficient[2], local->half_acceleration);
    mpq_clear(back);
}

/* A parked motion stands where the kinematic one ends, from its end on. */
static void park(oracle_path *p)
{
    mpq_t place;
    mpq_init(place);
    for (int axis = 0; axis < 3; axis++) {
        oracle_path_place(place, p, axis, p->life.end);
        mpq_set(p->coefficient[axis][0], place);
        mpq_set_ui(p->coefficient[axis][1], 0, 1);
        mpq_set_ui(p->coefficient[axis][2], 0, 1);
    }
    mpq_set(p->life.begin, p->life.end);
    p->life.endless = true;
    mpq_clear(place);
}

void oracle_path_set(oracle_path *p, const graze_motion *motion)
{
    const graze_vector *q = &motion->position, *to = &motion->to, *v = &motion->velocity,
                       *c = &motion->acceleration;
    local_axis local;
    mpq_inits(local.place, local.velocity, local.half_acceleration, NULL);
    set_life(&p->life, motion);
    set_axis(&local, motion, q->x, to->x, v->x, c->x);
    set_absolute(p->coefficient[0], &local, p->life.begin);
    set_axis(&local, motion, q->y, to->y, v->y, c->y);
    set_absolute(p->coefficient[1], &local, p->life.begin);
    set_axis(&local, motion, q->z, to->z, v->z, c->z);
    set_absolute(p->coefficient[2], &local, p->life.begin);
    mpq_clears(local.place, local.velocity, local.half_acceleration, NULL);
    if (motion->form == GRAZE_PARKED)
        park(p);
}

void oracle_path_delay(oracle_path *p, const mpq_t delay)
{
    for (int axis = 0; axis < 3; axis++) {
        mpq_t *c = p->coefficient[axis];
        local_axis as_local;
        mpq_inits(as_local.place, as_local.velocity, as_local.half_acceleration, NULL);
        mpq_set(as_local.place, c[0]);
        mpq_set(as_local.velocity, c[1]);
        mpq_set(as_local.half_acceleration, c[2]);
        set_absolute(c, &as_local, delay);
        mpq_clears(as_local.place, as_local.velocity, as_local.half_acceleration, NULL);
    }
    mpq_add(p->life.begin, p->life.begin, delay);
    mpq_add(p->life.end, p->life.end, delay);
}

/* P(still + factor t), with still = start (1 - factor): moved by `still`, then stretched. */
void oracle_path_drive(oracle_path *p, const mpq_t start, const mpq_t factor)
{
    mpq_t still, place, gained;
    mpq_inits(still, place, gained, NULL);
    mpq_set_ui(still, 1, 1);
    mpq_sub(still, still, factor);
    mpq_mul(still, still, start);
    for (int axis = 0; axis < 3; axis++) {
        mpq_t *c = p->coefficient[axis];
        oracle_path_place(place, p, axis, still);
        mpq_set(c[0], place);
        mpq_mul(gained, c[2], still);
        mpq_add(c[1], c[1], gained);
        mpq_add(c[1], c[1], gained);
        mpq_mul(c[1], c[1], factor);
        mpq_mul(c[2], c[2], factor);
        mpq_mul(c[2], c[2], factor);
    }
    mpq_ptr ends[] = {p->life.begin, p->life.end};
    for (int i = 0; i < 2; i++) {
        mpq_sub(ends[i], ends[i], start);
        mpq_div(ends[i], ends[i], factor);
        mpq_add(ends[i], ends[i], start);
    }
    mpq_clears(still, place, gained, NULL);
}

void oracle_path_place(mpq_t place, const oracle_path *p, int axis, const mpq_t instant)
{
    const mpq_t *c = p->coefficient[axis];
    mpq_t sum;
    mpq_init(sum);
    mpq_mul(sum, c[2], instant);
    mpq_add(sum, sum, c[1]);
    mpq_mul(sum, sum, instant);
    mpq_add(place, sum, c[0]);
    mpq_clear(sum);
}

void oracle_rational_polynomial_init(oracle_rational_polynomial *p)
{
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++)
        mpq_init(p->coefficient[i]);
}

void oracle_rational_polynomial_clear(oracle_rational_polynomial *p)
{
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++)
        mpq_clear(p->coefficient[i]);
}

int oracle_rational_polynomial_degree(const oracle_rational_polynomial *p)
{
    int degree = POLYNOMIAL_DEGREE;
    while (degree >= 0 && mpq_sgn(p->coefficient[degree]) == 0)
        degree--;
    return degree;
}

void oracle_rational_polynomial_value(mpq_t value, const oracle_rational_polynomial *p,
                                      const mpq_t x)
{
    mpq_t sum;
    mpq_init(sum);
    for (int i = POLYNOMIAL_DEGREE; i >= 0; i--) {
        mpq_mul(sum, sum, x);
        mpq_add(sum, sum, p->coefficient[i]);
    }
    mpq_set(value, sum);
    mpq_clear(sum);
}

void oracle_square_distance(oracle_rational_polynomial *square, const oracle_path *a,
                            const oracle_path *b)
{
    mpq_t difference[3], product;
    mpq_inits(difference[0], difference[1], difference[2], product, NULL);
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++)
        mpq_set_ui(square->coefficient[i], 0, 1);
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < 3; i++)
            mpq_sub(difference[i], a->coefficient[axis][i], b->coefficient[axis][i]);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                mpq_mul(product, difference[i], difference[j]);
                mpq_add(square->coefficient[i + j], square->coefficient[i + j], product);
            }
    }
    mpq_clears(difference[0], difference[1], difference[2], product, NULL);
}

void oracle_common_life(oracle_stretch *common, const oracle_stretch *a, const oracle_stretch *b)
{
    mpq_set(common->begin, mpq_cmp(a->begin, b->begin) > 0 ? a->begin : b->begin);
    common->endless = a->endless && b->endless;
    if (common->endless)
        return;
    bool first_ends = b->endless || (!a->endless && mpq_cmp(a->end, b->end) < 0);
    mpq_set(common->end, first_ends ? a->end : b->end);
}
