/* SPDX-License-Identifier: MIT */
/* When are two moving bodies deepest? */
#ifndef TESTS_ORACLE_BODY_TIME_H
#define TESTS_ORACLE_BODY_TIME_H

#include "oracle/bodies.h"

/* The earliest instant of the closed common life at which the depth is greatest, rounded
 * to the nearest double; of a constant depth the first double inside. The greatest depth
 * lies in [down, up], neighbouring doubles or the same; radii is r1 + r2. */
double oracle_body_deepest_instant(const oracle_body_scene *scene, const mpq_t radii, double down,
                                   double up);

#endif
