/* SPDX-License-Identifier: MIT */
/* Exact changes of pairs. See scaled.h. */
#include "kernel/scaled.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "numeric/eft.h"
#include "oracle/body_shapes.h"
#include "oracle/generate.h"

/* ---- ranges ------------------------------------------------------------------------------ */

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

static exponent_range meet(exponent_range a, exponent_range b)
{
    return (exponent_range){larger(a.low, b.low), smaller(a.high, b.high)};
}

/* The exponent of the last bit of a double that is not 0. */
static int last_bit(double x)
{
    int exponent;
    double odd = ldexp(frexp(x, &exponent), DBL_MANT_DIG); /* a whole number */
    exponent -= DBL_MANT_DIG;
    while (fmod(odd, 2) == 0) {
        odd /= 2;
        exponent++;
    }
    return exponent;
}

static void narrow(exponent_range *range, double x)
{
    const int first = DBL_MIN_EXP - DBL_MANT_DIG; /* of the smallest double */
    if (x != 0 && isfinite(x))
        *range = meet(*range,
                      (exponent_range){first - last_bit(x), DBL_MAX_EXP - 1 - ilogb(x)});
}

static void narrow_by_vector(exponent_range *range, const graze_vector *v)
{
    narrow(range, v->x);
    narrow(range, v->y);
    narrow(range, v->z);
}

static void narrow_by_motion(unit_ranges *ranges, const graze_motion *m)
{
    const bool waypoint = m->form == GRAZE_WAYPOINT || m->form == GRAZE_RAMP;
    narrow_by_vector(&ranges->lengths, &m->position);
    narrow_by_vector(waypoint ? &ranges->lengths : &ranges->speeds, &m->velocity); /* or `to` */
    if (!waypoint)
        narrow_by_vector(&ranges->accelerations, &m->acceleration);
    narrow(&ranges->times, m->start);
    narrow(&ranges->times, m->start_tail);
    narrow(&ranges->times, m->duration);
    narrow(&ranges->times, m->duration_tail);
}

static void narrow_by_body(unit_ranges *ranges, const graze_body *body)
{
    narrow(&ranges->lengths, body->radius);
    for (size_t i = 0; i < body->vertex_count; i++) {
        narrow(&ranges->lengths, body->vertices[i].x);
        narrow(&ranges->lengths, body->vertices[i].y);
    }
}

/* A unit that nothing is measured in may be anything; as good as any double can be. */
unit_ranges units_of_anything(void)
{
    const exponent_range all = {-2000, 2000}, products = {-9000, 9000};
    return (unit_ranges){all, all, products, products};
}

void units_narrow(unit_ranges *ranges, const oracle_bodies *bodies)
{
    const oracle_pair *p = &bodies->pair;
    narrow(&ranges->lengths, p->tolerance);
    narrow_by_body(ranges, &p->body_a);
    narrow_by_body(ranges, &p->body_b);
    narrow_by_motion(ranges, &p->a);
    narrow_by_motion(ranges, &p->b);
}

/* ---- drawing ----------------------------------------------------------------------------- */

/* Anywhere in a range that is not empty, or at one of its rims. */
static int draw(oracle_random *random, exponent_range range)
{
    switch (random_whole(random, 0, 7)) {
    case 0:
        return range.low;
    case 1:
        return range.high;
    default:
        return random_whole(random, range.low, range.high);
    }
}

static int half_up(int x) { return x >= 0 ? (x + 1) / 2 : -(-x / 2); }
static int half_down(int x) { return -half_up(-x); }

/* Given i, all j that are possible; given j, all i. */
static exponent_range times_at(const unit_ranges *r, int i)
{
    const exponent_range by_speed = {i - r->speeds.high, i - r->speeds.low};
    const exponent_range by_acceleration = {half_up(i - r->accelerations.high),
                                            half_down(i - r->accelerations.low)};
    return meet(r->times, meet(by_speed, by_acceleration));
}

static exponent_range lengths_at(const unit_ranges *r, int j)
{
    const exponent_range by_speed = {j + r->speeds.low, j + r->speeds.high};
    const exponent_range by_acceleration = {2 * j + r->accelerations.low,
                                            2 * j + r->accelerations.high};
    return meet(r->lengths, meet(by_speed, by_acceleration));
}

static bool draw_once(const unit_ranges *ranges, oracle_random *random, exact_change *change)
{
    exponent_range left;
    if (random_once_in(random, 2)) {
        change->lengths = random_once_in(random, 8) ? 0 : draw(random, ranges->lengths);
        left = times_at(ranges, change->lengths);
        if (left.low <= left.high)
            change->times = draw(random, left);
    } else {
        change->times = random_once_in(random, 8) ? 0 : draw(random, ranges->times);
        left = lengths_at(ranges, change->times);
        if (left.low <= left.high)
            change->lengths = draw(random, left);
    }
    return left.low <= left.high;
}

