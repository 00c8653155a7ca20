/* SPDX-License-Identifier: MIT */
/* Changes of pairs. See change.h and, for the exact ones, generate.h. */
#include "oracle/change.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "oracle/generate.h"

/* A changed motion is kept only when it is still a valid one. */
static void keep_if_valid(graze_motion *motion, const graze_motion *changed)
{
    if (graze_motion_validate(changed) == GRAZE_OK)
        *motion = *changed;
}

static void nudge_motion(oracle_random *random, graze_motion *motion)
{
    graze_motion changed = *motion;
    double *numbers[] = {&changed.position.x, &changed.position.y, &changed.position.z,
                         &changed.velocity.x, &changed.velocity.y, &changed.velocity.z,
                         &changed.start,      &changed.duration};
    double *number = numbers[random_whole(random, 0, 7)];
    if (changed.form == GRAZE_RAMP && random_once_in(random, 4))
        number = &changed.share;
    if (isfinite(*number) && (*number != 0 || random_once_in(random, 4)))
        *number = nextafter(*number, random_sign(random) * INFINITY);
    keep_if_valid(motion, &changed);
}

void oracle_nudge(oracle_random *random, oracle_pair *pair)
{
    double *radius = random_once_in(random, 2) ? &pair->body_a.radius : &pair->body_b.radius;
    if (random_once_in(random, 4))
        *radius = fmin(fabs(nextafter(*radius, random_sign(random) * INFINITY)), DBL_MAX);
    else
        nudge_motion(random, random_once_in(random, 2) ? &pair->a : &pair->b);
}

void oracle_delay_randomly(oracle_random *random, graze_motion *motion)
{
    graze_motion changed = *motion;
    if (random_once_in(random, 3)) {
        changed.start_tail = changed.start * random_real(random, -0x1p-53, 0x1p-53);
        if (isfinite(changed.duration))
            changed.duration_tail = changed.duration * random_real(random, -0.5, 0x1p-20);
        keep_if_valid(motion, &changed);
        return;
    }
    double delay = random_real(random, -2, 2) * pow(10, random_whole(random, -12, 3));
    if (graze_motion_delay(motion, delay, &changed) == GRAZE_OK)
        *motion = changed;
}

static bool goes_to_place(const graze_motion *motion)
{
    return motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP;
}

void oracle_carry(graze_motion *motion, graze_vector away, double later)
{
    graze_vector *places[] = {&motion->position, &motion->to};
    for (int i = 0; i < (goes_to_place(motion) ? 2 : 1); i++) {
        places[i]->x += away.x;
        places[i]->y += away.y;
        places[i]->z += away.z;
    }
    motion->start += later;
}

static double shrunk(oracle_random *random, double x)
{
    double units = rint(x * 4);
    return ldexp(units + random_whole(random, -1, 1), -1074);
}

void oracle_shrink(oracle_random *random, graze_motion *motion)
{
    graze_motion changed = *motion;
    double *numbers[] = {&changed.position.x, &changed.position.y, &changed.velocity.x,
                         &changed.velocity.y};
    bool still = goes_to_place(&changed) && isinf(changed.duration);
    for (int i = 0; i < 4; i++)
        *numbers[i] = shrunk(random, *numbers[i]);
    if (still)
        changed.to = changed.position;
    changed.position.z = changed.to.z = 0;
    keep_if_valid(motion, &changed);
}

/* ---- exact changes ------------------------------------------------------------------------- */

static bool scale_number(double *x, int exponent)
{
    double scaled = ldexp(*x, exponent);
    bool exact = isfinite(scaled) == isfinite(*x) && ldexp(scaled, -exponent) == *x;
    *x = scaled;
    return exact;
}

static bool scale_vector(graze_vector *v, int exponent)
{
    bool x = scale_number(&v->x, exponent), y = scale_number(&v->y, exponent),
         z = scale_number(&v->z, exponent);
    return x && y && z;
}

bool oracle_scale_lengths(oracle_pair *pair, int exponent)
{
    bool exact = scale_number(&pair->body_a.radius, exponent) &&
                 scale_number(&pair->body_b.radius, exponent) &&
                 scale_number(&pair->tolerance, exponent);
    graze_motion *motions[] = {&pair->a, &pair->b};
    for (int i = 0; i < 2; i++)
        exact = scale_vector(&motions[i]->position, exponent) &&
                scale_vector(&motions[i]->velocity, exponent) && /* or `to`: lengths both */
                (motions[i]->form == GRAZE_RAMP ||
                 scale_vector(&motions[i]->acceleration, exponent)) && exact;
    return exact;
}

bool oracle_scale_times(oracle_pair *pair, int exponent)
{
    bool exact = true;
    graze_motion *motions[] = {&pair->a, &pair->b};
    for (int i = 0; i < 2; i++) {
        graze_motion *motion = motions[i];
        if (!goes_to_place(motion))
            exact = scale_vector(&motion->velocity, -exponent) &&
                    scale_vector(&motion->acceleration, -2 * exponent) && exact;
        exact = scale_number(&motion->start, exponent) &&
                scale_number(&motion->start_tail, exponent) &&
                scale_number(&motion->duration, exponent) &&
                scale_number(&motion->duration_tail, exponent) && exact;
    }
    return exact;
}

bool oracle_shift_starts(oracle_pair *pair, double shift)
{
    return graze_motion_delay(&pair->a, shift, &pair->a) == GRAZE_OK &&
           graze_motion_delay(&pair->b, shift, &pair->b) == GRAZE_OK;
}

/* ---- words --------------------------------------------------------------------------------- */

static void print_vector(FILE *stream, const char *name, const graze_vector *v)
{
    fprintf(stream, "     .%s = {%a, %a, %a},\n", name, v->x, v->y, v->z);
}

static void print_motion(FILE *stream, const char *name, const graze_motion *motion)
{
    static const char *const forms[] = {"GRAZE_KINEMATIC", "GRAZE_WAYPOINT", "GRAZE_PARKED",
                                        "GRAZE_RAMP"};
    const graze_vector *a = &motion->acceleration;
    fprintf(stream, " .%s = {.form = %s,\n", name, forms[motion->form]);
    print_vector(stream, "position", &motion->position);
    print_vector(stream, goes_to_place(motion) ? "to" : "velocity", &motion->velocity);
    if (motion->form == GRAZE_RAMP)
        fprintf(stream, "     .share = %a,\n", motion->share);
    else if (a->x != 0 || a->y != 0 || a->z != 0)
        print_vector(stream, "acceleration", &motion->acceleration);
    fprintf(stream, "     .start = %a, .start_tail = %a, ", motion->start, motion->start_tail);
    if (isinf(motion->duration))
        fprintf(stream, ".duration = INFINITY, ");
    else
        fprintf(stream, ".duration = %a, ", motion->duration);
    fprintf(stream, ".duration_tail = %a},\n", motion->duration_tail);
}

void oracle_print(FILE *stream, const oracle_pair *pair)
{
    fprintf(stream, "{.body_a = {%a}, .body_b = {%a}, .tolerance = %a,\n", pair->body_a.radius,
            pair->body_b.radius, pair->tolerance);
    print_motion(stream, "a", &pair->a);
    print_motion(stream, "b", &pair->b);
    fprintf(stream, "}\n");
}
