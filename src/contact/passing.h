/* SPDX-License-Identifier: MIT */
/* Two prepared discs that pass each other near a touch, in double words: the sign of
 * (reach |w|)^2 - (w x d)^2, where d is the relative place when the later of both lives begins and
 * w the relative velocity. Prepared numbers are enough where they are the motion's own: of
 * kinematic motions, whose velocities are not rounded.
 */
#ifndef GRAZE_CONTACT_PASSING_H
#define GRAZE_CONTACT_PASSING_H

#include "base/cpu.h"
#include "contact/question.h"

/* CONTACT_OVERLAP, _APART or _UNKNOWN, of GRAZE_PREPARED_DISC made from kinematic motions, when
 * rounding to nearest. Known only of discs that are nearest within their common life. */
contact passing_contact(const graze_prepared *a, const graze_prepared *b, double tolerance);

/* The same with the instructions of a level, for tests. */
contact passing_contact_at(cpu_instructions level, const graze_prepared *a, const graze_prepared *b,
                           double tolerance);

/* Whether discs certainly never overlap, but may touch, since neither moves along one of the axes,
 * and there they are at least the reach apart: of any GRAZE_PREPARED_DISC, at any tolerance. */
bool passing_beside(const graze_prepared *a, const graze_prepared *b);

/* Whether discs as above certainly never overlap, but may touch, as most do that touch in a plan
 * on a grid: one coordinate of their distance does not change and is at least the reach, or they
 * touch along an axis when the later of both lives begins and do not come nearer. Told where that
 * place is one of doubles, whatever the ends of their lives and the tolerance. */
bool passing_touches(const graze_prepared *a, const graze_prepared *b);

#endif
