/* SPDX-License-Identifier: MIT */
/* Curved relative motion, exactly: the quartic distance^2 - reach^2 over the
 * common life, its roots, its least value.
 */
#ifndef GRAZE_CONTACT_QUARTIC_H
#define GRAZE_CONTACT_QUARTIC_H

#include "contact/with_exact.h"
#include "numeric/roots.h"

/* The squared distance minus reach^2 as a polynomial in tau, times D^2. */
polynomial quartic_of(dyadic_arena *arena, const exact_relative *relative);

/* The sign of the least (distance - reach) of curved motion. */
contact quartic_contact(dyadic_arena *arena, const exact_relative *relative);

/* An overlap of curved motion: the root at each end where it is not an end of
 * the common life. */
typedef struct quartic_overlap {
    bool has_lower, has_upper;
    root lower, upper;
    bool begins_within, ends_within; /* as in question.h, for ends without a root */
} quartic_overlap;

/* At most two, in ascending order; answers how many. `square_free` receives the
 * polynomial that the roots point at. */
int quartic_overlaps(dyadic_arena *arena, const exact_relative *relative, polynomial *square_free,
                     quartic_overlap *overlaps);

/* The instants strictly inside the common life at which the distance is locally
 * least, ascending; answers how many, at most two. */
int quartic_valleys(dyadic_arena *arena, const exact_relative *relative, polynomial *square_free,
                    root *valleys);

/* Where on the closed common life the distance is least: -1 at its begin, 1 at
 * its end, 0 at *nearest, one of the valleys. The earliest where there are
 * several. */
int quartic_nearest(dyadic_arena *arena, const exact_relative *relative, polynomial *square_free,
                    root *nearest);

/* All roots on the closed common life, at most four: for a contact that is a touch
 * its instants. */
int quartic_touches(dyadic_arena *arena, const exact_relative *relative, polynomial *square_free,
                    root *roots);

#endif
