/* SPDX-License-Identifier: MIT */
/* A list of intervals that grows with the longest answer so far: bodies with
 * corners in accelerated motion have no small bound. */
#ifndef GRAZE_CLI_INTERVAL_LIST_H
#define GRAZE_CLI_INTERVAL_LIST_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>

/* Zeroed before its first use. */
typedef struct interval_list {
    graze_interval *intervals;
    size_t capacity;
    size_t count; /* of the last answer */
} interval_list;

/* Makes the list longer after GRAZE_ERROR_CAPACITY; its contents are lost. False
 * when there is no memory. */
bool interval_list_grow(interval_list *list);

/* graze_conflict_intervals with as much room as it takes; GRAZE_ERROR_MEMORY. */
graze_status interval_list_conflicts(interval_list *list, const graze_body *body_a,
                                     const graze_motion *a, const graze_body *body_b,
                                     const graze_motion *b, double tolerance);

void interval_list_free(interval_list *list);

#endif
