/* SPDX-License-Identifier: MIT */
/* When are two accelerated motions nearest? */
#ifndef TESTS_ORACLE_DEEPEST_H
#define TESTS_ORACLE_DEEPEST_H

#include "oracle/path.h"

/* The earliest instant of the closed stretch at which a polynomial of degree 1 to 4,
 * bounded below, is least; rounded to the nearest double. */
double oracle_least_instant(const oracle_rational_polynomial *square, const oracle_stretch *where);

#endif
