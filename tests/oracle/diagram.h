/* SPDX-License-Identifier: MIT */
/* The free-space diagram of two motions at constant velocity: where, over both
 * local times, are the bodies nearer than they may be? */
#ifndef TESTS_ORACLE_DIAGRAM_H
#define TESTS_ORACLE_DIAGRAM_H

#include <stdbool.h>

#include <gmp.h>

#include "oracle/path.h"

/* Both times are absolute: of a on its own clock, of b on its own. */
typedef struct oracle_meeting_point {
    mpq_t time_a, time_b;
} oracle_meeting_point;

void oracle_meeting_point_init(oracle_meeting_point *point);
void oracle_meeting_point_clear(oracle_meeting_point *point);

/* Finds a point strictly inside both lives with |a(time_a) - b(time_b)| < reach;
 * false when there is none. The squared distance is convex over the rectangle of
 * both lives, so its least value decides. */
bool oracle_find_meeting_point(oracle_meeting_point *point, const oracle_path *a,
                               const oracle_path *b, const mpq_t reach);

#endif
