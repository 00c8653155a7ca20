/* SPDX-License-Identifier: MIT */
/* What solver runs of a whole database look like, as points of curves: for `graze plot`. */
#ifndef GRAZE_STORAGE_CURVES_H
#define GRAZE_STORAGE_CURVES_H

#include "storage/database.h"

typedef enum curves_kind {
    CURVES_SUCCESS, /* x: agents; y: share of runs that found a plan */
    CURVES_RUNTIME, /* x: how many instances; y: within so many seconds each */
    CURVES_COSTS    /* x: agents; y: mean of cost / best known cost of the instance */
} curves_kind;

/* Calls `take` for each point, curve by curve in the order of their names, and there by x. A curve
 * is a method; with one method alone, a map. */
io_result curves_read(database *db, curves_kind kind,
                      io_result (*take)(void *context, const char *curve, double x, double y),
                      void *context);

#endif
