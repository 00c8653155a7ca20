/* SPDX-License-Identifier: MIT */
/* Two discs that move straight on and come near a touch, in double words: the sign of
 * (reach |w|)^2 - (w x d)^2, or of |d|^2 - reach^2 where they are nearest at an end of their common
 * life. d is the relative place then, and w the relative velocity. Prepared numbers are enough
 * where they are the motions' own.
 */
#ifndef GRAZE_CONTACT_PASSING_H
#define GRAZE_CONTACT_PASSING_H

#include "base/cpu.h"
#include "contact/question.h"

/* What of two prepared motions is the motions' own, or is not rounded. */
enum {
    PASSING_DIRECTIONS = 1, /* where they move to */
    PASSING_VELOCITIES = 2, /* and how fast, as all that is kinematic has it */
    PASSING_ENDS = 4        /* when their lives end */
};

/* CONTACT_OVERLAP, _APART or _UNKNOWN, when rounding to nearest, of GRAZE_PREPARED_DISC of which
 * this is known: of velocities that are rounded only where they do not matter, since the discs
 * move along one line or are nearest where none has moved yet. */
contact passing_contact(const graze_prepared *a, const graze_prepared *b, double tolerance,
                        unsigned known);

/* The same with the instructions of a level, for tests. */
contact passing_contact_at(cpu_instructions level, const graze_prepared *a, const graze_prepared *b,
                           double tolerance, unsigned known);

/* The same of motions, whose velocities are quotients, and CONTACT_NO_LIFE where that is certain.
 * CONTACT_UNKNOWN of what is no disc in the plane or not at constant velocity. */
contact passing_contact_of(const pair *question);

/* Whether discs certainly never overlap, but may touch, since neither moves along one of the axes,
 * and there they are at least the reach apart: of any GRAZE_PREPARED_DISC, at any tolerance. */
bool passing_beside(const graze_prepared *a, const graze_prepared *b);

/* Whether discs certainly never overlap, but may touch, as most do that touch in a plan on a grid:
 * one coordinate of their distance does not change and is at least the reach, or they touch along
 * an axis when the later of both lives begins and do not come nearer. Told where that place is one
 * of doubles, whatever the ends of their lives and the tolerance. */
bool passing_touches(const graze_prepared *a, const graze_prepared *b, unsigned known);

#endif
