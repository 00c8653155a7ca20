/* SPDX-License-Identifier: MIT */
/* The share of a ramp as SQL: statements that read motions ask for it where a row's form is ramp,
 * and look nothing up where it is another. */
#ifndef GRAZE_STORAGE_RAMP_SQL_H
#define GRAZE_STORAGE_RAMP_SQL_H

/* Of the row `m` of the view motion_whole: NULL where it is no ramp, and -1, which no motion is
 * valid with, of a ramp whose share is missing. */
#define RAMP_SHARE_OF(m)                                                                           \
    "iif(" m ".form = 'ramp', coalesce((SELECT s.share FROM main.ramp AS s WHERE s.plan_id = " m   \
    ".plan_id AND s.agent_id = " m ".agent_id AND s.seq = " m ".seq), -1.0), NULL)"

#endif
