/* SPDX-License-Identifier: MIT */
/* Sums of times as exactly two doubles: the form in which a motion keeps its
 * start and its duration.
 */
#ifndef GRAZE_MOTION_SUM_H
#define GRAZE_MOTION_SUM_H

#include <stdbool.h>
#include <stddef.h>

enum { MOTION_SUM_TERMS = 4 };

/* Writes the real sum of up to MOTION_SUM_TERMS finite doubles as high + low.
 * Mostly high is the nearest double to the sum; where the sum is beyond the
 * range, the largest double stands for it. False, and nothing is written, when
 * no two doubles have that sum. (Four terms that overflow on the way to a tiny
 * sum may be given up as well; three never are.) */
bool motion_exact_sum(const double *terms, size_t count, double *high, double *low);

#endif
