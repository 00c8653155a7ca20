/* SPDX-License-Identifier: MIT */
/* How far a body reaches from its moving point while it turns about it, rounded outward.
 *
 * The questions of Graze are about bodies that keep their heading; a filter may serve
 * those that do not, for it only has to hold all of them.
 *
 * How much wider than the truth? By less than 2^-35 of the farthest corner's distance from
 * the point, or by 2^-499 m. A body that has turned by more than 1024 rad (163 turns) counts
 * as the circle of its farthest corner; so does one whose corners are beyond 2^1000 m, with
 * infinite sides.
 */
#ifndef GRAZE_MOTION_TURN_H
#define GRAZE_MOTION_TURN_H

#include "motion/box.h"

/* The reach of a valid body in all headings. */
box_reach turn_reach_round(const graze_body *body);

/* The reach of a valid body in all headings that it has in the part [begin, end] of the life
 * of a valid motion. turn: of finite numbers. */
box_reach turn_reach_part(const graze_body *body, const graze_turn *turn,
                          const graze_motion *motion, double begin, double end);

#endif
