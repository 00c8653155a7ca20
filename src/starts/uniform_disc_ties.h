/* SPDX-License-Identifier: MIT */
/* Exact sums and exact ties of two uniform discs, for uniform_disc_starts.c: what it asks where
 * doubles and double words cannot tell. Signs are -1, 0, 1 or SIGN_UNKNOWN.
 */
#ifndef GRAZE_STARTS_UNIFORM_DISC_TIES_H
#define GRAZE_STARTS_UNIFORM_DISC_TIES_H

#include "contact/uniform_disc.h"

/* The corners of the rectangle of local times, as sums of these bits. */
enum { A_ENDED = 1, B_ENDED = 2, CORNERS = 4 };

/* Rounds the start at which both motions are at this corner outward; infinite for endless lives.
 * False when the rounding is open. */
bool uniform_round_corner(const uniform_discs *q, int corner, bool upper, double *end);

/* True when this start is exactly the corner. */
bool uniform_is_corner(const uniform_discs *q, int corner, double start);

/* Whether the relative place at a corner is exactly this one of doubles: plans on grids are full
 * of such. */
bool uniform_is_short(const uniform_discs *q, int corner, double x, double y);

/* The sign of |d|^2 - reach^2 at a corner, where d is near (x, y). */
int uniform_corner_sign(const uniform_discs *q, int corner, double x, double y);

/* Tells which of two motions in one direction is faster: the sign of |va| - |vb|. */
int uniform_speed_order(const uniform_discs *q);

/* The sign of d.v, or if `width` of |v|^2 reach^2 - (d x v)^2, with d at a corner and v the
 * velocity of a motion or, if `backwards`, its opposite. */
int uniform_tie_sign(const uniform_discs *q, int corner, const uniform_motion *moving,
                     bool backwards, bool width);

/* True when d.across is exactly 0 at a corner (across = va - vb). */
bool uniform_is_level(const uniform_discs *q, int corner);

/* Whether s itself is the start of a tangent diagonal, of the upper one of its numerator if
 * `above`. */
bool uniform_is_tangent(const uniform_discs *q, double s, bool above);

#endif
