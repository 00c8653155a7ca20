/* SPDX-License-Identifier: MIT */
/* Doubles that know how wrong they may be: they answer, or say that they cannot; they never
 * guess. */
#include "contact/filter_general.h"

#include <math.h>
#include <stdbool.h>

#include "contact/filter_scan.h"
#include "numeric/ball.h"

typedef struct no_number no_number;
#define CONTEXT const no_number
#define LINKAGE static
#define NAME(x) ball_##x
#define NUMBER ball
#define FROM(x) ball_from(x)
#define ADD(x, y) ball_add(x, y)
#define SUB(x, y) ball_sub(x, y)
#define MUL(x, y) ball_mul(x, y)
#define SQUARE(x) ball_square(x)
#define NEGATIVE(x) ball_negative(x)
#define SIGN(x) ball_sign(x)
#include "contact/relative.inc"

static double norm(const ball *x, int dimensions)
{
    double sum = 0;
    for (int k = 0; k < dimensions; k++)
        sum += fabs(x[k].value) + x[k].error;
    return sum;
}

/* For an endless common life: a time after which the bodies stay apart, since
 * |curve| tau^2 > |velocity| tau + |place| + reach from there on. With s, p and c for
 * the three norms, the last time of equality (s + sqrt(s^2 + 4 c p))/(2 c) is at most
 * s/c + sqrt(p/c). Roots are taken before the quotient, so that it is 0 or at least
 * 2^-537/2^512 = 2^-1049, with 25 bits, where the other quotient underflows; that and its
 * own rounding is paid for by a hundredth (p > 0, as the reach is). Infinite or NaN
 * (undecided) where it overflows and without a curve. */
static ball settled_after(const ball_relative *r)
{
    double curve = 0; /* a lower bound of its Euclidean norm */
    for (int k = 0; k < r->dimensions; k++)
        curve = fmax(curve, fabs(r->curve[k].value) * (1 - 0x1p-30) - r->curve[k].error);
    double speed = norm(r->velocity, r->dimensions);
    double place = norm(r->place, r->dimensions) + fabs(r->reach.value) + r->reach.error;
    return ball_from((speed / curve + sqrt(place) / sqrt(curve)) * 1.01);
}

/* The five Bernstein coefficients of filter_accelerated.h, halved as there. What they are off
 * by stays within the greatest of their errors, to which ball.h adds a share of 2^-30; the
 * FILTER_HALVINGS times four roundings add 2^-48 of the greatest of them, or 2^-1070. Of sums
 * in the place of those maxima none is finite when a number is not. */
static contact scan(const ball *coefficient)
{
    double whole[FILTER_TERMS], error = 0x1p-1050, size = 0;
    for (int i = 0; i < FILTER_TERMS; i++) {
        whole[i] = coefficient[i].value;
        size += fabs(coefficient[i].value);
        error += coefficient[i].error;
    }
    double bound = error * (1 + 0x1p-29) + 0x1p-46 * size;
    return bound < INFINITY ? filter_scan(whole, bound, NULL) : CONTACT_UNKNOWN;
}

static contact accelerated_contact(const ball_relative *r)
{
    if (ball_sign(r->reach) != 1)
        return CONTACT_UNKNOWN;
    ball length = r->endless ? settled_after(r) : r->length;
    ball half = ball_mul(length, ball_from(0.5));
    ball control[3][3];
    for (int k = 0; k < r->dimensions; k++) {
        control[0][k] = r->place[k];
        control[1][k] = ball_add(r->place[k], ball_mul(r->velocity[k], half));
        ball step = ball_add(r->velocity[k], ball_mul(r->curve[k], length));
        control[2][k] = ball_add(r->place[k], ball_mul(step, length));
    }
    ball reach = ball_square(r->reach), third = {1.0 / 3.0, 0x1p-54};
    ball middle = ball_length_squared(NULL, control[1], r->dimensions);
    middle =
        ball_add(ball_add(middle, middle), ball_dot(NULL, control[0], control[2], r->dimensions));
    const ball coefficient[FILTER_TERMS] = {
        ball_sub(ball_length_squared(NULL, control[0], r->dimensions), reach),
        ball_sub(ball_dot(NULL, control[0], control[1], r->dimensions), reach),
        ball_sub(ball_mul(middle, third), reach),
        ball_sub(ball_dot(NULL, control[1], control[2], r->dimensions), reach),
        ball_sub(ball_length_squared(NULL, control[2], r->dimensions), reach)};
    return scan(coefficient);
}

contact ball_contact(const pair *question)
{
    ball_relative relative;
    int life = ball_relative_of(NULL, question, &relative);
    if (life != 1)
        return life == 0 ? CONTACT_NO_LIFE : CONTACT_UNKNOWN;
    return relative.curved ? accelerated_contact(&relative) : ball_contact_of(NULL, &relative);
}
