/* SPDX-License-Identifier: MIT */
/* Unsafe starts of two bodies with sharp corners at constant velocity, in closed form.
 *
 * In the plane of a's local time x, in a unit of its own, and of the shift s each edge of the
 * outline is a line, and so are both ends of both lives: the overlaps are where
 *
 *     X x + S s + C < 0
 *
 * for all of them. To eliminate x (Fourier and Motzkin), each line that bounds it from above, X >
 * 0, is added to each one that bounds it from below, X' < 0:
 *
 *     (X S' - X' S) s + (X C' - X' C) < 0
 *
 * A shift is unsafe if and only if it meets all of these and all lines with X = 0. So the upper end
 * is the least of the shifts that bound it from above, the lower one the greatest of the others,
 * and nothing is unsafe where these meet, or where a sum without s is not below 0. No end has to be
 * told from another one that is as far: both are the same number, which only has to be rounded.
 *
 * Of many lines most pairs are passed over: those that leave x a choice at two shifts between which
 * all unsafe ones are, and so between these. Newton steps find such shifts.
 *
 * Balls leave out what is certainly no end, double-doubles round the rest, and where they cannot
 * tell, one decision does.
 *
 * Where the sign of X is not certain, X x is counted as an error of C: the overlaps are then
 * between those of two sets of lines that have X = 0, and so are both ends.
 *
 * Worth: 11 thousand instructions in the place of 95 for squares within one cell of a grid.
 */
#ifndef GRAZE_STARTS_POLYGON_STARTS_H
#define GRAZE_STARTS_POLYGON_STARTS_H

#include "contact/question.h"

/* Of two uniform motions: writes the interval of unsafe starts, and how many there are, 1 or 0;
 * false where that is not certain, also of rounded bodies, lives without an end, and outlines of
 * more than 128 corners or without an interior. */
bool polygon_starts(const pair *question, graze_interval *starts, size_t *count);

#endif
