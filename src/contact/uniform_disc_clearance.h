/* SPDX-License-Identifier: MIT */
/* Plane discs at constant velocity, how near they come: the first stage of a clearance, in double
 * words. It answers as the exact stage does, or not at all.
 */
#ifndef GRAZE_CONTACT_UNIFORM_DISC_CLEARANCE_H
#define GRAZE_CONTACT_UNIFORM_DISC_CLEARANCE_H

#include <graze/conflict.h>

#include "contact/question.h"

/* Writes the clearance of a pair whose lives meet; returns false when it cannot be told, also for
 * pairs of any other kind. Depths and times that are doubles are left to the next stage: of
 * those a bound that is charged beforehand never knows on which side they lie. */
bool uniform_disc_clearance(const pair *question, graze_clearance *result);

#endif
