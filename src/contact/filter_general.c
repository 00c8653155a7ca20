/* SPDX-License-Identifier: MIT */
/* The two filters of the kernel: doubles and double-doubles that know how wrong
 * they may be. They answer, or say that they cannot; they never guess. */
#include "contact/filter_general.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "contact/accelerated_disc.h"
#include "contact/filter_scan.h"
#include "contact/with_dd.h"
#include "numeric/ball.h"

/* ---- doubles ---- */

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


/* ---- double-doubles ---- */

contact dd_contact(const pair *question)
{
    dd_relative relative;
    int life = dd_relative_of(NULL, question, &relative);
    if (life != 1)
        return life == 0 ? CONTACT_NO_LIFE : CONTACT_UNKNOWN;
    return relative.curved ? accelerated_disc_contact(&relative)
                           : dd_contact_of(NULL, &relative);
}

/* The two roots of |velocity|^2 tau^2 + 2 slope tau + excess. Without
 * cancellation: one root is (|slope| + sqrt(discriminant))/|velocity|^2 away from
 * 0 on the side where the parabola falls, and their product is
 * excess/|velocity|^2. */
typedef struct dd_roots {
    dd speed, slope, excess, sum; /* sum = |slope| + sqrt(discriminant) */
    bool falling;                 /* slope < 0 */
} dd_roots;

static bool dd_roots_of(const dd_relative *r, dd excess, dd_roots *roots)
{
    roots->speed = dd_length_squared(NULL, r->velocity, r->dimensions);
    roots->slope = dd_dot(NULL, r->place, r->velocity, r->dimensions);
    roots->excess = excess;
    dd discriminant = dd_sub(dd_mul(roots->speed, dd_square(r->reach)), dd_cross_squared(NULL, r));
    int sign = dd_sign(roots->slope);
    if (dd_sign(discriminant) != 1 || sign == SIGN_UNKNOWN)
        return false; /* a discriminant above 0 is one of a speed above 0 */
    roots->falling = sign < 0;
    dd slope = roots->falling ? dd_negative(roots->slope) : roots->slope;
    roots->sum = dd_add(slope, dd_sqrt(discriminant));
    return true;
}

/* Only asked for when the parabola falls and has not yet reached 0 at its begin. */
static bool dd_lower_root(const dd_relative *r, const dd_roots *roots, double *lower)
{
    return roots->falling &&
           dd_round_down(dd_add(r->begin, dd_div(roots->excess, roots->sum)), lower);
}

static bool dd_upper_root(const dd_relative *r, const dd_roots *roots, double *upper)
{
    dd tau = roots->falling ? dd_div(roots->sum, roots->speed)
                            : dd_div(dd_negative(roots->excess), roots->sum);
    return dd_round_up(dd_add(r->begin, tau), upper);
}

/* The sign of distance^2 - reach^2 at the end of the common life; an endless
 * one ends outside unless nothing moves. */
static int dd_last_sign(const dd_relative *r)
{
    if (r->endless)
        return r->still ? -1 : 1;
    dd last[3];
    dd_place_at(NULL, r, r->length, last);
    return dd_sign(dd_excess(NULL, r, last));
}

static bool dd_overlap_of(const dd_relative *r, meeting_interval *result)
{
    dd excess = dd_excess(NULL, r, r->place);
    int first = dd_sign(excess), last = dd_last_sign(r);
    dd_roots roots = {.falling = false};
    if (first == SIGN_UNKNOWN || last == SIGN_UNKNOWN)
        return false;
    if ((first > 0 || last > 0) && !dd_roots_of(r, excess, &roots))
        return false;

    result->begins_within = first < 0;
    result->ends_within = last < 0;
    result->from_begin = first <= 0;
    result->to_end = last <= 0;
    if (!(first > 0 ? dd_lower_root(r, &roots, &result->when.lower)
                    : dd_round_down(r->begin, &result->when.lower)))
        return false;
    if (last > 0)
        return dd_upper_root(r, &roots, &result->when.upper);
    result->when.upper = INFINITY;
    return r->endless || dd_round_up(dd_add(r->begin, r->length), &result->when.upper);
}

