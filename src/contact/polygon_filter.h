/* SPDX-License-Identifier: MIT */
/* Bodies with corners at constant velocity, in doubles: apart, or for how long they
 * overlap, or look closer.
 */
#ifndef GRAZE_CONTACT_POLYGON_FILTER_H
#define GRAZE_CONTACT_POLYGON_FILTER_H

#include "base/cpu.h"
#include "contact/question.h"

/* CONTACT_OVERLAP, _APART (or no common life) or _UNKNOWN, of a valid question with
 * corners. */
contact polygon_filter_contact(const pair *question);

/* The same, and the interval of an overlap where its roundings are certain. */
contact polygon_filter_interval(const pair *question, graze_interval *when, bool *rounded);

/* The same with these vectors at most, for tests. */
contact polygon_filter_interval_at(cpu_instructions level, const pair *question,
                                   graze_interval *when, bool *rounded);

/* The same of valid bodies with corners that are prepared with velocities of their own (passing.h)
 * and magnitudes, and a valid tolerance: CONTACT_OVERLAP where it is rounded, CONTACT_APART, or
 * CONTACT_UNKNOWN, where nobody has looked at outlines. */
contact polygon_filter_interval_of_prepared(const graze_prepared *a, const graze_body *body_a,
                                            const graze_prepared *b, const graze_body *body_b,
                                            double tolerance, graze_interval *when);

/* [m] of a disc round the moving point that holds the body, rounded up. */
double polygon_outer_radius(const graze_body *body);

/* The same from the square of its farthest vertex's distance, off by 2u of itself or by what
 * underflows. */
double polygon_outer_radius_of(double radius, double square);

#endif
