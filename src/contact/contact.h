/* SPDX-License-Identifier: MIT */
/* The ladder: a question goes from stage to stage until one can answer with certainty:
 * doubles with an error bound (filter_uniform.h and filter_accelerated.h for motions in the
 * plane, filter_general.h for the rest), double words and double-doubles with an error
 * bound, exact dyadic numbers (exact.h). All stages but the first share one formula, written
 * once in relative.inc; they differ in the numbers they compute with.
 */
#ifndef GRAZE_CONTACT_CONTACT_H
#define GRAZE_CONTACT_CONTACT_H

#include "contact/question.h"

/* The contact, from the first stage that can tell; *stage (may be null) names it. */
contact contact_decide(const pair *question, contact_stage *stage);

/* The same for a pair that doubles could not decide. */
contact contact_decide_tie(const pair *question, contact_stage *stage);

/* The parts of a contact that is known to be an overlap or a touch, in ascending order (two
 * overlaps may share an end): at most CONTACT_PARTS_MAX from number `first` on; *total is how
 * many there are. Clearances are filled only if `measured`. */
graze_status contact_parts(const pair *question, contact known, bool measured, size_t first,
                           contact_part *parts, size_t *total, contact_stage *stage);

/* The conflict intervals from number `first` on, at most `capacity` (at least
 * CONTACT_OVERLAPS_MAX); *total is how many there are. Statuses as conflict.h says. */
graze_status contact_intervals_from(const graze_body *body_a, const graze_motion *a,
                                    const graze_body *body_b, const graze_motion *b,
                                    double tolerance, size_t first, graze_interval *intervals,
                                    size_t capacity, size_t *total);

/* The conflict intervals of a contact that is known, or not (CONTACT_UNKNOWN);
 * GRAZE_ERROR_CAPACITY when there are more than `capacity`. */
graze_status contact_intervals(const pair *question, contact known, graze_interval *intervals,
                               size_t capacity, size_t *count);

/* Least clearance; its tolerance is not used. */
graze_status contact_clearance(const pair *question, graze_clearance *result, contact_stage *stage);

#endif
