/* SPDX-License-Identifier: MIT */
/* Doubles near the answers about bodies with corners, to begin exact searches at. They need
 * not be right.
 */
#ifndef GRAZE_CONTACT_POLYGON_GUESS_H
#define GRAZE_CONTACT_POLYGON_GUESS_H

#include "contact/polygon.h"

/* Near the earliest time of the greatest depth of uniform motion, and near that depth. */
void polygon_guess_nearest(const pair *question, const exact_relative *relative, double *time,
                           double *depth);

/* Near the greatest depth of curved motion between two instants, by samples. They see a C
 * badly that is 2^30 times smaller than the way past it: its clearance then takes up to twice
 * as long. Without any guess by samples, from the exact roots of all slopes instead, clearances of
 * accelerated bodies took 0.9 to 2.7 times as long. */
double polygon_guess_accelerated(const pair *question, const exact_relative *relative, double from,
                                 double to);

#endif
