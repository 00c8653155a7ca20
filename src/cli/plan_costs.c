/* SPDX-License-Identifier: MIT */
#include "cli/plan_costs.h"

#include <math.h>
#include <stdlib.h>

void cost_sum_begin(cost_sum *sum)
{
    *sum = (cost_sum){.begin = HUGE_VAL, .arrival = -HUGE_VAL};
}

void cost_sum_add(cost_sum *sum, const graze_path_cost *cost)
{
    sum->begin = fmin(sum->begin, cost->begin);
    sum->arrival = fmax(sum->arrival, cost->arrival);
    sum->endless |= !isfinite(cost->arrival - cost->begin) || !isfinite(cost->length);
    if (sum->endless)
        return;
    exact_sum_add(&sum->costs, cost->arrival - cost->begin);
    exact_sum_add(&sum->lengths, cost->length);
}

check_costs cost_sum_total(const cost_sum *sum)
{
    if (sum->endless)
        return (check_costs){HUGE_VAL, HUGE_VAL, HUGE_VAL};
    return (check_costs){exact_sum_rounded(&sum->costs),
                         sum->arrival >= sum->begin ? sum->arrival - sum->begin : 0,
                         exact_sum_rounded(&sum->lengths)};
}

static void *sum_up(void *context)
{
    plan_costs *costs = context;
    plan_room room = {0};
    size_t agent = 0;
    for (; agent < costs->of->agent_count && !atomic_load(&costs->over); agent++) {
        graze_trajectory path;
        graze_path_cost cost;
        if (plan_trajectory(&costs->of->agents[agent], &room, &path) != IO_OK ||
            graze_path_costs(&path, &cost) != GRAZE_OK)
            break;
        if (path.count > 0)
            cost_sum_add(&costs->sum, &cost);
    }
    free(room.motions);
    costs->whole = agent == costs->of->agent_count;
    return NULL;
}

void plan_costs_begin(plan_costs *costs, const plan *of)
{
    costs->of = of;
    costs->whole = false;
    atomic_init(&costs->over, false);
    cost_sum_begin(&costs->sum);
    costs->runs = pthread_create(&costs->thread, NULL, sum_up, costs) == 0;
}

bool plan_costs_end(plan_costs *costs, bool wanted)
{
    if (!costs->runs)
        return false;
    atomic_store(&costs->over, !wanted);
    pthread_join(costs->thread, NULL);
    costs->runs = false;
    return costs->whole;
}
