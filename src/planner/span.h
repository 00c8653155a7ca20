/* SPDX-License-Identifier: MIT */
/* Open intervals of whole ticks. */
#ifndef GRAZE_PLANNER_SPAN_H
#define GRAZE_PLANNER_SPAN_H

#include <stdbool.h>
#include <stddef.h>

#include "planner/time_grid.h"

/* An open interval of ticks; empty when lower >= upper. */
typedef struct span {
    tick lower, upper;
} span;

/* A list of open intervals in ascending order; two may share an end, none overlap. */
typedef struct span_list {
    const span *spans;
    size_t count;
} span_list;

static inline bool span_holds(span when, tick time)
{
    return when.lower < time && time < when.upper;
}

/* An interval moved in time; an empty one stays as it is. */
static inline span span_later(span when, tick by)
{
    return when.lower < when.upper ? (span){when.lower + by, when.upper + by} : when;
}

/* True when two open intervals have a whole tick in common. */
static inline bool span_share_tick(span a, span b)
{
    tick first = a.lower > b.lower ? a.lower : b.lower;
    return first + 1 < (a.upper < b.upper ? a.upper : b.upper);
}

#endif
