/* SPDX-License-Identifier: MIT */
#include "paths/hearing.h"

#include <CUnit/CUnit.h>
#include <stdio.h>

bool set_waypoints(graze_motion *motions, graze_trajectory *trajectory, const row *rows,
                   size_t count, graze_at_end at_end)
{
    double times[ROWS];
    graze_vector places[ROWS];
    for (size_t i = 0; i < count; i++) {
        times[i] = rows[i].time;
        places[i] = (graze_vector){rows[i].x, rows[i].y, 0};
    }
    trajectory->motions = motions;
    return graze_trajectory_from_waypoints(count, times, places, at_end, motions,
                                           &trajectory->count, NULL) == GRAZE_OK;
}

bool listen(void *context, const graze_meeting *meeting)
{
    heard *h = context;
    if (h->count < HEARD)
        h->meetings[h->count++] = *meeting;
    return true;
}

bool hear(const oracle_plan *p, heard *each, heard *merged)
{
    each->count = merged->count = 0;
    return graze_trajectory_meetings(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, listen,
                                     NULL, each) == GRAZE_OK &&
           graze_trajectory_meetings(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, NULL,
                                     listen, merged) == GRAZE_OK;
}

bool same_meeting(const graze_meeting *kernel, const oracle_meeting *oracle)
{
    const graze_meeting *m = &oracle->meeting;
    return kernel->verdict == m->verdict && kernel->when.lower == m->when.lower &&
           kernel->when.upper == m->when.upper && kernel->depth == m->depth &&
           kernel->distance == m->distance && kernel->time == m->time &&
           kernel->motion_a >= m->motion_a && kernel->motion_a <= oracle->last_motion_a &&
           kernel->motion_b >= m->motion_b && kernel->motion_b <= oracle->last_motion_b;
}

static void print_meeting(const char *whose, const graze_meeting *m)
{
    printf("/* %s: %s %zu %zu (%a, %a) depth %a distance %a time %a */\n", whose,
           graze_verdict_name(m->verdict), m->motion_a, m->motion_b, m->when.lower, m->when.upper,
           m->depth, m->distance, m->time);
}

static bool same_meetings(const char *view, const heard *kernel, const oracle_meeting *oracle,
                          size_t count)
{
    bool same = kernel->count == count;
    for (size_t i = 0; same && i < count; i++)
        same = same_meeting(&kernel->meetings[i], &oracle[i]);
    if (same)
        return true;
    printf("\n/* %s differs */\n", view);
    for (size_t i = 0; i < kernel->count; i++)
        print_meeting("kernel", &kernel->meetings[i]);
    for (size_t i = 0; i < count; i++)
        print_meeting("oracle", &oracle[i].meeting);
    return false;
}

/* Of one motion each, with their bodies. */
static oracle_plan pair_of_motions(const oracle_plan *plan, size_t i, size_t j)
{
    oracle_plan pair = *plan;
    pair.a = (graze_trajectory){.motions = &plan->a.motions[i], .count = 1};
    pair.b = (graze_trajectory){.motions = &plan->b.motions[j], .count = 1};
    if (plan->a.bodies != NULL)
        pair.body_a = plan->a.bodies[i];
    if (plan->b.bodies != NULL)
        pair.body_b = plan->b.bodies[j];
    return pair;
}

/* For a constant distance a pair's time is the first double inside its life. */
static double time_of_pair(const oracle_plan *one)
{
    oracle_answer answer;
    const oracle_pair pair = {one->body_a, one->body_b, *one->a.motions, *one->b.motions,
                              one->tolerance};
    oracle_ask(&pair, &answer);
    return answer.clearance.time;
}

/* The per-motion view is the whole view of trajectories of one motion each. */
static size_t find_each(const oracle_plan *plan, oracle_meeting *meetings)
{
    static oracle_meeting one[ORACLE_MEETINGS];
    size_t count = 0;
    for (size_t i = 0; i < plan->a.count; i++)
        for (size_t j = 0; j < plan->b.count; j++) {
            const oracle_plan pair = pair_of_motions(plan, i, j);
            size_t found = oracle_find_meetings(&pair, one);
            for (size_t k = 0; k < found && count < ORACLE_MEETINGS; k++) {
                meetings[count] = one[k];
                meetings[count].meeting.time = time_of_pair(&pair);
                meetings[count].meeting.motion_a = meetings[count].last_motion_a = i;
                meetings[count].meeting.motion_b = meetings[count].last_motion_b = j;
                count++;
            }
        }
    return count;
}

