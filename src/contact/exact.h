/* SPDX-License-Identifier: MIT */
/* The last stage: exact numbers, in memory that grows as they need it. It always answers,
 * unless memory runs out or the caller stops it.
 */
#ifndef GRAZE_CONTACT_EXACT_H
#define GRAZE_CONTACT_EXACT_H

#include "contact/question.h"

/* Of bodies with corners, too. */
contact exact_contact(const pair *question);

/* Why the exact stage failed; GRAZE_OK when it did not. */
graze_status contact_status(contact answer);

/* Of bodies with corners, too. */
graze_status exact_clearance(const pair *question, graze_clearance *result);

/* The parts of a known contact in ascending order, from number `first` on, at most `capacity`;
 * *total is how many there are. Discs have at most CONTACT_PARTS_MAX, which `capacity` allows
 * for; bodies with corners in accelerated motion can have many: conflict.h has the bound. */
graze_status exact_parts(const pair *question, contact known, bool measured, size_t first,
                         size_t capacity, contact_part *parts, size_t *total);

/* A question at tolerance 0 that has a common life, and its answer. */
typedef struct nearness {
    const pair *question;
    double depth, distance; /* [m] as in graze_clearance */
} nearness;

/* Which of the two has the greater depth: -1 first less deep, 0 equal, 1 deeper. Where the depths
 * are the same double, the distances, which are rounded down, may tell; where these are, too,
 * depths of discs at constant velocity are compared exactly, and others count as equal. */
graze_status exact_compare_nearness(const nearness *first, const nearness *second, int *order);

#endif
