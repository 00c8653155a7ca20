/* SPDX-License-Identifier: MIT */
/* The ends of an overlap inside of the common life, by one Newton step each.
 *
 * Twice: without fused multiply-adds, and with them for processors that have them.
 */
#ifndef GRAZE_CONTACT_UNIFORM_DISC_ROOTS_H
#define GRAZE_CONTACT_UNIFORM_DISC_ROOTS_H

#include "contact/uniform_disc.h"

/* Bits of both roots. */
enum { LOWER_ROOT = 1, UPPER_ROOT = 2 };

/* The wanted roots of h, rounded outward: `after` says in doubles how long after `begin`, the later
 * start, they are. Starts have no tails. Returns the bits of those that are known. */
unsigned uniform_roots_plain(const uniform_discs *q, double begin, const double after[2],
                             unsigned wanted, graze_interval *roots);
unsigned uniform_roots_fused(const uniform_discs *q, double begin, const double after[2],
                             unsigned wanted, graze_interval *roots);

#endif
