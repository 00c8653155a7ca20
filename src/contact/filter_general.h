/* SPDX-License-Identifier: MIT */
/* A filter for any two discs or spheres: the formula of relative.inc in doubles with error bounds.
 * It answers, or says that it cannot.
 */
#ifndef GRAZE_CONTACT_FILTER_GENERAL_H
#define GRAZE_CONTACT_FILTER_GENERAL_H

#include "contact/question.h"

contact ball_contact(const pair *question);

#endif
