/* SPDX-License-Identifier: MIT */
/* The reals that a double is the rounding of. See roundings.h. */
#include "kernel/roundings.h"

#include <float.h>
#include <math.h>

#include "oracle/rounding.h"

void real_map_init(real_map *map, int sign, int exponent)
{
    map->sign = sign;
    map->exponent = exponent;
    mpq_init(map->shift);
}

void real_map_clear(real_map *map)
{
    mpq_clear(map->shift);
}

/* One end of an interval of reals. */
typedef struct limit {
    mpq_t at;
    bool closed, infinite;
} limit;

typedef struct reals {
    limit lower, upper;
} reals;

static void reals_init(reals *r)
{
    mpq_inits(r->lower.at, r->upper.at, NULL);
}

static void reals_clear(reals *r)
{
    mpq_clears(r->lower.at, r->upper.at, NULL);
}

static void set_limit(limit *to, double x, bool closed)
{
    to->closed = closed;
    to->infinite = isinf(x);
    if (!to->infinite)
        mpq_set_d(to->at, x);
}

/* Halfway from x to the next double, which beyond the largest one is 2^1024. */
static void set_middle(limit *to, double x, double next, bool closed)
{
    const double step = isinf(next) ? copysign(0x1p970, next) : (next - x) / 2;
    mpq_t half;
    mpq_init(half);
    to->closed = closed;
    to->infinite = false;
    mpq_set_d(to->at, x);
    if (step != 0)
        mpq_set_d(half, step);
    else { /* half of the smallest double is not a double */
        mpq_set_d(half, next - x);
        mpq_div_2exp(half, half, 1);
    }
    mpq_add(to->at, to->at, half);
    mpq_clear(half);
}

/* The largest double ends its interval where infinity begins. */
static void set_nearest(reals *r, double x)
{
    const bool even = oracle_double_rank(x) % 2 == 0;
    if (isinf(x)) {
        set_middle(x > 0 ? &r->lower : &r->upper, copysign(DBL_MAX, x), x, true);
        set_limit(x > 0 ? &r->upper : &r->lower, x, true);
        return;
    }
    set_middle(&r->lower, x, nextafter(x, -INFINITY), even);
    set_middle(&r->upper, x, nextafter(x, INFINITY), even);
}

/* A number beyond the largest double is rounded down to it, or to minus infinity. */
static void set_reals(reals *r, rounding how, double x)
{
    switch (how) {
    case ROUNDED_DOWN:
        set_limit(&r->lower, x, true);
        set_limit(&r->upper, nextafter(x, INFINITY), false);
        break;
    case ROUNDED_UP:
        set_limit(&r->lower, nextafter(x, -INFINITY), false);
        set_limit(&r->upper, x, true);
        break;
    default:
        set_nearest(r, x);
    }
}

static void scale(mpq_t x, int exponent)
{
    if (exponent >= 0)
        mpq_mul_2exp(x, x, (mp_bitcnt_t)exponent);
    else
        mpq_div_2exp(x, x, (mp_bitcnt_t)-exponent);
}

static void apply(limit *to, const real_map *map)
{
    scale(to->at, map->exponent);
    if (map->sign < 0)
        mpq_neg(to->at, to->at);
    mpq_add(to->at, to->at, map->shift);
}

static void map_reals(reals *r, const real_map *map)
{
    apply(&r->lower, map);
    apply(&r->upper, map);
    if (map->sign < 0) {
        const reals turned = {r->upper, r->lower};
        *r = turned;
    }
}

static bool is_below(const limit *lower, const limit *upper)
{
    if (lower->infinite || upper->infinite)
        return true;
    const int order = mpq_cmp(lower->at, upper->at);
    return order < 0 || (order == 0 && lower->closed && upper->closed);
}

static bool share_a_number(rounding how, double before, const real_map *map, rounding how_after,
                           double after)
{
    reals r, s;
    reals_init(&r);
    reals_init(&s);
    set_reals(&r, how, before);
    map_reals(&r, map);
    set_reals(&s, how_after, after);
    const bool share = is_below(&r.lower, &s.upper) && is_below(&s.lower, &r.upper);
    reals_clear(&r);
    reals_clear(&s);
    return share;
}

/* Neither so small nor so large that its neighbours are not where those of the mapped
 * double are. */
static bool is_plain(double x)
{
    return fabs(x) >= 0x1p-1021 && fabs(x) <= 0x1p1023;
}

/* No finite number is rounded down to infinity, or up to minus infinity. */
static bool is_infinite_itself(rounding how, double x)
{
    return (how == ROUNDED_DOWN && x == INFINITY) || (how == ROUNDED_UP && x == -INFINITY);
}

/* Of a number between two neighbouring plain doubles nothing but the same number between
 * the mapped ones can be rounded alike: what is between two doubles has more than 53 bits
 * in any units. */
bool may_round_alike(rounding how, double before, const real_map *map, double after)
{
    static const rounding turned[] = {ROUNDED_UP, ROUNDED_DOWN, ROUNDED_NEAREST};
    const rounding how_after = map->sign < 0 ? turned[how] : how;
    const double same = map->sign * ldexp(before, map->exponent);
    if (isnan(before) || isnan(after))
        return false;
    if (mpq_sgn(map->shift) == 0 && is_plain(before) && is_plain(same))
        return same == after;
    if (is_infinite_itself(how, before) || is_infinite_itself(how_after, after))
        return isinf(before) && same == after;
    return share_a_number(how, before, map, how_after, after);
}
