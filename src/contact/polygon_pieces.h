/* SPDX-License-Identifier: MIT */
/* Curved motion of bodies with corners, in doubles: apart or overlapping, or look closer.
 */
#ifndef GRAZE_CONTACT_POLYGON_PIECES_H
#define GRAZE_CONTACT_POLYGON_PIECES_H

#include "contact/question.h"

/* CONTACT_OVERLAP, _APART or _UNKNOWN, of a valid question with corners. */
contact polygon_pieces_contact(const pair *question);

#endif