bool dd_overlaps(const pair *question, contact_part *parts, size_t *count)
{
    dd_relative relative;
    if (dd_relative_of(NULL, question, &relative) != 1)
        return false;
    if (relative.curved)
        return accelerated_disc_overlaps(&relative, parts, count);
    *count = 1;
    return dd_overlap_of(&relative, &parts->interval);
}

bool dd_overlap_at_corner(const pair *question, graze_point a, graze_point b,
                          meeting_interval *result)
{
    dd_relative r;
    const bool known = dd_relative_of(NULL, question, &r) == 1;
    const dd corner[2] = {dd_sub(dd_from(b.x), dd_from(a.x)), dd_sub(dd_from(b.y), dd_from(a.y))};
    assert(!known || !r.curved);
    for (int k = known ? 0 : 2; k < 2; k++)
        r.place[k] = dd_sub(r.place[k], r.scaled ? dd_mul(corner[k], r.scale) : corner[k]);
    return known ? dd_overlap_of(&r, result) : false;
}

/* The length of a vector of length_squared; an exact 0 has an exact root. */
static dd dd_root(dd length_squared)
{
    return dd_is_exact_zero(length_squared) ? length_squared : dd_sqrt(length_squared);
}

/* The squared distance as a fraction, square/share. At the vertex the share is
 * |velocity|^2, else 1. */
typedef struct dd_nearness {
    dd square, share;
    bool shared;
} dd_nearness;

/* |velocity x place|^2/|velocity|^2 */
static dd_nearness dd_vertex_nearness(const dd_relative *r)
{
    dd cross = r->dimensions == 2 ? dd_square(dd_minor(NULL, r->velocity, r->place, 0, 1))
                                  : dd_cross_squared(NULL, r);
    return (dd_nearness){cross, dd_length_squared(NULL, r->velocity, r->dimensions), true};
}

/* reach - distance as (reach^2 - distance^2)/(reach + distance): where two discs pass
 * each other as planned, they are equal but for the last bit, and the difference of their
 * squares is exact. One division by the share serves both. */
static dd dd_depth(const pair *question, const dd_relative *r, const dd_nearness *near)
{
    dd reach = dd_add(dd_from(question->radius_a), dd_from(question->radius_b));
    if (r->scaled)
        reach = dd_mul(reach, r->scale);
    dd reach_squared = dd_square(reach), square = near->square;
    dd excess = dd_sub(near->shared ? dd_mul(reach_squared, near->share) : reach_squared, square);
    if (near->shared)
        square = dd_div(square, near->share);
    dd sum = dd_add(reach, dd_root(square));
    if (dd_is_exact_zero(sum))
        return sum;
    dd depth = dd_div(excess, near->shared ? dd_mul(sum, near->share) : sum);
    return r->scaled ? dd_div(depth, r->scale) : depth;
}

bool dd_clearance(const pair *question, graze_clearance *result)
{
    dd_relative r;
    int life = dd_relative_of(NULL, question, &r);
    if (life == 0)
        *result = (graze_clearance){.common_life = false};
    if (life != 1 || r.curved)
        return life == 0;
    int at = dd_nearest_at(NULL, &r);
    dd_nearness near = {.shared = false};
    dd time = r.begin;
    if (at == -1) {
        if (r.begin.low != 0)
            return false; /* a constant distance asks for the first double *inside* */
        near.square = dd_length_squared(NULL, r.place, r.dimensions);
    } else if (at == 0) {
        dd slope = dd_dot(NULL, r.place, r.velocity, r.dimensions);
        near = dd_vertex_nearness(&r);
        time = dd_sub(time, dd_div(slope, near.share));
    } else if (at == 1) {
        dd last[3];
        dd_place_at(NULL, &r, r.length, last);
        near.square = dd_length_squared(NULL, last, r.dimensions);
        time = dd_add(time, r.length);
    } else {
        return false;
    }
    dd depth = dd_depth(question, &r, &near);
    result->common_life = true;
    if (!dd_round_nearest(time, &result->time) || !dd_round_nearest(depth, &result->depth) ||
        !dd_round_up(depth, &result->distance))
        return false;
    result->distance = -result->distance;
    return true;
}
