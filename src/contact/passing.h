/* SPDX-License-Identifier: MIT */
/* Two discs that move straight on and come near a touch, in double words: the sign of
 * (reach |w|)^2 - (w x d)^2, or of |d|^2 - reach^2 where they are nearest at an end of their common
 * life. d is the relative place then, and w the relative velocity. Prepared numbers are enough
 * where they are the motions' own.
 */
#ifndef GRAZE_CONTACT_PASSING_H
#define GRAZE_CONTACT_PASSING_H

#include <stdint.h>
#include <string.h>

#include "base/cpu.h"
#include "contact/question.h"
#include "numeric/duo.h"
#include "numeric/rounding.h"

/* Whether it is at constant velocity, and begins at a double. In the plane, nothing is accelerated
 * across it. */
static inline bool passing_is_straight(const graze_motion *m)
{
    return (m->start_tail == 0) &
           ((m->form == GRAZE_WAYPOINT) |
            ((m->form == GRAZE_KINEMATIC) & (m->acceleration.x == 0) & (m->acceleration.y == 0)));
}

/* What of two prepared motions is the motions' own, or is not rounded. */
enum {
    PASSING_DIRECTIONS = 1, /* where they move to */
    PASSING_VELOCITIES = 2, /* and how fast, as all that is kinematic has it */
    PASSING_ENDS = 4        /* when their lives end */
};

/* The last bits of the magnitude of a GRAZE_PREPARED_DISC tell which, and how to get the way of a
 * waypoint motion back (passing_way_of): motions need not be read, which are far away in memory. */
enum { PASSING_BITS = 127, PASSING_OWN = 7, PASSING_WAY_SHIFT = 3 };

static inline unsigned passing_bits(const graze_prepared *of)
{
    uint32_t bits;
    memcpy(&bits, &of->magnitude, sizeof bits);
    return bits & PASSING_BITS;
}

static inline unsigned passing_known(const graze_prepared *of)
{
    return passing_bits(of) & PASSING_OWN;
}

/* 0, or the number of the way. */
static inline unsigned passing_way_number(const graze_prepared *of)
{
    return passing_bits(of) >> PASSING_WAY_SHIFT;
}

/* Where a waypoint motion leads to, and in what time. */
typedef struct passing_way {
    duo to;      /* [m] */
    double life; /* [s] */
} passing_way;

/* How a place is found again that is known to some 40 bits: it is just what comes out, as where
 * times are short, or on a lattice of short numbers the step has 24 bits, or it is a thousandth. */
enum { PASSING_NEAR, PASSING_SHORT, PASSING_DECIMAL, PASSING_PLACES };
enum { PASSING_LIVES = 5, PASSING_WAYS = PASSING_PLACES * PASSING_LIVES };

/* A step to 24 bits. (By arithmetic: gcc 12 takes floats of vectors for doubles.) */
static inline duo passing_short(duo step)
{
    const duo large = duo_mul(step, duo_all(0x1p29 + 1));
    return duo_sub(large, duo_sub(large, step));
}

/* A place to thousandths, as a decimal fraction is read; no number of what is beyond 2^51. */
static inline duo passing_decimal(duo place)
{
    const duo whole = duo_all(0x1.8p52), many = duo_mul(place, duo_all(1000));
    return duo_div(duo_sub(duo_add(many, whole), whole), duo_all(1000));
}

/* What goes along x, or along y where v does, first. */
static inline duo passing_along(duo v, duo of)
{
    return duo_where_above(duo_abs(duo_all(duo_x(v))), duo_all(0), of, duo_swapped(of));
}

/* Way number 1 to PASSING_WAYS of a disc that moves. The velocity is the rounded quotient of the
 * step and the life, and the rounded end less the start is the life but for some last bits; so the
 * place is found again as its number says, and the step over the velocity is the life to two last
 * bits, which the number counts. Who gives a disc a number has compared both. */
static inline passing_way passing_way_of(const graze_prepared *of, unsigned number)
{
    const unsigned place = (number - 1) / PASSING_LIVES;
    const uint64_t life = (number - 1) % PASSING_LIVES;
    const duo from = duo_load(&of->x), v = duo_load(&of->vx);
    const duo near = duo_mul(v, duo_all(of->end - of->start));
    duo to = duo_add(from, near);
    if (place == PASSING_SHORT)
        to = duo_add(from, passing_short(near));
    else if (place == PASSING_DECIMAL)
        to = passing_decimal(to);
    const duo step = duo_sub(to, from);
    const double quotient = duo_x(passing_along(v, step)) / duo_x(passing_along(v, v));
    uint64_t rank; /* lives are positive */
    memcpy(&rank, &quotient, sizeof rank);
    rank += life - 2;
    passing_way way = {.to = to};
    memcpy(&way.life, &rank, sizeof rank);
    return way;
}

/* CONTACT_OVERLAP, _APART, _TOUCH of discs that may touch or be apart, or _UNKNOWN, when rounding
 * to nearest, of GRAZE_PREPARED_DISC that live at the same time, from the 64 bytes alone. */
contact passing_contact(const graze_prepared *a, const graze_prepared *b, double tolerance);

/* The same with the instructions of a level, for tests. */
contact passing_contact_at(cpu_instructions level, const graze_prepared *a, const graze_prepared *b,
                           double tolerance);

/* What it asks of those that give their ways back, or own velocities and ends. */
contact passing_contact_of_ways_at(cpu_instructions level, const graze_prepared *a,
                                   const graze_prepared *b, double tolerance);

/* CONTACT_OVERLAP, _APART or _UNKNOWN of motions, whose velocities are quotients, and
 * CONTACT_NO_LIFE where that is certain. CONTACT_UNKNOWN of what is no disc in the plane or not at
 * constant velocity. */
contact passing_contact_of(const pair *question);

/* Whether discs certainly never overlap, but may touch, since neither moves along one of the axes,
 * and there they are at least the reach apart: of any GRAZE_PREPARED_DISC, at any tolerance. */
bool passing_beside(const graze_prepared *a, const graze_prepared *b);

/* Either of both below, of a question about discs in the plane at constant velocity. */
bool passing_only_touches(const pair *question);

/* Whether a velocity is rounded to 0, and so none to be asked about. */
static inline bool passing_loses_velocity(const graze_prepared *of, const graze_motion *motion)
{
    const graze_vector *from = &motion->position, *to = &motion->to;
    return motion->form == GRAZE_WAYPOINT &&
           ((of->vx == 0 && from->x != to->x) || (of->vy == 0 && from->y != to->y));
}

/* Whether discs certainly never overlap, but may touch, as most do that touch in a plan on a grid:
 * one coordinate of their distance does not change and is at least the reach, or they touch along
 * an axis when the later of both lives begins and do not come nearer. Told where that place is one
 * of doubles, whatever the ends of their lives and the tolerance. */
bool passing_touches(const graze_prepared *a, const graze_prepared *b, unsigned known);

#endif
