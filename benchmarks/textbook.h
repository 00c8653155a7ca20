/* SPDX-License-Identifier: MIT */
/* The honest opponent: the published closed forms in doubles.
 *
 * Source: T. Walker and N. Sturtevant, "Tech Report: Efficient and Exact Collision
 * Detection for Circular Agents", 2019 (arXiv:1908.09707): equation 11 for the conflict
 * interval, the quartic by Ferrari for acceleration, Algorithm 1 for the unsafe delays,
 * written by us from its formulas. The misprints of Algorithm 1 are mended (a wrong comparison
 * that returns too early, two mixed-up window ends, each end cut by its own time,
 * the delay counted from the agent's own start). Its principle is kept, since that
 * is the method: the window of time in which both agents live is taken at delay 0
 * and stays there, although one of its ends moves with the delay.
 *
 * Beside it what the same author's geometry gives when it is applied in local
 * times, where nothing moves with the delay: right geometry, in doubles.
 */
#ifndef GRAZE_BENCHMARKS_TEXTBOOK_H
#define GRAZE_BENCHMARKS_TEXTBOOK_H

#include <graze/conflict.h>
#include <stdbool.h>

#include "benchmarks/families.h"

/* The conflict intervals of plane motions: at most one, two of kinematic motions
 * that accelerate. Answers how many. */
int textbook_intervals(const specimen *question, graze_interval *when);

/* Algorithm 1: the unsafe starts of a at constant velocity, when a's own start is
 * unsafe; false when the method finds that it is not. A waiting agent has no delay
 * in its formulas: not to be asked (see textbook_answers). */
bool textbook_unsafe_starts(const specimen *question, graze_interval *starts);
bool textbook_answers(const specimen *question);

/* Right geometry: a's unsafe starts whatever its own start, from the blocked region
 * in the rectangle of both lives. Constant velocity; lives may be endless. */
bool rectangle_unsafe_starts(const specimen *question, graze_interval *starts);

#endif
