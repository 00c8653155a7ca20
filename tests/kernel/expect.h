/* SPDX-License-Identifier: MIT */
/* Pairs written by hand and what is expected of them. Each expectation is
 * asserted for both orders of the agents, and the oracle must share it. */
#ifndef TESTS_KERNEL_EXPECT_H
#define TESTS_KERNEL_EXPECT_H

#include "oracle/oracle.h"

/* Plane motions: at (x, y) with a velocity; in a place; between two places. */
graze_motion drive(double x, double y, double vx, double vy, double start, double duration);
graze_motion rest(double x, double y, double start, double duration);
graze_motion pass(double x, double y, double to_x, double to_y, double start, double end);

/* A motion in space. */
graze_motion fly(graze_vector place, graze_vector velocity, double start, double duration);

/* Two discs without tolerance. */
oracle_pair discs(double radius_a, graze_motion a, double radius_b, graze_motion b);

/* The same pair asked with a tolerance. */
oracle_pair within(oracle_pair pair, double tolerance);

/* One open interval of conflict, or none. */
void expect_part(oracle_pair pair, double lower, double upper);
void expect_no_part(oracle_pair pair);

void expect_verdict(oracle_pair pair, graze_verdict verdict);
void expect_clearance(oracle_pair pair, double distance, double depth, double time);
void expect_no_common_life(oracle_pair pair);

#endif