void units_draw(const unit_ranges *ranges, oracle_random *random, exact_change *change)
{
    for (int attempt = 0; attempt < 32; attempt++)
        if (draw_once(ranges, random, change))
            return;
    change->lengths = change->times = 0;
}

/* ---- changing ---------------------------------------------------------------------------- */

static void mirror_point(double *x, double *y)
{
    (void)y;
    *x = -*x;
}

static void turn_point(double *x, double *y)
{
    const double was = *x;
    *x = -*y;
    *y = was;
}

typedef void (*point_change)(double *x, double *y);

static void move_motion(graze_motion *m, point_change by)
{
    by(&m->position.x, &m->position.y);
    by(&m->velocity.x, &m->velocity.y); /* or `to` */
    if (m->form != GRAZE_RAMP)
        by(&m->acceleration.x, &m->acceleration.y);
}

static void move_all(oracle_bodies *bodies, point_change by)
{
    for (int which = 0; which < 2; which++) {
        const body_shape s = body_shape_of(bodies, which);
        for (size_t i = 0; i < s.body->vertex_count; i++)
            by(&s.vertex[i].x, &s.vertex[i].y);
    }
    move_motion(&bodies->pair.a, by);
    move_motion(&bodies->pair.b, by);
}

/* In a mirror the vertices run clockwise. */
static void reverse_vertices(body_shape s)
{
    const size_t count = s.body->vertex_count;
    for (size_t i = 0; i < count / 2; i++) {
        const graze_point kept = s.vertex[i];
        s.vertex[i] = s.vertex[count - 1 - i];
        s.vertex[count - 1 - i] = kept;
    }
}

static void mirror(oracle_bodies *bodies)
{
    move_all(bodies, mirror_point);
    reverse_vertices(body_shape_of(bodies, 0));
    reverse_vertices(body_shape_of(bodies, 1));
}

static void swap(oracle_pair *p)
{
    *p = (oracle_pair){p->body_b, p->body_a, p->b, p->a, p->tolerance};
}

/* Not oracle_scale_times: between two steps a number may be out of range that is inside
 * before and after. */
static void scale_vector(graze_vector *v, int exponent)
{
    *v = (graze_vector){ldexp(v->x, exponent), ldexp(v->y, exponent), ldexp(v->z, exponent)};
}

static void scale_motion(graze_motion *m, int i, int j)
{
    scale_vector(&m->position, i);
    const bool waypoint = m->form == GRAZE_WAYPOINT || m->form == GRAZE_RAMP;
    scale_vector(&m->velocity, waypoint ? i : i - j);
    if (!waypoint)
        scale_vector(&m->acceleration, i - 2 * j);
    m->start = ldexp(m->start, j);
    m->start_tail = ldexp(m->start_tail, j);
    m->duration = ldexp(m->duration, j);
    m->duration_tail = ldexp(m->duration_tail, j);
}

static void scale_units(oracle_bodies *bodies, int i, int j)
{
    oracle_pair *p = &bodies->pair;
    p->body_a.radius = ldexp(p->body_a.radius, i);
    p->body_b.radius = ldexp(p->body_b.radius, i);
    p->tolerance = ldexp(p->tolerance, i);
    body_scale(body_shape_of(bodies, 0), i);
    body_scale(body_shape_of(bodies, 1), i);
    scale_motion(&p->a, i, j);
    scale_motion(&p->b, i, j);
}

/* Where a number has no tail and loses no bit. */
static void split(double *number, double *tail, double term)
{
    double lost;
    const double rest = eft_two_sum(*number, -term, &lost);
    if (*tail != 0 || lost != 0 || !isfinite(rest))
        return;
    *number = rest;
    *tail = term;
}

static void split_times(graze_motion *m, double term)
{
    split(&m->start, &m->start_tail, term);
    split(&m->duration, &m->duration_tail, term);
}

bool change_pair(oracle_bodies *bodies, const exact_change *change)
{
    scale_units(bodies, change->lengths, change->times);
    if (change->mirrored)
        mirror(bodies);
    for (int i = 0; i < change->turned; i++)
        move_all(bodies, turn_point);
    if (change->swapped)
        swap(&bodies->pair);
    if (change->shift != 0 && !oracle_shift_starts(&bodies->pair, change->shift))
        return false;
    split_times(&bodies->pair.a, change->split);
    split_times(&bodies->pair.b, change->split);
    return true;
}

void change_print(FILE *stream, const exact_change *change)
{
    fprintf(stream, "/* lengths 2^%d, times 2^%d%s, turned by %d%s, shift %a, split %a */\n",
            change->lengths, change->times, change->mirrored ? ", mirrored" : "", change->turned,
            change->swapped ? ", swapped" : "", change->shift, change->split);
}