static graze_verdict worst(const oracle_meeting *meetings, size_t count)
{
    graze_verdict verdict = GRAZE_CLEAR;
    for (size_t i = 0; i < count; i++)
        if (meetings[i].meeting.verdict > verdict)
            verdict = meetings[i].meeting.verdict;
    return verdict;
}

static bool bodies_change(const oracle_plan *plan)
{
    return plan->a.bodies != NULL || plan->b.bodies != NULL;
}

/* Where bodies change the oracle tells no touches at cuts. */
static void forget_touches(heard *kernel, oracle_meeting *oracle, size_t *count)
{
    size_t kept = 0;
    for (size_t i = 0; i < kernel->count; i++)
        if (kernel->meetings[i].verdict != GRAZE_TOUCH)
            kernel->meetings[kept++] = kernel->meetings[i];
    kernel->count = kept;
    kept = 0;
    for (size_t i = 0; i < *count; i++)
        if (oracle[i].meeting.verdict != GRAZE_TOUCH)
            oracle[kept++] = oracle[i];
    *count = kept;
}

bool agrees(const oracle_plan *plan)
{
    static oracle_meeting merged[ORACLE_MEETINGS], each[ORACLE_MEETINGS];
    static heard heard_each, heard_merged;
    graze_verdict verdict = GRAZE_CLEAR;
    size_t merged_count = oracle_find_meetings(plan, merged), each_count = find_each(plan, each);
    if (!hear(plan, &heard_each, &heard_merged) ||
        graze_trajectory_verdict(&plan->body_a, &plan->a, &plan->body_b, &plan->b, plan->tolerance,
                                 &verdict) != GRAZE_OK)
        return false;
    if (bodies_change(plan))
        forget_touches(&heard_merged, merged, &merged_count);
    bool same = same_meetings("merged", &heard_merged, merged, merged_count);
    same &= same_meetings("each", &heard_each, each, each_count);
    if (verdict != worst(each, each_count))
        printf("\n/* verdict %s */\n", graze_verdict_name(verdict));
    return same && verdict == worst(each, each_count) &&
           (bodies_change(plan) || verdict == worst(merged, merged_count));
}

void print_plan(const oracle_plan *plan)
{
    const graze_trajectory *agents[] = {&plan->a, &plan->b};
    printf("/* radii %a %a, tolerance %a */\n", plan->body_a.radius, plan->body_b.radius,
           plan->tolerance);
    for (int agent = 0; agent < 2; agent++)
        for (size_t i = 0; i < agents[agent]->count; i++) {
            const graze_motion *m = &agents[agent]->motions[i];
            if (agents[agent]->bodies != NULL)
                printf("/* radius %a */\n", agents[agent]->bodies[i].radius);
            printf("/* %c%zu form %d (%a %a %a) (%a %a %a) start %a + %a, %a + %a */\n",
                   'a' + agent, i, (int)m->form, m->position.x, m->position.y, m->position.z,
                   m->velocity.x, m->velocity.y, m->velocity.z, m->start, m->start_tail,
                   m->duration, m->duration_tail);
        }
}

void expect_meeting(const heard *h, size_t i, graze_verdict verdict, double lower, double upper,
                    double depth, double time)
{
    CU_ASSERT_FATAL(i < h->count);
    const graze_meeting *m = &h->meetings[i];
    CU_ASSERT_EQUAL(m->verdict, verdict);
    CU_ASSERT_EQUAL(m->when.lower, lower);
    CU_ASSERT_EQUAL(m->when.upper, upper);
    CU_ASSERT_EQUAL(m->depth, depth);
    CU_ASSERT_EQUAL(m->time, time);
}
