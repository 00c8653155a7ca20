/* SPDX-License-Identifier: MIT */
/* Two discs or spheres whose relative motion is accelerated, in double-doubles: what doubles leave
 * open of a decision, and the rounded ends of overlaps.
 *
 * The five Bernstein coefficients of F(tau) = distance^2 - reach^2 over the common life, in
 * doubles, cut the life into pieces (filter_scan.h). What hangs on one place is decided there in
 * double-doubles: an exact zero at an end of the life, and the value v and the slope s at the
 * bottom of a valley, where F'' is at least m > 0, so that F is at least v - s^2/(2m). A piece
 * whose coefficients change their sign once has one root; from a place near it with value v, slope
 * s and |F''| <= M, and M|v| <= s^2/4, the root is off v/s by at most 2M (v/s)^2/|s|. An end that
 * is nearer to a double than that is compared with it by the sign of F there.
 *
 * What is left to exact numbers: a touch in the midst of the life whose instant is no double, and
 * magnitudes for which the bounds do not hold. Nothing is guessed.
 *
 * Worth: a decision at one cell of a grid takes a third of the time that it takes without, the
 * ends of two overlaps a tenth (benchmarks/acceleration --without double-doubles).
 */
#ifndef GRAZE_CONTACT_ACCELERATED_DISC_H
#define GRAZE_CONTACT_ACCELERATED_DISC_H

#include "contact/with_dd.h"

/* Of a curved relative motion: the sign of the least (distance - reach), or CONTACT_UNKNOWN. */
contact accelerated_disc_contact(const dd_relative *relative);

/* All overlaps in order of time, rounded outward, at most CONTACT_OVERLAPS_MAX; false when that
 * cannot be told. */
bool accelerated_disc_overlaps(const dd_relative *relative, contact_part *parts, size_t *count);

#endif
