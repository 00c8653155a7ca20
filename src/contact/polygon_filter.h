/* SPDX-License-Identifier: MIT */
/* Bodies with corners at constant velocity, in doubles: apart, or for how long they
 * overlap, or look closer.
 */
#ifndef GRAZE_CONTACT_POLYGON_FILTER_H
#define GRAZE_CONTACT_POLYGON_FILTER_H

#include "contact/question.h"

/* What may be left out, for tests: each only ever says "apart" or passes on. */
enum { FILTER_BOX = 1, FILTER_HULL = 2, FILTER_CLIP = 4, FILTER_ALL = 7 };

/* CONTACT_OVERLAP, _APART (or no common life) or _UNKNOWN, of a valid question with
 * corners. */
contact polygon_filter_contact(const pair *question, unsigned stages);

/* The same, and the interval of an overlap where its roundings are certain. */
contact polygon_filter_interval(const pair *question, unsigned stages, graze_interval *when,
                                bool *rounded);

/* [m] of a disc round the moving point that holds the body, rounded up. */
double polygon_outer_radius(const graze_body *body);

#endif
