/* SPDX-License-Identifier: MIT */
#include "cli/interval_list.h"

#include <stdint.h>
#include <stdlib.h>

bool interval_list_grow(interval_list *list)
{
    size_t larger = list->capacity == 0 ? GRAZE_UNSAFE_STARTS_MAX : 2 * list->capacity;
    interval_list_free(list);
    if (larger > SIZE_MAX / sizeof *list->intervals)
        return false;
    list->intervals = malloc(larger * sizeof *list->intervals);
    if (list->intervals != NULL)
        list->capacity = larger;
    return list->intervals != NULL;
}

graze_status interval_list_conflicts(interval_list *list, const graze_body *body_a,
                                     const graze_motion *a, const graze_body *body_b,
                                     const graze_motion *b, double tolerance)
{
    graze_status status;
    while ((status = graze_conflict_intervals(body_a, a, body_b, b, tolerance, list->intervals,
                                              list->capacity, &list->count)) ==
           GRAZE_ERROR_CAPACITY)
        if (!interval_list_grow(list))
            return GRAZE_ERROR_MEMORY;
    return status;
}

void interval_list_free(interval_list *list)
{
    free(list->intervals);
    *list = (interval_list){NULL, 0, 0};
}
