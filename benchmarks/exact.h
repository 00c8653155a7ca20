/* SPDX-License-Identifier: MIT */
/* The truth about generated pairs, from the exact twin of the tests (tests/oracle):
 * rational numbers and Sturm's theorem, no formula of the library's. So Graze is
 * judged here like everybody else.
 */
#ifndef GRAZE_BENCHMARKS_EXACT_H
#define GRAZE_BENCHMARKS_EXACT_H

#include <graze/conflict.h>
#include <stdbool.h>
#include <stddef.h>

#include "benchmarks/families.h"

/* Do they conflict? */
bool exact_conflict(const specimen *question);

/* Do they when a starts at `start`? */
bool exact_conflict_from(const specimen *question, double start);

/* The conflict intervals, rounded outward; answers how many, at most four. */
size_t exact_intervals(const specimen *question, graze_interval *when);

/* The unsafe starts of a at constant velocity, rounded outward, found from decisions
 * alone: they are one open interval, so that the last safe double below an unsafe
 * one and the first above it are its rounded ends. An unsafe start is looked for at
 * a's own start and within each of the claims. False when none of them is unsafe. */
bool exact_unsafe_starts(const specimen *question, const graze_interval *claims, size_t count,
                         graze_interval *starts);

#endif
