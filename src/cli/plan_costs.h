/* SPDX-License-Identifier: MIT */
/* What a plan costs, summed up exactly: agent by agent, or in a thread of its own while the plan is
 * stored, which keeps one thread busy. */
#ifndef GRAZE_CLI_PLAN_COSTS_H
#define GRAZE_CLI_PLAN_COSTS_H

#include <graze.h>
#include <pthread.h>
#include <stdatomic.h>

#include "io/exact_sum.h"
#include "io/plan.h"

/* The whole plan's, [s] and [m]. */
typedef struct check_costs {
    double sum_of_costs, makespan, length;
} check_costs;

typedef struct cost_sum {
    exact_sum costs, lengths;
    double begin, arrival;
    bool endless;
} cost_sum;

void cost_sum_begin(cost_sum *sum);
void cost_sum_add(cost_sum *sum, const graze_path_cost *cost);
check_costs cost_sum_total(const cost_sum *sum);

/* All zeros: nobody sums up. */
typedef struct plan_costs {
    const plan *of;
    cost_sum sum;
    bool whole;       /* every agent is in the sum */
    atomic_bool over; /* nobody wants it any more */
    bool runs;
    pthread_t thread;
} plan_costs;

/* Begins to sum up in a thread, if there is one to be had. The plan stays as it is until
 * plan_costs_end. */
void plan_costs_begin(plan_costs *costs, const plan *of);

/* Ends what has begun: waits if the sum is `wanted`. True when costs->sum is that of the plan. */
bool plan_costs_end(plan_costs *costs, bool wanted);

#endif
