/* SPDX-License-Identifier: MIT */
/* Discrete plans, written as other programs read them: every agent in a cell at every whole
 * second from 0, one of four neighbours further or where it was a second before, and at its
 * last place for ever. A plan that is no such plan is refused, by the first agent at fault. */
#ifndef GRAZE_IO_PLAN_STEPS_WRITE_H
#define GRAZE_IO_PLAN_STEPS_WRITE_H

#include "io/plan_write.h"

/* format: PLAN_LNS, PLAN_LACAM, PLAN_LORR or PLAN_TRACKER. */
io_result plan_steps_write(const plan *given, const map *on, plan_format format, writing *to);

#endif
