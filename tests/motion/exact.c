/* SPDX-License-Identifier: MIT */
#include "motion/exact.h"

#include <float.h>
#include <math.h>

void exact_sum(mpq_t sum, const double *terms, size_t count)
{
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(sum, 0, 1);
    for (size_t i = 0; i < count; i++) {
        mpq_set_d(term, terms[i]);
        mpq_add(sum, sum, term);
    }
    mpq_clear(term);
}

void exact_duration(mpq_t duration, const graze_motion *motion)
{
    const double terms[] = {motion->duration, motion->duration_tail};
    exact_sum(duration, terms, 2);
}

static void start_of_numbers(mpq_t start, const graze_motion *motion)
{
    const double terms[] = {motion->start, motion->start_tail};
    exact_sum(start, terms, 2);
}

void exact_end(mpq_t end, const graze_motion *motion)
{
    const double terms[] = {motion->start, motion->start_tail, motion->duration,
                            motion->duration_tail};
    exact_sum(end, terms, 4);
}

void exact_start(mpq_t start, const graze_motion *motion)
{
    if (motion->form == GRAZE_PARKED)
        exact_end(start, motion);
    else
        start_of_numbers(start, motion);
}

int exact_is(const mpq_t number, double value)
{
    mpq_t other;
    mpq_init(other);
    mpq_set_d(other, value);
    int equal = mpq_equal(number, other);
    mpq_clear(other);
    return equal;
}

uint64_t random_bits(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

unsigned random_below(uint64_t *state, unsigned below)
{
    return (unsigned)(random_bits(state) % below);
}

static double random_significand(uint64_t *state)
{
    switch (random_below(state, 5)) {
    case 0:
        return random_below(state, 9);
    case 1:
        return ldexp(1.0, (int)random_below(state, 53));
    case 2:
        return 0x1p53 - 1.0 - random_below(state, 3);
    default:
        return (double)(random_bits(state) >> 11);
    }
}

double random_double(uint64_t *state, int lowest, int highest)
{
    int exponent = lowest + (int)random_below(state, (unsigned)(highest - lowest + 1));
    double value = fmin(ldexp(random_significand(state), exponent), DBL_MAX);
    return random_below(state, 2) ? value : -value;
}

static double coordinate(graze_vector v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

static int goes_to_place(const graze_motion *motion)
{
    return motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP;
}

/* way *= share + (1 - share) u / duration */
static void exact_share(mpq_t way, const graze_motion *motion, const mpq_t u, const mpq_t duration)
{
    mpq_t share, rest;
    mpq_inits(share, rest, NULL);
    mpq_set_d(share, motion->share);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, share);
    mpq_mul(rest, rest, u);
    if (mpq_sgn(duration) != 0)
        mpq_div(rest, rest, duration);
    mpq_add(share, share, rest);
    mpq_mul(way, way, share);
    mpq_clears(share, rest, NULL);
}

void exact_position(mpq_t place, const graze_motion *motion, const mpq_t u, int k)
{
    mpq_t term, duration;
    mpq_inits(term, duration, NULL);
    if (goes_to_place(motion)) {
        exact_duration(duration, motion);
        mpq_set_d(place, coordinate(motion->to, k));
        mpq_set_d(term, coordinate(motion->position, k));
        mpq_sub(place, place, term);
        if (mpq_sgn(duration) != 0)
            mpq_div(place, place, duration);
        mpq_mul(place, place, u);
        if (motion->form == GRAZE_RAMP)
            exact_share(place, motion, u, duration);
    } else {
        mpq_set_d(place, coordinate(motion->acceleration, k));
        mpq_div_2exp(place, place, 1);
        mpq_mul(place, place, u);
        mpq_set_d(term, coordinate(motion->velocity, k));
        mpq_add(place, place, term);
        mpq_mul(place, place, u);
    }
    mpq_set_d(term, coordinate(motion->position, k));
    mpq_add(place, place, term);
    mpq_clears(term, duration, NULL);
}
