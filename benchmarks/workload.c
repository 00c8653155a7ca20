/* SPDX-License-Identifier: MIT */
/* Pairs laid out for the contenders. See workload.h. */
#include "benchmarks/workload.h"

#include <stdint.h>
#include <stdlib.h>

static bool allocate(size_t count, workload *made)
{
    *made = (workload){.count = count};
    if (count == 0 || count > SIZE_MAX / (4 * sizeof(specimen)))
        return false;
    made->specimens = malloc(count * sizeof *made->specimens);
    made->prepared = aligned_alloc(64, 2 * count * sizeof *made->prepared);
    made->moves = malloc(2 * count * sizeof *made->moves);
    return made->specimens != NULL && made->prepared != NULL && made->moves != NULL;
}

static bool prepare(workload *made)
{
    for (size_t i = 0; i < made->count; i++) {
        const specimen *each = &made->specimens[i];
        if (graze_motion_prepare(&each->body_a, &each->a, &made->prepared[2 * i]) != GRAZE_OK ||
            graze_motion_prepare(&each->body_b, &each->b, &made->prepared[2 * i + 1]) != GRAZE_OK)
            return false;
        made->moves[2 * i] = planner_move_of(&each->body_a, &each->a);
        made->moves[2 * i + 1] = planner_move_of(&each->body_b, &each->b);
    }
    return true;
}

static bool any(const specimen *each)
{
    (void)each;
    return true;
}

family_supply workload_make(const family *chosen, size_t count, workload *made)
{
    return workload_make_wanted(chosen, any, count, count, made);
}

family_supply workload_make_wanted(const family *chosen, bool (*wanted)(const specimen *each),
                                   size_t attempts, size_t count, workload *made)
{
    family_supply supply = FAMILY_BROKEN;
    if (allocate(count, made))
        supply = family_fill_wanted(chosen, wanted, attempts, count, made->specimens,
                                    &made->count);
    if (supply == FAMILY_FILLED && !prepare(made))
        supply = FAMILY_BROKEN;
    if (supply != FAMILY_FILLED)
        workload_free(made);
    return supply;
}

bool workload_select(const workload *source, const unsigned char *kinds, unsigned char kind,
                     size_t at_least, workload *selected)
{
    size_t wanted = 0;
    for (size_t i = 0; i < source->count; i++)
        wanted += kinds[i] == kind;
    if (wanted == 0)
        return false;
    size_t times = (at_least + wanted - 1) / wanted;
    if (!allocate(wanted * (times > 0 ? times : 1), selected)) {
        workload_free(selected);
        return false;
    }
    for (size_t i = 0, taken = 0; taken < selected->count; i = (i + 1) % source->count)
        if (kinds[i] == kind)
            selected->specimens[taken++] = source->specimens[i];
    if (prepare(selected))
        return true;
    workload_free(selected);
    return false;
}

void workload_free(workload *emptied)
{
    free(emptied->specimens);
    free(emptied->prepared);
    free(emptied->moves);
    *emptied = (workload){.count = 0};
}
