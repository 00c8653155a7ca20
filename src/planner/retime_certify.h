/* SPDX-License-Identifier: MIT */
/* The kernel's word on a new plan, and what is learnt from it. */
#ifndef GRAZE_PLANNER_RETIME_CERTIFY_H
#define GRAZE_PLANNER_RETIME_CERTIFY_H

#include "planner/retiming.h"

/* Asks the kernel about the new plan, r->answer->trajectories. *goes_on: what it has found is in
 * the schedule's pairs, and a plan is to be looked for again. Otherwise the outcome is
 * GRAZE_RETIMED, or GRAZE_RETIME_CIRCLE where it has found nothing new. */
graze_status retime_certify(retiming *r, bool *goes_on);

#endif
