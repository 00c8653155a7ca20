/* SPDX-License-Identifier: MIT */
/* What a set of constraints means, as a sorted list in which no constraint says what another
 * says already. Two sets with equal lists mean the same. Internal to constraint*.c.
 */
#ifndef GRAZE_PLANNER_CONSTRAINT_LIST_H
#define GRAZE_PLANNER_CONSTRAINT_LIST_H

#include "planner/constraint.h"

typedef struct constraint_list {
    constraint *constraints; /* by type, place and begin */
    size_t count, capacity;
} constraint_list;

/* The constraints of a set, and perhaps one more (null: none). GRAZE_ERROR_MEMORY. */
graze_status constraint_list_gather(const constraint_table *table, uint32_t set,
                                    const constraint *added, constraint_list *list);

uint64_t constraint_list_hash(const constraint_list *list, uint32_t agent);

bool constraint_list_is_equal(const constraint_list *a, const constraint_list *b);

#endif
