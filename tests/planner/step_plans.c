/* SPDX-License-Identifier: MIT */
#include "step_plans.h"

#include <math.h>
#include <string.h>

#include "instance.h"
#include "support/run.h"

void step_plan_set_up(step_plan *w, size_t count, size_t steps, double radius)
{
    memset(w, 0, sizeof *w);
    w->count = count;
    w->steps = steps;
    for (size_t i = 0; i < count; i++) {
        w->bodies[i].radius = radius;
        w->limits[i] = (graze_drive_limits){1, 1, 1, HUGE_VAL, NULL, 0};
    }
}

void step_plan_make(step_plan *w, double begin)
{
    double times[STEPS_MAX + 1];
    for (size_t i = 0; i <= w->steps; i++)
        times[i] = begin + (double)i;
    for (size_t i = 0; i < w->count; i++) {
        CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_waypoints(w->steps + 1, times, w->places[i],
                                                              GRAZE_STAY, w->motions[i],
                                                              &w->plan[i].count, NULL),
                              GRAZE_OK);
        w->plan[i].motions = w->motions[i];
    }
}

static bool count_conflicts(void *context, const graze_check_answer *answer)
{
    for (size_t i = 0; i < answer->merged_count; i++)
        *(size_t *)context += answer->merged[i].verdict == GRAZE_CONFLICT;
    return true;
}

static bool count_excess(void *context, const graze_path_excess *excess)
{
    (void)excess;
    ++*(size_t *)context;
    return true;
}

size_t step_plan_conflicts(const step_plan *w, const graze_trajectory *paths, double tolerance)
{
    size_t conflicts = 0;
    graze_check_counts counts;
    const graze_check_options how = {.tolerance = tolerance, .threads = 1};
    const graze_check_listener listener = {.take = count_conflicts, .context = &conflicts};
    CU_ASSERT_EQUAL(graze_check_plan(w->bodies, paths, w->count, &how, &listener, NULL, &counts),
                    GRAZE_OK);
    return conflicts;
}

size_t step_plan_excesses(const step_plan *w, const graze_retiming *answer)
{
    size_t broken = 0;
    for (size_t i = 0; i < w->count; i++) {
        const graze_drive_limits *l = &w->limits[i];
        const graze_path_limits limits = {.speed = l->speed,
                                          .acceleration = fmax(l->acceleration, l->deceleration),
                                          .jump = 1e-9,
                                          .low = {-HUGE_VAL, -HUGE_VAL},
                                          .high = {HUGE_VAL, HUGE_VAL}};
        CU_ASSERT_EQUAL(graze_path_excesses(&answer->trajectories[i], &limits, count_excess,
                                            &broken),
                        GRAZE_OK);
    }
    return broken;
}

static int who_is_at(const int (*at)[2], size_t count, int x, int y)
{
    for (size_t i = 0; i < count; i++)
        if (at[i][0] == x && at[i][1] == y)
            return (int)i;
    return -1;
}

/* Each agent wants to go on, or somewhere; wishes that meet or change places are dropped until
 * none do. Circles may stay. */
static void step_all(const step_plan *w, int (*at)[2], int (*heading)[2], uint64_t *seed)
{
    static const int moves[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int to[STEP_AGENTS_MAX][2];
    for (size_t i = 0; i < w->count; i++) {
        if (instance_random(seed) % 3 == 0)
            memcpy(heading[i], moves[instance_random(seed) % 4], sizeof heading[i]);
        for (int k = 0; k < 2; k++)
            to[i][k] = at[i][k] + heading[i][k];
        if (to[i][0] < 0 || to[i][1] < 0 || to[i][0] >= STEP_SIDE || to[i][1] >= STEP_SIDE)
            memcpy(to[i], at[i], sizeof to[i]);
    }
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < w->count; i++) {
            int other = who_is_at((const int (*)[2])to, i, to[i][0], to[i][1]);
            int there = who_is_at((const int (*)[2])at, w->count, to[i][0], to[i][1]);
            bool swaps = there >= 0 && there != (int)i && to[there][0] == at[i][0] &&
                         to[there][1] == at[i][1];
            if (other < 0 && !swaps)
                continue;
            size_t back = other >= 0 && (to[i][0] == at[i][0] && to[i][1] == at[i][1])
                              ? (size_t)other
                              : i;
            memcpy(to[back], at[back], sizeof to[back]);
            again = true;
        }
    }
    memcpy(at, to, w->count * sizeof to[0]);
}

void step_plan_random(step_plan *w, size_t most, uint64_t *seed, double radius)
{
    int at[STEP_AGENTS_MAX][2], heading[STEP_AGENTS_MAX][2];
    size_t count = 2 + instance_random(seed) % (most - 2);
    step_plan_set_up(w, count, 2 + instance_random(seed) % 18, radius);
    for (size_t i = 0; i < w->count; i++) {
        do {
            at[i][0] = (int)(instance_random(seed) % STEP_SIDE);
            at[i][1] = (int)(instance_random(seed) % STEP_SIDE);
        } while (who_is_at((const int (*)[2])at, i, at[i][0], at[i][1]) >= 0);
        heading[i][0] = 1;
        heading[i][1] = 0;
    }
    for (size_t k = 0; k <= w->steps; k++) {
        for (size_t i = 0; i < w->count; i++)
            w->places[i][k] = (graze_vector){at[i][0], at[i][1], 0};
        step_all(w, at, heading, seed);
    }
}
