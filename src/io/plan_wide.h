/* SPDX-License-Identifier: MIT */
/* Sampled trajectories with two columns for each agent: time,x0,y0,x1,y1 or t,a_x,a_y,b_x,b_y.
 * An agent without places in the first rows has its own first row later, and without places in
 * the last ones it has had its last; one that is missing in between is an error. Other columns are
 * passed over. */
#ifndef GRAZE_IO_PLAN_WIDE_H
#define GRAZE_IO_PLAN_WIDE_H

#include "io/plan_header.h"

/* time: what the file calls its column of times. */
io_result plan_wide_read(plan_reading *reading, const plan_header *header, const char *time);

#endif
